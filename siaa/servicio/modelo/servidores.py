"""The model's servers: one or several, each with what is known of it."""

from dataclasses import dataclass, replace

from siaa.errores import ErrorModelo
from siaa.modelo.cliente import ClienteModelo
from siaa.servicio.modelo.carga import Cargador
from siaa.servicio.modelo.ritmo import EstadoRitmo, Ritmo
from siaa.servicio.modelo.salud import EstadoModelo, Salud
from siaa.servicio.modelo.turnos import Lugar


@dataclass(frozen=True, slots=True)
class ServidorModelo:
    """One server, asked by `cliente`."""

    cliente: ClienteModelo
    salud: Salud
    ritmo: Ritmo
    cargador: Cargador

    @property
    def lugar(self) -> Lugar:
        """How the queue sees it."""
        return Lugar(self.ritmo.responder_s, self.salud.grado)


class Servidores(tuple[ServidorModelo, ...]):
    """All of them, by the number that the queue knows them by; at least one."""

    __slots__ = ()

    @property
    def estado(self) -> EstadoModelo:
        """What is known of the fittest, with what is amiss at any, by its address if several."""
        mejor = min(self, key=lambda servidor: servidor.salud.grado())
        if len(self) == 1:
            return mejor.salud.estado
        otros = [s for s in self if s is not mejor and s.salud.estado.problema]
        dichos = [(s, s.salud.estado.problema or "") for s in otros]
        dichos += [(s, aviso) for s in self for aviso in s.salud.estado.avisos]
        avisos = (d if s.cliente.url in d else s.salud.rotulo + d for s, d in dichos)
        return replace(mejor.salud.estado, avisos=tuple(avisos))

    @property
    def listos(self) -> tuple[int, int]:
        """How many can answer, of how many there are."""
        return sum(servidor.salud.estado.listo for servidor in self), len(self)

    @property
    def ritmo(self) -> EstadoRitmo:
        """How fast the fittest of those that were measured is."""
        por_grado = sorted(self, key=lambda servidor: servidor.salud.grado())
        medidos = (s.ritmo.estado for s in por_grado if s.ritmo.estado != EstadoRitmo())
        return next(medidos, EstadoRitmo())

    @property
    def impedimento(self) -> ErrorModelo | None:
        """The error that asking would surely end in, at whichever; else None."""
        return self.estado.impedimento

    @property
    def digest(self) -> str | None:
        """What tells the model from others of its name, at all those where it was seen."""
        vistos = {servidor.salud.digest for servidor in self} - {None}
        return "+".join(sorted(filter(None, vistos))) or None

    def comprobar(self) -> EstadoModelo:
        """Look at each of them now, one after another; return what is known then."""
        for servidor in self:
            servidor.salud.comprobar()
        return self.estado

    def arrancar(self) -> None:
        """Start watching them."""
        for servidor in self:
            servidor.salud.arrancar()

    def terminar(self) -> None:
        """Stop what goes on with them. The service must have been asked to stop."""
        for servidor in self:
            servidor.salud.terminar()
            servidor.cargador.terminar()
