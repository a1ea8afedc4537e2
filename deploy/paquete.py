"""Makes the archive that installs SIAA on a machine without network.

Called by `./run.sh paquete` with the Python of .venv: project folder, output, Python versions and
platform, the last three possibly empty. Standard library only. The archive holds the project's
files, the wheels of requirements-conversion.txt (which has those of requirements.txt) and of the
store that SIAA_ALMACEN asks for in `ruedas/`, PAQUETE (what it is and what it fits) and SHA256SUMS
over everything, which `./run.sh` checks before installing. The same commit and the same wheels give
the same archive, byte for byte.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

# What a folder without git may hold that is not the project: data, caches, secrets, old packages.
CARPETAS_AJENAS = {"datos", "ruedas", "htmlcov", "__pycache__", "node_modules"}
ARCHIVOS_AJENOS = {"PAQUETE", "SHA256SUMS", "siaa.toml"}
OCULTOS_PROPIOS = {".ci", ".gitignore", ".gitattributes"}
FAMILIA_LIBC = re.compile(r"^(manylinux|musllinux)_(\d+)_(\d+)_(\w+)$")
ALIAS = {
    "manylinux2014": "manylinux_2_17",
    "manylinux2010": "manylinux_2_12",
    "manylinux1": "manylinux_2_5",
}


def fallar(mensaje: str) -> NoReturn:
    """End with a sentence for the administrator."""
    raise SystemExit(f"paquete: {mensaje}")


def decir(mensaje: str) -> None:
    """Tell progress without touching standard output, which carries only the result."""
    sys.stderr.write(mensaje + "\n")


# --- What goes in ---------------------------------------------------------------------------------


def git(raiz: Path, *orden: str) -> str | None:
    """Output of a git command over this checkout; None if it is none or git cannot read it."""
    if not (raiz / ".git").exists():
        return None
    entorno = {clave: valor for clave, valor in os.environ.items() if not clave.startswith("GIT_")}
    try:
        salida = subprocess.run(
            ["git", "-C", str(raiz), *orden], env=entorno, capture_output=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return salida.stdout.decode("utf-8", "surrogateescape")


def recorrer(raiz: Path) -> Iterator[Path]:
    """Files of a folder that is not a checkout, without data, caches and environments."""
    datos = os.environ.get("SIAA_DATOS")
    ajenas = {(raiz / datos).resolve()} if datos else set()
    for carpeta, subcarpetas, archivos in os.walk(raiz):
        aqui = Path(carpeta)
        subcarpetas[:] = [
            nombre
            for nombre in subcarpetas
            if nombre not in CARPETAS_AJENAS
            and (not nombre.startswith(".") or nombre in OCULTOS_PROPIOS)
            and (aqui / nombre).resolve() not in ajenas
            and not (aqui / nombre / "pyvenv.cfg").exists()
        ]
        for nombre in archivos:
            oculto = nombre.startswith(".") and nombre not in OCULTOS_PROPIOS
            suelto = aqui == raiz and (nombre in ARCHIVOS_AJENOS or ".tar.gz" in nombre)
            if not (oculto or suelto or nombre.endswith(".pyc")):
                yield (aqui / nombre).relative_to(raiz)


def archivos_del_proyecto(raiz: Path) -> list[Path]:
    """Paths, relative to the root, of what is packed: what git tracks or else what is there."""
    seguidos = (git(raiz, "ls-files", "-z") or "").split("\0")
    if "run.sh" in seguidos:
        rutas = [Path(nombre) for nombre in seguidos if nombre]
        resto = (git(raiz, "ls-files", "-z", "--others", "--exclude-standard") or "").split("\0")
        sueltos = [nombre for nombre in resto if nombre]
        if sueltos:
            muestra = ", ".join(sueltos[:5]) + ("…" if len(sueltos) > 5 else "")
            decir(f"Aviso: {len(sueltos)} archivos que git no sigue no van: {muestra}")
    else:
        if (raiz / ".git").exists():
            decir(
                "Aviso: git no puede leer esta carpeta o no la sigue; va todo lo que hay en ella."
            )
        rutas = list(recorrer(raiz))
    return sorted(ruta for ruta in rutas if (raiz / ruta).is_file())


def leer_paquete(raiz: Path) -> dict[str, str]:
    """PAQUETE of an unpacked package, empty elsewhere."""
    try:
        lineas = (raiz / "PAQUETE").read_text(encoding="utf-8").splitlines()
    except OSError:
        return {}
    return dict(linea.split("=", 1) for linea in lineas if "=" in linea)


def identificar(raiz: Path) -> tuple[str, str, int]:
    """Version, short mark of the state (commit or date) and its time."""
    codigo = (raiz / "siaa" / "__init__.py").read_text(encoding="utf-8")
    hallada = re.search(r"""^__version__[^=]*=\s*["']([^"']+)["']""", codigo, re.MULTILINE)
    if hallada is None:
        fallar("siaa/__init__.py no dice la versión (__version__).")
    fecha = git(raiz, "log", "-1", "--format=%h %ct")
    if fecha:
        marca, instante = fecha.split()
        cambios = git(raiz, "status", "--porcelain", "--untracked-files=no")
        return hallada[1], marca + ("-modificado" if cambios else ""), int(instante)
    ahora = int(time.time())
    marca = leer_paquete(raiz).get("marca") or time.strftime("%Y%m%d", time.gmtime(ahora))
    return hallada[1], marca, ahora


# --- Wheels ---------------------------------------------------------------------------------------


def moderna(etiqueta: str) -> str:
    """«manylinux2014_x86_64» → «manylinux_2_17_x86_64»; others as they are."""
    nombre, _, arquitectura = etiqueta.partition("_")
    return f"{ALIAS[nombre]}_{arquitectura}" if nombre in ALIAS else etiqueta


def plataformas(pedida: str) -> list[str]:
    """All platform tags that a machine of the asked one accepts, newest first."""
    if pedida in {"x86_64", "aarch64"}:
        pedida = f"manylinux_2_28_{pedida}"
    partes = FAMILIA_LIBC.match(moderna(pedida))
    if partes is None:
        return [pedida]
    familia, mayor, menor, arquitectura = partes.groups()
    aceptadas = [f"{familia}_{mayor}_{n}_{arquitectura}" for n in range(int(menor), -1, -1)]
    alias = [f"{viejo}_{arquitectura}" for viejo in ALIAS]
    return aceptadas + [etiqueta for etiqueta in alias if moderna(etiqueta) in aceptadas]


def descargar(raiz: Path, ruedas: Path, version: str, plataforma: str) -> None:
    """Download the pinned wheels for one Python version («» = this one)."""
    orden = [
        *(sys.executable, "-I", "-m", "pip", "download", "--quiet", "--no-input"),
        *("--only-binary=:all:", "--no-deps", "--progress-bar=off"),
        f"--requirement={raiz / 'requirements-conversion.txt'}",
        f"--dest={ruedas}",
    ]
    if (almacen := os.environ.get("SIAA_ALMACEN")) in ("postgres", "qdrant"):
        orden.append(f"--requirement={raiz / f'requirements-{almacen}.txt'}")
    if version or plataforma:
        este = f"{sys.version_info[0]}.{sys.version_info[1]}"
        orden += ["--implementation=cp", f"--python-version={version or este}"]
    for etiqueta in plataformas(plataforma) if plataforma else ():
        orden.append(f"--platform={etiqueta}")
    if subprocess.run(orden, stdout=sys.stderr, stdin=subprocess.DEVNULL).returncode:
        fallar(
            "no se pudieron descargar las ruedas (el mensaje de pip está arriba). Compruebe la red "
            "y que cada dependencia tenga una rueda para ese Python y esa plataforma; hoy algunas "
            "piden al menos manylinux_2_28_x86_64 o manylinux_2_28_aarch64."
        )


def compatibilidad(ruedas: Path) -> tuple[str, str]:
    """Platform and C library that all the wheels need: («linux-x86_64», «glibc 2.28»)."""
    plataforma, libc = "cualquiera", "cualquiera"
    minimos: list[tuple[str, int, int]] = []
    for rueda in ruedas.glob("*.whl"):
        etiquetas = rueda.stem.rsplit("-", 1)[1].split(".")
        modernas = [FAMILIA_LIBC.match(moderna(etiqueta)) for etiqueta in etiquetas]
        datos = [(m[1], int(m[2]), int(m[3]), m[4]) for m in modernas if m]
        if datos:
            minimos.append(min(datos)[:3])
            plataforma = f"linux-{datos[0][3]}"
        elif etiquetas != ["any"]:
            plataforma = sysconfig.get_platform()
    if minimos:
        familia, mayor, menor = max(minimos)
        libc = f"{'glibc' if familia == 'manylinux' else 'musl'} {mayor}.{menor}"
    return plataforma, libc


# --- The archive ----------------------------------------------------------------------------------


def copiar(raiz: Path, obra: Path) -> int:
    """Copy the project's files, with normal permissions; how many they are."""
    propios = archivos_del_proyecto(raiz)
    for ruta in propios:
        nueva = obra / ruta
        nueva.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(raiz / ruta, nueva)
        nueva.chmod(0o755 if os.access(raiz / ruta, os.X_OK) else 0o644)
    return len(propios)


def montar(raiz: Path, obra: Path, pythons: list[str], plataforma: str) -> dict[str, str]:
    """Lay out in `obra` the project's files and its wheels; what they fit."""
    propios = copiar(raiz, obra)
    ruedas = obra / "ruedas"
    ruedas.mkdir()
    for version in pythons or [""]:
        decir(f"Descargando las ruedas{f' para Python {version}' if version else ''}…")
        descargar(raiz, ruedas, version, plataforma)
    sistema, libc = compatibilidad(ruedas)
    este = f"{sys.version_info[0]}.{sys.version_info[1]}{sys.abiflags}"
    return {
        "python": " ".join(pythons) or este,
        "plataforma": sistema,
        "libc": libc,
        "archivos": str(propios + len(list(ruedas.iterdir())) + 1),  # and PAQUETE
    }


def sellar(obra: Path, datos: dict[str, str]) -> None:
    """Write PAQUETE, and SHA256SUMS over everything else."""
    texto = "".join(f"{clave}={valor}\n" for clave, valor in datos.items())
    (obra / "PAQUETE").write_text(texto, encoding="utf-8")
    rutas = sorted(ruta for ruta in obra.rglob("*") if ruta.is_file())
    sumas = [f"{huella(ruta)}  {ruta.relative_to(obra).as_posix()}\n" for ruta in rutas]
    (obra / "SHA256SUMS").write_text("".join(sumas), encoding="utf-8")


def huella(ruta: Path) -> str:
    """SHA-256 of a file, in hexadecimal."""
    with ruta.open("rb") as archivo:
        return hashlib.file_digest(archivo, "sha256").hexdigest()


def comprimir(obra: Path, nombre: str, instante: int, salida: Path) -> None:
    """Write the archive under another name and rename it: it is there whole or not at all."""
    provisional = salida.with_name(f".{salida.name}.{os.getpid()}")
    try:
        with (
            provisional.open("wb") as crudo,
            gzip.GzipFile(fileobj=crudo, mode="wb", filename="", mtime=instante) as zip_,
            tarfile.open(fileobj=zip_, mode="w", format=tarfile.PAX_FORMAT) as tar,
        ):
            for ruta in sorted(obra.rglob("*")):
                ficha = tar.gettarinfo(ruta, f"{nombre}/{ruta.relative_to(obra).as_posix()}")
                ficha.uid = ficha.gid = 0
                ficha.uname = ficha.gname = ""
                ficha.mtime = instante
                ficha.mode = 0o755 if ficha.isdir() or ficha.mode & 0o100 else 0o644
                with ruta.open("rb") if ficha.isfile() else open(os.devnull, "rb") as contenido:
                    tar.addfile(ficha, contenido)
        os.replace(provisional, salida)
    finally:
        provisional.unlink(missing_ok=True)
    suma = f"{huella(salida)}  {salida.name}\n"
    salida.with_name(salida.name + ".sha256").write_text(suma, encoding="utf-8")


def destino(pedido: str, nombre: str) -> Path:
    """Where the archive goes: the asked file, inside the asked folder, or here."""
    ruta = Path(pedido or ".").expanduser()
    if ruta.is_dir() or pedido.endswith("/"):
        ruta = ruta / f"{nombre}.tar.gz"
    if not ruta.parent.is_dir():
        fallar(f"no existe la carpeta {ruta.parent}.")
    return ruta.absolute()


def versiones(pedidas: str) -> list[str]:
    """«3.12,3.13» → ["3.12", "3.13"]."""
    limpias = [version.strip() for version in pedidas.split(",") if version.strip()]
    for version in limpias:
        if not re.fullmatch(r"3\.\d{1,2}", version) or int(version[2:]) < 11:
            fallar(f"--python {version}: escriba versiones desde la 3.11, por ejemplo 3.12,3.13.")
    return limpias


def main(raiz_texto: str, salida: str, pythons: str, plataforma: str) -> None:
    """Make the package and say where it is."""
    raiz = Path(raiz_texto)
    pedidas = versiones(pythons)
    version, marca, instante = identificar(raiz)
    nombre = f"siaa-{version}-{marca}"
    archivo = destino(salida, nombre)
    fecha = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(instante))
    datos = {"version": version, "marca": marca, "fecha": fecha}
    with tempfile.TemporaryDirectory(prefix="siaa-paquete-") as temporal:
        obra = Path(temporal) / nombre
        obra.mkdir()
        datos |= montar(raiz, obra, pedidas, plataforma)
        sellar(obra, datos)
        comprimir(obra, nombre, instante, archivo)
    decir(
        f"Paquete creado: {archivo.stat().st_size / 2**20:.1f} MiB, para Python {datos['python']}, "
        f"{datos['plataforma']}, {datos['libc']}.\n"
        f"En el otro equipo:  sha256sum -c {archivo.name}.sha256 && tar xzf {archivo.name} "
        f"&& cd {nombre} && ./run.sh"
    )
    sys.stdout.write(f"{archivo}\n")


if __name__ == "__main__":
    main(*sys.argv[1:5])
