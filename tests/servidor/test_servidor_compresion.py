"""What travels compressed, what does not, and that it says so: over real HTTP."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from biblioteca_de_prueba import PREGUNTA
from ollama_de_prueba import OllamaDePrueba
from servidor_de_prueba import Respuesta, ServidorDePrueba

ESTATICOS = Path(__file__).resolve().parents[2] / "siaa" / "web" / "static"
GUION = "/siaa/static/chat/chat.js"
PAGINAS = ("/", "/comprobar", "/siaa/salud", "/siaa/ver/acuerdo_vr24-101.md")


def pedir(siaa: ServidorDePrueba, ruta: str, metodo: str = "GET", **cabeceras: str) -> Respuesta:
    return siaa.pedir(metodo, ruta, None, {n.replace("_", "-"): v for n, v in cabeceras.items()})


@pytest.mark.parametrize("ruta", [*PAGINAS, GUION, "/siaa/static/chat/chat.css"])
def test_va_comprimido_a_quien_lo_admite_y_es_lo_mismo(siaa: ServidorDePrueba, ruta: str) -> None:
    plana = pedir(siaa, ruta)
    corta = pedir(siaa, ruta, Accept_Encoding="br, gzip;q=0.8")
    assert "content-encoding" not in plana.cabeceras
    assert corta.cabeceras["content-encoding"] == "gzip"
    assert gzip.decompress(corta.cuerpo).splitlines()[0] == plana.cuerpo.splitlines()[0]
    assert len(corta.cuerpo) < 0.6 * len(plana.cuerpo)
    for dada in (plana, corta):
        assert "Accept-Encoding" in dada.cabeceras["vary"]
        assert int(dada.cabeceras["content-length"]) == len(dada.cuerpo)


def test_lo_comprimido_es_el_archivo_a_la_letra(siaa: ServidorDePrueba) -> None:
    for ruta in filter(Path.is_file, ESTATICOS.rglob("*")):
        donde = f"/siaa/static/{ruta.relative_to(ESTATICOS)}"
        dada = pedir(siaa, donde, Accept_Encoding="gzip")
        comprimido = dada.cabeceras.get("content-encoding") == "gzip"
        cuerpo = gzip.decompress(dada.cuerpo) if comprimido else dada.cuerpo
        assert cuerpo == ruta.read_bytes() and comprimido == (len(cuerpo) >= 600), donde


@pytest.mark.parametrize("admite", ["", "identity", "br", "gzip;q=0"])
def test_a_quien_no_lo_admite_le_llega_plano(siaa: ServidorDePrueba, admite: str) -> None:
    dada = pedir(siaa, GUION, Accept_Encoding=admite)
    assert dada.cuerpo == (ESTATICOS / "chat" / "chat.js").read_bytes()


@pytest.mark.parametrize("admite", ["gzip", "identity"])
def test_head_y_lo_que_no_ha_cambiado(siaa: ServidorDePrueba, admite: str) -> None:
    dada = pedir(siaa, GUION, Accept_Encoding=admite)
    cabeza = pedir(siaa, GUION, "HEAD", Accept_Encoding=admite)
    assert cabeza.cuerpo == b"" and dada.cabeceras["etag"].startswith('W/"')
    for campo in ("content-length", "etag", "vary", "content-type"):
        assert cabeza.cabeceras[campo] == dada.cabeceras[campo]
    assert cabeza.cabeceras.get("content-encoding") == dada.cabeceras.get("content-encoding")
    for otro in ("gzip", "identity"):  # a cache may have it in either way
        etiqueta = dada.cabeceras["etag"]
        igual = pedir(siaa, GUION, Accept_Encoding=otro, If_None_Match=etiqueta)
        assert (igual.estado, igual.cuerpo, igual.cabeceras["etag"]) == (304, b"", etiqueta)
        assert "Accept-Encoding" in igual.cabeceras["vary"]
    parte = pedir(siaa, GUION, Accept_Encoding=admite, Range="bytes=0-9")
    assert parte.cuerpo == (ESTATICOS / "chat" / "chat.js").read_bytes()[:10]


def test_el_flujo_y_los_datos_nunca(siaa: ServidorDePrueba, ollama_libre: OllamaDePrueba) -> None:
    cuerpo = {"messages": [{"role": "user", "content": PREGUNTA}]}
    flujo = siaa.publicar("/siaa/chat", cuerpo, **{"Accept-Encoding": "gzip"})
    assert flujo.cabeceras["content-type"].startswith("text/event-stream")
    for dada in (flujo, pedir(siaa, "/siaa/status", Accept_Encoding="gzip")):
        assert "content-encoding" not in dada.cabeceras
