"""A generated library of any size: Zipf's law, words of a topic, words that every text has.

The shares below give a document as many terms, and as many distinct ones, as a real act of its
size has: about 550 and 280 in 7 KB.

Document k is the same in every library of one seed, so a small library is the beginning of a
large one. The words are made of Spanish syllables; nothing in them means anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Final

import comun
import numpy as np

SEMILLA: Final = 20240
COLECCIONES: Final = ("", "normativa", "circulares", "manuales", "historico", "procesos")
TEMAS: Final = 200
PALABRAS_POR_TEMA: Final = 40
PARTE_DE_FUNCION: Final = 0.40
PARTE_DEL_TEMA: Final = 0.25
PARTE_DE_NOMBRES_PROPIOS: Final = 0.004
VOCABULARIO: Final = 40_000
PALABRAS_POR_PARRAFO: Final = 60


def _lista(texto: str) -> tuple[str, ...]:
    return tuple(texto.split())


_FUNCION: Final = _lista(
    "de la el en que y a los del las por se con para un una no su al lo como o sobre este entre "
    "cuando más sin ser sus"
)
_EN_TODOS: Final = _lista("artículo norma oficina despacho funcionario término dispone vigencia")
_INICIOS: Final = _lista("b c d f g l m n p r s t v br cr dr fl gr pl pr tr ch ll")
_VOCALES: Final = _lista("a e i o u ia ie ue")
_FINALES: Final = _lista("ción miento dad dor mente ñal rio bles nte l r s")
_TIPOS: Final = (
    ("decreto", 0.62),
    ("ley", 0.16),
    ("resolucion", 0.10),
    ("circular", 0.04),
    ("acto-legislativo", 0.03),
    ("acuerdo", 0.05),
)


@dataclass(frozen=True, slots=True)
class Vocabulario:
    """Words by frequency rank, their cumulative weight, and the words of each topic."""

    palabras: Sequence[str]
    acumulado: np.ndarray
    temas: Sequence[np.ndarray]

    def azar(self, generador: np.random.Generator, cuantas: int) -> list[str]:
        """Return words drawn by Zipf's law."""
        lugares = np.searchsorted(self.acumulado, generador.random(cuantas))
        return [self.palabras[lugar] for lugar in lugares.tolist()]

    def del_tema(self, tema: int, generador: np.random.Generator, cuantas: int) -> list[str]:
        """Return words of one topic."""
        lugares = generador.integers(0, PALABRAS_POR_TEMA, cuantas)
        return [self.palabras[lugar] for lugar in self.temas[tema][lugares].tolist()]


def crear_vocabulario(semilla: int = SEMILLA) -> Vocabulario:
    """Return the vocabulary of a seed."""
    generador = np.random.default_rng(semilla)
    silabas = ["".join(par) for par in product(_INICIOS, _VOCALES)]
    inventadas: dict[str, None] = {}
    while len(inventadas) < VOCABULARIO:
        inventadas[_inventar(silabas, generador)] = None
    por_largo = sorted(inventadas, key=lambda palabra: len(palabra) + 3 * generador.random())
    palabras = (*_FUNCION, *_EN_TODOS, *por_largo)
    pesos = 1.0 / np.arange(1, len(palabras) + 1)
    temas = [
        generador.integers(len(palabras) // 100, len(palabras) // 2, PALABRAS_POR_TEMA)
        for _ in range(TEMAS)
    ]
    return Vocabulario(palabras, np.cumsum(pesos / pesos.sum()), temas)


def _inventar(silabas: Sequence[str], generador: np.random.Generator) -> str:
    lugares = generador.integers(0, len(silabas), int(generador.integers(1, 4))).tolist()
    final = _FINALES[int(generador.integers(0, len(_FINALES)))]
    return "".join(silabas[lugar] for lugar in lugares) + final


def nombres(cuantos: int, semilla: int = SEMILLA) -> list[str]:
    """Return file names like `decreto-123-1967.md`: few kinds and years, so shared by thousands."""
    generador = np.random.default_rng((semilla, 1))
    tipos, pesos = zip(*_TIPOS, strict=True)
    distintos: dict[str, None] = {}
    while len(distintos) < cuantos:
        tipo = str(generador.choice(tipos, p=pesos))
        numero, ano = int(generador.integers(1, 3000)), int(generador.integers(1920, 2020))
        codigo = f"psaa{ano % 100:02}-{10000 + numero}" if tipo == "acuerdo" else f"{numero}-{ano}"
        distintos[f"{tipo}-{codigo}.md"] = None
    return list(distintos)


def redactar(numero: int, nombre: str, vocabulario: Vocabulario, tamano: int) -> str:
    """Return the text of document `numero`, of about `tamano` bytes."""
    generador = np.random.default_rng((SEMILLA, 2, numero))
    tema = int(generador.integers(0, TEMAS))
    titulo = nombre.removesuffix(".md").replace("-", " ").upper()
    partes = [f"# {titulo}\n\nLa oficina dispone, en los términos de la norma:\n"]
    escrito = len(partes[0])
    while escrito < tamano:
        palabras = _parrafo(tema, vocabulario, generador)
        parrafo = f"\n**Artículo {len(partes)}°.** {palabras}.\n"
        partes.append(parrafo)
        escrito += len(parrafo.encode())
    return "".join(partes) + "\nVigencia: desde que un funcionario del despacho la publique.\n"


def _parrafo(tema: int, vocabulario: Vocabulario, generador: np.random.Generator) -> str:
    comunes = vocabulario.azar(generador, PALABRAS_POR_PARRAFO)
    propias = vocabulario.del_tema(tema, generador, PALABRAS_POR_PARRAFO)
    nombradas = [
        f"{comun.capitalize()}{propia}" for comun, propia in zip(comunes, propias, strict=True)
    ]
    de_funcion = [
        _FUNCION[n] for n in generador.integers(0, len(_FUNCION), PALABRAS_POR_PARRAFO).tolist()
    ]
    limites = np.cumsum((PARTE_DE_FUNCION, PARTE_DEL_TEMA, PARTE_DE_NOMBRES_PROPIOS))
    clases = np.searchsorted(limites, generador.random(PALABRAS_POR_PARRAFO)).tolist()
    posibles = zip(de_funcion, propias, nombradas, comunes, strict=True)
    return " ".join(palabras[clase] for clase, palabras in zip(clases, posibles, strict=True))


def escribir_biblioteca(
    carpeta: Path, cuantos: int, tamano: int = comun.BYTES_POR_DOCUMENTO, semilla: int = SEMILLA
) -> Path:
    """Write a library of so many documents into a folder, one subfolder per collection."""
    vocabulario = crear_vocabulario(semilla)
    for coleccion in COLECCIONES:
        (carpeta / coleccion).mkdir(parents=True, exist_ok=True)
    for numero, nombre in enumerate(nombres(cuantos, semilla)):
        destino = carpeta / COLECCIONES[numero % len(COLECCIONES)] / nombre
        destino.write_text(redactar(numero, nombre, vocabulario, tamano), encoding="utf-8")
    return carpeta


def preguntas_generadas(semilla: int = SEMILLA) -> dict[str, str]:
    """Return a dozen questions for a generated library, by what is hard about each."""
    vocabulario = crear_vocabulario(semilla)
    generador = np.random.default_rng((semilla, 3))
    tema = [" ".join(vocabulario.del_tema(n, generador, 4)) for n in range(3)]
    raras = " ".join(vocabulario.palabras[-n] for n in (11, 222, 3333))
    existentes = nombres(100, semilla)
    decreto = next(n for n in existentes if n.startswith("decreto")).removesuffix(".md").split("-")
    acuerdo = next(n for n in existentes if n.startswith("acuerdo")).removesuffix(".md")
    largo = " ".join(vocabulario.azar(generador, 1500))
    return {
        "tema": f"¿Qué dice sobre {tema[0]}?",
        "tema y comunes": f"¿Cuándo dispone la norma {tema[1]} en el despacho?",
        "comunes": "¿Qué dispone el artículo de la norma sobre el término del funcionario?",
        "raras": f"Explica {raras}",
        "lista": f"¿Cuáles son los términos de {tema[2]}?",
        "tipo y número": f"¿Qué dice el decreto {decreto[1]} de {decreto[2]}?",
        "solo tipo": "¿Qué decretos y qué leyes hay sobre vigencia?",
        "solo año": "normas de 1967 y de 1991",
        "código": f"Explica el {acuerdo.replace('-', ' ')}",
        "una palabra": "decreto",
        "nada que hallar": "xilofonista zapoteca wagneriano",
        "400 caracteres": largo[:400],
        "4.000 caracteres": largo[:4000],
    }
