"""Each route × token × where it is called from, on a real server; Host, Origin and CORS; limits."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from biblioteca_de_prueba import PREGUNTA, escribir_biblioteca
from conftest import config_de_prueba
from ollama_de_prueba import OllamaDePrueba
from paciencia import PACIENCIA_S
from servidor_de_prueba import (
    Respuesta,
    ServidorDePrueba,
    con_consulta,
    cuerpo_de_chat,
    en_bytes,
    servidor_en_marcha,
)
from verificaciones import sin_entrañas, verificar_error

from siaa.web.openapi import Vista

Fabrica = Callable[..., ServidorDePrueba]
DOCUMENTO = "acuerdo_vr24-101.md"
CHAT = cuerpo_de_chat(PREGUNTA, stream=False)
MENSAJES = [{"role": "user", "content": PREGUNTA}]
RUTAS: dict[str, tuple[tuple[str, str, object], ...]] = {
    "administracion": (
        ("POST", "/siaa/recargar", None),
        ("GET", "/siaa/cache", None),
        ("DELETE", "/siaa/cache", None),
        ("GET", "/siaa/log", None),
        ("GET", "/siaa/valoraciones", None),
        ("GET", "/siaa/salud", None),
        ("GET", "/siaa/buzon", None),
        ("POST", f"/siaa/valoraciones/{'0' * 32}", None),
        ("POST", "/siaa/evaluacion", None),
        ("GET", "/siaa/biblioteca/gestion", None),
        ("POST", "/siaa/biblioteca/documentos", None),
        ("POST", "/siaa/biblioteca/cambios", {"accion": "retirar", "que": DOCUMENTO}),
        ("GET", "/metrics", None),
    ),
    "consulta": (
        ("POST", "/siaa/chat", CHAT),
        ("GET", con_consulta("/siaa/enrutar", q=PREGUNTA), None),
        ("POST", "/siaa/enrutar", CHAT),
        ("GET", con_consulta("/siaa/contexto", q=PREGUNTA), None),
        ("POST", "/siaa/contexto", CHAT),
        ("GET", con_consulta("/siaa/fragmento", q=PREGUNTA, doc=DOCUMENTO), None),
        ("GET", con_consulta("/siaa/rutas", q=PREGUNTA), None),
        ("POST", "/siaa/verificar", {"texto": "a"}),
        ("GET", f"/siaa/keywords/{DOCUMENTO}", None),
        ("GET", f"/siaa/relaciones/{DOCUMENTO}", None),
        ("GET", "/siaa/densidad/plazo", None),
        ("GET", "/siaa/ejemplos", None),
        ("GET", "/siaa/documentos", None),
        ("GET", con_consulta("/siaa/tokens", q=PREGUNTA), None),
        ("GET", f"/siaa/ver/{DOCUMENTO}", None),
        ("GET", f"/siaa/original/{DOCUMENTO}", None),
        ("GET", f"/siaa/pagina/{DOCUMENTO}/1", None),
        ("GET", "/siaa/biblioteca", None),
        ("GET", f"/siaa/constancia/{'0' * 32}", None),
        ("GET", "/api/tags", None),
        ("GET", "/api/ps", None),
        ("POST", "/api/show", {"model": "siaa"}),
        ("POST", "/api/chat", {"model": "siaa", "messages": MENSAJES, "stream": False}),
        ("POST", "/api/generate", {"model": "siaa", "prompt": PREGUNTA, "stream": False}),
        ("POST", "/api/pull", {}),
        ("DELETE", "/api/delete", None),
        ("GET", "/v1/models", None),
        ("GET", "/v1/models/siaa", None),
        ("POST", "/v1/chat/completions", {"model": "siaa", "messages": MENSAJES}),
        ("POST", "/siaa/valoracion", {"id": "0" * 32, "voto": "si"}),
    ),
    "abierta": (
        ("GET", "/", None),
        ("GET", "/api/version", None),
        ("GET", "/comprobar", None),
        ("GET", "/siaa/status", None),
        ("GET", "/siaa/openapi.json", None),
        ("GET", "/siaa/static/visor/visor.css", None),
    ),
}
CASOS = [(tipo, *ruta) for tipo, rutas in RUTAS.items() for ruta in rutas]
TOKENS = {"administrador": "llave-maestra", "preguntas": "llave-pequena-x"}
CONFIGURACIONES: dict[str, dict[str, Any]] = {
    "sin-tokens": {},
    "token-de-administrador": {"token_admin": TOKENS["administrador"]},
    "los-dos-tokens": {
        "token_admin": TOKENS["administrador"],
        "token_preguntas": TOKENS["preguntas"],
    },
    "solo-token-de-preguntas": {"token_preguntas": TOKENS["preguntas"]},
}
CREDENCIALES = {
    "ninguno": {},
    "equivocado": {"Authorization": "Bearer otra-llave"},
    "otro-esquema": {"Authorization": f"Basic {TOKENS['administrador']}"},
    **{nombre: {"Authorization": f"Bearer {token}"} for nombre, token in TOKENS.items()},
}


def direccion_propia() -> str | None:
    """An address of this machine that is not loopback, if it has one."""
    with contextlib.closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as enchufe:
        try:
            enchufe.connect(("192.0.2.254", 9))  # nothing is sent: it only picks an interface
        except OSError:
            return None
        propia: str = enchufe.getsockname()[0]
    return None if propia.startswith("127.") else propia


PROPIA = direccion_propia()


def pedir(
    puerto: int,
    metodo: str,
    ruta: str,
    cuerpo: object = None,
    direccion: str = "127.0.0.1",
    **cabeceras: str,
) -> Respuesta:
    """One request to an address of this machine."""
    conexion = http.client.HTTPConnection(direccion, puerto, timeout=PACIENCIA_S)
    dadas = {nombre.replace("_", "-"): valor for nombre, valor in cabeceras.items()}
    if cuerpo is not None:
        dadas["Content-Type"] = "application/json"
    with contextlib.closing(conexion):
        conexion.request(metodo, ruta, None if cuerpo is None else en_bytes(cuerpo), dadas)
        respuesta = conexion.getresponse()
        nombres = {nombre.lower(): valor for nombre, valor in respuesta.getheaders()}
        return como_propia(ruta, Respuesta(respuesta.status, nombres, respuesta.read()))


def como_propia(ruta: str, respuesta: Respuesta) -> Respuesta:
    """A refusal in the form of another API, in ours: of its words and, by its status, its code."""
    if not ruta.startswith(("/api/", "/v1/")) or respuesta.estado < 400 or not respuesta.cuerpo:
        return respuesta
    error = respuesta.json["error"]
    mensaje = error if isinstance(error, str) else error["message"]
    codigo = {403: "origen_no_admitido", 421: "host_no_admitido"}.get(respuesta.estado)
    detalle: dict[str, object] = {}
    propio = {"codigo": codigo or "no_autorizado", "mensaje": mensaje, "detalle": detalle}
    return replace(respuesta, cuerpo=json.dumps({"error": propio}, ensure_ascii=False).encode())


@pytest.fixture(scope="module", params=list(CONFIGURACIONES))
def puerta(
    request: pytest.FixtureRequest,
    ollama_comun: OllamaDePrueba,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[int, dict[str, Any]]]:
    """A server on every address of this machine: its port and its settings of access."""
    carpeta = tmp_path_factory.mktemp("puerta")
    escribir_biblioteca(carpeta / "documentos")
    ajustes = CONFIGURACIONES[request.param]
    config = config_de_prueba(
        carpeta / "documentos",
        carpeta / "datos",
        ollama_comun.url,
        **{"host": "0.0.0.0", "hosts": PROPIA or "siaa.prueba", **ajustes},
    )
    with servidor_en_marcha(config) as corriendo:
        yield corriendo.puerto, ajustes


def esperado(tipo: str, ajustes: dict[str, Any], credencial: str, cerca: bool) -> int:
    """The status of the refusal; 0 for being let in."""
    es_admin = credencial == "administrador" and "token_admin" in ajustes
    if tipo == "administracion" and "token_admin" not in ajustes:
        return 0 if cerca else 403
    if tipo == "administracion":
        return 0 if es_admin else 401
    if tipo == "consulta" and "token_preguntas" in ajustes:
        return 0 if es_admin or credencial == "preguntas" else 401
    return 0


def comprobar(respuesta: Respuesta, rechazo: int, de_quien: str) -> None:
    """Of a request that brings one of `CREDENCIALES`: whether it was let in, and what it tells."""
    assert (respuesta.estado in {401, 403, 421, 429}) is bool(rechazo), (de_quien, respuesta.texto)
    if not rechazo:
        assert respuesta.estado < 500 or respuesta.estado == 501, (de_quien, respuesta.texto)
        return
    error = verificar_error(respuesta, rechazo, "no_autorizado")
    assert not any(token in respuesta.texto for token in TOKENS.values())
    assert ("www-authenticate" in respuesta.cabeceras) is (rechazo == 401)
    assert rechazo == 401 or "SIAA_TOKEN_ADMIN" in error["mensaje"]


@pytest.mark.parametrize(("tipo", "metodo", "ruta", "cuerpo"), CASOS)
def test_quien_entra(
    puerta: tuple[int, dict[str, Any]], tipo: str, metodo: str, ruta: str, cuerpo: object
) -> None:
    puerto, ajustes = puerta
    for credencial, cabeceras in CREDENCIALES.items():
        cerca = pedir(puerto, metodo, ruta, cuerpo, **cabeceras)
        comprobar(cerca, esperado(tipo, ajustes, credencial, cerca=True), credencial)
        reenviada = pedir(puerto, metodo, ruta, cuerpo, **cabeceras, X_Forwarded_For="127.0.0.1")
        comprobar(reenviada, esperado(tipo, ajustes, credencial, cerca=False), credencial)
        if PROPIA is not None:
            lejos = pedir(puerto, metodo, ruta, cuerpo, PROPIA, **cabeceras)
            comprobar(lejos, esperado(tipo, ajustes, credencial, cerca=False), credencial)


@pytest.mark.skipif(PROPIA is None, reason="this machine has no address but loopback")
@pytest.mark.parametrize("metodo", ["GET", "POST", "HEAD", "OPTIONS", "DELETE"])
def test_desde_fuera_ningun_metodo_administra(
    puerta: tuple[int, dict[str, Any]], metodo: str
) -> None:
    puerto, _ = puerta
    for _tipo, _metodo, ruta, _cuerpo in (c for c in CASOS if c[0] == "administracion"):
        respuesta = pedir(puerto, metodo, ruta, None, PROPIA or "")
        assert respuesta.estado in {401, 403, 404, 405}, (metodo, ruta, respuesta.texto)


@pytest.mark.parametrize("cabecera", [
    "X-Forwarded-For", "x-forwarded-host", "X-Forwarded-Proto", "X-Forwarded-Server", "Forwarded",
    "Via", "X-Real-IP", "True-Client-IP", "X-Client-IP",
])  # fmt: skip
@pytest.mark.parametrize("valor", ["127.0.0.1", "", "localhost"])
def test_lo_reenviado_no_es_local(siaa: ServidorDePrueba, cabecera: str, valor: str) -> None:
    respuesta = siaa.pedir("GET", "/siaa/cache", None, {cabecera: valor})
    verificar_error(respuesta, 403, "no_autorizado")


def test_con_un_proxy_configurado_nadie_es_local(servidor: Fabrica) -> None:
    siaa = servidor(proxies="127.0.0.1")
    verificar_error(siaa.obtener("/siaa/cache"), 403, "no_autorizado")
    assert siaa.obtener("/siaa/status").estado == 200


# --- Every route has its kind -----------------------------------------------------------------


def test_la_matriz_prueba_cada_ruta_y_metodo(siaa: ServidorDePrueba) -> None:
    mapa = siaa.app.url_map.bind("localhost")
    probadas = set()
    for tipo, metodo, ruta, _ in CASOS:
        regla, _valores = mapa.match(ruta.partition("?")[0], metodo, return_rule=True)
        probadas.add((regla.rule, metodo))
        vista = siaa.app.view_functions[regla.endpoint]
        assert isinstance(vista, Vista)
        suyo = vista.operacion.tipo
        assert tipo == ("consulta" if suyo == "busqueda" else suyo)
    reales = {
        (regla.rule, metodo)
        for regla in siaa.app.url_map.iter_rules()
        for metodo in (regla.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert probadas == reales


def test_una_ruta_tardia_es_del_administrador(servidor: Fabrica) -> None:
    siaa = servidor(rutas={"/tarde": lambda: "hola"}, token_admin="llave-de-prueba")
    verificar_error(siaa.obtener("/tarde"), 401, "no_autorizado")


# --- Host and Origin --------------------------------------------------------------------------


@pytest.mark.parametrize("host", [
    "malo.ejemplo", "malo.ejemplo:80", "localhost.malo.ejemplo", "0.0.0.0", "a b",
    "127.0.0.1:5000:5000", "2130706433", "192.0.2.1",
])  # fmt: skip
def test_con_un_nombre_ajeno_solo_se_ve_lo_abierto(siaa: ServidorDePrueba, host: str) -> None:
    for tipo, metodo, ruta, cuerpo in CASOS:
        respuesta = pedir(siaa.puerto, metodo, ruta, cuerpo, Host=host)
        if tipo == "abierta":
            assert respuesta.estado == 200
        else:
            assert "SIAA_HOSTS" in verificar_error(respuesta, 421, "host_no_admitido")["mensaje"]
    verificar_error(pedir(siaa.puerto, "POST", "/no-existe", Host=host), 421, "host_no_admitido")


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:9", "127.9.9.9", "[::1]:80", "siaa.lan:80"]
)
def test_con_sus_nombres(servidor: Fabrica, host: str) -> None:
    siaa = servidor(hosts="otro.lan, SIAA.lan")
    assert pedir(siaa.puerto, "GET", con_consulta("/siaa/tokens", q="x y"), Host=host).estado == 200


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:5000", "[::1]:80", "siaa.lan:80"])
def test_solo_con_un_nombre_de_este_equipo_se_administra(servidor: Fabrica, host: str) -> None:
    """A proxy that leaves the name as it came is told by that name."""
    siaa = servidor(hosts="siaa.lan")
    respuesta = pedir(siaa.puerto, "POST", "/siaa/recargar", Host=host)
    if host.startswith("siaa"):
        assert "proxy" in verificar_error(respuesta, 403, "no_autorizado")["mensaje"]
    else:
        assert respuesta.estado == 200


def test_dos_host_o_uno_vacio(siaa: ServidorDePrueba) -> None:
    for cabeza in (b"Host: localhost\r\nHost: malo.ejemplo\r\n", b"Host: \r\n"):
        with siaa.crudo() as cliente:
            cliente.decir(
                b"POST /siaa/recargar HTTP/1.1\r\n" + cabeza + b"Connection: close\r\n\r\n"
            )
            assert cliente.leer_todo().startswith(b"HTTP/1.1 421 ")


def test_sin_host_no_hay_navegador(siaa: ServidorDePrueba) -> None:
    peticiones = {
        b"GET /siaa/tokens?q=plazo HTTP/1.0\r\n": b"200",
        b"POST /siaa/recargar HTTP/1.0\r\n": b"403",
        b"POST /siaa/valoracion HTTP/1.0\r\nOrigin: http://localhost\r\n": b"403",
    }
    for peticion, estado in peticiones.items():
        with siaa.crudo() as cliente:
            cliente.decir(peticion + b"\r\n")
            assert cliente.leer_todo().startswith(b"HTTP/1.0 " + estado)


@pytest.mark.parametrize(
    "origen",
    ["http://malo.ejemplo", "null", "", "file://", "http://localhost:1", "https://localhost"],
)
def test_la_pagina_de_otro_sitio_no_escribe(siaa: ServidorDePrueba, origen: str) -> None:
    for _tipo, metodo, ruta, cuerpo in (c for c in CASOS if c[1] in {"POST", "DELETE"}):
        respuesta = pedir(siaa.puerto, metodo, ruta, cuerpo, Origin=origen)
        verificar_error(respuesta, 403, "origen_no_admitido")
    leida = pedir(siaa.puerto, "GET", "/siaa/status", Origin=origen)
    assert leida.estado == 200
    previa = pedir(
        siaa.puerto, "OPTIONS", "/siaa/chat", Origin=origen, Access_Control_Request_Method="POST"
    )
    for respuesta in (leida, previa):
        assert not [nombre for nombre in respuesta.cabeceras if nombre.startswith("access-control")]


def test_la_propia_pagina_escribe(siaa: ServidorDePrueba) -> None:
    propio = f"http://127.0.0.1:{siaa.puerto}"
    assert pedir(siaa.puerto, "POST", "/siaa/recargar", Origin=propio).estado == 200


def test_un_origen_listado_puede_preguntar(servidor: Fabrica) -> None:
    siaa = servidor(origenes="https://intranet.ejemplo/, http://otra.ejemplo:8080")
    origen = "https://intranet.ejemplo"
    previa = pedir(
        siaa.puerto, "OPTIONS", "/siaa/chat", Origin=origen, Access_Control_Request_Method="POST"
    )
    assert previa.estado == 204 and previa.cuerpo == b""
    assert "POST" in previa.cabeceras["access-control-allow-methods"]
    pedibles = previa.cabeceras["access-control-allow-headers"]
    assert pedibles == "Authorization, Cache-Control, Content-Type"
    respuesta = pedir(siaa.puerto, "POST", "/siaa/chat", CHAT, Origin=origen)
    assert respuesta.estado == 200
    for una in (previa, respuesta):
        assert una.cabeceras["access-control-allow-origin"] == origen
        assert "Origin" in una.cabeceras["vary"]
    legibles = respuesta.cabeceras["access-control-expose-headers"].split(", ")
    assert {"Retry-After", "X-Cache", "X-Request-Id"} == {*legibles}
    assert {nombre.lower() for nombre in legibles} & respuesta.cabeceras.keys() >= {"x-cache"}
    ajena = pedir(siaa.puerto, "GET", "/siaa/status", Origin="https://malo.ejemplo")
    assert "access-control-allow-origin" not in ajena.cabeceras and "vary" in ajena.cabeceras


def test_la_consulta_previa_no_pide_token_y_el_origen_listado_no_lo_da(servidor: Fabrica) -> None:
    siaa = servidor(origenes="https://intranet.ejemplo", token_preguntas="llave-de-prueba")
    cabeceras = {"Origin": "https://intranet.ejemplo"}
    previa = pedir(
        siaa.puerto,
        "OPTIONS",
        "/siaa/chat",
        None,
        Access_Control_Request_Method="POST",
        **cabeceras,
    )
    assert previa.estado == 204
    rechazada = pedir(siaa.puerto, "POST", "/siaa/chat", CHAT, **cabeceras)
    verificar_error(rechazada, 401, "no_autorizado")
    assert rechazada.cabeceras["access-control-allow-origin"] == "https://intranet.ejemplo"


# --- What a proxy that nobody told of sends on ------------------------------------------------


@pytest.mark.parametrize(
    ("peticion", "pista"),
    [
        (b"POST /siaa/recargar HTTP/1.0\r\nHost: 127.0.0.1\r\n", "es HTTP/1.0"),
        (b"POST /siaa/recargar HTTP/1.0\r\n", "es HTTP/1.0"),
        (b"POST /siaa/recargar HTTP/1.1\r\n", "no llama a 127.0.0.1"),
        (b"POST /siaa/recargar HTTP/1.1\r\nHost: localhost\r\nVia: 1.1 a\r\n", "reenvío"),
    ],
)
def test_lo_que_parece_reenviado_no_administra(
    siaa: ServidorDePrueba, peticion: bytes, pista: str, caplog: pytest.LogCaptureFixture
) -> None:
    with siaa.crudo() as cliente:
        cliente.decir(peticion + b"\r\n")
        cabeza = cliente.leer_hasta(b"\r\n\r\n")
    assert cabeza[8:13] == b" 403 "
    (aviso,) = [m for m in caplog.messages if m.startswith("[Acceso]")]
    assert pista in aviso and "SIAA_PROXIES" in aviso and "127.0.0.1" in aviso


def test_administra_quien_termina_cada_conexion(siaa: ServidorDePrueba) -> None:
    """Programs do it, as Python's own urllib."""
    assert pedir(siaa.puerto, "GET", "/siaa/log", Connection="close").estado == 200


# --- Guessing ---------------------------------------------------------------------------------


def test_quien_prueba_tokens_espera(servidor: Fabrica) -> None:
    """After ten wrong ones not even the right one is looked at; from elsewhere it is."""
    siaa = servidor(token_admin=TOKENS["administrador"], token_preguntas=TOKENS["preguntas"])
    bueno = {"Authorization": f"Bearer {TOKENS['administrador']}"}
    rutas = ("/siaa/log", "/siaa/ejemplos", "/siaa/status", "/metrics")

    def probar(token: str, ruta: str) -> int:
        return pedir(siaa.puerto, "GET", ruta, Authorization=f"Bearer {token}").estado

    for n in range(10):
        assert probar(f"adivinanza-{n}", rutas[n % 4]) == (200 if n % 4 == 2 else 401)
    for cabeceras in (bueno, {"Authorization": "Bearer adivinanza-x"}):
        rechazada = pedir(siaa.puerto, "GET", "/siaa/log", **cabeceras)
        error = verificar_error(rechazada, 429, "demasiados_intentos")
        espera = int(rechazada.cabeceras["retry-after"])
        assert 1 <= espera <= 60 and error["detalle"] == {"espera_s": espera}
    breve = pedir(siaa.puerto, "GET", "/siaa/status", **bueno)
    assert breve.estado == 200 and "omitidos" not in breve.json
    assert pedir(siaa.puerto, "GET", "/", **bueno).estado == 200
    otra = http.client.HTTPConnection(
        "127.0.0.1", siaa.puerto, timeout=PACIENCIA_S, source_address=("127.0.0.2", 0)
    )
    with contextlib.closing(otra):
        otra.request("GET", "/siaa/log", headers=bueno)
        assert otra.getresponse().status == 200


def test_repetir_un_token_viejo_no_es_probar(servidor: Fabrica) -> None:
    """A page that was left open goes on sending its own."""
    siaa = servidor(token_admin=TOKENS["administrador"])
    estados = {
        pedir(siaa.puerto, "GET", "/siaa/log", Authorization="Bearer el-de-antes").estado
        for _ in range(30)
    }
    assert estados == {401}
    assert pedir(siaa.puerto, "GET", "/siaa/log", Authorization="nada").estado == 401


def test_donde_no_hace_falta_token_ninguno_es_equivocado(servidor: Fabrica) -> None:
    siaa = servidor(token_admin=TOKENS["administrador"])
    buscar = con_consulta("/siaa/tokens", q="plazo")
    estados = {
        pedir(siaa.puerto, "GET", buscar, Authorization=f"Bearer de-otro-{n}").estado
        for n in range(30)
    }
    assert estados == {200}


# --- What anybody may know --------------------------------------------------------------------

BREVE = {"estado", "version", "cargado_en"}


def test_el_estado_no_cuenta_a_un_extrano_lo_que_hay(servidor: Fabrica) -> None:
    """Who may consult or administer sees it whole; a monitor, what it looks for."""
    abierto = servidor()
    assert set(abierto.obtener("/siaa/status").json) > BREVE
    assert set(pedir(abierto.puerto, "GET", "/siaa/status", Host="malo.ejemplo").json) == BREVE
    cerrado = servidor(token_admin=TOKENS["administrador"], token_preguntas=TOKENS["preguntas"])
    assert set(cerrado.obtener("/siaa/status").json) == BREVE
    for token in TOKENS.values():
        visto = pedir(cerrado.puerto, "GET", "/siaa/status", Authorization=f"Bearer {token}").json
        assert {"omitidos", "colecciones", "avisos"} < set(visto)
    de_preguntas = servidor(token_preguntas=TOKENS["preguntas"])
    assert "omitidos" in de_preguntas.obtener("/siaa/status").json  # whoever is here administers
    reenviado = pedir(de_preguntas.puerto, "GET", "/siaa/status", Via="1.1 a")
    assert set(reenviado.json) == BREVE


# --- Limit ------------------------------------------------------------------------------------


def test_limite_por_minuto(servidor: Fabrica) -> None:
    siaa = servidor(limite_por_minuto=3)
    buscar = con_consulta("/siaa/contexto", q=PREGUNTA)
    assert siaa.publicar("/siaa/chat", CHAT).estado == 200
    assert [siaa.obtener(buscar).estado for _ in range(2)] == [200, 200]
    for rechazada in (siaa.publicar("/siaa/chat", CHAT), siaa.obtener(buscar)):
        error = verificar_error(rechazada, 429, "demasiadas_consultas")
        espera = int(rechazada.cabeceras["retry-after"])
        assert 1 <= espera <= 60 and error["detalle"] == {"espera_s": espera}
    for libre in ("/siaa/status", f"/siaa/ver/{DOCUMENTO}", con_consulta("/siaa/tokens", q="x y")):
        assert siaa.obtener(libre).estado == 200


def test_el_limite_es_de_cada_cliente_del_proxy(servidor: Fabrica) -> None:
    siaa = servidor(limite_por_minuto=1, proxies="127.0.0.0/8")
    buscar = con_consulta("/siaa/enrutar", q=PREGUNTA)

    def desde(reenviado: str) -> int:
        return pedir(siaa.puerto, "GET", buscar, X_Forwarded_For=reenviado).estado

    assert [desde("203.0.113.1"), desde("203.0.113.2"), desde("203.0.113.1")] == [200, 200, 429]
    assert desde("inventado, 198.51.100.7, 203.0.113.2") == 429  # only the proxy's word counts
    assert [desde("2001:db8::1"), desde("2001:db8::2"), desde("2001:db8:0:1::1")] == [200, 429, 200]
    assert [desde("no es, una dirección".encode().decode("latin-1")), desde("")] == [200, 429]


def test_sin_proxy_el_reenvio_no_cambia_de_cliente(servidor: Fabrica) -> None:
    siaa = servidor(limite_por_minuto=1)
    buscar = con_consulta("/siaa/enrutar", q=PREGUNTA)
    estados = [
        pedir(siaa.puerto, "GET", buscar, X_Forwarded_For=f"203.0.113.{i}").estado for i in range(3)
    ]
    assert estados == [200, 429, 429]


# --- Headers of every answer ------------------------------------------------------------------


def test_cabeceras_de_toda_respuesta(siaa: ServidorDePrueba) -> None:
    rutas = [(m, r, c) for _, m, r, c in CASOS] + [
        ("GET", "/no-existe", None), ("PUT", "/siaa/chat", None), ("POST", "/siaa/chat", b"{"),
    ]  # fmt: skip
    for metodo, ruta, cuerpo in rutas:
        cabeceras = pedir(siaa.puerto, metodo, ruta, cuerpo).cabeceras
        assert cabeceras["server"] == "SIAA"
        assert cabeceras["x-content-type-options"] == "nosniff"
        assert cabeceras["x-frame-options"] == "DENY"
        assert cabeceras["referrer-policy"] == "no-referrer"
        assert cabeceras["cross-origin-resource-policy"] == "same-origin"
        assert "camera=()" in cabeceras["permissions-policy"]
        assert "frame-ancestors 'none'" in cabeceras["content-security-policy"]


def test_lo_del_administrador_no_se_guarda(servidor: Fabrica) -> None:
    siaa = servidor(token_admin="llave-de-prueba")
    for _tipo, metodo, ruta, cuerpo in (c for c in CASOS if c[0] == "administracion"):
        for cabeceras in ({}, {"Authorization": "Bearer llave-de-prueba"}):
            respuesta = pedir(siaa.puerto, metodo, ruta, cuerpo, **cabeceras)
            assert respuesta.cabeceras["cache-control"] == "no-store"


INYECCION = "%0d%0aX-Inyectada:%20si"


@pytest.mark.parametrize(
    ("metodo", "ruta"),
    [
        ("GET", f"/siaa/ver/{INYECCION}?q={INYECCION}"),
        ("GET", f"/siaa/keywords/x{INYECCION}"),
        ("GET", f"/siaa/densidad/x{INYECCION}"),
        ("GET", f"/siaa/enrutar?q={INYECCION}"),
        ("GET", f"/siaa//{INYECCION}"),
        ("GET", f"//siaa//status{INYECCION}"),
        ("GET", f"/siaa/log?formato={INYECCION}"),
        ("GET", f"/no-existe{INYECCION}"),
        ("OPTIONS", f"/siaa/chat{INYECCION}"),
    ],
)
def test_nadie_inyecta_cabeceras(siaa: ServidorDePrueba, metodo: str, ruta: str) -> None:
    respuesta = pedir(siaa.puerto, metodo, ruta)
    assert "x-inyectada" not in respuesta.cabeceras and respuesta.estado < 500
    if "application/json" in respuesta.cabeceras.get("content-type", ""):
        sin_entrañas(json.dumps(respuesta.json))


@pytest.mark.parametrize("cabecera", ["Origin", "Host", "X-Forwarded-For", "X-Request-Id"])
@pytest.mark.parametrize("salto", [b"\r", b"\n", b"\r\n X-Inyectada: si", b"\x00", b"\x85"])
def test_una_cabecera_partida_no_sale(siaa: ServidorDePrueba, cabecera: str, salto: bytes) -> None:
    linea = cabecera.encode() + b": localhost" + salto + b"X-Inyectada: si\r\n"
    host = b"" if cabecera == "Host" else b"Host: localhost\r\n"
    with siaa.crudo() as cliente:
        cliente.decir(
            b"POST /siaa/recargar HTTP/1.1\r\n" + host + linea + b"Connection: close\r\n\r\n"
        )
        cabeza = cliente.leer_todo().partition(b"\r\n\r\n")[0]
    assert cabeza.startswith(b"HTTP/1.") and b"inyectada" not in cabeza.lower()
    assert cabeza[9:10] in {b"2", b"4"}


def test_la_documentacion_no_olvida_los_ajustes_de_acceso() -> None:
    guia = Path(__file__).resolve().parents[2] / "docs" / "guia_administrador.md"
    texto = guia.read_text(encoding="utf-8")
    for ajuste in ("hosts", "origenes", "proxies", "token_admin_archivo", "token_preguntas",
                   "limite_por_minuto"):  # fmt: skip
        assert ajuste in texto or f"SIAA_{ajuste.upper()}" in texto
