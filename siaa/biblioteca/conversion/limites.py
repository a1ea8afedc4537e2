"""What a document is by its content, and the most that one may ask for. Pure."""

import io
import re
import zipfile
from pathlib import PurePath
from types import MappingProxyType
from typing import Final

from siaa.biblioteca.conversion.piezas import NoSeConvierte

MIB: Final = 1024 * 1024
MEMORIA: Final = 1024 * MIB
"""Of the process that reads a document, bytes of addresses."""
PROCESADOR_S: Final = 300
"""Of the same process, seconds of processor: a busy machine does not change what is converted."""
PAGINAS: Final = 1000
CELDAS: Final = 200_000
TEXTO: Final = 8_000_000
"""Characters of the Markdown that is made."""
DESPLEGADO: Final = 256 * MIB
"""What the parts of an office file that are read weigh once they are unpacked, bytes."""

CONVERTIBLES: Final = MappingProxyType(
    {
        "pdf": ("pypdfium2", "pdfplumber"),
        "xlsx": ("openpyxl",),
        "xlsm": ("openpyxl",),
        **dict.fromkeys(("docx", "docm", "html", "htm"), ("mammoth", "markdownify")),
    }
)
"""Extension → the modules that read such a file."""
_EN_ZIP: Final = ((b"word/document.xml", "docx"), (b"xl/workbook.xml", "xlsx"))
_ENTIDADES = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_HTML = re.compile(rb"\s*(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)
_DE_NUEVO: Final = "ábralo con su programa y guárdelo de nuevo"
DAÑADO: Final = f"no se entiende, o está dañado: {_DE_NUEVO}"
_VIEJO: Final = (
    "es de un Office anterior a 2007 o tiene contraseña: ábralo y guárdelo sin ella como .docx o "
    ".xlsx"
)
MUERTO: Final = (
    f"leerlo pide más de {MEMORIA // MIB} MiB de memoria o {PROCESADOR_S} s de procesador, los "
    "límites: divídalo; si es pequeño, está dañado"
)
DEMASIADAS_CELDAS: Final = f"tiene una tabla de más de {CELDAS} celdas, el límite: divídala"


def reconocer(nombre: str, datos: bytes) -> str:
    """Return which of `CONVERTIBLES` a file is, whatever its name says. Raises `NoSeConvierte`.

    Nothing in it is unpacked. Only what has no sign of its own is a page because its name says so.
    """
    if b"%PDF-" in datos[:1024]:
        return "pdf"
    if datos.startswith(b"PK"):
        for miembro, clase in _EN_ZIP:
            if miembro in datos:
                return clase
        raise NoSeConvierte("es un archivo comprimido y no se abre: saque los documentos de él")
    if datos.startswith(b"\xd0\xcf\x11\xe0"):
        raise NoSeConvierte(_VIEJO)
    extension = PurePath(nombre).suffix.lower()
    if _HTML.match(datos) or extension in (".html", ".htm"):
        return "html"
    raise NoSeConvierte(f"por dentro no es {extension}, o está dañado: {_DE_NUEVO}")


def revisar_zip(datos: bytes) -> None:
    """Look into an office file for what no office writes. Raises `NoSeConvierte`, `BadZipFile`."""
    with zipfile.ZipFile(io.BytesIO(datos)) as comprimido:
        leidos = [m for m in comprimido.infolist() if m.filename.endswith((".xml", ".rels"))]
        if sum(miembro.file_size for miembro in leidos) > DESPLEGADO:
            raise NoSeConvierte(
                f"descomprimido pesa más de {DESPLEGADO // MIB} MiB, el límite: divídalo en varios"
            )
        for contenido in map(comprimido.read, leidos):
            if contenido.startswith((b"\xff\xfe", b"\xfe\xff")) or _ENTIDADES.search(contenido):
                raise NoSeConvierte(
                    f"define entidades XML, que ningún programa de oficina escribe: {_DE_NUEVO}"
                )
