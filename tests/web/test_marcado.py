"""Markdown → HTML that cannot do harm, with an anchor where each chunk starts."""

from __future__ import annotations

import re
from html import unescape

import pytest
from estrategias import texto_de_documento
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from siaa.biblioteca.catalogo import leer_catalogo
from siaa.biblioteca.indice import analizar, construir_indice
from siaa.biblioteca.lengua.texto import corridas, normalizar_contenido, plegar
from siaa.biblioteca.valores import AjustesBiblioteca, Archivo, Documento
from siaa.web.visor.marcado import representar
from siaa.web.visor.resaltado import con_lugares, pintar

MENUDO = AjustesBiblioteca(chunk_size=40, chunk_overlap=10)


def documento(contenido: str, ajustes: AjustesBiblioteca = MENUDO) -> Documento:
    archivo = Archivo("a.md", normalizar_contenido(contenido))
    indice = construir_indice([archivo], [analizar(archivo, ajustes)], leer_catalogo(b""), ajustes)
    return indice.documentos["a.md"]


def html(contenido: str, *palabras: str) -> str:
    return pintar(representar(documento(contenido)), frozenset(palabras))


def sin_anclas(contenido: str, *palabras: str) -> str:
    return re.sub(r'<span class="ancla" id="[^"]*"></span>', "", html(contenido, *palabras))


def anclas(texto_html: str) -> list[int]:
    return [int(n) for n in re.findall(r'<span class="ancla" id="chunk-(\d+)"></span>', texto_html)]


# --- Safe -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "crudo",
    [
        '<script>alert("x")</script>',
        "texto <img src=x onerror=alert(1)> texto",
        "<b>negrita</b>",
        "<!-- a <b> -->",
        "<br onclick=alert(1)>",
        "<br/ >",
        '[^"><script>]',
        "<!--><script>x</script>-->",
        "<?php echo 1 ?>",
        "<style>body{display:none}</style>",
        '| <b>a</b> | b |\n|---|---|\n| <script>x</script> | "c" |',
        "# <b>título</b>",
        "- <b>punto</b>",
        "```\n<b>código</b>\n```",
        "`<b>código</b>`",
        "    <b>sangrado</b>",
        '<span class="ancla" id="chunk-99"></span>',
        "<mark>falsa</mark>",
    ],
)
def test_el_html_del_documento_se_muestra_sin_obedecerlo(crudo: str) -> None:
    salida = sin_anclas(crudo)
    etiquetas = set(re.findall(r"</?([a-z]\w*)", salida))
    assert etiquetas <= {
        "p", "h1", "ul", "li", "div", "table", "thead", "tbody", "tr", "th", "td", "pre", "code",
    }  # fmt: skip
    assert "&lt;" in salida and "<!--" not in salida and "<?" not in salida


@pytest.mark.parametrize(
    ("escrito", "visto"),
    [
        ("uno<br>dos<BR />tres<br  >cuatro", "<p>uno<br>dos<br>tres<br>cuatro</p>"),
        ("| a<br>b |\n|---|\n| c |", '<th scope="col">a<br>b</th>'),
        (
            "el plazo[^1] y[^nota_2]",
            "<p>el plazo<sup> (nota 1)</sup> y<sup> (nota nota_2)</sup></p>",
        ),
        ("[^1]: El plazo.", "<p><sup> (nota 1)</sup>: El plazo.</p>"),
        ("vea[^1]\n\n[^1]: Derogado.", "<p><sup> (nota 1)</sup>: Derogado.</p>"),
        ("<!-- Página 2 -->", '<p><span class="imagen">Página 2</span></p>'),
        ("`a<br>[^1]`", "<p><code>a&lt;br&gt;[^1]</code></p>"),
        ("**Derechos***.* Los jueces", "<p><strong>Derechos</strong>. Los jueces</p>"),
        ("**Artículo 3. Los jueces", "<p>Artículo 3. Los jueces</p>"),
        ("los *.exe., 4 * 2", "<p>los *.exe., 4 * 2</p>"),
        ("Notificador ** gana 2**10", "<p>Notificador ** gana 2**10</p>"),
        ("Uno.\n\nJURISPRUDENCIA []\n\nDos []\ntres.", "<p>Uno.</p>\n<p>Dos []\ntres.</p>"),
        ("[^1](https://x.example/)", '<a href="https://x.example/">^1</a>'),
        ("a \\[^1] &lt;br>", "<p>a [^1] &lt;br&gt;</p>"),
        ("**1.***Objeto*. Sí", "<p><strong>1.</strong> <em>Objeto</em>. Sí</p>"),
        ("**1****º.**El plazo", "<p><strong>1º.</strong> El plazo</p>"),
    ],
)
def test_lo_que_una_conversion_deja_entre_las_palabras(escrito: str, visto: str) -> None:
    assert visto in sin_anclas(escrito)


@settings(max_examples=60)
@given(
    st.lists(
        st.sampled_from(["b", "br 1", " ", "<br>", "[^1]", "<!-- b -->", "^", "*b*", " **c***.* d"])
    )
)
def test_lo_que_no_es_palabra_no_mueve_de_su_sitio_lo_que_sigue(partes: list[str]) -> None:
    doc = documento("x" + "".join(partes))
    trozos = con_lugares(representar(doc)).trozos
    assert [t.lugar for t in trozos] == sorted({t.lugar for t in trozos})
    for trozo in trozos:
        assert doc.contenido.startswith(trozo.texto, trozo.lugar)


def test_lo_que_se_aparta_no_mueve_de_su_sitio_lo_que_sigue() -> None:
    doc = documento("**1.***Objeto*. En la sala **2.**Sí, **en** la casa")
    trozos = [t for t in con_lugares(representar(doc)).trozos if t.texto.strip()]
    assert "".join(t.texto for t in trozos) == "1.Objeto. En la sala 2.Sí, en la casa"
    assert all(doc.contenido.startswith(t.texto, t.lugar) for t in trozos)


@pytest.mark.parametrize(
    "destino",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "&#106;avascript:alert(1)",
        "vbscript:x",
        "data:text/html,<b>x</b>",
        "file:///etc/passwd",
    ],
)
def test_los_enlaces_peligrosos_no_son_enlaces(destino: str) -> None:
    for markdown in (f"[aquí]({destino})", f"![aquí]({destino})", f"[a]\n\n[a]: {destino}"):
        salida = html(markdown)
        assert "href=" not in salida and "src=" not in salida


def test_los_enlaces_corrientes_lo_son() -> None:
    assert '<a href="https://x.example/">aquí</a>' in sin_anclas("[aquí](https://x.example/)")
    assert '<a href="#plazo">aquí</a>' in sin_anclas("[aquí](#plazo)")


@pytest.mark.parametrize(
    ("imagen", "visto"),
    [
        ("![Un sello](sello.png)", "[Imagen: Un sello]"),
        ("![x](/siaa/enrutar?q=plazo)", "[Imagen: x]"),
        ("![x](https://ajeno.example/x.png)", "[Imagen: x]"),
        ("![x](//ajeno.example/x.png)", "[Imagen: x]"),
        ("![](sello.png)", "[Imagen]"),
        ("![El sello](data:image/png;base64,iVBORw0KGgo=)", "[Imagen: El sello]"),
        ("![El *sello* \\* &amp; `la`\nfirma](s.png)", "[Imagen: El sello * &amp; la\nfirma]"),
        ("![de ![otra](b.png) dentro](a.png)", "[Imagen: de otra dentro]"),
        ("![con [enlace](https://x.example/)](a.png)", "[Imagen: con enlace]"),
    ],
)  # fmt: skip
def test_de_las_imagenes_se_lee_la_descripcion(imagen: str, visto: str) -> None:
    """Nothing of a document makes the reader's browser ask anybody for anything."""
    salida = sin_anclas(imagen)
    assert "<img" not in salida and "<a " not in salida
    assert visto in re.sub("<[^>]*>", "", salida)


def test_en_la_descripcion_de_una_imagen_tambien_se_busca() -> None:
    assert re.findall("<mark[^>]*>(.*?)</mark>", html("![El sello imagen](s.png)", "sello")) == [
        "sello"
    ]
    assert "<mark" not in html("![El sello](s.png)", "imagen"), "our word is not the document's"


def test_tablas_y_tachado() -> None:
    salida = sin_anclas("| a | b |\n|---|---|\n| c | ~~d~~ |")
    assert "<table>" in salida and "<s>d</s>" in salida


def test_las_comillas_se_escapan() -> None:
    assert "&quot;" in sin_anclas('dice "hola"') and '"hola"' not in sin_anclas('"hola" & <')


# --- Anchors --------------------------------------------------------------------------------

LUGARES = {
    "parrafos": "\n\n".join(["una frase de unas cuantas palabras"] * 9),
    "tabla": "| a | b |\n|---|---|\n" + "| celda uno | celda dos |\n" * 9,
    "codigo": "```\n" + "una línea de código\n" * 15 + "```\n",
    "codigo sangrado": "    una línea de código\n" * 15,
    "lista": "- un punto de la lista\n" * 12,
    "lista honda": "- uno\n  - dos\n    - tres y algo más\n" * 8,
    "cita": "> una frase citada\n> otra frase citada\n" * 6,
    "reglas": "una frase\n\n---\n\n" * 9,
    "titulos": "## Un título con palabras\n\n" * 8,
    "referencias": "[a]: https://x.example/\n" * 12 + "\ntexto [a]\n",
    "una sola linea": "palabra " * 60,
    "blancos al final": "texto" + "\n" * 120,
    "html": "<div>\n" * 30,
    "mezcla": "# T\n\n- a\n\n```\ncódigo\n```\n\n| a |\n|---|\n| b |\n\n> c\n\n---\n" * 4,
}


@pytest.mark.parametrize("lugar", LUGARES)
def test_cada_chunk_tiene_su_ancla_y_en_orden(lugar: str) -> None:
    doc = documento(LUGARES[lugar])
    assert len(doc.fragmentos) > 3
    for palabras in (frozenset(), frozenset({"una", "palabra"})):
        assert anclas(pintar(representar(doc), palabras)) == list(range(len(doc.fragmentos)))


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(st.one_of(texto_de_documento(), st.text("#-*`|>[]()<a1. \n\t_~\\", max_size=300)))
def test_cada_chunk_tiene_su_ancla_en_cualquier_texto(contenido: str) -> None:
    doc = documento(contenido or "x")
    salida = pintar(representar(doc), frozenset({"sancion", "a"}))
    assert anclas(salida) == list(range(len(doc.fragmentos)))
    assert not re.search(r"<(script|img|iframe|b|div)\b", salida)


def test_el_ancla_esta_en_la_linea_del_chunk() -> None:
    parrafos = [f"párrafo {n} de relleno" for n in range(12)]
    doc = documento("\n\n".join(parrafos))
    salida = pintar(representar(doc))
    for n, fragmento in enumerate(doc.fragmentos):
        propio = doc.contenido.rfind("\n", 0, fragmento.inicio) + 1
        linea = doc.contenido[propio:].lstrip("\n").split("\n")[0]
        desde = salida.index(f'id="chunk-{n}"')
        assert linea in re.sub("<[^>]*>", "", salida[desde : desde + 200]), n


@pytest.mark.parametrize("cercado", ["```\n{}```\n", "{}"])
def test_las_anclas_de_un_codigo_van_antes_de_el(cercado: str) -> None:
    """Inside it they would be text; after it, the link would skip it."""
    codigo = "    una línea de código\n" * 8
    salida = html(cercado.format(codigo) + "\nfinal")
    assert (
        anclas(salida[: salida.index("<pre>")])[-1] >= 5
        and "ancla" not in (salida[salida.index("<pre>") : salida.index("</pre>")])
    )


def test_el_ancla_de_una_raya_va_antes_de_ella() -> None:
    salida = html("x" * 28 + "\n\n---\n\n" + "y" * 20)
    assert salida.index('id="chunk-1"') < salida.index("<hr")


def test_el_ancla_esta_en_el_renglon_o_la_celda_donde_empieza_el_chunk() -> None:
    doc = documento("| uno dos tres | cuatro cinco | seis siete ocho nueve |\n|---|---|---|\n")
    salida = pintar(representar(doc))
    for n, fragmento in enumerate(doc.fragmentos[:2]):
        celda = salida[salida.index(f'id="chunk-{n}"') :].split("</th>")[0]
        resto = doc.contenido[fragmento.inicio :].split("|")
        assert (resto[0].strip() or resto[1].strip()) in re.sub("<[^>]*>", "", celda)


def test_las_secciones_tienen_nombre() -> None:
    salida = html("# El Artículo 5º\n\nx\n\n## **Plazo**\n\n## Plazo\n\n### ¿?\n")
    assert re.findall(r'<h\d id="([^"]*)"', salida) == [
        "seccion-el-articulo-5",
        "seccion-plazo",
        "seccion-plazo-2",
        "seccion-",
    ]


# --- Marks ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("contenido", "palabras", "marcadas"),
    [
        ("La sanción y las SANCIONES", ("sancion",), ["sanción", "SANCIONES"]),
        ("el año del daño", ("año",), ["año", "daño"]),
        ("**plazo** y _plazos_", ("plazo",), ["plazo", "plazos"]),
        ("# El plazo\n\n- plazo\n\n> plazo", ("plazo",), ["plazo", "plazo", "plazo"]),
        ("| plazo |\n|---|\n| x plazo y |", ("plazo",), ["plazo", "plazo"]),
        ("multa y sanción", ("sancion", "multa"), ["multa", "sanción"]),
        ("PSAA16-10476", ("10476",), ["10476"]),
        ("`plazo` y\n\n```\nplazo\n```", ("plazo",), ["plazo", "plazo"]),
        ("el 5 y el 15, el 5.º", ("5",), ["5", "5"]),
        ("a\\*plazo\\* &amp; plazo", ("plazo",), ["plazo", "plazo"]),
        ("nada de eso", ("plazo",), []),
        ("[plazo](https://x.example/plazo)", ("plazo",), ["plazo"]),
        ("a*b a.b", ("a*b", "."), []),
        ("🖨\ufe0f el plazo y ☎\ufe0f el plazo", ("plazo",), ["plazo", "plazo"]),
        ("n\u0308 x\u0302 un plazo", ("plazo",), ["plazo"]),
        ("un plazo\ufe0f corre", ("plazo",), ["plazo\ufe0f"]),
        ("각 plazo", ("plazo",), ["plazo"]),
    ],
)
def test_lo_que_se_marca(contenido: str, palabras: tuple[str, ...], marcadas: list[str]) -> None:
    assert re.findall("<mark[^>]*>(.*?)</mark>", html(contenido, *palabras)) == marcadas


def test_sin_palabras_no_hay_marcas() -> None:
    assert "<mark" not in html("plazo")


def test_un_texto_cuyo_pliegue_mide_otra_cosa_se_lee_igual() -> None:
    for contenido in ("İ plazo", "x\u030c plazo", "q\u0303 plazo"):
        assert contenido in re.sub("</?mark[^>]*>", "", html(contenido, "plazo", "i", "x"))


@settings(max_examples=150)
@given(st.text("plazoPLAZOáñ x5\ufe0f\u0302🖨각İßΣ", min_size=1, max_size=40))
def test_se_marca_lo_mismo_que_se_encuentra(contenido: str) -> None:
    """Whatever folding makes of a text, the marks are the runs that a search in it would find."""
    escrito = f"x {contenido} plazo"
    halladas = [c for c in corridas(plegar(normalizar_contenido(escrito))) if "plazo" in c]
    marcadas = re.findall("<mark[^>]*>(.*?)</mark>", html(escrito, "plazo"))
    assert [plegar(marcada) for marcada in marcadas] == halladas


@settings(max_examples=60)
@given(st.text("aáñA <&\"'.\n-", min_size=1, max_size=80), st.sampled_from(["a", "ñ", "aa"]))
def test_las_marcas_no_cambian_el_texto(contenido: str, palabra: str) -> None:
    sin, con = html(contenido), html(contenido, palabra)
    assert re.sub("</?mark[^>]*>", "", con) == sin
    for marcada in re.findall("<mark[^>]*>(.*?)</mark>", con):
        assert palabra in plegar(unescape(marcada))
