"""The health of the model's server, looked at aside and replaced as one value."""

import logging
import math
import time
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from threading import Event, Lock, Thread, Timer
from typing import Final

from siaa.errores import (
    ContextoExcedido,
    ErrorModelo,
    ErrorSIAA,
    EsperaAgotada,
    ModeloFallo,
    ModeloNoInstalado,
    ModeloNoResponde,
    ModeloOcupado,
    SinDescriptores,
)
from siaa.modelo.cable import Enchufe
from siaa.modelo.cliente import ClienteModelo, buscar_cargado, buscar_modelo
from siaa.servicio.hilos import lanzar
from siaa.servicio.modelo import diagnostico
from siaa.servicio.modelo.lectura import CARGA_S, Calentador, Desenlace
from siaa.servicio.parada import Parada
from siaa.valores import Fallo, Fin, MetricasModelo

NOMBRE_HILO: Final = "siaa-salud"
ESPERA_CONSULTA_S: Final = 3.0
"""What a whole look may take, however many questions it asks."""
PAUSA_S: Final = 5.0
PAUSA_SIN_MODELO_S: Final = 1.0
"""With a look that just missed the recovery and takes all its time, it is seen within 5 s."""
DESCANSO_S: Final = 30.0
"""Seconds for which a server that failed is asked only where no other is better."""
VOZ_RECIENTE_S: Final = 10.0
"""A word heard so long ago still says that the server lives."""

_diario = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EstadoModelo:
    """What is known of the model's server, and remembered between looks; None is «not known».

    alcanzable: somebody listens there. `problema` and `remedio` (commands) say why the model
    cannot answer; `avisos` what is amiss although it can, each one sentence with what to do.
    context_length: window of the model that is loaded, tokens. recargas: loads that somebody
    waited for although it was in use, since the start; recargado_en: the last one. calentado_en:
    when the model read the fixed text, ahead or with a question, while it still remembers.
    memoria_libre: no model at all is loaded. fallo: what the last warm-up or answer ended in, if
    it failed.
    """

    alcanzable: bool | None = None
    version: str | None = None
    instalado: bool | None = None
    digest: str | None = None
    problema: str | None = "Todavía no se ha comprobado el servidor del modelo."
    remedio: tuple[str, ...] = ()
    comprobado_en: datetime | None = None
    cargado: bool | None = None
    memoria_libre: bool | None = None
    context_length: int | None = None
    recargas: int = 0
    recargado_en: datetime | None = None
    calentado_en: datetime | None = None
    fallo: str | None = None
    avisos: tuple[str, ...] = ()

    @property
    def listo(self) -> bool:
        """Whether a question can be answered by the model."""
        return self.problema is None

    @property
    def impedimento(self) -> ErrorModelo | None:
        """The error that asking would surely end in, so that nobody waits for it; else None."""
        if self.instalado is False:
            return ModeloNoInstalado()
        return ModeloNoResponde() if self.alcanzable is False else None


@dataclass(eq=False)
class Salud:
    """Owns the last known `EstadoModelo`; a thread renews it while the service runs.

    `estado` may be read at any time; `_candado` guards its replacement and what is remembered
    between looks. cliente: of the server, with the model and the window that are expected there.
    rotulo: goes before what is said of it where it is not the only one.
    digest: the model's as it was last seen, also while its server is away. Without a `calentador`
    the model is never warmed up.
    """

    cliente: ClienteModelo
    parada: Parada
    calentador: Calentador | None = None
    rotulo: str = ""
    _enchufe: Enchufe = field(default_factory=Enchufe, init=False)
    _despertador: Event = field(default_factory=Event, init=False)
    _hilo: Thread | None = field(default=None, init=False)
    _candado: Lock = field(default_factory=Lock, init=False)
    _callado: bool = field(default=False, init=False)
    _contesto: bool = field(default=False, init=False)
    _oido: float = field(default=-math.inf, init=False)
    _descansa_hasta: float = field(default=-math.inf, init=False)
    _en_uso: bool = field(default=False, init=False)
    _por_calentar: bool = field(default=False, init=False)
    estado: EstadoModelo = field(default_factory=EstadoModelo, init=False)
    digest: str | None = field(default=None, init=False)

    @property
    def _modelo(self) -> str:
        return self.cliente.opciones.modelo

    def arrancar(self) -> None:
        """Start watching; the first look is taken at once, aside."""
        self._hilo = lanzar(self._vigilar, NOMBRE_HILO)

    def terminar(self) -> None:
        """Cut short the look and the warm-up under way and wait for their threads to end.

        The service must have been asked to stop.
        """
        self._enchufe.cerrar()
        self._despertador.set()
        if self._hilo is not None:
            self._hilo.join(timeout=2 * ESPERA_CONSULTA_S)
        if self.calentador is not None:
            self.calentador.terminar()

    def sospechar(self) -> None:
        """Look again at once: somebody could not reach the model."""
        self._despertador.set()

    def oir(self) -> None:
        """Note that the model is writing now, whatever its server answers when it is looked at."""
        self._oido = time.monotonic()

    def observar(self, metricas: MetricasModelo) -> None:
        """Learn from a finished answer whether somebody had to wait for the model to load again."""
        with self._candado:
            calentado_en = self.estado.calentado_en or datetime.now(UTC)
            estado = replace(self.estado, fallo=None, calentado_en=calentado_en)
            if self._en_uso and (metricas.carga_s or 0.0) > CARGA_S:
                ahora = datetime.now(UTC)
                estado = replace(estado, recargas=estado.recargas + 1, recargado_en=ahora)
            self._en_uso, self._por_calentar = True, False
            self._reemplazar(estado)

    def grado(self) -> int:
        """Return how unfit it is to be asked now, from 0 to 3; it may be asked all the same."""
        if self.estado.listo:
            return int(self.en_descanso)
        return 2 if self.estado.impedimento is None else 3

    @property
    def en_descanso(self) -> bool:
        """Whether it failed a moment ago."""
        return time.monotonic() < self._descansa_hasta

    def fallar(self, error: ErrorSIAA) -> None:
        """Note what an answer ended in: whether to look again at once, and what the server said."""
        if isinstance(error, ModeloNoResponde | SinDescriptores):
            self.sospechar()
        if isinstance(error, ErrorModelo) and not isinstance(error, ContextoExcedido):
            self._descansa_hasta = time.monotonic() + DESCANSO_S
        if isinstance(error, ErrorModelo) and error.razon:
            with self._candado:
                self._reemplazar(replace(self.estado, fallo=diagnostico.describir(error)))

    def _vigilar(self) -> None:
        while not self.parada.pedida:
            pausa = PAUSA_SIN_MODELO_S
            try:
                if self.comprobar().listo and not self._callado:
                    pausa = PAUSA_S
                if self.calentador is not None and self._por_calentar:
                    self.calentador.empezar(self._al_calentar)
            except Exception:  # noqa: BLE001  the last seam of this thread: somebody must look
                _diario.exception("error no previsto al mirar el servidor del modelo")
            self._despertador.wait(pausa)
            self._despertador.clear()

    def comprobar(self) -> EstadoModelo:
        """Ask the server who it is and what it has; replace the state and return it.

        One silent look leaves a model that was ready as it was: a machine that is busy reading
        may be slow to answer. Two in a row do not, unless it was heard writing meanwhile.
        """
        primer_silencio = False
        try:
            visto = self._mirar()
            self._callado, self._contesto = False, True
        except (ErrorModelo, SinDescriptores) as error:
            escribe = time.monotonic() - self._oido < VOZ_RECIENTE_S
            primer_silencio = isinstance(error, EsperaAgotada) and (escribe or not self._callado)
            self._callado = isinstance(error, EsperaAgotada)
            visto = self._caido(error)
        if self.parada.pedida or (primer_silencio and self.estado.listo):
            return self.estado
        with self._candado:
            self._reemplazar(self._heredar(visto))
            return self.estado

    def _mirar(self) -> EstadoModelo:
        """Take one look, within its time. Raises `ErrorModelo`, `SinDescriptores`."""
        enchufe = self._enchufe = Enchufe()
        if self.parada.pedida:
            enchufe.cerrar()
        limite = Timer(ESPERA_CONSULTA_S, enchufe.cerrar)
        limite.daemon = True
        limite.start()
        try:
            return self._preguntar(enchufe)
        finally:
            limite.cancel()

    def _preguntar(self, enchufe: Enchufe) -> EstadoModelo:
        comprobado_en, visto = datetime.now(UTC), self.cliente.mirar(ESPERA_CONSULTA_S, enchufe)
        estado = EstadoModelo(alcanzable=True, version=visto.version, comprobado_en=comprobado_en)
        instalado = buscar_modelo(self._modelo, visto.instalados)
        if instalado is None:
            ofrecidos = [uno.nombre for uno in visto.instalados]
            falta = diagnostico.sin_instalar(self.cliente.opciones, ofrecidos)
            return replace(estado, instalado=False, problema=falta.problema, remedio=falta.remedio)
        listo = replace(estado, instalado=True, digest=instalado.digest or None, problema=None)
        if visto.cargados is None:
            return listo
        cargado = buscar_cargado(instalado, visto.cargados)
        return replace(
            listo,
            cargado=cargado is not None,
            memoria_libre=not visto.cargados,
            context_length=cargado.ventana if cargado else None,
        )

    def _caido(self, error: ErrorModelo | SinDescriptores) -> EstadoModelo:
        visto = diagnostico.de_error(error, self.cliente.url, self.cliente.opciones, self._contesto)
        sin_saber = isinstance(error, SinDescriptores)
        return EstadoModelo(
            alcanzable=None if sin_saber else isinstance(error, ModeloFallo | ModeloOcupado),
            problema=visto.problema,
            remedio=visto.remedio,
            comprobado_en=datetime.now(UTC),
        )

    def _heredar(self, visto: EstadoModelo) -> EstadoModelo:
        """Add what is remembered to what was seen. Holds `_candado`."""
        anterior, mirado_en = self.estado, visto.comprobado_en
        estado = replace(visto, recargas=anterior.recargas, recargado_en=anterior.recargado_en)
        otro = visto.digest and anterior.digest and visto.digest != anterior.digest
        if otro or not (visto.listo and anterior.listo):
            self._en_uso, self._por_calentar = False, visto.listo
            return estado
        if anterior.cargado and visto.memoria_libre:
            self._por_calentar = True  # most likely a restart too short to be seen
        calentado_en = anterior.calentado_en
        if visto.cargado is False and calentado_en and mirado_en and calentado_en <= mirado_en:
            calentado_en = None  # it was thrown out since, not only warmed up after this look
        return replace(estado, calentado_en=calentado_en, fallo=anterior.fallo)

    def _reemplazar(self, estado: EstadoModelo) -> None:
        """Make `estado` the state, with its warnings, and log what changed. Holds `_candado`."""
        anterior, ahora = self.estado, datetime.now(UTC)
        posibles = (
            diagnostico.aviso_version(estado.version),
            diagnostico.aviso_ventana(estado.context_length, self.cliente.opciones),
            diagnostico.aviso_recargas(estado.recargas, estado.recargado_en, ahora),
            diagnostico.aviso_fallo(estado.fallo, self.cliente.opciones),
        )
        avisos = tuple(aviso for aviso in posibles if aviso is not None)
        self.estado = replace(estado, avisos=avisos)
        self._anunciar(anterior, self.estado)

    def _anunciar(self, anterior: EstadoModelo, estado: EstadoModelo) -> None:
        if estado.problema is None and not anterior.listo:
            _diario.info("[MODELO] %s%s disponible", self.rotulo, self._modelo)
        elif estado.problema != anterior.problema:
            _diario.warning("[MODELO] %s", estado.problema)
        if self.digest and estado.digest and estado.digest != self.digest:
            cambio = "[MODELO] %s%s cambió: %s → %s"
            _diario.warning(cambio, self.rotulo, self._modelo, self.digest, estado.digest)
        self.digest = estado.digest or self.digest
        for aviso in estado.avisos:
            if aviso not in anterior.avisos:
                _diario.warning("[MODELO] %s%s", self.rotulo, aviso)

    def _al_calentar(self, desenlace: Desenlace) -> None:
        """Take note of how a warm-up ended. One that failed is not repeated until things change."""
        with self._candado:
            if isinstance(desenlace, Fin):
                self._en_uso, self._por_calentar = True, False
                self._reemplazar(replace(self.estado, calentado_en=datetime.now(UTC), fallo=None))
                _diario.info("[MODELO] %s%s calentado", self.rotulo, self._modelo)
            elif isinstance(desenlace, Fallo) and isinstance(desenlace.error, ErrorModelo):
                self._por_calentar = False
                self._reemplazar(replace(self.estado, fallo=diagnostico.describir(desenlace.error)))
                self.sospechar()
