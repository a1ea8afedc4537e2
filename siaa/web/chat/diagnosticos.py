"""What an answer would be made from. Each diagnostic shows the very values an answer uses."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, NotRequired, TypeVar

from flask import Blueprint, request
from typing_extensions import TypedDict

from siaa import valores
from siaa.biblioteca.ambito import Aclaracion, Ambito
from siaa.biblioteca.lengua.texto import es_pregunta_listado, plegar, tokenizar
from siaa.biblioteca.valores import Relacion
from siaa.eventos import Etapa
from siaa.recorrido.etapas import preparar_del_todo
from siaa.recorrido.hallazgo import Preparacion
from siaa.recorrido.preparacion import podar_uno, reunir
from siaa.recuperacion.formato import escribir
from siaa.vectores import Encaminada, PasajeHallado
from siaa.web import peticion
from siaa.web.openapi import Parametro, busqueda, consulta
from siaa.web.pasajes import FuenteDicha, pasajes_dichos, url_de_ver
from siaa.web.respuestas import tomar
from siaa.web.servicios import Servicios

DOC_PEDIDO: Final = Parametro(
    "doc", "Nombre del documento.", peticion.UN_DOCUMENTO, obligatorio=True
)
TERMINO: Final = Parametro("termino", "Una palabra.", "plazo")
_chat = partial(
    busqueda, parametros=(peticion.Q, *peticion.AMBITO, peticion.HERRAMIENTA), cuerpo=peticion.CHAT
)

Dicha = TypeVar("Dicha")


class _Buscada(TypedDict):
    pregunta: str
    consulta: NotRequired[str]
    correcciones: Sequence[valores.Correccion]
    ausencias: Sequence[valores.Ausencia]
    certeza: valores.Certeza | None
    banda: valores.Banda | None
    etapas: NotRequired[Sequence[Etapa]]
    leidas: Sequence[valores.LeidaComo]
    ambito: Ambito
    aclaracion: Aclaracion | None
    hallados: NotRequired[Sequence[PasajeHallado]]


@dataclass(frozen=True, slots=True, kw_only=True)
class _DocumentoElegido(valores.DocumentoPuntuado):
    tamano: int
    coleccion: str
    chunks: int


class _Enrutada(_Buscada):
    doc_especifico: bool
    max_docs_usados: int
    respaldo: float | None
    suficiente: bool
    docs_encontrados: list[_DocumentoElegido]


class _ContextoReunido(_Buscada):
    contexto: str
    chars: int
    avisos: Sequence[str]
    fuentes: list[FuenteDicha]


@dataclass(frozen=True, slots=True)
class _ChunkElegido:
    indice: int
    seccion: str
    puntaje: float
    motivos: tuple[valores.Motivo, ...]


class _FragmentoElegido(TypedDict):
    documento: str
    pregunta: str
    fragmento: str
    chars: int
    modo: str
    ratio: float | None
    chunks: list[_ChunkElegido]


class _PalabrasClave(TypedDict):
    documento: str
    coleccion: str
    automaticas: Sequence[str]
    manuales: Sequence[str]


class _Relaciones(TypedDict):
    documento: str
    relaciones: Sequence[Relacion]


class _Densidad(TypedDict):
    doc: str
    densidad: float


class _DensidadDeTermino(TypedDict):
    termino: str
    documentos: list[_Densidad]


class _PreguntaEnTokens(TypedDict):
    pregunta: str
    plegada: str
    tokens: Sequence[str]
    listado: bool


def crear_diagnosticos(servicios: Servicios) -> Blueprint:
    """Return the routes that show how a question is looked up."""
    api = Blueprint("diagnosticos", __name__, url_prefix="/siaa")
    _rutas_de_consulta(api, servicios)
    _rutas_de_tablas(api, servicios)
    return api


def _rutas_de_consulta(api: Blueprint, servicios: Servicios) -> None:
    @api.route("/enrutar", methods=["GET", "POST"])
    @_chat("Qué documentos se eligen para una pregunta o la última de una conversación, y por qué.")
    def enrutar() -> _Enrutada:
        indice = servicios.biblioteca.indice
        chat, escala = peticion.leer_chat(request), servicios.calibracion.caracteres_por_token
        ambito = peticion.leer_ambito(indice, chat)
        preparacion = reunir(indice, chat.conversacion, servicios.ajustes, escala, ambito)
        hallazgo = preparacion.hallazgo
        suyos = [(uno, indice.documentos[uno.doc]) for uno in hallazgo.ruta.documentos]
        elegidos = [
            tomar(_DocumentoElegido, uno, suyo, suyo.texto, tamano=len(suyo.contenido))
            for uno, suyo in suyos
        ]
        mas = {"docs_encontrados": elegidos, "max_docs_usados": hallazgo.max_docs}
        return _buscada(_Enrutada, preparacion, **mas)

    @api.route("/contexto", methods=["GET", "POST"])
    @_chat(
        "Qué recibiría el modelo para una pregunta o la última de una conversación, y qué dijeron "
        "las etapas que lo consultan antes."
    )
    def contexto() -> _ContextoReunido:
        indice, chat = servicios.biblioteca.indice, peticion.leer_chat(request)
        ambito = peticion.leer_ambito(indice, chat)
        preparacion = preparar_del_todo(servicios, indice, chat.conversacion, ambito)
        texto = preparacion.contexto.texto
        fuentes = pasajes_dichos(preparacion.contexto, url_de_ver(indice))
        dichos = {"contexto": texto, "chars": len(texto), "fuentes": fuentes}
        return _buscada(_ContextoReunido, preparacion, **dichos)

    @api.get("/rutas")
    @busqueda(
        "Por qué ruta de contenido se busca una pregunta, y qué trozos da.",
        (peticion.Q, peticion.HERRAMIENTA),
    )
    def rutas() -> Encaminada:
        pregunta, herramienta = peticion.leer_pregunta(request), peticion.leer_herramienta(request)
        return servicios.almacen.por_rutas(servicios.biblioteca.indice, pregunta, herramienta)

    @api.get("/fragmento")
    @busqueda(
        "Qué fragmentos de un documento se eligen para una pregunta, y por qué.",
        (peticion.Q, DOC_PEDIDO),
        (404,),
    )
    def fragmento() -> _FragmentoElegido:
        indice = servicios.biblioteca.indice
        pregunta = peticion.leer_pregunta(request)
        documento = peticion.buscar_documento(indice, request.args.get("doc", ""))
        poda = podar_uno(indice, documento.clave, pregunta, servicios.ajustes)
        bloque = escribir(documento, poda)
        chunks = [tomar(_ChunkElegido, chunk) for chunk in poda.chunks]
        dichos = {"pregunta": pregunta, "fragmento": bloque, "chars": len(bloque)}
        return tomar(_FragmentoElegido, poda, documento=poda.doc, chunks=chunks, **dichos)


def _rutas_de_tablas(api: Blueprint, servicios: Servicios) -> None:
    @api.get("/keywords/<path:doc>")
    @consulta("Las palabras clave de un documento.", (peticion.DOC,))
    def keywords(doc: str) -> _PalabrasClave:
        documento = peticion.buscar_documento(servicios.biblioteca.indice, doc)
        return {
            "documento": documento.clave,
            "coleccion": documento.coleccion,
            "automaticas": documento.palabras_clave,
            "manuales": documento.claves_manuales,
        }

    @api.get("/relaciones/<path:doc>")
    @consulta("Qué le hace un documento a otras normas, y otras a él.", (peticion.DOC,))
    def relaciones(doc: str) -> _Relaciones:
        documento = peticion.buscar_documento(servicios.biblioteca.indice, doc)
        return {"documento": documento.clave, "relaciones": documento.relaciones}

    @api.get("/densidad/<path:termino>")
    @consulta("Los documentos de un término, del más denso al menos.", (TERMINO,))
    def densidad(termino: str) -> _DensidadDeTermino:
        plegado = plegar(termino)
        filas = servicios.biblioteca.indice.densidad(plegado)
        documentos: list[_Densidad] = [{"doc": doc, "densidad": valor} for valor, doc in filas]
        return {"termino": plegado, "documentos": documentos}

    @api.get("/tokens")
    @consulta("Cómo se lee una pregunta.", (peticion.Q,))
    def tokens() -> _PreguntaEnTokens:
        pregunta = peticion.leer_pregunta(request)
        return {
            "pregunta": pregunta,
            "plegada": plegar(pregunta),
            "tokens": tokenizar(pregunta),
            "listado": es_pregunta_listado(pregunta),
        }


def _buscada(tipo: type[Dicha], preparacion: Preparacion, **mas: object) -> Dicha:
    hallazgo = preparacion.hallazgo
    pregunta, ruta = hallazgo.pregunta, hallazgo.ruta
    tal_vez = {
        "consulta": pregunta.apoyo and pregunta.consulta,
        "etapas": preparacion.etapas,
        "hallados": ruta.hallados,
    }
    mas |= {nombre: dicho for nombre, dicho in tal_vez.items() if dicho}
    return tomar(tipo, ruta, hallazgo, preparacion, pregunta=pregunta.texto, **mas)
