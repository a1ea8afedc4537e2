"""The work that something takes, counted, on a machine of any speed."""

from __future__ import annotations

from collections.abc import Callable
from cProfile import Profile


def llamadas(tarea: Callable[[], object]) -> int:
    """How many functions are called."""
    perfil = Profile()
    perfil.runcall(tarea)
    return sum(entrada.callcount for entrada in perfil.getstats())
