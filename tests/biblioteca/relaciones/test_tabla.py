"""Which act of a library changes which: chains, codes, notes, the catalogue, what is missing."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siaa.biblioteca.catalogo import leer_catalogo
from siaa.biblioteca.indice import Indice, analizar, construir_indice
from siaa.biblioteca.relaciones.tabla import afectan, ausentes
from siaa.biblioteca.valores import AjustesBiblioteca, Archivo, Extremo, Relacion

AJUSTES = AjustesBiblioteca()


def acto(nombre: str, *articulos: str) -> str:
    escritos = "\n\n".join(f"**ARTÍCULO {n}.** {texto}" for n, texto in enumerate(articulos, 1))
    return f"# {nombre}\n\nEl concejo de Valdeluna decreta:\n\n{escritos}\n"


FERIA = (
    "La feria dura tres días.",
    "La paga quien la pide.",
    "Abre el lunes.",
    "Cierra tarde.",
)
CADENA = {
    "decreto_10_de_2001.md": acto("DECRETO 10 DE 2001", *FERIA, "La música calla a las diez."),
    "decreto_20_de_2005.md": acto(
        "DECRETO 20 DE 2005",
        "El artículo 2 del Decreto 10 de 2001 quedará así: «La paga el municipio».",
        "Deróganse los artículos 3 y 5 del Decreto 10 de 2001.",
        "Adiciónase el artículo 4A al Decreto 10 de 2001, sobre la lluvia.",
    ),
    "decreto_30_de_2010.md": acto(
        "DECRETO 30 DE 2010", "Este decreto rige desde hoy y deroga el Decreto 20 de 2005."
    ),
    "acta.md": "# Acta\n\nLa junta leyó el Decreto 10 de 2001 y no dijo nada.\n",
}


def indice_de(archivos: Mapping[str, str] = CADENA, catalogo: str = "") -> Indice:
    lista = [Archivo(ruta, texto) for ruta, texto in sorted(archivos.items())]
    textos = [analizar(archivo, AJUSTES) for archivo in lista]
    return construir_indice(lista, textos, leer_catalogo(catalogo.encode()), AJUSTES)


def dichas(indice: Indice) -> list[str]:
    """Return every relation once, in a line: who, what, whom."""
    todas = chain.from_iterable(d.relaciones for d in indice.documentos.values())
    return [f"{lado(r.de)} {r.tipo} {lado(r.a)}" for r in dict.fromkeys(todas)]


def lado(extremo: Extremo) -> str:
    doc = extremo.doc or f"({extremo.norma})"
    return doc.removesuffix(".md") + (f"#{extremo.articulo}" if extremo.articulo else "")


def sobre(indice: Indice, clave: str, palabras: str) -> list[str]:
    """Return what is done to the stretch of a document that some words are."""
    documento = indice.documentos[clave]
    lugar = documento.contenido.index(palabras)
    return [f"{r.tipo} {r.de.norma}" for r in afectan(documento, lugar, lugar + len(palabras))]


def test_una_cadena() -> None:
    assert sorted(dichas(indice_de())) == [
        "decreto_20_de_2005#1 modifica decreto_10_de_2001#2",
        "decreto_20_de_2005#2 deroga decreto_10_de_2001#3",
        "decreto_20_de_2005#2 deroga decreto_10_de_2001#5",
        "decreto_20_de_2005#3 adiciona decreto_10_de_2001#4a",
        "decreto_30_de_2010#1 deroga decreto_20_de_2005",
    ]


@pytest.mark.parametrize(
    ("clave", "palabras", "esperado"),
    [
        ("decreto_10_de_2001.md", "La feria dura tres días.", []),
        ("decreto_10_de_2001.md", "La paga quien la pide.", ["modifica Decreto 20 de 2005"]),
        ("decreto_10_de_2001.md", "Abre el lunes.", ["deroga Decreto 20 de 2005"]),
        ("decreto_10_de_2001.md", "Cierra tarde.", []),
        ("decreto_20_de_2005.md", "sobre la lluvia", ["deroga Decreto 30 de 2010"]),
        ("decreto_30_de_2010.md", "rige desde hoy", []),
        ("acta.md", "La junta", []),
    ],
)
def test_lo_que_toca_a_cada_pasaje(clave: str, palabras: str, esperado: list[str]) -> None:
    assert sobre(indice_de(), clave, palabras) == esperado


def test_el_articulo_del_mismo_decreto_tambien_lleva_aviso() -> None:
    nuevo = acto(
        "DECRETO 20 DE 2005",
        "El artículo 2 del Decreto 10 de 2001 quedará así: «La paga el municipio».",
        "Derógase el artículo 4 del mismo decreto.",
    )
    indice = indice_de({**CADENA, "decreto_20_de_2005.md": nuevo})
    assert sobre(indice, "decreto_10_de_2001.md", "Cierra tarde.") == ["deroga Decreto 20 de 2005"]


def test_un_tramo_de_varios_articulos_junta_lo_de_todos() -> None:
    documento = indice_de().documentos["decreto_10_de_2001.md"]
    tocan = afectan(documento, 0, len(documento.contenido))
    assert {r.a.articulo for r in tocan} == {"2", "3", "5"}


def test_cada_extremo_tiene_las_mismas() -> None:
    indice = indice_de()
    for documento in indice.documentos.values():
        for r in documento.relaciones:
            assert documento.clave in (r.de.doc, r.a.doc)
            for doc in filter(None, (r.de.doc, r.a.doc)):
                assert r in indice.documentos[doc].relaciones


def test_el_titulo_que_anuncia_no_toca_los_articulos_que_nadie_cambia() -> None:
    titulo = "Por el cual se modifica el Decreto 10 de 2001\n\nEl concejo"
    nuevo = CADENA["decreto_20_de_2005.md"].replace("El concejo", titulo)
    indice = indice_de({**CADENA, "decreto_20_de_2005.md": nuevo})
    assert dichas(indice) == dichas(indice_de())
    sin_articulos = acto("DECRETO 20 DE 2005", "La feria dura dos.").replace("El concejo", titulo)
    indice = indice_de({**CADENA, "decreto_20_de_2005.md": sin_articulos})
    assert sobre(indice, "decreto_10_de_2001.md", "Cierra tarde.") == [
        "modifica Decreto 20 de 2005"
    ]


def test_una_nota_dice_lo_que_otro_hizo() -> None:
    solo = acto("LEY 7 DE 1999", "Derogado por el artículo 3 de la Ley 8 de 2003.", "Derogado.")
    indice = indice_de({"ley_7_de_1999.md": solo})
    assert dichas(indice) == [
        "(Ley 8 de 2003)#3 deroga ley_7_de_1999#1",
        "(None) deroga ley_7_de_1999#2",
    ]
    assert ausentes(indice.documentos.values()) == [
        ("Ley 8 de 2003", [("deroga", "ley_7_de_1999.md")])
    ]
    nota, _ = indice.documentos["ley_7_de_1999.md"].relaciones
    assert nota.desde is not None
    assert solo[nota.desde : nota.hasta] == nota.frase


def test_la_norma_que_se_derogo_entera_no_hace_falta() -> None:
    nueva = acto(
        "LEY 8 DE 2003",
        "Derógase la Ley 5 de 1990.",
        "Derógase el artículo 1 de la Ley 6 de 1991.",
        "Modifícase el artículo 2 de la Ley 7 de 1992.",
    )
    otra = acto("LEY 9 DE 2004", "Modifícase el artículo 2 de la Ley 5 de 1990.")
    documentos = indice_de({"ley_8_de_2003.md": nueva, "ley_9_de_2004.md": otra}).documentos
    assert ausentes(documentos.values(), "a") == [
        ("Ley 6 de 1991", [("deroga", "ley_8_de_2003.md")]),
        ("Ley 7 de 1992", [("modifica", "ley_8_de_2003.md")]),
    ]


def test_lo_que_dice_el_acto_vale_mas_que_la_nota() -> None:
    nueva = acto("LEY 8 DE 2003", "Nada.", "Nada.", "Derógase el artículo 1 de la Ley 7 de 1999.")
    vieja = acto("LEY 7 DE 1999", "Derogado por el artículo 3 de la Ley 8 de 2003.")
    indice = indice_de({"ley_7_de_1999.md": vieja, "ley_8_de_2003.md": nueva})
    (unica,) = indice.documentos["ley_7_de_1999.md"].relaciones
    assert unica.frase == "Derógase el artículo 1 de la Ley 7 de 1999."
    assert nueva[unica.desde : unica.hasta] == unica.frase
    assert ausentes(indice.documentos.values()) == []


def test_una_nota_sobre_un_acto_que_esta_no_dice_lugar() -> None:
    vieja = acto("LEY 7 DE 1999", "Derogado por el artículo 3 de la Ley 8 de 2003.")
    indice = indice_de(
        {"ley_7_de_1999.md": vieja, "ley_8_de_2003.md": acto("LEY 8 DE 2003", "Ya.")}
    )
    (unica,) = indice.documentos["ley_8_de_2003.md"].relaciones
    assert (unica.de.doc, unica.desde, unica.hasta) == ("ley_8_de_2003.md", None, None)


NOMBRES = {
    "acuerdo_no._psaa16-10476.md": ("Acuerdo PSAA16-10476 de 2016", "Acuerdo 10476 de 2016"),
    "acuerdo_1856.md": ("Acuerdo 1856 de 2003",),
    "resolucion_0215_de_2019.md": (
        "Resolución 215 de 2019",
        "Resolución número 215 de mayo 4 de 2019",
    ),
}
OTRAS = {
    "acuerdo_no._psaa16-10476.md": ("Acuerdo PSAA15-10476", "Acuerdo 10476 de 2015"),
    "acuerdo_1856.md": ("Acuerdo 1856", "Ley 1856 de 2003"),
    "resolucion_0215_de_2019.md": ("Resolución 215 de 2018", "Resolución 215"),
}


@pytest.mark.parametrize("clave", NOMBRES)
def test_los_nombres_de_una_norma(clave: str) -> None:
    for escrita in (*NOMBRES[clave], *OTRAS[clave]):
        textos = {clave: "# Acto\n\nNada dice.", "x.md": acto("Acta", f"Derógase el {escrita}.")}
        (relacion,) = indice_de(textos).documentos["x.md"].relaciones
        assert relacion.a.doc == (clave if escrita in NOMBRES[clave] else None), escrita


def test_el_anio_de_un_acto_esta_en_su_titulo() -> None:
    textos = {
        "acuerdo_44.md": "# ACUERDO 44 DE 1999\n\nNada dice.",
        "x.md": acto("Acta", "Derógase el Acuerdo 44 de 1998."),
    }
    (relacion,) = indice_de(textos).documentos["x.md"].relaciones
    assert relacion.a.doc is None


@pytest.mark.parametrize(
    ("epigrafe", "es"),
    [
        ("Por la cual se expide el Código de Ferias y se dictan otras disposiciones", True),
        ("Por la cual se modifica el Código de Ferias", False),
        ("Código de Ferias", True),
        ("Por la cual se expide el Código de Aguas", False),
    ],
)
def test_un_codigo_es_el_acto_que_lo_expide(epigrafe: str, es: bool) -> None:
    textos = {
        "ley_7_de_1999.md": f"# LEY 7 DE 1999\n\n{epigrafe}\n\n**ARTÍCULO 1.** Dura tres días.\n",
        "ley_8_de_2003.md": acto("LEY 8 DE 2003", "Derógase el artículo 1 del Código de Ferias."),
    }
    (relacion,) = indice_de(textos).documentos["ley_8_de_2003.md"].relaciones
    esperado = ("Ley 7 de 1999", "ley_7_de_1999.md") if es else ("Código de Ferias", None)
    assert (relacion.a.norma, relacion.a.doc) == esperado


def test_un_acto_no_cambia_a_uno_posterior() -> None:
    textos = {
        "ley_7_de_1999.md": "# LEY 7 DE 1999\n\nCódigo de Ferias\n\n**ARTÍCULO 1.** Tres días.\n",
        "ley_8_de_1953.md": acto("LEY 8 DE 1953", "Derógase el artículo 1 del Código de Ferias."),
    }
    assert dichas(indice_de(textos)) == []


def test_una_nota_antes_del_primer_articulo_es_de_todo_el_acto() -> None:
    vieja = acto("LEY 7 DE 1999", "Dura tres días.").replace("decreta:", "decreta.")
    nota = "Derogada por la Ley 8 de 2003.\n\n"
    textos = {"ley_7_de_1999.md": vieja.replace("El concejo", f"{nota}El concejo")}
    assert dichas(indice_de(textos)) == ["(Ley 8 de 2003) deroga ley_7_de_1999"]
    textos = {"ley_7_de_1999.md": f"{vieja}\n## ANEXO\n\n{nota}"}
    assert dichas(indice_de(textos)) == []


def test_un_acto_no_se_cambia_a_si_mismo() -> None:
    texto = acto("LEY 7 DE 1999", "Nada.", "Modifícase el artículo 1 de la Ley 7 de 1999.")
    assert dichas(indice_de({"ley_7_de_1999.md": texto})) == []


# --- The catalogue ---------------------------------------------------------------------------

DOC = '[documentos."decreto_20_de_2005.md"]\n'


@pytest.mark.parametrize(
    ("dicho", "quedan"),
    [
        ('deroga = ["decreto_10_de_2001.md"]', ["decreto_20_de_2005 deroga decreto_10_de_2001"]),
        (
            'modifica = ["Artículo 1 del Decreto 10 de 2001"]',
            ["decreto_20_de_2005 modifica decreto_10_de_2001#1"],
        ),
        (
            'modifica = ["artículos 1 y 2 del Decreto 10 de 2001"]',
            [f"decreto_20_de_2005 modifica decreto_10_de_2001#{n}" for n in (1, 2)],
        ),
    ],
)
def test_lo_que_dice_el_catalogo_reemplaza_lo_leido(dicho: str, quedan: list[str]) -> None:
    indice = indice_de(catalogo=DOC + dicho)
    assert dichas(indice) == [*quedan, "decreto_30_de_2010#1 deroga decreto_20_de_2005"]
    assert indice.avisos == ()


def test_una_lista_vacia_dice_que_no_hace_nada() -> None:
    assert [d for d in dichas(indice_de(catalogo=DOC + "deroga = []")) if "05#2" in d] == []


def test_lo_que_no_es_una_norma_es_un_aviso() -> None:
    (aviso,) = indice_de(catalogo=DOC + 'deroga = ["la costumbre"]').avisos
    assert aviso == (
        "catalogo.toml: «documentos.decreto_20_de_2005.md.deroga» dice «la costumbre», que no es "
        "un archivo ni una norma."
    )


def test_la_huella_cambia_con_lo_que_dice_el_catalogo() -> None:
    huellas = {
        indice_de(catalogo=catalogo).huella
        for catalogo in ("", DOC + "deroga = []", DOC + "vigente_hasta = 2020-01-31")
    }
    assert len(huellas) == 3


# --- Properties ------------------------------------------------------------------------------

ORDENES = st.sampled_from(
    [
        f"{verbo} {que} Decreto {n} de 2001."
        for verbo in ("Derógase", "Modifícase", "Adiciónase")
        for que in ("el", "el artículo 1 del")
        for n in (1, 2, 3)
    ]
)


@settings(max_examples=60)
@given(st.lists(st.lists(ORDENES, max_size=3), min_size=3, max_size=3))
def test_los_dos_lados_dicen_lo_mismo(ordenes: list[list[str]]) -> None:
    textos = {
        f"decreto_{n}_de_2001.md": acto(f"DECRETO {n} DE 2001", *(suyas or ["Nada."]))
        for n, suyas in enumerate(ordenes, 1)
    }
    indice = indice_de(textos)
    todas = {r for d in indice.documentos.values() for r in d.relaciones}
    esperadas = {
        (n, orden)
        for n, suyas in enumerate(ordenes, 1)
        for orden in suyas
        if f"Decreto {n} d" not in orden
        and not any(orden == f"Modifícase el {o.partition(' 1 del ')[2]}" for o in suyas)
    }
    assert {(numero(r.de), r.frase) for r in todas} == esperadas
    for r in todas:
        assert all(r in indice.documentos[str(lado.doc)].relaciones for lado in (r.de, r.a))
        assert r.desde is not None
        assert indice.documentos[str(r.de.doc)].contenido[r.desde : r.hasta] == r.frase


def numero(extremo: Extremo) -> int:
    return int(str(extremo.norma).split()[1])


def test_donde_nadie_cambia_nada_no_hay_relaciones() -> None:
    indice = indice_de({"a.md": "# Acta\n\nLa feria dura tres días.", "b.md": "# B\n\nNada."})
    assert [d.relaciones for d in indice.documentos.values()] == [(), ()]


def test_una_relacion_no_se_puede_cambiar() -> None:
    punta = Extremo("Ley 1 de 2000", None, None)
    with pytest.raises(AttributeError):
        Relacion("deroga", punta, punta, "x").tipo = "modifica"  # type: ignore[misc]
