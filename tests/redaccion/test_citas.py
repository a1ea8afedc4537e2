"""Which passage vouches for each sentence, and the figures that nobody gave."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siaa.biblioteca.lengua.terminos import terminos
from siaa.redaccion.citas import (
    _ABREVIADA,
    _FRASE,
    _MARCA_DE_LISTA,
    _NUMERO_DE_LISTA,
    CUBIERTO_MINIMO,
    PALABRAS_MINIMAS,
    Cita,
    citar,
    frases,
    palabras_comunes,
)
from siaa.valores import Contexto, Fuente

PLAZO = "Los despachos entregan el informe dentro de los siete días hábiles de cada trimestre."
SANCION = "La demora injustificada del funcionario se comunica a la comisión disciplinaria."
REPARTO = "El reparto de las demandas civiles corresponde a la oficina de apoyo, artículo 12."


def contexto(*pasajes: str) -> Contexto:
    texto, fuentes = "", []
    for n, pasaje in enumerate(pasajes, 1):
        texto += f"[SEC: {n}]\n"
        fin = len(texto) + len(pasaje)
        fuentes.append(Fuente(n, f"d{n}.md", "", "", "", 0, len(texto), fin, 0, 0, ()))
        texto += pasaje + "\n"
    return Contexto(texto, tuple(fuentes))


TRES = contexto(PLAZO, SANCION, REPARTO)


def citadas(texto: str, pregunta: str = "", con: Contexto = TRES) -> dict[str, int | None]:
    return {texto[c.inicio : c.fin]: c.fuente for c in citar(texto, con, pregunta)}


def test_cada_frase_con_el_pasaje_que_la_dice() -> None:
    assert citadas(
        "Debe entregar el informe dentro de los siete días hábiles del trimestre. "
        "Si se demora sin justificación, se comunica a la comisión disciplinaria.\n\n"
        "- El reparto de demandas civiles lo hace la oficina de apoyo"
    ) == {
        "Debe entregar el informe dentro de los siete días hábiles del trimestre.": 1,
        "Si se demora sin justificación, se comunica a la comisión disciplinaria.": 2,
        "El reparto de demandas civiles lo hace la oficina de apoyo": 3,
    }


@pytest.mark.parametrize(
    "texto",
    ["", "  \n", "Por supuesto.", "El informe.", "La luna gira alrededor de la tierra cada mes."],
)
def test_lo_que_ningun_pasaje_dice_no_se_cita(texto: str) -> None:
    assert citar(texto, TRES) == ()
    assert citar(PLAZO, Contexto("", ())) == ()


def test_una_sola_palabra_en_comun_no_prueba_nada() -> None:
    assert citadas("Reparto.") == {}


@pytest.mark.parametrize(
    ("frase", "sueltas"),
    [
        ("Entregan el informe dentro de los 7 días hábiles de cada trimestre.", ()),
        ("Entregan el informe dentro de los 8 días hábiles de cada trimestre.", ("8",)),
        ("Lo dice el artículo 12, no el 21 ni el 33, ni el 21.", ("21", "33")),
        ("En 2031 no se sabe.", ("2031",)),
        ("En 2030 no se sabe.", ()),
    ],
)
def test_las_cifras_que_nadie_dio(frase: str, sueltas: tuple[str, ...]) -> None:
    halladas = [c.sin_respaldo for c in citar(frase, TRES, "¿Y en 2030?")]
    assert halladas == [sueltas] or (halladas == [] and sueltas == ())


@pytest.mark.parametrize(
    "frase",
    [
        "Debe: 1) radicar el informe; 2) pagar.",
        "1) radicar el informe, 2) pagar y 3) archivar",
        "Debe: (1) radicar el informe; (2) pagar",
        "Debe: 1. radicar el informe; 2. pagar",
        "Paso 3: radicar el informe",
        "**Paso 3:** radicar el informe",
        "### Etapa 4",
        "**2.** Radicar el informe",
        "**2. Radicar el informe**",
        "## 3. Plazos del informe",
        "2.1. Plazos del informe",
        "3\ufe0f\u20e3 Radicar el informe",
        "Entregan el informe [1].",
        "Entregan el informe [2, 3].",
        "Según la fuente 1, entregan el informe.",
        "Lo dicen las fuentes 2 y 3 y el documento n.º 4.",
        "[SEC: PLAZOS | CHUNK: 8]",
    ],
)
def test_numerar_y_decir_de_donde_no_afirma_nada(frase: str) -> None:
    assert all(c.sin_respaldo == () for c in citar(frase, TRES))


@pytest.mark.parametrize(
    ("frase", "suelta"),
    [
        ("8", "8"),
        ("8.", "8"),
        ("El plazo es 8.", "8"),
        ("Son ocho (9) días.", "9"),
        ("Debe: 1) radicar en 8 días; 2) pagar", "8"),
        ("Paso 3: entregar en 8 días", "8"),
        ("3. 8 días hábiles", "8"),
        ("Lo dice la norma (artículos 3 y 12).", "3"),
        ("Lo dice el artículo 14)", "14"),
        ("Son 2016 folios, según la fuente 1.", "2016"),
        ("Lo dice la nota del artículo 3: entregar", "3"),
        ("$ 500. Es el costo del informe", "500"),
    ],
)
def test_una_cifra_de_verdad_no_pasa_por_numeracion(frase: str, suelta: str) -> None:
    assert [s for c in citar(frase, TRES) for s in c.sin_respaldo] == [suelta]


def test_lo_que_escribimos_nosotros_no_respalda() -> None:
    """A block's number of a chunk is no figure of the document; what it is called is."""
    antes = "[DOC: ACUERDO 10476]\n[SEC: ARTÍCULO 5 | CHUNK: 8]\n"
    fuente = Fuente(
        1, "acuerdo 10476.md", "Acuerdo de 2016", "", "Artículo 5", 8, len(antes),
        len(antes) + len(PLAZO), 0, 0, (),
    )  # fmt: skip
    con = Contexto(f"{antes}{PLAZO}\n", (fuente,))
    dicho = "Entregan el informe en 8 días, artículo 5 del Acuerdo 10476 de 2016."
    assert [c.sin_respaldo for c in citar(dicho, con)] == [("8",)]


def test_entre_iguales_la_primera() -> None:
    assert citadas(PLAZO, con=contexto(SANCION, PLAZO, PLAZO)) == {PLAZO: 2}


VOCABULARIO = ("informe", "plazo", "despacho", "reparto", "oficina", "acta", "7", "12", "2030")
palabras = st.sampled_from(VOCABULARIO)
textos = st.lists(palabras, min_size=1, max_size=8).map(" ".join)


@given(st.lists(textos, max_size=4), textos)
def test_como_la_cuenta_lenta(pasajes: list[str], frase: str) -> None:
    """The same decision, written out: the best share of the sentence's weight, if it is enough."""
    conjuntos = [set(terminos(p)) for p in pasajes]
    propios = set(terminos(frase))

    def peso(de: set[str]) -> float:
        cuantos = {t: max(sum(t in c for c in conjuntos), 1) for t in de}
        return math.fsum(math.log(1 + len(conjuntos) / cuantos[t]) for t in de)

    esperada, mejor = None, CUBIERTO_MINIMO * peso(propios) - 1e-9
    for n, conjunto in enumerate(conjuntos, 1):
        comunes = propios & conjunto
        if len(comunes) >= PALABRAS_MINIMAS and peso(comunes) > mejor + 1e-9 * (
            esperada is not None
        ):
            esperada, mejor = n, peso(comunes)
    hechas = citar(frase, contexto(*pasajes))
    assert (hechas[0].fuente if hechas else None) == esperada


@given(st.text("ab1 .!?\n-*«»¿A)", max_size=60))
def test_las_frases_van_en_orden_y_no_pierden_palabras(texto: str) -> None:
    tramos = list(frases(texto))
    assert all(inicio < fin for inicio, fin in tramos)
    assert all(a[1] <= b[0] for a, b in pairwise(tramos))
    dentro = "".join(texto[i:f] for i, f in tramos)
    fuera = "".join(c for c in texto if c.isalpha())
    assert "".join(c for c in dentro if c.isalpha()) == fuera
    assert not any("\n" in texto[i:f] for i, f in tramos)


@pytest.mark.parametrize(
    ("texto", "cuantas"),
    [
        ("Lo dice el art. 5 del acuerdo. Firma.", 2),
        ("El Dr. Pérez y la Sra. Ruiz firman el num. 3.", 1),
        ("¿Cuándo? ¡Ya! Son 10.476 y 8.30 a. m. Fin", 3),
        ("1. Uno\n2) Dos\n- Tres\n## Cuatro", 4),
    ],
)
def test_donde_termina_una_frase(texto: str, cuantas: int) -> None:
    assert len(list(frases(texto))) == cuantas


def test_las_marcas_de_lista_no_son_de_la_frase() -> None:
    texto = "2) Dos\n- Tres\n## Cuatro"
    assert [texto[i:f] for i, f in frases(texto)] == ["Dos", "Tres", "Cuatro"]


def test_las_palabras_de_la_pregunta_en_cualquiera_de_sus_formas() -> None:
    pregunta = "¿Qué INFORMES debo entregar y qué sanción hay por demorarse?"
    assert palabras_comunes(pregunta, TRES) == ("entregan", "informe", "demora")
    assert palabras_comunes("¿Y la luna?", TRES) == palabras_comunes("", TRES) == ()


def test_una_cita_guarda_su_lugar() -> None:
    texto = f"Mire:\n\n{PLAZO}\n"
    assert citar(texto, TRES) == (Cita(7, 7 + len(PLAZO), 1),)


def frases_despacio(texto: str) -> list[tuple[int, int]]:
    """The same rules, each stop judged by all of the sentence that stands before it."""
    halladas, desde = [], 0
    for corte in (*_FRASE.finditer(texto), None):
        hasta = corte.start() if corte else len(texto)
        if corte and "\n" not in corte[0]:
            frase = texto[:hasta]
            if _NUMERO_DE_LISTA.fullmatch(frase, desde) or _ABREVIADA.search(frase, desde):
                continue
        marca = _MARCA_DE_LISTA.match(texto, desde, hasta)
        inicio = marca.end() if marca else desde
        recortada = texto[inicio:hasta].strip()
        if recortada:
            inicio += len(texto[inicio:hasta]) - len(texto[inicio:hasta].lstrip())
            halladas.append((inicio, inicio + len(recortada)))
        desde = corte.end() if corte else hasta
    return halladas


abreviadas = st.sampled_from(
    ["art. ", "Arts. ", "núm. ", "pág. ", "Dr. ", "x. ", "1. ", "- ", "sart. "]
)


@given(st.lists(st.one_of(abreviadas, st.text("aB1 .!?\n-*«»¿", max_size=4)), max_size=14))
def test_las_frases_como_la_cuenta_lenta(partes: list[str]) -> None:
    texto = "".join(partes)
    assert list(frases(texto)) == frases_despacio(texto)


@pytest.mark.parametrize("parte", ["a. A. ", "Art. A", " ", "1. ", "**1. "])
def test_una_respuesta_enorme_se_parte_en_tiempo_lineal(parte: str) -> None:
    """Half a million characters: in time quadratic to them, hours; no clock is needed."""
    texto = " " * 250_000 + parte * (250_000 // len(parte)) + "Fin. Otra"
    assert texto[slice(*list(frases(texto))[-1])] == "Otra"
