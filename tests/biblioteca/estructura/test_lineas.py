"""Which lines are text, which are headings, and which are neither indexed nor sent."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siaa.biblioteca.estructura.lineas import Clase, clasificar
from siaa.biblioteca.estructura.rotulos import Rango


def clases(contenido: str) -> list[tuple[str, Clase]]:
    return [(contenido[x.inicio : x.fin], x.clase) for x in clasificar(contenido)]


def que_quedan(contenido: str) -> list[str]:
    return [texto for texto, clase in clases(contenido) if clase in (Clase.TEXTO, Clase.CIERRE)]


LETRAS = "abcdefghijklmnopq"


def parrafo(i: int, renglones: int = 12) -> str:
    """A paragraph of running text, different for every `i`, longer than half a page."""
    return "\n".join(
        f"El libro {LETRAS[i]}{LETRAS[j]} guarda las cuentas que llevó la secretaría del pueblo y"
        for j in range(renglones)
    )


def test_texto_y_encabezados() -> None:
    contenido = "# Uno\n\n  Dos tres \n**Artículo 1.** Cuatro"
    lineas = [(contenido[x.inicio : x.fin], x.rotulo is not None) for x in clasificar(contenido)]
    assert lineas == [("# Uno", True), ("Dos tres", False), ("**Artículo 1.** Cuatro", True)]
    assert {clase for _, clase in clases(contenido)} == {Clase.TEXTO}


@pytest.mark.parametrize("vacio", ["", "\n", " \n\t\n\u00a0\n", "\u2028\n"])
def test_un_texto_en_blanco_no_tiene_lineas(vacio: str) -> None:
    assert clasificar(vacio) == []


@pytest.mark.parametrize(
    "linea",
    [
        "---",
        "* * *",
        "........................",
        "|---|:---:|",
        "| --- | --- |",
        "|  |  |",
        "_____",
        "****",
        "![sello](sello.png)",
        '<img src="sello.png" alt="sello">',
        "JURISPRUDENCIA []",
        "Ver también: []",
        "<!-- página 3 -->",
        "Página 3 de 40",
        "— Pág. 7 —",
        "HOJA No. 12",
        "[Plazos](#plazos)",
        "- [2.1 Plazos](#21-plazos)",
        "  * [Plazos](#plazos) 12",
        "Plazos ........ 12",
        "1.2 Plazos . . . . . . . 4",
        "Plazos …………… xii",
        "| Plazos ........ | 12 |",
        "## Plazos ........ 12",
    ],
)
def test_lineas_que_no_dicen_nada(linea: str) -> None:
    assert que_quedan(f"Primero.\n\n{linea}\n\nDespués.") == ["Primero.", "Después."]


@pytest.mark.parametrize(
    "linea",
    [
        "| Columna | Significado |",
        "- Un punto de la lista",
        "[Plazos](https://ejemplo.org/plazos)",
        "Véase [Plazos](#plazos) para saber más",
        "![sello](sello.png) El sello va arriba",
        "La página 3 de 40 habla de eso",
        "**Artículo 1.** El farero avisa en diez días de toda boya que se suelte. []",
        "Total\t12",
        "Y así siguió...",
        "Firma: ____________",
        "12",
        "<b>Plazos</b>",
    ],
)
def test_lineas_que_se_quedan(linea: str) -> None:
    assert linea in que_quedan(f"Primero.\n\n{linea}\n\nDespués.")


def test_un_comentario_es_una_linea_aparte_este_donde_este() -> None:
    contenido = "<!-- a --> uno <!-- b\n\n# c --> dos\n<!-- d -->\ntres <!-- sin cerrar\n# cuatro"
    assert que_quedan(contenido) == ["uno", "dos", "tres <!-- sin cerrar", "# cuatro"]


ENTRADAS = ["PRESENTACIÓN\t3", "1.\tTurnos\t5", "1.1.\tTurno de noche\t5", "2.\tArchivo\t19"]


def test_indice_con_tabuladores_cuyos_titulos_estan_en_el_texto() -> None:
    cuerpo = ["# PRESENTACIÓN", "Hola.", "# Turnos", "Son dos.", "# Turno de noche", "# Archivo"]
    contenido = "\n\n".join([*ENTRADAS, *cuerpo])
    assert que_quedan(contenido) == cuerpo
    assert [c for _, c in clases(contenido)][:4] == [Clase.INDICE] * 4


@pytest.mark.parametrize(
    "filas",
    [
        ["Enero\t12", "Febrero\t15", "Marzo\t20", "Abril\t31"],
        ["Enero    12", "Febrero    5", "Marzo    20", "Abril    1"],
        [f"{mes}\t{n}" for n in (19, 24) for mes in ("Enero", "Febrero", "Marzo", "Abril")],
        ["Turnos\t3", "Archivo\t5", "Turnos", "Archivo"],
    ],
)
def test_cifras_con_tabuladores_que_no_son_indice(filas: list[str]) -> None:
    assert que_quedan("\n".join(filas)) == filas


def test_una_entrada_partida_en_dos_renglones() -> None:
    contenido = (
        "Turnos ........ 3\nArchivo ...... 4\nInventario de los libros que la\n"
        "secretaría guarda ...... 9\nSala ......... 12\n\n# Turnos\n# Archivo\n# Sala\nTexto."
    )
    assert que_quedan(contenido) == ["# Turnos", "# Archivo", "# Sala", "Texto."]


PIE = "Calle de las Flores, frente al molino"
MEMBRETE = "Carrera 9 No. 5 - 21 · Teléfono 555 1234"


def paginas(*cabecera: str, cuantas: int = 6) -> str:
    """Pages that end with a whole sentence, each followed by the lines of `cabecera`."""
    partes = ((parrafo(i), f"se cerró el libro {LETRAS[i]}.", *cabecera) for i in range(cuantas))
    return "\n\n".join(
        linea.replace("{}", str(i + 1)) for i, pagina in enumerate(partes) for linea in pagina
    )


def partidas(cabecera: str, cuantas: int = 6) -> str:
    """Pages that break in the middle of a sentence, where `cabecera` stands."""
    return "\n\n".join(
        f"{parrafo(i)}\n\n{cabecera}\n\nasí se cerró el libro {LETRAS[i]}." for i in range(cuantas)
    )


def test_un_pie_que_corta_frases_se_va() -> None:
    quedan = que_quedan(partidas(PIE))
    assert PIE not in quedan
    assert len(quedan) == 6 * 13


def test_una_cabecera_que_cuenta_paginas_se_va_con_su_companera() -> None:
    contenido = paginas("Hoja No. {} de la resolución que fija los turnos", "SECRETARÍA DEL PUEBLO")
    quedan = que_quedan(contenido)
    assert not [linea for linea in quedan if "Hoja" in linea or "SECRETARÍA DEL" in linea]
    assert len(quedan) == 6 * 13


def test_los_numeros_de_pagina_solos_se_van() -> None:
    assert not [linea for linea in que_quedan(paginas("{}")) if linea.isdigit()]


@pytest.mark.parametrize(
    "linea",
    [
        "Es el número de libros que la secretaría prestó durante el mes.",
        "Con devolución",
        "| Libros | Cantidad |",
        "- Libros prestados",
        "Paso {}",
        "Artículo {}. Turnos",
    ],
)
def test_lo_que_un_manual_repite_se_queda(linea: str) -> None:
    contenido = paginas(linea)
    assert [x for x in que_quedan(contenido) if "se cerró" not in x and "El libro " not in x] == [
        linea.replace("{}", str(i + 1)) for i in range(6)
    ]


def test_la_primera_vez_que_se_dice_lo_que_luego_es_cabecera_se_queda() -> None:
    cabecera = "RESOLUCIÓN SOBRE LOS TURNOS"
    contenido = f"{cabecera}\n\nConsiderando lo dicho.\n\n{partidas(cabecera)}"
    assert que_quedan(contenido).count(cabecera) == 1
    assert que_quedan(contenido)[0] == cabecera


def test_tres_veces_no_bastan() -> None:
    assert que_quedan(partidas(PIE, cuantas=3)).count(PIE) == 3


@pytest.mark.parametrize(
    "membrete",
    [
        MEMBRETE,
        "Calle 4A # 12-30 Tel. 5551234 Fax 5551235",
        "PBX: 555 1234 - www.valdeluna.example",
        "Avenida 3 N.º 8-10 archivo@valdeluna.example",
    ],
)
def test_un_membrete_que_corta_una_frase_se_va_aunque_no_se_repita(membrete: str) -> None:
    contenido = f"{parrafo(0)}\n\n{membrete}\n\nasí se cerró el libro a.\n\nCúmplase.\n\n{membrete}"
    quedan = que_quedan(contenido)
    assert quedan == [*parrafo(0).split("\n"), "así se cerró el libro a.", "Cúmplase."]


CABECERA = "Acuerdo 4 de 2019, por el cual se ordenan\nLAS CUENTAS DEL PUEBLO"


def test_con_el_membrete_se_va_la_cabecera_que_le_sigue() -> None:
    pie = "\n\n".join((MEMBRETE, CABECERA, "Hoja {}"))
    cortada = f"{parrafo(0)}\n\n{pie.format(2)}\n\nasí se cerró el libro a."
    entera = f"Cúmplase.\n\n{pie.format(3)}\n\nSe cerró el libro b."
    quedan = que_quedan(f"{CABECERA}\n\n{cortada}\n\n{entera}")
    fin = ["así se cerró el libro a.", "Cúmplase.", "Se cerró el libro b."]
    assert quedan == [*CABECERA.split("\n"), *parrafo(0).split("\n"), *fin]


@pytest.mark.parametrize(
    "contenido",
    [
        f"{parrafo(0)} se cerró.\n\n{MEMBRETE}\n\nasí se cerró el libro a.",
        f"{parrafo(0)}\n\n{MEMBRETE}\n\nAsí se cerró el libro a.",
        f"{parrafo(0)}\n\nwww.valdeluna.example\n\nasí se cerró el libro a.",
        f"{parrafo(0)}\n\nCarrera 9 No. 5 - 21\n\nasí se cerró el libro a.",
        f"{parrafo(0)}\n\n{MEMBRETE}\n\nLa junta decide.\n\nasí se cerró el libro a.",
        f"{parrafo(0)}\n\n{MEMBRETE}\n\n# Turnos\n\nHoja 2\n\nasí se cerró el libro a.",
        f"Señores del molino\n\n{MEMBRETE}\n\nsu carta llegó ayer.",
    ],
)
def test_lo_que_dice_donde_escribir_se_queda_si_no_corta_una_frase(contenido: str) -> None:
    escritas = [linea for linea in contenido.split("\n") if linea and "Hoja" not in linea]
    assert que_quedan(contenido) == escritas


RENGLONES = st.lists(
    st.sampled_from(
        (
            *("", " ", "# Uno", "**Dos**", "Artículo 1. Tres", "1.1 Cuatro", "cinco", "seis siete"),
            *("<!--", "-->", "<!-- x -->", "Ocho\t9", "Diez .... 11", "12", "---", "===", "| a |"),
            *("Página 3", "[a](#b)", "CAPÍTULO I", "DECRETA:", "\u00a0x", "x\u2028y", "- z"),
        )
    ),
    max_size=40,
)


@given(st.builds("\n".join, RENGLONES) | st.text(max_size=300))
def test_cada_linea_esta_entera_en_su_lugar(contenido: str) -> None:
    lineas = clasificar(contenido)
    assert all(a.fin <= b.inicio for a, b in pairwise(lineas))
    for linea in lineas:
        texto = contenido[linea.inicio : linea.fin]
        if linea.clase is not Clase.DESCARTADA:
            assert texto == texto.strip() != ""
        if linea.clase is Clase.TEXTO:
            assert "\n" not in texto
        assert linea.rotulo is None or linea.clase is Clase.TEXTO
    cubierto = {i for x in lineas for i in range(x.inicio, x.fin)}
    for comentario in re.finditer("<!--.*?-->", contenido, re.DOTALL):
        cubierto.update(range(*comentario.span()))
    fuera = {letra for i, letra in enumerate(contenido) if i not in cubierto}
    assert all(
        letra.isspace() for letra in fuera - {"\u00ad"}
    )  # nobody sees where a word may be cut


def test_un_articulo_que_abre_un_renglon_cortado_no_es_encabezado() -> None:
    lineas = clasificar("Todo se hará según lo manda el\nArtículo 5. Así quedó escrito.")
    assert [x.clase for x in lineas] == [Clase.TEXTO] * 2
    lineas = clasificar("Todo se hará según lo manda la ley.\nArtículo 5. Así quedó escrito.")
    assert [x.rotulo and x.rotulo.rango for x in lineas] == [None, Rango.ARTICULO]


@pytest.mark.parametrize(
    ("linea", "cierra"),
    [
        ("Publíquese y cúmplase.", True),
        ("**COMUNÍQUESE, PUBLÍQUESE Y CÚMPLASE**", True),
        ("Comuniquese i publiquese", True),
        ("Publíquese y ejecútese. Puerto Viejo, 3 de mayo de 1990", True),
        ("Dado en Puerto Viejo, a 3 de mayo de 1990.", True),
        ("**Dada** en Puerto Viejo, a 3 de mayo de 1990.", True),
        ("El Presidente del honorable Senado de la República,", True),
        ("La Secretaria General de la Cámara de Representantes, ***Ana Pérez.***", True),
        ("El Presidente de la Cámara convocará a la Junta.", False),
        ("El Presidente de la Junta del puerto,", False),
        ("Comuníquese a los fareros la fecha de la visita.", False),
        ("dado en préstamo a quien lo pida, por un mes", False),
        ("Publíquese el acta en la cartelera del puerto.", False),
    ],
)
def test_las_formulas_que_cierran_un_acto(linea: str, *, cierra: bool) -> None:
    assert clases(linea) == [(linea, Clase.CIERRE if cierra else Clase.TEXTO)]
