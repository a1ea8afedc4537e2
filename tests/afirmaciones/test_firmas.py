"""Who signs a passage, as what and when, beside what a sentence says of it."""

from __future__ import annotations

import pytest

from siaa.redaccion.afirmaciones.frase import Discrepancia
from siaa.redaccion.afirmaciones.lectura.firmas import firmas
from siaa.redaccion.afirmaciones.lectura.palabras import raiz_de
from siaa.redaccion.afirmaciones.revision import revisar
from siaa.valores import Contexto, Fuente

PASAJE = (
    "Artículo 4. Esta Ley regirá desde su sanción.\n\nDada en Ríoseco, a cinco de marzo de mil "
    "novecientos treinta.\n\nEl Presidente del Senado, **Luis A. ROCA.** El Presidente de la "
    "Cámara de Representantes,\n\n### Elena Vives Mora\n\nPoder Ejecutivo, marzo 12 de 1930.\n\n"
    "El Ministro de Marina, encargado de los faros, ***Tomás Prada SOLER***-La Ministra de Salud, "
    "**Inés Duarte**."
)


def discrepancias(frase: str) -> list[Discrepancia]:
    fuente = Fuente(1, "ley-9-1930.md", "", "", "", 0, 0, len(PASAJE), 0, 0, ())
    return [d for f in revisar(frase, Contexto(PASAJE, (fuente,))) for d in f.discrepancias]


def test_se_lee_quien_firma_y_como_que() -> None:
    esperadas = {
        "Presidente del Senado": "luis roca",
        "Presidente de la Cámara de Representantes": "elena vives mora",
        "Ministro de Marina, encargado de los faros": "tomas prada soler",
        "Ministra de Salud": "ines duarte",
    }
    assert {f.escrita: f.nombre for f in firmas(PASAJE)} == {
        cargo: frozenset(map(raiz_de, nombre.split())) for cargo, nombre in esperadas.items()
    }


@pytest.mark.parametrize(
    ("texto", "esperadas"),
    [
        ("El Ministro de Marina, Mayor General,\n\n### Luis Roca.", ["Ministro de Marina"]),
        ("El Ministro de Marina.\n\n## Luis Roca.", ["Ministro de Marina"]),
        ("Mayor General **Ana Soler,**\n\nPresidente de la Junta.\n\nMayor **Luis Roca.**", []),
    ],
)
def test_del_grado_y_del_punto_no_depende_quien_firma(texto: str, esperadas: list[str]) -> None:
    """Whoever stands after the name of another, under a full stop, signs by himself."""
    leidas = list(firmas(texto))
    assert [f.escrita for f in leidas] == esperadas
    assert all(f.nombre == {raiz_de("luis"), raiz_de("roca")} for f in leidas)


def test_los_cargos_que_se_enumeran_no_firman() -> None:
    assert not list(firmas("Haber sido Juez de Puerto, Fiscal de Tribunal Superior, o Perito."))


@pytest.mark.parametrize(
    ("frase", "dice", "pasaje"),
    [
        (
            "Elena Vives firmó la ley como Presidenta del Senado.",
            "Elena Vives",
            "Presidente de la Cámara de Representantes",
        ),
        (
            "Por la cartera de Salud firmó Tomás Prada Soler.",
            "Tomás Prada Soler",
            "Ministro de Marina, encargado de los faros",
        ),
    ],
)
def test_quien_firma_con_el_cargo_de_otro_se_senala(frase: str, dice: str, pasaje: str) -> None:
    (discrepancia,) = discrepancias(frase)
    assert (discrepancia.tipo, discrepancia.dice, discrepancia.pasaje) == ("quien", dice, pasaje)


@pytest.mark.parametrize(
    "frase",
    [
        "Como Presidente del Senado firmó Luis A. Roca.",
        "La Ministra de Salud que firmó la ley es Inés Duarte.",
        "Firman los Presidentes Luis Roca (Senado) y Elena Vives Mora (Cámara de Representantes).",
        "El Congreso dio la ley en Ríoseco el 5 de marzo de 1930.",
        "Se dio en Ríoseco el 5 de marzo de 1930 y el Ejecutivo la sancionó el 12.",
    ],
)
def test_lo_que_dicen_las_firmas_no_discrepa(frase: str) -> None:
    assert discrepancias(frase) == []


@pytest.mark.parametrize(
    ("frase", "tipo", "dice"),
    [
        ("El Poder Ejecutivo la sancionó el 22 de marzo de 1930.", "fecha", "22 de marzo de 1930"),
        ("Se dio el 5 de marzo de 1930 y el Poder Ejecutivo la sancionó el 13.", "fecha", "13"),
        ("Se dio el 5 de marzo y se sancionó nueve días después.", "plazo", "nueve días"),
    ],
)
def test_otra_fecha_que_las_firmadas_discrepa(frase: str, tipo: str, dice: str) -> None:
    assert (tipo, dice) in {(d.tipo, d.dice) for d in discrepancias(frase)}
