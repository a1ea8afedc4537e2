"""The chat page: the conversations, which are in this browser and nowhere else."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from biblioteca_de_prueba import OTRA_PREGUNTA, PREGUNTA
from guiones import PARA_SIEMPRE, tras
from navegador_de_prueba import Contexto
from ollama_de_prueba import OllamaDePrueba
from pagina_de_prueba import (
    abrir,
    comprobar_foco,
    comprobar_texto,
    guardado,
    preguntar,
    pulsar_del_menu,
    responder,
    terminada,
)
from playwright.sync_api import Locator, Page, expect
from servidor_de_prueba import ServidorDePrueba

pytestmark = pytest.mark.usefixtures("ollama_libre")
TERCERA_PREGUNTA = "¿Quién dicta la capacitación?"
NO_GUARDAR = "No guardar mis consultas en este equipo"
MEDIA_CARGA = 5 * 1024 * 1024 // 2
ENTRADA: dict[str, Any] = {
    "pregunta": "¿La buena?",
    "fecha": "2026-01-02T03:04:05.000Z",
    "texto": "Siete días.",
    "desenlace": "completa",
    "fuentes": [
        {"n": 1, "doc": "a.md", "titulo": "A", "coleccion": "c", "seccion": "s", "texto": "Siete."}
    ],
}
FRASE = {"desde": 0, "hasta": 4, "estado": "respaldada", "fuente": 1, "discrepancias": []}
ESTROPEADAS: list[Any] = [
    None,
    3,
    {},
    *(
        ENTRADA | cambio
        for cambio in (
            {"pregunta": None},
            {"texto": 5},
            {"fecha": "ayer"},
            {"desenlace": "toString"},
            {"desenlace": "__proto__"},
            {"fuentes": None},
            {"fuentes": [None]},
            {"fuentes": [{}]},
            {"fuentes": [ENTRADA["fuentes"][0] | {"texto": 5}]},
            {"fuentes": [ENTRADA["fuentes"][0] | {"motivos": {"length": 1}}]},
            {"fuentes": [ENTRADA["fuentes"][0] | {"vigencia": [{"texto": 5}]}]},
            {"aclaracion": {"texto": "¿Cuál?", "opciones": [{"titulo": "A"}]}},
            {"frases": None},
            {"frases": [None]},
            {"frases": [FRASE | {"discrepancias": "8800"}]},
            {"frases": [FRASE | {"discrepancias": [{"dice": "8800"}]}]},
            {"html": 5},
            {"palabras": 5},
            {"avisos": [5]},
            {"guardada_en": {}},
            {"segundos": "x"},
            {"conversacion": 5},
            {"nombre": {}},
            {"siguientes": [5]},
        )
    ),
]


def abrir_historial(pagina: Page) -> Locator:
    pagina.get_by_role("button", name="Historial").click()
    return pagina.get_by_role("dialog", name="Historial")


def pulsar(cajon: Locator, nombre: str) -> None:
    cajon.get_by_role("button", name=nombre, exact=True).click()


def nueva(pagina: Page) -> None:
    pagina.get_by_role("button", name="Nueva").click()
    expect(pagina.locator(".turno")).to_have_count(0)


def escribir(pagina: Page, historial: object) -> None:
    pagina.evaluate("(h) => localStorage.setItem('siaa.historial', JSON.stringify(h))", historial)


def con_tres(pagina: Page, siaa: ServidorDePrueba) -> Locator:
    """The drawer with three entries: 3, 2 and 1, from the newest."""
    abrir(pagina, siaa)
    escribir(
        pagina,
        [ENTRADA | {"pregunta": f"¿{n}?", "fecha": f"2026-01-0{n}T00:00:00Z"} for n in (3, 2, 1)],
    )
    return abrir_historial(pagina)


def test_se_lista_se_busca_y_se_abre(pagina: Page, siaa: ServidorDePrueba) -> None:
    abrir(pagina, siaa)
    responder(pagina, PREGUNTA)
    nueva(pagina)
    responder(pagina, OTRA_PREGUNTA)
    nueva(pagina)
    cajon = abrir_historial(pagina)
    comprobar_foco(pagina, "#cerrar-historial")
    comprobar_texto(cajon, "solo en este navegador", "En un equipo compartido", "2 conversaciones.")
    assert cajon.locator(".entrada-pregunta").all_inner_texts() == [OTRA_PREGUNTA, PREGUNTA]
    cajon.get_by_label("Buscar en el historial").fill("CÁJA apartada")
    comprobar_texto(cajon, "1 conversación de 2.")
    cajon.locator(".entrada").click()
    expect(cajon).to_be_hidden()
    turno = terminada(pagina, "completa")
    comprobar_texto(turno, OTRA_PREGUNTA, "Según el acuerdo, sí.", "qwen2.5:3b")
    comprobar_texto(turno.locator(".pasaje").first, "cinta blanca")


def test_se_busca_cuando_se_deja_de_escribir(pagina: Page, siaa: ServidorDePrueba) -> None:
    pagina.clock.install()
    cajon = con_tres(pagina, siaa)
    pagina.clock.pause_at(datetime.now() + timedelta(minutes=5))
    busqueda = cajon.get_by_label("Buscar en el historial")
    for letra in "¿2?":
        busqueda.press_sequentially(letra)
        expect(cajon.locator(".entrada")).to_have_count(3)
    pagina.clock.fast_forward(200)
    comprobar_texto(cajon, "1 conversación de 3.")


def test_se_borra_una_y_se_borran_todas(pagina: Page, siaa: ServidorDePrueba) -> None:
    cajon = con_tres(pagina, siaa)
    cuenta = cajon.get_by_role("status")
    for borrada, queda, foco in (
        ("¿2?", "Hay 2 conversaciones.", "¿1?"),
        ("¿1?", "Hay 1 conversación.", "¿3?"),
    ):
        pulsar(cajon, f"Borrar «{borrada}»")
        expect(cuenta).to_have_text(f"Se borró la conversación. {queda}")
        expect(cajon.get_by_role("button", name=f"Borrar «{foco}»")).to_be_focused()
    pulsar(cajon, "Borrar todo el historial")
    pulsar(cajon, "No")
    assert len(guardado(pagina)) == 1
    pulsar(cajon, "Borrar todo el historial")
    pulsar(cajon, "Sí, borrar todo")
    expect(cuenta).to_have_text("Se borró todo. Todavía no hay conversaciones guardadas.")
    comprobar_foco(pagina, "#cerrar-historial")
    assert guardado(pagina) == []
    pagina.keyboard.press("Escape")
    expect(cajon).to_be_hidden()


@pytest.mark.parametrize(
    ("boton", "quedan"), [("Borrar todo el historial", 3), ("Borrar «¿3?»", 2)]
)
def test_una_tecla_que_se_queda_pulsada_no_borra_lo_que_sigue(
    pagina: Page, siaa: ServidorDePrueba, boton: str, quedan: int
) -> None:
    cajon = con_tres(pagina, siaa)
    cajon.get_by_role("button", name=boton).focus()
    for _ in range(8):
        pagina.keyboard.down("Enter")
    pagina.keyboard.up("Enter")
    assert len(guardado(pagina)) == quedan
    if quedan == 3:
        expect(cajon.get_by_role("button", name="No", exact=True)).to_be_focused()


def test_no_guardar_olvida_lo_que_habia_y_no_guarda_mas(
    pagina: Page, siaa: ServidorDePrueba
) -> None:
    abrir(pagina, siaa)
    responder(pagina, PREGUNTA)
    cajon = abrir_historial(pagina)
    casilla = cajon.get_by_label(NO_GUARDAR)
    casilla.check()
    no = cajon.get_by_role("button", name="No", exact=True)
    expect(no).to_be_focused()
    expect(no).to_have_accessible_description("Se borrará la conversación guardada. ¿Seguir?")
    no.click()
    expect(casilla).not_to_be_checked()
    expect(casilla).to_be_focused()
    assert len(guardado(pagina)) == 1
    casilla.check()
    pulsar(cajon, "Sí, borrar todo")
    expect(casilla).to_be_checked()
    comprobar_texto(cajon, "Se borró todo. No se está guardando nada.")
    pulsar(cajon, "Cerrar")
    responder(pagina, OTRA_PREGUNTA)
    assert guardado(pagina) == []
    pagina.reload()
    cajon = abrir_historial(pagina)
    expect(cajon.get_by_label(NO_GUARDAR)).to_be_checked()
    cajon.get_by_label(NO_GUARDAR).uncheck()
    pulsar(cajon, "Cerrar")
    responder(pagina, OTRA_PREGUNTA)
    assert len(guardado(pagina)) == 1


def test_lo_detenido_queda_marcado(
    pagina: Page, siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    ollama_comun.encolar(tras(("Siete días",), PARA_SIEMPRE))
    abrir(pagina, siaa)
    preguntar(pagina, PREGUNTA)
    comprobar_texto(pagina.locator(".texto"), "Siete días")
    pagina.keyboard.press("Escape")
    terminada(pagina, "detenida")
    pagina.reload()
    comprobar_texto(terminada(pagina, "detenida"), "Detenida por usted", "Siete días")


# --- When it cannot be kept, or not as it was ----------------------------------------------------


def test_con_el_almacen_lleno_se_van_las_mas_viejas_y_se_dice_cuantas(
    pagina: Page, siaa: ServidorDePrueba
) -> None:
    """Only as many as the room for the new one takes."""
    abrir(pagina, siaa)
    responder(pagina, PREGUNTA)
    pagina.evaluate(
        """([entrada, mitad]) => {
          const viejas = JSON.stringify(Array(80).fill(entrada));
          localStorage.setItem("siaa.historial", viejas);
          localStorage.setItem("otra pagina", "x".repeat(mitad));
          localStorage.setItem("otra mas", "x".repeat(mitad - viejas.length - 200));
        }""",
        [ENTRADA, MEDIA_CARGA],
    )
    responder(pagina, OTRA_PREGUNTA)
    entradas = guardado(pagina)
    assert entradas[0]["pregunta"] == OTRA_PREGUNTA
    borradas = 81 - len(entradas)
    assert 0 < borradas < 20
    cuales = f"se borró lo más antiguo del historial, {borradas} consultas."
    comprobar_texto(pagina.locator("#alerta"), f"no le queda espacio: {cuales}")


def test_si_no_cabe_ni_esta_se_dice_y_quedan_las_de_antes(
    pagina: Page, siaa: ServidorDePrueba
) -> None:
    abrir(pagina, siaa)
    pagina.evaluate(
        """([historial, mitad]) => {
          localStorage.setItem("siaa.historial", historial);
          localStorage.setItem("otra pagina", "x".repeat(mitad));
          localStorage.setItem("otra mas", "x".repeat(mitad - historial.length - 100));
        }""",
        ["[]", MEDIA_CARGA],
    )
    responder(pagina, PREGUNTA)
    comprobar_texto(pagina.locator("#alerta"), "no tiene espacio para guardar esta consulta")
    assert guardado(pagina) == []


@pytest.mark.parametrize("roto", ["no es json", '{"a": 1}', "5", "null"])
def test_un_historial_roto_no_estorba(pagina: Page, siaa: ServidorDePrueba, roto: str) -> None:
    abrir(pagina, siaa)
    pagina.evaluate("(roto) => localStorage.setItem('siaa.historial', roto)", roto)
    responder(pagina, PREGUNTA)
    assert [entrada["pregunta"] for entrada in guardado(pagina)] == [PREGUNTA]
    comprobar_texto(abrir_historial(pagina), "1 conversación.")


def test_una_entrada_estropeada_se_deja_por_fuera(pagina: Page, siaa: ServidorDePrueba) -> None:
    abrir(pagina, siaa)
    otra = {"fecha": "2026-01-02T03:04:06.000Z", "frases": [FRASE], "guardada_en": None}
    buenas = [ENTRADA, ENTRADA | otra | {"segundos": 1.5, "conversacion": "c", "nombre": "n"}]
    for estropeada in ESTROPEADAS:
        escribir(pagina, [estropeada, *buenas])
        cajon = abrir_historial(pagina)
        assert cajon.locator(".entrada").count() == len(buenas), estropeada
        pulsar(cajon, "Cerrar")
    for puesto in range(len(buenas)):
        abrir_historial(pagina).locator(".entrada").nth(puesto).click()
        turno = terminada(pagina, "completa")
        comprobar_texto(turno, "Siete días.", "1 de enero de 2026")
        with pagina.expect_download():
            pulsar_del_menu(turno, "Guardar", "Guardar en Word")


def test_donde_el_navegador_no_guarda_dura_lo_que_la_pestana(
    contexto: Contexto, siaa: ServidorDePrueba
) -> None:
    """As where the browser's settings keep every site from storing anything."""
    pagina = contexto().new_page()
    for almacen in ("localStorage", "sessionStorage"):
        pagina.add_init_script(
            f"Object.defineProperty(window, '{almacen}', "
            "{get() { throw new DOMException('no', 'SecurityError'); }});"
        )
    abrir(pagina, siaa)
    alerta = pagina.locator("#alerta")
    responder(pagina, PREGUNTA)
    comprobar_texto(alerta, "El navegador no deja guardar el historial")
    responder(pagina, OTRA_PREGUNTA)
    expect(alerta).to_have_text("")
    cajon = abrir_historial(pagina)
    comprobar_texto(cajon.locator(".entrada"), PREGUNTA, "2 preguntas")
    cajon.get_by_label(NO_GUARDAR).check()
    comprobar_texto(cajon, "Se borrará la conversación guardada.")
    pulsar(cajon, "Sí, borrar todo")
    pulsar(cajon, "Cerrar")
    responder(pagina, TERCERA_PREGUNTA)
    expect(alerta).to_have_text("")
    cajon = abrir_historial(pagina)
    expect(cajon.get_by_label(NO_GUARDAR)).to_be_checked()
    comprobar_texto(cajon, "No se está guardando nada.")
