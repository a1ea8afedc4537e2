"""Who acts: the roles and the names of a sentence beside those of its passage."""

from collections.abc import Iterator, Sequence, Set

from siaa.redaccion.afirmaciones.frase import Discrepancia
from siaa.redaccion.afirmaciones.lectura.acciones import leer_acciones
from siaa.redaccion.afirmaciones.lectura.dicho import Dicho, Pasaje, fin_de
from siaa.redaccion.afirmaciones.lectura.lexico import CARGOS
from siaa.redaccion.afirmaciones.lectura.marcas import Efecto
from siaa.redaccion.afirmaciones.lectura.palabras import PUNTO, Palabra

Clave = tuple[str, frozenset[str]]
"""What tells a role from another (`Papel.clave`)."""


def atribuir(
    frase: Dicho, cerca: Pasaje, entero: Pasaje, nombres: Pasaje, pregunta: Dicho
) -> Iterator[Discrepancia]:
    """Yield who a sentence names that its passage does not, or has act that only is acted on."""
    yield from _desconocidos(frase, entero.raices | nombres.raices | pregunta.raices)
    yield from _cambiados(frase, entero)
    yield from _trocados(frase, cerca, entero)
    yield from _asignados(frase, cerca)


def _desconocidos(frase: Dicho, conocidas: frozenset[str]) -> Iterator[Discrepancia]:
    """Yield the first role or proper name that stands nowhere in the passage."""
    for palabra in frase.palabras:
        if not palabra.raiz or palabra.raiz in conocidas:
            continue
        propio = palabra.pausa < PUNTO and frase.texto[palabra.desde].isupper()
        if propio or palabra.texto in CARGOS:
            dice = frase.texto[palabra.desde : palabra.hasta]
            yield Discrepancia("quien", dice, "", palabra.desde, palabra.hasta)
            return


def _cambiados(frase: Dicho, entero: Pasaje) -> Iterator[Discrepancia]:
    """Yield who the passage names of another thing: «Ministerio de Salud», «de Hacienda»."""
    suyos = [papel.clave for papel in frase.papeles]
    for papel in frase.papeles:
        veces = [(o, t) for t in entero.tramos for o in t.papeles if o.clave[0] == papel.clave[0]]
        if any(_es_el_mismo(o.clave, papel.clave) for o, _ in veces):
            continue
        for otro, tramo in veces:
            if not any(_es_el_mismo(otro.clave, clave) for clave in suyos):
                dice = frase.texto[papel.desde : papel.hasta]
                pasaje = tramo.texto[otro.desde : otro.hasta]
                yield Discrepancia("quien", dice, pasaje, papel.desde, papel.hasta)
                return


def _trocados(frase: Dicho, cerca: Pasaje, entero: Pasaje) -> Iterator[Discrepancia]:
    """Yield who does, in a sentence, what in its passage another does, or is done to them."""
    suyas = [a for a in leer_acciones(frase.texto, frase.palabras) if a.agente]
    claves = {a.clave for a in suyas}
    tramos = () if claves.isdisjoint(cerca.raices) else cerca.tramos
    hechas = [(a, t) for t in tramos for a in leer_acciones(t.texto, t.palabras)]
    actores = {p.raiz for a, _ in hechas for p in (*a.agente, *a.a_quien)}
    for suya in suyas:
        quien = {p.raiz for p in suya.agente}
        iguales = [(a, t) for a, t in hechas if a.clave == suya.clave]
        actuan = [(a.agente, t) for a, t in iguales if a.agente]
        sufren = [(a.a_quien, t) for a, t in iguales if _es_de(a.a_quien, quien)]
        for otro, tramo in (actuan or sufren)[:1]:
            # both swap places, or one who acts there does here what the other did with the same
            de_lo_mismo = quien & actores and (frase.raices & tramo.raices) - quien - {suya.clave}
            trueca = quien <= entero.raices and (_es_de(otro, frase.raices) or de_lo_mismo)
            if trueca and not any(_es_de(agente, quien) for agente, _ in actuan):
                desde, hasta = suya.agente[0].desde, suya.agente[-1].hasta
                pasaje = tramo.texto[otro[0].desde : otro[-1].hasta]
                yield Discrepancia("quien", frase.texto[desde:hasta], pasaje, desde, hasta)
                return


def _es_de(palabras: Sequence[Palabra], raices: Set[str]) -> bool:
    return not raices.isdisjoint(palabra.raiz for palabra in palabras)


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


def _es_el_mismo(una: Clave, otra: Clave) -> bool:
    return una[0] == otra[0] and (not una[1] or not otra[1] or not una[1].isdisjoint(otra[1]))
