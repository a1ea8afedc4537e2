"""The load is the service's: whoever leaves, and whoever comes, it goes on."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
from biblioteca_de_prueba import PREGUNTA
from guiones import error_http
from ollama_de_prueba import MODELO, OllamaDePrueba
from paciencia import PACIENCIA_S, SIN_FIN_S, esperar
from servidor_de_prueba import Charla, ServidorDePrueba
from verificaciones import en_español, sin_entrañas, verificar_buena, verificar_fin

from siaa.modelo.cable import RAZON_MAXIMA, OpcionesModelo
from siaa.modelo.cliente import ClienteModelo
from siaa.servicio.modelo.lectura import HILO_DE_CARGA, Cargador, CargaModelo
from siaa.valores import Fallo, Fin

Fabrica = Callable[..., ServidorDePrueba]
OTRA = "¿Cuál es el plazo para responder?"


@pytest.fixture
def cargador(ollama: OllamaDePrueba) -> Iterator[Cargador]:
    ollama.motor.en_memoria = False
    hecho = Cargador(
        ClienteModelo(ollama.url, OpcionesModelo(MODELO, 4096, 400), SIN_FIN_S, SIN_FIN_S)
    )
    yield hecho
    hecho.terminar()


def leyendo_y_cargando(charla: Charla) -> bool:
    return any(e["fase"] == "leyendo" and e["razon"] for e in charla.eventos("estado"))


def avisos(siaa: ServidorDePrueba) -> str:
    return " ".join(siaa.obtener("/siaa/status").json["ollama"]["avisos"])


def test_los_que_esperan_comparten_la_carga(cargador: Cargador, ollama: OllamaDePrueba) -> None:
    ollama.motor.carga.clear()
    carga = cargador.cargar()
    assert cargador.cargar() is carga and carga.esperar(0) is None
    ollama.motor.carga.set()
    assert isinstance(carga.esperar(PACIENCIA_S), Fin) and ollama.motor.cargas_hechas == 1
    assert isinstance(cargador.cargar().esperar(PACIENCIA_S), Fin), "in memory, it is there at once"
    assert ollama.motor.cargas_empezadas == 1 and len(ollama.cargas) == 2


def test_terminar_la_corta(cargador: Cargador, ollama: OllamaDePrueba) -> None:
    ollama.motor.carga.clear()
    carga = cargador.cargar()
    assert esperar(lambda: ollama.motor.cargas_empezadas == 1)
    cargador.terminar()
    assert isinstance(carga.esperar(PACIENCIA_S), Fallo)
    assert isinstance(cargador.cargar().esperar(PACIENCIA_S), Fallo), "nor is another one begun"
    assert esperar(lambda: ollama.cargas[0].abandonada is not None)


def test_sin_hilos_no_queda_una_carga_a_medias(
    cargador: Cargador, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sin_hilo(_: CargaModelo) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as parche:
        parche.setattr(CargaModelo, "start", sin_hilo)
        with pytest.raises(RuntimeError):
            cargador.cargar()
    assert isinstance(cargador.cargar().esperar(PACIENCIA_S), Fin)


def test_quien_llega_mientras_se_calienta_no_la_empieza_de_nuevo(
    servidor: Fabrica, ollama: OllamaDePrueba
) -> None:
    ollama.motor.en_memoria = False
    ollama.motor.carga.clear()
    siaa = servidor(calentar="si")
    assert esperar(lambda: ollama.motor.cargas_empezadas == 1)
    with siaa.abrir(PREGUNTA) as flujo:
        flujo.leer_hasta(leyendo_y_cargando)
        estado = flujo.charla.eventos("estado")[-1]
        assert estado["fase"] == "leyendo" and "cargando" in estado["razon"]
        en_español(estado["razon"])
        ollama.motor.carga.set()
        verificar_buena(flujo.leer_todo())
    assert [e["razon"] for e in flujo.charla.eventos("estado")[-2:]] == ["", ""]
    assert (ollama.motor.cargas_empezadas, ollama.motor.cargas_hechas) == (1, 1)
    assert siaa.obtener("/siaa/status").json["ollama"]["calentado_en"] is not None


def test_quien_la_empezo_y_se_va_no_la_deshace(servidor: Fabrica, ollama: OllamaDePrueba) -> None:
    ollama.motor.en_memoria = False
    ollama.motor.carga.clear()
    siaa = servidor(calentar="no")
    with siaa.abrir(PREGUNTA) as impaciente:
        impaciente.leer_hasta(lambda charla: bool(charla.eventos("estado")))
    with siaa.abrir(OTRA) as flujo:
        flujo.leer_hasta(leyendo_y_cargando)  # the turn is theirs: the other one has left
        ollama.motor.carga.set()
        verificar_buena(flujo.leer_todo())
    assert (ollama.motor.cargas_empezadas, ollama.motor.cargas_hechas) == (1, 1)
    assert len(ollama.preguntas) == 1, "nobody waited for the other one"


def test_una_carga_mas_larga_que_la_paciencia_sirve_al_siguiente(
    servidor: Fabrica, ollama: OllamaDePrueba
) -> None:
    ollama.motor.en_memoria = False
    ollama.motor.carga.clear()
    siaa = servidor(calentar="no", espera_primer_token=5)
    assert siaa.charlar(PREGUNTA).codigo == "espera_agotada"
    ollama.motor.carga.set()
    assert esperar(lambda: ollama.motor.cargas_hechas == 1)
    verificar_buena(siaa.charlar(PREGUNTA))
    assert ollama.motor.cargas_empezadas == 1


@pytest.mark.parametrize("version", ["0.24.0", "0.33.0"])
def test_nada_de_lo_que_se_manda_hace_cargar_otra_vez(
    servidor: Fabrica, ollama: OllamaDePrueba, version: str
) -> None:
    """Load, warm-up and questions: the launch attributes are the same in all of them."""
    ollama.motor.version, ollama.motor.en_memoria = version, False
    siaa = servidor(calentar="si", num_hilos=3)
    assert esperar(lambda: siaa.obtener("/siaa/status").json["ollama"]["calentado_en"] is not None)
    verificar_buena(siaa.charlar(PREGUNTA))
    verificar_buena(siaa.charlar(OTRA))
    chats = [*ollama.cargas, *ollama.calentamientos, *ollama.preguntas]
    assert len(ollama.cargas) == 3 and ollama.motor.cargas_empezadas == 1
    assert {chat.json["shift"] for chat in chats} == {False}
    assert {chat.json["options"]["num_thread"] for chat in chats} == {3}


def test_sin_numero_de_hilos_elige_el_servidor(servidor: Fabrica, ollama: OllamaDePrueba) -> None:
    servidor().charlar(PREGUNTA)
    assert "num_thread" not in ollama.preguntas[0].json["options"]


def test_por_que_no_carga_lo_sabe_quien_lo_arregla(
    servidor: Fabrica, ollama: OllamaDePrueba, caplog: pytest.LogCaptureFixture
) -> None:
    """In its server's words: one line, without control characters, of a sane length."""
    ollama.motor.en_memoria = False
    ollama.motor.al_cargar = error_http(500, "out of memory\r\n[MODELO]\x1b[2J\u2028" + "x" * 9999)
    siaa = servidor(calentar="no")
    charla = siaa.charlar(PREGUNTA)
    verificar_fin(charla, "extractiva", completa=True, modo="extractivo")
    assert charla.codigo == "modelo_fallo"
    assert "out of memory" not in charla.crudo.decode()
    dicho = avisos(siaa)
    assert "HTTP 500: out of memory [MODELO]" in dicho and "x" * 99 in dicho
    assert len(dicho) < RAZON_MAXIMA + 300 and dicho.isprintable()
    assert [r.getMessage() for r in caplog.records if "out of memory" in r.getMessage()] == [
        f"[MODELO] {dicho}"
    ]
    ollama.motor.al_cargar = None
    verificar_buena(siaa.charlar(PREGUNTA))
    assert avisos(siaa) == ""


def test_un_modelo_roto_se_sabe_antes_de_que_nadie_pregunte(
    servidor: Fabrica, ollama: OllamaDePrueba
) -> None:
    ollama.motor.en_memoria, ollama.motor.al_cargar = False, error_http(500, "invalid file magic")
    siaa = servidor(calentar="si")
    assert esperar(lambda: "invalid file magic" in avisos(siaa))
    assert siaa.obtener("/siaa/status").json["estado"] == "degradado"
    assert "invalid file magic" in siaa.obtener("/siaa/salud").texto
    portada = siaa.obtener("/").texto
    assert "invalid file magic" not in portada
    sin_entrañas(portada)


def test_al_parar_no_queda_cargando(servidor: Fabrica, ollama: OllamaDePrueba) -> None:
    ollama.motor.en_memoria = False
    ollama.motor.carga.clear()
    siaa = servidor(calentar="no", espera_parada=0)
    with siaa.abrir(PREGUNTA) as flujo:
        flujo.leer_hasta(lambda charla: bool(charla.eventos("estado")))
        siaa.parar()
        flujo.leer_todo()
    assert flujo.charla.codigo == "servicio_deteniendose"
    assert esperar(lambda: HILO_DE_CARGA not in [h.name for h in threading.enumerate()])
