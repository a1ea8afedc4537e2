"""The language of the index: worked examples, families of words, and what holds for any text."""

from __future__ import annotations

import unicodedata
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from siaa.biblioteca.lengua.terminos import (
    PESO_ANDAMIAJE,
    PESO_SINONIMO,
    TerminoConsulta,
    ordenar_sinonimos,
    preparar_sinonimos,
    raiz,
    terminos,
    terminos_consulta,
    terminos_de_corrida,
)
from siaa.biblioteca.lengua.texto import CORRIDA, corridas, plegar
from siaa.biblioteca.lengua.vocabulario import (
    ANDAMIAJE,
    PREGUNTAS_DE_MEDIDA,
    SINONIMOS_ES,
    STOPWORDS_ES,
)

FAMILIAS = """
    plazo plazos
    sanción sanciones sancionar sancionado
    artículo artículos
    reportar reporte reportes reportan reportó reportado reportamos
    notificación notificaciones notificar notifica notificado notifique
    juez jueces
    día días
    año años
    mes meses
    ley leyes
    vez veces
    luz luces
    capaz capaces
    interés intereses
    trimestre trimestres trimestral trimestrales trimestralmente
    semestre semestral
    acta actas
    uso usos
    línea líneas
    examen exámenes
    orden órdenes
    régimen regímenes
    lugar lugares
    mujer mujeres
    titular titulares
    entidad entidades
    último últimos
    mínimo mínimos
    préstamo préstamos
    reclamo reclamos
    resolución resoluciones
    decisión decisiones
    región regiones
    tribunal tribunales
    hábil hábiles
    realizar realice realicen realización
    organizar organice
    garantizar garantice
    aplicar aplique aplicación
    economía económica económicos
    establecer estableció establecido
    vencer venció vencido vence
    podrá podría podrían
    permitir permitiéndoles permitió
    mensual mensuales mensualmente
    pagaré pagarés
    devolver devuelve devuelven devuelto devolvió
    pedir pide pidió pidieron pedirá pidiere
    exigir exige exija exijan exigió exigirá
    obtener obtiene obtuvo obtenga obtendrá
    arrendar arrienda arriendo arrendamiento
    cerrar cierra cierre cerró
    reducir redujo reduzca reducirá
    remitir remite remitió remitirá remitirán
    recibir recibe recibirá
    arts artículo
"""


@pytest.mark.parametrize("familia", [linea.split() for linea in FAMILIAS.strip().splitlines()])
def test_una_familia_tiene_un_solo_termino(familia: list[str]) -> None:
    """With and without accents, in capitals and in small letters."""
    escritas = [forma for palabra in familia for forma in (palabra, plegar(palabra).upper())]
    assert len({tuple(terminos(palabra)) for palabra in escritas}) == 1, familia


@pytest.mark.parametrize(
    "palabras",
    [
        "deberes debe",
        "plazas plazo",
        "casa caso",
        "parto parte",
        "pase pasa",
        "pagaré pago",
        "marzo marco",
        "indicio indicar",
        "año ano",
        "poderes puede",
        "tienda tender",
        "dispuesto disponible",
        "respiro responder",
    ],
)
def test_otras_palabras_no_se_confunden(palabras: str) -> None:
    una, otra = terminos(palabras)
    assert una != otra


@pytest.mark.parametrize(
    ("corrida", "hallados"),
    [
        ("que", ()), ("cuando", ()), ("cuantos", ()), ("x", ()), ("ñ", ()),
        ("7", ("7",)), ("007", ("7",)), ("000", ("0",)), ("10476", ("10476",)), ("2016", ("2016",)),
        ("11001310301220200012300", ("11001", "31", "3", "12", "2020", "123", "0")),
        ("psaa1610476", ("psaa16", "10476")), ("psaa16", ("psaa16",)),
        ("pcsja1911207", ("pcsja19", "11207")), ("psaa160010476", ("psaa16", "10476")),
        ("c123", ("c123",)), ("t1234567", ("t1234567",)), ("psaa169", ("psaa169",)),
        ("art5", ("articul", "5")), ("ley1564", ("ley", "1564")), ("articulo07", ("articul", "7")),
        ("2o", ("2",)), ("1er", ("1",)), ("3ra", ("3",)), ("02a", ("2",)), ("15avo", ("15",)),
        ("3b", ("3b",)), ("covid19", ("covid19",)), ("a" * 100, ("a" * 100,)),
    ],
)  # fmt: skip
def test_terminos_de_corrida(corrida: str, hallados: tuple[str, ...]) -> None:
    assert terminos_de_corrida(corrida) == hallados


def test_una_frase() -> None:
    assert terminos("¿Cuándo debo reportar en SIERJU?") == ["deb", "report", "sierju"]
    assert terminos("El ACUERDO PSAA16-10476, art. 7.º") == [
        "acuerd", "psaa16", "10476", "§art7", "articul", "7",
    ]  # fmt: skip
    assert terminos("PSAA1610476") == terminos("PSAA16-10476") == terminos("psaa16 10476")
    assert terminos("la Ley 1.564") == ["ley", "1564", "§ley1564", "1", "564"]


UNIDADES = {
    "art": ("artículo", "ARTÍCULO", "Articulo", "art.", "Art", "arts.", "Artículo n.º", "**Art."),
    "cap": ("capítulo", "CAPÍTULO", "cap."),
    "par": ("parágrafo", "PARÁGRAFO"),
    "num": ("numeral", "Numerales"),
    "tit": ("título", "TÍTULO"),
}  # fmt: skip
NUMEROS = {
    "1": ("1", "1.°", "1o", "1º.-", "primero", "primera", "I", "uno"),
    "7": ("7", "7.-", "7°", "07", "séptimo", "SÉPTIMO", "septima", "VII", "siete"),
    "11": ("11", "undécimo", "décimo primero", "decimoprimero", "XI", "once"),
    "29": ("29", "vigésimo noveno", "vigesimonoveno", "VIGÉSIMA NOVENA", "XXIX"),
}


@pytest.mark.parametrize(
    ("esperado", "escrita"),
    [
        (f"§{clave}{numero}", f"{unidad} {valor}")
        for clave, numero in product(UNIDADES, NUMEROS)
        for unidad, valor in product(UNIDADES[clave], NUMEROS[numero])
    ],
)
def test_documento_y_pregunta_se_encuentran_como_se_escriba(esperado: str, escrita: str) -> None:
    assert esperado in terminos(f"{escrita} De los plazos")
    consulta = {t.termino: t for t in terminos_consulta(f"¿Qué dice el {escrita}?")}
    assert consulta[esperado].peso == 1.0


def test_el_numero_por_delante_solo_en_preguntas() -> None:
    pregunta = "¿Qué dice el segundo parágrafo del séptimo artículo?"
    assert [t.termino for t in terminos_consulta(pregunta) if t.termino[0] == "§"] == [
        "§par2",
        "§art7",
    ]
    assert not any(termino[0] == "§" for termino in terminos(pregunta))


def test_terminos_consulta() -> None:
    pregunta = "¿Qué debo reportar en el AÑO, artículo Séptimo? El año que…"
    assert terminos_consulta(pregunta) == (
        TerminoConsulta("deb", PESO_ANDAMIAJE, "debo"),
        TerminoConsulta("report", PESO_ANDAMIAJE, "reportar"),
        TerminoConsulta("año", 1.0, "AÑO"),
        TerminoConsulta("§art7", 1.0, "artículo Séptimo"),
        TerminoConsulta("articul", 1.0, "artículo"),
        TerminoConsulta("septim", 1.0, "Séptimo"),
    )
    assert terminos_consulta("¿y qué de la…?") == terminos_consulta("") == ()


def test_lo_escrito_aunque_plegar_mueva_las_letras() -> None:
    """A combining mark that NFC cannot join goes away when folded, and moves what follows."""
    (primero, segundo) = terminos_consulta("plazo\u0338s plazos del Juez")
    assert (primero.escrito, segundo.escrito) == ("plazos", "juez")


SINONIMOS = ordenar_sinonimos(
    preparar_sinonimos(
        {
            "vacancia": ("vacaciones", "receso judicial"),
            "hoja": ("folio",),
            "hoja de vida": ("curriculo",),
            "plazos": ("termino",),
            "que": ("nada",),
        }
    )
)


def test_lo_que_se_lee_se_muestra_con_sus_tildes() -> None:
    tabla = ordenar_sinonimos(preparar_sinonimos(SINONIMOS_ES))
    leidas = {t.leido for t in terminos_consulta("el plazo de los obligados", tabla)}
    assert {"término", "fecha límite", "a más tardar", "deberá"} <= leidas


def test_las_abreviaturas_de_los_juzgados() -> None:
    assert terminos("civil mpal; civil cto; penal cto") == terminos(
        "civil municipal; civil circuito; penal circuito"
    )


def test_sinonimos() -> None:
    """After the terms of the question, those of each phrase, which they carry with them."""
    consulta = terminos_consulta("¿Cuál es el plazo de la Vacancia judicial?", SINONIMOS)
    assert consulta == (
        TerminoConsulta("plaz", 1.0, "plazo"),
        TerminoConsulta("vacanc", 1.0, "Vacancia"),
        TerminoConsulta("judicial", 1.0, "judicial"),
        TerminoConsulta("termin", PESO_SINONIMO, "plazo", "termino"),
        TerminoConsulta(raiz("vacaciones"), PESO_SINONIMO, "Vacancia", "vacaciones"),
        TerminoConsulta("reces", PESO_SINONIMO, "Vacancia", "receso judicial"),
    )


def test_sinonimos_de_varias_palabras() -> None:
    (hoja, vida, otro) = terminos_consulta("mi HOJA DE VIDA", SINONIMOS)
    assert (hoja.escrito, vida.escrito) == ("HOJA", "VIDA")
    assert otro == TerminoConsulta("curricul", PESO_SINONIMO, "HOJA DE VIDA", "curriculo")
    assert [t.leido for t in terminos_consulta("hoja nueva de vida", SINONIMOS)] == [
        "", "", "", "folio",
    ]  # fmt: skip


def test_la_frase_mas_larga_se_queda_con_sus_palabras() -> None:
    """What a phrase has taken no shorter one takes again; each further place is its own."""
    tabla = ordenar_sinonimos(
        preparar_sinonimos(
            {"echaron": ("botar",), "echaron a la calle": ("despido",), "calle": ("avenida",)}, 0.25
        )
    )
    leidas = [t.leido for t in terminos_consulta("me echaron a la calle", tabla) if t.leido]
    assert leidas == ["despido"]
    leidas = [t.leido for t in terminos_consulta("echaron de la casa, calle 5", tabla) if t.leido]
    assert leidas == ["botar", "avenida"]
    dos = "echaron a la calle; echaron agua en la calle"
    assert [t.leido for t in terminos_consulta(dos, tabla) if t.leido] == [
        "despido", "botar", "avenida",
    ]  # fmt: skip
    assert {t.peso for t in terminos_consulta(dos, tabla) if t.leido} == {0.25}


frases_cortas = st.lists(st.sampled_from(["sol", "mar", "pez", "luna"]), min_size=1, max_size=3)


@given(st.dictionaries(frases_cortas.map(" ".join), st.just(["rio"]), max_size=6), frases_cortas)
def test_los_sinonimos_por_su_primer_termino(
    frases: dict[str, list[str]], pregunta: list[str]
) -> None:
    """The table holds each phrase once, longest first, and finds those that one would see."""
    tabla = ordenar_sinonimos(preparar_sinonimos(frases))
    claves = [sinonimo.clave for suyos in tabla.values() for sinonimo in suyos]
    assert sorted(claves) == sorted(tuple(terminos(frase)) for frase in frases)
    for primero, suyos in tabla.items():
        largos = [len(sinonimo.clave) for sinonimo in suyos]
        assert largos == sorted(largos, reverse=True)
        assert {sinonimo.clave[0] for sinonimo in suyos} == {primero}
    dicha = " ".join(pregunta)
    esta = any(f" {frase} " in f" {dicha} " for frase in frases)
    assert any(t.leido for t in terminos_consulta(dicha, tabla)) == esta


@pytest.mark.parametrize(
    ("pregunta", "pesos"),
    [
        ("¿Cuándo debo reportar en SIERJU?", [PESO_ANDAMIAJE, 1.0, 1.0]),
        ("¿Qué va en egresos?", [PESO_ANDAMIAJE, 1.0]),
        ("¿Qué debo reportar?", [PESO_ANDAMIAJE, 1.0]),
        ("¿Puedo ir?", [1.0, 1.0]),
        ("¿Dónde anoto los egresos del semestre?", [PESO_ANDAMIAJE, 1.0, 1.0]),
    ],
)
def test_el_andamiaje_cuenta_cuando_no_hay_mas(pregunta: str, pesos: list[float]) -> None:
    """What asks about a form says something beside one other word; an auxiliary, if it is all."""
    assert [t.peso for t in terminos_consulta(pregunta)] == pesos


def test_las_tablas_llegan_a_usarse() -> None:
    """A scaffolding word that were a stopword would never be weighed."""
    for palabra in ANDAMIAJE:
        termino, *_ = terminos_consulta(f"{palabra} el inventario trimestral")
        assert termino.peso == PESO_ANDAMIAJE, palabra
    for palabra in STOPWORDS_ES | PREGUNTAS_DE_MEDIDA:
        assert terminos_de_corrida(palabra) == ()


TEXTOS = st.one_of(
    st.text(),
    st.lists(
        st.sampled_from(
            [*UNIDADES["art"], "literal", "a)", "7", "10.476", "VII", "y", ",", ".", "décimo",
             "primero", "PSAA1610476", "años", "2o", "\n", "bis", "IVXLC", "n\u0303"]
        ),
        max_size=30,
    ).map(" ".join),
)  # fmt: skip


@given(TEXTOS)
@example("\ud800 artículo \udfff 7")
def test_nada_lo_detiene_y_cada_palabra_esta(texto: str) -> None:
    hallados = terminos(texto)
    for corrida in corridas(plegar(texto)):
        assert set(terminos_de_corrida(corrida)) <= set(hallados)
    assert {t.termino for t in terminos_consulta(texto)} >= set(hallados)
    for consultado in terminos_consulta(texto):
        assert consultado.escrito and 0 < consultado.peso <= 1


@given(TEXTOS)
def test_ni_tildes_ni_mayusculas_ni_forma_normal_importan(texto: str) -> None:
    hallados = terminos(texto)
    assert terminos(unicodedata.normalize("NFD", texto)) == hallados
    assert terminos(unicodedata.normalize("NFC", texto)) == hallados
    assert terminos(plegar(texto)) == hallados
    assert [t.termino for t in terminos_consulta(plegar(texto))] == [
        t.termino for t in terminos_consulta(texto)
    ]


@given(st.from_regex(CORRIDA, fullmatch=True))
def test_codigos_y_numeros_se_quedan_como_estan(corrida: str) -> None:
    """The terms of a term that holds digits are that term."""
    for termino in terminos_de_corrida(corrida):
        if not termino.isalpha():
            assert terminos_de_corrida(termino) == (termino,)


@pytest.mark.parametrize(
    ("hace", "recibe"),
    [
        ("demandante", "demandado"),
        ("denunciantes", "denunciados"),
        ("contratante", "contratista"),
        ("asegurador", "asegurado"),
        ("evaluadora", "evaluada"),
        ("investigadores", "investigados"),
        ("causante", "causa"),
    ],
)
def test_quien_hace_no_es_a_quien_se_hace(hace: str, recibe: str) -> None:
    assert raiz(hace) != raiz(recibe)


@given(st.from_regex("[a-zñ]{1,50}", fullmatch=True))
@example("ez")
def test_una_raiz_conserva_el_principio(palabra: str) -> None:
    """Synonyms are looked for by their first two letters."""
    assert raiz(palabra)[:2] == palabra[:2]


@pytest.mark.parametrize(
    "pieza", ["art ", "articulo 7 y ", "1.000", "artículo\n", "a", "ices", "literal a ", "c", "9"]
)
def test_un_megabyte_de_lo_mismo_se_termina(pieza: str) -> None:
    assert terminos(pieza * (1_000_000 // len(pieza)))
