"""What of a document's text never reaches the model: filler, and what passes for our own marks."""

import re
import unicodedata
from collections import defaultdict
from typing import Final

_RELLENO = re.compile(r"([.·…_\-–—=*~═])(?:[ \t]*\1){4,}")
_CELDAS_VACIAS = re.compile(r"(?:\|[ \t]*){4,}")
_INVISIBLES: Final = (
    r"\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    r"\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U000e0000-\U000e0fff"
)
"""Characters that Unicode has nobody see (Default_Ignorable_Code_Point)."""
_HUECO: Final = rf"[\s\u0300-\u036f{_INVISIBLES}]*+"
_CON_VARIANTES: Final = tuple(
    range(desde, hasta)
    for desde, hasta in (
        (0xAA, 0x250), (0x1D2C, 0x2200), (0x2460, 0x2500), (0xFE50, 0xFF60), (0x1D400, 0x1D800),
        (0x1F100, 0x1F1A0),
    )
)  # fmt: skip


def _formas() -> dict[str, str]:
    """Return every way of writing a character of ASCII that Unicode takes for the same."""
    formas: defaultdict[str, str] = defaultdict(str)
    for bloque in _CON_VARIANTES:
        for caracter in map(chr, bloque):
            base = unicodedata.normalize("NFKD", caracter).strip("()").lower()[:1]
            if base.isascii():
                formas[base] += caracter
    return formas


_FORMAS: Final = _formas()


def _escrita(palabra: str) -> str:
    """Return a pattern for a word in any of the ways to write it, with anything unseen inside."""
    letras = (f"[{letra}{letra.upper()}{_FORMAS[letra]}]" for letra in palabra)
    return _HUECO.join(letras)


_DELIMITADOR = re.compile(
    rf"(?:[<‹〈⟨{_FORMAS['<']}]|&(?:lt|\#0*60|\#x0*3c);?){_HUECO}"
    rf"(?P<cierra>(?:\\?[/⁄∕⧸{_FORMAS['/']}]|&(?:sol|\#0*47|\#x0*2f);?)?){_HUECO}"
    rf"(?P<nombre>{_escrita('documentos')})(?!\w)"
    rf"(?P<fin>{_HUECO}(?:[>›〉⟩{_FORMAS['>']}]|&(?:gt|\#0*62|\#x0*3e);?))?",
    re.IGNORECASE,
)
_MARCA_DE_BLOQUE = re.compile(
    rf"(?:[\[⟦〔【{_FORMAS['[']}]|&(?:lbrack|lsqb|\#0*91|\#x0*5b);?)"
    rf"(?={_HUECO}(?:(?:{_escrita('doc')}|{_escrita('sec')}){_HUECO}[:{_FORMAS[':']}]"
    rf"|{_escrita('fuente')}{_HUECO}\d))",
    re.IGNORECASE,
)


def limpiar(texto: str) -> str:
    """Take out what only costs tokens, and makes older servers stop as if the model looped.

    Five or more of the same filler (dotted leaders, rules) become three; runs of empty table cells
    become one; the tags that delimit the documents in the prompt lose their brackets, however they
    are written.
    """
    sin_relleno = _RELLENO.sub(r"\1\1\1", texto)
    sin_celdas = _CELDAS_VACIAS.sub("| |", sin_relleno) if "|" in texto else sin_relleno
    return _DELIMITADOR.sub(_sin_parentesis, sin_celdas)


def _sin_parentesis(hallado: re.Match[str]) -> str:
    return f"[{'/' if hallado['cierra'] else ''}{hallado['nombre']}{']' if hallado['fin'] else ''}"


def sin_marcas_nuestras(texto: str) -> str:
    """Return a document's text without what would pass for the start of a block or a fragment.

    `[DOC:`, `[SEC:` and `[Fuente 1` are ours: elsewhere the bracket becomes a parenthesis.
    """
    return _MARCA_DE_BLOQUE.sub("(", texto)
