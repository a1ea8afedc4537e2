"""The sample library answers its own questions, by the contract's measures."""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from config import Config
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.indice import Indice
from siaa.preparacion import AjustesConsulta, Preparacion, localizar, reunir
from siaa.prompt import CARACTERES_POR_TOKEN
from siaa.recuperacion.clasica import podar
from siaa.valores import Mensaje

DOCUMENTOS = Path(__file__).resolve().parents[1] / "documentos"
FABRICA = Config()
AJUSTES = AjustesConsulta(
    FABRICA.num_ctx, FABRICA.num_predict, FABRICA.max_docs_contexto, FABRICA.max_chunks_contexto
)


@dataclass(frozen=True)
class Pregunta:
    """A question, the document that answers it, and the answers of which any one will do."""

    pregunta: str
    documento: str
    respuestas: tuple[str, ...]


@cache
def biblioteca() -> Indice:
    return cargar_biblioteca(DOCUMENTOS)


@cache
def preguntas() -> tuple[Pregunta, ...]:
    lineas = (DOCUMENTOS / "evaluacion.jsonl").read_text(encoding="utf-8").splitlines()
    datos = [json.loads(linea) for linea in lineas if linea.strip()]
    return tuple(
        Pregunta(d["pregunta"], d["documento"].lower(), tuple(d["respuestas"])) for d in datos
    )


@cache
def preparada(pregunta: str) -> Preparacion:
    return reunir(biblioteca(), (Mensaje("user", pregunta),), AJUSTES, CARACTERES_POR_TOKEN)


def llano(texto: str) -> str:
    """Lower case, no accents and no tilde of ñ, every other run of characters one space."""
    sin_marcas = "".join(
        c for c in unicodedata.normalize("NFD", texto.lower()) if not unicodedata.combining(c)
    )
    return " ".join(re.findall(r"[^\W_]+", sin_marcas))


def contiene(texto: str, respuesta: str) -> bool:
    return f" {llano(respuesta)} " in f" {llano(texto)} "


def responde(pregunta: Pregunta) -> bool:
    """Whether an answer stands inside a fragment of the right document, as it is sent."""
    contexto = preparada(pregunta.pregunta).contexto
    return any(
        contiene(contexto.fragmento(fuente), respuesta)
        for fuente in contexto.fuentes
        if fuente.doc == pregunta.documento
        for respuesta in pregunta.respuestas
    )


# --- The questions themselves ---------------------------------------------------------------


def test_hay_bastantes_preguntas_y_ninguna_repetida() -> None:
    textos = [llano(p.pregunta) for p in preguntas()]
    assert len(textos) >= 60
    assert len(set(textos)) == len(textos)


def test_la_biblioteca_de_muestra_esta_en_orden() -> None:
    """Nothing left out, nothing wrong in the catalogue, a title for every document."""
    indice = biblioteca()
    assert (indice.omitidos, indice.avisos) == ((), ())
    assert all(d.titulo and d.claves_manuales for d in indice.documentos.values())


def test_cada_documento_existe_y_todos_se_preguntan() -> None:
    pedidos = {p.documento for p in preguntas()}
    assert pedidos == set(biblioteca().documentos)


def test_cada_respuesta_esta_en_su_documento() -> None:
    for pregunta in preguntas():
        contenido = biblioteca().documentos[pregunta.documento].contenido
        for respuesta in pregunta.respuestas:
            assert llano(respuesta) and contiene(contenido, respuesta), (pregunta, respuesta)


# --- The measures ---------------------------------------------------------------------------


def test_el_documento_esta_entre_los_dos_primeros() -> None:
    fallidas = [
        p.pregunta
        for p in preguntas()
        if p.documento not in [d.doc for d in preparada(p.pregunta).hallazgo.documentos[:2]]
    ]
    assert 1 - len(fallidas) / len(preguntas()) >= 0.97, fallidas


def test_el_contexto_contiene_la_respuesta() -> None:
    con_respuesta = [p for p in preguntas() if p.respuestas]
    fallidas = [p.pregunta for p in con_respuesta if not responde(p)]
    assert 1 - len(fallidas) / len(con_respuesta) >= 0.90, fallidas


def test_el_contexto_cabe_y_no_se_recorta() -> None:
    """With the default window, nothing that was chosen has to be given up again."""
    for pregunta in preguntas():
        lista = preparada(pregunta.pregunta)
        consulta = lista.hallazgo.pregunta.consulta
        for poda in lista.podas:
            assert poda == podar(biblioteca(), poda.doc, consulta, AJUSTES.max_chunks)
        assert len(lista.podas) == len(lista.hallazgo.documentos) > 0


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
    hallazgo = localizar(biblioteca(), (Mensaje("user", pregunta),), AJUSTES)
    assert [d.doc for d in hallazgo.documentos] == documentos
    assert (hallazgo.max_docs, hallazgo.doc_especifico) == (maximo, maximo == 1)


ACUERDO = "acuerdo_no._psaa16-10476.md"
GUIA = "guia_de_atencion_al_usuario.md"


@pytest.mark.parametrize(
    ("modo", "pregunta", "documento", "chunks"),
    [
        ("FRANCOTIRADOR", "¿Dónde guardan las bicicletas los usuarios?", GUIA, 1),
        ("BINÓCULO", "¿Los perros guía pueden entrar a las oficinas del edificio?", GUIA, 2),
        ("ESCOPETA", "¿Cuándo debo reportar en SIERJU?", ACUERDO, 3),
        ("LISTADO-BINÓCULO", "Enumera los deberes del funcionario frente al SIERJU", ACUERDO, 2),
        ("LISTADO-ESCOPETA", "¿Cuáles son los roles del SIERJU?", ACUERDO, 3),
    ],
)
def test_un_ejemplo_de_cada_modo(modo: str, pregunta: str, documento: str, chunks: int) -> None:
    primera = preparada(pregunta).podas[0]
    assert (primera.doc, primera.modo, len(primera.chunks)) == (documento, modo, chunks)


def test_lo_que_no_esta_no_se_encuentra() -> None:
    lista = preparada("¿Cuál es la receta del ajiaco santafereño?")
    assert lista.hallazgo.documentos == () and not lista.necesita_modelo
