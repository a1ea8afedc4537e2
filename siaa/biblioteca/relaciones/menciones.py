"""One text → what it says that one act does to another. Pure, in time linear to the text.

A verb counts where it does something: an order («Derógase…»), what an act says of itself («rige
desde hoy y deroga…»), its title, a note under an article. What recitals tell, what stands between
quotation marks and what is only announced («la norma que lo modifique») does nothing.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from siaa.biblioteca.estructura.analisis import Estructura
from siaa.biblioteca.estructura.frases import frases
from siaa.biblioteca.estructura.lectura import anuncia_texto
from siaa.biblioteca.estructura.pasajes import TipoDePasaje
from siaa.biblioteca.lengua.nombres import Norma
from siaa.biblioteca.lengua.referencias import MARCA
from siaa.biblioteca.lengua.texto import plegar_en_su_lugar
from siaa.biblioteca.relaciones import verbos
from siaa.biblioteca.relaciones.nombrados import (
    Nombrado,
    Tocado,
    articulos_de,
    nombrados,
    objetos,
    son_enlaces,
    sujeto,
)
from siaa.biblioteca.relaciones.referidos import ALCANCE, anotar, con_los_referidos, nombra_acto
from siaa.biblioteca.valores import Mencion, TipoDeRelacion

_MARCAS: Final = str.maketrans("*_#>`", "     ")
_CITADO = re.compile(r"[\"“«][^\"”»]*[\"”»]?")
_DE_MENOS = re.compile(r"\W*[a-z0-9]{1,3}[.)]\s|\W*[a-z]+\sparcialmente\s")
"""A note under an item of its article, or about less than all of it."""
_CODIGO_POR_NOMBRE = re.compile(
    r"(?<= )(?:C[óo]digo|CÓDIGO|Estatuto|ESTATUTO|Constituci[óo]n|CONSTITUCIÓN)"
    r"(?: (?:(?:del?|de la|de los|y|y de) )?[A-ZÁÉÍÓÚÑ]\w+)+"
)


def leer_menciones(
    contenido: str, plegado: str, estructura: Estructura, sanos: Sequence[str]
) -> tuple[Mencion, ...]:
    """Return what a text says that acts do to each other, in order, each once.

    plegado: all of the text, folded. sanos: its passages, healed.
    """
    distintas: dict[Mencion, Mencion] = {}
    tocadas: dict[str, dict[str, Norma]] = {}
    lugares = verbos.indicios(plegado)
    for cual, articulo, sano, vigente in _tramos(estructura, sanos, lugares):
        inicio, fin, *_ = estructura.pasajes[cual].tolist()
        for escrita, previo, plegada in _frases(sano):
            antes = partial(_antes, estructura, sanos, cual, previo)
            for mencion in _leer(con_los_referidos(plegada, antes, tocadas), articulo):
                if mencion.es_nota and not vigente:
                    continue
                if mencion.norma and not mencion.es_nota:
                    anotar(mencion.norma, tocadas)
                lugar = contenido.find(escrita, inicio, fin)
                desde, hasta = (inicio, fin) if lugar < 0 else (lugar, lugar + len(escrita))
                hasta = fin if anuncia_texto(escrita) else hasta
                dicha = mencion._replace(frase=escrita, desde=desde, hasta=hasta)
                distintas.setdefault(mencion, dicha)
    return tuple(distintas.values())


def _tramos(
    estructura: Estructura, sanos: Sequence[str], lugares: Sequence[int]
) -> Iterator[tuple[int, str, str, bool]]:
    """Yield the passages with a hint at one of `lugares`: which, its article, its healed text.

    And whether its notes count: an earlier text has done what it did, but its notes are of then,
    and what stands in no article is noted of the whole act only before the first of them.
    A recital tells what others did, and of an article inside an article only what announces it is
    not a text that is quoted.
    """
    pasajes = zip(estructura.pasajes.tolist(), sanos, strict=True)
    for cual, ((inicio, fin, seccion, tipo), sano) in enumerate(pasajes):
        desde = bisect_left(lugares, inicio)
        if tipo != TipoDePasaje.MOTIVO and desde < bisect_left(lugares, fin, desde):
            articulos = articulos_de(estructura.secciones[seccion].ruta)
            if len(articulos) > 1:
                sano = anuncio if anuncia_texto(anuncio := sano.partition("\n")[0]) else ""
            previas = () if articulos else estructura.secciones[:seccion]
            despues = any(articulos_de(s.ruta) for s in previas)
            vigente = tipo != TipoDePasaje.ANTERIOR and not despues
            yield cual, "".join(articulos[:1]), sano, vigente


def _antes(estructura: Estructura, sanos: Sequence[str], cual: int, previo: str) -> str:
    """Return what the article of a passage says, as it is read, before what follows `previo`.

    No more than the last `ALCANCE` characters.
    """
    propio = articulos_de(estructura.seccion_de(cual).ruta)[:1]
    dicho = previo
    while cual and len(dicho) < ALCANCE:
        cual -= 1
        articulos = articulos_de(estructura.seccion_de(cual).ruta)
        if articulos[:1] != propio:
            break
        if len(articulos) < 2:
            dicho = f"{_para_leer(sanos[cual][-ALCANCE:])}\n{dicho}"
    return dicho[-ALCANCE:]


def _frases(sano: str) -> Iterator[tuple[str, str, str]]:
    """Yield the sentences of a healed text that have a hint.

    Each as written, with what stands before it in the text, and as it is read.
    """
    plegado, lugar = _para_leer(sano), 0
    for renglon in sano.split("\n"):
        for desde, hasta in frases(renglon):
            inicio, leida = lugar + desde, plegado[lugar + desde : lugar + hasta]
            if verbos.indicios(leida):
                yield renglon[desde:hasta], plegado[max(0, inicio - ALCANCE) : inicio], leida
        lugar += len(renglon) + 1


def _para_leer(sano: str) -> str:
    """Return a text folded in its place, without marks and quotations, codes marked."""
    llano = plegar_en_su_lugar(sano).translate(_MARCAS)
    plegado = _CITADO.sub(lambda hallado: " " * len(hallado[0]), llano)
    for nombre in _CODIGO_POR_NOMBRE.finditer(sano):
        marcado = MARCA + nombre[0].replace(" ", "_")
        plegado = plegado[: nombre.start() - 1] + marcado + plegado[nombre.end() :]
    return plegado


def _leer(plegada: str, articulo: str) -> list[Mencion]:
    """To repeal less than an article, or than an act, is to amend it."""
    es_titulo = not articulo and verbos.TITULO.match(plegada) is not None
    lados = (
        (verbo, _lados(str(verbo.lastgroup), plegada[: verbo.start()], es_titulo, bool(articulo)))
        for verbo in verbos.VERBO.finditer(plegada)
        if not verbos.NIEGA.search(plegada, 0, verbo.start())
    )
    hacen = [(verbo, lado) for verbo, lado in lados if lado]
    if not hacen:
        return []
    dichos = nombrados(plegada)
    dichas: list[Mencion] = []
    for verbo, lado in hacen:
        forma = str(verbo.lastgroup)
        tipo, es_nota = verbos.tipo_de(verbo[forma]), forma == "nota"
        tocados = _tocados(plegada, verbo, lado, dichos)
        de_menos = es_nota and _es_de_menos(plegada, verbo)
        en_parte: TipoDeRelacion = "modifica" if tipo in ("deroga", "subroga") else tipo
        dichas += [
            Mencion(en_parte if menos else tipo, articulo or None, norma, ajeno, es_nota)
            for norma, ajeno, parte in tocados
            for menos in (de_menos if es_nota else parte,)
        ]
        solo = es_nota and tipo == "deroga" and not plegada[verbo.end() :].strip(" .)]")
        if solo and not tocados and articulo:
            dichas.append(Mencion(tipo, articulo, None, None, es_nota))
    return dichas


def _lados(forma: str, antes: str, es_titulo: bool, en_articulo: bool) -> str:
    """Where what it touches may stand: after it (`d`), else before it (`a`); empty for nothing."""
    match forma:
        case "imperativo" | "pasiva":
            return "" if es_titulo else "da"
        case "texto":
            return "" if es_titulo else "a"
        case "elidida":
            return "d" if verbos.ELIDE.search(antes) else ""
        case "infinitivo":
            return "d" if en_articulo and son_enlaces(antes) else ""
        case "nota":
            propio = verbos.DE_OTRO_ARTICULO.search(antes) is None
            return "d" if propio and son_enlaces(verbos.PARTICIPIO.sub("", antes)) else ""
    if verbos.DE_OTRO.search(antes) and not (es_titulo and forma == "refleja"):
        return ""
    de_si = es_titulo or verbos.DE_SI.search(antes)
    if forma == "presente":
        return "d" if de_si or (son_enlaces(antes) and not nombra_acto(antes)) else ""
    return "da" if de_si or son_enlaces(antes) else "a"


def _tocados(
    plegada: str, verbo: re.Match[str], lado: str, dichos: Sequence[Nombrado]
) -> list[Tocado]:
    inicio, fin = verbo.span()
    if verbo["nota"]:
        fin = max(fin, plegada.find(" por ", fin))
    tocados = objetos(plegada, dichos, fin) if "d" in lado else []
    return tocados or (sujeto(plegada[:inicio], dichos) if "a" in lado else [])


def _es_de_menos(plegada: str, verbo: re.Match[str]) -> bool:
    """Tell whether a note is about less than the article that it stands under."""
    previo = verbos.DE_ARTICULO.search(plegada, 0, verbo.start())
    return previo is not None or _DE_MENOS.match(plegada) is not None
