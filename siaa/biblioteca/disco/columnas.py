"""Named columns of numbers and strings in one file, read back only when nothing about it is odd.

The file: a mark, the columns (little-endian, each at a multiple of `ALINEACION` bytes), a header
in JSON, and a tail that says where the header is and holds its digest. The header holds type,
shape, place and CRC-32 of each column, so a damaged byte is noticed wherever it stands.

Whoever can write the file can also make its sums right. So nothing in it is executed, and every
number that is used to find something else is compared with its bounds when it is read.
"""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from types import MappingProxyType
from typing import Any, BinaryIO, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from siaa.biblioteca.tablas.perezosa import Perezosa
from siaa.biblioteca.valores import Enteros

MARCA: Final = b"SIAA: columnas 1"
ALINEACION: Final = 64
MAYOR_NUMERO: Final = 1e12
_COLA: Final = struct.Struct("<QQ32s")
_TIPOS: Final = ("|b1", "|i1", "|u1", "<u2", "<i4", "<u4", "<i8", "<u8", "<f4", "<f8")
_ESTRECHOS: Final = ("|u1", "<u2", "<u4")
_FIN: Final = ".fin"

Columna = NDArray[Any]
T = TypeVar("T", covariant=True)


class Dudoso(Exception):
    """A file that cannot be relied on; its text says why, in Spanish."""


class EscritorDeColumnas:
    """Writes columns one after the other to a file that is open for writing."""

    def __init__(self, archivo: BinaryIO) -> None:
        self._archivo = archivo
        self._columnas: dict[str, tuple[str, str, list[int], int, int]] = {}
        self._lugar = archivo.write(MARCA)

    def numeros(self, nombre: str, valores: Columna, *, contados: bool = False) -> None:
        """Write an array; integers, and floats that count things, take no more room than needed."""
        propio = valores.dtype.newbyteorder("<")
        estrecha = contados or valores.dtype.kind in "iu"
        guardado = _tipo_estrecho(valores, propio) if estrecha else propio
        datos = np.ascontiguousarray(valores, dtype=guardado)
        crudo = datos.reshape(-1).view(np.uint8).data
        self._lugar += self._archivo.write(bytes(-self._lugar % ALINEACION))
        self._columnas[nombre] = (
            *(propio.str, guardado.str, list(datos.shape)),
            *(self._lugar, zlib.crc32(crudo)),
        )
        self._lugar += self._archivo.write(crudo)

    def cadenas(self, nombre: str, cadenas: Iterable[str]) -> None:
        """Write strings: all of them joined, and where each ends, in characters."""
        todas = list(cadenas)
        self.numeros(nombre + _FIN, _acumular(map(len, todas)))
        self.octetos(nombre, "".join(todas).encode("utf-8", "surrogatepass"))

    def textos(self, nombre: str, textos: Iterable[str]) -> None:
        """Write long strings, each to be read alone: where each ends is told in bytes."""
        crudos = [texto.encode("utf-8", "surrogatepass") for texto in textos]
        self.numeros(nombre + _FIN, _acumular(map(len, crudos)))
        self.octetos(nombre, b"".join(crudos))

    def octetos(self, nombre: str, datos: bytes) -> None:
        """Write raw bytes."""
        self.numeros(nombre, np.frombuffer(datos, dtype=np.uint8))

    def grupos(self, nombre: str, grupos: Iterable[Sequence[int] | Enteros]) -> None:
        """Write groups of numbers: all of them joined, and where each group ends."""
        todos = list(grupos)
        self.numeros(nombre + _FIN, _acumular(map(len, todos)))
        partes = [np.asarray(grupo, dtype=np.int32) for grupo in todos]
        self.numeros(nombre, np.concatenate(partes) if partes else np.empty(0, dtype=np.int32))

    def filas(self, nombre: str, filas: Mapping[str, int]) -> None:
        """Write words, each with its number."""
        self.cadenas(f"{nombre}.termino", filas)
        self.numeros(f"{nombre}.fila", np.fromiter(filas.values(), np.int32, len(filas)))

    def listas(self, nombre: str, listas: Mapping[str, Enteros]) -> None:
        """Write words, each with its numbers."""
        self.cadenas(f"{nombre}.palabra", listas)
        self.grupos(f"{nombre}.numero", listas.values())

    def terminar(self, cabecera: Mapping[str, Any]) -> None:
        """Write the header, with what the caller wants in it, and the tail."""
        contenido = {"cabecera": cabecera, "columnas": self._columnas}
        crudo = json.dumps(contenido, separators=(",", ":")).encode("ascii")
        self._archivo.write(crudo)
        self._archivo.write(_COLA.pack(self._lugar, len(crudo), _resumen(self._lugar, crudo)))


def _tipo_estrecho(valores: Columna, propio: np.dtype[Any]) -> np.dtype[Any]:
    """Return the smallest unsigned type that holds all values, or their own."""
    if not valores.size or valores.min() < 0:
        return propio
    mayor = valores.max()
    for tipo in map(np.dtype, _ESTRECHOS):
        if tipo.itemsize < propio.itemsize and mayor <= np.iinfo(tipo).max:
            return (
                tipo if propio.kind in "iu" or (valores.astype(tipo) == valores).all() else propio
            )
    return propio


def _acumular(largos: Iterable[int]) -> Enteros:
    return np.array([0, *accumulate(largos)], dtype=np.int64)


def _resumen(lugar: int, cabecera: bytes) -> bytes:
    return hashlib.blake2b(MARCA + lugar.to_bytes(8) + cabecera, digest_size=32).digest()


class LectorDeColumnas:
    """Columns of a file that was read whole. Raises `Dudoso` whenever something is not right."""

    def __init__(self, datos: NDArray[np.uint8]) -> None:
        self._datos = datos
        fin = len(datos) - _COLA.size
        if fin < len(MARCA):
            raise Dudoso("está incompleto")
        if datos[: len(MARCA)].tobytes() != MARCA:
            raise Dudoso("no es un índice de esta versión")
        lugar, largo, resumen = _COLA.unpack(datos[fin:].tobytes())
        crudo = datos[lugar:fin].tobytes() if lugar + largo == fin else b""
        if resumen != _resumen(lugar, crudo):
            raise Dudoso("está incompleto o dañado")
        contenido = json.loads(crudo)
        self.cabecera: Mapping[str, Any] = contenido["cabecera"]
        self._columnas: Mapping[str, Any] = contenido["columnas"]
        self._fin = lugar

    def comprobar(self) -> None:
        """Compare every column with its sum and every place with the end of the columns."""
        for nombre, (propio, guardado, forma, lugar, suma) in self._columnas.items():
            if propio not in _TIPOS or guardado not in (propio, *_ESTRECHOS):
                raise Dudoso(f"la columna «{nombre}» es de un tipo desconocido")
            if not all(isinstance(n, int) and n >= 0 for n in (lugar, *forma)):
                raise Dudoso(f"la columna «{nombre}» no está en su lugar")
            largo = _por(forma) * np.dtype(guardado).itemsize
            if lugar % ALINEACION or lugar + largo > self._fin:
                raise Dudoso(f"la columna «{nombre}» no está en su lugar")
            if zlib.crc32(self._datos[lugar : lugar + largo].data) != suma:
                raise Dudoso(f"la columna «{nombre}» está dañada")

    def crudos(self, nombre: str, tipo: str, *ancho: int) -> Columna:
        """Return a column as it is stored, `(n, *ancho)`, when it is what `tipo` narrows to."""
        propio, guardado, forma, lugar, _ = self._columnas[nombre]
        if propio != np.dtype(tipo).str or tuple(forma[1:]) != ancho or not forma:
            raise Dudoso(f"la columna «{nombre}» no tiene la forma debida")
        hasta = lugar + _por(forma) * np.dtype(guardado).itemsize
        columna: Columna = self._datos[lugar:hasta].view(guardado)
        return columna.reshape(forma)

    def numeros(self, nombre: str, tipo: str, *ancho: int, largo: int | None = None) -> Columna:
        """Return an array of `tipo`, `(n, *ancho)`, read-only; n must be `largo` where given."""
        columna = self.crudos(nombre, tipo, *ancho)
        if largo is not None and len(columna) != largo:
            raise Dudoso(f"la columna «{nombre}» no tiene el largo debido")
        if columna.dtype.kind == "f" and columna.size and not _es_mesurada(columna):
            raise Dudoso(f"la columna «{nombre}» se sale de sus límites")
        ancha = columna.astype(tipo, copy=False)
        ancha.flags.writeable = False
        return ancha

    def lugares(self, nombre: str, tipo: str, tope: int, largo: int | None = None) -> Columna:
        """Return numbers that are all places below `tope`."""
        return exigir(self.numeros(nombre, tipo, largo=largo), tope, nombre)

    def particion(
        self, nombre: str, tipo: str, total: int | None, grupos: int | None = None
    ) -> Columna:
        """Return where each of `grupos` starts, and the end, `total`: never going down."""
        cortes = self.numeros(nombre, tipo, largo=None if grupos is None else grupos + 1)
        if not len(cortes) or cortes[0] or (cortes[1:] < cortes[:-1]).any():
            raise Dudoso(f"la columna «{nombre}» no está en orden")
        if total is not None and cortes[-1] != total:
            raise Dudoso(f"la columna «{nombre}» no termina donde debe")
        return cortes

    def grupos(self, nombre: str, tope: int, grupos: int | None = None) -> tuple[Enteros, Enteros]:
        """Return groups of numbers below `tope`: where each starts, and all of them."""
        todos = self.lugares(nombre, "<i4", tope)
        return self.particion(nombre + _FIN, "<i8", len(todos), grupos), todos

    def filas(self, nombre: str, tope: int) -> Mapping[str, int]:
        """Return words, each with its number, below `tope`."""
        palabras = self.cadenas(f"{nombre}.termino")
        filas = self.lugares(f"{nombre}.fila", "<i4", tope, len(palabras))
        return MappingProxyType(dict(zip(palabras, filas.tolist(), strict=True)))

    def listas(self, nombre: str, tope: int) -> dict[str, Enteros]:
        """Return words, each with its numbers, below `tope`."""
        palabras = self.cadenas(f"{nombre}.palabra")
        cortes, numeros = self.grupos(f"{nombre}.numero", tope, len(palabras))
        partes = (numeros[desde:hasta] for desde, hasta in pairwise(cortes.tolist()))
        return dict(zip(palabras, partes, strict=True))

    def cadenas(self, nombre: str) -> list[str]:
        """Return strings."""
        todas, cortes = self._cadenas(nombre)
        return [todas[desde:hasta] for desde, hasta in pairwise(cortes.tolist())]

    def cadenas_a_pedido(self, nombre: str) -> Perezosa[str]:
        """Return strings of which few will be asked for."""
        todas, cortes = self._cadenas(nombre)
        lugares = cortes.data
        return Perezosa(len(cortes) - 1, lambda n: todas[lugares[n] : lugares[n + 1]])

    def _cadenas(self, nombre: str) -> tuple[str, Enteros]:
        todas = self.numeros(nombre, "|u1").tobytes().decode("utf-8", "surrogatepass")
        return todas, self.particion(nombre + _FIN, "<i8", len(todas))

    def textos(self, nombre: str, cuantos: int) -> Perezosa[str]:
        """Return long strings, decoded when they are asked for: that may fail."""
        datos = self.numeros(nombre, "|u1")
        cortes = self.particion(nombre + _FIN, "<i8", len(datos), cuantos).data
        octetos = datos.data
        return Perezosa(
            cuantos,
            lambda n: str(octetos[cortes[n] : cortes[n + 1]], "utf-8", "surrogatepass"),
        )


def _es_mesurada(valores: Columna) -> bool:
    """Tell whether all numbers are weights or counts: none negative, none beyond reason."""
    return bool(valores.min() >= 0 and valores.max() <= MAYOR_NUMERO)


def exigir(valores: Enteros, tope: int, nombre: str) -> Enteros:
    """Return numbers, all of them in `[0, tope)`."""
    if len(valores) and (valores.min() < 0 or valores.max() >= tope):
        raise Dudoso(f"la columna «{nombre}» se sale de sus límites")
    return valores


def exigir_por_grupo(valores: Columna, cortes: Enteros, topes: Enteros, nombre: str) -> None:
    """Demand that the numbers of each group are below a limit of its own."""
    llenos = np.flatnonzero(cortes[1:] > cortes[:-1])
    if not len(llenos):
        return
    mayores = np.maximum.reduceat(valores, cortes[:-1][llenos])
    if (mayores >= topes[llenos]).any() or valores.min() < 0:
        raise Dudoso(f"la columna «{nombre}» se sale de sus límites")


def _por(forma: Sequence[int]) -> int:
    producto = 1
    for largo in forma:
        producto *= largo
    return producto
