"""Text as it is kept and as it is compared (the rules are in test_contrato_texto)."""

from __future__ import annotations

import unicodedata

import pytest

from siaa.biblioteca.lengua.texto import (
    limpiar_entrada,
    normalizar_contenido,
    palabras_largas,
    plegar,
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


def test_palabras_largas() -> None:
    """Stopwords and short numbers are there: file names have them too."""
    assert palabras_largas("la ley 100 de 93 para todos, para mi") == {
        "ley",
        "100",
        "para",
        "todos",
    }
