"""The one tree of failures.

Of a request, of the service, of ours, and of the model's server (never an HTTP status of ours).

Every class carries what the three audiences need: `codigo` for programs, which unless told
otherwise is its name (`ColaLlena`: `cola_llena`), `mensaje` (Spanish, one sentence that says what
to do) for people, `estado_http` and `reintentable` for the door.
`detalle` holds extra facts that are safe to show; causes travel as `__cause__`, to the log only.
"""

import re
from collections.abc import Mapping
from copy import copy
from typing import Any, ClassVar, Self


class ErrorSIAA(Exception):
    """Root of every failure that SIAA names; never raised itself."""

    codigo: ClassVar[str] = "error_interno"
    estado_http: ClassVar[int] = 500
    reintentable: ClassVar[bool] = False
    mensaje_base: ClassVar[str] = (
        "Ocurrió un error interno. El detalle quedó en el registro del servicio; "
        "avise al administrador."
    )

    def __init_subclass__(cls, estado: int | None = None) -> None:
        if estado is not None:
            cls.estado_http = estado
        nombre = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", cls.__name__).lower()
        cls.codigo = vars(cls).get("codigo", nombre)

    @classmethod
    def por_omision(cls) -> tuple[str, str]:
        """Return the code and what is said unless there is more to say."""
        return cls.codigo, cls.mensaje_base

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


class ErrorInterno(ErrorSIAA):
    """Something that nobody foresaw; the cause is in the log."""


class ErrorPeticion(ErrorSIAA, estado=400):
    """The request cannot be served as it came."""


class PeticionInvalida(ErrorPeticion):
    """Not JSON, a missing field or a field of the wrong type."""

    mensaje_base = "La petición no es válida."


class PreguntaVacia(ErrorPeticion):
    """No question was given, or only white space."""

    mensaje_base = "La pregunta está vacía: escriba una pregunta."


class AmbitoDesconocido(ErrorPeticion):
    """A question is asked of what the library lacks; `detalle["parecidos"]`: the nearest names."""

    mensaje_base = "No hay ningún documento o colección con ese nombre."


class DocumentoDesconocido(ErrorPeticion, estado=404):
    """No document has that key; `detalle["parecidos"]` lists the nearest ones."""

    mensaje_base = "No hay ningún documento con ese nombre."


class PreguntaDesconocida(ErrorPeticion, estado=404):
    """No question of the record has that id."""

    mensaje_base = (
        "El registro no tiene ninguna respuesta con ese número. Revise que esté completo: es en lo "
        "que termina la dirección de su constancia."
    )


class ModeloDesconocido(ErrorPeticion, estado=404):
    """Another program asks for a model that SIAA is not; those of OpenAI know it by its code."""

    codigo = "model_not_found"
    mensaje_base = (
        "Ese modelo no existe: los de SIAA son «siaa», «siaa:sin-modelo» y «siaa:<colección>»."
    )


class OrdenAjena(ErrorPeticion, estado=501):
    """Another program asks of SIAA what only a server of models does."""

    mensaje_base = (
        "SIAA responde preguntas; no descarga, crea, copia ni borra modelos, ni da vectores."
    )


class RegistroApagado(ErrorPeticion, estado=404):
    """The record is asked for and the settings keep none."""

    mensaje_base = (
        "El registro de preguntas está apagado: para tenerlo, quite SIAA_REGISTRO=no y reinicie."
    )


class RecargaEnCurso(ErrorPeticion, estado=409):
    """A reload was asked for while another one runs."""

    reintentable = True
    mensaje_base = "Ya hay una recarga en curso: espere a que termine y vuelva a intentarlo."


class RecargaRechazada(ErrorPeticion, estado=409):
    """Fewer questions would find their document than before, so the old index stays.

    `detalle` counts them (`antes`, `despues`, `total`) and lists some of those lost (`perdidas`).
    """

    mensaje_base = (
        "La recarga se rechazó: menos preguntas encontrarían su documento. Sigue en uso la "
        "biblioteca anterior."
    )


class PeticionDemasiadoGrande(ErrorPeticion, estado=413):
    """The body is over the size limit."""

    mensaje_base = "La petición supera 1 MiB: acorte la conversación o el texto."


class PreguntaDemasiadoLarga(ErrorPeticion, estado=413):
    """The question is over the limit of characters."""

    mensaje_base = "La pregunta supera los 4.000 caracteres: acórtela."


class DemasiadosMensajes(ErrorPeticion, estado=413):
    """The conversation has too many messages."""

    mensaje_base = "La conversación supera los 200 mensajes: empiece una nueva."


class SubidaDemasiadoGrande(ErrorPeticion, estado=413):
    """Too many files are handed in at once, or too much."""

    mensaje_base = (
        "Se reciben hasta 40 archivos y 24 MiB a la vez: envíelos por partes. Un archivo que pese "
        "más se copia a la carpeta de documentos."
    )


class TipoNoAdmitido(ErrorPeticion, estado=415):
    """The body is not declared as JSON."""

    mensaje_base = "Envíe la petición como JSON, con «Content-Type: application/json»."


class ErrorServicio(ErrorSIAA, estado=503):
    """SIAA cannot do it at this moment."""

    reintentable = True


class ColaLlena(ErrorServicio):
    """Every place in the queue for the model is taken."""

    mensaje_base = (
        "Hay demasiadas preguntas en espera del modelo: vuelva a preguntar en un momento."
    )


class BibliotecaNoDisponible(ErrorServicio):
    """The documents folder cannot be read, so there is nothing to (re)load."""

    mensaje_base = "La carpeta de documentos no se puede leer: revise SIAA_DOCUMENTOS."


class RegistroNoDisponible(ErrorServicio):
    """The record cannot be read, or has no room for more, at this moment."""

    mensaje_base = (
        "El registro de preguntas no está disponible: vuelva a intentarlo en un momento; si sigue "
        "así, /siaa/status dice qué hacer."
    )


class DocumentoEnPreparacion(ErrorServicio):
    """Too many want documents that still have to be made into pages."""

    mensaje_base = "Se están preparando otros documentos: vuelva a abrir este en unos segundos."


class LecturasNoEscritas(ErrorServicio):
    """The folder of readings takes no more."""

    mensaje_base = (
        "No se pueden guardar lecturas junto a los documentos: revise que el servicio pueda "
        "escribir en su carpeta «lecturas» y que haya espacio. Las ya hechas siguen ahí."
    )


class EvaluacionNoEscrita(ErrorServicio):
    """The question file of the library cannot be written, or there is a mistake in it."""

    mensaje_base = (
        "No se puede escribir «evaluacion.jsonl»: revise que el servicio pueda escribir en la "
        "carpeta de documentos y que haya espacio."
    )


class BibliotecaNoEscrita(ErrorServicio):
    """The folder of documents cannot be changed."""

    mensaje_base = (
        "No se pudo escribir en la carpeta de documentos o en la de datos: dé permiso al usuario "
        "con que corre SIAA, o haga espacio. Nada se perdió: lo que se iba a quitar sigue en su "
        "sitio o en «retirados»."
    )


class VectoresNoDisponibles(ErrorServicio):
    """Vectors cannot be made, kept or looked for; every one says which and what to do."""

    mensaje_base = "Los vectores no están disponibles: ejecute «./run.sh indexar»."


class SoloPasajes(ErrorServicio):
    """The passages were asked for, and nothing else."""

    mensaje_base = "Se pidieron solo los pasajes."


class SinDescriptores(ErrorServicio):
    """The system lets this process open no more files or connections."""

    mensaje_base = (
        "SIAA tiene abiertos todos los archivos y conexiones que el sistema le deja: vuelva a "
        "intentarlo en un momento; si se repite, el administrador debe subir el límite «ulimit -n» "
        "(LimitNOFILE en systemd)."
    )


class ServicioDeteniendose(ErrorServicio):
    """The service is stopping and gave up an answer that took too long."""

    mensaje_base = "El servicio se está deteniendo: vuelva a preguntar en unos minutos."


class ErrorModelo(ErrorSIAA, estado=502):
    """The model's server failed; people get the extractive answer or a marked partial one.

    `razon`: what the server itself said of it, one line, for whoever mends it and nobody else.
    """

    reintentable = True

    def __init__(self, razon: str = "") -> None:
        super().__init__()
        self.razon = razon


class ModeloNoResponde(ErrorModelo):
    """Nobody listens at the model's address, or it hung up before answering."""

    mensaje_base = "El modelo que redacta las explicaciones no responde: avise al administrador."


class ModeloNoInstalado(ErrorModelo):
    """The server is there but lacks the model."""

    reintentable = False
    mensaje_base = (
        "El servidor no tiene el modelo configurado: el administrador debe instalarlo o cambiar "
        "SIAA_MODELO."
    )


class ClaveRechazada(ErrorModelo):
    """The server does not take the key that it was shown, or was shown none."""

    reintentable = False
    mensaje_base = (
        "El servidor del modelo no acepta la clave: el administrador debe revisar SIAA_CLAVE_API."
    )


class ModeloOcupado(ErrorModelo):
    """The server answers 503 while it loads, or 429 when too much is asked of it."""

    mensaje_base = "El modelo se está cargando o está ocupado: vuelva a preguntar en un momento."


class ModeloFallo(ErrorModelo):
    """The server refused for any other reason (500, 403, a router's 404…)."""

    mensaje_base = "El servidor del modelo falló: si se repite, avise al administrador."


class EsperaAgotada(ErrorModelo):
    """No word came within the patience for the first token, or between two."""

    mensaje_base = "El modelo tardó demasiado en responder: vuelva a preguntar más tarde."


class ContextoExcedido(ErrorModelo):
    """The prompt does not fit the model's window.

    `tokens_prompt` and `ventana` are the server's own counts, in tokens, if its message had them.
    """

    reintentable = False
    mensaje_base = (
        "La pregunta es demasiado larga para el modelo: acórtela o empiece una conversación nueva."
    )

    def __init__(self, tokens_prompt: int | None = None, ventana: int | None = None) -> None:
        super().__init__()
        self.tokens_prompt = tokens_prompt
        self.ventana = ventana


class RespuestaCortada(ErrorModelo):
    """The stream ended without `done`, broke, carried an error line or was not JSON."""

    codigo = "corte"
    mensaje_base = "La respuesta del modelo se interrumpió."
