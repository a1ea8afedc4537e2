"""What can be typed: the command line of the service, as `ordenes.toml` has it.

Law: nothing outside the standard library is imported, so that the help can be shown before anything
is installed.
"""

import argparse
import sys
import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NoReturn

_TABLA: Final[Mapping[str, Any]] = MappingProxyType(
    tomllib.loads(files(__package__).joinpath("ordenes.toml").read_text(encoding="utf-8"))
)
SALIDA_USO: Final = 2
"""Exit status of an order that cannot be understood."""
ORDENES: Final = tuple(_TABLA["ordenes"])
_SUELTAS: Final = ("-h", "--help", "--version")
SIN_LECTURAS: Final = "sin-lecturas"
"""What `--contra` may be given in place of a setting."""


class Analizador(argparse.ArgumentParser):
    """`argparse` that speaks Spanish where it would speak English."""

    def __init__(self, **opciones: Any) -> None:
        super().__init__(add_help=False, **opciones)
        self._positionals.title = "argumentos"
        self._optionals.title = "opciones"
        self.add_argument("-h", "--help", action="help", help="muestra esta ayuda y termina")

    def format_help(self) -> str:
        """Return the help, whose first word is Spanish and two letters shorter."""
        uso, *resto = super().format_help().split("\n\n")
        uso = uso.replace("usage:", "uso:", 1).replace("\n  ", "\n")
        return "\n\n".join((uso, *resto))

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the order in one sentence, and end."""
        for ingles, espanol in _TABLA["de_argparse"].items():
            message = message.replace(ingles, espanol)
        sys.stderr.write(f"No se entiende la orden ({message}). Vea la ayuda con --help.\n")
        sys.exit(SALIDA_USO)


def leer_orden(argumentos: Sequence[str], version: str) -> argparse.Namespace:
    """Return what was ordered; `servir` when no order is named.

    Writes to stderr and exits with `SALIDA_USO` when the order makes no sense, and with 0 after
    showing the help or the version.
    """
    dados, analizador = list(argumentos), _analizador(version)
    sin_orden = not dados or dados[0] not in (*ORDENES, *_SUELTAS)
    opciones, sobran = analizador.parse_known_args(["servir", *dados] if sin_orden else dados)
    if sin_orden and (orden := next((dado for dado in sobran if dado in ORDENES), "")):
        analizador.error(f"la orden va primero: {orden} …")
    if sobran:
        analizador.error(f"sobra: {' '.join(sobran)}")
    return opciones


def _analizador(version: str) -> argparse.ArgumentParser:
    principal = Analizador(
        prog="./run.sh",
        description="SIAA responde preguntas a partir de los documentos de la institución.",
        epilog="Ajustes (variables SIAA_*): docs/guia_administrador.md; la lista, en README.md.",
    )
    principal.add_argument(
        "--version", action="version", version=f"SIAA {version}", help="muestra la versión"
    )
    ordenes = principal.add_subparsers(
        title="órdenes", dest="orden", metavar="ORDEN", required=True
    )
    for nombre, suya in _TABLA["ordenes"].items():
        para = suya["para"]
        orden = ordenes.add_parser(nombre, help=para, description=f"{para[0].upper()}{para[1:]}.")
        for argumento, dicho in (_TABLA["comunes"] | suya["toma"]).items():
            lector = {"type": _LECTORES[dicho["type"]]} if "type" in dicho else {}
            orden.add_argument(argumento, **dicho | lector)
    return principal


def _cuantos(texto: str) -> int:
    if not texto.isdecimal() or not int(texto):
        raise argparse.ArgumentTypeError(f"{texto!r} no es un número mayor que cero")
    return int(texto)


def _horas(texto: str) -> tuple[int, int]:
    desde, _, hasta = texto.partition("-")
    if not (desde.isdecimal() and hasta.isdecimal() and int(desde) < 24 and int(hasta) < 24):
        raise argparse.ArgumentTypeError(f"{texto!r} no son dos horas del día, como 20-6")
    return int(desde), int(hasta)


_LECTORES: Final = MappingProxyType(
    {"archivo": Path, "entero": int, "cuantos": _cuantos, "horas": _horas}
)
