"""Bytes → text: what Windows writes is read, and a guess never changes an ñ or an accent."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siaa.biblioteca.conversion.codificacion import (
    UTF8,
    WINDOWS,
    TextoDecodificado,
    decodificar,
)
from siaa.biblioteca.conversion.piezas import NoSeConvierte

FRASES = (
    "El señor Muñoz pidió la ración.",
    "¿Cuándo se reparte? Artículo 1°.- Objeto.",
    "ARTÍCULO 3º. PEÑA — «así» quedó; él dijo que sí…",
    "La cigüeña volvió “temprano”, según €5.",
)
PALABRAS = [
    "año",
    "niño",
    "camión",
    "pingüino",
    "ARTÍCULO",
    "Peña",
    "así",
    "está",
    "él",
    "único",
    "reunión",
]
AJENAS = ("cp850", "cp437", "mac_roman", "koi8_r")

prosa = st.lists(st.sampled_from(PALABRAS), min_size=1, max_size=30).map(" ".join)


@pytest.mark.parametrize("frase", FRASES)
def test_windows_se_lee_entero(frase: str) -> None:
    assert decodificar(frase.encode("cp1252")) == TextoDecodificado(frase, WINDOWS)


@given(prosa)
def test_toda_la_prosa_de_windows_se_lee_igual(texto: str) -> None:
    assert decodificar(texto.encode("cp1252")).contenido == texto


@given(prosa)
def test_lo_que_es_utf8_nunca_se_adivina(texto: str) -> None:
    assert decodificar(texto.encode()) == TextoDecodificado(texto, UTF8)


@pytest.mark.parametrize("codificacion", AJENAS)
@pytest.mark.parametrize("frase", FRASES)
def test_otra_codificacion_se_rechaza_y_no_cambia_las_letras(frase: str, codificacion: str) -> None:
    crudo = frase.encode(codificacion, "ignore")
    try:
        leido = decodificar(crudo).contenido
    except NoSeConvierte as error:
        assert "guárdelo como UTF-8" in str(error)
    else:
        assert crudo.isascii() and leido == crudo.decode("ascii")


@pytest.mark.parametrize(
    "crudo",
    [
        b"\x89PNG\r\n\x1a\n\xff\xd8",
        b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj <<",
        b"PK\x03\x04\x14\xe1\xf1",
        bytes(range(1, 256)),
        "señor".encode()[:3] + b" y lo dem\xc3",
        "camión".encode() + "camión".encode("cp1252"),
        "Größe für ä ö ß".encode("cp1252"),
        b"a\x81o",
    ],
)
def test_lo_que_no_parece_español_se_rechaza(crudo: bytes) -> None:
    with pytest.raises(NoSeConvierte):
        decodificar(crudo)


@given(st.binary(max_size=200))
def test_cualquier_cosa_se_lee_o_se_rechaza(crudo: bytes) -> None:
    try:
        leido = decodificar(crudo)
    except NoSeConvierte:
        return
    assert "\0" not in leido.contenido and "\r" not in leido.contenido
