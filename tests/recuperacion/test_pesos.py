"""The numbers that decide, by examples worked out by hand: none is taken from the code.

In a library of two equal passages, with a word in one of them, that word is worth
idf = ln(1 + (2 - 1 + .5) / (1 + .5)) = ln 2, and a passage of average length does not change it
(BM25 multiplies by 1). So what each part of `hibrida` adds is a plain number of times ln 2.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import bibliotecas_hibridas as bh
import pytest

from siaa.biblioteca.indice import Indice
from siaa.recuperacion.clasica.poda import _modo as modo_clasico
from siaa.recuperacion.clasica.poda import terminos_prioritarios
from siaa.recuperacion.hibrida.busqueda import buscar
from siaa.recuperacion.hibrida.poda import _modo
from siaa.valores import ChunkPuntuado, DocumentoPuntuado, Motivo

IDF = math.log(2)
CANGREJO = (
    "El cangrejo come algas verdes cada noche oscura mientras suben las mareas hasta tapar las "
    "piedras grises siempre."
)
MEDUSA = (
    "La medusa transparente flota sola, sueña corrientes tibias, nunca aprendió idiomas "
    "extranjeros; desgraciadamente."
)
"""As many words that are looked up as `CANGREJO` has: both are of average length."""
LEJOS = "\n\n".join([MEDUSA] * 12)
"""Headings near the start of a text are names of the document; below this they are not."""


def indice_de(textos: Mapping[str, str], claves: Mapping[str, list[str]] | None = None) -> Indice:
    return bh.Generada(dict(textos), dict(claves or {})).indice()


def puntos(motivos: tuple[Motivo, ...], nombre: str) -> float:
    """What a part adds, in times ln 2."""
    return sum(m.puntos for m in motivos if m.nombre == nombre) / IDF


def ruta(indice: Indice, pregunta: str) -> tuple[DocumentoPuntuado, ...]:
    return buscar(indice, pregunta).enrutar(9).documentos


def chunks(indice: Indice, pregunta: str, *docs: str) -> dict[int, ChunkPuntuado]:
    """The fragments of some documents, each by where it starts."""
    podas = buscar(indice, pregunta).podar(docs, bh.poda(90000))
    return {c.inicio: c for p in podas for c in p.chunks}


def veces(valor: float) -> object:
    return pytest.approx(valor, rel=1e-5)


# --- hibrida: a document ----------------------------------------------------------------------


def test_documento() -> None:
    """A word of the whole text: 2."""
    (uno,) = ruta(
        indice_de({"x1.md": "El cangrejo come.", "x2.md": "La medusa flota."}), "cangrejo"
    )
    assert puntos(uno.motivos, "densidad") == veces(2.0)


def test_forma_y_parrafo() -> None:
    """Stem 1, the word as written 0.35, the paragraph 0.4; as another form, without the 0.35."""
    indice = indice_de({"x1.md": "El cangrejo come.", "x2.md": "La medusa flota."})
    assert puntos(ruta(indice, "cangrejo")[0].motivos, "pasaje") == veces(1.75)
    assert puntos(ruta(indice, "cangrejos")[0].motivos, "pasaje") == veces(1.4)


@pytest.mark.parametrize(("pregunta", "valor"), [("cangrejo rojo", 10.0), ("cangrejo", 1.25)])
def test_nombre_y_exponente_nombre(pregunta: str, valor: float) -> None:
    """Both words: 5 · 2 · (2/2)². One of the two: 5 · 1 · (1/2)²."""
    textos = {"cangrejo rojo.md": "Nada camina nunca.", "medusa azul.md": "Todo flota siempre."}
    (uno,) = ruta(indice_de(textos), pregunta)
    assert uno.niveles.nombre / IDF == veces(valor)


def test_citado_y_clave_manual() -> None:
    indice = indice_de(
        {"decreto_806.md": "Nada camina nunca.", "x2.md": "Todo flota."}, {"x2.md": ["ballena"]}
    )
    assert next(m.puntos for m in ruta(indice, "decreto 806")[0].motivos) == 100
    assert ruta(indice, "ballena")[0].niveles.keywords == 10


@pytest.mark.parametrize(("dichas", "calla"), [(3, True), (4, False)])
def test_parte_nombre(dichas: int, calla: bool) -> None:
    """From 0.6 of a name on its words say nothing of passages: 3 of 5 are enough, 4 of 7 not."""
    animales = ("cangrejo", "medusa", "erizo", "percebe", "foca", "pulpo", "delfín")
    nombre = animales[: 5 if calla else 7]
    indice = indice_de({f"{' '.join(nombre)}.md": "Nada.", "x2.md": "Todo."})
    consulta = buscar(indice, " ".join(nombre[:dichas])).consulta
    assert [t.peso for t in consulta.terminos] == [0.0 if calla else 1.0] * dichas


def test_segundo() -> None:
    """Passages of another document count by the third power of its share of the best score."""
    indice = indice_de({"x1.md": CANGREJO + " " + CANGREJO, "x2.md": CANGREJO, "x3.md": MEDUSA})
    primero, segundo = ruta(indice, "cangrejo")
    (solo,) = chunks(indice, "cangrejo", segundo.doc).values()
    busqueda = buscar(indice, "cangrejo")
    *_, ultima = busqueda.podar([primero.doc, segundo.doc], bh.poda(90000))
    parte = segundo.puntaje / primero.puntaje
    assert ultima.doc == segundo.doc and 0.5 < parte < 0.99
    assert ultima.chunks[0].puntaje == veces(solo.puntaje * parte * parte * parte)


# --- hibrida: a passage -----------------------------------------------------------------------


def propios(indice: Indice, pregunta: str, parte: str) -> list[float]:
    """A part of the score of every unit of the library, in times ln 2, in text order."""
    puntajes = buscar(indice, pregunta).puntajes
    return [veces(valor / IDF) for valor in getattr(puntajes, parte).tolist()]


def test_literal() -> None:
    """Word for word: 3 for each of its seven words."""
    frase = "Cangrejo come algas verdes mientras suben mareas"
    indice = indice_de({"x1.md": f"{frase}.", "x2.md": "La medusa flota, nada, come, duerme."})
    palabras = [m for m in ruta(indice, frase)[0].motivos if m.nombre == "densidad"]
    comun = math.log(1 + 0.5 / 2.5)
    """«come» is in both passages."""
    assert puntos(ruta(indice, frase)[0].motivos, "literal") * IDF == veces(
        3 * ((len(palabras) - 1) * IDF + comun)
    )


def test_vecinas() -> None:
    """0.15 of the 1.35 that its word, as stem and as it is written, gives to the passage beside."""
    indice = indice_de({"x1.md": f"{CANGREJO}\n\n{MEDUSA}"})
    assert propios(indice, "cangrejo", "vecinas") == [0.0, 0.2025]
    assert propios(indice, "medusa", "vecinas") == [0.2025, 0.0]


@pytest.mark.parametrize(
    ("pregunta", "primera", "segunda"),
    [("breve plazo", 6.0, 4.5), ("plazo breve", 9.0, 6.75), ("plazo", 1.5, 1.125)],
)
def test_encabezado_frase_e_inicio(pregunta: str, primera: float, segunda: float) -> None:
    """1.5 · words · share of the heading; ·1.5 word for word; ·2 in the first unit, ·1.5 then.

    One word of the two: 1.5 · 1 · 1/2 · 2; «plazo» alone is not the heading word for word.
    """
    texto = f"# Manual\n\n{LEJOS}\n\n## Plazo breve\n\n{CANGREJO}\n\n{MEDUSA}"
    *_, una, otra = propios(indice_de({"x1.md": texto}), pregunta, "encabezado")
    assert (una, otra) == (primera, segunda)


def test_contiguas() -> None:
    """The section beside it: 0.15 of what the heading gives. Of four sections a word is ln 3.33."""
    texto = (
        f"# Manual\n\n{LEJOS}\n\n## Guía\n\n### Plazo breve\n\n{CANGREJO}\n\n### Fallo\n\n{MEDUSA}"
    )
    *_, una, otra = propios(indice_de({"x1.md": texto}), "breve plazo", "encabezado")
    palabra = math.log(1 + 3.5 / 1.5) / IDF
    assert (una, otra) == (1.5 * 2 * palabra * 2, 0.15 * 1.5 * 2 * palabra * 2)


def test_apertura() -> None:
    """The opening of an article: half as much again as its best passage."""
    texto = f"{CANGREJO}\n\n## Artículo 1. Fines\n\n{CANGREJO}\n\n{MEDUSA}"
    puntajes = buscar(indice_de({"x1.md": texto}), "medusa").puntajes
    *_, abre, mejor = puntajes.total.tolist()
    assert mejor > 0 and abre == veces(1.5 * mejor)


@pytest.mark.parametrize(
    ("ratio", "modo", "caracteres"),
    [
        (None, "FRANCOTIRADOR", 300),
        (6.0, "FRANCOTIRADOR", 300),
        (5.99, "BINÓCULO", 600),
        (3.0, "BINÓCULO", 600),
        (2.99, "ESCOPETA", 900),
    ],
)
def test_cuanto_manda_cada_modo(ratio: float | None, modo: str, caracteres: int) -> None:
    assert _modo(ratio, listado=False, ajustes=bh.poda(900)) == (modo, caracteres)


# --- clasica: how many chunks (its points are pinned in test_contrato_texto.py) ---------------


@pytest.mark.parametrize(
    ("mejores", "listado", "modo", "cuantos"),
    [
        ([6.0, 2.0, 1.0], False, "FRANCOTIRADOR", 1),
        ([5.98, 2.0, 1.0], False, "BINÓCULO", 2),
        ([3.6, 2.0, 1.0], False, "BINÓCULO", 2),
        ([3.58, 2.0, 1.0], False, "ESCOPETA", 3),
        ([3.6, 2.0, 1.0], True, "LISTADO-BINÓCULO", 2),
        ([3.58, 2.0, 1.0], True, "LISTADO-ESCOPETA", 3),
        ([0.03, 0.001], False, "FRANCOTIRADOR", 1),
        ([0.0299, 0.001], False, "BINÓCULO", 2),
    ],
)
def test_cuantos_chunks_manda_clasica(
    mejores: list[float], listado: bool, modo: str, cuantos: int
) -> None:
    """From 3.0 and 1.8 times the second on; a second below 0.01 counts as 0.01."""
    assert modo_clasico(mejores, listado, max_chunks=3)[:2] == (modo, cuantos)


def test_solo_las_diez_primeras_claves_son_prioritarias() -> None:
    palabras = [f"palabra{letra}" for letra in "abcdefghijkl"]
    indice = indice_de({"x1.md": " ".join(palabras * 2) + "."})
    documento = indice.documentos["x1.md"]
    assert documento.palabras_clave[:12] == tuple(palabras)
    assert terminos_prioritarios(documento) & {*palabras} == {*palabras[:10]}
