"""Hypothesis strategies: small libraries, written to disk as real files, and questions for them.

Everything is drawn from a vocabulary small enough that terms repeat, keywords collide and
scores tie; documents are patched together from pieces that stand next to every rule of the
algorithm (headings, articles, lists, runs longer than a window, characters that change length
when folded) and cut by the chunks wherever that happens to fall.
"""

from __future__ import annotations

import json
import random
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import referencia as ref
from biblioteca_de_prueba import en_memoria
from hypothesis import strategies as st

PALABRAS = (
    "sanción", "sancion", "sanciones", "juez", "jueces", "acuerdo", "reportar", "reporte",
    "reporto", "término", "términos", "plazo", "año", "ano", "niño", "niños", "cigüeña", "días",
    "hábil", "audiencia", "tutela", "despacho", "capacitación", "capacita", "anana", "ananana",
    "nana", "sierju", "ley", "decreto", "2016", "10476", "psaa16", "PSAA16-10476", "art5",
    "número", "lista", "de", "la", "que", "según", "cuando", "debo", "12", "007", "1000", "x1",
    "artículo", "código",
)  # fmt: skip
RAREZAS = (
    "x\u030cq\u0303", "a\u0301\u0323ño", "n\u0308ana", "ñ\u0301ana", "İstanbul", "ΣΑΣ", "Straße",
    "ﬁrma", "가나다", "K\u212ag", "٣", "½", "1ª", "sanción_juez", "C#", "\u00a0", "\u2028", "\x0b",
    "e\u0301\u0301", "\U0001f600", "año\u200bnuevo", "ÑAÑO", "3,5", "3-5", "<5%", "n.º", "§4",
    "$1.000", "¬x",
)  # fmt: skip
NOMBRES = (
    "acuerdo.md", "acuerdo_no._psaa16-10476.md", "Acuerdo_PCSJA19-11207..md",
    "manual de sanciones.txt", "ley-100-1993.md", "niño_2016.md", "decreto-1000-1967.md",
    "SIERJU.md", "tutela.v2.md", "x.txt", "de.la.que.md", "resolución_0045-2020.md",
)  # fmt: skip
CARPETAS = (
    "", "", "normativa", "normativa", "manuales", "normativa/sub", "general", "Actas", "Varios",
)  # fmt: skip
ARTICULOS = (
    "Artículo 5°.", "ARTÍCULO 12", "artículo  7 º", "art. 7º", "art.3", "ART. 9 °", "articulos 4",
    "ARTI\u0301CULO 1°", "xart. 5", "xart. 7°", "Artículo\n8°", "art 5", "artículo ٣°",
    "Articulo cinco",
)  # fmt: skip
LISTAS = ("1. ", "2) ", "  10.\t", "3.", "4.\n\n", "a) ", "1.2. ", "5 . ", "٣. ", "\t6) ")
SIN_DOCUMENTO = (
    b"", b"   \r\n\t ", b"\xef\xbb\xbf", b"ni\x81o", b"a\x00b",
    "\u00a0\u2003".encode(),
    "texto".encode("utf-16")[:-1],
)  # fmt: skip
SIN_TOKENES = ("¡!", "## 12", "de la que\n", "1 2 3 . . .", "\u0301")


@dataclass(frozen=True)
class BibliotecaGenerada:
    """Files by relative path, manual keywords by key, weights by collection."""

    archivos: dict[str, bytes]
    manuales: dict[str, list[str]] = field(default_factory=dict)
    pesos: dict[str, float] = field(default_factory=dict)

    def catalogo(self) -> str:
        """The catalogue as TOML."""
        lineas = []
        for clave, palabras in self.manuales.items():
            lineas.append(f"[documentos.{_cadena(clave)}]")
            lineas.append(f"palabras_clave = [{', '.join(_cadena(p) for p in palabras)}]")
        for coleccion, peso in self.pesos.items():
            lineas.append(f"[colecciones.{_cadena(coleccion)}]\npeso = {float(peso)!r}")
        return "\n".join(lineas) + "\n"

    @contextmanager
    def en_disco(self) -> Iterator[Path]:
        """A folder that holds the library while the block runs."""
        with en_memoria() as carpeta:
            raiz = Path(carpeta)
            for ruta, datos in self.archivos.items():
                (raiz / ruta).parent.mkdir(parents=True, exist_ok=True)
                (raiz / ruta).write_bytes(datos)
            if self.manuales or self.pesos:
                (raiz / "catalogo.toml").write_text(self.catalogo(), encoding="utf-8")
            yield raiz

    def referencia(self) -> ref.Biblioteca:
        """The same library, loaded by the reference."""
        return ref.cargar(self.archivos, self.manuales, self.pesos)


def _cadena(texto: str) -> str:
    """A TOML basic string (JSON escapes are a subset of TOML's)."""
    return json.dumps(texto, ensure_ascii=False).replace("\x7f", "\\u007f")


# --- Text ---------------------------------------------------------------------------

_ROPAJES = (str, str, str, str.upper, str.capitalize, "**{}**".format, "_{}_".format, "{},".format)
_VESTIDAS = tuple(vestir(palabra) for palabra in PALABRAS for vestir in _ROPAJES)
palabra = st.sampled_from(_VESTIDAS + RAREZAS)
"""A word of the vocabulary, now and then in capitals, in bold or strange."""

oracion = st.builds(
    lambda palabras, fin: " ".join(palabras) + fin,
    st.lists(palabra, min_size=1, max_size=14),
    st.sampled_from((".", ".", "?", ":", "", " ")),
)
titulo = st.builds(
    lambda marca, espacio, resto: marca + espacio + resto,
    st.sampled_from(("#", "##", "###", "####", "#####", " ##", "x#", "**")),
    st.sampled_from((" ", " ", "\t", "", "\n\n", "  ")),
    st.one_of(oracion, st.sampled_from(("**", "` `", "Capítulo _I_ — **Objeto**", "ñandú ß"))),
)
articulo = st.builds(lambda cual, resto: f"{cual} {resto}", st.sampled_from(ARTICULOS), oracion)
lista = st.builds(
    lambda marca, puntos: "\n".join(marca + punto for punto in puntos),
    st.sampled_from(LISTAS),
    st.lists(oracion, min_size=1, max_size=3),
)
corrida = st.builds(
    lambda pieza, veces: pieza * veces,
    st.sampled_from(("anana", "sancion", "na", "año", "x1", "9", "á")),
    st.integers(2, 130),
)
relleno = st.builds(
    lambda pieza, veces: pieza * veces,
    st.sampled_from((" ", ". ", "- - ", "de la ", "\n", "·")),
    st.integers(1, 120),
)
parrafo = st.one_of(oracion, oracion, oracion, titulo, articulo, lista, corrida, relleno)


@st.composite
def texto_de_documento(draw: st.DrawFn) -> str:
    """A text from one sentence to a dozen chunks; its pieces repeat at irregular distances."""
    parrafos = draw(st.lists(parrafo, min_size=1, max_size=9))
    veces = draw(st.sampled_from((1, 1, 1, 2, 4, 9)))
    return draw(st.sampled_from(("\n", "\n\n", " "))).join(parrafos * veces)[:7000]


@st.composite
def bytes_de_documento(draw: st.DrawFn) -> bytes:
    """A document as some editor saved it: line ends, mark at the start, form of the accents."""
    texto = draw(texto_de_documento())
    texto = unicodedata.normalize(draw(st.sampled_from(("NFC", "NFC", "NFD"))), texto)
    texto = texto.replace("\n", draw(st.sampled_from(("\n", "\n", "\r\n", "\r"))))
    return draw(st.sampled_from(("", "", "\ufeff"))).encode() + texto.encode()


texto_unicode = st.one_of(
    st.text(max_size=40),
    st.text(
        alphabet="nNñÑaáÁuüçÇiİıſΣσςßﬁ가K½ªº°\u0303\u0301\u0323\u0308\u0345\u200b _-", max_size=12
    ),
    texto_de_documento(),
)


# --- Libraries ----------------------------------------------------------------------


@st.composite
def _archivos(draw: st.DrawFn, contenidos: st.SearchStrategy[bytes]) -> dict[str, bytes]:
    """Files that share few contents, so that some are identical; no two differ only in case."""
    reserva = draw(st.lists(contenidos, min_size=1, max_size=4))
    rutas = draw(
        st.lists(
            st.tuples(st.sampled_from(CARPETAS), st.sampled_from(NOMBRES)),
            min_size=1,
            max_size=9,
            unique_by=lambda par: "/".join(par).lower(),
        )
    )
    raros = st.one_of(st.sampled_from(SIN_DOCUMENTO), st.sampled_from(SIN_TOKENES).map(str.encode))
    archivos = {}
    for carpeta, nombre in rutas:
        es_raro = draw(st.integers(0, 9)) == 0
        datos = draw(raros) if es_raro else draw(st.sampled_from(reserva))
        archivos[f"{carpeta}/{nombre}".lstrip("/")] = datos
    return archivos


frase_manual = st.one_of(
    st.sampled_from(PALABRAS),
    st.builds(" ".join, st.lists(st.sampled_from(PALABRAS), min_size=1, max_size=3)),
    st.sampled_from(("", "  ", "Sanción", "SANCION", "san", "an", "quién reporta", "¿")),
)


@st.composite
def bibliotecas(draw: st.DrawFn) -> BibliotecaGenerada:
    """A library with its catalogue."""
    archivos = draw(_archivos(bytes_de_documento()))
    cargada = _cargada(archivos)
    manuales = {}
    for clave in cargada.documentos:
        if draw(st.integers(0, 2)) == 0:
            manuales[clave] = draw(st.lists(frase_manual, max_size=4))
    pesos = {}
    for coleccion in sorted({doc.coleccion for doc in cargada.documentos.values()}):
        if draw(st.integers(0, 2)) == 0:
            pesos[coleccion] = draw(st.sampled_from((0.01, 0.5, 1.0, 1.25, 2.0, 10.0)))
    return BibliotecaGenerada(archivos, manuales, pesos)


def _cargada(archivos: dict[str, bytes]) -> ref.Biblioteca:
    """Load, dropping the deepest files while some key cannot be decided."""
    while True:
        try:
            return ref.cargar(archivos)
        except ref.ClavesAgotadas as error:
            archivos.pop(str(error))


# --- Questions ----------------------------------------------------------------------

LISTADOS = (
    "¿Cuáles son",
    "que tipos de",
    "Enumera",
    "lista",
    "listas",
    "¿Qué secciones",
    "nombra:",
)
SUELTAS = (
    "", "   ", "¿?", "de la que", "¿Cuándo debo reportar en SIERJU?", "Explica el acuerdo PSAA16",
    "an", "na ana anana", "zzz qwerty", "san sanc sancion", "1000 12 007", "niño NIÑO nino",
    "\u0301", "_lista_ juez", "cuales  son", "qué\ntipos", "¿cuáles, son?",
)  # fmt: skip


@st.composite
def pregunta_libre(draw: st.DrawFn) -> str:
    """A question of the vocabulary, in any dress; sometimes it asks for a list."""
    palabras = draw(st.lists(palabra, min_size=1, max_size=9))
    if draw(st.integers(0, 3)) == 0:
        palabras.insert(draw(st.integers(0, len(palabras))), draw(st.sampled_from(LISTADOS)))
    texto = draw(st.sampled_from((" ", " ", " ", "-", ", "))).join(palabras)
    texto = draw(st.sampled_from((str, str.upper, "¿{}?".format)))(texto)
    return unicodedata.normalize(draw(st.sampled_from(("NFC", "NFD"))), texto)


@st.composite
def pregunta_citada(draw: st.DrawFn, biblioteca: ref.Biblioteca) -> str:
    """A stretch of a document, word for word, as the question."""
    if not biblioteca.documentos:
        return draw(pregunta_libre())
    contenido = biblioteca.documentos[
        draw(st.sampled_from(sorted(biblioteca.documentos)))
    ].contenido
    inicio = draw(st.integers(0, max(0, len(contenido) - 1)))
    largo = draw(st.one_of(st.integers(1, 90), st.just(2500)))
    trozo = contenido[inicio : inicio + largo]
    return draw(st.sampled_from((str, "¿{}?".format, "  {} ?".format, str.upper)))(trozo)


def preguntas(biblioteca: ref.Biblioteca) -> st.SearchStrategy[str]:
    """Questions for one library."""
    de_nombre = st.sampled_from(NOMBRES).map(lambda nombre: f"¿Qué dice {nombre}?")
    return st.one_of(
        pregunta_libre(),
        pregunta_libre(),
        pregunta_citada(biblioteca),
        st.sampled_from(SUELTAS),
        de_nombre,
    )


def documento_enorme(chunks: int) -> str:
    """A text of that many chunks, always the same: prose, headings, articles, lists, long runs."""
    azar = random.Random(1967)
    trozos: list[str] = []
    largo = 0
    while largo < chunks * ref.PASO:
        prosa = " ".join(azar.choices(PALABRAS + RAREZAS, k=azar.randint(3, 60)))
        cabeza = azar.choice(
            ("", "", "", "## ", "#### ", "\n", "1. ", azar.choice(ARTICULOS) + " ")
        )
        cola = "anana" * azar.randint(1, 60) if azar.random() < 0.02 else ""
        trozos.append(cabeza + prosa + cola)
        largo += len(trozos[-1]) + 1
    return "\n".join(trozos)[: chunks * ref.PASO]


def biblioteca_poblada(cuantos: int) -> BibliotecaGenerada:
    """That many short documents in a few collections, always the same; a third are copies."""
    azar = random.Random(1991)
    archivos: dict[str, bytes] = {}
    for i in range(cuantos):
        carpeta = azar.choice(("", "normativa/", "manuales/", "actas/"))
        palabras = azar.choices(PALABRAS, k=azar.randint(1, 60))
        nombre = f"{carpeta}{azar.choice(PALABRAS)}-{i}.md"
        es_copia = bool(archivos) and azar.random() < 0.33
        archivos[nombre] = (
            archivos[azar.choice(sorted(archivos))] if es_copia else " ".join(palabras).encode()
        )
    return BibliotecaGenerada(archivos, {}, {"actas": 0.75, "manuales": 1.5})
