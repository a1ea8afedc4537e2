"""What a question says and the library does not have; what is a misspelling and what is not."""

from __future__ import annotations

import bibliotecas_hibridas as bh
import pytest
from biblioteca_de_prueba import muestra
from hypothesis import given
from hypothesis import strategies as st

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import plegar
from siaa.comprension.intentos import intentos_de
from siaa.recuperacion.correccion import corregir, es_otra_forma
from siaa.recuperacion.hibrida.busqueda import buscar
from siaa.valores import Ausencia, Correccion, Ruta

ACUERDO = "acuerdo_no._psaa16-10476.md"


def ruta(pregunta: str, indice: Indice | None = None) -> Ruta:
    return buscar(indice or muestra(), pregunta, intentos_de(pregunta)).enrutar(2)


def ausentes(pregunta: str, indice: Indice | None = None) -> list[str]:
    return [a.dicho for a in ruta(pregunta, indice).ausencias if a.clase == "palabra"]


# --- Words -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pregunta", "faltan"),
    [
        ("¿Hay licencia por ventriloquia?", ["ventriloquia"]),
        ("¿Qué dice la OIT del sierju?", ["OIT"]),
        ("¿QUÉ DICE LA OIT DEL SIERJU?", []),  # shouted, an acronym looks like any short word
        ("ajiaco y Ajiaco con tejo", ["ajiaco", "tejo"]),
        ("hola, ¿el martes me toca reportar en julio?", []),  # days, months, how one asks
        ("¿cuándo y a quién le debo mandar eso?", []),
        ("El juez vivió y soñó que reportaba", []),  # finite verbs say what somebody does
        ("¿La jueza reporta?", []),
        ("enumera los roles del sierju", []),
        ("Hágame una lista de los roles y compárelos con el ñandú", ["ñandú"]),
        ("ángeles, pétreas y cédulas del sierju", ["ángeles", "pétreas"]),
        ("¿Tengo derecho a licencia de paternidad?", []),  # read as norms say it
        ("¿Qué dice el último literal?", []),  # the text of one may be no more than «b)»
        ("incisos, ordinales y literales del sierju y del gorila", ["gorila"]),
        ("plazo sierju", []),
        ("reportamos los reportes reportados", []),  # other forms of what is there
        ("", []),
        ("10476 xyz9", []),  # a code is no word
    ],
)
def test_se_dice_la_palabra_que_nadie_usa(pregunta: str, faltan: list[str]) -> None:
    assert ausentes(pregunta) == faltan


def test_una_biblioteca_vacia_no_dice_que_falta() -> None:
    assert ruta("¿Y la ventriloquia?", bh.Generada({}).indice()).ausencias == ()


def test_la_palabra_que_solo_esta_en_el_nombre_o_en_el_encabezado_esta() -> None:
    indice = bh.Generada({"percebe.md": "# Mareas\n\nEl cangrejo camina."}).indice()
    assert ausentes("percebe mareas cangrejo medusa", indice) == ["medusa"]


@bh.ajustes(60)
@given(bh.bibliotecas(), bh.preguntas)
def test_lo_que_se_dice_que_falta_no_esta(generada: bh.Generada, pregunta: str) -> None:
    """However the question is put, no text holds a word that is told to be missing.

    It is told as it was read: a misspelling may stand for a word that no document asked has.
    """
    indice = generada.indice()
    pesan = zip(indice.documentos.values(), indice.pesos, strict=True)
    textos = plegar(" ".join(d.contenido for d, peso in pesan if peso))
    corregidas = {plegar(c.buscada) for c in ruta(pregunta, indice).correcciones}
    for palabra in ausentes(pregunta, indice):
        assert plegar(palabra) in plegar(pregunta) or plegar(palabra) in corregidas
        assert f" {plegar(palabra)} " not in textos


# --- Spelling ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pregunta", "corregidas"),
    [
        ("sansiones por no reportar", [("sansiones", "sanciones")]),
        ("enumera los roles", []),
        ("numerar, enumerar y enumeró", []),
        ("¿la secretaría puede rematar en prisión?", []),  # words of the people's table
        ("reportabamos los roles", []),
    ],
)
def test_solo_se_corrige_lo_que_esta_mal_escrito(
    pregunta: str, corregidas: list[tuple[str, str]]
) -> None:
    assert ruta(pregunta).correcciones == tuple(Correccion(*par) for par in corregidas)


def test_lo_que_no_se_corrige_queda_como_se_escribio() -> None:
    texto, _ = corregir(muestra(), "¿Qué SANSIONES da la Ñoñería?")
    assert texto == "¿Qué sanciones da la Ñoñería?"


def test_otra_forma_se_busca_y_no_se_dice() -> None:
    indice = bh.Generada({"a.md": "Las cuadrillas quedan armados.", "b.md": "Nada."}).indice()
    assert corregir(indice, "armamos") == ("armados", ())
    assert ruta("armamos", indice).documentos[0].doc == "a.md"


@pytest.mark.parametrize(
    ("una", "otra", "forma"),
    [
        ("entran", "entrar", True), ("desean", "desea", True), ("recibiria", "recibir", True),
        ("paternidad", "maternidad", False), ("prision", "presion", False),
        ("notificasion", "notificacion", False), ("casa", "caso", False), ("", "", False),
    ],
)  # fmt: skip
def test_que_es_otra_forma(una: str, otra: str, forma: bool) -> None:
    assert es_otra_forma(una, otra) is es_otra_forma(otra, una) is forma


# --- Norms and units -----------------------------------------------------------------------------


def articulos(*numeros: str) -> str:
    return "# Acuerdo 7 de 2001\n\n" + "\n\n".join(
        f"**ARTÍCULO {n}.** La foca canta {k} veces." for k, n in enumerate(numeros)
    )


def test_el_articulo_que_no_existe_se_dice() -> None:
    (falta,) = ruta("¿Qué dice el artículo 99 del acuerdo PSAA16-10476?").ausencias
    titulo = muestra().documentos[ACUERDO].titulo
    assert falta == Ausencia("artículo", "99", ACUERDO, titulo, 22)
    assert ruta("¿Qué dice el artículo 9 del acuerdo PSAA16-10476?").ausencias == ()


@pytest.mark.parametrize(
    ("numeros", "hay"),
    [
        (("1", "2", "3"), 3),
        (("1", "2", "4"), 0),  # a gap
        (("1", "2", "2 bis", "3"), 0),
        (("1", "2", "1", "2"), 0),  # numbered by chapter
        (("1", "2", "2A", "3"), 3),
        (("1", "2A", "3"), 0),
        (("primero", "segundo"), 2),
        (("único",), 1),
    ],
)
def test_cuantos_hay_se_dice_si_no_engana(numeros: tuple[str, ...], hay: int) -> None:
    indice = bh.Generada({"acuerdo_7_de_2001.md": articulos(*numeros)}).indice()
    for pregunta in ("artículo 99 del acuerdo 7 de 2001", "¿qué dice el art. 99?"):
        (falta,) = ruta(pregunta, indice).ausencias
        assert (falta.clase, falta.dicho, falta.hay) == ("artículo", "99", hay)
    clave, titulo = "acuerdo_7_de_2001.md", "Acuerdo 7 de 2001"
    otros = "1" * ("2A" in numeros)
    cuenta = (Ausencia("cuenta", "artículo", clave, titulo, hay, otros),) if hay else ()
    for pregunta in (
        "¿Cuántos artículos tiene el acuerdo 7 de 2001?",
        "último artículo",
        "Resume el acuerdo 7 de 2001",
    ):
        assert ruta(pregunta, indice).ausencias == cuenta
    assert ruta("Resume los artículos", indice).ausencias == ()


def test_sin_saber_de_que_documento_no_se_dice_nada() -> None:
    textos = {"a.md": articulos("1", "2"), "b.md": articulos("1", "2", "3") + "\n\nOtra foca."}
    indice = bh.Generada(textos).indice()
    assert ruta("artículo 9: cuántas veces canta la foca", indice).ausencias == ()


def test_lo_que_el_texto_menciona_no_falta() -> None:
    texto = articulos("1", "2") + "\n\nSegún el artículo 99 de otra norma."
    indice = bh.Generada({"acuerdo_7_de_2001.md": texto}).indice()
    assert ruta("artículo 99 del acuerdo 7 de 2001", indice).ausencias == ()


@pytest.mark.parametrize(
    ("pregunta", "dicho"),
    [
        ("artículo 2", "artículo 2"), ("¿Qué dice el segundo artículo?", "artículo 2"),
        ("¿Qué dice el parágrafo 2?", "parágrafo 2"), ("artículo 2, parágrafo 2", "artículo 2"),
        ("¿Qué dice el artículo 2 del acuerdo?", "artículo 2"),
        ("artículo 2 de la ley", "artículo 2"), ("artículo 3 del acuerdo", ""),
        ("artículo 3", ""), ("artículo 9", ""), ("artículo 2 del acuerdo 7 de 2001", ""),
        ("¿qué canta la foca según el artículo 2?", ""), ("¿cuántos artículos hay?", ""),
    ],
)  # fmt: skip
def test_de_lo_que_varios_tienen_se_pide_la_norma(pregunta: str, dicho: str) -> None:
    parte = "\n\n**Parágrafo 2.** Según el artículo 9 de otra norma, el artículo 9 canta."
    textos = {f"acuerdo_{n}_de_2001.md": articulos("1", "2") + parte for n in (7, 8)}
    textos["b.md"] = "# Acuerdo 9 de 2001\n\n**ARTÍCULO 3.** Otra foca."
    hallada = ruta(pregunta, bh.Generada(textos).indice())
    varios = [(a.dicho, a.hay) for a in hallada.ausencias if a.clase == "varios"]
    assert varios == ([(dicho, 2)] if dicho else [])
    assert hallada.certeza is not None
    assert not varios or "nombre" not in {p.nombre for p in hallada.certeza.partes}
    una = bh.Generada({"acuerdo_7_de_2001.md": textos["acuerdo_7_de_2001.md"]}).indice()
    assert not [a for a in ruta(pregunta, una).ausencias if a.clase == "varios"]


def test_la_clase_de_norma_distingue_si_solo_una_lo_es() -> None:
    actos, texto = ("Acuerdo 7", "Acuerdo 8", "Ley 9"), articulos("1", "2")
    textos = {f"{acto}.md": texto.replace("Acuerdo 7", acto) for acto in actos}
    indice = bh.Generada(textos).indice()
    for pregunta, hay in (("artículo 2", [3]), ("artículo 2 del acuerdo", [2])):
        assert [a.hay for a in ruta(pregunta, indice).ausencias] == hay
    assert not ruta("artículo 2 de la ley", indice).ausencias


CON_PARTES = """# Acuerdo 7 de 2001

**ARTÍCULO 1.** La foca canta así:

a) de día, o

b) de noche.

**Parágrafo.** En carnaval no canta.

**ARTÍCULO 2.** La foca come:

1. Sardinas. 2. Calamares.

- III. Pulpo

**Parágrafo primero.** Nada más.

**Parágrafo 2°.** Salvo el literal f) del Acuerdo 9 de 2002.

**ARTÍCULO 3.** El artículo 9 del Acuerdo 5 de 1999 quedará así:

**ARTÍCULO 9.** La morsa duerme. **Parágrafo quinto.** De pie.

Sexto: nunca.

**ARTÍCULO 4.** Se gasta, así:

### CAPÍTULO 30

**ARTÍCULO 371 A.** Peces:

x) frescos
"""


@pytest.mark.parametrize(
    ("parte", "articulo", "falta"),
    [
        ("parágrafo 2", 1, "parágrafo"), ("parágrafo único", 1, ""), ("parágrafo primero", 1, ""),
        ("literal b", 1, ""), ("literal c", 1, "literal"), ("numeral 3", 1, "numeral"),
        ("parágrafo 2", 2, ""), ("parágrafo 3", 2, "parágrafo"), ("numeral 2", 2, ""),
        ("numeral tercero", 2, ""), ("numeral 8", 2, "numeral"), ("literal f", 2, ""),
        ("literal h", 2, "literal"), ("parágrafo 5", 3, ""), ("numeral 6", 3, ""),
        ("parágrafo 5", 9, ""), ("literal x", 4, ""), ("literal k", 4, "literal"),
        ("numeral 3.2", 2, ""), ("numeral 8.2", 2, "numeral"), ("parágrafo", 1, ""),
    ],
)  # fmt: skip
def test_la_parte_que_un_articulo_no_tiene_se_dice(parte: str, articulo: int, falta: str) -> None:
    indice = bh.Generada({"acuerdo_7_de_2001.md": CON_PARTES, "b.md": "Otra foca."}).indice()
    for pregunta in (
        f"¿Qué dice el {parte} del artículo {articulo} del acuerdo 7 de 2001?",
        f"acuerdo 7 de 2001, artículo {articulo}, {parte}",
    ):
        dichas = [a for a in ruta(pregunta, indice).ausencias if a.clase != "palabra"]
        assert [(a.clase, a.articulo) for a in dichas] == (
            [(falta, str(articulo))] if falta else []
        )


@pytest.mark.parametrize(
    ("pregunta", "faltan"),
    [
        ("¿Qué dice el artículo 1 del {}? ¿y el anterior?", [("artículo", "1", "")]),
        ("artículo 1 del {} ¿qué dice el artículo anterior?", [("artículo", "1", "")]),
        ("¿Qué dice el capítulo I del {}? ¿y el anterior?", [("capítulo", "1", "")]),
        ("literal a del artículo 6 del {} ¿y el anterior?", [("literal", "a", "6")]),
        ("¿Qué dice el literal b del artículo 6 del {}? ¿y el anterior?", []),
        ("¿Qué dice el artículo 11 del {}? ¿y el anterior?", []),
        ("¿El artículo 1 del {} cambia el anterior?", []),
        ("¿Qué dice el artículo 1 del {}? ¿y el siguiente?", []),
    ],
)
def test_antes_de_la_primera_unidad_se_dice_que_no_hay_otra(
    pregunta: str, faltan: list[tuple[str, str, str]]
) -> None:
    dichas = ruta(pregunta.format("Acuerdo PSAA16-10476")).ausencias
    assert [(a.clase, a.dicho, a.articulo) for a in dichas] == [
        (clase, f"anterior al {numero}", articulo) for clase, numero, articulo in faltan
    ]
    assert {a.documento for a in dichas} <= {ACUERDO}


def test_la_parte_que_otro_acto_pudo_agregar_no_se_niega() -> None:
    pregunta = "el parágrafo 2 del artículo 1 del acuerdo 7 de 2001"
    agrega = "**Artículo 1.** Adiciónase un parágrafo al artículo 1 del Acuerdo 7 de 2001, así:"
    archivos = {
        "acuerdo_7_de_2001.md": CON_PARTES,
        "acuerdo_8_de_2002.md": f"# Acuerdo 8 de 2002\n\n{agrega}\n\n**Parágrafo 2.** Llora.",
    }
    assert ruta(pregunta, bh.Generada(archivos).indice()).ausencias == ()
    nota = CON_PARTES.replace("a) de", "Modificado por el art. 2, Ley 9 de 2005.\n\na) de")
    for texto, hay in ((CON_PARTES, 1), (nota, 0)):
        indice = bh.Generada({"acuerdo_7_de_2001.md": texto}).indice()
        assert len(ruta(pregunta, indice).ausencias) == hay


def test_la_norma_que_no_esta_se_dice_y_no_se_cuentan_los_articulos_de_otra() -> None:
    indice = bh.Generada(
        {"acuerdo_7_de_2001.md": articulos("1", "2"), "r.md": "# Decreto 806 de 2020\n\nUno."}
    ).indice()
    assert ruta("artículo 9 del decreto 807 de 2020", indice).ausencias == (
        Ausencia("norma", "decreto 807 de 2020"),
    )
    assert ruta("¿qué dice el decreto 806 de 2020?", indice).ausencias == ()  # by its title
    (falta,) = ruta("¿qué dice el decreto 806 de 2019?", indice).ausencias
    assert falta.dicho == "decreto 806 de 2019"  # the number of another year's
    assert ruta("¿cuántas veces canta según el decreto del 98?", indice).ausencias == ()
    assert [a.dicho for a in ruta("¿qué dice el acuerdo PSAA16-10477?").ausencias] == [
        "acuerdo PSAA16-10477"  # the code of another, but for its last figure
    ]
    dichos = [a.dicho for a in ruta("acuerdo PCSJA20-11567 y sentencia C-590 de 2005").ausencias]
    assert dichos == ["acuerdo PCSJA20-11567", "sentencia C-590 de 2005"]


@pytest.mark.parametrize(
    ("pregunta", "hay"),
    [
        ("¿Qué ley derogó la ley 200 de 1995?", [1]),
        ("¿Qué dice la ley 200?", [2]),
        ("¿Qué dice la ley 200 de 1996?", [1]),
        ("¿Qué dice la ley 200 de 1997?", [0]),
        ("el decreto 200 de 1995", [0]),
        ("la sentencia C-590 de 2005 y el acuerdo PSAA16-10476", [1, 1]),
        ("la sentencia T-590 de 2005 y el acuerdo PSAA16-1047", [0, 0]),
        ("la ley 7 de 2001", []),
    ],
)
def test_de_la_norma_que_no_esta_se_cuentan_los_que_la_mencionan(
    pregunta: str, hay: list[int]
) -> None:
    citas = "Se deroga la Ley 200 de 1995, según las sentencias SC-590 y C-0590 de 2005."
    textos = {
        "ley_7_de_2001.md": f"**Artículo 1.** {citas}",
        "b.md": "La Ley 200 de 1996 y el Acuerdo No. PSAA16-10476, artículos 590 y 1047.",
    }
    faltan = ruta(pregunta, bh.Generada(textos).indice()).ausencias
    assert [a.hay for a in faltan if a.clase == "norma"] == hay


@pytest.mark.parametrize(
    ("pregunta", "sin"),
    [
        ("¿Está vigente el acuerdo 7 de 2001?", []),
        ("¿Está vigente el acuerdo 8 de 2001?", [""]),
        ("¿Quién derogó el acuerdo 8 de 2001?", [""]),
        ("¿El artículo 1 del acuerdo 7 de 2001 ya no rige?", ["1"]),
        ("¿Fue modificado el artículo 2 del acuerdo 7 de 2001?", []),
        ("¿Fueron modificados los artículos 1 y 2 del acuerdo 7 de 2001?", ["1"]),
        ("¿Qué normas modifican el acuerdo 8 de 2001?", [""]),
        ("¿Qué acuerdos fueron modificados por el acuerdo 9 de 2002?", []),  # what it did
        ("¿El acuerdo 8 de 2001 fue derogado por el acuerdo 9 de 2002?", [""]),
        ("¿Desde cuándo rige el acuerdo 8 de 2001?", []),  # asks nothing of what others did
        ("¿Qué deroga el acuerdo 8 de 2001?", []),
        ("¿Qué dice el acuerdo 8 de 2001?", []),
        ("¿Qué normas están vigentes?", []),
    ],
)
def test_de_lo_que_nadie_cambio_se_dice_que_no_se_sabe(pregunta: str, sin: list[str]) -> None:
    textos = {
        "acuerdo_7_de_2001.md": articulos("1", "2", "3") + "\n\n**Artículo 4.** Derogado.",
        "acuerdo_8_de_2001.md": articulos("1", "2"),
        "acuerdo_9_de_2002.md": "**Artículo 1.** Modifícase el artículo 2 del Acuerdo 7 de 2001.",
    }
    faltan = ruta(pregunta, bh.Generada(textos).indice()).ausencias
    assert [a.dicho for a in faltan if a.clase == "cambio"] == sin


RADICADO = "11001-31-03-012-2024-00751-00"


@pytest.mark.parametrize(
    ("pregunta", "faltan"),
    [
        (f"¿Qué pasó con el proceso {RADICADO}?", []),
        (f"proceso {RADICADO.replace('-', '')} y 2024-00751", []),
        (f"proceso {RADICADO} y 11001-31-03-012-2024-00752-00", ["11001-31-03-012-2024-00752-00"]),
        ("radicados 2024-00751, 2024-00752 y 2023-00751", ["2024-00752", "2023-00751"]),
        ("los documentos 10476 y 99999", ["99999"]),
        ("PSAA16-10476, psaa 16-10476 y PSAA16-99999", ["PSAA16-99999"]),
        ("acuerdo PSAA16-99999 y decreto 123456 de 2001", []),  # told as norms
        ("gano 1423000, o $ 1423501, o 1423501 pesos, el 2015-2016", []),
    ],
)
def test_cada_numero_que_no_esta_se_dice(pregunta: str, faltan: list[str]) -> None:
    fila = f"| {RADICADO} | Traslado |\n| 11001-31-03-012-2023-00001-00 | Auto de PSAA pesos |\n"
    archivos = {"estado.md": fila, "acuerdo_psaa16-10476.md": "# Acuerdo PSAA16-10476\n\nGano.\n"}
    hallada = ruta(pregunta, bh.Generada(archivos).indice()).ausencias
    assert [a.dicho for a in hallada if a.clase == "palabra" and a.dicho[-1].isdigit()] == faltan


def test_de_la_norma_cuyo_anio_no_se_sabe_vale_el_numero() -> None:
    indice = bh.Generada({"decreto_15.md": articulos("1", "2"), "b.md": "Otra foca."}).indice()
    assert ruta("el decreto 15 de 1990", indice).ausencias == ()


@given(st.lists(st.integers(1, 40), min_size=1, max_size=12), st.integers(1, 45))
@bh.ajustes(40)
def test_nunca_se_niega_un_articulo_que_esta(numeros: list[int], pedido: int) -> None:
    indice = bh.Generada({"acuerdo_7_de_2001.md": articulos(*map(str, numeros))}).indice()
    faltan = ruta(f"artículo {pedido} del acuerdo 7 de 2001", indice).ausencias
    assert bool(faltan) == (pedido not in numeros)
    assert all(f.hay in (0, len(numeros)) for f in faltan)
