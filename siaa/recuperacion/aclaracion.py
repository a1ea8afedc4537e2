"""Near-copies that a question does not tell apart, and what all of them say word for word. Pure."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.terminos import terminos
from siaa.biblioteca.lengua.texto import plegar, solo_palabras
from siaa.biblioteca.tablas.bm25 import idf_de_uno
from siaa.biblioteca.tablas.gemelos import SIN_GRUPO
from siaa.recuperacion.busqueda import Busqueda
from siaa.recuperacion.correccion import corregir
from siaa.recuperacion.hibrida.nombre_dicho import mejor_tramo, puntos_de_campo
from siaa.valores import ChunkPuntuado, DocumentoPuntuado
from siaa.vectores import NivelesDeCanal

Valor = tuple[float, Mapping[str, float]]
"""What the text of a document says of a question, and what it answers for, word by word."""

CERCA: Final = 0.8
"""Share of the best text score in a group from which on another says as much of the question."""
CASI: Final = 0.7
"""Share of the best score of all from which on the best of a group is close to it."""
IGUAL: Final = 0.95
"""Share of what one answers for from which on another answers for as much, word by word."""
NOMBRADO, VECES = 0.15, 2.0
"""What a name says of a question, in words that only one of its group has, from which on the
question calls a copy by it; how many times what another's says that is, not to be called too."""
RARA: Final = 1 / 3
"""Share of the rarity of the rarest word from which on a word tells of no matter of passages."""
RARAS: Final = 4
"""Words by which a passage is looked for in another document, the rarest ones."""
DEL_DOCUMENTO: Final = ("keywords", "nombre", "densidad")
"""Reasons for a document that are not of its best passage."""
_EL_DE: Final = re.compile(r"\b(?:[ae]l|del|l[ao]s?) de(?:l| l[ao]s?)? (\w+)")
"""Calls one of several by a word, without the noun that all of them have."""


def elegir(
    indice: Indice, elegidos: Sequence[DocumentoPuntuado], busqueda: Busqueda, turnos: Iterable[str]
) -> tuple[tuple[DocumentoPuntuado, ...], tuple[str, ...]]:
    """Return the documents of a question, and those that it may be about with equal right.

    elegidos: those chosen for it, best first. turnos: the questions that it is made of, last first.
    Where one calls near-copies (`TablaPasajes.grupo`) by their names, these stand for all of them,
    and one before tells among these; several are of equal right if they are not told apart. Of more
    than can be sent one stands for all, and leaves room for documents of another kind.
    """
    grupo = next((g for e in elegidos if (g := _grupo(indice, e.doc)) != SIN_GRUPO), SIN_GRUPO)
    if grupo == SIN_GRUPO or busqueda.citados:
        return tuple(elegidos), ()
    propios = {elegido.doc: elegido for elegido in elegidos}
    todos = [propios.get(otro.doc, otro) for otro in busqueda.puntuados()]
    suyos = [otro for otro in todos if _grupo(indice, otro.doc) == grupo]
    dichos: Sequence[DocumentoPuntuado] = suyos
    for turno in turnos:
        dichos = _nombrados(indice, dichos, turno)
    copias = {otro.doc for otro in suyos if dichos is not suyos}
    todos_puestos = dict.fromkeys(d for e in elegidos for d in (dichos if e.doc in copias else [e]))
    puestos = tuple(todos_puestos)[: len(elegidos)]
    if len(dichos) < 2 or suyos[0].puntaje < CASI * todos[0].puntaje:
        return _con_motivos(busqueda, puestos), ()
    otros = [otro for otro in todos if otro in dichos or otro not in suyos]
    iguales = _indistintos(otros, dichos, busqueda.respaldos())
    if len(iguales) > len(elegidos):
        sobran = [puesto for puesto in puestos if puesto in dichos][1:]
        ajenos = (otro for otro in otros if otro not in dichos)
        unicos = dict.fromkeys((*(p for p in puestos if p not in sobran), *ajenos))
        puestos = tuple(unicos)[: len(elegidos)]
    return _con_motivos(busqueda, puestos), iguales


def _con_motivos(
    busqueda: Busqueda, puestos: tuple[DocumentoPuntuado, ...]
) -> tuple[DocumentoPuntuado, ...]:
    if all(puesto.motivos for puesto in puestos):
        return puestos
    todos = busqueda.enrutar(len(busqueda.indice.claves)).documentos
    return tuple(next(d for d in todos if d.doc == puesto.doc) for puesto in puestos)


def _nombrados(
    indice: Indice, suyos: Sequence[DocumentoPuntuado], turno: str
) -> Sequence[DocumentoPuntuado]:
    """Return those near-copies that a turn calls by a name, measured among them; or all.

    One whose name is all that a turn says, in words that tell of nothing else, is called; so is
    «el de ejecución».
    """
    secuencia = terminos(corregir(indice, turno)[0])
    dichas = _nombres(indice, [otro.doc for otro in suyos], secuencia)
    mejor, palabras = max(dichas.values(), key=lambda dicha: dicha[0])
    unidad = idf_de_uno(len(suyos), 1)
    llamados = [otro for otro in suyos if dichas[otro.doc][0] >= mejor / VECES > 0]
    rareza = indice.pasajes.rareza
    raras = min(map(rareza, palabras), default=0.0) >= RARA * rareza("")
    solo = raras and palabras.issuperset(secuencia)
    sueltas = terminos(" ".join(_EL_DE.findall(plegar(turno))))
    claro = len(llamados) > 1 or mejor >= NOMBRADO * unidad or solo
    claro = claro or not palabras.isdisjoint(sueltas)
    return llamados if llamados and claro else suyos


def _nombres(
    indice: Indice, docs: Sequence[str], secuencia: Sequence[str]
) -> dict[str, tuple[float, frozenset[str]]]:
    """Return what some words say of the name of each of some documents, and which of them do."""
    nombres = {doc: indice.rotulos.de(indice.numero(doc)) for doc in docs}
    veces = Counter(t for suyos in nombres.values() for t in frozenset().union(*suyos))
    idf = {termino: idf_de_uno(len(docs), cuantos) for termino, cuantos in veces.items()}
    dichas = {}
    for doc, suyos in nombres.items():
        de_algo = (nombre for nombre in suyos if not nombre.isdisjoint(secuencia))
        tramos = ((nombre, *mejor_tramo(nombre, secuencia, idf)) for nombre in de_algo)
        puntos = (
            (puntos_de_campo(dicho, sum(map(idf.__getitem__, nombre))), frozenset(tramo))
            for nombre, tramo, dicho in tramos
        )
        dichas[doc] = max(puntos, key=lambda dicha: dicha[0], default=(0.0, frozenset[str]()))
    return dichas


def _indistintos(
    todos: Sequence[DocumentoPuntuado],
    suyos: Sequence[DocumentoPuntuado],
    partes: Mapping[str, Mapping[str, float]],
) -> tuple[str, ...]:
    """Return the near-copies that a question does not tell apart, best first; or none.

    They are those that no better one surpasses, in what they say of it and in how much of it they
    answer for; before them, what scores better: then none at all may surpass them. One alone is the
    best document.
    """
    suyos = [otro for otro in suyos if otro.doc in partes]
    if not suyos:
        return ()
    valores = [(_de_texto(otro), partes[otro.doc]) for otro in suyos]
    mejores = [mejor.doc for mejor in todos[: todos.index(suyos[0])]]
    iguales = [
        otro.doc
        for n, otro in enumerate(suyos)
        if not any(supera(mejor, valores[n]) for mejor in valores[: None if mejores else n])
    ]
    return () if mejores and len(iguales) < 2 else (*mejores, *iguales)


def supera(uno: Valor, otro: Valor) -> bool:
    """Tell whether one says clearly more of a question, or answers for more, and in neither less.

    What says most may lack a word that another answers for: then the question tells neither apart.
    """
    (dice, responde), (otro_dice, otro_responde) = uno, otro
    suma = sum(responde.values())
    mas = CERCA * dice > otro_dice or IGUAL * suma > sum(otro_responde.values())
    falta = sum(max(otro_responde[w] - responde.get(w, 0.0), 0.0) for w in otro_responde)
    return mas and CERCA * otro_dice <= dice and falta <= (1 - IGUAL) * suma


def _de_texto(documento: DocumentoPuntuado) -> float:
    """Return what its text gives a document; nothing where levels are not told apart."""
    niveles = documento.niveles
    return 0.0 if isinstance(niveles, NivelesDeCanal) else niveles.keywords + niveles.densidad


def del_pasaje(documento: DocumentoPuntuado) -> float:
    """Return what its best passage gives a document."""
    return sum(m.puntos for m in documento.motivos if m.nombre not in DEL_DOCUMENTO)


def _grupo(indice: Indice, doc: str) -> int:
    return int(indice.pasajes.grupo[indice.numero(doc)])


def son_copias(indice: Indice, doc: str, otro: str) -> bool:
    """Tell whether two documents are near-copies of each other, or the same one."""
    return doc == otro or _grupo(indice, doc) == _grupo(indice, otro) != SIN_GRUPO


def copias_entre(indice: Indice, docs: Sequence[str]) -> tuple[str, ...]:
    """Return those of some documents that are near-copies of the last of them, in order."""
    return tuple(doc for doc in docs if son_copias(indice, doc, docs[-1]))


def lo_que_mas_dice(indice: Indice, doc: str, chunk: ChunkPuntuado, dicho: str) -> ChunkPuntuado:
    """Return the passage of a fragment that says most of a text."""
    pedidos, tabla = frozenset(terminos(dicho)), indice.pasajes
    sano, propios = indice.documentos[doc].sano, indice.pasajes_de(doc, chunk.inicio, chunk.fin)

    def dice(lugar: list[int]) -> float:
        return sum(map(tabla.rareza, pedidos.intersection(terminos(sano(*lugar)))))

    inicio, fin = max(tabla.limites[propios].tolist(), key=dice)
    return replace(chunk, inicio=inicio, fin=fin)


def hermanos(indice: Indice, doc: str, chunk: ChunkPuntuado) -> tuple[str, ...]:
    """Return the near-copies of a document that say all of a fragment word for word."""
    otros = (indice.claves[n] for n in indice.pasajes.copias(indice.numero(doc)))
    return tuple(otro for otro in otros if lo_comun(indice, doc, chunk, [otro]) == (chunk,))


def lo_comun(
    indice: Indice, doc: str, chunk: ChunkPuntuado, otros: Sequence[str]
) -> tuple[ChunkPuntuado, ...]:
    """Return the stretches of a fragment whose passages stand word for word in other documents."""
    propios, texto = indice.pasajes_de(doc, chunk.inicio, chunk.fin), indice.documentos[doc].texto
    comunes = [n for n in propios if all(_lo_dice(indice, doc, n, otro) for otro in otros)]
    if comunes == propios:
        return (chunk,)
    seguidos = groupby(enumerate(comunes), lambda par: par[1] - par[0])
    tramos = ([n for _, n in tramo] for _, tramo in seguidos)
    lugares = (indice.pasajes.limites[[t[0], t[-1]], [0, 1]].tolist() for t in tramos)
    return tuple(
        replace(chunk, indice=texto.chunk_de(inicio), inicio=inicio, fin=fin)
        for inicio, fin in lugares
    )


def _lo_dice(indice: Indice, doc: str, pasaje: int, otro: str) -> bool:
    """Tell whether a document says a passage of another, be it as part of one, or of two."""
    tabla, limites, suyo = indice.pasajes, indice.pasajes.limites, indice.numero(otro)
    dicho = _palabras(indice, doc, *limites[pasaje].tolist())
    filas = {tabla.filas[t] for t in terminos(dicho) if t in tabla.filas}
    raras = sorted(filas, key=lambda fila: (-tabla.idf_pasaje[fila], fila))[:RARAS]
    con = [tabla.en(rara, suyo).tolist() for rara in raras]
    cerca = [{n + k for n in numeros for k in (-1, 0, 1)} for numeros in con[1:]]
    cuales = [n for n in (con[0] if con else ()) if all(n in otros for otros in cerca)]
    primero, ultimo = tabla.pasajes[suyo], tabla.pasajes[suyo + 1] - 1
    lugares = [(limites[max(n - 1, primero), 0], limites[min(n + 1, ultimo), 1]) for n in cuales]
    return any(dicho in _palabras(indice, otro, int(desde), int(fin)) for desde, fin in lugares)


def _palabras(indice: Indice, doc: str, inicio: int, fin: int) -> str:
    return f" {solo_palabras(indice.documentos[doc].sano(inicio, fin))} "
