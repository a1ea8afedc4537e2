"""What is said of a model's server that is not as it should be: always what, and what to do."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from verificaciones import en_español

from siaa.errores import ErrorModelo, EsperaAgotada, ModeloFallo, ModeloNoResponde
from siaa.modelo.cable import OpcionesModelo
from siaa.servicio.modelo.diagnostico import (
    RECARGA_RECIENTE,
    aviso_fallo,
    aviso_recargas,
    aviso_ventana,
    aviso_version,
    de_error,
    describir,
    lee_hasta_el_final,
    sin_instalar,
)

PEDIDO = OpcionesModelo("qwen2.5:3b", 4096, 400)
URL = "http://127.0.0.1:11434"
AHORA = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize("error", [ModeloNoResponde(), EsperaAgotada(), ModeloFallo()])
def test_cada_fallo_tiene_su_frase_y_su_remedio(error: ErrorModelo) -> None:
    dicho = de_error(error, URL, PEDIDO)
    assert URL in dicho.problema and dicho.problema.endswith(".") and all(dicho.remedio)
    en_español(dicho.problema)
    otros = {de_error(e, URL, PEDIDO).problema for e in (ModeloNoResponde(), EsperaAgotada())}
    assert len(otros | {de_error(ModeloFallo(), URL, PEDIDO).problema}) == 3


def test_lo_que_ya_contesto_no_se_manda_instalar() -> None:
    dicho = de_error(ModeloNoResponde(), URL, PEDIDO, contesto=True)
    assert "antes contestaba" in dicho.problema and URL in dicho.problema
    assert "systemctl status ollama" in dicho.remedio
    assert not [orden for orden in dicho.remedio if "install" in orden or "pull" in orden]
    en_español(dicho.problema)


def test_un_modelo_sin_instalar_dice_como_instalarlo() -> None:
    dicho = sin_instalar(OpcionesModelo("llama3.2", 4096, 400), ())
    assert "llama3.2" in dicho.problema and dicho.remedio == ("ollama pull llama3.2",)


@pytest.mark.parametrize(
    "version", ["0.12.5", "0.9.0", "0.1.48", "v0.12.5", "0.12.5-rc1", "0.0.1", "0.12.5+algo"]
)
def test_una_version_antigua(version: str) -> None:
    aviso = aviso_version(version)
    assert aviso is not None and version in aviso and "truncate" in aviso and "install.sh" in aviso


@pytest.mark.parametrize(
    "version",
    [
        *("0.12.6", "0.12.6-rc0", "0.13.0", "0.30.1", "1.0.0", "v0.12.10"),
        *(None, "", "0.0.0", "dev", "0.12", "٠.٩.١", "0." + "9" * 400 + ".1"),
    ],
)
def test_una_version_que_no_se_sabe_antigua(version: str | None) -> None:
    assert aviso_version(version) is None


def test_la_ventana() -> None:
    assert aviso_ventana(None, PEDIDO) is None and aviso_ventana(4096, PEDIDO) is None
    mayor, menor = aviso_ventana(8192, PEDIDO), aviso_ventana(2048, PEDIDO)
    assert mayor is not None and menor is not None
    assert all(n in mayor for n in ("8192", "OLLAMA_CONTEXT_LENGTH=4096", "OLLAMA_NUM_PARALLEL=1"))
    assert "OLLAMA_CONTEXT_LENGTH=4096" in menor and "SIAA_NUM_CTX=2048" in menor


def test_las_recargas_se_olvidan() -> None:
    assert aviso_recargas(0, None, AHORA) is None
    una, varias = aviso_recargas(1, AHORA, AHORA), aviso_recargas(7, AHORA, AHORA)
    assert una is not None and "una vez" in una and varias is not None and "7 veces" in varias
    assert aviso_recargas(7, AHORA - RECARGA_RECIENTE, AHORA) == varias
    assert aviso_recargas(7, AHORA - RECARGA_RECIENTE - timedelta(seconds=1), AHORA) is None


def test_el_ultimo_fallo_con_las_palabras_del_servidor() -> None:
    assert aviso_fallo(None, PEDIDO) is None
    sin_palabras, con = describir(ModeloFallo()), describir(ModeloFallo(razon="out of memory"))
    assert sin_palabras == "modelo_fallo" and "out of memory" in con
    aviso = aviso_fallo(con, PEDIDO)
    assert aviso is not None and con in aviso and "journalctl" in aviso


@pytest.mark.parametrize(
    ("version", "hasta_el_final"),
    [
        *(("0.24.0", True), ("0.29.9-rc1", True), ("v0.12.6", True), ("0.30.0", False)),
        *(("0.33.0-rc2", False), ("1.0.0", False), ("0.0.0", False), ("dev", False), (None, False)),
    ],
)
def test_quien_lee_hasta_el_final(version: str | None, hasta_el_final: bool) -> None:
    """Of an unknown one it is not believed: waiting for nothing would cost everybody."""
    assert lee_hasta_el_final(version) is hasta_el_final


def test_todo_aviso_es_una_frase_en_español() -> None:
    avisos = (
        *(aviso_version("0.9.0"), aviso_ventana(8192, PEDIDO), aviso_ventana(2048, PEDIDO)),
        *(aviso_recargas(2, AHORA, AHORA), aviso_fallo("modelo_fallo", PEDIDO)),
    )
    for aviso in avisos:
        assert aviso is not None and aviso.endswith(".")
        en_español(aviso)
