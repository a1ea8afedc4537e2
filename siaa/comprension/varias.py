"""The questions that one message asks: «¿quién firma el acta? ¿y cuánto cuesta la copia?». Pure."""

import re
from typing import Final

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


def preguntas_de(texto: str) -> tuple[str, ...]:
    """Return the questions of a message, in order, each with what is told before it; at least one.

    What comes after the last goes with it. A stretch of a message asks if it has a mark or a word
    that questions are asked with.
    """
    cortes = [corte.span() for corte in _ENTRE.finditer(texto)]
    comienzos = [0, *(fin for _, fin in cortes)]
    finales = [*(inicio for inicio, _ in cortes), len(texto)]
    tramos = enumerate(zip(comienzos, finales, strict=True))
    piden = [n for n, (inicio, fin) in tramos if _pregunta(texto[inicio:fin])][:-1]
    de, a = [0, *(comienzos[n + 1] for n in piden)], [*(finales[n] for n in piden), len(texto)]
    return tuple(texto[inicio:fin] for inicio, fin in zip(de, a, strict=True))


def _pregunta(texto: str) -> bool:
    return bool(_PIDE.search(texto)) and len(texto.split()) >= PALABRAS
