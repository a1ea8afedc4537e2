"""Columns → the `TextoAnalizado` of each document, made again when somebody first asks for it.

The folded text, its chunk limits and its vocabulary follow from the text and the places of its
runs, so they are not stored.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count, pairwise, starmap
from typing import Any, Final

import numpy as np

from siaa.biblioteca.disco.columnas import (
    Columna,
    Dudoso,
    LectorDeColumnas,
    exigir,
    exigir_por_grupo,
)
from siaa.biblioteca.disco.escritura import LOGICAS
from siaa.biblioteca.estructura.analisis import Estructura, Seccion
from siaa.biblioteca.tablas.posiciones import ARTICULO_CON_GRADO, plegar_con_limites, vocabulario_de
from siaa.biblioteca.valores import (
    Encabezado,
    Enteros,
    Fragmento,
    TablaFragmentos,
    TextoAnalizado,
    Unidades,
)

OCTETOS_HUELLA: Final = 16
_PARTES: Final = (
    *("contenido", "fragmentos", "encabezados", "tabla"),
    *("estructura", "unidades", "aperturas"),
)


class TextoGuardado(TextoAnalizado):
    """A `TextoAnalizado` read from the index on disk when one of its parts is first asked for.

    Two threads that ask at once read it twice, with equal results.
    """

    __slots__ = ("_caracteres", "_chunks", "_leer")

    _caracteres: int
    _chunks: int
    _leer: Callable[[], TextoAnalizado] | None

    def __init__(
        self, leer: Callable[[], TextoAnalizado], huella: str, caracteres: int, chunks: int
    ) -> None:
        for nombre, valor in (
            *(("_leer", leer), ("huella", huella)),
            *(("_caracteres", caracteres), ("_chunks", chunks)),
        ):
            object.__setattr__(self, nombre, valor)

    def __getattr__(self, nombre: str) -> Any:
        if nombre not in _PARTES:
            raise AttributeError(nombre)
        leer = self._leer
        if leer is not None:
            texto = leer()
            for parte in _PARTES:
                object.__setattr__(self, parte, getattr(texto, parte))
            object.__setattr__(self, "_leer", None)  # what it reads from need not stay in memory
        return object.__getattribute__(self, nombre)

    @property
    def caracteres(self) -> int:
        """How many characters it has, without reading it."""
        return self._caracteres

    @property
    def chunks(self) -> int:
        """How many chunks it has, without reading it."""
        return self._chunks


class _Parte:
    """Rows of all texts one after the other: where those of each start, and their columns."""

    def __init__(self, lector: LectorDeColumnas, nombre: str, textos: int, *columnas: str) -> None:
        self.columnas = {
            c: lector.crudos(f"{nombre}.{c}", "|b1" if c in LOGICAS else "<i4") for c in columnas
        }
        if len({len(valores) for valores in self.columnas.values()}) != 1:
            raise Dudoso(f"las columnas de «{nombre}» no tienen el mismo largo")
        total = len(next(iter(self.columnas.values())))
        self.nombre = nombre
        self.cortes = lector.particion(f"{nombre}.fin", "<i8", total, textos)
        self.cuantos: Enteros = np.diff(self.cortes)

    def de(self, numero: int, *columnas: str) -> list[Columna]:
        """Return the rows of one text in some columns."""
        tramo = slice(int(self.cortes[numero]), int(self.cortes[numero + 1]))
        return [self.columnas[columna][tramo] for columna in columnas]

    def exigir(self, columna: str, topes: Enteros) -> None:
        """Demand that the numbers of each text are below a limit of its own."""
        exigir_por_grupo(self.columnas[columna], self.cortes, topes, f"{self.nombre}.{columna}")

    def exigir_suma(self, columna: str, minimo: int, otra: _Parte) -> None:
        """Demand counts from `minimo` on that add up, in each text, to the rows of another part."""
        cuentas = self.columnas[columna]
        hasta = np.concatenate(([0], np.cumsum(cuentas, dtype=np.int64)))
        if (cuentas < minimo).any() or (np.diff(hasta[self.cortes]) != otra.cuantos).any():
            raise Dudoso(f"la columna «{self.nombre}.{columna}» no suma lo debido")


@dataclass(frozen=True, slots=True)
class UnidadesGuardadas:
    """The units of all texts one after the other.

    unidades, secciones: `(D + 1,)`; first unit and section of each document.
    limites: `(U, 2)`, offsets into the text. seccion, parrafo: `(U,)`, numbered in each text.
    """

    unidades: Enteros
    secciones: Enteros
    limites: Enteros
    seccion: Enteros
    parrafo: Enteros


class TextosGuardados:
    """What was worked out for each text of a library, by its place."""

    def __init__(self, lector: LectorDeColumnas) -> None:
        huellas = lector.numeros("texto.huella", "|u1").tobytes().hex()
        ancho = 2 * OCTETOS_HUELLA
        self.huellas = [huellas[n : n + ancho] for n in range(0, len(huellas), ancho)]
        total = len(self.huellas)
        self._contenidos = lector.textos("texto", total)
        self._cadenas = lector.cadenas_a_pedido("cadena")
        self._fragmentos = _Parte(
            *(lector, "fragmento", total),
            *("inicio", "fin_", "seccion", "articulo", "lista"),
        )
        self._encabezados = _Parte(lector, "encabezado", total, "inicio", "titulo")
        self._secciones = _Parte(
            lector, "seccion", total, "inicio", "fin_", "titulo_propio", "pasos"
        )
        self._rutas = _Parte(lector, "ruta", total, "titulo")
        self._unidades = _Parte(lector, "unidad", total, "inicio", "fin_", "seccion", "parrafo")
        self._usos = _Parte(lector, "uso", total, "corrida", "unidad", "veces")
        self._referencias = _Parte(lector, "referencia", total, "termino", "unidad")
        self._corridas = _Parte(lector, "corrida", total, "largo", "cuenta")
        self._lugares = _Parte(lector, "lugar", total, "posicion")
        self._aperturas = lector.grupos("apertura", len(self._cadenas), total)
        self._caracteres = np.fromiter(map(len, self._contenidos), np.int64, total)
        self._comprobar()

    def _comprobar(self) -> None:
        """Compare every number that is a place in something with how much there is of it."""
        cadenas = len(self._cadenas)
        for parte, columna, tope in (
            (self._fragmentos, "seccion", cadenas),
            (self._fragmentos, "articulo", ARTICULO_CON_GRADO + 1),
            (self._encabezados, "titulo", cadenas),
            (self._rutas, "titulo", cadenas),
            (self._referencias, "termino", cadenas),
        ):
            exigir(parte.columnas[columna], tope, f"{parte.nombre}.{columna}")
        for parte in (self._fragmentos, self._secciones, self._unidades):
            parte.exigir("inicio", self._caracteres + 1)
            parte.exigir("fin_", self._caracteres + 1)
        self._encabezados.exigir("inicio", self._caracteres + 1)
        self._unidades.exigir("seccion", self._secciones.cuantos)
        self._unidades.exigir("parrafo", self._unidades.cuantos)
        self._usos.exigir("corrida", self._corridas.cuantos)
        self._usos.exigir("unidad", self._unidades.cuantos)
        self._referencias.exigir("unidad", self._unidades.cuantos)
        self._secciones.exigir_suma("pasos", 0, self._rutas)
        self._corridas.exigir_suma("cuenta", 1, self._lugares)

    def unidades(self) -> UnidadesGuardadas:
        """Return the units of all texts."""
        columnas = self._unidades.columnas
        limites = np.stack((columnas["inicio"], columnas["fin_"]), axis=1)
        return UnidadesGuardadas(
            unidades=self._unidades.cortes.astype(np.int32),
            secciones=self._secciones.cortes.astype(np.int32),
            limites=limites.astype(np.int32),
            seccion=columnas["seccion"].astype(np.int32),
            parrafo=columnas["parrafo"].astype(np.int32),
        )

    def todos(self) -> list[TextoAnalizado]:
        """Return all texts, none of them read yet."""
        medidas = zip(
            *(self.huellas, self._caracteres.tolist(), self._fragmentos.cuantos.tolist()),
            strict=True,
        )
        return [
            TextoGuardado(partial(self.leer, numero), *propias)
            for numero, propias in enumerate(medidas)
        ]

    def leer(self, numero: int) -> TextoAnalizado:
        """Make one text again."""
        contenido = self._contenidos[numero]
        fragmentos = self._leer_fragmentos(numero)
        desde, hasta = self._aperturas[0][numero : numero + 2].tolist()
        return TextoAnalizado(
            contenido=contenido,
            fragmentos=fragmentos,
            encabezados=tuple(
                map(
                    Encabezado,
                    *self._con_cadena(self._encabezados.de(numero, "inicio", "titulo")),
                )
            ),
            tabla=self._leer_tabla(numero, contenido, fragmentos),
            estructura=self._leer_estructura(numero),
            unidades=self._leer_unidades(numero),
            aperturas=tuple(
                map(self._cadenas.__getitem__, self._aperturas[1][desde:hasta].tolist())
            ),
            huella=self.huellas[numero],
        )

    def _con_cadena(self, columnas: Sequence[Columna]) -> list[list[Any]]:
        """Return columns as lists, the last one as the strings that it stands for."""
        *otras, ultima = (columna.tolist() for columna in columnas)
        return [*otras, list(map(self._cadenas.__getitem__, ultima))]

    def _leer_fragmentos(self, numero: int) -> tuple[Fragmento, ...]:
        columnas = self._con_cadena(self._fragmentos.de(numero, "inicio", "fin_", "seccion"))
        return tuple(map(Fragmento, count(), *columnas))

    def _leer_tabla(
        self, numero: int, contenido: str, fragmentos: tuple[Fragmento, ...]
    ) -> TablaFragmentos:
        largos, cuentas = (c.astype(np.int32) for c in self._corridas.de(numero, "largo", "cuenta"))
        articulo, lista = self._fragmentos.de(numero, "articulo", "lista")
        posiciones = self._lugares.de(numero, "posicion")[0].astype(np.int32)
        particion = np.concatenate(([0], np.cumsum(cuentas))).astype(np.int32)
        plegado, limites = plegar_con_limites(contenido, fragmentos)
        vocabulario, comienzos = vocabulario_de(
            plegado[desde : desde + largo]
            for desde, largo in zip(
                posiciones[particion[:-1]].tolist(), largos.tolist(), strict=True
            )
        )
        return TablaFragmentos(
            plegado=plegado,
            limites=limites,
            vocabulario=vocabulario,
            comienzos=comienzos,
            particion=particion,
            posiciones=posiciones,
            articulo=articulo.astype(np.int8),
            lista=lista.copy(),
        )

    def _leer_estructura(self, numero: int) -> Estructura:
        inicio, fin, propio, pasos = (
            c.tolist()
            for c in self._secciones.de(numero, "inicio", "fin_", "titulo_propio", "pasos")
        )
        (titulos,) = self._con_cadena(self._rutas.de(numero, "titulo"))
        cortes = pairwise(np.concatenate(([0], np.cumsum(pasos, dtype=np.int64))).tolist())
        rutas = [tuple(titulos[desde:hasta]) for desde, hasta in cortes]
        unidades = np.stack(self._unidades.de(numero, "inicio", "fin_", "seccion"), axis=1)
        unidades = unidades.astype(np.int32)
        unidades.flags.writeable = False
        return Estructura(
            tuple(starmap(Seccion, zip(inicio, fin, rutas, propio, strict=True))), unidades
        )

    def _leer_unidades(self, numero: int) -> Unidades:
        corrida, unidad, veces = (
            c.astype(np.int32) for c in self._usos.de(numero, "corrida", "unidad", "veces")
        )
        termino, donde = (c.tolist() for c in self._referencias.de(numero, "termino", "unidad"))
        terminos = map(self._cadenas.__getitem__, termino)
        return Unidades(
            parrafo=self._unidades.de(numero, "parrafo")[0].astype(np.int32),
            corrida=corrida,
            unidad=unidad,
            veces=veces,
            referencias=tuple(zip(terminos, donde, strict=True)),
        )
