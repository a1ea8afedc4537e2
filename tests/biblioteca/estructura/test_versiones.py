"""Several texts of one article in a document: which is the one in force, and what announces one."""

from __future__ import annotations

import pytest

from siaa.biblioteca.estructura.analisis import analizar_estructura

NUEVO = "La feria dura cinco días."
VIEJO = "La feria dura tres días."
OTRO = "**ARTÍCULO 6.** La paga quien la pide."


def leidos(texto: str) -> list[tuple[str, bool]]:
    """Return every passage that is not a heading, and whether it is an earlier text."""
    estructura, sanos = analizar_estructura(texto)
    return [
        (sano, estructura.secciones[seccion].anterior)
        for (_, _, seccion, _), sano in zip(estructura.pasajes.tolist(), sanos, strict=True)
    ]


def anteriores(*parrafos: str) -> list[str]:
    texto = "\n\n".join(("# LEY 7 DE 1999", "**ARTÍCULO 4.** La feria abre el lunes.", *parrafos))
    return [sano for sano, es_anterior in leidos(f"{texto}\n\n{OTRO}\n") if es_anterior]


@pytest.mark.parametrize(
    "rotulo",
    [
        "LEGISLACIÓN ANTERIOR []",
        "<Legislación anterior>",
        "Texto anterior:",
        "### Texto original",
        "*Texto original de la Ley 7 de 1999:*",
        "(Versión original)",
    ],
)
@pytest.mark.parametrize("cabeza", ["**ARTÍCULO 5.** ", "**Artículo 5°.** ", ""])
def test_lo_que_un_rotulo_anuncia_es_anterior(rotulo: str, cabeza: str) -> None:
    hallados = anteriores(f"**ARTÍCULO 5.** {NUEVO}", rotulo, cabeza + VIEJO)
    assert hallados == [cabeza + VIEJO]


def test_todos_los_textos_que_siguen_son_anteriores() -> None:
    viejos = [f"**ARTÍCULO 5.** {VIEJO}", "**Artículo 5.** La feria dura un día."]
    partes = (f"**ARTÍCULO 5.** {NUEVO}", "LEGISLACIÓN ANTERIOR []", *viejos)
    assert anteriores(*partes) == viejos


def test_el_articulo_con_letra_es_otro() -> None:
    partes = (f"**ARTÍCULO 5.** {NUEVO}", "Texto anterior:", f"**ARTÍCULO 5A.** {VIEJO}")
    assert anteriores(*partes) == []


@pytest.mark.parametrize("rotulo", ["Nuevo texto:", "Texto vigente", "**Versión actual**"])
def test_un_rotulo_puede_anunciar_el_vigente(rotulo: str) -> None:
    partes = ("**ARTÍCULO 5.**", "Texto original:", VIEJO, rotulo, NUEVO)
    assert anteriores(*partes) == [VIEJO]


def test_dos_articulos_del_mismo_numero_no_dicen_nada() -> None:
    assert anteriores(f"**ARTÍCULO 5.** {NUEVO}", f"**ARTÍCULO 5.** {VIEJO}") == []


def test_fuera_de_un_articulo_un_rotulo_no_es_mas_que_texto() -> None:
    texto = "# Guía\n\nTexto original\n\nLa feria dura tres días y la paga quien la pide.\n"
    assert [es_anterior for _, es_anterior in leidos(texto)] == [False]


@pytest.mark.parametrize(
    "anunciado",
    [
        "«**Artículo 106.** La feria dura cinco días.»",
        "**Artículo 106.** La feria dura cinco días.",
        "### Duración\n\nLa feria dura cinco días.",
    ],
)
@pytest.mark.parametrize("orden", ["quedará así:", "quedará de la\nsiguiente manera:"])
def test_lo_que_se_anuncia_va_con_su_anuncio(anunciado: str, orden: str) -> None:
    anuncio = f"**Artículo 1.** El artículo 106 de la Ley 136 de 1994 {orden}"
    texto = f"# LEY 9 DE 2003\n\n{anuncio}\n\n{anunciado}\n\n**Artículo 2.** Esta ley rige.\n"
    primero, segundo = (sano for sano, _ in leidos(texto))
    assert primero.startswith("**Artículo 1.** El artículo 106")
    assert "cinco días" in primero
    assert segundo == "**Artículo 2.** Esta ley rige."
    titulos = [seccion.ruta[1][:10] for seccion in analizar_estructura(texto)[0].secciones[1:]]
    assert titulos == ["Artículo 1", "Artículo 2"]


def test_un_numero_en_letras_anuncia_el_mismo_articulo() -> None:
    texto = (
        "# LEY 9 DE 2003\n\n**Artículo 1.** El artículo quinto de la Ley 7 quedará así:\n\n"
        "**Artículo 5°.** La feria dura cinco días.\n\n**Artículo 2.** Esta ley rige.\n"
    )
    assert [sano[:14] for sano, _ in leidos(texto)] == ["**Artículo 1.*", "**Artículo 2.*"]


def test_cada_articulo_de_los_que_se_reforman_va_con_su_anuncio() -> None:
    texto = (
        "# LEY 9 DE 2003\n\n**Artículo 1.** El artículo quinto de la Ley 7 quedará así:\n\n"
        "**Artículo 5°.** La feria dura cinco días.\n\nEl artículo sexto quedará así:\n\n"
        "**Artículo 6°.** La paga quien la pide.\n"
    )
    quinto, sexto = (sano for sano, _ in leidos(texto))
    assert quinto.startswith("**Artículo 1.**") and quinto.endswith("cinco días.")
    assert sexto == "El artículo sexto quedará así:\n**Artículo 6°.** La paga quien la pide."


def test_del_anuncio_solo_pasa_su_ultimo_parrafo() -> None:
    texto = (
        "# LEY 9 DE 2003\n\n**Artículo 1.** La feria tiene reglas nuevas y largas.\n\n"
        "El artículo 5 de la Ley 7 quedará así:\n\n«Artículo 5. La feria dura cinco días.»\n"
    )
    primero, segundo = (sano for sano, _ in leidos(texto))
    assert primero == "**Artículo 1.** La feria tiene reglas nuevas y largas."
    assert segundo.startswith("El artículo 5 de la Ley 7 quedará así:\n«Artículo 5.")


@pytest.mark.parametrize(
    "nota", ["NOTA: Plazos ampliados por la Ley 9 de 2004.", "**Nota aclaratoria:** Ya no rige."]
)
def test_una_nota_es_del_articulo_aunque_se_marque_como_titulo(nota: str) -> None:
    """Else it would end the article, and what came before would pass for the one in force."""
    partes = (f"**ARTÍCULO 5.** {NUEVO}", f"### {nota}", "LEGISLACIÓN ANTERIOR []", VIEJO)
    assert anteriores("### CAPÍTULO II", *partes) == [VIEJO]
    capitulo = "\n\n".join(("# LEY 7 DE 1999", "### CAPÍTULO II", *partes[:2], OTRO))
    *_, suya, otra = analizar_estructura(capitulo)[0].secciones
    assert suya.ruta[1:] == ("CAPÍTULO II", f"ARTÍCULO 5. {NUEVO}")
    assert otra.ruta[1:] == ("CAPÍTULO II", "ARTÍCULO 6. La paga quien la pide.")


def test_una_nota_que_no_es_de_un_articulo_es_un_titulo() -> None:
    texto = "# Guía\n\n## NOTA: sobre los plazos\n\nSon de tres días.\n"
    assert analizar_estructura(texto)[0].secciones[-1].ruta[-1] == "NOTA: sobre los plazos"


HASTA = "Vigente desde: 07/03/1996 y hasta el: 21/01/2009"


@pytest.mark.parametrize(
    "antes",
    [
        ["### (Artículo derogado por la Ley 9 de 2009)"],  # a title ends the article
        ["LEGISLACIÓN ANTERIOR []", "### 1. *De las ferias*"],
        ["**ARTÍCULO 5A.** La feria cierra el domingo."],  # of an article with another number
    ],
)
def test_lo_que_dice_hasta_cuando_rigio_es_anterior(antes: list[str]) -> None:
    partes = (f"**ARTÍCULO 5.** {NUEVO}", *antes, f"**ARTÍCULO 5.** {VIEJO}", HASTA)
    assert f"**ARTÍCULO 5.** {VIEJO}\n{HASTA}" in anteriores(*partes)
    assert not any(NUEVO in anterior for anterior in anteriores(*partes))


def test_lo_que_solo_nombra_unas_fechas_rige() -> None:
    assert anteriores(f"**ARTÍCULO 5.** {NUEVO}", "Vigente desde: 07/03/1996") == []
    assert anteriores(f"**ARTÍCULO 5.** {NUEVO} {HASTA}") == []
