"""Sections under their headings, and the small units that are scored and sent."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from siaa.biblioteca.estructura.analisis import Estructura, analizar_estructura, ruta_texto
from siaa.biblioteca.estructura.frases import MAXIMO_UNIDAD, META_UNIDAD, MINIMO_UNIDAD, empaquetar
from siaa.biblioteca.estructura.lineas import Clase, clasificar


def rutas(contenido: str) -> list[str]:
    return [ruta_texto(s.ruta) for s in analizar_estructura(contenido).secciones]


def unidades(contenido: str) -> list[tuple[str, str]]:
    """Text of every unit with the innermost heading of its section."""
    estructura = analizar_estructura(contenido)
    return [
        (contenido[i:f], (estructura.secciones[s].ruta or ("",))[-1])
        for i, f, s in estructura.unidades
    ]


# Sections


def test_un_texto_sin_encabezados_es_una_seccion() -> None:
    estructura = analizar_estructura("Uno dos.\n\nTres cuatro.\n")
    assert [(s.inicio, s.fin, s.ruta, s.titulo) for s in estructura.secciones] == [
        (0, 23, (), False)
    ]
    assert estructura.unidades.tolist() == [[0, 22, 0]]
    assert estructura.unidades.dtype == np.int32
    assert not estructura.unidades.flags.writeable


@pytest.mark.parametrize("vacio", ["", "\n\n", " \t\n", "---\n***\n", "<!-- nada -->"])
def test_un_texto_que_no_dice_nada_no_tiene_unidades(vacio: str) -> None:
    estructura = analizar_estructura(vacio)
    assert len(estructura.secciones) == 1
    assert estructura.unidades.shape == (0, 3)


def test_encabezados_de_toda_profundidad() -> None:
    contenido = (
        "Antes.\n\n# Manual\n\nHola.\n\n## Salas\n\nHay dos.\n\n#### Reserva\n\nCon tiempo.\n\n"
        "### Multas\n\nNo hay.\n\n## Llaves\n\nUna.\n"
    )
    assert rutas(contenido) == [
        "",
        "Manual",
        "Manual › Salas",
        "Manual › Salas › Reserva",
        "Manual › Salas › Multas",
        "Manual › Llaves",
    ]
    assert [s.titulo for s in analizar_estructura(contenido).secciones] == [
        *(False, True, False, False, False, False)
    ]
    assert unidades(contenido) == [
        ("Antes.", ""),
        ("Hola.", "Manual"),
        ("Hay dos.", "Salas"),
        ("Con tiempo.", "Reserva"),
        ("No hay.", "Multas"),
        ("Una.", "Llaves"),
    ]


@pytest.mark.parametrize(
    ("contenido", "titulos"),
    [
        ("## Antes\n\na\n\n# Título\n\nb\n\n# Otro\n\nc", [False, True, False]),
        ("## Título\n\na\n\n## Otro\n\nb", [True, False]),
        ("**Título**\n\na\n\n## Otro\n\nb", [True, False]),
        ("Artículo 1. Nada.\n\n## Otro\n\nb", [False, False]),
    ],
)
def test_cual_es_el_titulo_del_documento(contenido: str, titulos: list[bool]) -> None:
    assert [s.titulo for s in analizar_estructura(contenido).secciones] == titulos


LEY = """\
# RESOLUCIÓN 12

La junta

### CONSIDERANDO:

Que hace falta.

### RESUELVE:

TÍTULO I

De la casa

**CAPÍTULO II**
**DE LAS SALAS**

**ARTÍCULO 1°.-** _Uso._ Las salas se usan de lunes a viernes.

Se abren temprano.

PARÁGRAFO. Los festivos no.

ARTÍCULO SEGUNDO. Quien llega tarde espera.

SECCIÓN 1. De las llaves

Artículo 3.° Hay una llave. El artículo anterior queda así:

"Artículo 9. Llaves. Hay dos llaves."

"Parágrafo 1. Nadie las copia."

Artículo IV. Fin.

### ANA PÉREZ

CAPÍTULO III

Art. 5o. El resto.

## Anexo

Un mapa.
"""


def test_unidades_legales_de_toda_forma() -> None:
    dos = "RESOLUCIÓN 12 › TÍTULO I. De la casa › CAPÍTULO II. DE LAS SALAS"
    tres = "RESOLUCIÓN 12 › TÍTULO I. De la casa › CAPÍTULO III"
    citado = f"{dos} › SECCIÓN 1. De las llaves › Artículo 3.°. Hay una llave."
    assert rutas(LEY) == [
        "RESOLUCIÓN 12",
        "RESOLUCIÓN 12 › CONSIDERANDO:",
        "RESOLUCIÓN 12 › TÍTULO I. De la casa",
        dos,
        f"{dos} › ARTÍCULO 1°. Uso.",
        f"{dos} › ARTÍCULO 1°. Uso. › PARÁGRAFO. Los festivos no.",
        f"{dos} › ARTÍCULO SEGUNDO. Quien llega tarde espera.",
        f"{dos} › SECCIÓN 1. De las llaves",
        citado,
        f"{citado} › Artículo 9. Llaves.",
        f"{citado} › Artículo 9. Llaves. › Parágrafo 1. Nadie las copia.",
        f"{dos} › SECCIÓN 1. De las llaves › Artículo IV. Fin.",
        f"{dos} › SECCIÓN 1. De las llaves › Artículo IV. Fin. › ANA PÉREZ",
        tres,
        f"{tres} › Art. 5o. El resto.",
        "RESOLUCIÓN 12 › Anexo",
    ]
    assert ("Que hace falta.", "CONSIDERANDO:") in unidades(LEY)
    assert ("ANA PÉREZ", "ANA PÉREZ") in [(t.strip("# "), r) for t, r in unidades(LEY)]


def test_un_articulo_es_texto_y_encabezado() -> None:
    textos = [texto for texto, _ in unidades(LEY)]
    assert (
        "**ARTÍCULO 1°.-** _Uso._ Las salas se usan de lunes a viernes.\n\nSe abren temprano."
        in textos
    )
    assert "PARÁGRAFO. Los festivos no." in textos


def test_un_articulo_con_almohadillas_va_dentro_del_capitulo() -> None:
    contenido = "# Ley\n\n### CAPÍTULO I\n\n### Artículo 1\n\nUno.\n\n## Artículo 2\n\nDos.\n"
    assert rutas(contenido)[2:] == [
        "Ley › CAPÍTULO I › Artículo 1",
        "Ley › CAPÍTULO I › Artículo 2",
    ]


def test_un_articulo_nombrado_dos_veces_es_uno() -> None:
    contenido = "# Ley\n\n### Artículo 5\n\n**ARTÍCULO 5.** Plazos. Son dos. Nada más.\n\nFin."
    assert rutas(contenido) == ["Ley", "Ley › ARTÍCULO 5. Plazos."]
    assert unidades(contenido)[-1][0].startswith("**ARTÍCULO 5.**")
    distinto = contenido.replace("ARTÍCULO 5.", "ARTÍCULO 6.")
    assert rutas(distinto)[1:] == ["Ley › Artículo 5", "Ley › ARTÍCULO 6. Plazos."]


@pytest.mark.parametrize(
    ("encabezado", "negrita", "titulo"),
    [
        ("## Artículo 6 — Permiso", "**Artículo 6°.**", "Artículo 6. Permiso"),
        ("## Artículo 6 — Permiso", "**Artículo 6°.** Quien lo pida", "Artículo 6. Permiso"),
        ("## Artículo 6", "**Artículo 6°. Permiso.** Se da", "Artículo 6°. Permiso."),
    ],
)
def test_la_negrita_que_repite_un_numero_no_le_quita_el_nombre(
    encabezado: str, negrita: str, titulo: str
) -> None:
    texto = f"{encabezado}\n\n{negrita} por quince días a quien lo solicite con tiempo.\n"
    assert [s.ruta[-1] for s in analizar_estructura(texto).secciones] == [titulo]


def test_numerales_como_encabezados() -> None:
    contenido = (
        "1. ALCANCE\n\nTodo.\n\n1.1. De la sala\n\nUna.\n\n1.1.1. De la mesa\n\nOtra.\n\n"
        "1.2. De la silla\n\nDos.\n\n2. LLAVES\n\nNo hay.\n"
    )
    assert rutas(contenido) == [
        "1. ALCANCE",
        "1. ALCANCE › 1.1. De la sala",
        "1. ALCANCE › 1.1. De la sala › 1.1.1. De la mesa",
        "1. ALCANCE › 1.2. De la silla",
        "2. LLAVES",
    ]


def test_dentro_de_un_articulo_los_numerales_y_la_negrita_son_texto() -> None:
    contenido = "Artículo 1. Son salas:\n\n1.1. De la junta\n\n**De la guardia**\n\nACUERDA\n"
    assert rutas(contenido) == ["Artículo 1. Son salas:"]
    assert len(unidades(contenido)) == 1


def test_la_negrita_es_encabezado_donde_no_hay_articulos() -> None:
    manual = "# Manual\n\n**Reserva**\n\nCon tiempo.\n\n**Multas**\n\nNo hay.\n\n## Llaves\n\nUna."
    assert rutas(manual) == ["Manual", "Manual › Reserva", "Manual › Multas", "Manual › Llaves"]
    assert "Manual › Reserva" not in rutas(manual + "\n\nArtículo 1. Uno.")


def test_un_titulo_largo_se_corta_y_es_texto() -> None:
    largo = "Reglas para el uso de las salas de la casa en los meses de vacaciones " * 3
    assert [(len(s.ruta[0]) <= 120) for s in analizar_estructura(f"# {largo}\n\nUno.").secciones]
    assert unidades(f"# {largo}\n\nUno.")[0][0].startswith("# Reglas para el uso")


@pytest.mark.parametrize(
    ("contenido", "esperadas"),
    [
        ("# Uno\n\n## Dos\n\nTexto.", ["Texto."]),
        ("# Uno\n\n# Dos\n\nTexto.", ["# Uno", "Texto."]),
        ("# Uno\n\nTexto.\n\n## Dos\n", ["Texto.", "## Dos"]),
        ("CAPÍTULO I\n\nSALAS\n\nCAPÍTULO II\n\nTexto.", ["CAPÍTULO I", "SALAS", "Texto."]),
        ("### DECRETA:\n\nArtículo 1. Uno.", ["Artículo 1. Uno."]),
    ],
)
def test_un_encabezado_es_unidad_solo_si_se_perderia(contenido: str, esperadas: list[str]) -> None:
    assert [texto for texto, _ in unidades(contenido)] == esperadas


def test_una_linea_descartada_parte_las_unidades() -> None:
    contenido = "Uno dos\n\nPágina 3 de 9\n\ntres.\n\n| a | b |\n|---|---|\n| c | d |\n"
    assert [texto for texto, _ in unidades(contenido)] == [
        "Uno dos",
        "tres.\n\n| a | b |",
        "| c | d |",
    ]


# Units


ANTES = "Este párrafo tiene el largo que hace falta para llenar él solo casi toda una unidad"
DESPUES = "y el que viene después tampoco cabe con él, por eso comienza la siguiente"


@pytest.mark.parametrize(
    "anuncio",
    [
        *("3.", "b)", "IV.", "- a)", "**4.1.**", "Parágrafo 2.", "**ARTÍCULO 3º.-**", "Literal c)"),
        *("**Cobertura.**", "5.\n**Administrador nacional.**", "Requisitos mínimos:"),
    ],
)
def test_lo_que_anuncia_va_con_lo_anunciado(anuncio: str) -> None:
    """The number of an item or a few words in bold say nothing at the end of a unit."""
    largo = f"{ANTES} {DESPUES} {DESPUES}."
    contenido = f"Sección de prueba\n\n{largo}\n\n{anuncio} {largo}\n"
    textos = [contenido[i:f] for i, f in empaquetar(contenido, 0, len(contenido))]
    assert textos[-1] == f"{anuncio} {largo}" and textos[-2].endswith(largo)


@pytest.mark.parametrize("frase", ["Nadie lo sabe.", "Son 3.", "Va con **fuerza**", "Entra en 1."])
def test_lo_corto_que_no_anuncia_se_queda(frase: str) -> None:
    largo = f"{ANTES} {DESPUES} {DESPUES}."
    contenido = f"{ANTES}. {frase}\n\n{largo}"
    textos = [contenido[i:f] for i, f in empaquetar(contenido, 0, len(contenido))]
    assert textos == [f"{ANTES}. {frase}", largo]


def referencia(texto: str) -> Iterator[str]:
    """Pack sentences the slow way: sentences are given, one a line, none longer than the limit."""
    unidades_: list[str] = []
    for frase in texto.split("\n"):
        junta = f"{unidades_[-1]}\n{frase}" if unidades_ else ""
        corta = bool(unidades_) and len(unidades_[-1]) < MINIMO_UNIDAD
        if unidades_ and len(junta) <= (MAXIMO_UNIDAD if corta else META_UNIDAD):
            unidades_[-1] = junta
        else:
            unidades_.append(frase)
    if len(unidades_) > 1 and len(unidades_[-1]) < MINIMO_UNIDAD:
        cola = unidades_.pop()
        if len(unidades_[-1]) + 1 + len(cola) <= MAXIMO_UNIDAD:
            unidades_[-1] += "\n" + cola
        else:
            unidades_.append(cola)
    yield from unidades_


@given(
    st.lists(
        st.integers(1, MAXIMO_UNIDAD - 3).flatmap(
            lambda n: st.sampled_from(["Oca " * (n // 4 + 1), "Palabra " * (n // 8 + 1)]).map(
                lambda t: t[:n].strip() + "a."
            )
        ),
        min_size=1,
        max_size=12,
    ).map("\n".join)
)
def test_empaquetar_es_la_referencia(texto: str) -> None:
    assert [texto[i:f] for i, f in empaquetar(texto, 0, len(texto))] == list(referencia(texto))


@pytest.mark.parametrize(
    ("texto", "frases"),
    [
        ("{0} fin. Otra {0} fin", 2),
        ("{0} fin; Otra {0} fin", 2),
        ("{0} fin.» Otra {0} fin", 2),
        ("{0} fin.** Otra {0} fin", 2),
        ("{0} fin\n\notra {0} fin", 2),
        ("{0} fin\n- otra {0} fin", 2),
        ("{0} fin\n2) otra {0} fin", 2),
        ("{0} fin\n| otra | {0} fin |", 2),
        ("{0} del No. 5 {0} fin", 1),
        ("{0} el Art. 5 {0} fin", 1),
        ("{0} de J. Pérez {0} fin", 1),
        ("{0} fin. otra {0} fin", 1),
        ("{0} fin\notra {0} fin", 1),
        ("{0} 3.500 {0} fin", 1),
    ],
)
def test_donde_termina_una_frase(texto: str, frases: int) -> None:
    largo = texto.format("palabras que van seguidas " * 6)
    assert len(empaquetar(largo, 0, len(largo))) == frases


def test_una_frase_muy_larga_se_corta_entre_palabras() -> None:
    texto = "palabra " * 200
    partes = [texto[i:f] for i, f in empaquetar(texto, 0, len(texto))]
    assert " ".join(partes) == texto.strip()
    assert all(META_UNIDAD < len(p) <= MAXIMO_UNIDAD for p in partes[:-1])


def test_una_palabra_sin_fin_se_corta_donde_toca() -> None:
    texto = "x" * 1000
    assert empaquetar(texto, 0, 1000) == [(0, 400), (400, 800), (800, 1000)]
    guiones = "-".join(["x" * 90] * 10)
    limites = [fin for _, fin in empaquetar(guiones, 0, len(guiones))][:-1]
    assert limites == [364, 728]


PIEZAS = st.sampled_from(
    (
        *("palabra", "Palabra", "ñandú", "x" * 450, "12", "a_b", "—", "…", "***", "(a)", "😀"),
        *(" ", " ", " ", "\n", "\n\n", "\t", "\u00a0", ". ", ".\n", "; ", ": ", "? ", ".» "),
        *("\n- ", "\n1. ", "\n# Uno\n", "\n\n## Dos", "\nArtículo 1. ", "\n**Artículo 2.** "),
        *("\nCAPÍTULO I\n", "\n1.1 Tres\n", "\n\n**Cuatro**\n\n", "\n| a | b |\n", "\n|---|\n"),
        *(
            "<!-- x -->",
            "<!--",
            "\nPágina 3\n",
            "\nUno .... 3\n",
            "\nDos\t4",
            "\nDECRETA:\n",
            '\n"',
        ),
        *("\nPARÁGRAFO. ", "\n---\n", "\n===\n", "palabras que van juntas " * 12),
    )
)
TEXTOS = st.lists(PIEZAS, max_size=60).map("".join) | st.text(max_size=400)


@given(TEXTOS)
def test_propiedades_de_toda_estructura(contenido: str) -> None:
    estructura = analizar_estructura(contenido)
    comprobar_secciones(contenido, estructura)
    comprobar_unidades(contenido, estructura)
    comprobar_cobertura(contenido, estructura)


def comprobar_secciones(contenido: str, estructura: Estructura) -> None:
    secciones = estructura.secciones
    assert secciones[0].inicio == 0
    assert secciones[-1].fin == len(contenido)
    assert all(a.fin == b.inicio and a.inicio < b.inicio for a, b in pairwise(secciones))
    assert "".join(contenido[s.inicio : s.fin] for s in secciones) == contenido
    for ruta in {s.ruta for s in secciones}:
        assert all(0 < len(t) <= 120 and t == " ".join(t.split()) for t in ruta)
        assert not any(set(t) & set("*_`") or t.startswith("#") for t in ruta)
    assert sum(s.titulo for s in secciones) <= 1


def comprobar_unidades(contenido: str, estructura: Estructura) -> None:
    filas = estructura.unidades.tolist()
    assert all(a[1] <= b[0] and a[2] <= b[2] for a, b in pairwise(filas))
    for inicio, fin, numero in filas:
        seccion = estructura.secciones[numero]
        assert seccion.inicio <= inicio < fin <= seccion.fin
        texto = contenido[inicio:fin]
        assert texto == texto.strip()
        assert len(texto) <= MAXIMO_UNIDAD
        assert re.search(r"[^\W_]", texto)
        assert not re.search(r"<!--.*-->", texto, re.DOTALL)
    for corrida in re.finditer(r"\w+", contenido):
        if len(corrida[0]) <= MAXIMO_UNIDAD - 2 * MINIMO_UNIDAD:
            assert not any(
                corrida.start() < limite < corrida.end() for f in filas for limite in f[:2]
            )


def comprobar_cobertura(contenido: str, estructura: Estructura) -> None:
    cubierto = np.zeros(len(contenido), bool)
    for inicio, fin, _ in estructura.unidades.tolist():
        cubierto[inicio:fin] = True
    ruta = " ".join(t for s in estructura.secciones for t in s.ruta)
    for linea in clasificar(contenido):
        if linea.clase is Clase.TEXTO:
            letras = [i for i in range(linea.inicio, linea.fin) if contenido[i].isalnum()]
            nombre = " ".join(re.sub("[*_`#]", "", contenido[linea.inicio : linea.fin]).split())
            assert all(cubierto[i] for i in letras) or nombre in ruta
        elif linea.clase is not Clase.ENCABEZADO:
            assert not cubierto[linea.inicio : linea.fin].any()


def test_las_unidades_no_dependen_de_lo_que_sigue_a_un_titulo() -> None:
    """Joining two texts at a heading joins their units."""
    uno, dos = "# Uno\n\nTexto de uno. Más.\n\n", "# Dos\n\nTexto de dos.\n"
    juntas = analizar_estructura(uno + dos).unidades[:, :2].tolist()
    sueltas = analizar_estructura(uno).unidades[:, :2].tolist() + [
        [i + len(uno), f + len(uno)] for i, f in analizar_estructura(dos).unidades[:, :2].tolist()
    ]
    assert juntas == sueltas


def pasos(contenido: str) -> int:
    """How many lines of Python an analysis runs: a measure that does not depend on the clock."""
    cuenta = 0

    def contar(_marco: object, _suceso: str, _valor: object) -> object:
        nonlocal cuenta
        cuenta += 1
        return contar

    anterior = sys.gettrace()
    sys.settrace(contar)  # type: ignore[arg-type]
    try:
        analizar_estructura(contenido)
    finally:
        sys.settrace(anterior)
    return cuenta


@pytest.mark.parametrize(
    "pieza",
    [
        *("x", "#", "*", "[", "1", "\n", " ", ".", '."', "# a\n", "**a**\n\n", "[a](#", "<!--"),
        *("a\t1\n", "a .... 1\n", "| a |\n", "Artículo 1. x\n", "CAPÍTULO I\n\n", "\n1.1 A\n"),
        *("<!-- -->a", "> ", "a\n", "\n  ", "palabra ", "1\n", "Página 1\n", '"Artículo 1. x\n'),
    ],
)
def test_el_trabajo_crece_con_el_texto_y_no_mas(pieza: str) -> None:
    veces = 2000 // len(pieza)
    uno, cuatro = (pasos(pieza * (veces * n)) for n in (1, 4))
    assert cuatro <= 4.6 * uno + 2000


@pytest.mark.parametrize(
    "pieza", ["x", "#", "*", "[", "1", "\n", " ", ".", ". ", ".\n ", "a\n", "\t"]
)
def test_un_megabyte_hostil_se_termina(pieza: str) -> None:
    contenido = (pieza * 1_000_000)[:1_000_000]
    estructura = analizar_estructura(contenido)
    assert estructura.secciones[-1].fin == len(contenido)
