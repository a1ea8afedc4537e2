"""What is asked of the record over HTTP, checked: filters, pages and ratings."""

from __future__ import annotations

from collections.abc import Mapping
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

FORMATOS: Final = ("json", "csv", "texto")
POR_PAGINA: Final = 50
POR_PAGINA_MAXIMA: Final = 500
PAGINA_MAXIMA: Final = 1_000_000
COMENTARIO_MAXIMO: Final = 2000
PREFIJO_ID: Final = "chatcmpl-"

DE_FILTRO: Final = ("desde", "hasta", "tipo", "modo", "motivo", "alerta", "doc", "q")
DE_PAGINA: Final = ("pagina", "por_pagina")

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

    def __init__(self, peticion: Request, *conocidos: str) -> None:
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
        return any(self.texto(nombre) is not None for nombre in DE_PAGINA)


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
