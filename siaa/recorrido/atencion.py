"""THE JOURNEY: question → documents → fragments → prompt → model → answer.

The stages do not know each other; they meet here, in `preparacion` (all that is decided before
the model is called) and in `generacion` (the model at work). `Atencion` carries one answer out,
from one snapshot of the library, until it is closed.
"""

import logging
import re
import uuid
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from siaa.biblioteca.ambito import TODO, Ambito, titulo_de_coleccion
from siaa.biblioteca.ejemplos import elegir_ejemplos
from siaa.biblioteca.indice import Indice
from siaa.errores import ErrorInterno, ErrorServicio, ErrorSIAA, SoloPasajes
from siaa.eventos import (
    SILENCIO,
    Cierre,
    Desenlace,
    Evento,
    Modo,
    Noticia,
    Redactada,
    ponerse_al_dia,
)
from siaa.recorrido.acta import Acta
from siaa.recorrido.etapas import preparar
from siaa.recorrido.generacion import INTERVALO_S, Redaccion
from siaa.recorrido.hallazgo import anotar, fuentes_de
from siaa.recorrido.piezas import Piezas
from siaa.redaccion import prompt, respuesta
from siaa.redaccion.afirmaciones.frase import Estado, Frase
from siaa.redaccion.afirmaciones.revision import revisar
from siaa.redaccion.evidencia import evidencia
from siaa.servicio.modelo.compartidas import Oyente, RespuestaGuardada
from siaa.valores import Fallo, Mensaje, MetricasModelo, Texto, TipoPregunta

SIN_METRICAS: Final = MetricasModelo()
_ACABADA = re.compile(r"(?:[.!?…|][»”\"')\]*_]*|\n)\s*\Z")
"""The end of words of which the last sentence is whole."""

_diario = logging.getLogger(__name__)


class Atencion:
    """One question being answered, from admission to `cerrar`.

    Everything is decided on construction: what was asked, the documents, and where the words
    will come from: the model, an answer that was remembered (`guardada`), or the passages alone,
    for want of a place at the model (`rechazo`) or of the model. `eventos` then carries it out.

    identificador: names the question in the record. fresca: a remembered answer will not do.
    solo_pasajes: the model is not wanted. ambito: what is asked of.
    `indice` is the library that it answers from, `acta` what it has told.
    """

    def __init__(
        self,
        piezas: Piezas,
        conversacion: Sequence[Mensaje],
        identificador: str | None = None,
        fresca: bool = False,
        solo_pasajes: bool = False,
        ambito: Ambito = TODO,
    ) -> None:
        self._id = identificador or uuid.uuid4().hex
        self.acta = Acta(self._id)
        self._piezas = piezas
        self._oyente: Oyente[Noticia] | None = None
        self._impedimento: ErrorSIAA | None = None
        self._cerrada = False
        self.guardada: RespuestaGuardada | None = None
        self.rechazo: ErrorServicio | None = None
        with piezas.turnos.admision:
            self.indice = piezas.biblioteca.indice
            self._digest = piezas.servidores.digest
            self._preparacion = preparar(piezas, self.indice, conversacion, ambito)
            self._pregunta = self._preparacion.hallazgo.pregunta
            self.acta.buscado()
            anotar(self._preparacion)
            hay_pasajes = self._preparacion.necesita_modelo
            if not solo_pasajes and (hay_pasajes or self._preparacion.encargo):
                self._buscar_respuesta(fresca)
            elif hay_pasajes:
                self._impedimento = SoloPasajes()
            if not hay_pasajes:  # to say so takes nobody
                self._impedimento = self.rechazo = None

    def _buscar_respuesta(self, fresca: bool) -> None:
        piezas, preparacion = self._piezas, self._preparacion
        nombres = preparacion.hallazgo.ambito.nombres
        clave = evidencia(preparacion.por_leer, piezas.modelo, self._digest, nombres)
        piezas.cache.entregar(clave, self._id)
        recordable = clave if self._digest else None  # of an unknown model nothing is known
        if not fresca:
            self.guardada = piezas.cache.buscar(clave)
        self._impedimento = piezas.servidores.estado.impedimento
        if self.guardada is not None or self._impedimento is not None:
            return
        try:
            self._oyente = piezas.compartidas.escuchar(
                clave, lambda: Redaccion(piezas, preparacion, recordable)
            )
        except ErrorServicio as error:
            self.rechazo = self._impedimento = error
        except RuntimeError:  # the system has no thread to give
            _diario.exception("error no previsto al buscar quien redacte")
            self._impedimento = ErrorInterno()

    def cerrar(self) -> None:
        """Leave the model to others, if there are any, and take note. Idempotent."""
        if self._oyente is not None:
            self._oyente.irse()
        if self._cerrada:
            return
        self._cerrada = True
        asiento = self.acta.asiento(
            self._preparacion,
            self._modo,
            modelo=self._piezas.modelo,
            digest=self._digest,
            compartida=self._oyente is not None and self._oyente.compartido,
        )
        self._piezas.anotar(asiento)

    @property
    def _modo(self) -> Modo:
        if self.guardada is not None:
            return "cache"
        if self._oyente is not None:
            return "modelo"
        return "directo" if self._impedimento is None else "extractivo"

    def eventos(self) -> Iterator[Evento]:
        """Yield the answer: sources, states, words and always, last, one `Cierre`."""
        try:
            for evento in self._sin_sorpresas():
                self.acta.ver(evento)
                yield evento
        finally:
            self.cerrar()

    def _sin_sorpresas(self) -> Iterator[Evento]:
        try:
            yield fuentes_de(self._preparacion)
            yield from self._responder()
        except Exception:  # noqa: BLE001  the last seam: whatever fails, the answer ends honestly
            _diario.exception("error no previsto al responder")
            error = ErrorInterno()
            yield from self._cortada(error) if self.acta.texto else self._extractiva(error)

    def _responder(self) -> Iterator[Evento]:
        if self.guardada is not None:
            yield from self._recordada(self.guardada)
        elif self._oyente is not None:
            yield from self._oir(self._oyente)
        elif self._impedimento is not None:
            yield from self._extractiva(self._impedimento)
        else:
            yield from self._directa()

    def _recordada(self, guardada: RespuestaGuardada) -> Iterator[Evento]:
        yield Texto(guardada.texto)
        frases, motivo = self._frases(), self._desenlace()
        yield Texto(respuesta.aviso_guardada(guardada.creada.astimezone()))
        tiempos = self.acta.tiempos(SIN_METRICAS)
        yield Cierre(motivo, True, "cache", tiempos, guardada.creada, frases)

    def _oir(self, oyente: Oyente[Noticia]) -> Iterator[Evento]:
        """Tell what is being written up to its end; who comes late is spared the past states."""
        al_dia = not oyente.compartido
        for lote in oyente.lotes(INTERVALO_S):
            if not lote:
                yield SILENCIO
            for noticia in lote if al_dia else ponerse_al_dia(lote):
                if isinstance(noticia, Redactada):
                    yield from self._terminada(noticia)
                    return
                if isinstance(noticia, Fallo):
                    yield from self._malograda(noticia.error)
                    return
                yield noticia
            al_dia = al_dia or bool(lote)
        yield from self._malograda(ErrorInterno())

    def _terminada(self, noticia: Redactada) -> Iterator[Evento]:
        if noticia.clave:
            self._piezas.cache.entregar(noticia.clave, self._id)
        fin, entera = noticia.fin, noticia.fin.motivo == "stop"
        frases = self._frases() if entera else self._frases_de_lo_cortado()
        motivo = self._desenlace() if entera else fin.motivo
        if not entera:
            yield Texto(respuesta.LONGITUD)
        yield self._cierre(motivo, "modelo", fin.metricas, frases)

    def _desenlace(self) -> Desenlace:
        return "sin_documentos" if prompt.dice_que_no_esta(self.acta.texto) else "stop"

    def _frases(self) -> tuple[Frase, ...]:
        return revisar(self.acta.texto, self.acta.fuentes.contexto, self._pregunta.consulta)

    def _frases_de_lo_cortado(self) -> tuple[Frase, ...]:
        """Return the same of an answer that broke off; of half a sentence nothing is found."""
        frases = self._frases()
        if not frases or _ACABADA.search(self.acta.texto):
            return frases
        *enteras, ultima = frases
        return (*enteras, Frase(ultima.desde, ultima.hasta, Estado.SIN_AFIRMACION))

    def _malograda(self, error: ErrorSIAA) -> Iterator[Evento]:
        fuentes = self.acta.fuentes
        if self.acta.texto:
            yield from self._cortada(error, self._frases_de_lo_cortado())
        elif fuentes.certeza == "no_encontrada" or not fuentes.contexto.fuentes:
            yield from self._directa()
        else:
            yield from self._extractiva(error)

    def _extractiva(self, error: ErrorSIAA) -> Iterator[Evento]:
        """Answer with the fragments themselves: not a word of the model came, or will."""
        if self._pregunta.arreglo is not None:
            error = error.tras(respuesta.sin_arreglo(self._pregunta.arreglo))
        yield Fallo(error)
        fuentes = self.acta.fuentes
        yield Texto(respuesta.extractiva(fuentes.contexto, error, fuentes.avisos))
        yield self._cierre("extractiva", "extractivo")

    def _cortada(self, error: ErrorSIAA, frases: tuple[Frase, ...] = ()) -> Iterator[Evento]:
        yield Fallo(error)
        yield Texto(respuesta.aviso_corte(error))
        yield self._cierre("corte", "modelo", frases=frases)

    def _directa(self) -> Iterator[Evento]:
        tipo, ambito = self._pregunta.tipo, self._preparacion.hallazgo.ambito
        biblioteca = titulos_por_coleccion(self.indice, ambito)
        if (pedida := self.acta.fuentes.aclaracion) is not None:
            yield pedida
            yield Texto(respuesta.con_opciones(pedida))
            yield self._cierre("aclaracion", "directo")
        elif tipo.es_conversacional or tipo is TipoPregunta.AMBIGUA:
            elegidos = elegir_ejemplos(self.indice, self._piezas.muestras(), ambito)
            ejemplo = next((pregunta for e in elegidos for pregunta in e.preguntas), "")
            yield Texto(respuesta.conversacional(tipo, biblioteca, ejemplo))
            yield self._cierre("directa", "directo")
        else:
            fuentes = self.acta.fuentes
            ejemplo = next(iter(fuentes.siguientes), "")
            dicho = respuesta.no_encontre(biblioteca, fuentes.contexto, fuentes.avisos, ejemplo)
            yield Texto(dicho)
            yield self._cierre("sin_documentos", "directo")

    def _cierre(
        self,
        motivo: Desenlace,
        modo: Modo,
        metricas: MetricasModelo = SIN_METRICAS,
        frases: tuple[Frase, ...] = (),
    ) -> Cierre:
        completa = motivo not in ("corte", "length")
        return Cierre(motivo, completa, modo, self.acta.tiempos(metricas), None, frases)


def titulos_por_coleccion(indice: Indice, ambito: Ambito) -> dict[str, list[str]]:
    """Return the titles of each collection's documents that are asked, for people."""
    titulos: defaultdict[str, list[str]] = defaultdict(list)
    for documento in filter(ambito.incluye, indice.documentos.values()):
        titulos[titulo_de_coleccion(indice, documento.coleccion)].append(documento.titulo)
    return dict(sorted(titulos.items()))
