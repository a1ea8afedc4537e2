"""How many connections, bodies and open files fit together in what the system lets."""

import logging
import resource
from dataclasses import dataclass
from io import BytesIO
from threading import Lock
from typing import Final

from siaa.acceso.direcciones import Red, leer_direccion
from siaa.errores import SinDescriptores

CONEXIONES_DE_RESERVA: Final = 500
"""Connections that hold no thread: browsers between two requests, and those that say nothing."""
POR_CONEXION: Final = 3
"""Open files of one connection: its socket, and two answers too large to wait in memory."""
OTROS_DESCRIPTORES: Final = 128
"""Open files that are nobody's connection: libraries, documents, the record, the log."""
CUERPO_ADMITIDO: Final = 1024 * 1024
"""The longest body that the application takes, bytes."""
SUBIDA_ADMITIDA: Final = 24 * 1024 * 1024
"""The same of documents that are handed in."""
SUBIR: Final = "/siaa/biblioteca/documentos"
"""Where they are."""
CUERPO_MINIMO: Final = 16 * 1024
"""What the body of any request may hold in memory, bytes: a question always fits."""
CUERPOS_MAXIMOS: Final = 64 * 1024 * 1024
"""What all bodies together may hold beyond that, bytes."""

_diario = logging.getLogger(__name__)


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
