"""The chat page where an installation asks for a token: giving it, mistaking it, keeping it."""

from __future__ import annotations

import pytest
from biblioteca_de_prueba import OTRA_PREGUNTA, PREGUNTA
from conftest import Fabrica
from navegador_de_prueba import Contexto, Vigilada
from pagina_de_prueba import comprobar_foco, comprobar_texto, preguntar, responder, terminada
from playwright.sync_api import Locator, Page, expect
from servidor_de_prueba import ServidorDePrueba

CLAVE = "clave-larga-de-la-oficina-123"
PIDE = "Esta instalación pide una clave"


def ir(pagina: Page, siaa: ServidorDePrueba) -> Locator:
    """Open the page; returns the form that asks for the token."""
    pagina.goto(f"http://127.0.0.1:{siaa.puerto}/")
    comprobar_texto(pagina.locator("#ejemplos"), PIDE)
    return pagina.get_by_role("form", name="Entrar a SIAA")


def dar(forma: Locator, clave: str) -> None:
    forma.get_by_label("Clave de acceso").fill(clave)
    forma.get_by_label("Clave de acceso").press("Enter")


def test_se_pide_se_recuerda_en_la_pestana_y_no_se_guarda(
    vigilada: Vigilada, servidor: Fabrica
) -> None:
    vigilada.tolera.append("401")
    pagina, siaa = vigilada.pagina, servidor(token_preguntas=CLAVE)
    ir(pagina, siaa)
    preguntar(pagina, PREGUNTA)
    turno = terminada(pagina, "rechazada")
    comprobar_texto(turno, "Falta la clave de acceso", "deje el usuario vacío")
    expect(turno).not_to_contain_text("Bearer")
    dar(turno.get_by_role("form"), CLAVE)
    terminada(pagina, "completa")
    pagina.reload()
    terminada(pagina, "completa")  # the examples come too, behind the conversation
    responder(pagina, OTRA_PREGUNTA)
    assert CLAVE not in pagina.evaluate("JSON.stringify(localStorage)")
    ir(pagina.context.new_page(), siaa)


def test_una_clave_equivocada_se_dice_y_se_puede_corregir(
    vigilada: Vigilada, servidor: Fabrica
) -> None:
    vigilada.tolera.append("401")
    pagina, siaa = vigilada.pagina, servidor(token_preguntas=CLAVE)
    forma = ir(pagina, siaa)
    campo = forma.get_by_label("Clave de acceso")
    expect(campo).to_have_attribute("autocomplete", "current-password")
    dar(forma, "otra")
    comprobar_texto(forma.get_by_role("alert"), "La clave no es correcta.")
    expect(campo).to_be_focused()
    expect(campo).to_have_accessible_description("La clave no es correcta.")
    assert pagina.evaluate("sessionStorage.length") == 0
    pagina.keyboard.type(CLAVE)  # what was wrong is selected: it goes away
    pagina.keyboard.press("Enter")
    pagina.locator(".ejemplo").first.wait_for()
    comprobar_foco(pagina, "#pregunta")


def test_sin_linea_la_clave_no_se_da_por_mala(vigilada: Vigilada, servidor: Fabrica) -> None:
    vigilada.tolera += ["401", "ERR_"]
    pagina, siaa = vigilada.pagina, servidor(token_preguntas=CLAVE)
    forma = ir(pagina, siaa)
    pagina.route("**/siaa/ejemplos", lambda ruta: ruta.abort())
    dar(forma, CLAVE)
    comprobar_texto(forma.get_by_role("alert"), "No se pudo hablar con SIAA")


@pytest.mark.parametrize("escrita", ["{}", "\u200b {}\ufeff ", "\t{}\u2060"])
def test_una_clave_con_ene_vale_y_lo_invisible_no_estorba(
    vigilada: Vigilada, servidor: Fabrica, escrita: str
) -> None:
    vigilada.tolera.append("401")
    clave = "contraseña del juzgado № 12"
    dar(ir(vigilada.pagina, servidor(token_preguntas=clave)), escrita.format(clave))
    vigilada.pagina.locator(".ejemplo").first.wait_for()
    responder(vigilada.pagina, PREGUNTA)


def test_donde_el_navegador_no_guarda_la_clave_vale_igual(
    contexto: Contexto, servidor: Fabrica
) -> None:
    pagina = contexto().new_page()
    pagina.add_init_script(
        "Object.defineProperty(window, 'sessionStorage', "
        "{get() { throw new DOMException('no', 'SecurityError'); }});"
    )
    dar(ir(pagina, servidor(token_preguntas=CLAVE)), CLAVE)
    pagina.locator(".ejemplo").first.wait_for()
    responder(pagina, PREGUNTA)
