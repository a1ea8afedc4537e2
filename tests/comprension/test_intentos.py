"""What a question wants: for each intent questions that have it, others that do not, passages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from re import _constants, _parser
from typing import Any

import pytest
from biblioteca_de_prueba import muestra
from hypothesis import given
from hypothesis import strategies as st

from siaa.biblioteca.lengua.texto import plegar
from siaa.comprension.intentos import INTENTOS, intentos_de
from siaa.comprension.pregunta import entender
from siaa.valores import Mensaje

POR_NOMBRE = {intento.nombre: intento for intento in INTENTOS}

PIDEN = {
    "tiempo": (
        "¿Cuándo se entrega el informe?", "¿Cuántos días tengo para apelar?", "¿Cada cuánto es?",
        "¿Hasta qué fecha reciben?", "¿Cuánto dura la licencia?", "¿Cuál es el plazo?",
        "¿A qué hora abren?", "¿Cuánto se demora?", "¿En qué término responden?",
        "soy auxiliar y cuando me pagan", "¿Quién lo entrega y cuándo?",
        "Vivo lejos. ¿Cuándo cierran?",
    ),
    "definicion": (
        "¿Qué es el reparto?", "¿Qué son las costas?", "¿Qué significa exequatur?",
        "¿Qué se entiende por domicilio?", "Definición de mora", "¿A qué se le llama dolo?",
    ),
    "quien": (
        "¿Quién firma el acta?", "¿Quiénes integran el comité?", "¿Qué entidad vigila?",
        "¿Cuál autoridad decide?", "El responsable del archivo", "¿Qué juez conoce?",
    ),
    "cuanto": (
        "¿Cuánto cuesta la copia?", "¿Cuál es el valor del arancel?", "¿Cuántas copias llevo?",
        "¿Qué porcentaje descuentan?", "la plata del arriendo", "¿A cómo se paga la hora?",
    ),
    "consecuencia": (
        "¿Qué pasa si llego tarde?", "¿Qué me puede pasar?", "¿Me pueden sancionar?",
        "¿Hay multa por no votar?", "Si no pago, ¿me embargan?", "¿Voy preso por eso?",
        "¿Me pueden meter presa?", "¿Termina uno preso?",
        "¿Y el que no manda a tiempo el informe?",
    ),
    "lista": (
        "¿Cuáles son los turnos?", "¿Por cuáles salas se pasa?", "¿Qué requisitos piden?",
        "¿En qué casos se devuelve?", "¿Quiénes integran el comité?", "¿Qué otros papeles llevo?",
    ),
    "permiso": (
        "¿Puedo tutear al juez?", "¿Se puede grabar la audiencia?", "¿Es obligatorio votar?",
        "¿Tengo que ir?", "¿Tengo derecho a descanso?", "¿Está prohibido fumar?",
        "¿Podía el juez negarse?", "¿Debería avisar antes?", "¿Había que pedir permiso?",
    ),
    "motivo": (
        "¿Por qué se creó?", "¿Para qué sirve el formato?", "¿Cuál fue el motivo?",
    ),
    "resumen": (
        "¿De qué trata la ley 70?", "Resume el acuerdo", "¿En qué consiste el programa?",
        "hágame un resumen de la circular", "¿Qué dispone este decreto?", "¿Sobre qué versa?",
    ),
    "firma": (
        "¿Quién lo expidió?", "¿Quién firma el decreto?", "¿Cuándo se expidió la ley?",
        "¿De qué fecha es la ley?", "fecha de expedición del decreto",
    ),
    "vigencia": (
        "¿Está vigente el artículo 3?", "¿Quién lo derogó?", "¿Todavía rige ese decreto?",
        "¿Sigue valiendo el acuerdo?", "¿La declararon inexequible?", "¿Ha sido modificada la ley?",
        "¿Qué decreto lo reformó?", "¿Ya no se aplica?", "¿Fue sustituido el artículo 5?",
        "¿Qué acuerdos lo modifican?", "¿Quién deroga esa ley?", "¿Qué cambios ha tenido la ley?",
    ),
    "pasado": (
        "¿Cuánto duraba en 1995?", "¿Quién pagaba en enero de 2001?", "¿Y en los años noventa?",
        "¿Qué decía antes de la reforma?", "antes de que lo derogaran", "¿Cómo era el plazo?",
        "el texto original del artículo 5", "Antes, ¿quién pagaba?", "¿Cuánto se pagaba antes?",
    ),
    "documentos": (
        "¿Qué decretos hablan de pasaportes?", "lista de documentos sobre vivienda",
        "¿Cuáles son las leyes que tratan de minas?", "¿Hay algún acuerdo sobre turnos?",
        "¿En qué circular se habla de escaleras?", "decretos relacionados con puertos",
        "¿Qué normas regulan la pesca?", "muéstreme los manuales que hablen de tutelas",
        "¿Cuántas resoluciones hay sobre teletrabajo?", "¿Qué documentos tiene acerca de aseo?",
        "¿Qué leyes honran a los héroes?", "¿Qué decretos crearon juzgados?",
        "¿En qué acuerdo está la periodicidad?", "¿Qué manual habla de tutelas?",
    ),
}  # fmt: skip
NO_PIDEN = {
    "tiempo": (
        "¿Quién paga el arriendo?", "¿Qué es el tiemple?", "los plazuelas",
        "¿Qué hago cuando llegue el recibo?", "¿A quién llamo cuando se vaya la luz?",
        "como lo pido cuando falte alguien", "¿Qué pasa si no llego a tiempo?",
    ),
    "definicion": ("¿Qué hora es?", "¿Qué esperan de mí?", "¿Qué sonido hace?"),
    "quien": ("¿Cuándo abren?", "¿Quienquiera que sea?", "¿Qué persiguen?"),
    "cuanto": (
        "¿Cuándo abren?", "un hombre valiente", "En cuanto al permiso, dígame",
        "Descuenta el aporte y no lo paga", "mi vecino no paga", "¿Dónde dejo el pagaré?",
    ),
    "consecuencia": (
        *("¿Qué hora es?", "Si no se presenta el testigo", "un pasaje"),
        *("¿Y cuando no traen al preso?", "la salud de los presos"),
    ),
    "lista": (
        "¿Cuál es el turno?", "las salas en las cuales se espera", "¿Quién integra el comité?",
        "los requisitos del permiso", "¿Qué caso es?", "¿Quiénes pagan?",
    ),
    "permiso": (
        "¿Cuándo abren?", "el tocador", "¿Qué hora es?", "¿Cuándo debo entregarlo?",
        "¿Qué tengo que llevar?", "un podio", "la debilidad",
        "¿Quién puede firmar?", "¿Cómo tengo que pedirlo?", "¿Qué me puede pasar?",
    ),
    "motivo": ("¿Qué porqueriza es?", "¿Cuándo abren?", "¿Por quién pregunto?"),
    "resumen": (
        "la trata de personas", "¿Quién resume el acta?", "¿Qué dice el juez?", "¿Qué contiene?",
        "el formulario de resumen mensual", "¿De qué año es?",
    ),
    "firma": ("¿Quién paga?", "fecha del corte", "la firmeza de la decisión"),
    "vigencia": (
        "¿Quién dirige la junta?", "¿Qué vigila la alcaldía?", "¿Qué normas deroga el decreto?",
        "¿Puedo cambiar de puesto?", "Autorización de vigencias futuras", "la vigencia fiscal",
        "¿Qué derogó el Decreto 10?", "¿Qué normas modificó la Ley 5?",
        "¿Qué leyes deroga la Ley 5?", "¿Qué cambios pide el juez?",
    ),
    "pasado": (
        "¿Qué dice el Decreto 10 de 1995?", "¿Qué hago antes de que venza el plazo?",
        "la Ley 5 de 1991", "antes de comprar el lote", "¿Qué pasa con los años de servicio?",
    ),
    "documentos": (
        "¿Qué documentos debo presentar?", "¿Qué normas derogó la Ley 5?", "¿De qué habla la ley?",
        "¿Qué dice la ley sobre vivienda?", "el acuerdo sobre turnos, ¿qué plazo da?",
        "¿Quién guarda los documentos del archivo?", "¿Hay que llevar documentos?",
        "¿Qué documentos piden en la ventanilla?", "¿Qué normas deroga el decreto?",
    ),
}  # fmt: skip
CONTIENEN = {
    "tiempo": ("dentro de los tres (3) días siguientes", "a más tardar el viernes", "el 5 de mayo"),
    "definicion": ("Se entiende por mora el retraso", "La fianza es un contrato"),
    "quien": ("Corresponde al secretario", "estará a cargo de la oficina"),
    "cuanto": ("un valor de $ 20.000", "dos salarios mínimos", "el 5% del total", "30 reales",
               "entre 20 y 30 folios", "1.500 metros"),
    "consecuencia": (
        "incurrirá en falta", "so pena de multa", "queda sin efecto", "será sancionado el juez",
        "la sanción de un mes", "se fijará su sanción y se notificará",
    ),
    "permiso": ("podrá solicitarlo", "Prohíbese fumar", "tiene derecho a descanso"),
    "motivo": ("Que es necesario ordenar", "con el fin de agilizar"),
    "firma": ("Publíquese y cúmplase", "Dado en la capital", "El presidente de la junta"),
    "vigencia": (
        "Esta ley regirá desde su sanción", "Deróganse las normas contrarias",
        "Empezará a regir a los dos meses", "Entra en vigencia el lunes", "Derógase el acuerdo",
        "Principiará a regir hoy", "surte efectos fiscales a partir de enero", "Deróguense ambas",
        "La ley rige un mes después de publicada", "Rige quince (15) días después",
    ),
}  # fmt: skip
NO_CONTIENEN = {
    "tiempo": ("Consulte el manual del formulario", "Se entrega de forma manual"),
    "consecuencia": (
        "Esta ley rige desde su sanción", "a partir de su sanción y promulgación",
        "Una vez sancionada esta ley", "desde la sanción de la misma", "la sanción presidencial",
        "la fecha de su sanción", "aprobación, sanción y publicación",
    ),
    "vigencia": (
        "al entrar en vigencia esta ley", "las normas que la modifiquen o deroguen",
        "surte el tanque de agua", "empezará la clase",
    ),
}  # fmt: skip
PARECEN = {
    "tiempo": ("antes de que cierre", "hasta el muelle", "el presupuesto de la vigencia"),
    "quien": ("el funcionario lo firma",),
    "cuanto": (
        "según el artículo 25", "los artículos 25, 26 y 30", "la Ley 70 de 1993", "en 1998",
        "el 25 de mayo", "el Decreto número 2279", "el Acuerdo PSAA16-10476", "a las 10:30",
    ),
    "consecuencia": ("el funcionario responsable",),
}  # fmt: skip
NEUTRO = "La casa verde queda junto al árbol."


def nombres(pregunta: str) -> list[str]:
    return [intento.nombre for intento in intentos_de(pregunta)]


def test_los_ejemplos_son_de_todos() -> None:
    assert [*POR_NOMBRE] == [*PIDEN] == [*NO_PIDEN]
    assert [*CONTIENEN] == [nombre for nombre, i in POR_NOMBRE.items() if i.contiene]
    assert len(POR_NOMBRE) == len(INTENTOS) and all(intento.que for intento in INTENTOS)


@pytest.mark.parametrize(("nombre", "pregunta"), [(n, p) for n in PIDEN for p in PIDEN[n]])
def test_preguntas_que_lo_piden(nombre: str, pregunta: str) -> None:
    assert nombre in nombres(pregunta)
    assert nombres(pregunta.upper()) == nombres(pregunta) == nombres(plegar(pregunta))


@pytest.mark.parametrize(("nombre", "pregunta"), [(n, p) for n in NO_PIDEN for p in NO_PIDEN[n]])
def test_preguntas_que_no_lo_piden(nombre: str, pregunta: str) -> None:
    assert nombre not in nombres(pregunta)


@pytest.mark.parametrize(("nombre", "texto"), [(n, t) for n in CONTIENEN for t in CONTIENEN[n]])
def test_pasajes_que_lo_tienen_y_uno_que_no_tiene_nada(nombre: str, texto: str) -> None:
    for patron in (POR_NOMBRE[nombre].contiene, POR_NOMBRE[nombre].dice):
        assert re.search(patron, plegar(texto)) and not re.search(patron, plegar(NEUTRO))


@pytest.mark.parametrize(
    ("nombre", "texto"), [(n, t) for n in NO_CONTIENEN for t in NO_CONTIENEN[n]]
)
def test_pasajes_que_solo_lo_parecen(nombre: str, texto: str) -> None:
    assert not re.search(POR_NOMBRE[nombre].contiene, plegar(texto))


@pytest.mark.parametrize(("nombre", "texto"), [(n, t) for n in PARECEN for t in PARECEN[n]])
def test_pasajes_de_los_que_no_se_dice_que_lo_tienen(nombre: str, texto: str) -> None:
    assert re.search(POR_NOMBRE[nombre].contiene, plegar(texto))
    assert not re.search(POR_NOMBRE[nombre].dice, plegar(texto))


@pytest.mark.parametrize(
    ("pregunta", "dicho"),
    [
        ("¿Qué pasa si llego tarde?", "que pasa"),
        ("¿Qué me puede pasar?", "que me puede pasar"),
        ("¿Cuándo pasa el bus?", None),
        ("¿Qué acuerdos regulan la estadística?", "que acuerdos regulan"),
        ("¿Qué leyes honran a los héroes?", "que leyes "),
        ("¿Qué multa hay?", None),
    ],
)
def test_lo_que_de_una_pregunta_solo_pregunta(pregunta: str, dicho: str | None) -> None:
    """«Sanción» says what about; «¿qué pasa si…?» does not."""
    hallados = (re.search(i.pregunta, plegar(pregunta)) for i in INTENTOS if i.pregunta)
    assert [hallado[0] for hallado in hallados if hallado] == ([dicho] if dicho else [])


@given(st.text())
def test_son_de_la_tabla_en_su_orden(pregunta: str) -> None:
    hallados = intentos_de(pregunta)
    assert [*hallados] == [intento for intento in INTENTOS if intento in hallados]
    assert nombres("") == [] == nombres(NEUTRO)


def test_los_intentos_van_con_la_pregunta() -> None:
    pregunta = entender([Mensaje("user", "¿Cuándo vence el registro de la finca?")], muestra())
    assert [intento.nombre for intento in pregunta.intentos] == ["tiempo"]
    assert entender([Mensaje("user", "hola")], muestra()).intentos == ()


# --- The patterns -------------------------------------------------------------------------

PATRONES = {
    f"{intento.nombre}.{cual}": getattr(intento, cual)
    for intento in INTENTOS
    for cual in ("pide", "contiene")
    if getattr(intento, cual)
}


def piezas(arbol: Any) -> Iterator[tuple[Any, Any]]:
    """Every node of a parsed pattern, as operation and operand."""
    if isinstance(arbol, _parser.SubPattern):
        for nodo in arbol:
            yield nodo
            yield from piezas(nodo[1])
    elif isinstance(arbol, list | tuple):
        for parte in arbol:
            yield from piezas(parte)


@pytest.mark.parametrize("cual", PATRONES)
def test_los_patrones_son_lineales(cual: str) -> None:
    """Only runs of one kind of character repeat without end, and never at the start.

    So from each place a search takes time bounded by the longest run of digits that it meets.
    """
    arbol = _parser.parse(PATRONES[cual])
    sin_fin = [
        operando
        for operacion, operando in piezas(arbol)
        if operacion in (_constants.MAX_REPEAT, _constants.MIN_REPEAT)
        and operando[1] is _constants.MAXREPEAT
    ]
    for _, _, repetido in sin_fin:
        ((operacion, clase),) = repetido
        assert operacion is _constants.IN, "what repeats without end is one character"
        assert [*clase] == [(_constants.CATEGORY, _constants.CATEGORY_DIGIT)]
    assert re.search(PATRONES[cual], "") is None, "an intent that everything has says nothing"


@pytest.mark.parametrize("cual", PATRONES)
def test_los_patrones_hablan_de_texto_plegado(cual: str) -> None:
    """An accent or a capital in a pattern would never match."""
    letras = re.sub(r"\\[A-Za-z]", "", PATRONES[cual])
    assert letras == plegar(letras)
