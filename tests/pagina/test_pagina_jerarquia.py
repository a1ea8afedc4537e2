"""What stands where, and how much of it there is: header, passages, chips, actions, words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from biblioteca_de_prueba import NUEVE_DIAS, PREGUNTA, escribir_biblioteca
from conftest import Fabrica
from docx import Document
from guiones import respuesta
from navegador_de_prueba import TELEFONO, Contexto, Vigilada, faltas_de_accesibilidad
from ollama_de_prueba import OllamaDePrueba
from paciencia import esperar
from pagina_de_prueba import abrir, comprobar_texto, preguntar, pulsar_del_menu, responder
from playwright.sync_api import Locator, Page, expect
from registro_de_prueba import guardado_todo
from servidor_de_prueba import ServidorDePrueba

pytestmark = pytest.mark.usefixtures("ollama_libre")
CUOTAS = """# Reglamento de cuotas

**Artículo 1.***Cuotas de la feria.* Las cuotas de la feria son:

| Puesto | Cuota |
|---|---|
| Pan | 40<br>pesos |
| Flores \\| plantas | 55 pesos[^1] |

**Artículo 2.***Cobro de las cuotas.* Las cuotas de la feria las cobra el portero los lunes.
"""
CATALOGO = '[colecciones.ferias_viejas]\ntitulo = "Ferias de antes"\n'
PREGUNTA_DE_CUOTAS = "¿Cuánto son las cuotas de la feria?"
CELDAS = [["Puesto", "Cuota"], ["Pan", "40\npesos"], ["Flores | plantas", "55 pesos (nota 1)"]]


@pytest.fixture
def feria(tmp_path: Path) -> Path:
    """A library of one document with a table and italics, in a collection with a title."""
    archivos = {"ferias_viejas/cuotas.md": CUOTAS, "catalogo.toml": CATALOGO}
    return escribir_biblioteca(tmp_path / "feria", archivos)


def test_la_fecha_y_editar_caben_en_un_renglon_de_telefono(
    pagina: Page, siaa: ServidorDePrueba
) -> None:
    pagina.set_viewport_size({"width": 360, "height": 740})
    abrir(pagina, siaa)
    cabeza = responder(pagina, PREGUNTA).locator(".cabeza-turno")
    cabeza.locator(".hora").evaluate(
        "(p) => p.textContent = '28 de noviembre de 2026 a las 12:48 p. m.'"
    )
    assert renglones(cabeza.locator(".hora, .orden")) == 1


def renglones(elementos: Locator) -> int:
    """On how many lines some elements of one kind stand."""
    cajas = [caja for uno in elementos.all() if (caja := uno.bounding_box()) is not None]
    return len({round((caja["y"] + caja["height"] / 2) / 8) for caja in cajas})


@pytest.mark.parametrize("ancho", [683, 960, 1366])
def test_en_media_pantalla_la_cabecera_es_un_renglon_y_los_ejemplos_llenan_el_ancho(
    pagina: Page, siaa: ServidorDePrueba, ancho: int
) -> None:
    """What scrolls stops under the header, whose height the page takes for one line's."""
    pagina.set_viewport_size({"width": ancho, "height": 768})
    abrir(pagina, siaa)
    assert renglones(pagina.locator(".marca, .ordenes .boton")) == 1
    derechas = (
        "(cual) => [...document.querySelectorAll(cual)].map((e) => e.getBoundingClientRect().right)"
    )
    muestras, pasos = (max(pagina.evaluate(derechas, cual)) for cual in (".muestra", ".pasos"))
    assert abs(muestras - pasos) < 1


@pytest.mark.parametrize("ancho", [390, 360])
def test_en_el_telefono_la_cabecera_es_un_renglon_con_todo_y_no_se_va(
    contexto: Contexto, siaa: ServidorDePrueba, ancho: int
) -> None:
    pagina = contexto(viewport={"width": ancho, "height": 844}, has_touch=True).new_page()
    abrir(pagina, siaa)
    ordenes = pagina.locator(".ordenes .boton")
    assert ordenes.count() == 4 and renglones(ordenes) == 1
    cabecera = pagina.locator(".cabecera")
    assert renglones(pagina.locator(".marca, .ordenes")) == 1
    pregunta = responder(pagina, PREGUNTA).locator("h2")
    expect(pagina.get_by_role("link", name="Biblioteca", exact=True)).to_be_in_viewport(ratio=1)
    alta, abajo = pregunta.bounding_box(), cabecera.bounding_box()
    assert alta and abajo and alta["y"] >= abajo["y"] + abajo["height"]


def test_el_formato_de_un_pasaje_se_ve_aqui_en_word_y_en_la_constancia(
    vigilada: Vigilada, servidor: Fabrica, ollama: OllamaDePrueba, feria: Path
) -> None:
    ollama.encolar(respuesta("Las cuotas de la feria son de 40 pesos para el pan."))
    pagina, siaa = vigilada.pagina, servidor(documentos=feria)
    abrir(pagina, siaa)
    turno = responder(pagina, PREGUNTA_DE_CUOTAS)
    assert celdas(turno.locator(".pasaje table").first) == CELDAS
    expect(turno.locator(".pasaje em").first).to_have_text("Cuotas de la feria.")
    expect(turno.locator(".pasaje").first).not_to_contain_text("*")
    sombra = re.compile("linear-gradient")  # where it goes on to one side
    expect(turno.locator(".pasaje .tabla").first).to_have_css("background-image", sombra)
    assert faltas_de_accesibilidad(pagina) == []
    with pagina.expect_download() as bajada:
        pulsar_del_menu(turno, "Guardar", "Guardar en Word")
    word = Document(str(bajada.value.path()))
    assert "Artículo 1. Cuotas de la feria." in "\n".join(p.text for p in word.paragraphs)
    (tabla,) = word.tables
    assert [fila.cells[0].text for fila in tabla.rows] == [fila[0] for fila in CELDAS]
    assert guardado_todo(siaa.app.extensions["siaa"].registro)
    numero = siaa.obtener("/siaa/log").json["preguntas"][0]["id"]
    assert esperar(lambda: siaa.obtener(f"/siaa/constancia/{numero}").estado == 200)
    pagina.goto(f"http://127.0.0.1:{siaa.puerto}/siaa/constancia/{numero}")
    primera, *otras = celdas(pagina.locator("blockquote table").first)
    assert not any(primera)  # nobody knows which row was the header
    assert otras == CELDAS
    expect(pagina.locator("blockquote").first).to_contain_text("Artículo 1. Cuotas de la feria.")
    pagina.set_viewport_size(TELEFONO)
    pagina.locator("blockquote td").last.evaluate("(c) => { c.style.minWidth = '50rem'; }")
    assert pagina.evaluate("document.documentElement.scrollWidth") <= TELEFONO["width"]
    assert faltas_de_accesibilidad(pagina) == []


def celdas(tabla: Locator) -> list[list[str]]:
    """The words of a table, by rows."""
    return [fila.locator("th, td").all_inner_texts() for fila in tabla.locator("tr").all()]


def test_el_titulo_de_un_documento_se_dice_una_vez(
    pagina: Page, servidor: Fabrica, feria: Path
) -> None:
    """Above its passages; of one that comes alone into view, under it."""
    abrir(pagina, servidor(documentos=feria))
    turno = responder(pagina, PREGUNTA_DE_CUOTAS)
    rotulos = turno.locator(".rotulo")
    assert rotulos.count() == 2
    expect(turno.locator(".ficha")).to_have_text(
        ["Archivo cuotas.md", "Reglamento de cuotas · archivo cuotas.md"]
    )
    expect(rotulos.locator(".titulo")).to_have_text(["Reglamento de cuotas"])
    expect(rotulos.last.locator(".seccion")).to_have_text("Artículo 2. Cobro de las cuotas.")


def test_las_colecciones_se_llaman_como_dice_el_catalogo(
    pagina: Page, servidor: Fabrica, feria: Path
) -> None:
    siaa = servidor(documentos=feria)
    abrir(pagina, siaa)
    expect(pagina.locator(".muestra h4")).to_have_text("Ferias de antes 1 documento")
    pagina.locator("#abrir-ambito").click()
    lista = pagina.locator("#opciones-ambito label")
    expect(lista).to_have_count(2)
    assert lista.all_inner_texts() == [
        "Colección Ferias de antes",
        "Reglamento de cuotas\nFerias de antes · cuotas.md",
    ]
    pagina.goto(f"http://127.0.0.1:{siaa.puerto}/siaa/ver/cuotas.md")
    comprobar_texto(pagina.locator(".ficha"), "colección Ferias de antes")
    nada = siaa.charlar("¿Y la ventriloquia de los ornitorrincos?").contenido
    assert "**Ferias de antes** (1)" in nada


FICHAS = ".texto .cita, .texto .sin-respaldo, .texto .reparo"
SUELTAS = """(fichas) => Array.from(document.querySelectorAll(fichas))
  .filter((ficha) => {
    const antes = document.createRange();
    antes.setStart(ficha.closest("p, li, td, th, h4"), 0);
    antes.setEndBefore(ficha);
    const palabras = Array.from(antes.getClientRects()).pop();
    return palabras && ficha.getClientRects()[0].top > palabras.bottom - 4;
  }).map((ficha) => ficha.textContent)"""
"""The chips that stand on the line after the word that they are of."""


def test_ninguna_ficha_queda_sola_en_un_renglon(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    dichas = ("El plazo para presentar el reporte RETRI es de siete días hábiles.", NUEVE_DIAS)
    suelta = "La multa y las costas son 8800 pesos."
    ollama_comun.encolar(respuesta("\n\n".join((*dichas, suelta, f"¿Y {suelta.lower()[:-1]}?"))))
    pagina.set_viewport_size(TELEFONO)
    abrir(pagina, siaa)
    responder(pagina, PREGUNTA)
    expect(pagina.locator(".texto .cita")).to_have_count(2)
    for ancho in range(300, 700, 9):
        pagina.set_viewport_size({"width": ancho, "height": 844})
        assert pagina.evaluate(SUELTAS, FICHAS) == [], ancho


def test_los_menus_no_empujan_nada_y_uno_cierra_al_otro(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    ollama_comun.encolar(respuesta("El plazo del reporte RETRI es de siete días hábiles."))
    abrir(pagina, siaa)
    turno = responder(pagina, PREGUNTA)
    voto, (uno, otro) = turno.get_by_text("¿Le sirvió?"), turno.locator(".menu").all()
    antes = voto.bounding_box()
    uno.locator("summary").click()
    assert voto.bounding_box() == antes
    otro.locator("summary").click()
    expect(uno).not_to_have_attribute("open", "")
    pagina.keyboard.press("Escape")
    expect(otro).not_to_have_attribute("open", "")
    expect(otro.locator("summary")).to_be_focused()
    uno.locator("summary").click()
    turno.locator("h2").click()
    expect(uno).not_to_have_attribute("open", "")


@pytest.mark.parametrize("ancho", [1280, 390])
def test_una_accion_y_dos_menus_en_un_renglon(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba, ancho: int
) -> None:
    ollama_comun.encolar(respuesta(NUEVE_DIAS))
    pagina.set_viewport_size({"width": ancho, "height": 844})
    abrir(pagina, siaa)
    acciones = responder(pagina, PREGUNTA).locator(".acciones > .boton, .acciones summary")
    assert acciones.all_inner_texts() == ["Copiar", "Guardar", "De otra manera"]
    assert renglones(acciones) == 1
    for menu in pagina.locator(".menu").all():
        menu.locator("summary").click()
        marco = menu.locator(".desplegado").bounding_box()
        assert marco and marco["x"] >= 0 and marco["x"] + marco["width"] <= ancho


def test_sin_modelo_nadie_promete_una_explicacion(
    pagina: Page, servidor: Fabrica, url_cerrada: str
) -> None:
    siaa = servidor()
    abrir(pagina, siaa)
    comprobar_texto(pagina.locator("#bienvenida"), "y se lo explica", "Compruebe la explicación")
    siaa = servidor(ollama_url=url_cerrada)
    assert esperar(lambda: siaa.obtener("/siaa/status").json["ollama"]["alcanzable"] is False)
    abrir(pagina, siaa)
    dicho = ("y le muestra el pasaje, palabra por palabra.", "Por ahora no hay quien")
    comprobar_texto(pagina.locator("#bienvenida"), *dicho)
    expect(pagina.locator("#bienvenida")).not_to_contain_text("se lo explica")


def test_de_lo_que_no_redacto_una_maquina_la_constancia_no_dice_que_si(
    pagina: Page, servidor: Fabrica, url_cerrada: str
) -> None:
    """Nor has it the passages twice: as the answer, and as what the answer rests on."""
    abrir(pagina, servidor(ollama_url=url_cerrada))
    turno = responder(pagina, PREGUNTA, "extractiva")
    al_papel = "window.hoja = document.querySelector('.hoja').innerText"
    pagina.evaluate(f"() => {{ window.print = () => {{ {al_papel}; }}; }}")
    pagina.emulate_media(media="print")
    turno.locator("button", has_text="Constancia").evaluate("(boton) => boton.click()")
    hoja = pagina.evaluate("window.hoja")
    assert hoja.startswith("Constancia de consulta") and "PCSJA24-12243" not in hoja
    assert hoja.count("siete días hábiles contados") == 1


DEBERES = "\n\n".join(
    f"{n}. {'El lector cumple este deber en la sala. ' * 9}Es el deber {n}." for n in range(1, 7)
)
FALTAN = "Faltan 5 ítems más del artículo 3: véalos en el documento"


def test_lo_que_falta_del_pasaje_se_dice_donde_se_muestre(
    pagina: Page, servidor: Fabrica, url_cerrada: str, tmp_path: Path
) -> None:
    """Outside the quoted words: on the page, on paper, in Word, in the text, in the constancia."""
    norma = f"# Acuerdo 8\n\n## Artículo 3. Deberes\n\n{DEBERES}\n"
    carpeta = escribir_biblioteca(tmp_path / "deberes", {"acuerdo.md": norma})
    siaa = servidor(ollama_url=url_cerrada, documentos=carpeta, presupuesto=500)
    abrir(pagina, siaa)
    turno = responder(pagina, "¿Qué dice el deber 1?", "extractiva")
    enlace = turno.get_by_role("link", name=FALTAN)
    expect(enlace).to_have_attribute("href", re.compile(r"^/siaa/ver/acuerdo.md\?desde="))
    expect(turno.locator("blockquote")).not_to_contain_text("Faltan")
    comprobar_texto(turno.locator(".texto em"), f"{FALTAN}.")
    with pagina.expect_download() as bajada:
        pulsar_del_menu(turno, "Guardar", "Guardar en Word")
    bajada.value.save_as(tmp_path / "hoja.docx")
    escrito = [
        (p.style and p.style.name, p.text) for p in Document(str(tmp_path / "hoja.docx")).paragraphs
    ]
    assert ("Normal", f"{FALTAN}.") in escrito
    pagina.evaluate("() => { window.print = () => { window.hoja = document.body.innerText; }; }")
    pagina.emulate_media(media="print")
    turno.locator("button", has_text="Imprimir").evaluate("(boton) => boton.click()")
    assert f"{FALTAN}." in pagina.evaluate("window.hoja")
    numero = siaa.obtener("/siaa/log").json["preguntas"][0]["id"]
    pagina.goto(f"http://127.0.0.1:{siaa.puerto}/siaa/constancia/{numero}")
    expect(pagina.get_by_role("link", name=FALTAN)).to_be_attached()


def test_el_historial_cabe_en_el_telefono_sin_pisarse(pagina: Page, siaa: ServidorDePrueba) -> None:
    pagina.set_viewport_size(TELEFONO)
    abrir(pagina, siaa)
    for _ in range(4):
        preguntar(pagina, "Hola")
        pagina.locator("#nueva").click()
    pagina.locator("#abrir-historial").click()
    partes = pagina.locator("#historial .cajon > *:visible")
    cajas = [caja for parte in partes.all() if (caja := parte.bounding_box()) is not None]
    altos = [parte.evaluate("(p) => p.scrollHeight") for parte in partes.all()]
    for caja, alto, otra in zip(cajas, altos, cajas[1:], strict=False):
        assert caja["y"] + max(caja["height"], alto) <= otra["y"] + 1


def test_una_direccion_mal_escrita_lleva_a_la_que_se_parece(
    vigilada: Vigilada, siaa: ServidorDePrueba
) -> None:
    vigilada.tolera.append("404")
    pagina, base = vigilada.pagina, f"http://127.0.0.1:{siaa.puerto}"
    pagina.goto(f"{base}/comprovar")
    enlaces = pagina.locator("main li a")
    expect(pagina.get_by_text("Esa dirección no existe: puede estar mal escrita.")).to_be_visible()
    assert enlaces.all_inner_texts()[0] == "Comprobar un texto"
    pagina.goto(f"{base}/xyz/qqq")
    assert enlaces.all_inner_texts() == ["Comprobar un texto", "Biblioteca", "Salud"]
    pagina.goto(f"{base}/siaa/ver/acuerdo_vr24-11.md")
    assert enlaces.first.inner_text() == "acuerdo_vr24-101.md"
    enlaces.first.click()
    expect(pagina.locator("body.visor")).to_be_visible()
