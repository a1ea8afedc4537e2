"""Dates, whole or in part, and times of the day."""

import re
from typing import Final, NamedTuple

from siaa.redaccion.afirmaciones.lectura.lexico import por_forma
from siaa.redaccion.afirmaciones.lectura.numeros import leer_numero

MESES: Final = por_forma("meses")
_DE_SEMANA: Final = por_forma("de_semana")
ANIOS: Final = range(1800, 2101)
DIAS: Final = range(1, 32)
_DE: Final = re.compile(
    r"\)?(?:\s+(?:del?|presente|mismo|citado|mes|el|la|año|ano|dia|dias(?=\s+del\s+mes)))*\s+"
)
_MES: Final = re.compile(rf"(?:{'|'.join(MESES)})(?![a-zñ])")
_EN_CIFRAS: Final = re.compile(r"([0-9]{1,4})[-/.]([0-9]{1,2})[-/.]([0-9]{2,4})(?![0-9./-]*[0-9])")
_HORA: Final = re.compile(
    r"(?P<hora>[01]?[0-9]|2[0-3])(?:(?P<signo>[:.])(?P<minutos>[0-5][0-9]))?(?![0-9])"
    r"(?P<mitad>\s+(?:a\.?\s?m(?![a-z])|de\s+la\s+mañana"
    r"|(?P<tarde>p\.?\s?m(?![a-z])|de\s+la\s+(?:tarde|noche))))?"
)
_DIA: Final = 24
_HORAS_DEL: Final = re.compile(rf"\s+horas(?=\s+del\s+(?:dia|[0-9]|{'|'.join(_DE_SEMANA)}))")
"""«Desde las dieciocho (18) horas del sábado»."""
_MEDIODIA: Final = 12
_CORTOS, _DE_ESTE_SIGLO = 99, 50


class Fecha(NamedTuple):
    """A date; None for each part that is not said."""

    dia: int | None
    mes: int | None
    anio: int | None


def leer_fecha(plegado: str, desde: int) -> tuple[Fecha, int] | None:
    """Return the date that starts at a place of a folded text with its end, if one does."""
    if escrita := _EN_CIFRAS.match(plegado, desde):
        uno, mes, otro = (int(parte) for parte in escrita.groups())
        anio, dia = (uno, otro) if uno in ANIOS else (_entero(otro), uno)
        posible = dia in DIAS and mes in range(1, 13)
        return (Fecha(dia, mes, anio), escrita.end()) if posible else None
    mes_dicho = _MES.match(plegado, desde)
    numero = leer_numero(plegado, mes_dicho.end() + 1 if mes_dicho else desde)
    # «certificado 001 de julio 11»
    del_mes = (
        numero if numero and numero.valor in DIAS and not plegado.startswith("00", desde) else None
    )
    fin = del_mes.fin if del_mes else desde
    if mes_dicho is None and del_mes and (enlace := _DE.match(plegado, fin)):
        mes_dicho = _MES.match(plegado, enlace.end())
    if mes_dicho is None:
        return None
    anio_dicho, fin = _anio(plegado, max(fin, mes_dicho.end()))
    dia_dicho = int(del_mes.valor) if del_mes else None
    return Fecha(dia_dicho, int(MESES[mes_dicho[0]]), anio_dicho), fin


def _entero(anio: int) -> int:
    """Return a year of which only the last two figures may be written."""
    return anio if anio > _CORTOS else anio + (2000 if anio < _DE_ESTE_SIGLO else 1900)


def _anio(plegado: str, desde: int) -> tuple[int | None, int]:
    """Return the year that follows a month, with its end."""
    enlace = _DE.match(plegado, desde)
    numero = leer_numero(plegado, enlace.end()) if enlace else None
    if numero is None or numero.valor not in ANIOS:
        return None, desde
    return int(numero.valor), numero.fin


def leer_hora(plegado: str, desde: int) -> tuple[str, int] | None:
    """Return the time of the day that starts at a place as «HH:MM», with its end."""
    numero = leer_numero(plegado, desde) if plegado.endswith("las ", 0, desde) else None
    horas = _HORAS_DEL.match(plegado, numero.fin) if numero and not numero.ordinal else None
    if numero and horas and numero.valor < _DIA:
        return f"{numero.valor:02.0f}:00", horas.end()
    escrita = _HORA.match(plegado, desde)
    if escrita is None or not (escrita["mitad"] or escrita["signo"] == ":"):
        return None
    hora = int(escrita["hora"]) % _MEDIODIA if escrita["mitad"] else int(escrita["hora"])
    # «las 12 de la noche» are midnight, and «las 12 p. m.» noon
    de_noche = hora == 0 and (escrita["tarde"] or "").endswith("noche")
    hora += _MEDIODIA if escrita["tarde"] and not de_noche else 0
    return f"{hora:02}:{escrita['minutos'] or '00'}", escrita.end()
