"""One sentence, checked against one passage."""

from __future__ import annotations

from siaa.redaccion.afirmaciones.frase import Frase
from siaa.redaccion.afirmaciones.revision import revisar
from siaa.valores import Contexto, Fuente


def una(frase: str, pasaje: str, pregunta: str = "") -> Frase:
    fuente = Fuente(1, "d.md", "", "", "", 0, 0, len(pasaje), 0, 0, ())
    (revisada,) = revisar(frase, Contexto(f"{pasaje}\n\n", (fuente,)), pregunta)
    return revisada
