"""Which near-copies surpass which, against what it means; which ones a question calls."""

from __future__ import annotations

from pathlib import Path

import pytest
from copias_de_prueba import DISTINTO, MOSTRADORES, REGLAMENTO, escribir_copias
from hypothesis import given
from hypothesis import strategies as st

from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.recuperacion.aclaracion import CERCA, IGUAL, Valor, elegir, supera
from siaa.recuperacion.hibrida.busqueda import buscar

NORMA = "reglamento.md"
PALABRAS = ("canasta", "alba", "sello")
VALORES = st.lists(
    st.tuples(
        st.floats(0, 100, allow_subnormal=False),
        st.fixed_dictionaries({p: st.sampled_from((0.0, 0.05, 0.1, 0.3)) for p in PALABRAS}),
    ),
    min_size=1,
    max_size=6,
)


def quedan(valores: list[Valor]) -> list[Valor]:
    return [uno for uno in valores if not any(supera(otro, uno) for otro in valores)]


@given(VALORES)
def test_siempre_queda_alguno_y_nadie_se_supera(valores: list[Valor]) -> None:
    assert quedan(valores)
    assert not any(supera(uno, uno) for uno in valores)
    assert not any(supera(a, b) and supera(b, a) for a in valores for b in valores)


@given(VALORES)
def test_donde_uno_es_el_mejor_en_todo_quedan_los_que_se_le_acercan(valores: list[Valor]) -> None:
    dice = max(dicho for dicho, _ in valores)
    responde = {palabra: max(suyo[palabra] for _, suyo in valores) for palabra in PALABRAS}
    mejor, todo = (dice, responde), sum(responde.values())
    cerca = [
        (dicho, suyo)
        for dicho, suyo in [*valores, mejor]
        if dicho >= CERCA * dice and sum(suyo.values()) >= IGUAL * todo
    ]
    assert quedan([*valores, mejor]) == cerca


def test_el_que_mas_dice_no_supera_al_que_responde_otra_palabra() -> None:
    """A word that one manual alone has, about something else, does not make it the one."""
    dice: Valor = (23.7, {"anuló": 0.5, "proceso": 0.1, "vuelve": 0.0})
    otra: Valor = (9.8, {"anuló": 0.0, "proceso": 0.1, "vuelve": 0.2})
    menos: Valor = (9.1, {"anuló": 0.0, "proceso": 0.1, "vuelve": 0.0})
    assert quedan([dice, otra, menos]) == [dice, otra]


@pytest.mark.parametrize("ajenos", [0, 40])
@pytest.mark.parametrize(
    ("turnos", "dichos"),
    [
        (["¿Y en flores?", "en el de panes"], ["flores"]),
        (["¿Y cuántas?", "en el mostrador de panes"], ["panes"]),
        (["En flores, no en panes"], ["flores", "panes"]),
        (["¿Y cuántas canastas?"], list(MOSTRADORES)),
    ],
)
def test_los_nombres_se_miden_entre_las_copias(
    tmp_path: Path, turnos: list[str], dichos: list[str], ajenos: int
) -> None:
    """What else the library has makes no name of theirs say more or less."""
    escribir_copias(tmp_path)
    for n in range(ajenos):
        texto = f"# Flores y panes, cuaderno {n}\n\nEl cuaderno {n} habla de otras cosas.\n"
        (tmp_path / f"cuaderno{n}.md").write_text(texto, encoding="utf-8")
    indice = cargar_biblioteca(tmp_path)
    busqueda = buscar(indice, DISTINTO)
    elegidos, _ = elegir(indice, busqueda.enrutar(4).documentos, busqueda, turnos)
    copias = [que for elegido in elegidos for que in MOSTRADORES if que in elegido.doc]
    assert sorted(copias) == sorted(dichos)


def test_sin_que_se_nombre_ninguna_queda_lo_que_se_eligio(tmp_path: Path) -> None:
    """What is of another kind keeps its place beside the copies."""
    indice = cargar_biblioteca(escribir_copias(tmp_path))
    busqueda = buscar(indice, f"{DISTINTO} {REGLAMENTO}")
    ruta = busqueda.enrutar(len(indice.claves)).documentos
    elegidos = [next(d for d in ruta if d.doc == doc) for doc in ("mostrador_panes.md", NORMA)]
    assert elegir(indice, elegidos, busqueda, [busqueda.pregunta])[0] == tuple(elegidos)
