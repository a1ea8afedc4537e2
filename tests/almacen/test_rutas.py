"""Content routes: the configurations that are documented, what falls back, what stops the start."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from servidor_de_prueba import ServidorDePrueba

import siaa_proxy
from config import cargar_config
from siaa import armado
from siaa.ajustes import ErrorConfiguracion
from siaa.almacen.almacen import APAGADO, SIN_USO, Almacen
from siaa.almacen.modelo import PorPalabras
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.conversion.estructurados import en_markdown
from siaa.biblioteca.conversion.piezas import NoSeConvierte
from siaa.biblioteca.estructura.rebanadas import clasificar_documento, clasificar_pregunta
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.valores import AjustesBiblioteca, Enteros, Reales
from siaa.errores import ModeloNoResponde
from siaa.rutas import Perfil, Rutas, extraer_rutas
from siaa.vectores import por_puntajes

Fabrica = Callable[..., ServidorDePrueba]

DE_OPENAI = """
[embeddings.profiles.default_docs]
provider = "openai"
model = "text-embedding-3-large"
dim = 3072
cost_class = "medium"
capabilities = ["natural_language"]
"""
DE_HASH = """
[embeddings.profiles.default_docs]
provider = "hash"
dim = 256
"""
DE_JINA = """
[embeddings.profiles.code_jina]
provider = "ollama"
model = "jina-embeddings-v2-base-code:q5_k_m"
dim = 768
cost_class = "low"
capabilities = ["code"]
"""
RUTA_DOCS = """
[embeddings.routes.docs]
profile = "default_docs"
index = "emb_docs"
"""
RUTA_CODIGO = """
[embeddings.routes.code]
profile = "code_jina"
index = "emb_code"
"""
TODO_A_DOCS = """
[routing.slice_type_to_route]
code = "docs"
docs = "docs"
erp_product = "docs"
config = "docs"
data = "docs"
other = "docs"
"""
CODIGO_APARTE = TODO_A_DOCS.replace('code = "docs"', 'code = "code"')
PRENDIDO = """
[routing.options]
enable_query_routing = true
"""
VARIAS = """
[routing.options]
enable_query_routing = true
enable_multi_route = true

[routing.multi_route.code_primary]
primary = "code"
secondary = [{ route = "docs", weight = 0.5 }]

[routing.multi_route.docs_primary]
primary = "docs"
secondary = [{ route = "code", weight = 0.3 }]
"""
CODIGO_POR_HASH = RUTA_CODIGO.replace("code_jina", "default_docs")
RUTA_ERP = """
[embeddings.routes.erp]
profile = "docs"
index = "emb_erp"

[embeddings.profiles.docs]
provider = "hash"
dim = 256
"""
ERP_APARTE = TODO_A_DOCS.replace('erp_product = "docs"', 'erp_product = "erp"')
ERP_PRIMERO = """
[routing.options]
enable_query_routing = true
enable_multi_route = true

[routing.multi_route.erp_primary]
primary = "erp"
secondary = [{ route = "docs", weight = 0.2 }]
"""
CSV = "sku;nombre;precio\nW-44910;Cable de red;12000\nW-44911;Teclado;45000\n"
PROGRAMA = "import os\n\ndef sumar_plazos(dias):\n    # corre los hábiles\n    return sum(dias)\n"
ARCHIVOS = {
    "acuerdo.md": "# Acuerdo\n\nARTÍCULO 1. Los plazos se suman en días hábiles.\n",
    "calculo.py": PROGRAMA,
    "bodega/existencias.csv": CSV,
    "consulta.sql": "SELECT nombre FROM despachos;\n",
    "equipo.json": '{"impresora": {"marca": "Zeta", "puertos": [1, 2]}}',
    "evaluacion.jsonl": "",
    "lecturas/m.jsonl": "",
}


def leer(*partes: str) -> Rutas:
    return extraer_rutas(tomllib.loads("".join(partes)), Path("siaa.toml"))


def queja(*partes: str) -> str:
    with pytest.raises(ValueError) as error:
        leer(*partes)
    assert "\n" not in str(error.value)
    return str(error.value)


def biblioteca(carpeta: Path, rutas: Rutas) -> Indice:
    for ruta, texto in ARCHIVOS.items():
        (carpeta / ruta).parent.mkdir(parents=True, exist_ok=True)
        (carpeta / ruta).write_text(texto, encoding="utf-8")
    return cargar_biblioteca(carpeta, AjustesBiblioteca(extensiones=rutas.extensiones))


def avisos(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [r.getMessage() for r in caplog.records if "[Rutas]" in r.getMessage()]


# --- The configurations that are documented -------------------------------------------------------


def test_sin_secciones_hay_una_ruta_con_hash() -> None:
    rutas = leer("puerto = 5000\n")
    assert list(rutas.rutas) == ["docs"] and rutas.docs.perfil.provider == "hash"
    assert rutas.extensiones == () and rutas.ruta_de_tipo("code") == (rutas.docs, "")


def test_solo_documentos() -> None:
    apagado = "\n[routing.options]\nenable_query_routing = false\n"
    rutas = leer(DE_OPENAI, RUTA_DOCS, TODO_A_DOCS, apagado)
    perfil = rutas.docs.perfil
    assert (perfil.provider, perfil.model, perfil.dim) == ("openai", "text-embedding-3-large", 3072)
    assert (perfil.cost_class, perfil.capabilities) == ("medium", ["natural_language"])
    assert rutas.docs.indice == "emb_docs" and not rutas.como.options.enable_query_routing
    tipos = ("code", "docs", "erp_product", "config", "data", "other")
    assert [rutas.ruta_de_tipo(tipo) for tipo in tipos] == [(rutas.docs, "")] * 6


def test_documentos_y_codigo() -> None:
    rutas = leer(DE_OPENAI, DE_JINA, RUTA_DOCS, RUTA_CODIGO, CODIGO_APARTE, PRENDIDO)
    codigo, aviso = rutas.ruta_de_tipo("code")
    assert (codigo.indice, codigo.perfil.dim, codigo.nombre_perfil) == (
        "emb_code",
        768,
        "code_jina",
    )
    assert not aviso and rutas.como.options.enable_query_routing
    assert rutas.ruta_de_tipo("config")[0] is rutas.docs and rutas.avisos == ()


def test_un_tipo_nuevo_solo_pide_configuracion() -> None:
    tipos = '\n[routing.slice_types]\nsql = [".sql", ".DDL"]\n'
    partes = (DE_HASH, RUTA_DOCS, CODIGO_POR_HASH, CODIGO_APARTE, 'sql = "code"\n', tipos)
    rutas = leer(*partes)
    assert rutas.tipos == {".sql": "sql", ".ddl": "sql"} and ".ddl" in rutas.extensiones
    assert clasificar_documento("a.DDL", "", rutas.tipos, False).slice_type == "sql"
    assert rutas.ruta_de_tipo("sql")[0].nombre == "code"


def test_varias_rutas_a_la_vez() -> None:
    rutas = leer(DE_HASH, RUTA_DOCS, CODIGO_POR_HASH, CODIGO_APARTE, VARIAS)
    assert [(s.route, s.weight) for s in rutas.secundarias("code")] == [("docs", 0.5)]
    assert [(s.route, s.weight) for s in rutas.secundarias("docs")] == [("code", 0.3)]
    apagadas = VARIAS.replace("enable_multi_route = true", "")
    assert leer(DE_HASH, RUTA_DOCS, CODIGO_POR_HASH, apagadas).secundarias("code") == []


def test_la_ruta_de_productos() -> None:
    rutas = leer(DE_HASH, RUTA_DOCS, RUTA_ERP, ERP_APARTE, ERP_PRIMERO)
    ruta, aviso = rutas.ruta_de_tipo("erp_product")
    assert (ruta.nombre, ruta.indice, ruta.nombre_perfil, aviso) == ("erp", "emb_erp", "docs", "")
    elegida = Almacen(rutas).encaminar("¿Cuánto vale el W-44910?", "")
    assert (elegida.ruta, elegida.tipo) == ("erp", "erp")
    assert [(s.ruta, s.peso) for s in elegida.secundarias] == [("docs", 0.2)]


# --- What falls back, told once -------------------------------------------------------------------


def test_un_tipo_sin_ruta_va_por_docs_y_se_avisa_una_vez(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    rutas = leer(DE_HASH, RUTA_DOCS, '[routing.slice_type_to_route]\ndocs = "docs"\n')
    memoria = Almacen(rutas)
    for n in range(2):
        memoria.por_rutas(biblioteca(tmp_path / str(n), rutas), "plazos", "")
    dichos = avisos(caplog)
    assert len(dichos) == len(set(dichos)) == 3
    assert {next(t for t in ("code", "data", "erp_product") if f"«{t}»" in d) for d in dichos} == {
        "code", "data", "erp_product",
    }  # fmt: skip


@pytest.mark.parametrize(
    "ruta",
    [
        "",
        '[embeddings.routes.code]\nprofile = "default_docs"\n',
        '[embeddings.routes.code]\nindex = "emb_code"\n',
    ],
)
def test_una_ruta_que_falta_o_esta_a_medias_cae_en_docs(
    ruta: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Slices and questions alike, and each is told once."""
    rutas = leer(DE_HASH, RUTA_DOCS, ruta, CODIGO_APARTE, PRENDIDO)
    memoria = Almacen(rutas)
    assert [memoria.encaminar("def f(x):", "").ruta for _ in range(2)] == ["docs", "docs"]
    assert len(avisos(caplog)) == 1 + bool(ruta)
    elegida, aviso = rutas.ruta_de_tipo("code")
    assert elegida is rutas.docs and "«code»" in aviso and "docs" in aviso
    assert len(rutas.avisos) == bool(ruta) and all(
        "embeddings.routes.code" in a for a in rutas.avisos
    )


def test_docs_sin_su_perfil_usa_el_de_reserva() -> None:
    rutas = leer(DE_HASH, RUTA_DOCS.replace("default_docs", "otro"))
    assert rutas.docs.nombre_perfil == "default_docs" and "«otro»" in rutas.avisos[0]


def test_sin_enable_query_routing_toda_pregunta_va_por_docs() -> None:
    memoria = Almacen(leer(DE_HASH, RUTA_DOCS, CODIGO_POR_HASH, CODIGO_APARTE))
    elegida = memoria.encaminar("def sumar_plazos(dias):", "code_refactor")
    assert (elegida.ruta, elegida.motivos) == ("docs", (APAGADO,))


def test_una_pregunta_cuya_ruta_no_esta_va_por_docs(caplog: pytest.LogCaptureFixture) -> None:
    memoria = Almacen(leer(DE_HASH, RUTA_DOCS, TODO_A_DOCS, PRENDIDO))
    for _ in range(2):
        elegida = memoria.encaminar("¿qué hace sumar_plazos(dias)?", "")
    assert (elegida.tipo, elegida.ruta) == ("code", "docs")
    assert len(avisos(caplog)) == 1 and "«code»" in avisos(caplog)[0]


class CasiMudo(PorPalabras):
    """Answers for some profiles only, as a server of models that lacks the others."""

    def __init__(self, *callan: int) -> None:
        self.callan = callan

    def de_pasajes(self, indice: Indice, perfil: Perfil, pasajes: Enteros) -> Reales:
        if perfil.dim in self.callan:
            raise ModeloNoResponde
        return super().de_pasajes(indice, perfil, pasajes)


def test_un_indice_que_no_se_puede_consultar_se_suple_con_el_generico(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    otro = '[embeddings.profiles.code_jina]\nprovider = "hash"\ndim = 32\n'
    rutas = leer(DE_HASH, otro, RUTA_DOCS, RUTA_CODIGO, CODIGO_APARTE, PRENDIDO)
    indice = biblioteca(tmp_path, rutas)
    sano, medio = Almacen(rutas), Almacen(rutas, {"hash": CasiMudo(32)})
    pregunta = "sumar_plazos(dias)"
    assert {r.doc for r in sano.por_rutas(indice, pregunta, "").resultados} == {"calculo.py"}
    suplido = medio.por_rutas(indice, pregunta, "")
    assert {r.doc for r in suplido.resultados} == {"acuerdo.md", "calculo.py"}
    assert len(avisos(caplog)) == 1 and "«emb_code»" in avisos(caplog)[0]
    mudo = Almacen(rutas, {"hash": CasiMudo(32, 256)})
    assert mudo.por_rutas(indice, pregunta, "").resultados == ()
    assert "solo por palabras" in avisos(caplog)[-1]


# --- What stops the start -------------------------------------------------------------------------

MALAS: Sequence[tuple[str, tuple[str, ...]]] = (
    (DE_HASH, ("embeddings.routes.docs", "escriba")),
    ('[routing.slice_type_to_route]\ndocs = "docs"\n', ("embeddings.routes.docs", "escriba")),
    (DE_HASH + '[embeddings.routes.docs]\nindex = "x"\n', ("embeddings.routes.docs", "profile")),
    (DE_HASH + '[embeddings.routes.docs]\nprofile = "default_docs"\n', ("routes.docs", "index")),
    (RUTA_DOCS, ("embeddings.routes.docs.profile", "[embeddings.profiles.default_docs]")),
    (DE_HASH + RUTA_DOCS + RUTA_CODIGO, ("embeddings.routes.code.profile", "«code_jina»")),
    (DE_HASH.replace("hash", "sentence-transformer") + RUTA_DOCS, ("provider", "PyTorch")),
    (DE_HASH.replace("hash", "otro") + RUTA_DOCS, ("default_docs.provider", "'hash'")),
    (DE_HASH.replace("256", "0") + RUTA_DOCS, ("default_docs.dim", "desde 1")),
    (DE_HASH.replace("256", '"256"') + RUTA_DOCS, ("default_docs.dim", "número entero")),
    (DE_OPENAI.replace("dim = 3072\n", "") + RUTA_DOCS, ("default_docs", "«dim»")),
    (DE_HASH.replace("default_docs", '"a/b"') + RUTA_DOCS, ("profiles.a/b»", "letras")),
    (DE_HASH + "dimension = 3\n" + RUTA_DOCS, ("default_docs.dimension", "no existe")),
    (DE_HASH + RUTA_DOCS + "[routing.opciones]\n", ("routing.opciones", "no existe")),
    (DE_HASH + RUTA_DOCS + 'routing = "si"\n', ("docs.routing", "no existe")),
    ('embeddings = "si"\n', ("embeddings", "tabla")),
    (DE_HASH + RUTA_DOCS + PRENDIDO.replace("true", '"si"'), ("enable_query_routing", "true")),
    (DE_HASH + RUTA_DOCS + VARIAS.replace('primary = "code"', 'primary = "docs"'),
     ("routing.multi_route.code_primary.primary", "«code»")),
    (DE_HASH + RUTA_DOCS + VARIAS.replace("0.5", "1.5"), ("weight", "hasta 1")),
    (DE_HASH + RUTA_DOCS + VARIAS.replace("weight = 0.5", "peso = 0.5"), ("weight", "falta")),
    (DE_HASH + DE_JINA + RUTA_DOCS + RUTA_CODIGO.replace("emb_code", "emb_docs"),
     ("embeddings.routes.code.index", "otro perfil")),
    (DE_HASH + RUTA_DOCS + '[routing.slice_types]\nsql = ".sql"\n', ("slice_types.sql", "lista")),
    (DE_HASH + RUTA_DOCS + '[routing.slice_types]\nsql = ["sql"]\n', ("slice_types.sql", "punto")),
)  # fmt: skip


@pytest.mark.parametrize(("escrito", "dice"), MALAS)
def test_lo_que_no_se_puede_dice_archivo_clave_y_remedio(
    escrito: str, dice: tuple[str, ...]
) -> None:
    frase = queja(escrito)
    assert frase.startswith("siaa.toml: «") and all(parte in frase for parte in dice), frase


TODO = tomllib.loads(
    "".join((DE_OPENAI, DE_JINA, RUTA_DOCS, RUTA_CODIGO, CODIGO_APARTE, VARIAS))
    + '[routing.slice_types]\nsql = [".sql"]\n'
)


def lugares(datos: Any, antes: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to everything that some sections say."""
    hojas = not isinstance(datos, dict | list)
    pares = datos.items() if isinstance(datos, dict) else enumerate(() if hojas else datos)
    for clave, dato in pares:
        yield (*antes, clave)
        yield from lugares(dato, (*antes, clave))


CUALQUIERA = st.recursive(
    st.booleans() | st.integers() | st.floats() | st.dates() | st.text()
    | st.sampled_from(("docs", "code", "hash", "otra")),
    lambda dentro: st.lists(dentro, max_size=3) | st.dictionaries(st.text(), dentro, max_size=3),
    max_leaves=4,
)  # fmt: skip


@example([(("embeddings",), {"\n": False})])
@given(st.lists(st.tuples(st.sampled_from([*lugares(TODO)]), CUALQUIERA), min_size=1, max_size=3))
def test_con_cualquier_disparate_hay_rutas_o_una_frase(
    cambios: list[tuple[tuple[Any, ...], Any]],
) -> None:
    datos = deepcopy(TODO)
    for (*antes, clave), valor in cambios:
        with suppress(KeyError, IndexError, TypeError):  # what held it was changed before
            reduce(lambda tabla, paso: tabla[paso], antes, datos)[clave] = valor
    try:
        rutas = extraer_rutas(datos, Path("siaa.toml"))
    except ErrorConfiguracion as error:
        assert str(error).startswith("siaa.toml: «") and "\n" not in str(error)
    else:
        preguntas = ("def f(x):", "¿Hay existencias del W-44910?", "¿Qué plazo hay?")
        assert {Almacen(rutas).encaminar(p, "").ruta for p in preguntas} <= rutas.rutas.keys()


def test_un_error_de_rutas_termina_con_2(tmp_path: Path, capsys: Any) -> None:
    archivo = tmp_path / "otro.toml"
    archivo.write_text(DE_HASH)
    assert siaa_proxy.main(["servir", "--config", str(archivo)]) == 2
    assert capsys.readouterr().err.startswith("otro.toml: «embeddings.routes.docs» falta")


def test_la_clave_de_un_perfil_se_lee_junto_al_archivo_de_ajustes(tmp_path: Path) -> None:
    archivo = tmp_path / "siaa.toml"
    archivo.write_text(DE_OPENAI + 'clave_archivo = "clave.txt"\n' + RUTA_DOCS)
    with pytest.raises(ErrorConfiguracion, match=r"clave_archivo = .*clave\.txt"):
        armado.crear_almacen(cargar_config({}, archivo, {}))
    (tmp_path / "clave.txt").write_text("sk-una-clave-larga\n")
    assert armado.crear_almacen(cargar_config({}, archivo, {})).problemas == ()


def test_un_almacen_que_la_estrategia_no_usa_se_dice() -> None:
    pytest.importorskip("psycopg")
    ajustes = {
        "SIAA_ALMACEN": "postgres",
        "SIAA_POSTGRES_URL": "postgresql://siaa@127.0.0.1:1/siaa",
    }
    assert armado.crear_almacen(cargar_config({}, None, ajustes)).problemas == (SIN_USO,)
    en_uso = ajustes | {"SIAA_ESTRATEGIA": "canal"}
    assert armado.crear_almacen(cargar_config({}, None, en_uso)).problemas == ()


def test_la_direccion_de_un_almacen_puede_estar_en_un_archivo(tmp_path: Path) -> None:
    """What libpq takes may be shorter than any token."""
    pytest.importorskip("psycopg")
    archivo = tmp_path / "direccion"
    ajustes = {"SIAA_ALMACEN": "postgres", "SIAA_POSTGRES_URL_ARCHIVO": str(archivo)}
    for contenido in (None, "", "host=/tmp\nport=5432\n"):
        if contenido is not None:
            archivo.write_text(contenido)
        with pytest.raises(ErrorConfiguracion, match="solo la dirección") as error:
            armado.crear_almacen(cargar_config({}, None, ajustes))
        assert "adivine" not in str(error.value)
    archivo.write_text("host=/tmp\n")
    assert armado.crear_almacen(cargar_config({}, None, ajustes)).problemas == (SIN_USO,)


@pytest.mark.parametrize("direccion", ["http://[::1:1", "http://equipo:99999"])
def test_una_direccion_que_no_sirve_nombra_donde_se_escribio(
    tmp_path: Path, direccion: str
) -> None:
    pytest.importorskip("qdrant_client")
    archivo = tmp_path / "direccion"
    archivo.write_text(direccion)
    for variable, valor in (("_ARCHIVO", str(archivo)), ("", direccion)):
        ajustes = {"SIAA_ALMACEN": "qdrant", f"SIAA_QDRANT_URL{variable}": valor}
        with pytest.raises(ErrorConfiguracion, match=rf"_URL{variable} la .*la que hay no sirve"):
            armado.crear_almacen(cargar_config({}, None, ajustes))


@pytest.mark.parametrize("almacen", ["qdrant", "postgres"])
def test_un_almacen_sin_direccion_o_sin_cliente_no_arranca(almacen: str) -> None:
    with pytest.raises(ErrorConfiguracion, match=f"SIAA_{almacen.upper()}_URL|no está instalado"):
        armado.crear_almacen(cargar_config({}, None, {"SIAA_ALMACEN": almacen}))


# --- Slices ---------------------------------------------------------------------------------------

CLASES = (
    ("a.py", "x = 1", "code", "python"),
    ("a.sh", "", "code", "bash"),
    ("a.toml", "", "config", "toml"),
    ("a.tsv", "", "data", "tsv"),
    ("a.md", "def f(): { }", "docs", "markdown"),
    ("a.txt", "#!/bin/bash\necho hola", "code", "bash"),
    ("a.txt", "def f(x):\n    return x\n\nf(3)\n", "code", ""),
    ("a.txt", "El plazo es de diez días;\nla multa, de un sueldo (el básico).", "docs", ""),
    ("a.txt", "", "other", ""),
    ("a.csv", "## 1\n\n| SKU: 10\n| nombre: x\n", "erp_product", "csv"),
    ("a.json", "## 1\n\n| código: W-44910\n", "erp_product", "json"),
    ("a.json", "## 1\n\n| código: 54001-31\n", "data", "json"),
    ("a.csv", "## 1\n\n| referencia: T-1319 de 2001\n", "data", "csv"),
)


@pytest.mark.parametrize(("ruta", "contenido", "tipo", "lenguaje"), CLASES)
def test_de_que_tipo_es(ruta: str, contenido: str, tipo: str, lenguaje: str) -> None:
    rebanada = clasificar_documento(ruta, contenido, {}, False)
    assert (rebanada.slice_type, rebanada.slice_language) == (tipo, lenguaje)
    assert 0 < rebanada.confidence <= 1 and rebanada.reasons
    assert clasificar_documento(ruta, contenido, {}, True).slice_type == "erp_product"


PREGUNTAS = (
    ("¿Qué plazo hay para reportar?", "", "docs"),
    ("¿Qué plazo hay para reportar?", "code_refactor", "code"),
    ("¿Qué plazo hay para reportar?", "redactor", "docs"),
    ("¿por qué falla def leer(x):?", "", "code"),
    ("¿qué hace calcularPlazo(dias)?", "", "code"),
    ("SELECT * de despachos == vacío", "", "code"),
    ("¿Hay existencias del W-44910?", "", "erp"),
    ("¿Qué SKU tiene el teclado?", "", "erp"),
    ("la referencia del tóner", "", "erp"),
    ("sentencia T-1319 de 2001", "", "docs"),
    ("Acuerdo PSAA16-10476", "", "docs"),
)


@pytest.mark.parametrize(("pregunta", "herramienta", "tipo"), PREGUNTAS)
def test_por_donde_va_una_pregunta(pregunta: str, herramienta: str, tipo: str) -> None:
    hallado, motivos = clasificar_pregunta(pregunta, herramienta)
    assert hallado == tipo and motivos


def test_cada_rebanada_se_corta_por_su_estructura(tmp_path: Path) -> None:
    """Rows with their header, functions as they are indented, keys; never the library's own."""
    rutas = leer(DE_HASH, RUTA_DOCS, TODO_A_DOCS)
    indice = biblioteca(tmp_path, rutas)
    assert set(indice.claves) == {
        "acuerdo.md", "calculo.py", "existencias.csv", "consulta.sql", "equipo.json",
    }  # fmt: skip
    pasajes = {
        clave: [d.sano(*fila[:2]) for fila in d.texto.estructura.pasajes.tolist()]
        for clave, d in indice.documentos.items()
    }
    assert pasajes["existencias.csv"][1] == (
        "| sku: W-44910\n| nombre: Cable de red\n| precio: 12000"
    )
    funcion = "| def sumar_plazos(dias):\n|     # corre los hábiles\n|     return sum(dias)"
    assert pasajes["calculo.py"][-1].endswith(funcion)
    assert pasajes["equipo.json"][-1].endswith("| marca: Zeta\n| puertos.1: 1\n| puertos.2: 2")
    assert indice.omitidos == ()
    sin = biblioteca(tmp_path, Rutas())
    assert set(sin.claves) == {"acuerdo.md", "existencias.csv"}  # a table, as of any office


def test_el_tipo_de_cada_documento_que_va_con_sus_lecturas(tmp_path: Path) -> None:
    rutas = leer(DE_HASH, RUTA_DOCS, TODO_A_DOCS)
    indice = biblioteca(tmp_path, rutas)
    assert {clave: rutas.tipo_de(d) for clave, d in indice.documentos.items()} == {
        "acuerdo.md": "docs",
        "calculo.py": "code",
        "existencias.csv": "erp_product",
        "consulta.sql": "code",
        "equipo.json": "data",
    }
    assert {Rutas().tipo_de(d) for d in indice.documentos.values()} == {""}


def test_un_json_roto_se_omite_con_su_razon(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{")
    (tmp_path / "b.csv").write_text("a;b\n" + "x" * 140_000 + ";y\n")
    (tmp_path / "c.json").write_text('{"a": ' * 900 + "1" + "}" * 900)
    (tmp_path / ".d.jsonl").write_text("{}")
    indice = cargar_biblioteca(tmp_path, AjustesBiblioteca(extensiones=(".csv", ".json", ".jsonl")))
    razones = {omitido.archivo: omitido.razon for omitido in indice.omitidos}
    assert "JSON válido" in razones["a.json"] and "CSV válido" in razones["b.csv"]
    assert set(indice.claves) | set(razones) == {"a.json", "b.csv", "c.json"}


def test_una_biblioteca_vacia_no_tiene_nada(tmp_path: Path) -> None:
    encaminada = Almacen().por_rutas(cargar_biblioteca(tmp_path), "plazos", "")
    assert (encaminada.ruta, encaminada.resultados) == ("docs", ())


hondos = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda dentro: st.lists(dentro) | st.dictionaries(st.text(), dentro),
)


@given(hondos)
def test_todo_json_se_vuelve_texto(datos: Any) -> None:
    escrito = en_markdown("a.json", json.dumps(datos))
    assert escrito.startswith("# a.json\n")
    assert all(linea[:2] in ("# ", "##", "| ", "") for linea in escrito.split("\n"))


@given(st.text(), st.sampled_from((".csv", ".tsv", ".py", ".toml", ".jsonl")))
def test_de_cualquier_texto_sale_markdown_o_una_razon(texto: str, extension: str) -> None:
    with suppress(NoSeConvierte):
        assert en_markdown(f"a{extension}", texto).startswith("# a")


# --- Fan-out and fusion ---------------------------------------------------------------------------


def test_las_rutas_se_funden_por_sus_puntajes() -> None:
    """Each brought to 0 to 1; all equal count 1; of two, the greatest. One alone is as it is."""
    principal, otra = [(1, 0.9), (2, 0.5), (3, 0.1)], [(3, 7.0), (4, 7.0)]
    fundida = por_puntajes(((principal, 1.0), (otra, 0.3)))
    assert {p: v for p, (v, _) in fundida.items()} == pytest.approx({1: 1, 2: 0.5, 3: 0.3, 4: 0.3})
    assert {p: cual for p, (_, cual) in fundida.items()} == {1: 0, 2: 0, 3: 1, 4: 1}
    assert por_puntajes([(principal, 1.0)]) == {p: (v, 0) for p, v in principal}
    assert por_puntajes([([], 1.0), ([], 0.5)]) == {}


def test_una_pregunta_sale_por_todas_sus_rutas(servidor: Fabrica, tmp_path: Path) -> None:
    """Over HTTP, whatever the strategy; `canal` searches through them."""
    carpeta = tmp_path / "con_codigo"
    biblioteca(carpeta, Rutas())
    archivo = tmp_path / "siaa.toml"
    archivo.write_text(DE_HASH + RUTA_DOCS + CODIGO_POR_HASH + CODIGO_APARTE + VARIAS)
    for estrategia in ("hibrida", "canal"):
        siaa = servidor(documentos=carpeta, estrategia=estrategia, archivo=archivo)
        dicha = siaa.obtener("/siaa/rutas", q="cómo se suman los plazos", herramienta="code_x").json
        assert (dicha["tipo"], dicha["ruta"], dicha["indice"]) == ("code", "code", "emb_code")
        assert dicha["perfil"] == "default_docs" and "code_x" in dicha["motivos"][0]
        assert dicha["secundarias"] == [{"ruta": "docs", "peso": 0.5}]
        por_doc = {r["doc"]: r for r in dicha["resultados"]}
        assert por_doc["calculo.py"]["ruta"] == "code" and por_doc["acuerdo.md"]["ruta"] == "docs"
        assert por_doc["calculo.py"]["slice_type"] == "code" and por_doc["acuerdo.md"]["reasons"]
        assert por_doc["acuerdo.md"]["puntaje"] <= 0.5 < por_doc["calculo.py"]["puntaje"] == 1.0
    cuerpo = {"messages": [{"role": "user", "content": "¿cómo se suman los plazos?"}]}
    hallados = [
        siaa.publicar("/siaa/contexto", cuerpo | {"siaa": {"herramienta": h}}).json["hallados"][0]
        for h in ("", "code_x")
    ]
    assert [h["doc"] for h in hallados] == ["acuerdo.md", "calculo.py"]
    assert siaa.obtener("/siaa/rutas", q="x", herramienta="x" * 101).estado == 400
