"""The inbox in a browser: what waits is attended to, and a passage is chosen in the viewer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from biblioteca_de_prueba import NUEVE_DIAS, PREGUNTA
from conftest import Fabrica
from guiones import respuesta
from navegador_de_prueba import TELEFONO, Contexto, faltas_en_ambos_temas
from ollama_de_prueba import OllamaDePrueba
from paciencia import esperar
from playwright.sync_api import Page, expect
from pypdfium2 import PdfDocument
from registro_de_prueba import guardado_todo
from servidor_de_prueba import ServidorDePrueba

LLAVE = "llave-maestra"
SELECCIONAR = """([desde, hasta]) => {
  const hojas = document.createTreeWalker(document.querySelector(".documento"), 4);
  const rango = document.createRange();
  for (let hoja = hojas.nextNode(); hoja; hoja = hojas.nextNode()) {
    if (hoja.data.includes(desde)) rango.setStart(hoja, hoja.data.indexOf(desde));
    if (hoja.data.includes(hasta)) {
      rango.setEnd(hoja, hoja.data.indexOf(hasta) + hasta.length);
      break;
    }
  }
  getSelection().removeAllRanges();
  getSelection().addRange(rango);
}"""
"""Selects from some words to others, as a mouse would."""


def url(siaa: ServidorDePrueba, ruta: str = "/siaa/buzon") -> str:
    return f"http://127.0.0.1:{siaa.puerto}{ruta}"


def valorada(siaa: ServidorDePrueba, ollama: OllamaDePrueba, dicho: str, **voto: Any) -> str:
    """Ask, and rate what comes as of no use; return the id."""
    ollama.encolar(respuesta(dicho))
    numero: str = siaa.charlar(PREGUNTA).cabeceras["x-request-id"]
    registro = siaa.app.extensions["siaa"].registro
    assert guardado_todo(registro)
    llaves = {"Authorization": f"Bearer {LLAVE}"}
    assert (
        siaa.publicar("/siaa/valoracion", {"id": numero, "voto": "no"} | voto, **llaves).estado
        == 200
    )
    assert guardado_todo(registro)
    return numero


def casos(biblioteca: Path) -> list[Any]:
    archivo = biblioteca / "evaluacion.jsonl"
    return (
        [json.loads(r) for r in archivo.read_text("utf-8").splitlines()] if archivo.exists() else []
    )


def test_se_atiende_con_el_teclado_y_se_anuncia(
    servidor: Fabrica, ollama: OllamaDePrueba, pagina: Page
) -> None:
    siaa = servidor()
    valorada(siaa, ollama, NUEVE_DIAS, comentario="Son siete.")
    pagina.goto(url(siaa))
    expect(pagina.get_by_role("article", name=PREGUNTA)).to_contain_text("«Son siete.»")
    boton = pagina.get_by_role("button", name="Marcar como atendida")
    boton.press("Enter")
    expect(pagina.get_by_role("status")).to_have_text("Quedó atendida.")
    expect(pagina.get_by_role("button", name="Dejarla pendiente")).to_be_focused()
    assert guardado_todo(siaa.app.extensions["siaa"].registro)
    pagina.get_by_role("link", name="Atendidas").click()
    expect(pagina.get_by_role("heading", name="Atendidas: 1")).to_be_visible()
    pagina.get_by_role("button", name="Dejarla pendiente").click()
    expect(pagina.get_by_role("status")).to_have_text("Quedó pendiente.")
    assert guardado_todo(siaa.app.extensions["siaa"].registro)
    pagina.goto(url(siaa))
    expect(pagina.get_by_role("heading", name="Pendientes: 1")).to_be_visible()


def test_el_pasaje_se_elige_seleccionando_palabras(
    servidor: Fabrica, ollama: OllamaDePrueba, pagina: Page, biblioteca_chica: Path
) -> None:
    siaa = servidor()
    valorada(siaa, ollama, NUEVE_DIAS)
    pagina.goto(url(siaa))
    pagina.get_by_label("Si el pasaje estaba en otro documento").fill("acuerdo_vr24-101.md")
    pagina.get_by_role("button", name="Abrirlo y elegir el pasaje").click()
    aviso = pagina.locator("#elegido")
    pagina.get_by_role("button", name="Este era el pasaje").click()
    expect(aviso).to_contain_text("Falta el pasaje")
    expect(pagina.get_by_label("Pregunta que este documento responde")).to_have_value(PREGUNTA)
    pagina.evaluate(SELECCIONAR, ["ARTÍCULO 3", "del trimestre"])
    expect(aviso).to_contain_text("Elegido: «ARTÍCULO 3. Plazo")
    pagina.get_by_role("button", name="Este era el pasaje").click()
    expect(aviso).to_contain_text("La valoración quedó atendida.")
    (caso,) = casos(biblioteca_chica)
    assert (caso["pregunta"], caso["documento"]) == (PREGUNTA, "acuerdo_vr24-101.md")
    assert caso["respuestas"][0].startswith("ARTÍCULO 3. Plazo")
    assert caso["respuestas"][0].endswith("del trimestre")
    pagina.get_by_role("link", name="Volver").click()
    assert guardado_todo(siaa.app.extensions["siaa"].registro)
    pagina.reload()
    expect(pagina.get_by_role("heading", name="Pendientes: 0")).to_be_visible()


def test_el_pasaje_citado_vale_sin_seleccionar_y_la_clave_se_pide(
    servidor: Fabrica, ollama: OllamaDePrueba, contexto: Contexto, biblioteca_chica: Path
) -> None:
    siaa = servidor(token_admin=LLAVE)
    pagina = contexto(http_credentials={"username": "", "password": LLAVE}).new_page()
    valorada(siaa, ollama, NUEVE_DIAS)
    pagina.goto(url(siaa))
    pagina.get_by_role("link", name="Este era el pasaje").first.click()
    pagina.set_viewport_size(TELEFONO)
    expect(pagina.locator("#elegido")).to_contain_text("Se guardará el pasaje citado")
    pagina.get_by_label("Pregunta que este documento responde").fill("¿Qué plazo hay?")
    pagina.get_by_role("button", name="Este era el pasaje").click()
    campo = pagina.get_by_label("Clave de acceso")
    expect(campo).to_be_focused()
    campo.fill(LLAVE)
    campo.press("Enter")
    expect(pagina.locator("#elegido")).to_contain_text("La valoración quedó atendida.")
    expect(campo).to_have_count(0)
    (caso,) = casos(biblioteca_chica)
    assert caso["pregunta"] == "¿Qué plazo hay?" and "siete días hábiles" in caso["respuestas"][0]


@pytest.mark.parametrize("cuantas", [0, 1, 3])
def test_sin_faltas_de_accesibilidad(
    servidor: Fabrica, ollama: OllamaDePrueba, pagina: Page, cuantas: int
) -> None:
    siaa = servidor()
    ids = [valorada(siaa, ollama, NUEVE_DIAS + " Y punto." * 200) for _ in range(cuantas)]
    rutas = ["/siaa/buzon", *(f"/siaa/ver/acuerdo_vr24-101.md?elegir={n}&desde=9" for n in ids[:1])]
    for ruta in rutas:
        pagina.set_viewport_size({"width": 1366, "height": 768})
        pagina.goto(url(siaa, ruta))
        assert faltas_en_ambos_temas(pagina) == [], ruta
        pagina.set_viewport_size({"width": 320, "height": 640})
        assert pagina.evaluate("document.documentElement.scrollWidth") <= 320, ruta


def abrir_constancia(
    siaa: ServidorDePrueba, ollama: OllamaDePrueba, pagina: Page, contesta: str
) -> str:
    """Open the page of the record of an answer, once it is written down; return its number."""
    numero = valorada(siaa, ollama, contesta)
    assert esperar(lambda: siaa.obtener(f"/siaa/constancia/{numero}").estado == 200)
    pagina.goto(url(siaa, f"/siaa/constancia/{numero}"))
    return numero


def test_una_constancia_impresa_lo_dice_todo(
    servidor: Fabrica, ollama: OllamaDePrueba, pagina: Page
) -> None:
    siaa, contesta = servidor(), f"{NUEVE_DIAS}\n\nLo firma el alcalde de Valdeluna.\n\n" * 9
    numero = abrir_constancia(siaa, ollama, pagina, contesta)
    hoja = pagina.pdf(prefer_css_page_size=True, format="A4")
    assert hoja.startswith(b"%PDF") and hoja.count(b"/Type /Page\n") >= 2
    pagina.emulate_media(media="print")
    pagina.set_viewport_size({"width": 642, "height": 971})  # of the paper, between its margins
    texto = pagina.locator("main").inner_text()
    huella = pagina.locator(".ficha code").first.inner_text()
    assert "El número tras una frase" in texto
    registrada = siaa.obtener("/siaa/log").json["preguntas"][0]
    for dicho in (
        *(
            PREGUNTA,
            NUEVE_DIAS,
            "frases discrepan con el pasaje 1",
            "sin respaldo",
            "dice «nueve días",
        ),
        *("siete días hábiles contados", "Todos se leen hoy igual", numero, "Verificada por:"),
        *(registrada["pasajes"][0]["huella"], registrada["huella"], registrada["modelo"]),
        *(f" de {registrada['momento'][:4]} a las ", "no le sirvió a quien preguntó"),
    ):
        assert dicho in texto, dicho
    assert huella == registrada["pasajes"][0]["huella"]
    assert pagina.evaluate("document.documentElement.scrollWidth") <= 642
    tintas = pagina.evaluate("""() => Array.from(document.querySelectorAll("main *"), (e) => {
      const { color, backgroundColor } = getComputedStyle(e);
      return color === backgroundColor ? e.outerHTML : "";
    }).filter(Boolean)""")
    assert tintas == []


def test_la_constancia_abierta_por_su_direccion_se_imprime_con_un_boton(
    servidor: Fabrica, ollama: OllamaDePrueba, pagina: Page
) -> None:
    pagina.add_init_script("window.print = () => { window.impresa = true; };")
    abrir_constancia(servidor(), ollama, pagina, NUEVE_DIAS)
    boton = pagina.get_by_role("button", name="Imprimir o PDF")
    boton.click()
    assert pagina.evaluate("window.impresa")
    pagina.emulate_media(media="print")
    expect(boton).to_be_hidden()


def test_quien_firma_la_constancia_ve_que_firma(
    servidor: Fabrica, ollama: OllamaDePrueba, pagina: Page
) -> None:
    """Wherever the sheets end, the signature does not stand on one by itself."""
    abrir_constancia(servidor(), ollama, pagina, NUEVE_DIAS)
    for _ in range(12):
        hojas = PdfDocument(pagina.pdf(format="Letter"))
        textos = [hoja.get_textpage().get_text_range() for hoja in hojas]
        (firmada,) = (texto for texto in textos if "Verificada por:" in texto)
        assert all(dicho in firmada for dicho in ("Biblioteca", "Duración", "Valoración"))
        pagina.evaluate("document.querySelector('h1').append(document.createElement('br'), 'y')")
