"""The engines that are compared: SIAA's strategies and what a user could pick instead.

What an engine needs beyond the standard library and SIAA itself is named in `requiere` and imported
when it is filled, so that the others can be compared without it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import metadata, util
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Final, Protocol, get_args

import comun  # noqa: F401  # puts the project on the import path
import numpy as np
from encargo import Corte
from Stemmer import Stemmer
from ventanas import CANDIDATAS, MotorDeVentanas

from config import Config
from siaa.armado import ajustes_biblioteca, ajustes_consulta
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.biblioteca.lengua.vocabulario import STOPWORDS_ES
from siaa.evaluacion.corrida import sistema
from siaa.evaluacion.medidas import Respuesta, Sistema

K1: Final = 1.2
B: Final = 0.75
"""BM25 as SQLite and tantivy have it built in; bm25s and rank_bm25 are told the same."""


class Motor(Protocol):
    """An engine: filled once, then asked one question at a time."""

    requiere: ClassVar[tuple[str, ...]]
    nota: ClassVar[str]

    def cargar(self, carpeta: Path) -> None:
        """Read a folder of documents and build the index."""

    def buscar(self, pregunta: str) -> Respuesta:
        """Find documents and passages; the latency is that of the search alone."""


def palabras(texto: str) -> list[str]:
    """Return the words of a text, folded, without function words."""
    return [palabra for palabra in corridas(plegar(texto)) if palabra not in STOPWORDS_ES]


def _raices() -> Callable[[str], list[str]]:
    """Return what turns a text into stems: folded first, so that accents never matter."""
    raiz = Stemmer("spanish")
    return lambda texto: raiz.stemWords(palabras(texto))


class MotorBM25S(MotorDeVentanas):
    """bm25s: scores worked out at build time, one sparse matrix."""

    requiere = ("bm25s",)
    nota = "raíces de PyStemmer"

    def _indexar(self, textos: Iterable[str]) -> None:
        import bm25s

        self._analizar = _raices()
        self._indice = bm25s.BM25(k1=K1, b=B, method="lucene")
        self._indice.index([self._analizar(texto) for texto in textos], show_progress=False)

    def _mejores(self, pregunta: str) -> list[tuple[int, float]]:
        conocidas = self._indice.vocab_dict
        terminos = [t for t in dict.fromkeys(self._analizar(pregunta)) if t in conocidas]
        if not terminos:
            return []
        cuantas = min(CANDIDATAS, len(self._ventanas))
        numeros, puntajes = self._indice.retrieve([terminos], k=cuantas, show_progress=False)
        pares = zip(numeros[0].tolist(), puntajes[0].tolist(), strict=True)
        return [(n, puntaje) for n, puntaje in pares if puntaje > 0]


class MotorRankBM25(MotorDeVentanas):
    """rank_bm25: the plain loop over every window."""

    requiere = ("rank_bm25",)
    nota = "raíces de PyStemmer"

    def _indexar(self, textos: Iterable[str]) -> None:
        from rank_bm25 import BM25Okapi

        self._analizar = _raices()
        self._indice = BM25Okapi([self._analizar(texto) for texto in textos], k1=K1, b=B)

    def _mejores(self, pregunta: str) -> list[tuple[int, float]]:
        terminos = list(dict.fromkeys(self._analizar(pregunta)))
        puntajes = self._indice.get_scores(terminos)
        mejores = np.argsort(-puntajes, kind="stable")[:CANDIDATAS]
        return [(int(n), float(puntajes[n])) for n in mejores if puntajes[n] > 0]


class MotorTantivy(MotorDeVentanas):
    """tantivy (the engine of Quickwit), in memory, with its own Spanish analyser."""

    requiere = ("tantivy",)
    nota = "analizador propio: ascii_fold, palabras vacías, raíces"

    def _indexar(self, textos: Iterable[str]) -> None:
        import tantivy

        filtro = tantivy.Filter
        vacias = sorted({palabra.replace("ñ", "n") for palabra in STOPWORDS_ES})
        constructor = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
        for paso in (
            filtro.lowercase(),
            filtro.ascii_fold(),
            filtro.custom_stopword(vacias),
            filtro.stemmer("spanish"),
        ):
            constructor = constructor.filter(paso)
        self._analizador = constructor.build()
        campos = tantivy.SchemaBuilder()
        campos.add_text_field("texto", tokenizer_name="es", index_option="freq")
        campos.add_integer_field("ventana", fast=True)
        self._esquema = campos.build()
        indice = tantivy.Index(self._esquema)
        indice.register_tokenizer("es", self._analizador)
        escritor = indice.writer(num_threads=1)
        for numero, texto in enumerate(textos):
            escritor.add_document(tantivy.Document(texto=texto, ventana=numero))
        escritor.commit()
        escritor.wait_merging_threads()
        indice.reload()
        self._buscador = indice.searcher()
        self._consulta = tantivy.Query
        self._puede = tantivy.Occur.Should

    def _mejores(self, pregunta: str) -> list[tuple[int, float]]:
        terminos = dict.fromkeys(self._analizador.analyze(pregunta))
        if not terminos:
            return []
        partes = [
            (self._puede, self._consulta.term_query(self._esquema, "texto", t, "freq"))
            for t in terminos
        ]
        consulta = self._consulta.boolean_query(partes)
        hallados = self._buscador.search(consulta, CANDIDATAS, count=False).hits
        numeros = self._buscador.fast_field_values("ventana", [lugar for _, lugar in hallados])
        return [(int(n), puntaje) for n, (puntaje, _) in zip(numeros, hallados, strict=True)]


class MotorFTS5(MotorDeVentanas):
    """SQLite FTS5, in memory, with its own tokenizer; SQLite has no Spanish stemmer."""

    nota = "unicode61 remove_diacritics 2, sin raíces"

    def _indexar(self, textos: Iterable[str]) -> None:
        self._preparar()
        self._base = sqlite3.connect(":memory:")
        self._base.execute(
            "CREATE VIRTUAL TABLE ventanas USING fts5"
            "(texto, content='', tokenize='unicode61 remove_diacritics 2')"
        )
        filas = ((n, self._escribir(texto)) for n, texto in enumerate(textos))
        self._base.executemany("INSERT INTO ventanas(rowid, texto) VALUES (?, ?)", filas)
        self._base.execute("INSERT INTO ventanas(ventanas) VALUES ('optimize')")
        self._base.commit()

    def _preparar(self) -> None:
        self._terminos: Callable[[str], list[str]] = palabras

    def _escribir(self, texto: str) -> str:
        return texto

    def _mejores(self, pregunta: str) -> list[tuple[int, float]]:
        terminos = dict.fromkeys(self._terminos(pregunta))
        if not terminos:
            return []
        consulta = " OR ".join(f'"{termino}"' for termino in terminos)
        filas = self._base.execute(
            "SELECT rowid, -rank FROM ventanas WHERE ventanas MATCH ? ORDER BY rank LIMIT ?",
            (consulta, CANDIDATAS),
        )
        return [(int(n), float(puntaje)) for n, puntaje in filas]


class MotorFTS5Raices(MotorFTS5):
    """SQLite FTS5 fed with stems instead of words."""

    nota = "raíces de PyStemmer en lugar de las palabras"

    def _preparar(self) -> None:
        self._terminos = _raices()

    def _escribir(self, texto: str) -> str:
        return " ".join(self._terminos(texto))


class MotorSIAA:
    """SIAA with one of its strategies, reached as an evaluation reaches it."""

    requiere: ClassVar[tuple[str, ...]] = ()
    nota: ClassVar[str] = "enrutar, podar y armar (preparacion.reunir)"

    def __init__(self, estrategia: str) -> None:
        ajustes: dict[str, Any] = {"estrategia": estrategia}
        self._config = Config(**ajustes)

    def cargar(self, carpeta: Path) -> None:
        """Load the library as the service does, its catalogue included."""
        indice = cargar_biblioteca(carpeta, ajustes_biblioteca(self._config))
        self._sistema: Sistema = sistema(indice, ajustes_consulta(self._config))

    def buscar(self, pregunta: str) -> Respuesta:
        """Ask as the service does, but for the model."""
        return self._sistema(pregunta)


ESTRATEGIAS: Final[tuple[str, ...]] = get_args(Config.model_fields["estrategia"].annotation)
"""SIAA's strategies: whatever the setting admits."""

AJENOS: Final[Mapping[str, type[MotorDeVentanas]]] = MappingProxyType(
    {
        "bm25s": MotorBM25S,
        "tantivy": MotorTantivy,
        "fts5": MotorFTS5,
        "fts5_raices": MotorFTS5Raices,
        "rank_bm25": MotorRankBM25,
    }
)


def crear(nombre: str, corte: Corte = "secciones") -> Motor:
    """Return an engine, still empty; `corte` is how those that are not SIAA cut the documents."""
    return AJENOS[nombre](corte) if nombre in AJENOS else MotorSIAA(nombre)


def falta(motor: Motor) -> tuple[str, ...]:
    """Return the modules that an engine needs and that are not installed."""
    return tuple(modulo for modulo in motor.requiere if util.find_spec(modulo) is None)


def titulo(nombre: str) -> str:
    """Return how an engine is called in a table, with its version where it has one."""
    if nombre in ESTRATEGIAS:
        return f"SIAA {nombre}"
    if nombre.startswith("fts5"):
        return f"{nombre} {sqlite3.sqlite_version}"
    return " ".join((nombre, *_version(nombre)))


def _version(distribucion: str) -> Iterator[str]:
    try:
        yield metadata.version(distribucion)
    except metadata.PackageNotFoundError:
        return
