"""`evaluar` as an administrator runs it: on the sample library, and with what can go wrong."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest
from ordenes_de_prueba import Corrida, aparte

from config import RAIZ, Config
from siaa.armado import ajustes_biblioteca, ajustes_consulta
from siaa.biblioteca.lengua.numeros import escribir_numero
from siaa.evaluacion.medidas import Caso
from siaa.evaluacion.orden import Configuracion, leer_contra
from siaa.evaluacion.orden import evaluar as evaluar_biblioteca
from siaa.evaluacion.preguntas import ErrorEvaluacion
from siaa_proxy import SALIDA_FALLO, SALIDA_USO, main

PREGUNTA = "¿Qué plazo hay para presentar el reporte RETRI?"


@pytest.fixture
def biblioteca(biblioteca_chica: Path) -> Path:
    """The small library with a question file of its own."""
    escribir(
        biblioteca_chica,
        {"pregunta": PREGUNTA, "documento": "Acuerdo_VR24-101.md", "respuestas": ["siete días"]},
        {"pregunta": "¿Cómo se seca el papel mojado?", "documento": "manual_de_restauracion.md"},
        {"pregunta": "¿Quién ganó la copa mundial de fútbol?", "sin_respuesta": True},
    )
    return biblioteca_chica


def escribir(carpeta: Path, *lineas: dict[str, object]) -> Path:
    ruta = carpeta / "evaluacion.jsonl"
    ruta.write_text("\n".join(map(json.dumps, lineas)), encoding="utf-8")
    return ruta


@pytest.fixture
def evaluar(biblioteca: Path, capsys: pytest.CaptureFixture[str]):  # type: ignore[no-untyped-def]
    """`evaluar("--json", …)`: exit status, standard output and standard error."""

    def correr(*argumentos: str) -> Corrida:
        try:
            estado = main(["evaluar", "--documentos", str(biblioteca), *argumentos])
        except SystemExit as salida:
            estado = int(salida.code or 0)
        return estado, *capsys.readouterr()

    return correr


# --- As a process ---------------------------------------------------------------------------


def test_la_biblioteca_de_muestra(tmp_path: Path) -> None:
    ruta = tmp_path / "i.json"
    estado, salida, errores = aparte(
        *("evaluar", "--json", str(ruta), "--fallos", "2"),
        *("--mitad", "1", "--contra", "presupuesto=1000"),
        SIAA_MAX_CHUNKS_CONTEXTO="2",
    )
    assert (estado, errores) == (0, "")
    datos = json.loads(ruta.read_text(encoding="utf-8"))
    una, otra = datos["corridas"]
    preguntas = (RAIZ / "documentos" / "evaluacion.jsonl").read_text(encoding="utf-8").splitlines()
    assert una["total"]["preguntas"] == -(-len(preguntas) // 2)
    assert una["ajustes"]["max_chunks_contexto"] == otra["ajustes"]["max_chunks_contexto"] == 2
    assert (una["ajustes"]["presupuesto"], otra["ajustes"]["presupuesto"]) == (2400, 1000)
    assert "token_admin" not in una["ajustes"]
    caracteres = [c["total"]["medidas"]["caracteres enviados"]["valor"] for c in (una, otra)]
    assert caracteres[0] > caracteres[1] > 0
    valor = una["total"]["medidas"]["recall@1"]["valor"]
    assert re.search(
        rf"acierta con el primero \(recall@1\) +{escribir_numero(valor, '.3f')}", salida
    )
    assert "== actual menos presupuesto=1000 ==" in salida and "mitad 1" in salida


# --- Options --------------------------------------------------------------------------------


def test_sin_respuesta(evaluar, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """The questions that the file marks count always; with the option, all of them too."""
    ruta = tmp_path / "i.json"
    for opciones, cuantas in ((), 1), (("--sin-respuesta",), 3):
        estado, salida, _ = evaluar("--json", str(ruta), *opciones)
        deteccion = json.loads(ruta.read_text("utf-8"))["corridas"][0]["deteccion"]
        assert estado == 0 and "AUC" in salida
        assert f"2 preguntas y {cuantas} sin respuesta, " in salida
        assert (deteccion["contestables"], deteccion["incontestables"]) == (2, cuantas)


def test_con_y_sin_lecturas(evaluar, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """Alone the option measures without them; against it, both are compared."""
    _, salida, _ = evaluar("--sin-lecturas")
    assert "== sin-lecturas ==" in salida and "menos" not in salida
    _, salida, _ = evaluar("--contra", "sin-lecturas")
    assert "== actual menos sin-lecturas ==" in salida
    ruta = tmp_path / "i.json"
    muestra, unas = RAIZ / "documentos", tmp_path / "unas.jsonl"
    todas = (muestra / "evaluacion.jsonl").read_text("utf-8").splitlines(keepends=True)
    unas.write_text("".join(todas[::9]), encoding="utf-8")
    orden = ["evaluar", "--documentos", str(muestra), "--preguntas", str(unas)]
    orden += ["--json", str(ruta), "--contra", "sin-lecturas"]
    assert main([*orden, "--contra", "max_docs_contexto=1"]) == 0
    una, otra = json.loads(ruta.read_text("utf-8"))["corridas"]
    assert una["leidos"] > 0 == otra["leidos"]
    assert (una["ajustes"]["max_docs_contexto"], otra["ajustes"]["max_docs_contexto"]) == (2, 1)


def test_el_avance_pasa_por_cada_pregunta(biblioteca: Path) -> None:
    vistas: list[str] = []

    def avance(casos: Sequence[Caso]) -> Iterable[Caso]:
        vistas.extend(caso.pregunta for caso in casos)
        return casos

    opciones = {
        "preguntas": None, "mitad": None, "sin_respuesta": True, "fallos": 1, "json": None
    }  # fmt: skip
    config = Config(documentos=biblioteca)
    una = Configuracion("a", biblioteca, ajustes_biblioteca(config), ajustes_consulta(config), {})
    evaluar_biblioteca(opciones, [una], io.StringIO(), preguntando=avance)
    assert len(vistas) == 2 + 1 + 2 and PREGUNTA in vistas


def test_otra_biblioteca_contra_esta(evaluar, biblioteca: Path, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    otra = tmp_path / "otra"
    otra.mkdir()
    for archivo in biblioteca.rglob("*.md"):
        (otra / archivo.name).write_bytes(archivo.read_bytes())
    estado, salida, _ = evaluar("--contra", f"documentos={otra}", "--contra", "chunk_size=400")
    assert estado == 0 and f"documentos={otra}, chunk_size=400" in salida


def test_la_ayuda(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as salida:
        main(["evaluar", "--help"])
    texto = capsys.readouterr().out
    assert not salida.value.code
    for opcion in (
        *("--preguntas", "--documentos", "--contra", "--sin-respuesta", "--sin-lecturas"),
        *("--mitad", "--fallos", "--json", "sin lecturas (sin-lecturas)"),
    ):
        assert opcion in texto


# --- What can go wrong ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("opciones", "dice"),
    [
        (("--preguntas", "no.jsonl"), "«no.jsonl» no existe"),
        (("--contra", "estrategia"), "NOMBRE=VALOR"),
        (("--contra", "estratejia=x"), "¿quiso decir «estrategia»?"),
        (("--contra", "chunk_size=cien"), "SIAA_CHUNK_SIZE = 'cien'"),
        (("--mitad", "3"), "opción --mitad"),
        (("--fallos", "x"), "no es un número entero"),
        (("--json", "/no/existe.json"), "No se puede escribir"),
        (("--zzz",), "sobra"),
    ],
)
def test_opciones_que_no_sirven(evaluar, opciones: tuple[str, ...], dice: str) -> None:  # type: ignore[no-untyped-def]
    estado, salida, errores = evaluar(*opciones)
    assert (estado, salida) == (SALIDA_USO, "") and dice in errores
    assert errores.count("\n") == 1 and "Traceback" not in errores


def test_archivos_que_no_sirven(evaluar, biblioteca: Path) -> None:  # type: ignore[no-untyped-def]
    escribir(biblioteca, {"pregunta": PREGUNTA, "documento": "acuerdo_vr24-102.md"})
    estado, _, errores = evaluar()
    assert estado == SALIDA_USO and "¿quiso decir «acuerdo_vr24-101.md»?" in errores
    escribir(biblioteca, {"pregunta": PREGUNTA})
    estado, _, errores = evaluar()
    assert estado == SALIDA_USO and "Línea 1 de «evaluacion.jsonl»" in errores


def test_una_carpeta_que_no_existe(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    preguntas = escribir(tmp_path, {"pregunta": PREGUNTA, "documento": "a.md"})
    orden = ["evaluar", "--documentos", str(tmp_path / "no"), "--preguntas", str(preguntas)]
    assert main(orden) == SALIDA_FALLO
    assert "SIAA_DOCUMENTOS" in capsys.readouterr().err


def test_un_destino_sin_permiso(evaluar, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    estado, salida, errores = evaluar("--json", "/dev/full")
    assert (estado, salida) == (SALIDA_USO, "") and "el disco está lleno" in errores


def test_contra_admite_el_nombre_de_la_variable() -> None:
    ajustes = Config.model_fields
    assert leer_contra(["SIAA_COLA=5", "modelo = a=b "], ajustes) == {"cola": "5", "modelo": "a=b"}
    assert leer_contra([], ajustes) == leer_contra(["sin-lecturas"], ajustes) == {}
    for malo in ("cola=", "=5", "zzz=1"):
        with pytest.raises(ErrorEvaluacion):
            leer_contra([malo], ajustes)
