"""The server of the service alone, on a free port, around another application."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any
from unittest.mock import patch

from paciencia import PACIENCIA_S

from siaa.acceso.direcciones import Red
from siaa.servicio.parada import Parada
from siaa.servicio.servidor import conexiones
from siaa.servicio.servidor.servidor import Servidor


@contextmanager
def sirviendo(
    app: Any,
    plazos: Mapping[str, float] = MappingProxyType({"PETICION_S": conexiones.PETICION_S}),
    simultaneos: int = 0,
    por_direccion: int = 0,
    proxies: Sequence[Red] = (),
    espera_s: float = 0,
) -> Iterator[int]:
    """Its port. plazos: other times than those of `conexiones`; the rest is as of `Servidor`."""
    servidor = Servidor(
        app, "127.0.0.1", 0, simultaneos, Parada(), espera_s, por_direccion, proxies
    )
    hilo = threading.Thread(target=servidor.atender)
    with patch.multiple(conexiones, **plazos):
        hilo.start()
        try:
            yield servidor.puerto
        finally:
            servidor.parar()
            hilo.join(PACIENCIA_S)
