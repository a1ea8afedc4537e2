"""Names and headings: the table of short texts, and which of them a question says."""

from __future__ import annotations

import math

import bibliotecas_hibridas as bh
import numpy as np
import pytest
import referencia_hibrida as ref
from hypothesis import given
from hypothesis import strategies as st

from siaa.biblioteca.estructura.analisis import analizar_estructura
from siaa.biblioteca.lengua.terminos import TerminoConsulta, terminos_consulta, terminos_de_corrida
from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.biblioteca.tablas.campos import TablaCampo, crear_campo
from siaa.biblioteca.tablas.palabras import aperturas
from siaa.recuperacion.hibrida.nombre_dicho import (
    NOMBRES_REVISADOS,
    NombreDicho,
    coincidencias,
    mejores,
    nombres_dichos,
    puntos_de_campo,
)

NOMBRES = [
    ["juzgado civil municipal", "Juzgado Civil  Municipal", "manual"],
    ["juzgado civil municipal de ejecución"],
    [],
    ["de la que", "¡!"],
    ["plazo de la tutela", "niño 2016"],
]


def valor(campo: TablaCampo, *terminos: str) -> float:
    return sum(campo.idf[termino] for termino in terminos)


def dichos(campo: TablaCampo, pregunta: str) -> list[NombreDicho]:
    secuencia = [t for c in corridas(plegar(pregunta)) for t in terminos_de_corrida(c)]
    return nombres_dichos(campo, secuencia, terminos_consulta(pregunta))


# --- The table ------------------------------------------------------------------------


def test_la_tabla_a_mano() -> None:
    campo = crear_campo(NOMBRES)
    assert campo.dueno.tolist() == [0, 0, 1, 4, 4]
    assert campo.terminos(3) == {"plaz", "tutel"}
    assert [set(t) for t in campo.de(4)] == [{"plaz", "tutel"}, {"niñ", "2016"}]
    assert campo.de(0) == (campo.terminos(0), campo.terminos(1))
    assert campo.de(2) == campo.de(3) == campo.de(99) == ()


def test_el_idf_cuenta_duenos() -> None:
    """All five owners count, and an owner that says a word in two texts counts once."""
    campo = crear_campo([["plazo tutela", "plazo multa"], ["multa"], [], [], []])
    assert campo.idf["plaz"] == pytest.approx(math.log(1 + 4.5 / 1.5), rel=1e-7)
    assert campo.idf["mult"] == pytest.approx(math.log(1 + 3.5 / 2.5), rel=1e-7)
    assert campo.total[0] == valor(campo, "plaz", "tutel")
    assert campo.textos["plaz"].tolist() == [0, 1]


def test_un_campo_vacio() -> None:
    vacios: list[list[list[str]]] = [[], [[]], [["¡!", ""]]]
    for nada in vacios:
        campo = crear_campo(nada)
        assert (len(campo.dueno), len(campo.total), campo.palabras) == (0, 0, ())
        cuales, hallado = coincidencias(campo, terminos_consulta("plazo"))
        assert (cuales.tolist(), hallado.tolist()) == ([], [])
        assert dichos(campo, "plazo de la tutela") == []


def test_una_linea_cortada_no_es_un_nombre() -> None:
    """What opens a document is made of whole lines; where they are cut says nothing."""
    prosa = "Esta línea es larga y no nombra el documento, porque es prosa de principio a fin"
    lineas = (f"{prosa}. {prosa}, y van {n} líneas más." for n in range(9))
    contenido = "# Guía\n\n" + "\n\n".join(lineas)
    assert aperturas(contenido, analizar_estructura(contenido)[0]) == ("# guia",)


def test_quien_firma_un_acto_corto_no_le_da_nombre() -> None:
    contenido = """# DECRETO 12 DE 1931

por el cual se fija el sueldo de un farero

**Artículo único.** El farero gana veinte pesos al mes.

Publíquese y cúmplase. Dado en Bogotá, a 3 de mayo de 1931.

### EVARISTO MARINO

El Ministro de Puertos,

### Celso Rompeolas
"""
    nombres = aperturas(contenido, analizar_estructura(contenido)[0])
    assert nombres == ("# decreto 12 de 1931", "por el cual se fija el sueldo de un farero")


def test_ni_sus_divisiones_ni_sus_otros_encabezados() -> None:
    contenido = """> Documento de muestra, que nadie aprobó.

# Manual del puerto

TÍTULO I

## 1. Atraque

El barco que llega avisa por radio y espera al práctico.

## 2. Faros apagados

Se avisa al guardacostas.
"""
    nombres = aperturas(contenido, analizar_estructura(contenido)[0])
    assert nombres == ("# manual del puerto", "## 1. atraque")


_textos = st.lists(st.lists(st.sampled_from((*bh.FORMULAS, *bh.FRASES)), max_size=4), max_size=9)


@bh.ajustes(60)
@given(_textos)
def test_la_tabla_como_la_referencia(textos: list[list[str]]) -> None:
    campo, lento = crear_campo(textos), ref.crear_campo(textos)
    assert campo.dueno.tolist() == [corto.dueno for corto in lento.cortos]
    hallados = [campo.terminos(n) for n in range(len(campo.dueno))]
    assert hallados == [corto.terminos for corto in lento.cortos]
    assert dict(campo.idf) == lento.idf
    assert campo.total.tolist() == [corto.total for corto in lento.cortos]
    for termino, numeros in campo.textos.items():
        con = [n for n, corto in enumerate(lento.cortos) if termino in corto.terminos]
        assert numeros.tolist() == con


# --- What a question says ---------------------------------------------------------------


def test_coincidencias_a_mano() -> None:
    campo = crear_campo(NOMBRES)
    cuales, hallado = coincidencias(campo, terminos_consulta("¿Qué va en civil municipal, tutela?"))
    assert cuales.tolist() == [0, 2, 3]
    comunes = valor(campo, "civil", "municipal")
    assert hallado.tolist() == pytest.approx([comunes, comunes, valor(campo, "tutel")])


def test_cada_termino_cuenta_por_su_peso() -> None:
    """A silenced one is as if it were not there."""
    campo = crear_campo([["plazo"], ["plazo tutela"]])
    terminos = [TerminoConsulta("tutel", 0.25, "tutela"), TerminoConsulta("plaz", 0.0, "plazo")]
    cuales, hallado = coincidencias(campo, terminos)
    assert cuales.tolist() == [1]
    assert hallado.tolist() == pytest.approx([0.25 * valor(campo, "tutel")])


def test_puntos_de_campo() -> None:
    hallado, total = np.array([2.0, 2.0, 4.0]), np.array([2.0, 8.0, 8.0])
    assert puntos_de_campo(hallado, total).tolist() == [2.0, 0.125, 1.0]


@bh.ajustes(200)
@given(st.lists(st.sampled_from((0.0, 1.0, 1.5, 2.0, 7.0)), max_size=30), st.integers(1, 30))
def test_mejores_los_primeros_en_un_empate(valores: list[float], cuantos: int) -> None:
    orden = sorted(range(len(valores)), key=lambda n: (-valores[n], n))
    assert mejores(np.array(valores), cuantos).tolist() == orden[:cuantos]


def test_el_nombre_entero_gana_al_mas_largo() -> None:
    campo = crear_campo(NOMBRES)
    primero, segundo = dichos(campo, "¿Qué va en el juzgado civil municipal?")
    assert (primero.documento, primero.parte) == (0, 1.0)
    assert primero.terminos == {"juzg", "civil", "municipal"}
    assert segundo.documento == 1 and segundo.parte < 1
    assert primero.puntos == pytest.approx(valor(campo, "juzg", "civil", "municipal"))
    assert segundo.puntos == pytest.approx(primero.puntos * segundo.parte**2)


def test_cuentan_las_palabras_seguidas() -> None:
    """Small words do not separate; any other word does."""
    campo = crear_campo([["plazo de la tutela"], ["otra cosa"]])
    assert dichos(campo, "plazo para una tutela")[0].parte == 1.0
    separadas = dichos(campo, "el plazo que vence en la tutela")[0]
    assert separadas.parte == pytest.approx(0.5)
    assert separadas.terminos == {"plaz"}


def test_se_callan_las_palabras_que_solo_estan_en_el_nombre() -> None:
    campo = crear_campo([["plazo de la tutela"], ["otra cosa"]])
    (dicho,) = dichos(campo, "¿Cuándo vence la tutela según el plazo de la tutela?")
    assert dicho.terminos == {"plaz"} and dicho.parte == 1.0


def test_lo_que_se_repite_al_principio_es_lo_que_se_pregunta() -> None:
    campo = crear_campo([["plazo de la tutela"], ["otra cosa"]])
    (dicho,) = dichos(campo, "tutela: plazo de la tutela")
    assert dicho.terminos == {"plaz"} and dicho.parte == 1.0


def test_los_empates_por_documento() -> None:
    campo = crear_campo([["manual civil"], ["guía"], ["manual civil"], ["manual civil"]])
    assert [d.documento for d in dichos(campo, "el manual civil")] == [0, 2, 3]


def test_los_empates_por_documento_prometa_quien_prometa() -> None:
    """The second name has one more word of the question, but not beside the others."""
    otros = [[f"guía {n}"] for n in range(100, 140)]
    campo = crear_campo([["manual civil plazo"], ["manual civil multa"], *otros])
    uno, otro = dichos(campo, "el manual civil habla de la multa")
    assert (uno.documento, otro.documento) == (0, 1) and uno.puntos == otro.puntos


def test_lo_que_se_repite_cuenta_una_vez() -> None:
    campo = crear_campo([["plazo tutela multa"], ["guía"]])
    assert dichos(campo, "plazo, tutela, multa y tutela")[0].parte == 1.0


def test_solo_se_revisan_los_que_mas_prometen() -> None:
    """The best is found wherever it stands; those beyond the limit are the last of the ties."""
    textos = [["manual civil"]] * (NOMBRES_REVISADOS + 6)
    textos.insert(NOMBRES_REVISADOS + 2, ["manual civil municipal"])
    hallados = dichos(crear_campo(textos), "el manual civil municipal")
    assert [d.documento for d in hallados] == [NOMBRES_REVISADOS + 2, *range(NOMBRES_REVISADOS - 1)]


@bh.ajustes(80)
@given(_textos, bh.preguntas)
def test_los_nombres_como_la_referencia(textos: list[list[str]], pregunta: str) -> None:
    lento = ref.crear_campo(textos)
    palabras = corridas(plegar(pregunta))
    esperados = ref.nombres_dichos(lento, palabras, terminos_consulta(pregunta))
    hallados = dichos(crear_campo(textos), pregunta)
    assert [(d.documento, d.terminos) for d in hallados] == [(d.doc, d.terminos) for d in esperados]
    for rapido, esperado in zip(hallados, esperados, strict=True):
        assert rapido.parte == pytest.approx(esperado.parte)
        assert rapido.puntos == pytest.approx(esperado.puntos)
        assert 0 <= rapido.parte <= 1
