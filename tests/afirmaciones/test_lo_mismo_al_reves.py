"""What is said the other way round: exceptions, two denials, what nobody is obliged to, orders."""

from __future__ import annotations

import pytest
from una_frase import una

from siaa.redaccion.afirmaciones.frase import Estado

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
FONDO = (
    "El fondo distribuirá a los pescadores los rendimientos, después de descontar los gastos que "
    "fije la junta."
)
COMPRAS = (
    "Créase la junta para aprobar la compra de bienes del muelle, cuando no hayan de ser "
    "adquiridos por la capitanía y previa autorización de esta."
)


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
        (  # words of one stem
            "El demandado podrá oponerse al remate que pida el demandante dentro de los seis días "
            "siguientes a su aviso.",
            "El demandado puede oponerse al remate dentro de los seis días siguientes a su aviso.",
            "quien",
            "El demandante puede oponerse al remate dentro de los seis días siguientes a su aviso.",
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
            "Cada huérfana disfrutará de la ración mientras permanezca soltera en el puerto.",
            "Cada huérfana disfruta de la ración solo mientras permanezca soltera en el puerto.",
            "alcance",
            "Solo una huérfana disfruta de la ración en el puerto.",
        ),
        (
            "Lo anterior, sin detrimento del registro de naves que puede llevar el vigía.",
            "El vigía conserva la posibilidad de llevar el registro de naves.",
            "negacion",
            "El vigía no puede llevar el registro de naves.",
        ),
        (  # what is set apart is nowhere in the passage
            "Las multas que ya corrían se regirán por el bando que estaba vigente en el puerto.",
            "Las multas que ya corrían no se rigen por el bando nuevo, sino por el que estaba "
            "vigente en el puerto.",
            "negacion",
            "Las multas que ya corrían no se rigen por el bando que estaba vigente en el puerto.",
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
        (  # an adjective goes with its noun, whatever else comes back so often
            "El vigía rendirá un informe mensual al capitán y un balance anual a la junta.",
            "El informe que el vigía rinde al capitán es mensual.",
            "contrario",
            "El vigía rinde un informe anual al capitán.",
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
        (
            FONDO,
            "Antes de distribuir los rendimientos se descuentan los gastos que fije la junta.",
            "limite",
            "Después de distribuir los rendimientos se descuentan los gastos que fije la junta.",
        ),
        (
            FONDO,
            "Los rendimientos se distribuyen a los pescadores después de descontar los gastos.",
            "limite",
            "Antes de descontar los gastos se distribuyen los rendimientos a los pescadores.",
        ),
        (
            "El capitán inspeccionará el bote antes de expedir el permiso de zarpe.",
            "El permiso de zarpe se expide después de inspeccionar el bote.",
            "limite",
            "El capitán expide el permiso de zarpe antes de inspeccionar el bote.",
        ),
        (
            COMPRAS,
            "Para esas adquisiciones de bienes del muelle se necesita que antes autorice la "
            "capitanía.",
            "negacion",
            "La junta aprueba la compra de bienes del muelle cuando hayan de ser adquiridos por la "
            "capitanía.",
        ),
        (
            "En los presupuestos se harán las apropiaciones para el faro; pero en caso de que no "
            "hagan, el Gobierno queda facultado para abrir los créditos.",
            "El Gobierno puede abrir los créditos cuando no se hagan las apropiaciones del faro.",
            "negacion",
            "No se harán en los presupuestos las apropiaciones para el faro.",
        ),
        (
            "El Gobierno abrirá los créditos en caso de que se agote la apropiación para el faro.",
            "Los créditos se abren cuando se agote la apropiación para el faro.",
            "negacion",
            "Los créditos se abren cuando no se agote la apropiación para el faro.",
        ),
        (
            "| Cargo | Grado |\n| --- | --- |\n| Farero | 23 |\n| Práctico | 23 |\n| Guarda | 16 |",
            "El farero y el práctico son cargos de la planta, todos de grado 23.",
            "numero",
            "El farero y el práctico son cargos de la planta, todos de grado 24.",
        ),
        (
            "Se consignarán las sumas que no hubieren sido entregadas por el municipio a la caja.",
            "Solo se consigna lo que el municipio no hubiera entregado a la caja.",
            "alcance",
            "El municipio solo consigna a la caja las sumas entregadas.",
        ),
        (
            "Redúzcanse los gastos del puerto en cien pesos.",
            "El decreto disminuye los gastos del puerto en cien pesos.",
            "contrario",
            "Los gastos del puerto se aumentan en cien pesos.",
        ),
        (
            "Créanse las capitanías seccionales en el círculo del puerto.",
            "En el círculo del puerto se crean capitanías seccionales.",
            "modalidad",
            "Podrán crearse capitanías seccionales en el círculo del puerto.",
        ),
        (
            "Se pedirá al menos una de estas garantías para el bote: hipoteca, prenda o fiador.",
            "Se pide por lo menos una de las garantías para el bote: hipoteca, prenda o fiador.",
            "limite",
            "Se pedirá como máximo una de las garantías para el bote: hipoteca, prenda o fiador.",
        ),
        (
            "Se emitirán vales de renta de inscripción al 6 por 100 anual sobre el muelle.",
            "Los vales de renta del muelle son de inscripción al seis por ciento anual.",
            "porcentaje",
            "Los vales de renta del muelle son de inscripción al 9 por 100 anual.",
        ),
    ],
)
def test_la_fiel_tiene_respaldo_y_la_falsa_discrepa(
    pasaje: str, fiel: str, tipo: str, falsa: str
) -> None:
    assert una(fiel, pasaje).estado is Estado.RESPALDADA
    assert tipo in {d.tipo for d in una(falsa, pasaje).discrepancias}
