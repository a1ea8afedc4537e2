"""Stage 6: what people read when the model does not speak, or stopped speaking; pure."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import takewhile
from typing import Final

from siaa.biblioteca.ambito import NADA, OFERTA, RUEGO, Aclaracion, Ambito, Opcion
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.fechas import momento
from siaa.biblioteca.lengua.numeros import escribir_numero
from siaa.biblioteca.lengua.terminos import terminos, terminos_de_corrida
from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.biblioteca.relaciones.tabla import cambios
from siaa.biblioteca.tablas.gemelos import SIN_GRUPO
from siaa.biblioteca.valores import Documento
from siaa.errores import ContextoExcedido, ErrorModelo, ErrorSIAA, ModeloNoResponde
from siaa.valores import Arreglo, Contexto, Fuente, TipoPregunta

PASAJES_CERCANOS: Final = 3
OPCIONES_MAXIMAS: Final = 6
"""Documents that are shown when one of many has to be named."""
OTRO: Final = "Otro…"
"""The option after them."""
OFRECIDAS: Final = 3
"""Documents that are named beside an answer from another."""
LARGO_OPCION: Final = 60
"""Longest name of one of them, in characters, with the words that all have."""
DOCUMENTOS_LISTADOS: Final = 20
"""Documents named in «no encontré…», as many of each collection; the rest are counted."""

SALUDO: Final = (
    "Hola. Soy SIAA, el asistente que consulta los documentos de la institución. "
    "Escriba su pregunta como se la haría a un compañero"
)
CORTESIA: Final = "Con gusto. Si tiene otra pregunta sobre los documentos, escríbala."
PRESENTACION: Final = (
    "Soy SIAA (Sistema Inteligente de Apoyo Administrativo), un programa. Busco en los documentos "
    "de la institución el pasaje que responde a su pregunta y se lo muestro, indicando siempre de "
    "qué documento y sección sale. No tengo otra fuente, ni redacto escritos: verifique el texto "
    "citado antes de actuar. Lo que se pregunta puede quedar en el registro de la institución: "
    "quien administra SIAA sabe si lo lleva."
)
AMBIGUA: Final = (
    "Su pregunta es demasiado general para buscarla. Diga sobre qué trámite, norma o formulario "
    "quiere saber"
)
PRUEBE: Final = "Pruebe con otras palabras, o con el nombre de la norma o del trámite"
NADA_QUE_ARREGLAR: Final = (
    "Todavía no le he respondido nada que pueda decirle de otra manera. "
    "Escriba primero su pregunta."
)
LISTA_ENTERA: Final = "La lista completa está en la Biblioteca de SIAA (/siaa/biblioteca)."
REGLA: Final = "\n\n---\n\n"
LONGITUD: Final = (
    "\n\n[Respuesta incompleta] Se alcanzó la extensión máxima de una respuesta. Consulte las "
    "fuentes o haga una pregunta más concreta."
)
"""Ends an answer that reached the longest the settings allow."""
_COMILLAS_DENTRO: Final = str.maketrans("«»", "“”")
"""Quotation marks as they are written between others."""
_AVISO = re.compile(r"\n\n\[Respuesta (?:guardada el|incompleta\]) ")
Biblioteca = Mapping[str, Sequence[str]]
"""Collection → titles of its documents."""


def conversacional(tipo: TipoPregunta, biblioteca: Biblioteca, ejemplo: str = "") -> str:
    """Answer a greeting, thanks, a question about SIAA itself, or one that says too little.

    ejemplo: a question that the library answers, where there is one.
    """
    if tipo in (TipoPregunta.SALUDO, TipoPregunta.AMBIGUA):
        return _por_ejemplo(SALUDO if tipo is TipoPregunta.SALUDO else AMBIGUA, ejemplo)
    if tipo is TipoPregunta.CORTESIA:
        return CORTESIA
    if tipo is TipoPregunta.ARREGLO:
        return NADA_QUE_ARREGLAR
    return f"{PRESENTACION}\n\n{_inventario(biblioteca)}"


def sin_arreglo(arreglo: Arreglo) -> str:
    """Say what cannot be done with an answer where the model does not speak."""
    return f"Sin el modelo no puedo {arreglo.que}: quedan los mismos pasajes."


def nombres(copias: Sequence[Documento]) -> dict[str, str]:
    """Return what some near-copies are called, by their keys: of long titles what differs."""
    titulos = Counter(documento.titulo for documento in copias)
    largos = [titulo.split() for titulo in titulos if len(titulo) > LARGO_OPCION]
    iguales = takewhile(lambda t: len({*t}) == 1 < len(t), zip(*largos, strict=False))
    comunes = min((len([*iguales]), *(len(suyas) - 1 for suyas in largos)))
    return {
        d.clave: d.clave if titulos[d.titulo] > 1 else _lo_distinto(d.titulo, comunes)
        for d in copias
    }


def nombres_cortos(indice: Indice) -> dict[str, str]:
    """Return what documents are called in few words, by their keys: near-copies by what differs."""
    cortos = {clave: documento.nombre for clave, documento in indice.documentos.items()}
    grupos = defaultdict(list)
    for clave, grupo in zip(indice.claves, indice.pasajes.grupo.tolist(), strict=True):
        if grupo != SIN_GRUPO:
            grupos[grupo].append(indice.documentos[clave])
    for copias in grupos.values():
        cortos |= nombres(copias)
    return cortos


def aclaracion(posibles: Sequence[Documento]) -> Aclaracion:
    """Ask which of some near-copies a question is about, the likeliest first."""
    texto = (
        f"Hay {len(posibles)} documentos que hablan de esto, y su pregunta no dice "
        "cuál le interesa. ¿En cuál lo busco?"
    )
    opciones = nombres(posibles).items()
    return Aclaracion(texto, tuple(Opcion(nombre, Ambito((doc,))) for doc, nombre in opciones))


def aparte(copias: Sequence[Documento]) -> str:
    """Say which near-copies may say something else, beside an answer."""
    return f"Puede ser distinto en {_ofrecidas(copias)}: si le interesa, pregunte por su nombre."


def por_nombrar(copias: Sequence[Documento]) -> str:
    """Offer to look in near-copies, none of which a question names, where nothing was found."""
    return f"Si pregunta por {_ofrecidas(copias)}, {OFERTA}"


def _ofrecidas(copias: Sequence[Documento]) -> str:
    dichos = [f"«{nombre}»" for nombre in nombres(copias).values()]
    return ", ".join(dichos[:OFRECIDAS]) + " y otros" * (len(dichos) > OFRECIDAS)


def _lo_distinto(titulo: str, comunes: int) -> str:
    """Return a title, without as many words at its front if it is longer than a line."""
    propio = titulo if len(titulo) <= LARGO_OPCION else " ".join(titulo.split()[comunes:])
    return propio[:1].upper() + propio[1:]


def con_opciones(pedida: Aclaracion) -> str:
    """Write what is asked back with its options, for who only reads."""
    titulos = [*(opcion.titulo for opcion in pedida.opciones[:OPCIONES_MAXIMAS]), OTRO]
    lista = "\n".join(f"{n}. {titulo}" for n, titulo in enumerate(titulos, 1))
    return f"{pedida.texto}\n\n{lista}\n\n{RUEGO}"


def no_encontre(
    biblioteca: Biblioteca, cercano: Contexto, dichos: Sequence[str] = (), ejemplo: str = ""
) -> str:
    """Say that nothing answers, the nearest that there is, and what there is to ask about.

    dichos: what is to be said of the search (`avisos`). ejemplo: a question that has an answer.
    """
    if not any(biblioteca.values()):
        return (
            "No encontré nada: la biblioteca está vacía. Pida al administrador que agregue "
            "documentos y la recargue."
        )
    nada = " ".join((NADA, *dichos))
    return (
        f"{_por_ejemplo(f'{nada} {PRUEBE}', ejemplo)}\n\n"
        f"{_lo_mas_cercano(cercano)}{_inventario(biblioteca)}"
    )


def _por_ejemplo(dicho: str, pregunta: str) -> str:
    dentro = pregunta.translate(_COMILLAS_DENTRO)
    return f"{dicho}; por ejemplo: «{dentro}»." if pregunta else f"{dicho}."


def _lo_mas_cercano(cercano: Contexto) -> str:
    """Quote the nearest passages, for the person to judge; nothing when there is none."""
    if not cercano.fuentes:
        return ""
    pasajes = _pasajes(cercano, cercano.fuentes[:PASAJES_CERCANOS])
    return (
        f"Lo más cercano que hay, que puede no tener que ver con su pregunta:\n\n{pasajes}{REGLA}"
    )


def _inventario(biblioteca: Biblioteca) -> str:
    hay = sum(map(len, biblioteca.values()))
    cuantos, caben = escribir_numero(hay, ","), DOCUMENTOS_LISTADOS
    lineas = [f"Estos son los documentos que consulto ({cuantos}):"]
    if hay > caben:
        lineas = [f"Consulto {cuantos} documentos. {LISTA_ENTERA} Los primeros de cada colección:"]
        caben = max(1, caben // len(biblioteca))
    for coleccion, titulos in biblioteca.items():
        lineas.append(f"\n**{coleccion}** ({len(titulos)})\n")
        lineas.extend(f"- {titulo}" for titulo in titulos[:caben])
        if len(titulos) > caben:
            lineas.append(f"- … y {len(titulos) - caben} más")
    return "\n".join(lineas)


def extractiva(contexto: Contexto, error: ErrorSIAA, dichos: Sequence[str] = ()) -> str:
    """Quote the chosen fragments word for word, saying why there is no explanation.

    dichos: what is to be said of the search (`avisos`).
    """
    se_entiende = isinstance(error, ContextoExcedido | ModeloNoResponde)
    ausente = isinstance(error, ErrorModelo) and not se_entiende
    estado = ", que no está disponible" if ausente else ""
    dicho = f"{' '.join(dichos)}\n\n" if dichos else ""
    return (
        f"**Esta respuesta no la redactó el modelo{estado}.** {error.mensaje} "
        "Estos son los pasajes que se encontraron en los documentos, copiados "
        f"palabra por palabra:\n\n{dicho}{_pasajes(contexto, contexto.fuentes)}"
    )


def _pasajes(contexto: Contexto, fuentes: Sequence[Fuente]) -> str:
    return REGLA.join(_pasaje(contexto, fuente) for fuente in fuentes)


def _pasaje(contexto: Contexto, fuente: Fuente) -> str:
    titulo = f"**[{fuente.n}] {fuente.titulo}** — {fuente.lugar} ({fuente.doc})"
    dichos = "; ".join(cambios(fuente.vigencia))
    aviso = f"\n\n**Atención:** {dichos}." if dichos else ""
    falta = f"\n\n*{fuente.falta}.*" if fuente.falta else ""
    return f"{titulo}{aviso}\n\n{contexto.fragmento(fuente)}{falta}"


def aviso_corte(error: ErrorSIAA) -> str:
    """Say, after a partial answer, that it is not complete."""
    return (
        f"\n\n[Respuesta incompleta] {error.mensaje} Lo escrito hasta aquí puede omitir "
        "condiciones o excepciones: consulte las fuentes o vuelva a preguntar."
    )


def sin_avisos(texto: str) -> str:
    """Return what the model wrote of an answer that was delivered, without what SIAA added."""
    return _AVISO.split(texto, maxsplit=1)[0]


def aviso_de(texto: str) -> str:
    """Return what SIAA added to an answer that was delivered, as sentences; empty for nothing.

    >>> aviso_de("Son siete días.\\n\\n[Respuesta guardada el 3 de mayo, 2:00 p. m.] Sigue igual.")
    'Respuesta guardada el 3 de mayo, 2:00 p. m. Sigue igual.'
    """
    anadido = texto[len(sin_avisos(texto)) :].strip()
    return re.sub(r"\.?\] ", ". ", anadido.removeprefix("["), count=1)


def aviso_guardada(creada: datetime) -> str:
    """Say, after a remembered answer, from when it is. creada: in the time zone to be shown."""
    return (
        f"\n\n[Respuesta guardada el {momento(creada)}] Los documentos en que se basa no han "
        "cambiado desde entonces."
    )


def palabras_comunes(pregunta: str, contexto: Contexto) -> tuple[str, ...]:
    """Return the folded runs of the passages that say a word of what was looked up, in any form."""
    pedidos = frozenset(terminos(pregunta))
    textos = (plegar(contexto.fragmento(fuente)) for fuente in contexto.fuentes)
    distintas = dict.fromkeys(corrida for texto in textos for corrida in corridas(texto))
    return tuple(c for c in distintas if not pedidos.isdisjoint(terminos_de_corrida(c)))
