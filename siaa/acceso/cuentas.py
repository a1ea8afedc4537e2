"""Whose program is at the other end of a connection within this machine, as Linux tells.

A proxy may send on a request as if it were its own; but it is started by an account of the system,
and whoever sits at the machine has an account of a person.
"""

import os
import re
import sys
from pathlib import Path
from typing import Final

from siaa.acceso.direcciones import leer_direccion

TABLAS: Final = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
INTENTOS: Final = 3
"""The tables move while they are read, so that a row may be missed."""
ADMINISTRADOR: Final = 0
PERSONAS: Final = 1000
"""The first account that a person gets; those before belong to the system."""
DEL_SISTEMA: Final = range(61184, 65536)
"""Accounts that systemd makes up for services, and «nobody»."""


def es_de_persona(direccion: str, puerto: int, hacia: int) -> bool:
    """Tell whether a person, or this service itself, holds an end of a connection.

    direccion, puerto: of that end; hacia: port of the other. True where the system does not tell.
    """
    tablas = [tabla for tabla in TABLAS if tabla.exists()]
    buscado = re.compile(renglon(direccion, puerto, hacia, sys.byteorder))
    for tabla in INTENTOS * tablas:
        if hallado := buscado.search(tabla.read_text("ascii")):
            # The owner of an end that no program holds any more is told as 0.
            nadie = hallado["archivo"] == "0"
            return not nadie and cuenta_de_persona(int(hallado["cuenta"]), os.getuid())
    return not tablas


def cuenta_de_persona(cuenta: int, propia: int) -> bool:
    """Tell whether an account is the administrator's, a person's or the service's own."""
    de_persona = cuenta >= PERSONAS and cuenta not in DEL_SISTEMA
    return de_persona or cuenta in (ADMINISTRADOR, propia)


def renglon(direccion: str, puerto: int, hacia: int, orden: str) -> str:
    """Return a pattern for the row of an end. orden: of the bytes in a number of the machine.

    Addresses are in words of four bytes; one of IPv4 may stand inside one of IPv6.
    """
    leida = leer_direccion(direccion)
    crudo = b"" if leida is None else leida.packed
    paso = -1 if orden == "little" else 1
    palabras = b"".join(crudo[i : i + 4][::paso] for i in range(0, len(crudo), 4))
    extremos = f" (?:[0F]{{24}})?{palabras.hex().upper()}:{puerto:04X} [0-9A-F]+:{hacia:04X} "
    return extremos + r"(?:\S+ +){4}(?P<cuenta>\d+) +\d+ (?P<archivo>\d+)"
