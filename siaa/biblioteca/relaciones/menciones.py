"""One text → what it says that one act does to another. Pure, in time linear to the text.

A verb counts where it does something: an order («Derógase…»), what an act says of itself («rige
desde hoy y deroga…»), its title, a note under an article. What recitals tell, what stands between
quotation marks and what is only announced («la norma que lo modifique») does nothing.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from siaa.biblioteca.estructura.analisis import Estructura
from siaa.biblioteca.estructura.frases import frases
from siaa.biblioteca.estructura.lectura import anuncia_texto
from siaa.biblioteca.estructura.pasajes import TipoDePasaje
from siaa.biblioteca.lengua.nombres import Norma
from siaa.biblioteca.lengua.referencias import MARCA
from siaa.biblioteca.lengua.texto import plegar
from siaa.biblioteca.relaciones import verbos
from siaa.biblioteca.relaciones.nombrados import (
    Nombrado,
    Tocado,
    articulos_de,
    nombrados,
    objetos,
    sin_aludir,
    son_enlaces,
    sujeto,
)
from siaa.biblioteca.valores import Mencion, TipoDeRelacion

LARGO_ROTULO: Final = 40
"""Most characters of what labels a line («Parágrafo 2.»)."""
_MARCAS: Final = str.maketrans("*_#>`", "     ")
_CITADO = re.compile(r"[\"“«][^\"”»]*[\"”»]?")
_CITADO_DENTRO = re.compile(rf"(?m)(?:^[ ]*[\"“«])|{_CITADO.pattern}")
_DE_MENOS = re.compile(r"\W*[a-z0-9]{1,3}[.)]\s|\W*[a-z]+\sparcialmente\s")
"""A note under an item of its article, or about less than all of it."""
_ITEM = re.compile(r"\W*[a-z0-9]{1,3}[.)]+\s|\s*[-•·–]\s")
"""How a line of a list begins."""
_INCISO = re.compile(r",[^,;:]{1,90},(?=\s)")
"""What stands between commas after a verb: «derógase, desde hoy, el Decreto 5»."""
_LADOS: Final = MappingProxyType(
    {"imperativo": "da", "pasiva": "da", "texto": "a", "cesa": "a", "pasado": "a"}
)
"""For `_lados`: forms that do something wherever they stand, but for the title."""
_CODIGO_POR_NOMBRE = re.compile(
    r"(?<= )(?:C[óo]digo|CÓDIGO|Estatuto|ESTATUTO|Constituci[óo]n|CONSTITUCIÓN)"
    r"(?: (?:(?:del?|de la|de los|y|y de) )?[A-ZÁÉÍÓÚÑ]\w+)+"
)


def leer_menciones(
    contenido: str,
    plegado: str,
    palabras: Iterable[str],
    estructura: Estructura,
    sanos: Sequence[str],
    nombradas: Iterable[str],
) -> tuple[Mencion, ...]:
    """Return what a text says that acts do to each other, in order, each once.

    plegado: all of the text, folded. palabras: its distinct words. sanos: its passages, healed.
    nombradas: the terms of all that it names, which tell the year of a norm where a sentence
    leaves it out.
    """
    indicios = verbos.indicios(palabras)
    if not indicios:
        return ()
    anios = dict(termino.split("/", 1) for termino in nombradas if "/" in termino)
    distintas: dict[Mencion, Mencion] = {}
    tocadas: dict[str, Norma] = {}
    patrones = set(indicios.values())
    lugares = sorted({m.start() for patron in patrones for m in re.finditer(patron, plegado)})
    for inicio, fin, articulo, sano, vigente in _tramos(contenido, estructura, sanos, lugares):
        for anuncio, escrita, plegada, previo in _frases(sano, indicios, de_apertura=not articulo):
            propia = sin_aludir(plegada, previo, tocadas, anios)
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
    primero = filas[0][0] if filas else len(contenido)
    yield 0, primero, "", estructura.sano(contenido, 0, primero), True
    for (inicio, fin, seccion, tipo), sano in zip(filas, sanos, strict=True):
        desde = bisect_left(lugares, inicio)
        if tipo != TipoDePasaje.MOTIVO and desde < bisect_left(lugares, fin, desde):
            articulos = articulos_de(estructura.secciones[seccion].ruta)
            if len(articulos) > 1:
                sano = anuncio if anuncia_texto(anuncio := sano.partition("\n")[0]) else ""
            previas = () if articulos else estructura.secciones[:seccion]
            de_todo = not articulos and not any(articulos_de(s.ruta) for s in previas)
            vigente = de_todo or (bool(articulos) and tipo != TipoDePasaje.ANTERIOR)
            yield inicio, fin, "".join(articulos[:1]), sano, vigente


def _frases(
    sano: str, indicios: Iterable[str], de_apertura: bool
) -> Iterator[tuple[str, str, str, str]]:
    """Yield the sentences of a healed text that have a hint.

    Of each: what announces it, how it is written, how it is to be read (after its announcement or
    the label of its line), and what stands before it.
    """
    sano, plegado = _para_leer(sano, de_apertura)
    lugar, anuncio, leido = 0, "", ""
    for renglon in sano.split("\n"):
        plegada, inicio = plegado[lugar : lugar + len(renglon)], lugar
        lugar += len(renglon) + 1
        if anuncio and _ITEM.match(plegada):
            yield anuncio, renglon, leido + plegada, ""
        elif any(indicio in plegada for indicio in indicios):
            desde, hasta = 0, 0
            for desde, hasta in frases(renglon):
                rotulo = 0 if desde <= LARGO_ROTULO and son_enlaces(plegada[:desde]) else desde
                leida = plegada[rotulo:hasta]
                if any(indicio in leida for indicio in indicios):
                    yield "", renglon[desde:hasta], leida, plegado[: inicio + desde]
            leido = f"{plegada[desde:hasta]} "
            anuncio = f"{renglon[desde:hasta]} " if _anuncia_lista(leido) else ""
        elif plegada.strip():
            anuncio = ""


def _para_leer(sano: str, de_apertura: bool) -> tuple[str, str]:
    """Return a text, and as long as it, folded: without marks and quotations, codes marked.

    The title of an act may stand in quotation marks; so does the new text of an article.
    """
    plegado = plegar(sano)
    if len(plegado) != len(sano):  # hardly ever: then its places are those of the fold
        sano = plegado
    citado = _CITADO_DENTRO if de_apertura else _CITADO
    plegado = citado.sub(lambda hallado: " " * len(hallado[0]), plegado.translate(_MARCAS))
    for nombre in _CODIGO_POR_NOMBRE.finditer(sano):
        marcado = MARCA + nombre[0].replace(" ", "_")
        plegado = plegado[: nombre.start() - 1] + marcado + plegado[nombre.end() :]
    return sano, plegado


def _anuncia_lista(plegada: str) -> bool:
    """Tell whether a sentence does something to what the lines after it name."""
    if not plegada.rstrip().endswith(":"):
        return False
    ultimo = max((verbo.end() for verbo in verbos.VERBO.finditer(plegada)), default=0)
    return ultimo > 0 and re.search("[0-9§]", plegada[ultimo:]) is None


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
    dichos = nombrados(plegada, anios)
    dichas: list[Mencion] = []
    siguiente = 0
    for verbo, lado in reversed(hacen):
        forma = str(verbo.lastgroup)
        tipo, es_nota = verbos.tipo_de(verbo[forma]), forma in ("nota", "pasado")
        tocados, sueltos = _tocados(plegada, verbo, lado, dichos, siguiente)
        if not tocados and dichas and dichas[0].ajeno and (norma := dichas[0].norma):
            tocados = [(norma, uno, parte) for uno, parte in sueltos]
        siguiente, de_menos = verbo.start(), es_nota and _es_de_menos(plegada, verbo)
        en_parte: TipoDeRelacion = "modifica" if tipo in ("deroga", "subroga") else tipo
        propias = [
            Mencion(en_parte if menos else tipo, articulo or None, norma, ajeno, es_nota)
            for norma, ajeno, parte in tocados
            for menos in (de_menos if es_nota else parte,)
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
            return "d" if en_articulo and son_enlaces(antes) else ""
        case "nota":
            previo = verbos.DE_ESTE.sub("", antes)
            propio = verbos.DE_OTRO_ARTICULO.search(previo) is None
            return "d" if propio and son_enlaces(verbos.PARTICIPIO.sub("", previo)) else ""
    if verbos.DE_OTRO.search(antes) and not (es_titulo and forma == "refleja"):
        return ""
    if es_titulo or verbos.DE_SI.search(antes) or son_enlaces(antes):
        return "d" if forma == "presente" else "da"
    return "a" if forma == "refleja" else ""


def _tocados(
    plegada: str, verbo: re.Match[str], lado: str, dichos: Sequence[Nombrado], siguiente: int
) -> tuple[list[Tocado], list[tuple[str, bool]]]:
    """Return what a verb does something to, and the articles after it that no norm follows.

    siguiente: where the next verb stands, or 0.
    """
    inicio, fin = verbo.span()
    if verbo["nota"]:
        fin = max(fin, plegada.find(" por ", fin))
    elif inciso := _INCISO.match(plegada, fin):
        vacio = not any(fin < n.inicio < inciso.end() for n in dichos)
        fin = inciso.end() if vacio else fin
    tocados, sueltos = objetos(plegada, dichos, fin, siguiente) if "d" in lado else ([], [])
    if not tocados and "a" in lado:
        tocados = sujeto(plegada[:inicio], dichos)
    return tocados, sueltos


def _es_de_menos(plegada: str, verbo: re.Match[str]) -> bool:
    """Tell whether a note is about less than the article that it stands under."""
    previo = verbos.DE_ARTICULO.search(plegada, 0, verbo.start()) is not None
    dicho = verbos.DE_ARTICULO.search(plegada, verbo.end()) if verbo["pasado"] else None
    return previo or dicho is not None or _DE_MENOS.match(plegada) is not None
