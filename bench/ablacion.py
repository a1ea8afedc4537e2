"""What each part of `hibrida` is worth: every weight switched off, halved and doubled in turn.

    .venv/bin/python bench/ablacion.py --datos ../shared --mitad 2

Prints, for each set of questions, recall@1 and the coverage at 800, 2,400 and 4,800 characters:
with the weights as they are, then the change that each variant makes, in questions out of a
thousand.
`--mitad` takes every other question: 1 is the half that weights are chosen on, 2 the other.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Final

import comun  # puts the project on the import path

from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.indice import Indice
from siaa.evaluacion.medidas import cubre
from siaa.evaluacion.preguntas import leer_preguntas
from siaa.evaluacion.valores import Caso
from siaa.recuperacion.contexto import armar_contexto
from siaa.recuperacion.hibrida import busqueda as hibrida
from siaa.recuperacion.hibrida.pesos import PESOS, Pesos
from siaa.valores import AjustesPoda, Presupuesto

CONJUNTOS: Final = {"desarrollo": "corpus", "xquad_es": "xquad_es", "actos_co": "actos_co"}
LIMITES: Final = (800, 2400, 4800)
LIBRE: Final = AjustesPoda(max_chunks=3, presupuesto=Presupuesto(4800, 4800, 4800))


def variantes() -> Iterator[tuple[str, Pesos]]:
    """Yield every weight at 0, half and double."""
    for campo in fields(Pesos):
        valor = getattr(PESOS, campo.name)
        for factor, nombre in ((0.0, "sin"), (0.5, "mitad"), (2.0, "doble")):
            yield f"{nombre} {campo.name}", replace(PESOS, **{campo.name: valor * factor})


def medir(indice: Indice, casos: Sequence[Caso], pesos: Pesos) -> tuple[float, ...]:
    """Return recall@1 and the coverages of some questions."""
    primeros: list[bool] = []
    cubiertas: list[tuple[bool, ...]] = []
    for caso in casos:
        busqueda = hibrida.buscar(indice, caso.pregunta, pesos)
        ruta = busqueda.enrutar(1 if busqueda.citados else 2)
        documentos = [d.doc for d in ruta.documentos]
        primeros.append(documentos[:1] == [caso.documento])
        if caso.respuestas:
            contexto = armar_contexto(indice, busqueda.podar(documentos, LIBRE))
            cubiertas.append(tuple(cubre(contexto, caso, limite) for limite in LIMITES))
    coberturas = (sum(columna) / len(cubiertas) for columna in zip(*cubiertas, strict=True))
    return (sum(primeros) / len(primeros), *coberturas)


def main() -> None:
    """Print one table a set."""
    opciones = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    opciones.add_argument("--datos", type=Path, default=comun.RAIZ.parent / "shared")
    opciones.add_argument("--conjunto", choices=CONJUNTOS, action="append")
    opciones.add_argument("--mitad", type=int, choices=(1, 2), default=2)
    pedido = opciones.parse_args()
    for conjunto in pedido.conjunto or CONJUNTOS:
        indice = cargar_biblioteca(pedido.datos / CONJUNTOS[conjunto])
        casos = leer_preguntas(pedido.datos / "preguntas" / f"{conjunto}.jsonl")
        casos = casos[pedido.mitad - 1 :: 2]
        base = medir(indice, casos, PESOS)
        print(f"\n{conjunto}, {len(casos)} preguntas: r@1, cobertura a {LIMITES}")
        print("| variante | r@1 | " + " | ".join(map(str, LIMITES)) + " |\n" + "|---" * 5 + "|")
        print("| tal cual | " + " | ".join(f"{valor:.3f}" for valor in base) + " |")
        for nombre, pesos in variantes():
            medidas = medir(indice, casos, pesos)
            cambios = (f"{1000 * (m - b):+.0f}" for m, b in zip(medidas, base, strict=True))
            print(f"| {nombre} | " + " | ".join(cambios) + " |", flush=True)


if __name__ == "__main__":
    main()
