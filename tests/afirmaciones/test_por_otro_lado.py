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

CASILLA = (
    "Se anotan las redes que salieron del muelle, siempre que no correspondan a ninguna de las "
    "relacionadas antes. El remiendo que se haga a las redes no debe anotarse en esta casilla sino "
    "en la de arreglos.\n\nLas redes que a la fecha no cuentan con dueño van aparte.\n\nSon las "
    "redes sin marca que, vistas una a una en la cuenta del mes, no tuvieron uso, siempre que no "
    "hubiere sido posible su venta."
)
MULTAS = (
    "El informe se hace por botes. Es decir, si en 1 visita se imponen 3 multas, cada multa va en "
    "su casilla y deben aparecer 3 informes y no solo 1."
)
CIERRE = (
    "Vencido el término, o declarado el cierre con anterioridad, terminará para todos los efectos "
    "la existencia del gremio. No es aplicable la prohibición de traslado antes de tres (3) años, "
    "y los socios podrán irse. Las novedades se atienden en un período máximo de 3 días después "
    "de recibidas."
)
REGIMEN = (
    "El fondo se aplica a todos los fareros, con excepción de los que cuidan las boyas del "
    "artículo siguiente, a quienes se aplica otro, siempre que continúen en el gremio.\n\n"
    "Corresponde a los puertos ejercer las facultades de vigilancia, así como imponer las multas."
)
BAHIA = (
    "El área de la bahía tiene 10192 hectáreas. La distancia se toma en metros.\n\n"
    "La renta es de diez mil pesos ($10.000).\n\n| Concepto | Valor |\n|---|---|\n"
    "| Anclaje | 10.000 |"
)
VEDA = (
    "Queda prohibida, en todo el puerto, la venta de redes desde las dieciocho (18) horas del "
    "sábado hasta las seis (6) horas del lunes.\n\nAdiciónanse en el muelle dos cargos de vigía."
)
COMITES = (
    "Son comités del puerto: el de redes; el de botes; el de faros; el de boyas y el de velas. El "
    "capitán podrá crear otros. Los comités sugieren las acciones gubernamentales del puerto. "
    "Los preside el Ministerio de Mareas y Vientos del Norte."
)
CARGOS = (
    "Suprímense de la planta del puerto los cargos que siguen:\n\n| No. de cargos | Oficio |\n"
    "|---|---|\n| 1 | Farero de la planta |\n| 2 | Vigía |\n| 4 | Remero |\n| 7 | Total |\n\n"
    "Cada turno que pase por encima de la base de 214 vale $ 480."
)

DELEGA = (
    "Deléganse en el vigía del puerto estos asuntos: artículos 129; 189, con excepción de lo "
    "dicho en los numerales 1 y 2; y 304.\n\nLas personas que llevan redes deberán portar la "
    "autorización de la capitanía."
)
GRAVAMEN = (
    "Aplicar un gravamen adicional de diez puntos a las redes de hilo que lleguen al puerto, con "
    "exclusión de las traídas de Tolú, previo visto bueno de la capitanía."
)
NUMERAL = (
    "Artículo 4. Adiciónase un numeral al artículo 502 del bando, el cual quedará así:\n\n"
    '"1.28 Cuando se encuentre que la red no tiene las marcas que pide la capitanía".'
)
OFICIOS = (
    "Suprímense de la planta del puerto los oficios que siguen:\n\n| Número | Oficio | Grado |\n"
    "|---|---|---|\n| **MUELLE VIEJO** | | |\n| 1 | Farero auxiliar | 14 |\n"
    "| 1 | Remero mecánico | 13 |\n| **MUELLE NUEVO** | | |\n| 2 | Vigía especializado | 17 |"
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
        (
            CASILLA,
            "Aquí van las redes que salieron del muelle por una causa distinta de las ya "
            "relacionadas.",
            "Aquí van las redes que salieron del muelle y correspondan a las relacionadas antes.",
        ),
        (  # what corrects is no condition
            CASILLA,
            "El remiendo que se haga a las redes se anota en la casilla de arreglos.",
            "El remiendo que se haga a las redes sí se anota en esta casilla.",
        ),
        (  # two denials far apart are no order
            CASILLA,
            "Son las redes sin marca que no tuvieron uso, siempre que no hubiere sido posible su "
            "venta.",
            "Son las redes sin marca que no tuvieron uso, siempre que hubiere sido posible su "
            "venta.",
        ),
        (  # «no cuentan con» is not to be counted
            CASILLA,
            "Las redes se cuentan a la fecha en esta casilla.",
            "Las redes que a la fecha tienen dueño van aparte.",
        ),
        (  # three fines are not three reports
            MULTAS,
            "Si en 1 visita se imponen 3 multas, deben aparecer 3 informes.",
            "Si en 1 visita se imponen 3 multas, deben aparecer 2 informes.",
        ),
        (
            CIERRE,
            "Vencido el término, el gremio deja de existir para todos los efectos.",
            "Vencido el término, no terminará la existencia del gremio.",
        ),
        (
            CIERRE,
            "A los socios no se les aplica la prohibición de traslado antes de 3 años.",
            "A los socios no se les aplica la prohibición de traslado antes de 5 años.",
        ),
        (  # what the limit of a value says is compared with it
            CIERRE,
            "Las novedades deben atenderse en un plazo de hasta tres días después de recibirlas.",
            "Las novedades deben atenderse en un plazo de más de tres días después de recibirlas.",
        ),
        (  # «siguiente, a quienes» is no moment
            REGIMEN,
            "El fondo se aplica a los fareros, menos a los que cuidan las boyas del artículo "
            "siguiente, mientras continúen en el gremio.",
            "El fondo se aplica a los fareros, incluidos los que cuidan las boyas del artículo "
            "siguiente.",
        ),
        (  # powers leave nothing to choose
            REGIMEN,
            "Los puertos también deben imponer las multas.",
            "A los puertos no les corresponde imponer las multas.",
        ),
        (
            BAHIA,
            "La bahía tiene un área de 10.192 hectáreas.",
            "La bahía tiene un área de 10.192 kilómetros.",
        ),
        (  # a bare figure has the money that the passage says elsewhere
            BAHIA,
            "La renta por anclaje es de diez mil pesos.",
            "La renta por anclaje es de diez mil dólares.",
        ),
        (  # hours of the day, and a denial said twice
            VEDA,
            "No, desde las 6 de la tarde del sábado no se permite la venta de redes en ninguna "
            "parte del puerto.",
            "No, desde las 7 de la tarde del sábado no se permite la venta de redes en ninguna "
            "parte del puerto.",
        ),
        (  # no hours of the day
            "El vigía abre el muelle en las primeras horas del día, por las dos horas del turno.",
            "En las primeras horas del día el vigía abre el muelle, por 2 horas.",
            "En las primeras horas del día el vigía abre el muelle, por 3 horas.",
        ),
        (
            VEDA,
            "No se eliminan cargos del muelle: se adicionan dos de vigía.",
            "No se adicionan cargos de vigía en el muelle.",
        ),
        (
            COMITES,
            "Además de los cinco comités del puerto, el capitán puede crear otros.",
            "Además de los nueve comités del puerto, el capitán puede crear otros.",
        ),
        (
            COMITES,
            "Los comités sugieren las acciones del Gobierno en el puerto.",
            "Los comités sugieren las acciones del Congreso en el puerto.",
        ),
        (
            COMITES,
            "Los comités del puerto los preside MinMVN.",
            "Los comités del puerto los preside MinXYZ.",
        ),
        (  # the row of the total adds up the others
            CARGOS,
            "En total se suprimen 7 cargos de la planta del puerto.",
            "En total se suprimen 9 cargos de la planta del puerto.",
        ),
        (
            CARGOS,
            "Cada turno por encima de 214 vale $ 480.",
            "Cada turno por debajo de 214 vale $ 480.",
        ),
        (  # who acts begins where another noun does, and not in that before it
            "Serán guardas de la Cuota de pesca las juntas y los gremios que vendan redes.",
            "Deben guardar la Cuota de pesca las juntas y los gremios que vendan redes.",
            "Deben guardar la Cuota de pesca los alcaldes que vendan redes.",
        ),
        (  # what is not denied of all is denied of a part
            DELEGA,
            "No, del artículo 189 no se delega todo: quedan por fuera los numerales 1 y 2.",
            "Se delegan en el vigía los asuntos del artículo 189, sin exceptuar los numerales "
            "1 y 2.",
        ),
        (  # an authorization that is carried permits nothing
            DELEGA,
            "Las personas que llevan redes están obligadas a portar la autorización.",
            "Las personas que llevan redes pueden, si lo desean, portar la autorización.",
        ),
        (
            GRAVAMEN,
            "A las redes de hilo traídas de Tolú no se les aplica el gravamen adicional.",
            "A las redes de hilo que lleguen al puerto no se les aplica el gravamen adicional.",
        ),
        (
            NUMERAL,
            "La red que no tiene las marcas de la capitanía está en el numeral 1.28.",
            "La red que no tiene las marcas de la capitanía está en el numeral 1.38.",
        ),
        (  # what a sentence counts and names one by one
            OFICIOS,
            "En el muelle viejo se suprimen dos oficios: un Farero auxiliar y un Remero mecánico.",
            "En el muelle nuevo se suprimen tres oficios de Vigía especializado.",
        ),
    ],
)
def test_lo_que_esta_al_lado_dice_de_que_se_habla(pasaje: str, fiel: str, falsa: str) -> None:
    assert una(fiel, pasaje).estado is Estado.RESPALDADA
    assert una(falsa, pasaje).estado is Estado.DISCREPA
