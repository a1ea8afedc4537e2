"""Marks of emphasis that a conversion wrote without room between them."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from siaa.biblioteca.estructura.renglones import Renglones, Union, sanar, separar_enfasis


@pytest.mark.parametrize(
    ("linea", "separada"),
    [
        ("**Artículo 5.***Objeto*. La sala", "**Artículo 5.** *Objeto*. La sala"),
        ("**Artículo 5.*****Objeto**.* La sala", "**Artículo 5.** ***Objeto**.* La sala"),
        ("*Uno.***Dos** y tres", "*Uno.* **Dos** y tres"),
        ("**Artículo 1****º**. La sala", "**Artículo 1º**. La sala"),
        ("Los **libros****prestados** vuelven", "Los **libros** **prestados** vuelven"),
        ("***Artículo tercero*****.** La sala", "***Artículo tercero*.** La sala"),
        ("**Artículo 2.******. La sala", "**Artículo 2.**. La sala"),
        ("| **a.***b* | c |", "| **a.** *b* | c |"),
        ("**Artículo 2º**El faro rige", "**Artículo 2º** El faro rige"),
        ("**Parágrafo 3.**En la sala", "**Parágrafo 3.** En la sala"),
        ("El presidente, **J**osé Pérez", "El presidente, **J**osé Pérez"),
        ("**La sala (*nueva*) abre**", "**La sala (*nueva*) abre**"),
        ("***Ana Pérez***.-La directora", "***Ana Pérez***.-La directora"),
        ("* **Uno.** *Dos*", "* **Uno.** *Dos*"),
        ("uno *** dos", "uno *** dos"),
        (r"uno \*** dos", r"uno \*** dos"),
        ("****", "****"),
    ],
)
def test_lo_que_acaba_se_aparta_de_lo_que_empieza(linea: str, separada: str) -> None:
    assert separar_enfasis(linea) == separada


@given(st.lists(st.sampled_from((*"*aB.º\\( ", "**", "***", "****")), max_size=14).map("".join))
def test_separar_no_toca_las_letras_y_basta_una_vez(linea: str) -> None:
    separada = separar_enfasis(linea)
    assert separada.translate({42: None, 32: None}) == linea.translate({42: None, 32: None})
    assert separar_enfasis(separada) == separada


@given(
    st.lists(
        st.tuples(st.sampled_from(("*", "**")), st.sampled_from(("Sala", "Sala.", "«Sala»"))),
        min_size=1,
        max_size=6,
    )
)
def test_lo_que_se_escribio_pegado_se_ve_sin_marcas(piezas: list[tuple[str, str]]) -> None:
    assume(("*", "*") not in pairwise(marca for marca, _ in piezas))  # «**» says something else
    linea = "".join(marca + texto + marca for marca, texto in piezas)
    assert "*" not in MarkdownIt().render(separar_enfasis(f"{linea} fin"))
    if not linea.rstrip("*")[-1].isalnum():
        assert "*" not in MarkdownIt().render(separar_enfasis(f"{linea}Fin"))


@pytest.mark.parametrize(
    ("linea", "sana"),
    [
        ("**Artículo 3.***.* La sala", "**Artículo 3.** La sala"),
        ("**Artículo 4** **.** La sala", "**Artículo 4**. La sala"),
        ("### Artículo 5.** La sala abre en **mayo**", "Artículo 5. La sala abre en **mayo**"),
        ("**Artículo 6. La sala", "Artículo 6. La sala"),
        ("### ANA** **PÉREZ", "ANA PÉREZ"),
        ("**Ana *Pérez** y **otra**", "**Ana *Pérez** y **otra**"),
        ("Vale 5* pesos", "Vale 5* pesos"),
    ],
)
def test_la_negrita_sin_su_otro_extremo_no_se_envia(linea: str, sana: str) -> None:
    renglones = Renglones(np.array([(0, len(linea), Union.APARTE)], dtype=np.int32))
    assert sanar(linea, renglones, 0, len(linea)) == sana
