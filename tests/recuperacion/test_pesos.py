"""The numbers that decide, by examples worked out by hand: none is taken from the code.

In a library of two equal passages, with a word in one of them, that word is worth
idf = ln(1 + (2 - 1 + .5) / (1 + .5)) = ln 2. BM25 multiplies it by tf · (k1 + 1) / (tf + k1) where
the length is the mean one; a word in the first 120 characters of a passage counts twice.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

import bibliotecas_hibridas as bh
import numpy as np
import pytest

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import plegar
from siaa.comprension.intentos import INTENTOS
from siaa.recuperacion.clasica.poda import _modo as modo_clasico
from siaa.recuperacion.clasica.poda import terminos_prioritarios
from siaa.recuperacion.hibrida import rasgos
from siaa.recuperacion.hibrida.busqueda import buscar
from siaa.recuperacion.hibrida.pesos import Pesos
from siaa.recuperacion.hibrida.poda import _modo
from siaa.recuperacion.hibrida.puntaje import PuntajesDentro, PuntajesPasajes
from siaa.valores import ChunkPuntuado, DocumentoPuntuado, Intento, Motivo

IDF = math.log(2)
MAREA = "Mientras suben las mareas nadie camina, nadie llama, nadie responde. " * 5
CANGREJO = f"{MAREA}El cangrejo rojo."
MEDUSA = f"{MAREA}La medusa azul."
"""As long as each other; what tells them apart stands far from where they begin."""
LEJOS = "\n\n".join([MEDUSA] * 3)
"""Headings near the start of a text are names of the document; below this they are not."""


def indice_de(textos: Mapping[str, str], claves: Mapping[str, list[str]] | None = None) -> Indice:
    return bh.Generada(dict(textos), dict(claves or {})).indice()


def puntos(motivos: tuple[Motivo, ...], nombre: str) -> float:
    """What a part adds, in times ln 2."""
    return sum(m.puntos for m in motivos if m.nombre == nombre) / IDF


def ruta(
    indice: Indice, pregunta: str, pesos: Pesos | None = None
) -> tuple[DocumentoPuntuado, ...]:
    return buscar(indice, pregunta, pesos=pesos or Pesos()).enrutar(9).documentos


def chunks(indice: Indice, pregunta: str, *docs: str) -> dict[int, ChunkPuntuado]:
    """The fragments of some documents, each by where it starts."""
    podas = buscar(indice, pregunta).podar(docs, bh.poda(90000))
    return {c.inicio: c for p in podas for c in p.chunks}


def veces(valor: float | list[float]) -> object:
    return pytest.approx(valor, rel=1e-5)


# --- hibrida: a document ----------------------------------------------------------------------


def test_documento() -> None:
    """2 · BM25 (k1 1.2) of a word that counts 2 where it stands and 3 for opening the text."""
    textos = {"x1.md": "El cangrejo come.", "x2.md": "La medusa flota."}
    (uno,) = ruta(indice_de(textos), "cangrejo")
    assert puntos(uno.motivos, "densidad") == veces(2 * 5 * 2.2 / (5 + 1.2))
    assert puntos(uno.motivos, "pasaje") == veces(2 * 1.9 / (2 + 0.9))


def test_el_comienzo_de_un_pasaje() -> None:
    """Up to 120 characters a word counts twice; k1 is .9."""
    for largo, valor in ((119, 2 * 1.9 / 2.9), (120, 1.0)):
        antes = ("la " * 40)[:largo]
        textos = {"x1.md": f"{antes[:-1]} cangrejo.", "x2.md": f"{antes[:-1]} medusas."}
        assert textos["x1.md"].index("cangrejo") == largo
        (uno,) = ruta(indice_de(textos), "cangrejo")
        assert puntos(uno.motivos, "pasaje") == veces(valor)


def test_el_largo_de_un_pasaje() -> None:
    """b = .6 for passages and 1 for documents: 6 words, where the mean of 6 and 2 is 4."""
    textos = {"x1.md": "El cangrejo de la mar de", "x2.md": "La medusa"}
    (uno,) = ruta(indice_de(textos), "cangrejo")
    assert puntos(uno.motivos, "pasaje") == veces(2 * 1.9 / (2 + 0.9 * (0.4 + 0.6 * 6 / 4)))
    assert puntos(uno.motivos, "densidad") == veces(2 * 5 * 2.2 / (5 + 1.2 * 6 / 4))


@pytest.mark.parametrize(("pregunta", "valor"), [("cangrejo rojo", 6.0), ("cangrejo", 0.75)])
def test_nombre(pregunta: str, valor: float) -> None:
    """Both words: 3 · 2 · (2/2)². One of the two: 3 · 1 · (1/2)²."""
    textos = {"cangrejo rojo.md": "Nada camina nunca.", "medusa azul.md": "Todo flota siempre."}
    (uno,) = ruta(indice_de(textos), pregunta)
    assert uno.niveles.nombre / IDF == veces(valor)


def test_citado_y_clave_manual() -> None:
    indice = indice_de(
        {"decreto_806.md": "Nada camina nunca.", "x2.md": "Todo flota."}, {"x2.md": ["ballena"]}
    )
    assert next(m.puntos for m in ruta(indice, "decreto 806")[0].motivos) == 100
    assert ruta(indice, "ballena")[0].niveles.keywords == 13


def test_anio() -> None:
    indice = indice_de({"ley 5 de 1992.md": "Nada camina.", "ley 6 de 1993.md": "Nada camina."})
    primera, segunda = ruta(indice, "¿qué camina en 1993?")
    assert primera.doc == "ley 6 de 1993.md"
    assert [m.puntos for m in primera.motivos if "es de 1993" in m.detalle] == [8]
    (resta,) = [m.puntos for m in segunda.motivos if "es de 1992, y no" in m.detalle]
    sin_ella = ruta(indice, "¿qué camina en 1993?", Pesos(otro_anio=0))[1]
    assert -resta == veces(sin_ella.puntaje * 0.4 / 30)
    assert segunda.puntaje == veces(sin_ella.puntaje * (1 - 0.4 / 30))


@pytest.mark.parametrize(
    ("anio", "pregunta", "pierde"),
    [
        (1990, "en 1993", 3 / 30),
        (1931, "en 1993", 1),
        (1995, "en 1993", 2 / 5),
        (2010, "en 1993", 1),
        (1978, "en los años ochenta", 10 / 30),
        (1991, "en los años ochenta", 3 / 5),
        (1988, "en los años ochenta", 0),
        (1990, "en 1988 y en 1993", 3 / 30),
        (1990, "en 2099", 0),
        (1991, "en el año", 0),
        (1991, "según la ley 6 de 1991, en 1993", 0),
    ],
)
def test_otro_anio(anio: int, pregunta: str, pierde: float) -> None:
    """What a norm loses by how far it is from the years that are said and others are of."""
    otras = {f"decreto 1 de {uno}.md": "Todo flota." for uno in (1988, 1993)}
    indice, ley = indice_de({f"ley 6 de {anio}.md": "Nada camina.", **otras}), f"ley 6 de {anio}.md"
    con, sin = (
        next(d.puntaje for d in ruta(indice, f"¿qué camina {pregunta}?", pesos) if d.doc == ley)
        for pesos in (Pesos(), Pesos(otro_anio=0))
    )
    assert con == veces(sin * (1 - 0.4 * pierde))


def test_la_palabra_de_un_anio_elige_la_mitad() -> None:
    """Which document answers; which passage of it, as any word does."""
    texto = f"{MAREA}El cangrejo 1993 4993."
    indice, pregunta = indice_de({"x1.md": texto, "x2.md": MEDUSA}), "cangrejo 1993 4993"
    (uno,) = ruta(indice, pregunta)
    for parte in ("pasaje", "densidad"):
        dan = {m.palabra: m.puntos for m in uno.motivos if m.nombre == parte}
        assert dan["1993"] == veces(dan["4993"] / 2)
    (chunk,) = chunks(indice, pregunta, "x1.md").values()
    dan = {m.palabra: m.puntos for m in chunk.motivos if m.nombre == "pasaje"}
    assert dan["1993"] == veces(dan["4993"])


def test_segundo() -> None:
    """Passages of another document count by the square of its share of the best score."""
    indice = indice_de({"x1.md": f"{CANGREJO} El cangrejo.", "x2.md": CANGREJO, "x3.md": MEDUSA})
    primero, segundo = ruta(indice, "cangrejo")
    (solo,) = chunks(indice, "cangrejo", segundo.doc).values()
    busqueda = buscar(indice, "cangrejo", pesos=Pesos(rival=0))
    *_, ultima = busqueda.podar([primero.doc, segundo.doc], bh.poda(90000))
    parte = segundo.puntaje / primero.puntaje
    assert ultima.doc == segundo.doc and 0.5 < parte < 0.99
    assert ultima.chunks[0].puntaje == veces(solo.puntaje * parte * parte)


@pytest.mark.parametrize(("parte", "cuantos"), [(0.86, 2), (0.84, 1)])
def test_rival(parte: float, cuantos: int) -> None:
    """Under .85 of the first one's score, a second document is not sent."""
    indice = indice_de({"x1.md": f"{CANGREJO} El cangrejo.", "x2.md": CANGREJO, "x3.md": MEDUSA})
    primero, segundo = (d.doc for d in ruta(indice, "cangrejo"))
    busqueda = buscar(indice, "cangrejo")
    busqueda.puntaje[busqueda.documentos == indice.numero(primero)] = 1.0
    busqueda.puntaje[busqueda.documentos == indice.numero(segundo)] = parte
    assert len(busqueda.podar([primero, segundo], bh.poda(90000))) == cuantos


# --- hibrida: a passage -----------------------------------------------------------------------


def por_dentro(
    indice: Indice, pregunta: str, *intentos: Intento
) -> tuple[PuntajesPasajes, PuntajesDentro]:
    """The scores of every passage of a small library, in text order."""
    busqueda = buscar(indice, pregunta, intentos)
    puntajes = busqueda.puntajes
    return puntajes, busqueda.puntuador.dentro(puntajes)


def propios(indice: Indice, pregunta: str, parte: str, *intentos: Intento) -> list[float]:
    """A column of them."""
    puntajes, dentro = por_dentro(indice, pregunta, *intentos)
    columna: list[float] = getattr(dentro if hasattr(dentro, parte) else puntajes, parte).tolist()
    return columna


def test_en_documento() -> None:
    """Half by the library; half by the document, where «rojo» tells and «mareas» does not."""
    indice = indice_de({"x1.md": f"{CANGREJO}\n\n{MEDUSA}"})
    for pregunta, con in (("rojo", 1), ("mareas", 2)):
        puntajes, dentro = por_dentro(indice, pregunta)
        raro = math.log(1 + (2 - con + 0.5) / (con + 0.5)) / IDF
        filas = puntajes.filas.suma()[0] * (1 + 0.1 * math.log(2))
        assert dentro.filas.suma()[0] == veces(filas * (0.5 + 0.5 * raro))


def test_en_nombre() -> None:
    """Half inside the document that is called so by part of a name; whole in another."""
    dos = f"{CANGREJO}\n\n{MEDUSA}"
    indice = indice_de({"cangrejo-salobre-inmenso.md": dos, "x2.md": dos})
    _, dentro = por_dentro(indice, "cangrejo")
    suyo, _, otro, _ = dentro.filas.suma() / IDF
    assert (suyo, otro) == (veces(0.5), veces(1.0))


def test_lo_que_cita_una_norma_no_cuenta_dentro_de_ella() -> None:
    """Its number and its year say nothing of its passages; of those of another norm they do."""
    texto = f"{CANGREJO}\n\nEl 5 de mayo de 1992 no camina nadie. {MEDUSA}"
    indice = indice_de({"ley 5 de 1992.md": texto, "ley 6 de 1993.md": texto})
    _, dentro = por_dentro(indice, "¿qué dice del cangrejo la ley 5 de 1992?")
    suyo, fechado, ajeno, otro = dentro.filas.suma().tolist()
    assert fechado == 0 and otro > 0
    assert suyo == ajeno > 0


def test_azar() -> None:
    """Words count less, by the library, in one of many passages; near-copies share theirs."""
    indice = indice_de({"x1.md": CANGREJO, "x2.md": f"{CANGREJO}\n\n{LEJOS}"})
    copias = replace(indice, pasajes=replace(indice.pasajes, grupo=np.zeros(2, dtype=np.int64)))

    def primeros(indice: Indice) -> list[float]:
        puntajes = buscar(indice, "cangrejo").puntajes
        return puntajes.filas.suma()[puntajes.comienzos[:-1]].tolist()

    sola, de_cuatro = primeros(indice)
    assert de_cuatro == veces(sola / (1 + 0.1 * math.log(4)))
    assert primeros(copias) == [veces(sola / (1 + 0.1 * math.log(5 / 4)))] * 2


@pytest.mark.parametrize(
    ("pregunta", "primera", "segunda"),
    [("breve plazo", 2.2, 1.32), ("plazo", 0.275, 0.165)],
)
def test_encabezado_y_despues(pregunta: str, primera: float, segunda: float) -> None:
    """1.1 · words · (share of the heading)²; .6 of that in a passage that is not the first."""
    texto = f"# Manual\n\n{LEJOS}\n\n## Plazo breve\n\n{CANGREJO}\n\n{MEDUSA}"
    *_, una, otra = propios(indice_de({"x1.md": texto}), pregunta, "encabezado")
    assert (una, otra) == (veces(primera * IDF), veces(segunda * IDF))


def test_un_articulo_se_llama_tambien_sin_su_numero() -> None:
    """Two words said of «Artículo 20. Plazo breve»: 1.1 · 2 · (2/2)², for its name alone."""
    texto = f"# Manual\n\n{LEJOS}\n\n## Artículo 20. Plazo breve\n\n{CANGREJO}"
    *_, valor = propios(indice_de({"x1.md": texto}), "breve plazo", "encabezado")
    assert valor == veces(2.2 * IDF)


def test_vecino() -> None:
    """The passages beside it in its section are worth at least .45 of it."""
    texto = f"{CANGREJO}\n\n{MEDUSA}\n\n{MEDUSA}\n\n## Otra\n\n{MEDUSA}"
    indice = indice_de({"x1.md": texto})
    mejor, segunda, tercera, otra = propios(indice, "cangrejo", "total")
    assert mejor > 0 and segunda == veces(0.45 * mejor) and (tercera, otra) == (0, 0)
    assert propios(indice, "cangrejo", "vecino") == [0.0, veces(0.45 * mejor), 0.0, 0.0]
    *_, ultima = propios(
        indice_de({"x1.md": f"{MEDUSA}\n\n## Otra\n\n{CANGREJO}"}), "rojo", "vecino"
    )
    assert ultima == 0.0


QUIERE = {intento.nombre: replace(intento, contiene="cangrejo") for intento in INTENTOS}


def test_intencion() -> None:
    indice = indice_de({"x1.md": f"{CANGREJO}\n\n{MEDUSA}"})
    hallado = {
        nombre: propios(indice, "mareas", "intencion", intento)
        for nombre, intento in QUIERE.items()
    }
    assert all(valores == [veces(1.4), 1.0] for valores in hallado.values())
    ambos = propios(indice, "mareas", "intencion", QUIERE["tiempo"], QUIERE["consecuencia"])
    assert ambos == [veces(1.4), 1.0]
    no_cumple = replace(QUIERE["consecuencia"], contiene="ballena")
    assert propios(indice, "mareas", "intencion", QUIERE["tiempo"], no_cumple)[0] == veces(1.2)
    varios = replace(QUIERE["tiempo"], contiene=".")
    assert propios(indice, "mareas", "intencion", varios)[0] == veces(1.5)


def test_lo_que_quiere_se_busca_una_vez_en_cada_pasaje(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is known of a library is not looked for again, and says nothing of another one."""
    quiere, leidos = replace(QUIERE["tiempo"], contiene="cangrejo r[aeiou]jo"), list[str]()

    def plegando(texto: str) -> str:
        leidos.append(texto)
        return plegar(texto)

    monkeypatch.setattr(rasgos, "plegar", plegando)
    indice = indice_de({"x1.md": f"{CANGREJO}\n\n{MEDUSA}"})
    primera = propios(indice, "mareas", "intencion", quiere)
    assert primera == [veces(1.4), 1.0] and sum(map(len, leidos)) > 2 * len(MAREA)
    leidos.clear()
    assert propios(indice, "mareas", "intencion", quiere) == primera and not "".join(leidos)
    cambiada = indice_de({"x1.md": f"{MEDUSA}\n\n{CANGREJO}"})
    assert propios(cambiada, "mareas", "intencion", quiere) == [1.0, veces(1.4)]


def test_motivos() -> None:
    """A recital, a cover or a heading alone .6, signatures 0; all of it, if asked for."""
    texto = (
        "Acuerdo del cangrejo\n\n## Considerando\n\n"
        "Que el cangrejo rojo camina por la playa de noche, y nadie lo vio nunca de día.\n\n"
        "## Artículo 2. Casa\n\n"
        "El cangrejo rojo camina por la playa de noche, y nadie lo vio nunca de día.\n\n"
        "## Artículo 3. Firmas\n\nComuníquese al cangrejo\n\n## Cangrejo\n"
    )
    indice = indice_de({"x1.md": texto})
    assert propios(indice, "cangrejo", "tipo") == veces([0.6, 0.6, 1.0, 0.0, 0.6])
    assert propios(indice, "cangrejo", "tipo", QUIERE["motivo"]) == veces([0.6, 1, 1, 0.0, 0.6])
    assert propios(indice, "cangrejo", "tipo", QUIERE["quien"]) == [0.6, 0.6, 1.0, 0.6, 0.6]
    assert propios(indice, "cangrejo", "tipo", QUIERE["firma"]) == [1.0, 0.6, 1.0, 1.0, 1.0]


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
