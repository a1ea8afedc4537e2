"""What is found of an answer's sentences, in words for people; pure."""

from collections.abc import Sequence
from typing import Final

from siaa.redaccion.afirmaciones.frase import Discrepancia, Estado, Frase

SIN_RESPALDO: Final = "sin respaldo"


def reparos(frase: Frase) -> tuple[str, ...]:
    """Say what a sentence says against its passage or, if none vouches for it, that."""
    if frase.estado is Estado.SIN_RESPALDO:
        return (SIN_RESPALDO,)
    return tuple(_reparo(discrepancia, frase.fuente) for discrepancia in frase.discrepancias)


def _reparo(discrepancia: Discrepancia, fuente: int | None) -> str:
    dice, pasaje = (dicho.replace("*", "") for dicho in (discrepancia.dice, discrepancia.pasaje))
    return f"dice «{dice}»; el pasaje {fuente} " + (f"dice «{pasaje}»" if pasaje else "no lo dice")


def recuento(frases: Sequence[Frase]) -> str:
    """Say what came of the sentences that claim something, the worst first; empty if none does."""
    afirman = [f for f in frases if f.estado is not Estado.SIN_AFIRMACION]
    if not afirman:
        return ""
    respaldadas, sueltas, discrepan = (
        [f for f in afirman if f.estado is estado]
        for estado in (Estado.RESPALDADA, Estado.SIN_RESPALDO, Estado.DISCREPA)
    )
    otras = f", {len(sueltas)} {SIN_RESPALDO}" if sueltas and respaldadas else ""
    todas = f"{_frases(len(afirman))}, {len(respaldadas) or 'ninguna'} con respaldo{otras}."
    if not discrepan:
        return todas
    verbo = "discrepa" if len(discrepan) == 1 else "discrepan"
    numeros = sorted({f.fuente for f in discrepan if f.fuente is not None})
    cuales = f"el pasaje {numeros[0]}" if len(numeros) == 1 else "los pasajes"
    return f"{_frases(len(discrepan))} {verbo} con {cuales}: revise. {todas}"


def _frases(cuantas: int) -> str:
    return "1 frase" if cuantas == 1 else f"{cuantas} frases"
