"""`catalogo.toml` → `Catalogo`: what the administrator knows. A mistake in it is never fatal."""

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import Annotated, Any, Final

from pydantic import Field, TypeAdapter, ValidationError

from siaa.biblioteca.lengua.ortografia import nombres_parecidos
from siaa.biblioteca.lengua.texto import componer_letras, solo_palabras
from siaa.biblioteca.valores import RANGOS, Catalogo, EntradaCatalogo, TipoDeRelacion
from siaa.errores import causa

NOMBRE_CATALOGO: Final = "catalogo.toml"
PESO_MAXIMO: Final = 1000.0
SUGERENCIAS: Final = 20
"""Absent names that the nearest one is looked for; each takes a look at all there are."""
_RELACIONES: Final[tuple[TipoDeRelacion, ...]] = ("modifica", "deroga")
_SECCIONES: Final = ("documentos", "colecciones", "sinonimos")


Campos = Mapping[str, tuple[TypeAdapter[Any], str]]
"""What a key may hold, and in words."""
_TEXTOS: Final = TypeAdapter[list[str]](list[str])
_TITULO: Final = (TypeAdapter[str](Annotated[str, Field(min_length=1)]), "un texto entre comillas")
_RANGO: Final = TypeAdapter[int](Annotated[int, Field(ge=1, le=len(RANGOS))])
_PESO: Final = TypeAdapter[float](Annotated[float, Field(ge=0, le=PESO_MAXIMO)])
_DIA: Final = (TypeAdapter[date](date), "una fecha como 2020-01-31")
_DE_DOCUMENTO: Final[Campos] = MappingProxyType(
    {
        "titulo": _TITULO,
        "palabras_clave": (_TEXTOS, "una lista de textos entre comillas"),
        "nombre_corto": _TITULO,
        "norma_base": (_TEXTOS, "una lista de asuntos entre comillas"),
        "rango": (_RANGO, f"un número de 1 a {len(RANGOS)}"),
        "mas_favorable": (TypeAdapter(bool), "true o false"),
        **dict.fromkeys(_RELACIONES, (_TEXTOS, "una lista de archivos o normas entre comillas")),
        **dict.fromkeys(("vigente_desde", "vigente_hasta"), _DIA),
    }
)
_DE_COLECCION: Final[Campos] = MappingProxyType(
    {"titulo": _TITULO, "peso": (_PESO, "un número entre 0 y 1000")}
)
_FRASES: Final = "una lista de palabras o frases entre comillas"


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
    documentos = _entradas(datos, "documentos", _DE_DOCUMENTO, avisos)
    colecciones = _entradas(datos, "colecciones", _DE_COLECCION, avisos)
    return Catalogo(
        documentos=MappingProxyType(
            {normalizar_nombre(nombre): _entrada(campos) for nombre, campos in documentos.items()}
        ),
        pesos=MappingProxyType({n: float(c.get("peso", 1.0)) for n, c in colecciones.items()}),
        titulos=MappingProxyType({n: c["titulo"] for n, c in colecciones.items() if "titulo" in c}),
        sinonimos=MappingProxyType(_sinonimos(datos, avisos)),
        avisos=tuple(avisos),
    )


def _entrada(campos: Mapping[str, Any]) -> EntradaCatalogo:
    dichos: dict[str, Any] = {c: tuple(v) if isinstance(v, list) else v for c, v in campos.items()}
    dichas = {tipo: dichos.pop(tipo) for tipo in _RELACIONES if tipo in dichos}
    bases = tuple(filter(None, map(solo_palabras, dichos.pop("norma_base", ()))))
    return EntradaCatalogo(dichas=MappingProxyType(dichas), norma_base=bases, **dichos)


def _sinonimos(datos: Mapping[str, Any], avisos: list[str]) -> dict[str, tuple[str, ...]]:
    """Return the synonyms as written, by folded phrase; what folds to the same is joined."""
    sinonimos: dict[str, dict[str, str]] = {}
    for escrita, valores in _tabla("sinonimos", datos.get("sinonimos", {}), avisos).items():
        clave = solo_palabras(escrita)
        escritas = valores if _es(_TEXTOS, valores) else []
        frases = {solo_palabras(v): " ".join(v.split()) for v in escritas}
        if clave and frases and all(frases):
            sinonimos.setdefault(clave, {}).update(frases)
        else:
            queja = f"debe ser {_FRASES}" if clave else "no tiene palabras"
            avisos.append(f"{NOMBRE_CATALOGO}: «sinonimos.{escrita}» {queja}; se ignoró.")
    return {c: tuple(f for llana, f in fs.items() if llana != c) for c, fs in sinonimos.items()}


def normalizar_nombre(nombre: str) -> str:
    """Return the key that a document's name, as somebody wrote it, would have: NFC, lower case."""
    return componer_letras(nombre).lower()


def avisos_de_nombres(
    catalogo: Catalogo, rutas: Mapping[str, str], colecciones: Sequence[str]
) -> tuple[str, ...]:
    """Return a warning for each name in the catalogue that matches nothing, or several files.

    rutas: the path of each document, by key.
    """
    return (
        *_ausentes("documento", catalogo.documentos, tuple(rutas)),
        *_repetidos(catalogo.documentos, rutas),
        *_ausentes("colección", catalogo.pesos, colecciones),
    )


def _repetidos(nombres: Iterable[str], rutas: Mapping[str, str]) -> Iterator[str]:
    """The key that is only a name is of the first file that has it, whoever it was written for."""
    claves: defaultdict[str, list[str]] = defaultdict(list)
    for clave, ruta in rutas.items():
        claves[ruta.rsplit("/", 1)[-1].lower()].append(clave)
    for nombre in nombres:
        otras = [clave for clave in claves.get(nombre, ()) if clave != nombre]
        for otra in otras[:SUGERENCIAS] if nombre in rutas else ():
            yield (
                f"{NOMBRE_CATALOGO}: «{nombre}» se llaman dos archivos, «{rutas[nombre]}» y "
                f"«{rutas[otra]}»; lo que dice vale para el primero: si habla del segundo, "
                f"escriba «{otra}»."
            )


def sugerencia(nombre: str, posibles: Iterable[str]) -> str:
    """Return « (¿quiso decir «x»?)» for the nearest known name, or nothing."""
    parecidos = nombres_parecidos(nombre.lower(), posibles, 1)
    return f" (¿quiso decir «{parecidos[0]}»?)" if parecidos else ""


def _ausentes(que: str, nombres: Iterable[str], existentes: Sequence[str]) -> list[str]:
    conocidos = frozenset(existentes)
    ausentes = enumerate(nombre for nombre in nombres if nombre not in conocidos)
    pares = ((n, sugerencia(n, existentes) if i < SUGERENCIAS else "") for i, n in ausentes)
    return [f"{NOMBRE_CATALOGO}: no hay {que} «{nombre}»{pista}." for nombre, pista in pares]


def _entradas(
    datos: Mapping[str, Any], seccion: str, campos: Campos, avisos: list[str]
) -> dict[str, dict[str, Any]]:
    return {
        nombre: _validos(f"{seccion}.{nombre}", tabla, campos, avisos)
        for nombre, tabla in _tabla(seccion, datos.get(seccion, {}), avisos).items()
    }


def _tabla(lugar: str, valor: Any, avisos: list[str]) -> dict[str, Any]:
    if isinstance(valor, dict):
        return valor
    avisos.append(f"{NOMBRE_CATALOGO}: «{lugar}» debe ser una tabla; se ignoró.")
    return {}


def _validos(lugar: str, tabla: Any, campos: Campos, avisos: list[str]) -> dict[str, Any]:
    validos: dict[str, Any] = {}
    for clave, valor in _tabla(lugar, tabla, avisos).items():
        tipo, esperado = campos.get(clave, (None, ""))
        if tipo is None:
            queja = f"no existe{sugerencia(clave, campos)}; se ignoró"
        elif not _es(tipo, valor):
            queja = f"debe ser {esperado}; se ignoró"
        else:
            validos[clave] = valor
            continue
        avisos.append(f"{NOMBRE_CATALOGO}: «{lugar}.{clave}» {queja}.")
    return validos


def _es(tipo: TypeAdapter[Any], valor: Any) -> bool:
    try:
        tipo.validate_python(valor, strict=True)
    except ValidationError:
        return False
    return True
