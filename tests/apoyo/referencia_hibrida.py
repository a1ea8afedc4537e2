"""`hibrida` once more, slow and obvious: written from its docstrings, with dictionaries and loops.

It shares with the fast code what has tests of its own (the structure of a text, stems, spellings,
references, names of norms); never its tables, its arithmetic nor its numbers, which are written out
here; the weights come with the question (tests/recuperacion/test_pesos.py pins those in use).
What is chosen depends on scores alone, so `podar` takes them: given those of the fast code, whose
rounding decides near ties, it has to choose the very same.
"""

from __future__ import annotations

import math
import re
import struct
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import groupby, takewhile

from siaa.biblioteca.estructura.analisis import Seccion, ruta_texto
from siaa.biblioteca.fragmentador import SECCION_INICIAL
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.nombres import (
    Norma,
    codigos_nombre,
    codigos_posibles,
    norma_de_nombre,
    normas_citadas,
    partes_nombre,
    sin_extension,
)
from siaa.biblioteca.lengua.ortografia import Ortografia, crear_ortografia, variantes
from siaa.biblioteca.lengua.referencias import es_cita, referencias
from siaa.biblioteca.lengua.terminos import (
    PESO_ANDAMIAJE,
    Sinonimo,
    TerminoConsulta,
    terminos_consulta,
    terminos_de_corrida,
)
from siaa.biblioteca.lengua.texto import CORRIDA, corridas, es_pregunta_listado, plegar
from siaa.biblioteca.valores import Documento
from siaa.recuperacion.hibrida.pesos import Pesos
from siaa.valores import AjustesPoda

K1_UNIDAD, B_UNIDAD = 0.8, 0.4
K1_PARRAFO, B_PARRAFO = 1.2, 0.4
K1_DOCUMENTO, B_DOCUMENTO = 1.2, 1.0
CANDIDATOS, NOMBRES_REVISADOS, ENCABEZADOS_REVISADOS = 24, 24, 60
PALABRAS_DE_LITERAL = 4
RATIO_FRANCOTIRADOR, RATIO_BINOCULO = 6.0, 3.0
EN_PASAJE, EN_PARRAFO, EN_DOCUMENTO = 1.0, 0.7, 0.3
TRAMOS = (800, 1600, 2400, 4800)

de_corrida = cache(terminos_de_corrida)
ELEMENTO = re.compile(r"[-*+•·][ \t]|\||[0-9]{1,3}[.)][ \t]|[a-zñ]\)")

Reparto = dict[tuple[str, str], float]
"""Points by part of the score and word of the question ("" for parts that no word gives)."""


def simple(numero: float) -> float:
    """The nearest number of single precision: tables keep no more, and 3 of 5 words must be .6."""
    return float(struct.unpack("f", struct.pack("f", numero))[0])


def idf(total: int, con_termino: int) -> float:
    return simple(math.log1p((total - con_termino + 0.5) / (con_termino + 0.5)))


def bm25(veces: float, largo: float, medio: float, k1: float, b: float) -> float:
    return veces * (k1 + 1) / (veces + k1 * (1 - b + b * largo / max(medio, 1.0)))


# --- The library ----------------------------------------------------------------------


@dataclass
class Unidad:
    """A unit: where it stands, its terms, its words as written (letters only), all its words."""

    numero: int
    doc: int
    inicio: int
    fin: int
    seccion: int
    lugar: int
    parrafo: int
    terminos: Counter[str] = field(default_factory=Counter)
    nombradas: Counter[str] = field(default_factory=Counter)
    formas: Counter[str] = field(default_factory=Counter)
    palabras: Counter[str] = field(default_factory=Counter)

    @property
    def todos(self) -> Counter[str]:
        """Its terms and the legal units that it names."""
        return self.terminos + self.nombradas

    @property
    def largo(self) -> int:
        return sum(self.terminos.values())


@dataclass
class Corto:
    """A name or a heading: whose it is, its distinct terms, its words between single spaces.

    total: sum of the idf of its terms.
    """

    dueno: int
    terminos: frozenset[str]
    frase: str
    total: float = 0.0


@dataclass
class Campo:
    """Short texts, and how telling each term is among their owners."""

    cortos: list[Corto]
    idf: dict[str, float]

    def terminos_de(self, dueno: int) -> set[str]:
        return {t for corto in self.cortos if corto.dueno == dueno for t in corto.terminos}


@dataclass
class Grupo:
    """Units taken together (a paragraph, a document): how often each term, how many terms."""

    terminos: Counter[str] = field(default_factory=Counter)
    largo: int = 0


@dataclass
class Biblioteca:
    """Everything that is counted; documents, sections, paragraphs and units by number."""

    documentos: list[Documento]
    pesos: list[float]
    sinonimos: Sequence[Sinonimo]
    unidades: list[Unidad] = field(default_factory=list)
    secciones: list[tuple[int, Seccion]] = field(default_factory=list)
    parrafos: list[Grupo] = field(default_factory=list)
    textos: list[Grupo] = field(default_factory=list)
    vocabulario: set[str] = field(default_factory=set)
    escritas: set[str] = field(default_factory=set)

    def prepara(self) -> Biblioteca:
        """Count what the formulas need."""
        self.con_termino = Counter(t for u in self.unidades for t in u.todos)
        self.con_forma = Counter(f for u in self.unidades for f in u.formas)
        self.parrafos_con = Counter(t for p in self.parrafos for t in p.terminos)
        self.documentos_con = Counter(t for d in self.textos for t in d.terminos)
        self.medio_unidad = _media([u.largo for u in self.unidades])
        self.medio_parrafo = _media([p.largo for p in self.parrafos])
        self.medio_documento = _media([d.largo for d in self.textos])
        self.de_documento: defaultdict[int, list[Unidad]] = defaultdict(list)
        for unidad in self.unidades:
            self.de_documento[unidad.doc].append(unidad)
        self.secciones_de: defaultdict[int, list[int]] = defaultdict(list)
        for numero, (doc, _) in enumerate(self.secciones):
            self.secciones_de[doc].append(numero)
        self.nombres = crear_campo([_nombres(d) for d in self.documentos])
        propios = [[] if s.titulo else s.ruta[-1:] for _, s in self.secciones]
        self.encabezados = crear_campo(propios)
        donde = Counter(c for d in self.documentos for c in set(corridas(plegar(d.contenido))))
        self.ortografia: Ortografia = crear_ortografia(donde)
        return self

    def idf_unidad(self, termino: str) -> float:
        return idf(len(self.unidades), self.con_termino[termino])

    def idf_forma(self, palabra: str) -> float:
        return idf(len(self.unidades), self.con_forma[palabra])


def _media(largos: Sequence[int]) -> float:
    return sum(largos) / len(largos) if largos else 0.0


def leer(indice: Indice) -> Biblioteca:
    """Read a library from its documents: their text, structure and names, nothing of the tables."""
    documentos = [indice.documentos[clave] for clave in sorted(indice.documentos)]
    biblioteca = Biblioteca(documentos, indice.pesos.tolist(), indice.sinonimos)
    for numero, documento in enumerate(documentos):
        _leer_documento(biblioteca, numero, documento)
    return biblioteca.prepara()


def _leer_documento(biblioteca: Biblioteca, numero: int, documento: Documento) -> None:
    contenido, estructura = documento.contenido, documento.texto.estructura
    primera = len(biblioteca.secciones)
    biblioteca.secciones += [(numero, seccion) for seccion in estructura.secciones]
    texto, unidades = Grupo(), []
    biblioteca.textos.append(texto)
    biblioteca.parrafos.append(Grupo())  # even a text without units counts for one
    for inicio, fin, seccion in estructura.unidades.tolist():
        anterior = unidades[-1] if unidades else None
        if anterior and re.search(r"\n[ \t]*\n", contenido[anterior.inicio : inicio]):
            biblioteca.parrafos.append(Grupo())
        misma = anterior and anterior.seccion == primera + seccion
        unidades.append(
            Unidad(
                numero=len(biblioteca.unidades) + len(unidades),
                doc=numero,
                inicio=inicio,
                fin=fin,
                seccion=primera + seccion,
                lugar=anterior.lugar + 1 if misma else 0,
                parrafo=len(biblioteca.parrafos) - 1,
            )
        )
    _contar(biblioteca, plegar(contenido), _plegados(contenido, unidades))
    for unidad in unidades:
        biblioteca.vocabulario |= unidad.nombradas.keys()
        for grupo in (texto, biblioteca.parrafos[unidad.parrafo]):
            grupo.terminos.update(unidad.todos)
            grupo.largo += unidad.largo
    biblioteca.unidades += unidades


def _plegados(contenido: str, unidades: Iterable[Unidad]) -> list[tuple[int, int, Unidad]]:
    """Where each unit starts and ends in the folded text."""
    hechos, visto, largo = [], 0, 0
    for unidad in unidades:
        inicio = largo + len(plegar(contenido[visto : unidad.inicio]))
        largo = inicio + len(plegar(contenido[unidad.inicio : unidad.fin]))
        visto = unidad.fin
        hechos.append((inicio, largo, unidad))
    return hechos


def _contar(
    biblioteca: Biblioteca, plegado: str, lugares: Sequence[tuple[int, int, Unidad]]
) -> None:
    """A run or a legal unit is of the unit in which it starts."""
    comienzos = [inicio for inicio, _, _ in lugares]

    def unidad_en(lugar: int) -> Unidad | None:
        cual = bisect_right(comienzos, lugar) - 1
        return lugares[cual][2] if cual >= 0 and lugar < lugares[cual][1] else None

    for hallada in CORRIDA.finditer(plegado):
        corrida, unidad = hallada[0], unidad_en(hallada.start())
        propios = de_corrida(corrida)
        como_se_escribe = [corrida] if len(propios) == 1 and corrida.isalpha() else []
        biblioteca.vocabulario.update(propios)
        biblioteca.escritas.update(como_se_escribe)
        if unidad:
            unidad.palabras[corrida] += 1
            unidad.terminos.update(propios)
            unidad.formas.update(como_se_escribe)
    for nombrada in referencias(plegado):
        if unidad := unidad_en(nombrada.inicio):
            unidad.nombradas[nombrada.termino] += 1


def _nombres(documento: Documento) -> list[str]:
    """By its file, by its title and by the short lines that open it."""
    archivo = " ".join(partes_nombre(documento.nombre_original))
    return [archivo, documento.rotulo, *documento.texto.aperturas]


def crear_campo(textos: Sequence[Sequence[str]]) -> Campo:
    """Of the texts of one owner that have the same terms, the first counts."""
    cortos: list[Corto] = []
    for dueno, suyos in enumerate(textos):
        vistos: set[frozenset[str]] = set()
        for texto in suyos:
            palabras = corridas(plegar(texto))
            grupo = frozenset(t for palabra in palabras for t in de_corrida(palabra))
            if grupo and grupo not in vistos:
                vistos.add(grupo)
                cortos.append(Corto(dueno, grupo, f" {' '.join(palabras)} "))
    duenos: defaultdict[str, set[int]] = defaultdict(set)
    for corto in cortos:
        for termino in corto.terminos:
            duenos[termino].add(corto.dueno)
    valores = {t: idf(len(textos), len(suyos)) for t, suyos in duenos.items()}
    for corto in cortos:
        corto.total = math.fsum(valores[t] for t in corto.terminos)
    return Campo(cortos, valores)


# --- The question ---------------------------------------------------------------------


@dataclass
class Buscado:
    """What is looked up, what a match is worth, and the user's word."""

    que: str
    peso: float
    escrito: str


@dataclass
class Dicho:
    """A name that the question says."""

    doc: int
    terminos: frozenset[str]
    puntos: float
    parte: float


@dataclass
class Consulta:
    todos: Sequence[TerminoConsulta]
    terminos: Sequence[TerminoConsulta]
    raices: list[Buscado]
    formas: list[Buscado]
    nombres: list[Dicho]
    texto: str
    dicho: str


def corregir(biblioteca: Biblioteca, pregunta: str) -> str:
    """Words that the library lacks in every form, as it spells the nearest; then folded."""
    plegada = plegar(pregunta)

    def corregida(hallada: re.Match[str]) -> str:
        propios = de_corrida(hallada[0])
        if not propios or biblioteca.vocabulario & {*propios}:
            return hallada[0]
        otras = variantes(biblioteca.ortografia, hallada[0])
        return otras[0][0] if otras else hallada[0]

    cambiada = CORRIDA.sub(corregida, plegada)
    return pregunta if cambiada == plegada else cambiada


def consultar(biblioteca: Biblioteca, pregunta: str, pesos: Pesos) -> Consulta:
    texto = corregir(biblioteca, pregunta)
    palabras = corridas(plegar(texto))
    todos = terminos = terminos_consulta(texto, biblioteca.sinonimos)
    nombres = nombres_dichos(biblioteca.nombres, palabras, todos, pesos)
    if nombres and nombres[0].parte >= pesos.parte_nombre:
        callados = nombres[0].terminos
        terminos = tuple(replace(t, peso=0.0) if t.termino in callados else t for t in todos)
    suenan = [t for t in terminos if t.peso]
    return Consulta(
        todos=todos,
        terminos=terminos,
        raices=_raices(biblioteca, suenan),
        formas=_formas(biblioteca, suenan, pesos),
        nombres=nombres,
        texto=texto,
        dicho=f" {' '.join(palabras)} ",
    )


def _raices(biblioteca: Biblioteca, terminos: Iterable[TerminoConsulta]) -> list[Buscado]:
    """Each term once, at its best weight, with the word that gave it; its ñ put back too."""
    mejores: dict[str, Buscado] = {}

    def agregar(que: str, peso: float, escrito: str) -> None:
        if que in biblioteca.vocabulario and (que not in mejores or mejores[que].peso < peso):
            mejores[que] = Buscado(que, peso, escrito)

    for t in (t for t in terminos if t.termino in biblioteca.vocabulario):
        agregar(t.termino, t.peso, t.escrito)
        for corrida in corridas(plegar(t.escrito)):
            for otra, parecido in variantes(biblioteca.ortografia, corrida):
                if "ñ" in corrida + otra:
                    for nuevo in de_corrida(otra):
                        agregar(nuevo, t.peso * parecido, t.escrito)
    return list(mejores.values())


def _formas(
    biblioteca: Biblioteca, terminos: Iterable[TerminoConsulta], pesos: Pesos
) -> list[Buscado]:
    formas = []
    for t in terminos:
        escritas = corridas(plegar(t.escrito))
        conocida = len(escritas) == 1 and escritas[0] in biblioteca.escritas
        if conocida and t.termino in de_corrida(escritas[0]):
            formas.append(Buscado(escritas[0], t.peso * pesos.forma, t.escrito))
    return formas


def nombres_dichos(
    campo: Campo, palabras: Sequence[str], terminos: Iterable[TerminoConsulta], pesos: Pesos
) -> list[Dicho]:
    """The names of which the question says something, best first, ties by document."""
    secuencia = [t for palabra in palabras for t in de_corrida(palabra)]
    valor = {t.termino: t.peso * campo.idf.get(t.termino, 0.0) for t in terminos}

    def promesa(corto: Corto) -> float:
        hallado = math.fsum(v for t, v in valor.items() if t in corto.terminos)
        return hallado * (hallado / corto.total) ** pesos.exponente_nombre

    promesas = [(promesa(corto), corto) for corto in campo.cortos]
    prometen = sorted((p for p in promesas if p[0] > 0), key=lambda p: -p[0])
    dichos = [_dicho(corto, secuencia, valor, pesos) for _, corto in prometen[:NOMBRES_REVISADOS]]
    return sorted(dichos, key=lambda dicho: (-dicho.puntos, dicho.doc))


def _dicho(
    corto: Corto, secuencia: Sequence[str], valor: Mapping[str, float], pesos: Pesos
) -> Dicho:
    """The best of all stretches of the question that consist of words of the name."""
    mejor, desde, hasta = 0.0, 0, 0
    for inicio, fin in reversed(list(_tramos(corto, secuencia))):
        hallado = math.fsum(valor.get(t, 0.0) for t in set(secuencia[inicio:fin]))
        if hallado >= mejor:
            mejor, desde, hasta = hallado, inicio, fin
    parte = mejor / corto.total
    propios = frozenset(secuencia[desde:hasta]) - {*secuencia[:desde], *secuencia[hasta:]}
    return Dicho(corto.dueno, propios, mejor * parte**pesos.exponente_nombre, parte)


def _tramos(corto: Corto, secuencia: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The longest stretches of words of a name, without first words that come again in them."""
    inicio = 0
    while inicio < len(secuencia):
        fin = inicio
        while fin < len(secuencia) and secuencia[fin] in corto.terminos:
            fin += 1
        if fin == inicio:
            inicio += 1
            continue
        while secuencia[inicio] in secuencia[inicio + 1 : fin]:
            inicio += 1
        yield inicio, fin
        inicio = fin


def citados(biblioteca: Biblioteca, pregunta: str) -> set[int]:
    """Documents named by a code of their file name, or by kind and number."""
    plegada = plegar(pregunta)
    posibles, normas = codigos_posibles(plegada), normas_citadas(plegada)
    hallados = set()
    for numero, documento in enumerate(biblioteca.documentos):
        nombre = documento.nombre_original
        cargada = norma_de_nombre(nombre)
        if codigos_nombre(nombre) & posibles or (
            cargada and any(_es_la_misma(citada, cargada) for citada in normas)
        ):
            hallados.add(numero)
    return hallados


def _es_la_misma(citada: Norma, cargada: Norma) -> bool:
    return (
        (citada.tipo, citada.numero) == (cargada.tipo, cargada.numero)
        and citada.letras in ("", cargada.letras)
        and (None in (citada.anio, cargada.anio) or citada.anio == cargada.anio)
    )


# --- Scores ---------------------------------------------------------------------------


@dataclass
class Puntaje:
    """Score of one unit: what it is the sum of, and all of it."""

    reparto: Reparto
    apertura: float = 0.0

    @property
    def suma(self) -> float:
        """Without what it gets for opening its section."""
        return math.fsum(self.reparto.values())

    @property
    def total(self) -> float:
        return self.suma + self.apertura

    @property
    def partes(self) -> Reparto:
        """All that `total` is the sum of."""
        return {**self.reparto, ("apertura", ""): self.apertura}


@dataclass
class Busqueda:
    """A question looked up in a library: every document and every unit is scored."""

    biblioteca: Biblioteca
    pregunta: str
    pesos: Pesos

    def __post_init__(self) -> None:
        self.consulta = consultar(self.biblioteca, self.pregunta, self.pesos)
        self.citados = citados(self.biblioteca, self.consulta.texto)
        self.encabezado = self._encabezados()
        self._unidades: dict[int, dict[int, Puntaje]] = {}

    # Parts of a document's score

    def keywords(self, doc: int) -> float:
        """What the keywords of the catalogue give: those that the question says."""
        claves = set(self.biblioteca.documentos[doc].claves_manuales)
        dichas = [clave for clave in claves if clave in plegar(self.consulta.texto)]
        return self.pesos.clave_manual * len(dichas)

    def nombre(self, doc: int) -> float:
        """What a citation gives, and the best name."""
        puntos = [d.puntos for d in self.consulta.nombres if d.doc == doc]
        citado = self.pesos.citado if doc in self.citados else 0.0
        return citado + self.pesos.nombre * max(puntos, default=0.0)

    def texto(self, doc: int) -> Reparto:
        """BM25 of the whole text, by word."""
        grupo, medio = self.biblioteca.textos[doc], self.biblioteca.medio_documento
        total = len(self.biblioteca.documentos)
        reparto: Reparto = defaultdict(float)
        for b in self.consulta.raices:
            if veces := grupo.terminos[b.que]:
                peso = b.peso * idf(total, self.biblioteca.documentos_con[b.que])
                impacto = bm25(veces, grupo.largo, medio, K1_DOCUMENTO, B_DOCUMENTO)
                reparto["densidad", b.escrito] += self.pesos.documento * peso * impacto
        return reparto

    def previo(self, doc: int) -> float:
        """What is known of a document before its units are scored."""
        posible = math.fsum(
            max((self._en_unidad(b, u) for u in self.biblioteca.de_documento[doc]), default=0.0)
            for b in self.consulta.raices
        )
        encabezado = max(self.encabezado[n] for n in self.biblioteca.secciones_de[doc])
        texto = sum(self.texto(doc).values())
        suma = self.keywords(doc) + self.nombre(doc) + texto + posible + encabezado
        return suma * self.biblioteca.pesos[doc]

    def candidatos(self) -> list[int]:
        """The documents whose units count, by what is known of all of them, ties by name."""
        todos = range(len(self.biblioteca.documentos))
        if len(todos) <= CANDIDATOS:
            return list(todos)
        orden = sorted(todos, key=lambda n: (-round(self.previo(n), 6), n))
        return sorted(orden[:CANDIDATOS])

    def niveles(self, doc: int) -> tuple[float, float, float]:
        mejor = max((p.suma for p in self.unidades(doc).values()), default=0.0)
        densidad = math.fsum(self.texto(doc).values()) + mejor
        return self.keywords(doc), densidad, self.nombre(doc)

    def puntaje(self, doc: int) -> float:
        return sum(self.niveles(doc)) * self.biblioteca.pesos[doc]

    # Parts of a unit's score

    def _en_unidad(self, buscado: Buscado, unidad: Unidad) -> float:
        veces = unidad.terminos[buscado.que] + unidad.nombradas[buscado.que]
        if not veces:
            return 0.0
        impacto = bm25(veces, unidad.largo, self.biblioteca.medio_unidad, K1_UNIDAD, B_UNIDAD)
        return buscado.peso * self.biblioteca.idf_unidad(buscado.que) * impacto

    def _escrita(self, buscado: Buscado, unidad: Unidad) -> float:
        veces = unidad.formas[buscado.que]
        if not veces:
            return 0.0
        impacto = bm25(veces, unidad.largo, self.biblioteca.medio_unidad, K1_UNIDAD, B_UNIDAD)
        return buscado.peso * self.biblioteca.idf_forma(buscado.que) * impacto

    def _en_parrafo(self, buscado: Buscado, numero: int) -> float:
        parrafo = self.biblioteca.parrafos[numero]
        veces = parrafo.terminos[buscado.que]
        if not veces:
            return 0.0
        peso = idf(len(self.biblioteca.parrafos), self.biblioteca.parrafos_con[buscado.que])
        impacto = bm25(veces, parrafo.largo, self.biblioteca.medio_parrafo, K1_PARRAFO, B_PARRAFO)
        return self.pesos.parrafo * buscado.peso * peso * impacto

    def _encabezados(self) -> list[float]:
        """What its heading gives to each section, and a part of what those beside it get."""
        campo, secciones = self.biblioteca.encabezados, self.biblioteca.secciones
        peso = {t.termino: t.peso for t in self.consulta.terminos}
        puntos: list[tuple[float, Corto]] = []
        for corto in campo.cortos:
            hallado = math.fsum(peso[t] * campo.idf[t] for t in corto.terminos if t in peso)
            puntos.append((self.pesos.encabezado * (hallado * (hallado / corto.total)), corto))
        puntos.sort(key=lambda par: -par[0])
        propios = [0.0] * len(secciones)
        for orden, (valor, corto) in enumerate(puntos):
            literal = orden < ENCABEZADOS_REVISADOS and corto.frase in self.consulta.dicho
            propios[corto.dueno] = valor * (1 + self.pesos.frase if literal else 1)
        suma = list(propios)
        for numero in range(1, len(secciones)):
            if self._hermanas(numero - 1, numero):
                suma[numero] += self.pesos.contiguas * propios[numero - 1]
                suma[numero - 1] += self.pesos.contiguas * propios[numero]
        return suma

    def _hermanas(self, una: int, otra: int) -> bool:
        """Whether two sections in a row stand under the same outer headings."""
        (doc, primera), (mismo, segunda) = (self.biblioteca.secciones[n] for n in (una, otra))
        propio = bool(segunda.ruta) and not segunda.titulo
        return doc == mismo and propio and primera.ruta[:-1] == segunda.ruta[:-1]

    def unidades(self, doc: int) -> dict[int, Puntaje]:
        """The scores of the units of a document."""
        if doc not in self._unidades:
            self._unidades[doc] = self._puntuar(self.biblioteca.de_documento[doc])
        return self._unidades[doc]

    def _puntuar(self, unidades: Sequence[Unidad]) -> dict[int, Puntaje]:
        puntajes: dict[int, Puntaje] = {}
        propios: list[float] = []
        for unidad in unidades:
            reparto: Reparto = defaultdict(float)
            for b in self.consulta.raices:
                reparto["pasaje", b.escrito] += self._en_unidad(b, unidad)
            for b in self.consulta.formas:
                reparto["pasaje", b.escrito] += self._escrita(b, unidad)
            propios.append(sum(reparto.values()))
            reparto["literal", ""] = self.pesos.literal * self._al_pie_de_la_letra(unidad)
            for b in self.consulta.raices:
                reparto["pasaje", b.escrito] += self._en_parrafo(b, unidad.parrafo)
            veces = 1 + self.pesos.inicio / (1 + unidad.lugar)
            reparto["encabezado", ""] = self.encabezado[unidad.seccion] * veces
            puntajes[unidad.numero] = Puntaje(reparto)
        for lugar, unidad in enumerate(unidades):
            al_lado = [n for n in (lugar - 1, lugar + 1) if 0 <= n < len(unidades)]
            vecinas = sum(propios[n] for n in al_lado if unidades[n].seccion == unidad.seccion)
            puntajes[unidad.numero].reparto["vecinas", ""] = self.pesos.vecinas * vecinas
        self._abrir(unidades, puntajes)
        return puntajes

    def _al_pie_de_la_letra(self, unidad: Unidad) -> float:
        """What all words of the question weigh, if the unit says four or more of them in a row."""
        formas, dicho = self.consulta.formas, self.consulta.dicho
        if not formas or len(dicho.split()) < PALABRAS_DE_LITERAL:
            return 0.0
        texto = self.biblioteca.documentos[unidad.doc].contenido[unidad.inicio : unidad.fin]
        if dicho not in f" {' '.join(corridas(plegar(texto)))} ":
            return 0.0
        return math.fsum(b.peso * self.biblioteca.idf_unidad(b.que) for b in self.consulta.raices)

    def _abrir(self, unidades: Sequence[Unidad], puntajes: Mapping[int, Puntaje]) -> None:
        """The first unit of an article (or of a part of one) gets what it lacks to a share."""
        for seccion, grupo in groupby(unidades, key=lambda u: u.seccion):
            cercanos = self.biblioteca.secciones[seccion][1].ruta[-2:]
            numeros = [u.numero for u in grupo]
            primeras = {titulo.split()[0].strip(".").lower() for titulo in cercanos}
            if primeras & {"art", "articulo", "artículo"}:
                mejor = max(puntajes[n].suma for n in numeros)
                primera = puntajes[numeros[0]]
                primera.apertura = max(self.pesos.apertura * mejor - primera.suma, 0.0)

    # How much of the question is answered

    def mejores(self, doc: int, margen: float) -> list[int]:
        """The units of a document that are, but for `margen`, as good as its best."""
        puntajes = self.unidades(doc)
        mejor = max((p.suma for p in puntajes.values()), default=0.0)
        return [n for n, p in puntajes.items() if p.suma >= mejor - margen]

    def respaldo(self, doc: int, mejor: int) -> float:
        """The share of the question that a document answers for, given its best unit."""
        unidad = self.biblioteca.unidades[mejor]
        nombres = self.biblioteca.nombres.terminos_de(doc)
        nombres |= self.biblioteca.encabezados.terminos_de(unidad.seccion)
        valor: dict[str, float] = {}
        nivel: dict[str, float] = {}
        for t in self.consulta.todos:
            valor.setdefault(t.escrito, t.peso * self.biblioteca.idf_unidad(t.termino))
            propio = t.termino in nombres or (doc in self.citados and es_cita(t.termino))
            hallado = EN_PASAJE if propio else self._donde(t.escrito, unidad, doc)
            nivel[t.escrito] = max(hallado, nivel.get(t.escrito, 0.0))
        total = sum(valor.values())
        return sum(valor[e] * nivel[e] for e in valor) / total if total else 0.0

    def _donde(self, escrito: str, unidad: Unidad, doc: int) -> float:
        """The nearest place that has the word in one of its spellings."""
        buscados = [b.que for b in self.consulta.raices if b.escrito == escrito]
        lugares = (
            (unidad.todos, EN_PASAJE),
            (self.biblioteca.parrafos[unidad.parrafo].terminos, EN_PARRAFO),
            (self.biblioteca.textos[doc].terminos, EN_DOCUMENTO),
        )
        return next((v for lugar, v in lugares if any(b in lugar for b in buscados)), 0.0)

    # What is sent

    def podar(
        self,
        documentos: Sequence[str],
        ajustes: AjustesPoda,
        puntajes: Mapping[str, float] | None = None,
        unidades: Mapping[int, tuple[float, float]] | None = None,
    ) -> list[Bloque]:
        """Choose fragments by its own scores, or by scores that are given.

        unidades: of each, its score and what of it is not for opening an article.
        """
        numeros = {d.clave: n for n, d in enumerate(self.biblioteca.documentos)}
        propios = puntajes if puntajes is not None else self._puntajes_de_candidatos()
        factores = {doc: self._factor(doc, documentos[0], propios) for doc in documentos}
        valores: dict[int, Valor] = {}
        for doc in sorted(documentos):
            for n, p in self.unidades(numeros[doc]).items():
                total, propio = unidades[n] if unidades is not None else (p.total, p.suma)
                factor = factores[doc]
                valores[n] = Valor(total * factor, propio * factor, factor)
        return seleccionar(self, valores, ajustes)

    def _puntajes_de_candidatos(self) -> dict[str, float]:
        return {self.biblioteca.documentos[n].clave: self.puntaje(n) for n in self.candidatos()}

    def _factor(self, doc: str, primero: str, puntajes: Mapping[str, float]) -> float:
        if doc == primero:
            return 1.0
        mejor = max(puntajes.get(primero, 0.0), 1e-9)
        return float(min(puntajes.get(doc, 0.0) / mejor, 1.0) ** self.pesos.segundo)


# --- Selection ------------------------------------------------------------------------


@dataclass
class Valor:
    """What a unit is worth in the choice, without what it gets for opening; its factor."""

    entero: float
    propio: float
    factor: float


@dataclass
class Pieza:
    """A fragment: neighbouring units, what is written before them, the best of them."""

    documento: Documento
    unidades: list[Unidad]
    mejor: Unidad
    antes: str

    @property
    def inicio(self) -> int:
        return self.unidades[0].inicio

    @property
    def fin(self) -> int:
        return self.unidades[-1].fin

    @property
    def texto(self) -> str:
        return self.antes + self.documento.contenido[self.inicio : self.fin]


@dataclass
class Bloque:
    """Fragments in a row of one document, as they are sent."""

    doc: str
    texto: str
    piezas: list[tuple[int, int, str, float, str]]
    responden: list[int]
    modo: str
    ratio: float | None


def seleccionar(
    busqueda: Busqueda, valores: Mapping[int, Valor], ajustes: AjustesPoda
) -> list[Bloque]:
    """Choose by value: the units worth it, best first; without any, what the best document says."""
    biblioteca, presupuesto = busqueda.biblioteca, ajustes.presupuesto
    enteros = {n: v.entero for n, v in valores.items()}
    minimo = presupuesto.piso * max([*enteros.values(), 0.0])
    sirven = sorted((n for n, v in enteros.items() if v > minimo), key=lambda n: (-enteros[n], n))
    ratio = None
    if sirven and any(b.peso > PESO_ANDAMIAJE for b in busqueda.consulta.raices):
        listado = ajustes.listado
        if listado is None:
            listado = es_pregunta_listado(busqueda.pregunta)
        ratio = _ratio(biblioteca, {n: valores[n].propio for n in sirven})
        modo = _modo(ratio, listado)
        if listado:
            lista = lista_de(biblioteca, sirven[0])
            demas = [n for n in lista if n != sirven[0]]
            sirven = [sirven[0], *demas, *(n for n in sirven if n not in lista)]
    else:
        modo = "PRIMEROS"
        sirven = [n for n, v in valores.items() if v.factor == 1.0]
    limite = {
        "FRANCOTIRADOR": presupuesto.francotirador,
        "PRIMEROS": presupuesto.francotirador,
        "BINÓCULO": presupuesto.binoculo,
    }.get(modo, presupuesto.escopeta)
    piezas = elegir(biblioteca, sin_repetir(biblioteca, sirven), enteros, limite)
    if len(escribir(piezas)) > presupuesto.escopeta:
        piezas = [recortar(*piezas, presupuesto.escopeta)]
    return [
        _bloque(biblioteca, list(grupo), valores, modo, ratio)
        for _, grupo in groupby(piezas, key=lambda pieza: pieza.documento.clave)
    ]


def _ratio(biblioteca: Biblioteca, propios: Mapping[int, float]) -> float | None:
    """How many times the best unit is worth the best that is not its neighbour."""
    mejor = max(propios, key=lambda n: propios[n])
    documento = {n: biblioteca.unidades[n].doc for n in propios}
    rival = max(
        (
            valor
            for n, valor in propios.items()
            if abs(n - mejor) > 1 or documento[n] != documento[mejor]
        ),
        default=0.0,
    )
    return propios[mejor] / rival if rival > 0 else None


def lista_de(biblioteca: Biblioteca, mejor: int) -> list[int]:
    """The units of its section that a list goes on in, from the best one on, and back from it."""
    seccion = biblioteca.unidades[mejor].seccion
    numeros = [u.numero for u in biblioteca.unidades if u.seccion == seccion]
    despues = takewhile(partial(_con_elementos, biblioteca), (n for n in numeros if n > mejor))
    hasta_aqui = (n for n in reversed(numeros) if n <= mejor)
    antes = list(takewhile(partial(_con_elementos, biblioteca), hasta_aqui)) or [mejor]
    return [*reversed(antes), *despues]


def _con_elementos(biblioteca: Biblioteca, numero: int) -> bool:
    unidad = biblioteca.unidades[numero]
    lineas = biblioteca.documentos[unidad.doc].contenido[unidad.inicio : unidad.fin].split("\n")
    return any(ELEMENTO.match(linea.lstrip(" \t")) for linea in lineas)


def _modo(ratio: float | None, listado: bool) -> str:
    if listado:
        return "LISTADO-ESCOPETA"
    if ratio is None or ratio >= RATIO_FRANCOTIRADOR:
        return "FRANCOTIRADOR"
    return "BINÓCULO" if ratio >= RATIO_BINOCULO else "ESCOPETA"


def sin_repetir(biblioteca: Biblioteca, numeros: Sequence[int]) -> list[Unidad]:
    """None that says the same words, in whatever order, as an earlier one of its document."""
    quedan: list[Unidad] = []
    for unidad in (biblioteca.unidades[n] for n in numeros):
        if not any(u.doc == unidad.doc and u.palabras == unidad.palabras for u in quedan):
            quedan.append(unidad)
    return quedan


def elegir(
    biblioteca: Biblioteca,
    unidades: Sequence[Unidad],
    valores: Mapping[int, float],
    presupuesto: int,
) -> list[Pieza]:
    """Fill the budget tier by tier; neighbours are joined within one."""
    enviadas: list[Pieza] = []
    cola = list(unidades)
    for tope in [*(t for t in TRAMOS if t < presupuesto), presupuesto]:
        nuevas: list[Unidad] = []
        largo = len(escribir(enviadas))
        while cola:
            sola = _sola(biblioteca, cola[0])
            if largo + sola > tope and (enviadas or nuevas):
                break
            largo += sola
            nuevas.append(cola.pop(0))
        _juntar(biblioteca, nuevas, valores, enviadas)
    return enviadas


def recortar(pieza: Pieza, maximo: int) -> Pieza:
    """The only fragment, without its heading and up to the last word that fits."""
    (unidad,) = pieza.unidades
    contenido = pieza.documento.contenido

    def hasta(fin: int) -> Pieza:
        return Pieza(pieza.documento, [replace(unidad, fin=fin)], pieza.mejor, "")

    lugares = range(unidad.inicio + 1, unidad.fin + 1)
    caben = [fin for fin in lugares if len(escribir([hasta(fin)])) <= maximo] or [lugares[0]]
    enteras = [
        fin
        for fin in caben
        if not contenido[fin - 1].isspace() and (fin == unidad.fin or contenido[fin].isspace())
    ]
    return hasta(max(enteras or caben))


def escribir(piezas: Sequence[Pieza]) -> str:
    """The text of some fragments: a block for each stretch of one document."""
    bloques = groupby(piezas, key=lambda pieza: pieza.documento.clave)
    return "".join(
        _cabeza(grupo[0].documento) + "".join(p.texto for p in grupo) + "\n"
        for grupo in (list(g) for _, g in bloques)
    )


def _cabeza(documento: Documento) -> str:
    return f"[DOC: {sin_extension(documento.nombre_original).upper()}]\n"


def _sola(biblioteca: Biblioteca, unidad: Unidad) -> int:
    """The most that a unit takes: a block of its own, after a mark or the line of its section."""
    marca, linea = "\n[…]\n", "\n" + _linea(titulo_de(biblioteca, unidad))
    cabeza = _cabeza(biblioteca.documentos[unidad.doc])
    return len(cabeza) + max(len(marca), len(linea)) + unidad.fin - unidad.inicio + 1


def _linea(titulo: str) -> str:
    return f"[SEC: {titulo[:60]}]\n"


def titulo_de(biblioteca: Biblioteca, unidad: Unidad) -> str:
    """The innermost heading of a unit; none where it is the title of the document."""
    seccion = biblioteca.secciones[unidad.seccion][1]
    return seccion.ruta[-1] if seccion.ruta and not seccion.titulo else ""


def _juntar(
    biblioteca: Biblioteca,
    nuevas: Sequence[Unidad],
    valores: Mapping[int, float],
    enviadas: list[Pieza],
) -> None:
    """Send the units of a tier: neighbours together, each group where its best one stands."""
    grupos: list[list[Unidad]] = []
    for unidad in sorted(nuevas, key=lambda u: u.numero):
        if grupos and _seguidas(biblioteca, grupos[-1][-1], unidad):
            grupos[-1].append(unidad)
        else:
            grupos.append([unidad])
    grupos.sort(key=lambda grupo: min(nuevas.index(u) for u in grupo))
    if grupos:
        doc = grupos[0][0].doc
        if enviadas:
            doc = enviadas[-1].mejor.doc
        grupos = [g for g in grupos if g[0].doc == doc] + [g for g in grupos if g[0].doc != doc]
    for grupo in grupos:
        if enviadas and _seguidas(biblioteca, enviadas[-1].unidades[-1], grupo[0]):
            enviadas[-1].unidades += grupo
            enviadas[-1].mejor = _mejor(enviadas[-1].unidades, valores)
            continue
        mejor = _mejor(grupo, valores)
        antes = _antes(biblioteca, grupo[0], mejor, enviadas[-1] if enviadas else None)
        enviadas.append(Pieza(biblioteca.documentos[mejor.doc], grupo, mejor, antes))


def _mejor(unidades: Sequence[Unidad], valores: Mapping[int, float]) -> Unidad:
    return min(unidades, key=lambda u: (-valores[u.numero], u.numero))


def _seguidas(biblioteca: Biblioteca, una: Unidad, otra: Unidad) -> bool:
    """Nothing but white space between them, and no more than a mark in its place would take."""
    if otra.doc != una.doc:
        return False
    entre = biblioteca.documentos[una.doc].contenido[una.fin : otra.inicio]
    blanco = entre.strip() == "" and len(entre) <= len("\n[…]\n")
    return otra.numero == una.numero + 1 and otra.seccion == una.seccion and blanco


def _antes(biblioteca: Biblioteca, primera: Unidad, mejor: Unidad, previa: Pieza | None) -> str:
    """The heading, unless the text before has the same or the text itself opens with it."""
    titulo = titulo_de(biblioteca, mejor)
    sigue = previa is not None and previa.mejor.doc == mejor.doc
    if not titulo or (sigue and previa and titulo_de(biblioteca, previa.mejor) == titulo):
        return "\n[…]\n" if sigue else ""
    dos = corridas(plegar(titulo))[:2]
    texto = biblioteca.documentos[primera.doc].contenido[primera.inicio : primera.inicio + 60]
    if corridas(plegar(texto))[: len(dos)] == dos:
        return "\n[…]\n" if sigue else ""
    return ("\n" if sigue else "") + _linea(titulo)


def _bloque(
    biblioteca: Biblioteca,
    piezas: Sequence[Pieza],
    valores: Mapping[int, Valor],
    modo: str,
    ratio: float | None,
) -> Bloque:
    """A block as it is sent; `responden`: of each fragment, the unit in it that answers best."""
    return Bloque(
        doc=piezas[0].documento.clave,
        texto=escribir(piezas),
        piezas=[
            (
                *(p.inicio, p.fin, p.antes, valores[p.mejor.numero].entero),
                _seccion(biblioteca, p.mejor),
            )
            for p in piezas
        ],
        responden=[
            min((u.numero for u in p.unidades), key=lambda n: (-valores[n].propio, n))
            for p in piezas
        ],
        modo=modo,
        ratio=ratio,
    )


def _seccion(biblioteca: Biblioteca, unidad: Unidad) -> str:
    return ruta_texto(biblioteca.secciones[unidad.seccion][1].ruta) or SECCION_INICIAL


def ponderar(reparto: Mapping[tuple[str, str], float], factor: float) -> Reparto:
    """The parts that count, each times what the whole is multiplied by."""
    return {que: puntos * factor for que, puntos in reparto.items() if abs(puntos * factor) > 1e-9}
