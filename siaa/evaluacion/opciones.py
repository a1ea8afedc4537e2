"""The options of `evaluar` as a table. The door hands them to its parser.

Law: nothing outside the standard library is imported, so that the help can be shown before anything
is installed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from siaa.evaluacion.errores import ErrorEvaluacion
from siaa.evaluacion.valores import NOMBRE_PREGUNTAS

Opcion = tuple[str, Mapping[str, Any]]
"""An option and the keyword arguments of `add_argument` for it."""

PREFIJO: Final = "siaa_"
FALLOS_MOSTRADOS: Final = 10
BANDERAS: Final = MappingProxyType(
    {
        "con_errata": ("errata", "con un error de tecleo en una palabra de cada pregunta"),
        "sin_acentos": ("sin_acentos", "con las preguntas sin tildes ni eñes"),
        "mayusculas": ("mayusculas", "con las preguntas en mayúsculas"),
    }
)
"""Flag → the perturbation it stands for, and its help."""


def _archivo(ayuda: str) -> dict[str, Any]:
    return {"type": Path, "metavar": "ARCHIVO", "help": ayuda}


def _bandera(ayuda: str) -> dict[str, Any]:
    return {"action": "store_true", "help": ayuda}


OPCIONES: Final[tuple[Opcion, ...]] = (
    (
        "--preguntas",
        _archivo(f"preguntas, una por línea (si no, {NOMBRE_PREGUNTAS} de la carpeta)"),
    ),
    (
        "--contra",
        {
            "action": "append",
            "default": [],
            "metavar": "NOMBRE=VALOR",
            "help": "compara con este ajuste cambiado, p. ej. estrategia=clasica; se puede repetir",
        },
    ),
    (
        "--sin-respuesta",
        _bandera("pregunta otra vez sin el documento que responde, y mide si se nota"),
    ),
    *((f"--{n.replace('_', '-')}", _bandera(ayuda)) for n, (_, ayuda) in BANDERAS.items()),
    (
        "--mitad",
        {
            "type": int,
            "choices": (1, 2),
            "help": "solo una de cada dos preguntas: para ajustar con "
            "una mitad e informar con la otra",
        },
    ),
    (
        "--fallos",
        {
            "type": int,
            "default": FALLOS_MOSTRADOS,
            "metavar": "N",
            "help": f"fallos y cambios que se muestran (por defecto, {FALLOS_MOSTRADOS})",
        },
    ),
    ("--json", _archivo("guarda el informe completo en JSON")),
    ("--grafica", _archivo("guarda la gráfica en SVG")),
)


def leer_contra(dados: Sequence[str], ajustes: Collection[str]) -> dict[str, str]:
    """Turn `NOMBRE=VALOR` texts into settings; a name may also be written as its variable.

    Raises `ErrorEvaluacion` for another form or a name that is no setting.
    """
    cambios: dict[str, str] = {}
    for dado in dados:
        nombre, igual, valor = dado.partition("=")
        nombre = nombre.strip().lower().removeprefix(PREFIJO)
        if not igual or not valor.strip():
            raise ErrorEvaluacion(
                f"--contra «{dado}» no sirve: escriba NOMBRE=VALOR, como estrategia=clasica."
            )
        if nombre not in ajustes:
            parecidos = get_close_matches(nombre, ajustes, n=1)
            pista = f"¿quiso decir «{parecidos[0]}»?" if parecidos else "véase README.md."
            raise ErrorEvaluacion(f"«{nombre}», en --contra, no es un ajuste: {pista}")
        cambios[nombre] = valor.strip()
    return cambios
