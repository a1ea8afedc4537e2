"""Disk → documents, on real folders (what goes wrong on disk is in test_servidor_biblioteca)."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest
from biblioteca_de_prueba import CLAVES, COLECCIONES

from siaa.biblioteca import cargador
from siaa.biblioteca.archivos import listar
from siaa.biblioteca.cargador import VACIO, cargar_biblioteca, leer, textos_conocidos
from siaa.biblioteca.conversion.conversor import Conversor
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.valores import AjustesBiblioteca, Archivo, Omitido
from siaa.errores import BibliotecaNoDisponible


def escribir(carpeta: Path, *rutas: str, texto: str = "texto") -> None:
    for ruta in rutas:
        (carpeta / ruta).parent.mkdir(parents=True, exist_ok=True)
        (carpeta / ruta).write_text(texto, encoding="utf-8")


# --- Listing --------------------------------------------------------------------------------


def test_listar_ordena_por_ruta_y_solo_toma_documentos(tmp_path: Path) -> None:
    escribir(tmp_path, "z.md", "B.TXT", "a.md", "b/a.md", "b/c/d.Md", "b-x/a.txt")
    escribir(tmp_path, "foto.png", "a.md.bak", "md", "catalogo.toml", "b/notas.mdx")
    rutas, omitidos = listar(tmp_path)
    assert rutas == ["B.TXT", "a.md", "b-x/a.txt", "b/a.md", "b/c/d.Md", "z.md"]
    assert sorted(o.archivo for o in omitidos) == ["b/notas.mdx", "foto.png", "md"]


def test_lo_oculto_ni_se_menciona(tmp_path: Path) -> None:
    escribir(tmp_path, ".oculto.md", ".git/a.md", "b/.c/a.md", "b/.d.txt", "b/e.md")
    assert listar(tmp_path) == (["b/e.md"], [])


def test_los_enlaces_a_carpetas_no_se_siguen(tmp_path: Path) -> None:
    escribir(tmp_path, "real/a.md")
    (tmp_path / "enlace").symlink_to(tmp_path / "real")
    (tmp_path / "real/vuelta").symlink_to(tmp_path)
    (tmp_path / ".oculto").symlink_to(tmp_path / "real")
    rutas, omitidos = listar(tmp_path)
    assert rutas == ["real/a.md"]
    assert sorted(o.archivo for o in omitidos) == ["enlace", "real/vuelta"]
    assert all("enlace" in o.razon for o in omitidos)


@pytest.mark.parametrize("que_es", ["nada", "archivo"])
def test_una_carpeta_que_no_se_puede_listar(tmp_path: Path, que_es: str) -> None:
    carpeta = tmp_path / "documentos"
    if que_es == "archivo":
        carpeta.write_text("x")
    with pytest.raises(BibliotecaNoDisponible) as error:
        cargar_biblioteca(carpeta)
    assert str(carpeta) in error.value.mensaje and "SIAA_DOCUMENTOS" in error.value.mensaje


def test_una_subcarpeta_que_no_se_puede_listar(tmp_path: Path) -> None:
    """A path too long for the system fails like one without permission, also for root."""
    escribir(tmp_path, "a.md")
    nombre = "x" * 200
    for _ in range(24):
        os.mkdir(nombre)
        os.chdir(nombre)
    os.chdir(tmp_path)
    try:
        rutas, omitidos = listar(tmp_path)
    finally:
        shutil.rmtree(nombre)
    assert rutas == ["a.md"]
    (omitido,) = omitidos
    assert omitido.archivo.startswith(nombre) and "no se puede leer" in omitido.razon


def test_leer_un_documento(tmp_path: Path) -> None:
    escribir(tmp_path, "b/A.md", texto="\ufeffuno\r\ndos\rtres")
    leido = leer(tmp_path, "b/A.md", AjustesBiblioteca(), Conversor())
    assert leido == Archivo("b/A.md", "uno\ndos\ntres")
    assert (leido.nombre, leido.coleccion) == ("A.md", "b")
    assert Archivo("a.md", "").coleccion == "general"


def test_el_limite_es_en_bytes_y_se_incluye(tmp_path: Path) -> None:
    escribir(tmp_path, "a.md", texto="ñ" * 5)
    justo, corto = (AjustesBiblioteca(max_bytes_documento=octetos) for octetos in (10, 9))
    assert isinstance(leer(tmp_path, "a.md", justo, Conversor()), Archivo)
    rechazado = leer(tmp_path, "a.md", corto, Conversor())
    assert isinstance(rechazado, Omitido) and "SIAA_MAX_BYTES_DOCUMENTO" in rechazado.razon


# --- The whole library ----------------------------------------------------------------------


def test_cargar_la_biblioteca_chica(biblioteca_chica: Path) -> None:
    indice = cargar_biblioteca(biblioteca_chica)
    assert list(indice.documentos) == CLAVES and indice.claves == tuple(CLAVES)
    assert dict(indice.colecciones) == COLECCIONES and list(indice.colecciones) == sorted(
        COLECCIONES
    )
    assert (indice.omitidos, indice.avisos) == ((), ())
    documento = indice.documentos["acuerdo_vr24-101.md"]
    assert (documento.ruta, documento.nombre_original) == (
        "normativa/Acuerdo_VR24-101.md",
        "Acuerdo_VR24-101.md",
    )
    assert documento.titulo == "Acuerdo VR24-101 sobre el reporte RETRI"
    assert documento.claves_manuales == ("reporte retri", "septimo dia habil")
    assert indice.total_chunks == sum(len(d.fragmentos) for d in indice.documentos.values()) > 6


def test_una_biblioteca_sin_documentos(tmp_path: Path) -> None:
    escribir(tmp_path, "vacio.md", texto=" \n")
    indice = cargar_biblioteca(tmp_path)
    assert (dict(indice.documentos), indice.total_chunks) == ({}, 0)
    assert not indice.tabla_densidad.terminos
    assert indice.omitidos == (Omitido("vacio.md", VACIO),)
    assert list(indice.densidad("texto")) == []


def test_cada_razon_dice_que_hacer(tmp_path: Path) -> None:
    escribir(tmp_path / "fuera", "a.md", texto="Una línea.")
    biblioteca = tmp_path / "biblioteca"
    escribir(biblioteca, "largo.md", texto="Una línea. " * 9)
    (biblioteca / "nulo.txt").write_bytes(b"PK\0\0")
    (biblioteca / "enlace.md").symlink_to(tmp_path / "fuera" / "a.md")
    (biblioteca / "carpeta").symlink_to(tmp_path / "fuera")
    (biblioteca / "roto.md").symlink_to(tmp_path / "nada.md")
    omitidos = cargar_biblioteca(biblioteca, AjustesBiblioteca(max_bytes_documento=60)).omitidos
    assert {o.archivo: o.razon.partition(":")[2].strip() for o in omitidos} == {
        "largo.md": "divídalo, o suba SIAA_MAX_BYTES_DOCUMENTO",
        "nulo.txt": "contiene caracteres nulos; ábralo con su programa y guárdelo como PDF o texto",
        "enlace.md": "ponga una copia en su lugar",
        "carpeta": "cópiela aquí",
        "roto.md": "póngalo otra vez, o quite el enlace",
    }


def test_sin_permiso_se_dice_a_quien_darlo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def negar(*_: object) -> NoReturn:
        raise PermissionError(errno.EACCES, "no", str(tmp_path))

    escribir(tmp_path, "a.md")
    monkeypatch.setattr(cargador, "leer_bytes", negar)
    (omitido,) = cargar_biblioteca(tmp_path).omitidos
    assert omitido.razon == "sin permiso: dé permiso de leer al usuario con que corre SIAA"
    monkeypatch.setattr(os, "scandir", negar)
    with pytest.raises(BibliotecaNoDisponible, match="dé permiso de leerla al usuario"):
        cargar_biblioteca(tmp_path)
    with pytest.raises(BibliotecaNoDisponible, match="créela, o indique otra"):
        monkeypatch.undo()
        cargar_biblioteca(tmp_path / "nada")


def test_los_omitidos_van_en_orden(tmp_path: Path) -> None:
    escribir(tmp_path, "z.md", "c/a.md", "a.md", texto="")
    (tmp_path / "m").symlink_to(tmp_path / "c")
    omitidos = [o.archivo for o in cargar_biblioteca(tmp_path).omitidos]
    assert omitidos == ["a.md", "c/a.md", "m", "z.md"]


def test_el_progreso_ve_pasar_cada_ruta(biblioteca_chica: Path) -> None:
    vistas: list[str] = []

    def progreso(rutas: Sequence[str]) -> Iterator[str]:
        assert len(rutas) == len(CLAVES)
        for ruta in rutas:
            vistas.append(ruta)
            yield ruta

    indice = cargar_biblioteca(biblioteca_chica, progreso=progreso)
    assert vistas == sorted(d.ruta for d in indice.documentos.values())


def iguales(uno: Indice, otro: Indice) -> bool:
    """Same fingerprint, documents and tables."""
    tablas = ("pesos",), ("tabla_densidad", "particion"), ("tabla_densidad", "veces")
    for camino in (*tablas, ("tabla_densidad", "documentos"), ("nombres", "cantidad")):
        a, b = uno, otro
        for paso in camino:
            a, b = getattr(a, paso), getattr(b, paso)
        if not np.array_equal(a, b):  # type: ignore[arg-type]
            return False
    return (
        uno.huella == otro.huella
        and uno.tabla_densidad.terminos == otro.tabla_densidad.terminos
        and uno.automaticas.documentos.keys() == otro.automaticas.documentos.keys()
        and uno.manuales.documentos.keys() == otro.manuales.documentos.keys()
        and uno.nombres.codigos == otro.nombres.codigos
        and [_ficha(d) for d in uno.documentos.values()]
        == [_ficha(d) for d in otro.documentos.values()]
    )


def _ficha(documento: object) -> tuple[object, ...]:
    campos = ("clave", "ruta", "titulo", "palabras_clave", "claves_manuales", "fragmentos")
    return tuple(getattr(documento, campo) for campo in campos)


def test_reutilizar_lo_sabido_da_el_mismo_indice(biblioteca_chica: Path) -> None:
    primero = cargar_biblioteca(biblioteca_chica)
    conocidos = textos_conocidos(primero)
    segundo = cargar_biblioteca(biblioteca_chica, conocidos=conocidos)
    assert iguales(primero, segundo)
    for clave, documento in segundo.documentos.items():
        assert documento.texto is primero.documentos[clave].texto
    (biblioteca_chica / "nuevo.md").write_text("# Nuevo\n\nUn texto sobre estantes.")
    con_lo_sabido = cargar_biblioteca(biblioteca_chica, conocidos=conocidos)
    assert iguales(con_lo_sabido, cargar_biblioteca(biblioteca_chica))
    assert not iguales(con_lo_sabido, primero)


def test_lo_sabido_con_otros_ajustes_no_sirve(biblioteca_chica: Path) -> None:
    """Chunks of another size are never taken for these."""
    conocidos = textos_conocidos(cargar_biblioteca(biblioteca_chica))
    ajustes = AjustesBiblioteca(chunk_size=400, chunk_overlap=100)
    nuevo = cargar_biblioteca(biblioteca_chica, ajustes, conocidos=conocidos)
    assert iguales(nuevo, cargar_biblioteca(biblioteca_chica, ajustes))
    assert all(f.inicio % 300 == 0 for d in nuevo.documentos.values() for f in d.fragmentos)


def test_nombres_que_se_muestran_igual_no_se_confunden(tmp_path: Path) -> None:
    """Two names that are not UTF-8 and look the same: each keeps its own text."""
    for byte, texto in ((b"\xfe", "primero"), (b"\xff", "segundo")):
        with open(os.fsencode(tmp_path) + b"/a" + byte + b".md", "wb") as archivo:
            archivo.write(texto.encode())
    indice = cargar_biblioteca(tmp_path)
    assert sorted(d.contenido for d in indice.documentos.values()) == ["primero", "segundo"]


def test_los_omitidos_siempre_se_pueden_escribir(tmp_path: Path) -> None:
    """Links included, whose names are not UTF-8."""
    (tmp_path / "carpeta").mkdir()
    os.symlink(os.fsencode(tmp_path / "carpeta"), os.fsencode(tmp_path) + b"/enlace\xff")
    os.symlink(b"nada", os.fsencode(tmp_path) + b"/roto\xff.md")
    omitidos = cargar_biblioteca(tmp_path).omitidos
    assert [o.archivo.encode() for o in omitidos] == [
        "enlace\ufffd".encode(),
        "roto\ufffd.md".encode(),
    ]


@pytest.mark.parametrize(
    "nombre", ["salto\nlinea.md", "con\ttabulador.md", "a\x1b[2J.txt", "n\x7f/x.md"]
)
def test_un_nombre_con_caracteres_de_control_se_deja_fuera(tmp_path: Path, nombre: str) -> None:
    escribir(tmp_path, "bueno.md", nombre)
    indice = cargar_biblioteca(tmp_path)
    assert indice.claves == ("bueno.md",)
    (omitido,) = indice.omitidos
    assert "carácter de control" in omitido.razon and omitido.archivo.isprintable()
