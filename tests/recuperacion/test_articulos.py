"""An article that is asked for by its number goes first, however it is written or asked for."""

from __future__ import annotations

from pathlib import Path

import bibliotecas_hibridas as bh
import pytest
from biblioteca_de_prueba import muestra

from config import Config
from siaa.armado import ajustes_consulta
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.relaciones.nombrados import articulos_de
from siaa.recorrido.preparacion import reunir
from siaa.recuperacion.nombrados import secciones_pedidas, unidades_pedidas
from siaa.redaccion.prompt import CARACTERES_POR_TOKEN
from siaa.valores import Mensaje

AJUSTES = ajustes_consulta(Config())
ACTOS = {
    "acuerdo_no._psaa16-10476.md": "Acuerdo PSAA16-10476",
    "acuerdo_pcsja19-11207.md": "Acuerdo PCSJA19-11207",
    "resolucion_0215_permisos_y_licencias.md": "Resolución 215",
}
PEDIDOS = (
    "¿Qué dice el artículo {n} de {acto}?",
    "{acto}, art. {n}",
    "¿Quién es el responsable según el numeral 2 del artículo {n} de {acto}?",
    "explíqueme el parágrafo del articulo{n} {acto}",
)
FORMAS = {
    "un encabezado": "## ARTÍCULO {n}°. {tema}\n\nEl {tema} lo cuida el farero.\n\n",
    "un párrafo": "ARTÍCULO {n}. {tema}. El {tema} lo cuida el farero.\n\n",
    "las dos cosas": "## Artículo {n}\n\n**Artículo {n}.** El {tema} lo cuida el farero.\n\n",
}
TEMAS = ("Faro", "Muelle", "Ancla", "Velero", "Puerto", "Sextante", "Timón", "Mástil")

CARGOS = tuple(enumerate(TEMAS, 1))


def enviados(indice: Indice, pregunta: str) -> list[str]:
    """The sections of what is sent, in order."""
    preparada = reunir(indice, (Mensaje("user", pregunta),), AJUSTES, CARACTERES_POR_TOKEN)
    return [fuente.seccion for fuente in preparada.contexto.fuentes]


def test_lo_que_otro_acto_le_agrego_va_con_el_y_entero() -> None:
    pregunta = (Mensaje("user", "¿Qué dice el artículo 10 del Acuerdo PSAA16-10476?"),)
    texto = reunir(muestra(), pregunta, AJUSTES, CARACTERES_POR_TOKEN).contexto.texto
    assert texto.index("8. Actualizar") < texto.index("Numeral 9:") < texto.index("Numeral 10:")


@pytest.mark.parametrize("parte", ["", "el numeral 5 d", "el numeral 9 d"])
def test_lo_que_se_agrego_no_le_quita_nada_al_articulo_que_se_pide(
    tmp_path: Path, parte: str
) -> None:
    """However long what was added is: who asks for an article is sent it whole, and what fits."""
    propios = "".join(f"{n}. {tema}: {'cuidar la costa, ' * 8}y avisar.\n\n" for n, tema in CARGOS)
    nuevos = "".join(
        f"{n}. {'Analizar las mareas del puerto cada mes, ' * 14}\n\n" for n in (9, 10)
    )
    agrega = "Adicionar los siguientes numerales al artículo 10 del Acuerdo 5 de 2016"
    archivos = {
        "acuerdo-5-2016.md": f"# Acuerdo 5 de 2016\n\nARTÍCULO 10. Son deberes:\n\n{propios}",
        "acuerdo-7-2019.md": f"# Acuerdo 7 de 2019\n\nARTÍCULO 1. {agrega}:\n\n{nuevos}",
    }
    for nombre, texto in archivos.items():
        (tmp_path / nombre).write_text(texto, encoding="utf-8")
    pregunta = f"¿Qué dice {parte}el artículo 10 del Acuerdo 5 de 2016?".replace("del el", "del")
    conversacion = (Mensaje("user", pregunta),)
    contexto = reunir(cargar_biblioteca(tmp_path), conversacion, AJUSTES, CARACTERES_POR_TOKEN)
    dicho = contexto.contexto.texto
    assert all(f"{n}. {tema}:" in dicho for n, tema in CARGOS)
    assert dicho.index("8. Mástil") < dicho.index("9. Analizar")


@pytest.mark.parametrize(
    ("pedido", "largo", "dice"),
    [
        ("artículos 3 a 6", 40, "Los artículos {} y {} no cupieron"),
        ("artículos 3 a 6", 30, "El artículo {} no cupo"),
        ("artículos 3 a 6", 3, ""),
        ("artículo 3", 200, ""),
        ("artículos 3 y 99", 3, ""),
    ],
)
def test_de_los_que_no_caben_se_dice_cuales(
    tmp_path: Path, pedido: str, largo: int, dice: str
) -> None:
    articulos = (f"ARTÍCULO {n}. {f'El {tema} mira al mar. ' * largo}\n\n" for n, tema in CARGOS)
    texto = "# Acuerdo 5 de 2016\n\n" + "".join(articulos)
    (tmp_path / "acuerdo-5-2016.md").write_text(texto, encoding="utf-8")
    conversacion = (Mensaje("user", f"¿Qué dicen los {pedido} del Acuerdo 5 de 2016?"),)
    lista = reunir(cargar_biblioteca(tmp_path), conversacion, AJUSTES, CARACTERES_POR_TOKEN)
    van = " ".join(fuente.seccion for fuente in lista.contexto.fuentes)
    faltan = [n for n in "3456" if f"ARTÍCULO {n}." not in van]
    dichos = [aviso for aviso in lista.avisos if "cup" in aviso]
    assert len(dichos) == bool(dice)
    assert all(aviso.startswith(dice.format(*faltan)) for aviso in dichos)


@pytest.mark.parametrize(
    ("pedido", "cuales"),
    [
        ("Artículo 4 del PSAA16-10476", [4]),
        ("artículos 4 y 6 del PSAA16-10476", [4, 6]),
        ("¿Qué dicen los artículos 3 al 6 del PSAA16-10476?", [3, 4, 5, 6]),
        ("artículos 3 a 6 del Acuerdo PSAA16-10476", [3, 4, 5, 6]),
    ],
)
def test_de_lo_que_se_nombra_por_su_codigo_van_todos(
    tmp_path: Path, pedido: str, cuales: list[int]
) -> None:
    articulos = (f"ARTÍCULO {n}. El {tema} lo cuida el farero.\n\n" for n, tema in CARGOS)
    texto = "# ACUERDO PSAA16-10476\n\n" + "".join(articulos)
    (tmp_path / "acuerdo_psaa16-10476.md").write_text(texto, encoding="utf-8")
    pedidas = unidades_pedidas(indice := cargar_biblioteca(tmp_path), pedido)
    ruta = indice.documentos["acuerdo_psaa16-10476.md"].texto.estructura.secciones
    secciones = secciones_pedidas(indice, pedidas, 0, antes=False)
    assert [articulos_de(ruta[n].ruta)[0] for n in secciones] == [*map(str, cuales)]


@pytest.mark.parametrize(
    ("pedido", "cual"),
    [
        ("¿Qué dice el último artículo de {}?", -1),
        ("artículo final de {}", -1),
        ("¿Cuántos artículos tiene {}?", -1),
        ("¿De cuántos artículos consta el reglamento, es decir {}?", -1),
        ("¿Cuál es el primer artículo de {}?", 0),
    ],
)
@pytest.mark.parametrize("clave", ACTOS)
def test_el_primero_y_el_ultimo_son_articulos(clave: str, pedido: str, cual: int) -> None:
    secciones = muestra().documentos[clave].texto.estructura.secciones
    propios = [s.ruta[-1] for s in secciones if articulos_de(s.ruta[-1:])]
    assert propios[cual] in enviados(muestra(), pedido.format(ACTOS[clave]))[0]


@pytest.mark.parametrize("pedido", PEDIDOS)
@pytest.mark.parametrize("clave", ACTOS)
def test_el_articulo_que_se_pide_va_primero(clave: str, pedido: str) -> None:
    secciones = muestra().documentos[clave].texto.estructura.secciones
    suyos = {s.ruta[-1]: numero for s in secciones for numero in articulos_de(s.ruta[-1:])}
    assert len(suyos) > 8
    for encabezado, numero in suyos.items():
        halladas = enviados(muestra(), pedido.format(n=numero, acto=ACTOS[clave]))
        assert encabezado.rstrip(".") in halladas[0], numero


@pytest.mark.parametrize("forma", FORMAS.values(), ids=FORMAS)
def test_es_el_primero_como_quiera_que_este_escrito(forma: str) -> None:
    articulos = "".join(forma.format(n=n, tema=tema) for n, tema in enumerate(TEMAS, 1))
    indice = bh.Generada({"acuerdo_7_de_2010.md": f"# Acuerdo 7 de 2010\n\n{articulos}"}).indice()
    for numero in range(1, len(TEMAS) + 1):
        pedido = f"¿Qué dice el artículo {numero} del Acuerdo 7 de 2010?"
        assert f"{numero}" in enviados(indice, pedido)[0].rpartition("›")[2], numero


def test_van_primero_todos_los_que_se_piden() -> None:
    articulos = "".join(
        f"## {'Capítulo I' if n == 1 else 'Capítulo II' if n == 5 else ''}\n\n" * (n in (1, 5))
        + f"Artículo {n}. {tema}. El {tema} lo cuida el farero de la costa.\n\n"
        for n, tema in enumerate(TEMAS, 1)
    )
    documentos = {
        "acuerdo_7_de_2010.md": f"# Acuerdo 7 de 2010\n\n{articulos}",
        "reglamento_del_puerto.md": f"# Reglamento del puerto\n\n{articulos}",
    }
    indice = bh.Generada(documentos).indice()
    for pedido, cuales in (
        ("artículos 3 y 6 del Acuerdo 7", {3, 6}),
        ("¿Qué dicen los artículos 2 a 4 del Acuerdo 7 de 2010?", {2, 3, 4}),
        ("el séptimo artículo del Acuerdo 7", {7}),
        ("¿Quién cuida el faro según el artículo 8 del reglamento del puerto?", {8}),
        ("¿Qué trae el capítulo II del Acuerdo 7?", {5, 6, 7, 8}),
    ):
        primeras = enviados(indice, pedido)[: len(cuales)]
        dichas = {n for n in range(1, 9) for s in primeras if f"Artículo {n}." in f"{s}."}
        assert cuales <= dichas, (pedido, primeras)


TRAMO = (
    "Se lleva la cuenta de todo lo que entra y de todo lo que sale por la puerta del muelle. " * 4
)


@pytest.mark.parametrize(
    ("pedido", "parte"),
    [
        ("artículo 3, parágrafo 1, del Acuerdo 7", "Parágrafo. "),
        ("¿Qué dice el parágrafo 3 del artículo 3 del Acuerdo 7?", "**Parágrafo 3°.** "),
        ("el literal d) del artículo 3 del Acuerdo 7", "d) "),
        ("numeral 5 del artículo 3 del Acuerdo 7", "5. "),
    ],
)
def test_de_un_articulo_largo_va_la_parte_que_se_pide(pedido: str, parte: str) -> None:
    """However much of the article there is before it."""
    partes = ["a) ", "b) ", "c) ", "d) ", "4. ", "5. ", "Parágrafo. ", "**Parágrafo 2.** "]
    textos = [f"{una}{TRAMO}Así es el punto {n}." for n, una in enumerate(partes)]
    textos += [f"**Parágrafo {n}°.** {TRAMO}Así es el punto {n + 5}." for n in (3, 4)]
    articulo = "\n\n".join((f"Artículo 3. Cuentas. El artículo dice esto. {TRAMO}", *textos))
    contenido = f"# Acuerdo 7 de 2010\n\n{articulo}\n\nArtículo 4. Fin. Rige desde hoy."
    indice = bh.Generada({"acuerdo_7_de_2010.md": contenido}).indice()
    preparada = reunir(indice, (Mensaje("user", pedido),), AJUSTES, CARACTERES_POR_TOKEN)
    assert f"\n{parte}" in preparada.contexto.texto
