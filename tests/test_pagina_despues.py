"""The chat page: what is done with an answer, and the history of this browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from biblioteca_de_prueba import OTRA_PREGUNTA, PREGUNTA
from conftest import Fabrica
from guiones import PARA_SIEMPRE, respuesta, tras
from navegador_de_prueba import Contexto, Vigilada
from ollama_de_prueba import OllamaDePrueba
from pagina_de_prueba import (
    abrir,
    comprobar_texto,
    enfocado,
    guardado,
    preguntar,
    responder,
    terminada,
)
from playwright.sync_api import Locator, Page, expect
from servidor_de_prueba import ServidorDePrueba

pytestmark = pytest.mark.usefixtures("ollama_libre")
AJUSTES = {"espera_entre_tokens": 30}
CITADA = (
    "### Plazo\n\nEl plazo para presentar el **reporte RETRI** es de siete días hábiles 🙂.\n\n",
    "1. Primero, el jefe.\n2. Después, el asistente:\n   - con encargo\n\n",
    "La multa es de 8800 pesos.",
)


@pytest.fixture
def turno(pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba) -> Locator:
    """An answer with citations."""
    ollama_comun.encolar(respuesta(*CITADA))
    abrir(pagina, siaa)
    return responder(pagina, PREGUNTA)


def pulsar(turno: Locator, nombre: str) -> None:
    turno.get_by_role("button", name=nombre, exact=True).click()


def portapapeles(pagina: Page) -> str:
    texto: str = pagina.evaluate("navigator.clipboard.readText()")
    return texto


def test_copiar_da_el_texto_sin_marcas(pagina: Page, turno: Locator) -> None:
    pagina.context.grant_permissions(["clipboard-read", "clipboard-write"])
    pulsar(turno, "Copiar")
    comprobar_texto(pagina.locator("#hecho"), "Texto copiado.")
    assert portapapeles(pagina) == (
        "Plazo\n\nEl plazo para presentar el reporte RETRI es de siete días hábiles 🙂.\n\n"
        "1. Primero, el jefe.\n2. Después, el asistente:\n\n  - con encargo\n\n"
        "La multa es de 8800 pesos."
    )


def test_copiar_con_citas_trae_las_fuentes(pagina: Page, turno: Locator) -> None:
    pagina.context.grant_permissions(["clipboard-read", "clipboard-write"])
    pulsar(turno, "Copiar con citas")
    comprobar_texto(pagina.locator("#hecho"), "Texto con citas copiado.")
    texto = portapapeles(pagina)
    assert texto.startswith(PREGUNTA)
    assert "siete días hábiles 🙂. [1]" in texto
    assert "[sin respaldo: 8800]" in texto
    assert "[1] Acuerdo VR24-101 sobre el reporte RETRI — " in texto
    assert "(acuerdo_vr24-101.md)" in texto
    assert "Texto redactado con ayuda de una máquina (qwen2.5:3b)" in texto


def test_sin_portapapeles_moderno_tambien_se_copia(
    contexto: Contexto, siaa: ServidorDePrueba
) -> None:
    """As over plain http from another PC of the office."""
    pagina = contexto().new_page()
    pagina.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined});")
    abrir(pagina, siaa)
    turno = responder(pagina, PREGUNTA)
    pulsar(turno, "Copiar")
    comprobar_texto(pagina.locator("#hecho"), "Texto copiado.")
    pagina.locator("#pregunta").focus()
    pagina.keyboard.press("Control+V")
    assert "Según el acuerdo, sí." in pagina.locator("#pregunta").input_value()


def test_guardar_md_baja_pregunta_respuesta_y_fuentes(
    pagina: Page, turno: Locator, tmp_path: Path
) -> None:
    with pagina.expect_download() as bajada:
        pulsar(turno, "Guardar .md")
    nombre = bajada.value.suggested_filename
    assert nombre.startswith("siaa-20") and nombre.endswith(
        "-cual-es-el-plazo-para-presentar-el-reporte-retri.md"
    )
    bajada.value.save_as(tmp_path / nombre)
    texto = (tmp_path / nombre).read_text(encoding="utf-8")
    assert texto.startswith(f"# {PREGUNTA}\n\n*Texto redactado con ayuda de una máquina")
    assert "**reporte RETRI** es de siete días hábiles 🙂. [1]\n" in texto
    assert "8800 pesos. [sin respaldo: 8800]\n" in texto
    assert "## Fuentes\n\n**[1] Acuerdo VR24-101 sobre el reporte RETRI" in texto
    assert "\n> " in texto


def test_imprimir_da_pregunta_respuesta_y_notas_sin_botones(pagina: Page, turno: Locator) -> None:
    responder(pagina, OTRA_PREGUNTA)
    pagina.evaluate("window.print = () => { window.impreso = document.body.innerText; }")
    pagina.emulate_media(media="print")
    pagina.evaluate("document.querySelector('.turno .acciones .boton:nth-child(4)').click()")
    impreso = pagina.evaluate("window.impreso")
    assert PREGUNTA in impreso and OTRA_PREGUNTA not in impreso
    assert turno.locator("blockquote:visible").count() == turno.locator("blockquote").count() > 1
    assert pagina.locator("button:visible:not(.abridor)").count() == 0
    assert pagina.locator("textarea:visible, input:visible").count() == 0
    partes = [turno.locator(parte).bounding_box() for parte in (".pregunta", ".texto", ".fuentes")]
    alturas = [caja["y"] for caja in partes if caja]
    assert alturas == sorted(alturas) and len(alturas) == 3
    expect(turno.locator(".hora")).to_be_visible()
    expect(turno.locator(".constancia")).to_be_visible()
    assert pagina.locator(".turno:visible").count() == 2
    assert pagina.pdf().startswith(b"%PDF")


def test_la_opinion_llega_al_registro_con_su_razon(
    pagina: Page, siaa: ServidorDePrueba, turno: Locator
) -> None:
    pulsar(turno, "No")
    comprobar_texto(turno, "Anotado")
    turno.get_by_label("Está en otro documento").check()
    turno.get_by_label("Documento correcto, si lo sabe").fill("circular_horarios.txt")
    turno.get_by_label("Comentario (opcional)").fill("Mire el horario")
    pulsar(turno, "Enviar")
    comprobar_texto(turno, "Gracias: el administrador lo verá.")
    expect(turno.locator(".razones")).to_be_hidden()
    ultima = siaa.obtener("/siaa/valoraciones").json["valoraciones"][0]
    assert {c: ultima[c] for c in ("voto", "razon", "comentario", "documento", "pregunta")} == {
        "voto": "no",
        "razon": "otro_documento",
        "comentario": "Mire el horario",
        "documento": "circular_horarios.txt",
        "pregunta": PREGUNTA,
    }
    pulsar(turno, "Sí")
    comprobar_texto(turno, "Gracias.")
    assert siaa.obtener("/siaa/valoraciones").json["valoraciones"][0]["voto"] == "si"
    expect(turno.get_by_role("button", name="Sí")).to_have_attribute("aria-pressed", "true")


def test_un_documento_mal_escrito_trae_los_parecidos(vigilada: Vigilada, turno: Locator) -> None:
    vigilada.tolera.append("404")
    pulsar(turno, "No")
    turno.get_by_label("Documento correcto, si lo sabe").fill("horarios")
    pulsar(turno, "Enviar")
    comprobar_texto(vigilada.pagina.locator("#alerta"), "No se guardó su opinión")
    pulsar(turno, "circular_horarios.txt")
    pulsar(turno, "Enviar")
    comprobar_texto(turno, "Gracias: el administrador lo verá.")


def test_sin_registro_la_opinion_dice_que_no_se_guarda(
    vigilada: Vigilada, servidor: Fabrica
) -> None:
    vigilada.tolera.append("404")
    abrir(vigilada.pagina, servidor(registro="no"))
    turno = responder(vigilada.pagina, PREGUNTA)
    pulsar(turno, "Sí")
    comprobar_texto(vigilada.pagina.locator("#alerta"), "No se guardó su opinión")


# --- The history ---------------------------------------------------------------------------------


def abrir_historial(pagina: Page) -> Locator:
    pagina.get_by_role("button", name="Historial").click()
    return pagina.get_by_role("dialog", name="Historial")


def test_el_historial_se_lista_se_busca_y_se_abre(pagina: Page, siaa: ServidorDePrueba) -> None:
    abrir(pagina, siaa)
    responder(pagina, PREGUNTA)
    responder(pagina, OTRA_PREGUNTA)
    pagina.reload()
    cajon = abrir_historial(pagina)
    comprobar_texto(cajon, "solo en este navegador", "En un equipo compartido", "2 consultas.")
    assert cajon.locator(".entrada-pregunta").all_inner_texts() == [OTRA_PREGUNTA, PREGUNTA]
    cajon.get_by_label("Buscar en el historial").fill("CÁJA apartada")
    comprobar_texto(cajon, "1 consulta de 2.")
    cajon.locator(".entrada").click()
    expect(cajon).to_be_hidden()
    assert enfocado(pagina, "#pregunta")
    turno = terminada(pagina, "completa")
    comprobar_texto(turno, OTRA_PREGUNTA, "Según el acuerdo, sí.", "del historial", "qwen2.5:3b")
    comprobar_texto(turno.locator(".pasaje").first, "cinta blanca")


def test_se_borra_una_y_se_borran_todas(pagina: Page, siaa: ServidorDePrueba) -> None:
    abrir(pagina, siaa)
    for texto in (PREGUNTA, OTRA_PREGUNTA, "¿Quién dicta la capacitación?"):
        responder(pagina, texto)
    cajon = abrir_historial(pagina)
    cajon.get_by_role("button", name=f"Borrar «{OTRA_PREGUNTA}»").click()
    comprobar_texto(cajon, "2 consultas.")
    assert enfocado(pagina, "#buscar-historial")
    pulsar(cajon, "Borrar todo el historial")
    pulsar(cajon, "No")
    assert len(guardado(pagina)) == 2
    pulsar(cajon, "Borrar todo el historial")
    pulsar(cajon, "Sí, borrar todo")
    comprobar_texto(cajon, "Todavía no hay consultas guardadas.")
    assert guardado(pagina) == []
    pagina.keyboard.press("Escape")
    expect(cajon).to_be_hidden()


def test_no_guardar_olvida_lo_que_habia_y_no_guarda_mas(
    pagina: Page, siaa: ServidorDePrueba
) -> None:
    abrir(pagina, siaa)
    responder(pagina, PREGUNTA)
    cajon = abrir_historial(pagina)
    cajon.get_by_label("No guardar mis consultas en este equipo").check()
    comprobar_texto(cajon, "No se está guardando nada.")
    pulsar(cajon, "Cerrar")
    responder(pagina, OTRA_PREGUNTA)
    assert guardado(pagina) == []
    pagina.reload()
    cajon = abrir_historial(pagina)
    expect(cajon.get_by_label("No guardar mis consultas en este equipo")).to_be_checked()
    cajon.get_by_label("No guardar mis consultas en este equipo").uncheck()
    pulsar(cajon, "Cerrar")
    responder(pagina, OTRA_PREGUNTA)
    assert len(guardado(pagina)) == 1


def test_lo_detenido_queda_en_el_historial_marcado(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    ollama_comun.encolar(tras(("Siete días",), PARA_SIEMPRE))
    abrir(pagina, siaa)
    preguntar(pagina, PREGUNTA)
    comprobar_texto(pagina.locator(".texto"), "Siete días")
    pagina.keyboard.press("Escape")
    terminada(pagina, "detenida")
    comprobar_texto(abrir_historial(pagina), "Detenida por usted")


def test_con_el_almacen_lleno_se_van_las_mas_viejas(pagina: Page, siaa: ServidorDePrueba) -> None:
    abrir(pagina, siaa)
    responder(pagina, PREGUNTA)
    entrada: dict[str, Any] = guardado(pagina)[0]
    pagina.evaluate(
        """(entrada) => {
          const otros = {texto: "x".repeat(60000), fecha: "2020-01-01T00:00:00Z"};
          const viejas = JSON.stringify(Array(80).fill(Object.assign({}, entrada, otros)));
          localStorage.setItem("siaa.historial", viejas);
          const resto = 5 * 1024 * 1024 - viejas.length - 200;
          localStorage.setItem("otra pagina", "x".repeat(resto));
        }""",
        entrada,
    )
    responder(pagina, OTRA_PREGUNTA)
    entradas = guardado(pagina)
    assert entradas[0]["pregunta"] == OTRA_PREGUNTA
    assert 1 < len(entradas) < 80
    expect(pagina.locator("#alerta")).to_be_hidden()
    pagina.evaluate(
        """() => {
          localStorage.clear();
          localStorage.setItem("otra pagina", "x".repeat(5 * 1024 * 1024 - 40));
        }"""
    )
    responder(pagina, PREGUNTA)
    comprobar_texto(pagina.locator("#alerta"), "no tiene espacio para guardar")


@pytest.mark.parametrize("roto", ["no es json", '{"a": 1}', '[null, 3, {"pregunta": "x"}]'])
def test_un_historial_roto_no_estorba(pagina: Page, siaa: ServidorDePrueba, roto: str) -> None:
    abrir(pagina, siaa)
    pagina.evaluate("(roto) => localStorage.setItem('siaa.historial', roto)", roto)
    responder(pagina, PREGUNTA)
    assert [entrada["pregunta"] for entrada in guardado(pagina)] == [PREGUNTA]
    comprobar_texto(abrir_historial(pagina), "1 consulta.")


def test_sin_almacen_la_pagina_sirve_igual(contexto: Contexto, siaa: ServidorDePrueba) -> None:
    """As where the browser's settings keep every site from storing anything."""
    pagina = contexto().new_page()
    for almacen in ("localStorage", "sessionStorage"):
        pagina.add_init_script(
            f"Object.defineProperty(window, '{almacen}', "
            "{get() { throw new DOMException('no', 'SecurityError'); }});"
        )
    abrir(pagina, siaa)
    responder(pagina, PREGUNTA)
    pagina.get_by_role("button", name="Historial").click()
    comprobar_texto(pagina.locator("#cuenta-historial"), "Todavía no hay consultas guardadas.")
