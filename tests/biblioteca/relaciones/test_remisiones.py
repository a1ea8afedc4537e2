"""What passages refer to, however it is written, and where the library has it."""

from __future__ import annotations

import pytest

from siaa.biblioteca.catalogo import interpretar_catalogo
from siaa.biblioteca.indice import Indice, analizar, construir_indice
from siaa.biblioteca.relaciones.remisiones import nombrados, remisiones_de
from siaa.biblioteca.valores import AjustesBiblioteca, Archivo

AJENO = """\
# Acuerdo PSVD16-10476 de 2016

CONSIDERANDO

Que el Decreto 224 de 1988 manda ordenar los archivos.

ACUERDA:

## ARTÍCULO 1. Objeto

Este acuerdo ordena las cajas de los archivos municipales de Valdeluna.

## ARTÍCULO 6. Plazos

Las cajas se entregan en seis días.

## ARTÍCULO 7. Excepciones

Quedan por fuera las cajas rotas.
"""
PROPIO = """\
# Acuerdo 20 de 2019

ACUERDA:

## ARTÍCULO 1. Objeto

Este acuerdo fija las multas de los archivos de Valdeluna.

## ARTÍCULO 2. Remisión

{}

Parágrafo. La multa se paga en tres días.

## ARTÍCULO 3. Vigencia

Rige desde hoy.
"""


def biblioteca(frase: str, **catalogo: object) -> Indice:
    archivos = [
        Archivo("n/acuerdo_20_de_2019.md", PROPIO.format(frase)),
        Archivo("n/acuerdo_psvd16-10476.md", AJENO),
        Archivo(
            "n/decreto_224_de_1988.md", "# Decreto 224 de 1988\n\n## ARTÍCULO 1. Objeto\n\nSí."
        ),
    ]
    ajustes = AjustesBiblioteca()
    textos = [analizar(archivo, ajustes) for archivo in archivos]
    return construir_indice(archivos, textos, interpretar_catalogo(catalogo), ajustes)


def articulo_en(texto: str) -> str:
    """The label of an article, whatever opens its act."""
    return next(r for r in texto.split("\n") if r.startswith("ARTÍCULO ")).split(".")[0]


def citado(indice: Indice, clave: str = "acuerdo_20_de_2019.md") -> list[tuple[str, str]]:
    """Each reference of a document: what it is called, and how what it leads to begins."""
    documento = indice.documentos[clave]
    return [
        (cita.dicho, articulo_en(indice.documentos[cita.doc].sano(cita.inicio, cita.fin)))
        for pasaje in range(len(documento.texto.estructura.pasajes))
        for cita in remisiones_de(indice.documentos, indice.actos, clave, pasaje)
    ]


SEIS, SIETE, UNO = "ARTÍCULO 6", "ARTÍCULO 7", "ARTÍCULO 1"


@pytest.mark.parametrize(
    ("frase", "esperadas"),
    [
        ("Se aplica el artículo 6 del Acuerdo PSVD16-10476 de 2016.", [SEIS]),
        ("Se aplica el art. 6.º del Acuerdo No. PSVD16-10476.", [SEIS]),
        ("Se aplican los artículos sexto y 7 del Acuerdo PSVD16-10476.", [SEIS, SIETE]),
        ("Se aplica el artículo 6, Plazos y rebajas, del Acuerdo PSVD16-10476.", [SEIS]),
        ("Conforme al Decreto 224 de 1988 se multa.", [UNO]),
        ("Conforme al artículo 1 se multa.", [UNO]),
        ("Conforme al artículo tercero del presente acuerdo se multa.", ["ARTÍCULO 3"]),
        ("Conforme al artículo 2 se multa.", []),
        ("Conforme al artículo 1 del Código de Comercio se multa.", []),
        ("Conforme al artículo 6 del Acuerdo 999 de 2001 se multa.", []),
        ("Conforme al artículo 99 se multa.", []),
        ("Conforme al artículo anterior se multa.", [UNO]),
        ("Salvo lo que dice el artículo siguiente, se multa.", ["ARTÍCULO 3"]),
        ("Se multa.", []),
    ],
)
def test_cada_manera_de_citar_lleva_a_su_lugar(frase: str, esperadas: list[str]) -> None:
    assert [comienzo for _, comienzo in citado(biblioteca(frase))] == esperadas


def test_se_dice_que_se_cita() -> None:
    frase = "Se aplica el artículo 6 del Acuerdo PSVD16-10476 de 2016, y el Decreto 224 de 1988."
    dichos = [dicho for dicho, _ in citado(biblioteca(frase))]
    assert dichos == ["el artículo 6 del Acuerdo PSVD16-10476 de 2016", "el Decreto 224 de 1988"]


def test_los_considerandos_no_explican_nada() -> None:
    assert citado(biblioteca("Se multa."), "acuerdo_psvd16-10476.md") == []


@pytest.mark.parametrize(
    ("articulo", "nombre", "documentos", "esta"),
    [
        ("6", "Acuerdo PSVD16-10476", ["acuerdo_psvd16-10476.md"], True),
        ("artículo 6", "Reglamento de Cajas", ["acuerdo_psvd16-10476.md"], True),
        ("6", "reglamento", ["acuerdo_psvd16-10476.md"], True),
        ("99", "Reglamento de Cajas", ["acuerdo_psvd16-10476.md"], False),
        ("6", "Código de Comercio", [], False),
        ("6", "¿?", [], False),
        ("", "reglamento", ["acuerdo_psvd16-10476.md"], False),
    ],
)
def test_lo_que_alguien_pide_por_su_nombre(
    articulo: str, nombre: str, documentos: list[str], esta: bool
) -> None:
    corto = {"acuerdo_psvd16-10476.md": {"nombre_corto": "Reglamento de Cajas"}}
    indice = biblioteca("Se multa.", documentos=corto)
    claves, citas = nombrados(indice.documentos, indice.actos, articulo, nombre)
    assert (list(claves), bool(citas)) == (documentos, esta)


def test_sin_rangos_en_el_catalogo_nadie_tiene_rango() -> None:
    assert {d.rango for d in biblioteca("Se multa.").documentos.values()} == {None}


def test_con_un_rango_en_el_catalogo_los_demas_tienen_el_de_su_clase() -> None:
    indice = biblioteca("Se multa.", documentos={"acuerdo_20_de_2019.md": {"rango": 2}})
    assert {clave: d.rango for clave, d in indice.documentos.items()} == {
        "acuerdo_20_de_2019.md": 2,
        "acuerdo_psvd16-10476.md": 4,
        "decreto_224_de_1988.md": 3,
    }
    assert indice.huella != biblioteca("Se multa.").huella
