"""Screenshots of the page in its states: `python tests/apoyo/capturas.py FOLDER`."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

RAIZ = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(RAIZ), str(RAIZ / "tests"), str(RAIZ / "tests" / "apoyo")]

from conftest import config_de_prueba, entorno_limpio  # noqa: E402
from guiones import PARA_SIEMPRE, Reinicio, respuesta, tras  # noqa: E402
from navegador_de_prueba import PC, TELEFONO, ruta_del_navegador  # noqa: E402
from ollama_de_prueba import OllamaDePrueba  # noqa: E402
from paciencia import esperar  # noqa: E402
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402
from servidor_de_prueba import ServidorDePrueba, servidor_en_marcha  # noqa: E402

PREGUNTA = "¿Cuándo debo reportar en SIERJU?"
EXPLICACION = (
    "El reporte al SIERJU se rinde **bajo la gravedad de juramento** y, si el formulario es "
    "mensual, el período es el mes calendario completo.\n\n",
    "- Dejar de reportar o reportar tarde se castiga conforme al régimen disciplinario de los "
    "servidores judiciales.\n",
    "- Producido el corte oficial, no hay lugar a modificar el reporte.\n\n",
    "El plazo general es de 45 días para todos los despachos.",
)
OTRA_PREGUNTA = "¿Qué pasa si se reporta tarde en SIERJU?"
TEMAS = ("light", "dark")
MEDIDAS = {"pc": PC, "telefono": TELEFONO}


class Fotografo:
    """Takes the page through its states and keeps a picture of each."""

    def __init__(self, pagina: Page, carpeta: Path, marca: str) -> None:
        self._pagina, self._carpeta, self._marca = pagina, carpeta, marca

    def retratar(self, estado: str, entera: bool = False) -> None:
        """Keep a picture of what is on the screen, or of the whole page."""
        ruta = self._carpeta / f"{estado}_{self._marca}.png"
        self._pagina.screenshot(path=ruta, full_page=entera)

    def preguntar(self, texto: str, hasta: str) -> None:
        """Ask, and wait for a selector to be seen."""
        self._pagina.locator("#pregunta").fill(texto)
        self._pagina.locator("#pregunta").press("Enter")
        self._pagina.locator(hasta).last.wait_for()


def recorrer(pagina: Page, ollama: OllamaDePrueba, foto: Fotografo) -> None:
    """Ask, doubt, check the passage, fail, print."""
    pagina.locator(".ejemplo").first.wait_for()
    foto.retratar("1_bienvenida")
    ollama.encolar(tras(EXPLICACION[:2], PARA_SIEMPRE))
    foto.preguntar(PREGUNTA, ".renglon-escrito:nth-child(4)")
    pagina.locator("#pregunta").fill("¿Y si es festivo?")
    pagina.locator("#pregunta").press("Enter")
    foto.retratar("2_escribiendo_y_en_espera")
    pagina.get_by_role("button", name="Quitar").click()
    pagina.keyboard.press("Escape")
    pagina.locator(".desenlace-detenida").wait_for()
    foto.retratar("3_detenida")
    pagina.locator("#nueva").click()
    ollama.encolar(respuesta(*EXPLICACION))
    foto.preguntar(PREGUNTA, ".desenlace-completa")
    foto.retratar("4_completa")
    pagina.locator(".cita").last.click()
    foto.retratar("5_cita_abierta")
    foto.retratar("5_entera", entera=True)
    pagina.get_by_role("button", name="No", exact=True).click()
    pagina.locator(".razones").wait_for()
    pagina.locator(".razones").scroll_into_view_if_needed()
    foto.retratar("6_valoracion")
    pagina.locator("#nueva").click()
    ollama.encolar(respuesta(*EXPLICACION[:2]))
    foto.preguntar(OTRA_PREGUNTA, ".desenlace-completa")
    pagina.locator("#nueva").click()
    foto.preguntar(OTRA_PREGUNTA, ".desenlace-guardada")
    foto.retratar("6_guardada")
    ollama.encolar(tras(EXPLICACION[:2], Reinicio()))
    foto.preguntar("¿Qué sanciones hay por no reportar?", ".desenlace-cortada")
    foto.retratar("7_cortada")
    foto.preguntar("xilófono zarzuela ornitorrinco", ".desenlace-nada")
    foto.retratar("8_nada")
    foto.preguntar("Hola", ".desenlace-directa")
    foto.retratar("9_saludo")
    pagina.locator("#abrir-historial").click()
    foto.retratar("10_historial")
    pagina.locator("#cerrar-historial").click()


def fallar(pagina: Page, siaa: ServidorDePrueba, foto: Fotografo) -> None:
    """Without a model, and without a service."""
    pagina.goto(f"http://127.0.0.1:{siaa.puerto}/")
    foto.preguntar("¿Dónde guardan las bicicletas los usuarios?", ".desenlace-extractiva")
    foto.retratar("11_extractiva")
    pagina.route("**/siaa/chat", lambda ruta: ruta.abort())
    foto.preguntar("¿Cuántos días tengo para contestar?", ".desenlace-perdida")
    foto.retratar("12_sin_conexion")


def abrir_documentos(pagina: Page, siaa: ServidorDePrueba, foto: Fotografo) -> None:
    """A source in its document, a search in it, a table, and the administrator's page."""
    base = f"http://127.0.0.1:{siaa.puerto}/siaa"
    (primera, *_) = siaa.charlar(PREGUNTA).fuentes
    pagina.goto(f"http://127.0.0.1:{siaa.puerto}{primera['url']}")
    foto.retratar("14_pasaje_en_su_documento")
    pagina.locator("#q").fill("plazo")
    pagina.locator("#q").press("Enter")
    pagina.locator("mark.actual").wait_for()
    foto.retratar("15_busqueda_en_el_documento")
    pagina.goto(f"{base}/ver/archivo_y_desglose.md")
    foto.retratar("16_documento")
    pagina.emulate_media(media="print")
    foto.retratar("16_documento_impreso", entera=True)
    pagina.emulate_media(media="screen")
    pagina.goto(f"{base}/salud?q={PREGUNTA}")
    foto.retratar("17_salud", entera=True)
    pagina.goto(f"{base}/biblioteca/gestion")
    foto.retratar("21_biblioteca")
    pagina.get_by_role("button", name="Retirar Acuerdo").first.click()
    pagina.locator("#confirmar").wait_for()
    foto.retratar("21_biblioteca_prueba")


def comprobar(
    pagina: Page, siaa: ServidorDePrueba, ollama: OllamaDePrueba, foto: Fotografo
) -> None:
    """A draft checked against the documents, and the constancia of an answer."""
    pagina.goto(f"http://127.0.0.1:{siaa.puerto}/comprobar")
    pagina.locator("#borrador").fill("".join(EXPLICACION))
    foto.retratar("19_borrador")
    pagina.get_by_role("button", name="Comprobar").click()
    pagina.locator("#hallado").wait_for()
    foto.retratar("19_comprobado", entera=True)
    ollama.encolar(respuesta(*EXPLICACION))
    ruta = f"/siaa/constancia/{siaa.charlar(PREGUNTA).cabeceras['x-request-id']}"
    assert esperar(lambda: siaa.obtener(ruta).estado == 200)
    pagina.goto(f"http://127.0.0.1:{siaa.puerto}{ruta}")
    foto.retratar("20_constancia", entera=True)


def abrir_salud(pagina: Page, siaa: ServidorDePrueba, foto: Fotografo) -> None:
    """The administrator's page without a model."""
    pagina.goto(f"http://127.0.0.1:{siaa.puerto}/siaa/salud")
    pagina.get_by_role("button", name="Copiar").first.wait_for()
    foto.retratar("18_salud_sin_modelo", entera=True)


def imprimir(pagina: Page, ollama: OllamaDePrueba, carpeta: Path) -> None:
    """The paper, as a picture and as a PDF."""
    foto = Fotografo(pagina, carpeta, "papel")
    ollama.encolar(respuesta(*EXPLICACION))
    foto.preguntar(PREGUNTA, ".acabado")
    pagina.emulate_media(media="print")
    foto.retratar("13_impresion", entera=True)
    pagina.pdf(path=carpeta / "13_impresion.pdf", format="Letter")


@contextmanager
def siaa_de_muestra(ollama_url: str, datos: Path) -> Iterator[ServidorDePrueba]:
    """SIAA over the sample documents."""
    ajustes = {"espera_primer_token": 60, "espera_entre_tokens": 60, "cache_entradas": 10}
    config = config_de_prueba(RAIZ / "documentos", datos, ollama_url, **ajustes)
    with servidor_en_marcha(config) as siaa:
        yield siaa


def capturar(navegador: Browser, carpeta: Path, datos: Path) -> None:
    """Every state, on every screen, in both themes."""
    for nombre, medida in MEDIDAS.items():
        for tema in TEMAS:
            marca = f"{nombre}_{tema}"
            contexto = navegador.new_context(viewport=medida, color_scheme=tema, locale="es-CO")
            pagina = contexto.new_page()
            foto = Fotografo(pagina, carpeta, marca)
            with OllamaDePrueba() as ollama, siaa_de_muestra(ollama.url, datos / marca) as siaa:
                pagina.goto(f"http://127.0.0.1:{siaa.puerto}/")
                recorrer(pagina, ollama, foto)
                abrir_documentos(pagina, siaa, foto)
                comprobar(pagina, siaa, ollama, foto)
                if marca == "pc_light":
                    hoja = contexto.new_page()
                    hoja.goto(f"http://127.0.0.1:{siaa.puerto}/")
                    imprimir(hoja, ollama, carpeta)
            with siaa_de_muestra("http://127.0.0.1:9", datos / f"{marca}_sin") as siaa:
                fallar(pagina, siaa, foto)
                abrir_salud(pagina, siaa, foto)
            contexto.close()


def principal() -> int:
    """Run the command line; return the exit status."""
    ruta = ruta_del_navegador()
    if len(sys.argv) != 2 or ruta is None:
        sys.stderr.write("Uso: python tests/apoyo/capturas.py CARPETA (hace falta Chromium)\n")
        return 2
    carpeta = Path(sys.argv[1]).resolve()
    carpeta.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as temporal,
        entorno_limpio(Path(temporal)),
        sync_playwright() as teatro,
    ):
        navegador = teatro.chromium.launch(executable_path=ruta)
        capturar(navegador, carpeta, Path(temporal))
        navegador.close()
    sys.stdout.write(f"Capturas en {carpeta}\n")
    return 0


if __name__ == "__main__":
    sys.exit(principal())
