"""How often SIAA asks back: on the near-equal manuals, and where there is nothing of the kind.

The questions of the shared folder that name a court are asked as they are, and once more without
the court.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from config import Config
from siaa.armado import ajustes_consulta
from siaa.biblioteca.cargador import cargar_biblioteca, textos_conocidos
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.valores import TextoAnalizado
from siaa.recorrido.hallazgo import Preparacion
from siaa.recorrido.preparacion import reunir
from siaa.redaccion.prompt import CARACTERES_POR_TOKEN
from siaa.valores import Mensaje

COMPARTIDO = Path(__file__).resolve().parents[3] / "shared"
Anotar = Callable[[str, object], None]
AJUSTES = ajustes_consulta(Config())
pytestmark = pytest.mark.skipif(
    not COMPARTIDO.is_dir(), reason="the shared folder is not beside the repository"
)
CON_DESPACHO = (
    (r"En el (?P<d>.+?), ¿(?P<q>qu[eé] va en .+)\?", "¿{}?"),
    (r"(?P<q>¿Qu[eé] significa .+\?) Trabajo en el (?P<d>.+)", "{}"),
    (r"(?P<q>como lleno .+ del formulario) de (?P<d>.+)", "{}"),
)


def preguntas(nombre: str) -> list[dict[str, Any]]:
    lineas = (COMPARTIDO / "preguntas" / f"{nombre}.jsonl").read_text(encoding="utf-8").split("\n")
    return [json.loads(linea) for linea in lineas if linea]


def sin_despacho() -> Iterator[tuple[dict[str, Any], str]]:
    """Every question that names a court, and the same without it."""
    todas = preguntas("desarrollo")
    hallados = [(p, f, re.fullmatch(r, p["pregunta"])) for p in todas for r, f in CON_DESPACHO]
    despachos = sorted({m["d"] for _, _, m in hallados if m}, key=len, reverse=True)
    yield from ((p, forma.format(m["q"])) for p, forma, m in hallados if m)
    sueltas = [p for p in todas if not any(p is q and m for q, _, m in hallados)]
    for pregunta in sueltas:
        dicho = next((d for d in despachos if pregunta["pregunta"].endswith(f" {d}")), None)
        if dicho:
            yield pregunta, pregunta["pregunta"].removesuffix(f" {dicho}")


@cache
def biblioteca(carpeta: Path) -> Indice:
    return cargar_biblioteca(carpeta)


def preparar(indice: Indice, pregunta: str) -> Preparacion:
    return reunir(indice, (Mensaje("user", pregunta),), AJUSTES, CARACTERES_POR_TOKEN)


def medir(indice: Indice) -> tuple[float, float]:
    """Return the shares of the questions: well taken without their court, asked back with it."""
    bien = preguntadas = 0
    pares = list(sin_despacho())
    for pregunta, suelta in pares:
        lista = preparar(indice, suelta)
        primero = lista.hallazgo.ruta.documentos[0].doc
        # «Otro…» leads to every document.
        bien += atendida(lista) or primero == pregunta["documento"]
        con = preparar(indice, pregunta["pregunta"])
        preguntadas += con.aclaracion is not None
    assert len(pares) > 120
    return bien / len(pares), preguntadas / len(pares)


def atendida(lista: Preparacion) -> bool:
    """Whether it is asked back, answered from what copies say alike, or these are offered.

    They are too where nothing was found.
    """
    return bool(lista.aclaracion or lista.tambien or lista.aparte)


def _documentos(lista: Preparacion) -> list[str]:
    return [fuente.doc for fuente in lista.contexto.fuentes]


def test_sobre_los_manuales(record_property: Anotar) -> None:
    indice = biblioteca(COMPARTIDO / "corpus")
    grupo = indice.pasajes.grupo
    assert (grupo >= 0).sum() == 12 and len(set(grupo[grupo >= 0].tolist())) == 1
    sin, con = medir(indice)
    record_property("sin_despacho", sin)
    record_property("con_despacho", con)
    assert sin >= 0.95 and con <= 0.02


@pytest.mark.parametrize(
    ("nombre", "minimo"),
    [
        *(("manuales", 1), ("apodos", 0.96), ("consultas", 0.95), ("columnas", 0.95)),
        *(("casillas", 1), ("ventanilla", 0.95), ("mostrador", 1)),
    ],
)
def test_con_preguntas_propias_sobre_los_manuales(
    record_property: Anotar, nombre: str, minimo: float
) -> None:
    """Each line: a question without its court, with it (by its nick), and who answers it.

    What is not asked back is of the act that all follow, or one manual alone says it («¿el proceso
    o la persona?»); what is in vain calls three («soy laboral»). One of «ventanilla» gets the act
    that all follow alone: its list leaves no room.
    """
    indice = biblioteca(COMPARTIDO / "corpus")
    lineas = Path(__file__).with_name(f"{nombre}.txt").read_text("utf-8").splitlines()
    casos = [[parte.strip() for parte in linea.split("|")] for linea in lineas]
    sueltas = [preparar(indice, suelta) for suelta, _, _ in casos]
    aclaradas = sum(map(atendida, sueltas))
    listas = [(preparar(indice, dicha), documento) for _, dicha, documento in casos]
    en_vano = sum(lista.aclaracion is not None for lista, _ in listas)
    enviadas = [({*lista.tambien, *_documentos(lista)}, doc) for lista, doc in listas]
    bien = sum(doc in fuentes for fuentes, doc in enviadas)
    record_property("aclaradas", aclaradas / len(casos))
    record_property("con_su_despacho", bien / len(casos))
    assert len(casos) >= 12 and aclaradas >= minimo * len(casos)
    assert en_vano <= 0.05 * len(casos) and bien == len(casos) - (nombre == "ventanilla")


@pytest.mark.parametrize(
    ("nombre", "en_vano", "enviadas"), [("reglamento", 3, 0.8), ("normas", 1, 0.9)]
)
def test_lo_que_dicen_los_actos_casi_no_se_pregunta(
    nombre: str, en_vano: int, enviadas: float
) -> None:
    """Each line: a question as clerks ask it, and the act that answers it.

    The manuals say of it what they say of everything, or all of them the same: that goes with it.
    """
    indice = biblioteca(COMPARTIDO / "corpus")
    lineas = Path(__file__).with_name(f"{nombre}.txt").read_text("utf-8").splitlines()
    casos = [[parte.strip() for parte in linea.split("|")] for linea in lineas]
    listas = [(preparar(indice, pregunta), documento) for pregunta, documento in casos]
    vanas = [lista for lista, _ in listas if lista.aclaracion or not lista.hallazgo.suficiente]
    bien = sum(documento in _documentos(lista) for lista, documento in listas)
    assert len(casos) >= 12 and len(vanas) <= en_vano and bien >= enviadas * len(casos)


def test_de_los_actos_no_se_pregunta_cual_manual() -> None:
    """Of the shared questions whose answer no manual has."""
    indice = biblioteca(COMPARTIDO / "corpus")
    normas = {ruta.name for ruta in (COMPARTIDO / "corpus" / "normativa").iterdir()}
    suyas = [p for p in preguntas("desarrollo") if p["documento"] in normas]
    listas = [(preparar(indice, p["pregunta"]), p["documento"]) for p in suyas]
    assert len(listas) > 20 and not any(lista.aclaracion for lista, _ in listas)
    assert all(documento in _documentos(lista) for lista, documento in listas)


CORREGIDAS = (
    ("En familia, ¿cómo cuento los acumulados? | ¿y en el civil municipal? | no, digo en el laboral"
     " | ¿y eso dónde va?", "juz_laboral sala_laboral"),
    ("¿Qué es un reingreso en el civil municipal? | no, digo en el penal municipal | ¿y cuándo se "
     "cuenta?", "juzgado_penal_mpal"),
    ("procesos para fallo en el promiscuo del circuito | me refiero al municipal",
     "juzg_promiscuo_municipal"),
    ("¿En el laboral dónde registro las tutelas? | no el laboral, el civil del circuito",
     "civil_circuito"),
    ("¿Qué es una salida no efectiva? | ¿y la efectiva? | perdón, el de familia | ¿un ejemplo?",
     "juzgado_familia"),
    ("¿Qué audiencias se reportan en el penal del circuito? | mejor las del penal municipal | ¿y "
     "si fueron virtuales?", "juzgado_penal_mpal"),
    ("sentencias del promiscuo municipal | no, del promiscuo de circuito | ¿cuentan las parciales?",
     "juzg_promiscuo_circuito"),
    ("En ejecución, ¿qué es un reactivado? | ¿y en el civil municipal es igual? | ah no, el de "
     "circuito", "civil_circuito"),
    ("En familia, ¿cómo cuento los acumulados? | ¿y en disciplina?", "disciplinaria"),
    ("¿Dónde pongo un desacato en el civil municipal? | pero en el promiscuo | el de circuito",
     "juzg_promiscuo_circuito"),
    ("¿Qué va en autos en familia? | ¿y en sentencias?", "juzgado_familia"),
    ("¿Qué va en autos en familia? | ¿y en sentencias? | en ejecución",
     "civil_ccto_ejecucion_de_sentencias"),
)  # fmt: skip


@pytest.mark.parametrize(("charla", "despachos"), CORREGIDAS)
def test_vale_el_ultimo_despacho_que_se_dijo(charla: str, despachos: str) -> None:
    """What was said before does not count.

    Of those that it calls alike it is asked which, unless all of them say the same.
    """
    indice = biblioteca(COMPARTIDO / "corpus")
    turnos = [t for pregunta in charla.split(" | ") for t in (pregunta, "Así.")][:-1]
    roles = [("user", "assistant")[n % 2] for n in range(len(turnos))]
    charlados = list(map(Mensaje, roles, turnos))
    lista = reunir(indice, charlados, AJUSTES, CARACTERES_POR_TOKEN)
    esperados = {f"{despacho}.md" for despacho in despachos.split()}
    assert set(_documentos(lista)) <= esperados
    assert bool(lista.aclaracion or lista.tambien) == (len(esperados) > 1)
    if lista.tambien:
        assert {*_documentos(lista), *lista.tambien} == esperados
    if lista.aclaracion:
        opciones = {d for o in lista.aclaracion.opciones for d in o.ambito.documentos}
        assert opciones == esperados


def test_con_mil_actos_al_lado_se_pregunta_casi_lo_mismo(tmp_path: Path) -> None:
    """Without its court a column's name («Clase de acción») may be what an act is about."""
    conocidos: dict[str, TextoAnalizado] = {}
    for carpeta in ("corpus", "actos_co"):
        shutil.copytree(COMPARTIDO / carpeta, tmp_path / carpeta)
        conocidos |= textos_conocidos(biblioteca(COMPARTIDO / carpeta))
    indice = cargar_biblioteca(tmp_path, conocidos=conocidos)
    sin, con = medir(indice)
    en_vano = [preparar(indice, p["pregunta"]).aclaracion is not None for p in preguntas("gente")]
    assert sin >= 0.9 and con <= 0.02 and sum(en_vano) <= 2


@pytest.mark.parametrize("cual", ["actos_co", "xquad_es", "gente"])
def test_donde_no_hay_copias_casi_no_se_pregunta(cual: str, tmp_path: Path) -> None:
    todas, carpeta = preguntas(cual), COMPARTIDO / cual
    if cual == "gente":
        carpeta, nombrados = tmp_path, {p["documento"].lower() for p in todas}
        for ruta in COMPARTIDO.glob("[ca]*/**/*.md"):
            if ruta.name.lower() in nombrados:
                shutil.copy(ruta, carpeta / ruta.name)
    indice = biblioteca(carpeta)
    listas = [preparar(indice, pregunta["pregunta"]) for pregunta in todas[:150]]
    dudosas = sum(map(atendida, listas))
    assert dudosas <= 1
