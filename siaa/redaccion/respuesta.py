"""Stage 6: what people read when the model does not speak, or stopped speaking; pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from siaa.biblioteca.lengua.terminos import terminos, terminos_de_corrida
from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.errores import ContextoExcedido, ErrorModelo, ErrorSIAA
from siaa.valores import Contexto, Fuente, TipoPregunta

PASAJES_CERCANOS: Final = 3
DOCUMENTOS_LISTADOS: Final = 12
"""Documents named for each collection in «no encontré…»; the rest are counted."""

SALUDO: Final = (
    "Hola. Soy SIAA, el asistente que consulta los documentos de la institución. "
    "Escriba su pregunta como se la haría a un compañero; por ejemplo: "
    "«¿Cuándo debo reportar en SIERJU?»."
)
CORTESIA: Final = "Con gusto. Si tiene otra pregunta sobre los documentos, escríbala."
PRESENTACION: Final = (
    "Soy SIAA (Sistema Inteligente de Apoyo Administrativo). Busco en los documentos de la "
    "institución el pasaje que responde a su pregunta y se lo explico, indicando siempre de qué "
    "documento y sección sale. No tengo otra fuente: verifique el texto citado antes de actuar."
)
AMBIGUA: Final = (
    "Su pregunta es demasiado general para buscarla. Diga sobre qué trámite, norma o formulario "
    "quiere saber; por ejemplo: «¿Qué plazo hay para corregir un reporte de SIERJU?»."
)
_AVISO = re.compile(r"\n\n\[Respuesta (?:guardada el|incompleta\]) ")
Biblioteca = Mapping[str, Sequence[str]]
"""Collection → titles of its documents."""


def conversacional(tipo: TipoPregunta, biblioteca: Biblioteca) -> str:
    """Answer a greeting, thanks or a question about SIAA itself."""
    if tipo is TipoPregunta.SALUDO:
        return SALUDO
    if tipo is TipoPregunta.CORTESIA:
        return CORTESIA
    return f"{PRESENTACION}\n\n{_inventario(biblioteca)}"


def no_encontre(biblioteca: Biblioteca, cercano: Contexto) -> str:
    """Say that nothing answers, the nearest that there is, and what there is to ask about."""
    if not any(biblioteca.values()):
        return (
            "No encontré nada: la biblioteca está vacía. Pida al administrador que agregue "
            "documentos y la recargue."
        )
    return (
        "No encontré nada sobre eso en los documentos. Pruebe con otras palabras, o con el nombre "
        f"de la norma o del trámite.\n\n{_lo_mas_cercano(cercano)}{_inventario(biblioteca)}"
    )


def _lo_mas_cercano(cercano: Contexto) -> str:
    """Quote the nearest passages, for the person to judge; nothing when there is none."""
    if not cercano.fuentes:
        return ""
    pasajes = "\n\n".join(_pasaje(cercano, f) for f in cercano.fuentes[:PASAJES_CERCANOS])
    return f"Lo más cercano que hay, que puede no tener que ver con su pregunta:\n\n{pasajes}\n\n"


def _inventario(biblioteca: Biblioteca) -> str:
    lineas = ["Estos son los documentos que consulto:"]
    for coleccion, titulos in biblioteca.items():
        lineas.append(f"\n**{coleccion}** ({len(titulos)})\n")
        lineas.extend(f"- {titulo}" for titulo in titulos[:DOCUMENTOS_LISTADOS])
        if len(titulos) > DOCUMENTOS_LISTADOS:
            lineas.append(f"- … y {len(titulos) - DOCUMENTOS_LISTADOS} más")
    return "\n".join(lineas)


def extractiva(contexto: Contexto, error: ErrorSIAA) -> str:
    """Quote the chosen fragments word for word, saying why there is no explanation."""
    pasajes = "\n\n".join(_pasaje(contexto, fuente) for fuente in contexto.fuentes)
    ausente = isinstance(error, ErrorModelo) and not isinstance(error, ContextoExcedido)
    estado = ", que no está disponible" if ausente else ""
    return (
        f"**Esta respuesta no la redactó el modelo{estado}.** {error.mensaje} "
        "Estos son los pasajes de los documentos que corresponden a su pregunta, copiados "
        f"palabra por palabra:\n\n{pasajes}"
    )


def _pasaje(contexto: Contexto, fuente: Fuente) -> str:
    titulo = f"**[{fuente.n}] {fuente.titulo}** — {fuente.seccion} ({fuente.doc})"
    return f"{titulo}\n\n{contexto.fragmento(fuente)}\n\n---"


def aviso_corte(error: ErrorSIAA) -> str:
    """Say, after a partial answer, that it is not complete."""
    return (
        f"\n\n[Respuesta incompleta] {error.mensaje} Lo escrito hasta aquí puede omitir "
        "condiciones o excepciones: consulte las fuentes o vuelva a preguntar."
    )


def aviso_longitud() -> str:
    """Say that the answer reached the longest the settings allow."""
    return (
        "\n\n[Respuesta incompleta] Se alcanzó la extensión máxima de una respuesta. Consulte las "
        "fuentes o haga una pregunta más concreta."
    )


def sin_avisos(texto: str) -> str:
    """Return what the model wrote of an answer that was delivered, without what SIAA added."""
    return _AVISO.split(texto, maxsplit=1)[0]


def aviso_guardada(creada: datetime) -> str:
    """Say, after a remembered answer, from when it is. creada: in the time zone to be shown."""
    return (
        f"\n\n[Respuesta guardada el {creada:%d/%m/%Y} a las {creada:%H:%M}] Los documentos en que "
        "se basa no han cambiado desde entonces."
    )


def palabras_comunes(pregunta: str, contexto: Contexto) -> tuple[str, ...]:
    """Return the folded runs of the passages that say a word of the question, in any form."""
    pedidos = frozenset(terminos(pregunta))
    textos = (plegar(contexto.fragmento(fuente)) for fuente in contexto.fuentes)
    distintas = dict.fromkeys(corrida for texto in textos for corrida in corridas(texto))
    return tuple(c for c in distintas if not pedidos.isdisjoint(terminos_de_corrida(c)))
