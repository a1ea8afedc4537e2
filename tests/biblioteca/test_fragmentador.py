"""What each chunk of a document has, folded by itself."""

from __future__ import annotations

import re
import unicodedata

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siaa.biblioteca.fragmentador import Fragmento, TablaFragmentos, contar, fragmentar, tabular
from siaa.biblioteca.lengua.texto import plegar

# Folding makes some of these shorter (marks) or longer (İ, ligatures stay, Hangul jamo).
PIEZAS = (
    "anana", "ana", "na", "sanción", "SANCIÓN ", "año", "ano", "n\u0303", "x\u030c", "q\u0303",
    "İstanbul", "ﬁrma", "Straße", "가", "ΣΑΣ", "K\u212a", " ", "\n", "_", "1. ", "artículo 3", "°",
    "º", "art. 12", "\U0001f600", "٣", "½", "ñandú",
)  # fmt: skip
PALABRAS = (
    "an", "na", "ana", "anana", "a", "sancion", "san", "ano", "año", "i", "istanbul", "irma", "1",
    "ana na", "n a", "zzz", "3", "ñ", "가", "x", "q",
)  # fmt: skip
texto = st.lists(st.sampled_from(PIEZAS), max_size=60).map("".join)


@st.composite
def documento(draw: st.DrawFn) -> tuple[str, tuple[Fragmento, ...]]:
    """A text in NFC, as the library keeps it, cut into windows of some size."""
    contenido = unicodedata.normalize("NFC", draw(texto) * draw(st.integers(1, 3)))
    tamano = draw(st.sampled_from((7, 20, 50, 800)))
    return contenido, fragmentar(contenido, tamano, draw(st.integers(0, tamano - 1)))


def trozos_de(contenido: str, fragmentos: tuple[Fragmento, ...]) -> list[str]:
    return [plegar(contenido[f.inicio : f.fin]) for f in fragmentos]


def ajustes(ejemplos: int) -> settings:
    return settings(max_examples=ejemplos)


@ajustes(150)
@given(documento())
def test_los_limites_caen_donde_cae_el_texto(dado: tuple[str, tuple[Fragmento, ...]]) -> None:
    tabla = tabular(*dado)
    assert list(tabla.trozos) == trozos_de(*dado)


@ajustes(150)
@given(documento(), st.lists(st.sampled_from(PALABRAS), min_size=1, max_size=5))
def test_contar_es_contar_en_cada_trozo(
    dado: tuple[str, tuple[Fragmento, ...]], palabras: list[str]
) -> None:
    tabla = tabular(*dado)
    for palabra in palabras:
        cuentas = contar(tabla, palabra)
        assert cuentas.tolist() == [t.count(palabra) for t in trozos_de(*dado)], palabra


@ajustes(100)
@given(documento())
def test_articulos_y_listas(dado: tuple[str, tuple[Fragmento, ...]]) -> None:
    tabla = tabular(*dado)
    for numero, plegado in enumerate(trozos_de(*dado)):
        con_grado = re.search(r"\b(articulo\s+|art\.\s*)\d+\s*[°º]", plegado)
        sin_grado = re.search(r"\b(articulo\s+|art\.\s*)\d+", plegado)
        assert tabla.articulo[numero] == (2 if con_grado else 1 if sin_grado else 0)
        assert tabla.lista[numero] == bool(re.search(r"(?m)^\s*\d+[.)]\s+\S", plegado))


@pytest.mark.parametrize(
    "contenido",
    [
        "İ" * 30,
        "x\u030c" * 30,
        "q\u0303a" * 30,
        "가a" * 30,
        "ﬁ" * 30,
        "ñ" * 30,
        "e\u0301\u0323" * 30,
    ],
)
def test_textos_cuyo_pliegue_mide_otra_cosa(contenido: str) -> None:
    """Cut at every place, between a letter and its mark too."""
    fragmentos = tuple(Fragmento(n, n, n + 7, "") for n in range(len(contenido) - 6))
    tabla = tabular(contenido, fragmentos)
    trozos = trozos_de(contenido, fragmentos)
    assert list(tabla.trozos) == trozos
    for palabra in ("i", "x", "q", "qa", "a", "fi", "ñ", "ñññ", "e"):
        cuentas = contar(tabla, palabra)
        assert cuentas.tolist() == [t.count(palabra) for t in trozos], palabra


def test_un_texto_vacio() -> None:
    tabla: TablaFragmentos = tabular("", ())
    assert tabla.trozos == ()
    assert contar(tabla, "a").tolist() == []
    assert contar(tabla, "a").dtype == np.int32


def test_una_palabra_mas_larga_que_el_trozo() -> None:
    tabla = tabular("anana", (Fragmento(0, 0, 2, ""), Fragmento(1, 2, 5, "")))
    assert contar(tabla, "ana").tolist() == [0, 1]
