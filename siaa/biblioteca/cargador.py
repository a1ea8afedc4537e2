"""Disk → documents. A bad file is reported with its reason: never fatal, never silent."""

import ctypes
import logging
import os
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import Final

from siaa.biblioteca import disco
from siaa.biblioteca.archivos import (
    DE_CONTROL,
    DE_TEXTO,
    NADA,
    Propuesta,
    esta,
    estado,
    leer_bytes,
    listar,
    mostrable,
)
from siaa.biblioteca.catalogo import NOMBRE_CATALOGO, catalogo_ilegible, leer_catalogo
from siaa.biblioteca.conversion.codificacion import UTF8, avisos_de_codificacion, decodificar
from siaa.biblioteca.conversion.conversor import Conversor, huella
from siaa.biblioteca.conversion.estructurados import en_markdown
from siaa.biblioteca.conversion.piezas import EnEspera, Leido, NoSeConvierte, separar_paginas
from siaa.biblioteca.indice import Indice, analizar, construir_indice, huella_texto
from siaa.biblioteca.lecturas import (
    CARPETA_DE_LECTURAS,
    EXTENSION_DE_LECTURAS,
    LecturaGuardada,
    interpretar_lecturas,
)
from siaa.biblioteca.lengua.terminos import PESO_GENTE, Sinonimo, preparar_sinonimos
from siaa.biblioteca.lengua.texto import normalizar_contenido, resumir
from siaa.biblioteca.lengua.vocabulario import sinonimos
from siaa.biblioteca.valores import (
    EN_ESPERA,
    AjustesBiblioteca,
    Archivo,
    Catalogo,
    Omitido,
    Paginas,
    TextoAnalizado,
)
from siaa.errores import causa, con_remedio

DE_PDF: Final = ".pdf.md"
LECTURAS_MAXIMAS: Final = 64 * 1024 * 1024
CARGA_LARGA_S: Final = 3.0
"""A load that takes longer than this, in seconds, is worth keeping on disk."""
ESPERA_CONVERSION_S: Final = 20.0
"""How long a service that starts or reloads converts documents before it serves what it has."""
VACIO: Final = "está vacío: escriba en él su texto, o quítelo"
SIN_TEXTO: Final = "no se halló texto en él: si lo tiene, ábralo y guárdelo de nuevo"
DE_IMAGENES: Final = (
    "no se halló texto en él, solo imágenes: ábralo y guárdelo como PDF, de donde se reconoce lo "
    "que dicen"
)
REPOSO_NS: Final = 3_000_000_000
"""A file that changed this shortly before it was listed may change again unnoticed."""

_diario = logging.getLogger(__name__)

Progreso = Callable[[Sequence[str]], Iterable[str]]
"""Wraps the paths that are about to be read, to show how far the load has come."""


@dataclass(frozen=True, slots=True)
class Carga:
    """A library that was loaded; `guardar` keeps it on disk, where that is worth it.

    It takes seconds, so it is called when nobody waits for it. It never fails.
    """

    indice: Indice
    guardar: Callable[[], None] | None = None

    @property
    def en_espera(self) -> int:
        """How many files are still to be converted."""
        return sum(omitido.en_espera for omitido in self.indice.omitidos)


def abrir_biblioteca(
    carpeta: Path, ajustes: AjustesBiblioteca, progreso: Progreso = iter, datos: Path | None = None
) -> Carga:
    """Open the index of a folder as it was kept below `datos`, or else build it.

    Of an index that no longer fits, the texts that have not changed are still used. Raises
    `BibliotecaNoDisponible` when the folder cannot be listed.
    """
    conocidos: Mapping[str, TextoAnalizado] = {}
    if datos is not None:
        archivo, sello = disco.archivo_de(datos, carpeta), sellar(carpeta, ajustes)
        indice, vale = disco.abrir(archivo, sello)
        if indice and vale:
            return Carga(indice)
        conocidos = textos_conocidos(indice) if indice else {}
    return recargar_biblioteca(carpeta, ajustes, progreso, conocidos, datos, reconoce=False)


def recargar_biblioteca(
    carpeta: Path,
    ajustes: AjustesBiblioteca,
    progreso: Progreso = iter,
    conocidos: Mapping[str, TextoAnalizado] = MappingProxyType({}),
    datos: Path | None = None,
    reconoce: bool = True,
) -> Carga:
    """Build the index of a folder as `cargar_biblioteca` does, to be kept below `datos`.

    What is not converted in `ESPERA_CONVERSION_S` is left for the next time, as `en_espera`; so
    are pictures of text, unless `reconoce`: one alone may take many minutes.
    """
    if datos is None:
        return Carga(cargar_biblioteca(carpeta, ajustes, progreso, conocidos))
    sello = sellar(carpeta, ajustes)
    empezada = time.monotonic()
    conversor = Conversor(datos, ESPERA_CONVERSION_S, reconoce)
    carga = Carga(cargar_biblioteca(carpeta, ajustes, progreso, conocidos, conversor))
    if time.monotonic() - empezada < CARGA_LARGA_S or carga.en_espera:
        return carga
    archivo = disco.archivo_de(datos, carpeta)
    return Carga(carga.indice, partial(disco.guardar, carga.indice, archivo, sello))


def sellar(carpeta: Path, ajustes: AjustesBiblioteca) -> str:
    """Fingerprint of a folder as it is now, by listing it; only the catalogue is read.

    Equal ones mean equal indexes. Empty while files are changing, when none can tell one state of
    the folder from the next.
    """
    ahora = time.time_ns()
    rutas, omitidos = listar(carpeta, ajustes.extensiones)
    lecturas = _archivos_de_lecturas(carpeta)
    estados = [estado(f"{carpeta}/{ruta}") for ruta in (*rutas, NOMBRE_CATALOGO, *lecturas)]
    # A share may date what it holds by a clock of its own, hours ahead of ours.
    quieta = all(abs(ahora - cambiado) >= REPOSO_NS for _, _, cambiado in estados)
    con_que = huella() if any(not r.lower().endswith(DE_TEXTO) for r in rutas) else ""
    visto = (rutas, lecturas, sorted((o.archivo, o.razon) for o in omitidos), estados, con_que)
    catalogo = catalogo_de(carpeta, ajustes.max_bytes_documento)
    return resumir(repr((ajustes, visto, catalogo))) if quieta else ""


def cargar_biblioteca(
    carpeta: Path,
    ajustes: AjustesBiblioteca | None = None,
    progreso: Progreso = iter,
    conocidos: Mapping[str, TextoAnalizado] = MappingProxyType({}),
    conversor: Conversor | None = None,
    propuesta: Propuesta = NADA,
) -> Indice:
    """Read every document below `carpeta` and build the index, as if it were as `propuesta` says.

    `conocidos` maps the fingerprint of a text to what was worked out for it before, so that an
    unchanged file is only read. conversor: by default one that waits for all and keeps nothing.
    Raises `BibliotecaNoDisponible` when the folder cannot be listed.
    """
    ajustes = ajustes or AjustesBiblioteca()
    conversor = conversor or Conversor()
    rutas, omitidos = listar(carpeta, ajustes.extensiones, propuesta)
    corregidas = {f"{ruta}.md" for ruta in rutas if not ruta.lower().endswith(DE_TEXTO)}
    archivos: list[Archivo] = []
    textos: list[TextoAnalizado] = []
    for ruta in progreso([ruta for ruta in rutas if ruta not in corregidas]):
        leido = leer(carpeta, ruta, ajustes, conversor, propuesta)
        if isinstance(leido, Omitido):
            omitidos.append(leido)
            continue
        archivos.append(leido)
        sabida = huella_texto(leido.contenido, ajustes, leido.paginas) if conocidos else ""
        textos.append(conocidos.get(sabida) or analizar(leido, ajustes))
    conversor.terminar()
    catalogo = catalogo_de(carpeta, ajustes.max_bytes_documento, propuesta)
    en_orden = tuple(sorted(omitidos, key=lambda o: o.archivo))
    avisos = (
        *avisos_de_codificacion(archivos),
        *(f"De «{a.ruta}» {'; '.join(a.avisos)}." for a in archivos if a.avisos),
    )
    gente, lecturas = sinonimos_de_la_gente(), leer_lecturas(carpeta)
    indice = construir_indice(
        archivos, textos, catalogo, ajustes, en_orden, avisos, gente, lecturas
    )
    _devolver_memoria()
    return indice


def leer_lecturas(carpeta: Path) -> tuple[LecturaGuardada, ...]:
    """Read the readings kept beside the documents. A file that cannot be read has none."""
    lecturas: list[LecturaGuardada] = []
    for ruta in _archivos_de_lecturas(carpeta):
        try:
            datos = leer_bytes(carpeta, ruta, LECTURAS_MAXIMAS)
        except (OSError, disco.Dudoso) as error:
            _diario.warning("[Lecturas] No se pudo leer %s: %s", ruta, error)
            continue
        lecturas.extend(interpretar_lecturas(datos.decode("utf-8", "replace")))
    return tuple(lecturas)


def _archivos_de_lecturas(carpeta: Path) -> list[str]:
    try:
        nombres = os.listdir(carpeta / CARPETA_DE_LECTURAS)
    except OSError:
        return []
    propios = (nombre for nombre in nombres if nombre.endswith(EXTENSION_DE_LECTURAS))
    return sorted(f"{CARPETA_DE_LECTURAS}/{nombre}" for nombre in propios)


@cache
def sinonimos_de_la_gente() -> tuple[Sinonimo, ...]:
    """Read the table of people's words that comes with SIAA, once."""
    return preparar_sinonimos(sinonimos("gente.txt"), PESO_GENTE)


def _devolver_memoria() -> None:
    """Glibc keeps what only loading needed, in holes between what stays: as much as the index."""
    if sys.platform == "linux" and (recortar := getattr(ctypes.CDLL(None), "malloc_trim", None)):
        recortar(0)


def catalogo_de(carpeta: Path, max_bytes: int, propuesta: Propuesta = NADA) -> Catalogo:
    """Read the catalogue of a library: an absent one is empty, a broken one a warning."""
    try:
        catalogo = leer_catalogo(leer_bytes(carpeta, NOMBRE_CATALOGO, max_bytes, propuesta))
        return replace(catalogo, leido=date.today())
    except FileNotFoundError:
        return Catalogo()
    except disco.Dudoso as rechazo:
        return catalogo_ilegible(str(rechazo))
    except OSError as error:
        return catalogo_ilegible(causa(error))


def leer(
    carpeta: Path,
    ruta: str,
    ajustes: AjustesBiblioteca,
    conversor: Conversor,
    propuesta: Propuesta = NADA,
) -> Archivo | Omitido:
    """Read one document, or say in Spanish why it was left out.

    The text of what is converted is that of `a.pdf.md` where somebody corrected it there.
    """
    if DE_CONTROL.search(ruta):
        # No address leads to it, and it would write lines of its own into a prompt or a log.
        razon = "su nombre tiene un salto de línea u otro carácter de control: cámbieselo"
        return Omitido(mostrable(ruta), razon)
    es_texto = ruta.lower().endswith(DE_TEXTO)
    corregido = not es_texto and esta(carpeta, f"{ruta}.md", propuesta)
    codificacion, leido = UTF8, Leido("")
    try:
        leible, limite = f"{ruta}.md" if corregido else ruta, ajustes.max_bytes_documento
        datos = leer_bytes(carpeta, leible, limite, propuesta)
        if es_texto or corregido:
            texto, codificacion = decodificar(datos)
        elif ruta.lower().endswith(ajustes.extensiones):
            texto = en_markdown(ruta, decodificar(datos).contenido)
        else:
            leido = conversor.convertir(ruta, datos)
            texto = leido.markdown
    except (disco.Dudoso, NoSeConvierte, EnEspera, OSError) as error:
        return Omitido(mostrable(ruta), _razon(error))
    contenido = normalizar_contenido(texto)
    paginas: Paginas = ()
    if not es_texto or ruta.lower().endswith(DE_PDF):  # no other text has marks of pages
        contenido, paginas = separar_paginas(contenido)
    if not contenido.strip():
        if es_texto or corregido:
            return Omitido(mostrable(ruta), VACIO)
        sin_mas = DE_IMAGENES if any("imagen" in aviso for aviso in leido.avisos) else SIN_TEXTO
        return Omitido(mostrable(ruta), "; ".join((sin_mas, *leido.avisos)))
    return Archivo(
        ruta=mostrable(ruta),
        contenido=contenido,
        codificacion=codificacion,
        paginas=paginas,
        avisos=leido.avisos,
        corregido=corregido,
        confianza=tuple(leido.confianza.items()),
    )


def _razon(error: Exception) -> str:
    if isinstance(error, OSError):
        return con_remedio(error)
    return EN_ESPERA if isinstance(error, EnEspera) else str(error)


def textos_conocidos(indice: Indice) -> dict[str, TextoAnalizado]:
    """Return what an index worked out for each text, by fingerprint, for the next load to reuse."""
    return {d.texto.huella: d.texto for d in indice.documentos.values()}
