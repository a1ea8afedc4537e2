"""Worked examples of the documented algorithm, each computed by hand.

Every example runs twice: on the code that serves and on the reference of the property tests,
so that the reference itself stands on something other than its author.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import referencia as ref
from estrategias import BibliotecaGenerada

import siaa_proxy
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.lengua import texto, vocabulario
from siaa.biblioteca.valores import AjustesBiblioteca
from siaa.recuperacion.clasica.enrutador import enrutar, solapamiento_vocabulario
from siaa.recuperacion.clasica.poda import buscar, podar
from siaa.recuperacion.formato import escribir

RAPIDA = SimpleNamespace(
    plegar=texto.plegar,
    tokenizar=siaa_proxy.tokenizar,
    es_pregunta_listado=siaa_proxy.es_pregunta_listado,
    chunking=siaa_proxy.chunking_con_solapamiento,
    tfidf=siaa_proxy.calcular_tfidf_coleccion,
    puntuar_chunk=siaa_proxy.puntuar_chunk,
)
LENTA = SimpleNamespace(
    plegar=ref.plegar,
    tokenizar=ref.tokenizar,
    es_pregunta_listado=ref.es_pregunta_listado,
    chunking=ref.chunking_con_solapamiento,
    tfidf=ref.calcular_tfidf_coleccion,
    puntuar_chunk=ref.puntuar_chunk,
)


@pytest.fixture(params=[RAPIDA, LENTA], ids=["rapida", "referencia"])
def obra(request: pytest.FixtureRequest) -> Any:
    """The pure functions of one of the two implementations."""
    return request.param


# --- Text -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("original", "plegado"),
    [
        ("Capacitación", "capacitacion"),
        ("AÑO", "año"),
        ("an\u0303o", "año"),
        ("AN\u0303O", "año"),
        ("pingüino çedilla", "pinguino cedilla"),
        ("e\u0301\u0301", "e"),
        ("ñ\u0301", "ñ"),
        ("n\u0308", "n"),
        ("\u0301a", "a"),
        ("İ", "i"),
        ("ΟΔΟΣ", "οδοσ"),
        ("ς", "ς"),
        ("Artículo 5º y 6°", "articulo 5º y 6°"),
        ("¿Qué?", "¿que?"),
        ("ß ﬁ", "ß ﬁ"),
        ("", ""),
    ],
)
def test_plegar(obra: Any, original: str, plegado: str) -> None:
    assert obra.plegar(original) == plegado


@pytest.mark.parametrize(
    ("original", "tokens"),
    [
        ("¿Cuándo debo reportar en SIERJU?", "cuando debo reportar sierju"),
        ("¿Qué sanciones hay por no reportar?", "sanciones reportar"),
        ("Explica el acuerdo PSAA16", "explica acuerdo psaa16"),
        ("10476 2016 999 22 1", "10476 2016"),
        ("psaa16 art5 5a x1 1x2", "psaa16 art5 1x2"),
        ("PSAA16-10476", "psaa16 10476"),
        ("sanción_disciplinaria", "sancion disciplinaria"),
        ("el año del niño", "año niño"),
        ("an\u0303o", "año"),
        ("juez juez JUEZ", "juez juez juez"),
        ("Artículo 5º", "articulo"),
        ("según cuál", ""),
        ("e-mail: juez@despacho.gov.co", "mail juez despacho gov"),
        ("½ ² ٣٣٣٣", ""),
        ("", ""),
    ],
)
def test_tokenizar(obra: Any, original: str, tokens: str) -> None:
    assert list(obra.tokenizar(original)) == tokens.split()


@pytest.mark.parametrize("tabla", ["STOPWORDS_ES", "TERMINOS_PRIORITARIOS", "PATRONES_LISTADO"])
def test_las_tablas_estan_plegadas(tabla: str) -> None:
    for entrada in getattr(vocabulario, tabla):
        assert entrada == ref.plegar(entrada)


def test_las_palabras_que_llevan_la_pregunta_no_son_vacias() -> None:
    assert not {"cuando", "debo", "explica"} & set(vocabulario.STOPWORDS_ES)
    assert {"que", "hay", "por", "cual"} <= set(vocabulario.STOPWORDS_ES)


@pytest.mark.parametrize(
    ("pregunta", "es_listado"),
    [
        ("¿Cuáles son los roles?", True),
        ("cuales son", True),
        ("¿QUÉ TIPOS de proceso hay?", True),
        ("Dime qué secciones tiene", True),
        ("¿Cuántas secciones?", True),
        ("Enumera: todo", True),
        ("Haz una lista.", True),
        ("(nombra) los jueces", True),
        ("una _lista_ de jueces", True),
        ("una **lista**", True),
        ("menciona los plazos", True),
        ("¿Quiénes están listas?", False),
        ("el listado", False),
        ("lo mencionado", False),
        ("nombramiento del juez", False),
        ("el realista", False),
        ("cuales sonidos", False),
        ("¿Cuál es el plazo?", False),
        ("", False),
    ],
)
def test_es_pregunta_listado(obra: Any, pregunta: str, es_listado: bool) -> None:
    assert obra.es_pregunta_listado(pregunta) is es_listado


# --- Chunks ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("largo", "cuantos"),
    [(0, 0), (1, 1), (500, 1), (501, 2), (800, 2), (1000, 2), (1001, 3), (45_231, 91)],
)
def test_cuantos_chunks(obra: Any, largo: int, cuantos: int) -> None:
    assert len(obra.chunking("x" * largo)) == cuantos


def test_un_chunk_es_texto_seccion_e_indice(obra: Any) -> None:
    chunks = obra.chunking("ab" * 450)
    assert chunks == [
        {"texto": "ab" * 400, "seccion": "INICIO", "indice": 0},
        {"texto": "ab" * 200, "seccion": "INICIO", "indice": 1},
    ]


@pytest.mark.parametrize(
    ("donde", "largo"), [(800, 800), (801, 801), (899, 899), (900, 800), (1500, 800), (799, 800)]
)
def test_una_ventana_llega_al_salto_de_linea_cercano(obra: Any, donde: int, largo: int) -> None:
    contenido = "x" * donde + "\n" + "y" * 2000
    assert len(obra.chunking(contenido)[0]["texto"]) == largo


def test_la_ventana_que_llega_al_final_no_busca_salto(obra: Any) -> None:
    assert [len(c["texto"]) for c in obra.chunking("x" * 799 + "\n")] == [800, 300]


@pytest.mark.parametrize(
    ("contenido", "seccion"),
    [
        ("texto sin encabezado", "INICIO"),
        ("# Uno\ntexto\n## Dos\ntexto", "DOS"),
        ("### Tres", "TRES"),
        ("#### Cuatro", "INICIO"),
        ("# Uno\n#### Cuatro", "UNO"),
        ("#Pegado", "INICIO"),
        (" # Con sangría", "INICIO"),
        ("## **Artículo 5** — `objeto` _único_ ", "ARTÍCULO 5 — OBJETO ÚNICO"),
        ("##\n\nen otra línea", "EN OTRA LÍNEA"),
        ("## calle ß", "CALLE SS"),
        ("# **", ""),
        ("ver # esto", "INICIO"),
    ],
)
def test_seccion_de_un_chunk(obra: Any, contenido: str, seccion: str) -> None:
    assert obra.chunking(contenido)[0]["seccion"] == seccion


def test_la_seccion_mira_quinientos_caracteres_atras(obra: Any) -> None:
    """The second chunk starts at 500, so it sees from 0; the third starts at 1000 and does not."""
    contenido = "# Uno\n" + "x" * 1500
    assert [c["seccion"] for c in obra.chunking(contenido)] == ["UNO", "UNO", "INICIO", "INICIO"]


def test_la_seccion_lee_lo_anterior_como_un_texto_aparte(obra: Any) -> None:
    """What is 500 characters back becomes the start of a line, even in the middle of one."""
    contenido = "x" * 500 + "# no es encabezado\n" + "x" * 1000
    secciones = [c["seccion"] for c in obra.chunking(contenido)]
    assert secciones == ["INICIO", "INICIO", "NO ES ENCABEZADO", "INICIO"]


# --- Keywords -------------------------------------------------------------------------


def test_tfidf_premia_lo_que_otros_no_tienen(obra: Any) -> None:
    """`juez`: 2/5 · 1; `tutela`: 2/5 · (ln(3/2) + 1); `plazo` occurs once."""
    documentos = {
        "a.md": {"contenido": "juez juez tutela tutela plazo"},
        "b.md": {"contenido": "El juez, al juez: ¡juez!"},
        "c.md": {"contenido": "de la"},
    }
    esperado = {"a.md": ["tutela", "juez"], "b.md": ["juez"], "c.md": []}
    assert {n: list(p) for n, p in obra.tfidf(documentos).items()} == esperado


@pytest.mark.parametrize(
    ("propias", "comunes", "orden"),
    [(3, 5, ["propia", "comun"]), (4, 7, ["comun", "propia"])],
)
def test_tfidf_cuanto_vale_ser_raro(obra: Any, propias: int, comunes: int, orden: Any) -> None:
    """Of three documents, one has `propia` (idf ln(4/2) + 1 = 1.69), three have `comun` (1)."""
    documentos = {
        "a.md": {"contenido": "propia " * propias + "comun " * comunes},
        "b.md": {"contenido": "comun"},
        "c.md": {"contenido": "comun"},
    }
    assert list(obra.tfidf(documentos)["a.md"]) == orden


def test_tfidf_empates_por_alfabeto_y_veinte_como_mucho(obra: Any) -> None:
    letras = "zyxwvutsrqponmlkjihgfedcba"
    contenido = " ".join(f"{letra}ala {letra}ala" for letra in letras)
    esperado = [f"{letra}ala" for letra in sorted(letras)][:20]
    assert list(obra.tfidf({"a.md": {"contenido": contenido}})["a.md"]) == esperado


# --- Score of a chunk -----------------------------------------------------------------


def _puntos(obra: Any, contenido: str, palabras: str = "", **resto: Any) -> float:
    argumentos: dict[str, Any] = {"pregunta_norm": "", "terminos_prio": set(), **resto}
    chunk = {"texto": contenido, "seccion": "INICIO", "indice": 0}
    return obra.puntuar_chunk(chunk, set(palabras.split()), **argumentos)


@pytest.mark.parametrize(
    ("contenido", "palabra", "veces"),
    [
        ("El juez y el JUEZ", "juez", 2),
        ("prejuezgado", "juez", 1),
        ("ananana", "anana", 1),
        ("anananana", "anana", 1),
        ("ananaanana", "anana", 2),
        ("Sanción, sancio\u0301n, SANCION", "sancion", 3),
        ("año", "ano", 0),
        ("ano", "año", 0),
    ],
)
def test_puntos_por_palabra(obra: Any, contenido: str, palabra: str, veces: int) -> None:
    puntos = 1 + math.log(veces) if veces else 0.0
    assert _puntos(obra, contenido, palabra) == pytest.approx(puntos)
    assert _puntos(obra, contenido, palabra, terminos_prio={palabra}) == pytest.approx(3 * puntos)
    assert _puntos(obra, contenido, palabra, idf_local={palabra: 1.5}) == pytest.approx(
        1.5 * puntos
    )
    assert _puntos(obra, contenido, palabra, idf_local={"otra": 9.0}) == pytest.approx(puntos)


@pytest.mark.parametrize(
    ("pregunta", "puntos"),
    [
        ("¿quien lo hizo?", 15.0),
        ("  quien lo ¿hizo?? ", 15.0),
        ("quien no lo hizo", 0.0),
        ("¿?", 0.0),
        ("  ", 0.0),
        ("", 0.0),
    ],
)
def test_puntos_por_la_pregunta_entera(obra: Any, pregunta: str, puntos: float) -> None:
    contenido = "Nadie supo quién lo hizo ayer."
    assert _puntos(obra, contenido, pregunta_norm=pregunta) == puntos
    assert _puntos(obra, contenido, "ausente", pregunta_norm=pregunta) == puntos


@pytest.mark.parametrize(
    ("contenido", "puntos"),
    [
        ("Artículo 5°. Objeto", 10.0),
        ("ARTI\u0301CULO 5º", 10.0),
        ("art. 7 °", 10.0),
        ("art.7º", 10.0),
        ("Artículo 5. Y luego el artículo 6º", 10.0),
        ("Artículo 5. Objeto", 5.0),
        ("ver art.12", 5.0),
        ("artículo\n8", 5.0),
        ("artículos 5", 0.0),
        ("xart. 5", 0.0),
        ("xart. 5°", 0.0),
        ("art 5", 0.0),
        ("artículo quinto", 0.0),
    ],
)
def test_puntos_por_articulo(obra: Any, contenido: str, puntos: float) -> None:
    assert _puntos(obra, contenido) == puntos


@pytest.mark.parametrize(
    ("contenido", "puntos"),
    [
        ("1. Entrar", 4.0),
        ("Pasos:\n  2) Salir", 4.0),
        ("3.\n\nen otra línea", 4.0),
        ("Pasos:\n\t4. Volver", 4.0),
        ("1.Entrar", 0.0),
        ("Paso 1. Entrar", 0.0),
        ("a) Entrar", 0.0),
        ("4. ", 0.0),
    ],
)
def test_puntos_por_lista(obra: Any, contenido: str, puntos: float) -> None:
    assert _puntos(obra, contenido) == puntos


DIEZ = "uva pera kiwi lima coco mora piña higo nuez anis"


@pytest.mark.parametrize(
    ("juntas", "de", "puntos"),
    [
        (2, 2, 20.0),
        (1, 2, 0.0),
        (9, 10, 20.0),
        (8, 10, 12.0),
        (7, 10, 12.0),
        (6, 10, 6.0),
        (5, 10, 6.0),
        (4, 10, 2.0),
        (3, 10, 2.0),
        (2, 10, 0.0),
        (2, 3, 6.0),
        (1, 1, 0.0),
    ],
)
def test_puntos_por_cercania(obra: Any, juntas: int, de: int, puntos: float) -> None:
    todas = DIEZ.split()[:de]
    contenido = " ".join(todas[:juntas])
    assert _puntos(obra, contenido, " ".join(todas)) == pytest.approx(juntas + puntos)


@pytest.mark.parametrize(
    ("uva", "pera", "largo", "puntos"),
    [
        (0, 146, 150, 20.0),
        (0, 146, 1000, 20.0),
        (0, 147, 1000, 0.0),
        (49, 147, 1000, 0.0),
        (50, 196, 1000, 20.0),
        (150, 160, 200, 0.0),
        (150, 160, 201, 20.0),
        (840, 850, 1000, 20.0),
    ],
)
def test_las_ventanas_de_cercania(
    obra: Any, uva: int, pera: int, largo: int, puntos: float
) -> None:
    """Windows start every 50 characters and the last one well before the end."""
    letras = ["."] * largo
    letras[uva : uva + 3] = "uva"
    letras[pera : pera + 4] = "pera"
    assert _puntos(obra, "".join(letras), "uva pera") == pytest.approx(2 + puntos)


# --- Whole libraries ------------------------------------------------------------------


@dataclass(frozen=True)
class Montada:
    """A library in one of the two implementations, reduced to plain values."""

    claves: Callable[[], list[str]]
    contenido: Callable[[str], str]
    omitidos: Callable[[], set[str]]
    densidad: Callable[[str], list[tuple[float, str]]]
    enrutar: Callable[[str, int], list[tuple[str, float]]]
    podar: Callable[[str, str], Any]
    nombra: Callable[[str], bool]


def _montar_rapida(generada: BibliotecaGenerada) -> Montada:
    with generada.en_disco() as carpeta:
        indice = cargar_biblioteca(carpeta)

    def poda_de(clave: str, pregunta: str) -> Any:
        poda = podar(indice, clave, pregunta)
        fragmento = escribir(indice.documentos[clave], poda)
        return SimpleNamespace(
            fragmento=fragmento, modo=poda.modo, ratio=poda.ratio, chunks=poda.chunks
        )

    return Montada(
        claves=lambda: list(indice.documentos),
        contenido=lambda clave: indice.documentos[clave].contenido,
        omitidos=lambda: {o.archivo for o in indice.omitidos},
        densidad=lambda termino: list(indice.densidad(termino)),
        enrutar=lambda p, n: [(d.doc, d.puntaje) for d in enrutar(indice, p, n)],
        podar=poda_de,
        nombra=lambda p: bool(buscar(indice, p).citados),
    )


def _montar_lenta(generada: BibliotecaGenerada) -> Montada:
    lenta = generada.referencia()
    nombres = [doc.nombre_original for doc in lenta.documentos.values()]

    def podar(clave: str, pregunta: str) -> Any:
        poda = ref.podar(lenta, clave, pregunta)
        chunks = [SimpleNamespace(indice=i, seccion=s, puntaje=p) for i, s, p in poda.chunks]
        return SimpleNamespace(
            fragmento=poda.fragmento, modo=poda.modo, ratio=poda.ratio, chunks=chunks
        )

    return Montada(
        claves=lambda: sorted(lenta.documentos),
        contenido=lambda clave: lenta.documentos[clave].contenido,
        omitidos=lambda: lenta.omitidos,
        densidad=lambda termino: lenta.densidad.get(termino, []),
        enrutar=lambda p, n: [(d.doc, d.puntaje) for d in ref.enrutar(lenta, p, n)],
        podar=podar,
        nombra=lambda p: ref.nombra_documento(nombres, p),
    )


@pytest.fixture(params=[_montar_rapida, _montar_lenta], ids=["rapida", "referencia"])
def montar(request: pytest.FixtureRequest) -> Callable[..., Montada]:
    """Load a library given as texts (or bytes) by relative path."""

    def _montar(
        archivos: Mapping[str, str | bytes],
        manuales: dict[str, list[str]] | None = None,
        pesos: dict[str, float] | None = None,
    ) -> Montada:
        datos = {r: a.encode() if isinstance(a, str) else a for r, a in archivos.items()}
        return request.param(BibliotecaGenerada(datos, manuales or {}, pesos or {}))

    return _montar


def test_el_texto_que_se_carga(montar: Callable[..., Montada]) -> None:
    biblioteca = montar({"a.md": "\ufeffnin\u0303o\r\nuno\rdos\n"})
    assert biblioteca.contenido("a.md") == "niño\nuno\ndos\n"


def test_lo_que_no_es_documento(montar: Callable[..., Montada]) -> None:
    biblioteca = montar(
        {
            "bueno.md": "juez",
            "sin_palabras.md": "¡!",
            "vacio.md": b"",
            "blanco.md": " \r\n\t\u00a0",
            "marca.txt": b"\xef\xbb\xbf",
            "dos.md": "niño".encode("cp850"),
            "nulo.md": b"a\x00b",
            "otro.bak": "juez",
        }
    )
    assert biblioteca.claves() == ["bueno.md", "sin_palabras.md"]
    assert biblioteca.omitidos() == {"vacio.md", "blanco.md", "marca.txt", "dos.md", "nulo.md"}


def test_un_archivo_mayor_que_el_limite_se_omite(tmp_path: Path) -> None:
    for nombre, largo in (("justo.md", 100), ("pasado.md", 101)):
        (tmp_path / nombre).write_text("x" * largo, encoding="utf-8")
    indice = cargar_biblioteca(tmp_path, AjustesBiblioteca(max_bytes_documento=100))
    assert list(indice.documentos) == ["justo.md"]
    assert [o.archivo for o in indice.omitidos] == ["pasado.md"]
    datos = {ruta.name: ruta.read_bytes() for ruta in tmp_path.iterdir()}
    lenta = ref.cargar(datos, limite=100)
    assert (list(lenta.documentos), lenta.omitidos) == (["justo.md"], {"pasado.md"})


def test_las_claves_de_los_documentos(montar: Callable[..., Montada]) -> None:
    """Paths are taken in order; a file that is no document takes no key."""
    biblioteca = montar(
        {
            "Acuerdo.md": "primero",
            "manuales/a.md": "",
            "normativa/a.md": "quinto",
            "normativa/acuerdo.md": "segundo",
            "normativa/sub/ACUERDO.md": "tercero",
            "otra/acuerdo.md": "cuarto",
        }
    )
    textos = {clave: biblioteca.contenido(clave) for clave in biblioteca.claves()}
    assert textos == {
        "acuerdo.md": "primero",
        "normativa/acuerdo.md": "segundo",
        "normativa/sub/acuerdo.md": "tercero",
        "otra/acuerdo.md": "cuarto",
        "a.md": "quinto",
    }


def test_densidad_y_sus_empates(montar: Callable[..., Montada]) -> None:
    biblioteca = montar({"a.md": "juez tutela", "b.md": "juez, el juez", "x/c.md": "plazo JUEZ"})
    assert biblioteca.densidad("juez") == [(1.0, "b.md"), (0.5, "c.md"), (0.5, "a.md")]
    assert biblioteca.densidad("plazo") == [(0.5, "c.md")]
    assert biblioteca.densidad("nada") == []


# --- Router ---------------------------------------------------------------------------

IDF = math.log(3 / 2) + 1
"""Of a term that one of two documents has."""


def _rutas(rutas: list[tuple[str, float]]) -> list[tuple[str, float]]:
    return [(doc, pytest.approx(puntaje, rel=0, abs=1e-9)) for doc, puntaje in rutas]


def test_los_tres_niveles(montar: Callable[..., Montada]) -> None:
    """a.md: keyword `tutela`, densities 2/4 and 1/4. plazo_x_juez.md: half of its name."""
    archivos = {"a.md": "tutela tutela plazo sala", "plazo_x_juez.md": "acta"}
    pregunta = "¿Qué plazo hay para la tutela?"
    a, b = 2.0 + 0.75 * IDF, 1.5 * 0.5
    assert _rutas([("a.md", a), ("plazo_x_juez.md", b)]) == montar(archivos).enrutar(pregunta, 9)
    assert _rutas([("a.md", a)]) == montar(archivos).enrutar(pregunta, 1)


def test_palabras_manuales_y_peso_de_la_coleccion(montar: Callable[..., Montada]) -> None:
    """Distinct once folded, found inside words; a weight of 3 turns the order around."""
    archivos = {"a.md": "tutela tutela plazo sala", "x/b.md": "acta"}
    manuales = {"b.md": ["Plázo", "PLAZO", "tute", "  ", "", "no está"]}
    pregunta = "¿Qué plazo hay para la tutela?"
    a = 2.0 + 0.75 * IDF
    assert montar(archivos, manuales).enrutar(pregunta, 2) == _rutas([("b.md", 8.0), ("a.md", a)])
    con_pesos = montar(archivos, manuales, {"general": 3.0, "x": 0.5})
    assert con_pesos.enrutar(pregunta, 2) == _rutas([("a.md", 3 * a), ("b.md", 4.0)])


def test_una_palabra_clave_dentro_de_otra_palabra(montar: Callable[..., Montada]) -> None:
    biblioteca = montar({"a.md": "acta acta", "b.md": "sala"})
    assert biblioteca.enrutar("exactamente", 2) == _rutas([("a.md", 2.0)])


def test_solo_puntuan_los_cinco_mas_densos(montar: Callable[..., Montada]) -> None:
    """Seven equal documents: the last five names score 1/2 · 1, and are listed by name."""
    biblioteca = montar({f"{letra}.md": "juez plazo" for letra in "abcdefg"})
    esperado = [(f"{letra}.md", 0.5) for letra in "cdefg"]
    assert biblioteca.enrutar("¿Qué juez?", 9) == _rutas(esperado)


def test_los_puntajes_se_comparan_con_nueve_decimales(montar: Callable[..., Montada]) -> None:
    """Three thirds and a whole differ in the last bit; they are a tie, and ties go by name."""
    biblioteca = montar({"a.md": "alfa beta gama", "b.md": "delta"})
    esperado = _rutas([("a.md", IDF), ("b.md", IDF)])
    assert biblioteca.enrutar("alfa beta gama delta", 2) == esperado


def test_el_nombre_cuenta_palabras_cortas_y_vacias(montar: Callable[..., Montada]) -> None:
    """`los` is no token but is a word of the name; `de` is too short to be one."""
    biblioteca = montar({"Los_niños-de.2016.md": "acta", "z.md": "acta"})
    assert biblioteca.enrutar("¿los?", 9) == _rutas([("los_niños-de.2016.md", 0.5)])
    assert biblioteca.enrutar("LOS NIN\u0303OS", 9) == _rutas([("los_niños-de.2016.md", 1.0)])
    assert biblioteca.enrutar("de ninos", 9) == []


def test_solapamiento_de_vocabulario(tmp_path: Path) -> None:
    generada = BibliotecaGenerada(
        {"a.md": b"juez plazo", "b.md": b"juez plazo tutela", "c.md": b"juez juez juez"}
    )
    with generada.en_disco() as carpeta:
        indice = cargar_biblioteca(carpeta)
    pregunta = "juez, plazo y tutela"
    assert list(solapamiento_vocabulario(indice, pregunta, 5)) == ["b.md", "a.md"]
    assert list(solapamiento_vocabulario(indice, pregunta, 1)) == ["b.md"]
    assert list(solapamiento_vocabulario(indice, "juez juez", 5)) == []
    lenta = generada.referencia()
    assert ref.solapamiento_vocabulario(lenta, pregunta, 5) == [(3, "b.md"), (2, "a.md")]


# --- Does the question name a document? -----------------------------------------------

CON_NOMBRE = (
    "acuerdo_no._psaa16-10476.md",
    "acuerdo_pcsja19-11207..md",
    "ley_1564_de_2012.md",
    "decreto-1000-1967.md",
    "acto-legislativo-1-1947.md",
    "resolución_0045-2020.md",
    "circular-12.md",
    "sentencia-1234-2010.md",
    "manual_procedimientos.md",
    "informe-2019.md",
    "balance_2018_2019.md",
    "pcsja25-12324_de_4_agosto_2025.md",
)


@pytest.mark.parametrize(
    "pregunta",
    [
        "Explica el acuerdo PSAA16",
        "psaa-16",
        "el PSAA 16",
        "¿Qué dice PSAA16-10476?",
        "psaa16 10476",
        "psaa1610476",
        "PSAA-16-10476",
        "el 10476, por favor",
        "acuerdo 10476 de 2016",
        "Acuerdo No. 010476",
        "pcsja19",
        "PCSJA 19-11207",
        "¿y el 11207?",
        "ley 1564",
        "la Ley 1564 de 2012",
        "Ley n.º 1564",
        "LEY No. 1564 DE 2012",
        "ley Nº 01564 del 2012",
        "ley nº. 1564",
        "ley número 1564",
        "ley  1564",
        "decreto 1000",
        "¿deroga el decreto 1000 de 1967?",
        "decreto N° 1000",
        "Acto Legislativo 1 de 1947",
        "acto legislativo 01",
        "acto legislativo n.° 1",
        "resolución 45 de 2020",
        "RESOLUCION 0045",
        "la circular 12",
        "circular 012 de 2021",
        "sentencia 1234 de 2010",
        "pcsja25",
        "el 12324 de 2025",
    ],
)
def test_la_pregunta_nombra_un_documento(montar: Callable[..., Montada], pregunta: str) -> None:
    biblioteca = montar(dict.fromkeys(CON_NOMBRE, "texto"))
    assert biblioteca.nombra(pregunta) is True


@pytest.mark.parametrize(
    "pregunta",
    [
        "¿Cuándo debo reportar en SIERJU?",
        "¿Qué sanciones hay por no reportar?",
        "de acuerdo con el manual, ¿qué hago?",
        "De acuerdo con 10 jueces",
        "estoy de acuerdo",
        "¿Qué pasó en 2012?",
        "ley de 2012",
        "decreto de 1967",
        "el informe 2019",
        "2016",
        "2018-2019",
        "¿qué cambió el 4 de agosto de 2025?",
        "agosto 2025",
        "1564",
        "1000",
        "psaa",
        "psaa17",
        "psaa1",
        "xpsaa16",
        "1047",
        "104761",
        "acuerdo 16",
        "ley 1000",
        "decreto 1564",
        "ley 15640",
        "ley 156",
        "ley 1564 de 2013",
        "decreto 1000 de 1968",
        "acto 1",
        "legislativo 1",
        "acto legislativo 2",
        "acto legislativo 1 de 1948",
        "acuerdo 1",
        "virrey 1564",
        "circular 120",
        "resolución 450",
        "manual de procedimientos",
        "",
    ],
)
def test_la_pregunta_no_nombra_ninguno(montar: Callable[..., Montada], pregunta: str) -> None:
    biblioteca = montar(dict.fromkeys(CON_NOMBRE, "texto"))
    assert biblioteca.nombra(pregunta) is False


def test_sin_el_documento_no_se_nombra_nada(montar: Callable[..., Montada]) -> None:
    biblioteca = montar({"manual.md": "El acuerdo PSAA16-10476 y la ley 1564 de 2012."})
    for pregunta in ("psaa16", "10476", "ley 1564 de 2012", "acuerdo 10476"):
        assert biblioteca.nombra(pregunta) is False


# --- Pruner ---------------------------------------------------------------------------

RAYA = "═" * 60


def _documento(largo: int, puestos: Mapping[int, str]) -> str:
    """Dots, with some texts at given places."""
    letras = ["."] * largo
    for donde, trozo in puestos.items():
        letras[donde : donde + len(trozo)] = trozo
    return "".join(letras)


IDF_2_DE_3 = math.log(4 / 3) + 1
"""Of a word that two of three chunks hold."""


@pytest.mark.parametrize(
    ("puestos", "pregunta", "modo", "ratio", "indices"),
    [
        ({1400: "tutela"}, "tutela", "FRANCOTIRADOR", None, [2]),
        ({1400: "tutela"}, "enumera la tutela", "FRANCOTIRADOR", None, [2]),
        ({}, "tutela", "PRIMEROS", None, [0, 1]),
        ({}, "enumera la tutela", "PRIMEROS", None, [0, 1]),
        ({100: "tutela", 1400: "tutela"}, "tutela", "ESCOPETA", 1.0, [2, 0]),
        ({100: "tutela", 1400: "tutela"}, "enumera la tutela", "LISTADO-ESCOPETA", 1.0, [2, 0]),
        ({600: "tutela"}, "tutela", "ESCOPETA", 1.0, [1, 0]),
        (
            {100: "tutela", 1400: "tutela tutela tutela"},
            "tutela",
            "BINÓCULO",
            1 + math.log(3),
            [2, 0],
        ),
        (
            {100: "tutela tutela tutela", 1400: "tutela"},
            "enumera la tutela",
            "LISTADO-BINÓCULO",
            1 + math.log(3),
            [0, 2],
        ),
        (
            {100: "tutela", 1400: "tutela art. 5°"},
            "tutela",
            "FRANCOTIRADOR",
            (3 * IDF_2_DE_3 + 10) / (3 * IDF_2_DE_3),
            [2],
        ),
        (
            {100: "tutela", 1400: "tutela art. 5°"},
            "enumera la tutela",
            "LISTADO-BINÓCULO",
            (3 * IDF_2_DE_3 + 10) / (3 * IDF_2_DE_3),
            [2, 0],
        ),
        ({1400: "artículo 5"}, "tutela", "FRANCOTIRADOR", None, [2]),
    ],
)
def test_los_modos_de_la_poda(
    montar: Callable[..., Montada],
    puestos: Mapping[int, str],
    pregunta: str,
    modo: str,
    ratio: float | None,
    indices: list[int],
) -> None:
    """Three chunks: 0-800, 500-1300 and 1000-1500. The question keeps clear of the +15; a word
    that its document says twice is one of its keywords, and weighs three times.
    """
    poda = montar({"a.md": _documento(1500, puestos)}).podar("a.md", f"¿{pregunta}, sí?")
    assert (poda.modo, [chunk.indice for chunk in poda.chunks]) == (modo, indices)
    assert poda.ratio == (None if ratio is None else pytest.approx(ratio))


def test_escopeta_toma_tres_y_deja_el_resto(montar: Callable[..., Montada]) -> None:
    """Five chunks score the same: the last three, last one first."""
    contenido = _documento(5000, {i * 1000 + 450: "tutela" for i in range(5)})
    poda = montar({"a.md": contenido}).podar("a.md", "¿tutela, sí?")
    assert poda.modo == "ESCOPETA"
    assert [chunk.indice for chunk in poda.chunks] == [8, 6, 4]


def test_los_chunks_se_comparan_con_nueve_decimales(montar: Callable[..., Montada]) -> None:
    """The same four terms added in another order: a tie, so the higher index goes first."""
    cuatro = ["coco", "kiwi", "pera", "uvas"]
    primero = " ".join(palabra for i, palabra in enumerate(cuatro) for _ in range(4 - i))
    ultimo = " ".join(palabra for i, palabra in enumerate(cuatro) for _ in range(1 + i))
    biblioteca = montar({"a.md": _documento(1500, {100: primero, 1400: ultimo})})
    poda = biblioteca.podar("a.md", "coco, kiwi, pera, uvas")
    assert [chunk.indice for chunk in poda.chunks] == [2, 0]
    assert poda.chunks[0].puntaje == pytest.approx(poda.chunks[1].puntaje)


def test_una_palabra_prioritaria_pesa_tres(montar: Callable[..., Montada]) -> None:
    """`sancion` is in the table; `tutela`, twice in its document, is one of its keywords."""
    biblioteca = montar({"a.md": "Sanción.", "b.md": "tutela y tutela", "c.md": "acta"})
    base = math.log(2 / 2) + 1
    esperados = {"a.md": 3 * base, "b.md": 3 * base * (1 + math.log(2)), "c.md": base}
    for clave, puntaje in esperados.items():
        poda = biblioteca.podar(clave, "¿sanción, tutela o acta?")
        assert [c.puntaje for c in poda.chunks] == [pytest.approx(puntaje)]


def test_el_bloque_de_un_documento(montar: Callable[..., Montada]) -> None:
    """Original name in capitals, section cut to 60 characters, best chunk first."""
    encabezado = "## " + "Disposición " * 8 + "\n"
    contenido = encabezado + _documento(1500, {0: "tutela", 1200: "tutela tutela tutela"})
    biblioteca = montar({"Manual_nº.1.de Niños.md": contenido})
    poda = biblioteca.podar("manual_nº.1.de niños.md", "¿tutela, sí?")
    assert poda.modo == "BINÓCULO"
    assert poda.fragmento == (
        "[DOC: MANUAL_Nº.1.DE NIÑOS]\n"
        f"[SEC: INICIO | CHUNK: 2]\n{contenido[1000:1600]}\n\n"
        f"[SEC: {'DISPOSICIÓN ' * 5} | CHUNK: 0]\n{contenido[:800]}\n"
        f"{RAYA}\n"
    )


def test_el_bloque_de_un_documento_breve(montar: Callable[..., Montada]) -> None:
    """The text goes in as it is, line ends and all."""
    biblioteca = montar({"x/Breve.TXT.md": "# Único\r\nnada  \n\n"})
    assert biblioteca.podar("breve.txt.md", "zzz").fragmento == (
        f"[DOC: BREVE.TXT]\n[SEC: ÚNICO | CHUNK: 0]\n# Único\nnada  \n\n\n{RAYA}\n"
    )
