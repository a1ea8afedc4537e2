"""The record: nothing of it gets in the way of an answer, and what it says was so."""

from __future__ import annotations

import itertools
import sqlite3
import stat
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from paciencia import PACIENCIA_S, SIN_FIN_S, esperar
from registro_de_prueba import (
    COMPLETO,
    asiento_de_prueba,
    guardada,
    guardado_todo,
    guardados,
    identificador,
    limites,
    ocupado_por_otro,
    registro_en_marcha,
    valoracion_de_prueba,
)
from verificaciones import en_español, sin_entrañas

from siaa.errores import PreguntaDesconocida, RegistroApagado, RegistroNoDisponible
from siaa.redaccion.afirmaciones.frase import Discrepancia, Estado, Frase
from siaa.servicio.registro import registro as modulo
from siaa.servicio.registro.archivo import ArchivoRegistro
from siaa.servicio.registro.consultas import Filtro, Pagina, buscar, ultimos_cambios
from siaa.servicio.registro.esquema import MIGRACIONES, AjustesRegistro, a_fila, migrar
from siaa.servicio.registro.registro import (
    LOTE,
    PENDIENTES_MAXIMAS,
    EstadoRegistro,
    Registro,
)

VERSIONES = tuple(sorted(Path(__file__).parent.glob("registro_version_*.sql")))
"""Files as each version of the tables left them."""
SECRETO = "calamar-violeta"


@pytest.fixture
def ruta(tmp_path: Path) -> Path:
    return tmp_path / "registro.sqlite3"


def huellas_en_disco(carpeta: Path, texto: str) -> list[str]:
    """The files that hold a text anywhere in their bytes."""
    return [a.name for a in carpeta.iterdir() if texto.encode() in a.read_bytes()]


def test_lo_anotado_se_lee_igual_y_lo_ultimo_primero(ruta: Path) -> None:
    hoy = datetime.now(UTC)
    asientos = [asiento_de_prueba(n, momento=hoy - timedelta(minutes=n)) for n in range(3)]
    with registro_en_marcha(ruta) as registro:
        for asiento in (asientos[1], asientos[2], asientos[0]):
            registro.anotar(asiento)
        assert guardado_todo(registro)
        assert [*guardados(registro)] == [*map(guardada, asientos)]
        assert registro.estado() == EstadoRegistro(True, 3, 0, 0, None)


def test_quien_lee_ve_lo_que_se_dejo_antes(ruta: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(modulo, "ESPERA_LECTURA_S", PACIENCIA_S)
    with registro_en_marcha(ruta) as registro:
        for numero in range(LOTE + 1):
            registro.anotar(asiento_de_prueba(numero))
        assert len(guardados(registro)) == LOTE + 1


def test_de_un_archivo_ocupado_se_lee_lo_que_tiene(
    ruta: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(modulo, "ESPERA_LECTURA_S", 0.1)
    with registro_en_marcha(ruta) as registro:
        assert guardados(registro) == ()
        with ocupado_por_otro(ruta):
            registro.anotar(asiento_de_prueba())
            assert guardados(registro) == () and registro.estado().pendientes == 1
        assert guardado_todo(registro)
        assert len(guardados(registro)) == 1


def test_un_fallo_no_hace_esperar_a_quien_lee(ruta: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes while the reader waits, who holds the lock until then."""
    escribe, espera = threading.Event(), threading.Event()

    def fallar(*_: object) -> None:
        escribe.set()
        espera.wait(PACIENCIA_S)
        raise OSError

    with ThreadPoolExecutor(1) as hilos, registro_en_marcha(ruta) as registro:
        with monkeypatch.context() as parche:
            parche.setattr(modulo, "ESPERA_LECTURA_S", SIN_FIN_S)
            parche.setattr(ArchivoRegistro, "guardar", fallar)
            registro.anotar(asiento_de_prueba())
            assert escribe.wait(PACIENCIA_S)
            esperar_a = registro._cambio.wait_for
            parche.setattr(
                registro._cambio, "wait_for", lambda *que: espera.set() or esperar_a(*que)
            )
            assert hilos.submit(guardados, registro).result(PACIENCIA_S) == ()
        assert guardado_todo(registro)


def test_solo_su_dueño_puede_leer_el_archivo(ruta: Path) -> None:
    with registro_en_marcha(ruta) as registro:
        registro.anotar(asiento_de_prueba())
        assert guardado_todo(registro)
        modos = {a.name: stat.S_IMODE(a.stat().st_mode) for a in ruta.parent.iterdir()}
    assert set(modos.values()) == {0o600}, modos


def test_lo_guardado_sigue_ahi_al_volver_a_abrir(ruta: Path) -> None:
    for numero in range(2):
        with registro_en_marcha(ruta) as registro:
            registro.anotar(asiento_de_prueba(numero))
    with registro_en_marcha(ruta) as registro:
        assert len(guardados(registro)) == 2
        assert registro.estado().filas == 2


def test_un_reintento_nunca_duplica(ruta: Path) -> None:
    with registro_en_marcha(ruta) as registro:
        for respuesta in ("primera", "segunda"):
            registro.anotar(asiento_de_prueba(respuesta=respuesta))
        assert guardado_todo(registro)
        assert [a.respuesta for a in guardados(registro)] == ["primera"]
        assert registro.estado().perdidas == 0


def test_sin_textos_no_queda_ninguno_en_ningun_archivo(ruta: Path) -> None:
    with registro_en_marcha(ruta, AjustesRegistro(False, 90, 100)) as registro:
        registro.anotar(
            asiento_de_prueba(
                pregunta=f"¿{SECRETO}?",
                respuesta=f"Sí, {SECRETO}.",
                motivo="length",
                avisos=(f"La palabra «{SECRETO}» no está en los documentos.",),
                frases=(Frase(0, 9, Estado.DISCREPA, 1, (Discrepancia("x", SECRETO, "", 0, 9),)),),
            )
        )
        devuelta = registro.valorar(valoracion_de_prueba(comentario=SECRETO))
        assert guardado_todo(registro)
        (guardado,) = guardados(registro)
        assert huellas_en_disco(ruta.parent, SECRETO) == []
    assert huellas_en_disco(ruta.parent, SECRETO) == []
    assert (guardado.pregunta, guardado.respuesta) == ("", "")
    assert guardado.frases == (Frase(0, 9, Estado.DISCREPA, 1),)
    assert guardado.motivo == "length"
    assert guardado.valoracion == devuelta
    assert (devuelta.comentario, devuelta.voto, devuelta.razon) == ("", "no", "incompleta")


def test_con_textos_quedan(ruta: Path) -> None:
    """The check above can see a text where there is one."""
    with registro_en_marcha(ruta) as registro:
        registro.anotar(asiento_de_prueba(pregunta=SECRETO))
    assert huellas_en_disco(ruta.parent, SECRETO) == [ruta.name]


def test_apagado_no_escribe_nada_y_lo_dice(tmp_path: Path) -> None:
    with registro_en_marcha(None) as registro:
        registro.anotar(asiento_de_prueba())
        assert registro.estado() == EstadoRegistro(False, 0, 0, 0, None)
        with pytest.raises(RegistroApagado):
            guardados(registro)
        with pytest.raises(RegistroApagado):
            registro.valorar(valoracion_de_prueba())
    assert list(tmp_path.iterdir()) == []


# --- Faults ---------------------------------------------------------------------------------------


def problema_de(registro: Registro) -> str:
    assert esperar(lambda: registro.estado().problema is not None)
    problema = registro.estado().problema
    assert problema is not None
    en_español(problema)
    sin_entrañas(problema)
    return problema


def test_mientras_otro_programa_lo_ocupa_todo_espera_y_nada_se_pierde(ruta: Path) -> None:
    with registro_en_marcha(ruta) as registro:
        assert guardados(registro) == ()
        with ocupado_por_otro(ruta):
            for numero in range(5):
                registro.anotar(asiento_de_prueba(numero))
            assert "otro programa tiene ocupado" in problema_de(registro)
            assert registro.estado().pendientes == 5
            registro.valorar(valoracion_de_prueba(3))  # not written yet, and still it is known
            assert guardados(registro) == (), "a reader waits for nobody"
        assert guardado_todo(registro)
        halladas = {a.id: a.valoracion for a in guardados(registro)}
        assert halladas.keys() == {identificador(n) for n in range(5)}
        assert [cual for cual, valoracion in halladas.items() if valoracion] == [identificador(3)]
        assert registro.estado() == EstadoRegistro(True, 5, 0, 0, None)


def test_cerrar_no_espera_mas_de_lo_dicho_y_cuenta_lo_perdido(ruta: Path) -> None:
    with registro_en_marcha(ruta) as registro:
        assert guardados(registro) == ()
        with ocupado_por_otro(ruta):
            registro.anotar(asiento_de_prueba())
            registro.cerrar(0.2)
            assert esperar(lambda: registro.estado().perdidas == 1)
            assert registro.estado().pendientes == 0


def test_cerrar_escribe_todo_lo_que_esperaba(ruta: Path) -> None:
    registro = Registro(ruta, COMPLETO)
    for numero in range(700):
        registro.anotar(asiento_de_prueba(numero))
    registro.arrancar()
    registro.cerrar(10)
    assert registro.estado() == EstadoRegistro(True, 700, 0, 0, None)
    registro.anotar(asiento_de_prueba(701))
    assert registro.estado().perdidas == 1
    assert len(guardados(registro)) == 500, "a page holds 500"


def test_lo_que_no_cabe_se_cuenta_y_se_dice(ruta: Path) -> None:
    registro = Registro(ruta, COMPLETO)
    for numero in range(PENDIENTES_MAXIMAS + 7):
        registro.anotar(asiento_de_prueba(numero))
    assert registro.estado().pendientes == PENDIENTES_MAXIMAS
    assert registro.estado().perdidas == 7
    with pytest.raises(RegistroNoDisponible):
        registro.valorar(valoracion_de_prueba(0))
    registro.arrancar()
    assert guardado_todo(registro)
    assert registro.estado().filas == PENDIENTES_MAXIMAS
    assert "perdió 8 anotaciones" in problema_de(registro)
    registro.cerrar(5)


def test_una_carpeta_que_falta_y_luego_aparece(tmp_path: Path) -> None:
    ruta = tmp_path / "falta" / "registro.sqlite3"
    with registro_en_marcha(ruta) as registro:
        registro.anotar(asiento_de_prueba())
        problema = problema_de(registro)
        assert "no se puede crear registro.sqlite3" in problema
        assert str(tmp_path) not in problema
        with pytest.raises(RegistroNoDisponible):
            guardados(registro)
        ruta.parent.mkdir()
        assert guardado_todo(registro)
        assert registro.estado() == EstadoRegistro(True, 1, 0, 0, None)


def test_el_estado_es_de_un_solo_momento(ruta: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if what fails changed whenever it is looked at."""
    fallos = itertools.cycle((None, "el disco está lleno"))
    fallo = property(lambda _: next(fallos), lambda *_: None)
    monkeypatch.setattr(Registro, "_fallo", fallo, raising=False)
    dichos = [str(Registro(ruta, COMPLETO).estado().problema) for _ in range(4)]
    assert dichos[::2] == ["None"] * 2
    assert all(dicho.endswith(": el disco está lleno.") for dicho in dichos[1::2])


def test_lo_que_dice_el_estado_se_cambia_con_su_candado(tmp_path: Path) -> None:
    cambios: list[bool] = []

    class Vigilado(Registro):
        def __setattr__(self, nombre: str, valor: object) -> None:
            if nombre in ("_fallo", "_reloj") and nombre in vars(self):
                cambios.append(self._cambio._is_owned())  # type: ignore[attr-defined]
            super().__setattr__(nombre, valor)

    registro = Vigilado(tmp_path / "falta" / "registro.sqlite3", COMPLETO)
    registro.arrancar()
    registro.anotar(asiento_de_prueba())
    assert problema_de(registro)
    (tmp_path / "falta").mkdir()
    assert guardado_todo(registro)
    registro.cerrar(5)
    assert len(cambios) >= 3 and all(cambios)


def test_un_archivo_borrado_se_empieza_de_nuevo(ruta: Path) -> None:
    with registro_en_marcha(ruta) as registro:
        registro.anotar(asiento_de_prueba(1))
        assert guardado_todo(registro)
        ruta.unlink()
        registro.anotar(asiento_de_prueba(2))
        assert guardado_todo(registro)
        assert [a.id for a in guardados(registro)] == [identificador(2)]


def apartados(ruta: Path) -> list[Path]:
    return sorted(ruta.parent.glob("registro-apartado-*.sqlite3"))


def test_un_archivo_dañado_se_aparta_entero_y_se_empieza_otro(ruta: Path) -> None:
    basura = b"esto no es una base de datos\n" * 300
    ruta.write_bytes(basura)
    with registro_en_marcha(ruta) as registro:
        registro.anotar(asiento_de_prueba())
        assert guardado_todo(registro)
        (apartado,) = apartados(ruta)
        assert apartado.name in problema_de(registro)
        assert apartado.read_bytes() == basura
        assert len(guardados(registro)) == 1
        assert registro.estado().perdidas == 0


@pytest.mark.parametrize("version", [len(MIGRACIONES) + 1, 0])
def test_tablas_que_no_conoce_se_apartan_sin_tocarlas(ruta: Path, version: int) -> None:
    with sqlite3.connect(ruta) as ajena:
        ajena.execute("CREATE TABLE preguntas (otra TEXT)")
        ajena.execute("INSERT INTO preguntas VALUES ('intacta')")
        ajena.execute(f"PRAGMA user_version = {version}")
    ajena.close()
    with registro_en_marcha(ruta) as registro:
        registro.anotar(asiento_de_prueba())
        assert guardado_todo(registro)
        assert len(guardados(registro)) == 1
    (apartado,) = apartados(ruta)
    vieja = sqlite3.connect(apartado)
    assert vieja.execute("SELECT otra FROM preguntas").fetchall() == [("intacta",)]
    vieja.close()


def test_un_daño_que_solo_se_nota_al_leer_tambien_se_aparta(ruta: Path) -> None:
    with registro_en_marcha(ruta) as registro:
        for numero in range(200):
            registro.anotar(asiento_de_prueba(numero, respuesta="x" * 2000))
        assert guardado_todo(registro)
        paginas = ruta.read_bytes()
        with ruta.open("r+b") as archivo:
            for inicio in range(0, len(paginas), 4096):
                if b"x" * 1000 in paginas[inicio : inicio + 4096]:  # answers: nobody else looks
                    archivo.seek(inicio)
                    archivo.write(b"\xff" * 4096)
        with pytest.raises(RegistroNoDisponible):
            guardados(registro)
        assert "dañado" in problema_de(registro)
        assert esperar(lambda: registro.estado().filas == 0)
        assert registro.estado().perdidas == 200
        registro.anotar(asiento_de_prueba(1000))
        assert guardado_todo(registro)
        assert [a.id for a in guardados(registro)] == [identificador(1000)]
    assert len(apartados(ruta)) == 1


def test_una_anotacion_imposible_no_atasca_a_las_demas(ruta: Path) -> None:
    with registro_en_marcha(ruta) as registro:
        registro.anotar(asiento_de_prueba(1, modelo=None))
        assert esperar(lambda: registro.estado().perdidas == 1)
        registro.anotar(asiento_de_prueba(2))
        assert guardado_todo(registro)
        assert [a.id for a in guardados(registro)] == [identificador(2)]


# --- Bounds ---------------------------------------------------------------------------------------


def llenar(ruta: Path, edades: list[float]) -> None:
    """Write one question for each age, in days, the oldest first."""
    hoy = datetime.now(UTC)
    por_edad = sorted(enumerate(edades), key=lambda par: -par[1])
    archivo = ArchivoRegistro(ruta, limites(36_500, 1_000_000))
    archivo.guardar(
        [
            a_fila(asiento_de_prueba(numero, momento=hoy - timedelta(days=edad)))
            for numero, edad in por_edad
        ]
    )


@pytest.mark.parametrize(
    ("dias", "filas", "quedan"), [(90, 100, 5), (90, 3, 3), (5, 100, 2), (1000, 1, 1), (1, 9, 1)]
)
def test_se_queda_lo_mas_nuevo_que_cabe(ruta: Path, dias: int, filas: int, quedan: int) -> None:
    llenar(ruta, [100, 0.5, 20, 3, 89, 200, 40])
    with registro_en_marcha(ruta, AjustesRegistro(True, dias, filas)) as registro:
        esperados = [1, 3, 2, 6, 4][:quedan]
        assert esperar(lambda: registro.estado().filas == quedan)
        assert [a.id for a in guardados(registro)] == [identificador(n) for n in esperados]
        assert registro.estado().problema is None


def test_lo_que_llega_saca_a_lo_mas_viejo(ruta: Path) -> None:
    with registro_en_marcha(ruta, AjustesRegistro(True, 90, 10)) as registro:
        for numero in range(35):
            registro.anotar(asiento_de_prueba(numero))
        assert guardado_todo(registro)
        assert esperar(lambda: registro.estado().filas == 10)
        assert [a.id for a in guardados(registro)] == [identificador(n) for n in range(34, 24, -1)]


def test_al_arrancar_se_poda_todo_lo_que_sobra(ruta: Path) -> None:
    llenar(ruta, [n / 10_000 for n in range(2150)])
    with registro_en_marcha(ruta, AjustesRegistro(True, 90, 100)) as registro:
        assert esperar(lambda: registro.estado().filas == 100)
        assert [a.id for a in guardados(registro)] == [identificador(n) for n in range(100)]


def test_de_lo_podado_no_queda_rastro(ruta: Path) -> None:
    with registro_en_marcha(ruta, AjustesRegistro(True, 90, 5)) as registro:
        for numero in range(20):
            texto = SECRETO if numero < 10 else "otra cosa"
            registro.anotar(asiento_de_prueba(numero, pregunta=texto))
            registro.valorar(valoracion_de_prueba(numero, comentario=texto))
        assert guardado_todo(registro)
        assert esperar(lambda: registro.estado().filas == 5)
    assert huellas_en_disco(ruta.parent, SECRETO) == []
    assert huellas_en_disco(ruta.parent, "otra cosa") == [ruta.name]
    conexion = sqlite3.connect(ruta)
    assert conexion.execute("SELECT count(*) FROM valoraciones").fetchone() == (5,)
    conexion.close()


INUNDACIONES = (
    {"tipo": "saludo", "modo": "directo", "motivo": "directa", "documentos": ()},
    {"modo": "directo", "motivo": "sin_documentos", "documentos": ()},
    {"modo": "cache"},
    {"motivo": "abandonada"},
)


def por_clase(registro: Registro) -> Counter[tuple[str, str]]:
    return Counter((a.modo, a.motivo) for a in guardados(registro))


@pytest.mark.parametrize("inundacion", INUNDACIONES)
def test_lo_que_nada_cuesta_no_saca_a_las_preguntas(ruta: Path, inundacion: dict[str, Any]) -> None:
    llenar(ruta, [n / 100 for n in range(195)])
    with registro_en_marcha(ruta, AjustesRegistro(True, 90, 200)) as registro:
        for numero in range(1000, 1600):
            registro.anotar(asiento_de_prueba(numero, **inundacion))
        assert guardado_todo(registro)
        clases = por_clase(registro)
        assert clases.pop(("modelo", "stop")) >= 180
        assert [10 <= cuantas <= 20 for cuantas in clases.values()] == [True]
        assert identificador(1599) in {a.id for a in guardados(registro)}
        for numero in range(2000, 2100):
            registro.anotar(asiento_de_prueba(numero))
        assert guardado_todo(registro)
        nuevas = {identificador(numero) for numero in range(2000, 2100)}
        assert nuevas <= {a.id for a in guardados(registro)}
        assert registro.estado().filas == 200


def test_todas_las_inundaciones_a_la_vez_dejan_mas_de_la_mitad(ruta: Path) -> None:
    llenar(ruta, [n / 100 for n in range(200)])
    with registro_en_marcha(ruta, AjustesRegistro(True, 90, 200)) as registro:
        for numero in range(1000, 1800):
            registro.anotar(asiento_de_prueba(numero, **INUNDACIONES[numero % 4]))
        assert guardado_todo(registro)
        assert por_clase(registro)["modelo", "stop"] > 100


def test_un_reloj_que_se_adelanta_no_vacia_el_registro(
    ruta: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither at the start nor while questions come; after a week of use it is believed."""
    llenar(ruta, [n / 2 for n in range(20)])
    hoy, dia = datetime.now(UTC), 120
    registro = Registro(ruta, COMPLETO, lambda: hoy + timedelta(days=dia))
    registro.arrancar()
    assert "se conservan" in problema_de(registro)
    assert "El reloj del equipo dejaría viejas 20 preguntas" in caplog.text
    for dia, filas in ((120, 21), (126, 22), (128, 3)):
        registro.anotar(asiento_de_prueba(dia, momento=hoy + timedelta(days=dia)))
        assert guardado_todo(registro)
        assert registro.estado().filas == filas
    assert [int(a.id, 16) for a in guardados(registro)] == [128, 126, 120]
    assert registro.estado().problema is None
    registro.cerrar(5)


def test_un_reloj_que_se_atrasa_no_saca_lo_que_llega(ruta: Path) -> None:
    llenar(ruta, [n / 2 for n in range(10)])
    ayer = datetime(1970, 1, 1, tzinfo=UTC)
    registro = Registro(ruta, AjustesRegistro(True, 90, 10), lambda: ayer)
    registro.arrancar()
    registro.anotar(asiento_de_prueba(100, momento=ayer))
    assert guardado_todo(registro)
    ids = [a.id for a in guardados(registro)]
    assert ids == [identificador(n) for n in (*range(9), 100)]
    registro.cerrar(5)


# --- Versions -------------------------------------------------------------------------------------


def archivo_de_la_version(version: Path, ruta: Path) -> None:
    with closing(sqlite3.connect(ruta)) as conexion:
        conexion.executescript(version.read_text(encoding="utf-8"))


def test_hay_un_archivo_de_cada_version_anterior() -> None:
    assert len(VERSIONES) == len(MIGRACIONES) - 1


@pytest.mark.parametrize("version", VERSIONES, ids=lambda version: version.stem)
def test_un_archivo_de_antes_se_lleva_a_la_version_de_hoy(version: Path, ruta: Path) -> None:
    archivo_de_la_version(version, ruta)
    with registro_en_marcha(ruta, AjustesRegistro(True, 36_500, 100)) as registro:
        registro.anotar(asiento_de_prueba(3))
        assert guardado_todo(registro)
        nueva, otra, una = guardados(registro)
        assert nueva.id == identificador(3)
        assert (otra.pregunta, otra.digest) == ("¿Y «después»?", None)
        assert una.valoracion is not None and una.valoracion.comentario == "Falta el parágrafo."
        primera = asiento_de_prueba(1, momento=una.momento, pasajes=(), frases=(), avisos=())
        assert una == guardada(primera, una.valoracion)
        assert registro.estado() == EstadoRegistro(True, 3, 0, 0, None)
    with closing(sqlite3.connect(ruta)) as conexion, closing(sqlite3.connect(":memory:")) as nuevo:
        migrar(nuevo)
        vistos = "SELECT type, name FROM sqlite_master ORDER BY 1, 2"
        assert conexion.execute(vistos).fetchall() == nuevo.execute(vistos).fetchall()
        assert conexion.execute("PRAGMA user_version").fetchone() == (len(MIGRACIONES),)


def test_una_migracion_se_hace_entera_o_nada(ruta: Path) -> None:
    archivo_de_la_version(VERSIONES[0], ruta)
    with closing(sqlite3.connect(ruta, isolation_level=None)) as conexion:
        conexion.execute("CREATE INDEX preguntas_por_clase ON preguntas (modo)")
        antes = conexion.execute("SELECT * FROM sqlite_master").fetchall()
        with pytest.raises(sqlite3.OperationalError):
            migrar(conexion)
        assert conexion.execute("SELECT * FROM sqlite_master").fetchall() == antes
        assert conexion.execute("PRAGMA user_version").fetchone() == (1,)


# --- Ratings --------------------------------------------------------------------------------------


def test_la_ultima_valoracion_reemplaza_a_la_anterior(ruta: Path) -> None:
    with registro_en_marcha(ruta) as registro:
        registro.anotar(asiento_de_prueba(1))
        registro.valorar(valoracion_de_prueba(1, voto="no"))
        ultima = valoracion_de_prueba(1, voto="si", razon=None, comentario="", documento=None)
        registro.valorar(ultima)
        assert guardado_todo(registro)
        assert [a.valoracion for a in guardados(registro)] == [ultima]


def test_no_se_valora_lo_que_nadie_pregunto(ruta: Path) -> None:
    with registro_en_marcha(ruta) as registro:
        registro.anotar(asiento_de_prueba(1))
        with pytest.raises(PreguntaDesconocida):
            registro.valorar(valoracion_de_prueba(2))
        assert guardado_todo(registro)
        registro.valorar(valoracion_de_prueba(1))
        assert registro.estado().perdidas == 0


def test_se_valora_mientras_espera_un_cambio_de_la_biblioteca(ruta: Path) -> None:
    registro, suya = Registro(ruta, COMPLETO), valoracion_de_prueba(1)
    registro.anotar_cambio("127.0.0.1", "Se retiró «acuerdo.md».")
    registro.anotar(asiento_de_prueba(1))
    assert registro.valorar(suya) == suya
    registro.arrancar()
    assert guardado_todo(registro)
    assert [a.valoracion for a in guardados(registro)] == [suya]
    assert registro.leer(lambda c: ultimos_cambios(c, 1))[0].que == "Se retiró «acuerdo.md»."
    registro.cerrar(5)


def test_una_valoracion_cuya_pregunta_se_fue_se_cuenta_como_perdida(ruta: Path) -> None:
    archivo = ArchivoRegistro(ruta, limites(90, 100))
    huerfana = a_fila(valoracion_de_prueba(1))
    suya = [a_fila(asiento_de_prueba(2)), a_fila(valoracion_de_prueba(2))]
    assert archivo.guardar([huerfana, *suya]).perdidas == 1


# --- Readers --------------------------------------------------------------------------------------


def test_quien_lee_mientras_se_escribe_ve_siempre_un_solo_estado(ruta: Path) -> None:
    pagina = Pagina(1, 500)
    vistos: list[list[int]] = [[] for _ in range(4)]
    listo = threading.Event()

    def leer(totales: list[int]) -> None:
        while not (listo.is_set() and totales and totales[-1] == 400):
            hallado = registro.leer(lambda c: buscar(c, Filtro(), pagina))
            assert hallado.total == len(hallado.filas)
            totales.append(hallado.total)

    with registro_en_marcha(ruta) as registro:
        lectores = [threading.Thread(target=leer, args=(totales,)) for totales in vistos]
        for lector in lectores:
            lector.start()
        for numero in range(400):
            registro.anotar(asiento_de_prueba(numero))
        listo.set()
        for lector in lectores:
            lector.join(PACIENCIA_S)
    for totales in vistos:
        assert totales[-1] == 400
        assert all(antes <= despues for antes, despues in itertools.pairwise(totales))
