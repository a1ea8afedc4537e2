"""The header that browsers heed only where a page is safe from those on the way."""

from __future__ import annotations

import pytest
from conftest import Fabrica

from siaa.acceso.cabeceras import aislamiento

NOMBRE = "siaa.juzgado.lan"


@pytest.mark.parametrize(
    ("esquema", "host", "enviada"),
    [
        ("http", "127.0.0.1:5000", True),
        ("http", "localhost", True),
        ("http", "[::1]:5000", True),
        ("https", NOMBRE, True),
        ("http", NOMBRE, False),
        ("http", "192.168.1.20:5000", False),
        ("http", "", False),
        ("http", "127.0.0.1@malo.example", False),
    ],
)
def test_solo_donde_el_navegador_la_atiende(esquema: str, host: str, enviada: bool) -> None:
    assert bool(aislamiento(esquema, host)) == enviada


def test_va_en_las_paginas_segun_como_se_llega(servidor: Fabrica) -> None:
    siaa = servidor(hosts=(NOMBRE,))
    for cabeceras, enviada in (
        ({}, True),
        ({"Host": NOMBRE}, False),
        ({"Host": NOMBRE, "X-Forwarded-Proto": "https"}, True),
    ):
        for ruta in ("/", "/siaa/ver/acuerdo_vr24-101.md", "/siaa/nada"):
            respuesta = siaa.pedir("GET", ruta, cabeceras=cabeceras)
            politica = respuesta.cabeceras.get("cross-origin-opener-policy")
            assert politica == ("same-origin" if enviada else None), (ruta, cabeceras)
