"""LibreOffice (`.odt`, `.ods`): its XML → the HTML, or the rows, that others make Markdown of."""

import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import chain, repeat
from types import MappingProxyType
from typing import Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from siaa.biblioteca.conversion.lectores.hojas import Hoja, escribir
from siaa.biblioteca.conversion.lectores.marcado import con_notas, con_titulo, leer_html
from siaa.biblioteca.conversion.limites import revisar_celdas
from siaa.biblioteca.conversion.piezas import Leido, entero, limpio

META: Final = "meta.xml"
ESTILOS: Final = "styles.xml"
_ETIQUETAS: Final = MappingProxyType(
    {"list-item": "li", "list-header": "li", "table": "table", "table-row": "tr"}
)
_SUELTAS: Final = MappingProxyType(
    {"line-break": "<br>", "tab": " ", "s": " ", "image": "<img>"}
    | dict.fromkeys(("annotation", "tracked-changes", "forms", "covered-table-cell"), "")
)
"""What stands for an element whatever it holds."""


def leer_odt(datos: bytes) -> Leido:
    """Read a text by its headings, lists, tables and notes. Raises what a damaged one gives."""
    contenido = _leer(datos, "content.xml")
    texto = _TextoDeOdf((_leer(datos, ESTILOS), contenido))
    html = con_notas(texto.html(contenido), texto.notas)
    return con_titulo(leer_html(html.encode()), datos, META)


def leer_ods(datos: bytes) -> Leido:
    """Read a workbook: what each of its cells shows. Raises `NoSeConvierte` and as above."""
    tablas = _leer(datos, "content.xml").iter("table")
    hojas = (Hoja(tabla.get("name", ""), _filas(tabla)) for tabla in tablas)
    return con_titulo(Leido(escribir(hojas)), datos, META)


def _leer(datos: bytes, miembro: str) -> Element:
    """Without name spaces: no element has two attributes of one name that are read."""
    with zipfile.ZipFile(io.BytesIO(datos)) as comprimido:
        # Some programs write no styles.
        hay = miembro != ESTILOS or ESTILOS in comprimido.namelist()
        raiz = ElementTree.fromstring(comprimido.read(miembro) if hay else "<nada/>")  # noqa: S314  `revisar_zip` lets no entities through
    for nodo in raiz.iter():
        nodo.tag = nodo.tag.rpartition("}")[2]
        nodo.attrib = {n.rpartition("}")[2]: dicho for n, dicho in nodo.items()}
    return raiz


class _TextoDeOdf:
    """Writes a text as HTML by the styles of its parts; `notas` are the notes that it met."""

    def __init__(self, partes: Sequence[Element]) -> None:
        self.notas: list[str] = []
        self._contados: dict[str, int] = {}
        # Those of the text itself come last, and count before those of headers of the same name.
        self._estilos = {e.get("name", ""): e for parte in partes for e in parte.iter("style")}
        listas = (lista for parte in partes for lista in parte.iter("list-style"))
        numeradas = (lista for lista in listas if any(n.tag.endswith("number") for n in lista[:1]))
        self._numeradas = {lista.get("name", "") for lista in numeradas}

    def html(self, nodo: Element, lista: str = "ul") -> str:
        """Return what an element says. lista: what a list in it is, unless its style tells."""
        nombre, estilo = nodo.tag, nodo.get("style-name", "")
        if nombre in _SUELTAS:
            return _SUELTAS[nombre]
        if nombre == "note":
            self.notas += [self.html(n) for n in nodo.findall("note-body")]
            return f" (nota {len(self.notas)})"
        abre = _ETIQUETAS.get(nombre, "")
        if nombre == "list":
            lista = abre = self._lista(nodo, estilo, lista)
        hijos = (self.html(hijo, lista) + escape(hijo.tail or "") for hijo in nodo)
        dentro = escape(nodo.text or "") + "".join(hijos)
        de_letra = nombre in ("h", "p", "span")
        if fuera := _fuera(self._estilos.get(estilo, ()) if de_letra else [nodo]):
            dentro = f"<{fuera}>{dentro}</{fuera.split()[0]}>"
        if abre:
            return f"<{abre}>{dentro}</{abre.split()[0]}>"
        if nombre == "table-cell":
            abajo, lado = (entero(nodo.get(f"number-{n}-spanned")) for n in ("rows", "columns"))
            return f"<td rowspan={abajo} colspan={lado}>{dentro}</td>"
        return self._de_letra(nodo, nombre, estilo, dentro)

    def _lista(self, nodo: Element, estilo: str, fuera: str) -> str:
        if not estilo:
            return fuera.split()[0]
        if estilo not in self._numeradas:
            return "ul"
        sigue = any("continue" in nombre for nombre in nodo.attrib)
        desde = self._contados.get(estilo, 0) if sigue else 0
        self._contados[estilo] = desde + len(nodo)
        return f"ol start={desde + 1}"

    def _de_letra(self, nodo: Element, nombre: str, estilo: str, dentro: str) -> str:
        dicho = self._estilos.get(estilo, Element(""))
        de_titulo = "Title" in (estilo, dicho.get("parent-style-name"))
        nivel = entero(nodo.get("outline-level")) + 1 if nombre == "h" else int(de_titulo)
        if nivel and nombre in ("h", "p"):
            return f"<h{min(nivel, 6)}>{dentro}</h{min(nivel, 6)}>"
        negrita = nombre in ("p", "span") and any(n.get("font-weight") == "bold" for n in dicho)
        escrito = f"<b>{dentro}</b>" if negrita and dentro.strip() else dentro
        return f"<p>{escrito}</p>" if nombre == "p" else escrito


def _fuera(dichos: Iterable[Element]) -> str:
    """Return the tag of what is hidden or struck, as any of these say."""
    if any(dicho.get("display") == "none" for dicho in dichos):
        return "span hidden"
    rayas = (d.get(f"text-line-through-{n}", "none") for d in dichos for n in ("style", "type"))
    return "s" if any(raya != "none" for raya in rayas) else ""


def _filas(tabla: Element) -> Iterator[list[str]]:
    """Yield the rows of a sheet; of those that are empty, however many there are, one."""
    for fila in tabla.iter("table-row"):
        dichas: list[str] = []
        vacias = 0
        for celda in (c for c in fila if c.tag in ("table-cell", "covered-table-cell")):
            texto = limpio(" ".join(map(_texto, celda.findall("p"))))
            veces = entero(celda.get("number-columns-repeated"))
            if not texto:
                vacias += veces
                continue
            revisar_celdas(len(dichas) + vacias + veces)
            dichas += [*[""] * vacias, *[texto] * veces]
            vacias = 0
        yield from repeat(dichas, entero(fila.get("number-rows-repeated")) if dichas else 1)


def _texto(nodo: Element) -> str:
    hijos = (" " if h.tag in _SUELTAS else _texto(h) for h in nodo)
    colas = (h.tail or "" for h in nodo)
    return (nodo.text or "") + "".join(chain.from_iterable(zip(hijos, colas, strict=True)))
