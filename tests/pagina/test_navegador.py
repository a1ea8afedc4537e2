"""What one test leaves in the profile that the tests share never reaches the next."""

from __future__ import annotations

import pytest
from biblioteca_de_prueba import CLAVES
from navegador_de_prueba import PerfilComun
from playwright.sync_api import Page
from servidor_de_prueba import ServidorDePrueba

GUARDAR = """async (hoja) => {
  localStorage.setItem("a", "1");
  sessionStorage.setItem("b", "1");
  document.cookie = "c=1; max-age=9999";
  await caches.open("d");
  await fetch(hoja, {cache: "force-cache"});
  await new Promise((listo) => { indexedDB.open("e").onsuccess = listo; });
}"""
QUEDA = """async (hoja) => ({
  guardado: localStorage.length + sessionStorage.length,
  galletas: document.cookie,
  cajones: (await caches.keys()).length + (await indexedDB.databases()).length,
  permiso: (await navigator.permissions.query({name: "clipboard-read"})).state,
  recordado: await fetch(hoja, {cache: "only-if-cached", mode: "same-origin"})
    .then(() => true, () => false),
  anchura: innerWidth,
  hora: new Date().getFullYear() > 2001,
  oscuro: matchMedia("(prefers-color-scheme: dark)").matches,
  puesto: window.puesto || null,
})"""


def ensuciar(pagina: Page, url: str, hoja: str, con_reloj: bool) -> None:
    pagina.set_viewport_size({"width": 500, "height": 500})
    pagina.emulate_media(color_scheme="dark")
    pagina.add_init_script("window.puesto = 1")
    pagina.context.grant_permissions(["clipboard-read"])
    if con_reloj:
        pagina.clock.set_fixed_time("2001-01-01")
    pagina.goto(url)
    pagina.evaluate(GUARDAR, hoja)
    pagina.context.new_page().goto(url)


@pytest.mark.parametrize("con_reloj", [False, True])
def test_el_perfil_comun_llega_como_nuevo(
    perfil_comun: PerfilComun, siaa: ServidorDePrueba, con_reloj: bool
) -> None:
    origen = f"http://127.0.0.1:{siaa.puerto}"
    url, hoja = f"{origen}/siaa/ver/{CLAVES[0]}", f"{origen}/siaa/static/base.css?v=1"
    nuevas = []
    for _ in range(2):
        pagina = perfil_comun.contexto.new_page()
        pagina.goto(url)
        nuevas.append(pagina.evaluate(QUEDA, hoja))
        ensuciar(pagina, url, hoja, con_reloj)
        sucia = pagina.evaluate(QUEDA, hoja)
        iguales = {nombre for nombre, valor in sucia.items() if valor == nuevas[0][nombre]}
        assert iguales == (set() if con_reloj else {"hora"})
        perfil_comun.olvidar()
    assert nuevas[0] == nuevas[1]
