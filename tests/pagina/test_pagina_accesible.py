"""The chat page for who cannot see it, cannot use a mouse, or needs it large."""

from __future__ import annotations

import re
from threading import Event

import pytest
from biblioteca_de_prueba import (
    NUEVE_DIAS,
    OTRA_PREGUNTA,
    PREGUNTA,
    SIN_RESPUESTA,
    TERCERA_PREGUNTA,
)
from conftest import Fabrica
from guiones import PARA_SIEMPRE, Reinicio, callado, hasta, linea, respuesta, tras
from navegador_de_prueba import (
    PC,
    TELEFONO,
    Contexto,
    Vigilada,
    faltas_en_ambos_temas,
    se_cumple,
)
from ollama_de_prueba import OllamaDePrueba
from paciencia import esperar
from pagina_de_prueba import (
    abrir,
    comprobar_foco,
    comprobar_texto,
    dichos,
    enfocado,
    espiar_anuncios,
    preguntar,
    responder,
    tabular_hasta,
    terminada,
)
from playwright.sync_api import Page, Route, ViewportSize, expect
from servidor_de_prueba import ServidorDePrueba

pytestmark = pytest.mark.usefixtures("ollama_libre")
CITADA = (
    "## Plazo\n\nEl plazo para presentar el reporte RETRI es de siete días hábiles.\n\n",
    "| a | b |\n|---|---|\n| 1 | 2 |\n\n",
    NUEVE_DIAS,
)


def revisar(pagina: Page, estado: str) -> None:
    assert faltas_en_ambos_temas(pagina) == [], estado


def test_axe_no_tiene_nada_que_decir_en_ningun_estado(
    vigilada: Vigilada, servidor: Fabrica, ollama: OllamaDePrueba
) -> None:
    vigilada.tolera += ["ERR_", "404"]
    pagina = vigilada.pagina
    siaa = servidor(cache_entradas=10)
    ollama.encolar(respuesta(*CITADA), respuesta(*CITADA[:1]))
    ollama.encolar(tras(CITADA[:1], Reinicio()), tras(CITADA[:1], PARA_SIEMPRE))
    abrir(pagina, siaa)
    revisar(pagina, "bienvenida")
    turno = responder(pagina, PREGUNTA)
    turno.locator(".cita").first.click()
    turno.get_by_role("button", name="No", exact=True).click()
    turno.get_by_label("Documento correcto, si lo sabe").fill("horarios")
    turno.get_by_role("button", name="Enviar").click()
    turno.locator(".razones [aria-invalid]").wait_for()
    expect(turno.locator(".reparo").last).to_be_visible()
    revisar(pagina, "completa, citada, con una discrepancia, valorada, con un fallo a la vista")
    pagina.locator("#nueva").click()
    responder(pagina, OTRA_PREGUNTA)
    pagina.locator("#nueva").click()
    responder(pagina, OTRA_PREGUNTA, "guardada")
    responder(pagina, PREGUNTA, "cortada")
    responder(pagina, SIN_RESPUESTA, "nada")
    responder(pagina, "Hola", "directa")
    revisar(pagina, "guardada, cortada, sin respuesta y saludo")
    preguntar(pagina, "¿Quién presenta el reporte RETRI?")
    comprobar_texto(pagina.locator(".turno").last, "siete días hábiles")
    preguntar(pagina, PREGUNTA)
    expect(pagina.locator("#espera li")).to_have_count(1)
    revisar(pagina, "escribiendo, con otra en espera")
    pagina.get_by_role("button", name="Quitar").click()
    pagina.keyboard.press("Escape")
    terminada(pagina, "detenida")
    pagina.route("**/siaa/chat", lambda ruta: ruta.abort())
    responder(pagina, PREGUNTA, "perdida")
    revisar(pagina, "detenida y sin conexión")
    pagina.locator("#abrir-historial").click()
    pagina.locator(".entrada").first.wait_for()
    pagina.get_by_role("button", name="Borrar todo el historial").click()
    revisar(pagina, "historial")


def test_axe_tampoco_sin_modelo_ni_con_clave(
    vigilada: Vigilada, servidor: Fabrica, url_cerrada: str
) -> None:
    vigilada.tolera.append("401")
    pagina = vigilada.pagina
    siaa = servidor(ollama_url=url_cerrada, token_preguntas="clave-larga-de-la-oficina-123")
    pagina.goto(f"http://127.0.0.1:{siaa.puerto}/")
    turno = responder(pagina, PREGUNTA, "rechazada")
    revisar(pagina, "clave")
    turno.get_by_label("Clave de acceso").fill("clave-larga-de-la-oficina-123")
    turno.get_by_label("Clave de acceso").press("Enter")
    terminada(pagina, "extractiva")
    revisar(pagina, "extractiva")


def test_una_sesion_entera_solo_con_el_teclado(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    pagina.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ollama_comun.encolar(respuesta(*CITADA), tras(CITADA[:1], PARA_SIEMPRE))
    abrir(pagina, siaa)
    teclas = pagina.keyboard
    teclas.type(PREGUNTA)
    teclas.press("Enter")
    terminada(pagina, "completa")
    tabular_hasta(pagina, ".cita", "Shift+Tab")
    teclas.press("Enter")
    comprobar_foco(pagina, ".pasaje blockquote")
    tabular_hasta(pagina, ".volver")
    teclas.press("Space")
    comprobar_foco(pagina, ".cita")
    tabular_hasta(pagina, ".acciones .boton")
    teclas.press("Enter")
    comprobar_texto(pagina.locator(".acciones .hecho"), "Texto copiado.")
    tabular_hasta(pagina, ".voto .boton:nth-of-type(2)")
    teclas.press("Space")
    tabular_hasta(pagina, ".razones input[type=radio]")
    teclas.press("ArrowDown")
    tabular_hasta(pagina, ".razones .boton-principal")
    teclas.press("Enter")
    comprobar_texto(pagina.locator(".gracias"), "el administrador lo verá")
    tabular_hasta(pagina, "#pregunta")
    teclas.type(OTRA_PREGUNTA)
    teclas.press("Enter")
    comprobar_texto(pagina.locator(".turno").last, "siete días hábiles")
    teclas.press("Escape")
    terminada(pagina, "detenida")
    tabular_hasta(pagina, "#abrir-historial", "Shift+Tab")
    teclas.press("Enter")
    tabular_hasta(pagina, ".entrada")
    teclas.press("Escape")
    comprobar_foco(pagina, "#abrir-historial")
    pagina.evaluate("window.print = () => { window.impreso = true; }")
    tabular_hasta(pagina, ".turno:last-child .menu summary")
    teclas.press("Enter")
    tabular_hasta(pagina, ".menu .boton:nth-of-type(2)")
    teclas.press("Enter")
    assert pagina.evaluate("window.impreso")


def test_los_saltos_llevan_a_la_caja_y_a_las_respuestas(
    pagina: Page, siaa: ServidorDePrueba
) -> None:
    abrir(pagina, siaa)
    tabular_hasta(pagina, "[href='#pregunta']", "Shift+Tab")
    expect(pagina.get_by_role("link", name="Ir a la caja de preguntas")).to_be_in_viewport()
    pagina.keyboard.press("Enter")
    comprobar_foco(pagina, "#pregunta")
    tabular_hasta(pagina, "[href='#conversacion']", "Shift+Tab")
    pagina.keyboard.press("Enter")
    comprobar_foco(pagina, "#conversacion")


def test_se_anuncian_los_cambios_de_fase_y_la_respuesta_una_vez(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    escribe, acaba = Event(), Event()
    pasos = (hasta(escribe), *[linea("Palabra suelta. ")] * 30, hasta(acaba), linea("Fin."))
    ollama_comun.encolar(tras((), *pasos, *respuesta().pasos))
    abrir(pagina, siaa)
    espiar_anuncios(pagina)
    preguntar(pagina, TERCERA_PREGUNTA)
    assert esperar(lambda: bool(dichos(pagina)))
    escribe.set()
    assert esperar(lambda: len(dichos(pagina)) > 1)
    comprobar_texto(pagina.locator(".texto"), "Palabra suelta. " * 30)
    acaba.set()
    terminada(pagina, "completa")
    anunciado = dichos(pagina)
    fases = [re.sub(" faltan cerca de .*", "", anuncio) for anuncio in anunciado[:2]]
    cuantos = pagina.locator(".lista-fuentes > li").count()
    assert fases == [
        f"anuncio: Encontré {cuantos} pasajes. Leyendo los documentos…",
        "anuncio: Escribiendo…",
    ]
    assert anunciado[2].startswith("anuncio: Revise la respuesta. ")
    assert anunciado[2].count("Palabra suelta.") == 30
    assert anunciado[2].endswith("Fin.")
    assert len(anunciado) == 3


def test_de_lo_que_no_se_explica_se_anuncia_cuantos_pasajes_hay(
    pagina: Page, servidor: Fabrica, url_cerrada: str
) -> None:
    abrir(pagina, servidor(ollama_url=url_cerrada))
    turno = responder(pagina, TERCERA_PREGUNTA, "extractiva")
    cuantos = turno.locator(".lista-fuentes > li").count()
    anuncio = pagina.locator("#anuncio")
    comprobar_texto(anuncio, "Solo los pasajes", f"Encontré {cuantos} pasajes.")
    abrir(pagina, servidor(respaldo_minimo=0.99))
    turno = responder(pagina, "¿Cuánto cuesta un xilófono de reporte RETRI?", "nada")
    cuantos = turno.locator(".lista-fuentes > li").count()
    comprobar_texto(anuncio, "No encontré nada", f"Lo más cercano: {cuantos} pasaje")


def test_una_respuesta_guardada_se_anuncia_con_su_fecha(pagina: Page, servidor: Fabrica) -> None:
    abrir(pagina, servidor(cache_entradas=10))
    responder(pagina, PREGUNTA)
    pagina.locator("#nueva").click()
    dicho = responder(pagina, PREGUNTA, "guardada").locator(".aviso strong").inner_text()
    assert re.match(r"Respuesta guardada el \d+ de", dicho)
    comprobar_texto(pagina.locator("#anuncio"), dicho, "Según el acuerdo, sí.")


def test_lo_detenido_no_se_lee_y_lo_abandonado_no_dice_nada(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    ollama_comun.encolar(*[tras(CITADA[:1], PARA_SIEMPRE)] * 2)
    abrir(pagina, siaa)
    for _ in range(2):
        preguntar(pagina, PREGUNTA)
        comprobar_texto(pagina.locator(".turno").last.locator(".texto"), "siete días")
        if pagina.locator(".turno").count() == 1:
            pagina.keyboard.press("Escape")
            terminada(pagina, "detenida")
            comprobar_texto(pagina.locator("#anuncio"), "Detenida por usted.")
            expect(pagina.locator("#anuncio")).not_to_contain_text("siete días")
    espiar_anuncios(pagina)
    pagina.locator("#nueva").click()
    responder(pagina, "Hola", "directa")
    anunciado = dichos(pagina)
    assert anunciado[0] == "anuncio: Conversación nueva."
    assert anunciado[1].startswith("anuncio: Respuesta terminada. Hola.")
    turno = pagina.locator(".turno")
    expect(turno.locator(".estado, .acciones, .voto").filter(visible=True)).to_have_count(0)
    assert len(anunciado) == 2


@pytest.mark.parametrize("como", ["completa", "perdida"])
def test_lo_que_pasa_tras_el_historial_se_dice_al_cerrarlo(
    vigilada: Vigilada, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba, como: str
) -> None:
    vigilada.tolera.append("ERR_")
    pagina = vigilada.pagina
    abrir(pagina, siaa)
    soltar: list[Route] = []
    pagina.route("**/siaa/chat", lambda ruta: soltar.append(ruta))
    preguntar(pagina, PREGUNTA)
    expect(pagina.locator(".marcha")).to_be_visible()
    pagina.locator("#abrir-historial").click()
    espiar_anuncios(pagina)
    if como == "completa":
        soltar[0].continue_()
        final = "anuncio: Respuesta terminada: ninguna frase se pudo comprobar."
    else:
        soltar[0].abort()
        final = "alerta: Sin conexión."
    terminada(pagina, como)
    pagina.evaluate("window.dichos = []")
    pagina.keyboard.press("Escape")
    expect(pagina.get_by_role("dialog")).to_be_hidden()
    assert esperar(lambda: bool(dichos(pagina)))  # a dialog says that it closed once it is hidden
    (dicho,) = dichos(pagina)
    assert dicho.startswith(final)
    pagina.locator("#abrir-historial").click()
    pagina.keyboard.press("Escape")
    assert dichos(pagina) == [dicho]


def test_una_respuesta_se_oye_antes_de_las_noticias_de_la_siguiente(
    pagina: Page, siaa: ServidorDePrueba
) -> None:
    """And a while later it does not stand there any more."""
    pagina.clock.install(time="2026-07-01T12:00:00")
    abrir(pagina, siaa)
    pagina.clock.pause_at("2026-07-01T13:00:00")
    responder(pagina, PREGUNTA)
    responder(pagina, "Hola", "directa")
    anuncio = pagina.locator("#anuncio")
    comprobar_texto(anuncio, "Según el acuerdo, sí.")
    pagina.clock.run_for(4_000)
    comprobar_texto(anuncio, "Respuesta terminada. Hola.")
    pagina.clock.run_for(10_000)
    expect(anuncio).to_be_empty()


def test_el_reloj_no_toca_mas_que_los_segundos(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    ollama_comun.encolar(callado())
    abrir(pagina, siaa)
    preguntar(pagina, PREGUNTA)
    fase = pagina.locator(".marcha span:nth-child(2)")
    comprobar_texto(fase, "Leyendo los documentos")
    fase.evaluate("(f) => { f.marcado = f.firstChild; }")
    segundos = pagina.locator(".marcha .segundos")
    antes = segundos.inner_text()
    expect(segundos).not_to_have_text(antes)
    assert fase.evaluate("(f) => f.isConnected && f.marcado === f.firstChild")


def test_las_acciones_y_los_quitar_dicen_de_que_pregunta_son(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    ollama_comun.encolar(respuesta("Siete."), tras(CITADA[:1], PARA_SIEMPRE))
    abrir(pagina, siaa)
    responder(pagina, PREGUNTA)
    expect(pagina.get_by_role("group", name=f"Acciones: {PREGUNTA}")).to_be_visible()
    preguntar(pagina, PREGUNTA)
    preguntar(pagina, OTRA_PREGUNTA)
    pagina.get_by_role("button", name=f"Quitar «{OTRA_PREGUNTA}»").click()
    comprobar_texto(pagina.locator("#anuncio"), "Se quitó la pregunta")
    comprobar_foco(pagina, "#pregunta")


def test_lo_que_se_escribe_no_esta_en_una_region_viva(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    ollama_comun.encolar(tras(CITADA[:1], PARA_SIEMPRE))
    abrir(pagina, siaa)
    preguntar(pagina, PREGUNTA)
    comprobar_texto(pagina.locator(".texto"), "siete días")
    vivas = "[aria-live], [role=status], [role=alert], [role=log], output"
    expect(pagina.locator(vivas).filter(has_text="siete días")).to_have_count(0)
    expect(pagina.locator(".turno").locator(vivas)).to_have_count(0)
    expect(pagina.locator("[role=alert]")).to_have_count(1)
    expect(pagina.get_by_role("status")).to_have_count(1)


def test_hay_un_titulo_por_pregunta_y_por_respuesta(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    ollama_comun.encolar(respuesta(*CITADA))
    abrir(pagina, siaa)
    responder(pagina, PREGUNTA)
    responder(pagina, OTRA_PREGUNTA)
    expect(pagina.get_by_role("heading", level=1)).to_have_count(1)
    assert pagina.get_by_role("heading", level=2).all_inner_texts() == [PREGUNTA, OTRA_PREGUNTA]
    assert pagina.get_by_role("heading", level=3).all_inner_texts() == [
        *("Lo que dicen los documentos", "Explicación del asistente") * 2,
    ]
    expect(pagina.get_by_role("heading", name="Plazo", exact=True, level=4)).to_have_count(1)
    assert {h.evaluate("(h) => h.tagName") for h in pagina.locator("main, header, form").all()} == {
        "MAIN",
        "HEADER",
        "FORM",
    }


@pytest.mark.parametrize(
    ("ancho", "alto"), [(390, 844), (683, 384), (320, 256)], ids=["telefono", "200%", "400%"]
)
def test_nada_se_sale_de_una_pantalla_chica(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba, ancho: int, alto: int
) -> None:
    cifras = ", ".join(str(n) for n in range(4444, 5555, 101))
    ollama_comun.encolar(respuesta(*CITADA, " Y " + "interminable" * 30 + f".\n\nSon {cifras}."))
    pagina.set_viewport_size({"width": ancho, "height": alto})
    abrir(pagina, siaa)
    turno = responder(pagina, PREGUNTA)
    assert pagina.evaluate("document.documentElement.scrollWidth") <= ancho
    turno.locator(".cita").first.click()
    expect(turno.locator(".senalada .abridor")).to_be_in_viewport()
    turno.get_by_role("button", name="Volver a la frase").click()
    expect(turno.locator(".cita").first).to_be_in_viewport()
    pagina.locator("#abrir-historial").click()
    assert pagina.evaluate("document.documentElement.scrollWidth") <= ancho


def test_los_botones_de_arriba_van_en_un_renglon(pagina: Page, siaa: ServidorDePrueba) -> None:
    """On a phone as on a wide screen, and between one dress of the header and the other."""
    abrir(pagina, siaa)
    for ancho in (360, 640, 660, 681, 683, 1087, 1089, 1366):
        pagina.set_viewport_size({"width": ancho, "height": 700})
        arriba = pagina.locator(".marca, .ordenes .boton").evaluate_all(
            "(e) => e.map((x) => x.getBoundingClientRect()).map((r) => r.top + r.height / 2)"
        )
        assert max(arriba) - min(arriba) < 20, (ancho, arriba)


def test_en_el_telefono_la_explicacion_va_primero_y_los_pasajes_a_un_toque(
    contexto: Contexto, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    ollama_comun.encolar(respuesta(*CITADA))
    pagina = contexto(viewport=TELEFONO, has_touch=True, is_mobile=True).new_page()
    abrir(pagina, siaa)
    turno = responder(pagina, PREGUNTA)
    explicado, dicho = (
        turno.locator(".texto").bounding_box(),
        turno.locator(".fuentes").bounding_box(),
    )
    assert explicado and dicho and explicado["y"] + explicado["height"] < dicho["y"]
    turno.get_by_role("button", name="Ver los pasajes").tap()
    expect(turno.locator(".abridor").first).to_be_in_viewport(ratio=1)
    comprobar_foco(pagina, ".fuentes h3")
    fila = turno.locator(".lista-fuentes > li").first
    pagina.evaluate("window.scrollTo(0, 0)")
    turno.locator(".cita").first.evaluate("(cita) => cita.click()")
    assert se_cumple(
        pagina,
        """(f) => {
          const techo = document.querySelector(".cabecera").getBoundingClientRect().bottom;
          const y = f.getBoundingClientRect().top - techo;
          return 0 <= y && y < 20;
        }""",
        fila.element_handle(),
    )
    pagina.set_viewport_size(PC)
    expect(turno.get_by_role("button", name="Ver los pasajes")).to_be_hidden()
    expect(turno.locator(".cuerpo > :first-child")).to_have_class("fuentes")


def test_quien_no_quiere_movimiento_no_lo_tiene(pagina: Page, siaa: ServidorDePrueba) -> None:
    abrir(pagina, siaa)
    estilos = pagina.evaluate(
        """() => Array.from(document.querySelectorAll(".boton, .salto"), (e) => {
          const estilo = getComputedStyle(e);
          return [estilo.transitionDuration, estilo.animationName];
        })"""
    )
    assert len(estilos) > 3
    assert {tuple(estilo) for estilo in estilos} == {("0s", "none")}


TAPADOS = """() => {
  const techo = document.getElementById("caja").getBoundingClientRect().top;
  const foco = document.activeElement.getBoundingClientRect();
  return foco.bottom > techo || foco.top < 0;
}"""


@pytest.mark.parametrize("medida", [PC, {"width": 910, "height": 512}, TELEFONO])
def test_el_foco_no_queda_detras_de_la_caja(
    pagina: Page,
    siaa: ServidorDePrueba,
    ollama_comun: OllamaDePrueba,
    medida: ViewportSize,
) -> None:
    ollama_comun.encolar(respuesta(*CITADA * 5))
    pagina.set_viewport_size(medida)
    abrir(pagina, siaa)
    responder(pagina, PREGUNTA)
    pagina.evaluate("window.scrollTo(0, 0)")
    pagina.locator("#abrir-historial").focus()
    pagina.keyboard.press("Tab")
    vistos, tapados = 0, []
    while enfocado(pagina, ".turno *"):
        vistos += 1
        if pagina.evaluate(TAPADOS):
            tapados.append(pagina.evaluate("document.activeElement.outerHTML"))
        pagina.keyboard.press("Tab")
    assert vistos > 10
    assert tapados == []


def test_con_el_dedo_el_foco_va_a_la_pregunta_y_no_sale_el_teclado(
    contexto: Contexto, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    ollama_comun.encolar(tras(CITADA[:1], PARA_SIEMPRE))
    pagina = contexto(viewport=TELEFONO, has_touch=True, is_mobile=True).new_page()
    abrir(pagina, siaa)
    pagina.locator(".ejemplo").first.tap()
    comprobar_foco(pagina, ".turno h2")
    comprobar_texto(pagina.locator(".texto"), "siete días")
    pagina.locator("#detener").tap()
    comprobar_foco(pagina, ".turno h2")
    terminada(pagina, "detenida")
    pagina.route("**/siaa/chat", lambda ruta: ruta.abort(), times=1)
    pagina.get_by_role("button", name="Preguntar de nuevo").tap()
    turno = terminada(pagina, "perdida")
    turno.get_by_role("button", name="Reintentar").tap()
    comprobar_foco(pagina, ".turno:last-child h2")
    terminada(pagina, "completa")


def test_con_colores_forzados_se_distinguen_el_voto_y_el_pasaje(
    contexto: Contexto, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    ollama_comun.encolar(respuesta(*CITADA))
    pagina = contexto(forced_colors="active").new_page()
    abrir(pagina, siaa)
    turno = responder(pagina, PREGUNTA)
    turno.locator(".cita").first.click()
    fila = turno.locator(".senalada")
    expect(fila).to_have_css("outline-style", "solid")
    votos = [turno.get_by_role("button", name=nombre, exact=True) for nombre in ("Sí", "No")]
    votos[0].click()
    expect(votos[0]).to_have_attribute("aria-pressed", "true")
    otro = votos[1].evaluate("(b) => getComputedStyle(b).backgroundColor")
    expect(votos[0]).not_to_have_css("background-color", otro)
