"""The models that SIAA is to other programs."""

from dataclasses import dataclass
from typing import Final

from siaa.biblioteca.ambito import TODO, Ambito
from siaa.errores import ModeloDesconocido
from siaa.web.servicios import Servicios

FAMILIA: Final = "siaa"


@dataclass(frozen=True, slots=True)
class Modelo:
    """A way of answering, by the name that other programs know it by.

    solo_pasajes: the passages themselves, at once, not the model's words. ambito: asked of what.
    """

    nombre: str
    solo_pasajes: bool = False
    ambito: Ambito = TODO


PROPIOS: Final = (
    Modelo(f"{FAMILIA}:latest"),
    Modelo(f"{FAMILIA}:sin-modelo", solo_pasajes=True),
)


def modelos_de(servicios: Servicios) -> tuple[Modelo, ...]:
    """Return all models that there are: one for each collection besides those that see it all."""
    modelos = {modelo.nombre: modelo for modelo in PROPIOS}
    for coleccion in servicios.biblioteca.actual.indice.colecciones:
        nombre = f"{FAMILIA}:{coleccion}"
        modelos.setdefault(nombre, Modelo(nombre, ambito=Ambito(colecciones=(coleccion,))))
    return tuple(modelos.values())


def modelo_de(nombre: str, servicios: Servicios) -> Modelo:
    """Return a model by its name; one without a tag is the latest. Raises `ModeloDesconocido`."""
    completo = nombre if ":" in nombre else f"{nombre}:latest"
    for modelo in modelos_de(servicios):
        if modelo.nombre == completo:
            return modelo
    # Their programs know it by these words.
    raise ModeloDesconocido(f"model '{nombre}' not found")
