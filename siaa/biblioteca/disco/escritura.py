"""The `TextoAnalizado` of each document → columns, as `textos_guardados` reads them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Any, Final

import numpy as np

from siaa.biblioteca.disco.columnas import Columna, EscritorDeColumnas
from siaa.biblioteca.valores import Enteros, TablaFragmentos, TextoAnalizado

LOGICAS: Final = ("lista", "titulo_propio")
"""Columns of truth values; all others are integers."""


def escribir_textos(escritor: EscritorDeColumnas, textos: Sequence[TextoAnalizado]) -> None:
    """Write what was worked out for each text, in order."""
    ids: defaultdict[str, int] = defaultdict(count().__next__)
    escritor.textos("texto", (t.contenido for t in textos))
    escritor.octetos("texto.huella", b"".join(bytes.fromhex(t.huella) for t in textos))
    _escribir_fragmentos(escritor, textos, ids)
    _escribir_estructura(escritor, textos, ids)
    _escribir_unidades(escritor, textos, ids)
    tablas = [t.tabla for t in textos]
    _escribir_parte(
        *(escritor, "corrida"),
        largo=[_largos_de_corrida(t) for t in tablas],
        cuenta=[np.diff(t.particion) for t in tablas],
    )
    _escribir_parte(escritor, "lugar", posicion=[t.posiciones for t in tablas])
    escritor.cadenas("cadena", ids)


def _escribir_parte(escritor: EscritorDeColumnas, nombre: str, **columnas: list[Columna]) -> None:
    """Write columns that have a row for each thing of a kind that a text has."""
    cuantos = [len(parte) for parte in next(iter(columnas.values()))]
    cortes = np.concatenate(([0], np.cumsum(np.array(cuantos, dtype=np.int64))))
    escritor.numeros(f"{nombre}.fin", cortes.astype(np.int64))
    for columna, partes in columnas.items():
        junta = np.concatenate(partes) if partes else np.empty(0)
        tipo = np.bool_ if columna in LOGICAS else np.int32
        escritor.numeros(f"{nombre}.{columna}", junta.astype(tipo, copy=False))


def _arreglos(filas: Iterable[tuple[int, ...]], ancho: int) -> tuple[Columna, ...]:
    return tuple(np.array(list(filas), dtype=np.int32).reshape(-1, ancho).T)


def _por_columna(tablas: Iterable[tuple[Columna, ...]], nombres: Sequence[str]) -> dict[str, Any]:
    columnas = list(zip(*tablas, strict=True)) or [()] * len(nombres)
    return dict(zip(nombres, map(list, columnas), strict=True))


def _escribir_fragmentos(
    escritor: EscritorDeColumnas, textos: Sequence[TextoAnalizado], ids: Mapping[str, int]
) -> None:
    tablas = (
        _arreglos(((f.inicio, f.fin, ids[f.seccion]) for f in t.fragmentos), 3) for t in textos
    )
    _escribir_parte(
        *(escritor, "fragmento"),
        **_por_columna(tablas, ("inicio", "fin_", "seccion")),
        articulo=[t.tabla.articulo for t in textos],
        lista=[t.tabla.lista for t in textos],
    )
    encabezados = (_arreglos(((e.inicio, ids[e.titulo]) for e in t.encabezados), 2) for t in textos)
    _escribir_parte(escritor, "encabezado", **_por_columna(encabezados, ("inicio", "titulo")))


def _escribir_estructura(
    escritor: EscritorDeColumnas, textos: Sequence[TextoAnalizado], ids: Mapping[str, int]
) -> None:
    secciones = [t.estructura.secciones for t in textos]
    tablas = (
        _arreglos(((s.inicio, s.fin, s.titulo, len(s.ruta)) for s in propias), 4)
        for propias in secciones
    )
    columnas = _por_columna(tablas, ("inicio", "fin_", "titulo_propio", "pasos"))
    _escribir_parte(escritor, "seccion", **columnas)
    rutas = [[ids[titulo] for s in propias for titulo in s.ruta] for propias in secciones]
    _escribir_parte(escritor, "ruta", titulo=[np.array(r, dtype=np.int32) for r in rutas])
    escritor.grupos("apertura", [[ids[linea] for linea in t.aperturas] for t in textos])


def _escribir_unidades(
    escritor: EscritorDeColumnas, textos: Sequence[TextoAnalizado], ids: Mapping[str, int]
) -> None:
    limites = [t.estructura.unidades for t in textos]
    propias = [t.unidades for t in textos]
    _escribir_parte(
        *(escritor, "unidad"),
        inicio=[u[:, 0] for u in limites],
        fin_=[u[:, 1] for u in limites],
        seccion=[u[:, 2] for u in limites],
        parrafo=[u.parrafo for u in propias],
    )
    _escribir_parte(
        *(escritor, "uso"),
        corrida=[u.corrida for u in propias],
        unidad=[u.unidad for u in propias],
        veces=[u.veces for u in propias],
    )
    nombradas = (_arreglos(((ids[t], n) for t, n in u.referencias), 2) for u in propias)
    _escribir_parte(escritor, "referencia", **_por_columna(nombradas, ("termino", "unidad")))


def _largos_de_corrida(tabla: TablaFragmentos) -> Enteros:
    return np.diff(np.append(tabla.comienzos, len(tabla.vocabulario))) - 1
