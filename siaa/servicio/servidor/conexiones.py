"""A connection of Waitress, with less patience and one mind about where a request ends."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, Final

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.task import ErrorTask

from siaa.acceso.cabeceras import CABECERAS, POLITICA_MINIMA
from siaa.errores import ErrorInterno, PeticionDemasiadoGrande, PeticionInvalida

_QUEJAS: Final = MappingProxyType(
    {
        HTTPStatus.BAD_REQUEST: (PeticionInvalida.codigo, "La petición no es HTTP válido."),
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE: (
            PeticionDemasiadoGrande.codigo,
            PeticionDemasiadoGrande.mensaje_base,
        ),
        HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE: (
            "cabeceras_demasiado_grandes",
            "La dirección y las cabeceras de la petición superan 16 KiB: acórtelas.",
        ),
        HTTPStatus.NOT_IMPLEMENTED: (
            PeticionInvalida.codigo,
            "El servicio no entiende esa forma de enviar el cuerpo (Transfer-Encoding).",
        ),
    }
)
_OTRA: Final = (ErrorInterno.codigo, ErrorInterno.mensaje_base)


@dataclass(frozen=True, slots=True)
class Plazos:
    """Patience with clients, seconds: for a whole request to come, and for any byte to move."""

    peticion_s: float = 30.0
    inactividad_s: float = 60.0


class LectorHTTP(HTTPRequestParser):  # type: ignore[misc]
    """Reads requests, and refuses those of which two readers could see two different ends."""

    def parse_header(self, header_plus: bytes) -> None:
        """Read the head of a request.

        Raises `ParsingError` when its length is told twice, or a header goes on in another line,
        where one reader sees one header and another two.
        """
        if b"\r\n " in header_plus or b"\r\n\t" in header_plus:
            raise ParsingError("obs-fold")
        super().parse_header(header_plus)
        sin_leer = "TRANSFER_ENCODING" in self.headers
        if sin_leer or (self.chunked and "CONTENT_LENGTH" in self.headers):
            raise ParsingError("Transfer-Encoding")


class Negativa(ErrorTask):  # type: ignore[misc]
    """Answers what never reaches the application, in the one shape of errors."""

    def execute(self) -> None:
        """Write the answer and end the connection."""
        error = self.request.error
        codigo, mensaje = _QUEJAS.get(error.code, _OTRA)
        datos = {"error": {"codigo": codigo, "mensaje": mensaje, "detalle": {}}}
        cuerpo = json.dumps(datos, ensure_ascii=False).encode()
        self.status = f"{error.code} {error.reason}"
        self.response_headers.extend(
            [
                ("Content-Type", "application/json"),
                ("Content-Security-Policy", POLITICA_MINIMA),
                *CABECERAS.items(),
            ]
        )
        self.set_close_on_finish()
        self.content_length = len(cuerpo)
        self.write(cuerpo)


class Conexion(HTTPChannel):  # type: ignore[misc]
    """A connection that knows since when its client owes something. Only for the main thread.

    `_recibe_desde`: when the request that is still coming began. `_debe_desde`: when it was last
    seen without anything left to send.
    """

    parser_class = LectorHTTP
    error_task_class = Negativa

    def __init__(self, *dados: Any, **otros: Any) -> None:
        self._recibe_desde = self._debe_desde = time.time()
        super().__init__(*dados, **otros)

    def received(self, data: bytes) -> bool:
        """Take bytes from the client, noting when they begin another request."""
        antes = self.request
        tomados: bool = super().received(data)
        if self.request is not antes:
            self._recibe_desde = time.time()
        return tomados

    def vencido(self, plazos: Plazos, ahora: float) -> bool:
        """Tell whether the client has had all the time that it gets."""
        if not self.total_outbufs_len:
            self._debe_desde = ahora
        if self.requests:
            movido = max(self._debe_desde, self.last_activity)
            return bool(ahora - movido > plazos.inactividad_s)
        if self.request is not None and ahora - self._recibe_desde > plazos.peticion_s:
            return True
        return bool(ahora - self.last_activity > plazos.inactividad_s)
