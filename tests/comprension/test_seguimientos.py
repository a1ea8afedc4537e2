"""Which questions of a conversation need the ones before, as people write them.

`ciegas.txt` was written before the rules were; in it and in `conversaciones.txt` each turn follows
the first. In `charlas.txt`, `reservadas.txt` and `ultimas.txt`, on the shared acts and manuals, it
follows the one above; each was written before anything was known of it. At first look .16, .15 and
.04 of what leans on others was missed, and .00, .00 and .06 joined in vain (1 of 16).
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.terminos import PALABRAS_DE_LA_PREGUNTA, terminos
from siaa.comprension.asunto import (
    CASI,
    DOCUMENTOS_DE_UN_ASUNTO,
    PESO_DE_UN_ASUNTO,
    es_del_asunto,
)
from siaa.comprension.pregunta import entender
from siaa.valores import Mensaje

MUESTRA = Path(__file__).resolve().parents[2] / "documentos"
COMPARTIDO = Path(__file__).resolve().parents[3] / "shared"


@pytest.fixture(scope="module")
def indice() -> Indice:
    return cargar_biblioteca(MUESTRA)


def charlas(nombre: str) -> list[tuple[tuple[str, ...], bool]]:
    """The turns up to each that follows another, and whether it leans on what was said."""
    leidas, turnos = [], ("",)
    for linea in Path(__file__).with_name(nombre).read_text("utf-8").splitlines():
        signo, sangrado, siguiente = linea.removeprefix("    ").partition(" ")
        turnos = (*turnos, siguiente) if linea.startswith("    ") else (linea,)
        if sangrado and len(turnos) > 1:
            leidas.append((turnos, signo == "+"))
    return leidas


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
    return depende((previa, siguiente), indice)


def depende(turnos: tuple[str, ...], indice: Indice | None) -> bool:
    """Whether the last turn is read in the light of others, be it to say the answer otherwise."""
    charla = [
        Mensaje(rol, t) for turno in turnos for rol, t in (("user", turno), ("assistant", "Así."))
    ]
    pregunta = entender(charla[:-1], indice)
    return bool(pregunta.apoyo or pregunta.arreglo)


@pytest.mark.parametrize(
    ("nombre", "faltan", "sobran"),
    [("conversaciones.txt", 0.05, 0.03), ("ciegas.txt", 0.08, 0.05)],
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


@pytest.mark.skipif(
    not COMPARTIDO.is_dir(), reason="the shared folder is not beside the repository"
)
@pytest.mark.parametrize(
    ("nombre", "cuantas"), [("charlas.txt", 100), ("reservadas.txt", 50), ("ultimas.txt", 39)]
)
def test_charlas_sobre_actos_y_manuales(tmp_path: Path, nombre: str, cuantas: int) -> None:
    lineas = (COMPARTIDO / "preguntas" / "gente.jsonl").read_text("utf-8").splitlines()
    actos = {json.loads(linea)["documento"].lower() for linea in lineas}
    for ruta in COMPARTIDO.glob("[ca]*/**/*.md"):
        if ruta.name.lower() in actos or ruta.parent.name == "sierju":
            shutil.copy(ruta, tmp_path / ruta.name)
    indice, todas = cargar_biblioteca(tmp_path), charlas(nombre)
    assert len(indice.claves) > 40 and len(todas) > cuantas
    for esperado in (True, False):
        suyas = [turnos for turnos, sigue in todas if sigue is esperado]
        erradas = [turnos for turnos in suyas if depende(turnos, indice) is not esperado]
        assert len(erradas) <= 0.07 * len(suyas), erradas


def propios(texto: str) -> list[str]:
    return [t for t in dict.fromkeys(terminos(texto)) if t not in PALABRAS_DE_LA_PREGUNTA]


def del_asunto(indice: Indice, asunto: str, texto: str, *, suelto: bool) -> bool:
    """The same decision, heading by heading and passage by passage."""
    dichos, antes = propios(texto), propios(asunto)
    if not dichos:
        return True
    peso = sum(idf(indice, t) for t in dichos)
    if peso > PESO_DE_UN_ASUNTO or set(dichos) & set(antes):
        return False
    campos = (indice.encabezados, indice.rotulos)
    nombres = [c.terminos(n) for c in campos for n in range(len(c.dueno))]
    if suelto and len(dichos) == 1:
        return not any(dichos[0] in nombre for nombre in nombres)
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
