"""How much each client may ask, and how many connections, bodies and open files fit together."""

import logging
import math
import resource
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from ipaddress import IPv6Address, IPv6Network
from threading import Lock
from typing import Final

from cachetools import TTLCache

from siaa.acceso.direcciones import Red, leer_direccion
from siaa.errores import SinDescriptores

CONEXIONES_DE_RESERVA: Final = 500
"""Connections that hold no thread: browsers between two requests, and those that say nothing."""
POR_CONEXION: Final = 3
"""Open files of one connection: its socket, and two answers too large to wait in memory."""
OTROS_DESCRIPTORES: Final = 128
"""Open files that are nobody's connection: libraries, documents, the record, the log."""
CUERPO_ADMITIDO, SUBIDA_ADMITIDA = 1024 * 1024, 24 * 1024 * 1024
"""The longest body that the application takes, and with documents that are handed in, bytes."""
SUBIR: Final = "/siaa/biblioteca/documentos"
CUERPO_MINIMO: Final = 16 * 1024
"""What the body of any request may hold in memory, bytes: a question always fits."""
CUERPOS_MAXIMOS: Final = 64 * 1024 * 1024
"""What all bodies together may hold beyond that, bytes."""

_diario = logging.getLogger(__name__)
VENTANA_S: Final = 60.0
CLIENTES_MAXIMOS: Final = 10_000
FALLOS_POR_MINUTO: Final = 10
PREFIJO_IPV6: Final = 64
"""What a provider gives to one customer, who may use any address of it."""


@dataclass(frozen=True, slots=True)
class Cupos:
    """How many connections there may be at once, and of one address that is no proxy; 0 for any."""

    en_total: int
    por_direccion: int = 0
    exentas: tuple[Red, ...] = ()

    def de(self, direccion: str) -> int:
        """Return how many connections an address may have."""
        leida = leer_direccion(direccion)
        exenta = leida is not None and any(leida in red for red in self.exentas)
        return self.en_total if exenta or not self.por_direccion else self.por_direccion


class Cuerpos:
    """Owns what all bodies hold in memory beyond their minimum, bytes; `_candado` guards it."""

    def __init__(self, maximo: int = CUERPOS_MAXIMOS) -> None:
        self._libre = maximo
        self._candado = Lock()

    def tomar(self, cuanto: int) -> bool:
        """Take so many bytes, if there are as many; fewer than none gives them back."""
        with self._candado:
            if cuanto > self._libre:
                return False
            self._libre -= cuanto
            return True


class CuerpoRecibido:
    """The body of a request as it comes: kept in memory up to `maximo` bytes, never in a file.

    One that is longer is only counted: the application refuses it by its length. `lleno`: there
    was no room for it among those of others.
    """

    def __init__(self, cuerpos: Cuerpos, maximo: int) -> None:
        self._cuerpos = cuerpos
        self._maximo = maximo
        self._largo = self._tomado = 0
        self._datos = BytesIO()
        self.lleno = False

    def __len__(self) -> int:
        return self._largo

    def append(self, datos: bytes) -> None:
        """Take what came."""
        self._largo += len(datos)
        if self._largo > self._maximo:
            self.close()
            return
        falta = max(0, self._largo - CUERPO_MINIMO - self._tomado)
        self.lleno = self.lleno or not self._cuerpos.tomar(falta)
        if not self.lleno:
            self._tomado += falta
            self._datos.write(datos)

    def getfile(self) -> BytesIO:
        """Return what is kept, to be read from its beginning."""
        self._datos.seek(0)
        return self._datos

    def close(self) -> None:
        """Keep nothing more, and give back the room. Idempotent."""
        self._cuerpos.tomar(-self._tomado)
        self._tomado = 0
        self._datos = BytesIO()


def repartir(hilos: int) -> int:
    """Return how many connections to hold at once, raising the limit of open files for them.

    Warns if the system lets fewer than it should; raises `SinDescriptores` where not even every
    thread could have its connection.
    """
    # Each thread may have a connection to the model, or a file that it sends.
    de_hilos = hilos + OTROS_DESCRIPTORES
    deseadas = hilos + CONEXIONES_DE_RESERVA
    necesarios = deseadas * POR_CONEXION + de_hilos
    permitidos = ampliar_archivos(necesarios)
    permitidas = (permitidos - de_hilos) // POR_CONEXION
    consejo = (
        f"El sistema solo deja a SIAA {permitidos} archivos abiertos: suba el límite («ulimit -n "
        f"{necesarios}», o LimitNOFILE={necesarios} en systemd), o baje SIAA_COLA y "
        "SIAA_COMPARTIDAS."
    )
    if permitidas < hilos:
        raise SinDescriptores(consejo)
    if permitidas < deseadas:
        _diario.warning("%s Con muchas conexiones cerrará las que no dicen nada.", consejo)
    return min(deseadas, permitidas)


def ampliar_archivos(necesarios: int) -> int:
    """Let this process hold so many files open, if the system agrees; return how many it lets."""
    blando, duro = resource.getrlimit(resource.RLIMIT_NOFILE)
    if blando == resource.RLIM_INFINITY or blando >= necesarios:
        return necesarios
    nuevo = necesarios if duro == resource.RLIM_INFINITY else min(necesarios, duro)
    resource.setrlimit(resource.RLIMIT_NOFILE, (nuevo, duro))
    return nuevo


class Limite:
    """Owns the counts. `_por_cliente`, guarded by `_cambio`, has for each client the last times at
    which it was let in, as many as it may be within the window.

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
            veces = self._por_cliente.get(grupo, deque(maxlen=self.por_minuto))
            if len(veces) == self.por_minuto and veces[0] > ahora - VENTANA_S:
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
