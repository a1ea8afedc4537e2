"""The nouns of the library: frozen values without behaviour of their own."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from siaa.biblioteca.estructura.analisis import Estructura
from siaa.biblioteca.estructura.renglones import elementos, sanar
from siaa.biblioteca.fragmentador import Fragmento, comienzos, fragmentar
from siaa.biblioteca.lengua.nombres import Norma
from siaa.biblioteca.lengua.texto import resumir

Enteros = NDArray[np.integer[Any]]
Naturales = NDArray[np.unsignedinteger[Any]]
Reales = NDArray[np.floating[Any]]
Conteo = tuple[Enteros, Naturales | Enteros]
"""The numbers of the terms of a text, and how often each stands in it."""
Booleanos = NDArray[np.bool_]
OCTETOS_HUELLA: Final = 4
"""Enough to tell a stretch from the few others that could stand at its place."""
EN_ESPERA: Final = "se está convirtiendo: en cuanto termine se podrá consultar"
Paginas = tuple[tuple[int, int], ...]
DECIMALES: Final = 9
"""Scores are compared to this many decimals, so that sums that ought to be equal are."""
RANGOS: Final = (
    "leyes",
    "decretos con fuerza de ley",
    "decretos reglamentarios",
    "acuerdos, resoluciones y circulares",
    "disposiciones transitorias",
)
"""The classes of rank of norms, from 1, the highest, on."""


@dataclass(frozen=True, slots=True)
class AjustesBiblioteca:
    """What decides how the library is built; part of its fingerprint. Sizes in characters.

    extensiones: of the data, settings and programs that are read too.
    """

    chunk_size: int = 800
    chunk_overlap: int = 300
    top_keywords_por_doc: int = 20
    min_freq_keyword: int = 2
    min_len_keyword: int = 3
    max_bytes_documento: int = 20 * 1024 * 1024
    extensiones: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Omitido:
    """A file that was not loaded, by its path relative to the library, and why (Spanish)."""

    archivo: str
    razon: str

    @property
    def en_espera(self) -> bool:
        """Whether it is only that its conversion has to be waited for."""
        return self.razon == EN_ESPERA


@dataclass(frozen=True, slots=True)
class Archivo:
    """A file that was read: its relative path (`/` separated), normalised text and encoding.

    paginas: where in the text each page begins, and its number. avisos: what of it was not kept.
    corregido: whether its text is one that somebody corrected by hand. confianza: how sure the
    pages are that were recognised from pictures, by number, in per cent.
    """

    ruta: str
    contenido: str
    codificacion: str = "UTF-8"
    paginas: Paginas = ()
    avisos: tuple[str, ...] = ()
    corregido: bool = False
    confianza: Paginas = ()

    @property
    def nombre(self) -> str:
        """File name, as it stands on disk."""
        return self.ruta.rsplit("/", 1)[-1]

    @property
    def coleccion(self) -> str:
        """First-level folder, or `general` for a file at the top."""
        return self.ruta.split("/", 1)[0] if "/" in self.ruta else "general"


@dataclass(frozen=True, slots=True)
class Palabras:
    """What stands in each of the n passages of a text (`Estructura.pasajes`), and in all of it.

    vocabulario: the distinct runs of letters and digits of the passages and of what opens the text,
        in order of first use, with spaces between them, compressed by zlib. otras: those that stand
        elsewhere in it, in one string.
    en_todo: how often each of these, and then of those, stands in the text as it was loaded.
    en_cuantos: in how many passages each run of the vocabulary stands. pasaje, veces: in which,
        run after run, and how often; what stands where a passage begins counts twice.
    largo: `(n,)`, how many runs each passage has.
    apertura: the runs that open the whole text, as they follow each other.
    unidades, nombradas: terms of the legal units that are named («§art7»), and in which passage.
    """

    vocabulario: bytes
    otras: str
    en_todo: Naturales
    en_cuantos: Naturales
    pasaje: Naturales
    veces: Naturales
    largo: Enteros
    apertura: Naturales
    unidades: tuple[str, ...]
    nombradas: Naturales


TipoDeRelacion = Literal["modifica", "deroga", "adiciona", "subroga", "suspende", "reglamenta"]


def hecho(tipo: TipoDeRelacion) -> str:
    """Return what an act is to which that was done: «derogado», «suspendido»."""
    return f"{tipo[:-1]}{'i' if tipo[-1] == 'e' else 'a'}do"


class Mencion(NamedTuple):
    """What a text says that is done between itself and another act.

    articulo: of the text, where it is said. norma, ajeno: the other act and its article; no norm
    where nobody says which. es_nota: the other act does it to this text. frase: the sentence that
    says it, at `[desde, hasta)` with the new text that it announces.
    """

    tipo: TipoDeRelacion
    articulo: str | None
    norma: Norma | None
    ajeno: str | None
    es_nota: bool
    frase: str = ""
    desde: int = 0
    hasta: int = 0


@dataclass(frozen=True, slots=True)
class Extremo:
    """An act, or one article of it («5», «4a»; None for the whole act).

    norma: as people write it; None where nobody says which. doc: None where the library lacks it.
    """

    norma: str | None
    doc: str | None
    articulo: str | None


@dataclass(frozen=True, slots=True)
class Relacion:
    """What the act `de` does to the act `a`, and the sentence that says it.

    `[desde, hasta)`: where that stands in the text of `de.doc`, or of `a.doc` where the library
    lacks the first. None for what only the catalogue says, or a note about an act that is loaded.
    Of an act to itself: its earlier text of an article was replaced by the one at that place.
    """

    tipo: TipoDeRelacion
    de: Extremo
    a: Extremo
    frase: str
    desde: int | None = None
    hasta: int | None = None


@dataclass(frozen=True, slots=True)
class EntradaCatalogo:
    """What the administrator knows about a document: title for people, manual keywords.

    dichas: what it does to other acts («deroga» → which), as it is written. vigente_desde,
    vigente_hasta: first and last day that it is in force, where they are known. rango: its class
    (`RANGOS`). norma_base: folded subjects that always need it. mas_favorable: whether in its
    matter what favours the person counts.
    """

    titulo: str | None = None
    palabras_clave: tuple[str, ...] = ()
    dichas: Mapping[TipoDeRelacion, Sequence[str]] = field(
        default_factory=lambda: MappingProxyType({})
    )
    vigente_desde: date | None = None
    vigente_hasta: date | None = None
    rango: int | None = None
    nombre_corto: str = ""
    norma_base: tuple[str, ...] = ()
    mas_favorable: bool = False

    @property
    def jerarquia(self) -> tuple[object, ...]:
        """What of it says how the document ranks and is called; nothing where nothing is said."""
        dicho = (self.rango, self.nombre_corto, self.norma_base, self.mas_favorable)
        return dicho if any(dicho) else ()


@dataclass(frozen=True, slots=True)
class Catalogo:
    """The contents of `catalogo.toml`; `avisos` are the Spanish sentences about what is wrong.

    pesos, titulos: of collections. sinonimos: folded phrase → the phrases, as they are
    written, that a question with it is also looked up with.
    leido: the day that it was read, from which it follows what is in force no more.
    """

    documentos: Mapping[str, EntradaCatalogo] = field(default_factory=lambda: MappingProxyType({}))
    pesos: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    titulos: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    sinonimos: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    avisos: tuple[str, ...] = ()
    leido: date = date.min


@dataclass(frozen=True, slots=True)
class TextoAnalizado:
    """What follows from one file's text alone, so that an unchanged file need not be redone.

    corte: size and overlap of its chunks, in characters.
    """

    contenido: str
    corte: tuple[int, int]
    estructura: Estructura
    palabras: Palabras
    aperturas: tuple[str, ...]
    menciones: tuple[Mencion, ...]
    huella: str
    paginas: Paginas = ()

    def paginas_de(self, desde: int, hasta: int) -> tuple[int, ...]:
        """Return the pages that `[desde, hasta)` stands on; none where the text has no pages."""
        primera = max(bisect_right(self.paginas, desde, key=itemgetter(0)) - 1, 0)
        ultima = bisect_left(self.paginas, max(hasta, desde + 1), key=itemgetter(0))
        return tuple(numero for _, numero in self.paginas[primera : max(ultima, primera + 1)])

    def chunk_de(self, lugar: int) -> int:
        """Return the number of the last chunk that starts at or before a place."""
        tamano, solape = self.corte
        return min(lugar // (tamano - solape), self.chunks - 1)

    @property
    def chunks(self) -> int:
        """How many chunks it has."""
        return len(comienzos(self.contenido, *self.corte))


@dataclass(frozen=True, slots=True, eq=False)
class Documento:
    """A document of the library; as a key, only itself. `clave`: the file name in lower case.

    entrada: what the catalogue says of it. relaciones: those that it makes, and those that are made
    to it.
    corregido, confianza: as of its file. rango: its class of rank, where the catalogue ranks any
    document and this one is of a kind that has one.
    """

    clave: str
    ruta: str
    nombre_original: str
    coleccion: str
    titulo: str
    palabras_clave: tuple[str, ...]
    claves_manuales: tuple[str, ...]
    texto: TextoAnalizado
    entrada: EntradaCatalogo = EntradaCatalogo()
    relaciones: tuple[Relacion, ...] = ()
    corregido: bool = False
    confianza: Paginas = ()
    rango: int | None = None

    @property
    def nombre(self) -> str:
        """What it is called in few words: as the catalogue says, or by its title."""
        return self.entrada.nombre_corto or self.titulo

    @property
    def contenido(self) -> str:
        """The normalised text that offsets and sizes refer to."""
        return self.texto.contenido

    @property
    def fragmentos(self) -> tuple[Fragmento, ...]:
        """Its chunks, in text order."""
        return fragmentar(self.texto.contenido, *self.texto.corte)

    def sano(self, inicio: int, fin: int) -> str:
        """Return a stretch of its text healed of its conversion: what is sent and quoted."""
        return sanar(self.contenido, self.texto.estructura.renglones, inicio, fin)

    def items(self, inicio: int, fin: int) -> list[bool]:
        """Tell of each line of a stretch, once healed, whether an item of a list begins with it."""
        return elementos(self.contenido, self.texto.estructura.renglones, inicio, fin)

    def reserva(self, inicio: int = 0, fin: int | None = None) -> str:
        """Return why the paper may say a stretch, or all of it, otherwise; nothing where not."""
        if self.corregido:
            return "corregido a mano"
        paginas = self.texto.paginas_de(inicio, len(self.contenido) if fin is None else fin)
        if not (sabidas := [cuanta for pagina, cuanta in self.confianza if pagina in paginas]):
            return ""
        media = round(sum(sabidas) / len(sabidas))
        return f"escaneado: puede tener letras mal leídas ({media} % de confianza)"

    def huella_de(self, inicio: int, fin: int) -> str:
        """Return the short fingerprint by which a stretch of its text is known again."""
        return resumir(self.contenido[inicio:fin], octetos=OCTETOS_HUELLA)
