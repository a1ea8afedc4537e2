"""Scored passages → fragments: their order, what is written before each, and every character.

Values are drawn, not scored, so that every order and tie can happen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, groupby
from typing import Any

import bibliotecas_hibridas as bh
import pytest
import referencia_hibrida as ref
from hypothesis import given
from hypothesis import strategies as st

from siaa.biblioteca.indice import Indice
from siaa.recuperacion.faltantes import LARGO_DE_ENTRADA
from siaa.recuperacion.formato import HIBRIDA, SALTO, alrededor, encabezado_bloque
from siaa.recuperacion.hibrida import seleccion
from siaa.recuperacion.hibrida.seleccion import PasajePuntuado, Tramo, elegir, pasaje_puntuado

LARGO = "Esta frase tiene el largo que hace falta para que no se junte con ninguna otra. " * 4
PARRAFOS = [f"{LARGO}Es la número {n} de su sección y va sola." for n in range(9)]


def pasajes_de(indice: Indice, valores: Sequence[float] | None = None) -> list[PasajePuntuado]:
    """All passages of a library, best first; all of the same value unless told otherwise."""
    todos = []
    for numero in range(len(indice.pasajes.limites)):
        valor = valores[numero] if valores else 1.0
        todos.append(pasaje_puntuado(indice, numero, numero, valor))
    return sorted(todos, key=lambda p: (-p.puntaje, p.numero))


def un_documento(*parrafos: str) -> list[PasajePuntuado]:
    return pasajes_de(bh.Generada({"a.md": "\n\n".join(parrafos)}).indice())


def numeros(tramos: Sequence[Tramo]) -> list[list[int]]:
    return [[pasaje.numero for pasaje in tramo.pasajes] for tramo in tramos]


def antes_de(tramos: Sequence[Tramo]) -> list[str]:
    """What is written before each of some fragments."""
    return [antes for _, escritos in bloques(tramos) for antes in escritos[:-1]]


def bloques(tramos: Sequence[Tramo]) -> Iterator[tuple[list[Tramo], list[str]]]:
    """The fragments of each document, and what is written around them."""
    for _, grupo in groupby(tramos, key=lambda tramo: tramo.mejor.documento.clave):
        suyos = list(grupo)
        yield (
            suyos,
            list(alrededor(suyos[0].mejor.documento, HIBRIDA, [tramo.lugar for tramo in suyos])),
        )


def texto(tramos: Sequence[Tramo]) -> str:
    """What is sent, put together here once more."""
    partes: list[str] = []
    for suyos, (*antes, cierre) in bloques(tramos):
        documento = suyos[0].mejor.documento
        partes.append(encabezado_bloque(documento, HIBRIDA))
        for tramo, previo in zip(suyos, antes, strict=True):
            partes += (previo, documento.sano(*tramo.lugar[:2]))
        partes.append(cierre)
    return "".join(partes)


# --- By hand --------------------------------------------------------------------------


def test_sin_pasajes_no_hay_nada() -> None:
    assert elegir([], 1000) == []


def test_uno_cabe_siempre() -> None:
    pasajes = un_documento(*PARRAFOS)
    for presupuesto in (0, 1, 50):
        (tramo,) = elegir(pasajes[4:], presupuesto)
        assert tramo.pasajes == (pasajes[4],)


def test_los_que_se_siguen_van_juntos() -> None:
    pasajes = un_documento(*PARRAFOS)
    (tramo,) = elegir([pasajes[2], pasajes[1], pasajes[3]], 5000)
    assert tramo.lugar[:2] == (pasajes[1].inicio, pasajes[3].fin)
    assert antes_de([tramo]) == [SALTO.lstrip()]


def test_en_una_seccion_manda_el_texto() -> None:
    """An article is read from its beginning, whatever part of it answers best."""
    pasajes = un_documento(*PARRAFOS)
    tramos = elegir([pasajes[n] for n in (6, 2, 8, 3)], 5000)
    assert numeros(tramos) == [[2, 3], [6], [8]]
    assert antes_de(tramos) == [SALTO.lstrip(), SALTO, SALTO]


def test_de_lo_que_empieza_antes_se_dice_que_empieza_antes() -> None:
    pasajes = un_documento(*PARRAFOS)
    assert antes_de(elegir(pasajes[1:3], 5000)) == [SALTO.lstrip()]
    assert antes_de(elegir(pasajes[:2], 5000)) == [""]


def test_quienes_firman_van_juntos_aunque_sus_nombres_encabecen() -> None:
    """Apart, «### Ana Soler» would stand above the office of who signs after her."""
    firmas = (
        "### LUIS ROCA\n\nLa Ministra de Faros,\n\n### Ana Soler\n\nEl Ministro de Boyas,\n\n### Bo"
    )
    texto = f"# Decreto 5\n\n**Artículo 1.** Uno.\n\nPublíquese. Dado en Cali.\n\n{firmas}\n"
    indice = bh.Generada({"a.md": texto}).indice()
    todos = pasajes_de(indice, [float(n) for n in range(len(indice.pasajes.limites))])
    fragmentos = [texto[t.lugar[0] : t.lugar[1]] for t in elegir(todos, 2000)]
    assert [f for f in fragmentos if "Dado en Cali" in f and f.endswith(firmas)]
    assert not [f for f in fragmentos if f.startswith("###")]


def test_las_secciones_van_por_su_mejor_pasaje() -> None:
    secciones = ("## Uno", *PARRAFOS[:2], "## Dos", *PARRAFOS[2:4], "## Tres", PARRAFOS[4])
    pasajes = un_documento("# Manual", *secciones)
    tramos = elegir([pasajes[n] for n in (3, 0, 4, 2, 1)], 9000)
    assert numeros(tramos) == [[2, 3], [0, 1], [4]]
    assert antes_de(tramos) == ["[SEC: Dos]\n", "\n[SEC: Uno]\n", "\n[SEC: Tres]\n"]


def test_los_documentos_van_por_su_mejor_pasaje() -> None:
    """Each in one block, however its passages and those of others take turns."""
    textos = {"a.md": "\n\n".join(PARRAFOS[:4]), "b.md": "\n\n".join(PARRAFOS[4:8])}
    pasajes = pasajes_de(bh.Generada(textos).indice())
    tramos = elegir([pasajes[n] for n in (6, 0, 4, 2)], 9000)
    assert numeros(tramos) == [[4], [6], [0], [2]]


def test_el_que_no_cabe_deja_lugar_al_siguiente() -> None:
    pasajes = un_documento(PARRAFOS[0], PARRAFOS[1] + " Y algo más." * 8, "## Otra", "Corto.")
    uno, largo, corto = pasajes
    presupuesto = len(texto(elegir([uno, corto], 9000)))
    assert numeros(elegir([uno, largo, corto], presupuesto)) == [[0], [2]]


def test_lo_que_no_cabe_se_prueba_unas_veces_y_no_mas(monkeypatch: pytest.MonkeyPatch) -> None:
    """A directory of a thousand offices: what is written around each fills the room."""
    oficinas = (parte for n in range(300) for parte in (f"## Oficina {n}", f"Ext. {n}."))
    pasajes = un_documento("# Directorio", *oficinas)
    probados: list[int] = []

    def contar(*dados: Any) -> int:
        probados.append(len(dados[0]))
        return costo(*dados)

    costo = seleccion._costo
    monkeypatch.setattr(seleccion, "_costo", contar)
    elegidos = sum(len(tramo.pasajes) for tramo in elegir(pasajes, 900))
    assert elegidos > 10 and len(probados) == elegidos + seleccion.INTENTOS


def test_lo_que_se_lee_seguido_termina_en_el_primero_que_no_cabe() -> None:
    pasajes = un_documento(PARRAFOS[0], PARRAFOS[1] + " Y algo más." * 8, "## Otra", "Corto.")
    uno, _, corto = pasajes
    presupuesto = len(texto(elegir([uno, corto], 9000)))
    assert numeros(elegir(pasajes, presupuesto, seguidos=True)) == [[0]]


def test_un_encabezado_largo_va_entero() -> None:
    largo = "Número de procesos que ingresaron al despacho por cuantía de mayor valor global"
    (tramo,) = elegir(un_documento("# Manual", f"## {largo}", PARRAFOS[0]), 9000)
    assert len(largo) > 60 and antes_de([tramo]) == [f"[SEC: {largo}]\n"]


def test_los_que_se_llaman_igual_dicen_en_que_parte_estan() -> None:
    """The column of a form that each of its parts has, be the others sent or not."""
    partes = [
        ["## Tutelas", PARRAFOS[0], "### Entradas", "#### Reparto", PARRAFOS[1], PARRAFOS[2]],
        ["## Desacato", "### Entradas", "#### Reparto", PARRAFOS[3], "#### Nulidad", PARRAFOS[4]],
        ["## Reparto", PARRAFOS[5]],
    ]
    pasajes = un_documento("# Manual", *chain.from_iterable(partes))
    assert antes_de(elegir([pasajes[n] for n in (1, 3, 5, 4, 0)], 9000)) == [
        "[SEC: Tutelas › Reparto]\n",
        "\n[SEC: Desacato › Reparto]\n",
        "\n[SEC: Reparto]\n",
        "\n[SEC: Nulidad]\n",
        "\n[SEC: Tutelas]\n",
    ]
    assert antes_de(elegir([pasajes[n] for n in (1, 4)], 9000))[0] == "[SEC: Tutelas › Reparto]\n"


def test_de_lo_que_se_llama_igual_y_se_nombra_se_dice_la_parte() -> None:
    """Its text opens with the heading; that another part has one like it still has to be told."""
    dichas = [f"Entradas del mes. {parrafo}" for parrafo in PARRAFOS[:2]]
    partes = [["## Tutelas", "### Entradas del mes", dichas[0]]]
    partes += [["## Desacato", "### Entradas del mes", dichas[1], "### Salidas", PARRAFOS[3]]]
    pasajes = un_documento("# Manual", *chain.from_iterable(partes))
    assert antes_de(elegir(pasajes[:3], 9000)) == [
        *("[SEC: Tutelas]\n", "\n[SEC: Desacato]\n", "\n[SEC: Salidas]\n"),
    ]


def test_el_presupuesto_cuenta_cada_caracter() -> None:
    """What is written takes all that there is, and not one more."""
    pasajes = un_documento("# Manual", "## Uno", *PARRAFOS[:3], "## Dos", PARRAFOS[4])
    for orden in ([0, 2], [0, 1], [0, 3], [3, 0, 1, 2]):
        todos = [pasajes[n] for n in orden]
        entero = len(texto(elegir(todos, 99999)))
        assert len(texto(elegir(todos, entero))) == entero
        assert sum(map(len, numeros(elegir(todos, entero - 1)))) == len(todos) - 1


def test_lo_que_no_es_de_ningun_pasaje_cuenta() -> None:
    """Between two that follow each other stand lines that are sent with them."""
    pasajes = un_documento(f"ARTÍCULO 1. {LARGO}", "DECRETA:", "CONSIDERANDO:", PARRAFOS[0])
    juntos = elegir(pasajes, 5000)
    assert numeros(juntos) == [[0, 1]] and "CONSIDERANDO:" in texto(juntos)
    assert numeros(elegir(pasajes, len(texto(juntos)))) == [[0, 1]]
    assert numeros(elegir(pasajes, len(texto(juntos)) - 1)) == [[0]]


def test_lo_que_ya_se_dijo_no_se_repite() -> None:
    pasajes = un_documento("## Uno", PARRAFOS[0], "## Dos", PARRAFOS[0], PARRAFOS[1])
    assert numeros(elegir(pasajes, 9000)) == [[0], [2]]


@pytest.mark.parametrize(("nuevo", "van"), [(142, [0]), (143, [0, 1])])
def test_lo_que_casi_todo_se_dijo_no_se_repite(nuevo: int, van: list[int]) -> None:
    """The same paragraph in each part of a form: what is new has to be worth its place."""
    comun = f"{LARGO}Es la misma."
    pasajes = un_documento("## Uno", comun, "## Dos", comun, "x" * nuevo)
    assert len(comun) == 332 and len(pasajes) == 2
    assert [n for tramo in numeros(elegir(pasajes, 9000)) for n in tramo] == van


def test_lo_que_dijeron_varios_no_se_repite() -> None:
    dos = ("Una llave es del portero.", "Otra llave es de la jueza.")
    pasajes = un_documento("## Uno", dos[0], "## Dos", dos[1], "## Tres", *dos)
    assert numeros(elegir(pasajes, 9000)) == [[0], [1]]


def test_la_linea_de_seccion() -> None:
    """The heading is told once, never the document's title, nor where the text opens with it.

    That something was left out, only where it was.
    """
    pasajes = un_documento(
        "# Manual", PARRAFOS[0], "## Plazos del juez", *PARRAFOS[1:4],
        "ARTÍCULO 7. " + PARRAFOS[4], PARRAFOS[5],
    )  # fmt: skip
    orden = [pasajes[n] for n in (1, 3, 4, 0)]
    sigue = "\n[… texto más]\n"
    assert antes_de(elegir(orden, 9000)) == ["[SEC: Plazos del juez]\n", SALTO, "\n", sigue]
    (vuelta,) = antes_de(elegir([pasajes[5]], 9000))
    assert vuelta.startswith("[SEC: ARTÍCULO 7. Esta frase") and vuelta.endswith("]\n")


def test_dos_secciones_nunca_se_juntan() -> None:
    assert len(elegir(un_documento("## Uno", PARRAFOS[0], "## Dos", PARRAFOS[1]), 5000)) == 2


def test_el_mejor_de_un_fragmento_es_el_primero_de_los_iguales() -> None:
    indice = bh.Generada({"a.md": "\n\n".join(PARRAFOS[:3])}).indice()
    (tramo,) = elegir(pasajes_de(indice, [1.0, 2.0, 2.0]), 5000)
    assert tramo.mejor.numero == 1


def test_nada_cambia_despues() -> None:
    (tramo,) = elegir(un_documento(PARRAFOS[0]), 500)
    for valor, campo in ((tramo, "pasajes"), (tramo.mejor, "puntaje")):
        with pytest.raises(AttributeError):
            setattr(valor, campo, 0)


# --- Against the reference ----------------------------------------------------------------


@bh.ajustes(60)
@given(bh.bibliotecas(), st.data())
def test_elegir_como_la_referencia(generada: bh.Generada, datos: st.DataObject) -> None:
    indice = generada.indice()
    lenta = ref.leer(indice)
    cuantos = len(lenta.pasajes)
    alcance = st.sampled_from((1.0, 1.5, 2.0, 3.0, 0.5))
    valores = datos.draw(st.lists(alcance, min_size=cuantos, max_size=cuantos))
    elegibles = pasajes_de(indice, valores)[: datos.draw(st.integers(0, cuantos))]
    for presupuesto in (0, 350, datos.draw(st.integers(400, 2500)), 6000):
        tramos = elegir(elegibles, presupuesto)
        elegidos = ref.elegir(lenta, [p.numero for p in elegibles], presupuesto)
        piezas = ref.ordenar(lenta, elegidos)
        assert numeros(tramos) == [[p.numero for p in pieza.pasajes] for pieza in piezas]
        assert antes_de(tramos) == [pieza.antes for pieza in piezas]
        dado = dict(enumerate(valores))
        assert [t.mejor.numero for t in tramos] == [p.mejor(dado).numero for p in piezas]
        assert not tramos or texto(tramos) == ref.escribir(piezas)
        assert not tramos or len(texto(tramos)) <= presupuesto or len(elegidos) == 1


# --- What is left out of a list -------------------------------------------------------------

DEBERES = [f"{n}. {LARGO}Es el deber {n}." for n in range(1, 7)]


def test_de_una_lista_se_dice_cuanto_va_antes_y_cuanto_falta() -> None:
    pasajes = un_documento("# Acuerdo", "## Artículo 6°. Deberes", "Los jueces deben:", *DEBERES)
    (_, escritos), *_ = bloques(elegir([pasajes[n] for n in (1, 3)], 9000))
    assert escritos == [
        "[SEC: Artículo 6°. Deberes]\n[«Los jueces deben:» … 1 ítem antes]\n",
        "\n[… 1 ítem más]\n",
        f"\n[… 2 ítems más]{HIBRIDA.cierre}",
    ]


@pytest.mark.parametrize(("sobran", "dicho"), [(0, "Los jueces que"), (1, "…jueces que")])
def test_de_lo_que_presenta_una_lista_si_es_largo_se_dice_el_final(sobran: int, dicho: str) -> None:
    vuelta = f"Los jueces que {'a' * (97 + sobran)}, deben:"
    assert len(vuelta) == LARGO_DE_ENTRADA + sobran
    pasajes = un_documento("# Acuerdo", "## Artículo 6°. Deberes", vuelta, *DEBERES)
    (_, (antes, *_)), *_ = bloques(elegir([pasajes[3]], 9000))
    assert antes.endswith(f"\n[«{dicho}{vuelta.removeprefix('Los jueces que')}» … 3 ítems antes]\n")


def test_de_una_lista_en_otra_se_dice_la_que_la_presenta() -> None:
    """Even after what is told to be missing, which is of both."""
    letras = [f"{letra}) {LARGO}Es el plazo {letra}." for letra in "abcd"]
    plazos = ["1. En cualquier tiempo, cuando:", *letras, "2. Dentro de un mes, cuando:", *letras]
    pasajes = un_documento("# Acuerdo", "## Artículo 6°. Plazos", "El bote se pide:", *plazos)
    assert pasajes[-1].texto.startswith("d)") and pasajes[0].texto.endswith("plazo a.")
    (_, escritos), *_ = bloques(elegir([pasajes[0], pasajes[-1]], 9000))
    assert escritos[1].endswith(" más]\n[«Dentro de un mes, cuando:»]\n")
    (_, escritos), *_ = bloques(elegir(pasajes[-1:], 9000))
    assert "\n[«Dentro de un mes, cuando:» … " in escritos[0]


def test_lo_que_falta_de_una_lista_no_calla_lo_que_va_antes_en_otra() -> None:
    otra = ("## Artículo 7. Derechos", "Los jueces pueden:", *DEBERES)
    pasajes = un_documento("# Acuerdo", "## Artículo 6°. Deberes", *DEBERES[:3], *otra)
    (_, escritos), *_ = bloques(elegir([pasajes[n] for n in (0, 4)], 9000))
    assert escritos[1] == (
        "\n[… 2 ítems más]\n[SEC: Artículo 7. Derechos]\n[«Los jueces pueden:» … 1 ítem antes]\n"
    )


def test_entre_pasajes_de_un_articulo_se_dice_cual() -> None:
    pasajes = un_documento("# Acuerdo", f"Artículo 7. {PARRAFOS[0]}", *PARRAFOS[1:4])
    assert antes_de(elegir([pasajes[0], pasajes[2]], 9000)) == ["", "\n[… del artículo 7]\n"]


def test_lo_que_enumera_un_paragrafo_es_otra_lista() -> None:
    paragrafo = f"Parágrafo. {LARGO}Se exceptúan:"
    articulo = f"Artículo 6. {LARGO}Los jueces deben:"
    pasajes = un_documento("# Acuerdo", articulo, *DEBERES[:3], paragrafo, *DEBERES[:2])
    (_, (*_, cierre)), *_ = bloques(elegir(pasajes[:1], 9000))
    assert cierre == f"\n[… 2 ítems y 1 parágrafo más]{HIBRIDA.cierre}"


def test_de_un_articulo_se_dice_cuantos_paragrafos_siguen() -> None:
    """They may except what it says; none is told of what comes before, or is sent."""
    paragrafos = [f"**Parágrafo {n}.** {LARGO}Es la salvedad {n}." for n in range(1, 5)]
    pasajes = un_documento("# Acuerdo", f"Artículo 7. {PARRAFOS[0]}", *paragrafos, "## Otro")
    assert antes_de(elegir([pasajes[0], pasajes[2]], 9000)) == ["", "\n[… 1 parágrafo más]\n"]
    (_, (*_, cierre)), *_ = bloques(elegir([pasajes[2]], 9000))
    assert cierre == f"\n[… 2 parágrafos más]{HIBRIDA.cierre}"


@pytest.mark.parametrize(
    ("van", "dichos"),
    [
        ((0,), [f"\n[… texto más]{HIBRIDA.cierre}"]),
        ((0, 3), ["\n[… texto más]\n", HIBRIDA.cierre]),
        ((0, 2), ["\n[… del artículo 5]\n", HIBRIDA.cierre]),
        ((0, 1, 2), [HIBRIDA.cierre]),
        ((2,), [HIBRIDA.cierre]),
        ((4,), [HIBRIDA.cierre]),
    ],
)
def test_de_un_articulo_se_dice_que_sigue(van: Sequence[int], dichos: Sequence[str]) -> None:
    """Not of one that another fragment goes on with, nor of what is no article."""
    articulo = [f"Artículo 5. {PARRAFOS[0]}", *PARRAFOS[1:3]]
    otros = [f"Artículo 6. {PARRAFOS[3]}", "## Rondas", *PARRAFOS[4:6]]
    pasajes = un_documento(*articulo, *otros)
    ((_, (_, *antes)),) = bloques(elegir([pasajes[n] for n in van], 9000))
    assert antes == dichos


def test_lo_que_falta_antes_de_un_paragrafo_no_se_calla() -> None:
    """What else of its article stands before the parágrafos is told with them."""
    paragrafo = f"**Parágrafo.** {LARGO}Es la salvedad."
    articulo = ["# Acuerdo", f"Artículo 7. {PARRAFOS[0]}", PARRAFOS[1], paragrafo, "## Otro"]
    pasajes = un_documento(*articulo)
    (_, (*_, cierre)), *_ = bloques(elegir(pasajes[:1], 9000))
    assert cierre == f"\n[… texto y 1 parágrafo más]{HIBRIDA.cierre}"
    (_, (*_, cierre)), *_ = bloques(elegir(pasajes[1:2], 9000))
    assert cierre == f"\n[… 1 parágrafo más]{HIBRIDA.cierre}"


def test_un_paragrafo_entre_comillas_tambien_sigue() -> None:
    """The text that one act gives to another's article is quoted."""
    pasajes = un_documento("# Acuerdo", f"Artículo 7. {PARRAFOS[0]}", f"“Parágrafo. {LARGO}”")
    (_, (*_, cierre)), *_ = bloques(elegir(pasajes[:1], 9000))
    assert cierre == f"\n[… 1 parágrafo más]{HIBRIDA.cierre}"


@pytest.mark.parametrize("hasta", [6, 7])
def test_de_lo_que_no_es_una_lista_a_medias_no_se_dice_nada(hasta: int) -> None:
    """A list that is sent whole, and one of another section."""
    pasajes = un_documento("# Acuerdo", "## Deberes", *DEBERES, "## Otro", *DEBERES)
    enviados = [p for p in pasajes[:hasta] if p.seccion == pasajes[0].seccion]
    (_, (*_, cierre)), *_ = bloques(elegir(enviados, 90000))
    assert len(enviados) == 6 and cierre == HIBRIDA.cierre


def test_lo_que_se_dice_de_una_lista_tambien_cuesta() -> None:
    pasajes = un_documento("# Acuerdo", "## Deberes", *DEBERES)
    entero = len(texto(elegir([pasajes[2]], 0)))
    assert "[… 3 ítems más]" in texto(elegir([pasajes[2]], 0))
    assert len(texto(elegir([pasajes[2], pasajes[5]], entero + len(pasajes[5].texto)))) == entero
