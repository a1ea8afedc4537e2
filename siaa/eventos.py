"""What the journey tells whoever asked, in order. Frozen values; `Silencio` says nothing is new."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final, Literal

from siaa.biblioteca.ambito import TODO, Aclaracion, Ambito
from siaa.etapas.busquedas import DESCOMPOSICION
from siaa.etapas.referencias import REFERENCIAS
from siaa.redaccion.afirmaciones.frase import Frase
from siaa.valores import Banda, Contexto, Correccion, Fallo, Fin, LeidaComo, Texto

Fase = Literal["en_cola", "buscando", "leyendo", "escribiendo"]
Modo = Literal["modelo", "extractivo", "cache", "directo"]
Desenlace = Literal[
    "stop", "length", "corte", "extractiva", "directa", "sin_documentos", "aclaracion"
]


EstadoDeEtapa = Literal["hecha", "omitida", "fallida", "vencida"]


@dataclass(frozen=True, slots=True)
class Etapa:
    """What came of an optional stage: `motivo` says why, unless it was done.

    segundos: that it took; llamadas: to the model; recibio: what it was asked; devolvio: what
    counted of the answer. Without a model: what it was given and found, in no time to speak of.
    """

    etapa: str
    estado: EstadoDeEtapa
    motivo: str
    segundos: float
    llamadas: int
    recibio: str
    devolvio: tuple[str, ...]


def dichas_de(etapas: Sequence[Etapa]) -> tuple[Etapa, ...]:
    """Return what came of the stages that ask a model."""
    return tuple(etapa for etapa in etapas if etapa.etapa != REFERENCIAS)


def busquedas_de(etapas: Sequence[Etapa]) -> tuple[str, ...]:
    """Return what a question is looked up with, beside its own words."""
    return tuple(b for e in etapas if e.etapa == DESCOMPOSICION.nombre for b in e.devolvio)


@dataclass(frozen=True, slots=True)
class Fuentes:
    """The fragments that the answer will be made from; before the first word.

    palabras: the folded runs in them that say a word of the question. correcciones: its words that
    were looked up in another spelling. avisos: what is said of the search, in sentences.
    certeza: how surely the answer is in them; None where that was not measured. etapas: what came
    of the stages.
    junto_con: the earlier question that this one was looked up with. leidas: its words that the
    fragments say as norms do. ambito: what it was asked of. siguientes: other questions that the
    fragments answer. aclaracion: what is asked back, in their place.
    """

    contexto: Contexto
    palabras: tuple[str, ...] = ()
    correcciones: tuple[Correccion, ...] = ()
    avisos: tuple[str, ...] = ()
    certeza: Banda | None = None
    etapas: tuple[Etapa, ...] = ()
    junto_con: str = ""
    leidas: tuple[LeidaComo, ...] = ()
    ambito: Ambito = TODO
    siguientes: tuple[str, ...] = ()
    aclaracion: Aclaracion | None = None

    @property
    def con_busquedas(self) -> bool:
        """Whether a model was to say what to look up."""
        return any(etapa.etapa == DESCOMPOSICION.nombre for etapa in self.etapas)


@dataclass(frozen=True, slots=True)
class Marcha:
    """What is happening: waiting in place `puesto`, asking for searches, reading, writing.

    estimado_s: how long that is likely to go on, seconds; None when unknown. razon: in words, what
    keeps it waiting, when that is not what the phase says.
    """

    fase: Fase
    puesto: int = 0
    estimado_s: float | None = None
    razon: str = ""


@dataclass(frozen=True, slots=True)
class Cierre:
    """The end, always: whether the text delivered is complete and how it was made.

    `tiempos`: seconds (`*_s`) and tokens of each part, None where unknown. guardada_en: when a
    remembered answer was written (UTC). frases: the model's sentences, checked against their
    passages; offsets in the text delivered.
    """

    motivo: Desenlace
    completa: bool
    modo: Modo
    tiempos: Mapping[str, float | int | None] = field(default_factory=dict)
    guardada_en: datetime | None = None
    frases: tuple[Frase, ...] = ()


@dataclass(frozen=True, slots=True)
class Silencio:
    """Nothing new within the interval: the moment to send a heartbeat and see who left."""


SILENCIO: Final = Silencio()
Suceso = Fuentes | Aclaracion | Marcha | Texto | Frase | Fallo | Cierre
"""A sentence is one of the model that just ended, with what is found of it so far."""
Evento = Suceso | Silencio


@dataclass(frozen=True, slots=True)
class Redactada:
    """The model finished its answer; clave: the evidence that it may be remembered by, if any."""

    fin: Fin
    clave: str | None


Noticia = Fuentes | Marcha | Texto | Frase | Redactada | Fallo
"""What a generation tells those who listen to it; the last one is how it ended."""


def ponerse_al_dia(noticias: Sequence[Noticia]) -> tuple[Noticia, ...]:
    """Return what somebody who comes late must hear: states that have passed are left out.

    Of the one in force it is not known how much is left.
    """
    estados = [i for i, noticia in enumerate(noticias) if isinstance(noticia, Marcha)]
    pasados = set(estados[:-1])
    return tuple(
        replace(noticia, estimado_s=None) if isinstance(noticia, Marcha) else noticia
        for i, noticia in enumerate(noticias)
        if i not in pasados
    )
