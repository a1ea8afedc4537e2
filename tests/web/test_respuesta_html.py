"""Answers as HTML: nothing that anybody wrote is markup, and citations are links of our own."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trabajo import llamadas

from siaa.redaccion.afirmaciones.frase import Discrepancia, Estado, Frase
from siaa.web.chat.respuesta_html import pasaje_html, respuesta_html

PERMITIDAS = {
    *("p", "strong", "em", "ul", "ol", "li", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote"),
    *("pre", "code", "hr", "br", "s", "table", "thead", "tbody", "tr", "th", "td", "a", "span"),
    "sup",
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


def citada(desde: int, hasta: int, fuente: int = 1) -> Frase:
    return Frase(desde, hasta, Estado.RESPALDADA, fuente)


def cita(texto: str, frase: str, fuente: int | None = 1, *dichos: tuple[str, str]) -> Frase:
    """A sentence and what it says against its passage: both sides, the first as it is written."""
    desde = texto.index(frase)
    discrepancias = tuple(
        Discrepancia("numero", dice, pasaje, desde + frase.index(dice), lugar)
        for dice, pasaje in dichos
        for lugar in [desde + frase.index(dice) + len(dice)]
    )
    estado = Estado.DISCREPA if dichos else Estado.RESPALDADA
    return Frase(desde, desde + len(frase), estado, fuente, discrepancias)


def test_la_cita_va_tras_su_frase() -> None:
    texto = "Son **siete** días. Luego no."
    html = respuesta_html(texto, [cita(texto, "Son **siete** días.", 2)])
    enlace = '<a class="cita" href="#fuente-2" data-fuente="2">2</a>'
    assert html == f"<p>Son <strong>siete</strong> días.{enlace} Luego no.</p>\n"


def test_lo_que_discrepa_se_subraya_y_se_dicen_los_dos_lados() -> None:
    texto = "El plazo vence el **séptimo** día hábil. Luego no."
    frase = "El plazo vence el **séptimo** día hábil."
    html = respuesta_html(texto, [cita(texto, frase, 1, ("séptimo", "quinto"))])
    assert html == (
        '<p>El plazo vence el <strong><span class="discrepa">séptimo</span></strong> día hábil.'
        '<a class="cita" href="#fuente-1" data-fuente="1">1</a>'
        '<span class="reparo" role="note">dice «séptimo»; el pasaje 1 dice «quinto»</span>'
        " Luego no.</p>\n"
    )


def test_lo_que_discrepa_puede_ir_en_varias_partes_de_la_linea() -> None:
    texto = "Son **siete** días\n- y `8` más"
    frase = Frase(0, 18, Estado.DISCREPA, 1, (Discrepancia("plazo", "siete días", "", 4, 18),))
    codigo = cita(texto, "y `8` más", 2, ("`8` más", "9"))
    html = respuesta_html(texto, [frase, codigo])
    assert html.startswith(
        '<p>Son <strong><span class="discrepa">siete</span></strong>'
        '<span class="discrepa"> días</span><a '
    )
    assert (
        '<code><span class="discrepa">8</span></code><span class="discrepa"> más</span><a ' in html
    )


def test_los_dos_lados_se_dicen_como_texto() -> None:
    texto = "Son <8 días."
    html = respuesta_html(texto, [cita(texto, texto, 1, ("<8", ""))])
    assert '<span class="discrepa">&lt;8</span>' in html
    assert "dice «&lt;8»; el pasaje 1 no lo dice</span>" in html


def test_solo_lo_que_afirma_lleva_marca() -> None:
    texto = "Hola. Pague ya."
    hola = Frase(0, 5, Estado.SIN_AFIRMACION)
    html = respuesta_html(texto, [hola, Frase(6, 15, Estado.SIN_RESPALDO)])
    assert (
        html == '<p>Hola. Pague ya.<span class="sin-respaldo" role="note">sin respaldo</span></p>\n'
    )


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
    lector = Lector(respuesta_html(texto, [citada(0, len(texto), 3)]))
    assert {e for e, _ in lector.elementos} <= PERMITIDAS
    for elemento, atributos in lector.elementos:
        if elemento == "a":
            assert atributos == {"class": "cita", "href": "#fuente-3", "data-fuente": "3"}
        else:
            assert elemento in ("td", "th") or atributos.keys() <= {"class", "start"}


def test_las_citas_del_codigo_van_tras_el() -> None:
    texto = "Vea `uno. Dos` y\n\n    tres\n\n```x\ncinco\n```\n"
    citadas = [cita(texto, "uno."), cita(texto, "tres", 2), cita(texto, "cinco", 3)]
    html = respuesta_html(texto, citadas)
    assert [re.sub("<.*?>", "", trozo) for trozo in html.split("</code>")] == [
        *("Vea uno. Dos", "1 y\ntres\n", "\n2\ncinco\n", "\n3\n"),
    ]
    assert html.count("<p><a ") == 2


def test_la_cita_de_una_fila_va_en_su_primera_celda_con_palabras() -> None:
    """The last ones of a wide table are out of sight on a phone."""
    filas = ["| Reporte | Plazo |", "| RETRI | siete días |", r"| | con \|"]
    texto = "\n".join([filas[0], "|:---|---:|", *filas[1:]])
    citadas = [
        cita(texto, fila, n, *dichos)
        for n, (fila, *dichos) in enumerate(
            [(filas[0],), (filas[1], (filas[1], "tres")), (filas[2],)], start=1
        )
    ]
    lector = Lector(respuesta_html(texto, citadas))
    elementos = [elemento for elemento, _ in lector.elementos]
    assert elementos[:6] == ["table", "thead", "tr", "th", "a", "th"]
    assert elementos[7:] == [
        *("tr", "td", "span", "a", "span", "td", "span", "tr", "td", "td", "a"),
    ]
    dichas = f"2dice «{filas[1]}»; el pasaje 2 dice «tres»"
    assert lector.texto.split() == f"Reporte1 Plazo RETRI{dichas} siete días con |3".split()


@pytest.mark.parametrize(
    "texto", ["Uno\\", "Uno\\\\", "\\", "Dos\\. Uno\\", "| a |\n|---|\n| b\\ |"]
)
def test_una_barra_al_final_no_se_come_la_cita(texto: str) -> None:
    html = respuesta_html(texto, [citada(0, len(texto))])
    assert [d["data-fuente"] for e, d in Lector(html).elementos if e == "a"] == ["1"]
    assert "\\" in html


def test_las_columnas_se_alinean_por_clase() -> None:
    """The pages allow no style of their own."""
    html = respuesta_html("| a | b |\n|:-:|---:|\n| c | d |", [])
    assert "style" not in html
    assert html.count('class="al-centro"') == html.count('class="a-la-derecha"') == 2


@pytest.mark.parametrize(
    ("texto", "mal", "visto"),
    [
        ("Firma **el juez.**", "juez", "Firma <strong>el <b>juez</b>.</strong><i></i>"),
        ("Rige _el plazo_.", "plazo", "Rige <em>el <b>plazo</b></em>.<i></i>"),
        ("Vea **`uno`**", "uno", "Vea <strong><code><b>uno</b></code></strong><i></i>"),
        ("Son &lt;8&gt; días", "8", "Son &lt;<b>8</b>&gt; días<i></i>"),
        ("Uno\r\n**dos**\r\ntres", "dos", "Uno\n<strong><b>dos</b></strong>\ntres<i></i>"),
    ],
)
def test_las_marcas_no_cambian_lo_que_se_lee(texto: str, mal: str, visto: str) -> None:
    """`<b>` stands here for what disagrees and `<i>` for what is found of the sentence."""
    html = respuesta_html(texto, [cita(texto, texto, 1, (mal, "otro"))])
    html = re.sub(r'<span class="discrepa">(.*?)</span>', r"<b>\1</b>", html)
    html = re.sub(
        r'<a class="cita".*?</a><span class="reparo" role="note">.*?</span>', "<i></i>", html
    )
    assert html == f"<p>{visto}</p>\n"


@pytest.mark.parametrize("frase", ["El *plazo* es de **9** días. ", "El plazo es de 9 días. "])
def test_lo_que_cuestan_mil_marcas_es_mil_veces_lo_de_una(frase: str) -> None:
    def trabajo(veces: int) -> int:
        lugares = [n * len(frase) for n in range(veces)]
        frases = [
            Frase(
                lugar,
                lugar + len(frase) - 1,
                Estado.DISCREPA,
                1,
                (Discrepancia("plazo", "9", "8", desde := lugar + frase.index("9"), desde + 1),),
            )
            for lugar in lugares
        ]
        return llamadas(lambda: respuesta_html(frase * veces, frases))

    assert trabajo(400) < 5 * trabajo(100)


def test_el_numero_de_un_punto_no_es_palabra_suya() -> None:
    texto = "1. Uno\n2. **2** días"
    html = respuesta_html(texto, [cita(texto, "**2** días", 1, ("2", "3"))])
    assert '<strong><span class="discrepa">2</span></strong> días<a ' in html


@given(
    st.lists(
        st.sampled_from(
            [
                "&#xE000;",
                "&lt;",
                "\\*",
                "**",
                "```",
                "<br>",
                "[^1]",
                "- ",
                "1. 1",
                "| a |",
                "\r\n",
                *"ab*_`[]()<>&|#-~:\n .!\\",
            ]
        ),
        max_size=50,
    ).map("".join),
    st.lists(st.tuples(st.integers(0, 50), st.integers(1, 9), st.booleans()), max_size=5),
)
def test_nada_cambia_sino_las_marcas(texto: str, lugares: list[tuple[int, int, bool]]) -> None:
    ordenados = sorted({min(lugar, len(texto)): resto for lugar, *resto in lugares}.items())
    frases, desde = [], 0
    for hasta, (n, discrepa) in ordenados:
        frases.append(
            cita(texto[:hasta], texto[desde:hasta], n)
            if not discrepa
            else Frase(
                desde,
                hasta,
                Estado.DISCREPA,
                n,
                (Discrepancia("x", texto[desde:hasta], "<b>", min(desde + n, hasta), hasta),),
            )
        )
        desde = hasta
    html = respuesta_html(texto, frases)
    lector = Lector(html)
    assert {e for e, _ in lector.elementos} <= PERMITIDAS
    assert all(d.get("class") == "cita" for e, d in lector.elementos if e == "a")
    sin_notas = re.sub(
        r'<a class="cita".*?</a>|<span class="reparo".*?</span>', "", html, flags=re.S
    )
    sin_marcas = re.sub(r'<span class="discrepa">(.*?)</span>', r"\1", sin_notas, flags=re.S)
    assert sin_marcas.replace("<p></p>\n", "") == respuesta_html(texto, [])


def test_los_renglones_de_un_pasaje_son_parrafos_y_sus_tablas_tablas() -> None:
    """A line after a list is no part of its last item, nor is a bar that is written a cell."""
    lista, tabla = "1. Uno[^2].\n2. Dos.", "| a \\| b | 1<br>2 |\n| c |"
    html = pasaje_html(f"## **De** algo\n{lista}\nY otra <b>cosa</b>.\n{tabla}\nFin.")
    assert html.startswith(
        "<p><strong>De algo</strong></p>\n<ol>\n<li>\n<p>Uno<sup> (nota 2)</sup>.</p>"
    )
    assert '</ol>\n<p>Y otra &lt;b&gt;cosa&lt;/b&gt;.</p>\n<div class="tabla" role="group" ' in html
    assert "<td>a | b</td>\n<td>1<br>2</td>" in html and "<td>c</td>\n<td></td>" in html
    assert html.endswith("</table></div>\n<p>Fin.</p>\n")
