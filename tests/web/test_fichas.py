"""A document of any content costs work and memory in proportion to its length."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from trabajo import llamadas

from siaa.biblioteca.catalogo import leer_catalogo
from siaa.biblioteca.indice import analizar, construir_indice
from siaa.biblioteca.valores import AjustesBiblioteca, Archivo, Documento
from siaa.web.visor.fichas import (
    ANIDADO_EN_LINEA,
    FICHAS_MAXIMAS,
    SIGNOS_MAXIMOS,
    Desmedido,
    Medido,
)
from siaa.web.visor.marcado import representar
from siaa.web.visor.resaltado import pintar

Forma = Callable[[int], str]
LARGO: Final = 8_000
LLAMADAS_LIBRES: Final = 2_000_000
LLAMADAS_POR_CARACTER: Final = 60
PAGINA_POR_CARACTER: Final = 40
PAGINA_LIBRE: Final = 200_000

FORMAS: Final[dict[str, Forma]] = {
    "una dirección mil veces": lambda n: f"[a]: /{'x' * (n // 2)}\n\n" + "[a]" * (n // 6),
    "un título mil veces": lambda n: f'[a]: /u "{"x" * (n // 2)}"\n\n' + "[a] " * (n // 8),
    "un dibujo mil veces": lambda n: (
        f"[a]: data:image/png;{'x' * (n // 2)}\n\n" + "![a]" * (n // 8)
    ),
    "corchetes que no cierran": lambda n: "[" * n,
    "corchetes en renglones": lambda n: "[a\n" * (n // 3),
    "imágenes en imágenes": lambda n: "![" * (n // 6) + "](u)" * (n // 6),
    "citas en citas y renglones sueltos": lambda n: ">" * 200 + "a\n" + "a\n" * (n // 2),
    "tablas que se completan": lambda n: (
        ("|a" * 128 + "\n" + "|-" * 128 + "\n" + "a\n" * 256 + "\n") * (n // 1024)
    ),
    "una tabla de una fila": lambda n: "|a" * (n // 4) + "\n" + "|-" * (n // 4) + "\n",
    "listas en listas": lambda n: ("- " * 60 + "a\n") * (n // 122),
    "renglones de una letra": lambda n: "a\n" * (n // 2),
    "énfasis que no cierra": lambda n: "*_a " * (n // 4),
    "entidades": lambda n: "&amp;" * (n // 5),
    "comillas invertidas": lambda n: "`a``b" * (n // 5),
    "menores que": lambda n: "<a" * (n // 2),
    "títulos": lambda n: "# a\n" * (n // 4),
    "una dirección enorme": lambda n: f"[a](/{'é' * n})",
    "direcciones que no cierran": lambda n: ("[a](/" + "é" * (n // 33) + " ") * 33,
}


def documento(contenido: str) -> Documento:
    ajustes = AjustesBiblioteca()
    archivo = Archivo("a.md", contenido)
    indice = construir_indice([archivo], [analizar(archivo, ajustes)], leer_catalogo(b""), ajustes)
    return indice.documentos["a.md"]


@pytest.mark.parametrize("forma", FORMAS)
def test_lo_que_cuesta_depende_del_largo(forma: str) -> None:
    texto = FORMAS[forma](LARGO)
    doc = documento(texto)
    paginas: list[str] = []
    trabajo = llamadas(lambda: paginas.append(pintar(representar(doc))))
    assert trabajo < LLAMADAS_LIBRES + LLAMADAS_POR_CARACTER * len(texto)
    assert len(paginas[0]) < PAGINA_LIBRE + PAGINA_POR_CARACTER * len(texto)


def test_una_referencia_es_texto() -> None:
    """One address would stand a thousand times; and a note at the foot looks like one."""
    texto = "[ley]: https://faro.example/ley\n\nVea la [ley] y [otra][ley]."
    pagina = pintar(representar(documento(texto)))
    assert "<a " not in pagina and "[ley]: https://faro.example/ley" in pagina


def test_lo_desmedido_se_ve_entero_como_esta_escrito() -> None:
    texto = "# Uno\n\n<b>&amp;</b>\n\n## Dos\n\n" + ">" * 99 + "a\n" + "b\n" * 40_000
    doc = documento(texto)
    with pytest.raises(Desmedido):
        Medido(len(texto)).parse(texto)
    vista = representar(doc)
    assert not vista.con_formato and "".join(t.texto for t in vista.trozos) == texto
    pagina = pintar(vista, frozenset({"uno"}))
    assert "&lt;b&gt;&amp;amp;" in pagina and "<mark" in pagina
    ids = [f'id="{entrada.id}"' for entrada in vista.contenido]
    ids += [f'id="chunk-{n}"' for n in range(len(doc.fragmentos))]
    assert all(pagina.count(id_) == 1 for id_ in ids)


def test_demasiadas_fichas_se_dejan_antes_de_hacerlas() -> None:
    tabla = "|a|\n|-|\n" + "|x|\n" * (FICHAS_MAXIMAS // 3)
    with pytest.raises(Desmedido):
        Medido(len(tabla)).parse(tabla)


def test_un_parrafo_con_demasiados_signos_es_texto() -> None:
    justo, pasado = "*a* " * (SIGNOS_MAXIMOS // 2), "*a* " * (SIGNOS_MAXIMOS // 2 + 1)
    assert pintar(representar(documento(justo + "\n\n*b*"))).count("<em>") > 1000
    assert pintar(representar(documento(pasado + "\n\n*b*"))).count("<em>") == 1


def test_lo_que_se_anida_de_verdad_se_dibuja() -> None:
    pagina = pintar(representar(documento("[![escudo](escudo.png)](/faro)")))
    assert '<a href="/faro"><span class="imagen">[Imagen: ' in pagina and "escudo]" in pagina
    corchetes = "[" * (ANIDADO_EN_LINEA - 2) + "a" + "]" * (ANIDADO_EN_LINEA - 2)
    assert '<a href="/u">' in pintar(representar(documento(f"[{corchetes}](/u)")))


@given(st.text("[]()!*_~`<>&;#|-+ \n\tab1.:/\"'\\", max_size=120))
@settings(max_examples=200)
def test_lo_medido_se_lee_como_sin_medir(texto: str) -> None:
    """Counting changes nothing of a text that needs little."""
    llano = MarkdownIt("commonmark", {"html": False, "maxNesting": 100})
    llano.enable(["table", "strikethrough"]).disable(["text_join", "reference"])
    medido = Medido(len(texto))
    escrito = medido.renderer.render(medido.parse(texto), medido.options, {})
    assert escrito == llano.renderer.render(llano.parse(texto), llano.options, {})
