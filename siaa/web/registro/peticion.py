"""What is asked of the record over HTTP, checked: filters, pages and ratings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from difflib import get_close_matches
from types import MappingProxyType
from typing import Annotated, Final

from flask import Request
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from siaa.biblioteca.catalogo import normalizar_nombre
from siaa.biblioteca.lengua.texto import limpiar_entrada
from siaa.errores import PeticionInvalida
from siaa.servicio.registro.asiento import MODOS, MOTIVOS, VOTOS, Alerta, Razon, Voto
from siaa.servicio.registro.consultas import Filtro, Pagina
from siaa.valores import TipoPregunta
from siaa.web.cuerpo import TextoLimpio, leer_objeto
from siaa.web.documento import UN_DOCUMENTO
from siaa.web.openapi.operacion import Cuerpo, Esquema, Parametro
from siaa.web.peticion import SIN_TEXTO

FORMATOS: Final = ("json", "csv", "texto")
POR_PAGINA: Final = 50
POR_PAGINA_MAXIMA: Final = 500
PAGINA_MAXIMA: Final = 1_000_000
COMENTARIO_MAXIMO: Final = 2000
PREFIJO_ID: Final = "chatcmpl-"

_MUESTRA: Final = '{"id": "…", "voto": "si"}'
_FECHA: Final = "una fecha como 2026-03-15 o 2026-03-15T08:30"
_ELEGIBLES: Final = MappingProxyType(
    {
        "tipo": tuple(TipoPregunta),
        "modo": MODOS,
        "motivo": MOTIVOS,
        "alerta": tuple(Alerta),
        "voto": VOTOS,
        "formato": FORMATOS,
    }
)


def _o_nada(*esquemas: Esquema) -> Esquema:
    """Return the schema of a parameter that counts as absent when it is blank."""
    blanco = {"type": "string", "pattern": f"^[{SIN_TEXTO}]*$"}
    return MappingProxyType({"anyOf": (*esquemas, blanco)})


def _elegible(nombre: str, texto: str, ejemplo: str) -> Parametro:
    uno_de = {"type": "string", "enum": _ELEGIBLES[nombre]}
    return Parametro(nombre, texto, ejemplo, _o_nada(uno_de))


def _hasta(maximo: int, normal: int) -> Esquema:
    return _o_nada({"type": "integer", "minimum": 1, "maximum": maximo, "default": normal})


_MOMENTO: Final = _o_nada(
    {"type": "string", "format": "date"}, {"type": "string", "format": "date-time"}
)
DE_PAGINA: Final = (
    Parametro("pagina", "Qué página, desde 1.", 1, _hasta(PAGINA_MAXIMA, 1)),
    Parametro("por_pagina", "Cuántas por página.", 50, _hasta(POR_PAGINA_MAXIMA, POR_PAGINA)),
)
DE_REGISTRO: Final = (
    Parametro("desde", "Fecha, o fecha y hora; incluida.", "2026-03-15", _MOMENTO),
    Parametro(
        "hasta",
        "Fecha, incluida, o fecha y hora, no incluida.",
        "2026-03-15T08:30:00-05:00",
        _MOMENTO,
    ),
    _elegible("tipo", "Clase de pregunta.", "documental"),
    _elegible("modo", "Cómo se respondió.", "modelo"),
    _elegible("motivo", "Cómo terminó.", "stop"),
    _elegible("alerta", "Qué le faltó.", "SIN_CONTEXTO"),
    Parametro("doc", "Clave de un documento de los enviados.", UN_DOCUMENTO),
    Parametro("q", "Texto que la pregunta contiene.", "plazo"),
    *DE_PAGINA,
    _elegible("formato", "Forma de la respuesta.", "json"),
)
DE_VALORACIONES: Final = (_elegible("voto", "Solo las que tienen este voto.", "no"), *DE_PAGINA)
_CAMPOS: Final = MappingProxyType(
    {
        "id": "debe ser el «id» que trae la respuesta",
        "voto": "debe ser «si» o «no»",
        "razon": "debe ser «incorrecta», «incompleta» u «otro_documento», o faltar",
        "comentario": "debe ser un texto de 2.000 caracteres como mucho",
        "documento": "debe ser el nombre de un documento, o faltar",
    }
)


class PeticionValoracion(BaseModel):
    """A rating as it was sent; `id` without the prefix of OpenAI."""

    model_config = ConfigDict(strict=True, frozen=True)
    id: Annotated[TextoLimpio, Field(min_length=1, max_length=100)]
    voto: Voto
    razon: Razon | None = None
    comentario: Annotated[TextoLimpio, Field(max_length=COMENTARIO_MAXIMO)] = ""
    documento: Annotated[TextoLimpio, Field(min_length=1, max_length=500)] | None = None


VALORACION: Final = Cuerpo(
    PeticionValoracion,
    "El «id» es el de la respuesta, con «chatcmpl-» o sin él. La última valoración es la que vale.",
    MappingProxyType(
        {"id": "chatcmpl-0123456789abcdef0123456789abcdef", "voto": "no", "razon": "incompleta"}
    ),
)


def leer_valoracion(peticion: Request) -> PeticionValoracion:
    """Read the body of a rating. Raises `PeticionInvalida`, which names the field."""
    datos = leer_objeto(peticion, _MUESTRA)
    try:
        pedida = PeticionValoracion.model_validate(datos)
    except ValidationError as error:
        campo = str(error.errors(include_url=False)[0]["loc"][0])
        raise PeticionInvalida(f"El campo «{campo}» {_CAMPOS[campo]}.", {"campo": campo}) from error
    return pedida.model_copy(update={"id": pedida.id.removeprefix(PREFIJO_ID)})


class Parametros:
    """The query string of a request that knows only some names.

    Every method raises `PeticionInvalida`, which names the parameter; a parameter that is there
    but blank counts as absent.
    """

    def __init__(self, peticion: Request, parametros: Iterable[Parametro]) -> None:
        conocidos = tuple(parametro.nombre for parametro in parametros)
        for nombre in peticion.args:
            if nombre not in conocidos:
                parecidos = get_close_matches(nombre, conocidos, n=1) or conocidos
                admitidos = " o ".join(f"«{parecido}»" for parecido in parecidos)
                raise _queja(limpiar_entrada(nombre), f"no existe aquí; pruebe con {admitidos}")
        self._dados: Mapping[str, str] = peticion.args

    def texto(self, nombre: str) -> str | None:
        """Return a parameter as it was written."""
        valor = limpiar_entrada(self._dados.get(nombre, ""))
        return valor if valor.strip() else None

    def elegido(self, nombre: str) -> str | None:
        """Return a parameter that has to be one of a few words."""
        valor = self.texto(nombre)
        validos = _ELEGIBLES[nombre]
        if valor is not None and valor not in validos:
            raise _queja(nombre, f"debe ser uno de estos: {', '.join(validos)}")
        return valor

    def entero(self, nombre: str, normal: int, maximo: int) -> int:
        """Return a whole number from 1 to `maximo`; `normal` when absent."""
        valor = self.texto(nombre)
        if valor is None:
            return normal
        numero = int(valor) if valor.isascii() and valor.isdigit() and len(valor) < 10 else 0
        if not 1 <= numero <= maximo:
            raise _queja(nombre, f"debe ser un número de 1 a {maximo}")
        return numero

    def momento(self, nombre: str, cierra: bool = False) -> datetime | None:
        """Return a moment; without zone it is this machine's. A day that closes ends with it."""
        valor = self.texto(nombre)
        if valor is None:
            return None
        try:
            return _momento(valor, cierra)
        except (ValueError, OverflowError) as error:
            raise _queja(nombre, f"debe ser {_FECHA}") from error

    def filtro(self) -> Filtro:
        """Return which questions are meant."""
        doc = self.texto("doc")
        return Filtro(
            desde=self.momento("desde"),
            hasta=self.momento("hasta", cierra=True),
            tipo=self.elegido("tipo"),
            modo=self.elegido("modo"),
            motivo=self.elegido("motivo"),
            alerta=self.elegido("alerta"),
            doc=None if doc is None else normalizar_nombre(doc),
            q=self.texto("q"),
        )

    def pagina(self) -> Pagina:
        """Return which page is meant."""
        return Pagina(
            self.entero("pagina", 1, PAGINA_MAXIMA),
            self.entero("por_pagina", POR_PAGINA, POR_PAGINA_MAXIMA),
        )

    @property
    def pide_pagina(self) -> bool:
        """Whether a page was asked for at all."""
        return any(self.texto(parametro.nombre) is not None for parametro in DE_PAGINA)


def _queja(nombre: str, que: str) -> PeticionInvalida:
    return PeticionInvalida(f"El parámetro «{nombre}» {que}.", {"campo": nombre})


def _momento(valor: str, cierra: bool) -> datetime:
    try:
        dia = date.fromisoformat(valor)
    except ValueError:
        return datetime.fromisoformat(valor).astimezone()
    if cierra:
        dia += timedelta(days=1)
    return datetime(dia.year, dia.month, dia.day).astimezone()
