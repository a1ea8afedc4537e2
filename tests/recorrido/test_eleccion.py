"""What is asked back of near-copies with long names, and the replies to it."""

from __future__ import annotations

from pathlib import Path

import pytest
from copias_de_prueba import DISTINTO, MOSTRADORES, REGLAMENTO, escribir_copias

from config import Config
from siaa.armado import ajustes_consulta
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.indice import Indice
from siaa.recorrido.hallazgo import Preparacion
from siaa.recorrido.preparacion import reunir
from siaa.redaccion.respuesta import LARGO_OPCION, con_opciones, nombres
from siaa.valores import Mensaje

LARGO = "Instrucciones para llenar las hojas que la lonja le pide a cada mostrador"


@pytest.fixture
def indice(tmp_path: Path) -> Indice:
    """The near-copies, with names that only differ at their end: one ends another."""
    nombres = {que: f"{LARGO} de {que}" for que in MOSTRADORES}
    nombres["flores"] += " y panes"
    escribir_copias(tmp_path).joinpath("catalogo.toml").write_text(
        "".join(
            f'[documentos."mostrador_{que}.md"]\ntitulo = "{titulo}"\n'
            for que, titulo in nombres.items()
        ),
        "utf-8",
    )
    return cargar_biblioteca(tmp_path)


def preparar(indice: Indice, *dichos: str) -> Preparacion:
    roles = [("user", "assistant")[n % 2] for n in range(len(dichos))]
    charla = [Mensaje(rol, dicho) for rol, dicho in zip(roles, dichos, strict=True)]
    return reunir(indice, charla, ajustes_consulta(Config()), 3.0)


def test_de_un_nombre_largo_se_muestra_lo_que_lo_distingue(indice: Indice) -> None:
    pedida = preparar(indice, DISTINTO).aclaracion
    assert pedida is not None and len(LARGO) > LARGO_OPCION
    assert {opcion.titulo for opcion in pedida.opciones} == {
        "Frutas", "Pescados", "Panes", "Flores y panes",
    }  # fmt: skip


def test_un_nombre_corto_entre_ellos_no_alarga_los_demas(indice: Indice) -> None:
    todos = nombres([indice.documentos[clave] for clave in indice.claves])
    assert todos["mostrador_frutas.md"] == "Frutas"
    assert todos["reglamento.md"] == "Reglamento de la lonja"


@pytest.mark.parametrize("que", MOSTRADORES)
def test_la_que_se_nombra_responde_por_todas(tmp_path: Path, que: str) -> None:
    """Also where another says more of the question."""
    otra = next(q for q in MOSTRADORES if q != que)
    ruta = escribir_copias(tmp_path) / "manuales" / f"mostrador_{otra}.md"
    ruta.write_text(ruta.read_text("utf-8") + "\n## Zarzas\n\nLas zarzas van aparte.\n", "utf-8")
    indice = cargar_biblioteca(tmp_path)
    hallazgo = preparar(indice, f"¿Las zarzas van aparte en el mostrador de {que}?").hallazgo
    assert [elegido.doc for elegido in hallazgo.ruta.documentos] == [f"mostrador_{que}.md"]


def test_lo_que_otras_dicen_con_otro_encabezado_tambien_se_dice(tmp_path: Path) -> None:
    ruta = escribir_copias(tmp_path) / "manuales" / "mostrador_panes.md"
    texto = ruta.read_text("utf-8").replace("## Pesas y balanzas", "## Romanas calibradas")
    ruta.write_text(texto, "utf-8")
    lista = preparar(cargar_biblioteca(tmp_path), "romanas calibradas: casilla de balanzas")
    assert {fuente.doc for fuente in lista.contexto.fuentes} == {"mostrador_panes.md"}
    assert len(lista.tambien) == 3 and lista.aclaracion is None


def test_se_elige_por_su_numero_o_por_lo_que_se_mostro(indice: Indice) -> None:
    pedida = preparar(indice, DISTINTO).aclaracion
    assert pedida is not None
    for numero, opcion in enumerate(pedida.opciones, 1):
        for dicho in (f"el {numero}", opcion.titulo, opcion.titulo.lower()):
            seguida = preparar(indice, DISTINTO, con_opciones(pedida), dicho).hallazgo
            assert (seguida.ambito, seguida.pregunta.texto) == (opcion.ambito, DISTINTO), dicho


def test_lo_que_nombra_a_varios_se_vuelve_a_preguntar_entre_ellos(indice: Indice) -> None:
    pedida = preparar(indice, DISTINTO).aclaracion
    assert pedida is not None
    otra = preparar(indice, DISTINTO, con_opciones(pedida), "el mostrador de panes").aclaracion
    assert otra is not None and {opcion.titulo for opcion in otra.opciones} == {
        "Panes", "Flores y panes",
    }  # fmt: skip


@pytest.mark.parametrize("dicho", ["{n}", "otro", "la {n}."])
def test_otro_es_de_los_que_no_se_mostraron(
    indice: Indice, monkeypatch: pytest.MonkeyPatch, dicho: str
) -> None:
    monkeypatch.setattr("siaa.redaccion.respuesta.OPCIONES_MAXIMAS", 2)
    primera = preparar(indice, DISTINTO).aclaracion
    assert primera is not None and len(primera.opciones) == 4
    mostrada = con_opciones(primera)
    charla = (DISTINTO, mostrada, dicho.format(n=3))
    segunda = preparar(indice, *charla).aclaracion
    assert segunda is not None
    vistas = [o.titulo for o in primera.opciones[:2]]
    assert mostrada.count("\n1. ") == 1 and "3. Otro…" in mostrada and "4. " not in mostrada
    assert all(f". {titulo}\n" in mostrada for titulo in vistas)
    assert segunda.opciones == primera.opciones[2:]
    elegida = preparar(indice, *charla, con_opciones(segunda), "2").hallazgo
    assert (elegida.ambito, elegida.pregunta.texto) == (segunda.opciones[1].ambito, DISTINTO)


@pytest.mark.parametrize(
    "charla",
    [
        (f"{DISTINTO} Es el mostrador de frutas", "¿y en el de pescados?"),
        (f"{DISTINTO} Es el mostrador de frutas", "no, digo el de pescados"),
        (f"{DISTINTO} Es el de frutas", "¿y en el de flores?", "perdón, en el de pescados"),
        (f"{DISTINTO} Es el de frutas", "no el de flores, el de pescados"),
        (DISTINTO, "me refiero a los pescados", "¿y quién la firma?"),
        (f"{DISTINTO} Es el de frutas", "¿y en el de pescados?", "¿y eso cuándo?", "¿con tinta?"),
    ],
)
def test_vale_el_ultimo_nombre_que_se_dijo(tmp_path: Path, charla: tuple[str, ...]) -> None:
    """Also where other names were said since the subject, and where another answers for more."""
    indice = cargar_biblioteca(escribir_copias(tmp_path))
    turnos = [dicho for pregunta in charla for dicho in (pregunta, "Así.")][:-1]
    hallazgo = preparar(indice, *turnos).hallazgo
    assert hallazgo.pregunta.previas[0] == charla[0] and not hallazgo.indistintos
    suyos = {elegido.doc for elegido in hallazgo.ruta.documentos} - {"reglamento.md"}
    assert suyos == {"mostrador_pescados.md"}


@pytest.mark.parametrize(
    ("antes", "queda"),
    [
        ("Es el de frutas", False),
        ("¿y en el mostrador de flores?", False),
        ("¿y en el de flores cuándo llegaron?", True),
    ],
)
def test_un_nombre_toma_el_lugar_del_que_se_dijo_antes(
    tmp_path: Path, antes: str, queda: bool
) -> None:
    """What only names another of them is no longer looked up; what asks more still is."""
    indice = cargar_biblioteca(escribir_copias(tmp_path))
    hallazgo = preparar(indice, DISTINTO, "Así.", antes, "Así.", "¿y en el de pescados?").hallazgo
    assert hallazgo.pregunta.previas == (DISTINTO, *([antes] if queda else []))


def test_las_palabras_de_lo_que_sigue_no_se_llevan_la_busqueda(tmp_path: Path) -> None:
    """What another document has more of is sent after what the subject is about."""
    indice = cargar_biblioteca(escribir_copias(tmp_path))
    sigue = "¿y si hay perros atados?"
    assert preparar(indice, f"{REGLAMENTO} {sigue}").hallazgo.ruta.documentos[0].doc == "bando_2.md"
    hallazgo = preparar(indice, REGLAMENTO, "Así.", sigue).hallazgo
    assert hallazgo.pregunta.previas == (REGLAMENTO,)
    assert [elegido.doc for elegido in hallazgo.ruta.documentos] == ["reglamento.md", "bando_2.md"]


@pytest.mark.parametrize("dicho", ["{n}", "la {n}", "el de {que}", "{titulo}"])
def test_lo_que_sigue_a_lo_elegido_es_de_lo_mismo_hasta_que_cambia(
    tmp_path: Path, dicho: str
) -> None:
    """Without a scope: what was chosen with words or by its number counts like a name said."""
    indice = cargar_biblioteca(escribir_copias(tmp_path))
    pedida = preparar(indice, DISTINTO).aclaracion
    assert pedida is not None
    for n, opcion in enumerate(pedida.opciones, 1):
        titulo, (doc,) = opcion.titulo, opcion.ambito.documentos
        respuesta = dicho.format(n=n, que=titulo.split()[-1], titulo=titulo)
        charla = (DISTINTO, con_opciones(pedida), respuesta, "Así.")
        seguida = preparar(indice, *charla, "¿y quién la firma?")
        assert {fuente.doc for fuente in seguida.contexto.fuentes} == {doc}
        otra = preparar(indice, *charla, REGLAMENTO)
        assert otra.hallazgo.ruta.documentos[0].doc == "reglamento.md"
        assert not otra.hallazgo.ambito and not otra.hallazgo.pregunta.previas
