"""One text → what it says that one act does to another. Pure, in time linear to the text.

A verb counts where it does something: an order («Derógase…»), what an act says of itself («rige
desde hoy y deroga…»), its title, a note under an article. What recitals tell, what stands between
quotation marks and what is only announced («la norma que lo modifique») does nothing.
"""

import re
import sys
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from siaa.biblioteca.estructura.analisis import Estructura
from siaa.biblioteca.estructura.frases import frases
from siaa.biblioteca.estructura.lectura import anuncia_texto
from siaa.biblioteca.estructura.pasajes import TipoDePasaje
from siaa.biblioteca.lengua.nombres import Norma, lugares_de_normas
from siaa.biblioteca.lengua.referencias import MARCA, referencias
from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.biblioteca.lengua.vocabulario import ENLACES
from siaa.biblioteca.relaciones import verbos
from siaa.biblioteca.valores import Mencion

RANGO_MAXIMO: Final = 300
"""Most articles that «artículos 3 a 99» stands for."""
_ARTICULO: Final = MARCA + "art"
_COMILLAS: Final = "\"“”«»'‘ "
_MARCAS: Final = str.maketrans("*_#>`", "     ")
_CITADO = re.compile(r"[\"“«][^\"”»]*[\"”»]?")
_CITADO_DENTRO = re.compile(rf"(?m)(?:^[ ]*[\"“«])|{_CITADO.pattern}")
_DE_MENOS = re.compile(r"\W*[a-z0-9]{1,3}[.)]\s|\W*[a-z]+\sparcialmente\s")
"""A note under an item of its article, or about less than all of it."""
_ROTULO = re.compile(r"\W*(?:el|la|los|las)\s")
_MES: Final = r"[a-z]{4,10}"
_ANIO: Final = r"(?P<anio>(?:1[789]|20)[0-9]{2})(?![0-9])"
_FECHA = re.compile(
    rf"\W{{0,3}}(?:del?\s)?(?:fecha\s)?(?:[0-9]{{1,2}}[°ºo]?\s(?:del?\s)?{_MES}|{_MES}\s[0-9]{{1,2}}"
    rf"[°ºo]?)\)?,?\s(?:del?\s)?{_ANIO}"
)
"""How a year stands after the number of a norm where the whole date does: «de julio 5 de 1990»."""
_CODIGO = re.compile(
    r"(?<![a-z0-9ñ])(?:(?P<tipo>acuerdo|resolucion|circular)(?:e?s)?(?![a-zñ])"
    r"|(?P<letras>[a-z]{2,6}[0-9]{2})[\s-]{0,2}0*(?P<numero>[0-9]{1,6})(?![0-9])"
    rf"(?:\s(?:del?\s)?(?:[0-9]{{1,2}}\sde\s{_MES}\sdel?\s)?{_ANIO})?)"
)
"""Codes such as «PSAA16-10476 de 2016», and the kinds of norm that have one."""
_TIPO: Final = "ley|decreto|acuerdo|resolucion|circular|ordenanza|acto"
_NORMA_CITADA = re.compile(rf"{MARCA}({_TIPO})([0-9]+)(?:/([0-9]+))?")
_DE_OTRA = re.compile(rf"\s?(?:del?|de\sla)\s(?:{_TIPO})")
"""After a number in a list of norms: it is an article of the next one."""
_DE_ALGO = re.compile(r"\s?(?:del?|de\s(?:la|los|las))\s(?!presente|est[ea]\s|mism[oa]\s)")
"""After an article: it is of what comes next, which is not this text."""
_ENTRE_NUMEROS = re.compile(r"\s?,\s?|,?\s[ye]\s")
_RANGO = re.compile(r"\s?(?:al?|hasta\sel)\s")
_CIFRAS = re.compile("[1-9][0-9]*")
_ELIDIDOS = re.compile(
    r"[,;\s]*(?:[ye]\s)?((?:[0-9]{1,4}[°ºo]?(?:\s?,\s?|,?\s[ye]\s|\s)){1,60})del?\s"
)
"""More articles, of the next norm: «…del Decreto 224 de 1988; 7 y 9 del Decreto 1029 de 1993»."""


class _Nombrado(NamedTuple):
    """An article or a norm at `[inicio, fin)`; of a norm, its year may not be known."""

    inicio: int
    fin: int
    articulo: str = ""
    norma: Norma | None = None


_FINAL: Final = _Nombrado(sys.maxsize, sys.maxsize)
"""Nothing, past the end of any text."""
_Citada = tuple[Norma | None, str | None]
"""A norm, or this text, and an article of it; None for all of it."""
_Tocado = tuple[Norma, str | None, bool]
"""A norm, an article of it (None for all of it), whether less than that is meant."""


def leer_menciones(
    contenido: str,
    plegado: str,
    estructura: Estructura,
    sanos: Sequence[str],
    nombradas: Iterable[str],
) -> tuple[Mencion, ...]:
    """Return what a text says that acts do to each other, in order, each once.

    plegado: all of the text, folded. sanos: its passages, healed. nombradas: the terms of
    all that it names, which tell the year of a norm where a sentence leaves it out.
    """
    indicios = [indicio for indicio in verbos.INDICIOS if indicio.rpartition(" ")[2] in plegado]
    if not indicios:
        return ()
    anios = dict(termino.split("/", 1) for termino in nombradas if "/" in termino)
    distintas: dict[Mencion, Mencion] = {}
    patrones = (indicio.replace(" ", r"\s") for indicio in indicios)
    lugares = sorted({m.start() for patron in patrones for m in re.finditer(patron, plegado)})
    for inicio, fin, articulo, sano, vigente in _tramos(contenido, estructura, sanos, lugares):
        for escrita, plegada in _frases(sano, de_apertura=not articulo):
            for mencion in _leer(plegada, articulo, anios):
                if mencion.es_nota and not vigente:
                    continue
                lugar = contenido.find(escrita, inicio, fin)
                desde, hasta = (inicio, fin) if lugar < 0 else (lugar, lugar + len(escrita))
                hasta = fin if anuncia_texto(escrita) else hasta
                dicha = mencion._replace(frase=escrita, desde=desde, hasta=hasta)
                distintas.setdefault(mencion, dicha)
    return tuple(distintas.values())


def leer_nombradas(texto: str) -> list[tuple[Norma, str | None]]:
    """Return the norms that somebody names («artículos 3 y 5 del Decreto 123 de 1990»).

    Each with its article, or with None where all of it is meant.
    """
    plegado = plegar(texto)
    return [(norma, uno) for norma, uno, _ in _objetos(plegado, _nombrados(plegado, {}))]


def leer_citadas(plegado: str, anios: Mapping[str, str]) -> Iterator[_Citada]:
    """Yield the articles and norms that a folded text names, in order.

    An article is of the norm that follows it, or of the text itself (None) unless it says of what.
    anios: of norms, by their term, where the text leaves them out.
    """
    articulos: list[tuple[str, bool]] = []
    hasta = 0
    for inicio, fin, articulo, norma in (*_nombrados(plegado, anios), _FINAL):
        entre = plegado[hasta:inicio]
        if articulos and (inicio == _FINAL.inicio or not _son_enlaces(entre)):
            if not _DE_ALGO.match(plegado, hasta):
                yield from ((None, uno) for uno, _ in articulos)
            articulos = []
        if articulo:
            _agregar(articulos, articulo, entre)
        elif norma is not None:
            yield from ((norma, uno) for uno, _ in articulos or ((None, False),))
            articulos = []
        hasta = fin


@lru_cache(maxsize=4096)  # a question looks each up several times
def articulos_de(ruta: tuple[str, ...]) -> tuple[str, ...]:
    """Return the articles that a path of headings names, outermost first: «5», «4a»."""
    titulos = (titulo.lstrip(_COMILLAS) for titulo in ruta)
    de_articulo = (plegar(titulo[:40]) for titulo in titulos if titulo[:3].lower() == "art")
    primeras = (next(referencias(titulo), None) for titulo in de_articulo)
    hallados = (r.termino for r in primeras if r and _es_articulo(r.termino))
    return tuple(termino.removeprefix(_ARTICULO) for termino in hallados)


def _es_articulo(termino: str) -> bool:
    return termino.startswith(_ARTICULO)


def _tramos(
    contenido: str, estructura: Estructura, sanos: Sequence[str], lugares: Sequence[int]
) -> Iterator[tuple[int, int, str, str, bool]]:
    """Yield the stretches with a hint at one of `lugares`: start, end, article, healed text.

    And whether that is in force: an earlier text has done what it did, but its notes are of then.
    What opens a text before its first passage is a stretch too. A recital tells what others did,
    and of an article inside an article only what announces it is not a text that is quoted.
    """
    filas = estructura.pasajes.tolist()
    primero = filas[0][0] if filas else len(contenido)
    yield 0, primero, "", estructura.sano(contenido, 0, primero), True
    for (inicio, fin, seccion, tipo), sano in zip(filas, sanos, strict=True):
        desde = bisect_left(lugares, inicio)
        if tipo != TipoDePasaje.MOTIVO and desde < bisect_left(lugares, fin, desde):
            articulos = articulos_de(estructura.secciones[seccion].ruta)
            if len(articulos) > 1:
                sano = anuncio if anuncia_texto(anuncio := sano.partition("\n")[0]) else ""
            yield inicio, fin, "".join(articulos[:1]), sano, tipo != TipoDePasaje.ANTERIOR


def _frases(sano: str, de_apertura: bool) -> Iterator[tuple[str, str]]:
    """Yield the sentences of a healed text, and folded, without marks and what they quote.

    The title of an act may stand in quotation marks; so does the new text of an article.
    """
    plegado = plegar(sano)
    if len(plegado) != len(sano):  # hardly ever: then its places are those of the fold
        sano = plegado
    citado = _CITADO_DENTRO if de_apertura else _CITADO
    plegado = citado.sub(lambda hallado: " " * len(hallado[0]), plegado.translate(_MARCAS))
    lugar = 0
    for renglon in sano.split("\n"):
        for desde, hasta in frases(renglon):
            yield renglon[desde:hasta], plegado[lugar + desde : lugar + hasta]
        lugar += len(renglon) + 1


def _nombrados(plegada: str, anios: Mapping[str, str]) -> Sequence[_Nombrado]:
    """Return the articles and norms that a folded sentence names, in order."""
    hallados = [
        _Nombrado(inicio, fin, norma=norma)
        for inicio, fin, norma in lugares_de_normas(plegada)
        if " " in norma.tipo  # «acto legislativo», which is no reference
    ]
    citas: list[_Nombrado] = []
    for inicio, fin, termino in referencias(plegada):
        if _es_articulo(termino):
            hallados.append(_Nombrado(inicio, fin, termino.removeprefix(_ARTICULO)))
        elif (cita := _NORMA_CITADA.fullmatch(termino)) and not _DE_OTRA.match(plegada, fin):
            if citas and citas[-1].inicio == inicio:  # said once more, with its year
                citas.pop()
            citas.append(_Nombrado(inicio, fin, norma=Norma(cita[1], "", cita[2], cita[3])))
    hallados += (*_con_codigo(plegada), *_con_anio(plegada, citas, anios))
    return sorted(hallados)


def _con_codigo(plegada: str) -> Iterator[_Nombrado]:
    """Yield the norms that go by a code, each of the kind that was last said before it."""
    tipo = ""
    for hallado in _CODIGO.finditer(plegada):
        tipo = hallado["tipo"] or tipo
        if hallado["numero"] and tipo:
            norma = Norma(tipo, hallado["letras"], hallado["numero"], hallado["anio"])
            yield _Nombrado(*hallado.span(), norma=norma)


def _con_anio(
    plegada: str, citas: Sequence[_Nombrado], anios: Mapping[str, str]
) -> Iterator[_Nombrado]:
    """Yield the norms, last to first, each with its year where that is known.

    In a list («Decretos 408 y 2064 de 1996») a year is that of the numbers before it too.
    """
    siguiente, anio = len(plegada), None
    for inicio, fin, _, norma in reversed(citas):
        if norma is not None:
            fecha = _FECHA.match(plegada, fin)
            en_lista = _ENTRE_NUMEROS.fullmatch(plegada, fin, siguiente)
            heredado = fecha["anio"] if fecha else anio if en_lista else None
            anio = norma.anio or heredado or anios.get(f"{MARCA}{norma.tipo}{norma.numero}")
            siguiente = inicio
            yield _Nombrado(inicio, fin, norma=Norma(norma.tipo, "", norma.numero, anio))


def _leer(plegada: str, articulo: str, anios: Mapping[str, str]) -> Iterator[Mencion]:
    """Yield what a folded sentence says that is done.

    To repeal less than an article, or than an act, is to amend it.
    """
    es_titulo = not articulo and verbos.TITULO.match(plegada) is not None
    hacen = [
        verbo
        for verbo in verbos.VERBO.finditer(plegada)
        if _hace(str(verbo.lastgroup), plegada[: verbo.start()], es_titulo, bool(articulo))
    ]
    if not hacen or plegada.lstrip().startswith("que "):
        return
    nombrados = _nombrados(plegada, anios)
    for verbo in hacen:
        forma, (inicio, fin) = str(verbo.lastgroup), verbo.span()
        tipo = verbos.tipo_de(verbo[forma])
        es_nota = forma == "nota"
        if es_nota:
            fin = max(fin, plegada.find(" por ", fin))
        tocados = [] if forma == "texto" else _objetos(plegada, nombrados, fin)
        if not tocados and forma in ("texto", "pasiva"):
            tocados = _sujeto(plegada[:inicio], nombrados)
        de_menos = es_nota and _DE_MENOS.match(plegada) is not None
        for norma, ajeno, en_parte in tocados:
            menos = (de_menos if es_nota else en_parte) and tipo in ("deroga", "subroga")
            yield Mencion("modifica" if menos else tipo, articulo or None, norma, ajeno, es_nota)
        if es_nota and not tocados and tipo == "deroga" and not plegada[fin:].strip(" .)]"):
            yield Mencion(tipo, articulo, None, None, es_nota)


def _hace(forma: str, antes: str, es_titulo: bool, en_articulo: bool) -> bool:
    """Tell whether a verb in some form does something, given what stands before it."""
    match forma:
        case "imperativo" | "texto" | "pasiva":
            return not es_titulo
        case "infinitivo":
            return en_articulo and _son_enlaces(antes)
        case "nota":
            propio = en_articulo and verbos.DE_OTRO_ARTICULO.search(antes) is None
            return propio and _son_enlaces(verbos.PARTICIPIO.sub("", antes))
    de_si = es_titulo or verbos.DE_SI.search(antes) is not None or _son_enlaces(antes)
    return de_si and verbos.DE_OTRO.search(antes) is None


def _son_enlaces(texto: str) -> bool:
    """Tell whether a stretch only joins: determiners, dates, smaller and larger units."""
    return all(
        c in ENLACES or c[0].isdigit() or len(c) == 1 or not c.strip("ivxlc")
        for c in corridas(texto)
    )


def _objetos(texto: str, nombrados: Sequence[_Nombrado], desde: int = 0) -> list[_Tocado]:
    """Return what follows a place without a break: articles of a norm, norms, one after the other.

    Articles without a norm behind them are of nobody knows which.
    """
    tocados: list[_Tocado] = []
    articulos: list[tuple[str, bool]] = []
    for inicio, fin, articulo, norma in nombrados:
        if inicio < desde:
            continue
        entre = texto[desde:inicio]
        if not _son_enlaces(entre):
            break
        desde = fin
        if norma is None:
            _agregar(articulos, articulo, entre)
            continue
        if tocados and not articulos and (elididos := _ELIDIDOS.match(entre)):
            articulos = [(numero, False) for numero in _CIFRAS.findall(elididos[1])]
        menos = (verbos.DE_ARTICULO if articulos else verbos.DE_ACTO).search(entre) is not None
        tocados += [(norma, uno, menos or parte) for uno, parte in articulos]
        tocados += [] if articulos else [(norma, None, menos)]
        articulos = []
    salvo = verbos.EXCEPTO.match(texto, desde) is not None
    return [(norma, uno, salvo or parte) for norma, uno, parte in tocados]


def _agregar(articulos: list[tuple[str, bool]], articulo: str, entre: str) -> None:
    """Add an article to those before it, with all from the last one on where it ends a range."""
    ultimo, parte = articulos[-1] if articulos else ("", False)
    if _RANGO.fullmatch(entre) and ultimo.isdigit() and articulo.isdigit():
        medio = range(int(ultimo) + 1, int(articulo))
        articulos.extend((str(numero), False) for numero in medio[:RANGO_MAXIMO])
    sigue = bool(articulos) and _ENTRE_NUMEROS.fullmatch(entre) is not None
    articulos.append((articulo, parte if sigue else verbos.DE_ARTICULO.search(entre) is not None))


def _sujeto(antes: str, nombrados: Sequence[_Nombrado]) -> list[_Tocado]:
    """Return what a verb in the passive is said of, given what stands before it: its clause."""
    desde = max(antes.rfind(signo) for signo in ";:") + 1
    propios = [n for n in nombrados if desde <= n.inicio and n.fin <= len(antes)]
    if propios and propios[0].articulo and _ROTULO.match(antes, propios[0].fin):
        desde = propios.pop(0).fin  # «Artículo 1º El artículo 3…»
    tocados = _objetos(antes, propios, desde)
    normas = {norma for norma, _, _ in tocados}
    fin = max((n.fin for n in propios if n.norma in normas), default=0)
    return tocados if verbos.RESTO_DEL_SUJETO.match(antes, fin) else []
