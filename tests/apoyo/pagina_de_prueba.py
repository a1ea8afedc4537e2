"""What a person does on the chat page, in one line each."""

from __future__ import annotations

from typing import Any

from biblioteca_de_prueba import PREGUNTA
from guiones import PARA_SIEMPRE, tras
from ollama_de_prueba import OllamaDePrueba
from playwright.sync_api import Locator, Page, expect
from servidor_de_prueba import ServidorDePrueba

LARGA = ("El plazo es de **siete días", " hábiles** desde el último día del trimestre.\n", "Y hay")
MAXIMO_DE_TABULACIONES = 80


def abrir(pagina: Page, siaa: ServidorDePrueba) -> None:
    """Open the page and wait until it offers its examples."""
    pagina.goto(f"http://127.0.0.1:{siaa.puerto}/")
    pagina.locator(".ejemplo").first.wait_for()


def preguntar(pagina: Page, texto: str) -> None:
    """Type a question and press Enter."""
    pagina.locator("#pregunta").fill(texto)
    pagina.locator("#pregunta").press("Enter")


def terminada(pagina: Page, desenlace: str) -> Locator:
    """The last answer, once it has ended in a way."""
    turno = pagina.locator(".turno").last
    turno.and_(pagina.locator(f".desenlace-{desenlace}")).wait_for()
    return pagina.locator(f"#{turno.get_attribute('id')}")


def responder(pagina: Page, texto: str, desenlace: str = "completa") -> Locator:
    """Ask, and return the answer once it has ended."""
    preguntar(pagina, texto)
    return terminada(pagina, desenlace)


def pulsar_del_menu(turno: Locator, menu: str, nombre: str) -> None:
    """Open a menu of an answer and press one of its buttons."""
    turno.locator(".menu summary", has_text=menu).click()
    turno.get_by_role("button", name=nombre, exact=True).click()


def dejar_a_medias(pagina: Page, siaa: ServidorDePrueba, ollama: OllamaDePrueba) -> None:
    """Ask, and wait until the model has written all it ever will of an answer without end."""
    ollama.encolar(tras(LARGA, PARA_SIEMPRE))
    abrir(pagina, siaa)
    preguntar(pagina, PREGUNTA)
    comprobar_texto(pagina.locator(".texto"), "Y hay")


def enfocado(pagina: Page, selector: str) -> bool:
    """Whether the focus stands on what a selector means."""
    return bool(pagina.evaluate("(s) => document.activeElement.matches(s)", selector))


def comprobar_foco(pagina: Page, selector: str) -> None:
    """The focus comes to stand on what a selector means."""
    expect(pagina.locator(selector).and_(pagina.locator(":focus"))).to_be_attached()


def tabular_hasta(pagina: Page, selector: str, tecla: str = "Tab") -> None:
    """Press Tab until the focus is there, as somebody without a mouse would."""
    for _ in range(MAXIMO_DE_TABULACIONES):
        if enfocado(pagina, selector):
            return
        pagina.keyboard.press(tecla)
    raise AssertionError(f"{tecla} never came to {selector}")


def guardado(pagina: Page) -> Any:
    """The history as the browser keeps it."""
    return pagina.evaluate("JSON.parse(localStorage.getItem('siaa.historial') || '[]')")


def espiar_anuncios(pagina: Page) -> None:
    """Write down what the polite region and the alert say, from now on."""
    pagina.evaluate(
        """() => {
          window.dichos = [];
          for (const id of ["anuncio", "alerta"]) {
            const lugar = document.getElementById(id);
            new MutationObserver(() => {
              if (lugar.textContent) window.dichos.push(id + ": " + lugar.textContent);
            }).observe(lugar, {childList: true, characterData: true, subtree: true});
          }
        }"""
    )


def dichos(pagina: Page) -> list[str]:
    """What was said since."""
    anuncios: list[str] = pagina.evaluate("window.dichos")
    return anuncios


def comprobar_texto(lugar: Locator, *textos: str) -> None:
    """Each text stands there."""
    for texto in textos:
        expect(lugar).to_contain_text(texto)
