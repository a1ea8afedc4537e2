"""What every text says → what the acts of a library do to each other, found from both ends."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Final, Literal

from siaa.biblioteca.lengua.texto import componer_letras
from siaa.biblioteca.relaciones.actos import Actos, leer_actos, rango_de
from siaa.biblioteca.relaciones.nombrados import articulos_de, leer_nombradas
from siaa.biblioteca.titulos import con_articulo
from siaa.biblioteca.valores import Documento, Extremo, Relacion, TipoDeRelacion, hecho

_DE_ACTO_ENTERO: Final = frozenset(("deroga", "subroga", "suspende", "modifica"))
_ACABAN_CON_EL: Final = ("deroga", "subroga")


def relacionar(
    documentos: Mapping[str, Documento],
) -> tuple[dict[str, Documento], Actos, tuple[str, ...]]:
    """Return the documents with their relations and ranks, as acts, and what is named in vain.

    What the catalogue says of two acts replaces what was read of them; an empty list, all that
    was read of its kind. Of what is said twice, what the act itself says counts before a note. An
    act that says which articles it changes is not read as changing all: its title only announces.
    """
    actos = leer_actos(documentos)
    vanas: list[str] = []
    dichas = [r for d in documentos.values() for r in _del_catalogo(d, actos, vanas)]
    pares = {(r.de.doc, _acto(r.a)) for r in dichas}
    suyas = ((d.clave, d.entrada.dichas) for d in documentos.values())
    calladas = {(doc, tipo) for doc, listas in suyas for tipo in listas if not listas[tipo]}
    leidas = [r for d in documentos.values() for r in _leidas(d, actos)]
    leidas.sort(key=lambda r: r.de.doc is None or r.desde is None)  # stable: notes come last
    precisas = {(_acto(r.de), _acto(r.a)) for r in leidas if r.a.articulo}
    distintas = {(r.tipo, _acto(r.de), _acto(r.a), r.a.articulo): r for r in dichas}
    for r in leidas:
        precisa = r.a.articulo or r.tipo != "modifica" or (_acto(r.de), _acto(r.a)) not in precisas
        callada = (r.de.doc, _acto(r.a)) in pares or (r.de.doc, r.tipo) in calladas
        if precisa and not callada:
            distintas.setdefault((r.tipo, _acto(r.de), _acto(r.a), r.a.articulo), r)
    por_doc: defaultdict[str | None, list[Relacion]] = defaultdict(list)
    for clave, documento in documentos.items():
        por_doc[clave] += _versiones(documento, actos.propios[clave])
    for lado in (attrgetter("a.doc"), attrgetter("de.doc")):  # first what is done to it
        for r in distintas.values():
            por_doc[lado(r)].append(r)
    con_ellas = {}
    for clave, documento in documentos.items():
        rango = rango_de(documento) if actos.con_rango else None
        con_ellas[clave] = replace(documento, relaciones=tuple(por_doc[clave]), rango=rango)
    return con_ellas, actos, tuple(vanas)


def _versiones(documento: Documento, propio: Extremo) -> Iterator[Relacion]:
    """Yield the articles whose earlier texts a document carries beside the one in force."""
    secciones = documento.texto.estructura.secciones
    if not any(seccion.anterior for seccion in secciones):
        return
    suyas = [(a, s) for s in secciones for a in articulos_de(s.ruta)[:1]]
    vigentes = {a: (s.inicio, s.fin) for a, s in reversed(suyas) if not s.anterior}
    for articulo in dict.fromkeys(a for a, s in suyas if s.anterior):
        lado = replace(propio, articulo=articulo)
        yield Relacion("subroga", lado, lado, "", *vigentes.get(articulo, (None, None)))


def _acto(extremo: Extremo) -> str | None:
    """Return what tells an act from others, whatever its article."""
    return extremo.norma if extremo.doc is None else extremo.doc


def afectan(documento: Documento, inicio: int, fin: int) -> tuple[Relacion, ...]:
    """Return what other acts do to a stretch of a document: to its articles, or to all of it.

    What is added or regulated leaves the rest of an act as it was. What the document does to itself
    is to replace an earlier text, where the stretch is one.
    """
    recibidas = [r for r in documento.relaciones if r.a.doc == documento.clave]
    secciones = documento.texto.estructura.secciones_en(inicio, fin)
    suyas = [(a, s.anterior) for s in secciones for a in articulos_de(s.ruta)[:1]]
    tocados, anteriores = {a for a, _ in suyas}, {a for a, anterior in suyas if anterior}
    return tuple(
        r
        for r in recibidas
        if r.tipo != "reglamenta"
        and (
            r.a.articulo in (anteriores if r.de.doc == documento.clave else tocados)
            if r.a.articulo
            else r.tipo in _DE_ACTO_ENTERO
        )
    )


def en_palabras(relacion: Relacion) -> str:
    """Say what was done: «modificado por la Ley 8 de 2003, que no está en la biblioteca»."""
    norma, doc = relacion.de.norma, relacion.de.doc
    if norma is None:
        return hecho(relacion.tipo)
    if doc == relacion.a.doc:
        return "texto anterior, que ya no rige"
    ausente = ", que no está en la biblioteca" if doc is None else ""
    return f"{hecho(relacion.tipo)} por {con_articulo(norma)}{ausente}"


def cambios(relaciones: Iterable[Relacion]) -> list[str]:
    """Say all that was done, each thing once."""
    return list(dict.fromkeys(map(en_palabras, relaciones)))


def lugar_de(documento: Documento, articulo: str | None) -> tuple[int | None, int | None]:
    """Return where the text in force of an article stands; None for the whole act, or for none."""
    for seccion in documento.texto.estructura.secciones if articulo else ():
        if not seccion.anterior and articulos_de(seccion.ruta)[:1] == (articulo,):
            return seccion.inicio, seccion.fin
    return None, None


def ausentes(
    documentos: Iterable[Documento], lado: Literal["de", "a"] = "de"
) -> list[tuple[str, list[tuple[TipoDeRelacion, str]]]]:
    """Return the norms that change some document and are not loaded: what they do to which.

    lado: `a` for those that some document changes; one that is repealed whole is not missed. Those
    of most documents come first.
    """
    suyos: defaultdict[str, dict[tuple[TipoDeRelacion, str], None]] = defaultdict(dict)
    derogadas = set[str]()
    for documento in documentos:
        for relacion in documento.relaciones:
            extremo: Extremo = getattr(relacion, lado)
            if extremo.doc is None and extremo.norma is not None:
                suyos[extremo.norma][relacion.tipo, documento.clave] = None
                if lado == "a" and relacion.tipo in _ACABAN_CON_EL and not extremo.articulo:
                    derogadas.add(extremo.norma)
    quedan = (par for par in suyos.items() if par[0] not in derogadas)
    ordenadas = sorted(quedan, key=lambda par: (-len({doc for _, doc in par[1]}), par[0]))
    return [(norma, list(hechos)) for norma, hechos in ordenadas]


def _leidas(documento: Documento, actos: Actos) -> Iterator[Relacion]:
    """None does anything to itself, nor to one of a later year: that number is of an older one."""
    for m in documento.texto.menciones:
        aqui = replace(actos.propios[documento.clave], articulo=m.articulo)
        otro = actos.extremo(m.norma, m.ajeno) if m.norma else Extremo(None, None, None)
        if _acto(otro) not in (aqui.doc, aqui.norma):
            de, a = (otro, aqui) if m.es_nota else (aqui, otro)
            lugar = (None, None) if m.es_nota and otro.doc else (m.desde, m.hasta)
            anio, tope = (actos.anios.get(lado.doc or "") for lado in (a, de))
            if anio is None or tope is None or anio <= tope:
                yield Relacion(m.tipo, de, a, m.frase, *lugar)


def _del_catalogo(documento: Documento, actos: Actos, vanas: list[str]) -> Iterator[Relacion]:
    """It names files («acuerdo_5.md») and norms («artículos 3 y 5 del Decreto 123 de 1990»)."""
    for tipo, textos in documento.entrada.dichas.items():
        for texto in textos:
            archivo = actos.propios.get(componer_letras(texto).lower().strip())
            nombradas = (actos.extremo(*nombrada) for nombrada in leer_nombradas(texto))
            tocados = [archivo] if archivo else list(nombradas)
            if not tocados:
                donde = f"«documentos.{documento.clave}.{tipo}»"
                vanas.append(f"{donde} dice «{texto}», que no es un archivo ni una norma.")
            propio = actos.propios[documento.clave]
            yield from (Relacion(tipo, propio, tocado, texto) for tocado in tocados)
