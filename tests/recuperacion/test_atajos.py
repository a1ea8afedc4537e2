"""What is done a faster way gives what the plain way gives."""

from __future__ import annotations

import re
import sys
import unicodedata
import zlib
from collections import Counter

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from Stemmer import Stemmer

from siaa.biblioteca.estructura import margenes
from siaa.biblioteca.estructura.analisis import analizar_estructura
from siaa.biblioteca.lengua import terminos as lengua
from siaa.biblioteca.lengua import texto
from siaa.biblioteca.lengua.referencias import MARCA, referencias, unidad_de
from siaa.biblioteca.lengua.terminos import terminos_de_corrida
from siaa.biblioteca.lengua.texto import caracteres_raros, corridas, plegar
from siaa.biblioteca.tablas.campos import crear_campo
from siaa.biblioteca.tablas.palabras import ALCANCE_APERTURA, COMIENZO, contar_palabras

CERCANOS = st.sampled_from(
    [chr(c) for c in (*range(0x20, 0x350), *range(0x2000, 0x2070))] + list("Σσς𝒳가각ﬁẞ\u1161\ud800")
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
            if unicodedata.category(parte) != "Mn" and unicodedata.combining(parte) == 0
        )
        for c in minusculas
    )


def test_plegar_cada_caracter() -> None:
    """Of those that mean nothing (private, not assigned) one in a hundred.

    Of ideograms, which stay as they are, fifty go together.
    """
    todos = map(chr, range(sys.maxunicode + 1))
    nada = ("Cn", "Co")
    dicen = [c for c in todos if unicodedata.category(c) not in nada or ord(c) % 101 == 0]
    ideogramas = [c for c in dicen if "CJK UNIFIED" in unicodedata.name(c, "")]
    juntos = ["".join(ideogramas[n : n + 50]) for n in range(0, len(ideogramas), 50)]
    for trozo in (*juntos, *(set(dicen) - set(ideogramas))):
        assert plegar(f"n{trozo}É") == plegar_llano(f"n{trozo}É"), ascii(trozo)


@settings(max_examples=600)
@given(st.one_of(st.text(alphabet=CERCANOS, max_size=12), st.text(max_size=90)))
def test_plegar_cualquier_texto(crudo: str) -> None:
    assert plegar(crudo) == plegar_llano(crudo)


def test_lo_que_el_español_escribe_se_pliega_sin_componer() -> None:
    assert [texto._COMUNES[c] for c in "áüçñ«»—°º"] == list("aucñ«»—°º")


@settings(max_examples=300)
@given(st.one_of(st.text(alphabet=CERCANOS, max_size=30), st.text(max_size=90)))
def test_los_caracteres_raros_son_los_que_no_son_ascii(crudo: str) -> None:
    assert caracteres_raros(crudo) == {c for c in crudo if not c.isascii()}


# --- Passages -------------------------------------------------------------------------------


@settings(max_examples=300)
@given(
    st.lists(
        st.sampled_from(("plazo", "Año ", "los ", "7", " ", ".\n\n", "# T\n", "가", "larga " * 30)),
        max_size=40,
    )
)
def test_contar_palabras_como_se_contaria_despacio(partes: list[str]) -> None:
    contenido = "".join(partes)
    estructura, sanos = analizar_estructura(contenido)
    contadas = contar_palabras(contenido, plegar(contenido), estructura, sanos)
    vocabulario = zlib.decompress(contadas.vocabulario).decode("latin-1").split()
    esperadas: Counter[tuple[str, int]] = Counter()
    for pasaje, sano in enumerate(map(plegar, sanos)):
        todas = list(corridas(sano))
        empiezan = len(list(corridas(sano[:COMIENZO])))  # the last of them may go on after it
        esperadas.update((corrida, pasaje) for corrida in (*todas, *todas[:empiezan]))
    numeros = np.repeat(np.arange(len(contadas.en_cuantos)), contadas.en_cuantos).tolist()
    filas = list(zip(numeros, contadas.pasaje.tolist(), strict=True))
    pares = [(vocabulario[corrida], pasaje) for corrida, pasaje in filas]
    assert dict(zip(pares, contadas.veces.tolist(), strict=True)) == esperadas
    assert contadas.largo.tolist() == [len(list(corridas(plegar(sano)))) for sano in sanos]
    assert filas == sorted(filas)
    abren = [vocabulario[n] for n in contadas.apertura]
    assert abren == list(corridas(plegar(contenido)))[: len(abren)]
    cuantas = len(list(corridas(plegar(contenido[:ALCANCE_APERTURA]))))
    assert cuantas - 1 <= len(abren) <= cuantas  # the last of them may end after it


# --- Lines, words, fields -------------------------------------------------------------------


@settings(max_examples=300)
@given(st.lists(st.sampled_from(("Pág. 1", "Pág. 23", "Acta", "Acta 7", "٣", "5")), max_size=30))
def test_las_lineas_que_se_repiten_salvo_sus_numeros(textos: list[str]) -> None:
    formas = [re.sub(r"\d+", "0", texto) for texto in textos]
    esperadas = {
        forma: [i for i, otra in enumerate(formas) if otra == forma]
        for forma in dict.fromkeys(formas)
        if formas.count(forma) >= 4
    }
    juntas = margenes._forma("\n".join(textos)).split("\n")
    assert margenes._repetidas(dict(zip(range(len(textos)), juntas, strict=False))) == esperadas


@settings(max_examples=300)
@given(
    st.lists(
        st.sampled_from(
            (
                *("articulo ", "art. ", "num. ", "capitulo ", "lit. ", "titulo ", "ley ", "7"),
                *("iv", "a)", "septimo", " y ", ", ", ". ", "de 2001", "1.564", "x"),
            )
        ),
        max_size=6,
    ).map("".join)
)
def test_la_unidad_de_un_titulo_es_la_primera_que_nombra_si_lo_abre(titulo: str) -> None:
    primera = next(referencias(titulo), None)
    abre = primera is not None and primera.inicio == 0 and primera.termino.startswith(MARCA)
    assert unidad_de(titulo) == (primera.termino if primera and abre else "")


@settings(max_examples=300)
@given(st.one_of(st.text(alphabet=CERCANOS, max_size=30), st.text(max_size=90)))
def test_lo_que_no_hay_que_componer_queda_igual(crudo: str) -> None:
    assert texto.componer_letras(crudo) == unicodedata.normalize("NFC", crudo)


LETRAS = st.text(alphabet="aceimnorstz", min_size=2, max_size=9)
TERMINACIONES = (
    *("", "s", "es", "ic", "ice", "icen", "z", "esa", "esas", "eses", "ando", "ingl", "andol"),
    *("amient", "imient", "atori", "amiento", "imientos", "atorio", "amos", "emos", "ifique"),
)


def raiz_llana(palabra: str) -> str:
    """The rules of `raiz` for words with no exceptions, each tried on every word; and its verbs."""
    palabra = lengua._sin_enclitico(palabra)
    if len(palabra) > 2 and palabra[-1] == "z" and palabra[-2] in "aeiou":
        palabra = palabra[:-1] + "ce"
    else:
        palabra = re.sub(r"(?:(?<=[aeiou][lnrtv])|(?<=ant))ic(?=en?\Z)", "iz", palabra)
        if len(palabra) > 3 and palabra[-1] == "s" and not lengua._es_verbo_en_mos(palabra):
            if re.search(r"(?<!ndol)(?<=[aeiou][dlnrsy])es\Z", palabra):
                palabra = palabra[:-2]
            elif palabra[-2] in "aeo":
                palabra = palabra[:-1]
    tallo = re.sub(
        r"(.{3})(?:amient|imient|atori)$", r"\1", Stemmer("spanish", 0).stemWord(palabra)
    )
    if len(tallo) > 4 and tallo[-1] == "i" and not tallo.endswith(("ici", "ori")):
        tallo = tallo[:-1]
    if len(tallo) > 4 and tallo.endswith("qu"):
        tallo = tallo[:-2] + "c"
    tallo = re.sub(r"(?<=.{4})(?<!sp)ir$", "", tallo)
    tallo = tallo[:-2] if tallo.endswith(("ific", "mestral")) else tallo
    return lengua.TALLOS_DE_VERBOS.get(tallo, tallo)


@settings(max_examples=600)
@given(LETRAS, st.sampled_from(TERMINACIONES), st.sampled_from(TERMINACIONES))
def test_la_raiz_es_la_de_las_reglas(palabra: str, media: str, ultima: str) -> None:
    assert lengua.raiz(palabra + media + ultima) == raiz_llana(palabra + media + ultima)


@settings(max_examples=300)
@given(
    st.lists(st.lists(st.text(alphabet="aÁñé \n7.\u0301Σ가", max_size=8), max_size=4), max_size=5)
)
def test_un_campo_pliega_cada_texto_por_su_cuenta(textos: list[list[str]]) -> None:
    campo = crear_campo(textos)
    for dueno, suyos in enumerate(textos):
        grupos = {
            frozenset(t for p in corridas(plegar(texto)) for t in terminos_de_corrida(p))
            for texto in suyos
        } - {frozenset()}
        assert set(campo.de(dueno)) == grupos and len(campo.de(dueno)) == len(grupos)
