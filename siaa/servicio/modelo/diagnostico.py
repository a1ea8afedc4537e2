"""What is wrong with the model's server, in Spanish for whoever can mend it; pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from siaa.errores import (
    ErrorModelo,
    EsperaAgotada,
    ModeloFallo,
    ModeloOcupado,
    SinDescriptores,
    decir,
)
from siaa.modelo.cable import OpcionesModelo

VERSION_MINIMA: Final = (0, 12, 6)
"""The first that refuses a prompt that is too long (`truncate: false`)."""
VERSION_QUE_SUELTA: Final = (0, 30, 0)
"""The first that stops reading a prompt, between two batches, when it is hung up on."""
RECARGA_RECIENTE: Final = timedelta(hours=1)
"""How long a reload is worth a warning; the count stays."""
OFRECIDOS_MOSTRADOS: Final = 5
INSTALAR: Final = "curl -fsSL https://ollama.com/install.sh | sh"
MIRAR: Final = "systemctl status ollama"
INICIAR: Final = "sudo systemctl start ollama"
REINICIAR: Final = "sudo systemctl restart ollama"
_decir = partial(decir, "modelo")
_VERSION = re.compile(r"v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Diagnostico:
    """Why the model cannot answer, in one sentence, and the commands that may mend it."""

    problema: str
    remedio: tuple[str, ...] = ()


def de_error(
    error: ErrorModelo | SinDescriptores, url: str, pedido: OpcionesModelo, contesto: bool = False
) -> Diagnostico:
    """Explain a look at the server that failed. contesto: an earlier one did not.

    Of one that is not Ollama, nobody knows here how it is started.
    """
    de_ollama = pedido.protocolo == "ollama"
    if isinstance(error, SinDescriptores):
        return Diagnostico(error.mensaje)
    if isinstance(error, EsperaAgotada):
        que, remedio = "colgado", (REINICIAR,) * de_ollama
    elif isinstance(error, ModeloOcupado):
        que, remedio = "cargando", ()
    elif de_ollama:
        que, remedio = _de_ollama(error, url, pedido.modelo, contesto)
    elif isinstance(error, ModeloFallo):
        que, remedio = "otro_que_openai", (f"curl {url}/v1/models",)
    else:
        que, remedio = "no_responde_openai", ()
    return Diagnostico(_decir(que, url=url), remedio)


def _de_ollama(
    error: ErrorModelo, url: str, modelo: str, contesto: bool
) -> tuple[str, tuple[str, ...]]:
    if isinstance(error, ModeloFallo):
        return "otro_que_ollama", (f"curl {url}/api/version", REINICIAR)
    if contesto:
        return "se_detuvo", (MIRAR, REINICIAR)
    return "no_responde", (INSTALAR, INICIAR, f"ollama pull {modelo}")


def sin_instalar(pedido: OpcionesModelo, ofrecidos: Sequence[str]) -> Diagnostico:
    """Explain a server that lacks the model; ofrecidos: those that it has."""
    modelo, otros = pedido.modelo, ", ".join(ofrecidos[:OFRECIDOS_MOSTRADOS]) or "ninguno"
    if pedido.protocolo == "openai":
        return Diagnostico(_decir("no_ofrecido", modelo=modelo, otros=otros))
    return Diagnostico(_decir("no_instalado", modelo=modelo), (f"ollama pull {modelo}",))


def lee_hasta_el_final(version: str | None) -> bool:
    """Tell whether a server goes on reading a prompt for whoever has left; not if it is unknown."""
    numeros = _numeros(version)
    return numeros is not None and numeros < VERSION_QUE_SUELTA


def _numeros(version: str | None) -> tuple[int, ...] | None:
    """Return the three numbers of a version; None for 0.0.0, what one built by hand says."""
    hallado = _VERSION.match(version or "")
    numeros = tuple(map(int, hallado.groups())) if hallado else (0, 0, 0)
    return numeros if any(numeros) else None


def aviso_version(version: str | None) -> str | None:
    """Warn about a server that cuts prompts in silence; an unknown version says nothing."""
    numeros = _numeros(version)
    if numeros is None or numeros >= VERSION_MINIMA:
        return None
    return _decir("version_vieja", version=version, instalar=INSTALAR)


def aviso_ventana(cargada: int | None, pedido: OpcionesModelo) -> str | None:
    """Warn about a model in memory with another window than ours, in tokens."""
    pedida, de_ollama = pedido.num_ctx, pedido.protocolo == "ollama"
    if cargada is None or cargada == pedida or (cargada > pedida and not de_ollama):
        return None
    lado = "ventana_mayor" if cargada > pedida else "ventana_menor"
    return _decir(lado if de_ollama else "ventana_openai", cargada=cargada, pedida=pedida)


def aviso_recargas(recargas: int, ultima: datetime | None, ahora: datetime) -> str | None:
    """Warn about a model that somebody made the server load again while it was in use."""
    if ultima is None or ahora - ultima > RECARGA_RECIENTE:
        return None
    return _decir("recargas", veces="una vez" if recargas == 1 else f"{recargas} veces")


def describir(error: ErrorModelo) -> str:
    """Return the code of an error and what the server itself said of it, if it did."""
    return f"{error.codigo}: «{error.razon}»" if error.razon else error.codigo


def aviso_etapa(para: str, url: str, error: ErrorModelo, de_lector: bool) -> str:
    """Warn about a server that failed when a stage asked it. para: what it was asked for."""
    revise = "; revise SIAA_LECTOR_URL y SIAA_LECTOR_MODELO" if de_lector else ""
    return _decir("etapa", url=url, para=para, dicho=describir(error), revise=revise)


def aviso_fallo(fallo: str | None, pedido: OpcionesModelo) -> str | None:
    """Warn about a model that is installed and failed the last time, as `describir` says."""
    if fallo is None:
        return None
    diario = "con «journalctl -u ollama»" if pedido.protocolo == "ollama" else "en su registro"
    return _decir("fallo", fallo=fallo, diario=diario)
