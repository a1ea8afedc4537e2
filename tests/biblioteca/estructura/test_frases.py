"""Where the sentences of a paragraph end."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siaa.biblioteca.estructura.frases import LARGO_MAXIMO, frases


def partes(texto: str) -> list[str]:
    return [texto[inicio:fin] for inicio, fin in frases(texto)]


@pytest.mark.parametrize(
    "texto",
    [
        "Hay dos llaves. | Nadie las copia.",
        "¿Quién las guarda? | La secretaría.",
        "¡Se pierden! | ¿Y entonces?",
        "Son «las de la casa.» | Nadie las copia.",
        "**Hay dos.** | *Nadie las copia.*",
        "Hay dos (o tres). | (Nadie las copia.)",
        "Hay dos… | Nadie las copia.",
        "Hay dos. | 3 más se pierden.",
        "Hay dos.  \t | Ámbar es el color.",
        "Es del Art. 5 y del No. 7 de J. Pérez. | Y de la Dra. Ana.",
        "EE. UU. tiene una, pág. 3 otra, según las págs. 8 y 9. | Fin.",
        "Cuesta 3.500 pesos. | Vale.",
        "Hay dos; nadie las copia: se guardan",
        "Hay dos. las demás se perdieron",
        "sala.correo@casa.example",
        "Art. 5",
        "...",
    ],
)
def test_donde_termina_una_frase(texto: str) -> None:
    esperadas = [parte.strip() for parte in texto.split("|")]
    assert partes(texto.replace("| ", "")) == esperadas


@pytest.mark.parametrize("vacio", ["", " \n"])
def test_un_parrafo_vacio_no_tiene_frases(vacio: str) -> None:
    assert partes(vacio) == []


def test_una_frase_muy_larga_se_corta_en_un_punto_y_coma() -> None:
    texto = "palabra " * 100 + "fin; " + "palabra " * 30 + "fin; " + "palabra " * 120 + "fin."
    assert len(texto) > LARGO_MAXIMO
    assert [parte[-4:] for parte in partes(texto)] == ["fin;", "fin."]
    assert partes(texto)[0].count(";") == 2


def test_una_frase_muy_larga_sin_clausulas_se_corta_entre_palabras() -> None:
    texto = "palabra " * 400
    assert " ".join(partes(texto)) == texto.strip()
    assert all(LARGO_MAXIMO - 8 < len(parte) <= LARGO_MAXIMO for parte in partes(texto)[:-1])
    assert all(set(parte.split()) == {"palabra"} for parte in partes(texto))


def test_una_palabra_sin_fin_se_corta_donde_toca() -> None:
    texto = "x" * (2 * LARGO_MAXIMO + 5)
    assert [len(parte) for parte in partes(texto)] == [LARGO_MAXIMO, LARGO_MAXIMO, 5]


def test_una_frase_del_largo_maximo_queda_entera() -> None:
    frase = ("Palabra; " * 200)[: LARGO_MAXIMO - 1] + "."
    assert partes(frase) == [frase]
    assert partes(f"Antes. {frase} Después.") == ["Antes.", frase, "Después."]


PEDAZOS = st.sampled_from(
    (
        *("Ana", "ñandú", "Art", "No", "7", "J", "x" * 700, "palabra " * 40, "\u00a0", "…", "»"),
        *(".", ". ", ".\n", "? ", "! ", "; ", ": ", " ", "  ", "**", "(", ")", "“", "¿", "\x1c"),
    )
)


@given(st.lists(PEDAZOS, max_size=40).map("".join).map(str.strip))
def test_las_frases_cubren_el_parrafo_y_no_se_cruzan(texto: str) -> None:
    limites = list(frases(texto))
    cubierto = [False] * len(texto)
    for inicio, fin in limites:
        assert inicio < fin <= inicio + LARGO_MAXIMO
        assert texto[inicio:fin] == texto[inicio:fin].strip()
        cubierto[inicio:fin] = [True] * (fin - inicio)
    assert all(a[1] <= b[0] for a, b in pairwise(limites))
    assert all(hay or c.isspace() for hay, c in zip(cubierto, texto, strict=True))


@pytest.mark.parametrize(
    "pieza", ["Uno. ", "uno; ", "X.", ". ", '."', "?! A", "a ", "\t", "No. 5 "]
)
def test_un_parrafo_de_un_megabyte_se_termina(pieza: str) -> None:
    texto = (pieza * 1_000_000)[:1_000_000].strip()
    assert max((fin for _, fin in frases(texto)), default=0) == len(texto)
