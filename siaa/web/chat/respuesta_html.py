"""An answer → safe HTML: Markdown without raw HTML, what is found of it as marks of ours. Pure."""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import chain, pairwise
from operator import itemgetter
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml

from siaa.redaccion.afirmaciones.frase import Frase
from siaa.redaccion.reparos import reparos
from siaa.web.visor.fichas import ANIDADO_MAXIMO, vestir_celdas
from siaa.web.visor.marcado import Trozo, en_trozos

_CIERRA = re.compile(r"(?:</(?:code|strong|em|s)>)+(?:</pre>\n)?")
_ENCABEZADO = re.compile(r"^#{1,6}[ \t]+(.+)$", re.MULTILINE)
_RENGLON = re.compile(r"\n(?!\||- )")
_BARRA = re.compile(r"(?<!\\)\|")
_FILA = re.compile(r"<tr>.*?</tr>", re.DOTALL)
_CON_PALABRAS = re.compile(r"<t([dh])\b[^>]*>(?!</t).*?(?=</t\1>)", re.DOTALL)
_NOTA = re.compile(r'<(a|span) class="(?:cita|reparo|sin-respaldo)".*?</\1>')
_TABLA = re.compile(r"^(?:\|.*\|[ \t]*(?:\n|\Z))+", re.MULTILINE)
_MARCO: Final = '<div class="tabla" role="group" aria-label="Tabla" tabindex="0">'


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
    after the code; those of a row, in its first cell with words, which is seen first on a phone.
    """
    markdown = MarkdownIt("commonmark", {"html": False, "maxNesting": ANIDADO_MAXIMO})
    markdown.enable(["table", "strikethrough"])
    markdown.disable(["link", "image", "autolink", "reference"])  # a model has nowhere to send us
    markdown.disable("text_join")  # what is written another way (`&amp;`, `\*`) stays apart
    fichas = markdown.parse(texto)
    vestir_celdas(fichas)
    trozos, cierre = en_trozos(markdown, fichas, texto)
    notas = _por_trozo(trozos, frases)
    malas = _que_discrepa(frases)
    partes, por_decir, en_codigo = list[str](), "", False
    for n, trozo in enumerate(trozos):
        if trozo.antes:
            partes.append(_con_notas(trozo.antes, por_decir))
            por_decir, en_codigo = "", trozo.antes.endswith("<code>")
        for dicho, nota in _partes(trozo, notas.get(n, {}), malas):
            if not en_codigo:
                partes.append(por_decir)
                por_decir = ""
            partes.append(dicho)
            por_decir += nota
    return _FILA.sub(_notas_al_frente, "".join((*partes, _con_notas(cierre, por_decir))))


def pasaje_html(texto: str) -> str:
    """Render a passage: its lines as paragraphs, its headings in bold, its tables, which come
    without a rule, as such, each in a frame that scrolls and that the keyboard reaches.
    """
    plano = _ENCABEZADO.sub(lambda hallado: f"**{hallado[1].replace('*', '')}**", texto)
    html = respuesta_html(_TABLA.sub(_con_cabeza, _RENGLON.sub("\n\n", plano)), ())
    return html.replace("<table>", f"{_MARCO}<table>").replace("</table>", "</table></div>")


def _con_cabeza(tabla: re.Match[str]) -> str:
    """Put the empty header before a table by which Markdown knows it."""
    columnas = max(len(_BARRA.findall(fila)) for fila in tabla[0].splitlines()) - 1
    return f"\n|{' |' * columnas}\n|{'-|' * columnas}\n{tabla[0]}\n"


def _notas_al_frente(fila: re.Match[str]) -> str:
    notas = "".join(nota[0] for nota in _NOTA.finditer(fila[0]))
    return _CON_PALABRAS.sub(lambda celda: celda[0] + notas, _NOTA.sub("", fila[0]), count=1)


def _nota(frase: Frase) -> str:
    n, clase = frase.fuente, "reparo" if frase.fuente else "sin-respaldo"
    notas = (
        f'<span class="{clase}" role="note">{escape(dicho)}</span>' for dicho in reparos(frase)
    )
    cita = f'<a class="cita" href="#fuente-{n}" data-fuente="{n}">{n}</a>' if n else ""
    return cita + "".join(notas)


def _que_discrepa(frases: Sequence[Frase]) -> Sequence[tuple[int, int]]:
    """Return where sentences say what their passages do not, in order; none overlaps another."""
    malas = list[tuple[int, int]]()
    for desde, hasta in sorted((d.desde, d.hasta) for f in frases for d in f.discrepancias):
        if malas and desde < malas[-1][1]:
            malas[-1] = malas[-1][0], max(malas[-1][1], hasta)
        else:
            malas.append((desde, hasta))
    return malas


def _por_trozo(trozos: Sequence[Trozo], frases: Sequence[Frase]) -> Mapping[int, Mapping[int, str]]:
    """Return what goes after the words of each sentence: by their last stretch, and from where."""
    lugares = [trozo.lugar for trozo in trozos]
    notas: dict[int, defaultdict[int, str]] = {}
    for frase in frases:
        cual = bisect_left(lugares, frase.hasta) - 1
        if (nota := _nota(frase)) and cual >= 0:
            suyas = notas.setdefault(cual, defaultdict(str))
            suyas[min(frase.hasta, trozos[cual].fin)] += nota
    return notas


def _partes(
    trozo: Trozo, notas: Mapping[int, str], malas: Sequence[tuple[int, int]]
) -> Iterator[tuple[str, str]]:
    """Yield the parts of a stretch, each with what goes after it."""
    primera = bisect_right(malas, trozo.lugar, key=itemgetter(1))
    suyas = malas[primera : bisect_left(malas, trozo.fin, key=itemgetter(0))]
    cortes = {trozo.lugar, trozo.fin, *notas, *chain.from_iterable(suyas)}
    dentro = sorted(corte for corte in cortes if trozo.lugar <= corte <= trozo.fin)
    for desde, hasta in pairwise(dentro):
        dicho = escapeHtml(trozo.texto[desde - trozo.lugar : hasta - trozo.lugar])
        cual = bisect_right(suyas, desde, key=itemgetter(0)) - 1
        if cual >= 0 and desde < suyas[cual][1]:
            dicho = f'<span class="discrepa">{dicho}</span>'
        yield dicho, notas.get(hasta, "")


def _con_notas(marcado: str, notas: str) -> str:
    """Put notes into the markup after what they are of, where that has closed."""
    cierra = _CIERRA.match(marcado)
    fin = cierra.end() if cierra else 0
    dichas = f"<p>{notas}</p>\n" if notas and marcado[:fin].endswith("\n") else notas
    return marcado[:fin] + dichas + marcado[fin:]
