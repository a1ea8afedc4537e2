"""Sources as they are told: their text, where to read them, what other acts did to them."""

from dataclasses import dataclass

from siaa.biblioteca.relaciones.tabla import en_palabras
from siaa.biblioteca.valores import Relacion, TipoDeRelacion
from siaa.valores import Contexto
from siaa.web.json import tomar
from siaa.web.visor.relaciones import Enlace


@dataclass(frozen=True, slots=True)
class VigenciaDicha:
    """What another act did, in words too, and where it says so; None where the library lacks it."""

    tipo: TipoDeRelacion
    norma: str | None
    doc: str | None
    articulo: str | None
    texto: str
    url: str | None


@dataclass(frozen=True, slots=True)
class FuenteDicha:
    """A source with its text and where to read its document.

    lugar: section and pages, as people cite them.
    """

    n: int
    doc: str
    titulo: str
    coleccion: str
    seccion: str
    indice: int
    inicio: int
    fin: int
    desde: int
    hasta: int
    motivos: tuple[str, ...]
    vigencia: tuple[VigenciaDicha, ...]
    pagina: int | None
    paginas: tuple[int, ...]
    lugar: str
    tambien: tuple[str, ...]
    copias: tuple[str, ...]
    texto: str
    url: str


def pasajes_dichos(contexto: Contexto, url: Enlace) -> list[FuenteDicha]:
    """Return the sources of a context. url: where to read a passage."""
    return [
        tomar(
            FuenteDicha,
            fuente,
            vigencia=tuple(dict.fromkeys(vigencia_dicha(r, url) for r in fuente.vigencia)),
            pagina=next(iter(fuente.paginas), None),
            texto=contexto.fragmento(fuente),
            url=url(fuente.doc, fuente.desde, fuente.hasta),
        )
        for fuente in contexto.fuentes
    ]


def vigencia_dicha(relacion: Relacion, url: Enlace) -> VigenciaDicha:
    """Return what another act did to a passage. url: where to read it."""
    de, texto = relacion.de, en_palabras(relacion)
    lugar = de.doc and url(de.doc, relacion.desde, relacion.hasta)
    return tomar(VigenciaDicha, de, tipo=relacion.tipo, texto=texto, url=lugar)
