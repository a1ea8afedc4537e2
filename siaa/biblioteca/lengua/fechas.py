"""Days and moments as people write them in Spanish. Pure."""

from datetime import date, datetime
from typing import Final

from siaa.biblioteca.lengua.vocabulario import en_orden

MESES: Final = en_orden(
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"
)
MEDIODIA: Final = 12


def dia(fecha: date) -> str:
    """Write a day: `22 de noviembre de 2026`."""
    return f"{fecha.day} de {MESES[fecha.month - 1]} de {fecha.year}"


def momento(cuando: datetime) -> str:
    """Write a moment in its own zone: `22 de noviembre de 2026 a las 5:43 a. m.`."""
    mitad = "p. m." if cuando.hour >= MEDIODIA else "a. m."
    return f"{dia(cuando)} a las {(cuando.hour - 1) % MEDIODIA + 1}:{cuando:%M} {mitad}"
