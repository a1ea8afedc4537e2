"""The command line for the tests: its settings, and itself as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import siaa_proxy

PROXY = (sys.executable, str(Path(siaa_proxy.__file__).resolve()))
Corrida = tuple[int, str, str]
"""Exit status, standard output and standard error."""


def escribir_ajustes(carpeta: Path, documentos: Path, ollama_url: str) -> Path:
    """Write the settings of a library and a model's address; everything else is quick."""
    ruta = carpeta / "prueba.toml"
    ruta.write_text(
        f"documentos = '{documentos}'\nollama_url = '{ollama_url}'\npuerto = 0\n"
        "espera_conexion = 0.5\nespera_primer_token = 2\nespera_entre_tokens = 1\n",
        encoding="utf-8",
    )
    return ruta


def aparte(*argumentos: str, **entorno: str) -> Corrida:
    """Run an order to its end."""
    hecha = subprocess.run(
        [*PROXY, *argumentos], capture_output=True, env=os.environ | entorno, timeout=30
    )
    return (
        hecha.returncode,
        hecha.stdout.decode("utf-8", "replace"),
        hecha.stderr.decode("utf-8", "replace"),
    )
