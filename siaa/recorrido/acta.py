"""What is noted of one answer while it goes out: its times, its words, how it ended. No I/O."""

import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from types import MappingProxyType

from siaa import __version__
from siaa.biblioteca.lengua.texto import plegar
from siaa.errores import ColaLlena, ErrorSIAA
from siaa.eventos import Cierre, Evento, Fuentes, Marcha, Modo, busquedas_de, dichas_de
from siaa.recorrido.hallazgo import SIN_CONTEXTO, Preparacion
from siaa.redaccion.prompt import VERSION_PROMPT
from siaa.servicio.registro.asiento import ABANDONADA, Alerta, Asiento, PasajeEnviado
from siaa.valores import Fallo, MetricasModelo, Texto

_ALERTA_DE_MOTIVO = MappingProxyType(
    {
        "sin_documentos": Alerta.SIN_CONTEXTO,
        "extractiva": Alerta.SIN_MODELO,
        "length": Alerta.CORTADA,
        "corte": Alerta.CORTADA,
        ABANDONADA: Alerta.ABANDONADA,
    }
)


class Acta:
    """Belongs to one answer. Times are seconds since its construction.

    id: of the request. reloj: monotonic seconds. `fuentes`: those last told. `error`: what went
    wrong last; `cierre`: its end, once told.
    """

    def __init__(self, identificador: str, reloj: Callable[[], float] = time.monotonic) -> None:
        self._id = identificador
        self._reloj = reloj
        self._momento = datetime.now(UTC)
        self._inicio = reloj()
        self._buscado: float | None = None
        self._turno: float | None = None
        self._escribiendo = False
        self._primer_token: float | None = None
        self._textos: list[str] = []
        self.fuentes = Fuentes(SIN_CONTEXTO)
        self.error: ErrorSIAA | None = None
        self.cierre: Cierre | None = None

    def _ahora(self) -> float:
        return round(self._reloj() - self._inicio, 3)

    @property
    def texto(self) -> str:
        """The words that have left so far."""
        return "".join(self._textos)

    def buscado(self) -> None:
        """Note that the documents and fragments are chosen."""
        self._buscado = self._ahora()

    def ver(self, evento: Evento) -> None:
        """Note one event of the answer, before it leaves."""
        match evento:
            case Texto(texto):
                self._textos.append(texto)
                if self._escribiendo and self._primer_token is None:
                    self._primer_token = self._ahora()
            case Marcha(fase) if fase != "en_cola":
                self._escribiendo = fase == "escribiendo"
                self._turno = self._ahora() if self._turno is None else self._turno
            case Fuentes():
                self.fuentes = evento
            case Fallo(error):
                self._escribiendo = False
                self.error = error
            case Cierre():
                self.cierre = evento

    def tiempos(self, metricas: MetricasModelo) -> Mapping[str, float | int | None]:
        """Return the seconds and tokens of each part up to now."""
        en_cola = None
        if self._turno is not None and self._buscado is not None:
            en_cola = round(self._turno - self._buscado, 3)
        de_etapas: dict[str, float] = {}
        for etapa in dichas_de(self.fuentes.etapas):
            nombre = f"{plegar(etapa.etapa)}_s"
            de_etapas[nombre] = round(de_etapas.get(nombre, 0.0) + etapa.segundos, 3)
        return {
            "busqueda_s": self._buscado,
            **de_etapas,
            "cola_s": en_cola,
            "turno_s": self._turno,
            "primer_token_s": self._primer_token,
            "total_s": self._ahora(),
            "tokens_prompt": metricas.tokens_prompt,
            "tokens_respuesta": metricas.tokens_respuesta,
            "lectura_modelo_s": metricas.lectura_s,
            "escritura_modelo_s": metricas.escritura_s,
        }

    def asiento(
        self, lista: Preparacion, modo: Modo, *, modelo: str, digest: str | None, compartida: bool
    ) -> Asiento:
        """Return what goes to the record; an answer without an end was abandoned.

        modo: how it was to be made, if it did not come to an end.
        """
        indice, pregunta = lista.indice, lista.hallazgo.pregunta
        contexto = self.fuentes.contexto
        cierre = self.cierre or Cierre("corte", False, modo, self.tiempos(MetricasModelo()))
        motivo = cierre.motivo if self.cierre else ABANDONADA
        alerta = _ALERTA_DE_MOTIVO.get(motivo)
        if isinstance(self.error, ColaLlena):
            alerta = Alerta.COLA_LLENA
        return Asiento(
            id=self._id,
            momento=self._momento,
            tipo=pregunta.tipo.value,
            pregunta=pregunta.texto,
            busquedas=busquedas_de(self.fuentes.etapas),
            ambito=lista.hallazgo.ambito.nombres,
            junto_con=pregunta.consulta if pregunta.arreglo else pregunta.apoyo,
            documentos=tuple(dict.fromkeys(fuente.doc for fuente in contexto.fuentes)),
            chunks=tuple(f"{fuente.doc}#{fuente.indice}" for fuente in contexto.fuentes),
            caracteres=len(contexto.texto),
            respuesta=self.texto,
            modo=cierre.modo,
            motivo=motivo,
            completa=cierre.completa,
            estrategia=lista.ajustes.estrategia,
            modelo=modelo,
            digest=digest,
            version_prompt=VERSION_PROMPT,
            huella=indice.huella,
            version=__version__,
            tiempos=cierre.tiempos,
            error=self.error.codigo if self.error else None,
            alerta=alerta,
            compartida=compartida,
            pasajes=tuple(
                PasajeEnviado(
                    f.doc, f.desde, f.hasta, indice.documentos[f.doc].huella_de(f.desde, f.hasta)
                )
                for f in contexto.fuentes
            ),
            frases=cierre.frases,
            avisos=self.fuentes.avisos,
        )
