"""The chat page: asking, waiting, reading, stopping; and the ways in which an answer can end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from biblioteca_de_prueba import OTRA_PREGUNTA, PREGUNTA, SIN_RESPUESTA, TERCERA_PREGUNTA
from conftest import Fabrica
from guiones import PARA_SIEMPRE, Reinicio, callado, respuesta, tras
from ollama_de_prueba import OllamaDePrueba
from pagina_de_prueba import (
    LARGA,
    abrir,
    comprobar_foco,
    comprobar_texto,
    dejar_a_medias,
    dichos,
    espiar_anuncios,
    preguntar,
    responder,
    terminada,
)
from playwright.sync_api import Locator, Page, expect
from servidor_de_prueba import ServidorDePrueba

pytestmark = pytest.mark.usefixtures("ollama_libre")


def test_empieza_con_la_caja_enfocada_y_ejemplos_de_cada_coleccion(
    pagina: Page, siaa: ServidorDePrueba
) -> None:
    abrir(pagina, siaa)
    comprobar_foco(pagina, "#pregunta")
    assert pagina.locator(".muestra h4").all_inner_texts() == [
        "General\n1 documento",
        "Manuales\n3 documentos",
        "Normativa\n2 documentos",
    ]
    pagina.get_by_role("button", name="¿Qué dice el Acuerdo VR25-207 sobre capacitación?").click()
    expect(pagina.locator(".turno h2")).to_have_text(
        "¿Qué dice el Acuerdo VR25-207 sobre capacitación?"
    )
    terminada(pagina, "completa")
    expect(pagina.locator("#bienvenida")).to_be_hidden()
    comprobar_foco(pagina, "#pregunta")


def test_las_cantidades_llevan_punto_de_miles(pagina: Page, siaa: ServidorDePrueba) -> None:
    muchas = {"nombre": "x", "titulo": "Normas", "documentos": 1015, "preguntas": ["¿Qué?"]}
    pagina.route("**/siaa/ejemplos", lambda ruta: ruta.fulfill(json={"colecciones": [muchas]}))
    abrir(pagina, siaa)
    expect(pagina.locator(".muestra h4")).to_have_text("Normas 1.015 documentos")


def test_enter_envia_y_mayus_enter_salta_de_linea(pagina: Page, siaa: ServidorDePrueba) -> None:
    abrir(pagina, siaa)
    caja = pagina.locator("#pregunta")
    alto = caja.bounding_box()
    caja.press("Enter")
    expect(pagina.locator(".turno")).to_have_count(0)
    caja.type("¿Cuál es el plazo")
    caja.press("Shift+Enter")
    caja.type("para presentar el reporte RETRI?")
    crecida = caja.bounding_box()
    assert alto is not None and crecida is not None and crecida["height"] > alto["height"]
    caja.press("Enter")
    terminada(pagina, "completa")
    escrita = pagina.locator(".turno h2").text_content()
    assert escrita == "¿Cuál es el plazo\npara presentar el reporte RETRI?"
    assert caja.input_value() == ""


def test_los_pasajes_llegan_antes_que_las_palabras(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    ollama_comun.encolar(callado())
    abrir(pagina, siaa)
    preguntar(pagina, PREGUNTA)
    pasaje = pagina.locator(".pasaje").first
    comprobar_texto(pasaje, "siete días hábiles contados desde el último día")
    expect(pagina.locator(".marcha")).to_contain_text("Leyendo los documentos")
    expect(pagina.locator(".texto")).to_have_text("")
    marcadas = pasaje.locator("mark").all_inner_texts()
    assert {"plazo", "presentar", "reporte", "RETRI"} <= set(marcadas)
    expect(pagina.locator(".marcha .segundos")).to_contain_text("lleva 1 s")


def test_las_palabras_se_ven_segun_se_escriben_y_la_caja_sirve(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    dejar_a_medias(pagina, siaa, ollama_comun)
    comprobar_texto(pagina.locator(".texto"), "siete días hábiles desde el último")
    expect(pagina.locator(".marcha")).to_contain_text("Escribiendo")
    expect(pagina.locator(".texto strong")).to_have_text("siete días hábiles")
    expect(pagina.locator(".texto")).not_to_contain_text("**")
    expect(pagina.locator("#pregunta")).to_be_enabled()
    comprobar_foco(pagina, "#pregunta")


@pytest.mark.parametrize("manera", ["tecla", "boton"])
def test_detener_conserva_lo_escrito_y_lo_marca(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba, manera: str
) -> None:
    dejar_a_medias(pagina, siaa, ollama_comun)
    if manera == "tecla":
        pagina.keyboard.press("Escape")
    else:
        pagina.get_by_role("button", name="Detener").click()
    turno = terminada(pagina, "detenida")
    comprobar_texto(turno, "Detenida por usted", "siete días hábiles")
    assert ollama_comun.se_suelta()
    expect(pagina.get_by_role("button", name="Detener")).to_be_hidden()
    comprobar_foco(pagina, "#pregunta")


def test_una_segunda_pregunta_espera_a_la_vista_y_empieza_sola(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    dejar_a_medias(pagina, siaa, ollama_comun)
    for texto in (OTRA_PREGUNTA, "¿Quién dicta la capacitación?"):
        preguntar(pagina, texto)
    espera = pagina.locator("#espera li")
    expect(espera).to_have_count(2)
    expect(espera.first).to_be_in_viewport()
    comprobar_texto(espera.first, f"En espera: «{OTRA_PREGUNTA}»")
    espera.nth(1).get_by_role("button", name="Quitar").click()
    expect(espera).to_have_count(1)
    pagina.keyboard.press("Escape")
    turno = terminada(pagina, "completa")
    comprobar_texto(turno.locator("h2"), OTRA_PREGUNTA)
    expect(pagina.locator(".turno")).to_have_count(2)


def test_quien_lee_arriba_no_es_llevado_a_la_respuesta_que_empieza(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    ollama_comun.encolar(respuesta("Renglón.\n\n" * 80), tras(LARGA, PARA_SIEMPRE))
    abrir(pagina, siaa)
    responder(pagina, PREGUNTA)
    preguntar(pagina, PREGUNTA)
    preguntar(pagina, OTRA_PREGUNTA)
    comprobar_texto(pagina.locator(".turno").nth(1), "Y hay")
    pagina.evaluate("window.scrollTo(0, 0)")
    pagina.keyboard.press("Escape")
    terminada(pagina, "completa")
    comprobar_texto(pagina.locator("#empezada"), "Ya se responde", OTRA_PREGUNTA)
    assert pagina.evaluate("window.pageYOffset") == 0
    expect(pagina.locator("#espera li").first).to_have_id("empezada")
    pagina.get_by_role("button", name="Ir a la respuesta").click()
    expect(pagina.locator(".turno").last.locator("h2")).to_be_in_viewport()
    expect(pagina.locator("#empezada")).to_have_count(0)
    comprobar_foco(pagina, ".turno:last-child h2")


def test_dice_el_puesto_en_la_cola_y_anuncia_cada_uno_una_vez(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    ollama_comun.encolar(callado(), callado())
    abrir(pagina, siaa)
    espiar_anuncios(pagina)
    with siaa.abrir(OTRA_PREGUNTA) as primera, siaa.abrir(TERCERA_PREGUNTA):
        ollama_comun.esperar_preguntas(1)
        preguntar(pagina, PREGUNTA)
        expect(pagina.locator(".marcha")).to_contain_text("Puesto 2 en la cola")
        comprobar_texto(pagina.locator(".pasaje").first, "siete días hábiles")
        primera.respuesta.close()
        primera.conexion.close()
        expect(pagina.locator(".marcha")).to_contain_text("Puesto 1 en la cola")
    terminada(pagina, "completa")
    assert re.findall(r"Puesto \d", " ".join(dichos(pagina))) == ["Puesto 2", "Puesto 1"]


FRASES = """
async (estados) => {
  const { frase, duracion, falta } = await import("/siaa/static/comun/palabras.js");
  return estados.map(frase).concat(
    [0.4, 59.6, 75, 120].map(duracion), [0.2, 7, 38, 89, 95, 150].map(falta));
}
"""


def test_las_frases_de_los_estados(pagina: Page, siaa: ServidorDePrueba) -> None:
    abrir(pagina, siaa)
    estados = [
        {"fase": "en_cola", "puesto": 3, "estimado_s": 41.2},
        {"fase": "en_cola", "puesto": 1, "razon": "el modelo termina"},
        {"fase": "leyendo", "razon": "se está cargando"},
        *({"fase": fase} for fase in ("leyendo", "escribiendo", "buscando")),
    ]
    assert pagina.evaluate(FRASES, estados) == [
        *("Puesto 3 en la cola", "Puesto 1 en la cola: el modelo termina"),
        "Leyendo los documentos: se está cargando",
        *("Leyendo los documentos…", "Escribiendo…"),
        "Buscando en los documentos…",
        *("0 s", "1 min", "1 min 15 s", "2 min"),
        *(f"faltan cerca de {cuanto}" for cuanto in ("5 s", "10 s", "40 s", "90 s")),
        *("faltan cerca de 2 min", "faltan cerca de 3 min"),
    ]


def test_cada_final_se_distingue_por_palabra_icono_y_color(
    pagina: Page, servidor: Fabrica, ollama: OllamaDePrueba
) -> None:
    siaa = servidor(cache_entradas=10)
    abrir(pagina, siaa)
    ollama.encolar(
        respuesta("Siete días hábiles."),
        tras(LARGA, Reinicio()),
        tras(LARGA, PARA_SIEMPRE),
    )
    vistos = {}
    casos = [(PREGUNTA, "completa"), (OTRA_PREGUNTA, "cortada"), (SIN_RESPUESTA, "nada")]
    for texto, desenlace in casos:
        aviso = responder(pagina, texto, desenlace).locator(".aviso")
        vistos[desenlace] = _aspecto(pagina, aviso.first)
    preguntar(pagina, "¿Cuánto espera una caja?")
    comprobar_texto(pagina.locator(".turno").last, "Y hay")
    pagina.keyboard.press("Escape")
    vistos["detenida"] = _aspecto(pagina, terminada(pagina, "detenida").locator(".aviso"))
    pagina.locator("#nueva").click()
    vistos["guardada"] = _aspecto(pagina, responder(pagina, PREGUNTA, "guardada").locator(".aviso"))
    assert len({palabras for palabras, _, _ in vistos.values()}) == len(vistos)
    assert len({icono for _, icono, _ in vistos.values()}) == len(vistos)
    assert len({color for _, _, color in vistos.values()}) >= 4


def test_la_que_llego_al_tope_se_marca_incompleta(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    ollama_comun.encolar(respuesta("El plazo es de siete", razon="length"))
    abrir(pagina, siaa)
    turno = responder(pagina, PREGUNTA, "cortada")
    comprobar_texto(turno.locator(".aviso"), "Respuesta incompleta", "extensión máxima")
    expect(turno.locator(".texto")).not_to_contain_text("incompleta")


def _aspecto(pagina: Page, aviso: Locator) -> tuple[str, str, str]:
    """The words, the icon and the background of a notice."""
    aspecto: list[str] = pagina.evaluate(
        """(aviso) => [aviso.querySelector("strong").textContent,
           aviso.querySelector("use").getAttribute("href"),
           getComputedStyle(aviso).backgroundColor]""",
        aviso.element_handle(),
    )
    return (aspecto[0], aspecto[1], aspecto[2])


def test_una_respuesta_guardada_dice_de_cuando_es_y_se_puede_pedir_otra(
    pagina: Page, servidor: Fabrica, ollama: OllamaDePrueba
) -> None:
    siaa = servidor(cache_entradas=10)
    ollama.encolar(respuesta("Siete días hábiles."), respuesta("Otra redacción, siete días."))
    abrir(pagina, siaa)
    responder(pagina, PREGUNTA)
    pagina.locator("#nueva").click()
    turno = responder(pagina, PREGUNTA, "guardada")
    expect(turno.locator(".aviso")).to_contain_text("Respuesta guardada el")
    expect(turno.locator(".aviso")).to_contain_text("20")
    expect(turno.get_by_text(re.compile("espuesta guardada"))).to_have_count(1)
    turno.get_by_role("button", name="Preguntar de nuevo").click()
    nueva = terminada(pagina, "completa")
    comprobar_texto(nueva.locator(".texto"), "Otra redacción")
    assert len(ollama.preguntas) == 2
    assert [m["role"] for m in ollama.preguntas[1].json["messages"]].count("user") == 1


def test_sin_modelo_los_pasajes_son_la_respuesta(
    pagina: Page, servidor: Fabrica, url_cerrada: str
) -> None:
    abrir(pagina, servidor(ollama_url=url_cerrada))
    turno = responder(pagina, PREGUNTA, "extractiva")
    comprobar_texto(turno, "Solo los pasajes, sin explicación", "siete días hábiles contados")
    expect(turno.locator(".aviso-corte")).to_be_visible()
    assert turno.locator(".pasaje:visible").count() == turno.locator(".pasaje").count() > 0
    expect(turno.locator(".constancia")).to_have_count(0)
    expect(turno.get_by_role("button", name="Preguntar de nuevo")).to_have_count(1)


def test_no_encontre_muestra_lo_mas_cercano(pagina: Page, servidor: Fabrica) -> None:
    abrir(pagina, servidor(respaldo_minimo=0.99))
    turno = responder(pagina, "¿Cuánto cuesta un xilófono de reporte RETRI?", "nada")
    comprobar_texto(turno, "No encontré nada", "Lo más cercano que hay", "RETRI")
    turno.get_by_text("Ver la respuesta como texto seguido").click()
    comprobar_texto(turno.locator(".texto"), "Estos son los documentos que consulto")
    expect(turno.locator(".texto")).not_to_contain_text("No encontré nada")


def test_sin_nada_cercano_se_lee_de_una_vez_que_documentos_hay(
    pagina: Page, siaa: ServidorDePrueba
) -> None:
    abrir(pagina, siaa)
    turno = responder(pagina, SIN_RESPUESTA, "nada")
    dicho = turno.locator(".texto").inner_text()
    assert dicho.startswith("Estos son los documentos que consulto")
    enlace = turno.locator(".aviso").get_by_role("link", name="Ver los documentos")
    assert enlace.get_attribute("href") == "/siaa/biblioteca"
    siguientes = turno.locator(".siguientes")
    comprobar_texto(siguientes, "Estas tienen respuesta")
    pregunta = siguientes.get_by_role("button").first.inner_text()
    siguientes.get_by_role("button").first.click()
    comprobar_texto(pagina.locator(".turno").nth(1).locator(".pregunta"), pregunta)
    terminada(pagina, "completa")


def test_si_el_modelo_no_lo_encontro_no_se_presenta_como_respuesta(
    pagina: Page, servidor: Fabrica, ollama: OllamaDePrueba
) -> None:
    """Neither the first time nor when it is remembered."""
    siaa = servidor(cache_entradas=10)
    ollama.encolar(respuesta("No encontré esa información en los documentos consultados."))
    abrir(pagina, siaa)
    for _ in range(2):
        turno = responder(pagina, PREGUNTA, "nada")
        comprobar_texto(turno, "No encontré nada sobre eso", "Lo más cercano que hay")
        expect(turno.locator(".aviso strong")).not_to_contain_text("20")
        expect(turno.locator(".texto")).to_be_hidden()
        expect(turno.locator(".constancia")).to_have_count(0)
        turno.locator("summary", has_text="De otra manera").click()
        expect(turno.get_by_role("button", name="Preguntar de nuevo")).to_be_visible()
        pagina.locator("#nueva").click()
    assert len(ollama.preguntas) == 1


def test_la_pregunta_siguiente_lleva_las_anteriores_y_la_conversacion_nueva_no(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    abrir(pagina, siaa)
    for _ in range(7):
        responder(pagina, PREGUNTA)
    with pagina.expect_request("**/siaa/chat") as pedido:
        responder(pagina, "¿Y si el séptimo día es feria?")
    mensajes = pedido.value.post_data_json["messages"]
    assert [m["role"] for m in mensajes] == [*["user", "assistant"] * 6, "user"]
    assert [m["content"] for m in mensajes[-3:]] == [
        PREGUNTA,
        "Según el acuerdo, sí.",
        "¿Y si el séptimo día es feria?",
    ]
    recibidos = ollama_comun.preguntas[-1].json["messages"]
    assert [m["content"] for m in recibidos].count("Según el acuerdo, sí.") == 3
    pagina.get_by_role("button", name="Nueva conversación").click()
    expect(pagina.locator(".turno")).to_have_count(0)
    expect(pagina.locator("#bienvenida")).to_be_visible()
    comprobar_foco(pagina, "#pregunta")
    responder(pagina, PREGUNTA)
    roles = [m["role"] for m in ollama_comun.preguntas[-1].json["messages"]]
    assert roles.count("user") == 1


def test_una_conversacion_nueva_suelta_la_respuesta_que_se_escribia(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    dejar_a_medias(pagina, siaa, ollama_comun)
    preguntar(pagina, OTRA_PREGUNTA)
    pagina.locator("#nueva").click()
    assert ollama_comun.se_suelta()
    expect(pagina.locator("#espera li")).to_have_count(0)
    turno = responder(pagina, OTRA_PREGUNTA)
    expect(pagina.locator(".turno")).to_have_count(1)
    comprobar_texto(turno, OTRA_PREGUNTA)


def test_una_biblioteca_vacia_lo_dice(pagina: Page, servidor: Fabrica, tmp_path: Path) -> None:
    (tmp_path / "vacia").mkdir()
    siaa = servidor(documentos=tmp_path / "vacia")
    pagina.goto(f"http://127.0.0.1:{siaa.puerto}/")
    comprobar_texto(pagina.locator("#ejemplos"), "La biblioteca está vacía")


def test_una_pregunta_demasiado_larga_no_se_pierde(pagina: Page, siaa: ServidorDePrueba) -> None:
    abrir(pagina, siaa)
    preguntar(pagina, "a" * 4001)
    comprobar_texto(pagina.locator("#alerta"), "4001", "4000")
    caja = pagina.locator("#pregunta")
    assert len(caja.input_value()) == 4001
    expect(pagina.locator(".turno")).to_have_count(0)
    expect(caja).to_have_attribute("aria-invalid", "true")
    expect(caja).to_have_accessible_description(re.compile("Acórtela"))
    caja.press("Backspace")
    expect(caja).to_have_attribute("aria-invalid", "false")
    expect(pagina.locator("#alerta")).to_be_empty()
