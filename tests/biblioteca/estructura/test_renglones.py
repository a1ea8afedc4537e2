"""Lines that conversion tore apart are whole again, and only those."""

from __future__ import annotations

import itertools
from functools import partial

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from trabajo import llamadas

from siaa.biblioteca.estructura.analisis import analizar_estructura
from siaa.biblioteca.estructura.lineas import Clase, clasificar
from siaa.biblioteca.estructura.renglones import (
    CORTA,
    ELEMENTO,
    Renglones,
    Union,
    elementos,
    empalmar,
    sanar,
)

LARGA = "La secretaría de la casa guardará las llaves de las salas"
assert len(LARGA) > CORTA


def leer(contenido: str) -> Renglones:
    return analizar_estructura(contenido)[0].renglones


def sano(contenido: str) -> str:
    return sanar(contenido, leer(contenido), 0, len(contenido))


@pytest.mark.parametrize(
    ("contenido", "esperado"),
    [
        # A line that is long, and the next: one paragraph.
        (f"{LARGA}\nEl lunes se abren.", f"{LARGA} El lunes se abren."),
        (f"{LARGA}.\nEl lunes se abren.", f"{LARGA}. El lunes se abren."),
        # A blank line inside a sentence.
        (f"{LARGA}\n\ny las entrega.", f"{LARGA} y las entrega."),
        ("Las llaves,\n\nAna y Luis", "Las llaves, Ana y Luis"),
        ("Las llaves de la\n\nJunta Directiva", "Las llaves de la Junta Directiva"),
        ("Según\n\nAna", "Según Ana"),
        ("Las llaves\n\n(todas) se guardan", "Las llaves (todas) se guardan"),
        ("Las llaves\n\n**todas** se guardan", "Las llaves **todas** se guardan"),
        (
            "Las llaves son de la **Junta**\n\nde la casa",
            "Las llaves son de la **Junta** de la casa",
        ),
        (f"**Llave.** {LARGA} **Junta**\n\nde ella", f"**Llave.** {LARGA} **Junta** de ella"),
        # No blank line inside a sentence: each its own line.
        ("Las llaves.\n\nlas salas", "Las llaves.\nlas salas"),
        ("Las llaves;\n\nlas salas", "Las llaves;\nlas salas"),
        ("Son dos:\n\nlas salas", "Son dos:\nlas salas"),
        ("«Las llaves.»\n\nlas salas", "«Las llaves.»\nlas salas"),
        ("Las llaves\n\nLas salas", "Las llaves\nLas salas"),
        (f"{LARGA}\n\nEl lunes se abren", f"{LARGA}\nEl lunes se abren"),
        ("Las llaves\nLas salas", "Las llaves\nLas salas"),
        # Words and codes that a hyphen cut.
        ("No se admi-\nten copias", "No se admiten copias"),
        ("No se admi-\n\nten copias", "No se admiten copias"),
        ("No se **admi-\n**ten copias", "No se admiten copias"),
        ("El Acuerdo PCSJA17-\n10745 rige", "El Acuerdo PCSJA17-10745 rige"),
        ("El Acuerdo PCSJA-\n17 rige", "El Acuerdo PCSJA-17 rige"),
        ("Los años 2019-\n2020 no", "Los años 2019-2020 no"),
        ("a-\nb-\nc", "abc"),
        ("Las llaves -\nlas salas", "Las llaves - las salas"),
        ("Norte-\nSur", "Norte-\nSur"),
        ("SALA ADMI-\nNISTRATIVA", "SALA ADMINISTRATIVA"),
        ("Sala C-\nOtra", "Sala C-\nOtra"),
        # Furniture of pages between two halves.
        (f"{LARGA} que\n\nPágina 3 de 9\n\nse abren", f"{LARGA} que se abren"),
        ("No se admi-\n\n<!-- 3 -->\n---\nten copias", "No se admiten copias"),
        ("Las llaves.\n\nPágina 3\n\nlas salas", "Las llaves.\nlas salas"),
        # Lists and tables.
        ("Son:\n- uno,\n- dos y\n- tres", "Son:\n- uno,\n- dos y\n- tres"),
        ("Son:\n- la llave de\n  la sala\n- dos", "Son:\n- la llave de la sala\n- dos"),
        ("a) uno,\nb) dos,\nii) tres\n(c) x\n4° y", "a) uno,\nb) dos,\nii) tres\n(c) x\n4° y"),
        ("| a de | b, |\n|---|---|\n| c | d |", "| a de | b, |\n| c | d |"),
        ("La tabla de\n| a  b | c |", "La tabla de\n| a  b | c |"),
        ("| a | b |\ny lo demás", "| a | b |\ny lo demás"),
        # Names.
        ("# Las llaves de\nla casa", "Las llaves de\nla casa"),
        ("#Las llaves #", "#Las llaves #"),
        (f"{LARGA} de\n\nArtículo 5. Uno", f"{LARGA} de\nArtículo 5. Uno"),
        (f"{LARGA} del\n\nArtículo 5 de la ley", f"{LARGA} del Artículo 5 de la ley"),
        (
            f"{LARGA}.\n\nArtículo 5. La llave\n\nde la casa",
            f"{LARGA}.\nArtículo 5. La llave de la casa",
        ),
        # Space.
        ("  Las \t llaves\u00a0 todas ", "Las llaves todas"),
        ("**Artículo 5.***Llaves*. Son tres", "**Artículo 5.** *Llaves*. Son tres"),
        ("Artículo 6ºLas llaves", "Artículo 6º Las llaves"),
        ("Las lla\u00adves", "Las llaves"),
        (" \u00ad Las llaves \u00ad todas", "Las llaves todas"),
    ],
)
def test_como_se_juntan_dos_renglones(contenido: str, esperado: str) -> None:
    assert sano(contenido) == esperado


def test_los_renglones_de_un_texto_vacio() -> None:
    for vacio in ("", "\n \n", "---\n***"):
        renglones = leer(vacio)
        assert renglones.filas.shape == (0, 3)
        assert sano(vacio) == ""


def test_sanar_un_pedazo() -> None:
    contenido = f"{LARGA} y no se admi-\n\nPágina 3\n\nten copias.\nFin"
    renglones = leer(contenido)
    desde, hasta = contenido.index("no se"), contenido.index(" copias")
    assert sanar(contenido, renglones, desde, hasta) == "no se admiten"
    assert sanar(contenido, renglones, desde, desde + 2) == "no"
    pagina = contenido.index("Página")
    assert sanar(contenido, renglones, pagina, pagina + 8) == ""
    assert sanar(contenido, renglones, desde, pagina) == "no se admi-"


PIEZAS = st.sampled_from(
    (
        *(
            "casa",
            "La casa",
            "ñandú",
            LARGA,
            "de la",
            "5",
            "**Ana**",
            "**",
            "*",
            "_",
            "«",
            "(",
            "-",
        ),
        *(".", ",", ";", ":", " ", " ", "\n", "\n", "\n\n", "-\n", "7-\n", "\n- ", "\na) ", "\t"),
        *(
            "\n| a | b |\n",
            "\n|---|\n",
            "\nPágina 3\n",
            "<!-- x -->",
            "\n# Uno\n",
            "\nArtículo 1. ",
        ),
        *("\n**Ana Pérez**\n", "\nCAPÍTULO I\n", "\n1.1 Tres\n", "\n---\n", "\u00a0", "😀"),
    )
)
TEXTOS = st.lists(PIEZAS, max_size=40).map("".join) | st.text(max_size=200)


@given(TEXTOS)
def test_sanar_no_pierde_ni_agrega_letras(contenido: str) -> None:
    lineas = [x for x in clasificar(contenido) if x.clase is Clase.TEXTO]
    leido = "".join(contenido[x.inicio : x.fin] for x in lineas)
    assert letras(sano(contenido)) == letras(leido)
    assert all(sanar(contenido, leer(contenido), *x[:2]) for x in lineas)


def letras(texto: str) -> str:
    return "".join(c for c in texto if c.isalnum())


@given(TEXTOS, st.integers(0, 300), st.integers(0, 300))
def test_sanar_por_pedazos_es_sanar(contenido: str, uno: int, otro: int) -> None:
    """The letters of a stretch do not depend on the lines around it."""
    desde, hasta = sorted((min(uno, len(contenido)), min(otro, len(contenido))))
    renglones = leer(contenido)
    cortes = (0, desde, hasta, len(contenido))
    pedazos = [sanar(contenido, renglones, i, f) for i, f in itertools.pairwise(cortes)]
    assert letras("".join(pedazos)) == letras(sano(contenido))


def items_de(parrafos: str) -> list[str]:
    """Return which of some paragraphs are items, without the marks that keep lines apart."""
    contenido = parrafos.replace(" / ", "\n\n")
    renglones = sano(contenido).split("\n")
    son = elementos(contenido, leer(contenido), 0, len(contenido))
    return [renglon for renglon, item in zip(renglones, son, strict=True) if item]


@pytest.mark.parametrize(
    ("parrafos", "items"),
    [
        # By their marks.
        ("Son dos: / 1. El patio. / 2. La sala. / Nadie más.", ["1. El patio.", "2. La sala."]),
        ("a). El patio. / b). La sala. / II.- El techo. / Nada más.", 3),
        # After an announcement, short or alike, up to what is not.
        ("Hay llaves de: / El patio. / La sala. / Y ya.", ["El patio.", "La sala.", "Y ya."]),
        (f"Son: / Del patio. / De la sala. / {LARGA * 3}.", ["Del patio.", "De la sala."]),
        (f"Así: / Para {LARGA * 3}. / Para {LARGA * 4}.", 2),
        (f"Así: / Para {LARGA * 3}. / Sin {LARGA * 4}.", 0),
        ("Señora directora: / Le cuento.", 0),
        # Without one, three that open alike: a word that says something, what each is called…
        ("Llave verde. / Llave roja. / Llave azul. / Fin.", 3),
        ("Llave verde. / Llave roja. / Fin.", 0),
        ("La verde abre. / La roja abre. / La azul cierra.", 0),
        ("Verde: abre el patio. / Roja: abre la sala. / Azul: no abre.", 3),
        # … or its place in an order.
        ("El primer turno abre. / El segundo lava. / El tercero cierra.", 3),
        ("Primero se abre. / Segundo, se lava. / Tercero, se cierra.", 3),
        ("El primer turno abre. / El tercero lava. / El cuarto cierra.", 0),
        # Prose that goes on about the same thing is no list.
        (" / ".join(f"Llave {n}, {LARGA * 9}." for n in range(3)), 0),
        # A heading is none, nor does a list go on after it.
        ("Llave verde. / Llave roja. / ## Otras / Llave azul.", 0),
        ("Hay llaves de: / ## Otras / El patio. / La sala.", 0),
        # Nor what closes an act.
        ("Publíquese y cúmplase. / Llave uno. / Llave dos. / Llave tres.", 0),
    ],
)
def test_los_items_de_una_lista(parrafos: str, items: list[str] | int) -> None:
    hallados = items_de(parrafos)
    assert hallados == items if isinstance(items, list) else len(hallados) == items


def test_los_items_de_un_pedazo() -> None:
    """A sentence in the middle of a paragraph is one only by its mark."""
    contenido = f"Son tres:\n\n1. {LARGA}. 2. {LARGA}. {LARGA}.\n\nDel patio."
    renglones = leer(contenido)
    for inicio, es_item in (("1. ", True), ("2. ", True), (f"{LARGA}.\n", False), ("Del", False)):
        desde = contenido.index(inicio)
        assert elementos(contenido, renglones, desde, desde + 3) == [es_item]
    assert elementos(contenido, renglones, 0, 0) == []


@given(TEXTOS, st.integers(0, 400), st.integers(0, 400))
def test_hay_un_dicho_por_renglon_sano(contenido: str, uno: int, otro: int) -> None:
    desde, hasta = sorted((min(uno, len(contenido)), min(otro, len(contenido))))
    renglones = leer(contenido)
    dichos, texto = (
        elementos(contenido, renglones, desde, hasta),
        sanar(contenido, renglones, desde, hasta),
    )
    assert len(dichos) == (len(texto.split("\n")) if dichos else 0)
    assert dichos or not texto


@given(TEXTOS)
def test_lo_que_empieza_en_minuscula_sigue_a_algo_que_acabo(contenido: str) -> None:
    lineas = [x for x in clasificar(contenido) if x.clase is Clase.TEXTO]
    union = leer(contenido).filas[:, 2].tolist()
    for previa, linea, como in zip(lineas, lineas[1:], union[1:], strict=False):
        antes = contenido[previa.inicio : previa.fin]
        minuscula = contenido[linea.inicio].islower()
        if como == Union.APARTE and minuscula and not ELEMENTO.match(contenido, linea.inicio):
            es_nombre = antes.startswith("**") and antes.endswith("**")
            acaba = antes.rstrip("»”\"')]*_")[-1:] in tuple(".;:?!…")
            assert previa.rotulo or antes[0] == "|" or es_nombre or acaba


@given(TEXTOS)
@example("7-\n**Ana**_**Ana**")
@example("** casa")
@example("casa ** casa")
def test_lo_sano_no_necesita_mas_salud(contenido: str) -> None:
    """Every line of a healed text is healthy, and a text without damage stays as it is."""
    for renglon in sano(contenido).split("\n"):
        quedo = sano(renglon)
        assert quedo in (renglon, "")


@given(
    st.lists(st.text(alphabet="ab-*_", min_size=1, max_size=6), min_size=1, max_size=8),
    st.data(),
)
def test_empalmar_junta_los_renglones_de_a_dos(trozos: list[str], datos: st.DataObject) -> None:
    uniones = [0] + [datos.draw(st.sampled_from(list(Union))) for _ in trozos[1:]]
    texto = trozos[0]
    for trozo, union in zip(trozos[1:], uniones[1:], strict=True):
        if union == Union.PALABRA:
            texto = texto[:-1] + trozo.lstrip("*_")
        elif union == Union.CODIGO:
            texto += trozo.lstrip("*_")
        else:
            texto += (" " if union == Union.SEGUIDA else "\n") + trozo
    partes = [enlace + parte for enlace, parte in empalmar(trozos, uniones)]
    if all(len(trozo.lstrip("*_")) for trozo in trozos):
        assert "".join(partes) == texto
    assert len(partes) == len(trozos)


PIEZAS = ("a,\n", "a-\n", f"{LARGA}\n", "| a\n", "- a\n", "1-\n**")


@pytest.mark.parametrize("pieza", PIEZAS)
def test_cien_mil_letras_en_renglones_se_sanan(pieza: str) -> None:
    contenido = (pieza * 100_000)[:100_000]
    assert letras(sano(contenido)) == letras(contenido)


@pytest.mark.parametrize("pieza", PIEZAS)
def test_sanar_cuesta_segun_lo_largo_y_no_mas(pieza: str) -> None:
    uno, cuatro = (llamadas(partial(sano, pieza * (n * 500))) for n in (1, 4))
    assert cuatro <= 4.6 * uno + 2000
