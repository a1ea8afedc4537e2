"""Who makes vectors: the words of a text themselves, without a model, or a model.

Those of a model are kept on disk, each by what was sent for it. Those without one know words, not
meanings: the stems of a text are hashed to columns, by how telling they are, and what they find is
what the words find, in another order (Weinberger et al., Feature Hashing for Large Scale Multitask
Learning, ICML 2009).
"""

import hashlib
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, nullcontext
from copy import copy
from pathlib import Path
from time import monotonic
from typing import Final

import numpy as np

from siaa.biblioteca.estructura.analisis import ruta_texto
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.terminos import terminos_consulta
from siaa.biblioteca.lengua.texto import resumir
from siaa.biblioteca.valores import Enteros, Reales
from siaa.errores import ErrorSIAA, VectoresNoDisponibles
from siaa.rutas import Perfil

POR_PETICION: Final = 16
"""Texts that are sent together: a page or two, some seconds of an office CPU."""
MUESTRA: Final = "El juez resuelve dentro del plazo que fija la ley, por escrito y con sus razones."
PARECIDO: Final = 0.98
"""Cosine of what one model makes of one text twice, at least: machines round differently."""
DESCANSO_S: Final = 30.0
REVISAR_S: Final = 60.0
"""How long a model is taken for the one that it was, seconds."""


class PorPalabras:
    """The provider `hash`: what it makes is cheap to make again, so it keeps nothing."""

    def de_pasajes(self, indice: Indice, perfil: Perfil, pasajes: Enteros) -> Reales:
        """Return a unit vector for each of some passages: Σ ± (1 + ln count) · idf of its stems."""
        tabla = indice.pasajes
        columna, signo = _columnas(tabla.filas, perfil.dim)
        cuantas = np.diff(tabla.desde[tabla.particion])
        fila = np.repeat(np.arange(len(cuantas)), cuantas)
        valores = (1 + np.log(tabla.veces, dtype=np.float32)) * (signo * tabla.idf_pasaje)[fila]
        matriz = np.zeros((len(tabla.limites), perfil.dim), dtype=np.float32)
        np.add.at(matriz, (tabla.pasaje, columna[fila]), valores)
        return unitarios(matriz[pasajes])

    def de_pregunta(self, indice: Indice, perfil: Perfil, texto: str) -> Reales:
        """Return the unit vector of a question, what people say read as norms do; 0 if unknown."""
        tabla = indice.pasajes
        leidos = terminos_consulta(texto, indice.sinonimos)
        terminos = [t for t in leidos if t.termino in tabla.filas]
        columna, signo = _columnas((t.termino for t in terminos), perfil.dim)
        filas, pesos = [tabla.filas[t.termino] for t in terminos], [t.peso for t in terminos]
        vector = np.zeros(perfil.dim, dtype=np.float32)
        np.add.at(vector, columna, signo * tabla.idf_pasaje[filas] * np.array(pesos))
        unico: Reales = unitarios(vector[np.newaxis])[0]
        return unico


def _columnas(terminos: Iterable[str], dim: int) -> tuple[Enteros, Reales]:
    """Return the column of each term, and its sign, so that terms that meet cancel out."""
    resumenes = [hashlib.blake2b(t.encode(), digest_size=8).digest() for t in terminos]
    numeros = np.frombuffer(b"".join(resumenes), dtype="<u8")
    signo = np.where(numeros >> np.uint64(63), 1.0, -1.0)
    return (numeros % np.uint64(dim)).astype(np.int64), signo


def unitarios(matriz: Reales) -> Reales:
    """Return vectors brought to length 1; what is 0 stays."""
    largos = np.linalg.norm(matriz, axis=1, keepdims=True)
    return (matriz / np.where(largos > 0, largos, 1)).astype(np.float32)


Incrustar = Callable[[Perfil, Sequence[str], bool], list[list[float]]]
"""Asks a server for the vectors of texts; True: waits for one that is busy. Raises `ErrorSIAA`."""


class Descanso:
    """Owns when a server that failed may be asked again: not every question waits for it."""

    _fallo, _hasta = ErrorSIAA(), 0.0

    @contextmanager
    def intento(self) -> Iterator[None]:
        """Ask the server inside; while it rests, what it failed with is raised at once."""
        if monotonic() < self._hasta:
            raise copy(self._fallo)
        try:
            yield
        except ErrorSIAA as error:
            self._fallo, self._hasta = error, monotonic() + DESCANSO_S
            raise


class PorModelo:
    """The providers `ollama` and `openai`. Raises `VectoresNoDisponibles`, and as `Incrustar` does.

    What is sent for a passage is the title of its document, its headings and its text, after
    `prefix_document`; for a question, its text after `prefix_query`. Each way of making vectors
    has a file in `carpeta`; several may write at a time, since what they write is equal.
    """

    def __init__(self, incrustar: Incrustar, carpeta: Path) -> None:
        self._incrustar, self._carpeta = incrustar, carpeta
        self._descansos: defaultdict[str, Descanso] = defaultdict(Descanso)
        self._comprobados: dict[str, float] = {}

    def de_pasajes(self, indice: Indice, perfil: Perfil, pasajes: Enteros) -> Reales:
        """Return the vectors that are kept of some passages; NaN for the others."""
        huellas = [_huella(texto) for texto in _textos(indice, perfil, pasajes)]
        hay = self._guardados(perfil, huellas)
        if huellas and not hay:
            raise VectoresNoDisponibles("Los vectores no están hechos: ejecute «./run.sh indexar».")
        self.comprobar(perfil)
        nada = np.full(perfil.dim, np.nan, dtype=np.float32).tobytes()
        crudos = b"".join(hay.get(huella, nada) for huella in huellas)
        return np.frombuffer(crudos, dtype=np.float32).reshape(-1, perfil.dim).copy()

    def de_pregunta(self, indice: Indice, perfil: Perfil, texto: str) -> Reales:
        """Return the unit vector of a question; now and then, see that the model is the same."""
        if monotonic() > self._comprobados.get(perfil.hechura, 0.0) + REVISAR_S:
            self.comprobar(perfil)
        return self._de_texto(perfil, perfil.prefix_query + texto, insistir=False)

    def pendientes(self, indice: Indice, perfil: Perfil, pasajes: Enteros) -> dict[bytes, str]:
        """Return the texts of some passages that have no vector yet, those that are equal once."""
        textos = {_huella(texto): texto for texto in _textos(indice, perfil, pasajes)}
        hay = self._guardados(perfil, list(textos))
        return {huella: texto for huella, texto in textos.items() if huella not in hay}

    def hacer(self, perfil: Perfil, pendientes: Mapping[bytes, str]) -> Iterator[int]:
        """Make vectors, some at a time, and yield how many; cut off anywhere, those stay."""
        todas = list(pendientes)
        for desde in range(0, len(todas), POR_PETICION):
            huellas = todas[desde : desde + POR_PETICION]
            vectores = self._incrustar(perfil, [pendientes[h] for h in huellas], True)
            self._guardar(perfil, huellas, unitarios(np.array(vectores)))
            yield len(huellas)

    def comprobar(
        self, perfil: Perfil, otra: Sequence[float] = (), *, insistir: bool = False
    ) -> tuple[float, ...]:
        """Return what the model makes of one text, which tells it from others of its name.

        Raises `VectoresNoDisponibles` where it made something else before, here or in `otra`.
        """
        propia = self._de_texto(perfil, MUESTRA, insistir=insistir)
        guardada = b"".join(self._guardados(perfil, [_huella(MUESTRA)]).values())
        for antes in (np.frombuffer(guardada, np.float32), np.array(otra, np.float32)):
            if len(antes) and float(propia @ antes) < PARECIDO:
                raise VectoresNoDisponibles(
                    f"El modelo «{perfil.model}» no es el que hizo los vectores que hay: instale "
                    "aquel, o ejecute «./run.sh indexar --rehacer» para hacerlos todos con este."
                )
        if not guardada:
            self._guardar(perfil, [_huella(MUESTRA)], propia[np.newaxis])
        self._comprobados[perfil.hechura] = monotonic()
        return tuple(propia.tolist())

    def purgar(self, indice: Indice, perfil: Perfil) -> int:
        """Throw away the vectors of what no passage of a library says; return how many.

        Not where it has no passages: documents that are out of reach are not gone.
        """
        pasajes = np.arange(len(indice.pasajes.limites))
        dichas = {(_huella(texto),) for texto in (MUESTRA, *_textos(indice, perfil, pasajes))}
        with self._base(perfil) as base:
            hay = set(base.execute("SELECT huella FROM vectores")) if len(pasajes) else set()
            base.executemany("DELETE FROM vectores WHERE huella = ?", hay - dichas)
        return len(hay - dichas)

    def olvidar(self, perfil: Perfil) -> None:
        """Throw away what is kept of a profile."""
        with self._base(perfil) as base:
            base.execute("DELETE FROM vectores")

    def _de_texto(self, perfil: Perfil, texto: str, *, insistir: bool) -> Reales:
        with nullcontext() if insistir else self._descansos[perfil.hechura].intento():
            vector: Reales = unitarios(np.array(self._incrustar(perfil, [texto], insistir)))[0]
        return vector

    def _guardados(self, perfil: Perfil, huellas: Sequence[bytes]) -> dict[bytes, bytes]:
        with self._base(perfil) as base:
            uno = "SELECT vector FROM vectores WHERE huella = ?"
            filas = ((h, base.execute(uno, (h,)).fetchone()) for h in dict.fromkeys(huellas))
            return {huella: fila[0] for huella, fila in filas if fila}

    def _guardar(self, perfil: Perfil, huellas: Sequence[bytes], vectores: Reales) -> None:
        crudos = zip(huellas, (vector.tobytes() for vector in vectores), strict=True)
        with self._base(perfil) as base:
            base.executemany("INSERT OR REPLACE INTO vectores VALUES (?, ?)", crudos)

    @contextmanager
    def _base(self, perfil: Perfil) -> Iterator[sqlite3.Connection]:
        ruta = self._carpeta / f"{resumir(perfil.hechura)}.sqlite3"
        try:
            self._carpeta.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(ruta, timeout=30)) as base, base:
                tabla = "vectores (huella BLOB PRIMARY KEY, vector BLOB NOT NULL) WITHOUT ROWID"
                base.execute(f"CREATE TABLE IF NOT EXISTS {tabla}")
                yield base
        except (sqlite3.Error, OSError) as error:
            raise VectoresNoDisponibles(
                f"Los vectores guardados en {ruta} no se pueden usar ({error}): revise el espacio "
                "y los permisos, o borre ese archivo y ejecute «./run.sh indexar»."
            ) from error


Vectorizadores = Mapping[str, PorPalabras | PorModelo]
"""Who makes the vectors of each provider."""


def _textos(indice: Indice, perfil: Perfil, pasajes: Enteros) -> Iterator[str]:
    """Yield what is sent of some passages: a passage alone does not say what it is about."""
    for pasaje in pasajes.tolist():
        titulo, ruta = indice.documento_de(pasaje).titulo, indice.seccion_de(pasaje).ruta
        partes = (titulo, ruta_texto(ruta), indice.texto_de(pasaje))
        yield perfil.prefix_document + "\n".join(filter(None, partes))


def _huella(texto: str) -> bytes:
    return bytes.fromhex(resumir(texto))
