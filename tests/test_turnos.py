"""Admission to the model: in order, bounded, nobody lost, never more than allowed."""

from __future__ import annotations

import random
import threading
import time
from dataclasses import dataclass, field

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from siaa.errores import ColaLlena
from siaa.servicio.turnos import DURACIONES_RECORDADAS, EstadoTurnos, Turno, Turnos


@dataclass
class Reloj:
    """A clock that the test moves."""

    ahora: float = 100.0

    def __call__(self) -> float:
        return self.ahora


def listos(*turnos: Turno) -> list[bool]:
    return [turno.esperar(0) for turno in turnos]


def test_el_primero_pasa_y_los_demas_esperan_en_orden() -> None:
    turnos = Turnos(cola=3)
    a, b, c = (turnos.pedir() for _ in range(3))
    assert listos(a, b, c) == [True, False, False]
    assert [t.puesto for t in (a, b, c)] == [0, 1, 2]
    a.devolver()
    assert listos(a, b, c) == [False, True, False]
    assert [t.puesto for t in (a, b, c)] == [0, 0, 1]
    b.devolver()
    assert listos(c) == [True]


def test_varios_a_la_vez() -> None:
    turnos = Turnos(cola=1, simultaneos=2)
    a, b, c = (turnos.pedir() for _ in range(3))
    assert listos(a, b, c) == [True, True, False]
    with pytest.raises(ColaLlena):
        turnos.pedir()
    b.devolver()
    assert listos(a, c) == [True, True]


@pytest.mark.parametrize("cola", [0, 1, 3])
def test_la_cola_llena_rechaza(cola: int) -> None:
    turnos = Turnos(cola)
    admitidos = [turnos.pedir() for _ in range(cola + 1)]
    for _ in range(2):
        with pytest.raises(ColaLlena):
            turnos.pedir()
    assert turnos.estado() == EstadoTurnos(1, cola, cola, None)
    admitidos[-1].devolver()
    turnos.pedir()
    with pytest.raises(ColaLlena):
        turnos.pedir()


def test_irse_de_la_cola() -> None:
    turnos = Turnos(cola=3)
    a, b, c, d = (turnos.pedir() for _ in range(4))
    b.devolver()
    assert [t.puesto for t in (b, c, d)] == [0, 1, 2]
    assert listos(a, b, c) == [True, False, False]
    a.devolver()
    assert listos(c, d) == [True, False]


def test_devolver_dos_veces_es_devolver_una() -> None:
    turnos = Turnos(cola=2)
    a, b, c = (turnos.pedir() for _ in range(3))
    for _ in range(3):
        a.devolver()
    assert listos(b, c) == [True, False]
    c.devolver()
    c.devolver()
    assert turnos.estado() == EstadoTurnos(1, 0, 2, turnos.estado().duracion_media_s)


def test_el_estimado_sale_de_lo_que_duraron_los_ultimos() -> None:
    reloj = Reloj()
    turnos = Turnos(cola=9, reloj=reloj)
    a, b, c, d = (turnos.pedir() for _ in range(4))
    assert [t.estimado_s for t in (a, d)] == [None, None]
    reloj.ahora += 10
    a.devolver()
    reloj.ahora += 20
    b.devolver()
    assert turnos.estado().duracion_media_s == 15
    assert [t.estimado_s for t in (c, d)] == [0, 15]
    e = turnos.pedir()
    assert e.estimado_s == 30


def test_el_estimado_con_varios_a_la_vez() -> None:
    reloj = Reloj()
    turnos = Turnos(cola=9, simultaneos=2, reloj=reloj)
    a, _, c, d = (turnos.pedir() for _ in range(4))
    reloj.ahora += 10
    a.devolver()
    assert [t.estimado_s for t in (c, d)] == [0, 5]


def test_la_duracion_media_olvida_lo_viejo() -> None:
    reloj = Reloj()
    turnos = Turnos(cola=1, reloj=reloj)
    for duracion in [1000.0] + [2.0] * DURACIONES_RECORDADAS:
        turno = turnos.pedir()
        reloj.ahora += duracion
        turno.devolver()
    assert turnos.estado().duracion_media_s == 2


def test_la_espera_en_la_cola_no_cuenta_como_duracion() -> None:
    reloj = Reloj()
    turnos = Turnos(cola=2, reloj=reloj)
    a, b, c = (turnos.pedir() for _ in range(3))
    reloj.ahora += 50
    c.devolver()
    assert turnos.estado().duracion_media_s is None
    a.devolver()
    reloj.ahora += 2
    b.devolver()
    assert turnos.estado().duracion_media_s == 26


def test_esperar_despierta_en_cuanto_llega_el_turno() -> None:
    turnos = Turnos(cola=1)
    a, b = turnos.pedir(), turnos.pedir()
    assert not b.esperar(0.01)
    inicio = time.monotonic()
    hilo = threading.Timer(0.05, a.devolver)
    hilo.start()
    assert b.esperar(5)
    assert time.monotonic() - inicio < 4
    hilo.join()


# --- Against a model ------------------------------------------------------------------------


class Colas(RuleBasedStateMachine):
    """The queue and a plain list that says who should be where."""

    def __init__(self) -> None:
        super().__init__()
        self.cola, self.simultaneos = 3, 2
        self.turnos = Turnos(self.cola, self.simultaneos)
        self.en_orden: list[Turno] = []
        self.devueltos: list[Turno] = []

    @rule()
    def pedir(self) -> None:
        lleno = len(self.en_orden) >= self.simultaneos + self.cola
        try:
            self.en_orden.append(self.turnos.pedir())
        except ColaLlena:
            assert lleno
        else:
            assert not lleno

    @precondition(lambda self: self.en_orden)
    @rule(cual=st.integers(0, 4))
    def devolver(self, cual: int) -> None:
        turno = self.en_orden.pop(cual % len(self.en_orden))
        turno.devolver()
        self.devueltos.append(turno)

    @precondition(lambda self: self.devueltos)
    @rule(cual=st.integers(0, 99))
    def devolver_otra_vez(self, cual: int) -> None:
        self.devueltos[cual % len(self.devueltos)].devolver()

    @invariant()
    def cada_uno_en_su_lugar(self) -> None:
        atendidos = self.en_orden[: self.simultaneos]
        esperan = self.en_orden[self.simultaneos :]
        assert all(listos(*atendidos)) and not any(listos(*esperan, *self.devueltos))
        assert [t.puesto for t in esperan] == list(range(1, len(esperan) + 1))
        estado = self.turnos.estado()
        assert (estado.atendiendo, estado.esperando) == (len(atendidos), len(esperan))


Colas.TestCase.settings = settings(
    max_examples=60, stateful_step_count=30, derandomize=True, deadline=None
)
TestColas = Colas.TestCase


# --- Many threads ---------------------------------------------------------------------------


@dataclass
class Modelo:
    """Counts who is at the model, and the most there ever were."""

    candado: threading.Lock = field(default_factory=threading.Lock)
    dentro: int = 0
    maximo: int = 0
    atendidos: int = 0
    desistidos: int = 0
    rechazados: int = 0

    def entrar(self, cuanto: int) -> None:
        with self.candado:
            self.dentro += cuanto
            self.maximo = max(self.maximo, self.dentro)
            self.atendidos += cuanto > 0


def persona(turnos: Turnos, modelo: Modelo, azar: random.Random, veces: int) -> None:
    """Ask, now and then give up while waiting, always give the place back."""
    for _ in range(veces):
        try:
            turno = turnos.pedir()
        except ColaLlena:
            with modelo.candado:
                modelo.rechazados += 1
            time.sleep(0.0005)
            continue
        if turno.esperar(0.0005 if azar.random() < 0.3 else 20):
            modelo.entrar(1)
            time.sleep(azar.random() / 2000)
            modelo.entrar(-1)
        else:
            with modelo.candado:
                modelo.desistidos += 1
        turno.devolver()


def test_muchos_hilos_de_a_uno_y_sin_perder_a_nadie() -> None:
    turnos, modelo = Turnos(cola=6), Modelo()
    hilos = [
        threading.Thread(target=persona, args=(turnos, modelo, random.Random(n), 25))
        for n in range(12)
    ]
    for hilo in hilos:
        hilo.start()
    for hilo in hilos:
        hilo.join(20)
    assert not any(hilo.is_alive() for hilo in hilos)
    assert modelo.maximo == 1
    assert modelo.atendidos + modelo.desistidos + modelo.rechazados == 12 * 25
    assert modelo.atendidos > 0 and modelo.rechazados > 0
    estado = turnos.estado()
    assert (estado.atendiendo, estado.esperando) == (0, 0)
