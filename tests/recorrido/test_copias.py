"""What is sent where near-copies answer alike, what is offered beside it, what is asked back."""

from __future__ import annotations

from pathlib import Path

import pytest
from copias_de_prueba import COMUN, DISTINTO, MOSTRADORES, escribir_copias

from config import Config
from siaa.armado import ajustes_consulta
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.recorrido.hallazgo import Preparacion
from siaa.recorrido.preparacion import reunir
from siaa.redaccion import respuesta
from siaa.valores import Mensaje

SELLO = "El número del sello que le puso el inspector se escribe con tinta roja."
BANDO = """\
# Bando de la plaza

## Sellos

El alcalde manda que las pesas y las balanzas sin sello se guarden, y en la casilla quede la fecha.
"""


@pytest.fixture
def carpeta(tmp_path: Path) -> Path:
    """The four near-copies, and a fifth."""
    manuales = escribir_copias(tmp_path) / "manuales"
    texto = (manuales / "mostrador_frutas.md").read_text("utf-8")
    (manuales / "mostrador_quesos.md").write_text(texto.replace("frutas", "quesos"), "utf-8")
    return tmp_path


def cambiar(carpeta: Path, que: str, dice: str, otro: str) -> None:
    ruta = carpeta / "manuales" / f"mostrador_{que}.md"
    texto = ruta.read_text("utf-8")
    assert dice in texto
    ruta.write_text(texto.replace(dice, otro), "utf-8")


def preparar(carpeta: Path, *turnos: str) -> Preparacion:
    dichos = [t for turno in turnos for t in (turno, "Así.")][:-1]
    charla = [Mensaje(("user", "assistant")[n % 2], dicho) for n, dicho in enumerate(dichos)]
    return reunir(cargar_biblioteca(carpeta), charla, ajustes_consulta(Config()), 3.0)


@pytest.mark.parametrize("que", [*MOSTRADORES, "quesos"])
def test_lo_comun_no_depende_de_donde_se_corta(carpeta: Path, que: str) -> None:
    """What stands in one copy as a part of a longer passage stands there too."""
    fin = "dentro de la misma jornada."
    cambiar(carpeta, que, f"{fin}\n", f"{fin} {SELLO}\n")
    lista = preparar(carpeta, COMUN)
    enviado = lista.contexto.texto
    assert lista.aclaracion is None and len(lista.tambien) == 4 and lista.aparte == ""
    assert "instrumento sin sello" in enviado and SELLO not in enviado


def test_lo_que_una_dice_de_otra_manera_se_pregunta(carpeta: Path) -> None:
    """That of the others would be a wrong answer to whoever is of that one."""
    cambiar(carpeta, "quesos", "el inspector de la lonja revisó", "el veedor de la lonja miró")
    lista = preparar(carpeta, COMUN)
    assert lista.aclaracion is not None and (lista.tambien, lista.aparte) == ((), "")
    seguida = preparar(carpeta, COMUN, "el de quesos")
    assert {fuente.doc for fuente in seguida.contexto.fuentes} == {"mostrador_quesos.md"}
    assert "veedor" in seguida.contexto.texto and seguida.aparte == ""


def test_con_lo_comun_va_lo_que_dice_otro_documento(carpeta: Path) -> None:
    """It is of one kind alone, so it says nothing of what the copies say too."""
    (carpeta / "normas" / "sellos.md").write_text(BANDO, "utf-8")
    lista = preparar(carpeta, COMUN)
    tambien = {fuente.doc: len(fuente.tambien) for fuente in lista.contexto.fuentes}
    assert tambien.pop("sellos.md") == 0 and list(tambien.values()) == [4]
    assert lista.aclaracion is None


def test_el_primero_que_no_es_copia_responde_y_las_copias_se_ofrecen(carpeta: Path) -> None:
    """Where their best passage is no better, and each says something else."""
    ruta = carpeta / "normas" / "bando.md"
    nadie = "nadie fía ni presta, ni de día ni de noche."
    otras = "\n".join(f"## Puesto {n}\n\nEn el puesto {n} {nadie}\n" for n in range(8))
    dicho = "En la casilla de mercancía recibida se anota la mercancía recibida."
    ruta.write_text(f"# Bando\n\n{otras}\n## Mercancía recibida\n\n{dicho}\n", "utf-8")
    lista = preparar(carpeta, DISTINTO)
    assert lista.aclaracion is None and lista.tambien == () and lista.necesita_modelo
    assert {fuente.doc for fuente in lista.contexto.fuentes} == {"bando.md"}
    assert lista.aparte.startswith("Puede ser distinto en «Manual del mostrador de ")
    assert lista.aparte.endswith(" y otros: si le interesa, pregunte por su nombre.")
    ruta.unlink()
    assert preparar(carpeta, DISTINTO).aclaracion is not None


def test_donde_las_copias_no_caben_una_va_por_todas(carpeta: Path) -> None:
    hallazgo = preparar(carpeta, DISTINTO).hallazgo
    copias = [e.doc for e in hallazgo.ruta.documentos if e.doc.startswith("mostrador")]
    assert len(copias) == 1 and len(hallazgo.indistintos) == 5


PERDIDA = "un bulto sin guía que alguien dejó de madrugada en el puesto, ¿se anota?"


def test_donde_no_se_halla_nada_se_ofrecen_las_copias(carpeta: Path) -> None:
    """A reply with the name of one is where to look, with the question that it was offered for."""
    lista = preparar(carpeta, PERDIDA)
    assert not lista.hallazgo.suficiente and lista.aclaracion is None
    assert lista.avisos[-1].startswith("Si pregunta por «Manual del mostrador de ")
    nada = respuesta.no_encontre({"manuales": ["Manual"]}, lista.contexto, lista.avisos)
    roles = ("user", "assistant", "user")
    charla = list(map(Mensaje, roles, (PERDIDA, nada, "el de panes")))
    seguida = reunir(cargar_biblioteca(carpeta), charla, ajustes_consulta(Config()), 3.0)
    assert seguida.hallazgo.pregunta.consulta == PERDIDA and not seguida.aparte
    assert seguida.hallazgo.ambito.documentos == ("mostrador_panes.md",)


@pytest.mark.parametrize(
    "pregunta", [f"Según el Decreto 14 de 1990, {PERDIDA}", "¿Cuál es la capital de Mongolia?"]
)
def test_donde_lo_que_falta_no_es_de_ellas_no_se_ofrecen(carpeta: Path, pregunta: str) -> None:
    lista = preparar(carpeta, pregunta)
    assert not lista.hallazgo.suficiente and lista.aparte == ""
