"""Which questions of a conversation need the one before: two turns each, as people write them.

`ciegas.txt` was written before the rules were, and no rule was drawn from it.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.terminos import PALABRAS_DE_LA_PREGUNTA, terminos
from siaa.comprension.asunto import (
    CASI,
    DOCUMENTOS_DE_UN_ASUNTO,
    NOMBRADO,
    PESO_DE_UN_ASUNTO,
    es_del_asunto,
)
from siaa.comprension.pregunta import entender
from siaa.valores import Mensaje

MUESTRA = Path(__file__).resolve().parents[2] / "documentos"


@pytest.fixture(scope="module")
def indice() -> Indice:
    return cargar_biblioteca(MUESTRA)


def conversaciones(nombre: str) -> list[tuple[str, str, bool]]:
    """Question, the next one (`+` where it leans on it, `-` where the subject changes), which."""
    leidas, previa = [], ""
    for linea in Path(__file__).with_name(nombre).read_text("utf-8").splitlines():
        if linea.startswith("    "):
            signo, siguiente = linea.split(maxsplit=1)
            leidas.append((previa, siguiente, signo == "+"))
        else:
            previa = linea
    return leidas


def hereda(previa: str, siguiente: str, indice: Indice | None) -> bool:
    mensajes = (Mensaje("user", previa), Mensaje("assistant", "Así."), Mensaje("user", siguiente))
    return bool(entender(mensajes, indice).apoyo)


@pytest.mark.parametrize(
    ("nombre", "faltan", "sobran"),
    [("conversaciones.txt", 0.05, 0.05), ("ciegas.txt", 0.12, 0.05)],
)
def test_se_une_lo_que_sigue_y_no_lo_que_cambia_de_asunto(
    indice: Indice, nombre: str, faltan: float, sobran: float
) -> None:
    todas = conversaciones(nombre)
    assert len(todas) >= 140
    for depende, admitido in ((True, faltan), (False, sobran)):
        suyas = [(p, s) for p, s, d in todas if d is depende]
        erradas = [(p, s) for p, s in suyas if hereda(p, s, indice) is not depende]
        assert len(suyas) >= 0.4 * len(todas)
        assert len(erradas) <= admitido * len(suyas), erradas


def propios(texto: str) -> list[str]:
    return [t for t in dict.fromkeys(terminos(texto)) if t not in PALABRAS_DE_LA_PREGUNTA]


def del_asunto(indice: Indice, asunto: str, texto: str, *, suelto: bool) -> bool:
    """The same decision, heading by heading and passage by passage."""
    dichos, antes = propios(texto), propios(asunto)
    peso = sum(idf(indice, t) for t in dichos)
    if not 0 < peso <= PESO_DE_UN_ASUNTO or set(dichos) & set(antes):
        return False
    campos = (indice.encabezados, indice.rotulos)
    nombres = [(c.idf, c.terminos(n)) for c in campos for n in range(len(c.dueno))]
    for pesos, nombre in nombres:
        suyo = sum(pesos[t] for t in nombre.intersection(dichos))
        if suyo and suyo >= NOMBRADO * sum(pesos[t] for t in nombre):
            return False
    if suelto and len(dichos) == 1 and not any(dichos[0] in nombre for _, nombre in nombres):
        return True
    return casi_todo_en_pocos(indice, antes, dichos)


def idf(indice: Indice, termino: str) -> float:
    tabla = indice.pasajes
    if termino in tabla.filas:
        return float(tabla.idf_pasaje[tabla.filas[termino]])
    return float(np.log1p(2 * len(tabla.limites) + 1))


def casi_todo_en_pocos(indice: Indice, antes: list[str], dichos: list[str]) -> bool:
    """Tell whether the few documents that say most of one text say as much of another as any."""
    previo, este = por_pasaje(indice, antes), por_pasaje(indice, dichos)
    duenos = [int(indice.pasajes.dueno[n]) for n in range(len(previo))]
    suyos = {d for d, v in zip(duenos, previo, strict=True) if v and v >= CASI * max(previo)}
    if not 0 < len(suyos) <= DOCUMENTOS_DE_UN_ASUNTO:
        return False
    return max(v for d, v in zip(duenos, este, strict=True) if d in suyos) >= CASI * max(este)


def por_pasaje(indice: Indice, dichos: list[str]) -> list[float]:
    tabla = indice.pasajes
    suma = [0.0] * len(tabla.limites)
    for termino in dichos:
        if termino in tabla.filas:
            desde, hasta = tabla.desde[tabla.particion[tabla.filas[termino] :][:2]]
            for pasaje in tabla.pasaje[desde:hasta].tolist():
                suma[pasaje] += idf(indice, termino)
    return suma


def test_lo_que_es_de_un_asunto_contra_lo_que_significa(indice: Indice) -> None:
    pares = [(p, s) for p, s, _ in conversaciones("conversaciones.txt")][::7]
    for suelto in (True, False):
        rapida = [es_del_asunto(indice, p, s, suelto=suelto) for p, s in pares]
        assert rapida == [del_asunto(indice, p, s, suelto=suelto) for p, s in pares]
        assert {True, False} == set(rapida)


def test_una_biblioteca_vacia_no_dice_de_que_asunto_es_nada(tmp_path: Path) -> None:
    vacia = cargar_biblioteca(tmp_path)
    assert not es_del_asunto(vacia, "¿Cómo se archiva?", "¿Quién firma el acta?", suelto=False)


def test_decide_lo_que_la_biblioteca_tiene(indice: Indice) -> None:
    """The same words go on with one subject and are another beside the next."""
    acta, comision = "queda constancia en el acta?", "¿Qué pasa si un testigo se desconecta?"
    assert hereda(comision, acta, indice)
    assert not hereda("¿Cómo se fracciona un título?", "vacaciones", indice)
    assert hereda("¿Cómo se fracciona un título?", "¿Y en vacaciones?", indice)


def test_quien_anuncia_otra_cosa_no_sigue_con_la_misma(indice: Indice) -> None:
    asunto = "¿Cómo se transfiere un expediente?"
    for otra in ("Otra pregunta: ¿quién la firma?", "y pasando a otro tema, ¿cuál es el plazo?"):
        assert not hereda(asunto, otra, indice)
