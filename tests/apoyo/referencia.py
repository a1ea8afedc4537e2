"""Reference implementation of the `clasica` strategy: slow, obvious, standard library only.

It exists to disagree with the fast implementation when either is wrong, so it shares
nothing with it but three tables of words (data, not code). No numpy, no index cleverness:
every score is recomputed from the texts each time it is asked for.

A library is built in memory from `{relative path: bytes}`; nothing here opens a file.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import PurePosixPath
from typing import Any

from siaa.biblioteca.lengua.vocabulario import (
    PATRONES_LISTADO,
    STOPWORDS_ES,
    TERMINOS_PRIORITARIOS,
)

TAMANO = 800
PASO = 500
CONTEXTO_DE_SECCION = 500
ESPERA_DE_SALTO = 100
MAX_KEYWORDS = 20
MIN_FRECUENCIA = 2
MIN_LETRAS = 3
DOCS_POR_TERMINO = 5
KEYWORDS_PRIORITARIAS = 10
MAX_CHUNKS = 3
SEPARADOR = "═" * 60


# --- Text ---------------------------------------------------------------------------


@cache
def _plegar_caracter(caracter: str) -> str:
    """Drop the combining marks of one lower-case character; `ñ` is a letter of its own."""
    if caracter == "ñ":
        return caracter
    descompuesto = unicodedata.normalize("NFD", caracter)
    quedan = (c for c in descompuesto if unicodedata.category(c) != "Mn")
    return "".join(c for c in quedan if unicodedata.combining(c) == 0)


@lru_cache(maxsize=5000)
def plegar(texto: str) -> str:
    """Fold a text; lower case is taken per character, so no character looks at its neighbours."""
    minusculas = texto.translate({ord(c): c.lower() for c in set(texto)})
    compuesto = unicodedata.normalize("NFC", minusculas)
    return compuesto.translate({ord(c): _plegar_caracter(c) for c in set(compuesto)})


_STOPWORDS = frozenset(plegar(palabra) for palabra in STOPWORDS_ES)


@lru_cache(maxsize=1000)
def _palabras(texto: str) -> list[str]:
    """Every maximal run of letters and digits of the folded text."""
    return re.findall(r"[a-z0-9ñ]+", plegar(texto))


def palabras_de_tres(texto: str) -> set[str]:
    """The words that a file name is compared with: no stopword is taken out."""
    return {palabra for palabra in _palabras(texto) if len(palabra) >= 3}


@cache
def _es_token(palabra: str) -> bool:
    es_numero = all(c in "0123456789" for c in palabra)
    return len(palabra) >= (4 if es_numero else 3) and palabra not in _STOPWORDS


def tokenizar(texto: str) -> list[str]:
    """The tokens of a text, in order, with repetitions."""
    return [palabra for palabra in _palabras(texto) if _es_token(palabra)]


def como_palabra(patron: str) -> str:
    """A pattern that no letter or digit touches."""
    return rf"(?<![a-z0-9ñ])(?:{patron})(?![a-z0-9ñ])"


@lru_cache(maxsize=1000)
def es_pregunta_listado(pregunta: str) -> bool:
    """Whether one of the list patterns occurs as whole words, whatever white space parts them."""
    for patron in PATRONES_LISTADO:
        seguidas = r"\s+".join(patron.split())
        if re.search(como_palabra(seguidas), plegar(pregunta)):
            return True
    return False


# --- Chunks -------------------------------------------------------------------------


def seccion_de(texto: str) -> str:
    """The last heading of up to three `#` in a text, as it is shown."""
    encabezados = re.findall(r"^#{1,3}\s+(.+)$", texto, re.MULTILINE)
    if not encabezados:
        return "INICIO"
    return re.sub(r"[*_`]", "", encabezados[-1]).strip().upper()


def chunking_con_solapamiento(contenido: str) -> list[dict[str, Any]]:
    """Cut a text in overlapping windows."""
    chunks = []
    for indice, inicio in enumerate(range(0, len(contenido), PASO)):
        fin = inicio + TAMANO
        if fin < len(contenido):
            salto = contenido.find("\n", fin)
            if salto >= 0 and salto - fin < ESPERA_DE_SALTO:
                fin = salto
        texto = contenido[inicio:fin]
        antes = contenido[max(0, inicio - CONTEXTO_DE_SECCION) : inicio]
        chunks.append({"texto": texto, "seccion": seccion_de(antes + texto), "indice": indice})
    return chunks


# --- Library ------------------------------------------------------------------------


class ClavesAgotadas(Exception):
    """Two files want the same key even with their whole path: no rule says what to do."""


@dataclass
class Doc:
    """One loaded document with everything that follows from its text."""

    clave: str
    nombre_original: str
    coleccion: str
    contenido: str
    tokens: list[str]
    chunks: list[dict[str, Any]]
    palabras_clave: list[str] = field(default_factory=list)
    claves_manuales: list[str] = field(default_factory=list)


@dataclass
class Biblioteca:
    """A loaded library."""

    documentos: dict[str, Doc]
    omitidos: set[str]
    pesos: dict[str, float]
    densidad: dict[str, list[tuple[float, str]]]


def leer_texto(datos: bytes, limite: int) -> str | None:
    """The text of a file as every offset counts it, or None when the file is no document."""
    if len(datos) > limite:
        return None
    try:
        texto = datos.decode("utf-8")
    except UnicodeDecodeError:
        return None
    if texto.startswith("\ufeff"):
        texto = texto[1:]
    texto = texto.replace("\r\n", "\n").replace("\r", "\n")
    texto = unicodedata.normalize("NFC", texto)
    if "\x00" in texto or texto.strip() == "":
        return None
    return texto


def coleccion_de(ruta: str) -> str:
    """The first folder of a path, or the collection of the files without one."""
    partes = PurePosixPath(ruta).parts
    return partes[0] if len(partes) > 1 else "general"


def clave_libre(ruta: str, ocupadas: Iterable[str]) -> str:
    """The first of the three keys of a file that no earlier file took."""
    nombre = PurePosixPath(ruta).name.lower()
    for candidata in (nombre, f"{coleccion_de(ruta)}/{nombre}".lower(), ruta.lower()):
        if candidata not in ocupadas:
            return candidata
    raise ClavesAgotadas(ruta)


def cargar(
    archivos: Mapping[str, bytes],
    manuales: Mapping[str, Iterable[str]] | None = None,
    pesos: Mapping[str, float] | None = None,
    limite: int = 20 * 1024 * 1024,
) -> Biblioteca:
    """Load a library from its files, its manual keywords (by key) and its collection weights."""
    documentos: dict[str, Doc] = {}
    omitidos: set[str] = set()
    for ruta in sorted(archivos):
        if not ruta.endswith((".md", ".txt")):
            continue
        texto = leer_texto(archivos[ruta], limite)
        if texto is None:
            omitidos.add(ruta)
            continue
        clave = clave_libre(ruta, documentos)
        documentos[clave] = Doc(
            clave=clave,
            nombre_original=PurePosixPath(ruta).name,
            coleccion=coleccion_de(ruta),
            contenido=texto,
            tokens=tokenizar(texto),
            chunks=chunking_con_solapamiento(texto),
        )
    for clave, palabras in (manuales or {}).items():
        documentos[clave].claves_manuales = list(palabras)
    _poner_palabras_clave(documentos)
    return Biblioteca(documentos, omitidos, dict(pesos or {}), indice_de_densidad(documentos))


def _poner_palabras_clave(documentos: dict[str, Doc]) -> None:
    """Give each document its automatic keywords, collection by collection."""
    for coleccion in {doc.coleccion for doc in documentos.values()}:
        suyos = {c: doc for c, doc in documentos.items() if doc.coleccion == coleccion}
        entrada = {c: {"contenido": doc.contenido} for c, doc in suyos.items()}
        for clave, palabras in calcular_tfidf_coleccion(entrada).items():
            documentos[clave].palabras_clave = palabras


def calcular_tfidf_coleccion(documentos: Mapping[str, Mapping[str, str]]) -> dict[str, list[str]]:
    """The best terms of each document of one collection."""
    tokens = {nombre: tokenizar(doc["contenido"]) for nombre, doc in documentos.items()}
    vocabularios = [set(suyos) for suyos in tokens.values()]
    resultado = {}
    for nombre, suyos in tokens.items():
        puntajes = {}
        for termino, frecuencia in Counter(suyos).items():
            if frecuencia < MIN_FRECUENCIA or len(termino) < MIN_LETRAS:
                continue
            df = sum(1 for vocabulario in vocabularios if termino in vocabulario)
            idf = math.log((len(documentos) + 1) / (df + 1)) + 1
            puntajes[termino] = frecuencia / len(suyos) * idf
        ordenados = sorted(puntajes, key=lambda t: (-puntajes[t], t))
        resultado[nombre] = ordenados[:MAX_KEYWORDS]
    return resultado


def indice_de_densidad(documentos: Mapping[str, Doc]) -> dict[str, list[tuple[float, str]]]:
    """For each term, the documents that hold it by share of their tokens."""
    indice: dict[str, list[tuple[float, str]]] = {}
    for doc in documentos.values():
        for termino, frecuencia in Counter(doc.tokens).items():
            indice.setdefault(termino, []).append((frecuencia / len(doc.tokens), doc.clave))
    for lista in indice.values():
        lista.sort(reverse=True)
    return indice


# --- Router -------------------------------------------------------------------------


def sin_extension(nombre: str) -> str:
    """A file name up to its last dot."""
    return nombre.rpartition(".")[0]


def partes_del_nombre(nombre: str) -> list[str]:
    """What a file name says, piece by piece, folded and without its extension."""
    return [p for p in re.split(r"[_\-.\s]+", plegar(sin_extension(nombre))) if p]


@dataclass
class Puntuado:
    """One document with a score and the three levels behind it."""

    doc: str
    puntaje: float
    keywords: float
    densidad: float
    nombre: float


def nivel_keywords(doc: Doc, pregunta: str) -> float:
    """Level 1: keywords that occur anywhere in the question, even inside a longer word."""
    p = plegar(pregunta)
    automaticas = sum(1.0 for palabra in doc.palabras_clave if palabra in p)
    manuales = {plegar(palabra) for palabra in doc.claves_manuales if palabra.strip()}
    return automaticas + sum(2.0 for palabra in manuales if palabra in p)


def nivel_densidad(biblioteca: Biblioteca, doc: Doc, pregunta: str) -> float:
    """Level 2: share of the document, for the terms where it is among the densest."""
    total = 0.0
    for termino in sorted(set(tokenizar(pregunta))):
        lista = biblioteca.densidad.get(termino, [])
        idf = math.log((len(biblioteca.documentos) + 1) / (len(lista) + 1)) + 1
        for densidad, clave in lista[:DOCS_POR_TERMINO]:
            if clave == doc.clave:
                total += densidad * idf
    return total


def nivel_nombre(doc: Doc, pregunta: str) -> float:
    """Level 3: how much of the file name the question says."""
    del_nombre = {p for p in partes_del_nombre(doc.nombre_original) if len(p) >= 3}
    if not del_nombre:
        return 0.0
    return len(del_nombre & palabras_de_tres(pregunta)) / len(del_nombre)


def enrutar(biblioteca: Biblioteca, pregunta: str, max_docs: int) -> list[Puntuado]:
    """The best documents for a question."""
    puntuados = []
    for doc in biblioteca.documentos.values():
        keywords = nivel_keywords(doc, pregunta)
        densidad = nivel_densidad(biblioteca, doc, pregunta)
        nombre = nivel_nombre(doc, pregunta)
        peso = biblioteca.pesos.get(doc.coleccion, 1.0)
        puntaje = (2.0 * keywords + 1.0 * densidad + 1.5 * nombre) * peso
        if puntaje > 0:
            puntuados.append(Puntuado(doc.clave, puntaje, keywords, densidad, nombre))
    puntuados.sort(key=lambda d: (-round(d.puntaje, 9), d.doc))
    return puntuados[:max_docs]


def solapamiento_vocabulario(
    biblioteca: Biblioteca, pregunta: str, max_docs: int
) -> list[tuple[int, str]]:
    """The fallback: documents that share two words or more with the question."""
    preguntados = set(tokenizar(pregunta))
    cuentas = []
    for doc in biblioteca.documentos.values():
        comunes = len(preguntados & set(doc.tokens))
        if comunes >= 2:
            cuentas.append((comunes, doc.clave))
    cuentas.sort(key=lambda par: (-par[0], par[1]))
    return cuentas[:max_docs]


# --- Does the question name a document? ---------------------------------------------

_TIPOS = ("acto legislativo", "acuerdo", "circular", "decreto", "ley", "resolucion", "sentencia")
_NUMERO_DICHO = r"(?:(?:numero|num|nro|no|n)(?![a-z0-9ñ])\.?\s*)?(?:[º°]\.?\s*)?"


def _es_codigo(parte: str) -> bool:
    """`psaa16` or `10476`: a piece of a file name that identifies it on its own."""
    tiene_letras = re.search(r"[a-zñ]", parte) is not None
    tiene_digitos = re.search(r"[0-9]", parte) is not None
    if tiene_letras:
        return tiene_digitos and len(parte) >= 3
    return tiene_digitos and len(re.findall(r"[0-9]", parte)) >= 5


def _nombra_un_codigo(nombre: str, p: str) -> bool:
    """Whether the question says a code of this file name, alone or run into its neighbours."""
    partes = partes_del_nombre(nombre)
    for i in range(len(partes)):
        for j in range(i + 1, len(partes) + 1):
            if not all(_es_codigo(parte) for parte in partes[i:j]):
                continue
            grupos = re.findall(r"[a-zñ]+|[0-9]+", " ".join(partes[i:j]))
            if re.search(como_palabra(r"[-\s.]*".join(grupos)), p):
                return True
    return False


def norma_del_nombre(nombre: str) -> tuple[str, int, int | None] | None:
    """Type, number and year of the norm that a file name starts with."""
    partes = partes_del_nombre(nombre)
    for tipo in _TIPOS:
        palabras = tipo.split()
        if partes[: len(palabras)] != palabras:
            continue
        resto = partes[len(palabras) :]
        numeros = [int(parte) for parte in resto if re.fullmatch("[0-9]+", parte)]
        if not numeros:
            return None
        anos = [n for n in numeros[1:] if 1800 <= n <= 2100]
        return tipo, numeros[0], anos[0] if anos else None
    return None


def _nombra_una_norma(nombre: str, p: str) -> bool:
    """Whether the question says type and number of this file's norm, and no other year."""
    norma = norma_del_nombre(nombre)
    if norma is None:
        return False
    tipo, numero, ano = norma
    dicho = r"\s+".join(tipo.split()) + r"\s+" + _NUMERO_DICHO + f"0*{numero}"
    for hallado in re.finditer(como_palabra(dicho), p):
        con_ano = re.match(
            r"\s*,?\s*del?\s+(?:ano\s+|año\s+)?([0-9]{4})(?![a-z0-9ñ])", p[hallado.end() :]
        )
        if con_ano is None or ano is None or int(con_ano.group(1)) == ano:
            return True
    return False


def nombra_documento(nombres: Iterable[str], pregunta: str) -> bool:
    """Whether a question names one of the loaded files (by their original names)."""
    p = plegar(pregunta)
    return any(_nombra_un_codigo(n, p) or _nombra_una_norma(n, p) for n in nombres)


# --- Pruner -------------------------------------------------------------------------


def puntuar_palabras(
    texto: str, palabras: set[str], prioritarios: set[str], idf_local: Mapping[str, float] | None
) -> float:
    """The words of the question that a folded text holds, each by frequency and rarity."""
    puntos = 0.0
    for palabra in sorted(palabras):
        veces = texto.count(palabra)
        if veces > 0:
            base = 3.0 if palabra in prioritarios else 1.0
            idf = (idf_local or {}).get(palabra, 1.0)
            puntos += (1.0 + math.log(veces)) * base * idf
    return puntos


def puntuar_proximidad(texto: str, palabras: set[str]) -> float:
    """The share of the words that the best window of a folded text holds, as a bonus."""
    presentes = [palabra for palabra in palabras if palabra in texto]
    if len(presentes) < 2:
        return 0.0
    mejor = 0.0
    for inicio in range(0, max(1, len(texto) - 150), 50):
        ventana = texto[inicio : inicio + 150]
        juntas = sum(1 for palabra in presentes if palabra in ventana)
        if juntas >= 2:
            mejor = max(mejor, juntas / len(palabras))
    for umbral, puntos in ((0.90, 20.0), (0.70, 12.0), (0.50, 6.0), (0.30, 2.0)):
        if mejor >= umbral:
            return puntos
    return 0.0


@lru_cache(maxsize=5000)
def puntuar_forma(texto: str) -> float:
    """What an article, and an item with a number, add to a folded text."""
    puntos = 0.0
    if re.search(r"\b(articulo\s+|art\.\s*)\d+\s*[°º]", texto):
        puntos += 10.0
    elif re.search(r"\b(articulo\s+|art\.\s*)\d+", texto):
        puntos += 5.0
    if re.search(r"^\s*\d+[.)]\s+\S", texto, re.MULTILINE):
        puntos += 4.0
    return puntos


def puntuar_chunk(
    chunk: Mapping[str, Any],
    palabras: set[str],
    pregunta_norm: str,
    terminos_prio: set[str],
    idf_local: Mapping[str, float] | None = None,
) -> float:
    """The score of one chunk."""
    texto = plegar(chunk["texto"])
    puntos = puntuar_palabras(texto, palabras, terminos_prio, idf_local)
    frase = pregunta_norm.replace("¿", "").replace("?", "").strip()
    if frase and frase in texto:
        puntos += 15.0
    return puntos + puntuar_forma(texto) + puntuar_proximidad(texto, palabras)


@dataclass
class Poda:
    """The chunks taken from one document, best first, and the block they make."""

    fragmento: str
    modo: str
    ratio: float | None
    chunks: list[tuple[int, str, float]]


def idf_de_chunks(doc: Doc, palabras: set[str]) -> dict[str, float]:
    """How rare each word is among the chunks of one document."""
    textos = [plegar(chunk["texto"]) for chunk in doc.chunks]
    idf = {}
    for palabra in palabras:
        con_ella = sum(1 for texto in textos if palabra in texto)
        idf[palabra] = math.log((len(textos) + 1) / (con_ella + 1)) + 1
    return idf


_DE_LA_TABLA = {plegar(termino) for termino in TERMINOS_PRIORITARIOS}


def terminos_prioritarios(doc: Doc) -> set[str]:
    """The table of priority terms and the document's own best keywords."""
    return _DE_LA_TABLA | set(doc.palabras_clave[:KEYWORDS_PRIORITARIAS])


def elegir_modo(puntajes: list[float], es_listado: bool) -> tuple[str, float | None, int]:
    """Name of the mode, ratio and number of chunks, from the positive scores, best first."""
    if not puntajes:
        return "PRIMEROS", None, 2
    if len(puntajes) == 1:
        return "FRANCOTIRADOR", None, 1
    ratio = puntajes[0] / max(puntajes[1], 0.01)
    if es_listado:
        return (
            ("LISTADO-BINÓCULO", ratio, 2)
            if ratio >= 1.8
            else ("LISTADO-ESCOPETA", ratio, MAX_CHUNKS)
        )
    if ratio >= 3.0:
        return "FRANCOTIRADOR", ratio, 1
    if ratio >= 1.8:
        return "BINÓCULO", ratio, 2
    return "ESCOPETA", ratio, MAX_CHUNKS


def formatear(doc: Doc, elegidos: list[dict[str, Any]]) -> str:
    """The block of one document, as the model reads it."""
    trozos = []
    for chunk in elegidos:
        trozos.append(
            f"[SEC: {chunk['seccion'][:60]} | CHUNK: {chunk['indice']}]\n{chunk['texto']}"
        )
    titulo = sin_extension(doc.nombre_original).upper()
    return f"[DOC: {titulo}]\n" + "\n\n".join(trozos) + "\n" + SEPARADOR + "\n"


def podar(biblioteca: Biblioteca, clave: str, pregunta: str) -> Poda:
    """The best chunks of a document for a question."""
    doc = biblioteca.documentos[clave]
    palabras = set(tokenizar(pregunta))
    prioritarios = terminos_prioritarios(doc)
    idf = idf_de_chunks(doc, palabras)
    puntuados = []
    for chunk in doc.chunks:
        puntaje = puntuar_chunk(chunk, palabras, plegar(pregunta), prioritarios, idf)
        if puntaje > 0:
            puntuados.append((puntaje, chunk))
    puntuados.sort(key=lambda par: (-round(par[0], 9), -par[1]["indice"]))
    modo, ratio, cuantos = elegir_modo([p for p, _ in puntuados], es_pregunta_listado(pregunta))
    elegidos = puntuados[:cuantos]
    if modo == "PRIMEROS":
        elegidos = [(0.0, chunk) for chunk in doc.chunks[:cuantos]]
    return Poda(
        fragmento=formatear(doc, [chunk for _, chunk in elegidos]),
        modo=modo,
        ratio=ratio,
        chunks=[(chunk["indice"], chunk["seccion"], puntaje) for puntaje, chunk in elegidos],
    )
