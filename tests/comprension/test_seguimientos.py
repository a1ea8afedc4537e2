"""Which questions of a conversation need the ones before, as people write them.

In `conversaciones.txt` and `ciegas.txt` each turn follows the first. In the others, on the shared
acts and manuals, it follows the one above. The points of `comprension/dependencia.py` were fitted
on all but the last six, which were written before anything was known of them. Missed of what
leans on others · joined in vain, at first look: `finales.txt` .07 · .00, after which two verbs were
added to the classes; `nuevas.txt` .00 · .00; `mezcladas.txt` .05 · .04, after which a statement
(`AFIRMA`) leans on what was said; `cierre.txt` .02 · .00 (before: .08 · .00); `pasillo.txt` .08 ·
.05, after which what no passage has tells nothing of a statement, «es que» joins on and «somos» is
a verb (.04 · .05); `patio.txt`, looked at last, .03 · .00.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from biblioteca_de_prueba import muestra
from copias_de_prueba import DISTINTO, escribir_copias
from hypothesis import given
from hypothesis import strategies as st

from config import Config
from siaa.armado import ajustes_consulta
from siaa.biblioteca.ambito import OFERTA
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.terminos import PALABRAS_DE_LA_PREGUNTA, terminos
from siaa.comprension.dependencia import (
    AJENO,
    CASI,
    HUECO,
    SUYO,
    clases,
    depende,
    por_la_biblioteca,
)
from siaa.comprension.pregunta import entender
from siaa.recorrido.localizacion import localizar
from siaa.redaccion import respuesta
from siaa.valores import Contexto, Mensaje, Pregunta

COMPARTIDO = Path(__file__).resolve().parents[3] / "shared"


@pytest.fixture
def indice() -> Indice:
    return muestra()


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


def hereda(previa: str, siguiente: str, indice: Indice) -> bool:
    return se_une((previa, siguiente), indice)


def se_une(turnos: tuple[str, ...], indice: Indice) -> bool:
    """Whether the last turn is read in the light of others, be it to say the answer otherwise."""
    pregunta = entender(charlado(turnos), indice)
    return bool(pregunta.apoyo or pregunta.arreglo)


def charlado(turnos: Sequence[str]) -> list[Mensaje]:
    """The turns with an answer between each two."""
    dichos = ((("user", turno), ("assistant", "Así.")) for turno in turnos)
    return [Mensaje(rol, texto) for par in dichos for rol, texto in par][:-1]


@pytest.mark.parametrize(
    ("nombre", "faltan", "sobran"),
    [("conversaciones.txt", 0.06, 0.03), ("ciegas.txt", 0.04, 0.03)],
)
def test_se_une_lo_que_sigue_y_no_lo_que_cambia_de_asunto(
    indice: Indice, nombre: str, faltan: float, sobran: float
) -> None:
    todas = conversaciones(nombre)
    assert len(todas) >= 140
    for sigue, admitido in ((True, faltan), (False, sobran)):
        suyas = [(p, s) for p, s, d in todas if d is sigue]
        erradas = [(p, s) for p, s in suyas if hereda(p, s, indice) is not sigue]
        assert len(suyas) >= 0.4 * len(todas)
        assert len(erradas) <= admitido * len(suyas), erradas


SOBRE_LO_COMPARTIDO = (
    *("charlas", "reservadas", "ultimas", "corregidas"),
    *("finales", "nuevas", "mezcladas", "cierre", "pasillo", "patio"),
)


@pytest.fixture(scope="module")
def compartida(tmp_path_factory: pytest.TempPathFactory) -> Indice:
    """The shared manuals, and the acts that people ask about."""
    if not COMPARTIDO.is_dir():
        pytest.skip("the shared folder is not beside the repository")
    carpeta = tmp_path_factory.mktemp("compartida")
    lineas = (COMPARTIDO / "preguntas" / "gente.jsonl").read_text("utf-8").splitlines()
    actos = {json.loads(linea)["documento"].lower() for linea in lineas}
    for ruta in COMPARTIDO.glob("[ca]*/**/*.md"):
        if ruta.name.lower() in actos or ruta.parent.name == "sierju":
            shutil.copy(ruta, carpeta / ruta.name)
    indice = cargar_biblioteca(carpeta)
    assert len(indice.claves) > 40
    return indice


@pytest.mark.parametrize("nombre", SOBRE_LO_COMPARTIDO)
def test_charlas_sobre_actos_y_manuales(compartida: Indice, nombre: str) -> None:
    todas = charlas(f"{nombre}.txt")
    for esperado in (True, False):
        suyas = [turnos for turnos, sigue in todas if sigue is esperado]
        erradas = [turnos for turnos in suyas if se_une(turnos, compartida) is not esperado]
        assert len(suyas) >= 10 and len(erradas) <= 0.06 * len(suyas), erradas


def test_lo_que_sigue_se_busca_donde_su_asunto(compartida: Indice) -> None:
    """Few questions that are joined begin with another document than their subject does."""
    ajustes, grupo = ajustes_consulta(Config()), compartida.pasajes.grupo
    unidas = otras = 0

    @cache  # many go on from the same question
    def primero(*turnos: str) -> tuple[Pregunta, int]:
        hallazgo = localizar(compartida, charlado(turnos), ajustes)
        if not hallazgo.ruta.documentos:
            return hallazgo.pregunta, -1
        doc = compartida.numero(hallazgo.ruta.documentos[0].doc)
        return hallazgo.pregunta, len(grupo) + int(grupo[doc]) if grupo[doc] >= 0 else doc

    for nombre in SOBRE_LO_COMPARTIDO:
        for turnos, sigue in charlas(f"{nombre}.txt"):
            pregunta, doc = primero(*turnos) if sigue else (None, 0)
            if pregunta and pregunta.previas:
                unidas, otras = unidas + 1, otras + (primero(pregunta.previas[0])[1] != doc)
    assert unidas > 350 and otras <= 0.09 * unidas


# --- What the library says ----------------------------------------------------------------------


def por_pasajes(indice: Indice, asunto: str, texto: str, titulo: float) -> float:
    """The same points, passage by passage and heading by heading."""
    propios, previos = ({*terminos(t)} - PALABRAS_DE_LA_PREGUNTA for t in (texto, asunto))
    dicho, antes = (idf_por_pasaje(indice, suyos) for suyos in (propios, previos))
    duenos = indice.pasajes.dueno.tolist()
    suyos, mejores = (
        {d for d, v in zip(duenos, valores, strict=True) if v and v >= CASI * max(valores)}
        for valores in (antes, dicho)
    )
    del_asunto = max((v for d, v in zip(duenos, dicho, strict=True) if d in suyos), default=0.0)
    raro = idf(indice, "…")
    hueco = sum(idf(indice, t) for t in propios) - max(dicho)
    campos = (indice.encabezados, indice.rotulos)
    nombres = {t for c in campos for n in range(len(c.dueno)) for t in c.terminos(n)}
    return (
        HUECO * min(hueco / raro, 2)
        + AJENO * (max(dicho) - del_asunto) / raro
        + (SUYO * len(suyos & mejores) / len(suyos) if suyos else 0)
        + (titulo * len(propios & nombres) / len(propios) if propios else 0)
    )


def idf(indice: Indice, termino: str) -> float:
    tabla = indice.pasajes
    if termino in tabla.filas:
        return float(tabla.idf_pasaje[tabla.filas[termino]])
    return float(np.log1p(2 * len(tabla.limites) + 1))


def idf_por_pasaje(indice: Indice, dichos: set[str]) -> list[float]:
    tabla = indice.pasajes
    suma = [0.0] * len(tabla.limites)
    for termino in sorted(dichos & tabla.filas.keys()):
        desde, hasta = tabla.desde[tabla.particion[tabla.filas[termino] :][:2]]
        for pasaje in tabla.pasaje[desde:hasta].tolist():
            suma[pasaje] += idf(indice, termino)
    return suma


def test_lo_que_dice_la_biblioteca_contra_lo_que_significa(indice: Indice) -> None:
    for previa, texto, _ in conversaciones("conversaciones.txt")[::7]:
        esperado = por_pasajes(indice, previa, texto, -1.0)
        assert por_la_biblioteca(texto, previa, -1.0, HUECO, indice) == pytest.approx(esperado)


def test_una_biblioteca_vacia_no_dice_de_que_asunto_es_nada(tmp_path: Path) -> None:
    vacia = cargar_biblioteca(tmp_path)
    assert por_la_biblioteca("¿Quién firma?", "¿Cómo se archiva?", -1.0, HUECO, vacia) <= 0
    assert depende("¿y el plazo?", 3, "¿Cómo se archiva?", vacia)


def test_decide_lo_que_la_biblioteca_tiene(indice: Indice) -> None:
    """The same words go on with one subject and are another beside the next."""
    acta, comision = "queda constancia en el acta?", "¿Qué pasa si un testigo se desconecta?"
    assert hereda(comision, acta, indice)
    assert not hereda("¿Cómo se fracciona un título?", "vacaciones", indice)
    assert hereda("¿Cómo se fracciona un título?", "¿Y en vacaciones?", indice)


def test_lo_que_se_afirma_es_de_lo_que_se_hablaba(indice: Indice) -> None:
    asunto = "¿Cómo se transfiere un expediente?"
    assert hereda(asunto, "se cayó la plataforma del juzgado", indice)
    assert not hereda(asunto, "¿se cayó la plataforma del juzgado?", indice)


def test_lo_que_uno_cuenta_no_tiene_que_estar_en_ningun_pasaje(indice: Indice) -> None:
    """Where nobody asks: a question of it is another one."""
    asunto = "¿Cómo se transfiere un expediente?"
    cuento = "la señora se trasteó a Zipaquirá"
    assert hereda(asunto, cuento, indice) and not hereda(asunto, f"¿{cuento}?", indice)
    assert not hereda(asunto, "un trasteo a Zipaquirá", indice)


def test_solo_el_nombre_de_una_copia_sigue_con_lo_mismo(tmp_path: Path) -> None:
    """Its words are a heading like any, but nobody asks that of a library that has several."""
    indice = cargar_biblioteca(escribir_copias(tmp_path))
    assert hereda(DISTINTO, "mostrador de flores", indice)
    assert not hereda(DISTINTO, "reglamento de la lonja", indice)
    assert not hereda(DISTINTO, "Otra cosa: mostrador de flores", indice)
    assert not hereda(DISTINTO, "qué manual es el de mi mostrador de flores", indice), "it asks"


@pytest.mark.parametrize(
    ("asunto", "otra_vez"),
    [
        ("cuándo toca reportar", "cuándo toca reportar"),
        ("¿Cuándo debo reportar?", "cada cuánto se reporta"),
        ("sanciones", "dime las sanciones"),
        ("¿Cuál es el plazo?", "¿y el plazo cuál es si llueve?"),
    ],
)
def test_lo_que_se_pregunta_otra_vez_no_se_junta_consigo_mismo(
    indice: Indice, asunto: str, otra_vez: str
) -> None:
    assert not hereda(asunto, otra_vez, indice)
    assert hereda("¿Cómo se transfiere un expediente?", otra_vez, indice), "it leans on others"


def test_quien_anuncia_otra_cosa_no_sigue_con_la_misma(indice: Indice) -> None:
    asunto = "¿Cómo se transfiere un expediente?"
    for otra in ("Otra pregunta: ¿quién la firma?", "y pasando a otro tema, ¿cuál es el plazo?"):
        assert not hereda(asunto, otra, indice)


def test_lo_que_quedo_en_nada_no_es_asunto_de_lo_que_sigue(indice: Indice) -> None:
    """Nothing goes on with what nothing was found about, but with what was found before it does."""
    nada = respuesta.no_encontre({"general": ["Guía"]}, Contexto("", ()))
    oferta = respuesta.no_encontre(
        {"general": ["Guía"]}, Contexto("", ()), [f"Si es otro, {OFERTA}"]
    )
    hallado, perdido, sigue = (
        "¿Cómo se transfiere un expediente?",
        "menú del casino",
        "¿quién lo firma?",
    )
    for contestado, apoyo in (("Así.", perdido), (nada, ""), (oferta, perdido)):
        turnos = [
            Mensaje("user", perdido),
            Mensaje("assistant", contestado),
            Mensaje("user", sigue),
        ]
        assert entender(turnos, indice).apoyo == apoyo
        antes = [Mensaje("user", hallado), Mensaje("assistant", "Así."), *turnos]
        assert entender(antes, indice).previas[:1] == ((apoyo or hallado),)


# --- How the words of a question hang together --------------------------------------------------


@pytest.mark.parametrize(
    ("texto", "forma"),
    [
        ("¿Quién lo firma?", "wrV"),
        ("¿Puedo corregirlo?", "zIr"),
        ("¿La pueden negar?", "rxI"),
        ("¿Quién firma la planilla?", "wVlN"),
        ("¿Está cerrada la bodega?", "xVlN"),
        ("¿Esta cerradura sirve?", "rVx"),
        ("¿Qué casilla lleva el impedimento?", "qSVdN"),
        ("la charla de inducción", "lNpN"),
        ("faltó una silla", "VmN"),
        ("y 12 de cada 100", "ynpdn"),
        ("es que la bodega es chica", "klNxV"),
        ("somos dos porteros", "xnN"),
    ],
)
def test_las_palabras_se_leen_por_lo_que_tienen_al_lado(texto: str, forma: str) -> None:
    assert clases(texto, len(texto.split())) == forma


@given(st.text(max_size=80), st.integers(0, 8))
def test_cada_palabra_tiene_una_clase_y_el_clitico_pegado_otra(texto: str, cuantas: int) -> None:
    palabras = re.findall(r"[^\W_]+", texto.lower())[-cuantas:] if cuantas else []
    forma = clases(texto, cuantas)
    assert len(palabras) <= len(forma) <= 2 * len(palabras) and "W" not in forma
