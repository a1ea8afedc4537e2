"""What two indexes are worth to the same questions, and whether the new one is worse. Pure."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace

from siaa.biblioteca.indice import Indice


@dataclass(frozen=True, slots=True)
class RespuestaExamen:
    """A question, the key of the document that answers it, and those that were chosen for it."""

    pregunta: str
    documento: str
    elegidos: tuple[str, ...]

    @property
    def acierta(self) -> bool:
        """Whether its document is among those chosen."""
        return self.documento in self.elegidos


@dataclass(frozen=True, slots=True)
class Examen:
    """The questions that a library is tried on; by default none, which any index passes.

    juzgar: asks them all of an index, one by one, in a fixed order. aviso: what a person should
    know about them, in Spanish.
    """

    juzgar: Callable[[Indice], Iterable[RespuestaExamen]] = lambda _: ()
    aviso: str | None = None


Examinador = Callable[[], Examen]
"""Reads the questions as they are now. Never fails: what is wrong is the exam's `aviso`."""


@dataclass(frozen=True, slots=True)
class Evaluada:
    """How many of `total` questions found their document before and after."""

    antes: int
    despues: int
    total: int


@dataclass(frozen=True, slots=True)
class ComparacionExamen(Evaluada):
    """How many found it, and `perdidas`: answers of the new index where the old one was right."""

    perdidas: tuple[RespuestaExamen, ...]

    @property
    def empeora(self) -> bool:
        """Whether fewer questions find their document."""
        return self.despues < self.antes


def comparar_examen(
    antes: Iterable[RespuestaExamen],
    despues: Iterable[RespuestaExamen],
    claves: Collection[str],
    renombra: tuple[str, str] | None = None,
) -> ComparacionExamen | None:
    """Compare what one exam said of two indexes; None when no question counts.

    claves: keys of the documents of either index; a question about any other document says
    nothing of them. renombra: key of a document in the first index → its key in the second.
    """
    vieja, nueva = renombra or ("", "")
    pares = [
        (viejo, replace(nuevo, documento=nueva) if nuevo.documento == vieja else nuevo)
        for viejo, nuevo in zip(antes, despues, strict=True)
        if viejo.documento in claves
    ]
    if not pares:
        return None
    return ComparacionExamen(
        antes=sum(viejo.acierta for viejo, _ in pares),
        despues=sum(nuevo.acierta for _, nuevo in pares),
        total=len(pares),
        perdidas=tuple(n for viejo, n in pares if viejo.acierta and not n.acierta),
    )
