"""Under which name a sentence puts what a passage says, and beside which value."""

from __future__ import annotations

import pytest

from siaa.redaccion.afirmaciones.frase import Estado, Frase
from siaa.redaccion.afirmaciones.revision import revisar
from siaa.redaccion.afirmaciones.ubicacion import apartados
from siaa.valores import Contexto, Fuente

VELAS = (
    "Velas del faro",
    "Relacione aquí las velas que fueron entregadas al faro por la bodega durante el mes.",
)
REMOS = (
    "Remos del muelle",
    "Relacione aquí los remos que fueron entregados al muelle por la bodega durante el mes.",
)
CASOS = (
    "Guarda mayor: lleva las cuentas del puerto y las firma cada mes.\n"
    "Guarda menor: enciende los faroles y limpia las lámparas de la torre.\n"
    "Marea viva. Es la que sube más de dos brazas sobre la boya roja.\n"
    "Marea muerta. Es la que deja la arena a la vista junto al dique."
)


def sobre(frase: str, *secciones: tuple[str, str]) -> Frase:
    fuentes, junto = [], ""
    for n, (titulo, texto) in enumerate(secciones, 1):
        seccion = f"Manual del puerto › {titulo}"
        fin = len(junto) + len(texto)
        fuentes.append(Fuente(n, "manual.md", "", "", seccion, 0, len(junto), fin, 0, 0, ()))
        junto += f"{texto}\n\n"
    (revisada,) = revisar(frase, Contexto(junto, tuple(fuentes)))
    return revisada


@pytest.mark.parametrize(
    ("frase", "dice", "pasaje"),
    [
        (
            "En «Velas del faro» se relacionan los remos entregados al muelle.",
            "Velas del faro",
            "Remos del muelle",
        ),
        (
            "En la columna velas del faro se relacionan los remos entregados al muelle.",
            "velas del faro",
            "Remos del muelle",
        ),
    ],
)
def test_lo_de_una_casilla_no_es_de_otra(frase: str, dice: str, pasaje: str) -> None:
    revisada = sobre(frase, VELAS, REMOS)
    (hallada,) = revisada.discrepancias
    assert (hallada.tipo, hallada.dice, hallada.pasaje) == ("articulo", dice, pasaje)
    assert frase[hallada.desde : hallada.hasta] == dice


@pytest.mark.parametrize(
    "frase",
    [
        "En «Velas del faro» se relacionan las velas que la bodega entregó al faro en el mes.",
        # no name, but words of the sentence
        "La bodega entrega las velas del faro y los remos al muelle durante el mes.",
    ],
)
def test_lo_de_su_casilla_se_respalda(frase: str) -> None:
    assert sobre(frase, VELAS, REMOS).discrepancias == ()


def test_un_nombre_dentro_de_otro_mas_largo_no_es_el_que_se_dice() -> None:
    """«Velas» is not the box that «Velas del faro» names."""
    frase = "En la casilla velas del faro se anotan las que recibe el vigía de la torre."
    suyo = ("Velas del faro", "Se anotan las que recibe el vigía de la torre.")
    redes = ("Redes", "Se anotan las que recibe el vigía de la torre.")
    assert sobre(frase, ("Velas", "Las cuenta la bodega."), suyo, redes).discrepancias == ()


def test_lo_que_otro_apartado_dice_de_una_casilla_no_es_de_otra() -> None:
    cuadre = ("Cuadre", "El total de los remos de «Velas del faro» será igual al de la bodega.")
    frase = "El total de los remos de «Velas del faro» es igual al de la bodega."
    assert sobre(frase, VELAS, cuadre).discrepancias == ()


def test_quien_se_llama_como_una_seccion_hace_lo_que_otra_dice_de_el() -> None:
    consejo = ("Consejo del puerto", "Lo integran seis boteros de la sala.")
    plan = ("Planes", "El consejo del puerto aprueba el plan y publica el informe cada año.")
    frase = "El Consejo del Puerto aprueba el plan y publica el informe cada año."
    assert sobre(frase, consejo, plan).estado is Estado.RESPALDADA


@pytest.mark.parametrize("orden", [(VELAS, REMOS), (REMOS, VELAS)])
def test_el_pasaje_que_se_dice_es_el_que_tiene_el_otro_nombre(
    orden: tuple[tuple[str, str], ...],
) -> None:
    revisada = sobre("En «Velas del faro» se relacionan los remos entregados al muelle.", *orden)
    assert revisada.fuente == orden.index(REMOS) + 1


def test_una_comilla_sola_no_hace_nombre() -> None:
    frase = "Velas» y remos relaciona la bodega, entregados al muelle durante el mes."
    assert sobre(frase, ("Velas", VELAS[1]), REMOS).discrepancias == ()


@pytest.mark.parametrize(
    ("fiel", "falsa"),
    [
        (
            "El Guarda menor enciende los faroles y limpia las lámparas de la torre.",
            "El Guarda mayor enciende los faroles y limpia las lámparas de la torre.",
        ),
        (
            "«Marea muerta» es la que deja la arena a la vista junto al dique.",
            "«Marea viva» es la que deja la arena a la vista junto al dique.",
        ),
    ],
)
def test_lo_que_abre_un_renglon_es_el_nombre_de_lo_que_sigue(fiel: str, falsa: str) -> None:
    assert sobre(fiel, ("Oficios", CASOS)).estado is Estado.RESPALDADA
    assert sobre(falsa, ("Oficios", CASOS)).estado is Estado.DISCREPA


def test_cada_apartado_tiene_lo_suyo_y_un_articulo_no_es_nombre() -> None:
    suyos = [*apartados(1, "Manual › Oficios", f"Lo que sigue.\n{CASOS}")]
    assert [a.rotulo for a in suyos] == [
        "Oficios",
        "Guarda mayor",
        "Guarda menor",
        "Marea viva",
        "Marea muerta",
    ]
    assert "farol" in suyos[2].dicho.raices
    assert "farol" not in suyos[1].dicho.raices
    assert [*apartados(1, "LEY 1 DE 1900 › Artículo 4º. De los faros", "El faro alumbra.")] == []


@pytest.mark.parametrize(
    ("pasaje", "fiel", "falsa"),
    [
        (
            "El bote se inscribirá en la lista del muelle por 72 horas; en ese tiempo se oirán las "
            "quejas. Cumplido, se avisará por bando, que estará fijado por 24 horas.",
            "El bote se inscribe en la lista del muelle por 72 horas para oír quejas.",
            "El bote se inscribe en la lista del muelle por 24 horas para oír quejas.",
        ),
        (
            "Publícase la carta del puerto, firmada en la torre de Arenales el 23 de mayo de 1992, "
            "y el anexo de la carta del puerto, leído en el muelle el 11 de junio de 1993.",
            "La carta del puerto fue firmada en la torre de Arenales el 23 de mayo de 1992.",
            "La carta del puerto fue firmada en la torre de Arenales el 11 de junio de 1993.",
        ),
        (  # what a stretch has whole is its own, however much of another stands around it
            "El arreglo lo pagarán el puerto, la aldea y el faro, así:\n"
            "El sesenta por ciento (60%) el puerto;\nEl treinta por ciento (30%) la aldea, y\n"
            "El diez por ciento (10%) el faro.",
            "La aldea paga el treinta por ciento y el faro el diez por ciento restante.",
            "La aldea paga el cuarenta por ciento y el faro el diez por ciento restante.",
        ),
        (  # a year and a day of it are no two dates
            "En el presente año de 1986 los boteros pedirán su turno hasta el 15 de octubre.",
            "Los boteros tenían hasta el 15 de octubre de 1986 para pedir su turno.",
            "Los boteros tenían hasta el 15 de noviembre de 1986 para pedir su turno.",
        ),
        (
            "Se dan treinta millones de pesos ($ 30'000.000) al faro y veinte ($ 20'500.000) a la "
            "boya.",
            "Al faro se le dan $ 30.000.000.",
            "Al faro se le dan $ 31.000.000.",
        ),
        (  # a sum said twice has one limit
            "No pagan el canon los botes cuyo valor no exceda de cien mil ($ 100.000.0).",
            "Un bote de cien mil pesos o menos no paga el canon.",
            "Un bote de cien mil pesos o más no paga el canon.",
        ),
        (  # initials end no sentence
            "Firman los boteros Luis A. Mora, Juan F. Peña, Rafael A. Gil y Ana de Ruiz.",
            "Firman cuatro boteros.",
            "Firman cinco boteros.",
        ),
        (  # «mensuales» is no thing that is counted
            "| Faro | a razón de $ 500.00 mensuales | $ 6.000.00 |",
            "Al faro le tocan 6.000 pesos, a quinientos mensuales.",
            "Al faro le tocan 6.000 pesos, a seiscientos mensuales.",
        ),
        (  # a sum in words is no year, nor the number of a paper a day
            "| Remos | 1,200 |\n| Velas y faroles del muelle | 2,000 |",
            "Hay 1.200 para remos y dos mil para las velas y faroles del muelle.",
            "Hay 1.200 para remos y tres mil para las velas y faroles del muelle.",
        ),
        (
            "El capitán firmó el recibo número 001 de julio 11 de 1983 en el muelle.",
            "El recibo 001 del 11 de julio de 1983 lo firmó el capitán en el muelle.",
            "El recibo 001 del 12 de julio de 1983 lo firmó el capitán en el muelle.",
        ),
        (  # each row of a table is of its own article
            "| Artículo 17. Para lámparas del faro | 60 |\n| *PUERTO MAYOR* | |\n"
            "| Artículo 18. Para lámparas del muelle | 60 |",
            "Las lámparas del muelle del Puerto Mayor están en el artículo 18.",
            "Las lámparas del muelle del Puerto Mayor están en el artículo 19.",
        ),
        (  # a quoted list has items too
            'Los ordinales quedarán así:\n"a) Pintar los botes del muelle;\n"b) Lavar las velas.',
            "Según el ordinal a), hay que pintar los botes del muelle.",
            "Según el ordinal c), hay que pintar los botes del muelle.",
        ),
        (  # what is counted is not the place of another
            "Los alumnos de sexto de los colegios San Luis, Santa Ana y Nariño irán al muelle.",
            "Irán al muelle los alumnos de esos tres colegios.",
            "Irán al muelle los alumnos de esos cuatro colegios.",
        ),
    ],
)
def test_un_valor_es_de_lo_que_tiene_al_lado(pasaje: str, fiel: str, falsa: str) -> None:
    assert sobre(fiel, ("", pasaje)).estado is Estado.RESPALDADA
    assert sobre(falsa, ("", pasaje)).estado is Estado.DISCREPA
