"""What sentences written by somebody who had not seen the checker showed, a kind a row."""

from __future__ import annotations

import pytest
from una_frase import una

from siaa.redaccion.afirmaciones.frase import Estado

CARGA = (
    "Para que el capitán autorice el embarque de una carga superior a 50 libras, el armador le "
    "dará su peso."
)
AUXILIO = (
    "Los fareros que devenguen hasta $ 900 tendrán derecho al pago de un auxilio de comida de "
    "$ 40.\n\nLos fareros no podrán recibir el pago del auxilio de comida en especie."
)
SO_PENA = (
    "Los capitanes no registrarán ningún bote de quien deba la tasa del muelle, so pena de perder "
    "el empleo."
)
CUENTAS = (
    "Las cuentas del muelle serán elaboradas por los tesoreros y sometidas a la aprobación del "
    "Gobierno. La Contraloría llevará el registro de los botes."
)
TOCA = (
    "Corresponde al Poder Ejecutivo nombrar al capitán interino del puerto. El tribunal oirá al "
    "capitán propietario."
)
OFICINA = "En cada puerto habrá una oficina encargada de llevar el registro de los botes."
CARGOS = (
    "| | Suprímense los siguientes cargos: | |\n| | DIVISIÓN DE PUERTOS | |\n"
    "| 1 | Revisor de Botes, I | 13 |\n| | Sección segunda | |\n| 4 | Farero, II | 15 |"
)
CONSIDERANDO = (
    "Que el Capitán General del puerto, de conformidad con el artículo 90 del Decreto 164 de 1950, "
    "ha expedido el Certificado de Faros número 25;\n\nQue el Tesorero lo guarda;"
)


@pytest.mark.parametrize(
    ("pasaje", "fiel", "tipo", "falsa"),
    [
        (  # «de una carga superior a» is no range
            CARGA,
            "Para embarcar más de 50 libras hay que darle el peso al capitán.",
            "limite",
            "Para embarcar menos de 50 libras hay que darle el peso al capitán.",
        ),
        (  # what has the figures is where they stand
            AUXILIO,
            "El farero que gane hasta $ 900 recibe $ 40 de auxilio de comida.",
            "negacion",
            "Los fareros podrán recibir el pago del auxilio de comida en especie.",
        ),
        (
            SO_PENA,
            "El capitán que registre botes de quien deba la tasa del muelle pierde el empleo.",
            "negacion",
            "Los capitanes registrarán los botes de quien deba la tasa del muelle.",
        ),
        (
            "Son requisitos para el otorgamiento de la medalla «Faro»:\n\na) Otorgamiento para "
            "pescadores sin ningún tipo de vinculación pasada o presente con la capitanía;",
            "La medalla «Faro» se otorga a pescadores sin vinculación con la capitanía.",
            "negacion",
            "La medalla «Faro» se otorga a pescadores que tengan o hayan tenido vinculación con la "
            "capitanía.",
        ),
        (
            "No se admitirá ninguna red a menos de una milla marina del faro.",
            "Ninguna red se admite a menos de una milla del faro.",
            "numero",
            "Ninguna red se admite a menos de un kilómetro del faro.",
        ),
        (
            CUENTAS,
            "Las cuentas del muelle se someten a la aprobación del Gobierno.",
            "quien",
            "Las cuentas del muelle se someten a la aprobación de la Contraloría.",
        ),
        (
            TOCA,
            "Nombrar al capitán interino le corresponde al Poder Ejecutivo.",
            "quien",
            "Nombrar al capitán interino le corresponde al tribunal.",
        ),
        (  # «penal» is no fine
            "El farero perderá el empleo, sin perjuicio de la responsabilidad penal.",
            "El farero perderá el empleo, además de su responsabilidad penal.",
            "invento",
            "El farero perderá el empleo y pagará una multa.",
        ),
        (
            "Los armadores pagarán el auxilio cada mes.",
            "Los armadores deben pagar el auxilio cada mes.",
            "invento",
            "Los armadores que no paguen el auxilio cada mes deberán devolverlo.",
        ),
        (
            OFICINA,
            "Cada puerto tiene una oficina que lleva el registro de los botes.",
            "modalidad",
            "Cada puerto podrá tener, si lo estima conveniente, una oficina que lleve el registro "
            "de los botes.",
        ),
        (
            "Es causal de mala conducta la grave infracción de los reglamentos del muelle.",
            "Una infracción grave de los reglamentos del muelle es causal de mala conducta.",
            "contrario",
            "Toda infracción de los reglamentos del muelle, por leve que sea, es causal de mala "
            "conducta.",
        ),
        (  # «I» is no «y», nor «segunda» a count
            CARGOS,
            "Se suprime 1 cargo de Revisor de Botes, I, de la categoría 13.",
            "numero",
            "Se suprimen 2 cargos de Revisor de Botes, I, de la categoría 13.",
        ),
        (
            CONSIDERANDO,
            "Según los considerandos, el Capitán General del puerto, de conformidad con el "
            "artículo 90 del Decreto 164 de 1950, expidió el Certificado de Faros número 25.",
            "quien",
            "Según los considerandos, el Tesorero, de conformidad con el artículo 90 del Decreto "
            "164 de 1950, expidió el Certificado de Faros número 25.",
        ),
        (  # in a list of names «o» only shares them out
            "Los náufragos serán atendidos en los hospitales de Tolú, Coveñas y Santa Marta.",
            "Los náufragos serán atendidos en Tolú, Coveñas o Santa Marta.",
            "alcance",
            "Los náufragos serán atendidos solo en el hospital de Tolú.",
        ),
        (
            "El armador que aspire a las exenciones requerirá la calificación de la junta.",
            "El armador que aspire a las ventajas de la ley necesita la calificación de la junta.",
            "negacion",
            "El armador que aspire a las exenciones de la ley no requerirá la calificación de la "
            "junta.",
        ),
        (
            "El piloto probará que no lleva objetos de los prohibidos por el artículo 9 y hará "
            "sellar del jefe del faro las redes.",
            "El jefe del faro sella las redes del piloto.",
            "negacion",
            "El jefe del faro no sella las redes del piloto.",
        ),
        (
            "El acuerdo durará 5 años. Transcurrido ese tiempo lo podrán prorrogar los gremios.",
            "Cumplidos los 5 años del acuerdo, los gremios pueden prorrogarlo.",
            "plazo",
            "Cumplidos los 6 años del acuerdo, los gremios pueden prorrogarlo.",
        ),
        (
            "El acuerdo rige desde su firma y requiere para su validez de aprobación por decreto "
            "del Gobierno.",
            "El acuerdo no es válido mientras el Gobierno no lo apruebe por decreto.",
            "negacion",
            "El acuerdo no requiere para su validez de aprobación por decreto del Gobierno.",
        ),
        (
            "El presente decreto deroga las disposiciones que le sean contrarias.",
            "Este decreto deja sin efecto cualquier otra disposición que le sea contraria.",
            "negacion",
            "Este decreto no deroga las disposiciones que le sean contrarias.",
        ),
        (
            "El juez hará practicar un avalúo pericial de la nave sin las partes.",
            "El juez manda hacer un avalúo de la nave con peritos, sin las partes.",
            "quien",
            "El alcalde manda hacer un avalúo pericial de la nave, sin las partes.",
        ),
    ],
)
def test_la_fiel_tiene_respaldo_y_la_falsa_discrepa(
    pasaje: str, fiel: str, tipo: str, falsa: str
) -> None:
    dicha = una(fiel, pasaje)
    assert dicha.estado is Estado.RESPALDADA, dicha.discrepancias
    assert tipo in {d.tipo for d in una(falsa, pasaje).discrepancias}


@pytest.mark.parametrize(
    ("pasaje", "frase", "respaldada"),
    [
        (
            "La nulidad no se alegará después del fallo.",
            "La nulidad se alegará tras el fallo.",
            False,
        ),
        (
            "Se impondrá multa de uno (1) a diez (10) salarios mínimos.",
            "Se impondrá multa de más de diez salarios mínimos.",
            False,
        ),
        (
            "Corresponde al capitán fijar la fecha del remate. El tesorero la anunciará.",
            "Corresponde al tesorero anunciar la fecha del remate.",
            True,
        ),
        (
            "El retiro requiere autorización del capitán. El traslado lo autoriza el tesorero.",
            "El traslado requiere autorización del tesorero.",
            True,
        ),
        (
            "La licencia se solicita al capitán con un mes de anticipación.",
            "Si el farero desea la licencia, la solicita al capitán con un mes de anticipación.",
            True,
        ),
        (
            "Mientras dure el cargo los fareros no podrán pescar ni recibir dádivas.",
            "Los fareros podrán pescar mientras dure el cargo.",
            False,
        ),
        (
            "Los fareros no cobrarán, so pena de destitución.",
            "El decreto dice que los fareros cobrarán.",
            False,
        ),
        (
            "El capitán dictará el fallo de tutela en el término de diez días.",
            "Transcurridos diez días el capitán dicta el fallo de tutela.",
            False,
        ),
        (
            "La póliza la firmarán el Presidente, el Ministro y el Secretario.",
            "Firma la póliza el Presidente, Ministro o Secretario.",
            False,
        ),
    ],
)
def test_lo_que_esas_reglas_no_deben_tocar(pasaje: str, frase: str, respaldada: bool) -> None:
    dicha = una(frase, pasaje)
    assert (dicha.estado is Estado.RESPALDADA) == respaldada, dicha.discrepancias
