"""The documents of a library as a person looks through them: by collection, with what each is."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import NamedTuple

from siaa.biblioteca.ambito import titulo_de_coleccion
from siaa.biblioteca.archivos import DE_TEXTO, EnDisco
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import plegar
from siaa.biblioteca.relaciones.tabla import afectan, en_palabras
from siaa.biblioteca.valores import Documento
from siaa.web.formato import cuantos, dia


class Vigencia(NamedTuple):
    """What other norms or the catalogue say of all of a document; grave: that it does not apply."""

    texto: str
    grave: bool


@dataclass(frozen=True, slots=True)
class Listado:
    """A document of the list. coleccion: its title. origen: how its text was had, in words."""

    documento: Documento
    coleccion: str
    en_disco: EnDisco | None
    origen: str
    con_lecturas: bool
    vigencias: tuple[Vigencia, ...]

    def dice(self, palabras: list[str]) -> bool:
        """Tell whether each of some folded words stands in its line."""
        dichas = (self.coleccion, self.documento.titulo, self.documento.nombre_original)
        linea = plegar(" ".join((*dichas, self.origen, *(v.texto for v in self.vigencias))))
        return all(palabra in linea for palabra in palabras)


def listar_documentos(
    indice: Indice, en_disco: Mapping[str, EnDisco], buscado: str, hoy: date
) -> dict[str, list[Listado]]:
    """Return each collection by its title, with those documents that a search finds, by theirs.

    Their accents and case do not matter.
    """
    leidos = {indice.claves[n] for n in indice.lecturas.documentos(indice.pasajes)}
    palabras = plegar(buscado).split()
    listados = (
        Listado(
            documento,
            titulo_de_coleccion(indice, documento.coleccion),
            en_disco.get(documento.ruta),
            _origen(documento),
            documento.clave in leidos,
            tuple(dict.fromkeys(_vigencias(documento, hoy))),
        )
        for documento in indice.documentos.values()
    )
    hallados = sorted(
        (uno for uno in listados if uno.dice(palabras)),
        key=lambda uno: (plegar(uno.coleccion), uno.coleccion, plegar(uno.documento.titulo)),
    )
    return {titulo: list(suyos) for titulo, suyos in groupby(hallados, lambda uno: uno.coleccion)}


def _origen(documento: Documento) -> str:
    nombre = documento.nombre_original.lower()
    if nombre.endswith(DE_TEXTO):
        return "Leído"
    paginas = len(documento.texto.paginas)
    largo = f", {cuantos(paginas, 'página', 'páginas')}" if paginas else ""
    reserva = f" · {documento.reserva()}" if documento.reserva() else ""
    return f"Convertido de {nombre.rpartition('.')[2].upper()}{largo}{reserva}"


def _vigencias(documento: Documento, hoy: date) -> Iterator[Vigencia]:
    entrada = documento.entrada
    for relacion in afectan(documento, 0, 0):  # what is done to all of it: it touches no article
        dicho = en_palabras(relacion)
        yield Vigencia(dicho[:1].upper() + dicho[1:], relacion.tipo != "modifica")
    if entrada.vigente_desde and entrada.vigente_desde > hoy:
        yield Vigencia(f"Rige desde el {dia(entrada.vigente_desde)}", True)
    if entrada.vigente_hasta and entrada.vigente_hasta < hoy:
        yield Vigencia(f"Rigió hasta el {dia(entrada.vigente_hasta)}", True)
    recibidas = (r for r in documento.relaciones if r.a.doc == documento.clave != r.de.doc)
    if any(r.a.articulo and r.tipo != "reglamenta" for r in recibidas):
        yield Vigencia("Con artículos cambiados por otras normas", False)
