"""Document → overlapping chunks, each with its section."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

TAMANO_FRAGMENTO: Final = 800
SOLAPE_FRAGMENTO: Final = 300
ALCANCE_SALTO: Final = 100
"""A window runs on to the next newline when that is fewer characters away than this."""
CONTEXTO_SECCION: Final = 500
"""How far before a chunk its heading is looked for, in characters."""
SECCION_INICIAL: Final = "INICIO"

_ENCABEZADO_CLASICO = re.compile(r"^#{1,3}\s+(.+)$", re.MULTILINE)
_FORMATO = re.compile("[*_`]")


class Fragmento(NamedTuple):
    """A chunk as offsets `[inicio, fin)` into its document's text, with its section."""

    indice: int
    inicio: int
    fin: int
    seccion: str


def chunking_con_solapamiento(contenido: str) -> list[dict[str, str | int]]:
    """Split a text into chunks of 800 characters every 500 (overlap 300).

    A window that does not reach the end runs on to the next newline if that is less than 100
    characters away. Returns `{"texto", "seccion", "indice"}` for each, in order.
    """
    return [
        {"texto": contenido[f.inicio : f.fin], "seccion": f.seccion, "indice": f.indice}
        for f in fragmentar(contenido, TAMANO_FRAGMENTO, SOLAPE_FRAGMENTO)
    ]


@lru_cache(maxsize=64)  # a question asks for two or three documents
def fragmentar(contenido: str, tamano: int, solape: int) -> tuple[Fragmento, ...]:
    """Split a text into chunks of `tamano` characters that overlap by `solape`."""
    return tuple(
        Fragmento(indice, inicio, fin, seccion_clasica(contenido, inicio, fin))
        for indice, (inicio, fin) in enumerate(_ventanas(contenido, tamano, solape))
    )


def comienzos(contenido: str, tamano: int, solape: int) -> range:
    """Return where the chunks of a text start."""
    return range(0, len(contenido), tamano - solape)


def _ventanas(contenido: str, tamano: int, solape: int) -> Iterator[tuple[int, int]]:
    total = len(contenido)
    for inicio in comienzos(contenido, tamano, solape):
        fin = min(inicio + tamano, total)
        if fin < total:
            salto = contenido.find("\n", fin, fin + ALCANCE_SALTO)
            fin = salto if salto != -1 else fin
        yield inicio, fin


def seccion_clasica(contenido: str, inicio: int, fin: int) -> str:
    """Return the last heading in the 500 characters before a chunk plus the chunk itself.

    Without `*_` and backticks, trimmed, upper case; `INICIO` when there is none.
    """
    cerca = contenido[max(0, inicio - CONTEXTO_SECCION) : fin]
    titulos = _ENCABEZADO_CLASICO.findall(cerca) if "#" in cerca else ()
    if not titulos:
        return SECCION_INICIAL
    return _FORMATO.sub("", titulos[-1]).strip().upper()
