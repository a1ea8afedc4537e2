"""What clients send, checked where it enters: bodies, questions in a query string, names.

Whatever is wrong raises an `ErrorPeticion` that says what to change.
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Annotated, Any, Final, Literal, TypeVar

from flask import Request
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from siaa import errores
from siaa.acceso.permisos import METODOS_QUE_LEEN
from siaa.ajustes import que_escribir
from siaa.biblioteca.ambito import Ambito
from siaa.biblioteca.catalogo import normalizar_nombre
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.numeros import escribir_numero
from siaa.biblioteca.lengua.ortografia import nombres_parecidos
from siaa.biblioteca.lengua.texto import limpiar_entrada
from siaa.biblioteca.valores import Documento
from siaa.redaccion.respuesta import sin_avisos
from siaa.valores import Mensaje
from siaa.web.openapi import Cuerpo, Parametro, fijo
from siaa.web.respuestas import NADA

MENSAJES_MAXIMOS: Final = 200
PREGUNTA_MAXIMA: Final = 4000
AMBITO_MAXIMO: Final = 1000
HERRAMIENTA_MAXIMA: Final = 100


Forma = TypeVar("Forma", bound=BaseModel)
TextoLimpio = Annotated[
    str, BeforeValidator(lambda dado: limpiar_entrada(dado) if isinstance(dado, str) else dado)
]
"""Text of a client, safe to compare, log and keep."""


class Estricto(BaseModel):
    """Part of a body whose values must have the type that they are said to; others are ignored."""

    model_config = ConfigDict(strict=True)


class MensajeDeChat(Estricto):
    """One turn of a conversation as a client sends it."""

    role: Literal["system", "user", "assistant"]
    content: TextoLimpio


class Cerrado(Estricto):
    """Part of a body that is SIAA's alone: what is unknown in it is a mistake."""

    model_config = ConfigDict(strict=True, extra="forbid")


class AmbitoPedido(Cerrado):
    """What a question is asked of, by names of documents and collections; none: everything."""

    documentos: Annotated[list[TextoLimpio], Field(max_length=AMBITO_MAXIMO)] = []
    colecciones: Annotated[list[TextoLimpio], Field(max_length=AMBITO_MAXIMO)] = []


class EncargoDeChat(Cerrado):
    """What a chat says to SIAA alone. herramienta: in which tool of a program it is asked."""

    ambito: AmbitoPedido = AmbitoPedido()
    herramienta: Annotated[TextoLimpio, Field(max_length=HERRAMIENTA_MAXIMA)] = ""


class CuerpoDeChat(Estricto):
    """The body of a chat; its last message is the user's."""

    messages: Annotated[list[MensajeDeChat], Field(min_length=1)]
    stream: bool = True
    html: bool = False
    siaa: EncargoDeChat = EncargoDeChat()

    @property
    def conversacion(self) -> tuple[Mensaje, ...]:
        """It ends with the question; the client's system messages are left out."""
        *previos, ultimo = (_turno(m) for m in self.messages if m.role != "system")
        return (*previos, replace(ultimo, herramienta=self.siaa.herramienta))


UNA_PREGUNTA: Final = "¿Qué plazo hay para corregir un reporte?"
SIN_TEXTO: Final = r"\s\x00-\x1f\x7f-\x9f"
"""Characters that do not make a text: white space, and what is read as such."""
CON_TEXTO: Final = f"[^{SIN_TEXTO}]"
TextoNoVacio = Annotated[
    TextoLimpio, Field(pattern=CON_TEXTO, json_schema_extra={"pattern": CON_TEXTO})
]
Q: Final = Parametro(
    "q",
    "La pregunta.",
    UNA_PREGUNTA,
    fijo(type="string", minLength=1, maxLength=PREGUNTA_MAXIMA, pattern=CON_TEXTO),
    obligatorio=True,
    errores=(400, 413),
)
_NOMBRES: Final = fijo(type="array", items={"type": "string"})
AMBITO: Final = tuple(
    Parametro(nombre, texto, (ejemplo,), _NOMBRES, errores=(400,))
    for nombre, texto, ejemplo in (
        ("documento", "Solo en este documento; se puede repetir.", "acuerdo.md"),
        ("coleccion", "Solo en esta colección; se puede repetir.", "normativa"),
    )
)
HERRAMIENTA: Final = Parametro(
    "herramienta",
    "En qué herramienta de un programa se pregunta, para elegir la ruta de contenido.",
    "code_refactor",
    fijo(type="string", maxLength=HERRAMIENTA_MAXIMA),
    errores=(400,),
)
CHAT: Final = Cuerpo(
    CuerpoDeChat,
    "El último mensaje es la pregunta: del usuario, no vacía y de "
    f"{escribir_numero(PREGUNTA_MAXIMA)} caracteres como mucho. A lo sumo {MENSAJES_MAXIMOS} "
    "mensajes; los del sistema no llegan al modelo.",
    fijo(messages=({"role": "user", "content": UNA_PREGUNTA},), stream=False),
)


def leer_cuerpo(peticion: Request, cuerpo: Cuerpo[Forma]) -> Forma:
    """Return what a body says, once it is declared as JSON and has its form."""
    if not peticion.is_json:
        raise errores.TipoNoAdmitido
    return interpretar(peticion.get_data(), cuerpo)


def interpretar(crudo: bytes, cuerpo: Cuerpo[Forma], no_se_hace: Mapping[str, str] = NADA) -> Forma:
    """Return what some bytes say as a body.

    no_se_hace: what is said of a field by whose value something is asked that is not done.
    """
    datos = _objeto(crudo, cuerpo)
    mensajes = datos.get("messages")
    if isinstance(mensajes, list) and len(mensajes) > MENSAJES_MAXIMOS:
        raise errores.DemasiadosMensajes
    return _comprobar(cuerpo.forma, datos, no_se_hace)


def _comprobar(
    forma: type[Forma], datos: Mapping[str, Any], no_se_hace: Mapping[str, str] = NADA
) -> Forma:
    """Return what some data say; else say which field is wrong, and what to write."""
    try:
        return forma.model_validate(datos)
    except ValidationError as error:
        quejas = error.errors(include_url=False)
        lugares = {parte for queja in quejas for parte in queja["loc"]}
        if ajeno := next((dicho for campo, dicho in no_se_hace.items() if campo in lugares), None):
            raise errores.PeticionInvalida(ajeno) from error
        campo = ".".join(map(str, quejas[0]["loc"]))
        dicho = f"El campo «{campo}» no sirve: {que_escribir(quejas[0])}."
        raise errores.PeticionInvalida(dicho, {"campo": campo}) from error


def _objeto(crudo: bytes, cuerpo: Cuerpo[Any]) -> Mapping[str, Any]:
    try:
        datos = json.loads(crudo.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise errores.PeticionInvalida(
            "El cuerpo de la petición no está en UTF-8: envíelo así, y sin comprimir."
        ) from error
    except (ValueError, RecursionError) as error:
        raise errores.PeticionInvalida("El cuerpo de la petición no es JSON válido.") from error
    if not isinstance(datos, dict):
        ejemplo = json.dumps(dict(cuerpo.ejemplo), ensure_ascii=False)
        raise errores.PeticionInvalida(f"El cuerpo debe ser un objeto como {ejemplo}.")
    return datos


def leer_chat(peticion: Request) -> CuerpoDeChat:
    """Read the body of a chat; of a method that only reads, its query string as one."""
    if peticion.method in METODOS_QUE_LEEN:
        return _leer_consulta(peticion)
    cuerpo = leer_cuerpo(peticion, CHAT)
    if cuerpo.messages[-1].role != "user":
        raise errores.PeticionInvalida("El último mensaje debe ser del usuario («role»: «user»).")
    comprobar_pregunta(cuerpo.messages[-1].content)
    return cuerpo


def _turno(mensaje: MensajeDeChat) -> Mensaje:
    """Return a turn as it is taken: what SIAA added to an answer is nothing that was said."""
    es_nuestro = mensaje.role == "assistant"
    return Mensaje(mensaje.role, sin_avisos(mensaje.content) if es_nuestro else mensaje.content)


def comprobar_pregunta(texto: str) -> None:
    """Raise unless a question is there and within its limit."""
    if not texto.strip():
        raise errores.PreguntaVacia
    if len(texto) > PREGUNTA_MAXIMA:
        raise errores.PreguntaDemasiadoLarga


def _leer_consulta(peticion: Request) -> CuerpoDeChat:
    pregunta = MensajeDeChat(role="user", content=leer_pregunta(peticion))
    herramienta = leer_herramienta(peticion)
    documentos, colecciones = map(peticion.args.getlist, ("documento", "coleccion"))
    ambito = _comprobar(AmbitoPedido, {"documentos": documentos, "colecciones": colecciones})
    encargo = EncargoDeChat(ambito=ambito, herramienta=herramienta)
    return CuerpoDeChat(messages=[pregunta], siaa=encargo)


def leer_herramienta(peticion: Request) -> str:
    """Read the tool that a question in a query string is asked in."""
    dado = {"herramienta": peticion.args.get("herramienta", "")}
    return _comprobar(EncargoDeChat, dado).herramienta


def leer_pregunta(peticion: Request) -> str:
    """Read the question `q` of a query string."""
    texto = limpiar_entrada(peticion.args.get("q", ""))
    comprobar_pregunta(texto)
    return texto


def leer_buscado(peticion: Request) -> str:
    """Read the words `q` that a page looks for."""
    texto = limpiar_entrada(peticion.args.get("q", ""))
    if len(texto) > PREGUNTA_MAXIMA:
        raise errores.PreguntaDemasiadoLarga
    return texto


UN_DOCUMENTO: Final = "acuerdo.md"
DOC: Final = Parametro("doc", "Nombre del documento en la biblioteca.", UN_DOCUMENTO)

PARECIDOS: Final = 3


def buscar_documento(indice: Indice, nombre: str) -> Documento:
    """Return a document by its key: to the letter, or in any case and without spaces around."""
    (clave,) = elegir((nombre,), indice.claves, errores.DocumentoDesconocido)
    return indice.documentos[clave]


def leer_ambito(indice: Indice, chat: CuerpoDeChat) -> Ambito:
    """Return the part of a library that is asked."""
    pedido = chat.siaa.ambito
    documentos = elegir(pedido.documentos, indice.claves)
    return Ambito(documentos, elegir(pedido.colecciones, indice.colecciones))


def elegir(
    nombres: Collection[str],
    conocidos: Collection[str],
    error: type[errores.ErrorPeticion] = errores.AmbitoDesconocido,
) -> tuple[str, ...]:
    """Return which names some are, however they are written; as they are before all."""
    suyos = conocidos if nombres else ()
    escritos = {normalizar_nombre(suyo): suyo for suyo in suyos} | {suyo: suyo for suyo in suyos}
    return tuple(dict.fromkeys(_elegir(nombre, escritos, error) for nombre in nombres))


def _elegir(nombre: str, conocidos: Mapping[str, str], error: type[errores.ErrorPeticion]) -> str:
    buscado = normalizar_nombre(nombre)
    suelto = buscado.strip()
    for escrito in (nombre, buscado, suelto):
        if escrito in conocidos:
            return conocidos[escrito]
    contienen = dict.fromkeys(o for clave, o in conocidos.items() if suelto and suelto in clave)
    nombres = dict.fromkeys(conocidos.values())
    parecidos = [*contienen][:PARECIDOS] or nombres_parecidos(buscado, nombres, PARECIDOS)
    pista = f" ¿Quiso decir «{parecidos[0]}»?" if parecidos else ""
    raise error(error.mensaje_base + pista, {"parecidos": parecidos})
