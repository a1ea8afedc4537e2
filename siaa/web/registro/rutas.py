"""`/siaa/log` and the ratings: what was asked, how it was answered, and what people thought."""

import csv
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain
from math import ceil
from types import MappingProxyType, SimpleNamespace
from typing import Any, Final

from flask import Blueprint, Response, current_app, request
from typing_extensions import TypedDict

from siaa.biblioteca.lengua.numeros import escribir_numero
from siaa.biblioteca.lengua.texto import limpiar_entrada
from siaa.biblioteca.lengua.vocabulario import en_orden
from siaa.redaccion.reparos import recuento
from siaa.servicio.registro import consultas
from siaa.servicio.registro.asiento import PreguntaGuardada, Valoracion
from siaa.servicio.registro.registro import Registro
from siaa.web.formato import SIN_DATO, duracion
from siaa.web.openapi import Contenido, administracion, consulta
from siaa.web.peticion import buscar_documento, leer_cuerpo
from siaa.web.registro import peticion
from siaa.web.respuestas import tomar
from siaa.web.servicios import Servicios

MARCA_UTF8: Final = "\ufeff"
SEPARADOR: Final = ";"
"""What spreadsheets in Spanish split at, as the comma is their decimal sign."""
_FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
"""First characters of a cell that a spreadsheet would run instead of showing."""
ENCABEZADOS: Final = en_orden(
    "momento id tipo pregunta busquedas documentos chunks caracteres avisos respuesta modo motivo "
    "completa alerta error compartida estrategia modelo digest version_prompt huella version "
    "total_s cola_s busqueda_s turno_s primer_token_s lectura_modelo_s descomposicion_s orden_s "
    "suficiencia_s escritura_modelo_s tokens_prompt tokens_respuesta "
    "frases_respaldada frases_discrepa frases_sin_respaldo "
    "valoracion_voto valoracion_razon valoracion_comentario valoracion_documento ambito junto_con"
)
"""Columns: sentences by state (`frases_…`), the rating, times; else what is of the question."""
TANDA: Final = 200
"""Rows that a long list reads at a time, so that it never keeps the file busy while it is sent."""
TEXTOS: Final[Contenido] = MappingProxyType({"text/csv": None, "text/plain": None})


def en_csv(guardados: Iterable[PreguntaGuardada]) -> Iterator[str]:
    """Write a table that a spreadsheet in Spanish opens as it is, and whose cells it only shows."""
    eco: Any = SimpleNamespace(write=str)  # so that a row is returned as it is written
    escritor = csv.writer(eco, delimiter=SEPARADOR, quoting=csv.QUOTE_ALL)
    yield MARCA_UTF8
    yield escritor.writerow(ENCABEZADOS)
    for guardado in guardados:
        yield escritor.writerow([celda(_valor(guardado, nombre)) for nombre in ENCABEZADOS])


def _valor(guardado: PreguntaGuardada, columna: str) -> Any:
    parte, _, nombre = columna.partition("_")
    if parte == "frases":
        return sum(frase.estado == nombre for frase in guardado.frases)
    if parte == "valoracion":
        return getattr(guardado.valoracion, nombre, None)
    return getattr(guardado, columna, guardado.tiempos.get(columna))


def celda(valor: Any) -> str:
    """Write one cell: text that would be a formula gets an apostrophe, which makes it text."""
    if valor is None:
        return ""
    if isinstance(valor, bool):
        return "sí" if valor else "no"
    if isinstance(valor, int | float):
        return escribir_numero(valor, "")
    if isinstance(valor, datetime):
        return _hora_local(valor)
    texto = limpiar_entrada(valor if isinstance(valor, str) else " | ".join(valor))
    return f"'{texto}" if texto.startswith(_FORMULAS) else texto


def en_lineas(guardados: Iterable[PreguntaGuardada], palabras: Any) -> Iterator[str]:
    """Write one line a question.

    palabras: what people read for the codes of the record, as `palabras.html` has them.
    """
    for guardado in guardados:
        manera = _dicho(palabras.maneras, guardado.modo)
        voto = guardado.valoracion.voto if guardado.valoracion else None
        partes = (
            _hora_local(guardado.momento),
            duracion(guardado.tiempos.get("total_s")),
            f"{manera}, {_dicho(palabras.finales, guardado.motivo)}",
            _dicho(palabras.alertas, guardado.alerta),
            f"«{guardado.pregunta}» → {', '.join(guardado.documentos) or SIN_DATO}",
            recuento(guardado.frases),
            _dicho(palabras.votos, voto),
        )
        yield " ".join(limpiar_entrada(" · ".join(filter(None, partes))).split()) + "\n"


def _dicho(palabras: Mapping[str, str], codigo: str | None) -> str:
    """Return what people read for a code; one that has no words is written by another version."""
    return palabras.get(codigo, codigo) if codigo else ""


def _hora_local(momento: datetime) -> str:
    return momento.astimezone().strftime("%Y-%m-%d %H:%M:%S")


@dataclass(frozen=True, slots=True, kw_only=True)
class _PreguntaValorada(Valoracion):
    preguntada: datetime
    pregunta: str
    documentos: tuple[str, ...]
    respuesta: str


class _ParteDeLista(TypedDict):
    total: int
    pagina: int
    por_pagina: int
    paginas: int


class _PaginaDelRegistro(_ParteDeLista):
    preguntas: tuple[PreguntaGuardada, ...]
    resumen: consultas.Resumen


class _PaginaDeValoraciones(_ParteDeLista):
    valoraciones: list[_PreguntaValorada]


def crear_registro(servicios: Servicios) -> Blueprint:
    """Return the routes of the record."""
    rutas = Blueprint("registro", __name__, url_prefix="/siaa")
    registro = servicios.registro

    @rutas.get("/log")
    @administracion("El registro de preguntas.", peticion.DE_REGISTRO, (400, 404, 503), da=TEXTOS)
    def log() -> _PaginaDelRegistro | Response:
        dados = peticion.leer_parametros(request, peticion.DE_REGISTRO)
        filtro, formato = peticion.leer_filtro(dados), dados["formato"]
        pagina = peticion.leer_pagina(dados)
        if formato not in (None, "json"):
            con_pagina = dados["pagina"] or dados["por_pagina"]
            return _en_tandas(registro, filtro, pagina if con_pagina else None, formato)
        hallado = registro.leer(consultas.buscar, filtro, pagina)
        parte = _parte(pagina, hallado.total)
        return {**parte, "preguntas": hallado.filas, "resumen": hallado.resumen}

    @rutas.post("/valoracion")
    @consulta("Dice si una respuesta sirvió.", errores=(404, 503), cuerpo=peticion.VALORACION)
    def valoracion() -> Valoracion:
        pedida = leer_cuerpo(request, peticion.VALORACION)
        dados = pedida.model_dump()
        if pedida.documento is not None:
            indice = servicios.biblioteca.indice
            dados["documento"] = buscar_documento(indice, pedida.documento).clave
        dada = registro.valorar(Valoracion(momento=datetime.now(UTC), **dados))
        if dada.voto == "no":
            servicios.cache.desechar(dada.id)
        return dada

    @rutas.get("/valoraciones")
    @administracion(
        "Las valoraciones, con sus preguntas.", peticion.DE_VALORACIONES, (400, 404, 503)
    )
    def valoraciones() -> _PaginaDeValoraciones:
        dados = peticion.leer_parametros(request, peticion.DE_VALORACIONES)
        pagina = peticion.leer_pagina(dados)
        halladas = registro.leer(consultas.valoradas, pagina, dados["voto"])
        return {
            **_parte(pagina, halladas.total),
            "valoraciones": [
                tomar(_PreguntaValorada, fila.valoracion, fila, preguntada=fila.momento)
                for fila in halladas.filas
            ],
        }

    return rutas


def _parte(pagina: consultas.Pagina, total: int) -> _ParteDeLista:
    return {
        "total": total,
        "pagina": pagina.numero,
        "por_pagina": pagina.filas,
        "paginas": ceil(total / pagina.filas),
    }


def _en_tandas(
    registro: Registro, filtro: consultas.Filtro, pagina: consultas.Pagina | None, formato: str
) -> Response:
    todas = registro.leer(consultas.numerar, filtro)
    numeros = todas if pagina is None else pagina.de(todas)
    tandas = (numeros[inicio : inicio + TANDA] for inicio in range(0, len(numeros), TANDA))
    guardados = chain.from_iterable(registro.leer(consultas.leer_filas, tanda) for tanda in tandas)
    if formato == "texto":
        palabras = current_app.jinja_env.get_template("palabras.html").module
        return Response(en_lineas(guardados, palabras), content_type="text/plain; charset=utf-8")
    adjunto = {"Content-Disposition": 'attachment; filename="registro.csv"'}
    return Response(en_csv(guardados), headers=adjunto, content_type="text/csv; charset=utf-8")
