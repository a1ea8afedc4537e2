"""The marks of emphasis of a line that a conversion wrote without room between them. Pure."""

import re

_MARCAS = re.compile(r"(?<![\\*])\*+")
_EMPIEZA = re.compile(r"[^\W_ºª]|[«“¿¡(]")
"""How a word begins, or what it stands in."""


def separar_enfasis(linea: str) -> str:
    """Part the marks of emphasis that hang on what follows: «**1.***Objeto*», «**1.** *Objeto*».

    Markdown takes those for text where a sentence ends before them. Marks that end an emphasis only
    to begin it again go, unless words meet there. Idempotent; neither adds nor takes a letter.
    """
    if "*" not in linea:
        return linea
    abiertas: frozenset[str] = frozenset()

    def separadas(marcas: re.Match[str]) -> str:
        nonlocal abiertas
        desde, hasta = marcas.span()
        antes, despues = linea[max(desde - 1, 0) : desde].strip(), linea[hasta : hasta + 1]
        if not antes and not despues.strip():
            return marcas[0]
        previas, largo = abiertas, hasta - desde
        abiertas ^= {marca for marca, veces in (("**", largo // 2), ("*", largo)) if veces % 2}
        cierran, abren = previas - abiertas, abiertas - previas
        if antes and _EMPIEZA.match(despues):
            if largo > 2 and previas and abiertas:
                cierran, abren = previas, abiertas
            if cierran and (abren or not antes.isalnum()):
                return f"{_juntas(cierran)} {_juntas(abren)}"
        return _juntas(cierran) + _juntas(abren)

    return _MARCAS.sub(separadas, linea)


def _juntas(marcas: frozenset[str]) -> str:
    return "".join(sorted(marcas))
