"""The chat page: a conversation that goes on after F5, is named, taken away and forgotten."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from biblioteca_de_prueba import NUEVE_DIAS, OTRA_PREGUNTA, PREGUNTA, REPARO
from docx import Document
from guiones import respuesta
from navegador_de_prueba import (
    PC,
    TELEFONO,
    faltas_en_ambos_temas,
)
from ollama_de_prueba import OllamaDePrueba
from pagina_de_prueba import (
    abrir,
    comprobar_foco,
    comprobar_texto,
    guardado,
    preguntar,
    responder,
    tabular_hasta,
    terminada,
)
from playwright.sync_api import Locator, Page, ViewportSize, expect
from servidor_de_prueba import ServidorDePrueba

pytestmark = pytest.mark.usefixtures("ollama_libre")
CITADA = (
    f"El plazo del **reporte RETRI** es de siete días hábiles.\n\n1. Luna\n2. Sol\n\n{NUEVE_DIAS}"
)
TABLA = "| Qué | Quién |\n|---|---|\n| La multa es de 8800 pesos & más | juez |\n"


def historial(pagina: Page) -> Locator:
    pagina.get_by_role("button", name="Historial").click()
    return pagina.get_by_role("dialog", name="Historial")


def nombres(cajon: Locator) -> list[str]:
    return cajon.locator(".entrada-pregunta").all_inner_texts()


def test_despues_de_f5_la_conversacion_sigue(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    abrir(pagina, siaa)
    responder(pagina, PREGUNTA)
    responder(pagina, OTRA_PREGUNTA)
    pagina.reload()
    comprobar_texto(terminada(pagina, "completa"), OTRA_PREGUNTA, "Según el acuerdo, sí.")
    expect(pagina.locator(".turno")).to_have_count(2)
    comprobar_foco(pagina, "#pregunta")
    responder(pagina, "¿Y si es festivo?")
    enviado = json.loads(ollama_comun.preguntas[-1].cuerpo)["messages"]
    assert [m["content"] for m in enviado if m["role"] == "user"][:2] == [PREGUNTA, OTRA_PREGUNTA]
    assert len({entrada["conversacion"] for entrada in guardado(pagina)}) == 1
    pagina.get_by_role("button", name="Nueva").click()
    pagina.reload()
    expect(pagina.locator("#bienvenida")).to_be_visible()
    otra = pagina.context.new_page()
    abrir(otra, siaa)
    expect(otra.locator(".turno")).to_have_count(0)  # another tab begins its own


def test_se_abre_se_nombra_y_se_sigue(pagina: Page, siaa: ServidorDePrueba) -> None:
    abrir(pagina, siaa)
    responder(pagina, PREGUNTA)
    pagina.get_by_role("button", name="Nueva").click()
    responder(pagina, OTRA_PREGUNTA)
    cajon = historial(pagina)
    assert nombres(cajon) == [OTRA_PREGUNTA, PREGUNTA]
    cajon.get_by_role("button", name=f"Renombrar «{PREGUNTA}»").press("Enter")
    campo = cajon.get_by_label("Nombre de la conversación")
    expect(campo).to_be_focused()
    campo.fill("Término del reporte")
    campo.press("Enter")
    renombrar = cajon.get_by_role("button", name="Renombrar «Término del reporte»")
    expect(renombrar).to_be_focused()
    cajon.get_by_label("Buscar en el historial").fill("TERMINO DEL")
    comprobar_texto(cajon, "1 conversación de 2.")
    cajon.locator(".entrada").click()
    expect(pagina.locator(".turno")).to_have_count(1)
    responder(pagina, "¿Y si es festivo?")
    cajon = historial(pagina)
    assert nombres(cajon) == ["Término del reporte", OTRA_PREGUNTA]
    comprobar_texto(cajon.locator(".entrada").first, "2 preguntas")
    renombrar.click()
    campo.fill("  ")
    campo.press("Enter")
    assert nombres(cajon) == [PREGUNTA, OTRA_PREGUNTA]


def test_lo_borrado_se_deshace(pagina: Page, siaa: ServidorDePrueba) -> None:
    abrir(pagina, siaa)
    responder(pagina, PREGUNTA)
    pagina.get_by_role("button", name="Nueva").click()
    responder(pagina, OTRA_PREGUNTA)
    antes = guardado(pagina)
    cajon = historial(pagina)
    cajon.get_by_role("button", name=f"Borrar «{OTRA_PREGUNTA}»").click()
    expect(pagina.locator(".turno")).to_have_count(0)  # nor does it stay on the page
    cajon.get_by_role("button", name="Deshacer").click()
    comprobar_texto(
        cajon.get_by_role("status"), "Se recuperó la conversación. Hay 2 conversaciones."
    )
    assert guardado(pagina) == antes
    expect(cajon.get_by_role("button", name="Deshacer")).to_have_count(0)


def test_borrar_todo_no_deja_nada(pagina: Page, siaa: ServidorDePrueba) -> None:
    abrir(pagina, siaa)
    responder(pagina, PREGUNTA)
    pagina.evaluate("localStorage.setItem('siaa.despacho', '[[\"a.md\", \"A\"]]')")
    cajon = historial(pagina)
    comprobar_texto(cajon, "para no dejar nada, marque «No guardar» o borre todo antes de irse")
    cajon.get_by_role("button", name="Borrar todo el historial").click()
    cajon.get_by_role("button", name="Sí, borrar todo").click()
    expect(pagina.locator(".turno")).to_have_count(0)
    queda = "[...Object.values(localStorage), ...Object.values(sessionStorage)].join('')"
    assert pagina.evaluate(queda) == ""


def test_sin_guardar_f5_la_vacia(pagina: Page, siaa: ServidorDePrueba) -> None:
    abrir(pagina, siaa)
    cajon = historial(pagina)
    cajon.get_by_label("se pierden al recargar la página").check()
    pagina.keyboard.press("Escape")
    responder(pagina, PREGUNTA)
    pagina.reload()
    expect(pagina.locator("#bienvenida")).to_be_visible()


def bajar(pagina: Page, boton: Locator, carpeta: Path) -> Path:
    with pagina.expect_download() as bajada:
        boton.click()
    ruta = carpeta / bajada.value.suggested_filename
    bajada.value.save_as(ruta)
    return ruta


def test_en_word_va_lo_citado_por_orden_de_aparicion(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba, tmp_path: Path
) -> None:
    ollama_comun.encolar(respuesta(CITADA), respuesta(TABLA))
    abrir(pagina, siaa)
    turno = responder(pagina, PREGUNTA)
    turno.locator("summary", has_text="Guardar").click()
    ruta = bajar(pagina, turno.get_by_role("button", name="Guardar en Word"), tmp_path)
    assert ruta.name.endswith("-cual-es-el-plazo-para-presentar-el-reporte-retri.docx")
    parrafos = [(p.style.name, p.text) for p in Document(str(ruta)).paragraphs if p.style]
    assert parrafos[0] == ("Heading 1", PREGUNTA)
    assert [texto for _, texto in parrafos].count(PREGUNTA) == 1
    assert not any(texto.endswith("\n") for _, texto in parrafos)
    assert ("Normal", "El plazo del reporte RETRI es de siete días hábiles. [1]") in parrafos
    assert any(e == "List" and texto.startswith("2. Sol") for e, texto in parrafos)
    assert ("Normal", f"{NUEVE_DIAS} [1] [{REPARO}]") in parrafos
    fuentes = [texto for estilo, texto in parrafos if estilo == "Heading 4"]
    assert len(fuentes) == 1 and fuentes[0].startswith("[1] Acuerdo VR24-101 sobre el reporte")
    assert any(e == "Quote" and "siete días hábiles contados" in texto for e, texto in parrafos)
    assert any(" con el pasaje 1: revise. " in texto for _, texto in parrafos)
    assert any("Redactado con ayuda de una máquina" in texto for _, texto in parrafos)

    responder(pagina, OTRA_PREGUNTA)
    ruta = bajar(pagina, historial(pagina).get_by_role("button", name="Word «"), tmp_path)
    documento = Document(str(ruta))
    assert [p.text for p in documento.paragraphs if p.style and p.style.name == "Heading 2"] == [
        PREGUNTA,
        OTRA_PREGUNTA,
    ]
    celdas = [[celda.text for celda in fila.cells] for fila in documento.tables[0].rows]
    assert celdas == [["Qué", "Quién"], ["La multa es de 8800 pesos & más [sin respaldo]", "juez"]]
    al_papel = "[...document.querySelectorAll('.hoja h2')].map((h) => h.innerText)"
    pagina.evaluate(f"() => {{ window.print = () => {{ window.impreso = {al_papel}; }}; }}")
    pagina.get_by_role("button", name="Imprimir «").click()
    assert pagina.evaluate("window.impreso") == [PREGUNTA, OTRA_PREGUNTA]


def test_lo_citado_se_numera_por_orden_de_aparicion(pagina: Page, siaa: ServidorDePrueba) -> None:
    """Of sources 1 to 3 the answer cites the third and then the first: they are 1 and 2."""
    fuente = {"doc": "a.md", "titulo": "A", "coleccion": "c", "seccion": "s"}
    lugares = [(0, 5, 3), (6, 11, 1)]
    entrada = {
        "pregunta": "¿Qué?",
        "fecha": "2026-01-02T03:04:05.000Z",
        "texto": "Tres. Uno. ",
        "html": '<p>Tres.<a data-fuente="3">3</a> Uno.<a data-fuente="1">1</a></p>',
        "desenlace": "completa",
        "fuentes": [fuente | {"n": n, "texto": f"Pasaje {n}."} for n in (1, 2, 3)],
        "frases": [
            {"desde": d, "hasta": h, "estado": "respaldada", "fuente": n, "discrepancias": []}
            for d, h, n in lugares
        ],
    }
    abrir(pagina, siaa)
    pagina.evaluate("(e) => localStorage.setItem('siaa.historial', JSON.stringify([e]))", entrada)
    historial(pagina).locator(".entrada").click()
    pagina.emulate_media(media="print")
    pagina.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    hoja = pagina.locator(".hoja")
    comprobar_texto(hoja.locator(".texto"), "Tres. [1] Uno. [2]")
    assert hoja.locator("blockquote").all_inner_texts() == ["Pasaje 3.", "Pasaje 1."]


def test_una_pregunta_enviada_se_cambia_en_su_sitio(pagina: Page, siaa: ServidorDePrueba) -> None:
    abrir(pagina, siaa)
    turno = responder(pagina, PREGUNTA)
    responder(pagina, OTRA_PREGUNTA)
    caja = pagina.locator("#pregunta")
    turno.get_by_role("button", name="Editar").click()
    expect(caja).to_have_value(PREGUNTA)
    comprobar_foco(pagina, "#pregunta")
    comprobar_texto(pagina.locator("#espera"), f"Está cambiando «{PREGUNTA}»")
    pagina.get_by_role("button", name="No cambiarla").click()
    expect(caja).to_have_value("")
    turno.get_by_role("button", name="Editar").click()
    caja.press("Escape")
    expect(pagina.locator("#espera")).to_be_empty()
    expect(caja).to_have_value("")
    comprobar_texto(pagina.locator("#anuncio"), "La pregunta queda como estaba.")
    turno.get_by_role("button", name="Editar").click()
    preguntar(pagina, "¿Quién dicta la capacitación?")
    comprobar_texto(turno.locator(".pregunta"), "¿Quién dicta la capacitación?")
    expect(turno.and_(pagina.locator(".acabado"))).to_be_visible()
    expect(pagina.locator(".turno")).to_have_count(2)
    assert [e["pregunta"] for e in guardado(pagina)] == [
        "¿Quién dicta la capacitación?",
        OTRA_PREGUNTA,
    ]


def test_se_sugiere_lo_que_los_pasajes_tambien_responden(
    pagina: Page, siaa: ServidorDePrueba
) -> None:
    pagina.route(
        "**/siaa/chat",
        lambda ruta: ruta.fulfill(
            body=ruta.fetch().text().replace('"siguientes": []', '"siguientes": ["¿Otra cosa?"]'),
            content_type="text/event-stream",
        ),
    )
    abrir(pagina, siaa)
    turno = responder(pagina, PREGUNTA)
    turno.get_by_role("button", name="¿Otra cosa?").click()
    comprobar_texto(pagina.locator(".pregunta").last, "¿Otra cosa?")
    expect(pagina.locator(".turno").last.and_(pagina.locator(".acabado"))).to_be_visible()


def test_se_pide_de_otra_manera_la_respuesta_que_se_mira(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    abrir(pagina, siaa)
    turno = responder(pagina, PREGUNTA)
    responder(pagina, OTRA_PREGUNTA)
    turno.locator("summary", has_text="De otra manera").click()
    turno.get_by_role("button", name="Más corto").click()
    otro = pagina.locator(".turno").nth(2)
    expect(otro.and_(pagina.locator(".acabado"))).to_be_visible()
    comprobar_texto(otro.locator(".avisos"), f"Con los mismos pasajes de «{PREGUNTA}».")
    titulos = ".fuentes .rotulo"
    assert otro.locator(titulos).all_inner_texts() == turno.locator(titulos).all_inner_texts()
    enviado = json.loads(ollama_comun.preguntas[-1].cuerpo)["messages"]
    assert OTRA_PREGUNTA not in [mensaje["content"] for mensaje in enviado]


def test_solo_con_el_teclado(pagina: Page, siaa: ServidorDePrueba) -> None:
    abrir(pagina, siaa)
    responder(pagina, PREGUNTA)
    tabular_hasta(pagina, ".menu:last-of-type summary", "Shift+Tab")
    pagina.keyboard.press("Enter")
    tabular_hasta(pagina, ".menu button")
    comprobar_texto(pagina.locator(":focus"), "Más sencillo")
    tabular_hasta(pagina, ".cabeza-turno .orden", "Shift+Tab")
    pagina.keyboard.press("Enter")
    comprobar_foco(pagina, "#pregunta")
    pagina.keyboard.press("Shift+Tab")
    tabular_hasta(pagina, "#espera button", "Shift+Tab")
    pagina.keyboard.press("Enter")
    tabular_hasta(pagina, "#abrir-historial", "Shift+Tab")
    pagina.keyboard.press("Enter")
    tabular_hasta(pagina, ".borrar")
    pagina.keyboard.press("Enter")
    tabular_hasta(pagina, "#borrar-todo button", "Shift+Tab")
    comprobar_texto(pagina.locator(":focus"), "Deshacer")
    pagina.keyboard.press("Enter")
    assert len(guardado(pagina)) == 1


@pytest.mark.parametrize("tamano", [PC, TELEFONO, {"width": 640, "height": 400}])
def test_axe_no_tiene_nada_que_decir(
    pagina: Page, siaa: ServidorDePrueba, tamano: ViewportSize
) -> None:
    """640 by 400 is a PC of 1280 by 800 at 200 %."""
    pagina.set_viewport_size(tamano)
    abrir(pagina, siaa)

    def revisar(estado: str) -> None:
        assert faltas_en_ambos_temas(pagina) == [], estado
        ancho = pagina.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert ancho <= 0, estado

    turno = responder(pagina, PREGUNTA)
    turno.locator(".menu summary").first.click()
    turno.get_by_role("button", name="Editar").click()
    revisar("menú y edición")
    cajon = historial(pagina)
    revisar("conversaciones")
    cajon.get_by_role("button", name="Renombrar").click()
    revisar("nombre")
    cajon.get_by_role("button", name="Cancelar").click()
    cajon.get_by_role("button", name="Borrar «").click()
    revisar("deshacer")
