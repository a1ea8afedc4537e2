"""The chat page when things go wrong: the line, the queue, the token, a flood of words."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from biblioteca_de_prueba import OTRA_PREGUNTA, PREGUNTA
from cable_de_prueba import Cable
from conftest import Fabrica
from guiones import PARA_SIEMPRE, callado, respuesta, tras
from navegador_de_prueba import Vigilada
from ollama_de_prueba import OllamaDePrueba
from paciencia import esperar
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
from playwright.sync_api import Page, expect
from servidor_de_prueba import ServidorDePrueba

OSCURO = re.compile(
    r"@media screen and \(prefers-color-scheme: dark\) \{\s*:root \{([^{}]*)\}\s*\}"
)
VARIABLE_DE_COLOR = re.compile(r"--[\w-]+: #(?:[0-9a-f]{3}){1,2}")
EN_LETRAS = str.maketrans("0123456789", "bcdfghjklm")
TAREA_MAXIMA_MS = 200
SILENCIO_MAXIMO_MS = 61_000
OCUPAR = """(ms) => new Promise((listo) => setTimeout(() => {
  const fin = performance.now() + ms;
  while (performance.now() < fin);
  listo();
}))"""
"""Freezes the page for a while, which shows that freezing would be seen."""


def test_si_la_linea_se_corta_queda_lo_que_llego_y_se_reintenta(
    vigilada: Vigilada, servidor: Fabrica, ollama: OllamaDePrueba
) -> None:
    vigilada.tolera.append("ERR_")
    pagina, siaa = vigilada.pagina, servidor()
    ollama.encolar(tras(LARGA, PARA_SIEMPRE), respuesta("Ahora sí, completa."))
    with Cable(siaa.puerto) as cable:
        pagina.goto(f"http://127.0.0.1:{cable.puerto}/")
        espiar_anuncios(pagina)
        preguntar(pagina, PREGUNTA)
        comprobar_texto(pagina.locator(".texto"), "Y hay")
        cable.cortar()
        turno = terminada(pagina, "perdida")
        comprobar_texto(turno, "Se perdió la conexión con SIAA", "se conserva aquí")
        comprobar_texto(turno.locator(".texto"), "siete días hábiles", "Y hay")
        comprobar_texto(turno.locator(".pasaje").first, "siete días hábiles contados")
        assert any(dicho.startswith("alerta: Sin conexión.") for dicho in dichos(pagina))
        turno.get_by_role("button", name="Reintentar").click()
        comprobar_foco(pagina, "#pregunta")
        comprobar_texto(terminada(pagina, "completa"), "Ahora sí, completa.")
        expect(pagina.locator(".turno")).to_have_count(1)


def test_una_linea_muda_se_da_por_perdida(
    pagina: Page, servidor: Fabrica, ollama: OllamaDePrueba
) -> None:
    siaa = servidor()
    ollama.encolar(tras(LARGA, PARA_SIEMPRE))
    pagina.clock.install()
    with Cable(siaa.puerto) as cable:
        pagina.goto(f"http://127.0.0.1:{cable.puerto}/")
        preguntar(pagina, PREGUNTA)
        comprobar_texto(pagina.locator(".texto"), "Y hay")
        cable.enmudecer()
        pagina.clock.fast_forward(SILENCIO_MAXIMO_MS)
        comprobar_texto(terminada(pagina, "perdida").locator(".texto"), "siete días hábiles")


def test_tambien_se_da_por_perdida_la_que_no_empieza_y_se_cuelga(
    vigilada: Vigilada, siaa: ServidorDePrueba, ollama_libre: OllamaDePrueba
) -> None:
    vigilada.tolera.append("ERR_")
    pagina = vigilada.pagina
    pagina.clock.install()
    abrir(pagina, siaa)
    pagina.route("**/siaa/chat", lambda ruta: None)  # neither an answer nor an end
    with pagina.expect_request("**/siaa/chat"):
        preguntar(pagina, PREGUNTA)
    with pagina.expect_event("requestfailed"):
        pagina.clock.fast_forward(SILENCIO_MAXIMO_MS)
    comprobar_texto(terminada(pagina, "perdida"), "No se pudo hablar con SIAA")


def test_si_el_servicio_se_detiene_la_respuesta_queda_incompleta(
    vigilada: Vigilada, servidor: Fabrica, ollama: OllamaDePrueba
) -> None:
    pagina, siaa = vigilada.pagina, servidor(espera_parada=0.1)
    dejar_a_medias(pagina, siaa, ollama)
    siaa.pedir_parada()
    comprobar_texto(terminada(pagina, "cortada"), "Respuesta incompleta", "Y hay")


def test_un_flujo_que_termina_antes_de_tiempo_es_una_conexion_perdida(
    pagina: Page, siaa: ServidorDePrueba, ollama_libre: OllamaDePrueba
) -> None:
    """As when a proxy gives up and closes politely."""
    with siaa.abrir(PREGUNTA, html=True) as flujo:
        entero = flujo.leer_todo().crudo
    mitad = entero[: entero.index(b'"evento": "fin"')]
    abrir(pagina, siaa)
    pagina.route(
        "**/siaa/chat", lambda ruta: ruta.fulfill(body=mitad, content_type="text/event-stream")
    )
    turno = responder(pagina, PREGUNTA, "perdida")
    comprobar_texto(turno, "Se perdió la conexión con SIAA antes de que terminara")
    comprobar_texto(turno.locator(".texto"), "Según el acuerdo")


@pytest.mark.parametrize("marco", ["{esto no es JSON", '{"choices": []}'])
def test_lo_que_no_se_entiende_no_es_una_conexion_perdida(
    pagina: Page, siaa: ServidorDePrueba, ollama_libre: OllamaDePrueba, marco: str
) -> None:
    abrir(pagina, siaa)
    cuerpo = f"data: {marco}\n\ndata: [DONE]\n\n"
    pagina.route(
        "**/siaa/chat", lambda ruta: ruta.fulfill(body=cuerpo, content_type="text/event-stream")
    )
    turno = responder(pagina, PREGUNTA, "ilegible")
    expect(turno).not_to_contain_text("conexión")


def test_quien_contesta_en_lugar_de_siaa_no_habla_ingles_a_la_gente(
    pagina: Page, siaa: ServidorDePrueba
) -> None:
    """As the page of a network that asks people to sign in."""
    pagina.route("**/siaa/ejemplos", lambda ruta: ruta.fulfill(body="<html>Sign in</html>"))
    pagina.goto(f"http://127.0.0.1:{siaa.puerto}/")
    comprobar_texto(pagina.locator("#alerta"), "No se pudo hablar con SIAA. Revise la red")


def test_sin_servicio_se_dice_que_hacer(
    vigilada: Vigilada, siaa: ServidorDePrueba, ollama_libre: OllamaDePrueba
) -> None:
    vigilada.tolera.append("ERR_")
    pagina = vigilada.pagina
    abrir(pagina, siaa)
    pagina.route("**/siaa/chat", lambda ruta: ruta.abort())
    turno = responder(pagina, PREGUNTA, "perdida")
    comprobar_texto(turno, "No se pudo hablar con SIAA", "Revise la red")
    comprobar_foco(pagina, "#pregunta")


def test_una_cola_llena_trae_los_pasajes_y_cuando_volver(
    vigilada: Vigilada, servidor: Fabrica, ollama: OllamaDePrueba
) -> None:
    vigilada.tolera.append("503")
    pagina, siaa = vigilada.pagina, servidor(cola=0)
    ollama.encolar(callado())
    abrir(pagina, siaa)
    with siaa.abrir(OTRA_PREGUNTA):
        ollama.esperar_preguntas(1)
        turno = responder(pagina, PREGUNTA, "extractiva")
    comprobar_texto(turno, "Solo los pasajes", "Puede volver a preguntar dentro de")
    comprobar_texto(turno.locator(".pasaje").first, "siete días hábiles contados")


def test_demasiadas_preguntas_por_minuto_se_explica(vigilada: Vigilada, servidor: Fabrica) -> None:
    vigilada.tolera.append("429")
    pagina = vigilada.pagina
    abrir(pagina, servidor(limite_por_minuto=1))
    responder(pagina, PREGUNTA)
    turno = responder(pagina, OTRA_PREGUNTA, "rechazada")
    comprobar_texto(turno, "No se pudo responder", "vuelva a preguntar dentro de")
    expect(turno.locator(".explicacion")).to_be_hidden()


@contextmanager
def tareas_de(pagina: Page) -> Iterator[list[float]]:
    """The milliseconds of CPU that each task of the page took, once the block is over."""
    navegador = pagina.context.browser
    assert navegador is not None
    tareas: list[float] = []
    navegador.start_tracing(page=pagina, categories=["toplevel"])
    yield tareas
    sucesos = json.loads(navegador.stop_tracing())["traceEvents"]
    hilos = {(s["pid"], s["tid"]) for s in sucesos if s["args"].get("name") == "CrRendererMain"}
    tareas += [s["tdur"] / 1000 for s in sucesos if "tdur" in s and (s["pid"], s["tid"]) in hilos]


@pytest.mark.parametrize("con_renglones", [True, False])
def test_ocho_mil_palabras_no_congelan_la_pagina(
    pagina: Page, servidor: Fabrica, ollama: OllamaDePrueba, con_renglones: bool
) -> None:
    """In CPU time: on a machine that others share, a task also waits for them.

    The words have no figures: each would be looked for in the passages, and the page gets the same.
    """
    final = ".\n\n" if con_renglones else ". "
    palabras = [f"palabra{n}".translate(EN_LETRAS) for n in range(8_000)]
    fichas = [p + (final if n % 60 == 59 else " ") for n, p in enumerate(palabras)]
    ollama.encolar(respuesta(*fichas))
    abrir(pagina, servidor(num_predict=8_192, num_ctx=16_384))
    with tareas_de(pagina) as tareas:
        turno = responder(pagina, PREGUNTA)
    comprobar_texto(turno.locator(".texto"), " ".join(palabras[:2]), palabras[-1])
    assert 0 < max(tareas) < TAREA_MAXIMA_MS
    assert any(se_ve_congelada(pagina, veces * TAREA_MAXIMA_MS) for veces in (2, 8, 32, 128))


def se_ve_congelada(pagina: Page, ms: int) -> bool:
    """Whether freezing for a while, part of which others may take from us, is seen as such."""
    with tareas_de(pagina) as tareas:
        pagina.evaluate(OCUPAR, ms)
        pagina.evaluate("0")  # it is answered before its task is over
    return max(tareas) > TAREA_MAXIMA_MS


def test_se_va_el_cliente_y_el_modelo_queda_libre(
    vigilada: Vigilada, siaa: ServidorDePrueba, ollama_libre: OllamaDePrueba
) -> None:
    ollama_libre.encolar(callado())
    abrir(vigilada.pagina, siaa)
    preguntar(vigilada.pagina, PREGUNTA)
    comprobar_texto(vigilada.pagina.locator(".pasaje").first, "siete días hábiles")
    vigilada.pagina.goto("about:blank")
    assert ollama_libre.se_suelta()
    assert esperar(lambda: siaa.obtener("/siaa/status").json["turnos"]["atendiendo"] == 0)


def test_la_pagina_donde_se_pregunta_pesa_poco(vigilada: Vigilada, siaa: ServidorDePrueba) -> None:
    """All that it asks for, before it is compressed, its examples aside."""
    pesos: dict[str, int] = {}
    vigilada.pagina.on("response", lambda dicha: pesos.update({dicha.url: len(dicha.body())}))
    abrir(vigilada.pagina, siaa)
    assert len(pesos) > 25
    assert min(pesos.values()) > 0 and sum(pesos.values()) < 160_000


def archivos_de_las_paginas() -> list[Path]:
    web = Path(__file__).resolve().parents[2] / "siaa" / "web"
    return [r for d in ("static", "templates") for r in (web / d).rglob("*") if r.is_file()]


def test_el_tema_oscuro_solo_cambia_colores() -> None:
    """So that who looks at a page in it need not look again at anything else."""
    textos = [ruta.read_text(encoding="utf-8") for ruta in archivos_de_las_paginas()]
    oscuros = [dicho for texto in textos for dicho in OSCURO.findall(texto)]
    assert len(oscuros) == sum(texto.count("prefers-color-scheme") for texto in textos) == 1
    declaradas = [dicha.strip() for dicha in oscuros[0].split(";") if dicha.strip()]
    assert len(declaradas) > 10
    assert [dicha for dicha in declaradas if not VARIABLE_DE_COLOR.fullmatch(dicha)] == []


def test_los_archivos_caben_en_su_presupuesto_y_en_navegadores_de_oficina() -> None:
    """248 KB in all, 93.1 as they travel, and nothing that Edge or Chrome 80
    would stumble over.
    """
    todos = archivos_de_las_paginas()
    assert sum(ruta.stat().st_size for ruta in todos) < 248_000
    assert sum(len(gzip.compress(ruta.read_bytes())) for ruta in todos) < 93_100
    textos = {ruta.name: ruta.read_text(encoding="utf-8") for ruta in todos}
    nuevos = ("?.", "??", "replaceAll(", "replaceChildren(", ".at(", "structuredClone", "#!", "||=")
    en_guiones = {
        (nombre, cosa)
        for nombre, texto in textos.items()
        if nombre.endswith(".js")
        for cosa in (*nuevos, "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write")
        if cosa in texto
    }
    en_estilos = {
        (nombre, cosa)
        for nombre, texto in textos.items()
        if nombre.endswith(".css")
        for cosa in (":has(", ":is(", ":where(", "@container", "inset:", " gap:", "@import", "http")
        if cosa in texto
    }
    assert (en_guiones, en_estilos) == (set(), set())
