"""The calls that Open WebUI makes beside each question, answered from what is known.

Its prompts begin with `### Task:` and name, in an example, the key of the JSON that they want.
"""

import json
import re
from collections.abc import Sequence
from typing import Final

from siaa.web.compatible.conversacion import Tarea

PALABRAS_DE_TITULO: Final = 7
SEGUIMIENTOS: Final = 3
ETIQUETA: Final = "Documentos"
_CLAVE = re.compile(r'"(title|tags|follow_ups|queries|text)"\s*:')
_PRIMERA = re.compile(r"^\s*USER:\s*(.+)", re.MULTILINE)
_HISTORIA: Final = "<chat_history>"


def cumplir(tarea: Tarea, preguntas: Sequence[str]) -> str:
    """Return the JSON that a task asks for; preguntas: what else may be asked of the library."""
    encargo, _, historia = tarea.encargo.partition(_HISTORIA)
    clave = _CLAVE.search(encargo)
    hallada = _PRIMERA.search(historia or tarea.encargo)
    dicha = hallada[1].strip() if hallada else ""
    respuestas: dict[str, object] = {
        "title": " ".join(dicha.split()[:PALABRAS_DE_TITULO]).strip("¿?¡!.,;: ") or ETIQUETA,
        "tags": [ETIQUETA],
        "follow_ups": [p for p in preguntas if p != dicha][:SEGUIMIENTOS],
        "queries": [],
        "text": "",
    }
    dada = {} if clave is None else {clave[1]: respuestas[clave[1]]}
    return json.dumps(dada, ensure_ascii=False)
