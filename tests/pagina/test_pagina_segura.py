"""The chat page: nothing that a document, a model, a person or the history says ever runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import Fabrica
from guiones import PARA_SIEMPRE, respuesta, tras
from navegador_de_prueba import Vigilada
from ollama_de_prueba import OllamaDePrueba
from pagina_de_prueba import abrir, comprobar_texto, preguntar, responder, terminada
from playwright.sync_api import Page, expect
from servidor_de_prueba import ServidorDePrueba

GOLPE = "window.ejecutado=(window.ejecutado||0)+1;alert(1)"
CARGAS = (
    f'<img src=x onerror="{GOLPE}">',
    f"<script>{GOLPE}</script>",
    f'<svg onload="{GOLPE}"><use href="javascript:{GOLPE}"/></svg>',
    f"[pulse](javascript:{GOLPE}) ![x](https://ajeno.example/x.png)",
    f'<a href="javascript:{GOLPE}" class="cita" data-fuente="1">1</a>',
    f'<iframe srcdoc="<script>parent.{GOLPE}</script>"></iframe><style>*{{display:none}}</style>',
    f"</textarea></title><template><script>{GOLPE}</script></template>",
)
TODAS = "\n\n".join(CARGAS)
NOMBRE = '"><img src=x onerror=alert(1)> regla.md'


@pytest.fixture
def hostil(servidor: Fabrica, tmp_path: Path) -> ServidorDePrueba:
    """A library whose names, titles, headings and texts are all payloads."""
    carpeta = tmp_path / "hostil"
    (carpeta / "<b onmouseover=alert(1)>").mkdir(parents=True)
    texto = f"# Regla del horno {CARGAS[0]}\n\n## ARTÍCULO 1. Horno {CARGAS[1]}\n\n"
    cuerpo = f"El horno se enciende los jueves. {TODAS}\n"
    (carpeta / "<b onmouseover=alert(1)>" / NOMBRE).write_text(texto + cuerpo, encoding="utf-8")
    pregunta = {"pregunta": f"¿Cuándo se enciende el horno? {CARGAS[0]}", "documento": NOMBRE}
    (carpeta / "evaluacion.jsonl").write_text(json.dumps(pregunta), encoding="utf-8")
    return servidor(documentos=carpeta)


def indemne(pagina: Page) -> None:
    """Nothing ran, and no element came in with a text."""
    assert pagina.evaluate("window.ejecutado") is None
    dentro = "#turnos, #ejemplos, #entradas"
    expect(pagina.locator(dentro).locator("img, script, iframe, style, template")).to_have_count(0)
    expect(pagina.locator("[onerror], [onload], [onmouseover], [href^=javascript]")).to_have_count(
        0
    )


def test_ni_documentos_ni_nombres_ni_preguntas_ni_respuestas_se_ejecutan(
    pagina: Page, hostil: ServidorDePrueba, ollama: OllamaDePrueba
) -> None:
    ollama.encolar(respuesta(*(f"El horno se enciende los jueves. {c}\n\n" for c in CARGAS)))
    abrir(pagina, hostil)
    comprobar_texto(pagina.locator("#ejemplos"), "<b onmouseover", "<img src=x")
    indemne(pagina)
    turno = responder(pagina, f"¿Cuándo se enciende el horno? {TODAS}"[:3900])
    comprobar_texto(turno.locator("h2"), "<script>window.ejecutado")
    comprobar_texto(turno.locator(".rotulo").first, "<img src=x")
    comprobar_texto(turno.locator(".pasaje").first, "<script>")
    comprobar_texto(turno.locator(".texto"), "<iframe", "javascript:window.ejecutado")
    indemne(pagina)
    for nombre in ("No", "Copiar"):
        turno.get_by_role("button", name=nombre, exact=True).click()
    turno.locator(".abridor").first.hover()
    pagina.locator("#abrir-historial").click()
    comprobar_texto(pagina.locator("#entradas"), "<script>window.ejecutado")
    indemne(pagina)


def test_lo_que_se_va_escribiendo_tampoco(
    pagina: Page, hostil: ServidorDePrueba, ollama: OllamaDePrueba
) -> None:
    ollama.encolar(tras([f"{carga}\n" for carga in CARGAS], PARA_SIEMPRE))
    abrir(pagina, hostil)
    preguntar(pagina, "¿Cuándo se enciende el horno?")
    comprobar_texto(pagina.locator(".texto"), "<template>")
    indemne(pagina)
    pagina.keyboard.press("Escape")
    comprobar_texto(terminada(pagina, "detenida"), "<template>")
    indemne(pagina)


def test_un_historial_envenenado_pierde_su_veneno(
    vigilada: Vigilada, siaa: ServidorDePrueba, ollama_libre: OllamaDePrueba
) -> None:
    """Even markup that the service never makes is taken over by a list, not believed.

    The policy complains of its handlers while it is read, before they are left out.
    """
    vigilada.tolera += ["Content Security Policy", "policy: script-src-attr", "policy: style-src"]
    pagina = vigilada.pagina
    abrir(pagina, siaa)
    responder(pagina, "¿Cuál es el plazo para presentar el reporte RETRI?")
    pagina.evaluate(
        """(html) => {
          const entradas = JSON.parse(localStorage.getItem("siaa.historial"));
          Object.assign(entradas[0], {html, desenlace: "completa", modelo: html});
          localStorage.setItem("siaa.historial", JSON.stringify(entradas));
        }""",
        f"<p onclick='{GOLPE}' style='color:red'>hola <b>mundo</b></p>{TODAS}",
    )
    pagina.locator("#nueva").click()
    pagina.locator("#abrir-historial").click()
    pagina.locator(".entrada").click()
    texto = pagina.locator(".turno .texto")
    comprobar_texto(texto, "hola mundo", "pulse")
    expect(texto).not_to_contain_text("display:none")  # what was no text does not become it
    assert texto.locator("p").first.evaluate("(p) => p.attributes.length") == 0
    expect(texto.locator("b, a:not(.cita), svg")).to_have_count(0)
    indemne(pagina)


def test_la_politica_no_deja_correr_lo_que_no_es_nuestro(
    vigilada: Vigilada, siaa: ServidorDePrueba
) -> None:
    pagina = vigilada.pagina
    politica = siaa.obtener("/").cabeceras["content-security-policy"]
    assert "unsafe" not in politica and "*" not in politica
    assert "require-trusted-types-for 'script'" in politica
    abrir(pagina, siaa)
    vigilada.tolera += ["policy: ", "error: ", "warning: "]
    resultado: dict[str, Any] = pagina.evaluate(
        """() => {
          const dicho = {};
          const guion = document.createElement("script");
          try { guion.textContent = "window.ejecutado = 1"; document.body.append(guion); }
          catch (error) { dicho.guion = error.name; }
          try { document.body.innerHTML += "<p>x</p>"; } catch (error) { dicho.html = error.name; }
          try { window.trustedTypes.createPolicy("otra", {createHTML: (h) => h}); }
          catch (error) { dicho.politica = error.name; }
          return dicho;
        }"""
    )
    assert resultado["html"] == resultado["politica"] == "TypeError"
    assert pagina.evaluate("window.ejecutado") is None
    expect(pagina.locator("#pregunta")).to_be_visible()
