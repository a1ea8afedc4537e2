"""Bytes → text: what Windows writes is read, and a guess never changes an ñ or an accent."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siaa.biblioteca.conversion.codificacion import (
    DOS_VECES,
    UTF8,
    UTF16,
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


@pytest.mark.parametrize("frase", FRASES)
@pytest.mark.parametrize("codec", ["latin-1", "cp1252"])
def test_lo_guardado_dos_veces_se_lee_una(frase: str, codec: str) -> None:
    """Also where only a part of it was; what no codec knows of a byte a letter stays that byte."""
    mal = "".join(bytes([o]).decode(codec, "ignore") or chr(o) for o in frase.encode())
    sana = frase.replace("€", "â\x82¬" if codec == "latin-1" else "â‚¬")  # of money, not of Spanish
    assert decodificar(mal.encode()) == TextoDecodificado(sana, DOS_VECES)
    assert decodificar(f"Así: {mal}".encode()).contenido == f"Así: {sana}"


@pytest.mark.parametrize("texto", ["NÃO", "Ã", "dijo «Ó”", "Âºrea", "Ã ", "IRMÃ, Â°C"])
def test_una_letra_rara_no_basta(texto: str) -> None:
    assert decodificar(texto.encode()) == TextoDecodificado(texto, UTF8)


@pytest.mark.parametrize("codificacion", AJENAS)
@pytest.mark.parametrize("frase", FRASES)
def test_otra_codificacion_se_rechaza_o_no_cambia_las_letras(frase: str, codificacion: str) -> None:
    crudo = frase.encode(codificacion, "ignore")
    try:
        leido = decodificar(crudo).contenido
    except NoSeConvierte as error:
        assert "guárdelo como UTF-8" in str(error)
    else:
        assert leido == crudo.decode(codificacion)


@pytest.mark.parametrize(
    ("codec", "nombre"), [("cp850", "DOS (CP850)"), ("cp437", "DOS (CP850)"), ("mac_roman", "Mac")]
)
@given(prosa)
def test_dos_y_mac_se_leen_con_sus_letras_o_no_se_leen(codec: str, nombre: str, dicho: str) -> None:
    texto = f"{dicho} según él, el año que la comisión pidió: ¿quién? " * 2
    posible = texto.encode(codec, "ignore").decode(codec)
    assert decodificar(posible.encode(codec)) == TextoDecodificado(posible, nombre)


@given(prosa.filter(lambda texto: len(texto) > 1), st.sampled_from(["utf-16-le", "utf-16-be"]))
def test_utf16_se_conoce_tambien_sin_su_marca(texto: str, codec: str) -> None:
    assert decodificar(texto.encode(codec)) == TextoDecodificado(texto, UTF16)


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
