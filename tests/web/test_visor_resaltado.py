"""What the viewer marks: passages and words in any Markdown, without ever breaking it."""

from __future__ import annotations

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from biblioteca_de_prueba import ACUERDO_REPORTE, cargar
from estrategias import texto_de_documento
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from paciencia import PACIENCIA_S, SIN_FIN_S, esperar
from paginas_de_prueba import Pagina
from test_marcado import documento

from siaa.biblioteca.valores import AjustesBiblioteca
from siaa.errores import DocumentoEnPreparacion
from siaa.servicio.ventanilla import ESPERAN, Recientes
from siaa.web.visor.fichas import Entrada
from siaa.web.visor.marcado import Representacion, representar
from siaa.web.visor.resaltado import ABRE_MARCA, PasajeCitado, pintar

RAIZ = Path(__file__).resolve().parents[2]
CORRIENTE = AjustesBiblioteca()
RARO = st.text("#-*`|>[]()<a1. \n\t_~\\&;ñ!=+", max_size=300)


def con_pasaje(contenido: str, desde: int, hasta: int, *palabras: str) -> Pagina:
    representacion = representar(documento(contenido))
    return Pagina(pintar(representacion, frozenset(palabras), PasajeCitado(desde, hasta)))


def marcado(contenido: str, parte: str) -> str:
    """What is marked when the passage is a part of the text as it is written."""
    desde = contenido.index(parte)
    return con_pasaje(contenido, desde, desde + len(parte)).de_pasaje


# --- Passages ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("contenido", "parte", "esperado"),
    [
        ("uno dos tres", "dos", "dos"),
        ("uno **dos tres** cuatro", "dos tres** cuatro", "dos tres cuatro"),
        ("uno **dos tres** cuatro", "**dos", "dos"),
        ("uno **dos tres** cuatro", "uno **dos", "uno dos"),
        ("uno [dos](https://x.example/dos) dos tres", ") dos", " dos"),
        ("# Un título\n\nsu texto", "título\n\nsu", "títulosu"),
        ("uno\ndos\ntres", "dos\ntres", "dos\ntres"),
        ("- uno\n- dos\n\n  tres", "dos\n\n  tres", "dostres"),
        ("> uno\n> dos", "uno\n> dos", "uno\ndos"),
        ("uno \\* dos &amp; tres", "\\* dos &amp; tres", "* dos & tres"),
        ("uno `dos tres` cuatro", "dos tres", "dos tres"),
        ("x\n\n```\nuno\ndos\n```\n\ny", "dos\n", "dos\n"),
        ("x\n\n    uno\n    dos\n\ny", "uno\n    dos", "uno\ndos"),
        ("| a | b |\n|---|---|\n| Sí | Sí |\n| No | Sí |", "Sí |\n| No", "SíNo"),
        ("| a | b |\n|---|---|\n| Sí | Sí |\n| No | Sí |", "Sí | Sí", "SíSí"),
        ("uno  \ndos", "uno  \ndos", "unodos"),
        ("a a a a", "a a", "a a"),
        ("    uno\u2028otro\n    dos\n    tres", "dos", "dos"),
        ("ocho &#56; ocho", "&#56; ocho", "8 ocho"),
        ("    uno\n    dos", "dos", "dos"),
    ],
)
def test_el_pasaje_es_lo_que_se_pidio(contenido: str, parte: str, esperado: str) -> None:
    assert " ".join(marcado(contenido, parte).split()) == " ".join(esperado.split())


def test_en_los_documentos_de_muestra_cada_pasaje_se_marca_exacto() -> None:
    """Letters and digits of what is shown marked are those of the passage as it is written."""
    indice = cargar(RAIZ / "documentos")
    for doc in indice.documentos.values():
        representacion = representar(doc)
        for desde, hasta in doc.texto.estructura.pasajes[::3, :2].tolist():
            pagina = Pagina(pintar(representacion, pasaje=PasajeCitado(desde, hasta)))
            escrito = re.sub(r"(?m)^\s*\d+\.(?:\s|\Z)|\]\([^)]*\)", "", doc.contenido[desde:hasta])
            mostrado = re.findall(r"[^\W_]+", pagina.de_pasaje)
            assert "".join(mostrado) == "".join(re.findall(r"[^\W_]+", escrito)), doc.clave


@pytest.mark.parametrize(
    ("contenido", "desde", "hasta"),
    [("uno dos", 3, 3), ("a\n\n***\n\nb", 4, 6), ("a\n\nb", 1, 3), ("x", 1, 1), ("- \n- a", 0, 2)],
)
def test_un_pasaje_sin_texto_tiene_su_lugar(contenido: str, desde: int, hasta: int) -> None:
    pagina = con_pasaje(contenido, desde, hasta)
    assert pagina.ids.count("pasaje") == 1 and pagina.de_pasaje == ""


def test_quien_escucha_sabe_donde_empieza_y_termina() -> None:
    """Without a word more that could be copied; the first part can take the focus."""
    nombrado = re.compile(
        r'<span class="pasaje"(?: id="pasaje")?( tabindex="-1")? role="group" aria-label="([^"]*)">'
    )
    varias = pintar(representar(documento("uno\n\n**dos** y\n\ntres")), pasaje=PasajeCitado(0, 17))
    assert nombrado.findall(varias) == [
        (' tabindex="-1"', "Pasaje citado"),
        ("", "Fin del pasaje citado"),
    ]
    assert varias.index("Fin del pasaje") > varias.index("dos")
    sola = pintar(representar(documento("uno")), pasaje=PasajeCitado(0, 3))
    assert [nombre for _, nombre in nombrado.findall(sola)] == ["Pasaje citado"]


def test_sin_pasaje_no_hay_lugar() -> None:
    assert "pasaje" not in pintar(representar(documento("uno")))


@settings(max_examples=150, suppress_health_check=[*HealthCheck])
@given(
    st.one_of(texto_de_documento(), RARO),
    st.tuples(st.integers(-5, 400), st.integers(-5, 400)),
    st.frozensets(st.sampled_from(["sancion", "a", "plazo", "1"]), max_size=3),
)
def test_nada_de_lo_que_se_marque_rompe_la_pagina(
    contenido: str, extremos: tuple[int, int], palabras: frozenset[str]
) -> None:
    representacion = representar(documento(contenido or "x"))
    llana = Pagina(pintar(representacion))
    pintada = pintar(representacion, palabras, PasajeCitado(*extremos))
    pagina = Pagina(pintada)
    assert pagina.texto == llana.texto
    assert len(pagina.ids) == len(set(pagina.ids)) and "pasaje" in pagina.ids
    assert pintada.count(ABRE_MARCA) == len(pagina.de("mark"))
    assert ("coincidencia" in pagina.ids) == (ABRE_MARCA in pintada)
    assert "".join(pagina.de_pasaje.split()) in "".join(llana.texto.split())


@settings(max_examples=100)
@given(st.data())
def test_entre_palabras_el_pasaje_es_exacto(data: st.DataObject) -> None:
    """In any mixture of blocks, whole words are marked where they are asked for and only there."""
    bloques = data.draw(
        st.lists(
            st.sampled_from(
                ["# {} {}", "{} **{} {}** {}", "- {}\n- {}", "> {} {}", "{}\n{}", "    {}\n    {}",
                 "| {} | {} |\n|---|---|\n| {} | {} |", "```\n{}\n{}\n```", "{} [{}](#x) \\* {}",
                 "**Artículo 5.** {} `{}`", "1. {}\n\n   {}"]
            ), min_size=1, max_size=8)
    )  # fmt: skip
    texto, cuenta = "\n\n".join(bloques), 0
    while "{}" in texto:
        cuenta += 1
        texto = texto.replace("{}", f"zq{cuenta:03d}x", 1)
    desde = data.draw(st.integers(1, max(cuenta, 1)))
    hasta = data.draw(st.integers(desde, max(cuenta, 1)))
    pedidas = [f"zq{n:03d}x" for n in range(desde, hasta + 1)]
    pagina = con_pasaje(texto, texto.index(pedidas[0]), texto.index(pedidas[-1]) + 6)
    assert re.findall(r"zq\d{3}x", pagina.de_pasaje) == pedidas


# --- Contents ---------------------------------------------------------------------------------

MEZCLA = """\
# Acuerdo de muestra

Vistos los antecedentes.

## CAPÍTULO I
Generalidades

**Artículo 1°. Objeto.** Este acuerdo rige.
**Artículo 2°. Alcance.** A todos.

Artículo 3. Los jueces deben reportar. Y más.

PARÁGRAFO. Salvo excepción.

## CAPÍTULO II

### Artículo 4

Plazos.
"""


def lineas(entradas: tuple[Entrada, ...], nivel: int = 0) -> list[tuple[int, str]]:
    return [linea for e in entradas for linea in [(nivel, e.titulo), *lineas(e.hijas, nivel + 1)]]


def ids(entradas: tuple[Entrada, ...]) -> list[str]:
    return [id_ for e in entradas for id_ in [e.id, *ids(e.hijas)]]


def despues_de(representacion: Representacion, id_: str) -> str:
    """The text that a reader sees from an element on."""
    html = pintar(representacion)
    return re.sub("<[^>]*>", "", html[html.index(f'id="{id_}"') :].split(">", 1)[1]).strip()


def test_el_contenido_tiene_titulos_y_articulos_escritos_de_cualquier_modo() -> None:
    representacion = representar(documento(MEZCLA, CORRIENTE))
    vistas = lineas(representacion.contenido)
    assert [nivel for nivel, _ in vistas] == [0, 1, 1, 1, 0, 1]
    for (_, titulo), comienzo in zip(
        vistas,
        ["CAPÍTULO I", "Artículo 1", "Artículo 2", "Artículo 3", "CAPÍTULO II", "Artí"],
        strict=True,
    ):
        assert titulo.upper().startswith(comienzo.upper()), vistas


def test_cada_entrada_lleva_a_donde_empieza_lo_suyo() -> None:
    representacion = representar(documento(MEZCLA, CORRIENTE))
    destinos = [despues_de(representacion, id_) for id_ in ids(representacion.contenido)]
    for destino, comienzo in zip(
        destinos,
        ["CAPÍTULO I\n", "Artículo 1°", "Artículo 2°", "Artículo 3.", "CAPÍTULO II", "Artículo 4"],
        strict=True,
    ):  # fmt: skip
        assert destino.startswith(comienzo)


@settings(max_examples=80, suppress_health_check=[*HealthCheck])
@given(st.one_of(texto_de_documento(), RARO))
def test_toda_entrada_tiene_su_elemento_y_solo_uno(contenido: str) -> None:
    representacion = representar(documento(contenido or "x", CORRIENTE))
    pagina = Pagina(pintar(representacion))
    assert len(pagina.ids) == len(set(pagina.ids))
    assert set(ids(representacion.contenido)) <= set(pagina.ids)


def test_los_nombres_no_se_repiten_ni_con_numeros() -> None:
    pagina = Pagina(pintar(representar(documento("# Plazo\n\n# Plazo\n\n# Plazo 2\n\n# Plazo"))))
    seccion = [i for i in pagina.ids if i.startswith("seccion-")]
    assert len(seccion) == len(set(seccion)) == 4


@pytest.mark.parametrize(
    ("contenido", "niveles", "con_titulo"),
    [
        ("# A\n\n## B\n\n# C\n\n#### D\n\n## E", "12232", True),
        ("### A\n\n###### B", "23", False),
        ("texto", "", False),
        ("## A\n\n# B", "22", False),
        ("#\n\n# A\n\n### B", "12", True),
    ],
)
def test_los_niveles_no_saltan_y_hay_un_solo_titulo(
    contenido: str, niveles: str, con_titulo: bool
) -> None:
    representacion = representar(documento(contenido))
    assert "".join(re.findall(r"<h(\d)", pintar(representacion))) == niveles
    assert representacion.con_titulo == con_titulo


# --- Tables -----------------------------------------------------------------------------------


def test_las_tablas_se_recorren_con_el_teclado_y_tienen_nombre() -> None:
    tabla = "| a | |\n|:-:|--:|\n| 1 | 2 |\n\n"
    pagina = Pagina(pintar(representar(documento(tabla * 2))))
    marcos = [d for d in pagina.de("div") if d["class"] == "tabla"]
    assert [d["aria-label"] for d in marcos] == ["Tabla 1", "Tabla 2"]
    assert all(d["role"] == "region" and d["tabindex"] == "0" for d in marcos)
    assert pagina.de("th") == [{"class": "al-centro", "scope": "col"}] * 2
    assert [d.get("class") for d in pagina.de("td")[:3]] == [
        "a-la-derecha",
        "al-centro",
        "a-la-derecha",
    ]
    assert not any("style" in dados for _, dados in pagina.atributos)


# --- Kept in memory ---------------------------------------------------------------------------


def test_se_representa_una_vez_y_cabe_en_su_medida() -> None:
    hechas: list[str] = []
    recientes = Recientes[str](10, len)

    def pedir(clave: str, valor: str) -> str:
        def hacer() -> str:
            hechas.append(clave)
            return valor

        return recientes.obtener(clave, hacer)

    assert pedir("a", "1234") == pedir("a", "otra") == "1234"
    assert pedir("b", "1234") == "1234" and hechas == ["a", "b"]
    pedir("a", "")
    pedir("c", "1234")  # b was used least recently
    assert recientes._guardados.currsize == 8
    pedir("a", "")
    assert hechas == ["a", "b", "c"]
    pedir("b", "1234")
    assert hechas == ["a", "b", "c", "b"]


def test_lo_que_no_cabe_no_se_guarda_ni_echa_a_los_demas() -> None:
    recientes = Recientes[str](10, len)
    recientes.obtener("a", lambda: "12345")
    assert recientes.obtener("grande", lambda: "x" * 11) == "x" * 11
    assert recientes.obtener("grande", lambda: "otra") == "otra"
    assert recientes.obtener("a", lambda: "no") == "12345"


def test_muchos_que_quieren_lo_mismo_esperan_a_uno(monkeypatch: pytest.MonkeyPatch) -> None:
    """One makes it, a few wait, the rest are told at once: threads are needed elsewhere."""
    monkeypatch.setattr("siaa.servicio.ventanilla.PACIENCIA_S", SIN_FIN_S)
    recientes, hechas = Recientes[str](10, len), list[str]()
    empezada, lista = threading.Event(), threading.Event()

    def hacer() -> str:
        hechas.append("a")
        empezada.set()
        assert lista.wait(PACIENCIA_S)
        return "1234"

    with ThreadPoolExecutor(ESPERAN + 1) as hilos:
        primero = hilos.submit(recientes.obtener, "a", hacer)
        assert empezada.wait(PACIENCIA_S)
        otros = [hilos.submit(recientes.obtener, "a", hacer) for _ in range(ESPERAN)]
        # Asked before, this one would take a place of theirs.
        assert esperar(lambda: recientes._sitios._value == 0) and lleno(recientes)
        lista.set()
        assert [f.result(PACIENCIA_S) for f in (primero, *otros)] == ["1234"] * (ESPERAN + 1)
    assert hechas == ["a"] and recientes.obtener("b", lambda: "5") == "5"


def lleno(recientes: Recientes[str]) -> bool:
    """Whether one more is turned away."""
    try:
        recientes.obtener("otra", lambda: "")
    except DocumentoEnPreparacion:
        return True
    return False


def test_nadie_espera_sin_fin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("siaa.servicio.ventanilla.PACIENCIA_S", 0.05)
    recientes = Recientes[str](10, len)

    def hacer() -> str:
        with ThreadPoolExecutor(1) as hilos, pytest.raises(DocumentoEnPreparacion):
            hilos.submit(recientes.obtener, "a", lambda: "x").result(PACIENCIA_S)
        return "1234"

    assert recientes.obtener("a", hacer) == "1234"


def test_lo_que_pesa_una_representacion_crece_con_el_texto() -> None:
    una, diez = (representar(documento(ACUERDO_REPORTE * n)).octetos for n in (1, 10))
    assert len(ACUERDO_REPORTE) < una and 5 * una < diez
