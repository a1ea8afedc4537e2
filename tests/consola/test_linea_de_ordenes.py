"""The command line: its two orders, its exit statuses, and one sentence for each mistake."""

from __future__ import annotations

import io
import os
import re
import signal
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from biblioteca_de_prueba import NUEVE_DIAS, PREGUNTA, REPARO
from documentos_de_prueba import exigir
from guiones import linea, respuesta, tras
from ollama_de_prueba import OllamaDePrueba
from ordenes_de_prueba import Corrida, escribir_ajustes
from paciencia import PACIENCIA_S, esperar

import siaa_proxy
from siaa import __version__
from siaa.consola.ordenes import ORDENES
from siaa.errores import ModeloNoResponde, RespuestaCortada
from siaa_proxy import main

Ordenar = Callable[..., Corrida]
PLAZO = "El plazo para presentar el reporte RETRI es de siete días hábiles."


@pytest.fixture
def archivo(tmp_path: Path, biblioteca_chica: Path, url_cerrada: str) -> Path:
    """Settings of the small library and of a model that is not there."""
    return escribir_ajustes(tmp_path, biblioteca_chica, url_cerrada)


@pytest.fixture
def ordenar(archivo: Path, capsys: pytest.CaptureFixture[str]) -> Ordenar:
    """`ordenar("preguntar", …)`: exit status, standard output and standard error."""

    def correr(orden: str, *argumentos: str) -> Corrida:
        try:
            estado = main([orden, "--config", str(archivo), *argumentos])
        except SystemExit as salida:
            estado = int(salida.code or 0)
        return estado, *capsys.readouterr()

    return correr


def una_frase(texto: str) -> str:
    """A single Spanish sentence in a single line, and nothing of the machinery."""
    assert texto.endswith(".\n") and texto.count("\n") == 1, texto
    assert "Traceback" not in texto and "Error" not in texto
    return texto


@pytest.mark.parametrize(("estrategia", "avisa"), [("hibrida", True), ("canal", False)])
def test_indexar_avisa_si_nadie_busca_por_vectores(
    ordenar: Ordenar, monkeypatch: pytest.MonkeyPatch, estrategia: str, avisa: bool
) -> None:
    monkeypatch.setenv("SIAA_ESTRATEGIA", estrategia)
    estado, _, dicho = ordenar("indexar")
    assert estado == 0 and "Los vectores están al día." in dicho
    assert ("no sirven de nada: se busca sin vectores" in dicho) is avisa


# --- Help -----------------------------------------------------------------------------------


def ayuda(capsys: pytest.CaptureFixture[str], *argumentos: str) -> str:
    with pytest.raises(SystemExit) as salida:
        main(argumentos)
    assert not salida.value.code
    return capsys.readouterr().out


def test_ayuda(capsys: pytest.CaptureFixture[str]) -> None:
    for bandera in ("--help", "-h"):
        texto = ayuda(capsys, bandera)
        assert "servir" in texto and "preguntar" in texto and "README.md" in texto
    for orden, *propias in (("servir", "--host", "--puerto"), ("preguntar", "PREGUNTA")):
        texto = ayuda(capsys, orden, "--help")
        assert all(opcion in texto for opcion in ("--config", "--documentos", *propias))
        assert ("--puerto" in texto) is (orden == "servir")


@pytest.mark.parametrize("orden", ORDENES)
def test_cada_orden_dice_que_hace(orden: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The first line is what is typed; those that go on stand under it; then what it does."""
    uso, que_hace, *_ = ayuda(capsys, orden, "--help").split("\n\n")
    primero, *resto = uso.splitlines()
    assert primero.startswith(f"uso: ./run.sh {orden} [-h]")
    assert all(len(linea) - len(linea.lstrip()) == primero.index("[") for linea in resto)
    assert que_hace[0].isupper() and que_hace.endswith(".")


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert ayuda(capsys, "--version") == f"SIAA {__version__}\n"


NO_SE_ENTIENDE = (["--puerto"], ["--zzz"], ["servir", "algo"], ["preguntar"])


@pytest.mark.parametrize("dados", NO_SE_ENTIENDE)
def test_lo_que_no_se_entiende_sale_con_dos(dados: list[str]) -> None:
    with pytest.raises(SystemExit) as salida:
        main(dados)
    assert salida.value.code == siaa_proxy.SALIDA_USO == 2


INGLES = re.compile(r"\b(usage|options|show|exit|argument|expected|unrecognized|required)\b")


def test_la_ayuda_va_en_español(capsys: pytest.CaptureFixture[str]) -> None:
    for dados in (["--help"], ["servir", "--help"], ["preguntar", "--help"]):
        assert INGLES.search(ayuda(capsys, *dados)) is None


@pytest.mark.parametrize("dados", NO_SE_ENTIENDE)
def test_las_quejas_van_en_español(dados: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(dados)
    assert INGLES.search(capsys.readouterr().err) is None


@pytest.mark.parametrize(
    ("dados", "queja"),
    [
        ("--puerto 80 servir", "la orden va primero: servir …"),
        ("--config x.toml evaluar preguntas.jsonl", "la orden va primero: evaluar …"),
        ("--json evaluar preguntas.jsonl", "la orden va primero: evaluar …"),
        ("--puerto 80 algo más", "sobra: algo más"),
        ("servir evaluar", "sobra: evaluar"),
    ],
)
def test_lo_que_sobra(dados: str, queja: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(dados.split())
    dicho = f"No se entiende la orden ({queja}). Vea la ayuda con --help.\n"
    assert capsys.readouterr().err == dicho


# --- Mistakes -------------------------------------------------------------------------------


def test_un_ajuste_equivocado(ordenar: Ordenar, monkeypatch: pytest.MonkeyPatch) -> None:
    estado, salida, errores = ordenar("servir", "--puerto", "abc")
    assert (estado, salida) == (2, "") and "SIAA_PUERTO = 'abc'" in una_frase(errores)
    monkeypatch.setenv("SIAA_COLA", "muchas")
    estado, _, errores = ordenar("servir")
    assert estado == 2 and "SIAA_COLA = 'muchas'" in una_frase(errores)


def test_un_archivo_de_ajustes_que_no_existe(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--config", "no.toml"]) == 2
    assert "--config" in una_frase(capsys.readouterr().err)


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        RuntimeError("can't start new thread"),
        SystemError("error return without exception set"),  # no memory for a frame, Python 3.11
    ],
)
def test_sin_memoria_se_dice_como_darla(
    ordenar: Ordenar, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def negar(*_: object) -> None:
        raise error

    monkeypatch.setattr(siaa_proxy.armado, "crear_servicios", negar)
    estado, salida, errores = ordenar("servir")
    assert (estado, salida) == (1, "") and "ulimit -v" in una_frase(errores)
    error.args = ("otra cosa",)
    if not isinstance(error, MemoryError):
        with pytest.raises(type(error), match="otra cosa"):
            ordenar("servir")


def test_una_carpeta_que_no_existe(ordenar: Ordenar, tmp_path: Path) -> None:
    for orden, *resto in (("servir",), ("preguntar", "¿Qué?")):
        estado, salida, errores = ordenar(orden, "--documentos", str(tmp_path / "no"), *resto)
        assert (estado, salida) == (siaa_proxy.SALIDA_FALLO, "") == (1, "")
        assert "SIAA_DOCUMENTOS" in una_frase(errores)


# --- preguntar ------------------------------------------------------------------------------


def test_preguntar(
    ordenar: Ordenar, ollama: OllamaDePrueba, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIAA_OLLAMA_URL", ollama.url)
    estado, salida, errores = ordenar("preguntar", PREGUNTA)
    assert (estado, salida) == (0, "Según el acuerdo, sí.\n")
    assert "\nFuentes:\n  [1] Acuerdo VR24-101 sobre el reporte RETRI — " in errores
    assert "acuerdo_vr24-101.md" in errores and "leyendo" in errores
    assert ollama.preguntas[0].mensajes[-1]["content"] == PREGUNTA


def test_preguntar_sin_modelo_da_los_pasajes(ordenar: Ordenar) -> None:
    estado, salida, errores = ordenar("preguntar", PREGUNTA)
    assert estado == 0 and "siete días hábiles" in salida
    assert (salida + errores).count("modelo") == 2  # «no la redactó el modelo», and why
    assert salida.count(ModeloNoResponde.mensaje_base) == 1
    assert "Fuentes:" in errores and "Fuentes:" not in salida


def test_preguntar_con_las_palabras_sueltas(ordenar: Ordenar) -> None:
    assert ordenar("preguntar", *PREGUNTA.split())[1] == ordenar("preguntar", PREGUNTA)[1]


def test_leer_sin_modelo_dice_con_que_ordenes_se_arregla(ordenar: Ordenar) -> None:
    estado, _, errores = ordenar("leer")
    assert estado == 1 and errores.startswith("Modelo: El servidor del modelo no responde en http:")
    assert "\n    sudo systemctl start ollama\n" in errores and "administrador" not in errores


def test_un_saludo_no_necesita_modelo(ordenar: Ordenar) -> None:
    estado, salida, errores = ordenar("preguntar", "hola")
    assert (estado, errores) == (0, "") and salida.startswith("Hola. Soy SIAA")


def test_una_respuesta_cortada_sale_con_uno(
    ordenar: Ordenar, ollama: OllamaDePrueba, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIAA_OLLAMA_URL", ollama.url)
    ollama.encolar(tras(["Son siete"], linea("…")[:9]))
    estado, salida, _ = ordenar("preguntar", PREGUNTA)
    assert estado == 1 and salida.startswith("Son siete") and "[Respuesta incompleta]" in salida
    assert RespuestaCortada.mensaje_base in salida


@pytest.mark.parametrize(("pregunta", "dice"), [("  ", "vacía"), ("x" * 4001, "4.000")])
def test_preguntas_que_no_se_aceptan(ordenar: Ordenar, pregunta: str, dice: str) -> None:
    estado, salida, errores = ordenar("preguntar", pregunta)
    assert (estado, salida) == (1, "") and dice in una_frase(errores)


def test_preguntar_dice_que_se_hallo_de_la_respuesta(
    ordenar: Ordenar, ollama: OllamaDePrueba, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIAA_OLLAMA_URL", ollama.url)
    ollama.encolar(respuesta(f"{PLAZO}\n\n", NUEVE_DIAS))
    estado, salida, errores = ordenar("preguntar", PREGUNTA)
    assert estado == 0 and f"{NUEVE_DIAS}\n" in salida and "discrepa" not in salida
    assert f"Línea 3: {NUEVE_DIAS}\n    {REPARO}\n" in errores
    assert "2 frases, 1 con respaldo." in errores
    assert re.search(r"\n  \[1\] .+\(acuerdo_vr24-101\.md\): líneas 1 y 3\n", errores)


# --- verificar ------------------------------------------------------------------------------


def test_verificar_un_archivo(ordenar: Ordenar, tmp_path: Path) -> None:
    borrador = tmp_path / "borrador.md"
    borrador.write_bytes(f"# Señor\n\n{PLAZO}\n".encode("cp1252"))
    estado, salida, errores = ordenar("verificar", str(borrador))
    assert estado == 0 and errores == ""
    assert "1 con respaldo" in salida and "[1] Acuerdo VR24-101 sobre el reporte RETRI" in salida
    borrador.write_text(f"{PLAZO}\n\n{PLAZO.replace('siete', '8800')}", encoding="utf-8")
    estado, salida, _ = ordenar("verificar", str(borrador))
    assert estado == 1 and "Línea 3: El plazo" in salida and "dice «8800 días hábiles»" in salida
    assert "1 frase discrepa con " in salida


@pytest.mark.parametrize(("dado", "estado"), [(PLAZO, 0), (PLAZO.replace("siete", "8800"), 1)])
def test_verificar_lo_que_llega_por_la_entrada(
    ordenar: Ordenar, monkeypatch: pytest.MonkeyPatch, dado: str, estado: int
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(dado.encode())))
    assert ordenar("verificar", "--pregunta", PREGUNTA, "-")[0] == estado


def test_verificar_un_documento_de_oficina(ordenar: Ordenar, tmp_path: Path) -> None:
    exigir("mammoth", "markdownify", "selectolax")
    borrador, dañado = tmp_path / "borrador.HTML", tmp_path / "borrador.docx"
    borrador.write_text(f"<p>Señor</p><p>{PLAZO}</p><script>a</script>", encoding="utf-8")
    estado, salida, _ = ordenar("verificar", str(borrador))
    assert estado == 0 and "1 con respaldo" in salida
    dañado.write_bytes(b"PK\0")
    estado, _, errores = ordenar("verificar", str(dañado))
    assert estado == 2 and "ábralo con su programa y guárdelo de nuevo" in una_frase(errores)


def test_verificar_donde_no_hay_que_comprobar(ordenar: Ordenar, tmp_path: Path) -> None:
    vacio, nulo = tmp_path / "vacio.md", tmp_path / "nulo.md"
    vacio.write_text(" \n", encoding="utf-8")
    assert ordenar("verificar", str(vacio))[:2] == (0, "\nNo hay frases que comprobar.\n")
    nulo.write_bytes(b"a\0b")
    for archivo, dice in ((nulo, "nulos"), (tmp_path / "no", "no existe"), (tmp_path, "carpeta")):
        estado, salida, errores = ordenar("verificar", str(archivo))
        assert (estado, salida) == (2, "") and dice in una_frase(errores)


# --- servir ---------------------------------------------------------------------------------


@pytest.fixture
def senales() -> Iterator[None]:
    """The signal handlers of the test run come back."""
    antes = {senal: signal.getsignal(senal) for senal in (signal.SIGINT, signal.SIGTERM)}
    yield
    for senal, manejador in antes.items():
        signal.signal(senal, manejador)


@pytest.mark.parametrize("senal", [signal.SIGTERM, signal.SIGINT])
def test_servir_hasta_la_senal(
    archivo: Path, monkeypatch: pytest.MonkeyPatch, senales: None, senal: signal.Signals
) -> None:
    monkeypatch.setattr(sys, "stderr", errores := io.StringIO())
    monkeypatch.setenv("SIAA_FORMATO_REGISTRO", "texto")
    estados: list[int] = []

    def visitar() -> None:
        assert esperar(lambda: "escucha en" in errores.getvalue())
        puerto = re.findall(r"escucha en http://127\.0\.0\.1:(\d+)", errores.getvalue())[0]
        url = f"http://127.0.0.1:{puerto}/siaa/status"
        with urllib.request.urlopen(url, timeout=PACIENCIA_S) as respuesta:
            estados.append(respuesta.status)
        os.kill(os.getpid(), senal)

    visita = threading.Thread(target=visitar)
    visita.start()
    assert main(["servir", "--config", str(archivo)]) == 0
    visita.join(PACIENCIA_S)
    assert estados == [200] and errores.getvalue().endswith("SIAA se detuvo.\n")
