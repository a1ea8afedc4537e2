"""Pages that are pictures: recognised where tesseract is, told where it is not."""

from __future__ import annotations

from pathlib import Path

import pytest
from documentos_de_prueba import (
    ARTICULOS,
    RELLENO,
    TITULO,
    en_orden,
    escaneado,
    exigir,
    pdf,
    pdf_escaneado,
)

from siaa.biblioteca.cargador import abrir_biblioteca, recargar_biblioteca
from siaa.biblioteca.conversion import conversor
from siaa.biblioteca.conversion.lectores import ocr
from siaa.biblioteca.conversion.lectores.impreso import Impresa
from siaa.biblioteca.conversion.lectores.ocr import Reconocida, reparar
from siaa.biblioteca.conversion.obrero import atender
from siaa.biblioteca.conversion.piezas import separar_paginas
from siaa.biblioteca.valores import AjustesBiblioteca

VERSION = ocr.version()
con_tesseract = pytest.mark.skipif(not VERSION, reason="falta tesseract con su idioma «spa»")


@pytest.fixture(autouse=True)
def _con_lo_necesario() -> None:
    exigir("pypdfium2", "pdfplumber", "reportlab", "PIL")


# --- For real ---------------------------------------------------------------------------------


@con_tesseract
def test_lo_escaneado_se_lee_en_su_orden_y_en_su_pagina() -> None:
    hecho = conversor.encargar("documento.pdf", escaneado(pdf()))
    texto, paginas = separar_paginas(hecho["markdown"])
    dicho = " ".join((TITULO, *(f"{titulo} {texto} {RELLENO}" for titulo, texto in ARTICULOS)))
    assert en_orden(dicho, texto.replace("#", " ")) > 0.98 and f"# {TITULO}\n" in texto
    for numero, (titulo, _) in enumerate(ARTICULOS, 1):
        desde = texto.index(titulo)
        assert max(p for lugar, p in paginas if lugar <= desde) == numero
    assert set(hecho["confianza"]) == set("123456") and min(hecho["confianza"].values()) > 80
    assert hecho["avisos"] == []


@con_tesseract
def test_el_comienzo_no_espera_a_lo_escaneado(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "faro.pdf").write_bytes(pdf())
    (tmp_path / "d" / "viejo.pdf").write_bytes(escaneado(pdf(), 120, sin=5))
    de_aqui = (tmp_path / "d", AjustesBiblioteca())
    primera = abrir_biblioteca(*de_aqui, datos=tmp_path / "datos")
    assert (primera.indice.claves, primera.en_espera) == (("faro.pdf",), 1)
    segunda = recargar_biblioteca(*de_aqui, datos=tmp_path / "datos")
    assert (segunda.indice.claves, segunda.en_espera) == (("faro.pdf", "viejo.pdf"), 0)


# --- Without it, and when it is not sure ------------------------------------------------------


def test_donde_no_hay_con_que_se_dice_que_instalar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "version", lambda: "")
    razon = atender("a.pdf", pdf_escaneado(con_texto=False))["razon"]
    assert razon.startswith("es escaneado: instale tesseract-ocr-spa")
    hecho = atender("a.pdf", pdf_escaneado(con_texto=True))
    assert "letras de verdad" in hecho["markdown"]
    (aviso,) = hecho["avisos"]
    assert aviso.startswith("no se leyeron las páginas que son imágenes, 2: instale tesseract-ocr")


def test_instalarlo_convierte_lo_que_faltaba(monkeypatch: pytest.MonkeyPatch) -> None:
    huellas = []
    for version in ("", "tesseract 5.3.0"):
        monkeypatch.setattr(ocr, "version", lambda version=version: version)
        conversor.huella.cache_clear()
        huellas.append(conversor.huella())
    conversor.huella.cache_clear()
    assert huellas[0] != huellas[1]


def test_lo_que_se_duda_y_lo_que_se_corrige_se_dicen(monkeypatch: pytest.MonkeyPatch) -> None:
    letras = ("ARTÍCULO 4°. Maíz.", "ARTÍCULO 50. Trigo.", "ARTÍCULO 6°. Alpiste.")
    leida = [Impresa(50, 700 - 40 * n, 300, 710 - 40 * n, t) for n, t in enumerate(letras)]
    monkeypatch.setattr(ocr, "version", lambda: "tesseract 5")
    monkeypatch.setattr(ocr, "reconocer", lambda foto, alto: Reconocida(leida, 61))
    hecho = atender("a.pdf", pdf_escaneado(con_texto=True))
    assert "ARTÍCULO 5°. Trigo." in hecho["markdown"] and hecho["confianza"] == {2: 61}
    assert hecho["avisos"] == (
        "lo que se reconoció es dudoso, compárelo con el papel, en las páginas: 2 (61 %)",
        "se corrigió por el contexto lo que se reconoció mal: "
        "«ARTÍCULO 50. Trigo.» es «ARTÍCULO 5°. Trigo.» (página 2)",
    )


def test_una_pagina_en_blanco_no_es_dudosa(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "version", lambda: "tesseract 5")
    monkeypatch.setattr(ocr, "reconocer", lambda foto, alto: Reconocida([], 0))
    hecho = atender("a.pdf", pdf_escaneado(con_texto=True))
    assert hecho["avisos"] == ("no se halló texto en las páginas, que son imágenes: 2",)


def test_lo_que_no_cabe_en_el_tiempo_se_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "version", lambda: "tesseract 5")
    monkeypatch.setattr(ocr, "TODO_S", 0)
    assert atender("a.pdf", pdf_escaneado(con_texto=True))["avisos"] == (
        "no se alcanzaron a reconocer, divídalo, las páginas: 2",
    )
    assert atender("a.pdf", pdf_escaneado(con_texto=True), reconocer=False) == {"tarda": True}


@pytest.mark.parametrize(
    ("hace", "aviso"),
    [
        ("exit 1", "no se leyeron las páginas que son imágenes, 2"),
        ('[ "$1" = stdin ] && exit 1; echo spa', "no se alcanzaron a reconocer, divídalo"),
        ('[ "$1" = stdin ] && kill -9 $$; echo spa', "no se alcanzaron a reconocer, divídalo"),
    ],
    ids=["no arranca", "falla", "muere"],
)
def test_un_programa_que_falla_no_deja_sin_el_resto_del_documento(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hace: str, aviso: str
) -> None:
    falso = tmp_path / "tesseract"
    falso.write_text(f"#!/bin/sh\n{hace}\n")
    falso.chmod(0o755)
    monkeypatch.setattr("shutil.which", lambda programa: str(falso))
    hecho = atender("a.pdf", pdf_escaneado(con_texto=True))
    assert "letras de verdad" in hecho["markdown"] and hecho["avisos"][0].startswith(aviso)


@pytest.mark.parametrize(
    ("leidos", "quedan"),
    [
        (["ARTÍCULO 5*. Vuelos", 'según el artículo 7" del'], {0: "5°", 1: "artículo 7° del"}),
        (["Artículo 1°.", "Artículo 29.", "Artículo 3°."], {1: "Artículo 2°."}),
        (["ARTÍCULO 10 Uno", "ARTÍCULO 20 Dos", "ARTÍCULO 3° Tres"], {0: " 1° ", 1: " 2° "}),
        (["Artículo 9.", "Artículo 10.", "Artículo 11."], {}),
        (["Artículo 4.", "Artículo 50."], {}),
        (["Artículo 49.", "Artículo 50.", "Artículo 51."], {}),
        (["Artículo 5o. Dijo “hasta el 7” y calló", "el 50 % de ellas"], {}),
        (["CAPÍTULO |", "Título l", "Capítulo 1 de la obra"], {0: "CAPÍTULO I", 1: "Título I"}),
    ],
)
def test_se_repara_solo_lo_que_el_contexto_dice(leidos: list[str], quedan: dict[int, str]) -> None:
    reparados = reparar(leidos)
    assert reparados.keys() == quedan.keys()
    assert all(quedan[n] in reparados[n] for n in quedan)
