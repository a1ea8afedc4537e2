"""What a setting may be, how a wrong one is put into words, and secrets kept in files."""

import logging
import os
import stat
from collections.abc import Callable, Collection, Mapping, Sequence
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_core import ErrorDetails

from siaa.acceso import direcciones
from siaa.errores import causa, dichos

PREFIJO: Final = "SIAA_"
TOKEN_MINIMO: Final = 12
"""Shortest token, characters: with so many, guessing takes longer than anybody has."""
SECRETO_MAXIMO: Final = 4096
"""Longest file that holds a secret, bytes: well over any token, well under any other file."""

_diario = logging.getLogger(__name__)


class ErrorConfiguracion(ValueError):
    """A setting that cannot be used; its text is one Spanish sentence that says what to write."""


def _es_url(valor: str) -> str:
    valor = valor.strip()
    try:
        partes = urlsplit(valor)
        bien = partes.scheme in ("http", "https") and partes.hostname and partes.port != 0
        bien = bien and "@" not in partes.netloc
    except ValueError:  # of a port, or of brackets left open
        bien = False
    if not bien or not {"?", "#", " "}.isdisjoint(valor):
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


def _lista(leer: Callable[[str], Any]) -> Callable[[Any], Any]:
    def separar(valor: Any) -> Any:
        partes = valor.split(",") if isinstance(valor, str) else valor
        if not isinstance(partes, Sequence):
            raise ValueError("una lista separada por comas")
        textos = (str(parte).strip() for parte in partes)
        return tuple(leer(texto) for texto in textos if texto)

    return separar


def _nombre(texto: str) -> str:
    # An IPv6 address may come without the brackets that a Host header needs.
    sitio = direcciones.leer_sitio(f"[{texto}]" if ":" in texto and "[" not in texto else texto)
    if sitio is None or sitio.puerto is not None:
        raise ValueError("nombres o direcciones separados por comas, sin http:// y sin puerto")
    return sitio.nombre


def _origen(texto: str) -> direcciones.Origen:
    origen = direcciones.leer_origen(texto.rstrip("/"))
    if origen is None:
        raise ValueError("orígenes como https://intranet.ejemplo, separados por comas")
    return origen


def _red(texto: str) -> direcciones.Red:
    try:
        return ip_network(texto, strict=False)
    except ValueError as error:
        raise ValueError(
            "direcciones o redes como 10.0.0.5 o 10.0.0.0/24, separadas por comas"
        ) from error


SiNo = Literal["no", "si"]
Texto = Annotated[str, AfterValidator(_con_texto)]
Url = Annotated[str, AfterValidator(_es_url)]
Urls = Annotated[str, AfterValidator(_son_urls)]
Segundos = Annotated[float, Field(gt=0, le=3600, allow_inf_nan=False)]
Fraccion = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Token = Annotated[SecretStr, AfterValidator(_token)]
Nombres = Annotated[tuple[str, ...], BeforeValidator(_lista(_nombre))]
Origenes = Annotated[tuple[direcciones.Origen, ...], BeforeValidator(_lista(_origen))]
Redes = Annotated[tuple[direcciones.Red, ...], BeforeValidator(_lista(_red))]
Secreto = SecretStr | None

_QUE_ESCRIBIR: Final = dichos("que_escribir")


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


def explicar(
    error: ValidationError,
    valores: Mapping[str, Any],
    secretos: Collection[str],
    escritos: Mapping[str, str],
) -> str:
    """Put the first complaint into one sentence. `secretos`: settings whose value is not shown.

    escritos: what those are called whose value is that of a file; the others, as variables.
    """
    queja = error.errors()[0]
    causa = queja.get("ctx", {}).get("error")
    if not queja["loc"]:
        return str(causa)
    nombre = str(queja["loc"][0])
    mostrado = "(oculto)" if nombre in secretos else repr(valores[nombre])
    dicho = escritos.get(nombre, variable_de(nombre))
    return f"{dicho} = {mostrado} no sirve: {que_escribir(queja)}."


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


def leer_secreto(
    archivo: Path, variable: str, que: str = "el token", minimo: int = TOKEN_MINIMO
) -> str:
    """Read a secret from a file that holds nothing else, and warn when anybody may read it.

    variable: the setting that names the file. que: what it holds; minimo: characters, so that
    nobody guesses it, or 1. Raises `ErrorConfiguracion`.
    """
    try:
        with archivo.open("rb") as abierto:
            texto = abierto.read(SECRETO_MAXIMO + 1).decode("utf-8-sig").strip()
            permisos = os.fstat(abierto.fileno()).st_mode
    except (OSError, UnicodeDecodeError) as error:
        raise ErrorConfiguracion(
            f"{variable} = {str(archivo)!r} no sirve ({causa(error)}): escriba la ruta de un "
            f"archivo que contenga solo {que}."
        ) from error
    if not texto.isprintable() or not minimo <= len(texto) <= SECRETO_MAXIMO:
        largo = f" y con al menos {minimo} caracteres que nadie adivine" if minimo > 1 else ""
        raise ErrorConfiguracion(
            f"{variable} = {str(archivo)!r} no sirve: el archivo debe contener solo {que}, en una "
            f"línea{largo}."
        )
    if permisos & (stat.S_IROTH | stat.S_IWOTH):
        _diario.warning(
            "Cualquier usuario de este equipo puede leer o cambiar %s de %s: ejecute "
            "«chmod o= %s».",
            que,
            archivo,
            archivo,
        )
    return texto


def nombres_propios(host: str, hosts: Sequence[str]) -> frozenset[str]:
    """Return the names that a service which listens at `host` answers to, besides loopback's.

    Raises `ErrorConfiguracion` when others can get in and nobody said by what names.
    """
    if not hosts and not direcciones.es_de_este_equipo(host):
        raise ErrorConfiguracion(
            f"SIAA_HOST = {host!r} deja entrar desde la red: escriba en SIAA_HOSTS los nombres o "
            "direcciones con que llamarán a este equipo, separados por comas."
        )
    return frozenset(hosts) | direcciones.nombres_de_escucha(host)
