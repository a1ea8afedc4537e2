"""The index of a library: keys, titles, keywords, and a fingerprint that tells what changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import FrozenInstanceError, astuple, fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siaa.biblioteca.catalogo import leer_catalogo
from siaa.biblioteca.indice import (
    Indice,
    analizar,
    asignar_claves,
    construir_indice,
    huella_texto,
)
from siaa.biblioteca.lengua.nombres import Norma
from siaa.biblioteca.lengua.texto import tokenizar
from siaa.biblioteca.tablas.palabras import numerar_corridas
from siaa.biblioteca.valores import AjustesBiblioteca, Archivo, Omitido

AJUSTES = AjustesBiblioteca()
BASE = {
    "acta.md": "# Acta\n\nplazo plazo juez juez",
    "normativa/ley_100_de_1993.md": "# Ley\n\nplazo plazo multa multa",
    "normativa/manual.txt": "reparto reparto de bienes",
}
CATALOGO = '[documentos."acta.md"]\ntitulo = "El acta"\npalabras_clave = ["día hábil"]\n'


def indice_de(
    archivos: Mapping[str, str] = BASE,
    catalogo: str = CATALOGO,
    ajustes: AjustesBiblioteca = AJUSTES,
    omitidos: tuple[Omitido, ...] = (),
) -> Indice:
    lista = [Archivo(ruta, texto) for ruta, texto in sorted(archivos.items())]
    textos = [analizar(archivo, ajustes) for archivo in lista]
    return construir_indice(lista, textos, leer_catalogo(catalogo.encode()), ajustes, omitidos)


@given(
    st.lists(st.sampled_from(("plazo", "el", "7", "2016", "_", "Ñandú", " ", "\n")), max_size=30)
)
def test_el_conteo_es_el_de_los_terminos_del_texto(partes: list[str]) -> None:
    contenido = "".join(partes)
    contadas = analizar(Archivo("acta.md", contenido), AJUSTES).palabras
    corridas = numerar_corridas([contadas])
    numeros, veces = corridas.terminos[0]
    terminos = [tuple(corridas.numeros)[n] for n in numeros]
    assert dict(zip(terminos, veces.tolist(), strict=True)) == Counter(tokenizar(contenido))


# --- Keys -----------------------------------------------------------------------------------


def claves(*rutas: str) -> dict[str, str]:
    archivos = [Archivo(ruta, "") for ruta in sorted(rutas)]
    return {clave: archivo.ruta for clave, archivo in asignar_claves(archivos).items()}


def test_la_clave_es_el_nombre_en_minusculas() -> None:
    assert claves("Actas/ACTA_Ñ.MD", "b.txt") == {"acta_ñ.md": "Actas/ACTA_Ñ.MD", "b.txt": "b.txt"}


def test_dos_iguales_el_segundo_lleva_su_coleccion() -> None:
    assert claves("a.md", "x/A.md") == {"a.md": "a.md", "x/a.md": "x/A.md"}
    assert claves("a.md", "X/A.md") == {"a.md": "X/A.md", "general/a.md": "a.md"}


def test_tres_iguales_el_tercero_lleva_toda_su_ruta() -> None:
    assert claves("n/2/a.md", "n/A.md", "n/b/c/a.md", "x.md") == {
        "a.md": "n/2/a.md",
        "n/a.md": "n/A.md",
        "n/b/c/a.md": "n/b/c/a.md",
        "x.md": "x.md",
    }


def test_en_ultimo_caso_se_numera() -> None:
    """On a disk where case matters, a file's whole path may be taken too."""
    assert claves("N/a.md", "N/A.md", "n/A.md", "n/a.md") == {
        "a.md": "N/A.md",
        "n/a.md": "N/a.md",
        "n/a.md~2": "n/A.md",
        "n/a.md~3": "n/a.md",
    }


rutas_posibles = st.tuples(
    st.sampled_from(("", "n/", "N/", "n/b/", "general/", "General/x/")),
    st.sampled_from(("a.md", "A.md", "a.MD", "b.md", "a.md~3")),
).map("".join)


@given(st.lists(rutas_posibles, min_size=1, max_size=20, unique=True))
@settings(max_examples=200)
def test_cada_archivo_tiene_una_clave_y_solo_una(rutas: list[str]) -> None:
    asignadas = claves(*rutas)
    assert sorted(asignadas.values()) == sorted(rutas)
    assert all(clave == clave.lower() for clave in asignadas)


# --- Documents ------------------------------------------------------------------------------


def test_los_documentos_van_por_clave() -> None:
    indice = indice_de()
    assert list(indice.documentos) == ["acta.md", "ley_100_de_1993.md", "manual.txt"]
    assert indice.claves == tuple(indice.documentos)
    assert dict(indice.colecciones) == {"general": 1, "normativa": 2}


@pytest.mark.parametrize(
    ("contenido", "titulo"),
    [
        ("texto\n\n## El **primer** título ##\n\n# Otro", "El primer título"),
        ("Artículo 1. Objeto\n\n### Reglas\n", "Reglas"),
        ("Artículo 1. Objeto\n", "Mi acta"),
        ("#sin espacio\n", "Mi acta"),
        ("#### `hondo`\n", "hondo"),
    ],
)
def test_el_titulo_es_el_primer_encabezado(contenido: str, titulo: str) -> None:
    assert indice_de({"Mi_acta.md": contenido}, "").documentos["mi_acta.md"].titulo == titulo


def test_el_titulo_del_catalogo_manda() -> None:
    assert indice_de().documentos["acta.md"].titulo == "El acta"


def test_las_palabras_manuales_se_pliegan_sin_repetir() -> None:
    catalogo = '[documentos."ACTA.md"]\npalabras_clave = ["Día", "dia", "", "  ", "Año "]\n'
    documento = indice_de(catalogo=catalogo).documentos["acta.md"]
    assert documento.claves_manuales == ("dia", "año ")


def test_las_palabras_automaticas_son_por_coleccion() -> None:
    """`plazo` is everywhere in its own collection's only document, and shared in no other."""
    indice = indice_de()
    assert indice.documentos["acta.md"].palabras_clave == ("juez", "plazo")
    solo = indice_de(ajustes=replace(AJUSTES, min_freq_keyword=3)).documentos["acta.md"]
    assert solo.palabras_clave == ()
    una = indice_de(ajustes=replace(AJUSTES, top_keywords_por_doc=1)).documentos["acta.md"]
    assert una.palabras_clave == ("juez",)
    largas = indice_de(ajustes=replace(AJUSTES, min_len_keyword=5)).documentos["acta.md"]
    assert largas.palabras_clave == ("plazo",)


def test_densidad() -> None:
    indice = indice_de()
    assert indice.densidad("plazo") == ((0.4, "ley_100_de_1993.md"), (0.4, "acta.md"))
    assert indice.densidad("reparto") == (((2 / 3), "manual.txt"),)
    assert indice.densidad("xilofono") == ()
    assert len(indice.tabla_densidad.terminos) == len({"acta", "plazo", "juez", "ley", "multa"}) + 2


def test_nombres_y_normas() -> None:
    indice = indice_de()
    nombres, normas = indice.nombres, indice.actos.normas
    assert set(nombres.documentos) == {"acta", "ley", "100", "1993", "manual"}
    assert nombres.cantidad.tolist() == [1.0, 3.0, 1.0]
    assert normas == {("ley", "100"): [(Norma("ley", "", "100", "1993"), "ley_100_de_1993.md")]}
    assert nombres.codigos == {}


def test_codigos() -> None:
    """Which documents each code of a file name stands for; one code may be of several."""
    nombres = ("acuerdo_psaa16-10476.md", "anexo_psaa16.md", "manual.md")
    codigos = indice_de(dict.fromkeys(nombres, "texto")).nombres.codigos
    documentos = {codigo: numeros.tolist() for codigo, numeros in codigos.items()}
    assert documentos == {"psaa16": [0, 1], "10476": [0], "psaa1610476": [0]}


def test_omitidos_y_avisos_se_conservan() -> None:
    omitido = Omitido("x.md", "está vacío")
    indice = indice_de(
        catalogo=CATALOGO + "[colecciones.zz]\npeso = 2\nmal = 1", omitidos=(omitido,)
    )
    assert indice.omitidos == (omitido,)
    assert len(indice.avisos) == 2
    assert "«colecciones.zz.mal»" in indice.avisos[0] and "colección «zz»" in indice.avisos[1]


def test_nada_se_puede_cambiar() -> None:
    indice = indice_de()
    for campo in fields(indice):
        with pytest.raises(FrozenInstanceError):
            setattr(indice, campo.name, None)
    with pytest.raises(TypeError):
        indice.documentos["x"] = indice.documentos["acta.md"]  # type: ignore[index]
    with pytest.raises(TypeError):
        indice.colecciones["x"] = 1  # type: ignore[index]


# --- Fingerprint ----------------------------------------------------------------------------


def test_la_huella_se_repite() -> None:
    assert indice_de().huella == indice_de(dict(reversed(BASE.items()))).huella


def con_otro_texto(ruta: str) -> dict[str, str]:
    return BASE | {ruta: BASE[ruta] + "."}


CAMBIOS: dict[str, dict[str, object]] = {
    "un carácter": {"archivos": con_otro_texto("acta.md")},
    "un documento más": {"archivos": BASE | {"z.md": "z"}},
    "un documento menos": {"archivos": {r: t for r, t in BASE.items() if r != "acta.md"}},
    "mayúsculas del nombre": {"archivos": {r.replace("acta", "Acta"): t for r, t in BASE.items()}},
    "otra colección": {"archivos": {r.replace("normativa", "leyes"): t for r, t in BASE.items()}},
    "textos cambiados de nombre": {
        "archivos": dict(zip(BASE, [*list(BASE.values())[1:], BASE["acta.md"]], strict=True))
    },
    "el título": {"catalogo": CATALOGO.replace("El acta", "Un acta")},
    "las palabras manuales": {"catalogo": CATALOGO.replace("hábil", "corriente")},
    "el peso": {"catalogo": CATALOGO + "[colecciones.normativa]\npeso = 1.5"},
    "sin catálogo": {"catalogo": ""},
}


@pytest.mark.parametrize("cambio", CAMBIOS)
def test_la_huella_cambia_con(cambio: str) -> None:
    assert indice_de(**CAMBIOS[cambio]).huella != indice_de().huella  # type: ignore[arg-type]


@pytest.mark.parametrize("campo", [c.name for c in fields(AjustesBiblioteca)])
def test_la_huella_cambia_con_el_ajuste(campo: str) -> None:
    valor = getattr(AJUSTES, campo)
    otros = replace(AJUSTES, **{campo: (*valor, "md") if isinstance(valor, tuple) else valor + 1})
    assert indice_de(ajustes=otros).huella != indice_de().huella


def test_las_huellas_de_todos_los_cambios_son_distintas() -> None:
    huellas = [indice_de(**cambio).huella for cambio in CAMBIOS.values()]  # type: ignore[arg-type]
    assert len({*huellas, indice_de().huella}) == len(CAMBIOS) + 1


def test_la_huella_no_cambia_por_lo_que_no_cuenta() -> None:
    """Comments of the catalogue, how a keyword is written, what was left out."""
    iguales = CATALOGO.replace("día hábil", "Dia HÁBIL") + "# nota\n"
    assert indice_de(catalogo=iguales).huella == indice_de().huella
    assert indice_de(omitidos=(Omitido("x.md", "y"),)).huella == indice_de().huella


def test_la_huella_de_un_texto() -> None:
    """Content and cut only: keyword settings do not make a text be cut again."""
    de = huella_texto("a", AJUSTES)
    assert de == huella_texto("a", replace(AJUSTES, min_freq_keyword=9))
    otras = [replace(AJUSTES, chunk_size=801), replace(AJUSTES, chunk_overlap=301)]
    distintas = {de, huella_texto("b", AJUSTES), *(huella_texto("a", otro) for otro in otras)}
    assert len(distintas) == 4
    assert astuple(AJUSTES)[:2] == (800, 300)
