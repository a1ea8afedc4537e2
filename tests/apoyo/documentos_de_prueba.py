"""Documents of the kinds that offices have, made for the tests from the same content."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any

import pytest

TITULO = "Reglamento del palomar municipal"
ARTICULOS = (
    ("ARTÍCULO 1. Objeto.", "El palomar municipal cría palomas mensajeras para los archivos."),
    ("ARTÍCULO 2. Horario.", "Las jaulas se abren a las cinco de la mañana en verano."),
    ("ARTÍCULO 3. Grano.", "Cada paloma recibe treinta gramos de maíz por la tarde."),
    ("ARTÍCULO 4. Vuelos.", "Ninguna paloma vuela con lluvia ni lleva más de una carta."),
    ("ARTÍCULO 5. Multas.", "Quien asuste a una paloma paga doce monedas al tesorero."),
)
TABLA = (("Cargo", "Sueldo"), ("Palomero", "700"), ("Tesorero", "900"), ("Halconero", "0"))
PREGUNTAS = (
    ("¿A qué hora se abren las jaulas?", "cinco de la mañana"),
    ("¿Cuánto maíz recibe cada paloma?", "treinta gramos"),
    ("¿Cuánto paga quien asuste a una paloma?", "doce monedas"),
    ("¿Cuál es el sueldo del tesorero?", "900"),
)
RELLENO = "Lo demás lo decide el palomero mayor, que lo anota en el libro de las plumas. " * 9


def exigir(*modulos: str) -> None:
    """Skip a test where a library that makes or reads documents is missing, saying which."""
    for modulo in modulos:
        pytest.importorskip(modulo, reason=f"falta {modulo} (requirements-dev.txt)")


def docx() -> bytes:
    """The rules as Word keeps them, by styles."""
    import docx as word

    documento = word.Document()
    documento.add_heading(TITULO, 0)
    for titulo, texto in ARTICULOS:
        documento.add_heading(titulo, 1)
        documento.add_paragraph(texto)
        documento.add_paragraph(RELLENO)
    tabla = documento.add_table(0, 2)
    for fila in TABLA:
        for celda, texto in zip(tabla.add_row().cells, fila, strict=True):
            celda.text = texto
    return _bytes(documento.save)


def xlsx() -> bytes:
    """The rules as a workbook, the table on a sheet of its own."""
    import openpyxl

    libro = openpyxl.Workbook()
    hoja = libro.active
    hoja.title = TITULO[:30]
    for fila in (("Artículo", "Texto"), *ARTICULOS):
        hoja.append(fila)
    sueldos = libro.create_sheet("Sueldos")
    for fila in TABLA:
        sueldos.append(fila)
    return _bytes(libro.save)


def odt() -> bytes:
    """The rules as LibreOffice keeps them: headings by level, the title by its style."""
    rotulos = [f'<text:p text:style-name="Title">{TITULO}</text:p>']
    for titulo, texto in ARTICULOS:
        rotulos.append(f'<text:h text:outline-level="1">{titulo}</text:h>')
        rotulos += [f"<text:p>{parte}</text:p>" for parte in (texto, RELLENO)]
    return odf("text", "".join(rotulos) + _tabla_odf(TABLA))


def ods() -> bytes:
    """The rules as a workbook of LibreOffice, with the empty rows and cells that it counts."""
    articulos = _tabla_odf((("Artículo", "Texto"), *ARTICULOS), TITULO[:30])
    return odf("spreadsheet", articulos + _tabla_odf(TABLA, "Sueldos"))


def odf(clase: str, cuerpo: str, estilos: str = "") -> bytes:
    """A file of LibreOffice with this body, whose automatic styles are these."""
    base = "urn:oasis:names:tc:opendocument:xmlns:"
    nombres = [f'xmlns:{n}="{base}{n}:1.0"' for n in ("office", "text", "table", "style")]
    raiz = " ".join([*nombres, f'xmlns:fo="{base}xsl-fo-compatible:1.0"'])
    automaticos = f"<office:automatic-styles>{estilos}</office:automatic-styles>"
    dentro = f"<office:body><office:{clase}>{cuerpo}</office:{clase}></office:body>"
    salida = io.BytesIO()
    with zipfile.ZipFile(salida, "w", zipfile.ZIP_DEFLATED) as archivo:
        mimetype = f"application/vnd.oasis.opendocument.{clase}"
        archivo.writestr("mimetype", mimetype, zipfile.ZIP_STORED)
        archivo.writestr(
            "content.xml", f"<office:document {raiz}>{automaticos}{dentro}</office:document>"
        )
        archivo.writestr("styles.xml", f"<office:document-styles {raiz}/>")
    return salida.getvalue()


def _tabla_odf(filas: Sequence[Sequence[str]], nombre: str = "Tabla") -> str:
    escritas = (
        "".join(f"<table:table-cell><text:p>{celda}</text:p></table:table-cell>" for celda in fila)
        for fila in filas
    )
    vacias = '<table:table-row table:number-rows-repeated="1048000"/>'
    resto = '<table:table-cell table:number-columns-repeated="16300"/>'
    con_filas = "".join(f"<table:table-row>{f}{resto}</table:table-row>" for f in escritas)
    return f'<table:table table:name="{nombre}">{con_filas}{vacias}</table:table>'


def rtf() -> bytes:
    """The rules as RTF: headings by their styles, letters by code page and by number."""

    def crudo(texto: str) -> str:
        return "".join(
            c if ord(c) < 128 else f"\\'{c.encode('cp1252').hex()}" if c == "í" else f"\\u{ord(c)}?"
            for c in texto
        )

    partes = [
        r"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}{\stylesheet{\s0 Normal;}{\s1\b heading 1;}"
    ]
    partes.append(rf"{{\s9\b Title;}}}}\pard\s9 {{\b {crudo(TITULO)}}}\par")
    for titulo, texto in ARTICULOS:
        partes.append(rf"\pard\plain\s1\b {crudo(titulo)}\par \pard\plain {crudo(texto)}\par")
        partes.append(rf"{crudo(RELLENO)}\par")
    for fila in TABLA:
        celdas = "".join(rf"{crudo(celda)}\cell " for celda in fila)
        partes.append(rf"\trowd\cellx3000\cellx6000\pard\intbl {celdas}\row")
    return "\n".join([*partes, r"\pard\par}"]).encode("ascii")


def html() -> bytes:
    """The rules as a page that leaves its tags open and never closes its letters."""
    partes = [
        f"<html><head><title>{TITULO}</title></head><body><form><font size=3><h1>{TITULO}</h1>"
    ]
    for titulo, texto in ARTICULOS:
        partes.append(f"<h2>{titulo}</h2><font><p>{texto}<p><b></b><span>{RELLENO}<br>")
    filas = ("".join(f"<td>{celda}" for celda in fila) for fila in TABLA)
    return "".join([*partes, "<table><tr>", "<tr>".join(filas)]).encode("cp1252")


def csv() -> bytes:
    """The rules as a table in plain text, as programs in Spanish write it on Windows."""
    filas = (("Cargo o artículo", "Sueldo o texto"), *TABLA[1:], *ARTICULOS)
    return "\r\n".join(f'"{a}";{b}' for a, b in filas).encode("cp1252")


def pdf(columnas: int = 1, **opciones: Any) -> bytes:
    """The rules as printed: an article a page, a running header and a count of pages.

    opciones: of the template of ReportLab (`encrypt`).
    """
    from reportlab.lib.pagesizes import A5
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import (
        BaseDocTemplate,
        Frame,
        PageBreak,
        PageTemplate,
        Paragraph,
        Spacer,
        Table,
    )

    def al_margen(lienzo: Any, documento: Any) -> None:
        lienzo.setFont("Helvetica", 8)
        lienzo.drawString(60, A5[1] - 30, "Alcaldía de Valdeluna · Gaceta 12")
        lienzo.drawString(60, 25, f"Página {documento.page} de {len(ARTICULOS) + 1}")

    estilos, partes = getSampleStyleSheet(), []
    for numero, (titulo, texto) in enumerate(ARTICULOS):
        partes += [] if numero else [Paragraph(TITULO, estilos["Title"])]
        partes += [Paragraph(f"<b>{titulo}</b>", estilos["BodyText"])]
        partes += [Paragraph(t, estilos["BodyText"]) for t in (texto, RELLENO)]
        partes += [Spacer(1, 5), PageBreak()] if columnas == 1 else []
    partes.append(Table(TABLA, style=[("GRID", (0, 0), (-1, -1), 0.5, "black")]))
    ancho = (A5[0] - 120) / columnas
    marcos = [
        Frame(60 + c * ancho, 60, ancho, A5[1] - 110, 0, 0, 12 * (columnas > 1), 0)
        for c in range(columnas)
    ]
    salida = io.BytesIO()
    hoja = BaseDocTemplate(salida, pagesize=A5, title=TITULO, **opciones)
    hoja.addPageTemplates(PageTemplate(frames=marcos, onPage=al_margen))
    hoja.build(partes)
    return salida.getvalue()


def pdf_de_lineas(*hojas: Sequence[tuple[float, float, str]]) -> bytes:
    """A PDF whose pages have each text at a place of its own, in this order."""
    from reportlab.pdfgen.canvas import Canvas

    salida = io.BytesIO()
    lienzo = Canvas(salida, pagesize=(400, 600))
    for hoja in hojas:
        for x, y, texto in hoja:
            lienzo.drawString(x, y, texto)
        lienzo.showPage()
    lienzo.save()
    return salida.getvalue()


def pdf_escaneado(con_texto: bool) -> bytes:
    """A PDF with a page that is only a picture, alone or after one with text."""
    from PIL import Image
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    salida = io.BytesIO()
    lienzo = Canvas(salida)
    if con_texto:
        lienzo.drawString(80, 500, "Acta de la junta de palomeros, con letras de verdad.")
        lienzo.showPage()
    lienzo.drawImage(ImageReader(Image.new("RGB", (60, 60), "gray")), 50, 50, 400, 600)
    lienzo.save()
    return salida.getvalue()


def escaneado(datos: bytes, puntos: int = 200, sin: int = 0) -> bytes:
    """A PDF as a scanner gives it: pictures of its pages, a little turned and blurred.

    sin: how many of the first are left out (each takes a second or two to recognise).
    """
    import pypdfium2
    from PIL import ImageFilter

    fotos = [
        pagina.render(scale=puntos / 72, grayscale=True)
        .to_pil()
        .rotate(0.4, fillcolor=255)
        .filter(ImageFilter.GaussianBlur(0.7))
        for pagina in list(pypdfium2.PdfDocument(datos))[sin:]
    ]
    salida = io.BytesIO()
    fotos[0].save(salida, "PDF", save_all=True, append_images=fotos[1:], resolution=puntos)
    return salida.getvalue()


def _bytes(guardar: Any) -> bytes:
    salida = io.BytesIO()
    guardar(salida)
    return salida.getvalue()


def en_orden(dicho: str, hallado: str) -> float:
    """The share of the words of a text that stand in another in the same order."""
    palabras, otras = dicho.split(), hallado.split()
    iguales = SequenceMatcher(None, palabras, otras, autojunk=False).get_matching_blocks()
    return sum(bloque.size for bloque in iguales) / len(palabras)


def filas_de(markdown: str) -> Iterator[tuple[str, ...]]:
    """The rows of the tables of a text, without the line under the header."""
    for linea in markdown.splitlines():
        if linea.startswith("|") and not linea.startswith("| ---"):
            yield tuple(celda.strip() for celda in linea.strip("|").split("|"))
