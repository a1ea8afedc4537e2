"""A follow-up that is no more than another thing than the one asked about: «¿y los correos?». Pure.

«¿Cuánto se guardan las grabaciones?» is then looked up of mail.
"""

import re
from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import Final, NamedTuple

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.terminos import PALABRAS_DE_LA_PREGUNTA, terminos
from siaa.biblioteca.lengua.texto import plegar
from siaa.comprension.dependencia import clase_de, en_pasajes
from siaa.comprension.intentos import intentos_de

_ESCRITA: Final = re.compile(r"[^\W_]+")
_DE_QUE: Final = frozenset({"", "a", "de", "para", "por", "sobre"})
"""Before what something is of or for; what another one introduces («en enero») is said besides."""
_COSA: Final = re.compile(r"(?P<prep>p?)(?P<det>[dlm]?)(?<=[pdlm])(?P<nombre>[Ng]*N[Ng]*)")
"""What is named, by the classes of its words (`dependencia.clases`)."""


class _Cosa(NamedTuple):
    """A noun that a text says at `[inicio, fin)`, with the preposition and article before it.

    indefinida: after «un» or «una»; una: after a singular; palabras: how many name it.
    """

    inicio: int
    fin: int
    prep: str
    articulo: bool
    indefinida: bool
    una: bool
    palabras: int

    def por(self, otra: "_Cosa") -> bool:
        """Tell whether another may stand in its place; «la parcial» of «una sentencia» may not."""
        if self.prep != otra.prep or self.articulo != otra.articulo:
            return False
        igual = otra.prep != "" or self.indefinida == otra.indefinida
        return igual and (self.palabras <= otra.palabras or not otra.articulo)


def con_otra_cosa(previa: str, texto: str, indice: Indice) -> str:
    """Return an earlier question with the thing that a follow-up names in place of one of its own.

    That is the last one after the same preposition; without any, one without which more of the
    question is said together in a passage. Empty where a follow-up says anything else, or a thing
    that no document says.
    """
    otra = _la_que_dice(texto)
    if otra is None or otra.prep not in _DE_QUE or intentos_de(texto):
        return ""
    dichos = (indice.pasajes.filas, indice.encabezados.textos)
    propios = {*terminos(texto)} - PALABRAS_DE_LA_PREGUNTA
    if all(propios.isdisjoint(donde) for donde in dichos):
        return ""
    dicha = texto[otra.inicio : otra.fin]
    suyas = [suya for suya in _cosas(previa) if suya.por(otra)]
    nuevas = [previa[: suya.inicio] + dicha + previa[suya.fin :] for suya in reversed(suyas)]
    if otra.prep or not nuevas:
        return "".join(nuevas[:1])
    if otra.una and any(intento.nombre == "quien" for intento in intentos_de(previa)):
        return ""  # who is asked for may be who is named: «¿y el secretario?»
    parte, nueva = max(((_parte_junta(n, indice), n) for n in nuevas), key=itemgetter(0))
    return nueva if parte > _parte_junta(f"{previa} {texto}", indice) else ""


def _la_que_dice(texto: str) -> _Cosa | None:
    """Return the thing that joins on and is all that a text says: «y la boda», «y la de luto»."""
    palabras = [*_ESCRITA.finditer(texto)]
    forma = _forma(palabras)
    sigue = re.match(r"y[ld]?(?=p)|y(?=.)", forma)
    lugar = palabras[sigue.end()].start() if sigue else 0
    hasta = palabras[-1].end() if sigue else 0
    return next((c for c in _cosas(texto[:hasta]) if c[:2] == (lugar, hasta)), None)


def _forma(palabras: Iterable[re.Match[str]]) -> str:
    """Return the classes of some words, a letter each; a number is of none."""
    return "".join("n" if p[0].isdigit() else clase_de(p[0])[0] for p in palabras)


def _cosas(texto: str) -> Iterator[_Cosa]:
    """Yield what a text names after a preposition or an article, in order; no numbers."""
    palabras = [*_ESCRITA.finditer(texto)]
    for cosa in _COSA.finditer(_forma(palabras)):
        primera, ultima = palabras[cosa.start()], palabras[cosa.end() - 1]
        prep = plegar(primera[0]).removesuffix("l") if cosa["prep"] else ""
        articulo = plegar(palabras[cosa.start("det")][0]) if cosa["det"] else ""
        yield _Cosa(
            inicio=primera.start(),
            fin=ultima.end(),
            prep=prep,
            articulo=articulo != "" or plegar(primera[0]).endswith("l"),
            indefinida=cosa["det"] == "m",
            una=not articulo.endswith("s"),
            palabras=cosa.end() - cosa.start("nombre"),
        )


def _parte_junta(texto: str, indice: Indice) -> float:
    """Return how much of what a text says some passage says, 0 to 1."""
    pedidos = {*terminos(texto)} - PALABRAS_DE_LA_PREGUNTA
    peso = sum(indice.pasajes.rareza(termino) for termino in pedidos)
    return float(en_pasajes(indice, pedidos).max(initial=0.0) / max(peso, 1e-9))
