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
_ITEM = re.compile(r"\W*[a-z0-9]{1,3}[.)]+\s|\s*[-•·–]\s")
"""How a line of a list begins."""
_INCISO = re.compile(r",[^,;:]{1,90},(?=\s)")
"""What stands between commas after a verb: «derógase, desde hoy, el Decreto 5»."""
_CONTRARIAS = re.compile(r"contrari[oa]s?\sal?\s")
"""Before a norm: what goes against it is spoken of."""
_LADOS: Final = {"imperativo": "da", "pasiva": "da", "texto": "a", "cesa": "a", "pasado": "a"}
"""For `_lados`: forms that do something wherever they stand, but for the title."""
_CODIGO_POR_NOMBRE = re.compile(
    r"(?<= )(?:C[óo]digo|CÓDIGO|Estatuto|ESTATUTO|Constituci[óo]n|CONSTITUCIÓN)"
    r"(?: (?:(?:del?|de la|de los|y|y de) )?[A-ZÁÉÍÓÚÑ]\w+)+"
)
_POR_NOMBRE = re.compile(rf"{MARCA}([A-Z]\w+)")
"""A norm that goes by a name, as `_frases` marks it."""
_ROTULO = re.compile(r"\W*(?:el|la|los|las)\s|\W*[.:-]\W*\s(?!del?\s|[ye]\s)")
"""After the number of an article, where it opens a sentence: there it is said."""
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
_ALUDIDA = re.compile(
    rf"(?<![a-zñ])(?:(?:(?:pre)?citad|mencionad|referid|dich|mism)[oa]\s(?P<tras>{_TIPO})"
    rf"|(?P<ante>{_TIPO})\s(?:citad|mencionad|referid)[oa])(?![a-zñ])"
)
"""A norm that was named before."""
_NORMA_CITADA = re.compile(rf"{MARCA}({_TIPO})([0-9]+)(?:/([0-9]+))?")
_DE_OTRA = re.compile(rf"\s?del?\s(?:l[ao]s?\s)?(?:mism[oa]\s)?(?:{_TIPO})")
"""After a number in a list of norms: it is an article of the next one. Or of one without number."""
_DE_ALGO = re.compile(r"\s?(?:del?|de\s(?:la|los|las))\s(?!presente|est[ea]\s|mism[oa]\s)")
"""After an article: it is of what comes next, which is not this text."""
_ENTRE_NUMEROS = re.compile(r"\s?,\s?|,?\s[ye]\s")
_ENTRE_VERBOS = re.compile(r"[^a-z0-9]*(?:[yei]\s)?")
_RANGO = re.compile(r"\s?(?:al?|hasta\sel)\s")
_CIFRAS = re.compile("[1-9][0-9]*")
_ELIDIDOS = re.compile(
    r"[,;\s]*(?:[yei]\s)?(?P<el>(?:el|los)\s)?"
    r"(?P<numeros>(?:[0-9]{1,4}[°ºo]?(?:\s?,\s?|,?\s[yei]\s|\s)){1,60})(?:del|de\sl[ao]s?)\s"
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
    nombradas: Iterable[tuple[str, int]],
) -> tuple[Mencion, ...]:
    """Return what a text says that acts do to each other, in order, each once.

    plegado: all of the text, folded. sanos: its passages, healed. nombradas: the terms of
    all that it names, which tell the year of a norm where a sentence leaves it out.
    """
    indicios = [indicio for indicio in verbos.INDICIOS if indicio.rpartition(" ")[2] in plegado]
    if not indicios:
        return ()
    anios = dict(termino.split("/", 1) for termino, _ in nombradas if "/" in termino)
    distintas: dict[Mencion, Mencion] = {}
    tocadas: dict[str, Norma] = {}
    patrones = (indicio.replace(" ", r"\s") for indicio in indicios)
    lugares = sorted({m.start() for patron in patrones for m in re.finditer(patron, plegado)})
    for inicio, fin, articulo, sano, vigente in _tramos(contenido, estructura, sanos, lugares):
        previo = ""
        for anuncio, escrita, plegada in _frases(sano, de_apertura=not articulo):
            propia = _sin_aludir(plegada, previo, tocadas, anios)
            previo += f"{propia} "
            for mencion in _leer(propia, articulo, anios):
                if mencion.es_nota and not vigente:
                    continue
                if mencion.norma:
                    tocadas[mencion.norma.tipo] = mencion.norma
                lugar = contenido.find(escrita, inicio, fin)
                desde, hasta = (inicio, fin) if lugar < 0 else (lugar, lugar + len(escrita))
                hasta = fin if anuncia_texto(escrita) else hasta
                dicha = mencion._replace(frase=anuncio + escrita, desde=desde, hasta=hasta)
                distintas.setdefault(mencion, dicha)
    return tuple(distintas.values())


def leer_nombradas(texto: str) -> list[tuple[Norma, str | None]]:
    """Return the norms that somebody names («artículos 3 y 5 del Decreto 123 de 1990»).

    Each with its article, or with None where all of it is meant.
    """
    plegado = plegar(texto)
    return [(norma, uno) for norma, uno, _ in _objetos(plegado, _nombrados(plegado, {}))[0]]


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

    And whether its notes count: an earlier text has done what it did, but its notes are of then,
    and what stands in no article is noted of the whole act only before the first of them.
    What opens a text before its first passage is a stretch too. A recital tells what others did,
    and of an article inside an article only what announces it is not a text that is quoted.
    """
    filas = estructura.pasajes.tolist()
    primero, abre = filas[0][0] if filas else len(contenido), True
    yield 0, primero, "", estructura.sano(contenido, 0, primero), True
    for (inicio, fin, seccion, tipo), sano in zip(filas, sanos, strict=True):
        desde = bisect_left(lugares, inicio)
        articulos = articulos_de(estructura.secciones[seccion].ruta)
        abre = abre and not articulos
        if tipo != TipoDePasaje.MOTIVO and desde < bisect_left(lugares, fin, desde):
            if len(articulos) > 1:
                sano = anuncio if anuncia_texto(anuncio := sano.partition("\n")[0]) else ""
            vigente = abre or (bool(articulos) and tipo != TipoDePasaje.ANTERIOR)
            yield inicio, fin, "".join(articulos[:1]), sano, vigente


def _frases(sano: str, de_apertura: bool) -> Iterator[tuple[str, str, str]]:
    """Yield the sentences of a healed text: what announces it, as it is written, and to be read.

    The last is folded, without marks and what it quotes, after its announcement or the label of
    its line. The title of an act may stand in quotation marks; so does the new text of an article.
    """
    plegado = plegar(sano)
    if len(plegado) != len(sano):  # hardly ever: then its places are those of the fold
        sano = plegado
    citado = _CITADO_DENTRO if de_apertura else _CITADO
    plegado = citado.sub(lambda hallado: " " * len(hallado[0]), plegado.translate(_MARCAS))
    for nombre in _CODIGO_POR_NOMBRE.finditer(sano):
        marcado = MARCA + nombre[0].replace(" ", "_")
        plegado = plegado[: nombre.start() - 1] + marcado + plegado[nombre.end() :]
    lugar, anuncio, leido = 0, "", ""
    for renglon in sano.split("\n"):
        plegada = plegado[lugar : lugar + len(renglon)]
        lugar += len(renglon) + 1
        if anuncio and _ITEM.match(plegada):
            yield anuncio, renglon, leido + plegada
        elif plegada.strip():
            desde, hasta = 0, 0
            for desde, hasta in frases(renglon):
                rotulo = 0 if _son_enlaces(plegada[:desde]) else desde
                yield "", renglon[desde:hasta], plegada[rotulo:hasta]
            anuncia = _anuncia_lista(plegada[desde:hasta])
            anuncio = f"{renglon[desde:hasta]} " if anuncia else ""
            leido = f"{plegada[desde:hasta]} "


def _anuncia_lista(plegada: str) -> bool:
    """Tell whether a sentence does something to what the lines after it name."""
    if not plegada.rstrip().endswith(":"):
        return False
    ultimo = max((verbo.end() for verbo in verbos.VERBO.finditer(plegada)), default=0)
    return ultimo > 0 and re.search("[0-9§]", plegada[ultimo:]) is None


def _sin_aludir(
    plegada: str, previo: str, tocadas: Mapping[str, Norma], anios: Mapping[str, str]
) -> str:
    """Return a sentence with the names of the norms that it only points back at («la misma ley»).

    The last of that kind before it in its passage, or else that anything was done to.
    """

    def nombre(aludida: re.Match[str]) -> str:
        antes = _nombrados(previo + plegada[: aludida.start()], anios)
        dichas = {n.norma.tipo: n.norma for n in antes if n.norma}
        tipo = aludida["tras"] or aludida["ante"]
        norma = dichas.get(tipo) or tocadas.get(tipo)
        return plegar(norma.escrita) if norma else aludida[0]

    return _ALUDIDA.sub(nombre, plegada) if verbos.VERBO.search(plegada) else plegada


def _nombrados(plegada: str, anios: Mapping[str, str]) -> Sequence[_Nombrado]:
    """Return the articles and norms that a folded sentence names, in order."""
    hallados = [
        _Nombrado(inicio, fin, norma=norma)
        for inicio, fin, norma in lugares_de_normas(plegada)
        if " " in norma.tipo  # «acto legislativo», which is no reference
    ]
    for nombre in _POR_NOMBRE.finditer(plegada):
        norma = Norma("", "", nombre[1].replace("_", " "), None)
        hallados.append(_Nombrado(*nombre.span(), norma=norma))
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


def _leer(plegada: str, articulo: str, anios: Mapping[str, str]) -> list[Mencion]:
    """Return what a folded sentence says that is done.

    To repeal less than an article, or than an act, is to amend it. The articles of a verb may be
    of the norm that the next one names («modifícase el artículo 3 y derógase el 5 del Decreto 8»).
    """
    es_titulo = not articulo and verbos.TITULO.match(plegada) is not None
    lados = (
        (verbo, _lados(str(verbo.lastgroup), plegada[: verbo.start()], es_titulo, bool(articulo)))
        for verbo in verbos.VERBO.finditer(plegada)
    )
    hacen = [(verbo, lado) for verbo, lado in lados if lado]
    if not hacen or plegada.lstrip().startswith("que "):
        return []
    nombrados = _nombrados(plegada, anios)
    dichas: list[Mencion] = []
    siguiente = 0
    for verbo, lado in reversed(hacen):
        forma, tipo = str(verbo.lastgroup), verbos.tipo_de(verbo[str(verbo.lastgroup)])
        tocados, sueltos = _tocados(plegada, verbo, lado, nombrados, siguiente)
        if not tocados and dichas and dichas[0].ajeno and (norma := dichas[0].norma):
            tocados = [(norma, uno, parte) for uno, parte in sueltos]
        siguiente, es_nota = verbo.start(), forma in ("nota", "pasado")
        de_menos = es_nota and _es_de_menos(plegada, verbo)
        propias = [
            Mencion(
                "modifica"
                if (de_menos if es_nota else en_parte) and tipo in ("deroga", "subroga")
                else tipo,
                articulo or None,
                norma,
                ajeno,
                es_nota,
            )
            for norma, ajeno, en_parte in tocados
        ]
        solo = forma == "nota" and tipo == "deroga" and not plegada[verbo.end() :].strip(" .)]")
        if solo and not tocados and articulo:
            propias = [Mencion(tipo, articulo, None, None, es_nota)]
        dichas = propias + dichas
    return dichas


def _lados(forma: str, antes: str, es_titulo: bool, en_articulo: bool) -> str:
    """Return where what a verb does something to may stand, given what stands before it.

    After it (`d`), else before it (`a`); nowhere (empty) where the verb does nothing.
    """
    match forma:
        case "imperativo" | "pasiva" | "texto" | "cesa" | "pasado":
            return "" if es_titulo else _LADOS[forma]
        case "elidida":
            return "d" if verbos.ELIDE.search(antes) else ""
        case "infinitivo":
            return "d" if en_articulo and _son_enlaces(antes) else ""
        case "nota":
            previo = verbos.DE_ESTE.sub("", antes)
            propio = verbos.DE_OTRO_ARTICULO.search(previo) is None
            return "d" if propio and _son_enlaces(verbos.PARTICIPIO.sub("", previo)) else ""
    if verbos.DE_OTRO.search(antes) and not (es_titulo and forma == "refleja"):
        return ""
    if es_titulo or verbos.DE_SI.search(antes) or _son_enlaces(antes):
        return "d" if forma == "presente" else "da"
    return "a" if forma == "refleja" else ""


def _tocados(
    plegada: str, verbo: re.Match[str], lado: str, nombrados: Sequence[_Nombrado], siguiente: int
) -> tuple[list[_Tocado], list[tuple[str, bool]]]:
    """Return what a verb does something to, and the articles after it that no norm follows.

    siguiente: where the next verb stands, or 0.
    """
    inicio, fin = verbo.span()
    if verbo["nota"]:
        fin = max(fin, plegada.find(" por ", fin))
    elif inciso := _INCISO.match(plegada, fin):
        vacio = not any(fin < n.inicio < inciso.end() for n in nombrados)
        fin = inciso.end() if vacio else fin
    tocados, sueltos = _objetos(plegada, nombrados, fin, siguiente) if "d" in lado else ([], [])
    if not tocados and "a" in lado:
        tocados = _sujeto(plegada[:inicio], nombrados)
    return tocados, sueltos


def _es_de_menos(plegada: str, verbo: re.Match[str]) -> bool:
    """Tell whether a note is about less than the article that it stands under."""
    previo = verbos.DE_ARTICULO.search(plegada, 0, verbo.start()) is not None
    dicho = verbos.DE_ARTICULO.search(plegada, verbo.end()) if verbo["pasado"] else None
    return previo or dicho is not None or _DE_MENOS.match(plegada) is not None


def _son_enlaces(texto: str) -> bool:
    """Tell whether a stretch only joins: determiners, dates, smaller and larger units."""
    return all(
        c in ENLACES or c[0].isdigit() or len(c) == 1 or c.endswith("mente") or not c.strip("ivxlc")
        for c in corridas(texto)
    )


def _objetos(
    texto: str, nombrados: Sequence[_Nombrado], desde: int = 0, siguiente: int = 0
) -> tuple[list[_Tocado], list[tuple[str, bool]]]:
    """Return what follows a place without a break: articles of a norm, norms, one after the other.

    And the articles that have no norm behind them before what is `siguiente`.
    """
    tocados: list[_Tocado] = []
    articulos: list[tuple[str, bool]] = []
    for inicio, fin, articulo, norma in nombrados:
        if inicio < desde:
            continue
        entre = texto[desde:inicio]
        if not _son_enlaces(entre) or _CONTRARIAS.search(entre):
            break
        desde = fin
        if norma is None:
            articulos = [] if _DE_OTRA.search(entre) else articulos
            _agregar(articulos, articulo, entre)
            continue
        if tocados and not norma.tipo and not corridas(entre):
            continue  # «el Decreto 410 de 1971, Código de Comercio»: one norm
        elididos = None if articulos else _ELIDIDOS.match(entre)
        if elididos and (tocados or elididos["el"]):
            articulos = [(numero, False) for numero in _CIFRAS.findall(elididos["numeros"])]
        menos = (verbos.DE_ARTICULO if articulos else verbos.DE_ACTO).search(entre) is not None
        tocados += [(norma, uno, parte) for uno, parte in articulos]
        if articulos and menos:
            tocados[-1] = (norma, articulos[-1][0], True)
        tocados += [] if articulos else [(norma, None, menos)]
        articulos = []
    salvo = verbos.EXCEPTO.match(texto, desde) is not None
    sueltos = articulos if _ENTRE_VERBOS.fullmatch(texto, desde, siguiente) else []
    return [(norma, uno, salvo or parte) for norma, uno, parte in tocados], sueltos


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
    abre = propios and propios[0].articulo and not antes[desde : propios[0].inicio].strip()
    if abre and _ROTULO.match(antes, propios[0].fin):
        desde = propios.pop(0).fin  # «Artículo 1º El artículo 3…»
    tocados, _ = _objetos(antes, propios, desde)
    normas = {norma for norma, _, _ in tocados}
    fin = max((n.fin for n in propios if n.norma in normas), default=0)
    return tocados if verbos.RESTO_DEL_SUJETO.match(antes, fin) else []
