"""What a setting may be, and how a wrong one is put into words."""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, SecretStr, ValidationError
from pydantic_core import ErrorDetails

PREFIJO: Final = "SIAA_"
TOKEN_MINIMO: Final = 12
"""Shortest token, characters: with so many, guessing takes longer than anybody has."""


class ErrorConfiguracion(ValueError):
    """A setting that cannot be used; its text is one Spanish sentence that says what to write."""


def _es_url(valor: str) -> str:
    valor = valor.strip()
    partes = urlsplit(valor)
    bien = partes.scheme in ("http", "https") and partes.hostname
    if not bien or "@" in partes.netloc or not {"?", "#", " "}.isdisjoint(valor):
        raise ValueError(
            "una dirección como http://127.0.0.1:11434, sin usuario, contraseña, «?» ni «#»"
        )
    return valor.rstrip("/")


def _son_urls(valor: str) -> str:
    return ",".join(dict.fromkeys(_es_url(una) for una in valor.split(",")))


def _con_texto(valor: str) -> str:
    if not valor.strip():
        raise ValueError("un texto que no esté vacío")
    return valor.strip()


def _token(valor: SecretStr) -> SecretStr:
    token = _con_texto(valor.get_secret_value())
    if len(token) < TOKEN_MINIMO:
        raise ValueError(f"al menos {TOKEN_MINIMO} caracteres que nadie adivine")
    return SecretStr(token)


SiNo = Literal["no", "si"]
Texto = Annotated[str, AfterValidator(_con_texto)]
Url = Annotated[str, AfterValidator(_es_url)]
Urls = Annotated[str, AfterValidator(_son_urls)]
Segundos = Annotated[float, Field(gt=0, le=3600, allow_inf_nan=False)]
Fraccion = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Token = Annotated[SecretStr, AfterValidator(_token)]

_QUE_ESCRIBIR: Final = MappingProxyType(
    {
        **dict.fromkeys(("int_parsing", "int_from_float", "int_type"), "un número entero"),
        **dict.fromkeys(("float_parsing", "float_type", "finite_number"), "un número"),
        "string_type": "un texto",
        "path_type": "la ruta de una carpeta",
        "greater_than": "un número mayor que {gt}",
        "greater_than_equal": "un número desde {ge}",
        "less_than_equal": "un número hasta {le}",
        "literal_error": "uno de estos valores: {expected}",
        "bool_type": "true o false",
        **dict.fromkeys(("list_type", "tuple_type"), "una lista entre corchetes"),
        "missing": "su valor, que falta",
        "too_long": "hasta {max_length} {partes}",
        **dict.fromkeys(("too_short", "string_pattern_mismatch"), "algo: no puede estar vacío"),
        "dict_type": "una tabla: su nombre entre corchetes",
        "model_type": "sus campos: un objeto de JSON, o una tabla con su nombre entre corchetes",
    }
)


def variable_de(nombre: str) -> str:
    """Return the environment variable of a setting."""
    return PREFIJO + nombre.upper()


def comprobar_topes(valores: Any) -> None:
    """Raise `ValueError` for a setting that goes beyond what another lets it."""
    topes = (
        ("chunk_overlap", valores.chunk_size - 1, "un número menor que", "chunk_size"),
        ("num_predict", valores.num_ctx // 2, "como mucho la mitad de", "num_ctx"),
        ("reordenar_umbral", valores.reordenar_tope, "como mucho", "reordenar_tope"),
    )
    for nombre, maximo, como, otro in topes:
        if (valor := getattr(valores, nombre)) > maximo:
            tope = f"{variable_de(otro)} ({_escrito(getattr(valores, otro))})"
            raise ValueError(
                f"{variable_de(nombre)} = {_escrito(valor)} no sirve: escriba {como} {tope}."
            )


def comprobar_secretos(valores: Any, secretos: Collection[str]) -> None:
    """Raise `ValueError` for a secret that is given itself and by the file that holds it."""
    for secreto in secretos:
        if getattr(valores, secreto) and getattr(valores, f"{secreto}_archivo"):
            variable = variable_de(secreto)
            raise ValueError(
                f"{variable} y {variable}_ARCHIVO están los dos: deje solo uno de ellos."
            )


def explicar(error: ValidationError, valores: Mapping[str, Any], secretos: Collection[str]) -> str:
    """Put the first complaint into one sentence. `secretos`: settings whose value is not shown."""
    queja = error.errors()[0]
    causa = queja.get("ctx", {}).get("error")
    if not queja["loc"]:
        return str(causa)
    nombre = str(queja["loc"][0])
    mostrado = "(oculto)" if nombre in secretos else repr(valores[nombre])
    return f"{variable_de(nombre)} = {mostrado} no sirve: {que_escribir(queja)}."


def que_escribir(queja: ErrorDetails) -> str:
    """Return what a complaint asks for: «escriba …»."""
    if queja["type"] == "extra_forbidden":
        return "no existe; corríjalo o bórrelo"
    plantilla = _QUE_ESCRIBIR.get(queja["type"])
    datos = {clave: _escrito(dato) for clave, dato in queja.get("ctx", {}).items()}
    datos["partes"] = "caracteres" if isinstance(queja["input"], str) else "elementos"
    esperado = plantilla.format(**datos) if plantilla else str(datos.get("error", queja["msg"]))
    return f"escriba {esperado}"


def _escrito(dato: object) -> str:
    """Write a limit, or the values to choose from, as a person would."""
    return str(dato).removesuffix(".0").replace(" or ", " o ")
