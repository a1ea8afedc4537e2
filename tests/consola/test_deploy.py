"""What is shipped for systemd: read by systemd itself, and agreeing with the settings."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from paciencia import PACIENCIA_S

from config import RAIZ, Config
from siaa.servicio.servidor.servidor import GRACIA_FINAL_S

UNIDAD = RAIZ / "deploy" / "siaa.service"
DE_OLLAMA = RAIZ / "deploy" / "ollama.service.d" / "siaa.conf"
EXPOSICION_MAXIMA = 15
"""In tenths; systemd calls up to 2 «OK», and 10 is an unprotected service."""
con_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="no hay systemd-analyze"
)


def leer(ruta: Path) -> dict[str, list[str]]:
    """Key → values of `[Service]`; a key may come several times."""
    claves: dict[str, list[str]] = {}
    seccion = ruta.read_text("utf-8").partition("[Service]")[2].partition("\n[")[0]
    for linea in seccion.splitlines():
        if linea and not linea.startswith("#"):
            clave, _, valor = linea.partition("=")
            claves.setdefault(clave, []).append(valor)
    return claves


@pytest.fixture
def unidad(tmp_path: Path) -> Path:
    """The unit, with this checkout in the place of the installed program."""
    texto = UNIDAD.read_text("utf-8")
    assert texto.count("=/opt/siaa") == 2
    ruta = tmp_path / UNIDAD.name
    ruta.write_text(texto.replace("=/opt/siaa", f"={RAIZ}"), encoding="utf-8")
    return ruta


def analizar(*orden: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", *orden], capture_output=True, text=True, timeout=PACIENCIA_S
    )


@con_systemd
def test_systemd_entiende_la_unidad(unidad: Path) -> None:
    hecho = analizar("verify", "--man=no", unidad)
    assert (hecho.returncode, hecho.stderr) == (0, "")


@con_systemd
def test_la_unidad_deja_poco_al_descubierto(unidad: Path) -> None:
    umbral = f"--threshold={EXPOSICION_MAXIMA}"
    hecho = analizar("security", "--offline=true", "--no-pager", umbral, unidad)
    assert hecho.returncode == 0, hecho.stdout + hecho.stderr


@con_systemd
def test_systemd_entiende_lo_que_se_le_agrega_a_ollama(tmp_path: Path) -> None:
    (tmp_path / "ollama.service").write_text("[Service]\nExecStart=/bin/true\n", encoding="utf-8")
    agregado = tmp_path / "ollama.service.d" / DE_OLLAMA.name
    agregado.parent.mkdir()
    shutil.copy(DE_OLLAMA, agregado)
    hecho = analizar("verify", "--man=no", tmp_path / "ollama.service")
    assert (hecho.returncode, hecho.stderr) == (0, "")


def test_la_unidad_espera_a_que_siaa_se_despida() -> None:
    (plazo,) = leer(UNIDAD)["TimeoutStopSec"]
    paradas = Config.model_fields["espera_parada"].default + 2 * GRACIA_FINAL_S
    assert int(plazo) >= paradas + 15, "threads that finish, the index or the record being written"


def test_la_unidad_solo_nombra_ajustes_que_existen() -> None:
    nombrados = re.findall(r"SIAA_([A-Z_]+)", UNIDAD.read_text("utf-8"))
    assert "DATOS" in nombrados
    assert {nombre.lower() for nombre in nombrados} <= Config.model_fields.keys()


def test_ollama_recibe_la_ventana_de_siaa() -> None:
    ambiente = dict(valor.split("=", 1) for valor in leer(DE_OLLAMA)["Environment"])
    assert ambiente["OLLAMA_CONTEXT_LENGTH"] == str(Config.model_fields["num_ctx"].default)
    assert ambiente["OLLAMA_KEEP_ALIVE"] == "-1" and ambiente["OLLAMA_NUM_PARALLEL"] == "1"
