"""Where words stand: the table that lets a substring be counted in every chunk at once.

A word of letters and digits can only occur inside a maximal run of letters and digits. So it is
looked for in the distinct runs of the document (a few thousand) instead of in its whole text, and
the positions of those runs, kept sorted, give its count in every chunk by binary search.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import count

import numpy as np

from siaa.biblioteca.lengua.texto import CORRIDA, caracteres_raros, plegar
from siaa.biblioteca.valores import Enteros, Fragmento, TablaFragmentos

ARTICULO_CON_GRADO = 2
ARTICULO_SIN_GRADO = 1
FIN_DE_LATIN = "\u0250"
"""Every character before this one folds to one character, as those of U+2000 to U+205F do."""

# The literal start of each pattern lets the search skip ahead; `(?<!\wart)` is `\b` before it.
_CON_GRADO = re.compile(r"art(?<!\wart)(?:iculo\s+|\.\s*)\d+\s*[°º]")
_SIN_GRADO = re.compile(r"art(?<!\wart)(?:iculo\s+|\.\s*)\d+")
_LISTA_AL_INICIO = re.compile(r"\s*\d+[.)]\s+\S")
_LISTA_TRAS_SALTO = re.compile(r"\n[^\S\n]*+\d+[.)]\s+\S")
_SEPARADOR = "\n"
_SOLO_CORRIDAS = bytes(c if CORRIDA.fullmatch(chr(c)) else ord(" ") for c in range(256))
_DE_16_BITS = 1 << 16


def tabular(contenido: str, fragmentos: tuple[Fragmento, ...]) -> TablaFragmentos:
    """Build the table of a document from its text and its chunks."""
    plegado, limites = plegar_con_limites(contenido, fragmentos)
    octetos = _solo_corridas(plegado)
    corridas = octetos.decode("latin-1").split()
    filas: defaultdict[str, int] = defaultdict(count().__next__)  # numbered by first use
    numeros = np.fromiter(map(filas.__getitem__, corridas), dtype=np.int32, count=len(corridas))
    # Numbers of 16 bits are sorted by counting, in linear time.
    estrechos = numeros.astype(np.uint16) if len(filas) <= _DE_16_BITS else numeros
    orden = np.argsort(estrechos, kind="stable")
    vocabulario, comienzos = vocabulario_de(filas)
    trozos = [plegado[inicio:fin] for inicio, fin in limites.tolist()]
    return TablaFragmentos(
        plegado=plegado,
        limites=limites,
        vocabulario=vocabulario,
        comienzos=comienzos,
        particion=_particion(numeros, len(filas)),
        posiciones=_comienzos_de_corrida(octetos)[orden],
        articulo=np.array([_grado(trozo) for trozo in trozos], dtype=np.int8),
        lista=np.array([_tiene_lista(trozo) for trozo in trozos], dtype=np.bool_),
    )


def vocabulario_de(palabras: Iterable[str]) -> tuple[str, Enteros]:
    """Join distinct runs, each between newlines; return that and where each run starts in it."""
    corridas = list(palabras)
    largos = np.fromiter(map(len, corridas), dtype=np.int32, count=len(corridas))
    comienzos = (np.cumsum(largos + 1) - largos).astype(np.int32)
    return _SEPARADOR.join(["", *corridas, ""]), comienzos


def plegar_con_limites(contenido: str, fragmentos: tuple[Fragmento, ...]) -> tuple[str, Enteros]:
    """Fold a text and carry the chunk limits over, exact even where folding changes lengths."""
    limites = np.array([(f.inicio, f.fin) for f in fragmentos], dtype=np.int32).reshape(-1, 2)
    if conserva_lugares(contenido):
        return plegar(contenido), limites
    cortes = np.unique(np.append(limites.ravel(), (0, len(contenido))))
    piezas = [
        plegar(contenido[inicio:fin])
        for inicio, fin in zip(cortes[:-1].tolist(), cortes[1:].tolist(), strict=True)
    ]
    avance = np.concatenate(([0], np.cumsum([len(pieza) for pieza in piezas])))
    return "".join(piezas), avance[np.searchsorted(cortes, limites)].astype(np.int32)


def conserva_lugares(contenido: str) -> bool:
    """Tell whether every character of a text folds to exactly one."""
    raros = (
        caracter
        for caracter in caracteres_raros(contenido)
        if caracter >= FIN_DE_LATIN and not "\u2000" <= caracter <= "\u205f"
    )
    return all(len(plegar(caracter)) == 1 for caracter in raros)


def _particion(numeros: Enteros, distintas: int) -> Enteros:
    cuentas = np.bincount(numeros, minlength=distintas)
    return np.concatenate(([0], np.cumsum(cuentas))).astype(np.int32)


def _solo_corridas(plegado: str) -> bytes:
    """Return the runs of a folded text where they stand, in Latin-1, and spaces elsewhere."""
    return plegado.encode("latin-1", "replace").translate(_SOLO_CORRIDAS)


def _comienzos_de_corrida(octetos: bytes) -> Enteros:
    dentro = np.frombuffer(b" " + octetos, dtype=np.uint8) != ord(" ")
    return np.flatnonzero(dentro[1:] > dentro[:-1]).astype(np.int32)


def _grado(trozo: str) -> int:
    if "art" not in trozo:
        return 0
    if _CON_GRADO.search(trozo):
        return ARTICULO_CON_GRADO
    return ARTICULO_SIN_GRADO if _SIN_GRADO.search(trozo) else 0


def _tiene_lista(trozo: str) -> bool:
    """Tell whether a line starts a numbered list."""
    hallada = _LISTA_AL_INICIO.match(trozo) or _LISTA_TRAS_SALTO.search(trozo)
    return hallada is not None


def conteos(tabla: TablaFragmentos) -> Iterator[tuple[str, int]]:
    """Yield each distinct run of the text, terms or not, with how often it occurs."""
    return zip(distintas(tabla), np.diff(tabla.particion).tolist(), strict=True)


def distintas(tabla: TablaFragmentos) -> list[str]:
    """Return the distinct runs of the text, terms or not, in order of first use."""
    return tabla.vocabulario.split(_SEPARADOR)[1:-1]


def apariciones(tabla: TablaFragmentos, palabra: str) -> Enteros:
    """Return where `palabra` starts in the folded text, overlapping ones included, ascending."""
    if CORRIDA.fullmatch(palabra) is None:
        return np.array(list(_hallar(tabla.plegado, palabra)), dtype=np.int32)
    grupos = []
    for lugar in _hallar(tabla.vocabulario, palabra):
        corrida = int(np.searchsorted(tabla.comienzos, lugar, side="right")) - 1
        desde, hasta = tabla.particion[corrida], tabla.particion[corrida + 1]
        grupos.append(tabla.posiciones[desde:hasta] + (lugar - tabla.comienzos[corrida]))
    if not grupos:
        return np.empty(0, dtype=np.int32)
    todas: Enteros = np.concatenate(grupos)
    todas.sort()
    return todas


def _hallar(texto: str, parte: str) -> Iterator[int]:
    lugar = texto.find(parte) if parte else -1
    while lugar != -1:
        yield lugar
        lugar = texto.find(parte, lugar + 1)


def contar(tabla: TablaFragmentos, palabra: str, lugares: Enteros) -> Enteros:
    """Count `palabra` in each chunk as `str.count` would, given its `apariciones`."""
    if not len(lugares):
        return np.zeros(len(tabla.limites), dtype=np.int32)
    inicios, fines = tabla.limites[:, 0], tabla.limites[:, 1]
    desde = lugares.searchsorted(inicios, side="left")
    hasta = lugares.searchsorted(fines - len(palabra), side="right")
    cuentas: Enteros = np.maximum(hasta - desde, 0).astype(np.int32)
    if len(lugares) > 1 and int(np.diff(lugares).min()) < len(palabra):
        for numero in np.flatnonzero(cuentas > 1).tolist():
            cuentas[numero] = trozo(tabla, numero).count(palabra)
    return cuentas


def trozo(tabla: TablaFragmentos, numero: int) -> str:
    """Return the folded text of chunk `numero`."""
    inicio, fin = tabla.limites[numero].tolist()
    return tabla.plegado[inicio:fin]
