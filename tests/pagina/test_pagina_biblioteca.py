"""`/siaa/biblioteca`: what there is, found as one types, with what other norms did to it."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from biblioteca_de_prueba import escribir_biblioteca
from navegador_de_prueba import TELEFONO, faltas_en_ambos_temas
from pagina_de_prueba import enfocado, tabular_hasta
from paginas_de_prueba import Pagina
from playwright.sync_api import BrowserContext, Page, expect
from servidor_de_prueba import ServidorDePrueba
from verificaciones import verificar_error

Fabrica = Callable[..., ServidorDePrueba]
Contexto = Callable[..., BrowserContext]
RUTA = "/siaa/biblioteca"
GESTION = "/siaa/biblioteca/gestion"
LLAVE = "llave-maestra-de-prueba"
ARCHIVOS = {
    "catalogo.toml": """\
[documentos."horno.txt"]
titulo = "Reglas del horno"
vigente_hasta = 2001-12-31

[colecciones.decretos_viejos]
titulo = "Decretos de Valdeluna"
""",
    "horno.txt": "El horno se enciende los jueves.\n",
    "decretos_viejos/decreto_10_de_2001.md": """\
# DECRETO 10 DE 2001

**ARTÍCULO 1. Duración.** La feria de las lámparas dura tres días.

**ARTÍCULO 2. Música.** La música calla a las diez.

Modificado por el artículo 6 de la Ley 77 de 2003.
""",
    "decretos_viejos/decreto_20_de_2005.md": """\
# DECRETO 20 DE 2005

**ARTÍCULO 1. Derogatoria.** Derógase el artículo 1 del Decreto 10 de 2001.
""",
    "decretos_viejos/decreto_30_de_2010.md": """\
# DECRETO 30 DE 2010

**ARTÍCULO 1. Vigencia.** Este decreto rige desde hoy y deroga el Decreto 20 de 2005.

**ARTÍCULO 2. Otra.** Modifícase el artículo 2 del Decreto 5 de 1999.
""",
    "acta.doc": "no es de aquí",
}


@pytest.fixture
def carpeta(tmp_path: Path) -> Path:
    """Three acts that change each other, a text that is out of force and a file nobody reads."""
    return escribir_biblioteca(tmp_path / "valdeluna", ARCHIVOS)


def url(siaa: ServidorDePrueba, ruta: str = RUTA) -> str:
    return f"http://127.0.0.1:{siaa.puerto}{ruta}"


def titulos(pagina: Page) -> list[str]:
    """What is in sight, from above."""
    return pagina.locator(".coleccion li h3:visible").all_inner_texts()


# --- What it says, without a script ---------------------------------------------------------


def test_dice_de_cada_documento_lo_que_es(servidor: Fabrica, carpeta: Path) -> None:
    escrito = datetime(2019, 3, 5, 12, tzinfo=UTC).timestamp()
    os.utime(carpeta / "horno.txt", (escrito, escrito))
    dicho = servidor(documentos=carpeta).obtener(RUTA).texto
    Pagina(dicho)  # its tags are in balance
    assert "Decretos de Valdeluna" in dicho and "General" in dicho and "4 documentos" in dicho
    assert "1 KB, archivo del 5 de marzo de 2019" in dicho
    assert "Rigió hasta el 31 de diciembre de 2001." in dicho
    assert "Derogado por el Decreto 30 de 2010." in dicho
    assert "Con artículos cambiados por otras normas." in dicho
    assert 'href="/siaa/ver/horno.txt"' in dicho and 'href="/siaa/original/horno.txt"' in dicho
    assert "acta.doc" not in dicho and "Ley 77 de 2003</strong>" not in dicho


def test_dice_cuales_tienen_lecturas_y_que_es_eso(servidor: Fabrica, carpeta: Path) -> None:
    muestra = Path(__file__).resolve().parents[2] / "documentos"
    con, sin = (servidor(documentos=cuales).obtener(RUTA).texto for cuales in (muestra, carpeta))
    assert con.count("Leído, con lecturas") == 17 and "Con lecturas: se anotó de antemano" in con
    assert "lecturas" not in sin
    siaa = servidor(documentos=muestra)
    assert "17 documentos con «lecturas»" in siaa.obtener(f"{RUTA}?q=lecturas").texto


def test_lo_que_falta_solo_lo_ve_quien_administra(servidor: Fabrica, carpeta: Path) -> None:
    siaa = servidor(documentos=carpeta, token_admin=LLAVE)
    verificar_error(siaa.obtener(GESTION), 401, "no_autorizado")
    dicho = siaa.pedir("GET", GESTION, None, {"Authorization": f"Bearer {LLAVE}"}).texto
    assert "acta.doc</code>: no se convierte" in dicho
    assert (
        "<strong>Ley 77 de 2003</strong>: modifica <a" in dicho
        and "Decreto 10 de 2001</a>" in dicho
    )
    assert "<strong>Decreto 5 de 1999</strong>: lo modifica <a" in dicho
    assert siaa.obtener(RUTA).estado == 200


def test_pide_la_clave_de_preguntar(servidor: Fabrica, carpeta: Path) -> None:
    siaa = servidor(documentos=carpeta, token_preguntas=LLAVE)
    verificar_error(siaa.obtener(RUTA), 401, "no_autorizado")
    assert siaa.pedir("GET", RUTA, None, {"Authorization": f"Bearer {LLAVE}"}).estado == 200


@pytest.mark.parametrize(
    ("buscado", "cuantos"),
    [("DÉCRETO", 3), ("valdeluna  2005", 1), ("derogado", 1), ("rigio", 1), ("nadie", 0)],
)
def test_el_servicio_busca_sin_tildes_ni_mayusculas(
    servidor: Fabrica, carpeta: Path, buscado: str, cuantos: int
) -> None:
    dicho = servidor(documentos=carpeta).obtener(RUTA, q=buscado).texto
    assert dicho.count("<h3>") == cuantos
    assert ('<p id="nada" hidden>' if cuantos else '<p id="nada">') in dicho


def test_una_biblioteca_vacia_lo_dice(servidor: Fabrica, tmp_path: Path) -> None:
    (tmp_path / "nada").mkdir()
    assert (
        "Todavía no hay documentos." in servidor(documentos=tmp_path / "nada").obtener(RUTA).texto
    )


def test_lo_que_se_busca_tiene_un_limite(servidor: Fabrica, carpeta: Path) -> None:
    siaa = servidor(documentos=carpeta)
    verificar_error(siaa.obtener(RUTA, q="x" * 4001), 413, "pregunta_demasiado_larga")
    assert "&lt;script&gt;" in siaa.obtener(RUTA, q="<script>").texto


# --- In a browser ---------------------------------------------------------------------------


def test_se_halla_mientras_se_escribe(servidor: Fabrica, pagina: Page, carpeta: Path) -> None:
    pagina.goto(url(servidor(documentos=carpeta)))
    assert len(titulos(pagina)) == 4
    pagina.locator("#q").press_sequentially("decretós 2005")
    expect(pagina.locator("#cuenta")).to_have_text("1 documento.")
    assert titulos(pagina) == ["Decreto 20 de 2005"]
    pagina.locator("#q").fill("nadie")
    expect(pagina.locator("#nada")).to_be_visible()
    pagina.locator("#q").fill("")
    expect(pagina.locator("#cuenta")).to_have_text("4 documentos.")


def test_mil_documentos(servidor: Fabrica, pagina: Page, tmp_path: Path) -> None:
    muchos = {f"c{n % 7}/acta_{n}.md": f"# Acta número {n}\n\nSe abrió.\n" for n in range(1000)}
    pagina.goto(url(servidor(documentos=escribir_biblioteca(tmp_path / "mil", muchos))))
    expect(pagina.locator(".coleccion li")).to_have_count(1000)
    pagina.locator("#q").fill("numero 777")
    expect(pagina.locator("#cuenta")).to_have_text("1 documento.")
    assert titulos(pagina) == ["Acta número 777"]


def test_las_relaciones_llevan_de_un_lado_al_otro(
    servidor: Fabrica, pagina: Page, carpeta: Path
) -> None:
    siaa = servidor(documentos=carpeta)
    pagina.goto(url(siaa))
    viejo = pagina.locator(".coleccion li").filter(has_text="DECRETO 10 DE 2001").first
    viejo.locator("summary").click()
    expect(viejo.locator("table")).to_contain_text("Ley 77 de 2003 (no está en la biblioteca)")
    pagina.set_viewport_size({"width": 360, "height": 740})
    assert viejo.locator(".tabla").evaluate("(t) => t.scrollWidth <= t.clientWidth")
    viejo.get_by_role("link", name="Decreto 20 de 2005").click()
    expect(pagina.locator(".pasaje").first).to_contain_text("Derógase el artículo 1")
    # The viewer has the same table, from the other end.
    pagina.locator(".relaciones").get_by_role("link", name="Decreto 10 de 2001").click()
    expect(pagina.locator(".pasaje").first).to_contain_text("ARTÍCULO 1. Duración.")
    pagina.get_by_role("link", name="Biblioteca").click()
    expect(pagina).to_have_url(url(siaa))


def test_con_el_teclado(servidor: Fabrica, pagina: Page, carpeta: Path) -> None:
    pagina.goto(url(servidor(documentos=carpeta)))
    pagina.keyboard.press("Tab")
    assert enfocado(pagina, ".salto")
    tabular_hasta(pagina, "#q")
    pagina.keyboard.type("horno")
    tabular_hasta(pagina, ".coleccion h3 a")
    pagina.keyboard.press("Enter")
    expect(pagina).to_have_title("Reglas del horno — SIAA")


def test_el_chat_lleva_a_ella(servidor: Fabrica, pagina: Page, carpeta: Path) -> None:
    siaa = servidor(documentos=carpeta)
    pagina.goto(url(siaa, "/"))
    pagina.get_by_role("link", name="Biblioteca").click()
    expect(pagina).to_have_url(url(siaa))
    pagina.get_by_role("link", name="Preguntar").click()
    expect(pagina.locator("#pregunta")).to_be_visible()


@pytest.mark.parametrize("ruta", [RUTA, GESTION])
def test_accesible_en_todos_los_tamanos(
    servidor: Fabrica, pagina: Page, carpeta: Path, ruta: str
) -> None:
    siaa = servidor(documentos=carpeta)
    pagina.goto(url(siaa, ruta))
    for plegado in pagina.locator("summary").all():
        plegado.click()
    for vista in ({"width": 1280, "height": 800}, {"width": 640, "height": 400}, TELEFONO):
        pagina.set_viewport_size(vista)
        assert faltas_en_ambos_temas(pagina) == []
        assert pagina.evaluate("document.documentElement.scrollWidth <= innerWidth")
