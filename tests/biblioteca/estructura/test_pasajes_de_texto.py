"""Paragraphs, items and sentences are packed into passages that a person would quote."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siaa.biblioteca.estructura.frases import frases
from siaa.biblioteca.estructura.pasajes import (
    ANUNCIOS,
    LARGO_DE_NOMBRE,
    MAXIMO,
    META,
    MINIMO,
    NOMBRE,
    TipoDePasaje,
    empaquetar,
    leer_bloques,
    tipo_de_pasaje,
)
from siaa.biblioteca.estructura.renglones import Union

FRASE = "La llave de la sala de reuniones se guarda en la secretaría de la casa"


def de_largo(largo: int, final: str = ".") -> str:
    """Return one sentence of so many characters."""
    return (f"{FRASE} y " * (largo // 60 + 1))[: largo - len(final)] + final


def pasajes(parrafos: Sequence[str]) -> list[str]:
    """Pack paragraphs, one a line."""
    contenido = "\n".join(parrafos)
    lineas: list[tuple[int, int, int]] = []
    for parrafo in parrafos:
        inicio = lineas[-1][1] + 1 if lineas else 0
        union = Union.ELEMENTO if parrafo.startswith("- ") else Union.APARTE
        lineas.append((inicio, inicio + len(parrafo), union))
    bloques = leer_bloques(contenido, lineas)
    return [contenido[inicio:fin] for inicio, fin in empaquetar(bloques)]


def test_nada_no_tiene_pasajes() -> None:
    assert pasajes([]) == []


def test_lo_corto_queda_entero() -> None:
    parrafos = [de_largo(200), de_largo(200), de_largo(97)]
    assert pasajes(parrafos) == ["\n".join(parrafos)]
    assert pasajes([*parrafos[:2], de_largo(98)]) == ["\n".join(parrafos[:2]), de_largo(98)]


def test_una_lista_que_no_es_larga_queda_entera() -> None:
    lista = ["Son:", *(f"- {de_largo(217)}" for _ in range(4))]
    assert len("\n".join(lista)) <= MAXIMO
    assert pasajes(lista) == ["\n".join(lista)]
    assert pasajes([*lista, "- otra llave más."]) == [
        "\n".join(lista[:3]),
        "\n".join([*lista[3:], "- otra llave más."]),
    ]


@pytest.mark.parametrize("presenta", ["Son:", "Las llaves.", de_largo(60)])
def test_una_lista_corta_no_se_parte(presenta: str) -> None:
    """Nor is what introduces it left behind: what announces it, or a line that names it."""
    items = [f"- {de_largo(90)}" for _ in range(4)]
    esperados = [de_largo(400), "\n".join([presenta, *items]), de_largo(300)]
    assert pasajes([de_largo(400), presenta, *items, de_largo(300)]) == esperados
    larga = [de_largo(300), *items, *items]
    assert len("\n".join([*items, *items])) > META
    assert pasajes(larga) == ["\n".join(larga[:3]), "\n".join(larga[3:8]), larga[8]]


def test_una_lista_sin_marcas_tambien() -> None:
    """What ends in a semicolon goes on in the next paragraph: they are items."""
    lista = ["Son:", *(de_largo(217, ";") for _ in range(3)), de_largo(217)]
    assert META < len("\n".join(lista)) <= MAXIMO
    assert pasajes(lista) == ["\n".join(lista)]


def test_un_parrafo_largo_se_parte_entre_frases() -> None:
    oraciones = [de_largo(240) for _ in range(5)]
    assert pasajes([" ".join(oraciones)]) == [
        *(" ".join(oraciones[:2]), " ".join(oraciones[2:4]), oraciones[4])
    ]


def test_un_parrafo_que_no_es_tan_largo_no_se_parte() -> None:
    parrafo = " ".join([de_largo(299)] * 3)
    assert len(parrafo) == MAXIMO - 1
    assert pasajes([parrafo, de_largo(100)]) == [parrafo, de_largo(100)]


def test_una_frase_sola_puede_pasar_del_maximo() -> None:
    larga = de_largo(MAXIMO + 300)
    assert pasajes([de_largo(450), larga, de_largo(450)]) == [de_largo(450), larga, de_largo(450)]


@pytest.mark.parametrize(
    ("parrafos", "cuantos"),
    [
        # What announces goes with what it announces, also where it was packed already.
        ([300, -100, 400], [1, 2]),
        ([-300, 550, 100], [2, 1]),
        ([300, -100, -90, 380], [1, 3]),
        ([-300, -100, 480], [3]),
        # Only if both fit one passage.
        ([-450, 460, 20], [1, 2]),
        ([60, -430, 480], [2, 1]),
        # What says little alone joins its neighbour.
        ([30, 600, 300], [2, 1]),
        ([480, 30], [2]),
        ([880, 30], [1, 1]),
        ([58, 480, 480], [2, 1]),
        ([59, 480, 480], [1, 1, 1]),
    ],
)
def test_que_parrafos_van_juntos(parrafos: list[int], cuantos: list[int]) -> None:
    """Lengths; a negative one announces what follows."""
    textos = [de_largo(abs(n), ":" if n < 0 else ".") for n in parrafos]
    assert [pasaje.count("\n") + 1 for pasaje in pasajes(textos)] == cuantos


@pytest.mark.parametrize(
    ("previo", "nombre", "sigue", "cuantos"),
    [
        (de_largo(300), "Con trámite", de_largo(400), [1, 2]),
        # What ends as a sentence names nothing; nor does an item, nor what is not short.
        (de_largo(300), "Sin trámite.", de_largo(400), [2, 1]),
        (de_largo(300), de_largo(61, "a"), de_largo(400), [2, 1]),
        # One of several short lines is none, nor is what stands before others.
        (de_largo(60, "a"), "Divorcio", de_largo(490), [2, 1]),
        (de_largo(450), "Adopción", de_largo(119), [2, 1]),
        (de_largo(450), "Adopción", de_largo(120), [1, 2]),
        # What announces it goes with it, if all fit one.
        (de_largo(300, ":"), "Con trámite", de_largo(400), [3]),
        (de_largo(480, ":"), "Con trámite", de_largo(400), [3]),
        (de_largo(490, ":"), "Con trámite", de_largo(400), [1, 2]),
        (f"{de_largo(300)}\n{de_largo(150, ':')}", "Con trámite", de_largo(400), [1, 3]),
    ],
)
def test_un_nombre_va_con_lo_que_nombra(
    previo: str, nombre: str, sigue: str, cuantos: list[int]
) -> None:
    hallados = pasajes([*previo.split("\n"), nombre, sigue])
    assert [p.count("\n") + 1 for p in hallados] == cuantos


# A slow reference, written from what the docstrings say


def despacio(parrafos: Sequence[str]) -> list[str]:
    todo = "\n".join(parrafos)
    es_lista = any(map(es_item, parrafos))
    if parrafos and len(todo) + 1 <= (MAXIMO if es_lista else META):
        return [todo]
    grupos: list[list[tuple[str, str]]] = []
    enteros = con_sus_listas(parrafos)
    for numero, pieza in ((n, pieza) for p in enteros for n, pieza in enumerate(piezas_de(p))):
        nueva = (" " if numero else "\n", pieza)
        if grupos and junto(grupos[-1], pieza):
            grupos[-1].append(nueva)
        else:
            sigue = [nueva]
            for presenta in (nombra, anuncia, anuncia, anuncia):
                grupo = grupos[-1] if grupos else []
                if (
                    len(grupo) > 1
                    and len(sigue) <= ANUNCIOS
                    and largo([grupo[-1], *sigue]) <= MAXIMO
                    and presenta(grupo, pieza)
                ):
                    sigue.insert(0, grupo.pop())
            grupos.append(sigue)
    cola = grupos[-1] if len(grupos) > 1 else []
    if cola and largo(cola) < MINIMO and largo(grupos[-2] + cola) <= MAXIMO:
        grupos[-2:] = [grupos[-2] + cola]
    return ["".join(union + pieza for union, pieza in grupo)[1:] for grupo in grupos]


def es_item(parrafo: str) -> bool:
    return parrafo.startswith("- ") or parrafo.endswith(";")


def con_sus_listas(parrafos: Sequence[str]) -> list[str]:
    """A short list is one paragraph with what stands before it, if both fit a passage."""
    hechos: list[str] = []
    faltan = list(parrafos)
    while faltan:
        n = 0 if es_item(faltan[0]) else 1
        items = list(takewhile(es_item, faltan[n:]))
        lista = faltan[: n + len(items)]
        es_corta = items and len("\n".join(items)) < META and len("\n".join(lista)) < MAXIMO
        hechos += ["\n".join(lista)] if es_corta else lista
        del faltan[: len(lista)]
    return hechos


def anuncia(grupo: list[tuple[str, str]], _: str) -> bool:
    """Tell whether a passage ends with what only announces the next piece."""
    return grupo[-1][1].endswith(":")


def nombra(grupo: list[tuple[str, str]], pieza: str) -> bool:
    """Tell whether a passage ends with the name of the next piece, which is long."""
    return len(pieza) >= NOMBRE and not es_nombre(*grupo[-2]) and es_nombre(*grupo[-1])


def es_nombre(union: str, pieza: str) -> bool:
    ultimo = pieza.split("\n")[-1]
    corto = union == "\n" and len(ultimo) <= LARGO_DE_NOMBRE
    return corto and not ultimo.startswith("- ") and ultimo[-1] not in ".:;?"


def largo(grupo: list[tuple[str, str]]) -> int:
    return len("".join(union + pieza for union, pieza in grupo))


def junto(grupo: list[tuple[str, str]], pieza: str) -> bool:
    nuevo = largo([*grupo, ("\n", pieza)])
    anuncian = [otra.endswith(":") for _, otra in grupo]
    solo_anuncia = all(anuncian[:-1]) and (anuncian[-1] or es_nombre(*grupo[-1]))
    return nuevo <= (MAXIMO if solo_anuncia or largo(grupo) < MINIMO else META)


def piezas_de(parrafo: str) -> list[str]:
    if len(parrafo) <= MAXIMO:
        return [parrafo]
    piezas: list[str] = []
    for frase in (parrafo[inicio:fin] for inicio, fin in frases(parrafo)):
        if piezas and (len(piezas[-1]) < NOMBRE or len(piezas[-1]) + 1 + len(frase) <= META):
            piezas[-1] += f" {frase}"
        else:
            piezas.append(frase)
    return piezas


LARGOS = st.integers(5, 130) | st.integers(5, 600) | st.integers(5, 1390)
ORACIONES = st.tuples(LARGOS, st.sampled_from(".:.?;a")).map(lambda par: de_largo(*par))
PARRAFOS = st.lists(
    st.lists(ORACIONES, min_size=1, max_size=6).map(" ".join)
    | ORACIONES.map(lambda oracion: f"- {oracion}"),
    max_size=9,
)


@given(PARRAFOS)
def test_empaquetar_es_la_referencia(parrafos: list[str]) -> None:
    assert pasajes(parrafos) == despacio(parrafos)


@given(PARRAFOS)
def test_los_pasajes_dicen_todo_en_orden_y_no_son_largos(parrafos: list[str]) -> None:
    hallados = pasajes(parrafos)
    assert " ".join(hallados).split() == " ".join(parrafos).split()
    for pasaje in hallados:
        *poco, larga = (hasta - desde for desde, hasta in frases(pasaje))
        assert len(pasaje) <= MAXIMO or not poco or larga > MAXIMO - NOMBRE > META > sum(poco)


# Blocks


def test_un_bloque_sabe_de_donde_es_cada_letra() -> None:
    contenido = "No se **admi-\n\n3\n**ten copias de PCSJA17-\n*10745. Nadie\nlas pide\n- a"
    lineas = ["No se **admi-", "**ten copias de PCSJA17-", "*10745. Nadie", "las pide", "- a"]
    uniones = [Union.SEGUIDA, Union.PALABRA, Union.CODIGO, Union.SEGUIDA, Union.ELEMENTO]
    lugares = [(contenido.index(x), contenido.index(x) + len(x)) for x in lineas]
    leidas = [(*lugar, union) for lugar, union in zip(lugares, uniones, strict=True)]
    uno, dos = leer_bloques(contenido, leidas)
    assert uno.texto == "No se **admiten copias de PCSJA17-10745. Nadie las pide"
    assert (uno.inicio, uno.fin) == (0, contenido.index("\n- a"))
    for lugar, letra in enumerate(uno.texto):
        if letra != " ":
            assert contenido[uno.en_el_texto(lugar)] == letra
    assert [uno.en_el_texto(uno.texto.index(x)) for x in ("ten", "107", "las")] == [
        contenido.index(x) for x in ("ten", "107", "las")
    ]
    assert (dos.texto, dos.es_elemento, uno.es_elemento) == ("- a", True, False)


@pytest.mark.parametrize(
    ("texto", "anuncia"), [("Son:", True), ("**Son:** ", True), ("Son.", False)]
)
def test_que_anuncia(texto: str, anuncia: bool) -> None:
    (bloque,) = leer_bloques(texto, [(0, len(texto), Union.APARTE)])
    assert bloque.anuncia is anuncia


@pytest.mark.parametrize("final", ["\n", "-\n"])
def test_un_parrafo_de_un_megabyte_se_empaqueta(final: str) -> None:
    veces = 300_000
    contenido = f"ab{final}" * veces
    ancho = 2 + len(final)
    union = Union.PALABRA if len(final) == 2 else Union.SEGUIDA
    lineas = [(n * ancho, (n + 1) * ancho - 1, union) for n in range(veces)]
    assert empaquetar(leer_bloques(contenido, lineas))[-1][1] == lineas[-1][1]


# Kinds


LARGA = f"{FRASE} y nadie la copia."


@pytest.mark.parametrize(
    ("texto", "ruta", "es_titular", "tipo"),
    [
        ("Enero 3", (), False, TipoDePasaje.PORTADA),
        ("en uso de sus facultades legales,", ("La Junta",), False, TipoDePasaje.PORTADA),
        ("### En ejercicio de sus atribuciones, y", ("Uno",), False, TipoDePasaje.PORTADA),
        (f"La Junta, en uso de sus atribuciones. {LARGA}", (), False, TipoDePasaje.PORTADA),
        (f"En uso de su atribución, manda:\n{LARGA}", ("Uno",), False, TipoDePasaje.NORMA),
        ("Artículo 2. Hará uso de sus facultades", ("Uno",), False, TipoDePasaje.NORMA),
        (f"Artículo 2. En uso de sus facultades. {LARGA}", ("Uno",), False, TipoDePasaje.NORMA),
        ("Enero 3", ("Artículo 1",), False, TipoDePasaje.NORMA),
        ("Artículo 1", ("Artículo 1",), True, TipoDePasaje.TITULAR),
        ("Derogado.", ("Artículo 1",), False, TipoDePasaje.ESTADO),
        ("**Artículo 1°.** (Derogada).", ("Artículo 1°.",), False, TipoDePasaje.ESTADO),
        ("**Art. 1.°** Derogado", ("Art. 1.°. Derogado",), False, TipoDePasaje.ESTADO),
        ("Derógase.", ("Artículo 1",), False, TipoDePasaje.ESTADO),
        ("[Inexequible.]", ("Artículo 1",), False, TipoDePasaje.ESTADO),
        (
            "Derogado por el art. 3 de la Ley 8 de 2003.",
            ("Artículo 1",),
            False,
            TipoDePasaje.ESTADO,
        ),
        ("Declarado INEXEQUIBLE por la Corte.", ("Artículo 1",), False, TipoDePasaje.ESTADO),
        ("Sustituído por la Ley 8 de 2003.", ("Artículo 1",), False, TipoDePasaje.ESTADO),
        ("Artículo 1. Ferias. Derogado.", ("Artículo 1. Ferias.",), False, TipoDePasaje.TITULAR),
        ("Derogado.", ("Artículo 1. Ferias.",), False, TipoDePasaje.TITULAR),
        ("Derogado el plazo, se cierra.", ("Artículo 1",), False, TipoDePasaje.NORMA),
        (f"Derogado por la Ley 8. {LARGA}", ("Artículo 1",), False, TipoDePasaje.NORMA),
        ("Ana Pérez\nMinistra", ("Artículo 1",), False, TipoDePasaje.FIRMA),
        ("Ana Pérez\nMinistra", ("Artículo 1",), True, TipoDePasaje.FIRMA),
        ("El Jefe de la lonja,", ("Ana Pérez",), False, TipoDePasaje.FIRMA),
        ("La Subsecretaria encargada", ("Artículo 1",), False, TipoDePasaje.FIRMA),
        ("Digitó: 1.234", ("Ana Pérez",), False, TipoDePasaje.FIRMA),
        ("Dado en la casa", (), False, TipoDePasaje.FIRMA),
        ("Publíquese y cúmplase.", (), False, TipoDePasaje.FIRMA),
        ("Ministra\n" * 40, ("Artículo 1",), False, TipoDePasaje.NORMA),
        (f"La ministra guarda. {LARGA}", (), False, TipoDePasaje.NORMA),
        ("- la ministra", (), False, TipoDePasaje.NORMA),
        ("| ministra |", (), False, TipoDePasaje.NORMA),
        ("4.4. Faros", ("4.4. Faros",), True, TipoDePasaje.TITULAR),
        (LARGA, (), False, TipoDePasaje.NORMA),
        (LARGA, ("CONSIDERANDO:",), False, TipoDePasaje.MOTIVO),
        ("Enero 3", ("Ley", "Exposición de motivos"), False, TipoDePasaje.MOTIVO),
        (LARGA, ("CONSIDERANDO:", "Artículo 1"), False, TipoDePasaje.NORMA),
        (f"ARTÍCULO 1. {LARGA}", ("Considerando",), False, TipoDePasaje.NORMA),
        (LARGA, ("Considerandos",), False, TipoDePasaje.NORMA),
        (LARGA, ("Manual", "1. PRESENTACIÓN"), False, TipoDePasaje.MOTIVO),
        (LARGA, ("Presentación de solicitudes",), False, TipoDePasaje.NORMA),
    ],
)
def test_que_tipo_de_texto_es(
    texto: str, ruta: tuple[str, ...], es_titular: bool, tipo: TipoDePasaje
) -> None:
    assert tipo_de_pasaje(texto, ruta, es_titular=es_titular) is tipo


def test_el_renglon_que_solo_nombra_va_con_los_que_le_siguen() -> None:
    """A row with one cell names those below it, and so do those in bold: «| Portería | |»."""
    filas = [f"| {n} farero de muelle, con {'turno ' * 9} | {n}00 |" for n in range(20)]
    nombres = ["| **Capitanía** | |", "| **Cargo** | **Sueldo** |"]
    for lugar in range(4, 8):
        for cuantos in (1, 2):
            tabla = pasajes([*filas[:lugar], *nombres[:cuantos], *filas[lugar:]])
            assert not any(pasaje.endswith(tuple(nombres)) for pasaje in tabla)
