"""Values taken, by the names of their fields, from others that have them."""

from dataclasses import dataclass
from typing import NotRequired

import pytest
from typing_extensions import TypedDict

from siaa.web.respuestas import tomar


@dataclass(frozen=True)
class Pieza:
    nombre: str
    peso: float


@dataclass(frozen=True)
class Estante:
    nombre: str
    ancho: int


@dataclass(frozen=True)
class Rotulo(Pieza):
    ancho: int


class Ficha(TypedDict):
    nombre: str
    nota: NotRequired[str]


class FichaAncha(Ficha):
    ancho: int


PIEZA, ESTANTE = Pieza("arco", 2.5), Estante("norte", 80)


def test_cada_campo_es_del_primero_que_lo_tiene_o_el_que_se_da() -> None:
    assert tomar(Rotulo, PIEZA, ESTANTE) == Rotulo("arco", 2.5, 80)
    assert tomar(Rotulo, ESTANTE, PIEZA) == Rotulo("norte", 2.5, 80)
    assert tomar(Rotulo, PIEZA, ancho=3) == Rotulo("arco", 2.5, 3)


def test_un_diccionario_tiene_sus_claves_en_orden_y_las_que_puede_no_tener_si_se_dan() -> None:
    assert list(tomar(FichaAncha, ESTANTE).items()) == [("nombre", "norte"), ("ancho", 80)]
    assert tomar(Ficha, PIEZA, nota="frágil") == {"nombre": "arco", "nota": "frágil"}


def test_lo_que_nadie_tiene_no_se_inventa() -> None:
    with pytest.raises(StopIteration):
        tomar(Rotulo, PIEZA)
