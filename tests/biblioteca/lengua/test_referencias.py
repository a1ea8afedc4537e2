"""Legal units and thousands in folded text: what is one, what is not, and where it stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siaa.biblioteca.lengua.referencias import referencias, referencias_invertidas
from siaa.biblioteca.lengua.texto import plegar

SON = {
    "art. 7": "§art7",
    "arts. 7 y 8": "§art7 §art8",
    "artículos 7, 8 y 9": "§art7 §art8 §art9",
    "artículos 7°, 8° y 9°": "§art7 §art8 §art9",
    "artículos 5 a 7": "§art5 §art7",
    "artículo 7 y 8": "§art7 §art8",
    "el artículo 7 y el 8": "§art7 §art8",
    "artículo 7, y el octavo": "§art7 §art8",
    "el artículo 7 y el 8 de mayo": "§art7",
    "el artículo 5 y el segundo inciso": "§art5",
    "artículo 5 y el 50 % de la planta": "§art5",
    "el artículo 6 y el 8 del decreto": "§art6 §art8",
    "el literal a) y el b)": "§lita §litb",
    "artículos primero y segundo": "§art1 §art2",
    "Art. 3o": "§art3",
    "Artículo 1.°": "§art1",
    "ARTÍCULO 7°.- Plazos": "§art7",
    "artículo\n7 de la ley": "§art7",
    "**ARTÍCULO** 7": "§art7",
    "artículo No. 7": "§art7",
    "art5": "§art5",
    "artículo único": "§artunico",
    "artículo 2.2.1.3.5": "§art2.2.1.3.5",
    "artículo 1.234": "§art1234 1234",
    "artículo 7A": "§art7a",
    "artículo 7 bis": "§art7bis",
    "Artículo 7 A. Del faro": "§art7a",
    "artículos 7 A, 7 B y 7° C de la ley": "§art7a §art7b §art7c",
    "artículos 7 a 9": "§art7 §art9",
    "el artículo 7 a la letra": "§art7",
    "artículo 29 C. P., art. 90 D.C., artículo 7 b)": "§art29 §art90 §art7",
    "Parágrafo. 1º. Los faros": "§par1",
    "según este parágrafo. 1º. Los faros": "",
    "artículo i": "§art1",
    "capítulos I y II": "§cap1 §cap2",
    "Capítulo CXCIX": "§cap199",
    "numerales 4.1 y 4.2": "§num4.1 §num4.2",
    "PARÁGRAFO 2o. Los": "§par2",
    "literal b": "§litb",
    "literal a) del numeral 3": "§lita §num3",
    "literal a del numeral 3": "§lita §num3",
    "literales a), b) y c)": "§lita §litb §litc",
    "literal «ñ»": "§litñ",
    "literales b al d": "§litb §litd",
    "Ley 1.564 de 2012": "1564 §ley1564 §ley1564/2012",
    "la Ley n.º 100 de 1993": "§ley100 §ley100/1993",
    "Acuerdo 05 del 12 de marzo de 2019": "§acuerdo5 §acuerdo5/2019",
    "Decreto 5 de julio 5 de 1990, Ley 7, de fecha 1º de mayo de 1991": (
        "§decreto5 §decreto5/1990 §ley7 §ley7/1991"
    ),
    "decretos 806 y 1069 de 2015": ("§decreto806 §decreto806/2015 §decreto1069 §decreto1069/2015"),
    "Resolución ejecutiva 138 de 1972, Circular externa 5-2020 y Ordenanza n.º 9": (
        "§resolucion138 §resolucion138/1972 §circular5 §circular5/2020 §ordenanza9"
    ),
    "Acuerdo PSAA16-10476 de 2016, Sentencia C-123, Acuerdo del 98": "",
    "$1.000.000,50": "1000000",
    "artículo nonagésimo noveno": "§art99",
    "artículo veinte": "§art20",
    "artículo treinta y cuatro": "§art34",
    "artículos treinta y cuatro y ciento dos": "§art34 §art102",
}
NO_SON = (
    "el artículo que",
    "este artículo.\n\n7. Los demás",
    "de este artículo. 7 días",
    "artículo mil",
    "artículo una vez",
    "un artículo cero",
    "el artículo di mi",
    "título civil",
    "título de abogado",
    "artículo c",
    "literal a que se refiere",
    "parte 7",
    "carta 7",
    "capital 7",
    "artículo 20161",
    "artículo iiii",
    "15.3",
    "15.30",
    "0.125",
    "2.2.1.3.105",
    "1.2345",
    "1,234",
    "a1.234",
    "1.234.5",
)


def encontradas(texto: str) -> list[str]:
    return [referencia.termino for referencia in referencias(plegar(texto))]


@pytest.mark.parametrize("texto", SON)
def test_lo_que_nombra_una_unidad(texto: str) -> None:
    assert encontradas(texto) == SON[texto].split()


@pytest.mark.parametrize("texto", NO_SON)
def test_lo_que_no_nombra_ninguna(texto: str) -> None:
    assert encontradas(texto) == []


ROMANOS = ((100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"))


def romano(numero: int) -> str:
    escrito = ""
    for valor, letras in (*ROMANOS, (1, "i")):
        escrito += letras * (numero // valor)
        numero %= valor
    return escrito


def test_romanos_hasta_299() -> None:
    for numero in set(range(1, 300)) - {50, 100}:
        assert encontradas(f"capítulo {romano(numero)}:") == [f"§cap{numero}"]


@pytest.mark.parametrize("letras", ["l", "c", "iix", "vx", "iiv", "xxxx", "cccc", "ixi", "lc"])
def test_romanos_que_no_lo_son(letras: str) -> None:
    assert encontradas(f"capítulo {letras}") == []


def test_donde_esta() -> None:
    plegado = plegar("Según los ARTÍCULOS 7 y 8º; 10.476 pesos")
    assert [plegado[r.inicio : r.fin] for r in referencias(plegado)] == [
        "articulos 7", "8º", "10.476",
    ]  # fmt: skip


def test_el_numero_por_delante() -> None:
    plegado = plegar("el primer artículo y el Décimo Segundo capítulo; cuarta parte")
    assert [(r.termino, plegado[r.inicio : r.fin]) for r in referencias_invertidas(plegado)] == [
        ("§art1", "primer articulo"),
        ("§cap12", "decimo segundo capitulo"),
    ]


@given(st.text(alphabet="articulosnumeralpfbdxv 0123456789.,°º)(\n", max_size=200))
def test_en_orden_y_dentro_del_texto(texto: str) -> None:
    halladas = list(referencias(texto))
    assert [r.inicio for r in halladas] == sorted(r.inicio for r in halladas)
    for referencia in halladas:
        assert 0 <= referencia.inicio < referencia.fin <= len(texto)
        assert referencia.termino.isdigit() or len(referencia.termino) > len("§art")
