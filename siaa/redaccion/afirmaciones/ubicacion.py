"""Where a sentence says that something stands, and where its passages have it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from siaa.redaccion.afirmaciones.cercania import DE_MAS, MARGEN
from siaa.redaccion.afirmaciones.frase import Discrepancia, senalar
from siaa.redaccion.afirmaciones.lectura.dicho import Dicho, Pasaje, leer, reunir
from siaa.redaccion.afirmaciones.lectura.palabras import Palabra, leer_palabras, plegar_lo_dicho
from siaa.redaccion.afirmaciones.lectura.valores import Dato

_ENCABEZADO: Final = re.compile(r"\W*(?i:art(?:[íi]culo)?)\b\W+[\w.]+[^\w,;(]*(?:[A-ZÁÉÍÓÚÑ]|:|\Z)")
"""«Artículo 7°. Los jueces…», but «Artículo 150, numeral 10»."""
_ROTULADO: Final = re.compile(
    r"^(?:[ *_]{0,4}(?:\d{1,2}|[a-z])[.)])?[ *_•-]{0,4}(?P<rotulo>[A-ZÁÉÍÓÚÑ][^:.;|\n]{3,80})"
    r"(?::[*_ ]{1,4}(?=\w[^\n]{20})|[.][*_ ]{1,4}(?=(?:Es|Son)\b))",
    re.MULTILINE,
)
"""«Sala no disponible: cuando la sala…», «Veda. Es el tiempo…»: what opens the text of a box, a
role, a definition."""
_COMILLAS: Final = frozenset("«»\"“”'‘’")
_LO_NOMBRAN: Final = re.compile(
    r"\b(?:casilla|columna|fila|seccion|bloque|opcion|campo|rol)s? \W*\Z"
)
"""Before the name of a box of a form, or of whoever works with it."""
_DE_UN_NOMBRE: Final = 2
"""Words of content of a name that needs no quotes."""


def ubicar(frase: Dicho, entero: Pasaje) -> Iterator[Discrepancia]:
    """Yield the article that a sentence gives for what another one of its passage says.

    None names the other: what one quotes or changes may be told of both.
    """
    dichos = [valor for valor in frase.valores if valor.tipo == "articulo"]
    articulos = _por_articulo(entero) if dichos else {}
    citados = {valor.dato: valor for valor in dichos if valor.dato in articulos}
    suyas = {dato: len(frase.raices & articulo.raices) for dato, articulo in articulos.items()}
    otro = max(suyas.keys() - citados, key=lambda dato: (suyas[dato], str(dato)), default="")
    if not citados or not otro or suyas[otro] < max(suyas[dato] for dato in citados) + MARGEN:
        return
    ajenos = articulos[otro].valores
    for dato, valor in citados.items():
        propios = articulos[dato].valores
        if all(v.dato != dato for v, _ in ajenos) and all(v.dato != otro for v, _ in propios):
            cabeza, tramo = ajenos[0]
            dice = tramo.texto[cabeza.desde : cabeza.hasta]
            yield senalar("articulo", frase.texto, valor.desde, valor.hasta, dice)


def _por_articulo(entero: Pasaje) -> Mapping[Dato, Pasaje]:
    articulos: dict[Dato, list[Dicho]] = {}
    suyos: list[Dicho] = []
    for tramo in entero.tramos:
        if tramo.valores and _ENCABEZADO.match(tramo.texto):
            suyos = articulos.setdefault(tramo.valores[0].dato, [])
        suyos.append(tramo)
    return {dato: reunir(entero.n, tramos) for dato, tramos in articulos.items()}


class Apartado(NamedTuple):
    """A text under a name of its own: a section of a manual, a box, a role.

    nombre: its words, folded. dicho: its text. n: the fragment that it is of.
    """

    rotulo: str
    nombre: tuple[str, ...]
    dicho: Dicho
    n: int


def apartados(n: int, seccion: str, texto: str) -> Iterator[Apartado]:
    """Yield what a fragment of a section has under names: its own, and those that open its lines.

    seccion: as a source gives it, after those that it is of. An article is no such name (`ubicar`).
    """
    halladas = list(_ROTULADO.finditer(texto))
    rotulos = [seccion.rpartition("›")[2].strip(" :"), *(h["rotulo"] for h in halladas)]
    desde = [0, *(h.end() for h in halladas)]
    hasta = [*(h.start() for h in halladas), len(texto)]
    for rotulo, d, h in zip(rotulos, desde, hasta, strict=True):
        nombre = tuple(p.texto for p in leer_palabras(plegar_lo_dicho(rotulo)))
        if nombre and not _ENCABEZADO.match(rotulo):
            yield Apartado(rotulo, nombre, leer(texto[d:h]), n)


def en_su_apartado(frase: Dicho, todos: Sequence[Apartado]) -> Iterator[tuple[Discrepancia, int]]:
    """Yield the name under which a sentence puts what stands under another, that it does not say.

    And the fragment of that one, which has all that they share, and more of the sentence, and does
    not speak of the other.
    """
    dichos = {a.nombre: lugar for a in todos if (lugar := _dicho(frase, a.nombre))}
    for nombre, (desde, hasta) in dichos.items():
        if any(d <= desde and hasta <= h and n != nombre for n, (d, h) in dichos.items()):
            continue  # «por reparto» of «ingreso por reparto»
        suyas = frase.raices - {p.raiz for p in frase.palabras if desde <= p.desde < hasta}
        de_el = suyas & frozenset().union(*(a.dicho.raices for a in todos if a.nombre == nombre))
        for otro in todos:
            del_otro = suyas & otro.dicho.raices
            mas = de_el < del_otro and len(del_otro - de_el) >= DE_MAS
            if mas and otro.nombre not in dichos and not any(_donde(otro.dicho, nombre)):
                yield senalar("articulo", frase.texto, desde, hasta, otro.rotulo), otro.n
                return


def _dicho(frase: Dicho, nombre: tuple[str, ...]) -> tuple[int, int] | None:
    """Return where a sentence says a name, if it is one there."""
    nombran = (suyas for suyas in _donde(frase, nombre) if _es_nombre(frase, suyas))
    suyas = next(nombran, None)
    return (suyas[0].desde, suyas[-1].hasta) if suyas else None


def _donde(dicho: Dicho, nombre: tuple[str, ...]) -> Iterator[Sequence[Palabra]]:
    """Yield where a text has the words of a name."""
    for lugar in range(len(dicho.palabras) - len(nombre) + 1):
        suyas = dicho.palabras[lugar : lugar + len(nombre)]
        if tuple(p.texto for p in suyas) == nombre:
            yield suyas


def _es_nombre(frase: Dicho, suyas: Sequence[Palabra]) -> bool:
    desde, hasta = suyas[0].desde, suyas[-1].hasta
    entre = {frase.texto[:desde][-1:], frase.texto[hasta:][:1]} <= _COMILLAS
    propio = frase.texto[desde].isupper() and sum(p.raiz != "" for p in suyas) >= _DE_UN_NOMBRE
    return entre or propio or _LO_NOMBRAN.search(frase.plegado, 0, desde) is not None
