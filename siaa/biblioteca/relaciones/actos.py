"""Which document a norm is, and how norms rank."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from siaa.biblioteca.lengua.leyes import ley_de_nombre
from siaa.biblioteca.lengua.nombres import Norma, norma_de_nombre, partes_nombre, sin_extension
from siaa.biblioteca.lengua.texto import plegar
from siaa.biblioteca.valores import RANGOS, Documento, Extremo

CIFRAS_UNICAS: Final = 5
"""A number with so many digits tells a norm from others even where nobody says the year."""
TRANSITORIO: Final = len(RANGOS)
_FUERZA_DE_LEY = re.compile(r"decreto[\s-]+(?:ley|legislativo)")
_POR_NOMBRE = re.compile(
    r"(?:\W*|.*\s(?:expide|adopta|establece|dicta|sanciona)\s(?:el|la)\s(?:nuev[oa]\s)?)"
    r"((?:codigo|estatuto|constitucion)\s[a-zñ ]+?)"
    r"(?:\W*\Z|\s?[,(]|\s(?:y|para)\s(?:se|otras|la)\s)"
)
"""First words of an act that has a name: a code, a statute, a constitution."""
_CLASE: Final = MappingProxyType({"ley": 1, "acto legislativo": 1, "decreto": 3, "sentencia": None})
"""Kind of norm → class of rank; the kinds that are not here are of the fourth."""


@dataclass(frozen=True, slots=True)
class Actos:
    """The acts of a library. propios: every document as an end of a relation.

    normas: by kind and number, the norms that are loaded, with their documents; those that go by a
    name have that as number. anios: of the documents that are norms, where known; por_anio: the
    documents of each. con_rango: whether the catalogue ranks any. bases: a folded subject, and the
    key of the norm that it always needs.
    """

    propios: Mapping[str, Extremo]
    normas: Mapping[tuple[str, str], Sequence[tuple[Norma, str]]]
    anios: Mapping[str, str]
    por_anio: Mapping[str, Sequence[str]]
    con_rango: bool
    mas_favorable: bool
    bases: tuple[tuple[str, str], ...]

    def extremo(self, norma: Norma, articulo: str | None) -> Extremo:
        """Return a norm, or an article of it, whether it is loaded or not."""
        iguales = self.normas.get((norma.tipo, plegar(norma.numero)), ())
        cual = next((doc for cargada, doc in iguales if _es_la_misma(norma, cargada)), None)
        if cual is None:
            return Extremo(norma.escrita, None, articulo)
        return replace(self.propios[cual], articulo=articulo)


def leer_actos(documentos: Mapping[str, Documento]) -> Actos:
    """Return the acts that some documents are."""
    propios: dict[str, Extremo] = {}
    normas: defaultdict[tuple[str, str], list[tuple[Norma, str]]] = defaultdict(list)
    por_anio: defaultdict[str, list[str]] = defaultdict(list)
    for clave, documento in documentos.items():
        norma = norma_propia(documento)
        if norma is not None:
            normas[norma.tipo, norma.numero].append((norma, clave))
            if anio := norma.su_anio:
                por_anio[anio].append(clave)
        nombre = documento.titulo if norma is None else norma.escrita
        propios[clave] = Extremo(nombre, clave, None)
        nombres = (plegar(documento.titulo), *documento.texto.aperturas)
        for propio in {hallado[1] for hallado in map(_POR_NOMBRE.match, nombres) if hallado}:
            normas["", propio].append((Norma("", "", propio, None), clave))
    entradas = {clave: d.entrada for clave, d in documentos.items() if d.entrada.jerarquia}
    return Actos(
        propios,
        dict(normas),
        {clave: anio for anio, suyos in por_anio.items() for clave in suyos},
        dict(por_anio),
        con_rango=any(entrada.rango for entrada in entradas.values()),
        mas_favorable=any(entrada.mas_favorable for entrada in entradas.values()),
        bases=tuple((asunto, c) for c, e in entradas.items() for asunto in e.norma_base),
    )


def norma_propia(documento: Documento) -> Norma | None:
    """Return the norm that a document is, by its file, title or opening; any may tell its year.

    Where none has a number, the law that its file or title calls by a name.
    """
    nombres = (documento.nombre_original, documento.titulo, *documento.texto.aperturas)
    normas = [n for n in (norma_de_nombre(f"{nombre}.") for nombre in nombres) if n is not None]
    mismas = [n for n in normas if (n.tipo, n.numero) == (normas[0].tipo, normas[0].numero)]
    llamados = (sin_extension(documento.nombre_original), documento.titulo)
    llamadas = filter(None, map(ley_de_nombre, llamados))
    return next((n for n in mismas if n.anio), next(iter(mismas), None)) or next(llamadas, None)


def _es_la_misma(citada: Norma, cargada: Norma) -> bool:
    """A code ends with its year; where nobody says the year, a code or a long number is enough."""
    if citada.letras not in ("", cargada.letras):
        return False
    dicho, propio = citada.su_anio, cargada.su_anio
    if dicho and propio:
        return dicho == propio
    return bool(dicho or citada.letras) or len(citada.numero) >= CIFRAS_UNICAS


def rango_de(documento: Documento) -> int | None:
    """Return the class of rank of a document: the one that the catalogue says, or of its kind."""
    norma = norma_propia(documento)
    if documento.entrada.rango or norma is None:
        return documento.entrada.rango
    nombres = (documento.nombre_original, documento.titulo, *documento.texto.aperturas)
    con_fuerza = any(_FUERZA_DE_LEY.match(" ".join(partes_nombre(f"{n}."))) for n in nombres)
    return 2 if norma.tipo == "decreto" and con_fuerza else _CLASE.get(norma.tipo, 4)


def rango_en(documento: Documento, lugar: int) -> int | None:
    """Return the class of rank of what stands at a place: transitory provisions have the last."""
    if documento.rango is None:
        return None
    (suya,) = documento.texto.estructura.secciones_en(lugar, lugar + 1)
    transitorio = any("transitori" in plegar(titulo) for titulo in suya.ruta)
    return TRANSITORIO if transitorio else documento.rango
