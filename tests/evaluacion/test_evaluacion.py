"""The sample library answers its own questions, by the contract's measures."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache

import pytest
from biblioteca_de_prueba import MUESTRA, muestra
from servidor_de_prueba import AMBAS

from config import Config
from siaa.armado import ajustes_consulta
from siaa.biblioteca.cargador import leer_lecturas
from siaa.biblioteca.lecturas import CARPETA_DE_LECTURAS, EXTENSION_DE_LECTURAS, colocar
from siaa.evaluacion.medidas import Caso, contiene, cubre, plano
from siaa.evaluacion.preguntas import leer_preguntas
from siaa.recorrido.hallazgo import AjustesConsulta, Preparacion
from siaa.recorrido.localizacion import localizar
from siaa.recorrido.preparacion import reunir
from siaa.redaccion.prompt import CARACTERES_POR_TOKEN
from siaa.valores import AjustesPoda, Mensaje

PRIMERO = {"hibrida": 0.98, "clasica": 0.95}
"""Share of the questions whose document comes first, at least."""
ENTRE_DOS = 1.0
EN_EL_CONTEXTO = 0.92


@cache
def preguntas() -> tuple[Caso, ...]:
    return leer_preguntas(MUESTRA / "evaluacion.jsonl")


@cache
def ajustes(estrategia: str) -> AjustesConsulta:
    return ajustes_consulta(Config(estrategia=estrategia))


@cache
def preparada(pregunta: str, estrategia: str) -> Preparacion:
    conversacion = (Mensaje("user", pregunta),)
    return reunir(muestra(), conversacion, ajustes(estrategia), CARACTERES_POR_TOKEN)


def fallidas(estrategia: str, acierta: Callable[[Caso, Preparacion], bool]) -> list[str]:
    """The questions that a strategy gets wrong."""
    return [p.pregunta for p in preguntas() if not acierta(p, preparada(p.pregunta, estrategia))]


def encontrados(preparada: Preparacion) -> list[str]:
    return [elegido.doc for elegido in preparada.hallazgo.ruta.documentos]


# --- The questions themselves ---------------------------------------------------------------


def test_hay_bastantes_preguntas_y_ninguna_repetida() -> None:
    textos = [plano(p.pregunta) for p in preguntas()]
    assert len(textos) >= 60
    assert len(set(textos)) == len(textos)


def test_la_biblioteca_de_muestra_esta_en_orden() -> None:
    """Nothing left out, nothing wrong in the catalogue, a title for every document."""
    indice = muestra()
    assert (indice.omitidos, indice.avisos) == ((), ())
    assert all(d.titulo and d.claves_manuales for d in indice.documentos.values())


def test_cada_documento_existe_y_todos_se_preguntan() -> None:
    pedidos = {p.documento for p in preguntas()}
    assert pedidos == set(muestra().documentos)


def test_cada_respuesta_esta_en_su_documento() -> None:
    for pregunta in preguntas():
        contenido = muestra().documentos[pregunta.documento].contenido
        for respuesta in pregunta.respuestas:
            assert plano(respuesta) and contiene(contenido, respuesta), (pregunta, respuesta)


def test_las_normas_no_preguntan_y_nadie_repite_una_pregunta() -> None:
    """Acts hold no question, and no document says one of the questions word for word."""
    documentos = muestra().documentos.values()
    assert [d.clave for d in documentos if d.coleccion == "normativa" and "¿" in d.contenido] == []
    planas = [plano(caso.pregunta) for caso in preguntas()]
    planos = {documento.clave: plano(documento.contenido) for documento in documentos}
    assert all(planas)
    assert [(c, p) for c, contenido in planos.items() for p in planas if p in contenido] == []


def test_las_lecturas_de_la_muestra_valen_todas() -> None:
    """Every line is read, every stretch is where it says, and none says a question asked here."""
    lineas = [
        json.loads(linea)
        for ruta in sorted((MUESTRA / CARPETA_DE_LECTURAS).glob(f"*{EXTENSION_DE_LECTURAS}"))
        for linea in ruta.read_text(encoding="utf-8").splitlines()
    ]
    lecturas = leer_lecturas(MUESTRA)
    assert [(una.documento, una.desde) for una in lecturas] == [
        (linea["documento"], linea["desde"]) for linea in lineas
    ]
    colocadas, perdidas = colocar(lecturas, muestra().documentos)
    assert perdidas == 0 and set(colocadas) == set(muestra().documentos)
    sitios = sorted((clave, una.desde) for clave, suyas in colocadas.items() for una in suyas)
    assert sitios == sorted((una.documento, una.desde) for una in lecturas)
    assert all(una.preguntas and una.palabras for una in lecturas)
    assert {linea["modelo"] for linea in lineas} == {
        "escritas por un modelo de lenguaje grande para esta biblioteca de muestra"
    }
    hechas = {plano(caso.pregunta) for caso in preguntas()}
    assert [q for una in lecturas for q in una.preguntas if plano(q) in hechas] == []


# --- The measures ---------------------------------------------------------------------------


@pytest.mark.parametrize("estrategia", AMBAS)
def test_el_documento_es_el_primero(estrategia: str) -> None:
    malas = fallidas(estrategia, lambda p, lista: encontrados(lista)[:1] == [p.documento])
    assert 1 - len(malas) / len(preguntas()) >= PRIMERO[estrategia], malas


@pytest.mark.parametrize("estrategia", AMBAS)
def test_el_documento_esta_entre_los_dos_primeros(estrategia: str) -> None:
    malas = fallidas(estrategia, lambda p, lista: p.documento in encontrados(lista)[:2])
    assert 1 - len(malas) / len(preguntas()) >= ENTRE_DOS, malas


@pytest.mark.parametrize("estrategia", AMBAS)
def test_el_contexto_contiene_la_respuesta(estrategia: str) -> None:
    """Every question of the sample has answers; `hibrida` sends less than half as much."""
    assert all(p.respuestas for p in preguntas())
    malas = fallidas(estrategia, lambda p, lista: cubre(lista.contexto, p))
    assert 1 - len(malas) / len(preguntas()) >= EN_EL_CONTEXTO, malas


def test_hibrida_no_pasa_de_su_presupuesto() -> None:
    maximo = Config().presupuesto
    largos = [len(preparada(p.pregunta, "hibrida").contexto.texto) for p in preguntas()]
    assert max(largos) <= maximo
    clasicos = [len(preparada(p.pregunta, "clasica").contexto.texto) for p in preguntas()]
    assert sum(largos) < sum(clasicos) / 2


@pytest.mark.parametrize("estrategia", AMBAS)
def test_el_contexto_cabe_y_no_se_recorta(estrategia: str) -> None:
    """With the default window, nothing that was chosen has to be given up again."""
    pedidos = ajustes(estrategia)
    for pregunta in preguntas():
        lista = preparada(pregunta.pregunta, estrategia)
        hallazgo = lista.hallazgo
        limites = AjustesPoda(pedidos.max_chunks, pedidos.presupuesto)
        assert hallazgo.busqueda is not None and lista.podas
        assert lista.podas == hallazgo.busqueda.podar(encontrados(lista), limites)


# --- The worked examples --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pregunta", "documentos", "maximo"),
    [
        (
            "¿Cuándo debo reportar en SIERJU?",
            ["acuerdo_no._psaa16-10476.md", "acuerdo_pcsja19-11207.md"],
            2,
        ),
        (
            "¿Qué sanciones hay por no reportar?",
            ["acuerdo_no._psaa16-10476.md", "manual_procedimientos.md"],
            2,
        ),
        ("Explica el acuerdo PSAA16", ["acuerdo_no._psaa16-10476.md"], 1),
    ],
)
def test_los_ejemplos_del_enrutador(pregunta: str, documentos: list[str], maximo: int) -> None:
    conversacion = (Mensaje("user", pregunta),)
    hallazgo = localizar(muestra(), conversacion, ajustes("clasica"))
    assert [d.doc for d in hallazgo.ruta.documentos] == documentos
    assert (hallazgo.max_docs, hallazgo.doc_especifico) == (maximo, maximo == 1)
    de_hibrida = localizar(muestra(), conversacion, ajustes("hibrida"))
    assert de_hibrida.ruta.documentos[0].doc == documentos[0]
    assert (de_hibrida.max_docs, de_hibrida.doc_especifico) == (maximo, maximo == 1)


ACUERDO = "acuerdo_no._psaa16-10476.md"
GUIA = "guia_de_atencion_al_usuario.md"


@pytest.mark.parametrize(
    ("modo", "pregunta", "documento", "chunks"),
    [
        ("FRANCOTIRADOR", "¿Dónde guardan las bicicletas los usuarios?", GUIA, 1),
        ("BINÓCULO", "¿Los perros guía pueden entrar a las oficinas del edificio?", GUIA, 2),
        ("ESCOPETA", "¿Cuándo debo reportar en SIERJU?", ACUERDO, 3),
        ("LISTADO-BINÓCULO", "¿Cuáles son las sanciones por no reportar?", ACUERDO, 2),
        ("LISTADO-ESCOPETA", "¿Cuáles son los roles del SIERJU?", ACUERDO, 3),
    ],
)
def test_un_ejemplo_de_cada_modo(modo: str, pregunta: str, documento: str, chunks: int) -> None:
    primera = preparada(pregunta, "clasica").podas[0]
    assert (primera.doc, primera.modo, len(primera.chunks)) == (documento, modo, chunks)


@pytest.mark.parametrize(
    "pregunta", ["Enumera los deberes del funcionario", "¿Cuáles son los roles?"]
)
def test_hibrida_reconoce_una_lista(pregunta: str) -> None:
    podas = preparada(f"{pregunta} frente al SIERJU", "hibrida").podas
    assert {poda.modo for poda in podas} == {"LISTADO-ESCOPETA"} and podas[0].doc == ACUERDO


@pytest.mark.parametrize("estrategia", AMBAS)
def test_lo_que_no_esta_no_se_encuentra(estrategia: str) -> None:
    lista = preparada("¿Cuál es la receta del ajiaco santafereño?", estrategia)
    assert lista.hallazgo.ruta.documentos == () and not lista.necesita_modelo
