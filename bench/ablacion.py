"""What each part of `hibrida` is worth: every weight switched off, halved and doubled in turn.

    .venv/bin/python bench/ablacion.py --datos ../shared --conjunto gente --mitad 2

Prints, for each set of questions, recall@1, the answers that are sent whole and the mean characters
sent: with the weights as they are, then the change that each variant makes, in questions out of a
thousand and in characters. `--mitad` takes every other question: 1 is the half that weights are
chosen on, 2 the other.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from statistics import fmean

import comun  # noqa: F401  # puts the project on the import path
from comparar import de_datos
from encargo import CONJUNTOS, CORTES, DATOS

from config import Config
from siaa.armado import ajustes_consulta
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.indice import Indice
from siaa.evaluacion.corrida import CARACTERES, ENVIADA, preguntar, sistema
from siaa.evaluacion.medidas import Caso
from siaa.evaluacion.preguntas import leer_preguntas, mitad
from siaa.recorrido.hallazgo import AjustesConsulta
from siaa.recuperacion.estrategia import ESTRATEGIAS, Estrategia
from siaa.recuperacion.hibrida import busqueda as hibrida
from siaa.recuperacion.hibrida.pesos import PESOS, Pesos


@dataclass(frozen=True, slots=True)
class ConPesos(AjustesConsulta):
    """The settings of the service, with other weights in `hibrida`."""

    pesos: Pesos = PESOS

    def elegida(self, herramienta: str = "") -> Estrategia:
        """Return `hibrida` with these weights, in whatever tool it is asked."""
        return replace(ESTRATEGIAS["hibrida"], buscar=partial(hibrida.buscar, pesos=self.pesos))


def variantes() -> Iterator[tuple[str, Pesos]]:
    """Yield every weight at 0, half and double."""
    for campo in fields(Pesos):
        valor = getattr(PESOS, campo.name)
        for factor, nombre in ((0.0, "sin"), (0.5, "mitad"), (2.0, "doble")):
            yield f"{nombre} {campo.name}", replace(PESOS, **{campo.name: valor * factor})


def medir(indice: Indice, casos: Sequence[Caso], pesos: Pesos) -> tuple[float, float, float]:
    """Return recall@1, answers sent and mean characters sent of some questions."""
    base = ajustes_consulta(Config())
    dados = {campo.name: getattr(base, campo.name) for campo in fields(base)}
    filas = preguntar(casos, sistema(indice, ConPesos(**dados, pesos=pesos)))
    columnas = ([f.valores[m] for f in filas if m in f.valores] for m in ("recall@1", ENVIADA))
    primeros, enviadas = (fmean(columna) if columna else 0.0 for columna in columnas)
    return primeros, enviadas, fmean(fila.valores[CARACTERES] for fila in filas)


def main() -> None:
    """Print one table a set."""
    opciones = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    opciones.add_argument("--datos", type=Path, default=DATOS)
    opciones.add_argument("--conjunto", choices=CONJUNTOS, action="append")
    opciones.add_argument("--mitad", type=int, choices=(1, 2), default=2)
    pedido = opciones.parse_args()
    pedido.corte = CORTES[0]
    for nombre in pedido.conjunto or CONJUNTOS:
        with ExitStack() as pila:
            conjunto = de_datos(nombre, pedido, pila)
            indice = cargar_biblioteca(conjunto.carpeta)
            casos = mitad(leer_preguntas(conjunto.preguntas[0]), pedido.mitad)
        base = medir(indice, casos, PESOS)
        print(f"\n{nombre}, {len(casos)} preguntas")
        print("| variante | r@1 | respuesta enviada | caracteres |\n" + "|---" * 4 + "|")
        print("| tal cual | {:.3f} | {:.3f} | {:.0f} |".format(*base))
        for variante, pesos in variantes():
            r1, enviada, caracteres = medir(indice, casos, pesos)
            cambios = f"{1000 * (r1 - base[0]):+.0f} | {1000 * (enviada - base[1]):+.0f}"
            print(f"| {variante} | {cambios} | {caracteres - base[2]:+.0f} |", flush=True)


if __name__ == "__main__":
    main()
