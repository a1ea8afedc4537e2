"""An answer with its sources in the text, for programs that know no other place for them."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from siaa.biblioteca.relaciones.tabla import cambios
from siaa.eventos import Cierre, Silencio
from siaa.recorrido.acta import Acta
from siaa.redaccion.afirmaciones.frase import Frase
from siaa.redaccion.reparos import recuento, reparos
from siaa.valores import Fuente
from siaa.web.openapi import Objeto

FUENTES: Final = "**Fuentes**"
CONSULTADOS: Final = "**Pasajes consultados**"
_PIE: Final = re.compile(rf"\n\n---\n(?:{re.escape(FUENTES)}|{re.escape(CONSULTADOS)})\n")
_MARCA = re.compile(r" \[\d{1,3}\](?!\()")
TITULO_MAXIMO: Final = 160


@dataclass(frozen=True, slots=True)
class TextoDado:
    """Text to be given, and what vouches for it; or what is told as thought, before.

    citas: stretches of the text and where their source is read, as OpenAI says it.
    """

    texto: str
    citas: tuple[Objeto, ...] = ()
    pensado: str = ""


Paso = TextoDado | Silencio | Cierre
"""What is told of an answer; a silence is the moment to show that it goes on."""


def sin_citas(texto: str) -> str:
    """Return an answer as it was before its sources were written into it."""
    return _MARCA.sub("", _PIE.split(texto, maxsplit=1)[0])


class TextoCitado:
    """Gives the words of an answer sentence by sentence, each with the number of its source.

    Sources are numbered in the order in which they are first told, as pages count those that they
    are told of. acta: what was told of the answer. url: where to read a source.
    """

    def __init__(self, acta: Acta, url: Callable[[Fuente], str]) -> None:
        self._acta, self._url = acta, url
        self._numeros: dict[int, int] = {}
        self._citas: list[Objeto] = []
        self._oido = 0
        self._dado = 0

    def oir(self, evento: Frase | Cierre) -> TextoDado:
        """Return what an event that was noted lets be said now."""
        if isinstance(evento, Frase):
            return self._dar(self._hasta_frase(evento))
        partes = [self._hasta_frase(f) for f in evento.frases if f.hasta > self._oido]
        return self._dar(*partes, self._hasta(len(self._acta.texto)), self._pie(evento))

    def _dar(self, *partes: str) -> TextoDado:
        citas, self._citas = tuple(self._citas), []
        return TextoDado("".join(partes), citas)

    def _decir(self, texto: str, fuente: Fuente | None = None) -> str:
        if fuente is not None:
            desde = self._dado + len(texto) - len(texto.lstrip())
            hasta, titulo, url = self._dado + len(texto), _titulo(fuente), self._url(fuente)
            lugar = {"url": url, "title": titulo, "start_index": desde, "end_index": hasta}
            self._citas.append({"type": "url_citation", "url_citation": lugar})
        self._dado += len(texto)
        return texto

    def _hasta(self, lugar: int, fuente: Fuente | None = None) -> str:
        trozo, self._oido = self._acta.texto[self._oido : lugar], max(self._oido, lugar)
        return self._decir(trozo if fuente is None else f"{trozo} [{self._numero(fuente)}]", fuente)

    def _numero(self, fuente: Fuente) -> int:
        return self._numeros.setdefault(fuente.n, len(self._numeros) + 1)

    def _hasta_frase(self, frase: Frase) -> str:
        dicha = self._acta.texto[frase.desde : frase.hasta]
        fuentes = self._acta.fuentes.contexto.fuentes
        fuente = next((f for f in fuentes if f.n == frase.fuente), None)
        # A row of a table ends with its line.
        return self._hasta(frase.hasta, None if "|" in dicha else fuente)

    def _pie(self, cierre: Cierre) -> str:
        """Nothing was taken from the passages that an answer neither cites nor is made of."""
        citadas = {*self._numeros, *(frase.fuente for frase in cierre.frases)}
        fuentes = self._acta.fuentes.contexto.fuentes
        elegidas = [f for f in fuentes if f.n in citadas]
        de_ellas = bool(elegidas) or cierre.modo == "extractivo"
        if not fuentes or not self._acta.texto:
            return ""
        dichas = frozenset(self._numeros)
        elegidas = sorted(elegidas or fuentes, key=self._numero)
        encabezado = self._decir(f"\n\n---\n{FUENTES if de_ellas else CONSULTADOS}\n")
        renglones = [
            self._decir(self._renglon(f), f if de_ellas and f.n not in dichas else None)
            for f in elegidas
        ]
        frases = [replace(f, fuente=self._numeros.get(f.fuente or 0)) for f in cierre.frases]
        reparadas = (self._reparo(frase) for frase in frases if frase.discrepancias)
        avisos = (f"\n\n{aviso}" for aviso in (recuento(frases), *reparadas) if aviso)
        return "".join((encabezado, *renglones, *avisos))

    def _renglon(self, f: Fuente) -> str:
        dichos = "; ".join(cambios(f.vigencia))
        atencion = f" — **Atención:** {dichos}." if dichos else ""
        return f"\n- [{self._numero(f)}] [{_titulo(f)}]({self._url(f)}){atencion}"

    def _reparo(self, frase: Frase) -> str:
        dicha = " ".join(self._acta.texto[frase.desde : frase.hasta].split())
        return f"**Revise** «{dicha}»: {'; '.join(reparos(frase))}."


def _titulo(fuente: Fuente) -> str:
    """Return what a source is called, as it may stand in a link."""
    completo = f"{fuente.titulo} › {fuente.lugar}"
    return re.sub(r"[\[\]\s]+", " ", completo)[:TITULO_MAXIMO].strip()
