"""How many characters a token of this model is worth, learned from what its server counted."""

from threading import Lock
from typing import Final

SUAVIZADO: Final = 0.2
"""Weight of each new observation in the exponential mean."""
MINIMO: Final = 1.5
MAXIMO: Final = 5.0


class Calibracion:
    """Owns one number: the running mean of characters per token, kept within sane bounds."""

    def __init__(self, inicial: float) -> None:
        self._candado_media = Lock()
        self._media = inicial

    @property
    def caracteres_por_token(self) -> float:
        """The current estimate."""
        with self._candado_media:
            return self._media

    def observar(self, caracteres: int, tokens: int | None) -> None:
        """Learn from a prompt of so many characters that the server counted as so many tokens."""
        if not tokens or not caracteres:
            return
        medida = min(max(caracteres / tokens, MINIMO), MAXIMO)
        with self._candado_media:
            self._media += SUAVIZADO * (medida - self._media)
