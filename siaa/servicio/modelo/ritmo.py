"""How fast this machine reads and writes, and how long tokens are, as the model's server tells.

A server counts the whole prompt and times only what it had not read before, which it seldom says.
So what is new in a prompt is told from those sent before it, and the speed is a median: what the
server unexpectedly still had, or a minute in which the machine was busy, changes nothing.
"""

from bisect import bisect_left
from collections import deque
from collections.abc import Sequence
from statistics import median_low
from threading import Lock
from typing import Final

from siaa.valores import Mensaje, MetricasModelo

SUAVIZADO: Final = 0.2
"""Weight of each new observation in an exponential mean."""
MINIMO: Final = 1.5
MAXIMO: Final = 5.0
"""Characters a token, whatever was counted."""
RECIENTES: Final = 16
"""Prompts of which a server may still have a part."""
LECTURAS: Final = 9
"""Speeds of which the median is taken."""
NUEVO_MINIMO: Final = 0.25
"""Share of a prompt that must be new for its reading to say how fast the machine reads."""


class Ritmo:
    """Owns the measures and the texts of the latest prompts, guarded by `_candado_ritmo`."""

    def __init__(self) -> None:
        self._candado_ritmo = Lock()
        self._enviados: deque[str] = deque(maxlen=RECIENTES)
        self._leido = ""
        self._velocidades: deque[float] = deque(maxlen=LECTURAS)
        self._escritura: tuple[float, float] | None = None
        """Exponential means of the tokens and the seconds of the answers."""

    def olvidar(self) -> None:
        """Note that the model was just loaded: it has read nothing."""
        with self._candado_ritmo:
            self._enviados.clear()
            self._enviados.append("")
            self._leido = ""

    def por_leer(self, mensajes: Sequence[Mensaje], tokens: int) -> int:
        """Return how many of a prompt's `tokens` will be read, 1 at least.

        What counts as read is what it has in common with both the last prompt that was sent, which
        may not have been read to its end, and the last one that was.
        """
        texto = _texto(mensajes)
        with self._candado_ritmo:
            conocidos = (self._leido, *list(self._enviados)[-1:])
        return max(1, round(tokens * max(_porcion_nueva(texto, (c,)) for c in conocidos)))

    def enviar(self, mensajes: Sequence[Mensaje]) -> float | None:
        """Note that a prompt is sent; return the share of it that no recent one began with.

        None while nothing is known of what the server has read.
        """
        texto = _texto(mensajes)
        with self._candado_ritmo:
            nueva = _porcion_nueva(texto, self._enviados) if self._enviados else None
            self._enviados.append(texto)
        return nueva

    def leer(
        self, mensajes: Sequence[Mensaje], metricas: MetricasModelo, nueva: float | None
    ) -> None:
        """Learn from a prompt that was read; what its server did not say changes nothing.

        nueva: what `enviar` returned for it; the server's own count, if it gives one, goes before.
        """
        tokens, segundos = metricas.tokens_prompt, metricas.lectura_s
        if tokens and metricas.tokens_conservados is not None:
            nueva = 1 - metricas.tokens_conservados / tokens
        with self._candado_ritmo:
            self._leido = _texto(mensajes)
            if tokens and segundos and nueva is not None and nueva >= NUEVO_MINIMO:
                self._velocidades.append(tokens * nueva / segundos)

    def escribir(self, metricas: MetricasModelo) -> None:
        """Learn from a finished answer; what its server did not say changes nothing."""
        tokens, segundos = metricas.tokens_respuesta, metricas.escritura_s
        if not tokens or not segundos:
            return
        with self._candado_ritmo:
            de_tokens, de_segundos = self._escritura or (tokens, segundos)
            self._escritura = (
                de_tokens + SUAVIZADO * (tokens - de_tokens),
                de_segundos + SUAVIZADO * (segundos - de_segundos),
            )

    @property
    def lectura_tokens_s(self) -> float | None:
        """Tokens a second that it reads; None until measured."""
        with self._candado_ritmo:
            return median_low(self._velocidades) if self._velocidades else None

    @property
    def escritura_tokens_s(self) -> float | None:
        """Tokens a second that it writes; None until measured."""
        with self._candado_ritmo:
            return self._escritura and self._escritura[0] / self._escritura[1]

    def leer_s(self, tokens: int) -> float | None:
        """Return the seconds that so many tokens, none of them read before, take to be read."""
        lectura = self.lectura_tokens_s
        return tokens / lectura if lectura else None

    def escribir_s(self) -> float | None:
        """Return the seconds that an answer is likely to be written in."""
        with self._candado_ritmo:
            return None if self._escritura is None else self._escritura[1]

    def responder_s(self, tokens: int) -> float | None:
        """Return the seconds until an answer is whole for which so many tokens must be read."""
        leer, escribir = self.leer_s(tokens), self.escribir_s()
        return None if leer is None or escribir is None else leer + escribir


class Calibracion:
    """Owns one number: how many characters a token of this model is worth.

    The running mean of what its server counted, kept within sane bounds; `_candado_media` guards
    its changes.
    """

    def __init__(self, inicial: float) -> None:
        self._candado_media = Lock()
        self.caracteres_por_token = inicial

    def observar(self, caracteres: int, tokens: int | None) -> None:
        """Learn from a prompt of so many characters that the server counted as so many tokens."""
        if not tokens or not caracteres:
            return
        medida = min(max(caracteres / tokens, MINIMO), MAXIMO)
        with self._candado_media:
            self.caracteres_por_token += SUAVIZADO * (medida - self.caracteres_por_token)


def _texto(mensajes: Sequence[Mensaje]) -> str:
    return "\0".join(mensaje.contenido for mensaje in mensajes)


def _porcion_nueva(texto: str, conocidos: Sequence[str]) -> float:
    """Return the share of a text, 0 to 1, that follows what it has in common with any other."""
    comun = max((_en_comun(texto, conocido) for conocido in conocidos), default=0)
    return 1 - comun / max(len(texto), 1)


def _en_comun(uno: str, otro: str) -> int:
    """Return how many characters two texts begin with alike."""
    largo = min(len(uno), len(otro))
    return bisect_left(range(1, largo + 1), 1, key=lambda n: uno[:n] != otro[:n])
