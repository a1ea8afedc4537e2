"""The optional reranker: against a slow reference, by its laws, and as it is written down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from biblioteca_de_prueba import PREGUNTA, TERCERA_PREGUNTA
from conftest import config_de_prueba
from estrategias import BibliotecaGenerada, bibliotecas, preguntas
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from servidor_de_prueba import AMBAS

from config import Config, cargar_config
from siaa.ajustes import ErrorConfiguracion
from siaa.armado import ajustes_consulta
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.biblioteca.lengua.vocabulario import STOPWORDS_REORDENAMIENTO
from siaa.comprension.intentos import intentos_de
from siaa.errores import ContextoExcedido
from siaa.etapas.reordenamiento import AjustesReordenamiento, reordenar, terminos
from siaa.recorrido.hallazgo import AjustesConsulta, Preparacion, repartir
from siaa.recorrido.preparacion import elegir_fragmentos, podar_uno, reducir, reunir
from siaa.recuperacion.contexto import armar_contexto
from siaa.recuperacion.estrategia import ESTRATEGIAS
from siaa.recuperacion.formato import CLASICA, HIBRIDA, escribir, largo, texto_de, trozos
from siaa.recuperacion.limpieza import limpiar, sin_marcas_nuestras
from siaa.valores import (
    AjustesPoda,
    ChunkPuntuado,
    Mensaje,
    Motivo,
    Poda,
    Ruta,
    TituloDeFragmento,
)
from siaa_proxy import create_app

DE_FABRICA = AjustesReordenamiento(contenido=0.1, titulo=0.15, tope=1.0, umbral=0.7)
ESCALA = 3.0
DE_LA_FUENTE = """
    el la los las un una de del al a en con por para que qué cual cuál como cómo es son está están
    hay y o pero si no puedo puede debo debe necesito
"""


def sin_apuro(ejemplos: int) -> settings:
    return settings(
        max_examples=ejemplos,
        suppress_health_check=list(HealthCheck),
    )


def charla(texto: str) -> tuple[Mensaje, ...]:
    return (Mensaje("user", texto),)


# --- The words that are looked for ----------------------------------------------------------


def test_las_palabras_vacias_de_la_fuente_estan() -> None:
    assert set(plegar(DE_LA_FUENTE).split()) <= STOPWORDS_REORDENAMIENTO
    assert not {"plazo", "preaviso", "alquiler", "sancion"} & STOPWORDS_REORDENAMIENTO


@pytest.mark.parametrize(
    ("pregunta", "palabras"),
    [
        ("¿Cuál es el plazo de preaviso del alquiler?", ("plazo", "preaviso", "alquiler")),
        ("PLAZO, plazo y Plázo", ("plazo",)),
        ("¿Necesito el artículo 7?", ("articulo", "7")),
        ("¿Qué puedo hacer?", ()),
        ("", ()),
    ],
)
def test_terminos(pregunta: str, palabras: tuple[str, ...]) -> None:
    assert terminos(pregunta) == palabras


# --- An example by hand ---------------------------------------------------------------------


TEXTOS = ("Primero habla del plazo.", "Luego nada dice.", "Preaviso y plazo largos.")


@pytest.fixture
def dos(tmp_path: Path) -> Indice:
    """Two documents of the same three paragraphs; the title of one says «preaviso»."""
    for nombre in ("contratos", "preaviso"):
        texto = f"# Manual de {nombre}\n\n" + "\n\n".join(TEXTOS) + "\n"
        (tmp_path / f"{nombre}.md").write_text(texto, encoding="utf-8")
    return cargar_biblioteca(tmp_path)


def poda(indice: Indice, doc: str, *puntajes: tuple[int, float]) -> Poda:
    """A block with some paragraphs of a document, by number, as `clasica` would write it."""
    chunks = []
    for numero, puntaje in puntajes:
        inicio = indice.documentos[doc].contenido.index(TEXTOS[numero])
        titulo = TituloDeFragmento("S", numero)
        fin = inicio + len(TEXTOS[numero])
        motivos = (Motivo("termino", "«plazo»", puntaje / 2), Motivo("otro", "", puntaje / 2))
        chunks.append(ChunkPuntuado(numero, "S", inicio, fin, titulo, puntaje, motivos))
    return Poda(doc, tuple(chunks), CLASICA, "X", 1.5)


def lugares(podas: tuple[Poda, ...]) -> list[tuple[str, list[int]]]:
    return [(p.doc, [c.indice for c in p.chunks]) for p in podas]


def test_un_ejemplo(dos: Indice) -> None:
    """20, 15, 10 and 9 points: 1, .75, .5 and .45 of the best, and then what the words add."""
    podas = (
        poda(dos, "contratos.md", (1, 20.0), (0, 15.0)),
        poda(dos, "preaviso.md", (2, 10.0), (1, 9.0)),
    )
    nuevas = reordenar(dos, podas, "¿El plazo del preaviso?", DE_FABRICA)
    assert lugares(nuevas) == [("contratos.md", [1, 0]), ("preaviso.md", [2])]
    assert [c.puntaje for p in nuevas for c in p.chunks] == [1.0, 0.85, 0.85]
    assert [(m.nombre, m.puntos) for m in nuevas[1].chunks[0].motivos] == [
        ("termino", 0.25),
        ("otro", 0.25),
        ("contenido", 0.1),
        ("contenido", 0.1),
        ("titulo", 0.15),
    ]
    assert (nuevas[1].modo, nuevas[1].ratio) == (podas[1].modo, podas[1].ratio)
    assert nuevas[0] == replace(podas[0], chunks=nuevas[0].chunks)


def test_un_documento_puede_ir_en_dos_bloques(dos: Indice) -> None:
    podas = (
        poda(dos, "contratos.md", (2, 20.0), (1, 15.0)),
        poda(dos, "preaviso.md", (0, 18.0), (2, 14.0)),
    )
    nuevas = reordenar(dos, podas, "plazo largo", DE_FABRICA)
    orden = [("contratos.md", [2]), ("preaviso.md", [0, 2]), ("contratos.md", [1])]
    assert lugares(nuevas) == orden
    assert [c.puntaje for p in nuevas for c in p.chunks] == [1.0, 1.0, 0.9, 0.75]
    assert nuevas[0].chunks[0].motivos[-1].nombre == "tope"
    bloques = [escribir(dos.documentos[p.doc], p) for p in nuevas]
    assert bloques[2] == f"[DOC: CONTRATOS]\n[SEC: S | CHUNK: 1]\n{TEXTOS[1]}\n{'═' * 60}\n"
    contexto = armar_contexto(dos, nuevas)
    assert contexto.texto == "".join(bloques)
    assert [contexto.fragmento(f) for f in contexto.fuentes] == [TEXTOS[n] for n in (2, 0, 2, 1)]


def test_las_sumas_iguales_empatan(dos: Indice) -> None:
    """0.4 + 3 · 0.1 is what 0.7 is, whatever binary fractions say: it stays, in its place."""
    podas = (poda(dos, "contratos.md", (1, 10.0), (0, 7.0), (2, 4.0)),)
    nuevas = reordenar(dos, podas, "preaviso largos y", DE_FABRICA)
    assert lugares(nuevas) == [("contratos.md", [1, 0])]
    nuevas = reordenar(dos, podas, "preaviso plazo largos", DE_FABRICA)
    assert [c.puntaje for c in nuevas[0].chunks] == [1.0, 0.8, 0.7]


def test_uno_queda_siempre(dos: Indice) -> None:
    podas = (poda(dos, "contratos.md", (1, 10.0), (0, 9.0)),)
    ajustes = replace(DE_FABRICA, tope=0.5)
    assert lugares(reordenar(dos, podas, "x", ajustes)) == [("contratos.md", [1])]


def test_sin_puntos_no_hay_que_ordenar(dos: Indice) -> None:
    """What the pruner chose without comparing stays as it is."""
    podas = (poda(dos, "contratos.md", (1, 0.0), (0, 0.0)),)
    assert reordenar(dos, podas, "plazo", DE_FABRICA) == podas
    assert reordenar(dos, (), "plazo", DE_FABRICA) == ()


@dataclass(frozen=True)
class _Fija:
    """A lookup that has chosen already."""

    indice: Indice
    pregunta: str
    podas: tuple[Poda, ...]
    citados: frozenset[int] = frozenset()

    def enrutar(self, max_docs: int) -> Ruta:
        return Ruta(())

    def podar(self, documentos: Sequence[str], ajustes: AjustesPoda) -> tuple[Poda, ...]:
        return self.podas


def test_los_encabezados_de_mas_no_pasan_del_presupuesto(dos: Indice) -> None:
    podas = (
        poda(dos, "contratos.md", (2, 20.0), (1, 15.0)),
        poda(dos, "preaviso.md", (0, 18.0), (2, 14.0)),
    )
    cabia = largo(dos, podas)
    todos = reordenar(dos, podas, "plazo largo", DE_FABRICA)
    assert largo(dos, todos) > cabia
    busqueda = _Fija(dos, "plazo largo", podas)
    encendido = ajustes("hibrida", reordenar="si")
    nuevas = elegir_fragmentos(busqueda, [], replace(encendido, presupuesto=repartir(cabia)))
    assert nuevas == todos[:2] and largo(dos, nuevas) <= cabia
    estrecho = replace(encendido, presupuesto=repartir(cabia - 1))
    assert elegir_fragmentos(busqueda, [], estrecho) == todos


# --- Against a slow reference, and its laws -------------------------------------------------


@dataclass(frozen=True)
class Elegido:
    doc: str
    inicio: int
    fin: int
    puntaje: float


def lenta(
    indice: Indice, podas: tuple[Poda, ...], pregunta: str, ajustes: AjustesReordenamiento
) -> list[Elegido]:
    """The record's own loop, one fragment and one word at a time; insertion sort."""
    todos = [(p.doc, c) for p in podas for c in p.chunks]
    palabras: list[str] = []
    for palabra in corridas(plegar(pregunta)):
        if palabra not in STOPWORDS_REORDENAMIENTO and palabra not in palabras:
            palabras.append(palabra)
    ordenados: list[Elegido] = []
    for doc, chunk in todos:
        documento = indice.documentos[doc]
        suma = chunk.puntaje / max(otro.puntaje for _, otro in todos)
        for palabra in palabras:
            # folded after it is cut: folding joins a letter and its accent, and moves what follows
            if palabra in plegar(documento.contenido[chunk.inicio : chunk.fin]):
                suma += ajustes.contenido
            if palabra in plegar(documento.titulo):
                suma += ajustes.titulo
        nuevo = Elegido(doc, chunk.inicio, chunk.fin, round(min(ajustes.tope, suma), 9))
        lugar = 0
        while lugar < len(ordenados) and ordenados[lugar].puntaje >= nuevo.puntaje:
            lugar += 1
        ordenados.insert(lugar, nuevo)
    return [e for e in ordenados if e.puntaje >= ajustes.umbral] or ordenados[:1]


fracciones = st.sampled_from((0.0, 0.05, 0.1, 0.15, 0.3, 1.0))
ajustes_posibles = st.one_of(
    st.just(DE_FABRICA),
    st.builds(
        AjustesReordenamiento,
        contenido=fracciones,
        titulo=fracciones,
        tope=st.sampled_from((0.5, 1.0, 3.0)),
        umbral=st.sampled_from((0.0, 0.2, 0.5, 0.7, 1.0)),
    ),
)


def elegir(indice: Indice, pregunta: str, estrategia: str, presupuesto: int) -> tuple[Poda, ...]:
    busqueda = ESTRATEGIAS[estrategia].buscar(indice, pregunta, ())
    elegidos = [d.doc for d in busqueda.enrutar(3).documentos]
    return busqueda.podar(elegidos, AjustesPoda(3, repartir(presupuesto)))


@pytest.mark.parametrize("estrategia", AMBAS)
@sin_apuro(40)
@given(generada=bibliotecas(), datos=st.data())
def test_contra_la_referencia(
    estrategia: str, generada: BibliotecaGenerada, datos: st.DataObject
) -> None:
    with generada.en_disco() as carpeta:
        indice = cargar_biblioteca(carpeta)
    pregunta = datos.draw(preguntas(generada.referencia()))
    ajustes = datos.draw(ajustes_posibles)
    podas = elegir(indice, pregunta, estrategia, datos.draw(st.sampled_from((600, 2400))))
    nuevas = reordenar(indice, podas, pregunta, ajustes)
    if all(c.puntaje <= 0 for p in podas for c in p.chunks):
        assert nuevas == podas
        return
    rapida = [Elegido(p.doc, c.inicio, c.fin, c.puntaje) for p in nuevas for c in p.chunks]
    esperada = lenta(indice, podas, pregunta, ajustes)
    assert [(e.doc, e.inicio, e.fin) for e in rapida] == [
        (e.doc, e.inicio, e.fin) for e in esperada
    ]
    assert [e.puntaje for e in rapida] == pytest.approx([e.puntaje for e in esperada], abs=2e-9)
    cumple_las_leyes(nuevas, ajustes)
    bien_escrita(indice, podas, nuevas)


def cumple_las_leyes(nuevas: tuple[Poda, ...], ajustes: AjustesReordenamiento) -> None:
    chunks = [c for p in nuevas for c in p.chunks]
    assert chunks and all(p.chunks for p in nuevas)
    assert all(a.puntaje >= b.puntaje for a, b in pairwise(chunks))
    assert all(0 <= c.puntaje <= ajustes.tope for c in chunks)
    assert all(c.puntaje >= ajustes.umbral for c in chunks[1:])
    for chunk in chunks:
        assert sum(m.puntos for m in chunk.motivos) == pytest.approx(chunk.puntaje, abs=1e-6)
    assert all(a.doc != b.doc for a, b in pairwise(nuevas)), "one block, not two"


def bien_escrita(indice: Indice, podas: tuple[Poda, ...], nuevas: tuple[Poda, ...]) -> None:
    """The blocks are what their parts say, and the offsets of the context point at the texts."""
    for nueva in nuevas:
        primero, *otros, _ = (antes for antes, _ in trozos(indice.documentos[nueva.doc], nueva))
        assert not primero.startswith("\n")
        assert all(antes.startswith("\n") and antes.endswith("\n") for antes in otros)
        viejas = [p for p in podas if p.doc == nueva.doc]
        assert replace(nueva, chunks=viejas[0].chunks) == viejas[0]
        titulos = {(c.inicio, c.fin): c.titulo for p in viejas for c in p.chunks}
        assert all(c.titulo is titulos[c.inicio, c.fin] for c in nueva.chunks)
    contexto = armar_contexto(indice, nuevas)
    chunks = [(p.doc, c) for p in nuevas for c in p.chunks]
    assert [(f.doc, f.indice) for f in contexto.fuentes] == [(d, c.indice) for d, c in chunks]
    for fuente, (doc, chunk) in zip(contexto.fuentes, chunks, strict=True):
        texto = texto_de(indice.documentos[doc], chunk, nuevas[0].formato)
        assert contexto.fragmento(fuente) == sin_marcas_nuestras(limpiar(texto))


# --- How it is written down -----------------------------------------------------------------


ARTICULOS = """\
# Acuerdo de llaves

ARTÍCULO 1. Las llaves del depósito las guarda el portero en una caja de madera de la entrada, que
se cierra con candado al caer la tarde y se abre de nuevo al alba, cuando llega la primera visita.

Quien pierda una llave paga el cambio de la cerradura entera, según la factura del cerrajero que
atienda el caso, sin que nadie pueda cobrarle además por las molestias que cause el descuido.

## Horario de cada sala

La sala grande abre a las nueve de la mañana y cierra a las cinco de la tarde, todos los días menos
los lunes, que se dedican a limpiar los estantes y a revisar las trampas de los ratones del sótano.

La sala chica solo abre con cita previa, que se pide por escrito al menos dos días antes al
portero, quien la apunta en el cuaderno verde y avisa por teléfono si la sala estuviera ocupada.
"""


@pytest.fixture
def llaves(tmp_path: Path) -> Indice:
    (tmp_path / "llaves.md").write_text(ARTICULOS, encoding="utf-8")
    return cargar_biblioteca(tmp_path)


DEL_ARTICULO = TituloDeFragmento(
    "ARTÍCULO 1. Las llaves del depósito las guarda el portero en una caja de madera"
)
DEL_HORARIO = TituloDeFragmento("Horario de cada sala")
TITULOS = {
    "ARTÍCULO 1": replace(DEL_ARTICULO, se_nombra=True),
    "Quien": DEL_ARTICULO,
    "La sala grande": DEL_HORARIO,
    "La sala chica": DEL_HORARIO,
}
"""The four fragments in text order; the first says its heading itself."""
LINEA_DEL_ARTICULO = (
    "[SEC: ARTÍCULO 1. Las llaves del depósito las guarda el portero en una caja de madera]\n"
)
LINEA_DEL_HORARIO = "[SEC: Horario de cada sala]\n"
SALTO = "\n[…]\n"
SALTO_EN_EL_ARTICULO = "\n[… del artículo 1]\n"


def fragmento(comienzo: str) -> ChunkPuntuado:
    """The paragraph of `ARTICULOS` that starts so."""
    inicio = ARTICULOS.index(comienzo)
    fin = (ARTICULOS + "\n").index("\n\n", inicio)
    return ChunkPuntuado(0, "S", inicio, fin, TITULOS[comienzo], 1.0, ())


@pytest.mark.parametrize(
    ("orden", "antes"),
    [
        (tuple(TITULOS), ("", "\n", "\n" + LINEA_DEL_HORARIO, "\n")),
        (("Quien", "ARTÍCULO 1"), (LINEA_DEL_ARTICULO, SALTO_EN_EL_ARTICULO)),
        (("La sala chica", "Quien"), (LINEA_DEL_HORARIO, "\n" + LINEA_DEL_ARTICULO)),
        (
            ("La sala chica", "La sala grande", "ARTÍCULO 1", "Quien"),
            (LINEA_DEL_HORARIO, SALTO, SALTO, "\n"),
        ),
        (
            ("Quien", "La sala grande", "ARTÍCULO 1"),
            (LINEA_DEL_ARTICULO, "\n" + LINEA_DEL_HORARIO, SALTO),
        ),
    ],
)
def test_el_encabezado_va_con_quien_lo_necesita(
    llaves: Indice, orden: tuple[str, ...], antes: tuple[str, ...]
) -> None:
    """A fragment that leaned on the one before it says its section once it stands elsewhere.

    One that follows it in the text, too, has nothing left out before it.
    """
    poda = Poda("llaves.md", tuple(map(fragmento, orden)), HIBRIDA, "X", None)
    *escritos, _ = (previo for previo, _ in trozos(llaves.documentos["llaves.md"], poda))
    assert tuple(escritos) == antes


def test_el_podador_dice_que_encabezado_tiene_cada_fragmento(llaves: Indice) -> None:
    pregunta = "llave candado cerradura sala grande cita chica"
    busqueda = ESTRATEGIAS["hibrida"].buscar(llaves, pregunta, ())
    (poda,) = busqueda.podar(["llaves.md"], AjustesPoda(3, repartir(5000)))
    hallados = {c.titulo.texto: c.titulo.se_nombra for c in poda.chunks if c.titulo}
    assert {texto[:10] for texto in hallados} == {"ARTÍCULO 1", "Horario de"}
    for chunk in poda.chunks:
        assert chunk.titulo is not None and chunk.titulo.chunk is None
        texto = ARTICULOS[chunk.inicio : chunk.fin]
        assert chunk.titulo.se_nombra is texto.startswith("ARTÍCULO 1")


# --- In the journey -------------------------------------------------------------------------


@pytest.fixture
def indice(biblioteca_chica: Path) -> Indice:
    return cargar_biblioteca(biblioteca_chica)


def ajustes(estrategia: str, **cambios: Any) -> AjustesConsulta:
    return ajustes_consulta(Config(estrategia=estrategia, num_ctx=8192, **cambios))


def todos(preparada: Preparacion) -> list[ChunkPuntuado]:
    return [c for p in preparada.podas for c in p.chunks]


@pytest.mark.parametrize("estrategia", AMBAS)
@pytest.mark.parametrize("pregunta", [PREGUNTA, TERCERA_PREGUNTA])
def test_apagado_no_cambia_nada(indice: Indice, estrategia: str, pregunta: str) -> None:
    apagado = ajustes(estrategia, reordenar_umbral=0.9, reordenar_contenido=0.5)
    assert apagado.reordenamiento is None
    preparada = reunir(indice, charla(pregunta), apagado, ESCALA)
    intentos = intentos_de(pregunta)
    busqueda = ESTRATEGIAS[estrategia].buscar(indice, pregunta, intentos)
    docs = [d.doc for d in busqueda.enrutar(preparada.hallazgo.max_docs).documentos]
    limites = AjustesPoda(apagado.max_chunks, apagado.presupuesto)
    assert preparada.podas == busqueda.podar(docs, limites)


@pytest.mark.parametrize("estrategia", AMBAS)
@pytest.mark.parametrize("pregunta", [PREGUNTA, TERCERA_PREGUNTA])
def test_encendido_se_envia_lo_reordenado(indice: Indice, estrategia: str, pregunta: str) -> None:
    antes = reunir(indice, charla(pregunta), ajustes(estrategia), ESCALA)
    encendido = ajustes(estrategia, reordenar="si")
    despues = reunir(indice, charla(pregunta), encendido, ESCALA)
    assert despues.hallazgo.ruta == antes.hallazgo.ruta
    assert despues.podas == reordenar(indice, antes.podas, pregunta, DE_FABRICA)
    assert despues.contexto == armar_contexto(indice, despues.podas)
    assert todos(despues) and max(c.puntaje for c in todos(despues)) == 1.0


@pytest.mark.parametrize("estrategia", AMBAS)
def test_un_solo_documento_tambien_se_reordena(indice: Indice, estrategia: str) -> None:
    encendido = ajustes(estrategia, reordenar="si")
    pregunta = "¿Qué plazo da el acuerdo VR24-101?"
    preparada = reunir(indice, charla(pregunta), encendido, ESCALA)
    assert preparada.podas == (podar_uno(indice, "acuerdo_vr24-101.md", pregunta, encendido),)


@pytest.mark.parametrize("estrategia", AMBAS)
def test_lo_reordenado_tambien_se_reduce(indice: Indice, estrategia: str) -> None:
    encendido = ajustes(estrategia, reordenar="si", reordenar_umbral=0)
    preparada: Preparacion | None
    preparada = reunir(indice, charla(TERCERA_PREGUNTA), encendido, ESCALA)
    vistos = []
    while preparada is not None:
        vistos.append(len(todos(preparada)))
        preparada = reducir(preparada, ContextoExcedido(), ESCALA)
    assert vistos == sorted(set(vistos), reverse=True) and vistos[-1] == 1 < vistos[0]


@sin_apuro(25)
@given(generada=bibliotecas(), datos=st.data())
def test_el_presupuesto_de_hibrida_se_respeta(
    generada: BibliotecaGenerada, datos: st.DataObject
) -> None:
    with generada.en_disco() as carpeta:
        indice = cargar_biblioteca(carpeta)
    pregunta = datos.draw(preguntas(generada.referencia()))
    presupuesto = datos.draw(st.sampled_from((400, 900, 2400)))
    encendido = ajustes(
        "hibrida", reordenar="si", reordenar_umbral=0, presupuesto=presupuesto, max_docs_contexto=4
    )
    preparada = reunir(indice, charla(pregunta), encendido, ESCALA)
    assert len(preparada.contexto.texto) <= largo(indice, preparada.podas) <= presupuesto


def test_el_diagnostico_muestra_lo_que_se_envia(biblioteca_chica: Path, tmp_path: Path) -> None:
    config = config_de_prueba(
        biblioteca_chica, tmp_path / "datos", "http://127.0.0.1:9", reordenar="si"
    )
    app = create_app(config)
    try:
        contexto = app.test_client().get("/siaa/contexto", query_string={"q": PREGUNTA}).get_json()
        servicios = app.extensions["siaa"]
        preparada = reunir(
            servicios.biblioteca.indice,
            charla(PREGUNTA),
            ajustes_consulta(config),
            servicios.calibracion.caracteres_por_token,
        )
    finally:
        app.extensions["siaa"].cerrar()
    assert preparada.hallazgo.busqueda is not None
    assert contexto["contexto"] == preparada.contexto.texto
    assert [f["indice"] for f in contexto["fuentes"]] == [c.indice for c in todos(preparada)]


# --- Its settings ---------------------------------------------------------------------------


def test_los_ajustes_llegan() -> None:
    config = Config(
        reordenar="si",
        reordenar_contenido=0.2,
        reordenar_titulo=0.3,
        reordenar_tope=2,
        reordenar_umbral=0.4,
    )
    esperado = AjustesReordenamiento(contenido=0.2, titulo=0.3, tope=2, umbral=0.4)
    assert ajustes_consulta(config).reordenamiento == esperado
    assert ajustes_consulta(Config(reordenar="si")).reordenamiento == DE_FABRICA
    assert ajustes_consulta(Config()).reordenamiento is None


@pytest.mark.parametrize(
    ("entorno", "frase"),
    [
        ({"SIAA_REORDENAR": "true"}, "SIAA_REORDENAR = 'true' no sirve: escriba uno de estos"),
        ({"SIAA_REORDENAR_TITULO": "2"}, "SIAA_REORDENAR_TITULO = '2' no sirve: escriba un número"),
        ({"SIAA_REORDENAR_UMBRAL": "nan"}, "SIAA_REORDENAR_UMBRAL = 'nan' no sirve"),
        (
            {"SIAA_REORDENAR_TOPE": "0.5"},
            "SIAA_REORDENAR_UMBRAL = 0.7 no sirve: escriba como mucho SIAA_REORDENAR_TOPE (0.5).",
        ),
        ({"SIAA_REORDENA": "si"}, "¿quiso decir SIAA_REORDENAR?"),
    ],
)
def test_los_ajustes_que_no_sirven(entorno: dict[str, str], frase: str) -> None:
    with pytest.raises(ErrorConfiguracion) as error:
        cargar_config(entorno=entorno)
    assert frase in str(error.value)


def test_un_booleano_no_sirve() -> None:
    with pytest.raises(ErrorConfiguracion, match="no verdadero o falso"):
        cargar_config({"reordenar": True}, entorno={})
