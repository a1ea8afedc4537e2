"""What other programs send: a conversation of ours in it, and what cannot be honoured.

The calls that Open WebUI makes beside each question are answered from what is known. They name the
key of the JSON that they want; those that name none take no words for an answer.
"""

import json
import re
from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

from flask import Request
from pydantic import AliasChoices, BaseModel, BeforeValidator, Field

from siaa.errores import PeticionInvalida, dichos
from siaa.redaccion.respuesta import sin_avisos
from siaa.valores import Mensaje
from siaa.web import peticion
from siaa.web.compatible.citado import sin_citas
from siaa.web.openapi import Cuerpo, fijo

UNA_CONVERSACION: Final = ({"role": "user", "content": peticion.UNA_PREGUNTA},)
TAREA: Final = re.compile(
    r"user:\s*(### Task:|<attached_files>|Your task is to reflect the speaker's)"
    r"|system:\s*(Available Tools:|You are Open WebUI's private memory)"
)
"""First words of what Open WebUI asks for itself, such as a title of the conversation."""
PALABRAS_DE_TITULO: Final = 7
SEGUIMIENTOS: Final = 3
ETIQUETA: Final = "Documentos"
_PRIMERA = re.compile(r"^\s*USER:\s*(.+)", re.MULTILINE)
_HISTORIA: Final = "<chat_history>"
_ADJUNTOS: Final = ("<context>", "<attached_files>")
_NO_SE_HACE: Final = dichos("no_se_hace")
_Imagenes = Annotated[list[Any], Field(max_length=0)]
_Nombre = Annotated[str, Field(min_length=1)]


class _ParteAjena(BaseModel):
    type: Literal["text"] = "text"
    text: peticion.TextoLimpio = ""


def _en_partes(dado: Any) -> Any:
    """Take a text as its only part, so that what is wrong with parts is said of them alone."""
    return [{"text": dado}] if isinstance(dado, str) else dado or []


_Partes = Annotated[
    list[_ParteAjena],
    BeforeValidator(_en_partes, json_schema_input_type=str | list[_ParteAjena] | None),
]


class MensajeAjeno(peticion.Estricto):
    """One turn as other programs send it; what they add is ignored."""

    role: Literal["system", "developer", "user", "assistant", "tool"]
    content: _Partes = Field(default_factory=list)
    images: _Imagenes | None = None

    @property
    def texto(self) -> str:
        """Its words; of an answer, without what SIAA wrote around them."""
        texto = "\n".join(parte.text for parte in self.content)
        return sin_avisos(sin_citas(texto)) if self.role == "assistant" else texto


class _OpcionesDeFlujo(peticion.Estricto):
    include_usage: bool = False


class _FormaDeRespuesta(peticion.Estricto):
    type: Literal["text"]


class _PedidoAOllama(peticion.Estricto):
    model: _Nombre
    stream: bool = True
    format: Literal[""] | None = None
    think: bool | str | None = None


class PedidoOllama(_PedidoAOllama):
    """The body of `/api/chat`; without messages it only asks for the model to be loaded."""

    messages: list[MensajeAjeno] = Field(default_factory=list)


class PedidoGenerar(_PedidoAOllama):
    """The body of `/api/generate`."""

    prompt: peticion.TextoLimpio = ""
    images: _Imagenes | None = None
    suffix: Literal[""] | None = None

    @property
    def messages(self) -> list[MensajeAjeno]:
        """The conversation that it amounts to."""
        pregunta = {"role": "user", "content": self.prompt}
        return [MensajeAjeno.model_validate(pregunta)] if self.prompt else []


class PedidoMostrar(peticion.Estricto):
    """The body of `/api/show`; older programs say `name`."""

    model: Annotated[str, Field(min_length=1, validation_alias=AliasChoices("model", "name"))]


class PedidoOpenAI(peticion.Estricto):
    """The body of `/v1/chat/completions`."""

    model: _Nombre
    messages: Annotated[list[MensajeAjeno], Field(min_length=1)]
    stream: bool = False
    stream_options: _OpcionesDeFlujo | None = None
    tool_choice: Literal["auto", "none"] | None = None
    function_call: Literal["auto", "none"] | None = None
    response_format: _FormaDeRespuesta | None = None
    reasoning_effort: str | None = None


def leer_pedido(recibida: Request, pedido: Cuerpo[peticion.Forma]) -> peticion.Forma:
    """Read a body, whatever it is declared as: programs call these routes with bare `curl -d`."""
    return peticion.interpretar(recibida.get_data(), pedido, _NO_SE_HACE)


def cuerpo(forma: type[peticion.Forma], texto: str, **ejemplo: object) -> Cuerpo[peticion.Forma]:
    """Return what is said of a body; ejemplo: what is in one besides its model."""
    return Cuerpo(forma, texto, fijo(model="siaa", **ejemplo))


def conversacion_de(mensajes: Sequence[MensajeAjeno]) -> tuple[Mensaje, ...] | str:
    """Return the turns of people and answers up to the question, which comes last.

    Of what is no question, return what is wanted. Raises an `ErrorPeticion`.
    """
    turnos = tuple(
        Mensaje(m.role, m.texto)
        for m in mensajes
        if m.role == "user" or (m.role == "assistant" and m.texto.strip())
    )
    if not turnos or turnos[-1].rol != "user":
        raise PeticionInvalida("El último mensaje debe ser del usuario («role»: «user»).")
    dichos = (f"{m.role}: {m.texto}" for m in mensajes if m.role == "system" or m is mensajes[-1])
    encargos = tuple(dichos)
    if any(map(TAREA.match, encargos)):
        return "\n".join(encargos)
    peticion.comprobar_pregunta(turnos[-1].contenido)
    return tuple(turno for turno in turnos if turno.contenido.strip())


def cumplir(tarea: str, preguntas: Sequence[str]) -> str:
    """Return what a task asks for in words; preguntas: what else may be asked of the library.

    Raises `PeticionInvalida` when it is a question about what somebody attached.
    """
    encargo, _, historia = tarea.partition(_HISTORIA)
    if any(adjunto in encargo for adjunto in _ADJUNTOS):
        raise PeticionInvalida(_NO_SE_HACE["images"])
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
