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
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import FrozenInstanceError, fields, replace
from functools import cache
from itertools import pairwise
from typing import Any

import bibliotecas_hibridas as bh
import numpy as np
import pytest
import referencia_hibrida as ref
from hypothesis import given
from hypothesis import strategies as st

from siaa.biblioteca.estructura.frases import MAXIMO_UNIDAD
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.recuperacion.contexto import armar_contexto, limpiar
from siaa.recuperacion.estrategia import ESTRATEGIAS
from siaa.recuperacion.formato import escribir, largo, trozos
from siaa.recuperacion.hibrida.busqueda import CANDIDATOS, BusquedaHibrida, buscar
from siaa.recuperacion.hibrida.pesos import PESOS, Pesos
from siaa.recuperacion.hibrida.poda import PRIMEROS, quitar_el_peor
from siaa.recuperacion.hibrida.puntaje import ENCABEZADOS_REVISADOS, puntuar
from siaa.valores import AjustesPoda, ChunkPuntuado, Motivo, Poda, Ruta

RELATIVO, ABSOLUTO = 2e-6, 1e-6
MINIMO = 400
"""The least that SIAA_PRESUPUESTO may be."""


def cerca(valor: Any) -> Any:
    return pytest.approx(valor, rel=RELATIVO, abs=ABSOLUTO)


def cercanos(unos: Any, otros: Any) -> None:
    """The same as `cerca`, for many numbers."""
    np.testing.assert_allclose(unos, otros, RELATIVO, ABSOLUTO)


# --- Comparisons ----------------------------------------------------------------------


def partes(motivos: Iterable[Motivo]) -> ref.Reparto:
    """Points by name of the part and by the word that it quotes."""
    suma: ref.Reparto = defaultdict(float)
    for motivo in motivos:
        palabra = re.match("«(.*?)»", motivo.detalle, re.DOTALL)
        suma[motivo.nombre, palabra[1] if palabra else ""] += motivo.puntos
    return suma


def iguales(unas: Mapping[Any, float], otras: Mapping[Any, float]) -> bool:
    return all(
        math.isclose(unas.get(c, 0.0), otras.get(c, 0.0), rel_tol=1e-5, abs_tol=1e-5)
        for c in {*unas, *otras}
    )


def comparar_puntajes(rapida: BusquedaHibrida, lenta: ref.Busqueda, cuantos: int = 99) -> None:
    """Same candidates; of the best ones same levels, and same score of every unit."""
    assert rapida.documentos.tolist() == lenta.candidatos()
    for lugar in np.argsort(-rapida.puntaje, kind="stable")[:cuantos].tolist():
        numero = int(rapida.documentos[lugar])
        niveles = (rapida.claves[lugar], rapida.densidad[lugar], rapida.nombre[lugar])
        assert niveles == cerca(lenta.niveles(numero))
        assert rapida.puntaje[lugar] == cerca(lenta.puntaje(numero))
        unidades = lenta.unidades(numero)
        tramo = rapida.puntajes.de(lugar)
        assert rapida.puntajes.unidades[tramo].tolist() == list(unidades)
        cercanos(rapida.puntajes.total[tramo], [p.total for p in unidades.values()])
        cercanos(rapida.puntajes.apertura[tramo], [p.apertura for p in unidades.values()])


def comparar_ruta(rapida: BusquedaHibrida, lenta: ref.Busqueda, max_docs: int) -> Ruta:
    """The best scores, ties by name, and for each the reasons that the reference gives."""
    ruta, claves = rapida.enrutar(max_docs), rapida.indice.claves
    puntajes = puntajes_de(rapida)
    orden = sorted(
        (d for d in puntajes if puntajes[d] > 0), key=lambda d: (-round(puntajes[d], 9), d)
    )
    assert [d.doc for d in ruta.documentos] == orden[:max_docs]
    for documento in ruta.documentos:
        numero = claves.index(documento.doc)
        assert documento.puntaje == puntajes[documento.doc]
        niveles = documento.niveles
        assert (niveles.keywords, niveles.densidad, niveles.nombre) == cerca(lenta.niveles(numero))
        assert sum(m.puntos for m in documento.motivos) == pytest.approx(
            documento.puntaje, rel=1e-6, abs=1e-6
        )
        hallado = partes(documento.motivos)
        assert any(iguales(hallado, esperado) for esperado in repartos(lenta, numero))
    return ruta


def repartos(lenta: ref.Busqueda, numero: int) -> list[ref.Reparto]:
    """The parts of a document's score, for each unit that may count as its best."""
    documento, peso = lenta.biblioteca.documentos[numero], lenta.biblioteca.pesos[numero]
    dichas = [c for c in documento.claves_manuales if c in plegar(lenta.consulta.texto)]
    comunes = {("keywords", clave): lenta.pesos.clave_manual for clave in dichas}
    comunes |= {("nombre", ""): lenta.nombre(numero), **lenta.texto(numero)}
    puntajes = lenta.unidades(numero)
    mejores = [puntajes[n].reparto for n in lenta.mejores(numero, 1e-4)] or [{}]
    return [ref.ponderar(comunes | unidad, peso) for unidad in mejores]


def puntajes_de(rapida: BusquedaHibrida) -> dict[str, float]:
    numeros, puntajes = rapida.documentos.tolist(), rapida.puntaje.tolist()
    return {rapida.indice.claves[n]: p for n, p in zip(numeros, puntajes, strict=True)}


def comparar_poda(
    rapida: BusquedaHibrida, lenta: ref.Busqueda, documentos: Sequence[str], limites: AjustesPoda
) -> tuple[Poda, ...]:
    """From the same scores, the same fragments in the same order; and the reference's reasons."""
    podas = rapida.podar(documentos, limites)
    numeros = np.array(sorted(rapida.indice.claves.index(d) for d in documentos), dtype=np.int64)
    puntajes = rapida.puntajes
    if not set(numeros.tolist()) <= set(rapida.documentos.tolist()):
        indice, consulta = rapida.indice, rapida.consulta
        puntajes = puntuar(indice, consulta, numeros, rapida.encabezados, rapida.pesos)
    valores = zip(puntajes.total.tolist(), puntajes.propio.tolist(), strict=True)
    unidades = dict(zip(puntajes.unidades.tolist(), valores, strict=True))
    bloques = lenta.podar(documentos, limites, puntajes_de(rapida), unidades)
    documentos_de = rapida.indice.documentos
    assert [(p.doc, p.modo, escribir(documentos_de[p.doc], p)) for p in podas] == [
        (b.doc, b.modo, b.texto) for b in bloques
    ]
    for poda, bloque in zip(podas, bloques, strict=True):
        assert poda.ratio == (None if bloque.ratio is None else cerca(bloque.ratio))
        antes = [previo for previo, _ in trozos(documentos_de[poda.doc], poda)]
        assert bloque.piezas == [
            (c.inicio, c.fin, previo, c.puntaje, c.seccion)
            for c, previo in zip(poda.chunks, antes, strict=True)
        ]
        factor = lenta._factor(poda.doc, documentos[0], puntajes_de(rapida))
        for chunk, numero in zip(poda.chunks, bloque.responden, strict=True):
            unidad = lenta.unidades(lenta.biblioteca.unidades[numero].doc)[numero]
            abre = {("apertura", ""): chunk.puntaje / factor - unidad.suma if factor else 0.0}
            assert iguales(partes(chunk.motivos), ref.ponderar(unidad.reparto | abre, factor))
    return podas


# --- What every choice keeps ----------------------------------------------------------------


def limite(podas: Sequence[Poda], limites: AjustesPoda) -> int:
    presupuesto = limites.presupuesto
    por_modo = {
        "FRANCOTIRADOR": presupuesto.francotirador,
        PRIMEROS: presupuesto.francotirador,
        "BINÓCULO": presupuesto.binoculo,
        "ESCOPETA": presupuesto.escopeta,
        "LISTADO-ESCOPETA": presupuesto.escopeta,
    }
    (modo,) = {poda.modo for poda in podas}
    return por_modo[modo]


def verificar(indice: Indice, podas: Sequence[Poda], limites: AjustesPoda) -> None:
    """Within budget; slices of the documents, whole words, none twice; reasons that add up."""
    if not podas:
        return
    chunks = [chunk for poda in podas for chunk in poda.chunks]
    enviado = largo(indice, podas)
    cortado = len(chunks) == 1 and not es_una(indice, podas[0])
    assert enviado <= limite(podas, limites) or len(chunks) == 1
    assert enviado <= limites.presupuesto.escopeta or limites.presupuesto.escopeta < MINIMO
    enviados: defaultdict[str, list[ChunkPuntuado]] = defaultdict(list)
    for poda in podas:
        for chunk in poda.chunks:
            verificar_chunk(indice, poda.doc, chunk, cortado)
        enviados[poda.doc] += poda.chunks
    for doc, suyos in enviados.items():
        verificar_que_nada_se_repite(indice, doc, suyos)
    contexto = armar_contexto(indice, podas)
    fuentes = zip(contexto.fuentes, chunks, strict=True)
    for fuente, chunk in fuentes:
        trozo = indice.documentos[fuente.doc].contenido[chunk.inicio : chunk.fin]
        assert contexto.texto[fuente.inicio : fuente.fin] == limpiar(trozo)
    assert len(contexto.texto) <= enviado


def es_una(indice: Indice, poda: Poda) -> bool:
    limites = indice.documentos[poda.doc].texto.estructura.unidades[:, :2].tolist()
    return [poda.chunks[0].inicio, poda.chunks[0].fin] in limites


def verificar_chunk(indice: Indice, doc: str, chunk: ChunkPuntuado, cortado: bool) -> None:
    documento = indice.documentos[doc]
    contenido = documento.contenido
    assert 0 <= chunk.inicio < chunk.fin <= len(contenido)
    assert contenido[chunk.inicio : chunk.fin].strip() == contenido[chunk.inicio : chunk.fin]
    for lugar in (chunk.inicio, chunk.fin):
        palabra = palabra_en(contenido, lugar)
        sin_lugar = cortado and len(contenido[chunk.inicio : chunk.fin].split()) == 1
        assert not palabra or len(palabra) > MAXIMO_UNIDAD or sin_lugar
    dueno = documento.fragmentos[chunk.indice]
    assert dueno.indice == chunk.indice and dueno.inicio <= chunk.inicio < dueno.fin
    assert sum(m.puntos for m in chunk.motivos) == pytest.approx(chunk.puntaje, rel=1e-6, abs=1e-6)


def palabra_en(contenido: str, lugar: int) -> str:
    """The word that a place lies within; empty at the edge of one."""
    antes, despues = re.search(r"\w*\Z", contenido[:lugar]), re.match(r"\w*", contenido[lugar:])
    assert antes and despues
    return antes[0] + despues[0] if antes[0] and despues[0] else ""


def verificar_que_nada_se_repite(indice: Indice, doc: str, chunks: Sequence[ChunkPuntuado]) -> None:
    """No character twice, and no unit that says the words of another."""
    documento = indice.documentos[doc]
    orden = sorted((c.inicio, c.fin) for c in chunks)
    assert all(fin <= inicio for (_, fin), (inicio, _) in pairwise(orden))
    unidades = [
        (inicio, fin)
        for inicio, fin in documento.texto.estructura.unidades[:, :2].tolist()
        if any(desde <= inicio and fin <= hasta for desde, hasta in orden)
    ]
    dichos = [Counter(corridas(plegar(documento.contenido[i:f]))) for i, f in unidades]
    assert all(uno not in dichos[:n] for n, uno in enumerate(dichos))


# --- Generated libraries ----------------------------------------------------------------


@bh.ajustes(110)
@given(bh.bibliotecas(), st.data())
def test_como_la_referencia(generada: bh.Generada, datos: st.DataObject) -> None:
    indice = generada.indice()
    biblioteca = ref.leer(indice)
    for _ in range(3):
        pregunta, pesos, limites = (datos.draw(e) for e in (bh.preguntas, bh.pesos, bh.podas))
        rapida, lenta = buscar(indice, pregunta, pesos), ref.Busqueda(biblioteca, pregunta, pesos)
        cercanos(rapida.encabezados, lenta.encabezado)
        comparar_puntajes(rapida, lenta)
        ruta = comparar_ruta(rapida, lenta, datos.draw(st.sampled_from((1, 2, 3, 50))))
        elegidos = [d.doc for d in ruta.documentos[:3]]
        if elegidos:
            verificar(indice, comparar_poda(rapida, lenta, elegidos, limites), limites)
        otro = datos.draw(st.sampled_from(indice.claves))
        verificar(indice, comparar_poda(rapida, lenta, [otro], limites), limites)


def pequena() -> bh.Generada:
    return bh.biblioteca_poblada(9, semilla=7)


@bh.ajustes(60)
@given(bh.bibliotecas(), bh.preguntas, bh.podas)
def test_ni_acentos_ni_mayusculas_cambian_nada(
    generada: bh.Generada, pregunta: str, limites: AjustesPoda
) -> None:
    indice = generada.indice()
    esperado = resultado(indice, pregunta, limites)
    sin_acentos = re.sub("[áéíóúü]", lambda c: plegar(c[0]), pregunta)
    for otra in (sin_acentos, pregunta.upper(), f"¿{sin_acentos.title()}?"):
        if plegar(otra).strip("¿?") == plegar(pregunta):
            assert resultado(indice, otra, limites) == esperado


def resultado(indice: Indice, pregunta: str, limites: AjustesPoda) -> Any:
    """All that a question gives, but for the user's own words in the reasons."""
    busqueda = buscar(indice, pregunta)
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
        menos = quitar_el_peor(podas)
        chunks = [c for p in podas for c in p.chunks]
        assert [c for p in menos for c in p.chunks] == chunks[:quedan]
        verificar(indice, menos, replace(limites, presupuesto=bh.poda(10**6).presupuesto))
        podas = menos
    assert quitar_el_peor(podas) == podas


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
    rapida, lenta = buscar(indice, pregunta, pesos), ref.Busqueda(biblioteca, pregunta, pesos)
    assert len(rapida.documentos) == CANDIDATOS
    comparar_puntajes(rapida, lenta, 6)
    ruta = comparar_ruta(rapida, lenta, 3)
    elegidos = [d.doc for d in ruta.documentos]
    if elegidos:
        verificar(indice, comparar_poda(rapida, lenta, elegidos, limites), limites)
    fuera = sorted(set(range(len(indice.claves))) - set(rapida.documentos.tolist()))
    otro = indice.claves[datos.draw(st.sampled_from(fuera))]
    verificar(indice, comparar_poda(rapida, lenta, [otro], limites), limites)
    if elegidos:
        for par in ([elegidos[0], otro], [otro, elegidos[0]]):
            verificar(indice, comparar_poda(rapida, lenta, par, limites), limites)


def test_podar_un_documento_que_no_es_candidato() -> None:
    """A diagnosis may ask for any document: its fragments are scored all the same."""
    archivos = {f"a{n}.md": "El cangrejo rojo camina." for n in range(CANDIDATOS)}
    archivos["z.md"] = "Nada de eso.\n\n# Uno\n\nUn rojo.\n\n# Dos\n\nOtra cosa."
    indice = bh.Generada(archivos).indice()
    busqueda = buscar(indice, "cangrejo rojo")
    assert indice.claves.index("z.md") not in busqueda.documentos
    (poda,) = busqueda.podar(["z.md"], bh.poda(900))
    assert (
        poda.doc == "z.md"
        and "Un rojo." in escribir(indice.documentos["z.md"], poda)
        and poda.chunks[0].puntaje > 0
    )
    (vacia,) = busqueda.podar(["a0.md", "z.md"], bh.poda(900))
    assert vacia.doc == "a0.md"


def test_mas_encabezados_que_los_que_se_comparan_a_la_letra() -> None:
    """The most promising ones, and of equal ones the first."""
    prosa = (
        "Nada de lo que abre el texto lo nombra, porque son frases largas de punta a punta. " * 9
    )
    secciones = [
        f"## Plazo del cangrejo{' rojo' * (n % 3 == 0)}\n\nTexto {n}."
        for n in range(2 * ENCABEZADOS_REVISADOS)
    ]
    indice = bh.Generada({"a.md": "\n\n".join(("# Guía", prosa, *secciones))}).indice()
    biblioteca = ref.leer(indice)
    for pregunta in ("plazo del cangrejo", "el plazo del cangrejo rojo", "plazo", "cangrejo plazo"):
        hallados = buscar(indice, pregunta).encabezados
        cercanos(hallados, ref.Busqueda(biblioteca, pregunta, PESOS).encabezado)
        assert len(set(np.round(hallados[np.flatnonzero(hallados)], 6))) > 2


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
    (documento, *_) = buscar(costa, "algas vredes").enrutar(9).documentos
    assert documento.doc == "medusa_azul.md" and documento.niveles.keywords > 0


def test_el_nombre_dicho_calla_en_los_pasajes(costa: Indice) -> None:
    """What the question calls the document says nothing about where in it the answer is."""
    busqueda = buscar(costa, "¿Dónde está la cueva del cangrejo rojo?")
    (poda,) = busqueda.podar(["cangrejo_rojo.md"], bh.poda(300))
    assert poda.chunks[0].seccion.endswith("Casa")
    assert "algas" not in escribir(costa.documentos["cangrejo_rojo.md"], poda).split("\n[…]\n")[0]


def test_desde_que_parte_se_calla_un_nombre() -> None:
    """Three of five words that are equally rare are .6 of the name, and that is enough."""
    largo = "El cangrejo come algas verdes " + "y nada de lo que se dice aquí lo nombra " * 6
    archivos = {"norte_sur_cumbre_oeste_centro.md": largo, "b.md": "Al norte come el cangrejo."}
    indice = bh.Generada(archivos).indice()
    for parte, se_calla in ((0.6, True), (0.61, False)):
        consulta = buscar(
            indice, "cangrejo sur oeste centro", replace(PESOS, parte_nombre=parte)
        ).consulta
        assert consulta.nombres[0].parte == 0.6
        callados = {t.termino for t in consulta.terminos if t.peso == 0}
        assert callados == (set(consulta.nombres[0].terminos) if se_calla else set())
        assert len(consulta.nombres[0].terminos) == 3


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
    assert poda.chunks[0].inicio == costa.documentos[poda.doc].texto.estructura.unidades[0][0]


def test_el_nombre_y_palabras_que_solo_preguntan() -> None:
    """They say nothing of which passage, even where the document has them too."""
    texto = COSTA["fauna/cangrejo_rojo.md"] + "\n## Fin\n\nEl guarda explica el resto.\n"
    indice = bh.Generada({**COSTA, "fauna/cangrejo_rojo.md": texto}).indice()
    busqueda = buscar(indice, "Explica el cangrejo rojo")
    assert {fila.escrito for fila in busqueda.consulta.raices} == {"Explica"}
    (poda,) = busqueda.podar(["cangrejo_rojo.md"], bh.poda(300))
    assert poda.modo == PRIMEROS and poda.chunks[0].inicio < texto.index("## Fin")


def test_una_pregunta_de_listado_lo_recibe_todo(costa: Indice) -> None:
    for pregunta, listado in (("¿Cuáles son las algas?", None), ("las algas verdes", True)):
        (poda,) = buscar(costa, pregunta).podar(
            ["cangrejo_rojo.md"], bh.poda(3000, listado=listado)
        )
        assert poda.modo == "LISTADO-ESCOPETA"
    for pregunta, listado in (("¿Cuáles son las algas?", False), ("¿Cuáles, son algas?", None)):
        limites = bh.poda(3000, listado=listado)
        (poda,) = buscar(costa, pregunta).podar(["cangrejo_rojo.md"], limites)
        assert poda.modo != "LISTADO-ESCOPETA"


def test_quien_pide_una_lista_la_recibe_entera() -> None:
    """Its items need not say any word of the question; what stands after the list waits."""
    cargos = [
        "1. **Vigía.** Prende la luz cuando cae la tarde, la apaga al alba y anota en un libro la "
        "hora de las dos cosas, para que el que llega sepa qué pasó en la noche anterior.",
        "2. **Contador.** Lleva la cuenta de las barcas que salen y de las que vuelven, y da la "
        "voz si una tarda más de lo que dijo; sin eso nadie sabría a quién hay que buscar.",
        "3. **Carpintero.** Repara las velas, las cuerdas y las tablas; tiene un ayudante en "
        "invierno, que es cuando más se rompen, y ninguno en el resto de los meses del año.",
        "4. **Cocinero.** Compra lo que falta y cobra a fin de mes lo que cada uno se comió.",
    ]
    lista = "\n\n".join(cargos)
    actas = "\n\n".join(
        f"En la sesión {n} se leyó el acta y se habló del gasto." for n in range(20)
    )
    texto = (
        f"# Puerto\n\n{actas}\n\nDe los oficios no se habló nada.\n\n## Quién hace qué\n\n"
        f"Estos son los oficios:\n\n{lista}\n\nNadie más cobra.\n\n## Otros\n\n{actas}\n"
    )
    busqueda = buscar(bh.Generada({"a.md": texto}).indice(), "¿Cuáles son los oficios?")

    def primero(listado: bool | None) -> str:
        (poda,) = busqueda.podar(["a.md"], bh.poda(1400, listado=listado))
        return texto[poda.chunks[0].inicio : poda.chunks[0].fin]

    assert primero(None).startswith("Estos son los oficios:") and lista in primero(None)
    assert cargos[0] in primero(False) and cargos[2] not in primero(False)


def test_quien_dice_la_pregunta_entera_va_primero() -> None:
    """An answer to a frequent question, beside passages that have its words more often."""
    texto = (
        "# Manual del puerto\n\n## Redes\n\nLas redes se guardan en el puerto. El puerto de las "
        "redes guarda las redes del puerto y las del muelle viejo, que son redes de puerto.\n\n"
        "## Dudas\n\nNadie ha preguntado por las algas del puerto ni por la isla del cangrejo.\n\n"
        "**¿Dónde se guardan las redes?** En el cobertizo que está detrás de la casa del vigía, "
        "salvo que llueva tres días seguidos o más.\n"
    )
    otras = "\n\n".join(f"La barca {n} sale del muelle al alba y vuelve {n}." for n in range(20))
    indice = bh.Generada({"a.md": texto, "b.md": otras}).indice()

    def primera(pregunta: str, literal: float) -> tuple[str, set[str]]:
        (poda,) = buscar(indice, pregunta, replace(PESOS, literal=literal)).podar(
            ["a.md"], bh.poda(150)
        )
        chunk = poda.chunks[0]
        return texto[chunk.inicio : chunk.fin], {m.nombre for m in chunk.motivos}

    assert "cobertizo" not in primera("donde se guardan las redes", 0.0)[0]
    dicha, motivos = primera("donde se guardan las redes", PESOS.literal)
    assert "cobertizo" in dicha and "literal" in motivos
    for otra in ("¿Guardan las redes?", "¿Dónde guardan las redes?", "¿Se guardan las redes aquí?"):
        assert "literal" not in primera(otra, PESOS.literal)[1], otra


def test_la_unidad_de_otro_documento_no_es_vecina() -> None:
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
    busqueda = estrategia.buscar(indice, pregunta)
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
        busqueda, busqueda.consulta, busqueda.consulta.raices[0], busqueda.puntajes, busqueda.pesos,
        ruta, ruta.documentos[0], ruta.documentos[0].motivos[0], poda, poda.chunks[0],
    )  # fmt: skip
    for valor in valores:
        with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
            setattr(valor, fields(valor)[0].name, None)
