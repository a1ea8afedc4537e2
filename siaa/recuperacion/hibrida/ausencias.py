"""What a question says and the library does not have: words, norms, articles, changes of an act.

It is told.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.nombres import Norma, normas_citadas
from siaa.biblioteca.lengua.referencias import MARCA, NOMBRES, unidad_de, unidades_dichas
from siaa.biblioteca.lengua.terminos import (
    PALABRAS_DE_LA_PREGUNTA,
    TerminoConsulta,
    terminos,
    terminos_de_corrida,
)
from siaa.biblioteca.lengua.texto import MANDATO, corridas, plegar
from siaa.biblioteca.lengua.vocabulario import COTIDIANAS, TIPOS_NORMA
from siaa.biblioteca.valores import Documento, Enteros
from siaa.recuperacion.correccion import es_otra_forma, parecidas
from siaa.recuperacion.hibrida.rasgos import PIDE_RESUMEN, PIDE_TIEMPO, PIDE_VIGENCIA
from siaa.recuperacion.hibrida.terminos import Consulta
from siaa.recuperacion.nombrados import (
    ULTIMA,
    cargadas,
    documentos_nombrados,
    llamada,
    palabras_de_leyes,
)
from siaa.recuperacion.partes import PARTES, puede_tener, textos_de_articulo
from siaa.valores import Ausencia, ClaseDeAusencia

CALLADA: Final = 0.25
"""Share of what a question says from which on a word that no passage says is told."""
LARGO_MINIMO: Final = 4
"""Letters of a word that says what a question is about; of an acronym («OIT») one less."""
UNIDADES: Final[Mapping[str, ClaseDeAusencia]] = MappingProxyType(
    {f"{MARCA}art": "artículo", f"{MARCA}cap": "capítulo", f"{MARCA}tit": "título"}
)
"""The units that are numbered through a document, by the first letters of their terms."""
SIN_DUDA: Final[tuple[ClaseDeAusencia, ...]] = ("palabra", "cuenta", "fuera")
"""What leaves no doubt whether what is found is what was meant."""

SIN_ASUNTO: Final = PALABRAS_DE_LA_PREGUNTA.union(*map(terminos_de_corrida, COTIDIANAS))
"""Terms that say little of what a question is about, whether a document has them or not."""
SIN_CONTENIDO: Final = SIN_ASUNTO.union(terminos(" ".join((*PARTES.values(), "inciso ordinal"))))
"""Those, and of what parts of an article are called, whose text may have no more than «b)»."""
DE_NORMA: Final = frozenset(t for tipo in TIPOS_NORMA for t in terminos(tipo))
"""Terms of what kinds of norms are called."""
_VERBO = re.compile(r"[éó]$|aba[sn]?$|[aei](?:rán?|mos|ron)$|ie(?:ra|se)[sn]?$|iendo$")
"""The finite forms of verbs that their ending gives away: what somebody does, not what about."""

_INFINITIVO: Final = r"[aei]r(?:se|l[aeo]s?|nos)?\Z"
_CON_LETRA = re.compile(r"\d+[a-z]")
_NOMBRE: Final = "|".join(map(plegar, NOMBRES.values()))
_Y_EL_ANTERIOR = re.compile(
    rf"\b(?:y|que dice) el (?:(?P<una>{_NOMBRE}) )?(?:anterior|previo)"
    rf"(?: (?P<otra>{_NOMBRE}))?\W*\Z"
)
_PRIMERA = re.compile(r"(?:.*\D)?1|a")
"""The number, or the letter, of a unit before which there is none."""
_POR_QUIEN = re.compile(r"\b(?:derog|modific|reform|subrog|sustitu)[a-z]*[ai]d[ao]s? por (.*)")
"""What comes after who was changed by it."""
_CODIGO = re.compile(
    r"(?<![\w$.,/-])(?<!\$ )(?:[a-z]{3,6}-?\d\d-?)?(?=[\d-]*\d{5})"
    r"(?:\d+(?:-\d+)+|\d{23}|\d{3,}(?<!00))"
    r"(?![\w%]|[.,/]\d| (?:de )?(?:pesos|mil|millones)\b)"
)
"""The number of a file or of an act, and no sum: those are round, or of something."""


def ausencias(
    indice: Indice, consulta: Consulta, documento: int | None, primero: int | None
) -> tuple[Ausencia, ...]:
    """Return what a question says and the library lacks, words first.

    documento: number of the one that it is clearly about; None if that cannot be told. primero: of
    the one that scores best, if any does.
    """
    if not len(indice.pasajes.limites):  # there is nothing that could lack anything
        return ()
    normas = tuple(_normas(indice, consulta))
    unidades = () if normas or documento is None else _unidades(indice, consulta, documento)
    faltan = (
        *_palabras(indice, consulta),
        *_codigos(indice, consulta),
        *normas,
        *unidades,
        *_de_varios(indice, consulta, primero),
        *_cambios(indice, consulta),
    )
    return tuple(dict.fromkeys(faltan))


def calladas(indice: Indice, consulta: Consulta, dicho: str) -> tuple[str, ...]:
    """Return the words that are a good part of a question and that a text does not say.

    Nor in another form, nor what they are read as; what is done, or only asked with («dura»), is
    none. What no document has is told otherwise.
    """
    propios, todo = [t for t in consulta.terminos if not t.leido], consulta.texto.isupper()
    pesos = {t.termino: t.peso * indice.pasajes.rareza(t.termino) for t in propios}
    minimo, dichos = CALLADA * sum(pesos.values()), {*terminos(dicho)}
    escritos = [(t.escrito, t.termino) for t in consulta.terminos]
    escritos += [(fila.escrito, fila.termino) for fila in consulta.filas]
    hallados = (escrito for escrito, termino in escritos if termino in dichos)
    dichas = {*corridas(plegar(" ".join(hallados))), *palabras_de_leyes(consulta.texto)}
    callan = (t for t in propios if pesos[t.termino] >= minimo and _tiene_contenido(t, todo))
    presentes = {t.escrito: plegar(t.escrito) for t in callan if _esta(indice, t.termino)}
    piden = re.compile("|".join((_INFINITIVO, *(intento.pide for intento in consulta.intentos))))
    faltan = {e: c for e, c in presentes.items() if c not in dichas and not piden.search(c)}
    otras = {*corridas(plegar(dicho))} if faltan else set[str]()
    return tuple(
        escrito
        for escrito, corrida in faltan.items()
        if not any(o.startswith(corrida[: max(len(corrida) - 2, LARGO_MINIMO)]) for o in otras)
    )


def _palabras(indice: Indice, consulta: Consulta) -> Iterator[Ausencia]:
    """Yield the words with content that no document has: not read as others, in no other form."""
    propios, todo = [t for t in consulta.terminos if not t.leido], consulta.texto.isupper()
    de_leyes = palabras_de_leyes(consulta.texto)
    for termino in propios:
        corrida = plegar(termino.escrito)
        sobra = corrida in de_leyes or not _tiene_contenido(termino, todo)
        if sobra or _esta(indice, termino.termino):
            continue
        leida = any(
            corrida in corridas(plegar(otro.escrito)) and _esta(indice, otro.termino)
            for otro in consulta.terminos
            if otro.leido
        )
        formas = (es_otra_forma(corrida, otra) for otra in parecidas(indice, corrida))
        if not leida and not any(formas):
            yield Ausencia("palabra", termino.escrito)


def _esta(indice: Indice, termino: str) -> bool:
    """Tell whether the text, names, headings or readings of what weighs something have a term."""
    return any(indice.pesos[duenos].any() for duenos in _duenos(indice, termino))


def _duenos(indice: Indice, termino: str) -> Iterator[Enteros]:
    """Yield the documents that have a term, by each place where they may."""
    tabla, rotulos, encabezados = indice.pasajes, indice.rotulos, indice.encabezados
    if termino in tabla.filas:
        yield tabla.documento[tabla.tramo(tabla.filas[termino])]
    if termino in rotulos.textos:
        yield rotulos.dueno[rotulos.textos[termino]]
    if termino in encabezados.textos:
        yield tabla.de_seccion[encabezados.dueno[encabezados.textos[termino]]]
    if termino in indice.lecturas.impactos:
        cuales, _ = indice.lecturas.impactos[termino]
        yield tabla.dueno[cuales]


def _tiene_contenido(termino: TerminoConsulta, en_mayusculas: bool) -> bool:
    escrito = termino.escrito
    if not escrito.isalpha() or termino.termino in SIN_CONTENIDO:
        return False
    es_sigla, escrita = escrito.isupper() and not en_mayusculas, escrito.lower()
    hace = _VERBO.search(escrita) or MANDATO.fullmatch(escrita)
    return len(escrito) >= LARGO_MINIMO - es_sigla and not hace


def _normas(indice: Indice, consulta: Consulta) -> Iterator[Ausencia]:
    """Yield the norms that a question cites and that no document is, nor is called."""
    plegada = plegar(consulta.texto)
    for _, fin, norma in normas_citadas(plegada):
        dicho = (norma.tipo, norma.numero, norma.anio or "")
        propios = {t for parte in dicho for t in terminos_de_corrida(parte)}
        rotulos = indice.rotulos
        con_numero = map(int, rotulos.textos.get(norma.numero, ()))
        aqui = (numero for numero in con_numero if indice.pesos[rotulos.dueno[numero]])
        llamados = any(propios <= rotulos.terminos(numero) for numero in aqui)
        if not llamados and consulta.citados.isdisjoint(cargadas(indice, norma)):
            yield Ausencia(
                "norma", llamada(plegada, fin, norma), hay=sum(_la_mencionan(indice, norma))
            )


def _la_mencionan(indice: Indice, norma: Norma) -> Iterator[bool]:
    """Tell of documents that may, and that weigh something, whether each mentions a norm."""
    tabla, anio = indice.pasajes, f"/{norma.anio}" if norma.anio else ""
    termino = norma.numero if norma.letras else f"{MARCA}{norma.tipo}{norma.numero}{anio}"
    codigo = rf"(?<![^\W_]){norma.letras}[\s–-]{{0,2}}0*{norma.numero}(?!\d)"
    escrito = re.compile(codigo if norma.letras else "", re.IGNORECASE)
    fila = tabla.filas.get(termino)
    duenos = () if fila is None else tabla.documento[tabla.tramo(fila)]
    suyos = (indice.documento(n).contenido for n in duenos if indice.pesos[n])
    return (bool(escrito.search(contenido)) for contenido in suyos)


def _codigos(indice: Indice, consulta: Consulta) -> Iterator[Ausencia]:
    """Yield the numbers of files and acts, but for cited norms, that no name and no passage has."""
    plegada = plegar(consulta.texto)
    citados = {inicio for inicio, *_ in normas_citadas(plegada)}
    for dicho in _CODIGO.finditer(plegada):
        partes = terminos(dicho[0])
        llaman = partes[-1] in indice.nombres.codigos
        if not (dicho.start() in citados or llaman or _se_escribe(indice, partes)):
            yield Ausencia("palabra", consulta.texto[slice(*dicho.span())])


def _se_escribe(indice: Indice, partes: Sequence[str]) -> bool:
    """Tell whether a document that weighs something has some terms, one after the other."""
    tabla = indice.pasajes
    if not tabla.filas.keys() >= set(partes):
        return False
    rara = tabla.filas[max(partes, key=tabla.rareza)]
    escrito = re.compile(rf"(?<!\d){'[-–]?'.join(f'0*{p}' for p in partes)}(?!\d)", re.IGNORECASE)
    duenos = tabla.documento[tabla.tramo(rara)]
    return any(escrito.search(indice.documento(n).contenido) for n in duenos if indice.pesos[n])


def _unidades(indice: Indice, consulta: Consulta, documento: int) -> Iterator[Ausencia]:
    """Yield the units that a question names and that its document lacks, or that it counts.

    What the text of a document mentions is not missing: whose unit it is nobody can tell. Of an act
    that is to be summed up the articles are counted: only the first may be sent.
    """
    suyo, tabla = indice.documento(documento), indice.pasajes
    resume = [intento.nombre for intento in consulta.intentos] == [PIDE_RESUMEN]
    cuentan = [p.termino[:4] for p in consulta.pedidas if p.termino.endswith(ULTIMA)]
    for cuenta in (*cuentan, *(f"{MARCA}art",) * (resume and documento in consulta.citados)):
        numeros = _numeros(suyo, cuenta)
        if hay := _cuantas(numeros):
            otros = len(numeros) - hay
            dicha = UNIDADES[cuenta], suyo.clave, suyo.titulo, hay, str(otros or "")
            yield Ausencia("cuenta", *dicha)
    yield from _partes(indice, consulta, documento)
    yield from _anterior(consulta, suyo)
    for termino in (t.termino for t in consulta.terminos if t.termino[:4] in UNIDADES):
        marca, numero = termino[:4], termino[4:]
        fila, numeros = tabla.filas.get(termino), _numeros(suyo, marca)
        tienen = () if fila is None else tabla.documento[tabla.tramo(fila)]
        if numero not in numeros and documento not in tienen:
            hay = _cuantas(numeros)
            yield Ausencia(UNIDADES[marca], _escrito(numero), suyo.clave, suyo.titulo, hay)


def _de_varios(indice: Indice, consulta: Consulta, primero: int | None) -> Iterator[Ausencia]:
    """Yield the unit that is all that a question says, where several documents have it.

    An article and the like heads a section; a part of one stands in a passage. What kind of norm it
    is of («del acuerdo») tells the first from documents whose name does not say it.
    """
    resto = plegar(consulta.texto)
    dichas = unidades_dichas(resto)
    for dicha in reversed(dichas):
        resto = f"{resto[: dicha.inicio]} {resto[dicha.fin :]}"
    tipos, campo = {*terminos(resto)} - PALABRAS_DE_LA_PREGUNTA, indice.rotulos
    if not tipos <= DE_NORMA:
        return
    con = [frozenset(campo.dueno[campo.textos[t]].tolist()) for t in tipos & campo.textos.keys()]
    mayores = [dicha for dicha in dichas if dicha.termino[:4] in UNIDADES]
    for termino in [dicha.termino for dicha in mayores or dichas]:
        marca, numero = termino[:4], termino[4:]
        todos = {int(n) for duenos in _duenos(indice, termino) for n in duenos}
        llamados = todos.intersection(*con)
        documentos = llamados if primero in llamados else todos
        suyos = (indice.documento(n) for n in documentos if indice.pesos[n])
        hay = sum(marca in PARTES or numero in _numeros(suyo, marca) for suyo in suyos)
        if hay > 1:
            yield Ausencia("varios", f"{NOMBRES[marca[1:]]} {_escrito(numero)}", hay=hay)
            return


def _partes(indice: Indice, consulta: Consulta, documento: int) -> Iterator[Ausencia]:
    """Yield the parts of the one article that a question names which cannot be in it."""
    articulos = [p for p in consulta.pedidas if UNIDADES.get(p.termino[:4]) == "artículo"]
    partes = [t.termino for t in consulta.terminos if t.termino[:4] in PARTES and not t.leido]
    if len(articulos) != 1 or not partes:
        return
    suyo, numero = indice.documento(documento), articulos[0].termino[4:]
    textos = textos_de_articulo(indice, articulos[0], documento)
    for parte in partes if textos else ():
        if not any(puede_tener(texto, parte) for texto in textos):
            dicha = PARTES[parte[:4]], _escrito(parte[4:]), suyo.clave, suyo.titulo
            yield Ausencia(*dicha, articulo=_escrito(numero))


def _anterior(consulta: Consulta, suyo: Documento) -> Iterator[Ausencia]:
    """Yield the unit before the first one, where a question ends with «¿y el anterior?»."""
    plegada = plegar(consulta.texto)
    if not (pedida := _Y_EL_ANTERIOR.search(plegada)):
        return
    dichas = [dicha.termino for dicha in unidades_dichas(plegada)]
    clase = (pedida["una"] or pedida["otra"] or "")[:3]
    partes = [termino for termino in dichas if termino[:4] in PARTES]
    cuales = [t for t in dichas if t[1:4] == clase] if clase else partes or dichas
    if primera := next((t for t in cuales if _PRIMERA.fullmatch(t[4:])), ""):
        parte, dicho = PARTES.get(primera[:4]), f"anterior al {primera[4:]}"
        articulo = next((t[4:] for t in dichas if parte and t[1:4] == "art"), "")
        unidad = parte or UNIDADES[primera[:4]]
        yield Ausencia(unidad, dicho, suyo.clave, suyo.titulo, articulo=_escrito(articulo))


def _escrito(numero: str) -> str:
    return numero.replace("bis", " bis").replace("unico", "único")


def _cambios(indice: Indice, consulta: Consulta) -> Iterator[Ausencia]:
    """Yield the acts, or articles, that nothing is known to have changed where that is asked.

    Not of what changed others: «derogados por el Acuerdo 5».
    """
    quiere = {intento.nombre for intento in consulta.intentos}
    if PIDE_VIGENCIA not in quiere or PIDE_TIEMPO in quiere:
        return
    articulos = [
        p.termino[4:] for p in consulta.pedidas if UNIDADES.get(p.termino[:4]) == "artículo"
    ]
    por_quien = " ".join(_POR_QUIEN.findall(plegar(consulta.texto)))
    citados = sorted(consulta.citados - documentos_nombrados(indice, por_quien))
    for suyo in map(indice.documento, citados):
        tocados = {r.a.articulo for r in suyo.relaciones if r.a.doc == suyo.clave}
        for uno in articulos or ("",) if suyo.entrada.vigente_hasta is None else ():
            if not (tocados & {uno, None} if uno else tocados):
                yield Ausencia("cambio", uno, suyo.clave, suyo.titulo)


def _cuantas(numeros: Sequence[str]) -> int:
    """Return how many units have the numbers 1, 2, 3… to the last; else 0: that would mislead.

    Those with a letter were put in later («152A»).
    """
    propios = [numero for numero in numeros if not _CON_LETRA.fullmatch(numero)]
    seguidos = {str(n) for n in range(1, len(propios) + 1)}
    return len(propios) if set(propios) in (seguidos, {"unico"}) else 0


def _numeros(documento: Documento, marca: str) -> list[str]:
    """Return the numbers of the units of a kind that head a section of a document, in its order.

    Not of earlier texts.
    """
    rutas = dict.fromkeys(
        seccion.ruta[: nivel + 1]
        for seccion in documento.texto.estructura.secciones
        if not seccion.anterior
        for nivel in range(len(seccion.ruta))
    )
    unidades = (unidad_de(plegar(ruta[-1])) for ruta in rutas)
    return [unidad.removeprefix(marca) for unidad in unidades if unidad.startswith(marca)]
