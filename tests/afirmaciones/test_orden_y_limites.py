"""Order in time, size, exceptions, conditions: each said falsely, and faithfully in other words."""

from __future__ import annotations

import pytest
from una_frase import una

from siaa.redaccion.afirmaciones.frase import Estado

MOMENTOS = [
    (
        "De forma previa a la apertura del local, el dueño deberá pintar la fachada.",
        "El dueño pinta la fachada después de abrir el local.",
        "Antes de abrir el local, el dueño debe pintar la fachada.",
    ),
    (
        "El maestro quedará encargado de la biblioteca mientras dura la licencia del titular.",
        "El maestro queda encargado de la biblioteca después de que termine la licencia "
        "del titular.",
        "Mientras esté de licencia el titular, el maestro queda encargado de la biblioteca.",
    ),
    (
        "La cosecha sólo podrá repartirse cuando se paguen los jornales de la cuadrilla.",
        "La cosecha se reparte antes de que se paguen los jornales de la cuadrilla.",
        "La cosecha se reparte solo cuando se paguen los jornales de la cuadrilla.",
    ),
    (
        "El molino pasará al gremio por el tiempo que dure la sequía del río.",
        "El molino pasa al gremio después de que termine la sequía del río.",
        "El molino pasa al gremio mientras dure la sequía del río.",
    ),
    (
        "El relevo del vigía será hecho luego de contadas las linternas del almacén.",
        "El relevo del vigía se hace antes de que se cuenten las linternas del almacén.",
        "El relevo del vigía se hace cuando se hayan contado las linternas del almacén.",
    ),
    (
        "Pagado el canon del puesto, la junta entregará la llave de la bodega.",
        "La junta entrega la llave de la bodega antes de que se pague el canon del puesto.",
        "La junta entrega la llave de la bodega después de que se pague el canon del puesto.",
    ),
    (
        "Parágrafo. En firme la decisión del gremio, el tesorero avisará a los socios.",
        "El tesorero avisa a los socios antes de que quede en firme la decisión del gremio.",
        "El tesorero avisa a los socios una vez en firme la decisión del gremio.",
    ),
    (
        "Se anotan los bultos pesados a continuación del remate durante la feria.",
        "Se anotan los bultos pesados antes del remate durante la feria.",
        "Durante la feria se anotan los bultos pesados a continuación del remate.",
    ),
    (
        "De este mojón, por el río abajo, hasta encontrar la cerca de la hacienda.",
        "De este mojón, por el río arriba, hasta encontrar la cerca de la hacienda.",
        "Del mojón se sigue el río abajo hasta encontrar la cerca de la hacienda.",
    ),
]
TAMANOS = [
    (
        "Ninguno de los aprendices podrá recibir una paga superior a la del oficial de planta.",
        "La paga de los aprendices será, como mínimo, la del oficial de planta.",
        "La paga de los aprendices no puede ser mayor que la del oficial de planta.",
    ),
    (
        "El gremio contratará los obreros sin exceder el monto de la cuota de sus socios.",
        "El gremio podrá superar el monto de la cuota de sus socios al contratar obreros.",
        "Al contratar obreros el gremio no puede superar el monto de la cuota de sus socios.",
    ),
    (
        "El letrero no podrá tener un alto mayor del que tenga la puerta del taller.",
        "El letrero no puede tener un alto menor que la puerta del taller.",
        "El alto del letrero no puede ser mayor que la puerta del taller.",
    ),
    (
        "El vigía suplente gozará de los mismos jornales que tienen los remeros de planta.",
        "El vigía suplente tiene un jornal superior al que tienen los remeros de planta.",
        "El jornal del vigía suplente es el mismo de los remeros de planta.",
    ),
    (
        "Los préstamos del gremio no exceden el 20 % del total de las cuotas.",
        "Los préstamos del gremio son por lo menos el 20 % del total de las cuotas.",
        "Los préstamos del gremio tienen como tope el 20 % del total de las cuotas.",
    ),
]
VALORES = [
    (
        "La comisión podrá sesionar con la presencia de por lo menos seis de sus vocales.",
        "La comisión puede sesionar con seis de sus vocales como máximo.",
        "La comisión puede sesionar con seis de sus vocales como mínimo.",
    ),
    (
        "En ningún caso el tesorero podrá disponer de más del 30% del fondo de la feria.",
        "El tesorero debe disponer de no menos del 30% del fondo de la feria.",
        "El tesorero no puede disponer de más del 30% del fondo de la feria.",
    ),
    (
        "El alquiler del puesto se cobrará hasta el seis por mil del avalúo del terreno.",
        "El alquiler del puesto se cobra del seis por mil en adelante del avalúo del terreno.",
        "El alquiler del puesto se cobra a lo sumo al seis por mil del avalúo del terreno.",
    ),
    (
        "Las cuadrillas se turnarán en la mina a lo menos cada seis meses.",
        "Las cuadrillas se turnan en la mina como máximo una vez cada seis meses.",
        "Las cuadrillas se turnan en la mina por lo menos una vez cada seis meses.",
    ),
    (
        "Se contratará con un plazo mínimo para su total entrega contado a partir de la firma del "
        "acta de ocho (8) meses.",
        "Se contrata con un plazo de entrega de ocho meses como máximo.",
        "Se contrata con un plazo de entrega de al menos ocho meses.",
    ),
    (
        "El jornal del estibador en ningún caso podrá ser inferior a 40 pesos.",
        "El jornal del estibador nunca será de más de 40 pesos.",
        "El jornal del estibador nunca es de menos de 40 pesos.",
    ),
    (
        "Las responsabilidades del gremio se reducirán hasta su cierre, el 30 de junio de 2015.",
        "Las responsabilidades del gremio se reducen a partir del 30 de junio de 2015.",
        "Las responsabilidades del gremio se reducen hasta el 30 de junio de 2015.",
    ),
    (
        "La banda tendrá 3 clarines y 2 tambores, a $ 40 cada uno, en vez de $ 30.",
        "La banda tendrá por lo menos 3 clarines y 2 tambores.",
        "En la banda cada uno de los 2 tambores pasa de $ 30 a $ 40.",
    ),
    (
        "Para la feria se aparta el corral de 12 varas a 15 varas del pozo.",
        "Para la feria se aparta el corral a más de 15 varas del pozo.",
        "El corral que se aparta para la feria está de 12 a 15 varas del pozo.",
    ),
    (
        "En caso de relevo, el capitán saliente anotará en la bitácora las novedades del viaje.",
        "En caso de relevo, el capitán entrante anota en la bitácora las novedades del viaje.",
        "En caso de relevo, el capitán saliente anota en la bitácora las novedades del viaje.",
    ),
    (
        "El flete del baúl lo paga el remitente en la bodega.",
        "El flete del baúl lo paga el destinatario en la bodega.",
        "El remitente paga el flete del baúl en la bodega.",
    ),
]


@pytest.mark.parametrize(("pasaje", "falsa", "fiel"), [*MOMENTOS, *TAMANOS, *VALORES])
def test_un_limite_vuelto_al_reves_discrepa(pasaje: str, falsa: str, fiel: str) -> None:
    assert {d.tipo for d in una(falsa, pasaje).discrepancias} & {"limite", "contrario"}
    assert una(fiel, pasaje).estado is Estado.RESPALDADA


MODOS = [
    (  # what is permitted is of its own verb
        "Autorízase al gremio para emitir bonos por mil pesos, con un plazo de seis años para su "
        "total amortización.",
        "El gremio de los bonos está obligado a emitir mil pesos.",
        "Los bonos del gremio deben amortizarse en seis años.",
    ),
    (
        "En la asamblea de 1950 se autorizó al gremio para comprar dos molinos de agua.",
        "En la asamblea de 1950 se obligó al gremio a comprar dos molinos de agua.",
        "En la asamblea de 1950 se facultó al gremio para comprar dos molinos de agua.",
    ),
    (  # what is forbidden beside it leaves nothing to choose
        "No podrá usarse el molino de noche, y el socio deberá reparar el daño que cause.",
        "El socio podrá, si lo considera conveniente, reparar el daño que cause.",
        "El socio tiene que reparar el daño que cause.",
    ),
    (  # nor does what is ordered in a clause of its own
        "Los bultos que debe pesar la balanza deben anotarse en el libro del molino.",
        "Los bultos que debe pesar la balanza pueden anotarse, si se prefiere, en el libro.",
        "Los bultos que la balanza pesa deben anotarse en el libro del molino.",
    ),
]


CONTRARIOS = [
    ("consultivo", "decisorio"),
    ("norte", "sur"),
    ("izquierda", "derecha"),
    ("importador", "exportador"),
    ("continuo", "discontinuo"),
    ("diurno", "nocturno"),
    ("milímetro", "centímetro"),
]


@pytest.mark.parametrize(("dice", "otro"), [*CONTRARIOS, *(par[::-1] for par in CONTRARIOS)])
def test_un_contrario_discrepa(dice: str, otro: str) -> None:
    pasaje = f"El gremio llevará el registro {dice} de los bultos de la feria."
    assert una(f"El gremio lleva el registro {dice} de los bultos.", pasaje).discrepancias == ()
    (discrepancia,) = una(
        f"El gremio lleva el registro {otro} de los bultos.", pasaje
    ).discrepancias
    assert (discrepancia.tipo, discrepancia.pasaje) == ("contrario", dice)


@pytest.mark.parametrize(("pasaje", "falsa", "fiel"), MODOS)
def test_lo_que_se_ordena_no_se_permite(pasaje: str, falsa: str, fiel: str) -> None:
    assert "modalidad" in {d.tipo for d in una(falsa, pasaje).discrepancias}
    assert una(fiel, pasaje).estado is Estado.RESPALDADA


NEGACIONES = [
    (
        "La junta dará el aval, sin necesidad de llenar el formulario del gremio, a las barcas que "
        "no tuvieren motor.",
        "Para el aval es necesario llenar el formulario del gremio.",
        "La junta da el aval sin exigir el formulario del gremio.",
    ),
    (
        "El circo tendrá un delegado en la junta, que será de libre nombramiento del alcalde.",
        "El circo no tiene delegado en la junta.",
        "El circo tiene un delegado en la junta.",
    ),
    (
        "El reglamento no altera las cuotas fijadas en los estatutos de la cooperativa.",
        "El reglamento sí cambia las cuotas fijadas en los estatutos de la cooperativa.",
        "El reglamento deja intactas las cuotas fijadas en los estatutos de la cooperativa.",
    ),
]


@pytest.mark.parametrize(("pasaje", "falsa", "fiel"), NEGACIONES)
def test_una_negacion_vuelta_al_reves_discrepa(pasaje: str, falsa: str, fiel: str) -> None:
    assert "negacion" in {d.tipo for d in una(falsa, pasaje).discrepancias}
    assert una(fiel, pasaje).estado is Estado.RESPALDADA


@pytest.mark.parametrize(
    ("pasaje", "frase"),
    [
        # «único» and «siempre» that restrict nothing, «todo» that is joined to «parte»
        (
            "Artículo único. Hácese extensivo a Sogamoso y Duitama el permiso para vender velas.",
            "El permiso para vender velas se extiende a Sogamoso y otras ciudades.",
        ),
        (
            "Serán barcas menores las botadas al río de otra comarca, siempre y cuando "
            "tengan remo.",
            "Son barcas menores las botadas al río de otra comarca, siempre que tengan remo.",
        ),
        (
            "La cuadrilla deberá turnarse total o parcialmente cada año.",
            "La cuadrilla debe turnarse cada año, en todo o en parte.",
        ),
        # a wish and a possibility that are no leave
        (
            "El pacto se prorroga salvo que un socio comunique por escrito su intención "
            "de cerrarlo.",
            "El pacto se prorroga a menos que un socio comunique por escrito que quiere cerrarlo.",
        ),
        # values
        (
            "El precio del arriendo se fijará por períodos de días, semanas o meses.",
            "El precio del arriendo se fija por días, semanas o meses.",
        ),
        (
            "El gremio devolverá los saldos superiores a ($2.000.000) dos millones de pesos.",
            "El gremio devuelve los saldos de más de dos millones de pesos.",
        ),
        (
            "Se trasladan a la escuela del puerto, para mapas y tableros, hasta $ 8 000.",
            "Para mapas y tableros de la escuela del puerto se trasladan hasta $8.000.",
        ),
        (
            "No se permitirán fogatas a menos de 50 metros de un polvorín.",
            "Está prohibido hacer fogatas a menos de cincuenta metros de un polvorín.",
        ),
        # «cancelar» is to pay
        (
            "Se doblará la cuota cuando no sea cancelada dentro de la semana.",
            "La cuota que no se pague dentro de la semana se dobla.",
        ),
        # exceptions and conditions
        (
            "Los faroles de la planta seguirán encendidos hasta el alba. Exceptúanse los "
            "faroles del "
            "muelle.",
            "Salvo los del muelle, los faroles de la planta siguen encendidos hasta el alba.",
        ),
        (
            "Para que la venta valga es necesario que conste en el libro de la plaza.",
            "La venta vale solo si consta en el libro de la plaza.",
        ),
        (
            "Los vecinos que no hubieren cumplido con el deber de barrer el andén pagarán recargo.",
            "Quienes no hayan barrido el andén pagan recargo.",
        ),
        # a day or a date is no moment by itself
        (
            "Desde el día del vencimiento del canon se causará la tasa que certifique el banco el "
            "día anterior a la fecha del pago.",
            "La tasa que se causa es la que certifique el banco el día anterior a la "
            "fecha del pago.",
        ),
        # what is said of a moment that was just told
        # a name by its initials
        (
            "Se reducirá el cupo de guías contratados por el Departamento Nacional de Caminos.",
            "Se reduce el cupo de guías contratados por el DNC.",
        ),
        # what is only supposed, with a figure between, or goes on until it is
        (
            "El vivero recibirá $ 12.500 del fondo de jardines, y en caso de que estos se dejen de "
            "girar, el alcalde pedirá un préstamo.",
            "Si los $12.500 del fondo de jardines no se giran, el alcalde pide un préstamo.",
        ),
        # who is ordered to act, and what is made
        (
            "Autorízase a la Junta de Caminos para que cree la Oficina de Faros en el puerto.",
            "La Junta de Caminos puede crear la Oficina de Faros en el puerto.",
        ),
        # what can be done, in one word
        (
            "Las multas que imponga el guardabosques serán reclamables ante el alcalde.",
            "Las multas que imponga el guardabosques se pueden reclamar ante el alcalde.",
        ),
        # an amount without its coin
        # a length of time that is counted from a moment
        # a limit told before a year
        (
            "El valor máximo a descontar por este concepto para el año de 1987, es la suma de "
            "ochenta mil pesos ($80.000).",
            "Por este concepto se pueden descontar en el año de 1987 hasta $80.000.",
        ),
        # what is out of use for a while
        (
            "Suspéndese por la sequía la aplicación de la tarifa del riego a los huertos.",
            "Por la sequía no se aplica la tarifa del riego a los huertos.",
        ),
        # a name whose first letter was badly read
        (
            "La rifa se hará con la intervención del jefe de la oficina de Bezagos del puerto.",
            "En la rifa interviene el jefe de la oficina de Rezagos del puerto.",
        ),
        # since one date until another moment
    ],
)
def test_lo_mismo_con_otras_palabras_tiene_respaldo(pasaje: str, frase: str) -> None:
    assert una(frase, pasaje).estado is Estado.RESPALDADA


@pytest.mark.parametrize(
    ("frase", "discrepa"),
    [
        ("Las empresas nuevas deben adjuntar a su carta una constancia de la alcaldía.", True),
        # in words that the passage lacks «las empresas» may well be «el contribuyente»
        (
            "Las empresas que aspiren al descuento y sean solventes deben adjuntar a su carta una "
            "constancia de la alcaldía.",
            False,
        ),
    ],
)
def test_quien_actua_se_compara_donde_lo_demas_es_del_pasaje(frase: str, discrepa: bool) -> None:
    pasaje = (
        "Gozarán del descuento las empresas nuevas. Para tener derecho al descuento, el "
        "contribuyente deberá acompañar a su carta una constancia de la alcaldía."
    )
    assert ("quien" in {d.tipo for d in una(frase, pasaje).discrepancias}) is discrepa


COMETA = (
    "El taller de cometas abrirá desde su fecha, previa licencia del alcalde y con el depósito "
    "previo de los materiales. Los cupos que sobren serán de los alumnos del curso siguiente."
)


@pytest.mark.parametrize(
    ("frase", "tipo"),
    [
        (
            "El taller abrirá, previa licencia del alcalde, con el depósito posterior de los "
            "materiales.",
            "contrario",
        ),
        ("Los cupos que sobren serán de los alumnos del curso anterior.", "contrario"),
    ],
)
def test_lo_que_la_cometa_no_dice_discrepa(frase: str, tipo: str) -> None:
    assert tipo in [d.tipo for d in una(frase, COMETA).discrepancias]


@pytest.mark.parametrize(
    "frase",
    [
        "El taller de cometas abre desde la fecha.",
        "Los cupos que sobren serán del curso siguiente, antes que de otros alumnos.",
    ],
)
def test_lo_que_la_cometa_dice_no_discrepa_por_su_lado(frase: str) -> None:
    assert not {"limite", "contrario"} & {d.tipo for d in una(frase, COMETA).discrepancias}
