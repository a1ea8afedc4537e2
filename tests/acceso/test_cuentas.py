"""Whose program holds the other end of a connection within this machine."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siaa.acceso import cuentas
from siaa.acceso.cuentas import (
    NADIE,
    como_en_las_tablas,
    cuenta_de_persona,
    es_de_persona,
    quien_tiene,
)

PROPIA = 998


@pytest.mark.parametrize(
    ("cuenta", "es"),
    [
        *((cuenta, True) for cuenta in (0, PROPIA, 1000, 1001, 60000, 70000, 1_204_000_512)),
        *((cuenta, False) for cuenta in (1, 33, 101, 997, 999, 61184, 65533, 65534, 65535)),
    ],
)
def test_de_quien_es_una_cuenta(cuenta: int, es: bool) -> None:
    assert cuenta_de_persona(cuenta, PROPIA) is es


def palabras(direccion: str, orden: str) -> str:
    """An address as the tables write it."""
    crudo = socket.inet_pton(socket.AF_INET6 if ":" in direccion else socket.AF_INET, direccion)
    partes = (crudo[i : i + 4] for i in range(0, len(crudo), 4))
    return b"".join(p[::-1] if orden == "little" else p for p in partes).hex().upper()


@given(
    st.ip_addresses().map(str) | st.sampled_from(["127.0.0.1", "::1", "::ffff:127.0.0.1"]),
    st.integers(1, 65535),
    st.integers(1, 65535),
    st.integers(0, 2**31),
    st.booleans(),
    st.sampled_from(["little", "big"]),
)
def test_un_renglon_se_lee_como_lo_escribe_el_sistema(
    direccion: str, puerto: int, hacia: int, cuenta: int, viva: bool, orden: str
) -> None:
    escrita = palabras(direccion, orden)
    escrito = (
        f"  12: {escrita}:{puerto:04X} {escrita}:{hacia:04X} 01 00000000:00000000 00:00000000 "
        f"00000000  {cuenta}        0 {77 if viva else 0} 1 0000000000000000 20 4 30 10 -1"
    )
    extremo = como_en_las_tablas(direccion, puerto, orden)
    assert quien_tiene(extremo, hacia, escrito) == (cuenta if viva else NADIE)
    assert quien_tiene(extremo, hacia % 65535 + 1, escrito) is None
    for otro in ((direccion, puerto % 65535 + 1), ("127.9.9.9", puerto)):
        assert quien_tiene(como_en_las_tablas(*otro, orden), hacia, escrito) is None


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells")
@pytest.mark.parametrize("familia", [socket.AF_INET, socket.AF_INET6])
def test_el_sistema_dice_quien_llama(familia: int) -> None:
    """This process is of this account; a connection that nobody holds any more is nobody's."""
    local = "::1" if familia == socket.AF_INET6 else "127.0.0.1"
    with closing(socket.socket(familia)) as escucha:
        escucha.bind((local, 0))
        escucha.listen()
        puerto = escucha.getsockname()[1]
        llamada = socket.create_connection((local, puerto))
        with closing(escucha.accept()[0]):
            suyo = llamada.getsockname()[1]
            assert es_de_persona(local, suyo, puerto)
            assert not es_de_persona(local, suyo, puerto % 65535 + 1)
            assert not es_de_persona("127.0.0.9", suyo, puerto)
            llamada.close()
            assert not es_de_persona(local, suyo, puerto)


@pytest.mark.skipif(sys.platform != "linux" or os.getuid() != 0, reason="only root may be others")
@pytest.mark.parametrize(("cuenta", "es"), [(33, False), (65534, False), (1000, True), (0, True)])
def test_el_sistema_dice_de_que_cuenta(cuenta: int, es: bool) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as escucha:
        puerto = escucha.getsockname()[1]
        llamar = ["bash", "-c", f"exec 3<>/dev/tcp/127.0.0.1/{puerto}; read"]
        with (
            subprocess.Popen(llamar, stdin=subprocess.PIPE, user=cuenta, cwd="/"),
            closing(escucha.accept()[0]) as aceptada,
        ):
            assert es_de_persona("127.0.0.1", aceptada.getpeername()[1], puerto) is es


def test_donde_el_sistema_no_lo_dice_no_se_niega(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(cuentas, "TABLAS", (tmp_path / "tcp", tmp_path / "tcp6"))
    assert es_de_persona("127.0.0.1", 1, 2)
