"""The library as its administrator changes it: drop, read what would happen, confirm."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from biblioteca_de_prueba import PREGUNTA
from guiones import respuesta
from navegador_de_prueba import (
    TELEFONO,
    Vigilada,
    faltas_de_accesibilidad,
    faltas_en_ambos_temas,
)
from ollama_de_prueba import OllamaDePrueba
from pagina_de_prueba import abrir as abrir_chat
from pagina_de_prueba import comprobar_foco, responder, tabular_hasta
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect
from servidor_de_prueba import ServidorDePrueba

from siaa.biblioteca.lengua.fechas import momento as fecha_en_palabras

Fabrica = Callable[..., ServidorDePrueba]
Contexto = Callable[..., BrowserContext]
ACUERDO = "Acuerdo VR24-101 sobre el reporte RETRI"
MANUAL = "Manual de restauración"
CAMBIOS = "**/siaa/biblioteca/cambios"
LLAVE = "llave-maestra-de-prueba"
LEJOS = "Pacific/Kiritimati"
SOLTAR = """(archivos) => {
  const datos = new DataTransfer();
  archivos.forEach(([nombre, texto]) => datos.items.add(new File([texto], nombre)));
  const suceso = new DragEvent("drop", { dataTransfer: datos, bubbles: true, cancelable: true });
  document.getElementById("soltar").dispatchEvent(suceso);
}"""
PALOMAR = ["palomar.md", "# Palomar\n\nQuien asuste a una paloma paga doce monedas.\n"]


@pytest.fixture
def con_preguntas(biblioteca_chica: Path) -> Path:
    """A library with a question that one of its documents answers."""
    pregunta = {"pregunta": PREGUNTA, "documento": "acuerdo_vr24-101.md"}
    (biblioteca_chica / "evaluacion.jsonl").write_text(json.dumps(pregunta) + "\n")
    return biblioteca_chica


def abrir(pagina: Page, siaa: ServidorDePrueba) -> None:
    pagina.goto(f"http://127.0.0.1:{siaa.puerto}/siaa/biblioteca/gestion")
    expect(pagina.get_by_role("button", name="Ver qué pasaría")).to_be_enabled()


def soltar(pagina: Page, *archivos: list[str], coleccion: str = "") -> Locator:
    """Drop files, say where they go, ask what would happen; return where that is told."""
    pagina.evaluate(SOLTAR, list(archivos))
    comprobar_foco(pagina, "#coleccion")
    expect(pagina.locator("#elegidos li")).to_have_text([nombre for nombre, _ in archivos][:8])
    expect(pagina.locator("#prueba")).not_to_be_visible()
    pagina.keyboard.type(coleccion)
    pagina.keyboard.press("Enter")
    return pagina.locator("#dicho")


def confirmar(pagina: Page) -> None:
    pagina.locator("#confirmar").click()
    expect(pagina.get_by_role("heading", name="Hecho")).to_be_visible()
    comprobar_foco(pagina, "#cerrar")


def cerrar(pagina: Page) -> None:
    """Close what was done, and see the library as it is now."""
    with pagina.expect_navigation():
        pagina.locator("#cerrar").click()


def test_se_arrastra_se_lee_y_se_confirma(
    servidor: Fabrica, pagina: Page, con_preguntas: Path
) -> None:
    abrir(pagina, servidor())
    dicho = soltar(pagina, PALOMAR, ["tabla.xls", "a,b"], coleccion="normativa")
    expect(dicho).to_contain_text("Se agrega:palomar.md, en la colección «Normativa»")
    expect(dicho).to_contain_text("tabla.xls: no se convierte")
    expect(dicho).to_contain_text("su documento: 1 de 1; con este cambio, 1.")
    assert not (con_preguntas / "normativa" / "palomar.md").exists()
    confirmar(pagina)
    expect(dicho).to_contain_text("Se agregó:palomar.md, en la colección «Normativa»: vea cómo")
    cerrar(pagina)
    expect(pagina.locator("h3", has_text="Palomar")).to_be_visible()
    assert (con_preguntas / "normativa" / "palomar.md").exists()


def test_se_eligen_con_el_boton(servidor: Fabrica, pagina: Page, tmp_path: Path) -> None:
    (tmp_path / PALOMAR[0]).write_text(PALOMAR[1])
    abrir(pagina, servidor())
    pagina.locator("#archivos").set_input_files(tmp_path / PALOMAR[0])
    pagina.get_by_role("button", name="Ver qué pasaría").click()
    expect(pagina.locator("#dicho")).to_contain_text("palomar.md")
    pagina.locator("#cerrar").click()
    expect(pagina.locator("#prueba")).not_to_be_visible()


def test_las_preguntas_que_se_perderian_se_leen_antes(
    servidor: Fabrica, pagina: Page, con_preguntas: Path
) -> None:
    abrir(pagina, servidor())
    pagina.get_by_role("button", name=f"Retirar {ACUERDO}").click()
    dicho = pagina.locator("#dicho")
    expect(dicho).to_contain_text("Ya no lo encontrarían:" + PREGUNTA)
    assert (con_preguntas / "normativa" / "Acuerdo_VR24-101.md").exists()
    expect(pagina.locator("#confirmar")).to_have_text("Hacerlo de todos modos")
    confirmar(pagina)
    cerrar(pagina)
    expect(pagina.locator("h3", has_text=ACUERDO)).to_have_count(0)
    assert not (con_preguntas / "normativa" / "Acuerdo_VR24-101.md").exists()
    pagina.get_by_role("button", name="Restaurar normativa/Acuerdo_VR24-101.md").click()
    expect(dicho).to_contain_text("su documento: 0 de 1; con este cambio, 1.")
    confirmar(pagina)
    cerrar(pagina)
    expect(pagina.locator("h3", has_text=ACUERDO)).to_be_visible()
    pagina.get_by_text("Últimos cambios").click()
    expect(pagina.locator(".hechos li")).to_have_count(2)


def test_cuando_se_hizo_cada_cosa_se_dice_en_la_hora_de_quien_lee(
    servidor: Fabrica, contexto: Contexto
) -> None:
    siaa, ruta = servidor(), "/siaa/biblioteca/cambios"
    pedido = {"accion": "retirar", "que": "acuerdo_vr24-101.md"}
    probado = siaa.publicar(ruta, pedido | {"confirmar": ""}).json
    assert siaa.publicar(ruta, pedido | {"confirmar": probado["confirmar"]}).json["hecho"]
    hoja = contexto(timezone_id=LEJOS).new_page()
    hoja.goto(f"http://127.0.0.1:{siaa.puerto}/siaa/biblioteca/gestion")
    momentos = hoja.locator("main time")
    expect(momentos).to_have_count(2)
    for momento in momentos.all():
        cuando = datetime.fromisoformat(momento.get_attribute("datetime") or "")
        expect(momento).to_have_text(fecha_en_palabras(cuando.astimezone(ZoneInfo(LEJOS))))


def test_titulo_palabras_y_coleccion(servidor: Fabrica, pagina: Page, con_preguntas: Path) -> None:
    abrir(pagina, servidor())
    pagina.get_by_role("button", name=f"Cambiar {ACUERDO}").click()
    ficha = pagina.get_by_role("dialog", name="Cambiar")
    expect(ficha.get_by_label("Palabras clave")).to_have_value("reporte retri\nséptimo día hábil")
    expect(ficha.get_by_label("Título")).to_have_value(ACUERDO)
    ficha.get_by_label("Título").fill("El reporte de los archivos")
    ficha.get_by_label("Colección").fill("actas")
    assert faltas_de_accesibilidad(pagina) == []
    ficha.get_by_role("button", name="Ver qué pasaría").click()
    dicho = pagina.locator("#dicho")
    expect(dicho).to_contain_text(f"Título: «{ACUERDO}» → «El reporte de los archivos»")
    expect(dicho).to_contain_text("Colección: «Normativa» → «Actas»")
    expect(dicho).to_contain_text("Los textos quedan iguales")
    confirmar(pagina)
    cerrar(pagina)
    expect(pagina.locator("h3", has_text="El reporte de los archivos")).to_be_visible()
    assert (con_preguntas / "actas" / "Acuerdo_VR24-101.md").exists()
    pagina.get_by_role("button", name="Cambiar el título de «Actas»").click()
    ficha.get_by_label("Título").fill("Actas de la Junta")
    ficha.get_by_label("Título").press("Enter")
    confirmar(pagina)
    cerrar(pagina)
    expect(pagina.locator("h2", has_text="Actas de la Junta")).to_be_visible()


def test_el_pasaje_de_una_hoja_se_ve_como_tabla(
    servidor: Fabrica, pagina: Page, ollama: OllamaDePrueba, biblioteca_chica: Path
) -> None:
    hoja = "# Sueldos\n\n| Cargo | Sueldo |\n| --- | --- |\n| Palomero\\|halconero | 700 |\n"
    (biblioteca_chica / "sueldos.md").write_text(hoja)
    ollama.encolar(respuesta("Gana 700 [1]."))
    abrir_chat(pagina, servidor())
    turno = responder(pagina, "¿Cuál es el sueldo del palomero?")
    fuente = turno.locator("li", has=pagina.get_by_text("sueldos.md"))
    if fuente.locator(".abridor").get_attribute("aria-expanded") == "false":
        fuente.locator(".abridor").click()
    expect(fuente.locator("blockquote td")).to_have_text(
        ["Cargo", "Sueldo", "Palomero|halconero", "700"]
    )
    expect(fuente.locator("blockquote mark").first).to_be_visible()
    assert faltas_en_ambos_temas(pagina) == []


def test_lo_que_queda_igual_no_se_hace(servidor: Fabrica, pagina: Page) -> None:
    abrir(pagina, servidor())
    pagina.get_by_role("button", name=f"Cambiar {ACUERDO}").click()
    pagina.get_by_role("dialog", name="Cambiar").get_by_label("Título").press("Enter")
    expect(pagina.locator("#dicho")).to_contain_text("Nada cambiaría")
    expect(pagina.locator("#confirmar")).not_to_be_visible()
    pagina.locator("#cerrar").click()
    comprobar_foco(pagina, f'[aria-label="Cambiar {ACUERDO}"]')


def test_con_el_teclado(servidor: Fabrica, pagina: Page) -> None:
    abrir(pagina, servidor())
    retirar = f'[aria-label="Retirar {ACUERDO}"]'
    tabular_hasta(pagina, retirar)
    pagina.keyboard.press("Enter")
    comprobar_foco(pagina, "#t-prueba")
    expect(pagina.locator("#confirmar")).to_be_visible()  # one trial at a time
    tabular_hasta(pagina, "#cerrar")
    pagina.keyboard.press("Enter")
    comprobar_foco(pagina, retirar)
    pagina.keyboard.press("Enter")
    expect(pagina.locator("#confirmar")).to_be_visible()
    pagina.keyboard.press("Escape")
    expect(pagina.locator("#prueba")).not_to_be_visible()


def test_desde_otro_equipo_pide_el_token(servidor: Fabrica, vigilada: Vigilada) -> None:
    vigilada.tolera.append("401")
    siaa, pagina = servidor(token_admin=LLAVE), vigilada.pagina
    pagina.set_extra_http_headers({"Authorization": f"Bearer {LLAVE}"})  # as the browser asks it
    abrir(pagina, siaa)
    pagina.set_extra_http_headers({})
    dicho = soltar(pagina, PALOMAR)
    pagina.get_by_label("Clave de acceso").fill(LLAVE)
    pagina.get_by_role("button", name="Entrar").click()
    expect(dicho).to_contain_text("Se agrega:palomar.md, en la colección «General»")


def test_demasiados_se_dicen_antes_de_enviarlos(servidor: Fabrica, pagina: Page) -> None:
    abrir(pagina, servidor())
    pagina.evaluate(SOLTAR, [[f"{n}.md", "# A"] for n in range(41)])
    expect(pagina.get_by_role("alert")).to_contain_text("Pasan de 40 archivos o de 24 MB")


def test_de_los_que_no_se_reciben_se_dicen_todos(servidor: Fabrica, pagina: Page) -> None:
    abrir(pagina, servidor())
    pagina.evaluate(SOLTAR, [[f"{n}.exe", "MZ"] for n in range(12)])
    pagina.keyboard.press("Enter")
    dicho = pagina.locator("#dicho")
    expect(dicho.locator("li")).to_have_count(12)
    expect(dicho).to_contain_text("Nada cambiaría.")
    expect(pagina.locator("#confirmar")).not_to_be_visible()


def test_una_biblioteca_grande_se_espera(servidor: Fabrica, pagina: Page) -> None:
    """What a change comes to is told once the library was loaded with it, minutes later maybe."""
    frenadas = list[Route]()
    pagina.clock.install()
    abrir(pagina, servidor())
    with pagina.expect_request(CAMBIOS):
        pagina.route(CAMBIOS, lambda ruta: frenadas.append(ruta), times=1)
        pagina.get_by_role("button", name=f"Retirar {ACUERDO}").click()
    pagina.clock.fast_forward("05:00")
    frenadas[0].continue_()
    expect(pagina.locator("#dicho")).to_contain_text("Se retira:acuerdo_vr24-101.md")


def test_lo_que_se_cancelo_no_vuelve(servidor: Fabrica, pagina: Page) -> None:
    """What comes of an order whose dialog was closed is not shown in that of the next one."""
    siaa, frenadas = servidor(), list[Route]()
    abrir(pagina, siaa)
    with pagina.expect_request(CAMBIOS):
        pagina.route(CAMBIOS, lambda ruta: frenadas.append(ruta), times=1)
        pagina.get_by_role("button", name=f"Retirar {ACUERDO}").click()
    pagina.locator("#cerrar").click()
    pagina.get_by_role("button", name=f"Retirar {MANUAL}").click()
    dicho = pagina.locator("#dicho")
    expect(dicho).to_contain_text("manual_de_restauracion.md")
    with pagina.expect_response(CAMBIOS):
        frenadas[0].continue_()
    confirmar(pagina)
    expect(dicho).to_contain_text("Se retiró:manual_de_restauracion.md")
    quedan = siaa.obtener("/siaa/documentos").json["documentos"]
    assert "acuerdo_vr24-101.md" in [documento["doc"] for documento in quedan]


def test_un_servicio_que_no_responde_se_dice(
    servidor: Fabrica, vigilada: Vigilada, con_preguntas: Path
) -> None:
    vigilada.tolera.append("Failed to load")
    pagina: Any = vigilada.pagina
    abrir(pagina, servidor())
    pagina.route("**/siaa/biblioteca/cambios", lambda ruta: ruta.abort())
    pagina.get_by_role("button", name=f"Retirar {ACUERDO}").click()
    expect(pagina.locator("#dicho")).to_contain_text("No se pudo hablar con SIAA")


def test_accesible_mientras_se_decide(servidor: Fabrica, pagina: Page, con_preguntas: Path) -> None:
    siaa = servidor()
    abrir(pagina, siaa)
    pagina.get_by_role("button", name=f"Retirar {ACUERDO}").click()
    for vista in ({"width": 1280, "height": 800}, {"width": 640, "height": 400}, TELEFONO):
        pagina.set_viewport_size(vista)
        expect(pagina.locator("#confirmar")).to_be_visible()
        assert faltas_en_ambos_temas(pagina) == []
        assert pagina.evaluate("document.documentElement.scrollWidth <= innerWidth")
