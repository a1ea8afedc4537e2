"""What a sentence denies that its passage says, and the other way round."""

from __future__ import annotations

import pytest
from una_frase import una

from siaa.redaccion.afirmaciones.frase import Estado

AUTO = (
    "El secretario notificará el auto a las partes dentro de los tres días siguientes y fijará el "
    "aviso en la cartelera del despacho."
)


@pytest.mark.parametrize(
    "frase",
    [
        "El secretario no notificará el auto a las partes.",
        "El secretario se abstendrá de notificar el auto a las partes.",
        "El secretario dejará de notificar el auto a las partes.",
        "Está prohibido notificar el auto a las partes.",
        "Prohíbese al secretario notificar el auto a las partes.",
        "No es necesario que el secretario notifique el auto a las partes.",
        "El secretario queda exento de notificar el auto a las partes.",
        "No se requiere notificar el auto a las partes.",
        "El secretario carece de competencia para notificar el auto a las partes.",
        "Tampoco se notifica el auto a las partes.",
        "A ninguna de las partes se le notifica el auto.",
        "El aviso se fija sin que se notifique el auto a las partes.",
        "Es improcedente la notificación del auto a las partes.",
        "Se impide al secretario fijar el aviso en la cartelera del despacho.",
        "Nadie notifica el auto a las partes.",
        "El auto nunca se notifica a las partes.",
        "El secretario está eximido de fijar el aviso en la cartelera.",
        "El secretario no tiene que fijar el aviso en la cartelera del despacho.",
        "El aviso se fija sin notificar el auto a las partes.",
        "No hace falta fijar el aviso en la cartelera del despacho.",
        "Se prescinde de la fijación del aviso en la cartelera del despacho.",
        "Queda excluida la notificación del auto a las partes.",
        "Las partes no son notificadas del auto.",
        "El secretario no está obligado a notificar el auto a las partes.",
        "El aviso no se fija en la cartelera del despacho, sino que se envía por correo.",
    ],
)
def test_toda_forma_de_negar_se_lee(frase: str) -> None:
    assert {d.tipo for d in una(frase, AUTO).discrepancias} & {"negacion", "modalidad"}


def test_un_no_que_contesta_no_niega_lo_que_sigue() -> None:
    """«No» before a comma answers the question; the sentence after it says what it says."""
    assert una("No, el secretario fijará el aviso en la cartelera.", AUTO).estado is (
        Estado.RESPALDADA
    )
    negado = AUTO.replace("notificará", "no notificará")
    assert una("No, no notificará el auto a las partes.", negado).estado is Estado.RESPALDADA
    assert una("No, no notificará el auto a las partes.", AUTO).estado is Estado.DISCREPA


@pytest.mark.parametrize(
    ("pasaje", "falsa", "fiel"),
    [
        (  # what is suppressed is the post, and not what follows
            "A quienes se les suprima su cargo en el faro tendrán derecho a una paga más.",
            "A quienes se les suprima el cargo en el faro no tendrán derecho a otra paga.",
            "Quien pierda su cargo en el faro tiene derecho a una paga más.",
        ),
        (
            "Los jueces se abstendrán de conceder el beneficio a los condenados.",
            "Los jueces concederán el beneficio a los condenados.",
            "Los jueces no conceden el beneficio a los condenados.",
        ),
        (
            "Prohíbese a los notarios autorizar escrituras en los días feriados.",
            "Los notarios pueden autorizar escrituras en los días feriados.",
            "Los notarios no pueden autorizar escrituras en los días feriados.",
        ),
        (
            "Quedan exentos del impuesto predial los inmuebles de las iglesias.",
            "Los inmuebles de las iglesias pagan el impuesto predial.",
            "Los inmuebles de las iglesias no pagan el impuesto predial.",
        ),
        (
            "El auto que decreta pruebas no es susceptible de recurso.",
            "El auto que decreta pruebas es susceptible de recurso.",
            "Contra el auto que decreta pruebas no procede recurso.",
        ),
        (
            "Es improcedente el recurso de apelación contra el auto que decreta pruebas.",
            "Procede el recurso de apelación contra el auto que decreta pruebas.",
            "No procede el recurso de apelación contra el auto que decreta pruebas.",
        ),
        (
            "La demanda será inadmisible cuando no se acompañe el poder.",
            "La demanda es admisible cuando no se acompaña el poder.",
            "La demanda no se admite si no se acompaña el poder.",
        ),
        (
            "Las copias simples carecen de valor probatorio en el proceso.",
            "Las copias simples tienen valor probatorio en el proceso.",
            "Las copias simples no tienen valor probatorio en el proceso.",
        ),
        (
            "La falta de firma impide el registro del documento.",
            "",
            "Sin firma no se registra el documento.",
        ),
        (
            "Ningún funcionario podrá recibir dádivas de los usuarios.",
            "Los funcionarios podrán recibir dádivas de los usuarios.",
            "Los funcionarios no pueden recibir dádivas de los usuarios.",
        ),
        (
            "Tampoco habrá lugar a condena en costas en el incidente.",
            "Hay lugar a condena en costas en el incidente.",
            "En el incidente no se condena en costas.",
        ),
        (
            "La tutela se resolverá sin que sea necesario oír a las partes.",
            "Para resolver la tutela es necesario oír a las partes.",
            "Para resolver la tutela no hace falta oír a las partes.",
        ),
        (
            "El embargo se decretará únicamente cuando no existan otros bienes del deudor.",
            "El embargo se decreta cuando existen otros bienes del deudor.",
            "Solo si no hay otros bienes del deudor se decreta el embargo.",
        ),
        (
            "La apelación no suspende la sentencia, sino que se concede en el efecto devolutivo.",
            "La apelación suspende la sentencia.",
            "La apelación se concede en el efecto devolutivo y no suspende la sentencia.",
        ),
        (
            "El contrato del menor es inválido mientras no lo ratifique su representante.",
            "",
            "El contrato del menor no es válido hasta que lo ratifique su representante.",
        ),
        (
            "El incapaz está inhabilitado para celebrar contratos de venta.",
            "El incapaz puede celebrar contratos de venta.",
            "El incapaz no puede celebrar contratos de venta.",
        ),
        (
            "La obligación deja de existir cuando se paga la deuda.",
            "La obligación existe cuando se paga la deuda.",
            "Cuando se paga la deuda, la obligación ya no existe.",
        ),
        (
            "No requiere autorización judicial la venta de los bienes muebles.",
            "La venta de los bienes muebles requiere autorización judicial.",
            "Los bienes muebles se pueden vender sin autorización judicial.",
        ),
        (
            "No es necesario presentar personalmente el memorial.",
            "Es necesario presentar personalmente el memorial.",
            "El memorial no tiene que presentarse personalmente.",
        ),
        (
            "El acta es ineficaz si le falta la firma del presidente.",
            "El acta es eficaz aunque le falte la firma del presidente.",
            "El acta no es eficaz si le falta la firma del presidente.",
        ),
        (
            "Los documentos públicos extranjeros son inembargables durante el proceso.",
            "Los documentos públicos extranjeros son embargables durante el proceso.",
            "Los documentos públicos extranjeros no se pueden embargar durante el proceso.",
        ),
        (
            "El término del traslado es improrrogable para las partes.",
            "El término del traslado es prorrogable para las partes.",
            "El término del traslado no se puede prorrogar para las partes.",
        ),
        (
            "Los magistrados son inamovibles durante su período.",
            "Los magistrados son amovibles durante su período.",
            "Durante su período los magistrados no pueden ser removidos.",
        ),
        (
            "La bonificación del torrero no constituirá factor salarial para ningún efecto.",
            "El torrero tiene la bonificación como factor salarial.",
            "La bonificación del torrero no es factor salarial.",
        ),
        (
            "El armador recibirá la licencia por correo certificado.",
            "Por correo certificado no llega la licencia del armador.",
            "La licencia le llega al armador por correo certificado.",
        ),
        (
            "Los pilotos de segunda podrán dirigir remolcadores dentro de la bahía.",
            "Los pilotos de segunda no pueden dirigir remolcadores de carga.",
            "Los pilotos de segunda pueden dirigir remolcadores en la bahía.",
        ),
        (
            "El torrero tendrá derecho a la prima técnica, sin carácter salarial.",
            "La prima técnica del torrero tiene carácter salarial.",
            "La prima técnica del torrero no tiene carácter salarial.",
        ),
        (
            "El presente acuerdo deroga el Acuerdo 02 de 1974.",
            "El Acuerdo 02 de 1974 no queda derogado.",
            "El Acuerdo 02 de 1974 queda derogado.",
        ),
        (
            "Para el ajuste se pedirá permiso a la capitanía del puerto, que podrá negar o permitir"
            " la modificación de las cifras del atraque.\n\nCerrado el corte de mareas, las cifras "
            "anotadas no podrán ser modificadas.",
            "Cerrado el corte de mareas, las cifras podrán ser modificadas con permiso de la "
            "capitanía del puerto.",
            "La capitanía del puerto podrá permitir la modificación de las cifras del atraque.",
        ),
    ],
)
def test_lo_que_el_pasaje_niega_no_se_afirma(pasaje: str, falsa: str, fiel: str) -> None:
    assert una(fiel, pasaje).estado is Estado.RESPALDADA
    assert falsa == "" or una(falsa, pasaje).estado is Estado.DISCREPA


@pytest.mark.parametrize(
    ("pasaje", "frase"),
    [
        (
            "El ajente jeneral rejistrará los títulos en la oficina del circuito.",
            "El Agente general registra los títulos en la oficina del circuito.",
        ),
        (
            "Los sueldos de los Recaudadores de Hacienda Nacional de Tunja son muy bajos.",
            "Los sueldos de los recaudadores de Tunja son muy bajos.",
        ),
        (
            "Cumplido el plazo de seis (6) meses, la empresa devolverá los equipos arrendados.",
            "Vencidos los seis meses, la empresa devuelve los equipos arrendados.",
        ),
        (
            "Se ordenó la suspensión de la obra y la devolución de los planos al contratista.",
            "Se ordenó suspender la obra y devolver los planos al contratista.",
        ),
        (
            "Las otras salidas no efectivas de incidentes no serán contabilizadas como egresos.",
            "Las otras salidas no efectivas de incidentes no suman como egresos.",
        ),
        (
            "La enseñanza de los externos será gratuita, pagando éstos tan sólo la matrícula.",
            "Los externos no pagan por la enseñanza, apenas la matrícula.",
        ),
        (
            "Los fletes cuyo valor no exceda de cien pesos se pagarán en la capitanía.",
            "Si el flete no pasa de cien pesos, se paga en la capitanía.",
        ),
        (
            "Los traslados se verificarán en el presupuesto del faro hasta treinta pesos. Y si no "
            "se verifica en el presente, también podrá verificarlos en la próxima vigencia.",
            "Si los traslados no se hacen en el presupuesto del faro, se pueden hacer en la "
            "vigencia siguiente.",
        ),
        (
            "La remuneración del piloto no podrá en ningún caso exceder la del capitán de puerto.",
            "Ningún piloto que nombra el puerto puede ganar más que su capitán.",
        ),
        (
            "Es indispensable que el piloto posea la patente de la bahía.",
            "El piloto debe tener la patente de la bahía.",
        ),
        (
            "El pago del muelle quedará subordinado a que el puerto entregue los planos.",
            "El muelle solo se paga si el puerto entrega los planos.",
        ),
        (
            "Destínase hasta la suma de tres mil pesos para el muelle del faro.",
            "Para el muelle del faro se destinan hasta tres mil pesos.",
        ),
        (
            "El gasto que exceda la suma de $ 5.000 requiere el visto bueno de la junta.",
            "Los gastos que superen los $5.000 necesitan el visto bueno de la junta.",
        ),
        (
            "El valor máximo de la boya de segunda será de 80 pesos.",
            "La boya de segunda puede valer como máximo 80 pesos.",
        ),
        (
            "Las designaciones del torrero y sus sueldos necesitan la aprobación del puerto.",
            "Las designaciones del torrero y sus sueldos solo valen si los aprueba el puerto.",
        ),
        (
            "Las boyas de las distintas bahías, sin inventariar, deben ingresar al almacén.",
            "Las boyas sin inventariar, de una bahía o de otra, deben ingresar al almacén.",
        ),
        (
            "Los recaudos se destinarán al faro, según las normas que fije al respecto la Junta.",
            "Los recaudos se destinan al faro, según las normas que fije la Junta.",
        ),
        (
            "Los particulares, en los pleitos en que no sea parte el puerto, acordarán las reglas.",
            "Cuando el puerto no es parte en el pleito, los particulares acuerdan las reglas.",
        ),
        (
            "El préstamo tendrá un plazo mínimo para su pago, contado desde la firma, de 20 años.",
            "El préstamo se paga en un plazo de por lo menos 20 años.",
        ),
        (
            "La fecha de vencimiento del pagaré del faro no será inferior a un año.",
            "El pagaré del faro no puede vencer antes de un año.",
        ),
        (
            "La junta contratará el muelle con el puerto, sin ulterior aprobación del Congreso, "
            "siempre que se someta a los planos aprobados.",
            "La junta contrata el muelle con el puerto sin que tenga que aprobarlo el Congreso.",
        ),
        (
            "| Para aceite del faro | 70,000 |",
            "Para el aceite del faro son setenta mil pesos.",
        ),
        (
            "La junta dará al puerto la cantidad de $ 2.000,000.00 del aporte.",
            "Del aporte, la junta le da al puerto $2.000.000.",
        ),
        (
            "Se suprime el puesto de botero de la lancha grande, creado en el muelle de la isla "
            "por la junta del año pasado, y se deja solamente el de remero, creado por ella.",
            "El puesto de botero de la lancha grande se suprime y solo queda el remero.",
        ),
    ],
)
def test_dicho_de_otro_modo_tiene_respaldo(pasaje: str, frase: str) -> None:
    assert una(frase, pasaje).estado is Estado.RESPALDADA


@pytest.mark.parametrize(
    ("pasaje", "frase"),
    [
        (
            "Facúltase al gobernador del puerto para nombrar a los vigilantes del resguardo.",
            "El gobernador del puerto tiene el deber de nombrar a los vigilantes del resguardo.",
        ),
        (
            "La empresa podrá en cualquier tiempo, devolver a la junta el área del muelle.",
            "La empresa está obligada a devolver a la junta el área del muelle.",
        ),
    ],
)
def test_lo_que_se_puede_no_se_debe(pasaje: str, frase: str) -> None:
    (discrepancia,) = una(frase, pasaje).discrepancias
    assert discrepancia.tipo == "modalidad"


@pytest.mark.parametrize(
    ("pasaje", "frase"),
    [
        (
            "El comisario irá acompañado hasta de ocho remeros.",
            "El comisario irá acompañado de ocho remeros como mínimo.",
        ),
        (
            "El servicio del faro tendrá una duración, por lo menos, de un año.",
            "El servicio del faro durará como máximo un año.",
        ),
        (
            "Podrá referirse a las deudas del muelle con anterioridad al 18 de noviembre de 1935.",
            "Podrá referirse a las deudas del muelle con posterioridad al 18 de noviembre de 1935.",
        ),
    ],
)
def test_el_otro_lado_de_un_valor_discrepa(pasaje: str, frase: str) -> None:
    assert "limite" in {d.tipo for d in una(frase, pasaje).discrepancias}


@pytest.mark.parametrize(
    ("pasaje", "frase"),
    [
        (  # to choose between denying and granting denies nothing
            "Para el cambio de las boyas se debe pedir autorización previa a la capitanía, la cual "
            "tendrá la potestad de negar o autorizar el cambio de las boyas.",
            "Para cambiar las boyas no se necesita autorización.",
        ),
        (
            "Para el cambio de las boyas se debe pedir permiso a la capitanía, que podrá autorizar "
            "o negar el cambio de las boyas.",
            "El cambio de las boyas no requiere permiso de la capitanía.",
        ),
        (  # what denies may be the last word
            "Los registros del faro, con sus sellos de la capitanía, se conservarán y son "
            "inmodificables.",
            "El guarda puede modificar los registros del faro con sellos de la capitanía.",
        ),
    ],
)
def test_lo_que_se_exige_o_se_niega_no_respalda_su_contrario(pasaje: str, frase: str) -> None:
    assert una(frase, pasaje).estado is Estado.DISCREPA


REMO = (
    "Los remos que se presten en la feria se devolverán el lunes. Si el barquero es casado, "
    "deberá traer el permiso. La lancha la cuida el vigía, quien podrá encargarla a su ayudante. "
    "Si el día no fuere domingo, la regata se aplazará al domingo siguiente."
)


@pytest.mark.parametrize(
    "frase",
    [
        # which, supposed and denied, where the passage says the same words of those that do
        "Los remos que no se presten en la feria se devolverán el lunes.",
        # what comes after a comma tells no more which
        "La lancha la cuida el vigía, quien no podrá encargarla a su ayudante.",
        # of two denials one is the passage's
        "Si el día no fuere domingo, la regata no se aplazará al domingo siguiente.",
    ],
)
def test_negar_en_una_clausula_lo_que_el_pasaje_afirma_en_ella_discrepa(frase: str) -> None:
    assert "negacion" in [d.tipo for d in una(frase, REMO).discrepancias]


@pytest.mark.parametrize(
    "frase",
    [
        "Los remos que no estén en la feria el lunes es porque se han prestado.",
        "El permiso lo traerá el barquero que no sea soltero.",
        "Cuando el día no es domingo, la regata se aplaza al domingo siguiente.",
    ],
)
def test_negar_en_una_clausula_lo_que_el_pasaje_no_dice_no_discrepa(frase: str) -> None:
    assert "negacion" not in [d.tipo for d in una(frase, REMO).discrepancias]


CABO = (
    "El reglamento del cabo rige desde mayo, para su validez requiere de la aprobación de la "
    "capitanía y deroga el bando sobre anzuelos. Los guardas continuarán percibiendo la ración de "
    "pan."
)


@pytest.mark.parametrize(
    "frase",
    [
        # what the passage rejects is something else
        "El reglamento del cabo no requiere la aprobación de la capitanía para ser válido.",
        # left off, where the passage goes on
        "Los guardas dejan de percibir la ración de pan.",
    ],
)
def test_lo_que_se_niega_y_el_pasaje_sigue_afirmando_discrepa(frase: str) -> None:
    assert "negacion" in [d.tipo for d in una(frase, CABO).discrepancias]


def test_lo_derogado_queda_sin_vigencia() -> None:
    pasaje = "Este reglamento rige desde mayo y deroga el bando sobre anzuelos."
    assert not una("El bando sobre anzuelos queda sin vigencia.", pasaje).discrepancias
