"""What is wrong with the model's server, in Spanish for whoever can mend it; pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from siaa.errores import ErrorModelo, EsperaAgotada, ModeloFallo, ModeloOcupado, SinDescriptores
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
    if isinstance(error, EsperaAgotada):
        return Diagnostico(
            f"El servidor del modelo en {url} acepta la conexión pero no contesta: está colgado o "
            "el equipo no da abasto; reinícielo.",
            (REINICIAR,) if de_ollama else (),
        )
    if isinstance(error, SinDescriptores):
        return Diagnostico(error.mensaje)
    if isinstance(error, ModeloOcupado):
        return Diagnostico(f"El servidor del modelo en {url} está cargando el modelo: espere.")
    if de_ollama:
        return _de_ollama(error, url, pedido.modelo, contesto)
    if isinstance(error, ModeloFallo):
        return Diagnostico(
            f"En {url} contesta algo que no es un servidor compatible con OpenAI, o uno que falla: "
            "revise SIAA_OLLAMA_URL, SIAA_PROTOCOLO y SIAA_CLAVE_API.",
            (f"curl {url}/v1/models",),
        )
    return Diagnostico(
        f"El servidor del modelo no responde en {url}: revise que esté encendido y que el "
        "cortafuegos lo deje pasar."
    )


def _de_ollama(error: ErrorModelo, url: str, modelo: str, contesto: bool) -> Diagnostico:
    if isinstance(error, ModeloFallo):
        return Diagnostico(
            f"En {url} contesta algo que no es Ollama, o un Ollama que falla: revise "
            "SIAA_OLLAMA_URL.",
            (f"curl {url}/api/version", REINICIAR),
        )
    if contesto:
        return Diagnostico(
            f"El servidor del modelo no responde en {url}, aunque antes contestaba: se detuvo o se "
            "está reiniciando; si no vuelve solo, inícielo.",
            (MIRAR, REINICIAR),
        )
    return Diagnostico(
        f"El servidor del modelo no responde en {url}.",
        (INSTALAR, INICIAR, f"ollama pull {modelo}"),
    )


def sin_instalar(pedido: OpcionesModelo, ofrecidos: Sequence[str]) -> Diagnostico:
    """Explain a server that lacks the model; ofrecidos: those that it has."""
    modelo, otros = pedido.modelo, ", ".join(ofrecidos[:OFRECIDOS_MOSTRADOS]) or "ninguno"
    if pedido.protocolo == "openai":
        return Diagnostico(
            f"El servidor no ofrece el modelo «{modelo}»: escriba en SIAA_MODELO uno de los suyos "
            f"({otros})."
        )
    no_esta = f"El modelo «{modelo}» no está instalado en Ollama."
    return Diagnostico(no_esta, (f"ollama pull {modelo}",))


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
    return (
        f"Ollama {version} es anterior a 0.12.6 e ignora «truncate»: puede recortar en silencio "
        f"las preguntas largas; actualícelo con «{INSTALAR}»."
    )


def aviso_ventana(cargada: int | None, pedido: OpcionesModelo) -> str | None:
    """Warn about a model in memory with another window than ours, in tokens."""
    pedida, de_ollama = pedido.num_ctx, pedido.protocolo == "ollama"
    if cargada is None or cargada == pedida or (cargada > pedida and not de_ollama):
        return None
    if not de_ollama:
        return (
            f"El servidor del modelo tiene una ventana de {cargada} tokens y SIAA cuenta con "
            f"{pedida}: inícielo con más (llama-server: «-c {pedida}») o ponga "
            f"SIAA_NUM_CTX={cargada}."
        )
    comienzo = (
        f"El modelo está cargado con una ventana de {cargada} tokens y SIAA pide {pedida}: otro "
        "programa lo usa con otras opciones, y cada cambio lo recarga"
    )
    if cargada > pedida:
        return (
            f"{comienzo}, u OLLAMA_NUM_PARALLEL no es 1; ponga OLLAMA_CONTEXT_LENGTH={pedida} y "
            "OLLAMA_NUM_PARALLEL=1 en el servicio de Ollama, y la misma ventana en ese programa."
        )
    return (
        f"{comienzo}, o el modelo no admite más; ponga OLLAMA_CONTEXT_LENGTH={pedida} en el "
        f"servicio de Ollama y la misma ventana en ese programa, o SIAA_NUM_CTX={cargada}."
    )


def aviso_recargas(recargas: int, ultima: datetime | None, ahora: datetime) -> str | None:
    """Warn about a model that somebody made the server load again while it was in use."""
    if ultima is None or ahora - ultima > RECARGA_RECIENTE:
        return None
    veces = "una vez" if recargas == 1 else f"{recargas} veces"
    return (
        f"El modelo se volvió a cargar {veces} mientras SIAA lo usaba, y cada carga hace esperar: "
        "otro programa lo usa con otras opciones, u Ollama lo descargó o se reinició; use en todos "
        "la misma ventana y ponga OLLAMA_KEEP_ALIVE=-1 en el servicio de Ollama."
    )


def describir(error: ErrorModelo) -> str:
    """Return the code of an error and what the server itself said of it, if it did."""
    return f"{error.codigo}: «{error.razon}»" if error.razon else error.codigo


def aviso_etapa(para: str, url: str, error: ErrorModelo, de_lector: bool) -> str:
    """Warn about a server that failed when a stage asked it. para: what it was asked for."""
    revise = "; revise SIAA_LECTOR_URL y SIAA_LECTOR_MODELO" if de_lector else ""
    return (
        f"El servidor del modelo en {url} no pudo {para} la última vez ({describir(error)}): se "
        f"responde sin eso{revise}."
    )


def aviso_fallo(fallo: str | None, pedido: OpcionesModelo) -> str | None:
    """Warn about a model that is installed and failed the last time, as `describir` says."""
    if fallo is None:
        return None
    diario = "con «journalctl -u ollama»" if pedido.protocolo == "ollama" else "en su registro"
    return (
        f"El modelo está instalado pero la última vez falló ({fallo}): mire más {diario}, y si le "
        "falta memoria use un modelo menor (SIAA_MODELO)."
    )
