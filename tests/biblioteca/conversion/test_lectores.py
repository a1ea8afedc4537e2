"""What is read of each kind of document: words in order, cells in place, pages right."""

from __future__ import annotations

import datetime
import io
import re
import zipfile
from collections.abc import Callable

import pytest
from documentos_de_prueba import (
    ARTICULOS,
    RELLENO,
    TABLA,
    TITULO,
    docx,
    en_orden,
    exigir,
    filas_de,
    html,
    odf,
    ods,
    odt,
    pdf,
    pdf_de_lineas,
    rtf,
    xlsx,
)
from hypothesis import given
from hypothesis import strategies as st

from siaa.biblioteca.conversion.estructurados import en_markdown
from siaa.biblioteca.conversion.lectores.impreso import Impresa, armar, unir
from siaa.biblioteca.conversion.obrero import atender
from siaa.biblioteca.conversion.piezas import marca_de, separar_paginas, tabla

DICHO = " ".join((TITULO, *(f"{titulo} {texto} {RELLENO}" for titulo, texto in ARTICULOS)))
SIN_SIGNOS = re.compile(r"[#*|]|<!--.*?-->|^\| ---.*$", re.MULTILINE)


def leer(nombre: str, datos: bytes) -> str:
    """The Markdown of a document that can be read."""
    hecho = atender(nombre, datos)
    assert "markdown" in hecho, hecho
    return str(hecho["markdown"])


@pytest.fixture(autouse=True)
def _con_lo_necesario() -> None:
    exigir("mammoth", "markdownify", "openpyxl", "pypdfium2", "pdfplumber", "docx", "reportlab")


# --- Every kind -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("nombre", "hacer"),
    [
        *(("a.docx", docx), ("a.odt", odt), ("a.rtf", rtf), ("a.pdf", pdf)),
        ("a.html", lambda: html().decode("cp1252").encode()),
        ("a.pdf", lambda: pdf(columnas=2)),
    ],
    ids=["docx", "odt", "rtf", "pdf", "html", "pdf a dos columnas"],
)
def test_las_palabras_estan_en_su_orden_y_las_celdas_en_su_sitio(
    nombre: str, hacer: Callable[[], bytes]
) -> None:
    markdown = leer(nombre, hacer())
    assert en_orden(DICHO, SIN_SIGNOS.sub(" ", markdown)) == 1.0
    assert tuple(filas_de(separar_paginas(markdown)[0])) == TABLA
    assert f"# {TITULO}\n" in markdown
    assert markdown.count("Gaceta") == (nombre == "a.pdf"), "a running header is told once"
    assert "Página" not in markdown


@pytest.mark.parametrize(("nombre", "hacer"), [("a.xlsx", xlsx), ("a.ods", ods)])
def test_un_libro_da_una_tabla_por_hoja(nombre: str, hacer: Callable[[], bytes]) -> None:
    markdown = leer(nombre, hacer())
    assert tuple(filas_de(markdown)) == (("Artículo", "Texto"), *ARTICULOS, *TABLA)
    assert f"## {TITULO[:30]}\n" in markdown and "## Sueldos\n" in markdown


# --- Word and HTML ----------------------------------------------------------------------------


def test_lo_que_dice_word_por_sus_estilos() -> None:
    import docx as word

    documento = word.Document()
    documento.core_properties.title = "Acta de plumas"
    documento.add_heading("Capítulo I", 1)
    documento.add_paragraph().add_run("ARTÍCULO 5.").bold = True
    documento.add_paragraph("# no es un título, ni <!-- página 7 --> una página")
    documento.add_paragraph("grano", style="List Bullet")
    tabla_ = documento.add_table(3, 2)
    for fila in range(3):
        for columna in range(2):
            tabla_.cell(fila, columna).text = f"{fila}|{columna}"
    tabla_.cell(1, 0).merge(tabla_.cell(2, 0))
    salida = io.BytesIO()
    documento.save(salida)
    markdown = leer("acta.docx", salida.getvalue())
    assert markdown.startswith("# Acta de plumas\n\n## Capítulo I\n\n**ARTÍCULO 5.**\n\n\\# no es")
    assert separar_paginas(markdown) == (markdown, ()) and "- grano" in markdown
    assert "| 1\\|0 2\\|0 | 1\\|1 |\n| 1\\|0 2\\|0 | 2\\|1 |" in markdown


def test_una_pagina_no_ejecuta_ni_trae_nada() -> None:
    pagina = (
        "<html><head><title>Tarifas</title><script>robar()</script></head><body onload='robar()'>"
        "<h2>Jaulas</h2><p>Cría y <a href='javascript:robar()'>venta</a> de aves"
        "<img src='http://afuera/x.png' alt='afuera'></p><table><tr><th rowspan=2>Ave<th colspan=2>"
        "Precio<tr><td>compra<td>venta</table></body></html>"
    )
    hecho = atender("tarifas.html", pagina.encode())
    assert hecho["markdown"].startswith("# Tarifas\n\n## Jaulas\n\nCría y venta de aves\n")
    assert list(filas_de(hecho["markdown"])) == [("Ave", "Precio", ""), ("Ave", "compra", "venta")]
    assert "robar" not in hecho["markdown"] and "afuera" not in hecho["markdown"]
    assert hecho["avisos"] == ("no se leyó lo que diga 1 imagen: si hace falta, escríbalo",)


@pytest.mark.parametrize(
    ("pagina", "dice"),
    [
        ("<p>uno<p>dos <b>tres<p>cuatro", "uno\n\ndos **tres**\n\n**cuatro**\n"),
        ("<ul><li>a<li>b<ul><li>c<li>d</ul><li>e</ul>f", "- a\n- b\n  - c\n  - d\n- e\n\nf\n"),
        ("<ol><li><p>a<li><p>b</ol><h2>c<p>d<h2>e", "1. a\n2. b\n\n## c d\n\n## e\n"),
        ("<table><tr><td>a<td>b</div><tr><td><b>c<td>d</table>e", "| a | b |\n| --- | --- |\n"),
        ("<table>a<td>b<td>c<p>d</table>", "a\n\n| b | c d |\n| --- | --- |\n"),
        ("<dl><dt>a<dd>b<dt>c<dd>d</dl>", "a\n:   b\n\nc\n:   d\n"),
        ("<b>uno<br></b>dos</br>tres<br/>cuatro", "**uno**  \ndos  \ntres  \ncuatro\n"),
        ("<form><input><select><option>x</select><p>uno</form><td>dos", "uno\n\ndos\n"),
        ("<![if !a]><p class=x>uno<o:p></o:p> &lt;dos&gt;<![endif]>", "uno <dos>\n"),
        ("<p>a <b>b<table><tr><td>c<td>d</table>e", "a b\n\n| c | d |\n| --- | --- |\n\ne"),
    ],
)
def test_una_pagina_deja_etiquetas_abiertas(pagina: str, dice: str) -> None:
    assert leer("a.html", f"<html>{pagina}".encode()).startswith(dice)


@pytest.mark.parametrize(
    "abierta", ["<p>", "<li>", "<p><font size=2><b>", "<b>", "<i><b>", "<font>", "<tr><td>"]
)
def test_una_pagina_larga_deja_todas_sus_etiquetas_abiertas(abierta: str) -> None:
    """However many there are: nothing stands inside what a browser would have closed."""
    dentro = "".join(f"{abierta}palabra{n} " for n in range(2000))
    markdown = leer("a.html", f"<html><table>{dentro}</table>{dentro}".encode())
    assert re.findall(r"palabra(\d+)", markdown) == [str(n) for n in range(2000)] * 2


ETIQUETAS = ("p", "b", "li", "ul", "table", "tr", "td", "tbody", "div", "h2", "dd", "br", "a")
PIEZAS = st.sampled_from([f"<{f}{e}>" for e in ETIQUETAS for f in ("", "/")] + ["uno ", "dos "])


@given(st.lists(PIEZAS, max_size=30))
def test_de_una_pagina_mal_escrita_no_se_pierde_una_palabra(piezas: list[str]) -> None:
    """Whatever it leaves open or closes; a browser puts before a table what is in no cell of it."""
    markdown = leer("a.html", f"<html>{''.join(piezas)}".encode())
    dichas = sorted(p.strip() for p in piezas if "<" not in p)
    assert sorted(re.findall("uno|dos", markdown)) == dichas


# --- LibreOffice, RTF and plain tables ---------------------------------------------------------


def test_un_texto_de_libreoffice_dice_sus_listas_sus_notas_y_sus_negritas() -> None:
    estilos = (
        '<style:style style:name="T1"><style:text-properties fo:font-weight="bold"/></style:style>'
        '<style:style style:name="P7" style:parent-style-name="Title"/><text:list-style '
        'style:name="L1"><text:list-level-style-number text:level="1"/></text:list-style>'
    )
    cuerpo = (
        '<text:tracked-changes>borrado</text:tracked-changes><text:p text:style-name="P7">Acta'
        '</text:p><text:p><text:span text:style-name="T1">ARTÍCULO 5.</text:span>Las<text:s/>aves'
        "<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Mensajeras."
        "</text:p></text:note-body></text:note> vuelan.</text:p>"
        '<text:list text:style-name="L1"><text:list-item><text:p>maíz</text:p></text:list-item>'
        "</text:list><text:p>Entre ellas:</text:p><text:list text:style-name='L1' "
        "text:continue-numbering='true'><text:list-item><text:p>trigo</text:p><text:list>"
        "<text:list-item><text:p>duro</text:p></text:list-item></text:list></text:list-item>"
        "</text:list><table:table><table:table-row><table:table-cell "
        "table:number-rows-spanned='2'><text:p>a</text:p></table:table-cell><table:table-cell>"
        "<text:p>b</text:p></table:table-cell></table:table-row><table:table-row>"
        "<table:covered-table-cell/><table:table-cell><text:p>c</text:p></table:table-cell>"
        "</table:table-row></table:table>"
    )
    assert leer("a.odt", odf("text", cuerpo, estilos)) == (
        "# Acta\n\n**ARTÍCULO 5.**Las aves (nota 1) vuelan.\n\n1. maíz\n\nEntre ellas:\n\n2. "
        "trigo\n\n   1. duro\n\n| a | b |\n| --- | --- |\n| a | c |\n\n## Notas\n\n1. Mensajeras.\n"
    )


def test_un_texto_de_libreoffice_sin_estilos_se_lee() -> None:
    """Other programs write none: a text without styles of its own."""
    with zipfile.ZipFile(io.BytesIO(odt())) as lleno:
        partes = {n: lleno.read(n) for n in lleno.namelist() if n != "styles.xml"}
    with zipfile.ZipFile(salida := io.BytesIO(), "w") as archivo:
        for nombre, contenido in partes.items():
            archivo.writestr(nombre, contenido)
    assert leer("a.odt", salida.getvalue()) == leer("a.odt", odt())


def test_un_rtf_dice_sus_notas_sus_signos_y_sus_listas() -> None:
    escrito = (
        rb"{\rtf1\ansi{\info{\title Acta de plumas}{\author yo}}{\header Gaceta}\uc1"
        rb"{\pard\plain\s7 {\listtext\pard \'b7\tab}ma\u237\'3fz \u-10179?\u-8704?\par}"
        rb"{\pard\b ART\'cdCULO}{\b  5. }Las aves{\*\footnote {\super 1} Mensajeras.\par otra}"
        rb"{\*\desconocida robar()}\~vuelan\emdash{\pict 0102}\bin3 \{\}\}.\par"
        rb"\trowd\clvmgf\cellx1\cellx2\intbl a\cell b\par c\cell\row"
        rb"\trowd\clvmrg\cellx1\cellx2\intbl\cell d\cell\row\pard fin\par}"
    )
    assert leer("a.rtf", escrito) == (
        "# Acta de plumas\n\n- maíz 😀\n\n**ARTÍCULO 5.** Las aves (nota 1) vuelan—}.\n\n"
        "| a | b c |\n| --- | --- |\n| a | d |\n\nfin\n\n## Notas\n\n1. 1 Mensajeras. otra\n"
    )


@pytest.mark.parametrize("separador", [";", ",", "\t"])
def test_una_tabla_en_texto_plano(separador: str) -> None:
    crudo = f'Ave{separador}Canto\r\n"Búho, {separador}real"{separador}"uh\n""uh"""\r\n'
    assert list(filas_de(leer("a.csv", crudo.encode()))) == [
        ("Ave", "Canto"),
        (" ".join(f"Búho, {separador}real".split()), 'uh "uh"'),
    ]


@pytest.mark.parametrize("separador", [";", "\t"])
def test_lo_que_excel_dice_de_una_tabla_no_es_suyo(separador: str) -> None:
    crudo = f"sep={separador}\r\nAve, nombre{separador}Canto\r\nBúho, real{separador}uh\r\n"
    assert list(filas_de(leer("a.csv", crudo.encode()))) == [
        ("Ave, nombre", "Canto"),
        ("Búho, real", "uh"),
    ]
    assert "sep=" not in en_markdown("a.csv", crudo)


# --- Excel ------------------------------------------------------------------------------------


def test_los_valores_se_escriben_como_se_ven() -> None:
    import openpyxl

    libro = openpyxl.Workbook()
    hoja = libro.active
    dia = datetime.datetime(2026, 3, 1)
    valores = {
        "A": (1234567.5, '"$"#,##0', "$ 1.234.568"),
        "B": (0.125, "0.0%", "12,5 %"),
        "C": (dia, "dd/mm/yyyy", "01/03/2026"),
        "D": (dia.replace(hour=8), "dd/mm/yyyy hh:mm", "01/03/2026 08:00"),
        "E": (3.5, "General", "3,5"),
        "F": (True, "General", "sí"),
        "G": ("a\nb", "General", "a b"),
        "H": (12, "00000", "00012"),
        "I": (2.5, "00.00", "02,50"),
        "J": (0.1 + 0.2, "General", "0,3"),
        "K": (-2 / 3, "General", "-0,66666666667"),
        "L": (123456789012.75, "General", "123456789012,75"),
        "M": (10**16, "General", "10000000000000000"),
        "N": (200.0, "General", "200"),
        "O": (datetime.time(8, 30), "h:mm", "08:30"),
        "P": (datetime.time(8, 30, 5), "h:mm:ss", "08:30:05"),
        "Q": (datetime.timedelta(hours=26, minutes=5), "[h]:mm", "26:05"),
        "R": (datetime.timedelta(hours=26, seconds=9), "[h]:mm:ss", "26:00:09"),
        "S": (datetime.timedelta(minutes=-90), "[h]:mm", "-1:30"),
    }
    hoja["A1"] = "Cuentas"
    for columna, (valor, formato, _) in valores.items():
        hoja[f"{columna}2"] = columna
        hoja[f"{columna}3"] = valor
        hoja[f"{columna}3"].number_format = formato
    salida = io.BytesIO()
    libro.save(salida)
    markdown = leer("cuentas.xlsx", salida.getvalue())
    assert "## Sheet\n\nCuentas\n\n| A | B |" in markdown, "one cell over a table is its title"
    assert list(filas_de(markdown)) == [tuple(valores), tuple(v[2] for v in valores.values())]


# --- PDF --------------------------------------------------------------------------------------


def test_cada_articulo_esta_en_su_pagina() -> None:
    texto, paginas = separar_paginas(leer("a.pdf", pdf()))
    assert "<!--" not in texto and [numero for _, numero in paginas] == [1, 2, 3, 4, 5, 6]
    for numero, (titulo, _) in enumerate(ARTICULOS, 1):
        desde = texto.index(titulo)
        assert max(p for lugar, p in paginas if lugar <= desde) == numero


def test_lo_que_parte_una_pagina_se_une() -> None:
    hojas = (
        [(40, 500, "Las palomas mensajeras vuelan con el correo de las ofi-")],
        [(40, 500, "cinas del valle y vuelven antes de la noche.")],
    )
    markdown = leer("a.pdf", pdf_de_lineas(*hojas))
    assert f"las ofi{marca_de(2)}cinas del valle" in markdown
    assert "las oficinas del valle" in separar_paginas(markdown)[0]


def test_un_titulo_al_pie_no_se_traga_lo_que_sigue() -> None:
    letras = [(40, 500 - 14 * n, f"Renglón {n} de la hoja, con su punto.") for n in range(3)]
    hojas = [
        [Impresa(x, y, x + 200, y + 10, t) for x, y, t in letras]
        + [Impresa(40, 100, 200, 120, "Vuelos nocturnos")],
        [Impresa(40, 500, 240, 510, "palomas, búhos y otras aves.")],
    ]
    assert f"# Vuelos nocturnos\n\n{marca_de(2)}\n\npalomas, búhos" in armar(hojas)


def test_la_tabla_de_varias_paginas_dice_su_encabezado_una_vez() -> None:
    from reportlab.lib.pagesizes import A6
    from reportlab.platypus import SimpleDocTemplate, Table

    filas = [("Ave", "Anillo"), *((f"paloma {n}", str(n)) for n in range(60))]
    salida = io.BytesIO()
    rejilla = [("GRID", (0, 0), (-1, -1), 0.5, "black")]
    SimpleDocTemplate(salida, pagesize=A6).build([Table(filas, repeatRows=1, style=rejilla)])
    texto, paginas = separar_paginas(leer("a.pdf", salida.getvalue()))
    assert list(filas_de(texto)) == filas and len(paginas) > 2


def test_la_fila_que_parte_una_pagina_es_una() -> None:
    def hoja(*filas: tuple[str, ...]) -> list[Impresa]:
        return [Impresa(10, 10, 90, 90, "", filas=filas)]

    antes = (("Ave", "Anillo", "Nota"), ("paloma", "12", "come maíz y"))
    markdown = armar([hoja(*antes), hoja(antes[0], ("", "", "trigo"), ("búho", "7", "no come"))])
    texto, paginas = separar_paginas(markdown)
    unida = ("paloma", "12", "come maíz y trigo")
    assert tuple(filas_de(texto)) == (antes[0], unida, ("búho", "7", "no come"))
    assert [texto[lugar : lugar + 5] for lugar, n in paginas if n == 2] == ["trigo"]
    for otra in (("", "", "Trigo"), ("", "13", "trigo"), ("maíz", "", ""), ("", "", "trigo")):
        arriba = antes if otra[2] != "trigo" or otra[1] else (antes[0], ("paloma", "12", ""))
        texto, _ = separar_paginas(armar([hoja(*arriba), hoja(otra)]))
        assert tuple(filas_de(texto)) == (*arriba, otra), "a row of its own"


def test_una_tabla_que_no_dice_lo_que_se_imprime_queda_como_texto() -> None:
    """Lines that only cross, and a table seen where other words are: no word goes with it."""
    from siaa.biblioteca.conversion.lectores.pdf import _con_tablas

    renglones = [Impresa(10, 10 * n, 90, 10 * n + 8, f"fila {n}") for n in range(3)]
    ajena = Impresa(0, 0, 100, 100, "", filas=(("otra", "cosa"), ("fila", "0")))
    assert _con_tablas(list(renglones), [ajena]) == renglones
    propia = Impresa(0, 9, 100, 100, "", filas=(("fila", "1"), ("fila", "2")))
    assert _con_tablas(list(renglones), [propia]) == [renglones[0], propia]


def test_lo_que_se_repite_en_otro_sitio_o_cambia_no_es_un_encabezado() -> None:
    """An article a page, each at the same place, with another number than its page."""
    hojas = [
        [(40, 560, f"{3 * n + 5}. Vuelo"), (40, 300, f"Cuerpo {n}."), (40, 40, "Gaceta")]
        for n in range(4)
    ]
    markdown = leer("a.pdf", pdf_de_lineas(*hojas))
    assert all(f"{3 * n + 5}. Vuelo" in markdown for n in range(4)) and "Gaceta" not in markdown


def test_las_notas_al_pie_no_parten_la_frase_que_sigue_en_otra_pagina() -> None:
    def hoja(*lineas: str, pie: str) -> list[Impresa]:
        impresas = [
            Impresa(40, 500 - 14 * n, 40 + 6 * len(x), 510 - 14 * n, x)
            for n, x in enumerate(lineas)
        ]
        return [*impresas, Impresa(40, 60, 200, 68, pie)]

    hojas = [
        hoja("Las palomas vuelan lejos.", "Llevan cartas de las", pie="1 Véase el libro."),
        hoja("oficinas del valle.", "– Y vuelven.", pie="2 Ibídem."),
    ]
    texto, paginas = separar_paginas(armar(hojas))
    assert "Llevan cartas de las oficinas del valle." in texto and texto.endswith("2 Ibídem.")
    nota = texto.index("1 Véase")
    assert texto.index("valle.") < nota < texto.index("Y vuelven")
    assert max(paginas, key=lambda p: p[0] if p[0] <= nota else -1)[1] == 1, "on its own page"
    sueltas = [hoja("1. Grano.", pie="2. Todo en letra pequeña.")]
    assert armar([sueltas[0][1:]]).endswith("2. Todo en letra pequeña.")


# --- The pure parts ---------------------------------------------------------------------------


@given(st.lists(st.text("ab \n"), max_size=6))
def test_las_marcas_de_pagina_se_separan_sin_tocar_el_texto(trozos: list[str]) -> None:
    con_marcas = "".join(marca_de(n) + trozo for n, trozo in enumerate(trozos, 1))
    texto, paginas = separar_paginas(con_marcas)
    propios = [trozo.lstrip("\n") for trozo in trozos]
    assert texto == "".join(propios)
    assert paginas == tuple((len("".join(propios[:n])), n + 1) for n in range(len(propios)))


PALABRAS = st.lists(st.text("abcñé", min_size=1, max_size=9), min_size=1, max_size=9).map(" ".join)


@given(st.lists(st.lists(PALABRAS, max_size=8), max_size=4), st.integers(8, 20))
def test_de_lo_impreso_no_se_pierde_nada(hojas: list[list[str]], paso: int) -> None:
    """Whatever stands on a page, but for what many pages have in one place."""
    impresas = [
        [
            Impresa(50, 700 - paso * n - h, 50 + 6 * len(t), 710 - paso * n - h, t)
            for n, t in enumerate(hoja)
        ]
        for h, hoja in enumerate(hojas)
    ]
    texto, paginas = separar_paginas(armar(impresas))
    dicho = "".join(c for hoja in hojas for t in hoja for c in t if c.isalpha())
    assert "".join(c for c in texto if c.isalpha()) == dicho
    assert [numero for _, numero in paginas] == list(range(1, len(hojas) + 1))


@pytest.mark.parametrize(
    ("antes", "despues", "junto"),
    [
        ("la habili-", "tación", "la habilitación"),
        ("el PCSJA17-", "10745", "el PCSJA17-10745"),
        ("fin de -", "algo", "fin de - algo"),
        ("una", "otra", "una otra"),
    ],
)
def test_unir(antes: str, despues: str, junto: str) -> None:
    assert unir(antes, despues) == junto


@given(st.lists(st.lists(st.sampled_from(["", "a", "b|c"]), max_size=4), max_size=4))
def test_de_una_tabla_no_se_pierde_nada(filas: list[list[str]]) -> None:
    escrita = tabla(filas).replace("\\|", "|")
    for celda in ("a", "b|c"):
        assert escrita.count(celda) == sum(fila.count(celda) for fila in filas)


@pytest.mark.parametrize("hueco", [2, 12], ids=["seguidos", "separados"])
def test_los_renglones_centrados_de_una_portada_son_aparte(hueco: int) -> None:
    """As an act begins: its name, its date, what it is for; and short paragraphs after them."""
    portada = [
        "ACUERDO 7 DE 2023",
        "(2 de mayo)",
        "Por el cual se ordena el faro de la",
        "Bahía",
    ]
    centrados = [
        Impresa(
            200 - 3 * len(t), 600 - (10 + hueco) * n, 200 + 3 * len(t), 610 - (10 + hueco) * n, t
        )
        for n, t in enumerate(portada)
    ]
    largo = "El guarda abre el faro y anota en el libro cada barco que pasa, de noche y de día,"
    parrafos = []
    for n in range(6):
        alto = 500 - 40 * n
        parrafos.append(Impresa(40, alto, 360, alto + 10, largo))
        parrafos.append(Impresa(40, alto - 12, 120, alto - 2, "sin falta."))
        parrafos.append(Impresa(40, alto - 24, 90, alto - 14, "Ana Ruiz"))
    partes = armar([[*centrados, *parrafos]]).split("\n\n")
    unidos = [*portada[:2], f"{portada[2]} {portada[3]}"]
    assert partes[1:-12] == (unidos if hueco == 2 else portada)
    assert partes[-12:] == [f"{largo} sin falta.", "Ana Ruiz"] * 6
