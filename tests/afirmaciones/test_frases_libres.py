"""Sentences worded freely: a false one and a faithful one for each passage."""

from __future__ import annotations

import pytest
from una_frase import una

from siaa.redaccion.afirmaciones.frase import Estado


@pytest.mark.parametrize(
    ("pasaje", "falsa", "tipo", "fiel"),
    [
        (
            "El expediente 2020-00123 pasó al Juzgado 3° de Descongestión de Villa Rosa.",
            "El expediente 2020-00132 pasó al Juzgado 3° de Descongestión.",
            "numero",
            "Al Juzgado 3° de Descongestión pasó el expediente 2020-00123.",
        ),
        (
            "El proceso 11001310301220200012300 se acumula al 11001-31-03-012-2019-00077-00.",
            "El proceso 11001310301220200012400 se acumula al 11001-31-03-012-2019-00077-00.",
            "numero",
            "Se acumula el proceso 11001-31-03-012-2020-00123-00 al 2019-00077.",
        ),
        (
            "Los préstamos se anotan en el formato F 12 y los visa el Ayudante 1º del archivo.",
            "Los préstamos se anotan en el formato F-21 y los visa el Ayudante 1º.",
            "numero",
            "Los préstamos se anotan en el formato F-12.",
        ),
        (
            "Los préstamos se anotan en el formato F 12 y los visa el Ayudante 1º del archivo.",
            "Los préstamos los visa el Ayudante 2º del archivo.",
            "numero",
            "Los préstamos los visa el Ayudante primero del archivo.",
        ),
        (  # «excedentes» exceeds nothing
            "El molinero puede vender los excedentes de harina en la plaza del puerto.",
            "El molinero no puede vender los excedentes de harina.",
            "negacion",
            "Al molinero se le permite vender la harina excedente.",
        ),
        (  # a limit of what tells who they are is not all that is denied
            "Quedan exentas del canon del puerto las lanchas cuyo casco pese una arroba o menos.",
            "No quedan exentas del canon las lanchas cuyo casco pese una arroba o menos.",
            "negacion",
            "No pagan el canon del puerto las lanchas cuyo casco pese una arroba o menos.",
        ),
        (  # initials name who acts
            "La Empresa Portuaria del Sur pagará las boyas del muelle. El juez oye a la EPS.",
            "El juez pagará las boyas del muelle.",
            "quien",
            "La EPS pagará las boyas del muelle.",
        ),
        (  # nor does whoever is called so
            "El gremio podrá ser visitado por la Superintendencia y por el Consejo Superior.",
            "El gremio no podrá ser visitado por el Consejo Superior.",
            "negacion",
            "El Consejo Superior y la Superintendencia pueden visitar el gremio.",
        ),
        (  # an adjective is all that «no» denies
            "Las redes no certificadas se guardan en el muelle, advirtiendo que no serán vendidas.",
            "Las redes no certificadas se venden en el muelle.",
            "negacion",
            "Las redes no certificadas se guardan en el muelle.",
        ),
        (
            "Los pescadores deberán marcar las redes. El guarda podrá revisar los botes.",
            "Los pescadores podrán marcar las redes.",
            "modalidad",
            "Los pescadores tienen la obligación de marcar las redes.",
        ),
        (
            "El vigía llevará la cuenta de los botes del puerto.",
            "El vigía podrá llevar la cuenta de los botes del puerto, sin estar obligado a ello.",
            "modalidad",
            "El vigía debe llevar la cuenta de los botes del puerto.",
        ),
        (
            "El vigía revisará los botes del muelle, salvo los de remo.",
            "El vigía revisará los botes del muelle, sin excepción.",
            "alcance",
            "El vigía revisará los botes del muelle, con excepción de los de remo.",
        ),
        (  # an authorization that is asked for leaves nothing to choose
            "El dueño de la lancha deberá pedir autorización al capitán para salir del puerto.",
            "El dueño de la lancha puede pedir autorización al capitán para salir del puerto.",
            "modalidad",
            "Para salir del puerto, el dueño de la lancha tiene que pedir autorización al capitán.",
        ),
        (
            "El paz y salvo se expide por el valor de la cuota del muelle.",
            "El paz y salvo se expide por cualquier valor de la cuota del muelle.",
            "alcance",
            "Por el valor de la cuota del muelle se expide el paz y salvo.",
        ),
        (
            "Los pescadores que encuentren una boya pagarán el valor total de la cadena.",
            "Los pescadores que encuentren una boya pagarán la mayoría de la cadena.",
            "alcance",
            "Cualquiera que encuentre una boya paga todo el valor de la cadena.",
        ),
        (
            "La caja del puerto prestará redes y botes a los socios.",
            "El préstamo de la caja a los socios del puerto se limita a las redes.",
            "alcance",
            "La caja del puerto presta botes y redes a los socios.",
        ),
        (
            "La sesión de la junta se limitará a la revisión de las cuentas del puerto.",
            "En la sesión la junta revisa todas las cosas del puerto.",
            "alcance",
            "En la sesión la junta solo revisa las cuentas del puerto.",
        ),
        (
            "Este reglamento cambia, en lo pertinente, las tarifas del muelle viejo.",
            "Este reglamento cambia en su integridad las tarifas del muelle viejo.",
            "alcance",
            "Este reglamento cambia las tarifas del muelle viejo en lo que sea pertinente.",
        ),
        (
            "Redúcese la renta del puerto en la suma de mil pesos.",
            "Se adiciona la renta del puerto en mil pesos.",
            "contrario",
            "La renta del puerto se reduce en mil pesos.",
        ),
        (
            "Habrá redes y anzuelos para los remeros, pero con la marca del muelle.",
            "Solo los remeros tendrán redes con la marca del muelle.",
            "alcance",
            "Los remeros tendrán redes y anzuelos, solo que con la marca del muelle.",
        ),
        (
            "Se destina al faro la suma de treinta mil pesos ($30.000), a lo menos.",
            "Se destinan al faro, como máximo, treinta mil pesos.",
            "limite",
            "Se destinan al faro por lo menos $30.000.",
        ),
        (
            "Se cambia el artículo 16 del reglamento del muelle y se deroga el artículo 19.",
            "Se cambia el artículo 16 del reglamento del muelle y se deroga el 21.",
            "fecha",
            "Se cambia el artículo 16 del reglamento del muelle y se deroga el 19.",
        ),
        (
            "Se escoge el bote que tenga mayor calado según el registro del puerto.",
            "Se escoge el bote de menor calado según el registro del puerto.",
            "contrario",
            "Según el registro del puerto, se escoge el bote de mayor calado.",
        ),
        (
            "El reclamo se presenta dentro del mes siguiente a la subasta de las redes.",
            "El reclamo se presenta dentro del año siguiente a la subasta de las redes.",
            "plazo",
            "Hay un mes desde la subasta de las redes para presentar el reclamo.",
        ),
        (
            "El aviso se fija a los pescadores, luego de la subasta, máximo en cinco días hábiles.",
            "El aviso se fija a los pescadores antes de la subasta.",
            "limite",
            "El aviso se fija a más tardar cinco días hábiles después de la subasta.",
        ),
        (  # as many as the passage names
            "Habrá un torrero en la Punta, un torrero en el Cabo y un torrero en la Isla.",
            "Habrá cinco torreros: en la Punta, en el Cabo y en la Isla.",
            "numero",
            "Habrá tres torreros: en la Punta, en el Cabo y en la Isla.",
        ),
        (
            "El conteo de las redes se realiza por los jueces. El alcalde abre la feria.",
            "El conteo de las redes lo realiza el alcalde.",
            "quien",
            "El conteo de las redes lo realizan los jueces.",
        ),
        (
            "La feria abre cuando la junta haya aprobado el plano. El alcalde firma el acta.",
            "El plano de la feria lo aprueba el alcalde.",
            "quien",
            "El plano de la feria lo aprueba la junta.",
        ),
        (  # a consequence that nobody wrote
            "El pescador que no marque las redes las guardará en el muelle hasta el domingo.",
            "El pescador que no marque las redes pagará una multa en el muelle.",
            "invento",
            "Hasta el domingo guarda las redes en el muelle el pescador que no las marque.",
        ),
        (  # one tax for another, where the passage names only that one
            "El impuesto de anclaje y el de pesca los recauda el alguacil.",
            "El impuesto de faros lo recauda el alguacil.",
            "quien",
            "El impuesto de pesca lo recauda el alguacil.",
        ),
        (  # «los dos» counts, and a list of other things does not
            "En turno con los dos alguaciles, los faros 8, 9, 10 y 11 vigilan la bahía.",
            "En turno con los cuatro alguaciles, los faros 8, 9, 10 y 11 vigilan la bahía.",
            "numero",
            "Los faros vigilan la bahía en turno con los dos alguaciles.",
        ),
        (  # a rank, and not where several have it
            "El piloto tercero cuida la red, y los marineros segundos, la lancha.",
            "El piloto primero cuida la red.",
            "numero",
            "El marinero segundo cuida la lancha.",
        ),
        (  # of rows, another one
            "Tarifas del muelle:\n\n| Cargo | Sueldo |\n| Piloto | $ 1.000.00 |\n"
            "| Capataz | 600.00 |\n| Guarda | 650.00 |",
            "El sueldo del capataz es de $ 650.00.",
            "dinero",
            "El sueldo del capataz es de $ 600.00.",
        ),
        (  # each with a task, and the other has it
            "El capitán prepara la lista de los botes en la bodega, el alguacil la firma.",
            "El alguacil prepara la lista de los botes y el capitán la firma.",
            "quien",
            "El capitán prepara la lista de los botes y el alguacil la firma.",
        ),
        (  # others too, beside those alone
            "La lonja del puerto se destina exclusivamente a la venta de peces de la bahía.",
            "La lonja se destina a la venta de peces de la bahía, y también a otras ventas.",
            "alcance",
            "A la venta de peces de la bahía se destina solo la lonja del puerto.",
        ),
        (
            "El permiso escrito de uno de los dueños basta; el zarpe lo firman ambos dueños.",
            "El zarpe lo firma uno de los dueños, sin permiso escrito.",
            "negacion",
            "Basta el permiso escrito de uno de los dueños.",
        ),
        (  # as much, and more
            "El piloto tendrá un sueldo igual al que gana el capataz de la bodega.",
            "El sueldo del piloto será superior al del capataz de la bodega.",
            "limite",
            "El sueldo del piloto es igual al del capataz de la bodega.",
        ),
        (  # contraries
            "Restablécense los puestos de piloto en los muelles de la bahía.",
            "Suprímense los puestos de piloto en los muelles de la bahía.",
            "contrario",
            "Los puestos de piloto se restablecen en los muelles de la bahía.",
        ),
        (
            "La junta autorizó al capitán en su sesión para hacer traslados de boyas.",
            "La junta, en su sesión, negó al capitán el permiso para hacer traslados de boyas.",
            "contrario",
            "Para hacer traslados de boyas la junta autorizó en su sesión al capitán.",
        ),
        (
            "Los gastos del faro se pagan con la renta de la actual vigencia.",
            "Los gastos del faro se pagan con la renta de la próxima vigencia.",
            "contrario",
            "Con la renta de la vigencia actual se pagan los gastos del faro.",
        ),
        (
            "El pago en billetes hizo insuficiente la asignación del faro.",
            "El pago en billetes hizo más que suficiente la asignación del faro.",
            "negacion",
            "La asignación del faro es insuficiente por el pago en billetes.",
        ),
        (  # an exception that both tell
            "Los actos de la junta, salvo norma contraria, estarán sujetos al registro del faro.",
            "Los actos de la junta, salvo norma contraria, no estarán sujetos al registro.",
            "negacion",
            "Salvo norma contraria, al registro del faro se sujetan los actos de la junta.",
        ),
        (
            "Los actos de la junta, salvo norma contraria, estarán sujetos al registro del faro.",
            "En todo caso se sujetan al registro los actos de la junta, sin que quepa excepción.",
            "alcance",
            "Al registro del faro se sujetan los actos de la junta.",
        ),
        (  # a name goes on after an initial
            "Nómbrase práctico del puerto al señor José M. Rojas, con sueldo de cien pesos.",
            "Nómbrase práctico del puerto al señor José M. Vargas, con sueldo de cien pesos.",
            "quien",
            "El señor José M. Rojas será el práctico del puerto.",
        ),
        (  # and one ministry, where what tells it is said of another thing
            "El Ministerio de Marina paga las boyas. El capitán cuida la hacienda del faro.",
            "El Ministerio de Hacienda paga las boyas.",
            "quien",
            "El Ministerio de la Marina paga las boyas.",
        ),
        (
            "Firman los ministros de Marina, de Pesca, de Obras y Puertos, de Faros y de Gobierno.",
            "Firma el ministro de Salinas.",
            "quien",
            "Firma el ministro de Gobierno.",
        ),
        (  # of a budget it is told whose it is too
            "El presupuesto de gastos del faro lo aprueba la junta.",
            "El presupuesto de ingresos del faro lo aprueba la junta.",
            "quien",
            "El presupuesto del faro lo aprueba la junta.",
        ),
        (  # and a condition
            "El capitán entregará la boya al pescador que firme el registro del muelle.",
            "El capitán entregará la boya al pescador que firme el registro y preste fianza.",
            "invento",
            "Al pescador que firme el registro del muelle le entrega la boya el capitán.",
        ),
        (  # a row that a sentence has whole is the one that it tells of
            "Suprímense los cargos del puerto:\n\n| Cargos | Nombre | Grado |\n|---|---|---|\n"
            "| 1 | Vigía de faro | 03 |\n| 1 | Ayudante de muelle | 03 |\n"
            "| 1 | Ayudante de bodega | 03 |\n| 3 | Remero | 06 |\n"
            "| 2 | Remero Auxiliar | 01 |",
            "Se suprimen cuatro cargos de Remero y dos de Remero Auxiliar.",
            "numero",
            "Se suprimen tres cargos de Remero y dos de Remero Auxiliar.",
        ),
        (  # of old imperatives too
            "Suprímanse los siguientes cargos de la planta de la capitanía del puerto:",
            "Créanse los siguientes cargos de la planta de la capitanía del puerto.",
            "contrario",
            "Se suprimen los siguientes cargos de la planta de la capitanía.",
        ),
        (  # who is left out is another than who goes with the rest
            "El aviso se fija en el muelle y en sus bodegas por cinco días.",
            "El aviso se fija en el muelle, con exclusión de sus bodegas, por cinco días.",
            "alcance",
            "Por cinco días se fija el aviso en el muelle y sus bodegas.",
        ),
        (  # «el único que» leaves the others out
            "Los permisos de pesca, de carga y de paso se rigen por las normas del puerto.",
            "El de pesca es el único que se rige por las normas del puerto.",
            "alcance",
            "El permiso de paso se rige por las normas del puerto.",
        ),
        (  # «dejar constancia» denies nothing
            "Se exalta la obra del puerto, y se ordena dejar constancia de la ayuda que dan "
            "los vigías.",
            "En la orden no se deja constancia de la ayuda que dan los vigías.",
            "negacion",
            "La orden deja constancia de la ayuda que dan los vigías.",
        ),
        (  # «cualquiera» may stand in another sentence of the passage
            "Cuando el cargo requiera un diploma de remero, el manual dirá el tipo de "
            "formación. Si no lo dice, se entiende que es de cualquier modalidad.",
            "Si el manual calla el tipo de formación del remero, no sirve cualquier modalidad.",
            "negacion",
            "Si el manual calla el tipo de formación del remero, sirve cualquier modalidad.",
        ),
        (  # «sin embargo» weighs nothing
            "Se suprime la ayuda de los remeros que creó el puerto.",
            "Con el embargo del bote se suprime la ayuda de los remeros que creó el puerto.",
            "invento",
            "Sin embargo, se suprime la ayuda de los remeros que creó el puerto.",
        ),
        (  # the number of an article may stand in a cell alone
            "| Clave | Art. | | |\n|---|---|---|---|\n| 21 | 965. | Remos y velas | 500 |\n"
            "| 22 | 967. | Pintura del faro | 900 |",
            "La pintura del faro se paga con cargo al artículo 965.",
            "articulo",
            "La pintura del faro se paga con cargo al artículo 967.",
        ),
        (  # a norm is of what stands around it
            "Los pactos con los piratas del norte se firmaron en virtud de la Ley 41 de 1897. "
            "El reparto de sus barcos, de su carga y de sus velas se rige por la Ley 97 de "
            "1905.",
            "El reparto de los barcos, la carga y las velas se rige por la Ley 41 de 1897.",
            "norma",
            "Los pactos con los piratas se firmaron en virtud de la Ley 41 de 1897.",
        ),
        (  # «durante» is of what it lasts, not of when it begins
            "El capitán queda facultado por el término de noventa días, contados a partir de "
            "la firma del pacto, para dictar las normas del puerto.",
            "El capitán queda facultado hasta la firma del pacto para dictar las normas del "
            "puerto.",
            "limite",
            "Durante noventa días desde la firma del pacto, el capitán queda facultado para "
            "dictar las normas.",
        ),
        (  # an impossibility denies
            "El vigía pidió más plazo ante la imposibilidad de terminar la obra del faro en marzo.",
            "El vigía pidió más plazo para terminar la obra del faro en abril.",
            "fecha",
            "Como no era posible terminar la obra del faro en marzo, el vigía pidió más plazo.",
        ),
        (  # a row goes on after the full stop of a cell
            "| Artículo 5. Para viajes de los vigías. | 6.000 |\n"
            "| Artículo 7. Para muebles, velas y remos de la bodega. | 9.000 |",
            "Para viajes de los vigías se destinan $ 9.000.",
            "dinero",
            "Para viajes de los vigías se destinan $ 6.000.",
        ),
        (  # a period is of the amount beside it
            "Los vigías ganan $ 250 mensuales y tienen viáticos de $ 5 diarios cuando salen "
            "del puerto.",
            "Los vigías tienen viáticos de $ 5 mensuales cuando salen del puerto.",
            "periodo",
            "Los vigías tienen viáticos de $ 5 diarios cuando salen del puerto.",
        ),
        (  # the heading of a table says the side of what is beneath it
            "La paga de los vigías será:\n\n| Faro | Límite máximo |\n|---|---|\n"
            "| Del norte | 900 |\n| Del sur | 700 |",
            "La paga de los vigías del faro del norte es de 900 por lo menos.",
            "limite",
            "La paga de los vigías del faro del norte es de 900 como máximo.",
        ),
        (  # who is eminent is exempt from nothing
            "Que su nombre se cuenta entre los eximios vigías del puerto.",
            "Que su nombre no se cuenta entre los vigías del puerto.",
            "negacion",
            "Su nombre se cuenta entre los ilustres vigías del puerto.",
        ),
        (  # «previo el aviso» is after it
            "El capitán abrirá el puerto, previo aviso del vigía a los boteros.",
            "El capitán abrirá el puerto antes del aviso del vigía a los boteros.",
            "limite",
            "El capitán abrirá el puerto después del aviso del vigía a los boteros.",
        ),
        (
            "Quien estudie servirá por el duplo del tiempo que estuvo fuera del puerto.",
            "Quien estudie servirá por el triple del tiempo que estuvo fuera del puerto.",
            "porcentaje",
            "Quien estudie servirá por el doble del tiempo que estuvo fuera del puerto.",
        ),
        (  # what a passage denies of somebody else, it does not deny of who does it
            "El vigía firma el acta de la visita. El remero no firma el acta de la visita.",
            "El vigía no firma el acta de la visita.",
            "negacion",
            "El remero no firma el acta de la visita.",
        ),
        (  # nor is all of one thing all of another
            "Solo el capitán abre la bodega del muelle. Cualquier capitán puede pintar la torre.",
            "Cualquier capitán abre la bodega del muelle.",
            "alcance",
            "Cualquier capitán puede pintar la torre.",
        ),
        (  # an item between quotes is one, and what heads its list is said of it
            'El vigía no podrá:\n\n"a) abrir la bodega;\n"b) pagar las boyas.',
            "El vigía podrá pagar las boyas.",
            "negacion",
            "El vigía no podrá abrir la bodega ni pagar las boyas.",
        ),
        (  # a denial may bear on nothing that weighs
            "Se guardan en la bodega los remos que lo estén.",
            "Se guardan en la bodega los remos que no lo estén.",
            "negacion",
            "En la bodega se guardan los remos que lo estén.",
        ),
        (  # «mayor que» is a limit
            "La multa será a lo sumo igual al canon del muelle.",
            "La multa será mayor que el canon del muelle.",
            "limite",
            "La multa no podrá ser mayor que el canon del muelle.",
        ),
        (  # what is under another heading is no article
            "El artículo 7 fija la paga.\n\n| Qué | Días |\n|---|---|\n| Paga del vigía | 5 |",
            "El artículo 5 fija la paga del vigía.",
            "articulo",
            "El artículo 7 fija la paga del vigía.",
        ),
        (  # another column says nothing of this one
            "La paga será:\n\n| Faro | Paga | Máximo de horas |\n|---|---|---|\n"
            "| Del norte | 900 | 8 |",
            "La paga del faro del norte es de 900 como máximo.",
            "limite",
            "La paga del faro del norte es de 900.",
        ),
        (  # an exception may be a defence
            "El botero puede proponer la excepción de pago, y también en la respuesta.",
            "El botero debe proponer la excepción de pago.",
            "modalidad",
            "El botero puede proponer la excepción de pago, incluso en la respuesta.",
        ),
    ],
)
def test_la_falsa_discrepa_y_la_fiel_no(pasaje: str, falsa: str, tipo: str, fiel: str) -> None:
    assert tipo in {d.tipo for d in una(falsa, pasaje).discrepancias}
    assert una(fiel, pasaje).estado is Estado.RESPALDADA


@pytest.mark.parametrize(
    ("frase", "pasaje"),
    [
        ("Conserve los documentos 15 años en el faro.", "Los documentos se conservan cinco años."),
        ("Cancele la cita 8 días antes del remolque.", "La cita se cancela dos días antes."),
        ("1.5 SMLMV vale la boya del puerto.", "La boya del puerto vale 2.5 SMLMV."),
        (
            "Se apela dentro de las 24 horas siguientes al día del remate.",
            "Se apela dentro de los diez días siguientes al día del remate.",
        ),
        (
            "Se informa dentro de los doce meses siguientes al cierre del año.",
            "Se informa dentro de los dos meses siguientes al cierre del año.",
        ),
        (
            "El plazo del capitán es de una semana.",
            "El plazo del capitán es de siete días hábiles.",
        ),
        ("El plazo del capitán es de 72 horas.", "El plazo del capitán es de tres días hábiles."),
        ("El muelle cierra a las 12:00 p. m.", "El muelle cierra a las 12 de la noche."),
        (
            "El práctico no tratará la información de la carga.",
            "El práctico tratará la información.",
        ),
        ("La bitácora no contendrá los documentos.", "La bitácora contendrá los documentos."),
        ("**El práctico no podrá soltar el timón.**", "El práctico podrá soltar el timón una vez."),
        ("EL PRÁCTICO NO PODRÁ SOLTAR EL TIMÓN", "El práctico podrá soltar el timón una vez."),
    ],
)
def test_lo_falso_no_pasa_por_numeracion_ni_por_titulo_ni_por_aviso(
    frase: str, pasaje: str
) -> None:
    """Proven by a hostile reader: each was vouched for, or taken for what claims nothing."""
    assert una(frase, pasaje).estado == "discrepa"


def test_quedo_sin_tilde_saluda_y_con_ella_afirma() -> None:
    pasaje = "La boya del puerto vale cinco pesos."
    assert una("Quedó prohibida la pesca nocturna del calamar.", pasaje).estado == "sin_respaldo"
    assert una("Quedo atento a sus inquietudes.", pasaje).estado == "sin_afirmacion"


@pytest.mark.parametrize(
    ("frase", "pasaje"),
    [
        ("El faro guarda 1850 boletines.", "El faro guarda 1.850 boletines."),
        ("El remolque acaba el 31/12/24.", "El remolque acaba el 31 de diciembre de 2024."),
        ("El remolque acaba el 31/12/98.", "El remolque acaba el 31 de diciembre de 1998."),
        ("Desde 2016 las boyas se pintan.", "Las boyas se pintan desde 2016."),
    ],
)
def test_un_anio_y_una_cuenta_se_leen_como_se_escriben(frase: str, pasaje: str) -> None:
    assert una(frase, pasaje).estado == "respaldada"
