"""Documents → windows → a context: what all engines other than SIAA share.

Each is set up as a careful afternoon does it. All get the same: windows of 800 characters every
500, as `siaa` cuts them, by default inside each section; indexed with the document's name, its
first heading and the section's heading in front, so that a question can name them. A document
scores what its best window scores. What is sent are the best windows of the best two documents, in
score order, without headings, until `CARACTERES_ENVIADOS` are reached.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import ClassVar, Final

import comun  # noqa: F401  # puts the project on the import path
from encargo import Corte

from siaa.biblioteca.archivos import listar
from siaa.biblioteca.cargador import leer
from siaa.biblioteca.conversion.conversor import Conversor
from siaa.biblioteca.fragmentador import SOLAPE_FRAGMENTO, TAMANO_FRAGMENTO, fragmentar
from siaa.biblioteca.indice import asignar_claves
from siaa.biblioteca.valores import AjustesBiblioteca, Archivo
from siaa.evaluacion.medidas import HASTA, Respuesta, defectos
from siaa.valores import Contexto, Fuente

CANDIDATAS: Final = 200
"""Windows that an engine is asked for: enough for ten documents and for what is sent of two."""
DOCUMENTOS_ENVIADOS: Final = 2
CARACTERES_ENVIADOS: Final = 2_400
"""Three windows of full size."""
SEPARADOR: Final = "\n\n"

_ENCABEZADO = re.compile(
    r"^(?:#{1,6}[ \t]+|(?=[*_]{0,3}art(?:[ií]culo|\.)[ \t]*\d))(.{1,120})",
    re.MULTILINE | re.IGNORECASE,
)
_SEPARADORES_NOMBRE = re.compile(r"[_\-.]+")


@dataclass(frozen=True, slots=True)
class Ventana:
    """A window of a document as offsets into its text, and the heading it stands under."""

    doc: str
    indice: int
    inicio: int
    fin: int
    seccion: str


def leer_documentos(carpeta: Path) -> dict[str, str]:
    """Return the texts of a folder by document key, read as the service reads them."""
    rutas, _ = listar(carpeta)
    leidos = (leer(carpeta, ruta, AjustesBiblioteca(), Conversor()) for ruta in rutas)
    archivos = [leido for leido in leidos if isinstance(leido, Archivo)]
    return {clave: archivo.contenido for clave, archivo in asignar_claves(archivos).items()}


def cortar(doc: str, texto: str, corte: Corte) -> Iterator[Ventana]:
    """Cut a document into windows, numbered in text order, each with its section's heading."""
    tramos = [(0, len(texto), "")]
    if corte == "secciones":
        hallados = [(h.start(), h[1].strip()) for h in _ENCABEZADO.finditer(texto)]
        limites = [(0, ""), *hallados, (len(texto), "")]
        tramos = [(inicio, fin, seccion) for (inicio, seccion), (fin, _) in pairwise(limites)]
    numero = 0
    for inicio, fin, seccion in tramos:
        for f in fragmentar(texto[inicio:fin], TAMANO_FRAGMENTO, SOLAPE_FRAGMENTO):
            # A last window that the one before it holds whole says nothing new.
            repetida = f.inicio and fin - inicio - f.inicio <= SOLAPE_FRAGMENTO
            if not repetida and texto[inicio + f.inicio : inicio + f.fin].strip():
                titulo = seccion or f.seccion
                yield Ventana(doc, numero, inicio + f.inicio, inicio + f.fin, titulo)
                numero += 1


class MotorDeVentanas(ABC):
    """What the engines share: cutting, choosing among the windows that score, assembling."""

    requiere: ClassVar[tuple[str, ...]] = ()
    nota: ClassVar[str] = ""

    def __init__(self, corte: Corte = "secciones") -> None:
        self._corte: Corte = corte

    def cargar(self, carpeta: Path) -> None:
        """Read a folder of documents and build the index."""
        self.construir(leer_documentos(carpeta))

    def construir(self, documentos: Mapping[str, str]) -> None:
        """Cut the documents (text by key) into windows and index them."""
        self._documentos = documentos
        self._nombres = {doc: _nombre(doc, texto) for doc, texto in documentos.items()}
        self._ventanas = [
            ventana
            for doc, texto in documentos.items()
            for ventana in cortar(doc, texto, self._corte)
        ]
        self._indexar(map(self._indexable, self._ventanas))

    def buscar(self, pregunta: str) -> Respuesta:
        """Find the best windows and assemble what would be sent."""
        antes = perf_counter()
        halladas = self._mejores(pregunta)
        ventanas = [self._ventanas[n] for n, _ in halladas]
        documentos = tuple(dict.fromkeys(ventana.doc for ventana in ventanas))
        enviados = documentos[:DOCUMENTOS_ENVIADOS]
        elegidas = [ventana for ventana in ventanas if ventana.doc in enviados]
        enviado = self._armar(elegidas)
        latencia_s = perf_counter() - antes
        return Respuesta(
            documentos=documentos[:HASTA],
            enviado=enviado,
            defectos=defectos(enviado, self._documentos.__getitem__),
            puntaje=halladas[0][1] if halladas else 0.0,
            latencia_s=latencia_s,
        )

    def _indexable(self, ventana: Ventana) -> str:
        return f"{self._nombres[ventana.doc]}\n{ventana.seccion}\n{self._texto(ventana)}"

    def _texto(self, ventana: Ventana) -> str:
        return self._documentos[ventana.doc][ventana.inicio : ventana.fin]

    def _armar(self, ventanas: Sequence[Ventana]) -> Contexto:
        """Join windows in the order given, until `CARACTERES_ENVIADOS` are reached."""
        textos: list[str] = []
        fuentes: list[Fuente] = []
        inicio = 0
        for n, ventana in enumerate(ventanas, start=1):
            if inicio >= CARACTERES_ENVIADOS:
                break
            doc, seccion = ventana.doc, ventana.seccion
            texto = self._texto(ventana)
            fin = inicio + len(texto)
            lugar = (inicio, fin, ventana.inicio, ventana.fin)
            fuentes.append(Fuente(n, doc, doc, "", seccion, ventana.indice, *lugar, ()))
            textos.append(texto)
            inicio = fin + len(SEPARADOR)
        return Contexto(SEPARADOR.join(textos), tuple(fuentes))

    @abstractmethod
    def _indexar(self, textos: Iterable[str]) -> None:
        """Index the texts; the place of each is the number of its window."""

    @abstractmethod
    def _mejores(self, pregunta: str) -> list[tuple[int, float]]:
        """Return windows that score above 0, best first, with their scores; at most CANDIDATAS."""


def _nombre(doc: str, texto: str) -> str:
    """Return a document's name in words, with its first heading."""
    primero = _ENCABEZADO.search(texto)
    return _SEPARADORES_NOMBRE.sub(" ", doc.rsplit(".", 1)[0]) + (
        f" {primero[1]}" if primero else ""
    )
