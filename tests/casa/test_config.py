"""The settings: defaults, bounds, where a value comes from, and the sentence for a wrong one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

import config
from config import Config, cargar_config, variable_de
from siaa.ajustes import ErrorConfiguracion

RAIZ = Path(config.__file__).resolve().parent

# name, default, least, most, what must come along at the least and at the most
NUMEROS: tuple[tuple[str, float, float, float | None, dict[str, int]], ...] = (
    ("puerto", 5000, 0, 65535, {}),
    ("num_ctx", 4096, 1024, 131072, {}),
    ("num_predict", 400, 16, 8192, {"num_ctx": 16384}),
    ("chunk_size", 800, 100, 20000, {"chunk_overlap": 0}),
    ("chunk_overlap", 300, 0, None, {}),
    ("presupuesto", 2400, 400, 100000, {}),
    ("respaldo_minimo", 0.18, 0, 1, {}),
    ("reordenar_contenido", 0.1, 0, 1, {}),
    ("reordenar_titulo", 0.15, 0, 1, {}),
    ("reordenar_tope", 1, 0, 100, {"reordenar_umbral": 0}),
    ("reordenar_umbral", 0.7, 0, 1, {}),
    ("max_chunks_contexto", 3, 1, 50, {}),
    ("max_docs_contexto", 2, 1, 20, {}),
    ("top_keywords_por_doc", 20, 0, 1000, {}),
    ("min_freq_keyword", 2, 1, None, {}),
    ("min_len_keyword", 3, 1, None, {}),
    ("cola", 40, 0, 1000, {}),
    ("simultaneos", 1, 1, 16, {}),
    ("compartidas", 20, 0, 1000, {}),
    ("cache_entradas", 500, 0, 100000, {}),
    ("limite_por_minuto", 0, 0, 10000, {}),
    ("conexiones_por_direccion", 100, 0, 100000, {}),
    ("max_bytes_documento", 20 * 1024 * 1024, 1, None, {}),
    ("espera_parada", 20, 0, 600, {}),
    ("vigilar", 10, 0, 86400, {}),
    ("registro_dias", 90, 1, 36500, {}),
    ("registro_filas", 100000, 1, 10000000, {}),
)
SEGUNDOS = {  # more than 0, up to an hour but for the heartbeat
    "espera_conexion": 3,
    "espera_primer_token": 180,
    "espera_entre_tokens": 20,
    "etapa_espera": 120,
    "latido": 2,
}
OTROS: dict[str, Any] = {
    "documentos": RAIZ / "documentos",
    "datos": RAIZ / "datos",
    "host": "127.0.0.1",
    "ollama_url": "http://127.0.0.1:11434",
    "protocolo": "ollama",
    "clave_api": None,
    "clave_api_archivo": None,
    "lector_modelo": None,
    "lector_url": None,
    "lector_protocolo": None,
    "modelo": "qwen2.5:3b",
    "estrategia": "hibrida",
    "almacen": "memoria",
    "qdrant_url": None,
    "qdrant_url_archivo": None,
    "postgres_url": None,
    "postgres_url_archivo": None,
    "reordenar": "no",
    "calentar": "si",
    "leer": "no",
    "descomponer": "no",
    "reordenar_modelo": "no",
    "referencias": "no",
    "evaluar_contexto": "no",
    "formato_contexto": "bloques",
    "registro": "completo",
    "formato_registro": "auto",
    "cache_horas": 168,
    "indice_en_disco": "auto",
    "token_admin": None,
    "token_admin_archivo": None,
    "token_preguntas": None,
    "token_preguntas_archivo": None,
    "num_hilos": None,
    "hosts": None,
    "origenes": None,
    "proxies": None,
    "url_publica": None,
}


@pytest.fixture(autouse=True)
def _sin_archivo_propio(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The `siaa.toml` of whoever runs the tests stays out."""
    monkeypatch.setattr(config, "RAIZ", tmp_path)


def escribir(carpeta: Path, texto: str, nombre: str = "siaa.toml") -> Path:
    archivo = carpeta / nombre
    archivo.write_text(texto, encoding="utf-8")
    return archivo


def queja(
    argumentos: dict[str, Any] | None = None, archivo: Path | None = None, **entorno: str
) -> str:
    """The sentence for a wrong setting: one, in Spanish, without pydantic's English."""
    with pytest.raises(ErrorConfiguracion) as error:
        cargar_config(argumentos, archivo, entorno)
    frase = str(error.value)
    assert frase.endswith((".", "?")), frase
    assert not re.search(r"\b(Input|should|value_error|validation|pydantic)\b", frase), frase
    return frase


# --- Defaults and bounds ------------------------------------------------------------------


def test_las_tablas_de_esta_prueba_cubren_cada_ajuste() -> None:
    assert {n for n, *_ in NUMEROS} | set(SEGUNDOS) | set(OTROS) == set(Config.model_fields)


def test_valores_de_fabrica() -> None:
    esperados = {n: de_fabrica for n, de_fabrica, *_ in NUMEROS} | SEGUNDOS | OTROS
    assert cargar_config(entorno={}).model_dump() == esperados == Config().model_dump()


def test_cada_ajuste_dice_para_que_es() -> None:
    assert all(campo.description for campo in Config.model_fields.values())


@pytest.mark.parametrize(("nombre", "minimo", "maximo", "otros"), [(n, *r) for n, _, *r in NUMEROS])
def test_limites_de_los_numeros(
    nombre: str, minimo: float, maximo: float | None, otros: dict[str, int]
) -> None:
    assert getattr(Config(**{nombre: minimo}, **otros), nombre) == minimo
    frase = queja(**{variable_de(nombre): str(minimo - 1)})
    assert variable_de(nombre) in frase and f"un número desde {minimo}" in frase
    if maximo is not None:
        assert getattr(Config(**{nombre: maximo}, **otros), nombre) == maximo
        frase = queja(**{variable_de(nombre): str(maximo + 1)})
        assert f"{variable_de(nombre)} = '{maximo + 1}'" in frase
        assert f"un número hasta {maximo}" in frase


@pytest.mark.parametrize("nombre", SEGUNDOS)
def test_limites_de_los_segundos(nombre: str) -> None:
    assert getattr(Config(**{nombre: 0.001}), nombre) == 0.001
    maximo = 30 if nombre == "latido" else 3600
    assert getattr(Config(**{nombre: maximo}), nombre) == maximo
    assert "un número mayor que 0" in queja(**{variable_de(nombre): "0"})
    assert queja(**{variable_de(nombre): f"{maximo}.1"}).endswith(f"un número hasta {maximo}.")
    for infinito in ("inf", "nan"):
        assert f"= '{infinito}' no sirve" in queja(**{variable_de(nombre): infinito})


def test_no_se_puede_cambiar() -> None:
    ajustes = Config()
    with pytest.raises(ValidationError):
        ajustes.puerto = 1
    assert hash(ajustes) == hash(Config())


def test_no_admite_campos_inventados() -> None:
    with pytest.raises(ValidationError):
        Config(puertos=1)  # type: ignore[call-arg]


# --- Where a value comes from ---------------------------------------------------------------


def test_precedencia(tmp_path: Path) -> None:
    archivo = escribir(tmp_path, "puerto = 1\nhost = 'a'\ncola = 7\n", "otro.toml")
    entorno = {"SIAA_PUERTO": "2", "SIAA_HOST": "b"}
    ajustes = cargar_config({"puerto": "3", "host": None}, archivo, entorno)
    assert (ajustes.puerto, ajustes.host, ajustes.cola, ajustes.num_ctx) == (3, "b", 7, 4096)


def test_se_lee_el_siaa_toml_del_proyecto(tmp_path: Path) -> None:
    escribir(tmp_path, "\ufeffpuerto = 6000\n")
    assert cargar_config(entorno={}).puerto == 6000


def test_config_reemplaza_al_siaa_toml_del_proyecto(tmp_path: Path) -> None:
    escribir(tmp_path, "puerto = 6000\ncola = 1\n")
    otro = escribir(tmp_path, "puerto = 7000\n", "otro.toml")
    ajustes = cargar_config(archivo=otro, entorno={})
    assert (ajustes.puerto, ajustes.cola) == (7000, 40)


def test_sin_decir_entorno_se_toma_el_del_proceso(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIAA_PUERTO", "6001")
    assert cargar_config().puerto == 6001


@pytest.mark.parametrize("vacio", ["", "   ", "\t"])
def test_una_variable_vacia_no_cuenta(vacio: str) -> None:
    ajustes = cargar_config(entorno={"SIAA_PUERTO": vacio, "SIAA_TOKEN_ADMIN": vacio})
    assert (ajustes.puerto, ajustes.token_admin) == (5000, None)


def test_rutas_relativas(tmp_path: Path) -> None:
    """In the file, from the file's folder; elsewhere, from the current one."""
    carpeta = tmp_path / "etc"
    carpeta.mkdir()
    archivo = escribir(carpeta, "documentos = 'docs'\ndatos = '/var/lib/siaa'\n")
    ajustes = cargar_config(archivo=archivo, entorno={})
    assert (ajustes.documentos, ajustes.datos) == (carpeta / "docs", Path("/var/lib/siaa"))
    ajustes = cargar_config({"documentos": "docs"}, None, {"SIAA_DATOS": "datos"})
    assert (ajustes.documentos, ajustes.datos) == (Path("docs"), Path("datos"))


@pytest.mark.parametrize("vacio", ["", "  "])
def test_una_ruta_vacia_del_archivo_no_cuenta(tmp_path: Path, vacio: str) -> None:
    """It would be the folder of the file, which nobody wrote."""
    archivo = escribir(tmp_path, f"token_admin_archivo = '{vacio}'\ndocumentos = '{vacio}'\n")
    ajustes = cargar_config(archivo=archivo, entorno={})
    assert (ajustes.token_admin_archivo, ajustes.documentos) == (None, Config().documentos)


def test_textos_y_direcciones_se_recortan() -> None:
    entorno = {"SIAA_MODELO": " llama3.2 ", "SIAA_OLLAMA_URL": "http://equipo:11434//"}
    ajustes = cargar_config(entorno=entorno)
    assert (ajustes.modelo, ajustes.ollama_url) == ("llama3.2", "http://equipo:11434")


def test_los_espacios_de_los_lados_no_cuentan() -> None:
    entorno = {"SIAA_OLLAMA_URL": "http://equipo:11434 ", "SIAA_TOKEN_ADMIN": " secreto y largo\t"}
    ajustes = cargar_config(entorno=entorno)
    assert ajustes.ollama_url == "http://equipo:11434"
    assert (
        ajustes.token_admin is not None
        and ajustes.token_admin.get_secret_value() == "secreto y largo"
    )


def test_varios_servidores_van_con_comas() -> None:
    entorno = {"SIAA_OLLAMA_URL": "http://a:1/ , http://b:2,http://a:1"}
    assert cargar_config(entorno=entorno).ollama_url == "http://a:1,http://b:2"
    for mal in ("http://a:1,", "http://a:1,b:2"):
        assert "una dirección como" in queja(SIAA_OLLAMA_URL=mal)


def test_el_token_no_se_muestra() -> None:
    ajustes = cargar_config(entorno={"SIAA_TOKEN_ADMIN": "muy-secreto-y-largo"})
    assert ajustes.token_admin is not None
    assert ajustes.token_admin.get_secret_value() == "muy-secreto-y-largo"
    assert "muy-secreto-y-largo" not in f"{ajustes!r} {ajustes} {ajustes.model_dump()}"


# --- Wrong values ---------------------------------------------------------------------------

EQUIVOCADOS = {
    "SIAA_PUERTO": ("cinco mil", "escriba un número entero"),
    "SIAA_COLA": ("4.5", "escriba un número entero"),
    "SIAA_ESPERA_CONEXION": ("3,5", "escriba un número"),
    "SIAA_ESTRATEGIA": ("clásica", "escriba uno de estos valores: 'hibrida', 'clasica' o 'canal'"),
    "SIAA_OLLAMA_URL": ("127.0.0.1:11434", "una dirección como http://127.0.0.1:11434"),
    "SIAA_PROTOCOLO": ("openia", "escriba uno de estos valores: 'ollama' o 'openai'"),
    "SIAA_CHUNK_SIZE": ("99", "escriba un número desde 100"),
    "SIAA_LATIDO": ("-1", "escriba un número mayor que 0"),
    "SIAA_NUM_CTX": ("131073", "escriba un número hasta 131072"),
}


@pytest.mark.parametrize("variable", EQUIVOCADOS)
def test_un_valor_equivocado_es_una_sola_frase(variable: str) -> None:
    valor, que_escribir = EQUIVOCADOS[variable]
    frase = queja(**{variable: valor})
    assert frase.startswith(f"{variable} = '{valor}' no sirve: ")
    assert que_escribir in frase and "\n" not in frase
    assert not re.search(r"[.?!] [A-ZÁÉÍÓÚ]", frase), "more than one sentence"


EN_EL_ARCHIVO = (
    ("modelo = 3", "«modelo» de siaa.toml = 3 no sirve: escriba un texto."),
    ("host = '  '", "«host» de siaa.toml = '  ' no sirve: escriba un texto que no esté vacío."),
    ("documentos = 3", "«documentos» de siaa.toml = 3 no sirve: escriba la ruta de una carpeta."),
    ("puerto = 5000.5", "«puerto» de siaa.toml = 5000.5 no sirve: escriba un número entero."),
    ("puerto = []", "«puerto» de siaa.toml = [] no sirve: escriba un número entero."),
    ("latido = {}", "«latido» de siaa.toml = {} no sirve: escriba un número."),
)


@pytest.mark.parametrize(("linea", "frase"), EN_EL_ARCHIVO)
def test_un_valor_equivocado_en_el_archivo(tmp_path: Path, linea: str, frase: str) -> None:
    assert queja(archivo=escribir(tmp_path, linea)).endswith(frase)


@pytest.mark.parametrize(
    "url",
    [
        *("http://", "ftp://equipo", "equipo:11434", "http://ana:clave@equipo", "http:equipo"),
        *("http://[::1:11434", "http://a:99999", "http://a:abc", "http://a:0"),
        *("http://equipo?", "https://equipo/siaa?a=1", "http://equipo/#pasaje", "http://e quipo"),
    ],
)
def test_una_direccion_equivocada(url: str) -> None:
    for ajuste in ("SIAA_OLLAMA_URL", "SIAA_URL_PUBLICA"):
        assert f"{ajuste} = " in queja(**{ajuste: url})
        assert "una dirección como http://127.0.0.1:11434" in queja(**{ajuste: url})


@pytest.mark.parametrize("linea", ["puerto = true", "cola = false", "latido = true"])
def test_un_si_o_no_no_es_un_numero(tmp_path: Path, linea: str) -> None:
    assert "escriba un número" in queja(archivo=escribir(tmp_path, linea))


def test_un_token_equivocado_no_se_muestra(tmp_path: Path) -> None:
    frase = queja(archivo=escribir(tmp_path, "token_admin = 7731773177"))
    assert frase == "«token_admin» de siaa.toml = (oculto) no sirve: escriba un texto."


def test_un_valor_equivocado_en_la_linea_de_ordenes() -> None:
    assert "SIAA_PUERTO = '99999' no sirve" in queja({"puerto": "99999"})


def test_lo_que_no_concuerda() -> None:
    frase = queja(SIAA_CHUNK_SIZE="200")
    assert "SIAA_CHUNK_OVERLAP = 300" in frase and "menor que SIAA_CHUNK_SIZE (200)" in frase
    frase = queja(SIAA_NUM_PREDICT="2049")
    assert "SIAA_NUM_PREDICT = 2049" in frase and "la mitad de SIAA_NUM_CTX (4096)" in frase
    assert cargar_config(entorno={"SIAA_NUM_PREDICT": "2048"}).num_predict == 2048


# --- Wrong names and files ------------------------------------------------------------------


def test_una_variable_casi_bien_escrita() -> None:
    assert queja(SIAA_PUERTOS="1") == "SIAA_PUERTOS no es un ajuste: ¿quiso decir SIAA_PUERTO?"
    assert queja(SIAA_NUMCTX="1").endswith("¿quiso decir SIAA_NUM_CTX?")


def test_las_variables_ajenas_se_dejan_en_paz() -> None:
    ajenas = {"SIAA_PYTHON": "python3", "PUERTO": "1", "siaa_puerto": "1", "SIAA_PUERTOS": " "}
    assert cargar_config(entorno=ajenas | {"SIAA_TOKEN": "de otro programa"}) == Config()


def test_una_clave_desconocida_del_archivo(tmp_path: Path) -> None:
    frase = queja(archivo=escribir(tmp_path, "purto = 1", "mio.toml"))
    assert frase == "«purto» de mio.toml no es un ajuste: ¿quiso decir «puerto»?"
    frase = queja(archivo=escribir(tmp_path, "url_ollama = 'http://localhost:1'"))
    assert frase.endswith("¿quiso decir «ollama_url»?")
    frase = queja(archivo=escribir(tmp_path, "zzz = 1"))
    assert frase == "«zzz» de siaa.toml no es un ajuste; bórrelo."


@pytest.mark.parametrize("nombre", ["SIAA_MODELO", "siaa_modelo", "MODELO"])
def test_una_variable_escrita_en_el_archivo(tmp_path: Path, nombre: str) -> None:
    frase = queja(archivo=escribir(tmp_path, f"{nombre} = 'x'"))
    assert frase == f"«{nombre}» de siaa.toml no es un ajuste: ¿quiso decir «modelo»?"


def test_se_nombra_de_donde_vino_el_valor(tmp_path: Path) -> None:
    archivo = escribir(tmp_path, "puerto = 'ochenta'", "mio.toml")
    assert queja(archivo=archivo).startswith("«puerto» de mio.toml = 'ochenta' no sirve")
    assert queja(archivo=archivo, SIAA_PUERTO="cien").startswith("SIAA_PUERTO = 'cien' no sirve")


def test_un_archivo_que_no_existe(tmp_path: Path) -> None:
    frase = queja(archivo=tmp_path / "no.toml")
    assert frase.endswith("no existe: revise el valor de --config.") and "no.toml" in frase


@pytest.mark.parametrize("datos", [b"puerto", b"puerto = 1\npuerto = 2", b"host = '\xff'"])
def test_un_archivo_roto(tmp_path: Path, datos: bytes) -> None:
    archivo = tmp_path / "roto.toml"
    archivo.write_bytes(datos)
    frase = queja(archivo=archivo)
    assert "roto.toml» no se puede leer" in frase and "puerto = 5000" in frase


def test_una_carpeta_no_es_un_archivo(tmp_path: Path) -> None:
    assert "no se puede leer" in queja(archivo=tmp_path)
