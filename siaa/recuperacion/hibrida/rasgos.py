"""What kind of text a passage is, of how many, and whether it holds what the question wants.

And what the readings that are kept of it say of the question.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Set
from functools import cache, lru_cache
from itertools import chain, islice
from types import MappingProxyType
from typing import Final

import numpy as np

from siaa.biblioteca.estructura.pasajes import TipoDePasaje
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.nombres import normas_citadas
from siaa.biblioteca.lengua.referencias import MARCA
from siaa.biblioteca.lengua.terminos import PESO_ANDAMIAJE, terminos
from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.biblioteca.lengua.vocabulario import TIPOS_NORMA
from siaa.biblioteca.relaciones.tabla import afectan
from siaa.biblioteca.tablas.gemelos import SIN_GRUPO
from siaa.biblioteca.tablas.pasajes import TablaPasajes
from siaa.biblioteca.valores import Enteros, Reales
from siaa.recuperacion.hibrida.nombre_dicho import mayores, mejores
from siaa.recuperacion.hibrida.pesos import Pesos
from siaa.recuperacion.hibrida.terminos import Consulta
from siaa.recuperacion.nombrados import cargadas
from siaa.valores import Intento

REVISADOS: Final = 48
"""Passages that are read for what the question wants; only the most promising ones."""
TIENE: Final = (0.0, 0.8, 1.0)
"""How far a passage meets an intent that holds no such thing, one, or several."""
SABIDOS: Final = 32
"""Intents of libraries of which it is remembered: of all, of two or three libraries."""
LEIDA: Final = 0.4
"""How much further where a question of its readings wants the same: it is what it is about."""
PIDE_MOTIVOS: Final = "motivo"
PIDE_FIRMAS: Final = "firma"
PIDE_QUIEN: Final = "quien"
PIDE_RESUMEN: Final = "resumen"
PIDE_TIEMPO: Final = "tiempo"
PIDE_VIGENCIA: Final = "vigencia"
PIDE_PASADO: Final = "pasado"
PIDE_LISTA: Final = "lista"
Ganancia = Callable[[int], float]
"""How much more a passage is worth, by its number, that holds what is wanted."""
_DE_UN_ACTO: Final = MappingProxyType(
    {
        PIDE_MOTIVOS: (TipoDePasaje.MOTIVO,),
        PIDE_FIRMAS: (TipoDePasaje.PORTADA, TipoDePasaje.FIRMA),
        PIDE_VIGENCIA: (TipoDePasaje.ESTADO,),
    }
)
"""What is asked of an act beside its rules: why it was made, who signed it, what became of it."""
_DE_DOS: Final = "compara compare comparación diferencias distingue semejanzas"
_COMPARAN: Final = frozenset(terminos(" ".join((_DE_DOS, *TIPOS_NORMA))))
"""What is said of two norms where they are only named."""
_ARTICULO: Final = MARCA + "art"
_ANIO: Final = re.compile(r"\d{4}")


def anio_pasado(consulta: Consulta) -> int | None:
    """Return the year whose end a question asks about, 0 for «before», None for today."""
    for intento in consulta.intentos:
        if intento.nombre == PIDE_PASADO:
            dicho = re.search(intento.pide, plegar(consulta.texto))
            anio = _ANIO.search(dicho[0]) if dicho else None
            return int(anio[0]) - dicho[0].startswith("antes") if dicho and anio else 0
    return None


def pedidos_de_un_acto(indice: Indice, consulta: Consulta, pasajes: Enteros) -> Enteros:
    """Return the places of what a question of a whole act asks for, in order; none if rules are.

    Where that is whether it is in force, what it says of that itself goes first; what was changed
    goes with its status, without the text that it replaced unless that is of the time asked about.
    """
    tipos = [suyo for i in consulta.intentos for suyo in _DE_UN_ACTO.get(i.nombre, ())]
    pedidos = indice.pasajes.son(pasajes, *tipos)
    if PIDE_VIGENCIA not in {intento.nombre for intento in consulta.intentos}:
        return pedidos.nonzero()[0]
    anteriores = indice.pasajes.son(pasajes, TipoDePasaje.ANTERIOR)
    quedan = ~pedidos if anio_pasado(consulta) is not None else ~(pedidos | anteriores)
    for n in quedan.nonzero()[0].tolist():
        lugar = indice.pasajes.limites[pasajes[n]].tolist()
        pedidos[n] = any(r.a.articulo for r in afectan(indice.documento_de(pasajes[n]), *lugar))
    dicen = dichos_de_su_vigencia(indice, consulta, pasajes)
    pedidos[dicen] = False
    return np.concatenate((dicen, pedidos.nonzero()[0]))


def dichos_de_su_vigencia(indice: Indice, consulta: Consulta, pasajes: Enteros) -> Enteros:
    """Return the places of what an act says of since when it is in force, where that is asked.

    Its last words come first: there it says so, be it among the signatures.
    """
    rigen = [re.compile(i.contiene) for i in consulta.intentos if i.nombre == PIDE_VIGENCIA]
    dicen = indice.pasajes.son(pasajes, TipoDePasaje.NORMA, TipoDePasaje.FIRMA) & bool(rigen)
    for n in dicen.nonzero()[0].tolist():
        dicen[n] = rigen[0].search(plegar(indice.texto_de(pasajes[n]))) is not None
    return dicen.nonzero()[0][::-1]


def que_la_cambiaron(indice: Indice, consulta: Consulta) -> Iterator[int]:
    """Yield the documents that say they changed a norm that is not loaded, where that is asked."""
    if PIDE_VIGENCIA not in {intento.nombre for intento in consulta.intentos}:
        return
    citadas = [norma for *_, norma in normas_citadas(plegar(consulta.texto))]
    ausentes = tuple(f"{n.escrita} " for n in citadas if not [*cargadas(indice, n)])
    for documento in indice.documentos.values() if ausentes else ():
        if any(f"{r.a.norma} ".startswith(ausentes) for r in documento.relaciones):
            yield indice.numero(documento.clave)


def _con_que_pide(consulta: Consulta) -> frozenset[str]:
    """Return the folded words by which a question asks for a whole act, or what is beside it."""
    patrones = (i.pide for i in consulta.intentos if i.nombre in (*_DE_UN_ACTO, PIDE_RESUMEN))
    dichas = (re.finditer(f"(?:{pide})[a-z]*", plegar(consulta.texto)) for pide in patrones)
    return frozenset(c for dicha in chain.from_iterable(dichas) for c in corridas(dicha[0]))


def dice_algo(consulta: Consulta, numero: int, dichas: Set[str]) -> bool:
    """Tell whether a document says something of a question beside its name and what only asks.

    Nor is what names another one apart said of this. dichas: the words of the question that it has.
    """
    otros = [otro for otro in consulta.citados if consulta.aparte(numero, otro)]
    nombran = (_por_que_se_nombra(consulta, n) for n in (numero, *otros))
    suyos = (_COMPARAN if otros else frozenset[str]()).union(*nombran)
    propios = [t for t in consulta.terminos if not t.leido]
    callan = {t.escrito for t in propios if t.termino in suyos or t.peso <= PESO_ANDAMIAJE}
    return not _con_que_pide(consulta).issuperset(map(plegar, dichas - callan))


def _por_que_se_nombra(consulta: Consulta, numero: int) -> Set[str]:
    """Return the terms of a question that name a document."""
    citan = frozenset(consulta.citan.get(numero, ()))
    nombres = (d for d in consulta.nombres if d.nombra(numero) or (citan and d.documento == numero))
    dichas = (terminos(dicha) for dicha in consulta.menciones.get(numero, ()))
    return citan.union(*dichas, *(nombre.terminos for nombre in islice(nombres, 1)))


def de_las_lecturas(indice: Indice, consulta: Consulta) -> tuple[Reales, Reales]:
    """Return what its readings give to each passage, and the most that one of each document has."""
    tabla = indice.lecturas
    puntos = np.zeros(len(indice.pasajes.limites))
    for termino in consulta.terminos:
        if termino.termino in tabla.impactos:
            cuales, impacto = tabla.impactos[termino.termino]
            puntos[cuales] += termino.peso * tabla.idf[termino.termino] * impacto
    leidos = puntos.nonzero()[0]
    return puntos, mayores(len(indice.claves), indice.pasajes.dueno[leidos], puntos[leidos])


def factores_de_tipo(
    tabla: TablaPasajes, pasajes: Enteros, consulta: Consulta, pesos: Pesos
) -> Reales:
    """Return what each passage is worth for being a rule, a recital, a cover…: `(n,)`.

    What is less than a rule is worth less, unless the question asks for it: a status, when it names
    an article or asks what is in force. Names of who signed are worth nothing, unless it asks who.
    """
    pedidos = {intento.nombre for intento in consulta.intentos}
    valor = np.ones(len(TipoDePasaje))
    if PIDE_MOTIVOS not in pedidos:
        valor[TipoDePasaje.MOTIVO] = pesos.motivos
    if PIDE_FIRMAS not in pedidos:
        valor[[TipoDePasaje.PORTADA, TipoDePasaje.FIRMA, TipoDePasaje.TITULAR]] = pesos.motivos
        if PIDE_QUIEN not in pedidos:
            valor[TipoDePasaje.FIRMA] = 0.0
    nombra = any(termino.termino.startswith(_ARTICULO) for termino in consulta.terminos)
    valor[TipoDePasaje.ESTADO] = float(nombra or PIDE_VIGENCIA in pedidos)
    return valor[tabla.tipo[pasajes]]


def factores_de_azar(tabla: TablaPasajes, documentos: Enteros, pesos: Pesos) -> Reales:
    """Return what the words of a passage count, by its document: of many, one has them by chance.

    1 / (1 + w · ln n) of n passages. Near-copies share theirs: of k that say the same each has 1/k.
    """
    grupo = tabla.grupo[documentos]
    propios = (tabla.pasajes[documentos + 1] - tabla.pasajes[documentos]).astype(np.float64)
    for cual in set(grupo.tolist()) - {SIN_GRUPO}:
        suyos = np.flatnonzero(tabla.grupo == cual)
        todos = tabla.pasajes[suyos + 1] - tabla.pasajes[suyos]
        propios[grupo == cual] = todos.sum() / len(suyos) ** 2
    factores: Reales = 1 / (1 + pesos.azar * np.log(np.maximum(propios, 1)))
    return factores


def factores_de_intencion(pasajes: Enteros, valores: Reales, gana: Ganancia) -> Reales:
    """Return 1 + what each passage gains by what it holds: `(n,)`.

    valores: what the passages are worth so far; only the best are read.
    """
    factores = np.ones(len(pasajes))
    revisados = mejores(valores, REVISADOS)
    revisados = revisados[valores[revisados] > 0]
    factores[revisados] += [gana(numero) for numero in pasajes[revisados].tolist()]
    return factores


def ganancia(indice: Indice, intentos: Iterable[Intento], peso: float) -> Ganancia:
    """Return what gives the weight of an intent · how far a passage meets some, in the mean."""
    cuantos = len(indice.pasajes.limites)
    buscados = [(i, _sabido(indice.huella, i.contiene, cuantos)) for i in intentos if i.contiene]

    @cache  # as long as the question
    def gana(numero: int) -> float:
        leido = plegar(" ".join(indice.lecturas.preguntas.get(numero, ())))
        cumple = [_cumple(indice, *buscado, numero, leido) for buscado in buscados]
        return peso * sum(cumple) / max(len(buscados), 1)

    return gana


def _cumple(indice: Indice, intento: Intento, sabido: bytearray, numero: int, leido: str) -> float:
    """Return how far a passage meets an intent. leido: the questions of its readings, folded."""
    if not sabido[numero]:
        texto = plegar(indice.texto_de(numero))
        distintos = {hallado[0] for hallado in re.finditer(intento.contiene, texto)}
        sabido[numero] = 1 + min(len(distintos), 2)
    pide = leido != "" and re.search(intento.pide, leido) is not None
    return TIENE[sabido[numero] - 1] + LEIDA * pide


def dichos_en(indice: Indice, intentos: Iterable[Intento], numero: int) -> list[Intento]:
    """Return which intents people are told that a passage meets: its own text says so."""
    texto = plegar(indice.texto_de(numero))
    return [i for i in intentos if i.dice and re.search(i.dice, texto)]


@lru_cache(maxsize=SABIDOS)
def _sabido(huella: str, contiene: str, pasajes: int) -> bytearray:
    """Return what is known of each passage of a library, which whoever reads it adds to: a byte.

    0: nothing yet; else one more than its place in `TIENE`. A library that says anything else has
    another fingerprint, and starts anew.
    """
    return bytearray(pasajes)
