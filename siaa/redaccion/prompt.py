"""Stage 4: the messages for the model and how much room they take; pure.

Order decides the cost: the model's server reuses only an identical prefix, so the fixed text comes
first and never changes, then the documents, then the conversation and the question.
"""

import hashlib
from collections.abc import Sequence
from typing import Final

from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.biblioteca.lengua.vocabulario import secciones
from siaa.valores import Mensaje

HISTORIAL_MAXIMO: Final = 6
RESERVA_TOKENS: Final = 64
TOKENS_POR_MENSAJE: Final = 6
"""What the chat template puts around each message."""
CARACTERES_POR_TOKEN: Final = 3.0
"""Spanish legal text with a modern tokenizer, on the safe side; measured values replace it."""

NO_ESTA: Final = "No encontré esa información en los documentos consultados"
"""What the model is told to write when the documents do not answer."""
_QUIEN, _REGLAS, _FUENTES, _RANGO, _FAVOR = (
    "\n".join(filas) for filas in secciones(__package__, "prompt.txt").values()
)
TEXTO_FIJO: Final = f"{_QUIEN}\n\n{_REGLAS.format(no_esta=NO_ESTA)}"
SOBRE_FUENTES: Final = f"\n\n{_FUENTES}"
SOBRE_RANGO: Final = f"\n\n{_RANGO}"
SOBRE_FAVOR: Final = f"\n{_FAVOR}"
VERSION_PROMPT: Final = hashlib.blake2b(
    (TEXTO_FIJO + SOBRE_FUENTES + SOBRE_RANGO + SOBRE_FAVOR).encode(), digest_size=4
).hexdigest()
"""Names the fixed texts: another text, another version."""


def texto_fijo(en_fuentes: bool, con_rango: bool, mas_favorable: bool) -> str:
    """Return what prompts begin with, by how documents are sent and whether they are ranked."""
    sobre = SOBRE_FUENTES * en_fuentes + SOBRE_RANGO * con_rango
    return TEXTO_FIJO + sobre + SOBRE_FAVOR * (con_rango and mas_favorable)


def componer(
    contexto: str,
    conversacion: Sequence[Mensaje],
    historial: int = HISTORIAL_MAXIMO,
    fijo: str = TEXTO_FIJO,
) -> tuple[Mensaje, ...]:
    """Return the messages to send: fixed text and documents, then turns, then the question.

    `conversacion` ends with the question; `historial` is how many earlier turns go along. Where
    the fixed text speaks of sources, they are a message of their own.
    """
    previos = [m for m in conversacion[:-1] if m.rol != "system"]
    recientes = previos[len(previos) - min(historial, len(previos)) :]
    documentos = f"<documentos>\n{contexto}</documentos>"
    partes = (fijo, documentos) if SOBRE_FUENTES in fijo else (f"{fijo}\n\n{documentos}",)
    return (*(Mensaje("system", parte) for parte in partes), *recientes, conversacion[-1])


def dice_que_no_esta(texto: str) -> bool:
    """Tell whether all that the model wrote is that the documents do not answer."""
    return corridas(plegar(texto)) == corridas(plegar(NO_ESTA))


def caracteres(mensajes: Sequence[Mensaje]) -> int:
    """Return how many characters the messages have together."""
    return sum(len(mensaje.contenido) for mensaje in mensajes)


def estimar_tokens(mensajes: Sequence[Mensaje], caracteres_por_token: float) -> int:
    """Estimate how many tokens the model will read for these messages."""
    texto = caracteres(mensajes) / caracteres_por_token
    return round(texto) + TOKENS_POR_MENSAJE * len(mensajes)


def presupuesto(num_ctx: int, num_predict: int) -> int:
    """Return how many tokens a prompt may have so that the longest answer still fits."""
    return num_ctx - num_predict - RESERVA_TOKENS
