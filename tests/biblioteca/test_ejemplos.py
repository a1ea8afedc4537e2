"""Questions to start with where nobody wrote any: what each collection has most to say about."""

from __future__ import annotations

from pathlib import Path

from biblioteca_de_prueba import escribir_biblioteca
from copias_de_prueba import escribir_copias

from siaa.biblioteca.ambito import Ambito, titulo_de_coleccion
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.ejemplos import elegir_ejemplos

REGLA = "El lector pide la caja en la ventanilla y la devuelve antes del cierre. "


def preguntas(carpeta: Path, archivos: dict[str, str]) -> dict[str, tuple[str, ...]]:
    indice = cargar_biblioteca(escribir_biblioteca(carpeta, archivos))
    return {e.nombre: e.preguntas for e in elegir_ejemplos(indice, ())}


def test_preguntan_por_lo_mas_largo_que_tiene_nombre(tmp_path: Path) -> None:
    """Neither by one word, nor in capitals, nor by what is said twice, nor by who signs."""
    acuerdo = (
        "# Acuerdo 8 de 2004\n\n"
        f"## Artículo 1. Objeto\n\n{REGLA * 9}\n\n"
        f"## Artículo 2. Préstamo de las cajas.\n\n{REGLA * 3}\n\n"
        f"## Artículo 3. Horas de consulta\n\n{REGLA * 5}\n\n"
        f"## SALA DE LECTURA\n\n{REGLA * 8}\n\n"
        f"## Parte primera\n\n{REGLA * 8}\n\n## Parte primera\n\n{REGLA * 8}\n\n"
        "## Ana Pérez Ruiz\n\nPresidenta\n"
    )
    manual = f"# Manual de la sala\n\n## 3.1 Cajas apartadas\n\n{REGLA}\n"
    dichas = preguntas(tmp_path, {"normas/a.md": acuerdo, "manuales/m.md": manual})
    assert dichas == {
        "manuales": ("¿Qué se dice sobre «Cajas apartadas»?",),
        "normas": (
            "¿Qué dice el Acuerdo 8 de 2004 sobre «Horas de consulta»?",
            "¿Qué dice el Acuerdo 8 de 2004 sobre «Préstamo de las cajas»?",
        ),
    }


def test_sin_preguntas_se_ofrecen_los_documentos_mas_largos(tmp_path: Path) -> None:
    archivos = {f"decreto_{n}_de_2001.txt": f"{REGLA * n}\n" for n in (1, 2, 5, 3, 4)}
    esperadas = tuple(f"¿Qué dice el Decreto {n} de 2001?" for n in (5, 4, 3))
    assert preguntas(tmp_path, archivos) == {"general": esperadas}


def test_las_escritas_se_ofrecen_en_su_orden(tmp_path: Path) -> None:
    """The documents as the file first names them, each in its turn."""
    archivos = {f"{nombre}.txt": f"{REGLA}\n" for nombre in "abc"}
    indice = cargar_biblioteca(escribir_biblioteca(tmp_path, archivos))
    muestras = [("¿C1?", "c.txt"), ("¿C2?", "c.txt"), ("¿A1?", "a.txt")]
    (general,) = elegir_ejemplos(indice, muestras)
    assert general.preguntas == ("¿C1?", "¿A1?", "¿C2?")


def test_son_de_donde_se_pregunta(tmp_path: Path) -> None:
    archivos = {f"normas/circular_{n}_de_2001.txt": f"{REGLA}\n" for n in (5, 6)}
    indice = cargar_biblioteca(escribir_biblioteca(tmp_path, archivos))
    (suyos,) = elegir_ejemplos(indice, (), Ambito(("circular_6_de_2001.txt",)))
    assert (suyos.documentos, suyos.preguntas) == (1, ("¿Qué dice la Circular 6 de 2001?",))


def test_lo_que_varios_documentos_tratan_no_se_pregunta_sin_decir_en_cual(tmp_path: Path) -> None:
    """Who has a subject of its own goes before who has none, however long that one is."""

    def manual(titulo: str, veces: int, resto: str = "") -> str:
        propias = " ".join(f"El encargado debe guardar {titulo}{n}." for n in range(veces))
        return f"# Manual {titulo}\n\n## Estructura del formulario\n\n{propias}\n\n{resto}"

    archivos = {
        "a.md": manual("de la sala", 20, f"## Cajas apartadas\n\n{REGLA}\n"),
        "b.md": manual("del patio", 60),
        "c.md": manual("del horno", 40),
    }
    assert preguntas(tmp_path, archivos)["general"] == (
        "¿Qué se dice sobre «Cajas apartadas»?",
        "¿Qué dice «Manual del patio»?",
        "¿Qué dice «Manual del horno»?",
    )


def test_las_casi_copias_no_preguntan_tres_veces_lo_mismo(tmp_path: Path) -> None:
    indice = cargar_biblioteca(escribir_copias(tmp_path))
    (manuales,) = (e for e in elegir_ejemplos(indice, ()) if e.nombre == "manuales")
    assert len(indice.pasajes.copias(indice.numero("mostrador_frutas.md"))) == 3
    assert manuales.preguntas and not any("ostrador de" in p for p in manuales.preguntas)


def test_sin_encabezados_se_pregunta_por_el_documento(tmp_path: Path) -> None:
    assert preguntas(tmp_path, {"circular_5_de_2001.txt": f"{REGLA}\n"}) == {
        "general": ("¿Qué dice la Circular 5 de 2001?",)
    }


def test_una_sigla_se_escribe_como_en_los_titulos_de_su_coleccion(tmp_path: Path) -> None:
    titulos = {"retri/a.md": "Manual del reporte RETRI", "actas/b.md": "ACTAS DEL AÑO"}
    archivos = {ruta: f"# {titulo}\n\n{REGLA}\n" for ruta, titulo in titulos.items()}
    indice = cargar_biblioteca(escribir_biblioteca(tmp_path, archivos))
    assert [titulo_de_coleccion(indice, c) for c in indice.colecciones] == ["Actas", "RETRI"]
