"""`evaluar` from its options to its table: reads, asks, writes. The door parses the options."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from siaa import __version__
from siaa.ajustes import PREFIJO
from siaa.biblioteca import cargador
from siaa.biblioteca.conversion.conversor import Conversor
from siaa.biblioteca.indice import Indice, construir_indice
from siaa.biblioteca.lengua.ortografia import nombres_parecidos
from siaa.biblioteca.valores import AjustesBiblioteca, Archivo
from siaa.consola.ordenes import SIN_LECTURAS
from siaa.errores import causa
from siaa.evaluacion import corrida
from siaa.evaluacion.informe import (
    VERSION,
    Informe,
    InformeCorrida,
    a_json,
    comparar,
    informar_corrida,
)
from siaa.evaluacion.medidas import Caso
from siaa.evaluacion.preguntas import (
    NOMBRE_PREGUNTAS,
    ErrorEvaluacion,
    comprobar_documentos,
    leer_preguntas,
    mitad,
)
from siaa.evaluacion.tabla import tabla
from siaa.recorrido.hallazgo import AjustesConsulta

Retirar = Callable[[str], Indice]
"""Key of a document → the index of the library without it; "" → with all of them."""
Avance = Callable[[Sequence[Caso]], Iterable[Caso]]
"""Wraps the cases that are about to be asked, to show how far the run has come."""


@dataclass(frozen=True, slots=True)
class Configuracion:
    """One way to run SIAA. `ajustes` is what the report says of it, by setting.

    lecturas: whether those of the library are used. datos: below which what is converted is kept.
    """

    nombre: str
    documentos: Path
    biblioteca: AjustesBiblioteca
    consulta: AjustesConsulta
    ajustes: Mapping[str, Any]
    lecturas: bool = True
    datos: Path | None = None


def evaluar(
    opciones: Mapping[str, Any],
    configuraciones: Sequence[Configuracion],
    salida: TextIO,
    cargando: cargador.Progreso = iter,
    preguntando: Avance = iter,
) -> None:
    """Evaluate a configuration, or compare two, as the options of the table ask.

    Writes the table to `salida`, and the JSON where it was asked for. Raises `ErrorEvaluacion` for
    what is wrong with the questions or the files, and `BibliotecaNoDisponible`.
    """
    destino: Path | None = opciones["json"]
    # Before any work is done for what could not be written after it.
    if destino is not None and (destino.is_dir() or not destino.parent.is_dir()):
        raise ErrorEvaluacion(
            f"No se puede escribir «{destino}»: escriba el nombre de un archivo en una carpeta que "
            "exista."
        )
    preguntas = opciones["preguntas"] or configuraciones[0].documentos / NOMBRE_PREGUNTAS
    casos = mitad(leer_preguntas(preguntas), opciones["mitad"])
    corridas: list[InformeCorrida] = []
    indice: Indice | None = None
    for configuracion in configuraciones:
        indice, retirar = _cargar(configuracion, indice, cargando)
        comprobar_documentos(casos, indice.documentos)
        sin_ella = retirar if opciones["sin_respuesta"] else None
        corridas.append(_correr(configuracion, indice, sin_ella, casos, preguntando))
    informe = Informe(
        version=VERSION,
        siaa=__version__,
        preguntas=str(preguntas),
        mitad=opciones["mitad"] or 0,
        corridas=tuple(corridas),
        comparacion=comparar(*corridas) if len(corridas) == 2 else None,
    )
    if destino is not None:
        _escribir(destino, json.dumps(informe, default=a_json, ensure_ascii=False, indent=1))
    salida.write(tabla(informe, max(opciones["fallos"], 0)))


def _cargar(
    configuracion: Configuracion, previo: Indice | None, cargando: cargador.Progreso
) -> tuple[Indice, Retirar]:
    carpeta, ajustes = configuracion.documentos, configuracion.biblioteca
    conocidos = cargador.textos_conocidos(previo) if previo else {}
    conversor = Conversor(configuracion.datos)
    indice = cargador.cargar_biblioteca(carpeta, ajustes, cargando, conocidos, conversor)
    retirar = retirador(indice, carpeta, ajustes, configuracion.lecturas)
    return indice if configuracion.lecturas else retirar(""), retirar


def retirador(
    indice: Indice, carpeta: Path, ajustes: AjustesBiblioteca, con_lecturas: bool = True
) -> Retirar:
    """Return what builds the index of a library again, without one of its documents.

    Only what joins the documents is worked out again; each text keeps what is known about it.
    con_lecturas: whether those of the documents that stay are used.
    """
    catalogo = cargador.catalogo_de(carpeta, ajustes.max_bytes_documento)
    gente = cargador.sinonimos_de_la_gente()
    lecturas = cargador.leer_lecturas(carpeta) if con_lecturas else ()
    en_orden = sorted(indice.documentos.values(), key=lambda d: d.ruta)

    def retirar(clave: str) -> Indice:
        quedan = [d for d in en_orden if d.clave != clave]
        return construir_indice(
            [Archivo(d.ruta, d.contenido) for d in quedan],
            [d.texto for d in quedan],
            catalogo,
            ajustes,
            gente=gente,
            lecturas=[lectura for lectura in lecturas if lectura.documento != clave],
        )

    return retirar


def _correr(
    configuracion: Configuracion,
    indice: Indice,
    retirar: Retirar | None,
    casos: Sequence[Caso],
    avance: Avance,
) -> InformeCorrida:
    ajustes = configuracion.consulta
    contestables = [caso for caso in casos if not caso.sin_respuesta]
    siaa = corrida.sistema(indice, ajustes)
    filas = corrida.preguntar(avance(contestables), siaa)
    sin_respuesta = avance([caso for caso in casos if caso.sin_respuesta])
    incontestables = corrida.preguntar(sin_respuesta, siaa)
    if retirar is not None:
        juntos = avance(sorted(contestables, key=lambda caso: caso.documento))
        incontestables += corrida.preguntar_sin_documento(
            juntos, lambda clave: corrida.sistema(retirar(clave), ajustes)
        )
    nombre, fallos = configuracion.nombre, corrida.buscar_fallos(filas, indice, ajustes)
    return informar_corrida(nombre, configuracion.ajustes, indice, filas, incontestables, fallos)


def _escribir(ruta: Path, texto: str) -> None:
    try:
        ruta.write_text(texto, encoding="utf-8", errors="replace")
    except OSError as error:
        raise ErrorEvaluacion(f"No se puede escribir «{ruta}»: {causa(error)}.") from error


def leer_contra(dados: Sequence[str], ajustes: Collection[str]) -> dict[str, str]:
    """Turn `NOMBRE=VALOR` texts into settings; a name may also be written as its variable.

    What asks for no readings changes none. Raises `ErrorEvaluacion` for another form or a name
    that is no setting.
    """
    cambios: dict[str, str] = {}
    for dado in dados:
        if dado.strip() == SIN_LECTURAS:
            continue
        nombre, igual, valor = dado.partition("=")
        nombre = nombre.strip().lower().removeprefix(PREFIJO.lower())
        if not igual or not valor.strip():
            raise ErrorEvaluacion(
                f"--contra «{dado}» no sirve: escriba NOMBRE=VALOR, como estrategia=clasica."
            )
        if nombre not in ajustes:
            parecidos = nombres_parecidos(nombre, ajustes, 1)
            pista = f"¿quiso decir «{parecidos[0]}»?" if parecidos else "véase README.md."
            raise ErrorEvaluacion(f"«{nombre}», en --contra, no es un ajuste: {pista}")
        cambios[nombre] = valor.strip()
    return cambios
