"""What is found of sentences, in the words that people read."""

from __future__ import annotations

import pytest

from siaa.redaccion.afirmaciones.frase import Discrepancia, Estado, Frase
from siaa.redaccion.reparos import recuento, reparos

BIEN = Frase(0, 9, Estado.RESPALDADA, 1)
SUELTA = Frase(0, 9, Estado.SIN_RESPALDO)
NADA = Frase(0, 9, Estado.SIN_AFIRMACION)


def contraria(fuente: int | None, *lados: tuple[str, str]) -> Frase:
    dichas = tuple(Discrepancia("numero", dice, pasaje, 0, len(dice)) for dice, pasaje in lados)
    return Frase(0, 9, Estado.DISCREPA, fuente, dichas)


def test_se_dicen_los_dos_lados() -> None:
    frase = contraria(2, ("séptimo", "**quinto**"), ("*ocho*", ""))
    assert reparos(frase) == (
        "dice «séptimo»; el pasaje 2 dice «quinto»",
        "dice «ocho»; el pasaje 2 no lo dice",
    )
    assert (reparos(SUELTA), reparos(BIEN), reparos(NADA)) == (("sin respaldo",), (), ())


@pytest.mark.parametrize(
    ("frases", "dicho"),
    [
        ((), ""),
        ((NADA, NADA), ""),
        ((NADA, BIEN), "1 frase, 1 con respaldo."),
        ((BIEN,) * 3, "3 frases, 3 con respaldo."),
        ((SUELTA,) * 2, "2 frases, ninguna con respaldo."),
        ((BIEN, SUELTA, SUELTA), "3 frases, 1 con respaldo, 2 sin respaldo."),
        (
            (BIEN, contraria(2)),
            "1 frase discrepa con el pasaje 2: revise. 2 frases, 1 con respaldo.",
        ),
        (
            (contraria(2), contraria(3), SUELTA),
            "2 frases discrepan con los pasajes: revise. 3 frases, ninguna con respaldo.",
        ),
        (
            (contraria(None),),
            "1 frase discrepa con los pasajes: revise. 1 frase, ninguna con respaldo.",
        ),
    ],
)
def test_lo_peor_se_dice_primero(frases: tuple[Frase, ...], dicho: str) -> None:
    assert recuento(frases) == dicho
