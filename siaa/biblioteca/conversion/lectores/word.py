"""Word (`.docx`): mammoth makes HTML of it, once what it does not read is told in its own words.

That is what is struck or hidden, also by a style, and the numbers that the items of lists have.
"""

import io
import re
import zipfile
from typing import Final, NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import mammoth

from siaa.biblioteca.conversion.lectores.marcado import TITULO_NOTAS, con_titulo, leer_html
from siaa.biblioteca.conversion.piezas import Leido, entero

_TACHADO: Final = "siaa-tachado"
_OCULTO: Final = "siaa-oculto"
_ESTILOS: Final = "\n".join(
    (
        "p[style-name='Title'] => h1:fresh",
        *(f"p[style-name='Heading {n}'] => h{n + 1}:fresh" for n in range(1, 6)),
        f"r.{_TACHADO} => s",
        f"r.{_OCULTO} => span[hidden='']",
    )
)
_LLAMADA = re.compile(r'<sup><a href="#[^"]*" id="[^"]*-ref-[^"]*">\[(\d+)\]</a></sup>')
_NOTAS: Final = '<ol><li id="footnote-'
_NUMERO: Final = "siaa-numero-"
_NUMERADO = re.compile(rf'<li><a id="{_NUMERO}(\d+)"></a>')
_CON_TEXTO: Final = ("word/document.xml", "word/footnotes.xml", "word/endnotes.xml")
_HERENCIA: Final = 12
"""Styles that one is based on, one on the other, that are looked at."""
_NIVELES: Final = frozenset("012345678")
"""Of a list, those that Word has."""


def leer_docx(datos: bytes) -> Leido:
    """Read a document by the styles of its paragraphs. Raises what mammoth does of a bad one."""
    html = mammoth.convert_to_html(
        _preparar(datos),
        style_map=_ESTILOS,
        include_embedded_style_map=False,
        convert_image=mammoth.images.img_element(lambda imagen: {}),
    ).value
    html = _LLAMADA.sub(r" (nota \1)", html).replace(_NOTAS, f"{TITULO_NOTAS}{_NOTAS}", 1)
    html = _NUMERADO.sub(r'<li value="\1">', html.replace("↑", ""))
    return con_titulo(leer_html(html.encode()), datos, "docProps/core.xml")


def _preparar(datos: bytes) -> io.BytesIO:
    """Return the file without what nobody reads of it, such as pictures, and with our marks."""
    preparado = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(datos)) as antes, zipfile.ZipFile(preparado, "w") as despues:
        miembros = {nombre for nombre in antes.namelist() if nombre.endswith((".xml", ".rels"))}

        def leer(nombre: str) -> Element:
            return ElementTree.fromstring(antes.read(nombre) if nombre in miembros else "<nada/>")  # noqa: S314  `revisar_zip` lets no entities through

        marcador = _Marcador(leer("word/styles.xml"), leer("word/numbering.xml"))
        for nombre in sorted(miembros):
            marcado = nombre in _CON_TEXTO
            despues.writestr(
                nombre, marcador.marcar(leer(nombre)) if marcado else antes.read(nombre)
            )
    return preparado


class _Dicho(NamedTuple):
    """What a run, a paragraph or a style says of itself; None of what it does not."""

    tachado: bool | None = None
    oculto: bool | None = None
    lista: str | None = None
    nivel: str | None = None

    def sobre(self, otro: "_Dicho") -> "_Dicho":
        """Return the same, and of what it does not say what another does."""
        return otro._replace(**{n: v for n, v in self._asdict().items() if v is not None})


def _valor(nodo: Element, camino: str) -> str | None:
    hallado = nodo.find(camino)
    if hallado is None:
        return None
    return next((dicho for nombre, dicho in hallado.items() if nombre.endswith("}val")), "")


def _dicho(nodo: Element) -> _Dicho:
    def encendido(*nombres: str) -> bool | None:
        valores = [_valor(nodo, f"{{*}}rPr/{{*}}{nombre}") for nombre in nombres]
        puestos = [valor not in ("0", "false", "off") for valor in valores if valor is not None]
        return any(puestos) if puestos else None

    lista, nivel = (_valor(nodo, f"{{*}}pPr/{{*}}numPr/{{*}}{n}") for n in ("numId", "ilvl"))
    return _Dicho(encendido("strike", "dstrike"), encendido("vanish"), lista, nivel)


class _Marcador:
    """Marks the parts of one document, whose lists go on from one to the next."""

    def __init__(self, estilos: Element, numeracion: Element) -> None:
        w = _espacio(estilos)
        leidos = {e.get(f"{w}styleId", ""): e for e in estilos.findall("{*}style")}
        bases = {nombre: _valor(e, "{*}basedOn") or "" for nombre, e in leidos.items()}
        propios = {nombre: _dicho(e) for nombre, e in leidos.items()}
        self._estilos = dict(propios)
        for nombre, base in bases.items():
            for _ in range(_HERENCIA):
                self._estilos[nombre] = self._estilos[nombre].sobre(propios.get(base, _Dicho()))
                base = bases.get(base, "")
        w = _espacio(numeracion)
        self._comienzos = {
            (abstracta.get(f"{w}abstractNumId"), nivel.get(f"{w}ilvl")): _valor(nivel, "{*}start")
            for abstracta in numeracion.findall("{*}abstractNum")
            for nivel in abstracta.findall("{*}lvl")
        }
        self._listas = {
            lista.get(f"{w}numId"): (
                _valor(lista, "{*}abstractNumId"),
                [
                    (nivel.get(f"{w}ilvl", ""), entero(desde))
                    for nivel in lista.findall("{*}lvlOverride")
                    if (desde := _valor(nivel, "{*}startOverride"))
                    and nivel.get(f"{w}ilvl") in _NIVELES
                ],
            )
            for lista in numeracion.findall("{*}num")
        }
        self._cuentas: dict[str | None, dict[str, int]] = {}

    def marcar(self, parte: Element) -> bytes:
        """Return a part of the document with its marks."""
        w, del_parrafo = _espacio(parte), _Dicho()
        for nodo in [n for n in parte.iter() if n.tag in (f"{w}p", f"{w}r")]:
            de_letra = nodo.tag == f"{w}r"
            camino = "{*}rPr/{*}rStyle" if de_letra else "{*}pPr/{*}pStyle"
            dicho = _dicho(nodo).sobre(self._estilos.get(_valor(nodo, camino) or "", _Dicho()))
            if de_letra:
                _marcar(nodo, w, dicho.sobre(del_parrafo))
            else:
                del_parrafo = dicho
                if numero := self._numero(dicho.lista, dicho.nivel or "0"):
                    nodo.insert(0, Element(f"{w}bookmarkStart", {f"{w}name": f"{_NUMERO}{numero}"}))
        return ElementTree.tostring(parte)

    def _numero(self, lista: str | None, nivel: str) -> int | None:
        """Count an item, as Word does: lists of one kind go on unless one begins anew."""
        if lista not in self._listas or nivel not in _NIVELES:
            return None
        clase, comienzan = self._listas[lista]
        cuenta = self._cuentas.setdefault(clase, {})
        cuenta.update((n, desde - 1) for n, desde in comienzan)
        comienzan.clear()
        comienzo = entero(self._comienzos.get((clase, nivel)))
        cuenta[nivel] = cuenta.get(nivel, comienzo - 1) + 1
        for hondo in [n for n in cuenta if n > nivel]:
            del cuenta[hondo]
        return cuenta[nivel]


def _espacio(raiz: Element) -> str:
    return raiz.tag[: raiz.tag.rfind("}") + 1]


def _marcar(letras: Element, w: str, dicho: _Dicho) -> None:
    """Give the style of our own to a run that is hidden or struck."""
    if dicho.oculto or dicho.tachado:
        propiedades = letras.find(f"{w}rPr")
        if propiedades is None:
            letras.insert(0, propiedades := Element(f"{w}rPr"))
        propiedades.insert(
            0, Element(f"{w}rStyle", {f"{w}val": _OCULTO if dicho.oculto else _TACHADO})
        )
