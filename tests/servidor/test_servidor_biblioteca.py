"""What a folder of documents can hold: bad files are reported with their reason, the rest is
loaded whole.
"""

from __future__ import annotations

import inspect
import json
import os
import re
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from biblioteca_de_prueba import (
    ARCHIVOS_MALOS,
    BUENO,
    cargar,
    cargar_sin_bloquearse,
    escribir_biblioteca,
    omitidos,
)
from servidor_de_prueba import ServidorDePrueba
from verificaciones import en_español, sin_entrañas

Fabrica = Callable[..., ServidorDePrueba]


@pytest.mark.parametrize("caso", ARCHIVOS_MALOS)
def test_un_archivo_malo_se_omite_con_su_razon(carpeta: Path, caso: str) -> None:
    (carpeta / "normas").mkdir()
    (carpeta / "normas" / f"{caso}.md").write_bytes(ARCHIVOS_MALOS[caso])
    indice = cargar(carpeta)
    assert list(indice.documentos) == ["bueno.md"]
    (archivo,) = omitidos(indice)
    assert archivo == f"normas/{caso}.md"
    en_español(omitidos(indice)[archivo])
    sin_entrañas(omitidos(indice)[archivo], str(carpeta))
    assert indice.colecciones == {"general": 1}


def test_los_textos_buenos_se_normalizan(carpeta: Path) -> None:
    (carpeta / "marca.md").write_bytes(b"\xef\xbb\xbf# Titulo\r\n\r\nEl d\xc3\xada.\rFin.\r\n")
    (carpeta / "descompuesto.TXT").write_text("an\u0303o y di\u0301a", encoding="utf-8")
    indice = cargar(carpeta)
    assert indice.documentos["marca.md"].contenido == "# Titulo\n\nEl día.\nFin.\n"
    assert indice.documentos["descompuesto.txt"].contenido == "año y día"


def test_un_archivo_sobre_el_limite(carpeta: Path) -> None:
    (carpeta / "grande.md").write_bytes(b"a" * 5001)
    (carpeta / "justo.md").write_bytes(b"a " * 2500)
    indice = cargar(carpeta, max_bytes_documento=5000)
    assert set(indice.documentos) == {"bueno.md", "justo.md"}
    assert list(omitidos(indice)) == ["grande.md"]


def test_un_archivo_ilegible(carpeta: Path) -> None:
    """A process that may not read a file says so. Root may read everything: a child does it."""
    publica = Path(tempfile.mkdtemp(prefix="siaa-prueba-"))
    try:
        biblioteca = escribir_biblioteca(
            publica / "documentos", {"bueno.md": BUENO, "secreto.md": BUENO}
        )
        escribir_biblioteca(biblioteca / "cerrada", {"otro.md": BUENO})
        (biblioteca / "secreto.md").chmod(0)
        (biblioteca / "cerrada").chmod(0)
        publica.chmod(0o755)
        cargar(carpeta)  # everything is imported before the privileges go
        resultado = _en_otro_usuario(lambda: _resumen(cargar(biblioteca)))
    finally:
        (publica / "documentos" / "cerrada").chmod(stat.S_IRWXU)
        shutil.rmtree(publica)
    assert resultado["documentos"] == ["bueno.md"]
    assert {"secreto.md", "cerrada"} == {
        nombre.removesuffix("/") for nombre in resultado["omitidos"]
    }
    for razon in resultado["omitidos"].values():
        en_español(razon)


def _resumen(indice: Any) -> dict[str, Any]:
    return {"documentos": list(indice.documentos), "omitidos": omitidos(indice)}


def _en_otro_usuario(tarea: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Run in a child without root's privileges (in this process when there are none)."""
    if os.geteuid() != 0:
        return tarea()
    lee, escribe = os.pipe()
    hijo = os.fork()
    if hijo == 0:  # pragma: no cover
        codigo = 1
        try:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
            os.write(escribe, json.dumps(tarea()).encode())
            codigo = 0
        finally:
            os._exit(codigo)
    os.close(escribe)
    with os.fdopen(lee, "rb") as tubo:
        dicho = tubo.read()
    assert os.waitpid(hijo, 0)[1] == 0, "the child failed"
    resultado: dict[str, Any] = json.loads(dicho)
    return resultado


def test_una_tuberia_no_bloquea(carpeta: Path) -> None:
    os.mkfifo(carpeta / "tuberia.md")
    indice = cargar_sin_bloquearse(carpeta)
    assert list(indice.documentos) == ["bueno.md"] and list(omitidos(indice)) == ["tuberia.md"]


def test_los_enlaces(carpeta: Path, tmp_path: Path) -> None:
    (tmp_path / "fuera.md").write_text("Clave del cofre: girasol.\n", encoding="utf-8")
    (tmp_path / "carpeta_de_fuera").mkdir()
    (tmp_path / "carpeta_de_fuera" / "ajeno.md").write_text(
        "Otra clave: romero.\n", encoding="utf-8"
    )
    enlaces = {
        "roto.md": "no_existe.md",
        "bucle_a.md": "bucle_b.md",
        "bucle_b.md": "bucle_a.md",
        "a_si_mismo.md": "a_si_mismo.md",
        "hacia_fuera.md": "../fuera.md",
        "absoluto.md": str(tmp_path / "fuera.md"),
        "carpeta_fuera": "../carpeta_de_fuera",
        "carpeta_bucle": ".",
        "dispositivo.md": "/dev/zero",
        "dentro.md": "bueno.md",
    }
    for nombre, destino in enlaces.items():
        (carpeta / nombre).symlink_to(destino)
    indice = cargar_sin_bloquearse(carpeta)
    assert list(indice.documentos) == ["bueno.md", "dentro.md"]
    assert indice.documentos["dentro.md"].contenido == BUENO
    fuera = {n for n in enlaces if n.endswith(".md")} - {"dentro.md"}
    assert fuera <= set(omitidos(indice))
    todo = repr(indice.omitidos) + "".join(d.contenido for d in indice.documentos.values())
    assert "girasol" not in todo and "romero" not in todo


def test_un_enlace_a_media_ruta_no_saca_de_la_carpeta(carpeta: Path, tmp_path: Path) -> None:
    (tmp_path / "documentos_de_otro").mkdir()
    (tmp_path / "documentos_de_otro" / "ajeno.md").write_text(BUENO, encoding="utf-8")
    (carpeta / "ajeno.md").symlink_to(
        "../documentos_de_otro/ajeno.md"
    )  # shares the prefix of the name
    assert list(cargar(carpeta).documentos) == ["bueno.md"]


def test_la_carpeta_misma_puede_ser_un_enlace(carpeta: Path, tmp_path: Path) -> None:
    (tmp_path / "enlace").symlink_to(carpeta)
    assert list(cargar(tmp_path / "enlace").documentos) == ["bueno.md"]


def test_dos_archivos_de_un_nombre(carpeta: Path) -> None:
    archivos = {
        "anejos/bueno.md": "uno",
        "anejos/vieja/BUENO.md": "dos",
        "anejos/vieja/mas/bueno.md": "tres",
        "normas/bueno.md": "cuatro",
    }
    indice = cargar(escribir_biblioteca(carpeta, archivos))
    assert {clave: d.contenido for clave, d in indice.documentos.items()} == {
        "bueno.md": "uno",
        "anejos/bueno.md": "dos",
        "anejos/vieja/mas/bueno.md": "tres",
        "general/bueno.md": BUENO,
        "normas/bueno.md": "cuatro",
    }
    assert not indice.omitidos and indice.colecciones == {"anejos": 3, "general": 1, "normas": 1}


def test_una_carpeta_con_nombre_de_documento(carpeta: Path) -> None:
    escribir_biblioteca(carpeta, {"x.md/dentro.md": "Lo de dentro."})
    indice = cargar_sin_bloquearse(carpeta)
    assert list(indice.documentos) == ["bueno.md", "dentro.md"]
    assert indice.documentos["dentro.md"].coleccion == "x.md"


def test_un_nombre_que_no_es_utf8(carpeta: Path) -> None:
    ruta = os.fsencode(carpeta) + b"/ma\xf1ana.md"
    try:
        with open(ruta, "w", encoding="utf-8") as archivo:
            archivo.write("El horno descansa.\n")
    except OSError:
        pytest.skip("this file system only takes UTF-8 names")
    indice = cargar(carpeta)
    json.dumps([*indice.documentos, *omitidos(indice)], ensure_ascii=False).encode("utf-8")
    assert len(indice.documentos) + len(indice.omitidos) == 2


def test_lo_que_no_es_documento_ni_se_menciona(carpeta: Path) -> None:
    escribir_biblioteca(
        carpeta,
        {
            **dict.fromkeys(("notas.md.bak", "~$acta.docx", "acta.docx~", "Thumbs.db"), "x"),
            **dict.fromkeys((".DS_Store", "desktop.ini", "evaluacion.jsonl", "a.tmp"), "x"),
            "catalogo.toml": "",
        },
    )
    indice = cargar(carpeta)
    assert (list(indice.documentos), indice.omitidos, indice.avisos) == (["bueno.md"], (), ())


@pytest.mark.parametrize(
    ("nombre", "que_es"),
    [
        ("Acta final.PDF", "por dentro no es .pdf"),
        ("acta.docx", "por dentro no es .docx"),
        ("cuentas.ods", "por dentro no es .ods"),
        ("cuentas.xls", "guárdelo como .xlsx"),
        ("foto.jpeg", "imagen"),
        ("todo.zip", "comprimido"),
        ("notas.mdx", "no se sabe qué es"),
        ("sin_extension", "no se sabe qué es"),
        ("con espacio al final.md ", "no se sabe qué es"),
    ],
)
def test_lo_que_no_se_lee_se_dice_con_lo_que_hay_que_hacer(
    carpeta: Path, nombre: str, que_es: str
) -> None:
    escribir_biblioteca(carpeta / "normas", {nombre: "x"})
    indice = cargar(carpeta)
    (archivo,) = omitidos(indice)
    assert (list(indice.documentos), archivo) == (["bueno.md"], f"normas/{nombre}")
    razon = omitidos(indice)[archivo]
    assert que_es in razon and re.search("[;:]", razon), "the reason, and what to do"
    en_español(razon)


@pytest.mark.parametrize(
    ("codificacion", "se_llama"),
    [("cp1252", "Windows-1252"), ("utf-16-le", "UTF-16"), ("utf-16-be", "UTF-16")],
)
def test_lo_que_escribe_windows_se_lee_y_se_avisa(
    carpeta: Path, codificacion: str, se_llama: str
) -> None:
    texto = "# Año\n\nEl «niño» pidió –¡por fin!– 5 días… y se le dieron.\n"
    marca = "\ufeff" if se_llama == "UTF-16" else ""
    crudo = (marca + texto.replace("\n", "\r\n")).encode(codificacion)
    (carpeta / "de_windows.txt").write_bytes(crudo)
    indice = cargar(carpeta)
    documento = indice.documentos["de_windows.txt"]
    assert (documento.contenido, documento.titulo) == (texto, "Año")
    assert not indice.omitidos
    (aviso,) = indice.avisos
    assert aviso == f"«de_windows.txt» se leyó como {se_llama}: guárdelo en UTF-8."
    en_español(aviso)


def test_muchos_archivos_de_windows_son_un_aviso(carpeta: Path) -> None:
    for numero in range(5):
        (carpeta / f"{numero}.md").write_bytes("Año".encode("cp1252"))
    (aviso,) = cargar(carpeta).avisos
    assert aviso == (
        "5 archivos se leyeron como Windows-1252: guárdelos en UTF-8. "
        "«0.md», «1.md», «2.md» y 2 más."
    )


def test_un_archivo_que_desaparece_a_media_carga(carpeta: Path) -> None:
    from siaa.biblioteca.cargador import cargar_biblioteca
    from siaa.biblioteca.valores import AjustesBiblioteca

    assert "progreso" in inspect.signature(cargar_biblioteca).parameters
    escribir_biblioteca(carpeta, {"a.md": BUENO, "z.md": BUENO})

    def borrar_el_ultimo(rutas: Iterable[str]) -> Iterator[str]:
        for ruta in rutas:
            (carpeta / "z.md").unlink(missing_ok=True)
            yield ruta

    indice = cargar_biblioteca(carpeta, AjustesBiblioteca(), progreso=borrar_el_ultimo)
    assert list(indice.documentos) == ["a.md", "bueno.md"]
    assert list(omitidos(indice)) == ["z.md"]
