"""The nouns of the library: frozen values without behaviour of their own."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from siaa.biblioteca.estructura.analisis import Estructura

Enteros = NDArray[np.signedinteger[Any]]
Reales = NDArray[np.floating[Any]]
Booleanos = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class AjustesBiblioteca:
    """What decides how the library is built; part of its fingerprint. Sizes in characters."""

    chunk_size: int = 800
    chunk_overlap: int = 300
    top_keywords_por_doc: int = 20
    min_freq_keyword: int = 2
    min_len_keyword: int = 3
    max_bytes_documento: int = 20 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Omitido:
    """A file that was not loaded, by its path relative to the library, and why (Spanish)."""

    archivo: str
    razon: str


@dataclass(frozen=True, slots=True)
class Archivo:
    """A file that was read: its relative path (`/` separated), normalised text and encoding."""

    ruta: str
    contenido: str
    codificacion: str = "UTF-8"

    @property
    def nombre(self) -> str:
        """File name, as it stands on disk."""
        return self.ruta.rsplit("/", 1)[-1]

    @property
    def coleccion(self) -> str:
        """First-level folder, or `general` for a file at the top."""
        return self.ruta.split("/", 1)[0] if "/" in self.ruta else "general"


@dataclass(frozen=True, slots=True)
class Encabezado:
    """A heading or article and where its line starts, in characters of the document."""

    inicio: int
    titulo: str


@dataclass(frozen=True, slots=True)
class Fragmento:
    """A chunk as offsets `[inicio, fin)` into its document's text, with its section."""

    indice: int
    inicio: int
    fin: int
    seccion: str


@dataclass(frozen=True, slots=True)
class TablaFragmentos:
    """A folded text cut into n chunks.

    limites: `(n, 2)`, start and end of each chunk in `plegado`.
    articulo: `(n,)`, 2 where a chunk names an article with a degree mark, 1 without, else 0.
    lista: `(n,)`, whether a chunk has a line that starts a numbered list.
    """

    plegado: str
    limites: Enteros
    articulo: NDArray[np.int8]
    lista: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Palabras:
    """What stands in each of the n passages of a text (`Estructura.pasajes`).

    vocabulario: the distinct runs of letters and digits, in order of first use.
    corrida, pasaje, veces: run k of the vocabulary stands so many times in that passage; what
        stands where it begins counts twice.
    largo: `(n,)`, how many runs each passage has.
    apertura: the runs that open the whole text, as they follow each other.
    referencias: term of a legal unit that is named («§art7»), and in which passage.
    """

    vocabulario: tuple[str, ...]
    corrida: Enteros
    pasaje: Enteros
    veces: NDArray[np.uint16]
    largo: Enteros
    apertura: Enteros
    referencias: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class EntradaCatalogo:
    """What the administrator knows about a document: title for people, manual keywords."""

    titulo: str | None = None
    palabras_clave: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Catalogo:
    """The contents of `catalogo.toml`; `avisos` are the Spanish sentences about what is wrong.

    sinonimos: folded phrase → the folded phrases that a question with it is also looked up with.
    """

    documentos: Mapping[str, EntradaCatalogo] = field(default_factory=lambda: MappingProxyType({}))
    pesos: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    sinonimos: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    avisos: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TextoAnalizado:
    """What follows from one file's text alone, so that an unchanged file need not be redone.

    conteo: how often each of its terms (`tokenizar`) occurs, in order of first use.
    """

    contenido: str
    fragmentos: tuple[Fragmento, ...]
    encabezados: tuple[Encabezado, ...]
    tabla: TablaFragmentos
    conteo: Mapping[str, int]
    estructura: Estructura
    palabras: Palabras
    aperturas: tuple[str, ...]
    huella: str

    @property
    def caracteres(self) -> int:
        """How many characters it has."""
        return len(self.contenido)

    def chunk_de(self, lugar: int) -> int:
        """Return the number of the last chunk that starts at or before a place."""
        return bisect_right(self.fragmentos, lugar, key=attrgetter("inicio")) - 1

    @property
    def chunks(self) -> int:
        """How many chunks it has."""
        return len(self.fragmentos)


@dataclass(frozen=True, slots=True)
class Documento:
    """A document of the library. `clave` is its unique key: the file name in lower case.

    titulo: for people. rotulo: what retrieval takes for its title, however it reads.
    """

    clave: str
    ruta: str
    nombre_original: str
    coleccion: str
    titulo: str
    rotulo: str
    palabras_clave: tuple[str, ...]
    claves_manuales: tuple[str, ...]
    texto: TextoAnalizado

    @property
    def contenido(self) -> str:
        """The normalised text that offsets and sizes refer to."""
        return self.texto.contenido

    @property
    def fragmentos(self) -> tuple[Fragmento, ...]:
        """Its chunks, in text order."""
        return self.texto.fragmentos

    def sano(self, inicio: int, fin: int) -> str:
        """Return a stretch of its text healed of its conversion: what is sent and quoted."""
        return self.texto.estructura.sano(self.texto.contenido, inicio, fin)

    def texto_de(self, indice: int) -> str:
        """Return the text of chunk `indice`."""
        fragmento = self.texto.fragmentos[indice]
        return self.texto.contenido[fragmento.inicio : fragmento.fin]
