"""Questions on documents of a court's statistics, from one word to the longest that is admitted."""

from __future__ import annotations

from typing import Final

LARGO_MEDIO: Final = 400
LARGO_MAXIMO: Final = 4_000

_CORTAS: Final = {
    "plazo": "¿Cuándo debo reportar en SIERJU?",
    "sanciones": "¿Qué sanciones hay por no reportar?",
    "código": "Explica el acuerdo PSAA16-10476",
    "formulario": "En un juzgado promiscuo del circuito, ¿qué va en inventario inicial?",
    "palabras comunes": "¿Cuántos procesos del periodo registra el despacho en la columna?",
    "lista": "¿Cuáles son los tipos de procesos civiles que se registran en la sección?",
    "lista corta": "Enumera las secciones",
    "sin tildes": "que diferencia hay entre rechazo de la demanda y desistimiento tacito",
    "una palabra": "tutela",
    "muchas subcadenas": "¿Qué son los autos, actas y actos en la parte penal?",
    "número": "¿Qué dispone el artículo 7 sobre las 2019 diligencias?",
    "nada que hallar": "¿Cómo se prepara un xilófono para kayakistas?",
}
_RELATO: Final = """
    Soy secretaria de un juzgado promiscuo del circuito y llevo tres meses en el cargo. Al cerrar el
    trimestre encontré procesos con sentencia anterior que siguen activos por una actuación
    posterior, otros que llegaron por impedimento de un juez vecino y varias acciones de tutela cuya
    impugnación todavía no regresa del superior. Mi antecesora los contaba a todos como inventario
    final, pero el magistrado que visitó el despacho dijo que algunos debían salir como egresos y
    otros quedar sin trámite. Quiero saber en qué columna registro cada caso, si las audiencias
    aplazadas se anotan una sola vez, qué hago con las medidas cautelares en asuntos de familia,
    cómo reporto los adolescentes vinculados a una investigación penal y si el amparo de pobreza
    cambia la clase de proceso. También me preguntan desde la oficina de estadística por los
    depósitos judiciales, los incidentes de desacato, las comisiones devueltas sin diligenciar, los
    embargos levantados y las conciliaciones que terminaron con acuerdo parcial entre empleador y
    trabajador. Si me equivoco en el formulario, ¿puedo corregirlo después del quinto día hábil?
    ¿Quién responde por la demora, la funcionaria que firma o el empleado que digita los datos? ¿Hay
    capacitación, manual o línea de ayuda para resolver estas dudas antes del próximo corte? En
    ejecución tengo remates suspendidos por nulidad, liquidaciones de crédito objetadas, secuestres
    relevados y avalúos vencidos que nadie ha pedido actualizar. En lo laboral hay pensiones
    reconocidas a medias, fueros sindicales en consulta y ordinarios de única instancia archivados
    por contumacia. En lo penal quedan preclusiones negadas, rupturas de la unidad procesal,
    prescripciones y condenas anticipadas que se apelaron y volvieron confirmadas, modificadas o
    revocadas. En restitución de tierras, pertenencias, deslindes, servidumbres, sucesiones y
    divisorios aparecen demandados indeterminados, curadores sin posesionar y edictos mal
    publicados. Otra inquietud: cuando un expediente cambia de radicación porque la dirección
    seccional creó un cargo de descongestión, ¿lo descuenta quien entrega, lo suma quien recibe, o
    ambos informan el traslado mediante alguna novedad? Tuvimos quince remisiones así durante
    febrero y marzo. Además, ciertos asuntos ingresan duplicados desde la ventanilla virtual; el
    ingeniero borra la copia, pero ya fue asignada, notificada e incluso resuelta con providencia
    ejecutoriada. Sobre garantías, los turnos nocturnos, dominicales y festivos generan capturas
    legalizadas, imputaciones formuladas, allanamientos controlados e interceptaciones autorizadas
    que atiende otro servidor; ignoro a nombre de quién cargarlas cuando hay vacaciones, licencia o
    encargo. En familia abundan alimentos, custodias, visitas, filiaciones, adopciones,
    interdicciones hoy convertidas en apoyos, cesaciones de efectos civiles y violencia
    intrafamiliar remitida por la comisaría; algunas acumulan varias pretensiones y dudo entre
    anotarlas juntas o separadas. Para populares, cumplimiento y hábeas corpus necesito distinguir
    coadyuvancias, pactos aprobados, incentivos, recusaciones, conflictos de competencia y
    salvamentos. Respecto del personal, me exigen informar planta, provisionales, escalafón,
    permisos sindicales, incapacidades, teletrabajo, practicantes universitarios y judicantes ad
    honorem; la plantilla trae casillas cerradas que rechazan decimales, fracciones o celdas vacías.
    Por último, si la plataforma falla el día del vencimiento, ¿sirve enviar un correo, una captura
    de pantalla o un oficio firmado electrónicamente como prueba de que cumplimos oportunamente?
    Falta aclarar acumulaciones, desgloses, suspensiones por prejudicialidad, pruebas de oficio,
    exhortos consulares, cauciones, honorarios de peritos, multas impagas, copias auténticas,
    archivo provisional, perentoriedad de traslados y reconstrucción de carpetas extraviadas durante
    la mudanza. Agradezco una explicación ordenada, paso por paso, citando numeral, página y fecha
    exacta.
"""


def preguntas() -> dict[str, str]:
    """Return the questions by what is hard about each."""
    return {
        **_CORTAS,
        "400 caracteres": _relato(LARGO_MEDIO),
        "4.000 caracteres": _relato(LARGO_MAXIMO),
    }


def _relato(largo: int) -> str:
    """Return a story of so many characters."""
    return " ".join(_RELATO.split())[:largo]
