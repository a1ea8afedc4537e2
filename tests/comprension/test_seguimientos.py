"""Which questions of a conversation need the one before: two turns each, as people write them."""

from __future__ import annotations

from pathlib import Path

from siaa.comprension.pregunta import entender
from siaa.valores import Mensaje

ERROR_ADMITIDO = 0.05


def conversaciones() -> list[tuple[str, str, bool]]:
    """Question, the next one (`+` where it leans on it, `-` where the subject changes), which."""
    leidas, previa = [], ""
    archivo = Path(__file__).with_name("conversaciones.txt")
    for linea in archivo.read_text("utf-8").splitlines():
        if linea.startswith("    "):
            signo, siguiente = linea.split(maxsplit=1)
            leidas.append((previa, siguiente, signo == "+"))
        else:
            previa = linea
    return leidas


def hereda(previa: str, siguiente: str) -> bool:
    mensajes = (Mensaje("user", previa), Mensaje("assistant", "Así."), Mensaje("user", siguiente))
    return bool(entender(mensajes).apoyo)


def test_se_une_lo_que_sigue_y_no_lo_que_cambia_de_tema() -> None:
    todas = conversaciones()
    assert len(todas) >= 80
    for depende in (True, False):
        suyas = [(p, s) for p, s, d in todas if d is depende]
        erradas = [(p, s) for p, s in suyas if hereda(p, s) is not depende]
        assert 2 * len(suyas) >= 0.8 * len(todas)
        assert len(erradas) <= ERROR_ADMITIDO * len(suyas), erradas
