"""Every route of the contract but the chat, with its exact fields, on a real socket."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from datetime import datetime
from typing import Any
from urllib.parse import quote

import pytest
from biblioteca_de_prueba import (
    CLAVES,
    COLECCIONES,
    OTRA_PREGUNTA,
    PREGUNTA,
    SIN_RESPUESTA,
    TERCERA_PREGUNTA,
)
from flask import abort
from ollama_de_prueba import MODELO
from paciencia import esperar
from servidor_de_prueba import Respuesta, ServidorDePrueba, con_ambas, con_consulta, cuerpo_de_chat
from verificaciones import CLAVES_FUENTE, como_json, sin_entrañas, sin_escapes, verificar_error

PREGUNTAS = [
    PREGUNTA,
    OTRA_PREGUNTA,
    TERCERA_PREGUNTA,
    "Explica el acuerdo VR24-101",
    "¿Cuáles son los horarios?",
]
CAMPOS = {
    "enrutar": "pregunta correcciones ausencias certeza banda leidas ambito aclaracion "
    "doc_especifico max_docs_usados respaldo suficiente docs_encontrados",
    "docs_encontrados": "doc tamano coleccion chunks puntaje niveles motivos",
    "fragmento": "documento pregunta fragmento chars modo ratio chunks",
    "chunks": "indice seccion puntaje motivos",
    "contexto": "pregunta correcciones ausencias certeza banda leidas ambito aclaracion avisos "
    "contexto chars fuentes",
    "status": "estado version modelo ollama servidores total_documentos total_chunks chunk_size "
    "chunk_overlap indice_terminos colecciones omitidos convirtiendo avisos recarga turnos etapas "
    "cache registro huella cargado_en",
}
SIN_ARTICULOS_NI_LISTAS = {"circular_horarios.txt", "guia_sala_de_escucha.md"}
con_clasica = pytest.mark.parametrize("siaa", ["clasica"], indirect=True)
con_hibrida = pytest.mark.parametrize("siaa", ["hibrida"], indirect=True)
LO_QUE_FALTA = r"(\n\[… \d+ ítems? más[^\]\n]*\])?"
ANTES_DE_UN_TROZO = re.compile(
    LO_QUE_FALTA + r"(\n?\[DOC: [^\]\n]+\]\n(\[SEC: .{1,120}\]\n)?|\n(\[(…|SEC: .{1,120})\]\n)?)"
)
CON_PREGUNTA = ["/siaa/enrutar", "/siaa/contexto", "/siaa/tokens"]


def campos(que: str) -> set[str]:
    """The exact fields of an answer or of one of its parts."""
    return set(CAMPOS[que].split())


def bien(respuesta: Respuesta) -> Any:
    """A good answer in JSON; its value is returned."""
    assert respuesta.estado == 200, respuesta.cuerpo[:500]
    assert respuesta.cabeceras["content-type"].startswith("application/json")
    sin_escapes(respuesta.texto)
    sin_entrañas(respuesta.texto)
    return respuesta.json


@con_ambas
@pytest.mark.parametrize("pregunta", PREGUNTAS)
def test_enrutar(siaa: ServidorDePrueba, pregunta: str) -> None:
    ruta = bien(siaa.obtener("/siaa/enrutar", q=pregunta))
    assert set(ruta) == campos("enrutar")
    assert ruta["pregunta"] == pregunta
    nombrado = "VR24-101" in pregunta
    assert bool(ruta["doc_especifico"]) is nombrado
    assert ruta["max_docs_usados"] == (1 if nombrado else 2)
    assert 1 <= len(ruta["docs_encontrados"]) <= ruta["max_docs_usados"]
    puntajes = [d["puntaje"] for d in ruta["docs_encontrados"]]
    assert puntajes == sorted(puntajes, reverse=True) and min(puntajes) > 0
    for doc in ruta["docs_encontrados"]:
        assert set(doc) == campos("docs_encontrados")
        assert doc["doc"] in CLAVES and doc["coleccion"] in COLECCIONES
        assert doc["tamano"] > 100 and doc["chunks"] >= 1
        assert set(doc["niveles"]) >= {"keywords", "densidad", "nombre"}
        assert sum(m["puntos"] for m in doc["motivos"]) == pytest.approx(doc["puntaje"], abs=1e-3)


def fragmento(siaa: ServidorDePrueba, clave: str, pregunta: str) -> Any:
    """What is sent of one document, with all that either strategy keeps."""
    dato = bien(siaa.obtener("/siaa/fragmento", doc=clave, q=pregunta))
    assert set(dato) == campos("fragmento")
    assert (dato["documento"], dato["pregunta"]) == (clave, pregunta)
    assert dato["chars"] == len(dato["fragmento"])
    assert dato["fragmento"].startswith(f"[DOC: {clave.rsplit('.', 1)[0].upper()}]\n")
    assert dato["ratio"] is None or dato["ratio"] > 0
    assert len(dato["chunks"]) >= 1
    for chunk in dato["chunks"]:
        assert set(chunk) == campos("chunks")
        assert chunk["seccion"] and chunk["indice"] >= 0
        assert sum(m["puntos"] for m in chunk["motivos"]) == pytest.approx(chunk["puntaje"])
    return dato


@con_clasica
@pytest.mark.parametrize("clave", CLAVES)
@pytest.mark.parametrize("pregunta", [PREGUNTA, SIN_RESPUESTA])
def test_fragmento_de_clasica(siaa: ServidorDePrueba, clave: str, pregunta: str) -> None:
    dato = fragmento(siaa, clave, pregunta)
    assert dato["fragmento"].partition("\n")[2].startswith("[SEC: ")
    assert dato["fragmento"].endswith("\n" + "═" * 60 + "\n")
    assert dato["fragmento"].count("[SEC: ") == len(dato["chunks"])
    assert dato["fragmento"].count(" | CHUNK: ") == len(dato["chunks"])
    if pregunta == SIN_RESPUESTA and clave in SIN_ARTICULOS_NI_LISTAS:
        assert (dato["modo"], dato["ratio"]) == ("PRIMEROS", None)


@con_hibrida
@pytest.mark.parametrize("clave", CLAVES)
@pytest.mark.parametrize("pregunta", [PREGUNTA, SIN_RESPUESTA])
def test_fragmento_de_hibrida(siaa: ServidorDePrueba, clave: str, pregunta: str) -> None:
    dato = fragmento(siaa, clave, pregunta)
    assert dato["fragmento"].endswith("\n") and "═" not in dato["fragmento"]
    assert "CHUNK" not in dato["fragmento"] and dato["chars"] <= 2400
    if pregunta == SIN_RESPUESTA:
        assert (dato["modo"], dato["ratio"]) == ("PRIMEROS", None)
        assert all(c["puntaje"] == 0 for c in dato["chunks"])


@con_hibrida
@pytest.mark.parametrize("clave", ["acuerdo_vr24-101.md", "acuerdo_vr25-207.md"])
def test_solo_el_nombre_da_lo_primero_del_documento(siaa: ServidorDePrueba, clave: str) -> None:
    """Naming a document says nothing about its passages: what opens it and what it decides go."""
    pregunta = f"Explica el {clave.removesuffix('.md').replace('_', ' ')}"
    dato = fragmento(siaa, clave, pregunta)
    assert (dato["modo"], dato["ratio"]) == ("PRIMEROS", None)
    assert dato["fragmento"].split("]\n", 1)[1].startswith("Por el cual se ")
    assert dato["chars"] <= 2400
    contexto = bien(siaa.obtener("/siaa/contexto", q=pregunta))
    assert contexto["contexto"] == dato["fragmento"]


@con_hibrida
def test_una_lista_se_envia_entera(siaa: ServidorDePrueba) -> None:
    """A question for a list gets the whole budget, however clear its best passage is."""
    lista = fragmento(siaa, CLAVES[0], "¿Cuáles son los plazos del reporte RETRI?")
    una = fragmento(siaa, CLAVES[0], "¿Cuál es el plazo del reporte RETRI?")
    assert lista["modo"] == "LISTADO-ESCOPETA" and "LISTADO" not in una["modo"]
    assert lista["chars"] >= una["chars"]


def test_fragmento_admite_otra_escritura_del_nombre(siaa: ServidorDePrueba) -> None:
    dato = bien(siaa.obtener("/siaa/fragmento", doc="Acuerdo_VR24-101.md", q=PREGUNTA))
    assert dato["documento"] == "acuerdo_vr24-101.md"


@con_ambas
@pytest.mark.parametrize("pregunta", PREGUNTAS)
def test_contexto_y_chat_dicen_lo_mismo(siaa: ServidorDePrueba, pregunta: str) -> None:
    dato = bien(siaa.obtener("/siaa/contexto", q=pregunta))
    assert set(dato) == campos("contexto")
    assert dato["chars"] == len(dato["contexto"])
    assert [f["n"] for f in dato["fuentes"]] == list(range(1, len(dato["fuentes"]) + 1))
    assert dato["fuentes"] == siaa.charlar(pregunta).fuentes
    for fuente in dato["fuentes"]:
        assert set(fuente) == CLAVES_FUENTE
        assert dato["contexto"][fuente["inicio"] : fuente["fin"]] == fuente["texto"]


@con_clasica
@pytest.mark.parametrize("pregunta", PREGUNTAS)
def test_contexto_de_clasica(siaa: ServidorDePrueba, pregunta: str) -> None:
    """It is the blocks of its documents, one after the other, however each is asked for."""
    dato = bien(siaa.obtener("/siaa/contexto", q=pregunta))
    for fuente in dato["fuentes"]:
        marca = f"CHUNK: {fuente['indice']}]\n"
        assert dato["contexto"][: fuente["inicio"]].endswith(marca)
    assert _sin_relleno(_bloques(siaa, dato)) == _sin_relleno(dato["contexto"])


@con_hibrida
@pytest.mark.parametrize("pregunta", PREGUNTAS)
def test_contexto_de_hibrida(siaa: ServidorDePrueba, pregunta: str) -> None:
    """Between two fragments stands what tells them apart, and everything is within the budget."""
    dato = bien(siaa.obtener("/siaa/contexto", q=pregunta))
    assert 0 < dato["chars"] <= 2400
    fin = 0
    for fuente in dato["fuentes"]:
        assert ANTES_DE_UN_TROZO.fullmatch(dato["contexto"][fin : fuente["inicio"]])
        fin = fuente["fin"]
    assert re.fullmatch(LO_QUE_FALTA + r"\n", dato["contexto"][fin:])
    ruta = bien(siaa.obtener("/siaa/enrutar", q=pregunta))["docs_encontrados"]
    assert {f["doc"] for f in dato["fuentes"]} <= {d["doc"] for d in ruta}


def _bloques(siaa: ServidorDePrueba, dato: dict[str, Any]) -> str:
    """The same context, put together from the route of each document."""
    documentos = [
        d["doc"]
        for d in bien(siaa.obtener("/siaa/enrutar", q=dato["pregunta"]))["docs_encontrados"]
    ]
    return "".join(
        bien(siaa.obtener("/siaa/fragmento", doc=d, q=dato["pregunta"]))["fragmento"]
        for d in documentos
    )


def _sin_relleno(texto: str) -> str:
    """Dotted leaders are shortened on their way to the model."""
    return re.sub(r"\.{3,}", "...", texto)


@con_ambas
def test_contexto_no_lleva_puntos_de_guia(siaa: ServidorDePrueba) -> None:
    dato = bien(
        siaa.obtener("/siaa/contexto", q="¿En qué página está la solicitud del préstamo de cajas?")
    )
    assert "manual_de_prestamo.md" in {f["doc"] for f in dato["fuentes"]}
    assert "." * 12 not in dato["contexto"]


@con_ambas
@pytest.mark.parametrize("ruta", ["/siaa/enrutar", "/siaa/contexto"])
def test_por_post_con_el_cuerpo_de_un_chat(siaa: ServidorDePrueba, ruta: str) -> None:
    for pregunta in PREGUNTAS:
        assert bien(siaa.publicar(ruta, cuerpo_de_chat(pregunta))) == bien(
            siaa.obtener(ruta, q=pregunta)
        )


def test_status(siaa: ServidorDePrueba) -> None:
    assert esperar(lambda: siaa.obtener("/siaa/status").json["estado"] == "ok")
    estado = bien(siaa.obtener("/siaa/status"))
    assert set(estado) == campos("status")
    assert estado["modelo"] == MODELO
    assert estado["total_documentos"] == len(CLAVES) and estado["colecciones"] == COLECCIONES
    assert (estado["chunk_size"], estado["chunk_overlap"]) == (800, 300)
    assert estado["total_chunks"] >= len(CLAVES) and estado["indice_terminos"] > 100
    assert (estado["omitidos"], estado["avisos"]) == ([], [])
    assert (
        isinstance(estado["version"], str)
        and isinstance(estado["huella"], str)
        and estado["huella"]
    )
    assert all(isinstance(estado[campo], dict) for campo in ("ollama", "turnos", "cache"))
    assert datetime.fromisoformat(estado["cargado_en"])
    assert estado["estado"] == "ok"


def test_keywords(siaa: ServidorDePrueba) -> None:
    dato = como_json(bien(siaa.obtener("/siaa/keywords/acuerdo_vr24-101.md")))
    assert '"retri"' in dato and "septimo dia habil" in dato.replace("é", "e").replace(
        "í", "i"
    ).replace("á", "a")
    assert bien(siaa.obtener("/siaa/keywords/Acuerdo_VR24-101.md")) == json.loads(dato)


def test_densidad(siaa: ServidorDePrueba) -> None:
    dato = como_json(bien(siaa.obtener("/siaa/densidad/retri")))
    assert "acuerdo_vr24-101.md" in dato and "manual_de_prestamo.md" not in dato
    assert como_json(bien(siaa.obtener("/siaa/densidad/RETR%C3%8D"))).count(".md") == dato.count(
        ".md"
    )
    assert ".md" not in como_json(bien(siaa.obtener("/siaa/densidad/xilofono")))


def test_tokens(siaa: ServidorDePrueba) -> None:
    dato = como_json(bien(siaa.obtener("/siaa/tokens", q="¿Cuándo debo reportar en RETRI?")))
    for token in ("cuando", "debo", "reportar", "retri"):
        assert f'"{token}"' in dato
    assert '"en"' not in dato


@pytest.mark.parametrize(
    ("ruta", "ajeno", "hay"),
    [
        ("/siaa/enrutar?q=plazo&documentos=a.md", "documentos", "los que hay son «q», "),
        ("/siaa/contexto?q=plazo&colección=normativa", "colección", "los que hay son «q», "),
        ("/siaa/tokens?pregunta=plazo", "pregunta", "solo hay «q»."),
        ("/siaa/fragmento?q=plazo&doc=a.md&n=2", "n", "los que hay son "),
        ("/siaa/valoraciones?estado=x", "estado", "los que hay son «voto», "),
    ],
)
def test_un_parametro_que_no_existe_no_se_calla(
    siaa: ServidorDePrueba, ruta: str, ajeno: str, hay: str
) -> None:
    error = verificar_error(siaa.obtener(quote(ruta, safe="/?&=")), 400, "peticion_invalida")
    assert error["detalle"]["campo"] == ajeno
    assert f"«{ajeno}» no existe aquí; {hay}" in error["mensaje"]


def test_un_cuerpo_comprimido_se_dice(siaa: ServidorDePrueba) -> None:
    dado = siaa.pedir(
        "POST",
        "/siaa/chat",
        gzip.compress(b"{}"),
        {"Content-Type": "application/json", "Content-Encoding": "gzip"},
    )
    assert "sin comprimir" in verificar_error(dado, 400, "peticion_invalida")["mensaje"]


def test_lo_que_no_elige_nada_no_estorba(siaa: ServidorDePrueba) -> None:
    for ruta in (
        "/siaa/status?_=1",
        "/?origen=correo",
        "/siaa/biblioteca?de=correo",
        "/api/tags?a",
    ):
        assert siaa.obtener(ruta).estado == 200


@pytest.mark.parametrize(
    "encargo", [{"ambito": {"documento": ["a.md"]}}, {"ámbito": {}}, {"coleccion": "normativa"}]
)
def test_un_encargo_que_no_existe_no_se_calla(
    siaa: ServidorDePrueba, encargo: dict[str, object]
) -> None:
    turnos = [{"role": "user", "content": PREGUNTA}]
    dado = siaa.publicar("/siaa/enrutar", {"messages": turnos, "siaa": encargo, "top_p": 1})
    assert "no existe; corríjalo" in verificar_error(dado, 400, "peticion_invalida")["mensaje"]


@pytest.mark.parametrize("ruta", [*CON_PREGUNTA, "/siaa/fragmento"])
def test_una_q_que_falta_en_blanco_o_larga(siaa: ServidorDePrueba, ruta: str) -> None:
    doc = {"doc": CLAVES[0]} if ruta == "/siaa/fragmento" else {}
    verificar_error(siaa.obtener(ruta, **doc), 400, "pregunta_vacia")
    for blanca in ("", " ", "\t\n", "\u00a0"):
        verificar_error(siaa.obtener(ruta, **doc, q=blanca), 400, "pregunta_vacia")
    verificar_error(siaa.obtener(ruta, **doc, q="a" * 4001), 413, "pregunta_demasiado_larga")
    assert siaa.obtener(ruta, **doc, q="a" * 4000).estado == 200


@pytest.mark.parametrize("ruta", CON_PREGUNTA)
def test_bytes_raros_en_q(siaa: ServidorDePrueba, ruta: str) -> None:
    for rara in ("%FF%FE", "%ED%A0%80", "%00plazo", "a%0Db", "%F0%9F%98%80", "%25%32%65", "+", "%"):
        respuesta = siaa.obtener(f"{ruta}?q={rara}")
        assert respuesta.estado in {200, 400}
        sin_entrañas(respuesta.texto)
        assert respuesta.json


@pytest.mark.parametrize(
    "doc", ["acuerdo_vr24-11.md", "acuerdo vr24-101", "no_existe.md", "", " ", "x" * 3000]
)
def test_un_documento_desconocido(siaa: ServidorDePrueba, doc: str) -> None:
    respuesta = siaa.obtener("/siaa/fragmento", doc=doc, q=PREGUNTA)
    if not doc.strip():
        assert respuesta.estado in {400, 404}
        verificar_error(respuesta, respuesta.estado)
        return
    error = verificar_error(respuesta, 404, "documento_desconocido")
    parecidos = error["detalle"]["parecidos"]
    assert isinstance(parecidos, list) and set(parecidos) <= set(CLAVES)
    if "vr24" in doc:
        assert parecidos[0] == "acuerdo_vr24-101.md"


@pytest.mark.parametrize(
    "ruta", [f"/siaa/{cual}/acuerdo_vr24-11.md" for cual in ("keywords", "relaciones", "ver")]
)
def test_un_documento_desconocido_en_la_ruta(siaa: ServidorDePrueba, ruta: str) -> None:
    error = verificar_error(siaa.obtener(ruta), 404, "documento_desconocido")
    assert error["detalle"]["parecidos"][0] == "acuerdo_vr24-101.md"


def test_donde_no_hay_documento_se_lleva_a_la_persona_a_los_que_hay(
    siaa: ServidorDePrueba,
) -> None:
    parecido, ninguno = (
        siaa.pedir("GET", f"/siaa/ver/{doc}", cabeceras={"Accept": "text/html"}).texto
        for doc in ("acuerdo_vr24-11.md", "zzzz")
    )
    assert '<a href="/siaa/ver/acuerdo_vr24-101.md">' in parecido
    assert '<a href="/siaa/biblioteca">Biblioteca</a>' in ninguno


@pytest.mark.parametrize(
    "ruta", ["/siaa/nada", "/nada", "/siaa/chat/x", "/siaa/ver/", "/siaa/status/x"]
)
def test_una_ruta_desconocida(siaa: ServidorDePrueba, ruta: str) -> None:
    verificar_error(siaa.obtener(ruta), 404, "ruta_desconocida")


@pytest.mark.parametrize(
    ("metodo", "ruta"),
    [
        ("GET", "/siaa/chat"),
        ("HEAD", "/siaa/chat"),
        ("PUT", "/siaa/chat"),
        ("DELETE", "/siaa/status"),
        ("POST", "/siaa/status"),
        ("GET", "/siaa/recargar"),
        ("POST", "/siaa/fragmento"),
        ("PATCH", "/siaa/ver/x.md"),
    ],
)
def test_otro_metodo(siaa: ServidorDePrueba, metodo: str, ruta: str) -> None:
    respuesta = siaa.pedir(metodo, ruta, b"{}" if metodo in {"POST", "PUT", "PATCH"} else None)
    assert respuesta.estado == 405 and respuesta.cabeceras["allow"]
    if metodo != "HEAD":
        dicho = verificar_error(respuesta, 405, "metodo_no_admitido")["mensaje"]
        debido = "GET" if "GET" in respuesta.cabeceras["allow"] else "POST"
        assert f"la piden con {debido}" in dicho or f"o {debido}." in dicho


@pytest.mark.parametrize(
    "ruta",
    [
        "/siaa/status",
        con_consulta("/siaa/enrutar", q=PREGUNTA),
        con_consulta("/siaa/contexto", q=PREGUNTA),
        con_consulta("/siaa/fragmento", doc=CLAVES[0], q=PREGUNTA),
        "/siaa/ver/" + CLAVES[0],
        "/siaa/densidad/retri",
    ],
)
def test_head(siaa: ServidorDePrueba, ruta: str) -> None:
    respuesta = siaa.pedir("HEAD", ruta)
    assert respuesta.estado == 200 and respuesta.cuerpo == b""
    assert respuesta.cabeceras["content-type"] == siaa.obtener(ruta).cabeceras["content-type"]


def test_un_fallo_no_previsto_no_enseña_nada(
    servidor: Callable[..., ServidorDePrueba], caplog: pytest.LogCaptureFixture
) -> None:
    def tropezar() -> None:
        raise RuntimeError("detalle reservado de /etc/siaa/llave.py")

    siaa = servidor(rutas={"/tropezar": tropezar, "/caer": lambda: abort(500)})
    error = verificar_error(siaa.obtener("/tropezar"), 500, "error_interno")
    assert error["detalle"] == {} and "reservado" not in error["mensaje"]
    assert "detalle reservado" in caplog.text, "the operator must find it in the log"
    verificar_error(siaa.obtener("/caer"), 500, "error_interno")
    assert siaa.obtener("/siaa/status").estado == 200
