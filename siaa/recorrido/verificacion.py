"""Anybody's text, checked: against given passages or those that the library has for it. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from siaa.biblioteca.indice import Indice
from siaa.recorrido.hallazgo import SIN_CONTEXTO, AjustesConsulta
from siaa.recorrido.preparacion import buscar_pasajes
from siaa.redaccion.afirmaciones.frase import Estado, Frase
from siaa.redaccion.afirmaciones.revision import revisar
from siaa.valores import Contexto, Fuente

Comprobacion = tuple[tuple[Frase, ...], Contexto]  # and the passages they were compared with
_Pasaje = tuple[Fuente, str, str]  # its text, and all of the sections that it stands in


def comprobar_con(texto: str, pasajes: Sequence[str], pregunta: str = "") -> Comprobacion:
    """Check a text against some passages, numbered from 1 as they come."""
    en_blanco = Fuente(0, "", "", "", "", 0, 0, 0, 0, 0, ())
    contexto = _juntar(
        (replace(en_blanco, titulo=f"Pasaje {n}", hasta=len(pasaje)), pasaje, "")
        for n, pasaje in enumerate(pasajes, 1)
    )
    return revisar(texto, contexto, pregunta), contexto


def comprobar(
    indice: Indice, texto: str, ajustes: AjustesConsulta, pregunta: str = ""
) -> Comprobacion:
    """Check a text against the passages that the library has for each of its sentences.

    pregunta: what the text answers; passages are looked for with it too.
    """
    buscados = (texto[f.desde : f.hasta] for f in afirmaciones(texto))
    hallados: dict[tuple[str, int, int], _Pasaje] = {}
    for buscado in (*filter(None, (pregunta,)), *buscados):
        contexto = buscar_pasajes(indice, buscado, ajustes)
        for pasaje in _separar(contexto):
            fuente = pasaje[0]
            hallados.setdefault((fuente.doc, fuente.desde, fuente.hasta), pasaje)
    contexto = _juntar(hallados.values())
    return _solo_las_citadas(revisar(texto, contexto, pregunta, todo=True), contexto)


def afirmaciones(texto: str) -> list[Frase]:
    """Return the sentences of a text that claim something, compared with nothing."""
    return [f for f in revisar(texto, SIN_CONTEXTO) if f.estado is not Estado.SIN_AFIRMACION]


def _solo_las_citadas(frases: Sequence[Frase], contexto: Contexto) -> Comprobacion:
    citadas = {f.fuente for f in frases if f.fuente is not None}
    quedan = [pasaje for pasaje in _separar(contexto) if pasaje[0].n in citadas]
    nuevo = {fuente.n: n for n, (fuente, *_) in enumerate(quedan, 1)}
    numeradas = (f if f.fuente is None else replace(f, fuente=nuevo[f.fuente]) for f in frases)
    return tuple(numeradas), _juntar(quedan)


def _separar(contexto: Contexto) -> Iterator[_Pasaje]:
    for fuente, secciones in zip(contexto.fuentes, contexto.secciones, strict=True):
        yield fuente, contexto.fragmento(fuente), secciones


def _juntar(pasajes: Iterable[_Pasaje]) -> Contexto:
    texto, fuentes, todas = "", [], []
    for n, (fuente, pasaje, secciones) in enumerate(pasajes, 1):
        inicio = len(texto)
        texto += f"{pasaje}\n\n"
        fuentes.append(replace(fuente, n=n, inicio=inicio, fin=inicio + len(pasaje)))
        todas.append(secciones)
    return Contexto(texto, tuple(fuentes), tuple(todas))
