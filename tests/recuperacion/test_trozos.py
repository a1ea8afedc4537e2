"""What each chunk of a document has, folded by itself."""

from __future__ import annotations

import re
import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from siaa.biblioteca.fragmentador import Fragmento, fragmentar
from siaa.biblioteca.lengua.texto import plegar
from siaa.recuperacion.clasica.puntaje import puntuar, total, trozos_de

# Folding makes some of these shorter (marks) or longer (İ, ligatures stay, Hangul jamo).
PIEZAS = (
    "anana", "ana", "na", "sanción", "SANCIÓN ", "año", "ano", "n\u0303", "x\u030c", "q\u0303",
    "İstanbul", "ﬁrma", "Straße", "가", "ΣΑΣ", "K\u212a", " ", "\n", "_", "1. ", "artículo 3", "°",
    "º", "art. 12", "\U0001f600", "٣", "½", "ñandú",
)  # fmt: skip
texto = st.lists(st.sampled_from(PIEZAS), max_size=60).map("".join)


@st.composite
def documento(draw: st.DrawFn) -> tuple[str, tuple[Fragmento, ...]]:
    """A text in NFC, as the library keeps it, cut into windows of some size."""
    contenido = unicodedata.normalize("NFC", draw(texto) * draw(st.integers(1, 3)))
    tamano = draw(st.sampled_from((7, 20, 50, 800)))
    return contenido, fragmentar(contenido, tamano, draw(st.integers(0, tamano - 1)))


@settings(max_examples=150)
@given(documento())
def test_cada_trozo_se_pliega_y_se_mira_solo(dado: tuple[str, tuple[Fragmento, ...]]) -> None:
    contenido, fragmentos = dado
    for fragmento, (plegado, propios) in zip(fragmentos, trozos_de(*dado), strict=True):
        assert plegado == plegar(contenido[fragmento.inicio : fragmento.fin])
        con_grado = re.search(r"\b(articulo\s+|art\.\s*)\d+\s*[°º]", plegado)
        sin_grado = re.search(r"\b(articulo\s+|art\.\s*)\d+", plegado)
        lista = re.search(r"(?m)^\s*\d+[.)]\s+\S", plegado)
        de_articulo = 10 if con_grado else 5 if sin_grado else 0
        assert total(propios) == de_articulo + (4 if lista else 0)


def test_un_texto_vacio() -> None:
    assert trozos_de("", ()) == () and puntuar((), {"a"}, "a", set()) == []


def test_la_rareza_se_escribe_con_coma() -> None:
    trozos = trozos_de("caja caja", (Fragmento(0, 0, 9, "INICIO"),))
    ((parte,),) = puntuar(trozos, {"caja"}, "", set(), {"caja": 1.234})
    assert parte.detalle == "«caja» aparece 2 veces (rareza 1,23)"
