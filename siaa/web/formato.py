"""Numbers, times and dates as people write them in Spanish. Pure."""

from datetime import datetime
from math import ceil
from typing import Final

from markupsafe import Markup

from siaa.biblioteca.lengua.fechas import dia as dia
from siaa.biblioteca.lengua.fechas import momento as en_palabras
from siaa.biblioteca.lengua.numeros import escribir_numero

SIN_DATO: Final = "—"
SEGUNDOS_POR_MINUTO: Final = 60


def fecha(momento: datetime | None) -> str:
    """Write a moment in the server's zone."""
    return SIN_DATO if momento is None else en_palabras(momento.astimezone())


def hora(momento: datetime) -> Markup:
    """Write a moment as an element, which scripts put in the zone of whoever reads."""
    return Markup('<time datetime="{}">{}</time>').format(momento.isoformat(), fecha(momento))


def tamano(octetos: int) -> str:
    """Write how much a file weighs: `240 KB`, `1,2 MB`."""
    kib = max(octetos, 1) / 1024
    return f"{numero(ceil(kib))} KB" if kib < 1024 else f"{numero(kib / 1024, 1)} MB"


def numero(valor: float | None, decimales: int = 0) -> str:
    """Write a number with its thousands apart and a decimal comma: `1.234,5`."""
    if valor is None:
        return SIN_DATO
    return escribir_numero(valor, f",.{decimales}f")


def duracion(segundos: float | None) -> str:
    """Write a time: `0,4 s`, `2 min 5 s`."""
    if segundos is None:
        return SIN_DATO
    if round(segundos, 1) < SEGUNDOS_POR_MINUTO:
        return f"{numero(segundos, 1)} s"
    minutos, resto = divmod(round(segundos), SEGUNDOS_POR_MINUTO)
    return f"{numero(minutos)} min {resto} s"


def cuantos(cuenta: int, uno: str, varios: str) -> str:
    """Write how many of something there are: `1 documento`, `12 documentos`."""
    return f"{numero(cuenta)} {uno if cuenta == 1 else varios}"
