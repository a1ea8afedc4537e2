"""The files of a library: listed, measured and read, as they lie there or as somebody would have
them. Nothing here is analysed.
"""

import os
import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from siaa.biblioteca.catalogo import NOMBRE_CATALOGO
from siaa.biblioteca.conversion.limites import CONVERTIBLES, MIB
from siaa.biblioteca.disco import Dudoso, abrir_corriente
from siaa.biblioteca.lecturas import CARPETA_DE_LECTURAS
from siaa.biblioteca.lengua.numeros import escribir_numero
from siaa.biblioteca.lengua.texto import componer_letras
from siaa.biblioteca.valores import Omitido
from siaa.errores import BibliotecaNoDisponible, causa, con_remedio, dichos

DE_TEXTO: Final = (".md", ".txt")
EXTENSIONES: Final = (*DE_TEXTO, *(f".{extension}" for extension in CONVERTIBLES))
ENLAZADA: Final = "es un enlace a otra carpeta y no se sigue: cópiela aquí"
DE_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]")

_QUE_HACER: Final = MappingProxyType(
    {
        FileNotFoundError: "créela",
        PermissionError: "dé permiso de leerla al usuario con que corre SIAA",
    }
)
_AJENO = re.compile(
    rf"\.|~\$|.*(?:~|\.(?:tmp|temp|bak|swp|part|crdownload|lnk|jsonl))$"
    rf"|(?:thumbs\.db|desktop\.ini|{re.escape(NOMBRE_CATALOGO)})$",
    re.IGNORECASE | re.DOTALL,
)
"""Hidden, temporary, of the system or ours: nobody believes that these are documents."""
_LECTURAS: Final = Path(CARPETA_DE_LECTURAS)
_PROPIOS: Final = (NOMBRE_CATALOGO, "evaluacion.jsonl", "sin_respuesta.jsonl")
Propuesta = Mapping[str, bytes | None]
"""Files of a folder, by path, as somebody would have them: their content, or None for no file."""
NADA: Final[Propuesta] = MappingProxyType({})


class EnDisco(NamedTuple):
    """How much a file weighs, bytes, and when its content was last written."""

    octetos: int
    escrito: datetime


def listar(
    carpeta: Path, tambien: tuple[str, ...] = (), propuesta: Propuesta = NADA
) -> tuple[list[str], list[Omitido]]:
    """List the documents below a folder by relative path, sorted, and what was left out.

    tambien: extensions that are read beside the usual ones; never files that are the library's own.
    propuesta: documents, or the catalogue, as if they were there.
    Hidden files and folders (a leading dot) are nobody's documents and are not mentioned, nor are
    temporary ones, nor the folder of readings. Raises `BibliotecaNoDisponible`.
    """
    rutas: list[str] = []
    omitidos: list[Omitido] = []
    for base, carpetas, nombres in os.walk(carpeta, onerror=_anotar_fallo(carpeta, omitidos)):
        relativa = Path(base).relative_to(carpeta)
        visibles = [n for n in carpetas if n[0] != "." and relativa / n != _LECTURAS]
        carpetas[:] = [n for n in visibles if not os.path.islink(Path(base, n))]
        enlazadas = [mostrable(relativa / n) for n in visibles if n not in carpetas]
        omitidos += [Omitido(enlazada, ENLAZADA) for enlazada in enlazadas]
        for nombre in nombres:
            ruta = (relativa / nombre).as_posix()
            pedido = nombre.lower().endswith(tambien) and nombre.lower() not in _PROPIOS
            if es_ajeno(nombre.removesuffix(".jsonl") if pedido else nombre):
                continue
            if pedido or nombre.lower().endswith(EXTENSIONES):
                rutas.append(ruta)
            else:
                omitidos.append(Omitido(mostrable(ruta), razon(nombre)))
    puestas = {ruta for ruta, datos in propuesta.items() if datos is not None} - {NOMBRE_CATALOGO}
    en_pie = puestas.union(ruta for ruta in rutas if ruta not in propuesta)
    return sorted(en_pie), [o for o in omitidos if o.archivo not in propuesta]


def es_ajeno(nombre: str) -> bool:
    """Tell whether a name is one that nobody gives to a document."""
    return bool(_AJENO.match(nombre))


def razon(nombre: str) -> str:
    """Return why a file that is no document is not read, and what to do."""
    extension = os.path.splitext(nombre)[1].removeprefix(".").lower()
    return dichos("no_se_lee").get(extension) or dichos("no_se_lee")["otra"]


def _anotar_fallo(carpeta: Path, omitidos: list[Omitido]) -> Callable[[OSError], None]:
    def anotar(error: OSError) -> None:
        if Path(error.filename) == carpeta:
            raise BibliotecaNoDisponible(
                f"La carpeta de documentos «{carpeta}» no se puede leer ({causa(error)}): "
                f"{_QUE_HACER.get(type(error), 'revísela')}, o indique otra con SIAA_DOCUMENTOS."
            ) from error
        relativa = mostrable(Path(error.filename).relative_to(carpeta))
        omitidos.append(Omitido(relativa, f"la carpeta no se puede leer ({con_remedio(error)})"))

    return anotar


def mostrable(ruta: str | Path) -> str:
    """Return a name as people write it: NFC, whatever the disk's form, and always printable."""
    legible = componer_letras(os.fsencode(ruta).decode("utf-8", "replace"))
    return DE_CONTROL.sub("\ufffd", legible)


def medir(carpeta: Path, rutas: Iterable[str]) -> dict[str, EnDisco]:
    """Look at files without opening them; those that are not there are left out."""
    vistos = ((ruta, estado(f"{carpeta}/{ruta}")) for ruta in rutas)
    return {
        ruta: EnDisco(octetos, datetime.fromtimestamp(escrito / 1e9, UTC))
        for ruta, (octetos, escrito, _) in vistos
        if octetos >= 0
    }


def estado(ruta: str) -> tuple[int, int, int]:
    """Size and times (content, anything) of a file; every change to it changes the last one."""
    try:
        estado = os.stat(ruta)
    except OSError:
        return (-1, -1, -1)
    return (estado.st_size, estado.st_mtime_ns, estado.st_ctime_ns)


def esta(carpeta: Path, ruta: str, propuesta: Propuesta) -> bool:
    """Tell whether a folder would have a file."""
    if ruta in propuesta:
        return propuesta[ruta] is not None
    return os.path.lexists(carpeta / ruta)


def leer_bytes(carpeta: Path, ruta: str, max_bytes: int, propuesta: Propuesta = NADA) -> bytes:
    """Read a regular file inside the folder, its links resolved. Raises `Dudoso`, `OSError`."""
    datos = propuesta[ruta] if ruta in propuesta else _leer_de(carpeta, ruta, max_bytes)
    if datos is None:
        raise FileNotFoundError(ruta)
    if len(datos) > max_bytes:
        limite = escribir_numero(max_bytes / MIB, ".3g")
        raise Dudoso(
            f"pesa más que el límite de {limite} MiB: divídalo, o suba SIAA_MAX_BYTES_DOCUMENTO"
        )
    return datos


def _leer_de(carpeta: Path, ruta: str, max_bytes: int) -> bytes:
    """Read as much as tells whether a file is too large."""
    raiz = os.path.realpath(carpeta)
    real = Path(os.path.realpath(os.path.join(carpeta, ruta), strict=True))
    if not real.is_relative_to(raiz):
        raise Dudoso(
            "es un enlace que sale de la carpeta de documentos: ponga una copia en su lugar"
        )
    with abrir_corriente(real, os.O_NOFOLLOW) as archivo:
        return archivo.read(max_bytes + 1)


def hallar_ruta(carpeta: Path, mostrada: str) -> str:
    """Return the path on disk of a document that is shown by another spelling of it."""
    rutas, _ = listar(carpeta)
    return next((ruta for ruta in rutas if mostrable(ruta) == mostrada), mostrada)
