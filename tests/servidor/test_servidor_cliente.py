"""Whatever a client sends to `POST /siaa/chat`: a clear Spanish error or a good answer, and the
model left alone.
"""

from __future__ import annotations

import contextlib
import json
import time
from typing import Any

import pytest
from biblioteca_de_prueba import PREGUNTA
from ollama_de_prueba import OllamaDePrueba
from servidor_de_prueba import ServidorDePrueba, cuerpo_de_chat, en_bytes
from verificaciones import (
    sin_entrañas,
    verificar_charla,
    verificar_entero,
    verificar_error,
    verificar_fin,
)

UN_MEBIBYTE = 1 << 20
USUARIO = {"role": "user", "content": PREGUNTA}
CUERPOS_QUE_NO_SON = {
    "vacio": b"",
    "texto": b"hola",
    "json-a-medias": b'{"messages": [',
    "basura-detras": en_bytes({"messages": [USUARIO]}) + b"}",
    "utf8-invalido": b'{"messages": [{"role": "user", "content": "' + b'\xff\xfe"}]}',
    "utf16": json.dumps({"messages": [USUARIO]}).encode("utf-16"),
    "latin1": json.dumps({"messages": [USUARIO]}, ensure_ascii=False).encode("latin-1"),
    "lista": b"[]",
    "nulo": b"null",
    "numero": b"7",
    "cadena": b'"hola"',
    "listas-hondas": b"[" * 200_000,
    "objetos-hondos": b'{"messages":' * 50_000,
    "contenido-hondo": b'{"messages":[{"role":"user","content":'
    + b"[" * 60_000
    + b"]" * 60_000
    + b"}]}",
    "sobra-hondo": b'{"messages":[{"role":"user","content":"plazo"}],"x":'
    + b"[" * 60_000
    + b"]" * 60_000
    + b"}",
    "nan": b'{"messages": NaN}',
    "numero-enorme": b'{"messages": ' + b"9" * 10_000 + b"}",
}
MENSAJES_QUE_NO_SON: dict[str, object] = {
    "nulo": None,
    "texto": "hola",
    "numero": 3,
    "cierto": True,
    "objeto": {"role": "user", "content": "hola"},
    "vacia": [],
    "mensaje-nulo": [None],
    "mensaje-texto": ["hola"],
    "mensaje-numero": [3],
    "mensaje-lista": [[USUARIO]],
    "mensaje-vacio": [{}],
    "sin-rol": [{"content": "hola"}],
    "rol-nulo": [{"role": None, "content": "hola"}],
    "rol-numero": [{"role": 1, "content": "hola"}],
    "rol-lista": [{"role": ["user"], "content": "hola"}],
    "rol-ajeno": [{"role": "tool", "content": "hola"}],
    "rol-vacio": [{"role": "", "content": "hola"}],
    "rol-en-mayusculas": [{"role": "USER", "content": "hola"}],
    "sin-contenido": [{"role": "user"}],
    "contenido-nulo": [{"role": "user", "content": None}],
    "contenido-numero": [{"role": "user", "content": 5}],
    "contenido-cierto": [{"role": "user", "content": True}],
    "contenido-lista": [{"role": "user", "content": [{"type": "text", "text": "hola"}]}],
    "contenido-objeto": [{"role": "user", "content": {"text": "hola"}}],
    "primero-malo": [{"role": "user", "content": 5}, USUARIO],
    "ultimo-asistente": [USUARIO, {"role": "assistant", "content": "hola"}],
    "ultimo-sistema": [USUARIO, {"role": "system", "content": "hola"}],
}


@pytest.fixture(autouse=True)
def _el_modelo_queda_quieto(request: pytest.FixtureRequest, ollama_comun: OllamaDePrueba) -> Any:
    """Unless a test is marked otherwise by its name, the model is never asked."""
    antes = len(ollama_comun.preguntas)
    yield
    if not request.function.__name__.startswith("test_se_admite"):
        assert len(ollama_comun.preguntas) == antes, "the model was asked"


@pytest.mark.parametrize("caso", CUERPOS_QUE_NO_SON)
def test_cuerpos_que_no_son_json(siaa: ServidorDePrueba, caso: str) -> None:
    verificar_error(siaa.publicar("/siaa/chat", CUERPOS_QUE_NO_SON[caso]), 400, "peticion_invalida")


@pytest.mark.parametrize(
    "tipo", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_otro_tipo_de_contenido(siaa: ServidorDePrueba, tipo: str) -> None:
    cabeceras = {"Content-Type": tipo} if tipo else {}
    cuerpo = en_bytes(cuerpo_de_chat(PREGUNTA))
    verificar_error(siaa.pedir("POST", "/siaa/chat", cuerpo, cabeceras), 415, "tipo_no_admitido")


@pytest.mark.parametrize("caso", MENSAJES_QUE_NO_SON)
def test_mensajes_de_otro_tipo(siaa: ServidorDePrueba, caso: str) -> None:
    respuesta = siaa.publicar("/siaa/chat", {"messages": MENSAJES_QUE_NO_SON[caso]})
    error = verificar_error(respuesta, 400, "peticion_invalida")
    assert "messages" in error["mensaje"] or "mensaje" in error["mensaje"]


def test_sin_mensajes(siaa: ServidorDePrueba) -> None:
    verificar_error(siaa.publicar("/siaa/chat", {}), 400, "peticion_invalida")
    verificar_error(siaa.publicar("/siaa/chat", {"mensajes": [USUARIO]}), 400, "peticion_invalida")


@pytest.mark.parametrize("stream", [None, "true", "false", 1, 0, [], {}])
def test_stream_tiene_que_ser_cierto_o_falso(siaa: ServidorDePrueba, stream: object) -> None:
    error = verificar_error(
        siaa.publicar("/siaa/chat", cuerpo_de_chat(PREGUNTA, stream=stream)), 400
    )
    assert error["codigo"] == "peticion_invalida" and "stream" in error["mensaje"]


@pytest.mark.parametrize("blanca", ["", " ", "\n\t \r\n", "\u00a0\u2003", "¿?", "…", "\u200b"])
def test_una_pregunta_en_blanco(siaa: ServidorDePrueba, blanca: str) -> None:
    respuesta = siaa.publicar("/siaa/chat", cuerpo_de_chat(blanca, stream=False))
    if blanca.strip():  # signs without a word: an error or a direct answer, never the model
        assert respuesta.estado in {200, 400}
        sin_entrañas(respuesta.texto)
    else:
        verificar_error(respuesta, 400, "pregunta_vacia")


def test_una_pregunta_demasiado_larga(siaa: ServidorDePrueba) -> None:
    larga = ("plazo del reporte RETRI " * 200)[:4001]
    for ruta in ("/siaa/chat", "/siaa/enrutar", "/siaa/contexto"):
        respuesta = siaa.publicar(ruta, cuerpo_de_chat(larga))
        verificar_error(respuesta, 413, "pregunta_demasiado_larga")


def test_demasiados_mensajes(siaa: ServidorDePrueba) -> None:
    respuesta = siaa.publicar("/siaa/chat", cuerpo_de_chat(*["hola"] * 200, PREGUNTA))
    verificar_error(respuesta, 413, "demasiados_mensajes")


def test_mas_de_un_mebibyte(siaa: ServidorDePrueba) -> None:
    cuerpo = relleno(UN_MEBIBYTE + 1)
    verificar_error(siaa.publicar("/siaa/chat", cuerpo), 413, "peticion_demasiado_grande")
    verificar_error(
        siaa.publicar("/siaa/chat", relleno(8 * UN_MEBIBYTE)), 413, "peticion_demasiado_grande"
    )


def test_mas_de_un_mebibyte_por_trozos(siaa: ServidorDePrueba) -> None:
    trozos = (relleno(UN_MEBIBYTE + 1)[i : i + 65536] for i in range(0, UN_MEBIBYTE + 1, 65536))
    cabeceras = {"Content-Type": "application/json", "Transfer-Encoding": "chunked"}
    respuesta = siaa.pedir("POST", "/siaa/chat", trozos, cabeceras)
    verificar_error(respuesta, 413, "peticion_demasiado_grande")


def relleno(cantidad: int) -> bytes:
    """A valid body of that many bytes."""
    base = en_bytes(cuerpo_de_chat(PREGUNTA, stream=False, relleno=""))
    return base[:-2] + b"x" * (cantidad - len(base)) + base[-2:]


def test_se_admite_lo_que_esta_en_el_limite(siaa: ServidorDePrueba) -> None:
    verificar_entero(siaa.publicar("/siaa/chat", relleno(UN_MEBIBYTE)))
    justa = ("plazo del reporte RETRI " * 200)[:4000]
    verificar_entero(siaa.charlar_entero(justa))
    verificar_entero(siaa.charlar_entero(*["hola"] * 199, PREGUNTA))


def test_se_admiten_claves_desconocidas(siaa: ServidorDePrueba) -> None:
    cuerpo = cuerpo_de_chat(
        PREGUNTA, model="otro", temperature="alta", options={"num_ctx": 1}, user=None
    )
    cuerpo["messages"][0]["name"] = 7  # type: ignore[index]
    charla_entera = siaa.publicar("/siaa/chat", cuerpo | {"stream": False})
    assert verificar_entero(charla_entera)["siaa"]["motivo"] == "stop"


@pytest.mark.parametrize(
    "tipo",
    ["application/json", "application/json; charset=utf-8", "Application/JSON;charset=UTF-8"],
)
def test_se_admite_json_con_su_juego_de_caracteres(siaa: ServidorDePrueba, tipo: str) -> None:
    cuerpo = json.dumps(cuerpo_de_chat(PREGUNTA, stream=False), ensure_ascii=False).encode()
    verificar_entero(siaa.pedir("POST", "/siaa/chat", cuerpo, {"Content-Type": tipo}))


def test_se_admite_un_cuerpo_por_trozos(siaa: ServidorDePrueba) -> None:
    cuerpo = en_bytes(cuerpo_de_chat(PREGUNTA, stream=False))
    cabeceras = {"Content-Type": "application/json", "Transfer-Encoding": "chunked"}
    verificar_entero(siaa.pedir("POST", "/siaa/chat", [cuerpo[:9], cuerpo[9:]], cabeceras))


def test_se_admite_un_cuerpo_que_espera_permiso(siaa: ServidorDePrueba) -> None:
    cuerpo = en_bytes(cuerpo_de_chat(PREGUNTA))
    cabeza = f"POST /siaa/chat HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(cuerpo)}\r\n"
    with siaa.crudo() as cliente:
        cliente.decir(cabeza.encode() + b"Content-Type: application/json\r\n")
        cliente.decir(b"Expect: 100-continue\r\n\r\n")
        assert cliente.leer_hasta(b"\r\n\r\n").startswith(b"HTTP/1.1 100 ")
        cliente.decir(cuerpo)
        assert b"data: [DONE]" in cliente.leer_hasta(b"data: [DONE]")


@pytest.mark.parametrize(
    "pregunta",
    [
        PREGUNTA + " \ud800",
        "\udfff\ud800 " + PREGUNTA,
        PREGUNTA + "\x00\x07\x1b[31m\x7f\x85",
        PREGUNTA + "\u202e\u200b\ufeff\u2028",
        PREGUNTA.replace("á", "a\u0301"),
        PREGUNTA + " 😀 \U0010ffff",
        PREGUNTA + " [DOC: X] ════ <script>alert(1)</script>",
        PREGUNTA + " " + "a\u0301" * 1500,
    ],
    ids=["surrogado", "surrogados", "control", "invisibles", "nfd", "emoji", "marcas", "zalgo"],
)
def test_se_admiten_letras_raras(
    siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba, pregunta: str
) -> None:
    charla = siaa.charlar(pregunta)
    verificar_charla(charla)
    verificar_fin(charla, "stop", completa=True, modo="modelo")
    ollama_comun.preguntas[-1].cuerpo.decode("utf-8")
    charla = siaa.charlar(pregunta, "Siete \ud83d días.", PREGUNTA)
    verificar_charla(charla)
    verificar_entero(siaa.charlar_entero(pregunta))
    for ruta in ("/siaa/enrutar", "/siaa/contexto"):
        assert siaa.publicar(ruta, cuerpo_de_chat(pregunta)).estado == 200


@pytest.mark.parametrize("ruta", ["/siaa/enrutar", "/siaa/contexto"])
def test_los_diagnosticos_piden_lo_mismo(siaa: ServidorDePrueba, ruta: str) -> None:
    for cuerpo in (b"", b"hola", b"[]", b"[" * 100_000, b'{"messages": 3}', b'{"messages": []}'):
        verificar_error(siaa.publicar(ruta, cuerpo), 400, "peticion_invalida")
    verificar_error(siaa.publicar(ruta, cuerpo_de_chat(" ")), 400, "pregunta_vacia")
    verificar_error(
        siaa.pedir("POST", ruta, b"{}", {"Content-Type": "text/plain"}), 415, "tipo_no_admitido"
    )
    verificar_error(siaa.publicar(ruta, relleno(UN_MEBIBYTE + 1)), 413, "peticion_demasiado_grande")


@pytest.mark.parametrize(
    "bytes_enviados",
    [
        b"\r\n\r\n",
        b"GET\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"POST /siaa/chat HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: abc\r\n\r\n",
        b"POST /siaa/chat HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -5\r\n\r\n",
        b"POST /siaa/chat HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 500\r\n\r\n{",
        b"GET /siaa/status HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Larga: " + b"x" * 400_000 + b"\r\n\r\n",
        b"GET /siaa/status?" + b"q=x&" * 100_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    ],
    ids=[
        "vacia",
        "a-medias",
        "tls",
        "largo-letras",
        "largo-negativo",
        "cuerpo-a-medias",
        "cabecera-larga",
        "url-larga",
    ],
)
def test_una_peticion_rota_no_tumba_el_servicio(
    siaa: ServidorDePrueba, bytes_enviados: bytes
) -> None:
    with siaa.crudo() as cliente:
        with contextlib.suppress(OSError):
            cliente.decir(bytes_enviados)
        time.sleep(0.05)
    assert siaa.obtener("/siaa/status").estado == 200
