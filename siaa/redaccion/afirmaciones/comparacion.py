"""The values of a sentence beside those of the passage that it is compared with."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import dropwhile
from operator import attrgetter
from typing import Final

from siaa.biblioteca.lengua.referencias import MARCA
from siaa.redaccion.afirmaciones.cercania import (
    EXACTOS,
    LEGALES,
    Hallado,
    caben,
    de_otra_medida,
    dichos_en_su_columna,
    es_dicho,
    lados_de,
    largo,
    mas_cerca,
    mas_parecido,
    rivaliza,
    son_uno,
)
from siaa.redaccion.afirmaciones.frase import Discrepancia, senalar
from siaa.redaccion.afirmaciones.lectura.dicho import Dicho, Pasaje
from siaa.redaccion.afirmaciones.lectura.fechas import MESES, Fecha
from siaa.redaccion.afirmaciones.lectura.limites import ANTES, PISO, TOPE
from siaa.redaccion.afirmaciones.lectura.palabras import (
    COMA,
    PARENTESIS,
    ULTIMO,
    enumerados,
    partes_de,
    plegar_lo_dicho,
    raiz_de,
)
from siaa.redaccion.afirmaciones.lectura.valores import EN_MENORES, Dato, Valor
from siaa.redaccion.afirmaciones.tablas import PRIMERA, suma

_DE_NORMA: Final = frozenset(("numero", "orden", "fecha"))
_SON_NUMEROS: Final = frozenset(("orden", "codigo"))
"""What people call a number."""
_ES_ITEM: Final = re.compile(rf"{MARCA}(?:num|lit)")
_NUMEROS: Final = re.compile(r"[0-9]+")
_DE: Final = re.compile(r"\W{0,3}del? (?:l[ao]s? )?(?P<forma>constitucion|carta|codigo|estatuto)?")
HASTA_EL_NUMERO: Final = 20
"""Characters before the number of a norm: «Decreto-ley número 294»."""
_SUPONE: Final = re.compile(r"\b(?:si|cuando|caso de)\b[^,.;:]*\Z")
_TRAS: Final = re.compile(r"(?:cumplid|vencid|transcurrid)[oa]s?\b")
_DURA: Final = re.compile(r"\b(?:vigen|vigor|dur[ae])")
"""«Cumplidos los cinco años» is after what lasts five."""
_TITULAN: Final = ("art", "arts", "articulo", "articulos")
"""What heads a column of numbers of articles."""
PAR: Final = 2
"""Parts of a code that may be written apart."""
LARGO_ITEM: Final = 4
"""«Numeral 16», «literal c»: what `referencias` calls an item of a list, before its own name."""


def comparar(frase: Dicho, entero: Pasaje, pregunta: Dicho) -> Iterator[Discrepancia]:
    """Yield the values of a sentence that its passage gives otherwise, or does not give.

    What the question said is nobody's invention where nothing denies it.
    """
    no_dichos = [h for h in entero.valores if not any(es_dicho(v, h[0]) for v in frase.valores)]
    for valor in frase.valores:
        iguales = _iguales(valor, entero)
        propio = mas_parecido(frase, valor, iguales)
        rivales = [h for h in no_dichos if rivaliza(valor, h) and caben(propio, h)]
        if propio and propio[1].celdas:  # the same column tells more than any prose
            rivales = [h for h in rivales if h[1].celdas] or rivales
        rival = mas_parecido(frase, valor, rivales)
        de_ella = _de_su_norma(frase, valor, iguales, entero)
        if propio and not (de_ella or mas_cerca(frase, valor, rival, propio)):
            yield from _por_su_limite(frase, valor, propio, entero)
        elif rival and rival[1].celdas and valor.dato in _los_que_siguen(frase, valor):
            continue  # «dos cargos: un guarda y un farero», of rows that count one each
        elif propio or not _lo_dice_otro(frase, valor, rival, entero, pregunta):
            rival = de_ella or rival
            tipo = "numero" if valor.tipo in _SON_NUMEROS else valor.tipo
            dice = rival[1].texto[rival[0].desde : rival[0].hasta] if rival else ""
            yield senalar(tipo, frase.texto, valor.desde, valor.hasta, dice)


def coinciden(frase: Dicho, pasaje: Pasaje) -> int:
    """Return how many values of a sentence its passage has: each vouches as a light word would."""
    return sum(any(son_uno(valor, otro) for otro, _ in pasaje.valores) for valor in frase.valores)


def _lo_dice_otro(
    frase: Dicho, valor: Valor, rival: Hallado | None, entero: Pasaje, pregunta: Dicho
) -> bool:
    """Tell whether a value is said otherwise, is of the names of a passage, or was asked."""
    de_nombre = entero.nombres.valores
    legales = (*(v for v, _ in entero.valores), *(de_nombre if rival is None else ()))
    if any(_numera(legal, valor) for legal in legales):
        return True
    sabidos = (*de_nombre, *(pregunta.valores if rival is None else ()))
    de_otro_modo = _de_otro_modo(frase, valor, entero, rival)
    return de_otro_modo or any(son_uno(valor, sabido) for sabido in sabidos)


def _de_otro_modo(frase: Dicho, valor: Valor, entero: Pasaje, rival: Hallado | None) -> bool:
    """Tell whether a passage says a value of a sentence as nothing that is read as such a value.

    rival: what it gives in its place: beside «dos meses» its «año» is no «doce meses».
    """
    escrito = plegar_lo_dicho(frase.texto[valor.desde : valor.hasta])
    match valor.tipo:
        case "orden":  # where nothing else is of a place, or several are: «los segundos»
            formas = (p.texto for t in entero.tramos for p in t.palabras)
            return rival is None or f"{escrito}s" in formas
        case "numero":
            return _contado(frase, valor, entero, rival)
        case "plazo":
            return not (rival and rival[0].tipo == "plazo") and _nombra_el_plazo(valor, entero)
        case "norma":
            return _en_otro_orden(valor, entero)
        case "articulo":
            return _nombra_el_articulo(frase, str(valor.dato), entero)
        case "codigo":
            return _por_partes(escrito, entero)
    return False


def _contado(frase: Dicho, valor: Valor, entero: Pasaje, rival: Hallado | None) -> bool:
    """Tell whether a number is a count of what a passage names or lists, and counts no other way.

    rival: the number that stands in its place.
    """
    de_que = valor.unidad or valor.limite.lado  # «más de dos»
    del_mismo = (
        rival
        and rival[0].tipo == valor.tipo
        and (
            (rival[0].unidad or rival[0].limite.lado) == de_que != ""
            or de_otra_medida(valor, rival[0])
        )
    )
    return not del_mismo and valor.dato in _cuentas(frase, valor, entero, rival)


def _cuentas(frase: Dicho, valor: Valor, entero: Pasaje, rival: Hallado | None) -> set[int]:
    """Return how many are listed, named one by one or named so many times."""
    formas = [p.texto for t in entero.tramos for p in t.palabras if p.raiz == valor.unidad != ""]
    propias = _los_que_siguen(frase, valor)
    if rival and PRIMERA.fullmatch(rival[1].plegado, 0, rival[0].desde):
        return propias | suma(frase, entero)
    ajenas = {n + 2 for t in entero.tramos for n in enumerados(t.palabras)}
    # «dos» may tell that there is more than one
    varios = set() if len(formas) == 1 and not formas[0].endswith("s") else {2}
    return {1, len(formas), *entero.listas} | varios | propias | ajenas


def _los_que_siguen(frase: Dicho, valor: Valor) -> set[int]:
    """Return how many a sentence names after a number: «tres ciudades, Cali, Neiva y Pasto»."""
    tras = (p for p in frase.palabras if p.desde > valor.desde)
    siguen = [*dropwhile(lambda p: p.pausa < PARENTESIS, tras)]
    # «revisor de documentos, I, de Cali»
    ultimos = [p for p in siguen if p.texto in ULTIMO and frase.texto[p.desde].islower()]
    # «cuatro vocales: el rector y tres decanos»
    partes = len({*ultimos, *(p for p in siguen if p.pausa == COMA)})
    return {*range(2, partes + 2)} if ultimos else set()


def _por_partes(codigo: str, entero: Pasaje) -> bool:
    """Tell whether a passage has a code of two parts as two words: «formato F 12»."""
    partes = partes_de(codigo)
    palabras = (palabra.texto for tramo in entero.tramos for palabra in tramo.palabras)
    return len(partes) == PAR and set(palabras).issuperset(partes)


def _numera(legal: Valor, valor: Valor) -> bool:
    """Tell whether a number, a day or a year is of a norm: «el 2448», «el 19», «en 1915»."""
    return legal.tipo in LEGALES and _suelto(valor) in _NUMEROS.findall(str(legal.dato))


def _suelto(valor: Valor) -> str:
    """Return the figures of a value that may be part of a norm; empty if it is of another thing."""
    dato = valor.dato
    numero = dato.anio or dato.dia if isinstance(dato, Fecha) and not dato.mes else dato
    suelto = isinstance(numero, float | int) and valor.tipo in _DE_NORMA and not valor.unidad
    return f"{numero:g}" if suelto else ""


def _en_otro_orden(norma: Valor, entero: Pasaje) -> bool:
    """Tell whether a stretch has the parts of a norm apart: «números 30 y 12, de 1890»."""
    partes = set(_NUMEROS.findall(str(norma.dato)))
    return any(partes and partes <= {*map(_suelto, t.valores)} for t in entero.tramos)


def _nombra_el_articulo(frase: Dicho, articulo: str, entero: Pasaje) -> bool:
    """Tell whether a passage has an article, or an item of one, by its number alone.

    It is an item of a list; or stands where several articles are named, however it is read, or
    under «Art.», in a row most about a sentence.
    """
    if _ES_ITEM.match(articulo) and articulo[LARGO_ITEM:] in entero.rotulos:
        return True
    numeros = _NUMEROS.findall(articulo)
    varios = (t.plegado for t in entero.tramos if "articulos" in t.plegado)
    if any(not set(numeros).isdisjoint(_NUMEROS.findall(plegado)) for plegado in varios):
        return True
    filas = [(t, [celda.strip(" .:") for celda in t.celdas]) for t in entero.tramos if t.celdas]
    columnas = {n for _, celdas in filas for n, celda in enumerate(celdas) if celda in _TITULAN}
    comunes = max((len(frase.raices & t.raices) for t, _ in filas), default=0)
    return any(
        celdas[n : n + 1] == ["".join(numeros)]
        for t, celdas in filas
        for n in columnas
        if len(frase.raices & t.raices) == comunes
    )


def _de_su_norma(
    frase: Dicho, valor: Valor, iguales: Sequence[Hallado], entero: Pasaje
) -> Hallado | None:
    """Return the article of a norm in whose place a sentence has the number of one of a passage.

    «El artículo 2 de la Constitución», of a passage that has its own article 2 and the 189 of that.
    """
    suya = _de_que_norma(frase, valor) if iguales and valor.tipo == "articulo" else None
    propios = (_encabeza(*h) and _de_que_norma(h[1], h[0]) != suya for h in iguales)
    if suya is None or suya in entero.nombres.raices | entero.nombres.datos or not all(propios):
        return None
    articulos = ((v, t) for v, t in entero.valores if v.tipo == "articulo")
    return next(((v, t) for v, t in articulos if _de_que_norma(t, v) == suya), None)


def _de_que_norma(dicho: Dicho, articulo: Valor) -> Dato | None:
    """Return the norm that an article is said to be of; None if none follows."""
    de = _DE.match(dicho.plegado, articulo.hasta)
    sigue = bisect_right(dicho.valores, articulo.desde, key=attrgetter("desde"))
    if de is None or de["forma"]:
        return de and raiz_de(de["forma"])
    tras = (v for v in dicho.valores[sigue : sigue + 1] if v.tipo == "norma")
    return next((v.dato for v in tras if v.desde <= de.end() + HASTA_EL_NUMERO), None)


def _encabeza(articulo: Valor, tramo: Dicho) -> bool:
    """Tell whether an article is what a stretch begins with."""
    return not any(p.hasta <= articulo.desde for p in tramo.palabras[:1])


def _iguales(valor: Valor, pasaje: Pasaje) -> list[Hallado]:
    iguales = [hallado for hallado in pasaje.valores if son_uno(valor, hallado[0])]
    # a bare figure of a table is no dollars where the passage says that they are pesos
    if any(
        v.tipo == valor.tipo == "dinero" and v.dato == valor.dato and v.unidad != valor.unidad
        for v, _ in pasaje.valores
    ):
        return [hallado for hallado in iguales if hallado[0].unidad == valor.unidad]
    return iguales


def _nombra_el_plazo(plazo: Valor, entero: Pasaje) -> bool:
    """Tell whether a passage has the name of a length of time, «trimestre», or all its months."""
    formas = [{p.texto for p in tramo.palabras} for tramo in entero.tramos]
    nombradas = {EN_MENORES[forma] for suyas in formas for forma in suyas & EN_MENORES.keys()}
    varios = {(n, "mes") for suyas in formas if (n := len(suyas & MESES.keys())) > 1}
    return largo(plazo) in nombradas | varios


def _por_su_limite(
    frase: Dicho, valor: Valor, propio: Hallado, entero: Pasaje
) -> Iterator[Discrepancia]:
    """Yield the disagreement on which side of a value counts, where both sides say it."""
    cota, (otro, tramo) = valor.limite, propio
    lados, sentidos = {cota.lado, otro.limite.lado}, {cota.sentido, otro.limite.sentido}
    # «después del 15 no se recibe» is «se recibe hasta el 15»
    al_reves = frase.niega and not tramo.niega
    # «si tiene más de 7» tells what happens where «no tendrá más de 7»
    lugares = (frase, cota), (tramo, otro.limite)
    supone, tambien = (_SUPONE.search(d.plegado, 0, c.desde) is not None for d, c in lugares)
    al_reves = al_reves or (cota.lado == PISO and supone and not tambien)
    # «con tres meses de anticipación» are three at least
    anade = TOPE if ANTES in sentidos else PISO
    exacto = valor.tipo in EXACTOS or (valor.tipo == "plazo" and cota.lado == anade)
    dura = _DURA.search(tramo.plegado) and _TRAS.match(frase.plegado, cota.desde)
    exacto = exacto and not dura
    # «de 3 a 5» is «entre 3 y 5»
    exacto = exacto and not frase.plegado.startswith(("de ", "entre "), cota.desde)
    # the heading of a column may say the side of all that is beneath it
    encima = dichos_en_su_columna(propio, entero.tramos)
    callado = cota.lado and not otro.limite.lado and cota.lado not in lados_de(*propio)
    anadido = exacto and callado and cota.lado not in encima
    if not al_reves and (anadido or any(len(suyos - {""}) > 1 for suyos in (lados, sentidos))):
        dice = tramo.texto[otro.limite.desde : otro.limite.hasta]
        yield senalar("limite", frase.texto, cota.desde, cota.hasta, dice)
