"""From rows to report: measures, groups, comparison, misses, table, JSON and plot."""

from __future__ import annotations

import json
import math
from pathlib import Path
from xml.etree import ElementTree

import pytest

from config import Config
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.valores import AjustesBiblioteca
from siaa.evaluacion.corrida import (
    CURVA,
    ENVIADO,
    MEDIDAS,
    FilaMedida,
    curva_de_cobertura,
    medir,
    preguntar,
    preguntar_sin_documento,
)
from siaa.evaluacion.errores import ErrorEvaluacion
from siaa.evaluacion.informe.fallos import buscar_fallos, sin_su_respuesta
from siaa.evaluacion.informe.grafica import grafica
from siaa.evaluacion.informe.tabla import tabla
from siaa.evaluacion.informe.texto import (
    PUNTOS_DE_CURVA,
    VERSION,
    Informe,
    a_json,
    agrupar,
    comparar,
    detectar,
    informar_corrida,
)
from siaa.evaluacion.retirada import retirador
from siaa.evaluacion.sistema import explicacion, sistema
from siaa.evaluacion.valores import Caso, Respuesta
from siaa.recorrido.preparacion import AjustesConsulta
from siaa.valores import Contexto, Fuente
from siaa_proxy import ajustes_consulta

AJUSTES: AjustesConsulta = ajustes_consulta(Config())
DOCUMENTO = "acuerdo_vr24-101.md"
CASOS = (
    Caso("¿Qué plazo hay para presentar el reporte RETRI?", DOCUMENTO, ("siete días",), "plazo"),
    Caso("¿Quién nombra al encargado externo?", DOCUMENTO, ("la Junta nombra",), "sujeto"),
    Caso("¿Cómo se trata el papel mojado?", "manual_de_restauracion.md", (), "modo"),
    Caso("¿Quién firma el reporte RETRI?", "manual_de_prestamo.md", ("un can",), "modo"),
)


@pytest.fixture
def indice(biblioteca_chica: Path) -> Indice:
    return cargar_biblioteca(biblioteca_chica)


def respuesta(
    documentos: tuple[str, ...], texto: str = "", puntaje: float | None = 1.0, ms: float = 1.0
) -> Respuesta:
    """The first document is also where the text comes from."""
    fuentes = (
        (Fuente(1, documentos[0], "", "", "", 0, 0, len(texto), 0, 9, ()),) if documentos else ()
    )
    contexto = Contexto(texto, fuentes)
    return Respuesta(documentos, contexto, contexto, puntaje, ms / 1000)


def fila(caso: Caso, dada: Respuesta) -> FilaMedida:
    return FilaMedida(caso, caso.pregunta, dada, medir(caso, dada))


# --- One question ---------------------------------------------------------------------------


def test_medir_lo_que_toca() -> None:
    texto = "x" * 1000 + " siete días"
    valores = medir(CASOS[0], respuesta((DOCUMENTO, "b.md"), texto))
    assert list(valores) == ["caracteres", *MEDIDAS[:-1]] and set(valores) == set(MEDIDAS)
    assert (valores["recall@1"], valores["MRR@10"], valores["caracteres"]) == (1, 1, 1011)
    assert (valores["cobertura@800"], valores["cobertura@1600"], valores[ENVIADO]) == (0, 1, 1)
    assert medir(CASOS[2], respuesta(("a.md", "manual_de_restauracion.md"))) == {
        "caracteres": 0,
        "recall@1": 0,
        "recall@2": 1,
        "MRR@10": 0.5,
    }
    assert medir(Caso("¿?", "", (), sin_respuesta=True), respuesta(())) == {"caracteres": 0}


def test_preguntar_con_otra_letra() -> None:
    oidas: list[str] = []

    def oir(pregunta: str) -> Respuesta:
        oidas.append(pregunta)
        return respuesta((DOCUMENTO,))

    filas = preguntar(CASOS[:1], oir, ("mayusculas", "sin_acentos"))
    assert oidas == [filas[0].preguntada] == ["¿QUE PLAZO HAY PARA PRESENTAR EL REPORTE RETRI?"]
    assert filas[0].caso == CASOS[0]


def test_preguntar_sin_el_documento_lo_quita_una_vez() -> None:
    quitados: list[str] = []

    def sin(clave: str):  # type: ignore[no-untyped-def]
        quitados.append(clave)
        return lambda _: respuesta((), puntaje=0.0)

    filas = preguntar_sin_documento(CASOS, sin, ())
    assert quitados == sorted({c.documento for c in CASOS})
    assert {f.caso for f in filas} == set(CASOS)


def test_la_curva_de_cobertura_pasa_por_las_medidas() -> None:
    texto = "x" * 1000 + " siete días"
    filas = [fila(CASOS[0], respuesta((DOCUMENTO,), texto)), fila(CASOS[2], respuesta(("b.md",)))]
    curva = dict(curva_de_cobertura(filas))
    assert tuple(curva) == CURVA and curva[800] == 0 and curva[1200] == curva[4800] == 1
    assert curva_de_cobertura(filas[1:]) == ()


# --- SIAA as the system ---------------------------------------------------------------------


def test_siaa_responde(indice: Indice) -> None:
    dada = sistema(indice, AJUSTES)(CASOS[0].pregunta)
    assert dada.documentos[0] == DOCUMENTO and len(dada.documentos) <= 10
    assert len(set(dada.documentos)) == len(dada.documentos) > 0
    assert dada.puntaje is not None and dada.puntaje > 0 < dada.latencia_s
    assert medir(CASOS[0], dada)[ENVIADO] == 1
    assert {f.doc for f in dada.enviado.fuentes} <= set(dada.documentos)
    nada = sistema(indice, AJUSTES)("hola")
    assert (nada.documentos, nada.enviado.texto) == ((), "")


def test_la_biblioteca_sin_un_documento(indice: Indice, biblioteca_chica: Path) -> None:
    """The same as if the file were not there."""
    ajustes = AjustesBiblioteca()
    sin = retirador(indice, biblioteca_chica, ajustes)(DOCUMENTO)
    (biblioteca_chica / "normativa" / "Acuerdo_VR24-101.md").unlink()
    borrado = cargar_biblioteca(biblioteca_chica, ajustes)
    assert sin.claves == borrado.claves and DOCUMENTO not in sin.documentos
    assert sin.huella == borrado.huella
    for caso in CASOS:
        una, otra = (sistema(i, AJUSTES)(caso.pregunta) for i in (sin, borrado))
        assert (una.documentos, una.enviado, una.puntaje) == (
            otra.documentos,
            otra.enviado,
            otra.puntaje,
        )


def test_retirar_el_unico_documento(tmp_path: Path) -> None:
    (tmp_path / "solo.md").write_text("# Solo\n\nNada más que esto.", encoding="utf-8")
    indice = cargar_biblioteca(tmp_path)
    vacio = retirador(indice, tmp_path, AjustesBiblioteca())("solo.md")
    assert sistema(vacio, AJUSTES)("¿Nada más?").puntaje == 0


def test_los_fallos_dicen_por_que(indice: Indice) -> None:
    filas = preguntar(CASOS, sistema(indice, AJUSTES), ())
    fallos = buscar_fallos(filas, indice, explicacion(indice, AJUSTES))
    encargo = next(f for f in fallos if f.pregunta == CASOS[3].pregunta)
    assert encargo.documento == "manual_de_prestamo.md" and encargo.respuesta_enviada is False
    assert encargo.donde == ""
    for fallo in fallos:
        for puntuado in filter(None, (fallo.elegido, fallo.correcto)):
            assert sum(m.puntos for m in puntuado.motivos) == pytest.approx(puntuado.puntaje)


def test_el_fallo_dice_donde_esta_la_respuesta(indice: Indice) -> None:
    sin_nada = fila(CASOS[0], respuesta((DOCUMENTO,), "Otra cosa."))
    (fallo,) = buscar_fallos([sin_nada], indice, explicacion(indice, AJUSTES))
    assert (fallo.lugar, fallo.respuesta_enviada) == (1, False)
    assert "ARTÍCULO 3" in fallo.donde and "fragmento" in fallo.donde


def test_avisa_de_las_preguntas_que_nadie_puede_contestar(indice: Indice) -> None:
    (aviso,) = sin_su_respuesta(CASOS, indice)
    assert CASOS[3].pregunta in aviso and "manual_de_prestamo.md" in aviso


# --- Sums -----------------------------------------------------------------------------------


def test_agrupar() -> None:
    filas = [
        fila(CASOS[0], respuesta((DOCUMENTO,), "siete días", ms=1)),
        fila(CASOS[1], respuesta(("b.md", DOCUMENTO), "nada", ms=3)),
        fila(CASOS[2], respuesta((), ms=5)),
    ]
    grupo = agrupar("g", filas)
    assert (grupo.nombre, grupo.preguntas) == ("g", 3)
    assert grupo.medidas["recall@1"].valor == pytest.approx(1 / 3)
    assert grupo.medidas["recall@2"].valor == pytest.approx(2 / 3)
    assert grupo.medidas["MRR@10"].valor == pytest.approx(0.5)
    assert (grupo.medidas[ENVIADO].valor, grupo.medidas[ENVIADO].n) == (0.5, 2)
    assert grupo.medidas["caracteres"].valor == pytest.approx(14 / 3)
    assert grupo.latencia.mediana_ms == pytest.approx(3)
    assert grupo.latencia.p95_ms == pytest.approx(4.8)
    assert math.isnan(agrupar("nada", []).latencia.mediana_ms)


def test_detectar() -> None:
    buenas = [fila(CASOS[0], respuesta((), puntaje=p)) for p in (1.0, 2.0, 3.0)]
    malas = [fila(CASOS[0], respuesta((), puntaje=p)) for p in (0.0, 2.0)]
    deteccion = detectar(buenas, malas)
    assert deteccion is not None and deteccion.auc.valor == pytest.approx(4.5 / 6)
    assert (deteccion.contestables, deteccion.incontestables) == (3, 2)
    assert detectar(buenas, []) is None
    assert detectar([fila(CASOS[0], respuesta((), puntaje=None))], malas) is None
    muchas = [fila(CASOS[0], respuesta((), puntaje=float(p))) for p in range(1000)]
    larga = detectar(muchas, muchas)
    assert larga is not None and len(larga.curva) <= PUNTOS_DE_CURVA


def test_comparar_par_por_par() -> None:
    """Right and wrong, wrong and right, and the same twice."""
    bien = respuesta((DOCUMENTO,), "siete días la Junta nombra")
    mal = respuesta(("b.md",), "nada")
    casos = (CASOS[0], CASOS[1], CASOS[0], CASOS[2])
    unas = [fila(c, r) for c, r in zip(casos, (bien, mal, bien, mal), strict=True)]
    otras = [fila(c, r) for c, r in zip(casos, (mal, mal, bien, mal), strict=True)]
    comparacion = comparar("una", unas, "otra", otras)
    por_medida = {d.medida: d for d in comparacion.diferencias}
    r1 = por_medida["recall@1"]
    assert (r1.ganadas, r1.perdidas, r1.iguales, r1.p) == (1, 0, 3, 1.0)
    assert (r1.diferencia.valor, r1.diferencia.n) == (0.25, 4)
    assert por_medida[ENVIADO].diferencia.n == 3
    assert por_medida["caracteres"].perdidas == 1, "more characters are worse"
    (cambio,) = comparacion.cambios
    assert "recall@1" in cambio.gana and ENVIADO in cambio.gana and cambio.pierde == ()
    assert comparar("una", otras, "otra", unas).cambios[0].pierde == cambio.gana


# --- What people and programs read ------------------------------------------------------------


@pytest.fixture
def informe(indice: Indice) -> Informe:
    filas = (*preguntar(CASOS, sistema(indice, AJUSTES), ()), fila(CASOS[1], respuesta(())))
    malas = [fila(CASOS[0], respuesta((), puntaje=0.0))]
    fallos = buscar_fallos(filas, indice, explicacion(indice, AJUSTES))
    corridas = tuple(
        informar_corrida(nombre, {"modelo": "m"}, indice, filas, malas, fallos)
        for nombre in ("actual", "modelo=<otro>")
    )
    return Informe(
        VERSION,
        "1.0",
        "p.jsonl",
        2,
        ("errata",),
        ("algo pasa.",) * 7,
        corridas,
        comparar("actual", filas, "modelo=<otro>", filas),
    )


def test_la_tabla(informe: Informe) -> None:
    texto = tabla(informe, 1)
    for dicho in (
        *MEDIDAS[:-1],
        "caracteres enviados",
        "latencia: mediana",
        "p95",
        "Por colección",
        "Por tipo",
        "normativa",
        "plazo",
        "AUC",
        "umbral",
        "Fallos: ",
        "(se muestran 1)",
        "se prefirió",
        "== actual menos modelo=<otro> ==",
        "p (signos)",
        "Preguntas que cambian: 0",
        "mitad 2",
        "errata",
        "Aviso: algo pasa.",
        "2 avisos más",
    ):
        assert dicho in texto, dicho
    assert "nan" not in texto and "None" not in texto
    assert tabla(informe, 0).count("\n· ") == 0


def test_la_tabla_de_nada(indice: Indice) -> None:
    corrida = informar_corrida("actual", {}, indice, (), (), ())
    texto = tabla(Informe(VERSION, "1", "p", 0, (), (), (corrida,), None), 5)
    assert "—" in texto and "nan" not in texto and "Fallos: ninguno." in texto


def test_el_json_tiene_todo_lo_de_la_tabla(informe: Informe) -> None:
    datos = json.loads(json.dumps(a_json(informe), allow_nan=False))
    assert datos["version"] == VERSION and datos["perturbaciones"] == ["errata"]
    actual = datos["corridas"][0]
    assert set(actual["total"]["medidas"]) == set(MEDIDAS)
    assert set(actual["total"]["medidas"]["recall@1"]) == {"valor", "bajo", "alto", "n"}
    assert {g["nombre"] for g in actual["colecciones"]} == {"manuales", "normativa"}
    assert actual["deteccion"]["auc"]["n"] == 6 and len(actual["curva"]) == len(CURVA)
    assert [d["pregunta"] for d in actual["detalle"]] == [
        *(c.pregunta for c in CASOS),
        CASOS[1].pregunta,
    ]
    assert actual["fallos"][0]["elegido"]["motivos"] and actual["ajustes"] == {"modelo": "m"}
    assert datos["comparacion"]["diferencias"][0]["medida"] == "recall@1"


def test_la_grafica_es_un_svg(informe: Informe) -> None:
    texto = grafica(informe)
    raiz = ElementTree.fromstring(texto)
    assert raiz.tag == "{http://www.w3.org/2000/svg}svg"
    letreros = [nodo.text for nodo in raiz.iter() if nodo.text]
    assert "modelo=<otro>" in letreros and any("AUC" in letrero for letrero in letreros)
    assert len([n for n in raiz.iter() if n.tag.endswith("path")]) == 2 + 2 * 2
    assert "script" not in texto and "Monaco" not in texto


def test_nada_que_dibujar(indice: Indice) -> None:
    corrida = informar_corrida("actual", {}, indice, (), (), ())
    with pytest.raises(ErrorEvaluacion, match="--grafica"):
        grafica(Informe(VERSION, "1", "p", 0, (), (), (corrida,), None))
