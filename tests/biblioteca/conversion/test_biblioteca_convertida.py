"""A library with documents of every kind: loaded, kept, corrected, waited for, cited by page."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from documentos_de_prueba import (
    ARTICULOS,
    PREGUNTAS,
    csv,
    docx,
    exigir,
    html,
    ods,
    odt,
    pdf,
    rtf,
    xlsx,
)
from paciencia import esperar

import siaa_proxy
from config import RAIZ
from siaa.biblioteca import cargador
from siaa.biblioteca.cargador import abrir_biblioteca, cargar_biblioteca
from siaa.biblioteca.conversion import conversor
from siaa.biblioteca.conversion.conversor import SIN_USO_S, Conversor
from siaa.biblioteca.conversion.piezas import EnEspera, NoSeConvierte
from siaa.biblioteca.titulos import COMIENZO, SIN_TITULOS
from siaa.biblioteca.valores import EN_ESPERA, AjustesBiblioteca
from siaa.recorrido.hallazgo import AjustesConsulta, repartir
from siaa.recorrido.preparacion import reunir
from siaa.servicio.parada import Parada
from siaa.servicio.vigencia.biblioteca_viva import BibliotecaViva
from siaa.servicio.vigencia.rondas import Vigilante
from siaa.valores import Mensaje

CONSULTA = AjustesConsulta(4096, 400, 2, 3, repartir(2400), 0.2, "hibrida", None)
AJUSTES = AjustesBiblioteca()


@pytest.fixture
def carpeta(tmp_path: Path) -> Path:
    (tmp_path / "documentos").mkdir()
    return tmp_path / "documentos"


@pytest.fixture
def encargos(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What was given to be converted, by a process that is only pretended here."""
    dados: list[bytes] = []

    def encargar(nombre: str, datos: bytes, reconocer: bool) -> dict[str, Any]:
        dados.append(datos)
        if b"malo" in datos:
            return {"razon": "está dañado: ábralo y guárdelo de nuevo"}
        return {"markdown": f"<!-- página 1 -->\n\n# {datos[9:].decode()}\n", "avisos": ["faltó x"]}

    monkeypatch.setattr(conversor, "encargar", encargar)
    monkeypatch.setattr(conversor, "find_spec", lambda modulo: None if modulo == "x" else True)
    monkeypatch.setattr(conversor, "huella", lambda: "fija")
    monkeypatch.setattr(cargador, "huella", lambda: "fija")
    return dados


def poner(carpeta: Path, **textos: str) -> None:
    for nombre, texto in textos.items():
        (carpeta / f"{nombre}.pdf").write_bytes(f"%PDF-1.7\n{texto}".encode())


def test_lo_que_solo_tiene_imagenes_se_manda_a_guardar_como_pdf(carpeta: Path) -> None:
    exigir("mammoth", "markdownify", "selectolax")
    (carpeta / "foto.html").write_text("<html><body><img src='a.png'></body></html>")
    (carpeta / "nada.html").write_text("<html><body></body></html>")
    razones = {o.archivo: o.razon for o in cargar_biblioteca(carpeta).omitidos}
    assert "solo imágenes: ábralo y guárdelo como PDF" in razones["foto.html"]
    assert "imágenes" not in razones["nada.html"]


# --- For real ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "hacer", [docx, odt, rtf, pdf, html, xlsx, ods, csv], ids=lambda h: h.__name__
)
def test_las_mismas_preguntas_hallan_lo_mismo(carpeta: Path, hacer: Callable[[], bytes]) -> None:
    nombre = f"p.{hacer.__name__}"
    exigir("mammoth", "markdownify", "openpyxl", "pypdfium2", "pdfplumber", "docx", "reportlab")
    (carpeta / nombre).write_bytes(hacer())
    (carpeta / "otro.md").write_text("# Faros\n\nEl farero enciende la lámpara al anochecer.\n")
    indice = cargar_biblioteca(carpeta)
    assert indice.claves == ("otro.md", nombre) and not indice.omitidos
    for pregunta, respuesta in PREGUNTAS:
        contexto = reunir(indice, [Mensaje("user", pregunta)], CONSULTA, 3.0).contexto
        (fuente,) = [f for f in contexto.fuentes if respuesta in contexto.fragmento(f)]
        assert fuente.doc == nombre and "página" not in contexto.texto
        if nombre == "p.pdf":
            numeros = [n for n, (_, texto) in enumerate(ARTICULOS, 1) if respuesta in texto]
            assert set(numeros or [len(ARTICULOS) + 1]) <= set(fuente.paginas)
            assert fuente.lugar.endswith(f"página {fuente.paginas[0]}") or len(fuente.paginas) > 1
        else:
            sin_titulos = fuente.seccion == "INICIO"
            assert fuente.paginas == () and sin_titulos == (nombre == "p.csv")
            propia = "" if sin_titulos else fuente.seccion.removeprefix(fuente.titulo)
            dicho = propia.strip(" ›") or (SIN_TITULOS if sin_titulos else COMIENZO)
            assert fuente.lugar == dicho


def test_sin_documentos_que_convertir_no_se_carga_nada_de_esto(tmp_path: Path) -> None:
    programa = (
        "import sys; from pathlib import Path\n"
        "from siaa.biblioteca.cargador import abrir_biblioteca\n"
        "from siaa.biblioteca.valores import AjustesBiblioteca\n"
        f"datos = Path({str(tmp_path)!r})\n"
        "abrir_biblioteca(Path('documentos'), AjustesBiblioteca(), datos=datos)\n"
        "ajenos = {'mammoth', 'bs4', 'openpyxl', 'pypdfium2', 'pdfplumber'} & set(sys.modules)\n"
        "assert not ajenos, ajenos\n"
    )
    hecho = subprocess.run(
        [sys.executable, "-c", programa], cwd=RAIZ, capture_output=True, text=True
    )
    assert hecho.returncode == 0, hecho.stderr
    assert not (tmp_path / "convertidos").exists()


# --- Kept, told, corrected --------------------------------------------------------------------


def test_uno_malo_no_detiene_a_los_otros(carpeta: Path, encargos: list[bytes]) -> None:
    poner(carpeta, bueno="Palomar", malo="malo")
    (carpeta / "carta.docx").write_bytes(b"no es de Word")
    (carpeta / "hueco.pdf").write_bytes(b"")
    indice = cargar_biblioteca(carpeta)
    assert indice.claves == ("bueno.pdf",) and indice.documentos["bueno.pdf"].titulo == "Palomar"
    assert {o.archivo: o.razon.split(":")[0] for o in indice.omitidos} == {
        "malo.pdf": "está dañado",
        "carta.docx": "por dentro no es .docx, o está dañado",
        "hueco.pdf": "está vacío",
    }
    assert indice.avisos == ("De «bueno.pdf» faltó x.",)


def test_lo_que_no_cambia_se_convierte_una_vez(
    carpeta: Path, tmp_path: Path, encargos: list[bytes]
) -> None:
    poner(carpeta, a="Palomar", malo="malo")
    datos = tmp_path / "datos"
    primero = abrir_biblioteca(carpeta, AJUSTES, datos=datos).indice
    (carpeta / "a.pdf").rename(carpeta / "b.pdf")
    segundo = abrir_biblioteca(carpeta, AJUSTES, datos=datos).indice
    assert len(encargos) == 2 and segundo.claves == ("b.pdf",)
    assert segundo.omitidos == primero.omitidos
    for guardado in (datos / "convertidos").iterdir():
        guardado.write_text("{cortado")
    assert abrir_biblioteca(carpeta, AJUSTES, datos=datos).indice.huella == segundo.huella
    assert len(encargos) == 4


def test_lo_que_nadie_usa_en_noventa_dias_se_retira(
    carpeta: Path, tmp_path: Path, encargos: list[bytes]
) -> None:
    datos = tmp_path / "datos"
    poner(carpeta, a="Palomar", b="Faro")
    abrir_biblioteca(carpeta, AJUSTES, datos=datos)
    (carpeta / "b.pdf").unlink()
    ajeno = datos / "convertidos" / "nota.txt"
    ajeno.write_text("de otro")
    for archivo in (datos / "convertidos").iterdir():
        os.utime(archivo, (0, time.time() - SIN_USO_S - 60))
    abrir_biblioteca(carpeta, AJUSTES, datos=datos)
    assert len(list((datos / "convertidos").glob("*.json"))) == 1 and ajeno.exists()
    abrir_biblioteca(carpeta, AJUSTES, datos=datos)
    assert len(encargos) == 2, "what is used stays"


def test_las_paginas_dibujadas_no_pasan_de_un_numero(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dibujadas: list[int] = []

    def encargar(nombre: str, datos: bytes, pagina: int) -> dict[str, str]:
        dibujadas.append(pagina)
        return {"imagen": b64encode(b"pagina %d" % pagina).decode()}

    monkeypatch.setattr(conversor, "encargar", encargar)
    monkeypatch.setattr("siaa.biblioteca.conversion.conversor.IMAGENES", 2)
    uno = Conversor(tmp_path)
    for numero, segundos in ((1, 100), (2, 200), (1, 300), (3, 400), (1, 500), (2, 600)):
        assert uno.pagina("a.pdf", b"%PDF-1.7", numero) == b"pagina %d" % numero
        for archivo in (tmp_path / "convertidos").iterdir():
            if archivo.stat().st_mtime > 1000:
                os.utime(archivo, (segundos, segundos))
    assert dibujadas == [1, 2, 3, 2], "the one not seen for longest went"
    with pytest.raises(NoSeConvierte, match="solo se ven las páginas de un PDF"):
        uno.pagina("a.rtf", rb"{\rtf1 a}", 1)


def test_un_disco_que_no_guarda_no_impide_convertir(
    carpeta: Path, tmp_path: Path, encargos: list[bytes], caplog: pytest.LogCaptureFixture
) -> None:
    poner(carpeta, a="A", b="B", c="C")
    (tmp_path / "datos").write_text("no es una carpeta")
    uno = Conversor(tmp_path / "datos", espera_s=0)
    assert len(cargar_biblioteca(carpeta, conversor=uno).claves) == 3
    assert "No se pudo guardar lo convertido" in caplog.text


def test_el_texto_corregido_gana_a_su_original(carpeta: Path, encargos: list[bytes]) -> None:
    poner(carpeta, acta="Palomar")
    (carpeta / "acta.pdf.md").write_text(
        "# Acta corregida\n\n<!-- página 1 -->\n\nUno.\n\n<!-- página 2 -->\n\nDos."
    )
    indice = cargar_biblioteca(carpeta)
    texto = indice.documentos["acta.pdf"].texto
    assert (indice.claves, encargos) == (("acta.pdf",), [])
    assert texto.contenido == "# Acta corregida\n\nUno.\n\nDos."
    assert texto.paginas_de(texto.contenido.index("Uno"), len(texto.contenido)) == (1, 2)
    assert texto.paginas_de(texto.contenido.index("Dos"), len(texto.contenido)) == (2,)


# --- Waited for -------------------------------------------------------------------------------


def test_lo_escaneado_dice_cuanta_confianza_merece(
    carpeta: Path, tmp_path: Path, encargos: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each passage that of its own pages, also from what was kept; a printed one nothing."""
    hojas = "".join(f"<!-- página {n} -->\n\nHoja {n}.\n\n" for n in (1, 2, 3))
    hecho = {"markdown": hojas, "avisos": [], "confianza": {2: 90, 3: 61}}
    monkeypatch.setattr(conversor, "encargar", lambda *_, **__: hecho)
    poner(carpeta, acta="Palomar")
    for _ in range(2):
        indice = abrir_biblioteca(carpeta, AJUSTES, datos=tmp_path / "datos").indice
        acta = indice.documentos["acta.pdf"]
        donde = [acta.contenido.index(f"Hoja {n}") for n in (1, 2, 3)]
        assert acta.reserva(donde[0], donde[0] + 6) == ""
        assert "(90 % de confianza)" in acta.reserva(donde[1], donde[1] + 6)
        assert "(76 % de confianza)" in acta.reserva(donde[1], donde[2] + 6)
        dicho = "escaneado: puede tener letras mal leídas (76 % de confianza)"
        assert acta.reserva() == dicho
    (carpeta / "acta.pdf.md").write_text(hojas)
    assert cargar_biblioteca(carpeta).documentos["acta.pdf"].reserva() == "corregido a mano"


def test_una_extension_falsa_se_dice(carpeta: Path, encargos: list[bytes]) -> None:
    (carpeta / "acta.docx").write_bytes(b"%PDF-1.7\nPalomar")
    (aviso,) = cargar_biblioteca(carpeta).avisos
    assert aviso.endswith("faltó x; se leyó lo que es por dentro, .pdf: cámbiele la extensión.")


def test_hay_una_al_menos_por_carga(tmp_path: Path, encargos: list[bytes]) -> None:
    uno = Conversor(tmp_path, espera_s=0)
    uno.convertir("a.pdf", b"%PDF-1.7\na")
    with pytest.raises(EnEspera):
        uno.convertir("b.pdf", b"%PDF-1.7\nb")
    assert uno.convertir("a.pdf", b"%PDF-1.7\na").markdown == "<!-- página 1 -->\n\n# a\n"


@pytest.mark.parametrize("cada_s", [0, 3600])
def test_una_biblioteca_grande_sirve_lo_que_hay_y_sigue(
    carpeta: Path,
    tmp_path: Path,
    encargos: list[bytes],
    monkeypatch: pytest.MonkeyPatch,
    cada_s: float,
) -> None:
    monkeypatch.setattr(cargador, "ESPERA_CONVERSION_S", 0.0)
    monkeypatch.setattr("siaa.servicio.vigencia.rondas.ENTRE_TANDAS_S", 0.01)
    poner(carpeta, a="A", b="B", c="C", d="malo")
    parada = Parada()
    viva = BibliotecaViva(carpeta, AJUSTES, datos=tmp_path / "datos", parada=parada)
    assert (viva.indice.claves, viva.estado.en_espera) == (("a.pdf",), 3)
    assert {o.razon for o in viva.indice.omitidos} == {EN_ESPERA}
    vigilante = Vigilante(viva, cada_s, parada)
    vigilante.arrancar()
    assert esperar(lambda: not viva.estado.en_espera)
    parada.pedir()
    vigilante.terminar()
    assert viva.indice.claves == ("a.pdf", "b.pdf", "c.pdf") and len(encargos) == 4


def test_confirmar_no_se_pide_dos_veces_porque_algo_se_siga_convirtiendo(
    carpeta: Path, tmp_path: Path, encargos: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither of what is added nor of what was there already."""
    monkeypatch.setattr(cargador, "ESPERA_CONVERSION_S", 0.0)
    poner(carpeta, a="A", b="B", c="C", d="D")
    viva = BibliotecaViva(carpeta, AJUSTES, datos=tmp_path / "datos")
    propuesta = {f"{n}.pdf": f"%PDF-1.7\n{n}".encode() for n in "xyz"}

    def escribir() -> None:
        for nombre, datos in propuesta.items():
            (carpeta / nombre).write_bytes(datos)

    _, _, probado = viva.cambiar(propuesta, "", escribir)
    assert sum(omitido.en_espera for omitido in probado.omitidos) == 5
    viva.recargar()
    assert "c.pdf" in viva.indice.claves, "one more, meanwhile"
    hecho, recarga, _ = viva.cambiar(propuesta, probado.huella, escribir)
    assert hecho and (carpeta / "z.pdf").exists() and not recarga.cambios.retirados
    while viva.estado.en_espera:
        viva.recargar()
    assert len(viva.indice.claves) == 7
    _, _, probado = viva.cambiar({"a.pdf": None}, "", escribir)
    poner(carpeta, otro="O")
    viva.recargar()
    hecho, _, _ = viva.cambiar({"a.pdf": None}, probado.huella, escribir)
    assert not hecho, "the library is another one"


# --- At a terminal ----------------------------------------------------------------------------


def test_convertir_desde_la_terminal(
    carpeta: Path, encargos: list[bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    poner(carpeta, acta="Palomar", malo="malo")
    assert siaa_proxy.main(["convertir", str(carpeta)]) == 1
    dicho = capsys.readouterr()
    escrito = carpeta / "acta.pdf.md"
    assert dicho.out == f"Se escribió {escrito}\nConvertidos: 1 de 2.\n"
    assert siaa_proxy.main(["convertir", str(escrito)]) == 0
    assert "No hay nada que convertir" in capsys.readouterr().out
    assert dicho.err == "acta.pdf: faltó x.\nmalo.pdf: está dañado: ábralo y guárdelo de nuevo.\n"
    corregible = carpeta / "acta.pdf.md"
    assert corregible.read_text() == "<!-- página 1 -->\n\n# Palomar\n"
    corregible.write_text("corregido")
    assert siaa_proxy.main(["convertir", str(carpeta / "acta.pdf")]) == 1
    assert (
        "ya está y no se toca" in capsys.readouterr().err and corregible.read_text() == "corregido"
    )
    assert siaa_proxy.main(["convertir", str(carpeta / "acta.pdf"), str(carpeta / "x")]) == 0
    assert (carpeta / "x" / "acta.pdf.md").exists()
    assert siaa_proxy.main(["convertir", str(carpeta / "no_esta.pdf")]) == 1
    assert "no existe" in capsys.readouterr().err
    capsys.readouterr()
    assert siaa_proxy.main(["convertir", str(carpeta / "acta.pdf"), str(corregible)]) == 1
    assert capsys.readouterr().err.startswith(f"acta.pdf: {corregible}: ")


def test_solo_lo_que_viene_de_un_pdf_tiene_marcas_de_pagina(tmp_path: Path) -> None:
    texto = "# Guía\n\nSe escribe así: <!-- página 3 -->\n\nLas palomas vuelven.\n"
    for nombre in ("guia.md", "guia.pdf.md"):
        (tmp_path / nombre).write_text(texto, encoding="utf-8")
    documentos = cargar_biblioteca(tmp_path).documentos
    assert (
        documentos["guia.md"].texto.paginas == () and "página 3" in documentos["guia.md"].contenido
    )
    assert [numero for _, numero in documentos["guia.pdf.md"].texto.paginas] == [3]
