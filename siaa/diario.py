"""The log: lines for people at a terminal, one JSON object a line for programs anywhere else."""

import logging
from contextvars import ContextVar
from functools import partial
from typing import Final, Literal, TextIO

from pythonjsonlogger.json import JsonFormatter

Formato = Literal["auto", "texto", "json"]
PETICION: Final[ContextVar[str | None]] = ContextVar("peticion", default=None)
"""The id of the request that is being attended, which every line written meanwhile carries."""
ORIGEN_ANUNCIOS: Final = "siaa.anuncio"
CAMPOS: Final = ("levelname", "name", "message", "peticion", "exc_info", "stack_info")
CLAVES: Final = ("nivel", "origen", "mensaje", "peticion", "excepcion", "pila")
"""What those fields are called in a JSON line; `hora` (ISO 8601, UTC) comes beside them."""


class Diario:
    """The log of a process, written to `salida`.

    formato: `auto` writes text when `salida` is a terminal and JSON otherwise.
    """

    def __init__(self, salida: TextIO, formato: Formato) -> None:
        self._manejador = logging.StreamHandler(salida)
        self._manejador.addFilter(_marcar)
        en_texto = formato == "texto" or (formato == "auto" and salida.isatty())
        en_json = partial(JsonFormatter, CAMPOS[:4], timestamp="hora", json_ensure_ascii=False)
        nombres = dict(zip(CAMPOS, CLAVES, strict=True))
        self._manejador.setFormatter(_Texto() if en_texto else en_json(rename_fields=nombres))

    def abrir(self, nivel: int) -> None:
        """Write from now on what the whole process logs at that level or above."""
        logging.basicConfig(level=nivel, handlers=[self._manejador])

    def anunciar(self, texto: str) -> None:
        """Tell whoever started the process something; in text, bare and whatever the level."""
        registro = logging.LogRecord(ORIGEN_ANUNCIOS, logging.INFO, "", 0, texto, None, None)
        self._manejador.handle(registro)


def _marcar(registro: logging.LogRecord) -> bool:
    registro.peticion = PETICION.get()
    return True


class _Texto(logging.Formatter):
    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:
        if record.name == ORIGEN_ANUNCIOS:
            return record.message
        peticion: str | None = getattr(record, "peticion", None)
        linea = super().formatMessage(record)
        return linea if peticion is None else f"{linea} (petición {peticion})"
