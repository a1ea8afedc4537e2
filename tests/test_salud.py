"""The health of the model's server, looked at on a real socket."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest
from guiones import Guion, callado, error_http, objeto_json
from ollama_de_prueba import DIGEST, MODELO, OllamaDePrueba
from servidor_de_prueba import esperar

from siaa.modelo.ollama import CONSULTA_MAXIMA, ClienteOllama, Instalado, OpcionesModelo
from siaa.servicio.parada import Parada
from siaa.servicio.salud import NOMBRE_HILO, EstadoModelo, Salud, buscar_modelo

Fabrica = Callable[..., Salud]


@pytest.fixture
def parada() -> Parada:
    return Parada()


@pytest.fixture
def salud(ollama: OllamaDePrueba, parada: Parada) -> Iterator[Fabrica]:
    """`salud(url, modelo)`: a watcher of that server, stopped after the test."""
    hechas: list[Salud] = []

    def armar(url: str = ollama.url, modelo: str = MODELO) -> Salud:
        cliente = ClienteOllama(url, OpcionesModelo(modelo, 4096, 400), 0.5, 1)
        hechas.append(Salud(cliente, url, modelo, parada))
        return hechas[-1]

    yield armar
    parada.vencer()
    for hecha in hechas:
        hecha.terminar()


def test_antes_de_mirar_no_se_sabe(salud: Fabrica) -> None:
    estado = salud().estado
    assert estado == EstadoModelo() and not estado.listo
    assert (estado.alcanzable, estado.instalado, estado.comprobado_en) == (None, None, None)


def test_un_modelo_listo(salud: Fabrica) -> None:
    vigilante = salud()
    estado = vigilante.comprobar()
    assert estado is vigilante.estado and estado.listo
    assert (estado.alcanzable, estado.version, estado.instalado) == (True, "0.30.1", True)
    assert (estado.digest, estado.problema, estado.remedio) == (DIGEST, None, ())
    assert estado.comprobado_en is not None
    assert abs((datetime.now(UTC) - estado.comprobado_en).total_seconds()) < 60


def test_un_modelo_que_no_esta(salud: Fabrica) -> None:
    estado = salud(modelo="llama3.2").comprobar()
    assert (estado.listo, estado.alcanzable, estado.instalado) == (False, True, False)
    assert estado.problema == "El modelo «llama3.2» no está instalado en Ollama."
    assert estado.remedio == ("ollama pull llama3.2",)


def test_un_servidor_que_no_responde(salud: Fabrica, url_cerrada: str) -> None:
    estado = salud(url=url_cerrada).comprobar()
    assert (estado.listo, estado.alcanzable, estado.instalado) == (False, False, None)
    assert estado.problema == f"El servidor del modelo no responde en {url_cerrada}."
    assert "ollama serve" in estado.remedio


RAROS: dict[str, Guion] = {
    "error": error_http(500, "roto"),
    "no json": Guion((b"<html>",), transporte="largo"),
    "una lista": objeto_json(200, []),
    "otra parte": error_http(404, "404 page not found", tipo="text/plain"),
    "enorme": objeto_json(200, {"models": [], "relleno": "x" * (CONSULTA_MAXIMA + 1)}),
    "a medias": Guion((b'{"version"',), termina=False),
}


@pytest.mark.parametrize("caso", RAROS)
@pytest.mark.parametrize("ruta", ["/api/version", "/api/tags"])
def test_un_servidor_que_responde_otra_cosa(
    salud: Fabrica, ollama: OllamaDePrueba, ruta: str, caso: str
) -> None:
    ollama.rutas[ruta] = RAROS[caso]
    assert salud().comprobar().alcanzable is False


@pytest.mark.parametrize(
    "modelos", [None, "texto", {}, [], [3, None, "x"], [{}], [{"name": None}], [{"name": "otro"}]]
)
def test_una_lista_de_modelos_rara(salud: Fabrica, ollama: OllamaDePrueba, modelos: object) -> None:
    ollama.rutas["/api/tags"] = objeto_json(200, {"models": modelos})
    estado = salud().comprobar()
    assert (estado.alcanzable, estado.instalado) == (True, False)


def test_cada_cambio_se_anota_una_vez(
    salud: Fabrica, ollama: OllamaDePrueba, caplog: pytest.LogCaptureFixture
) -> None:
    vigilante = salud()
    caplog.set_level(logging.INFO)
    vigilante.comprobar()
    vigilante.comprobar()
    ollama.modelos = ()
    vigilante.comprobar()
    vigilante.comprobar()
    assert [r.getMessage() for r in caplog.records if r.name == "siaa.servicio.salud"] == [
        f"[MODELO] {MODELO} disponible",
        f"[MODELO] El modelo «{MODELO}» no está instalado en Ollama.",
    ]


def test_el_vigilante_mira_enseguida_y_termina(salud: Fabrica) -> None:
    vigilante = salud()
    vigilante.arrancar()
    assert esperar(lambda: vigilante.estado.listo)
    hilos = [h for h in threading.enumerate() if h.name == NOMBRE_HILO]
    assert len(hilos) == 1 and hilos[0].daemon


def test_terminar_sin_haber_arrancado(salud: Fabrica) -> None:
    salud().terminar()


def test_terminar_corta_la_mirada_que_esta_en_curso(
    salud: Fabrica, parada: Parada, ollama: OllamaDePrueba
) -> None:
    ollama.rutas["/api/version"] = callado()
    vigilante = salud()
    vigilante.arrancar()
    assert ollama.esperar(lambda: bool(ollama.peticiones))
    inicio = time.monotonic()
    parada.pedir()
    vigilante.terminar()
    assert time.monotonic() - inicio < 1.5
    assert NOMBRE_HILO not in [h.name for h in threading.enumerate()]


def test_el_vigilante_no_pregunta_al_modelo(salud: Fabrica, ollama: OllamaDePrueba) -> None:
    """Looking must not load, or wait for, a busy model."""
    salud().comprobar()
    assert [p.ruta for p in ollama.peticiones] == ["/api/version", "/api/tags"]


@pytest.mark.parametrize(
    ("nombre", "hallado"),
    [
        ("qwen2.5:3b", "qwen2.5:3b"),
        ("qwen2.5", "qwen2.5:latest"),
        ("qwen2.5:7b", None),
        ("llama3.2:latest", "llama3.2:latest"),
        ("llama3.2", "llama3.2:latest"),
        ("registro:5000/casa/modelo", "registro:5000/casa/modelo:latest"),
        ("registro:5000/casa/modelo:1b", None),
        ("sin_etiqueta", "sin_etiqueta"),
        ("qwen", None),
    ],
)
def test_buscar_modelo(nombre: str, hallado: str | None) -> None:
    nombres = ("qwen2.5:3b", "qwen2.5:latest", "llama3.2:latest", "sin_etiqueta")
    instalados = tuple(
        Instalado(n, f"d-{n}") for n in (*nombres, "registro:5000/casa/modelo:latest")
    )
    encontrado = buscar_modelo(nombre, instalados)
    assert encontrado == (None if hallado is None else Instalado(hallado, f"d-{hallado}"))
