"""The numbers of `hibrida`: chosen on one half of the questions, the same for every library."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Pesos:
    """What each part of a score is worth; 0 switches it off (docs/recuperacion.md, ablation).

    forma: a word as written, beside its stem. parrafo: BM25 of the paragraph, added to its units.
    literal: a unit that says the question word for word, beside all that its words are worth.
    vecinas: the units before and after. encabezado: the heading of the section; frase: how much
    more when the question says it word for word; inicio: and how much more at its start;
    contiguas: the headings of the sections before and after.
    apertura: what the opening of an article is worth beside the best unit of the article.
    documento: BM25 of the whole text. nombre: what it is called, by `exponente_nombre`;
    parte_nombre: share of a name from which its words are silent inside passages.
    clave_manual, citado: a keyword of the catalogue; a norm cited by its number or code.
    segundo: passages of another document count by (its score / the best score)^segundo.
    """

    forma: float = 0.35
    parrafo: float = 0.4
    literal: float = 3.0
    vecinas: float = 0.15
    encabezado: float = 1.5
    frase: float = 0.5
    inicio: float = 1.0
    contiguas: float = 0.15
    apertura: float = 1.5
    documento: float = 2.0
    nombre: float = 5.0
    exponente_nombre: float = 2.0
    parte_nombre: float = 0.6
    clave_manual: float = 10.0
    citado: float = 100.0
    segundo: float = 3.0


PESOS: Final = Pesos()
