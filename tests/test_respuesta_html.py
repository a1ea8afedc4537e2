"""Answers as HTML: nothing that anybody wrote is markup, and citations are links of our own."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siaa.citas import Cita
from siaa.web.respuesta_html import respuesta_html

PERMITIDAS = {
    *("p", "strong", "em", "ul", "ol", "li", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote"),
    *("pre", "code", "hr", "br", "s", "table", "thead", "tbody", "tr", "th", "td", "a", "span"),
}


class Lector(HTMLParser):
    """The elements and the text of a piece of HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elementos: list[tuple[str, dict[str, str | None]]] = []
        self.texto = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elementos.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.texto += data


def cita(texto: str, frase: str, fuente: int | None = 1, *sueltas: str) -> Cita:
    inicio = texto.index(frase)
    return Cita(inicio, inicio + len(frase), fuente, sueltas)


def test_la_cita_va_tras_su_frase() -> None:
    texto = "Son **siete** días. Luego no."
    html = respuesta_html(texto, [cita(texto, "Son **siete** días.", 2)])
    enlace = '<a class="cita" href="#fuente-2" data-fuente="2">2</a>'
    assert html == f"<p>Son <strong>siete</strong> días.{enlace} Luego no.</p>\n"


def test_una_cifra_sin_respaldo_se_nombra() -> None:
    texto = "Son 8 días."
    html = respuesta_html(texto, [cita(texto, texto, None, "8", "9")])
    assert html == '<p>Son 8 días.<span class="sin-respaldo">sin respaldo: 8, 9</span></p>\n'


def test_cada_punto_de_una_lista_con_la_suya() -> None:
    texto = "- Uno\n- Dos\n"
    lector = Lector(respuesta_html(texto, [cita(texto, "Uno", 1), cita(texto, "Dos", 2)]))
    assert [e for e, _ in lector.elementos] == ["ul", "li", "a", "li", "a"]


@pytest.mark.parametrize(
    "texto",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[clic](javascript:alert(1))",
        "![x](http://malo.example/a.png)",
        "<http://malo.example>",
        "[a]: http://malo.example\n\n[a]",
        "`<b>`",
        "```\n<b>\n```",
        "| <b> | b |\n|---|---|\n| c | <i> |",
        "&lt;script&gt;",
    ],
)
def test_lo_que_escribe_el_modelo_no_es_marcado(texto: str) -> None:
    lector = Lector(respuesta_html(texto, [Cita(0, len(texto), 3)]))
    assert {e for e, _ in lector.elementos} <= PERMITIDAS
    for elemento, atributos in lector.elementos:
        if elemento == "a":
            assert atributos == {"class": "cita", "href": "#fuente-3", "data-fuente": "3"}
        else:
            assert elemento in ("td", "th") or atributos.keys() <= {"class", "start"}


def test_en_el_codigo_no_hay_enlaces() -> None:
    texto = "Vea `uno. Dos` y\n\n    tres\n"
    html = respuesta_html(texto, [cita(texto, "uno."), cita(texto, "tres")])
    assert "<a" not in html and "uno. Dos" in html and "tres" in html and "\ue000" not in html


@given(
    st.text("ab*_`[]()<>&|#-\n \ue000\ue0010!", max_size=50),
    st.lists(st.tuples(st.integers(0, 50), st.integers(1, 9)), max_size=5),
)
def test_nunca_sale_mas_que_lo_permitido(texto: str, lugares: list[tuple[int, int]]) -> None:
    ordenados = sorted({min(donde, len(texto)): n for donde, n in lugares}.items())
    html = respuesta_html(texto, [Cita(0, fin, n) for fin, n in ordenados])
    lector = Lector(html)
    assert {e for e, _ in lector.elementos} <= PERMITIDAS
    assert not set(html) & {"\ue000", "\ue001"}
    assert all(d.get("class") == "cita" for e, d in lector.elementos if e == "a")
