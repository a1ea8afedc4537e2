"""An answer of the record as it was shown, and its passages as the library has them now."""

from collections.abc import Iterator
from dataclasses import dataclass

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.relaciones.tabla import afectan
from siaa.biblioteca.titulos import lugar_citado
from siaa.biblioteca.valores import Documento
from siaa.recuperacion.limpieza import limpiar
from siaa.redaccion.respuesta import sin_avisos
from siaa.servicio.registro.asiento import PasajeEnviado, PreguntaGuardada
from siaa.web.chat.pasajes import VigenciaDicha, vigencia_dicha
from siaa.web.chat.respuesta_html import pasaje_html, respuesta_html
from siaa.web.visor.relaciones import url_de_ver


@dataclass(frozen=True, slots=True)
class PasajeVisto:
    """A passage that was sent. The record keeps its fingerprint, not its words.

    documento: None once the library lacks it. texto: HTML; None once it says something else there.
    """

    n: int
    enviado: PasajeEnviado
    documento: Documento | None
    url: str = ""
    texto: str | None = None
    lugar: str = ""
    vigencia: tuple[VigenciaDicha, ...] = ()


def html_de(guardada: PreguntaGuardada) -> str:
    """Return an answer with the marks that it had; empty where texts are not kept."""
    texto = sin_avisos(guardada.respuesta)
    return respuesta_html(texto, guardada.frases) if texto else ""


def pasajes_vistos(indice: Indice, guardada: PreguntaGuardada) -> Iterator[PasajeVisto]:
    """Yield the passages that an answer rested on, in order."""
    url = url_de_ver(indice)
    for n, enviado in enumerate(guardada.pasajes, start=1):
        doc, desde, hasta = enviado.doc, enviado.desde, enviado.hasta
        documento = indice.documentos.get(doc)
        if documento is None:
            yield PasajeVisto(n, enviado, None)
        elif documento.huella_de(desde, hasta) != enviado.huella:
            yield PasajeVisto(n, enviado, documento, url(doc, None, None))
        else:
            cambios = (vigencia_dicha(r, url) for r in afectan(documento, desde, hasta))
            texto = pasaje_html(limpiar(documento.sano(desde, hasta)))
            vigencia = tuple(dict.fromkeys(cambios))
            lugar, enlace = lugar_citado(documento, desde, hasta), url(doc, desde, hasta)
            yield PasajeVisto(n, enviado, documento, enlace, texto, lugar, vigencia)
