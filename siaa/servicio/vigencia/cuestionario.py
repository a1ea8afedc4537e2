"""The question file of the library: what an administrator adds to it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from siaa.errores import EvaluacionNoEscrita
from siaa.servicio.vigencia.entero import copiar_al_lado, escribir_entero

ConPregunta = Callable[[bytes, str, str, str, str], bytes]
"""Content and name of the file, question, document, answer → its new content. Raises `ValueError`,
which says in Spanish what is wrong with the content."""


ConDocumento = Callable[[bytes, str, str], bytes]
"""Content of the file, key of a document, its new one → its new content."""


@dataclass(frozen=True, slots=True, eq=False)
class Cuestionario:
    """The one writer of a question file, which others always find whole.

    What it was before the last addition stays beside it, as `*.bak`, which is no document either.
    """

    ruta: Path
    con_pregunta: ConPregunta
    con_documento: ConDocumento
    _candado_archivo: Lock = field(default_factory=Lock, init=False)

    def agregar(self, pregunta: str, documento: str, respuesta: str) -> None:
        """Add a question and its answer in a document. Raises `EvaluacionNoEscrita`."""
        nueva = self.ruta.name, pregunta, documento, respuesta
        if self.ruta.exists() and not self.ruta.is_file():  # a pipe or a device is never opened
            raise EvaluacionNoEscrita
        try:
            self._cambiar(lambda antes: self.con_pregunta(antes, *nueva))
        except OSError as error:
            raise EvaluacionNoEscrita from error
        except ValueError as error:
            raise EvaluacionNoEscrita(f"No se agregó la pregunta. {error}") from error

    def renombrar(self, documento: str, nuevo: str) -> None:
        """Have the questions on a document name it as it is called now. Raises `OSError`."""
        self._cambiar(lambda antes: self.con_documento(antes, documento, nuevo))

    def _cambiar(self, cambio: Callable[[bytes], bytes]) -> None:
        with self._candado_archivo:
            ruta = self.ruta.resolve()
            antes = ruta.read_bytes() if ruta.is_file() else b""
            if (ahora := cambio(antes)) != antes:
                copiar_al_lado(ruta)
                escribir_entero(ruta, ahora)
