"""What an operator reads at a terminal."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from biblioteca_de_prueba import escribir_biblioteca

from config import Config
from siaa.almacen.almacen import SIN_USO
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.valores import Omitido
from siaa.consola.terminal import (
    OMITIDOS_MOSTRADOS,
    SIN_PREGUNTAR,
    escribir_respuesta,
    informe_biblioteca,
    informe_etapas,
    informe_modelo,
    progreso,
)
from siaa.errores import EsperaAgotada
from siaa.eventos import SILENCIO, Cierre, Evento, Fuentes, Marcha
from siaa.recorrido.acta import Acta
from siaa.recorrido.atencion import Atencion
from siaa.redaccion.respuesta import aviso_corte
from siaa.servicio.modelo.consultor import EstadoDeConsultas
from siaa.servicio.modelo.salud import EstadoModelo
from siaa.valores import Contexto, Fallo, Fuente, Texto

APAGADOS: dict[str, object] = {**dict(Config()), "rutas": False}
FUENTES = Fuentes(
    Contexto(
        "el plazo", (Fuente(1, "a.md", "Acta", "guias", "§ 1", 3, 0, 8, 0, 8, (), lugar="§ 1"),)
    )
)


@pytest.fixture
def indice(biblioteca_chica: Path) -> Indice:
    return cargar_biblioteca(biblioteca_chica)


# --- Reports --------------------------------------------------------------------------------


def test_informe_de_la_biblioteca(indice: Indice) -> None:
    assert informe_biblioteca(indice) == (
        f"Biblioteca: 6 documentos, {len(indice.pasajes.limites)} pasajes — "
        "general (1), manuales (3), normativa (2)"
    )


def test_informe_de_lo_omitido_y_los_avisos(indice: Indice) -> None:
    omitidos = (Omitido("x.md", "está vacío"), Omitido("y.md", "no es texto"))
    informe = informe_biblioteca(replace(indice, omitidos=omitidos, avisos=("Revise eso.",)))
    assert informe.splitlines()[1:] == [
        "  Archivos sin leer, con lo que hay que hacer: 2",
        "  - x.md: está vacío",
        "  - y.md: no es texto",
        "  Aviso: Revise eso.",
    ]


def test_muchos_omitidos_se_resumen(indice: Indice) -> None:
    muchos = tuple(Omitido(f"{n}.md", "está vacío") for n in range(OMITIDOS_MOSTRADOS + 1))
    informe = informe_biblioteca(replace(indice, omitidos=muchos))
    assert f"hay que hacer: {OMITIDOS_MOSTRADOS + 1}" in informe
    assert informe.count("está vacío") == OMITIDOS_MOSTRADOS and "/siaa/salud" in informe
    justos = informe_biblioteca(replace(indice, omitidos=muchos[:-1]))
    assert "/siaa/status" not in justos


def test_informe_de_una_biblioteca_vacia(tmp_path: Path) -> None:
    vacia = cargar_biblioteca(escribir_biblioteca(tmp_path, {}))
    primera, segunda = informe_biblioteca(vacia).splitlines()
    assert primera == "Biblioteca: 0 documentos, 0 pasajes"
    assert "vacía" in segunda and ".md o .txt" in segunda


def test_informe_del_modelo() -> None:
    listo = EstadoModelo(True, "0.30.1", True, "d", None)
    assert informe_modelo(listo, "qwen") == "Modelo: qwen, listo (Ollama 0.30.1)"
    falta = EstadoModelo(True, problema="No está.", remedio=("uno", "dos"))
    assert informe_modelo(falta, "qwen").splitlines() == [
        "Modelo: No está.",
        "  Mientras tanto, SIAA responde con los pasajes de los documentos.",
        "  Para tener el modelo, ejecute:",
        "    uno",
        "    dos",
    ]
    assert "ejecute" not in informe_modelo(EstadoModelo(), "qwen")


# --- Progress -------------------------------------------------------------------------------


class Pantalla(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("salida", [io.StringIO(), Pantalla()])
def test_el_progreso_deja_pasar_todo(salida: io.StringIO) -> None:
    """And a load shorter than a second shows nothing, at a terminal either."""
    rutas: Sequence[str] = ["a.md", "b.md"]
    assert list(progreso(salida)(rutas)) == rutas
    assert salida.getvalue().strip() == ""


def test_una_carga_larga_muestra_una_barra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("siaa.consola.terminal.DEMORA_BARRA_S", 0.0)
    pantalla = Pantalla()
    assert list(progreso(pantalla)(["a.md", "b.md"])) == ["a.md", "b.md"]
    assert "Cargando documentos" in pantalla.getvalue() and "doc" in pantalla.getvalue()


# --- An answer ------------------------------------------------------------------------------


class Dictada(Atencion):
    """An answer that tells some events."""

    def __init__(self, *dichos: Evento) -> None:
        self.acta, self.dichos = Acta("1"), dichos

    def _sin_sorpresas(self) -> Iterator[Evento]:
        yield from self.dichos

    def cerrar(self) -> None:
        """There is nothing to close."""


def escribir(*eventos: Evento) -> tuple[bool, str, str]:
    salida, errores = io.StringIO(), io.StringIO()
    completa = escribir_respuesta(Dictada(*eventos), salida, errores)
    return completa, salida.getvalue(), errores.getvalue()


def test_las_palabras_van_por_un_lado_y_lo_demas_por_otro() -> None:
    final = Cierre("stop", True, "modelo")
    estados = (Marcha("en_cola", 1), Marcha("leyendo"), SILENCIO, Marcha("escribiendo"))
    completa, salida, errores = escribir(FUENTES, *estados, Texto("Sí, "), Texto("cinco."), final)
    assert (completa, salida) == (True, "Sí, cinco.\n")
    assert errores == (
        "(el modelo está leyendo los documentos…)\n\nFuentes:\n  [1] Acta — § 1 (a.md)\n"
    )


def test_un_problema_se_dice_y_la_respuesta_no_es_completa() -> None:
    final = Cierre("corte", False, "modelo")
    """Once: by the answer itself."""
    error = EsperaAgotada()
    dicho = aviso_corte(error)
    completa, salida, errores = escribir(Texto("Sí"), Fallo(error), Texto(dicho), final)
    assert (completa, salida, errores) == (False, f"Sí{dicho}\n", "")


def test_cada_palabra_sale_en_cuanto_llega() -> None:
    class Salida(io.StringIO):
        def flush(self) -> None:
            vistas.append(self.getvalue())

    vistas: list[str] = []
    escribir_respuesta(Dictada(Texto("uno "), Texto("dos")), Salida(), io.StringIO())
    assert vistas == ["uno ", "uno dos", "uno dos\n"]


def test_si_se_redujo_valen_las_ultimas_fuentes() -> None:
    menos = Fuentes(Contexto("", ()))
    assert "Fuentes" not in escribir(FUENTES, menos, Texto("x"), Cierre("stop", True, "modelo"))[2]
    assert escribir() == (False, "\n", "")


@pytest.mark.parametrize(
    ("cuando", "cuantas"), [("duda", "(si hay duda, una vez)"), ("siempre", "(una vez)")]
)
def test_el_arranque_dice_cuantas_llamadas_cuesta_una_pregunta(cuando: str, cuantas: str) -> None:
    una = EstadoDeConsultas("descomposición", "proponer", cuando, 1, 120.0, {}, 0.0, None)
    otra = EstadoDeConsultas("suficiencia", "revisar", "si", 2, 120.0, {}, 0.0, None)
    dicho = informe_etapas([una], APAGADOS, 1)
    assert f"proponer {cuantas}" in dicho and "2 llamadas" in dicho and "120 s" in dicho
    assert "a lo sumo 5. " in dicho and "un servidor falla" not in dicho
    ambas = informe_etapas([una, otra], APAGADOS, 2)
    assert "4 llamadas" in ambas and "360 s" in ambas and "revisar (hasta 2 veces)" in ambas
    assert "a lo sumo 8. " in ambas and "no cabe o un servidor falla" in ambas


def test_sin_etapas_el_arranque_no_dice_nada() -> None:
    assert informe_etapas([], APAGADOS, 2) == ""


@pytest.mark.parametrize(("ajuste", "dicha"), SIN_PREGUNTAR)
def test_el_arranque_dice_que_mas_esta_encendido(ajuste: tuple[str, object], dicha: str) -> None:
    assert informe_etapas([], APAGADOS | dict([ajuste]), 1) == (
        f"\nSin pedirle más al modelo cuando alguien pregunta: {dicha}."
    )


def test_el_arranque_dice_que_el_almacen_no_se_usa() -> None:
    sin_uso = APAGADOS | {"almacen": "postgres", "estrategia": "hibrida"}
    assert informe_etapas([], sin_uso, 1) == f"\nAviso: {SIN_USO}"
    assert SIN_USO not in informe_etapas([], sin_uso | {"estrategia": "canal"}, 1)
