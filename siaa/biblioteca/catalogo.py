"""`catalogo.toml` → `Catalogo`: what the administrator knows. A mistake in it is never fatal."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import chain, repeat
from types import MappingProxyType
from typing import Annotated, Any, Final, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from siaa.biblioteca.lengua.parecidos import nombres_parecidos
from siaa.biblioteca.lengua.texto import componer_letras, corridas, plegar
from siaa.biblioteca.valores import Catalogo, EntradaCatalogo, TipoDeRelacion
from siaa.causas import causa

NOMBRE_CATALOGO: Final = "catalogo.toml"
PESO_MAXIMO: Final = 1000.0
SUGERENCIAS: Final = 20
"""Absent names that the nearest one is looked for; each takes a look at all there are."""
_RESERVADAS: Final = frozenset({"rango", "vigencia", "sinonimos"})
_RELACIONES: Final[tuple[TipoDeRelacion, ...]] = ("modifica", "deroga")
_SECCIONES: Final = ("documentos", "colecciones", "sinonimos")


class _Documento(BaseModel):
    model_config = ConfigDict(extra="forbid")
    titulo: Annotated[str, Field(strict=True, min_length=1)] | None = None
    palabras_clave: list[Annotated[str, Field(strict=True)]] = []
    modifica: list[Annotated[str, Field(strict=True)]] | None = None
    deroga: list[Annotated[str, Field(strict=True)]] | None = None
    vigente_desde: Annotated[date, Field(strict=True)] | None = None
    vigente_hasta: Annotated[date, Field(strict=True)] | None = None


class _Coleccion(BaseModel):
    model_config = ConfigDict(extra="forbid")
    peso: Annotated[float, Field(ge=0, le=PESO_MAXIMO, strict=True)] = 1.0


T = TypeVar("T", bound=BaseModel)

_ESPERADO: Final = MappingProxyType(
    {
        "titulo": "un texto entre comillas",
        "palabras_clave": "una lista de textos entre comillas",
        **dict.fromkeys(_RELACIONES, "una lista de archivos o normas entre comillas"),
        **dict.fromkeys(("vigente_desde", "vigente_hasta"), "una fecha como 2020-01-31"),
        "peso": "un número entre 0 y 1000",
        "sinonimos": "una lista de palabras o frases entre comillas",
    }
)


def leer_catalogo(crudo: bytes) -> Catalogo:
    """Read the bytes of a catalogue; what is not TOML is a warning and an empty catalogue."""
    try:
        datos = tomllib.loads(crudo.decode("utf-8-sig"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        return catalogo_ilegible(causa(error))
    return interpretar_catalogo(datos)


def catalogo_ilegible(razon: str) -> Catalogo:
    """Return the empty catalogue that stands in for one that cannot be read."""
    return Catalogo(avisos=(f"{NOMBRE_CATALOGO} no se pudo leer y se ignoró: {razon}.",))


def interpretar_catalogo(datos: Mapping[str, Any]) -> Catalogo:
    """Turn the parsed TOML into a `Catalogo`; what does not fit is left out with a warning."""
    avisos: list[str] = [
        f"{NOMBRE_CATALOGO}: la sección «{seccion}» no existe{sugerencia(seccion, _SECCIONES)}."
        for seccion in datos
        if seccion not in _SECCIONES
    ]
    documentos = _entradas(datos, "documentos", _Documento, avisos)
    colecciones = _entradas(datos, "colecciones", _Coleccion, avisos)
    return Catalogo(
        documentos=MappingProxyType(
            {
                normalizar_nombre(nombre): EntradaCatalogo(
                    entrada.titulo,
                    tuple(entrada.palabras_clave),
                    MappingProxyType(_dichas(entrada)),
                    entrada.vigente_desde,
                    entrada.vigente_hasta,
                )
                for nombre, entrada in documentos.items()
            }
        ),
        pesos=MappingProxyType({nombre: c.peso for nombre, c in colecciones.items()}),
        sinonimos=MappingProxyType(_sinonimos(datos.get("sinonimos", {}), avisos)),
        avisos=tuple(avisos),
    )


def _dichas(entrada: _Documento) -> dict[TipoDeRelacion, tuple[str, ...]]:
    """Return what a document does to others; an empty list says that it does nothing."""
    listas = ((tipo, getattr(entrada, tipo)) for tipo in _RELACIONES)
    return {tipo: tuple(lista) for tipo, lista in listas if lista is not None}


def _sinonimos(tabla: Any, avisos: list[str]) -> dict[str, tuple[str, ...]]:
    """Return the folded synonyms; entries that fold to the same phrase are joined."""
    if not isinstance(tabla, dict):
        avisos.append(f"{NOMBRE_CATALOGO}: «sinonimos» debe ser una tabla; se ignoró.")
        return {}
    sinonimos: dict[str, dict[str, None]] = {}
    for escrita, valores in tabla.items():
        clave, frases = _frase(escrita), _frases(valores)
        if clave and frases:
            sinonimos.setdefault(clave, {}).update(dict.fromkeys(frases))
        else:
            queja = f"debe ser {_ESPERADO['sinonimos']}" if clave else "no tiene palabras"
            avisos.append(f"{NOMBRE_CATALOGO}: «sinonimos.{escrita}» {queja}; se ignoró.")
    return {clave: tuple(f for f in frases if f != clave) for clave, frases in sinonimos.items()}


def _frases(valores: Any) -> tuple[str, ...]:
    """Return the folded phrases of a list, or nothing unless each of them has a word."""
    if not isinstance(valores, list) or not all(isinstance(valor, str) for valor in valores):
        return ()
    frases = tuple(_frase(valor) for valor in valores)
    return frases if all(frases) else ()


def _frase(escrita: str) -> str:
    return " ".join(corridas(plegar(escrita)))


def normalizar_nombre(nombre: str) -> str:
    """Return the key that a document's name, as somebody wrote it, would have: NFC, lower case."""
    return componer_letras(nombre).lower()


def avisos_de_nombres(
    catalogo: Catalogo, claves: Sequence[str], colecciones: Sequence[str]
) -> tuple[str, ...]:
    """Return a warning for each name in the catalogue that matches nothing in the library."""
    return (
        *_ausentes("documento", catalogo.documentos, claves),
        *_ausentes("colección", catalogo.pesos, colecciones),
    )


def sugerencia(nombre: str, posibles: Iterable[str]) -> str:
    """Return « (¿quiso decir «x»?)» for the nearest known name, or nothing."""
    parecidos = nombres_parecidos(nombre.lower(), posibles, 1)
    return f" (¿quiso decir «{parecidos[0]}»?)" if parecidos else ""


def _ausentes(que: str, nombres: Iterable[str], existentes: Sequence[str]) -> list[str]:
    conocidos = frozenset(existentes)
    ausentes = [nombre for nombre in nombres if nombre not in conocidos]
    pistas = chain((sugerencia(n, existentes) for n in ausentes[:SUGERENCIAS]), repeat(""))
    return [
        f"{NOMBRE_CATALOGO}: no hay {que} «{nombre}»{pista}."
        for nombre, pista in zip(ausentes, pistas, strict=False)
    ]


def _entradas(
    datos: Mapping[str, Any], seccion: str, modelo: type[T], avisos: list[str]
) -> dict[str, T]:
    tablas = datos.get(seccion, {})
    if not isinstance(tablas, dict):
        avisos.append(f"{NOMBRE_CATALOGO}: «{seccion}» debe ser una tabla; se ignoró.")
        return {}
    return {
        nombre: _validar(f"{seccion}.{nombre}", tabla, modelo, avisos)
        for nombre, tabla in tablas.items()
    }


def _validar(lugar: str, tabla: Any, modelo: type[T], avisos: list[str]) -> T:
    """Validate one table, dropping with a warning each key that does not fit."""
    if not isinstance(tabla, dict):
        avisos.append(f"{NOMBRE_CATALOGO}: «{lugar}» debe ser una tabla; se ignoró.")
        return modelo()
    utiles = {clave: valor for clave, valor in tabla.items() if clave not in _RESERVADAS}
    avisos.extend(
        f"{NOMBRE_CATALOGO}: «{lugar}.{clave}» está reservada y todavía no tiene efecto."
        for clave in tabla
        if clave in _RESERVADAS
    )
    try:
        return modelo.model_validate(utiles)
    except ValidationError as error:
        malas = {str(e["loc"][0]) for e in error.errors()}
        avisos.extend(_queja(lugar, clave, modelo) for clave in sorted(malas))
        return modelo.model_validate({c: v for c, v in utiles.items() if c not in malas})


def _queja(lugar: str, clave: str, modelo: type[BaseModel]) -> str:
    if clave in modelo.model_fields:
        esperado = _ESPERADO[clave]
        return f"{NOMBRE_CATALOGO}: «{lugar}.{clave}» debe ser {esperado}; se ignoró."
    pista = sugerencia(clave, modelo.model_fields)
    return f"{NOMBRE_CATALOGO}: «{lugar}.{clave}» no existe{pista}; se ignoró."
