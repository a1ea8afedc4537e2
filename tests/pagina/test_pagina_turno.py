"""The chat page: turns that are stopped, broken or left, and what each sends and keeps."""

from __future__ import annotations

import json
from typing import Any

import pytest
from biblioteca_de_prueba import NUEVE_DIAS, OTRA_PREGUNTA, PREGUNTA, REPARO, SIN_RESPUESTA
from conftest import Fabrica
from guiones import PARA_SIEMPRE, respuesta, tras
from navegador_de_prueba import Contexto, Vigilada
from ollama_de_prueba import OllamaDePrueba
from pagina_de_prueba import (
    LARGA,
    abrir,
    comprobar_foco,
    comprobar_texto,
    dejar_a_medias,
    guardado,
    preguntar,
    pulsar_del_menu,
    responder,
    terminada,
)
from playwright.sync_api import Page, expect
from servidor_de_prueba import ServidorDePrueba

pytestmark = pytest.mark.usefixtures("ollama_libre")
FUENTE = {
    "n": 1,
    "doc": "acuerdo.md",
    "titulo": "Acuerdo",
    "coleccion": "normativa",
    "seccion": "Artículo 1",
    "texto": "El plazo es de siete días.",
    "url": "/siaa/ver/acuerdo.md",
    "motivos": [],
}
FUENTES = {"evento": "fuentes", "fuentes": [FUENTE], "palabras": ["plazo"]}
FIN = {"evento": "fin", "motivo": "stop", "completa": True, "modo": "modelo", "frases": []}
HECHO = "data: [DONE]\n\n"
FLUJO_ABIERTO = """(marco) => {
  const cuerpo = new ReadableStream({
    start: (salida) => salida.enqueue(new TextEncoder().encode(marco))});
  window.fetch = async () =>
    new Response(cuerpo, {headers: {"Content-Type": "text/event-stream"}});
}"""
"""From now on every answer is this frame, and the connection stays open."""
ILEGIBLE = "Lo que llegó de SIAA no se entiende."


def marco(palabras: str = "", **siaa: Any) -> str:
    """A frame as the service writes it."""
    delta = {"content": palabras} if palabras else {}
    datos = {"model": "qwen2.5:3b", "choices": [{"index": 0, "delta": delta}], "siaa": siaa}
    return f"data: {json.dumps(datos)}\n\n"


def contestar(pagina: Page, *marcos: str) -> None:
    """Answer the next question with these frames, and the connection then ends."""
    cuerpo = "".join(marcos)
    pagina.route(
        "**/siaa/chat",
        lambda ruta: ruta.fulfill(body=cuerpo, content_type="text/event-stream"),
        times=1,
    )


# --- Stopping ------------------------------------------------------------------------------------


def test_lo_que_detiene_una_respuesta_no_detiene_la_que_la_sigue(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    """As the second half of a double click, or a key that is held down."""
    ollama_comun.encolar(*(tras((f"Palabra {n}",), PARA_SIEMPRE) for n in range(2)))
    abrir(pagina, siaa)
    preguntar(pagina, PREGUNTA)
    comprobar_texto(pagina.locator(".texto"), "Palabra 0")
    preguntar(pagina, OTRA_PREGUNTA)
    pagina.clock.set_fixed_time("2026-07-01T12:00:00")
    pagina.keyboard.down("Escape")
    segunda = pagina.locator(".turno").nth(1)
    comprobar_texto(segunda.locator(".texto"), "Palabra 1")
    pagina.locator("#detener").click()
    pagina.clock.set_fixed_time("2026-07-01T12:00:01")
    pagina.keyboard.down("Escape")
    pagina.keyboard.up("Escape")
    expect(segunda.locator(".marcha")).to_be_visible()
    expect(pagina.locator(".desenlace-detenida")).to_have_count(1)
    pagina.locator("#detener").click()
    expect(pagina.locator(".desenlace-detenida")).to_have_count(2)


COMPONER = """(caja) => caja.dispatchEvent(
  new KeyboardEvent("keydown", {key: "Escape", bubbles: true, isComposing: true}))"""


def test_escape_en_otro_campo_o_componiendo_no_detiene(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    ollama_comun.encolar(respuesta("Siete días."), tras(LARGA, PARA_SIEMPRE))
    abrir(pagina, siaa)
    turno = responder(pagina, PREGUNTA)
    turno.get_by_role("button", name="No", exact=True).click()
    preguntar(pagina, OTRA_PREGUNTA)
    comprobar_texto(pagina.locator(".turno").nth(1), "Y hay")
    turno.get_by_label("Comentario (opcional)").press("Escape")
    pagina.locator("#pregunta").evaluate(COMPONER)
    expect(pagina.locator(".turno").nth(1).locator(".marcha")).to_be_visible()
    turno.get_by_role("button", name="Editar").click()
    pagina.locator("#pregunta").press("Escape")
    expect(pagina.locator("#espera")).to_be_empty()
    expect(pagina.locator(".turno").nth(1).locator(".marcha")).to_be_visible()
    turno.get_by_role("button", name="Copiar", exact=True).press("Escape")
    terminada(pagina, "detenida")


def test_lo_detenido_vuelve_del_historial_con_sus_renglones(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    dejar_a_medias(pagina, siaa, ollama_comun)
    pagina.keyboard.press("Escape")
    texto = terminada(pagina, "detenida").locator(".texto").inner_text()
    assert texto.splitlines()[-1] == "Y hay"
    pagina.locator("#nueva").click()
    pagina.locator("#abrir-historial").click()
    pagina.locator(".entrada").click()
    turno = terminada(pagina, "detenida")
    assert turno.locator(".texto").inner_text() == texto
    expect(turno.locator(".texto strong")).to_have_text("siete días hábiles")
    comprobar_texto(turno.locator(".aviso"), "Lo escrito hasta aquí no está terminado.")


def test_lo_detenido_sin_palabras_no_habla_de_lo_escrito(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    ollama_comun.encolar(tras((), PARA_SIEMPRE))
    abrir(pagina, siaa)
    preguntar(pagina, PREGUNTA)
    comprobar_texto(pagina.locator(".pasaje").first, "siete días hábiles")
    pagina.keyboard.press("Escape")
    expect(terminada(pagina, "detenida").locator(".aviso")).not_to_contain_text("Lo escrito")


def test_lo_que_se_cerro_a_medias_dice_que_se_cerro(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    dejar_a_medias(pagina, siaa, ollama_comun)
    pagina.reload()
    pagina.locator("#abrir-historial").click()
    comprobar_texto(pagina.locator(".entrada"), PREGUNTA)
    pagina.locator(".entrada").click()
    turno = terminada(pagina, "cerrada")
    comprobar_texto(turno, "La página se cerró antes de que terminara", "siete días hábiles")
    expect(turno.get_by_role("button", name="Preguntar de nuevo")).to_have_count(1)


# --- What breaks ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "marcos",
    [
        (marco(**FUENTES), marco("Hola "), "data: {\n\n"),
        (marco("Hola "), marco(evento="fuentes", fuentes=[{"n": 1}])),
        (marco(**FUENTES), marco("Hola "), HECHO),
        (marco(**FUENTES), marco("Hola "), marco(**FIN, html=["<p>"]), HECHO, "data: null\n\n"),
    ],
    ids=["no_es_json", "fuente_sin_texto", "sin_fin", "marco_nulo"],
)
def test_lo_que_no_se_entiende_se_dice_y_la_pagina_sigue(
    pagina: Page, siaa: ServidorDePrueba, marcos: tuple[str, ...]
) -> None:
    abrir(pagina, siaa)
    contestar(pagina, *marcos)
    turno = responder(pagina, PREGUNTA, "ilegible")
    comprobar_texto(turno, "No se pudo leer la respuesta", ILEGIBLE)
    comprobar_texto(turno.locator(".texto"), "Hola")
    turno.get_by_role("button", name="Reintentar").click()
    comprobar_texto(terminada(pagina, "completa"), "Según el acuerdo, sí.")


def test_unas_fuentes_ausentes_son_ninguna(pagina: Page, siaa: ServidorDePrueba) -> None:
    abrir(pagina, siaa)
    contestar(pagina, marco(evento="fuentes"), marco("Hola"), marco(**FIN), HECHO)
    comprobar_texto(responder(pagina, PREGUNTA).locator(".texto"), "Hola")


def test_reintentar_no_pierde_lo_que_prometio_conservar(
    vigilada: Vigilada, siaa: ServidorDePrueba
) -> None:
    vigilada.tolera.append("503")
    pagina = vigilada.pagina
    abrir(pagina, siaa)
    contestar(pagina, marco(**FUENTES), marco("Hola "))
    turno = responder(pagina, PREGUNTA, "perdida")
    reintentar = turno.get_by_role("button", name="Reintentar")
    lleno = {"error": {"mensaje": "Hay mucha gente."}}
    pagina.route("**/siaa/chat", lambda ruta: ruta.fulfill(status=503, json=lleno), times=1)
    for desenlace in ("rechazada", "perdida"):
        reintentar.click()
        terminada(pagina, desenlace)
        comprobar_texto(turno, "Hola", "siete días", "se conserva aquí")
        contestar(pagina)  # for the next round: it opens, and nothing comes
    pagina.unroute("**/siaa/chat")
    reintentar.click()
    terminada(pagina, "completa")
    expect(turno.locator(".texto")).not_to_contain_text("Hola")


def test_lo_que_llego_tras_un_error_y_antes_de_un_corte_se_ve(
    pagina: Page, siaa: ServidorDePrueba
) -> None:
    abrir(pagina, siaa)
    error = marco(evento="error", codigo="modelo_fallo", mensaje="Falló.")
    contestar(pagina, marco(**FUENTES), marco("Hola "), error, marco("y lo que llegó después"))
    turno = responder(pagina, PREGUNTA, "perdida")
    comprobar_texto(turno.locator(".texto"), "Hola y lo que llegó después")


def test_ni_un_fallo_propio_deja_muda_la_pagina(vigilada: Vigilada, siaa: ServidorDePrueba) -> None:
    vigilada.tolera.append("exception:")
    pagina = vigilada.pagina
    abrir(pagina, siaa)
    pagina.evaluate("() => { window.bueno = AbortController; window.AbortController = null; }")
    preguntar(pagina, PREGUNTA)
    expect(pagina.get_by_role("button", name="Detener")).to_be_hidden()
    pagina.evaluate("() => { window.AbortController = window.bueno; }")
    comprobar_texto(responder(pagina, OTRA_PREGUNTA), "Según el acuerdo, sí.")


# --- What is sent --------------------------------------------------------------------------------


@pytest.mark.parametrize("nada", ["", " \n ", "\u200b\u200d\u2060", "\u202e\ufeff \u00ad"])
def test_lo_que_no_se_ve_no_es_una_pregunta(
    pagina: Page, siaa: ServidorDePrueba, nada: str
) -> None:
    abrir(pagina, siaa)
    preguntar(pagina, nada)
    comprobar_texto(pagina.locator("#anuncio"), "Escriba una pregunta.")
    comprobar_texto(pagina.locator("#hecho"), "Escriba una pregunta.")
    comprobar_foco(pagina, "#pregunta")
    expect(pagina.locator(".turno")).to_have_count(0)


def test_lo_que_no_se_ve_no_viaja_con_la_pregunta(pagina: Page, siaa: ServidorDePrueba) -> None:
    abrir(pagina, siaa)
    with pagina.expect_request("**/siaa/chat") as pedido:
        responder(pagina, "\ufeff¿Cuál es el pla\u200bzo del reporte \u202eRETRI?")
    assert pedido.value.post_data_json["messages"][-1]["content"] == (
        "¿Cuál es el plazo del reporte RETRI?"
    )


def test_las_respuestas_anteriores_viajan_recortadas(pagina: Page, siaa: ServidorDePrueba) -> None:
    """Whole, three of these would be refused as too large a body."""
    abrir(pagina, siaa)
    for _ in range(3):
        contestar(pagina, marco(**FUENTES), *[marco("á" * 100_000)] * 2, marco(**FIN), HECHO)
        responder(pagina, PREGUNTA)
    with pagina.expect_request("**/siaa/chat") as pedido:
        comprobar_texto(responder(pagina, OTRA_PREGUNTA), "Según el acuerdo, sí.")
    largos = [len(m["content"]) for m in pedido.value.post_data_json["messages"]]
    assert len(largos) == 7 and max(largos) == 8000


# --- What is seen --------------------------------------------------------------------------------


NO_ESTA = "La palabra «calamidad» no está en los documentos."


def test_lo_que_se_dice_de_la_busqueda_va_encima(pagina: Page, siaa: ServidorDePrueba) -> None:
    abrir(pagina, siaa)
    contestar(pagina, marco(**FUENTES, avisos=[NO_ESTA]), marco("Siete."), marco(**FIN), HECHO)
    turno = responder(pagina, "¿Qué dice de la calamidad?")
    aviso = turno.locator(".avisos")
    expect(aviso).to_have_text(NO_ESTA)
    alturas = [lugar.bounding_box() for lugar in (aviso, turno.locator(".cuerpo"))]
    assert alturas[0] and alturas[1] and alturas[0]["y"] < alturas[1]["y"]
    expect(responder(pagina, PREGUNTA).locator(".avisos")).to_be_hidden()


def test_la_duda_se_dice_y_el_modelo_responde(pagina: Page, siaa: ServidorDePrueba) -> None:
    abrir(pagina, siaa)
    turno = responder(pagina, "¿Quién vende la cinta blanca ancha?")
    comprobar_texto(
        turno.locator(".aviso-corte"), "Puede que la respuesta no esté en estos pasajes."
    )
    no_estan = "Las palabras «vende» y «ancha» no están en los documentos."
    expect(turno.locator(".avisos")).to_have_text(no_estan)
    expect(responder(pagina, PREGUNTA).locator(".avisos")).to_be_hidden()


def test_lo_que_no_esta_se_dice_aunque_no_haya_pasajes(
    pagina: Page, siaa: ServidorDePrueba
) -> None:
    """By the real service: it goes to the page, to the screen reader and into the copy."""
    pagina.context.grant_permissions(["clipboard-read", "clipboard-write"])
    abrir(pagina, siaa)
    turno = responder(pagina, "¿Y la ventriloquia?", "nada")
    no_esta = "La palabra «ventriloquia» no está en los documentos."
    expect(turno.locator(".avisos")).to_have_text(no_esta)
    comprobar_texto(pagina.locator("#anuncio"), no_esta)
    turno.get_by_role("button", name="Copiar", exact=True).click()
    comprobar_texto(pagina.locator(".acciones .hecho"), "Texto copiado.")
    assert no_esta in pagina.evaluate("navigator.clipboard.readText()")


def test_lo_que_falta_se_descuenta_y_se_calla_cuando_paso(
    pagina: Page, siaa: ServidorDePrueba
) -> None:
    pagina.clock.install(time="2026-07-01T12:00:00")
    abrir(pagina, siaa)
    pagina.clock.pause_at("2026-07-01T13:00:00")
    espera = marco(evento="estado", fase="leyendo", estimado_s=18)
    pagina.evaluate(FLUJO_ABIERTO, espera)
    preguntar(pagina, PREGUNTA)
    segundos = pagina.locator(".marcha .segundos")
    expect(segundos).to_have_text("faltan cerca de 20 s · lleva 0 s")
    pagina.clock.run_for(11_000)
    expect(segundos).to_have_text("faltan cerca de 10 s · lleva 11 s")
    pagina.clock.run_for(8_000)
    expect(segundos).to_have_text("lleva 19 s")


def test_lo_que_ya_esta_a_la_vista_no_se_abre_otra_vez(
    pagina: Page, siaa: ServidorDePrueba
) -> None:
    abrir(pagina, siaa)
    responder(pagina, PREGUNTA)
    pagina.locator("#abrir-historial").click()
    pagina.locator(".entrada").click()
    comprobar_foco(pagina, ".turno h2")
    expect(pagina.locator(".turno")).to_have_count(1)


def test_una_pregunta_larga_se_acorta_y_se_puede_ver_toda(
    pagina: Page, siaa: ServidorDePrueba
) -> None:
    larga = f"{PREGUNTA} " + "Lo pregunto porque el jefe del archivo salió de vacaciones. " * 20
    abrir(pagina, siaa)
    turno = responder(pagina, larga)
    expect(turno.locator(".abridor").first).to_be_in_viewport()
    titulo = turno.locator("h2")
    acortada = titulo.evaluate("(h) => h.clientHeight")
    turno.get_by_role("button", name="Ver toda la pregunta").click()
    assert titulo.evaluate("(h) => h.clientHeight === h.scrollHeight && h.clientHeight") > acortada
    comprobar_foco(pagina, ".turno h2")
    expect(responder(pagina, PREGUNTA).get_by_text("Ver toda la pregunta")).to_be_hidden()


def test_la_pestana_dice_como_termino(
    contexto: Contexto, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    """As seen by somebody who looks at something else meanwhile."""
    ollama_comun.encolar(tras(LARGA, PARA_SIEMPRE), respuesta("Siete", razon="length"))
    pagina = contexto().new_page()
    pagina.add_init_script("Object.defineProperty(document, 'hidden', {get: () => true});")
    abrir(pagina, siaa)
    preguntar(pagina, PREGUNTA)
    expect(pagina).to_have_title("Respondiendo… — SIAA")
    comprobar_texto(pagina.locator(".texto"), "Y hay")
    pagina.keyboard.press("Escape")
    expect(pagina).to_have_title("Detenida por usted — SIAA")
    for texto, desenlace, titulo in (
        (PREGUNTA, "cortada", "Incompleta"),
        (PREGUNTA, "completa", "Respuesta lista"),
        (SIN_RESPUESTA, "nada", "No encontré nada"),
    ):
        responder(pagina, texto, desenlace)
        expect(pagina).to_have_title(f"{titulo} — SIAA")
    pagina.route("**/siaa/chat", lambda ruta: ruta.abort())
    responder(pagina, PREGUNTA, "perdida")
    expect(pagina).to_have_title("Sin conexión — SIAA")


def test_solo_donde_se_anota_se_pide_opinion(pagina: Page, servidor: Fabrica) -> None:
    for registro, veces in (("completo", 1), ("no", 0)):
        abrir(pagina, servidor(registro=registro))
        assert responder(pagina, PREGUNTA).locator(".valoracion").count() == veces


def test_con_la_clave_de_un_turno_vuelven_tambien_los_ejemplos(
    vigilada: Vigilada, servidor: Fabrica
) -> None:
    vigilada.tolera.append("401")
    pagina, siaa = vigilada.pagina, servidor(token_preguntas="clave-larga-de-la-oficina-123")
    pagina.goto(f"http://127.0.0.1:{siaa.puerto}/")
    turno = responder(pagina, PREGUNTA, "rechazada")
    expect(turno.get_by_role("button", name="Reintentar")).to_have_count(0)
    turno.get_by_label("Clave de acceso").fill("clave-larga-de-la-oficina-123")
    turno.get_by_label("Clave de acceso").press("Enter")
    terminada(pagina, "completa")
    comprobar_foco(pagina, "#pregunta")
    pagina.locator("#nueva").click()
    expect(pagina.locator(".ejemplo").first).to_be_visible()
    expect(pagina.locator("#ejemplos").get_by_label("Clave de acceso")).to_have_count(0)


def test_lo_copiado_conserva_avisos_tablas_y_listas(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    pagina.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ollama_comun.encolar(
        respuesta(
            f"{NUEVE_DIAS}\n\n",
            "1. Norte\n\n   Y más.\n   - Dentro\n2. Sur\n\n",
            "| A | B |\n|:-:|--:|\n| x | y |\n",
        )
    )
    abrir(pagina, siaa)
    turno = responder(pagina, PREGUNTA)
    expect(turno.locator("th").first).to_have_css("text-align", "center")
    pulsar_del_menu(turno, "Guardar", "Copiar sin citas")
    comprobar_texto(pagina.locator(".acciones .hecho"), "Texto copiado.")
    copiado = pagina.evaluate("navigator.clipboard.readText()")
    advertido = copiado.splitlines()[-1]
    assert " Texto redactado con ayuda de una máquina (qwen2.5:3b) el " in advertido
    assert copiado.replace(" [sin respaldo]", "") == (
        f"{NUEVE_DIAS} [{REPARO}]\n\n"
        f"1. Norte\n\n  Y más.\n\n  - Dentro\n2. Sur\n\nA\tB\nx\ty\n\n{advertido}"
    )
    assert guardado(pagina)[0]["desenlace"] == "completa"
