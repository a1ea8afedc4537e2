"""Questions of the record as JSON for programs, CSV for a spreadsheet and lines for a terminal."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from datetime import datetime
from typing import Any, Final

from siaa.biblioteca.lengua.texto import limpiar_entrada
from siaa.servicio.registro.consultas import Anotada

MARCA_UTF8: Final = "\ufeff"
SEPARADOR: Final = ";"
"""What spreadsheets in Spanish split at, as the comma is their decimal sign."""
_FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
"""How a cell begins that a spreadsheet would run instead of showing it."""
_TIEMPOS: Final = (
    *("total_s", "cola_s", "busqueda_s", "turno_s", "primer_token_s", "lectura_modelo_s"),
    *("escritura_modelo_s", "tokens_prompt", "tokens_respuesta"),
)
_COLUMNAS: Final = (
    *("momento", "id", "tipo", "pregunta", "documentos", "chunks", "caracteres", "respuesta"),
    *("modo", "motivo", "completa", "alerta", "error", "compartida", "estrategia", "modelo"),
    *("digest", "version_prompt", "huella", "version"),
)
_DE_VALORACION: Final = ("voto", "razon", "comentario", "documento")
ENCABEZADOS: Final = (
    *(*_COLUMNAS, *_TIEMPOS),
    *(f"valoracion_{nombre}" for nombre in _DE_VALORACION),
)


def anotada_json(anotada: Anotada) -> dict[str, Any]:
    """Show a question with all that is known of it."""
    return {**asdict(anotada.asiento), "valoracion": anotada.valoracion}


def valorada_json(anotada: Anotada) -> dict[str, Any]:
    """Show the rating of a question beside what it is about."""
    asiento = anotada.asiento
    return {
        **({} if anotada.valoracion is None else asdict(anotada.valoracion)),
        "preguntada": asiento.momento,
        "pregunta": asiento.pregunta,
        "documentos": asiento.documentos,
        "respuesta": asiento.respuesta,
    }


def en_csv(anotadas: Iterable[Anotada]) -> Iterator[str]:
    """Write a table that a spreadsheet in Spanish opens as it is, and whose cells it only shows."""
    renglon = io.StringIO(newline="")
    escritor = csv.writer(renglon, delimiter=SEPARADOR, quoting=csv.QUOTE_ALL)
    yield MARCA_UTF8
    escritor.writerow(ENCABEZADOS)
    for anotada in anotadas:
        yield renglon.getvalue()
        renglon.seek(0)
        renglon.truncate()
        escritor.writerow([celda(valor) for valor in _valores(anotada)])
    yield renglon.getvalue()


def _valores(anotada: Anotada) -> Iterator[Any]:
    asiento = anotada.asiento
    yield from (getattr(asiento, nombre) for nombre in _COLUMNAS)
    yield from (asiento.tiempos.get(nombre) for nombre in _TIEMPOS)
    yield from (getattr(anotada.valoracion, nombre, None) for nombre in _DE_VALORACION)


def celda(valor: Any) -> str:
    """Write one cell: text that would be a formula gets an apostrophe, which makes it text."""
    if valor is None:
        return ""
    if isinstance(valor, bool):
        return "sí" if valor else "no"
    if isinstance(valor, int | float):
        return str(valor).replace(".", ",")
    if isinstance(valor, datetime):
        return _hora_local(valor)
    texto = limpiar_entrada(valor if isinstance(valor, str) else " | ".join(valor))
    return f"'{texto}" if texto.startswith(_FORMULAS) else texto


def en_lineas(anotadas: Iterable[Anotada]) -> Iterator[str]:
    """Write one line a question."""
    for anotada in anotadas:
        asiento = anotada.asiento
        total = asiento.tiempos.get("total_s")
        partes = (
            _hora_local(asiento.momento),
            "— s" if total is None else f"{total:.1f} s".replace(".", ","),
            f"{asiento.modo}/{asiento.motivo}",
            asiento.alerta or "—",
            f"«{asiento.pregunta}»",
            "→ " + (", ".join(asiento.documentos) or "—"),
            *([] if anotada.valoracion is None else [f"[{anotada.valoracion.voto}]"]),
        )
        yield " ".join(limpiar_entrada("  ".join(partes)).split()) + "\n"


def _hora_local(momento: datetime) -> str:
    return momento.astimezone().strftime("%Y-%m-%d %H:%M:%S")
