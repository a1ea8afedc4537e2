"""The words of a sentence whose contrary its passage says."""

from collections.abc import Iterator
from itertools import pairwise

from siaa.redaccion.afirmaciones.frase import Discrepancia, senalar
from siaa.redaccion.afirmaciones.lectura.dicho import Dicho, Pasaje
from siaa.redaccion.afirmaciones.lectura.lexico import bando_de
from siaa.redaccion.afirmaciones.lectura.marcas import Efecto
from siaa.redaccion.afirmaciones.lectura.palabras import Palabra


def contrarios(frase: Dicho, cerca: Pasaje) -> Iterator[Discrepancia]:
    """Yield the words whose contrary the passage says: «control previo», «control posterior»."""
    bandos = {bando for tramo in cerca.tramos for bando in tramo.bandos}
    negadas = {m.raiz for m in frase.con(Efecto.NIEGA, Efecto.SALVO)} - {""}
    for lugar, palabra in enumerate(frase.palabras):
        bando = bando_de(palabra.texto)
        contraria = bando and any(b[0] == bando[0] and b != bando for b in bandos)
        if bando is None or not contraria or _es_de_un_valor(frase, palabra):
            continue
        juntas = _juntas(frase, lugar)
        dichos = [
            (suyo, _juntas(tramo, n), tramo.texto[otra.desde : otra.hasta])
            for tramo in cerca.tramos
            for n, otra in enumerate(tramo.palabras)
            if (suyo := _bando_de(otra, palabra, bando)) is not None
            if not _es_de_un_valor(tramo, otra)
            if suyo == bando or not _son_de_un_momento(frase, palabra, tramo, otra)
            # «excluidos los de paso» beside «incluye los hoteles, pero no los de paso»
            if suyo == bando or negadas.isdisjoint(p.raiz for p in tramo.palabras[n + 1 : n + 3])
        ]
        iguales = [suyas for otro, suyas, _ in dichos if otro == bando]
        de_lo_mismo = juntas if iguales else frase.raices
        opuestos = [
            d for d in dichos if d[0] != bando and (d[1] & de_lo_mismo or not (d[1] or iguales))
        ]
        if opuestos and all(suyas and not suyas & juntas for suyas in iguales):
            yield senalar("contrario", frase.texto, palabra.desde, palabra.hasta, opuestos[0][2])


def _son_de_un_momento(frase: Dicho, palabra: Palabra, tramo: Dicho, otra: Palabra) -> bool:
    """Tell whether two words put what is said after the same: «previo aviso», «tras el aviso»."""
    suyas = [m for m in frase.con(Efecto.DESDE) if m.desde == palabra.desde]
    ajenas = [m for m in tramo.con(Efecto.DESDE) if m.desde == otra.desde]
    return any(not {*m.alcance[:2]}.isdisjoint(a.alcance[:2]) for m in suyas for a in ajenas)


def _es_de_un_valor(dicho: Dicho, palabra: Palabra) -> bool:
    """Tell whether a word only names a value: «mes de mayo», «cinco salarios mínimos», «al mes»."""
    suyos = [v for v in dicho.valores if v.desde <= palabra.desde < v.hasta]
    return any(
        v.tipo in ("fecha", "plazo")
        or v.unidad == "salario"
        or (v.tipo == "periodo" and v.desde < palabra.desde)
        for v in suyos
    )


def _bando_de(otra: Palabra, palabra: Palabra, bando: tuple[int, int]) -> tuple[int, int] | None:
    """Return the side of a word among the contraries of another: «mensual» is on that of «mes»."""
    suyo = bando_de(otra.texto)
    if suyo and suyo[0] == bando[0]:
        return suyo
    return bando if otra.raiz == palabra.raiz != "" else None


def _juntas(dicho: Dicho, lugar: int) -> set[str]:
    """Return the stems beside a word, of which one is of the noun that it tells of."""
    vecinas = pairwise(dicho.palabras[max(0, lugar - 1) : lugar + 2])
    raices = {raiz for una, otra in vecinas if not otra.pausa for raiz in (una.raiz, otra.raiz)}
    return raices - {"", dicho.palabras[lugar].raiz}
