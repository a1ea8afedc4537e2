"""What people read when the model does not speak, or stopped speaking."""

from __future__ import annotations

from datetime import datetime

import pytest

from siaa.biblioteca.ambito import Ambito
from siaa.errores import ColaLlena, ErrorModelo, EsperaAgotada, ModeloNoResponde, RespuestaCortada
from siaa.redaccion import avisos, respuesta
from siaa.valores import Ausencia, Contexto, Correccion, Fuente, Ruta, TipoPregunta

NADA = Contexto("", ())
BIBLIOTECA = {"normativa": ["Acuerdo 1 (a.md)", "Acuerdo 2 (b.md)"], "guias": ["Guía (g.md)"]}


def contexto(*textos: str) -> Contexto:
    """A context whose fragments are these texts."""
    entero, fuentes = "", []
    for n, texto in enumerate(textos, 1):
        inicio = len(entero) + len("[SEC]\n")
        entero += f"[SEC]\n{texto}"
        fuentes.append(
            Fuente(
                n,
                f"d{n}.md",
                f"Título {n}",
                "normativa",
                f"§ {n}",
                n,
                inicio,
                len(entero),
                0,
                9,
                (),
                lugar=f"§ {n}",
            )
        )
    return Contexto(entero, tuple(fuentes))


def test_lo_conversacional() -> None:
    saludo = respuesta.conversacional(TipoPregunta.SALUDO, BIBLIOTECA, "¿Quién abre «el patio»?")
    assert saludo == f"{respuesta.SALUDO}; por ejemplo: «¿Quién abre “el patio”?»."
    assert respuesta.conversacional(TipoPregunta.CORTESIA, BIBLIOTECA) == respuesta.CORTESIA
    sobre = respuesta.conversacional(TipoPregunta.SOBRE_SIAA, BIBLIOTECA)
    assert sobre.startswith(respuesta.PRESENTACION)
    for titulos in BIBLIOTECA.values():
        assert all(f"- {titulo}" in sobre for titulo in titulos)


@pytest.mark.parametrize(
    ("ruta", "dichos"),
    [
        (Ruta(()), ()),
        (
            Ruta((), correcciones=(Correccion("plaso", "plazo"), Correccion("sansion", "sancion"))),
            ("Se buscó «plazo» en lugar de «plaso», «sancion» en lugar de «sansion».",),
        ),
        (
            Ruta((), ausencias=(Ausencia("palabra", "calamidad"),)),
            ("La palabra «calamidad» no está en los documentos.",),
        ),
        (
            Ruta((), ausencias=tuple(Ausencia("palabra", p) for p in ("uva", "pera", "mora"))),
            ("Las palabras «uva», «pera» y «mora» no están en los documentos.",),
        ),
        (
            Ruta((), ausencias=tuple(Ausencia("palabra", p) for p in ("uva", "2024-00752", "9"))),
            (
                "La palabra «uva» no está en los documentos.",
                "Los números «2024-00752» y «9» no están en los documentos.",
            ),
        ),
        (
            Ruta(
                (),
                ausencias=(
                    Ausencia("norma", "decreto 1 de 2001"),
                    Ausencia("norma", "ley 2 de 2002", hay=1),
                    Ausencia("norma", "ley 3 de 2003", hay=3),
                    Ausencia("artículo", "99", "a.md", "Acuerdo 7", 25),
                    Ausencia("artículo", "único", "a.md", "Acuerdo 7", 25),
                    Ausencia("capítulo", "9", "a.md", "Acuerdo 7"),
                    Ausencia("artículo", "anterior al 1", "a.md", "Acuerdo 7"),
                    Ausencia("parágrafo", "9", "a.md", "Acuerdo 7", articulo="6"),
                    Ausencia("varios", "artículo 5", hay=2),
                    Ausencia("cambio", "5", "a.md", "Acuerdo 7"),
                    Ausencia("cuenta", "artículo", "a.md", "Acuerdo 7", 25),
                    Ausencia("cuenta", "título", "a.md", "Acuerdo 7", 1),
                    Ausencia("cuenta", "artículo", "l.md", "Ley 3", 218, "8"),
                    Ausencia("fuera", "Ley 9", "b.md", "Ley 9"),
                ),
            ),
            (
                "«decreto 1 de 2001» no está en los documentos.",
                "El texto de «ley 2 de 2002» no está en los documentos; solo hay menciones en 1 "
                "documento.",
                "El texto de «ley 3 de 2003» no está en los documentos; solo hay menciones en 3 "
                "documentos.",
                "«Acuerdo 7» tiene 25 artículos; el 99 no existe.",
                "«Acuerdo 7» no tiene artículo único.",
                "«Acuerdo 7» no tiene capítulo 9.",
                "«Acuerdo 7» no tiene artículo anterior al 1.",
                "El artículo 6 de «Acuerdo 7» no tiene parágrafo 9.",
                "Varios documentos tienen un artículo 5: diga de qué norma.",
                avisos.SIN_CAMBIOS.format("el artículo 5 de ", "Acuerdo 7"),
                "«Acuerdo 7» tiene 25 artículos.",
                "«Acuerdo 7» tiene 1 título.",
                "«Ley 3» tiene 218 artículos, y 8 más con letra.",
                "«Ley 9», que la pregunta también nombra, no cupo: pregunte por ese aparte.",
            ),
        ),
    ],
)
def test_lo_que_se_dice_de_la_busqueda(ruta: Ruta, dichos: tuple[str, ...]) -> None:
    dicha = " ".join((*(c.escrita for c in ruta.correcciones), *(a.dicho for a in ruta.ausencias)))
    faltan = [a for a in ruta.ausencias if a.clase not in ("palabra", "cuenta", "fuera")]
    assert (*avisos.faltas(faltan), *avisos.avisos(ruta, f"¿Y {dicha}?")) == dichos
    primero = respuesta.no_encontre(BIBLIOTECA, NADA, dichos).partition("\n\n")[0]
    assert all(dicho in primero for dicho in dichos)
    assert all(d in respuesta.extractiva(contexto("uno"), ColaLlena(), dichos) for d in dichos)


def test_no_encontre_dice_que_hay() -> None:
    texto = respuesta.no_encontre(BIBLIOTECA, NADA)
    assert texto.startswith("No encontré") and "Lo más cercano" not in texto
    assert "**normativa** (2)\n\n- Acuerdo 1 (a.md)\n- Acuerdo 2 (b.md)" in texto
    assert "**guias** (1)\n\n- Guía (g.md)" in texto


def test_no_encontre_dice_que_se_puede_preguntar() -> None:
    primero = respuesta.no_encontre(BIBLIOTECA, NADA, (), "¿Qué es «eso»?").partition("\n\n")[0]
    assert primero.endswith("del trámite; por ejemplo: «¿Qué es “eso”?».")
    assert respuesta.no_encontre(BIBLIOTECA, NADA).partition("\n\n")[0].endswith("del trámite.")


def test_no_encontre_cita_lo_mas_cercano() -> None:
    """The nearest passages, word for word and as such, before what else there is."""
    cercano = contexto(*(f"pasaje {n}" for n in range(respuesta.PASAJES_CERCANOS + 2)))
    texto = respuesta.no_encontre(BIBLIOTECA, cercano)
    assert texto.startswith("No encontré")
    assert "**[1] Título 1** — § 1 (d1.md)\n\npasaje 0\n\n---\n\n" in texto
    assert texto.count("\n\npasaje ") == respuesta.PASAJES_CERCANOS
    assert texto.index("Lo más cercano") < texto.index("pasaje 0") < texto.index("**normativa**")


@pytest.mark.parametrize("vacia", [{}, {"normativa": []}])
def test_no_encontre_en_una_biblioteca_vacia(vacia: dict[str, list[str]]) -> None:
    texto = respuesta.no_encontre(vacia, NADA)
    assert texto.startswith("No encontré") and "vacía" in texto and "**" not in texto


def test_una_biblioteca_larga_se_resume() -> None:
    """A few of each collection, how many there are, and where all of them are listed."""
    titulos = [f"Documento {n}" for n in range(1, 16)]
    texto = respuesta.no_encontre({"normativa": titulos, "guias": titulos[:12]}, NADA)
    assert f"Consulto 27 documentos. {respuesta.LISTA_ENTERA}" in texto
    assert "**normativa** (15)" in texto and "**guias** (12)" in texto
    assert texto.count("- Documento 10") == 2 and "Documento 11" not in texto
    assert "- … y 5 más" in texto and "- … y 2 más" in texto
    entera = respuesta.no_encontre({"normativa": titulos, "guias": titulos[:5]}, NADA)
    assert entera.count("- Documento") == 20 and respuesta.LISTA_ENTERA not in entera


def test_la_extractiva_copia_palabra_por_palabra() -> None:
    texto = respuesta.extractiva(contexto("uno\n  dos", "# tres"), ModeloNoResponde())
    assert texto.startswith("**") and "no la redactó el modelo" in texto
    assert ModeloNoResponde.mensaje_base in texto
    assert "**[1] Título 1** — § 1 (d1.md)\n\nuno\n  dos\n\n---\n\n**[2] Título 2**" in texto
    assert texto.endswith("**[2] Título 2** — § 2 (d2.md)\n\n# tres")
    assert texto.index("[1]") < texto.index("[2]")


def test_la_extractiva_dice_la_causa() -> None:
    for error in (ColaLlena(), ModeloNoResponde(), ErrorModelo("Se fue la luz.")):
        assert error.mensaje in respuesta.extractiva(contexto("uno"), error)


def test_los_avisos_dicen_que_falta() -> None:
    corte = respuesta.aviso_corte(RespuestaCortada())
    assert RespuestaCortada.mensaje_base in corte
    for aviso in (corte, respuesta.LONGITUD):
        assert aviso.startswith("\n\n[Respuesta incompleta] ") and aviso.endswith(".")


def test_todo_lo_que_se_lee_termina_en_punto() -> None:
    sin_ejemplo = [
        respuesta.conversacional(t, {}) for t in (TipoPregunta.SALUDO, TipoPregunta.AMBIGUA)
    ]
    for texto in (*sin_ejemplo, respuesta.CORTESIA, respuesta.PRESENTACION):
        assert texto.endswith(".") and "  " not in texto


@pytest.mark.parametrize(
    ("hora", "dicha"),
    [(0, "12:05 a. m."), (8, "8:05 a. m."), (12, "12:05 p. m."), (20, "8:05 p. m.")],
)
def test_desde_cuando_esta_guardada_se_dice_como_en_las_paginas(hora: int, dicha: str) -> None:
    aviso = respuesta.aviso_guardada(datetime(2026, 11, 2, hora, 5))
    assert aviso.startswith(f"\n\n[Respuesta guardada el 2 de noviembre de 2026 a las {dicha}] Los")


def test_lo_que_siaa_agrego_no_es_de_la_respuesta() -> None:
    momento = datetime(2026, 11, 22, 8, 5)
    for aviso in (
        respuesta.aviso_guardada(momento),
        respuesta.LONGITUD,
        respuesta.aviso_corte(EsperaAgotada()),
    ):
        assert respuesta.sin_avisos(f"Siete días.{aviso}") == "Siete días."
    entera = "Siete [Respuesta] días.\n\n[Respuesta correcta] Sí."
    assert respuesta.sin_avisos(entera) == entera


def test_las_palabras_de_la_pregunta_en_cualquiera_de_sus_formas() -> None:
    con = contexto(
        "Los despachos entregan el informe cada trimestre.", "La demora se comunica a la comisión."
    )
    pregunta = "¿Qué INFORMES debo entregar y qué sanción hay por demorarse?"
    assert respuesta.palabras_comunes(pregunta, con) == ("entregan", "informe", "demora")
    assert respuesta.palabras_comunes("¿Y la luna?", con) == ()
    assert respuesta.palabras_comunes("", con) == ()


def test_de_una_parte_no_se_dice_que_falte_en_todo() -> None:
    falta = Ruta((), ausencias=(Ausencia("palabra", "calamidad"),))
    dichos = avisos.avisos(falta, "¿Y la calamidad?", Ambito(colecciones=("guias",)))
    assert dichos == ("La palabra «calamidad» no está donde se buscó.",)
