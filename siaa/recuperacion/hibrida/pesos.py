"""The numbers of `hibrida`: chosen on one half of the questions, the same for every library."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Pesos:
    """What each part of a score is worth; 0 switches it off (docs/recuperacion.md, ablation).

    documento: BM25 of the whole text. azar: how fast the words of a passage count less in it the
    more passages it has. nombre: what it is called.
    encabezado: the heading of the section; despues: how much of that a passage gets that is not the
    first of the section.
    en_documento: how much a word counts by how rare it is in its document, beside how rare it is
    in the library: a word that chose the document tells its passages apart no more.
    en_nombre: how much a word of a name of its document counts inside it, beside one that is not.
    intencion: how much more a passage is worth that has all that the question wants to know.
    motivos: what a recital («Considerando…»), a cover or a heading alone is worth beside a rule.
    vecino: the passages before and after, of the same section, are worth at least this share.
    clave_manual, citado, anio: a keyword of the catalogue; a norm cited by its number or code; one
    of a year that the question says. otro_anio: how much of its score one of another year loses at
    most: what is five years later, or thirty earlier.
    segundo: passages of another document count by (its score / the best score)^segundo; rival: not
    at all where it has less than this share of the best score.
    """

    documento: float = 2.0
    azar: float = 0.1
    nombre: float = 3.0
    encabezado: float = 1.1
    despues: float = 0.6
    en_documento: float = 0.5
    en_nombre: float = 0.5
    intencion: float = 0.5
    motivos: float = 0.6
    vecino: float = 0.45
    clave_manual: float = 13.0
    citado: float = 100.0
    anio: float = 8.0
    otro_anio: float = 0.4
    segundo: float = 2.0
    rival: float = 0.85


PESOS: Final = Pesos()
