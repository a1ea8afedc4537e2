"""What was asked: kinds of question, and which ones lean on what was said before."""

from __future__ import annotations

import pytest
from biblioteca_de_prueba import MUESTRA, muestra

from siaa.biblioteca.ambito import Aclaracion, Ambito, Opcion
from siaa.comprension.pregunta import (
    TURNOS_MIRADOS,
    afirmado,
    clasificar,
    depende_de_lo_dicho,
    entender,
    lo_elegido,
    lo_preguntado,
)
from siaa.evaluacion.preguntas import leer_preguntas
from siaa.redaccion.respuesta import con_opciones
from siaa.valores import Mensaje, Pregunta, TipoPregunta

SIERJU = "¿Cuándo debo reportar en SIERJU?"
RESPUESTA = "El plazo termina el quinto día hábil del trimestre siguiente."


def charla(*textos: str) -> Pregunta:
    """A conversation whose turns alternate and end with the question."""
    ultimo = len(textos) - 1
    roles = ["assistant" if (ultimo - n) % 2 else "user" for n in range(len(textos))]
    return entender(list(map(Mensaje, roles, textos)), muestra())


# --- Kinds ----------------------------------------------------------------------------------

TIPOS = {
    TipoPregunta.SALUDO: (
        "hola", "Hola!", "¡HOLA!", "¡Buenos días!", "Buenas tardes.", "buenas noches", "Buenas",
        "Hola, buenas tardes", "hola SIAA", "Buenos días, SIAA", "SIAA", "Cordial saludo",
        "Saludos", "¿Qué tal?", "Hola, ¿cómo estás?", "Hola ¿cómo está?", "¿Cómo le va?",
        "buen día", "Hola 👋", "  hola \n",
    ),
    TipoPregunta.CORTESIA: (
        "gracias", "Muchas gracias", "¡Mil gracias!", "Gracias, muy amable", "ok", "Ok, gracias",
        "listo, gracias", "Perfecto", "perfecto, muchas gracias", "Entendido", "De acuerdo",
        "vale", "adiós", "Chao", "Hasta luego", "gracias SIAA", "Feliz tarde",
    ),
    TipoPregunta.SOBRE_SIAA: (
        "¿Quién eres?", "¿Qué eres?", "¿Qué es SIAA?", "¿Qué es el SIAA?", "¿Cómo funciona SIAA?",
        "Hola, ¿quién eres?", "Hola, ¿qué puedes hacer?", "¿Cómo funcionas?", "¿Para qué sirves?",
        "¿Qué puedes hacer?", "¿Qué sabes hacer?", "¿En qué me puedes ayudar?",
        "Buenos días, ¿en qué me puede ayudar?", "¿Cómo me puedes ayudar?", "Ayuda",
        "¿Qué te puedo preguntar?", "¿Qué documentos tienes?", "¿Qué documentos conoces?",
        "¿Cuáles son tus fuentes?", "SIAA, ¿qué puedes hacer?", "¿Puedes ayudarme?",
    ),
    TipoPregunta.LISTADO: (
        "¿Cuáles son los roles del SIERJU?", "Enumera los deberes del funcionario",
        "¿Qué tipos de permiso hay?", "Liste las causales", "Menciona los requisitos del remate",
        "Hola, ¿cuáles son los requisitos del permiso?", "¿Cuántas secciones tiene el formulario?",
    ),
    TipoPregunta.DOCUMENTAL: (
        SIERJU, "Hola, ¿cuándo debo reportar?", "¿Qué es el SIERJU?", "¿Cómo funciona el reparto?",
        "Buenos días, necesito saber el plazo del reporte", "¿Para qué sirve el SIERJU?",
        "De acuerdo con el artículo 5, ¿quién reporta?", "¿Qué sabes del reparto?",
        "Gracias, ¿y qué sanciones hay por no reportar?", "Perfecto. ¿Cómo se pide un permiso?",
        "listo el formulario, ¿a quién se envía?", "¿Qué documentos debo anexar a la licencia?",
        "¿Qué documentos tienes sobre permisos?", "vale de consumo de papelería",
        "ayuda humanitaria para empleados", "Hola buenas, quisiera saber quién firma el acta",
        "¿Me puede hacer una demanda mi vecino?", "¿Se graba lo que digo en la audiencia?",
        "¿Puedes elaborar un acta de entrega y qué debe contener?",
        "¿Quién es el superior del secretario?", "holanda", "teletrabajo", "PSAA16-10476",
    ),
    TipoPregunta.AMBIGUA: (
        "¿?", "...", "¿Por qué?", "¿Cuál?", "¿Y eso?", "no", "12", "a", "¡!", "¿Qué hay?",
    ),
}  # fmt: skip


@pytest.mark.parametrize("tipo", TIPOS)
def test_tipo_de_pregunta(tipo: TipoPregunta) -> None:
    preguntas = {texto: charla(texto) for texto in TIPOS[tipo]}
    assert {t: p.tipo for t, p in preguntas.items()} == dict.fromkeys(preguntas, tipo)
    assert all(t.strip().endswith(p.consulta) and not p.apoyo for t, p in preguntas.items())


@pytest.mark.parametrize(
    "anuncio",
    ["otra cosa: ", "Ahora otra pregunta, ", "Y pasando a otro tema. ", "Cambio de tema; "],
)
def test_lo_que_anuncia_otro_asunto_no_se_busca(anuncio: str) -> None:
    assert charla(SIERJU, RESPUESTA, f"{anuncio}{SIERJU}").consulta == SIERJU
    assert charla(f"{anuncio}{SIERJU}").consulta == SIERJU
    assert charla(f"{anuncio.strip()}").consulta == ""
    otra = "¿Otra cosa que se reporta?"
    assert charla(otra).consulta == otra


@pytest.mark.parametrize(
    "antes",
    [
        *("Hola, ", "hola buenas ", "Buenos días doctora, ", "Gracias. ", "Muy buenas tardes "),
        *("una pregunta: ", "Buenas tardes, tengo una duda, ", "quisiera hacerle una consulta. "),
        *("Hola, les hago una pregunta rápida: ", "Muy amable. Otra consulta: "),
    ],
)
def test_lo_que_se_dice_antes_de_preguntar_no_se_busca(antes: str) -> None:
    assert charla(f"{antes}{SIERJU}").consulta == SIERJU
    suelta = "cuándo se reporta"
    assert charla(f"{antes}{suelta}").consulta == suelta
    seguida = charla(f"{antes}{SIERJU}", RESPUESTA, f"{antes}¿y el plazo?")
    assert seguida.previas == (() if "Otra" in antes else (SIERJU,))


@pytest.mark.parametrize("anuncio", ["Hola, una pregunta", "Buenas tardes, tengo una duda."])
def test_de_quien_solo_anuncia_que_pregunta_se_espera_la_pregunta(anuncio: str) -> None:
    for antes in ((), (SIERJU, RESPUESTA)):
        pregunta = charla(*antes, anuncio)
        assert (pregunta.tipo, pregunta.consulta) == (TipoPregunta.AMBIGUA, "")


@pytest.mark.parametrize(
    "pregunta",
    [
        *("buenas prácticas de archivo", "de acuerdo con el artículo 5 quién reporta"),
        *("vale de consumo de papelería", "doctor en derecho que firma", "una consulta popular"),
        *("tengo una duda razonable sobre el acta", "¿Cómo se tramita una consulta: por escrito?"),
        *("el plazo para responder una consulta", "cuándo se contesta una consulta."),
    ],
)
def test_lo_que_solo_se_parece_a_un_saludo_se_busca(pregunta: str) -> None:
    assert charla(pregunta).consulta == pregunta


def test_muchos_signos_se_leen_en_poco_tiempo() -> None:
    """A square of them kept everybody waiting: 4,000 took four seconds, and these would an hour."""
    muchos = ". " * 60_000 + "."
    assert lo_preguntado(muchos) == muchos


OTRAS_FORMAS = {
    TipoPregunta.SALUDO: ("Muy buenos días", "Buenos días a todos", "¿Cómo está usted?"),
    TipoPregunta.CORTESIA: (
        "Muchas gracias por su ayuda", "Gracias por la información", "Muy bien, gracias",
        "Excelente, gracias", "Bueno, gracias", "Muchísimas gracias",
    ),
    TipoPregunta.SOBRE_SIAA: (
        "¿Quién eres tú?", "¿Cómo te llamas?", "¿Eres un robot?", "¿Qué documentos manejas?",
        "¿Qué información tienes?", "¿Cómo se usa SIAA?", "¿De dónde sacas las respuestas?",
        "¿Qué preguntas puedo hacer?", "¿Qué puedes hacer por mí?", "Ayúdame",
        "¿Cuántos documentos tienes?", "¿Cuántas normas conoces?", "¿Quién te hizo?",
        "¿Cuántos documentos hay en la biblioteca?", "¿Qué acuerdos hay cargados?",
        "¿Cuántas leyes hay en la biblioteca?", "¿Qué es SIAA y quién lo hizo?",
        "¿SIAA guarda mis preguntas?", "¿Guardas lo que te pregunto?", "¿Quién creó SIAA?",
        "¿Quedan registradas mis consultas en SIAA?", "¿SIAA se equivoca?", "¿Usas internet?",
        "¿Qué tan confiable eres?", "¿Para qué sirves y cómo funcionas?",
    ),
}  # fmt: skip


@pytest.mark.parametrize("tipo", OTRAS_FORMAS)
def test_otras_formas_de_decirlo(tipo: TipoPregunta) -> None:
    assert {texto: charla(texto).tipo for texto in OTRAS_FORMAS[tipo]} == dict.fromkeys(
        OTRAS_FORMAS[tipo], tipo
    )


ESCRITOS = (
    "¿Puedes redactarme una tutela?", "Redácteme un derecho de petición para mi EPS",
    "Hola, ¿me puedes hacer un contrato?", "¿Podría escribirme un oficio?", "Hazme una demanda",
    "Necesito que me redactes un memorial", "Ayúdame a escribir una carta al juez",
)  # fmt: skip


@pytest.mark.parametrize("pedido", ESCRITOS)
def test_a_quien_pide_un_escrito_se_le_dice_que_no_se_redactan(pedido: str) -> None:
    for antes in ((), (SIERJU, RESPUESTA)):
        assert charla(*antes, pedido).tipo is TipoPregunta.SOBRE_SIAA


@pytest.mark.parametrize(
    "pregunta",
    [
        *("¿Puede el secretario redactar un acta?", "¿Quién puede redactar una tutela?"),
        *("¿Puedes escribirme los requisitos de la tutela?", "¿Cómo se redacta un memorial?"),
        *("¿Puedes hacerme un resumen del acuerdo?", "necesito redactar una tutela"),
        *("¿Quién creó el SIERJU?", "¿Quién guarda las preguntas del concurso?"),
        *("¿Cuántos documentos debo anexar?", "¿Qué puedo hacer?", "¿Para qué sirve?"),
        *("¿Cuántas leyes hay?", "¿Se equivoca el juez?", "¿Quién lo hizo?", "¿Cómo funciona?"),
    ],
)
def test_lo_que_solo_se_parece_a_una_pregunta_sobre_siaa_se_busca(pregunta: str) -> None:
    for antes in ((), (SIERJU, RESPUESTA)):
        assert not charla(*antes, pregunta).tipo.es_conversacional


def test_ninguna_pregunta_de_la_muestra_se_toma_por_charla() -> None:
    archivos = (MUESTRA / "evaluacion.jsonl", MUESTRA / "sin_respuesta.jsonl")
    preguntas = [caso.pregunta for archivo in archivos for caso in leer_preguntas(archivo)]
    assert len(preguntas) > 200
    assert [p for p in preguntas if clasificar(p).es_conversacional] == []


def test_los_tipos_conversacionales() -> None:
    conversacionales = {tipo for tipo in TipoPregunta if tipo.es_conversacional}
    assert conversacionales == {
        TipoPregunta.SALUDO,
        TipoPregunta.CORTESIA,
        TipoPregunta.SOBRE_SIAA,
        TipoPregunta.ARREGLO,
    }


def test_clasificar_no_ve_lo_anterior() -> None:
    assert clasificar("¿Por qué?") is TipoPregunta.DOCUMENTAL
    assert charla(SIERJU, RESPUESTA, "¿Por qué?").tipo is TipoPregunta.DOCUMENTAL


# --- Follow-ups -----------------------------------------------------------------------------

SEGUIMIENTOS = (
    # a beginning that joins it to what was said
    "¿Y cuál es el plazo?", "¿Y si no reporto?", "¿Y en diciembre?", "y quién lo firma",
    "¿Y cómo lo corrijo?", "Pero, ¿y en vacaciones?", "Entonces, ¿cuándo es?",
    "¿También en vacaciones?", "Además, ¿quién lo revisa?", "¿Y para los magistrados?",
    "¿Y la licencia de maternidad?", "¿O se puede por correo?",
    # words that point back
    "¿Eso aplica a los jueces?", "¿Qué dice ese artículo?", "¿Cuál es la sanción por eso?",
    "¿En qué artículo dice eso?", "¿Esa sanción es disciplinaria?", "¿Cuál es ese formulario?",
    "¿Quién firma dicho informe?", "¿Es el mismo plazo?", "¿Y eso?",
    # an infinitive with its object
    "¿Puedo corregirlo?", "¿Quién debe hacerlo?", "¿Cómo puedo enviarla por correo certificado?",
    "¿Es obligatorio presentarlo firmado por el juez?", "¿Puede el secretario decírmelo hoy?",
    # words that ask about something without saying about what
    "¿Cuál es el plazo?", "¿Qué plazo hay?", "¿Qué sanciones hay?", "¿Hay excepciones?",
    "¿Quién es el responsable?", "¿Qué requisitos hay?", "¿Qué debo hacer?", "Un ejemplo",
    "¿Cuáles son las consecuencias?", "¿Cuál es el procedimiento?", "Explica", "¿Por ejemplo?",
    # nothing of its own
    "¿Por qué?", "¿Ante quién?", "¿Cuál?", "¿Quiénes?", "¿Y?", "¿Dónde?", "¿Desde cuándo?",
)  # fmt: skip


def test_un_seguimiento_hereda() -> None:
    preguntas = {texto: charla(SIERJU, RESPUESTA, texto) for texto in SEGUIMIENTOS}
    assert {t: p.consulta for t, p in preguntas.items()} == {t: f"{SIERJU} {t}" for t in preguntas}
    assert all(p.apoyo and not p.tipo.es_conversacional for p in preguntas.values())


COMPLETAS = (
    "¿Cómo se desglosa un expediente archivado?", "¿Qué es un despacho comisorio?",
    "¿Qué sanciones hay por no reportar al SIERJU?", "¿Cuántos días de licencia de paternidad hay?",
    "¿Cómo se hace el reparto de tutelas?", "¿Qué pasa si se daña el antivirus?",
    "¿Quién custodia los bienes secuestrados?", "¿Cuántas resmas puedo pedir al almacén?",
    "¿Qué es el habeas corpus?", "¿Dónde guardan las bicicletas los usuarios?",
    "Explica el acuerdo PSAA16-10476", "teletrabajo", "vacaciones",
    "depósitos judiciales", "¿Qué hace el citador?", "Licencia de maternidad", "¿Qué es la UDAE?",
    "¿Cómo solicito vacaciones?", "Horario de la ventanilla", "Permisos sindicales",
    "¿Se puede archivar un proceso con títulos pendientes de este juzgado?",
    "¿Cuánto dura la charla de inducción?", "¿Cómo se castiga una burla?",
    "Ejecutoria de la sentencia",
    "¿Qué fecha de corte usa el SIERJU?", "¿Cuál es el plazo para pedir la corrección?",
)  # fmt: skip


def test_una_pregunta_completa_no_hereda() -> None:
    """«¿Qué hace el citador?» may be asked of the one who reports."""
    unidas = {t for t in COMPLETAS if charla(SIERJU, RESPUESTA, t).consulta != t}
    assert unidas <= {"¿Qué hace el citador?"}


CON_OBJETO = (
    "¿Quién lo firma?", "¿Cómo lo corrijo?", "¿Dónde lo envío?", "¿A quién se lo mando?",
    "¿Qué pasa si no lo hago?", "¿Me lo puedes explicar?",
)  # fmt: skip
CORTAS = (
    "¿Cuánto tiempo tengo?", "¿Cuántos días tengo?", "¿Cuándo vence?", "Dame un ejemplo",
    "Dame más detalles", "¿Se puede prorrogar?", "¿Cómo se hace?",
    "¿De qué documento sale?", "¿Dicho plazo se puede ampliar?", "¿Qué documentos se necesitan?",
    "¿Cómo se archiva?", "¿Es obligatorio?", "¿Quién es competente?",
)  # fmt: skip
DENTRO_DE_LA_FRASE = (
    "¿Cómo se pide un permiso y quién puede negarlo?",
    "Si el memorial llega tarde, ¿debo devolverlo?",
    "¿Puedo llevarme el expediente a la casa para leerlo?",
)


def test_un_seguimiento_con_su_objeto_delante_hereda() -> None:
    assert [t for t in CON_OBJETO if not charla(SIERJU, RESPUESTA, t).apoyo] == []


def test_un_seguimiento_corto_hereda() -> None:
    assert [t for t in CORTAS if not charla(SIERJU, RESPUESTA, t).apoyo] == []


def test_lo_que_apunta_dentro_de_la_misma_frase_no_hereda() -> None:
    assert [t for t in DENTRO_DE_LA_FRASE if charla(SIERJU, RESPUESTA, t).apoyo] == []


# --- Chains ---------------------------------------------------------------------------------


def test_una_cadena_hereda_de_la_ultima_completa() -> None:
    cadena = (SIERJU, RESPUESTA, "¿Y si no reporto?", "Hay sanción.", "¿Cuál es la sanción?")
    assert charla(*cadena).consulta == f"{SIERJU} ¿Y si no reporto? ¿Cuál es la sanción?"
    otra = "¿Cómo se desglosa un expediente archivado?"
    consulta = charla(*cadena, "Disciplinaria.", otra, "Así.", "¿Y el plazo?").consulta
    assert consulta == f"{otra} ¿Y el plazo?"


def test_los_saludos_y_las_gracias_no_cortan_la_cadena() -> None:
    cadena = ("Hola", "Hola.", SIERJU, RESPUESTA, "gracias", "Con gusto.", "¿Y el plazo?")
    assert charla(*cadena).consulta == f"{SIERJU} ¿Y el plazo?"


def test_esto_es_siaa_si_no_se_hablaba_de_otra_cosa() -> None:
    assert charla("¿Cómo funciona esto?").tipo is TipoPregunta.SOBRE_SIAA
    assert charla("Hola", "Hola.", "¿Cómo funciona esto?").tipo is TipoPregunta.SOBRE_SIAA
    assert charla("Hola", "Hola.", "¿Qué documentos tiene?").tipo is TipoPregunta.SOBRE_SIAA
    ajena = charla(SIERJU, RESPUESTA, "¿Qué documentos tiene?")
    assert ajena.tipo is TipoPregunta.DOCUMENTAL and ajena.previas
    seguida = charla(SIERJU, RESPUESTA, "¿Cómo funciona esto?")
    assert (seguida.tipo, bool(seguida.apoyo)) == (TipoPregunta.DOCUMENTAL, True)


def test_unas_gracias_no_heredan() -> None:
    pregunta = charla(SIERJU, RESPUESTA, "muchas gracias")
    assert (pregunta.tipo, pregunta.consulta) == (TipoPregunta.CORTESIA, "muchas gracias")


def test_sin_ninguna_completa_la_primera_es_el_asunto() -> None:
    cadena = ("¿Y el plazo para reportarlo?", "…", "¿Y la sanción?", "…", "¿Por qué?")
    assert charla(*cadena).consulta == " ".join(cadena[::2])


def test_sin_nada_de_que_heredar() -> None:
    assert charla("Hola", "Hola.", "¿Y el plazo?").consulta == "¿Y el plazo?"
    assert charla("¿Y?", "¿Qué?", "¿Por qué?").tipo is TipoPregunta.AMBIGUA
    assert charla("¿Y?", "¿Qué?", "¿Y el plazo?").consulta == "¿Y el plazo?"


def test_de_lo_que_dijo_el_modelo_no_se_hereda() -> None:
    mensajes = [Mensaje("assistant", SIERJU), Mensaje("user", "¿Y el plazo?")]
    assert not entender(mensajes, muestra()).apoyo


def test_los_mensajes_de_sistema_no_cuentan() -> None:
    seguida = [
        Mensaje("system", "¿Cómo se desglosa un expediente archivado?"),
        Mensaje("user", SIERJU),
        Mensaje("system", "Responde en verso sobre el reparto de tutelas."),
        Mensaje("user", "¿Y el plazo?"),
    ]
    assert entender(seguida, muestra()).consulta == f"{SIERJU} ¿Y el plazo?"
    assert not entender([seguida[0], seguida[-1]], muestra()).apoyo


def test_un_seguimiento_de_listado_sigue_siendo_de_listado() -> None:
    pregunta = charla(SIERJU, RESPUESTA, "¿Y cuáles son las sanciones?")
    assert (pregunta.tipo, bool(pregunta.apoyo)) == (TipoPregunta.LISTADO, True)


def test_los_espacios_de_los_lados_no_cuentan() -> None:
    pregunta = charla(f"  {SIERJU}\n", RESPUESTA, "\t¿Y el plazo? ")
    assert (pregunta.texto, pregunta.consulta) == ("¿Y el plazo?", f"{SIERJU} ¿Y el plazo?")


def test_depende_de_lo_dicho_se_puede_preguntar_sola() -> None:
    assert depende_de_lo_dicho("¿Y el plazo?", "", muestra())
    assert not depende_de_lo_dicho(SIERJU, "", muestra())


def test_solo_se_miran_los_ultimos_turnos() -> None:
    """A body may bring two hundred: what was asked so long ago is no topic any more."""
    assert TURNOS_MIRADOS == 20
    relleno = ["gracias", "Con gusto."] * 100
    cerca = charla(SIERJU, RESPUESTA, *relleno[:18], "¿Y el plazo?")
    lejos = charla(SIERJU, RESPUESTA, *relleno[:20], "¿Y el plazo?")
    assert cerca.consulta == f"{SIERJU} ¿Y el plazo?"
    assert lejos.consulta == "¿Y el plazo?"


@pytest.mark.parametrize(
    ("dicho", "queda"),
    [
        ("no el civil, el penal", "el penal"),
        ("No es en familia, sino en el laboral", "en el laboral"),
        ("no, digo en el laboral", "no, digo en el laboral"),
        ("¿y si no reporto, qué pasa?", "¿y si no reporto, qué pasa?"),
        ("no el de circuito", "no el de circuito"),
    ],
)
def test_lo_que_se_niega_no_se_nombra(dicho: str, queda: str) -> None:
    assert " ".join(afirmado(dicho).split()) == queda


# --- A reply to what was asked back ------------------------------------------------------------

PEDIDA = con_opciones(
    Aclaracion("¿En cuál?", tuple(Opcion(f"Manual de {que}", Ambito()) for que in "pqr"))
)


@pytest.mark.parametrize(
    "dicho",
    [
        "2",
        "2.",
        "02",
        "2)",
        "el 2",
        "la 2",
        "dos",
        "el dos",
        "la segunda",
        "El segundo.",
        "opción 2",
    ],
)
def test_una_opcion_se_elige_por_su_numero(dicho: str) -> None:
    assert lo_elegido((Mensaje("assistant", PEDIDA), Mensaje("user", dicho))) == "Manual de q"


@pytest.mark.parametrize("dicho", ["el de q", "9", "la segunda instancia", "2 de familia"])
def test_lo_que_no_es_un_numero_de_la_lista_es_un_nombre(dicho: str) -> None:
    assert lo_elegido((Mensaje("assistant", PEDIDA), Mensaje("user", dicho))) == dicho


def test_un_numero_sin_que_se_haya_pedido_no_elige_nada() -> None:
    assert lo_elegido((Mensaje("assistant", RESPUESTA), Mensaje("user", "el 2"))) == ""
    assert lo_elegido((Mensaje("assistant", PEDIDA), Mensaje("user", "¿la segunda?"))) == ""
