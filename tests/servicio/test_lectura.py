"""The thread that reads the model: events as they come, patience, and hanging up."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from itertools import groupby
from types import SimpleNamespace

import pytest
from guiones import callado, linea, respuesta, tras
from ollama_de_prueba import OllamaDePrueba
from paciencia import PACIENCIA_S, SIN_FIN_S, esperar, sin_esperar

from siaa.errores import EsperaAgotada, ModeloFallo, RespuestaCortada, ServicioDeteniendose
from siaa.eventos import SILENCIO, Silencio
from siaa.modelo.cable import OpcionesModelo
from siaa.modelo.cliente import ClienteModelo
from siaa.servicio.modelo import lectura as modulo
from siaa.servicio.modelo.lectura import NOMBRE_HILO, Lectura, Paciencia
from siaa.servicio.parada import Parada
from siaa.valores import EventoModelo, Fallo, Fin, Mensaje, MetricasModelo, Texto

FIN = Fin("stop", MetricasModelo())
MUCHA = Paciencia(SIN_FIN_S, SIN_FIN_S)
PASO = 0.02
Evento = EventoModelo | Silencio


class PorTurnos:
    """A generation that says each thing once it is told to."""

    def __init__(self, *eventos: EventoModelo) -> None:
        self._eventos = eventos
        self.turno = threading.Semaphore(0)

    def __iter__(self) -> Iterator[EventoModelo]:
        for evento in self._eventos:
            self.turno.acquire()
            yield evento

    def cerrar(self) -> None:
        self.turno.release()


class Guion:
    """A generation that says these things; a number is a silence, which hanging up cuts."""

    def __init__(self, *pasos: EventoModelo | float | Exception) -> None:
        self.pasos = pasos
        self.cerrado = threading.Event()

    def __iter__(self) -> Iterator[EventoModelo]:
        for paso in self.pasos:
            if isinstance(paso, Exception):
                raise paso
            if isinstance(paso, float | int):
                self.cerrado.wait(paso)
            else:
                yield paso
            if self.cerrado.is_set():
                yield Fallo(RespuestaCortada())
                return

    def cerrar(self) -> None:
        self.cerrado.set()


def leer(
    guion: Guion, paciencia: Paciencia = MUCHA, parada: Parada | None = None
) -> tuple[list[Evento], float]:
    """Everything that a reading yields, and the seconds it took."""
    inicio = time.monotonic()
    lectura = Lectura(guion, paciencia, parada or Parada())
    try:
        return list(lectura.eventos(PASO)), time.monotonic() - inicio
    finally:
        lectura.cerrar()


def sin_silencios(eventos: list[Evento]) -> list[EventoModelo]:
    return [e for e in eventos if not isinstance(e, Silencio)]


def clase_del_final(eventos: list[Evento]) -> type[Exception]:
    """What kind of failure the last event is; there is no other before."""
    *antes, ultimo = sin_silencios(eventos)
    assert isinstance(ultimo, Fallo) and all(isinstance(e, Texto) for e in antes)
    return type(ultimo.error)


def test_los_eventos_en_orden_y_nada_despues_del_final() -> None:
    eventos, _ = leer(Guion(Texto("a"), Texto("b"), FIN, Texto("nunca")))
    assert eventos == [Texto("a"), Texto("b"), FIN]


def test_un_fallo_tambien_termina() -> None:
    fallo = Fallo(ModeloFallo())
    assert leer(Guion(Texto("a"), fallo, Texto("nunca")))[0] == [Texto("a"), fallo]


def test_mientras_calla_se_oye_el_silencio() -> None:
    guion = PorTurnos(Texto("a"), FIN)
    inicio, oidos = time.monotonic(), list[Evento]()
    lectura = Lectura(guion, MUCHA, Parada())
    for evento in lectura.eventos(PASO):
        if evento is SILENCIO and oidos[-1:] != [SILENCIO]:
            guion.turno.release()
        oidos.append(evento)
    lectura.cerrar()
    assert [e for e, _ in groupby(oidos)] == [SILENCIO, Texto("a"), SILENCIO, FIN]
    assert oidos.count(SILENCIO) <= (time.monotonic() - inicio) / PASO + 1


def test_se_acaba_la_paciencia_con_el_primer_token() -> None:
    eventos, duro = leer(Guion(SIN_FIN_S, FIN), Paciencia(0.15, SIN_FIN_S))
    assert clase_del_final(eventos) is EsperaAgotada
    assert 0.15 <= duro < PACIENCIA_S


def test_se_acaba_la_paciencia_entre_dos_tokens() -> None:
    eventos, duro = leer(Guion(Texto("a"), SIN_FIN_S, FIN), Paciencia(SIN_FIN_S, 0.15))
    assert clase_del_final(eventos) is EsperaAgotada
    assert sin_silencios(eventos)[0] == Texto("a") and 0.15 <= duro < PACIENCIA_S


def test_cada_token_renueva_la_paciencia(monkeypatch: pytest.MonkeyPatch) -> None:
    ahora, guion = 0.0, PorTurnos(*map(Texto, "abcde"), FIN)
    monkeypatch.setattr(modulo, "time", SimpleNamespace(monotonic=lambda: ahora))
    lectura, oidos = Lectura(guion, Paciencia(1, 1), Parada()), list[Evento]()
    for evento in lectura.eventos(PASO):
        if evento is SILENCIO and oidos[-1:] != [SILENCIO]:  # each is late, none too late
            ahora += 0.6
            guion.turno.release()
        oidos.append(evento)
    lectura.cerrar()
    assert sin_silencios(oidos) == [*map(Texto, "abcde"), FIN] and ahora > 3


def test_sin_paciencia_se_toma_lo_que_ya_llego() -> None:
    guion = Guion(Texto("a"), FIN)
    lectura = Lectura(guion, Paciencia(0, 0), Parada())
    assert esperar(lambda: NOMBRE_HILO not in [h.name for h in threading.enumerate()])
    assert next(lectura.eventos(PASO)) == Texto("a")
    lectura.cerrar()


def test_al_parar_se_deja_de_esperar() -> None:
    parada = Parada()
    hilo = threading.Timer(0.05, parada.vencer)
    hilo.start()
    eventos, duro = leer(Guion(Texto("a"), SIN_FIN_S, FIN), MUCHA, parada)
    hilo.join()
    assert clase_del_final(eventos) is ServicioDeteniendose and duro < PACIENCIA_S


def test_pedir_que_pare_no_corta_la_respuesta() -> None:
    parada = Parada()
    parada.pedir()
    assert sin_silencios(leer(Guion(0.06, Texto("a"), FIN), MUCHA, parada)[0]) == [Texto("a"), FIN]


def test_al_parar_un_modelo_que_no_calla_tambien_se_corta() -> None:
    """Words that come faster than the interval leave no silence in which to look."""
    parada = Parada()
    parada.vencer()
    pasos = [paso for n in range(40) for paso in (0.005, Texto(str(n)))]
    eventos, _ = leer(Guion(*pasos, FIN), MUCHA, parada)
    assert clase_del_final(eventos) is ServicioDeteniendose


def test_una_generacion_que_termina_sin_decirlo_es_un_corte() -> None:
    assert clase_del_final(leer(Guion(Texto("a")))[0]) is RespuestaCortada
    assert clase_del_final(leer(Guion())[0]) is RespuestaCortada


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_un_error_nuestro_al_leer_es_un_corte() -> None:
    eventos, _ = leer(Guion(Texto("a"), ZeroDivisionError("nuestro")))
    assert clase_del_final(eventos) is RespuestaCortada


def test_cerrar_cuelga_y_el_hilo_termina() -> None:
    guion = Guion(SIN_FIN_S)
    antes = set(threading.enumerate())
    lectura = Lectura(guion, MUCHA, Parada())
    assert len(set(threading.enumerate()) - antes) == 1
    lectura.cerrar()
    assert guion.cerrado.is_set() and esperar(lambda: set(threading.enumerate()) <= antes)
    lectura.cerrar()
    assert clase_del_final(list(lectura.eventos(PASO))) is RespuestaCortada


def test_cerrar_despierta_a_quien_esta_leyendo() -> None:
    """Even if nothing more comes from the model, and long before patience runs out."""
    lectura = Lectura(Guion(Texto("a"), SIN_FIN_S), MUCHA, Parada())
    hilo = threading.Timer(0.1, lectura.cerrar)
    hilo.start()
    with sin_esperar():
        eventos: list[Evento] = list(lectura.eventos(PASO))
    hilo.join()
    assert clase_del_final(eventos) is RespuestaCortada


def test_a_quien_no_sabe_dejar_de_leer_no_se_le_cuelga_hasta_la_primera_palabra() -> None:
    guion, lee = Guion(Texto("a"), SIN_FIN_S, FIN), threading.Event()

    class Lector(Guion):
        def __iter__(self) -> Iterator[EventoModelo]:
            lee.wait(SIN_FIN_S)
            yield from guion

        def cerrar(self) -> None:
            guion.cerrar()

    lectura = Lectura(Lector(), MUCHA, Parada(), hasta_la_primera=True)
    lectura.cerrar()
    assert not guion.cerrado.is_set() and not lectura.suelta(PASO)
    assert clase_del_final(list(lectura.eventos(PASO))) is RespuestaCortada
    lee.set()
    lectura.soltar()
    assert guion.cerrado.is_set() and lectura.suelta()


def test_tras_la_primera_palabra_si_se_le_cuelga() -> None:
    guion = Guion(Texto("a"), SIN_FIN_S, FIN)
    lectura = Lectura(guion, MUCHA, Parada(), hasta_la_primera=True)
    eventos = lectura.eventos(PASO)
    assert next(e for e in eventos if e is not SILENCIO) == Texto("a")
    lectura.cerrar()
    assert guion.cerrado.is_set() and lectura.suelta(PACIENCIA_S)


def test_al_parar_se_le_cuelga_en_cualquier_caso() -> None:
    guion, parada = Guion(SIN_FIN_S), Parada()
    lectura = Lectura(guion, MUCHA, parada, hasta_la_primera=True)
    lectura.cerrar()
    assert not guion.cerrado.is_set()
    parada.vencer()
    lectura.soltar()
    assert guion.cerrado.is_set() and lectura.suelta(PACIENCIA_S)


# --- With the stand-in for Ollama -----------------------------------------------------------


@pytest.fixture
def abrir(ollama: OllamaDePrueba) -> Callable[[], Lectura]:
    cliente = ClienteModelo(ollama.url, OpcionesModelo("qwen2.5:3b", 4096, 400), 1, 10)
    return lambda: Lectura(cliente.conversar([Mensaje("user", "¿Qué?")]), MUCHA, Parada())


def test_una_respuesta_de_verdad(ollama: OllamaDePrueba, abrir: Callable[[], Lectura]) -> None:
    ollama.encolar(respuesta("uno ", "dos", demora=0.03))
    lectura = abrir()
    eventos = sin_silencios(list(lectura.eventos(PASO)))
    lectura.cerrar()
    assert eventos[:2] == [Texto("uno "), Texto("dos")] and isinstance(eventos[-1], Fin)


@pytest.mark.parametrize("antes_de_cabeceras", [True, False])
def test_cerrar_antes_de_la_primera_palabra_suelta_al_modelo(
    ollama: OllamaDePrueba, abrir: Callable[[], Lectura], antes_de_cabeceras: bool
) -> None:
    ollama.encolar(callado(antes_de_cabeceras))
    lectura = abrir()
    ollama.esperar_preguntas(1)
    lectura.cerrar()
    assert ollama.se_suelta()
    assert isinstance(list(lectura.eventos(PASO))[-1], Fallo)


def test_cerrar_a_media_respuesta_suelta_al_modelo(
    ollama: OllamaDePrueba, abrir: Callable[[], Lectura]
) -> None:
    ollama.encolar(tras(["uno"], *callado(False).pasos, linea("nunca")))
    lectura = abrir()
    eventos = lectura.eventos(PASO)
    assert next(e for e in eventos if e is not SILENCIO) == Texto("uno")
    lectura.cerrar()
    assert ollama.se_suelta()
    assert clase_del_final(list(eventos)) is RespuestaCortada


def test_cerrar_antes_de_conectar_no_pregunta(ollama: OllamaDePrueba) -> None:
    cliente = ClienteModelo(ollama.url, OpcionesModelo("qwen2.5:3b", 4096, 400), 1, 10)
    generacion = cliente.conversar([Mensaje("user", "¿Qué?")])
    generacion.cerrar()
    (fallo,) = generacion
    assert isinstance(fallo, Fallo) and ollama.preguntas == []
