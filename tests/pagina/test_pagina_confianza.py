"""The chat page: what an answer rests on, and how to check it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from biblioteca_de_prueba import NUEVE_DIAS, REPARO, escribir_biblioteca
from conftest import Fabrica
from guiones import PARA_SIEMPRE, Guion, error_http, respuesta, tras
from navegador_de_prueba import PC, TELEFONO, se_cumple
from ollama_de_prueba import OllamaDePrueba
from pagina_de_prueba import (
    abrir,
    comprobar_foco,
    comprobar_texto,
    enfocado,
    espiar_anuncios,
    preguntar,
    responder,
    tabular_hasta,
    terminada,
)
from playwright.sync_api import Page, ViewportSize, expect
from servidor_de_prueba import ServidorDePrueba

pytestmark = pytest.mark.usefixtures("ollama_libre")
DE_DOS = "¿Cuándo y quién presenta el reporte RETRI?"
"""Several passages answer it."""
CITADA = (
    "El plazo para presentar el reporte RETRI es de siete días hábiles.\n\n",
    "El reporte RETRI lo presenta el jefe de cada archivo 🙂.\n\n",
    NUEVE_DIAS,
)


def test_cada_fuente_dice_de_donde_sale_y_por_que(pagina: Page, siaa: ServidorDePrueba) -> None:
    abrir(pagina, siaa)
    fuentes = siaa.charlar(DE_DOS).fuentes
    turno = responder(pagina, DE_DOS)
    filas = turno.locator(".lista-fuentes > li")
    assert filas.count() == len(fuentes) > 1
    primera = fuentes[0]
    comprobar_texto(
        filas.first,
        *(primera["titulo"], primera["lugar"], primera["doc"]),
        *("Por qué se eligió:", primera["motivos"][0]),
    )
    pasaje = filas.first.locator("blockquote").inner_text()
    assert re.sub(r"\s+", " ", pasaje).strip() == re.sub(r"[#*\s]+", " ", primera["texto"]).strip()
    assert [fila.locator(".pasaje").is_visible() for fila in filas.all()] == [
        True,
        *[False] * (len(fuentes) - 1),
    ]
    filas.nth(1).locator(".abridor").click()
    expect(filas.nth(1).locator(".pasaje")).to_be_visible()
    expect(filas.nth(1).locator(".abridor")).to_have_attribute("aria-expanded", "true")


def test_el_enlace_abre_el_documento_en_el_pasaje(pagina: Page, siaa: ServidorDePrueba) -> None:
    abrir(pagina, siaa)
    turno = responder(pagina, DE_DOS)
    with pagina.expect_popup() as nueva:
        turno.get_by_role("link", name="Abrir el documento en este pasaje").first.click()
    assert "/siaa/ver/acuerdo_vr24-101.md?" in nueva.value.url
    expect(nueva.value.locator("body")).to_contain_text("siete días hábiles contados")
    nueva.value.close()


def test_una_cita_abre_su_pasaje_al_lado_sin_mover_el_foco(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    ollama_comun.encolar(respuesta(*CITADA))
    abrir(pagina, siaa)
    turno = responder(pagina, DE_DOS)
    citas = turno.locator(".cita")
    assert citas.count() >= 2
    numero = citas.nth(1).inner_text()
    citas.nth(1).click()
    fila = turno.locator(f'[data-n="{numero}"]')
    expect(fila.locator(".pasaje")).to_be_in_viewport()
    comprobar_texto(fila, "El reporte RETRI lo presenta el jefe")
    expect(fila).to_have_class(re.compile("senalada"))
    expect(citas.nth(1)).to_be_in_viewport()
    assert not enfocado(pagina, ".pasaje")


def test_desde_el_teclado_la_cita_lleva_al_pasaje_y_hay_vuelta(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    ollama_comun.encolar(respuesta(*CITADA))
    abrir(pagina, siaa)
    turno = responder(pagina, DE_DOS)
    tabular_hasta(pagina, ".cita", "Shift+Tab")
    pagina.keyboard.press("Enter")
    comprobar_foco(pagina, ".senalada blockquote")
    numero, titulo = (
        turno.locator(f".senalada .{parte}").inner_text() for parte in ("numero", "titulo")
    )
    expect(turno.get_by_role("group", name=f"Pasaje {numero}, {titulo}")).to_be_in_viewport()
    tabular_hasta(pagina, ".senalada .volver")
    pagina.keyboard.press("Enter")
    comprobar_foco(pagina, ".cita")


def test_lo_que_discrepa_se_senala_donde_esta_y_encima_de_todo(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    ollama_comun.encolar(respuesta(*CITADA))
    abrir(pagina, siaa)
    espiar_anuncios(pagina)
    turno = responder(pagina, DE_DOS)
    expect(turno.get_by_role("note")).to_have_text(REPARO)
    expect(turno.locator(".discrepa")).to_have_text("nueve días hábiles")
    subrayado = turno.locator(".discrepa").evaluate("(e) => getComputedStyle(e).textDecorationLine")
    assert subrayado == "underline"
    aviso = turno.locator(".aviso")
    expect(aviso).to_have_class(re.compile("aviso-discrepa"))
    expect(aviso.locator("strong")).to_have_text("1 frase discrepa con el pasaje 1: revise.")
    comprobar_texto(aviso, "3 frases, 2 con respaldo.")
    expect(aviso.locator("use")).to_have_attribute("href", "#i-corte")
    assert se_cumple(pagina, "window.dichos.some((d) => d.startsWith('anuncio: 1 frase discrepa'))")
    pagina.locator("#abrir-historial").click()
    comprobar_texto(pagina.locator(".entrada-fecha"), "1 frase discrepa con el pasaje 1")


def test_en_el_telefono_lo_hallado_de_una_fila_se_lee_sin_mover_la_tabla(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    """With its row, for whoever listens to it too."""
    titulos = "| Reporte | Plazo para presentarlo | Responsabilidades | Observaciones |\n"
    fila = "|---|---|---|---|\n| RETRI | nueve días hábiles | | |\n"
    ollama_comun.encolar(respuesta(titulos, fila))
    pagina.set_viewport_size(ViewportSize(**TELEFONO))
    abrir(pagina, siaa)
    tabla = responder(pagina, DE_DOS).locator(".texto table")
    celda = tabla.get_by_role("row").nth(1).get_by_role("cell").first
    expect(celda.get_by_role("note")).to_have_text(REPARO)
    expect(celda.get_by_role("link")).to_have_accessible_name("Fuente 1")
    mueve, dentro = tabla.locator("..").evaluate(
        """(t) => [t.scrollWidth > t.clientWidth, [...t.querySelectorAll(".cita, .reparo")].every(
          (e) => e.getBoundingClientRect().right <= t.getBoundingClientRect().right)]"""
    )
    assert mueve and dentro, "it is wider than the screen, and what was found is on it"


def test_mientras_se_escribe_se_dice_lo_que_se_halla(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    ollama_comun.encolar(tras((CITADA[0], CITADA[2], " Y hay"), PARA_SIEMPRE))
    abrir(pagina, siaa)
    preguntar(pagina, DE_DOS)
    expect(pagina.locator(".reparos")).to_have_text(f"La respuesta {REPARO}.")
    comprobar_texto(pagina.locator(".marcha"), "1 frase discrepa con el pasaje 1: revise ·")
    pagina.locator("#detener").click()
    turno = terminada(pagina, "detenida")
    comprobar_texto(turno.locator(".aviso"), "1 frase discrepa", "Detenida por usted.")
    expect(turno.locator(".reparos")).to_be_visible()


def test_si_nada_tiene_respaldo_se_dice(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    ajena = "El correo se envía de madrugada."
    ollama_comun.encolar(respuesta(ajena), respuesta(CITADA[0], ajena), respuesta(CITADA[0]))
    abrir(pagina, siaa)
    turno = responder(pagina, DE_DOS)
    comprobar_texto(turno.locator(".aviso-corte"), "Revise la respuesta. 1 frase, ninguna con")
    expect(turno.locator(".sin-respaldo")).to_have_text("sin respaldo")
    parcial = responder(pagina, DE_DOS).locator(".aviso-parcial")
    comprobar_texto(parcial, "Respuesta terminada. 2 frases, 1 con respaldo, 1 sin respaldo.")
    bien = responder(pagina, DE_DOS).locator(".aviso-bien")
    comprobar_texto(bien, "Respuesta terminada. 1 frase, 1 con respaldo.")
    color = bien.locator("p").first.evaluate("(p) => getComputedStyle(p).color")
    expect(bien.locator("strong")).not_to_have_css("color", color)


def test_lo_que_no_se_pudo_comprobar_no_va_en_verde(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    pagina.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ollama_comun.encolar(respuesta("Sí, puede hacerlo."))
    abrir(pagina, siaa)
    turno = responder(pagina, DE_DOS)
    sin_comprobar = "Respuesta terminada: ninguna frase se pudo comprobar."
    expect(turno.locator(".aviso-parcial strong")).to_have_text(sin_comprobar)
    turno.get_by_role("button", name="Copiar", exact=True).click()
    assert sin_comprobar in pagina.evaluate("navigator.clipboard.readText()")


@pytest.mark.parametrize(
    ("guion", "desenlace", "despues"),
    [
        (respuesta(CITADA[0]), "completa", "1 frase, 1 con respaldo."),
        (error_http(500, "se cayó"), "extractiva", "Solo los pasajes, sin explicación."),
    ],
)
def test_lo_que_no_existe_es_el_titulo(
    pagina: Page,
    siaa: ServidorDePrueba,
    ollama_comun: OllamaDePrueba,
    guion: Guion,
    desenlace: str,
    despues: str,
) -> None:
    """However well the answer is vouched for; once in each place, and in the history too."""
    pagina.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ollama_comun.encolar(guion)
    abrir(pagina, siaa)
    turno = responder(pagina, "¿Qué dice el artículo 99 del Acuerdo VR24-101?", desenlace)
    aviso = turno.locator(".aviso-corte")
    falta = "«Acuerdo VR24-101 sobre el reporte RETRI» tiene 6 artículos; el 99 no existe."
    expect(aviso.locator("strong")).to_have_text(falta)
    comprobar_texto(aviso, despues)
    expect(turno.locator(".avisos")).to_have_text(
        "Puede que la respuesta no esté en estos pasajes."
    )
    pagina.reload()
    expect(aviso.locator("strong")).to_have_text(falta)
    turno.get_by_role("button", name="Copiar", exact=True).click()
    assert pagina.evaluate("navigator.clipboard.readText()").count(falta) == 1


def test_la_constancia_nombra_el_modelo_y_la_hora(pagina: Page, siaa: ServidorDePrueba) -> None:
    abrir(pagina, siaa)
    comprobar_texto(pagina.locator(".permanente"), "una máquina", "compruébelo siempre")
    constancia = responder(pagina, DE_DOS).locator(".constancia")
    comprobar_texto(constancia, "ayuda de una máquina (qwen2.5:3b)", "compruébelo en los pasajes")
    hora = pagina.locator(".hora").inner_text()
    comprobar_texto(constancia, hora)
    assert re.search(r"\d{1,2} de \w+ de 20\d\d.*\d{1,2}:\d\d", hora)


def test_una_tabla_de_tres_columnas_cabe_en_un_telefono(
    pagina: Page, servidor: Fabrica, tmp_path: Path
) -> None:
    """The column that answers is the last one."""
    pagina.set_viewport_size(ViewportSize(**TELEFONO))
    carpeta = tmp_path / "cargos"
    carpeta.mkdir()
    filas = (
        "| Cargo | Tarea principal | Lo reemplaza |\n|---|---|---|\n"
        "| Secretario | Control de términos, firmas, dirección | Oficial mayor |\n"
        "| Sustanciador | Trámite diario, notificaciones | Escribiente |\n"
    )
    (carpeta / "cargos.md").write_text(f"# Cargos\n\n## Reemplazos\n\n{filas}", encoding="utf-8")
    abrir(pagina, servidor(documentos=carpeta))
    turno = responder(pagina, "¿Quién reemplaza al secretario?")
    tabla = turno.locator(".pasaje .tabla:visible").first
    assert tabla.evaluate("marco => marco.scrollWidth - marco.clientWidth") <= 0


@pytest.mark.parametrize(("medida", "a_la_vista"), [(PC, 3), (TELEFONO, 1)])
def test_muchos_pasajes_se_muestran_de_a_poco_y_citar_uno_los_abre(
    pagina: Page,
    servidor: Fabrica,
    ollama: OllamaDePrueba,
    tmp_path: Path,
    medida: ViewportSize,
    a_la_vista: int,
) -> None:
    pagina.set_viewport_size(medida)
    carpeta = tmp_path / "norma"
    carpeta.mkdir()
    articulos = (
        f"## ARTÍCULO {n}. Turno {n}\n\nEl turno {'abcdefgh'[n] * 4} de la ventanilla dura {n} "
        f"horas. Lo cumple el empleado {'stuvwxyz'[n] * 4}, que firma la planilla azul.\n"
        for n in range(1, 8)
    )
    (carpeta / "turnos.md").write_text("# Turnos\n\n" + "\n".join(articulos), encoding="utf-8")
    siaa = servidor(documentos=carpeta)
    pregunta = "¿Cuánto duran los turnos de la ventanilla?"
    fuentes = siaa.charlar(pregunta).fuentes
    ollama.encolar(respuesta(fuentes[-1]["texto"].replace("#", "")))
    abrir(pagina, siaa)
    turno = responder(pagina, pregunta)
    filas = turno.locator(".lista-fuentes > li")
    assert len(fuentes) > 3
    expect(filas).to_have_count(len(fuentes))
    expect(filas.locator("visible=true").locator(".abridor")).to_have_count(a_la_vista)
    todas = turno.get_by_role("button", name=f"Ver los {len(fuentes)} pasajes")
    todas.click()
    expect(todas).to_be_hidden()
    expect(filas.last).to_be_visible()
    comprobar_foco(pagina, f"li:nth-child({a_la_vista + 1}) .abridor")


def test_un_pasaje_que_otra_norma_cambio_lo_dice_y_lleva_a_ella(
    pagina: Page, servidor: Fabrica, tmp_path: Path
) -> None:
    orden = "Derógase el artículo 1 del Decreto 10 de 2001."
    actos = {
        "decreto_10_de_2001.md": "# DECRETO 10 DE 2001\n\n**Artículo 1.** La feria dura un día.\n",
        "decreto_20_de_2005.md": f"# DECRETO 20 DE 2005\n\n**Artículo 1.** {orden}\n",
    }
    siaa = servidor(documentos=escribir_biblioteca(tmp_path / "actos", actos))
    abrir(pagina, siaa)
    responder(pagina, "¿Cuántos días dura la feria?")
    aviso = pagina.locator(".vigencia").first
    comprobar_texto(aviso, "Atención: derogado por el Decreto 20 de 2005", "(artículo 1).")
    dicho, todo = "Atención: derogado por el Decreto 20 de 2005", "document.body.textContent"
    antes = pagina.evaluate(todo).count(dicho)
    pagina.evaluate(f"window.print = () => {{ window.impreso = {todo}; }}")
    pagina.get_by_text("Constancia").evaluate("(boton) => boton.click()")
    assert pagina.evaluate("window.impreso").count(dicho) > antes
    enlace = aviso.get_by_role("link")
    expect(enlace).to_have_attribute("href", re.compile("^/siaa/ver/decreto_20_de_2005.md"))
    with pagina.context.expect_page() as abierta:
        enlace.click()
    expect(abierta.value.locator(".pasaje").first).to_contain_text(orden)


def test_un_enlace_que_no_lleva_al_visor_no_es_enlace(pagina: Page, siaa: ServidorDePrueba) -> None:
    """Whatever stands in the history of a browser that several people use."""
    abrir(pagina, siaa)
    responder(pagina, DE_DOS)
    pagina.evaluate(
        """() => {
          const entradas = JSON.parse(localStorage.getItem("siaa.historial"));
          entradas[0].fuentes[0].url = "javascript:alert(1)";
          localStorage.setItem("siaa.historial", JSON.stringify(entradas));
        }"""
    )
    pagina.locator("#nueva").click()
    pagina.locator("#abrir-historial").click()
    pagina.locator(".entrada").click()
    expect(pagina.locator(".enlaces a").first).not_to_have_attribute("href", re.compile("."))


def test_un_nombre_que_va_al_reves_no_da_vuelta_a_lo_demas(
    pagina: Page, siaa: ServidorDePrueba
) -> None:
    abrir(pagina, siaa)
    turno = responder(pagina, DE_DOS)
    for parte in ("archivo", "titulo", "seccion"):
        expect(turno.locator(f".{parte}").first).to_have_css("unicode-bidi", "isolate")
