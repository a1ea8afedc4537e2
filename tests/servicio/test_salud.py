"""The health of the model's server, looked at on a real socket."""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest
from conexion_de_prueba import puerto_libre
from guiones import Guion, Pausa, callado, error_http, objeto_json, por_cierre, tardio
from ollama_de_prueba import DIGEST, MODELO, OllamaDePrueba, puerto_que_no_acepta
from paciencia import SIN_FIN_S, esperar, sin_esperar

from siaa.errores import ModeloNoInstalado, ModeloNoResponde
from siaa.modelo.cable import CONSULTA_MAXIMA, OpcionesModelo
from siaa.modelo.cliente import ClienteModelo, Instalado, buscar_cargado, buscar_modelo
from siaa.servicio.modelo.salud import (
    CARGA_S,
    ESPERA_CONSULTA_S,
    NOMBRE_HILO,
    PAUSA_SIN_MODELO_S,
    EstadoModelo,
    Salud,
)
from siaa.servicio.parada import Parada
from siaa.valores import MetricasModelo

Fabrica = Callable[..., Salud]
SALUD = "siaa.servicio.modelo.salud"
DEPRISA = MetricasModelo(carga_s=CARGA_S)
RECARGADO = MetricasModelo(carga_s=CARGA_S + 0.1)


@pytest.fixture
def parada() -> Parada:
    return Parada()


@pytest.fixture
def salud(ollama: OllamaDePrueba, parada: Parada) -> Iterator[Fabrica]:
    """`salud(url, modelo, num_ctx)`: a watcher of that server, stopped after the test."""
    hechas: list[Salud] = []

    def armar(url: str = ollama.url, modelo: str = MODELO, num_ctx: int = 4096) -> Salud:
        cliente = ClienteModelo(url, OpcionesModelo(modelo, num_ctx, 400), 0.5, 9)
        hechas.append(Salud(cliente, parada))
        return hechas[-1]

    yield armar
    parada.vencer()
    for hecha in hechas:
        hecha.terminar()


def mensajes(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [r.getMessage() for r in caplog.records if r.name == "siaa.servicio.modelo.salud"]


def test_antes_de_mirar_no_se_sabe(salud: Fabrica) -> None:
    estado = salud().estado
    assert estado == EstadoModelo() and not estado.listo
    assert (estado.alcanzable, estado.instalado, estado.comprobado_en) == (None, None, None)
    assert estado.impedimento is None


def test_un_modelo_listo(salud: Fabrica) -> None:
    vigilante = salud()
    estado = vigilante.comprobar()
    assert estado is vigilante.estado and estado.listo
    assert (estado.alcanzable, estado.version, estado.instalado) == (True, "0.30.1", True)
    assert (estado.digest, estado.problema, estado.remedio) == (DIGEST, None, ())
    assert (estado.cargado, estado.context_length, estado.avisos) == (True, 4096, ())
    assert estado.impedimento is None
    assert estado.comprobado_en is not None
    assert abs((datetime.now(UTC) - estado.comprobado_en).total_seconds()) < 60


def test_un_modelo_que_no_esta(salud: Fabrica) -> None:
    estado = salud(modelo="llama3.2").comprobar()
    assert (estado.listo, estado.alcanzable, estado.instalado) == (False, True, False)
    assert estado.problema == "El modelo «llama3.2» no está instalado en Ollama."
    assert estado.remedio == ("ollama pull llama3.2",)
    assert type(estado.impedimento) is ModeloNoInstalado


def test_un_servidor_que_no_responde(salud: Fabrica, url_cerrada: str) -> None:
    estado = salud(url=url_cerrada).comprobar()
    assert (estado.listo, estado.alcanzable, estado.instalado) == (False, False, None)
    assert estado.problema == f"El servidor del modelo no responde en {url_cerrada}."
    assert "sudo systemctl start ollama" in estado.remedio
    assert type(estado.impedimento) is ModeloNoResponde


def test_un_servidor_que_no_abre_la_conexion(salud: Fabrica) -> None:
    with puerto_que_no_acepta() as url, sin_esperar():
        estado = salud(url=url).comprobar()
    assert (estado.alcanzable, type(estado.impedimento)) == (False, ModeloNoResponde)


RAROS: dict[str, Guion] = {
    "error": error_http(500, "roto"),
    "no json": Guion((b"<html>",), transporte="largo"),
    "una lista": objeto_json(200, []),
    "otra parte": error_http(404, "404 page not found", tipo="text/plain"),
    "enorme": objeto_json(200, {"models": [], "relleno": "x" * (CONSULTA_MAXIMA + 1)}),
    "json hondo": Guion((b"[" * 100_000,), transporte="largo"),
}


@pytest.mark.parametrize("caso", RAROS)
@pytest.mark.parametrize("ruta", ["/api/version", "/api/tags"])
def test_un_servidor_que_responde_otra_cosa(
    salud: Fabrica, ollama: OllamaDePrueba, ruta: str, caso: str
) -> None:
    """It is there and it is not Ollama: asking costs nothing and may even work."""
    ollama.rutas[ruta] = RAROS[caso]
    estado = salud().comprobar()
    assert (estado.listo, estado.alcanzable, estado.impedimento) == (False, True, None)
    assert "SIAA_OLLAMA_URL" in (estado.problema or "") and estado.remedio


@pytest.mark.parametrize("ruta", ["/api/version", "/api/tags"])
def test_un_servidor_que_cuelga_a_medias(salud: Fabrica, ollama: OllamaDePrueba, ruta: str) -> None:
    ollama.rutas[ruta] = Guion((b'{"version"',), termina=False)
    assert type(salud().comprobar().impedimento) is ModeloNoResponde


GOTAS = Guion(tuple(paso for _ in range(2_000) for paso in (b" ", Pausa(0.1))))


@pytest.mark.parametrize("guion", [callado(), callado(False), GOTAS, por_cierre(GOTAS)])
@pytest.mark.parametrize("ruta", ["/api/version", "/api/tags"])
def test_un_servidor_que_acepta_y_calla(
    salud: Fabrica,
    ollama: OllamaDePrueba,
    monkeypatch: pytest.MonkeyPatch,
    ruta: str,
    guion: Guion,
) -> None:
    """The first silence of a server that was well proves nothing; the second one does."""
    vigilante = salud()
    bueno = vigilante.comprobar()
    ollama.rutas[ruta] = guion
    monkeypatch.setattr(f"{SALUD}.ESPERA_CONSULTA_S", 0.3)
    with sin_esperar():
        assert vigilante.comprobar() is bueno
        estado = vigilante.comprobar()
    assert (estado.alcanzable, type(estado.impedimento)) == (False, ModeloNoResponde)
    assert "no contesta" in (estado.problema or "")
    assert vigilante.comprobar().alcanzable is False
    ollama.rutas.clear()
    monkeypatch.setattr(f"{SALUD}.ESPERA_CONSULTA_S", SIN_FIN_S)
    assert vigilante.comprobar().listo
    ollama.rutas[ruta] = guion
    monkeypatch.setattr(f"{SALUD}.ESPERA_CONSULTA_S", 0.3)
    assert vigilante.comprobar().listo


def test_a_quien_se_oye_escribir_no_se_le_cree_mudo(
    salud: Fabrica, ollama: OllamaDePrueba, monkeypatch: pytest.MonkeyPatch
) -> None:
    vigilante = salud()
    monkeypatch.setattr(f"{SALUD}.VOZ_RECIENTE_S", SIN_FIN_S)
    bueno = vigilante.comprobar()
    ollama.rutas["/api/version"] = callado()
    monkeypatch.setattr(f"{SALUD}.ESPERA_CONSULTA_S", 0.2)
    for _ in range(3):
        vigilante.oir()
        assert vigilante.comprobar() is bueno
    monkeypatch.setattr(f"{SALUD}.VOZ_RECIENTE_S", 0.0)
    assert vigilante.comprobar().alcanzable is False


def test_una_mirada_entera_cabe_en_su_tiempo(
    salud: Fabrica, ollama: OllamaDePrueba, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time is of all its questions together."""
    monkeypatch.setattr("siaa.servicio.modelo.salud.ESPERA_CONSULTA_S", 0.6)
    ollama.rutas["/api/version"] = tardio(objeto_json(200, {"version": "0.30.1"}), 0.4)
    ollama.rutas["/api/tags"] = tardio(objeto_json(200, {"models": []}), 0.4)
    with sin_esperar():
        assert salud().comprobar().alcanzable is False


def test_un_servidor_lento_pero_a_tiempo(salud: Fabrica, ollama: OllamaDePrueba) -> None:
    ollama.rutas["/api/version"] = tardio(objeto_json(200, {"version": "0.31.0"}), 0.4)
    assert salud().comprobar().version == "0.31.0"


EN_MEMORIA: dict[str, tuple[Guion, bool | None, int | None]] = {
    "nada": (objeto_json(200, {"models": []}), False, None),
    "otro modelo": (objeto_json(200, {"models": [{"name": "otro"}]}), False, None),
    "sin campos": (objeto_json(200, {"models": [{"name": MODELO}]}), True, None),
    "por su huella": (objeto_json(200, {"models": [{"name": "x", "digest": DIGEST}]}), True, None),
    "sin lista": (objeto_json(200, {}), False, None),
    "no sabe": (error_http(404, "404 page not found", tipo="text/plain"), None, None),
    "basura": (Guion((b"<html>",)), None, None),
    **{
        f"ventana {ventana!r}": (
            objeto_json(200, {"models": [{"name": MODELO, "context_length": ventana}]}),
            True,
            None,
        )
        for ventana in ("4096", -1, 0, True, None, 4096.5, [4096], 10**300)
    },
}


@pytest.mark.parametrize("caso", EN_MEMORIA)
def test_lo_que_hay_en_memoria(salud: Fabrica, ollama: OllamaDePrueba, caso: str) -> None:
    """What it says of its memory is a help: without it the model is as ready."""
    ollama.rutas["/api/ps"], *esperado = EN_MEMORIA[caso]
    estado = salud().comprobar()
    assert [estado.cargado, estado.context_length] == esperado
    assert estado.listo and estado.avisos == ()


def test_un_ps_callado_no_quita_lo_demas(
    salud: Fabrica, ollama: OllamaDePrueba, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{SALUD}.ESPERA_CONSULTA_S", 5)  # for what is answered before, too
    ollama.rutas["/api/ps"] = callado()
    estado = salud().comprobar()
    assert estado.listo and estado.cargado is None


def test_los_avisos_no_quitan_el_modelo(
    salud: Fabrica, ollama: OllamaDePrueba, caplog: pytest.LogCaptureFixture
) -> None:
    ollama.rutas["/api/version"] = objeto_json(200, {"version": "0.12.5"})
    ollama.ventana = 8192
    vigilante = salud()
    estado = vigilante.comprobar()
    assert estado.listo and estado.impedimento is None and len(estado.avisos) == 2
    assert "0.12.6" in estado.avisos[0] and "8192" in estado.avisos[1]
    vigilante.comprobar()
    assert mensajes(caplog) == [f"[MODELO] {aviso}" for aviso in estado.avisos]
    ollama.rutas.clear()
    ollama.ventana = 4096
    assert vigilante.comprobar().avisos == ()


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
    assert mensajes(caplog) == [
        f"[MODELO] {MODELO} disponible",
        f"[MODELO] El modelo «{MODELO}» no está instalado en Ollama.",
    ]


def test_otro_modelo_del_mismo_nombre_se_anota(
    salud: Fabrica, ollama: OllamaDePrueba, caplog: pytest.LogCaptureFixture
) -> None:
    vigilante = salud()
    vigilante.comprobar()
    ollama.digest = "nuevo"
    assert vigilante.comprobar().digest == "nuevo"
    vigilante.comprobar()
    assert mensajes(caplog) == [f"[MODELO] {MODELO} cambió: {DIGEST} → nuevo"]
    ollama.modelos = ()
    vigilante.comprobar()
    ollama.modelos, ollama.digest = (MODELO,), "otro"
    vigilante.comprobar()
    assert mensajes(caplog)[-1] == f"[MODELO] {MODELO} cambió: nuevo → otro", "absent meanwhile"


def test_las_recargas_se_cuentan_en_un_modelo_en_uso(salud: Fabrica) -> None:
    vigilante = salud()
    vigilante.comprobar()
    vigilante.observar(RECARGADO)  # the first answer loads the model: that is nobody's fault
    assert (vigilante.estado.recargas, vigilante.estado.avisos) == (0, ())
    vigilante.observar(DEPRISA)
    vigilante.observar(MetricasModelo())
    assert vigilante.estado.recargas == 0
    vigilante.observar(RECARGADO)
    vigilante.observar(RECARGADO)
    assert vigilante.estado.recargas == 2
    (aviso,) = vigilante.estado.avisos
    assert "2 veces" in aviso and "OLLAMA_KEEP_ALIVE" in aviso
    assert vigilante.comprobar().avisos == (aviso,)
    assert vigilante.estado.listo


@pytest.mark.parametrize("cambio", ["se fue", "es otro"])
def test_la_carga_tras_un_cambio_no_es_una_recarga(
    salud: Fabrica, ollama: OllamaDePrueba, cambio: str
) -> None:
    vigilante = salud()
    vigilante.comprobar()
    vigilante.observar(DEPRISA)
    if cambio == "se fue":
        ollama.modelos = ()
        vigilante.comprobar()
        ollama.modelos = (MODELO,)
    ollama.digest = "nuevo"
    vigilante.comprobar()
    vigilante.observar(RECARGADO)
    assert vigilante.estado.recargas == 0
    vigilante.observar(RECARGADO)
    assert vigilante.estado.recargas == 1


@pytest.fixture
def _hilos_revueltos() -> Iterator[None]:
    """Threads take turns a thousand times as often."""
    antes = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(antes)


@pytest.mark.usefixtures("_hilos_revueltos")
def test_observar_desde_muchos_hilos_no_pierde_ninguna(salud: Fabrica) -> None:
    vigilante = salud()
    vigilante.comprobar()
    vigilante.observar(DEPRISA)
    hilos = [
        threading.Thread(target=lambda: [vigilante.observar(RECARGADO) for _ in range(500)])
        for _ in range(4)
    ]
    for hilo in hilos:
        hilo.start()
    while any(hilo.is_alive() for hilo in hilos):
        vigilante.comprobar()
    assert vigilante.comprobar().recargas == 2000


def test_un_servidor_que_vuelve_se_ve_en_menos_de_cinco_segundos() -> None:
    assert PAUSA_SIN_MODELO_S + ESPERA_CONSULTA_S < 5


def test_un_servidor_que_vuelve_se_nota_a_tiempo(salud: Fabrica) -> None:
    with OllamaDePrueba(puerto=puerto_libre()) as antes:
        vigilante = salud(url=antes.url)
        vigilante.arrancar()
        assert esperar(lambda: vigilante.estado.listo)
    vigilante.sospechar()
    assert esperar(lambda: vigilante.estado.alcanzable is False)
    time.sleep(2.5)  # the pauses grow meanwhile
    with OllamaDePrueba(puerto=antes.puerto):
        assert esperar(lambda: vigilante.estado.listo)


def test_un_servidor_que_despierta_se_nota_a_tiempo(
    salud: Fabrica, ollama: OllamaDePrueba, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even when the look under way has to run out of patience first."""
    monkeypatch.setattr(f"{SALUD}.ESPERA_CONSULTA_S", 1.0)
    ollama.rutas["/api/version"] = callado()
    vigilante = salud()
    vigilante.arrancar()
    assert esperar(lambda: vigilante.estado.alcanzable is False)
    assert esperar(lambda: len(ollama.peticiones) == 2)
    ollama.rutas.clear()
    assert esperar(lambda: vigilante.estado.listo)


def test_sospechar_es_mirar_enseguida(
    salud: Fabrica, ollama: OllamaDePrueba, monkeypatch: pytest.MonkeyPatch
) -> None:
    for pausa in ("PAUSA_S", "PAUSA_SIN_MODELO_S"):
        monkeypatch.setattr(f"{SALUD}.{pausa}", SIN_FIN_S)
    vigilante = salud()
    vigilante.arrancar()
    assert esperar(lambda: vigilante.estado.listo)
    ollama.modelos = ()
    vigilante.sospechar()
    assert esperar(lambda: vigilante.estado.instalado is False)
    time.sleep(0.5)  # for a second one to be seen
    assert len([p for p in ollama.peticiones if p.ruta == "/api/version"]) == 2, "and only once"


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
    assert esperar(lambda: bool(ollama.peticiones))
    with sin_esperar():
        parada.pedir()
        vigilante.terminar()
    assert NOMBRE_HILO not in [h.name for h in threading.enumerate()]
    assert vigilante.estado == EstadoModelo(), "what was cut short says nothing of the server"


def test_detenido_ya_no_mira(salud: Fabrica, parada: Parada, ollama: OllamaDePrueba) -> None:
    """Also when it was told after the watcher had made up its mind to look."""
    ollama.rutas["/api/version"] = callado()
    vigilante = salud()
    parada.pedir()
    with sin_esperar():
        assert vigilante.comprobar() == EstadoModelo()


def test_terminar_no_espera_a_la_proxima_mirada(
    salud: Fabrica, parada: Parada, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{SALUD}.PAUSA_S", SIN_FIN_S)
    vigilante = salud()
    vigilante.arrancar()
    assert esperar(lambda: vigilante.estado.listo)
    with sin_esperar():
        parada.pedir()
        vigilante.terminar()
    assert NOMBRE_HILO not in [h.name for h in threading.enumerate()]


def test_un_fallo_imprevisto_no_deja_de_mirar(
    salud: Fabrica, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The system has no thread to give for one look; there will be others."""

    def sin_hilos(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    vigilante = salud()
    with monkeypatch.context() as parche:
        parche.setattr("siaa.servicio.modelo.salud.Timer", sin_hilos)
        vigilante.arrancar()
        assert esperar(lambda: "error no previsto" in caplog.text)
    vigilante.sospechar()
    assert esperar(lambda: vigilante.estado.listo)


def test_el_vigilante_no_pregunta_al_modelo(salud: Fabrica, ollama: OllamaDePrueba) -> None:
    """Looking must not load, or wait for, a busy model."""
    salud().comprobar()
    assert [p.ruta for p in ollama.peticiones] == ["/api/version", "/api/tags", "/api/ps"]


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


def test_lo_que_diga_de_si_cabe_en_un_renglon(salud: Fabrica, ollama: OllamaDePrueba) -> None:
    """Nobody writes lines of our log through a version."""
    ollama.rutas["/api/version"] = objeto_json(200, {"version": "0.9.0\n\r[MODELO]\u2028 listo"})
    assert salud().comprobar().version == "0.9.0 [MODELO] listo"


def test_buscar_cargado() -> None:
    instalado = Instalado("qwen2.5:3b", "d")
    por_nombre, por_digest = Instalado("qwen2.5:3b", "", 1), Instalado("alias:latest", "d", 2)
    assert buscar_cargado(instalado, (Instalado("otro", "x", 3), por_nombre)) is por_nombre
    assert buscar_cargado(instalado, (por_digest,)) is por_digest
    assert buscar_cargado(Instalado("a", ""), (Instalado("b", "", 1),)) is None
    assert buscar_cargado(instalado, ()) is None
