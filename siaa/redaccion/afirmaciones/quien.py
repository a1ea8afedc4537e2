"""Who acts: the roles and the names of a sentence beside those of its passage."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Final

from siaa.redaccion.afirmaciones.frase import Discrepancia
from siaa.redaccion.afirmaciones.lectura.dicho import Dicho, Pasaje
from siaa.redaccion.afirmaciones.lectura.lexico import CARGOS
from siaa.redaccion.afirmaciones.lectura.palabras import PUNTO, Palabra

_AGENTE: Final = re.compile(r"(.+dor)(?:a?s?|es)")


def atribuir(
    frase: Dicho, cerca: Pasaje, entero: Pasaje, nombres: Pasaje, pregunta: Dicho
) -> Iterator[Discrepancia]:
    """Yield who a sentence names that its passage does not, or has act that only is acted on."""
    yield from chain(
        _desconocidos(frase, entero, entero.raices | nombres.raices | pregunta.raices),
        _cambiados(frase, cerca, entero),
    )


def _desconocidos(
    frase: Dicho, entero: Pasaje, conocidas: frozenset[str]
) -> Iterator[Discrepancia]:
    """Yield the first role or proper name that stands nowhere in the passage."""
    for lugar, palabra in enumerate(frase.palabras):
        if not palabra.raiz or (palabra.raiz in conocidas and not _sin_agente(palabra, entero)):
            continue
        inicial = lugar == 0 or palabra.pausa == PUNTO
        propio = not inicial and frase.texto[palabra.desde].isupper()
        if (propio and not _es_sigla(palabra.texto, entero)) or (palabra.texto in CARGOS):
            dice = frase.texto[palabra.desde : palabra.hasta]
            yield Discrepancia("quien", dice, "", palabra.desde, palabra.hasta)
            return


def _es_sigla(texto: str, entero: Pasaje) -> bool:
    """Tell whether a word is made of the initials of words that the passage says in a row."""
    return any(
        texto in "".join(palabra.texto[0] for palabra in tramo.palabras if palabra.raiz)
        for tramo in entero.tramos
    )


def _cambiados(frase: Dicho, cerca: Pasaje, entero: Pasaje) -> Iterator[Discrepancia]:
    """Yield who acts in a sentence, is acted on in the passage, and stands there for who acts."""
    suyos = {papel.clave: papel for papel in frase.papeles}
    if not suyos:
        return
    otros = [(papel, t) for t in cerca.tramos[:1] for papel in t.papeles if papel.actua]
    for clave, papel in suyos.items():
        if not papel.actua:
            continue
        veces = [o for t in entero.tramos for o in t.papeles if _es_el_mismo(o.clave, clave)]
        if not veces or any(o.actua for o in veces):
            continue
        for otro, tramo in otros:
            if not any(_es_el_mismo(otro.clave, clave) for clave in suyos):
                dice = frase.texto[papel.desde : papel.hasta]
                en_su_lugar = tramo.texto[otro.desde : otro.hasta]
                yield Discrepancia("quien", dice, en_su_lugar, papel.desde, papel.hasta)
                return


def _sin_agente(palabra: Palabra, entero: Pasaje) -> bool:
    """Tell whether a passage has the act («administración») and not who does it."""
    agente = _AGENTE.fullmatch(palabra.texto) if palabra.texto in CARGOS else None
    return agente is not None and not any(f.startswith(agente[1]) for f in entero.formas)


def _es_el_mismo(una: tuple[str, str], otra: tuple[str, str]) -> bool:
    return una[0] == otra[0] and (una[1] == otra[1] or not una[1] or not otra[1])
