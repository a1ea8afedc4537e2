"""The table of passages: what it counts, and that a reload gives the table of a full build."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import bibliotecas_hibridas as bh
import numpy as np
import pytest
import referencia_hibrida as ref
from hypothesis import given
from hypothesis import strategies as st

from siaa.biblioteca.cargador import cargar_biblioteca, textos_conocidos
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.tablas.pasajes import SIN_FILA, TablaPasajes, numerar

PRECISION = 1e-6
"""Relative; tables are of single precision (6e-8), and a score is a few operations on them."""


def postings(indice: Indice, termino: str) -> dict[int, float]:
    """Passage → how often it has a term, through the two levels of the table."""
    tabla = indice.pasajes
    fila = tabla.filas[termino]
    desde, hasta = tabla.desde[tabla.particion[fila]], tabla.desde[tabla.particion[fila + 1]]
    pasajes, veces = tabla.pasaje[desde:hasta].tolist(), tabla.veces[desde:hasta].tolist()
    assert pasajes == sorted(set(pasajes))
    return dict(zip(pasajes, veces, strict=True))


def tiene(tabla: TablaPasajes, fila: int, documento: int) -> bool:
    """Whether a document has a row, be it only in what opens it."""
    return documento in tabla.documento[tabla.tramo(fila)]


# --- By hand --------------------------------------------------------------------------

RELLENO = "Palabras que no vienen al caso. " * 20
DOS = {
    "a.md": "El plazo de los plazos.\n\nOtra sanción.",
    "b.md": f"# Título\n\n## Artículo 7\n\n{RELLENO}El plazo vence.",
}


def test_una_tabla_a_mano() -> None:
    """What begins a passage counts twice; what opens a document, three times more for it."""
    indice = bh.Generada(DOS).indice()
    tabla = indice.pasajes
    assert tabla.pasajes.tolist()[:2] == [0, 1] and tabla.secciones.tolist() == [0, 1, 3]
    fila = tabla.filas["plaz"]
    ultimo = int(tabla.pasajes[-1]) - 1
    assert postings(indice, "plaz") == {0: 4.0, ultimo: 1.0}
    assert tabla.documento[tabla.tramo(fila)].tolist() == [0, 1]
    assert tabla.frecuencia[tabla.tramo(fila)].tolist() == [4.0 + 2 * 3.0, 1.0 + 3.0]
    assert tabla.por_pasaje.largo[0] == 7  # every run counts, «el», «de», «los» too
    assert tiene(tabla, tabla.filas["sancion"], 0) and not tiene(tabla, tabla.filas["sancion"], 1)
    assert not tiene(tabla, tabla.filas["venc"], 0) and tiene(tabla, tabla.filas["venc"], 1)


@pytest.mark.parametrize(("antes", "veces"), [(118, 2.0), (119, 2.0), (120, 1.0)])
def test_el_comienzo_de_un_pasaje_no_corta_palabras(antes: int, veces: float) -> None:
    """A word that starts in the first 120 characters is whole, and no part of it is a word."""
    indice = bh.Generada({"a.md": f"{('y ' * 60)[: antes - 1]} notificación."}).indice()
    assert postings(indice, "notif") == {0: veces}
    assert set(indice.pasajes.filas) == {"notif"}


def test_la_apertura_de_un_documento_no_corta_palabras() -> None:
    """What stands in a comment, ended or not, opens nothing either."""
    texto = "y " * 347 + "notificación x1"
    assert texto.index("notificación") == 694
    indice = bh.Generada({"a.md": texto}).indice()
    assert set(indice.pasajes.filas) == {"notif", "x1"}
    (frecuencia,) = indice.pasajes.frecuencia[indice.pasajes.tramo(indice.pasajes.filas["notif"])]
    assert frecuencia == 1.0
    comentario = bh.Generada({"a.md": f"Uno <!-- dos {'y ' * 400} --> plazo."}).indice()
    assert "dos" not in comentario.pasajes.filas


def test_los_numeros_y_codigos() -> None:
    corridas = ["plazo", "007", "7", "psaa1610476", "x1", "de"]
    filas, (primera, segunda) = numerar(corridas, ["§art7"])
    assert set(filas) == {"plaz", "7", "psaa16", "10476", "x1", "§art7"}
    assert primera[1] == primera[2] == filas["7"]
    assert (primera[3], segunda[3]) == (filas["psaa16"], filas["10476"])
    assert primera[5] == SIN_FILA
    assert segunda.tolist().count(SIN_FILA) == 5


def test_lo_que_solo_abre_un_documento_tiene_fila_sin_pasajes() -> None:
    texto = "![faro](faro.png)\n\nEl plazo vence."
    indice = bh.Generada({"a.md": "Nada.", "b.md": texto}).indice()
    fila = indice.pasajes.filas["png"]
    assert postings(indice, "png") == {} and tiene(indice.pasajes, fila, 1)
    assert indice.pasajes.frecuencia[indice.pasajes.tramo(fila)].tolist() == [3.0]


@pytest.mark.parametrize("vacio", ["· · ·", "![faro](faro.png)", "***"])
def test_documentos_sin_pasajes(vacio: str) -> None:
    """They have none, first or last, and their openings are theirs alone."""
    indice = bh.Generada({"a.md": vacio, "b.md": "El plazo vence.", "c.md": vacio}).indice()
    tabla = indice.pasajes
    assert tabla.pasajes.tolist() == [0, 0, 1, 1]
    assert len(tabla.limites) == len(tabla.seccion) == len(tabla.por_pasaje.largo) == 1
    assert tabla.documento[tabla.tramo(tabla.filas["plaz"])].tolist() == [1]
    if "png" in vacio:
        assert tabla.documento[tabla.tramo(tabla.filas["png"])].tolist() == [0, 2]


def test_un_separador_en_el_texto_no_separa_pasajes() -> None:
    indice = bh.Generada({"a.md": "| plazo\0multa | uno |\n\nFin."}).indice()
    assert len(indice.pasajes.por_pasaje.largo) == len(indice.pasajes.limites)


def test_una_unidad_no_se_nombra_entre_dos_pasajes() -> None:
    """One ends with «artículo», the next begins with a number: nobody cites article 7."""
    texto = f"## Uno\n\n{RELLENO}Nada dice el artículo\n\n## Dos\n\n7 barcas salen al alba."
    assert "§art7" not in bh.Generada({"a.md": texto}).indice().pasajes.filas


# --- Against the reference ----------------------------------------------------------------


def comparar_pasajes(indice: Indice, lenta: ref.Biblioteca) -> None:
    tabla, pasajes = indice.pasajes, lenta.pasajes
    assert tabla.limites.tolist() == [[p.inicio, p.fin] for p in pasajes]
    assert tabla.seccion.tolist() == [p.seccion for p in pasajes]
    assert tabla.tipo.tolist() == [p.tipo for p in pasajes]
    for medida, largos, medio in (
        (tabla.por_pasaje, [p.largo for p in pasajes], lenta.medio_pasaje),
        (tabla.por_documento, [d.largo for d in lenta.textos], lenta.medio_documento),
    ):
        assert medida.largo.tolist() == largos
        assert medida.medio == pytest.approx(medio)


def comparar_comienzos(indice: Indice, lenta: ref.Biblioteca) -> None:
    tabla, documentos = indice.pasajes, range(len(lenta.documentos))
    for comienzos, duenos in (
        (tabla.pasajes, [p.doc for p in lenta.pasajes]),
        (tabla.secciones, [doc for doc, _ in lenta.secciones]),
    ):
        assert np.diff(comienzos).tolist() == [duenos.count(n) for n in documentos]


def comparar_terminos(indice: Indice, lenta: ref.Biblioteca) -> None:
    tabla = indice.pasajes
    assert {*tabla.filas} == lenta.vocabulario
    for termino in lenta.vocabulario:
        fila = tabla.filas[termino]
        con = {p.numero: p.terminos[termino] for p in lenta.pasajes if p.terminos[termino]}
        assert postings(indice, termino) == con
        documentos = tabla.documento[tabla.tramo(fila)].tolist()
        frecuencias = dict(zip(documentos, tabla.frecuencia[tabla.tramo(fila)], strict=True))
        assert frecuencias == {
            n: t.terminos[termino] for n, t in enumerate(lenta.textos) if t.terminos[termino]
        }
        assert [n for n in range(len(lenta.textos)) if tiene(tabla, fila, n)] == documentos
        assert tabla.idf_pasaje[fila] == pytest.approx(lenta.idf_pasaje(termino), rel=PRECISION)


@bh.ajustes(40)
@given(bh.bibliotecas())
def test_la_tabla_como_la_referencia(generada: bh.Generada) -> None:
    indice = generada.indice()
    lenta = ref.leer(indice)
    comparar_pasajes(indice, lenta)
    comparar_comienzos(indice, lenta)
    comparar_terminos(indice, lenta)


# --- A reload ---------------------------------------------------------------------------


def diferencia(una: Any, otra: Any, donde: str = "") -> str:
    """Where two values differ, arrays and types of numbers included; empty if nowhere."""
    if una is otra:
        return ""
    if type(una) is not type(otra):
        return f"{donde}: {type(una)} {type(otra)}"
    if isinstance(una, np.ndarray):
        iguales = una.dtype == otra.dtype and np.array_equal(una, otra)
        return "" if iguales else f"{donde}: {una} {otra}"
    partes = _partes(una)
    if partes is None:
        return "" if una == otra else f"{donde}: {una} {otra}"
    otras = _partes(otra) or {}
    if list(partes) != list(otras):
        return f"{donde}: {list(partes)} {list(otras)}"
    lugares = (diferencia(partes[c], otras[c], f"{donde}.{c}") for c in partes)
    return next((d for d in lugares if d), "")


def _partes(valor: Any) -> Mapping[Any, Any] | None:
    if is_dataclass(valor):
        return {campo.name: getattr(valor, campo.name) for campo in fields(valor)}
    if isinstance(valor, Mapping):
        return valor
    if isinstance(valor, Sequence) and not isinstance(valor, (str, bytes)):
        return dict(enumerate(valor))
    return None


def test_se_nota_cualquier_diferencia() -> None:
    """Of the comparison itself: a text, a weight, a name, an order."""
    base = {"a.md": "Plazo y multa.", "m/b.md": "Niño."}
    uno = bh.Generada(base).indice()
    assert diferencia(uno, bh.Generada(dict(base)).indice()) == ""
    for otro in (
        bh.Generada(base | {"a.md": "Plazo o multa."}),
        bh.Generada(base | {"a.md": "Multa y plazo."}),
        bh.Generada(base, pesos={"m": 2.0}),
        bh.Generada({"a.md": base["a.md"], "m/c.md": base["m/b.md"]}),
    ):
        assert diferencia(uno, otro.indice()) != ""


def escribir(carpeta: Path, archivos: Mapping[str, str]) -> None:
    for ruta in carpeta.rglob("*.*"):
        ruta.unlink()
    for nombre, texto in archivos.items():
        (carpeta / nombre).parent.mkdir(parents=True, exist_ok=True)
        (carpeta / nombre).write_text(texto, encoding="utf-8")


@bh.ajustes(30)
@given(bh.bibliotecas(), st.data())
def test_recargar_da_lo_mismo_que_cargar(
    tmp_path_factory: pytest.TempPathFactory, generada: bh.Generada, datos: st.DataObject
) -> None:
    """One file changed, one gone or one new: what was known is reused, and nothing tells."""
    carpeta = tmp_path_factory.mktemp("biblioteca")
    archivos = dict(generada.archivos)
    escribir(carpeta, archivos)
    antes = cargar_biblioteca(carpeta)
    cual = datos.draw(st.sampled_from(sorted(archivos)))
    cambio = datos.draw(st.sampled_from(("cambiado", "quitado", "nuevo")))
    if cambio == "quitado":
        del archivos[cual]
    else:
        destino = cual if cambio == "cambiado" else "otra/nuevo.md"
        archivos[destino] = datos.draw(bh.casi(archivos[cual])) + "\n\nPrimera palabra distinta."
    escribir(carpeta, archivos)
    conocidos = textos_conocidos(antes)
    recargado = cargar_biblioteca(carpeta, conocidos=conocidos)
    entero = cargar_biblioteca(carpeta)
    assert diferencia(recargado, entero) == ""
    assert recargado.huella == entero.huella != antes.huella
    for documento in recargado.documentos.values():
        texto = documento.texto
        assert conocidos.get(texto.huella, texto) is texto
