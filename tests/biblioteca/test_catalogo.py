"""`catalogo.toml`: what is understood, and the warning for everything that is not."""

from __future__ import annotations

import pytest

from siaa.biblioteca.catalogo import (
    avisos_de_nombres,
    catalogo_ilegible,
    leer_catalogo,
    sugerencia,
)
from siaa.biblioteca.valores import Catalogo, EntradaCatalogo

COMPLETO = """
[documentos."Acuerdo_No._1.MD"]
titulo = "Acuerdo 1"
palabras_clave = ["día hábil", "sanción"]

[documentos."otro.md"]

[colecciones.normativa]
peso = 2
[colecciones."Guías"]
peso = 0.5
[colecciones.vacia]
"""


def avisos(texto: str) -> tuple[str, ...]:
    return leer_catalogo(texto.encode()).avisos


def test_un_catalogo_completo() -> None:
    catalogo = leer_catalogo(COMPLETO.encode())
    assert catalogo.documentos == {
        "acuerdo_no._1.md": EntradaCatalogo("Acuerdo 1", ("día hábil", "sanción")),
        "otro.md": EntradaCatalogo(),
    }
    assert catalogo.pesos == {"normativa": 2.0, "Guías": 0.5, "vacia": 1.0}
    assert catalogo.avisos == ()


def test_un_catalogo_vacio_o_con_marca_de_orden() -> None:
    assert leer_catalogo(b"") == leer_catalogo(b"\xef\xbb\xbf# nada\n") == Catalogo()


def test_no_se_puede_cambiar() -> None:
    catalogo = leer_catalogo(COMPLETO.encode())
    with pytest.raises(TypeError):
        catalogo.pesos["normativa"] = 1.0  # type: ignore[index]


@pytest.mark.parametrize("crudo", [b"[documentos", b"a = 1\na = 2", "título".encode("latin-1")])
def test_lo_que_no_es_toml_es_un_aviso(crudo: bytes) -> None:
    catalogo = leer_catalogo(crudo)
    (aviso,) = catalogo.avisos
    assert aviso.startswith("catalogo.toml no se pudo leer y se ignoró: ")
    assert (catalogo.documentos, catalogo.pesos) == ({}, {})
    assert catalogo_ilegible("es una carpeta").avisos == (
        "catalogo.toml no se pudo leer y se ignoró: es una carpeta.",
    )


DOC = '[documentos."a.md"]\n'
COL = "[colecciones.x]\n"
SIN = "[sinonimos]\n"
AVISOS = {
    "[documento]": "la sección «documento» no existe (¿quiso decir «documentos»?).",
    "zzz = 1": "la sección «zzz» no existe.",
    "documentos = 3": "«documentos» debe ser una tabla; se ignoró.",
    "colecciones = []": "«colecciones» debe ser una tabla; se ignoró.",
    "documentos.x = 3": "«documentos.x» debe ser una tabla; se ignoró.",
    DOC + "titulo = 3": "«documentos.a.md.titulo» debe ser un texto entre comillas; se ignoró.",
    DOC + "titulo = ''": "«documentos.a.md.titulo» debe ser un texto entre comillas; se ignoró.",
    DOC + "palabras_clave = 'x'": (
        "«documentos.a.md.palabras_clave» debe ser una lista de textos entre comillas; se ignoró."
    ),
    DOC + "palabras_clave = ['x', 3]": (
        "«documentos.a.md.palabras_clave» debe ser una lista de textos entre comillas; se ignoró."
    ),
    DOC + "deroga = 'x'": (
        "«documentos.a.md.deroga» debe ser una lista de archivos o normas entre comillas;"
        " se ignoró."
    ),
    DOC + "vigente_hasta = '2020'": (
        "«documentos.a.md.vigente_hasta» debe ser una fecha como 2020-01-31; se ignoró."
    ),
    DOC + "vigente_desde = 2020-01-31T08:00:00": (
        "«documentos.a.md.vigente_desde» debe ser una fecha como 2020-01-31; se ignoró."
    ),
    DOC + "rango = 6": "«documentos.a.md.rango» debe ser un número de 1 a 5; se ignoró.",
    DOC + "rango = true": "«documentos.a.md.rango» debe ser un número de 1 a 5; se ignoró.",
    DOC + "mas_favorable = 1": "«documentos.a.md.mas_favorable» debe ser true o false; se ignoró.",
    DOC + "norma_base = 'x'": (
        "«documentos.a.md.norma_base» debe ser una lista de asuntos entre comillas; se ignoró."
    ),
    DOC + "titulos = 'x'": (
        "«documentos.a.md.titulos» no existe (¿quiso decir «titulo»?); se ignoró."
    ),
    DOC + "zzz = 'x'": "«documentos.a.md.zzz» no existe; se ignoró.",
    COL + "peso = '2'": "«colecciones.x.peso» debe ser un número entre 0 y 1000; se ignoró.",
    COL + "peso = true": "«colecciones.x.peso» debe ser un número entre 0 y 1000; se ignoró.",
    COL + "peso = false": "«colecciones.x.peso» debe ser un número entre 0 y 1000; se ignoró.",
    COL + "peso = -1": "«colecciones.x.peso» debe ser un número entre 0 y 1000; se ignoró.",
    COL + "peso = nan": "«colecciones.x.peso» debe ser un número entre 0 y 1000; se ignoró.",
    COL + "peso = inf": "«colecciones.x.peso» debe ser un número entre 0 y 1000; se ignoró.",
    COL + "peso = 1000.5": "«colecciones.x.peso» debe ser un número entre 0 y 1000; se ignoró.",
    "sinonimos = 3": "«sinonimos» debe ser una tabla; se ignoró.",
    SIN + "x = 'y'": (
        "«sinonimos.x» debe ser una lista de palabras o frases entre comillas; se ignoró."
    ),
    SIN + "x = ['y', 3]": (
        "«sinonimos.x» debe ser una lista de palabras o frases entre comillas; se ignoró."
    ),
    SIN + "x = ['y', '¿?']": (
        "«sinonimos.x» debe ser una lista de palabras o frases entre comillas; se ignoró."
    ),
    SIN + "x = []": (
        "«sinonimos.x» debe ser una lista de palabras o frases entre comillas; se ignoró."
    ),
    SIN + "'¿?' = ['y']": "«sinonimos.¿?» no tiene palabras; se ignoró.",
    "[sinonimo]": "la sección «sinonimo» no existe (¿quiso decir «sinonimos»?).",
    COL + "pezo = 2": "«colecciones.x.pezo» no existe (¿quiso decir «peso»?); se ignoró.",
}


@pytest.mark.parametrize("texto", AVISOS)
def test_cada_error_es_un_aviso(texto: str) -> None:
    assert avisos(texto) == (f"catalogo.toml: {AVISOS[texto]}",)


def test_los_sinonimos_se_pliegan() -> None:
    """What folds to the same key is joined, and a key is not its own; what is read is shown."""
    catalogo = leer_catalogo(
        """
        [sinonimos]
        "Vacancia  Judicial" = ["Vacaciones", "receso, judicial", "VACANCIA judicial"]
        "vacancia-judicial" = ["vacaciones", "cierre"]
        "día" = ["Año"]
        malo = 3
        """.encode()
    )
    assert catalogo.sinonimos == {
        "vacancia judicial": ("vacaciones", "receso, judicial", "cierre"),
        "dia": ("Año",),
    }
    assert len(catalogo.avisos) == 1
    with pytest.raises(TypeError):
        catalogo.sinonimos["x"] = ()  # type: ignore[index]


def test_lo_bueno_de_una_tabla_se_conserva() -> None:
    """Every bad key is told, and only the bad keys are dropped."""
    catalogo = leer_catalogo(f"{DOC}titulo = 3\nzzz = 1\npalabras_clave = ['x']\n".encode())
    assert catalogo.documentos["a.md"] == EntradaCatalogo(None, ("x",))
    assert len(catalogo.avisos) == 2
    assert leer_catalogo(f"{COL}peso = -1".encode()).pesos == {"x": 1.0}


def test_nombres_que_no_existen_en_la_biblioteca() -> None:
    catalogo = leer_catalogo(COMPLETO.encode())
    rutas = {clave: f"guías/{clave}" for clave in ("acuerdo_no._1.md", "otro_mas.md")}
    assert avisos_de_nombres(catalogo, rutas, ("normativa", "guías")) == (
        "catalogo.toml: no hay documento «otro.md» (¿quiso decir «otro_mas.md»?).",
        "catalogo.toml: no hay colección «Guías» (¿quiso decir «guías»?).",
        "catalogo.toml: no hay colección «vacia».",
    )
    assert avisos_de_nombres(Catalogo(), {}, ()) == ()


def test_un_nombre_de_dos_archivos() -> None:
    rutas = {"acta.md": "anexos/Acta.md", "normas/acta.md": "normas/acta.md", "b.md": "b.md"}
    nombrada = leer_catalogo(b"[documentos.'ACTA.md']\ntitulo = 'Acta'\n")
    assert avisos_de_nombres(nombrada, rutas, ()) == (
        "catalogo.toml: «acta.md» se llaman dos archivos, «anexos/Acta.md» y «normas/acta.md»; "
        "lo que dice vale para el primero: si habla del segundo, escriba «normas/acta.md».",
    )
    otra = leer_catalogo(b"[documentos.'normas/acta.md']\ntitulo = 'Acta'\n[documentos.'b.md']\n")
    assert avisos_de_nombres(otra, rutas, ()) == ()


def test_sugerencia() -> None:
    assert sugerencia("PESO", ["peso"]) == " (¿quiso decir «peso»?)"
    assert sugerencia("zzz", ["peso"]) == sugerencia("peso", []) == ""
