"""Documents → `Indice`: one frozen value with a fingerprint, so that all of it is swapped as one.

Document numbers are positions in the keys sorted alphabetically: the lowest number wins a tie.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from datetime import date
from functools import lru_cache
from itertools import chain, count
from operator import itemgetter
from types import MappingProxyType

import numpy as np

from siaa.biblioteca.catalogo import NOMBRE_CATALOGO, avisos_de_nombres
from siaa.biblioteca.estructura.analisis import Seccion, analizar_estructura
from siaa.biblioteca.estructura.epigrafes import nombre_solo
from siaa.biblioteca.lecturas import LecturaGuardada, aviso_de_lecturas, colocar
from siaa.biblioteca.lengua.nombres import LARGO_MINIMO_PARTE, codigos_nombre, partes_nombre
from siaa.biblioteca.lengua.terminos import (
    PALABRAS_DE_LA_PREGUNTA,
    Sinonimo,
    Sinonimos,
    ordenar_sinonimos,
    preparar_sinonimos,
    terminos_de_sinonimos,
)
from siaa.biblioteca.lengua.texto import plegar, resumir
from siaa.biblioteca.lengua.vocabulario import SINONIMOS_ES
from siaa.biblioteca.relaciones.actos import Actos
from siaa.biblioteca.relaciones.menciones import leer_menciones
from siaa.biblioteca.relaciones.tabla import relacionar
from siaa.biblioteca.tablas.campos import TablaCampo, crear_campo
from siaa.biblioteca.tablas.claves import TablaClaves, palabras_clave_coleccion, tabular_claves
from siaa.biblioteca.tablas.densidad import TablaDensidad, crear_densidad
from siaa.biblioteca.tablas.lecturas import TablaLecturas, tabular_lecturas
from siaa.biblioteca.tablas.palabras import Corridas, aperturas, contar_palabras, numerar_corridas
from siaa.biblioteca.tablas.pasajes import TablaPasajes, construir_pasajes
from siaa.biblioteca.titulos import siglas, titulo_legible
from siaa.biblioteca.valores import (
    AjustesBiblioteca,
    Archivo,
    Catalogo,
    Conteo,
    Documento,
    Enteros,
    EntradaCatalogo,
    Omitido,
    Paginas,
    Reales,
    TextoAnalizado,
)

VERSION_FORMATO = "siaa-indice-1"


@dataclass(frozen=True, slots=True)
class TablaNombres:
    """What documents are called, by their files; each name → the documents that have it.

    documentos: by token; cantidad: tokens of each.
    """

    documentos: Mapping[str, Enteros]
    cantidad: Reales
    codigos: Mapping[str, Enteros]


@dataclass(frozen=True, slots=True)
class Indice:
    """All that is known about a library. Immutable: readers never need a lock.

    titulos: of those collections that have one. conocidas: terms that are no misspelling, though no
    document may have them: those of how one asks, of the people's table and of the synonyms.
    leido: the day that the catalogue was read.
    """

    documentos: Mapping[str, Documento]
    actos: Actos
    claves: tuple[str, ...]
    colecciones: Mapping[str, int]
    titulos: Mapping[str, str]
    pesos: Reales
    automaticas: TablaClaves
    manuales: TablaClaves
    nombres: TablaNombres
    tabla_densidad: TablaDensidad
    pasajes: TablaPasajes
    lecturas: TablaLecturas
    rotulos: TablaCampo
    encabezados: TablaCampo
    sinonimos: Sinonimos
    conocidas: frozenset[str]
    leido: date
    omitidos: tuple[Omitido, ...]
    avisos: tuple[str, ...]
    huella: str

    def numero(self, clave: str) -> int:
        """Return the number of a document that the library has."""
        return bisect_left(self.claves, clave)

    def documento(self, numero: int) -> Documento:
        """Return the document of a number."""
        return self.documentos[self.claves[numero]]

    def documento_de(self, pasaje: int) -> Documento:
        """Return the document that a passage is of, by its number in the library."""
        return self.documento(int(self.pasajes.dueno[pasaje]))

    def seccion_de(self, pasaje: int) -> Seccion:
        """Return the section that a passage is of."""
        primero = int(self.pasajes.pasajes[self.pasajes.dueno[pasaje]])
        return self.documento_de(pasaje).texto.estructura.seccion_de(pasaje - primero)

    def texto_de(self, pasaje: int) -> str:
        """Return the text of a passage, healed of its conversion."""
        return self.documento_de(pasaje).sano(*self.pasajes.limites[pasaje].tolist())

    def pasajes_de(self, clave: str, inicio: int, fin: int) -> list[int]:
        """Return the numbers of the passages that a stretch of a document touches, ascending."""
        primero = int(self.pasajes.pasajes[self.numero(clave)])
        estructura = self.documentos[clave].texto.estructura
        return [primero + n for n in estructura.pasajes_en(inicio, fin)]

    @property
    def total_chunks(self) -> int:
        """How many chunks all documents have together."""
        return sum(d.texto.chunks for d in self.documentos.values())

    def densidad(self, termino: str) -> tuple[tuple[float, str], ...]:
        """Return `(density, document)` for a folded term, densest first."""
        numeros, densidades = self.tabla_densidad.de(termino)
        return tuple(
            (densidad, self.claves[numero])
            for densidad, numero in zip(densidades.tolist(), numeros.tolist(), strict=True)
        )


def analizar(archivo: Archivo, ajustes: AjustesBiblioteca) -> TextoAnalizado:
    """Work out everything that depends on one file's text alone."""
    contenido = archivo.contenido
    plegado = plegar(contenido)
    estructura, sanos = analizar_estructura(contenido, [inicio for inicio, _ in archivo.paginas])
    return TextoAnalizado(
        contenido=contenido,
        corte=(ajustes.chunk_size, ajustes.chunk_overlap),
        estructura=estructura,
        palabras=contar_palabras(contenido, plegado, estructura, sanos),
        aperturas=aperturas(contenido, estructura),
        menciones=leer_menciones(contenido, plegado, estructura, sanos),
        huella=huella_texto(contenido, ajustes, archivo.paginas),
        paginas=archivo.paginas,
    )


def huella_texto(contenido: str, ajustes: AjustesBiblioteca, paginas: Paginas = ()) -> str:
    """Fingerprint of one text, its pages and the settings that decide how it is cut."""
    return resumir(f"{ajustes.chunk_size}/{ajustes.chunk_overlap}{paginas or ''}\n{contenido}")


def asignar_claves(archivos: Iterable[Archivo]) -> dict[str, Archivo]:
    """Give each file its key, in the files' order: its name in lower case.

    When that is taken, the collection is put before it, and when that is taken too, it is the
    whole relative path in lower case (numbered, in the last resort). Files come sorted by path.
    """
    asignadas: dict[str, Archivo] = {}
    for archivo in archivos:
        nombre, ruta = archivo.nombre.lower(), archivo.ruta.lower()
        candidatas = chain(
            (nombre, f"{archivo.coleccion.lower()}/{nombre}", ruta),
            (f"{ruta}~{numero}" for numero in count(2)),
        )
        asignadas[next(clave for clave in candidatas if clave not in asignadas)] = archivo
    return asignadas


def construir_indice(
    archivos: Sequence[Archivo],
    textos: Sequence[TextoAnalizado],
    catalogo: Catalogo,
    ajustes: AjustesBiblioteca,
    omitidos: tuple[Omitido, ...] = (),
    avisos: tuple[str, ...] = (),
    gente: tuple[Sinonimo, ...] = (),
    lecturas: Sequence[LecturaGuardada] = (),
) -> Indice:
    """Join analysed files (sorted by path, one text each) into the index of a library.

    avisos: what is amiss with the files, told with what is amiss with the catalogue. gente: words
    of people that are also looked up as those of norms. lecturas: those kept beside the documents.
    """
    con_clave = zip(asignar_claves(archivos), zip(archivos, textos, strict=True), strict=True)
    por_clave = dict(sorted(con_clave, key=itemgetter(0)))
    corridas = numerar_corridas([texto.palabras for _, texto in por_clave.values()])
    automaticas = _palabras_clave(por_clave, corridas, ajustes)
    documentos, actos, vanas = relacionar(
        {c: _documento(c, *suyo, catalogo, automaticas[c]) for c, suyo in por_clave.items()}
    )
    claves, valores = tuple(documentos), tuple(documentos.values())
    colecciones = dict(sorted(Counter(d.coleccion for d in valores).items()))
    pasajes = construir_pasajes([d.texto for d in valores], corridas)
    colocadas, perdidas = colocar(lecturas, documentos)
    sinonimos, conocidas = _sinonimos(gente, tuple(catalogo.sinonimos.items()))
    return Indice(
        documentos=MappingProxyType(documentos),
        actos=actos,
        claves=claves,
        colecciones=MappingProxyType(colecciones),
        titulos=MappingProxyType({**siglas(valores), **catalogo.titulos}),
        pesos=np.array([catalogo.pesos.get(d.coleccion, 1.0) for d in valores], dtype=np.float64),
        automaticas=tabular_claves(_numeros(d.palabras_clave for d in valores)),
        manuales=tabular_claves(_numeros(d.claves_manuales for d in valores)),
        nombres=_tabla_nombres([d.nombre_original for d in valores]),
        tabla_densidad=crear_densidad(corridas.numeros, corridas.terminos),
        pasajes=pasajes,
        lecturas=tabular_lecturas([colocadas.get(clave, ()) for clave in claves], pasajes),
        rotulos=crear_campo([_nombres(d) for d in valores]),
        encabezados=crear_campo(_encabezados(valores)),
        sinonimos=sinonimos,
        conocidas=conocidas,
        leido=catalogo.leido,
        omitidos=omitidos,
        avisos=(
            *avisos,
            *aviso_de_lecturas(perdidas),
            *catalogo.avisos,
            *(f"{NOMBRE_CATALOGO}: {vana}" for vana in vanas),
            *avisos_de_nombres(catalogo, {d.clave: d.ruta for d in valores}, tuple(colecciones)),
        ),
        huella=_huella(valores, catalogo, ajustes, lecturas),
    )


@lru_cache(maxsize=2)  # a library that is read again has the words that it had
def _sinonimos(
    gente: tuple[Sinonimo, ...], suyos: tuple[tuple[str, tuple[str, ...]], ...]
) -> tuple[Sinonimos, frozenset[str]]:
    """Return all synonyms, those of a catalogue before people's, and the terms that are known."""
    sinonimos = ordenar_sinonimos((*gente, *preparar_sinonimos({**SINONIMOS_ES, **dict(suyos)})))
    return sinonimos, PALABRAS_DE_LA_PREGUNTA | terminos_de_sinonimos(sinonimos)


def _palabras_clave(
    por_clave: Mapping[str, tuple[Archivo, TextoAnalizado]],
    corridas: Corridas,
    ajustes: AjustesBiblioteca,
) -> dict[str, tuple[str, ...]]:
    colecciones: defaultdict[str, dict[str, Conteo]] = defaultdict(dict)
    for (clave, (archivo, _)), conteo in zip(por_clave.items(), corridas.terminos, strict=True):
        colecciones[archivo.coleccion][clave] = conteo
    palabras = tuple(corridas.numeros)
    resultado: dict[str, tuple[str, ...]] = {}
    for suyos in colecciones.values():
        halladas = palabras_clave_coleccion(palabras, list(suyos.values()), ajustes)
        resultado |= zip(suyos, halladas, strict=True)
    return resultado


def _documento(
    clave: str,
    archivo: Archivo,
    texto: TextoAnalizado,
    catalogo: Catalogo,
    palabras_clave: tuple[str, ...],
) -> Documento:
    entrada = catalogo.documentos.get(clave, EntradaCatalogo())
    manuales = dict.fromkeys(plegar(palabra) for palabra in entrada.palabras_clave)
    return Documento(
        clave=clave,
        ruta=archivo.ruta,
        nombre_original=archivo.nombre,
        coleccion=archivo.coleccion,
        titulo=entrada.titulo or titulo_legible(texto.contenido, archivo.nombre),
        palabras_clave=palabras_clave,
        claves_manuales=tuple(palabra for palabra in manuales if palabra.strip()),
        texto=texto,
        entrada=entrada,
        corregido=archivo.corregido,
        confianza=archivo.confianza,
    )


def _nombres(documento: Documento) -> tuple[str, ...]:
    archivo = " ".join(partes_nombre(documento.nombre_original))
    return (archivo, documento.titulo, *documento.texto.aperturas)


def _encabezados(documentos: Sequence[Documento]) -> list[tuple[str, ...]]:
    return [
        tuple(dict.fromkeys((seccion.ruta[-1], nombre_solo(seccion.ruta[-1]))))
        if seccion.ruta and not seccion.titulo
        else ()
        for documento in documentos
        for seccion in documento.texto.estructura.secciones
    ]


def _numeros(grupos: Iterable[Iterable[str]]) -> dict[str, Enteros]:
    listas: defaultdict[str, list[int]] = defaultdict(list)
    for numero, palabras in enumerate(grupos):
        for palabra in palabras:
            listas[palabra].append(numero)
    return {palabra: np.array(numeros, dtype=np.int32) for palabra, numeros in listas.items()}


def _tabla_nombres(nombres: Sequence[str]) -> TablaNombres:
    partes = map(partes_nombre, nombres)
    tokens = [{parte for parte in suyas if len(parte) >= LARGO_MINIMO_PARTE} for suyas in partes]
    return TablaNombres(
        documentos=_numeros(tokens),
        cantidad=np.array([max(len(t), 1) for t in tokens], dtype=np.float64),
        codigos=_numeros(codigos_nombre(nombre) for nombre in nombres),
    )


def _huella(
    documentos: Sequence[Documento],
    catalogo: Catalogo,
    ajustes: AjustesBiblioteca,
    lecturas: Sequence[LecturaGuardada],
) -> str:
    """Fingerprint of texts, names, readings, catalogue and settings: equal ones answer alike."""
    dichos = (sorted(catalogo.pesos.items()), sorted(catalogo.sinonimos.items()))
    partes = [VERSION_FORMATO, repr((astuple(ajustes), *dichos)), repr(tuple(lecturas))]
    for d in documentos:
        dicho = (d.titulo, d.claves_manuales, d.relaciones, d.entrada.vigente_hasta)
        propio = (d.clave, d.ruta, d.texto.huella, dicho, *d.entrada.jerarquia)
        partes.append(repr(propio))
    return resumir(*partes)
