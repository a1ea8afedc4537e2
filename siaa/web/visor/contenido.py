"""The contents of a document: its headings and articles, and where each one leads. Pure."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from siaa.biblioteca.estructura.analisis import ruta_texto
from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.biblioteca.titulos import sin_titulo
from siaa.biblioteca.valores import Documento

PREFIJO_SECCION: Final = "seccion-"


class Ancla(NamedTuple):
    """A place in a document that an element of the page gets the id of."""

    lugar: int
    id: str


@dataclass(frozen=True, slots=True)
class Entrada:
    """A line of the contents, the element it leads to, and the lines inside it."""

    id: str
    titulo: str
    hijas: tuple["Entrada", ...] = ()


@dataclass(frozen=True, slots=True)
class Indexado:
    """The contents, and the anchors for those sections that no heading element stands for."""

    entradas: tuple[Entrada, ...]
    anclas: tuple[Ancla, ...]


class Nombres:
    """Gives out ids made of words, each once."""

    def __init__(self) -> None:
        self._dados: dict[str, int] = {}

    def nuevo(self, titulo: str) -> str:
        """Return an id for a title, numbered if another has it."""
        base = nombre = PREFIJO_SECCION + "-".join(corridas(plegar(titulo)))
        while nombre in self._dados:
            self._dados[base] += 1
            nombre = f"{base}-{self._dados[base]}"
        self._dados[nombre] = 1
        return nombre


def indexar(
    documento: Documento, renglones: Sequence[int], titulos: Mapping[int, str], nombres: Nombres
) -> Indexado:
    """Make the contents of a document.

    Sections are those of its structure, so articles in plain or bold lines count too. renglones:
    where each line starts. titulos: ids of the headings that have an element, by line. The
    document's own title is no entry: the contents stand under it.
    """
    secciones = documento.texto.estructura.secciones
    lineas: list[tuple[int, str, str]] = []
    anclas: list[Ancla] = []
    for seccion, dentro in zip(secciones, sin_titulo(documento, secciones), strict=True):
        if seccion.titulo or not seccion.ruta:
            continue
        titulo = ruta_texto(seccion.ruta[-1:])
        id_ = titulos.get(bisect_right(renglones, seccion.inicio) - 1)
        if id_ is None:
            id_ = nombres.nuevo(titulo)
            anclas.append(Ancla(seccion.inicio, id_))
        lineas.append((len(dentro), id_, titulo))
    return Indexado(tuple(_arbol(lineas)), tuple(anclas))


def _arbol(lineas: Sequence[tuple[int, str, str]]) -> Iterator[Entrada]:
    """Put each line (level, id, title) inside the last one above it of a lower level."""
    desde = 0
    while desde < len(lineas):
        nivel, id_, titulo = lineas[desde]
        hasta = desde + 1
        while hasta < len(lineas) and lineas[hasta][0] > nivel:
            hasta += 1
        yield Entrada(id_, titulo, tuple(_arbol(lineas[desde + 1 : hasta])))
        desde = hasta
