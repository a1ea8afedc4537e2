"""What a sentence allows, orders or restricts beside what its passage does."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from siaa.redaccion.afirmaciones.frase import Discrepancia, senalar
from siaa.redaccion.afirmaciones.lectura.dicho import Dicho, Marcada, Pasaje, escrita
from siaa.redaccion.afirmaciones.lectura.lexico import BANDOS, sin_final
from siaa.redaccion.afirmaciones.lectura.limites import TOPE
from siaa.redaccion.afirmaciones.lectura.marcas import INFINITIVO, Efecto, Marca
from siaa.redaccion.afirmaciones.lectura.palabras import Palabra

EN_COMUN: Final = 2
"""Words that must stand around two small words for one to be said of the same as the other."""
_NOMBRAN: Final = ("el", "la", "los", "las", "de", "del", "su", "sus")
"""Before a noun: «la presentación» orders nobody to present."""


def oponer(frase: Dicho, cerca: Pasaje, entero: Pasaje) -> Iterator[Discrepancia]:
    """Yield what a sentence says against the stretches that are about the same."""
    yield from _modos(frase, cerca, entero)
    yield from _alcances(frase, cerca)
    yield from _momentos(frase, cerca)
    yield from _contrarios(frase, cerca)


def _modos(frase: Dicho, cerca: Pasaje, entero: Pasaje) -> Iterator[Discrepancia]:
    """Yield «podrá» for what must be done, «debe» for what may be, and what is left to choose.

    Both sides must bind the same verb.
    """
    pueden = entero.con(Efecto.PUEDE, Efecto.PERMITE)
    deben = entero.con(Efecto.DEBE, Efecto.EXIGE)
    for marca in frase.con(Efecto.PUEDE, Efecto.PERMITE, Efecto.OPTA, Efecto.DEBE):
        ordena = marca.clase is Efecto.DEBE
        iguales, contrarias = (deben, pueden) if ordena else (pueden, deben)
        mismas, otras = _de_lo_que(marca, iguales), _de_lo_que(marca, contrarias)
        del_verbo = [o for o in otras if o[0].raiz == marca.raiz]
        sin_el = all(m.raiz != marca.raiz for m, _ in mismas)
        opuestas = (del_verbo if mismas else otras) if sin_el else []
        deja = marca.clase in (Efecto.PUEDE, Efecto.OPTA)
        contradice = opuestas or (deja and _sin_permiso(marca, cerca))
        ordenan = () if ordena else frase.con(Efecto.DEBE, Efecto.SOLO)
        ordena_tambien = any(not otra.negada for otra in ordenan)
        if contradice and not marca.negada and not ordena_tambien:
            yield senalar("modalidad", frase.texto, marca.desde, marca.hasta, escrita(opuestas))
            return


def _de_lo_que(marca: Marca, marcas: Sequence[Marcada]) -> Sequence[Marcada]:
    """Return the small words that bear on the same verb as another, or on the same things."""
    return [
        (otra, tramo)
        for otra, tramo in marcas
        if not otra.negada
        and (marca.raiz in otra.alcance[:2] or len({*marca.alcance} & {*otra.alcance}) >= EN_COMUN)
    ]


def _sin_permiso(marca: Marca, cerca: Pasaje) -> bool:
    """Tell whether a passage orders flatly («se hará») what a small word leaves to choose."""
    # a verb that says nothing by itself («podrá hacer» and «hará») is known by what it is of
    ligero, de_que = marca.raiz.replace("hacer", "har"), marca.alcance[1:2]
    verbos = [
        (t, antes.texto, p)
        for t in cerca.tramos
        for antes, p in pairwise((t.palabras[0], *t.palabras))
        if p.raiz == marca.raiz != ""
        or (de_que and not p.raiz and p.texto.startswith(ligero) and de_que[0] in t.raices)
    ]
    if verbos and all(n in _NOMBRAN or INFINITIVO.fullmatch(p.texto) for _, n, p in verbos):
        return False
    opta = cerca.tramos if marca.clase is Efecto.OPTA else ()
    dichas = [(t, p.desde) for t, _, p in verbos] or [(t, len(t.texto)) for t in opta]
    return bool(dichas) and not any(_permite(m, lugar) for t, lugar in dichas for m in t.marcas)


def _permite(marca: Marca, lugar: int) -> bool:
    """Tell whether a small word leaves to choose what a verb says that stands at a place."""
    hasta = marca.forma == "hasta"
    suya = marca.desde < lugar or not marca.raiz or hasta
    permite = hasta or marca.clase in (Efecto.PUEDE, Efecto.PERMITE, Efecto.OPTA)
    return suya and permite and not marca.negada


def _ligadas(marcas: Sequence[Marcada]) -> set[str]:
    """Return the stems that small words bear on."""
    return {r for marca, _ in marcas if not marca.negada for r in marca.alcance[:2]}


_SE_DICEN: Final = (
    (Efecto.SOLO, (Efecto.SOLO, Efecto.UNICO, Efecto.ALGUNO, Efecto.EXIGE)),
    (Efecto.ALGUNO, (Efecto.ALGUNO,)),
    (Efecto.SALVO, (Efecto.SALVO, Efecto.NIEGA, Efecto.RECHAZA)),
)
"""What restricts a sentence, and what of the passage may have been said so."""


def _alcances(frase: Dicho, cerca: Pasaje) -> Iterator[Discrepancia]:
    """Yield what a sentence says of fewer, or of more, than its passage does."""
    for clase, admitidas in _SE_DICEN:
        for marca in [m for m in frase.con(clase) if not m.negada][:1]:
            hasta = [m.alcance[:2] for m, _ in cerca.con(Efecto.HASTA)]
            topes = [v.desde for v in frase.valores if v.limite.lado == TOPE]  # «solo hasta el 5»
            limita = marca.alcance[:2] in hasta or max(topes, default=0) > marca.desde
            if not limita and not _de_lo_mismo(frase, marca, cerca.con(*admitidas)):
                todo = escrita(cerca.con(Efecto.TODO))
                yield senalar("alcance", frase.texto, marca.desde, marca.hasta, todo)
                return
    limitan = cerca.con(Efecto.SOLO, Efecto.UNICO, Efecto.ALGUNO, Efecto.SALVO)
    for marca in [] if frase.con(Efecto.SALVO) else frase.con(Efecto.TODO, Efecto.OTRO)[:1]:
        if _de_lo_mismo(frase, marca, limitan) and not cerca.con(marca.clase):
            yield senalar("alcance", frase.texto, marca.desde, marca.hasta, escrita(limitan))


def _de_lo_mismo(frase: Dicho, marca: Marca, marcas: Sequence[Marcada]) -> bool:
    """Tell whether one of some small words of a passage is said of the same as another."""
    vecinas = frase.alrededor(marca.desde)
    for otra, tramo in marcas:
        # an exception is of all its stretch
        excepcion = otra.clase in (Efecto.SALVO, Efecto.NIEGA, Efecto.RECHAZA)
        raices = tramo.raices if excepcion else tramo.alrededor(otra.desde)
        if len(vecinas & raices) >= EN_COMUN:
            return True
    return False


def _momentos(frase: Dicho, cerca: Pasaje) -> Iterator[Discrepancia]:
    """Yield «hasta su publicación» for «a partir de su publicación», and the reverse."""
    for clase, opuesta in ((Efecto.DESDE, Efecto.HASTA), (Efecto.HASTA, Efecto.DESDE)):
        iguales = _ligadas(cerca.con(clase))
        for marca in frase.con(clase):
            propias = {*marca.alcance[:1]} - iguales
            opuestas = [o for o in cerca.con(opuesta) if propias & _ligadas([o])]
            if opuestas:
                yield senalar("limite", frase.texto, marca.desde, marca.hasta, escrita(opuestas))
                return


def _contrarios(frase: Dicho, cerca: Pasaje) -> Iterator[Discrepancia]:
    """Yield the words whose contrary the passage says: «control previo», «control posterior»."""
    propios = {_bando(palabra.texto) for palabra in frase.palabras}
    hablados = {"", *frase.raices}
    for lugar, palabra in enumerate(frase.palabras):
        bando = _bando(palabra.texto)
        if bando is None:
            continue
        nombre = _nombre_de(frase, lugar)
        dichos = [
            (suyo, _nombre_de(tramo, n), tramo.texto[otra.desde : otra.hasta])
            for tramo in cerca.tramos
            for negadas in [{m.raiz for m in tramo.con(Efecto.NIEGA)}]  # «no concede» is «niega»
            for n, otra in enumerate(tramo.palabras)
            if (suyo := _bando(otra.texto)) and suyo[0] == bando[0]
            if n == 0 or tramo.palabras[n - 1].texto != "lo"  # «lo anterior» is what was said
            if otra.raiz not in negadas and not _es_tras_lo_mismo(frase, palabra, tramo, otra)
        ]
        iguales = {suyo for otro, suyo, _ in dichos if otro == bando}
        opuestos = [
            d
            for d in dichos
            if d[0] != bando and (d[1] == nombre != "" if iguales else d[1] in hablados)
        ]
        ambos = not iguales and opuestos and opuestos[0][0] in propios
        if opuestos and not ambos and iguales.isdisjoint((nombre, "")):
            yield senalar("contrario", frase.texto, palabra.desde, palabra.hasta, opuestos[0][2])
            return


def _es_tras_lo_mismo(frase: Dicho, una: Palabra, tramo: Dicho, otra: Palabra) -> bool:
    """Tell whether two words put a thing after the same («previo aviso», «después del aviso»)."""
    tras, tras_otra = (
        _ligadas([(m, dicho) for m in dicho.con(Efecto.DESDE) if m.desde == palabra.desde])
        for dicho, palabra in ((frase, una), (tramo, otra))
    )
    return not tras.isdisjoint(tras_otra)


@lru_cache(maxsize=4096)
def _bando(forma: str) -> tuple[int, int] | None:
    return BANDOS.get(sin_final(forma.removesuffix("se")))


def _nombre_de(dicho: Dicho, lugar: int) -> str:
    """Return the stem of the noun that an adjective follows; empty where none stands before it."""
    return dicho.palabras[lugar - 1].raiz if lugar and not dicho.palabras[lugar].pausa else ""
