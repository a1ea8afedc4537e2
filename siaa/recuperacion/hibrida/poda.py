"""`hibrida`: which fragments of the chosen documents are sent, francotirador to escopeta."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import numpy as np

from siaa.biblioteca.estructura.epigrafes import PRIMERAS_PALABRAS
from siaa.biblioteca.estructura.pasajes import TipoDePasaje
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import plegar
from siaa.biblioteca.valores import Booleanos, Documento, Enteros, Reales
from siaa.recuperacion.faltantes import anuncia
from siaa.recuperacion.formato import recortar
from siaa.recuperacion.hibrida.motivos import PEDIDO, VECINO, motivos_de_pasajes, ponderados
from siaa.recuperacion.hibrida.rasgos import (
    PIDE_FIRMAS,
    PIDE_LISTA,
    dice_algo,
    dichos_de_su_vigencia,
    pedidos_de_un_acto,
)
from siaa.recuperacion.hibrida.seleccion import (
    PasajePuntuado,
    Seleccion,
    Tramo,
    elegir,
    en_bloques,
    pasaje_puntuado,
)
from siaa.recuperacion.hibrida.vigencia import con_vigencia
from siaa.valores import AjustesPoda, Motivo, Poda

RATIO_FRANCOTIRADOR: Final = 6.0
RATIO_BINOCULO: Final = 3.0
PARTE_DE_LISTA: Final = 0.5
"""Share of the best passage's score that the rest of its list is worth at least."""
HUECO: Final = 2
"""Times that a hole goes at least into what is sent of its section, to be filled."""
PRIMEROS: Final = "PRIMEROS"
ACTO_CORTO: Final = 2
"""Times what may be sent that the rules of a short act take at most."""
_REMITE: Final = re.compile(r"\b(?:este|presente)\W+art[íi]culo\b", re.IGNORECASE)
"""What says something of the rest of its article, which has to be read before it."""
_MOTIVA: Final = re.compile(
    r"\b(?:(?:vist|o[ií]d|previ)[oa]s?|teniendo\sen\scuenta|considerando|(?:a|en)\svista)\b",
    re.IGNORECASE,
)
"""What makes a cover more than one: «oído el concepto del Comité», «visto el oficio»."""
_NO_DICEN: Final = (
    TipoDePasaje.MOTIVO,
    TipoDePasaje.FIRMA,
    TipoDePasaje.ESTADO,
    TipoDePasaje.ANTERIOR,
)


def podar(seleccion: Seleccion, ajustes: AjustesPoda) -> tuple[Poda, ...]:
    """Choose the fragments that are worth sending, as blocks in sending order.

    Where the best document has no word of the question but those that name it, its opening and what
    it decides are sent, as far as they go, or the passages of a kind that is asked for. One
    fragment always is: the best, whatever its mode may send, as long as it fits in the whole
    budget, else what of it does.
    """
    valores, vigencia = con_vigencia(seleccion, ajustes.presupuesto.piso)
    mejor = seleccion.indice.numero(next(iter(seleccion.factores)))
    dice = dice_algo(seleccion.consulta, mejor, seleccion.dicho_en(mejor))
    listado = any(intento.nombre == PIDE_LISTA for intento in seleccion.consulta.intentos)
    if valores.max(initial=0.0) > 0 and (dice or seleccion.dentro.pedido.any()):
        modo, presupuesto = _modo(ratio := _ratio(seleccion, valores), listado, ajustes)
        minimo = ajustes.presupuesto.piso * float(valores.max())
        entera = None if listado else ajustes.presupuesto.francotirador
        valen = _con_su_lista(seleccion, valores, entera)
        valen = _con_lo_anunciado(seleccion, valen, minimo)
        valen = _con_lo_que_abre(seleccion, valen, valores, minimo, listado)
        sirven = ((valen > minimo) & _dicen(seleccion, valores)).nonzero()[0]
        orden: Enteros = sirven[np.lexsort((-valores[sirven], -valen[sirven]))]
        orden, cabe = _con_las_reglas(seleccion, orden, valores, ajustes.presupuesto.escopeta)
        orden = _con_lo_que_dice_de_si(seleccion, orden)
        presupuesto = ajustes.presupuesto.escopeta if cabe else presupuesto
        pedido = seleccion.dentro.pedido.any()  # what is asked for goes before the rest
        entero = seleccion.indice.claves[mejor] if cabe and not pedido else None
        tramos = elegir(_en_orden(seleccion, orden, valores), presupuesto, entero=entero)
        siguen = _con_lo_que_falta(seleccion, orden, tramos, listado)
        if not np.array_equal(siguen, orden):
            tramos = elegir(_en_orden(seleccion, siguen, valores), presupuesto, entero=entero)
    else:
        orden, presupuesto = _lo_que_dice(seleccion), ajustes.presupuesto.escopeta
        modo, ratio = PRIMEROS, None
        tramos = elegir(_en_orden(seleccion, orden, valores), presupuesto, seguidos=True)
    podas = en_bloques(tramos, _motivos(seleccion, tramos, vigencia), modo, ratio)
    if np.array_equal(valores, seleccion.valores):  # else what is in force goes first
        podas.sort(key=lambda poda: seleccion.factores[poda.doc] < 1)
    if len(tramos) > 1:  # those fit, headings included
        return tuple(podas)
    return recortar(seleccion.indice, podas, ajustes.presupuesto.escopeta)


def _listas(seleccion: Seleccion, lugares: Sequence[int], *, secciones: bool) -> Enteros:
    """Return the list that each passage is of, by its number; each with what stands before it.

    Only the sections of some places are parted into lists; none where a list is asked for
    (secciones): it is a section then.
    """
    indice, numeros = seleccion.indice, seleccion.puntajes.pasajes
    seccion = indice.pasajes.seccion[numeros]
    abre = np.diff(seccion, prepend=-1) != 0
    sigue = ~abre & np.isin(seccion, seccion[lugares])
    for n in () if secciones else sigue.nonzero()[0].tolist():
        abre[n] = not _es_item(indice.documento_de(numeros[n]), *indice.pasajes.limites[numeros[n]])
    listas: Enteros = np.cumsum(abre) - 1
    return listas


def _con_su_lista(seleccion: Seleccion, valores: Reales, entera: int | None) -> Reales:
    """Return what passages are worth where the rest of its list goes with the best.

    entera: characters up to which it goes whole before anything else; None where a list is asked
    for, however long it is.
    """
    limites = seleccion.indice.pasajes.limites[seleccion.puntajes.pasajes]
    mejor = int(np.argmax(valores))
    listas = _listas(seleccion, [mejor], secciones=entera is None)
    suyos = listas == listas[mejor]
    largo = int(np.diff(limites[suyos]).sum())
    parte = 1.0 if entera is None or largo <= entera else PARTE_DE_LISTA
    valen: Reales = np.where(suyos, np.maximum(valores, parte * valores[mejor]), valores)
    valen[mejor] = np.inf
    return valen


def _con_lo_que_falta(
    seleccion: Seleccion, orden: Enteros, tramos: Sequence[Tramo], listado: bool
) -> Enteros:
    """Put what is left out of a list after all of it that is sent, if that is as much.

    So too what is left out between two parts of a section, if it is half as much: an article is
    not read with a hole.
    """
    largos = np.diff(seleccion.indice.pasajes.limites[seleccion.puntajes.pasajes])[:, 0]
    enviados = [pasaje.lugar for tramo in tramos for pasaje in tramo.pasajes]
    dichos, ninguno = largos[enviados], len(largos)
    largos[enviados] = 0
    puesto, faltan = np.full(ninguno, ninguno), np.zeros(ninguno, np.bool_)
    puesto[orden] = np.arange(len(orden))
    listas = _listas(seleccion, enviados, secciones=listado)
    secciones = _listas(seleccion, enviados, secciones=True)
    huecos = HUECO * largos * _entre(secciones, enviados)
    for grupo, callan in ((listas, largos), (secciones, huecos)):
        dicho = np.bincount(grupo[enviados], dichos, ninguno)
        suyos = (callan > 0) & (np.bincount(grupo, callan, ninguno) <= dicho)[grupo]
        tras = np.zeros(ninguno, np.int64)
        np.maximum.at(tras, grupo[enviados], puesto[enviados])
        puesto[suyos] = tras[grupo[suyos]]
        faltan |= suyos
    siguen: Enteros = np.lexsort((faltan, puesto))[: np.count_nonzero(puesto < ninguno)]
    return siguen


def _entre(grupo: Enteros, enviados: Sequence[int]) -> Booleanos:
    """Tell which passages stand between two that are sent of their group."""
    lugares = np.arange(len(grupo))
    primero, ultimo = np.full(len(grupo), len(grupo)), np.zeros_like(lugares)
    np.minimum.at(primero, grupo[enviados], enviados)
    np.maximum.at(ultimo, grupo[enviados], enviados)
    entre: Booleanos = (primero[grupo] < lugares) & (lugares < ultimo[grupo])
    return entre


def _es_item(documento: Documento, inicio: int, fin: int) -> bool:
    """Tell whether a stretch begins with an item of a list; rows of a table stand alone."""
    return documento.contenido[inicio] != "|" and documento.items(inicio, fin)[0]


def _con_lo_anunciado(seleccion: Seleccion, valores: Reales, minimo: float) -> Reales:
    """Let what a passage announces («…las siguientes:») go with it, be it under a new heading."""
    tabla, numeros, valen = seleccion.indice.pasajes, seleccion.puntajes.pasajes, valores.copy()
    seguidos = np.diff(numeros) == 1
    for lugar in (seguidos & (valores[:-1] > minimo)).nonzero()[0].tolist():
        documento = seleccion.indice.documento_de(numeros[lugar])
        inicio, fin = tabla.limites[numeros[lugar]].tolist()
        sigue_suyo = documento is seleccion.indice.documento_de(numeros[lugar + 1])
        if sigue_suyo and anuncia(documento, inicio, fin):
            valen[lugar + 1] = max(valen[lugar + 1], valen[lugar])
    return valen


def _con_lo_que_abre(
    seleccion: Seleccion, valores: Reales, propios: Reales, minimo: float, listado: bool
) -> Reales:
    """Return what passages are worth where what opens a section goes with another one of it.

    Where that one is read by it: it refers to its article, it would stand under a heading that is
    the article's first words cut short, or the list that it follows is asked for.
    propios: what each is worth by itself.
    """
    numeros, valen = seleccion.puntajes.pasajes, valores.copy()
    seccion = seleccion.indice.pasajes.seccion[numeros]
    abren = np.searchsorted(seccion, seccion)
    siguen = (propios > np.maximum(minimo, valores[abren])) & (abren < np.arange(len(abren)))
    for lugar in siguen.nonzero()[0].tolist():
        if listado or _se_lee_con_lo_que_abre(seleccion.indice, int(numeros[lugar])):
            valen[abren[lugar]] = max(valen[abren[lugar]], propios[lugar])
    return valen


def _se_lee_con_lo_que_abre(indice: Indice, numero: int) -> bool:
    encabezado = "".join(indice.seccion_de(numero).ruta[-1:])
    sitio = indice.pasajes.limites[numero].tolist()
    remite = _REMITE.search(indice.documento_de(numero).contenido, *sitio)
    return remite is not None or encabezado.endswith(PRIMERAS_PALABRAS)


def _lo_que_dice(seleccion: Seleccion) -> Enteros:
    """Return which passages of the best document open it or rule: all, if it only has others.

    Those of the kinds that are asked for, where it has them: why it was made, who signed it.
    """
    propios = (seleccion.por_pasaje() == 1.0).nonzero()[0]
    pasajes, indice = seleccion.puntajes.pasajes[propios], seleccion.indice
    pedidos: Enteros = propios[pedidos_de_un_acto(indice, seleccion.consulta, pasajes)]
    callan = indice.pasajes.son(pasajes, *_NO_DICEN)
    dicen: Enteros = propios[~callan | _son_reglas(indice, pasajes)]
    return next(filter(len, (pedidos, dicen)), propios)


def _son_reglas(indice: Indice, pasajes: Enteros) -> Booleanos:
    """Tell which passages of an act rule, by their types: that did, where none is in force."""
    normas = indice.pasajes.son(pasajes, TipoDePasaje.NORMA)
    return normas if normas.any() else indice.pasajes.son(pasajes, TipoDePasaje.ANTERIOR)


def _dicen(seleccion: Seleccion, valores: Reales) -> Booleanos:
    """Tell which passages are more than a cover or a heading alone, are asked for, or the best."""
    tabla, numeros = seleccion.indice.pasajes, seleccion.puntajes.pasajes
    abre = numeros == tabla.pasajes[tabla.dueno[numeros]]
    rotulan = tabla.son(numeros, TipoDePasaje.TITULAR)
    rotulan |= abre & tabla.son(numeros, TipoDePasaje.PORTADA)
    for lugar in (abre & rotulan).nonzero()[0].tolist():
        contenido = seleccion.indice.documento_de(numeros[lugar]).contenido
        rotulan[lugar] = not _MOTIVA.search(contenido, *tabla.limites[numeros[lugar]].tolist())
    dicen: Booleanos = ~rotulan | (seleccion.puntajes.tipo >= 1)
    dicen[np.argmax(valores)] = True
    return dicen


def _con_las_reglas(
    seleccion: Seleccion, orden: Enteros, valores: Reales, tope: int
) -> tuple[Enteros, bool]:
    """Add to passages, best first, what else the best document rules; tell whether all of it fits.

    Nothing of a long act. A short one is read whole, since what it rules of («la Junta», «dicho
    aumento») is said only once.
    """
    tabla, pasajes = seleccion.indice.pasajes, seleccion.puntajes.pasajes
    propios = (seleccion.por_pasaje() == 1.0).nonzero()[0]
    reglas = propios[_son_reglas(seleccion.indice, pasajes[propios])]
    largo = int(np.diff(tabla.limites[pasajes[reglas]]).sum())
    if largo > ACTO_CORTO * tope:
        return orden, False
    faltan = reglas[~np.isin(reglas, orden)]
    todos: Enteros = np.append(orden, faltan[np.argsort(-valores[faltan], kind="stable")])
    return todos, largo <= tope


def _con_lo_que_dice_de_si(seleccion: Seleccion, orden: Enteros) -> Enteros:
    """Put second who signed the act, or since when a named one is in force, if that is asked.

    Of all of it: not of an article.
    """
    consulta, propios = seleccion.consulta, (seleccion.por_pasaje() == 1.0).nonzero()[0]
    pasajes = seleccion.puntajes.pasajes[propios]
    citado = seleccion.indice.numero(next(iter(seleccion.factores))) in consulta.citados
    texto = plegar(consulta.texto)
    piden = (i.pregunta for i in consulta.intentos if i.nombre == PIDE_FIRMAS)
    firman = any(re.search(pide, texto) for pide in piden)  # «quién firmó», not «quién firma»
    if consulta.pedidas or not (citado or firman):
        return orden
    tabla, dicen = seleccion.indice.pasajes, propios[:0]
    if citado:
        dicen = propios[dichos_de_su_vigencia(seleccion.indice, consulta, pasajes)][:1]
    if firman and not len(dicen):
        dicen = propios[tabla.son(pasajes, TipoDePasaje.FIRMA)]
    otros = orden[~np.isin(orden, dicen)]
    return orden if orden[0] in dicen else np.concatenate((otros[:1], dicen, otros[1:]))


def _ratio(seleccion: Seleccion, valores: Reales) -> float | None:
    """Return how many times the best passage is worth the best that is not beside it; or None."""
    puntajes, mejor = seleccion.puntajes, int(np.argmax(valores))
    propio = puntajes.de(int(np.searchsorted(puntajes.comienzos, mejor, side="right")) - 1)
    lejos = np.ones(len(valores), dtype=np.bool_)
    lejos[max(mejor - 1, propio.start) : min(mejor + 2, propio.stop)] = False
    rival = float(valores[lejos].max(initial=0.0))
    return float(valores[mejor]) / rival if rival > 0 else None


def _modo(ratio: float | None, listado: bool, ajustes: AjustesPoda) -> tuple[str, int]:
    """Return the mode and the characters that it may send; a list is asked for in full."""
    presupuesto = ajustes.presupuesto
    if listado:
        return "LISTADO-ESCOPETA", presupuesto.escopeta
    if ratio is None or ratio >= RATIO_FRANCOTIRADOR:
        return "FRANCOTIRADOR", presupuesto.francotirador
    if ratio >= RATIO_BINOCULO:
        return "BINÓCULO", presupuesto.binoculo
    return "ESCOPETA", presupuesto.escopeta


def _en_orden(seleccion: Seleccion, lugares: Enteros, valores: Reales) -> Iterator[PasajePuntuado]:
    numeros, suyos = seleccion.puntajes.pasajes[lugares], valores[lugares]
    for columnas in zip(numeros.tolist(), lugares.tolist(), suyos.tolist(), strict=True):
        yield pasaje_puntuado(seleccion.indice, *columnas)


def _motivos(
    seleccion: Seleccion, tramos: Sequence[Tramo], vigencia: Mapping[int, Motivo]
) -> Iterator[tuple[Motivo, ...]]:
    puntajes, dentro = seleccion.puntajes, seleccion.dentro
    lugares = [tramo.mejor.lugar for tramo in tramos]
    indice, consulta = seleccion.indice, seleccion.consulta
    motivos = motivos_de_pasajes(indice, puntajes, consulta, lugares, dentro.filas)
    for tramo, lugar, propios in zip(tramos, lugares, motivos, strict=True):
        factor = seleccion.factores[tramo.mejor.documento.clave]
        vecino = Motivo("vecino", VECINO, float(dentro.vecino[lugar]))
        pedido = Motivo("pedido", PEDIDO, float(dentro.pedido[lugar]))
        cambio = (vigencia[lugar],) if lugar in vigencia else ()
        yield (*ponderados((*propios, vecino, pedido), factor), *cambio)
