"""The command line for the tests: its settings, and itself as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from paciencia import PACIENCIA_S, SIN_FIN_S

import siaa_proxy

PROXY = (sys.executable, str(Path(siaa_proxy.__file__).resolve()))
Corrida = tuple[int, str, str]
"""Exit status, standard output and standard error."""


def escribir_ajustes(carpeta: Path, documentos: Path, ollama_url: str) -> Path:
    """Write the settings of a library and a model's address; patience has no end."""
    ruta = carpeta / "prueba.toml"
    ruta.write_text(
        f"documentos = '{documentos}'\nollama_url = '{ollama_url}'\npuerto = 0\n"
        f"espera_primer_token = {SIN_FIN_S}\nespera_entre_tokens = {SIN_FIN_S}\n",
        encoding="utf-8",
    )
    return ruta


def aparte(*argumentos: str, **entorno: str) -> Corrida:
    """Run an order to its end."""
    hecha = subprocess.run(
        [*PROXY, *argumentos], capture_output=True, env=os.environ | entorno, timeout=PACIENCIA_S
    )
    return (
        hecha.returncode,
        hecha.stdout.decode("utf-8", "replace"),
        hecha.stderr.decode("utf-8", "replace"),
    )
