"""The comparison with other engines measures what it says, on a library small enough to count."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

RAIZ = Path(__file__).resolve().parents[2]
sys.path.append(str(RAIZ / "bench"))

import ablacion  # noqa: E402
import actos  # noqa: E402
import comparar  # noqa: E402
import encargo  # noqa: E402
import motores  # noqa: E402
import ventanas  # noqa: E402

from config import Config  # noqa: E402
from siaa.biblioteca.cargador import cargar_biblioteca  # noqa: E402
from siaa.evaluacion.medidas import Caso, Defecto, Respuesta  # noqa: E402
from siaa.recuperacion.hibrida.pesos import PESOS  # noqa: E402
from siaa.valores import Contexto, Fuente  # noqa: E402

Medir = Callable[..., tuple[int, str, str]]
RELLENO = "La secretaría anota cada actuación en el libro y la firma al cierre. " * 12
PERMISOS = (
    "# Permisos\n\nEl permiso dura tres días.\n\n"
    f"## Soporte\n\n{RELLENO}\n\nLa prueba del permiso se entrega en el décimo día.\n"
)
ARCHIVO = "# Archivo\n\nLa bodega abre a las nueve.\n\n**Artículo 7.** Las cajas guardan folios.\n"
DOCUMENTOS = {"permisos_y_licencias.md": PERMISOS, "archivo.md": ARCHIVO}
CASOS = (
    Caso("¿Cuántos días dura el permiso?", "permisos_y_licencias.md", ("tres días",)),
    Caso("¿A qué hora abre la bodega?", "archivo.md", ("a las nueve",)),
    Caso("¿Qué guardan las cajas?", "archivo.md", ("guardan folios",)),
    Caso("artículo 7 del archivo", "archivo.md", ()),
    Caso("¿Quién inventó la bombilla?", "", (), sin_respuesta=True),
)


def instalado(nombre: str) -> motores.Motor:
    motor = motores.crear(nombre)
    if ausentes := motores.falta(motor):
        pytest.skip(f"no está instalado: {', '.join(ausentes)}")
    return motor


@pytest.fixture
def carpeta(tmp_path: Path) -> Path:
    documentos = tmp_path / "biblioteca"
    documentos.mkdir()
    for nombre, texto in DOCUMENTOS.items():
        (documentos / nombre).write_text(texto, encoding="utf-8")
    lineas = [
        {
            "pregunta": caso.pregunta,
            "documento": caso.documento,
            "respuestas": caso.respuestas,
            "sin_respuesta": caso.sin_respuesta,
        }
        for caso in CASOS
    ]
    texto = "\n".join(json.dumps(linea, ensure_ascii=False) for linea in lineas)
    (documentos / "evaluacion.jsonl").write_text(texto, encoding="utf-8")
    return documentos


def test_otros_pesos_cambian_lo_que_se_envia(carpeta: Path) -> None:
    """Not the order of documents alone: without `encabezado` «artículo 7» is no reason."""
    indice = cargar_biblioteca(carpeta)
    sin_nada = replace(PESOS, **{campo.name: 0.0 for campo in fields(PESOS)})
    *_, enviados = ablacion.medir(indice, CASOS, PESOS)
    *_, sin_pesos = ablacion.medir(indice, CASOS, sin_nada)
    assert enviados != sin_pesos


# --- Cutting and assembling -----------------------------------------------------------------


def test_las_ventanas_no_cruzan_secciones() -> None:
    cortadas = list(ventanas.cortar("a.md", PERMISOS, "secciones"))
    assert [v.seccion for v in cortadas] == ["Permisos", "Soporte", "Soporte"]
    assert [v.indice for v in cortadas] == [0, 1, 2]
    soporte = PERMISOS.index("## Soporte")
    assert (cortadas[0].inicio, cortadas[0].fin) == (0, soporte)
    assert (cortadas[1].inicio, cortadas[2].inicio) == (soporte, soporte + 500)
    assert cortadas[-1].fin == len(PERMISOS)


def test_las_ventanas_llanas_son_las_del_contrato() -> None:
    cortadas = list(ventanas.cortar("a.md", PERMISOS, "llano"))
    assert [v.inicio for v in cortadas] == list(range(0, len(PERMISOS) - 300, 500))
    assert cortadas[0].seccion == "SOPORTE"


def test_los_articulos_tambien_cortan() -> None:
    cortadas = list(ventanas.cortar("archivo.md", ARCHIVO, "secciones"))
    assert [v.seccion[:13] for v in cortadas] == ["Archivo", "**Artículo 7."]


class MotorDePrueba(ventanas.MotorDeVentanas):
    """Ranks windows as it is told, so that what follows can be counted by hand."""

    def _indexar(self, textos: Any) -> None:
        self.indexados = list(textos)

    def _mejores(self, pregunta: str) -> list[tuple[int, float]]:
        return [(int(n), 9.0 - lugar) for lugar, n in enumerate(pregunta.split())]


def documentos_de_prueba() -> dict[str, str]:
    return {f"doc_{n}.md": f"# Título {n}\n\n" + f"{n}" * 780 for n in range(3)}


def test_se_indexan_nombre_encabezado_y_seccion() -> None:
    motor = MotorDePrueba()
    motor.construir({"permiso_de-luto.md": ARCHIVO})
    assert motor.indexados[1].startswith("permiso de luto Archivo\n**Artículo 7.")


def test_se_envian_las_mejores_ventanas_de_los_dos_mejores_documentos() -> None:
    motor = MotorDePrueba()
    motor.construir(documentos_de_prueba())
    respuesta = motor.buscar("1 2 0")
    assert respuesta.documentos == ("doc_1.md", "doc_2.md", "doc_0.md")
    assert respuesta.puntaje == 9.0
    enviado = respuesta.enviado
    assert [f.doc for f in enviado.fuentes] == ["doc_1.md", "doc_2.md"]
    assert [(f.n, f.inicio, f.fin) for f in enviado.fuentes] == [(1, 0, 792), (2, 794, 1586)]
    assert enviado.fragmento(enviado.fuentes[1]).startswith("# Título 2")
    assert respuesta.defectos == (None, None)
    assert respuesta.latencia_s >= 0


def test_lo_enviado_se_detiene_al_llenarse() -> None:
    motor = MotorDePrueba("llano")
    motor.construir({"largo.md": "abcdefghi\n" * 600})
    respuesta = motor.buscar("0 3 1 5 7 9 2 4")
    assert [f.indice for f in respuesta.enviado.fuentes] == [0, 3, 1]
    assert len(respuesta.enviado.texto) == 3 * 809 + 2 * 2
    assert all(respuesta.defectos) and len(respuesta.defectos) == 3


def test_sin_aciertos_no_se_envia_nada() -> None:
    motor = MotorDePrueba()
    motor.construir(documentos_de_prueba())
    respuesta = motor.buscar("")
    assert (respuesta.documentos, respuesta.puntaje) == ((), 0.0)
    assert (respuesta.enviado, respuesta.defectos) == (Contexto("", ()), ())


# --- Measuring ------------------------------------------------------------------------------


def respuesta(
    documentos: tuple[str, ...],
    doc: str,
    texto: str,
    puntaje: float,
    defecto: Defecto | None = None,
) -> Respuesta:
    contexto = Contexto(texto, (Fuente(1, doc, doc, "", "", 0, 0, len(texto), 0, 9, ()),))
    return Respuesta(documentos, contexto, (defecto,), puntaje, 0.001 * puntaje)


def test_las_medidas_son_las_contadas_a_mano() -> None:
    """Four answerable questions, three with answers, and one that nothing answers."""
    permisos, archivo = "permisos_y_licencias.md", "archivo.md"
    respuestas = (
        respuesta((permisos, archivo), permisos, "dura tres días", 4.0),
        respuesta((permisos, archivo), archivo, "x" * 1_000 + " a las nueve", 3.0, Defecto.ACABA),
        respuesta((permisos,), permisos, "guardan folios.", 1.0),  # right words, wrong document
        respuesta((archivo,), archivo, "", 5.0),
        respuesta((archivo,), archivo, "nada" * 9, 2.0),
    )
    medido = comparar.resumir(CASOS, respuestas, construccion_s=0.5, memoria=7)
    assert medido.medidas == {
        "r@1": 2 / 4,
        "r@2": 3 / 4,
        "enviada": 1 / 3,
        "c2400": 2 / 3,
        "enteros": 3 / 4,
        "caract.": (14 + 1_012 + 15 + 0) / 4,
    }
    assert medido.auc == 3 / 4
    assert (medido.mediana_ms, medido.p95_ms) == pytest.approx((3.0, 5.0))
    assert (medido.preguntas, medido.construccion_s, medido.memoria) == (5, 0.5, 7)


def test_lo_que_no_se_puede_medir_queda_vacio() -> None:
    nada = respuesta((), "", "", 1.0)
    medido = comparar.resumir(CASOS[-1:], [nada], 0.0, 0)
    assert set(medido.medidas.values()) == {None} and medido.auc is None
    assert comparar.celdas(medido, solo_tiempos=False)[:7] == ["—"] * 7


def test_construir_mide_procesador_y_memoria() -> None:
    class Pesado:
        def cargar(self, carpeta: Path) -> None:
            self.datos = bytearray(b"\1" * 50_000_000)

    segundos, bytes_ = comparar.construir(Pesado(), Path())  # type: ignore[arg-type]
    assert segundos >= 0
    assert bytes_ > 45e6


# --- The engines ----------------------------------------------------------------------------


def comprobar(motor: motores.Motor, carpeta: Path) -> None:
    motor.cargar(carpeta)
    respuestas = comparar.preguntar(motor, CASOS)
    medidas = comparar.resumir(CASOS, respuestas, 0.0, 0).medidas
    assert medidas["r@1"] == medidas["r@2"] == medidas["c2400"] == 1.0
    assert respuestas[0].enviado.fuentes[0].doc == "permisos_y_licencias.md"
    assert respuestas[-1].documentos == ()


@pytest.mark.parametrize("nombre", list(motores.AJENOS))
def test_cada_motor_encuentra_lo_que_hay(nombre: str, carpeta: Path) -> None:
    comprobar(instalado(nombre), carpeta)


@pytest.mark.parametrize("nombre", list(motores.AJENOS))
@pytest.mark.parametrize("pregunta", ["", "¿?", "de la", '"AND OR NOT', "texto:(a* -b)", "ñandú"])
def test_ninguna_pregunta_los_tumba(nombre: str, pregunta: str, carpeta: Path) -> None:
    motor = instalado(nombre)
    motor.cargar(carpeta)
    assert isinstance(motor.buscar(pregunta).documentos, tuple)


def test_fts5_puntua_mejor_la_palabra_mas_rara() -> None:
    """Both words stand in the library; only one of them tells the documents apart."""
    motor = motores.MotorFTS5()
    motor.construir({"a.md": "la caja azul", "b.md": "la caja roja", "c.md": "la caja verde"})
    assert motor.buscar("caja roja").documentos == ("b.md", "a.md", "c.md")
    assert motor.buscar("CÁJA RÓJA").documentos[0] == "b.md"


def test_las_estrategias_son_las_del_ajuste() -> None:
    assert Config.model_fields["estrategia"].default in motores.ESTRATEGIAS
    assert (*motores.ESTRATEGIAS, *motores.AJENOS) == encargo.MOTORES


@pytest.mark.parametrize("estrategia", motores.ESTRATEGIAS)
def test_las_estrategias_de_siaa_se_miden_igual(estrategia: str, carpeta: Path) -> None:
    motor = motores.crear(estrategia)
    motor.cargar(carpeta)
    medidas = comparar.resumir(CASOS, comparar.preguntar(motor, CASOS), 0.0, 0).medidas
    assert medidas["r@1"] == medidas["enviada"] == 1.0


def test_lo_que_falta_se_dice_y_no_se_mide(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], carpeta: Path
) -> None:
    monkeypatch.setattr(motores.MotorBM25S, "requiere", ("un_modulo_que_no_existe",))
    conjunto = comparar.Conjunto("prueba", carpeta, (), "secciones")
    assert comparar.comparar(conjunto, ["bm25s"]) == {}
    assert "no instalado (un_modulo_que_no_existe)" in capsys.readouterr().out


# --- The command ----------------------------------------------------------------------------


def ejecutar(*argumentos: str | Path) -> subprocess.CompletedProcess[str]:
    orden = [sys.executable, str(RAIZ / "bench" / "comparar.py"), *map(str, argumentos)]
    return subprocess.run(orden, capture_output=True, text=True, check=False, cwd=RAIZ)


@pytest.fixture
def medir(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Medir:
    """`medir("--datos", …)`: exit status, standard output and standard error, in this process."""

    def correr(*argumentos: str | Path) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["comparar.py", *map(str, argumentos)])
        estado = comparar.main()
        return estado, *capsys.readouterr()

    return correr


def test_la_orden_mide_y_deja_sus_resultados(carpeta: Path, tmp_path: Path) -> None:
    salida = tmp_path / "resultados.json"
    proceso = ejecutar("--documentos", carpeta, "--motores", "fts5", "--json", salida)
    assert proceso.returncode == 0, proceso.stderr
    assert "biblioteca: 2 documentos" in proceso.stdout
    medido: Mapping[str, Any] = json.loads(salida.read_text(encoding="utf-8"))
    fts5 = medido["biblioteca"]["fts5"]
    assert (fts5["preguntas"], fts5["medidas"]["r@1"], fts5["auc"]) == (5, 1.0, 1.0)
    assert fts5["memoria"] >= 0
    assert fts5["mediana_ms"] > 0


def test_la_ayuda_dice_lo_de_fabrica_desde_la_carpeta_de_siaa() -> None:
    ayuda = ejecutar("--help").stdout
    assert "(por defecto: ../shared)" in " ".join(ayuda.split())
    assert str(RAIZ.parent) not in ayuda


def test_un_archivo_de_preguntas_malo_se_explica(medir: Medir, carpeta: Path) -> None:
    (carpeta / "malas.jsonl").write_text("esto no es JSON", encoding="utf-8")
    estado, _, errores = medir("--documentos", carpeta, "--preguntas", carpeta / "malas.jsonl")
    assert estado == comparar.SALIDA_USO
    assert "malas.jsonl" in errores
    assert "Traceback" not in errores


@pytest.mark.parametrize("argumentos", [("--documentos", "no-hay"), ("--escala", "9")])
def test_sin_documentos_se_explica(
    medir: Medir, argumentos: tuple[str, ...], tmp_path: Path
) -> None:
    estado, _, errores = medir("--datos", tmp_path, *argumentos)
    assert estado == comparar.SALIDA_USO
    assert len(errores.splitlines()) == 1


def test_un_conjunto_de_dos_carpetas_es_una_biblioteca(medir: Medir, tmp_path: Path) -> None:
    (tmp_path / "preguntas").mkdir()
    for carpeta, nombre in (("corpus", "archivo.md"), ("actos_co", "permisos_y_licencias.md")):
        (tmp_path / carpeta).mkdir()
        (tmp_path / carpeta / nombre).write_text(DOCUMENTOS[nombre], encoding="utf-8")
    preguntas = ({"pregunta": c.pregunta, "documento": c.documento} for c in CASOS[:4])
    texto = "\n".join(map(json.dumps, preguntas))
    (tmp_path / "preguntas" / "gente.jsonl").write_text(texto, encoding="utf-8")
    estado, dicho, errores = medir("--datos", tmp_path, "--conjunto", "gente", "--motores", "fts5")
    assert estado == 0, errores
    assert "gente: 2 documentos" in dicho and "4 preguntas" in dicho


# --- The large library ----------------------------------------------------------------------


def test_la_biblioteca_grande_es_siempre_la_misma(tmp_path: Path) -> None:
    origen = tmp_path / "actos"
    origen.mkdir()
    for numero in range(3):
        parrafos = [f"Párrafo {n} del decreto {numero}, que dispone algo." for n in range(40)]
        texto = f"# DECRETO {numero}\n\n" + "\n\n".join(parrafos) + "\n"
        (origen / f"decreto-{numero}-1950.md").write_text(texto, encoding="utf-8")
    copias = []
    for veces in range(2):
        destino = tmp_path / f"copia{veces}"
        destino.mkdir()
        actos.escribir_actos(origen, destino, cuantos=12, tamano=3_000)
        copias.append({r.name: r.read_text(encoding="utf-8") for r in destino.iterdir()})
    assert copias[0] == copias[1]
    assert len(copias[0]) == 12
    assert {"decreto-0-1950.md", "decreto-2-1950.md"} < copias[0].keys()
    assert all(2_000 < len(texto) <= 3_001 for texto in copias[0].values())
    assert len(set(copias[0].values())) == 12
    propio = (origen / "decreto-1-1950.md").read_text(encoding="utf-8")
    assert copias[0]["decreto-1-1950.md"].startswith(propio[:1_000])
