"""Admission to the model: in order, bounded, nobody lost, never more than allowed."""

from __future__ import annotations

import random
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from paciencia import PACIENCIA_S, SIN_FIN_S, sin_esperar

from siaa.errores import ColaLlena
from siaa.servicio.modelo.turnos import EstadoTurnos, Lugar, Previsto, Turno, Turnos


@dataclass
class Reloj:
    """A clock that the test moves."""

    ahora: float = 100.0

    def __call__(self) -> float:
        return self.ahora


def uno_por_ficha(tokens: int) -> float:
    """A machine on which an answer takes a second for each token of its prompt."""
    return float(tokens)


def nuevos(
    cola: int, simultaneos: int = 1, previsto: Previsto = uno_por_ficha, reloj: Reloj | None = None
) -> Turnos:
    return Turnos(cola, simultaneos, [Lugar(previsto)], reloj or Reloj())


def listos(*turnos: Turno) -> list[bool]:
    return [turno.esperar(0) for turno in turnos]


def test_el_primero_pasa_y_los_demas_esperan_en_orden() -> None:
    turnos = nuevos(3)
    a, b, c = (turnos.pedir() for _ in range(3))
    assert listos(a, b, c) == [True, False, False]
    assert [t.puesto for t in (a, b, c)] == [0, 1, 2]
    a.devolver()
    assert listos(a, b, c) == [False, True, False]
    assert [t.puesto for t in (a, b, c)] == [0, 0, 1]
    b.devolver()
    assert listos(c) == [True]


def test_varios_a_la_vez() -> None:
    turnos = nuevos(1, 2)
    a, b, c = (turnos.pedir() for _ in range(3))
    assert listos(a, b, c) == [True, True, False]
    with pytest.raises(ColaLlena):
        turnos.pedir()
    b.devolver()
    assert listos(a, c) == [True, True]


@pytest.mark.parametrize("cola", [0, 1, 3])
def test_la_cola_llena_rechaza(cola: int) -> None:
    turnos = nuevos(cola)
    admitidos = [turnos.pedir() for _ in range(cola + 1)]
    for _ in range(2):
        with pytest.raises(ColaLlena):
            turnos.pedir()
    assert turnos.estado() == EstadoTurnos(1, cola, cola, 0)
    admitidos[-1].devolver()
    turnos.pedir()
    with pytest.raises(ColaLlena):
        turnos.pedir()


def test_irse_de_la_cola() -> None:
    turnos = nuevos(3)
    a, b, c, d = (turnos.pedir() for _ in range(4))
    b.devolver()
    assert [t.puesto for t in (b, c, d)] == [0, 1, 2]
    assert listos(a, b, c) == [True, False, False]
    a.devolver()
    assert listos(c, d) == [True, False]


def test_devolver_dos_veces_es_devolver_una() -> None:
    turnos = nuevos(2)
    a, b, c = (turnos.pedir() for _ in range(3))
    for _ in range(3):
        a.devolver()
    assert listos(b, c) == [True, False]
    c.devolver()
    c.devolver()
    assert turnos.estado() == EstadoTurnos(1, 0, 2, 0)


# --- Estimates ------------------------------------------------------------------------------


def test_el_estimado_suma_lo_que_falta_a_los_de_delante() -> None:
    reloj = Reloj()
    turnos = nuevos(9, reloj=reloj)
    a, b, c = (turnos.pedir(tokens) for tokens in (10, 20, 5))
    assert [t.estimado_s for t in (a, b, c)] == [0, 10, 30]
    assert turnos.estado().espera_s == 35
    reloj.ahora += 4
    assert [t.estimado_s for t in (b, c)] == [6, 26]
    b.devolver()
    assert c.estimado_s == 6


def test_quien_tarda_mas_de_lo_previsto_no_resta() -> None:
    reloj = Reloj()
    turnos = nuevos(9, reloj=reloj)
    _, b, c = (turnos.pedir(tokens) for tokens in (10, 20, 5))
    reloj.ahora += 100
    assert [t.estimado_s for t in (b, c)] == [0, 20]


def test_sin_medidas_no_hay_estimado() -> None:
    turnos = nuevos(9, previsto=lambda _: None)
    a, b = turnos.pedir(10), turnos.pedir(10)
    assert [t.estimado_s for t in (a, b)] == [0, None]
    assert turnos.estado() == EstadoTurnos(1, 1, 9, None)


def test_un_turno_sin_fichas_no_hace_esperar() -> None:
    """The warm-up of the model gives way as soon as somebody waits."""
    turnos = nuevos(9, previsto=lambda _: 30.0)
    turnos.pedir()
    a, b = turnos.pedir(10), turnos.pedir(10)
    assert [t.estimado_s for t in (a, b)] == [0, 30]


def test_de_lo_que_nadie_espera_solo_cuenta_lo_que_falta() -> None:
    turnos = nuevos(2)
    a, b = turnos.pedir(30), turnos.pedir(20)
    assert b.estimado_s == 30 and not turnos.en_vano
    a.abandonar(lambda tokens: tokens / 10)
    assert b.estimado_s == 3 and turnos.en_vano and listos(a, b) == [True, False]
    a.devolver()
    assert listos(b) == [True] and not turnos.en_vano


def test_sin_nadie_no_se_espera() -> None:
    assert nuevos(9).estado() == EstadoTurnos(0, 0, 9, 0)
    assert nuevos(9, previsto=lambda _: None).estado().espera_s == 0


@given(
    duraciones=st.lists(st.integers(1, 60), min_size=1, max_size=12),
    simultaneos=st.integers(1, 4),
    pasados=st.integers(0, 30),
)
def test_el_estimado_es_el_de_atenderlos_uno_por_uno(
    duraciones: list[int], simultaneos: int, pasados: int
) -> None:
    reloj = Reloj()
    turnos = nuevos(99, simultaneos, reloj=reloj)
    todos = [turnos.pedir(duracion) for duracion in duraciones]
    reloj.ahora += pasados
    assert [t.estimado_s for t in todos] == espera_lenta(duraciones, simultaneos, pasados)


def espera_lenta(duraciones: list[int], simultaneos: int, pasados: int) -> list[float]:
    """Second by second: when each of those who came in this order gets to the model."""
    faltan = [max(d - pasados, 0) for d in duraciones[:simultaneos]]
    esperas = [0.0] * len(faltan)
    cola, segundo = duraciones[simultaneos:], 0
    while cola:
        while cola and 0 in faltan:
            faltan[faltan.index(0)] = cola.pop(0)
            esperas.append(float(segundo))
        faltan = [max(f - 1, 0) for f in faltan]
        segundo += 1
    return esperas


# --- Waiting --------------------------------------------------------------------------------


def test_esperar_despierta_en_cuanto_llega_el_turno() -> None:
    turnos = nuevos(1)
    a, b = turnos.pedir(), turnos.pedir()
    assert not b.esperar(0.01)
    hilo = threading.Timer(0.05, a.devolver)
    hilo.start()
    with sin_esperar():
        assert b.esperar(SIN_FIN_S)
    hilo.join()


# --- Against a model ------------------------------------------------------------------------


class Colas(RuleBasedStateMachine):
    """The queue and a plain list that says who should be where."""

    def __init__(self) -> None:
        super().__init__()
        self.cola, self.simultaneos = 3, 2
        self.turnos = nuevos(self.cola, self.simultaneos)
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


Colas.TestCase.settings = settings(max_examples=60, stateful_step_count=30)
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


def persona(turnos: Turnos, modelo: Modelo, azar: random.Random, salida: threading.Barrier) -> None:
    """Ask, now and then give up while waiting, always give the place back."""
    for vez in range(25):
        turno = None
        with suppress(ColaLlena):
            turno = turnos.pedir()
        if not vez:
            salida.wait(PACIENCIA_S)  # all have asked, and there was no room for all
        if turno is None:
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
    turnos, modelo, salida = nuevos(6), Modelo(), threading.Barrier(12)
    hilos = [
        threading.Thread(target=persona, args=(turnos, modelo, random.Random(n), salida))
        for n in range(12)
    ]
    for hilo in hilos:
        hilo.start()
    for hilo in hilos:
        hilo.join(PACIENCIA_S)
    assert not any(hilo.is_alive() for hilo in hilos)
    assert modelo.maximo == 1
    assert modelo.atendidos + modelo.desistidos + modelo.rechazados == 12 * 25
    assert modelo.atendidos > 0 and modelo.rechazados > 0
    estado = turnos.estado()
    assert (estado.atendiendo, estado.esperando) == (0, 0)
