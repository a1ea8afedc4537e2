"""Texts → vectors, by a model: Ollama's `/api/embed`, or `/v1/embeddings` of OpenAI's likes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from time import sleep
from typing import Any, Final

import requests
from urllib3.exceptions import InvalidHeader
from urllib3.util.retry import Retry

from siaa.errores import ErrorModelo, VectoresNoDisponibles
from siaa.modelo.cable import RAZON_MAXIMA, Enchufe, en_un_renglon, leer_acotado, leer_objeto, pedir
from siaa.rutas import Perfil

ESPERA_MAXIMA_S: Final = 300.0
"""Longest wait that a server may ask for; who asks for more is taken at its word another day."""
INTENTOS: Final = 6
DESMEDIDO: Final = 1e18
"""Larger than any number of a vector; integers that are larger yet fit in no column of numpy's."""
_OCUPADO: Final = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)


@dataclass(frozen=True, slots=True)
class Incrustador:
    """Asks the servers of profiles for vectors. Holds no connection between questions.

    url: of those that name none. clave: the key of a profile, if it has one. Seconds for
    connecting, for the vector of a question and for those of many texts.
    """

    url: str
    clave: Callable[[Perfil], str | None]
    espera_conexion: float
    espera_pregunta: float
    espera_lote: float
    dormir: Callable[[float], None] = sleep

    def __call__(self, perfil: Perfil, textos: Sequence[str], insistir: bool) -> list[list[float]]:
        """Return the vector of each text. Raises `VectoresNoDisponibles` and `SinDescriptores`.

        insistir: ask again, after as long as the server says, when it is busy or not there.
        """
        for intento in range(INTENTOS - 1 if insistir else 0):
            try:
                return self._pedir(perfil, textos, insistir)
            except VectoresNoDisponibles as fallo:
                espera_s = fallo.detalle.get("espera_s", ESPERA_MAXIMA_S + 1)
                if espera_s is None:
                    espera_s = 2.0**intento
                if espera_s > ESPERA_MAXIMA_S:
                    raise
                self.dormir(espera_s)
        return self._pedir(perfil, textos, insistir)

    def _pedir(self, perfil: Perfil, textos: Sequence[str], sin_prisa: bool) -> list[list[float]]:
        quien, url = f"El servidor de «{perfil.model}»", (perfil.url or self.url)
        cuerpo, ruta = {"model": perfil.model, "input": list(textos)}, "/api/embed"
        if perfil.provider == "openai":
            url, ruta = url.removesuffix("/v1"), "/v1/embeddings"
        esperas = self.espera_conexion, self.espera_lote if sin_prisa else self.espera_pregunta
        try:
            with pedir(url + ruta, esperas, Enchufe(), self.clave(perfil), cuerpo) as respuesta:
                datos = leer_objeto(leer_acotado(respuesta)) or {}
        except ErrorModelo as error:
            mensaje = f"{quien} no responde en {url}: revise que esté en marcha."
            raise VectoresNoDisponibles(mensaje, {"espera_s": None}) from error
        if respuesta.status_code in _OCUPADO:
            mensaje = f"{quien} no admite más peticiones: inténtelo más tarde."
            raise VectoresNoDisponibles(mensaje, {"espera_s": _espera(respuesta)})
        if respuesta.status_code != HTTPStatus.OK:
            queja = datos.get("error")
            queja = queja.get("message") if isinstance(queja, dict) else queja
            dicho = en_un_renglon(str(queja or ""), RAZON_MAXIMA)
            remedio = f"revise su dirección, su clave y que {perfil.model} sea de vectores."
            estado = f"respondió {respuesta.status_code}: {dicho}".removesuffix(": ")
            raise VectoresNoDisponibles(f"{quien} {estado}; {remedio}")
        return _vectores(perfil, datos, len(textos))


def _vectores(perfil: Perfil, datos: dict[str, Any], cuantos: int) -> list[list[float]]:
    filas = datos.get("embeddings")
    if isinstance(suyos := datos.get("data"), list):
        objetos = [o for o in suyos if isinstance(o, dict) and isinstance(o.get("index"), int)]
        filas = [o.get("embedding") for o in sorted(objetos, key=lambda o: int(o["index"]))]
    if not isinstance(filas, list) or len(filas) != cuantos or not all(map(_es_vector, filas)):
        raise VectoresNoDisponibles(
            f"El servidor de «{perfil.model}» no responde con vectores: revise su dirección."
        )
    largo = len(max(filas, key=lambda fila: abs(len(fila) - perfil.dim)))
    if largo != perfil.dim:
        raise VectoresNoDisponibles(
            f"El modelo «{perfil.model}» da vectores de {largo} columnas, y «dim» dice "
            f"{perfil.dim}: escriba dim = {largo} en siaa.toml y ejecute «./run.sh indexar»."
        )
    return filas


def _es_vector(fila: Any) -> bool:
    de_numeros = isinstance(fila, list) and all(type(n) in (int, float) for n in fila)
    return de_numeros and any(fila) and all(abs(n) < DESMEDIDO for n in fila)


def _espera(respuesta: requests.Response) -> float | None:
    """Return how long a server wants to be left alone, seconds; None where it does not say."""
    try:
        return float(Retry().parse_retry_after(respuesta.headers.get("Retry-After", "")))
    except (InvalidHeader, ValueError):  # no date, or one of no calendar
        return None
