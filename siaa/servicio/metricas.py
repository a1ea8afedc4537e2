"""What Prometheus reads: how many questions, how they ended and how long they took."""

from collections.abc import Iterable
from functools import partial
from types import SimpleNamespace
from typing import Any, Final

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.metrics_core import Metric
from prometheus_client.process_collector import ProcessCollector

from siaa.servicio.registro.asiento import Asiento
from siaa.servicio.vigencia.recarga import Resultado

SEGUNDOS: Final = (0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160, 320, 640)
TOKENS_POR_SEGUNDO: Final = (1, 2, 4, 6, 8, 10, 15, 20, 30, 50, 100, 200, 500, 1000)


class Metricas:
    """Owns the counters of one service; two services in a process do not share them."""

    def __init__(self) -> None:
        self._propias = CollectorRegistry()
        ProcessCollector(registry=self._propias)
        contador = partial(Counter, registry=self._propias)
        de_tiempo = partial(Histogram, registry=self._propias, buckets=SEGUNDOS)
        de_velocidad = partial(Histogram, registry=self._propias, buckets=TOKENS_POR_SEGUNDO)
        que = "Preguntas atendidas, por tipo y desenlace."
        self._preguntas = contador("siaa_preguntas", que, ("tipo", "desenlace"))
        que = "Preguntas en las que algo faltó, por alerta."
        self._alertas = contador("siaa_alertas", que, ("alerta",))
        que = "Recargas de la biblioteca, por resultado."
        self._recargas = contador("siaa_recargas", que, ("resultado",))
        for resultado in Resultado:
            self._recargas.labels(resultado)
        que = "Espera por un turno ante el modelo."
        self._cola = de_tiempo("siaa_espera_turno_segundos", que)
        que = "Desde que llega la pregunta hasta la primera palabra del modelo."
        self._primer_token = de_tiempo("siaa_primer_token_segundos", que)
        que = "Velocidad con que el modelo lee, contados los tokens que ya tenía leídos."
        self._lectura = de_velocidad("siaa_lectura_tokens_por_segundo", que)
        que = "Velocidad con que el modelo escribe."
        self._escritura = de_velocidad("siaa_escritura_tokens_por_segundo", que)

    def contar(self, asiento: Asiento) -> None:
        """Count an answered question. Never waits."""
        self._preguntas.labels(asiento.tipo, asiento.motivo).inc()
        if asiento.alerta is not None:
            self._alertas.labels(asiento.alerta).inc()
        t = asiento.tiempos.get
        _observar(self._cola, t("cola_s"))
        if asiento.modo == "modelo" and not asiento.compartida:  # what several share, once
            _observar(self._primer_token, t("primer_token_s"))
            _observar(self._lectura, _razon(t("tokens_prompt"), t("lectura_modelo_s")))
            _observar(self._escritura, _razon(t("tokens_respuesta"), t("escritura_modelo_s")))

    def contar_recarga(self, resultado: Resultado) -> None:
        """Count a reload of the library by what became of it."""
        self._recargas.labels(resultado).inc()

    def exponer(self, estado: Iterable[Metric]) -> bytes:
        """Return everything in Prometheus's text format, with what the service says of itself."""
        del_momento: Any = SimpleNamespace(collect=lambda: estado)
        return generate_latest(self._propias) + generate_latest(del_momento)


def _razon(tokens: float | None, segundos: float | None) -> float | None:
    return tokens / segundos if tokens and segundos else None


def _observar(histograma: Histogram, valor: float | None) -> None:
    if valor is not None:
        histograma.observe(valor)
