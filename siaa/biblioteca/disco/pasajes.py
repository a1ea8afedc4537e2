"""A `TablaPasajes` ↔ columns. What the texts already say of their units is not stored twice."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from siaa.biblioteca.disco.columnas import (
    Dudoso,
    EscritorDeColumnas,
    LectorDeColumnas,
    exigir,
    exigir_por_grupo,
)
from siaa.biblioteca.disco.textos import UnidadesGuardadas
from siaa.biblioteca.lengua.ortografia import LARGO_MAXIMO, Ortografia, PalabrasDeUnLargo
from siaa.biblioteca.tablas.pasajes import Medida, TablaPasajes
from siaa.biblioteca.valores import Enteros

_IDF: Final = ("idf_unidad", "idf_parrafo", "idf_documento")
_MEDIDAS: Final = ("por_unidad", "por_parrafo", "por_documento")


def escribir_pasajes(escritor: EscritorDeColumnas, tabla: TablaPasajes) -> dict[str, Any]:
    """Write the table; return what of it goes into the header."""
    escritor.filas("pasajes", tabla.filas)
    for nombre in (*_IDF, "maximo", "palabras", "articulo", "hermana", "lugar"):
        escritor.numeros(f"pasajes.{nombre}", getattr(tabla, nombre))
    for nombre in ("particion", "documento", "desde", "unidad", "parrafos"):
        escritor.numeros(f"pasajes.{nombre}", getattr(tabla, nombre))
    for nombre in ("frecuencia", "veces"):
        escritor.numeros(f"pasajes.{nombre}", getattr(tabla, nombre), contados=True)
    medidas = {nombre: getattr(tabla, nombre) for nombre in _MEDIDAS}
    for nombre, medida in medidas.items():
        escritor.numeros(f"pasajes.{nombre}", medida.largo, contados=True)
    return {
        "medias": {nombre: medida.medio for nombre, medida in medidas.items()},
        "largos": _escribir_ortografia(escritor, tabla.ortografia),
    }


def leer_pasajes(lector: LectorDeColumnas, unidades: UnidadesGuardadas) -> TablaPasajes:
    """Make the table again, over the units that the texts have."""
    documentos, total = len(unidades.unidades) - 1, int(unidades.unidades[-1])
    idf = {n: lector.numeros(f"pasajes.{n}", "<f4") for n in _IDF}
    terminos = len(idf["idf_unidad"])
    if any(len(valores) != terminos for valores in idf.values()):
        raise Dudoso("las columnas de «pasajes» no tienen el mismo largo")
    documento = lector.lugares("pasajes.documento", "<i4", documentos)
    unidad = lector.lugares("pasajes.unidad", "<i4", total)
    desde = lector.particion("pasajes.desde", "<i4", len(unidad), len(documento))
    _exigir_dueno(lector, unidades.unidades, desde, unidad)
    parrafos = lector.particion("pasajes.parrafos", "<i4", None, documentos)
    exigir_por_grupo(unidades.parrafo, unidades.unidades, np.diff(parrafos), "pasajes.parrafos")
    secciones = int(unidades.secciones[-1])
    return TablaPasajes(
        filas=lector.filas("pasajes", terminos),
        idf_unidad=idf["idf_unidad"],
        idf_parrafo=idf["idf_parrafo"],
        idf_documento=idf["idf_documento"],
        particion=lector.particion("pasajes.particion", "<i4", len(documento), terminos),
        documento=documento,
        frecuencia=lector.numeros("pasajes.frecuencia", "<f4", largo=len(documento)),
        maximo=lector.numeros("pasajes.maximo", "<f4", largo=len(documento)),
        desde=desde,
        unidad=unidad,
        veces=lector.numeros("pasajes.veces", "<f4", largo=len(unidad)),
        unidades=unidades.unidades,
        parrafos=parrafos,
        secciones=unidades.secciones,
        limites=unidades.limites,
        parrafo=_numeradas(unidades.parrafo, parrafos, unidades.unidades),
        seccion=_numeradas(unidades.seccion, unidades.secciones, unidades.unidades),
        lugar=lector.lugares("pasajes.lugar", "<i4", max(total, 1), total),
        palabras=lector.numeros("pasajes.palabras", "<u8", largo=total),
        articulo=lector.numeros("pasajes.articulo", "|b1", largo=secciones),
        hermana=lector.numeros("pasajes.hermana", "|b1", largo=secciones),
        por_unidad=_medida(lector, "por_unidad", total),
        por_parrafo=_medida(lector, "por_parrafo", int(parrafos[-1])),
        por_documento=_medida(lector, "por_documento", documentos),
        ortografia=_leer_ortografia(lector),
    )


def _exigir_dueno(
    lector: LectorDeColumnas, unidades: Enteros, desde: Enteros, unidad: Enteros
) -> None:
    """Demand that the postings of a pair of term and document lie in units of that document."""
    documento = lector.crudos("pasajes.documento", "<i4")
    dueno = np.repeat(np.arange(len(unidades) - 1).astype(documento.dtype), np.diff(unidades))
    cuantos = np.diff(desde)
    if (cuantos < 1).any() or (dueno[unidad] != np.repeat(documento, cuantos)).any():
        raise Dudoso("la columna «pasajes.unidad» nombra unidades ajenas")


def _numeradas(propias: Enteros, primeras: Enteros, unidades: Enteros) -> Enteros:
    """Number through the library what each text numbers from 0 on."""
    numeradas = propias + np.repeat(primeras[:-1], np.diff(unidades))
    return numeradas.astype(np.int32)


def _medida(lector: LectorDeColumnas, nombre: str, total: int) -> Medida:
    medio = float(lector.cabecera["medias"][nombre])
    return Medida(lector.numeros(f"pasajes.{nombre}", "<f4", largo=total), medio)


def _escribir_ortografia(escritor: EscritorDeColumnas, ortografia: Ortografia) -> list[int]:
    for largo, grupo in ortografia.por_largo.items():
        escritor.numeros(f"ortografia.{largo}.letras", grupo.letras)
        escritor.numeros(f"ortografia.{largo}.firmas", grupo.firmas)
        escritor.numeros(f"ortografia.{largo}.frecuencias", grupo.frecuencias)
    gemelas = ortografia.gemelas
    escritor.cadenas("gemela.clave", gemelas)
    escritor.cadenas("gemela.palabra", (palabra for ps in gemelas.values() for palabra in ps))
    cortes = np.cumsum([0, *map(len, gemelas.values())], dtype=np.int64)
    escritor.numeros("gemela.fin", cortes)
    return list(ortografia.por_largo)


def _leer_ortografia(lector: LectorDeColumnas) -> Ortografia:
    largos = [int(largo) for largo in lector.cabecera["largos"]]
    exigir(np.array(largos, dtype=np.int64), LARGO_MAXIMO + 1, "ortografia")
    palabras = lector.cadenas("gemela.palabra")
    claves = lector.cadenas("gemela.clave")
    cortes = lector.particion("gemela.fin", "<i8", len(palabras), len(claves))
    grupos = _tuplas(palabras, cortes.tolist())
    return Ortografia(
        MappingProxyType({largo: _leer_palabras(lector, largo) for largo in largos}),
        MappingProxyType(dict(zip(claves, grupos, strict=True))),
    )


def _tuplas(palabras: Sequence[str], cortes: Sequence[int]) -> list[tuple[str, ...]]:
    return [tuple(palabras[desde:hasta]) for desde, hasta in pairwise(cortes)]


def _leer_palabras(lector: LectorDeColumnas, largo: int) -> PalabrasDeUnLargo:
    letras = lector.numeros(f"ortografia.{largo}.letras", "|u1", largo)
    return PalabrasDeUnLargo(
        letras,
        lector.numeros(f"ortografia.{largo}.firmas", "<u8", largo=len(letras)),
        lector.numeros(f"ortografia.{largo}.frecuencias", "<i8", largo=len(letras)),
    )
