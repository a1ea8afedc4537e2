"""`hibrida` against its reference, and what it promises whatever it is asked.

Scores of the fast code lie in tables of single precision (24 bits): each part of a score is off
by some units of 6e-8 of itself, so scores are compared to 2 millionths. What is chosen by them is
compared to the letter, given the scores of the fast code, which decide what is a tie.
`PROPIEDADES_EJEMPLOS=2000 pytest --hypothesis-profile=azar tests/recuperacion/test_hibrida.py`
searches further.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import FrozenInstanceError, fields, replace
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, Final

import bibliotecas_hibridas as bh
import numpy as np
import pytest
import referencia_hibrida as ref
from biblioteca_de_prueba import muestra
from hypothesis import given
from hypothesis import strategies as st

from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.estructura.frases import LARGO_MAXIMO
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import plegar
from siaa.biblioteca.valores import Enteros
from siaa.comprension.intentos import intentos_de
from siaa.recuperacion.contexto import armar_contexto
from siaa.recuperacion.estrategia import ESTRATEGIAS
from siaa.recuperacion.formato import escribir, largo, quitar_ultimo, trozos
from siaa.recuperacion.hibrida.busqueda import CANDIDATOS, BusquedaHibrida, buscar
from siaa.recuperacion.hibrida.pesos import PESOS, Pesos
from siaa.recuperacion.hibrida.poda import PRIMEROS
from siaa.recuperacion.hibrida.puntaje import PuntajesPasajes, puntos_de_encabezado
from siaa.recuperacion.hibrida.rasgos import que_la_cambiaron
from siaa.recuperacion.hibrida.terminos import consultar
from siaa.recuperacion.limpieza import limpiar, sin_marcas_nuestras
from siaa.valores import AjustesPoda, ChunkPuntuado, LeidaComo, Motivo, Poda, Presupuesto, Ruta

RELATIVO, ABSOLUTO = 2e-6, 1e-6
MINIMO = 400
"""The least that SIAA_PRESUPUESTO may be."""


def cerca(valor: Any) -> Any:
    return pytest.approx(valor, rel=RELATIVO, abs=ABSOLUTO)


def cercanos(unos: Any, otros: Any) -> None:
    """The same as `cerca`, for many numbers."""
    np.testing.assert_allclose(unos, otros, RELATIVO, ABSOLUTO)


# --- Comparisons ----------------------------------------------------------------------


def preguntar(
    indice: Indice, biblioteca: ref.Biblioteca, pregunta: str, pesos: Pesos = PESOS
) -> tuple[BusquedaHibrida, ref.Busqueda]:
    """A question looked up by both, with what it wants."""
    intentos = intentos_de(pregunta)
    rapida = buscar(indice, pregunta, intentos, pesos)
    return rapida, ref.Busqueda(biblioteca, pregunta, intentos, pesos)


def partes(motivos: Iterable[Motivo]) -> ref.Reparto:
    """Points by name of the part, by the word of the question and by what that was read as."""
    suma: ref.Reparto = defaultdict(float)
    for motivo in motivos:
        leido = re.match("leyó «(.*?)» como «(.*?)»", motivo.detalle, re.DOTALL)
        dicho = leido.groups() if leido else (motivo.palabra, "")
        suma[motivo.nombre, *dicho] += motivo.puntos
    return suma


def sin_palabra(reparto: ref.Reparto) -> ref.Reparto:
    """The reason of a keyword quotes it; the reference has one part for all."""
    suma: ref.Reparto = defaultdict(float)
    for (nombre, escrito, leido), puntos in reparto.items():
        suma[(nombre, "", "") if nombre == "keywords" else (nombre, escrito, leido)] += puntos
    return suma


def iguales(unas: Mapping[Any, float], otras: Mapping[Any, float]) -> bool:
    return all(
        math.isclose(unas.get(c, 0.0), otras.get(c, 0.0), rel_tol=1e-5, abs_tol=1e-5)
        for c in {*unas, *otras}
    )


def lo_leido(rapidos: PuntajesPasajes, lenta: ref.Busqueda) -> ref.Busqueda:
    """The same search reading the passages that the fast one did, if those are the best ones.

    Where the last that is read ties with the first that is not, rounding decides.
    """
    docs = rapidos.documentos.tolist()
    lentos = lenta.sin_leer(docs)
    assert rapidos.pasajes.tolist() == list(lentos)
    orden = sorted((p.suma for p in lentos.values()), reverse=True)
    corte = orden[ref.PASAJES_LEIDOS - 1] if len(orden) >= ref.PASAJES_LEIDOS else 0.0
    cumplen = [lenta.cumple(lenta.biblioteca.pasajes[numero]) for numero in lentos]
    factores, leidos = rapidos.intencion.tolist(), set()
    cercanos(rapidos.intencion, np.where(rapidos.intencion == 1, 1, cumplen))
    for numero, factor, cumple in zip(lentos, factores, cumplen, strict=True):
        if factor > 1:
            assert lentos[numero].suma >= corte - ABSOLUTO
            leidos.add(numero)
        elif cumple > 1:
            assert lentos[numero].suma <= corte + ABSOLUTO
    return lenta.leyendo(frozenset(leidos))


def comparar_pasajes(
    rapida: BusquedaHibrida, numeros: Enteros, lenta: ref.Busqueda
) -> dict[int, ref.Puntaje]:
    """Same passages of some documents with the same parts of their scores."""
    rapidos = rapida.puntuador.puntuar(numeros)
    dentro = rapida.puntuador.dentro(rapidos)
    lentos = lo_leido(rapidos, lenta).puntuar(numeros.tolist())
    puntajes = lentos.values()
    for columna in ("encabezado", "tipo", "intencion", "suma", "propio"):
        cercanos(getattr(rapidos, columna), [getattr(p, columna) for p in puntajes])
    for columna in ("vecino", "pedido", "total"):
        cercanos(getattr(dentro, columna), [getattr(p, columna) for p in puntajes])
    cercanos(rapidos.filas.suma(), [math.fsum(p.filas.values()) for p in puntajes])
    cercanos(dentro.filas.suma(), [math.fsum(p.dentro.values()) for p in puntajes])
    return lentos


def comparar_ruta(
    rapida: BusquedaHibrida,
    lenta: ref.Busqueda,
    lentos: Mapping[int, ref.Puntaje],
    max_docs: int,
) -> Ruta:
    """Same candidates and levels; the best, ties by name; for each the reference's reasons."""
    assert rapida.documentos.tolist() == lenta.candidatos()
    ruta, claves = rapida.enrutar(max_docs), rapida.indice.claves
    puntajes = puntajes_de(rapida)
    orden = sorted(
        (d for d in puntajes if puntajes[d] > 0), key=lambda d: (-round(puntajes[d], 9), d)
    )
    citados = [d for d in orden if claves.index(d) in lenta.citados]
    pares = combinations(citados, 2)
    dos = next((par for par in pares if lenta.aparte(*map(claves.index, par))), ())
    orden = [*dos, *(d for d in orden if d not in dos)]
    assert [d.doc for d in ruta.documentos] == orden[:max_docs]
    for lugar, numero in enumerate(rapida.documentos.tolist()):
        niveles = tuple(rapida.niveles[:, lugar].tolist())
        esperados = niveles_de(lenta, lentos, numero)
        assert niveles == cerca(esperados)
        assert rapida.puntaje[lugar] == cerca(sum(esperados) * lenta.biblioteca.pesos[numero])
    for documento in ruta.documentos:
        numero = claves.index(documento.doc)
        assert documento.puntaje == puntajes[documento.doc]
        assert sum(m.puntos for m in documento.motivos) == pytest.approx(
            documento.puntaje, rel=1e-6, abs=1e-6
        )
        hallado = sin_palabra(partes(documento.motivos))
        assert any(iguales(hallado, esperado) for esperado in repartos(lenta, lentos, numero))
    return ruta


def niveles_de(
    lenta: ref.Busqueda, lentos: Mapping[int, ref.Puntaje], numero: int
) -> tuple[float, float, float]:
    propios = [lentos[p.numero].propio for p in lenta.biblioteca.de_documento[numero]]
    texto = math.fsum(lenta.texto(numero).values()) + max(propios, default=0.0)
    claves, nombre = lenta.keywords(numero), lenta.nombre(numero)
    return claves, texto + lenta.de_otro_anio(numero, claves + texto + nombre), nombre


def los_mejores(
    lenta: ref.Busqueda, lentos: Mapping[int, ref.Puntaje], numero: int, margen: float = 1e-4
) -> list[int]:
    """The passages of a document that are, but for `margen`, as good as its best."""
    suyos = {p.numero: lentos[p.numero].propio for p in lenta.biblioteca.de_documento[numero]}
    mejor = max(suyos.values(), default=0.0)
    return [n for n, propio in suyos.items() if propio >= mejor - margen]


def repartos(
    lenta: ref.Busqueda, lentos: Mapping[int, ref.Puntaje], numero: int
) -> list[ref.Reparto]:
    """The parts of a document's score, for each passage that may count as its best."""
    comunes: ref.Reparto = {
        ("keywords", "", ""): lenta.keywords(numero),
        ("nombre", "", ""): lenta.nombre(numero),
        **lenta.texto(numero),
    }
    mejores = [lentos[n].partes(lentos[n].filas) for n in los_mejores(lenta, lentos, numero)]
    todos = [comunes | pasaje for pasaje in mejores or [{}]]
    anios = [lenta.de_otro_anio(numero, math.fsum(partes.values())) for partes in todos]
    peso = lenta.biblioteca.pesos[numero]
    return [
        ref.ponderar({**partes, ("año", "", ""): anio}, peso)
        for partes, anio in zip(todos, anios, strict=True)
    ]


def comparar_respaldo(
    rapida: BusquedaHibrida, lenta: ref.Busqueda, lentos: Mapping[int, ref.Puntaje]
) -> None:
    """The share of the question that the best document answers for, by its best passage."""
    ruta = rapida.enrutar(1)
    valor = ruta.respaldo
    assert valor is not None and 0 <= valor <= 1 + 1e-9
    if not ruta.documentos:
        assert valor == 0
        return
    doc = rapida.indice.claves.index(ruta.documentos[0].doc)
    posibles = [lenta.respaldo(doc, n) for n in los_mejores(lenta, lentos, doc)] or [0.0]
    assert any(math.isclose(valor, posible, rel_tol=1e-5, abs_tol=1e-6) for posible in posibles)


def puntajes_de(rapida: BusquedaHibrida) -> dict[str, float]:
    numeros, puntajes = rapida.documentos.tolist(), rapida.puntaje.tolist()
    return {rapida.indice.claves[n]: p for n, p in zip(numeros, puntajes, strict=True)}


def van_aparte(indice: Indice, lenta: ref.Busqueda, documentos: Sequence[str]) -> bool:
    """Whether they are two documents that the question names, each by itself."""
    return len(documentos) == 2 and lenta.aparte(*map(indice.claves.index, documentos))


def comparar_poda(
    rapida: BusquedaHibrida, lenta: ref.Busqueda, documentos: Sequence[str], limites: AjustesPoda
) -> tuple[Poda, ...]:
    """From the same scores, the same fragments in the same order; and the reference's reasons.

    Of two that the question names apart each is pruned by itself: the first in half of the room.
    """
    podas, todo = rapida.podar(documentos, limites), limites.presupuesto.escopeta
    if van_aparte(rapida.indice, lenta, documentos):
        separadas: tuple[Poda, ...] = ()
        for doc, hasta in zip(documentos, (todo // 2, todo), strict=True):
            cabe, todos = hasta - largo(rapida.indice, separadas), limites.presupuesto
            modos = (min(n, cabe) for n in (todos.francotirador, todos.binoculo, cabe))
            parte = replace(limites, presupuesto=Presupuesto(*modos, todos.piso))
            separadas += comparar_poda(rapida, lenta, [doc], parte)
        assert podas == separadas
        return podas
    numeros = np.array(sorted(rapida.indice.claves.index(d) for d in documentos), dtype=np.int64)
    puntajes = rapida.puntuador.puntuar(numeros)
    dentro = rapida.puntuador.dentro(puntajes)
    lentos = comparar_pasajes(rapida, numeros, lenta)
    de_ellos = {p.numero for n in numeros.tolist() for p in lenta.biblioteca.de_documento[n]}
    totales = {
        n: total
        for n, total in zip(puntajes.pasajes.tolist(), dentro.total.tolist(), strict=True)
        if n in de_ellos
    }
    bloques = lenta.podar(documentos, limites, puntajes_de(rapida), totales)
    documentos_de = rapida.indice.documentos
    assert [(p.doc, p.modo, escribir(documentos_de[p.doc], p)) for p in podas] == [
        (b.doc, b.modo, b.texto) for b in bloques
    ]
    for poda, bloque in zip(podas, bloques, strict=True):
        assert poda.ratio == (None if bloque.ratio is None else cerca(bloque.ratio))
        antes = [previo for previo, _ in trozos(documentos_de[poda.doc], poda)][:-1]
        assert bloque.piezas == [
            (c.inicio, c.fin, previo, c.puntaje, c.seccion)
            for c, previo in zip(poda.chunks, antes, strict=True)
        ]
        factor = lenta.factor(poda.doc, documentos[0], puntajes_de(rapida))
        for chunk, numero in zip(poda.chunks, bloque.responden, strict=True):
            suyo = lentos[numero]
            aparte = {("vecino", "", ""): suyo.vecino, ("pedido", "", ""): suyo.pedido}
            esperado = suyo.partes(suyo.dentro) | aparte
            assert iguales(partes(chunk.motivos), ref.ponderar(esperado, factor))
    return podas


# --- What every choice keeps ----------------------------------------------------------------


def verificar(
    indice: Indice, podas: Sequence[Poda], limites: AjustesPoda, *, aparte: bool = False
) -> None:
    """Within budget; slices of the documents, whole words, none twice; reasons that add up.

    aparte: each document was pruned by itself, and has the room of its own mode.
    """
    if not podas:
        return
    chunks = [chunk for poda in podas for chunk in poda.chunks]
    enviado = largo(indice, podas)
    solos = len(podas) if aparte else 1  # fragments that are sent even where they do not fit
    cortado = len(chunks) == solos and not all(es_uno(indice, poda) for poda in podas)
    limites_de = {p.doc: ref.limite(p.modo, limites.presupuesto) for p in podas}
    assert aparte or len({poda.modo for poda in podas}) == 1
    tope = sum(limites_de.values()) if aparte else limites_de[podas[0].doc]
    suyo = enviado <= tope or len(chunks) == solos
    assert suyo or any(cabe_el_acto(indice, p.doc, limites.presupuesto.escopeta) for p in podas)
    assert enviado <= limites.presupuesto.escopeta or limites.presupuesto.escopeta < MINIMO
    assert len({poda.doc for poda in podas}) == len(podas)
    for poda in podas:
        for chunk in poda.chunks:
            verificar_chunk(indice, poda.doc, chunk, cortado)
        verificar_que_nada_se_repite(indice, poda.doc, poda.chunks)
    contexto = armar_contexto(indice, podas)
    for fuente, chunk in zip(contexto.fuentes, chunks, strict=True):
        trozo = indice.documentos[fuente.doc].sano(chunk.inicio, chunk.fin)
        assert contexto.texto[fuente.inicio : fuente.fin] == sin_marcas_nuestras(limpiar(trozo))
    assert len(contexto.texto) <= enviado


def cabe_el_acto(indice: Indice, doc: str, tope: int) -> bool:
    """Whether all that a document rules fits: then it goes whole, whatever the mode may send."""
    pasajes = indice.documentos[doc].texto.estructura.pasajes.tolist()
    return sum(fin - inicio for inicio, fin, _, tipo in pasajes if tipo == ref.NORMA) <= tope


def es_uno(indice: Indice, poda: Poda) -> bool:
    limites = indice.documentos[poda.doc].texto.estructura.pasajes[:, :2].tolist()
    return [poda.chunks[0].inicio, poda.chunks[0].fin] in limites


def verificar_chunk(indice: Indice, doc: str, chunk: ChunkPuntuado, cortado: bool) -> None:
    documento = indice.documentos[doc]
    contenido = documento.contenido
    assert 0 <= chunk.inicio < chunk.fin <= len(contenido)
    assert contenido[chunk.inicio : chunk.fin].strip() == contenido[chunk.inicio : chunk.fin]
    for lugar in (chunk.inicio, chunk.fin):
        palabra = palabra_en(contenido, lugar)
        sin_lugar = cortado and len(contenido[chunk.inicio : chunk.fin].split()) == 1
        assert not palabra or len(palabra) > LARGO_MAXIMO or sin_lugar
    dueno = documento.fragmentos[chunk.indice]
    assert dueno.indice == chunk.indice and dueno.inicio <= chunk.inicio < dueno.fin
    assert sum(m.puntos for m in chunk.motivos) == pytest.approx(chunk.puntaje, rel=1e-6, abs=1e-6)


def palabra_en(contenido: str, lugar: int) -> str:
    """The word that a place lies within; empty at the edge of one."""
    antes = re.match(r"\w*", contenido[:lugar][::-1])  # to look for the end takes its square
    despues = re.match(r"\w*", contenido[lugar:])
    assert antes and despues
    return antes[0][::-1] + despues[0] if antes[0] and despues[0] else ""


def verificar_que_nada_se_repite(indice: Indice, doc: str, chunks: Sequence[ChunkPuntuado]) -> None:
    """No character twice, and no passage that says what another does."""
    documento = indice.documentos[doc]
    orden = sorted((c.inicio, c.fin) for c in chunks)
    assert all(fin <= inicio for (_, fin), (inicio, _) in pairwise(orden))
    dichos = [
        documento.sano(inicio, fin)
        for inicio, fin in documento.texto.estructura.pasajes[:, :2].tolist()
        if any(desde <= inicio and fin <= hasta for desde, hasta in orden)
    ]
    assert len(set(dichos)) == len(dichos)


# --- Generated libraries ----------------------------------------------------------------


@bh.ajustes(110)
@given(bh.bibliotecas(), st.data())
def test_como_la_referencia(generada: bh.Generada, datos: st.DataObject) -> None:
    indice = generada.indice()
    biblioteca = ref.leer(indice)
    for _ in range(3):
        pregunta, pesos = datos.draw(bh.preguntas), datos.draw(bh.pesos)
        limites = datos.draw(bh.podas)
        rapida, lenta = preguntar(indice, biblioteca, pregunta, pesos)
        cercanos(puntos_de_encabezado(indice, rapida.consulta, pesos)[0], lenta.encabezado)
        lentos = comparar_pasajes(rapida, rapida.documentos, lenta)
        max_docs = datos.draw(st.sampled_from((1, 2, 3, 50)))
        ruta = comparar_ruta(rapida, lenta, lentos, max_docs)
        elegidos = [d.doc for d in ruta.documentos[:3]]
        if elegidos:
            podas = comparar_poda(rapida, lenta, elegidos, limites)
            verificar(indice, podas, limites, aparte=van_aparte(indice, lenta, elegidos))
        otro = datos.draw(st.sampled_from(indice.claves))
        verificar(indice, comparar_poda(rapida, lenta, [otro], limites), limites)


@bh.ajustes(60)
@given(bh.bibliotecas(), bh.preguntas, bh.podas)
def test_ni_acentos_ni_mayusculas_cambian_nada(
    generada: bh.Generada, pregunta: str, limites: AjustesPoda
) -> None:
    indice = generada.indice()
    esperado = resultado(indice, pregunta, limites)
    sin_acentos = re.sub("[áéíóúü]", lambda c: plegar(c[0]), pregunta)
    con_signos = f"¿{sin_acentos.title()}?" if {*pregunta}.isdisjoint("¿?") else sin_acentos
    for otra in (sin_acentos, pregunta.upper(), con_signos):
        if plegar(otra).strip("¿?") == plegar(pregunta).strip("¿?"):
            assert resultado(indice, otra, limites) == esperado


def resultado(indice: Indice, pregunta: str, limites: AjustesPoda) -> Any:
    """All that a question gives, but for the user's own words in the reasons."""
    busqueda = buscar(indice, pregunta, intentos_de(pregunta))
    ruta = busqueda.enrutar(3)
    podas = busqueda.podar([d.doc for d in ruta.documentos], limites)
    return (
        [(d.doc, d.puntaje, d.niveles, [m.puntos for m in d.motivos]) for d in ruta.documentos],
        ruta.respaldo,
        [escribir(indice.documentos[p.doc], p) for p in podas],
        [(p.doc, p.modo, p.ratio, [c.puntaje for c in p.chunks]) for p in podas],
    )


@bh.ajustes(40)
@given(bh.bibliotecas(), bh.preguntas)
def test_buscar_no_cambia_nada(generada: bh.Generada, pregunta: str) -> None:
    """Asked again, after whatever was asked before, the answer is the same."""
    indice = generada.indice()
    primero = resultado(indice, pregunta, bh.poda(2700))
    resultado(indice, "¿Cuál es el plazo del juez según el decreto 806?", bh.poda(900))
    assert resultado(indice, pregunta, bh.poda(2700)) == primero
    assert resultado(generada.indice(), pregunta, bh.poda(2700)) == primero


@bh.ajustes(40)
@given(bh.bibliotecas(), bh.preguntas, bh.podas)
def test_quitar_el_peor(generada: bh.Generada, pregunta: str, limites: AjustesPoda) -> None:
    """One fragment less each time, always the last one sent, until one is left."""
    indice = generada.indice()
    busqueda = buscar(indice, pregunta)
    podas = busqueda.podar([d.doc for d in busqueda.enrutar(3).documentos], limites)
    total = sum(len(p.chunks) for p in podas)
    for quedan in range(total - 1, 0, -1):
        menos = quitar_ultimo(podas)
        chunks = [c for p in podas for c in p.chunks]
        assert [c for p in menos for c in p.chunks] == chunks[:quedan]
        verificar(indice, menos, replace(limites, presupuesto=bh.poda(10**6).presupuesto))
        podas = menos
    assert quitar_ultimo(podas) == podas


# --- More documents than candidates ---------------------------------------------------------


@cache
def poblada() -> tuple[Indice, ref.Biblioteca]:
    """More tiny documents than candidates: what is known of whole documents chooses."""
    indice = bh.biblioteca_poblada(CANDIDATOS + 30).indice()
    return indice, ref.leer(indice)


@bh.ajustes(30)
@given(bh.preguntas, bh.pesos, bh.podas, st.data())
def test_con_mas_documentos_que_candidatos(
    pregunta: str, pesos: Pesos, limites: AjustesPoda, datos: st.DataObject
) -> None:
    indice, biblioteca = poblada()
    rapida, lenta = preguntar(indice, biblioteca, pregunta, pesos)
    assert len(rapida.documentos) == CANDIDATOS
    ruta = comparar_ruta(rapida, lenta, comparar_pasajes(rapida, rapida.documentos, lenta), 3)
    elegidos = [d.doc for d in ruta.documentos]
    if elegidos:
        podas = comparar_poda(rapida, lenta, elegidos, limites)
        verificar(indice, podas, limites, aparte=van_aparte(indice, lenta, elegidos))
    fuera = sorted(set(range(len(indice.claves))) - set(rapida.documentos.tolist()))
    otro = indice.claves[datos.draw(st.sampled_from(fuera))]
    verificar(indice, comparar_poda(rapida, lenta, [otro], limites), limites)
    if elegidos:
        for par in ([elegidos[0], otro], [otro, elegidos[0]]):
            podas = comparar_poda(rapida, lenta, par, limites)
            verificar(indice, podas, limites, aparte=van_aparte(indice, lenta, par))


def test_podar_un_documento_que_no_es_candidato() -> None:
    """A diagnosis may ask for any document: its fragments are scored all the same."""
    archivos = {f"a{n}.md": "El cangrejo rojo camina." for n in range(CANDIDATOS)}
    archivos["z.md"] = "Nada de eso.\n\n# Uno\n\nUn rojo.\n\n# Dos\n\nOtra cosa."
    indice = bh.Generada(archivos).indice()
    busqueda = buscar(indice, "cangrejo rojo")
    assert indice.claves.index("z.md") not in busqueda.documentos
    (poda,) = busqueda.podar(["z.md"], bh.poda(900))
    assert poda.doc == "z.md" and poda.chunks[0].puntaje > 0
    assert "Un rojo." in escribir(indice.documentos["z.md"], poda)
    (vacia,) = busqueda.podar(["a0.md", "z.md"], bh.poda(900))
    assert vacia.doc == "a0.md"


# --- By hand ------------------------------------------------------------------------------

COSTA = {
    "fauna/cangrejo_rojo.md": (
        "# El cangrejo rojo\n\nNota de la guía.\n\n"
        "## Comida\n\nEl cangrejo rojo come algas verdes.\n\n"
        "## Casa\n\nVive en una cueva. La cueva mira al mar abierto.\n"
    ),
    "fauna/medusa_azul.md": (
        "# La medusa azul\n\nNota de la guía.\n\n"
        "## Comida\n\nLa medusa azul come peces pequeños.\n\n"
        "## Casa\n\nFlota sin rumbo en el mar abierto.\n"
    ),
    "decreto_806_de_2020.md": "# Decreto\n\nARTÍCULO 1. Plazo. El farero avisa en tres días.\n",
    "vacio.md": "· · ·",
}


@pytest.fixture(scope="module")
def costa() -> Indice:
    manuales = {"medusa_azul.md": ["ortiga de mar", "algas verdes"]}
    return bh.Generada(COSTA, manuales, {"fauna": 1.5}).indice()


def documentos(indice: Indice, pregunta: str) -> list[str]:
    return [d.doc for d in buscar(indice, pregunta).enrutar(9).documentos]


def test_cada_documento_por_lo_suyo(costa: Indice) -> None:
    assert documentos(costa, "¿Qué come la medusa azul?")[0] == "medusa_azul.md"
    assert documentos(costa, "¿Qué come el kangrejo rojo?")[0] == "cangrejo_rojo.md"
    assert documentos(costa, "ORTIGA DE MAR")[0] == "medusa_azul.md"
    assert documentos(costa, "¿Qué plazo da el decreto 806?")[0] == "decreto_806_de_2020.md"


def test_un_error_de_escritura_no_oculta_ni_la_cita_ni_la_palabra_clave(costa: Indice) -> None:
    numero = costa.claves.index("decreto_806_de_2020.md")
    assert buscar(costa, "¿Qué plazo da el decrto 806?").citados == {numero}
    niveles = {d.doc: d.niveles for d in buscar(costa, "algas vredes").enrutar(9).documentos}
    assert niveles["medusa_azul.md"].keywords > 0 == niveles["cangrejo_rojo.md"].keywords


def test_el_nombre_dicho_calla_en_los_pasajes(costa: Indice) -> None:
    """What the question calls the document says nothing about where in it the answer is."""
    busqueda = buscar(costa, "¿Dónde está la cueva del cangrejo rojo?")
    (poda,) = busqueda.podar(["cangrejo_rojo.md"], bh.poda(300))
    assert poda.chunks[0].seccion.endswith("Casa")
    enviado = costa.documentos["cangrejo_rojo.md"].contenido
    assert "algas" not in enviado[poda.chunks[0].inicio : poda.chunks[0].fin]


def test_solo_palabras_vacias(costa: Indice) -> None:
    for pregunta in ("de la que", "¿?", "", "  "):
        busqueda = buscar(costa, pregunta)
        assert busqueda.enrutar(5) == Ruta((), 0.0)
        assert busqueda.podar([], bh.poda(900)) == ()
        (poda,) = busqueda.podar(["cangrejo_rojo.md"], bh.poda(900))
        assert (poda.modo, poda.ratio) == (PRIMEROS, None)
        assert poda.chunks[0].inicio == min(c.inicio for c in poda.chunks)
        assert all(c.puntaje == 0 and c.motivos == () for c in poda.chunks)


def test_solo_el_nombre(costa: Indice) -> None:
    """The document is known, the passage is not: what it says first is sent."""
    busqueda = buscar(costa, "cangrejo rojo")
    ruta = busqueda.enrutar(1)
    assert [d.doc for d in ruta.documentos] == ["cangrejo_rojo.md"]
    (poda,) = busqueda.podar(["cangrejo_rojo.md"], bh.poda(900))
    assert poda.modo == PRIMEROS
    assert poda.chunks[0].inicio == costa.documentos[poda.doc].texto.estructura.pasajes[0][0]


@pytest.mark.parametrize(
    ("pregunta", "fuera"),
    [
        (
            "Compara el decreto 806 de 2020, la ley 7 de 1990 y la ley 7 de 1991",
            ["decreto_806_de_2020.md"],
        ),
        ("Compara el decreto 806 de 2020 y la ley 7 de 1991", []),
        ("Compara el decreto 806 de 2020 y la ley 7", []),  # whichever of the two it is
    ],
)
def test_de_las_normas_que_no_caben_se_dice_cuales(pregunta: str, fuera: list[str]) -> None:
    leyes = {f"ley_7_de_{anio}.md": f"# Ley 7 de {anio}\n\nDe boyas." for anio in (1990, 1991)}
    ruta = buscar(bh.Generada({**COSTA, **leyes}).indice(), pregunta).enrutar(2)
    assert [a.documento for a in ruta.ausencias if a.clase == "fuera"] == fuera
    assert len(ruta.documentos) == 2


@pytest.mark.parametrize(
    ("pregunta", "nombrados"),
    [
        ("Compara el decreto 806 de 2020 con la ley 7 de 1990", 2),
        ("¿Qué dicen de la boya la ley 7 de 1990 y el decreto 806 de 2020?", 2),
        ("¿Qué dice de la boya la ley 7 de 1990?", 1),
        ("¿Qué dice la ley 7 de la boya?", 1),  # it may be either: one of them
        ("¿Qué se dice de la boya?", 1),
    ],
)
def test_de_dos_normas_nombradas_va_cada_una(pregunta: str, nombrados: int) -> None:
    """Each with what answers, in the room of one answer, though one says far more of it."""
    pinta = "La boya {0} se pinta de rojo cada mes."
    boya = "".join(f"ARTÍCULO {n}. {pinta.format(n)}\n\n" for n in range(2, 40))
    archivos = {
        **COSTA,
        "ley_7_de_1990.md": f"# Ley\n\nARTÍCULO 1. La boya es de todos.\n\n{boya}",
        "ley_7_de_1991.md": f"# Ley\n\nARTÍCULO 1. La boya es del puerto.\n\n{boya}",
    }
    indice = bh.Generada(archivos).indice()
    busqueda = buscar(indice, pregunta)
    assert busqueda.nombra_dos is (nombrados == 2)
    docs = [d.doc for d in busqueda.enrutar(nombrados).documentos]
    podas = busqueda.podar(docs, bh.poda(900))
    assert largo(indice, podas) <= 900
    assert sorted(poda.doc for poda in podas) == sorted(docs)
    if nombrados == 2:
        assert sorted(docs) == ["decreto_806_de_2020.md", "ley_7_de_1990.md"]
        assert all(largo(indice, [poda]) <= 900 // 2 for poda in podas[:1])


ACTO = """# Decreto 385 de 1998

(marzo 3)

El Alcalde de Tumaco, en uso de sus facultades legales, y

### CONSIDERANDO:

Que las lámparas de la isla se apagan con el viento de la noche.

### DECRETA:

**Artículo 1.** El faro de la isla lo cuida un guarda, que firma el libro de las lámparas.

**Artículo 2.** Este decreto rige desde su publicación.

Publíquese y cúmplase.

Dado en Tumaco, a 3 de marzo de 1998.

### ANA RUIZ

El Secretario de Hacienda,

## Luis Mora.
"""
PARTES_DEL_ACTO = {
    "abre": ("El Alcalde de Tumaco, en uso de",),
    "motivo": ("Que las lámparas",),
    "regla": ("Artículo 1",),
    "rige": ("Artículo 2",),
    "firmas": ("3 de marzo de", "ANA RUIZ", "Luis Mora"),
}


@pytest.mark.parametrize(
    ("pregunta", "partes"),
    [
        ("¿Quién firma el decreto 385 de 1998?", "abre firmas"),
        ("¿Quiénes firmaron el Decreto 385?", "abre firmas"),
        ("¿Cuándo se expidió el decreto 385 de 1998 y quién lo firmó?", "abre firmas"),
        (
            "¿Quién firma el libro de las lámparas según el decreto 385 de 1998?",
            "motivo regla rige",
        ),
        ("¿Por qué se expidió el decreto 385 de 1998?", "motivo"),
        ("Motivos del decreto 385 de 1998", "motivo"),
        ("¿Por qué hay un guarda, según el decreto 385 de 1998?", "regla rige"),
        ("¿Está vigente el decreto 385 de 1998?", "rige"),
        ("¿Desde cuándo rige el Decreto 385?", "rige"),
        ("¿Qué norma derogó el decreto 385 de 1998?", "rige"),
        ("¿El decreto 385 de 1998 ha sido modificado o todavía se aplica?", "rige"),
        ("¿Sigue vigente lo del libro de las lámparas, decreto 385 de 1998?", "motivo regla rige"),
        ("Decreto 385 de 1998", "abre regla rige"),
        ("¿De qué trata el decreto 385 de 1998?", "abre regla rige"),
        ("Resuma el decreto 385 de 1998", "abre regla rige"),
        ("¿Qué dice el decreto 385?", "abre regla rige"),
        ("Decreto 385 de 1998: cangrejos", "abre regla rige"),  # of which it says nothing
    ],
)
def test_lo_que_se_pide_de_un_acto(pregunta: str, partes: str) -> None:
    """Who only names it gets what it rules; who asks for what it says of itself, that."""
    otro = "# Decreto 12 de 1990\n\nEl faro es de los cangrejos.\n"
    indice = bh.Generada({"a.md": ACTO, "b.md": otro}).indice()
    (poda,) = buscar(indice, pregunta, intentos_de(pregunta)).podar(["a.md"], bh.poda(2400))
    enviado = escribir(indice.documentos["a.md"], poda)
    van = [p for p, dichos in PARTES_DEL_ACTO.items() if all(d in enviado for d in dichos)]
    assert van == partes.split()
    assert not any(d in enviado for p in PARTES_DEL_ACTO.keys() - van for d in PARTES_DEL_ACTO[p])


@pytest.mark.parametrize(
    ("pregunta", "van"),
    [
        ("¿Quién firmó el decreto de las lámparas del faro?", True),
        ("¿Quiénes expidieron la norma de las lámparas del faro?", True),
        ("¿Quién firma el libro de las lámparas del faro?", False),
        ("¿Quién firmó el artículo 1 del decreto de las lámparas?", False),
    ],
)
def test_quien_firmo_un_acto_va_aunque_no_se_diga_su_numero(pregunta: str, *, van: bool) -> None:
    """After what tells which act it is; no word of the question stands among the signatures."""
    indice = bh.Generada({"a.md": ACTO, "b.md": "# Nota\n\nEl faro es de ellos.\n"}).indice()
    (poda, *_) = buscar(indice, pregunta, intentos_de(pregunta)).podar(["a.md"], bh.poda(2400))
    enviado = escribir(indice.documentos["a.md"], poda)
    assert all(firma in enviado for firma in PARTES_DEL_ACTO["firmas"]) == van


@pytest.mark.parametrize(
    ("pregunta", "cambian"),
    [
        ("¿Qué ley derogó la ley 200 de 1995?", ["b.md"]),
        ("¿Sigue vigente la Ley 200?", ["b.md"]),
        ("¿Sigue vigente la Ley 20?", []),
        ("¿Sigue vigente la Ley 200 de 1996?", []),
        ("¿Sigue vigente la Ley 12 de 1990?", []),  # it is loaded
        ("¿Qué dice la ley 200 de 1995 del faro?", []),
    ],
)
def test_de_lo_que_no_esta_se_halla_quien_lo_cambio(pregunta: str, cambian: list[str]) -> None:
    faro = "# Ley 12 de 1990\n\nLa ley del faro está vigente.\n"
    deroga = "# Ley 734 de 2002\n\n**Artículo 9.** Deróganse las Leyes 190 y 200 de 1995.\n"
    indice = bh.Generada({"a.md": faro, "b.md": deroga}).indice()
    consulta = consultar(indice, pregunta, intentos_de(pregunta))
    assert [indice.claves[n] for n in que_la_cambiaron(indice, consulta)] == cambian


def test_de_si_un_acto_rige_va_lo_que_se_le_cambio() -> None:
    """Both the new text and the earlier one, with what was done: not what it says of «vigente»."""
    cuatro = "**Artículo 4.** Lo vigente en la isla es el farol.\n\n**Artículo 5.** Derogado.\n\n"
    cambia = (
        "# Decreto 9 de 2001\n\n**Artículo 1.** Modifícase el artículo 1 del Decreto 385 de 1998."
    )
    acto = ACTO.replace("Publíquese", f"{cuatro}Publíquese")
    indice = bh.Generada({"decreto_385_de_1998.md": acto, "b.md": cambia}).indice()
    pregunta = "¿Está vigente el decreto 385 de 1998?"
    busqueda = buscar(indice, pregunta, intentos_de(pregunta))
    (poda,) = busqueda.podar(["decreto_385_de_1998.md"], bh.poda(2400))
    enviado = escribir(indice.documentos[poda.doc], poda)
    assert [n for n in range(1, 6) if f"Artículo {n}." in enviado] == [1, 2, 5]
    assert "[Artículo 1: modificado por el Decreto 9 de 2001]" in enviado


def test_lo_derogado_no_va_antes_de_lo_que_rige() -> None:
    """Though it has more of the words: its article has no text any more, and the act has others."""
    fin = "Vigente desde: 03/03/1998 y hasta el: 05/06/2002"
    texto = (
        "# Decreto 385 de 1998\n\n**Artículo 3.** Derogado.\n\nLegislación anterior\n\n"
        "**Artículo 3.** Se pierde el permiso del faro quien apaga la lámpara de noche.\n\n"
        f"{fin}\n\n**Artículo 4.** Se pierde el permiso del faro quien falta tres días.\n\n"
        "**Artículo 5.** El guarda come pescado.\n"
    )
    indice = bh.Generada({"a.md": texto, "b.md": "# Circular\n\nEl mar es hondo.\n"}).indice()
    pregunta = "¿Cómo se pierde de noche el permiso del faro?"
    (poda,) = buscar(indice, pregunta, intentos_de(pregunta)).podar(["a.md"], bh.poda(900))
    enviado = escribir(indice.documentos["a.md"], poda)
    assert enviado.index("falta tres días") < enviado.index("[Texto anterior, que ya no rige")


DESTINOS = ("velas", "ferias", "cursos", "misas", "ensayos", "torneos", "bodas", "bailes")


@pytest.mark.parametrize("cita", ["", " según el Decreto 385 de 1998"])
def test_de_un_articulo_con_textos_anteriores_va_lo_que_responde(cita: str) -> None:
    """Of a long one: earlier texts alike do not make all of it worth the same."""
    letras = [
        f"{letra}) Para pedir el faro para {que} el plazo será de {n} días, y el guarda lo anota."
        for n, (letra, que) in enumerate(zip("abcdefgh", DESTINOS, strict=True), 2)
    ]
    lista = "**Artículo 4.** El faro se pide en estos plazos:\n\n" + "\n\n".join(
        f"{letra} {'Así quedará escrito en el libro del muelle. ' * 6}" for letra in letras
    )
    previo = lista.replace("el guarda", "el patrón")
    fin = "\n\nVigente desde: 03/03/1998 y hasta el: 05/06/2002\n\n"
    texto = f"# Decreto 385 de 1998\n\n{lista}\n\nLegislación anterior\n\n{previo}{fin}"
    indice = bh.Generada({"a.md": texto, "b.md": "# Circular\n\nEl mar es hondo.\n"}).indice()
    pregunta = f"¿Cuál es el plazo para pedir el faro para bodas{cita}?"
    (poda,) = buscar(indice, pregunta, intentos_de(pregunta)).podar(["a.md"], bh.poda(900))
    enviado = escribir(indice.documentos["a.md"], poda)
    assert letras[6] in enviado and "el patrón" not in enviado


@pytest.mark.parametrize(
    ("pregunta", "anterior"),
    [
        ("¿Está vigente el decreto 385 de 1998?", False),
        ("¿Desde cuándo rige el Decreto 385?", False),
        ("¿Qué norma derogó el decreto 385 de 1998?", False),
        ("¿Estaba vigente el decreto 385 de 1998 antes de que lo cambiaran?", True),
    ],
)
def test_los_textos_reemplazados_no_dicen_si_un_acto_rige(pregunta: str, anterior: bool) -> None:
    """Long ones of its first articles would leave no room for its last word, which goes first."""
    dia = "El guarda sube de día a la torre, limpia los cristales y anota la hora en el libro. "
    noche = dia.replace("día", "noche")
    previos = "".join(
        f"**Artículo {n}.** {dia * 5}\n\nLegislación anterior\n\n**Artículo {n}.** {noche * 5}\n\n"
        "Vigente desde: 03/03/1998 y hasta el: 05/06/2002\n\n**Artículo 3.** Derogado.\n\n"
        for n in (1, 2)
    )
    fin = "**Artículo 9.** Este decreto empezará a regir tres (3) meses después de publicado.\n\n"
    texto = f"# Decreto 385 de 1998\n\n### DECRETA:\n\n{previos}{fin}"
    otro = "# Decreto 12 de 1990\n\nEl faro es de los cangrejos.\n"
    indice = bh.Generada({"a.md": texto, "b.md": otro}).indice()
    (poda,) = buscar(indice, pregunta, intentos_de(pregunta)).podar(["a.md"], bh.poda(900))
    enviado = escribir(indice.documentos["a.md"], poda)
    assert "Artículo 9." in poda.chunks[0].seccion and "Artículo 3." in enviado
    assert ("hasta el: 05/06/2002" in enviado) is anterior


@pytest.mark.parametrize(
    ("pregunta", "sigue"),
    [
        ("¿Sigue vigente el decreto 385 de 1998 del libro de las lámparas?", True),
        ("¿Qué dice el decreto 385 de 1998 del libro de las lámparas?", False),
        ("¿Sigue vigente lo del libro de las lámparas?", False),  # names no act
        ("¿Sigue vigente el artículo 1 del decreto 385 de 1998, libro de las lámparas?", False),
    ],
)
def test_desde_cuando_rige_va_despues_de_lo_mejor(pregunta: str, sigue: bool) -> None:
    """Where a question says what the act is about too; not where it asks of an article."""
    libros = "".join(
        f"**Artículo {n}.** {'El libro de las lámparas' if n < 4 else 'La torre'} {n} es de"
        f" quien sube de noche {n} veces, y anota cada barco que pasa y la hora en que lo vio.\n\n"
        for n in range(1, 30)
    )
    rige = "**Artículo 30.** Empezará a regir en junio.\n"
    texto = f"# Decreto 385 de 1998\n\n### DECRETA:\n\n{libros}{rige}"
    indice = bh.Generada({"a.md": texto, "b.md": "Otra foca."}).indice()
    (poda,) = buscar(indice, pregunta, intentos_de(pregunta)).podar(["a.md"], bh.poda(900))
    enviados = [texto[c.inicio : c.fin] for c in poda.chunks]
    assert [n for n, enviado in enumerate(enviados) if "Artículo 30." in enviado] == [1] * sigue


def test_el_nombre_de_otro_documento_no_calla_sus_palabras() -> None:
    """Where a document opens with «Estructura» the word names it; elsewhere it is what is asked."""
    organos = "El faro tendrá un guarda, un fogonero y un vigía.\n\n"
    otros = "".join(f"## {n}\n\nEl faro de la isla cumple la tarea {n}.\n\n" for n in range(30))
    texto = f"# Faro\n\n{otros}## Órganos\n\nLa estructura del faro de la isla: {organos}"
    archivos = {"a.md": "# Puente\n\nEstructura\n\nEl puente es de piedra.\n", "b.md": texto}
    busqueda = buscar(bh.Generada(archivos).indice(), "¿Cuál es la estructura del faro de la isla?")
    (poda,) = busqueda.podar(["b.md"], bh.poda(300))
    assert poda.chunks[0].seccion.endswith("Órganos")


def test_el_nombre_y_palabras_que_solo_preguntan() -> None:
    """They say nothing of which passage, even where the document has them too."""
    texto = COSTA["fauna/cangrejo_rojo.md"] + "\n## Fin\n\nEl guarda explica el resto.\n"
    indice = bh.Generada({**COSTA, "fauna/cangrejo_rojo.md": texto}).indice()
    busqueda = buscar(indice, "Explica el cangrejo rojo")
    (poda,) = busqueda.podar(["cangrejo_rojo.md"], bh.poda(300))
    assert poda.modo == PRIMEROS and poda.chunks[0].inicio < texto.index("## Fin")


CON_FORMULARIO: Final = "# Decreto 385 de 1998\n\n### DECRETA:\n\n" + "".join(
    f"**Artículo {n}.** {dice}\n\n"
    for n, dice in enumerate(
        (
            "El faro de la isla alumbra la bahía.",
            "La lancha del puerto lleva el correo.",
            "El guarda y el vigía deben diligenciar y reportar el formulario de la marea.",
            "Este convenio internacional se archiva en cinco puntos de la isla.",
        ),
        1,
    )
)


@pytest.mark.parametrize(
    ("pregunta", "primero"),
    [
        ("¿Quiénes deben diligenciar el formulario según el Decreto 385 de 1998?", "Artículo 3."),
        ("¿Cada cuánto se debe reportar según el Decreto 385 de 1998?", "Artículo 3."),
        ("¿De qué trata el Decreto 385 de 1998?", "Artículo 1."),
        ("Resuma el Decreto 385 de 1998 en cinco puntos", "Artículo 1."),
        ("¿Qué puntos del correo regula el Decreto 385 de 1998?", "Artículo 2."),
    ],
)
def test_de_un_acto_citado_se_envia_lo_que_se_le_pide(
    tmp_path: Path, pregunta: str, primero: str
) -> None:
    """Its name says of which act, and no more; words that only ask are none of its passages'."""
    relleno = "".join(f"**Artículo {n}.** La regla {n} calla.\n\n" for n in range(5, 90))
    texto = CON_FORMULARIO + relleno
    (tmp_path / "decreto-385-1998.md").write_text(texto, encoding="utf-8")
    busqueda = buscar(cargar_biblioteca(tmp_path), pregunta, intentos_de(pregunta))
    (poda,) = busqueda.podar(["decreto-385-1998.md"], bh.poda(600))
    assert primero in texto[poda.chunks[0].inicio : poda.chunks[0].fin][:60]


def test_una_pregunta_de_listado_lo_recibe_todo(costa: Indice) -> None:
    for pregunta, listado in (
        ("¿Cuáles son las algas?", True),
        ("Enumere las algas", True),
        ("¿Cuántas secciones de algas hay?", True),
        ("las algas verdes", False),
        ("las algas, por las cuales vive", False),
    ):
        busqueda = buscar(costa, pregunta, intentos_de(pregunta))
        (poda,) = busqueda.podar(["cangrejo_rojo.md"], bh.poda(3000))
        assert (poda.modo == "LISTADO-ESCOPETA") is listado


def parrafo(tema: str, relleno: str) -> str:
    """A paragraph that is a passage of its own, with one sentence about something."""
    return f"{tema} " + f"Sobre {relleno} no se dijo nada que valga la pena repetir aquí. " * 6


def test_quien_pide_una_lista_la_recibe_entera() -> None:
    """The rest of its section need not say any word of the question; what else does waits."""
    lista = [
        parrafo("Los oficios del puerto son varios.", "el alba"),
        parrafo("1. Vigía.", "la luz"),
        parrafo("2. Contador.", "las barcas"),
    ]
    otros = [parrafo(f"Un oficio de la isla {n}.", f"la isla {n}") for n in range(3)]
    texto = "\n\n".join(
        [
            "# Puerto",
            "## Cargos",
            *lista,
            *(f"## Isla {n}\n\n{otro}" for n, otro in enumerate(otros)),
        ]
    )
    indice = bh.Generada({"a.md": texto}).indice()

    def enviado(pregunta: str) -> str:
        busqueda = buscar(indice, pregunta, intentos_de(pregunta))
        (poda,) = busqueda.podar(["a.md"], bh.poda(1400))
        return " ".join(texto[c.inicio : c.fin] for c in poda.chunks)

    for pregunta in ("Enumere los oficios", "¿Qué oficios son, y en qué casos?"):
        hallado = enviado(pregunta)
        assert all(uno.strip() in hallado for uno in lista) and "isla" not in hallado
    assert "isla" in enviado("los oficios")


@pytest.mark.parametrize(
    ("item", "veces", "entera"),
    [("1. Vigía", 20, True), ("1. Vigía", 30, False), ("Vigía", 20, False)],
)
def test_una_lista_de_la_que_va_la_mitad_va_entera(item: str, veces: int, *, entera: bool) -> None:
    """Though it is not the best passage's; paragraphs that are no items are worth what they say."""
    luces = "las luces de toda la punta"  # too long for one passage with the item
    texto = "\n\n".join(
        [
            "# Puerto",
            f"## Zarpes\n\n{parrafo('Los oficios y los salarios del puerto y del zarpe.', 'sal')}",
            f"## Cargos\n\n{parrafo('Los oficios y los salarios del puerto son dos:', luces)}",
            f"{item} {'de la torre mayor ' * veces}.",
            parrafo("Nota.", "el viento que viene de la sierra nevada"),
            "## Isla\n\n" + parrafo("Oficios, " * 5 + "oficios en la isla.", "mar")[:330],
        ]
    )
    busqueda = buscar(bh.Generada({"a.md": texto}).indice(), "oficios y salarios del zarpe")
    (poda,) = busqueda.podar(["a.md"], bh.poda(2050))
    enviado = " ".join(texto[c.inicio : c.fin] for c in poda.chunks)
    assert ("Vigía" in enviado, "en la isla" in enviado) == (entera, not entera)


def test_de_una_lista_que_no_cabe_va_primero_lo_que_responde() -> None:
    oficios = [parrafo(f"{n}. El oficio de la barca {n}.", f"la luz {n}") for n in range(1, 7)]
    oficios[1] = parrafo("2. El oficio del puerto, y su salario.", "la luz 2")
    oficios[4] = parrafo("5. El oficio del faro, y su salario.", "la luz 5")
    texto = "\n\n".join(("# Puerto", "## Cargos", *oficios))
    indice, lista = bh.Generada({"a.md": texto}).indice(), intentos_de("¿cuáles?")
    busqueda = buscar(indice, "El oficio del puerto y el salario", lista)
    (poda,) = busqueda.podar(["a.md"], bh.poda(1400))
    enviado = " ".join(texto[c.inicio : c.fin] for c in poda.chunks)
    assert [o.strip() in enviado for o in oficios] == [True, True, False, False, True, False]


@pytest.mark.parametrize("cabe", [True, False])
def test_lo_que_falta_de_una_lista_no_quita_lo_que_ya_va(*, cabe: bool) -> None:
    """The rest of it goes after all of it that answers, with marks or without them."""
    items = (
        parrafo("El primer oficio: vigía del puerto, y su salario.", "la luz"),
        parrafo("El segundo oficio: contador.", "las barcas"),
        parrafo("El tercer oficio: el de la barca del puerto, y su salario.", "la sal"),
    )
    texto = "\n\n".join(("# Puerto", "## Cargos", *items))
    busqueda = buscar(bh.Generada({"a.md": texto}).indice(), "oficio y salario en el puerto")
    (poda,) = busqueda.podar(["a.md"], bh.poda(1500 if cabe else 1100))
    enviado = " ".join(texto[c.inicio : c.fin] for c in poda.chunks)
    assert [item.strip() in enviado for item in items] == [True, cabe, True]


@pytest.mark.parametrize(("presupuesto", "entera"), [(6000, True), (4800, False)])
def test_la_lista_del_mejor_va_entera_si_cabe_en_un_francotirador(
    presupuesto: int, *, entera: bool
) -> None:
    """Before other passages that answer almost as well: half a list is a wrong answer."""
    items = "\n".join(f"{n}. {'De la torre mayor, la marca ' * 15}{n}." for n in range(1, 5))
    tema = "Los salarios y oficios del puerto."
    otros = [f"## Oficios y salarios {n}\n\n{parrafo(tema, f'mar {n}')}" for n in range(20)]
    propio = f"# Puerto\n\n## Oficios y salarios\n\nLos del puerto son:\n\n{items}"
    texto = "\n\n".join((propio, *otros))
    busqueda = buscar(bh.Generada({"a.md": texto}).indice(), "oficios y salarios del puerto")
    (poda,) = busqueda.podar(["a.md"], bh.poda(presupuesto))
    enviado = " ".join(texto[c.inicio : c.fin] for c in poda.chunks)
    assert ("la marca 4." in enviado, tema in enviado) == (entera, True)


def test_una_tabla_no_deja_sin_lugar_al_articulo_que_tambien_responde() -> None:
    """Its other rows say nothing of what is asked, however well the first ones answer."""
    filas = "\n".join(f"| Marinero de la clase {n} | {n} |" for n in range(200))
    tabla = f"**Artículo 1.** El faro tendrá guardianes:\n\n| Guardianes | 8 |\n{filas}"
    texto = f"# Puerto\n\n{tabla}\n\n**Artículo 2.** {parrafo('El faro alumbra.', 'el alba')}"
    busqueda = buscar(bh.Generada({"a.md": texto}).indice(), "guardianes del faro")
    (poda,) = busqueda.podar(["a.md"], bh.poda(1800))
    assert "Artículo 2" in " ".join(texto[c.inicio : c.fin] for c in poda.chunks)


@pytest.mark.parametrize("final", ["las opciones siguientes:", "lo que sigue a continuación."])
def test_lo_que_se_anuncia_va_con_quien_lo_anuncia(final: str) -> None:
    """Under headings of its own, and though it says no word of the question."""
    texto = f"# Puerto\n\n## Zarpes\n\nLos zarpes se cuentan según {final}\n\n" + "\n\n".join(
        f"## {nombre}\n\n{parrafo(tema, nombre)}"
        for nombre, tema in (("Con remolque", "Con ayuda."), ("Isla", "De los zarpes de la isla."))
    )
    busqueda = buscar(bh.Generada({"a.md": texto}).indice(), "¿Cómo se cuentan los zarpes?")
    (poda,) = busqueda.podar(["a.md"], bh.poda(2400))
    assert "Con ayuda." in " ".join(texto[c.inicio : c.fin] for c in poda.chunks)


@pytest.mark.parametrize(
    ("nombre", "segundo", "pregunta", "abre"),
    [
        ("", "El farol rojo apaga el día.", "¿De qué color es el farol?", True),
        ("*Torre.* ", "El farol rojo apaga el día.", "¿De qué color es el farol?", False),
        ("*Torre.* ", "El farol de este artículo es rojo.", "¿De qué color es el farol?", True),
        ("*Torre.* ", "El farol del articulado es rojo.", "¿De qué color es el farol?", False),
        ("*Torre.* ", "El farol rojo apaga el día.", "¿Cuáles son los farol de color?", True),
    ],
)
def test_lo_que_abre_un_articulo_va_con_lo_que_se_lee_por_ello(
    nombre: str, segundo: str, pregunta: str, *, abre: bool
) -> None:
    """Though it says no word of the question, and other articles say some."""
    comienzo = parrafo(
        "La torre del puerto se enciende al anochecer, cuando no se ve la isla, por mano del vigía "
        "mayor.",
        "la torre",
    )
    texto = f"# Puerto\n\n**Artículo 1.** {nombre}{comienzo}\n\n{parrafo(segundo, 'farol')}\n\n"
    texto += "\n\n".join(
        f"**Artículo {n}.** *Barca {n}.* {parrafo(f'La barca {n} lleva farol.', 'la barca')}"
        for n in range(2, 9)
    )
    busqueda = buscar(bh.Generada({"a.md": texto}).indice(), pregunta, intentos_de(pregunta))
    (poda,) = busqueda.podar(["a.md"], bh.poda(1500))
    enviado = " ".join(texto[c.inicio : c.fin] for c in poda.chunks)
    assert segundo in enviado and ("vigía mayor" in enviado) == abre


def test_lo_que_solo_se_cuenta_pesa_menos_que_lo_que_se_pide() -> None:
    indice = bh.Generada({"a.md": "El farero apaga el faro y la marea sube."}).indice()
    for pregunta, peso in (
        ("Soy farero del puerto. ¿Cuándo sube la marea?", 0.6),
        ("Soy farero del puerto. Cuándo sube la marea", 1.0),
        ("¿Cuándo sube la marea, si soy farero?", 1.0),
    ):
        pesos = {t.escrito: t.peso for t in consultar(indice, pregunta, ()).terminos}
        assert (pesos["farero"], pesos["marea"]) == (peso, 1.0)


def test_un_acto_sin_texto_al_que_se_nombra_no_estorba_a_los_demas() -> None:
    """Its mention comes first; what is asked is of the other, which other years make worth less."""
    ley = f"# Faros\n\n## Artículo 1\n\n{parrafo('El farero lo enciende.', 'el farero')}"
    actos = {
        "acuerdo_psaa16-10476.md": "<!-- nada -->",
        "ley-100-1993.md": ley,
        "mar.md": "El mar.",
    }
    indice = bh.Generada(actos).indice()
    pregunta = "artículo 1 de la ley 100 en 2016 y 2020, acuerdo PSAA16-10476"
    podas = buscar(indice, pregunta, intentos_de(pregunta)).podar([*actos], bh.poda(1800))
    assert [poda.doc for poda in podas] == ["ley-100-1993.md"]


def test_la_clase_y_el_anio_de_una_norma_dicen_cual_y_no_donde() -> None:
    """«El decreto de 1998» is found by them, and answers with none that only says so too."""
    texto = "# Faros\n\n" + "\n\n".join(
        f"## Artículo {n}\n\n{parrafo(tema, 'otra cosa')}"
        for n, tema in enumerate(("El presente decreto rige desde 1998.", "El farero cobra."), 1)
    )
    generada = bh.Generada({"decreto-7-1998.md": texto, "otro.md": "El farero y el decreto."})
    busqueda = buscar(generada.indice(), "¿Qué cobra el farero en el decreto de 1998?")
    assert busqueda.enrutar(1).documentos[0].doc == "decreto-7-1998.md"
    (poda,) = busqueda.podar(["decreto-7-1998.md"], bh.poda(1800))
    puntajes = {"cobra" in texto[c.inicio : c.fin]: c.puntaje for c in poda.chunks}
    assert puntajes.get(False, 0.0) < puntajes[True] / 2


PUERTO = """# Reglamento del puerto

Considerando

{0}

## Artículo 1. Objeto

{1}

## Artículo 2. Forma

{2}
"""


def primero_enviado(texto: str, pregunta: str) -> tuple[str, dict[str, str]]:
    """The fragment that goes first, and its reasons by name."""
    indice = bh.Generada({"a.md": texto, "b.md": "Nada."}).indice()
    (poda,) = buscar(indice, pregunta, intentos_de(pregunta)).podar(["a.md"], bh.poda(400))
    chunk = poda.chunks[0]
    return texto[chunk.inicio : chunk.fin], {m.nombre: m.detalle for m in chunk.motivos}


def test_se_prefiere_lo_que_contiene_lo_que_se_pide() -> None:
    """A time where a time is asked for; the reason says it."""
    sin = "El capitán entrega la planilla de zarpe en la oficina del puerto y nadie la recibe."
    con = "El capitán entrega esa planilla de zarpe en un plazo de tres días en la oficina."
    texto = PUERTO.format("Nada.", sin, con)
    for pregunta, esperado in (
        ("¿Cuándo entrega la planilla de zarpe?", con),
        ("¿Dónde entrega la planilla de zarpe?", sin),
    ):
        hallado, motivos = primero_enviado(texto, pregunta)
        assert hallado == esperado
        assert ("intención" in motivos) == (esperado is con)
    _, motivos = primero_enviado(texto, "¿Cuándo entrega la planilla de zarpe?")
    assert motivos["intención"] == "contiene lo que se pide: un plazo o una fecha"
    _, motivos = primero_enviado(texto, "¿En cuántos días se entrega la planilla de zarpe?")
    assert motivos["intención"].endswith(": un plazo o una fecha")  # no number of its own


PLANILLA = "El capitán entrega la planilla de zarpe en la oficina"


@pytest.mark.parametrize(
    ("texto", "dicho"),
    [
        (f"{PLANILLA} en tres días, so pena de multa.", "un plazo o una fecha y una sanción o {}"),
        (f"{PLANILLA}, según el artículo 25 de la Ley 70 de 1993, y paga 30 reales.", "{1}"),
        (f"{PLANILLA}, según el artículo 25 de la Ley 70 de 1993.", ""),
        (f"{PLANILLA} antes de que el funcionario del faro cierre el puerto.", ""),
        (f"{PLANILLA} y la guarda el juez de paz, a quien corresponde.", "a quién le corresponde"),
    ],
)
def test_se_dice_solo_lo_que_cada_pasaje_contiene(texto: str, dicho: str) -> None:
    pregunta = "¿Quién recibe la planilla de zarpe, cuánto cobra, en qué plazo y con qué multa?"
    _, motivos = primero_enviado(f"# Puerto\n\n## Objeto\n\n{texto}", pregunta)
    esperado = f": {dicho.format('consecuencia', 'una cantidad')}" if dicho else ""
    contiene = "contiene lo que se pide" if dicho else "quizá contiene lo que se pide"
    assert motivos["intención"] == f"{contiene}{esperado}"


@pytest.mark.parametrize(
    ("titulo", "coincide"),
    [
        ("## Planilla de zarpe", "el encabezado de la sección"),
        ("**Artículo 5º.** *Planilla de zarpe.* ", "el encabezado de la sección"),
        ("**Artículo 5º.** ", "lo que dice al comienzo"),
        ("## Artículo 5º", "el número de la sección"),
    ],
)
def test_lo_que_coincide_de_una_seccion_es_lo_que_se_ve(titulo: str, coincide: str) -> None:
    """Of an article without an epigraph its first words are kept, and only its number is shown."""
    sigue = "\n\n" if titulo.startswith("#") else ""
    texto = f"{titulo}{sigue}{PLANILLA} del puerto, y allí se le devuelve sellada y fechada."
    pregunta = "¿Qué dice el artículo 5 de la planilla de zarpe que entrega el capitán?"
    indice = bh.Generada({"a.md": f"# Puerto\n\n{texto}", "b.md": "Nada."}).indice()
    (poda,) = buscar(indice, pregunta, intentos_de(pregunta)).podar(["a.md"], bh.poda(400))
    motivos = {m.nombre: m.detalle for m in poda.chunks[0].motivos}
    assert motivos["encabezado"] == f"{coincide} coincide con la pregunta"


@pytest.mark.parametrize(
    ("otra", "una", "pregunta"),
    [
        (  # it happens to hold a time, and says when less often than the one that is about it
            "El capitán entrega la planilla de zarpe y tiene tres días para decir lo que falte.",
            "El capitán entrega esa planilla de zarpe cada trimestre, a más tardar el quinto día.",
            "¿Cuándo entrega el capitán planilla de zarpe?",
        ),
        (  # it alone says «plazo», and is not about the one that is asked for
            "El cierre de la planilla sigue al plazo de su archivo, que la oficina guarda.",
            "La planilla se remite cada mes, a más tardar el quinto día.",
            "¿Cuál es el plazo de la planilla?",
        ),
    ],
)
def test_se_prefiere_lo_que_trata_de_lo_que_se_pide(otra: str, una: str, pregunta: str) -> None:
    hallado, _ = primero_enviado(PUERTO.format("Nada.", otra, una), pregunta)
    assert hallado == una


def test_un_considerando_cuenta_menos_salvo_que_se_pregunte_por_que() -> None:
    motivo = "Que los cangrejos del puerto se agotan por la pesca, y la pesca de cangrejos creció."
    regla = "La pesca de los cangrejos queda suspendida en el puerto para todos los barcos."
    texto = PUERTO.format(motivo, regla, "Rige desde hoy.")
    assert primero_enviado(texto, "¿Qué pasa con la pesca de cangrejos?")[0] == regla
    assert primero_enviado(texto, "¿Por qué se agotan con la pesca los cangrejos?")[0] == motivo


@pytest.mark.parametrize(
    ("pregunta", "vale"),
    [("¿Qué plata hay?", 0.0), ("¿Quién guarda la plata?", 0.6), ("¿Quién firma?", 1.0)],
)
def test_el_apellido_de_quien_firma_no_es_una_regla(pregunta: str, vale: float) -> None:
    texto = parrafo("El farero guarda la plata.", "lo que se le entrega en el faro")
    firma = "Dado en Tumaco, a 3 de mayo de 1990.\n\nPublíquese y cúmplase.\n\nPlata."
    texto = f"# Acuerdo\n\n## Artículo 1\n\n{texto}\n\n{firma}"
    tipos = buscar(bh.Generada({"a.md": texto}).indice(), pregunta, intentos_de(pregunta)).puntajes
    assert tipos.tipo.tolist() == [1.0, cerca(vale)]


def test_las_palabras_de_la_gente_se_leen_como_las_de_las_normas() -> None:
    """The reason says so; not where the documents use the word themselves."""
    norma = {"a.md": "El juez impone una sanción grave.", "b.md": "Nadie responde."}
    ruta = buscar(bh.Generada(norma).indice(), "¿Me van a echar?").enrutar(3)
    (documento,) = ruta.documentos
    assert documento.doc == "a.md" and ruta.leidas == (LeidaComo("van a echar", "sanción"),)
    assert {m.detalle for m in documento.motivos} >= {
        "leyó «van a echar» como «sanción», que está en el pasaje",
        "leyó «van a echar» como «sanción», que está en el documento",
    }
    sola = buscar(bh.Generada({**norma, "b.md": "Un sueldo."}).indice(), "¿La plata?").enrutar(3)
    assert [d.doc for d in sola.documentos] == ["b.md"]
    assert sola.leidas == (LeidaComo("plata", "sueldo"),)
    propia = {"a.md": "La plata se guarda.", "b.md": "Un sueldo."}
    ruta = buscar(bh.Generada(propia).indice(), "¿La plata?").enrutar(3)
    assert [d.doc for d in ruta.documentos] == ["a.md"] and ruta.leidas == ()


def test_cada_razon_se_dice_una_vez() -> None:
    """Be it a phrase, whose every word counts by itself."""
    for documento in buscar(muestra(), "¿Cuándo debo reportar en SIERJU?").enrutar(2).documentos:
        razones = [(motivo.nombre, motivo.detalle) for motivo in documento.motivos]
        assert ("densidad", "«SIERJU» está en el documento") in razones
        assert len({*razones}) == len(razones)


def test_lo_que_se_quiere_se_busca_como_lo_llaman_las_normas() -> None:
    """«¿Qué pasa si…?» wants a sanction: «pasar» is not looked up, unless it says nothing else."""
    archivos = {
        "a.md": "# Acuerdo\n\n## Artículo 1\n\nEl farero que cuida un faro pasa a otro puerto.",
        "b.md": "# Acuerdo\n\n## Artículo 1\n\nEl farero que no cuida un faro tiene sanción.",
    }
    indice = bh.Generada(archivos).indice()
    pregunta = "¿Qué pasa si no cuido el faro?"
    busqueda = buscar(indice, pregunta, intentos_de(pregunta))
    ruta = busqueda.enrutar(2)
    assert [documento.doc for documento in ruta.documentos] == ["b.md", "a.md"]
    detalles = {motivo.detalle for motivo in ruta.documentos[0].motivos}
    assert "leyó «una sanción o consecuencia» como «sanción», que está en el pasaje" in detalles
    assert ruta.leidas == ()  # no word of the question was read otherwise
    sola = buscar(indice, "¿Qué pasa?", intentos_de("¿Qué pasa?")).enrutar(2)
    assert "a.md" in [documento.doc for documento in sola.documentos]


def test_lo_que_queda_cuenta_como_si_nada_mas_se_hubiera_dicho() -> None:
    """«Reportar» counts a quarter beside «cangrejo rojo», not beside «a tiempo», that only asks."""
    indice = bh.Generada({"a.md": "El cangrejo se reporta con tiempo."}).indice()
    for pregunta, peso in (
        ("¿Y si no reporto a tiempo?", 1.0),
        ("¿Y si no reporto un cangrejo rojo?", 0.25),
    ):
        consulta = buscar(indice, pregunta, intentos_de(pregunta)).consulta
        assert [t.peso for t in consulta.terminos if t.escrito == "reporto"] == [peso]
        assert "tiempo" not in {t.escrito for t in consulta.terminos}


def test_una_palabra_que_casi_ningun_pasaje_usa_tambien_se_lee() -> None:
    """Up to 3 of 100 passages: here 1 of 40."""
    archivos = {f"d{n}.md": f"Nada dice el texto {n}." for n in range(38)}
    archivos |= {"plata.md": "La plata se guarda.", "sueldo.md": "Un sueldo."}
    ruta = buscar(bh.Generada(archivos).indice(), "¿La plata?").enrutar(3)
    assert [d.doc for d in ruta.documentos] == ["plata.md", "sueldo.md"]
    archivos["d0.md"] = "Otra plata se pierde."
    ruta = buscar(bh.Generada(archivos).indice(), "¿La plata?").enrutar(3)
    assert "sueldo.md" not in [d.doc for d in ruta.documentos]


def test_lo_que_dice_la_gente_no_es_mas_raro_que_lo_que_significa() -> None:
    """A word that one document has by chance does not choose it over all that mean the same."""

    def puntos(otros: str) -> float:
        archivos = {f"d{n}.md": otros for n in range(38)} | {"a.md": "La plata se guarda."}
        documento = buscar(bh.Generada(archivos).indice(), "¿La plata?").enrutar(1).documentos[0]
        assert documento.doc == "a.md"
        return sum(m.puntos for m in documento.motivos if m.nombre == "densidad")

    assert puntos("Un sueldo.") < puntos("Nada.") / 4


def test_el_segundo_documento_va_despues_y_solo_si_casi_gana() -> None:
    """However well its best passage answers: the first is the one that the question is about."""
    puerto = "# Puerto\n\nEl puerto cobra tarifas de muelle.\n\n" + "El puerto abre de día. " * 9
    archivos = {"a.md": puerto, "b.md": "La tarifa de muelle del puerto es de tres pesos. " * 3}
    archivos |= {f"z{n}.md": "Otra cosa." for n in range(9)}
    indice = bh.Generada(archivos).indice()

    def enviados(rival: float) -> list[str]:
        busqueda = buscar(indice, "¿Cuál es la tarifa de muelle?", pesos=Pesos(rival=rival))
        primero, segundo = (d.doc for d in busqueda.enrutar(2).documentos)
        assert busqueda.enrutar(2).documentos[1].puntaje > 0
        podas = busqueda.podar([primero, segundo], bh.poda(2400))
        assert podas[0].doc == primero
        return [poda.doc for poda in podas]

    assert len(enviados(0.0)) == 2 and len(enviados(0.99)) == 1


@pytest.mark.parametrize(("presupuesto", "largo"), [(1800, True), (120, False)])
def test_de_un_acto_no_muy_largo_va_lo_que_quepa(presupuesto: int, *, largo: bool) -> None:
    """What else it rules, though it says no word of the question, up to twice what may be sent."""
    reglas = [parrafo(f"La regla {n} es de otra cosa.", "Se cumple siempre.") for n in range(3)]
    texto = "# Acuerdo\n\n## Artículo 1\n\nCréase la Junta de Faros.\n\n" + "\n\n".join(
        f"## Artículo {n}\n\n{regla}" for n, regla in enumerate(reglas, 2)
    )
    busqueda = buscar(bh.Generada({"a.md": texto}).indice(), "¿Qué es la Junta de Faros?")
    (poda,) = busqueda.podar(["a.md"], bh.poda(presupuesto))
    assert (len(poda.chunks) > 1) is largo


@pytest.mark.parametrize(
    ("pregunta", "motivos"),
    [("¿Por qué se agotan los cangrejos?", 2), ("¿Qué pasa con los cangrejos?", 0)],
)
def test_en_un_acto_corto_lo_que_se_pide_va_antes_que_las_demas_reglas(
    pregunta: str, motivos: int
) -> None:
    """Its recitals where reasons are asked for; else they wait for all that it rules."""
    razones = [parrafo(f"Que los cangrejos se agotan {n} veces.", "ellos") for n in range(2)]
    reglas = [parrafo(f"Los cangrejos {n} quedan libres.", "la pesca") for n in range(2)]
    texto = PUERTO.format("\n\n".join(razones), *reglas)
    indice = bh.Generada({"a.md": texto, "b.md": "Nada."}).indice()
    (poda,) = buscar(indice, pregunta, intentos_de(pregunta)).podar(["a.md"], bh.poda(1200))
    enviados = [texto[c.inicio : c.fin] for c in poda.chunks]
    assert "".join(enviados).count("se agotan") == motivos


@pytest.mark.parametrize(
    "oye", ["", " oído el concepto del Consejo de Faros,", " y en vista de ello,"]
)
def test_una_portada_que_dice_por_que_se_envia(oye: str) -> None:
    texto = (
        "# Decreto 7 de 1990\n\nEl Presidente, que vela por los faros, en uso de sus facultades,"
        f"{oye}\n\n## decreta:\n\n## Artículo 1\n\n"
    ) + parrafo("Los faros del Presidente se encienden a las seis.", "Los apaga el farero.")
    busqueda = buscar(
        bh.Generada({"a.md": texto}).indice(), "¿Cuándo se encienden los faros del Presidente?"
    )
    (poda,) = busqueda.podar(["a.md"], bh.poda(2400))
    enviados = [texto[c.inicio : c.fin] for c in poda.chunks]
    assert any("facultades" in enviado for enviado in enviados) is bool(oye)


def test_ni_portadas_ni_titulos_solos_si_hay_mas_que_decir() -> None:
    texto = "# Faros del golfo\n\n## Faros\n\n## Horario de los faros\n\n" + parrafo(
        "Los faros se encienden a las seis.", "Los apaga el farero."
    )
    busqueda = buscar(bh.Generada({"a.md": texto}).indice(), "¿A qué hora se encienden los faros?")
    (poda,) = busqueda.podar(["a.md"], bh.poda(2400))
    assert ["encienden" in texto[c.inicio : c.fin] for c in poda.chunks] == [True]


@pytest.mark.parametrize(("presupuesto", "entero"), [(1800, True), (900, False)])
def test_un_acto_corto_va_entero(presupuesto: int, *, entero: bool) -> None:
    """All that it rules, though one passage stands out and the others say no word of the question.

    Nobody signs an answer.
    """
    reglas = (
        "Créase la Junta de Faros.",
        parrafo("La componen dos fareros y un capitán.", "El cargo dura un año."),
        parrafo("Los suplentes los nombra el alcalde.", "Cobran por sesión."),
    )
    texto = "# Acuerdo\n\n" + "\n\n".join(
        f"## Artículo {n}\n\n{regla}" for n, regla in enumerate(reglas, 1)
    )
    texto += "\n\nDado en Tumaco, a 3 de mayo de 1990.\n\nPublíquese y cúmplase."
    busqueda = buscar(bh.Generada({"a.md": texto}).indice(), "¿Qué es la Junta de Faros?")
    (poda,) = busqueda.podar(["a.md"], bh.poda(presupuesto))
    enviado = " ".join(texto[c.inicio : c.fin] for c in poda.chunks)
    assert [regla.strip() in enviado for regla in reglas] == [True, entero, entero]
    assert "Publíquese" not in enviado


def test_lo_mismo_no_se_envia_dos_veces() -> None:
    """The same passage in two documents goes once, with the best."""
    regla = "La pesca del cangrejo queda suspendida en todo el puerto hasta que suba la marea."
    archivos = {
        f"{n}.md": f"# {n}\n\n## Regla\n\n{regla}\n\n## Otra\n\nCangrejo {n}." for n in ("ab", "cd")
    }
    indice = bh.Generada(archivos).indice()
    busqueda = buscar(indice, "pesca del cangrejo", intentos_de("¿cuáles?"))
    podas = busqueda.podar(["ab.md", "cd.md"], bh.poda(90000))
    enviado = armar_contexto(indice, podas).texto
    assert enviado.count(regla) == 1 and enviado.index(regla) < enviado.index("[DOC: CD]")
    assert "Cangrejo ab." in enviado and "Cangrejo cd." in enviado


def test_un_documento_sin_pasajes_no_corre_a_los_demas() -> None:
    """Neither one before the others nor one after them, with words that only open it."""
    base = {"m.md": "El cangrejo come algas.", "n.md": "La medusa flota."}
    for vacio in ("a.md", "z.md"):
        indice = bh.Generada({**base, vacio: "![foto](marea.png)"}).indice()
        for pregunta, doc in (("cangrejo", "m.md"), ("medusa", "n.md"), ("png", vacio)):
            assert documentos(indice, pregunta) == [doc]


def test_lo_que_se_corta_se_mide_como_se_envia() -> None:
    """What conversion left between the words is not sent, so it makes no room."""
    frase = "cangrejo,\n\ncangrejo  " * 40 + "fin"
    indice = bh.Generada({"a.md": f"{frase}."}).indice()
    podas = buscar(indice, "cangrejo").podar(["a.md"], bh.poda(400))
    assert 390 < largo(indice, podas) <= 400


def test_el_pasaje_de_otro_documento_no_es_vecino() -> None:
    """Two documents that answer equally well: the first has a rival."""
    archivos = dict.fromkeys(("a.md", "b.md"), "El cangrejo come algas.")
    busqueda = buscar(bh.Generada(archivos).indice(), "cangrejo algas")
    podas = busqueda.podar(["a.md", "b.md"], bh.poda(3000))
    assert {(poda.modo, poda.ratio) for poda in podas} == {("ESCOPETA", 1.0)}


def test_los_empates_por_nombre() -> None:
    archivos = dict.fromkeys(("c.md", "a/b.md", "a.md", "d.md"), "El cangrejo come algas.")
    indice = bh.Generada(archivos).indice()
    assert documentos(indice, "cangrejo algas") == ["a.md", "b.md", "c.md", "d.md"]


def test_lo_que_solo_separa_el_redondeo_es_un_empate() -> None:
    indice = bh.Generada(dict.fromkeys(("a.md", "b.md", "c.md"), "El cangrejo come.")).indice()
    busqueda = buscar(indice, "cangrejo")
    casi = replace(busqueda, puntaje=busqueda.puntaje + np.array([0.0, 1e-12, 1e-6]))
    assert [d.doc for d in casi.enrutar(3).documentos] == ["c.md", "a.md", "b.md"]


def test_sin_documentos() -> None:
    for archivos in ({}, {"a.md": "· · ·"}):
        indice = bh.Generada(archivos).indice()
        busqueda = buscar(indice, "¿Qué come el cangrejo?")
        assert busqueda.enrutar(3) == Ruta((), 0.0)
        assert busqueda.podar([], bh.poda(900)) == ()
        assert all(busqueda.podar([doc], bh.poda(900)) == () for doc in indice.claves)


def test_el_peso_de_la_coleccion_multiplica_todo(costa: Indice) -> None:
    llana = bh.Generada(COSTA, {"medusa_azul.md": ["ortiga de mar"]}).indice()
    pregunta = "ortiga de mar azul abierto"
    con, sin = (buscar(i, pregunta).enrutar(1).documentos[0] for i in (costa, llana))
    assert con.puntaje == pytest.approx(1.5 * sin.puntaje)
    assert con.niveles == sin.niveles
    assert [m.puntos for m in con.motivos] == pytest.approx([1.5 * m.puntos for m in sin.motivos])
    callada = bh.Generada(COSTA, pesos={"fauna": 0.0}).indice()
    assert not any("fauna" in callada.documentos[d].ruta for d in documentos(callada, pregunta))


def test_una_forma_desconocida_de_una_palabra_conocida_no_se_corrige() -> None:
    indice = bh.Generada({"a.md": "La casada habla.", "b.md": "Las cansadas callan."}).indice()
    assert documentos(indice, "casadas") == ["a.md"]


def test_una_palabra_vacia_no_se_corrige() -> None:
    """That the library never says «cuando» does not make it a word that is nearly the same."""
    indice = bh.Generada({"a.md": "El bote vuelve ciando.", "b.md": "La mar calma."}).indice()
    assert documentos(indice, "ciandos") == ["a.md"]
    assert documentos(indice, "¿Cuándo la mar?") == ["b.md"]


def test_con_enie_o_sin_ella() -> None:
    indice = bh.Generada(
        {"a.md": "Un año largo.", "b.md": "El ano del pez.", "c.md": "El niño."}
    ).indice()
    assert documentos(indice, "año") == ["a.md"]
    assert set(documentos(indice, "ano")) == {"a.md", "b.md"}
    assert documentos(indice, "nino") == ["c.md"]


@pytest.mark.parametrize("nombre", ESTRATEGIAS)
@bh.ajustes(25)
@given(generada=bh.bibliotecas(), pregunta=bh.preguntas)
def test_en_las_dos_estrategias_el_chunk_contiene_el_inicio(
    nombre: str, generada: bh.Generada, pregunta: str
) -> None:
    indice = generada.indice()
    estrategia = ESTRATEGIAS[nombre]
    busqueda = estrategia.buscar(indice, pregunta, ())
    elegidos = [d.doc for d in busqueda.enrutar(2).documentos] or list(indice.claves[:1])
    podas = busqueda.podar(elegidos, bh.poda(5400))
    for poda in podas:
        fragmentos = indice.documentos[poda.doc].fragmentos
        for chunk in poda.chunks:
            fragmento = fragmentos[chunk.indice]
            assert fragmento.indice == chunk.indice
            assert fragmento.inicio <= chunk.inicio < fragmento.fin
    assert sum(len(p.chunks) for p in estrategia.quitar_el_peor(podas)) >= bool(podas)


def test_nada_se_puede_cambiar(costa: Indice) -> None:
    busqueda = buscar(costa, "algas verdes")
    ruta = busqueda.enrutar(1)
    poda = busqueda.podar([ruta.documentos[0].doc], bh.poda(900))[0]
    valores: tuple[Any, ...] = (
        busqueda, busqueda.consulta, busqueda.consulta.filas[0], busqueda.puntajes, busqueda.pesos,
        ruta, ruta.documentos[0], ruta.documentos[0].motivos[0], poda, poda.chunks[0],
    )  # fmt: skip
    for valor in valores:
        with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
            setattr(valor, fields(valor)[0].name, None)


def _derogada(*dichos: str) -> str:
    articulos = (
        f"**Artículo {n}º.** Derogado\n\nLEGISLACIÓN ANTERIOR []\n\n**Artículo {n}º.** {dice}"
        for n, dice in enumerate(dichos, 1)
    )
    return "\n\n".join(("# Ley 5 de 1990", "**Subtipo:** LEY ORDINARIA", "DECRETA:", *articulos))


def test_lo_derogado_se_dice_de_su_texto_y_no_aparte() -> None:
    """Neither the status of an article nor what stands before it is sent in the text's place."""
    texto = _derogada("El portero cuida las lámparas.", "La feria abre el lunes.")
    indice = bh.Generada({"a.md": texto, "b.md": "Nada."}).indice()
    podas = buscar(indice, "¿Quién cuida lámparas o abre?").podar(["a.md"], bh.poda(900, 0.3))
    (poda,) = podas
    enviados = [texto[c.inicio : c.fin] for c in poda.chunks]
    assert enviados == [
        "**Artículo 1º.** El portero cuida las lámparas.",
        "**Artículo 2º.** La feria abre el lunes.",
    ]
    motivos = {m.nombre: m.detalle for m in poda.chunks[0].motivos}
    assert motivos["vigencia"].startswith("no está vigente")


@pytest.mark.parametrize("pregunta", ["¿Quién cuida lámparas?", "Resume la ley 5 de 1990"])
def test_de_lo_derogado_se_lee_lo_que_mandaba(pregunta: str) -> None:
    """An act of which nothing is in force is as short as its earlier text is: it is read whole."""
    dichos = ("El portero cuida las lámparas.", "Páguese con dos mil pesos.")
    indice = bh.Generada({"a.md": (texto := _derogada(*dichos)), "b.md": "Nada."}).indice()
    (poda,) = buscar(indice, pregunta).podar(["a.md"], bh.poda(900, 0.3))
    enviado = " ".join(texto[c.inicio : c.fin] for c in poda.chunks)
    assert all(dicho in enviado for dicho in dichos)
    assert "Derogado" not in enviado
