"""One text → what it says that one act does to another. Pure, in time linear to the text.

A verb counts where it does something: an order («Derógase…»), what an act says of itself («rige
desde hoy y deroga…»), its title, a note under an article. What recitals tell, what stands between
quotation marks and what is only announced («la norma que lo modifique») does nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from siaa.biblioteca.estructura.analisis import Estructura
from siaa.biblioteca.estructura.frases import frases
from siaa.biblioteca.estructura.pasajes import TipoDePasaje
from siaa.biblioteca.lengua.nombres import Norma, lugares_de_normas
from siaa.biblioteca.lengua.referencias import MARCA, referencias
from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.biblioteca.relaciones.verbos import (
    DE_ACTO,
    DE_ARTICULO,
    DE_OTRO,
    DE_OTRO_ARTICULO,
    DE_SI,
    ENLACES,
    EXCEPTO,
    INDICIOS,
    PARTICIPIO,
    RESTO_DEL_SUJETO,
    TITULO,
    VERBO,
    tipo_de,
)
from siaa.biblioteca.valores import Dicho, Mencion, TipoDeRelacion

RANGO_MAXIMO: Final = 300
"""Most articles that «artículos 3 a 99» stands for."""
_ARTICULO: Final = MARCA + "art"
_COMILLAS: Final = "\"“”«»'‘ "
_MARCAS: Final = str.maketrans("*_#>`", "     ")
_CITADO = re.compile(r"[\"“«][^\"”»]*[\"”»]?")
_CITADO_DENTRO = re.compile(rf"(?m)(?:^[ ]*[\"“«])|{_CITADO.pattern}")
_DE_ELEMENTO = re.compile(r"\W*[a-z0-9]{1,3}[.)]\s")
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


class _Tocado(NamedTuple):
    """An article of a norm, or all of it (None); `en_parte` where it is less than that."""

    norma: Norma
    articulo: str | None
    en_parte: bool


class _Frase(NamedTuple):
    """A folded sentence, what it names in order, and the article it stands in («» for none)."""

    texto: str
    nombrados: Sequence[_Nombrado]
    articulo: str


def leer_menciones(
    contenido: str,
    vocabulario: str,
    estructura: Estructura,
    sanos: Sequence[str],
    nombradas: Iterable[tuple[str, int]],
) -> tuple[Mencion, ...]:
    """Return what a text says that acts do to each other, in order, each once.

    vocabulario: the runs of the text, folded. sanos: its passages, healed. nombradas: the terms of
    all that it names, which tell the year of a norm where a sentence leaves it out.
    """
    indicios = [indicio for indicio in INDICIOS if indicio.rpartition(" ")[2] in vocabulario]
    if not indicios:
        return ()
    anios = dict(termino.split("/", 1) for termino, _ in nombradas if "/" in termino)
    distintas: dict[Dicho, Mencion] = {}
    for inicio, fin, articulo, sano in _tramos(contenido, estructura, sanos, indicios):
        for escrita, plegada in _frases(sano, de_apertura=not articulo):
            for dicho in _leer(plegada, articulo, anios):
                lugar = contenido.find(escrita, inicio, fin)
                desde, hasta = (inicio, fin) if lugar < 0 else (lugar, lugar + len(escrita))
                distintas.setdefault(dicho, Mencion(dicho, escrita, desde, hasta))
    return tuple(distintas.values())


def leer_nombradas(texto: str) -> list[tuple[Norma, str | None]]:
    """Return the norms that somebody names («artículos 3 y 5 del Decreto 123 de 1990»).

    Each with its article, or with None where all of it is meant.
    """
    plegado = plegar(texto)
    tocados = _objetos(_Frase(plegado, _nombrados(plegado, {}), ""), 0)
    return [(norma, articulo) for norma, articulo, _ in tocados]


def articulos_de(ruta: Iterable[str]) -> list[str]:
    """Return the articles that a path of headings names, outermost first: «5», «4a»."""
    titulos = (titulo.lstrip(_COMILLAS) for titulo in ruta)
    de_articulo = (plegar(titulo[:40]) for titulo in titulos if titulo[:3].lower() == "art")
    primeras = (next(referencias(titulo), None) for titulo in de_articulo)
    return [r.termino.removeprefix(_ARTICULO) for r in primeras if r and _es_articulo(r.termino)]


def _es_articulo(termino: str) -> bool:
    return termino.startswith(_ARTICULO)


def _tramos(
    contenido: str, estructura: Estructura, sanos: Sequence[str], indicios: Sequence[str]
) -> Iterator[tuple[int, int, str, str]]:
    """Yield the stretches that may say something: start, end, article they stand in, healed text.

    What opens a text before its first passage is one. A recital tells what others did, and an
    article inside an article is a text that is quoted.
    """
    filas = estructura.pasajes.tolist()
    primero = filas[0][0] if filas else len(contenido)
    yield 0, primero, "", estructura.sano(contenido, 0, primero)
    for (inicio, fin, seccion, tipo), sano in zip(filas, sanos, strict=True):
        if tipo == TipoDePasaje.MOTIVO:
            continue
        plegado = plegar(sano)
        if any(indicio in plegado for indicio in indicios):
            articulos = articulos_de(estructura.secciones[seccion].ruta)
            if len(articulos) <= 1:
                yield inicio, fin, "".join(articulos), sano


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


def _leer(plegada: str, articulo: str, anios: Mapping[str, str]) -> Iterator[Dicho]:
    """Yield what a folded sentence says that is done.

    To repeal less than an article, or than an act, is to amend it.
    """
    es_titulo = not articulo and TITULO.match(plegada) is not None
    verbos = [
        verbo
        for verbo in VERBO.finditer(plegada)
        if _hace(str(verbo.lastgroup), plegada[: verbo.start()], es_titulo, bool(articulo))
    ]
    if not verbos or plegada.lstrip().startswith("que "):
        return
    frase = _Frase(plegada, _nombrados(plegada, anios), articulo)
    for verbo in verbos:
        forma = str(verbo.lastgroup)
        tipo = tipo_de(verbo[forma])
        if forma == "nota":
            yield from _de_nota(frase, verbo.end(), "modifica" if _es_menor(frase, verbo) else tipo)
            continue
        tocados = [] if forma == "texto" else _objetos(frase, verbo.end())
        if not tocados and forma in ("texto", "pasiva"):
            tocados = _sujeto(frase, verbo.start())
        for norma, ajeno, en_parte in tocados:
            menos = en_parte and tipo in ("deroga", "subroga")
            yield Dicho("modifica" if menos else tipo, articulo or None, norma, ajeno)


def _hace(forma: str, antes: str, es_titulo: bool, en_articulo: bool) -> bool:
    """Tell whether a verb in some form does something, given what stands before it."""
    match forma:
        case "imperativo" | "texto" | "pasiva":
            return not es_titulo
        case "infinitivo":
            return en_articulo and _son_enlaces(antes)
        case "nota":
            propio = en_articulo and DE_OTRO_ARTICULO.search(antes) is None
            return propio and _son_enlaces(PARTICIPIO.sub("", antes))
    de_si = es_titulo or DE_SI.search(antes) is not None or _son_enlaces(antes)
    return de_si and DE_OTRO.search(antes) is None


def _son_enlaces(texto: str) -> bool:
    """Tell whether a stretch only joins: determiners, dates, smaller and larger units."""
    return all(
        c in ENLACES or c[0].isdigit() or len(c) == 1 or not c.strip("ivxlc")
        for c in corridas(texto)
    )


def _objetos(frase: _Frase, desde: int) -> list[_Tocado]:
    """Return what follows a verb without a break: articles of a norm, norms, one after the other.

    Articles without a norm behind them are of nobody knows which.
    """
    tocados: list[_Tocado] = []
    articulos: list[tuple[str, bool]] = []
    for inicio, fin, articulo, norma in frase.nombrados:
        if inicio < desde:
            continue
        entre = frase.texto[desde:inicio]
        if not _son_enlaces(entre):
            break
        desde = fin
        if norma is None:
            _agregar(articulos, articulo, entre)
            continue
        if tocados and not articulos and (elididos := _ELIDIDOS.match(entre)):
            articulos = [(numero, False) for numero in _CIFRAS.findall(elididos[1])]
        menos = (DE_ARTICULO if articulos else DE_ACTO).search(entre) is not None
        tocados.extend(_Tocado(norma, uno, menos or parte) for uno, parte in articulos)
        if not articulos:
            tocados.append(_Tocado(norma, None, menos))
        articulos = []
    if tocados and EXCEPTO.match(frase.texto, desde):
        tocados = [tocado._replace(en_parte=True) for tocado in tocados]
    return tocados


def _agregar(articulos: list[tuple[str, bool]], articulo: str, entre: str) -> None:
    """Add an article to those before it, with all from the last one on where it ends a range."""
    ultimo, parte = articulos[-1] if articulos else ("", False)
    if _RANGO.fullmatch(entre) and ultimo.isdigit() and articulo.isdigit():
        medio = range(int(ultimo) + 1, int(articulo))
        articulos.extend((str(numero), False) for numero in medio[:RANGO_MAXIMO])
    sigue = bool(articulos) and _ENTRE_NUMEROS.fullmatch(entre) is not None
    articulos.append((articulo, parte if sigue else DE_ARTICULO.search(entre) is not None))


def _sujeto(frase: _Frase, hasta: int) -> list[_Tocado]:
    """Return what a verb in the passive is said of: what opens its clause."""
    desde = max(frase.texto.rfind(signo, 0, hasta) for signo in ";:") + 1
    propios = [n for n in frase.nombrados if desde <= n.inicio and n.fin <= hasta]
    if propios and propios[0].articulo and _ROTULO.match(frase.texto, propios[0].fin):
        desde = propios.pop(0).fin  # «Artículo 1º El artículo 3…»
    tocados = _objetos(frase._replace(texto=frase.texto[:hasta], nombrados=propios), desde)
    normas = {tocado.norma for tocado in tocados}
    fin = max((n.fin for n in propios if n.norma in normas), default=hasta)
    return tocados if RESTO_DEL_SUJETO.match(frase.texto[fin:hasta]) else []


def _es_menor(frase: _Frase, verbo: re.Match[str]) -> bool:
    """Tell whether a note is about an item of its article, or about less than all of it."""
    sigue = DE_ARTICULO.match(frase.texto, verbo.end() + 1)
    return (sigue or _DE_ELEMENTO.match(frase.texto)) is not None


def _de_nota(frase: _Frase, fin: int, tipo: TipoDeRelacion) -> Iterator[Dicho]:
    """Yield what a note says: which acts changed the article that it stands in, if it says so."""
    por = frase.texto.find(" por ", fin)
    autores = [] if por < 0 else _objetos(frase, por)
    yield from (Dicho(tipo, frase.articulo, norma, ajeno, True) for norma, ajeno, _ in autores)
    if not autores and tipo == "deroga" and not frase.texto[fin:].strip(" .)]"):
        yield Dicho(tipo, frase.articulo, None, None, True)
