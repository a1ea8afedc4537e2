"""Text as it is kept and as it is compared (the rules are in test_contrato_texto)."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Callable
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import siaa
from siaa.biblioteca.lengua.texto import (
    CORRIDA,
    MARCAS_SEGUIDAS,
    coincidencias,
    componer_letras,
    corridas,
    enumerar,
    limpiar_entrada,
    normalizar_contenido,
    plegar,
    plegar_en_su_lugar,
)


def test_plegar_muchas_letras_distintas() -> None:
    """Texts with few and with many letters to change take different ways to the same fold."""
    letras = [chr(n) for n in range(0xC0, 0x400) if chr(n).isalpha()]
    texto = unicodedata.normalize("NFC", "".join(letras).lower())
    assert plegar(texto) == "".join(plegar(letra) for letra in texto)
    assert plegar("áÁüñÑ") == "aauññ"


@pytest.mark.parametrize(
    ("crudo", "normal"),
    [
        ("\ufeffa\r\nb\rc\n", "a\nb\nc\n"),
        ("a\ufeffb", "a\ufeffb"),
        ("n\u0303o", "ño"),
        ("\r\r\n", "\n\n"),
        ("", ""),
    ],
)
def test_normalizar_contenido(crudo: str, normal: str) -> None:
    assert normalizar_contenido(crudo) == normal == normalizar_contenido(normal)


@pytest.mark.parametrize(
    ("texto", "limpio"),
    [
        ("a\tb\nc\rd", "a\tb\nc\rd"),
        ("a\0b\x07c\x1bd\x7fe\x9ff", "a b c d e f"),
        ("a\ud83db\udc4d", "a\ufffdb\ufffd"),
        ("👍 ñ — «»", "👍 ñ — «»"),
    ],
)
def test_limpiar_entrada(texto: str, limpio: str) -> None:
    assert limpiar_entrada(texto) == limpio == limpiar_entrada(limpio)
    assert limpio.encode("utf-8")


# --- Combining marks ------------------------------------------------------------------------


def es_marca(caracter: str) -> bool:
    return unicodedata.category(caracter).startswith("M")


def racha_mas_larga(texto: str) -> int:
    return max((len([*racha]) for es, racha in groupby(texto, es_marca) if es), default=0)


def recortar_despacio(texto: str) -> str:
    partes = ("".join(r)[: 30 if es else None] for es, r in groupby(texto, es_marca))
    return "".join(partes)


MARCAS = "\u0301\u0316\u0327\u0344\u034f\u0345\u064c\u0f73\u0f71\u302e\u20e3\U0001e130\U0001d165"
trozos = st.one_of(
    st.text(max_size=3),
    st.sampled_from(["e", "n", "ñ", "\u0958", "\u1100", "\u1161", "\u11a8", " "]),
    st.builds(
        lambda marcas, veces: marcas * veces, st.text(MARCAS, max_size=3), st.integers(0, 40)
    ),
)
recargados = st.lists(trozos, max_size=6).map("".join)


@given(recargados)
@example("\u034f\U0001d165\u302e\u034f\U0001d165\u302e")
def test_las_marcas_se_recortan_y_lo_demas_queda(texto: str) -> None:
    compuesto = componer_letras(texto)
    assert MARCAS_SEGUIDAS == 30 and racha_mas_larga(compuesto) <= 30
    assert unicodedata.is_normalized("NFC", compuesto)
    assert componer_letras(compuesto) == compuesto
    esperado = unicodedata.normalize("NFC", recortar_despacio(texto))
    assert compuesto == recortar_despacio(esperado)
    assert plegar(plegar(texto)) == plegar(texto)


@given(recargados)
def test_lo_que_llega_de_un_cliente_trae_marcas_contadas(texto: str) -> None:
    limpio = limpiar_entrada(texto)
    assert racha_mas_larga(limpio) <= 30 and limpiar_entrada(limpio) == limpio
    sin_control = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]", " ", texto)
    assert limpio == recortar_despacio(re.sub("[\ud800-\udfff]", "\ufffd", sin_control))


def test_lo_que_se_ordena_por_clase_es_marca_en_todos_los_planos() -> None:
    """What NFC sorts, in time quadratic to the run, is among what is counted."""
    for codigo in range(sys.maxunicode + 1):
        caracter = chr(codigo)
        if unicodedata.combining(caracter) or es_marca(caracter):
            assert componer_letras("x" + caracter * 31) == componer_letras("x" + caracter * 90)


@pytest.mark.parametrize("marcas", ["\u0301\u0316", "\u064c\u064b", "\u0f71\u0f72\u0f80\u0f74"])
@pytest.mark.parametrize(
    "entrada", [normalizar_contenido, plegar, componer_letras, limpiar_entrada]
)
def test_un_texto_enorme_de_marcas(entrada: Callable[[str], str], marcas: str) -> None:
    """A million: in time quadratic to them this would take hours, so no clock is needed."""
    assert len(entrada("a" + marcas * (1_000_000 // len(marcas)) + "b")) <= 32


def test_nadie_mas_compone_letras() -> None:
    raiz = Path(siaa.__file__).parent
    propios = [a for a in raiz.rglob("*.py") if '.normalize("NFC"' in a.read_text("utf-8")]
    assert [a.relative_to(raiz).as_posix() for a in propios] == ["biblioteca/lengua/texto.py"]


@given(st.text(st.characters() | st.sampled_from("añ7 -“·\xa0\x85")))
@example("ÿa\x1cb\0c²d")
def test_las_corridas_son_las_de_su_patron(texto: str) -> None:
    assert corridas(texto) == CORRIDA.findall(texto)
    assert corridas(plegar(texto)) == CORRIDA.findall(plegar(texto))


@given(st.text(st.characters() | st.sampled_from("Áñ7\u0332\u0301ﬁİ")))
def test_plegar_en_su_lugar_no_mueve_nada(texto: str) -> None:
    plegado = plegar_en_su_lugar(texto)
    assert len(plegado) == len(texto)
    assert plegar(plegado) == plegar(texto)


@given(st.lists(st.sampled_from(("ley ", "leyes", "5", "ab", "abab", "b", " ")), max_size=20))
def test_las_coincidencias_son_las_de_buscar_en_todas_partes(partes: list[str]) -> None:
    texto = "".join(partes)
    patron = re.compile(r"(?:ley (?:ley )?\d|abab?|\bb)")
    esperadas = [hallada.span() for hallada in patron.finditer(texto)]
    halladas = coincidencias(patron, ("ley", "ab", "b"), texto)
    assert [hallada.span() for hallada in halladas] == esperadas


@pytest.mark.parametrize(
    ("palabras", "dichas"),
    [
        ("plazo", "plazo"),
        ("plazo fallo tutela", "plazo, fallo y tutela"),
        ("«pago» «Interés»", "«pago» e «Interés»"),
        ("padre hijo Íñigo hijo", "padre, hijo, Íñigo e hijo"),
        ("iglesia hielo", "iglesia y hielo"),
        ("informe yeso", "informe y yeso"),
        ("I «II»", "I y «II»"),
        ("III IV", "III y IV"),
        ("VIII IX", "VIII y IX"),
    ],
)
def test_lo_que_se_enumera_se_une_como_suena(palabras: str, dichas: str) -> None:
    assert enumerar(palabras.split()) == dichas
