"""What is kept of one answered question, and what a person thought of the answer. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Final, Literal, get_args

from siaa.eventos import Desenlace, Modo
from siaa.redaccion.afirmaciones.frase import Frase

Voto = Literal["si", "no"]
Razon = Literal["incorrecta", "incompleta", "otro_documento"]
"""What was wrong with one that was not."""

ABANDONADA: Final = "abandonada"
"""End of an answer whose reader left before it was whole."""
MODOS: Final = get_args(Modo)
MOTIVOS: Final = (*get_args(Desenlace), ABANDONADA)
VOTOS: Final = get_args(Voto)


class Alerta(StrEnum):
    """Why an administrator should look at a question."""

    SIN_CONTEXTO = "SIN_CONTEXTO"
    CORTADA = "CORTADA"
    SIN_MODELO = "SIN_MODELO"
    COLA_LLENA = "COLA_LLENA"
    ABANDONADA = "ABANDONADA"


@dataclass(frozen=True, slots=True)
class PasajeEnviado:
    """A passage `[desde, hasta)` of the document `doc`, and the fingerprint of what it said."""

    doc: str
    desde: int
    hasta: int
    huella: str


@dataclass(frozen=True, slots=True)
class Asiento:
    """One question, how it was answered and what from.

    id: of the request, 32 hexadecimal digits; momento: of admission, with its zone. tipo: kind of
    question. busquedas: what a model said to look it up with. ambito: names of what it was asked of
    (`Ambito.nombres`), none for the whole library. documentos: keys; chunks: `doc#indice` of each
    fragment sent; caracteres: of the context sent. respuesta: the text delivered, made as `modo`
    and ended as `motivo` say; completa: whether it is whole. digest: of the model, None if unknown.
    huella: of the library; version: of SIAA. tiempos: seconds (`*_s`) and tokens, None where
    unknown. error: code of what failed; alerta: an `Alerta`. compartida: whether it comes from a
    generation begun for somebody else. pasajes: those sent, the source `n` being the n-th; frases:
    what was found of the answer's sentences, with offsets in it. junto_con: the earlier question
    that it was looked up with, or whose answer it wants said otherwise; empty for none. avisos:
    what was said of the search, in sentences.
    """

    id: str
    momento: datetime
    tipo: str
    pregunta: str
    busquedas: tuple[str, ...]
    ambito: tuple[str, ...]
    documentos: tuple[str, ...]
    chunks: tuple[str, ...]
    caracteres: int
    respuesta: str
    modo: str
    motivo: str
    completa: bool
    estrategia: str
    modelo: str
    digest: str | None
    version_prompt: str
    huella: str
    version: str
    tiempos: Mapping[str, float | int | None]
    error: str | None
    alerta: str | None
    compartida: bool
    pasajes: tuple[PasajeEnviado, ...] = ()
    frases: tuple[Frase, ...] = ()
    junto_con: str = ""
    avisos: tuple[str, ...] = ()

    def sin_textos(self) -> "Asiento":
        """Return the same without what anybody wrote."""
        frases = tuple(replace(frase, discrepancias=()) for frase in self.frases)
        sin = replace(self, pregunta="", busquedas=(), respuesta="", junto_con="", avisos=())
        return replace(sin, frases=frases)


@dataclass(frozen=True, slots=True)
class Valoracion:
    """What a person thought of the answer to the question `id`.

    documento: key of the one that should have been used. atendida: when an administrator had done
    with it; None for one that waits.
    """

    id: str
    momento: datetime
    voto: str
    razon: str | None = None
    comentario: str = ""
    documento: str | None = None
    atendida: datetime | None = None

    def sin_textos(self) -> "Valoracion":
        """Return the same without what the person wrote."""
        return replace(self, comentario="")


@dataclass(frozen=True, slots=True)
class CambioAnotado:
    """What an administrator did to the library. quien: address from where. que: in Spanish."""

    momento: datetime
    quien: str
    que: str


@dataclass(frozen=True, slots=True)
class PreguntaGuardada(Asiento):
    """A question of the record, with its rating if it has one."""

    valoracion: Valoracion | None = None
