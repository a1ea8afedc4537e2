"""`evaluar` from its options to its table: reads, asks, writes. The door parses the options."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from tqdm import tqdm

from siaa import __version__
from siaa.biblioteca.cargador import Progreso, cargar_biblioteca, textos_conocidos
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.valores import AjustesBiblioteca
from siaa.causas import causa
from siaa.evaluacion.corrida import Avance, FilaMedida, preguntar, preguntar_sin_documento
from siaa.evaluacion.errores import ErrorEvaluacion
from siaa.evaluacion.informe.fallos import buscar_fallos, sin_su_respuesta
from siaa.evaluacion.informe.grafica import grafica
from siaa.evaluacion.informe.tabla import tabla
from siaa.evaluacion.informe.texto import (
    VERSION,
    Informe,
    InformeCorrida,
    a_json,
    comparar,
    informar_corrida,
)
from siaa.evaluacion.opciones import BANDERAS, FALLOS_MOSTRADOS
from siaa.evaluacion.preguntas import comprobar_documentos, leer_preguntas, mitad
from siaa.evaluacion.retirada import retirador
from siaa.evaluacion.sistema import explicacion, sistema
from siaa.evaluacion.valores import NOMBRE_PREGUNTAS, Caso, Sistema
from siaa.recorrido.preparacion import AjustesConsulta


@dataclass(frozen=True, slots=True)
class Configuracion:
    """One way to run SIAA. `ajustes` is what the report says of it, by setting."""

    nombre: str
    documentos: Path
    biblioteca: AjustesBiblioteca
    consulta: AjustesConsulta
    ajustes: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Encargo:
    """What is asked for: one configuration, or two that are compared.

    `perturbaciones` are names of their table; `sin_respuesta`: ask each question again without
    its document; `mostrados`: misses and changes shown at the terminal.
    """

    preguntas: Path
    configuraciones: tuple[Configuracion, ...]
    perturbaciones: tuple[str, ...] = ()
    mitad: int | None = None
    sin_respuesta: bool = False
    mostrados: int = FALLOS_MOSTRADOS
    json: Path | None = None
    grafica: Path | None = None


def leer_encargo(
    opciones: Mapping[str, Any], configuraciones: tuple[Configuracion, ...]
) -> Encargo:
    """Return what the parsed options of the table ask for."""
    return Encargo(
        preguntas=opciones["preguntas"] or configuraciones[0].documentos / NOMBRE_PREGUNTAS,
        configuraciones=configuraciones,
        perturbaciones=tuple(
            cambio for bandera, (cambio, _) in BANDERAS.items() if opciones[bandera]
        ),
        mitad=opciones["mitad"],
        sin_respuesta=opciones["sin_respuesta"],
        mostrados=max(opciones["fallos"], 0),
        json=opciones["json"],
        grafica=opciones["grafica"],
    )


@dataclass(frozen=True, slots=True)
class _Corrida:
    informe: InformeCorrida
    filas: tuple[FilaMedida, ...]
    avisos: tuple[str, ...]


def evaluar(encargo: Encargo, salida: TextIO, errores: TextIO, cargando: Progreso = iter) -> None:
    """Run an evaluation, write its table to `salida` and the files that were asked for.

    Bars go to `errores` when it is a terminal. Raises `ErrorEvaluacion` for what is wrong with
    the questions or the files, and `BibliotecaNoDisponible`.
    """
    for ruta in filter(None, (encargo.json, encargo.grafica)):
        _comprobar_destino(ruta)
    casos = mitad(leer_preguntas(encargo.preguntas), encargo.mitad)
    corridas: list[_Corrida] = []
    indice: Indice | None = None
    previa: Configuracion | None = None
    for configuracion in encargo.configuraciones:
        indice = _cargar(configuracion, previa, indice, cargando)
        previa = configuracion
        comprobar_documentos(casos, indice.documentos)
        corridas.append(_correr(encargo, configuracion, indice, casos, errores))
    informe = _informe(encargo, corridas)
    if encargo.json is not None:
        texto = json.dumps(a_json(informe), ensure_ascii=False, indent=1)
        _escribir(encargo.json, texto + "\n")
    if encargo.grafica is not None:
        _escribir(encargo.grafica, grafica(informe))
    salida.write(tabla(informe, encargo.mostrados))


def _cargar(
    configuracion: Configuracion,
    previa: Configuracion | None,
    indice: Indice | None,
    cargando: Progreso,
) -> Indice:
    """Load a library, or keep the previous one when it would be the same."""
    carpeta, ajustes = configuracion.documentos, configuracion.biblioteca
    if indice is None or previa is None:
        return cargar_biblioteca(carpeta, ajustes, cargando)
    if (previa.documentos, previa.biblioteca) == (carpeta, ajustes):
        return indice
    return cargar_biblioteca(carpeta, ajustes, cargando, textos_conocidos(indice))


def _correr(
    encargo: Encargo,
    configuracion: Configuracion,
    indice: Indice,
    casos: Sequence[Caso],
    errores: TextIO,
) -> _Corrida:
    ajustes, cambios = configuracion.consulta, encargo.perturbaciones
    contestables = [caso for caso in casos if not caso.sin_respuesta]
    barra = _barra(configuracion.nombre, errores)
    siaa = sistema(indice, ajustes)
    filas = preguntar(contestables, siaa, cambios, barra)
    incontestables = preguntar([c for c in casos if c.sin_respuesta], siaa, cambios, barra)
    if encargo.sin_respuesta:
        sin = _sistema_sin(configuracion, indice)
        barra = _barra(f"{configuracion.nombre}, sin su documento", errores)
        incontestables += preguntar_sin_documento(contestables, sin, cambios, barra)
    fallos = buscar_fallos(filas, indice, explicacion(indice, ajustes))
    return _Corrida(
        informar_corrida(
            configuracion.nombre, configuracion.ajustes, indice, filas, incontestables, fallos
        ),
        filas,
        sin_su_respuesta(contestables, indice),
    )


def _sistema_sin(configuracion: Configuracion, indice: Indice) -> Callable[[str], Sistema]:
    retirar = retirador(indice, configuracion.documentos, configuracion.biblioteca)
    return lambda clave: sistema(retirar(clave), configuracion.consulta)


def _informe(encargo: Encargo, corridas: Sequence[_Corrida]) -> Informe:
    comparacion = None
    if len(corridas) == 2:
        una, otra = corridas
        comparacion = comparar(una.informe.nombre, una.filas, otra.informe.nombre, otra.filas)
    return Informe(
        version=VERSION,
        siaa=__version__,
        preguntas=str(encargo.preguntas),
        mitad=encargo.mitad or 0,
        perturbaciones=encargo.perturbaciones,
        avisos=tuple(dict.fromkeys(aviso for corrida in corridas for aviso in corrida.avisos)),
        corridas=tuple(corrida.informe for corrida in corridas),
        comparacion=comparacion,
    )


def _barra(nombre: str, errores: TextIO) -> Avance:
    def envolver(casos: Sequence[Caso]) -> Iterable[Caso]:
        barra: Iterable[Caso] = tqdm(
            casos,
            desc=f"Preguntando ({nombre})",
            unit=" pregunta",
            file=errores,
            disable=not errores.isatty(),
            leave=False,
        )
        return barra

    return envolver


def _comprobar_destino(ruta: Path) -> None:
    """Refuse, before any work is done, a file that could not be written after it."""
    if ruta.is_dir() or not ruta.parent.is_dir():
        raise ErrorEvaluacion(
            f"No se puede escribir «{ruta}»: escriba el nombre de un archivo en una carpeta que "
            "exista."
        )


def _escribir(ruta: Path, texto: str) -> None:
    try:
        ruta.write_text(texto, encoding="utf-8", errors="replace")
    except OSError as error:
        raise ErrorEvaluacion(f"No se puede escribir «{ruta}»: {causa(error)}.") from error
