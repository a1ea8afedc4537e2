"""What can be typed: the command line of the service, in Spanish.

Law: nothing outside the standard library is imported, so that the help can be shown before anything
is installed.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NoReturn

SALIDA_USO: Final = 2
"""Exit status of an order that cannot be understood."""
ORDENES: Final = ("servir", "preguntar", "verificar", "leer", "indexar", "evaluar", "convertir")
_SUELTAS: Final = ("-h", "--help", "--version")

SIN_LECTURAS: Final = "sin-lecturas"
"""What `--contra` may be given in place of a setting."""
FALLOS_MOSTRADOS: Final = 10

_DE_ARGPARSE: Final = (
    ("unrecognized arguments:", "sobra:"),
    ("the following arguments are required:", "falta:"),
    ("expected one argument", "falta su valor"),
    ("expected at least one argument", "falta su valor"),
    ("ambiguous option:", "opción ambigua:"),
    ("could match", "podría ser"),
    ("ignored explicit argument", "no lleva valor:"),
    ("invalid choice:", "no vale"),
    ("choose from", "elija entre"),
    ("invalid int value:", "no es un número entero:"),
    ("argument ", "opción "),
)
"""What `argparse` says, which offers no translation of its own."""


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
        for ingles, espanol in _DE_ARGPARSE:
            message = message.replace(ingles, espanol)
        sys.stderr.write(f"No se entiende la orden ({message}). Vea la ayuda con --help.\n")
        sys.exit(SALIDA_USO)


def leer_orden(argumentos: Sequence[str], version: str) -> argparse.Namespace:
    """Return what was ordered; `servir` when no order is named.

    Writes to stderr and exits with `SALIDA_USO` when the order makes no sense, and with 0 after
    showing the help or the version.
    """
    dados = list(argumentos)
    if not dados or dados[0] not in (*ORDENES, *_SUELTAS):
        dados.insert(0, "servir")
    return _analizador(version).parse_args(dados)


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

    def orden(nombre: str, para: str) -> argparse.ArgumentParser:
        nueva = ordenes.add_parser(nombre, help=para, description=f"{para[0].upper()}{para[1:]}.")
        nueva.add_argument("--config", type=Path, metavar="ARCHIVO", help="archivo de ajustes")
        nueva.add_argument("--documentos", metavar="CARPETA", help="carpeta de la biblioteca")
        return nueva

    servicio = orden("servir", "inicia el servicio (si no se da otra orden)")
    servicio.add_argument("--host", metavar="DIRECCIÓN", help="dirección donde escucha")
    servicio.add_argument("--puerto", metavar="N", help="puerto donde escucha; 0 = uno libre")
    una = orden("preguntar", "responde una pregunta y termina")
    una.add_argument("pregunta", nargs="+", metavar="PREGUNTA", help="entre comillas")
    una.add_argument("--detalle", action="store_true", help="muestra el registro completo")
    para = "comprueba cada frase de un texto contra los documentos; termina con 1 si una discrepa"
    borrador = orden("verificar", para)
    borrador.add_argument(
        "archivo", metavar="ARCHIVO", help="el texto, o un PDF, Word…; «-» lee la entrada"
    )
    borrador.add_argument("--pregunta", default="", help="la pregunta a la que responde el texto")
    para = "el modelo lee los documentos y anota qué preguntas responde cada artículo"
    lectura = orden("leer", para)
    lectura.add_argument(
        "--servidor", dest="ollama_url", metavar="URL", help="otro servidor del modelo"
    )
    lectura.add_argument("--protocolo", choices=("ollama", "openai"), help="cómo se le habla")
    lectura.add_argument("--modelo", metavar="M", help="otro modelo")
    lectura.add_argument("--limite", metavar="N", type=_cuantos, help="cuántos pasajes como mucho")
    solo_entonces = "solo entre esas horas, como 20-6"
    lectura.add_argument("--horas", metavar="D-H", type=_horas, help=solo_entonces)
    para = "hace los vectores de los documentos y llena con ellos el almacén; sigue donde quedó"
    orden("indexar", para).add_argument("--rehacer", action="store_true", help="borra los que hay")
    _describir_evaluar(orden("evaluar", "mide la búsqueda con preguntas y sus respuestas"))
    para = "escribe documentos PDF, Word, Excel o HTML como Markdown, para corregirlos a mano"
    paso = orden("convertir", para)
    paso.add_argument("entrada", metavar="ENTRADA", type=Path, help="un documento o una carpeta")
    paso.add_argument(
        "salida", metavar="SALIDA", type=Path, nargs="?", help="carpeta; si no, junto a cada uno"
    )
    return principal


def _describir_evaluar(medida: argparse.ArgumentParser) -> None:
    nueva = medida.add_argument
    para = "preguntas, una por línea (si no, evaluacion.jsonl de la carpeta)"
    nueva("--preguntas", type=Path, metavar="ARCHIVO", help=para)
    para = (
        "compara con este ajuste cambiado (estrategia=clasica), con otra biblioteca "
        f"(documentos=CARPETA) o con la misma sin lecturas ({SIN_LECTURAS}); se puede repetir"
    )
    nueva("--contra", action="append", default=[], metavar="NOMBRE=VALOR", help=para)
    para = "mide como si los documentos no tuvieran lecturas (lecturas/*.jsonl)"
    nueva(f"--{SIN_LECTURAS}", action="store_true", help=para)
    para = "pregunta otra vez sin el documento que responde, y mide si se nota"
    nueva("--sin-respuesta", action="store_true", help=para)
    para = "solo una de cada dos preguntas: para ajustar con una mitad e informar con la otra"
    nueva("--mitad", type=int, choices=(1, 2), help=para)
    para = f"fallos y cambios que se muestran (por defecto, {FALLOS_MOSTRADOS})"
    nueva("--fallos", type=int, default=FALLOS_MOSTRADOS, metavar="N", help=para)
    para = "guarda el informe completo en JSON"
    nueva("--json", type=Path, metavar="ARCHIVO", help=para)


def _cuantos(texto: str) -> int:
    if not texto.isdecimal() or not int(texto):
        raise argparse.ArgumentTypeError(f"{texto!r} no es un número mayor que cero")
    return int(texto)


def _horas(texto: str) -> tuple[int, int]:
    desde, _, hasta = texto.partition("-")
    if not (desde.isdecimal() and hasta.isdecimal() and int(desde) < 24 and int(hasta) < 24):
        raise argparse.ArgumentTypeError(f"{texto!r} no son dos horas del día, como 20-6")
    return int(desde), int(hasta)
