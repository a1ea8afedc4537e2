"""The server of the service alone, on a free port, around another application."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from paciencia import PACIENCIA_S

from siaa.acceso.direcciones import Red
from siaa.servicio.parada import Parada
from siaa.servicio.servidor.conexiones import Plazos
from siaa.servicio.servidor.servidor import Servidor


@contextmanager
def sirviendo(
    app: Any,
    plazos: Plazos | None = None,
    simultaneos: int = 0,
    por_direccion: int = 0,
    proxies: Sequence[Red] = (),
    espera_s: float = 0,
) -> Iterator[int]:
    """Its port; the other arguments are as of `Servidor`."""
    servidor = Servidor(
        app, "127.0.0.1", 0, simultaneos, Parada(), espera_s, plazos, por_direccion, proxies
    )
    hilo = threading.Thread(target=servidor.atender)
    hilo.start()
    try:
        yield servidor.puerto
    finally:
        servidor.parar()
        hilo.join(PACIENCIA_S)
