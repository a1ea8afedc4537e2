"""What is asked of a model's server in every request."""

from dataclasses import dataclass
from typing import Literal

Protocolo = Literal["ollama", "openai"]


@dataclass(frozen=True, slots=True)
class OpcionesModelo:
    """What is the same in every request, so that the server never reloads the model."""

    modelo: str
    num_ctx: int
    num_predict: int
    num_hilos: int | None = None
    protocolo: Protocolo = "ollama"
