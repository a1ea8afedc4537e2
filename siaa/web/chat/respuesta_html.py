"""An answer → safe HTML: Markdown without raw HTML, what is found of it as marks of ours. Pure."""

import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from siaa.redaccion.afirmaciones.frase import Estado, Frase
from siaa.redaccion.reparos import reparos
from siaa.web.visor.fichas import ANIDADO_MAXIMO, propio, vestir_celdas

CODIGO: Final = ("code_inline", "code_block", "fence")
_ABRE, _CIERRA, _DESDE, _HASTA = "\ue000", "\ue001", "\ue002", "\ue003"
"""Private characters that travel through the Markdown: the number of a sentence that ended goes
between the first two, what a sentence says against its passage between the others."""
_PRIVADOS = re.compile(f"[{_ABRE}-{_HASTA}]")
_NUMERO = re.compile(f"{_ABRE}([0-9]+){_CIERRA}")
_MARCA = re.compile(f"({_ABRE}[0-9]+{_CIERRA}|[{_DESDE}{_HASTA}])")
_ENCABEZADO = re.compile(r"^#{1,6}[ \t]+(.+)$", re.MULTILINE)
_NOTA = re.compile(r"\[\^(\w+)\]")
_SALTO = re.compile(r"&lt;br ?/?&gt;")
_RENGLON = re.compile(r"\n(?!\||- )")
_BARRA = re.compile(r"(?<!\\)\|")
_TABLA = re.compile(r"^(?:\|.*\|[ \t]*(?:\n|\Z))+", re.MULTILINE)
_MARCO: Final = '<div class="tabla" role="group" aria-label="Tabla" tabindex="0">'
_ADORNOS: Final = "|*_~`#> \t\n\\"
"""What Markdown writes around words: a mark before it would change what it means."""


def html_segun(modo: str, texto: str, frases: Sequence[Frase]) -> str:
    """Render an answer by how it was made (`Modo`): what no model wrote is made of passages."""
    de_modelo = modo in ("modelo", "cache")
    return respuesta_html(texto, frases) if de_modelo else pasaje_html(texto)


def respuesta_html(texto: str, frases: Sequence[Frase]) -> str:
    """Render an answer. frases: in order, with offsets in `texto`.

    After a sentence that a source vouches for, or contradicts, comes
    `<a class="cita" href="#fuente-N" data-fuente="N">N</a>`. What disagrees stands in
    `<span class="discrepa">`, and after its sentence `<span class="reparo">` gives both sides;
    after one without support comes `<span class="sin-respaldo">`. Those of a sentence in code come
    after the code.
    """
    markdown = MarkdownIt("commonmark", {"html": False, "maxNesting": ANIDADO_MAXIMO})
    markdown.enable(["table", "strikethrough"])
    markdown.disable(["link", "image", "autolink", "reference"])  # a model has nowhere to send us
    markdown.disable("text_join")  # what is written another way (`&#xE000;`) is no mark of ours
    notas = [_notas(frase) for frase in frases]
    fichas = markdown.parse(_con_marcas(texto, frases, notas))
    vestir_celdas(fichas)
    for ficha in fichas:
        ficha.children = list(_partir(ficha.children or [], notas))
    bloques = [parte for ficha in fichas for parte in _tras_el_codigo(ficha, notas)]
    html: str = markdown.renderer.render(bloques, markdown.options, {})
    return html


def pasaje_html(texto: str) -> str:
    """Render a passage: its lines as paragraphs, its headings in bold, its tables, which come
    without a rule, as such, each in a frame that scrolls and that the keyboard reaches.
    """
    plano = _ENCABEZADO.sub(lambda hallado: f"**{hallado[1].replace('*', '')}**", texto)
    suelto = _RENGLON.sub("\n\n", _NOTA.sub(r" (nota \1)", plano))
    html = respuesta_html(_TABLA.sub(_con_cabeza, suelto), ())
    html = html.replace("<table>", f"{_MARCO}<table>").replace("</table>", "</table></div>")
    return _SALTO.sub("<br>", html)


def _con_cabeza(tabla: re.Match[str]) -> str:
    """Put the empty header before a table by which Markdown knows it."""
    columnas = max(len(_BARRA.findall(fila)) for fila in tabla[0].splitlines()) - 1
    return f"\n|{' |' * columnas}\n|{'-|' * columnas}\n{tabla[0]}\n"


def _notas(frase: Frase) -> str:
    if frase.estado is Estado.SIN_AFIRMACION:
        return ""
    partes, suelta = [], frase.estado is Estado.SIN_RESPALDO
    if frase.fuente is not None and not suelta:
        n = frase.fuente
        partes.append(f'<a class="cita" href="#fuente-{n}" data-fuente="{n}">{n}</a>')
    clase = "sin-respaldo" if suelta else "reparo"
    for dicho in map(_sin_privados, reparos(frase)):
        partes.append(f'<span class="{clase}" role="note">{escape(dicho)}</span>')
    return "".join(partes)


def _con_marcas(texto: str, frases: Sequence[Frase], notas: Sequence[str]) -> str:
    """Put into a text the marks of its sentences, numbered by position in `notas`."""
    partes, escrito = [], 0
    for lugar, _, marca in sorted(_marcas(texto, frases, notas)):
        lugar = max(lugar, escrito)
        partes += [_sin_privados(texto[escrito:lugar]), marca]
        escrito = lugar
    return "".join((*partes, _sin_privados(texto[escrito:])))


def _marcas(
    texto: str, frases: Sequence[Frase], notas: Sequence[str]
) -> Iterator[tuple[int, int, str]]:
    """Yield where each mark goes, which goes first of those that go there, and the mark."""
    for numero, frase in enumerate(frases):
        for discrepancia in frase.discrepancias:
            dicho = texto[discrepancia.desde : discrepancia.hasta]
            limpio = dicho.strip(_ADORNOS)
            desde = discrepancia.desde + dicho.index(limpio)
            if limpio:
                yield _ante_barras(texto, desde), 2, _DESDE
                yield desde + len(limpio), 0, _HASTA
        if notas[numero]:
            yield _fin_de_las_palabras(texto, frase), 1, f"{_ABRE}{numero}{_CIERRA}"


def _fin_de_las_palabras(texto: str, frase: Frase) -> int:
    """After the bar that closes a row, the mark would be one more cell; after a backslash, text."""
    dicha = texto[frase.desde : frase.hasta]
    if dicha.endswith("|") and not dicha.endswith("\\|"):
        dicha = dicha[:-1].rstrip()
    return _ante_barras(texto, frase.desde + len(dicha))


def _ante_barras(texto: str, lugar: int) -> int:
    return len(texto[:lugar].rstrip("\\"))


def _sin_privados(texto: str) -> str:
    return _PRIVADOS.sub("\ufffd", texto)


def _partir(fichas: Sequence[Token], notas: Sequence[str]) -> Iterator[Token]:
    dentro = 0
    for ficha in fichas:
        if ficha.type == "text_special":  # `&#xE000;`: no mark of ours
            yield Token("text", "", 0, content=_sin_privados(ficha.content))
            continue
        for parte in _MARCA.split(ficha.content):
            if ficha.type == "text" and parte and not _MARCA.match(parte):
                subrayado = f'<span class="discrepa">{escape(parte)}</span>'
                yield propio(subrayado) if dentro else Token("text", "", 0, content=parte)
            elif ficha.type == "text" and parte.startswith(_ABRE):
                yield propio(notas[int(parte[1:-1])])
            dentro = max(dentro + (parte == _DESDE) - (parte == _HASTA), 0)
        if ficha.type != "text":
            yield from _tras_el_codigo(ficha, notas)


def _tras_el_codigo(ficha: Token, notas: Sequence[str]) -> Iterator[Token]:
    marcas = _NUMERO.findall(ficha.info + ficha.content) if ficha.type in CODIGO else []
    ficha.content, ficha.info = _MARCA.sub("", ficha.content), ""  # no page colours code
    yield ficha
    if marcas:
        hechas = "".join(notas[int(marca)] for marca in marcas)
        yield propio(f"<p>{hechas}</p>\n" if ficha.block else hechas)
