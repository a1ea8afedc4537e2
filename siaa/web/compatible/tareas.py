"""The calls that Open WebUI makes beside each question, answered from what is known.

They name the key of the JSON that they want; those that name none take no words for an answer.
"""

import json
import re
from collections.abc import Sequence
from typing import Final

from siaa.errores import PeticionInvalida
from siaa.web.compatible.conversacion import SOLO_TEXTO

PALABRAS_DE_TITULO: Final = 7
SEGUIMIENTOS: Final = 3
ETIQUETA: Final = "Documentos"
_PRIMERA = re.compile(r"^\s*USER:\s*(.+)", re.MULTILINE)
_HISTORIA: Final = "<chat_history>"
_ADJUNTOS: Final = ("<context>", "<attached_files>")


def cumplir(tarea: str, preguntas: Sequence[str]) -> str:
    """Return what a task asks for in words; preguntas: what else may be asked of the library.

    Raises `PeticionInvalida` when it is a question about what somebody attached.
    """
    encargo, _, historia = tarea.partition(_HISTORIA)
    if any(adjunto in encargo for adjunto in _ADJUNTOS):
        raise PeticionInvalida(SOLO_TEXTO)
    hallada = _PRIMERA.search(historia or tarea)
    dicha = hallada[1].strip() if hallada else ""
    # A list of tools names keys of its own before the one that is wanted.
    respuestas: dict[str, object] = {
        "tool_calls": [],
        "operations": [],
        "title": " ".join(dicha.split()[:PALABRAS_DE_TITULO]).strip("¿?¡!.,;: ") or ETIQUETA,
        "tags": [ETIQUETA],
        "follow_ups": [p for p in preguntas if p != dicha][:SEGUIMIENTOS],
        "queries": [],
        "prompt": dicha,
        "text": "",
    }
    for clave, respuesta in respuestas.items():
        if f'"{clave}":' in encargo:
            return json.dumps({clave: respuesta}, ensure_ascii=False)
    return ""
