"""The chat page: where to look, what is asked back, and what was looked up."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Fabrica
from copias_de_prueba import COMUN, DISTINTO, MOSTRADORES, REGLAMENTO, escribir_copias
from guiones import respuesta
from navegador_de_prueba import (
    PC,
    TELEFONO,
    Vigilada,
    faltas_en_ambos_temas,
)
from ollama_de_prueba import OllamaDePrueba
from pagina_de_prueba import (
    abrir,
    comprobar_foco,
    comprobar_texto,
    espiar_anuncios,
    preguntar,
    pulsar_del_menu,
    responder,
    tabular_hasta,
    terminada,
)
from playwright.sync_api import Locator, Page, ViewportSize, expect
from servidor_de_prueba import ServidorDePrueba

DICE = "Se anotan las canastas que llegaron antes del alba [1]."
PANES = "Manual del mostrador de panes"


@pytest.fixture
def pagina(vigilada: Vigilada, plaza: ServidorDePrueba, ollama_libre: OllamaDePrueba) -> Page:
    ollama_libre.por_defecto = respuesta(DICE)
    abrir(vigilada.pagina, plaza)
    return vigilada.pagina


def elegir(pagina: Page, buscado: str, titulo: str) -> Locator:
    """Look for something in the chooser, which is open, and mark it."""
    cajon = pagina.get_by_role("dialog", name="¿Dónde busco?")
    cajon.get_by_label("Documento o colección").fill(buscado)
    cajon.get_by_label(titulo).check()
    return cajon


def puestas(pagina: Page) -> list[str]:
    return pagina.locator("#lista-ambito .puesto").all_inner_texts()


def test_se_elige_entre_las_copias_y_sigue_la_misma_pregunta(pagina: Page) -> None:
    turno = responder(pagina, DISTINTO, "aclaracion")
    comprobar_texto(turno.locator(".aviso"), "Falta elegir el documento.")
    opciones = turno.get_by_role("group", name="Dónde buscar").get_by_role("button")
    assert opciones.all_inner_texts()[-1] == "Otro…" and opciones.count() == 5
    expect(turno.locator(".explicacion")).to_be_hidden()
    opciones.filter(has_text=PANES).click()
    turno = terminada(pagina, "completa")
    expect(pagina.locator(".turno")).to_have_count(1)
    expect(opciones.first).to_be_hidden()
    comprobar_texto(turno.locator(".fuentes .titulo").first, PANES)
    comprobar_texto(turno.locator(".buscado"), f"Busqué solo en {PANES}.")
    assert puestas(pagina) == []
    turno.get_by_role("button", name="Seguir buscando ahí").click()
    comprobar_foco(pagina, "#pregunta")
    expect(turno.locator(".buscado button")).to_have_text("Buscar en todo")
    assert puestas(pagina) == [PANES]
    responder(pagina, DISTINTO)  # nobody is asked again who has chosen
    pagina.get_by_role("button", name=f"Quitar {PANES}").click()
    comprobar_foco(pagina, "#abrir-ambito")
    responder(pagina, DISTINTO, "aclaracion")


def test_otro_abre_la_lista_y_buscar_en_todo_la_suelta(pagina: Page) -> None:
    turno = responder(pagina, DISTINTO, "aclaracion")
    turno.get_by_role("button", name="Otro…").click()
    comprobar_foco(pagina, "#buscar-ambito")
    elegir(pagina, "MANUALES", "Colección Manuales").get_by_role(
        "button", name="Buscar ahí"
    ).click()
    turno = terminada(pagina, "completa")
    comprobar_texto(turno.locator(".buscado"), "Busqué solo en Colección Manuales.")
    turno.get_by_role("button", name="Buscar en todo").click()
    terminada(pagina, "aclaracion")
    assert puestas(pagina) == []


def test_en_la_lista_van_primero_las_copias_y_basta_el_teclado(pagina: Page) -> None:
    turno = responder(pagina, DISTINTO, "aclaracion")
    turno.get_by_role("button", name="Otro…").click()
    cajon = pagina.get_by_role("dialog", name="¿Dónde busco?")
    primeras = cajon.get_by_role("listitem").all_inner_texts()[: len(MOSTRADORES)]
    assert all("mostrador" in primera for primera in primeras)
    pagina.keyboard.press("Enter")  # nothing is looked for, and nothing chosen
    expect(cajon).to_be_visible()
    pagina.keyboard.type("no existe tal cosa")
    pagina.keyboard.press("Enter")
    expect(cajon).to_be_visible()
    pagina.keyboard.press("Control+A")
    pagina.keyboard.type("mostrador panes")
    pagina.keyboard.press("Enter")
    turno = terminada(pagina, "completa")
    expect(pagina.locator("#pregunta")).to_have_value("")
    comprobar_texto(turno.locator(".buscado"), f"Busqué solo en {PANES}.")


def test_mi_despacho_queda_en_el_navegador(pagina: Page, plaza: ServidorDePrueba) -> None:
    pagina.get_by_role("button", name="Elegir dónde buscar").click()
    cajon = elegir(pagina, "reglamento", "Reglamento de la lonja")
    elegir(pagina, "mostrador panes", PANES)
    cajon.get_by_label("Mi despacho").check()
    cajon.get_by_role("button", name="Buscar ahí").click()
    comprobar_foco(pagina, "#abrir-ambito")
    abrir(pagina, plaza)
    assert sorted(puestas(pagina)) == [PANES, "Reglamento de la lonja"]
    pagina.get_by_role("button", name="Elegir dónde buscar").click()
    expect(cajon.get_by_label("Mi despacho")).to_be_checked()
    cajon.get_by_label("Documento o colección").fill("no existe tal cosa")
    expect(cajon.get_by_role("listitem")).to_have_count(2)  # what is chosen stays
    cajon.get_by_role("button", name="Toda la biblioteca").click()
    abrir(pagina, plaza)
    assert puestas(pagina) == []
    for roto in ("{", "7", "[3]"):
        pagina.evaluate("(texto) => localStorage.setItem('siaa.despacho', texto)", roto)
        abrir(pagina, plaza)
        assert puestas(pagina) == []


@pytest.mark.parametrize("como", ["con palabras", "con su botón"])
def test_lo_elegido_vale_mientras_se_siga_con_lo_mismo(
    pagina: Page, ollama_libre: OllamaDePrueba, como: str
) -> None:
    """What goes on is of that copy, without a scope; another subject is asked of everything."""
    turno = responder(pagina, DISTINTO, "aclaracion")
    if como == "con palabras":
        turno = responder(pagina, "el de panes")
        expect(turno.locator(".buscado button")).to_have_text("Seguir buscando ahí")
    else:
        turno.get_by_role("button", name=PANES).click()
        terminada(pagina, "completa")
        pagina.reload()
        turno = terminada(pagina, "completa")
        expect(turno.locator(".buscado button")).to_have_text(
            ["Buscar en todo", "Seguir buscando ahí"]
        )
    comprobar_texto(turno.locator(".buscado"), f"Busqué solo en {PANES}.")
    assert puestas(pagina) == []
    responder(pagina, "¿Y quién las cuenta?")
    pedido = ollama_libre.preguntas[-1].cuerpo
    assert b"canastas de panes" in pedido and b"canastas de flores" not in pedido
    turno = responder(pagina, REGLAMENTO)
    expect(turno.locator(".buscado")).to_be_hidden()
    expect(turno.locator(".fuentes")).to_contain_text("Reglamento de la lonja")


def test_lo_elegido_vale_para_la_misma_pregunta_y_no_para_otra(
    pagina: Page, ollama_libre: OllamaDePrueba
) -> None:
    turno = responder(pagina, DISTINTO, "aclaracion")
    turno.get_by_role("button", name=PANES).click()
    turno = terminada(pagina, "completa")
    pulsar_del_menu(turno, "De otra manera", "Preguntar de nuevo")
    expect(pagina.locator(".turno")).to_have_count(2)
    turno = terminada(pagina, "completa")
    comprobar_texto(turno.locator(".buscado"), f"Busqué solo en {PANES}.")
    pulsar_del_menu(turno, "De otra manera", "Más corto")
    expect(pagina.locator(".turno")).to_have_count(3)
    terminada(pagina, "completa")
    pedido = ollama_libre.preguntas[-1].cuerpo
    assert b"canastas de panes" in pedido and b"canastas de flores" not in pedido
    turno.get_by_role("button", name="Editar").click()
    pagina.keyboard.press("Enter")
    expect(turno.get_by_role("group", name="Dónde buscar")).to_be_visible()


def test_lo_que_se_quita_del_despacho_no_vuelve(pagina: Page, plaza: ServidorDePrueba) -> None:
    pagina.get_by_role("button", name="Elegir dónde buscar").click()
    cajon = elegir(pagina, "reglamento", "Reglamento de la lonja")
    elegir(pagina, "mostrador panes", PANES)
    cajon.get_by_label("Mi despacho").check()
    cajon.get_by_role("button", name="Buscar ahí").click()
    for quitado, quedan in ((PANES, ["Reglamento de la lonja"]), ("Reglamento de la lonja", [])):
        pagina.get_by_role("button", name=f"Quitar {quitado}").click()
        abrir(pagina, plaza)
        assert puestas(pagina) == quedan


def test_lo_puesto_se_nombra_en_pocas_palabras(
    vigilada: Vigilada, servidor: Fabrica, tmp_path: Path
) -> None:
    """Of a long title that near-copies share, what differs, however it was chosen."""
    pagina, documentos = vigilada.pagina, escribir_copias(tmp_path / "documentos")
    largo = "Manual de las hojas que la lonja pide cada día al mostrador de {}"
    (documentos / "catalogo.toml").write_text(
        "".join(
            f'[documentos."mostrador_{que}.md"]\ntitulo = "{largo.format(que)}"\n'
            for que in MOSTRADORES
        ),
        encoding="utf-8",
    )
    abrir(pagina, servidor(documentos=documentos))
    pagina.get_by_role("button", name="Elegir dónde buscar").click()
    cajon = elegir(pagina, "panes", largo.format("panes"))
    cajon.get_by_role("button", name="Buscar ahí").click()
    assert puestas(pagina) == ["Panes"]
    pagina.get_by_role("button", name="Quitar Panes").click()
    responder(pagina, DISTINTO, "aclaracion")
    turno = responder(pagina, "el de flores")
    comprobar_texto(turno.locator(".buscado"), "Busqué solo en Flores.")
    turno.get_by_role("button", name="Seguir buscando ahí").click()
    assert puestas(pagina) == ["Flores"]


def test_lo_que_se_busco_esta_bajo_la_pregunta(pagina: Page, ollama_libre: OllamaDePrueba) -> None:
    turno = responder(pagina, REGLAMENTO)
    expect(turno.locator(".buscado")).to_be_hidden()
    turno = responder(pagina, "¿Y por qué razones?")
    comprobar_texto(turno.locator(".buscado"), f"Busqué junto con «{REGLAMENTO}».")
    assert b"puede cerrar la lonja" in ollama_libre.preguntas[-1].cuerpo
    turno.get_by_role("button", name="Preguntar por separado").click()
    expect(turno.locator(".buscado")).to_be_hidden()
    turno = terminada(pagina, "completa")
    assert b"puede cerrar la lonja" not in ollama_libre.preguntas[-1].cuerpo


def test_lo_que_dicen_todas_nombra_a_las_otras(pagina: Page) -> None:
    turno = responder(pagina, COMUN)
    dicho = turno.get_by_text("Dicen lo mismo, palabra por palabra:").first
    comprobar_texto(dicho, PANES)


def test_solo_con_el_teclado_y_para_quien_oye(pagina: Page) -> None:
    espiar_anuncios(pagina)
    preguntar(pagina, DISTINTO)
    turno = terminada(pagina, "aclaracion")
    tabular_hasta(pagina, ".opciones .boton", "Shift+Tab")
    comprobar_texto(pagina.locator(":focus"), "Otro…")
    pagina.keyboard.press("Enter")
    comprobar_foco(pagina, "#buscar-ambito")
    pagina.keyboard.type("flores")
    tabular_hasta(pagina, "#opciones-ambito input")
    pagina.keyboard.press("Space")
    tabular_hasta(pagina, "#aceptar-ambito")
    pagina.keyboard.press("Enter")
    terminada(pagina, "completa")
    comprobar_texto(turno.locator(".fuentes .titulo").first, "Manual del mostrador de flores")
    tabular_hasta(pagina, ".puesto button", "Shift+Tab")
    pagina.keyboard.press("Enter")
    comprobar_foco(pagina, "#abrir-ambito")


@pytest.mark.parametrize("tamano", [PC, TELEFONO])
def test_axe_no_tiene_nada_que_decir(
    pagina: Page, plaza: ServidorDePrueba, ollama_libre: OllamaDePrueba, tamano: ViewportSize
) -> None:
    ollama_libre.por_defecto = respuesta(DICE)
    pagina.set_viewport_size(tamano)
    abrir(pagina, plaza)

    def revisar(estado: str) -> None:
        assert faltas_en_ambos_temas(pagina) == [], estado

    turno = responder(pagina, DISTINTO, "aclaracion")
    revisar("aclaración")
    turno.get_by_role("button", name="Otro…").click()
    cajon = elegir(pagina, "panes", PANES)
    revisar("elegir dónde buscar")
    cajon.get_by_role("button", name="Buscar ahí").click()
    terminada(pagina, "completa")
    responder(pagina, "¿Y cuántas?")
    revisar("junto con otra, solo en uno")
    ancho = pagina.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert ancho <= 0


def test_lo_que_se_pregunto_de_vuelta_sigue_ahi_despues_de_f5(pagina: Page) -> None:
    """Answered with words too: what «el de panes» answers stays with it."""
    responder(pagina, DISTINTO, "aclaracion")
    pagina.reload()
    turno = terminada(pagina, "aclaracion")
    comprobar_texto(turno.locator(".aviso"), "Falta elegir el documento.")
    expect(turno.get_by_role("group", name="Dónde buscar").get_by_role("button")).to_have_count(5)
    turno = responder(pagina, "el de panes")
    comprobar_texto(turno.locator(".buscado"), f"Busqué solo en {PANES}.")
    assert puestas(pagina) == []  # what is asked next is asked of everything
    pagina.reload()
    assert pagina.locator(".turno h2").all_inner_texts() == [DISTINTO, "el de panes"]
