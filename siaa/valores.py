"""The values in which the stages of the journey meet. All frozen; none knows how it was made."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from siaa.biblioteca.valores import Relacion
from siaa.errores import ErrorSIAA
from siaa.vectores import NivelesDeCanal, PasajeHallado

Rol = Literal["system", "user", "assistant"]


@dataclass(frozen=True, slots=True)
class Mensaje:
    """One turn of a conversation. herramienta: of the program that it was said in, or empty."""

    rol: Rol
    contenido: str
    herramienta: str = ""


class TipoPregunta(StrEnum):
    """What kind of question it is, which decides whether documents are looked for at all."""

    SALUDO = "saludo"
    CORTESIA = "cortesia"
    SOBRE_SIAA = "sobre_siaa"
    ARREGLO = "arreglo"
    AMBIGUA = "ambigua"
    DOCUMENTAL = "documental"
    LISTADO = "listado"

    @property
    def es_conversacional(self) -> bool:
        """Whether it is answered without documents."""
        return self not in (TipoPregunta.AMBIGUA, TipoPregunta.DOCUMENTAL, TipoPregunta.LISTADO)


@dataclass(frozen=True, slots=True)
class Arreglo:
    """How an answer is to be said again, in words, and what the model is told."""

    que: str
    encargo: str


@dataclass(frozen=True, slots=True)
class Intento:
    """Something that a question may want: `que`, in words; `normas`: what norms call it.

    pide, pregunta: regular expressions over the folded question: it, and what of it only asks.
    contiene, dice: over folded passages that may hold it, and that are told to; all do, if empty.
    """

    nombre: str
    que: str
    pide: str
    contiene: str = ""
    dice: str = ""
    pregunta: str = ""
    normas: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pregunta:
    """A question as it was asked (`texto`) and as it is looked up (`consulta`).

    `consulta` differs from `texto` when the question leans on others said before (`previas`,
    oldest first). intentos: what it wants to know. arreglo: how it is to be answered again, if so.
    """

    texto: str
    consulta: str
    tipo: TipoPregunta
    intentos: tuple[Intento, ...] = ()
    previas: tuple[str, ...] = ()
    arreglo: Arreglo | None = None

    @property
    def apoyo(self) -> str:
        """The questions that it is looked up together with."""
        return " ".join(self.previas)


@dataclass(frozen=True, slots=True)
class Motivo:
    """One named part of a score, in words, and its points; palabra: the one found, if it is one."""

    nombre: str
    detalle: str
    puntos: float
    palabra: str = ""


@dataclass(frozen=True, slots=True)
class Niveles:
    """The three levels of the router, before their weights."""

    keywords: float
    densidad: float
    nombre: float


@dataclass(frozen=True, slots=True)
class Presupuesto:
    """Characters of context that each mode of `hibrida` may send, headings included.

    piso: share of the best passage's score under which another is not worth its characters.
    """

    francotirador: int
    binoculo: int
    escopeta: int
    piso: float = 0.0

    def hasta(self, cabe: int) -> "Presupuesto":
        """Return what each mode may send where no more than some characters are left."""
        francotirador, binoculo = min(self.francotirador, cabe), min(self.binoculo, cabe)
        return Presupuesto(francotirador, binoculo, cabe, self.piso)


@dataclass(frozen=True, slots=True)
class AjustesPoda:
    """How much may be sent: chunks of a document (`clasica`), or characters in all (`hibrida`)."""

    max_chunks: int
    presupuesto: Presupuesto


@dataclass(frozen=True, slots=True)
class DocumentoPuntuado:
    """A document that the router chose, with its score and the reasons that sum up to it."""

    doc: str
    puntaje: float
    niveles: Niveles | NivelesDeCanal
    motivos: tuple[Motivo, ...]


@dataclass(frozen=True, slots=True)
class Correccion:
    """A word of the question that the library lacks, and the one looked up in its place; folded."""

    escrita: str
    buscada: str


@dataclass(frozen=True, slots=True)
class LeidaComo:
    """Words of the question, as written, and the words of norms that they were also read as."""

    escrita: str
    leida: str


ClaseDeUnidad = Literal["artículo", "capítulo", "título", "parágrafo", "numeral", "literal"]
ClaseDeAusencia = Literal["palabra", "norma", ClaseDeUnidad, "cambio", "cuenta", "varios", "fuera"]


@dataclass(frozen=True, slots=True)
class Ausencia:
    """What a question says (`dicho`) and the library does not have.

    documento, titulo: of what lacks a unit, or its `articulo` a part, or that nothing changed.
    hay: how many units it has (and `articulo` with a letter), or documents have it or cite it.
    """

    clase: ClaseDeAusencia
    dicho: str
    documento: str = ""
    titulo: str = ""
    hay: int = 0
    articulo: str = ""


Banda = Literal["segura", "dudosa", "no_encontrada"]


@dataclass(frozen=True, slots=True)
class Certeza:
    """How surely a library answers a question: 0 to 1, and the parts that its log-odds sum up.

    ventaja: how far the first document stands above the next that is no near-copy, 0 to 1.
    """

    valor: float
    partes: tuple[Motivo, ...]
    ventaja: float


@dataclass(frozen=True, slots=True)
class Ruta:
    """The documents that the router chose, best first.

    respaldo: share of the question that the first one answers for, 0 to 1; None where that is not
    measured. correcciones: words that were not looked up as they were written. leidas: those looked
    up as words of norms too. ausencias: what is not there. certeza: how surely it answers; None as
    for respaldo, or nothing found. hallados: by `canal`.
    """

    documentos: tuple[DocumentoPuntuado, ...]
    respaldo: float | None = None
    correcciones: tuple[Correccion, ...] = ()
    leidas: tuple[LeidaComo, ...] = ()
    ausencias: tuple[Ausencia, ...] = ()
    certeza: Certeza | None = None
    hallados: tuple[PasajeHallado, ...] = ()


@dataclass(frozen=True, slots=True)
class TituloDeFragmento:
    """The heading that a fragment goes under, whole.

    chunk: its number, where that is told. dentro_de: its part, where others are called the same.
    se_nombra: whether the text of the fragment opens with it. Those that say the same are equal.
    """

    texto: str
    chunk: int | None = None
    dentro_de: str = ""
    se_nombra: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Formato:
    """What is written before the line of a heading inside a block, and what ends one.

    sano: whether fragments are written healed of their conversion, with what other acts did to them
    and what their lists lack, or as in the file. en_fuentes: whether each is a source of its own.
    """

    separador: str
    cierre: str
    sano: bool = False
    en_fuentes: bool = False


@dataclass(frozen=True, slots=True)
class ChunkPuntuado:
    """A fragment that the pruner chose, with its score and the reasons that sum up to it.

    indice: the chunk it is, or starts in. seccion: its heading. `[inicio, fin)`: its place in the
    document's text. titulo: what it is headed by where it is sent; None under no heading, or under
    the title of the document. resumen: what it answers, where it is sent as a source.
    """

    indice: int
    seccion: str
    inicio: int
    fin: int
    titulo: TituloDeFragmento | None
    puntaje: float
    motivos: tuple[Motivo, ...]
    resumen: str = ""


@dataclass(frozen=True, slots=True)
class Poda:
    """What the pruner took from one document; ratio: None when nothing was compared."""

    doc: str
    chunks: tuple[ChunkPuntuado, ...]
    formato: Formato
    modo: str
    ratio: float | None


@dataclass(frozen=True, slots=True)
class Fuente:
    """A fragment as it is sent: `contexto[inicio:fin]` is its text. `n` counts from 1.

    `[desde, hasta)`: its place in the text of its document. motivos: why it was chosen, in words,
    what counted most first. vigencia: what other acts did to it. paginas: of the paper that it
    stands on, where that is known. tambien: near-copies that say it; copias: what they are called.
    lugar: as `lugar_citado`. falta: what goes with it and was not sent, in words.
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
    vigencia: tuple[Relacion, ...] = ()
    paginas: tuple[int, ...] = ()
    tambien: tuple[str, ...] = ()
    copias: tuple[str, ...] = ()
    lugar: str = ""
    falta: str = ""


@dataclass(frozen=True, slots=True)
class Contexto:
    """The text of the documents that the model gets, and where each fragment stands in it."""

    texto: str
    fuentes: tuple[Fuente, ...]
    secciones: tuple[str, ...] = ()
    """All of those that each source stands in; empty where it says all, or none are told."""

    def fragmento(self, fuente: Fuente) -> str:
        """Return the text of one source, as sent."""
        return self.texto[fuente.inicio : fuente.fin]


@dataclass(frozen=True, slots=True)
class MetricasModelo:
    """What the model's server measured; None where it did not say. Durations in seconds.

    tokens_conservados: how many of the prompt it had read before; `lectura_s` is of the others.
    carga_s: until the model was in memory.
    """

    tokens_prompt: int | None = None
    tokens_respuesta: int | None = None
    carga_s: float | None = None
    lectura_s: float | None = None
    escritura_s: float | None = None
    tokens_conservados: int | None = None


@dataclass(frozen=True, slots=True)
class Texto:
    """Words, as the model writes them and as they are told."""

    texto: str


@dataclass(frozen=True, slots=True)
class Fin:
    """The model finished: `motivo` is `stop`, or `length` when it ran out of room."""

    motivo: Literal["stop", "length"]
    metricas: MetricasModelo


@dataclass(frozen=True, slots=True)
class Fallo:
    """Something went wrong: of the model, it ends what it says; an answer goes on as it can."""

    error: ErrorSIAA


EventoModelo = Texto | Fin | Fallo
