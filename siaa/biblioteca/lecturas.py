"""Readings: what a language model said, beforehand, that a stretch of a document answers.

`documentos/lecturas/*.jsonl`, one object a line: `documento`, `desde`, `hasta` (offsets in the
loaded text), `comienzo` (its first 60 characters), `huella` (first 16 hex digits of the SHA-256 of
the stretch), `preguntas`, `palabras`, `modelo`, `slice_type` where content has routes. A reading is
a field of the index beside the text: never quoted, and sent only as what a source answers. One
whose stretch is nowhere any more is not used, and told.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from itertools import chain, groupby
from operator import itemgetter
from typing import Final

from pydantic import TypeAdapter, ValidationError

from siaa.biblioteca.estructura.analisis import ruta_texto
from siaa.biblioteca.estructura.pasajes import TipoDePasaje
from siaa.biblioteca.valores import Documento

CARPETA_DE_LECTURAS: Final = "lecturas"
EXTENSION_DE_LECTURAS: Final = ".jsonl"
LARGO_DEL_COMIENZO: Final = 60
CIFRAS_DE_HUELLA: Final = 16
LARGO_DE_TRECHO: Final = 1400
"""Longest stretch that one reading is made for, in characters: an article, or a part of it."""


@dataclass(frozen=True, slots=True)
class Trecho:
    """A stretch `[desde, hasta)` of a document that a reading can be made for.

    documento: its key. titulo, seccion: of the document, and the headings in force, as people read
    them. crudo: the stretch as it was loaded; texto: healed, as it is quoted. slice_type: what kind
    of content it is, where content has routes.
    """

    documento: str
    titulo: str
    seccion: str
    desde: int
    hasta: int
    crudo: str
    texto: str
    slice_type: str = ""

    @property
    def huella(self) -> str:
        """What tells whether the stretch is still the same."""
        return _huella(self.crudo)


def trechos(documento: Documento, slice_type: str = "") -> Iterator[Trecho]:
    """Yield what a document rules, section by section: no covers, recitals or signatures."""
    texto = documento.texto
    normas = [p for p in texto.estructura.pasajes.tolist() if p[3] == TipoDePasaje.NORMA]
    for numero, pasajes in groupby(normas, itemgetter(2)):
        seccion = ruta_texto(texto.estructura.secciones[numero].ruta)
        for desde, hasta in _juntar([(inicio, fin) for inicio, fin, *_ in pasajes]):
            crudo, sano = texto.contenido[desde:hasta], documento.sano(desde, hasta)
            clave, titulo = documento.clave, documento.titulo
            yield Trecho(clave, titulo, seccion, desde, hasta, crudo, sano, slice_type)


def _juntar(pasajes: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    desde, hasta = pasajes[0]
    for inicio, fin in pasajes[1:]:
        if fin - desde > LARGO_DE_TRECHO:
            yield desde, hasta
            desde = inicio
        hasta = fin
    yield desde, hasta


def renglon(trecho: Trecho, preguntas: Sequence[str], palabras: Sequence[str], modelo: str) -> str:
    """Return the line that keeps a reading, without a newline."""
    guardada = LecturaGuardada(
        documento=trecho.documento,
        desde=trecho.desde,
        hasta=trecho.hasta,
        comienzo=trecho.crudo[:LARGO_DEL_COMIENZO],
        huella=trecho.huella,
        preguntas=tuple(preguntas),
        palabras=tuple(palabras),
        modelo=modelo,
        slice_type=trecho.slice_type,
    )
    con_algo = {k: v for k, v in asdict(guardada).items() if v or k != "slice_type"}
    return json.dumps(con_algo, ensure_ascii=False)


def _huella(trozo: str) -> str:
    resumen = hashlib.sha256(trozo.encode("utf-8", "surrogatepass"))
    return resumen.hexdigest()[:CIFRAS_DE_HUELLA]


@dataclass(frozen=True, slots=True)
class LecturaGuardada:
    """A reading as it was written down, or where its stretch stands now."""

    documento: str
    desde: int
    hasta: int
    comienzo: str
    huella: str
    preguntas: tuple[str, ...]
    palabras: tuple[str, ...]
    modelo: str = ""
    slice_type: str = ""


_LECTURA: Final = TypeAdapter(LecturaGuardada)


def interpretar_lecturas(texto: str) -> tuple[LecturaGuardada, ...]:
    """Read a file of readings. A line that is none, as the one a writer left half, is nobody's."""
    leidas: list[LecturaGuardada] = []
    for linea in texto.split("\n"):
        with suppress(ValidationError):
            lectura = _LECTURA.validate_json(linea)
            largo = min(lectura.hasta - lectura.desde, LARGO_DEL_COMIENZO)
            if 0 < len(lectura.comienzo) == largo:
                leidas.append(replace(lectura, documento=lectura.documento.lower()))
    return tuple(leidas)


def colocar(
    lecturas: Iterable[LecturaGuardada], documentos: Mapping[str, Documento]
) -> tuple[dict[str, list[LecturaGuardada]], int]:
    """Find the stretch of each reading; return those of each document and how many have none.

    Those of a document that is not there wait for it: it may have been withdrawn for a while.
    """
    lecturas = tuple(lecturas)
    nombres = _renombrados(lecturas, documentos)
    colocadas: dict[str, list[LecturaGuardada]] = {}
    perdidas = 0
    for lectura in lecturas:
        clave = nombres.get(lectura.documento, lectura.documento)
        if clave not in documentos:
            continue
        desde = _lugar(lectura, documentos[clave].contenido)
        if desde is None:
            perdidas += 1
            continue
        hasta = desde + lectura.hasta - lectura.desde
        colocada = replace(lectura, documento=clave, desde=desde, hasta=hasta)
        colocadas.setdefault(clave, []).append(colocada)
    return colocadas, perdidas


def _renombrados(
    lecturas: Sequence[LecturaGuardada], documentos: Mapping[str, Documento]
) -> dict[str, str]:
    """Lost name → the document without readings that has its longest stretch at its place."""
    largas = {g.documento: g for g in sorted(lecturas, key=lambda g: g.hasta - g.desde)}
    libres = [d for clave, d in documentos.items() if clave not in largas]
    return {
        nombre: d.clave
        for nombre, g in largas.items()
        if nombre not in documentos
        for d in libres
        if d.contenido.startswith(g.comienzo, g.desde)
        and _huella(d.contenido[g.desde : g.hasta]) == g.huella
    }


def _lugar(lectura: LecturaGuardada, contenido: str) -> int | None:
    largo = lectura.hasta - lectura.desde
    dichos = re.finditer(f"(?={re.escape(lectura.comienzo)})", contenido)
    posibles = chain((max(lectura.desde, 0),), (dicho.start() for dicho in dichos))
    return next((d for d in posibles if _huella(contenido[d : d + largo]) == lectura.huella), None)


def aviso_de_lecturas(perdidas: int) -> tuple[str, ...]:
    """Say how many readings are of no use any more, in Spanish."""
    if not perdidas:
        return ()
    if perdidas == 1:
        return ("Una lectura ya no corresponde a su texto y no se usa: vuelva a hacerla.",)
    return (f"{perdidas} lecturas ya no corresponden a su texto y no se usan: vuelva a hacerlas.",)
