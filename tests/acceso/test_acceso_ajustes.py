"""The settings of access: what each may be, tokens in files, and the sentence for a mistake."""

from __future__ import annotations

import logging
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from ordenes_de_prueba import aparte, escribir_ajustes
from verificaciones import en_español

import config
from config import Config, cargar_config
from siaa.acceso.direcciones import Origen
from siaa.ajustes import ErrorConfiguracion
from siaa.armado import reglas_de_acceso


@pytest.fixture(autouse=True)
def _sin_archivo_propio(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The `siaa.toml` of whoever runs the tests stays out."""
    monkeypatch.setattr(config, "RAIZ", tmp_path)


def leer(**entorno: str) -> Config:
    return cargar_config(entorno={f"SIAA_{nombre}": valor for nombre, valor in entorno.items()})


def queja(**entorno: str) -> str:
    """The sentence for settings with which nothing can start."""
    with pytest.raises(ErrorConfiguracion) as error:
        reglas_de_acceso(leer(**entorno))
    en_español(str(error.value))
    return str(error.value)


@pytest.fixture
def archivo(tmp_path: Path) -> Path:
    """A file with a token, which only its owner may read."""
    ruta = tmp_path / "token"
    ruta.write_text("una frase larga\n", encoding="utf-8")
    ruta.chmod(0o600)
    return ruta


def test_de_fabrica_no_se_deja_entrar_a_nadie() -> None:
    reglas = reglas_de_acceso(Config())
    assert (reglas.token_admin, reglas.token_preguntas) == (None, None)
    assert reglas.hosts == {"127.0.0.1"} and not reglas.origenes and reglas.proxies == ()


def test_quien_pregunta_no_administra_con_la_misma_clave(archivo: Path) -> None:
    misma = "una frase larga"
    for ajustes in ({"token_admin": misma}, {"token_admin_archivo": archivo}):
        with pytest.raises(ErrorConfiguracion, match="ponga dos distintas"):
            reglas_de_acceso(Config(token_preguntas=misma, **ajustes))
    assert reglas_de_acceso(Config(token_preguntas=misma)).token_preguntas == misma


@pytest.mark.parametrize("lista", ["Siaa.LAN,192.168.1.20 , fd00::7,[FD00::8],", ["Siaa.LAN",
                         "192.168.1.20", "fd00:0::7", "fd00::8"]])  # fmt: skip
def test_nombres(lista: Any) -> None:
    leidos = Config(hosts=lista).hosts
    assert leidos == ("siaa.lan", "192.168.1.20", "fd00::7", "fd00::8")


def test_origenes_y_proxies() -> None:
    leido = leer(
        ORIGENES="https://A.ejemplo/, http://b:8080", PROXIES="10.0.0.5,fd00::/8,10.1.2.3/16"
    )
    assert leido.origenes == (Origen("https", "a.ejemplo", 443), Origen("http", "b", 8080))
    assert leido.proxies == tuple(map(ip_network, ("10.0.0.5/32", "fd00::/8", "10.1.0.0/16")))
    assert leido.model_dump(mode="json")["proxies"][0] == "10.0.0.5/32"


@pytest.mark.parametrize(
    ("ajuste", "valor", "pista"),
    [
        *(("HOSTS", malo, "sin http:// y sin puerto") for malo in
          ("http://a", "a:80", "a b", "*", "a/b", "[::1]:5", "ñandú")),
        *(("ORIGENES", malo, "https://intranet.ejemplo") for malo in
          ("a.ejemplo", "null", "*", "https://a/b", "ftp://a", "https://a@b")),
        *(("PROXIES", malo, "10.0.0.0/24") for malo in ("nginx", "10.0.0.0/33", "10.0.0", "*")),
        ("LIMITE_POR_MINUTO", "-1", "desde 0"),
        ("LIMITE_POR_MINUTO", "muchas", "un número entero"),
    ],
)  # fmt: skip
def test_lo_que_no_sirve(ajuste: str, valor: str, pista: str) -> None:
    frase = queja(**{ajuste: valor})
    assert frase.startswith(f"SIAA_{ajuste} = {valor!r} no sirve") and pista in frase


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7", "equipo.lan"])
def test_escuchar_para_otros_exige_decir_los_nombres(host: str) -> None:
    assert "SIAA_HOSTS" in queja(HOST=host)
    assert "SIAA_HOSTS" in queja(HOST=host, HOSTS=" , ")
    reglas = reglas_de_acceso(leer(HOST=host, HOSTS="siaa.lan"))
    assert reglas.hosts == {"siaa.lan"} | ({host} - {"0.0.0.0", "::"})


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "::1", "localhost"])
def test_escuchar_para_uno_mismo_no_exige_nada(host: str) -> None:
    assert reglas_de_acceso(leer(HOST=host)).hosts == {host}


@pytest.mark.parametrize("cual", ["ADMIN", "PREGUNTAS"])
def test_un_token_en_un_archivo(archivo: Path, cual: str, caplog: pytest.LogCaptureFixture) -> None:
    reglas = reglas_de_acceso(leer(**{f"TOKEN_{cual}_ARCHIVO": str(archivo)}))
    tokens = {"ADMIN": reglas.token_admin, "PREGUNTAS": reglas.token_preguntas}
    assert tokens.pop(cual) == "una frase larga" and set(tokens.values()) == {None}
    assert not caplog.records


def test_la_ruta_del_token_sale_de_la_carpeta_de_los_ajustes(archivo: Path) -> None:
    ajustes = archivo.parent / "otros.toml"
    ajustes.write_text('token_admin_archivo = "token"\n', encoding="utf-8")
    assert reglas_de_acceso(cargar_config(archivo=ajustes, entorno={})).token_admin


@pytest.mark.parametrize("permisos", [0o604, 0o602, 0o666])
def test_un_token_que_otros_pueden_leer_se_avisa(
    archivo: Path, caplog: pytest.LogCaptureFixture, permisos: int
) -> None:
    archivo.chmod(permisos)
    with caplog.at_level(logging.WARNING):
        assert reglas_de_acceso(leer(TOKEN_ADMIN_ARCHIVO=str(archivo))).token_admin
    assert f"chmod o= {archivo}" in caplog.text and "frase" not in caplog.text


@pytest.mark.parametrize("contenido", [
    b"", b"\n \n", b"\xff\xfe", b"dos\nlineas", b"con\ttabulador", b"x" * 5000, b"nulo\x00",
])  # fmt: skip
def test_un_archivo_que_no_es_un_token(archivo: Path, contenido: bytes) -> None:
    archivo.write_bytes(contenido)
    frase = queja(TOKEN_ADMIN_ARCHIVO=str(archivo))
    assert frase.startswith(f"SIAA_TOKEN_ADMIN_ARCHIVO = {str(archivo)!r} no sirve")
    assert "solo el token" in frase


@pytest.mark.parametrize("corto", ["z", "once letras", "ñandú"])
def test_un_token_que_se_adivina_no_sirve(archivo: Path, corto: str) -> None:
    archivo.write_text(f"{corto}\n", encoding="utf-8")
    for dados in ({"TOKEN_ADMIN": corto}, {"TOKEN_PREGUNTAS_ARCHIVO": str(archivo)}):
        frase = queja(**dados)
        assert "al menos 12 caracteres" in frase and f" {corto}" not in frase
    archivo.write_text("doce letras.\n", encoding="utf-8")
    assert reglas_de_acceso(leer(TOKEN_ADMIN_ARCHIVO=str(archivo))).token_admin == "doce letras."


def test_un_archivo_que_no_se_puede_leer(tmp_path: Path) -> None:
    assert "no existe" in queja(TOKEN_ADMIN_ARCHIVO=str(tmp_path / "no"))
    assert "es una carpeta" in queja(TOKEN_PREGUNTAS_ARCHIVO=str(tmp_path))


@pytest.mark.parametrize("cual", ["ADMIN", "PREGUNTAS"])
def test_el_token_va_en_un_solo_lugar(archivo: Path, cual: str) -> None:
    frase = queja(**{f"TOKEN_{cual}": "secreto-muy-largo", f"TOKEN_{cual}_ARCHIVO": str(archivo)})
    assert f"SIAA_TOKEN_{cual} y SIAA_TOKEN_{cual}_ARCHIVO" in frase and "secreto" not in frase


def test_el_arranque_no_abre_la_red_sin_nombres(
    tmp_path: Path, carpeta: Path, url_cerrada: str
) -> None:
    ajustes = escribir_ajustes(tmp_path, carpeta, url_cerrada)
    estado, salida, errores = aparte("--config", str(ajustes), "--host", "0.0.0.0")
    assert (estado, salida) == (2, "")
    assert errores.startswith("SIAA_HOST = '0.0.0.0'") and "SIAA_HOSTS" in errores


def test_las_respuestas_de_evaluar_no_llevan_tokens() -> None:
    volcado = Config(token_preguntas="secreto-largo").model_dump(mode="json")
    assert "secreto" not in str(volcado)
