"""RTF → the HTML that others make Markdown of: headings, bold, tables, notes. Nothing is run."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from html import escape
from itertools import groupby
from types import MappingProxyType
from typing import Any, Final

from siaa.biblioteca.conversion.lectores.marcado import con_notas, leer_html
from siaa.biblioteca.conversion.piezas import Leido, limpio

_FICHA = re.compile(
    r"\\(?P<orden>[a-zA-Z]{1,32})(?P<numero>-?\d{1,9})?[ ]?|\\'(?P<octeto>[0-9a-fA-F]{2})"
    r"|\\(?P<signo>[^a-zA-Z])|(?P<grupo>[{}])|[\r\n]+|(?P<texto>[^\\{}\r\n]+)",
    re.DOTALL,
)
_MUDOS: Final = (
    *("fonttbl", "colortbl", "stylesheet", "info", "pict", "nonshppict", "nonesttables"),
    *("header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr", "footerf"),
)
"""Groups whose text is none of the document's, besides those that begin with `\\*`."""
_CAMBIAN: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType(
    {
        "plain": {"letras": ()},
        "pard": {"nivel": 0, "en_tabla": False},
        "intbl": {"en_tabla": True},
        "shppict": {"muda": False},
        **{orden: {"muda": False, "recoge": orden} for orden in ("footnote", "title")},
        **{orden: {"muda": True} for orden in _MUDOS},
    }
)
"""What control words change of the mode, whatever their number."""
_DICEN: Final = MappingProxyType(
    {"emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote": "“"}
    | {"rdblquote": "”", "bullet": "•", "tab": " ", "line": " ", "nestcell": " ", "~": " "}
    | {"_": "-", **{signo: signo for signo in "\\{}"}}
)
_CODIGOS: Final = MappingProxyType({"mac": "mac_roman", "pc": "cp437", "pca": "cp850"})
_ESTILO = re.compile(
    r"\{\\s(\d{1,5})\b[^{}]* (?:(?:heading|t(?:[ií]|\\'ed)tulo) (\d)|title|t(?:[ií]|\\'ed)tulo);",
    re.IGNORECASE,
)
_VIÑETA = re.compile(r"\A\s*[•·\uf000-\uf0ff]\s*")
_NEGRITA = re.compile("</?b>")
_LETRAS: Final = MappingProxyType(
    {"b": "b", "strike": "s", "striked": "s", "deleted": "s", "v": "span hidden"}
)
"""What says how letters are, until it is said with a 0 → the tag of such letters, which goes around
those that come before it in order."""
_ENTRE_LETRAS = re.compile(r"</(b|s|span)>(\s*)<\1(?: hidden)?>")


@dataclass(frozen=True, slots=True)
class _Modo:
    """What a group inherits. recoge: what its text is, where it is not the text itself.

    caen: how many characters after a `\\u` are for who does not know it. nivel: of the heading
    that its paragraphs are; 0 for none.
    """

    muda: bool = False
    letras: tuple[str, ...] = ()
    recoge: str = ""
    caen: int = 1
    nivel: int = 0
    en_tabla: bool = False

    def tras(self, orden: str, numero: int, niveles: Mapping[int, int]) -> "_Modo":
        """Return the mode after a control word. niveles: of the styles that are headings."""
        match orden:
            case "uc":
                return replace(self, caen=max(numero, 0))
            case "s":
                return replace(self, nivel=niveles.get(numero, 0))
            case "outlinelevel":
                return replace(self, nivel=(numero + 2) % 11)
        if etiqueta := _LETRAS.get(orden):
            otras = {letra for letra in self.letras if letra != etiqueta}
            return replace(self, letras=tuple(sorted(otras | ({etiqueta} if numero else set()))))
        return replace(self, **_CAMBIAN[orden]) if orden in _CAMBIAN else self


class _LectorDeRtf:
    """Reads the tokens of a file. hecho: what was made of them, in HTML; titulo, notas: beside."""

    def __init__(self, texto: str) -> None:
        self.hecho: list[str] = []
        self.titulo = ""
        self.notas: list[str] = []
        self._niveles = {int(e[1]): int(e[2] or 0) + 1 for e in _ESTILO.finditer(texto)}
        self._codigo = "cp1252"
        self._modos = [_Modo()]
        self._caen = 0
        self._abierto: list[str] = []
        self._celdas: list[str] = []
        self._arriba: list[str] = []
        self._siguen: list[bool] = [False]
        self._leer(texto)
        self._modos = [_Modo()]
        self._acabar_parrafo()

    def _leer(self, texto: str) -> None:
        lugar = 0
        while ficha := _FICHA.match(texto, lugar):
            orden, numero = ficha["orden"], int(ficha["numero"] or 1)
            lugar = ficha.end() + (max(numero, 0) if orden == "bin" else 0)
            if orden:
                self._ordenar(orden, numero)
                self._modos[-1] = self._modos[-1].tras(orden, numero, self._niveles)
            elif ficha["grupo"] == "{":
                self._modos.append(self._modos[-1])
            elif ficha["grupo"] and len(self._modos) > 1:
                self._modos.pop()
            elif ficha["signo"] == "*":
                self._modos[-1] = replace(self._modos[-1], muda=True)
            else:
                self._decir(_DICEN.get(ficha["signo"]) or self._letras(ficha))

    def _letras(self, ficha: re.Match[str]) -> str:
        octetos = bytes.fromhex(ficha["octeto"] or "") or (ficha["texto"] or "").encode("latin-1")
        return octetos.decode(self._codigo, "replace")

    def _decir(self, texto: str) -> None:
        """Take some text, but for what stands in place of a letter that was told already."""
        modo, caen = self._modos[-1], min(self._caen, len(texto))
        self._caen -= caen
        dicho = escape(texto[caen:])
        if modo.muda or not dicho:
            return
        if modo.recoge == "title":
            self.titulo += texto[caen:]
        elif modo.recoge:
            self.notas[-1] += dicho
        else:
            for etiqueta in modo.letras:
                dicho = f"<{etiqueta}>{dicho}</{etiqueta.split()[0]}>"
            self._abierto.append(dicho)

    def _ordenar(self, orden: str, numero: int) -> None:
        """Do what a control word says besides changing the mode."""
        if orden in _DICEN:
            self._decir(_DICEN[orden])
        elif orden == "u":
            self._caen = 0
            self._decir(chr(numero & 0xFFFF))
            self._caen = self._modos[-1].caen
        elif orden in _CODIGOS or orden == "ansicpg":
            self._codigo = _CODIGOS.get(orden, f"cp{numero}")
        elif orden == "footnote":
            self.notas.append("")
            self._abierto.append(f" (nota {len(self.notas)})")
        elif orden == "pict" and not self._modos[-1].muda:
            self._abierto.append("<img>")
        elif orden == "par" and self._modos[-1].recoge:
            self._decir(" ")
        else:
            self._componer(orden)

    def _componer(self, orden: str) -> None:
        match orden:
            case "par" | "sect" | "page":
                self._acabar_parrafo()
            case "trowd":
                self._siguen = [False]
            case "clvmrg":
                self._siguen[-1] = True
            case "cellx":
                self._siguen.append(False)
            case "cell":
                self._celdas.append(self._cerrar())
            case "row":
                self._acabar_fila()

    def _cerrar(self) -> str:
        dicho = _ENTRE_LETRAS.sub(r"\2", "".join(self._abierto))
        self._abierto.clear()
        return dicho

    def _acabar_parrafo(self) -> None:
        if self._modos[-1].en_tabla:
            self._abierto.append(" ")
            return
        dicho = _VIÑETA.sub("- ", self._cerrar())
        nivel = min(self._modos[-1].nivel, 6)
        etiqueta = f"h{nivel}" if nivel else "p"
        dicho = dicho if etiqueta == "p" else _NEGRITA.sub("", dicho)
        if dicho.strip():
            self.hecho.append(f"<{etiqueta}>{dicho}</{etiqueta}>")

    def _acabar_fila(self) -> None:
        for n, (celda, sigue) in enumerate(zip(self._celdas, self._siguen, strict=False)):
            if sigue and not celda.strip() and n < len(self._arriba):
                self._celdas[n] = self._arriba[n]
        fila = f"<tr>{''.join(f'<td>{celda}</td>' for celda in self._celdas)}</tr>"
        self.hecho.append(fila)
        self._arriba, self._celdas = self._celdas, []


def leer_rtf(datos: bytes) -> Leido:
    """Read a document. Raises `LookupError` for an alphabet that nobody knows."""
    lector = _LectorDeRtf(datos.decode("latin-1"))
    partes = (
        f"<table>{''.join(grupo)}</table>" if en_tabla else "".join(grupo)
        for en_tabla, grupo in groupby(lector.hecho, lambda parte: parte.startswith("<tr>"))
    )
    html = con_notas("".join(partes), lector.notas).encode("utf-16", "surrogatepass")
    leido = leer_html(html.decode("utf-16", "replace").encode())
    return replace(leido, titulo=limpio(lector.titulo))
