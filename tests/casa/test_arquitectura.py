"""The laws of the house, checked by reading the code: who may import, open, thread and print."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

RAIZ = Path(__file__).resolve().parents[2]
ETAPAS = tuple(
    f"siaa.{cuarto}"
    for cuarto in ("comprension", "recuperacion", "etapas", "redaccion", "modelo", "almacen")
)
ABREN_ARCHIVOS = (
    *("config", "siaa_proxy", "siaa.ajustes", "siaa.acceso.cuentas"),
    *("siaa.biblioteca.cargador", "siaa.biblioteca.catalogo", "siaa.biblioteca.disco"),
    *("siaa.biblioteca.conversion", "siaa.almacen", "siaa.evaluacion"),
    *("siaa.servicio.registro", "siaa.servicio.vigencia"),
    *("siaa.biblioteca.lengua.vocabulario", "siaa.consola.ordenes"),  # tables beside the code
)
ARCHIVOS_POR_CUARTO = 12
ARCHIVOS_EN_LA_RAIZ = 10
MUTABLES = ("list", "dict", "set", "defaultdict", "deque", "Counter", "OrderedDict", "bytearray")


@cache
def modulos() -> dict[str, ast.Module]:
    """Every module of the program by its name, read."""
    propias = (RAIZ / "config.py", RAIZ / "siaa_proxy.py")
    return {
        ".".join(ruta.relative_to(RAIZ).with_suffix("").parts).removesuffix(".__init__"): ast.parse(
            ruta.read_text(encoding="utf-8")
        )
        for ruta in (*sorted((RAIZ / "siaa").rglob("*.py")), *propias)
    }


def dentro(modulo: str, *lugares: str) -> bool:
    return any(modulo == lugar or modulo.startswith(lugar + ".") for lugar in lugares)


@cache
def nodos(arbol: ast.Module) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(arbol))


@cache
def importados(arbol: ast.Module) -> frozenset[str]:
    return frozenset(_importados(arbol))


def _importados(arbol: ast.Module) -> Iterator[str]:
    for nodo in nodos(arbol):
        if isinstance(nodo, ast.Import):
            yield from (alias.name for alias in nodo.names)
        elif isinstance(nodo, ast.ImportFrom) and nodo.module:
            yield nodo.module
            yield from (f"{nodo.module}.{alias.name}" for alias in nodo.names)


def nombre(nodo: ast.AST) -> object:
    """What a node names: a variable, a part of one or what is imported."""
    return getattr(nodo, "attr", None) or getattr(nodo, "id", None) or getattr(nodo, "name", None)


def llamadas(arbol: ast.Module) -> Iterator[str]:
    for nodo in nodos(arbol):
        if isinstance(nodo, ast.Call):
            yield ast.unparse(nodo.func)


def test_hay_codigo_que_mirar() -> None:
    assert len(modulos()) > 30


def test_las_etapas_no_se_importan_entre_si() -> None:
    cruces = [
        (modulo, otro)
        for modulo, arbol in modulos().items()
        for etapa in ETAPAS
        if dentro(modulo, etapa)
        for otro in importados(arbol)
        if dentro(otro, *(e for e in ETAPAS if e != etapa))
    ]
    assert cruces == []


def test_las_etapas_opcionales_solo_conocen_valores_y_biblioteca() -> None:
    suyos = ("siaa.etapas", "siaa.valores", "siaa.biblioteca")
    ajenos = [
        (modulo, otro)
        for modulo, arbol in modulos().items()
        if dentro(modulo, "siaa.etapas")
        for otro in importados(arbol)
        if dentro(otro, "siaa", "config") and not dentro(otro, *suyos)
    ]
    assert ajenos == []


def test_la_biblioteca_no_sabe_quien_la_usa() -> None:
    ajenos = (
        *ETAPAS,
        "siaa.servicio",
        "siaa.web",
        "siaa.recorrido.atencion",
        "siaa.recorrido.preparacion",
    )
    cruces = [
        (modulo, otro)
        for modulo, arbol in modulos().items()
        if dentro(modulo, "siaa.biblioteca")
        for otro in importados(arbol)
        if dentro(otro, *ajenos)
    ]
    assert cruces == []


def test_la_evaluacion_mide_lo_que_otros_hacen() -> None:
    """It looks at the stages before the model, and nothing but the door looks at it."""
    ajenos = (
        "siaa.modelo",
        "siaa.servicio",
        "siaa.web",
        "siaa.recorrido.atencion",
        "siaa.consola.terminal",
    )
    cruces = [
        (modulo, otro)
        for modulo, arbol in modulos().items()
        if dentro(modulo, "siaa.evaluacion")
        for otro in importados(arbol)
        if dentro(otro, *ajenos)
    ]
    assert cruces == []


@pytest.mark.parametrize(
    ("paquetes", "lugares"),
    [
        (("siaa_proxy",), ()),
        (("siaa.evaluacion",), ("siaa_proxy", "siaa.armado", "siaa.evaluacion")),
        (("prometheus_client",), ("siaa.servicio.metricas", "siaa.web.salud.rutas")),
        (("pythonjsonlogger",), ("siaa.diario",)),
        (("config",), ("siaa_proxy", "siaa.armado")),
        (("flask", "werkzeug", "jinja2", "markupsafe"), ("siaa_proxy", "siaa.web")),
        (("requests", "urllib3", "http.client"), ("siaa.modelo",)),
        (("waitress",), ("siaa.servicio",)),
        (("sqlite3",), ("siaa.servicio", "siaa.almacen.modelo")),
        (("qdrant_client",), ("siaa.almacen.servidores.qdrant",)),
        (("psycopg",), ("siaa.almacen.servidores.postgres",)),
        (("threading", "queue", "concurrent", "multiprocessing", "asyncio"), ("siaa.servicio",)),
        (("signal",), ("siaa_proxy",)),
        (("argparse",), ("siaa_proxy", "siaa.consola.ordenes")),
        (("socket",), ("siaa.modelo", "siaa.servicio.servidor")),
    ],
)
def test_cada_dependencia_en_su_cuarto(paquetes: tuple[str, ...], lugares: tuple[str, ...]) -> None:
    intrusos = [
        (modulo, otro)
        for modulo, arbol in modulos().items()
        if not dentro(modulo, *lugares)
        for otro in importados(arbol)
        if dentro(otro, *paquetes)
    ]
    assert intrusos == []


def test_solo_config_lee_el_entorno() -> None:
    nombran = [
        modulo
        for modulo, arbol in modulos().items()
        if any(nombre(nodo) in ("environ", "getenv") for nodo in nodos(arbol))
    ]
    lectores = [
        modulo
        for modulo, codigo in ((modulo, ast.unparse(modulos()[modulo])) for modulo in nombran)
        if any(palabra in codigo for palabra in ("environ[", "os.environ", "getenv"))
    ]
    assert lectores == ["config"] and len(nombran) > 1, "the environment of a request is another"


def test_solo_quien_debe_abre_archivos() -> None:
    metodos = ("read_text", "read_bytes", "write_text", "write_bytes", "fdopen")
    abren = {
        modulo
        for modulo, arbol in modulos().items()
        for llamada in llamadas(arbol)
        if llamada in ("open", "os.open", "io.open") or llamada.rsplit(".", 1)[-1] in metodos
    }
    assert [modulo for modulo in sorted(abren) if not dentro(modulo, *ABREN_ARCHIVOS)] == []


def test_ni_print_ni_global_ni_except_desnudo() -> None:
    faltas = [
        (modulo, type(nodo).__name__, nodo.lineno)
        for modulo, arbol in modulos().items()
        for nodo in nodos(arbol)
        if isinstance(nodo, ast.Global)
        or (isinstance(nodo, ast.ExceptHandler) and nodo.type is None)
        or (isinstance(nodo, ast.Call) and ast.unparse(nodo.func) == "print")
    ]
    assert faltas == []


def test_ningun_porcentaje_se_escribe_sin_su_espacio() -> None:
    """Python writes «35%»; people read «35 %», as `escribir_numero` does."""
    faltas = [
        (modulo, nodo.lineno)
        for modulo, arbol in modulos().items()
        for nodo in ast.walk(arbol)
        if isinstance(nodo, ast.FormattedValue)
        and nodo.format_spec
        and ast.unparse(nodo.format_spec).rstrip("'\"").endswith("%")
    ]
    assert faltas == []


def test_ningun_modulo_guarda_estado_que_cambie() -> None:
    faltas = [
        (modulo, nodo.lineno)
        for modulo, arbol in modulos().items()
        for nodo in arbol.body
        if isinstance(nodo, ast.Assign | ast.AnnAssign)
        and (
            isinstance(nodo.value, ast.List | ast.Dict | ast.Set | ast.ListComp | ast.DictComp)
            or (isinstance(nodo.value, ast.Call) and ast.unparse(nodo.value.func) in MUTABLES)
        )
    ]
    assert faltas == []


def test_importar_no_hace_nada() -> None:
    """Importing everything starts no thread, talks to nobody, and writes no file or folder."""
    programa = (
        "import sys, threading\n"
        "vistos = []\n"
        "def mirar(evento, datos):\n"
        "    modo = datos[1] if evento == 'open' else None\n"
        "    escribe = isinstance(modo, str) and set(modo) & set('wax+')\n"
        "    if escribe or evento in ('socket.connect', 'subprocess.Popen', 'os.mkdir'):\n"
        "        vistos.append((evento, datos[0]))\n"
        "sys.dont_write_bytecode = True\n"
        "sys.addaudithook(mirar)\n"
        f"for modulo in {sorted(modulos())!r}:\n"
        "    __import__(modulo)\n"
        "assert not vistos, vistos\n"
        "assert threading.active_count() == 1, threading.enumerate()\n"
    )
    resultado = subprocess.run(
        [sys.executable, "-c", programa], cwd=RAIZ, capture_output=True, text=True, check=False
    )
    assert resultado.returncode == 0, resultado.stderr
    assert resultado.stdout == resultado.stderr == ""


def test_los_cuartos_y_las_funciones_no_crecen_de_mas() -> None:
    largas = [
        (modulo, nodo.name)
        for modulo, arbol in modulos().items()
        for nodo in nodos(arbol)
        if isinstance(nodo, ast.FunctionDef) and (nodo.end_lineno or 0) - nodo.lineno > 55
    ]
    grandes = [
        modulo
        for modulo, arbol in modulos().items()
        if max((n.end_lineno or 0) for n in arbol.body) > 350
    ]
    assert (largas, grandes) == ([], [])


def test_ningun_cuarto_se_llena() -> None:
    contados = Counter(
        ruta.parent
        for ruta in (RAIZ / "siaa").rglob("*")
        if ruta.is_file() and "__pycache__" not in ruta.parts and ruta.name != "__init__.py"
    )
    llenos = {
        str(cuarto.relative_to(RAIZ)): cuantos
        for cuarto, cuantos in contados.items()
        if cuantos > (ARCHIVOS_EN_LA_RAIZ if cuarto.name == "siaa" else ARCHIVOS_POR_CUARTO)
    }
    assert llenos == {}


def test_un_prefijo_compartido_es_una_carpeta() -> None:
    familias = Counter(
        (ruta.parent, ruta.stem.split("_")[0])
        for ruta in (RAIZ / "siaa").rglob("*.py")
        if ruta.name != "__init__.py"
    )
    assert [str(familia) for familia, cuantos in familias.items() if cuantos > 1] == []


def test_un_nombre_de_clase_esta_una_vez() -> None:
    clases = Counter(
        nodo.name
        for arbol in modulos().values()
        for nodo in nodos(arbol)
        if isinstance(nodo, ast.ClassDef)
    )
    assert [nombre for nombre, cuantas in clases.items() if cuantas > 1] == []


def test_los_cuartos_se_miran_en_un_solo_sentido() -> None:
    """No room imports another that imports it, directly or through others."""

    def cuarto(modulo: str) -> str:
        partes = modulo.split(".")
        con_cuartos = partes[1] in ("biblioteca", "recuperacion", "servicio", "web", "evaluacion")
        return ".".join(partes[: 3 if con_cuartos else 2])

    propios = {m: arbol for m, arbol in modulos().items() if m.startswith("siaa.")}
    vecinos: dict[str, set[str]] = {}
    for modulo, arbol in propios.items():
        otros = {cuarto(otro) for otro in importados(arbol) if otro in propios}
        vecinos.setdefault(cuarto(modulo), set()).update(otros - {cuarto(modulo)})
    TopologicalSorter(vecinos).prepare()  # raises CycleError, which names the circle
