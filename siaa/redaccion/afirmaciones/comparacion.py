"""The values of a sentence beside those of the passage that it is compared with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from siaa.redaccion.afirmaciones.frase import Discrepancia
from siaa.redaccion.afirmaciones.lectura.dicho import Dicho, Pasaje
from siaa.redaccion.afirmaciones.lectura.fechas import Fecha
from siaa.redaccion.afirmaciones.lectura.limites import ANTES
from siaa.redaccion.afirmaciones.lectura.marcas import Efecto
from siaa.redaccion.afirmaciones.lectura.valores import Dato, Valor

_DE_TIEMPO: Final = frozenset(("plazo", "orden"))
_CUENTAN: Final = frozenset(("numero", "orden"))
_LEGALES: Final = frozenset(("articulo", "norma"))
MARGEN: Final = 2
"""Words more that must stand around another value for it to be the one that is spoken of."""
_EXTREMO: Final = re.compile(r"\b(?:min|max)im[oa]s?\b")
_LISTA: Final = re.compile(r":\s([^.;:]+)")
_APOSICION: Final = re.compile(r"[,(]\s?([^.;:]+)[.)]*\Z")
_SEPARA: Final = re.compile(r",\s(?:[ye]\s)?|\s[ye]\s")
_PRIMERA_CIFRA: Final = "0123456789/"

Hallado = tuple[Valor, Dicho]
"""A value of a passage and the stretch that it stands in."""


def comparar(
    frase: Dicho, cerca: Pasaje, entero: Pasaje, nombres: Pasaje, pregunta: Dicho
) -> Iterator[Discrepancia]:
    """Yield the values of a sentence that its passage gives otherwise, or does not give.

    cerca: the stretches that are about the same; entero: all of the passage; nombres: what its
    document is called. What the question said is nobody's invention where nothing denies it.
    """
    otros = _no_dichos(frase, cerca), _no_dichos(frase, entero)
    for valor in frase.valores:
        propios = _mas_parecidos(frase, valor, _iguales(valor, entero))
        rival = _rival(frase, valor, otros[0]) or _rival(frase, valor, otros[1])
        if propios and not _mas_cerca(frase, valor, rival, propios[0]):
            yield from _por_su_limite(frase, valor, propios, cerca)
        elif propios or not _lo_dice_otro(frase, valor, rival, entero, nombres, pregunta):
            yield Discrepancia(
                _nombre(valor),
                frase.texto[valor.desde : valor.hasta],
                rival[1].texto[rival[0].desde : rival[0].hasta] if rival else "",
                valor.desde,
                valor.hasta,
            )


def _lo_dice_otro(
    frase: Dicho,
    valor: Valor,
    rival: Hallado | None,
    entero: Pasaje,
    nombres: Pasaje,
    pregunta: Dicho,
) -> bool:
    """Tell whether a value stands in other words, in what the document is called, or was asked."""
    del_mismo = rival is not None and rival[0].unidad == valor.unidad
    contado = del_mismo and rival is not None and rival[0].tipo == "numero"
    if valor.tipo == "numero" and not contado and _cuenta_una_lista(valor.dato, frase, entero):
        return True
    if (valor.tipo, valor.dato) == ("orden", 1) and not del_mismo:
        return True  # «primero» tells an order without counting
    preguntado = rival is None and any(_concuerdan(valor, otro) for otro in pregunta.valores)
    return preguntado or bool(_iguales(valor, nombres))


def _cuenta_una_lista(cuantos: Dato, frase: Dicho, entero: Pasaje) -> bool:
    """Tell whether a number is that of the things listed, in its sentence or in the passage."""
    listas = [lista for dicho in (frase, *entero.tramos) for lista in _LISTA.findall(dicho.plegado)]
    listas += _APOSICION.findall(frase.plegado)
    return cuantos in entero.listas or any(
        cuantos in range(lista.count(",") + 1, len(_SEPARA.split(lista)) + 1) for lista in listas
    )


def _nombre(valor: Valor) -> str:
    return "numero" if valor.tipo == "orden" else valor.tipo


def _iguales(valor: Valor, pasaje: Pasaje) -> list[Hallado]:
    """Return the values that say the same; a number of other things only if of its own none is."""
    iguales = [hallado for hallado in pasaje.valores if _concuerdan(valor, hallado[0])]
    if valor.tipo not in _CUENTAN or not valor.unidad:
        return iguales
    del_mismo = [h for h in iguales if _mismo_nombre(valor, h[0])]
    otro_tanto = any(
        h[0].tipo in (*_CUENTAN, "plazo") and h[0].unidad == valor.unidad for h in pasaje.valores
    )
    return del_mismo if del_mismo or otro_tanto else iguales


def _mismo_nombre(valor: Valor, otro: Valor) -> bool:
    return not otro.unidad or valor.unidad == otro.unidad


def _concuerdan(valor: Valor, otro: Valor) -> bool:
    """Tell whether two values may be the same: what one leaves out is no difference."""
    if isinstance(valor.dato, Fecha) and isinstance(otro.dato, Fecha):
        partes = zip(valor.dato, otro.dato, strict=True)
        dia_o_mes = valor.dato.mes is None or otro.dato.mes is not None
        return dia_o_mes and all(a is None or b is None or a == b for a, b in partes)
    if valor.tipo == otro.tipo == "norma":
        return _misma_norma(str(valor.dato), str(otro.dato))
    if valor.dato != otro.dato:
        return False
    if valor.tipo in _CUENTAN and otro.tipo in _CUENTAN:
        return _mismo_matiz(valor, otro)
    if valor.tipo in _DE_TIEMPO and otro.tipo in _DE_TIEMPO:
        return valor.unidad == otro.unidad and _mismo_matiz(valor, otro)
    return valor.tipo == otro.tipo and valor.unidad == otro.unidad and _mismo_matiz(valor, otro)


def _mismo_matiz(valor: Valor, otro: Valor) -> bool:
    return not valor.matiz or not otro.matiz or valor.matiz == otro.matiz


def _misma_norma(una: str, otra: str) -> bool:
    """Tell whether two norms are one: one of them may be cited without its year."""
    return una.startswith(otra + "/") or otra.startswith(una + "/") or una == otra


def _en_comun(frase: Dicho, valor: Valor, hallado: Hallado) -> int:
    """Return how many words stand around both of two values."""
    return len(frase.alrededor(valor.desde) & hallado[1].alrededor(hallado[0].desde))


def _mas_cerca(frase: Dicho, valor: Valor, rival: Hallado | None, propio: Hallado) -> bool:
    """Tell whether what stands around a value is about a rival rather than about its equal."""
    if rival is None or rival[0].unidad != valor.unidad or rival[0].tipo in _LEGALES:
        return False
    return _en_comun(frase, valor, rival) >= _en_comun(frase, valor, propio) + MARGEN


def _no_dichos(frase: Dicho, pasaje: Pasaje) -> list[Hallado]:
    """Return the values of a passage that the sentence does not say: what it may say instead."""
    return [
        hallado
        for hallado in pasaje.valores
        if not any(_concuerdan(valor, hallado[0]) for valor in frase.valores)
    ]


def _rival(frase: Dicho, valor: Valor, otros: Sequence[Hallado]) -> Hallado | None:
    """Return what a passage says in the place of a value: of its kind, the most alike."""

    def parecido(hallado: Hallado) -> tuple[bool, bool, int]:
        otro = hallado[0]
        mismas = otro.unidad == valor.unidad, otro.dato == valor.dato
        return *mismas, _en_comun(frase, valor, hallado)

    familia = (hallado for hallado in otros if _de_la_familia(valor, hallado[0]))
    return max(familia, key=parecido, default=None)


def _de_la_familia(valor: Valor, otro: Valor) -> bool:
    if valor.tipo == otro.tipo == "articulo":
        clase = str(valor.dato).rstrip(_PRIMERA_CIFRA)
        return str(otro.dato).startswith(clase)
    familias = (_DE_TIEMPO, _CUENTAN)
    return valor.tipo == otro.tipo or any(valor.tipo in f and otro.tipo in f for f in familias)


def _por_su_limite(
    frase: Dicho, valor: Valor, propios: Sequence[Hallado], cerca: Pasaje
) -> Iterator[Discrepancia]:
    """Yield the disagreement on which side of a value counts, where both sides say it."""
    limite = valor.limite
    if frase.con(Efecto.NIEGA) and not any(t.con(Efecto.NIEGA) for _, t in propios):
        return  # «después del 15 no se recibe» is «se recibe hasta el 15»
    opuesto = _de_otro_lado(valor, propios) or _de_otro_sentido(valor, propios)
    if opuesto is None and limite.lado and not any(h[0].limite.lado for h in propios):
        del_lado = (h for h in cerca.valores if h[0].limite.lado == limite.lado)
        parejos = (h for h in del_lado if _de_la_familia(valor, h[0]))
        opuesto = next((h for h in parejos if _solo_ese(h, valor.unidad)), None)
    if opuesto is not None:
        otro, tramo = opuesto
        yield Discrepancia(
            "limite",
            frase.texto[limite.desde : limite.hasta],
            tramo.texto[otro.limite.desde : otro.limite.hasta],
            limite.desde,
            limite.hasta,
        )


def _solo_ese(hallado: Hallado, unidad: str) -> bool:
    """Tell whether no other «mínimo» or «máximo» of a stretch may be of another value."""
    valor, tramo = hallado
    con_lado = sum(bool(v.limite.lado) for v in tramo.valores)
    return valor.unidad == unidad and len(_EXTREMO.findall(tramo.plegado)) <= con_lado


def _mas_parecidos(frase: Dicho, valor: Valor, propios: Sequence[Hallado]) -> list[Hallado]:
    """Return the equals of a value that stand among the words that stand around it."""
    comunes = [_en_comun(frase, valor, propio) for propio in propios]
    return [h for h, suyas in zip(propios, comunes, strict=True) if suyas == max(comunes)]


def _de_otro_lado(valor: Valor, propios: Sequence[Hallado]) -> Hallado | None:
    lado = valor.limite.lado
    if not lado or any(h[0].limite.lado in ("", lado) for h in propios):
        return None
    return propios[0]


def _de_otro_sentido(valor: Valor, propios: Sequence[Hallado]) -> Hallado | None:
    sentido = valor.limite.sentido
    if not sentido or any(h[0].limite.sentido == sentido for h in propios):
        return None
    if sentido == ANTES:
        return next((h for h in propios if h[0].limite.sentido or h[0].limite.lado), None)
    return next((h for h in propios if h[0].limite.sentido), None)
