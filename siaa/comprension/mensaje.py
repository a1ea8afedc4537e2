"""What one message asks, without what people say around it: courtesy, and that they ask. Pure."""

import re
from typing import Final

from siaa.biblioteca.lengua.oraciones import lo_que_pide, oraciones
from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.biblioteca.lengua.vocabulario import AUXILIARES, JUNTO_AL_TRATO, STOPWORDS_ES, TRATO

PALABRAS: Final = 3
"""Of a question that can be looked up; fewer («¿por qué?», «¿o no?») are none of their own."""
_CON_QUE: Final = (
    r"(?:(?:a|en|de|con|por|para|desde|hasta|cada) )?(?:qué|cuánt[oa]s?|cuant[oa]s?|cómo|"
    r"quién(?:es)?|dónde|cuándo|cu[aá]l(?:es)?|(?:(?<=hasta )|(?<=desde )|(?<=cada ))cuando)\b"
)
_PIDE = re.compile(rf"¿|\b{_CON_QUE}", re.IGNORECASE)
_ENTRE = re.compile(
    rf"(?<=\?)[\s,;]*|[.;]\s+|\n\s*|,? [ye] (?:(?:además|también),? )?(?=¿|{_CON_QUE}|si\b)",
    re.IGNORECASE,
)

_CALLADAS: Final = TRATO | JUNTO_AL_TRATO | AUXILIARES | STOPWORDS_ES
_CLAUSULA = re.compile(r"(?<=[,:;])(?=\s*\S)|(?=¿)")
_PIDE_AYUDA = re.compile(r"\b(?:me|nos|\w+r(?:me|nos|les?))\b", re.IGNORECASE)
"""«¿me puede ayudar?», «¿podría orientarme?»; «¿y la consulta?» asks for something."""


def sin_trato(texto: str) -> str:
    """Return a message without the clauses that only say such things; all of it if no other."""
    clausulas = (c for oracion in oraciones(texto) for c in _CLAUSULA.split(oracion))
    return "".join(c for c in clausulas if not _es_trato(c)).strip() or texto


def _es_trato(clausula: str) -> bool:
    palabras = {*corridas(plegar(clausula))}
    pregunta = "?" in clausula and not _PIDE_AYUDA.search(clausula)
    return palabras <= _CALLADAS and not (pregunta or palabras.isdisjoint(TRATO))


def preguntas_de(texto: str) -> tuple[str, ...]:
    """Return the questions of a message, in order, each with what is told before it; at least one.

    What comes after the last goes with it. A stretch of a message asks if it has a mark or a word
    that questions are asked with.
    """
    cortes = [corte.span() for corte in _ENTRE.finditer(texto)]
    comienzos = [0, *(fin for _, fin in cortes)]
    finales = [*(inicio for inicio, _ in cortes), len(texto)]
    tramos = [texto[inicio:fin] for inicio, fin in zip(comienzos, finales, strict=True)]
    pedido = lo_que_pide(texto)  # «no sé cómo es esto. ¿…?» only tells it
    piden = [n for n, tramo in enumerate(tramos) if _pregunta(tramo) and tramo in pedido][:-1]
    de, a = [0, *(comienzos[n + 1] for n in piden)], [*(finales[n] for n in piden), len(texto)]
    return tuple(texto[inicio:fin] for inicio, fin in zip(de, a, strict=True))


def _pregunta(texto: str) -> bool:
    return bool(_PIDE.search(texto)) and len(texto.split()) >= PALABRAS
