"""What is asked of the record over HTTP, checked: filters, pages and ratings."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from datetime import date, datetime, timedelta
from typing import Annotated, Any, Final

from flask import Request
from pydantic import AfterValidator, BeforeValidator, Field

from siaa.biblioteca.catalogo import normalizar_nombre
from siaa.biblioteca.lengua.texto import limpiar_entrada
from siaa.servicio.registro.asiento import MODOS, MOTIVOS, VOTOS, Alerta, Razon, Voto
from siaa.servicio.registro.consultas import Filtro, Pagina
from siaa.valores import TipoPregunta
from siaa.web.openapi import Cuerpo, Esquema, Parametro, fijo, queja_de
from siaa.web.peticion import (
    PREGUNTA_MAXIMA,
    SIN_TEXTO,
    UN_DOCUMENTO,
    UNA_PREGUNTA,
    Estricto,
    TextoLimpio,
    TextoNoVacio,
)

POR_PAGINA: Final = 50
POR_PAGINA_MAXIMA: Final = 500
PAGINA_MAXIMA: Final = 1_000_000
COMENTARIO_MAXIMO: Final = 2000
PASAJE_MAXIMO: Final = 2000
"""Characters; more is no passage but a chapter."""
PREFIJO_ID: Final = "chatcmpl-"
UNA_HUELLA: Final = "5d41402abc4b2a76b9719d911017c592"
UN_ID: Final = f"{PREFIJO_ID}0123456789abcdef0123456789abcdef"


def _opcional(nombre: str, texto: str, ejemplo: object, *esquemas: Esquema) -> Parametro:
    """Describe a parameter that counts as absent when it is blank."""
    blanco = {"type": "string", "pattern": f"^[{SIN_TEXTO}]*$"}
    return Parametro(nombre, texto, ejemplo, fijo(anyOf=(*esquemas, blanco)))


def _elegible(nombre: str, texto: str, ejemplo: str, entre: Sequence[str]) -> Parametro:
    return _opcional(nombre, texto, ejemplo, {"type": "string", "enum": tuple(entre)})


def _entero(nombre: str, texto: str, normal: int, maximo: int) -> Parametro:
    limites = {"minimum": 1, "maximum": maximo, "default": normal}
    return _opcional(nombre, texto, normal, {"type": "integer", **limites})


def _momento(nombre: str, texto: str, ejemplo: str) -> Parametro:
    formas = ({"type": "string", "format": forma} for forma in ("date", "date-time"))
    return _opcional(nombre, texto, ejemplo, *formas)


DE_PAGINA: Final = (
    _entero("pagina", "Qué página, desde 1.", 1, PAGINA_MAXIMA),
    _entero("por_pagina", "Cuántas por página.", POR_PAGINA, POR_PAGINA_MAXIMA),
)
DE_REGISTRO: Final = (
    _momento("desde", "Fecha, o fecha y hora; incluida.", "2026-03-15"),
    _momento("hasta", "Fecha, incluida, o fecha y hora, no incluida.", "2026-03-15T08:30:00-05:00"),
    _elegible("tipo", "Clase de pregunta.", "documental", tuple(TipoPregunta)),
    _elegible("modo", "Cómo se respondió.", "modelo", MODOS),
    _elegible("motivo", "Cómo terminó.", "stop", MOTIVOS),
    _elegible("alerta", "Qué le faltó.", "SIN_CONTEXTO", tuple(Alerta)),
    Parametro("doc", "Clave de un documento de los enviados.", UN_DOCUMENTO),
    Parametro("q", "Texto que la pregunta contiene.", "plazo"),
    *DE_PAGINA,
    _elegible("formato", "Forma de la respuesta.", "json", ("json", "csv", "texto")),
)
DE_VALORACIONES: Final = (
    _elegible("voto", "Solo las que tienen este voto.", "no", VOTOS),
    *DE_PAGINA,
)
DE_BUZON: Final = (
    _elegible("estado", "Cuáles.", "pendiente", ("pendiente", "atendida", "todas")),
    *DE_PAGINA,
)
ID: Final = Parametro("pregunta", "El «id» de la respuesta.", UN_ID)
DE_ATENDER: Final = (ID, _elegible("atendida", "0 la deja otra vez pendiente.", "1", ("0", "1")))


class PeticionValoracion(Estricto):
    """A rating as it was sent; `id` without the prefix of OpenAI."""

    id: Annotated[
        TextoLimpio,
        Field(min_length=1, max_length=100),
        AfterValidator(lambda dado: dado.removeprefix(PREFIJO_ID)),
    ]
    voto: Voto
    razon: Razon | None = None
    comentario: Annotated[TextoLimpio, Field(max_length=COMENTARIO_MAXIMO)] = ""
    documento: Annotated[TextoLimpio, Field(min_length=1, max_length=500)] | None = None


VALORACION: Final = Cuerpo(
    PeticionValoracion,
    "El «id» es el de la respuesta, con «chatcmpl-» o sin él. La última valoración es la que vale.",
    fijo(id=UN_ID, voto="no", razon="incompleta"),
)


Lugar = Annotated[
    int,
    Field(ge=0, le=10**9),
    BeforeValidator(lambda n: int(n) if isinstance(n, float) and n.is_integer() else n),
]
"""A place in a document; to JSON, 120.0 is a whole number too."""


class PeticionPasaje(Estricto):
    """A passage `[desde, hasta)` of a document, and the question that it answers."""

    pregunta: Annotated[TextoNoVacio, Field(max_length=PREGUNTA_MAXIMA)]
    documento: Annotated[TextoLimpio, Field(min_length=1, max_length=500)]
    desde: Lugar
    hasta: Lugar
    huella: str


PASAJE: Final = Cuerpo(
    PeticionPasaje,
    "«desde» y «hasta» cuentan caracteres del documento, cuya «huella» se comprueba; el pasaje es "
    "de 2.000 como mucho. Otra pregunta igual del archivo se reemplaza.",
    fijo(pregunta=UNA_PREGUNTA, documento=UN_DOCUMENTO, desde=120, hasta=180, huella=UNA_HUELLA),
)


def leer_parametros(peticion: Request, parametros: Iterable[Parametro]) -> dict[str, Any]:
    """Return what a query string says of some names, by name, as their schemas say.

    What is absent, or blank, is None. Raises `PeticionInvalida`, which names the parameter.
    """
    dados = ((p, limpiar_entrada(peticion.args.get(p.nombre, ""))) for p in parametros)
    return {p.nombre: _leer(p, dado) if dado.strip() else None for p, dado in dados}


def _leer(parametro: Parametro, dado: str) -> str | int | datetime:
    esquema = parametro.esquema.get("anyOf", (parametro.esquema,))[0]
    if dado not in esquema.get("enum", (dado,)):
        raise queja_de(parametro.nombre, f"debe ser uno de estos: {', '.join(esquema['enum'])}")
    if esquema["type"] == "integer":
        numero = int(dado) if dado.isascii() and dado.isdigit() and len(dado) < 10 else 0
        if not esquema["minimum"] <= numero <= esquema["maximum"]:
            raise queja_de(parametro.nombre, f"debe ser un número de 1 a {esquema['maximum']}")
        return numero
    if "format" in esquema:
        try:
            return _leer_momento(dado, cierra=parametro.nombre == "hasta")
        except (ValueError, OverflowError) as error:
            que = "debe ser una fecha como 2026-03-15 o 2026-03-15T08:30"
            raise queja_de(parametro.nombre, que) from error
    return dado


def _leer_momento(dado: str, cierra: bool) -> datetime:
    """Read a moment; without zone it is this machine's. A day that closes ends with it."""
    try:
        dia = date.fromisoformat(dado)
    except ValueError:
        return datetime.fromisoformat(dado).astimezone()
    if cierra:
        dia += timedelta(days=1)
    return datetime(dia.year, dia.month, dia.day).astimezone()


def leer_filtro(dados: Mapping[str, Any]) -> Filtro:
    """Return which questions the parameters of the record mean."""
    doc = dados["doc"] and normalizar_nombre(dados["doc"])
    return Filtro(**{campo.name: dados[campo.name] for campo in fields(Filtro)} | {"doc": doc})


def leer_pagina(dados: Mapping[str, Any]) -> Pagina:
    """Return which page is meant."""
    return Pagina(dados["pagina"] or 1, dados["por_pagina"] or POR_PAGINA)
