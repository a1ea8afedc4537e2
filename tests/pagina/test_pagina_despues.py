"""The chat page: what is done with an answer, and the history of this browser."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from biblioteca_de_prueba import (
    NUEVE_DIAS,
    OTRA_PREGUNTA,
    PREGUNTA,
    REPARO,
    escribir_biblioteca,
)
from conftest import Fabrica
from guiones import respuesta
from navegador_de_prueba import Contexto, Vigilada
from ollama_de_prueba import OllamaDePrueba
from paciencia import esperar
from pagina_de_prueba import (
    abrir,
    comprobar_texto,
    pulsar_del_menu,
    responder,
)
from playwright.sync_api import Locator, Page, expect
from pypdfium2 import PdfDocument
from registro_de_prueba import guardado_todo
from servidor_de_prueba import ServidorDePrueba

pytestmark = pytest.mark.usefixtures("ollama_libre")
CITADA = (
    "### Plazo\n\nEl plazo para presentar el **reporte RETRI** es de siete días hábiles 🙂.\n\n",
    "1. Primero, el jefe.\n2. Después, el asistente:\n   - con encargo\n\n",
    NUEVE_DIAS,
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


def test_copiar_sin_citas_da_el_texto_sin_marcas(pagina: Page, turno: Locator) -> None:
    pagina.context.grant_permissions(["clipboard-read", "clipboard-write"])
    pulsar_del_menu(turno, "Guardar", "Copiar sin citas")
    comprobar_texto(pagina.locator(".acciones .hecho"), "Texto copiado.")
    copiado, advertencia = portapapeles(pagina).rsplit("\n\n", 1)
    assert advertencia.startswith("1 frase discrepa con el pasaje 1: revise. ")
    assert "Texto redactado con ayuda de una máquina (qwen2.5:3b) el " in advertencia
    assert copiado.replace(" [sin respaldo]", "") == (
        "Plazo\n\nEl plazo para presentar el reporte RETRI es de siete días hábiles 🙂.\n\n"
        "1. Primero, el jefe.\n2. Después, el asistente:\n\n  - con encargo\n\n"
        f"{NUEVE_DIAS} [{REPARO}]"
    )


def test_copiar_trae_las_fuentes(pagina: Page, turno: Locator) -> None:
    pagina.context.grant_permissions(["clipboard-read", "clipboard-write"])
    pulsar(turno, "Copiar")
    comprobar_texto(pagina.locator(".acciones .hecho"), "Texto copiado.")
    texto = portapapeles(pagina)
    assert texto.startswith(PREGUNTA)
    assert "siete días hábiles 🙂. [1]" in texto
    assert f"{NUEVE_DIAS} [1] [{REPARO}]" in texto
    assert "[1] Acuerdo VR24-101 sobre el reporte RETRI — " in texto
    assert "(acuerdo_vr24-101.md)" in texto
    assert "Texto redactado con ayuda de una máquina (qwen2.5:3b)" in texto


def test_las_marcas_del_modelo_no_se_ven_ni_se_copian(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    """The one number of a sentence is that of its source, on the page and in what is copied."""
    ollama_comun.encolar(
        respuesta("El plazo del reporte RETRI es de siete días hábiles", " [3].", " [2]")
    )
    pagina.context.grant_permissions(["clipboard-read", "clipboard-write"])
    abrir(pagina, siaa)
    turno = responder(pagina, PREGUNTA)
    comprobar_texto(turno.locator(".texto"), "siete días hábiles.1")
    expect(turno.locator(".texto")).not_to_contain_text("[")
    pulsar(turno, "Copiar")
    comprobar_texto(pagina.locator(".acciones .hecho"), "Texto copiado.")
    dicho = "El plazo del reporte RETRI es de siete días hábiles. [1]\n\nFuentes:\n[1] Acuerdo"
    assert dicho in portapapeles(pagina)


def test_sin_modelo_se_copian_los_pasajes_renglon_por_renglon(
    pagina: Page, servidor: Fabrica, url_cerrada: str, tmp_path: Path
) -> None:
    """A table by its rows; why nobody explains them is for the screen, not for a paper."""
    norma = (
        "# Acuerdo 8\n\n## Artículo 3. Turnos\n\nLa sala abre por turnos:\n\n"
        "| Turno | Abre |\n|---|---|\n| Primero | a las ocho |\n| Segundo | a las dos |\n\n"
        "> Cita de otra norma.\n\n> 60 años cuentan.\n\nFirma la Junta.\nArchívese.\n"
    )
    carpeta = escribir_biblioteca(tmp_path / "turnos", {"acuerdo.md": norma})
    pagina.context.grant_permissions(["clipboard-read", "clipboard-write"])
    abrir(pagina, servidor(ollama_url=url_cerrada, documentos=carpeta))
    turno = responder(pagina, "¿A qué hora abre el segundo turno?", "extractiva")
    comprobar_texto(turno, "avise al administrador")
    pulsar(turno, "Copiar")
    comprobar_texto(pagina.locator(".acciones .hecho"), "Texto copiado.")
    copiado = portapapeles(pagina)
    assert copiado.startswith("¿A qué hora abre el segundo turno?\n\n")
    assert "Solo los pasajes, sin explicación." in copiado and "administrador" not in copiado
    assert "[1] Acuerdo 8 — Artículo 3. Turnos (acuerdo.md)\n\nLa sala abre por turnos" in copiado
    assert "Turno\tAbre\nPrimero\ta las ocho\nSegundo\ta las dos\n" in copiado
    assert "\nCita de otra norma.\n> 60 años cuentan." in copiado  # a quote, and a figure
    assert "Firma la Junta.\nArchívese." in copiado
    turno.locator(".menu summary", has_text="Guardar").click()
    assert turno.locator(".desplegado button:visible").all_inner_texts() == [
        *("Word", "Imprimir o PDF", "Constancia")
    ]
    turno.get_by_text("Ver la respuesta como texto seguido").click()
    comprobar_texto(turno.locator(".texto tbody tr").last, "Segundo")


def test_sin_portapapeles_moderno_tambien_se_copia(
    contexto: Contexto, siaa: ServidorDePrueba
) -> None:
    """As over plain http from another PC of the office."""
    pagina = contexto().new_page()
    pagina.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined});")
    abrir(pagina, siaa)
    turno = responder(pagina, PREGUNTA)
    pulsar(turno, "Copiar")
    comprobar_texto(pagina.locator(".acciones .hecho"), "Texto copiado.")
    pagina.locator("#pregunta").focus()
    pagina.keyboard.press("Control+V")
    assert "Según el acuerdo, sí." in pagina.locator("#pregunta").input_value()


def test_lo_guardado_lleva_la_fecha_de_aqui(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    """At nine in the evening in Bogotá it is already tomorrow in UTC."""
    ollama_comun.encolar(respuesta("Siete."))
    pagina.clock.set_fixed_time(datetime(2026, 1, 1, 2, tzinfo=UTC))
    abrir(pagina, siaa)
    turno = responder(pagina, PREGUNTA)
    with pagina.expect_download() as bajada:
        pulsar_del_menu(turno, "Guardar", "Guardar en Word")
    assert bajada.value.suggested_filename.startswith("siaa-2025-12-31-cual-es-el-plazo-")


def al_imprimir(pagina: Page) -> None:
    """Keep what the paper says, and what stands beside the sheet on it, when it is printed."""
    pagina.emulate_media(media="print")
    pagina.evaluate(
        """() => {
          window.print = () => {
            window.impreso = document.body.innerText;
            window.otros = document.querySelector(".turno:not(.hoja)").offsetHeight;
          };
        }"""
    )


def test_imprimir_da_pregunta_respuesta_y_lo_citado_sin_botones(
    pagina: Page, turno: Locator
) -> None:
    responder(pagina, OTRA_PREGUNTA)
    al_imprimir(pagina)
    turno.get_by_text("Imprimir o PDF").evaluate("(boton) => boton.click()")
    impreso = pagina.evaluate("window.impreso")
    assert pagina.evaluate("window.otros") == 0 and OTRA_PREGUNTA not in impreso
    for dicho in (
        *(PREGUNTA, "1 frase discrepa con el pasaje 1: revise.", "siete días hábiles 🙂. [1]"),
        *(f"{NUEVE_DIAS} [1] [{REPARO}]", "Pasajes citados", "siete días hábiles contados"),
    ):
        assert dicho in impreso, dicho
    assert "Copiar" not in impreso and "¿Le sirvió?" not in impreso
    expect(pagina.locator(".hoja")).to_have_count(0)
    expect(pagina.locator("button:visible, textarea:visible, input:visible")).to_have_count(0)


def test_control_p_imprime_la_conversacion_entera(pagina: Page, turno: Locator) -> None:
    responder(pagina, OTRA_PREGUNTA)
    pagina.emulate_media(media="print")
    pagina.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    hojas = pagina.locator(".hoja:visible")
    comprobar_texto(hojas.nth(0), PREGUNTA, "Pasajes citados")
    comprobar_texto(hojas.nth(1), OTRA_PREGUNTA, "La respuesta no cita ningún pasaje.")
    expect(pagina.locator(".turno:visible")).to_have_count(2)
    pagina.evaluate("window.dispatchEvent(new Event('afterprint'))")
    expect(hojas).to_have_count(0)
    assert pagina.pdf().startswith(b"%PDF")


def en_hojas(pagina: Page) -> list[str]:
    """What each sheet of paper says, on one line."""
    hojas = PdfDocument(pagina.pdf(format="Letter"))
    return [" ".join(hoja.get_textpage().get_text_range().split()) for hoja in hojas]


def test_en_papel_las_palabras_de_una_tabla_van_enteras_y_no_se_pierde_ninguna(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    filas = [
        f"|Segundo|1° de octubre|30 de septiembre|{'Jefes de cada archivo. ' * 9}|\n",
        f"|{'corresponsabilidades|' * 12}\n",
    ]
    rayas = ("|-|-|-|-|\n", f"|{'-|' * 12}\n")
    ollama_comun.encolar(
        *(respuesta(raya.join([f, f])) for f, raya in zip(filas, rayas, strict=True))
    )
    abrir(pagina, siaa)
    responder(pagina, PREGUNTA)
    responder(pagina, OTRA_PREGUNTA)
    pagina.emulate_media(media="print")
    pagina.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    ancha = pagina.locator(".hoja table").last
    pagina.set_viewport_size({"width": 665, "height": 800})
    assert ancha.evaluate("(t) => t.getBoundingClientRect().right") <= 665
    papel = " ".join(en_hojas(pagina))
    for palabra in ("Segundo", "octubre", "septiembre"):
        assert papel.count(palabra) == papel.count(palabra[:4]) > 1, papel


def test_un_pasaje_corto_no_se_parte_entre_dos_hojas(pagina: Page, turno: Locator) -> None:
    """Wherever the sheets end: else one may hold the last two lines of it and nothing more."""
    expect(turno).to_be_visible()
    pagina.emulate_media(media="print")
    pagina.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    citado = pagina.locator(".hoja blockquote").first.inner_text().split()
    assert len(citado) > 30
    for n in range(0, 60, 4):
        pagina.evaluate("(cm) => { document.body.style.paddingTop = cm / 2 + 'cm'; }", n)
        hojas = [hoja.get_textpage().get_text_range() for hoja in PdfDocument(pagina.pdf())]
        con = [hoja for hoja in hojas if " ".join(citado) in " ".join(hoja.split())]
        assert len(con) == 1 and "[1] Acuerdo VR24-101" in con[0], "its name goes with it"
        assert all(len(hoja.split()) > len(citado) for hoja in hojas[1:])


def test_un_pasaje_largo_empieza_en_la_hoja_de_su_respuesta(pagina: Page, turno: Locator) -> None:
    """Half a sheet in blank says that nothing follows."""
    expect(turno).to_be_visible()
    pagina.emulate_media(media="print")
    pagina.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    pagina.evaluate(
        """() => { const citado = document.querySelector(".hoja blockquote");
          const linea = citado.lastElementChild;
          citado.append(...[...Array(30).keys()].map((n) => {
            const otra = linea.cloneNode();
            otra.textContent = `Renglón ${n}.`;
            return otra;
          })); }"""
    )
    primera, segunda = en_hojas(pagina)
    assert "[1] Acuerdo VR24-101" in primera and "Renglón 15." in primera
    assert segunda.startswith("Renglón") and segunda.count("Renglón") >= 3


def test_la_constancia_sale_en_papel_de_lo_que_hay_aqui(
    pagina: Page, siaa: ServidorDePrueba, turno: Locator
) -> None:
    """And what the browser does not know, the record does: where it is said."""
    al_imprimir(pagina)
    turno.get_by_text("Constancia").evaluate("(boton) => boton.click()")
    impreso = pagina.evaluate("window.impreso")
    for dicho in (
        *("Constancia de uso de inteligencia artificial", "Acuerdo PCSJA24-12243", PREGUNTA),
        *("1 frase discrepa con ", REPARO, "qwen2.5:3b"),
        *("siete días hábiles contados", "acuerdo_vr24-101.md)", "Verificada por:"),
    ):
        assert dicho in impreso, dicho
    assert re.search(r"Huella [0-9a-f]{8}\n", impreso) and "no consta" not in impreso
    (ruta,) = re.findall(r"en el registro de SIAA: http://[0-9.:]+(/siaa/constancia/\S+)", impreso)
    assert esperar(lambda: siaa.obtener(ruta).estado == 200)
    assert siaa.app.extensions["siaa"].biblioteca.indice.huella in siaa.obtener(ruta).texto
    assert pagina.evaluate("window.otros") == 0
    expect(pagina.locator(".hoja")).to_have_count(0)


def test_la_opinion_llega_al_registro_con_su_razon(
    pagina: Page, siaa: ServidorDePrueba, turno: Locator
) -> None:
    pulsar(turno, "No")
    comprobar_texto(turno, "Anotado")
    turno.get_by_label("Está en otro documento").check()
    expect(turno.locator("datalist option")).to_have_count(6)  # not only those that were cited
    turno.get_by_label("Documento correcto, si lo sabe").fill("Circular de horarios")
    turno.get_by_label("Comentario (opcional)").fill("Mire el horario")
    pulsar(turno, "Enviar")
    comprobar_texto(turno, "Gracias: el administrador lo verá.")
    expect(turno.locator(".razones")).to_be_hidden()
    registro = siaa.app.extensions["siaa"].registro
    assert guardado_todo(registro)
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
    assert guardado_todo(registro)
    assert siaa.obtener("/siaa/valoraciones").json["valoraciones"][0]["voto"] == "si"
    expect(turno.get_by_role("button", name="Sí")).to_have_attribute("aria-pressed", "true")


def test_un_documento_mal_escrito_trae_los_parecidos(vigilada: Vigilada, turno: Locator) -> None:
    vigilada.tolera.append("404")
    alerta = vigilada.pagina.locator("#alerta")
    documento = turno.get_by_label("Documento correcto, si lo sabe")
    pulsar(turno, "No")
    documento.fill("horarios")
    pulsar(turno, "Enviar")
    comprobar_texto(alerta, "No se guardó su opinión", "¿Quiso decir «circular_horarios.txt»?")
    expect(documento).to_have_attribute("aria-invalid", "true")
    expect(documento).to_be_focused()
    documento.fill("circular_horarios.txt")
    pulsar(turno, "Enviar")
    comprobar_texto(turno, "Gracias: el administrador lo verá.")
    expect(alerta).to_have_text("")


@pytest.mark.parametrize(
    ("negativa", "dicho"),
    [
        ({"status": 401, "json": {"error": {"mensaje": "«Authorization: Bearer …»"}}}, "la clave"),
        ({"status": 502, "body": "<html>Bad Gateway</html>"}, "no pudo atender la petición (502)"),
        ({"status": 200, "body": "<html>Sign in</html>"}, "No se pudo hablar con SIAA"),
    ],
)
def test_un_voto_que_no_se_guardo_no_queda_marcado(
    vigilada: Vigilada, turno: Locator, negativa: dict[str, Any], dicho: str
) -> None:
    vigilada.tolera.append("Failed to load resource")
    pagina, no = vigilada.pagina, turno.get_by_role("button", name="No", exact=True)
    pagina.route("**/siaa/valoracion", lambda ruta: ruta.fulfill(**negativa))
    no.click()
    comprobar_texto(pagina.locator("#alerta"), "No se guardó su opinión. ", dicho)
    expect(pagina.locator("#alerta")).not_to_contain_text("Bearer")
    expect(no).to_have_attribute("aria-pressed", "false")
    expect(turno.locator(".razones")).to_be_hidden()
    pagina.unroute("**/siaa/valoracion")
    no.click()
    expect(no).to_have_attribute("aria-pressed", "true")
    expect(pagina.locator("#alerta")).to_have_text("")
