"""Run the fault tests and write what they saw into `docs/faltas.md`.

python tests/apoyo/tabla_de_faltas.py
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

PRUEBAS = Path(__file__).resolve().parents[1] / "servidor" / "test_faltas.py"
ESCRIBIR = "--escribir-tabla"
"""The option of a run that writes the table instead of being compared with it."""


class Cuaderno:
    """The plugin that gathers what the tests saw; its option tells them not to compare."""

    def __init__(self) -> None:
        self.vistos: list[object] = []
        self.completo = True

    def pytest_addoption(self, parser: pytest.Parser) -> None:
        """Add the option."""
        parser.addoption(ESCRIBIR, action="store_true")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take the lines of a test that ended."""
        self.completo = self.completo and not report.skipped
        if report.when == "call":
            self.vistos += (v for nombre, v in report.user_properties if nombre == "renglon")


def main() -> int:
    """Write the table if every fault could be tried and every test passed."""
    cuaderno = Cuaderno()
    orden = [str(PRUEBAS), ESCRIBIR, "-k", "not la_tabla", "-p", "no:cacheprovider"]
    estado = pytest.main([*orden, *sys.argv[1:]], plugins=[cuaderno])
    if estado != pytest.ExitCode.OK or not cuaderno.completo:
        sys.stderr.write("The table stays as it was: not every fault was tried and passed.\n")
        return 1
    # Not before: pytest rewrites the assertions of what it imports first.
    from faltas_de_prueba import de_propiedad, escribir_tabla

    escribir_tabla(map(de_propiedad, cuaderno.vistos))
    return 0


if __name__ == "__main__":
    sys.exit(main())
