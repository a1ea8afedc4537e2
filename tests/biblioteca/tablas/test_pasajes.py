"""The table of passages: what it counts, and that a reload gives the table of a full build."""

from __future__ import annotations

from collections import Counter
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
from siaa.biblioteca.tablas.lexico import FORMA, SIN_FILA, crear_lexico
from siaa.biblioteca.tablas.pasajes import B_UNIDAD, K1_UNIDAD

PRECISION = 1e-6
"""Relative; tables are of single precision (6e-8), and a score is a few operations on them."""


def postings(indice: Indice, termino: str) -> dict[int, float]:
    """Unit → how often it has a term, through the two levels of the table."""
    tabla = indice.pasajes
    fila = tabla.filas[termino]
    desde, hasta = tabla.desde[tabla.particion[fila]], tabla.desde[tabla.particion[fila + 1]]
    unidades, veces = tabla.unidad[desde:hasta].tolist(), tabla.veces[desde:hasta].tolist()
    assert unidades == sorted(set(unidades))
    return dict(zip(unidades, veces, strict=True))


# --- By hand --------------------------------------------------------------------------

DOS = {
    "a.md": "El plazo de los plazos.\n\nOtra sanción.",
    "b.md": "# Título\n\n## Artículo 7\n\nEl plazo vence. "
    + "Palabras que no vienen al caso. " * 20,
}


def test_una_tabla_a_mano() -> None:
    indice = bh.Generada(DOS).indice()
    tabla = indice.pasajes
    assert tabla.unidades.tolist()[:2] == [0, 1]
    assert tabla.parrafos.tolist() == [0, 1, 2]
    assert tabla.documento[tabla.tramo(tabla.filas["plaz"])].tolist() == [0, 1]
    assert tabla.frecuencia[tabla.tramo(tabla.filas["plaz"])].tolist() == [2.0, 1.0]
    assert postings(indice, "plaz") == {0: 2.0, 1: 1.0}
    assert postings(indice, FORMA + "plazos") == {0: 1.0}
    assert tabla.por_unidad.largo[0] == 3  # «el», «de», «los», «otra» do not count
    assert tabla.tiene(tabla.filas["sancion"], 0) and not tabla.tiene(tabla.filas["sancion"], 1)
    assert not tabla.tiene(tabla.filas["venc"], 0) and tabla.tiene(tabla.filas["venc"], 1)


def test_una_palabra_que_solo_se_escribe_de_un_modo_es_su_tallo() -> None:
    indice = bh.Generada(DOS).indice()
    filas = indice.pasajes.filas
    assert filas[FORMA + "sancion"] == filas["sancion"]
    assert len({filas["plaz"], filas[FORMA + "plazo"], filas[FORMA + "plazos"]}) == 3


def test_los_numeros_y_codigos_no_tienen_forma() -> None:
    lexico = crear_lexico(["plazo", "007", "7", "psaa1610476", "x1", "de"], ["§art7"])
    assert set(lexico.filas) == {"plaz", "=plazo", "7", "psaa16", "10476", "x1", "§art7"}
    assert lexico.primera[1] == lexico.primera[2] == lexico.filas["7"]
    assert (lexico.primera[3], lexico.segunda[3]) == (lexico.filas["psaa16"], lexico.filas["10476"])
    assert lexico.primera[5] == SIN_FILA
    assert lexico.segunda.tolist().count(SIN_FILA) == 5
    assert lexico.forma.tolist() == [SIN_FILA] * 6


def test_una_corrida_de_dos_terminos_es_otro_modo_de_escribir() -> None:
    lexico = crear_lexico(["articulo", "articulo7"], [])
    assert lexico.filas[FORMA + "articulo"] != lexico.filas["articul"]


def test_lo_que_no_esta_en_ninguna_unidad_tiene_fila_sin_postings() -> None:
    texto = (
        "# Manual\n\nObjeto ............ 1\nSalidas ........... 2\n\n## Objeto\n\nEl plazo vence."
    )
    indice = bh.Generada({"a.md": texto}).indice()
    fila = indice.pasajes.filas["sal"]
    assert postings(indice, "sal") == {} and not indice.pasajes.tiene(fila, 0)
    assert indice.pasajes.idf_unidad[fila] == indice.pasajes.idf_unidad.max()


@pytest.mark.parametrize("titulo", ["Artes plásticas", "Artesanos del barro", "Artillería"])
def test_no_es_articulo_lo_que_solo_empieza_igual(titulo: str) -> None:
    indice = bh.Generada({"a.md": f"# Cursos\n\n## {titulo}\n\nSe dictan los jueves."}).indice()
    assert not indice.pasajes.articulo.any()


def test_secciones_de_articulos_y_hermanas() -> None:
    """A part of an article is of the article; sisters stand under the same headings in a row."""
    texto = (
        "# Manual\n\nNota.\n\n## Artículo 1. Plazos\n\nUno.\n\n### Parágrafo\n\nDos.\n\n"
        "## Artículo 2\n\nTres.\n\n## Anexo\n\nCuatro."
    )
    tabla = bh.Generada({"a.md": texto, "b.md": "## Anexo\n\nCinco."}).indice().pasajes
    assert tabla.secciones.tolist() == [0, 5, 6]
    assert tabla.articulo.tolist() == [False, True, True, True, False, False]
    assert tabla.hermana.tolist() == [False, False, False, False, True, False]


def test_documentos_sin_unidades() -> None:
    indice = bh.Generada({"a.md": "· · ·", "b.md": "El plazo vence.", "c.md": "***"}).indice()
    tabla = indice.pasajes
    assert tabla.unidades.tolist() == [0, 0, 1, 1]
    assert tabla.parrafos.tolist() == [0, 1, 2, 3]
    assert tabla.documento[tabla.tramo(tabla.filas["plaz"])].tolist() == [1]


# --- Against the reference ----------------------------------------------------------------


def comparar_unidades(indice: Indice, lenta: ref.Biblioteca) -> None:
    tabla, unidades = indice.pasajes, lenta.unidades
    assert tabla.limites.tolist() == [[u.inicio, u.fin] for u in unidades]
    assert tabla.seccion.tolist() == [u.seccion for u in unidades]
    assert tabla.parrafo.tolist() == [u.parrafo for u in unidades]
    assert tabla.lugar.tolist() == [u.lugar for u in unidades]
    for medida, largos, medio in (
        (tabla.por_unidad, [u.largo for u in unidades], lenta.medio_unidad),
        (tabla.por_parrafo, [p.largo for p in lenta.parrafos], lenta.medio_parrafo),
        (tabla.por_documento, [d.largo for d in lenta.textos], lenta.medio_documento),
    ):
        assert medida.largo.tolist() == largos
        assert medida.medio == pytest.approx(medio)
    por_huella: dict[int, Counter[str]] = {}
    for unidad, huella in zip(unidades, tabla.palabras.tolist(), strict=True):
        assert por_huella.setdefault(huella, unidad.palabras) == unidad.palabras
    assert len(por_huella) == len({frozenset(u.palabras.items()) for u in unidades})


def comparar_comienzos(indice: Indice, lenta: ref.Biblioteca) -> None:
    tabla, documentos = indice.pasajes, range(len(lenta.documentos))
    for comienzos, duenos in (
        (tabla.unidades, [u.doc for u in lenta.unidades]),
        (tabla.secciones, [doc for doc, _ in lenta.secciones]),
    ):
        assert np.diff(comienzos).tolist() == [duenos.count(n) for n in documentos]
    assert tabla.parrafos[-1] == len(lenta.parrafos)
    for numero in documentos:
        propios = {u.parrafo for u in lenta.de_documento[numero]}
        assert propios <= set(range(tabla.parrafos[numero], tabla.parrafos[numero + 1]))


def comparar_terminos(indice: Indice, lenta: ref.Biblioteca) -> None:
    tabla = indice.pasajes
    assert {t for t in tabla.filas if not t.startswith(FORMA)} == lenta.vocabulario
    assert {t[1:] for t in tabla.filas if t.startswith(FORMA)} == lenta.escritas
    for termino in lenta.vocabulario:
        fila = tabla.filas[termino]
        con = {u.numero: u.todos[termino] for u in lenta.unidades if u.todos[termino]}
        assert postings(indice, termino) == con
        documentos = tabla.documento[tabla.tramo(fila)].tolist()
        frecuencias = dict(zip(documentos, tabla.frecuencia[tabla.tramo(fila)], strict=True))
        assert frecuencias == {
            n: t.terminos[termino] for n, t in enumerate(lenta.textos) if t.terminos[termino]
        }
        assert [n for n in range(len(lenta.textos)) if tabla.tiene(fila, n)] == documentos
        assert tabla.idf_unidad[fila] == pytest.approx(lenta.idf_unidad(termino), rel=PRECISION)
        del_parrafo = ref.idf(len(lenta.parrafos), lenta.parrafos_con[termino])
        assert tabla.idf_parrafo[fila] == pytest.approx(del_parrafo, rel=PRECISION)
        del_texto = ref.idf(len(lenta.textos), lenta.documentos_con[termino])
        assert tabla.idf_documento[fila] == pytest.approx(del_texto, rel=PRECISION)
        for numero, maximo in zip(documentos, tabla.maximo[tabla.tramo(fila)], strict=True):
            assert maximo == pytest.approx(impacto(lenta, numero, termino), rel=PRECISION)
    for palabra in lenta.escritas:
        con = {u.numero: u.formas[palabra] for u in lenta.unidades if u.formas[palabra]}
        assert postings(indice, FORMA + palabra) == con


def impacto(lenta: ref.Biblioteca, numero: int, termino: str) -> float:
    return max(
        ref.bm25(u.todos[termino], u.largo, lenta.medio_unidad, K1_UNIDAD, B_UNIDAD)
        for u in lenta.de_documento[numero]
        if u.todos[termino]
    )


@bh.ajustes(40)
@given(bh.bibliotecas())
def test_la_tabla_como_la_referencia(generada: bh.Generada) -> None:
    indice = generada.indice()
    lenta = ref.leer(indice)
    comparar_unidades(indice, lenta)
    comparar_comienzos(indice, lenta)
    comparar_terminos(indice, lenta)


# --- A reload ---------------------------------------------------------------------------


def diferencia(una: Any, otra: Any, donde: str = "") -> str:
    """Where two values differ, arrays and types of numbers included; empty if nowhere."""
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
