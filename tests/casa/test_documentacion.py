"""Documentation cannot lie: the README's tables are compared with the code."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

from biblioteca_de_prueba import muestra

from config import RAIZ, Config, variable_de
from siaa.biblioteca.lengua.texto import plegar
from siaa.consola.terminal import informe_biblioteca
from siaa_proxy import create_app

README = (RAIZ / "README.md").read_text(encoding="utf-8")


GLOSARIO = (RAIZ / "docs" / "glosario.md").read_text(encoding="utf-8")


def filas(nombre: str, texto: str = README) -> list[list[str]]:
    """Return the cells of the table between two comments, its heading left out."""
    hallado = re.search(rf"<!-- {nombre}:.*?-->\n(.*?)<!-- fin de {nombre} -->", texto, re.DOTALL)
    assert hallado is not None
    lineas = hallado[1].strip().splitlines()[2:]
    return [[celda.strip() for celda in linea.strip("| ").split(" | ")] for linea in lineas]


def test_la_tabla_de_ajustes_dice_lo_que_dice_el_codigo() -> None:
    esperadas = []
    for nombre, campo in Config.model_fields.items():
        valor = campo.default
        if isinstance(valor, Path):
            valor = valor.relative_to(RAIZ).as_posix()
        mostrado = "—" if valor is None else f"`{valor}`"
        esperadas.append([f"`{variable_de(nombre)}`", mostrado, campo.description])
    assert filas("ajustes") == esperadas


def test_la_biblioteca_de_muestra_es_la_que_se_carga() -> None:
    assert informe_biblioteca(muestra()) in README


def test_la_tabla_de_rutas_dice_lo_que_atiende_la_aplicacion(tmp_path: Path) -> None:
    (tmp_path / "documentos").mkdir()
    app = create_app(
        Config(
            documentos=tmp_path / "documentos",
            datos=tmp_path / "datos",
            ollama_url="http://127.0.0.1:9",
        )
    )
    app.extensions["siaa"].cerrar()
    metodos_de: defaultdict[str, set[str]] = defaultdict(set)
    for regla in app.url_map.iter_rules():
        ruta = re.sub(r"<[^:<>]+:(\w+)>", r"<\1>", regla.rule)
        metodos_de[ruta] |= {"GET", "POST", "DELETE"} & (regla.methods or set())
    reales = {(ruta, ", ".join(sorted(metodos))) for ruta, metodos in metodos_de.items()}
    assert {(ruta.strip("`"), metodos) for ruta, metodos, _ in filas("rutas")} == reales


def test_los_archivos_que_nombra_existen() -> None:
    nombrados = re.findall(r"`((?:docs|siaa|tests|bench|documentos)/[\w./]*)`", README)
    ausentes = [ruta for ruta in nombrados if not (RAIZ / ruta).exists()]
    assert len(nombrados) > 10
    assert ausentes == []


def test_los_programas_que_nombra_la_documentacion_existen() -> None:
    """By the end of their path, as one says it beside the room that it is in."""
    hay = [f"/{p.relative_to(RAIZ).as_posix()}" for p in RAIZ.glob("[!.]*/**/*.py")]
    paginas = (RAIZ / "README.md", RAIZ / "bench" / "README.md", *(RAIZ / "docs").glob("*.md"))
    nombrados = {
        (pagina.name, nombre)
        for pagina in paginas
        for nombre in re.findall(r"`([\w/]+\.py)`", pagina.read_text(encoding="utf-8"))
    }
    raices = ("config.py", "siaa_proxy.py")
    ausentes = {
        (pagina, nombre)
        for pagina, nombre in nombrados
        if nombre not in raices and not any(ruta.endswith(f"/{nombre}") for ruta in hay)
    }
    assert len(nombrados) > 50 and ausentes == set()


def test_los_cuartos_son_las_carpetas() -> None:
    dichos = {c for _, cuartos, _ in filas("cuartos") for c in re.findall(r"`(\w+)/`", cuartos)}
    carpetas = {ruta.parent.name for ruta in (RAIZ / "siaa").glob("*/__init__.py")}
    assert dichos == carpetas


def test_cada_palabra_del_glosario_vive_donde_dice() -> None:
    palabras = [palabra for palabra, _, _ in filas("glosario", GLOSARIO)]
    assert palabras == sorted(set(palabras), key=plegar)
    for _, _, donde in filas("glosario", GLOSARIO):
        nombre, archivo = re.fullmatch(r"`(\w+)` in `([\w/.]+)`", donde).groups()  # type: ignore[union-attr]
        codigo = (RAIZ / archivo).read_text(encoding="utf-8")
        assert re.search(rf"^\s*(?:class |def )?{nombre}\b", codigo, re.MULTILINE), donde
