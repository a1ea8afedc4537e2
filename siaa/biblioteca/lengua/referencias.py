"""Legal units («artículo séptimo», «art. 7») and thousands («10.476») named in folded text."""

import re
from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter
from types import MappingProxyType
from typing import Final, NamedTuple

from siaa.biblioteca.lengua.nombres import normas_citadas
from siaa.biblioteca.lengua.numeros import DE_UNIDAD, numero_en_palabras
from siaa.biblioteca.lengua.texto import plegar
from siaa.biblioteca.lengua.vocabulario import TIPOS_NORMA

MARCA: Final = "§"
"""First character of the term of a legal unit; no run of letters and digits has it."""


class Referencia(NamedTuple):
    """What a folded text names at `[inicio, fin)`; `termino` is its index term («§art7»)."""

    inicio: int
    fin: int
    termino: str


_UNICO: Final = "unico"
_VALOR_ROMANO: Final = MappingProxyType({"i": 1, "v": 5, "x": 10, "l": 50, "c": 100})

_FIN: Final = "(?![a-z0-9ñ])"
_NUMERO_EN_PALABRAS: Final = rf"(?:{DE_UNIDAD}|{_UNICO}{_FIN})"
_APARTE: Final = rf"\s(?:[b-df-h]{_FIN}(?!\)|\.?\s?[a-z]\.)|[ae](?=\s?(?:[.,:;*–—-]|del?\s|\Z)))"
"""The letter of «61 A», but not that of «29 C. P.», «5 b)», «61 a 65»."""
_NUMERO: Final = (
    # 7, 7.º, 7o, 7A, 7 A, 7 bis, 2.2.1.3
    rf"[0-9]{{1,4}}(?:\.[0-9]{{1,4}}){{0,7}}(?:(?:o|er|ro|do|to|mo|vo|no|[a-z])?{_FIN})"
    rf"(?:\s?bis{_FIN}|\.?[°º])?(?:{_APARTE})?"
    rf"|{_NUMERO_EN_PALABRAS}"
    # up to CCXCIX; a lone C or L is more often a letter
    rf"|(?=[ivxlc])(?![lc]{_FIN})c{{0,2}}(?:xc|xl|l?x{{0,3}})(?:ix|iv|v?i{{0,3}}){_FIN}"
)
_LETRA: Final = (
    # a vowel must be closed or followed by «de», since «a», «e», «o» are words
    rf"[\"«“(]?(?:[b-df-hj-nñp-tv-xz]{_FIN}|[aeiouy](?=\s?[)\"»”.,;:]|\s(?:del?|y)\s|\s?\Z))\)?"
)
_HUECO: Final = r"[^\S\n]{0,3}\n?[^\S\n]{0,3}"
_ENTRE: Final = rf"[*_]{{0,3}}{_HUECO}[*_]{{0,3}}(?:n(?:umero|um|ro|o)?[.°º ]{{1,3}})?"
_ABRE: Final = r"(?<![^\n*_]paragrafo)(?<=paragrafo)\.(?=\s?\d)"
"""The stop of «Parágrafo. 1º.», where that opens a line."""
_ACABA: Final = rf"[°ºo]?(?:\s?(?:\Z|[,.;:?)])|\sdel?\s(?:la\s)?(?:{'|'.join(TIPOS_NORMA)})\b)"
_OTRO_MAS: Final = rf"\s?,?\s(?:y|e|o|u)\s(?:el\s(?=[^\s,.;:?)]{{1,20}}{_ACABA}))?"
"""Before one more; «el artículo 6 y el 8», but not «… y el 8 de mayo» nor «… y el 50 %»."""


class _Unidad(NamedTuple):
    """A kind of legal unit: its name, what parts the values of a list, a value and its key."""

    nombre: re.Pattern[str]
    otro: re.Pattern[str]
    otros: re.Pattern[str]
    valor: re.Pattern[str]
    clave: Callable[[str], str]


def _unidad(nombre: str) -> _Unidad:
    """Build a kind of unit by its full name, folded.

    Its name starts with a literal, so that the scan skips what cannot match at full speed, and
    stops before what may start a value: the long pattern of the values is compiled once for all
    units. A list goes on after «y»; after a comma or «a» only if the unit is plural.
    """
    literal, resto = nombre[:3], nombre[3:]
    clave: Callable[[str], str] = _numero
    empieza, valor = "[0-9a-z]", _NUMERO
    if literal == "lit":
        empieza, valor, clave = _LETRA, _LETRA, lambda letra: letra.strip('"«“()')
    return _Unidad(
        re.compile(
            rf"{literal}(?<![a-z0-9ñ]{literal})(?:{resto}|(?P<varios>{resto}e?s|s\.?)|\.?)"
            rf"(?:(?![a-zñ.])|{_ABRE}){_ENTRE}(?={empieza})"
        ),
        re.compile(rf"{_OTRO_MAS}(?={empieza})"),
        re.compile(rf"(?:{_OTRO_MAS}|\s?,\s?|\sal?\s)(?={empieza})"),
        re.compile(valor),
        clave,
    )


_MILES: Final = re.compile(
    rf"[1-9](?<![a-z0-9ñ.,][1-9])[0-9]{{0,2}}(?:\.[0-9]{{3}}){{1,5}}{_FIN}(?!\.[0-9])"
)
_PARTES: Final = re.compile(r"([0-9]+(?:\.[0-9]+)*)[°º.]{0,2}\s?((?:(?!bis)[a-z])*)")
_CON_MILES: Final = re.compile(r"[1-9]\.[0-9]{3}")
_DE_ORDINAL: Final = frozenset(("", "o", "er", "ro", "do", "to", "mo", "vo", "no"))


def _numero(valor: str) -> str:
    """Return the one spelling of a number that the pattern let through."""
    if cifras := _PARTES.match(valor):
        return _de_cifras(cifras[1], cifras[2], valor.endswith("bis"))
    if valor == _UNICO:
        return valor
    return str(numero_en_palabras(valor) or de_romano(valor))


def _de_cifras(cifras: str, letras: str, bis: bool) -> str:
    """Join thousands, drop leading zeros and the letters of ordinals, keep «A» and «bis»."""
    numero = cifras.replace(".", "") if _CON_MILES.fullmatch(cifras) else cifras
    partes = ".".join(parte.lstrip("0") or "0" for parte in numero.split("."))
    return partes + ("" if letras in _DE_ORDINAL else letras) + ("bis" if bis else "")


def de_romano(romano: str) -> int:
    """Return the number that folded Roman figures up to CCXCIX write."""
    valores = [_VALOR_ROMANO[letra] for letra in romano]
    siguientes = [*valores[1:], 0]
    return sum(-v if v < s else v for v, s in zip(valores, siguientes, strict=True))


NOMBRES: Final[Mapping[str, str]] = MappingProxyType(
    {
        plegar(nombre[:3]): nombre
        for nombre in ("artículo", "numeral", "capítulo", "título", "parágrafo", "literal")
    }
)
"""Names of the units of a norm, by their first letters, which begin their terms."""
_UNIDADES: Final[Mapping[str, _Unidad]] = MappingProxyType(
    {literal: _unidad(plegar(nombre)) for literal, nombre in NOMBRES.items()}
)
_SUELTA: Final = re.compile(r"(?<!hasta )(?<!desde )(?<!para )\bel |\A\W*(?:y )?(?=\d)")
_LETRA_SUELTA: Final = re.compile(r"\b(?:el|la) ")
"""Before a number, or a letter, that stands for a unit; until, since and by one there are dates."""
_INVERTIDA: Final = re.compile(
    rf"(?<![a-z0-9ñ])(?P<valor>{_NUMERO_EN_PALABRAS})\s(?:el\s)?"
    rf"(?P<unidad>art|num|cap|tit|par)(?:iculo|eral|itulo|ulo|agrafo){_FIN}"
)


_MARCAS_DE_NORMA: Final = tuple(MARCA + tipo for tipo in TIPOS_NORMA)


def _normas(plegado: str) -> Iterator[Referencia]:
    for inicio, fin, norma in normas_citadas(plegado):
        if not norma.letras:
            termino = f"{MARCA}{norma.tipo}{norma.numero}"
            yield Referencia(inicio, fin, termino)
            if norma.anio:
                yield Referencia(inicio, fin, f"{termino}/{norma.anio}")


def es_cita(termino: str) -> bool:
    """Tell whether a term stands for a norm that is cited by its number."""
    return termino.startswith(_MARCAS_DE_NORMA)


def referencias(plegado: str) -> Iterator[Referencia]:
    """Yield legal units, cited norms and thousands written with a point, in text order.

    Each unit of a list is one reference; a range yields its two ends.

    >>> [r.termino for r in referencias("arts. 7 y 8 del capitulo iii, ley 1.564")]
    ['§art7', '§art8', '§cap3', '§ley1564', '1564']
    """
    miles = (Referencia(*h.span(), h[0].replace(".", "")) for h in _MILES.finditer(plegado))
    halladas = [*unidades(plegado), *_normas(plegado), *miles]
    return iter(sorted(halladas, key=attrgetter("inicio", "fin")))


def unidad_de(titulo: str) -> str:
    """Return the term of the unit a folded heading opens with («articulo 5. plazos»); or ""."""
    unidad = _UNIDADES.get(titulo[:3])
    if unidad is None or (nombre := unidad.nombre.match(titulo)) is None:
        return ""
    valor = unidad.valor.match(titulo, nombre.end())
    return MARCA + titulo[:3] + unidad.clave(valor[0]) if valor else ""


def unidades(plegado: str) -> Iterator[Referencia]:
    """Yield the legal units that a folded text names, those of each kind in order."""
    for literal, unidad in _UNIDADES.items():
        fin = 0
        while nombre := unidad.nombre.search(plegado, fin):
            inicio, fin = nombre.span()
            for valor in _valores(plegado, unidad, nombre):
                inicio = inicio if fin == nombre.end() else valor.start()
                fin = valor.end()
                yield Referencia(inicio, fin, MARCA + literal + unidad.clave(valor[0]))


def _valores(plegado: str, unidad: _Unidad, nombre: re.Match[str]) -> Iterator[re.Match[str]]:
    separador = unidad.otro if nombre["varios"] is None else unidad.otros
    separado: re.Match[str] | None = nombre
    while separado and (valor := unidad.valor.match(plegado, separado.end())):
        yield valor
        separado = separador.match(plegado, valor.end())


def referencias_invertidas(plegado: str) -> Iterator[Referencia]:
    """Yield the legal units named number first («el septimo articulo»), as people ask for them.

    Slower than `referencias`: for questions.
    """
    for hallada in _INVERTIDA.finditer(plegado):
        termino = MARCA + hallada["unidad"] + _numero(hallada["valor"])
        yield Referencia(hallada.start(), hallada.end(), termino)


def unidades_dichas(plegado: str) -> list[Referencia]:
    """Return the legal units that a folded question names, either way, in its order."""
    todas = (*unidades(plegado), *referencias_invertidas(plegado))
    return sorted(todas, key=attrgetter("inicio"))


def sueltas(plegado: str, clase: str) -> Iterator[Referencia]:
    """Yield what may be units of a kind in a folded text that does not name it: «el 7», «la b»."""
    valor = _UNIDADES[clase].valor
    for dicha in (_LETRA_SUELTA if clase == "lit" else _SUELTA).finditer(plegado):
        if hallado := valor.match(plegado, dicha.end()):
            termino = MARCA + clase + _UNIDADES[clase].clave(hallado[0])
            yield Referencia(dicha.start(), hallado.end(), termino)
