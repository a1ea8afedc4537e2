"""What stands beside the words of a sentence: faithful in other words, and false, by kind."""

from __future__ import annotations

import pytest
from una_frase import una

from siaa.redaccion.afirmaciones.frase import Estado

ANCLAJE = (
    "Tienen derecho a la exención del anclaje los botes de pesca que anote la capitanía. Si un "
    "armador tiene varios botes, tal beneficio se aplica en todos los botes."
)
SOCIEDAD = (
    "Se presume sociedad de pesca entre dos armadores:\n\n"
    "a) Cuando hayan navegado juntos un lapso no inferior a dos años, sin deuda con el gremio;\n\n"
    "b) Cuando hayan navegado juntos un lapso no inferior a dos años y exista deuda con el gremio "
    "por parte de uno o de ambos armadores, siempre que esté vencida."
)
TABLA = (
    "| Oficio | Turnos del mes | Paga mensual $ |\n|---|---|---|\n"
    "| Farero primero | 214 | 95.600 |\n| Farero segundo | 314 | 127.600 |\n"
    "| Farero tercero | 434 | 166.000 |\n\n"
    "La paga mensual de un farero parte de $ 80.000, que es la base de los turnos del mes; el "
    "farero tercero y el segundo la tienen por cada turno del mes."
)
OFICINA = (
    "Son funciones de la oficina del puerto, entre otras, las siguientes:\n\n"
    "1. Adelantar, en coordinación con la capitanía, las gestiones para arreglar las boyas.\n\n"
    "2. Mantener, en coordinación con el gremio, el trato con los puertos vecinos.\n\n"
    "3. Pintar los faros."
)
CUOTA = (
    "La cuota de las naves de carbón, sal libre o no embarcada con el carbón, y arena la pagarán "
    "los armadores así:\n\n"
    "a) Carbón. Con base en el total embarcado en 1990, a $ 80 por tonelada embarcada;\n\n"
    "b) Sal. Con base en el total de 1990, a $ 14 por libra embarcada."
)
PASE = (
    "Para los bultos que lleguen por el muelle se podrá autorizar el pase al depósito dentro de "
    "los diez días siguientes. La autorización del pase deberá ceñirse al artículo 35 del bando."
)
SALARIO = (
    "Dos oficios son iguales si pagan lo mismo, sin que la diferencia de paga supere los dos "
    "grados de la escala, o el 10 % de la paga cuando no haya escala."
)
LICENCIA = "Al alcalde del puerto le toca el estudio, suspensión y cancelación de la licencia."
PROHIBIDO = (
    "Nadie cambiará la paga del puerto, según el artículo 10 del bando 4 de 1992. Nadie recibirá "
    "más de una paga del puerto. Exceptúanse las pagas de que trata el artículo 19 del bando 4 "
    "de 1992."
)
POSADAS = (
    "Son posadas del puerto los hoteles y otras casas de paso, excluidos los albergues que cobran "
    "por horas."
)


@pytest.mark.parametrize(
    ("pasaje", "fiel", "falsa"),
    [
        (  # an exemption that is named denies nothing; one from something does
            ANCLAJE,
            "Tienen derecho a la exención los botes de pesca que anote la capitanía.",
            "No tienen derecho a la exención los botes de pesca que anote la capitanía.",
        ),
        (
            ANCLAJE,
            "Si hay varios botes, la exención se aplica en todos los botes.",
            "Si hay varios botes, la exención no se aplica en todos los botes.",
        ),
        (  # «al menos» is no comparison that «sin» denies
            SOCIEDAD,
            "Hay sociedad cuando sin deuda con el gremio dos armadores navegan juntos al menos "
            "2 años.",
            "Hay sociedad cuando sin deuda con el gremio dos armadores navegan juntos a lo más "
            "2 años.",
        ),
        (  # one or both are not both
            SOCIEDAD,
            "Si alguno de los armadores, o ambos, tiene deuda con el gremio, debe estar vencida.",
            "Si alguno de los armadores, o ambos, tiene deuda con el gremio, esta no debe estar "
            "vencida.",
        ),
        (  # the figure of a row is held against those of its column, and not against the prose
            TABLA,
            "El farero tercero hace 434 turnos del mes y tiene una paga mensual de $ 166.000.",
            "El farero tercero hace 434 turnos del mes y tiene una paga mensual de $ 127.600.",
        ),
        (
            OFICINA,
            "La oficina arregla las boyas mediante gestiones en coordinación con la capitanía.",
            "La oficina adelanta, en coordinación con el gremio, las gestiones para arreglar las "
            "boyas.",
        ),
        (
            OFICINA,
            "Entre las funciones de la oficina del puerto está pintar los faros.",
            "Las únicas funciones de la oficina del puerto son arreglar las boyas y pintar los "
            "faros.",
        ),
        (  # the stretch that gives the figures is that of which a sentence speaks
            CUOTA,
            "Para el carbón, la cuota se paga a razón de $ 80 por tonelada embarcada en 1990.",
            "Para el carbón, la cuota no se paga a razón de $ 80 por tonelada embarcada en 1990.",
        ),
        (
            CUOTA,
            "El carbón paga $ 80 por tonelada embarcada y la sal $ 14 por libra embarcada.",
            "El carbón paga $ 80 por tonelada embarcada y la sal $ 14 por arroba embarcada.",
        ),
        (  # the noun beside an order is not what is ordered
            PASE,
            "Es obligatorio que la autorización del pase se ajuste al artículo 35 del bando.",
            "La autorización del pase podrá ceñirse al artículo 35 del bando.",
        ),
        (  # what is joined to a value that has a limit has it too
            SALARIO,
            "Si no hay escala, la diferencia no puede pasar del diez por ciento de la paga.",
            "Si no hay escala, la diferencia debe pasar del veinte por ciento de la paga.",
        ),
        (  # what is refused is after what is joined
            LICENCIA,
            "Al alcalde del puerto le toca la suspensión de la licencia.",
            "Al alcalde del puerto le toca la suspensión, pero no la cancelación, de la licencia.",
        ),
        (  # of two articles, the one that stands after the same words
            PROHIBIDO,
            "Se exceptúan de recibir más de una paga las pagas de que trata el artículo 19 del "
            "bando 4 de 1992.",
            "Se exceptúan de recibir más de una paga las pagas de que trata el artículo 10 del "
            "bando 4 de 1992.",
        ),
        (
            POSADAS,
            "La lista incluye los hoteles y las casas de paso, pero no los albergues por horas.",
            "La lista incluye los hoteles y las casas de paso, incluidos los albergues por horas.",
        ),
        (
            "El bando cobra por cada mil pies de red. La red se mide en el muelle.",
            "Se cobra por cada mil pies de red.",
            "Se cobra por cada mil metros de red.",
        ),
    ],
)
def test_lo_que_esta_al_lado_dice_de_que_se_habla(pasaje: str, fiel: str, falsa: str) -> None:
    assert una(fiel, pasaje).estado is Estado.RESPALDADA
    assert una(falsa, pasaje).estado is Estado.DISCREPA
