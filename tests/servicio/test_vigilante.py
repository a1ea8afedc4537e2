"""The watcher of the documents folder, on real files: what it sees, when it reloads, when not."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from biblioteca_de_prueba import BUENO, CLAVES
from paciencia import PACIENCIA_S, esperar
from servidor_de_prueba import ServidorDePrueba
from verificaciones import en_español

from siaa.biblioteca import cargador
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.valores import AjustesBiblioteca
from siaa.errores import ServicioDeteniendose
from siaa.examen import Examen, Examinador, RespuestaExamen
from siaa.servicio.parada import Parada
from siaa.servicio.vigencia import rondas as modulo
from siaa.servicio.vigencia.biblioteca_viva import BibliotecaViva
from siaa.servicio.vigencia.recarga import NOMBRES_MOSTRADOS, Recarga, Resultado
from siaa.servicio.vigencia.rondas import Vigilante

CIRCULAR = "circular_horarios.txt"
NUNCA_S = 3600
"""Between looks: the test looks itself."""
SEGUIDO_S = 0.02
Fabrica = Callable[..., ServidorDePrueba]


@pytest.fixture
def quieto(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that a test has just written count as settled."""
    monkeypatch.setattr(cargador, "REPOSO_NS", 0)


@pytest.fixture
def parada() -> Iterator[Parada]:
    parada = Parada()
    yield parada
    parada.vencer()


def viva_de(
    carpeta: Path, parada: Parada, examinar: Examinador = Examen
) -> tuple[BibliotecaViva, Vigilante]:
    viva = BibliotecaViva(carpeta, AjustesBiblioteca(), examinar=examinar, parada=parada)
    return viva, Vigilante(viva, NUNCA_S, parada)


def ultima(viva: BibliotecaViva) -> Recarga:
    assert viva.estado.recarga is not None
    return viva.estado.recarga


def vigilantes() -> list[threading.Thread]:
    return [hilo for hilo in threading.enumerate() if hilo.name == Vigilante.HILO]


# --- What it sees -------------------------------------------------------------------------


def reescribir(carpeta: Path) -> None:
    (carpeta / CIRCULAR).write_text("El trapiche abre los jueves.\n", encoding="utf-8")


def mudar(carpeta: Path) -> None:
    (carpeta / CIRCULAR).rename(carpeta / "normativa" / "circular.txt")


CAMBIOS: dict[str, tuple[Callable[[Path], object], tuple[tuple[str, ...], ...]]] = {
    "nuevo": (lambda c: (c / "nuevo.md").write_text(BUENO, "utf-8"), (("nuevo.md",), (), ())),
    "cambiado": (reescribir, ((), (CIRCULAR,), ())),
    "retirado": (lambda c: (c / CIRCULAR).unlink(), ((), (), (CIRCULAR,))),
    "mudado": (mudar, (("circular.txt",), (), (CIRCULAR,))),
    "catalogo": (lambda c: (c / "catalogo.toml").unlink(), ((), (), ())),
}


@pytest.mark.usefixtures("quieto")
@pytest.mark.parametrize("cual", CAMBIOS)
def test_un_cambio_que_se_confirma_se_carga_una_vez(
    cual: str, biblioteca_chica: Path, parada: Parada
) -> None:
    viva, vigilante = viva_de(biblioteca_chica, parada)
    antes = viva.indice
    cambiar, esperados = CAMBIOS[cual]
    cambiar(biblioteca_chica)
    vigilante.mirar()
    assert viva.indice is antes and viva.estado.recarga is None
    vigilante.mirar()
    cambios = ultima(viva).cambios
    assert (cambios.agregados, cambios.modificados, cambios.retirados) == esperados
    assert viva.indice.huella != antes.huella
    recargada = viva.indice
    for _ in range(4):
        vigilante.mirar()
    assert viva.indice is recargada


@pytest.mark.usefixtures("quieto")
def test_lo_que_no_cambia_se_aprovecha(biblioteca_chica: Path, parada: Parada) -> None:
    viva, vigilante = viva_de(biblioteca_chica, parada)
    antes = viva.indice.documentos
    reescribir(biblioteca_chica)
    vigilante.mirar()
    vigilante.mirar()
    ahora = viva.indice.documentos
    assert [c for c in CLAVES if ahora[c].texto is not antes[c].texto] == [CIRCULAR]


@pytest.mark.usefixtures("quieto")
def test_sin_cambios_no_hay_recarga(biblioteca_chica: Path, parada: Parada) -> None:
    viva, vigilante = viva_de(biblioteca_chica, parada)
    antes = viva.indice
    (biblioteca_chica / "evaluacion.jsonl").write_text("{}\n", encoding="utf-8")
    (biblioteca_chica / "Thumbs.db").write_bytes(b"\x89PNG")
    (biblioteca_chica / ".oculto.md").write_text(BUENO, encoding="utf-8")
    for _ in range(5):
        vigilante.mirar()
    assert viva.indice is antes and viva.estado.recarga is None


@pytest.mark.usefixtures("quieto")
def test_lo_que_se_va_quitando_se_carga_cuando_acaba(
    biblioteca_chica: Path, parada: Parada
) -> None:
    """Removals leave no recent time behind: only the next look tells that they go on."""
    viva, vigilante = viva_de(biblioteca_chica, parada)
    quitados = sorted((biblioteca_chica / "manuales").iterdir())
    for ruta in quitados:
        ruta.unlink()
        vigilante.mirar()
    assert viva.estado.recarga is None
    vigilante.mirar()
    assert ultima(viva).cambios.retirados == tuple(ruta.name for ruta in quitados)


class RelojAjeno:
    """The clock of this machine, as a share sees it whose own runs `adelanto_s` ahead."""

    def __init__(self, adelanto_s: float) -> None:
        self._adelanto_ns = int(adelanto_s * 1e9)

    def time_ns(self) -> int:
        return time.time_ns() - self._adelanto_ns

    def __getattr__(self, nombre: str) -> Any:
        return getattr(time, nombre)


class RelojParado:
    """Our own clock, which the test puts forward, and how often it was looked at: once a look at a
    folder that changed.
    """

    def __init__(self) -> None:
        self.ahora_ns = self.miradas = 0

    def monotonic_ns(self) -> int:
        self.miradas += 1
        return self.ahora_ns


@pytest.fixture
def reloj(monkeypatch: pytest.MonkeyPatch) -> RelojParado:
    parado = RelojParado()
    monkeypatch.setattr(modulo, "time", parado)
    return parado


@pytest.mark.parametrize("adelanto_s", [3600, -3600], ids=["adelantado", "atrasado"])
def test_el_reloj_de_la_carpeta_no_decide(
    biblioteca_chica: Path,
    parada: Parada,
    monkeypatch: pytest.MonkeyPatch,
    reloj: RelojParado,
    adelanto_s: float,
) -> None:
    """By its times all was written in an hour, or an hour ago; it rests when it stays the same."""
    monkeypatch.setattr(cargador, "time", RelojAjeno(adelanto_s))
    viva, vigilante = viva_de(biblioteca_chica, parada)
    for texto in ("uno", "otro", "El trapiche abre los jueves."):
        (biblioteca_chica / CIRCULAR).write_text(texto, encoding="utf-8")
        for _ in range(3):
            reloj.ahora_ns += cargador.REPOSO_NS // 3
            vigilante.mirar()
    assert viva.estado.recarga is None, "it had not been at rest for long enough"
    reloj.ahora_ns += cargador.REPOSO_NS // 2
    vigilante.mirar()
    assert ultima(viva).cambios.modificados == (CIRCULAR,)
    assert "trapiche" in viva.indice.documentos[CIRCULAR].contenido


def test_lo_recien_escrito_se_deja_reposar(biblioteca_chica: Path, parada: Parada) -> None:
    viva, vigilante = viva_de(biblioteca_chica, parada)
    (biblioteca_chica / "nuevo.md").write_text(BUENO, encoding="utf-8")
    vigilante.mirar()
    vigilante.mirar()
    assert viva.estado.recarga is None


@pytest.mark.usefixtures("quieto")
def test_el_registro_dice_que_cambio(
    biblioteca_chica: Path, parada: Parada, caplog: pytest.LogCaptureFixture
) -> None:
    _, vigilante = viva_de(biblioteca_chica, parada)
    for i in range(NOMBRES_MOSTRADOS + 3):
        (biblioteca_chica / f"hoja_{i:02}.md").write_text(f"{BUENO}{i}", encoding="utf-8")
    (biblioteca_chica / CIRCULAR).unlink()
    caplog.set_level(logging.INFO)
    caplog.clear()
    vigilante.mirar()
    vigilante.mirar()
    (linea,) = [m for m in caplog.messages if m.startswith("[Recarga]")]
    assert "agregados 13 (hoja_00.md, " in linea and "hoja_09.md y 3 más)" in linea
    assert f"retirados 1 ({CIRCULAR})" in linea and "modificados" not in linea
    assert " s: " in linea
    analizados = [m for m in caplog.messages if m.startswith("[Doc]")]
    assert len(analizados) == NOMBRES_MOSTRADOS + 3, "only what is new is listed"


# --- What it leaves alone -----------------------------------------------------------------


@pytest.mark.usefixtures("quieto")
def test_una_carpeta_que_no_esta_se_dice_una_vez(
    biblioteca_chica: Path, parada: Parada, caplog: pytest.LogCaptureFixture
) -> None:
    viva, vigilante = viva_de(biblioteca_chica, parada)
    antes = viva.indice
    lejos = biblioteca_chica.rename(biblioteca_chica.with_name("desconectada"))
    caplog.clear()
    for _ in range(4):
        vigilante.mirar()
    assert len(caplog.messages) == 1
    assert vigilante.problema is not None and viva.indice is antes
    en_español(vigilante.problema)
    reescribir(lejos)
    lejos.rename(biblioteca_chica)
    vigilante.mirar()
    assert vigilante.problema is None
    vigilante.mirar()
    assert ultima(viva).cambios.modificados == (CIRCULAR,)


@pytest.mark.usefixtures("quieto")
def test_una_carpeta_que_se_queda_vacia_no_vacia_la_biblioteca(
    biblioteca_chica: Path, parada: Parada
) -> None:
    """A share that is not mounted looks like an empty folder."""
    viva, vigilante = viva_de(biblioteca_chica, parada)
    antes = viva.indice
    montada = biblioteca_chica.rename(biblioteca_chica.with_name("montada"))
    biblioteca_chica.mkdir()
    for _ in range(4):
        vigilante.mirar()
    fallida = ultima(viva)
    assert fallida.resultado is Resultado.FALLIDA and viva.indice is antes
    assert fallida.motivo is not None and "se quedó sin documentos" in fallida.motivo
    vigilante.mirar()
    assert viva.estado.recarga is fallida, "it is not tried again"
    biblioteca_chica.rmdir()
    montada.rename(biblioteca_chica)
    vigilante.mirar()
    vigilante.mirar()
    assert ultima(viva).resultado is Resultado.APLICADA
    assert sorted(viva.indice.claves) == CLAVES


@pytest.mark.usefixtures("quieto")
def test_a_mano_si_se_vacia(biblioteca_chica: Path, parada: Parada) -> None:
    viva, _ = viva_de(biblioteca_chica, parada)
    biblioteca_chica.rename(biblioteca_chica.with_name("guardada"))
    biblioteca_chica.mkdir()
    assert viva.recargar()[1].claves == ()


class ExamenQueEspera:
    """Questions whose first answer does not come before `seguir`."""

    def __init__(self) -> None:
        self.empezado = threading.Event()
        self.seguir = threading.Event()

    def __call__(self) -> Examen:
        return Examen(self._juzgar)

    def _juzgar(self, indice: Indice) -> Iterator[RespuestaExamen]:
        self.empezado.set()
        assert self.seguir.wait(PACIENCIA_S)
        for clave in indice.claves:
            yield RespuestaExamen("¿?", clave, (clave,))


@pytest.mark.usefixtures("quieto")
def test_la_recarga_de_otro_se_respeta(biblioteca_chica: Path, parada: Parada) -> None:
    examen = ExamenQueEspera()
    viva, vigilante = viva_de(biblioteca_chica, parada, examen)
    reescribir(biblioteca_chica)
    vigilante.mirar()
    a_mano = threading.Thread(target=viva.recargar)
    a_mano.start()
    assert examen.empezado.wait(PACIENCIA_S)
    vigilante.mirar()
    assert viva.estado.recarga is None
    examen.seguir.set()
    a_mano.join(PACIENCIA_S)
    recargada = viva.indice
    for _ in range(3):
        vigilante.mirar()
    assert viva.indice is recargada and ultima(viva).cambios.modificados == (CIRCULAR,)


def romperse() -> Examen:
    raise RuntimeError("imprevisto")


@pytest.mark.usefixtures("quieto")
def test_un_fallo_no_previsto_no_acaba_con_la_vigilancia(
    biblioteca_chica: Path, parada: Parada, caplog: pytest.LogCaptureFixture
) -> None:
    viva = BibliotecaViva(biblioteca_chica, AjustesBiblioteca(), examinar=romperse, parada=parada)
    vigilante = Vigilante(viva, SEGUIDO_S, parada)
    antes = viva.indice
    vigilante.arrancar()
    for vuelta, texto in enumerate(("uno", "dos")):
        entero = biblioteca_chica / ".a-medias"  # what is looked at twice must not be half of it
        entero.write_text(texto, encoding="utf-8")
        entero.replace(biblioteca_chica / CIRCULAR)
        assert esperar(lambda v=vuelta: caplog.text.count("error no previsto") == v + 1)
    parada.pedir()
    vigilante.terminar()
    assert viva.indice is antes and ultima(viva).resultado is Resultado.FALLIDA
    assert "imprevisto" not in (ultima(viva).motivo or "")


# --- Beginning and end --------------------------------------------------------------------


def test_con_cero_no_se_vigila(carpeta: Path, parada: Parada) -> None:
    viva, _ = viva_de(carpeta, parada)
    vigilante = Vigilante(viva, 0, parada)
    vigilante.arrancar()
    vigilante.terminar()  # nobody asked to stop: there was nothing to wait for
    assert vigilantes() == []


def test_al_parar_no_espera_a_la_proxima_mirada(carpeta: Path, parada: Parada) -> None:
    _, vigilante = viva_de(carpeta, parada)
    vigilante.arrancar()
    assert len(vigilantes()) == 1
    parada.pedir()
    vigilante.terminar()
    assert vigilantes() == []


@pytest.mark.usefixtures("quieto")
def test_al_parar_la_recarga_se_deja_a_medias(carpeta: Path, parada: Parada) -> None:
    examen = ExamenQueEspera()
    viva, _ = viva_de(carpeta, parada, examen)
    antes = viva.indice
    vigilante = Vigilante(viva, SEGUIDO_S, parada)
    vigilante.arrancar()
    (carpeta / "nuevo.md").write_text(BUENO, encoding="utf-8")
    assert examen.empezado.wait(PACIENCIA_S)
    parada.pedir()
    examen.seguir.set()
    vigilante.terminar()
    assert vigilantes() == [] and viva.indice is antes
    with pytest.raises(ServicioDeteniendose):
        viva.recargar()


# --- In service ---------------------------------------------------------------------------


def estado_de(siaa: ServidorDePrueba) -> dict[str, Any]:
    datos: dict[str, Any] = siaa.obtener("/siaa/status").json
    return datos


def recargas(caplog: pytest.LogCaptureFixture) -> int:
    return sum(m.startswith("[Vigilante] La carpeta") for m in caplog.messages)


def test_en_servicio_lo_escrito_despacio_se_carga_una_vez(
    servidor: Fabrica,
    biblioteca_chica: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    reloj: RelojParado,
) -> None:
    def cambiar(accion: Callable[[], object]) -> None:
        """Change the folder, and wait until a look that began afterwards saw it."""
        accion()
        vistas = reloj.miradas
        assert esperar(lambda: reloj.miradas > vistas + 1)
        assert recargas(caplog) == 0

    monkeypatch.setattr(cargador, "time", RelojAjeno(3600))
    caplog.set_level(logging.INFO)
    siaa = servidor(vigilar=SEGUIDO_S)
    with (biblioteca_chica / "lento.md").open("w", encoding="utf-8", buffering=1) as archivo:
        for i in range(8):
            cambiar(partial(archivo.write, f"El trapiche {i} abre los jueves.\n"))
            reloj.ahora_ns += cargador.REPOSO_NS * 3 // 4
    cambiar((biblioteca_chica / CIRCULAR).unlink)
    reloj.ahora_ns += cargador.REPOSO_NS
    assert esperar(lambda: estado_de(siaa)["recarga"] is not None)
    dicho = f"agregados 1 (lento.md); retirados 1 ({CIRCULAR})"
    assert estado_de(siaa)["recarga"]["cambios"] == dicho
    fragmento = siaa.obtener("/siaa/fragmento", doc="lento.md", q="¿Cuándo abre el trapiche 7?")
    assert "trapiche 7" in fragmento.texto
    reloj.ahora_ns += cargador.REPOSO_NS
    time.sleep(0.5)
    assert recargas(caplog) == 1


def test_en_servicio_se_ve_que_la_carpeta_no_esta(
    servidor: Fabrica, biblioteca_chica: Path
) -> None:
    siaa = servidor(vigilar=0.05)
    lejos = biblioteca_chica.rename(biblioteca_chica.with_name("desconectada"))
    assert esperar(lambda: "no se puede leer" in " ".join(estado_de(siaa)["avisos"]))
    assert estado_de(siaa)["total_documentos"] == len(CLAVES)
    lejos.rename(biblioteca_chica)
    assert esperar(lambda: "no se puede leer" not in " ".join(estado_de(siaa)["avisos"]))
