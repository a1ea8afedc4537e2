"""Headers that every response carries, so that no browser makes more of it than it is."""

from types import MappingProxyType
from typing import Final

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
