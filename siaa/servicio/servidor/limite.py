"""How much each client may ask: at most so many consultations in any 60 seconds."""

import math
import time
from collections import deque
from collections.abc import Callable
from ipaddress import IPv6Address, IPv6Network
from threading import Lock
from typing import Final

from cachetools import TTLCache

from siaa.acceso.direcciones import leer_direccion

VENTANA_S: Final = 60.0
CLIENTES_MAXIMOS: Final = 10_000
FALLOS_POR_MINUTO: Final = 10
PREFIJO_IPV6: Final = 64
"""What a provider gives to one customer, who may use any address of it."""


class Limite:
    """Owns the counts. `_por_cliente`, guarded by `_cambio`, has for each client the times at
    which it was let in, within the window.

    `por_minuto`: 0 for no limit. `reloj`: seconds, never backwards. When `clientes` are
    remembered, a new one makes the one seen least recently start afresh.
    """

    def __init__(
        self,
        por_minuto: int,
        reloj: Callable[[], float] = time.monotonic,
        clientes: int = CLIENTES_MAXIMOS,
    ) -> None:
        self.por_minuto = por_minuto
        self._reloj = reloj
        self._cambio = Lock()
        self._por_cliente: TTLCache[str, deque[float]] = TTLCache(clientes, VENTANA_S, reloj)

    def espera_s(self, cliente: str, contar: bool = True) -> int:
        """Count a consultation of an address; return 0, or the seconds until one is let in.

        contar: else this is only a look.
        """
        if not self.por_minuto:
            return 0
        with self._cambio:
            ahora, grupo = self._reloj(), agrupar(cliente)
            veces = self._por_cliente.get(grupo, deque())
            while veces and veces[0] <= ahora - VENTANA_S:
                veces.popleft()
            if len(veces) >= self.por_minuto:
                return max(1, math.ceil(veces[0] + VENTANA_S - ahora))
            if contar:
                veces.append(ahora)
                self._por_cliente[grupo] = veces
            return 0


class Freno:
    """Slows down whoever tries tokens: so many wrong ones of an address in any 60 seconds, and
    for a while none of its tokens is looked at, not even the right one.

    The same wrong token again, as an open page sends it, is no further try.
    """

    def __init__(self, reloj: Callable[[], float] = time.monotonic) -> None:
        self._fallos = Limite(FALLOS_POR_MINUTO, reloj)
        self._repetidos = Limite(1, reloj)

    def espera_s(self, cliente: str) -> int:
        """Return the seconds until a token of an address is looked at again; 0 for at once."""
        return self._fallos.espera_s(cliente, contar=False)

    def anotar(self, cliente: str, dado: str) -> None:
        """Take note that an address gave something that is not the token."""
        if not self._repetidos.espera_s(f"{agrupar(cliente)} {hash(dado)}"):
            self._fallos.espera_s(cliente)


def agrupar(cliente: str) -> str:
    """Return what counts as one client: an address, or the network of an IPv6 one."""
    direccion = leer_direccion(cliente)
    if isinstance(direccion, IPv6Address):
        return str(IPv6Network((direccion, PREFIJO_IPV6), strict=False))
    return cliente if direccion is None else str(direccion)
