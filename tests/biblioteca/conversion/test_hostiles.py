"""Damaged and hostile documents: each is told with its reason, and none ends what reads them."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from documentos_de_prueba import csv, docx, exigir, html, odf, ods, odt, pdf, rtf, xlsx

from siaa.biblioteca.conversion import conversor, limites
from siaa.biblioteca.conversion.conversor import encargar
from siaa.biblioteca.conversion.limites import ANIDADO, MUERTO, reconocer
from siaa.biblioteca.conversion.obrero import atender
from siaa.biblioteca.conversion.piezas import NoSeConvierte

HACEN: dict[str, Callable[[], bytes]] = {
    "pdf": pdf,
    "docx": docx,
    "xlsx": xlsx,
    "odt": odt,
    "ods": ods,
    "rtf": rtf,
    "csv": lambda: csv().decode("cp1252").encode(),
    "html": lambda: html().decode("cp1252").encode(),
}
sano = cache(lambda clase: HACEN[clase]())


@pytest.fixture(autouse=True)
def _con_lo_necesario() -> None:
    exigir("mammoth", "markdownify", "openpyxl", "pypdfium2", "pdfplumber", "docx", "reportlab")


def comprimido(**miembros: bytes | str) -> bytes:
    """A ZIP file with these members (`__` for `/`, `_x` for `.x`)."""
    salida = io.BytesIO()
    with zipfile.ZipFile(salida, "w", zipfile.ZIP_DEFLATED) as archivo:
        for nombre, contenido in miembros.items():
            archivo.writestr(nombre.replace("__", "/").replace("_xml", ".xml"), contenido)
    return salida.getvalue()


def razon(nombre: str, datos: bytes) -> str:
    """Why a document is not converted."""
    hecho = atender(nombre, datos)
    assert "razon" in hecho, hecho["markdown"][:300]
    return str(hecho["razon"])


# --- Damage -----------------------------------------------------------------------------------


def danar(entero: bytes, azar: Random) -> bytes:
    """A document with some bytes changed, a stretch of it cut, doubled or filled with one byte."""
    datos = bytearray(entero)
    desde = azar.randrange(len(datos))
    hasta = desde + azar.randrange(1, max(2, len(datos) // azar.choice((2, 20, 200))))
    hacer = azar.randrange(4)
    if hacer == 0:
        for _ in range(azar.randrange(1, 40)):
            datos[azar.randrange(len(datos))] = azar.randrange(256)
    else:
        trozo = datos[desde:hasta]
        datos[desde:hasta] = (b"", trozo * 2, bytes([azar.randrange(256)]) * len(trozo))[hacer - 1]
    return bytes(datos)


def danar_por_dentro(entero: bytes, azar: Random) -> bytes:
    """An office file one of whose parts is damaged, and whole as a ZIP."""
    with zipfile.ZipFile(io.BytesIO(entero)) as archivo:
        miembros = {nombre: archivo.read(nombre) for nombre in archivo.namelist()}
    roto = azar.choice([nombre for nombre in miembros if nombre.endswith(".xml")])
    return comprimido(**{**miembros, roto: danar(miembros[roto], azar)})


@pytest.mark.parametrize("clase", HACEN)
def test_un_documento_danado_se_lee_o_se_dice_por_que_no(clase: str) -> None:
    """Some 290 of them, the same every time; what is said has no name of an error in it."""
    azar, entero = Random(clase), sano(clase)
    formas = [danar, danar_por_dentro] if entero.startswith(b"PK") else [danar]
    for numero in range(36):
        hecho = atender(f"a.{clase}", formas[numero % len(formas)](entero, azar))
        assert isinstance(hecho.get("razon") or hecho.get("markdown"), str)
        assert not re.search(r"Error|Exception", hecho.get("razon", ""))


# --- What it is, by what it holds -------------------------------------------------------------


@pytest.mark.parametrize(
    ("nombre", "datos", "dice"),
    [
        ("a.docx", b"hola", "por dentro no es .docx"),
        ("a.pdf", comprimido(carta=b"x"), "es un archivo comprimido"),
        ("a.docx", comprimido(word__document_xml="<!DOCTYPE a [<!ENTITY b 'c'>]>"), "entidades"),
        ("a.xlsx", comprimido(xl__workbook_xml=b"\xff\xfe<\x00"), "entidades XML"),
        ("a.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"0" * 600, "anterior a 2007"),
        ("a.docx", b"PK\x03\x04word/document.xml roto", "dañado"),
        ("a.docx", comprimido(word__document_xml="<roto"), "dañado"),
        ("a.pdf", b"%PDF-1.7\nroto", "dañado"),
        ("a.odt", odf("text", "<roto"), "dañado"),
        ("a.ods", odf("spreadsheet", "<!ENTITY a>"), "entidades XML"),
        ("a.rtf", b"hola", "por dentro no es .rtf"),
        ("a.rtf", rb"{\rtf1\ansicpg7 hol\'e1}", "dañado"),
    ],
)
def test_lo_que_no_es_lo_que_dice(nombre: str, datos: bytes, dice: str) -> None:
    assert dice in razon(nombre, datos)


def test_se_reconoce_por_dentro() -> None:
    for clase in HACEN:
        if clase != "csv":  # which has no sign of its own
            assert reconocer("otra_cosa.pdf", sano(clase)) == clase
    assert reconocer("a.pdf", b"\xef\xbb\xbf<!DOCTYPE html><p>hola") == "html"


@pytest.mark.parametrize("clase", ["docx", "xlsx", "odt", "ods"])
def test_lo_que_se_copio_a_medias_esta_danado(clase: str) -> None:
    entero = sano(clase)
    for cuanto in (40, len(entero) // 2, len(entero) - 30):
        assert "está dañado" in razon(f"a.{clase}", entero[:cuanto])


@pytest.mark.parametrize("clase", ["docx", "odt"])
def test_un_libro_que_lleva_dentro_un_documento_es_un_libro(clase: str) -> None:
    salida = io.BytesIO(sano("xlsx"))
    with zipfile.ZipFile(salida, "a", zipfile.ZIP_STORED) as archivo:
        archivo.writestr(f"xl/embeddings/uno.{clase}", sano(clase))
    libro = salida.getvalue()
    assert "| --- |" in atender("a.xlsx", libro)["markdown"]
    a_medias = libro[: libro.rindex(b"PK\x05\x06")]
    assert "está dañado" in razon("a.xlsx", a_medias)


@pytest.mark.parametrize("clase", ["docx", "odt"])
def test_un_documento_dentro_de_un_comprimido_no_es_lo_que_este_es(clase: str) -> None:
    salida = io.BytesIO()
    with zipfile.ZipFile(salida, "w", zipfile.ZIP_STORED) as archivo:
        archivo.writestr(f"uno.{clase}", sano(clase))
    assert "es un archivo comprimido" in razon("a.zip", salida.getvalue())


def test_un_libro_con_la_lista_de_los_archivos_grandes_es_un_libro(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(zipfile, "ZIP_FILECOUNT_LIMIT", 0)
    salida = io.BytesIO(sano("xlsx"))
    with zipfile.ZipFile(salida, "a") as archivo:
        archivo.writestr("otra.xml", "<a/>")
    assert b"PK\x06\x06" in salida.getvalue()
    assert reconocer("a.xlsx", salida.getvalue()) == "xlsx"


def test_una_contrasena_se_dice() -> None:
    assert "contraseña" in razon("a.pdf", pdf(encrypt="pavo"))


# --- Bombs ------------------------------------------------------------------------------------


def test_una_bomba_comprimida(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limites, "DESPLEGADO", 10**6)
    bomba = comprimido(word__document_xml=b"<a>" + b" " * 2 * 10**6 + b"</a>")
    assert len(bomba) < 10_000 and "descomprimido pesa más de" in razon("a.docx", bomba)


def test_demasiadas_paginas(monkeypatch: pytest.MonkeyPatch) -> None:
    from siaa.biblioteca.conversion.lectores import pdf as lector

    monkeypatch.setattr(lector, "PAGINAS", 3)
    assert razon("a.pdf", sano("pdf")) == "tiene 6 páginas y el límite es 3: divídalo"


def test_una_hoja_de_demasiadas_celdas(monkeypatch: pytest.MonkeyPatch) -> None:
    import openpyxl

    monkeypatch.setattr(limites, "CELDAS", 100)
    libro = openpyxl.Workbook(write_only=True)
    hoja = libro.create_sheet()
    for _ in range(11):
        hoja.append([1] * 10)
    salida = io.BytesIO()
    libro.save(salida)
    assert "celdas" in razon("a.xlsx", salida.getvalue())


def test_una_celda_que_se_repite_un_millon_de_veces() -> None:
    celda = '<table:table-cell table:number-columns-repeated="999999"><text:p>x</text:p>'
    fila = f"<table:table-row>{celda}</table:table-cell></table:table-row>"
    assert "celdas" in razon("a.ods", odf("spreadsheet", f"<table:table>{fila}</table:table>"))
    filas = fila.replace("999999", "2").replace(
        "row>", 'row table:number-rows-repeated="999999">', 1
    )
    assert "celdas" in razon("a.ods", odf("spreadsheet", f"<table:table>{filas}</table:table>"))


def test_una_contrasena_de_libreoffice_se_dice() -> None:
    manifiesto = '<!DOCTYPE m><m:manifest><m:encryption-data m:checksum="x"/></m:manifest>'
    with zipfile.ZipFile(salida := io.BytesIO(odt()), "a") as archivo:
        archivo.writestr("META-INF/manifest.xml", manifiesto)
    assert "contraseña" in razon("a.odt", salida.getvalue())
    with zipfile.ZipFile(salida := io.BytesIO(odt()), "a") as archivo:
        archivo.writestr("META-INF/manifest.xml", "<!DOCTYPE m><m:manifest/>")
    assert "palomas mensajeras" in atender("a.odt", salida.getvalue())["markdown"]


@pytest.mark.parametrize("tamano", ["rowspan=999999 colspan=999999", "colspan=999999"])
def test_una_celda_que_dice_ser_un_millon(tamano: str) -> None:
    assert "celdas" in razon("a.html", f"<table><tr><td {tamano}>x".encode())


def test_etiquetas_dentro_de_etiquetas() -> None:
    assert razon("a.html", b"<html>" + b"<div>" * 20_000) == ANIDADO


@pytest.mark.parametrize("etiqueta", ["span", "b", "i><b><u"])
def test_cincuenta_mil_letras_dentro_de_letras(etiqueta: str) -> None:
    abren = "<html>" + f"<{etiqueta}>" * 50_000
    assert "palomas" in atender("a.html", f"{abren}palomas".encode())["markdown"]


# --- The process ------------------------------------------------------------------------------


def test_el_obrero_lee_con_sus_limites() -> None:
    """The real one, once for each kind: its limits leave room for what is no bomb."""
    for clase in HACEN:
        assert "palomas mensajeras" in encargar(f"a.{clase}", sano(clase))["markdown"]


@pytest.mark.parametrize(
    "muerte",
    [
        "import os; os.abort()",
        "import resource as r; r.setrlimit(r.RLIMIT_CPU, (1, 2))\nwhile True: pass",
    ],
    ids=["se rompe", "no termina"],
)
def test_si_el_obrero_muere_se_dice(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, muerte: str
) -> None:
    (tmp_path / "moribundo.py").write_text(muerte)
    monkeypatch.setattr(conversor, "RAIZ", tmp_path)
    monkeypatch.setattr(conversor, "OBRERO", "moribundo")
    assert encargar("a.pdf", b"") == {"razon": MUERTO}


@pytest.mark.parametrize("muerte", [1, 2, 9, 15])
def test_si_lo_mata_otro_no_queda_dicho_del_documento(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, muerte: int
) -> None:
    (tmp_path / "moribundo.py").write_text(
        f"import os, signal; signal.signal({muerte}, signal.SIG_DFL) if {muerte} != 9 else None; "
        f"os.kill(os.getpid(), {muerte})"
    )
    monkeypatch.setattr(conversor, "RAIZ", tmp_path)
    monkeypatch.setattr(conversor, "OBRERO", "moribundo")
    with pytest.raises(NoSeConvierte, match=re.escape(MUERTO)):
        encargar("a.pdf", b"")


def test_al_obrero_se_le_acaba_la_memoria(monkeypatch: pytest.MonkeyPatch) -> None:
    def pedir(datos: bytes) -> Any:
        raise MemoryError

    from siaa.biblioteca.conversion.lectores import hojas

    monkeypatch.setattr(hojas, "leer_xlsx", pedir)
    assert razon("a.xlsx", sano("xlsx")) == MUERTO


def test_lo_que_falta_instalar_se_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversor, "find_spec", lambda modulo: None)
    with pytest.raises(NoSeConvierte, match=r"falta pypdfium2 y pdfplumber: ejecute «./run.sh pre"):
        conversor.Conversor().convertir("a.pdf", sano("pdf"))


def test_lo_que_lee_libreoffice_pide_tambien_lo_de_las_hojas(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Both of its kinds have one reader, which writes tables as those of Excel."""
    monkeypatch.setattr(conversor, "find_spec", lambda modulo: modulo != "openpyxl" or None)
    for clase in ("odt", "ods"):
        with pytest.raises(NoSeConvierte, match=r"falta openpyxl: ejecute"):
            conversor.Conversor().convertir(f"a.{clase}", sano(clase))


def test_lo_que_empieza_como_un_comprimido_sin_serlo() -> None:
    """What a database exports may begin with the name of a column."""
    assert reconocer("pk.csv", b"PK_ID;nombre\n1;Ana\n") == "csv"
