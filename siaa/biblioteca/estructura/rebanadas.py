"""What kind of content a document is, and what kind a question asks for. Pure.

A document is told by its extension, by its first line or by how its text looks; its passages are
slices of that kind. What holds codes of products is told by its columns.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import PurePath
from types import MappingProxyType
from typing import Final

from siaa.biblioteca.lengua.texto import corridas, plegar

CODIGO: Final = "code"
DOCS: Final = "docs"
PRODUCTO: Final = "erp_product"
REVISADO: Final = 4000
"""How far into a document its kind is looked for, in characters."""
LARGO_REVISADO: Final = 200
"""How much of each line is looked at for it, in characters."""
PARTE_DE_CODIGO: Final = 0.3
"""Share of the lines that look like code from which on a text is code."""
_POR_EXTENSION: Final = (
    (CODIGO, "py python", "sh bash", "js javascript", "ts typescript", "sql sql", "java java"),
    (CODIGO, "c c", "cs csharp", "go go", "php php", "rb ruby", "rs rust", "ps1 powershell"),
    ("config", "toml toml", "yaml yaml", "yml yaml", "ini ini", "cfg ini"),
    ("data", "csv csv", "tsv tsv", "json json", "jsonl jsonl"),
    (DOCS, "md markdown", "pdf pdf", "docx word", "docm word", "html html", "htm html"),
    ("data", "xlsx excel", "xlsm excel"),
)
LENGUAJES: Final = MappingProxyType(
    {
        f".{extension}": (tipo, lenguaje)
        for tipo, *pares in _POR_EXTENSION
        for extension, lenguaje in map(str.split, pares)
    }
)
"""Extension → type of slice and language."""
ESTRUCTURADAS: Final = tuple(
    extension
    for extension, (tipo, lenguaje) in LENGUAJES.items()
    if tipo in (CODIGO, "config", "data") and lenguaje != "excel"
)
"""The files that are only read where routes are configured."""
_SHEBANG = re.compile(r"#!.*?\b(python|bash|sh|node|perl|ruby)")
_RENGLON_DE_CODIGO = re.compile(
    r"\s*(?:def |class |import |from \S+ import |function\b|return\b|const |let |var |public "
    r"|private |SELECT |INSERT |UPDATE |CREATE |#include|[}{]\s*$)"
    r"|.*(?:\{\s*$|\w\(.*\)\s*[:;]?\s*$)"
)
_PALABRA_DE_CODIGO = re.compile(
    r"\b(?:def|import|null|async|await|lambda|traceback|stack ?trace|select \*)\b|\w\(\)|[{}]|=="
    r"|=>|::|\w_\w{1,40}\(|[a-z][A-Z]\w{0,40}\(|\.(?:py|js|sql|sh)\b|```"
)
_CODIGO_DE_PRODUCTO = re.compile(r"\b(?!(?:SU|[ACT])-)[A-Z]{1,3}-\d{4,6}\b")
"""As `W-44910`; what begins as a ruling of the Constitutional Court does (`T-1234`) is none."""
_DE_PRODUCTO: Final = frozenset({"sku", "upc"})
_QUIZA_DE_PRODUCTO: Final = frozenset({"codigo", "referencia"})
_PALABRAS_DE_PRODUCTO = re.compile(r"\b(?:sku|upc|referencias?|numero de modelo)\b")
_CAMPO = re.compile(r"^\| ([^|:\n]{1,40}): ", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Rebanada:
    """The kind of the slices of a document. confidence: 0 to 1; reasons: in Spanish."""

    slice_type: str
    slice_language: str
    confidence: float
    reasons: tuple[str, ...]


def clasificar_documento(
    ruta: str, contenido: str, propios: Mapping[str, str], importado: bool
) -> Rebanada:
    """Tell what kind of content a document is.

    propios: extension → type, where the administrator has types of his own. importado: whether its
    collection is an import of products.
    """
    extension = PurePath(ruta).suffix.lower()
    tipo, lenguaje = LENGUAJES.get(extension, ("other", ""))
    if importado:
        return Rebanada(PRODUCTO, lenguaje, 1.0, ("su colección es una importación de productos",))
    if extension in propios:
        reason = f"routing.slice_types dice que {extension} es «{propios[extension]}»"
        return Rebanada(propios[extension], lenguaje, 1.0, (reason,))
    comienzo = contenido[:REVISADO]
    if tipo == "data" and (reason := _tiene_productos(comienzo)):
        return Rebanada(PRODUCTO, lenguaje, 0.9, (f"extensión {extension}", reason))
    if tipo != "other":
        return Rebanada(tipo, lenguaje, 0.95, (f"extensión {extension}",))
    if shebang := _SHEBANG.match(comienzo):
        return Rebanada(CODIGO, shebang[1], 0.9, (f"empieza por {shebang[0]}",))
    renglones = [renglon[:LARGO_REVISADO] for renglon in comienzo.split("\n") if renglon.strip()]
    parte = sum(map(bool, map(_RENGLON_DE_CODIGO.match, renglones))) / max(len(renglones), 1)
    if parte >= PARTE_DE_CODIGO:
        return Rebanada(CODIGO, "", 0.6, (f"el {100 * parte:.0f} % de sus líneas parece código",))
    return Rebanada(DOCS if renglones else "other", "", 0.6, ("se lee como prosa",))


def _tiene_productos(comienzo: str) -> str:
    """Return why some rows are of products; empty if they are not."""
    campos = set(chain.from_iterable(corridas(plegar(c)) for c in _CAMPO.findall(comienzo)))
    if nombrado := sorted(campos & _DE_PRODUCTO):
        return f"tiene una columna «{nombrado[0]}»"
    codigo = _CODIGO_DE_PRODUCTO.search(comienzo)
    if campos & _QUIZA_DE_PRODUCTO and codigo:
        return f"tiene códigos de producto como «{codigo[0]}»"
    return ""


def clasificar_pregunta(texto: str, herramienta: str) -> tuple[str, tuple[str, ...]]:
    """Return the name of the route that a question wants, and why.

    herramienta: the tool of the program that asks («code_refactor»), or empty.
    """
    if CODIGO in corridas(plegar(herramienta).replace("_", " ")):
        return CODIGO, (f"la herramienta es «{herramienta}»",)
    if codigo := _CODIGO_DE_PRODUCTO.search(texto):
        return "erp", (f"nombra el producto «{codigo[0]}»",)
    if palabra := _PALABRAS_DE_PRODUCTO.search(plegar(texto)):
        return "erp", (f"dice «{palabra[0]}»",)
    if signo := _PALABRA_DE_CODIGO.search(texto):
        return CODIGO, (f"tiene «{signo[0]}», que es de código",)
    return DOCS, ("nada indica código ni productos",)
