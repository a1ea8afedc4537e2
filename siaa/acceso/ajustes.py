"""What the settings of access may be: lists of names and networks, tokens kept in files."""

import logging
import os
import stat
from collections.abc import Callable, Sequence
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, SecretStr

from siaa.acceso import direcciones
from siaa.ajustes import TOKEN_MINIMO, ErrorConfiguracion, variable_de
from siaa.causas import causa

TOKEN_MAXIMO: Final = 4096
"""Longest token file, bytes: well over any token, well under any other kind of file."""

_diario = logging.getLogger(__name__)


def _lista(leer: Callable[[str], Any]) -> Callable[[Any], Any]:
    """Return a validator that takes a list, or a text with commas, and reads each element."""

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


def _red(texto: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(texto, strict=False)
    except ValueError as error:
        raise ValueError(
            "direcciones o redes como 10.0.0.5 o 10.0.0.0/24, separadas por comas"
        ) from error


Nombres = Annotated[tuple[str, ...], BeforeValidator(_lista(_nombre))]
Origenes = Annotated[tuple[direcciones.Origen, ...], BeforeValidator(_lista(_origen))]
Secreto = SecretStr | None
Redes = Annotated[tuple[IPv4Network | IPv6Network, ...], BeforeValidator(_lista(_red))]


def leer_token(archivo: Path, variable: str) -> str:
    """Read a token from a file that holds nothing else, and warn when anybody may read it.

    `variable`: the setting that names the file. Raises `ErrorConfiguracion`.
    """
    try:
        with archivo.open("rb") as abierto:
            texto = abierto.read(TOKEN_MAXIMO + 1).decode("utf-8-sig").strip()
            permisos = os.fstat(abierto.fileno()).st_mode
    except (OSError, UnicodeDecodeError) as error:
        raise ErrorConfiguracion(
            f"{variable} = {str(archivo)!r} no sirve ({causa(error)}): escriba la ruta de un "
            "archivo que contenga solo el token."
        ) from error
    if not texto.isprintable() or not TOKEN_MINIMO <= len(texto) <= TOKEN_MAXIMO:
        raise ErrorConfiguracion(
            f"{variable} = {str(archivo)!r} no sirve: el archivo debe contener solo el token, en "
            f"una línea y con al menos {TOKEN_MINIMO} caracteres que nadie adivine."
        )
    if permisos & (stat.S_IROTH | stat.S_IWOTH):
        _diario.warning(
            "Cualquier usuario de este equipo puede leer o cambiar el token de %s: ejecute "
            "«chmod o= %s».",
            archivo,
            archivo,
        )
    return texto


def elegir_token(nombre: str, dado: SecretStr | None, archivo: Path | None) -> str | None:
    """Return the token of a setting, or of the file that another one names; None without either.

    Raises `ErrorConfiguracion`.
    """
    if archivo is not None:
        return leer_token(archivo, variable_de(f"{nombre}_archivo"))
    return None if dado is None else dado.get_secret_value()


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
