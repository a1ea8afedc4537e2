"""Libraries and questions for `hibrida`, drawn by hypothesis, and what a search is compared by.

Documents are patched together from few sentences, headings and articles, so that words repeat,
passages tie and documents nearly coincide; next to every rule stands something that breaks it
(words with and without ñ, numbers in words, sentences without a space, texts without a unit).
"""

from __future__ import annotations

import os
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from siaa.biblioteca.catalogo import interpretar_catalogo
from siaa.biblioteca.indice import Indice, analizar, construir_indice
from siaa.biblioteca.lengua.terminos import PESO_GENTE, preparar_sinonimos
from siaa.biblioteca.valores import AjustesBiblioteca, Archivo
from siaa.recuperacion.hibrida.pesos import PESOS, Pesos
from siaa.valores import AjustesPoda, Presupuesto

EJEMPLOS = os.environ.get("PROPIEDADES_EJEMPLOS")


def ajustes(ejemplos: int) -> settings:
    """Settings of a test; `PROPIEDADES_EJEMPLOS` says how far whoever searches further goes.

    Shrinking a library takes minutes, so it is left to whoever searches further.
    """
    return settings(
        max_examples=int(EJEMPLOS or ejemplos),
        suppress_health_check=list(HealthCheck),
        phases=tuple(Phase) if EJEMPLOS else (Phase.explicit, Phase.generate),
    )


PALABRAS = (
    "sanción", "sanciones", "sancionar", "plazo", "plazos", "término", "año", "años", "ano",
    "niño", "niños", "señal", "senal", "juez", "jueces", "juzgado", "civil", "circuito",
    "municipal", "ejecución", "audiencia", "reportar", "reporte", "reportes", "inventario",
    "inicial", "despacho", "notificación", "notificar", "notifique", "formulario", "casilla",
    "columna", "vigencia", "sueldo", "salario", "multa", "castigo", "tutela", "acuerdo", "psaa16",
    "PSAA1610476", "10476", "2016", "12", "007", "x1", "de", "la", "el", "que", "para", "cuando",
    "debo", "artículo 7", "artículo séptimo", "art. 12", "numeral 3", "literal b)", "capítulo II",
    "la ley 100 de 1993", "el decreto 806", "decreto 1.564 de 2012", "1.564", "descongestión",
    "2020", "artículo7", "explica", "favor", "casada", "cansadas",
)  # fmt: skip
RAREZAS = (
    "ﬁrma", "İstanbul", "Straße", "가나다", "x\u030cq", "sanción_juez", "**plazo**", "½", "٣",
    "İİİ multa",
)  # fmt: skip
_AZAR = random.Random(1967)


def _frase(azar: random.Random, palabras: int) -> str:
    elegidas = azar.choices(PALABRAS, k=palabras)
    if azar.random() < 0.15:
        elegidas.insert(azar.randrange(len(elegidas) + 1), azar.choice(RAREZAS))
    texto = " ".join(elegidas)
    return texto[0].upper() + texto[1:] + azar.choice((".", ".", ".", ";", ":", ""))


FRASES = (
    *(_frase(_AZAR, _AZAR.randint(1, 22)) for _ in range(90)),
    "sanción" * 70,
    "plazo de la multa " * 26,
    "- - -",
    "가나다 라마바.",
    "Página 3",
    "Objeto ........................ 12",
    "Que el juez debe notificar la sanción en el plazo de doce días, según el acuerdo.",
    "CONSIDERANDO",
    "Dado en la sala, a los tres días. El Presidente",
    "Publíquese y cúmplase.",
    "El reporte se entrega,\n\nde todos modos, dentro de los cinco días si-\nguientes al plazo",
    "Son deberes del juez los siguientes:",
)
TITULOS = (
    "# Acuerdo", "# Manual del juzgado civil municipal", "## Plazo", "## Sanciones",
    "### Inventario inicial",
    "## Para descongestión", "## Descongestión", "## Capítulo I. Vigencia", "#### Casilla 12",
    "**Columna**", "ARTÍCULO 1. Plazos.", "ARTÍCULO 7°. Sanciones. La multa es de un año.",
    "**Artículo 12.-** El juez debe notificar.", "CAPÍTULO II", "PARÁGRAFO. Vigencia del acuerdo.",
    "1.1. Inventario", "ARTÍCULO SÉPTIMO. Del reporte", "TÍTULO I\nDE LOS PLAZOS",
    "## de la", "# ½", "CONSIDERANDO:", "## Considerandos", "DECRETA:",
)  # fmt: skip
VACIOS = ("· · ·", "***", "---\n\n---", "½ …", "![x](y.png)", "<!-- nada -->")
NOMBRES = (
    "juzgado_civil_municipal.md", "juzgado_civil_municipal_de_ejecución.md",
    "juzgado_civil_del_circuito.md", "juzgado_civil_del_circuito_de_ejecución.md",
    "decreto_806_de_2020.md", "ley-100-1993.md", "acuerdo_psaa16-10476.md",
    "Manual de sanciones.txt",
    "niño_2016.md", "decreto-1564-2012.md", "x.txt", "de la que.md",
)  # fmt: skip
GENTE = preparar_sinonimos(
    {
        "botar": ["sanción", "despacho municipal"],
        "plazo": ["término", "vigencia"],
        "me van a echar": ["sanción", "multa"],
        "echar": ["notificación"],
        "formulario": ["casilla"],
        "plata": ["sueldo", "salario"],
        "año": ["vigencia del acuerdo"],
        "día tope": ["plazo", "término"],
    },
    PESO_GENTE,
)
"""What people say, also where the documents say it themselves."""
CARPETAS = ("", "", "normativa/", "manuales/")
MANUALES = ("sanción", "plazo", "quinto día hábil", "año", "an", "juez", "de")
PESOS_COLECCION = (0.0, 0.5, 1.0, 1.0, 2.0)


@dataclass(frozen=True)
class Generada:
    """Files by path, keywords of the catalogue by document, weights by collection."""

    archivos: Mapping[str, str]
    manuales: Mapping[str, Sequence[str]] = field(default_factory=dict)
    pesos: Mapping[str, float] = field(default_factory=dict)

    def indice(self) -> Indice:
        """The library as the service would hold it."""
        ajustes = AjustesBiblioteca()
        archivos = [Archivo(ruta, texto) for ruta, texto in sorted(self.archivos.items())]
        catalogo = interpretar_catalogo(
            {
                "documentos": {d: {"palabras_clave": list(p)} for d, p in self.manuales.items()},
                "colecciones": {c: {"peso": peso} for c, peso in self.pesos.items()},
            }
        )
        textos = [analizar(archivo, ajustes) for archivo in archivos]
        return construir_indice(archivos, textos, catalogo, ajustes, gente=GENTE)


# --- Libraries ------------------------------------------------------------------------

_bloque = st.one_of(
    st.lists(st.sampled_from(FRASES), min_size=1, max_size=7).map(" ".join),
    st.lists(st.sampled_from(FRASES), min_size=1, max_size=5).map(
        lambda frases: "\n".join(f"- {frase}" for frase in frases)
    ),
    st.lists(st.sampled_from(FRASES), min_size=2, max_size=9).map(
        lambda frases: "\n\n".join((FRASES[-1], *frases))
    ),
    st.sampled_from(TITULOS),
    st.sampled_from(TITULOS),
    st.builds(
        lambda titulo, frases: titulo + "\n\n" + " ".join(frases),
        st.sampled_from(TITULOS),
        st.lists(st.sampled_from(FRASES), min_size=1, max_size=6),
    ),
)
_separador = st.sampled_from(("\n\n", "\n\n", "\n", "\n \t\n", "\n\n\n\n", "\n" * 40))


@st.composite
def textos(draw: st.DrawFn) -> str:
    """A document; now and then one that says nothing."""
    if draw(st.integers(0, 14)) == 0:
        return draw(st.sampled_from(VACIOS))
    bloques = draw(st.lists(_bloque, min_size=1, max_size=8))
    if draw(st.booleans()):
        bloques.append(draw(st.sampled_from(bloques)))
    return draw(_separador).join(bloques)


@st.composite
def casi(draw: st.DrawFn, texto: str) -> str:
    """A near-duplicate: one sentence more, one block less, one word changed, or the same."""
    bloques = texto.split("\n\n")
    lugar = draw(st.integers(0, len(bloques) - 1))
    cambio = draw(st.integers(0, 3))
    if cambio == 0:
        bloques[lugar] += " " + draw(st.sampled_from(FRASES))
    elif cambio == 1 and len(bloques) > 1:
        del bloques[lugar]
    elif cambio == 2:
        bloques[lugar] = bloques[lugar].replace("juez", "despacho")
    cambiado = "\n\n".join(bloques)
    return cambiado if cambiado.strip() else texto


@st.composite
def bibliotecas(draw: st.DrawFn) -> Generada:
    """Up to eight documents, some of which nearly say the same, with a catalogue."""
    nombres = draw(st.lists(st.sampled_from(NOMBRES), min_size=1, max_size=8, unique=True))
    archivos: dict[str, str] = {}
    for nombre in nombres:
        if archivos and draw(st.integers(0, 2)) == 0:
            texto = draw(casi(draw(st.sampled_from(sorted(archivos.values())))))
        else:
            texto = draw(textos())
        archivos[draw(st.sampled_from(CARPETAS)) + nombre] = texto
    manuales = {
        nombre.lower(): draw(st.lists(st.sampled_from(MANUALES), min_size=1, max_size=3))
        for nombre in nombres
        if draw(st.integers(0, 3)) == 0
    }
    pesos = {
        coleccion: draw(st.sampled_from(PESOS_COLECCION))
        for coleccion in ("general", "normativa", "manuales")
        if draw(st.integers(0, 2)) == 0
    }
    return Generada(archivos, manuales, pesos)


def biblioteca_poblada(cuantos: int, semilla: int = 1991) -> Generada:
    """That many tiny documents, always the same for a seed; a few are copies."""
    azar = random.Random(semilla)
    archivos: dict[str, str] = {}
    for i in range(cuantos):
        cuerpo = " ".join(azar.choices(FRASES[:90], k=azar.randint(1, 6)))
        texto = azar.choice(TITULOS) + "\n\n" + cuerpo
        if archivos and azar.random() < 0.1:
            texto = archivos[azar.choice(sorted(archivos))]
        carpeta = azar.choice(CARPETAS)
        archivos[f"{carpeta}{azar.choice(PALABRAS[:36])}_{azar.choice(PALABRAS[:36])}_{i}.md"] = (
            texto
        )
    return Generada(archivos, {}, {"normativa": 0.75, "manuales": 1.5})


# --- Questions ------------------------------------------------------------------------

MALAS = (
    "inventerio", "notificasion", "formulrio", "reprotar", "vijencia", "audincia", "ejecusion",
    "nino", "senal", "anos", "descongestoin", "casadas", "xilófono", "ornitorrinco", "3695",
)  # fmt: skip
FORMULAS = (
    "en el juzgado civil municipal", "en el juzgado civil municipal de ejecución",
    "Trabajo en el juzgado civil del circuito.", "del decreto 806 de 2020", "según la ley 100",
    "del acuerdo PSAA16-10476", "el artículo séptimo", "artículo 7", "el primer artículo",
    "¿Cuáles son",
    "enumere", "para descongestión", "inventario inicial", "columna casilla", "¿Cuántos años?",
    "del decreto 1564 de 2012", "ámbito de aplicación", "manual de sanciones", "¿Cuándo debo",
    "me van a echar", "botar", "la plata", "por qué", "quién firma", "¿puedo", "¿Qué pasa si no",
    "cuánto tiempo", "¿Quién firma?", "hay un inventario;", "es de ley.", "del art. 7",
)  # fmt: skip
SUELTAS = (
    "de la que",
    "¿?",
    "",
    "   ",
    "x",
    "½",
    "el",
    "Juzgado Civil Municipal",
    "niño 2016",
    "zzz",
)

pregunta_libre = st.lists(
    st.one_of(
        st.sampled_from(PALABRAS), st.sampled_from(FORMULAS), st.sampled_from((*MALAS, *RAREZAS))
    ),
    min_size=1,
    max_size=7,
).map(" ".join)
preguntas = st.one_of(
    pregunta_libre,
    pregunta_libre,
    pregunta_libre,
    st.sampled_from(FRASES),
    st.sampled_from(SUELTAS),
)
"""Words, names, citations, slips; a sentence of a document; nothing to look for."""

OTROS_PESOS = Pesos(
    documento=1.7, azar=0.21, nombre=4.1, encabezado=1.25, despues=0.73,
    en_documento=0.31, en_nombre=0.66, anio=6.1, otro_anio=0.23,
    intencion=0.37, motivos=0.57, vecino=0.41, clave_manual=7.3, citado=53.0, segundo=0.6,
)  # fmt: skip
"""All different from each other, so that none can stand in for another."""
pesos = st.sampled_from((PESOS, PESOS, OTROS_PESOS, replace(OTROS_PESOS, segundo=1.5)))


def poda(total: int, piso: float = 0.0) -> AjustesPoda:
    """Limits as the service has them: a third, two thirds, the whole."""
    return AjustesPoda(3, Presupuesto(total // 3, 2 * total // 3, total, piso))


podas = st.builds(
    poda,
    st.sampled_from((0, 90, 400, 900, 1800, 2700, 5400, 9000, 30000)),
    st.sampled_from((0.0, 0.0, 0.1, 0.3, 0.75)),
)
