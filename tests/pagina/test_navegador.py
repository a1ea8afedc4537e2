"""What one test leaves in the profile that the tests share never reaches the next."""

from __future__ import annotations

from functools import partial

import pytest
from biblioteca_de_prueba import CLAVES
from conftest import Fabrica
from flask import Response
from navegador_de_prueba import PerfilComun, Vigilada
from playwright.sync_api import Page
from servidor_de_prueba import ServidorDePrueba

GUARDAR = """async () => {
  localStorage.setItem("a", "1");
  sessionStorage.setItem("b", "1");
  document.cookie = "c=1; max-age=9999";
  await caches.open("d");
  await fetch("/siaa/ejemplos", {cache: "force-cache"});
  await new Promise((listo) => { indexedDB.open("e").onsuccess = listo; });
}"""
PEDIDO = """async (url) => {
  await (await fetch(url)).text();
  return performance.getEntriesByName(location.origin + url).pop().transferSize > 0;
}"""
"""Whether it came from the service, and not from what the browser kept."""
QUEDA = """async () => ({
  guardado: localStorage.length + sessionStorage.length,
  galletas: document.cookie,
  cajones: (await caches.keys()).length + (await indexedDB.databases()).length,
  permiso: (await navigator.permissions.query({name: "clipboard-read"})).state,
  anchura: innerWidth,
  hora: new Date().getFullYear() > 2001,
  oscuro: matchMedia("(prefers-color-scheme: dark)").matches,
  puesto: window.puesto || null,
})"""


def ensuciar(pagina: Page, url: str, con_reloj: bool) -> None:
    pagina.set_viewport_size({"width": 500, "height": 500})
    pagina.emulate_media(color_scheme="dark")
    pagina.add_init_script("window.puesto = 1")
    pagina.context.grant_permissions(["clipboard-read"])
    if con_reloj:
        pagina.clock.set_fixed_time("2001-01-01")
    pagina.goto(url)
    pagina.evaluate(GUARDAR)
    pagina.context.new_page().goto(url)


@pytest.mark.parametrize("con_reloj", [False, True])
def test_el_perfil_comun_llega_como_nuevo(
    perfil_comun: PerfilComun, siaa: ServidorDePrueba, con_reloj: bool
) -> None:
    url = f"http://127.0.0.1:{siaa.puerto}/siaa/ver/{CLAVES[0]}"
    nuevas = []
    for _ in range(2):
        pagina = perfil_comun.contexto.new_page()
        pagina.goto(url)
        for ruta in ("/siaa/ejemplos", f"/siaa/ver/{CLAVES[0]}"):
            assert pagina.evaluate(PEDIDO, ruta), "it was kept of the round before"
        nuevas.append(pagina.evaluate(QUEDA))
        ensuciar(pagina, url, con_reloj)
        sucia = pagina.evaluate(QUEDA)
        iguales = {nombre for nombre, valor in sucia.items() if valor == nuevas[0][nombre]}
        assert iguales == (set() if con_reloj else {"hora"})
        perfil_comun.olvidar()
    assert nuevas[0] == nuevas[1]


def test_solo_los_archivos_de_las_paginas_se_guardan_entre_pruebas(
    vigilada: Vigilada, servidor: Fabrica
) -> None:
    """What a browser could show again by its own judgment is a fault of whatever test asks it."""
    fechada = {"Last-Modified": "Wed, 01 Jul 2026 12:00:00 GMT"}
    cabeceras = {
        "/a": {"Cache-Control": "max-age=60"},
        "/b": fechada,
        "/c": fechada | {"Cache-Control": "no-cache"},
    }
    rutas = {ruta: partial(Response, "x", headers=dadas) for ruta, dadas in cabeceras.items()}
    pagina, siaa = vigilada.pagina, servidor(rutas=rutas)
    vigilada.tolera.append("500")
    pagina.goto(f"http://127.0.0.1:{siaa.puerto}/")
    estados = [pagina.evaluate("async (url) => (await fetch(url)).status", url) for url in rutas]
    assert estados == [500, 500, 200]
    hoja = "/siaa/static/chat/chat.css"
    assert [pagina.evaluate(PEDIDO, f"{hoja}?{vez}") for vez in (1, 1)] == [True, False]
    assert siaa.obtener(hoja).cabeceras["cache-control"] == "no-cache", "who is no browser"
    assert siaa.obtener("/a").estado == 200
