"""Real nginx, with the shipped site, in front of the real service."""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from biblioteca_de_prueba import OTRA_PREGUNTA, PREGUNTA
from conexion_de_prueba import puerto_libre
from guiones import PARA_SIEMPRE, callado, respuesta, tras
from nginx_de_prueba import nginx_en_marcha
from ollama_de_prueba import OllamaDePrueba
from ordenes_de_prueba import PROXY, escribir_ajustes
from paciencia import PACIENCIA_S, esperar
from servidor_de_prueba import (
    FlujoAbierto,
    Respuesta,
    ServidorDePrueba,
    con_consulta,
    cuerpo_de_chat,
    en_bytes,
)
from verificaciones import verificar_buena, verificar_charla, verificar_error, verificar_fin

Fabrica = Callable[..., ServidorDePrueba]
Puesto = Callable[..., int]
PROXIES = "127.0.0.1"


@pytest.fixture
def tras_nginx(servidor: Fabrica, tmp_path: Path) -> Iterator[Puesto]:
    """`tras_nginx(**settings)` starts SIAA and nginx in front of it; nginx's port."""
    with contextlib.ExitStack() as pila:

        def arrancar(**cambios: object) -> int:
            siaa = servidor(**{"proxies": PROXIES} | cambios)
            return pila.enter_context(nginx_en_marcha(tmp_path, siaa.puerto))

        yield arrancar


def abrir(puerto: int, *mensajes: str) -> FlujoAbierto:
    return FlujoAbierto(puerto, en_bytes(cuerpo_de_chat(*mensajes)))


def pedir(
    puerto: int, metodo: str, ruta: str, cuerpo: bytes | None = None, **cabeceras: str
) -> Respuesta:
    """One request through nginx."""
    conexion = http.client.HTTPConnection("127.0.0.1", puerto, timeout=PACIENCIA_S)
    with contextlib.closing(conexion):
        tipo = {"Content-Type": "application/json"} if cuerpo else {}
        conexion.request(metodo, ruta, cuerpo, tipo | cabeceras)
        respuesta = conexion.getresponse()
        nombres = {nombre.lower(): valor for nombre, valor in respuesta.getheaders()}
        return Respuesta(respuesta.status, nombres, respuesta.read())


def test_una_respuesta_entera(tras_nginx: Puesto) -> None:
    with abrir(tras_nginx(), PREGUNTA) as flujo:
        charla = verificar_buena(flujo.leer_todo())
    assert charla.cabeceras["x-request-id"] and charla.fuentes


def test_cada_palabra_llega_cuando_se_escribe(tras_nginx: Puesto, ollama: OllamaDePrueba) -> None:
    """The model has written some words and is silent for ever: all are here already. A blank waits
    for what it parts from them.

    No heartbeat comes after them that could push them out of a buffer.
    """
    puerto = tras_nginx(latido=30)
    ollama.encolar(tras(["El plazo ", "es de "], PARA_SIEMPRE))
    with abrir(puerto, PREGUNTA) as flujo:
        charla = flujo.leer_hasta(lambda c: c.contenido == "El plazo es de")
        assert ollama.en_curso == 1 and charla.fuentes and not charla.eventos("fin")


def test_las_fuentes_y_los_latidos_llegan_antes_de_la_primera_palabra(
    tras_nginx: Puesto, ollama: OllamaDePrueba
) -> None:
    puerto = tras_nginx()
    ollama.encolar(callado())
    with abrir(puerto, PREGUNTA) as flujo:
        charla = flujo.leer_hasta(lambda c: len(c.latidos) >= 2)
        assert ollama.en_curso == 1 and charla.fuentes and not charla.contenido


@pytest.mark.parametrize("empezada", [True, False])
def test_quien_se_va_suelta_al_modelo(
    tras_nginx: Puesto, ollama: OllamaDePrueba, empezada: bool
) -> None:
    puerto = tras_nginx()
    ollama.encolar(tras(["El plazo "], PARA_SIEMPRE) if empezada else callado())
    with abrir(puerto, PREGUNTA) as flujo:
        flujo.leer_hasta(lambda c: bool(c.palabras if empezada else c.latidos))
    assert ollama.se_suelta()


def test_los_errores_pasan_como_son(tras_nginx: Puesto, ollama: OllamaDePrueba) -> None:
    puerto = tras_nginx(cola=0)
    verificar_error(pedir(puerto, "GET", "/siaa/no_existe"), 404, "ruta_desconocida")
    verificar_error(pedir(puerto, "PUT", "/siaa/chat"), 405, "metodo_no_admitido")
    verificar_error(pedir(puerto, "POST", "/siaa/chat", b"{"), 400, "peticion_invalida")
    grande = pedir(puerto, "POST", "/siaa/chat", b" " * (2 * 1024 * 1024))
    verificar_error(grande, 413, "peticion_demasiado_grande")
    ollama.encolar(tras(["El plazo "], PARA_SIEMPRE))
    with abrir(puerto, PREGUNTA) as primero:
        primero.leer_hasta(lambda c: bool(c.palabras))
        with abrir(puerto, OTRA_PREGUNTA) as segundo:
            charla = segundo.leer_todo()
    verificar_charla(charla, estado=503)
    verificar_fin(charla, "extractiva", completa=True, modo="extractivo")
    assert charla.codigo == "cola_llena" and int(charla.cabeceras["retry-after"]) > 0


@pytest.mark.parametrize("proxies", [PROXIES, None])
def test_quien_llega_por_nginx_no_administra(tras_nginx: Puesto, proxies: str | None) -> None:
    """Not even where the administrator forgot to say that there is a proxy."""
    puerto = tras_nginx(proxies=proxies)
    for metodo, ruta in (("GET", "/metrics"), ("POST", "/siaa/recargar")):
        verificar_error(pedir(puerto, metodo, ruta), 403, "no_autorizado")


DESNUDO = """
server {{
    listen 127.0.0.1:{puerto};
    location / {{ proxy_pass http://127.0.0.1:{siaa}; {ademas} }}
}}
"""
DE_ADMINISTRAR = (
    ("GET", "/siaa/log"),
    ("GET", "/metrics"),
    ("GET", "/siaa/cache"),
    ("DELETE", "/siaa/cache"),
    ("GET", "/siaa/salud"),
    ("POST", "/siaa/recargar"),
)


@pytest.mark.parametrize(
    ("ademas", "usuario"),
    [
        ("", None),
        ("proxy_http_version 1.1;", "nobody"),
        ("proxy_http_version 1.1; proxy_set_header Host $http_host;", "nobody"),
        ("proxy_set_header Host localhost;", None),
        ('proxy_http_version 1.1; proxy_set_header Connection "";', "nobody"),
        ('proxy_http_version 1.1; proxy_set_header Connection "keep-alive";', "nobody"),
    ],
)
def test_un_proxy_sin_una_cabecera_no_hace_administrador_a_nadie(
    servidor: Fabrica, tmp_path_factory: pytest.TempPathFactory, ademas: str, usuario: str | None
) -> None:
    """`proxy_pass` alone; where the request is as a browser's, nginx's own account tells."""
    if usuario is not None and os.geteuid() != 0:
        pytest.skip("solo root pone a nginx en otra cuenta")
    siaa = servidor(hosts="siaa.oficina.example")
    carpeta = tmp_path_factory.mktemp("desnudo")
    with nginx_en_marcha(carpeta, siaa.puerto, sitio=DESNUDO, ademas=ademas, usuario=usuario) as p:
        for nombre in ("siaa.oficina.example", "127.0.0.1", f"localhost:{siaa.puerto}"):
            for metodo, ruta in DE_ADMINISTRAR:
                error = verificar_error(pedir(p, metodo, ruta, Host=nombre), 403, "no_autorizado")
                assert "SIAA_PROXIES" in error["mensaje"] and "SIAA_TOKEN_ADMIN" in error["mensaje"]
            assert pedir(p, "GET", "/siaa/status", Host=nombre).estado == 200
    for metodo, ruta in DE_ADMINISTRAR:
        assert siaa.pedir(metodo, ruta).estado == 200


def test_el_nombre_con_que_se_llama_llega_a_siaa(tras_nginx: Puesto) -> None:
    puerto = tras_nginx(hosts="siaa.oficina.example")
    ruta = con_consulta("/siaa/tokens", q="reporte")
    assert pedir(puerto, "GET", ruta, Host="siaa.oficina.example").estado == 200
    verificar_error(pedir(puerto, "GET", ruta, Host="otro.example"), 421, "host_no_admitido")


def test_el_limite_es_de_quien_llama_diga_lo_que_diga(tras_nginx: Puesto) -> None:
    puerto = tras_nginx(limite_por_minuto=2)
    ruta = con_consulta("/siaa/enrutar", q=PREGUNTA)
    dichos = [{"X-Forwarded-For": f"10.0.0.{n}"} for n in range(3)]
    assert [pedir(puerto, "GET", ruta, **dicho).estado for dicho in dichos] == [200, 200, 429]


def rechazada_por_nginx(respuesta: Respuesta) -> None:
    verificar_error(respuesta, 429, "demasiadas_consultas")
    assert "detalle" in respuesta.texto and int(respuesta.cabeceras["retry-after"]) > 0


def test_nginx_no_deja_pedir_sin_medida(servidor: Fabrica, tmp_path: Path) -> None:
    """The site's own numbers are of a second, so here they are of a minute."""
    siaa = servidor(proxies=PROXIES)
    despacio = {"rate=50r/s": "rate=1r/m", "burst=200 nodelay": "burst=4 nodelay"}
    with nginx_en_marcha(tmp_path, siaa.puerto, despacio) as puerto:
        pedidas = [pedir(puerto, "GET", "/siaa/status") for _ in range(6)]
        assert [una.estado for una in pedidas] == [200] * 5 + [429]
        rechazada_por_nginx(pedidas[-1])


def test_nginx_no_deja_a_nadie_todas_las_conexiones(
    tras_nginx: Puesto, ollama: OllamaDePrueba
) -> None:
    puerto = tras_nginx(cola=150)
    ollama.encolar(tras(["El plazo "], PARA_SIEMPRE))
    with contextlib.ExitStack() as pila:
        for _ in range(100):
            pila.enter_context(abrir(puerto, PREGUNTA))
        rechazada_por_nginx(pedir(puerto, "GET", "/siaa/status"))
        otra = http.client.HTTPConnection(
            "127.0.0.1", puerto, timeout=PACIENCIA_S, source_address=("127.0.0.2", 0)
        )
        with contextlib.closing(otra):
            otra.request("GET", "/siaa/status")
            assert otra.getresponse().status == 200


@pytest.fixture
def arrancar(
    tmp_path: Path, biblioteca_chica: Path, ollama: OllamaDePrueba
) -> Iterator[Callable[[int], subprocess.Popen[bytes]]]:
    """Start SIAA at a port, as a process of its own, as systemd does."""
    archivo = escribir_ajustes(tmp_path, biblioteca_chica, ollama.url)
    with contextlib.ExitStack() as pila:

        def nuevo(puerto: int) -> subprocess.Popen[bytes]:
            orden = [*PROXY, "--config", str(archivo), "--puerto", str(puerto)]
            salida = pila.enter_context((tmp_path / "registro.jsonl").open("ab"))
            proceso = subprocess.Popen(orden, stderr=salida)
            pila.callback(proceso.wait)
            pila.callback(proceso.kill)
            return proceso

        yield nuevo


def _escucha(puerto: int) -> bool:
    """Whether somebody does; asked past nginx, which would count each of so many questions."""
    with socket.socket() as enchufe:
        return enchufe.connect_ex(("127.0.0.1", puerto)) == 0


def test_detener_y_empezar_de_nuevo_con_una_respuesta_abierta(
    arrancar: Callable[[int], subprocess.Popen[bytes]], ollama: OllamaDePrueba, tmp_path: Path
) -> None:
    """What systemd does at a restart: SIGTERM, wait for status 0, start; nobody loses a word."""
    ollama.encolar(respuesta(*["ficha "] * 10, demora=0.1))
    interno = puerto_libre()
    viejo = arrancar(interno)
    with nginx_en_marcha(tmp_path, interno) as puerto:
        assert esperar(lambda: _escucha(interno))
        with abrir(puerto, PREGUNTA) as flujo:
            flujo.leer_hasta(lambda c: bool(c.palabras))
            viejo.send_signal(signal.SIGTERM)
            charla = verificar_buena(flujo.leer_todo())
        assert charla.contenido.startswith("ficha " * 10)
        assert viejo.wait(PACIENCIA_S) == 0
        entretanto = pedir(puerto, "GET", "/siaa/status")
        verificar_error(entretanto, 503, "servicio_detenido")
        assert int(entretanto.cabeceras["retry-after"]) > 0
        arrancar(interno)
        assert esperar(lambda: _escucha(interno))
        with abrir(puerto, PREGUNTA) as flujo:
            verificar_buena(flujo.leer_todo())
