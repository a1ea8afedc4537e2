"""The key of what an answer is made from: equal keys, equal answers. Pure.

Whoever asks writes what the key is made of, and a remembered answer goes to everybody. So the key
holds all that the model is sent, to the letter, but for what cannot change what a question means.
"""

import hashlib
import json
import re
from collections.abc import Sequence
from typing import Final

from siaa.redaccion.prompt import VERSION_PROMPT
from siaa.valores import Mensaje

_SIN_ACENTO: Final = str.maketrans("áàâäéèêëíìîïóòôöúùûü", "aaaaeeeeiiiioooouuuu")
_ACENTO_SUELTO = re.compile("(?<=[aeiou])[\u0300\u0301\u0302\u0308]")
_COMILLAS: Final = "\"'«»“”‘’"
_ENTRE_PALABRAS = re.compile(rf"[\s¿?¡!.,;:{_COMILLAS}]+")
_BLANCOS = re.compile(r"\s+")
_APOSTROFOS: Final = ("'", "’")
_TRAS_CIFRA: Final = tuple(set(_COMILLAS) - {"»"})
"""Signs that, right after a figure, may be of feet, inches or minutes."""
_ANTE_CIFRA: Final = (".", ",", ";", ":", "!", "?", "'", "’", "‘")
"""Signs that, right before a figure, may be part of it («.5», «’16»)."""


def evidencia(
    mensajes: Sequence[Mensaje], modelo: str, digest: str | None, ambito: Sequence[str] = ()
) -> str:
    """Return the key. Only the question, the last message, counts as `sin_adornos` leaves it.

    digest: of the model, None when unknown. ambito: names of what the question is asked of; none
    for the whole library.
    """
    *previos, pregunta = mensajes
    hecha_de = (
        VERSION_PROMPT,
        modelo,
        digest,
        [(mensaje.rol, mensaje.contenido) for mensaje in previos],
        (pregunta.rol, sin_adornos(pregunta.contenido)),
        *filter(None, (sorted(ambito),)),
    )
    # As UTF-8: escaped, two halves of a character would read as the character.
    escrita = json.dumps(hecha_de, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(escrita, digest_size=16).hexdigest()


def sin_adornos(pregunta: str) -> str:
    """Return a question without what two people write differently who ask the same.

    That is case, the accents of Spanish, how much white space there is, and the sentence marks
    and quotes between or around words. Whatever else stands in it, stays: signs, digits and the
    marks between them, other scripts, characters that nobody sees.
    """
    plana = pregunta.lower().replace("n\u0303", "ñ").translate(_SIN_ACENTO)
    return _ENTRE_PALABRAS.sub(_separacion, _ACENTO_SUELTO.sub("", plana)).strip()


def _separacion(hallada: re.Match[str]) -> str:
    """Return what is kept of some sentence marks and white space: a space, if they say nothing."""
    inicio, fin = hallada.span()
    antes = hallada.string[max(inicio - 1, 0) : inicio]
    despues = hallada.string[fin : fin + 1]
    return " " if _solo_separa(antes, hallada[0], despues) else _BLANCOS.sub(" ", hallada[0])


def _solo_separa(antes: str, signos: str, despues: str) -> bool:
    """Tell whether sentence marks do no more than end or join what stands on either side.

    antes, despues: the characters beside them, empty where the question starts or ends. Beside a
    sign («!=»), inside a word («d’Ors») or as part of a figure («3,5») they mean something.
    """
    if not all(vecino == "" or vecino.isalnum() for vecino in (antes, despues)):
        return False
    if antes.isnumeric() and (despues.isnumeric() or signos.startswith(_TRAS_CIFRA)):
        return False
    if despues.isnumeric() and signos.endswith(_ANTE_CIFRA):
        return False
    return not (antes and despues and signos in _APOSTROFOS)
