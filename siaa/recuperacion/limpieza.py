"""What of a document's text never reaches the model: filler, and what passes for our own marks."""

import re
import unicodedata
from collections.abc import Callable

_RELLENO = re.compile(r"([.·…_\-–—=*~═])(?:[ \t]*\1){4,}")
_CELDAS_VACIAS = re.compile(r"(?:\|[ \t]*){4,}(?P<fin>$)?", re.MULTILINE)
_ESPACIOS = re.compile(r"[ \t]+")
_DELIMITADOR = re.compile(
    r"(?:<|&(?:lt|#0*60|#x0*3c);?)\s*(?P<cierra>(?:\\?/|&(?:sol|#0*47|#x0*2f);?)?)\s*"
    r"(?P<nombre>documentos)\b(?P<fin>\s*(?:>|&(?:gt|#0*62|#x0*3e);?))?",
    re.IGNORECASE,
)
_INVISIBLES = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]")
_RAROS = re.compile("[^\x00-\xac\xae-\xff–—‘’“”…•═]")
"""Characters among which are the invisible ones and other forms of letters."""
_MARCA_DE_BLOQUE = re.compile(
    r"(?:\[|&(?:lbrack|lsqb|#0*91|#x0*5b);?)(?=\s*(?:(?:doc|sec)\s*:|fuente\s*\d))", re.IGNORECASE
)


def limpiar(texto: str) -> str:
    """Take out what only costs tokens, and makes older servers stop as if the model looped.

    Five or more of the same filler (dotted leaders, rules) become three; runs of empty cells that
    end a row become one, and others only lose spaces, since what follows is of its column; the tags
    that delimit the documents in the prompt lose their brackets, however they are written.
    """
    sin_relleno = _RELLENO.sub(r"\1\1\1", texto)
    sin_celdas = _CELDAS_VACIAS.sub(_menos_vacias, sin_relleno) if "|" in texto else sin_relleno
    return _sin(_DELIMITADOR, _sin_parentesis, sin_celdas)


def _menos_vacias(halladas: re.Match[str]) -> str:
    return _ESPACIOS.sub(" ", halladas[0]) if halladas["fin"] is None else "| |"


def _sin_parentesis(hallado: re.Match[str]) -> str:
    return f"[{'/' * bool(hallado['cierra'])}{hallado['nombre']}{']' * bool(hallado['fin'])}"


def _sin(marca: re.Pattern[str], en_su_lugar: Callable[[re.Match[str]], str], texto: str) -> str:
    """Replace a mark; a text that has it in other letters, or with some unseen, is made plain."""
    hecho = marca.sub(en_su_lugar, texto)
    if not _RAROS.search(hecho):
        return hecho
    llano = unicodedata.normalize("NFKC", _INVISIBLES.sub("", hecho))
    return marca.sub(en_su_lugar, llano) if marca.search(llano) else hecho


def sin_marcas_nuestras(texto: str) -> str:
    """Return a document's text without what would pass for the start of a block or a fragment.

    `[DOC:`, `[SEC:` and `[Fuente 1` are ours: elsewhere the bracket becomes a parenthesis.
    """
    return _sin(_MARCA_DE_BLOQUE, lambda _: "(", texto)
