"""A folder → the documents in it, and what else somebody may believe is read."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from siaa.biblioteca.catalogo import NOMBRE_CATALOGO
from siaa.biblioteca.conversion.limites import CONVERTIBLES
from siaa.biblioteca.lecturas import CARPETA_DE_LECTURAS
from siaa.biblioteca.lengua.texto import componer_letras
from siaa.biblioteca.valores import Omitido
from siaa.causas import causa
from siaa.errores import BibliotecaNoDisponible

DE_TEXTO: Final = (".md", ".txt")
EXTENSIONES: Final = (*DE_TEXTO, *(f".{extension}" for extension in CONVERTIBLES))
DE_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]")

_GUARDAR: Final = "ábralo y guárdelo como PDF o como texto (.txt), en esta misma carpeta"
_RAZONES: Final = (
    ("doc", "no se convierte: ábralo con su programa y guárdelo como .docx"),
    ("xls", "no se convierte: ábralo con su programa y guárdelo como .xlsx"),
    ("ppt pptx odp", f"presentación: no se convierte; {_GUARDAR}"),
    ("xml eml msg", f"no se convierte; {_GUARDAR}"),
    (
        "gif jpg jpeg png tif tiff bmp webp svg",
        "imagen: no se lee lo que dice; si tiene texto, escríbalo en un archivo .md o .txt",
    ),
    ("7z rar zip", "comprimido: no se abre; saque de él los documentos"),
)
_OTRA: Final = "no se sabe qué es por su extensión; si es texto, cámbiesela por .txt"
_AJENO = re.compile(
    rf"\.|~\$|.*(?:~|\.(?:tmp|temp|bak|swp|part|crdownload|lnk|jsonl))$"
    rf"|(?:thumbs\.db|desktop\.ini|{re.escape(NOMBRE_CATALOGO)})$",
    re.IGNORECASE | re.DOTALL,
)
"""Hidden, temporary, of the system or ours: nobody believes that these are documents."""
_PROPIOS: Final = (NOMBRE_CATALOGO, "evaluacion.jsonl", "sin_respuesta.jsonl")


def listar(carpeta: Path, tambien: tuple[str, ...] = ()) -> tuple[list[str], list[Omitido]]:
    """List the documents below a folder by relative path, sorted, and what was left out.

    tambien: extensions that are read beside the usual ones; never files that are the library's own.

    Hidden files and folders (a leading dot) are nobody's documents and are not mentioned, nor are
    temporary ones, nor the folder of readings. Raises `BibliotecaNoDisponible`.
    """
    rutas: list[str] = []
    omitidos: list[Omitido] = []
    for base, carpetas, nombres in os.walk(carpeta, onerror=_anotar_fallo(carpeta, omitidos)):
        relativa = Path(base).relative_to(carpeta)
        visibles = [nombre for nombre in carpetas if not nombre.startswith(".")]
        if relativa == Path():
            visibles = [nombre for nombre in visibles if nombre != CARPETA_DE_LECTURAS]
        enlazadas = {nombre for nombre in visibles if os.path.islink(Path(base, nombre))}
        carpetas[:] = [nombre for nombre in visibles if nombre not in enlazadas]
        omitidos.extend(
            Omitido(mostrable(relativa / nombre), "es un enlace a otra carpeta y no se sigue")
            for nombre in enlazadas
        )
        prefijo = "" if base == str(carpeta) else f"{relativa.as_posix()}/"
        for nombre in nombres:
            pedido = nombre.lower().endswith(tambien) and nombre.lower() not in _PROPIOS
            if es_ajeno(nombre.removesuffix(".jsonl") if pedido else nombre):
                continue
            if pedido or nombre.lower().endswith(EXTENSIONES):
                rutas.append(prefijo + nombre)
            else:
                omitidos.append(Omitido(mostrable(prefijo + nombre), razon(nombre)))
    return sorted(rutas), omitidos


def es_ajeno(nombre: str) -> bool:
    """Tell whether a name is one that nobody gives to a document."""
    return bool(_AJENO.match(nombre))


def razon(nombre: str) -> str:
    """Return why a file that is no document is not read, and what to do."""
    extension = os.path.splitext(nombre)[1].removeprefix(".").lower()
    return next((razon for cuales, razon in _RAZONES if extension in cuales.split()), _OTRA)


def _anotar_fallo(carpeta: Path, omitidos: list[Omitido]) -> Callable[[OSError], None]:
    def anotar(error: OSError) -> None:
        if Path(error.filename) == carpeta:
            raise BibliotecaNoDisponible(
                f"La carpeta de documentos «{carpeta}» no se puede leer ({causa(error)}): "
                "créela o indique otra con SIAA_DOCUMENTOS."
            ) from error
        relativa = mostrable(Path(error.filename).relative_to(carpeta))
        omitidos.append(Omitido(relativa, f"la carpeta no se puede leer: {causa(error)}"))

    return anotar


def mostrable(ruta: str | Path) -> str:
    """Return a name as people write it: NFC, whatever the disk's form, and always printable."""
    legible = componer_letras(os.fsencode(ruta).decode("utf-8", "replace"))
    return DE_CONTROL.sub("\ufffd", legible)
