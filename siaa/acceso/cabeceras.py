"""Headers that every response carries, so that no browser makes more of it than it is."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from siaa.acceso.direcciones import es_de_este_equipo, leer_sitio

POLITICA_MINIMA: Final = "default-src 'none'; frame-ancestors 'none'"
"""What is not a page may load nothing; a page brings a policy of its own."""
CABECERAS: Final = MappingProxyType(
    {
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    }
)


def aislamiento(esquema: str, host: str) -> Mapping[str, str]:
    """Return the header that parts a page from those that opened it, where browsers heed it.

    They do over https and on the machine itself; elsewhere they complain of it in every page.
    """
    sitio = leer_sitio(host)
    segura = esquema == "https" or (sitio is not None and es_de_este_equipo(sitio.nombre))
    return {"Cross-Origin-Opener-Policy": "same-origin"} if segura else {}
