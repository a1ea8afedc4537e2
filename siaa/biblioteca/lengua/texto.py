"""The single normal form of text. Whatever is compared in SIAA is compared in this form."""

import hashlib
import re
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from siaa.biblioteca.lengua.vocabulario import PATRONES_LISTADO, STOPWORDS_ES

CORRIDA = re.compile("[a-z0-9ñ]+")
"""A maximal run of letters and digits of folded text; everything else separates."""

ESPACIO: Final = 32
_SOLO_CORRIDAS = bytes(n if CORRIDA.match(chr(n)) else ESPACIO for n in range(256))
"""Each character of Latin-1 that runs are made of, and a space for any other."""

LARGO_MINIMO_TERMINO = 3
CIFRAS_MINIMAS_NUMERO = 4
MARCAS_SEGUIDAS: Final = 30
"""Combining marks in a row that are kept, as in the Stream-Safe Text Format of UAX #15.

No language comes near it, and sorting a run, as NFC does, takes time quadratic to its length.
"""

_ASCII = bytes(range(0x80))
_BLOQUES_COMUNES = (range(0x80, 0x250), range(0x2010, 0x2060), range(0x20A0, 0x20C0))
"""Latin letters, punctuation, signs of money: what nearly all text in Spanish consists of."""
_LISTADO = re.compile(
    "(?<![a-z0-9ñ])(?:"
    + "|".join(patron.replace(" ", r"\s+") for patron in PATRONES_LISTADO)
    + ")(?![a-z0-9ñ])"
)
_SUENA_I = re.compile(r"\W*(?!(?:i{2,3}|iv|ix)\b)h?i(?!e)")
"""Begins with the sound of «i», which «II» has not: it is read «dos» or «segundo»."""
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_SUSTITUTO_SUELTO = re.compile("[\ud800-\udfff]")
_DONDE_HAY_MARCAS = (range(0x300, 0x1F000), range(0xE0100, 0xE01F0))


@cache
def _tabla_de_marcas() -> NDArray[np.bool_]:
    """Made once it is asked for: nearly no text needs it, and no start waits for it."""
    tabla = np.zeros(sys.maxunicode + 1, np.bool_)
    for bloque in _DONDE_HAY_MARCAS:
        tabla[bloque] = [unicodedata.category(chr(codigo))[0] == "M" for codigo in bloque]
    tabla.flags.writeable = False
    return tabla


MANDATO: Final = re.compile(r"[a-zñ]*[áéíóú][a-zñ]{1,4}[ae](?:me|nos|(?:me|nos)?(?P<lo>l[ao]s?))")
"""An order with its pronouns, which its accent tells, in lower case: «hágame», «compárelo»."""


def plegar(texto: str) -> str:
    """Fold text: lower case, NFC, and no combining marks except that ñ stays ñ.

    Works character by character (the capital sigma does not look at its neighbours), so for NFC
    text the fold of a slice is the slice of the fold. Idempotent.
    """
    if texto.isascii():
        return texto.lower()
    minusculas = texto.replace("Σ", "σ").lower()
    try:
        return minusculas.encode("latin-1").translate(_DE_LATIN_1).decode("latin-1")
    except UnicodeEncodeError:
        raros = caracteres_raros(minusculas)
    if raros <= _COMUNES.keys():
        for caracter in raros:
            minusculas = minusculas.replace(caracter, _COMUNES[caracter])
        return minusculas
    minusculas = componer_letras(minusculas)
    raros = caracteres_raros(minusculas)
    return minusculas.translate({ord(caracter): _sin_marcas(caracter) for caracter in raros})


def plegar_en_su_lugar(texto: str) -> str:
    """Fold a text without moving a character: what would change its length stays as it is."""
    plegado = plegar(texto)
    if len(plegado) == len(texto):
        return plegado
    return "".join(p if len(p := plegar(c)) == 1 else c for c in texto)


def caracteres_raros(texto: str) -> set[str]:
    """Return the distinct characters of a text that are not ASCII."""
    # Dropping the bytes of ASCII is many times faster than putting each of them into a set.
    restos = texto.encode("utf-8", "surrogatepass").translate(None, _ASCII)
    return set(restos.decode("utf-8", "surrogatepass"))


def _sin_marcas(caracter: str) -> str:
    if caracter == "ñ":
        return caracter
    return "".join(
        parte
        for parte in unicodedata.normalize("NFD", caracter)
        # a mark that moves among its neighbours would make the fold of a fold another
        if unicodedata.category(parte) != "Mn" and not unicodedata.combining(parte)
    )


_COMPUESTAS = frozenset(
    caracter
    for caracter in (chr(codigo) for bloque in _BLOQUES_COMUNES for codigo in bloque)
    if unicodedata.normalize("NFC", caracter) == caracter and unicodedata.category(caracter) != "Mn"
)
"""The common characters that NFC leaves alone, whatever of them and of ASCII stands beside them."""
_COMUNES = MappingProxyType({c: _sin_marcas(c) for c in _COMPUESTAS if c.lower() == c})
"""Folds of the common characters."""
_DE_LATIN_1 = bytes(ord(_COMUNES.get(chr(n), chr(n))) for n in range(256))
"""Folds of the characters of Latin-1, where each is one of it, as nearly all are."""


def componer_letras(texto: str) -> str:
    """Return the NFC of a text, whose runs of marks are cut to `MARCAS_SEGUIDAS`. Idempotent.

    In time linear to the text, whatever it holds: nothing else in SIAA calls `normalize` for NFC.
    """
    if texto.isascii() or caracteres_raros(texto) <= _COMPUESTAS:
        return texto
    # Again afterwards: NFC takes some characters apart, and a run may be longer for it.
    return sin_marcas_de_mas(unicodedata.normalize("NFC", sin_marcas_de_mas(texto)))


def sin_marcas_de_mas(texto: str) -> str:
    """Cut the runs of combining marks to `MARCAS_SEGUIDAS`."""
    if len(texto) <= MARCAS_SEGUIDAS or texto.isascii():
        return texto
    codigos = np.frombuffer(texto.encode("utf-32-le", "surrogatepass"), np.uint32)
    lugares = np.flatnonzero(_tabla_de_marcas()[codigos])
    cuantas = np.arange(len(lugares))
    racha = lugares - cuantas  # the same for all marks that follow each other
    sobran = lugares[cuantas - np.searchsorted(racha, racha) >= MARCAS_SEGUIDAS]
    if not len(sobran):
        return texto
    return np.delete(codigos, sobran).tobytes().decode("utf-32-le", "surrogatepass")


def normalizar_contenido(crudo: str) -> str:
    """Return a file's text as all offsets mean it: no BOM, `\\n`, NFC, no endless runs of marks."""
    sin_bom = crudo.removeprefix("\ufeff")
    return componer_letras(sin_bom.replace("\r\n", "\n").replace("\r", "\n"))


def limpiar_entrada(texto: str) -> str:
    """Make text from a client safe to compare, log and send on.

    Lone surrogates (half of an emoji cut in two) become U+FFFD, control characters other than
    tab and line ends become spaces, and runs of combining marks are cut to `MARCAS_SEGUIDAS`.
    """
    return sin_marcas_de_mas(_CONTROL.sub(" ", _SUSTITUTO_SUELTO.sub("\ufffd", texto)))


def resumir(*partes: str | bytes, octetos: int = 16) -> str:
    """Fingerprint of texts and bytes, one after the other."""
    resumen = hashlib.blake2b(digest_size=octetos)
    for parte in partes:
        resumen.update(parte.encode("utf-8", "surrogatepass") if isinstance(parte, str) else parte)
    return resumen.hexdigest()


def corridas(texto_plegado: str) -> list[str]:
    """Split folded text into its maximal runs of letters and digits, in order."""
    # What `CORRIDA` finds, in half the time.
    return solo_corridas(texto_plegado).decode("latin-1").split()


def solo_palabras(texto: str) -> str:
    """Return the words of a text, folded, with one space between them."""
    return " ".join(corridas(plegar(texto)))


def solo_corridas(texto_plegado: str) -> bytes:
    """Return folded text in Latin-1, which all that runs are made of is in; the rest `ESPACIO`."""
    return texto_plegado.encode("latin-1", "replace").translate(_SOLO_CORRIDAS)


def coincidencias(
    patron: re.Pattern[str], comienzos: Sequence[str], texto: str
) -> Iterator[re.Match[str]]:
    """Yield what `patron` matches in a text, given how any of that begins.

    As `patron.finditer(texto)` does, which tries every place: several times slower.
    """
    lugares: list[int] = []
    for comienzo in comienzos:
        lugar = texto.find(comienzo)
        while lugar >= 0:
            lugares.append(lugar)
            lugar = texto.find(comienzo, lugar + 1)
    libre = 0
    for lugar in sorted(lugares):
        if lugar >= libre and (hallada := patron.match(texto, lugar)):
            libre = hallada.end()
            yield hallada


def es_termino(corrida: str) -> bool:
    """Tell whether a run counts: 3 characters, not a stopword; 4 of them if they are all digits."""
    if len(corrida) < LARGO_MINIMO_TERMINO or corrida in STOPWORDS_ES:
        return False
    return len(corrida) >= CIFRAS_MINIMAS_NUMERO or not corrida.isdigit()


def tokenizar(texto: str) -> list[str]:
    """Return the terms of a text in order, repeated as often as they occur.

    >>> tokenizar("¿Cuándo debo reportar en SIERJU?")
    ['cuando', 'debo', 'reportar', 'sierju']
    """
    return [corrida for corrida in corridas(plegar(texto)) if es_termino(corrida)]


def es_pregunta_listado(pregunta: str) -> bool:
    """Tell whether a question asks for a list («¿cuáles son…?», «enumera…»)."""
    return _LISTADO.search(plegar(pregunta)) is not None


def enumerar(palabras: Sequence[str]) -> str:
    """Write some words one after the other: `«plazo», «fallo» y «tutela»`, `«pago» e «interés»`."""
    *primeras, ultima = palabras
    nexo = "e" if _SUENA_I.match(plegar(ultima)) else "y"
    return f"{', '.join(primeras)} {nexo} {ultima}" if primeras else ultima
