"""What an answer would be made from. Each diagnostic shows the very values an answer uses."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, request

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import es_pregunta_listado, plegar, tokenizar
from siaa.recorrido.preparacion import Hallazgo, localizar, podar_uno, reunir
from siaa.valores import ChunkPuntuado, Mensaje, Pregunta
from siaa.web.documento import buscar_documento
from siaa.web.peticion import leer_chat, leer_pregunta
from siaa.web.servicios import Servicios


def crear_diagnosticos(servicios: Servicios) -> Blueprint:
    """Return the routes that show how a question is looked up."""
    api = Blueprint("diagnosticos", __name__, url_prefix="/siaa")
    _rutas_de_consulta(api, servicios)
    _rutas_de_tablas(api, servicios)
    return api


def _rutas_de_consulta(api: Blueprint, servicios: Servicios) -> None:
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
