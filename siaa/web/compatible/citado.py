"""An answer with its sources in the text, for programs that know no other place for them."""

import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from siaa.biblioteca.relaciones.tabla import cambios
from siaa.eventos import Cierre, Evento, Fuentes, Marcha, Revisada, Silencio, Texto
from siaa.redaccion.afirmaciones.frase import Frase
from siaa.redaccion.reparos import recuento, reparos
from siaa.valores import Contexto, Fuente

SEPARADOR: Final = "\n\n---\n"
_ENCABEZADO: Final = "**Fuentes**"
_MARCA = re.compile(r" \[\d{1,3}\](?!\()")
TITULO_MAXIMO: Final = 160


@dataclass(frozen=True, slots=True)
class Anotacion:
    """A stretch of the text given, `[desde, hasta)`, and where what vouches for it is read."""

    desde: int
    hasta: int
    titulo: str
    url: str


@dataclass(frozen=True, slots=True)
class TextoDado:
    """Text to be given, and what vouches for it."""

    texto: str
    anotaciones: tuple[Anotacion, ...] = ()


Paso = TextoDado | Marcha | Silencio | Cierre
"""What is told of an answer; a silence is the moment to show that it goes on."""


def sin_citas(texto: str) -> str:
    """Return an answer as it was before its sources were written into it."""
    cuerpo, _, _ = texto.partition(SEPARADOR + _ENCABEZADO)
    return _MARCA.sub("", cuerpo)


class TextoCitado:
    """Gives the words of an answer sentence by sentence, each with the number of its source.

    url: where to read a source.
    """

    def __init__(self, url: Callable[[Fuente], str]) -> None:
        self._url = url
        self._contexto = Contexto("", ())
        self._texto = ""
        self._oido = 0
        self._dado = 0

    def oir(self, evento: Evento) -> TextoDado | None:
        """Return what an event lets be said now, if anything."""
        match evento:
            case Fuentes(contexto):
                self._contexto = contexto
            case Texto(texto):
                self._texto += texto
            case Revisada(frase):
                return self._juntar([self._hasta_frase(frase)])
            case Cierre(frases=frases):
                faltan = [f for f in frases if f.hasta > self._oido]
                partes = [self._hasta_frase(frase) for frase in faltan]
                return self._juntar([*partes, (self._hasta(len(self._texto)), None)], frases)
        return None

    def _hasta(self, lugar: int) -> str:
        """Return the words up to a place that were not given yet."""
        trozo, self._oido = self._texto[self._oido : lugar], max(self._oido, lugar)
        return trozo

    def _hasta_frase(self, frase: Frase) -> tuple[str, Fuente | None]:
        """Return the words up to the end of a sentence, and the source that is told after it."""
        dicha = self._texto[frase.desde : frase.hasta]
        fuente = next((f for f in self._contexto.fuentes if f.n == frase.fuente), None)
        # A row of a table ends with its line.
        return self._hasta(frase.hasta), None if "|" in dicha else fuente

    def _juntar(
        self, partes: Sequence[tuple[str, Fuente | None]], frases: Sequence[Frase] | None = None
    ) -> TextoDado:
        texto, anotaciones = "", []
        for trozo, fuente in partes:
            desde = self._dado + len(texto) + len(trozo) - len(trozo.lstrip())
            texto += trozo if fuente is None else f"{trozo} [{fuente.n}]"
            if fuente is not None:
                lugar = desde, self._dado + len(texto)
                anotaciones.append(Anotacion(*lugar, _titulo(fuente), self._url(fuente)))
        if frases is not None:
            texto += self._pie(frases)
        self._dado += len(texto)
        return TextoDado(texto, tuple(anotaciones))

    def _pie(self, frases: Sequence[Frase]) -> str:
        """Say where the sources are and what is amiss with the answer, at its end."""
        citadas = {frase.fuente for frase in frases}
        fuentes = self._contexto.fuentes
        elegidas = [f for f in fuentes if f.n in citadas] or list(fuentes)
        if not elegidas or not self._texto:
            return ""
        renglones = (f"- [{f.n}] [{_titulo(f)}]({self._url(f)}){_atencion(f)}" for f in elegidas)
        avisos = (recuento(frases), *(self._reparo(frase) for frase in frases))
        return SEPARADOR + "\n\n".join((_ENCABEZADO, "\n".join(renglones), *filter(None, avisos)))

    def _reparo(self, frase: Frase) -> str:
        if not frase.discrepancias:
            return ""
        dicha = " ".join(self._texto[frase.desde : frase.hasta].split())
        return f"**Revise** «{dicha}»: {'; '.join(reparos(frase))}."


def _titulo(fuente: Fuente) -> str:
    """Return what a source is called, as it may stand in a link."""
    completo = f"{fuente.titulo} › {fuente.lugar}" if fuente.lugar else fuente.titulo
    return re.sub(r"[\[\]\s]+", " ", completo)[:TITULO_MAXIMO].strip()


def _atencion(fuente: Fuente) -> str:
    """Return what other acts did to a source; empty for nothing."""
    dichos = "; ".join(cambios(fuente.vigencia))
    return f" — **Atención:** {dichos}." if dichos else ""


def dictar(
    eventos: Iterable[Evento], citado: TextoCitado, se_fue: Callable[[], bool], latido_s: float
) -> Iterator[Paso]:
    """Yield what is to be told of an answer as it comes; stop as soon as the client has left."""
    ultimo = time.monotonic()
    for evento in eventos:
        if se_fue():
            return
        dicho = citado.oir(evento)
        if dicho is not None and dicho.texto:
            yield dicho
        if isinstance(evento, Silencio) and time.monotonic() - ultimo < latido_s:
            continue
        if isinstance(evento, Marcha | Silencio | Cierre):
            yield evento
        ultimo = time.monotonic()
