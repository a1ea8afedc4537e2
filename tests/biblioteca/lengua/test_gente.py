"""The table of people's words: its format, and what holds for each row of the one that ships."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from siaa.biblioteca.cargador import sinonimos_de_la_gente
from siaa.biblioteca.lengua.terminos import (
    OTRA_FORMA,
    PESO_GENTE,
    PESO_SINONIMO,
    ordenar_sinonimos,
    preparar_sinonimos,
    terminos,
    terminos_consulta,
)
from siaa.biblioteca.lengua.vocabulario import secciones, sinonimos
from siaa.biblioteca.titulos import preguntar_por

TABLA = sinonimos("gente.txt")
FILAS = {dicho: tuple(terminos(dicho)) for dicho in TABLA}
LEIDAS = {dicho: [tuple(terminos(frase)) for frase in frases] for dicho, frases in TABLA.items()}

LENGUA = "siaa.biblioteca.lengua"

DE_TODO_ACTO = """
    decreto artículo ley presente siguiente acuerdo resolución norma disposición numeral parágrafo
    literal inciso capítulo título dicho mencionado anterior conformidad efecto caso vigente
"""
"""Words that stand in every act: a question that is read as nothing else finds anything."""


# --- The format ---------------------------------------------------------------------------


def test_el_formato(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paquete = tmp_path / "paquete_de_tablas"
    paquete.mkdir()
    (paquete / "__init__.py").touch()
    escrito = "# nota\n[una]\n# nota\ndos tres\n  cuatro\n\ncinco\n[otra]\na : b; c\n[vacia]\n"
    (paquete / "tablas.txt").write_text(escrito)
    monkeypatch.syspath_prepend(tmp_path)
    assert secciones(paquete.name, "tablas.txt") == {
        "una": ("dos tres cuatro", "cinco"),
        "otra": ("a : b; c",),
        "vacia": (),
    }


# --- The table that ships -----------------------------------------------------------------


def test_son_mas_de_mil_y_ninguna_se_repite() -> None:
    """Rows that say the same terms would hide each other: the last one would count."""
    filas = secciones(LENGUA, "gente.txt")["sinonimos"]
    escritas = [dicho for fila in filas for dicho in fila.partition(" : ")[0].split(", ")]
    assert len(TABLA) == len(escritas) >= 1000
    claves = Counter((s.clave, s.cerca) for s in sinonimos_de_la_gente())
    assert [clave for clave, veces in claves.items() if veces > 1] == []


@pytest.mark.parametrize("dichos", [FILAS], ids=["todas"])
def test_toda_fila_tiene_que_buscar_y_con_que(dichos: dict[str, tuple[str, ...]]) -> None:
    assert [dicho for dicho, clave in dichos.items() if not clave] == []
    assert [dicho for dicho, frases in LEIDAS.items() if not all(frases)] == []


def test_ninguna_lleva_a_lo_mismo() -> None:
    """A row adds words: a phrase that holds all that was said already adds what is not meant."""
    circulares = [
        (dicho, frase)
        for dicho, clave in FILAS.items()
        for frase in LEIDAS[dicho]
        if set(clave) <= set(frase)
    ]
    assert circulares == []


def test_ninguna_frase_se_repite_en_su_fila() -> None:
    assert [dicho for dicho, frases in LEIDAS.items() if len({*frases}) < len(frases)] == []


def test_no_hay_vueltas() -> None:
    """Of two words that mean the same one is people's and the other one is of norms."""
    por_clave = {FILAS[dicho]: {*frases} for dicho, frases in LEIDAS.items()}
    vueltas = [
        (una, otra)
        for una, frases in por_clave.items()
        for otra in frases
        if una in por_clave.get(otra, ()) and (len(una) == 1 or len(otra) == 1)
    ]
    assert vueltas == []


def test_ninguna_se_lee_solo_como_lo_que_esta_en_todo_acto() -> None:
    comunes = {*terminos(DE_TODO_ACTO)}
    vacias = [
        dicho
        for dicho, frases in LEIDAS.items()
        if all(termino in comunes for frase in frases for termino in frase)
    ]
    assert vacias == []


def test_cada_fila_se_encuentra() -> None:
    """Said alone, and in a question, it is looked up with all its phrases at their weight."""
    sinonimos = ordenar_sinonimos(sinonimos_de_la_gente())
    for dicho, frases in TABLA.items():
        for pregunta in (dicho, f"¿Y {dicho.upper()}?"):
            consulta = terminos_consulta(pregunta, sinonimos)
            hallados = {t.termino: t for t in consulta}
            propios = {*FILAS[dicho]}
            for frase in frases:
                for termino in {*terminos(frase)} - propios:
                    assert hallados[termino].leido in frases, (dicho, frase)
                    assert hallados[termino].peso == PESO_GENTE


def test_preguntar_que_dice_una_norma_no_se_lee_como_nada() -> None:
    """As the page's examples ask: a «prescripción» or a «contenido» is not what it is about."""
    sinonimos = ordenar_sinonimos(sinonimos_de_la_gente())
    consulta = terminos_consulta(preguntar_por("Acuerdo 5 de 1990", "Faroles"), sinonimos)
    assert [termino.leido for termino in consulta if termino.leido] == []


def test_lo_que_dice_el_catalogo_cuenta_antes() -> None:
    """Of equal phrases the last one given counts: a library knows its own words better."""
    gente = preparar_sinonimos({"jefe": ("superior",)}, PESO_GENTE)
    propios = preparar_sinonimos({"jefes": ("coordinador",)})
    _, leido = terminos_consulta("mi jefe", ordenar_sinonimos((*gente, *propios)))
    assert (leido.leido, leido.peso) == ("coordinador", PESO_SINONIMO)


@pytest.mark.parametrize(
    ("pregunta", "leida"),
    [
        ("¿Los inventarios están al día?", "cumplimiento"),
        ("¿Quiénes deciden el traslado?", "autoridad"),
        ("Me acaban de decir que él me pega", "maltrato"),
    ],
)
def test_una_frase_de_una_sola_palabra_que_se_busca_pide_las_demas(
    pregunta: str, leida: str
) -> None:
    """«estar al día», not every «día»; «quién decide», not every «decidir»."""
    tabla = {
        "están al día": ["cumplimiento"],
        "quién decide": ["autoridad"],
        "me pega": ["maltrato"],
    }
    sinonimos = ordenar_sinonimos(preparar_sinonimos(tabla))
    assert leida in {t.leido for t in terminos_consulta(pregunta, sinonimos)}
    ajenas = "¿En cuántos días se decide dónde se pega el aviso que los demás dicen?"
    assert not any(t.leido for t in terminos_consulta(ajenas, sinonimos))


def test_otra_forma_de_una_palabra_cuenta_menos_que_su_plural_o_su_verbo() -> None:
    """«represados» is hardly of «represa», though their stem is one; «descontaron» is a verb's."""
    tabla = {"represa": ("embalse",), "descontar": ("deducción",)}
    gente = ordenar_sinonimos(preparar_sinonimos(tabla, PESO_GENTE))
    pesos = {
        palabra: {t.leido: t.peso for t in terminos_consulta(f"los {palabra} del río", gente)}
        for palabra in ("represas", "represados", "descontaron")
    }
    assert pesos["represas"]["embalse"] == PESO_GENTE == pesos["descontaron"]["deducción"]
    assert pesos["represados"]["embalse"] == PESO_GENTE * OTRA_FORMA
    propios = ordenar_sinonimos(preparar_sinonimos(tabla))
    assert [t.peso for t in terminos_consulta("represados", propios)] == [1.0, PESO_SINONIMO]
