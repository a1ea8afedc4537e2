"""The one tree of failures, and why the system refused.

Of a request, of the service, of ours, and of the model's server (never an HTTP status of ours).

Every class carries what the three audiences need: `codigo` for programs, which unless told
otherwise is its name (`ColaLlena`: `cola_llena`), `mensaje` (Spanish, one sentence that says what
to do, that of its code in `errores.txt` unless there is more to say) for people, `estado_http` and
`reintentable` for the door.
`detalle` holds extra facts that are safe to show; causes travel as `__cause__`, to the log only.
"""

import errno
import re
import tomllib
from collections.abc import Mapping
from copy import copy
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar, Final, Self

from siaa.biblioteca.lengua.vocabulario import por_nombre, secciones

_TABLA: Final = secciones(__package__, "errores.txt")


@cache
def dichos(seccion: str) -> Mapping[str, str]:
    """Return what `errores.txt` says in a section of each name: a code, a type of complaint…"""
    return por_nombre(_TABLA[seccion])


def decir(seccion: str, nombre: str, /, **datos: object) -> str:
    """Return one of them, with the data for which it leaves a place."""
    return dichos(seccion)[nombre].format(**datos)


_MENSAJES: Final = dichos("mensajes")
_DEL_SISTEMA: Final = MappingProxyType(
    {getattr(errno, nombre): dicho for nombre, dicho in dichos("sistema").items()}
)
"""Code of the system → why it refused and, after « : » where it is known, what to do."""
_SIN_MEMORIA: Final = ("can't start new thread", "error return without exception set")
_LUGAR = re.compile(r"at line (\d+), column (\d+)")


class ErrorSIAA(Exception):
    """Root of every failure that SIAA names; never raised itself."""

    codigo: ClassVar[str] = "error_interno"
    estado_http: ClassVar[int] = 500
    reintentable: ClassVar[bool] = False
    mensaje_base: ClassVar[str] = _MENSAJES[codigo]

    def __init_subclass__(
        cls, estado: int = 0, codigo: str = "", reintentable: bool | None = None
    ) -> None:
        cls.estado_http = estado or cls.estado_http
        cls.reintentable = cls.reintentable if reintentable is None else reintentable
        cls.codigo = codigo or re.sub(r"(?<=[a-z])(?=[A-Z])", "_", cls.__name__).lower()
        cls.mensaje_base = _MENSAJES.get(cls.codigo, cls.mensaje_base)

    def __init__(
        self, mensaje: str | None = None, detalle: Mapping[str, Any] | None = None
    ) -> None:
        self.mensaje = mensaje or self.mensaje_base
        self.detalle: dict[str, Any] = dict(detalle or {})
        super().__init__(self.mensaje)

    def tras(self, dicho: str) -> Self:
        """Return the same failure with a sentence before what it says."""
        otro = copy(self)
        otro.mensaje = f"{dicho} {self.mensaje}"
        return otro


def por_estado(seccion: str, estado: int, si_no: type[ErrorSIAA]) -> tuple[str, str]:
    """Return the code and the sentence of a refusal that is none of ours, by its HTTP status.

    si_no: the failure that any other status is.
    """
    codigo, _, dicho = dichos(seccion).get(str(estado), si_no.codigo).partition(" : ")
    return codigo, dicho or _MENSAJES[codigo]


class ErrorInterno(ErrorSIAA):
    """Something that nobody foresaw; the cause is in the log."""


class ErrorPeticion(ErrorSIAA, estado=400):
    """The request cannot be served as it came."""


class PeticionInvalida(ErrorPeticion):
    """Not JSON, a missing field or a field of the wrong type."""


class PreguntaVacia(ErrorPeticion):
    """No question was given, or only white space."""


class AmbitoDesconocido(ErrorPeticion):
    """A question is asked of what the library lacks; `detalle["parecidos"]`: the nearest names."""


class DocumentoDesconocido(ErrorPeticion, estado=404):
    """No document has that key; `detalle["parecidos"]` lists the nearest ones."""


class PreguntaDesconocida(ErrorPeticion, estado=404):
    """No question of the record has that id."""


class ModeloDesconocido(ErrorPeticion, estado=404, codigo="model_not_found"):
    """Another program asks for a model that SIAA is not; those of OpenAI know it by its code."""


class OrdenAjena(ErrorPeticion, estado=501):
    """Another program asks of SIAA what only a server of models does."""


class RegistroApagado(ErrorPeticion, estado=404):
    """The record is asked for and the settings keep none."""


class RecargaEnCurso(ErrorPeticion, estado=409, reintentable=True):
    """A reload was asked for while another one runs."""


class RecargaRechazada(ErrorPeticion, estado=409):
    """Fewer questions would find their document than before, so the old index stays.

    `detalle` counts them (`antes`, `despues`, `total`) and lists some of those lost (`perdidas`).
    """


class PeticionDemasiadoGrande(ErrorPeticion, estado=413):
    """The body is over the size limit."""


class PreguntaDemasiadoLarga(ErrorPeticion, estado=413):
    """The question is over the limit of characters."""


class DemasiadosMensajes(ErrorPeticion, estado=413):
    """The conversation has too many messages."""


class SubidaDemasiadoGrande(ErrorPeticion, estado=413):
    """Too many files are handed in at once, or too much."""


class TipoNoAdmitido(ErrorPeticion, estado=415):
    """The body is not declared as JSON."""


class ErrorServicio(ErrorSIAA, estado=503, reintentable=True):
    """SIAA cannot do it at this moment."""


class ColaLlena(ErrorServicio):
    """Every place in the queue for the model is taken, or of those who have a text checked."""


class BibliotecaNoDisponible(ErrorServicio):
    """The documents folder cannot be read, so there is nothing to (re)load."""


class RegistroNoDisponible(ErrorServicio):
    """The record cannot be read, or has no room for more, at this moment."""


class DocumentoEnPreparacion(ErrorServicio):
    """Too many want documents that still have to be made into pages."""


class LecturasNoEscritas(ErrorServicio):
    """The folder of readings takes no more."""


class EvaluacionNoEscrita(ErrorServicio):
    """The question file of the library cannot be written, or there is a mistake in it."""


class BibliotecaNoEscrita(ErrorServicio):
    """The folder of documents cannot be changed."""


class VectoresNoDisponibles(ErrorServicio):
    """Vectors cannot be made, kept or looked for; every one says which and what to do."""


class SoloPasajes(ErrorServicio):
    """The passages were asked for, and nothing else."""


class SinDescriptores(ErrorServicio):
    """The system lets this process open no more files or connections."""


class ServicioDeteniendose(ErrorServicio):
    """The service is stopping and gave up an answer that took too long."""


class ErrorModelo(ErrorSIAA, estado=502, reintentable=True):
    """The model's server failed; people get the extractive answer or a marked partial one.

    `razon`: what the server itself said of it, one line, for whoever mends it and nobody else.
    """

    def __init__(self, razon: str = "") -> None:
        super().__init__()
        self.razon = razon


class ModeloNoResponde(ErrorModelo):
    """Nobody listens at the model's address, or it hung up before answering."""


class ModeloNoInstalado(ErrorModelo, reintentable=False):
    """The server is there but lacks the model."""


class ClaveRechazada(ErrorModelo, reintentable=False):
    """The server does not take the key that it was shown, or was shown none."""


class ModeloOcupado(ErrorModelo):
    """The server answers 503 while it loads, or 429 when too much is asked of it."""


class ModeloFallo(ErrorModelo):
    """The server refused for any other reason (500, 403, a router's 404…)."""


class EsperaAgotada(ErrorModelo):
    """No word came within the patience for the first token, or between two."""


class ContextoExcedido(ErrorModelo, reintentable=False):
    """The prompt does not fit the model's window.

    `tokens_prompt` and `ventana` are the server's own counts, in tokens, if its message had them.
    """

    def __init__(self, tokens_prompt: int | None = None, ventana: int | None = None) -> None:
        super().__init__()
        self.tokens_prompt = tokens_prompt
        self.ventana = ventana


class RespuestaCortada(ErrorModelo, codigo="corte"):
    """The stream ended without `done`, broke, carried an error line or was not JSON."""


def causa(error: OSError | UnicodeDecodeError | tomllib.TOMLDecodeError) -> str:
    """Say in a few words why something could not be read, written or understood."""
    if isinstance(error, OSError):
        return _del_sistema(error).partition(" : ")[0]
    if isinstance(error, UnicodeDecodeError):
        return f"no está en UTF-8 (byte {error.start + 1})"
    lugar = _LUGAR.search(str(error))
    donde = f"línea {lugar[1]}, columna {lugar[2]}" if lugar else "al final del archivo"
    return f"no es TOML válido: {donde}"


def con_remedio(error: OSError) -> str:
    """Say why something could not be read, and what to do."""
    return _del_sistema(error).replace(" : ", ": ")


def _del_sistema(error: OSError) -> str:
    return _DEL_SISTEMA.get(error.errno or 0, f"error {error.errno} del sistema")


def sin_descriptores(error: BaseException | None) -> bool:
    """Tell whether a failure comes, at any remove, from having no more files to open.

    A connection is one too, so it looks as if the other side did not answer.
    """
    while error is not None:
        if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE):
            return True
        error = error.__cause__ or error.__context__
    return False


def sin_memoria(error: Exception) -> bool:
    """Tell whether the system refused memory, or a thread, which Python only says in words.

    Where none is left for the frame of a call, Python 3.11 fails without saying why.
    """
    return isinstance(error, MemoryError) or str(error) in _SIN_MEMORIA
