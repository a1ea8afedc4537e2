"""What of a document does not rule or is not seen: it is left out, counted and told."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from documentos_de_prueba import exigir, odf

from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.conversion.obrero import atender

QUITE = "si algo debe leerse, quítele la raya y guarde el archivo"
MUESTRE = "si algo debe leerse, muéstrelo y guarde el archivo"
FUERA = (
    f"se dejó fuera 1 trozo oculto: {MUESTRE}",
    f"se dejaron fuera 2 trozos tachados: {QUITE}",
)


@pytest.fixture(autouse=True)
def _con_lo_necesario() -> None:
    exigir("mammoth", "markdownify", "openpyxl", "docx")


def guardado(documento: Any) -> bytes:
    """The bytes of what a library made."""
    documento.save(salida := io.BytesIO())
    return salida.getvalue()


def word() -> bytes:
    """Struck by itself, twice and by a style; a run is not what its paragraph's style says."""
    import docx

    documento = docx.Document()
    for nombre in ("Base", "Derogado"):
        documento.styles.add_style(nombre, 1)
    documento.styles["Base"].font.strike = True
    documento.styles["Derogado"].base_style = documento.styles["Base"]
    parrafo = documento.add_paragraph("Tendrá ")
    for palabra in ("treinta", " días"):
        parrafo.add_run(palabra).font.strike = True
    parrafo.add_run(" sesenta. ")
    parrafo.add_run("Secreto.").font.hidden = True
    otro = documento.add_paragraph("Se paga.", "Derogado")
    otro.add_run("Se cobra.").font.strike = False
    otro.runs[0].font.double_strike = True
    return guardado(documento)


def odt() -> bytes:
    """By the styles of letters, of a whole paragraph, and a section that is not shown."""
    estilos = "".join(
        f'<style:style style:name="{n}"><style:text-properties {dice}/></style:style>'
        for n, dice in (
            ("T1", 'style:text-line-through-style="solid"'),
            ("T2", 'style:text-line-through-style="none"'),
            ("P1", 'style:text-line-through-type="double"'),
        )
    )
    cuerpo = (
        '<text:p>Tendrá <text:span text:style-name="T1">treinta días</text:span> sesenta.</text:p>'
        '<text:p text:style-name="P1">Se paga.</text:p><text:section text:display="none"><text:p>'
        'Secreto.</text:p></text:section><text:p text:style-name="T2">Se cobra.</text:p>'
    )
    return odf("text", cuerpo, estilos)


RTF = (
    rb"{\rtf1\ansi\pard Tendr\'e1 {\b\strike treinta}{\strike\b  d\'edas} sesenta. {\v Secreto.}"
    rb"\par\striked1 Se paga.\par\striked0 Se cobra.\par}"
)
PAGINA = (
    "<html><head><style>p.fuera, .c3 {color:red; text-decoration: line-through}</style></head>"
    "<body style='visibility:hidden'><p>Tendrá <s>treinta <del>días</del></s> sesenta."
    "<p class='c1 c3'>Se paga.<div hidden><p>Secreto.</div><p>Se cobra."
)


@pytest.mark.parametrize(
    ("nombre", "datos"),
    [("a.docx", word), ("a.odt", odt), ("a.rtf", lambda: RTF), ("a.html", PAGINA.encode)],
)
def test_lo_tachado_y_lo_oculto_se_dejan_fuera(nombre: str, datos: Any) -> None:
    hecho = atender(nombre, datos())
    assert hecho["markdown"].split() == ["Tendrá", "sesenta.", "Se", "cobra."]
    tachados = FUERA[1].replace("2", "3") if nombre == "a.html" else FUERA[1]
    assert hecho["avisos"] == (FUERA[0], tachados), "but for HTML, what stands together is one"


def test_de_un_archivo_se_dice_una_vez_tambien_si_nada_queda(tmp_path: Path) -> None:
    (tmp_path / "norma.html").write_text(f"{PAGINA}<p><s>Y más.</s>")
    (tmp_path / "nada.html").write_text("<html><p><s>Derogado.</s>")
    indice = cargar_biblioteca(tmp_path)
    tachados = f"se dejaron fuera 4 trozos tachados: {QUITE}"
    assert indice.avisos == (f"De «norma.html» {FUERA[0]}; {tachados}.",)
    (omitido,) = indice.omitidos
    assert omitido.razon.endswith(f"; se dejó fuera 1 trozo tachado: {QUITE}")


def test_lo_que_queda_conserva_su_numero_y_su_sitio() -> None:
    pagina = (
        "<html><ol><li>uno<li><s>dos</s><li style='display:none'>tres<li>cuatro</ol>"
        "<h2><del>Título</del></h2><table><tr><td>a<td style='text-decoration:line-through'>b<td>c"
        "<tr><td>d<td>e<td>f</table><p style='text-decoration:underline'>sigue"
    )
    assert atender("a.html", pagina.encode())["markdown"] == (
        "1. uno\n4. cuatro\n\n| a |  | c |\n| --- | --- | --- |\n| d | e | f |\n\nsigue\n"
    )


@pytest.mark.parametrize("etiqueta", ["<s>a", "<div hidden>a", "<p style='display:none'>a<p>"])
def test_veinte_mil_veces_fuera(etiqueta: str) -> None:
    (aviso,) = atender("a.html", ("<html>" + etiqueta * 20_000).encode())["avisos"]
    assert aviso.startswith("se dejaron fuera 20000 trozos ")


def test_una_lista_de_word_sigue_donde_iba() -> None:
    """After a paragraph and in a cell; another list of the same kind begins where it says."""
    import docx
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    documento = docx.Document()
    for texto, estilo in (
        *(("Reciba.", "List Number"), ("Poder.", "List Bullet"), ("Anote.", "Normal")),
        *(("Radique.", "List Number"), ("Entregue.", "List Number")),
    ):
        documento.add_paragraph(texto, estilo)
    numeracion = documento.part.numbering_part.element
    del_estilo = documento.styles["List Number"].element.pPr.numPr.numId.val
    otra = numeracion.add_num(numeracion.num_having_numId(del_estilo).abstractNumId.val)
    otra.add_lvlOverride(0).add_startOverride(7)
    for texto in ("Archive.", "Devuelva."):
        numeros = (
            documento.add_paragraph(texto, "List Number")._p.get_or_add_pPr().get_or_add_numPr()
        )
        for etiqueta, valor in (("w:ilvl", 0), ("w:numId", otra.numId)):
            hijo = OxmlElement(etiqueta)
            hijo.set(qn("w:val"), str(valor))
            numeros.append(hijo)
    tabla = documento.add_table(1, 2)
    tabla.cell(0, 0).text = "Además"
    tabla.cell(0, 1).text = "haga:"
    tabla.cell(0, 1).add_paragraph("Selle.", "List Number")
    tabla.cell(0, 1).add_paragraph("Folie.", "List Bullet")
    assert atender("a.docx", guardado(documento))["markdown"] == (
        "1. Reciba.\n\n- Poder.\n\nAnote.\n\n2. Radique.\n3. Entregue.\n7. Archive.\n8. Devuelva.\n"
        "\n| Además | haga: 9. Selle. - Folie. |\n| --- | --- |\n"
    )


# --- Workbooks --------------------------------------------------------------------------------


def test_de_un_libro_se_deja_fuera_lo_que_no_se_ve() -> None:
    import openpyxl
    from openpyxl.styles import Font

    libro = openpyxl.Workbook()
    hoja = libro.active
    hoja.title = "Salas"
    for fila in ("abcde", "fghij", "klmnñ", "opqrs", "tuvwx"):
        hoja.append([*fila])
    hoja.append([])
    hoja.append(["y", "z"])
    hoja.row_dimensions[3].hidden = True
    hoja.row_dimensions[6].hidden = True
    hoja.column_dimensions.group("B", "C", hidden=True)
    hoja.column_dimensions.group("M", "XFD", hidden=True)
    hoja["D2"].font = Font(strike=True)
    libro.create_sheet("Oculta").append(["secreto"])
    libro["Oculta"].sheet_state = "veryHidden"
    assert atender("a.xlsx", guardado(libro)) == {
        "markdown": "## Salas\n\n| a | d | e |\n| --- | --- | --- |\n| f |  | j |\n| o | r | s |\n"
        "| t | w | x |\n\ny\n",
        "avisos": (
            f"se dejaron fuera 2 columnas ocultas, 1 fila oculta, 1 hoja oculta: {MUESTRE}",
            f"se dejó fuera 1 celda tachada: {QUITE}",
        ),
    }


def test_una_celda_fundida_se_dice_en_cada_fila() -> None:
    """Also in the last column, where a short row does not reach; not where a row says nothing."""
    import openpyxl

    libro = openpyxl.Workbook()
    hoja = libro.active
    hoja["A1"], hoja["B1"], hoja["C1"] = "Sala A", "lunes", "Tunja"
    hoja["B2"], hoja["B3"], hoja["A4"], hoja["B4"] = "martes", "jueves", "Sala B", "viernes"
    for rango in ("A1:A3", "C1:C2", "A4:A9", "D1:E4", "A11:C11"):
        hoja.merge_cells(rango)
    assert atender("a.xlsx", guardado(libro))["markdown"] == (
        "## Sheet\n\n| Sala A | lunes | Tunja |\n| --- | --- | --- |\n| Sala A | martes | Tunja |\n"
        "| Sala A | jueves |  |\n| Sala B | viernes |  |\n"
    )


def test_unas_celdas_fundidas_que_piden_mas_de_lo_que_hay(monkeypatch: pytest.MonkeyPatch) -> None:
    """One over another, as no office writes them: each would be said in every row."""
    import openpyxl

    from siaa.biblioteca.conversion import limites

    monkeypatch.setattr(limites, "CELDAS", 3000)
    libro = openpyxl.Workbook(write_only=True)
    hoja = libro.create_sheet()
    for _ in range(1000):
        hoja.append(["x"])
    hoja.merged_cells.ranges |= {f"A1:A{n}" for n in range(900, 910)}
    assert "celdas" in atender("a.xlsx", guardado(libro))["razon"]


def test_las_formulas_sin_calcular_se_dicen() -> None:
    """Not those whose value is an empty text, nor those that have one."""
    import openpyxl

    libro = openpyxl.Workbook()
    libro.active.append(["Suma", "=1+1", "=2+2", "=3+3"])
    with zipfile.ZipFile(io.BytesIO(guardado(libro))) as antes:
        partes = {nombre: antes.read(nombre) for nombre in antes.namelist()}
    nombre = "xl/worksheets/sheet1.xml"
    hoja = re.sub(rb"(<f>2\+2</f>)<v></v>", rb"\1<v>4</v>", partes[nombre])
    partes[nombre] = hoja.replace(b'r="D1"', b'r="D1" t="str"')
    with zipfile.ZipFile(salida := io.BytesIO(), "w") as despues:
        for parte, contenido in partes.items():
            despues.writestr(parte, contenido)
    hecho = atender("a.xlsx", salida.getvalue())
    assert hecho["markdown"].endswith("| Suma | 4 |\n| --- | --- |\n")
    assert hecho["avisos"] == (
        "no se leyeron las fórmulas sin calcular (1): ábralo en Excel y guárdelo",
    )
