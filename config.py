"""The knobs: one frozen, validated settings object.

Precedence: command line over environment (`SIAA_*`) over `siaa.toml` (same names in lower case,
without the prefix) over default. A relative path is taken from the project's folder when it is a
default, from the file's folder in `siaa.toml`, else from the current folder.
"""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from siaa.ajustes import (
    PREFIJO,
    ErrorConfiguracion,
    Fraccion,
    Nombres,
    Origenes,
    Redes,
    Secreto,
    Segundos,
    SiNo,
    Texto,
    Token,
    Url,
    Urls,
    comprobar_secretos,
    comprobar_topes,
    explicar,
    variable_de,
)
from siaa.biblioteca.lengua.ortografia import CASI_IGUAL, nombres_parecidos
from siaa.diario import Formato
from siaa.errores import causa
from siaa.modelo.cable import Protocolo
from siaa.rutas import Almacenes, Rutas, extraer_rutas

RAIZ: Final = Path(__file__).resolve().parent
NOMBRE_ARCHIVO: Final = "siaa.toml"
SECRETOS: Final = ("token_admin", "token_preguntas", "clave_api", "qdrant_url", "postgres_url")


class Config(BaseModel):
    """Every setting, its default and why it has it. The unit stands in the description."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    documentos: Path = Field(
        RAIZ / "documentos", description="Folder of the library; each subfolder is a collection."
    )
    datos: Path = Field(
        RAIZ / "datos",
        description="Folder for what the service writes, outside the other; created when missing.",
    )
    indice_en_disco: Literal["auto", "no"] = Field(
        "auto", description="`auto` keeps the index of a slow library on disk; `no` never."
    )
    host: Texto = Field(
        "127.0.0.1", description="Address where it listens; by default only this machine gets in."
    )
    puerto: int = Field(
        5000, ge=0, le=65535, description="Port where it listens; 0 takes a free one and prints it."
    )
    ollama_url: Urls = Field(
        "http://127.0.0.1:11434", description="Address of the model's server; several with commas."
    )
    protocolo: Protocolo = Field("ollama", description="How it is spoken to: `ollama`, `openai`.")
    clave_api: Token | None = Field(None, description="Key of the model's servers, if they ask.")
    clave_api_archivo: Path | None = Field(None, description="File that holds that key alone.")
    modelo: Texto = Field(
        "qwen2.5:3b",
        description="Model: about the largest that an office CPU reads in bearable time.",
    )
    estrategia: Literal["hibrida", "clasica", "canal"] = Field(
        "hibrida", description="Retrieval strategy: also `clasica` (reference), `canal` (vectors)."
    )
    almacen: Almacenes = Field("memoria", description="Store: also `qdrant`, `postgres`.")
    qdrant_url: Secreto = Field(None, description="Qdrant: `https://key@host:6333`; key if any.")
    qdrant_url_archivo: Path | None = Field(None, description="File with that address alone.")
    postgres_url: Secreto = Field(None, description="PostgreSQL with pgvector, as libpq takes it.")
    postgres_url_archivo: Path | None = Field(None, description="File with that address alone.")
    presupuesto: int = Field(
        2400,
        ge=400,
        le=100000,
        description="Context sent for an unclear question, characters; a clear one gets less.",
    )
    respaldo_minimo: Fraccion = Field(
        0.18, description="Share of the question a document must answer for; 0 always answers."
    )
    reordenar: SiNo = Field("no", description="Sort the chosen fragments by the question's words.")
    reordenar_contenido: Fraccion = Field(
        0.1, description="Points that each word found in a fragment adds (the best has 1)."
    )
    reordenar_titulo: Fraccion = Field(
        0.15, description="Points that each word found in the document's title adds."
    )
    reordenar_tope: Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)] = Field(
        1, description="Most points that a fragment sorted again can have."
    )
    reordenar_umbral: Fraccion = Field(
        0.7, description="Fewest points with which a fragment sorted again is sent; one always is."
    )
    num_ctx: int = Field(
        4096,
        ge=1024,
        le=131072,
        description="The model's window, tokens; constant, since another value reloads the model.",
    )
    num_predict: int = Field(
        400, ge=16, le=8192, description="Longest answer, tokens: about 300 words."
    )
    num_hilos: int | None = Field(
        None,
        ge=1,
        le=512,
        description="Threads of the model; by default its server's choice, all cores. One fewer "
        "where other programs keep a core busy.",
    )
    espera_conexion: Segundos = Field(
        3, description="Patience for connecting to the model's server, seconds."
    )
    espera_primer_token: Segundos = Field(
        180, description="Patience for the first word, seconds: loading and reading are silent."
    )
    espera_entre_tokens: Segundos = Field(20, description="Patience between two words, seconds.")
    calentar: SiNo = Field("si", description="The model reads the fixed text before anybody asks.")
    leer: Literal["no", "noches"] = Field(
        "no", description="Readings by the model at `noches` (20–6), while nobody asks, or `no`."
    )
    descomponer: Literal["no", "duda", "siempre"] = Field(
        "no",
        description="Ask the model first what to look a question up with: `no`, `siempre`, or in "
        "`duda`, where little is found or no document stands out.",
    )
    lector_modelo: Texto | None = Field(None, description="Model that says searches, if another.")
    lector_url: Url | None = Field(None, description="Its server, if another.")
    lector_protocolo: Protocolo | None = Field(None, description="How that server is spoken to.")
    etapa_espera: Segundos = Field(
        120, description="Patience with such a stage, seconds; one that is late is left out."
    )
    reordenar_modelo: SiNo = Field("no", description="Ask the model first which of them answer.")
    referencias: SiNo = Field("no", description="Send what the chosen fragments refer to as well.")
    evaluar_contexto: SiNo = Field("no", description="Ask the model first whether it is enough.")
    formato_contexto: Literal["bloques", "fuentes"] = Field(
        "bloques", description="How fragments are sent: `bloques` by document, numbered `fuentes`."
    )
    chunk_size: int = Field(
        800, ge=100, le=20000, description="Size of a chunk, characters: about four sentences."
    )
    chunk_overlap: int = Field(
        300, ge=0, description="Overlap of chunks, characters: what one cuts is whole in the next."
    )
    max_chunks_contexto: int = Field(
        3, ge=1, le=50, description="Chunks sent of each document, at most (`clasica`)."
    )
    max_docs_contexto: int = Field(2, ge=1, le=20, description="Documents sent, at most.")
    top_keywords_por_doc: int = Field(
        20, ge=0, le=1000, description="Automatic keywords of each document."
    )
    min_freq_keyword: int = Field(2, ge=1, description="Fewest times that a keyword occurs.")
    min_len_keyword: int = Field(3, ge=1, description="Shortest keyword, characters.")
    cola: int = Field(
        40, ge=0, le=1000, description="Places waiting for the model; a full queue answers 503."
    )
    simultaneos: int = Field(
        1, ge=1, le=16, description="Answers at a time, by server: on one CPU they slow each other."
    )
    compartidas: int = Field(
        20, ge=0, le=1000, description="People who may follow an answer written for someone else."
    )
    cache_entradas: int = Field(
        500, ge=0, le=100000, description="Answers remembered, at most; 0 remembers none."
    )
    cache_horas: float = Field(
        168, gt=0, le=8784, allow_inf_nan=False, description="How long one is remembered, hours."
    )
    token_admin: Token | None = Field(
        None, description="Token of the administrator's routes; without one, only for this machine."
    )
    token_admin_archivo: Path | None = Field(
        None, description="File that holds that token and nothing else, in place of the setting."
    )
    token_preguntas: Token | None = Field(
        None, description="Token for asking and reading documents; without one, anybody may."
    )
    token_preguntas_archivo: Path | None = Field(
        None, description="File that holds that token and nothing else, in place of the setting."
    )
    hosts: Nombres | None = Field(
        None, description="Names people call this service by, with commas; needed to let others in."
    )
    url_publica: Url | None = Field(
        None,
        description="Address in the links that other programs get; by default, the one called.",
    )
    origenes: Origenes | None = Field(
        None, description="Other sites whose pages may ask, as `https://intranet.ejemplo`."
    )
    proxies: Redes | None = Field(
        None, description="Proxies whose word on who calls is taken; then no request is local."
    )
    limite_por_minuto: int = Field(
        0, ge=0, le=10000, description="Questions and searches a minute of each client; 0 = any."
    )
    conexiones_por_direccion: int = Field(
        100,
        ge=0,
        le=100000,
        description="Open connections of one address, but for `SIAA_PROXIES`; 0 = any.",
    )
    max_bytes_documento: int = Field(
        20 * 1024 * 1024,
        ge=1,
        description="Largest document, bytes; a larger one is left out and reported.",
    )
    vigilar: float = Field(
        10, ge=0, le=86400, description="Seconds between looks for changed documents; 0 = never."
    )
    espera_parada: float = Field(
        20, ge=0, le=600, description="Time that open answers get when the service stops, seconds."
    )
    latido: Annotated[float, Field(gt=0, le=30)] = Field(
        2,
        description="Time between heartbeats of an answer that says nothing yet, seconds; the page "
        "takes a line that is silent for 60 s for a lost one.",
    )
    registro: Literal["completo", "sin_textos", "no"] = Field(
        "completo",
        description="Record of questions: `completo`, `sin_textos` (nothing people wrote) or `no`.",
    )
    registro_dias: int = Field(
        90, ge=1, le=36500, description="How long a question stays in the record, days."
    )
    registro_filas: int = Field(
        100000, ge=1, le=10000000, description="Questions in the record, at most."
    )
    formato_registro: Formato = Field(
        "auto",
        description="Format of the log: `auto` is `texto` at a terminal, `json` anywhere else.",
    )

    _rutas: Rutas | None = None

    @property
    def rutas(self) -> Rutas:
        """The content routes of `siaa.toml`."""
        return self._rutas or Rutas()

    @property
    def datos_del_indice(self) -> Path | None:
        """Folder below which an index is kept on disk; None for never."""
        return self.datos if self.indice_en_disco == "auto" else None

    @field_validator("*", mode="before")
    @classmethod
    def _sin_booleanos(cls, valor: Any) -> Any:
        if isinstance(valor, bool):
            raise ValueError('un número, o un texto como «"si"», no verdadero o falso')
        return valor

    @model_validator(mode="after")
    def _coherente(self) -> Self:
        comprobar_topes(self)
        comprobar_secretos(self, SECRETOS)
        return self


def cargar_config(
    argumentos: Mapping[str, Any] | None = None,
    archivo: Path | None = None,
    entorno: Mapping[str, str] | None = None,
) -> Config:
    """Read the settings from every source and validate them.

    `argumentos`: values from the command line, None meaning absent; `archivo`: a TOML file that
    must exist, else `siaa.toml` of the project if there is one. Raises `ErrorConfiguracion`.
    """
    entorno = os.environ if entorno is None else entorno
    dados = {nombre: valor for nombre, valor in (argumentos or {}).items() if valor is not None}
    del_archivo = _leer_archivo(archivo)
    rutas = del_archivo.pop("rutas", None)
    valores = {**del_archivo, **_leer_entorno(entorno), **dados}
    try:
        config = Config(**valores)
    except ValidationError as error:
        de = (archivo or Path(NOMBRE_ARCHIVO)).name
        escritos = {n: f"«{n}» de {de}" for n in del_archivo if valores[n] is del_archivo[n]}
        raise ErrorConfiguracion(explicar(error, valores, SECRETOS, escritos)) from error
    config._rutas = rutas
    return config


def _leer_entorno(entorno: Mapping[str, str]) -> dict[str, str]:
    """Take the `SIAA_*` variables; a name that is nearly a setting's is an error, not ignored."""
    valores: dict[str, str] = {}
    for variable, valor in entorno.items():
        nombre = variable.removeprefix(PREFIJO).lower()
        if not variable.startswith(PREFIJO) or not valor.strip():
            continue
        if nombre in Config.model_fields:
            valores[nombre] = valor
        elif parecido := nombres_parecidos(nombre, Config.model_fields, 1, CASI_IGUAL):
            raise ErrorConfiguracion(
                f"{variable} no es un ajuste: ¿quiso decir {variable_de(parecido[0])}?"
            )
    return valores


def _leer_archivo(archivo: Path | None) -> dict[str, Any]:
    ruta = archivo or RAIZ / NOMBRE_ARCHIVO
    try:
        datos = tomllib.loads(ruta.read_bytes().decode("utf-8-sig"))
    except FileNotFoundError as error:
        if archivo is None:
            return {}
        raise ErrorConfiguracion(
            f"El archivo de configuración «{ruta}» no existe: revise el valor de --config."
        ) from error
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ErrorConfiguracion(
            f"El archivo de configuración «{ruta}» no se puede leer ({causa(error)}). Corríjalo; "
            'cada línea es como «puerto = 5000» o «modelo = "qwen2.5:3b"».'
        ) from error
    rutas = extraer_rutas(datos, ruta)
    for nombre in datos:
        if nombre not in Config.model_fields:
            llano = nombre.lower().removeprefix(PREFIJO.lower())
            parecido = nombres_parecidos(llano, Config.model_fields, 1)
            pista = f": ¿quiso decir «{parecido[0]}»?" if parecido else "; bórrelo."
            raise ErrorConfiguracion(f"«{nombre}» de {ruta.name} no es un ajuste{pista}")
    leidos = {nombre: _desde(ruta.parent, nombre, valor) for nombre, valor in datos.items()}
    return {n: v for n, v in leidos.items() if v is not None} | {"rutas": rutas}


def _desde(carpeta: Path, nombre: str, valor: Any) -> Any:
    """Take a relative path of a settings file from that file's folder; None for an empty one."""
    tipo = Config.model_fields[nombre].annotation
    es_ruta = Path in (tipo, *get_args(tipo)) and isinstance(valor, str)
    return (carpeta / valor if valor.strip() else None) if es_ruta else valor
