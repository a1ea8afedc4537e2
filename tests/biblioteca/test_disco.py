"""The index on disk: the same library again, or nothing, whatever happened to the file."""

from __future__ import annotations

import json
import logging
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import estrategias as est
import numpy as np
import pytest
from biblioteca_de_prueba import BUENO, PREGUNTA, escribir_biblioteca
from conftest import config_de_prueba
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from paciencia import esperar

from siaa.biblioteca import cargador, disco, indice
from siaa.biblioteca.cargador import (
    abrir_biblioteca,
    cargar_biblioteca,
    recargar_biblioteca,
    textos_conocidos,
)
from siaa.biblioteca.conversion.conversor import Conversor
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.terminos import Sinonimo
from siaa.biblioteca.valores import AjustesBiblioteca, Omitido, TextoAnalizado
from siaa.recorrido.hallazgo import repartir
from siaa.recuperacion.estrategia import ESTRATEGIAS
from siaa.servicio.vigencia.biblioteca_viva import BibliotecaViva
from siaa.valores import AjustesPoda

RAIZ = Path(__file__).resolve().parents[2]

AJUSTES = AjustesBiblioteca()
PRESUPUESTO = repartir(2400)
SELLO = "0123456789abcdef"
de_la_gente = cargador.sinonimos_de_la_gente


@pytest.fixture(autouse=True)
def con_pocas_palabras(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The people's words are a few of them, but for who asks for all.

    Every library keeps them: thousands, more than all else in a small one.
    """
    if "con_todas_las_palabras" not in request.fixturenames:
        monkeypatch.setattr(cargador, "sinonimos_de_la_gente", lambda: de_la_gente()[::40])


@pytest.fixture
def con_todas_las_palabras() -> None:
    """The people's words are those of the service."""


# --- Saying that two libraries are the same -----------------------------------------------

LLANOS = (str, int, float, Sinonimo)
"""Most of what an index holds: equal ones need not be gone into."""


def diferencia(uno: Any, otro: Any, lugar: str = "índice") -> str | None:
    """Where two values differ, down to types of numbers and the order of keys; None if nowhere."""
    if isinstance(uno, np.ndarray):
        igual = isinstance(otro, np.ndarray) and uno.dtype == otro.dtype
        igual = igual and uno.flags.writeable == otro.flags.writeable
        return None if igual and np.array_equal(uno, otro) else lugar
    if type(uno) is not type(otro):
        return lugar
    if is_dataclass(uno):
        partes = [(f.name, getattr(uno, f.name), getattr(otro, f.name)) for f in fields(uno)]
        return primera(partes, lugar)
    if isinstance(uno, dict | MappingProxyType):
        if list(uno) != list(otro):
            return lugar
        return primera([(clave, uno[clave], otro[clave]) for clave in uno], lugar)
    if isinstance(uno, tuple | list):
        if len(uno) != len(otro):
            return lugar
        return primera([(n, *par) for n, par in enumerate(zip(uno, otro, strict=True))], lugar)
    return None if uno == otro else lugar


def primera(partes: list[tuple[Any, Any, Any]], lugar: str) -> str | None:
    distintas = (
        (nombre, a, b)
        for nombre, a, b in partes
        if a is not b and not (type(a) is type(b) and isinstance(a, LLANOS) and a == b)
    )
    halladas = (diferencia(a, b, f"{lugar}.{nombre}") for nombre, a, b in distintas)
    return next((hallada for hallada in halladas if hallada), None)


def respuestas(biblioteca: Indice, pregunta: str) -> list[Any]:
    """All that both strategies say about a question."""
    dichas: list[Any] = []
    for estrategia in ESTRATEGIAS.values():
        busqueda = estrategia.buscar(biblioteca, pregunta)
        ruta = busqueda.enrutar(3)
        documentos = list(biblioteca.documentos)[:2]
        dichas += [ruta, busqueda.podar(documentos, AjustesPoda(3, PRESUPUESTO))]
    return dichas


def guardado(biblioteca: Indice, carpeta: Path, sello: str = SELLO) -> Path:
    archivo = carpeta / "indice" / "uno.siaa"
    disco.guardar(biblioteca, archivo, sello)
    return archivo


def abrir(archivo: Path, sello: str) -> Indice | None:
    """The index in a file, where it is exactly what would be built now."""
    abierta, vale = disco.abrir(archivo, sello)
    return abierta if vale else None


def recuperar_textos(archivo: Path, sello: str) -> dict[str, TextoAnalizado]:
    abierta, _ = disco.abrir(archivo, sello)
    return textos_conocidos(abierta) if abierta else {}


@pytest.fixture
def archivo(biblioteca_chica: Path, tmp_path: Path) -> Path:
    """The small library, kept."""
    return guardado(cargar_biblioteca(biblioteca_chica), tmp_path)


# --- The same again -----------------------------------------------------------------------


def ajustes(ejemplos: int) -> settings:
    return settings(
        max_examples=ejemplos,
        suppress_health_check=list(HealthCheck),
    )


@ajustes(40)
@given(est.bibliotecas(), st.data())
def test_se_abre_lo_que_se_guardo(
    tmp_path_factory: pytest.TempPathFactory,
    generada: est.BibliotecaGenerada,
    datos: st.DataObject,
) -> None:
    carpeta = tmp_path_factory.mktemp("datos")
    with generada.en_disco() as documentos:
        original = cargar_biblioteca(documentos)
    archivo = guardado(original, carpeta)
    abierta = abrir(archivo, SELLO)
    assert abierta is not None
    assert diferencia(original, abierta) is None
    assert abierta.total_chunks == original.total_chunks
    assert [len(d.contenido) for d in abierta.documentos.values()] == [
        len(d.contenido) for d in original.documentos.values()
    ]
    posibles = est.preguntas(generada.referencia())
    for _ in range(2):
        pregunta = datos.draw(posibles)
        assert respuestas(abierta, pregunta) == respuestas(original, pregunta)
    assert guardado(abierta, carpeta) == archivo
    de_nuevo = abrir(archivo, SELLO)
    assert de_nuevo is not None and diferencia(original, de_nuevo) is None


@pytest.mark.parametrize(
    "archivos",
    [
        {},
        {"vacio.md": " \n"},
        {"sin_palabras.md": "— …\n"},
        {"largos.md": "El İstanbul de la ﬁnca ½ K ß.\n" * 40, "ley_1564_de_2012.md": BUENO},
        {"b/a.md": "# Uno\n\nPlazo del artículo 5.\n", "a.md": "Otra niña, 12 años, 𝒳.\n"},
        {"catalogo.toml": '[documentos."a.md"]\ntitulo = "x\\u0000y"\n', "a.md": BUENO},
    ],
)
def test_bibliotecas_extremas(archivos: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "documentos").mkdir()
    original = cargar_biblioteca(escribir_biblioteca(tmp_path / "documentos", archivos))
    abierta = abrir(guardado(original, tmp_path / "datos"), SELLO)
    assert abierta is not None and diferencia(original, abierta) is None


def test_la_diferencia_se_ve(biblioteca_chica: Path) -> None:
    """What says that two libraries are the same sees each kind of change."""
    una = cargar_biblioteca(biblioteca_chica)
    for campo in fields(Indice):
        otra = replace(una, **{campo.name: None})
        assert diferencia(una, otra) == f"índice.{campo.name}"
    for otro in (np.array([1, 2]), np.array([1, 3], dtype=np.int32), [1, 2]):
        assert diferencia(np.array([1, 2], dtype=np.int32), otro) == "índice"
    assert diferencia({"a": (1, 2.0)}, {"a": (1, 2)}) == "índice.a.1"


# --- Whatever happened to the file --------------------------------------------------------


def test_un_octeto_danado_no_pasa(biblioteca_chica: Path, archivo: Path) -> None:
    """Of the first line each octet, of the rest a sample: nothing is read, or all of it is right.

    Only what is asked is compared: other settings do not make a text another one.
    """
    conocidos = textos_conocidos(cargar_biblioteca(biblioteca_chica))
    buenos = archivo.read_bytes()
    primera_linea = buenos.index(b"\n") + 1
    azar = random.Random(7)
    resto = azar.sample(range(primera_linea, len(buenos)), 300)
    for lugar in [*range(primera_linea), *resto, *range(len(buenos) - 32, len(buenos))]:
        malos = bytearray(buenos)
        malos[lugar] ^= 1 << azar.randrange(8)
        archivo.write_bytes(malos)
        assert abrir(archivo, SELLO) is None, lugar
        recuperados = recuperar_textos(archivo, SELLO)
        assert not recuperados or lugar < primera_linea
        assert not recuperados or diferencia(conocidos, dict(recuperados)) is None


def test_un_archivo_cortado_no_pasa(archivo: Path) -> None:
    buenos = archivo.read_bytes()
    primera_linea = buenos.index(b"\n") + 1
    azar = random.Random(8)
    largos = [*range(primera_linea + 40), *azar.sample(range(len(buenos)), 100), len(buenos) - 1]
    for largo in largos:
        archivo.write_bytes(buenos[:largo])
        assert abrir(archivo, SELLO) is None
        assert recuperar_textos(archivo, SELLO) == {}
    for cola in (b"\0", b"\n", buenos):
        archivo.write_bytes(buenos + cola)
        assert abrir(archivo, SELLO) is None


COMIENZOS: Mapping[str, Callable[[dict[str, str]], bytes]] = {
    "nada": lambda _: b"",
    "otro formato": lambda _: b"SIAA-INDICE-3\0\xff\xfe",
    "no es texto": lambda _: b"\xff\xfe\0",
    "una lista": lambda _: b"[]",
    "un número": lambda _: b"7",
    "nada de nada": lambda _: b"null",
    "sin fin": lambda _: b"[" * 100_000,
    "sin resumen": lambda c: json.dumps({k: c[k] for k in c if k != "resumen"}).encode(),
    "sin programa": lambda c: json.dumps({k: c[k] for k in c if k != "programa"}).encode(),
    "un resumen que no es": lambda c: json.dumps({**c, "resumen": None}).encode(),
    "el resumen de otro": lambda c: json.dumps({**c, "resumen": "0" * 64}).encode(),
}


@pytest.mark.parametrize("cual", COMIENZOS)
def test_otro_comienzo_no_pasa_ni_se_desempaca(
    cual: str, archivo: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is not known to be ours is never unpickled, and that is told once."""
    primera_linea, octetos = archivo.read_bytes().split(b"\n", 1)
    archivo.write_bytes(COMIENZOS[cual](json.loads(primera_linea)) + b"\n" + octetos)
    monkeypatch.setattr(disco.pickle, "loads", nunca)
    assert abrir(archivo, SELLO) is None
    (linea,) = caplog.messages
    assert "se rehace" in linea
    assert recuperar_textos(archivo, SELLO) == {}


def test_lo_que_no_es_un_archivo_no_pasa(archivo: Path, tmp_path: Path) -> None:
    archivo.unlink()
    assert abrir(archivo, SELLO) is None
    archivo.mkdir()
    assert abrir(archivo, SELLO) is None
    archivo.rmdir()
    os.mkfifo(archivo)
    assert abrir(archivo, SELLO) is None
    archivo.unlink()
    archivo.symlink_to(tmp_path / "nada")
    assert abrir(archivo, SELLO) is None
    archivo.unlink()
    archivo.symlink_to(archivo)
    assert abrir(archivo, SELLO) is None


def test_lo_que_no_se_deja_leer_no_deja_archivos_abiertos(tmp_path: Path) -> None:
    """A folder can be opened but not read: its descriptor is closed all the same."""
    (tmp_path / "a.md").mkdir()
    abiertos = len(os.listdir("/dev/fd"))
    for _ in range(3):
        assert abrir(tmp_path / "a.md", SELLO) is None
        assert isinstance(cargador.leer(tmp_path, "a.md", AJUSTES, Conversor()), Omitido)
    assert len(os.listdir("/dev/fd")) == abiertos


def test_lo_que_no_se_puede_leer_se_dice_y_se_rehace(
    biblioteca_chica: Path, tmp_path: Path, quieto: None, caplog: pytest.LogCaptureFixture
) -> None:
    archivo = disco.archivo_de(tmp_path, biblioteca_chica)
    archivo.mkdir(parents=True)
    carga = abrir_biblioteca(biblioteca_chica, AJUSTES, datos=tmp_path)
    assert diferencia(cargar_biblioteca(biblioteca_chica), carga.indice) is None
    (linea,) = caplog.messages
    assert "se rehace" in linea and "carpeta" in linea
    assert carga.guardar is not None
    carga.guardar()
    assert "No se pudo guardar" in caplog.messages[-1]
    assert [ruta.name for ruta in archivo.parent.iterdir()] == [archivo.name]


@pytest.mark.parametrize("sello", ["otra cosa", ""])
def test_otro_sello_no_pasa_y_se_dice(
    sello: str, archivo: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert abrir(archivo, sello) is None
    (linea,) = caplog.messages
    assert "se rehace" in linea and "un documento, el catálogo o un ajuste" in linea
    assert len(recuperar_textos(archivo, sello)) == 6


def test_lo_de_otro_programa_no_pasa_y_se_dice(
    archivo: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(disco, "huella_programa", lambda: "otro")
    assert abrir(archivo, SELLO) is None and recuperar_textos(archivo, SELLO) == {}
    assert "se rehace" in caplog.messages[0] and "otra versión" in caplog.messages[0]


def test_un_sello_vacio_no_se_abre_nunca(biblioteca_chica: Path, tmp_path: Path) -> None:
    archivo = guardado(cargar_biblioteca(biblioteca_chica), tmp_path, "")
    assert abrir(archivo, "") is None
    assert len(recuperar_textos(archivo, "")) == 6


# --- The seal -----------------------------------------------------------------------------


@pytest.fixture
def quieto(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that a test has just written count as settled, and every load as a long one."""
    monkeypatch.setattr(cargador, "REPOSO_NS", 0)
    monkeypatch.setattr(cargador, "CARGA_LARGA_S", -1.0)


CAMBIOS: Mapping[str, Any] = {
    "contenido": lambda c: (c / "circular_horarios.txt").write_text("otro", encoding="utf-8"),
    "fecha": lambda c: os.utime(c / "circular_horarios.txt", ns=(1, 1)),
    "nuevo": lambda c: (c / "nuevo.md").write_text(BUENO, encoding="utf-8"),
    "retirado": lambda c: (c / "circular_horarios.txt").unlink(),
    "mudado": lambda c: (c / "circular_horarios.txt").rename(c / "normativa" / "circular.txt"),
    "catalogo": lambda c: (c / "catalogo.toml").write_text("", encoding="utf-8"),
    "sin catalogo": lambda c: (c / "catalogo.toml").unlink(),
    "enlace": lambda c: (c / "enlace").symlink_to(c / "normativa"),
}


@pytest.mark.usefixtures("quieto")
@pytest.mark.parametrize("cual", CAMBIOS)
def test_cada_cambio_cambia_el_sello(cual: str, biblioteca_chica: Path) -> None:
    antes = cargador.sellar(biblioteca_chica, AJUSTES)
    assert cargador.sellar(biblioteca_chica, AJUSTES) == antes
    CAMBIOS[cual](biblioteca_chica)
    assert cargador.sellar(biblioteca_chica, AJUSTES) not in (antes, "")


@pytest.mark.usefixtures("quieto")
def test_el_mismo_largo_y_la_misma_fecha_no_enganan(biblioteca_chica: Path) -> None:
    ruta = biblioteca_chica / "circular_horarios.txt"
    antes, estado = cargador.sellar(biblioteca_chica, AJUSTES), ruta.stat()
    ruta.write_bytes(ruta.read_bytes().swapcase())
    os.utime(ruta, ns=(estado.st_atime_ns, estado.st_mtime_ns))
    assert ruta.stat().st_mtime_ns == estado.st_mtime_ns
    assert cargador.sellar(biblioteca_chica, AJUSTES) not in (antes, "")


def test_un_archivo_recien_escrito_deja_el_sello_abierto(biblioteca_chica: Path) -> None:
    assert cargador.sellar(biblioteca_chica, AJUSTES) == ""


@pytest.mark.usefixtures("quieto")
def test_cada_ajuste_cambia_el_sello(biblioteca_chica: Path) -> None:
    sellos = {cargador.sellar(biblioteca_chica, AJUSTES)}
    for campo in fields(AjustesBiblioteca):
        valor = getattr(AJUSTES, campo.name)
        otro = (".csv",) if campo.name == "extensiones" else valor + 1
        otros = AjustesBiblioteca(**{campo.name: otro})
        sellos.add(cargador.sellar(biblioteca_chica, otros))
    assert len(sellos) == 1 + len(fields(AjustesBiblioteca))


def test_el_programa_es_su_codigo() -> None:
    huella = disco.huella_programa()
    assert len(huella) == 32 and huella == disco.huella_programa()


def test_la_huella_del_programa_cubre_todo_lo_que_decide_el_indice() -> None:
    """Every module that making an index imports is one whose change is noticed."""
    programa = "import sys, siaa.biblioteca.cargador; print(*sys.modules)"
    salida = subprocess.run(
        [sys.executable, "-c", programa], cwd=RAIZ, capture_output=True, text=True, check=True
    )
    de_siaa = {nombre for nombre in salida.stdout.split() if nombre.startswith("siaa.")}
    # What they say, not what they decide: the words for causes and errors.
    ajenos = de_siaa - {"siaa.errores"}
    assert len(ajenos) > 20
    for nombre in ajenos:
        archivo = RAIZ / Path(*nombre.split(".")).with_suffix(".py")
        carpeta = RAIZ / Path(*nombre.split(".")) / "__init__.py"
        assert disco.BIBLIOTECA in (archivo if archivo.exists() else carpeta).parents


# --- Opening, building, keeping -----------------------------------------------------------


def nunca(*_: Any, **__: Any) -> Any:
    pytest.fail("a document was read or analysed")


@pytest.mark.usefixtures("quieto", "con_todas_las_palabras")
def test_la_segunda_vez_no_se_lee_ningun_documento(
    biblioteca_chica: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    primera_vez = abrir_biblioteca(biblioteca_chica, AJUSTES, datos=tmp_path)
    assert primera_vez.guardar is not None
    primera_vez.guardar()
    monkeypatch.setattr(cargador, "leer", nunca)
    monkeypatch.setattr(cargador, "analizar", nunca)
    segunda = abrir_biblioteca(biblioteca_chica, AJUSTES, datos=tmp_path)
    assert segunda.guardar is None
    assert diferencia(primera_vez.indice, segunda.indice) is None


@pytest.mark.usefixtures("quieto")
def test_lo_guardado_sirve_a_lo_que_no_cambio(
    biblioteca_chica: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    primera_vez = abrir_biblioteca(biblioteca_chica, AJUSTES, datos=tmp_path)
    assert primera_vez.guardar is not None
    primera_vez.guardar()
    analizados: list[str] = []

    def anotar(archivo: Any, ajustes: Any) -> TextoAnalizado:
        analizados.append(archivo.ruta)
        return indice.analizar(archivo, ajustes)

    monkeypatch.setattr(cargador, "analizar", anotar)
    (biblioteca_chica / "circular_horarios.txt").write_text("Otra cosa.\n", encoding="utf-8")
    os.utime(biblioteca_chica / "catalogo.toml")
    segunda = abrir_biblioteca(biblioteca_chica, AJUSTES, datos=tmp_path)
    assert analizados == ["circular_horarios.txt"]
    assert diferencia(cargar_biblioteca(biblioteca_chica), segunda.indice) is None
    assert segunda.guardar is not None
    segunda.guardar()
    tercera = abrir_biblioteca(biblioteca_chica, AJUSTES, datos=tmp_path)
    assert tercera.guardar is None and diferencia(segunda.indice, tercera.indice) is None


@ajustes(25)
@given(est.bibliotecas(), est.bibliotecas())
def test_lo_guardado_de_otra_biblioteca_no_se_mezcla(
    tmp_path_factory: pytest.TempPathFactory,
    una: est.BibliotecaGenerada,
    otra: est.BibliotecaGenerada,
) -> None:
    """Texts recovered from a stale index give what a full build gives."""
    carpeta = tmp_path_factory.mktemp("datos")
    with una.en_disco() as documentos:
        archivo = guardado(cargar_biblioteca(documentos), carpeta)
    conocidos = recuperar_textos(archivo, SELLO)
    with otra.en_disco() as documentos:
        nueva = cargar_biblioteca(documentos, conocidos=conocidos)
        assert diferencia(cargar_biblioteca(documentos), nueva) is None


def test_una_biblioteca_chica_no_toca_el_disco(biblioteca_chica: Path, tmp_path: Path) -> None:
    carga = abrir_biblioteca(biblioteca_chica, AJUSTES, datos=tmp_path / "datos")
    assert carga.guardar is None and not (tmp_path / "datos").exists()
    assert recargar_biblioteca(biblioteca_chica, AJUSTES).guardar is None


@pytest.mark.usefixtures("quieto")
def test_sin_carpeta_de_datos_nada_se_guarda(biblioteca_chica: Path) -> None:
    assert abrir_biblioteca(biblioteca_chica, AJUSTES).guardar is None


def test_no_poder_guardar_es_un_aviso(
    biblioteca_chica: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "indice").write_text("no es una carpeta", encoding="utf-8")
    guardado(cargar_biblioteca(biblioteca_chica), tmp_path)
    (aviso,) = caplog.records
    assert aviso.levelno == logging.WARNING and "No se pudo guardar" in aviso.getMessage()


def test_lo_que_falla_a_medias_no_deja_rastro(
    archivo: Path, biblioteca_chica: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    buenos = archivo.read_bytes()

    def lleno(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", lleno)
    guardado(cargar_biblioteca(biblioteca_chica), tmp_path)
    assert [ruta.name for ruta in archivo.parent.iterdir()] == [archivo.name]
    assert archivo.read_bytes() == buenos


def test_lo_que_otros_dejaron_a_medias_se_barre(
    archivo: Path, biblioteca_chica: Path, tmp_path: Path
) -> None:
    viejo, reciente = (archivo.with_name(f".{archivo.name}.{n}.parcial") for n in (1, 2))
    for parcial in (viejo, reciente):
        parcial.write_bytes(b"a medias")
    os.utime(viejo, (1, 1))
    guardado(cargar_biblioteca(biblioteca_chica), tmp_path)
    assert not viejo.exists() and reciente.exists()
    assert archivo.stat().st_mode & 0o077 == 0, "others may not read what the documents say"


def test_quien_acaba_mientras_se_barre_no_estorba(
    archivo: Path, biblioteca_chica: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process gives its file its name between being listed and being looked at."""
    fantasma = archivo.with_name("otro.parcial")
    monkeypatch.setattr(Path, "glob", lambda *_: iter([fantasma]))
    archivo.unlink()
    assert guardado(cargar_biblioteca(biblioteca_chica), tmp_path).exists()


GUARDAR = """
import sys
from pathlib import Path
from siaa.biblioteca import disco
from siaa.biblioteca.cargador import cargar_biblioteca

documentos, archivo, veces = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
indice = cargar_biblioteca(documentos)
print("listo", flush=True)
for _ in range(veces):
    disco.guardar(indice, archivo, "0123456789abcdef")
"""


@pytest.mark.usefixtures("con_todas_las_palabras")
def test_dos_procesos_guardan_a_la_vez_y_nunca_se_ve_medio_archivo(
    biblioteca_chica: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    original = cargar_biblioteca(biblioteca_chica)
    archivo = guardado(original, tmp_path)
    orden = [sys.executable, "-c", GUARDAR, str(biblioteca_chica), str(archivo), "40"]
    quienes = [subprocess.Popen(orden, cwd=RAIZ, stdout=subprocess.PIPE) for _ in range(2)]
    for quien in quienes:
        assert quien.stdout is not None and quien.stdout.readline() == b"listo\n"
    while any(quien.poll() is None for quien in quienes):
        leido = abrir(archivo, SELLO)
        assert leido is not None and leido.huella == original.huella
    for quien in quienes:
        assert quien.stdout is not None and quien.wait() == 0
        quien.stdout.close()
    assert [ruta.name for ruta in archivo.parent.iterdir()] == [archivo.name]
    final = abrir(archivo, SELLO)
    assert final is not None and respuestas(final, PREGUNTA) == respuestas(original, PREGUNTA)
    assert [m for m in caplog.messages if "Guardado" not in m] == []


def test_cada_carpeta_tiene_su_archivo(tmp_path: Path) -> None:
    una, otra = (disco.archivo_de(tmp_path, tmp_path / nombre) for nombre in ("a", "b"))
    assert una != otra and una == disco.archivo_de(tmp_path, tmp_path / "b" / ".." / "a")


# --- In service ---------------------------------------------------------------------------


@pytest.mark.usefixtures("quieto")
def test_el_servicio_guarda_y_abre(
    biblioteca_chica: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archivo = disco.archivo_de(tmp_path, biblioteca_chica)
    primera_vez = BibliotecaViva(biblioteca_chica, AJUSTES, datos=tmp_path)
    assert esperar(archivo.exists)
    with monkeypatch.context() as parche:
        parche.setattr(cargador, "leer", nunca)
        segunda = BibliotecaViva(biblioteca_chica, AJUSTES, datos=tmp_path)
    assert segunda.indice.huella == primera_vez.indice.huella
    (biblioteca_chica / "nuevo.md").write_text(BUENO, encoding="utf-8")
    recarga, nuevo = segunda.recargar()
    cambios = recarga.cambios
    assert (cambios.agregados, cambios.modificados, cambios.retirados) == (("nuevo.md",), (), ())
    assert diferencia(cargar_biblioteca(biblioteca_chica), nuevo) is None

    def vigente() -> bool:
        return abrir(archivo, cargador.sellar(biblioteca_chica, AJUSTES)) is not None

    assert esperar(vigente)


@pytest.mark.usefixtures("quieto")
def test_se_puede_renunciar(biblioteca_chica: Path, tmp_path: Path) -> None:
    config = config_de_prueba(biblioteca_chica, tmp_path, "http://127.0.0.1:9")
    assert config.datos_del_indice == tmp_path
    config = config_de_prueba(
        biblioteca_chica, tmp_path, "http://127.0.0.1:9", indice_en_disco="no"
    )
    assert config.datos_del_indice is None
    BibliotecaViva(biblioteca_chica, AJUSTES, datos=config.datos_del_indice)
    assert not (tmp_path / "indice").exists()


def test_copiar_la_biblioteca_no_engana(
    biblioteca_chica: Path, tmp_path: Path, quieto: None
) -> None:
    """An index is known by the place of its documents: a copy elsewhere has its own."""
    carga = abrir_biblioteca(biblioteca_chica, AJUSTES, datos=tmp_path)
    assert carga.guardar is not None
    carga.guardar()
    copia = shutil.copytree(biblioteca_chica, tmp_path / "copia")
    assert abrir_biblioteca(copia, AJUSTES, datos=tmp_path).guardar is not None
