"""`POST /siaa/recargar`, who may call it, and a storm of reloads under questions: no answer is
ever mixed.
"""

from __future__ import annotations

import http.client
import itertools
import json
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from biblioteca_de_prueba import CLAVES, PREGUNTA, escribir_biblioteca
from guiones import respuesta
from ollama_de_prueba import OllamaDePrueba
from servidor_de_prueba import ServidorDePrueba, con_consulta
from verificaciones import (
    como_json,
    verificar_buena,
    verificar_error,
)

Fabrica = Callable[..., ServidorDePrueba]
RECARGAS = 300
LECTORES = 8


def test_recargar_dice_que_cambio(servidor: Fabrica, biblioteca_chica: Path) -> None:
    siaa = servidor()
    huella = siaa.obtener("/siaa/status").json["huella"]
    (biblioteca_chica / "normativa" / "nuevo.md").write_text(
        "El trapiche abre los jueves.\n", encoding="utf-8"
    )
    (biblioteca_chica / "circular_horarios.txt").unlink()
    guia = biblioteca_chica / "manuales" / "guia_sala_de_escucha.md"
    guia.write_text("# Guía\n\nLa sala se mudó al trapiche.\n", encoding="utf-8")
    recargado = siaa.pedir("POST", "/siaa/recargar")
    assert recargado.estado == 200
    dicho = como_json(recargado.json)
    for clave in ("nuevo.md", "circular_horarios.txt", "guia_sala_de_escucha.md"):
        assert clave in dicho
    assert "manual_de_prestamo.md" not in dicho
    estado = siaa.obtener("/siaa/status").json
    assert estado["total_documentos"] == len(CLAVES) and estado["huella"] != huella
    assert estado["colecciones"] == {"manuales": 3, "normativa": 3}
    assert {f["doc"] for f in siaa.charlar("¿Cuándo abre el trapiche?").fuentes} >= {"nuevo.md"}


def test_recargar_sin_cambios_deja_la_huella(servidor: Fabrica) -> None:
    siaa = servidor()
    antes = siaa.obtener("/siaa/status").json
    assert ".md" not in como_json(siaa.pedir("POST", "/siaa/recargar").json)
    despues = siaa.obtener("/siaa/status").json
    assert despues["huella"] == antes["huella"] and despues["cargado_en"] != antes["cargado_en"]


def test_la_huella_no_depende_de_la_carpeta(servidor: Fabrica, tmp_path: Path) -> None:
    otra = escribir_biblioteca(tmp_path / "otra")
    assert (
        servidor().obtener("/siaa/status").json["huella"]
        == servidor(documentos=otra).obtener("/siaa/status").json["huella"]
    )


def test_recargar_una_carpeta_que_ya_no_esta(servidor: Fabrica, biblioteca_chica: Path) -> None:
    siaa = servidor()
    shutil.rmtree(biblioteca_chica)
    verificar_error(siaa.pedir("POST", "/siaa/recargar"), 503, "biblioteca_no_disponible")
    assert siaa.obtener("/siaa/status").json["total_documentos"] == len(CLAVES)
    verificar_buena(siaa.charlar(PREGUNTA))


def test_una_recarga_a_la_vez(servidor: Fabrica, biblioteca_chica: Path) -> None:
    siaa = servidor()
    renglones = (
        f"Asiento {i}: el horno número {i % 977} gastó {i % 31} cargas de leña.\n"
        for i in range(20_000)
    )
    (biblioteca_chica / "enorme.md").write_text("".join(renglones), encoding="utf-8")
    estados: list[Any] = []
    hilos = [
        threading.Thread(target=lambda: estados.append(siaa.pedir("POST", "/siaa/recargar")))
        for _ in range(6)
    ]
    for hilo in hilos:
        hilo.start()
    for hilo in hilos:
        hilo.join(30)
    rechazadas = [r for r in estados if r.estado != 200]
    assert len(estados) == 6 and 1 <= len(rechazadas) <= 5
    for rechazada in rechazadas:
        verificar_error(rechazada, 409, "recarga_en_curso")


@pytest.mark.parametrize(
    "cabecera",
    [
        None,
        "Bearer otro",
        "Bearer",
        "Bearer ",
        "bearer",
        "Basic llave-maestra",
        "llave-maestra",
        "Bearer llave-maestr\xe9",
    ],
)
def test_sin_el_token_no_se_recarga(
    servidor: Fabrica, biblioteca_chica: Path, cabecera: str | None
) -> None:
    siaa = servidor(token_admin="llave-maestra")
    (biblioteca_chica / "nuevo.md").write_text("El trapiche abre los jueves.\n", encoding="utf-8")
    cabeceras = {} if cabecera is None else {"Authorization": cabecera}
    respuesta_http = siaa.pedir("POST", "/siaa/recargar", None, cabeceras)
    assert respuesta_http.estado in {401, 403}
    verificar_error(respuesta_http, respuesta_http.estado, "no_autorizado")
    assert "llave" not in respuesta_http.texto
    assert siaa.obtener("/siaa/status").json["total_documentos"] == len(CLAVES)


@pytest.mark.parametrize("cabecera", ["X-Forwarded-For", "Forwarded", "X-Real-IP"])
def test_sin_token_lo_reenviado_no_recarga(servidor: Fabrica, cabecera: str) -> None:
    reenviada = servidor().pedir("POST", "/siaa/recargar", None, {cabecera: "for=192.0.2.7"})
    assert reenviada.estado in {401, 403}
    verificar_error(reenviada, reenviada.estado, "no_autorizado")


def test_con_el_token_se_recarga(servidor: Fabrica) -> None:
    siaa = servidor(token_admin="llave-maestra")
    assert (
        siaa.pedir("POST", "/siaa/recargar", None, {"Authorization": "Bearer llave-maestra"}).estado
        == 200
    )
    assert "llave-maestra" not in siaa.obtener("/siaa/status").texto


def version(letra: str) -> dict[str, str]:
    """A library whose every line says its version; versions differ in size and sections."""
    veces = 60 if letra == "alfa" else 25
    renglones = [
        f"El plazo {letra} del horno {i} es de {i} días según la edición {letra}.\n"
        for i in range(veces)
    ]
    horno = f"# Horno {letra}\n\n" + "".join(renglones)
    archivos = {
        "horno_plazo.md": horno,
        "normas/leña.md": f"# Leña {letra}\n\n" + "".join(renglones[: veces // 2]),
    }
    return archivos | ({"normas/solo_alfa.md": horno} if letra == "alfa" else {})


def escribir_version(carpeta: Path, letra: str) -> None:
    escribir_biblioteca(carpeta, version(letra))
    if letra == "beta":
        (carpeta / "normas" / "solo_alfa.md").unlink(missing_ok=True)


class Lector(threading.Thread):
    """Asks without rest, on one connection, and keeps whatever is not wholly of one version."""

    RUTAS = (
        con_consulta("/siaa/fragmento", doc="horno_plazo.md", q="plazo del horno"),
        con_consulta("/siaa/contexto", q="¿Cuál es el plazo del horno según la edición?"),
        con_consulta("/siaa/fragmento", doc="leña.md", q="edición"),
        con_consulta("/siaa/ver/horno_plazo.md", q="plazo"),
    )

    def __init__(self, puerto: int, alto: threading.Event, desfase: int) -> None:
        super().__init__(name="lector-de-prueba")
        self.conexion = http.client.HTTPConnection("127.0.0.1", puerto, timeout=20)
        self.alto = alto
        self.rutas = itertools.cycle(self.RUTAS[desfase % 4 :] + self.RUTAS[: desfase % 4])
        self.leidas = 0
        self.vistas: set[str] = set()
        self.malas: list[str] = []

    def run(self) -> None:
        while not self.alto.wait(0.02) and not self.malas:
            ruta = next(self.rutas)
            self.conexion.request("GET", ruta)
            contestado = self.conexion.getresponse()
            texto = contestado.read().decode()
            self.leidas += 1
            versiones = {
                letra for letra in ("alfa", "beta") if f"edición {letra}" in _cuerpo(texto)
            }
            self.vistas |= versiones
            if contestado.status != 200 or len(versiones) != 1:
                self.malas.append(f"{ruta} → {contestado.status} {versiones} {texto[:300]}")
        self.conexion.close()


def _cuerpo(texto: str) -> str:
    """The fragment or context of an answer (a page as it is)."""
    if not texto.startswith("{"):
        return texto
    datos = json.loads(texto)
    cuerpo: str = datos.get("fragmento") or datos.get("contexto") or ""
    return cuerpo


def test_una_tormenta_de_recargas_no_mezcla_respuestas(
    servidor: Fabrica, biblioteca_chica: Path
) -> None:
    shutil.rmtree(biblioteca_chica)
    escribir_version(biblioteca_chica, "alfa")
    siaa = servidor()
    viva = siaa.app.extensions["siaa"].biblioteca
    alto = threading.Event()
    lectores = [Lector(siaa.puerto, alto, i) for i in range(LECTORES)]
    for lector in lectores:
        lector.start()
    try:
        for vuelta in range(RECARGAS):
            escribir_version(biblioteca_chica, "beta" if vuelta % 2 == 0 else "alfa")
            if vuelta % 15 == 0:
                assert siaa.pedir("POST", "/siaa/recargar").estado == 200
            else:
                viva.recargar()
    finally:
        alto.set()
        for lector in lectores:
            lector.join(20)
    assert [lector.malas for lector in lectores if lector.malas] == []
    assert sum(lector.leidas for lector in lectores) > RECARGAS
    assert set.union(*(lector.vistas for lector in lectores)) == {"alfa", "beta"}


def test_una_charla_empezada_sigue_con_su_biblioteca(
    servidor: Fabrica, ollama: OllamaDePrueba, biblioteca_chica: Path
) -> None:
    shutil.rmtree(biblioteca_chica)
    escribir_version(biblioteca_chica, "alfa")
    ollama.encolar(respuesta(*["ficha "] * 6, demora=0.1))
    siaa = servidor()
    with siaa.abrir("¿Cuál es el plazo del horno?") as flujo:
        flujo.leer_hasta(lambda c: bool(c.palabras))
        escribir_version(biblioteca_chica, "beta")
        assert siaa.pedir("POST", "/siaa/recargar").estado == 200
        charla = flujo.leer_todo()
    verificar_buena(charla)
    assert all("beta" not in fuente["texto"] for fuente in charla.fuentes)
    despues = siaa.charlar("¿Cuál es el plazo del horno?")
    assert despues.fuentes and all("alfa" not in fuente["texto"] for fuente in despues.fuentes)
