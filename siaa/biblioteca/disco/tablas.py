"""An `Indice` ↔ columns: everything but what belongs to one text alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, starmap
from types import MappingProxyType
from typing import Any

import numpy as np

from siaa.biblioteca.disco.columnas import Dudoso, EscritorDeColumnas, LectorDeColumnas
from siaa.biblioteca.disco.escritura import escribir_textos
from siaa.biblioteca.disco.pasajes import escribir_pasajes, leer_pasajes
from siaa.biblioteca.disco.textos import TextosGuardados
from siaa.biblioteca.indice import Indice, TablaClaves, TablaDensidad, TablaNombres
from siaa.biblioteca.lengua.nombres import Norma
from siaa.biblioteca.lengua.terminos import Sinonimo
from siaa.biblioteca.tablas.campos import TablaCampo, conjuntos
from siaa.biblioteca.tablas.subcadenas import crear_buscador
from siaa.biblioteca.valores import Archivo, Documento, Enteros, Omitido


def escribir_indice(escritor: EscritorDeColumnas, indice: Indice) -> dict[str, Any]:
    """Write an index; return what of it goes into the header."""
    documentos = list(indice.documentos.values())
    escribir_textos(escritor, [d.texto for d in documentos])
    for nombre in ("clave", "ruta", "titulo", "rotulo"):
        escritor.cadenas(f"documento.{nombre}", (getattr(d, nombre) for d in documentos))
    escritor.numeros("pesos", indice.pesos)
    _escribir_claves(
        escritor, "automaticas", indice.automaticas, [d.palabras_clave for d in documentos]
    )
    _escribir_claves(escritor, "manuales", indice.manuales, [d.claves_manuales for d in documentos])
    _escribir_nombres(escritor, indice.nombres)
    _escribir_densidad(escritor, indice.tabla_densidad)
    _escribir_campo(escritor, "rotulos", indice.rotulos)
    _escribir_campo(escritor, "encabezados", indice.encabezados)
    return {
        "huella": indice.huella,
        "colecciones": list(indice.colecciones.items()),
        "sinonimos": [[s.clave, s.terminos] for s in indice.sinonimos],
        "omitidos": [[o.archivo, o.razon] for o in indice.omitidos],
        "avisos": indice.avisos,
        **escribir_pasajes(escritor, indice.pasajes),
    }


def leer_indice(lector: LectorDeColumnas) -> Indice:
    """Make the index again. Raises `Dudoso`, or the errors of values that make no sense."""
    textos = TextosGuardados(lector)
    cabecera = lector.cabecera
    pasajes = leer_pasajes(lector, textos.unidades())
    automaticas = _leer_claves(lector, "automaticas", len(textos.huellas))
    manuales = _leer_claves(lector, "manuales", len(textos.huellas))
    documentos = _leer_documentos(lector, textos, automaticas, manuales)
    total = len(documentos)
    if len(textos.huellas) != total or list(documentos) != sorted(documentos):
        raise Dudoso("sus documentos no están en orden")
    return Indice(
        documentos=MappingProxyType(documentos),
        claves=tuple(documentos),
        colecciones=MappingProxyType({str(c): int(n) for c, n in cabecera["colecciones"]}),
        pesos=lector.numeros("pesos", "<f8", largo=total),
        automaticas=automaticas,
        manuales=manuales,
        nombres=_leer_nombres(lector, total),
        tabla_densidad=_leer_densidad(lector, total),
        pasajes=pasajes,
        rotulos=_leer_campo(lector, "rotulos", total),
        encabezados=_leer_campo(lector, "encabezados", int(pasajes.secciones[-1])),
        sinonimos=tuple(Sinonimo(_cadenas(c), _cadenas(t)) for c, t in cabecera["sinonimos"]),
        omitidos=tuple(starmap(Omitido, map(_cadenas, cabecera["omitidos"]))),
        avisos=_cadenas(cabecera["avisos"]),
        huella=str(cabecera["huella"]),
    )


def _cadenas(valores: Sequence[Any]) -> tuple[str, ...]:
    return tuple(map(str, valores))


def _leer_documentos(
    lector: LectorDeColumnas,
    textos: TextosGuardados,
    automaticas: TablaClaves,
    manuales: TablaClaves,
) -> dict[str, Documento]:
    rutas = lector.cadenas("documento.ruta")
    archivos = [Archivo(ruta, "") for ruta in rutas]
    total = len(textos.huellas)
    filas = zip(
        lector.cadenas("documento.clave"),
        rutas,
        [archivo.nombre for archivo in archivos],
        [archivo.coleccion for archivo in archivos],
        lector.cadenas("documento.titulo"),
        lector.cadenas("documento.rotulo"),
        _leer_propias(lector, "documento.automaticas", automaticas, total),
        _leer_propias(lector, "documento.manuales", manuales, total),
        textos.todos(),
        strict=True,
    )
    return {fila[0]: Documento(*fila) for fila in filas}


def _leer_propias(
    lector: LectorDeColumnas, nombre: str, tabla: TablaClaves, total: int
) -> list[tuple[str, ...]]:
    """Return the keywords of each document."""
    palabras = list(tabla.documentos)
    return [tuple(ps) for ps in _repartidas(*lector.grupos(nombre, len(palabras), total), palabras)]


def _repartidas(cortes: Enteros, numeros: Enteros, palabras: Sequence[str]) -> list[list[str]]:
    """Return groups of numbers as the words that they stand for."""
    todas = list(map(palabras.__getitem__, numeros.tolist()))
    return [todas[desde:hasta] for desde, hasta in pairwise(cortes.tolist())]


def _escribir_claves(
    escritor: EscritorDeColumnas,
    nombre: str,
    tabla: TablaClaves,
    propias: Sequence[tuple[str, ...]],
) -> None:
    """Write the documents of each keyword, and the keywords of each document, in their order."""
    escritor.listas(nombre, tabla.documentos)
    numeros = {palabra: numero for numero, palabra in enumerate(tabla.documentos)}
    escritor.grupos(f"documento.{nombre}", [[numeros[p] for p in ps] for ps in propias])


def _leer_claves(lector: LectorDeColumnas, nombre: str, total: int) -> TablaClaves:
    documentos = lector.listas(nombre, total)
    return TablaClaves(crear_buscador(documentos), documentos)


def _escribir_nombres(escritor: EscritorDeColumnas, nombres: TablaNombres) -> None:
    escritor.listas("nombres.token", nombres.documentos)
    escritor.listas("nombres.codigo", nombres.codigos)
    escritor.numeros("nombres.cantidad", nombres.cantidad)
    citadas = [par for iguales in nombres.normas.values() for par in iguales]
    for campo in ("tipo", "letras", "numero", "anio"):
        valores = (getattr(norma, campo) for norma, _ in citadas)
        escritor.cadenas(f"norma.{campo}", ("" if v is None else v for v in valores))
    escritor.numeros("norma.documento", np.array([n for _, n in citadas], dtype=np.int32))


def _leer_nombres(lector: LectorDeColumnas, total: int) -> TablaNombres:
    tipos, letras, numeros, anios = (
        lector.cadenas(f"norma.{campo}") for campo in ("tipo", "letras", "numero", "anio")
    )
    duenos = lector.lugares("norma.documento", "<i4", total, len(tipos)).tolist()
    normas: dict[tuple[str, str], list[tuple[Norma, int]]] = {}
    for tipo, letra, numero, anio, dueno in zip(tipos, letras, numeros, anios, duenos, strict=True):
        norma = Norma(tipo, letra, numero, anio or None)
        normas.setdefault((tipo, numero), []).append((norma, dueno))
    return TablaNombres(
        documentos=lector.listas("nombres.token", total),
        cantidad=lector.numeros("nombres.cantidad", "<f8", largo=total),
        codigos=lector.listas("nombres.codigo", total),
        normas={cual: tuple(iguales) for cual, iguales in normas.items()},
    )


def _escribir_densidad(escritor: EscritorDeColumnas, tabla: TablaDensidad) -> None:
    escritor.filas("densidad", tabla.terminos)
    escritor.numeros("densidad.particion", tabla.particion)
    escritor.numeros("densidad.documento", tabla.documentos)
    escritor.numeros("densidad.valor", tabla.densidades)


def _leer_densidad(lector: LectorDeColumnas, total: int) -> TablaDensidad:
    documentos = lector.lugares("densidad.documento", "<i4", total)
    particion = lector.particion("densidad.particion", "<i4", len(documentos))
    return TablaDensidad(
        terminos=lector.filas("densidad", len(particion) - 1),
        particion=particion,
        documentos=documentos,
        densidades=lector.numeros("densidad.valor", "<f8", largo=len(documentos)),
    )


def _escribir_campo(escritor: EscritorDeColumnas, nombre: str, campo: TablaCampo) -> None:
    numeros = {termino: numero for numero, termino in enumerate(campo.idf)}
    escritor.listas(f"{nombre}.lista", campo.textos)
    escritor.numeros(f"{nombre}.idf", np.fromiter(campo.idf.values(), np.float64, len(numeros)))
    escritor.grupos(f"{nombre}.texto", [sorted(numeros[t] for t in g) for g in campo.terminos])
    escritor.cadenas(f"{nombre}.frase", campo.frases)
    escritor.numeros(f"{nombre}.dueno", campo.dueno)
    escritor.numeros(f"{nombre}.total", campo.total)


def _leer_campo(lector: LectorDeColumnas, nombre: str, duenos: int) -> TablaCampo:
    frases = lector.cadenas_a_pedido(f"{nombre}.frase")
    dueno = lector.lugares(f"{nombre}.dueno", "<i4", duenos, len(frases))
    if (dueno[1:] < dueno[:-1]).any():
        raise Dudoso(f"la columna «{nombre}.dueno» no está en orden")
    textos = lector.listas(f"{nombre}.lista", len(frases))
    terminos = list(textos)
    idf = lector.numeros(f"{nombre}.idf", "<f8", largo=len(terminos)).tolist()
    grupos = lector.grupos(f"{nombre}.texto", len(terminos), len(frases))
    total = lector.numeros(f"{nombre}.total", "<f8", largo=len(frases))
    if not total.all():
        raise Dudoso(f"la columna «{nombre}.total» se sale de sus límites")
    return TablaCampo(
        dueno=dueno,
        terminos=conjuntos(*grupos, terminos),
        frases=frases,
        idf=MappingProxyType(dict(zip(terminos, idf, strict=True))),
        total=total,
        textos=MappingProxyType(textos),
    )
