"""What people are told of a passage that stands beside more than was sent of its document."""

from __future__ import annotations

import bibliotecas_hibridas as bh
import pytest

from siaa.biblioteca.valores import Documento
from siaa.recuperacion.faltantes import cabeceras, falta

LARGO = "Esta frase tiene el largo que hace falta para que no se junte con ninguna otra. " * 4
DEBERES = [f"{n}. {LARGO}Es el deber {n}." for n in range(1, 7)]
PARRAFOS = [f"{LARGO}Es el párrafo {n}." for n in range(3)]


def documento(*parrafos: str) -> Documento:
    """One whose passages are its paragraphs, but for the headings."""
    return bh.Generada({"a.md": "\n\n".join(("# Acuerdo", *parrafos))}).indice().documentos["a.md"]


def dicho(de: Documento, *enviados: tuple[int, int]) -> list[str]:
    """What is said of some fragments, each from one passage to another."""
    limites = de.texto.estructura.pasajes[:, :2].tolist()
    sitios = [(limites[primero][0], limites[ultimo][1]) for primero, ultimo in enviados]
    return [falta(de, sitios, lugar) for lugar in range(len(sitios))]


@pytest.mark.parametrize(
    ("enviados", "dichos"),
    [
        ([(0, 5)], [""]),
        ([(0, 0)], ["Faltan 5 ítems más del artículo 6°: véalos en el documento"]),
        ([(0, 4)], ["Falta 1 ítem más del artículo 6°: véalo en el documento"]),
        ([(1, 5)], ["Falta 1 ítem antes: véalo en el documento"]),
        ([(1, 4)], ["Falta 1 ítem antes y 1 después: véalos en el documento"]),
        ([(1, 3)], ["Falta 1 ítem antes y faltan 2 después: véalos en el documento"]),
        (
            [(0, 1), (3, 5)],
            [
                "Faltan 4 ítems más del artículo 6°, 3 de ellos en otro pasaje: "
                "véalos en el documento",
                "Faltan 3 ítems antes, 2 de ellos en otro pasaje: véalos en el documento",
            ],
        ),
        (
            [(0, 0), (2, 2), (4, 4)],
            [
                "Faltan 5 ítems más del artículo 6°, 2 de ellos en otros pasajes: "
                "véalos en el documento",
                "Faltan 2 ítems antes y 3 después, 2 de ellos en otros pasajes: "
                "véalos en el documento",
                "Faltan 4 ítems antes y falta 1 después, 2 de ellos en otros pasajes: "
                "véalos en el documento",
            ],
        ),
        ([(0, 1), (2, 5)], ["", ""]),
    ],
)
def test_los_items_de_su_lista(enviados: list[tuple[int, int]], dichos: list[str]) -> None:
    """Each passage tells its own: it may be read, or copied, without the others."""
    lista = documento("## Artículo 6°. Deberes", *DEBERES, "## Artículo 7. Otro", *PARRAFOS)
    assert dicho(lista, *enviados) == dichos


def test_lo_que_abre_una_lista_dice_cuantos_items_tiene() -> None:
    """However many of them another passage has: a person reads each by itself."""
    de = documento("## Artículo 6°. Deberes", f"{LARGO * 2}Los deberes son:", *DEBERES)
    dichos = dicho(de, (0, 0), (2, 4))
    assert dichos == [
        "Faltan 6 ítems más del artículo 6°, 3 de ellos en otro pasaje: véalos en el documento",
        "Falta 1 ítem antes y faltan 2 después: véalos en el documento",
    ]


def test_de_una_lista_muy_larga_se_dice_que_son_mas() -> None:
    deberes = [f"{n}. {LARGO}Es el deber {n}." for n in range(1, 60)]
    de = documento("## Artículo 6°. Deberes", *deberes)
    assert dicho(de, (0, 0)) == [
        "Faltan más de 50 ítems del artículo 6°: véalos en el documento",
    ]


def test_los_items_no_necesitan_marcas() -> None:
    """Paragraphs that are alike are items, and what opens them is told as for any list."""
    turnos = [f"El {orden} turno. {LARGO}" for orden in ("primer", "segundo", "tercer", "cuarto")]
    de = documento("## Artículo 6°. Turnos", f"{LARGO}Los turnos son:", *turnos, *PARRAFOS[:1])
    assert dicho(de, (0, 0)) == ["Faltan 3 ítems más del artículo 6°: véalos en el documento"]
    assert dicho(de, (2, 2)) == ["Faltan 2 ítems antes y falta 1 después: véalos en el documento"]
    assert dicho(de, (0, 3)) == [SIGUE]


def test_un_paragrafo_tras_el_numero_de_una_pagina_no_es_un_item() -> None:
    """Though the paragraph that the number begins is as short as the items before it."""
    quienes = ("Los remos", "Las velas", "Los faroles")
    lista = [f"{que} de bote que trae el vigía de la torre mayor." for que in quienes]
    pagina = "Página 3\nPARÁGRAFO. Vigencia del acuerdo."
    de = documento("## Bodega", f"{LARGO * 2}En la bodega se guardan:", *lista, pagina, *lista)
    assert dicho(de, (0, 0)) == ["Faltan 2 ítems más, y el texto sigue: léalo en el documento"]


def test_la_lista_sigue_despues_de_un_parrafo_y_otra_empieza_de_nuevo() -> None:
    """By its number an item goes on with a list; by a 1 it begins another."""
    otra = [f"{n}. {LARGO}Es el derecho {n}." for n in range(1, 4)]
    lista = (*DEBERES[:3], PARRAFOS[0], *DEBERES[3:], f"{LARGO}Los derechos son:", *otra)
    de = documento("## Deberes", *lista)
    assert dicho(de, (0, 2)) == ["Faltan 3 ítems más: véalos en el documento"]
    assert dicho(de, (3, 5)) == ["Faltan 3 ítems antes y falta 1 después: véalos en el documento"]
    assert dicho(de, (8, 8)) == ["Falta 1 ítem antes y 1 después: véalos en el documento"]
    assert dicho(de, (7, 7)) == [
        "Faltan 2 ítems más, y el texto empieza antes: léalo en el documento"
    ]


def test_lo_que_va_antes_de_otro_texto_es_de_otra_lista() -> None:
    """Items beside a paragraph do not go before the one that it numbers further on."""
    de = documento("## Deberes", f"- {LARGO}Uno.", f"- {LARGO}Dos.", PARRAFOS[0], DEBERES[2])
    assert dicho(de, (2, 2)) == [ANTES]


SIGUE = "El texto sigue: léalo en el documento"
ANTES = "El texto empieza antes: léalo en el documento"


def test_el_articulo_se_nombra_con_su_tilde_aunque_el_encabezado_no_la_lleve() -> None:
    de = documento("## ARTICULO 6o. DEBERES", *DEBERES)
    assert dicho(de, (0, 4)) == ["Falta 1 ítem más del artículo 6o: véalo en el documento"]


def test_lo_que_sigue_en_su_seccion() -> None:
    """A list whose items are plain paragraphs goes on too; the next section is another matter."""
    de = documento("## Periodos", *PARRAFOS, "## Otra cosa", *PARRAFOS)
    assert dicho(de, (0, 0)) == [SIGUE]
    assert dicho(de, (0, 2)) == dicho(de, (3, 5)) == [""]
    assert dicho(de, (0, 0), (1, 2)) == ["", ""], "all of it was sent, as two fragments"


def test_lo_que_va_antes_en_su_seccion() -> None:
    """A parágrafo alone is half an article; what stands above its heading is another matter."""
    de = documento("## Otra cosa", *PARRAFOS, "## Periodos", *PARRAFOS)
    assert dicho(de, (4, 4)) == ["El texto empieza antes y sigue: léalo en el documento"]
    assert dicho(de, (5, 5)) == [ANTES]
    assert dicho(de, (3, 3)) == [SIGUE]
    assert dicho(de, (3, 3), (4, 5)) == ["", ""], "all of it was sent, as two fragments"
    assert dicho(de, (3, 3), (5, 5)) == [SIGUE, ANTES], "«la anterior medida» is not above"


def test_antes_de_los_items_que_siguen_tambien_puede_haber_texto() -> None:
    de = documento("## Deberes", PARRAFOS[0], *DEBERES)
    faltan = "Faltan 4 ítems más, y el texto empieza antes: léalo en el documento"
    assert dicho(de, (1, 2)) == [faltan]


def test_despues_de_los_items_tambien_puede_seguir() -> None:
    de = documento("## Deberes", *DEBERES, *PARRAFOS)
    assert dicho(de, (5, 5)) == ["Faltan 5 ítems antes, y el texto sigue: léalo en el documento"]


def test_despues_de_los_items_puede_haber_paragrafos() -> None:
    """Unless another passage has them."""
    paragrafos = [f"**Parágrafo {n}.** {LARGO}Es la salvedad {n}." for n in range(1, 3)]
    de = documento(f"Artículo 6. {LARGO}Los deberes son:", *DEBERES, *paragrafos)
    faltan = "Faltan 3 ítems más del artículo 6"
    assert dicho(de, (0, 2)) == [f"{faltan}, y el texto sigue: léalo en el documento"]
    assert dicho(de, (0, 2), (6, 7)) == [f"{faltan}: véalos en el documento", ANTES]


def test_lo_que_se_anuncia_y_esta_bajo_el_encabezado_siguiente() -> None:
    de = documento("## Opciones", f"{LARGO}Son las siguientes opciones:", "## Inician", *PARRAFOS)
    assert dicho(de, (0, 0)) == [SIGUE]
    assert dicho(de, (0, 0), (1, 3)) == ["", ""]


def test_un_pasaje_cortado() -> None:
    de = documento("## Uno", PARRAFOS[0])
    ((inicio, fin),) = de.texto.estructura.pasajes[:, :2].tolist()
    assert falta(de, [(inicio, fin - 9)], 0) == SIGUE
    assert falta(de, [(inicio, fin)], 0) == ""


def test_antes_del_primer_pasaje_no_hay_que_seguir() -> None:
    """`clasica` cuts anywhere: also above all that is worth indexing."""
    assert falta(documento("## Uno", PARRAFOS[0]), [(0, 9)], 0) == ""


CABECERA = "| Radicado | Demandante | Demandado |\n"
FILAS = [f"| 2020-{n:05d} | Ana Ruiz | Luis Mora |" for n in range(60)]
TABLA = CABECERA + "|---|---|---|\n" + "\n".join(FILAS)


@pytest.mark.parametrize(
    ("tabla", "dichas"),
    [
        (TABLA, ["", CABECERA, "", CABECERA]),
        (TABLA.replace("|---|---|---|\n", ""), ["", "", "", ""]),  # a first row like any other
        (TABLA.replace(CABECERA, "| | | |\n"), ["", "", "", ""]),  # it has no names
        (TABLA.replace("Radicado", "Radicado " * 30), ["", "", "", ""]),  # nor are these names
    ],
)
def test_las_filas_van_bajo_los_nombres_de_sus_columnas(tabla: str, dichas: list[str]) -> None:
    """Once for each table, even where another fragment stands between two of its parts."""
    texto = f"# Estados\n\nEstos son los procesos del mes.\n\n{tabla}\n\n{LARGO}"
    de = bh.Generada({"a.md": texto}).indice().documentos["a.md"]
    filas = [texto.index(FILAS[n]) for n in (10, 20, 40)]
    fin = texto.index(LARGO)
    sitios = [
        (0, filas[0] - 1),
        (filas[1], filas[1] + 30),
        (filas[2], filas[2] + 30),
        (fin, fin + 9),
    ]
    assert list(cabeceras(de, sitios[::-1])) == ["", dichas[1], "", ""]
    assert list(cabeceras(de, sitios)) == ["", "", "", ""]
    assert list(cabeceras(de, [sitios[2], sitios[3], sitios[1]])) == [dichas[1], "", dichas[3]]
