"""Remembered answers: bounded, the least used go first, each goes when its time is up."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from siaa.servicio.modelo.compartidas import Cache, EstadoCache, RespuestaGuardada


@dataclass
class Reloj:
    """A clock that the test moves, in seconds."""

    ahora: float = 1000.0

    def __call__(self) -> float:
        return self.ahora


def guardada(texto: str = "Siete días.") -> RespuestaGuardada:
    creada = datetime(2026, 1, 2, tzinfo=UTC)
    return RespuestaGuardada(texto, creada)


def test_se_encuentra_lo_que_se_guardo() -> None:
    cache = Cache(2, 1)
    assert cache.buscar("a") is None
    cache.guardar("a", guardada("uno"))
    cache.guardar("a", guardada("dos"))
    assert cache.buscar("a") == guardada("dos")
    assert cache.estado() == EstadoCache(True, 1, 2, 1, aciertos=1, fallos=1)


def test_se_va_la_menos_usada() -> None:
    cache = Cache(2, 1)
    for clave in "ab":
        cache.guardar(clave, guardada(clave))
    assert cache.buscar("a")
    cache.guardar("c", guardada("c"))
    assert [bool(cache.buscar(clave)) for clave in "abc"] == [True, False, True]


def test_cada_una_dura_lo_suyo_aunque_se_use() -> None:
    reloj = Reloj()
    cache = Cache(9, 2, reloj)
    cache.guardar("a", guardada("a"))
    reloj.ahora += 3600
    cache.guardar("b", guardada("b"))
    assert cache.buscar("a")
    reloj.ahora += 3600
    assert cache.buscar("a") is None and cache.buscar("b") == guardada("b")
    assert cache.estado().entradas == 1
    reloj.ahora += 3600
    assert cache.buscar("b") is None and cache.estado().entradas == 0


def test_de_ninguna_no_se_guarda_nada() -> None:
    cache = Cache(0, 1)
    cache.guardar("a", guardada())
    assert cache.buscar("a") is None
    assert (cache.estado().activa, cache.estado().entradas) == (False, 0)


def test_vaciar_dice_cuantas_eran() -> None:
    cache = Cache(9, 1)
    for clave in "123":
        cache.guardar(clave, guardada())
    assert (cache.vaciar(), cache.vaciar()) == (3, 0)
    assert cache.buscar("1") is None


def test_la_que_alguien_hallo_mala_no_vuelve() -> None:
    """Nor any of its key, until the administrator forgets them all."""
    cache = Cache(2, 1)
    cache.guardar("a", guardada())
    cache.entregar("a", "q1")
    cache.desechar("de nadie")
    assert cache.buscar("a")
    cache.desechar("q1")
    cache.guardar("a", guardada())
    assert cache.buscar("a") is None and cache.estado().entradas == 0
    cache.vaciar()
    cache.guardar("a", guardada())
    assert cache.buscar("a")
    nada = Cache(0, 1)
    nada.entregar("a", "q1")
    nada.desechar("q1")


@given(st.integers(1, 4), st.lists(st.tuples(st.booleans(), st.sampled_from("abcdef"))))
def test_como_un_diccionario_en_orden_de_uso(maximo: int, pasos: list[tuple[bool, str]]) -> None:
    cache, lenta = Cache(maximo, 1), OrderedDict[str, RespuestaGuardada]()
    for numero, (guardar, clave) in enumerate(pasos):
        if guardar:
            lenta[clave] = guardada(f"{numero}")
            cache.guardar(clave, lenta[clave])
            lenta.move_to_end(clave)
            if len(lenta) > maximo:
                lenta.popitem(last=False)
        else:
            assert cache.buscar(clave) == lenta.get(clave)
            if clave in lenta:
                lenta.move_to_end(clave)
    assert cache.estado().entradas == len(lenta)
    assert all(cache.buscar(clave) == lenta.get(clave) for clave in "abcdef")
