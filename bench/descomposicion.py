"""What the searches of a model are worth, and what asking for them only in doubt saves.

    .venv/bin/python bench/descomposicion.py --datos ../shared

SIAA is asked over HTTP what it would send, with a stand-in for Ollama that answers from recordings
of a large model: without searches, with them in doubt, and with them always; over all documents and
over those that the questions are about.
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any, Final, Literal

import comun
from comparar import Conjunto, de_datos
from encargo import CORTES, DATOS
from guiones import respuesta
from ollama_de_prueba import OllamaDePrueba
from paciencia import esperar
from servidor_de_prueba import ServidorDePrueba, con_consulta, servidor_en_marcha

from config import Config
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.evaluacion.corrida import ENVIADA, medir
from siaa.evaluacion.medidas import Caso, Respuesta, defectos
from siaa.evaluacion.preguntas import leer_preguntas
from siaa.valores import Contexto, Fuente

PARTE_DE_LA_GANANCIA, PARTE_DE_LAS_LLAMADAS = 0.9, 0.5
CUANDO: Final[tuple[Literal["no", "duda", "siempre"], ...]] = ("no", "duda", "siempre")


def solo_las_suyas(conjunto: Conjunto, casos: Sequence[Caso], carpeta: Path) -> Path:
    """Copy the documents that some questions are about."""
    suyos = {caso.documento for caso in casos}
    for ruta in conjunto.carpeta.rglob("*.md"):
        if ruta.name.lower() in suyos:
            (carpeta / ruta.parent.name).mkdir(exist_ok=True)
            shutil.copy(ruta, carpeta / ruta.parent.name)
    return carpeta


def preguntar(
    siaa: ServidorDePrueba, ollama: OllamaDePrueba, casos: Sequence[Caso], dichas: Mapping[str, Any]
) -> Iterator[Mapping[str, Any]]:
    """Yield what would be sent for each question."""
    assert esperar(lambda: siaa.obtener("/siaa/status").json["ollama"]["listo"])
    for caso in casos:
        busquedas = json.dumps(dichas[caso.pregunta], ensure_ascii=False)
        ollama.por_defecto = respuesta(busquedas)
        yield siaa.obtener(con_consulta("/siaa/contexto", q=caso.pregunta)).json


def acierta(caso: Caso, datos: Mapping[str, Any], textos: Mapping[str, str]) -> float:
    """Return whether the answer is in what would be sent, whole."""
    campos = [campo.name for campo in fields(Fuente) if campo.default is MISSING]
    fuentes = (Fuente(**{c: fuente[c] for c in campos}) for fuente in datos["fuentes"])
    enviado = Contexto(datos["contexto"], tuple(fuentes))
    documentos = tuple(fuente.doc for fuente in enviado.fuentes)
    mal = defectos(enviado, textos.__getitem__)
    return medir(caso, Respuesta(documentos, enviado, mal, 0.0, 0.0))[ENVIADA]


def medir_biblioteca(
    carpeta: Path, casos: Sequence[Caso], dichas: Mapping[str, Any]
) -> dict[str, tuple[float, float]]:
    """Return, for each setting, the share of answers that are sent and that of questions asked."""
    documentos = cargar_biblioteca(carpeta).documentos
    textos = {clave: documento.contenido for clave, documento in documentos.items()}
    medidas: dict[str, tuple[float, float]] = {}
    for cuando in CUANDO:
        with ExitStack() as pila:
            datos = pila.enter_context(comun.carpeta_temporal())
            ollama = pila.enter_context(OllamaDePrueba())
            config = Config(
                documentos=carpeta,
                datos=datos,
                ollama_url=ollama.url,
                puerto=0,
                calentar="no",
                vigilar=0,
                descomponer=cuando,
            )
            siaa = pila.enter_context(servidor_en_marcha(config))
            hallados = list(preguntar(siaa, ollama, casos, dichas))
            aciertos = [acierta(c, d, textos) for c, d in zip(casos, hallados, strict=True)]
            medidas[cuando] = (sum(aciertos) / len(casos), len(ollama.preguntas) / len(casos))
            comun.anotar(cuando, *medidas[cuando])
    return medidas


def main() -> int:
    """Print a table for each library, and whether the goals are met."""
    analizador = comun.analizador(__doc__.splitlines()[0])
    analizador.add_argument("--datos", type=Path, default=DATOS)
    pedido = argparse.Namespace(corte=CORTES[0], **vars(analizador.parse_args()))
    lineas = (pedido.datos / "preguntas" / "descomposiciones.jsonl").read_text("utf-8").splitlines()
    dichas = {dicha["pregunta"]: dicha["busquedas"] for dicha in map(json.loads, lineas)}
    cumplidas = []
    with ExitStack() as pila:
        conjunto = de_datos("gente", pedido, pila)
        casos = leer_preguntas(conjunto.preguntas[0])
        suyas = solo_las_suyas(conjunto, casos, pila.enter_context(comun.carpeta_temporal()))
        for nombre, carpeta in (("todos", conjunto.carpeta), ("los suyos", suyas)):
            comun.encabezar(f"gente, {nombre}", "enviada", "llamadas")
            medidas = medir_biblioteca(carpeta, casos, dichas)
            (sin, _), (duda, llamadas), (siempre, _) = (medidas[c] for c in CUANDO)
            parte, meta = (duda - sin) / (siempre - sin), PARTE_DE_LA_GANANCIA
            cumplidas += [
                comun.juzgar("Ganancia con duda", parte, meta, "de la de siempre", True),
                comun.juzgar("Llamadas con duda", llamadas, PARTE_DE_LAS_LLAMADAS, "por pregunta"),
            ]
    return comun.salida(cumplidas, pedido.exigir)


if __name__ == "__main__":
    raise SystemExit(main())
