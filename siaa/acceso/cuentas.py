"""Whose program is at the other end of a connection within this machine, as Linux tells.

A proxy may send on a request as if it were its own; but it is started by an account of the system,
and whoever sits at the machine has an account of a person.
"""

import os
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
NADIE: Final = -1
"""Account of an end that no program holds any more, which the tables tell as 0."""


def es_de_persona(direccion: str, puerto: int, hacia: int) -> bool:
    """Tell whether a person, or this service itself, holds an end of a connection.

    direccion, puerto: of that end; hacia: port of the other. True where the system does not tell.
    """
    tablas = [tabla for tabla in TABLAS if tabla.exists()]
    extremo = como_en_las_tablas(direccion, puerto, sys.byteorder)
    for tabla in INTENTOS * tablas:
        with tabla.open(encoding="ascii") as renglones:
            for renglon in renglones:
                if (dueno := quien_tiene(extremo, hacia, renglon)) is not None:
                    return cuenta_de_persona(dueno, os.getuid())
    return not tablas


def cuenta_de_persona(cuenta: int, propia: int) -> bool:
    """Tell whether an account is the administrator's, a person's or the service's own."""
    de_persona = cuenta >= PERSONAS and cuenta not in DEL_SISTEMA
    return de_persona or cuenta in (ADMINISTRADOR, propia)


def como_en_las_tablas(direccion: str, puerto: int, orden: str) -> str:
    """Return an end as the tables write it. orden: of the bytes in a number of the machine.

    Addresses are in words of four bytes.
    """
    leida = leer_direccion(direccion)
    crudo = b"" if leida is None else leida.packed
    paso = -1 if orden == "little" else 1
    palabras = b"".join(crudo[i : i + 4][::paso] for i in range(0, len(crudo), 4))
    return f"{palabras.hex().upper()}:{puerto:04X}"


def quien_tiene(extremo: str, hacia: int, renglon: str) -> int | None:
    """Return the account that holds an end, if a row of the tables is of it.

    An address of IPv4 may stand inside one of IPv6. hacia: port of the other end.
    """
    if extremo not in renglon:  # the tables have thousands of rows
        return None
    _, este, otro, _, _, _, _, cuenta, _, archivo, *_ = renglon.split()
    suyo = este.endswith(extremo) and not este.removesuffix(extremo).strip("0F")
    if not suyo or not otro.endswith(f":{hacia:04X}"):
        return None
    return NADIE if archivo == "0" else int(cuenta)
