"""What travels compressed: pages, scripts, styles and drawings; never a stream."""

import gzip
from functools import lru_cache
from typing import Final

from flask import Response, request

COMPRIMIDOS: Final = frozenset(("text/html", "text/css", "text/javascript", "image/svg+xml"))
MINIMO: Final = 600
"""Bytes below which there is nothing to gain: they go in one packet either way."""
ARCHIVOS: Final = 128
"""Files kept compressed, more than there are; a page is compressed anew at each look."""
NIVEL_DE_ARCHIVO, NIVEL_DE_PAGINA = 9, 5


@lru_cache(ARCHIVOS)
def _archivo(datos: bytes) -> bytes:
    return gzip.compress(datos, NIVEL_DE_ARCHIVO, mtime=0)


def comprimir(respuesta: Response) -> Response:
    """Compress what a client accepts so. The ETag of a file is weak: it names both ways."""
    if respuesta.mimetype not in COMPRIMIDOS or respuesta.status_code not in (200, 304):
        return respuesta
    respuesta.vary.add("Accept-Encoding")
    etiqueta, _ = respuesta.get_etag()
    if etiqueta is not None:
        respuesta.set_etag(etiqueta, weak=True)
    if respuesta.status_code == 200 and request.accept_encodings["gzip"] > 0:
        respuesta.direct_passthrough = False
        datos = respuesta.get_data()
        if len(datos) >= MINIMO:
            de_pagina = etiqueta is None
            hecho = gzip.compress(datos, NIVEL_DE_PAGINA, mtime=0) if de_pagina else _archivo(datos)
            respuesta.set_data(hecho)
            respuesta.content_encoding = "gzip"
    return respuesta
