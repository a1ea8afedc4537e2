"""«Del mismo acuerdo», «la citada ley», «ibídem»: which act is meant, where that is sure. Pure."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from siaa.biblioteca.lengua.nombres import Norma
from siaa.biblioteca.lengua.referencias import MARCA
from siaa.biblioteca.lengua.texto import plegar
from siaa.biblioteca.lengua.vocabulario import TIPOS_NORMA
from siaa.biblioteca.relaciones.nombrados import nombrados

_CLASE: Final = "|".join((*TIPOS_NORMA, "codigo", "estatuto"))
_DICHO: Final = "(?:pre)?citad|mencionad|referid|aludid|antedich|expresad|indicad"
_REFERIDO = re.compile(
    rf"(?<![a-zñ])(?:(?<!est[ea]\s)(?:mism|dich|{_DICHO})[oa]\s(?P<antes>{_CLASE})"
    rf"|(?P<despues>{_CLASE})\s(?:(?:antes|ya|arriba)\s)?(?:{_DICHO})[oa]|ibidem)"
    r"(?![a-z0-9ñ])(?!(?:[\s,-]{1,2}(?:ley|legislativo|reglamentario|extraordinario|n(?:umero|ro|o)?))*"
    r"[.°º]?\s?(?:[a-z]{1,6}[\s-]?)?[0-9])"
)
"""Words that name an act by an earlier mention of it, with no number of its own after them."""


ALCANCE: Final = 1000
"""Characters before a phrase in which the act that it means is looked for."""
Tocadas = Mapping[str, Mapping[str, Norma]]
"""Kind → acts of that kind that are changed: two, where there are more."""


def anotar(norma: Norma, tocadas: dict[str, dict[str, Norma]]) -> None:
    """Remember an act that is changed: of each kind only whether there is one or more."""
    clase = norma.tipo or plegar(norma.numero).partition(" ")[0]
    suyas = tocadas.setdefault(clase, {})
    if len(suyas) < 2:
        suyas.setdefault(f"{norma.letras} {norma.numero}", norma)


def con_los_referidos(plegada: str, antes: Callable[[], str], tocadas: Tocadas) -> str:
    """Return a folded sentence with each act that it only refers to named in full.

    antes: what its article says before it, the last `ALCANCE` characters. tocadas: the acts that
    the title and the articles before it change. The act that is meant is the last of its kind that
    the article named; where it named none, the only one of its kind that is changed. What may be
    another one stays as it is.
    """

    def nombrar(hallado: re.Match[str]) -> str:
        suyo = plegada[max(0, hallado.start() - ALCANCE) : hallado.start()]
        dicho = suyo if len(suyo) == ALCANCE else f"{antes()} {suyo}"[-ALCANCE:]
        norma = _referida(hallado, dicho, tocadas)
        if norma is None:
            return hallado[0]
        dicha = plegar(norma.dicha) if norma.tipo else MARCA + norma.numero.replace(" ", "_")
        return f"del {dicha}" if hallado[0] == "ibidem" else dicha

    return _REFERIDO.sub(nombrar, plegada)


def nombra_acto(plegada: str) -> bool:
    """Tell whether a text names an act, or refers to one."""
    return bool(_REFERIDO.search(plegada)) or any(n.norma for n in nombrados(plegada))


def _referida(hallado: re.Match[str], antes: str, tocadas: Tocadas) -> Norma | None:
    clase = hallado["antes"] or hallado["despues"] or _CLASE
    propio = _REFERIDO.sub(" ", antes)  # another one that refers means what was named before it
    dichas = list(re.finditer(rf"(?<![a-zñ])(?:{clase})(?:e?s)?(?![a-zñ])", plegar(propio)))
    posibles: Iterable[Norma | None] = (n for suyas in tocadas.values() for n in suyas.values())
    if dichas:  # where no number follows the last («la presente ley»), it may be what is meant
        desde = dichas[-1].start()
        posibles = (n.norma for n in nombrados(propio) if n.inicio >= desde - len(MARCA))
    elif len(antes) == ALCANCE:  # further back there may be another
        return None
    de_su_clase = re.compile(clase)
    suyas = {
        (norma.tipo, norma.letras, norma.numero): norma
        for norma in posibles
        if norma and de_su_clase.match(norma.tipo or plegar(norma.numero))
    }
    return next(iter(suyas.values())) if len(suyas) == 1 else None
