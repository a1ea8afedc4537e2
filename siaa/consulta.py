"""THE JOURNEY: question → documents → fragments → prompt → model → answer.

The stages do not know each other; they meet here and in `preparacion`. `Atencion` carries one
answer out, from one snapshot of the library, holding its place at the model until it is closed.
"""

from __future__ import annotations

import logging
import time
from collections import defaultdict
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field

from siaa import prompt, respuesta
from siaa.biblioteca.indice import Indice
from siaa.errores import (
    ContextoExcedido,
    ErrorInterno,
    ErrorServicio,
    ErrorSIAA,
    ModeloFallo,
    ServicioDeteniendose,
)
from siaa.eventos import (
    SILENCIO,
    Cierre,
    Desenlace,
    Estado,
    Evento,
    Fuentes,
    Modo,
    Problema,
    Silencio,
    Texto,
)
from siaa.modelo.ollama import ClienteOllama
from siaa.preparacion import AjustesConsulta, Preparacion, reducir, reunir
from siaa.servicio.biblioteca_viva import BibliotecaViva
from siaa.servicio.calibracion import Calibracion
from siaa.servicio.lectura import Lectura, Paciencia
from siaa.servicio.parada import Parada
from siaa.servicio.turnos import Turno, Turnos
from siaa.valores import Fallo, Fin, Mensaje, Metricas, TipoPregunta, Token

INTERVALO_S = 0.25
"""How often a silent answer looks around: who left, whether the service stops."""

SIN_METRICAS = Metricas()

_registro = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Piezas:
    """What an answer needs of the running service."""

    biblioteca: BibliotecaViva
    turnos: Turnos
    cliente: ClienteOllama
    calibracion: Calibracion
    parada: Parada
    paciencia: Paciencia
    ajustes: AjustesConsulta


@dataclass(slots=True)
class _Cronometro:
    """Seconds since admission at which each part of an answer was reached."""

    inicio: float = field(default_factory=time.monotonic)
    buscado: float | None = None
    turno: float | None = None
    primer_token: float | None = None

    def ahora(self) -> float:
        return round(time.monotonic() - self.inicio, 3)

    def tiempos(self, metricas: Metricas) -> dict[str, float | int | None]:
        return {
            "busqueda_s": self.buscado,
            "turno_s": self.turno,
            "primer_token_s": self.primer_token,
            "total_s": self.ahora(),
            "tokens_prompt": metricas.tokens_prompt,
            "tokens_respuesta": metricas.tokens_respuesta,
            "lectura_modelo_s": metricas.lectura_s,
            "escritura_modelo_s": metricas.escritura_s,
        }


class Atencion:
    """One question being answered, from admission to `cerrar`.

    Everything is decided on construction: what was asked, the documents, and whether there is a
    place at the model (`rechazo` says why not). `eventos` then carries it out.
    """

    def __init__(self, piezas: Piezas, conversacion: Sequence[Mensaje]) -> None:
        self._cronometro = _Cronometro()
        self._piezas = piezas
        self._indice = piezas.biblioteca.actual.indice
        self._preparacion = reunir(
            self._indice,
            conversacion,
            piezas.ajustes,
            piezas.calibracion.caracteres_por_token,
        )
        self._cronometro.buscado = self._cronometro.ahora()
        self._turno: Turno | None = None
        self._lectura: Lectura | None = None
        self.rechazo: ErrorServicio | None = None
        anotar(self._preparacion)
        if self._preparacion.necesita_modelo:
            self._pedir_turno()

    def _pedir_turno(self) -> None:
        try:
            if self._piezas.parada.pedida:
                raise ServicioDeteniendose
            self._turno = self._piezas.turnos.pedir()
        except ErrorServicio as error:
            self.rechazo = error

    def cerrar(self) -> None:
        """Hang up on the model and give the place back. Idempotent; from any thread."""
        if self._lectura is not None:
            self._lectura.cerrar()
        if self._turno is not None:
            self._turno.devolver()

    def eventos(self) -> Iterator[Evento]:
        """Yield the answer: sources, states, words and always, last, one `Cierre`."""
        try:
            yield Fuentes(self._preparacion.contexto)
            if self._preparacion.necesita_modelo:
                yield from self._con_modelo()
            else:
                yield from self._directa()
        except Exception:  # noqa: BLE001  the last seam: whatever fails, the answer ends honestly
            _registro.exception("error no previsto al responder")
            yield from self._cortada(ErrorInterno())
        finally:
            self.cerrar()

    def _con_modelo(self) -> Iterator[Evento]:
        """Answer with the model or, if not a word of it comes, with the fragments themselves."""
        fallo: ErrorSIAA | None = self.rechazo
        if self._turno is not None:
            yield from self._esperar(self._turno)
            fallo = yield from self._generar()
        if fallo is not None:
            yield Problema(fallo)
            yield Texto(respuesta.extractiva(self._preparacion.contexto, fallo))
            yield self._cierre("extractiva", "extractivo")

    def _directa(self) -> Iterator[Evento]:
        """Answer without the model: greetings, questions about SIAA, nothing found."""
        tipo = self._preparacion.hallazgo.pregunta.tipo
        biblioteca = titulos_por_coleccion(self._indice)
        if tipo.es_conversacional:
            yield Texto(respuesta.conversacional(tipo, biblioteca))
            yield self._cierre("directa", "directo")
        elif tipo is TipoPregunta.AMBIGUA:
            yield Texto(respuesta.AMBIGUA)
            yield self._cierre("directa", "directo")
        else:
            yield Texto(respuesta.no_encontre(biblioteca, self._preparacion.contexto))
            yield self._cierre("sin_documentos", "directo")

    def _esperar(self, turno: Turno) -> Iterator[Evento]:
        """Yield the place in the queue each time it changes, until the turn comes."""
        anunciado = 0
        while not turno.esperar(INTERVALO_S if anunciado else 0) and not self._piezas.parada.cortar:
            puesto = turno.puesto
            if puesto in (0, anunciado):
                yield SILENCIO
            else:
                anunciado = puesto
                yield Estado("en_cola", puesto, turno.estimado_s)

    def _generar(self) -> Generator[Evento, None, ErrorSIAA | None]:
        """Ask the model and, if it refuses the prompt as too long, once more with less.

        Returns the failure that left the person without a single word, if there was one.
        """
        if self._piezas.parada.cortar:
            return ServicioDeteniendose()
        self._cronometro.turno = self._cronometro.ahora()
        fallo = yield from self._preguntar_al_modelo()
        if isinstance(fallo, ContextoExcedido) and (menor := self._reducir(fallo)):
            self._preparacion = menor
            yield Fuentes(menor.contexto)
            fallo = yield from self._preguntar_al_modelo()
        return fallo

    def _reducir(self, rechazo: ContextoExcedido) -> Preparacion | None:
        escala = self._piezas.calibracion.caracteres_por_token
        return reducir(self._indice, self._preparacion, rechazo, self._piezas.ajustes, escala)

    def _preguntar_al_modelo(self) -> Generator[Evento, None, ErrorSIAA | None]:
        """Yield one generation up to its `Cierre`, or return what failed before the first word."""
        yield Estado("leyendo")
        self._lectura = self._abrir_lectura()
        escrito = False
        for evento in self._lectura.eventos(INTERVALO_S):
            if isinstance(evento, Silencio):
                yield evento
            elif isinstance(evento, Token):
                if not escrito and not evento.texto.strip():
                    continue  # white space is not yet a word
                if not escrito:
                    escrito = True
                    self._cronometro.primer_token = self._cronometro.ahora()
                    yield Estado("escribiendo")
                yield Texto(evento.texto)
            elif not escrito:
                self._lectura.cerrar()
                return evento.error if isinstance(evento, Fallo) else ModeloFallo()
            else:
                yield from self._terminar(evento)
        return None

    def _abrir_lectura(self) -> Lectura:
        generacion = self._piezas.cliente.conversar(self._preparacion.mensajes)
        return Lectura(generacion, self._piezas.paciencia, self._piezas.parada)

    def _terminar(self, evento: Fin | Fallo) -> Iterator[Evento]:
        """Close an answer that has words, saying so where they are not all."""
        if isinstance(evento, Fallo):
            yield from self._cortada(evento.error)
            return
        enviados = prompt.caracteres(self._preparacion.mensajes)
        self._piezas.calibracion.observar(enviados, evento.metricas.tokens_prompt)
        if evento.motivo == "length":
            yield Texto(respuesta.aviso_longitud())
        yield self._cierre(evento.motivo, "modelo", evento.metricas)

    def _cortada(self, error: ErrorSIAA) -> Iterator[Evento]:
        """Close an answer that broke off."""
        yield Problema(error)
        yield Texto(respuesta.aviso_corte(error))
        yield self._cierre("corte", "modelo")

    def _cierre(self, motivo: Desenlace, modo: Modo, metricas: Metricas = SIN_METRICAS) -> Cierre:
        completa = motivo not in ("corte", "length")
        return Cierre(motivo, completa, modo, self._cronometro.tiempos(metricas))


def anotar(preparacion: Preparacion) -> None:
    """Write the documented lines about routing and pruning to the operator's log."""
    hallazgo = preparacion.hallazgo
    puntajes = [(elegido.doc, round(elegido.puntaje, 4)) for elegido in hallazgo.documentos]
    _registro.info("[ENRUTADOR] max=%d %s", hallazgo.max_docs, puntajes)
    for poda in preparacion.podas:
        ratio = "—" if poda.ratio is None else f"{poda.ratio:.2f}"
        cuantos = "1 chunk" if len(poda.chunks) == 1 else f"{len(poda.chunks)} chunks"
        _registro.info("[PODA] %s ratio=%s → %s [%s]", poda.doc, ratio, cuantos, poda.modo)


def titulos_por_coleccion(indice: Indice) -> dict[str, list[str]]:
    """Return the titles of each collection's documents, for people."""
    titulos: defaultdict[str, list[str]] = defaultdict(list)
    for documento in indice.documentos.values():
        titulos[documento.coleccion].append(f"{documento.titulo} ({documento.clave})")
    return dict(sorted(titulos.items()))
