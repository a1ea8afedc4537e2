"""The administrator's page: what is wrong, why an answer is what it is, and who may look."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from biblioteca_de_prueba import PREGUNTA, SIN_RESPUESTA
from navegador_de_prueba import (
    Vigilada,
    faltas_en_ambos_temas,
    parar_reloj,
)
from ollama_de_prueba import MODELO, OllamaDePrueba
from paciencia import esperar
from paginas_de_prueba import Pagina
from playwright.sync_api import BrowserContext, Page, Route, expect
from registro_de_prueba import asiento_de_prueba, guardado_todo, valoracion_de_prueba
from servidor_de_prueba import Respuesta, ServidorDePrueba, con_consulta
from verificaciones import verificar_error

from siaa.web.formato import dia, fecha

Fabrica = Callable[..., ServidorDePrueba]
Contexto = Callable[..., BrowserContext]
ESTADO = "**/siaa/status"
NAVEGADOR = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
DE_LEJOS = {"X-Forwarded-For": "192.168.1.7"}
LEJOS = "Pacific/Kiritimati"
"""Fourteen hours ahead: no server's zone."""
LLAVE = "llave maestra ñandú"
MALO = "<img src=x onerror=alert(1)>"


def url(siaa: ServidorDePrueba, **datos: str) -> str:
    ruta = con_consulta("/siaa/salud", **datos) if datos else "/siaa/salud"
    return f"http://127.0.0.1:{siaa.puerto}{ruta}"


def leer(siaa: ServidorDePrueba, **datos: str) -> str:
    """The page's text, as it comes without any script."""
    respuesta = siaa.obtener("/siaa/salud", **datos)
    assert respuesta.estado == 200
    Pagina(respuesta.texto)  # its tags are in balance
    return respuesta.texto


def en_estado(siaa: ServidorDePrueba, estado: str) -> ServidorDePrueba:
    assert esperar(lambda: siaa.obtener("/siaa/status").json["estado"] == estado)
    return siaa


def anotar(siaa: ServidorDePrueba, *asientos: Any) -> None:
    registro = siaa.app.extensions["siaa"].registro
    for asiento in asientos:
        registro.anotar(asiento)
    assert guardado_todo(registro)


# --- What is wrong, without a script --------------------------------------------------------


def test_todo_bien(servidor: Fabrica) -> None:
    pagina = leer(en_estado(servidor(), "ok"))
    assert "Todo funciona." in pagina and MODELO in pagina
    assert "6 documentos" in pagina and "#omitidos" not in pagina
    assert "Desde el arranque no se ha recargado nada." in pagina
    assert "Nadie ha preguntado nada." in pagina and "0 valoraciones por atender." in pagina
    ahora, modelo = pagina.split('id="t-ahora"')[1].split('id="t-modelo"')
    assert "tokens por segundo" in modelo and "tokens por segundo" not in ahora


def test_sin_modelo_dice_que_hacer(servidor: Fabrica, url_cerrada: str) -> None:
    siaa = servidor(ollama_url=url_cerrada)
    assert esperar(lambda: siaa.obtener("/siaa/status").json["ollama"]["remedio"] != [])
    pagina, ollama = leer(siaa), siaa.obtener("/siaa/status").json["ollama"]
    assert "Sin modelo:" in pagina and ollama["problema"] in pagina
    for orden in ollama["remedio"]:
        assert f"<code>{orden}</code>" in pagina


def test_un_aviso_se_lee_entero(servidor: Fabrica, ollama: OllamaDePrueba) -> None:
    ollama.ventana = 2048
    siaa = en_estado(servidor(), "degradado")
    (aviso,) = siaa.obtener("/siaa/status").json["avisos"]
    pagina = leer(siaa)
    assert "hay algo que atender" in pagina and f"<li>{aviso}</li>" in pagina


def test_los_archivos_omitidos_y_su_razon(servidor: Fabrica, biblioteca_chica: Path) -> None:
    (biblioteca_chica / "roto.md").write_bytes(b"a\xff")
    pagina = servidor().obtener("/siaa/biblioteca/gestion").texto
    assert "roto.md" in pagina and "no está en UTF-8" in pagina


def test_con_archivos_sin_leer_no_todo_funciona(servidor: Fabrica, biblioteca_chica: Path) -> None:
    (biblioteca_chica / "acta.pdf").write_bytes(b"%PDF-1.7")
    (biblioteca_chica / "viejo.txt").write_bytes("El año".encode("cp1252"))
    siaa = en_estado(servidor(), "ok")
    pagina, biblioteca = leer(siaa), siaa.obtener("/siaa/biblioteca/gestion").texto
    assert "Todo funciona" not in pagina and '/gestion#omitidos"' in pagina
    assert "Funciona, pero no se leyó todo: 1 archivo por fuera." in pagina
    assert "acta.pdf" in biblioteca and "está dañado" in biblioteca
    assert "«viejo.txt» se leyó como Windows-1252" in pagina


def test_una_semana_sin_preguntas_no_se_resume(servidor: Fabrica) -> None:
    pagina = leer(servidor())
    assert "<p>Nadie ha preguntado nada.</p>" in pagina and "La mitad se respondió" not in pagina
    assert "m.." not in re.sub("<[^>]*>", "", pagina)


def test_cuanto_hay_se_dice_en_documentos_y_pasajes(servidor: Fabrica) -> None:
    siaa = servidor()
    cuantos = len(siaa.app.extensions["siaa"].biblioteca.indice.pasajes.limites)
    assert f"<p>6 documentos, con {cuantos} pasajes en total." in leer(siaa)


def test_una_recarga_rechazada_se_explica(servidor: Fabrica, biblioteca_chica: Path) -> None:
    pregunta = {"pregunta": PREGUNTA, "documento": "acuerdo_vr24-101.md"}
    (biblioteca_chica / "evaluacion.jsonl").write_text(json.dumps(pregunta) + "\n")
    siaa = servidor()
    (biblioteca_chica / "normativa" / "Acuerdo_VR24-101.md").unlink()
    verificar_error(siaa.pedir("POST", "/siaa/recargar"), 409, "recarga_rechazada")
    pagina = leer(siaa)
    assert "Se rechazó: siguen en uso los documentos anteriores." in pagina
    assert "1 antes, 0 con los documentos nuevos, de 1" in pagina
    assert "retirados 1 (acuerdo_vr24-101.md)" in pagina


def test_un_registro_que_no_guarda_se_dice(servidor: Fabrica, tmp_path: Path) -> None:
    (tmp_path / "datos" / "registro.sqlite3").mkdir(parents=True)
    siaa = servidor()
    assert esperar(lambda: siaa.obtener("/siaa/status").json["registro"]["problema"] is not None)
    problema = siaa.obtener("/siaa/status").json["registro"]["problema"]
    assert f"<li>{problema}</li>" in leer(siaa).replace("&#39;", "'")


def test_un_registro_apagado_se_dice(servidor: Fabrica) -> None:
    pagina = leer(servidor(registro="no"))
    assert "El registro de preguntas está apagado" in pagina


def test_de_una_sola_cosa_se_habla_en_singular(servidor: Fabrica) -> None:
    siaa = servidor()
    anotar(siaa, asiento_de_prueba(1))
    assert guardado_todo(siaa.app.extensions["siaa"].registro)
    pagina = leer(siaa)
    assert "<p>1 pregunta." in pagina
    assert "1 frase con respaldo, 0 sin respaldo, 1 que discrepa." in pagina


def test_la_semana_y_las_opiniones(servidor: Fabrica) -> None:
    siaa, ahora = servidor(), datetime.now(UTC)
    anotar(
        siaa,
        asiento_de_prueba(1, pregunta="¿La lenta?", tiempos={"total_s": 125.0}),
        asiento_de_prueba(2, pregunta="¿La perdida?", alerta="SIN_CONTEXTO"),
        asiento_de_prueba(3, pregunta="¿La vieja?", momento=ahora - timedelta(days=8)),
    )
    siaa.app.extensions["siaa"].registro.valorar(valoracion_de_prueba(1, comentario="Faltó algo"))
    assert guardado_todo(siaa.app.extensions["siaa"].registro)
    pagina = leer(siaa)
    assert "2 preguntas." in pagina and "2 min 5 s" in pagina and "¿La vieja?" not in pagina
    assert "No se encontró nada: falta un documento o una palabra clave" in pagina
    assert pagina.count("¿La perdida?</a>") == 2  # unanswered, and among the slowest
    assert "1 valoración por atender." in pagina and "/siaa/buzon" in pagina
    assert "2 frases con respaldo, 0 sin respaldo, 2 que discrepan" in pagina


# --- Why did it answer that -----------------------------------------------------------------


@pytest.mark.parametrize("estrategia", ["hibrida", "clasica"])
def test_los_valores_son_los_de_los_diagnosticos(
    servidor: Fabrica, contexto: Contexto, estrategia: str
) -> None:
    siaa = servidor(estrategia=estrategia)
    hoja = contexto(java_script_enabled=False).new_page()
    for pregunta in (PREGUNTA, "Enumera las sanciones del RETRI", "¿Quién firma el acta?"):
        comprobar_valores(hoja, siaa, pregunta)


def comprobar_valores(hoja: Page, siaa: ServidorDePrueba, pregunta: str) -> None:
    ruta, enviado = (siaa.obtener(f"/siaa/{r}", q=pregunta).json for r in ("enrutar", "contexto"))
    hoja.goto(url(siaa, q=pregunta))
    assert hoja.locator("#contexto").text_content() == enviado["contexto"]
    elegidos = hoja.get_by_role("region", name="Documentos elegidos").locator("tbody")
    expect(elegidos).to_have_count(len(ruta["docs_encontrados"]))
    for fila, doc in zip(elegidos.all(), ruta["docs_encontrados"], strict=True):
        escrito = fila.inner_text()
        assert doc["doc"] in escrito
        assert f"{doc['puntaje']:.2f}".replace(".", ",") in escrito
        assert all(motivo["detalle"] in escrito for motivo in doc["motivos"])
    fuentes = hoja.get_by_role("link", name="Fuente ")
    expect(fuentes).to_have_count(len(enviado["fuentes"]))
    for enlace, fuente in zip(fuentes.all(), enviado["fuentes"], strict=True):
        destino = enlace.get_attribute("href") or ""
        assert destino.endswith(f"?desde={fuente['desde']}&hasta={fuente['hasta']}#pasaje")
        assert fuente["doc"] in destino


def test_en_un_telefono_ninguna_tabla_se_sale(servidor: Fabrica, pagina: Page) -> None:
    siaa = servidor()
    for pregunta in (PREGUNTA, SIN_RESPUESTA):
        siaa.charlar(pregunta)
    assert esperar(lambda: siaa.obtener("/siaa/log").json["total"] == 2)
    pagina.set_viewport_size({"width": 360, "height": 740})
    pagina.goto(url(siaa, q=PREGUNTA))
    tablas = pagina.locator(".tabla")
    anchos = tablas.evaluate_all("(t) => t.map((e) => [e.scrollWidth, e.clientWidth])")
    assert len(anchos) >= 4 and all(propio <= cabe for propio, cabe in anchos), anchos


@pytest.mark.parametrize(
    ("pregunta", "dicho"),
    [
        ("Hola", "Un saludo: se contesta sin buscar."),
        ("¿Qué es SIAA?", "se contesta sin documentos ni modelo"),
        (SIN_RESPUESTA, "El modelo no se consulta."),
        ("¿Quién dicta la capasitación?", "Se buscó «capacitacion» en lugar de «capasitacion»."),
        ("x" * 4001, "La pregunta supera los 4.000 caracteres"),
    ],
)
def test_lo_que_no_llega_al_modelo_tambien_se_explica(
    servidor: Fabrica, pregunta: str, dicho: str
) -> None:
    assert dicho in leer(servidor(), q=pregunta)


# --- In a browser ---------------------------------------------------------------------------


def abrir_al_dia(pagina: Page, siaa: ServidorDePrueba) -> None:
    """Open the page with its clock stopped, once it has shown what it asked for by itself."""

    def cambiar(ruta: Route) -> None:
        anotar(siaa, asiento_de_prueba(1))
        ruta.continue_()

    parar_reloj(pagina)
    pagina.route(ESTADO, cambiar, times=1)
    pagina.goto(url(siaa))
    expect(pagina.locator("[data-vivo='registro.filas']")).to_have_text("1")


def test_se_entera_sola_de_lo_que_cambia(
    servidor: Fabrica, pagina: Page, ollama: OllamaDePrueba
) -> None:
    siaa = en_estado(servidor(), "ok")
    abrir_al_dia(pagina, siaa)
    expect(pagina.locator("#estado")).to_have_text("Todo funciona.")
    ollama.modelos = ("otro:1b",)
    siaa.app.extensions["siaa"].servidores.comprobar()
    anotar(siaa, asiento_de_prueba(2))
    pagina.clock.fast_forward(5000)
    expect(pagina.locator("#estado")).to_contain_text("Sin modelo")
    expect(pagina.get_by_role("status")).to_contain_text("Sin modelo")
    expect(pagina.get_by_role("status")).to_contain_text("no está instalado")
    expect(pagina.get_by_text(f"ollama pull {MODELO}", exact=True)).to_be_visible()
    expect(pagina.locator("[data-vivo='registro.filas']")).to_have_text("2")
    pagina.get_by_label("Actualizar cada 5 segundos").uncheck()
    ollama.modelos = (MODELO,)
    siaa.app.extensions["siaa"].servidores.comprobar()
    pagina.clock.fast_forward(20_000)
    expect(pagina.locator("#estado")).to_contain_text("Sin modelo")
    pagina.get_by_label("Actualizar cada 5 segundos").check()
    pagina.clock.fast_forward(5000)
    expect(pagina.locator("#estado")).to_have_text("Todo funciona.")
    expect(pagina.locator("#problema")).to_be_hidden()
    siaa.pedir("POST", "/siaa/recargar")
    pagina.clock.fast_forward(5000)
    expect(pagina.get_by_text("Los documentos se recargaron")).to_be_visible()


def test_dice_una_vez_que_el_servicio_dejo_de_responder_y_que_vuelve(
    servidor: Fabrica, vigilada: Vigilada
) -> None:
    """Silence counts as no answer, and is not asked again before it has been given up."""
    siaa, pagina = en_estado(servidor(), "ok"), vigilada.pagina
    vigilada.tolera.append("Failed to load resource")
    abrir_al_dia(pagina, siaa)
    pedidos: list[Route] = []
    pagina.route(ESTADO, lambda ruta: pedidos.append(ruta))
    with pagina.expect_request(ESTADO):
        pagina.clock.fast_forward(5000)
    pagina.clock.fast_forward(9999)
    expect(pagina.get_by_text("SIAA dejó de responder")).to_be_hidden()
    pagina.clock.fast_forward(1)
    expect(pagina.locator("#nota-conexion")).to_be_visible()
    assert len(pedidos) == 1
    expect(pagina.get_by_role("status")).to_contain_text("SIAA dejó de responder")
    pagina.evaluate("document.getElementById('anuncio').textContent = ''")
    pagina.unroute(ESTADO)
    pagina.route(ESTADO, lambda ruta: ruta.abort())
    for _ in range(2):
        with pagina.expect_event("requestfailed"):
            pagina.clock.fast_forward(5000)
    expect(pagina.get_by_role("status")).to_have_text("")
    pagina.unroute(ESTADO)
    pagina.clock.fast_forward(5000)
    expect(pagina.locator("#nota-conexion")).to_be_hidden()
    expect(pagina.get_by_role("status")).to_have_text("SIAA vuelve a responder.")


def test_los_numeros_se_escriben_igual_aqui_y_alla(servidor: Fabrica, pagina: Page) -> None:
    """What the script writes over the page is what the server had written."""
    siaa = en_estado(servidor(), "ok")
    for primero in (0, 600):  # within what may wait to be written
        anotar(siaa, *(asiento_de_prueba(n) for n in range(primero, primero + 600)))
    sin_guion = pagina.request.get(url(siaa)).text()
    esperado = sin_guion.split('data-vivo="registro.filas"')[1].split(">")[1].split("<")[0]
    assert esperado == "1.200"
    pagina.goto(url(siaa))
    expect(pagina.locator("[data-vivo='registro.filas']")).to_have_text(esperado)


def test_todas_las_horas_son_de_quien_mira(contexto: Contexto, servidor: Fabrica) -> None:
    """Those that the server wrote too, as those that the script writes."""
    siaa = en_estado(servidor(), "ok")
    anotar(siaa, asiento_de_prueba(1))
    siaa.pedir("POST", "/siaa/recargar")
    hoja = contexto(timezone_id=LEJOS).new_page()
    hoja.goto(url(siaa))
    horas = hoja.locator("#t-documentos ~ * time, #t-semana ~ * time")
    expect(horas).to_have_count(3)  # the documents, their reload, the slowest question
    for hora in horas.all():
        momento = datetime.fromisoformat(hora.get_attribute("datetime") or "")
        alla = momento.astimezone(ZoneInfo(LEJOS))
        mitad = "p. m." if alla.hour >= 12 else "a. m."
        dicha = f"{dia(alla)} a las {alla.hour % 12 or 12}:{alla:%M} {mitad}"
        expect(hora).to_have_text(dicha)


@pytest.mark.parametrize(
    ("hora", "dicha"),
    [(0, "12:05 a. m."), (6, "6:05 a. m."), (12, "12:05 p. m."), (23, "11:05 p. m.")],
)
def test_el_servidor_escribe_las_horas_como_la_pagina(hora: int, dicha: str) -> None:
    momento = datetime(2026, 11, 24, hora, 5).astimezone()
    assert fecha(momento) == f"24 de noviembre de 2026 a las {dicha}"


def test_las_ordenes_se_copian(contexto: Contexto, servidor: Fabrica, url_cerrada: str) -> None:
    siaa = servidor(ollama_url=url_cerrada)
    assert esperar(lambda: siaa.obtener("/siaa/status").json["ollama"]["remedio"] != [])
    hoja = contexto(permissions=["clipboard-read"]).new_page()
    hoja.goto(url(siaa))
    hoja.get_by_role("button", name="Copiar la orden sudo systemctl start ollama").click()
    expect(
        hoja.get_by_role("button", name="Copiado la orden sudo systemctl start ollama")
    ).to_be_visible()
    expect(hoja.get_by_role("status")).to_have_text("Copiado: sudo systemctl start ollama")
    assert hoja.evaluate("navigator.clipboard.readText()") == "sudo systemctl start ollama"


@pytest.mark.parametrize("con_modelo", [True, False])
def test_sin_faltas_de_accesibilidad(
    servidor: Fabrica, pagina: Page, url_cerrada: str, biblioteca_chica: Path, con_modelo: bool
) -> None:
    (biblioteca_chica / "roto.md").write_bytes(b"a\xff")
    acuerdo = biblioteca_chica / "normativa" / "Acuerdo_VR24-101.md"
    acuerdo.rename(
        acuerdo.with_name("acuerdo_con_un_nombre_sin_espacios_y_mas_largo_que_un_telefono.md")
    )
    siaa = servidor() if con_modelo else servidor(ollama_url=url_cerrada)
    anotar(siaa, asiento_de_prueba(1, alerta="SIN_CONTEXTO"), asiento_de_prueba(2))
    siaa.app.extensions["siaa"].registro.valorar(valoracion_de_prueba(1))
    siaa.pedir("POST", "/siaa/recargar")
    pagina.goto(url(siaa, q=PREGUNTA))
    pagina.get_by_text("Todo el mensaje, con las instrucciones").click()
    assert faltas_en_ambos_temas(pagina) == []
    pagina.set_viewport_size({"width": 320, "height": 640})
    assert pagina.evaluate("document.documentElement.scrollWidth") <= 320


def test_la_pregunta_se_escribe_y_se_explica_con_el_teclado(
    servidor: Fabrica, pagina: Page
) -> None:
    pagina.goto(url(servidor()))
    pagina.get_by_label("Escriba la pregunta tal como se hizo").fill(PREGUNTA)
    pagina.keyboard.press("Enter")
    expect(pagina.locator("#contexto")).to_be_attached()
    expect(pagina.get_by_role("heading", name="¿Por qué respondió eso?")).to_be_in_viewport()


def test_el_porque_se_dice_en_palabras_y_sin_ceros(servidor: Fabrica) -> None:
    """What is told first is how sure it is; the sum is there for who wants it."""
    dicho = servidor().obtener("/siaa/salud", q=PREGUNTA).texto
    assert re.search(
        r"<dd>(Bastante segura|Dudosa): [^<]+<details><summary>La cuenta: \d+ de", dicho
    )
    elegidos = dicho[dicho.index("Documentos elegidos") : dicho.index("Pasajes de")]
    nombres = re.findall(r'class="a-la-derecha">([A-Z][^<]+)</th>', elegidos)
    columnas = [
        re.findall(r'class="a-la-derecha">(?:<strong>)?(-?[\d.,]+)', fila)
        for fila in elegidos.split("<tbody>")[1:]
    ]
    assert nombres[-1] == "Puntaje" and columnas
    for nombre, valores in zip(nombres, zip(*columnas, strict=True), strict=True):
        assert set(valores) != {"0,00"}, nombre
    assert 'class="puntos">0,00<' not in dicho


def test_ver_por_que_sin_pregunta_dice_que_falta(servidor: Fabrica, pagina: Page) -> None:
    siaa = servidor()
    pagina.goto(url(siaa))
    campo = pagina.get_by_label("Escriba la pregunta tal como se hizo")
    pagina.get_by_role("button", name="Ver por qué").click()
    expect(campo).to_be_focused()
    assert campo.evaluate("(campo) => campo.validity.valueMissing")
    campo.fill("  ")
    campo.press("Enter")
    expect(campo).to_have_attribute("aria-invalid", "true")
    expect(campo).to_have_accessible_description("La pregunta está vacía: escriba una pregunta.")


def test_nada_de_lo_que_se_muestra_se_ejecuta(
    servidor: Fabrica, pagina: Page, biblioteca_chica: Path
) -> None:
    (biblioteca_chica / f"{MALO}.md").write_text(f"# {MALO}\n\nEl plazo {MALO}\n")
    (biblioteca_chica / f"{MALO}2.md").write_bytes(b"a\xff")
    siaa = servidor()
    anotar(siaa, asiento_de_prueba(1, pregunta=MALO, alerta="SIN_CONTEXTO"))
    siaa.app.extensions["siaa"].registro.valorar(valoracion_de_prueba(1, comentario=MALO))
    assert guardado_todo(siaa.app.extensions["siaa"].registro)
    pagina.goto(url(siaa, q=f"{MALO} plazo"))
    expect(pagina.locator("#q")).to_have_value(f"{MALO} plazo")
    expect(pagina.get_by_role("link", name=MALO).first).to_be_attached()
    expect(pagina.locator("img")).to_have_count(0)


# --- Who may look ---------------------------------------------------------------------------


def como_clave(llave: str) -> dict[str, str]:
    escrita = base64.b64encode(f":{llave}".encode()).decode()
    return {"Authorization": f"Basic {escrita}"}


def pedir(siaa: ServidorDePrueba, metodo: str, ruta: str, *cabeceras: dict[str, str]) -> Respuesta:
    return siaa.pedir(metodo, ruta, None, {k: v for dadas in cabeceras for k, v in dadas.items()})


def test_de_lejos_y_sin_token_se_explica_por_que_no(servidor: Fabrica) -> None:
    siaa = servidor()
    negada = pedir(siaa, "GET", "/siaa/salud", NAVEGADOR, DE_LEJOS)
    assert negada.estado == 403 and "Cómo está" not in negada.texto
    assert negada.cabeceras["content-type"].startswith("text/html")
    assert "es de quien administra SIAA" in negada.texto and "SIAA_TOKEN_ADMIN" in negada.texto
    assert negada.cabeceras["content-security-policy"].startswith("default-src 'none'")
    assert negada.cabeceras["cache-control"] == "no-store"
    verificar_error(pedir(siaa, "GET", "/siaa/salud", DE_LEJOS), 403, "no_autorizado")


def test_con_token_el_navegador_lo_pide_como_clave(servidor: Fabrica, contexto: Contexto) -> None:
    siaa = servidor(token_admin=LLAVE)
    negada = pedir(siaa, "GET", "/siaa/salud", NAVEGADOR)
    assert negada.estado == 401 and "la contraseña es la clave de acceso" in negada.texto
    assert negada.cabeceras["www-authenticate"] == 'Basic realm="SIAA", charset="UTF-8"'
    de_programa = pedir(siaa, "GET", "/siaa/salud")
    verificar_error(de_programa, 401, "no_autorizado")
    assert de_programa.cabeceras["www-authenticate"] == 'Bearer realm="SIAA"'
    for clave, estado in ((LLAVE, 200), ("otra", 401), ("", 401)):
        assert pedir(siaa, "GET", "/siaa/salud", como_clave(clave)).estado == estado, clave
    hoja = contexto(http_credentials={"username": "", "password": LLAVE}).new_page()
    hoja.goto(url(siaa))
    expect(hoja.get_by_role("heading", name="SIAA Salud")).to_be_visible()


def test_la_clave_del_navegador_no_sirve_para_cambiar_nada(servidor: Fabrica) -> None:
    """A browser sends it by itself, so a page of another site could make use of it."""
    siaa = servidor(token_admin=LLAVE)
    for metodo, ruta in (("POST", "/siaa/recargar"), ("DELETE", "/siaa/cache")):
        verificar_error(pedir(siaa, metodo, ruta, como_clave(LLAVE)), 401, "no_autorizado")


def test_los_documentos_tambien_se_abren_con_la_clave(servidor: Fabrica) -> None:
    siaa = servidor(token_preguntas="otra llave larga")
    ruta = "/siaa/ver/acuerdo_vr24-101.md"
    negada = pedir(siaa, "GET", ruta, NAVEGADOR).texto
    assert "Hace falta la clave de acceso" in negada
    assert "el token de administrador" in negada and "Bearer" not in negada  # that is for programs
    assert pedir(siaa, "GET", ruta, NAVEGADOR, como_clave("otra llave larga")).estado == 200
