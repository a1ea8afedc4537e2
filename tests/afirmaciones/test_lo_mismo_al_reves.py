"""What is said the other way round: exceptions, two denials, what nobody is obliged to, orders."""

from __future__ import annotations

import pytest

from siaa.redaccion.afirmaciones.frase import Estado, Frase
from siaa.redaccion.afirmaciones.revision import revisar
from siaa.valores import Contexto, Fuente

RECREO = "Se entregarán a la capitanía los botes, distintos de los de recreo, que posea el club."
SOCIOS = (
    "Nadie podrá pescar en el muelle más de dos horas al día. Exceptúanse los de que trata el "
    "artículo 9 de la Ley 5 de 1990."
)
TITULO = "La escuela no podrá otorgar el título de práctico sino a quienes hayan navegado dos años."
PRENDA = (
    "Los armadores, al registrar la nave, podrán optar por pagar la tasa o por constituir una "
    "prenda ante la capitanía."
)
TASA = "Los armadores deberán pagar la tasa al registrar la nave y podrán pedir copia del registro."


def una(frase: str, pasaje: str) -> Frase:
    fuente = Fuente(1, "d.md", "", "", "", 0, 0, len(pasaje), 0, 0, ())
    (revisada,) = revisar(frase, Contexto(f"{pasaje}\n\n", (fuente,)))
    return revisada


@pytest.mark.parametrize(
    ("pasaje", "fiel", "tipo", "falsa"),
    [
        (
            RECREO,
            "Deben entregarse a la capitanía los botes del club, excepto los de recreo.",
            "alcance",
            "Deben entregarse a la capitanía los botes del club, incluidos los de recreo.",
        ),
        (
            "Las lanchas diferentes de las del resguardo pagarán derechos de puerto.",
            "Las lanchas pagan derechos de puerto, salvo las del resguardo.",
            "alcance",
            "Las lanchas pagan derechos de puerto, incluso las del resguardo.",
        ),
        (  # what is excepted stands in a sentence of its own
            SOCIOS,
            "Nadie puede pescar en el muelle más de dos horas al día, salvo los del artículo 9 de "
            "la Ley 5 de 1990.",
            "articulo",
            "Nadie puede pescar en el muelle más de dos horas al día, salvo los del artículo 8 de "
            "la Ley 5 de 1990.",
        ),
        (
            "Los fareros no podrán recibir raciones diferentes a las que fija este reglamento.",
            "Los fareros solo pueden recibir las raciones que fija este reglamento.",
            "negacion",
            "Los fareros pueden recibir raciones diferentes a las que fija este reglamento.",
        ),
        (
            "Los fareros podrán recibir raciones diferentes a las que fija este reglamento.",
            "Los fareros pueden recibir raciones diferentes a las que fija este reglamento.",
            "alcance",
            "Los fareros solo pueden recibir las raciones que fija este reglamento.",
        ),
        (
            "El práctico asistirá a la junta con voz pero sin voto.",
            "El práctico asiste a la junta solo con voz.",
            "alcance",
            "El práctico asiste a la junta solo con voto.",
        ),
        (
            TITULO,
            "La escuela no puede dar el título de práctico a quien no haya navegado dos años.",
            "negacion",
            "La escuela no puede dar el título de práctico a quien haya navegado dos años.",
        ),
        (
            TITULO,
            "La escuela solo puede dar el título de práctico a quien haya navegado dos años.",
            "negacion",
            "La escuela puede dar el título de práctico a quien no haya navegado dos años.",
        ),
        (
            PRENDA,
            "Los armadores no están obligados a pagar la tasa al registrar la nave.",
            "negacion",
            "Los armadores no pueden pagar la tasa al registrar la nave.",
        ),
        (
            TASA,
            "Al registrar la nave no es obligatorio pedir copia del registro.",
            "negacion",
            "Al registrar la nave no es obligatorio pagar la tasa.",
        ),
        (
            "El faro mayor se revisará anualmente y se pintará con cargo al puerto.",
            "El faro mayor se revisa todos los años y se pinta con cargo al puerto.",
            "periodo",
            "El faro mayor se revisa todos los meses y se pinta con cargo al puerto.",
        ),
        (  # of how often something is, its unit is compared as a value
            "Créanse estos cargos en el presupuesto del presente año:\n\n"
            "| | **Mensual** | **Total** |\n| --- | --- | --- |\n| 2 fareros | 150 | 1800 |",
            "Los dos fareros ganan 150 al mes y 1800 en total en el presupuesto del presente año.",
            "periodo",
            "Los dos fareros ganan 150 al día y 1800 en total en el presupuesto del presente año.",
        ),
        (
            "La ley rige desde su sanción y deroga las normas de pesca que le sean contrarias.",
            "La ley rige desde su sanción y deja sin vigor las normas contrarias de pesca.",
            "negacion",
            "La ley rige desde su sanción y no deroga las normas contrarias de pesca.",
        ),
        (
            "Sin perjuicio de las normas de pesca, se aplicarán a los botes las del comercio.",
            "Aplicar a los botes las normas del comercio no afecta las de pesca.",
            "negacion",
            "No se aplicarán a los botes las normas del comercio.",
        ),
    ],
)
def test_la_fiel_tiene_respaldo_y_la_falsa_discrepa(
    pasaje: str, fiel: str, tipo: str, falsa: str
) -> None:
    assert una(fiel, pasaje).estado is Estado.RESPALDADA
    assert tipo in {d.tipo for d in una(falsa, pasaje).discrepancias}
