"""Single flight: one generation for all who listen, and it lives as long as one of them does."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import chain
from queue import SimpleQueue

import pytest
from paciencia import PACIENCIA_S, esperar

from siaa.servicio.modelo.compartidas import NOMBRE_HILO, Compartidas, Oyente

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


def todo(oyente: Oyente[str]) -> str:
    """What a listener hears, to the end."""
    return "".join(chain.from_iterable(oyente.lotes(0.05)))


def hasta(oyente: Oyente[str], cuanto: int) -> Iterator[str]:
    """Listen until so much was said, and say what came in which batch."""
    oido = 0
    for lote in oyente.lotes(0.05):
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


def en_curso(compartidas: Compartidas[str]) -> tuple[int, int]:
    """How many generations are under way, and how many listen to them."""
    return len(compartidas._en_curso), compartidas.oyentes


def test_uno_solo_oye_todo_en_orden() -> None:
    compartidas, guion = Compartidas[str](9), Guion()
    oyente = compartidas.escuchar("k", lambda: guion)
    guion.decir("a", "b", "c", FIN)
    assert todo(oyente) == "abc" and not oyente.compartido
    assert guion.cerrado.is_set() and en_curso(compartidas) == (0, 0)


def test_quien_llega_tarde_oye_lo_dicho_de_una_vez_y_luego_lo_demas() -> None:
    compartidas, guion = Compartidas[str](9), Guion()
    primero = compartidas.escuchar("k", lambda: guion)
    guion.decir("a", "b")
    assert "".join(hasta(primero, 2)) == "ab"
    segundo = compartidas.escuchar("k", Guion)
    assert segundo.compartido and en_curso(compartidas) == (1, 2)
    lotes = segundo.lotes(5)
    assert next(lotes) == ("a", "b")
    guion.decir("c")
    assert next(lotes) == ("c",)
    guion.decir(FIN)
    assert list(lotes) == []


def test_si_se_va_el_primero_los_demas_siguen() -> None:
    compartidas, guion = Compartidas[str](9), Guion()
    primero, segundo = (compartidas.escuchar("k", lambda: guion) for _ in range(2))
    guion.decir("a")
    assert "".join(hasta(primero, 1)) == "a"
    primero.irse()
    primero.irse()
    assert list(primero.lotes(5)) == [] and not guion.cerrado.is_set()
    guion.decir("b", FIN)
    assert todo(segundo) == "ab"


def test_cuando_se_va_el_ultimo_la_generacion_se_suelta() -> None:
    compartidas, guion = Compartidas[str](9), Guion()
    oyentes = [compartidas.escuchar("k", lambda: guion) for _ in range(3)]
    for oyente in oyentes:
        assert not guion.cerrado.is_set()
        oyente.irse()
    assert guion.cerrado.is_set() and en_curso(compartidas) == (0, 0)
    otro = Guion()
    nuevo = compartidas.escuchar("k", lambda: otro)
    otro.decir("z", FIN)
    assert todo(nuevo) == "z" and not nuevo.compartido


def test_otra_clave_es_otra_generacion() -> None:
    compartidas = Compartidas[str](9)
    guiones = {clave: Guion() for clave in "ab"}
    oyentes = {c: compartidas.escuchar(c, lambda g=g: g) for c, g in guiones.items()}  # type: ignore[misc]
    for clave, guion in guiones.items():
        guion.decir(clave, FIN)
    assert {c: todo(p) for c, p in oyentes.items()} == {"a": "a", "b": "b"}


@pytest.mark.parametrize("maximo", [0, 1, 2])
def test_los_que_comparten_tienen_un_limite(maximo: int) -> None:
    compartidas, guiones = Compartidas[str](maximo), [Guion() for _ in range(5)]
    nuevos = iter(guiones)
    oyentes = [compartidas.escuchar("k", lambda: next(nuevos)) for _ in range(4)]
    assert [p.compartido for p in oyentes].count(True) == maximo
    assert en_curso(compartidas) == (4 - maximo, 4)
    for oyente in oyentes:
        oyente.irse()
    despues = compartidas.escuchar("k", lambda: next(nuevos))
    otro = compartidas.escuchar("k", Guion)
    assert otro.compartido is (maximo > 0)
    despues.irse()
    otro.irse()


def test_lo_que_no_despega_no_deja_rastro() -> None:
    compartidas = Compartidas[str](9)

    def sin_lugar() -> Guion:
        raise LookupError("no hay lugar")

    with pytest.raises(LookupError):
        compartidas.escuchar("k", sin_lugar)
    assert en_curso(compartidas) == (0, 0)


def test_quien_se_sumo_a_uno_que_no_despega_no_se_queda_esperando(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compartidas, guion, sumados = Compartidas[str](9), Guion(), list[Oyente[str]]()

    class SinHilo(threading.Thread):
        """The system has no more threads, and somebody joins just before that is known."""

        def start(self) -> None:
            sumados.append(compartidas.escuchar("k", Guion))
            raise RuntimeError("can't start new thread")

    monkeypatch.setattr("siaa.servicio.hilos.Thread", SinHilo)
    with pytest.raises(RuntimeError):
        compartidas.escuchar("k", lambda: guion)
    assert sumados[0].compartido and list(sumados[0].lotes(5)) == []
    assert guion.cerrado.is_set() and en_curso(compartidas) == (0, 0)


def test_un_origen_que_revienta_termina_para_todos(caplog: pytest.LogCaptureFixture) -> None:
    compartidas, guion = Compartidas[str](9), Guion()
    oyentes = [compartidas.escuchar("k", lambda: guion) for _ in range(2)]
    guion.decir("a", ZeroDivisionError("entrañas"))
    assert [todo(p) for p in oyentes] == ["a", "a"]
    assert guion.cerrado.is_set() and any(r.exc_info for r in caplog.records)


def test_muchos_a_la_vez_oyen_lo_mismo() -> None:
    compartidas, guion = Compartidas[str](99), Guion()
    despegues: list[Guion] = []
    oidos: list[str] = []

    def empezar() -> Guion:
        despegues.append(guion)
        return guion

    def persona() -> None:
        oyente = compartidas.escuchar("k", empezar)
        oidos.append(todo(oyente))
        oyente.irse()

    hilos = [threading.Thread(target=persona) for _ in range(30)]
    for hilo in hilos:
        hilo.start()
    assert esperar(lambda: compartidas.oyentes == 30)
    guion.decir(*"abcdefghij", FIN)
    for hilo in hilos:
        hilo.join(PACIENCIA_S)
    assert oidos == ["abcdefghij"] * 30 and len(despegues) == 1
    assert en_curso(compartidas) == (0, 0)
