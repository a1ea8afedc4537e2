"""From rows to report: measures, groups, comparison, misses, table and JSON."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest

from config import Config
from siaa.armado import ajustes_consulta
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.valores import AjustesBiblioteca
from siaa.evaluacion.corrida import (
    CARACTERES,
    COBERTURAS,
    ENTEROS,
    ENVIADA,
    MEDIDAS,
    FilaMedida,
    PreguntaFallada,
    Razon,
    buscar_fallos,
    medir,
    preguntar,
    preguntar_sin_documento,
    sistema,
)
from siaa.evaluacion.informe import (
    VERSION,
    Informe,
    InformeCorrida,
    a_json,
    agrupar,
    comparar,
    detectar,
    informar_corrida,
)
from siaa.evaluacion.medidas import Caso, Defecto, Respuesta
from siaa.evaluacion.orden import retirador
from siaa.evaluacion.tabla import EN_ESPANOL, tabla
from siaa.recorrido.hallazgo import AjustesConsulta
from siaa.valores import Contexto, Fuente

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
    documentos: tuple[str, ...],
    texto: str = "",
    puntaje: float = 1.0,
    ms: float = 1.0,
    defecto: Defecto | None = None,
) -> Respuesta:
    """The first document is also where the text comes from."""
    fuentes = (
        (Fuente(1, documentos[0], "", "", "", 0, 0, len(texto), 0, 9, ()),) if documentos else ()
    )
    defectos = (defecto,) * len(fuentes)
    return Respuesta(documentos, Contexto(texto, fuentes), defectos, puntaje, ms / 1000)


def fila(caso: Caso, dada: Respuesta) -> FilaMedida:
    return FilaMedida(caso, dada, medir(caso, dada))


# --- One question ---------------------------------------------------------------------------


def test_medir_lo_que_toca() -> None:
    texto = "x" * 1000 + " siete días"
    valores = medir(CASOS[0], respuesta((DOCUMENTO, "b.md"), texto))
    assert set(valores) == {*MEDIDAS, *COBERTURAS}
    assert (valores["recall@1"], valores["MRR@10"], valores[CARACTERES]) == (1, 1, 1011)
    assert [valores[medida] for medida in COBERTURAS] == [0, 1, 1, 1]
    assert (valores[ENVIADA], valores[ENTEROS]) == (1, 1)
    assert medir(CASOS[2], respuesta(("a.md", "manual_de_restauracion.md"))) == {
        CARACTERES: 0,
        ENTEROS: 1,
        "recall@1": 0,
        "recall@2": 1,
        "MRR@10": 0.5,
    }
    assert medir(Caso("¿?", "", (), sin_respuesta=True), respuesta(())) == {CARACTERES: 0}


def test_la_respuesta_va_en_un_fragmento_entero() -> None:
    rota = respuesta((DOCUMENTO,), "siete días", defecto=Defecto.ACABA)
    valores = medir(CASOS[0], rota)
    assert (valores[ENVIADA], valores["cobertura@800"], valores[ENTEROS]) == (0, 1, 0)
    dos = (*rota.enviado.fuentes, Fuente(2, DOCUMENTO, "", "", "", 0, 0, 10, 0, 9, ()))
    con_otro = replace(rota, enviado=Contexto("siete días", dos), defectos=(Defecto.ACABA, None))
    assert medir(CASOS[0], con_otro)[ENVIADA] == 1
    assert medir(CASOS[0], con_otro)[ENTEROS] == 0.5


def test_preguntar_en_orden() -> None:
    oidas: list[str] = []

    def oir(pregunta: str) -> Respuesta:
        oidas.append(pregunta)
        return respuesta((DOCUMENTO,))

    filas = preguntar(CASOS, oir)
    assert oidas == [caso.pregunta for caso in CASOS]
    assert [f.caso for f in filas] == list(CASOS)


def test_preguntar_sin_el_documento_lo_quita_una_vez() -> None:
    quitados: list[str] = []

    def sin(clave: str):  # type: ignore[no-untyped-def]
        quitados.append(clave)
        return lambda _: respuesta((), puntaje=0.0)

    juntos = sorted(CASOS, key=lambda caso: caso.documento)
    filas = preguntar_sin_documento(juntos, sin)
    assert quitados == sorted({c.documento for c in CASOS})
    assert {f.caso for f in filas} == set(CASOS)


# --- SIAA as the system ---------------------------------------------------------------------


def test_siaa_responde(indice: Indice) -> None:
    dada = sistema(indice, AJUSTES)(CASOS[0].pregunta)
    assert dada.documentos[0] == DOCUMENTO and len(dada.documentos) <= 10
    assert len(set(dada.documentos)) == len(dada.documentos) > 0
    assert dada.puntaje > 0 < dada.latencia_s
    assert medir(CASOS[0], dada)[ENVIADA] == 1
    assert len(dada.defectos) == len(dada.enviado.fuentes)
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


def con_lecturas(carpeta: Path) -> None:
    """One reading of article 3, whose words nobody else has, and one that fits nowhere."""
    contenido = cargar_biblioteca(carpeta).documentos[DOCUMENTO].contenido
    desde = contenido.index("## ARTÍCULO 3")
    trozo = contenido[desde : desde + 80]
    lectura = {
        "documento": DOCUMENTO,
        "desde": desde,
        "hasta": desde + 80,
        "comienzo": trozo[:60],
        "huella": hashlib.sha256(trozo.encode()).hexdigest()[:16],
        "preguntas": ["¿cuánto me dan pa mandar el retri?"],
        "palabras": ["cachivache"],
        "modelo": "a mano",
    }
    lineas = [lectura, {**lectura, "huella": "0" * 16}]
    (carpeta / "lecturas").mkdir()
    texto = "\n".join(json.dumps(linea) for linea in lineas)
    (carpeta / "lecturas" / "a.jsonl").write_text(texto, encoding="utf-8")


def test_la_biblioteca_sin_sus_lecturas(biblioteca_chica: Path) -> None:
    """The same as if they were not there; taking a document out leaves those of the others."""
    ajustes = AjustesBiblioteca()
    sin_ninguna = cargar_biblioteca(biblioteca_chica, ajustes)
    con_lecturas(biblioteca_chica)
    indice = cargar_biblioteca(biblioteca_chica, ajustes)
    assert indice.lecturas.preguntas and indice.avisos
    apagadas = retirador(indice, biblioteca_chica, ajustes, con_lecturas=False)
    assert apagadas("").huella == sin_ninguna.huella != indice.huella
    assert not apagadas("").lecturas.preguntas and not apagadas("").avisos
    retirar = retirador(indice, biblioteca_chica, ajustes)
    assert retirar("").lecturas.preguntas == indice.lecturas.preguntas
    assert retirar("manual_de_prestamo.md").lecturas.preguntas
    assert not retirar(DOCUMENTO).lecturas.preguntas
    assert not any("lectura" in aviso for aviso in retirar(DOCUMENTO).avisos), "none is lost"


# --- Why an answer was not sent -----------------------------------------------------------------


def fallo_de(indice: Indice, caso: Caso, **ajustes: object) -> PreguntaFallada | None:
    """What is said of one question, asked of SIAA with some settings."""
    consulta = ajustes_consulta(Config(**ajustes))  # type: ignore[arg-type]
    return next(
        iter(buscar_fallos(preguntar([caso], sistema(indice, consulta)), indice, consulta)), None
    )


RELLENO = "La secretaría anota cada actuación en el libro y la firma al cierre. "
LARGO = "".join(
    f"**ARTÍCULO {n}.** El permiso de salida número {n} lo anota la secretaría en el libro. "
    f"{RELLENO * 30}\n\n"
    for n in range(1, 12)
)
CAJAS = "**ARTÍCULO 30.** Las cajas azules se abren con la llave del décimo piso. " + RELLENO * 3


@pytest.fixture(scope="module")
def archivo(tmp_path_factory: pytest.TempPathFactory) -> Indice:
    carpeta = tmp_path_factory.mktemp("archivo")
    documentos = {
        "permisos.md": f"# Permisos\n\n{LARGO}{CAJAS}",
        "copia.md": f"# Llaves\n\nOtra cosa de las cajas.\n\n{CAJAS}",
        "roto.md": "# Turnos del vigilante\n\nEl turno del vigilante dura ocho\n\nhoras.\n\n"
        "## Reemplazo\n\nLo reemplaza el celador.",
    }
    for nombre, texto in documentos.items():
        (carpeta / nombre).write_text(texto, encoding="utf-8")
    return cargar_biblioteca(carpeta)


@pytest.mark.parametrize(
    ("caso", "ajustes", "razon"),
    [
        (Caso("hola", "roto.md", ("ocho horas",)), {}, Razon.SIN_BUSCAR),
        (
            Caso("¿Quién reemplaza al vigilante?", "copia.md", ("décimo piso",)),
            {"max_docs_contexto": 1},
            Razon.OTRO_DOCUMENTO,
        ),
        (Caso("¿Cuánto dura el turno del vigilante?", "roto.md", ("mil años",)), {}, Razon.NO_ESTA),
        (
            Caso("¿Quién reemplaza al vigilante el lunes festivo?", "roto.md", ("el celador",)),
            {"respaldo_minimo": 1.0},
            Razon.CALLADA,
        ),
        (
            Caso("permiso de salida", "permisos.md", ("permiso de salida número 11",)),
            {},
            Razon.NO_CUPO,
        ),
        (
            Caso("¿Dónde se abren las cajas azules?", "permisos.md", ("décimo piso",)),
            {"presupuesto": 700},
            Razon.EN_OTRO,
        ),
        (
            Caso("artículo 7 permiso de salida número 7", "permisos.md", ("décimo piso",)),
            {"max_docs_contexto": 1, "presupuesto": 700},
            Razon.BAJO_EL_CORTE,
        ),
    ],
)
def test_cada_fallo_tiene_su_razon(
    archivo: Indice, caso: Caso, ajustes: dict[str, object], razon: Razon
) -> None:
    fallo = fallo_de(archivo, caso, **ajustes)
    assert fallo is not None
    assert fallo.razon == razon, fallo


def test_lo_que_se_envio_no_es_fallo(archivo: Indice) -> None:
    assert fallo_de(archivo, Caso("permiso número 3", "permisos.md", ("número 3",))) is None


def test_un_fragmento_roto_y_una_respuesta_repartida(indice: Indice) -> None:
    rota = fila(CASOS[0], respuesta((DOCUMENTO,), "siete días", defecto=Defecto.ACABA))
    (fallo,) = buscar_fallos([rota], indice, AJUSTES)
    assert (fallo.razon, fallo.detalle) == (Razon.NO_ENTERO, str(Defecto.ACABA))
    contenido = indice.documentos[DOCUMENTO].contenido
    lejos = contenido[: contenido.index("siete días") + 10][-2000:]
    repartida = replace(CASOS[0], respuestas=(lejos,))
    (fallo,) = buscar_fallos([fila(repartida, respuesta((DOCUMENTO,)))], indice, AJUSTES)
    assert (fallo.razon, fallo.pasaje) == (Razon.REPARTIDA, "")


def test_el_fallo_dice_donde_esta_la_respuesta(indice: Indice) -> None:
    sin_nada = fila(CASOS[0], respuesta((DOCUMENTO,), "Otra cosa."))
    (fallo,) = buscar_fallos([sin_nada], indice, AJUSTES)
    assert fallo.lugar == 1 and "ARTÍCULO 3" in fallo.seccion and "siete días" in fallo.pasaje
    for puntuado in filter(None, (fallo.elegido, fallo.correcto)):
        assert sum(m.puntos for m in puntuado.motivos) == pytest.approx(puntuado.puntaje)


def test_otro_documento_primero_con_la_respuesta_enviada(indice: Indice) -> None:
    segunda = fila(CASOS[0], respuesta((DOCUMENTO,), "siete días"))
    segunda = replace(segunda, valores={**segunda.valores, "recall@1": 0.0})
    assert buscar_fallos([segunda], indice, AJUSTES)[0].razon == Razon.NO_PRIMERO


# --- Sums -----------------------------------------------------------------------------------


def test_agrupar() -> None:
    filas = [
        fila(CASOS[0], respuesta((DOCUMENTO,), "siete días")),
        fila(CASOS[1], respuesta(("b.md", DOCUMENTO), "nada", defecto=Defecto.EMPIEZA)),
        fila(CASOS[2], respuesta(())),
    ]
    grupo = agrupar("g", filas)
    assert (grupo.nombre, grupo.preguntas) == ("g", 3)
    assert grupo.medidas["recall@1"].valor == pytest.approx(1 / 3)
    assert grupo.medidas["recall@2"].valor == pytest.approx(2 / 3)
    assert grupo.medidas["MRR@10"].valor == pytest.approx(0.5)
    for medida in (ENVIADA, ENTEROS):
        assert (grupo.medidas[medida].valor, grupo.medidas[medida].n) == (0.5, 2)
    assert grupo.medidas[CARACTERES].valor == pytest.approx(14 / 3)
    assert agrupar("nada", []).medidas == {}


def test_detectar() -> None:
    buenas = [fila(CASOS[0], respuesta((), puntaje=p)) for p in (1.0, 2.0, 3.0)]
    malas = [fila(CASOS[0], respuesta((), puntaje=p)) for p in (0.0, 2.0)]
    deteccion = detectar(buenas, malas)
    assert deteccion is not None and deteccion.auc.valor == pytest.approx(4.5 / 6)
    assert (deteccion.contestables, deteccion.incontestables) == (3, 2)
    assert detectar(buenas, []) is None
    assert detectar([], malas) is None


def corrida(nombre: str, filas: list[FilaMedida], indice: Indice) -> InformeCorrida:
    return informar_corrida(nombre, {"modelo": "m"}, indice, filas, (), ())


def test_comparar_par_por_par(indice: Indice) -> None:
    """Right and wrong, wrong and right, and the same twice."""
    bien = respuesta((DOCUMENTO,), "siete días la Junta nombra", ms=1)
    mal = respuesta(("b.md",), "nada", ms=3)
    casos = (CASOS[0], CASOS[1], CASOS[0], CASOS[2])
    filas = [
        [fila(c, r) for c, r in zip(casos, dadas, strict=True)]
        for dadas in ((bien, mal, bien, mal), (mal, mal, bien, mal))
    ]
    una, otra = (corrida(nombre, f, indice) for nombre, f in zip("ab", filas, strict=True))
    assert (una.mediana_ms, una.cobertura["cobertura@800"]) == pytest.approx((2, 2 / 3))
    comparacion = comparar(una, otra)
    por_medida = {d.medida: d for d in comparacion.diferencias}
    r1 = por_medida["recall@1"]
    assert (r1.ganadas, r1.perdidas, r1.iguales, r1.veredicto) == (1, 0, 3, "no se distinguen")
    assert (r1.diferencia.valor, r1.diferencia.n) == (0.25, 4)
    assert por_medida[ENVIADA].diferencia.n == 3
    assert por_medida[CARACTERES].perdidas == 1, "more characters are worse"
    (cambio,) = comparacion.cambios
    assert "recall@1" in cambio.gana and ENVIADA in cambio.gana and cambio.pierde == ()
    assert comparar(otra, una).cambios[0].pierde == cambio.gana


def test_el_veredicto_es_del_intervalo(indice: Indice) -> None:
    largas = [fila(CASOS[0], respuesta((DOCUMENTO,), "siete días y más"))] * 9
    malas = [fila(CASOS[0], respuesta(("b.md",), "nada"))] * 9
    una, otra = corrida("a", largas, indice), corrida("b", malas, indice)
    for comparacion, dicho in ((comparar(una, otra), "mejor"), (comparar(otra, una), "peor")):
        veredictos = {d.medida: d.veredicto for d in comparacion.diferencias}
        assert veredictos["recall@1"] == veredictos[ENVIADA] == dicho
        assert veredictos[CARACTERES] != dicho, "who sends more is worse at that"
        assert veredictos[ENTEROS] == "no se distinguen"


# --- What people and programs read ------------------------------------------------------------


@pytest.fixture
def informe(indice: Indice) -> Informe:
    rota = respuesta((DOCUMENTO,), "la Junta nombra", defecto=Defecto.TITULAR)
    filas = (*preguntar(CASOS, sistema(indice, AJUSTES)), fila(CASOS[1], rota))
    malas = [fila(CASOS[0], respuesta((), puntaje=0.0))]
    fallos = buscar_fallos(filas, indice, AJUSTES)
    con_avisos = replace(indice, avisos=tuple(f"algo pasa {n}." for n in range(7)))
    corridas = tuple(
        informar_corrida(nombre, {"modelo": "m"}, con_avisos, filas, malas, fallos)
        for nombre in ("actual", "modelo=otro")
    )
    return Informe(VERSION, "1.0", "p.jsonl", 2, corridas, comparar(*corridas))


def test_la_tabla(informe: Informe) -> None:
    texto = tabla(informe, 1)
    for dicho in (
        *MEDIDAS,
        "cobertura por caracteres",
        "demora: la mitad, hasta ",
        "sin lecturas",
        "Por colección",
        "Por tipo",
        "normativa",
        "plazo",
        "AUC",
        "umbral",
        "es solo un encabezado (1)",
        "Fallos: ",
        f"1  {Razon.NO_ENTERO}",
        "se prefirió",
        "== actual menos modelo=otro ==",
        "no se distinguen",
        "Preguntas que cambian: 0",
        "mitad 2",
        "Aviso: algo pasa 4.",
        "… y 2 más.",
    ):
        assert dicho in texto, dicho
    assert "nan" not in texto and "None" not in texto
    for medida, dicha in EN_ESPANOL.items():
        assert texto.count(f"{dicha} ({medida})") == texto.count(medida) == len(informe.corridas)
    assert tabla(informe, 0).count("\n· ") == 0


def test_la_tabla_de_nada(indice: Indice) -> None:
    vacia = informar_corrida("actual", {}, indice, (), (), ())
    texto = tabla(Informe(VERSION, "1", "p", 0, (vacia,), None), 5)
    assert "nan" not in texto and "Fallos: ninguno." in texto


def test_el_json_tiene_todo_lo_de_la_tabla(informe: Informe) -> None:
    datos = json.loads(json.dumps(informe, default=a_json, allow_nan=False))
    assert datos["version"] == VERSION
    actual = datos["corridas"][0]
    assert set(actual["total"]["medidas"]) == set(MEDIDAS)
    assert set(actual["total"]["medidas"]["recall@1"]) == {"valor", "bajo", "alto", "n"}
    assert {g["nombre"] for g in actual["colecciones"]} == {"manuales", "normativa"}
    assert actual["deteccion"]["auc"]["n"] == 6 and set(actual["cobertura"]) == set(COBERTURAS)
    assert [d["caso"]["pregunta"] for d in actual["detalle"]] == [
        *(c.pregunta for c in CASOS),
        CASOS[1].pregunta,
    ]
    assert actual["detalle"][-1]["respuesta"]["enviado"]["texto"] == "la Junta nombra"
    assert actual["detalle"][-1]["respuesta"]["defectos"] == [str(Defecto.TITULAR)]
    assert actual["fallos"][0]["elegido"]["motivos"] and actual["ajustes"] == {"modelo": "m"}
    assert datos["comparacion"]["diferencias"][0]["medida"] == "recall@1"
