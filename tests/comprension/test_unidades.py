"""Follow-ups that are no more than another unit of the norm asked for before."""

from __future__ import annotations

import pytest
from biblioteca_de_prueba import muestra

from config import Config
from siaa.armado import ajustes_consulta
from siaa.comprension.pregunta import entender
from siaa.recorrido.preparacion import reunir
from siaa.redaccion import avisos
from siaa.valores import Mensaje

SEXTO = "¿Qué dice el artículo 6 del Acuerdo PSAA16-10476?"
PARAGRAFO = "¿Qué dice el parágrafo 1 del artículo 6 del Acuerdo PSAA16-10476?"
DEL_LITERAL = "¿Qué dice el literal {} del artículo 12 del Acuerdo PSAA16-10476?"
LITERAL = DEL_LITERAL.format("b")
VARIOS = "¿Qué dicen los artículos 6 y 7 del Acuerdo PSAA16-10476?"
TRATA = "¿De qué trata el Acuerdo PSAA16-10476?"


def charlado(*turnos: str) -> list[Mensaje]:
    dichos = ((Mensaje("user", turno), Mensaje("assistant", "Así.")) for turno in turnos)
    return [mensaje for par in dichos for mensaje in par][:-1]


@pytest.mark.parametrize(
    ("turnos", "unidad"),
    [
        ((SEXTO, "¿y el 7?"), "artículo 7"),
        ((SEXTO, "¿qué dice el 7?"), "artículo 7"),
        ((SEXTO, "hola, ¿qué establece el 7 de ese acuerdo?"), "artículo 7"),
        ((SEXTO, "7"), "artículo 7"),
        ((SEXTO, "¿y el octavo?"), "artículo 8"),
        ((SEXTO, "¿y el octavo artículo?"), "artículo 8"),
        ((SEXTO, "¿y el siguiente?"), "artículo 7"),
        ((SEXTO, "¿y el artículo anterior?"), "artículo 5"),
        ((SEXTO, "¿y el último?"), "último artículo"),
        ((SEXTO, "¿y el artículo 7?"), "artículo 7"),
        ((SEXTO, "¿y el 7 y el 8?"), "artículo 7 y artículo 8"),
        ((SEXTO, "¿y el parágrafo 2?"), "parágrafo 2 del artículo 6"),
        ((SEXTO, "¿y el capítulo II?"), "capítulo 2"),
        ((PARAGRAFO, "¿y el 2?"), "parágrafo 2 del artículo 6"),
        ((PARAGRAFO, "¿y el siguiente?"), "parágrafo 2 del artículo 6"),
        ((PARAGRAFO, "¿y el artículo 7?"), "artículo 7"),
        ((LITERAL, "¿y la c?"), "literal c del artículo 12"),
        ((LITERAL, "¿y el anterior?"), "literal a del artículo 12"),
        ((DEL_LITERAL.format("n"), "¿y el siguiente?"), "literal ñ del artículo 12"),
        ((DEL_LITERAL.format("o"), "¿y el anterior?"), "literal ñ del artículo 12"),
        ((SEXTO, "¿y el 7?", "¿y el siguiente?", "gracias", "¿y el siguiente?"), "artículo 9"),
    ],
)
def test_otra_unidad_de_la_misma_norma(turnos: tuple[str, ...], unidad: str) -> None:
    pregunta = entender(charlado(*turnos), muestra())
    assert pregunta.consulta == f"¿Qué dice el {unidad} del Acuerdo PSAA16-10476?"
    assert (pregunta.texto, pregunta.previas) == (turnos[-1], (pregunta.consulta,))


@pytest.mark.parametrize(
    ("previa", "sigue", "leida"),
    [
        (SEXTO, "¿y el artículo 7 de la Ley 5?", "¿Qué dice el artículo 7 de la Ley 5?"),
        (SEXTO, "¿y el de la Ley 5 de 1936?", "¿Qué dice el artículo 6 de la Ley 5 de 1936?"),
        (SEXTO, "perdón, del PCSJA19-11207", "¿Qué dice el artículo 6 del PCSJA19-11207?"),
        (SEXTO, "no, del acuerdo de 2025", "¿Qué dice el artículo 6 del acuerdo de 2025?"),
        (SEXTO, "¿y la Ley 5 de 1936?", "¿Qué dice la Ley 5 de 1936?"),
        (LITERAL, "¿y el Acuerdo PCSJA19-11207?", "¿Qué dice el Acuerdo PCSJA19-11207?"),
        (TRATA, "¿y la Ley 5 de 1936?", "¿De qué trata la Ley 5 de 1936?"),
        (TRATA, "no, me refiero al de 2025", "¿De qué trata el acuerdo de 2025?"),
        (TRATA, "digo, el PCSJA19-11207", "¿De qué trata el PCSJA19-11207?"),
        ("¿Qué deroga el acuerdo de 2019?", "no, el de 2025", "¿Qué deroga el acuerdo de 2025?"),
        ("Plazo según la Ley 5", "¿y el Decreto 7?", "Plazo según el Decreto 7"),
        ("Plazo de la Ley 5 de 1936", "¿y el Decreto 7 de 1940?", "Plazo del Decreto 7 de 1940"),
    ],
)  # fmt: skip
def test_otra_norma_en_lugar_de_la_que_se_dijo(previa: str, sigue: str, leida: str) -> None:
    pregunta = entender(charlado(previa, sigue), muestra())
    assert (pregunta.consulta, pregunta.previas) == (leida, (leida,))


@pytest.mark.parametrize(
    ("previa", "sigue"),
    [
        ("Compara el Decreto 5 de 1990 con el Decreto 7 de 1991", "¿y el Decreto 9 de 1992?"),
        (TRATA, "compárelo con el Decreto 5 de 1990"),
        (TRATA, "¿y el Decreto 5 de 1990 y la Ley 7 de 1991?"),
        ("¿Cuándo se reporta en SIERJU?", "¿y según la Ley 5 de 1990?"),
    ],
)
def test_dos_normas_no_se_ponen_una_por_otra(previa: str, sigue: str) -> None:
    assert entender(charlado(previa, sigue), muestra()).consulta == f"{previa} {sigue}"


@pytest.mark.parametrize(
    ("previa", "sigue", "de_que"),
    [
        (SEXTO, "¿quién firmó ese acuerdo?", "¿Qué dice el Acuerdo PSAA16-10476?"),
        (PARAGRAFO, "¿y desde cuándo rige esa norma?", "¿Qué dice el Acuerdo PSAA16-10476?"),
        ("Artículos 6 y 7 de la Ley 5", "¿quién firmó dicha ley?", "la Ley 5"),
        (TRATA, "¿cuándo entró en vigencia ese acuerdo?", TRATA),
        (SEXTO, "¿cuándo entró en vigencia ese acuerdo?", "¿Qué dice el Acuerdo PSAA16-10476?"),
        (SEXTO, "¿quién firmó eso?", SEXTO),
        (SEXTO, "¿y el plazo del artículo 7 de ese acuerdo cuál es?", SEXTO),
        (TRATA, "¿quién firmó ese acuerdo?", TRATA),
    ],
)  # fmt: skip
def test_lo_que_es_de_toda_la_norma_no_se_busca_en_un_articulo(
    previa: str, sigue: str, de_que: str
) -> None:
    assert entender(charlado(previa, sigue), muestra()).previas == (de_que,)


@pytest.mark.parametrize(
    "previa",
    [SEXTO.replace("6", "1", 1), SEXTO.replace("6", "2.1", 1), DEL_LITERAL.format("a")],
)
def test_antes_de_la_primera_unidad_no_hay_otra(previa: str) -> None:
    sigue = "¿y el anterior?"
    assert entender(charlado(previa, sigue), muestra()).consulta == f"{previa} {sigue}"


def test_lo_demas_que_se_pregunto_queda() -> None:
    sigue = entender(charlado(TRATA, "¿y el artículo 6?", "¿y el 7?"), muestra())
    assert sigue.consulta == f"{TRATA} ¿y el artículo 7?"
    plazo = entender(charlado("¿Cuándo rige el artículo 24 de eso?", "¿y el 25?"), muestra())
    assert plazo.consulta == "¿Cuándo rige el artículo 25 de eso?"
    assert [i.nombre for i in plazo.intentos] == ["tiempo", "vigencia"]
    varios = entender(charlado(VARIOS, "¿y el siguiente?"), muestra())
    assert varios.consulta == "¿Qué dicen el artículo 8 del Acuerdo PSAA16-10476?"


@pytest.mark.parametrize(
    "sigue",
    [
        "¿y en 2007?", "¿y el 2007?", "¿y 3 días?", "¿y el 7 de mayo?", "¿y hasta el 7?",
        "¿antes del 7?", "¿y el 50 %?", "¿y el 5 por ciento?", "¿y el segundo año?",
        "¿y el juez anterior?", "¿y el siguiente plazo?", "¿y los dos?", "¿y el anexo 2?",
        "¿cuándo rige?", "¿Qué dice el Decreto 1158 de 1936?",
    ],
)  # fmt: skip
def test_lo_que_cuenta_otra_cosa_queda_como_estaba(sigue: str) -> None:
    pregunta = entender(charlado(SEXTO, sigue), muestra())
    assert pregunta.consulta in (sigue, f"{SEXTO} {sigue}")


@pytest.mark.parametrize(
    "previa",
    [
        "¿Cuál es el plazo de reporte?",
        "Compara el artículo 6 del Acuerdo PSAA16-10476 con el artículo 8 de la Ley 54 de 1966",
    ],
)
def test_sin_una_unidad_de_una_norma_no_hay_otra(previa: str) -> None:
    assert entender(charlado(previa, "¿y el 7?"), muestra()).consulta == f"{previa} ¿y el 7?"


def test_se_busca_sola_y_se_dice_si_no_existe() -> None:
    ajustes = ajustes_consulta(Config())
    octavo = reunir(muestra(), charlado(SEXTO, "¿y el octavo?"), ajustes, 3.0)
    rutas = [fuente.seccion for fuente in octavo.contexto.fuentes]
    assert "ARTÍCULO 8°" in rutas[0] and not any("ARTÍCULO 6°" in ruta for ruta in rutas)
    otro = reunir(muestra(), charlado(SEXTO, "¿y el 80?"), ajustes, 3.0)
    titulo = otro.hallazgo.ruta.documentos[0].doc
    assert otro.hallazgo.banda == "dudosa"
    assert [(a.clase, a.dicho, a.documento) for a in otro.hallazgo.ruta.ausencias] == [
        ("artículo", "80", titulo)
    ]
    assert avisos.DUDA in otro.avisos


@pytest.mark.parametrize(
    "sigue",
    [
        "deme el texto completo del artículo",
        "el texto completo, por favor",
        "quiero leer la norma completa",
        "¿cuál es el número del artículo?",
        "quiero ver el acuerdo entero",
    ],
)
def test_lo_que_nombra_una_norma_sin_su_numero_es_de_la_dicha(sigue: str) -> None:
    pregunta = entender(charlado("¿Cuándo prescriben los depósitos judiciales?", sigue), muestra())
    assert pregunta.previas == ("¿Cuándo prescriben los depósitos judiciales?",)


@pytest.mark.parametrize(
    "nueva",
    [
        "¿Cuál es el artículo 21?",
        "¿Qué es el reglamento?",
        "¿Cuál es el número del artículo sobre vacaciones?",
        "¿Qué dice el Acuerdo PSAA16-10476?",
        "¿Qué plazo da el acuerdo para capacitar a los seccionales?",
    ],
)
def test_lo_que_dice_cual_o_de_que_no_es_de_la_dicha(nueva: str) -> None:
    assert not entender(
        charlado("¿Cuándo prescriben los depósitos judiciales?", nueva), muestra()
    ).previas


@pytest.mark.parametrize("norma", ["de la Ley 1708 de 2014", "del Acuerdo PSAA16-10476"])
@pytest.mark.parametrize(
    ("sigue", "leida"),
    [
        ("¿y el 3?", "parágrafo 3 del artículo 9"),
        ("¿y el siguiente?", "parágrafo 2 del artículo 9"),
        ("¿y el artículo 10?", "artículo 10"),
    ],
)
def test_la_norma_dicha_entre_las_unidades_no_se_pierde(norma: str, sigue: str, leida: str) -> None:
    previa = f"artículo 9 {norma}, parágrafo 1"
    assert entender(charlado(previa, sigue), muestra()).consulta == f"{leida} {norma}"
