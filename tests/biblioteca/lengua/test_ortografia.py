"""Nearest spellings, compared with the plain algorithm."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siaa.biblioteca.lengua.ortografia import (
    LARGO_MINIMO_CORREGIBLE,
    MAXIMO_DE_VARIANTES,
    Ortografia,
    crear_ortografia,
    es_un_lapso,
    gemelas_de,
    variantes,
)

VOCABULARIO = {
    "año": 900, "ano": 3, "niño": 5, "niños": 9, "señal": 4, "pena": 100, "peña": 20, "mano": 100,
    "maño": 1, "sena": 7, "espanol": 2, "notificacion": 50, "notificaciones": 20, "reportar": 40,
    "reportan": 10, "articulo": 99, "procedimiento": 30, "sancion": 12, "plazo": 8, "acta": 9,
    "juez": 6, "vale": 2, "horario": 3, "quepa": 1, "casita": 1, "casito": 2, "casitx": 3,
    "casitz": 4, "psaa16": 6,
}  # fmt: skip
ORTOGRAFIA = crear_ortografia(VOCABULARIO)


@pytest.mark.parametrize(
    ("corrida", "esperadas"),
    [
        ("ano", ("año",)), ("año", ()), ("nino", ("niño",)),
        ("ninos", ("niños",)), ("senal", ("señal",)), ("senales", ("señal",)),
        ("anos", ("año",)), ("pena", ("peña",)), ("mano", ()),
        ("seña", ("sena",)),
        ("español", ("espanol",)), ("notificacion", ()),
        ("notificasion", ("notificacion",)), ("notifcasion", ("notificacion",)),
        ("reprotar", ("reportar",)), ("artciulo", ("articulo",)),
        ("articuloo", ("articulo",)), ("rpocedimiento", ("procedimiento",)),
        ("xrocedimiento", ("procedimiento",)), ("rocedimiento", ("procedimiento",)),
        ("plaso", ("plazo",)), ("jues", ("juez",)), ("bale", ("vale",)),
        ("orario", ("horario",)), ("kepa", ("quepa",)), ("asta", ()), ("plato", ()),
        ("sansion", ("sancion",)), ("psaa17", ()), ("reporxxr", ()),
        ("casitw", ("casitz", "casitx", "casito")), ("zzzzzzzz", ()),
        ("", ()), ("10476", ()), ("e" * 5000, ()), ("ж" * 8, ()), ("ñandues", ()),
    ],
)  # fmt: skip
def test_variantes(corrida: str, esperadas: tuple[str, ...]) -> None:
    assert variantes(ORTOGRAFIA, corrida) == esperadas


def test_lo_que_vale_la_misma_palabra_con_su_letra() -> None:
    """Less where the library writes it without ñ more often."""
    assert gemelas_de(ORTOGRAFIA, "ano") == (("año", 1.0),)
    assert gemelas_de(ORTOGRAFIA, "pena") == (("peña", 0.2),)


def test_frecuencia() -> None:
    for palabra, veces in VOCABULARIO.items():
        assert ORTOGRAFIA.frecuencias.get(palabra, 0) == (veces if palabra.isalpha() else 0)


def test_sin_vocabulario() -> None:
    vacia = crear_ortografia({})
    assert variantes(vacia, "notificacion") == variantes(vacia, "ano") == ()


def test_no_se_puede_cambiar() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        ORTOGRAFIA.frecuencias = {}  # type: ignore[misc]
    with pytest.raises(TypeError):
        ORTOGRAFIA.gemelas["x"] = ()  # type: ignore[index]


def osa(una: str, otra: str) -> int:
    """Optimal string alignment distance, by the recurrence that defines it."""
    tabla = [
        [i + j if i * j == 0 else 0 for j in range(len(otra) + 1)] for i in range(len(una) + 1)
    ]
    for i in range(1, len(una) + 1):
        for j in range(1, len(otra) + 1):
            cambio = una[i - 1] != otra[j - 1]
            tabla[i][j] = min(
                tabla[i - 1][j] + 1, tabla[i][j - 1] + 1, tabla[i - 1][j - 1] + cambio
            )
            if i > 1 and j > 1 and una[i - 1] == otra[j - 2] and una[i - 2] == otra[j - 1]:
                tabla[i][j] = min(tabla[i][j], tabla[i - 2][j - 2] + 1)
    return tabla[-1][-1]


def variantes_lentas(frecuencias: dict[str, int], palabra: str) -> tuple[str, ...]:
    """Return the nearest spellings by measuring every word."""
    maximo = 2 if len(palabra) >= 9 else 1
    distancias = [(osa(palabra, p), -veces, p) for p, veces in frecuencias.items()]
    cercanas = [d for d in distancias if d[0] <= maximo and d[2][0] == palabra[0]]
    cercanas = cercanas or [d for d in distancias if d[0] == 1]
    return tuple(p for *_, p in sorted(cercanas)[:MAXIMO_DE_VARIANTES])


LARGAS = st.text(alphabet="abcd", min_size=LARGO_MINIMO_CORREGIBLE - 1, max_size=11)


@given(st.dictionaries(LARGAS, st.integers(1, 9), max_size=60), LARGAS)
def test_las_mas_cercanas_son_las_de_la_referencia(
    frecuencias: dict[str, int], palabra: str
) -> None:
    frecuencias.pop(palabra, None)
    esperadas = variantes_lentas(frecuencias, palabra) if len(palabra) >= 6 else ()
    assert variantes(crear_ortografia(frecuencias), palabra) == esperadas


@given(st.dictionaries(st.text(min_size=1), st.integers(1, 9)), st.text())
def test_nunca_falla(frecuencias: dict[str, int], corrida: str) -> None:
    ortografia = crear_ortografia(frecuencias)
    assert isinstance(ortografia, Ortografia)
    assert frecuencias.keys() >= {*variantes(ortografia, corrida)}
    for palabra, peso in gemelas_de(ortografia, corrida):
        assert palabra in frecuencias and 0 < peso <= 1


@pytest.mark.parametrize(
    ("escrita", "leida"),
    [
        ("indemnisacion", "indemnizacion"), ("interbension", "intervencion"),
        ("exepcion", "excepcion"), ("pequena", "pequeña"),
        ("yamamiento", "llamamiento"), ("uelga", "huelga"), ("dispocision", "disposicion"),
        ("derrogatoria", "derogatoria"), ("reprote", "reporte"), ("repotre", "reporte"),
        ("reporye", "reporte"), ("reporrte", "reporte"), ("reportre", "reporte"),
    ],
)  # fmt: skip
def test_lo_que_se_escribe_por_error(escrita: str, leida: str) -> None:
    assert es_un_lapso(escrita, leida) and es_un_lapso(leida, leida)


@pytest.mark.parametrize(
    ("escrita", "leida"),
    [
        ("arepas", "areas"), ("pedazo", "cedazo"), ("juristas", "turistas"), ("planeta", "planta"),
        ("criadores", "celadores"), ("expresidente", "expresamente"), ("monjes", "montes"),
        ("paternidad", "maternidad"), ("", "sol"),
    ],
)  # fmt: skip
def test_otra_palabra_no_es_un_error(escrita: str, leida: str) -> None:
    assert not es_un_lapso(escrita, leida)


@given(st.text("abcelrsz", max_size=9), st.text("abcelrsz", max_size=9))
def test_un_lapso_nunca_falla(una: str, otra: str) -> None:
    assert es_un_lapso(una, otra) in (True, False) and es_un_lapso(una, una)
