"""The options of `evaluar` as a table. The door hands them to its parser.

Law: nothing outside the standard library is imported, so that the help can be shown before anything
is installed.
"""

from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final


class ErrorEvaluacion(ValueError):
    """A file or an option that cannot be used; its text is one Spanish sentence for the user."""


Opcion = tuple[str, Mapping[str, Any]]
"""An option and the keyword arguments of `add_argument` for it."""

NOMBRE_PREGUNTAS: Final = "evaluacion.jsonl"
"""The question file of a library, in its folder."""
PREFIJO: Final = "siaa_"
FALLOS_MOSTRADOS: Final = 10
SIN_LECTURAS: Final = "sin-lecturas"
"""What `--contra` may be given in place of a setting."""


def _opcion(nombre: str, ayuda: str, **como: Any) -> Opcion:
    return nombre, {"help": ayuda, **como}


OPCIONES: Final[tuple[Opcion, ...]] = (
    _opcion(
        "--preguntas",
        f"preguntas, una por línea (si no, {NOMBRE_PREGUNTAS} de la carpeta)",
        type=Path,
        metavar="ARCHIVO",
    ),
    _opcion(
        "--contra",
        "compara con este ajuste cambiado (estrategia=clasica), con otra biblioteca "
        f"(documentos=CARPETA) o con la misma sin lecturas ({SIN_LECTURAS}); se puede repetir",
        action="append",
        default=[],
        metavar="NOMBRE=VALOR",
    ),
    _opcion(
        f"--{SIN_LECTURAS}",
        "mide como si los documentos no tuvieran lecturas (lecturas/*.jsonl)",
        action="store_true",
    ),
    _opcion(
        "--sin-respuesta",
        "pregunta otra vez sin el documento que responde, y mide si se nota",
        action="store_true",
    ),
    _opcion(
        "--mitad",
        "solo una de cada dos preguntas: para ajustar con una mitad e informar con la otra",
        type=int,
        choices=(1, 2),
    ),
    _opcion(
        "--fallos",
        f"fallos y cambios que se muestran (por defecto, {FALLOS_MOSTRADOS})",
        type=int,
        default=FALLOS_MOSTRADOS,
        metavar="N",
    ),
    _opcion("--json", "guarda el informe completo en JSON", type=Path, metavar="ARCHIVO"),
)


def leer_contra(dados: Sequence[str], ajustes: Collection[str]) -> dict[str, str]:
    """Turn `NOMBRE=VALOR` texts into settings; a name may also be written as its variable.

    What asks for no readings changes none. Raises `ErrorEvaluacion` for another form or a name
    that is no setting.
    """
    cambios: dict[str, str] = {}
    for dado in dados:
        if dado.strip() == SIN_LECTURAS:
            continue
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
