"""The paper behind a passage: its page in the sources, and the file itself, handed over safely."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from documentos_de_prueba import escaneado, exigir, pdf
from paciencia import esperar
from PIL import Image
from servidor_de_prueba import ServidorDePrueba

from siaa.biblioteca.conversion import conversor
from siaa.biblioteca.conversion.lectores import ocr

Fabrica = Callable[..., ServidorDePrueba]
MULTAS = "¿Cuánto paga quien asuste a una paloma?"
CORREGIDO = "# Palomar\n\n<!-- página 4 -->\n\nQuien asuste a una paloma paga doce monedas.\n"


@pytest.fixture
def carpeta(tmp_path: Path) -> Path:
    """A PDF with a corrected text, so that nothing needs to be converted, and a text alone."""
    (tmp_path / "d" / "normas").mkdir(parents=True)
    (tmp_path / "d" / "normas" / "Palomar ñ.pdf").write_bytes(b"%PDF-1.7\npapel")
    (tmp_path / "d" / "normas" / "Palomar ñ.pdf.md").write_text(CORREGIDO, encoding="utf-8")
    (tmp_path / "d" / "faro.md").write_text("# Faro\n\nEl farero enciende la lámpara.\n")
    return tmp_path / "d"


def test_las_fuentes_dicen_la_pagina(servidor: Fabrica, carpeta: Path) -> None:
    siaa = servidor(documentos=carpeta)
    visto = siaa.obtener("/siaa/contexto", q=MULTAS).json
    (fuente,) = [f for f in visto["fuentes"] if f["doc"] == "palomar ñ.pdf"]
    assert (fuente["pagina"], fuente["paginas"]) == (4, [4])
    assert (
        fuente["lugar"].endswith("página 4 · corregido a mano") and "<!--" not in visto["contexto"]
    )
    pagina = siaa.obtener(fuente["url"].partition("#")[0]).texto
    assert "<strong>corregido a mano</strong>" in pagina
    assert "el pasaje está en la página 4" in pagina and "<!--" not in pagina
    assert 'href="/siaa/original/palomar%20%C3%B1.pdf" download>Descargar' in pagina
    charla = siaa.charlar(MULTAS)
    assert charla.fuentes[0]["pagina"] == 4


def test_el_original_se_entrega_como_es(servidor: Fabrica, carpeta: Path) -> None:
    siaa = servidor(documentos=carpeta)
    hecho = siaa.obtener("/siaa/original/palomar%20%C3%B1.pdf")
    assert (hecho.estado, hecho.cuerpo) == (200, b"%PDF-1.7\npapel")
    assert hecho.cabeceras["content-type"] == "application/octet-stream"
    como = "attachment; filename*=UTF-8''Palomar%20%C3%B1.pdf"
    assert hecho.cabeceras["content-disposition"] == como
    assert hecho.cabeceras["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in hecho.cabeceras["content-security-policy"]


def test_un_original_que_ya_no_esta_se_dice(servidor: Fabrica, carpeta: Path) -> None:
    siaa = servidor(documentos=carpeta)
    (carpeta / "normas" / "Palomar ñ.pdf").unlink()
    assert siaa.obtener("/siaa/original/palomar%20%C3%B1.pdf").estado == 404
    assert siaa.obtener("/siaa/original/..%2Fsiaa.toml").estado == 404
    assert siaa.obtener("/siaa/original/otro.pdf").estado == 404


def test_pide_la_misma_clave_que_el_visor(servidor: Fabrica, carpeta: Path) -> None:
    siaa = servidor(documentos=carpeta, token_preguntas="una-clave-larga-de-prueba")
    for ruta in ("ver/faro.md", "original/faro.md", "pagina/faro.md/1"):
        assert siaa.obtener(f"/siaa/{ruta}").estado == 401


def test_lo_escaneado_se_llama_asi_donde_se_decide_si_creerle(
    servidor: Fabrica, tmp_path: Path
) -> None:
    exigir("pypdfium2", "pdfplumber", "reportlab")
    if not ocr.version():
        pytest.skip("falta tesseract con su idioma «spa»")
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "palomar.pdf").write_bytes(escaneado(pdf(), sin=4))
    siaa = servidor(documentos=tmp_path / "p")
    listo = lambda: siaa.obtener("/siaa/status").json["total_documentos"]  # noqa: E731
    assert esperar(listo)
    dice = re.compile(r"escaneado: puede tener letras mal leídas \((\d\d) % de confianza\)")
    for ruta in ("biblioteca", "biblioteca/gestion", "ver/palomar.pdf"):
        assert dice.search(siaa.obtener(f"/siaa/{ruta}").texto), ruta
    fuentes = siaa.obtener("/siaa/contexto", q=MULTAS).json["fuentes"]
    assert fuentes and all(dice.search(fuente["lugar"]) for fuente in fuentes)


def test_un_pdf_entero_de_punta_a_punta(servidor: Fabrica, tmp_path: Path) -> None:
    exigir("pypdfium2", "pdfplumber", "reportlab")
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "palomar.pdf").write_bytes(pdf())
    siaa = servidor(documentos=tmp_path / "p")
    estado = siaa.obtener("/siaa/status").json
    assert (estado["total_documentos"], estado["convirtiendo"]) == (1, 0)
    visto = siaa.obtener("/siaa/contexto", q=MULTAS).json
    (fuente,) = [f for f in visto["fuentes"] if "doce monedas" in f["texto"]]
    assert 5 in fuente["paginas"]
    assert fuente["lugar"].count("corregido") == 0


def test_la_pagina_se_ve_como_esta_en_el_archivo(
    servidor: Fabrica, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exigir("pypdfium2", "pdfplumber", "reportlab")
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "palomar.pdf").write_bytes(pdf())
    (tmp_path / "p" / "roto.pdf").write_bytes(b"%PDF-1.7\nroto")
    (tmp_path / "p" / "roto.pdf.md").write_text("<!-- página 1 -->\n\n# Roto\n\nTexto.\n")
    (tmp_path / "p" / "faro.md").write_text("# Faro\n\nEl farero enciende la lámpara.\n")
    siaa = servidor(documentos=tmp_path / "p")
    vista = siaa.obtener("/siaa/pagina/palomar.pdf/5")
    assert vista.estado == 200 and vista.cabeceras["content-type"] == "image/jpeg"
    assert vista.cabeceras["x-content-type-options"] == "nosniff"
    ancho, alto = Image.open(io.BytesIO(vista.cuerpo)).size
    assert ancho == 1200 and 1.4 < alto / ancho < 1.42, "an A5, whole"
    assert siaa.obtener("/siaa/pagina/palomar.pdf/5").cuerpo == vista.cuerpo
    guardados = sorted((tmp_path / "datos" / "convertidos").iterdir())
    for ruta in ("palomar.pdf/7", "palomar.pdf/0", "faro.md/1", "otro.pdf/1", "roto.pdf/1"):
        assert siaa.obtener(f"/siaa/pagina/{ruta}").estado == 404, ruta
    assert "PdfiumError" not in siaa.obtener("/siaa/pagina/roto.pdf/1").texto
    visor = siaa.obtener("/siaa/ver/palomar.pdf", desde="0", hasta="10").texto
    assert 'src="/siaa/pagina/palomar.pdf/1"' in visor and "de 6</summary>" in visor
    assert "/siaa/pagina/" not in siaa.obtener("/siaa/ver/faro.md").texto
    monkeypatch.setattr(conversor, "encargar", lambda *_, **__: pytest.fail("it was drawn"))
    for ruta in ("palomar.pdf/7", "palomar.pdf/999999999", "faro.md/1"):
        assert siaa.obtener(f"/siaa/pagina/{ruta}").estado == 404, ruta
    assert sorted((tmp_path / "datos" / "convertidos").iterdir()) == guardados
