"""Single flight: one generation for all who listen, and it lives as long as one of them does."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import chain
from queue import SimpleQueue

import pytest
from servidor_de_prueba import esperar

from siaa.servicio.modelo.vuelos import NOMBRE_HILO, EstadoVuelos, Pasajero, Vuelos

FIN = None


class Guion:
    """An origin that says what the test hands it, one thing at a time."""

    def __init__(self) -> None:
        self.pendientes: SimpleQueue[str | Exception | None] = SimpleQueue()
        self.cerrado = threading.Event()

    def decir(self, *cosas: str | Exception | None) -> None:
        for cosa in cosas:
            self.pendientes.put(cosa)

    def eventos(self) -> Iterator[str]:
        while (cosa := self.pendientes.get()) is not FIN:
            if isinstance(cosa, Exception):
                raise cosa
            yield cosa

    def cerrar(self) -> None:
        self.cerrado.set()
        self.pendientes.put(FIN)


def todo(pasajero: Pasajero[str]) -> str:
    """What a listener hears, to the end."""
    return "".join(chain.from_iterable(pasajero.lotes(0.05)))


def hasta(pasajero: Pasajero[str], cuanto: int) -> Iterator[str]:
    """Listen until so much was said, and say what came in which batch."""
    oido = 0
    for lote in pasajero.lotes(0.05):
        if lote:
            oido += len(lote)
            yield "".join(lote)
        if oido >= cuanto:
            return


def sin_hilos() -> bool:
    return not any(hilo.name == NOMBRE_HILO for hilo in threading.enumerate())


@pytest.fixture(autouse=True)
def ningun_hilo_queda() -> Iterator[None]:
    yield
    assert esperar(sin_hilos)


def test_uno_solo_oye_todo_en_orden() -> None:
    vuelos, guion = Vuelos[str](9), Guion()
    pasajero = vuelos.subir("k", lambda: guion)
    guion.decir("a", "b", "c", FIN)
    assert todo(pasajero) == "abc" and not pasajero.compartido
    assert guion.cerrado.is_set() and vuelos.estado() == EstadoVuelos(0, 0)


def test_quien_llega_tarde_oye_lo_dicho_de_una_vez_y_luego_lo_demas() -> None:
    vuelos, guion = Vuelos[str](9), Guion()
    primero = vuelos.subir("k", lambda: guion)
    guion.decir("a", "b")
    assert "".join(hasta(primero, 2)) == "ab"
    segundo = vuelos.subir("k", Guion)
    assert segundo.compartido and vuelos.estado() == EstadoVuelos(1, 2)
    lotes = segundo.lotes(5)
    assert next(lotes) == ("a", "b")
    guion.decir("c")
    assert next(lotes) == ("c",)
    guion.decir(FIN)
    assert list(lotes) == []


def test_si_se_va_el_primero_los_demas_siguen() -> None:
    vuelos, guion = Vuelos[str](9), Guion()
    primero, segundo = (vuelos.subir("k", lambda: guion) for _ in range(2))
    guion.decir("a")
    assert "".join(hasta(primero, 1)) == "a"
    primero.bajar()
    primero.bajar()
    assert list(primero.lotes(5)) == [] and not guion.cerrado.is_set()
    guion.decir("b", FIN)
    assert todo(segundo) == "ab"


def test_cuando_se_va_el_ultimo_la_generacion_se_suelta() -> None:
    vuelos, guion = Vuelos[str](9), Guion()
    pasajeros = [vuelos.subir("k", lambda: guion) for _ in range(3)]
    for pasajero in pasajeros:
        assert not guion.cerrado.is_set()
        pasajero.bajar()
    assert guion.cerrado.is_set() and vuelos.estado() == EstadoVuelos(0, 0)
    otro = Guion()
    nuevo = vuelos.subir("k", lambda: otro)
    otro.decir("z", FIN)
    assert todo(nuevo) == "z" and not nuevo.compartido


def test_otra_clave_es_otra_generacion() -> None:
    vuelos = Vuelos[str](9)
    guiones = {clave: Guion() for clave in "ab"}
    pasajeros = {c: vuelos.subir(c, lambda g=g: g) for c, g in guiones.items()}  # type: ignore[misc]
    for clave, guion in guiones.items():
        guion.decir(clave, FIN)
    assert {c: todo(p) for c, p in pasajeros.items()} == {"a": "a", "b": "b"}


@pytest.mark.parametrize("maximo", [0, 1, 2])
def test_los_que_comparten_tienen_un_limite(maximo: int) -> None:
    vuelos, guiones = Vuelos[str](maximo), [Guion() for _ in range(5)]
    nuevos = iter(guiones)
    pasajeros = [vuelos.subir("k", lambda: next(nuevos)) for _ in range(4)]
    assert [p.compartido for p in pasajeros].count(True) == maximo
    assert vuelos.estado() == EstadoVuelos(4 - maximo, 4)
    for pasajero in pasajeros:
        pasajero.bajar()
    despues = vuelos.subir("k", lambda: next(nuevos))
    otro = vuelos.subir("k", Guion)
    assert otro.compartido is (maximo > 0)
    despues.bajar()
    otro.bajar()


def test_lo_que_no_despega_no_deja_rastro() -> None:
    vuelos = Vuelos[str](9)

    def sin_lugar() -> Guion:
        raise LookupError("no hay lugar")

    with pytest.raises(LookupError):
        vuelos.subir("k", sin_lugar)
    assert vuelos.estado() == EstadoVuelos(0, 0)


def test_quien_se_sumo_a_uno_que_no_despega_no_se_queda_esperando(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    vuelos, guion, sumados = Vuelos[str](9), Guion(), list[Pasajero[str]]()

    class SinHilo(threading.Thread):
        """The system has no more threads, and somebody joins just before that is known."""

        def start(self) -> None:
            sumados.append(vuelos.subir("k", Guion))
            raise RuntimeError("can't start new thread")

    monkeypatch.setattr("siaa.servicio.modelo.vuelos.Thread", SinHilo)
    with pytest.raises(RuntimeError):
        vuelos.subir("k", lambda: guion)
    assert sumados[0].compartido and list(sumados[0].lotes(5)) == []
    assert guion.cerrado.is_set() and vuelos.estado() == EstadoVuelos(0, 0)


def test_un_origen_que_revienta_termina_para_todos(caplog: pytest.LogCaptureFixture) -> None:
    vuelos, guion = Vuelos[str](9), Guion()
    pasajeros = [vuelos.subir("k", lambda: guion) for _ in range(2)]
    guion.decir("a", ZeroDivisionError("entrañas"))
    assert [todo(p) for p in pasajeros] == ["a", "a"]
    assert guion.cerrado.is_set() and any(r.exc_info for r in caplog.records)


def test_muchos_a_la_vez_oyen_lo_mismo() -> None:
    vuelos, guion = Vuelos[str](99), Guion()
    despegues: list[Guion] = []
    oidos: list[str] = []

    def despegar() -> Guion:
        despegues.append(guion)
        return guion

    def persona() -> None:
        pasajero = vuelos.subir("k", despegar)
        oidos.append(todo(pasajero))
        pasajero.bajar()

    hilos = [threading.Thread(target=persona) for _ in range(30)]
    for hilo in hilos:
        hilo.start()
    assert esperar(lambda: vuelos.estado().oyentes == 30)
    guion.decir(*"abcdefghij", FIN)
    for hilo in hilos:
        hilo.join(10)
    assert oidos == ["abcdefghij"] * 30 and len(despegues) == 1
    assert vuelos.estado() == EstadoVuelos(0, 0)
