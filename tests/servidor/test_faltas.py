"""Every fault that SIAA must withstand, as the people in front of it see it.

What each of them sees, and in how long, is the table of `docs/faltas.md`; a test's first line, or
the name of its case, is the name of the fault there.
"""

from __future__ import annotations

import contextlib
import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest
from biblioteca_de_prueba import OTRA_PREGUNTA, PREGUNTA, TERCERA_PREGUNTA
from conexion_de_prueba import puerto_libre
from conftest import Contar, config_de_prueba
from faltas_de_prueba import (
    CASOS_DEL_MODELO,
    DICHO,
    OTROS,
    RAIZ,
    SERVICIO,
    Renglon,
    agujero,
    leer_tabla,
    modelo_aparte,
    problema,
    siaa_aparte,
    visto,
)
from faltas_de_prueba import PREGUNTA as QUIEN_PREGUNTA
from guiones import PARA_SIEMPRE, a_la_espera, error_http, respuesta, tras
from ollama_de_prueba import OllamaDePrueba
from paciencia import PACIENCIA_S, esperar
from registro_de_prueba import abrir_lectura, ocupado_por_otro
from servidor_de_prueba import (
    Charla,
    ClienteCrudo,
    FlujoAbierto,
    ServidorDePrueba,
    cuerpo_de_chat,
    en_bytes,
)
from tabla_de_faltas import ESCRIBIR
from urllib3.util import connection
from verificaciones import (
    verificar_buena,
    verificar_charla,
    verificar_cita,
    verificar_fin,
)

from siaa.armado import ajustes_biblioteca
from siaa.biblioteca import disco
from siaa.biblioteca.cargador import cargar_biblioteca, sellar
from siaa.servicio.modelo.salud import NOMBRE_HILO as HILO_DE_SALUD

Fabrica = Callable[..., ServidorDePrueba]
Anotar = Callable[[str, str, float], None]
LARGA = tras(DICHO, PARA_SIEMPRE)
CUERPO = en_bytes(cuerpo_de_chat(PREGUNTA))
MUDOS = 200
COLA = 6
CONEXION_S = 1.0


@pytest.fixture
def anotar(request: pytest.FixtureRequest) -> Iterator[Anotar]:
    """`anotar(who, what they saw, seconds)` adds a line to the table, or compares it with it."""
    falta = nombre_de(request.node)
    vistos: dict[tuple[str, str], Renglon] = {}

    def tomar(quien: str, vio: str, segundos: float) -> None:
        renglon = Renglon(falta, quien, vio, round(segundos, 2))
        vistos[renglon.clave] = renglon
        request.node.user_properties.append(("renglon", json.dumps(asdict(renglon))))

    yield tomar
    if not request.config.getoption(ESCRIBIR, default=False):
        escritos = {clave: r.vio for clave, r in leer_tabla().items() if clave[0] == falta}
        assert {clave: r.vio for clave, r in vistos.items()} == escritos


class Intentos(list[str]):
    """The threads that tried to connect to the model for somebody. Health does when `mira` says."""

    def __init__(self) -> None:
        self.mira = threading.Event()
        self.mira.set()

    def ciegos(self, ollama: OllamaDePrueba) -> None:
        """From now on health sees nothing of the server, nor has a look under way."""
        self.mira.clear()
        assert esperar(lambda: ollama.abiertas == 0)

    def alguno(self) -> None:
        """Wait until somebody tried; then health may see what they saw."""
        assert esperar(lambda: bool(self))
        self.mira.set()


@pytest.fixture
def intentos(monkeypatch: pytest.MonkeyPatch) -> Iterator[Intentos]:
    quienes = Intentos()
    de_verdad = connection.create_connection

    def conectar(*datos: Any, **opciones: Any) -> socket.socket:
        nombre = threading.current_thread().name
        if nombre == HILO_DE_SALUD:
            quienes.mira.wait()
            return de_verdad(*datos, **opciones)
        try:
            return de_verdad(*datos, **opciones)
        finally:
            quienes.append(nombre)

    monkeypatch.setattr(connection, "create_connection", conectar)
    yield quienes
    quienes.mira.set()


def nombre_de(prueba: Any) -> str:
    """The fault that a test is about."""
    if hasattr(prueba, "callspec"):
        return str(prueba.callspec.params["falta"])
    return nombre_en(prueba.function)


def nombre_en(funcion: Callable[..., None]) -> str:
    assert funcion.__doc__
    return funcion.__doc__.splitlines()[0].rstrip(".")


def duracion(charla: Charla) -> float:
    """Seconds from asking to the end."""
    return charla.marcos[-1].llegada


def el_estado(siaa: ServidorDePrueba) -> dict[str, Any]:
    estado: dict[str, Any] = siaa.obtener("/siaa/status").json
    return estado


def cronometrar_estado(siaa: ServidorDePrueba) -> float:
    """The slowest of five looks at the status."""
    tiempos = []
    for _ in range(5):
        inicio = time.monotonic()
        assert siaa.obtener("/siaa/status").estado == 200
        tiempos.append(time.monotonic() - inicio)
    return max(tiempos)


def con_pasajes(charla: Charla, estado: int = 200) -> Charla:
    """An answer made of the passages alone; it is returned."""
    verificar_charla(charla, estado=estado)
    verificar_fin(charla, "extractiva", completa=True, modo="extractivo")
    verificar_cita(charla.contenido, charla.fuentes)
    assert "no la redactó el modelo" in charla.contenido
    return charla


def cortada(charla: Charla, codigo: str) -> Charla:
    """An answer that keeps its words and says that it is not whole; it is returned."""
    verificar_charla(charla)
    verificar_fin(charla, "corte", completa=False, modo="modelo", razon="length")
    assert charla.codigo == codigo and "[Respuesta incompleta]" in charla.contenido
    return charla


def hablando(flujo: FlujoAbierto) -> None:
    """Read until the first word has come."""
    assert flujo.leer_hasta(lambda charla: bool(charla.palabras)).palabras


def en_cola(flujo: FlujoAbierto) -> None:
    """Read until a place in the queue has been told."""
    assert flujo.leer_hasta(lambda charla: bool(charla.eventos("estado"))).eventos("estado")


@contextlib.contextmanager
def leyendo(flujos: list[FlujoAbierto]) -> Iterator[list[Charla]]:
    """The streams, each read to its end by a thread of its own while the block runs."""
    hilos = [threading.Thread(target=flujo.leer_todo) for flujo in flujos]
    for hilo in hilos:
        hilo.start()
    yield [flujo.charla for flujo in flujos]
    for hilo in hilos:
        hilo.join(PACIENCIA_S)
        assert not hilo.is_alive()


# --- The model's server -------------------------------------------------------------------


def test_una_etapa_que_falla(servidor: Fabrica, ollama: OllamaDePrueba, anotar: Anotar) -> None:
    """What the model is asked before it answers fails."""
    siaa = servidor(descomponer="siempre", evaluar_contexto="si")
    ollama.encolar(error_http(500, "CUDA error"), respuesta("No sé."), respuesta(*DICHO))
    charla = siaa.charlar(TERCERA_PREGUNTA)
    verificar_buena(charla)
    dichos = " ".join(f"«{aviso}»" for aviso in charla.eventos("fuentes")[-1]["avisos"])
    anotar(QUIEN_PREGUNTA, f"{visto(charla)}, under {dichos}", duracion(charla))
    inicio = time.monotonic()
    fallidas = [etapa["veces"]["fallida"] for etapa in el_estado(siaa)["etapas"]]
    assert fallidas == [1, 1]
    anotar(SERVICIO, "how often each stage failed", time.monotonic() - inicio)


@pytest.mark.parametrize("falta", CASOS_DEL_MODELO)
def test_el_servidor_del_modelo(
    servidor: Fabrica, ollama: OllamaDePrueba, anotar: Anotar, contar_desde: Contar, falta: str
) -> None:
    caso = CASOS_DEL_MODELO[falta]
    contar_desde(lambda: bool(ollama.preguntas))
    espera = "espera_primer_token" if caso.motivo == "extractiva" else "espera_entre_tokens"
    siaa = servidor(**{espera: 0.5} if caso.codigo == "espera_agotada" else {})
    ollama.encolar(*caso.guiones)
    charla = siaa.charlar(TERCERA_PREGUNTA)
    if caso.motivo == "extractiva":
        con_pasajes(charla)
    else:
        verificar_charla(charla)
        assert charla.contenido.startswith("".join(DICHO))
    assert (charla.fin["motivo"], charla.codigo) == (caso.motivo, caso.codigo)
    assert len(ollama.preguntas) == len(caso.guiones)
    anotar(QUIEN_PREGUNTA, visto(charla), duracion(charla))
    assert esperar(lambda: siaa.charlar(PREGUNTA).fin["motivo"] == "stop")


def test_otro_servidor_responde(servidor: Fabrica, ollama: OllamaDePrueba, anotar: Anotar) -> None:
    """A server fails before its first word, and there is another."""
    ollama.encolar(error_http(500, "llama runner process has terminated"))
    with OllamaDePrueba(por_defecto=respuesta(*DICHO)) as otro:
        siaa = servidor(ollama_url=f"{ollama.url},{otro.url}")
        assert esperar(lambda: all(uno["listo"] for uno in el_estado(siaa)["servidores"]))
        charla = verificar_buena(siaa.charlar(TERCERA_PREGUNTA))
        assert (len(ollama.preguntas), len(otro.preguntas)) == (1, 1)
        anotar(QUIEN_PREGUNTA, visto(charla), duracion(charla))
        de_cada_uno = el_estado(siaa)["servidores"]
        assert [uno["en_descanso"] for uno in de_cada_uno] == [True, False]
        anotar(SERVICIO, "which server failed and rests", cronometrar_estado(siaa))


def test_nadie_escucha(servidor: Fabrica, url_cerrada: str, anotar: Anotar) -> None:
    """Connection refused."""
    siaa = servidor(ollama_url=url_cerrada)
    charla = con_pasajes(siaa.charlar(PREGUNTA))
    assert charla.codigo == "modelo_no_responde"
    anotar(QUIEN_PREGUNTA, visto(charla), duracion(charla))
    assert esperar(lambda: el_estado(siaa)["ollama"]["alcanzable"] is False)
    estado = el_estado(siaa)
    assert estado["estado"] == "sin_modelo" and estado["ollama"]["remedio"]
    anotar(SERVICIO, f"{problema(estado)} and how to start it", cronometrar_estado(siaa))


def test_muere_y_vuelve(servidor: Fabrica, anotar: Anotar) -> None:
    """The model's server is killed in mid-answer and started again."""
    with modelo_aparte(puerto_libre(), 6_000) as (proceso, puerto):
        siaa = servidor(ollama_url=f"http://127.0.0.1:{puerto}")
        with siaa.abrir(PREGUNTA) as hablado, siaa.abrir(OTRA_PREGUNTA) as espera:
            hablando(hablado)
            en_cola(espera)
            proceso.kill()
            muerte = time.monotonic()
            cortada(hablado.leer_todo(), "corte")
            anotar(QUIEN_PREGUNTA, visto(hablado.charla), time.monotonic() - muerte)
            con_pasajes(espera.leer_todo())
            anotar("who waits in the queue", visto(espera.charla), time.monotonic() - muerte)
    charla = con_pasajes(siaa.charlar(PREGUNTA))
    anotar("who asks while it is away", visto(charla), duracion(charla))
    assert esperar(lambda: el_estado(siaa)["estado"] == "sin_modelo")
    with modelo_aparte(puerto, 20):
        vuelta = time.monotonic()
        assert esperar(lambda: el_estado(siaa)["ollama"]["listo"])
        de_nuevo = time.monotonic() - vuelta
        charla = verificar_buena(siaa.charlar(PREGUNTA))
        anotar("who asks once it is back", visto(charla), duracion(charla))
        anotar(SERVICIO, "the model is ready again", de_nuevo)


def test_no_llegan_los_paquetes(servidor: Fabrica, anotar: Anotar, intentos: Intentos) -> None:
    """The model's host starts to drop packets."""
    with OllamaDePrueba(puerto=puerto_libre()) as ollama:
        siaa = servidor(ollama_url=ollama.url, espera_conexion=CONEXION_S)
        assert esperar(lambda: el_estado(siaa)["ollama"]["listo"])
        intentos.ciegos(ollama)
    with agujero(ollama.puerto), contextlib.ExitStack() as pila:
        flujos = [pila.enter_context(siaa.abrir(f"{PREGUNTA} ({n})")) for n in range(COLA)]
        with leyendo(flujos) as charlas:
            intentos.alguno()
        for charla in charlas:
            con_pasajes(charla)
            assert charla.codigo == "modelo_no_responde"
        assert 0 < len(intentos) < COLA, "they tried one after another"
        anotar("the one whose turn it is", visto(charlas[0]), duracion(charlas[0]))
        anotar("who waits in the queue", visto(charlas[-1]), max(map(duracion, charlas)))
        assert esperar(lambda: el_estado(siaa)["estado"] == "sin_modelo")
        intentos.clear()
        charla = con_pasajes(siaa.charlar(PREGUNTA))
        assert not intentos, "it was tried all the same"
        anotar("who asks later", visto(charla), duracion(charla))
        anotar(SERVICIO, problema(el_estado(siaa)), cronometrar_estado(siaa))


def test_dejan_de_llegar_los_paquetes(
    servidor: Fabrica, anotar: Anotar, intentos: Intentos
) -> None:
    """The model's host drops packets in mid-answer."""
    with OllamaDePrueba(puerto=puerto_libre()) as ollama:
        puerto = ollama.puerto
        siaa = servidor(ollama_url=ollama.url, espera_conexion=CONEXION_S, espera_primer_token=9)
        assert esperar(lambda: el_estado(siaa)["ollama"]["listo"])
        intentos.ciegos(ollama)
    with agujero(puerto, acepta_una=True), contextlib.ExitStack() as pila:
        primero = pila.enter_context(siaa.abrir(PREGUNTA))
        intentos.alguno()
        segundo = pila.enter_context(siaa.abrir(OTRA_PREGUNTA))
        with leyendo([primero, segundo]) as charlas:
            assert esperar(lambda: el_estado(siaa)["estado"] == "sin_modelo")
            intentos.clear()
            charla = con_pasajes(siaa.charlar(TERCERA_PREGUNTA))
            assert not intentos, "it was tried all the same"
            anotar("who asks later", visto(charla), duracion(charla))
    for charla in charlas:
        con_pasajes(charla)
    assert duracion(charlas[1]) < duracion(charlas[0])
    anotar("the one whose turn it was", visto(charlas[0]), duracion(charlas[0]))
    anotar("who waits in the queue", visto(charlas[1]), duracion(charlas[1]))


# --- Whoever asks -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "falta", ["Someone leaves before the first byte", "Someone leaves in mid-answer"]
)
def test_quien_pregunta_se_va(
    servidor: Fabrica, ollama: OllamaDePrueba, anotar: Anotar, falta: str
) -> None:
    ollama.encolar(LARGA)
    siaa = servidor()
    with siaa.crudo() as cliente:
        cliente.pedir_chat(CUERPO)
        if "mid-answer" in falta:
            cliente.leer_hasta(DICHO[0].encode())
        ollama.esperar_preguntas(1)
        cliente.irse()
    salida = time.monotonic()
    assert ollama.se_suelta()
    anotar("the model", "it is let go", time.monotonic() - salida)
    charla = verificar_buena(siaa.charlar(OTRA_PREGUNTA))
    anotar("the next", visto(charla), duracion(charla))
    assert esperar(lambda: siaa.obtener("/siaa/log").json["total"] == 2)
    alertas = {fila["alerta"] for fila in siaa.obtener("/siaa/log").json["preguntas"]}
    assert alertas == {"ABANDONADA", None}


def test_un_oyente_se_va(servidor: Fabrica, ollama: OllamaDePrueba, anotar: Anotar) -> None:
    """Someone leaves an answer that others share."""
    sigue = threading.Event()
    ollama.encolar(a_la_espera(sigue, *DICHO))
    siaa = servidor(compartidas=5)
    assert esperar(lambda: el_estado(siaa)["ollama"]["listo"])
    with siaa.abrir(PREGUNTA) as segundo:
        with siaa.abrir(PREGUNTA) as primero:
            hablando(primero)
        sigue.set()
        charla = verificar_buena(segundo.leer_todo())
    assert charla.contenido == "".join(DICHO) and len(ollama.preguntas) == 1
    anotar(OTROS, visto(charla), duracion(charla))


def test_lee_un_byte_por_segundo(servidor: Fabrica, ollama: OllamaDePrueba, anotar: Anotar) -> None:
    """Someone reads one byte a second."""
    ollama.encolar(respuesta(*["x" * 2_000] * 80))
    siaa = servidor(num_predict=8_192, num_ctx=16_384)
    with ClienteCrudo(siaa.puerto) as lento:
        lento.enchufe.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16384)
        inicio = time.monotonic()
        lento.pedir_chat(CUERPO)
        leido = b""
        for _ in range(2):
            leido += lento.enchufe.recv(1)
            time.sleep(1)
        otra = verificar_buena(siaa.charlar(OTRA_PREGUNTA))
        anotar(OTROS, visto(otra), duracion(otra))
        anotar(SERVICIO, "as always", cronometrar_estado(siaa))
        leido += lento.enchufe.recv(1)
        leido += lento.leer_hasta(b"data: [DONE]\n\n")
    veces = 2 * 80  # in words, and as a sentence of `fin`
    assert leido.startswith(b"HTTP/1.1 200 ") and leido.count(b"x" * 2_000) == veces
    assert time.monotonic() - inicio > 2
    anotar(QUIEN_PREGUNTA, "the whole answer, as slowly as they read", time.monotonic() - inicio)


def test_doscientos_mudos(servidor: Fabrica, anotar: Anotar) -> None:
    """200 clients connect and say nothing."""
    siaa = servidor()
    with contextlib.ExitStack() as pila:
        for _ in range(MUDOS):
            pila.enter_context(siaa.crudo())
        charla = verificar_buena(siaa.charlar(PREGUNTA))
        anotar(OTROS, visto(charla), duracion(charla))
        anotar(SERVICIO, "as always", cronometrar_estado(siaa))


def test_la_cola_se_llena(servidor: Fabrica, ollama: OllamaDePrueba, anotar: Anotar) -> None:
    """More people ask than there are places in the queue."""
    ollama.encolar(LARGA)
    siaa = servidor(cola=1)
    with siaa.abrir(PREGUNTA) as primero, siaa.abrir(OTRA_PREGUNTA) as segundo:
        hablando(primero)
        en_cola(segundo)
        charla = con_pasajes(siaa.charlar(TERCERA_PREGUNTA), estado=503)
        assert charla.codigo == "cola_llena" and int(charla.cabeceras["retry-after"]) > 0
        anotar(QUIEN_PREGUNTA, visto(charla), duracion(charla))
        anotar(SERVICIO, "as always", cronometrar_estado(siaa))


# --- The record and SIAA itself -----------------------------------------------------------


def test_el_registro_ocupado(servidor: Fabrica, anotar: Anotar) -> None:
    """The record is locked by another program."""
    siaa = servidor()
    verificar_buena(siaa.charlar(PREGUNTA))
    assert esperar(lambda: el_estado(siaa)["registro"]["filas"] == 1)
    with ocupado_por_otro(Path(siaa.config.datos) / "registro.sqlite3"):
        charla = verificar_buena(siaa.charlar(PREGUNTA))
        anotar(QUIEN_PREGUNTA, visto(charla), duracion(charla))
        aviso(lambda: el_estado(siaa), anotar)
    fin = time.monotonic()
    anotado_todo(lambda: el_estado(siaa), 2)
    anotar("the record", "every question, once", time.monotonic() - fin)


def aviso(estado: Callable[[], dict[str, Any]], anotar: Anotar) -> None:
    """The status says that the record does not write."""
    inicio = time.monotonic()
    assert esperar(lambda: estado()["registro"]["problema"] is not None)
    anotar(SERVICIO, problema(estado()), time.monotonic() - inicio)


def anotado_todo(estado: Callable[[], dict[str, Any]], cuantas: int) -> None:
    """The record has so many questions, none waiting, none lost, and nothing to complain of."""
    assert esperar(lambda: estado()["registro"]["pendientes"] == 0)
    registro = estado()["registro"]
    assert (registro["filas"], registro["perdidas"], registro["problema"]) == (cuantas, 0, None)


def pedir_estado(puerto: int) -> dict[str, Any]:
    with ClienteCrudo(puerto) as cliente:
        cliente.decir(b"GET /siaa/status HTTP/1.0\r\nHost: localhost\r\n\r\n")
        datos: dict[str, Any] = json.loads(cliente.leer_todo().partition(b"\r\n\r\n")[2])
        return datos


def preguntar_a(puerto: int) -> Charla:
    with FlujoAbierto(puerto, CUERPO) as flujo:
        return flujo.leer_todo()


def test_el_disco_se_llena(
    biblioteca_chica: Path, tmp_path: Path, ollama: OllamaDePrueba, anotar: Anotar
) -> None:
    """The disk fills up."""
    datos = tmp_path / "disco"
    datos.mkdir()
    espacio = ("unshare", "--user", "--map-root-user", "--mount", "sh", "-c")
    montar = 'mount -t tmpfs -o size=4m tmpfs "$1"'
    try:
        puede = subprocess.run([*espacio, montar, "sh", str(datos)], capture_output=True)
    except FileNotFoundError:
        pytest.skip("this system has no unshare")
    if puede.returncode:
        pytest.skip("this system lets nobody mount a small disk")
    antes = (*espacio, f'{montar} && shift && exec "$@"', "sh", str(datos))
    with siaa_aparte(biblioteca_chica, datos, ollama.url, *antes) as siaa:
        verificar_buena(preguntar_a(siaa.puerto))
        lastre = Path(f"/proc/{siaa.proceso.pid}/root{datos}/lastre")
        with contextlib.suppress(OSError), lastre.open("wb", buffering=0) as abierto:
            while abierto.write(b"x" * 1024):
                pass
        problema = None
        while problema is None:
            charla = verificar_buena(preguntar_a(siaa.puerto))
            problema = pedir_estado(siaa.puerto)["registro"]["problema"]
            assert len(ollama.preguntas) < 200
        anotar(QUIEN_PREGUNTA, visto(charla), duracion(charla))
        aviso(lambda: pedir_estado(siaa.puerto), anotar)
        lastre.unlink()
        fin = time.monotonic()
        anotado_todo(lambda: pedir_estado(siaa.puerto), len(ollama.preguntas))
        anotar("the record", "every question, once", time.monotonic() - fin)


def test_matan_a_siaa(tmp_path: Path, ollama: OllamaDePrueba, anotar: Anotar) -> None:
    """SIAA is killed in mid-answer and started again."""
    documentos, datos = RAIZ / "documentos", tmp_path / "datos"
    ajustes = ajustes_biblioteca(config_de_prueba(documentos, datos, ollama.url))
    archivo, sello = disco.archivo_de(datos, documentos), sellar(documentos, ajustes)
    disco.guardar(cargar_biblioteca(documentos, ajustes), archivo, sello)
    guardado = archivo.read_bytes()
    ollama.encolar(respuesta(*DICHO), LARGA)
    with siaa_aparte(documentos, datos, ollama.url) as siaa:
        verificar_buena(preguntar_a(siaa.puerto))
        anotado_todo(lambda: pedir_estado(siaa.puerto), 1)
        with FlujoAbierto(siaa.puerto, CUERPO) as flujo:
            hablando(flujo)
            siaa.proceso.kill()
            muerte = time.monotonic()
            with contextlib.suppress(OSError, HTTPException):
                flujo.leer_todo()
        assert flujo.charla.contenido == "".join(DICHO)[: len(flujo.charla.contenido)]
        assert b"[DONE]" not in flujo.charla.crudo
        anotar(
            QUIEN_PREGUNTA,
            "the words so far, and a stream that breaks off without its end",
            time.monotonic() - muerte,
        )
    assert ollama.se_suelta()
    with abrir_lectura(datos / "registro.sqlite3") as conexion:
        assert conexion.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    assert archivo.read_bytes() == guardado
    inicio = time.monotonic()
    with siaa_aparte(documentos, datos, ollama.url) as siaa:
        arranque = time.monotonic() - inicio
        indice, vale = disco.abrir(archivo, sello)
        assert vale and indice and pedir_estado(siaa.puerto)["huella"] == indice.huella
        anotar(SERVICIO, "the service is back, with the index that was on disk", arranque)
        charla = verificar_buena(preguntar_a(siaa.puerto))
        anotar("who asks then", visto(charla), duracion(charla))
        anotado_todo(lambda: pedir_estado(siaa.puerto), 2)
        al_dia = time.monotonic() - inicio - arranque
        anotar("the record", "every question but the one that was cut, once", al_dia)


# --- The table ----------------------------------------------------------------------------


def test_la_tabla_tiene_justo_las_faltas_que_se_prueban() -> None:
    funciones = [
        funcion
        for nombre, funcion in vars(sys.modules[__name__]).items()
        if nombre.startswith("test_") and "anotar" in funcion.__code__.co_varnames
    ]
    sueltas = {nombre_en(funcion) for funcion in funciones if funcion.__doc__}
    salidas = {"Someone leaves before the first byte", "Someone leaves in mid-answer"}
    assert {falta for falta, _ in leer_tabla()} == sueltas | salidas | set(CASOS_DEL_MODELO)
    assert len(sueltas) >= 10
