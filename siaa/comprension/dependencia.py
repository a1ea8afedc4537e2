"""Whether a question leans on the one before it: a sum of what it has and what it lacks. Pure.

A question is read as the classes of its words, a letter each (`clases` in `vocabulario.txt`, and
V, I, N: a verb, an infinitive, a noun of its own; S: the noun that is asked for; `g`: a word that
says nothing of its matter). The library says how far its matter is the one before it. No opening
decides alone.
"""

import re
from typing import Final

import numpy as np

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.numeros import PALABRAS_DE_NUMERO
from siaa.biblioteca.lengua.terminos import PALABRAS_DE_LA_PREGUNTA, terminos
from siaa.biblioteca.lengua.texto import MANDATO, es_termino, plegar
from siaa.biblioteca.lengua.vocabulario import CLASES, SIN_MATERIA
from siaa.biblioteca.valores import Enteros, Reales
from siaa.comprension.intentos import intentos_de

CASI: Final = 0.95
"""Share of the most that any passage has of some words from which on another has as much."""
BASE: Final = 7.9
"""Log-odds that what has and lacks nothing leans on what was said; they and the points below are
fitted on conversations of `tests/comprension`, each set much the same (docs/decisiones.md)."""
FORMA: Final = (
    (r"[ao]?[ky]|o[dlmp]", 2.8),  # joins itself on: «¿y…?», «no, el de familia»
    (r"[akyo]*[cxVI]|r[VxzIg]", 1.9),  # opens with its verb: of whom?
    (r"[^NS]*[NS]?[^NS]*r", 1.9),  # points back before it names what at
    (r"[^NS]*r", 1.7),
    (r".*[qhwS]", -1.9),  # asks
    (r".*N", -2.1),  # says what about
    (r".*N.*N", -1.9),
    (r".*S", -1.0),
    (r".*[VI]", -1.9),
    (r".*g", -2.3),
    (r".*[NSVI]p[dlm]?N", -1.8),  # of which one: «los informes del almacén»
    (r".*mN", -2.1),  # brings one in: «un perito»
    (r".*[VxSI][dl]?N", -1.3),
    (r"[NgIV]n?p|[Ng][dlm]?N", -2.3),  # is called like a heading: «permiso por luto»
    (r".*[wchqpS]c?[xz]", -1.0),
)
AFIRMA: Final = r"[^qhwzS]*V[^qhwzS]*", 1.5
"""Says something, where it is written without a question mark: of what was asked. What somebody
tells of their own case need not stand in any passage (`HUECO`)."""
DEFINICION, HUECO, AJENO, SUYO, TITULO, SUELTO = -2.8, -1.4, -1.2, 0.9, -1.6, -6.0
"""Asks what something is; for each word as rare as can be: what no passage has together, and what
another document has more of than those of the matter before; the share of these that say most of
it; the share of its words that names and headings have; the same where there are only nouns."""
_CLASE: Final = dict.fromkeys(PALABRAS_DE_NUMERO, "n") | CLASES
_INFINITIVO = re.compile(r"[a-zñ]{2,}[aei]r(?:(?:(?:[mts]e|nos)?(?P<r>l[ao]s?|les?))|[mts]e|nos)?")
_VERBO = re.compile(r"[a-zñáéíóú]+(?:[ae]n|[ai]ron|aban?|[éíó])")
_CONTEXTO: Final = (
    (r"^xe", "k"),
    (r"e", "q"),
    (
        r"(?<=[hqwcoaukyxN])l(?=W)|^l(?=[Wxz]|N[mdl])|(?<=[wco])l(?=[Nxzg])|(?<=[hq])l(?=[xz])|L",
        "r",
    ),
    (r"(?<=[dlmp])W|(?<=[dlm])Ir?", "N"),
    (r"W", "V"),
    (r"(?<=[hwcoxzr])N", "V"),
    (r"(?<=q)[Ng]", "S"),
    (r"(?<=S)N", "V"),
)
"""What a class becomes beside others, in order: «es que» joins on; «la» before a verb points back;
a word that may be a verb is one unless it is introduced; what follows «cómo» or «se» is one."""


def depende(texto: str, cuantas: int, asunto: str, indice: Indice) -> bool:
    """Tell whether the last words of a text, `cuantas`, need another question to be understood."""
    forma = clases(texto, cuantas)
    puntos = sum(puntos for patron, puntos in FORMA if re.match(patron, forma))
    afirma = "?" not in texto and re.fullmatch(AFIRMA[0], forma) is not None
    define = any(intento.nombre == "definicion" for intento in intentos_de(texto))
    titulo = TITULO + SUELTO * bool(re.fullmatch("[Nng]+", forma))
    suyo = por_la_biblioteca(texto, asunto, titulo, 0.0 if afirma else HUECO, indice)
    return BASE + puntos + AFIRMA[1] * afirma + DEFINICION * define + suyo > 0


def clases(texto: str, cuantas: int) -> str:
    """Return the classes of the last words of a text, in order."""
    escritas = re.findall(r"(?:¿ *)?[^\W_]+", texto.lower())
    forma = "".join(map(clase_de, escritas[max(len(escritas) - cuantas, 0) :]))
    for patron, clase in _CONTEXTO:
        forma = re.sub(patron, clase, forma)
    return forma


def clase_de(escrita: str) -> str:
    """Return the class of a word that stands alone; W: maybe a verb; e: «que» without its signs."""
    desnuda = escrita.lstrip("¿ ")
    palabra = plegar(desnuda)
    if desnuda == "está":
        return "x"
    if escrita == "que":
        return "e"
    if palabra in _CLASE or not es_termino(palabra):
        return _CLASE.get(palabra, "n" if palabra.isdigit() else "a")
    if palabra in SIN_MATERIA:
        return "g"
    if infinitivo := _INFINITIVO.fullmatch(palabra):
        return "Ir" if infinitivo["r"] else "I"
    if mandato := MANDATO.fullmatch(desnuda):
        return "Vr" if mandato["lo"] else "V"
    return "W" if _VERBO.fullmatch(desnuda) else "N"


def por_la_biblioteca(
    texto: str, asunto: str, titulo: float, hueco: float, indice: Indice
) -> float:
    """Return what the library says for a text being of the matter of another.

    titulo: points for its words being those of names and headings; hueco: for what no passage has.
    """
    propios, previos = ({*terminos(t)} - PALABRAS_DE_LA_PREGUNTA for t in (texto, asunto))
    dicho, antes = en_pasajes(indice, propios), en_pasajes(indice, previos)
    mas = dicho.max(initial=0.0)
    suyos, mejores = _documentos(indice, antes), _documentos(indice, dicho)
    del_asunto = dicho[np.isin(indice.pasajes.dueno, suyos)].max(initial=0.0)
    peso = sum(indice.pasajes.rareza(termino) for termino in propios)
    campos = (indice.encabezados, indice.rotulos)
    titulos = sum(any(termino in campo.textos for campo in campos) for termino in propios)
    raro = indice.pasajes.rareza("")
    return float(
        hueco * min((peso - mas) / raro, 2.0)
        + AJENO * (mas - del_asunto) / raro
        + SUYO * len(np.intersect1d(suyos, mejores)) / max(len(suyos), 1)
        + titulo * titulos / max(len(propios), 1)
    )


def en_pasajes(indice: Indice, propios: set[str]) -> Reales:
    """Return the idf of some terms in each passage."""
    tabla = indice.pasajes
    en_pasajes = np.zeros(len(tabla.limites))
    for fila in sorted(tabla.filas[termino] for termino in propios & tabla.filas.keys()):
        desde, hasta = tabla.desde[tabla.particion[fila : fila + 2]]
        en_pasajes[tabla.pasaje[desde:hasta]] += tabla.idf_pasaje[fila]
    return en_pasajes


def _documentos(indice: Indice, en_pasajes: Reales) -> Enteros:
    """Return the documents whose passages have as much as any."""
    minimo = max(CASI * en_pasajes.max(initial=0.0), 1e-9)
    return np.unique(indice.pasajes.dueno[en_pasajes >= minimo])
