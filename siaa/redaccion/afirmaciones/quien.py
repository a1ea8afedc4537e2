"""Who acts: the roles and the names of a sentence beside those of its passage."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, takewhile
from operator import attrgetter
from typing import Final

from rapidfuzz.distance import OSA

from siaa.redaccion.afirmaciones.frase import Discrepancia
from siaa.redaccion.afirmaciones.lectura.acciones import CERCA, leer_acciones
from siaa.redaccion.afirmaciones.lectura.dicho import Dicho, Pasaje
from siaa.redaccion.afirmaciones.lectura.lexico import ACTORES, CARGOS
from siaa.redaccion.afirmaciones.lectura.palabras import PUNTO, Palabra

_ENLAZAN: Final = ("de", "del", "y", "e", "o", "la", "el", "los", "las")
_SIGLA: Final = range(2, 8)
"""Letters of a name that is written by its initials."""
_CORTAS: Final = 3
"""Letters of the words that initials may leave out: «de», «los»."""
_UN_ERROR, _DOS_ERRORES = 6, 9
"""Letters that a word has, at least, to be another with so many of them badly read."""
Parte = tuple[Sequence[Palabra], int, Dicho]
"""Who has a part in an action, where its verb stands, and in which stretch."""


def atribuir(
    frase: Dicho, cerca: Pasaje, entero: Pasaje, nombres: Pasaje, pregunta: Dicho
) -> Iterator[Discrepancia]:
    """Yield who a sentence names that its passage does not, or has act that only is acted on."""
    yield from _desconocidos(frase, entero, entero.raices | nombres.raices | pregunta.raices)
    yield from _trocados(frase, cerca, entero)


def _desconocidos(
    frase: Dicho, entero: Pasaje, conocidas: frozenset[str]
) -> Iterator[Discrepancia]:
    """Yield the first role or proper name that stands nowhere in the passage."""
    for palabra in frase.palabras:
        if not palabra.raiz or palabra.raiz in conocidas:
            continue
        propio = palabra.pausa < PUNTO and frase.texto[palabra.desde].isupper()
        if (propio or palabra.texto in CARGOS) and not _esta_escrito(frase, palabra, entero):
            dice = frase.texto[palabra.desde : palabra.hasta]
            yield Discrepancia("quien", dice, "", palabra.desde, palabra.hasta)
            return


def _esta_escrito(frase: Dicho, palabra: Palabra, entero: Pasaje) -> bool:
    """Tell whether a passage has a name of a sentence by its initials, or badly read."""
    cual = bisect_right(frase.palabras, palabra.desde, key=attrgetter("desde"))
    vecinas = frase.palabras[max(0, cual - CERCA) : cual + CERCA]
    return any(
        (otra.texto not in CARGOS and _casi_igual(palabra.texto, otra.texto))
        or _que_abrevia(frase, palabra, tramo.palabras)
        or palabra in _que_abrevia(tramo, otra, vecinas)
        for tramo in entero.tramos
        for otra in tramo.palabras
    )


def _que_abrevia(dicho: Dicho, palabra: Palabra, palabras: Sequence[Palabra]) -> Sequence[Palabra]:
    """Return the first of some words whose initials a word is made of: «ICBF»."""
    if not dicho.texto[palabra.desde : palabra.hasta].isupper() or len(palabra.texto) not in _SIGLA:
        return ()
    for desde, primera in enumerate(palabras):
        faltan = palabra.texto if len(primera.texto) > len(palabra.texto) else ""
        for lugar, otra in enumerate(palabras[desde:], desde):
            if faltan.startswith(otra.texto[0]):
                faltan = faltan[1:]
            elif len(otra.texto) > _CORTAS or lugar == desde:
                break
            if not faltan:
                return palabras[desde : lugar + 1]
    return ()


def _casi_igual(una: str, otra: str) -> bool:
    """Tell whether two words differ as a word does from itself once it was badly read."""
    admitidos = (len(una) >= _UN_ERROR) + (len(una) >= _DOS_ERRORES)
    return una[0] == otra[0] and OSA.distance(una, otra, score_cutoff=admitidos) <= admitidos


def _trocados(frase: Dicho, cerca: Pasaje, entero: Pasaje) -> Iterator[Discrepancia]:
    """Yield who does, or to whom is done, what its passage says of another, or the other way."""
    suyas = [*leer_acciones(frase.texto, frase.palabras)]
    tramos = () if cerca.raices.isdisjoint(a.clave for a in suyas) else cerca.tramos
    hechas = [(a, t) for t in tramos for a in leer_acciones(t.texto, t.palabras)]
    for suya in suyas:
        iguales = [(a, t) for a, t in hechas if a.clave == suya.clave]
        hacen = [(a.agente, a.desde, t) for a, t in iguales if a.agente]
        reciben = [(a.a_quien, a.desde, t) for a, t in iguales if a.a_quien]
        for quien, partes in ((suya.agente, hacen), (suya.a_quien, reciben)):
            conocido = partes and quien and _raices(quien) <= entero.raices
            if conocido and _es_de_otro(frase, quien, partes):
                desde, hasta = quien[0].desde, quien[-1].hasta
                otro, _, tramo = partes[0]
                pasaje = tramo.texto[otro[0].desde : otro[-1].hasta]
                yield Discrepancia("quien", frase.texto[desde:hasta], pasaje, desde, hasta)
                return


def _es_de_otro(frase: Dicho, quien: Sequence[Palabra], partes: Sequence[Parte]) -> bool:
    """Tell whether none who has a part in an action is the same, and the first has this part.

    Both swap places, or it is done with the same things.
    """
    if any(_comparten(_con_su_nombre(*parte), quien) for parte in partes):
        return False
    otro, verbo, tramo = partes[0]
    propias = _raices((*quien, *otro, *(p for p in tramo.palabras if p.desde == verbo)))
    cosas = (frase.raices & tramo.alrededor(verbo)) - propias
    return bool(cosas) or not _raices(otro).isdisjoint(frase.raices)


def _con_su_nombre(quien: Sequence[Palabra], verbo: int, tramo: Dicho) -> Sequence[Palabra]:
    """Return the words of somebody with all that tells who it is: «el oficial que sea jefe»."""
    cual = bisect_right(tramo.palabras, quien[-1].desde, key=attrgetter("desde"))
    siguientes = tramo.palabras[cual : cual + CERCA]
    lista = takewhile(lambda p: _sigue_el_nombre(tramo, p), siguientes)
    suyas = [p for p in siguientes if p.desde < verbo] or [*lista]
    fuera = _raices((*tramo.palabras[max(0, cual - CERCA) : cual], *siguientes[len(suyas) :]))
    a_otros = _raices(p for antes, p in pairwise(suyas) if antes.texto in ("a", "al"))
    return [*quien, *(p for p in suyas if p.raiz not in fuera | a_otros)]


def _sigue_el_nombre(tramo: Dicho, palabra: Palabra) -> bool:
    """Tell whether a word goes on with a name: «Servicio de Aprendizaje, SENA, y la Escuela»."""
    propia = tramo.texto[palabra.desde].isupper() or palabra.texto in ACTORES
    return palabra.pausa < PUNTO and (propia or palabra.texto in _ENLAZAN)


def _raices(palabras: Iterable[Palabra]) -> set[str]:
    return {palabra.raiz for palabra in palabras}


def _comparten(unas: Iterable[Palabra], otras: Iterable[Palabra]) -> bool:
    return not _raices(unas).isdisjoint(_raices(otras))
