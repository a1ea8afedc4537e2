"""A damaged, replaced, removed or restored file: recording goes on, and what is lost is told."""

from __future__ import annotations

import itertools
import logging
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from biblioteca_de_prueba import en_memoria
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from paciencia import PACIENCIA_S
from registro_de_prueba import (
    COMPLETO,
    asiento_de_prueba,
    guardado_todo,
    guardados,
    identificador,
    limites,
    registro_en_marcha,
    valoracion_de_prueba,
)
from verificaciones import en_español, sin_entrañas

from siaa.servicio.registro.archivo import ArchivoRegistro
from siaa.servicio.registro.consultas import Filtro, Pagina, buscar, valoradas
from siaa.servicio.registro.esquema import a_fila
from siaa.servicio.registro.registro import Registro

CUANTAS = 40
POCAS = 12
"""Questions of a file that is read again for each of its bytes."""
CABEZA = 40
"""Bytes of a cell of page 1 before the words of a table's definition, at least."""
LECTOR = """
import sqlite3, sys
conexion = sqlite3.connect(sys.argv[1], isolation_level=None)
conexion.execute("BEGIN")
conexion.execute("SELECT count(*) FROM preguntas").fetchone()
print("leyendo", flush=True)
sys.stdin.read()
conexion.close()
"""


@pytest.fixture
def ruta(tmp_path: Path) -> Path:
    return tmp_path / "registro.sqlite3"


def llenar(ruta: Path, desde: int = 0, cuantas: int = CUANTAS) -> None:
    """Write a file with some questions, every fourth of them rated."""
    numeros = range(desde, desde + cuantas)
    archivo = ArchivoRegistro(ruta, limites(90, 100_000))
    archivo.guardar(
        [
            *(a_fila(asiento_de_prueba(n)) for n in numeros),
            *(a_fila(valoracion_de_prueba(n)) for n in numeros[::4]),
        ]
    )


def numeros(registro: Registro) -> set[int]:
    return {int(guardado.id, 16) for guardado in guardados(registro)}


def sano(ruta: Path) -> bool:
    with closing(sqlite3.connect(ruta)) as conexion:
        return bool(conexion.execute("PRAGMA integrity_check").fetchone()[0] == "ok")


def dicho(registro: Registro) -> str:
    problema = registro.estado().problema
    assert problema is not None
    en_español(problema)
    sin_entrañas(problema)
    return problema


# --- One damaged byte -----------------------------------------------------------------------------


@pytest.fixture
def carpeta() -> Iterator[Path]:
    with en_memoria() as suya:
        yield Path(suya)


def anotar_en(ruta: Path, octetos: bytes) -> tuple[int, int, list[str]]:
    """Write and read with these bytes as the file; return what is there, total and told."""
    ruta.parent.mkdir()
    ruta.write_bytes(octetos)
    avisos: list[str] = []
    archivo = ArchivoRegistro(ruta, limites(90, 1000), lambda suceso, _: avisos.append(suceso))
    archivo.guardar([a_fila(asiento_de_prueba(1000)), a_fila(valoracion_de_prueba(1000))])
    todas = Pagina(1, 500)
    hallado, valoraciones = archivo.leer(
        lambda c: (buscar(c, Filtro(q="PLAZO"), todas), valoradas(c, todas))
    )
    shutil.rmtree(ruta.parent)
    (suya,) = (g for g in hallado.filas if g.id == identificador(1000))
    assert suya.valoracion is not None and suya in valoraciones.filas
    return len(hallado.filas), hallado.total, avisos


def por_danar(entero: bytes) -> list[int]:
    """Of page 1 every byte that says where things are, and a third of what is written in it; some
    of all the others.
    """
    punteros = range(108, 108 + 2 * int.from_bytes(entero[103:105], "big"), 2)
    celdas = [int.from_bytes(entero[n : n + 2], "big") for n in punteros]
    guian = {*range(punteros.stop), *(celda + n for celda in celdas for n in range(CABEZA))}
    pagina = [n for n in range(4096) if n in guian or n % (3 if entero[n] else 16) == 0]
    return pagina + list(range(4096, len(entero), 61))


@pytest.mark.parametrize("parte", range(4))
def test_ningun_byte_danado_detiene_el_registro(carpeta: Path, parte: int) -> None:
    llenar(carpeta / "entero.sqlite3", cuantas=POCAS)
    entero = (carpeta / "entero.sqlite3").read_bytes()
    lugares = por_danar(entero)
    dichas = 0
    for lugar in lugares[parte::4]:
        antes = entero[lugar]
        ahora = (0xFF, antes ^ 1, antes ^ 0x80, 0)[lugar // 4 % 4]
        ahora = ahora if ahora != antes else 2
        danado = entero[:lugar] + bytes([ahora]) + entero[lugar + 1 :]
        hay, total, avisos = anotar_en(carpeta / "datos" / "registro.sqlite3", danado)
        if avisos:
            assert (hay, total) == (1, 1), (lugar, ahora)
            assert len(avisos) == 1 and "«registro-apartado-" in avisos[0]
            dichas += 1
        else:  # a letter of a question may have changed, or one row be beyond reading
            assert POCAS <= hay <= total <= POCAS + 1, (lugar, ahora)
    assert 50 < dichas < len(lugares) / 4


def test_un_aviso_de_sqlite_que_no_es_utf8_no_detiene_al_escritor(ruta: Path) -> None:
    llenar(ruta)
    octetos = bytearray(ruta.read_bytes())
    octetos[octetos.index(b"CREATE TABLE preguntas") + 8] = 0xFF
    ruta.write_bytes(octetos)
    with registro_en_marcha(ruta) as registro:
        registro.anotar(asiento_de_prueba(1000))
        assert guardado_todo(registro)
        assert numeros(registro) == {1000}
        assert "dañado" in dicho(registro)


def test_un_dano_mientras_funciona_se_cuenta(ruta: Path) -> None:
    with registro_en_marcha(ruta) as registro:
        for numero in range(CUANTAS):
            registro.anotar(asiento_de_prueba(numero))
        assert guardado_todo(registro)
        with ruta.open("r+b") as archivo:
            archivo.seek(100)
            archivo.write(b"\xff")
        registro.anotar(asiento_de_prueba(1000))
        assert guardado_todo(registro)
        assert numeros(registro) == {1000}
        assert f"(preguntas: {CUANTAS})" in dicho(registro)
        assert registro.estado().perdidas == CUANTAS


@pytest.mark.parametrize(
    ("columna", "valor", "quedan"),
    [
        ("pregunta", b"\xbfCu\xe1l es el plazo?", 3),
        ("tipo", b"\xff\xfe", 3),
        ("tiempos", b'{"total_s": 1', 2),
        ("tiempos", b'{"total_s": 1e999}', 3),
        ("tiempos", b'{"total_s": "x"}', 2),
        ("documentos", b'["acuerdo.md\x01', 2),
        ("documentos", b"{}", 2),
        ("momento", b"ayer", 2),
        ("completa", b"quiz\xe1s", 2),
    ],
)
def test_una_fila_danada_no_esconde_las_demas(
    ruta: Path, caplog: pytest.LogCaptureFixture, columna: str, valor: bytes, quedan: int
) -> None:
    llenar(ruta, cuantas=3)
    with closing(sqlite3.connect(ruta)) as conexion, conexion:
        orden = f"UPDATE preguntas SET {columna} = CAST(? AS TEXT) WHERE n = 2"
        conexion.execute(orden, (valor,))
    with registro_en_marcha(ruta) as registro, caplog.at_level(logging.WARNING):
        for filtro in (Filtro(), Filtro(q="es el plazo"), Filtro(doc="acuerdo.md")):
            assert {0, 2} <= {int(g.id, 16) for g in guardados(registro, filtro)}
        assert len(guardados(registro)) == quedan
        assert registro.leer(lambda c: valoradas(c, Pagina(1, 5))).total == 1
        assert registro.estado().problema is None
    assert ("Preguntas dañadas que no se muestran: 1." in caplog.text) == (quedan == 2)


# --- Replaced, removed, restored ------------------------------------------------------------------


def por_nombre(copia: Path, ruta: Path) -> None:
    copia.rename(ruta)


def por_encima(copia: Path, ruta: Path) -> None:
    shutil.copyfile(copia, ruta)


def tras_borrar(copia: Path, ruta: Path) -> None:
    ruta.unlink()
    copia.rename(ruta)


@pytest.mark.parametrize("devolver", [por_nombre, por_encima, tras_borrar])
@pytest.mark.parametrize("mirar_antes", [True, False])
def test_una_copia_devuelta_se_conserva_y_se_sigue_en_ella(
    ruta: Path, devolver: Callable[[Path, Path], None], mirar_antes: bool
) -> None:
    copia = ruta.with_name("copia.sqlite3")
    llenar(copia, 500, 30)
    with registro_en_marcha(ruta) as registro:
        for numero in range(CUANTAS):
            registro.anotar(asiento_de_prueba(numero))
        assert guardado_todo(registro)
        devolver(copia, ruta)
        if mirar_antes and devolver is not por_encima:
            assert numeros(registro) == set(range(500, 530))
        registro.anotar(asiento_de_prueba(1000))
        registro.valorar(valoracion_de_prueba(1000))
        assert guardado_todo(registro)
        assert numeros(registro) == {*range(500, 530), 1000}
        assert f"tenía {CUANTAS} preguntas y ahora tiene 30" in dicho(registro)
        assert (registro.estado().filas, registro.estado().perdidas) == (31, CUANTAS - 30)
    assert sano(ruta)
    assert list(ruta.parent.glob("*apartado*")) == []


@contextmanager
def leyendo_otro(ruta: Path) -> Iterator[None]:
    """Another process reads the file for a block of code, so that its log cannot be emptied."""
    vecino = subprocess.Popen(
        [sys.executable, "-c", LECTOR, str(ruta)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert vecino.stdin is not None and vecino.stdout is not None
    try:
        assert vecino.stdout.readline() == b"leyendo\n"
        yield
    finally:
        vecino.stdin.close()
        vecino.wait(PACIENCIA_S)
        vecino.stdout.close()


def test_lo_que_estaba_en_el_diario_del_anterior_no_cae_en_la_copia(ruta: Path) -> None:
    copia, movido = ruta.with_name("copia.sqlite3"), ruta.with_name("movido.sqlite3")
    llenar(copia, 500, 30)
    with registro_en_marcha(ruta) as registro:
        registro.anotar(asiento_de_prueba(0))
        assert guardado_todo(registro)
        with leyendo_otro(ruta):
            for numero in range(1, CUANTAS):
                registro.anotar(asiento_de_prueba(numero))
            assert guardado_todo(registro)
            assert ruta.with_name("registro.sqlite3-wal").stat().st_size > 0
            ruta.rename(movido)
            copia.rename(ruta)
            registro.anotar(asiento_de_prueba(1000))
            assert guardado_todo(registro)
            assert numeros(registro) == {*range(500, 530), 1000}
        assert "-wal»" in dicho(registro)
    assert sano(ruta)
    (diario,) = ruta.parent.glob("registro-apartado-*-wal")
    diario.rename(movido.with_name("movido.sqlite3-wal"))
    with closing(sqlite3.connect(movido)) as conexion:
        assert conexion.execute("SELECT count(*) FROM preguntas").fetchone() == (CUANTAS,)


def test_lo_que_se_escribia_al_cambiar_el_archivo_queda_en_el_nuevo(ruta: Path) -> None:
    copia = ruta.with_name("copia.sqlite3")
    llenar(copia, 500, 30)
    cambiada = itertools.count()

    def ahora() -> datetime:
        """Is asked in mid-transaction; the second time, the file is replaced."""
        if next(cambiada) == 1:
            copia.rename(ruta)
        return datetime.now(UTC)

    registro = Registro(ruta, COMPLETO, ahora)
    registro.arrancar()
    registro.anotar(asiento_de_prueba(1))
    registro.anotar(asiento_de_prueba(2))
    assert guardado_todo(registro)
    registro.anotar(asiento_de_prueba(3))
    assert guardado_todo(registro)
    assert numeros(registro) >= {*range(500, 530), 3}
    registro.cerrar(5)
    assert sano(ruta)


def test_borrado_se_dice_cuanto_se_fue(ruta: Path) -> None:
    with registro_en_marcha(ruta) as registro:
        for numero in range(3):
            registro.anotar(asiento_de_prueba(numero))
        assert guardado_todo(registro)
        ruta.unlink()
        assert numeros(registro) == set(), "whoever reads makes the writer look"
        assert "tenía 3 preguntas y ahora tiene 0" in dicho(registro)
        assert registro.estado().perdidas == 3


def test_la_fila_que_no_se_puede_leer_tambien_se_va_con_el_archivo(ruta: Path) -> None:
    """It was not lost before: with other tools, who has the file has the row."""
    llenar(ruta, cuantas=3)
    with closing(sqlite3.connect(ruta)) as conexion, conexion:
        conexion.execute("UPDATE preguntas SET tiempos = '{' WHERE n = 2")
    with registro_en_marcha(ruta) as registro:
        registro.anotar(asiento_de_prueba(3))
        assert guardado_todo(registro)
        assert numeros(registro) == {0, 2, 3}
        assert (registro.estado().filas, registro.estado().perdidas) == (4, 0)
        ruta.unlink()
        assert numeros(registro) == set()
        assert "tenía 4 preguntas y ahora tiene 0" in dicho(registro)
        assert registro.estado().perdidas == 4


def test_lo_que_una_caida_dejo_a_medias_se_deshace(ruta: Path) -> None:
    """A file of another tool, with its own journal, is recovered as SQLite does."""
    llenar(ruta)
    a_medias = """
import os, sqlite3, sys
conexion = sqlite3.connect(sys.argv[1], isolation_level=None)
conexion.execute("PRAGMA journal_mode = DELETE")
conexion.execute("PRAGMA cache_size = 1")
conexion.execute("BEGIN")
conexion.execute("UPDATE preguntas SET pregunta = hex(zeroblob(3000))")
os._exit(0)
"""
    subprocess.run([sys.executable, "-c", a_medias, str(ruta)], check=True)
    assert ruta.with_name("registro.sqlite3-journal").exists()
    with registro_en_marcha(ruta) as registro:
        registro.anotar(asiento_de_prueba(1000))
        assert guardado_todo(registro)
        assert numeros(registro) == {*range(CUANTAS), 1000}
        assert {g.pregunta for g in guardados(registro)} == {"¿Cuál es el plazo?"}
        assert registro.estado().problema is None


# --- Whatever happens, in any order ---------------------------------------------------------------

HOY = datetime.now(UTC)


class Vida(RuleBasedStateMachine):
    """A record whose file suffers everything that people, disks and clocks do to it."""

    def __init__(self) -> None:
        super().__init__()
        self.carpeta = en_memoria()
        self.ruta = Path(self.carpeta.name) / "registro.sqlite3"
        self.cuenta = itertools.count()
        self.hay: set[int] = set()
        """What the file has."""
        self.ilegibles: set[int] = set()
        """What of that a damage put beyond reading; it still goes with the file."""
        self.perdibles = 0
        """How many went, since the start of the process, with a file that is gone."""
        self.ahora = HOY
        self.copia: tuple[Path, set[int], set[int]] | None = None
        self.danado = False
        self.abrir()

    def abrir(self) -> None:
        self.registro = Registro(self.ruta, COMPLETO, lambda: self.ahora)
        self.registro.arrancar()
        self.perdibles = 0

    def teardown(self) -> None:
        self.registro.cerrar(5)
        self.carpeta.cleanup()

    @rule(cuantas=st.integers(1, 30))
    def anotar(self, cuantas: int) -> None:
        for numero in itertools.islice(self.cuenta, cuantas):
            self.registro.anotar(asiento_de_prueba(numero, momento=self.ahora))
            self.hay.add(numero)
        assert guardado_todo(self.registro)

    @rule(dias=st.sampled_from([0, 120, -3650]))
    def cambiar_la_hora(self, dias: int) -> None:
        self.ahora = HOY + timedelta(days=dias)

    @rule()
    def reiniciar(self) -> None:
        self.registro.cerrar(5)
        self.abrir()

    @rule()
    def copiar(self) -> None:
        """As the guide says."""
        copia = self.ruta.with_name("copia.sqlite3")
        copia.unlink(missing_ok=True)
        with closing(sqlite3.connect(self.ruta)) as origen, closing(sqlite3.connect(copia)) as otra:
            origen.backup(otra)
        self.copia = (copia, set(self.hay), set(self.ilegibles))

    @precondition(lambda self: self.copia is not None)
    @rule(como=st.sampled_from([por_nombre, por_encima, tras_borrar]))
    def devolver(self, como: Callable[[Path, Path], None]) -> None:
        assert self.copia is not None
        copia, tenia, ilegibles = self.copia
        como(copia, self.ruta)
        self.perdibles += len(self.hay - tenia)
        self.hay, self.ilegibles = tenia, ilegibles
        self.copia = None

    @rule()
    def borrar(self) -> None:
        self.ruta.unlink()
        self.se_fue()

    def se_fue(self) -> None:
        self.perdibles += len(self.hay)
        self.hay, self.ilegibles = set(), set()

    @rule(parte=st.floats(0, 1, exclude_max=True), octeto=st.integers(0, 255))
    def danar(self, parte: float, octeto: int) -> None:
        antes = self.ruta.stat().st_mtime_ns
        lugar = int(parte * self.ruta.stat().st_size)
        while self.ruta.stat().st_mtime_ns == antes:
            with self.ruta.open("r+b") as archivo:
                archivo.seek(lugar)
                archivo.write(bytes([octeto]))
        self.danado = True

    @invariant()
    def sigue(self) -> None:
        """It writes, what it wrote can be read, and nothing that could be kept is missing."""
        (numero,) = itertools.islice(self.cuenta, 1)
        self.registro.anotar(asiento_de_prueba(numero, momento=self.ahora))
        assert guardado_todo(self.registro)
        estado = self.registro.estado()
        if self.danado:
            self.danado = False
            if estado.filas == 1:  # set aside, since it could not be read
                assert "«registro-apartado-" in dicho(self.registro)
                self.se_fue()
            else:  # a byte that says nothing, or a letter of one question
                eran = len(self.ilegibles)
                self.ilegibles = self.hay - numeros(self.registro)
                assert len(self.ilegibles) <= eran + 1
        self.hay.add(numero)
        assert estado.filas == len(self.hay)
        assert numeros(self.registro) == self.hay - self.ilegibles
        assert estado.pendientes == 0
        assert estado.perdidas <= self.perdibles
        if estado.perdidas:
            dicho(self.registro)
        assert [hilo.name for hilo in (self.registro._hilo,) if hilo and hilo.is_alive()]


TestVida = Vida.TestCase
TestVida.settings = settings(max_examples=20, stateful_step_count=12, deadline=None)
