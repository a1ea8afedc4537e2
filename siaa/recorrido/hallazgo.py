"""What is known of a question while its answer is prepared, and what is told of that."""

import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from siaa.biblioteca.ambito import TODO, Aclaracion, Ambito
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.terminos import terminos
from siaa.biblioteca.valores import Documento
from siaa.etapas.encargo import EncargoDeEtapa
from siaa.etapas.reordenamiento import AjustesReordenamiento
from siaa.eventos import Etapa, Fuentes, busquedas_de
from siaa.recuperacion.busqueda import Busqueda
from siaa.recuperacion.estrategia import ESTRATEGIAS, Estrategia
from siaa.recuperacion.hibrida.ausencias import SIN_DUDA
from siaa.recuperacion.nombrados import articulos_que_faltan
from siaa.redaccion import avisos, respuesta
from siaa.valores import (
    Ausencia,
    Banda,
    Contexto,
    LeidaComo,
    Mensaje,
    Poda,
    Pregunta,
    Presupuesto,
    Ruta,
)

SIN_CONTEXTO: Final = Contexto("", ())
PISO: Final = 0.3
HABLA: Final = 0.8
"""Share of what the best document answers for from which on another one holds a matter too, and
of the question from which on the best one does."""
CERTEZA_MINIMA, CERTEZA_SEGURA = 0.05, 0.5
"""Refusing a question that has its answer costs 20 doubts in vain; trusting one that has none, 2.

A doubt costs as much either way, so by what is expected the model is not asked when 20 p < 1, and
doubt is said unless 2 (1 - p) < 1.
"""
_diario = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class AjustesConsulta:
    """The settings that decide what is sent; windows and answers in tokens.

    respaldo_minimo: the model is not asked when less than this share of the question is answered
    for (`Ruta.respaldo`), nor when the answer is that unlikely (`CERTEZA_MINIMA`); 0 asks always.
    reordenamiento: None leaves the fragments as the pruner chose them. descomponer: whether a model
    is asked for searches: `no`, `siempre`, or in `duda`, where nothing stands out. canal: that
    strategy for a tool, where it is the one. referencias: whether what fragments refer to is sent.
    ordenar: whether a model sorts them; evaluar: whether it is asked if they suffice. en_fuentes:
    whether each is a source.
    """

    num_ctx: int
    num_predict: int
    max_docs: int
    max_chunks: int
    presupuesto: Presupuesto
    respaldo_minimo: float
    estrategia: str
    reordenamiento: AjustesReordenamiento | None
    descomponer: str = "no"
    canal: Callable[[str], Estrategia] | None = None
    referencias: bool = False
    ordenar: bool = False
    evaluar: bool = False
    en_fuentes: bool = False

    def elegida(self, herramienta: str = "") -> Estrategia:
        """Return the retrieval strategy, for what is asked in a tool of a program if it is."""
        return self.canal(herramienta) if self.canal else ESTRATEGIAS[self.estrategia]


def repartir(presupuesto: int) -> Presupuesto:
    """Return what each mode may send: a clear winner half, a fair one three quarters."""
    return Presupuesto(presupuesto // 2, 3 * presupuesto // 4, presupuesto, PISO)


@dataclass(frozen=True, slots=True)
class Hallazgo:
    """A question, the documents chosen for it (`max_docs` at most) and how they were looked up.

    suficiente: whether the library answers for enough of the question to ask the model.
    ambito: what it is asked of. indistintos: the near-copies among which it does not tell, best
    first, or the one that it does, not by its name; none in a part of the library. hablan:
    the documents that hold the matter, of those that were looked at, where these are asked for;
    hay_mas: whether others may. partes: what was found for each question of a message, where
    these were looked up one by one.
    """

    pregunta: Pregunta
    doc_especifico: bool
    max_docs: int
    ruta: Ruta
    suficiente: bool = True
    busqueda: Busqueda | None = None
    ambito: Ambito = TODO
    indistintos: tuple[str, ...] = ()
    hablan: tuple[str, ...] = ()
    hay_mas: bool = False
    partes: "tuple[Hallazgo, ...]" = ()

    @property
    def faltas(self) -> tuple[Ausencia, ...]:
        """The norms, units and changes that the question names and the library has not."""
        return tuple(a for a in self.ruta.ausencias if a.clase not in SIN_DUDA)

    @property
    def banda(self) -> Banda | None:
        """How surely the library answers; None where that was not measured.

        What names a norm or a unit that is not there is doubtful, however much else is.
        """
        if not self.suficiente:
            return "no_encontrada"
        if self.ruta.certeza is None:
            return None
        lo_tiene = not self.hablan or (self.ruta.respaldo or 0.0) >= HABLA
        segura = self.ruta.certeza.valor >= CERTEZA_SEGURA
        return "segura" if not self.faltas and lo_tiene and segura else "dudosa"


@dataclass(frozen=True, slots=True)
class Preparacion:
    """A question ready for the model: what was chosen, and `mensajes`, what it would get.

    indice, ajustes: the library that it is answered from to the end, and what decides how.
    encargo: what a model is still to be asked before; None when it is not, or was. etapas: what
    came of the stages.
    aclaracion: what has to be asked back first. tambien: keys of near-copies that say it all too.
    aparte: what is said of those that may say something else.
    siguientes: other questions that what was chosen answers.
    """

    indice: Indice = field(compare=False, repr=False)
    ajustes: AjustesConsulta
    hallazgo: Hallazgo
    conversacion: tuple[Mensaje, ...]
    podas: tuple[Poda, ...] = ()
    contexto: Contexto = SIN_CONTEXTO
    mensajes: tuple[Mensaje, ...] = ()
    encargo: EncargoDeEtapa | None = None
    etapas: tuple[Etapa, ...] = ()
    aclaracion: Aclaracion | None = None
    tambien: tuple[str, ...] = ()
    aparte: str = ""
    siguientes: tuple[str, ...] = ()

    @property
    def por_leer(self) -> tuple[Mensaje, ...]:
        """All that the model is to be told, as far as it is known."""
        return (*(self.encargo.mensajes if self.encargo else ()), *self.mensajes)

    @property
    def buscado(self) -> str:
        """What was looked up: the question, what it depends on, corrected spellings, searches."""
        corregidas = (c.buscada for c in self.hallazgo.ruta.correcciones)
        return " ".join((self.hallazgo.pregunta.consulta, *corregidas, *busquedas_de(self.etapas)))

    @property
    def avisos(self) -> tuple[str, ...]:
        """What is said of the search above the answer, what leaves doubt first."""
        hallazgo, pregunta = self.hallazgo, self.hallazgo.pregunta
        propia = pregunta.consulta if pregunta.arreglo else pregunta.texto
        dudosa = self.podas and not self.aclaracion and hallazgo.banda == "dudosa"
        dichos = (
            *avisos.faltas(hallazgo.faltas, hallazgo.ambito),
            avisos.DUDA if dudosa else "",
            avisos.POR_APARTE if hallazgo.partes else "",
            avisos.calladas(self._calladas),
            avisos.tambien_hablan(self._sin_mostrar, hay_mas=hallazgo.hay_mas),
            avisos.no_cupieron(() if self.aclaracion else self._sin_enviar),
            avisos.los_mismos(pregunta.consulta) if pregunta.arreglo else "",
            *avisos.avisos(hallazgo.ruta, propia, hallazgo.ambito),
            *(etapa.motivo for etapa in self.etapas if etapa.estado != "hecha"),
            self.aparte,
        )
        return tuple(filter(None, dichos))

    @property
    def _calladas(self) -> tuple[str, ...]:
        """The words that are a good part of the question and stand nowhere in what is sent."""
        busqueda, fuentes = self.hallazgo.busqueda, self.contexto.fuentes
        if busqueda is None or self.aclaracion or not fuentes or not self.hallazgo.suficiente:
            return ()
        lugares = (f"{f.titulo} {f.lugar} {self.contexto.fragmento(f)}" for f in fuentes)
        return busqueda.calladas("\n".join(lugares))

    @property
    def _sin_mostrar(self) -> tuple[Documento, ...]:
        """The documents that are asked for and of which nothing is sent."""
        van = {fuente.doc for fuente in self.contexto.fuentes}
        return tuple(self.indice.documentos[d] for d in self.hallazgo.hablan if d not in van)

    @property
    def _sin_enviar(self) -> tuple[str, ...]:
        """The articles that the question asks for and of which nothing is sent."""
        lugares = defaultdict[int, list[tuple[int, int]]](list)
        for fuente in self.contexto.fuentes:
            lugares[self.indice.numero(fuente.doc)].append((fuente.desde, fuente.hasta))
        return articulos_que_faltan(self.indice, self.hallazgo.pregunta.consulta, lugares)

    @property
    def pedida(self) -> tuple[Mensaje, ...]:
        """The conversation as the model is told it: how to say an answer again, and to what."""
        pregunta = self.hallazgo.pregunta
        if pregunta.arreglo is None:
            return self.conversacion
        encargo = f"{pregunta.consulta}\n\n{pregunta.arreglo.encargo}"
        return (*self.conversacion[:-1], Mensaje("user", encargo))

    @property
    def necesita_modelo(self) -> bool:
        """Whether there is anything for the model to explain."""
        return bool(self.podas) and self.hallazgo.suficiente and self.aclaracion is None


def fuentes_de(preparacion: Preparacion) -> Fuentes:
    """Tell the sources of an answer, with what there is to mark in them; none before a question
    is clear.
    """
    contexto = SIN_CONTEXTO if preparacion.aclaracion else preparacion.contexto
    hallazgo = preparacion.hallazgo
    leidas = tuple(_dichas(hallazgo.ruta.leidas, contexto))
    dicho = " ".join((preparacion.buscado, *(leida.leida for leida in leidas)))
    return Fuentes(
        contexto=contexto,
        palabras=respuesta.palabras_comunes(dicho, contexto),
        correcciones=hallazgo.ruta.correcciones,
        avisos=preparacion.avisos,
        certeza=hallazgo.banda,
        etapas=preparacion.etapas,
        junto_con=hallazgo.pregunta.apoyo,
        leidas=leidas,
        ambito=hallazgo.ambito,
        siguientes=preparacion.siguientes,
        aclaracion=preparacion.aclaracion,
    )


def _dichas(leidas: Iterable[LeidaComo], contexto: Contexto) -> Iterator[LeidaComo]:
    """Yield what the passages say as norms do: that the rest was looked up explains nothing."""
    presentes = {t for fuente in contexto.fuentes for t in terminos(contexto.fragmento(fuente))}
    return (leida for leida in leidas if presentes.issuperset(terminos(leida.leida)))


def anotar(preparacion: Preparacion) -> None:
    """Write the documented lines about routing and pruning to the operator's log."""
    hallazgo = preparacion.hallazgo
    puntajes = [(elegido.doc, round(elegido.puntaje, 4)) for elegido in hallazgo.ruta.documentos]
    _diario.info("[ENRUTADOR] max=%d %s", hallazgo.max_docs, puntajes)
    for poda in preparacion.podas:
        ratio = "—" if poda.ratio is None else f"{poda.ratio:.2f}"
        cuantos = "1 chunk" if len(poda.chunks) == 1 else f"{len(poda.chunks)} chunks"
        _diario.info("[PODA] %s ratio=%s → %s [%s]", poda.doc, ratio, cuantos, poda.modo)
