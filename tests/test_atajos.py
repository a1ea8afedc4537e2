"""What is done a faster way gives what the plain way gives."""

from __future__ import annotations

import sys
import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from siaa.biblioteca import referencias, texto
from siaa.biblioteca.posiciones import conserva_lugares
from siaa.biblioteca.texto import plegar

TODOS = [chr(codigo) for codigo in range(sys.maxunicode + 1)]
CERCANOS = st.sampled_from(
    [chr(c) for c in (*range(0x20, 0x350), *range(0x2000, 0x2070))] + list("Σσς𝒳가각ﬁẞ\u1161\ud800")
)
PARTES = (
    *("ley ", "leyes ", "decreto ", "decretos-", "acuerdo", "resolucion ", "sentencia "),
    *("circular externa ", "ordenanzas ", " de ", "1990", "5", "12", "1.234", "0007"),
    *(" y ", ", ", "/", "n.º ", "ñ", "reglamentario ", "\n", "del año ", "ª"),
)


def plegar_llano(crudo: str) -> str:
    """The definition, with no tables and no shortcuts."""
    minusculas = unicodedata.normalize("NFC", crudo.replace("Σ", "σ").lower())
    return "".join(
        c
        if c == "ñ"
        else "".join(
            parte
            for parte in unicodedata.normalize("NFD", c)
            if unicodedata.category(parte) != "Mn"
        )
        for c in minusculas
    )


def test_plegar_cada_caracter() -> None:
    for caracter in TODOS:
        assert plegar(f"n{caracter}É") == plegar_llano(f"n{caracter}É"), hex(ord(caracter))


@settings(max_examples=600, derandomize=True, deadline=None)
@given(st.one_of(st.text(alphabet=CERCANOS, max_size=12), st.text(max_size=90)))
def test_plegar_cualquier_texto(crudo: str) -> None:
    assert plegar(crudo) == plegar_llano(crudo)
    contenido = unicodedata.normalize("NFC", crudo)
    assert conserva_lugares(contenido) == all(len(plegar_llano(c)) == 1 for c in contenido)


def test_las_tablas_de_plegar_no_se_cruzan() -> None:
    assert texto._SIN_CAMBIO.isdisjoint(texto._PLEGADOS)
    assert {"á", "ü", "ç"} <= texto._PLEGADOS.keys() and set("ñ«»—°º") <= texto._SIN_CAMBIO


@settings(max_examples=600, derandomize=True, deadline=None)
@given(st.lists(st.sampled_from(PARTES), max_size=14).map("".join))
def test_las_citas_son_las_del_patron(plegado: str) -> None:
    esperadas = [cita.span() for cita in referencias._CITA.finditer(plegado)]
    assert [cita.span() for cita in referencias._citas(plegado)] == esperadas
