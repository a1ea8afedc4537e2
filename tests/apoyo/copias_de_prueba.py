"""A library with near-copies: the same form for four counters of an invented market, and a rule."""

from __future__ import annotations

import re
from pathlib import Path

MOSTRADORES = ("frutas", "pescados", "panes", "flores")
DISTINTO = "¿Qué se anota en la casilla de mercancía recibida?"
COMUN = "¿Qué se anota en la casilla de pesas y balanzas?"
DE_UNO = "¿Qué se anota en la casilla de hielo derretido?"
REGLAMENTO = "¿Quién puede cerrar la lonja?"

_MANUAL = """\
# Manual del mostrador de {que}

Este manual dice cómo se llenan las hojas que la lonja le pide cada día a quien atiende. Las hojas
se reclaman en la portería, de a una por persona, y se escriben con tinta. Nadie las firma por otro,
ni con permiso. Las enmendaduras se salvan al pie, con la fecha y las iniciales de quien las hizo.
Lo que falte se averigua con el portero, que tiene las llaves del archivo y sabe dónde está cada
cosa. Una hoja que se moja se copia otra vez, y la mojada se guarda con la copia. Ninguna hoja sale
de la lonja. Quien se retire entrega las suyas ese mismo día, y de lo entregado se le da recibo.
El recibo se guarda un año. Pasado ese tiempo se quema en el patio, delante de dos testigos.

## Mercancía recibida

En la casilla de mercancía recibida se anota cuántas canastas de {que} llegaron antes del alba,
contadas por dos personas que firman la hoja en presencia del portero de la lonja.

## Pesas y balanzas

En la casilla de pesas y balanzas se anota el día en que el inspector de la lonja revisó cada
instrumento y el número del sello que le puso. Un instrumento sin sello no se usa, y quien lo use
responde por la diferencia ante los compradores que la reclamen dentro de la misma jornada.

## Cierre de la jornada

Al cerrar la jornada el encargado suma las hojas del día, guarda la copia en el cajón del mostrador
y entrega el original en la oficina del administrador, que lo compara con las hojas de la semana
anterior y devuelve al día siguiente las que no cuadren, con la razón escrita al respaldo.

## Aseo y residuos

Cada mostrador separa los residuos que pueden volver a la tierra de los que no, los lleva a los
depósitos del patio antes de la última campana y lava el suelo con agua del aljibe, sin jabón.
"""
_HIELO = """
## Hielo derretido

En la casilla de hielo derretido se anota cuántos baldes se vaciaron durante la mañana.
"""
_REGLAMENTO = """\
# Reglamento de la lonja

## Artículo 1. Cierre

La lonja solo la puede cerrar el alcalde, por decreto, cuando haya inundación o epidemia declarada.

## Artículo 2. Reclamos

Los reclamos se presentan por escrito en la oficina del administrador dentro de tres días.
"""
_BANDO = """\
# Bando {0}

El alcalde manda que {1}.
"""
_ASUNTOS = (
    "los carros entren por la puerta del río y salgan por la del puente",
    "los perros anden atados mientras haya compradores",
    "el reloj de la torre se ponga en hora cada lunes",
    "las gallinas se vendan vivas y las jaulas queden limpias",
    "nadie pregone después de la segunda campana",
    "los toldos se recojan cuando sople viento del norte",
)


def escribir_copias(carpeta: Path) -> Path:
    """Write the library and return its folder."""
    for que in MOSTRADORES:
        hielo = _HIELO if que == "pescados" else ""
        _escribir(carpeta / "manuales" / f"mostrador_{que}.md", _MANUAL.format(que=que) + hielo)
    _escribir(carpeta / "normas" / "reglamento.md", _REGLAMENTO)
    for numero, asunto in enumerate(_ASUNTOS, 1):
        _escribir(carpeta / "normas" / f"bando_{numero}.md", _BANDO.format(numero, asunto))
    return carpeta


def _escribir(ruta: Path, texto: str) -> None:
    ruta.parent.mkdir(parents=True, exist_ok=True)
    ruta.write_text(re.sub(r"(?<=[^\n#])\n(?=[^\n#])", " ", texto), encoding="utf-8")
