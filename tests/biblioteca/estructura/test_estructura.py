"""Sections under their headings, and the passages that stand in them."""

from __future__ import annotations

import re
import sys
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from siaa.biblioteca.estructura.analisis import Estructura, analizar_estructura, ruta_texto
from siaa.biblioteca.estructura.frases import LARGO_MAXIMO, frases
from siaa.biblioteca.estructura.lineas import Clase, clasificar
from siaa.biblioteca.estructura.pasajes import MAXIMO, NOMBRE, TipoDePasaje
from siaa.biblioteca.estructura.renglones import Union, sanar


def rutas(contenido: str) -> list[str]:
    return [ruta_texto(s.ruta) for s in analizar_estructura(contenido)[0].secciones]


def pasajes(contenido: str) -> list[tuple[str, str]]:
    """Text of every passage, as it was loaded, with the innermost heading of its section."""
    estructura = analizar_estructura(contenido)[0]
    return [
        (contenido[i:f], (estructura.secciones[s].ruta or ("",))[-1])
        for i, f, s, _ in estructura.pasajes
    ]


# Sections


def test_un_texto_sin_encabezados_es_una_seccion() -> None:
    estructura = analizar_estructura("Uno dos.\n\nTres cuatro.\n")[0]
    assert [(s.inicio, s.fin, s.ruta, s.titulo) for s in estructura.secciones] == [
        (0, 23, (), False)
    ]
    assert estructura.pasajes.tolist() == [[0, 22, 0, TipoDePasaje.PORTADA]]
    assert estructura.pasajes.dtype == np.int32
    assert not estructura.pasajes.flags.writeable


@pytest.mark.parametrize("vacio", ["", "\n\n", " \t\n", "---\n***\n", "<!-- nada -->"])
def test_un_texto_que_no_dice_nada_no_tiene_pasajes(vacio: str) -> None:
    estructura = analizar_estructura(vacio)[0]
    assert len(estructura.secciones) == 1
    assert estructura.pasajes.shape == (0, 4)


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
    assert [s.titulo for s in analizar_estructura(contenido)[0].secciones] == [
        *(False, True, False, False, False, False)
    ]
    assert pasajes(contenido) == [
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
    assert [s.titulo for s in analizar_estructura(contenido)[0].secciones] == titulos


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
        f"{dos} › ARTÍCULO SEGUNDO. Quien llega tarde espera.",
        f"{dos} › SECCIÓN 1. De las llaves",
        citado,
        f"{citado} › Artículo 9. Llaves.",
        f"{dos} › SECCIÓN 1. De las llaves › Artículo IV. Fin.",
        f"{dos} › SECCIÓN 1. De las llaves › Artículo IV. Fin. › ANA PÉREZ",
        tres,
        f"{tres} › Art. 5o. El resto.",
        "RESOLUCIÓN 12 › Anexo",
    ]
    assert ("Que hace falta.", "CONSIDERANDO:") in pasajes(LEY)
    assert ("ANA PÉREZ", "ANA PÉREZ") in [(t.strip("# "), r) for t, r in pasajes(LEY)]


def test_un_articulo_es_texto_y_encabezado() -> None:
    textos = [texto for texto, _ in pasajes(LEY)]
    assert (
        "**ARTÍCULO 1°.-** _Uso._ Las salas se usan de lunes a viernes.\n\nSe abren temprano."
        "\n\nPARÁGRAFO. Los festivos no."
    ) in textos


def test_un_articulo_con_almohadillas_va_dentro_del_capitulo() -> None:
    contenido = "# Ley\n\n### CAPÍTULO I\n\n### Artículo 1\n\nUno.\n\n## Artículo 2\n\nDos.\n"
    assert rutas(contenido)[2:] == [
        "Ley › CAPÍTULO I › Artículo 1",
        "Ley › CAPÍTULO I › Artículo 2",
    ]


def test_un_articulo_nombrado_dos_veces_es_uno() -> None:
    contenido = "# Ley\n\n### Artículo 5\n\n**ARTÍCULO 5.** Plazos. Son dos. Nada más.\n\nFin."
    assert rutas(contenido) == ["Ley", "Ley › ARTÍCULO 5. Plazos."]
    assert pasajes(contenido)[-1][0].startswith("**ARTÍCULO 5.**")
    distinto = contenido.replace("ARTÍCULO 5.", "ARTÍCULO 6.")
    assert rutas(distinto)[1:] == ["Ley › Artículo 5", "Ley › ARTÍCULO 6. Plazos."]


def test_lo_que_va_por_sus_primeras_palabras_se_nombra_por_su_numero() -> None:
    largo = "Quien reciba un libro prestado lo devuelve en ocho días, o antes si otro lo pide."
    assert rutas(f"# Bando\n\nArt. 2º {largo}\n\nArtículo 3. {largo}\n")[1:] == [
        "Bando › Art. 2º",
        "Bando › Artículo 3",
    ]


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
    assert [s.ruta[-1] for s in analizar_estructura(texto)[0].secciones] == [titulo]


def test_dentro_de_un_articulo_los_numerales_y_la_negrita_son_texto() -> None:
    contenido = "Artículo 1. Son salas:\n\n1.1. De la junta\n\n**De la guardia**\n\nACUERDA\n"
    assert rutas(contenido) == ["Artículo 1. Son salas:"]
    (unico,) = pasajes(contenido)
    assert unico[0].endswith("De la guardia**"), "a formula alone says nothing"


def test_la_negrita_es_encabezado_donde_no_hay_articulos() -> None:
    manual = "# Manual\n\n**Reserva**\n\nCon tiempo.\n\n**Multas**\n\nNo hay.\n\n## Llaves\n\nUna."
    assert rutas(manual) == ["Manual", "Manual › Reserva", "Manual › Multas", "Manual › Llaves"]
    assert "Manual › Reserva" not in rutas(manual + "\n\nArtículo 1. Uno.")


def test_un_titulo_largo_se_corta_y_es_texto() -> None:
    largo = "Reglas para el uso de las salas de la casa en los meses de vacaciones " * 3
    assert [(len(s.ruta[0]) <= 120) for s in analizar_estructura(f"# {largo}\n\nUno.")[0].secciones]
    assert pasajes(f"# {largo}\n\nUno.")[0][0].startswith("# Reglas para el uso")


@pytest.mark.parametrize("numero", ["**Artículo 6º.**", "Artículo 6º", "**ARTÍCULO 6.-**"])
def test_un_nombre_largo_no_va_sin_su_texto(numero: str) -> None:
    nombre = f"{numero} *Llaves {'de las salas y los patios ' * 6}de la casa*."
    articulo = f"{nombre} Quien {'use ' * 120}salga. Quien {'use ' * 120}entre."
    primero, *_ = pasajes(articulo)
    assert primero[0].startswith(f"{nombre} Quien")


def test_el_nombre_de_un_articulo_va_con_su_texto_por_largo_que_sea() -> None:
    articulo = f"**Artículo 1°.** *Llaves de la casa y de sus salas.* Quien {'use ' * 300}salga."
    primero, _ = pasajes(f"{articulo}\n\n**Artículo 2°.** Uno.")
    assert primero[0] == articulo


@pytest.mark.parametrize(
    ("contenido", "esperadas"),
    [
        ("# Uno\n\n## Dos\n\nTexto.", ["Texto."]),
        ("# Uno\n\n# Dos\n\nTexto.", ["# Uno", "Texto."]),
        ("# Uno\n\nTexto.\n\n## Dos\n", ["Texto.", "## Dos"]),
        ("CAPÍTULO I\n\nSALAS\n\nCAPÍTULO II\n\nTexto.", ["CAPÍTULO I\n\nSALAS", "Texto."]),
        ("### DECRETA:\n\nArtículo 1. Uno.", ["Artículo 1. Uno."]),
        ("Vista el acta 7,\n\ndecreto:\n\nArt. 1.° Uno.", ["Vista el acta 7,", "Art. 1.° Uno."]),
        ("# Casa\n\ncapítulo 3\n\n## Salas\n\nTexto.", ["Texto."]),
    ],
)
def test_un_encabezado_es_pasaje_solo_si_se_perderia(contenido: str, esperadas: list[str]) -> None:
    assert [texto for texto, _ in pasajes(contenido)] == esperadas


def test_una_linea_descartada_no_se_lee() -> None:
    contenido = "Uno dos\n\nPágina 3 de 9\n\ntres.\n\n| a | b |\n|---|---|\n| c | d |\n"
    _, sanos = analizar_estructura(contenido)
    assert sanos == ["Uno dos tres.\n| a | b |\n| c | d |"]


LARGO = "Las salas de la casa se abren de lunes a viernes con la llave de la secretaría."


@pytest.mark.parametrize(
    ("contenido", "tipos"),
    [
        ("Resolución 12\n\nEnero 3\n\nArtículo 1. Uno.", ["PORTADA", "NORMA"]),
        ("# Resolución\n\nEnero 3\n\n## Artículo 1\n\nUno.", ["PORTADA", "NORMA"]),
        (LARGO, ["NORMA"]),
        ("- uno\n- dos", ["NORMA"]),
        ("# Casa\n\n## Vistos\n\nEl acta 7\n\n# Sala\n\nUna", ["MOTIVO", "NORMA"]),
        (f"CONSIDERANDO:\n\n{LARGO}\n\nRESUELVE:\n\nArtículo 1. Uno.", ["MOTIVO", "NORMA"]),
        ("Artículo 1. Uno.\n\n## Firmas\n\nDada en la casa\n\nAna", ["NORMA", "FIRMA"]),
        ("Artículo 1. Uno.\n\n### ANA PÉREZ", ["NORMA", "TITULAR"]),
        ("Artículo 1. Uno.\n\n### ANA PÉREZ, MINISTRA", ["NORMA", "FIRMA"]),
        (f"Artículo 1. Publíquese. {LARGO}", ["NORMA"]),
        (
            "Artículo 1. Uno.\n\nPublíquese y cúmplase.\n\n### ANA PÉREZ",
            ["NORMA", "FIRMA", "FIRMA"],
        ),
        (f"Artículo 1. Uno.\n\nPublíquese.\n\n## Anexo\n\n{LARGO}", ["NORMA", "FIRMA", "NORMA"]),
        (
            f"Artículo 1. Uno.\n\nPublíquese.\n\n## Anexo\n\nEl director guarda. {LARGO * 4}",
            ["NORMA", "FIRMA", "NORMA"],
        ),
        (
            "Artículo 1. Uno.\n\nEl Presidente del Senado,\n\n### Ana Pérez\n\n"
            "El de la Cámara\n\n### Luis Gil\n\n"
            "República de Colombia. Gobierno Nacional.\n\nPublíquese.\n\n### R. Sol\n\n"
            + "-El Ministro de Puertos, **Juan Mar.** El Ministro de Faros, **Inés Luz**"
            * 5,
            ["NORMA", *["FIRMA"] * 4],
        ),
        ("# Acuerdo\n\n## Planta\n\n1 Jefe de faro\n\n2 Guardas", ["NORMA"]),
        ("## Uno\n\nTexto\n\n## Dos\n\n## Tres\n\nFin", ["PORTADA", "TITULAR", "NORMA"]),
    ],
)
def test_de_que_tipo_es_cada_pasaje(contenido: str, tipos: list[str]) -> None:
    hallados = analizar_estructura(contenido)[0].pasajes[:, 3].tolist()
    assert [TipoDePasaje(tipo).name for tipo in hallados] == tipos


def test_el_nombre_de_quien_firma_es_texto_de_las_firmas() -> None:
    """Marked as a heading, it would head the office of whoever signs after it."""
    firmas = "Publíquese.\n\n### Ana Soler\n\nLa Ministra de Faros,\n\n## Luis Roca"
    contenido = f"Artículo 1. Uno.\n\n{firmas}"
    estructura, sanos = analizar_estructura(contenido)
    assert sanos[1:] == ["Publíquese.", "Ana Soler\nLa Ministra de Faros,", "Luis Roca"]
    leidos = [contenido[inicio:fin] for inicio, fin, *_ in estructura.pasajes.tolist()]
    assert "\n\n".join(leidos[1:]) == firmas


# Properties of any text


PIEZAS = st.sampled_from(
    (
        *("palabra", "Palabra", "ñandú", "x" * 1500, "12", "a_b", "—", "…", "***", "(a)", "😀"),
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
        *(
            "\nPARÁGRAFO. ",
            "\n---\n",
            "\n===\n",
            "palabras que van juntas " * 12,
            "Dos " * 190,
            "-\n",
        ),
    )
)
TEXTOS = st.lists(PIEZAS, max_size=60).map("".join) | st.text(max_size=400)


@given(TEXTOS)
@example("\u00ad0")
def test_propiedades_de_toda_estructura(contenido: str) -> None:
    estructura = analizar_estructura(contenido)[0]
    comprobar_secciones(contenido, estructura)
    comprobar_pasajes(contenido, estructura)
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


def comprobar_pasajes(contenido: str, estructura: Estructura) -> None:
    filas = estructura.pasajes.tolist()
    assert all(a[1] <= b[0] and a[2] <= b[2] for a, b in pairwise(filas))
    frases_, primeras = limites_de_frase(contenido, estructura)
    comienzos, finales = {desde for desde, _ in frases_}, {hasta for _, hasta in frases_}
    sanos = [sanar(contenido, estructura.renglones, *fila[:2]) for fila in filas]
    for (inicio, fin, numero, tipo), sano in zip(filas, sanos, strict=True):
        seccion = estructura.secciones[numero]
        assert seccion.inicio <= inicio < fin <= seccion.fin
        assert sano == sanar(contenido, estructura.renglones, inicio, fin) == sano.strip()
        assert inicio in comienzos and fin in finales
        larga = max(desde for desde, hasta in frases_ if hasta == fin)
        poco = len(sanar(contenido, estructura.renglones, inicio, larga)) if larga > inicio else 0
        assert len(sano) <= MAXIMO or poco < NOMBRE
        assert re.search(r"[^\W_]", sano)
        assert contenido[inicio] in (sano[0], "#")  # the marks of a heading are not sent
        assert not sano[0].islower() or inicio in primeras or tras_frase_larga(inicio, frases_)
        assert tipo in list(TipoDePasaje)


def tras_frase_larga(inicio: int, limites: set[tuple[int, int]]) -> bool:
    """Tell whether what starts there goes on with a sentence that was too long."""
    _, desde = max((hasta, desde) for desde, hasta in limites if hasta <= inicio)
    fin = max(hasta for otro, hasta in limites if otro == inicio)
    return inicio - desde > LARGO_MAXIMO // 4 or fin - desde > LARGO_MAXIMO


def limites_de_frase(
    contenido: str, estructura: Estructura
) -> tuple[set[tuple[int, int]], set[int]]:
    """Where sentences start and end, and where paragraphs start, read character by character."""
    parrafos: list[list[tuple[str, int]]] = []
    previa_dicha = False
    cubierto = lugares_cubiertos(contenido, estructura)
    for inicio, fin, union in estructura.renglones.filas.tolist():
        letras = [(contenido[lugar], lugar) for lugar in range(inicio, fin)]
        dicha = bool(cubierto[inicio:fin].any())
        tras_titulo, previa_dicha = dicha and not previa_dicha, dicha
        if union <= Union.APARTE or tras_titulo:
            parrafos.append(letras)
            continue
        ultimo = parrafos[-1]
        if union == Union.SEGUIDA:
            ultimo.append((" ", -1))
        else:
            while letras[0][0] in "*_":
                del letras[0]
        if union == Union.PALABRA:
            del ultimo[-1]
        ultimo += letras
    limites: set[tuple[int, int]] = set()
    for parrafo in parrafos:
        for desde, hasta in frases("".join(letra for letra, _ in parrafo)):
            limites.add((parrafo[desde][1], parrafo[hasta - 1][1] + 1))
    return limites, {parrafo[0][1] for parrafo in parrafos}


def lugares_cubiertos(contenido: str, estructura: Estructura) -> NDArray[np.bool_]:
    cubierto = np.zeros(len(contenido), np.bool_)
    for inicio, fin in estructura.pasajes[:, :2].tolist():
        cubierto[inicio:fin] = True
    return cubierto


def comprobar_cobertura(contenido: str, estructura: Estructura) -> None:
    cubierto = lugares_cubiertos(contenido, estructura)
    ruta = " ".join(t for s in estructura.secciones for t in s.ruta)
    leidas = ""
    for linea in clasificar(contenido):
        letras = [i for i in range(linea.inicio, linea.fin) if contenido[i].isalnum()]
        if linea.clase is Clase.TEXTO:
            leidas += "".join(contenido[i] for i in letras if cubierto[i])
        if linea.clase is Clase.TEXTO and linea.rotulo is None:
            nombre = " ".join(re.sub("[*_`#]", "", contenido[linea.inicio : linea.fin]).split())
            assert all(cubierto[i] for i in letras) or nombre in ruta
        elif linea.clase is not Clase.TEXTO:
            assert not sanar(contenido, estructura.renglones, linea.inicio, linea.fin)
    dichas = "".join(
        c
        for a, b, _, _ in estructura.pasajes.tolist()
        for c in sanar(contenido, estructura.renglones, a, b)
        if c.isalnum()
    )
    assert dichas == leidas


def test_los_pasajes_no_dependen_de_lo_que_sigue_a_un_titulo() -> None:
    """Joining two texts at a heading joins their passages."""
    uno, dos = "# Uno\n\nTexto de uno. Más.\n\n", "# Dos\n\nTexto de dos.\n"
    juntas = analizar_estructura(uno + dos)[0].pasajes[:, :2].tolist()
    sueltas = analizar_estructura(uno)[0].pasajes[:, :2].tolist() + [
        [i + len(uno), f + len(uno)] for i, f in analizar_estructura(dos)[0].pasajes[:, :2].tolist()
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
        ".\n ",
    ],
)
def test_el_trabajo_crece_con_el_texto_y_no_mas(pieza: str) -> None:
    veces = 2000 // len(pieza)
    uno, cuatro = (pasos(pieza * (veces * n)) for n in (1, 4))
    assert cuatro <= 4.6 * uno + 2000


CIEN_MIL_RENGLONES = {"a\n": 200_000, ".\n ": 300_000}
"""Letters; of forms whose lines are read one by one. How the work grows, the test before tells."""


@pytest.mark.parametrize(
    "pieza", ["x", "#", "*", "[", "1", "\n", " ", ".", ". ", ".\n ", "a\n", "\t"]
)
def test_un_texto_hostil_enorme_se_termina(pieza: str) -> None:
    largo = CIEN_MIL_RENGLONES.get(pieza, 1_000_000)
    contenido = (pieza * largo)[:largo]
    estructura = analizar_estructura(contenido)[0]
    assert estructura.secciones[-1].fin == len(contenido)


def test_lo_que_no_tiene_titulo_se_cita_por_su_pagina() -> None:
    """Without a heading a passage stays in its page; under one, it is whole."""
    partes = ("Las jaulas están rotas y se pide madera.", "Se compra el lunes, en la plaza.")
    contenido = "\n\n".join(partes)
    segunda = contenido.index(partes[1])

    def pasajes(texto: str, pagina: int) -> list[str]:
        estructura = analizar_estructura(texto, (0, pagina))[0]
        return [texto[inicio:fin] for inicio, fin, *_ in estructura.pasajes.tolist()]

    assert pasajes(contenido, segunda) == list(partes)
    assert pasajes(contenido, segunda + 5) == [contenido], "no sentence is cut"
    con_titulo = f"# Acta\n\n{contenido}"
    assert pasajes(con_titulo, segunda + 8) == list(partes)
    con_articulo = f"# Acta\n\n**Artículo 1.** {contenido}"
    assert len(pasajes(con_articulo, con_articulo.index(partes[1]))) == 1
