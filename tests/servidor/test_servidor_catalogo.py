"""`catalogo.toml` with every mistake an administrator can make, and what `/siaa/status` lists."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from biblioteca_de_prueba import (
    ARCHIVOS_MALOS,
    CLAVES,
    PREGUNTA,
    cargar,
    cargar_sin_bloquearse,
)
from servidor_de_prueba import ServidorDePrueba
from verificaciones import en_español, sin_entrañas

Fabrica = Callable[..., ServidorDePrueba]
CATALOGOS: dict[str, tuple[str | bytes, str]] = {
    "sintaxis": ("[documentos\n", "catalogo.toml"),
    "no-es-utf8": (b"titulo = '\xff'", "catalogo.toml"),
    "documento-desconocido": ('[documentos."buena.md"]\ntitulo = "x"', "quiso decir «bueno.md»"),
    "coleccion-desconocida": ("[colecciones.generl]\npeso = 2.0", "quiso decir «general»"),
    "clave-desconocida": (
        '[documentos."bueno.md"]\npalabra_clave = ["x"]',
        "quiso decir «palabras_clave»",
    ),
    "seccion-desconocida": ("[documento.x]\ntitulo = 'y'", "quiso decir «documentos»"),
    "titulo-numero": ('[documentos."bueno.md"]\ntitulo = 7', "titulo"),
    "claves-texto": ('[documentos."bueno.md"]\npalabras_clave = "horno"', "palabras_clave"),
    "claves-numeros": ('[documentos."bueno.md"]\npalabras_clave = [1, 2]', "palabras_clave"),
    "documento-texto": ("[documentos]\n'bueno.md' = 'x'", "bueno.md"),
    "documentos-texto": ("documentos = 3", "documentos"),
    "peso-texto": ("[colecciones.general]\npeso = 'mucho'", "peso"),
    "peso-negativo": ("[colecciones.general]\npeso = -1.0", "peso"),
    "peso-nan": ("[colecciones.general]\npeso = nan", "peso"),
    "peso-infinito": ("[colecciones.general]\npeso = inf", "peso"),
}


@pytest.mark.parametrize("caso", CATALOGOS)
def test_un_catalogo_malo_es_un_aviso(carpeta: Path, caso: str) -> None:
    texto, pista = CATALOGOS[caso]
    datos = texto if isinstance(texto, bytes) else texto.encode()
    (carpeta / "catalogo.toml").write_bytes(datos)
    indice = cargar(carpeta)
    assert list(indice.documentos) == ["bueno.md"]
    assert len(indice.avisos) == 1 and pista in indice.avisos[0], indice.avisos
    en_español(indice.avisos[0])


def test_un_catalogo_que_es_una_carpeta_o_una_tuberia(carpeta: Path) -> None:
    (carpeta / "catalogo.toml").mkdir()
    assert len(cargar(carpeta).avisos) == 1
    (carpeta / "catalogo.toml").rmdir()
    os.mkfifo(carpeta / "catalogo.toml")
    assert len(cargar_sin_bloquearse(carpeta).avisos) == 1


def test_el_servicio_lista_lo_omitido_y_los_avisos(
    servidor: Fabrica, biblioteca_chica: Path
) -> None:
    for caso, datos in ARCHIVOS_MALOS.items():
        (biblioteca_chica / f"{caso}.md").write_bytes(datos)
    os.mkfifo(biblioteca_chica / "tuberia.md")
    (biblioteca_chica / "catalogo.toml").write_text(
        '[documentos."nada.md"]\nfoo = 1\n', encoding="utf-8"
    )
    siaa = servidor()
    respuesta = siaa.obtener("/siaa/status")
    estado = respuesta.json
    assert {o["archivo"] for o in estado["omitidos"]} == {f"{c}.md" for c in ARCHIVOS_MALOS} | {
        "tuberia.md"
    }
    assert all(set(o) == {"archivo", "razon"} for o in estado["omitidos"])
    assert len(estado["avisos"]) >= 1 and "nada.md" in " ".join(estado["avisos"])
    assert estado["total_documentos"] == len(CLAVES)
    sin_entrañas(respuesta.texto, str(biblioteca_chica))
    assert siaa.charlar(PREGUNTA).fin["motivo"] == "stop"


def test_una_biblioteca_vacia_responde(servidor: Fabrica, biblioteca_chica: Path) -> None:
    shutil.rmtree(biblioteca_chica)
    biblioteca_chica.mkdir()
    siaa = servidor()
    assert siaa.obtener("/siaa/status").json["total_documentos"] == 0
    assert siaa.obtener("/siaa/enrutar", q=PREGUNTA).json["docs_encontrados"] == []
    assert siaa.obtener("/siaa/contexto", q=PREGUNTA).json["contexto"] == ""
    assert siaa.charlar(PREGUNTA).fin["motivo"] == "sin_documentos"
