"""Addresses, host names and origins as they come on the wire, read strictly. Pure.

Whatever cannot be read is None: the caller decides what an unreadable value may do, which is
nothing.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from types import MappingProxyType
from typing import Final

Direccion = IPv4Address | IPv6Address
Red = IPv4Network | IPv6Network
PUERTOS: Final = MappingProxyType({"http": 80, "https": 443})
PUERTO_MAXIMO: Final = 65535
_SITIO: Final = re.compile(
    r"(?:\[(?P<ipv6>[0-9a-f:.]+)\]|(?P<nombre>[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?)"
    r"(?::(?P<puerto>[0-9]{0,5}))?"
)


@dataclass(frozen=True, slots=True)
class Sitio:
    """A host name in lower case, or an address in its canonical form, and the port if one came."""

    nombre: str
    puerto: int | None


@dataclass(frozen=True, slots=True)
class Origen:
    """Where a page came from, as browsers say it; the port is the scheme's when none came."""

    esquema: str
    nombre: str
    puerto: int

    def es_de(self, sitio: Sitio) -> bool:
        """Tell whether the page came from the site that it now calls."""
        puerto = PUERTOS[self.esquema] if sitio.puerto is None else sitio.puerto
        return (self.nombre, self.puerto) == (sitio.nombre, puerto)


def leer_direccion(texto: str) -> Direccion | None:
    """Read an IP address; its zone goes, and an IPv4 address inside an IPv6 one comes out."""
    try:
        direccion = ip_address(texto.partition("%")[0])
    except ValueError:
        return None
    if isinstance(direccion, IPv6Address) and direccion.ipv4_mapped is not None:
        return direccion.ipv4_mapped
    return direccion


def leer_sitio(texto: str) -> Sitio | None:
    """Read `name`, `name:port`, `1.2.3.4:80` or `[::1]:80`, the forms of a Host header."""
    hallado = _SITIO.fullmatch(texto.lower()) if texto.isascii() else None
    if hallado is None:
        return None
    puerto = int(hallado["puerto"]) if hallado["puerto"] else None
    nombre = hallado["nombre"] or hallado["ipv6"]
    direccion = leer_direccion(nombre)
    es_ipv6 = hallado["ipv6"] is not None
    if (puerto or 0) > PUERTO_MAXIMO or (es_ipv6 and (direccion is None or ":" not in nombre)):
        return None
    return Sitio(nombre if direccion is None else str(direccion), puerto)


def leer_origen(texto: str) -> Origen | None:
    """Read an Origin header; `null` and every scheme that is not the web's are nobody's."""
    esquema, _, resto = texto.partition("://")
    sitio = leer_sitio(resto)
    if sitio is None or esquema.lower() not in PUERTOS:
        return None
    puerto = PUERTOS[esquema.lower()] if sitio.puerto is None else sitio.puerto
    return Origen(esquema.lower(), sitio.nombre, puerto)


def es_de_este_equipo(nombre: str) -> bool:
    """Tell whether a name or address can only mean the machine that says it."""
    direccion = leer_direccion(nombre)
    return nombre == "localhost" if direccion is None else direccion.is_loopback


def nombres_de_escucha(host: str) -> frozenset[str]:
    """Return the names that listening at an address gives: its own, but for «everywhere»."""
    direccion = leer_direccion(host)
    if direccion is None:
        return frozenset({host.lower()})
    return frozenset() if direccion.is_unspecified else frozenset({str(direccion)})


def cliente(par: str, reenviado_por: str, proxies: Sequence[Red]) -> str:
    """Return who asks, in canonical form: the nearest address that is not a listed proxy's.

    `par`: the other end of the connection; `reenviado_por`: X-Forwarded-For, in which each proxy
    adds at the right the address that called it. An address counts only when a listed proxy wrote
    it, and one that cannot be read ends the walk at the proxy that did.
    """
    actual = leer_direccion(par)
    if actual is None:
        return par
    for salto in reversed(reenviado_por.split(",")):
        sitio = leer_sitio(salto.strip())  # some proxies add the port
        siguiente = leer_direccion(salto.strip() if sitio is None else sitio.nombre)
        if siguiente is None or not any(actual in red for red in proxies):
            break
        actual = siguiente
    return str(actual)
