"""`/siaa/*`: the chat and the diagnostics. Each diagnostic shows the very values an answer uses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from difflib import get_close_matches
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import quote

from flask import Blueprint, Response, g, jsonify, request, url_for

from siaa.biblioteca.catalogo import normalizar_nombre
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.texto import es_pregunta_listado, plegar, tokenizar
from siaa.biblioteca.valores import Documento
from siaa.consulta import Atencion
from siaa.errores import DocumentoDesconocido
from siaa.preparacion import Hallazgo, localizar, podar_uno, reunir
from siaa.servicio.turnos import EstadoTurnos
from siaa.valores import ChunkPuntuado, Fuente, Mensaje, Pregunta
from siaa.web.estado import estado_json
from siaa.web.fallos import REINTENTAR_S
from siaa.web.peticion import leer_chat, leer_pregunta
from siaa.web.recarga import leer_forzar, recargada_json
from siaa.web.resaltado import Pasaje
from siaa.web.servicios import Servicios
from siaa.web.sse import Sobre, completar, transmitir

REINTENTO_MINIMO_S: Final = 5
REINTENTO_MAXIMO_S: Final = 300
CABECERAS_FLUJO: Final = MappingProxyType({"Cache-Control": "no-cache", "X-Accel-Buffering": "no"})


def crear_api(servicios: Servicios) -> Blueprint:
    """Return the routes of the service."""
    api = Blueprint("siaa", __name__, url_prefix="/siaa")
    _rutas_de_consulta(api, servicios)
    _rutas_de_tablas(api, servicios)
    _rutas_de_servicio(api, servicios)
    return api


def _rutas_de_consulta(api: Blueprint, servicios: Servicios) -> None:
    @api.post("/chat")
    def chat() -> Response:
        return _conversar(servicios)

    @api.route("/enrutar", methods=["GET", "POST"])
    def enrutar() -> Response:
        indice = servicios.biblioteca.actual.indice
        hallazgo = localizar(indice, _conversacion_pedida(), servicios.piezas.ajustes)
        return jsonify(_hallazgo_json(indice, hallazgo))

    @api.route("/contexto", methods=["GET", "POST"])
    def contexto() -> Response:
        piezas = servicios.piezas
        indice = servicios.biblioteca.actual.indice
        escala = piezas.calibracion.caracteres_por_token
        preparacion = reunir(indice, _conversacion_pedida(), piezas.ajustes, escala)
        return jsonify(
            **_pregunta_json(preparacion.hallazgo.pregunta),
            contexto=preparacion.contexto.texto,
            chars=len(preparacion.contexto.texto),
            fuentes=preparacion.contexto.fuentes,
        )

    @api.get("/fragmento")
    def fragmento() -> Response:
        indice = servicios.biblioteca.actual.indice
        pregunta = leer_pregunta(request)
        documento = buscar_documento(indice, request.args.get("doc", ""))
        poda = podar_uno(indice, documento.clave, pregunta, servicios.piezas.ajustes)
        return jsonify(
            documento=poda.doc,
            pregunta=pregunta,
            fragmento=poda.fragmento,
            chars=len(poda.fragmento),
            modo=poda.modo,
            ratio=poda.ratio,
            chunks=[_chunk_json(chunk) for chunk in poda.chunks],
        )


def _rutas_de_tablas(api: Blueprint, servicios: Servicios) -> None:
    @api.get("/keywords/<path:doc>")
    def keywords(doc: str) -> Response:
        documento = buscar_documento(servicios.biblioteca.actual.indice, doc)
        return jsonify(
            documento=documento.clave,
            coleccion=documento.coleccion,
            automaticas=documento.palabras_clave,
            manuales=documento.claves_manuales,
        )

    @api.get("/densidad/<path:termino>")
    def densidad(termino: str) -> Response:
        plegado = plegar(termino)
        filas = servicios.biblioteca.actual.indice.densidad(plegado)
        documentos = [{"doc": doc, "densidad": valor} for valor, doc in filas]
        return jsonify(termino=plegado, documentos=documentos)

    @api.get("/tokens")
    def tokens() -> Response:
        pregunta = leer_pregunta(request)
        return jsonify(
            pregunta=pregunta,
            plegada=plegar(pregunta),
            tokens=tokenizar(pregunta),
            listado=es_pregunta_listado(pregunta),
        )


def _rutas_de_servicio(api: Blueprint, servicios: Servicios) -> None:
    @api.get("/status")
    def status() -> Response:
        return jsonify(estado_json(servicios))

    @api.get("/cache")
    def cache() -> Response:
        guardadas = servicios.piezas.cache
        respuestas = guardadas.respuestas()
        if not servicios.con_textos:  # what people wrote, only where the record keeps it too
            respuestas = tuple(replace(una, pregunta="", texto="") for una in respuestas)
        return jsonify(**asdict(guardadas.estado()), respuestas=respuestas)

    @api.delete("/cache")
    def vaciar_cache() -> Response:
        return jsonify(borradas=servicios.piezas.cache.vaciar())

    @api.post("/recargar")
    def recargar() -> Response:
        return jsonify(recargada_json(servicios.biblioteca.recargar(leer_forzar(request))))


def _chunk_json(chunk: ChunkPuntuado) -> dict[str, Any]:
    return {
        "indice": chunk.indice,
        "seccion": chunk.seccion,
        "puntaje": chunk.puntaje,
        "motivos": chunk.motivos,
    }


def _conversacion_pedida() -> tuple[Mensaje, ...]:
    """Return what a diagnostic is asked about: `q`, or the body of a chat."""
    if request.method == "POST":
        return leer_chat(request).conversacion
    return (Mensaje("user", leer_pregunta(request)),)


def buscar_documento(indice: Indice, nombre: str) -> Documento:
    """Return a document by its key, in any case. Raises `DocumentoDesconocido`."""
    clave = normalizar_nombre(nombre)
    documento = indice.documentos.get(clave)
    if documento is None:
        contienen = [otra for otra in indice.claves if clave and clave in otra]
        parecidos = (contienen or get_close_matches(clave, indice.claves))[:3]
        pista = f" ¿Quiso decir «{parecidos[0]}»?" if parecidos else ""
        mensaje = DocumentoDesconocido.mensaje_base + pista
        raise DocumentoDesconocido(mensaje, {"parecidos": parecidos})
    return documento


def _pregunta_json(pregunta: Pregunta) -> dict[str, str]:
    """Show the question and, when earlier turns took part in the search, what was looked up."""
    if pregunta.heredada:
        return {"pregunta": pregunta.texto, "consulta": pregunta.consulta}
    return {"pregunta": pregunta.texto}


def _hallazgo_json(indice: Indice, hallazgo: Hallazgo) -> dict[str, Any]:
    return {
        **_pregunta_json(hallazgo.pregunta),
        "doc_especifico": hallazgo.doc_especifico,
        "max_docs_usados": hallazgo.max_docs,
        "respaldo": hallazgo.ruta.respaldo,
        "suficiente": hallazgo.suficiente,
        "docs_encontrados": [
            {
                "doc": elegido.doc,
                "tamano": len(indice.documentos[elegido.doc].contenido),
                "coleccion": indice.documentos[elegido.doc].coleccion,
                "chunks": len(indice.documentos[elegido.doc].fragmentos),
                "puntaje": elegido.puntaje,
                "niveles": elegido.niveles,
                "motivos": elegido.motivos,
            }
            for elegido in hallazgo.documentos
        ],
    }


def _conversar(servicios: Servicios) -> Response:
    pedido = leer_chat(request)
    se_fue: Callable[[], bool] = request.environ.get("waitress.client_disconnected", _sigue)
    fresca = bool(request.cache_control.no_cache)
    atencion = Atencion(servicios.piezas, pedido.conversacion, g.id_pedido, fresca)
    url = _url_de_ver(atencion.indice)
    sobre = Sobre(servicios.piezas.modelo, f"chatcmpl-{g.id_pedido}", url, pedido.con_html)
    estado = HTTPStatus.OK if atencion.rechazo is None else atencion.rechazo.estado_http
    if pedido.en_flujo:
        marcos = transmitir(atencion.eventos(), sobre, se_fue, servicios.latido_s)
        flujo = Response(marcos, estado, CABECERAS_FLUJO, content_type="text/event-stream")
    else:
        flujo = jsonify(completar(atencion.eventos(), sobre, se_fue))
        flujo.status_code = estado
    flujo.call_on_close(atencion.cerrar)
    flujo.headers["X-Cache"] = "MISS" if atencion.guardada is None else "HIT"
    if atencion.rechazo is not None:
        flujo.headers["Retry-After"] = str(reintentar_s(servicios.piezas.turnos.estado()))
    return flujo


def reintentar_s(turnos: EstadoTurnos) -> int:
    """Return after how many seconds a place in the queue is likely to be free.

    Of the wait of the whole queue, what one turn takes; within bounds, since it is a guess.
    """
    if turnos.espera_s is None:
        return REINTENTAR_S
    un_turno = turnos.espera_s / (turnos.esperando + 1)
    return round(min(max(un_turno, REINTENTO_MINIMO_S), REINTENTO_MAXIMO_S))


def _sigue() -> bool:
    """Stand in for servers that cannot tell whether the client left: a failed write will."""
    return False


def _url_de_ver(indice: Indice) -> Callable[[Fuente], str]:
    """Return how to link to a passage, without needing the request any more when it is used."""
    base = url_for("visor.ver", doc="x").removesuffix("x")

    def url(fuente: Fuente) -> str:
        huella = Pasaje(fuente.desde, fuente.hasta).huella(indice.documentos[fuente.doc])
        lugar = f"desde={fuente.desde}&hasta={fuente.hasta}&huella={huella}"
        return f"{base}{quote(fuente.doc)}?{lugar}#pasaje"

    return url
