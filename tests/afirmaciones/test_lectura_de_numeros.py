"""Numbers read from words and figures, beside a slow, obvious writer of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siaa.redaccion.afirmaciones.lectura.numeros import Numero, leer_numero
from siaa.redaccion.afirmaciones.lectura.palabras import plegar_lo_dicho

HASTA_VEINTINUEVE = (
    *("cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez"),
    *("once", "doce", "trece", "catorce", "quince", "dieciséis", "diecisiete", "dieciocho"),
    *("diecinueve", "veinte", "veintiuno", "veintidós", "veintitrés", "veinticuatro"),
    *("veinticinco", "veintiséis", "veintisiete", "veintiocho", "veintinueve"),
)
DECENAS = ("treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa")
CENTENAS = (
    *("ciento", "doscientos", "trescientos", "cuatrocientos", "quinientos", "seiscientos"),
    *("setecientos", "ochocientos", "novecientos"),
)


def escribir(n: int) -> str:
    """Write a number below ten millions in Spanish, as it is taught."""
    if n >= 1_000_000:
        millones = "un millón" if n < 2_000_000 else f"{escribir(n // 1_000_000)} millones"
        return millones + (f" {escribir(n % 1_000_000)}" if n % 1_000_000 else "")
    if n >= 1000:
        miles = "mil" if n < 2000 else f"{apocopar(escribir(n // 1000))} mil"
        return miles + (f" {escribir(n % 1000)}" if n % 1000 else "")
    if n == 100:
        return "cien"
    if n > 100:
        return CENTENAS[n // 100 - 1] + (f" {escribir(n % 100)}" if n % 100 else "")
    if n >= 30:
        return DECENAS[n // 10 - 3] + (f" y {escribir(n % 10)}" if n % 10 else "")
    return HASTA_VEINTINUEVE[n]


def apocopar(numero: str) -> str:
    return (
        numero.removesuffix("o").replace("veintiun", "veintiún") if numero[-3:] == "uno" else numero
    )


def leido(texto: str) -> Numero | None:
    return leer_numero(plegar_lo_dicho(texto), 0)


def valor(texto: str) -> float | None:
    numero = leido(texto)
    return None if numero is None else numero.valor


@given(st.integers(0, 10**6))
def test_todo_numero_en_palabras_se_lee(n: int) -> None:
    numero = leido(escribir(n))
    assert numero is not None
    assert (numero.valor, numero.fin) == (n, len(escribir(n)))
    assert valor(f"{escribir(n)} ({n}) días") == n


@given(st.integers(0, 10**7 - 1))
def test_todo_numero_en_cifras_se_lee(n: int) -> None:
    con_puntos = f"{n:,}".replace(",", ".")
    assert valor(str(n)) == valor(con_puntos) == n


@given(st.integers(1, 9999), st.sampled_from(["y", ",", "de", "o"]), st.integers(1, 9999))
def test_dos_numeros_no_se_suman(uno: int, entre: str, otro: int) -> None:
    """«Veinte y tres (mil)» may be one number; «tres y veinte» and «veinte, tres» are two."""
    if entre == "y" and uno % 10 == 0 and uno % 100 and (otro < 10 or otro >= 2000):
        return
    assert valor(f"{escribir(uno)}{'' if entre == ',' else ' '}{entre} {escribir(otro)}") == uno


@pytest.mark.parametrize(
    ("texto", "esperado"),
    [
        ("diez y seis", 16),
        ("veintiún mil", 21_000),
        ("doscientas", 200),
        ("quinto", 5),
        ("5.º", 5),
        ("5o", 5),
        ("décimo primero", 11),
        ("decimoquinta", 15),
        ("vigésimo quinto", 25),
        ("3,5 millones", 3_500_000),
        ("30'000.000", 30_000_000),
        ("dos millones", 2_000_000),
        ("dos millones, cien mil doscientos", 2_100_200),
        ("dos millones, tres de ellos", 2_000_000),
        ("mil millones", 10**9),
        ("2.1.15.1", None),
        ("mañana", None),
    ],
)
def test_otras_maneras_de_escribirlo(texto: str, esperado: float | None) -> None:
    assert valor(texto) == esperado


def test_lo_que_puede_no_ser_numero() -> None:
    for texto in ("un informe", "una vez"):
        assert (numero := leido(texto)) and numero.dudoso
    assert (numero := leido("un (1) informe")) and not numero.dudoso
    assert (numero := leer_numero("y primero", 2)) and numero.dudoso
    assert (numero := leer_numero("oficial primero", 8)) and not numero.dudoso


def test_el_mismo_numero_dos_veces_es_uno() -> None:
    assert (numero := leido("cinco (5) días")) and numero.fin == len("cinco (5)")
    assert (numero := leido("cinco (6) días")) and numero.fin == len("cinco")
