"""The marks of sources that a model writes leave its words, however these come."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siaa.redaccion.marcas import SinMarcas

PIEZAS = (
    "[3]",
    " [1, 2]",
    "(fuente 2)",
    "[Fuente 1, fuente 3]",
    "[",
    "]",
    "(",
    " y ",
    "plazo",
    "\n",
)


def pasadas(trozos: Iterable[str]) -> str:
    marcas = SinMarcas()
    return "".join([*map(marcas.pasar, trozos), marcas.acabar()])


@pytest.mark.parametrize(
    ("escrito", "dicho"),
    [
        ("Son siete días [3]. Y [1, 2] tres más [2][4].", "Son siete días. Y tres más."),
        ("Lo firma el jefe (fuente 2), no otro [Fuente 1].", "Lo firma el jefe, no otro."),
        ("Según el acuerdo [^1] y la ley [1] y [2-3].", "Según el acuerdo y la ley."),
        ("[1] Primero.\n[2], [3] Después.\n- [4] Al fin.", "Primero.\nDespués.\n- Al fin."),
        ("Fuentes:\n(Pasajes 1, 2 y 3)", "Fuentes:\n"),
    ],
)
def test_las_marcas_se_van_con_su_espacio(escrito: str, dicho: str) -> None:
    assert pasadas([escrito]) == dicho


@pytest.mark.parametrize(
    "dicho",
    [
        "Treinta (30) días, en [2020], del artículo 5 (numeral 2).",
        "«…la haora [sic] y […] el pago» (para 3 personas)",
        "La fuente 3 de agua; el pasaje 2 del edificio; queda abierto [1",
        "El artículo [5] da un plazo de [8] días; el ítem lista[0] no.",
    ],
)
def test_lo_que_no_es_una_marca_queda(dicho: str) -> None:
    assert pasadas([dicho]) == dicho


@given(st.lists(st.sampled_from(PIEZAS), max_size=12).map("".join), st.lists(st.integers(1, 6)))
def test_da_igual_como_vengan_las_palabras(escrito: str, largos: list[int]) -> None:
    trozos, resto = [], escrito
    for largo in largos:
        trozos.append(resto[:largo])
        resto = resto[largo:]
    assert pasadas([*trozos, resto]) == pasadas(escrito) == pasadas([escrito])


def test_lo_que_no_puede_ser_marca_no_espera() -> None:
    marcas = SinMarcas()
    assert marcas.pasar("El plazo (véase") == "El plazo (véase"
    assert marcas.pasar(" [1") == "" and marcas.pasar("0 años]") == " [10 años]"
