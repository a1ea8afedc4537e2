"""The viewer in a real browser: find an article, read the passage, search, print, go back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from biblioteca_de_prueba import PREGUNTA, escribir_biblioteca
from conftest import config_de_prueba
from documentos_de_prueba import exigir, pdf
from navegador_de_prueba import (
    TELEFONO,
    Vigilada,
    faltas_de_accesibilidad,
    faltas_en_ambos_temas,
    se_cumple,
)
from ollama_de_prueba import OllamaDePrueba
from playwright.sync_api import BrowserContext, Error, Page, expect
from servidor_de_prueba import ServidorDePrueba, con_consulta, servidor_en_marcha

Contexto = Callable[..., BrowserContext]
NORMA = "acuerdo_largo.md"
MALO = "<img src=x onerror=alert(1)>"
ARTICULOS = 40
RENGLON_DE_TITULO = 45
"""Pixels that a heading and its margin take."""
LEJOS = "Pacific/Kiritimati"
"""Fourteen hours ahead: no server's zone."""
PUNTO = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
"""A picture of one dot."""
TABLA = (
    "| " + " | ".join(f"Columna {n} con nombre" for n in range(12)) + " |\n"
    "|" + "---|" * 12 + "\n| " + " | ".join("celda" for _ in range(12)) + " |\n"
)
PARRAFOS = "Se paga en la caja.\n\n" * 40
ARCHIVOS = {
    "normas/Acuerdo_Largo.md": "# Acuerdo largo\n\n"
    + "\n\n".join(
        f"**Artículo {n}°. Asunto {n}.** El plazo del asunto {n} es de {n} días hábiles. "
        + "Quien lo deje pasar explica por escrito las razones de su tardanza. " * 12
        for n in range(1, ARTICULOS + 1)
    ),
    "normas/con_reemplazo.md": "# Relevos\n\nEl reemplazo va antes.\n\nEl Plázo va después.\n",
    "normas/con_tabla.md": f"# Con tabla\n\n{TABLA}\n\n## Después\n\nTexto.\n",
    "al\u202eseverla/al\u202eseverla.md": "# Al revés \u202eoteX\n\nTexto.\n",
    "normas/con_anterior.md": "# Ley 9 de 2001\n\n"
    "**Artículo 1. Plazo.** El plazo es de ocho días.\n\n"
    "LEGISLACIÓN ANTERIOR\n\n**Artículo 1. Plazo.** El plazo es de tres días:\n\n"
    "1. Los hábiles.\n\n**Artículo 2. Multa.** La multa es de diez pesos.\n\n"
    f"{PARRAFOS}",
    "normas/con_imagenes.md": "# Con imágenes\n\n"
    + "\n\n".join(f"![Foto {n}](/siaa/enrutar?q=plazo{n})" for n in range(12))
    + "\n\n![Ajena](https://ajeno.example/x.png)\n\n"
    f"![Propia](data:image/gif;base64,{PUNTO})\n",
    f"{MALO}/{MALO}.md": f"# {MALO}\n\n{MALO} [x](javascript:alert(2)) el plazo\n\n"
    f"Artículo 1. {MALO} <script>alert(3)</script>\n\nArtículo 2. Nada.\n",
}


@pytest.fixture(scope="module")
def siaa(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServidorDePrueba]:
    """A library with a long norm, a wide table and a hostile document, beside the small one."""
    carpeta = tmp_path_factory.mktemp("visor")
    escribir_biblioteca(carpeta / "documentos")
    escribir_biblioteca(carpeta / "documentos", ARCHIVOS)
    with OllamaDePrueba() as ollama:
        config = config_de_prueba(carpeta / "documentos", carpeta / "datos", ollama.url)
        with servidor_en_marcha(config) as corriendo:
            yield corriendo


def abrir(pagina: Page, siaa: ServidorDePrueba, doc: str, lugar: str = "", **datos: str) -> None:
    ruta = f"/siaa/ver/{doc}"
    consulta = con_consulta(ruta, **datos) if datos else ruta
    pagina.goto(f"http://127.0.0.1:{siaa.puerto}{consulta}{lugar}")


def pasaje_de(siaa: ServidorDePrueba, texto: str) -> dict[str, str]:
    """The passage of the long norm that is this text."""
    servicios = siaa.app.extensions["siaa"]
    contenido = servicios.biblioteca.indice.documentos[NORMA].contenido
    desde = contenido.index(texto)
    return {"desde": str(desde), "hasta": str(desde + len(texto))}


@pytest.fixture
def sin_guiones(contexto: Contexto) -> Page:
    """A page in a browser that runs no script."""
    return contexto(java_script_enabled=False).new_page()


# --- Contents ---------------------------------------------------------------------------------


def test_el_contenido_lleva_a_un_articulo_escrito_en_negrilla(
    pagina: Page, siaa: ServidorDePrueba
) -> None:
    abrir(pagina, siaa, NORMA)
    indice = pagina.get_by_role("navigation", name="Contenido del documento")
    expect(indice.get_by_role("link")).to_have_count(ARTICULOS)
    indice.get_by_role("link", name="Artículo 33").click()
    articulo = pagina.locator("#documento").get_by_text("Artículo 33°. Asunto 33.")
    expect(articulo).to_be_in_viewport()
    arriba = articulo.bounding_box()
    barra = pagina.locator("#busqueda").bounding_box()
    assert arriba and barra and arriba["y"] >= barra["y"] + barra["height"], "under the bar"


def test_el_texto_anterior_se_dice_donde_esta(pagina: Page, siaa: ServidorDePrueba) -> None:
    """In the contents, where two articles are called the same, and around all of its words."""
    pagina.goto(f"http://127.0.0.1:{siaa.puerto}/siaa/ver/con_anterior.md")
    assert pagina.locator("#indice li a").all_inner_texts() == [
        *("Artículo 1. Plazo.", "Artículo 1. Plazo. (texto anterior)", "Artículo 2. Multa.")
    ]
    anterior = pagina.get_by_role("group", name="Texto anterior")
    expect(anterior.locator(".cambio")).to_have_text("Texto anterior, que ya no rige.")
    expect(anterior).to_contain_text("tres días")
    expect(anterior.locator("li")).to_have_text("Los hábiles.")
    expect(anterior).not_to_contain_text("ocho días")
    expect(anterior).not_to_contain_text("diez pesos")
    pagina.set_viewport_size({"width": 1200, "height": 700})
    pagina.get_by_role("link", name="(texto anterior)").click()
    avisado = anterior.locator(".cambio").bounding_box()
    barra = pagina.locator(".barra").bounding_box()
    assert avisado and barra and avisado["y"] >= barra["y"] + barra["height"], "it is not hidden"


def test_en_el_telefono_el_contenido_se_abre_y_se_cierra(
    pagina: Page, siaa: ServidorDePrueba
) -> None:
    pagina.set_viewport_size(TELEFONO)
    abrir(pagina, siaa, NORMA)
    enlace = pagina.get_by_role("link", name="Artículo 33")
    expect(enlace).to_be_hidden()
    pagina.locator("#indice > summary").press("Enter")
    enlace.press("Enter")
    expect(enlace).to_be_hidden()
    expect(pagina.locator("#documento").get_by_text("Artículo 33°. Asunto 33.")).to_be_in_viewport()


def test_sin_guiones_el_contenido_tambien_lleva(sin_guiones: Page, siaa: ServidorDePrueba) -> None:
    abrir(sin_guiones, siaa, NORMA)
    sin_guiones.locator("#indice > summary").click()
    sin_guiones.get_by_role("link", name="Artículo 33").click()
    expect(
        sin_guiones.locator("#documento").get_by_text("Artículo 33°. Asunto 33.")
    ).to_be_in_viewport()


# --- The passage ------------------------------------------------------------------------------


@pytest.mark.parametrize("guiones", [True, False], ids=["con-guiones", "sin-guiones"])
@pytest.mark.parametrize("pantalla", [{}, {"viewport": TELEFONO}], ids=["pc", "telefono"])
def test_el_pasaje_citado_se_ve_resaltado_al_llegar(
    contexto: Contexto, siaa: ServidorDePrueba, pantalla: dict[str, Any], guiones: bool
) -> None:
    pagina = contexto(java_script_enabled=guiones, **pantalla).new_page()
    frase = "El plazo del asunto 27 es de 27 días hábiles."
    abrir(pagina, siaa, NORMA, "#pasaje", **pasaje_de(siaa, frase))
    pasaje = pagina.locator("#pasaje")
    expect(pasaje).to_have_text(frase)
    expect(pasaje).to_be_in_viewport(ratio=1)
    if guiones:
        expect(pasaje).not_to_have_css("background-color", "rgba(0, 0, 0, 0)")
        expect(pasaje).to_have_css("outline-style", "none")  # its pieces stand out alike
    for siempre in ("#volver", ".ficha-titulo"):
        expect(pagina.locator(siempre)).to_be_in_viewport(ratio=1)
    lugar, *barras = (
        pagina.locator(cual).bounding_box() for cual in ("#pasaje", ".cabecera", "#busqueda")
    )
    assert lugar and all(
        barra and lugar["y"] - RENGLON_DE_TITULO > barra["y"] + barra["height"] for barra in barras
    ), "the bar leaves room for the heading above it"


def test_el_enlace_de_una_fuente_lleva_a_su_pasaje(pagina: Page, siaa: ServidorDePrueba) -> None:
    for fuente in siaa.charlar(PREGUNTA).fuentes:
        pagina.goto(f"http://127.0.0.1:{siaa.puerto}{fuente['url']}")
        expect(pagina.locator("#pasaje")).to_be_in_viewport()
        visto = " ".join(pagina.locator(".pasaje").all_inner_texts())
        assert fuente["texto"].split()[-1] in visto


def test_un_chunk_se_senala(pagina: Page, siaa: ServidorDePrueba) -> None:
    abrir(pagina, siaa, NORMA, "#chunk-30")
    assert se_cumple(pagina, "window.scrollY > 1000")
    contenido = "getComputedStyle(document.getElementById('chunk-30'), '::before').content"
    assert "▶" in pagina.evaluate(contenido)


# --- Search -----------------------------------------------------------------------------------


def test_se_busca_sin_guiones(sin_guiones: Page, siaa: ServidorDePrueba) -> None:
    abrir(sin_guiones, siaa, NORMA, **pasaje_de(siaa, "Asunto 9."))
    caja = sin_guiones.get_by_role("searchbox", name="Buscar en este documento")
    caja.fill("plazo")
    caja.press("Enter")
    expect(sin_guiones.get_by_text(f"{ARTICULOS} coincidencias")).to_be_visible()
    expect(sin_guiones.locator("mark")).to_have_count(ARTICULOS)
    expect(sin_guiones.locator("#pasaje")).to_have_text("Asunto 9.")
    sin_guiones.get_by_role("link", name="Ir a la primera").click()
    expect(sin_guiones.locator("mark").first).to_be_in_viewport()
    caja.fill("cigüeñal")
    sin_guiones.get_by_role("button", name="Buscar").click()
    expect(sin_guiones.get_by_text("0 coincidencias")).to_be_visible()


def test_las_coincidencias_se_recorren_con_el_teclado(pagina: Page, siaa: ServidorDePrueba) -> None:
    abrir(pagina, siaa, NORMA)
    caja, puesto = pagina.locator("#q"), pagina.locator("#puesto")
    caja.fill("plazo")
    caja.press("Enter")
    expect(puesto).to_have_text(f"1 de {ARTICULOS}")
    caja.press("Shift+Enter")
    expect(puesto).to_have_text(f"{ARTICULOS} de {ARTICULOS}")
    expect(pagina.locator("mark.actual")).to_be_in_viewport()
    caja.press("Enter")
    caja.press("Enter")
    expect(puesto).to_have_text(f"2 de {ARTICULOS}")
    expect(caja).to_be_focused()
    pagina.get_by_role("button", name="Anterior").click()
    expect(puesto).to_have_text(f"1 de {ARTICULOS}")
    caja.press("Escape")
    expect(caja).to_have_value("")
    expect(pagina.locator("#recorrido")).to_be_hidden()
    assert "q=" not in pagina.url
    expect(pagina.locator("mark").first).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    caja.fill("plazo")
    caja.press("Enter")
    expect(puesto).to_have_text(f"1 de {ARTICULOS}")


def test_la_palabra_misma_va_antes_que_las_que_la_contienen(
    pagina: Page, siaa: ServidorDePrueba
) -> None:
    abrir(pagina, siaa, "con_reemplazo.md", q="plazo")
    expect(pagina.locator("mark.actual")).to_have_text("Plázo")
    expect(pagina.locator("#puesto")).to_have_text("2 de 2")
    abrir(pagina, siaa, "con_reemplazo.md", q="emplaz")
    expect(pagina.locator("mark.actual")).to_have_text("reemplazo")


def test_lo_que_no_se_encuentra_no_mueve_a_nadie(pagina: Page, siaa: ServidorDePrueba) -> None:
    pasaje = pasaje_de(siaa, "El plazo del asunto 30 es de 30 días hábiles.")
    abrir(pagina, siaa, NORMA, "#pasaje", **pasaje)
    assert se_cumple(pagina, "window.scrollY > 1000")
    antes = pagina.evaluate("window.scrollY")
    pagina.locator("#q").fill("cigüeñal")
    pagina.locator("#q").press("Enter")
    expect(pagina.locator("#hallazgo")).to_have_text("0 coincidencias")
    expect(pagina.locator("#q")).to_be_focused()
    expect(pagina.locator("#q")).to_have_accessible_description("0 coincidencias")
    assert pagina.evaluate("window.scrollY") == antes


def test_buscar_no_aparta_del_pasaje(pagina: Page, siaa: ServidorDePrueba) -> None:
    """Who arrives at a passage with words to mark sees the passage, not the first mark."""
    pasaje = pasaje_de(siaa, "El plazo del asunto 30 es de 30 días hábiles.")
    abrir(pagina, siaa, NORMA, "#pasaje", q="plazo", **pasaje)
    expect(pagina.locator("#pasaje")).to_be_in_viewport()
    expect(pagina.locator("#recorrido")).to_be_visible()
    expect(pagina.locator("mark.actual")).to_have_count(0)


def test_un_documento_de_un_megabyte_se_busca_y_se_recorre(
    pagina: Page, siaa: ServidorDePrueba
) -> None:
    servicios = siaa.app.extensions["siaa"]
    renglon = "El horno de alfarería gasta doce cargas de leña y el plazo corre.\n\n"
    escribir_biblioteca(
        Path(siaa.config.documentos), {"normas/enorme.md": renglon * (1_000_000 // len(renglon))}
    )
    try:
        servicios.biblioteca.recargar()
        abrir(pagina, siaa, "enorme.md", q="plazo")
        total = 1_000_000 // len(renglon)
        expect(pagina.locator("#puesto")).to_have_text(f"1 de {total}")
        pagina.locator("#q").press("Shift+Enter")
        expect(pagina.locator("#puesto")).to_have_text(f"{total} de {total}")
        expect(pagina.locator("mark.actual")).to_be_in_viewport()
    finally:
        (Path(siaa.config.documentos) / "normas" / "enorme.md").unlink()
        servicios.biblioteca.recargar()


# --- Back and paper ---------------------------------------------------------------------------


def test_volver_deja_donde_se_estaba(pagina: Page, siaa: ServidorDePrueba) -> None:
    antes = f"http://127.0.0.1:{siaa.puerto}/siaa/ver/con_tabla.md"
    pagina.goto(antes)
    abrir(pagina, siaa, NORMA, "#pasaje", **pasaje_de(siaa, "Asunto 9."))
    pagina.get_by_role("link", name="Artículo 33").click()
    pagina.locator("#q").fill("plazo")
    pagina.locator("#q").press("Enter")
    expect(pagina.locator("#puesto")).to_have_text(f"1 de {ARTICULOS}")
    pagina.get_by_role("link", name="Artículo 12").click()
    pagina.locator("#volver").click()
    pagina.wait_for_url(antes)


@pytest.mark.parametrize("teclas", [[], ["Control"]], ids=["pulsando", "con-control"])
def test_desde_una_respuesta_se_vuelve_cerrando_la_pestana(
    contexto: Contexto, siaa: ServidorDePrueba, teclas: list[Any]
) -> None:
    """The conversation is in the tab that it was opened from, not in an empty chat in this one."""
    nueva = en_otra_pestana(contexto().new_page(), siaa, teclas)
    expect(nueva.locator("#volver")).to_have_text("Cerrar esta pestaña")
    with nueva.expect_event("close"), suppress(Error):  # it may be gone before its click is over
        nueva.locator("#volver").click()


def test_donde_no_se_puede_cerrar_se_dice_a_donde_lleva(
    contexto: Contexto, siaa: ServidorDePrueba
) -> None:
    """A browser lets no page close a tab with a history, unless a page opened it."""
    nueva = en_otra_pestana(contexto().new_page(), siaa, ["Control"])
    volver = nueva.locator("#volver")
    nueva.get_by_role("link", name="Artículo 33").click()
    nueva.locator("#q").fill("plazo")
    nueva.locator("#q").press("Enter")
    expect(nueva.locator("#puesto")).to_have_text(f"1 de {ARTICULOS}")
    nueva.go_back()
    expect(volver).to_have_text("Cerrar esta pestaña")
    volver.click()
    expect(volver).to_have_text("Preguntar")
    volver.click()
    nueva.wait_for_url(f"http://127.0.0.1:{siaa.puerto}/")


def test_sin_guiones_el_boton_dice_a_donde_lleva(sin_guiones: Page, siaa: ServidorDePrueba) -> None:
    abrir(sin_guiones, siaa, NORMA)
    sin_guiones.get_by_role("link", name="Preguntar").click()
    sin_guiones.wait_for_url(f"http://127.0.0.1:{siaa.puerto}/")


def en_otra_pestana(pagina: Page, siaa: ServidorDePrueba, teclas: list[Any]) -> Page:
    """The long norm in a tab of its own, opened by a link like those of an answer."""
    abrir(pagina, siaa, "con_tabla.md")
    pagina.evaluate(
        """url => {
          const enlace = document.createElement("a");
          Object.assign(enlace, { id: "enlace", href: url, target: "_blank", rel: "noopener" });
          enlace.append("Abrir");
          document.querySelector("main").prepend(enlace);
        }""",
        f"/siaa/ver/{NORMA}",
    )
    with pagina.context.expect_page() as nueva:
        pagina.locator("#enlace").click(modifiers=teclas)
    nueva.value.wait_for_load_state()
    return nueva.value


def test_el_papel_dice_cuando_se_leyo_y_no_cuando_se_imprimio(
    contexto: Contexto, siaa: ServidorDePrueba
) -> None:
    """By the clock of whoever reads."""
    pagina = contexto(timezone_id=LEJOS).new_page()
    abrir(pagina, siaa, NORMA)
    consultado = pagina.locator(".solo-impreso").text_content()
    leido = datetime.fromisoformat(pagina.locator("time").get_attribute("datetime") or "")
    alla = leido.astimezone(ZoneInfo(LEJOS))
    assert consultado and f" a las {alla.hour % 12 or 12}:{alla:%M} " in consultado
    pagina.clock.set_fixed_time("2041-05-06T07:08:09Z")
    pagina.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert pagina.locator(".solo-impreso").text_content() == consultado
    assert "2041" not in consultado


def test_en_el_papel_va_el_documento_y_de_donde_salio(pagina: Page, siaa: ServidorDePrueba) -> None:
    abrir(pagina, siaa, NORMA, q="plazo", **pasaje_de(siaa, "Asunto 9."))
    pagina.emulate_media(media="print")
    for fuera in ("#busqueda", "#volver", "#imprimir", ".contenido"):
        expect(pagina.locator(fuera).first).to_be_hidden()
    expect(pagina.locator(".ficha-titulo")).to_be_visible()
    ficha = pagina.locator(".ficha").inner_text()
    assert "Normas" in ficha and "Consultado en SIAA el" in ficha
    pagina.emulate_media(media="screen")
    pagina.get_by_label("Incluirlo al imprimir").check()
    pagina.emulate_media(media="print")
    expect(pagina.get_by_role("link", name="Artículo 33")).to_be_visible()
    assert pagina.pdf().startswith(b"%PDF")


# --- For everybody, and against nobody --------------------------------------------------------


@pytest.mark.parametrize("doc", [NORMA, "con_tabla.md", "con_anterior.md"])
def test_sin_faltas_de_accesibilidad(pagina: Page, siaa: ServidorDePrueba, doc: str) -> None:
    abrir(pagina, siaa, doc, q="plazo archivos celda", desde="20", hasta="400")
    assert faltas_en_ambos_temas(pagina) == []
    pagina.set_viewport_size({"width": 320, "height": 640})  # 1280 at 400 %
    assert faltas_de_accesibilidad(pagina) == []
    ancho = "document.documentElement.scrollWidth"
    assert pagina.evaluate(ancho) <= 320, "the page scrolls sideways"


def test_una_tabla_ancha_se_recorre_con_el_teclado(pagina: Page, siaa: ServidorDePrueba) -> None:
    abrir(pagina, siaa, "con_tabla.md")
    tabla = pagina.get_by_role("region", name="Tabla 1")
    tabla.focus()
    expect(tabla).to_be_focused()
    pagina.keyboard.press("ArrowRight")
    assert se_cumple(pagina, "document.querySelector('.tabla').scrollLeft > 0")


def test_el_teclado_llega_a_todo_y_se_ve_donde_esta(pagina: Page, siaa: ServidorDePrueba) -> None:
    abrir(pagina, siaa, NORMA, **pasaje_de(siaa, "Asunto 9."))
    vistos = []
    for _ in range(8):
        pagina.keyboard.press("Tab")
        vistos.append(
            pagina.evaluate(
                "() => { const e = document.activeElement, s = getComputedStyle(e);"
                " return [e.id || e.textContent.trim(), s.outlineStyle]; }"
            )
        )
    nombres = [nombre for nombre, _ in vistos]
    assert nombres[:4] == ["Ir al documento", "Ir al pasaje citado", "volver", "q"]
    assert "Buscar" in nombres and "imprimir" in nombres
    assert all(contorno != "none" for _, contorno in vistos)


def test_lo_que_se_enfoca_no_queda_debajo_de_la_barra(pagina: Page, siaa: ServidorDePrueba) -> None:
    pagina.set_viewport_size(TELEFONO)
    abrir(pagina, siaa, NORMA)
    barra = pagina.locator(".cabecera").bounding_box()
    for cual in ("#q", "#busqueda button", "#indice > summary"):
        control = pagina.locator(cual).first
        control.evaluate("(control) => window.scrollBy(0, control.getBoundingClientRect().top)")
        control.focus()
        lugar = control.bounding_box()
        assert lugar and barra and lugar["y"] >= barra["height"], cual


def test_nada_de_un_documento_se_ejecuta(vigilada: Vigilada, siaa: ServidorDePrueba) -> None:
    """In its text, its name, its collection or what is looked for in it."""
    servicios = siaa.app.extensions["siaa"]
    clave = f"{MALO}.md"
    assert clave in servicios.biblioteca.indice.documentos
    pagina = vigilada.pagina
    abrir(pagina, siaa, "%3Cimg src=x onerror=alert(1)%3E.md", q=f"{MALO} plazo")
    expect(pagina.get_by_role("heading", level=1)).to_have_text(MALO)
    expect(pagina.locator("#q")).to_have_value(f"{MALO} plazo")
    expect(pagina.locator(".ficha")).to_contain_text(MALO)
    expect(pagina.locator("img")).to_have_count(0)
    expect(pagina.locator("a[href^='javascript']")).to_have_count(0)
    abrir(pagina, siaa, "nada.md", q=MALO)
    vigilada.tolera.append("404")
    expect(pagina.get_by_role("heading", level=1)).to_have_text("No se puede mostrar")
    assert faltas_de_accesibilidad(pagina) == []


def test_un_documento_con_imagenes_no_hace_pedir_nada(
    vigilada: Vigilada, siaa: ServidorDePrueba
) -> None:
    pedidas: list[str] = []
    vigilada.pagina.on("request", lambda pedido: pedidas.append(pedido.url))
    abrir(vigilada.pagina, siaa, "con_imagenes.md")
    expect(vigilada.pagina.get_by_text("[Imagen: Foto 11]")).to_be_visible()
    expect(vigilada.pagina.get_by_text("[Imagen: Ajena]")).to_be_visible()
    expect(vigilada.pagina.get_by_text("[Imagen: Propia]")).to_be_visible()
    assert [url for url in pedidas if "enrutar" in url or "ajeno" in url] == []


def test_un_nombre_escrito_al_reves_no_voltea_lo_que_sigue(
    pagina: Page, siaa: ServidorDePrueba
) -> None:
    abrir(pagina, siaa, "al%E2%80%AEseverla.md")
    coleccion, archivo = (
        pagina.locator(f".ficha {cual}").bounding_box() for cual in ("strong", "code")
    )
    assert coleccion and archivo
    assert coleccion["x"] + coleccion["width"] < archivo["x"], "they stand in their order"
    expect(pagina.locator(".ficha")).to_contain_text("· archivo")


# --- The page of a PDF as a picture -----------------------------------------------------------


@pytest.fixture(scope="module")
def con_pdf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServidorDePrueba]:
    """A library with a PDF of six pages, and one whose file is damaged."""
    exigir("pypdfium2", "pdfplumber", "reportlab")
    carpeta = tmp_path_factory.mktemp("papel")
    (carpeta / "documentos").mkdir()
    (carpeta / "documentos" / "palomar.pdf").write_bytes(pdf())
    (carpeta / "documentos" / "roto.pdf").write_bytes(b"%PDF-1.7 roto")
    (carpeta / "documentos" / "roto.pdf.md").write_text("<!-- página 1 -->\n\n# Roto\n\nTexto.\n")
    with OllamaDePrueba() as ollama:
        config = config_de_prueba(carpeta / "documentos", carpeta / "datos", ollama.url)
        with servidor_en_marcha(config) as corriendo:
            yield corriendo


def dibujada(pagina: Page, numero: int) -> bool:
    """Whether the picture of that page is there, whole."""
    return se_cumple(
        pagina,
        "n => { const f = document.getElementById('foto'); return f.src.endsWith('/' + n)"
        " && f.complete && f.naturalWidth === 1200 && f.getBoundingClientRect().width > 300 }",
        numero,
    )


def test_la_pagina_del_pasaje_se_ve_junto_al_texto(pagina: Page, con_pdf: ServidorDePrueba) -> None:
    documento = con_pdf.app.extensions["siaa"].biblioteca.indice.documentos["palomar.pdf"]
    desde = documento.contenido.index("doce monedas")
    abrir(pagina, con_pdf, "palomar.pdf", desde=str(desde), hasta=str(desde + 12))
    assert dibujada(pagina, 5)
    texto, papel = (pagina.locator(que).bounding_box() for que in (".documento", "#foto"))
    assert texto and papel and texto["x"] + texto["width"] <= papel["x"], "side by side"
    expect(pagina.locator("#papel summary")).to_have_text("El papel: página 5 de 6")
    pagina.get_by_role("button", name="Página siguiente").click()
    assert dibujada(pagina, 6)
    expect(pagina.get_by_role("button", name="Página siguiente")).to_be_disabled()
    expect(pagina.locator("#foto")).to_have_attribute("alt", re.compile("^Página 6 de palomar.pdf"))
    assert faltas_en_ambos_temas(pagina) == []


def test_en_el_telefono_la_pagina_esta_a_un_toque(pagina: Page, con_pdf: ServidorDePrueba) -> None:
    pagina.set_viewport_size(TELEFONO)
    pedidas: list[str] = []
    pagina.on("request", lambda r: pedidas.append(r.url) if "/siaa/pagina/" in r.url else None)
    abrir(pagina, con_pdf, "palomar.pdf")
    expect(pagina.locator("#foto")).not_to_be_visible()
    assert not pedidas, "nothing is drawn for who does not look"
    pagina.get_by_text("El papel: página 1 de 6").click()
    assert dibujada(pagina, 1)
    assert faltas_de_accesibilidad(pagina) == []


def test_una_pagina_que_no_se_puede_dibujar_se_dice(
    contexto: Contexto, con_pdf: ServidorDePrueba
) -> None:
    pagina = contexto().new_page()  # the browser itself complains of a picture that is not there
    abrir(pagina, con_pdf, "roto.pdf")
    expect(pagina.get_by_text("No se pudo mostrar esta página")).to_be_visible()
    expect(pagina.locator("#foto")).not_to_be_visible()
