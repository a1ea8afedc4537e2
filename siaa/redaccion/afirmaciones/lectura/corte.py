"""Where the sentences of an answer and the stretches of a passage end, and what only numbers them.

All of it in time linear to the text.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from siaa.biblioteca.estructura.frases import ABREVIATURAS

_FRASE = re.compile(r"(?:(?<=[.!?…])|(?<=[.!?…][»\")]))[ \t]+(?=[¿¡«\"(]?[A-ZÁÉÍÓÚÑ0-9])|\n+")
_TRAMO = re.compile(
    r"(?:(?<=[.!?…])|(?<=[.!?…][»\")]))\s+(?=[¿¡«\"(*_]{0,3}[A-ZÁÉÍÓÚÑ0-9])|\n\s*\n\s*"
    r"|\n(?=[ \t]*(?:[-*+•|#]|\(?(?:\d{1,3}|[a-z])[.)]))|(?<=;)\s+(?!\d+(?:[,;]|\sy\s\d))"
)
"""The same in a document: its lines may be cut in mid-sentence, its items end with semicolons.

Not so the numbers of a list: «artículos 129; 189, salvo el numeral 2; 304 y 314».
"""
_MARCA_DE_LISTA = re.compile(r"[ \t]*(?:[-*+•]|#{1,6}|\d{1,3}[.)])[ \t]+")
_NUMERO_DE_LISTA = re.compile(r"[ \t*_#>-]*\d{1,3}(?:\.\d{1,2})*[.)]")
_PARAGRAFO = re.compile(r"[ \t*_#>-]*par[áa]grafo\.", re.IGNORECASE)
"""Before a number it ends nothing: «Parágrafo. 1º. Los jueces…»."""
_ABREVIADA = re.compile(ABREVIATURAS, re.IGNORECASE)
_LARGO_ABREVIADA: Final = 6
"""Longest that `_ABREVIADA` takes, with the character before it that no word goes on from."""
_NUMERACION = re.compile(
    # 2. Pagar, **2.** Pagar, 2.1. Pagar, 2.º) Pagar, (2) Pagar
    r"\A[\s*_#>-]*\(?\d{1,2}(?:\.\d{1,2})*\.?[º°ª]?[*_]*(?:[.)]|\ufe0f?\u20e3)(?=[*_.-]*(?:\s|\Z))"
    # 2.1 Pagar
    r"|\A[\s*_#>-]*\d{1,2}(?:\.\d{1,2})+(?=\s(?-i:(?!S[DM]*L[DM]*V|UV[RT]|USD)[A-ZÁÉÍÓÚÑ]))"
    # the first cell of a row
    r"|\A\|[ \t]*\d{1,2}[.)]?[ \t]*(?=\|)"
    # Paso 3: pagar
    r"|\A[\W_]*(?:paso|etapa|fase|punto|[ií]tem|opci[oó]n|nota|ejemplo|caso)\s\d{1,2}"
    r"(?=[*_]*(?:[:.)–—-]|\s*\Z))"
    # 1) pagar, 2) firmar; …: (1) pagar; (2) firmar; …: 1. pagar; 2. firmar
    r"|(?<!\S)(?<!(?:numer|ordin|liter)al\s)\d{1,2}\)(?=\s)|(?<=[:;])\s\(\d{1,2}\)(?=\s)|(?<=:)\s1\.(?=\s|\Z)|(?<=;)\s\d{1,2}\.(?=\s)"
    # [1], [2, 3], según la fuente 1, CHUNK: 8
    r"|\[\d{1,2}(?:\s?[,;–-]\s?\d{1,2})*\]"
    r"|\b(?:fuente|documento|doc|pasaje|fragmento|chunk|extracto|cita|referencia)s?:?\s"
    r"(?:n[.°ºo]{1,2}\s?|n[úu]mero\s|\#\s?)?\d{1,2}\b(?:(?:\s?,\s?|\s[yeoa]\s)\d{1,2}\b)*"
    # «conserve los documentos 15 años»
    r"(?!\s?%|\s(?:[aá][nñ]os?|d[ií]as?|mes(?:es)?|horas?|semanas?|minutos?|pesos|por\sciento|veces)\b)",
    re.IGNORECASE,
)
"""The numbers that put an answer in order, or tell where it comes from: they claim nothing."""
_ROTULO = re.compile(
    r"^(?:[ \t*\"“«]*\(?(?:(\d{1,2}(?:\.\d{1,2})+)(?=[ .])|(\d{1,2}|[a-z])[.)º°])"
    r"|\|[ \t]*(\d{1,2})[.)]?[ \t]*\|)",
    re.MULTILINE,
)
_ITEM = re.compile(r"[ \t*_\"“«]*(?:[-+•]|\*\s|\(?(?:\d{1,2}|[a-z])[.)º°])")
_ENCABEZA = re.compile(r"[ \t]*(?:#{1,6}[^\n]*|\|[\s|]*[^|\n]+\|[\s|]*)")
_NUMERO = re.compile(r"[\W_]*[^\W\d_]{0,10}[-–]?\d")
_CIFRA = re.compile(r"\d")
LARGO_DE_FILA: Final = 200
"""Characters up to which a row of a table is read whole, whatever sentences it has."""


def frases(texto: str) -> Iterator[tuple[int, int]]:
    """Yield where each sentence of an answer starts and ends; lines and items of a list end one."""
    return _cortar(texto, _FRASE)


def tramos(texto: str) -> Iterator[tuple[int, int]]:
    """Yield where each stretch of a passage starts and ends: a sentence, an item, a heading."""
    return _cortar(texto, _TRAMO)


def rotulos(texto: str) -> list[str]:
    """Return what the items of the lists of a passage are called: «a», «1»; rows of tables too."""
    return ["".join(hallado) for hallado in _ROTULO.findall(texto)]


def es_item(texto: str, desde: int) -> bool:
    """Tell whether what starts at a place of a passage is, or goes on with, an item of a list."""
    return _ITEM.match(texto, texto.rfind("\n", 0, desde) + 1) is not None


def encabeza(texto: str, desde: int, hasta: int) -> bool:
    """Tell whether a stretch of a passage heads those after it: a title, a row of one cell."""
    return _ENCABEZA.fullmatch(texto, texto.rfind("\n", 0, desde) + 1, hasta) is not None


def largos_de_listas(nombres: Iterable[str]) -> Iterator[int]:
    """Yield how many items each list has, whose `rotulos` are given; «a)» and «1.» begin one.

    Of one that is not there from its first on, what its last is called tells.
    """
    largo, ultimo = 0, 0
    for nombre in (n for n in nombres if "." not in n):
        lugar = int(nombre) if nombre.isdigit() else ord(nombre) - ord("a") + 1
        if lugar == 1 and largo:
            yield from (largo, ultimo)
            largo = 0
        largo, ultimo = largo + 1, lugar
    yield from (largo, ultimo)


def _cortar(texto: str, patron: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    desde = 0
    for corte in (*patron.finditer(texto), None):
        hasta = len(texto) if corte is None else corte.start()
        if corte is not None and "\n" not in corte[0] and _sigue(texto, desde, hasta):
            continue
        marca = _MARCA_DE_LISTA.match(texto, desde, hasta)
        inicio = marca.end() if marca else desde
        recortada = texto[inicio:hasta].strip()
        if recortada:
            inicio = texto.index(recortada, inicio)
            yield inicio, inicio + len(recortada)
        desde = hasta if corte is None else corte.end()


def _sigue(texto: str, desde: int, hasta: int) -> bool:
    """Tell whether the full stop that ends `texto[desde:hasta]` ends no sentence."""
    if _en_fila(texto, hasta):
        return True
    if abreviada := _ABREVIADA.search(texto, max(desde, hasta - _LARGO_ABREVIADA), hasta):
        # «No. El plazo vence» answers, «No. 7» and «No. PSAA16-10476» number
        acaba = abreviada[0].lower() in ("no.", "etc.")
        return not acaba or _NUMERO.match(texto, hasta) is not None
    # last: all that was read since `desde` is read again, which is to happen once a sentence
    if _PARAGRAFO.fullmatch(texto, desde, hasta):
        return _NUMERO.match(texto, hasta) is not None
    return _NUMERO_DE_LISTA.fullmatch(texto, desde, hasta) is not None


def _en_fila(texto: str, lugar: int) -> bool:
    """Tell whether a place is within a row of a table, if that is short."""
    antes = texto[max(0, lugar - LARGO_DE_FILA) : lugar].rpartition("\n")[2]
    fila = antes + texto[lugar : lugar + LARGO_DE_FILA].partition("\n")[0]
    return fila.startswith("|") and len(fila) <= LARGO_DE_FILA


def sin_numeracion(frase: str) -> str:
    """Return a sentence, as long as it was, with spaces for the figures that claim nothing."""
    if _CIFRA.search(frase) is None:
        return frase
    partes: list[str] = []
    fin, abierta = 0, False
    for hallada in _NUMERACION.finditer(frase):
        antes = frase[fin : hallada.start()]
        if "(" in antes or ")" in antes:
            abierta = antes.rfind("(") > antes.rfind(")")
        # the end of a parenthesis («(artículos 3 y 14)») numbers nothing
        de_cierre = abierta and hallada[0].endswith(")")
        partes += antes, hallada[0] if de_cierre else _CIFRA.sub(" ", hallada[0])
        abierta = abierta and not de_cierre
        fin = hallada.end()
    return "".join((*partes, frase[fin:])) if partes else frase
