"""Who acts: the roles and the names of a sentence beside those of its passage."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from siaa.redaccion.afirmaciones.dicho import Dicho, Pasaje
from siaa.redaccion.afirmaciones.frase import Discrepancia
from siaa.redaccion.afirmaciones.palabras import PUNTO, SEGUIDA, Palabra
from siaa.redaccion.afirmaciones.tablas import CARGOS, conjunto

_DETERMINANTES: Final = conjunto(
    "el la los las un una unos unas su sus cada este esta dicho dicha todo todos respectivo"
)
_HACIA: Final = conjunto("a al contra ante para con en")
_ENLACES: Final = frozenset(("y", "o", "e", "u", "ni"))
_DE: Final = conjunto("de del la el las los honorable")
_PASIVAS: Final = conjunto("fue fueron es son sera seran sido")
_PARTICIPIO: Final = re.compile(r".+[ai]d[oa]s?")
_TOCAN: Final = (
    *("correspond", "compet", "cargo", "mano", "parte", "obliga", "facult", "deber", "responsab"),
    *("funcion", "atribu", "toca"),
)
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
        if (propio and not _es_sigla(palabra.texto, entero)) or palabra.texto in CARGOS:
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
    suyos = {papel.clave: papel for papel in _papeles(frase)}
    if not suyos:
        return
    otros = [(papel, t) for t in cerca.tramos[:1] for papel in _papeles(t) if papel.actua]
    for clave, papel in suyos.items():
        if not papel.actua:
            continue
        veces = [o for t in entero.tramos for o in _papeles(t) if _es_el_mismo(o.clave, clave)]
        if not veces or any(o.actua for o in veces):
            continue
        for otro, tramo in otros:
            if not any(_es_el_mismo(otro.clave, clave) for clave in suyos):
                dice = frase.texto[papel.desde : papel.hasta]
                en_su_lugar = tramo.texto[otro.desde : otro.hasta]
                yield Discrepancia("quien", dice, en_su_lugar, papel.desde, papel.hasta)
                return


class _Papel(NamedTuple):
    """A role, what it is of («Ministerio», «Salud»), and whether it acts."""

    clave: tuple[str, str]
    actua: bool
    desde: int
    hasta: int


def _papeles(dicho: Dicho) -> Iterator[_Papel]:
    """Yield the roles of a sentence. One after a preposition does not act, but where it is due."""
    palabras, actua = dicho.palabras, True
    for lugar, palabra in enumerate(palabras):
        if palabra.texto not in CARGOS:
            continue
        antes = [
            p.texto for p in palabras[max(0, lugar - 6) : lugar] if p.texto not in _DETERMINANTES
        ]
        if not antes or antes[-1] not in _ENLACES:
            actua = not antes or antes[-1] not in _HACIA or _le_toca(antes)
            actua = actua and not _padece(palabras[lugar + 1 : lugar + 3])
        de_que = [p for p in palabras[lugar + 1 : lugar + 4] if p.pausa == SEGUIDA]
        ultimo = next((p for p in de_que if p.texto not in _DE), palabra)
        de_otro = len(de_que) > 1 and de_que[0].texto in _DE and ultimo is not palabra
        clave = (palabra.raiz, ultimo.raiz if de_otro else "")
        yield _Papel(clave, actua, palabra.desde, (ultimo if de_otro else palabra).hasta)


def _le_toca(antes: Sequence[str]) -> bool:
    """Tell whether what stands before a role gives it something to do («corresponde al juez»)."""
    return antes[-1] == "por" or any(texto.startswith(_TOCAN) for texto in antes[-4:-1])


def _padece(siguientes: Sequence[Palabra]) -> bool:
    """Tell whether a passive follows («fue convocada»)."""
    textos = [palabra.texto for palabra in siguientes]
    return (
        textos[:1] != [] and textos[0] in _PASIVAS and _PARTICIPIO.fullmatch(textos[-1]) is not None
    )


def _es_el_mismo(una: tuple[str, str], otra: tuple[str, str]) -> bool:
    return una[0] == otra[0] and (una[1] == otra[1] or not una[1] or not otra[1])


def _sin_agente(palabra: Palabra, entero: Pasaje) -> bool:
    """Tell whether a passage has the act («administración») and not who does it."""
    agente = _AGENTE.fullmatch(palabra.texto) if palabra.texto in CARGOS else None
    return agente is not None and not any(f.startswith(agente[1]) for f in entero.formas)
