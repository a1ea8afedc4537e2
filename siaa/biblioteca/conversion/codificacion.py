"""Bytes of a file → text. A guess that could change an ñ or an accent is no guess. Pure.

Besides UTF-8 there is UTF-16, which says so or has a null in nearly every second byte, and those of
a byte a letter: Windows-1252, DOS (CP850) and Mac Roman. Every byte means something in them, so
what one would say must look like Spanish: its letters, and no sign in the middle of a word, where
the others have theirs. UTF-8 that some program took for Windows-1252 and saved once more is told by
«Ã» before what no word has after it.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from types import MappingProxyType
from typing import Final, NamedTuple

from siaa.biblioteca.conversion.piezas import NoSeConvierte
from siaa.biblioteca.lengua.texto import normalizar_contenido
from siaa.biblioteca.valores import Archivo
from siaa.errores import causa

UTF8: Final = "UTF-8"
UTF16: Final = "UTF-16"
DOS_VECES: Final = "UTF-8 guardado dos veces («Ã¡» por «á»)"
WINDOWS: Final = "Windows-1252"
DE_UN_OCTETO: Final = (("cp1252", WINDOWS, 0), ("cp850", "DOS (CP850)", 5), ("mac_roman", "Mac", 5))
"""Codec, name for people, and how many letters of Spanish must speak for it, as they are tried."""
LETRAS_POR_EXTRAÑO: Final = 4
"""Letters of Spanish that must stand beside each sign or letter that is out of place."""
NULO: Final = (
    "no es texto: contiene caracteres nulos; ábralo con su programa y guárdelo como PDF o texto"
)
NOMBRADOS: Final = 3
"""Files that a warning names."""
NULOS: Final = 0.8
"""Share of every second byte that is null in UTF-16 without a mark, at least."""

_LETRA: Final = r"[^\W\d_]"
_SIGNO: Final = r"(?!\w)[^\x00-\x7f]"
_BINARIO = re.compile(r"[\x01-\x08\x0e-\x1f\x7f]")
_PROPIAS: Final = "áéíóúüñÁÉÍÓÚÜÑ"
_PROPIA = re.compile(f"[{_PROPIAS}]")
_EXTRAÑO = re.compile(
    rf"(?![{_PROPIAS}ªºa-zA-Z]){_LETRA}|(?<={_LETRA}){_SIGNO}(?={_LETRA})"
    rf"|(?<=[a-záéíóúñ])[ÁÉÍÓÚÜÑ]"
    rf"|(?<={_LETRA})(?![”»…°]){_SIGNO}|(?![¿¡“«‘…–—•·§°\xa0]){_SIGNO}(?={_LETRA})"
)
"""A letter of another language; a capital after a small one; a sign inside a word, or one that
neither opens nor closes it."""


def _releidas(letra: str) -> set[str]:
    """Return what a letter in UTF-8 looks like, read a byte a letter."""
    de_windows = (bytes([o]).decode("cp1252", "ignore") or chr(o) for o in letra.encode())
    return {letra.encode().decode("latin-1"), "".join(de_windows)}


_RELEIDAS: Final = MappingProxyType(
    {leida: letra for letra in f"{_PROPIAS}¿¡«»“”‘’–—…•·§°ºª" for leida in _releidas(letra)}
)
_RELEIDA = re.compile("|".join(map(re.escape, _RELEIDAS)))
_SEGURA = re.compile(f"Ã[{''.join(leida[1] for leida in _RELEIDAS if leida[0] == 'Ã')}]")


class TextoDecodificado(NamedTuple):
    """The normalised text of a file, and how its bytes were read."""

    contenido: str
    codificacion: str


def decodificar(datos: bytes) -> TextoDecodificado:
    """Read the bytes of a file. Raises `NoSeConvierte`."""
    utf16, razones = _codec_utf16(datos), list[str]()
    for codec, forma, minimo in (
        ((utf16, UTF16, 0),) if utf16 else (("utf-8", UTF8, 0), *DE_UN_OCTETO)
    ):
        try:
            contenido = datos.decode(codec)
        except UnicodeDecodeError as error:
            razones.append(causa(error))
            continue
        if "\0" in contenido:
            raise NoSeConvierte(NULO)
        if forma == UTF8 and _SEGURA.search(contenido):
            contenido, forma = _RELEIDA.sub(lambda m: _RELEIDAS[m[0]], contenido), DOS_VECES
        if forma in (UTF8, UTF16, DOS_VECES) or _parece_español(contenido, minimo):
            return TextoDecodificado(normalizar_contenido(contenido), forma)
    raise NoSeConvierte(f"{razones[0]}: guárdelo como UTF-8")


def _codec_utf16(datos: bytes) -> str:
    if datos.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    for codec, nulos in (("utf-16-le", datos[1::2]), ("utf-16-be", datos[::2])):
        if len(datos) % 2 == 0 and nulos.count(0) >= NULOS * len(nulos) > 0:
            return codec
    return ""


def _parece_español(contenido: str, minimo: int) -> bool:
    """Tell whether what a text has beyond ASCII is what Spanish has, so many letters at least."""
    if _BINARIO.search(contenido):
        return False
    propias = len(_PROPIA.findall(contenido))
    extraños = LETRAS_POR_EXTRAÑO * len(_EXTRAÑO.findall(contenido))
    return propias >= max(extraños, minimo)


def avisos_de_codificacion(archivos: Iterable[Archivo]) -> tuple[str, ...]:
    """Return a warning for each encoding other than UTF-8, with the files that were read so."""
    por_forma: defaultdict[str, list[str]] = defaultdict(list)
    for archivo in archivos:
        if archivo.codificacion != UTF8:
            por_forma[archivo.codificacion].append(f"«{archivo.ruta}»")
    return tuple(_aviso(forma, rutas) for forma, rutas in por_forma.items())


def _aviso(forma: str, rutas: list[str]) -> str:
    if len(rutas) == 1:
        return f"{rutas[0]} se leyó como {forma}: guárdelo en UTF-8."
    nombrados, otros = ", ".join(rutas[:NOMBRADOS]), len(rutas) - NOMBRADOS
    y_mas = f" y {otros} más" if otros > 0 else ""
    return f"{len(rutas)} archivos se leyeron como {forma}: guárdelos en UTF-8. {nombrados}{y_mas}."
