"""A real nginx for the tests, with the site that is shipped: only its addresses are changed."""

from __future__ import annotations

import contextlib
import grp
import os
import pwd
import shutil
import socket
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

import pytest
from conexion_de_prueba import puerto_libre
from paciencia import PACIENCIA_S, esperar

SITIO = Path(__file__).resolve().parents[2] / "deploy" / "nginx.conf"
LUGARES = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"])
"""Where Debian keeps nginx is not in everybody's PATH."""
PRINCIPAL = """
daemon off;
pid {carpeta}/nginx.pid;
error_log {carpeta}/error.log info;
worker_processes 1;
{usuario}
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path {carpeta}/cuerpos;
    proxy_temp_path {carpeta}/paso;
    fastcgi_temp_path {carpeta}/fastcgi;
    uwsgi_temp_path {carpeta}/uwsgi;
    scgi_temp_path {carpeta}/scgi;
    include {carpeta}/sitio.conf;
}}
"""


def buscar_nginx() -> str:
    """The program. Without it the test is skipped, but where everything has to be checked."""
    programa = shutil.which("nginx", path=LUGARES)
    if programa is None and os.environ.get("CI") == "true":
        pytest.fail("nginx is missing, and CI=true asks for every test")
    if programa is None:
        pytest.skip("nginx no está instalado (apt-get install nginx-light)")
    return programa


def cambiar(texto: str, viejo: str, nuevo: str) -> str:
    """Replace what has to be there exactly once."""
    assert texto.count(viejo) == 1, f"{viejo!r} in {SITIO.name}"
    return texto.replace(viejo, nuevo)


@contextlib.contextmanager
def nginx_en_marcha(
    carpeta: Path,
    puerto_siaa: int,
    cambios: Mapping[str, str] = MappingProxyType({}),
    sitio: str | None = None,
    ademas: str = "",
    usuario: str | None = None,
) -> Iterator[int]:
    """Run nginx in front of a SIAA for a block of code; its port.

    cambios: what is said in the shipped site → what is said in its place. sitio: another one, and
    what it says besides. usuario: whose account nginx works with.
    """
    programa, puerto = buscar_nginx(), puerto_libre()
    if sitio is None:
        todos = {
            "listen 80;": f"listen 127.0.0.1:{puerto};",
            "http://127.0.0.1:5000": f"http://127.0.0.1:{puerto_siaa}",
        } | dict(cambios)
        texto = SITIO.read_text("utf-8")
        for viejo, nuevo in todos.items():
            texto = cambiar(texto, viejo, nuevo)
    else:
        texto = sitio.format(puerto=puerto, siaa=puerto_siaa, ademas=ademas)
    (carpeta / "sitio.conf").write_text(texto, encoding="utf-8")
    # As root its workers would be another user's, who cannot enter the folder of a test.
    cuenta = pwd.getpwnam(usuario or "root")
    quien = f"user {cuenta.pw_name} {grp.getgrgid(cuenta.pw_gid).gr_name};"
    usuario = quien if os.geteuid() == 0 else ""
    principal = carpeta / "nginx.conf"
    principal.write_text(PRINCIPAL.format(carpeta=carpeta, usuario=usuario), encoding="utf-8")
    orden = [programa, "-p", str(carpeta), "-c", str(principal), "-e", str(carpeta / "error.log")]
    subprocess.run([*orden, "-t", "-q"], check=True)
    proceso = subprocess.Popen(orden)
    try:
        assert esperar(lambda: _escucha(puerto)), (carpeta / "error.log").read_text("utf-8")
        yield puerto
    finally:
        proceso.terminate()
        proceso.wait(PACIENCIA_S)


def _escucha(puerto: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", puerto), timeout=1):
        return True
    return False
