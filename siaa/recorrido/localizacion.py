"""What is found for a message: of one question, or of each of those that it asks. Pure.

Where documents are asked for and no passage, which of them.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

from siaa.biblioteca.ambito import TODO, Ambito, acotar
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import plegar
from siaa.biblioteca.lengua.vocabulario import TIPOS_NORMA
from siaa.biblioteca.relaciones.actos import norma_propia
from siaa.biblioteca.valores import Documento
from siaa.comprension.intentos import intentos_de
from siaa.comprension.mensaje import preguntas_de
from siaa.comprension.pregunta import afirmado, entender
from siaa.recorrido.hallazgo import CERTEZA_MINIMA, HABLA, PISO, AjustesConsulta, Hallazgo
from siaa.recuperacion.aclaracion import elegir
from siaa.recuperacion.busqueda import Busqueda
from siaa.recuperacion.hibrida.rasgos import PIDE_VIGENCIA
from siaa.valores import AjustesPoda, Correccion, Mensaje, Poda, Pregunta, Presupuesto, Ruta

MAXIMAS: Final = 3
"""Questions of one message that there is room for."""
PIDE_DOCUMENTOS: Final = "documentos"
CLASES: Final = (*TIPOS_NORMA, "guia", "manual", "reglamento")
MOSTRADOS: Final = 6
"""Documents of which a passage is sent; the others are named."""


def localizar(
    indice: Indice,
    conversacion: Sequence[Mensaje],
    ajustes: AjustesConsulta,
    ambito: Ambito = TODO,
    buscada: str = "",
) -> Hallazgo:
    """Understand the last message of a conversation and choose its documents.

    A question that names a document gets one (two, if it names both), any other the usual number,
    and a greeting or a question about SIAA itself none. buscada: what it is looked up with after
    its own words.
    """
    pregunta = entender(conversacion, indice)
    if pregunta.tipo.es_conversacional:
        return Hallazgo(pregunta, doc_especifico=False, max_docs=0, ruta=Ruta(()), ambito=ambito)
    consulta = f"{pregunta.consulta} {buscada}" if buscada else pregunta.consulta
    dentro, estrategia = acotar(indice, ambito), ajustes.elegida(conversacion[-1].herramienta)
    busqueda = estrategia.buscar(dentro, consulta, pregunta.intentos)
    especifico = bool(busqueda.citados)
    cuantos = min(1 + busqueda.nombra_dos, ajustes.max_docs) if especifico else ajustes.max_docs
    ruta = busqueda.enrutar(cuantos)
    leida = _como_se_corrigio(pregunta, ruta.correcciones)
    if leida != pregunta:
        pregunta, busqueda = leida, estrategia.buscar(dentro, consulta, leida.intentos)
        ruta = busqueda.enrutar(cuantos)
    if pregunta.previas and not especifico:
        asunto = estrategia.buscar(dentro, pregunta.previas[0], intentos_de(pregunta.previas[0]))
        ruta = _con_el_asunto(ruta, asunto.enrutar(1))
    alcanza = not ajustes.respaldo_minimo or ruta.respaldo is None
    if ruta.respaldo is not None and ruta.certeza:
        probable = ruta.certeza.valor >= CERTEZA_MINIMA
        alcanza = alcanza or (probable and ruta.respaldo >= ajustes.respaldo_minimo)
    dichas = (*pregunta.previas, pregunta.texto) if pregunta.previas else (pregunta.consulta,)
    dudosos: tuple[str, ...] = ()
    if not ambito:
        turnos = map(afirmado, reversed(dichas))
        suyos, dudosos = elegir(indice, ruta.documentos, busqueda, turnos)
        ruta = replace(ruta, documentos=suyos)
    hallazgo = Hallazgo(pregunta, especifico, cuantos, ruta, alcanza, busqueda, ambito, dudosos)
    return hallazgo if especifico else con_los_que_hablan(hallazgo)


def _como_se_corrigio(pregunta: Pregunta, correcciones: Sequence[Correccion]) -> Pregunta:
    """Return a question that wants what it says once its spelling is corrected: «¿qué plaso?»."""
    texto = plegar(pregunta.texto if pregunta.previas else pregunta.consulta)
    for mal in correcciones:
        texto = re.sub(rf"\b{mal.escrita}\b", mal.buscada, texto)
    return replace(pregunta, intentos=intentos_de(texto)) if correcciones else pregunta


def _con_el_asunto(ruta: Ruta, asunto: Ruta) -> Ruta:
    """Its own words («ya mandé el correo») may be another document's, and say nothing of it."""
    antes, ahora = asunto.certeza, ruta.certeza
    if antes is None or ahora is None or antes.valor <= ahora.valor:
        return ruta
    otros = [d for d in ruta.documentos if d.doc != asunto.documentos[0].doc]
    return replace(ruta, documentos=(*asunto.documentos, *otros)[: len(ruta.documentos)])


def por_partes(
    indice: Indice, conversacion: Sequence[Mensaje], ajustes: AjustesConsulta, ambito: Ambito
) -> tuple[Hallazgo, ...]:
    """Return a finding for each question of a message, where each is better looked up by itself.

    As a follow-up is, of those before it: «¿qué es el acta? ¿y quién la firma?».
    """
    dichas = [
        replace(conversacion[-1], contenido=p) for p in preguntas_de(conversacion[-1].contenido)
    ]
    if not 1 < len(dichas) <= MAXIMAS:
        return ()
    hasta = [(*conversacion[:-1], *dichas[:n]) for n in range(1, len(dichas) + 1)]
    partes = tuple(localizar(indice, turnos, ajustes, ambito) for turnos in hasta)
    return partes if _separables(partes) else ()


def _separables(partes: Sequence[Hallazgo]) -> bool:
    """Tell whether the questions of a message are better looked up one by one.

    They are where each by itself is surely answered, of one document and no near-copy of it, and
    they are not all of the same one: that is found by all their words together.
    """
    claras = all(p.banda == "segura" and not p.hablan and not p.indistintos for p in partes)
    return claras and len({p.ruta.documentos[0].doc for p in partes}) > 1


def sumados(propio: Hallazgo, partes: Sequence[Hallazgo]) -> Hallazgo:
    """Return the finding of a message with the best document of each of its questions, in order.

    It is as sure as the least sure of them.
    """
    rutas = [parte.ruta for parte in partes]
    dudosa = min(rutas, key=lambda ruta: ruta.certeza.valor if ruta.certeza else 0.0)
    primeros = {ruta.documentos[0].doc: ruta.documentos[0] for ruta in rutas}
    ausencias = dict.fromkeys(chain.from_iterable(ruta.ausencias for ruta in rutas))
    return replace(
        propio,
        partes=tuple(partes),
        max_docs=len(primeros),
        ruta=replace(
            propio.ruta,
            documentos=tuple(primeros.values()),
            respaldo=dudosa.respaldo,
            certeza=dudosa.certeza,
            ausencias=tuple(ausencias),
        ),
        suficiente=True,
        indistintos=(),
        hablan=(),
    )


def con_los_que_hablan(hallazgo: Hallazgo) -> Hallazgo:
    """Return a finding with the documents that hold a matter, where these are asked for.

    Else, and where it is not measured for how much of a question a document answers, as it was.
    Only those of the kinds that are named («decretos») count, if there are any.
    """
    busqueda, pregunta = hallazgo.busqueda, hallazgo.pregunta
    pide = {intento.nombre: intento.pide for intento in pregunta.intentos}
    cambios = PIDE_VIGENCIA in pide  # which of them changed a norm is known otherwise
    cuales = None if cambios else pide.get(PIDE_DOCUMENTOS)
    dicho = re.search(cuales, plegar(pregunta.consulta)) if cuales else None
    if busqueda is None or dicho is None or not (respaldos := busqueda.respaldos()):
        return hallazgo
    partes = {doc: sum(suyas.values()) for doc, suyas in respaldos.items()}
    minimo = HABLA * max(partes.values())
    ordenados = busqueda.enrutar(len(partes)).documentos
    piso = PISO * ordenados[0].puntaje if ordenados else 0.0
    todos = [d for d in ordenados if partes[d.doc] >= minimo and d.puntaje >= piso]
    tipos = {t for t in CLASES if re.search(rf"\b{t}(?:e?s)?\b", dicho[0])}
    suyos = [d for d in todos if _clase(busqueda.indice.documentos[d.doc]) in tipos] or todos
    return replace(
        hallazgo,
        max_docs=MOSTRADOS,
        ruta=replace(hallazgo.ruta, documentos=tuple(suyos[:MOSTRADOS])),
        hablan=tuple(d.doc for d in suyos),
        hay_mas=len(todos) == len(partes),
        indistintos=(),
    )


def _clase(documento: Documento) -> str:
    norma, titulo = norma_propia(documento), plegar(documento.titulo)
    return norma.tipo if norma else next(filter(titulo.startswith, CLASES), "")


def uno_de_cada(busqueda: Busqueda, docs: Sequence[str], tope: int) -> tuple[Poda, ...]:
    """Choose the best fragment of each of some documents; all get the same room."""
    parte = tope // len(docs)
    limites = AjustesPoda(1, Presupuesto(parte, parte, parte))
    podas = (poda for doc in docs for poda in busqueda.podar([doc], limites) if poda.doc == doc)
    return tuple(
        replace(poda, chunks=(max(poda.chunks, key=lambda chunk: chunk.puntaje),)) for poda in podas
    )
