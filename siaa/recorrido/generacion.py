"""Prompt → model → words: one generation, from its turn to its end, told to all who listen."""

import logging
import re
import time
from collections.abc import Generator, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from siaa.errores import (
    ContextoExcedido,
    ErrorInterno,
    ErrorModelo,
    ErrorSIAA,
    EsperaAgotada,
    ModeloFallo,
    RespuestaCortada,
    ServicioDeteniendose,
    SoloPasajes,
)
from siaa.etapas.encargo import EncargoDeEtapa
from siaa.eventos import Etapa, Marcha, Noticia, Redactada, Silencio
from siaa.recorrido.etapas import seguir
from siaa.recorrido.hallazgo import Preparacion, anotar, fuentes_de
from siaa.recorrido.piezas import Piezas
from siaa.recorrido.preparacion import reducir
from siaa.redaccion import prompt
from siaa.redaccion.afirmaciones.frase import Frase
from siaa.redaccion.afirmaciones.revision import TODAS, revisar
from siaa.redaccion.evidencia import evidencia
from siaa.redaccion.marcas import SinMarcas
from siaa.servicio.modelo.compartidas import RespuestaGuardada
from siaa.servicio.modelo.consultor import ServidorModelo
from siaa.servicio.modelo.diagnostico import lee_hasta_el_final
from siaa.servicio.modelo.lectura import CARGA_S, Lectura
from siaa.valores import EventoModelo, Fallo, Fin, MetricasModelo, Texto

INTERVALO_S: Final = 0.25
"""How often who hears nothing looks around: was it closed, did people leave, is it to stop."""
CARACTERES_POR_TOKEN_MAXIMOS: Final = 20
"""More than any text has on average: an answer that goes beyond comes from a server that will not
stop, whatever limit it was given."""
REDUCCIONES: Final = 3
"""Tries with a shorter prompt after a refusal: a server that tells no counts has to be felt for."""
CARGANDO: Final = "el modelo se está cargando en la memoria"
LEYENDO_EN_VANO: Final = "el modelo termina de leer una pregunta que ya nadie espera"

_ACABA_FRASE = re.compile(r"[.!?…][»\")]?\s+\S|\n")
"""What may end a sentence, as soon as something comes after it."""
_diario = logging.getLogger(__name__)


def llamadas_por_respuesta(servidores: int) -> int:
    """Return how often the model is asked for one answer at most: what stages ask comes before.

    Once, again for each time that the prompt is made shorter, and once at another server.
    """
    return 1 + REDUCCIONES + (servidores > 1)


class Redaccion:
    """Holds a place at the model from construction until `cerrar`. Raises `ErrorServicio`.

    clave: the evidence of the answer, under which it is remembered if it ends complete; None if it
    is not to be. One for which the prompt had to shrink is not, either: it is made from less.
    """

    def __init__(self, piezas: Piezas, preparacion: Preparacion, clave: str | None) -> None:
        self._piezas = piezas
        self._preparacion = preparacion
        self._clave = clave
        self._lectura: Lectura | None = None
        self._antes: Etapa | None = None
        self._carga_s = 0.0
        self._marcas = SinMarcas()
        self._escrito: list[str] = []
        self._sin_mirar = ""
        self._revisadas = 0
        self._reducciones = REDUCCIONES
        self._cerrada = False
        if piezas.parada.pedida:
            raise ServicioDeteniendose
        self._turno = piezas.turnos.pedir(*map(self._tokens, piezas.servidores))

    @property
    def _servidor(self) -> ServidorModelo:
        return self._piezas.servidores[self._turno.lugar]

    def _tokens(self, servidor: ServidorModelo) -> int:
        escala = self._piezas.calibracion.caracteres_por_token
        mensajes = self._preparacion.por_leer
        return servidor.ritmo.por_leer(mensajes, prompt.estimar_tokens(mensajes, escala))

    def cerrar(self) -> None:
        """Hang up on the model and give the place back. Idempotent; from any thread.

        The place at a server that cannot stop reading is given back at the end of `eventos`.
        """
        self._cerrada = True
        lectura = self._lectura
        if lectura is not None:
            lectura.cerrar()
        if lectura is None or lectura.suelta():
            self._turno.devolver()
        else:
            self._turno.abandonar(self._servidor.ritmo.leer_s)

    def eventos(self) -> Iterator[Noticia]:
        """Yield the states, the words and last, always, one `Redactada` or `Fallo`."""
        fallo: ErrorSIAA | None
        try:
            fallo = yield from self._esperar()
            while fallo is None:
                fallo = yield from self._generar()
                if fallo is None or not self._mudarse(fallo):
                    break
                fallo = yield from self._esperar()
        except Exception:  # noqa: BLE001  whatever fails, those who listen get an honest end
            _diario.exception("error no previsto al redactar")
            fallo = ErrorInterno()
        if fallo is not None:
            yield Fallo(fallo)
        if self._lectura is not None:
            self._lectura.soltar()
        self._turno.devolver()

    def _mudarse(self, fallo: ErrorSIAA) -> bool:
        """No other is asked for a failure that any would have, nor once people have read a word."""
        servidor = self._servidor
        if self._cerrada:
            return False
        servidor.salud.fallar(fallo)
        propio = isinstance(fallo, ErrorModelo) and not isinstance(fallo, ContextoExcedido)
        if not propio or self._escrito or not self._turno.mudarse():
            return False
        if self._lectura is not None:
            self._lectura.generacion.cerrar()
            self._lectura = None
        aviso = "[MODELO] %s falló (%s): se pregunta a otro servidor"
        _diario.warning(aviso, servidor.cliente.url, fallo.codigo)
        return True

    def _esperar(self) -> Generator[Noticia, None, ErrorSIAA | None]:
        """Yield the place in the queue at each change; return why it is in vain, None to ask."""
        anunciado: tuple[int, str] | None = None
        while True:
            es_su_turno = self._turno.esperar(INTERVALO_S if anunciado else 0)
            motivo = self._en_vano()
            if es_su_turno or motivo is not None:
                return motivo
            puesto, razon = self._turno.puesto, LEYENDO_EN_VANO * self._piezas.turnos.en_vano
            if puesto and (puesto, razon) != anunciado:
                anunciado = (puesto, razon)
                yield Marcha("en_cola", puesto, _redondo(self._turno.estimado_s), razon)

    def _en_vano(self) -> ErrorSIAA | None:
        if self._cerrada:
            return RespuestaCortada()
        if self._piezas.parada.cortar:
            return ServicioDeteniendose()
        return self._piezas.servidores.estado.impedimento

    def _generar(self) -> Generator[Noticia, None, ErrorSIAA | None]:
        fallo = yield from self._cargar()
        while fallo is None and self._preparacion.encargo:
            fallo = yield from self._consultar(self._preparacion.encargo)
        if fallo is None:
            fallo = yield from self._preguntar_al_modelo()
        while isinstance(fallo, ContextoExcedido) and self._reducciones:
            self._reducciones -= 1
            escala = self._piezas.calibracion.caracteres_por_token
            menor = reducir(self._preparacion, fallo, escala)
            if menor is None:
                break
            self._preparacion, self._clave = menor, None
            yield fuentes_de(menor)
            fallo = yield from self._preguntar_al_modelo()
        return fallo

    def _cargar(self) -> Generator[Noticia, None, ErrorSIAA | None]:
        """Wait until the model is in memory; return why it is not. Leaving does not undo it."""
        inicio, carga = time.monotonic(), self._servidor.cargador.cargar()
        dicho = False
        while (desenlace := carga.esperar(INTERVALO_S)) is None:
            if self._cerrada:
                return RespuestaCortada()
            if self._piezas.parada.cortar:
                return ServicioDeteniendose()
            if time.monotonic() - inicio > self._piezas.paciencia.primer_token:
                return EsperaAgotada()
            if not dicho:
                yield Marcha("leyendo", razon=CARGANDO)
                dicho = True
        self._carga_s = time.monotonic() - inicio
        if self._carga_s > CARGA_S:
            self._servidor.ritmo.olvidar()
        return desenlace.error if isinstance(desenlace, Fallo) else None

    def _consultar(self, encargo: EncargoDeEtapa) -> Generator[Noticia, None, ErrorSIAA | None]:
        """Where its server failed and there is another, the same is to be asked there."""
        piezas = self._piezas
        yield Marcha("buscando", razon=encargo.clase.haciendo)
        dicha, fallo = piezas.consultor.pedir(
            encargo, self._servidor, lambda: self._cerrada, self._antes
        )
        if fallo is not None and self._mudarse(fallo):
            self._antes = dicha
            return (yield from self._esperar()) or (yield from self._cargar())
        self._antes = None
        self._preparacion = seguir(piezas, self._preparacion, dicha)
        anotar(self._preparacion)
        if self._clave is not None:
            lista, digest = self._preparacion, piezas.servidores.digest
            ambito = lista.hallazgo.ambito.nombres
            self._clave = evidencia(lista.por_leer, piezas.modelo, digest, ambito)
        yield fuentes_de(self._preparacion)
        return self._en_vano() or (None if self._preparacion.necesita_modelo else SoloPasajes())

    def _preguntar_al_modelo(self) -> Generator[Noticia, None, ErrorSIAA | None]:
        ritmo = self._servidor.ritmo
        yield Marcha("leyendo", 0, _redondo(ritmo.leer_s(self._tokens(self._servidor))))
        nueva = ritmo.enviar(self._preparacion.mensajes)
        lectura = self._abrir_lectura()
        for evento in self._con_tope(lectura):
            if isinstance(evento, Silencio):
                continue
            if isinstance(evento, Texto):
                yield from self._escribir(self._marcas.pasar(evento.texto))
                continue
            lectura.cerrar()
            yield from self._escribir(self._marcas.acabar())
            if isinstance(evento, Fallo):
                return evento.error
            if not self._escrito:
                return ModeloFallo()
            yield self._terminar(evento, nueva)
        return None

    def _con_tope(self, lectura: Lectura) -> Iterator[EventoModelo | Silencio]:
        """By our own count: a token comes in one piece at most, so no more pieces than tokens."""
        tokens = self._piezas.ajustes.num_predict
        quedan = tokens * CARACTERES_POR_TOKEN_MAXIMOS
        for evento in lectura.eventos(INTERVALO_S):
            if not isinstance(evento, Texto):
                yield evento
                continue
            if not (tokens and quedan):
                _diario.warning("el modelo no se detuvo en el límite pedido: se corta la respuesta")
                yield Fin("length", MetricasModelo())
                return
            yield Texto(evento.texto[:quedan])
            tokens, quedan = tokens - 1, max(quedan - len(evento.texto), 0)

    def _abrir_lectura(self) -> Lectura:
        servidor = self._servidor
        generacion = servidor.cliente.conversar(self._preparacion.mensajes)
        lectura = Lectura(
            generacion,
            self._piezas.paciencia,
            self._piezas.parada,
            hasta_la_primera=lee_hasta_el_final(servidor.salud.estado.version),
        )
        self._lectura = lectura
        if self._cerrada:  # whoever closed meanwhile may have found nothing to hang up on
            lectura.cerrar()
        return lectura

    def _escribir(self, texto: str) -> Iterator[Noticia]:
        texto = texto if self._escrito else texto.lstrip()  # white space is not yet a word
        if not texto:
            return
        if not self._escrito:
            yield Marcha("escribiendo", 0, _redondo(self._servidor.ritmo.escribir_s()))
        self._escrito.append(texto)
        self._servidor.salud.oir()
        yield Texto(texto)
        self._sin_mirar += texto
        if _ACABA_FRASE.search(self._sin_mirar):
            self._sin_mirar = self._sin_mirar[-2:]
            acabadas = self._frases(slice(self._revisadas, -1))  # the last one may go on
            yield from acabadas
            self._revisadas += len(acabadas)

    def _frases(self, cuales: slice = TODAS) -> tuple[Frase, ...]:
        preparacion = self._preparacion
        pregunta = preparacion.hallazgo.pregunta.consulta
        return revisar("".join(self._escrito), preparacion.contexto, pregunta, cuales)

    def _terminar(self, fin: Fin, nueva: float | None) -> Redactada:
        """nueva: share of the prompt that the server had not read before, None when unknown."""
        piezas, mensajes = self._piezas, self._preparacion.mensajes
        servidor = self._servidor
        metricas = replace(fin.metricas, carga_s=self._carga_s + (fin.metricas.carga_s or 0.0))
        piezas.calibracion.observar(prompt.caracteres(mensajes), metricas.tokens_prompt)
        servidor.ritmo.leer(mensajes, metricas, nueva)
        servidor.ritmo.escribir(metricas)
        servidor.salud.observar(metricas)
        discrepa = any(frase.discrepancias for frase in self._frases())
        if fin.motivo == "stop" and self._clave is not None and not discrepa:
            entera = RespuestaGuardada("".join(self._escrito), datetime.now(UTC))
            piezas.cache.guardar(self._clave, entera)
        return Redactada(replace(fin, metricas=metricas), self._clave)


def _redondo(segundos: float | None) -> float | None:
    """Return an estimate without more precision than it has."""
    return None if segundos is None else float(round(segundos))
