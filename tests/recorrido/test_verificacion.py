"""A text checked against given passages, or against those that the library has for it."""

from __future__ import annotations

import pytest
from biblioteca_de_prueba import cargar, escribir_biblioteca

from siaa.armado import ajustes_consulta
from siaa.biblioteca.indice import Indice
from siaa.recorrido.hallazgo import AjustesConsulta
from siaa.recorrido.verificacion import afirmaciones, comprobar, comprobar_con
from siaa.redaccion.afirmaciones.frase import Estado
from siaa.redaccion.afirmaciones.revision import revisar
from siaa.valores import Contexto, Fuente

PLAZO = "El plazo para presentar el reporte RETRI es de siete días hábiles."
JEFE = "El reporte RETRI lo presenta el jefe de cada archivo municipal."
SUELTA = "Los xilófonos se afinan con un diapasón de cuarzo."


@pytest.fixture(scope="module")
def indice(tmp_path_factory: pytest.TempPathFactory) -> Indice:
    return cargar(escribir_biblioteca(tmp_path_factory.mktemp("verificacion")))


@pytest.fixture(params=["hibrida", "clasica"])
def ajustes(request: pytest.FixtureRequest) -> AjustesConsulta:
    from config import Config

    return ajustes_consulta(Config(estrategia=request.param))


def test_cada_frase_halla_sus_pasajes(indice: Indice, ajustes: AjustesConsulta) -> None:
    """Only those that some sentence was compared with are told, numbered as they come."""
    texto = f"{PLAZO} {SUELTA}\n\n{JEFE}"
    frases, contexto = comprobar(indice, texto, ajustes)
    assert [texto[f.desde : f.hasta] for f in frases] == [PLAZO, SUELTA, JEFE]
    assert [f.estado for f in frases] == ["respaldada", "sin_respaldo", "respaldada"]
    numeros = [fuente.n for fuente in contexto.fuentes]
    assert numeros == list(range(1, len(numeros) + 1))
    assert {f.fuente for f in frases} - {None} == set(numeros)
    for frase in frases[::2]:
        fuente = contexto.fuentes[(frase.fuente or 0) - 1]
        assert "RETRI" in contexto.fragmento(fuente)
        documento = indice.documentos[fuente.doc]
        assert 0 <= fuente.desde < fuente.hasta <= len(documento.contenido)


def test_lo_que_los_pasajes_dicen_de_otra_manera_discrepa(
    indice: Indice, ajustes: AjustesConsulta
) -> None:
    texto = PLAZO.replace("siete", "8800")
    (frase,), _ = comprobar(indice, texto, ajustes)
    assert frase.estado == "discrepa" and "8800" in frase.discrepancias[0].dice
    (frase,), _ = comprobar(indice, texto, ajustes, "¿Son 8800 días?")
    assert frase.fuente is not None


def test_con_pasajes_dados_se_comparan_esos_y_en_su_orden() -> None:
    frases, contexto = comprobar_con(f"{PLAZO} {JEFE}", [SUELTA, JEFE, PLAZO])
    assert [f.fuente for f in frases] == [3, 2]
    assert [contexto.fragmento(f) for f in contexto.fuentes] == [SUELTA, JEFE, PLAZO]
    sin_nada, _ = comprobar_con(PLAZO, [])
    assert [f.estado for f in sin_nada] == ["sin_respaldo"]


def test_un_texto_que_no_afirma_nada(indice: Indice, ajustes: AjustesConsulta) -> None:
    assert comprobar(indice, " \n ", ajustes)[0] == () == tuple(afirmaciones(""))


@pytest.mark.parametrize(
    ("frase", "estado"),
    [
        ("El capitán de la nave entregará la lista de la tripulación.", Estado.RESPALDADA),
        ("El cónsul de la nave entregará la lista de la tripulación.", Estado.DISCREPA),
        ("El magistrado de la nave entregará la lista de la tripulación.", Estado.DISCREPA),
    ],
)
def test_quien_hace_esta_en_lo_que_abre_la_lista(frase: str, estado: Estado) -> None:
    """The fragment starts among the items; who else stands in its section does not count."""
    entrada = "El capitán de cada nave entregará al llegar los documentos que siguen:"
    items = "2. La lista de la tripulación de la nave.\n3. La lista de los pasajeros."
    seccion = f"{entrada}\n1. La matrícula, que firma el cónsul.\n{items}\nEl cónsul los guarda."
    fuente = Fuente(1, "a.md", "", "", "", 0, 0, len(items), 0, 0, ())
    (dicha,) = revisar(frase, Contexto(items, (fuente,), (seccion,)))
    assert dicha.estado is estado
