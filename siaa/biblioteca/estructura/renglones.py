"""The lines of a text as its author wrote them: which belong together once conversion is undone.

A conversion from PDF leaves blank lines inside sentences, headers between them and words cut by a
hyphen. The loaded text keeps all that; here it is told how each line joins the one before.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from siaa.biblioteca.estructura.lineas import Clase, Linea
from siaa.biblioteca.lengua.numeros import numero_en_palabras
from siaa.biblioteca.lengua.texto import corridas, es_termino, plegar
from siaa.biblioteca.lengua.vocabulario import SIN_FINAL

CORTA: Final = 45
"""A line that is shorter, in characters, ended where its author wanted it to."""

ELEMENTO: Final = re.compile(
    r"(?:[-*+•·–—]\s|\||\(?\d{1,3}(?:\.\d{1,2}){0,2}[.)°º]+-?\s"
    r"|\(?(?:[a-zñ]|[ivxlc]{1,6})[.)]+-?\s|[IVXLC]{1,6}[.)]+-?\s)"
)
"""An item of a list or a row of a table, at the start of a line."""
_ACABA = re.compile(r"[.;:?!…][»”\"')\]*_]*\Z")
GUION_OCULTO: Final = "\u00ad"
"""Where a word may be cut at the end of a line: no letter, and nobody sees it."""
_PEGADA = re.compile(r"([ºª°])(?<=\d.)(?=[A-ZÁÉÍÓÚÑ][a-záéíóúñ])")
"""Where a word hangs on the number of its article («Artículo 6ºLos»)."""
_PALABRA = re.compile(r"[^\W\d_]+")
_MARCAS = re.compile(r"(?<![\\*])\*+")
_NEGRITA = re.compile(r"(?<![\\*])\*{2,3}(?!\*)")
_SIGNO_SOLO = re.compile(
    r" ?(?<![\\*])(?P<marca>\*{1,3})([.,:;]+)(?P=marca)(?!\*)|(?<=\S\*\*)\*([.,:;]+)\*(?!\*)"
)
"""Emphasis of nothing but a sign («**Artículo 3°.** *.* Los jueces…»)."""
_EMPIEZA = re.compile(r"[^\W_ºª]|[«“¿¡(]")
"""First character of a word, or of the quotes or brackets around it."""
_COLA: Final = 40
_ENLACES: Final = ("\n", " ", "", "", "\n")
LARGO_DE_ITEM: Final = 500
"""No item without a mark is longer, in characters: prose may go on about the same thing."""
LARGO_DE_CORTO: Final = 150
"""No item that is like the others only in being short is longer, in characters."""
SIN_ANUNCIAR: Final = 3
"""From this many on, paragraphs that open alike are a list that nothing announces."""
_ETIQUETA = re.compile(r"[^.:;|\n]{2,60}:[*_]* ")
"""What an item is called («Audiencias aplazadas: Se debe…»)."""


class Union(IntEnum):
    """How a line joins the one before it; up to `APARTE`, it starts something."""

    ELEMENTO = -1
    """It starts an item of a list, or a row."""
    APARTE = 0
    """It starts a paragraph."""
    SEGUIDA = 1
    PALABRA = 2
    """It ends the word that a hyphen cut."""
    CODIGO = 3
    """It ends a code whose hyphen is its own («PCSJA17-10745»)."""


@dataclass(frozen=True, slots=True, eq=False)
class Renglones:
    """The lines of a text that are read, in order; as a key, only itself.

    filas: `(m, 3)`, where each starts and ends in the loaded text, and its `Union`.
    """

    filas: NDArray[np.int32]

    def entre(self, inicio: int, fin: int) -> list[list[int]]:
        """Return of each line that a stretch touches start, end and `Union`."""
        # A number of another type would make numpy copy the whole column, for every passage.
        primero = int(self.filas[:, 1].searchsorted(np.int32(inicio), "right"))
        ultimo = int(self.filas[:, 0].searchsorted(np.int32(fin)))
        tocadas: list[list[int]] = self.filas[primero:ultimo].tolist()
        return tocadas


def leer_uniones(contenido: str, leidas: Sequence[Linea]) -> list[Union]:
    """Tell how each of the lines of a text that are read joins the one before it."""
    uniones = [Union.APARTE, *(_union(contenido, *par) for par in pairwise(leidas))][: len(leidas)]
    comienzos = [n for n, union in enumerate(uniones) if union == Union.APARTE]
    for n in _items(contenido, leidas, comienzos):
        uniones[n] = Union.ELEMENTO
    return uniones


def _items(contenido: str, leidas: Sequence[Linea], comienzos: Sequence[int]) -> Iterator[int]:
    """Yield where paragraphs begin that are items: marked so, or a list of those that are alike.

    Those are alike that open alike; after an announcement, those that are short. What closes an act
    has none.
    """
    listas, previo, cierra = [(False, list[int]())], "", False
    for n, siguiente in pairwise([*comienzos, len(leidas)]):
        linea, texto = leidas[n], contenido[leidas[n].inicio : leidas[siguiente - 1].fin]
        rango = linea.rotulo.rango if linea.rotulo else None
        cierra = linea.clase is Clase.CIERRE or (cierra and not (rango and rango.es_legal))
        if marcado := ELEMENTO.match(texto) is not None:
            yield n
        suelto = not (cierra or marcado or linea.rotulo) and len(texto) <= LARGO_DE_ITEM
        anunciada, lista = listas[-1]
        if not (lista and suelto and _son_iguales(previo, texto, anunciada)):
            listas.append((previo.rstrip("*_ ").endswith(":"), lista := []))
        if suelto:
            lista.append(n)
        previo = texto if rango is None or rango.es_articulado else ""
    for anunciada, lista in listas:
        yield from lista if len(lista) >= (2 if anunciada else SIN_ANUNCIAR) else ()


def _son_iguales(previo: str, texto: str, anunciados: bool) -> bool:
    """Tell whether two paragraphs may be items of one list that has no marks."""
    if anunciados and max(len(previo), len(texto)) <= LARGO_DE_CORTO:
        return True
    if _ETIQUETA.match(previo) and _ETIQUETA.match(texto):
        return True
    pares = list(zip(*(corridas(plegar(p[:_COLA]))[:2] for p in (previo, texto)), strict=False))
    if any(una == otra and (anunciados or es_termino(una)) for una, otra in pares[:1]):
        return True
    numeros = (map(numero_en_palabras, par) for par in pares)
    return any(0 < numero == siguiente - 1 for numero, siguiente in numeros)


def _union(contenido: str, previa: Linea, linea: Linea) -> Union:
    inicio, hasta = linea.inicio, previa.fin
    es_titulo = previa.rotulo is not None and not previa.rotulo.rango.es_articulado
    cierra = linea.clase is Clase.CIERRE
    if cierra or linea.rotulo or es_titulo or contenido[previa.inicio] == "|":
        return Union.APARTE
    if ELEMENTO.match(contenido, inicio):
        return Union.APARTE
    antes = contenido[max(previa.inicio, hasta - _COLA) : hasta]
    if antes[-1] == "-" and antes[-2:-1].isalnum() and (corte := _corte(contenido, antes, linea)):
        return corte
    larga = hasta - previa.inicio >= CORTA and contenido.count("\n", hasta, inicio) == 1
    sigue = larga or _queda_a_medias(antes, contenido[inicio : linea.fin])
    return Union.SEGUIDA if sigue else Union.APARTE


def _corte(contenido: str, antes: str, linea: Linea) -> Union | None:
    """Return how the two halves of what a hyphen cut are joined; None where it cut nothing."""
    resto = contenido[linea.inicio : linea.fin].lstrip("*_")
    if antes[-2].isdigit() or resto[:1].isdigit():
        return Union.CODIGO
    en_mayusculas = antes[-3:-1].isupper() and resto[:2].isupper()
    return Union.PALABRA if resto[:1].islower() or en_mayusculas else None


def _queda_a_medias(antes: str, despues: str) -> bool:
    """Tell whether a blank line stands inside a sentence."""
    if _ACABA.search(antes):
        return False
    resto = despues.lstrip('*_“"«( ')
    if resto[:1].islower():
        return True
    palabras = _PALABRA.findall(antes)
    return antes.endswith(",") or bool(palabras and plegar(palabras[-1]) in SIN_FINAL)


@lru_cache(maxsize=256)  # a question reads its passages twice and the lists among them more often
def sanar(contenido: str, renglones: Renglones, inicio: int, fin: int) -> str:
    """Return `contenido[inicio:fin]` as its author wrote it: what is read, sent and quoted.

    Lines that conversion tore apart are whole again; those that are no text are gone.
    """
    tocadas = renglones.entre(inicio, fin)
    trozos = [
        _limpio(contenido[max(desde, inicio) : min(hasta, fin)]) for desde, hasta, _ in tocadas
    ]
    empalmados = empalmar(trozos, [union for *_, union in tocadas])
    junto = "".join([enlace + trozo for enlace, trozo in empalmados])
    return "\n".join(map(_con_enfasis_cabal, _PEGADA.sub(r"\1 ", junto).split("\n")))


def elementos(contenido: str, renglones: Renglones, inicio: int, fin: int) -> list[bool]:
    """Tell of each line of `sanar`, for the same stretch, whether it begins with an item."""
    tocadas = renglones.entre(inicio, fin)
    abren = [union for n, (*_, union) in enumerate(tocadas) if not n or union <= Union.APARTE]
    items = [union == Union.ELEMENTO for union in abren]
    if tocadas and tocadas[0][0] < inicio:  # «2. …», in a long paragraph
        items[0] = ELEMENTO.match(contenido, inicio) is not None
    return items


def _limpio(trozo: str) -> str:
    """Return a line with single spaces, unless it is a row, and without the marks of a heading."""
    visto = trozo.replace(GUION_OCULTO, "")
    if visto[:1] == "|":
        return visto.strip()
    palabras = visto.split()
    es_encabezado = palabras[1:] and set(palabras[0]) == {"#"}
    return " ".join(palabras[1:] if es_encabezado else palabras)


def empalmar(trozos: Sequence[str], uniones: Sequence[int]) -> Iterator[tuple[str, str]]:
    """Yield of each of some lines that follow each other what stands before it, and its text.

    uniones: how each joins the one before; that of the first says nothing.
    """
    siguientes = [*uniones[1:], Union.APARTE]
    for numero, trozo in enumerate(trozos):
        union = uniones[numero] if numero else None
        texto = trozo.lstrip("*_") if union in (Union.PALABRA, Union.CODIGO) else trozo
        enlace = "" if union is None else _ENLACES[union]
        yield enlace, texto[:-1] if siguientes[numero] == Union.PALABRA else texto


def _con_enfasis_cabal(parrafo: str) -> str:
    """Part the marks of emphasis, and take out those of bold that have no other end, or no word."""
    if "*" not in parrafo:
        return parrafo
    parrafo = _SIGNO_SOLO.sub(_signo, separar_enfasis(parrafo))
    sueltas, abre = set[int](), -1
    for marcas in _NEGRITA.finditer(parrafo):
        desde, hasta = marcas.span()
        junto = parrafo[max(desde - 1, 0) : desde].strip()
        if abre < 0 and junto and not parrafo[hasta : hasta + 1].strip():
            sueltas.add(desde)
        else:
            abre = desde if abre < 0 else -1
    sueltas.add(abre)
    cabal = _NEGRITA.sub(lambda m: m[0][2:] if m.start() in sueltas else m[0], parrafo)
    return parrafo if cabal == parrafo else _limpio(cabal)  # what is gone leaves its spaces


def _signo(solo: re.Match[str]) -> str:
    """Return a sign without its emphasis; nothing where it stands before that already."""
    signo = solo[2] or solo[3]
    antes = solo.string[max(solo.start() - _COLA, 0) : solo.start()]
    return "" if antes.rstrip("* ").endswith(signo) else signo


def separar_enfasis(linea: str) -> str:
    """Part the marks of emphasis that hang on what follows: «**1.***Objeto*», «**1.** *Objeto*».

    Markdown takes those for text where a sentence ends before them. Marks that end an emphasis only
    to begin it again go, unless words meet there. Idempotent; neither adds nor takes a letter.
    """
    abiertas = 0  # as many marks as it takes to end them: «*» and «**» are three

    def separadas(marcas: re.Match[str]) -> str:
        nonlocal abiertas
        desde, hasta = marcas.span()
        antes, despues = linea[max(desde - 1, 0) : desde].strip(), linea[hasta : hasta + 1]
        if not antes and not despues.strip():
            return marcas[0]
        previas, largo = abiertas, hasta - desde
        abiertas ^= largo % 4
        cierran, abren = previas & ~abiertas, abiertas & ~previas
        if antes and _EMPIEZA.match(despues):
            if largo > 2 and previas and abiertas:
                cierran, abren = previas, abiertas
            if cierran and (abren or antes in "ºª" or not antes.isalnum()):
                return f"{'*' * cierran} {'*' * abren}"
        return "*" * (cierran + abren)

    return _MARCAS.sub(separadas, linea)
