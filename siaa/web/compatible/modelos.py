"""The models that SIAA is to other programs."""

from __future__ import annotations

import hashlib
from enum import StrEnum

from siaa.errores import ModeloDesconocido

FAMILIA = "siaa"


class Modelo(StrEnum):
    """A way of answering, by the name that other programs know it by."""

    COMPLETO = "siaa:latest"
    """From the documents, in the words of the model."""
    SIN_MODELO = "siaa:sin-modelo"
    """The passages themselves, at once."""

    @property
    def digest(self) -> str:
        """What tells it from others, as SHA-256 does with those of Ollama."""
        return hashlib.sha256(self.value.encode()).hexdigest()


def modelo_de(nombre: str) -> Modelo:
    """Return a model by its name; one without a tag is the latest. Raises `ModeloDesconocido`."""
    completo = nombre if ":" in nombre else f"{nombre}:latest"
    try:
        return Modelo(completo)
    except ValueError as error:
        # Their programs know it by these words.
        raise ModeloDesconocido(f"model '{nombre}' not found") from error
