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
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import combinations, groupby, pairwise, takewhile

from siaa.biblioteca.estructura.analisis import Seccion, ruta_texto
from siaa.biblioteca.estructura.epigrafes import nombre_solo
from siaa.biblioteca.estructura.frases import frases
from siaa.biblioteca.fragmentador import SECCION_INICIAL
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.nombres import (
    Norma,
    codigos_nombre,
    codigos_posibles,
    normas_citadas,
    partes_nombre,
    sin_extension,
)
from siaa.biblioteca.lengua.ortografia import (
    Ortografia,
    crear_ortografia,
    es_un_lapso,
    gemelas_de,
    variantes,
)
from siaa.biblioteca.lengua.referencias import (
    MARCA,
    es_cita,
    referencias,
    referencias_invertidas,
    unidad_de,
    unidades,
)
from siaa.biblioteca.lengua.terminos import (
    PALABRAS_DE_LA_PREGUNTA,
    Sinonimos,
    TerminoConsulta,
    que_solo_preguntan,
    terminos,
    terminos_consulta,
    terminos_de_corrida,
)
from siaa.biblioteca.lengua.texto import (
    CORRIDA,
    componer_letras,
    corridas,
    plegar,
    plegar_en_su_lugar,
)
from siaa.biblioteca.lengua.vocabulario import TERMINACIONES
from siaa.biblioteca.relaciones.actos import norma_propia
from siaa.biblioteca.relaciones.nombrados import articulos_de, leer_citadas
from siaa.biblioteca.tablas.gemelos import COMUN, LARGO, PARTE, SIN_GRUPO
from siaa.biblioteca.valores import Documento
from siaa.recuperacion.correccion import COMIENZO_MINIMO
from siaa.recuperacion.hibrida.ausencias import SIN_ASUNTO
from siaa.recuperacion.hibrida.pesos import Pesos
from siaa.valores import AjustesPoda, Intento, Presupuesto

K1_PASAJE, B_PASAJE = 0.9, 0.6
K1_DOCUMENTO, B_DOCUMENTO, PISO_DOCUMENTO = 1.2, 1.0, 0.2
COMIENZO, APERTURA, PESO_APERTURA = 120, 700, 3
CANDIDATOS, NOMBRES_REVISADOS, PASAJES_LEIDOS = 24, 24, 48
RATIO_FRANCOTIRADOR, RATIO_BINOCULO = 6.0, 3.0
EN_PASAJE, EN_DOCUMENTO = 1.0, 0.3
UNA_VEZ = 0.8
PESO_GENTE, PESO_ANDAMIAJE, PESO_QUERIDO, PESO_PEDIDO, PESO_CONTADO = 0.25, 0.25, 0.2, 0.5, 0.6
USADA, NOMBRADO = 0.03, 0.6
PARTE_DE_LISTA = 0.5
NORMA, PORTADA, FIRMA, MOTIVO, TITULAR, ESTADO, ANTERIOR = range(7)
DE_UN_ACTO = {"motivo": (MOTIVO,), "firma": (PORTADA, FIRMA), "vigencia": (ESTADO,)}

de_corrida = cache(terminos_de_corrida)


@lru_cache(maxsize=10_000)
def palabras_de(texto: str) -> list[str]:
    """The words of a heading, or of what opens a passage, folded."""
    return corridas(plegar(texto))


Parte = tuple[str, str, str]
"""Name of a part of a score, word of the question (""), and what it was read as ("")."""
Reparto = dict[Parte, float]


def simple(numero: float) -> float:
    """The nearest number of single precision: tables keep no more, and 3 of 5 words must be .6."""
    return float(struct.unpack("f", struct.pack("f", numero))[0])


def idf(total: int, con_termino: int) -> float:
    return simple(math.log1p((total - con_termino + 0.5) / (con_termino + 0.5)))


def bm25(veces: float, largo: float, medio: float, k1: float, b: float) -> float:
    return veces * (k1 + 1) / (veces + k1 * (1 - b + b * largo / max(medio, 1.0)))


# --- The library ----------------------------------------------------------------------


@dataclass
class Renglon:
    """A line of a passage, healed, and whether an item of a list begins with it."""

    texto: str
    es_item: bool


@dataclass
class PasajeLeido:
    """A passage: where it stands, its healed text, how often each term, how many words.

    lugar: which one of its section it is. renglones: its lines, and which are items of a list.
    """

    numero: int
    doc: int
    inicio: int
    fin: int
    seccion: int
    tipo: int
    lugar: int
    texto: str
    renglones: Sequence[Renglon]
    terminos: Counter[str] = field(default_factory=Counter)
    largo: int = 0


@dataclass
class Corto:
    """A name or a heading: whose it is and its distinct terms; the sum of the idf of those."""

    dueno: int
    terminos: frozenset[str]
    total: float = 0.0


@dataclass
class Campo:
    """Short texts, and how telling each term is among their owners."""

    cortos: list[Corto]
    idf: dict[str, float]

    def __post_init__(self) -> None:
        self.terminos_de: defaultdict[int, frozenset[str]] = defaultdict(frozenset)
        for corto in self.cortos:
            self.terminos_de[corto.dueno] |= corto.terminos


@dataclass
class Texto:
    """A whole document: how often each term, what opens it more often; how many words."""

    terminos: Counter[str] = field(default_factory=Counter)
    largo: int = 0


@dataclass
class Biblioteca:
    """Everything that is counted; documents, sections and passages by number."""

    documentos: list[Documento]
    pesos: list[float]
    sinonimos: Sinonimos
    pasajes: list[PasajeLeido] = field(default_factory=list)
    secciones: list[tuple[int, Seccion]] = field(default_factory=list)
    textos: list[Texto] = field(default_factory=list)
    palabras: list[set[str]] = field(default_factory=list)

    def prepara(self) -> Biblioteca:
        """Count what the formulas need."""
        self.vocabulario = {t for texto in self.textos for t in texto.terminos}
        self.con_termino = Counter(t for p in self.pasajes for t in p.terminos)
        self.documentos_con = Counter(t for d in self.textos for t in d.terminos)
        self.medio_pasaje = _media([p.largo for p in self.pasajes])
        self.medio_documento = _media([d.largo for d in self.textos])
        self.de_documento: defaultdict[int, list[PasajeLeido]] = defaultdict(list)
        self.con_termino_en: defaultdict[int, Counter[str]] = defaultdict(Counter)
        self.de_seccion: defaultdict[int, list[PasajeLeido]] = defaultdict(list)
        for pasaje in self.pasajes:
            self.de_documento[pasaje.doc].append(pasaje)
            self.de_seccion[pasaje.seccion].append(pasaje)
            self.con_termino_en[pasaje.doc].update(pasaje.terminos.keys())
        self.secciones_de: defaultdict[int, list[int]] = defaultdict(list)
        for numero, (doc, _) in enumerate(self.secciones):
            self.secciones_de[doc].append(numero)
        leidas = [s for propios in self.sinonimos.values() for s in propios]
        self.conocidas = PALABRAS_DE_LA_PREGUNTA.union(
            *(s.clave for s in leidas), *(t for s in leidas for _, t in s.frases)
        )
        self.nombres = crear_campo([_nombres(d) for d in self.documentos])
        self.normas = [norma_propia(d) for d in self.documentos]
        self.anios = [*map(anio_propio, self.documentos)]
        self.unidades = [_unidades(seccion) for _, seccion in self.secciones]
        self.titulos = [_titulo(self, doc, seccion) for doc, seccion in self.secciones]
        self.repetidos = [_en_varias(self, doc) for doc in range(len(self.documentos))]
        suyos = [[] if s.titulo else s.ruta[-1:] for _, s in self.secciones]
        propios = [[*titulos, *map(nombre_solo, titulos)] for titulos in suyos]
        self.encabezados = crear_campo(propios)
        pasajes = [self.de_documento[doc] for doc in range(len(self.documentos))]
        dicen = [[(frozenset(p.terminos.items()), p.largo) for p in suyos] for suyos in pasajes]
        self.grupos = grupos(dicen)
        self.con_copias = [self._con_copias(doc) for doc in range(len(pasajes))]
        donde = Counter(palabra for suyas in self.palabras for palabra in suyas)
        self.ortografia: Ortografia = crear_ortografia(donde)
        return self

    def _con_copias(self, doc: int) -> float:
        """How many passages a document has: of many, that near-copies share, one has them."""
        suyas = [
            d for d, g in enumerate(self.grupos) if d == doc or g == self.grupos[doc] != SIN_GRUPO
        ]
        return sum(len(self.de_documento[copia]) for copia in suyas) / len(suyas) ** 2

    def idf_pasaje(self, termino: str) -> float:
        return idf(len(self.pasajes), self.con_termino[termino])


def grupos(documentos: Sequence[Sequence[tuple[object, int]]]) -> list[int]:
    """The near-copies of each other: every two compared, and the links followed to the ends.

    documentos: of each, what its passages say and how long they are. Those that say the same may
    differ in words that say nothing: the last of a document, and of two documents, is how long.
    """
    propios = [{dice: largo for dice, largo in d if largo >= LARGO} for d in documentos]
    suma = [sum(d.values()) for d in propios]
    unidos = {
        frozenset((a, b))
        for a, b in combinations(range(len(propios)), 2)
        if sum(propios[b][dice] for dice in propios[a].keys() & propios[b].keys())
        >= max(COMUN, PARTE * min(suma[a], suma[b]))
    }
    hallados = []
    for uno in range(len(propios)):
        alcanzados = {uno}
        while mas := {n for par in unidos if par & alcanzados for n in par if n not in alcanzados}:
            alcanzados |= mas
        hallados.append(min(alcanzados) if len(alcanzados) > 1 else SIN_GRUPO)
    return hallados


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
    estructura = documento.texto.estructura
    primera = len(biblioteca.secciones)
    biblioteca.secciones += [(numero, seccion) for seccion in estructura.secciones]
    texto, palabras = Texto(), set[str]()
    visto: Counter[int] = Counter()
    for inicio, fin, seccion, tipo in estructura.pasajes.tolist():
        pasaje = PasajeLeido(
            numero=len(biblioteca.pasajes),
            doc=numero,
            inicio=inicio,
            fin=fin,
            seccion=primera + seccion,
            tipo=tipo,
            lugar=visto[seccion],
            texto=documento.sano(inicio, fin),
            renglones=list(
                map(Renglon, documento.sano(inicio, fin).split("\n"), documento.items(inicio, fin))
            ),
        )
        palabras |= _contar(pasaje)
        ruta = estructura.secciones[seccion].ruta
        unidad = next(referencias(plegar(ruta[-1])), None) if ruta and not visto[seccion] else None
        if unidad and unidad.inicio == 0 and unidad.termino.startswith("§"):
            pasaje.terminos[unidad.termino] += 1
        visto[seccion] += 1
        texto.terminos.update(pasaje.terminos)
        texto.largo += pasaje.largo
        biblioteca.pasajes.append(pasaje)
    for palabra in _lo_que_abre(documento.contenido):
        palabras.add(palabra)
        for termino in de_corrida(palabra):
            texto.terminos[termino] += PESO_APERTURA
    biblioteca.textos.append(texto)
    biblioteca.palabras.append(palabras)


def _contar(pasaje: PasajeLeido) -> set[str]:
    """Count a passage: what begins it twice; once each legal unit that it names."""
    plegado, palabras = plegar(pasaje.texto), set[str]()
    for hallada in CORRIDA.finditer(plegado):
        palabras.add(hallada[0])
        pasaje.largo += 1
        for termino in de_corrida(hallada[0]):
            pasaje.terminos[termino] += 2 if hallada.start() < COMIENZO else 1
    for nombrada in referencias(plegado):
        pasaje.terminos[nombrada.termino] += 1
    return palabras


def _lo_que_abre(contenido: str) -> list[str]:
    """The whole words that stand at the beginning of a document, comments apart."""
    fin = min(APERTURA, len(contenido))
    while 0 < fin < len(contenido) and re.match(r"\w", contenido[fin]):
        fin -= 1
    comienzo = re.sub(r"<!--.*?(-->|\Z)", "", contenido[:fin], flags=re.DOTALL)
    return corridas(plegar(comienzo))


def _nombres(documento: Documento) -> list[str]:
    """By its file, by its title and by the short lines that open it."""
    archivo = " ".join(partes_nombre(documento.nombre_original))
    return [archivo, documento.titulo, *documento.texto.aperturas]


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
                cortos.append(Corto(dueno, grupo))
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
class Fila:
    """What is looked up, what a match is worth, the user's word and what it was read as."""

    que: str
    peso: float
    escrito: str
    leido: str


@dataclass
class Dicho:
    """A name that the question says."""

    doc: int
    terminos: frozenset[str]
    puntos: float
    parte: float


@dataclass
class Consulta:
    terminos: Sequence[TerminoConsulta]
    filas: list[Fila]
    nombres: list[Dicho]
    texto: str


def corregir(biblioteca: Biblioteca, pregunta: str) -> str:
    """Words that neither the library has in any form nor SIAA knows, as the library spells them."""
    original = componer_letras(pregunta)
    plegada = plegar(original)
    base = original if len(original) == len(plegada) else plegada
    texto, fin = "", 0
    for hallada in CORRIDA.finditer(plegada):
        propios = {*de_corrida(hallada[0])}
        if propios and not propios & biblioteca.vocabulario and not propios & biblioteca.conocidas:
            otras = [p for p in variantes(biblioteca.ortografia, hallada[0]) if de_corrida(p)]
            formas = [otra for otra in otras if otra_forma(hallada[0], otra)]
            lapsos = [otra for otra in otras if es_un_lapso(hallada[0], otra)]
            if formas or lapsos:
                texto += base[fin : hallada.start()] + (formas or lapsos)[0]
                fin = hallada.end()
    return texto + base[fin:] if fin else pregunta


def otra_forma(una: str, otra: str) -> bool:
    """Whether what two words do not begin with alike is how forms of one word end."""
    comun = max(n for n in range(min(len(una), len(otra)) + 1) if una[:n] == otra[:n])
    return comun >= COMIENZO_MINIMO and {una[comun:], otra[comun:]} - {""} <= TERMINACIONES


def consultar(biblioteca: Biblioteca, pregunta: str, intentos: Sequence[Intento]) -> Consulta:
    corregida = corregir(biblioteca, anios_enteros(biblioteca, pregunta))
    dichas = {t.termino for t in que_dicen(biblioteca, corregida, intentos) if not t.leido}
    texto = anio_y_no_numero(biblioteca, corregida, dichas)
    palabras = corridas(plegar(texto))
    leidos = que_dicen(biblioteca, texto, intentos)
    propios = [t for t in leidos if not _lo_dicen_los_documentos(biblioteca, t)]
    nombres = nombres_dichos(biblioteca.nombres, palabras, propios)
    quiere = [(i.que, norma) for i in intentos for norma in i.normas]
    queridos = [TerminoConsulta(t, PESO_QUERIDO, que, n) for que, n in quiere for t in terminos(n)]
    return Consulta(propios, _filas(biblioteca, [*propios, *queridos]), nombres, texto)


def que_dicen(
    biblioteca: Biblioteca, texto: str, intentos: Sequence[Intento]
) -> list[TerminoConsulta]:
    """The terms of a question without those of words that only ask, if there are others."""
    leidos = terminos_consulta(texto, biblioteca.sinonimos)
    dicen = [t for t in leidos if t.leido or not solo_pregunta(t.escrito, texto, intentos)]
    documentos = range(len(biblioteca.documentos))
    nombran = {
        t for doc in documentos for n in lo_nombran(biblioteca, texto, doc) for t in terminos(n)
    }
    callan = que_solo_preguntan({t.termino for t in dicen if not t.leido} - nombran)
    queridos = {termino for i in intentos for norma in i.normas for termino in terminos(norma)}
    piden = {palabra for oracion in que_piden(texto) for palabra in corridas(plegar(oracion))}
    pesados = []
    for t in dicen:
        peso = t.peso if t.leido else PESO_PEDIDO if t.termino in queridos else 1.0
        if not piden & {*corridas(plegar(t.escrito))}:
            peso *= PESO_CONTADO
        pesados.append(t if t.termino in callan else t._replace(peso=peso))
    return pesados or leidos


def que_piden(texto: str) -> list[str]:
    """The sentences of a question but those that tell something and end, where others ask."""
    oraciones = [""]
    for lugar, letra in enumerate(texto):
        oraciones[-1] += letra
        sigue = texto[lugar + 1 : lugar + 2]
        abierta = "¿" in oraciones[-1].rpartition("?")[2]
        if abierta and re.match(r"[^?¿]*\?", texto[lugar + 1 :]):
            continue
        if re.search(r"(?:[?!\n]\s*|\w{4}[.;]+\s+)\Z", oraciones[-1]) and not sigue.isspace():
            oraciones.append("")
    desea = r"\b(quiero|quisiera|quer[ií]a|necesito|gustar[ií]a) (saber|conocer|preguntar)\b"
    preguntan = [bool(re.search(f"[¿?]|{desea}", oracion, re.IGNORECASE)) for oracion in oraciones]
    acaban = [re.search(r"(?:[!\n]\s*|\w{4}[.;]+\s*)\Z", oracion) for oracion in oraciones]
    return [
        oracion
        for oracion, pregunta, acaba in zip(oraciones, preguntan, acaban, strict=True)
        if pregunta or not (acaba and {*texto} & {*"¿?"})
    ]


def anio_y_no_numero(biblioteca: Biblioteca, texto: str, dichas: set[str]) -> str:
    """«decreto 2010» as «decreto de 2010», where only a decree of that year has what else is said.

    The decree of that number is loaded, and has nothing of it.
    """
    for lugar, _, citada in reversed(list(normas_citadas(plegar_en_su_lugar(texto)))):
        otras = {t for t in dichas if t not in terminos(citada.dicha)}
        con = {doc for doc, suyos in biblioteca.con_termino_en.items() if otras & suyos.keys()}
        hay = [(n, norma) for n, norma in enumerate(biblioteca.normas) if norma]
        suyos = {n for n, norma in hay if _es_la_misma(citada, norma)}
        del_anio = {
            n
            for n, norma in hay
            if norma.tipo == citada.tipo and anio_propio(biblioteca.documentos[n]) == citada.numero
        }
        if not citada.anio and suyos and not suyos & con and del_anio & con:
            texto = texto[:lugar] + "de " + texto[lugar:]
    return texto


def solo_pregunta(escrito: str, texto: str, intentos: Sequence[Intento]) -> bool:
    """Whether each word of a term stands where a question only asks."""
    donde = [m[0] for i in intentos if i.pregunta for m in re.finditer(i.pregunta, plegar(texto))]
    return all(any(p in corridas(dicho) for dicho in donde) for p in corridas(plegar(escrito)))


def anios_enteros(biblioteca: Biblioteca, pregunta: str) -> str:
    """«en el 45» as «en el 1945», where a norm of that year is loaded; «ley 84/88» as it is."""
    plegada = plegar_en_su_lugar(pregunta)
    for _, fin, citada in reversed(list(normas_citadas(plegada))):
        corto = re.match(
            r"([/-]| de | del | de ano | del ano )'?(\d\d)\b"
            r"(?![.,:/-]?\d| ?%| (?:a|al|de|del|por)\b)",
            plegada[fin:],
        )
        if citada.anio or not corto:
            continue
        iguales = [n for n in biblioteca.normas if n and n[::2] == citada[::2] and n.anio]
        anios = {n.anio for n in iguales if n.anio and n.anio.endswith(corto[2])}
        if not anios and corto[1] in ("/", "-"):
            anios = {str(a) for a in range(1930, 2030) if a % 100 == int(corto[2])}
        if len(anios) == 1:
            desde, hasta = fin + corto.start(2), fin + corto.end(2)
            pregunta = pregunta[:desde] + anios.pop() + pregunta[hasta:]
    for anio in {a for a in biblioteca.anios if "1930" <= a <= "1999"}:
        antes = rf"(?i)\b((?:en el|desde el|hasta el|del)(?: año)? ){anio[2:]}\b"
        despues = r"(?![.,:/-]?\d| ?%| (?:a|al|de|del|por|y)\b)"
        pregunta = re.sub(antes + despues, rf"\g<1>{anio}", pregunta)
    return pregunta


def anio_propio(documento: Documento) -> str:
    """The year of the norm that a document is, be it in its code («PSAA16»); or ""."""
    norma = norma_propia(documento)
    de_codigo = re.search(r"\d\d$", norma.letras) if norma else None
    return (norma and norma.anio) or (f"20{de_codigo[0]}" if de_codigo else "")


def _lo_dicen_los_documentos(biblioteca: Biblioteca, termino: TerminoConsulta) -> bool:
    """Whether a word of people, read as one of norms, is one that enough passages use."""
    palabras = corridas(plegar(termino.escrito))
    if not termino.leido or termino.peso > PESO_GENTE or len(palabras) > 1:
        return False
    desde = round(USADA * len(biblioteca.pasajes))
    con = [biblioteca.con_termino[t] for t in de_corrida(palabras[0])]
    return any(cuantos > desde for cuantos in con)


def _con_enie(biblioteca: Biblioteca, escrito: str) -> Iterator[tuple[str, float]]:
    """The terms of the same words with another ñ that the library has, and how alike they are."""
    for corrida in corridas(plegar(escrito)):
        for otra, parecido in gemelas_de(biblioteca.ortografia, corrida):
            for nuevo in de_corrida(otra):
                if nuevo in biblioteca.vocabulario:
                    yield nuevo, parecido


def _filas(biblioteca: Biblioteca, terminos: Sequence[TerminoConsulta]) -> list[Fila]:
    """Each term once, at its best weight, with the word that gave it; its ñ put back too."""
    mejores: dict[str, Fila] = {}

    def agregar(fila: Fila) -> None:
        if fila.que not in mejores or mejores[fila.que].peso < fila.peso:
            mejores[fila.que] = fila

    for t in terminos:
        if t.termino in biblioteca.vocabulario:
            propia = Fila(t.termino, t.peso, t.escrito, t.leido)
            agregar(propia)
            for nuevo, parecido in [] if t.leido else _con_enie(biblioteca, t.escrito):
                agregar(replace(propia, que=nuevo, peso=t.peso * parecido))
    return list(mejores.values())


def nombres_dichos(
    campo: Campo, palabras: Sequence[str], terminos: Iterable[TerminoConsulta]
) -> list[Dicho]:
    """The names of which the question says something, best first, ties by document."""
    secuencia = [t for palabra in palabras for t in de_corrida(palabra)]
    valor = {t.termino: t.peso * campo.idf.get(t.termino, 0.0) for t in terminos}

    def promesa(corto: Corto) -> float:
        hallado = math.fsum(v for t, v in valor.items() if t in corto.terminos)
        return hallado * math.pow(hallado / corto.total, 2)

    promesas = [(promesa(corto), corto) for corto in campo.cortos]
    prometen = sorted((p for p in promesas if p[0] > 0), key=lambda p: -p[0])
    dichos = [_dicho(corto, secuencia, valor) for _, corto in prometen[:NOMBRES_REVISADOS]]
    return sorted(dichos, key=lambda dicho: (-dicho.puntos, dicho.doc))


def _dicho(corto: Corto, secuencia: Sequence[str], valor: Mapping[str, float]) -> Dicho:
    """The best of all stretches of the question that consist of words of the name."""
    mejor, desde, hasta = 0.0, 0, 0
    for inicio, fin in reversed(list(_tramos(corto, secuencia))):
        hallado = math.fsum(valor.get(t, 0.0) for t in set(secuencia[inicio:fin]))
        if hallado >= mejor:
            mejor, desde, hasta = hallado, inicio, fin
    parte = mejor / corto.total
    propios = frozenset(t for t in secuencia[desde:hasta] if secuencia.count(t) == 1)
    return Dicho(corto.dueno, propios, mejor * parte**2, parte)


def _tramos(corto: Corto, secuencia: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The longest stretches of words of a name."""
    inicio = 0
    while inicio < len(secuencia):
        fin = inicio
        while fin < len(secuencia) and secuencia[fin] in corto.terminos:
            fin += 1
        if fin == inicio:
            inicio += 1
            continue
        yield inicio, fin
        inicio = fin


def citados(biblioteca: Biblioteca, pregunta: str) -> set[int]:
    """Documents named by a code of their file name, or by kind and number."""
    plegada = plegar(pregunta)
    posibles, normas = codigos_posibles(plegada), normas_de(plegada)
    hallados = set()
    for numero, documento in enumerate(biblioteca.documentos):
        nombre, cargada = documento.nombre_original, biblioteca.normas[numero]
        if codigos_nombre(nombre) & posibles or (
            cargada and any(_es_la_misma(citada, cargada) for citada in normas)
        ):
            hallados.add(numero)
    return {numero for numero in hallados if biblioteca.pesos[numero]}


def lo_nombran(biblioteca: Biblioteca, pregunta: str, doc: int) -> set[str]:
    """By what a question names a document: its codes, and the norms that it may be."""
    plegada, propia = plegar(pregunta), biblioteca.normas[doc]
    codigos = codigos_nombre(biblioteca.documentos[doc].nombre_original)
    suyas = {n.dicha for n in normas_de(plegada) if propia and _es_la_misma(n, propia)}
    return (codigos & codigos_posibles(plegada)) | suyas


@cache
def normas_de(plegada: str) -> tuple[Norma, ...]:
    return tuple(norma for *_, norma in normas_citadas(plegada))


def lo_citan(biblioteca: Biblioteca, pregunta: str, doc: int) -> set[str]:
    """The terms of the norms cited that a document may be, without their kind."""
    propia = biblioteca.normas[doc]
    citadas = normas_de(plegar(pregunta)) if propia else ()
    suyas = [n for n in citadas if propia and _es_la_misma(n, propia)]
    return {t for n in suyas for t in terminos(n.dicha) if t not in terminos(n.tipo)}


def _es_la_misma(citada: Norma, cargada: Norma) -> bool:
    return (
        (citada.tipo, citada.numero) == (cargada.tipo, cargada.numero)
        and citada.letras in ("", cargada.letras)
        and (None in (citada.anio, cargada.anio) or citada.anio == cargada.anio)
    )


def anios_de(biblioteca: Biblioteca, pregunta: str) -> set[str]:
    """The years that a question says, but for the years and numbers of the norms that it cites.

    A number alone that no norm has is no number.
    """
    plegada = plegar(pregunta)
    dichos = set(re.findall(r"\b(?:18|19|20)\d\d\b", plegada))
    for citada in normas_de(plegada):
        dichos.discard(citada.anio or "")
        if citada.anio or any(n and _es_la_misma(citada, n) for n in biblioteca.normas):
            dichos.discard(citada.numero)
    decenas = ("veinte", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta")
    for cifra, decena in enumerate((*decenas, "noventa"), start=2):
        if re.search(rf"\blos años (?:{decena}|{cifra}0)\b", plegada):
            dichos |= {f"19{cifra}{n}" for n in range(10)}
    return dichos


def pide(biblioteca: Biblioteca, pregunta: str, doc: int) -> set[str]:
    """The units of a document that a question asks for by number: articles, else what holds them.

    Those of the norm that it cites; those of no norm, and those of what a document is called.
    """
    plegada = plegar(pregunta)
    propia = biblioteca.normas[doc]
    citados = [(norma, f"§art{uno}") for norma, uno in leer_citadas(plegada) if uno]
    suyos = {t for n, t in citados if n is None or (propia and _es_la_misma(n, propia))}
    dichas = [*referencias(plegada), *referencias_invertidas(plegada)]
    for uno, otro in pairwise(sorted(r for r in dichas if re.fullmatch(r"§art\d+", r.termino))):
        if re.fullmatch(r"\s?(?:al?|hasta\sel)\s", plegada[uno.fin : otro.inicio]):
            medios = range(int(uno.termino[4:]) + 1, int(otro.termino[4:]))
            dichas += [otro._replace(termino=f"§art{n}") for n in medios]
    hay_articulo = any(r.termino.startswith("§art") for r in dichas)
    for r in dichas:
        es_suya = r.termino.startswith("§art" if hay_articulo else ("§cap", "§tit", "§num"))
        if not es_suya or r.termino in {termino for _, termino in citados}:
            continue
        resto = re.match(
            r"\s?(?:del?|de l[ao]s?)\s(?!presente\s|mism[oa]\s|est[ea]\s)([a-zñ][a-z0-9ñ]*)",
            plegada[r.fin :],
        )
        dice = de_corrida(resto[1])[:1] if resto else ()
        if biblioteca.nombres.terminos_de[doc].issuperset(dice):
            suyos.add(r.termino)
    return suyos


def _unidades(seccion: Seccion) -> set[str]:
    """The units that a section is, or stands in; of articles, the outermost one."""
    suyas = {f"§art{uno}" for uno in articulos_de(seccion.ruta)[:1]}
    for titulo in map(plegar, seccion.ruta):
        unidad = unidad_de(titulo)
        suyas |= set() if unidad.startswith("§art") else {unidad}
        suyas |= {f"§num{n}" for n in re.findall(r"\A(\d{1,3}(?:\.\d{1,2})*)\.?\s", titulo)}
    return suyas


# --- Scores ---------------------------------------------------------------------------


@dataclass
class Puntaje:
    """Score of one passage: its words by the library and by the document, and what goes with them.

    vecino: what it lacks to a share of what the passages beside it have. pedido: the best of its
    document, where it is of what is asked for by number.
    """

    filas: Reparto
    dentro: Reparto
    encabezado: float
    tipo: float
    intencion: float = 1.0
    vecino: float = 0.0
    pedido: float = 0.0

    @property
    def suma(self) -> float:
        """What decides whether it is read for what the question wants."""
        return (math.fsum(self.filas.values()) + self.encabezado) * self.tipo

    @property
    def propio(self) -> float:
        return self.suma * self.intencion

    @property
    def elegible(self) -> float:
        return (math.fsum(self.dentro.values()) + self.encabezado) * self.tipo * self.intencion

    @property
    def total(self) -> float:
        return self.elegible + self.vecino + self.pedido

    def partes(self, palabras: Reparto) -> Reparto:
        """All that `propio` (by `filas`) or `elegible` (by `dentro`) is the sum of."""
        suma = math.fsum(palabras.values()) + self.encabezado
        return {
            **palabras,
            ("encabezado", "", ""): self.encabezado,
            ("tipo", "", ""): suma * (self.tipo - 1),
            ("intención", "", ""): suma * self.tipo * (self.intencion - 1),
        }


@dataclass
class Busqueda:
    """A question looked up in a library: every document and every passage is scored.

    leidos: the passages that are read for what the question wants; None leaves it to the scores.
    """

    biblioteca: Biblioteca
    pregunta: str
    intentos: Sequence[Intento]
    pesos: Pesos
    leidos: frozenset[int] | None = None

    def __post_init__(self) -> None:
        self.consulta = consultar(self.biblioteca, self.pregunta, self.intentos)
        self.citados = citados(self.biblioteca, self.consulta.texto)
        self.anios = anios_de(self.biblioteca, self.consulta.texto)
        self.encabezado = self._encabezados()
        self.solos: dict[int, Puntaje] = {}
        self.cumplen: dict[int, float] = {}
        self.de_lo_pedido: dict[int, list[int]] = {}

    def leyendo(self, leidos: frozenset[int]) -> Busqueda:
        """The same search with other passages read, on which nothing else of it hangs."""
        otra = copy(self)
        otra.leidos = leidos
        return otra

    # Parts of a document's score

    def keywords(self, doc: int) -> float:
        """What the keywords of the catalogue give: those that the question says."""
        claves = set(self.biblioteca.documentos[doc].claves_manuales)
        dichas = [clave for clave in claves if clave in plegar(self.consulta.texto)]
        return self.pesos.clave_manual * len(dichas)

    def nombre(self, doc: int) -> float:
        """What a citation gives, the year that the question says, and the best name."""
        puntos = [d.puntos for d in self.consulta.nombres if d.doc == doc]
        citado = self.pesos.citado if doc in self.citados else 0.0
        del_anio = self.pesos.anio if self.biblioteca.anios[doc] in self.anios else 0.0
        return citado + del_anio + self.pesos.nombre * max(puntos, default=0.0)

    def de_otro_anio(self, doc: int, puntos: float) -> float:
        """What a norm that is not named loses of so many points, by the years that it is off."""
        suyo = self.biblioteca.anios[doc]
        dichos = [int(anio) for anio in self.anios if anio in self.biblioteca.anios]
        if not suyo or doc in self.citados or not dichos:
            return 0.0
        tarde = [(int(suyo) - anio) / 5 for anio in dichos if int(suyo) > anio]
        antes = [(anio - int(suyo)) / 30 for anio in dichos if int(suyo) <= anio]
        return -puntos * self.pesos.otro_anio * min([1.0, *tarde, *antes])

    def texto(self, doc: int) -> Reparto:
        """BM25 of the whole text, by word."""
        texto, medio = self.biblioteca.textos[doc], self.biblioteca.medio_documento
        total = len(self.biblioteca.documentos)
        reparto: Reparto = defaultdict(float)
        for f in self.consulta.filas:
            if veces := texto.terminos[f.que]:
                con = self.biblioteca.documentos_con[f.que] + self._con_lo_leido(f)
                peso = f.peso * idf(total, min(con, total))
                largo = max(texto.largo, PISO_DOCUMENTO * medio)
                impacto = bm25(veces, largo, medio, K1_DOCUMENTO, B_DOCUMENTO)
                peso *= self.pesos.documento * self._elige(f)
                reparto["densidad", f.escrito, f.leido] += peso * impacto
        return reparto

    def _elige(self, fila: Fila) -> float:
        """How much a row counts where documents are chosen: the year that is said, half."""
        return 0.5 if fila.que in self.anios else 1.0

    def _con_lo_leido(self, fila: Fila) -> int:
        """How many documents have the phrases of norms that a word of people is read as."""
        frases: dict[str, list[int]] = defaultdict(list)
        for otra in self.consulta.filas:
            if otra.escrito == fila.escrito and otra.leido and otra.peso <= PESO_GENTE:
                frases[otra.leido].append(self.biblioteca.documentos_con[otra.que])
        return 0 if fila.leido else sum(map(min, frases.values()))

    def previo(self, doc: int) -> float:
        """What is known of a document before its passages are scored."""
        encabezado = max(self.encabezado[n] for n in self.biblioteca.secciones_de[doc])
        texto = sum(self.texto(doc).values())
        suma = self.keywords(doc) + self.nombre(doc) + texto + encabezado
        return suma * self.biblioteca.pesos[doc]

    def candidatos(self) -> list[int]:
        """The documents whose passages count, by what is known of all of them, ties by name."""
        todos = range(len(self.biblioteca.documentos))
        if len(todos) <= CANDIDATOS:
            return list(todos)
        orden = sorted(todos, key=lambda n: (-round(self.previo(n), 6), n))
        return sorted(orden[:CANDIDATOS])

    # Parts of a passage's score

    def _en_pasaje(self, fila: Fila, pasaje: PasajeLeido) -> float:
        veces = pasaje.terminos[fila.que]
        if not veces:
            return 0.0
        impacto = bm25(veces, pasaje.largo, self.biblioteca.medio_pasaje, K1_PASAJE, B_PASAJE)
        return fila.peso * self.biblioteca.idf_pasaje(fila.que) * impacto

    def dice_algo(self, doc: int) -> bool:
        """Whether a document has a word of the question that says more than which one is meant."""
        consulta = self.consulta
        cita = lo_citan(self.biblioteca, consulta.texto, doc)
        dichos = [n for n in consulta.nombres if n.doc == doc and (cita or n.parte >= NOMBRADO)]
        suyos = cita | (set(dichos[0].terminos) if dichos else set())
        for dicha in lo_nombran(self.biblioteca, consulta.texto, doc):
            suyos |= set(terminos(dicha))
        callan = {
            t.escrito
            for t in consulta.terminos
            if not t.leido and (t.termino in suyos or t.peso <= PESO_ANDAMIAJE)
        }
        for intento in self.intentos:
            if intento.nombre in (*DE_UN_ACTO, "resumen"):
                for dicho in re.finditer(f"(?:{intento.pide})[a-z]*", plegar(consulta.texto)):
                    con_que = corridas(dicho[0])
                    callan |= {f.escrito for f in consulta.filas if plegar(f.escrito) in con_que}
        biblioteca = self.biblioteca
        rotulan = [biblioteca.encabezados.terminos_de[s] for s in biblioteca.secciones_de[doc]]
        escritos = biblioteca.con_termino_en[doc].keys() | set[str]().union(*rotulan)
        dichas = [f for f in consulta.filas if f.que in escritos]
        return any(f.peso != PESO_QUERIDO and f.escrito not in callan for f in dichas)

    def _parte_dentro(self, fila: Fila, doc: int) -> float:
        """How much of what a word is worth is left once it is known how rare it is there."""
        total, con = len(self.biblioteca.de_documento[doc]), self.biblioteca.con_termino_en[doc]
        raro = idf(total, con[fila.que]) / idf(total, 1)
        parte = 1 - self.pesos.en_documento * (1 - raro)
        if fila.que in self.biblioteca.nombres.terminos_de[doc]:
            parte *= self.pesos.en_nombre
        cita = lo_citan(self.biblioteca, self.consulta.texto, doc)
        return 0.0 if fila.que in cita else parte

    def _encabezados(self) -> list[float]:
        """What its heading gives to each section."""
        campo = self.biblioteca.encabezados
        puntos = [0.0] * len(self.biblioteca.secciones)
        for corto in campo.cortos:
            peso = {t.termino: t.peso for t in self.consulta.terminos}
            hallado = math.fsum(peso[t] * campo.idf[t] for t in corto.terminos if t in peso)
            parte = math.pow(hallado / corto.total, 2)
            valor = self.pesos.encabezado * hallado * parte
            puntos[corto.dueno] = max(puntos[corto.dueno], valor)
        return puntos

    def solo_rotula(self, pasaje: PasajeLeido) -> bool:
        """Whether a passage is a cover that opens its document or a heading, and nobody asked.

        A cover that tells what was seen, heard or borne in mind is more than one.
        """
        abre = pasaje is self.biblioteca.de_documento[pasaje.doc][0]
        rotula = pasaje.tipo == TITULAR or (abre and pasaje.tipo == PORTADA)
        if not rotula or self._tipo(pasaje) >= 1:
            return False
        dichas = re.findall(r"[a-zñ]+", plegar(pasaje.texto))
        corrido = f" {' '.join(dichas)} "
        frases = ("teniendo en cuenta", "considerando", "en vista", "a vista")
        motiva = any(f" {frase} " in corrido for frase in frases)
        motiva |= any(d.rstrip("s")[:-1] in ("vist", "oid", "previ") for d in dichas)
        return not (abre and motiva)

    def _tipo(self, pasaje: PasajeLeido) -> float:
        quiere = {intento.nombre for intento in self.intentos}
        if pasaje.tipo == MOTIVO and "motivo" not in quiere:
            return self.pesos.motivos
        if pasaje.tipo in (PORTADA, FIRMA, TITULAR) and "firma" not in quiere:
            calla = pasaje.tipo == FIRMA and "quien" not in quiere
            return 0.0 if calla else self.pesos.motivos
        nombra = any(t.termino.startswith("§art") for t in self.consulta.terminos)
        return 0.0 if pasaje.tipo == ESTADO and not nombra and "vigencia" not in quiere else 1.0

    def cumple(self, pasaje: PasajeLeido) -> float:
        """The factor of a passage that is read: 1, and more for how far it meets the intents."""
        if pasaje.numero not in self.cumplen:
            self.cumplen[pasaje.numero] = self._cumple(plegar(pasaje.texto))
        return self.cumplen[pasaje.numero]

    def _cumple(self, plegado: str) -> float:
        buscados = [i.contiene for i in self.intentos if i.contiene]
        distintos = [len(set(re.findall(patron, plegado))) for patron in buscados]
        cumple = sum(UNA_VEZ if n == 1 else float(n > 1) for n in distintos)
        return 1 + self.pesos.intencion * cumple / max(len(buscados), 1)

    def sin_leer(self, docs: Iterable[int]) -> dict[int, Puntaje]:
        """The scores of the passages of some documents, each by itself, with none read."""
        pasajes = [p for doc in sorted(docs) for p in self.biblioteca.de_documento[doc]]
        for pasaje in pasajes:
            if pasaje.numero not in self.solos:
                self.solos[pasaje.numero] = self._solo(pasaje)
        return {p.numero: self.solos[p.numero] for p in pasajes}

    def puntuar(self, docs: Iterable[int]) -> dict[int, Puntaje]:
        """Score the passages of some documents together, by number."""
        puntajes = {n: copy(solo) for n, solo in self.sin_leer(docs).items()}
        pasajes = [self.biblioteca.pasajes[n] for n in puntajes]
        leidos = self.leidos
        if leidos is None:
            orden = sorted(puntajes, key=lambda n: (-round(puntajes[n].suma, 9), n))
            leidos = frozenset(n for n in orden[:PASAJES_LEIDOS] if puntajes[n].suma > 0)
        for pasaje in pasajes:
            if pasaje.numero in leidos:
                puntajes[pasaje.numero].intencion = self.cumple(pasaje)
        seccion_de = {p.numero: p.seccion for p in pasajes}
        for pasaje in pasajes:
            al_lado = [
                puntajes[n].elegible
                for n in (pasaje.numero - 1, pasaje.numero + 1)
                if seccion_de.get(n) == pasaje.seccion
            ]
            propio = puntajes[pasaje.numero]
            lo_menos = self.pesos.vecino * max(al_lado, default=0.0)
            propio.vecino = max(lo_menos - propio.elegible, 0.0)
        for doc in docs:
            self._pedir(doc, puntajes)
        return puntajes

    def _pedir(self, doc: int, puntajes: Mapping[int, Puntaje]) -> None:
        """Put what is asked for by number above the rest of its document."""
        pasajes = self.biblioteca.de_documento[doc]
        mejor = max(puntajes[p.numero].total for p in pasajes) if pasajes else 0.0
        partes = [t.termino for t in self.consulta.terminos if not t.leido]
        for numero in self.pedidos(doc):
            abren = partes_que_abre(self.biblioteca.pasajes[numero].texto)
            puntajes[numero].pedido = max(mejor, 1.0) * (1 if abren.isdisjoint(partes) else 2)

    def pregunta_quien_lo_firmo(self) -> bool:
        """Whether it asks who signed the act, and not of an article."""
        texto = plegar(self.consulta.texto)
        pide = any(re.search(i.pregunta, texto) for i in self.intentos if i.nombre == "firma")
        return pide and not unidades(texto)

    def pedidos(self, doc: int) -> list[int]:
        """The passages of a document that are of what is asked for by its number."""
        if doc not in self.de_lo_pedido:
            self.de_lo_pedido[doc] = self._pedidos(doc)
        return self.de_lo_pedido[doc]

    def _pedidos(self, doc: int) -> list[int]:
        unidades = pide(self.biblioteca, self.consulta.texto, doc)
        antes = any(intento.nombre == "pasado" for intento in self.intentos)
        pasajes = self.biblioteca.de_documento[doc]
        secciones = [(p, self.biblioteca.secciones[p.seccion][1]) for p in pasajes]
        vistas = [(p, s) for p, s in secciones if antes or not s.anterior]
        return [p.numero for p, _ in vistas if self.biblioteca.unidades[p.seccion] & unidades]

    def _de_muchos(self, doc: int) -> float:
        """What words count by the library: the more passages and `azar`, the less."""
        return 1 / (1 + self.pesos.azar * math.log(max(self.biblioteca.con_copias[doc], 1)))

    def _solo(self, pasaje: PasajeLeido) -> Puntaje:
        """The score of a passage but for what it is read for and for its neighbours."""
        filas: Reparto = defaultdict(float)
        dentro: Reparto = defaultdict(float)
        for f in self.consulta.filas:
            if puntos := self._en_pasaje(f, pasaje):
                elige = self._de_muchos(pasaje.doc) * self._elige(f)
                filas["pasaje", f.escrito, f.leido] += puntos * elige
                parte = self._parte_dentro(f, pasaje.doc)
                dentro["pasaje", f.escrito, f.leido] += puntos * parte
        encabezado = self.encabezado[pasaje.seccion]
        if pasaje.lugar:
            encabezado *= self.pesos.despues
        return Puntaje(filas, dentro, encabezado, self._tipo(pasaje))

    # How much of the question is answered

    def respaldo(self, doc: int, mejor: int) -> float:
        """The share of the question that a document answers for, given its best passage."""
        pasaje = self.biblioteca.pasajes[mejor]
        nombres = self.biblioteca.nombres.terminos_de[doc]
        nombres |= self.biblioteca.encabezados.terminos_de[pasaje.seccion]
        valor: dict[str, float] = {}
        nivel: dict[str, float] = {}
        for t in self.consulta.terminos:
            dicha = t.termino in SIN_ASUNTO or self.se_dice_con_otras(t.termino)
            if dicha and t.termino not in self.biblioteca.vocabulario:
                continue
            peso = t.peso / 2 if t.termino in self.anios else t.peso
            valor.setdefault(t.escrito, peso * self.biblioteca.idf_pasaje(t.termino))
            propio = t.termino in nombres or (doc in self.citados and es_cita(t.termino))
            hallado = EN_PASAJE if propio else self._donde(t.escrito, pasaje, doc)
            nivel[t.escrito] = max(hallado, nivel.get(t.escrito, 0.0))
        total = sum(valor.values())
        return sum(valor[e] * nivel[e] for e in valor) / total if total else 0.0

    def se_dice_con_otras(self, termino: str) -> bool:
        """Whether an expression with a word is read as others, and the library has all of these."""
        leidos = [t for t in self.consulta.terminos if t.leido and " " in plegar(t.escrito)]
        expresiones = {
            t.escrito
            for t in leidos
            if any(termino in terminos_de_corrida(c) for c in corridas(plegar(t.escrito)))
        }
        return any(
            all(t.termino in self.biblioteca.vocabulario for t in leidos if t.escrito == expresion)
            for expresion in expresiones
        )

    def _donde(self, escrito: str, pasaje: PasajeLeido, doc: int) -> float:
        """The nearest place that has the word in one of its spellings; of a name, the document."""
        suyas = [f for f in self.consulta.filas if f.escrito == escrito]
        if any(f.que in pasaje.terminos for f in suyas):
            return EN_PASAJE
        texto = self.biblioteca.textos[doc].terminos
        return EN_DOCUMENTO if any(f.que in texto for f in suyas) else 0.0

    # What is sent

    def factor(self, doc: str, primero: str, puntajes: Mapping[str, float]) -> float:
        """What the passages of a document count for, given the scores of the candidates."""
        if doc == primero:
            return 1.0
        parte = puntajes.get(doc, 0.0) / max(puntajes.get(primero, 0.0), 1e-9)
        cuenta = parte >= self.pesos.rival or (doc in puntajes and self.es_su_manual(doc, primero))
        return float(min(parte, 1.0) ** self.pesos.segundo) if cuenta else 0.0

    def es_su_manual(self, doc: str, primero: str) -> bool:
        """Whether a near-copy is named, and more so than the first document."""
        claves = [d.clave for d in self.biblioteca.documentos]
        suyo, otro = claves.index(doc), claves.index(primero)
        es_copia = self.biblioteca.grupos[suyo] != SIN_GRUPO
        return es_copia and self.nombre(suyo) > self.nombre(otro)

    def aparte(self, uno: int, otro: int) -> bool:
        """Whether the question names each of two documents by what does not name the other."""
        una, otra = (lo_nombran(self.biblioteca, self.consulta.texto, n) for n in (uno, otro))
        return {uno, otro} <= self.citados and not (una <= otra or otra <= una)

    def podar(
        self,
        documentos: Sequence[str],
        ajustes: AjustesPoda,
        puntajes: Mapping[str, float],
        totales: Mapping[int, float],
    ) -> list[Bloque]:
        """Choose fragments by scores that are given: of the candidates, and of each passage."""
        claves = [d.clave for d in self.biblioteca.documentos]
        factores = {
            claves.index(doc): self.factor(doc, documentos[0], puntajes) for doc in documentos
        }
        valores = {
            n: total * factores[self.biblioteca.pasajes[n].doc] for n, total in totales.items()
        }
        return seleccionar(self, valores, factores, ajustes)


# --- Selection ------------------------------------------------------------------------


@dataclass
class Pieza:
    """A fragment: passages that follow each other, and what is written before them.

    seccion: all passages of its section; titulo: its heading. sigue: whether the piece before told
    that it goes on here.
    """

    documento: Documento
    pasajes: list[PasajeLeido]
    antes: str
    seccion: list[PasajeLeido]
    titulo: str
    sigue: bool = False

    @property
    def inicio(self) -> int:
        return self.pasajes[0].inicio

    @property
    def fin(self) -> int:
        return self.pasajes[-1].fin

    @property
    def texto(self) -> str:
        return self.antes + self.documento.sano(self.inicio, self.fin)

    def mejor(self, valores: Mapping[int, float]) -> PasajeLeido:
        """The passage that answers best, the first of equals."""
        return min(self.pasajes, key=lambda p: (-valores.get(p.numero, 0.0), p.numero))


@dataclass
class Bloque:
    """The fragments of one document as they are sent.

    piezas: of each, where it starts and ends, what is written before it, its score and section;
    responden: the passage in it that answers best.
    """

    doc: str
    texto: str
    piezas: list[tuple[int, int, str, float, str]]
    responden: list[int]
    modo: str
    ratio: float | None


def seleccionar(
    busqueda: Busqueda,
    valores: Mapping[int, float],
    factores: Mapping[int, float],
    ajustes: AjustesPoda,
) -> list[Bloque]:
    """The passages worth it, best first; without any, what the best document says first."""
    biblioteca, presupuesto = busqueda.biblioteca, ajustes.presupuesto
    maximo = max([*valores.values(), 0.0])
    modo, ratio, cuanto, entero = "PRIMEROS", None, presupuesto.escopeta, -1
    mejor_doc = next(iter(factores), -1)
    pedidos = any(busqueda.pedidos(doc) for doc in factores)
    if maximo and (pedidos or busqueda.dice_algo(mejor_doc)):
        listado = "lista" in [intento.nombre for intento in busqueda.intentos]
        ratio = _ratio(biblioteca, valores)
        modo = _modo(ratio, listado)
        cuanto = limite(modo, presupuesto)
        mejor = min(n for n, v in valores.items() if v == maximo)
        valen = dict(valores)
        con_su_lista(biblioteca, valen, mejor, None if listado else presupuesto.francotirador)
        valen[mejor] = math.inf
        minimo = presupuesto.piso * maximo
        for n in [n for n, v in sorted(valen.items()) if v > minimo and anuncia(biblioteca, n)]:
            valen[n + 1] = max(valen[n + 1], valen[n])
        con_lo_que_abre(
            biblioteca, valen, {n: v for n, v in valores.items() if v > minimo}, listado
        )
        calla = {n for n in valen if busqueda.solo_rotula(biblioteca.pasajes[n])} - {mejor}
        sirven = [n for n, v in valen.items() if v > minimo and n not in calla]
        sirven.sort(key=lambda n: (-valen[n], -valores[n], n))
        suyos = [p for n in sorted(valores) if factores[(p := biblioteca.pasajes[n]).doc] == 1.0]
        reglas = [p for p in suyos if p.tipo == NORMA]
        ocupan = sum(p.fin - p.inicio for p in reglas)
        if ocupan <= 2 * presupuesto.escopeta:
            resto = [p.numero for p in reglas if p.numero not in sirven]
            sirven += sorted(resto, key=lambda n: (-valores[n], n))
        firmas = [p.numero for p in suyos if p.tipo == FIRMA]
        if busqueda.pregunta_quien_lo_firmo() and sirven[0] not in firmas:
            sirven = [sirven[0], *firmas, *(n for n in sirven[1:] if n not in firmas)]
        if ocupan <= presupuesto.escopeta:
            cuanto = presupuesto.escopeta
            entero = -1 if pedidos else suyos[0].doc
        enviados = [p.numero for p in elegir(biblioteca, sirven, cuanto, entero=entero)]
        sirven = con_lo_que_falta(biblioteca, sirven, enviados, listado)
    else:
        todos = sorted(n for n in valores if factores[biblioteca.pasajes[n].doc] == 1.0)
        callan = (MOTIVO, FIRMA, ESTADO, ANTERIOR)
        pedidos = [t for i in busqueda.intentos for t in DE_UN_ACTO.get(i.nombre, ())]
        de_los_pedidos = [n for n in todos if biblioteca.pasajes[n].tipo in pedidos]
        for intento in busqueda.intentos:
            if intento.nombre == "vigencia":
                reglas = [n for n in todos if biblioteca.pasajes[n].tipo == NORMA]
                textos = {n: plegar(biblioteca.pasajes[n].texto) for n in reglas}
                rigen = {n for n in reglas if re.search(intento.contiene, textos[n])}
                de_los_pedidos = sorted(rigen.union(de_los_pedidos))
        dicen = [n for n in todos if biblioteca.pasajes[n].tipo not in callan]
        sirven = de_los_pedidos or dicen or todos
    seguidos = modo == "PRIMEROS"
    elegidos = elegir(biblioteca, sirven, cuanto, seguidos=seguidos, entero=entero)
    piezas = ordenar(biblioteca, elegidos, entero)
    piezas.sort(key=lambda pieza: factores[pieza.pasajes[0].doc] < 1)
    piezas = recortar(piezas, presupuesto.escopeta)
    return [
        _bloque(biblioteca, list(grupo), valores, modo, ratio)
        for _, grupo in groupby(piezas, key=lambda pieza: pieza.documento.clave)
    ]


def anuncia(biblioteca: Biblioteca, numero: int) -> bool:
    """Whether a passage ends with what only announces the next one."""
    uno, *otros = biblioteca.pasajes[numero : numero + 2]
    fin = uno.texto.rstrip("*_ ")
    dice = fin.endswith(":") or fin.rstrip(".").endswith(("a continuación", "como sigue"))
    return dice and any(otro.doc == uno.doc for otro in otros)


def se_lee_con_lo_que_abre(biblioteca: Biblioteca, numero: int) -> bool:
    """Whether a passage refers to its article, or its heading is the first words of that."""
    pasaje = biblioteca.pasajes[numero]
    encabezado = "".join(biblioteca.secciones[pasaje.seccion][1].ruta[-1:])
    dicho = f" {' '.join(corridas(plegar(pasaje.texto)))} "
    return encabezado.endswith("…") or " este articulo " in dicho or " presente articulo " in dicho


def con_lo_que_abre(
    biblioteca: Biblioteca, valen: dict[int, float], sirven: Mapping[int, float], listado: bool
) -> None:
    """What opens a section goes with what is read by it; the whole list, if one is asked for."""
    for n, valor in sirven.items():
        if listado or se_lee_con_lo_que_abre(biblioteca, n):
            abre = n - biblioteca.pasajes[n].lugar
            valen[abre] = max(valen[abre], valor)


def es_item(pasaje: PasajeLeido) -> bool:
    """Whether a passage begins with an item of a list; a row of a table is none."""
    return pasaje.renglones[0].es_item and not pasaje.texto.startswith("|")


def lo_de(biblioteca: Biblioteca, mejor: int, listado: bool) -> list[int]:
    """The passages of the list that one has a part of; of its section, if a list is asked for."""
    pasajes, desde, hasta = biblioteca.pasajes, mejor, mejor + 1
    seccion = [p.numero for p in biblioteca.de_seccion[pasajes[mejor].seccion]]
    if listado:
        return seccion
    while desde > seccion[0] and es_item(pasajes[desde]):
        desde -= 1
    while hasta <= seccion[-1] and es_item(pasajes[hasta]):
        hasta += 1
    return list(range(desde, hasta))


def con_su_lista(
    biblioteca: Biblioteca, valen: dict[int, float], mejor: int, entera: int | None
) -> None:
    """The rest of its list goes with the best: whole if it fits, else if nothing is worth more."""
    suya = lo_de(biblioteca, mejor, listado=entera is None)
    cabe = entera is None or largo_de(biblioteca, suya) <= entera
    for n in suya:
        valen[n] = max(valen[n], (1.0 if cabe else PARTE_DE_LISTA) * valen[mejor])


def con_lo_que_falta(
    biblioteca: Biblioteca, sirven: Sequence[int], enviados: Iterable[int], listado: bool
) -> list[int]:
    """The same order, where a list of which half is sent, or more, goes whole.

    The rest goes after the last of it that is sent, so that no part of a list costs another. So
    too what is left out between two parts of a section, of which twice as much is sent.
    """
    enviados, puesto = set(enviados), {n: float(lugar) for lugar, n in enumerate(sirven)}
    huecos = dict[int, float]()
    for seccion in {biblioteca.pasajes[n].seccion for n in enviados}:
        dicha = enviados.intersection(p.numero for p in biblioteca.de_seccion[seccion])
        hueco = {n for n in range(min(dicha), max(dicha)) if n not in enviados}
        if 2 * largo_de(biblioteca, hueco) <= largo_de(biblioteca, dicha):
            huecos |= dict.fromkeys(hueco, max(puesto[n] for n in dicha) + 0.5)
    for suya in {tuple(lo_de(biblioteca, n, listado)) for n in enviados}:
        falta, dicha = set(suya) - enviados, enviados.intersection(suya)
        if largo_de(biblioteca, falta) <= largo_de(biblioteca, dicha):
            puesto |= dict.fromkeys(falta, max(puesto[n] for n in dicha) + 0.5)
    puesto |= huecos
    return sorted(puesto, key=lambda n: (puesto[n], n))


def largo_de(biblioteca: Biblioteca, numeros: Iterable[int]) -> int:
    return sum(biblioteca.pasajes[n].fin - biblioteca.pasajes[n].inicio for n in numeros)


def _ratio(biblioteca: Biblioteca, valores: Mapping[int, float]) -> float | None:
    """How many times the best passage is worth the best that is not beside it."""
    mejor = max(valores, key=lambda n: valores[n])
    doc = {n: biblioteca.pasajes[n].doc for n in valores}
    lejos = [v for n, v in valores.items() if abs(n - mejor) > 1 or doc[n] != doc[mejor]]
    rival = max(lejos, default=0.0)
    return valores[mejor] / rival if rival > 0 else None


def _modo(ratio: float | None, listado: bool) -> str:
    if listado:
        return "LISTADO-ESCOPETA"
    if ratio is None or ratio >= RATIO_FRANCOTIRADOR:
        return "FRANCOTIRADOR"
    return "BINÓCULO" if ratio >= RATIO_BINOCULO else "ESCOPETA"


def limite(modo: str, presupuesto: Presupuesto) -> int:
    """How many characters a mode may send."""
    if modo == "FRANCOTIRADOR":
        return presupuesto.francotirador
    return presupuesto.binoculo if modo == "BINÓCULO" else presupuesto.escopeta


def elegir(
    biblioteca: Biblioteca,
    numeros: Sequence[int],
    presupuesto: int,
    *,
    seguidos: bool = False,
    entero: int = -1,
) -> list[PasajeLeido]:
    """Each passage that still fits with all that is sent already, but none that says the same.

    seguidos: none after the first that does not fit; otherwise after the 40th that would without
    what is written around it.
    """
    elegidos: list[PasajeLeido] = []
    fallidos = 0
    for pasaje in (biblioteca.pasajes[n] for n in numeros):
        dichos = {parrafo for otro in elegidos for parrafo in otro.texto.split("\n")}
        repite = [p for p in pasaje.texto.split("\n") if p in dichos]
        nuevo = len("\n".join([*repite, ""])) <= 0.7 * len(pasaje.texto)
        if not nuevo:
            continue
        con_el = [*elegidos, pasaje]
        if not elegidos or len(escribir(ordenar(biblioteca, con_el, entero))) <= presupuesto:
            elegidos.append(pasaje)
        else:
            fallidos += sum(len(p.texto) for p in con_el) <= presupuesto
            if seguidos or fallidos == 40:
                break
    return elegidos


def ordenar(
    biblioteca: Biblioteca, elegidos: Sequence[PasajeLeido], entero: int = -1
) -> list[Pieza]:
    """Documents and, inside, sections by their best passage; in a section the order of the text.

    entero: a document whose other passages come in the order of the text.
    """
    piezas: list[Pieza] = []
    for doc in dict.fromkeys(p.doc for p in elegidos):
        suyos = [p for p in elegidos if p.doc == doc]
        primera, *otras = dict.fromkeys(map(se_lee_con, suyos))
        grupos = [{primera}, *([{*otras}] if doc == entero else ({junta} for junta in otras))]
        for grupo in grupos:
            juntos = sorted((p for p in suyos if se_lee_con(p) in grupo), key=lambda p: p.numero)
            for pasaje in juntos:
                ultima, junta = piezas[-1].pasajes[-1] if piezas else None, se_lee_con(pasaje)
                if ultima and ultima.numero + 1 == pasaje.numero and se_lee_con(ultima) == junta:
                    piezas[-1].pasajes.append(pasaje)
                    continue
                antes = _antes(biblioteca, pasaje, ultima)
                toda = biblioteca.de_seccion[pasaje.seccion]
                titulo = biblioteca.titulos[pasaje.seccion]
                piezas.append(Pieza(biblioteca.documentos[doc], [pasaje], antes, toda, titulo))
    for pieza, otra in pairwise(piezas):
        if pieza.documento is otra.documento and (falta := lo_que_falta(pieza, piezas)):
            sigue = otra.antes.startswith("\n[…")
            otra.antes = falta + ("\n" if sigue else otra.antes)
            otra.sigue = otra.titulo == pieza.titulo
    decir_lo_que_va_antes(piezas)
    return piezas


def partes_que_abre(texto: str) -> set[str]:
    """The parts of an article that begin on a line of a text; an only parágrafo is the first."""
    abren = set[str]()
    for renglon in plegar(texto).split("\n"):
        dicho = renglon.lstrip('*_ "“«(|-')
        if re.match(r"paragrafo\b", dicho):
            suyos = [u.termino for u in unidades(dicho[:30]) if u.inicio == 0]
            abren.update(suyos or [f"{MARCA}par1"])
        elif item := re.match(r"(\w+)[.)°º\]]", dicho):
            abren |= {MARCA + clase + item[1].lstrip("0") for clase in ("lit", "num")}
    return abren


def se_lee_con(pasaje: PasajeLeido) -> int:
    """Its section; all signatures are one."""
    return -1 if pasaje.tipo == FIRMA else pasaje.seccion


def decir_lo_que_va_antes(piezas: Sequence[Pieza]) -> None:
    """Nothing where the piece before has just told what it lacks."""
    for n, pieza in enumerate(piezas):
        primera = not n or piezas[n - 1].documento is not pieza.documento
        antes = lo_que_va_antes(pieza, piezas)
        if pieza.sigue:
            dicha = re.match(r"\[«.*?»", antes)
            pieza.antes += f"{dicha[0]}]\n" if dicha else ""
        else:
            abre = primera or "[SEC:" in pieza.antes
            pieza.antes += antes or sin_comienzo(pieza, piezas) * abre


def abre_otra(renglon: Renglon, item: Renglon) -> bool:
    """Whether an item announces another list, whose items have a letter where it has a number."""
    numero, letra = r"[\W_]*\d+[.)°º]", r"[\W_]*[^\W\d_][.)°º]"
    anuncia = re.sub("[*_`]", "", renglon.texto).endswith(":")
    return anuncia and any(
        re.match(una, renglon.texto) and re.match(otra, item.texto)
        for una, otra in ((numero, letra), (letra, numero))
    )


def sin_comienzo(pieza: Pieza, piezas: Sequence[Pieza]) -> str:
    """The mark of a fragment of a section of which nothing is sent that stands before it."""
    enviados = {p.numero for otra in piezas for p in otra.pasajes}
    previos = [p for p in pieza.seccion if p.inicio < pieza.inicio and p.tipo != TITULAR]
    return "[…]\n" if previos and enviados.isdisjoint(p.numero for p in previos) else ""


def lo_que_va_antes(pieza: Pieza, piezas: Sequence[Pieza]) -> str:
    """What introduces the list of a fragment that begins with an item, and how many go before."""
    propias = [r for p in pieza.pasajes for r in p.renglones]
    enviados = {p.numero for otra in piezas for p in otra.pasajes}
    previos = [p for p in reversed(pieza.seccion) if p.inicio < pieza.inicio]
    callados = takewhile(lambda p: p.numero not in enviados, previos)
    renglones = [r for p in callados for r in reversed(p.renglones)]
    abre = propias[0].es_item
    vecino = propias[0] if abre else next(filter(numero_de_item, sin_otro(propias)), NINGUNO)
    lista = de_la_lista(renglones, vecino, -1)
    cuantos = len(lista) if abre or numero_de_item(vecino) - 1 in map(numero_de_item, lista) else 0
    dicho = [f"… {cuantos} ítem{'' if cuantos == 1 else 's'} antes"] if cuantos else []
    if not abre:
        return f"[{dicho[0]}]\n" if dicho else ""
    suyos = renglones[: len(sin_otro(renglones)) + 1]  # a parágrafo may introduce a list
    presenta = next((r.texto for r in suyos if not r.es_item or abre_otra(r, propias[0])), "")
    entrada = re.sub("[*_`]", "", presenta)
    if entrada.endswith(":"):
        *_, (desde, hasta) = frases(entrada)
        frase, palabras = entrada[desde:hasta], entrada[desde:hasta].split(" ")
        while len(" ".join(palabras)) > 119:
            palabras.pop(0)
        dicho.insert(0, f"«{frase if len(frase) <= 120 else '…' + ' '.join(palabras)}»")
    return f"[{' '.join(dicho)}]\n" if dicho else ""


def lo_que_falta(pieza: Pieza, piezas: Sequence[Pieza]) -> str:
    """How many items of a list are not sent after a fragment that is not the end of it."""
    enviados = {p.numero for otra in piezas for p in otra.pasajes}
    siguen = [p for p in pieza.seccion if p.inicio >= pieza.fin]
    faltan = list(takewhile(lambda p: p.numero not in enviados, siguen))
    renglones = [r for p in faltan for r in p.renglones]
    propias = [r for p in pieza.pasajes for r in p.renglones][::-1]
    anuncian = re.search(r"[:]\W*$|continuación\W*$", propias[0].texto)
    cierra = propias[0].es_item or anuncian
    vecino = propias[0] if cierra else next(filter(numero_de_item, sin_otro(propias)), NINGUNO)
    lista, numero = de_la_lista(renglones, vecino, 1), numero_de_item(vecino)
    junto = bool(renglones) and renglones[0].es_item
    cuantos = len(lista) if junto or (numero and numero + 1 in map(numero_de_item, lista)) else 0
    salvedades = len(renglones_de_paragrafo(renglones))
    callan = siguen and enviados.isdisjoint(p.numero for p in siguen)
    propio = pieza.titulo.split(" › ")[-1]
    del_articulo = callan and re.match(r"art[ií]culo \w", propio, re.I)
    texto = (
        "" if cuantos or not (sin_otro(renglones[:1]) if salvedades else del_articulo) else "texto"
    )
    dichos = [
        f"{n} {que}{'s' * (n > 1)}"
        for n, que in ((cuantos, "ítem"), (salvedades, "parágrafo"))
        if n
    ]
    dichos[:0] = filter(None, [texto])
    return f"\n[… {' y '.join(dichos)} más]" if dichos else ""


NINGUNO = Renglon("", es_item=False)


def renglones_de_paragrafo(renglones: Sequence[Renglon]) -> list[Renglon]:
    return [r for r in renglones if re.match(r"[*_\"“«]*par[aá]grafo\b", r.texto, re.I)]


def numero_de_item(renglon: Renglon) -> int:
    """The number that an item has; 0 for none."""
    hallado = re.match(r"\(?(\d{1,3})[.)°º]+-?\s", renglon.texto)
    return int(hallado[1]) if hallado else 0


def sin_otro(renglones: Sequence[Renglon]) -> list[Renglon]:
    """Lines up to a parágrafo, whose list is another."""
    return list(takewhile(lambda r: not renglones_de_paragrafo([r]), renglones))


def de_la_lista(renglones: Sequence[Renglon], vecino: Renglon, paso: int) -> list[Renglon]:
    """The items of a list that go on from a neighbour, up to where one begins with 1 again."""
    lista, numero = list[Renglon](), numero_de_item(vecino)
    for renglon in sin_otro(renglones):
        suyo = numero_de_item(renglon)
        if numero and (suyo if paso > 0 else numero) == 1:
            break
        lista += [renglon] * renglon.es_item
        numero = suyo or numero
    return lista


def recortar(piezas: Sequence[Pieza], maximo: int) -> list[Pieza]:
    """All that fits: without the last fragments, then the heading, then the last words."""
    quedan = list(piezas)
    while len(quedan) > 1 and len(escribir(quedan)) > maximo:
        quedan.pop()
    if len(escribir(quedan)) <= maximo or not quedan:
        return quedan
    pieza = quedan[0]
    contenido = pieza.documento.contenido
    antes = lo_que_va_antes(pieza, [pieza]) or sin_comienzo(pieza, [pieza])

    def hasta(fin: int) -> Pieza:
        uno = replace(pieza.pasajes[0], fin=fin)
        return Pieza(pieza.documento, [uno], antes, pieza.seccion, "")

    def parte(fin: int) -> bool:
        """Whether a cut there parts a word or a row of a table."""
        renglon = contenido.rfind("\n", pieza.inicio, fin) + 1 or pieza.inicio
        resto = contenido[fin : pieza.fin].split("\n")[0]
        en_fila = contenido.startswith("|", renglon) and bool(resto.strip())
        return en_fila or contenido[fin - 1].isspace() or bool(resto and not resto[0].isspace())

    lugares = sorted(range(pieza.fin, pieza.inicio, -1), key=parte)
    caben = (fin for fin in lugares if len(escribir([hasta(fin)])) <= maximo)
    return [hasta(next(caben, pieza.inicio + 1))]


def escribir(piezas: Sequence[Pieza]) -> str:
    """The text of some fragments: a block for each stretch of one document."""
    bloques = groupby(piezas, key=lambda pieza: pieza.documento.clave)
    return "".join(
        f"{_cabeza(g[0].documento)}{''.join(p.texto for p in g)}{lo_que_falta(g[-1], g)}\n"
        for g in (list(grupo) for _, grupo in bloques)
    )


def _cabeza(documento: Documento) -> str:
    return f"[DOC: {sin_extension(documento.nombre_original).upper()}]\n"


def _titulo(biblioteca: Biblioteca, doc: int, seccion: Seccion) -> str:
    """The innermost heading of a section after the outermost, if they are two.

    None where it is the title of the document.
    """
    if seccion.titulo or not seccion.ruta:
        return ""
    suyas = [biblioteca.secciones[n][1] for n in biblioteca.secciones_de[doc]]
    calla = {biblioteca.documentos[doc].titulo, *(s.ruta[-1] for s in suyas if s.titulo)}
    fuera = [t for t in seccion.ruta if t not in calla][:-1][:1]
    return " › ".join([*filter(None, [ruta_texto(fuera)]), seccion.ruta[-1]])


def _antes(
    biblioteca: Biblioteca,
    pasaje: PasajeLeido,
    previo: PasajeLeido | None,
) -> str:
    """The heading, unless the text before has the same or the text itself opens with it.

    With its part of the document where another part has one called the same, be it said or not.
    """
    titulo = biblioteca.titulos[pasaje.seccion]
    sigue = previo is not None and previo.doc == pasaje.doc
    propio = titulo.split(" › ")[-1]
    dos = palabras_de(propio)[:2]
    primeros = [palabras_de(r[:60])[: len(dos)] for r in pasaje.texto.split("\n")[:2]]
    se_nombra = dos in primeros
    repetido = sigue and previo is not None and biblioteca.titulos[previo.seccion] == titulo
    parte = titulo.removesuffix(propio) if propio in biblioteca.repetidos[pasaje.doc] else ""
    if not titulo or repetido or (se_nombra and not parte):
        if sigue and previo is not None:
            texto = biblioteca.documentos[pasaje.doc].contenido
            if texto[previo.fin : pasaje.inicio].isspace():
                return "\n"  # nothing is left out between them
        de = re.match(r"art[ií]culo \w+°?", propio, re.IGNORECASE) if repetido else None
        return (f"\n[… del {de[0].lower()}]\n" if de else "\n[…]\n") if sigue else ""
    dicho = parte.removesuffix(" › ") if se_nombra else parte + propio
    return ("\n" if sigue else "") + f"[SEC: {dicho}]\n"


def _en_varias(biblioteca: Biblioteca, doc: int) -> set[str]:
    """The headings that several parts of a document have."""
    suyas = [biblioteca.secciones[n][1] for n in biblioteca.secciones_de[doc]]
    calla = {biblioteca.documentos[doc].titulo, *(s.ruta[-1] for s in suyas if s.titulo)}
    partes: defaultdict[str, set[tuple[str, ...]]] = defaultdict(set)
    for ruta in ([t for t in s.ruta if t not in calla] for s in suyas):
        for propio in ruta[-1:]:
            partes[propio].add(tuple(ruta[:-1][:1]))
    return {propio for propio, cuales in partes.items() if len(cuales) > 1}


def _bloque(
    biblioteca: Biblioteca,
    piezas: Sequence[Pieza],
    valores: Mapping[int, float],
    modo: str,
    ratio: float | None,
) -> Bloque:
    mejores = [pieza.mejor(valores) for pieza in piezas]
    return Bloque(
        doc=piezas[0].documento.clave,
        texto=escribir(piezas),
        piezas=[
            (p.inicio, p.fin, p.antes, valores[m.numero], _seccion(biblioteca, p.pasajes))
            for p, m in zip(piezas, mejores, strict=True)
        ],
        responden=[mejor.numero for mejor in mejores],
        modo=modo,
        ratio=ratio,
    )


def _seccion(biblioteca: Biblioteca, pasajes: Sequence[PasajeLeido]) -> str:
    """The path of the first section that is called something, then what the others are called.

    Only signatures that follow each other are of several.
    """
    secciones = dict.fromkeys(pasaje.seccion for pasaje in pasajes)
    rutas = [ruta for n in secciones if (ruta := biblioteca.secciones[n][1].ruta)]
    dichas = [ruta_texto(ruta if n == 0 else ruta[-1:]) for n, ruta in enumerate(rutas)]
    return " · ".join(dict.fromkeys(dichas)) or SECCION_INICIAL


def ponderar(reparto: Mapping[Parte, float], factor: float) -> Reparto:
    """The parts that count, each times what the whole is multiplied by."""
    return {que: puntos * factor for que, puntos in reparto.items() if abs(puntos * factor) > 1e-9}
