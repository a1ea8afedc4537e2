"""The values that a text states: numbers with what they count, money, shares, dates, norms."""

import re
from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from siaa.biblioteca.lengua.numeros import PALABRAS_DE_NUMERO, numero_en_palabras
from siaa.biblioteca.lengua.referencias import MARCA, es_cita, referencias
from siaa.biblioteca.lengua.vocabulario import palabras as conjunto
from siaa.redaccion.afirmaciones.lectura.fechas import (
    ANIOS,
    DIAS,
    MESES,
    Fecha,
    leer_fecha,
    leer_hora,
)
from siaa.redaccion.afirmaciones.lectura.lexico import FORMAS_LIGERAS, palabras_de, por_forma
from siaa.redaccion.afirmaciones.lectura.limites import Cota, limite_de
from siaa.redaccion.afirmaciones.lectura.numeros import CIFRAS, Numero, de_cifras, leer_numero
from siaa.redaccion.afirmaciones.lectura.palabras import Palabra, partes_de, raiz_de

Dato = float | str | Fecha


class Valor(NamedTuple):
    """Something that can be checked, at `[desde, hasta)` of its text.

    tipo: `numero`, `orden` (a place), `dinero`, `porcentaje`, `plazo`, `periodo`, `fecha`, `hora`,
    `articulo`, `norma`, `codigo`. unidad: what it counts. matiz: which kind of it (`habil`,
    `calendario`; `mensual`, `diario`).
    """

    tipo: str
    dato: Dato
    desde: int
    hasta: int
    unidad: str = ""
    matiz: str = ""
    limite: Cota = Cota("", "", 0, 0)


_DURACIONES: Final = por_forma("duraciones")
_MONEDAS: Final = por_forma("monedas")
PERIODOS: Final = por_forma("periodos")
"""What comes back after a unit of time: «mensual» after a month."""
_MATICES: Final = por_forma("matices")
_DE_SEMANA: Final = por_forma("de_semana")
_DE_MESES: Final = por_forma("de_meses")
EN_MENORES: Final = MappingProxyType(
    {unidad: (int(meses), "mes") for meses, unidad in _DE_MESES.items()}
    | {"dia": (24, "hora"), "semana": (168, "hora")}
)
"""Unit of time → how many it has of a smaller one; a month has no number of days."""
_SE_CUENTAN: Final = MappingProxyType({"vez": "veces", "veces": "veces", "personas": "personas"})
"""Light words that tell one number from another."""
_FRACCIONES: Final = por_forma("fracciones")
_FRACCION: Final = re.compile(
    r"(?:(?<!en la )(?<!una )(?<!un )(mitad|doble|duplo|triplo|triple)"
    r"|(?:(?P<veces>una|dos|tres|cuatro)\s+)?(tercera|cuarta|quinta|decima)s?\s+partes?)(?![a-zñ])"
)
_CADA: Final = re.compile(
    r"(?:(?P<cada>(?:por\s+)?cada|tod[oa]s\s+l[oa]s)|por"
    r"|(?:(?<=vez |sos |ces |ras |ias )|(?<=\d ))a(?:l|\s+la))\s+(?=[a-zñ0-9])"
)
_CODIGO: Final = re.compile(r"[a-z]{2,6}[ -]?[0-9]{2}-?[0-9]{3,}")
_LARGO_CODIGO: Final = 12
"""Figures without a mark between them that count nothing: «11001310301220200012300»."""
_POR_CIENTO: Final = re.compile(
    rf"\s?(?:%|por\s+(?:ciento|100\b))(?:\s?\((?P<otra>{CIFRAS})\s?%\))?"
)
_NOMBRE: Final = re.compile(
    r"\)?(?:\s+veces\s+el)?(?:(?<=llon)\s+de|(?<=llones)\s+de|\s+de(?=\s+l[oa]s\s)"
    r"|\s+(?:primer[oa]s|siguientes|proxim[oa]s|ultim[oa]s|l[oa]s|otr[oa]s|sol[oa]|o\s+mas))*"
    r"\s+(?P<nombre>[a-zñ]+)"
)
_DENTRO: Final = ("dentro del ", "dentro de la ")
_ANTERIOR: Final = re.compile(r"([a-zñ]+),?\s\Z")
_Y: Final = re.compile(r"\s(?:con |y )?")
_CENTAVOS: Final = re.compile(r"\s(?:centavos?|ctvs?)\b")
_DE_CIEN: Final = re.compile(r"\s(?:con\s|y\s)?([0-9]{2})\s?/?\s?100\b")
"""«Ocho dólares con 19/100»."""
_A_LA_ANTIGUA: Final = re.compile(r"\s?-?\s?([0-9]{2})(?=\s?[|).,;]|\s(?:que|por|de|para)\b|\s*\Z)")
"""Cents after their pesos with no more than a dash or a space, at the end: «$ 785- 60»."""
_PESOS: Final = re.compile(r"\$[\s|.]*\Z")
_DE_ANIO: Final = re.compile(r"\b(?:del?|en|[aá][nñ]os?) \Z")
"""Before a year in words: «dos mil» is as often a sum."""
_UNO_SOLO: Final = re.compile(
    r"\s(?:sol[oa]|o\smas|vez\s(?:al|a\sla|por(?!\slo\b)|(?:en\s)?cada))\b"
)
"""After «un» that counts."""
_UNO_A_LO_MAS: Final = re.compile(r"\b(?:menos|maximo|minimo|sumo) (?:de )?\Z")
"""Before «una» that counts: «al menos una», «como máximo una»."""
_EN_CELDA: Final = re.compile(r"\|\s*\Z")
"""Before what begins a cell of a table: «| Primera | $ 5.000 |» is of the first."""
_DE_CELDA: Final = re.compile(r"\s[0-9]{2}\s*\|")
"""Cents that end the cell of a sum with thousands: «| 47,202 70 |»."""
_EL_DIA: Final = re.compile(r"\b(?:el|dia) \Z")
_CERCA: Final = 30
"""Characters before a number in which what it is of is looked for."""
_MATIZ: Final = re.compile(
    rf"(?:,?\s+[a-zñ]{{5,}}){{0,3}}?,?\s+(?P<matiz>{'|'.join(_MATICES)})(?![a-zñ])"
)
"""The kind of a unit, after words that say no other («salarios mínimos legales mensuales»)."""
_COMIENZOS: Final = conjunto("cada todos todas por al a").union(
    (*_FRACCIONES, *PERIODOS, *_DE_SEMANA, *_DURACIONES, *MESES),
    (*PALABRAS_DE_NUMERO, *palabras_de("romanos")),
)
_LEGAL: Final = re.compile(
    r"\b(?:(?:art|num|cap|tit|parag|lit)[a-z]*|par\.|ley(?:es)?|decreto|acuerdo|resolucion|circular"
    r"|ordenanza|sentencia)"
)
"""What `referencias` needs to find anything but thousands: most stretches have none of it."""
_CON_LETRA: Final = re.compile(r"\b(?:numeral|ordinal)(?=\s[a-z]\))")
"""What is called by a letter is one item, whatever it is called, and these are as long."""
_CON_FECHA: Final = re.compile(
    rf"([0-9.]+)\W+(?:del?\s)?(?:[0-9]{{1,2}}\sde|(?:{'|'.join(MESES)})\s[0-9]{{1,2}})\s"
)


def leer_valores(plegado: str, palabras: Sequence[Palabra]) -> list[Valor]:
    """Return the values of a folded text, whose words are given, in order."""
    legales = list(_legales(plegado))
    libre = list(plegado)
    for legal in legales:
        con_fecha = _CON_FECHA.match(plegado, legal.desde, legal.hasta)
        fin = con_fecha.end(1) if con_fecha else legal.hasta
        libre[legal.desde : fin] = MARCA * (fin - legal.desde)
    return sorted((*legales, *_sueltos("".join(libre), palabras)), key=lambda valor: valor.desde)


def _legales(plegado: str) -> Iterator[Valor]:
    """Yield the articles and other units, and the norms, each norm once."""
    con_letra = _CON_LETRA.sub("literal", plegado)
    halladas = referencias(con_letra) if _LEGAL.search(con_letra) else ()
    # of a norm, the one with its year comes last
    de_ley = {hallada.inicio: hallada for hallada in halladas if hallada.termino[0] == MARCA}
    for r in de_ley.values():
        tipo = "norma" if es_cita(r.termino) else "articulo"
        yield Valor(tipo, r.termino, r.inicio, r.fin, limite=Cota("", "", r.inicio, r.fin))


def _sueltos(libre: str, palabras: Sequence[Palabra]) -> Iterator[Valor]:
    """Yield the values of a text whose legal units are crossed out."""
    fin, dicho = 0, None
    for palabra in palabras:
        desde, texto = palabra.desde, palabra.texto
        comienza = texto in _COMIENZOS or texto[0].isdigit() or texto[-1].isdigit()
        if desde < fin or libre[desde] == MARCA or not comienza:
            continue
        valor = _leer(libre, palabra)
        if valor is None:
            continue
        # «diez millones de pesos ($ 10.000.000)» is one value
        repetido = valor[:2] == dicho and libre[fin:desde].strip(" $") in ("(", ")")
        fin, dicho = valor.hasta, valor[:2]
        if not repetido:
            yield valor._replace(limite=limite_de(libre, desde, fin))


def _leer(libre: str, palabra: Palabra) -> Valor | None:
    if nombrado := _con_nombre(libre, palabra):
        return nombrado
    desde = palabra.desde
    if fraccion := _FRACCION.match(libre, desde):
        veces = numero_en_palabras(fraccion["veces"] or "una")
        parte = veces * float(_FRACCIONES[fraccion[1] or fraccion[3]])
        return Valor("porcentaje", parte, desde, fraccion.end())
    if cada := _CADA.match(libre, desde):
        return _por_cada(libre, cada)
    if hora := leer_hora(libre, desde):
        return Valor("hora", hora[0], desde, hora[1])
    if fecha := leer_fecha(libre, desde):
        return Valor("fecha", fecha[0], desde, fecha[1])
    partes = partes_de(palabra.texto)
    largo = partes[0].isdigit() and len(partes[0]) >= _LARGO_CODIGO
    numero = None if largo else leer_numero(libre, desde)
    if numero is None and (largo or len(partes) > 1):  # «2020-00123», «1201.00.90»
        return Valor("codigo", "".join(partes), desde, palabra.hasta)
    return _con_numero(libre, desde, numero) if numero else None


def _con_nombre(libre: str, palabra: Palabra) -> Valor | None:
    """Return the value that a word is by itself: «martes», «mensual», «del mes siguiente»."""
    texto, (desde, hasta) = palabra.texto, (palabra.desde, palabra.hasta)
    if texto in _DE_SEMANA:
        return Valor("fecha", _DE_SEMANA[texto], desde, hasta)
    if texto in PERIODOS and not libre.startswith(" oficial", hasta):
        return Valor("periodo", PERIODOS[texto], desde, hasta)
    if libre.startswith(" siguiente ", hasta) and libre.endswith(_DENTRO, 0, desde):
        return Valor("plazo", 1.0, desde, hasta, _DURACIONES.get(texto, ""))
    return Valor("norma", palabra.raiz, desde, hasta) if _CODIGO.fullmatch(texto) else None


def _por_cada(libre: str, cada: re.Match[str]) -> Valor | None:
    """Return how often something is («cada mes», «todos los días», «al año», «cada seis meses»)."""
    numero = leer_numero(libre, cada.end()) if cada["cada"] else None
    nombre = _NOMBRE.match(libre, numero.fin if numero else cada.end() - 1)
    unidad = _DURACIONES.get(nombre["nombre"]) if nombre else None
    if nombre and not cada["cada"] and nombre["nombre"] != unidad:
        return None  # «por días» is in days, and «por día» how often
    if numero and numero.valor != 1:
        unidad = _DE_MESES.get(f"{numero.valor:g}") if unidad == "mes" else None
    return Valor("periodo", unidad, cada.start(), nombre.end()) if nombre and unidad else None


def _con_numero(libre: str, desde: int, numero: Numero) -> Valor | None:
    """Return what a number measures, by what stands after it; else by what stands before."""
    valor, fin, cerca = numero.valor, numero.fin, (max(0, desde - _CERCA), desde)
    if por_ciento := _POR_CIENTO.match(libre, fin):
        otra = por_ciento["otra"]
        repetido = otra is None or de_cifras(otra) == valor
        return Valor("porcentaje", valor, desde, por_ciento.end() if repetido else fin)
    nombre = _NOMBRE.match(libre, fin)
    if nombre and (valor_medido := _en_unidades(libre, desde, numero, nombre)):
        return valor_medido
    en_celda = _EN_CELDA.search(libre, *cerca)
    con_miles = en_celda and "," in libre[desde:fin] and _DE_CELDA.match(libre, fin)
    if con_miles or _PESOS.search(libre, *cerca):
        centavos = _A_LA_ANTIGUA.match(libre, fin)
        parte, fin = (int(centavos[1]) / 100, centavos.end()) if centavos else (0, fin)
        return Valor("dinero", valor + parte, desde, fin, "peso")
    forma = nombre["nombre"] if nombre else ""
    de_anio = _DE_ANIO.search(libre, *cerca)
    # «1850 expedientes» are so many, and «desde 2016 las cifras» a year
    junto = nombre and libre[fin : nombre.start("nombre")].isspace() and forma.endswith("s")
    escrito = libre[desde:fin].isdigit() and not (junto and raiz_de(forma))
    if valor in ANIOS and not numero.ordinal and (escrito or de_anio):
        return Valor("fecha", Fecha(None, None, int(valor)), desde, fin)
    forma = "" if forma in PERIODOS else forma  # «a quinientos mensuales»
    unidad = raiz_de(forma) or _SE_CUENTAN.get(forma, "")
    if numero.ordinal and not unidad and (anterior := _ANTERIOR.search(libre, *cerca)):
        ligera = anterior[1] if anterior[1] in FORMAS_LIGERAS else ""  # «la sección tercera»
        unidad = raiz_de(anterior[1]) or ligera
    de_algo = unidad or en_celda or libre[desde].isdigit()
    antes = _UNO_A_LO_MAS.search(libre, *cerca)
    dudoso = numero.dudoso and not (en_celda or antes or _UNO_SOLO.match(libre, fin))
    if dudoso or (numero.ordinal and not de_algo):
        return None
    de_otra_cosa = unidad or libre.startswith(" por ", fin)  # «el seis por mil»
    if valor in DIAS and not de_otra_cosa and _EL_DIA.search(libre, *cerca):
        return Valor("fecha", Fecha(int(valor), None, None), desde, fin)
    return Valor("orden" if numero.ordinal else "numero", valor, desde, fin, unidad)


def _en_unidades(libre: str, desde: int, numero: Numero, nombre: re.Match[str]) -> Valor | None:
    """Return the length of time or the money that a number is of, if its unit follows."""
    forma, fin = nombre["nombre"], nombre.end()
    unidad = _DURACIONES.get(forma) or _MONEDAS.get(forma)
    if sueltos := _CENTAVOS.match(libre, numero.fin):
        return Valor("dinero", numero.valor / 100, desde, sueltos.end(), "peso")
    if unidad is None:
        return None
    tipo = "orden" if numero.ordinal else "plazo" if forma in _DURACIONES else "dinero"
    y_centavos = _Y.match(libre, fin) if tipo == "dinero" else None
    centavos = leer_numero(libre, y_centavos.end()) if y_centavos else None
    if centavos and (nombrados := _CENTAVOS.match(libre, centavos.fin)):
        return Valor(tipo, numero.valor + centavos.valor / 100, desde, nombrados.end(), unidad)
    if de_cien := _DE_CIEN.match(libre, fin) if tipo == "dinero" else None:
        return Valor(tipo, numero.valor + int(de_cien[1]) / 100, desde, de_cien.end(), unidad)
    matiz = _MATIZ.match(libre, fin)
    clase = _MATICES[matiz["matiz"]] if matiz else ""
    # «seis horas diarias» are no kind, nor «cien pesos mensuales»
    if matiz and (unidad == "salario") == (clase in PERIODOS):
        return Valor(tipo, numero.valor, desde, matiz.end(), unidad, clase)
    return Valor(tipo, numero.valor, desde, fin, unidad, _MATICES.get(forma, ""))
