"""The page that checks a text: paste, see, follow a citation, without a mouse and on a phone."""

from __future__ import annotations

import re
from dataclasses import asdict
from itertools import product

import pytest
from conftest import Fabrica
from navegador_de_prueba import (
    TELEFONO,
    Contexto,
    Vigilada,
    faltas_de_accesibilidad,
    faltas_en_ambos_temas,
)
from pagina_de_prueba import abrir, comprobar_foco, comprobar_texto, tabular_hasta
from playwright.sync_api import Page, expect
from servidor_de_prueba import ServidorDePrueba

from siaa.redaccion.afirmaciones.frase import Discrepancia, Estado, Frase
from siaa.redaccion.reparos import recuento, reparos

PLAZO = "El plazo para presentar el reporte RETRI es de siete días hábiles."
BORRADOR = (
    f"{PLAZO}\n\nEl plazo para presentar el reporte RETRI es de **8800** días hábiles 🙂.\n\n"
    "Los xilófonos se afinan con un diapasón de cuarzo."
)


def abrir_comprobar(pagina: Page, siaa: ServidorDePrueba) -> None:
    pagina.goto(f"http://127.0.0.1:{siaa.puerto}/comprobar")


def comprobar(pagina: Page, texto: str) -> None:
    """Type a text and send it from the keyboard."""
    pagina.get_by_label("Texto que quiere comprobar").fill(texto)
    tabular_hasta(pagina, "#comprobar button")
    pagina.keyboard.press("Enter")


def test_se_llega_desde_la_pagina_y_se_ve_cada_frase(pagina: Page, siaa: ServidorDePrueba) -> None:
    abrir(pagina, siaa)
    with pagina.expect_popup() as nueva:
        pagina.get_by_role("link", name="Comprobar un texto").click()
    hoja = nueva.value
    hoja.wait_for_load_state()  # until then the form is nobody's
    comprobar_foco(hoja, "#borrador")
    comprobar(hoja, BORRADOR)
    comprobar_foco(hoja, "#titulo-hallado")
    comprobar_texto(hoja.locator(".aviso-discrepa"), "1 frase discrepa con ", "3 frases, 1 con")
    comprobar_texto(hoja.locator(".reparo"), "dice «8800 días hábiles»; el pasaje 1 dice «siete")
    expect(hoja.locator(".discrepa", has_text="8800")).to_be_visible()
    expect(hoja.locator(".sin-respaldo")).to_have_text("sin respaldo")
    comprobar_texto(hoja.locator("#anuncio"), "1 frase discrepa con ")
    tabular_hasta(hoja, ".cita")
    hoja.keyboard.press("Enter")
    comprobar_foco(hoja, ".senalada blockquote")
    comprobar_texto(hoja.locator(".senalada"), "siete días hábiles")
    comprobar(hoja, PLAZO)
    comprobar_texto(hoja.locator(".aviso-bien"), "Comprobación terminada. 1 frase, 1 con respaldo.")
    hoja.close()


def test_se_abren_los_pasajes_que_contradicen_y_no_los_demas(
    pagina: Page, siaa: ServidorDePrueba
) -> None:
    abrir_comprobar(pagina, siaa)
    comprobar(
        pagina,
        "El reporte RETRI lo presenta el jefe de cada archivo.\n\n"
        "El plazo para presentar el reporte RETRI es de nueve días hábiles.\n\n"
        "Las correcciones del reporte RETRI se hacen dentro de los treinta días siguientes.",
    )
    comprobar_texto(pagina.locator(".aviso-discrepa"), "2 frases discrepan")
    expect(pagina.locator(".lista-fuentes > li")).to_have_count(3)
    abiertos = [re.compile("siete"), re.compile("quince")]
    expect(pagina.locator(".pasaje:visible")).to_have_text(abiertos)


def test_los_renglones_del_borrador_quedan_donde_estaban(
    pagina: Page, siaa: ServidorDePrueba
) -> None:
    abrir_comprobar(pagina, siaa)
    comprobar(pagina, "Señor jefe:\nEl plazo es de siete días.\nFirma el portero.")
    parrafo = pagina.locator("#hallado .texto p").first
    expect(parrafo).to_be_visible()
    assert [r.split(" [")[0].strip()[:8] for r in parrafo.inner_text().splitlines()] == [
        "Señor je", "El plazo", "Firma el",
    ]  # fmt: skip


def test_sin_texto_o_con_demasiado_se_dice(pagina: Page, siaa: ServidorDePrueba) -> None:
    abrir_comprobar(pagina, siaa)
    for texto, queja in (
        ("  ", "Pegue o escriba un texto."),
        ("a" * 20_001, "El texto tiene 20001 caracteres y caben 20000"),
    ):
        comprobar(pagina, texto)
        comprobar_texto(pagina.locator("#alerta"), queja)
        expect(pagina.locator("#borrador")).to_have_attribute("aria-invalid", "true")
        comprobar_foco(pagina, "#borrador")
    comprobar(pagina, PLAZO)
    expect(pagina.locator("#hallado")).to_be_visible()
    expect(pagina.locator("#alerta")).to_have_text("")


def test_lo_que_rechaza_el_servicio_se_dice_con_sus_palabras(
    vigilada: Vigilada, siaa: ServidorDePrueba
) -> None:
    vigilada.tolera.append("413")
    abrir_comprobar(vigilada.pagina, siaa)
    comprobar(vigilada.pagina, "El plazo es de siete días.\n" * 61)
    comprobar_texto(vigilada.pagina.locator("#alerta"), "61 frases que comprobar y caben 60")
    expect(vigilada.pagina.locator("#hallado")).to_be_hidden()


def test_donde_se_pide_clave_se_pide_aqui(vigilada: Vigilada, servidor: Fabrica) -> None:
    vigilada.tolera.append("401")
    pagina, siaa = vigilada.pagina, servidor(token_preguntas="clave-larga-de-la-oficina-123")
    abrir_comprobar(pagina, siaa)
    comprobar(pagina, PLAZO)
    comprobar_foco(pagina, "#comprobar-clave")
    pagina.get_by_label("Clave de acceso").fill("clave-larga-de-la-oficina-123")
    pagina.keyboard.press("Enter")
    comprobar_texto(pagina.locator(".aviso-bien"), "1 frase, 1 con respaldo.")


def test_la_pagina_dice_lo_hallado_con_las_palabras_del_servicio(
    pagina: Page, siaa: ServidorDePrueba
) -> None:
    dichas = [("séptimo", "**quinto**"), ("ocho", "")]
    discrepancias = tuple(Discrepancia("x", dice, pasaje, 0, 0) for dice, pasaje in dichas)
    clases = (
        *(Frase(0, 1, estado) for estado in (Estado.SIN_AFIRMACION, Estado.SIN_RESPALDO)),
        Frase(0, 1, Estado.RESPALDADA, 1),
        *(Frase(0, 1, Estado.DISCREPA, n, discrepancias) for n in (1, 2)),
    )
    textos = [frases for largo in range(4) for frases in product(clases, repeat=largo)]
    abrir_comprobar(pagina, siaa)
    recuentos, reparados = pagina.evaluate(
        """async ([textos, clases]) => {
          const { recuento, reparosDe } = await import("/siaa/static/respuesta/desenlaces.js");
          const decir = ({ discrepan, todas }) => [discrepan, todas].filter(Boolean).join(" ");
          return [textos.map((frases) => decir(recuento(frases))), clases.map(reparosDe)];
        }""",
        [[[asdict(frase) for frase in frases] for frases in textos], [*map(asdict, clases)]],
    )
    assert recuentos == [recuento(frases) for frases in textos]
    de_discrepancias = [() if c.estado is Estado.SIN_RESPALDO else reparos(c) for c in clases]
    assert [tuple(reparo) for reparo in reparados] == de_discrepancias


@pytest.mark.parametrize("telefono", [False, True], ids=["pc", "telefono"])
def test_es_accesible_y_cabe(contexto: Contexto, siaa: ServidorDePrueba, telefono: bool) -> None:
    pagina = contexto(**({"viewport": TELEFONO, "has_touch": True} if telefono else {})).new_page()
    abrir_comprobar(pagina, siaa)
    assert faltas_de_accesibilidad(pagina) == []
    comprobar(pagina, BORRADOR + " " + "interminable" * 30)
    expect(pagina.locator(".aviso-discrepa")).to_be_visible()
    assert faltas_en_ambos_temas(pagina) == []
    if telefono:
        assert pagina.evaluate("document.documentElement.scrollWidth") <= TELEFONO["width"]
    pagina.emulate_media(media="print")
    expect(pagina.get_by_text(re.compile(r"^Comprobado en SIAA el \d+ de \w+"))).to_be_visible()
    expect(pagina.locator("#borrador")).to_be_hidden()
    expect(pagina.locator(".reparo")).to_be_visible()
    assert re.match(rb"%PDF", pagina.pdf())
