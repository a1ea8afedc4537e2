"""Stage after retrieval: a model says whether the fragments suffice, what is missing, what to drop.

It is only believed about what to look for and what to leave out: what counts of its answer are
lines of three forms, and whatever else stands around them is nobody's.
"""

import re
from collections.abc import Sequence
from typing import Final

from siaa.biblioteca.lengua.texto import limpiar_entrada
from siaa.etapas.encargo import ClaseDeEtapa, EncargoDeEtapa, instrucciones
from siaa.valores import Mensaje

RONDAS_MAXIMAS: Final = 2
FALTAS_MAXIMAS: Final = 3
LARGO_MOSTRADO: Final = 200
BASTA: Final = "READY"
_ENCARGO: Final = instrucciones("suficiencia", basta=BASTA, maximas=FALTAS_MAXIMAS)
_LINEA = re.compile(
    rf"[\W_]*(?:(?P<basta>{BASTA})\W*"
    r"|NEED\s*\|\s*(?P<articulo>[^|\s][^|]{0,39}?)\s*"
    r"\|\s*(?P<ley>[^|\s][^|]{0,118}?[^|\s*`])[\s*`|]*"
    r"|DROP\s*\|(?P<sobran>[\s\d,;]{1,200})[\s*`|]*)",
    re.IGNORECASE,
)
_NUMERO = re.compile(r"\d{1,3}(?!\d)")


def encargo_de_suficiencia(
    pregunta: str, fragmentos: Sequence[tuple[str, str]], bases: Sequence[tuple[str, str]]
) -> EncargoDeEtapa:
    """Return what a model is told of the fragments chosen for a question: place and text of each.

    bases: subjects of the question and the norm that each always needs.
    """
    filas = "".join(
        f"\n- Sobre «{asunto}» hace falta «{norma}»: si no está, pídala." for asunto, norma in bases
    )
    vistos = "\n\n".join(
        f"[{n}] {lugar}\n{' '.join(texto.split())[:LARGO_MOSTRADO]}"
        for n, (lugar, texto) in enumerate(fragmentos)
    )
    dicho = f"Pregunta: {pregunta}\n\nFragmentos disponibles:\n{vistos}"
    mensajes = Mensaje("system", _ENCARGO + filas), Mensaje("user", dicho)
    return EncargoDeEtapa(SUFICIENCIA, mensajes)


def interpretar_suficiencia(dicho: str) -> tuple[str, ...]:
    """Return the lines that count of what a model said: `READY`, or `NEED|…|…` and one `DROP|…`.

    The first of them decides: after `READY` nothing counts, after anything else `READY` does not.
    """
    faltas: dict[str, None] = {}
    sobran = ""
    for linea in limpiar_entrada(dicho).splitlines():
        if not (hallada := _LINEA.fullmatch(linea)):
            continue
        if hallada["basta"]:
            if not (faltas or sobran):
                return (BASTA,)
        elif hallada["articulo"]:
            faltas[f"NEED|{hallada['articulo']}|{hallada['ley']}"] = None
        elif numeros := dict.fromkeys(_NUMERO.findall(hallada["sobran"])):
            sobran = sobran or f"DROP|{','.join(numeros)}"
    return (*list(faltas)[:FALTAS_MAXIMAS], *filter(None, (sobran,)))


def leer_suficiencia(lineas: Sequence[str]) -> tuple[list[tuple[str, str]], frozenset[int]]:
    """Return what lines that count ask for (article, norm), and the fragments to leave out."""
    partes = [linea.split("|") for linea in lineas]
    sobran = (n for que, *resto in partes if que == "DROP" for n in resto[0].split(","))
    return [(p[1], p[2]) for p in partes if p[0] == "NEED"], frozenset(map(int, sobran))


SUFICIENCIA: Final = ClaseDeEtapa(
    nombre="suficiencia",
    haciendo="el modelo revisa si los pasajes alcanzan",
    para="revisar si los pasajes alcanzan",
    sin_eso="se usan los que se encontraron.",
    fichas=120,
    interpretar=interpretar_suficiencia,
    llamadas=RONDAS_MAXIMAS,
)
