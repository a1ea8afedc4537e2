"""How much of a question a library answers for: each word by its idf and by where it stands."""

from __future__ import annotations

import json
import math
import shutil
from functools import cache
from pathlib import Path

import bibliotecas_hibridas as bh
import pytest
import referencia_hibrida as ref
from biblioteca_de_prueba import MUESTRA, en_memoria, muestra
from hypothesis import example, given
from hypothesis import strategies as st
from test_hibrida import comparar_pasajes, comparar_respaldo, preguntar

from config import Config
from siaa.armado import ajustes_consulta
from siaa.biblioteca.cargador import cargar_biblioteca, textos_conocidos
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.valores import AjustesBiblioteca
from siaa.comprension.intentos import intentos_de
from siaa.evaluacion.medidas import auc
from siaa.evaluacion.orden import retirador
from siaa.evaluacion.preguntas import leer_preguntas
from siaa.recorrido.hallazgo import CERTEZA_MINIMA, Hallazgo
from siaa.recorrido.localizacion import localizar
from siaa.recorrido.preparacion import reunir
from siaa.recuperacion.hibrida.busqueda import buscar
from siaa.recuperacion.hibrida.respaldo import certeza
from siaa.valores import Mensaje

LARGA = (
    "Nada de lo que se dice viene al caso de quien pregunta por otras materias distintas, eso no. "
)
TEXTO = (
    "# Guía\n\nEl cangrejo camina. " + LARGA * 3 + "\n\n" + LARGA * 4
    + "\n\nLa medusa flota. " + LARGA * 3 + "\n\n## Mareas\n\nEl erizo pincha."
)  # fmt: skip


def respaldo(indice: Indice, pregunta: str) -> float:
    valor = buscar(indice, pregunta).enrutar(2).respaldo
    assert valor is not None
    return valor


def idf(indice: Indice, *terminos: str) -> float:
    """What a word is worth; one that the library lacks is one that no passage has."""
    tabla = indice.pasajes
    total = len(tabla.limites)
    return sum(
        float(tabla.idf_pasaje[tabla.filas[t]]) if t in tabla.filas else ref.idf(total, 0)
        for t in terminos
    )


@pytest.fixture(scope="module")
def indice() -> Indice:
    return bh.Generada({"costa.md": TEXTO, "decreto_806_de_2020.md": "Cada foca canta."}).indice()


def test_todo_en_el_pasaje(indice: Indice) -> None:
    assert respaldo(indice, "¿El cangrejo camina?") == pytest.approx(1.0)


def test_lo_que_esta_en_otra_parte_del_documento(indice: Indice) -> None:
    logrado = 1.0 * idf(indice, "cangrej", "camin") + 0.3 * idf(indice, "medus")
    assert respaldo(indice, "cangrejo camina medusa") == pytest.approx(
        logrado / idf(indice, "cangrej", "camin", "medus")
    )


def test_lo_que_la_biblioteca_no_tiene_cuenta_como_lo_mas_raro(indice: Indice) -> None:
    total = idf(indice, "cangrej", "camin", "zzz")
    assert idf(indice, "zzz") > idf(indice, "cangrej")
    assert respaldo(indice, "cangrejo camina zzz") == pytest.approx(
        idf(indice, "cangrej", "camin") / total
    )


def test_lo_que_dice_poco_no_cuenta_si_falta(indice: Indice) -> None:
    assert respaldo(indice, "quiero averiguar si el cangrejo camina") == pytest.approx(1.0)


def test_de_una_expresion_que_se_leyo_con_otras_palabras_no_falta_ninguna() -> None:
    """«Día tope» is read as «plazo» and «término»: «tope» is missing where one of these is."""
    todas, una = (
        bh.Generada({"a.md": f"El muelle tiene cada día un {dice}."}).indice()
        for dice in ("plazo o término", "plazo")
    )
    pregunta = "¿Cuál es el día tope del muelle?"
    assert respaldo(todas, pregunta) == pytest.approx(1.0)
    assert respaldo(una, pregunta) < 0.6


def test_lo_que_esta_en_otro_documento_no_ayuda(indice: Indice) -> None:
    assert respaldo(indice, "cangrejo camina medusa foca") < respaldo(
        indice, "cangrejo camina medusa"
    )


def test_el_encabezado_y_el_nombre_son_del_pasaje(indice: Indice) -> None:
    assert respaldo(indice, "¿Qué pincha en las mareas?") == pytest.approx(1.0)
    assert respaldo(indice, "¿Qué pincha en las mareas de la costa?") == pytest.approx(1.0)


def test_la_norma_que_se_cita_es_el_documento(indice: Indice) -> None:
    assert respaldo(indice, "foca canta decreto 806 de 2020") == pytest.approx(1.0)
    assert respaldo(indice, "foca canta decreto 807 de 2020") < 0.8


def test_los_sinonimos_cuentan_una_vez() -> None:
    """«castigo» is looked up as «sanción» too, and weighs as one word."""
    indice = bh.Generada({"a.md": "La sanción llega tarde.", "b.md": "Nada."}).indice()
    assert respaldo(indice, "castigo tarde") == pytest.approx(1.0)


def test_sin_palabras_no_hay_respaldo(indice: Indice) -> None:
    for nada in ("", "¿?", "de la que", "zzz"):
        assert respaldo(indice, nada) == 0.0


def test_un_documento_sin_pasajes_no_responde() -> None:
    indice = bh.Generada({"percebe.md": "· · ·", "b.md": "Nada."}).indice()
    (documento,) = buscar(indice, "percebe").enrutar(2).documentos
    assert documento.doc == "percebe.md" and respaldo(indice, "percebe") == 0.0


@bh.ajustes(60)
@given(bh.bibliotecas(), st.data())
def test_el_respaldo_como_la_referencia(generada: bh.Generada, datos: st.DataObject) -> None:
    indice = generada.indice()
    biblioteca = ref.leer(indice)
    for _ in range(4):
        pregunta, pesos = datos.draw(bh.preguntas), datos.draw(bh.pesos)
        rapida, lenta = preguntar(indice, biblioteca, pregunta, pesos)
        comparar_respaldo(rapida, lenta, comparar_pasajes(rapida, rapida.documentos, lenta))


# --- How surely the answer is there --------------------------------------------------------------

PARTES = st.floats(0, 1)
PUNTAJES = st.tuples(st.floats(0.01, 500), PARTES).map(lambda p: (p[0], p[0] * p[1]))
PESO = st.floats(0, 200)


@given(PARTES, PESO, PUNTAJES, st.booleans(), st.booleans())
def test_la_certeza_es_la_suma_de_sus_partes(
    parte: float, peso: float, puntajes: tuple[float, float], nombre: bool, anio: bool
) -> None:
    segura = certeza(parte, peso, puntajes, falta_nombre=nombre, otro_anio=anio)
    assert 0 < segura.valor < 1
    suma = sum(motivo.puntos for motivo in segura.partes)
    assert segura.valor == pytest.approx(1 / (1 + math.exp(-suma)))
    nombres = {m.nombre for m in segura.partes}
    assert ("nombre" in nombres, "año" in nombres) == (nombre, anio)


@given(PARTES, PARTES, PESO, PUNTAJES, PARTES)
def test_mas_indicios_dan_mas_certeza(
    una: float, otra: float, peso: float, puntajes: tuple[float, float], menos: float
) -> None:
    menor, mayor = sorted((una, otra))
    primero, segundo = puntajes

    def valor(
        parte: float = menor, segundo: float = segundo, *, falta: bool = False, otro: bool = False
    ) -> float:
        puntajes = (primero, segundo)
        return certeza(parte, peso, puntajes, falta_nombre=falta, otro_anio=otro).valor

    assert valor(mayor) >= valor()
    assert valor(menor, segundo * menos) >= valor()
    assert valor(falta=True) < valor()
    assert valor(otro=True) < valor()


@pytest.mark.parametrize(
    ("pregunta", "duda"),
    [
        ("tarifa del pasaporte en 1994", True),
        ("tarifa del pasaporte en 1994 y en 2010", False),
        ("tarifa del pasaporte en 2010", False),
        ("tarifa del pasaporte", False),
        ("tarifa del pasaporte del decreto 6 en 1994", False),  # it names the act itself
        ("tarifa de la visa en 1994", False),  # what has no year of its own is of no other
    ],
)
def test_la_norma_de_otro_anio_da_menos_certeza(pregunta: str, duda: bool) -> None:
    textos = {
        "decreto_6_de_2010.md": "La tarifa del pasaporte.",
        "guia.md": "La tarifa de la visa.",
    }
    segura = buscar(bh.Generada(textos).indice(), pregunta).enrutar(2).certeza
    assert segura and ("año" in {parte.nombre for parte in segura.partes}) == duda


AJUSTES = ajustes_consulta(Config(documentos=MUESTRA))


@cache
def hallar(pregunta: str) -> Hallazgo:
    return localizar(muestra(), (Mensaje("user", pregunta),), AJUSTES)


@pytest.mark.parametrize(
    "pregunta",
    [
        "¿Cuándo debo reportar en SIERJU?",
        "¿Cuál es el plazo para reportar la estadística?",
        "¿Hasta qué día tengo para reportar en el SIERJU?",
        "¿Cada cuánto se reporta?",
    ],
)
def test_lo_primero_que_cualquiera_pregunta(pregunta: str) -> None:
    """Other articles say the same words; the one that says when goes first."""
    contexto = reunir(muestra(), (Mensaje("user", pregunta),), AJUSTES, 3.0).contexto
    assert "hasta el quinto día hábil" in contexto.fragmento(contexto.fuentes[0])


def banda(pregunta: str) -> str | None:
    return hallar(pregunta).banda


@pytest.mark.parametrize(
    ("pregunta", "esperada"),
    [
        ("¿Cuándo debo reportar en SIERJU?", "segura"),
        ("plazo sierju", "segura"),
        ("sierju", "segura"),
        ("¿Qué va en egresos?", "segura"),
        ("psaa16-10476", "segura"),
        ("¿Qué dice el artículo 99 del acuerdo PSAA16-10476?", "dudosa"),
        ("¿Qué plazo hay para corregir un reporte según el acuerdo PSAA16-10477?", "dudosa"),
        ("¿Cuántas patas tiene un gato?", "no_encontrada"),
        ("receta de ajiaco", "no_encontrada"),
        ("hola", None),
        ("gracias", None),
    ],
)
def test_las_bandas(pregunta: str, esperada: str | None) -> None:
    assert banda(pregunta) == esperada


def test_ningun_nombre_ni_encabezado_se_niega_por_lo_corto_que_es() -> None:
    """What the question says is all there: that it says little is no reason for doubt."""
    nombres = [d.titulo for d in muestra().documentos.values()]
    nombres += [
        seccion.ruta[-1]
        for documento in muestra().documentos.values()
        for seccion in documento.texto.estructura.secciones
        if seccion.ruta
    ]
    hallazgos = [(nombre, hallar(nombre)) for nombre in nombres]
    negados = [n for n, h in hallazgos if not h.suficiente and (h.ruta.respaldo or 0) >= 0.5]
    assert negados == []


def test_se_niega_lo_que_no_esta_y_casi_nada_de_lo_que_esta() -> None:
    """On the sample's own questions; docs/recuperacion.md has the figures of the others."""

    def negadas(archivo: str) -> float:
        bandas = [banda(caso.pregunta) for caso in leer_preguntas(MUESTRA / archivo)]
        return bandas.count("no_encontrada") / len(bandas)

    assert negadas("evaluacion.jsonl") < 0.02
    assert negadas("sin_respuesta.jsonl") >= 0.3


DE_OTROS = st.text("bcdfghjkm", min_size=5, max_size=9)
COMUNES = st.sampled_from(("va", "hora", "pueden", "día"))
NOTA = st.lists(DE_OTROS | COMUNES, min_size=1, max_size=9).map(" ".join)


@bh.ajustes(12)
@given(st.lists(NOTA, min_size=1, max_size=12))
@example(["va"])
def test_lo_que_no_viene_al_caso_apenas_mueve_la_certeza(notas: list[str]) -> None:
    """Other documents do not make what was found sure not to be found, whatever they say."""
    with en_memoria() as carpeta:
        copia = Path(carpeta) / "documentos"
        shutil.copytree(MUESTRA, copia)
        for numero, nota in enumerate(notas):
            (copia / f"zz{numero}.md").write_text(nota, encoding="utf-8")
        otra = cargar_biblioteca(copia, AjustesBiblioteca(), conocidos=textos_conocidos(muestra()))
    casos = leer_preguntas(MUESTRA / "evaluacion.jsonl")[::9]
    for pregunta in ("¿Qué va en egresos?", *(caso.pregunta for caso in casos)):
        antes = hallar(pregunta).ruta.certeza
        ahora = localizar(otra, (Mensaje("user", pregunta),), AJUSTES).ruta.certeza
        assert antes and ahora and ahora.valor > antes.valor - 0.2, pregunta


COMPARTIDA = Path(__file__).resolve().parents[3] / "shared"


@pytest.mark.skipif(
    not COMPARTIDA.is_dir(), reason="the folder shared is not beside the repository"
)
def test_sin_su_acto_una_pregunta_de_la_gente_se_distingue(tmp_path: Path) -> None:
    lineas = (COMPARTIDA / "preguntas" / "gente.jsonl").read_text(encoding="utf-8").splitlines()
    todos = [json.loads(linea) for linea in lineas]
    casos = todos[1::2]
    nombres = {caso["documento"].lower() for caso in todos}
    for ruta in (*(COMPARTIDA / "corpus").rglob("*.md"), *(COMPARTIDA / "actos_co").glob("*.md")):
        if ruta.name.lower() in nombres:
            (tmp_path / ruta.name).write_bytes(ruta.read_bytes())
    ajustes = AjustesBiblioteca()
    entera = cargar_biblioteca(tmp_path, ajustes)
    retirar = cache(retirador(entera, tmp_path, ajustes))

    def valor(indice: Indice, pregunta: str) -> float:
        segura = buscar(indice, pregunta, intentos_de(pregunta)).enrutar(2).certeza
        return segura.valor if segura else 0.0

    esta = [valor(entera, caso["pregunta"]) for caso in casos]
    no_esta = [valor(retirar(c["documento"].lower()), c["pregunta"]) for c in casos]
    assert auc(esta, no_esta) >= 0.9
    assert sum(v < CERTEZA_MINIMA for v in esta) < 0.02 * len(esta)
