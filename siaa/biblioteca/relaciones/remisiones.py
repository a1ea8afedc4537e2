"""What a passage refers to → where that stands in the library. Pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from siaa.biblioteca.estructura.pasajes import TipoDePasaje
from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.biblioteca.relaciones.actos import Actos
from siaa.biblioteca.relaciones.nombrados import articulos_de, leer_citadas, leer_nombradas
from siaa.biblioteca.relaciones.tabla import lugar_de
from siaa.biblioteca.titulos import con_articulo
from siaa.biblioteca.valores import Documento

_VECINO = re.compile(
    r"(?<![a-zñ])(articulo|paragrafo|inciso|numeral|literal)\s(anterior|precedente|siguiente)"
)
_SIN_REMISIONES: Final = (TipoDePasaje.MOTIVO, TipoDePasaje.ANTERIOR)
"""Recitals name what an act rests on, not what explains it."""


class Remision(NamedTuple):
    """What is referred to, in words, and the stretch `[inicio, fin)` of a document that has it."""

    dicho: str
    doc: str
    inicio: int
    fin: int


def remisiones_de(
    documentos: Mapping[str, Documento], actos: Actos, clave: str, pasaje: int
) -> Iterator[Remision]:
    """Yield what a passage refers to and the library has: neighbours, articles, then whole acts.

    pasaje: its number in the document. Of a whole act it is the first article.
    """
    documento, texto = documentos[clave], documentos[clave].texto
    inicio, fin, seccion, tipo = texto.estructura.pasajes[pasaje].tolist()
    if tipo in _SIN_REMISIONES:
        return
    plegado = plegar(documento.sano(inicio, fin))
    propio = articulos_de(texto.estructura.secciones[seccion].ruta)[:1]
    yield from _vecinos(documento, plegado, pasaje, propio)
    citadas = dict.fromkeys(leer_citadas(plegado))
    for norma, articulo in sorted(citadas, key=lambda citada: citada[1] is None):
        doc = actos.extremo(norma, articulo).doc if norma else clave
        if doc is not None and (doc != clave or (articulo,) not in ((None,), propio)):
            de = con_articulo(norma.escrita) if norma else ""
            dicho = f"el artículo {articulo} de {de}".removesuffix(" de ") if articulo else de
            yield from _remision(documentos[doc], articulo, dicho.replace(" de el ", " del "))


def _remision(documento: Documento, articulo: str | None, dicho: str) -> Iterator[Remision]:
    rutas = (seccion.ruta for seccion in documento.texto.estructura.secciones)
    primero = next((a for ruta in rutas for a in articulos_de(ruta)[:1]), None)
    inicio, fin = lugar_de(documento, articulo or primero)
    if inicio is not None and fin is not None:
        yield Remision(dicho, documento.clave, inicio, fin)


def _vecinos(
    documento: Documento, plegado: str, pasaje: int, propio: Sequence[str]
) -> Iterator[Remision]:
    """«El parágrafo anterior»: less than an article is in the passage beside, of its section."""
    secciones, pasajes = documento.texto.estructura.secciones, documento.texto.estructura.pasajes
    seccion = int(pasajes[pasaje, 2])
    for unidad, lado in dict.fromkeys(_VECINO.findall(plegado)):
        paso = 1 if lado == "siguiente" else -1
        if unidad == "articulo":
            lados = secciones[seccion + 1 :] if paso > 0 else secciones[:seccion][::-1]
            ajenos = (s for s in lados if articulos_de(s.ruta)[:1] not in ((), propio))
            vecinos = [(s.inicio, s.fin) for s in ajenos if not s.anterior]
        else:
            cuales = [n for n in (pasaje + paso,) if 0 <= n < len(pasajes)]
            vecinos = [tuple(pasajes[n, :2].tolist()) for n in cuales if pasajes[n, 2] == seccion]
        escrita = {"articulo": "artículo", "paragrafo": "parágrafo"}.get(unidad, unidad)
        yield from (Remision(f"el {escrita} {lado}", documento.clave, *v) for v in vecinos[:1])


def nombrados(
    documentos: Mapping[str, Documento], actos: Actos, articulo: str, nombre: str
) -> tuple[tuple[str, ...], tuple[Remision, ...]]:
    """Return the documents that an act goes by some name in, and where an article of it stands.

    Those of that number; without one, those that are called so, or whose name has all its words.
    """
    normas = (actos.extremo(norma, None).doc for norma, _ in leer_nombradas(nombre))
    claves = tuple(dict.fromkeys(doc for doc in normas if doc))
    if not claves and (palabras := corridas(plegar(nombre))):
        nombres = {clave: corridas(plegar(d.nombre)) for clave, d in documentos.items()}
        claves = tuple(c for c, suyas in nombres.items() if suyas == palabras)
        claves = claves or tuple(c for c, suyas in nombres.items() if set(palabras) <= set(suyas))
    dicho = f"el artículo {articulo} de «{nombre}»"
    pedido = articulos_de((articulo, f"Artículo {articulo}"))[:1]
    pares = ((documentos[c], a) for c in claves for a in pedido)
    return claves, tuple(cita for d, a in pares for cita in _remision(d, a, dicho))
