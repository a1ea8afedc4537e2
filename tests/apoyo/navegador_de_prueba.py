"""A real browser on a real SIAA: the distribution's Chromium, headless.

Law: a test sees and does what a person could, and a page may never misbehave unseen: whatever it
complains of, whatever the Content-Security-Policy stopped and every dialog are faults, asserted
at the end of each test. Each has a page of its own in a profile as new.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from paciencia import PACIENCIA_S, esperar
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Dialog,
    Page,
    expect,
    sync_playwright,
)

NOMBRES = (
    *("chromium-headless-shell", "chromium", "chromium-browser"),
    *("google-chrome", "google-chrome-stable"),
)
"""The first that is there: Chromium without windows does less for the same page."""
PC = {"width": 1366, "height": 768}
TELEFONO = {"width": 390, "height": 844}
ESPERA_MS = PACIENCIA_S * 1000
DENUNCIAS = """
window.denuncias = [];
document.addEventListener("securitypolicyviolation", (suceso) =>
  window.denuncias.push(suceso.violatedDirective + " " + suceso.blockedURI + " " + suceso.sample));
"""
"""Keeps what the policy stopped, from before the page's first line."""
LO_DICHO_SE_QUEDA = """{
  const alCabo = window.setTimeout;
  window.setTimeout = (hacer, ms) => alCabo(hacer, ms >= 3000 ? 60 * ms : ms);
}"""
"""What a page takes back by itself after some seconds stays until the test has looked, or puts the
clock forward."""
MIRAR_CON_AXE = """(reglas) => axe.run({
  resultTypes: ["violations"],
  ...(reglas.length && {runOnly: reglas}),
}).then((visto) => visto.violations)"""
"""What it found right, which nobody reads, is not sent: that took a third of what a look costs."""
REGLAS_DE_COLOR = ("color-contrast", "link-in-text-block")
"""All of its category `cat.color` that it looks at by itself."""
RELOJ_DEL_NAVEGADOR = "/native code/.test(Date.now)"


def ruta_del_navegador() -> str | None:
    """The browser of this machine, if it has one."""
    return next(filter(None, map(shutil.which, NOMBRES)), None)


@pytest.fixture(scope="session")
def navegador() -> Iterator[Browser]:
    """One browser for the whole run; without one the tests skip, but with CI=true they fail."""
    ruta = ruta_del_navegador()
    if ruta is None:
        if os.environ.get("CI") == "true":
            pytest.fail("there is no Chromium on this machine, and CI=true asks for one")
        pytest.skip("there is no Chromium on this machine: apt-get install chromium")
    with sync_playwright() as teatro:
        expect.set_options(timeout=ESPERA_MS)
        abierto = teatro.chromium.launch(executable_path=ruta, args=["--process-per-site"])
        yield abierto
        abierto.close()


@dataclass
class Vigilada:
    """A page and what it did wrong. `tolera`: texts that a test expects to see complained of."""

    pagina: Page
    faltas: list[str] = field(default_factory=list)
    tolera: list[str] = field(default_factory=list)

    def vigilar(self) -> None:
        """Listen from now on."""
        self.pagina.on("console", self._oir)
        self.pagina.on("pageerror", lambda error: self.faltas.append(f"exception: {error}"))
        self.pagina.on("dialog", self._rechazar)

    def _oir(self, mensaje: ConsoleMessage) -> None:
        if mensaje.type in {"error", "warning"}:
            self.faltas.append(f"{mensaje.type}: {mensaje.text}")

    def _rechazar(self, dialogo: Dialog) -> None:
        self.faltas.append(f"dialog: {dialogo.message}")
        dialogo.dismiss()

    def quejas(self) -> list[str]:
        """All that went wrong and was not expected."""
        denuncias = self.pagina.evaluate("window.denuncias || []")
        todas = [*self.faltas, *(f"policy: {denuncia}" for denuncia in denuncias)]
        return [queja for queja in todas if not any(texto in queja for texto in self.tolera)]


def abrir_perfil(navegador: Browser, **opciones: Any) -> BrowserContext:
    """Open a fresh profile, by default an office PC in Bogotá."""
    base: dict[str, Any] = {
        "viewport": PC,
        "locale": "es-CO",
        "timezone_id": "America/Bogota",
        "accept_downloads": True,
        "reduced_motion": "reduce",  # what is read of a style is what it comes to be
    }
    abierto = navegador.new_context(**(base | opciones))
    abierto.set_default_timeout(ESPERA_MS)
    abierto.add_init_script(DENUNCIAS + LO_DICHO_SE_QUEDA)
    return abierto


class PerfilComun:
    """The office PC whose profile the tests of a run share, as new for each.

    Most of what a page costs is the processes of a profile of its own. Here those of a page that
    stays open, the anchor, serve all that come from this machine.
    """

    def __init__(self, navegador: Browser) -> None:
        self._navegador = navegador
        self._abrir()

    def _abrir(self) -> None:
        self.contexto = abrir_perfil(self._navegador)
        self._ancla = self.contexto.new_page()
        self._ancla.route("**", lambda ruta: ruta.fulfill(body="", content_type="text/html"))
        self._ancla.goto("http://127.0.0.1/")
        self._mando = self.contexto.new_cdp_session(self._ancla)

    def abrir_pagina(self) -> Page:
        """Open an empty page in the anchor's process, which nothing of the page tells."""
        with self.contexto.expect_page() as abierta:
            self._ancla.evaluate("void (window.open('about:blank').opener = null)")
        return abierta.value

    def olvidar(self) -> None:
        """Leave nothing to the next test: pages, permissions, what is stored.

        Of what is cached nothing is read there but the files of the pages (`guardar_lo_fijo`).
        """
        for pagina in self.contexto.pages:
            if pagina is not self._ancla:
                pagina.close()
        if not self._ancla.evaluate(RELOJ_DEL_NAVEGADOR):  # a fake clock is never taken off
            self.contexto.close()
            return self._abrir()
        self.contexto.clear_permissions()
        self._mando.send("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "all"})


@pytest.fixture(scope="session")
def perfil_comun(navegador: Browser) -> Iterator[PerfilComun]:
    """The one of this run."""
    perfil = PerfilComun(navegador)
    yield perfil
    perfil.contexto.close()


Contexto = Callable[..., BrowserContext]


@pytest.fixture
def contexto(navegador: Browser) -> Iterator[Contexto]:
    """`contexto(**options)` opens a fresh profile, which nobody shares."""
    abiertos: list[BrowserContext] = []

    def abrir(**opciones: Any) -> BrowserContext:
        abiertos.append(abrir_perfil(navegador, **opciones))
        return abiertos[-1]

    yield abrir
    for abierto in abiertos:
        abierto.close()


@pytest.fixture
def vigilada(perfil_comun: PerfilComun) -> Iterator[Vigilada]:
    """A watched page in the shared profile; at the end it must have nothing to complain of."""
    hoja = Vigilada(perfil_comun.abrir_pagina())
    hoja.vigilar()
    yield hoja
    quejas = hoja.quejas()
    perfil_comun.olvidar()
    assert quejas == []


@pytest.fixture
def pagina(vigilada: Vigilada) -> Page:
    """The same, for tests that need nothing but the page."""
    return vigilada.pagina


def parar_reloj(pagina: Page, hora: str = "2026-07-01T12:00:00") -> None:
    """From the next page on, time passes there only as the test says: nothing comes by itself.

    `clock.install` alone lets the fake clock go on, so that what is put forward twice by five
    seconds has gone further by as much as the machine took.
    """
    pagina.clock.install(time="2026-07-01T11:00:00")  # what has passed since cannot be paused
    pagina.clock.pause_at(hora)


def faltas_de_accesibilidad(pagina: Page, *reglas: str) -> list[str]:
    """What axe-core has against the page as it is now, or these rules: rule and the elements."""
    if not pagina.evaluate("'axe' in window"):  # half a megabyte to read, once a page
        pagina.evaluate(Axe().axe_script)
    return [
        f"{falta['id']}: {[nodo['html'][:160] for nodo in falta['nodes']]}"
        for falta in pagina.evaluate(MIRAR_CON_AXE, reglas)
    ]


def faltas_en_ambos_temas(pagina: Page) -> list[str]:
    """Look in each theme, without the fade between them; the page stays dark.

    The dark one changes colours and nothing else (test_pagina_robusta.py), so that of it only what
    is said of colours can be another.
    """
    faltas = []
    for tema, reglas in (("light", ()), ("dark", REGLAS_DE_COLOR)):
        pagina.emulate_media(color_scheme=tema, reduced_motion="reduce")
        faltas += [f"{tema}: {falta}" for falta in faltas_de_accesibilidad(pagina, *reglas)]
    return faltas


def se_cumple(pagina: Page, expresion: str, dato: Any = None) -> bool:
    """Whether something came to be true on the page, asked from outside.

    `wait_for_function` asks from inside it, where the page's policy lets nothing be evaluated.
    """
    return esperar(lambda: bool(pagina.evaluate(expresion, dato)))
