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
DIBUJO_S: Final = 20
"""As above, where a page is drawn: somebody waits for it."""
PIXELES: Final = 4_000_000
"""Of the picture of a page, whatever its size on paper."""
PAGINAS: Final = 1000
CELDAS: Final = 200_000
TEXTO: Final = 8_000_000
"""Characters of the Markdown that is made."""
DESPLEGADO: Final = 256 * MIB
"""What the parts of an office file that are read weigh once they are unpacked, bytes."""

_DE_MARCADO: Final = ("mammoth", "markdownify", "selectolax")
_LECTORES: Final = (
    ("pdf", "pdf", ("pypdfium2", "pdfplumber")),
    ("hojas", "xlsx xlsm csv tsv", ("openpyxl",)),
    ("word", "docx docm", _DE_MARCADO),
    ("marcado", "html htm", _DE_MARCADO),
    ("odf", "odt ods", ("openpyxl", *_DE_MARCADO)),
    ("rtf", "rtf", _DE_MARCADO),
)
CONVERTIBLES: Final = MappingProxyType(
    {extension: modulos for _, cuales, modulos in _LECTORES for extension in cuales.split()}
)
"""Extension → the modules that read such a file."""
LECTORES: Final = MappingProxyType({e: lector for lector, es, _ in _LECTORES for e in es.split()})
"""Extension → which of `lectores/` reads such a file."""
_MIEMBROS: Final = (
    (re.compile(rb"(?s)PK\x01\x02.{42}word/document\.xml"), "docx"),
    (re.compile(rb"(?s)PK\x01\x02.{42}xl/workbook\.xml"), "xlsx"),
    (re.compile(rb"(?s)PK.{28}mimetypeapplication/vnd\.oasis\.opendocument\.text"), "odt"),
    (re.compile(rb"(?s)PK.{28}mimetypeapplication/vnd\.oasis\.opendocument\.spreadsheet"), "ods"),
)
"""The member of a ZIP that tells what it is: in their list, or the first, where ODF says it."""
_TAMBIEN: Final = MappingProxyType({"docm": "docx", "xlsm": "xlsx", "htm": "html", "tsv": "csv"})
"""Extension → the other one of the same kind."""
DE_TEXTO_PLANO: Final = ("html", "csv")
"""What has no sign of its own is what its name says."""
_ENTIDADES = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_SIGNOS: Final = (
    (re.compile(rb"(?s).*?%PDF-"), "pdf"),
    (re.compile(rb"\{\\rtf"), "rtf"),
    (re.compile(rb"(?i)\s*(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html|head|body)\b"), "html"),
)
_DE_NUEVO: Final = "ábralo con su programa y guárdelo de nuevo"
DAÑADO: Final = (
    f"está dañado o le falta una parte: {_DE_NUEVO}; si tampoco abre allí, pida otra copia"
)
CON_CLAVE: Final = "tiene contraseña: ábralo y guárdelo sin ella"
_MANIFIESTO: Final = "META-INF/manifest.xml"
"""What is in an ODF file: nobody here reads it, and old programs write `<!DOCTYPE` in it."""
_VIEJO: Final = (
    "es de un Office anterior a 2007 o tiene contraseña: ábralo y guárdelo sin ella como .docx o "
    ".xlsx"
)
MUERTO: Final = (
    f"leerlo pide más de {MEMORIA // MIB} MiB de memoria o {PROCESADOR_S} s de procesador, los "
    "límites: divídalo; si es pequeño, está dañado"
)
ANIDADO: Final = f"tiene unas partes dentro de otras a demasiada profundidad: {_DE_NUEVO}"


def revisar_celdas(cuantas: int) -> None:
    """Raise `NoSeConvierte` where a table, or all tables, have more cells than they may."""
    if cuantas > CELDAS:
        raise NoSeConvierte(f"tiene una tabla de más de {CELDAS} celdas, el límite: divídala")


def clase_de(nombre: str) -> str:
    """Return which of `CONVERTIBLES` a name says that a file is; "" for none."""
    extension = PurePath(nombre).suffix.lower().removeprefix(".")
    return _TAMBIEN.get(extension, extension) if extension in CONVERTIBLES else ""


def reconocer(nombre: str, datos: bytes) -> str:
    """Return which of `CONVERTIBLES` a file is, whatever its name says. Raises `NoSeConvierte`.

    Nothing in it is unpacked. Only what has no sign of its own is what its name says.
    """
    for signo, clase in _SIGNOS:
        if signo.match(datos[:1024]):
            return clase
    if datos.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _de_zip(nombre, datos)
    if datos.startswith(b"\xd0\xcf\x11\xe0"):
        raise NoSeConvierte(_VIEJO)
    if datos and (clase := clase_de(nombre)) in DE_TEXTO_PLANO:
        return clase
    otra = f"por dentro no es {PurePath(nombre).suffix.lower()}, o está dañado: {_DE_NUEVO}"
    raise NoSeConvierte(otra if datos else "está vacío: pida otra copia")


def _de_zip(nombre: str, datos: bytes) -> str:
    # Only its own list, which is the last: the document may hold others.
    lista = _lista_de_miembros(datos)
    if not lista and clase_de(nombre):
        raise NoSeConvierte(DAÑADO)
    for miembro, clase in _MIEMBROS:
        if miembro.search(lista) or miembro.match(datos):
            return clase
    raise NoSeConvierte("es un archivo comprimido y no se abre: saque los documentos de él")


def _lista_de_miembros(datos: bytes) -> bytes:
    """Return the list that ends a ZIP; nothing where it was cut short, whatever it holds inside."""
    fin, ancho, lugar = datos.rfind(b"PK\x05\x06"), 4, 12
    if datos[fin - 20 : fin - 16] == b"PK\x06\x07":  # it has a longer record before, and says where
        fin, ancho, lugar = int.from_bytes(datos[fin - 12 : fin - 4], "little"), 8, 40
    largo, desde = (
        int.from_bytes(datos[fin + n : fin + n + ancho], "little") for n in (lugar, lugar + ancho)
    )
    return datos[desde:fin] if fin >= 0 and desde + largo == fin else b""


def revisar_zip(datos: bytes) -> None:
    """Look into an office file for what no office writes. Raises `NoSeConvierte`, `BadZipFile`."""
    with zipfile.ZipFile(io.BytesIO(datos)) as comprimido:
        miembros = {m.filename: m for m in comprimido.infolist()}
        if _MANIFIESTO in miembros and b":encryption-data" in comprimido.read(_MANIFIESTO):
            raise NoSeConvierte(CON_CLAVE)
        leidos = [
            m for n, m in miembros.items() if n.endswith((".xml", ".rels")) and n != _MANIFIESTO
        ]
        if sum(miembro.file_size for miembro in leidos) > DESPLEGADO:
            raise NoSeConvierte(
                f"descomprimido pesa más de {DESPLEGADO // MIB} MiB, el límite: divídalo en varios"
            )
        for contenido in map(comprimido.read, leidos):
            if b"\0" in contenido or _ENTIDADES.search(contenido):  # nulls: UTF-16, marked or not
                raise NoSeConvierte(
                    f"define entidades XML, que ningún programa de oficina escribe: {_DE_NUEVO}"
                )
