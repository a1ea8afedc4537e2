"""What a faithful sentence says in other words than its passage, beside a false one of the kind."""

from __future__ import annotations

import pytest
from una_frase import una

from siaa.redaccion.afirmaciones.frase import Estado
from siaa.redaccion.afirmaciones.lectura.dicho import leer
from siaa.redaccion.afirmaciones.lectura.marcas import Efecto

MUELLE = "Se nombran para el muelle Ana, Luis, Sara, Pedro y Marta, con cargo al puerto."
VARIOS = "Los prácticos cumplirán los articulos 14, 16 i 26 del decreto 481 de 1874."
DECRETO = "El presente decreto modifica el Decreto 1790 de 2003 y el Decreto 18 de junio 2 de 2005."


@pytest.mark.parametrize(
    ("pasaje", "fiel", "falsa"),
    [
        (MUELLE, "Para el muelle se nombran cinco personas.", "Se nombran seis para el muelle."),
        (
            "El inventario de las redes se hará durante el mes de marzo.",
            "El inventario de las redes se hace durante el tercer mes.",
            "El inventario de las redes se hace durante el mes de mayo.",
        ),
        (
            "Las redes se entregan por trimestres, hasta el quinto día hábil del mes que sigue.\n\n"
            "| Trimestre | Empieza | Termina |\n|---|---|---|\n"
            "| Segundo | 1 de abril | 30 de junio |",
            "El segundo trimestre de las redes empieza el 1 de abril y termina el 30 de junio.",
            "Las redes del segundo trimestre se entregan hasta el sexto día hábil del mes.",
        ),
        (
            "Cada muelle pagará un canon según su categoría:\n\n| Categoría | Canon |\n|---|---|\n"
            "| Primera | $ 900 |\n| Segunda | 700 |\n| Tercera | 500 |",
            "El canon de los muelles de segunda categoría es de 700.",
            "El canon de los muelles de quinta categoría es de 700.",
        ),
        (  # a value of a table has those of its column for rivals, not those of its row
            "| Farero primero de la torre, encargado de la lámpara, señor Julio Mora | 150 |\n"
            "| Farero segundo, señor Luis Peña | 120 |",
            "La lámpara de la torre queda a cargo del señor Julio Mora, Farero primero.",
            "La lámpara de la torre queda a cargo del señor Julio Mora, Farero segundo.",
        ),
        (  # nor is what a row says whole of another one
            "| 40 | Faroles |\n| 75 | Cuerdas de la torre mayor |\n| 6 | Remos de bote |",
            "Se compran 40 faroles y cuerdas de la torre mayor.",
            "Se compran 40 cuerdas de la torre mayor.",
        ),
        (  # «sin que ello implique» denies
            "El faro mayor se pintará cada año, sin que ello implique un gasto de la capitanía.",
            "Pintar el faro mayor no supone un gasto de la capitanía.",
            "El faro mayor se pintará cada año, lo que implica un gasto de la capitanía.",
        ),
        (  # what criterion there is leaves nothing to choose
            "Las redes se dan, primero, por la edad del bote y, en segundo lugar, por su peso.",
            "El segundo criterio para dar las redes es el peso del bote.",
            "La capitanía da a su criterio las redes según la edad del bote.",
        ),
        (  # hours are no frequency
            "El muelle atenderá a los botes en las horas hábiles de la capitanía.",
            "El muelle atiende los botes en el horario hábil de la capitanía.",
            "El muelle atiende los botes cada mes en las horas hábiles de la capitanía.",
        ),
        (  # what an item is called after its kind does not only number it
            "Adiciónase la partida del ordinal 21) «gastos generales del faro», en $ 900.",
            "La partida del ordinal 21, gastos generales del faro, aumenta en $ 900.",
            "La partida del ordinal 31, gastos generales del faro, aumenta en $ 900.",
        ),
        (  # «un solo» counts, and restricts nothing
            "El faro del norte tendrá un vigía, con sueldo de $ 90.",
            "El faro del norte tiene un solo vigía, con sueldo de $ 90.",
            "Solo el faro del norte tendrá un vigía, con sueldo de $ 90.",
        ),
        (
            "El faro del norte tendrá dos vigías, con sueldo de $ 90.",
            "El faro del norte tiene dos vigías, con sueldo de $ 90.",
            "El faro del norte tiene un solo vigía, con sueldo de $ 90.",
        ),
        (  # the middle of something is no share of it
            "El escudo de la bandera va en el centro, con una estrella de ocho puntas.",
            "El escudo de la bandera va en la mitad, con una estrella de ocho puntas.",
            "El escudo va en el centro de la bandera, con la mitad de una estrella de ocho puntas.",
        ),
        (  # two dates without a part in common are not the same
            "Los botes se inscriben en abril 05. El premio será para los comprados en 1999.",
            "El premio es para los botes comprados en 1999.",
            "El premio es para los botes comprados en 1997.",
        ),
        (  # what is denied of the same thing by another verb
            "Suprímense los derechos del muelle llamados «de amarre». Los de carga se cobrarán.",
            "Ya no se cobran los derechos de amarre del muelle.",
            "Los derechos de carga no se cobran en el muelle.",
        ),
        (  # what is done alone is not what is not done
            "En el muelle solo se deben anotar los botes nuevos de la capitanía.",
            "En el muelle se deben anotar únicamente los botes nuevos de la capitanía.",
            "En el muelle no se deben anotar los botes nuevos de la capitanía.",
        ),
        (
            "La junta del puerto aprobó el pedido de redes de los pescadores.",
            "El pedido de redes de los pescadores lo aprobó la junta del puerto.",
            "La junta del puerto negó el pedido de redes de los pescadores.",
        ),
        (
            "El faro viejo perdió el derecho a cobrar anclaje.",
            "El derecho a cobrar anclaje lo perdió el faro viejo.",
            "El faro viejo conservó el derecho a cobrar anclaje.",
        ),
        (  # a norm whose number and year stand apart
            "Siguen las Ordenanzas del muelle números 30 y 12, de 1890 y 1915, sobre las redes.",
            "Sobre las redes siguen la Ordenanza 30 de 1890 y la Ordenanza 12 de 1915.",
            "Sobre las redes siguen la Ordenanza 30 de 1890 y la Ordenanza 14 de 1915.",
        ),
        (  # a stretch of nothing but a value is of nothing else
            "La junta del puerto, en su sesión número 16, preparó estos índices de marea: n = 2.4; "
            "C = 513.71; S = 843.52.",
            "Entre los índices de marea que preparó la junta están C = 513.71 y S = 843.52.",
            "Entre los índices de marea que preparó la junta están C = 613.71 y S = 843.52.",
        ),
        (  # of what a number counts only its own row speaks
            "| 2 | Guardas de la torre del norte | 150 |\n| 1 | Farero de la lámpara | 90 |",
            "Se nombran dos guardas y el farero de la lámpara.",
            "Se nombran dos fareros de la lámpara.",
        ),
        (
            "Vótase para redes y faroles del muelle la partida de $ .15,000 en el año.",
            "La partida votada para redes y faroles del muelle es de $ 15.000.",
            "La partida votada para redes y faroles del muelle es de $ 16.000.",
        ),
        (
            "Las redes pagarán derechos en todos los puertos. Exceptúase el de la isla mayor.",
            "Las redes pagarán derechos en los puertos, salvo en el de la isla mayor.",
            "Las redes pagarán derechos en los puertos, salvo si son pequeñas.",
        ),
        (
            "Para el muelle es indispensable la compra de faroles de buena luz.",
            "Para el muelle es imprescindible comprar faroles de buena luz.",
            "Para el muelle no es necesaria la compra de faroles de buena luz.",
        ),
        (
            "La multa por cada red será del 200 % de su valor.",
            "Por cada red se paga como multa el doble de su valor.",
            "Por cada red se paga como multa el triple de su valor.",
        ),
        (
            "Fíjase la renta del puerto para 1996 en la suma de veinte millones de pesos.",
            "La renta del puerto de 1996 asciende a veinte millones de pesos.",
            "La renta del puerto de 1996 asciende a treinta millones de pesos.",
        ),
        (
            "El premio se repartirá entre el armador y los pescadores a razón del 10 y 90%.",
            "El premio se repartirá entre él y los pescadores a razón del 10 y 90%.",
            "El premio se repartirá entre él y los pescadores a razón del 20 y 80%.",
        ),
        (
            "El permiso vale sólo en este puerto; de la cuota decide el número de redes echadas.",
            "De la cuota decide cuántas redes fueron echadas en este puerto.",
            "De la cuota deciden todas las redes echadas en este puerto.",
        ),
        (
            "El reglamento permitirá definir una cuota para cada bote del muelle.",
            "El reglamento deja definida una cuota para cada bote del muelle.",
            "El reglamento deja de definir una cuota para cada bote del muelle.",
        ),
        (
            "Este reglamento rige desde hoy y deroga el reglamento del muelle viejo.",
            "Este reglamento rige desde hoy y deja sin efecto el reglamento del muelle viejo.",
            "Este reglamento rige desde hoy y no deroga el reglamento del muelle viejo.",
        ),
        (
            "Sólo cuando un aviso trae tarifas se publicará textualmente en la puerta del muelle.",
            "Un aviso que trae tarifas es el único que se publica completo en la puerta.",
            "Un aviso de tarifas se publica completo por todos en la puerta del muelle.",
        ),
        (
            "Créase la oficina de Muzo; la de Simití, dependiente del muelle, y la de Surimena.",
            "Se crean tres oficinas: Muzo, Simití y Surimena.",
            "Se crean cinco oficinas: Muzo, Simití y Surimena.",
        ),
        (
            "2. Gerencia del puerto.\n\n2.1 Oficina de Redes.\n\n2.2 Oficina de Botes.",
            "La Gerencia del puerto comprende dos oficinas, la de Redes y la de Botes.",
            "La Gerencia del puerto comprende cinco oficinas, la de Redes y la de Botes.",
        ),
        (
            "Las redes (20 por 100) son de una junta, formada del capitán, que manda, y de otros.",
            "Las redes son de una junta de cuatro personas: manda el capitán.",
            "Las redes son de una junta de nueve personas: manda el capitán.",
        ),
        (
            "La junta tendrá:\n\nEl farero del puerto.\n\nEl guarda del puerto.\n\nUn remero.",
            "En la junta hay tres asientos: los del farero y el guarda del puerto y el del remero.",
            "En la junta hay ocho asientos: los del farero y el guarda del puerto y el del remero.",
        ),
        (
            "Se cambia el artículo 4 del Decreto 16 de 2003, modificado por los Decretos 2 y "
            "5 de 2006. Rige hasta el 8 de mayo de 2008.",
            "El artículo 4 ya había sido modificado en 2006.",
            "El artículo 4 ya había sido modificado en 2001.",
        ),
        (
            "Dado en el muelle a 1 de mayo de 1935.\n\nPuerto Viejo, mayo 7 de "
            "1935.\n\nCúmplase el bando.",
            "El bando se dio el 1 de mayo de 1935 y se mandó cumplir el día 7 del mismo mes.",
            "El bando se dio el 1 de mayo de 1935 y se mandó cumplir el día 9 del mismo mes.",
        ),
        (VARIOS, "Los prácticos cumplen el artículo 26.", "Los prácticos cumplen el artículo 27."),
        (DECRETO, "Se modifica el decreto de 2003.", "Se modifica el decreto de 2001."),
        (
            DECRETO,
            "Se modifica el del 2 de junio de 2005.",
            "Se modifica el del 3 de junio de 2005.",
        ),
        (
            "Dado en el puerto, a los ocho (8) días del mes de febrero del año dos mil (2000).",
            "Se dio en el puerto el 8 de febrero de 2000.",
            "Se dio en el puerto el 18 de febrero de 2000.",
        ),
        (
            "| Para las redes del puerto | $ | 4,440 |",
            "Las redes del puerto tienen $4.440.",
            "Las redes del puerto tienen $4.450.",
        ),
        (
            "Se pega una estampilla a razón de $ 0.05 por bote.",
            "Por bote se pega una estampilla de cinco centavos.",
            "Por bote se pega una estampilla de seis centavos.",
        ),
        (
            "El valor máximo de las redes es de $ 19.500.000.",
            "Las redes tienen un tope de diecinueve millones y medio de pesos.",
            "El valor máximo de las redes es de dieciocho millones y medio de pesos.",
        ),
        (
            "Dado en el puerto, a tres de mayo de mil ochocientos setenta i siete.",
            "Se dio en el puerto el tres de mayo de 1877.",
            "Se dio en el puerto el tres de mayo de 1870.",
        ),
        (
            "Se delegan en el guarda los artículos 129; 189, salvo lo dicho del muelle; 303 y 314.",
            "Se delega en el guarda el artículo 189, salvo lo dicho del muelle.",
            "Se delega en el guarda el artículo 187, salvo lo dicho del muelle.",
        ),
        (
            "El consejo del faro se compone del capitán, del jefe de torreros y del guarda.",
            "El consejo del faro se compone de tres miembros.",
            "El consejo del faro se compone de cinco miembros.",
        ),
        (
            "Dependen del faro los botes de Punta Vieja, Cabo Alto, Isla Sola i Roca.",
            "Son cuatro los botes que dependen del faro.",
            "Son seis los botes que dependen del faro.",
        ),
        (  # what one of the words says is no count of the thing
            "| Número de Botes | Clase del Bote | Eslora |\n| 1 | Bote Patrullero | 14 |\n"
            "| 1 | Bote Carguero | 9 |",
            "Hay dos botes: un bote patrullero y un bote carguero.",
            "Hay tres botes de la clase Bote Carguero.",
        ),
        (
            "La isla la sirven un Farero, con $ 250, un Ayudante, con $ 120, y un Remero.",
            "La isla la sirven tres personas: un Farero, un Ayudante y un Remero.",
            "La isla la sirven un Farero, dos Ayudantes y un Remero.",
        ),
        (  # nor is what is only listed a limit
            "El vigía cobrará las guardias del faro, del muelle y de la isla, siempre que no sean "
            "más de dos.",
            "El vigía cobrará las guardias siempre que no excedan de dos.",
            "El vigía cobrará las guardias siempre que no sean más de tres.",
        ),
        (  # a place is of its noun
            "En el segundo aniversario de la muerte de Juan Paz, primer farero de la isla mayor.",
            "Juan Paz fue el primer farero de la isla mayor.",
            "Juan Paz fue el segundo farero de la isla mayor.",
        ),
        (
            "El aviso se leerá en el muelle por las tres veces que manda el bando.",
            "Por tres veces se leerá el aviso en el muelle.",
            "El aviso se leerá en el muelle por las dos veces que manda el bando.",
        ),
        (
            "Las boyas de la fiesta del III Centenario del puerto se venderán.",
            "Se venderán las boyas de la fiesta del tercer centenario del puerto.",
            "Se venderán las boyas de la fiesta del cuarto centenario del puerto.",
        ),
        (
            "El capitán pondrá uno o más guardas en el bote hasta que se visite.",
            "El capitán pondrá un guarda o varios en el bote hasta que se visite.",
            "El capitán pondrá tres o más guardas en el bote hasta que se visite.",
        ),
    ],
)
def test_lo_que_se_cuenta_se_suma_o_se_escribe_de_otro_modo(
    pasaje: str, fiel: str, falsa: str
) -> None:
    assert una(fiel, pasaje).estado is Estado.RESPALDADA
    assert una(falsa, pasaje).estado is Estado.DISCREPA


@pytest.mark.parametrize(
    ("pasaje", "fiel", "falsa"),
    [
        (
            "Quedan suspendidas las disposiciones que sean contrarias al presente decreto.",
            "Toda disposición que contradiga el decreto queda en suspenso.",
            "Todas las disposiciones anteriores sobre redes quedan suspendidas.",
        ),
        (
            "Las boyas, en la medida en que sean pintadas, servirán de señal en el puerto.",
            "Solo sirven de señal en el puerto las boyas que ya sean pintadas.",
            "Todas las boyas sirven de señal en el puerto.",
        ),
        (
            "El decreto modifica en lo pertinente el reglamento de las redes.",
            "El decreto cambia solo en lo que toca el reglamento de las redes.",
            "El decreto cambia totalmente el reglamento de las redes.",
        ),
        (
            "Cabe la apelación ante el capitán, cualquiera que sea el precio de las redes.",
            "Cabe la apelación ante el capitán, sin que cuente el precio de las redes.",
            "Cabe la apelación ante el capitán, sin el precio de las redes.",
        ),
        (
            "La multa se cobra sin perjuicio de las demás sanciones por dañar las redes.",
            "Pagar la multa no libra de las demás sanciones por dañar las redes.",
            "Pagar la multa libra de las demás sanciones por dañar las redes.",
        ),
        (
            "Los botes deberán presentar los planes del muelle ante el capitán.",
            "Los botes no pueden dejar de presentar los planes ante el capitán.",
            "Los botes pueden dejar de presentar los planes ante el capitán.",
        ),
        (
            "Las cuotas de los boteros del muelle no podrán sufrir alteración desfavorable.",
            "El cambio no puede perjudicar las cuotas de los boteros.",
            "Las cuotas de los boteros del muelle podrán sufrir alteración desfavorable.",
        ),
        (
            "Elaborar estudios sobre represión y prevención de los robos del muelle.",
            "Le toca elaborar estudios para reprimir y prevenir los robos del muelle.",
            "No le toca elaborar estudios sobre represión de los robos del muelle.",
        ),
        (
            "Quedan suspendidas las disposiciones del puerto que sean contrarias al decreto.",
            "Con el decreto queda suspendido todo lo que le sea contrario en el puerto.",
            "Quedan suspendidas todas las disposiciones del puerto.",
        ),
        (
            "Las cuotas las recibe el gremio o cualquier otra junta dedicada a los botes.",
            "Las cuotas las recibe el gremio, y también cualquier junta dedicada a los botes.",
            "Las cuotas de los botes las recibe solo el gremio.",
        ),
        (  # it orders flatly, whatever else it allows
            "La junta incluirá las boyas en la lista, y si no, se autoriza al capitán para pagar.",
            "Las boyas deben ser incluidas por la junta en la lista.",
            "Las boyas no serán incluidas por la junta en la lista.",
        ),
        (
            "La junta puede incluir las boyas en la lista, y se autoriza al capitán para pagar.",
            "Las boyas pueden ser incluidas por la junta en la lista.",
            "Las boyas deben ser incluidas por la junta en la lista.",
        ),
        (  # where it ends, and not what it is only
            "El lote del faro tiene por el norte el lote de la salina.",
            "El lote del faro limita al norte con el lote de la salina.",
            "El lote del faro se limita al lote de la salina.",
        ),
        (
            "Los bultos los revisará personal externo o no vinculado al muelle mayor.",
            "La revisión de los bultos la hace personal no vinculado al muelle mayor.",
            "La revisión de los bultos no la hace personal externo al muelle mayor.",
        ),
        (
            "Se dirá el peso de las redes en los doce meses anteriores a la entrega.",
            "Hay que decir el peso de las redes en los doce meses previos a la entrega.",
            "Hay que decir el peso de las redes en los doce meses posteriores a la entrega.",
        ),
        (  # «o no» denies nothing
            "En el registro consta si el bulto va asegurado, o nó.",
            "El registro tiene constancia de si el bulto va o no asegurado.",
            "En el registro consta que el bulto no va asegurado.",
        ),
        (
            "El capitán tiene que pintar las boyas de la bahía.",
            "Las boyas de la bahía las tiene que pintar el capitán.",
            "Queda a criterio del capitán si pinta o no las boyas de la bahía.",
        ),
        (  # a word badly parted, and another one
            "Los gastos del muelle se pagan con el saldo del Pre supuesto de la bahía.",
            "El saldo del Presupuesto de la bahía paga los gastos del muelle.",
            "El saldo de la Tesorería de la bahía paga los gastos del muelle.",
        ),
        (  # as another century spelt
            "Para la espedición del pase se oirá a la comisión lejislativa, escepto en el muelle.",
            "Para expedir el pase se oye a la comisión legislativa, salvo en el muelle.",
            "Para expedir el pase se oye a la comisión del concejo, salvo en el muelle.",
        ),
        (  # money is compared as it is worth
            "El impuesto de anclaje se cobra a razón de $ 0.05 por cada cien pesos de carga.",
            "De anclaje se cobran cinco centavos de impuesto por cada cien pesos de carga.",
            "De anclaje se cobran cinco pesos de impuesto por cada cien pesos de carga.",
        ),
        (
            "El capitán presta a los botes los servicios que tiene señalados en este acuerdo.",
            "El capitán presta a los botes ciertos servicios señalados en el acuerdo.",
            "El capitán presta a algunos botes los servicios señalados en el acuerdo.",
        ),
        (
            "Que el Guarda del muelle, de conformidad con lo previsto en el acuerdo, ha firmado el "
            "Inventario de las redes y de las boyas;",
            "El Guarda firmó el inventario de las redes y de las boyas del muelle.",
            "El Inventario firmó al guarda de las redes y de las boyas del muelle.",
        ),
        (
            "| Ordinal 48. Para reparar la casa del faro, hasta | $ | 1.000 | | |",
            "El ordinal 48 da hasta $ 1.000 para reparar la casa del faro.",
            "El ordinal 48 da por lo menos $ 1.000 para reparar la casa del faro.",
        ),
        (  # whatever somebody is called who is named no more closely
            "Las boyas quedan al cuidado del interventor que nombre el gobierno de la bahía.",
            "Del cuidado de las boyas se encarga un funcionario de la bahía.",
            "Del cuidado de las boyas se encarga un ministro de la bahía.",
        ),
        (
            "El faro se cierra al público los días 23 y 24 de septiembre.",
            "Durante el 23 y el 24 de septiembre se cierra el faro al público.",
            "Durante el 22 y el 24 de septiembre se cierra el faro al público.",
        ),
        (
            "Quien halle una red perdida la entrega en el muelle dentro de los tres días.",
            "Quien halle una red perdida la entrega en el muelle dentro de las 72 horas.",
            "Quien halle una red perdida la entrega en el muelle dentro de las 48 horas.",
        ),
        (
            "El capataz paga las cuentas del muelle que se causen en enero, febrero y marzo.",
            "El capataz paga las cuentas del muelle que se causen en tres meses.",
            "El capataz paga las cuentas del muelle que se causen en cuatro meses.",
        ),
        (
            "Las cuentas del muelle del último trimestre del año las paga el capataz.",
            "El capataz paga las cuentas del muelle de los últimos tres meses del año.",
            "El capataz paga las cuentas del muelle de los últimos cuatro meses del año.",
        ),
        (
            "Al faro lo vigila el Ministerio de Relaciones Exteriores según la Constitución.",
            "Según la Carta vigila el faro la Cancillería.",
            "Según la Carta vigila el faro la Contraloría.",
        ),
        (  # what is of money is no payment
            "La caja avisa del robo a los establecimientos financieros, de crédito y de seguros.",
            "Del robo avisa la caja a las entidades financieras y crediticias.",
            "Del robo no avisa la caja a los establecimientos financieros.",
        ),
        (  # «sin vigencia» denies nothing of what is repealed
            "El acuerdo modifica el artículo 4 y deroga el artículo 6 del reglamento del muelle.",
            "El acuerdo deja sin vigencia el artículo 6 del reglamento del muelle.",
            "El acuerdo deja sin vigencia el artículo 8 del reglamento del muelle.",
        ),
        (  # what begins and what runs out
            "La veda dura por el término de seis meses desde que el acuerdo entra en vigencia.",
            "La veda dura seis meses y empieza cuando el acuerdo entra en vigencia.",
            "La veda dura seis semanas y empieza cuando el acuerdo entra en vigencia.",
        ),
        (
            "El capitán guarda los botes de la flota, con las excepciones que fije la junta.",
            "La flota la guarda el capitán, salvo lo que exceptúe la junta.",
            "El capitán guarda los botes en todos los casos.",
        ),
        (
            "El guarda podrá conceder exenciones de muellaje a los botes de pesca.",
            "El guarda puede eximir de muellaje a los botes de pesca.",
            "El guarda no puede conceder exenciones de muellaje a los botes de pesca.",
        ),
        (
            "Los boteros que tengan licencia tendrán derecho a un subsidio de sal.\n\n"
            "Los boteros no podrán recibir de la caja el pago en moneda.",
            "El subsidio de sal lo reciben los boteros que tengan licencia.",
            "Los boteros podrán recibir de la caja el pago en moneda.",
        ),
        (
            "Los capitanes deben ceñirse a las cuotas, pudiendo usar la prima en pagar los botes.",
            "La prima puede usarse para pagar los botes.",
            "Los capitanes pueden ceñirse a las cuotas.",
        ),
        (
            "La caja no prestará redes, salvo en los casos que apruebe el capitán del puerto.",
            "El capitán del puerto puede aprobar otros casos de préstamo de redes.",
            "La caja podrá prestar redes en todos los casos.",
        ),
        (
            "No se deberá fondear en el canal ni en los muelles que se fondeen de noche.",
            "Está prohibido fondear en el canal.",
            "Se podrá fondear en el canal, aunque sea en los muelles que se fondeen de noche.",
        ),
        (
            "La caja prestará redes de conformidad con el cupo del muelle.",
            "La caja no puede prestar redes por encima del cupo del muelle.",
            "La caja no puede prestar redes del cupo del muelle.",
        ),
        (
            "La bandera lleva el remo del norte cruzado con el del sur.",
            "En la bandera hay dos remos cruzados, el del norte y el del sur.",
            "En la bandera hay cinco remos cruzados, el del norte y el del sur.",
        ),
        (
            "Las redes que con licencia vendan los patrones llevarán farol.",
            "Los patrones pueden vender redes con licencia.",
            "Las redes de los patrones pueden llevar farol.",
        ),
        (
            "El bando elimina la obligatoriedad del farol en los botes del muelle.",
            "El farol dejará de ser obligatorio en los botes del muelle.",
            "El farol no se elimina en los botes del muelle.",
        ),
        (
            "Dado en el muelle, a los ocho días del mes de marzo de 1979.\n\nPuerto Viejo, 3 "
            "de mayo de 1979.\n\nCúmplase el bando.",
            "El bando se dio en el muelle el 8 de marzo de 1979, y se mandó cumplir el 3 de "
            "mayo de ese año.",
            "El bando se dio en el muelle el 8 de marzo de 1979, y se mandó cumplir el 4 de "
            "mayo de ese año.",
        ),
        (
            "El turno requiere para su validez la aprobación por bando del capitán.",
            "Sin un bando del capitán que lo apruebe, el turno no tiene validez.",
            "El turno tiene validez sin la aprobación por bando del capitán.",
        ),
        (  # what is denied of some is said of all
            "Los botes de reserva que no quepan en el muelle ni con los botes de pesca de reserva,"
            " podrán ir a los botes de la guardia.",
            "El destino de los botes de reserva puede ser la guardia.",
            "Los botes de reserva no podrán ir a la guardia.",
        ),
        (
            "Los vigías a quienes se quite el turno y no sean incorporados a los turnos del muelle"
            " podrán escoger entre el pago y la incorporación a turnos del faro.",
            "podrán escoger entre el pago y la incorporación a turnos del faro",
            "no podrán escoger entre el pago y la incorporación a turnos del faro",
        ),
        (  # «insuficiente» denies nothing beyond a comma
            "Se aumentan las sumas por insuficientes, al cumplir la junta el fallo del año pasado.",
            "La junta cumple el fallo del año pasado.",
            "Se aumentan las sumas por suficientes, al cumplir la junta el fallo del año pasado.",
        ),
        (  # nor «sin» beyond «cuando»
            "En casos urgentes el faro podrá avisar directamente al capitán.",
            "El faro puede avisar al capitán sin rodeos cuando el caso sea urgente.",
            "El faro no puede avisar al capitán cuando el caso sea urgente.",
        ),
        (
            "Donde haya dejado de funcionar el faro, la queja se presenta en el muelle.",
            "La queja se presenta en el muelle donde esté el faro sin funcionamiento.",
            "La queja no se presenta en el muelle donde el faro haya dejado de funcionar.",
        ),
        (
            "El capitán que no haya cumplido con entregar las redes pagará un recargo.",
            "El retraso en entregar las redes acarrea un recargo para el capitán.",
            "El capitán que haya cumplido con entregar las redes pagará un recargo.",
        ),
        (
            "La boya que se recibe debe anotarse en una sola fila de la planilla.",
            "Toda boya que se reciba debe anotarse en una única fila de la planilla.",
            "Toda boya que se reciba debe anotarse en la planilla en cualquier fila.",
        ),
        (  # a norm is nobody who acts
            "El acuerdo cambia la planta aprobada por los decretos 7 y 9 y requiere, para valer, la"
            " aprobación de la junta.",
            "Para que valga, el acuerdo que cambia la planta debe ser aprobado por la junta.",
            "Para que valga, el acuerdo que cambia la planta debe ser aprobado por el capitán.",
        ),
        (  # copied without what its article is called
            "**Artículo 1°** La Escuela de Vela que funciona en la rada es un instituto para "
            "formar vigías, y que estará bajo la dirección del capitán de la rada.",
            "La Escuela de Vela que funciona en la rada es un instituto para formar vigías, y "
            "que estará bajo la dirección del capitán de la rada.",
            "La Escuela de Vela que funciona en la rada es un instituto para formar vigías, y "
            "que estará bajo la dirección del alcalde.",
        ),
        (  # a denial is of all the verbs that follow it
            "No podrán venderse, cederse, prestarse o alquilarse los botes de la guardia.",
            "Los botes de la guardia no podrán cederse ni prestarse.",
            "Los botes de la guardia podrán venderse.",
        ),
        (
            "La junta rige sin perjuicio de las normas que el puerto expida.",
            "Las normas que el puerto expida quedan a salvo de lo que rige la junta.",
            "La junta rige, salvo los domingos, sin perjuicio de las normas que el puerto expida.",
        ),
        (
            "En el decreto del 3 de mayo de este año se señalaron al vigía nueve pesos mensuales.",
            "Al vigía se le habían señalado nueve pesos al mes.",
            "Al vigía se le habían señalado nueve pesos al año.",
        ),
        (
            "Desde esa ley el puerto perdió el derecho a cobrar la boya.",
            "Desde esa ley el puerto dejó de tener derecho a cobrar la boya.",
            "Desde esa ley el puerto no perdió el derecho a cobrar la boya.",
        ),
        (  # the first figure of a row counts something, and what is told of a row is of that row
            "| 6 | Pescadores de red electrónica IV | 19 | 2.790 |\n"
            "| 18 | Vigías de red de faros, IV | 17 | 2.310 |",
            "La planta incluye 18 vigías de red de faros IV, en el grado 17, con 2.310.",
            "La planta incluye 16 vigías de red de faros IV, en el grado 17, con 2.310.",
        ),
        (  # rows of one each are as many as they are
            "| 1 (uno) | Vigía mayor | 1020 | 12 |\n"
            "| 1 (uno) | Guarda de faro | 4210 | 24 |\n"
            "| 1 (uno) | Guarda de faro | 4210 | 22 |\n"
            "| 1 (uno) | Guarda de faro | 4210 | 21 |",
            "De la planta salen tres cargos de guarda de faro 4210.",
            "De la planta salen cuatro cargos de guarda de faro 4210.",
        ),
        (
            "| Ordinal 97. Muelle mayor, para la edición de obras y mapas del faro | 10.000 |\n"
            "| Ordinal 105. Muelle mayor, conservación y edición de obras y mapas | 50.000 |",
            "Con 50.000 se atiende, en el ordinal 105, la conservación y edición de los mapas.",
            "Con 60.000 se atiende, en el ordinal 105, la conservación y edición de los mapas.",
        ),
        (  # an item with a letter is the same, whatever it is called
            "Según el artículo 45 del reglamento del muelle, numeral d), el guarda cierra la boya.",
            "El guarda cierra la boya según el literal d) del artículo 45 del reglamento.",
            "El guarda cierra la boya según el literal f) del artículo 45 del reglamento.",
        ),
        (  # what is excepted is denied
            "Se ceden al guarda las llaves del muelle, con excepción de las llaves de la sal.",
            "No se ceden al guarda las llaves de la sal.",
            "No se ceden al guarda las boyas del muelle.",
        ),
        (  # what both forbid is no exception
            "Se prohíbe fondear, aun con farol, en el canal y frente a la boya.",
            "Está prohibido fondear en el canal, aun con farol.",
            "Se prohíbe fondear, salvo con farol, en el canal y frente a la boya.",
        ),
        (  # what only tells which is not denied
            "Los boteros que no paguen las cuotas que se les fijan en el bando, tendrán una multa, "
            "que cobrará el guarda del muelle.",
            "La multa la fija el bando y la cobra el guarda del muelle.",
            "La multa no la cobra el guarda del muelle.",
        ),
        (
            "Se entiende que no ha habido interrupción en el servicio del botero enfermo.",
            "La enfermedad del botero no interrumpe el servicio.",
            "La enfermedad del botero interrumpe el servicio.",
        ),
        (
            "La ronda del faro, del muelle viejo, dispone en la cuenta vigente de $ 500.",
            "La ronda del faro tiene $ 500 en la cuenta vigente del muelle viejo.",
            "La ronda del faro no tiene $ 500 en la cuenta vigente del muelle viejo.",
        ),
        (  # «no fiscal, evitar» is no double denial
            "Se busca bajar el gasto del muelle no fiscal y evitar un alza del canon.",
            "Se busca bajar el gasto del muelle no fiscal, impedir un alza del canon.",
            "No se busca bajar el gasto del muelle no fiscal ni evitar un alza del canon.",
        ),
        (
            "La ronda irá reduciendo poco a poco sus tareas en el muelle.",
            "La ronda deja de forma gradual sus tareas en el muelle.",
            "La ronda deja de reducir poco a poco sus tareas en el muelle.",
        ),
        (  # «no» of what only tells which says nothing of the rest
            "Estas salidas no serán tenidas en cuenta en los turnos del muelle.",
            "Las «otras salidas no efectivas» no se tienen en cuenta en los turnos del muelle.",
            "Las «otras salidas no efectivas» sí serán tenidas en cuenta en los turnos del muelle.",
        ),
        (  # what is excepted is as the rest is not
            "Los boteros no podrán ceder su turno, con excepción de los boteros ancianos.",
            "Los boteros ancianos sí pueden ceder su turno.",
            "Los boteros pueden ceder su turno.",
        ),
        (  # a verb that says nothing by itself is denied too
            "Las firmas del libro obligan al botero en los plazos que él pactó.",
            "Al botero lo obligan las firmas del libro en los plazos que él pactó.",
            "Las firmas del libro no obligan al botero.",
        ),
        (
            "La ronda visitará los botes por lo menos una vez en cada mes.",
            "La ronda visita los botes al menos una vez cada mes.",
            "La ronda visita los botes a lo sumo una vez en cada mes.",
        ),
        (  # who is not listed may not, where only those may
            "El remo únicamente podrá alquilarse por los boteros inscritos en el libro.",
            "Quien no esté inscrito en el libro no puede alquilar el remo.",
            "El remo no podrá alquilarse por los boteros inscritos en el libro.",
        ),
        (  # up to so much leaves nothing to choose
            "El arreglo del bote costará hasta 160 pesos al mes.",
            "El arreglo del bote puede costar hasta 160 pesos al mes.",
            "El arreglo del bote puede costar hasta 170 pesos al mes.",
        ),
        (
            "Los patrones del bote dejarán de estar a cargo de las cuotas del muelle.",
            "Los patrones del bote quedan liberados de las cuotas a su cargo del muelle.",
            "Los patrones del bote están a cargo de las cuotas del muelle.",
        ),
        (  # «sin embargo» turns no limit around
            "Sin embargo la junta, por mayoría que sume por lo menos los votos de la ronda, cede "
            "el muelle.",
            "La mayoría que cede el muelle suma por lo menos los votos de la ronda.",
            "La mayoría que cede el muelle suma a lo sumo los votos de la ronda.",
        ),
        (  # «no formal» denies nothing that follows
            "Si la escuela no formal desarrolla tareas en el muelle, el botero pagará el canon.",
            "Si desarrolla tareas en el muelle, el botero paga el canon de la escuela.",
            "La escuela no formal desarrolla tareas y el botero no pagará el canon.",
        ),
        (
            "Se exhorta a los boteros a que pinten sus remos.",
            "Se invita a los boteros a que pinten sus remos.",
            "Los boteros están obligados a pintar sus remos.",
        ),
    ],
)
def test_lo_que_otras_palabras_dejan_igual(pasaje: str, fiel: str, falsa: str) -> None:
    assert una(fiel, pasaje).estado is Estado.RESPALDADA
    assert una(falsa, pasaje).estado is Estado.DISCREPA


@pytest.mark.parametrize(
    ("pasaje", "fiel", "falsa"),
    [
        (
            "Rige desde su publicación en elDiario Oficialy modifica el reglamento del muelle.",
            "Modifica el reglamento del muelle y rige desde su publicación en el Diario Oficial.",
            "Modifica el reglamento del muelle y rige desde su publicación en la Gaceta Oficial.",
        ),
        (
            "Los planes del muelle requieren la aprobación del capitán.",
            "Los planes del muelle requieren el visto bueno del capitán.",
            "Los planes del muelle requieren fianza para el capitán.",
        ),
        (
            "Las funciones constitucionales del capitán se delegan en el guarda del muelle.",
            "Se delegan en el guarda las funciones que la Constitución da al capitán del muelle.",
            "Se delegan en el guarda las funciones que la Gaceta da al capitán del muelle.",
        ),
        (
            "Los retratos se colocarán en el Consejo Municipal del puerto.",
            "Los retratos se ponen en el Concejo Municipal del puerto.",
            "Los retratos se ponen en la Casa Municipal del puerto.",
        ),
        (
            "Las administraciones del puerto pagarán el personal del faro.",
            "El personal del faro lo pagan las oficinas del puerto.",
            "El personal del faro lo paga el tesorero del puerto.",
        ),
        (
            "La junta debe fiscalizar el libro del muelle.",
            "Debe fiscalizarse el libro del muelle por parte de la junta.",
            "El fiscal debe revisar el libro del muelle para la junta.",
        ),
        (
            "El Alcalde del puerto entrega los remos del programa de las Naciones Unidas.",
            "La Alcaldía del puerto entrega los remos del programa de la ONU.",
            "La Gobernación del puerto entrega los remos del programa de la ONU.",
        ),
        (
            "Los boteros declaran el impuesto sobre las ventas de remos en marzo.",
            "Los boteros declaran en marzo el IVA de los remos.",
            "Los boteros declaran en marzo el ICA de los remos.",
        ),
        (
            "El Ministerio de Hacienda y la Superintendencia de Puertos revisan la cuenta.",
            "Minhacienda y Superpuertos revisan la cuenta.",
            "Minhacienda y Supersalud revisan la cuenta.",
        ),
        (
            "El notario y la Empresa Portuaria de Arenales tasarán el remo que deja el alcalde.",
            "El remo que deja el alcalde lo tasan el notario y la EPA.",
            "El remo que deja el notario lo tasa el alcalde.",
        ),
        (
            "El faro se pinta a costa de la nación, a petición del consejo del puerto; lo cuida el "
            "municipio.",
            "A petición del consejo del puerto, el faro se pinta a costa de la nación.",
            "El faro se pinta a costa del municipio, a petición del consejo del puerto.",
        ),
        (
            "La casa del faro será de la viuda del botero y la escuela del muelle de varones.",
            "La escuela del muelle es de varones.",
            "La escuela del muelle es de niñas.",
        ),
        (  # of two who are called alike
            "Publíquese.\n\nEl Ministro de Hacienda,\n\n## Juan Carlos Mora Gil.\n\n"
            "El Ministro de Justicia,\n\n## Juan Carlos Rey Paz.",
            "El Ministro de Justicia que firma es Juan Carlos Rey Paz.",
            "El Ministro de Justicia que firma es Juan Carlos Mora Gil.",
        ),
        (  # who is listed after a colon acts as those who announce the list
            "En el plan del puerto participarán las siguientes entidades: Instituto del Mar, Caja "
            "Naval, Servicio de Boyas, Gobernación del Litoral y Municipio de Barú.\n\nEl alcalde "
            "de Barú preside las reuniones.",
            "En el plan del puerto participan la gobernación del Litoral y el municipio de Barú.",
            "En el plan del puerto participa el alcalde de Barú.",
        ),
        (  # of two of a kind
            "La Cámara de Comercio de Barú entregará a la Cámara de Comercio de Tolú los libros.",
            "La Cámara de Comercio de Barú entrega a la de Tolú los libros.",
            "La Cámara de Comercio de Tolú entregará a la Cámara de Comercio de Barú los libros.",
        ),
        (
            "La junta del faro estará integrada por:\n\n1. El Capitán del puerto, quien la "
            "presidirá.\n\n2. El Inspector de pesca.",
            "La junta del faro estará presidida por el Capitán del puerto.",
            "La junta del faro estará presidida por el Inspector de pesca.",
        ),
        (
            "La junta supervisará las obras que se paguen con el auxilio y el Tesorero de Barú "
            "rendirá cuentas de ellas a la Contraloría.",
            "El Tesorero de Barú rinde a la Contraloría las cuentas de las obras.",
            "La junta rendirá a la Contraloría las cuentas de las obras.",
        ),
    ],
)
def test_quien_se_nombra_de_otro_modo(pasaje: str, fiel: str, falsa: str) -> None:
    assert una(fiel, pasaje).estado is Estado.RESPALDADA
    assert una(falsa, pasaje).estado is Estado.DISCREPA


@pytest.mark.parametrize(
    ("frase", "pasaje", "dice", "en_el_pasaje"),
    [
        (
            "El Tesorero general pagará las boyas del norte.",
            "El capitán pagará las boyas del norte.",
            "Tesorero general",
            "capitán",
        ),
        (  # a year alone does not go against the day that it lacks
            "El faro del norte se pintará desde el primero de agosto de 2001.",
            "El faro del norte se pintará en 2001.",
            "primero de agosto de 2001",
            "",
        ),
    ],
)
def test_al_lado_de_lo_que_se_dice_va_lo_que_el_pasaje_pone_en_su_lugar(
    frase: str, pasaje: str, dice: str, en_el_pasaje: str
) -> None:
    assert (dice, en_el_pasaje) in {(d.dice, d.pasaje) for d in una(frase, pasaje).discrepancias}


def test_quien_solo_nombra_la_pregunta_no_hace_lo_de_otro() -> None:
    pasaje = "Autorízase al capitán para abrir la bodega y repartir los remos viejos."
    frase = "El {} quedó autorizado para abrir la bodega que pedían los boteros."
    pregunta = "¿Qué hizo el alcalde con la bodega que pedían los boteros?"
    for quien, estado in (("capitán", Estado.RESPALDADA), ("alcalde", Estado.DISCREPA)):
        assert una(frase.format(quien), pasaje, pregunta).estado is estado


@pytest.mark.parametrize(
    ("pasaje", "fiel"),
    [
        (
            "El presente decreto rige desde su publicación.",
            "La norma empieza a aplicarse el día en que se publica.",
        ),
        (
            "La banda no podrá sobreponerse a otra etiqueta del bote.",
            "Está prohibido poner la banda encima de otra etiqueta.",
        ),
        ("El turno se aplaza si las partes lo convienen.", "Se pospone cuando convengan."),
    ],
)
def test_la_palabra_que_solo_dice_lo_que_se_compara_aparte_no_quita_respaldo(
    pasaje: str, fiel: str
) -> None:
    assert una(fiel, pasaje).estado is Estado.RESPALDADA
    assert una("El faro guarda la sal del almacén viejo.", pasaje).estado is Estado.SIN_RESPALDO


@pytest.mark.parametrize("cierre", ["Cordialmente, el secretario", "Atentamente, la jueza"])
def test_la_despedida_no_afirma(cierre: str) -> None:
    pasaje = "La información del muelle debe ser reportada cada mes."
    assert una(cierre, pasaje).estado is Estado.SIN_AFIRMACION


def test_lo_que_se_omita_se_niega() -> None:
    """«Cuando no se entrega el aviso» is «cuando se omita el aviso»."""
    assert leer("El turno se pierde cuando se omita el aviso.").con(Efecto.RECHAZA)
