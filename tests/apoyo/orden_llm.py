"""The command `llm`, each time in a process of its own, whose modules are read once.

To read them costs several times what a command then does. So all processes come from one that has
read them and does nothing else.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import TextIO

from paciencia import PACIENCIA_S

_VIVERO = get_context("forkserver")


def _cumplir(
    argumentos: tuple[str, ...], entorno: Mapping[str, str], dicho: Connection, fallos: Connection
) -> None:
    """What the new process does: the command, as `python -m llm` would."""
    os.environ.clear()
    os.environ.update(entorno)
    os.dup2(dicho.fileno(), 1)
    os.dup2(fallos.fileno(), 2)
    dicho.close()
    fallos.close()
    from llm.cli import cli

    cli(argumentos, prog_name="llm")


@dataclass(frozen=True)
class Orden:
    """A command that was given: what it says and what it complains of."""

    salida: TextIO
    errores: TextIO
    _proceso: BaseProcess

    def estado(self) -> int:
        """Its exit status, once it has ended."""
        self._proceso.join(PACIENCIA_S)
        assert self._proceso.exitcode is not None, "the command did not end"
        return self._proceso.exitcode


@contextmanager
def orden_llm(argumentos: tuple[str, ...], entorno: Mapping[str, str]) -> Iterator[Orden]:
    """Give a command; with the block it ends."""
    _VIVERO.set_forkserver_preload(["llm.cli", __name__])
    (dicho, boca), (fallos, queja) = _VIVERO.Pipe(duplex=False), _VIVERO.Pipe(duplex=False)
    proceso = _VIVERO.Process(target=_cumplir, args=(argumentos, entorno, boca, queja))
    proceso.start()
    boca.close()
    queja.close()
    with dicho, fallos:
        try:
            with (
                open(dicho.fileno(), encoding="utf-8", closefd=False) as salida,
                open(fallos.fileno(), encoding="utf-8", closefd=False) as errores,
            ):
                yield Orden(salida, errores, proceso)
        finally:
            proceso.terminate()
            proceso.join()
            proceso.close()
