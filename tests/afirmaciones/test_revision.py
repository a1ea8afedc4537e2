"""What the passages say of each sentence of an answer."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siaa.redaccion.afirmaciones.frase import Discrepancia, Estado, Frase, sin_contenidas
from siaa.redaccion.afirmaciones.revision import revisar
from siaa.valores import Contexto, Fuente

PLAZO = (
    "Los despachos entregarán el informe a más tardar el quinto día hábil del mes siguiente al "
    "vencimiento del trimestre. El magistrado podrá conceder una prórroga de tres días."
)
SANCION = (
    "La demora injustificada del secretario se comunicará a la Comisión de Disciplina dentro de "
    "los diez (10) días siguientes. La multa no será superior a cinco salarios mínimos mensuales."
)
REPARTO = (
    "Artículo 12. El reparto de las demandas civiles corresponde a la oficina de apoyo, salvo las "
    "de alimentos. Los expedientes archivados no se someten a reparto. El Acuerdo 345 de 2011 rige "
    "a partir del 20 de julio de 2011 y solo se aplica a los juzgados del circuito."
)
COMPARTIDAS = Path(__file__).resolve().parents[3] / "shared" / "preguntas" / "afirmaciones.jsonl"


def contexto(*pasajes: str) -> Contexto:
    texto, fuentes = "", []
    for n, pasaje in enumerate(pasajes, 1):
        texto += f"[SEC: {n}]\n"
        fin = len(texto) + len(pasaje)
        fuentes.append(Fuente(n, f"d{n}.md", "", "", "", 0, len(texto), fin, 0, 0, ()))
        texto += pasaje + "\n"
    return Contexto(texto, tuple(fuentes))


TRES = contexto(PLAZO, SANCION, REPARTO)


def una(texto: str, con: Contexto = TRES, pregunta: str = "") -> Frase:
    (frase,) = revisar(texto, con, pregunta)
    return frase


@pytest.mark.parametrize(
    ("frase", "fuente"),
    [
        ("El informe se entrega hasta el quinto día hábil del mes siguiente al trimestre.", 1),
        ("El magistrado puede conceder 3 días de prórroga.", 1),
        ("La demora del secretario se comunica a la Comisión de Disciplina en 10 días.", 2),
        ("La multa es de máximo 5 salarios mínimos mensuales.", 2),
        ("- El reparto de demandas civiles lo hace la oficina de apoyo.", 3),
        ("No se someten a reparto los expedientes archivados.", 3),
        ("El Acuerdo 345 rige desde el 20 de julio de 2011.", 3),
        (
            "Según la fuente 3, el Acuerdo 345 de 2011 solo se aplica a los juzgados del circuito.",
            3,
        ),
    ],
)
def test_lo_que_un_pasaje_dice_tiene_respaldo(frase: str, fuente: int) -> None:
    revisada = una(frase)
    assert (revisada.estado, revisada.fuente, revisada.discrepancias) == (
        Estado.RESPALDADA,
        fuente,
        (),
    )


@pytest.mark.parametrize(
    ("frase", "tipo", "dice", "pasaje"),
    [
        (
            "El informe se entrega a más tardar el séptimo día hábil del mes siguiente.",
            "numero",
            "séptimo día hábil",
            "quinto día hábil",
        ),
        (
            "El informe se entrega a más tardar el quinto día calendario del mes siguiente.",
            "numero",
            "quinto día calendario",
            "quinto día hábil",
        ),
        (
            "El informe se entrega a partir del quinto día hábil del mes siguiente.",
            "limite",
            "a partir del quinto día hábil",
            "a más tardar el quinto día hábil",
        ),
        ("El magistrado concede tres semanas de prórroga.", "plazo", "tres semanas", "tres días"),
        ("El magistrado deberá conceder una prórroga.", "modalidad", "deberá", "podrá"),
        (
            "La demora del secretario se comunica a la Comisión en 15 días.",
            "plazo",
            "15 días",
            "diez (10) días",
        ),
        (
            "La multa no será inferior a cinco salarios mínimos mensuales.",
            "limite",
            "no será inferior a cinco salarios mínimos mensuales",
            "no será superior a cinco salarios mínimos mensuales",
        ),
        (
            "Los expedientes archivados se someten a reparto.",
            "negacion",
            "someten",
            "no se someten",
        ),
        ("El reparto no corresponde a la oficina de apoyo.", "negacion", "no corresponde", ""),
        (
            "El Acuerdo 354 de 2011 se aplica a los juzgados del circuito.",
            "norma",
            "354 de 2011",
            "345 de 2011",
        ),
        (
            "El Acuerdo 345 rige a partir del 20 de junio de 2011.",
            "fecha",
            "20 de junio de 2011",
            "20 de julio de 2011",
        ),
        (
            "El reparto de las demandas civiles corresponde a la alcaldía.",
            "quien",
            "alcaldía",
            "",
        ),
        (
            "La oficina de apoyo solo hace el reparto de algunas demandas civiles.",
            "alcance",
            "algunas",
            "",
        ),
    ],
)
def test_un_error_se_nombra_con_las_palabras_de_los_dos(
    frase: str, tipo: str, dice: str, pasaje: str
) -> None:
    revisada = una(frase)
    assert revisada.estado is Estado.DISCREPA
    halladas = {(d.tipo, d.dice, d.pasaje) for d in revisada.discrepancias}
    if tipo in ("negacion", "alcance"):
        assert tipo in {t for t, _, _ in halladas}
    else:
        assert (tipo, dice, pasaje) in halladas
    assert all(frase[d.desde : d.hasta] == d.dice for d in revisada.discrepancias)


VENTA = (
    "Artículo 4. Los vendedores con permiso, conforme al reglamento de la plaza, podrán ser "
    "elegidos para la junta, siempre que el estatuto no exija título profesional, y ante ella "
    "reclamar. Autorízase al tesorero y al síndico para firmar el contrato de aseo.\n\n"
    "El arriendo se pagará al síndico de la plaza, quien deberá prestar fianza y llevar:\n\n"
    "a) Un libro de puestos;\n\nb) Un libro de pagos;\n\nc) Un libro de quejas.\n\n"
    "El puesto tendrá un área mínima, contada desde el borde exterior, de doce metros, incluido "
    "un pasillo mínimo de dos metros. El vendedor no podrá tener deudas vencidas. El solicitante "
    "aportará diploma de la Facultad de Comercio donde conste la fecha de su grado. "
    "Los puestos públicos se asignan por sorteo y los privados por contrato. Exceptúanse de lo "
    "dispuesto en el reglamento los puestos de flores. Las solicitudes se presentarán hasta el 15 "
    "de junio; después ninguna solicitud será tenida en cuenta. La tarifa de los puestos es de "
    "$ 5.000.00, fijada semestralmente. El cobro no podrá ser inferior a la mitad de la tarifa. "
    "El administrador asignará los locales y queda autorizado para cerrar la bodega. La queja se "
    "decide por auto susceptible de apelación ante el inspector."
)


@pytest.mark.parametrize(
    "frase",
    [
        "Los vendedores pueden reclamar ante la junta.",
        "El síndico tiene que prestar fianza.",
        "El síndico de la plaza lleva tres registros de puestos, pagos y quejas.",
        "Se llevan dos cosas en la plaza: el libro de puestos y el libro de pagos.",
        "El puesto mide al menos doce metros desde el borde exterior.",
        "Los puestos privados se asignan por contrato; los públicos, por sorteo.",
        "No se aplica lo dispuesto en el reglamento a los puestos de flores.",
        "Las solicitudes presentadas después del 15 de junio no se tienen en cuenta.",
        "La tarifa de los puestos es de 5.000 pesos.",
        "La tarifa de los puestos se fija cada seis meses.",
        "El cobro debe ser de al menos la mitad de la tarifa.",
        "El administrador puede cerrar la bodega.",
        "El auto se puede apelar ante el inspector.",
        "La queja se decide en una sola diligencia por auto del inspector.",
    ],
)
def test_lo_mismo_dicho_al_reves_no_discrepa(frase: str) -> None:
    """Conditions turned round, lists summed up, and «debe» or «puede» of other verbs."""
    assert una(frase, contexto(VENTA)).estado is Estado.RESPALDADA


@pytest.mark.parametrize(
    ("frase", "tipo"),
    [
        ("El tesorero y el síndico deberán firmar el contrato de aseo.", "modalidad"),
        ("El síndico podrá prestar fianza.", "modalidad"),
        ("Los vendedores con permiso no podrán ser elegidos para la junta.", "negacion"),
        ("El síndico de la plaza lleva cinco registros de puestos, pagos y quejas.", "numero"),
        ("La tarifa de los puestos es de 6.000 pesos.", "dinero"),
        ("La tarifa de los puestos se fija cada tres meses.", "periodo"),
        ("El administrador podrá asignar los locales.", "modalidad"),
        ("Las solicitudes se presentarán desde el 15 de junio.", "limite"),
        ("Solo los vendedores con deudas aportarán diploma.", "alcance"),
        ("El puesto mide como máximo dos metros de pasillo.", "limite"),
    ],
)
def test_lo_contrario_de_lo_mismo_discrepa(frase: str, tipo: str) -> None:
    assert tipo in {d.tipo for d in una(frase, contexto(VENTA)).discrepancias}


FERIA = (
    "El Ministerio de Ferias convocó al Comité de Plazas para fijar las cuotas. El inventario lo "
    "hará la Secretaría de Mercados, previa inspección de las bodegas. El montaje de las carpas "
    "podrá hacerse con gradas plegables. Los puestos pagarán la cuota, con excepción de los "
    "de artesanía. El permiso vence a los diez días. Las cuotas superiores a diez millones de "
    "pesos ($ 10.000.000) exigen póliza, y la multa será de entre 10 y 50 veces el salario mínimo. "
    "Cualquier feriante podrá renunciarlo; la renuncia del permiso se presenta ante la secretaría."
)


@pytest.mark.parametrize(
    "frase",
    [
        "El Comité de Plazas fue convocado para fijar las cuotas.",
        "Las carpas pueden montarse con gradas plegables.",
        "La multa es de hasta 50 salarios mínimos.",
        "Todos los puestos pagarán la cuota, salvo los de artesanía.",
        "El feriante puede renunciar el permiso ante la secretaría.",
    ],
)
def test_lo_que_la_feria_dice_tiene_respaldo(frase: str) -> None:
    assert una(frase, contexto(FERIA)).discrepancias == ()


@pytest.mark.parametrize(
    ("frase", "tipo"),
    [
        ("La Secretaría hará el inventario antes de la inspección de las bodegas.", "limite"),
        ("Todos los puestos de la plaza pagarán la cuota, también los de artesanía.", "alcance"),
        ("Las cuotas de menos de diez millones de pesos exigen póliza.", "limite"),
        ("La multa será de más de 50 veces el salario mínimo.", "limite"),
    ],
)
def test_lo_que_la_feria_no_dice_discrepa(frase: str, tipo: str) -> None:
    assert tipo in {d.tipo for d in una(frase, contexto(FERIA)).discrepancias}


COSECHA = (
    "Un ejemplar del registro de cosecha se enviará a la alcaldía, y la bodega abrirá un libro de "
    "sacos. Por cada millar de mangos que salga del puerto se pagará un impuesto de un peso oro, y "
    "la balanza pesará los bultos de panela por arrobas. En la planilla constará el año en que "
    "termina la siembra. Este acuerdo rige en el puerto y la bodega "
    "a partir de la fecha de su publicación.\n\n"
    "La partida se repartirá así:\n\na) Para construir el molino del puerto de Arenas, la suma de "
    "$ 200.000;\n\nb) Para la dotación de la escuela, la suma de $ 20.000;\n\nc) Para la fuente, "
    "lo que reste."
)


@pytest.mark.parametrize(
    "frase",
    [
        "Para el molino del puerto de Arenas se reparten $ 200.000.",
        "A la alcaldía se le envía un ejemplar del registro de cosecha.",
        "En la planilla debe constar en qué año termina la siembra.",
        "Hay tres destinos de la partida: el molino, la escuela y la fuente.",
        "El acuerdo rige en el puerto y en la bodega desde su promulgación.",
    ],
)
def test_lo_que_la_cosecha_dice_tiene_respaldo(frase: str) -> None:
    assert una(frase, contexto(COSECHA)).estado is Estado.RESPALDADA


@pytest.mark.parametrize(
    ("frase", "tipo"),
    [
        ("A la alcaldía se envían dos ejemplares del registro de cosecha.", "numero"),
        ("Para el molino del puerto de Arenas se reparten $ 20.000.", "dinero"),
        ("En la planilla constará el mes en que termina la siembra.", "contrario"),
        ("Por cada centenar de mangos que sale del puerto se paga un peso oro.", "contrario"),
        ("Por cada millar de mangos que sale del puerto se paga un centavo oro.", "dinero"),
        ("La balanza pesa los bultos de panela por quintales.", "contrario"),
        ("El acuerdo rige en el puerto y en la bodega desde su expedición.", "contrario"),
    ],
)
def test_lo_que_la_cosecha_no_dice_discrepa(frase: str, tipo: str) -> None:
    """One thing told as two, what its neighbour in the list gets, another unit of the kind."""
    assert tipo in {d.tipo for d in una(frase, contexto(COSECHA)).discrepancias}


TALLER = (
    "Artículo 8. El taller recibirá trescientos pesos ($ 300) anualmente como mínimo, y setenta y "
    "cinco pesos de viáticos. Quien haya declarado su interés de inscribirse antes del lunes será "
    "admitido. Ninguna máquina podrá usarse sin revisión del jefe. El director será un mecánico "
    "titulado. El director, en coordinación con los auxiliares y los supervisores, presentará las "
    "cuentas al tesorero con anterioridad al cierre del año. Corresponde al interventor revisar "
    "las facturas. Autorízase al coordinador para abrir cursos nocturnos y prestar herramientas. "
    "El fondo conformará un comité de compras. La cuota no será inferior al 25 % del costo. La "
    "multa es de cien pesos.\n\n| 16 | Limpiar las máquinas al terminar el turno. |"
)


@pytest.mark.parametrize(
    "frase",
    [
        "El taller recibe trescientos pesos y setenta y cinco de viáticos.",
        "El taller debe recibir al menos 300 pesos cada año.",
        "Quien declaró su interés antes del lunes puede inscribirse.",
        "El interventor revisa las facturas.",
        "El director presenta las cuentas antes del cierre del año.",
        "La cuota es como mínimo la cuarta parte del costo.",
        "El numeral 16 ordena limpiar las máquinas al terminar el turno.",
        "El coordinador tiene el derecho, no el deber, de abrir cursos nocturnos.",
        "La multa es de cien pesos; no importa el costo.",
    ],
)
def test_lo_que_el_taller_manda_tiene_respaldo(frase: str) -> None:
    assert una(frase, contexto(TALLER)).discrepancias == ()


@pytest.mark.parametrize(
    ("frase", "tipo"),
    [
        ("El taller recibirá como máximo trescientos pesos al año.", "limite"),
        ("La multa es de hasta cien pesos.", "limite"),
        ("Será admitido quien haya declarado su interés antes del martes.", "fecha"),
        ("El director podrá ser un mecánico titulado.", "modalidad"),
        ("El director presenta las cuentas después del cierre del año.", "limite"),
        ("El coordinador deberá abrir cursos nocturnos y prestar herramientas.", "modalidad"),
        ("Se prohíbe al coordinador abrir cursos nocturnos y prestar herramientas.", "negacion"),
        ("El interventor revisa las facturas de cualquier mes.", "alcance"),
        ("El coordinador está obligado a ofrecer cursos nocturnos.", "modalidad"),
        ("Si lo prefiere, el fondo hará un comité de compras.", "modalidad"),
        ("El fondo podrá, si lo estima útil, conformar un comité de compras.", "modalidad"),
        ("El tesorero presentará las cuentas al director antes del cierre del año.", "quien"),
        ("El numeral 17 ordena limpiar las máquinas al terminar el turno.", "articulo"),
    ],
)
def test_lo_que_el_taller_no_manda_discrepa(frase: str, tipo: str) -> None:
    assert tipo in {d.tipo for d in una(frase, contexto(TALLER)).discrepancias}


MUELLE = (
    "Artículo 3. Una vez suscrito el contrato de que trata el numeral anterior, el capitán "
    "ajustará los turnos en diez días. El administrador se abstendrá de cobrar cuotas. Los "
    "operadores deberán presentarse al Comité de Puertos y la administración deberá hacer respetar "
    "los carriles. La vigilancia de las bodegas estará a cargo del guardalmacén. Si el gerente no "
    "concede el turno, el armador podrá fondear afuera. La junta lo acordó en su sesión del 18 del "
    "presente mes de abril. Los gobiernos de los municipios de Ríoseco y Peñalta mantendrán el "
    "faro. El muelle tendrá un jefe de grúas y dos jefes de patio. "
    "Las pruebas de carga deberán realizarse en la mañana. El contrato exige la inspección del "
    "casco.\n\n| Grúa pequeña | 1.021 |\n| Grúa mediana | 1.198 |\n| Grúa grande | 1.292 |\n\n"
    "El Ministro de Puertos,\n\nJulio Roca Prada.\n\nLa Ministra de Salud,\n\nElena Vives Mora."
)


@pytest.mark.parametrize(
    "frase",
    [
        "Después de firmado el contrato, el capitán ajusta los turnos.",
        "El administrador no debe cobrar cuotas.",
        "La vigilancia de las bodegas corresponde al guardalmacén.",
        "La junta lo acordó en sesión del 18 de abril.",
        "Los gobiernos de Ríoseco y Peñalta mantienen el faro.",
        "Además del jefe de grúas tiene dos jefes de patio.",
        "La grúa mediana cuesta 1.198 y la grande 1.292.",
        "Firmaron el Ministro de Puertos, Julio Roca Prada, y la Ministra de Salud.",
    ],
)
def test_lo_que_el_muelle_dispone_tiene_respaldo(frase: str) -> None:
    assert una(frase, contexto(MUELLE)).discrepancias == ()


@pytest.mark.parametrize(
    ("frase", "tipo"),
    [
        ("El capitán ajustará los turnos antes de suscribir el contrato.", "limite"),
        ("El capitán ajustará los turnos en no menos de diez días.", "limite"),
        ("Los operadores podrán presentarse al Comité de Puertos.", "modalidad"),
        ("La administración podrá hacer respetar los carriles.", "modalidad"),
        ("La junta lo acordó en su sesión del 8 de abril.", "fecha"),
        ("Las pruebas de carga podrán realizarse en la mañana.", "modalidad"),
        ("La grúa grande cuesta 1.198.", "numero"),
    ],
)
def test_lo_que_el_muelle_no_dispone_discrepa(frase: str, tipo: str) -> None:
    assert tipo in {d.tipo for d in una(frase, contexto(MUELLE)).discrepancias}


FARO = (
    "Artículo 4. Los armadores que reciban el aviso deberán notificar a los operadores el cierre "
    "del faro, en los términos que fije la alcaldía. El pago de la pintura será de cargo de la "
    "Nación. El inspector informará a la Junta de Faros, la que aprobará la obra. El comprador "
    "pagará al vendedor la lámpara en el primer semestre. El ascenso no podrá hacerse sino de "
    "acuerdo con el inspector. La alcaldía podrá disponer de los botes viejos, previos los "
    "avalúos del perito. La visita se cuenta por grupos, no por personas. La escalera vieja debe "
    "suprimirse. Quien se retire sin justa causa dejará el uniforme en la bodega grande del "
    "muelle; los demás seguirán con él, aunque el turno se termine y todavía no se hayan "
    "entregado las llaves del faro. La mudanza se avisará con tres meses de anticipación."
)


@pytest.mark.parametrize(
    "frase",
    [
        "A los operadores les notifican los armadores el cierre del faro.",
        "La Nación paga la pintura.",
        "La Junta de Faros aprueba la obra con el informe del inspector.",
        "La escalera vieja desaparece.",
        "Quien se retire sin justa causa deja el uniforme en la bodega del muelle.",
        "La alcaldía puede disponer de los botes viejos si antes hay avalúos del perito.",
    ],
)
def test_lo_que_el_faro_dispone_tiene_respaldo(frase: str) -> None:
    assert una(frase, contexto(FARO)).estado is Estado.RESPALDADA


@pytest.mark.parametrize(
    ("frase", "tipo"),
    [
        ("La alcaldía deberá notificar a los operadores el cierre del faro.", "quien"),
        ("Los operadores deberán notificar a los armadores el cierre del faro.", "quien"),
        ("El inspector aprobará la obra.", "quien"),
        ("El vendedor pagará al comprador la lámpara.", "quien"),
        ("La alcaldía no podrá disponer de los botes viejos.", "negacion"),
        ("La visita no se cuenta por grupos sino por personas.", "negacion"),
        ("La mudanza se avisará con un máximo de tres meses de anticipación.", "limite"),
    ],
)
def test_lo_que_el_faro_no_dispone_discrepa(frase: str, tipo: str) -> None:
    assert tipo in {d.tipo for d in una(frase, contexto(FARO)).discrepancias}


def test_lo_que_dice_la_pregunta_no_es_de_nadie() -> None:
    """Words that the question says are not missed in the passage: the answer repeats them."""
    frase = "La empleada doméstica interna que se enferme entrega el informe del juzgado."
    assert una(frase).estado is Estado.SIN_RESPALDO
    asi = una(frase, pregunta="¿La empleada doméstica interna que se enferme qué entrega?")
    assert asi.estado is Estado.RESPALDADA


def test_un_numero_de_otra_cosa_no_respalda() -> None:
    """«20 días» is not vouched for by «20 de julio»."""
    revisada = una("El Acuerdo 345 de 2011 rige a los 20 días de julio para los juzgados.")
    assert [(d.tipo, d.dice) for d in revisada.discrepancias] == [("plazo", "20 días")]


@pytest.mark.parametrize(
    "texto",
    [
        "",
        "  \n",
        "Por supuesto.",
        "Con gusto le ayudo.",
        "Según los documentos:",
        "Según los documentos consultados, esto es lo que encontré:",
        "A continuación se explican los pasos.",
        "## Plazos del informe y sanciones",
        "### 3. Consecuencias de la demora del secretario",
        "**Requisitos del reparto**",
        "Los pasos para el reparto son:",
        "Paso 3:",
        "[1]",
        "[SEC: PLAZOS | CHUNK: 8]",
        "---",
        "| Paso | Responsable |\n|---|---|",
        "No encontré esa información en los documentos consultados.",
        "Los documentos no mencionan el valor de la multa de 2030.",
        "Si necesita más información, no dude en preguntar.",
        "¿Desea que le explique el reparto?",
        "Gracias por su consulta.",
    ],
)
def test_lo_que_no_afirma_nada_no_alarma(texto: str) -> None:
    for con in (TRES, Contexto("", ())):
        assert all(f.estado is Estado.SIN_AFIRMACION for f in revisar(texto, con))


@pytest.mark.parametrize(
    "frase",
    [
        "1) los despachos entregan el informe, 2) el magistrado puede conceder prórroga",
        "Paso 2: los despachos entregan el informe.",
        "**2.** Los despachos entregan el informe.",
        "Según la fuente 1, los despachos entregan el informe.",
        "Los despachos entregan el informe [1].",
        "| 1 | Los despachos entregan el informe |",
    ],
)
def test_numerar_no_discrepa(frase: str) -> None:
    assert all(f.estado is not Estado.DISCREPA for f in revisar(frase, TRES))


def test_un_mismo_error_se_dice_una_vez() -> None:
    frase = una("El informe se entrega a partir del quinto día calendario del mes siguiente.")
    lugares = sorted((d.desde, d.hasta) for d in frase.discrepancias)
    assert lugares
    assert all(a[1] <= b[0] for a, b in pairwise(lugares))


def test_lo_que_nadie_dice_no_tiene_respaldo() -> None:
    frase = una("La luna gira alrededor de la tierra cada veintiocho días.")
    assert frase == Frase(0, 57, Estado.SIN_RESPALDO)
    assert una("8.").estado is not Estado.RESPALDADA


def test_lo_que_se_pregunto_no_es_invento_si_nadie_lo_contradice() -> None:
    dicho = "En 2030 los despachos entregan el informe del trimestre."
    assert una(dicho).estado is Estado.DISCREPA
    assert una(dicho, pregunta="¿Cuándo se entrega en 2030?").estado is Estado.RESPALDADA
    contra = "El informe se entrega a más tardar el séptimo día hábil del mes siguiente."
    assert una(contra, pregunta="¿Es el séptimo día hábil?").estado is Estado.DISCREPA


def test_el_nombre_del_documento_respalda_lo_que_es_suyo() -> None:
    fuente = Fuente(
        1, "ley-45-1990.md", "Ley de informes", "", "Artículo 5", 8, 0, len(PLAZO), 0, 0, ()
    )
    con = Contexto(PLAZO, (fuente,))
    dicho = "Según el artículo 5 de la Ley 45 de 1990, los despachos entregarán el informe."
    assert una(dicho, con).estado is Estado.RESPALDADA
    assert una(dicho.replace("45 de", "54 de"), con).estado is Estado.DISCREPA
    suyo = "En 1990 los despachos entregarán el informe a más tardar el quinto día hábil."
    assert una(suyo, con).estado is Estado.RESPALDADA
    assert una(suyo.replace("1990", "1991"), con).estado is Estado.DISCREPA


def test_los_lugares_son_del_texto_entero() -> None:
    texto = "Mire:\n\nEl magistrado concede tres semanas de prórroga.\n"
    (_, frase) = revisar(texto, TRES)
    (discrepancia,) = frase.discrepancias
    assert discrepancia == Discrepancia("plazo", "tres semanas", "tres días", 29, 41)
    assert texto[29:41] == "tres semanas"


FIELES = (
    "El informe se entrega a más tardar el quinto día hábil del mes siguiente.",
    "El magistrado podrá conceder una prórroga de tres días.",
    "La demora del secretario se comunica dentro de los diez días siguientes.",
    "La multa no será superior a cinco salarios mínimos mensuales.",
    "Los expedientes archivados no se someten a reparto.",
    "El Acuerdo 345 de 2011 rige a partir del 20 de julio de 2011.",
)
PARECIDOS = (
    "El informe anual se entrega a más tardar el décimo día hábil del mes de enero.",
    "El juez deberá conceder una prórroga de seis días.",
    "La multa será superior a dos salarios mínimos mensuales.",
    "Los expedientes activos se someten a reparto. El Acuerdo 346 rige hasta 2015.",
)


@given(st.permutations((PLAZO, SANCION, REPARTO, *PARECIDOS)))
def test_fiel_a_uno_no_discrepa_por_otro(pasajes: list[str]) -> None:
    con = contexto(*pasajes)
    assert [una(frase, con).estado for frase in FIELES] == [Estado.RESPALDADA] * len(FIELES)


def test_las_frases_fieles_compartidas_no_discrepan_por_otros_pasajes() -> None:
    if not COMPARTIDAS.is_file():
        pytest.skip(f"no existe {COMPARTIDAS}")
    lineas = [json.loads(r) for r in COMPARTIDAS.read_text(encoding="utf-8").splitlines()]
    pasajes = list(dict.fromkeys(linea["pasaje"] for linea in lineas))
    discrepan = {1: 0, 4: 0}
    for linea in (linea for linea in lineas if linea["fiel"]):
        propio = pasajes.index(linea["pasaje"])
        for cuantos in discrepan:
            con = contexto(*((pasajes * 2)[propio : propio + cuantos]))
            estados = [f.estado for f in revisar(linea["frase"], con)]
            discrepan[cuantos] += Estado.DISCREPA in estados
    assert discrepan[4] <= discrepan[1]


trozos = st.sampled_from(
    [
        *PLAZO.split(),
        *SANCION.split(),
        *(
            "\n",
            "\n\n",
            "- ",
            "## ",
            "|",
            "no",
            "podrá",
            "hasta",
            "%",
            "$",
            "1.",
            "(",
            "İ",
            "º",
            "n\u0303",
        ),
    ]
)


@given(st.lists(trozos, max_size=40).map(" ".join), st.lists(trozos, max_size=40).map(" ".join))
def test_nada_se_rompe_y_todo_queda_en_su_lugar(texto: str, pasaje: str) -> None:
    frases = revisar(texto, contexto(pasaje), pasaje)
    assert all(a.hasta <= b.desde for a, b in pairwise(frases))
    for frase in frases:
        assert (frase.estado is Estado.DISCREPA) == bool(frase.discrepancias)
        for d in frase.discrepancias:
            assert frase.desde <= d.desde < d.hasta <= frase.hasta
            assert texto[d.desde : d.hasta] == d.dice
            assert d.pasaje in pasaje


tramos_cortos = st.tuples(st.integers(0, 9), st.integers(0, 6))


@given(st.lists(tramos_cortos, max_size=12))
def test_de_dos_discrepancias_una_dentro_de_la_otra_vale_la_primera(
    tramos: list[tuple[int, int]],
) -> None:
    todas = [Discrepancia("numero", "", "", desde, desde + mide) for desde, mide in tramos]
    esperadas: list[Discrepancia] = []
    for esta in todas:
        if not any(o.desde <= esta.desde and esta.hasta <= o.hasta for o in esperadas):
            esperadas.append(esta)
    assert sin_contenidas(todas) == tuple(esperadas)


@pytest.mark.parametrize(
    "parte",
    [
        "no podrá ",
        "cinco días ",
        "hasta 5 de mayo ",
        "juez de ",
        "podrá ",
        "quinto ",
        "$ 5 ",
        "ley 5 ",
    ],
)
def test_una_frase_enorme_se_lee_sin_volver_atras(parte: str) -> None:
    """Sixty thousand characters in one sentence: in time quadratic to them it would not end."""
    texto = parte * (60_000 // len(parte))
    assert len(revisar(texto, TRES)) == 1
    assert len(revisar(f"{PLAZO} {parte * 400}", TRES)) == 2


def test_de_una_lista_que_no_viene_desde_el_primero_cuenta_como_se_llama_el_ultimo() -> None:
    pasaje = (
        "Para el permiso de obra se exige:\n4. El plano del predio;\n5. La licencia del vecino."
    )
    assert una("El permiso de obra exige cinco requisitos.", contexto(pasaje)).discrepancias == ()
    assert una("El permiso de obra exige seis requisitos.", contexto(pasaje)).discrepancias


@given(st.integers(0, 7), st.integers(0, 7))
def test_unas_pocas_frases_se_revisan_como_entre_todas(desde: int, hasta: int) -> None:
    texto = f"Mire:\n\n{PLAZO}\n\nLa multa es de 7 salarios.\n\n- {REPARTO}"
    cuales = slice(desde, -hasta)
    todas = revisar(texto, TRES)
    assert len(todas) > 5
    assert revisar(texto, TRES, cuales=cuales) == todas[cuales]


ROMERIA = (
    "El secretario entregará las llaves al auxiliar. Las cuotas serán recaudadas por el tesorero. "
    "El interesado presentará un plano en el plazo que le fije el comité. La junta, previo informe "
    "del contador, nombrará los guías y enviará el acta al alcalde. Autorízase al gerente para "
    "arrendar los puestos. Pagadas las fianzas, el comité abrirá los puestos. El auxiliar llevará "
    "los libros. Los toldos que no sean objeto de reserva pasan a la bodega. La multa no podrá "
    "exceder del 10 % por el toldo o del 20 % por el carro. Lo anterior, sin perjuicio de las "
    "quejas que lleguen después de cerrada la feria. El inspector no podrá:\n\na) Cobrar por las "
    "visitas;\nb) Visitar la bodega.\n\n| Cargo | Sueldo |\n| --- | --- |\n"
    "| Pregonero | 900 |\n| Portero | 1.200 |"
)


@pytest.mark.parametrize(
    "frase",
    [
        "El auxiliar recibe del secretario las llaves.",
        "Las llaves las entrega el secretario al auxiliar.",
        "El tesorero recauda las cuotas.",
        "El plano lo presenta el interesado.",
        "La junta envía el acta al alcalde.",
        "El gerente puede arrendar los puestos.",
        "El comité abrirá los puestos una vez pagadas las fianzas.",
        "Los toldos no entregados en reserva pasan a la bodega.",
        "La multa es como máximo del 20 % por el carro.",
        "El inspector no puede cobrar por las visitas.",
        "Valen las quejas que llegan después de cerrada la feria.",
        "El pregonero gana 900.",
        "El portero gana 1.200 pesos.",
    ],
)
def test_lo_que_la_romeria_dispone_tiene_respaldo(frase: str) -> None:
    assert una(frase, contexto(ROMERIA)).estado is Estado.RESPALDADA


@pytest.mark.parametrize(
    ("frase", "tipo"),
    [
        ("El auxiliar entregará las llaves al secretario.", "quien"),
        ("Las cuotas serán recaudadas por el alcalde en nombre del tesorero.", "quien"),
        ("El comité presentará un plano en el plazo que le fije el interesado.", "quien"),
        ("El alcalde enviará el acta a la junta.", "quien"),
        ("El comité arrendará los puestos.", "quien"),
        ("El inspector podrá cobrar por las visitas.", "negacion"),
        ("El portero gana 900 pesos.", "dinero"),
        ("El pregonero recibe 1.200 pesos.", "dinero"),
        ("El auxiliar puede llevar los libros.", "modalidad"),
    ],
)
def test_lo_que_la_romeria_no_dispone_discrepa(frase: str, tipo: str) -> None:
    assert tipo in {d.tipo for d in una(frase, contexto(ROMERIA)).discrepancias}


@pytest.mark.parametrize(
    ("pasaje", "frase", "quien"),
    [
        ("El Museo Nacional de los Ríos llevará el registro de préstamos.", "El MNR", ""),
        ("El Museo Nacional de los Ríos llevará el registro de préstamos.", "El MNT", "MNT"),
        ("El MNR llevará el registro de préstamos.", "El Museo Nacional de los Ríos", ""),
        ("La Bibloteca Mayor llevará el registro de préstamos.", "La Biblioteca Mayor", ""),
        ("El Ministro llevará el registro de préstamos.", "El Ministerio", ""),
        ("El Ministerio llevará el registro de préstamos.", "El Ministro", "Ministro"),
    ],
)
def test_un_nombre_vale_por_sus_iniciales_y_mal_leido(pasaje: str, frase: str, quien: str) -> None:
    """A body acts where who heads it does; he is not named by its name."""
    fuente = Fuente(1, "d.md", "", "", "", 0, 0, len(pasaje), 0, 0, ())
    dicho = f"{frase} lleva el registro de préstamos."
    (revisada,) = revisar(dicho, Contexto(f"{pasaje}\n\n", (fuente,)))
    assert [d.dice for d in revisada.discrepancias if d.tipo == "quien"] == [quien][: bool(quien)]


PUERTO = (
    "Artículo 2. Los turnos del faro serán repartidos por el capitán de cada puerto. El Ministerio "
    "de Marina girará a la Junta de Faros los dineros del aceite.\n\n"
    "Artículo 3. El Ministerio de Obras estudiará los planos del muelle. La Junta de Faros "
    "recomendará al Ministerio de Marina los sitios de las boyas.\n\n"
    "Artículo 4. Se informará al Ministerio de Marina de los fondos de la bahía."
)


@pytest.mark.parametrize(
    ("frase", "dice", "pasaje"),
    [
        # to whom it is done
        (
            "El Ministerio de Marina informa de los fondos de la bahía.",
            "Ministerio de Marina",
            "informará al Ministerio de Marina",
        ),
        # of the same kind, and named otherwise
        (
            "El Ministerio de Obras gira los dineros del aceite.",
            "Ministerio de Obras",
            "Ministerio de Marina",
        ),
    ],
)
def test_quien_no_es_se_dice_con_quien_es(frase: str, dice: str, pasaje: str) -> None:
    (discrepancia,) = una(frase, contexto(PUERTO)).discrepancias
    assert (discrepancia.tipo, discrepancia.dice, discrepancia.pasaje) == ("quien", dice, pasaje)


@pytest.mark.parametrize(
    "frase",
    [
        "Los turnos del faro los reparte el capitán del puerto.",
        "A la Junta de Faros le gira el Ministerio de Marina los dineros del aceite.",
        "Quien estudia los planos del muelle es el Ministerio de Obras.",
        "Los sitios de las boyas los recomienda la Junta de Faros al Ministerio de Marina.",
    ],
)
def test_quien_es_tiene_respaldo(frase: str) -> None:
    assert una(frase, contexto(PUERTO)).estado is Estado.RESPALDADA


def test_quien_se_nombra_en_una_lista_es_uno_de_ellos() -> None:
    pasaje = "La multa será impuesta por los inspectores y por los corregidores del puerto."
    frase = "La multa la imponen los capitanes de muelle, los inspectores y los corregidores."
    assert una(frase, contexto(f"{pasaje} Los capitanes de muelle la cobran.")).estado is (
        Estado.RESPALDADA
    )


@pytest.mark.parametrize(
    ("frase", "dice", "pasaje"),
    [
        ("El tercer turno va del 1° de julio al 3 de mayo.", "3 de mayo", "30 de septiembre"),
        ("El primer turno va del 1° de febrero al 31 de marzo.", "1° de febrero", "1° de enero"),
        ("| Cuarto | 1° de octubre | 15 de agosto |", "15 de agosto", "31 de diciembre"),
    ],
)
def test_del_pasaje_se_dice_lo_que_va_con_lo_demas(frase: str, dice: str, pasaje: str) -> None:
    """Of items in the same words, the one whose other figures the sentence gives."""
    turnos = (
        "El faro se cuida por turnos, así:\n\n"
        "a. El primer turno va del 1° de enero al 31 de marzo.\n"
        "b. El segundo turno va del 1° de abril al 30 de junio.\n"
        "c. El tercer turno va del 1° de julio al 30 de septiembre.\n"
        "d. El cuarto turno va del 1° de octubre al 31 de diciembre.\n"
    )
    (discrepancia,) = una(frase, contexto(turnos)).discrepancias
    assert (discrepancia.dice, discrepancia.pasaje) == (dice, pasaje)


A_LA_LETRA = (
    "Para compartir con una parte, genere un enlace con vencimiento, de solo lectura y dirigido a "
    "su correo; los enlaces «para cualquiera» están deshabilitados. No use nubes gratuitas.\n\n"
    "Nadie podrá:\n1. Usar el horno de noche.\n2. Prestar las llaves.\n"
)


@pytest.mark.parametrize(
    "frase",
    [
        "Para compartir con una parte, genere un enlace con vencimiento, de solo lectura y "
        "dirigido a su correo; los enlaces «para cualquiera» están deshabilitados.",
        "PARA COMPARTIR con una parte, genere un **enlace** con vencimiento, de solo lectura y "
        "dirigido a su correo: los enlaces para cualquiera están deshabilitados.",
    ],
)
def test_lo_que_un_pasaje_dice_a_la_letra_no_discrepa(frase: str) -> None:
    con = contexto(A_LA_LETRA)
    assert una(frase, con).estado is Estado.RESPALDADA
    assert una(frase.replace("están", "no están"), con).estado is Estado.DISCREPA


def test_un_item_no_se_afirma_por_estar_a_la_letra() -> None:
    con = contexto(A_LA_LETRA)
    dichas = revisar("Se puede lo que sigue: usar el horno de noche.\n\nUsar el horno.", con)
    assert dichas[0].estado is Estado.DISCREPA
