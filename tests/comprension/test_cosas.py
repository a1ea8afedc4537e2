"""«¿y los correos?»: the thing that a follow-up names in place of the one that was asked about."""

from __future__ import annotations

import pytest
from biblioteca_de_prueba import muestra

from siaa.comprension.cosas import con_otra_cosa
from siaa.comprension.pregunta import entender
from siaa.valores import Mensaje


def leida(*turnos: str) -> tuple[str, ...]:
    """What the last of some questions is looked up with."""
    contestados = (Mensaje(rol, t) for t in turnos for rol in ("user", "assistant"))
    return entender([*contestados][:-1], muestra()).previas


@pytest.mark.parametrize(
    ("previa", "texto", "junta"),
    [
        (
            "¿Cuánto tiempo se guardan las grabaciones?",
            "¿y los correos?",
            "¿Cuánto tiempo se guardan los correos?",
        ),
        (
            "¿Cuántos días de vacaciones tengo?",
            "¿y de licencia?",
            "¿Cuántos días de licencia tengo?",
        ),
        ("¿Quién reemplaza a un citador?", "¿y al secretario?", "¿Quién reemplaza al secretario?"),
        ("¿Quién reemplaza a un citador?", "¿Y AL SECRETARIO?", "¿Quién reemplaza AL SECRETARIO?"),
        (
            "¿Cuántos días de licencia de maternidad dan?",
            "¿y la de paternidad?",  # which only a heading says
            "¿Cuántos días de licencia de paternidad dan?",
        ),
        ("días de permiso por luto", "¿y por calamidad?", "días de permiso por calamidad"),
        ("olvidé la clave del correo", "¿y la del portal?", "olvidé la clave del portal"),
        ("deberes del juez en enero", "y del secretario", "deberes del secretario en enero"),
        # of several, the one without which most is said together
        (
            "¿Dónde se publican los traslados de los procesos?",
            "¿y los remates?",
            "¿Dónde se publican los remates de los procesos?",
        ),
    ],
)
def test_otra_cosa_en_su_lugar(previa: str, texto: str, junta: str) -> None:
    assert con_otra_cosa(previa, texto, muestra()) == junta


@pytest.mark.parametrize(
    ("previa", "texto"),
    [
        ("¿Cuándo se reporta en SIERJU?", "¿y en diciembre?"),  # when, besides where
        ("¿Quién hace el reparto de tutelas?", "¿y el secretario?"),  # who does
        ("¿El citador puede firmar el oficio?", "¿y el secretario?"),  # a passage says it all
        ("¿Cuánto vale una copia simple?", "¿y una autenticada?"),  # a kind of copy
        ("¿Cuál es el plazo del traslado?", "¿y la multa?"),  # more about the same
        ("¿Quién firma el acta?", "¿quién guarda los correos?"),
        ("¿Quién firma el acta?", "¿y el perrogato?"),  # no passage says it
        ("¿Qué dice el acuerdo 10476?", "¿y el 11207?"),
        ("¿Qué es una tutela?", "¿y los correos?"),
        ("¿Quién firma el acta?", "y"),
        ("¿Cuántos días de permiso tengo?", "¿y de los jueces?"),  # whose
    ],
)
def test_ninguna_en_su_lugar(previa: str, texto: str) -> None:
    assert con_otra_cosa(previa, texto, muestra()) == ""


def test_lo_que_sigue_es_de_la_ultima_cosa() -> None:
    vacaciones, licencia = "¿Cuántos días de vacaciones tengo?", "¿Cuántos días de licencia tengo?"
    assert leida(vacaciones, "¿y de licencia?") == (licencia,)
    assert leida(vacaciones, "¿y de licencia?", "¿con sueldo?") == (licencia,)
    sigue = (vacaciones, "¿y de licencia?", "¿con sueldo?", "¿quién me lo aprueba?")
    assert leida(*sigue) == (licencia, "¿con sueldo?")
    antes = leida(vacaciones, "¿quién las aprueba?", "¿y de licencia?", "¿con sueldo?")
    assert antes == (licencia,)
