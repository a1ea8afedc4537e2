"""Whether two values are one; which of a passage stands where a sentence gives one."""

import re
from collections.abc import Iterable, Sequence, Set
from types import MappingProxyType
from typing import Final

from siaa.redaccion.afirmaciones.lectura.dicho import Dicho
from siaa.redaccion.afirmaciones.lectura.fechas import Fecha
from siaa.redaccion.afirmaciones.lectura.lexico import CONTRARIOS
from siaa.redaccion.afirmaciones.lectura.limites import PISO, TOPE
from siaa.redaccion.afirmaciones.lectura.palabras import raiz_de
from siaa.redaccion.afirmaciones.lectura.valores import EN_MENORES, Valor

EXACTOS: Final = frozenset(("dinero", "porcentaje", "numero"))
"""What is exact where no limit is said of it."""
LEGALES: Final = frozenset(("articulo", "norma"))
_UNE: Final = re.compile(r"\b[oy] (?:del? )?(?:el |l[ao]s? )?\Z")
"""Before a value that is beside another: «que supere los dos grados o el 10 %»."""
_TOTAL: Final = re.compile(r"^\|.*\btotal\b|\ben total\b")
"""What adds up the rows of a table, and who says so."""
_EXTREMOS: Final = (("maxim", TOPE), ("minim", PISO))
DE_MAS: Final = 2
"""Words that stand around another value where its own has none that it lacks: it is of that."""
MARGEN: Final = 4
"""Words more that must stand around another value for it to be the one that is spoken of."""

PARTE_COMUN: Final = 2
"""Two stretches are of one list if they have so much of their words in common: a half."""
ANTES: Final = 4
"""Words right before a value that tell which one it is."""

_DE_TIEMPO: Final = frozenset(("plazo", "orden"))
_CUENTAN: Final = frozenset(("numero", "orden"))
_MEDIDAS: Final = frozenset(("numero", "dinero", "plazo", "porcentaje"))
"""What a bare number may be of: «trescientos pesos de sueldo y setenta y cinco de gastos»."""
_MEDIDAS_CONTRARIAS: Final = MappingProxyType(
    {raiz_de(f): bando for f, bando in CONTRARIOS.items()}
)
"""Stem of a unit → the row of contraries that it is of, and its side."""

Hallado = tuple[Valor, Dicho]
"""A value of a passage and the stretch that it stands in."""


def es_dicho(valor: Valor, otro: Valor) -> bool:
    """Tell whether a sentence says a value of its passage: three courts are not three reports."""
    return son_uno(valor, otro) and (
        valor.unidad == otro.unidad or "" in (valor.unidad, otro.unidad)
    )


def son_uno(valor: Valor, otro: Valor) -> bool:
    """Tell whether two values may be the same: what one leaves out is no difference."""
    if valor.tipo != otro.tipo and valor.dato != otro.dato:
        return _es_dia(valor, otro) or _es_dia(otro, valor)
    if isinstance(valor.dato, Fecha) and isinstance(otro.dato, Fecha):
        partes = [par for par in zip(valor.dato, otro.dato, strict=True) if None not in par]
        dia_o_mes = valor.dato.mes is None or otro.dato.mes is not None
        return dia_o_mes and partes != [] and all(a == b for a, b in partes)
    if valor.tipo == otro.tipo == "norma":
        una, otra = str(valor.dato), str(otro.dato)
        return una.startswith(otra + "/") or otra.startswith(una + "/") or una == otra
    if valor.tipo == otro.tipo == "codigo":
        return str(valor.dato) in str(otro.dato)
    if valor.unidad != otro.unidad and valor.tipo == otro.tipo == "plazo":
        return largo(valor) == largo(otro) and "habil" not in (valor.matiz, otro.matiz)
    if valor.dato != otro.dato or (valor.matiz and otro.matiz and valor.matiz != otro.matiz):
        return False
    cuentan = valor.tipo in _CUENTAN and otro.tipo in _CUENTAN and not de_otra_medida(valor, otro)
    # «dos cargos» are not the second
    cuentan = cuentan and (valor.tipo == otro.tipo or valor.unidad == otro.unidad)
    a_secas = any(v.tipo == "numero" and not v.unidad for v in (valor, otro))
    return (
        cuentan
        or (a_secas and {valor.tipo, otro.tipo} <= _MEDIDAS)
        or (_de_la_familia(valor, otro) and valor.unidad == otro.unidad)
    )


def de_otra_medida(valor: Valor, otro: Valor) -> bool:
    """Tell whether two numbers are of contrary units: «un kilómetro», «una milla»."""
    una, otra = (_MEDIDAS_CONTRARIAS.get(v.unidad) for v in (valor, otro))
    return una is not None and otra is not None and una != otra and una[0] == otra[0]


def largo(plazo: Valor) -> tuple[float, str]:
    """Return a length of time in hours or in months: «72 horas» are three days."""
    veces, unidad = EN_MENORES.get(plazo.unidad, (1, plazo.unidad))
    return veces * float(str(plazo.dato)), unidad


def _es_dia(fecha: Valor, numero: Valor) -> bool:
    """Tell whether a bare number is the day of a date of which no more is said: «días 3 y 4»."""
    if numero.unidad or not isinstance(fecha.dato, Fecha):
        return False
    dia, mes, anio = fecha.dato
    return dia == numero.dato and mes is anio is None


def _de_la_familia(valor: Valor, otro: Valor) -> bool:
    tipos = {valor.tipo, otro.tipo}
    return len(tipos) == 1 or tipos <= _DE_TIEMPO or tipos <= _CUENTAN


def rivaliza(valor: Valor, hallado: Hallado) -> bool:
    """Tell whether a value may stand in the place of another; in a row, a bare number may."""
    if isinstance(valor.dato, Fecha) and isinstance(hallado[0].dato, Fecha):
        partes = zip(valor.dato, hallado[0].dato, strict=True)
        return any(una != otra for una, otra in partes if None not in (una, otra))
    a_secas = hallado[0].tipo == "numero" and not hallado[0].unidad and hallado[1].celdas
    return _de_la_familia(valor, hallado[0]) or bool(a_secas and valor.tipo in _MEDIDAS)


def _en_comun(frase: Dicho, valor: Valor, hallado: Hallado) -> int:
    """Return how many words stand around both of two values; the same side counts as some more."""
    otro, tramo = hallado
    mismo_lado = valor.limite.lado in lados_de(*hallado) - {""}
    de_el = tramo.alrededor(otro.desde) | tramo.bajo
    return len(frase.alrededor(valor.desde) & de_el) + MARGEN * mismo_lado


def lados_de(valor: Valor, tramo: Dicho) -> set[str]:
    """Return the side of a value; of one that says none, those of its kind that stand beside it.

    «No podrá exceder del 40 % de lo uno o del 60 % de lo otro».
    """
    if valor.limite.lado or valor.tipo not in EXACTOS:
        return {valor.limite.lado}
    suyos = [tramo.lados.get(clave, set()) for clave in (valor.tipo, valor.dato)]
    if _UNE.search(tramo.plegado, 0, valor.desde):
        suyos += [{v.limite.lado} for v in tramo.valores if v.hasta < valor.desde][-1:]
    return _dichos_en(tramo.plegado).union(*suyos)


def _dichos_en(plegado: str) -> set[str]:
    """Return the sides that a text says by a word of its own: «límite máximo»."""
    return {lado for palabra, lado in _EXTREMOS if palabra in plegado}


def mas_parecido(frase: Dicho, valor: Valor, hallados: Sequence[Hallado]) -> Hallado | None:
    """Return the most like a value of some of a passage."""

    def parecido(hallado: Hallado) -> tuple[bool, bool, bool, int, int, bool, str]:
        otro, tramo = hallado
        mismo_lado = otro.dato == valor.dato and otro.limite.lado == valor.limite.lado != ""
        fila = tramo.celdas != ()
        mismas = (fila and not otro.unidad) or otro.unidad == valor.unidad, otro.dato == valor.dato
        entera = fila and tramo.raices <= frase.raices
        comunes = _en_comun(frase, valor, hallado), len(_comunes(frase, valor, hallado))
        return mismo_lado, *mismas, *comunes, entera, otro.limite.lado

    return max(hallados, key=parecido, default=None)


def mas_cerca(frase: Dicho, valor: Valor, rival: Hallado | None, propio: Hallado) -> bool:
    """Tell whether what stands around a value is about a rival rather than about its equal."""
    if rival is None or all(_TOTAL.search(dicho.plegado) for dicho in (frase, propio[1])):
        return False
    antes, del_otro = _justo_antes(frase, valor), _justo_antes(rival[1], rival[0])
    if antes and antes == del_otro != _justo_antes(propio[1], propio[0]):
        return True
    filas = rival[1].celdas and propio[1].celdas
    if rival[0].tipo == "articulo" or (rival[0].unidad != valor.unidad and not filas):
        return False
    suyas, ajenas = (_comunes(frase, valor, hallado) for hallado in (propio, rival))
    if ajenas < suyas:
        return False
    if suyas < ajenas and (filas or _son_pares(propio[1], rival[1])):
        return True
    # what the sentence has whole, or what it counts in a row, is its own
    propias = suyas - ajenas
    if (filas and valor.unidad in propias) or propio[1].raices <= propias:
        return False
    de_otra_cosa = "" != propio[0].unidad != valor.unidad == rival[0].unidad != ""
    margen = 0 if de_otra_cosa else 1 if filas else MARGEN
    suyo = _en_comun(frase, valor, propio)
    vecinas = frase.alrededor(valor.desde)
    de_el, ajeno = (vecinas & tramo.alrededor(v.desde) for v, tramo in (propio, rival))
    entera = propio[1].raices <= frase.raices
    if not entera and de_el < ajeno and len(ajeno - de_el) >= DE_MAS:
        margen = 1
    return _en_comun(frase, valor, rival) >= suyo + min(margen, suyo + 2)


def _comunes(frase: Dicho, valor: Valor, hallado: Hallado) -> Set[object]:
    """Return the words, and values beside another, that a sentence has of a stretch."""
    otro, tramo = hallado
    datos = (frase.datos & tramo.datos) - {valor.dato, otro.dato}
    return {*frase.raices & (tramo.raices | tramo.bajo), *datos}


def _son_pares(uno: Dicho, otro: Dicho) -> bool:
    """Tell whether two stretches are alike, as rows are: «sueldo del farero de Tolú, $ 90»."""
    return PARTE_COMUN * len(uno.raices & otro.raices) >= max(len(uno.raices), len(otro.raices))


def _justo_antes(dicho: Dicho, valor: Valor) -> Sequence[str]:
    """Return the words right before a value that tell something: «viáticos de $ 5 diarios»."""
    cual = dicho.cual(valor.desde)
    for cuantas in (ANTES, ANTES + 1):
        previas = dicho.palabras[max(0, cual - cuantas) : cual]
        if any(p.raiz or p.texto[0].isdigit() for p in previas):
            return [p.texto for p in previas]
    return ()


def caben(propio: Hallado | None, rival: Hallado) -> bool:
    """Tell whether a value may stand where another does: in a table, in that column of a row."""
    if propio is None or not (propio[1].celdas and rival[1].celdas):
        return True
    return propio[1] is not rival[1] and _columna(propio) == _columna(rival)


def _columna(hallado: Hallado) -> int:
    valor, tramo = hallado
    return tramo.texto.count("|", 0, valor.desde)


def dichos_en_su_columna(hallado: Hallado, tramos: Iterable[Dicho]) -> set[str]:
    """Return the sides that some stretches say in the column of a value: «Límite máximo»."""
    n = _columna(hallado)
    return _dichos_en("|".join(t.celdas[n] for t in tramos if len(t.celdas) > n))
