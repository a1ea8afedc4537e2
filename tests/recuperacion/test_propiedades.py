"""The fast implementation against the reference, on libraries and questions drawn by hypothesis.

To search further, `PROPIEDADES_EJEMPLOS=2000 pytest --hypothesis-profile=azar tests/recuperacion`
draws that many examples for each test, different ones each time.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path

import estrategias as est
import pytest
import referencia as ref
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import plegar, tokenizar
from siaa.biblioteca.valores import Documento
from siaa.recuperacion.clasica.enrutador import enrutar, solapamiento_vocabulario
from siaa.recuperacion.clasica.poda import podar, puntuar_chunk
from siaa.recuperacion.formato import escribir
from siaa_proxy import (
    calcular_tfidf_coleccion,
    chunking_con_solapamiento,
    detectar_documentos,
    es_pregunta_listado,
    extraer_fragmento,
)

EJEMPLOS = os.environ.get("PROPIEDADES_EJEMPLOS")
CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus"


def ajustes(ejemplos: int) -> settings:
    """Settings of one test; writing libraries to disk is slow, and that is not a finding."""
    return settings(
        max_examples=int(EJEMPLOS or ejemplos),
        suppress_health_check=list(HealthCheck),
    )


# --- Comparisons ----------------------------------------------------------------------


def comparar_rutas(
    indice: Indice, biblioteca: ref.Biblioteca, pregunta: str, *maximos: int
) -> list[str]:
    """The documents that the reference finds, each number of them compared with the fast ones."""
    lentos = ref.enrutar(biblioteca, pregunta, max(maximos))
    for max_docs in maximos:
        comparar_ruta(indice, lentos[:max_docs], pregunta, max_docs)
    return [d.doc for d in lentos]


def comparar_ruta(
    indice: Indice, lentos: Sequence[ref.Puntuado], pregunta: str, max_docs: int
) -> None:
    """Same documents in the same order, same scores, same levels, and reasons that add up."""
    rapidos = enrutar(indice, pregunta, max_docs)
    assert [d.doc for d in rapidos] == [d.doc for d in lentos]
    assert detectar_documentos(indice, pregunta, max_docs) == [d.doc for d in lentos]
    for rapido, lento in zip(rapidos, lentos, strict=True):
        assert rapido.puntaje == pytest.approx(lento.puntaje, rel=0, abs=1e-9)
        assert sum(m.puntos for m in rapido.motivos) == pytest.approx(
            rapido.puntaje, rel=0, abs=1e-9
        )
        niveles = (rapido.niveles.keywords, rapido.niveles.densidad, rapido.niveles.nombre)
        esperados = (lento.keywords, lento.densidad, lento.nombre)
        assert niveles == pytest.approx(esperados, rel=0, abs=1e-9)


def comparar_poda(indice: Indice, biblioteca: ref.Biblioteca, clave: str, pregunta: str) -> None:
    """Same block, mode, ratio, chunks and scores, and reasons that add up."""
    rapida = podar(indice, clave, pregunta)
    lenta = ref.podar(biblioteca, clave, pregunta)
    assert [(c.indice, c.seccion) for c in rapida.chunks] == [(i, s) for i, s, _ in lenta.chunks]
    for chunk, (_, _, puntaje) in zip(rapida.chunks, lenta.chunks, strict=True):
        assert chunk.puntaje == pytest.approx(puntaje, rel=0, abs=1e-9)
        assert sum(m.puntos for m in chunk.motivos) == pytest.approx(chunk.puntaje, rel=0, abs=1e-9)
    assert rapida.modo == lenta.modo
    if lenta.ratio is None:
        assert rapida.ratio is None
    else:
        assert rapida.ratio == pytest.approx(lenta.ratio, rel=0, abs=1e-9)
    assert escribir(indice.documentos[clave], rapida) == lenta.fragmento
    assert extraer_fragmento(indice, clave, pregunta) == lenta.fragmento


def comparar_fragmentos(documento: Documento, lento: ref.Doc) -> None:
    """Same chunks: number, sections, offsets into the same text."""
    assert documento.contenido == lento.contenido
    assert [
        {"texto": documento.contenido[f.inicio : f.fin], "seccion": f.seccion, "indice": f.indice}
        for f in documento.fragmentos
    ] == lento.chunks
    assert all(f.inicio == f.indice * ref.PASO for f in documento.fragmentos)


# --- Text -----------------------------------------------------------------------------


@ajustes(400)
@given(est.texto_unicode)
def test_plegar_como_la_referencia(texto: str) -> None:
    assert plegar(texto) == ref.plegar(texto)


@ajustes(300)
@given(est.texto_unicode)
def test_plegar_dos_veces_es_plegar_una(texto: str) -> None:
    plegado = plegar(texto)
    assert plegar(plegado) == plegado
    assert plegado == "".join(c.lower() for c in plegado)


@ajustes(300)
@given(est.texto_unicode, st.data())
def test_plegar_por_trozos_es_plegar_entero(texto: str, datos: st.DataObject) -> None:
    """The texts of a library are NFC, and a chunk may cut them anywhere."""
    texto = unicodedata.normalize("NFC", texto)
    corte = datos.draw(st.integers(0, len(texto)))
    assert plegar(texto[:corte]) + plegar(texto[corte:]) == plegar(texto)


def test_plegar_caracter_por_caracter() -> None:
    """Every character of Unicode, alone: same fold, and folding again changes nothing."""
    for desde in (*range(0, 0xD800, 64), *range(0xE000, 0x32000, 64), *range(0xE0000, 0xE0200, 64)):
        caracteres = "".join(map(chr, range(desde, desde + 64)))
        # Those that stay as they are need not be alone for it.
        llanos = desde >= 0x3400 and ref.plegar(caracteres) == caracteres
        for texto in [caracteres] if llanos else caracteres:
            plegado = plegar(texto)
            assert plegado == ref.plegar(texto), ascii(texto)
            assert plegado == texto or plegar(plegado) == plegado, ascii(texto)


@ajustes(400)
@given(est.texto_unicode)
def test_tokenizar_como_la_referencia(texto: str) -> None:
    assert tokenizar(texto) == ref.tokenizar(texto)


@ajustes(300)
@given(st.one_of(est.texto_unicode, est.pregunta_libre()))
def test_tokenizar_no_distingue_la_forma_del_texto(texto: str) -> None:
    formas = {f: tuple(tokenizar(unicodedata.normalize(f, texto))) for f in ("NFC", "NFD")}
    assert formas["NFC"] == formas["NFD"]
    assert tokenizar(plegar(texto)) == list(formas["NFC"])


@ajustes(300)
@given(st.one_of(est.pregunta_libre(), est.texto_unicode))
def test_es_pregunta_listado_como_la_referencia(pregunta: str) -> None:
    assert es_pregunta_listado(pregunta) == ref.es_pregunta_listado(pregunta)


# --- Chunks ---------------------------------------------------------------------------


@ajustes(200)
@given(st.one_of(est.texto_de_documento(), st.text(max_size=30)))
def test_chunking_como_la_referencia(contenido: str) -> None:
    assert chunking_con_solapamiento(contenido) == ref.chunking_con_solapamiento(contenido)


@ajustes(150)
@given(est.texto_de_documento())
def test_los_chunks_cubren_el_documento(contenido: str) -> None:
    """The text can be put together again, and each window ends where the rule allows."""
    chunks = chunking_con_solapamiento(contenido)
    assert "".join(chunk["texto"][:500] for chunk in chunks) == contenido
    assert [chunk["indice"] for chunk in chunks] == list(range(len(chunks)))
    for chunk in chunks:
        inicio, fin = chunk["indice"] * 500, chunk["indice"] * 500 + len(chunk["texto"])
        assert contenido[inicio:fin] == chunk["texto"]
        assert fin == len(contenido) or 800 <= len(chunk["texto"]) < 900
        assert fin - inicio <= 800 or contenido[fin] == "\n"
        assert "\n" not in contenido[inicio + 800 : fin]


# --- Library --------------------------------------------------------------------------


@ajustes(80)
@given(st.lists(est.texto_de_documento(), max_size=5))
def test_tfidf_como_la_referencia(textos: list[str]) -> None:
    documentos: Mapping[str, dict[str, str]] = {
        f"{i}.md": {"contenido": texto} for i, texto in enumerate(textos)
    }
    rapido = {nombre: list(p) for nombre, p in calcular_tfidf_coleccion(documentos).items()}
    assert rapido == ref.calcular_tfidf_coleccion(documentos)


@ajustes(80)
@given(est.bibliotecas())
def test_la_biblioteca_como_la_referencia(generada: est.BibliotecaGenerada) -> None:
    lenta = generada.referencia()
    with generada.en_disco() as carpeta:
        indice = cargar_biblioteca(carpeta)
    assert list(indice.documentos) == sorted(lenta.documentos)
    assert {omitido.archivo for omitido in indice.omitidos} == lenta.omitidos
    assert all(omitido.razon for omitido in indice.omitidos)
    assert indice.total_chunks == sum(len(doc.chunks) for doc in lenta.documentos.values())
    colecciones = [doc.coleccion for doc in lenta.documentos.values()]
    assert dict(indice.colecciones) == {c: colecciones.count(c) for c in colecciones}
    for clave, doc in lenta.documentos.items():
        documento = indice.documentos[clave]
        assert (documento.clave, documento.coleccion) == (clave, doc.coleccion)
        assert documento.nombre_original == doc.nombre_original
        assert list(documento.palabras_clave) == doc.palabras_clave
        assert {plegar(p) for p in documento.claves_manuales if p.strip()} == {
            ref.plegar(p) for p in doc.claves_manuales if p.strip()
        }
        comparar_fragmentos(documento, doc)
    for termino, lista in lenta.densidad.items():
        assert list(indice.densidad(termino)) == lista, termino
    assert list(indice.densidad("palabradesconocida")) == []


# --- Router and pruner ----------------------------------------------------------------


@ajustes(120)
@given(est.bibliotecas(), st.data())
def test_enrutar_y_podar_como_la_referencia(
    generada: est.BibliotecaGenerada, datos: st.DataObject
) -> None:
    """Together, since a library takes longer to draw and load than to ask."""
    lenta = generada.referencia()
    with generada.en_disco() as carpeta:
        indice = cargar_biblioteca(carpeta)
    for _ in range(4):
        pregunta = datos.draw(est.preguntas(lenta))
        comparar_rutas(indice, lenta, pregunta, 1, 2, 50)
        for max_docs in (1, 2, 50):
            lento = ref.solapamiento_vocabulario(lenta, pregunta, max_docs)
            rapido = solapamiento_vocabulario(indice, pregunta, max_docs)
            assert list(rapido) == [clave for _, clave in lento]
        for clave in lenta.documentos:
            comparar_poda(indice, lenta, clave, pregunta)


conjunto_de_palabras = st.sets(
    st.one_of(
        st.sampled_from(est.PALABRAS).map(ref.plegar),
        st.sampled_from(("an", "na", "ana", "san", "a", "1", "nanan", "zzz", "año nuevo")),
    ),
    max_size=8,
)


@ajustes(250)
@given(
    est.texto_de_documento(),
    conjunto_de_palabras,
    conjunto_de_palabras,
    st.one_of(est.pregunta_libre(), st.sampled_from(est.SUELTAS)),
    st.one_of(
        st.none(), st.dictionaries(st.sampled_from(est.PALABRAS).map(ref.plegar), st.floats(0.1, 9))
    ),
)
def test_puntuar_chunk_como_la_referencia(
    contenido: str,
    palabras: set[str],
    prioritarios: set[str],
    pregunta: str,
    idf_local: dict[str, float] | None,
) -> None:
    frase = ref.plegar(pregunta)
    for chunk in ref.chunking_con_solapamiento(contenido)[:3]:
        lento = ref.puntuar_chunk(chunk, palabras, frase, prioritarios, idf_local)
        rapido = puntuar_chunk(chunk, palabras, frase, prioritarios, idf_local)
        assert rapido == pytest.approx(lento, rel=0, abs=1e-9)


@ajustes(80)
@given(est.texto_de_documento(), st.integers(0, 300), st.integers(1, 120))
def test_la_pregunta_entera_vale_quince(contenido: str, inicio: int, largo: int) -> None:
    """Not against the reference: the words left out, a literal quotation adds exactly 15."""
    chunk = ref.chunking_con_solapamiento(contenido)[0]
    frase = plegar(chunk["texto"])[inicio : inicio + largo]
    esperado = 15.0 if frase.replace("¿", "").replace("?", "").strip() else 0.0
    hay_marcas = any(c in frase for c in "¿?")
    ganado = puntuar_chunk(chunk, set(), frase, set()) - puntuar_chunk(chunk, set(), "", set())
    if not hay_marcas:
        assert ganado == esperado
    assert puntuar_chunk(chunk, set(), f" ¿{frase}? ", set()) == puntuar_chunk(
        chunk, set(), frase, set()
    )


# --- Large texts ----------------------------------------------------------------------

PREGUNTAS_GRANDES = (
    "¿Cuándo debo reportar la sanción del juez?",
    "anana ananana",
    "¿Cuáles son los términos de la audiencia de tutela?",
    "psaa16 10476",
    "zzz",
)


def test_un_documento_de_miles_de_chunks(tmp_path: Path) -> None:
    contenido = est.documento_enorme(2100)
    datos = contenido.encode()
    (tmp_path / "enorme.md").write_bytes(datos)
    lenta = ref.cargar({"enorme.md": datos})
    indice = cargar_biblioteca(tmp_path)
    comparar_fragmentos(indice.documentos["enorme.md"], lenta.documentos["enorme.md"])
    assert indice.total_chunks == len(lenta.documentos["enorme.md"].chunks) >= 2000
    for pregunta in PREGUNTAS_GRANDES:
        comparar_rutas(indice, lenta, pregunta, 2)
        comparar_poda(indice, lenta, "enorme.md", pregunta)


def test_cientos_de_documentos() -> None:
    generada = est.biblioteca_poblada(400)
    lenta = generada.referencia()
    with generada.en_disco() as carpeta:
        indice = cargar_biblioteca(carpeta)
    for pregunta in (*PREGUNTAS_GRANDES, "juez", "san", "tutela-7 niño-100", "según 2016"):
        comparar_rutas(indice, lenta, pregunta, 1, 2, 400)
        rapido = solapamiento_vocabulario(indice, pregunta, 400)
        lento = ref.solapamiento_vocabulario(lenta, pregunta, 400)
        assert list(rapido) == [clave for _, clave in lento]


PREGUNTAS_DEL_CORPUS = (
    "¿Cuándo debo reportar en SIERJU?",
    "¿Qué sanciones hay por no reportar?",
    "Explica el acuerdo PSAA16",
    "¿Cuáles son los roles del sistema y qué hace cada uno?",
    "artículo 5",
    "¿Qué registro en inventario inicial cuando el proceso viene de otro despacho?",
    "enumera los formularios del juzgado promiscuo",
    "tutelas contra particulares por derecho a la salud",
    "salidas",
    "¿Quién capacita a los funcionarios?",
    "PCSJA25-12324 de 2025",
    "¿Cuánto cuesta un pasaje a la luna?",
)


@pytest.mark.skipif(
    not CORPUS.is_dir(), reason="the folder shared/corpus is not beside the repository"
)
def test_el_corpus_como_la_referencia() -> None:
    archivos = {
        str(ruta.relative_to(CORPUS).as_posix()): ruta.read_bytes()
        for ruta in CORPUS.rglob("*")
        if ruta.is_file()
    }
    lenta = ref.cargar(archivos)
    indice = cargar_biblioteca(CORPUS)
    assert list(indice.documentos) == sorted(lenta.documentos)
    for clave, doc in lenta.documentos.items():
        comparar_fragmentos(indice.documentos[clave], doc)
        assert list(indice.documentos[clave].palabras_clave) == doc.palabras_clave
    mayor = max(lenta.documentos.values(), key=lambda doc: len(doc.contenido)).clave
    for pregunta in PREGUNTAS_DEL_CORPUS:
        hallados = comparar_rutas(indice, lenta, pregunta, 2, 50)
        for clave in {mayor, *hallados[:2]}:
            comparar_poda(indice, lenta, clave, pregunta)
