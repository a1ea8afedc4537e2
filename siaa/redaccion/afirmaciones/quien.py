"""Who acts: the roles and the names of a sentence beside those of its passage."""

from collections.abc import Iterator
from itertools import pairwise

from siaa.redaccion.afirmaciones.frase import Discrepancia
from siaa.redaccion.afirmaciones.lectura.dicho import Dicho, Pasaje, fin_de
from siaa.redaccion.afirmaciones.lectura.lexico import CARGOS
from siaa.redaccion.afirmaciones.lectura.marcas import Efecto
from siaa.redaccion.afirmaciones.lectura.palabras import PUNTO

Clave = tuple[str, frozenset[str]]
"""What tells a role from another (`Papel.clave`)."""


def atribuir(
    frase: Dicho, cerca: Pasaje, entero: Pasaje, nombres: Pasaje, pregunta: Dicho
) -> Iterator[Discrepancia]:
    """Yield who a sentence names that its passage does not, or has act that only is acted on."""
    yield from _desconocidos(frase, entero.raices | nombres.raices | pregunta.raices)
    yield from _cambiados(frase, cerca, entero)
    yield from _asignados(frase, cerca)
    yield from _firmas(frase, entero)


def _desconocidos(frase: Dicho, conocidas: frozenset[str]) -> Iterator[Discrepancia]:
    """Yield the first role or proper name that stands nowhere in the passage."""
    for lugar, palabra in enumerate(frase.palabras):
        if not palabra.raiz or palabra.raiz in conocidas:
            continue
        inicial = lugar == 0 or palabra.pausa == PUNTO
        propio = not inicial and frase.texto[palabra.desde].isupper()
        if propio or palabra.texto in CARGOS:
            dice = frase.texto[palabra.desde : palabra.hasta]
            yield Discrepancia("quien", dice, "", palabra.desde, palabra.hasta)
            return


def _cambiados(frase: Dicho, cerca: Pasaje, entero: Pasaje) -> Iterator[Discrepancia]:
    """Yield who the passage names of another thing, or has only acted on where another acts."""
    suyos = [papel.clave for papel in frase.papeles]
    agentes = [papel.clave for papel in frase.papeles if papel.actua]
    actuan = [(papel, t) for t in cerca.tramos[:1] for papel in t.papeles if papel.actua]
    for papel in frase.papeles:
        veces = [(o, t) for t in entero.tramos for o in t.papeles if o.clave[0] == papel.clave[0]]
        iguales = [o for o, _ in veces if _es_el_mismo(o.clave, papel.clave)]
        otros = actuan if papel.actua and not any(o.actua for o in iguales) else []
        for otro, tramo in otros if iguales else veces:
            if not any(
                _es_el_mismo(otro.clave, clave) for clave in (agentes if iguales else suyos)
            ):
                dice = frase.texto[papel.desde : papel.hasta]
                pasaje = tramo.texto[otro.desde : otro.hasta]
                yield Discrepancia("quien", dice, pasaje, papel.desde, papel.hasta)
                return


def _asignados(frase: Dicho, cerca: Pasaje) -> Iterator[Discrepancia]:
    """Yield whose a sentence says that a thing is, where its passage says that it is another's."""
    for marca in frase.con(Efecto.ASIGNA):
        suyas = [(o, t) for t in cerca.tramos[:1] for o in t.con(Efecto.ASIGNA) if o.alcance]
        if suyas and all({*o.alcance}.isdisjoint(marca.alcance[:1]) for o, _ in suyas):
            otra, tramo = suyas[0]
            dice, pasaje = (
                d.texto[m.desde : fin_de(d, m, m.raiz)] for d, m in ((frase, marca), (tramo, otra))
            )
            yield Discrepancia("quien", dice, pasaje, marca.desde, marca.desde + len(dice))
            return


def _firmas(frase: Dicho, entero: Pasaje) -> Iterator[Discrepancia]:
    """Yield the role that a sentence gives to who signs as another."""
    for cargo, firma in pairwise(entero.tramos):
        nombre = [p for p in firma.palabras if p.raiz]
        firma_sola = all(firma.texto[p.desde].isupper() for p in nombre) and not firma.papeles
        titulo = cargo.papeles and cargo.texto.rstrip().endswith(",")  # «El Ministro de Salud,»
        if not (titulo and firma_sola and firma.raices <= frase.raices):
            continue
        suyo = cargo.papeles[0]
        if frase.papeles and not any(_es_el_mismo(suyo.clave, p.clave) for p in frase.papeles):
            papel = frase.papeles[0]
            dice = frase.texto[papel.desde : papel.hasta]
            pasaje = cargo.texto[suyo.desde : suyo.hasta]
            yield Discrepancia("quien", dice, pasaje, papel.desde, papel.hasta)
            return


def _es_el_mismo(una: Clave, otra: Clave) -> bool:
    return una[0] == otra[0] and (not una[1] or not otra[1] or not una[1].isdisjoint(otra[1]))
