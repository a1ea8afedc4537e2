"""Who does what to whom, as it is read in a sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siaa.redaccion.afirmaciones.lectura.acciones import leer_acciones
from siaa.redaccion.afirmaciones.lectura.dicho import leer
from siaa.redaccion.afirmaciones.lectura.palabras import raiz_de


def acciones(frase: str) -> list[tuple[str, str, str]]:
    """Return verb, who and to whom of each, as words."""
    leidas = leer_acciones(frase, leer(frase).palabras)
    return [
        (a.clave, " ".join(p.texto for p in a.agente), " ".join(p.texto for p in a.a_quien))
        for a in leidas
    ]


@pytest.mark.parametrize(
    ("frase", "verbo", "quien", "a_quien"),
    [
        ("El juez entregará las llaves al secretario.", "entregar", "juez", "secretario"),
        (
            "Las llaves serán entregadas por el juez al secretario.",
            "entregar",
            "juez",
            "secretario",
        ),
        ("Las llaves serán entregadas directamente por el juez.", "entregar", "juez", ""),
        ("Por no haber entregado el juez las llaves.", "entregar", "juez", ""),
        ("Las llaves las entrega el juez al secretario.", "entregar", "juez", "secretario"),
        ("El juez está obligado a entregar las llaves.", "entregar", "juez", ""),
        ("Corresponde al juez entregar las llaves.", "entregar", "juez", ""),
        ("Autorízase al juez para entregar las llaves.", "entregar", "juez", ""),
        ("El juez, previo aviso, deberá entregar las llaves.", "entregar", "juez", ""),
        ("El juez abre la sala y entregará las llaves.", "entregar", "juez", ""),
        ("El juez autoriza y entrega el Faro del puerto.", "entregar", "juez", ""),
        ("En el plazo que fije el juez.", "fijar", "juez", ""),
        ("Se entregarán las llaves al secretario.", "entregar", "", "secretario"),
        ("El juez pedirá al secretario que llame.", "pedir", "juez", "secretario"),
        ("El juez que conozca del asunto entregará las llaves.", "entregar", "juez", ""),
        ("Informará al juez, quien entregará las llaves.", "entregar", "juez", ""),
        ("Informará a la sala de turno, la que entregará las llaves.", "entregar", "sala", ""),
        ("Autorízase al juez para que entregue las llaves.", "entregar", "juez", ""),
        ("La llave la entregará el juez que designe la sala.", "designar", "sala", ""),
        ("El juez que actualmente lleva el faro entregará las llaves.", "entregar", "juez", ""),
        ("Corresponde al juez abrir la sala y entregar las llaves.", "entregar", "juez", ""),
        ("El plano lo entrega la junta.", "entregar", "junta", ""),
        ("La Medalla del Faro la entrega la junta.", "entregar", "junta", ""),
        ("La junta es la encargada de entregar las llaves.", "entregar", "junta", ""),
        ("La junta es responsable de entregar las llaves.", "entregar", "junta", ""),
        ("El recuento de las boyas lo efectúa la junta.", "recuento", "junta", ""),
        ("El armador se compromete a entregar las llaves.", "entregar", "armador", ""),
        ("Quien entrega las llaves es el armador.", "entregar", "armador", ""),
        ("Oída la audiencia el juez entregará las llaves.", "entregar", "juez", ""),
        ("La junta, con sus propios medios, entregará el faro.", "entregar", "junta", ""),
        ("Que el juez, de acuerdo con la ley, ha entregado el Faro.", "entregar", "juez", ""),
        ("La junta —el juez y el Capitán— entrega las llaves.", "entregar", "junta", ""),
        ("La junta (el juez y el Capitán) entregará las llaves.", "entregar", "junta", ""),
        (
            "El juez irá con los fondos de la obra y la junta entregará las llaves.",
            "entregar",
            "junta",
            "",
        ),
        ("Decidirá el juez, quien las entregará.", "entregar", "juez", ""),
        (
            "Los jueces, quienes abrirán la puerta y entregarán las llaves.",
            "entregar",
            "jueces",
            "",
        ),
    ],
)
def test_quien_hace_que_a_quien(frase: str, verbo: str, quien: str, a_quien: str) -> None:
    assert (raiz_de(verbo), quien, a_quien) in acciones(frase)


@pytest.mark.parametrize(
    "frase",
    [
        "La elaboración y venta de pan.",
        "El decreto rige desde su publicación.",
        "La entrega de las llaves al mediodía.",
        "El listado que se entrega con el cargo de torrero.",
        "Este funcionario entregará las llaves.",
        "Las llaves corresponden a las del faro.",
        "La seccional cubre el municipio de Barú.",
        "El temario pasa a la junta, se le debe comunicar.",
        "La comisión será presidida.",
    ],
)
def test_nadie_actua(frase: str) -> None:
    assert [a for a in acciones(frase) if a[1]] == []


@given(
    st.lists(
        st.sampled_from(
            [
                "el",
                "juez",
                "y",
                "o",
                "no",
                "se",
                "entrega",
                "entregará",
                "a",
                "por",
                "de",
                "que",
                "quien",
                "para",
                "cargo",
                "corresponde",
                ",",
                ".",
                "al",
            ]
        )
    )
)
def test_quien_actua_esta_en_la_frase(trozos: list[str]) -> None:
    frase = " ".join(trozos)
    suyas = {palabra.texto for palabra in leer(frase).palabras}
    for _, quien, a_quien in acciones(frase):
        assert quien or a_quien
        assert {*quien.split(), *a_quien.split()} <= suyas
