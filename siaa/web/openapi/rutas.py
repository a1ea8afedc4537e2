"""The table of operations: what each takes and answers, and how it may refuse."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from siaa.servicio.registro.asiento import MODOS, MOTIVOS, VOTOS, Alerta, Valoracion
from siaa.valores import TipoPregunta
from siaa.web.openapi import formas
from siaa.web.openapi.chat import Marco, RespuestaEntera
from siaa.web.openapi.operacion import (
    FLUJO,
    HTML,
    JSON,
    Contenido,
    Cuerpo,
    Esquema,
    Operacion,
    Parametro,
)
from siaa.web.peticion import PREGUNTA_MAXIMA, CuerpoDeChat
from siaa.web.registro.peticion import (
    FORMATOS,
    PAGINA_MAXIMA,
    POR_PAGINA,
    POR_PAGINA_MAXIMA,
    PeticionValoracion,
)


def _json(forma: type) -> Contenido:
    return MappingProxyType({JSON: forma})


TEXTO: Final[Esquema] = MappingProxyType({"type": "string"})
LUGAR: Final[Esquema] = MappingProxyType(
    {"type": "string", "description": "Lo que no es un número no señala nada."}
)
NADA: Final = r"\s\x00-\x1f\x7f-\x9f"
"""Characters that do not make a text: white space, and what is read as such."""
PREGUNTA: Final[Esquema] = MappingProxyType(
    {
        "type": "string",
        "minLength": 1,
        "maxLength": PREGUNTA_MAXIMA,
        "pattern": f"[^{NADA}]",
    }
)
BLANCO: Final[Esquema] = MappingProxyType({"type": "string", "pattern": f"^[{NADA}]*$"})


def _o_nada(*esquemas: Esquema) -> Esquema:
    """Return the schema of a parameter that counts as absent when it is blank."""
    return MappingProxyType({"anyOf": (*map(dict, esquemas), dict(BLANCO))})


def _uno_de(*valores: str) -> Esquema:
    return _o_nada({"type": "string", "enum": valores})


def _hasta(maximo: int, normal: int) -> Esquema:
    return _o_nada({"type": "integer", "minimum": 1, "maximum": maximo, "default": normal})


FECHA: Final = _o_nada(
    {"type": "string", "format": "date"}, {"type": "string", "format": "date-time"}
)
FORZAR: Final[Esquema] = MappingProxyType({"type": "string", "enum": ("0", "1")})
UNA_PREGUNTA: Final = "¿Qué plazo hay para corregir un reporte?"
UN_DOCUMENTO: Final = "acuerdo.md"
Q: Final = Parametro("q", "La pregunta.", PREGUNTA, UNA_PREGUNTA, obligatorio=True)
DOC: Final = Parametro(
    "doc", "Nombre del documento en la biblioteca.", TEXTO, UN_DOCUMENTO, "path", True
)
DE_PAGINA: Final = (
    Parametro("pagina", "Qué página, desde 1.", _hasta(PAGINA_MAXIMA, 1), 1),
    Parametro("por_pagina", "Cuántas por página.", _hasta(POR_PAGINA_MAXIMA, POR_PAGINA), 50),
)
VOTO: Final = Parametro("voto", "Solo las que tienen este voto.", _uno_de(*VOTOS), "no")
DE_REGISTRO: Final = (
    Parametro("desde", "Fecha, o fecha y hora; incluida.", FECHA, "2026-03-15"),
    Parametro(
        "hasta", "Fecha, incluida, o fecha y hora, no incluida.", FECHA, "2026-03-15T08:30:00-05:00"
    ),
    Parametro("tipo", "Clase de pregunta.", _uno_de(*TipoPregunta), "documental"),
    Parametro("modo", "Cómo se respondió.", _uno_de(*MODOS), "modelo"),
    Parametro("motivo", "Cómo terminó.", _uno_de(*MOTIVOS), "stop"),
    Parametro("alerta", "Qué le faltó.", _uno_de(*Alerta), "SIN_CONTEXTO"),
    Parametro("doc", "Clave de un documento de los enviados.", TEXTO, UN_DOCUMENTO),
    Parametro("q", "Texto que la pregunta contiene.", TEXTO, "plazo"),
    *DE_PAGINA,
    Parametro("formato", "Forma de la respuesta.", _uno_de(*FORMATOS), "json"),
)
CHAT: Final = Cuerpo(
    CuerpoDeChat,
    "El último mensaje es la pregunta: del usuario, no vacía y de 4.000 caracteres como mucho. A "
    "lo sumo 200 mensajes; los del sistema no llegan al modelo.",
    MappingProxyType({"messages": ({"role": "user", "content": UNA_PREGUNTA},), "stream": False}),
)
VALORACION: Final = Cuerpo(
    PeticionValoracion,
    "El «id» es el de la respuesta, con «chatcmpl-» o sin él. La última valoración es la que vale.",
    MappingProxyType(
        {"id": "chatcmpl-0123456789abcdef0123456789abcdef", "voto": "no", "razon": "incompleta"}
    ),
)
PAGINA: Final[Contenido] = MappingProxyType({HTML: None})
ARCHIVO: Final[Contenido] = MappingProxyType(
    {"text/css": None, "text/javascript": None, "image/svg+xml": None}
)
OPERACIONES: Final = (
    Operacion("GET", "/", "La página donde se pregunta.", PAGINA),
    Operacion(
        "POST",
        "/siaa/chat",
        "Responde la última pregunta de una conversación, en flujo o de una vez.",
        MappingProxyType({FLUJO: Marco, JSON: RespuestaEntera}),
        cuerpo=CHAT,
        estados=(200, 503),
        cabeceras=("X-Cache",),
    ),
    Operacion(
        "GET",
        "/siaa/enrutar",
        "Qué documentos se eligen para una pregunta, y por qué.",
        _json(formas.Enrutada),
        (Q,),
        (400, 413),
    ),
    Operacion(
        "POST",
        "/siaa/enrutar",
        "Qué documentos se eligen para la última pregunta de una conversación.",
        _json(formas.Enrutada),
        cuerpo=CHAT,
    ),
    Operacion(
        "GET",
        "/siaa/contexto",
        "Qué recibiría el modelo para una pregunta.",
        _json(formas.ContextoReunido),
        (Q,),
        (400, 413),
    ),
    Operacion(
        "POST",
        "/siaa/contexto",
        "Qué recibiría el modelo para la última pregunta de una conversación.",
        _json(formas.ContextoReunido),
        cuerpo=CHAT,
    ),
    Operacion(
        "GET",
        "/siaa/fragmento",
        "Qué fragmentos de un documento se eligen para una pregunta, y por qué.",
        _json(formas.FragmentoElegido),
        (
            Q,
            Parametro("doc", "Nombre del documento.", TEXTO, UN_DOCUMENTO, obligatorio=True),
        ),
        (400, 404, 413),
    ),
    Operacion(
        "GET",
        "/siaa/keywords/<path:doc>",
        "Las palabras clave de un documento.",
        _json(formas.PalabrasClave),
        (DOC,),
        (404,),
    ),
    Operacion(
        "GET",
        "/siaa/densidad/<path:termino>",
        "Los documentos de un término, del más denso al menos.",
        _json(formas.DensidadDeTermino),
        (Parametro("termino", "Una palabra.", TEXTO, "plazo", "path", True),),
        (404,),
    ),
    Operacion(
        "GET",
        "/siaa/tokens",
        "Cómo se lee una pregunta.",
        _json(formas.PreguntaEnTokens),
        (Q,),
        (400, 413),
    ),
    Operacion(
        "GET",
        "/siaa/ejemplos",
        "Preguntas con que empezar, de cada colección.",
        _json(formas.EjemplosDeLaBiblioteca),
    ),
    Operacion(
        "GET",
        "/siaa/ver/<path:doc>",
        "Un documento como página.",
        PAGINA,
        (
            DOC,
            Parametro("q", "Pregunta cuyas palabras se resaltan.", TEXTO, UNA_PREGUNTA),
            Parametro("desde", "Carácter donde empieza el pasaje citado.", LUGAR, "120"),
            Parametro("hasta", "Carácter donde termina.", LUGAR, "180"),
            Parametro("huella", "La del pasaje; si es otra, no se resalta.", TEXTO, "1f0ac32b"),
        ),
        (404, 413, 503),
    ),
    Operacion(
        "GET",
        "/siaa/static/<path:filename>",
        "Los archivos de las páginas.",
        ARCHIVO,
        (Parametro("filename", "Nombre del archivo.", TEXTO, "visor.css", "path", True),),
        (404,),
    ),
    Operacion(
        "GET",
        "/siaa/status",
        "Qué está cargado, cómo está el servicio y qué hacer con lo que falla.",
        _json(formas.EstadoDelServicio),
    ),
    Operacion(
        "GET",
        "/siaa/salud",
        "La página del administrador: qué falla, qué hacer y por qué se responde así.",
        PAGINA,
        (Parametro("q", "Pregunta que se quiere ver explicada.", TEXTO, UNA_PREGUNTA),),
    ),
    Operacion(
        "GET",
        "/siaa/openapi.json",
        "Esta descripción.",
        _json(formas.Descripcion),
    ),
    Operacion(
        "GET",
        "/siaa/cache",
        "Las respuestas que se recuerdan.",
        _json(formas.CacheVista),
    ),
    Operacion(
        "DELETE",
        "/siaa/cache",
        "Olvida las respuestas que se recuerdan.",
        _json(formas.Borradas),
    ),
    Operacion(
        "POST",
        "/siaa/recargar",
        "Vuelve a leer la biblioteca.",
        _json(formas.RecargaHecha),
        (Parametro("forzar", "1 recarga aunque se encuentre menos.", FORZAR, "0"),),
        (400, 409, 503),
    ),
    Operacion(
        "GET",
        "/siaa/log",
        "El registro de preguntas.",
        MappingProxyType({JSON: formas.PaginaDelRegistro, "text/csv": None, "text/plain": None}),
        DE_REGISTRO,
        (400, 404, 503),
    ),
    Operacion(
        "POST",
        "/siaa/valoracion",
        "Dice si una respuesta sirvió.",
        _json(Valoracion),
        errores=(404, 503),
        cuerpo=VALORACION,
    ),
    Operacion(
        "GET",
        "/siaa/valoraciones",
        "Las valoraciones, con sus preguntas.",
        _json(formas.PaginaDeValoraciones),
        (VOTO, *DE_PAGINA),
        (400, 404, 503),
    ),
    Operacion(
        "GET",
        "/metrics",
        "Las cuentas del servicio, en el formato de Prometheus.",
        MappingProxyType({"text/plain": None}),
    ),
)
