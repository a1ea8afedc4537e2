"""`[embeddings.*]` and `[routing.*]` of `siaa.toml`: which content is embedded how, and searched.

What can be done without falls back to the route `docs` and is told; what cannot stops the start.
The names of fields are those of the file.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, NoReturn

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from siaa.ajustes import ErrorConfiguracion, Texto, Url, que_escribir
from siaa.biblioteca.estructura.rebanadas import DOCS, ESTRUCTURADAS, Rebanada, clasificar_documento
from siaa.biblioteca.valores import Documento

GENERICO: Final = "embeddings"
"""The index that holds everything, under the profile of `docs`."""
SECCIONES: Final = ("embeddings", "routing")
Almacenes = Literal["memoria", "qdrant", "postgres"]
DIMENSION: Final = 1024
PERFIL_DE_RESERVA: Final = "default_docs"
SIN_TORCH: Final = (
    "«ollama», «openai» o «hash» en «provider»: «sentence-transformer» traería dos gigabytes de "
    "PyTorch a este equipo"
)


def _extension(valor: str) -> str:
    if not (valor.startswith(".") and valor[1:].isalnum()):
        raise ValueError("una extensión con su punto, como .sql")
    return valor.lower()


def _nombre(valor: str) -> str:
    if not valor.replace("-", "_").replace("_", "a").isalnum():
        raise ValueError("un nombre de letras, números, «-» y «_»: así se llama en el almacén")
    return valor


Extension = Annotated[str, AfterValidator(_extension)]
AlLado = Annotated[Texto, AfterValidator(lambda dado, de: str((de.context or Path()) / dado))]
"""A path that is taken from the folder of the file."""


class _Tabla(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", hide_input_in_errors=True)


class Perfil(_Tabla):
    """How texts become vectors. cost_class, capabilities: what the administrator notes of it."""

    provider: Literal["hash", "ollama", "openai"]
    model: Texto = ""
    dim: Annotated[int, Field(ge=1, le=65536)] = DIMENSION
    url: Url | None = None
    clave_archivo: AlLado | None = None
    prefix_query: str = ""
    prefix_document: str = ""
    cost_class: str = ""
    capabilities: list[str] = []

    @property
    def hechura(self) -> str:
        """What two vectors of passages have to have in common to be compared, for people too."""
        antes = f", tras «{self.prefix_document}»" if self.prefix_document else ""
        return f"{self.provider} {self.model}".strip() + f", {self.dim} columnas{antes}"

    @model_validator(mode="before")
    @classmethod
    def _entero(cls, datos: Any) -> Any:
        proveedor = datos.get("provider") if isinstance(datos, dict) else None
        if proveedor == "sentence-transformer":
            raise ValueError(SIN_TORCH)
        faltan = [clave for clave in ("model", "dim") if proveedor and clave not in datos]
        if proveedor in ("ollama", "openai") and faltan:
            raise ValueError(f"debajo «{faltan[0]}»: el del modelo de vectores")
        return datos


class _Ruta(_Tabla):
    profile: str = ""
    index: str = ""


class Secundaria(_Tabla):
    """A route that is searched beside another, and what its scores count for."""

    route: Texto
    weight: Annotated[float, Field(ge=0, le=1)]


class _Varias(_Tabla):
    primary: Texto
    secondary: list[Secundaria] = []


class _Opciones(_Tabla):
    enable_query_routing: bool = False
    enable_multi_route: bool = False
    erp_collections: list[Texto] = []


class _Embeddings(_Tabla):
    profiles: dict[Annotated[str, AfterValidator(_nombre)], Perfil] = {}
    routes: dict[str, _Ruta] = {}


class _Routing(_Tabla):
    slice_type_to_route: dict[str, Texto] = {}
    options: _Opciones = _Opciones()
    slice_types: dict[str, list[Extension]] = {}
    multi_route: dict[str, _Varias] = {}


class _Secciones(_Tabla):
    embeddings: _Embeddings = _Embeddings()
    routing: _Routing = _Routing()


@dataclass(frozen=True, slots=True)
class RutaDeContenido:
    """Where slices of some types are kept: the name of the index, and how they are embedded."""

    nombre: str
    nombre_perfil: str
    perfil: Perfil
    indice: str


COMO_DOCS: Final = Rebanada(DOCS, "", 1.0, ("no hay rutas de contenido configuradas",))
POR_OMISION: Final = RutaDeContenido(DOCS, "hash", Perfil(provider="hash"), "emb_docs")


@dataclass(frozen=True, slots=True)
class Rutas:
    """What the sections say. rutas: by name, `docs` always. avisos: what was put right, in Spanish.

    escritas: whether they are written at all; como: the rest, as it is.
    """

    rutas: Mapping[str, RutaDeContenido] = field(
        default_factory=lambda: MappingProxyType({DOCS: POR_OMISION})
    )
    avisos: tuple[str, ...] = ()
    como: _Routing = field(default_factory=_Routing)
    escritas: bool = False

    @property
    def docs(self) -> RutaDeContenido:
        """The route that everything falls back to."""
        return self.rutas[DOCS]

    def clasificar(self, documento: Documento) -> Rebanada:
        """Return the kind of the slices of a document."""
        if not self.escritas:
            return COMO_DOCS
        importado = documento.coleccion in self.como.options.erp_collections
        return clasificar_documento(documento.ruta, documento.contenido, self.tipos, importado)

    def tipo_de(self, documento: Documento) -> str:
        """Return the type of the slices of a document; empty where no route is configured."""
        return self.clasificar(documento).slice_type if self.escritas else ""

    @property
    def tipos(self) -> dict[str, str]:
        """Extension → type of slice, where the administrator has types of his own."""
        propios = self.como.slice_types.items()
        return {e: tipo for tipo, extensiones in propios for e in extensiones}

    @property
    def extensiones(self) -> tuple[str, ...]:
        """Of what is read beside documents: data, settings and programs, where there are routes."""
        return (*ESTRUCTURADAS, *self.tipos) if self.escritas else ()

    def secundarias(self, primaria: str) -> list[Secundaria]:
        """Return what is searched beside a route."""
        bloque = self.como.multi_route.get(f"{primaria}_primary")
        return bloque.secondary if bloque and self.como.options.enable_multi_route else []

    def ruta(self, nombre: str, para: str) -> tuple[RutaDeContenido, str]:
        """Return a route, or `docs` with what to warn of. para: what asks for it, in Spanish."""
        if nombre in self.rutas:
            return self.rutas[nombre], ""
        return self.docs, f"No hay una ruta «{nombre}» que sirva para {para}: va por «{DOCS}»."

    def ruta_de_tipo(self, tipo: str) -> tuple[RutaDeContenido, str]:
        """Return the route of a type of slice, and what to warn of, if anything."""
        if not self.escritas:
            return self.docs, ""
        if tipo in self.como.slice_type_to_route:
            return self.ruta(self.como.slice_type_to_route[tipo], f"lo que es «{tipo}»")
        falta = f"routing.slice_type_to_route no dice adónde va «{tipo}»: va por «{DOCS}»."
        return self.docs, falta


def extraer_rutas(datos: dict[str, Any], ruta: Path) -> Rutas:
    """Take the two sections out of parsed settings and return what they mean.

    ruta: of the file, from whose folder its relative paths are taken. Raises `ErrorConfiguracion`.
    """
    archivo = ruta.name
    escrito = {nombre: datos.pop(nombre) for nombre in SECCIONES if nombre in datos}
    if not escrito:
        return Rutas()
    try:
        secciones = _Secciones.model_validate(escrito, context=ruta.parent)
    except ValidationError as error:
        queja = error.errors()[0]
        clave = ".".join(map(str, queja["loc"])).removesuffix(".[key]")
        _fallar(archivo, clave, f"no sirve: {que_escribir(queja)}")
    for bloque, varias in secciones.routing.multi_route.items():
        if f"{varias.primary}_primary" != bloque:
            debe = f"debe decir lo mismo que su sección: «{bloque.removesuffix('_primary')}»"
            _fallar(archivo, f"routing.multi_route.{bloque}.primary", debe)
    avisos: list[str] = []
    rutas = _resolver(secciones.embeddings, archivo, avisos)
    return Rutas(MappingProxyType(rutas), tuple(avisos), secciones.routing, escritas=True)


def _fallar(archivo: str, clave: str, que: str) -> NoReturn:
    dicho = " ".join(f"«{clave}» {que}.".split())  # a key in quotes may hold any character
    raise ErrorConfiguracion(f"{archivo}: {dicho}")


def _resolver(
    embeddings: _Embeddings, archivo: str, avisos: list[str]
) -> dict[str, RutaDeContenido]:
    if DOCS not in embeddings.routes:
        remedio = 'todo lo demás cae en ella; escriba debajo profile = "…" e index = "emb_docs"'
        _fallar(archivo, f"embeddings.routes.{DOCS}", f"falta: {remedio}")
    rutas: dict[str, RutaDeContenido] = {}
    for nombre, escrita in embeddings.routes.items():
        clave = f"embeddings.routes.{nombre}"
        if escrita.profile and escrita.index:
            perfil = _perfil(embeddings, nombre, archivo, avisos)
            elegido = embeddings.profiles[perfil]
            rutas[nombre] = RutaDeContenido(nombre, perfil, elegido, escrita.index)
        elif nombre == DOCS:
            _fallar(archivo, clave, "no está completa: escriba debajo «profile» e «index»")
        else:
            que = f"{archivo}: a «{clave}» le falta «profile» o «index»"
            avisos.append(f"{que}: lo que iba por «{nombre}» va por «{DOCS}».")
    duenas = {GENERICO: rutas[DOCS]}
    for ruta in rutas.values():
        if (otra := duenas.setdefault(ruta.indice, ruta)).perfil != ruta.perfil:
            choque = f"es el índice de «{otra.nombre}», que tiene otro perfil: escriba otro nombre"
            _fallar(archivo, f"embeddings.routes.{ruta.nombre}.index", choque)
    return rutas


def _perfil(embeddings: _Embeddings, ruta: str, archivo: str, avisos: list[str]) -> str:
    pedido, clave = embeddings.routes[ruta].profile, f"embeddings.routes.{ruta}.profile"
    if pedido in embeddings.profiles:
        return pedido
    que = f"nombra un perfil «{pedido}» que no existe"
    if ruta == DOCS and PERFIL_DE_RESERVA in embeddings.profiles:
        avisos.append(f"{archivo}: «{clave}» {que}: se usa «{PERFIL_DE_RESERVA}».")
        return PERFIL_DE_RESERVA
    _fallar(archivo, clave, f"{que}: escriba la sección [embeddings.profiles.{pedido}]")
