"""What a careless model changes in a passage: a false sentence and a faithful one for each kind."""

from __future__ import annotations

import pytest
from una_frase import una

from siaa.redaccion.afirmaciones.frase import Estado

APELACION = (
    "Contra el fallo de la capitanía procede el recurso de apelación ante el prefecto. Artículo 9. "
    "Contra la sentencia del puerto procede el recurso de casación ante la Corte."
)
AVISO = "El armador avisará al vigía del puerto con tres días de anticipación."
CASCO = "El armador podrá pintar el casco de la lancha y cambiar la vela."
OBRA = "Por todo lo anterior, los botes de pesca del puerto se pintarán en el astillero."
FARERO = "Sueldo anual de un Farero en la isla, noventa pesos ($ 90)."
TURNO = (
    "La junta declarará vacante el turno, de acuerdo con lo acordado por el Consejo del Puerto. "
    "El Gremio paga la fiesta."
)
SOCIOS = (
    "La venta del bote la firmarán ambos socios, que deberán probar la edad y el oficio. No podrán "
    "alquilar y prestar la vela. El pago lo recibe el contador o el tesorero."
)
SUELDOS = (
    "1. Sueldo anual de un Farero segundo de la isla de Tolú, noventa pesos ($ 90).\n\n"
    "2. Sueldo anual de un Farero segundo de la isla de Barú, setenta pesos ($ 70)."
)
TARIFA = (
    "### Capítulo 1. Redes de pesca\n\n10%: Las posiciones 01.01.02 y 01.01.03.\n\n"
    "7%: La posición 01.01.04.\n\n5%: El resto de las posiciones.\n\n"
    "### Capítulo 2. Velas de lona\n\n8%: El resto de las posiciones."
)
PLANTA = (
    "| Cargos | Empleo | Código |\n|---|---|---|\n| **FARO DE TOLÚ** | | |\n"
    "| 5 (cinco) | Vigía | 1020 |\n| 2 (dos) | Vigía | 1030 |\n| **FARO DE BARÚ** | | |\n"
    "| 3 (tres) | Vigía | 1020 |"
)
FACULTADES = (
    "En uso de las facultades que le confieren el artículo 189 de la Constitución Política y el "
    "artículo 14 de la Ley 20 de 1923, la capitanía resuelve:\n\n"
    "Artículo 2. Los botes se anotan.\n\nArtículo 3. El registro de los botes es público."
)
PATENTES = (
    "a) Por cada título de bote, por una sola vez, tres pesos ($ 3).\n\n"
    "b) Por el texto de las solicitudes de bote de pesca, con su dibujo del casco, en madera, que "
    "pueda usarse en el diario del puerto, por las tres veces que ordena el bando, cinco pesos."
)
TAMANO = (
    "El dibujo del casco no podrá tener más de 7 centímetros. Cuando exceda de dicho tamaño, se "
    "pagará un peso de más. El pago se hace de manera voluntaria. La oficina de marcas es el "
    "órgano competente para conceptuar. Ningún otro órgano tendrá esa función."
)
PERIODOS = (
    "El artículo 6 del bando ajustó el libro del puerto y dispone que la periodicidad de recuento "
    "es trimestral. Conviene modificar el bando en lo que toca a la periodicidad del recuento del "
    "libro, para que los botes de pesca lo hagan mensualmente."
)
PERMISO = (
    "Nadie pescará en la bahía sin permiso del vigía. El recuento incluye los botes que estén en "
    "el muelle sin que se haya dado matrícula al dueño. El bote con vela paga dos pesos."
)
CARGO = (
    "El cobro de la tasa de los botes estará a cargo de la oficina del puerto y del alcalde. El "
    "tesorero lleva las cuentas. El certificado de remero será expedido por el Consejo Nacional de "
    "Pesca y Remo, con las facultades que le dan las normas que rigen en el puerto, a pedido del "
    "Comité Nacional de Remeros. La práctica podrá hacerse con anterioridad a los "
    "estudios, con ellos o con posterioridad a los mismos. Los botes que no "
    "hayan sido contratados a la fecha de vigencia del bando tendrán tres meses de plazo."
)


@pytest.mark.parametrize(
    ("pasaje", "falsa", "tipo", "fiel"),
    [
        (
            APELACION,
            "Contra el fallo de la capitanía procede el recurso de casación.",
            "contrario",
            "El fallo de la capitanía puede apelarse ante el prefecto.",
        ),
        (
            AVISO,
            "El armador avisa al vigía del puerto con tres días de retraso.",
            "limite",
            "El armador avisa al vigía del puerto tres días antes.",
        ),
        (
            CASCO,
            "El armador no podrá dejar de pintar el casco de la lancha.",
            "modalidad",
            "El armador puede pintar el casco de la lancha y cambiar la vela.",
        ),
        (
            CASCO.replace("podrá", "deberá"),
            "El armador no podrá pintar el casco de la lancha.",
            "negacion",
            "El armador no puede dejar de pintar el casco de la lancha.",
        ),
        (  # what sums up is no «todos»
            OBRA,
            "Todos los botes de pesca se pintarán en el astillero.",
            "alcance",
            "Los botes de pesca del puerto se pintan en el astillero.",
        ),
        (
            FARERO,
            "El Farero de la isla gana noventa pesos mensuales.",
            "periodo",
            "El Farero de la isla gana noventa pesos al año.",
        ),
        (
            TURNO,
            "La junta declara vacante el turno, de acuerdo con lo acordado por el Gremio.",
            "quien",
            "La junta declara vacante el turno según lo que acuerde el Consejo del Puerto.",
        ),
        (
            SOCIOS,
            "La venta del bote la firma uno de los socios.",
            "alcance",
            "La venta del bote la firman los dos socios.",
        ),
        (
            SOCIOS,
            "Para la venta, los socios deben probar la edad o el oficio.",
            "alcance",
            "Para la venta, los socios deben probar tanto la edad como el oficio.",
        ),
        (  # to deny either is to deny both
            SOCIOS,
            "El pago lo deben recibir el contador y el tesorero.",
            "alcance",
            "Los socios no pueden alquilar o prestar la vela.",
        ),
        (  # what is of each of several may be told of either
            SOCIOS.replace("edad y el oficio", "edad y/o el oficio"),
            "El pago debe recibirlo el contador y el tesorero.",
            "alcance",
            "Para la venta los socios deben probar la edad o el oficio.",
        ),
        (
            SUELDOS,
            "El Farero segundo de la isla de Tolú gana setenta pesos al año.",
            "dinero",
            "El Farero segundo de la isla de Barú gana setenta pesos al año.",
        ),
        (  # the other value that stands with it tells which one it is
            TARIFA,
            "La posición 01.01.04 tiene el 10%.",
            "porcentaje",
            "La posición 01.01.03 tiene el 10%.",
        ),
        (  # and so does what it stands under
            TARIFA,
            "El resto de las posiciones de velas tiene el 5%.",
            "porcentaje",
            "El resto de las posiciones de redes tiene el 5%.",
        ),
        (
            PLANTA,
            "El faro de Tolú tiene tres vigías con código 1020.",
            "numero",
            "El faro de Barú tiene tres vigías con código 1020.",
        ),
        (
            PLANTA,
            "El faro de Tolú tiene cinco vigías con código 1030.",
            "numero",
            "El faro de Tolú tiene dos vigías con código 1030.",
        ),
        (
            FACULTADES,
            "La capitanía usa las facultades del artículo 2 de la Constitución Política.",
            "articulo",
            "La capitanía usa las facultades del artículo 189 de la Constitución.",
        ),
        (
            FACULTADES,
            "La capitanía tiene facultades por el artículo 3 de la Ley 20 de 1923.",
            "articulo",
            "El artículo 3 dice que el registro de los botes es público.",
        ),
        (  # what has all that another has of it, and more, is what it is about
            PATENTES,
            "El título de bote paga cinco pesos por una sola vez.",
            "dinero",
            "Por la solicitud de bote de pesca se pagan cinco pesos, y se publica tres veces.",
        ),
        (  # what happens past a limit is not against it
            TAMANO,
            "El dibujo del casco debe tener más de 7 metros.",
            "contrario",
            "Si el dibujo del casco tiene más de 7 centímetros, se paga un peso de más.",
        ),
        (
            TAMANO,
            "El dibujo del casco podrá tener más de 7 centímetros, voluntariamente.",
            "limite",
            "El pago de un peso de más se hace voluntariamente.",
        ),
        (  # nobody else is nobody but one
            TAMANO,
            "Cualquier órgano es competente para conceptuar.",
            "alcance",
            "Solo la oficina de marcas tiene la función de conceptuar.",
        ),
        (  # what stands right before a value tells which one it is
            PERIODOS,
            "El artículo 6 del bando dispone que la periodicidad de recuento es mensual.",
            "periodo",
            "Conviene que los botes de pesca hagan el recuento cada mes.",
        ),
        (
            PERMISO,
            "El recuento incluye los botes con matrícula que estén en el muelle.",
            "negacion",
            "El recuento incluye los botes del muelle sin matrícula.",
        ),
        (  # «nobody without» is «everybody with»
            PERMISO,
            "Nadie pescará en la bahía con permiso del vigía.",
            "negacion",
            "En la bahía se pesca con permiso del vigía.",
        ),
        (
            PERMISO,
            "El bote sin vela paga dos pesos.",
            "negacion",
            "Dos pesos paga el bote que tenga vela.",
        ),
        (
            CARGO,
            "El cobro de la tasa de los botes está a cargo del tesorero.",
            "quien",
            "El cobro de la tasa de los botes está a cargo del alcalde.",
        ),
        (  # «nacional» is not whose it is
            CARGO,
            "El certificado de remero lo expide el Comité Nacional de Remeros.",
            "quien",
            "La práctica puede hacerse antes, durante o después de los estudios.",
        ),
        (  # what only tells which denies nothing else
            CARGO,
            "El tesorero no lleva las cuentas.",
            "negacion",
            "Los botes tienen tres meses de plazo, desde la vigencia del bando.",
        ),
    ],
)
def test_un_descuido_se_halla_y_la_parafrasis_no_se_marca(
    pasaje: str, falsa: str, tipo: str, fiel: str
) -> None:
    hallada = una(falsa, pasaje)
    assert hallada.estado is Estado.DISCREPA, hallada
    assert tipo in {d.tipo for d in hallada.discrepancias}, hallada
    assert una(fiel, pasaje).estado is Estado.RESPALDADA, una(fiel, pasaje)
