"""What is said of a search, above the answer; pure."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from siaa.biblioteca.ambito import TODO, Ambito
from siaa.biblioteca.lengua.texto import enumerar, plegar
from siaa.biblioteca.valores import Documento
from siaa.redaccion.respuesta import nombres
from siaa.valores import Ausencia, Ruta

SIN_CAMBIOS: Final = (
    "Ningún documento dice que {}«{}» se haya derogado o modificado; puede haberlo hecho una norma "
    "que no está en la biblioteca."
)
DUDA: Final = "Puede que la respuesta no esté en estos pasajes."
POR_APARTE: Final = (
    "Cada pregunta se buscó por aparte, con menos espacio: si a alguna le falta algo, hágala sola."
)


def faltas(ausencias: Sequence[Ausencia], ambito: Ambito = TODO) -> tuple[str, ...]:
    """Say what a question names and is not where it was asked, so that what is found may not do."""
    return tuple(_no_esta(ausencia, _donde(ambito)) for ausencia in ausencias)


def avisos(ruta: Ruta, pregunta: str, ambito: Ambito = TODO) -> tuple[str, ...]:
    """Say what of a question was looked up otherwise, what words are not there, what is counted.

    What only the earlier question says that it was looked up with was told there.
    """
    donde, dicha = _donde(ambito), plegar(pregunta)
    suyas = (c for c in ruta.correcciones if c.escrita in dicha)
    pares = [f"«{c.buscada}» en lugar de «{c.escrita}»" for c in suyas]
    faltan = [a.dicho for a in ruta.ausencias if a.clase == "palabra" and plegar(a.dicho) in dicha]
    dichos = [f"Se buscó {', '.join(pares)}."] if pares else []
    for una, varias, con_letras in (
        ("La palabra", "Las palabras", True),
        ("El número", "Los números", False),
    ):
        cuales = [f"«{falta}»" for falta in faltan if falta.isalpha() == con_letras]
        sujeto, verbo = (una, "está") if len(cuales) == 1 else (varias, "están")
        dichos += [f"{sujeto} {enumerar(cuales)} no {verbo} {donde}."] if cuales else []
    return (
        *dichos,
        *(_no_esta(a, donde) for a in ruta.ausencias if a.clase in ("cuenta", "fuera")),
    )


def _donde(ambito: Ambito) -> str:
    return "donde se buscó" if ambito else "en los documentos"


_SE_DICEN: Final = MappingProxyType(
    {
        "varios": "Varios documentos tienen un {}: diga de qué norma.",
        "fuera": "«{}», que la pregunta también nombra, no cupo: pregunte por ese aparte.",
    }
)


def _no_esta(ausencia: Ausencia, donde: str) -> str:
    if ausencia.clase == "norma" and ausencia.hay:
        cuantos = f"{ausencia.hay} documento{'s' * (ausencia.hay > 1)}"
        return f"El texto de «{ausencia.dicho}» no está {donde}; solo hay menciones en {cuantos}."
    if ausencia.clase == "norma":
        return f"«{ausencia.dicho}» no está {donde}."
    if forma := _SE_DICEN.get(ausencia.clase):
        return forma.format(ausencia.dicho)
    titulo, unidad, numero = ausencia.titulo, ausencia.clase, ausencia.dicho
    if unidad == "cuenta":
        otros = f", y {ausencia.articulo} más con letra" if ausencia.articulo else ""
        return f"«{titulo}» tiene {ausencia.hay} {numero}{'s' * (ausencia.hay > 1)}{otros}."
    if unidad == "cambio":
        return SIN_CAMBIOS.format(f"el artículo {numero} de " if numero else "", titulo)
    if ausencia.hay > 1 and numero.isdecimal():
        return f"«{titulo}» tiene {ausencia.hay} {unidad}s; el {numero} no existe."
    if ausencia.articulo:
        return f"El artículo {ausencia.articulo} de «{titulo}» no tiene {unidad} {numero}."
    return f"«{titulo}» no tiene {unidad} {numero}."


def no_cupieron(articulos: Sequence[str]) -> str:
    """Say which articles that were asked for are not shown; nothing for none."""
    if not articulos:
        return ""
    if len(articulos) == 1:
        return f"El artículo {articulos[0]} no cupo en lo que se muestra: pregunte por él aparte."
    cuales = enumerar(articulos)
    return f"Los artículos {cuales} no cupieron en lo que se muestra: pregunte por ellos aparte."


def calladas(palabras: Sequence[str]) -> str:
    """Say which words of a question are in none of what is shown; nothing for none."""
    dichas = enumerar([f"«{palabra}»" for palabra in palabras]) if palabras else ""
    return f"En estos pasajes no aparece{'n' * (len(palabras) > 1)} {dichas}." if dichas else ""


def tambien_hablan(otros: Sequence[Documento], *, hay_mas: bool = False) -> str:
    """Name the documents that hold the matter too and of which nothing is shown; or nothing.

    hay_mas: whether all that were looked at hold it, so that others may.
    """
    dichos = [f"«{nombre}»" for nombre in nombres(otros).values()]
    mas = "; puede haber más" if hay_mas else ""
    return f"También hablan de esto: {enumerar(dichos)}{mas}." if dichos else ""


def los_mismos(pregunta: str) -> str:
    """Say from what an answer is said again."""
    return f"Con los mismos pasajes de «{pregunta}»."
