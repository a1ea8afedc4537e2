"""Questions of the record as CSV for a spreadsheet and lines for a terminal."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Final

from siaa.biblioteca.lengua.texto import limpiar_entrada
from siaa.redaccion.afirmaciones.frase import Estado
from siaa.redaccion.reparos import recuento
from siaa.servicio.registro.asiento import PreguntaGuardada

MARCA_UTF8: Final = "\ufeff"
SEPARADOR: Final = ";"
"""What spreadsheets in Spanish split at, as the comma is their decimal sign."""
_FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
"""How a cell begins that a spreadsheet would run instead of showing it."""
_TIEMPOS: Final = (
    *("total_s", "cola_s", "busqueda_s", "turno_s", "primer_token_s", "lectura_modelo_s"),
    *("descomposicion_s", "suficiencia_s", "escritura_modelo_s"),
    *("tokens_prompt", "tokens_respuesta"),
)
_COLUMNAS: Final = (
    *("momento", "id", "tipo", "pregunta", "busquedas", "documentos", "chunks", "caracteres"),
    *("respuesta",),
    *("modo", "motivo", "completa", "alerta", "error", "compartida", "estrategia", "modelo"),
    *("digest", "version_prompt", "huella", "version"),
)
_DE_VALORACION: Final = ("voto", "razon", "comentario", "documento")
_ESTADOS: Final = (Estado.RESPALDADA, Estado.DISCREPA, Estado.SIN_RESPALDO)
ENCABEZADOS: Final = (
    *(*_COLUMNAS, *_TIEMPOS),
    *(f"frases_{estado}" for estado in _ESTADOS),
    *(f"valoracion_{nombre}" for nombre in _DE_VALORACION),
)


def en_csv(guardados: Iterable[PreguntaGuardada]) -> Iterator[str]:
    """Write a table that a spreadsheet in Spanish opens as it is, and whose cells it only shows."""
    renglon = io.StringIO(newline="")
    escritor = csv.writer(renglon, delimiter=SEPARADOR, quoting=csv.QUOTE_ALL)
    yield MARCA_UTF8
    escritor.writerow(ENCABEZADOS)
    for guardado in guardados:
        yield renglon.getvalue()
        renglon.seek(0)
        renglon.truncate()
        escritor.writerow([celda(valor) for valor in _valores(guardado)])
    yield renglon.getvalue()


def _valores(guardado: PreguntaGuardada) -> Iterator[Any]:
    yield from (getattr(guardado, nombre) for nombre in _COLUMNAS)
    yield from (guardado.tiempos.get(nombre) for nombre in _TIEMPOS)
    estados = Counter(frase.estado for frase in guardado.frases)
    yield from (estados[estado] for estado in _ESTADOS)
    yield from (getattr(guardado.valoracion, nombre, None) for nombre in _DE_VALORACION)


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


def en_lineas(guardados: Iterable[PreguntaGuardada]) -> Iterator[str]:
    """Write one line a question."""
    for guardado in guardados:
        total = guardado.tiempos.get("total_s")
        partes = (
            _hora_local(guardado.momento),
            "— s" if total is None else f"{total:.1f} s".replace(".", ","),
            f"{guardado.modo}/{guardado.motivo}",
            guardado.alerta or "—",
            f"«{guardado.pregunta}»",
            "→ " + (", ".join(guardado.documentos) or "—"),
            recuento(guardado.frases),
            *([] if guardado.valoracion is None else [f"[{guardado.valoracion.voto}]"]),
        )
        yield " ".join(limpiar_entrada("  ".join(partes)).split()) + "\n"


def _hora_local(momento: datetime) -> str:
    return momento.astimezone().strftime("%Y-%m-%d %H:%M:%S")
