"""A large library of real prose: the acts of a folder, cut and mixed into as many as are wanted.

The first documents are the acts themselves, under their own names, so that questions which name an
act still name a document. Every document is filled up, or cut, to about the same size with passages
drawn from all acts. Document k depends only on the folder, on k and on the size.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Final

import comun
import numpy as np
from generada import nombres

SEMILLA: Final = 7_000
PASAJE_MINIMO: Final = 40
"""Characters below which a paragraph is a heading or a signature, not a passage."""
PASAJES_SEGUIDOS: Final = 4


def escribir_actos(
    origen: Path, destino: Path, cuantos: int, tamano: int = comun.BYTES_POR_DOCUMENTO
) -> Path:
    """Write so many documents of about `tamano` characters into `destino`, which must exist."""
    actos = {ruta.name: ruta.read_text(encoding="utf-8") for ruta in sorted(origen.glob("*.md"))}
    pasajes = [
        pasaje
        for texto in actos.values()
        for pasaje in texto.split("\n\n")
        if len(pasaje) >= PASAJE_MINIMO
    ]
    for numero, nombre in enumerate(nombrar(tuple(actos), cuantos)):
        inicial = actos.get(nombre) or f"# {nombre.removesuffix('.md').replace('-', ' ').upper()}"
        texto = completar(inicial, pasajes, numero, tamano)
        (destino / nombre).write_text(texto, encoding="utf-8")
    return destino


def nombrar(propios: Sequence[str], cuantos: int) -> list[str]:
    """Return distinct file names: those of the acts, then made-up ones of the same kind."""
    inventados = nombres(cuantos + len(propios))
    return list(dict.fromkeys(chain(propios, inventados)))[:cuantos]


def completar(texto: str, pasajes: Sequence[str], numero: int, tamano: int) -> str:
    """Return a text of `tamano` characters at most, cut after a whole paragraph where it can be."""
    azar = np.random.default_rng((SEMILLA, numero))
    partes, largo = [texto], len(texto)
    while largo < tamano:
        desde = int(azar.integers(0, len(pasajes)))
        seguidos = "\n\n".join(pasajes[desde : desde + PASAJES_SEGUIDOS])
        partes.append(seguidos)
        largo += len(seguidos) + 2
    entero = "\n\n".join(partes)
    corte = entero.rfind("\n\n", tamano // 2, tamano)
    return entero[: corte if corte != -1 else tamano] + "\n"
