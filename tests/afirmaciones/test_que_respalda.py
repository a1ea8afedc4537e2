"""Which of several passages, and how much of it, vouches for a sentence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from siaa.biblioteca.valores import Extremo, Relacion
from siaa.redaccion.afirmaciones.frase import Estado, Frase
from siaa.redaccion.afirmaciones.revision import revisar
from siaa.valores import Contexto, Fuente


def contexto(*pasajes: str) -> Contexto:
    texto, fuentes = "", []
    for n, pasaje in enumerate(pasajes, 1):
        fin = len(texto) + len(pasaje)
        fuentes.append(Fuente(n, f"d{n}.md", "", "", "", 0, len(texto), fin, 0, 0, ()))
        texto += f"{pasaje}\n\n"
    return Contexto(texto, tuple(fuentes))


def una(frase: str, con: Contexto) -> Frase:
    (revisada,) = revisar(frase, con)
    return revisada


MUELLE = (
    "El capataz abrirá la bodega del muelle y anotará cada caja de sal en el libro de entradas."
)
CERRADA = "El guarda no abrirá la bodega del muelle ni anotará cajas de sal después del cierre."


def test_un_pasaje_peor_que_no_se_opone_no_respalda() -> None:
    """Where the one that has most of a sentence denies it, one that has less proves nothing."""
    frase = "El guarda abrirá la bodega del muelle."
    assert una(frase, contexto(MUELLE)).estado is Estado.RESPALDADA
    for con in (contexto(MUELLE, CERRADA), contexto(CERRADA, MUELLE)):
        revisada = una(frase, con)
        assert revisada.estado is Estado.DISCREPA
        assert con.fragmento(con.fuentes[(revisada.fuente or 0) - 1]) == CERRADA
    fiel = "El capataz anotará cada caja de sal."
    assert una(fiel, contexto(CERRADA, MUELLE)).estado is Estado.RESPALDADA


@pytest.mark.parametrize(
    ("frase", "respaldada"),
    [
        # three words of eight, .375, and one or two in a row that it lacks, .30
        ("Con llave el capataz cierra temprano la bodega y cubre la sal seca.", True),
        # the same words, and five in a row that it lacks, .75
        ("El capataz, con la sal en la bodega, cierra temprano, cubre la llave y la seca.", False),
        # seven of thirteen, .54, and six in a row, .90
        (
            "El capataz abrirá la bodega del muelle y anotará cada caja de sal y barrerá tablones, "
            "pintará barandas y encerará pisos.",
            False,
        ),
    ],
)
def test_lo_que_falta_seguido_pesa_mas_que_lo_disperso(frase: str, respaldada: bool) -> None:
    """A paraphrase has other words here and there; what is invented stands together."""
    esperado = Estado.RESPALDADA if respaldada else Estado.SIN_RESPALDO
    assert una(frase, contexto(MUELLE)).estado is esperado


@pytest.mark.parametrize(
    ("frase", "respaldada"),
    [
        # three of them: a consequence, a condition
        ("El capataz abrirá la bodega del muelle y anotará cada caja con lápiz rojo.", True),
        ("El capataz abrirá la bodega del muelle y anotará cada caja con lápiz rojo fino.", False),
        ("El capataz abrirá la bodega del muelle con lápiz y anotará cada caja.", True),
        ("El capataz, por riesgo de lluvia fuerte, abrirá la bodega del muelle.", False),
        ("El capataz, por la lluvia, temprano, abrirá la bodega del muelle.", True),
        # what the passage contradicts besides is said
        ("El capataz no abrirá la bodega del muelle por lluvia fuerte.", None),
        # before any word that both have they only introduce it
        ("La costumbre rige hoy que el capataz abrirá la bodega del muelle, con su sal.", True),
    ],
)
def test_lo_que_se_anade_de_seguido_no_tiene_respaldo(frase: str, respaldada: bool | None) -> None:
    esperado = {True: Estado.RESPALDADA, False: Estado.SIN_RESPALDO, None: Estado.DISCREPA}
    assert una(frase, contexto(MUELLE)).estado is esperado[respaldada]


@pytest.mark.parametrize(
    ("frase", "respaldada"),
    [
        # what only introduces or tells how it is told is no claim, nor is what means the same
        ("En síntesis, la tabla destaca claramente que el personal del faro es de nueve.", True),
        ("Al guarda su valor le costó el exilio.", True),
        ("En síntesis, la tabla destaca claramente que los guardas vendrán de fuera.", False),
    ],
)
def test_lo_que_solo_cuenta_como_se_dice_no_pesa(frase: str, respaldada: bool) -> None:
    con = contexto("La planta del faro será de nueve. Por su valor, el guarda fue expatriado.")
    esperado = Estado.RESPALDADA if respaldada else Estado.SIN_RESPALDO
    assert una(frase, con).estado is esperado


def test_menos_de_la_mitad_respalda_pero_no_se_opone() -> None:
    """What shares three words of eight may say the same, and is too little to say otherwise."""
    frase = "Con {} el capataz cierra temprano la bodega y cubre la sal seca."
    assert una(frase.format("llave"), contexto(MUELLE)).estado is Estado.RESPALDADA
    assert una(frase.format("multa"), contexto(MUELLE)).estado is Estado.SIN_RESPALDO
    media = "El capataz abrirá con multa la bodega y cubre la sal."
    assert una(media, contexto(MUELLE)).estado is Estado.DISCREPA


@pytest.mark.parametrize(
    ("frase", "respaldada"),
    [
        ("El capataz abrirá la bodega pintada de madera del muelle.", False),
        ("El capataz abrirá la bodega.", True),
        ("El capataz abrirá la bodega y anotará cada caja de madera.", True),
    ],
)
def test_un_punado_de_palabras_no_basta_en_una_biblioteca(frase: str, respaldada: bool) -> None:
    """Of many passages some have a few words of any sentence; of those that were sent, none."""
    con = contexto(MUELLE)
    assert una(frase, con).estado is Estado.RESPALDADA
    (revisada,) = revisar(frase, con, todo=True)
    assert (revisada.estado is Estado.RESPALDADA) is respaldada


def test_dos_palabras_de_cuatro_no_bastan_en_una_biblioteca() -> None:
    frases = ("La bodega la abre el maestre.", "La bodega del muelle la abre el maestre.")
    for frase, estado in zip(frases, (Estado.SIN_RESPALDO, Estado.RESPALDADA), strict=True):
        assert una(frase, contexto(MUELLE)).estado is Estado.RESPALDADA
        (revisada,) = revisar(frase, contexto(MUELLE), todo=True)
        assert revisada.estado is estado


def test_una_fecha_sola_la_respalda_lo_que_se_mando_y_no_una_biblioteca() -> None:
    con = contexto("Dado en el muelle, a 7 de mayo de 1989.")
    assert una("El Acuerdo lleva fecha del 7 de mayo de 1989.", con).estado is Estado.RESPALDADA
    assert una("El Acuerdo lleva fecha del 8 de mayo de 1989.", con).estado is Estado.SIN_RESPALDO
    (revisada,) = revisar("El Acuerdo lleva fecha del 7 de mayo de 1989.", con, todo=True)
    assert revisada.estado is Estado.SIN_RESPALDO


def test_una_palabra_de_la_misma_familia_respalda() -> None:
    con = contexto("Para llevar botes el guarda exigirá a los remeros diploma de bachiller.")
    for frase, estado in (
        ("Los aspirantes a remeros necesitan bachillerato.", Estado.RESPALDADA),
        ("Los aspirantes a remeros necesitan natación.", Estado.SIN_RESPALDO),
    ):
        assert una(frase, con).estado is estado


def test_los_encabezados_respaldan_sus_palabras() -> None:
    pasaje = "Anote cuántas cajas llegaron por traslado."
    propia = Fuente(1, "guia.md", "Guía", "", "Bodega del muelle", 0, 0, len(pasaje), 0, 0, ())
    frase = "En la casilla «Bodega» de la sección Muelle se anotan las cajas del traslado marítimo."
    (con_ella,) = revisar(frase, Contexto(pasaje, (propia,)), todo=True)
    (sin_ella,) = revisar(frase, Contexto(pasaje, (replace(propia, seccion=""),)), todo=True)
    assert (con_ella.estado, sin_ella.estado) == (Estado.RESPALDADA, Estado.SIN_RESPALDO)


@pytest.mark.parametrize(
    ("doc", "titulo", "anio", "discrepa"),
    [
        ("acuerdo_no._psaa16-10476.md", "", 2016, False),
        ("a.md", "Acuerdo PSAA16-10476", 2016, False),
        ("a.md", "Acuerdo PSAA16-10476", 2017, True),
        ("guia.md", "Guía", 2016, True),
    ],
)
def test_el_anio_de_un_acto_lo_dicen_sus_letras(
    doc: str, titulo: str, anio: int, discrepa: bool
) -> None:
    pasaje = "La bitácora de las mareas se entrega en la capitanía del puerto."
    fuente = Fuente(1, doc, titulo, "", "", 0, 0, len(pasaje), 0, 0, ())
    frase = f"Según el Acuerdo PSAA16-10476 de {anio}, la bitácora se entrega en la capitanía."
    (revisada,) = revisar(frase, Contexto(pasaje, (fuente,)))
    assert (str(anio) in [d.dice for d in revisada.discrepancias]) == discrepa


CARTA = """JUZGADO PROMISCUO DE LA ISLA
Oficio No. 214
Bogotá, D.C., 14 de abril de 2026

Señores
CAPITANÍA DEL PUERTO DE LOS FAROS

Asunto: ajuste de las cifras de la marea de 2026

El oficio 214 dice que la marea sube dos metros.
LA MAREA SUBE 3 METROS.
Proceso 2026-00012-00

ANA RUIZ"""


def test_lo_que_encabeza_una_carta_no_afirma() -> None:
    pasaje = "El oficio 036 de la capitanía del puerto dice que la marea sube un metro en abril."
    fuente = Fuente(1, "a.md", "", "", "", 0, 0, len(pasaje), 0, 0, ())
    revisadas = revisar(CARTA, Contexto(pasaje, (fuente,)), todo=True)
    afirman = [CARTA[f.desde : f.hasta] for f in revisadas if f.estado is not Estado.SIN_AFIRMACION]
    assert afirman == [
        "El oficio 214 dice que la marea sube dos metros.",
        "LA MAREA SUBE 3 METROS.",
    ]


TURNOS = (
    "Artículo 6. El faro se atenderá por turnos, así:\n\na) Primer turno: del 1 de enero al 31 de "
    "marzo, a cargo del guardafaro.\n\nb) Segundo turno: del 1 de abril al 30 de junio, a cargo "
    "del capataz.\n\nLas boyas se pintarán de rojo cada seis meses."
)


@pytest.mark.parametrize(
    ("frase", "sola", "entera"),
    [
        ("El segundo turno va del 1 de abril al 30 de junio.", "discrepa", "respaldada"),
        ("El segundo turno va del 1 de abril al 31 de julio.", "discrepa", "discrepa"),
        ("El segundo turno está a cargo del capataz.", "discrepa", "respaldada"),
        ("Cada seis meses se pintan las boyas de rojo.", "sin_respaldo", "respaldada"),
        ("El faro no se atenderá por turnos.", "discrepa", "discrepa"),
    ],
)
def test_lo_que_dice_el_resto_del_articulo_no_discrepa(frase: str, sola: str, entera: str) -> None:
    """What is shown stays what was sent: the discrepancies are told of the fragment."""
    fin = TURNOS.index("\n\nb)")
    fuente = Fuente(1, "d.md", "", "", "", 0, 0, fin, 0, fin, ())
    una_sola = una(frase, Contexto(TURNOS[:fin], (fuente,)))
    con_seccion = una(frase, Contexto(TURNOS[:fin], (fuente,), (TURNOS,)))
    assert (una_sola.estado, con_seccion.estado) == (sola, entera)
    assert con_seccion == una_sola or (con_seccion.fuente, con_seccion.discrepancias) == (1, ())


FAROL = """**Artículo 3°.** El farolero encenderá la linterna del puerto al caer la tarde y anotará
la hora.

**Artículo 4°.** La lancha del práctico saldrá cuando el capitán lo pida.

Su patrón llevará un cuaderno de salidas.

**Artículo 5°.** El botero cobrará el pasaje conforme al artículo 6.

**Artículo 6°.** El pasaje del botero se cobrará antes de zarpar del puerto y no se devolverá.

1. Artículo 12, numeral 3, sobre boyas.
"""


@pytest.mark.parametrize(
    "frase",
    [
        "Según el artículo 3, el farolero encenderá la linterna al caer la tarde.",
        "El artículo cuarto dice que el patrón de la lancha llevará un cuaderno de salidas.",
        # each of two articles that are named, and one that the other sends to
        "Los artículos 3 y 4 mandan al farolero anotar la hora en que enciende la linterna.",
        "Según el artículo 5, el pasaje del botero se cobra antes de zarpar y no se devuelve.",
        # one that has no more of it than another beside one that has
        "El artículo 3 manda que el farolero encienda la linterna y anote la hora, y de la lancha "
        "del práctico, que sale cuando el capitán lo pide, el artículo 6 no dice nada.",
        # what a list names heads nothing
        "El artículo 12 trata de boyas y el farolero encenderá la linterna al caer la tarde.",
    ],
)
def test_el_articulo_de_lo_que_se_dice_lo_respalda(frase: str) -> None:
    assert una(frase, contexto(FAROL)).estado is Estado.RESPALDADA


@pytest.mark.parametrize(
    ("frase", "dice", "pasaje"),
    [
        (
            "Según el artículo 4, el farolero encenderá la linterna del puerto al caer la tarde.",
            "artículo 4",
            "Artículo 3°",
        ),
        (
            "El artículo tercero dice que el patrón de la lancha llevará un cuaderno de salidas.",
            "artículo tercero",
            "Artículo 4°",
        ),
    ],
)
def test_de_otro_articulo_se_dice_de_cual(frase: str, dice: str, pasaje: str) -> None:
    revisada = una(frase, contexto(FAROL))
    assert [(d.tipo, d.dice, d.pasaje) for d in revisada.discrepancias] == [
        ("articulo", dice, pasaje)
    ]


CORTE = "Una vez hecho el recuento, las cajas anotadas no podrán ser cambiadas por el capataz."


@pytest.mark.parametrize(
    ("anuncio", "estado"),
    [
        ("En el puerto de Barú créanse las capitanías que se señalan:", Estado.RESPALDADA),
        ("En el puerto de Barú se crean muchas capitanías:", Estado.SIN_AFIRMACION),
        ("Las capitanías son:", Estado.SIN_AFIRMACION),
    ],
)
def test_lo_que_anuncia_una_lista_palabra_por_palabra_tiene_respaldo(
    anuncio: str, estado: Estado
) -> None:
    pasaje = (
        "**Artículo 1°** En el puerto de Barú créanse las capitanías que se señalan:\n\n- Norte\n\n"
        "Las capitanías son:\n\n- Sur"
    )
    assert [f.estado for f in revisar(anuncio, contexto(pasaje))] == [estado]


@pytest.mark.parametrize(
    ("pregunta", "respuesta", "dice"),
    [
        ("¿Se pueden cambiar las cajas anotadas hecho el recuento?", "Sí, eso es posible.", "Sí"),
        ("Soy capataz. ¿Puedo cambiar las cajas anotadas?", "Sí.", "Sí"),
        ("¿Las cajas anotadas no pueden ser cambiadas por el capataz?", "No, eso no.", "No"),
        ("¿Se pueden cambiar las cajas anotadas hecho el recuento?", "No.", ""),
        ("¿Las cajas anotadas no pueden ser cambiadas por el capataz?", "Sí.", ""),
        ("¿Hay sal en la bodega?", "Sí.", ""),
        ("", "Sí.", ""),
        ("¿Se pueden cambiar las cajas anotadas?", "Si hay recuento.", ""),
    ],
)
def test_un_si_o_un_no_afirma_lo_que_se_pregunta(pregunta: str, respuesta: str, dice: str) -> None:
    (frase,) = revisar(respuesta, contexto(CORTE), pregunta)
    assert frase.estado is (Estado.DISCREPA if dice else Estado.SIN_AFIRMACION)
    assert [d.dice for d in frase.discrepancias] == [dice] * bool(dice)


@pytest.mark.parametrize(
    ("respuesta", "estados"),
    [
        ("No. El recuento lo hace el capataz.", ("discrepa", "respaldada")),
        ("Lo dice la orden No. 7 del capataz, hecho el recuento.", ("discrepa",)),
        ("Lo dice la orden No. PS16-104 del capataz, hecho el recuento.", ("sin_respaldo",)),
        (
            "Lo hace el capataz, etc. El recuento lo hace el capataz.",
            ("sin_respaldo", "respaldada"),
        ),
    ],
)
def test_un_no_que_no_numera_nada_es_una_respuesta(
    respuesta: str, estados: tuple[str, ...]
) -> None:
    con = contexto(f"{CORTE} El recuento lo hace el capataz.")
    pregunta = "¿Las cajas anotadas no pueden ser cambiadas por el capataz?"
    assert tuple(f.estado.value for f in revisar(respuesta, con, pregunta)) == estados


@pytest.mark.parametrize(
    ("frase", "sin_saberlo"),
    [
        (
            "La bitácora se entrega en la capitanía, según cambió el Acuerdo 62 de 1994.",
            Estado.DISCREPA,
        ),
        ("El Acuerdo 5 de 1990 fue modificado por el Acuerdo 62 de 1994.", Estado.SIN_RESPALDO),
    ],
)
def test_quien_cambio_un_acto_lo_dice_lo_que_se_manda_con_el(
    frase: str, sin_saberlo: Estado
) -> None:
    pasaje = "La bitácora de las mareas se entrega en la capitanía del puerto."
    titulo = "Acuerdo 5 de 1990"
    fuente = Fuente(1, "acuerdo-5-1990.md", titulo, "", "", 0, 0, len(pasaje), 0, 0, ())
    cambia, cambiado = Extremo("Acuerdo 62 de 1994", None, None), Extremo(titulo, fuente.doc, None)
    cambio = Relacion("modifica", cambia, cambiado, "")
    for vigencia, estado in (((cambio,), Estado.RESPALDADA), ((), sin_saberlo)):
        con = Contexto(pasaje, (replace(fuente, vigencia=vigencia),))
        (revisada,) = revisar(frase, con)
        assert revisada.estado is estado


def test_una_columna_de_numeros_no_dice_que_no() -> None:
    tabla = "| No | Pide firma | Plazo |\n| Acuerdo del muelle | cédula | cinco días |"
    assert una("El acuerdo del muelle pide cédula.", contexto(tabla)).estado is Estado.RESPALDADA


MUELLES = """\
| Oficio | Barca grande | Barca chica | Lo releva |
| Farolero | Capataz | Guarda | Remero |
| Remero | Patrón | Capataz | Estibador |
| Estibador | Sí | No | Vigía |
"""


@pytest.mark.parametrize(
    ("frase", "dice", "pasaje"),
    [
        ("Al farolero lo releva el remero.", "", ""),
        ("Al farolero lo releva el estibador.", "estibador", "Remero"),
        ("Al farolero lo releva el remero y al remero el estibador.", "", ""),
        ("El remero de la barca grande responde ante el patrón.", "", ""),
        ("El remero de la barca grande responde ante el capataz.", "capataz", "Patrón"),
        ("El farolero de la barca chica responde ante el patrón.", "", ""),  # of no cell there
        ("El estibador sube a la barca grande.", "", ""),
        ("El estibador sube a la barca chica.", "estibador", "No"),
        ("El estibador no sube a la barca grande.", "estibador", "Sí"),
        ("El estibador no puede subir a la barca chica.", "", ""),
        # it says more than cells
        ("Al farolero, cansado, mojado y con frío, lo releva el estibador.", "", ""),
    ],
)
def test_lo_que_una_tabla_dice_de_otra_fila(frase: str, dice: str, pasaje: str) -> None:
    dichas = [(d.dice, d.pasaje) for d in una(frase, contexto(MUELLES)).discrepancias]
    assert ((dice, pasaje) in dichas) if dice else not any(p for _, p in dichas)
