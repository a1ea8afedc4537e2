"""The values that a text states: numbers with what they count, money, shares, dates, norms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from siaa.biblioteca.lengua.referencias import MARCA, Referencia, es_cita, referencias
from siaa.redaccion.afirmaciones.lectura.fechas import (
    ANIOS,
    DIAS,
    MESES,
    Fecha,
    leer_fecha,
    leer_fecha_en_cifras,
    leer_hora,
)
from siaa.redaccion.afirmaciones.lectura.limites import Cota, limite_de
from siaa.redaccion.afirmaciones.lectura.numeros import (
    CON_ROMANOS,
    PALABRAS_DE_NUMERO,
    Numero,
    leer_numero,
)
from siaa.redaccion.afirmaciones.lectura.palabras import PARENTESIS, SEGUIDA, Palabra
from siaa.redaccion.afirmaciones.lectura.tablas import conjunto

Dato = float | str | Fecha


class Valor(NamedTuple):
    """Something that can be checked, at `[desde, hasta)` of its text.

    tipo: `numero`, `orden` (a place), `dinero`, `porcentaje`, `plazo`, `periodo`, `fecha`, `hora`,
    `articulo`, `norma`. unidad: what it counts. matiz: which kind of it (`habil`, `calendario`;
    `mensual`, `diario`).
    """

    tipo: str
    dato: Dato
    unidad: str
    matiz: str
    limite: Cota
    desde: int
    hasta: int


def _formas(tabla: str) -> dict[str, str]:
    """Read «unidad: forma forma» lines as form → unit."""
    filas = (fila.split(":") for fila in tabla.strip().splitlines())
    return {forma: unidad.strip() for unidad, formas in filas for forma in formas.split()}


_DURACIONES: Final = MappingProxyType(
    _formas("""
    minuto: minuto minutos
    hora: hora horas
    dia: dia dias
    semana: semana semanas
    mes: mes meses
    trimestre: trimestre trimestres
    semestre: semestre semestres
    año: año años ano anos anualidad anualidades
    decada: decada decadas
    """)
)
_MONEDAS: Final = MappingProxyType(
    _formas("""
    peso: peso pesos
    dolar: dolar dolares usd
    euro: euro euros
    salario: salario salarios smlmv smmlv smlv smldv smdlv
    uvt: uvt
    uvb: uvb
    """)
)
_PERIODOS: Final = MappingProxyType(
    _formas("""
    hora: horario
    dia: diario diaria diarios diarias diariamente
    semana: semanal semanales semanalmente
    quincena: quincenal quincenales quincenalmente
    mes: mensual mensuales mensualmente
    bimestre: bimestral bimestrales bimestralmente
    trimestre: trimestral trimestrales trimestralmente
    semestre: semestral semestrales semestralmente
    año: anual anuales anualmente
    """)
)
_DE_MESES: Final = MappingProxyType(
    {2.0: "bimestre", 3.0: "trimestre", 6.0: "semestre", 12.0: "año"}
)
TIEMPOS: Final = _DURACIONES | _PERIODOS
"""Word → the unit of time that it names or repeats by."""
_MATICES: Final = MappingProxyType(
    _formas("""
    habil: habil habiles laborables laborales
    calendario: calendario corridos naturales comunes
    mensual: mensual mensuales
    diario: diario diarios
    """)
)
_MATIZ_PROPIO: Final = MappingProxyType(
    {"smlmv": "mensual", "smmlv": "mensual", "smldv": "diario", "smdlv": "diario"}
)
_DISTRIBUTIVAS: Final = frozenset(("cada", "por", "al"))
_DE_PASO: Final = conjunto(
    "primeros primeras siguientes proximos proximas ultimos ultimas de los las otros otras"
)
_ADJETIVOS: Final = 4
"""Words after a unit among which its kind is looked for («salarios mínimos legales mensuales»)."""
_COMIENZOS: Final = _DISTRIBUTIVAS | MESES.keys() | _PERIODOS.keys() | PALABRAS_DE_NUMERO
_LEGAL: Final = re.compile(
    r"\b(?:(?:art|num|cap|tit|parag|lit)[a-z]*|par\.|ley(?:es)?|decreto|acuerdo|resolucion|circular"
    r"|ordenanza|sentencia)"
)
"""What `referencias` needs to find anything but thousands: most stretches have none of it."""
_CON_FECHA: Final = re.compile(r"([0-9.]+)\W+(?:del?\s)?[0-9]{1,2}\sde\s")
_CODIGO: Final = re.compile(r"[a-z]{2,6}[ -]?[0-9]{2}-?[0-9]{3,}")


def leer_valores(plegado: str, palabras: Sequence[Palabra]) -> list[Valor]:
    """Return the values of a folded text, whose words are given, in order."""
    legales = _legales(plegado, palabras)
    ocupado = [(v.desde, _fin_ocupado(plegado, v)) for v in legales]
    valores = list(_sueltos(plegado, palabras, ocupado))
    return sorted((*legales, *valores), key=lambda valor: valor.desde)


def _legales(plegado: str, palabras: Sequence[Palabra]) -> list[Valor]:
    """Return the articles and other units, and the norms, each norm once."""
    halladas: dict[int, Referencia] = {}
    for referencia in referencias(plegado) if _LEGAL.search(plegado) else ():
        if referencia.termino.startswith(MARCA):
            halladas[referencia.inicio] = referencia  # of a norm, the one with its year comes last
    for escrita in _articulos_en_palabras(palabras):
        dentro = [lugar for lugar in halladas if escrita.inicio <= lugar < escrita.fin]
        halladas = {lugar: r for lugar, r in halladas.items() if lugar not in dentro}
        halladas[escrita.inicio] = escrita
    return [
        Valor(
            "norma" if es_cita(r.termino) else "articulo",
            r.termino,
            "",
            "",
            Cota("", "", r.inicio, r.fin),
            r.inicio,
            r.fin,
        )
        for r in halladas.values()
    ]


def _articulos_en_palabras(palabras: Sequence[Palabra]) -> Iterator[Referencia]:
    """Yield the articles whose number is written out and has more than one word."""
    for lugar, palabra in enumerate(palabras[:-1]):
        if palabra.texto in ("articulo", "articulos") and palabras[lugar + 1].texto.isalpha():
            numero = leer_numero(palabras, lugar + 1)
            if numero and numero.fin > lugar + 2 and not numero.dudoso:
                termino = f"{MARCA}art{int(numero.valor)}"
                yield Referencia(palabra.desde, palabras[numero.fin - 1].hasta, termino)


def _fin_ocupado(plegado: str, legal: Valor) -> int:
    """Return where the number of a norm ends, if a date follows that is to be read as well."""
    con_fecha = _CON_FECHA.match(plegado, legal.desde, legal.hasta)
    return con_fecha.end(1) if con_fecha else legal.hasta


def _sueltos(
    plegado: str, palabras: Sequence[Palabra], ocupado: Sequence[tuple[int, int]]
) -> Iterator[Valor]:
    """Yield the values that no legal unit takes."""
    lugar, tomadas = 0, iter([*ocupado, (len(plegado) + 1, 0)])
    desde, hasta = next(tomadas)
    while lugar < len(palabras):
        palabra = palabras[lugar]
        if palabra.desde >= hasta and palabra.desde >= desde:
            desde, hasta = next(tomadas)
            continue
        if palabra.hasta > desde:
            lugar += 1
            continue
        medida = _leer(palabras, lugar) if _puede_empezar(palabras, lugar) else None
        if medida is None:
            lugar += 1
            continue
        inicio, fin = palabra.desde, palabras[medida.fin - 1].hasta
        yield Valor(*medida[:4], limite_de(plegado, inicio, fin), inicio, fin)
        lugar = medida.fin


def _puede_empezar(palabras: Sequence[Palabra], lugar: int) -> bool:
    """Tell whether a value may start at a word."""
    texto = palabras[lugar].texto
    if texto in _COMIENZOS or texto[0].isdigit() or texto[-1].isdigit():
        return True
    return lugar > 0 and palabras[lugar - 1].texto in CON_ROMANOS


class _Medida(NamedTuple):
    """A value before its place and its limit are known; `fin` is the word after its last."""

    tipo: str
    dato: Dato
    unidad: str
    matiz: str
    fin: int


def _leer(palabras: Sequence[Palabra], lugar: int) -> _Medida | None:
    """Return the value that starts at a word, if one does."""
    texto = palabras[lugar].texto
    if texto in MESES and (hallada := leer_fecha(palabras, lugar, None)):
        return _Medida("fecha", hallada[0], "", "", hallada[1])
    if texto in _PERIODOS:
        return _Medida("periodo", _PERIODOS[texto], "", "", lugar + 1)
    if _CODIGO.fullmatch(texto):
        return _Medida("norma", palabras[lugar].raiz, "", "", lugar + 1)
    if texto in _DISTRIBUTIVAS:
        return _por_cada(palabras, lugar)
    if texto[0].isdigit():
        if hora := leer_hora(palabras, lugar):
            return _Medida("hora", hora[0], "", "", hora[1])
        if escrita := leer_fecha_en_cifras(texto):
            return _Medida("fecha", escrita, "", "", lugar + 1)
    numero = leer_numero(palabras, lugar)
    return None if numero is None else _con_numero(palabras, lugar, numero)


def _dice(palabras: Sequence[Palabra], lugar: int, texto: str) -> bool:
    return lugar < len(palabras) and palabras[lugar].texto == texto


def _por_cada(palabras: Sequence[Palabra], lugar: int) -> _Medida | None:
    """Return how often something is («cada mes», «por cada día», «al año»)."""
    cada = next((n for n in (lugar, lugar + 1) if _dice(palabras, n, "cada")), None)
    lugar = lugar + 1 if cada is None else cada + 1
    numero = None
    if cada is not None and lugar < len(palabras) and (numero := leer_numero(palabras, lugar)):
        lugar = numero.fin
    unidad = _DURACIONES.get(palabras[lugar].texto) if lugar < len(palabras) else None
    if numero and numero.valor != 1:
        unidad = _DE_MESES.get(numero.valor) if unidad == "mes" else None
    return _Medida("periodo", unidad, "", "", lugar + 1) if unidad else None


def _con_numero(palabras: Sequence[Palabra], lugar: int, numero: Numero) -> _Medida | None:
    """Return what a number measures, by what stands after it; else by what stands before."""
    valor, fin = numero.valor, numero.fin
    siguientes = [palabra.texto for palabra in palabras[fin : fin + 2]]
    if numero.fraccion:
        return _Medida("porcentaje", round(100 * valor, 2), "", "", fin)
    if siguientes[:1] == ["%"] or siguientes == ["por", "ciento"]:
        return _Medida("porcentaje", valor, "", "", _tras_porcentaje(palabras, fin, valor))
    if valor in DIAS and (hallada := leer_fecha(palabras, fin, int(valor))):
        return _Medida("fecha", hallada[0], "", "", hallada[1])
    if medida := _en_unidades(palabras, numero):
        return medida
    if lugar and palabras[lugar - 1].texto == "$":
        return _Medida("dinero", valor, "peso", "", fin)
    if valor in ANIOS and not numero.ordinal:
        return _Medida("fecha", Fecha(None, None, int(valor)), "", "", fin)
    return None if numero.dudoso else _contado(palabras, lugar, numero)


def _tras_porcentaje(palabras: Sequence[Palabra], fin: int, valor: float) -> int:
    """Return the word after a percentage, said once or again in figures («… (20%)»)."""
    fin += 1 if palabras[fin].texto == "%" else 2
    repetido = palabras[fin : fin + 2]
    if [p.texto for p in repetido] == [f"{valor:g}", "%"] and repetido[0].pausa == PARENTESIS:
        return fin + 2
    return fin


def _en_unidades(palabras: Sequence[Palabra], numero: Numero) -> _Medida | None:
    """Return the length of time or the money that a number is of, if its unit follows."""
    lugar = _saltar_de_paso(palabras, numero.fin)
    if lugar < len(palabras) and palabras[lugar].texto == "de":  # «dos millones de pesos»
        lugar += 1
    if lugar >= len(palabras):
        return None
    texto = palabras[lugar].texto
    tipo = "plazo" if texto in _DURACIONES else "dinero"
    unidad = _DURACIONES.get(texto) or _MONEDAS.get(texto)
    if unidad is None:
        return None
    matiz, fin = _MATIZ_PROPIO.get(texto, ""), lugar + 1
    for n in range(fin, min(fin + _ADJETIVOS, len(palabras))):
        if palabras[n].pausa != SEGUIDA or not palabras[n].raiz:
            break
        if palabras[n].texto in _MATICES:
            matiz, fin = _MATICES[palabras[n].texto], n + 1
    return _Medida("orden" if numero.ordinal else tipo, numero.valor, unidad, matiz, fin)


def _saltar_de_paso(palabras: Sequence[Palabra], lugar: int) -> int:
    """Return the first word that does not stand between a number and what it counts."""
    while lugar < len(palabras) and palabras[lugar].pausa <= PARENTESIS:
        if palabras[lugar].texto not in _DE_PASO:
            return lugar
        lugar += 1
    return len(palabras)


def _contado(palabras: Sequence[Palabra], lugar: int, numero: Numero) -> _Medida | None:
    """Return a number with the noun that it counts; an ordinal without one says nothing."""
    detras = _saltar_de_paso(palabras, numero.fin)
    unidad = palabras[detras].raiz if detras < len(palabras) else ""
    if not unidad and numero.ordinal and lugar and palabras[lugar].pausa == SEGUIDA:
        unidad = palabras[lugar - 1].raiz
    if numero.ordinal and not unidad:
        return None
    return _Medida("orden" if numero.ordinal else "numero", numero.valor, unidad, "", numero.fin)
