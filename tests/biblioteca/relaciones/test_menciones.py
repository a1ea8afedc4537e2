"""What one act says that it does to another: every form of the verb, and what is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trabajo import llamadas

from siaa.biblioteca.indice import analizar
from siaa.biblioteca.valores import AjustesBiblioteca, Archivo, Mencion

AJUSTES = AjustesBiblioteca()
CABEZA = "# DECRETO 900 DE 2020\n\nEl alcalde de Valdeluna,\n\nDECRETA:\n\n"


def leer(texto: str) -> tuple[Mencion, ...]:
    return analizar(Archivo("d.md", texto), AJUSTES).menciones


def dichos(cuerpo: str, cabeza: str = CABEZA) -> list[str]:
    """Return what is said, one line each: kind, norm, article; who says it, where it is a note."""
    return [
        f"{m.tipo} {m.norma.escrita if m.norma else '?'}"
        + (f" art {m.ajeno}" if m.ajeno else "")
        + (" nota" if m.es_nota else "")
        for m in leer(cabeza + cuerpo)
    ]


def en_articulo(frase: str) -> list[str]:
    return dichos(f"**ARTÍCULO 7.** {frase}\n")


D = "Decreto 123 de 1990"
FORMAS = {
    f"Deróganse los artículos 3 y 5 del {D}.": [f"deroga {D} art 3", f"deroga {D} art 5"],
    f"Derógase el {D}.": [f"deroga {D}"],
    "Deróguese en su totalidad el decreto número 123 de marzo 4 de 1990.": [f"deroga {D}"],
    f"El {D} queda derogado.": [f"deroga {D}"],
    f"Quedan expresamente derogados los artículos 3.º y 5.º del {D}.": [
        f"deroga {D} art 3",
        f"deroga {D} art 5",
    ],
    f"Déjase sin efecto el artículo 9 del {D}.": [f"deroga {D} art 9"],
    "Quedan sin efecto las Resoluciones 4 y 8 de 2011.": [
        "deroga Resolución 4 de 2011",
        "deroga Resolución 8 de 2011",
    ],
    f"Dejar sin valor ni efecto legal alguno el {D}.": [f"deroga {D}"],
    f"Se declara sin valor el {D}.": [f"deroga {D}"],
    f"Este decreto rige desde hoy y deroga el {D}.": [f"deroga {D}"],
    f"Este decreto rige desde hoy, modifica el artículo 2 de la Ley 5 de 1991 y deroga el {D}.": [
        "modifica Ley 5 de 1991 art 2",
        f"deroga {D}",
    ],
    f"Rige desde hoy y deroga las disposiciones que le sean contrarias, en especial el {D}.": [
        f"deroga {D}"
    ],
    f"Modifícase el artículo 4 del {D}, el cual quedará así:": [f"modifica {D} art 4"],
    f"El artículo 4 del {D} quedará así:": [f"modifica {D} art 4"],
    f"El artículo 4 del {D} (artículo 8 de la codificación), quedará así:": [f"modifica {D} art 4"],
    f"El artículo cuarto del {D}, modificado por el artículo 1 de la Ley 9 de 1995, quedará así:": [
        f"modifica {D} art 4"
    ],
    f"Modificar los artículos 3 a 6 del {D}.": [f"modifica {D} art {n}" for n in (3, 4, 5, 6)],
    f"Queda en estos términos reformado el {D}.": [f"modifica {D}"],
    f"Adiciónase el artículo 4A al {D}, con el siguiente texto:": [f"adiciona {D} art 4a"],
    f"Adicionar un parágrafo al artículo 6 del {D}:": [f"adiciona {D} art 6"],
    "Adicionar un numeral al artículo 10.º, Deberes de las veredas, del Acuerdo PSVD1610476:": [
        "adiciona Acuerdo PSVD16-10476 art 10"
    ],
    f"El artículo 4, Pago, rebaja y devolución de la prima, del {D} quedará así:": [
        f"modifica {D} art 4"
    ],
    f"Derógase el numeral 2 del artículo 6 (Licencias de la Junta) del {D}.": [
        f"modifica {D} art 6"
    ],
    f"Subróganse los artículos 1 y 2 del {D}.": [f"subroga {D} art 1", f"subroga {D} art 2"],
    f"Sustitúyase el artículo 8 del {D} por el siguiente:": [f"subroga {D} art 8"],
    f"Suspéndese el artículo 29 del {D}.": [f"suspende {D} art 29"],
    f"Suspéndase la aplicación del {D} hasta nueva orden.": [f"suspende {D}"],
    "Reglaméntase el artículo 8 de la Ley 5 de 1991.": ["reglamenta Ley 5 de 1991 art 8"],
    "Deróganse los Acuerdos 2915 de 2005, PSAA12-9749 de 2012 y PCSJA17-10714.": [
        "deroga Acuerdo 2915 de 2005",
        "deroga Acuerdo PSAA12-9749 de 2012",
        "deroga Acuerdo PCSJA17-10714",
    ],
    "Deróganse los Decretos 408, 1203 y 2064 de 1996 y el Acto Legislativo 3 de 1993.": [
        "deroga Decreto 408 de 1996",
        "deroga Decreto 1203 de 1996",
        "deroga Decreto 2064 de 1996",
        "deroga Acto Legislativo 3 de 1993",
    ],
    f"Deróganse los artículos 1 y 2 del {D}; 7 y 9 del Decreto 5 de 1991.": [
        f"deroga {D} art 1",
        f"deroga {D} art 2",
        "deroga Decreto 5 de 1991 art 7",
        "deroga Decreto 5 de 1991 art 9",
    ],
    f"Al artículo 4 del {D}, que trata de las licencias, se le agregan los numerales 5 y 6.": [
        f"adiciona {D} art 4"
    ],
    f"El artículo 3 del {D} se adiciona con el siguiente parágrafo:": [f"adiciona {D} art 3"],
    f"Inclúyase en el artículo 3 del {D} el siguiente parágrafo:": [f"adiciona {D} art 3"],
    f"Suprímase el numeral 2 del artículo 6 del {D}.": [f"modifica {D} art 6"],
    f"Elimínanse los artículos 11 y 12 del {D}.": [f"deroga {D} art {n}" for n in (11, 12)],
    f"Reemplázase el artículo 9 del {D} por el siguiente:": [f"subroga {D} art 9"],
    f"Corríjase el artículo 15 del {D}, en el sentido de que son diez días.": [
        f"modifica {D} art 15"
    ],
    f"Aclárase el artículo 15 del {D}, en el sentido de que son diez días.": [
        f"modifica {D} art 15"
    ],
    f"El nuevo texto del artículo 5 del {D} será el siguiente:": [f"modifica {D} art 5"],
    f"En adelante, el artículo 2 del {D} se leerá así:": [f"modifica {D} art 2"],
    "Derógase, a partir del 1.º de enero de 2021, el Decreto 44 de 1989.": [
        "deroga Decreto 44 de 1989"
    ],
    "Declárense en suspenso los artículos 3 y 4 de la Ley 5 de 1991.": [
        f"suspende Ley 5 de 1991 art {n}" for n in (3, 4)
    ],
    f"Se suspenden provisionalmente los artículos 2 y 3 del {D}.": [
        f"suspende {D} art {n}" for n in (2, 3)
    ],
    "Revócase la Resolución 310 de 2015.": ["deroga Resolución 310 de 2015"],
    "Abrógase la Ley 3 de 1921.": ["deroga Ley 3 de 1921"],
    f"Queda en los términos anteriores, reformado el {D}.": [f"modifica {D}"],
    f"Prorrógase hasta el 31 de diciembre de 2021 la vigencia del artículo 3 del {D}.": [
        f"modifica {D} art 3"
    ],
    f"Queda derogado el artículo 3 del {D} y modificado el 12 de la Ley 5 de 1991.": [
        f"deroga {D} art 3",
        "modifica Ley 5 de 1991 art 12",
    ],
    "Quedan derogadas las Leyes 40 de 1932 y 12 de 1940, así como el Decreto 3 de 1941.": [
        "deroga Ley 40 de 1932",
        "deroga Ley 12 de 1940",
        "deroga Decreto 3 de 1941",
    ],
    f"Modifícase el artículo 3 de sus estatutos y derógase el artículo 2 del {D}.": [
        f"deroga {D} art 2"
    ],
    "Deróganse: a) el Decreto 12 de 1970; b) el artículo 6 del Decreto 30 de 1975.": [
        "deroga Decreto 12 de 1970",
        "deroga Decreto 30 de 1975 art 6",
    ],
    "El artículo 108 del Código General del Proceso quedará así:": [
        "modifica Código General del Proceso art 108"
    ],
    "Modifícase el artículo 8 del Decreto 41 de 1971, Código de Comercio, el cual quedará así:": [
        "modifica Decreto 41 de 1971 art 8"
    ],
    "Modificado por el art. 2, Decreto 362 de 2004.": ["modifica Decreto 362 de 2004 art 2 nota"],
    "Adicionado y modificado por los Decretos 270 y 2522 de 2006.": [
        f"{tipo} Decreto {n} de 2006 nota" for tipo in ("adiciona", "modifica") for n in (270, 2522)
    ],
    "Derogado por el artículo 3 de la Ley 5 de 1991.": ["deroga Ley 5 de 1991 art 3 nota"],
    "Derogado.": ["deroga ? nota"],
    "*(Derogado)*": ["deroga ? nota"],
}
EN_PARTE = {
    f"Derógase el parágrafo 2 del artículo 5 del {D}.": [f"modifica {D} art 5"],
    f"Deróganse los literales c) y d) del artículo 73 y el artículo 80 del {D}.": [
        f"modifica {D} art 73",
        f"deroga {D} art 80",
    ],
    f"Derógase el Título II del {D}.": [f"modifica {D}"],
    f"Derógase el artículo 5, Parte de la prima, del {D}.": [f"deroga {D} art 5"],
    f"Derógase el {D}, con excepción de su artículo 4.": [f"modifica {D}"],
    f"Derógase parcialmente el {D}.": [f"modifica {D}"],
    f"Quedan derogados los artículos 3 y 12 inciso 2 del {D}.": [
        f"deroga {D} art 3",
        f"modifica {D} art 12",
    ],
}
NINGUNA = [
    "Este decreto rige desde su publicación y deroga las disposiciones que le sean contrarias.",
    f"Las licencias del {D} o la norma que lo adicione, modifique o sustituya se conservan.",
    f"El trámite sigue el {D}, que deroga la Ley 5 de 1991.",
    f"Se pagará la prima del artículo 4 del {D}, modificado por la Ley 5 de 1991.",
    f"Podrá modificarse el artículo 4 del {D} cuando la Junta lo pida.",
    f"Modifícase la planta de personal que fijó el {D}.",
    f"Deróganse las disposiciones que sean contrarias al {D}.",
    f"La Sala estudiará si se deroga el {D}.",
    f"Mientras se reglamenta el {D}, se aplica la costumbre.",
    f"Inclúyase en la carpeta copia del {D}.",
    f"Agréguese al expediente el {D}.",
    f"Adiciónase el artículo 4, que ya nadie lee: es del {D}.",
    f"Suprímense los cargos creados por el {D}.",
    f"Levántase la suspensión del {D}.",
    f"Este decreto no deroga el {D}.",
    f"El presente decreto rige desde su publicación y no modifica ni deroga el {D}.",
    f"El presente decreto tampoco deroga el {D}.",
    f"El presente decreto rige desde su publicación y en nada modifica el {D}.",
    f"No quedan derogados los artículos 1 y 2 del {D}.",
    f"Lo aquí dispuesto no queda derogado por el {D}.",
    f"La Ley 5 de 1991 deroga el {D}.",
    f"Dicha ley modifica el artículo 4 del {D}.",
    f"El artículo 4 de la Ley 5 de 1991 quedará así: «Este acto deroga el {D}».",
]


@pytest.mark.parametrize(("frase", "esperado"), FORMAS.items())
def test_cada_forma_del_verbo(frase: str, esperado: list[str]) -> None:
    assert en_articulo(frase) == esperado


@pytest.mark.parametrize(("frase", "esperado"), EN_PARTE.items())
def test_derogar_una_parte_es_modificar(frase: str, esperado: list[str]) -> None:
    assert en_articulo(frase) == esperado


A = "Acuerdo 101 de 2015"
CAMBIA = f"Modifícase el artículo 1 del {A}."
CODIGO = "Código General del Proceso"
REFERIDOS = [
    ((CAMBIA, "Suprímase el artículo 5 transitorio del mismo acuerdo."), [f"deroga {A} art 5"]),
    ((CAMBIA, "Derógase el parágrafo 2 del artículo 6 de dicho Acuerdo."), [f"modifica {A} art 6"]),
    (
        (CAMBIA, "Deróganse los artículos 3 y 4 del acuerdo antes citado."),
        [f"deroga {A} art 3", f"deroga {A} art 4"],
    ),
    ((CAMBIA, "Derógase el artículo 2 ibídem."), [f"deroga {A} art 2"]),
    (
        (
            CAMBIA,
            "El artículo 2 del mismo acuerdo quedará así:\n\n«Artículo 2. Se abre a las ocho.»",
        ),
        [f"modifica {A} art 2"],
    ),
    ((f"El {A} sigue.\n\nDerógase el artículo 7 del mencionado acuerdo.",), [f"deroga {A} art 7"]),
    (
        (f"Modifícase el artículo 1 del {A} y derógase el artículo 8 del mismo acuerdo.",),
        [f"modifica {A} art 1", f"deroga {A} art 8"],
    ),
    (
        (
            CAMBIA,
            "Modifícase el artículo 2 del Acuerdo 7 de 2001.\n\nDerógase el artículo 3 ibídem.",
        ),
        ["modifica Acuerdo 7 de 2001 art 2", "deroga Acuerdo 7 de 2001 art 3"],
    ),
    (
        (
            f"El artículo 1 del {CODIGO} quedará así: «Uno».",
            "Derógase el artículo 9 del mismo Código.",
        ),
        [f"deroga {CODIGO} art 9"],
    ),
    ((CAMBIA, "Derógase el citado Acuerdo 77 de 2001."), ["deroga Acuerdo 77 de 2001"]),
]
"""Articles of an act, and what the last one does."""
SIN_QUE_SE_SEPA = [
    ("Derógase el artículo 2 del citado acuerdo.",),
    (CAMBIA, "Derógase el artículo 2 de la citada ley."),
    (CAMBIA, "Derógase el artículo 2 de este mismo acuerdo."),
    (CAMBIA, "El presente acuerdo rige desde hoy. Derógase el artículo 2 del mismo acuerdo."),
    (CAMBIA, "Siguen los Acuerdos 7 y 8 de 2001. Derógase el artículo 2 del mismo acuerdo."),
    (
        CAMBIA,
        "Modifícase el artículo 2 del Acuerdo 7 de 2001.",
        "Derógase el artículo 3 del mismo acuerdo.",
    ),
    ("Se aplica el Acuerdo 7 de 2001.", "Derógase el artículo 3 del mismo acuerdo."),
]
"""Articles whose last one may mean more than one act, or none that is named."""


def del_ultimo(articulos: tuple[str, ...], cabeza: str = CABEZA) -> list[str]:
    escritos = [f"**ARTÍCULO {n}.** {texto}\n\n" for n, texto in enumerate(articulos, 1)]
    antes = dichos("".join(escritos[:-1]), cabeza)
    return dichos("".join(escritos), cabeza)[len(antes) :]


@pytest.mark.parametrize(("articulos", "esperado"), REFERIDOS)
def test_el_mismo_acto_es_el_que_se_nombro_antes(
    articulos: tuple[str, ...], esperado: list[str]
) -> None:
    assert del_ultimo(articulos) == esperado


@pytest.mark.parametrize("articulos", SIN_QUE_SE_SEPA)
def test_donde_puede_ser_otro_acto_no_se_dice_nada(articulos: tuple[str, ...]) -> None:
    assert del_ultimo(articulos) == []


def test_el_acto_que_el_titulo_cambia_es_el_citado() -> None:
    cabeza = f"# ACUERDO 601 DE 2020\n\nPor el cual se modifica el {A}\n\nEl Consejo acuerda:\n\n"
    frase = "Derógase el artículo 2 del citado acuerdo."
    assert del_ultimo((frase,), cabeza) == [f"deroga {A} art 2"]
    de_dos = cabeza.replace(A, f"{A} y el Acuerdo 7 de 2001")
    assert del_ultimo((frase,), de_dos) == []


@pytest.mark.parametrize("frase", NINGUNA)
def test_lo_que_no_hace_nada(frase: str) -> None:
    assert [d for d in en_articulo(frase) if D in d] == []


def test_los_considerandos_cuentan_lo_que_hicieron_otros() -> None:
    cuerpo = f"CONSIDERANDO:\n\nQue la Ley 5 de 1991 rige desde entonces y deroga el {D}.\n"
    assert dichos(cuerpo, "# DECRETO 900 DE 2020\n\n") == []


@pytest.mark.parametrize("marcas", ["{}", "**{}**"])
def test_el_titulo(marcas: str) -> None:
    titulo = f"Por el cual se modifica el artículo 3 del {D} y se reglamenta la Ley 5 de 1991"
    cabeza = f"# DECRETO 900 DE 2020\n\n{marcas.format(titulo)}\n\nEl alcalde decreta:\n\n"
    cuerpo = "**Artículo 1.** La feria dura tres días y la paga quien la pide.\n"
    assert dichos(cuerpo, cabeza) == [f"modifica {D} art 3", "reglamenta Ley 5 de 1991"]


def test_el_titulo_de_otra_norma_no_es_el_propio() -> None:
    frase = f"Se aplica la Ley 5 de 1991 «por la cual se modifica el {D}» en toda la ciudad."
    assert en_articulo(frase) == []


def test_dice_en_que_articulo_y_en_que_lugar() -> None:
    texto = f"{CABEZA}**ARTÍCULO 7.** La feria sigue.\n\nDerógase el {D}. Cúmplase ya mismo.\n"
    (mencion,) = leer(texto)
    assert mencion.articulo == "7"
    assert mencion.frase == texto[mencion.desde : mencion.hasta] == f"Derógase el {D}."


def test_un_renglon_partido_por_la_conversion_se_lee_entero() -> None:
    frase = "Este decreto rige desde que se publique y deroga el\nDecreto 123\nde 1990."
    texto = f"{CABEZA}**ARTÍCULO 7.** {frase}\n"
    (mencion,) = leer(texto)
    assert mencion.norma is not None
    assert mencion.norma.escrita == D
    assert 0 <= mencion.desde < mencion.hasta <= len(texto)


SUELTAS = ("**Artículo 3.** ", "\n\n", "\n", "Que ", "«", "”", "İ", " de ", "#")
REFERIDAS = tuple("".join(articulos) for articulos, _ in REFERIDOS)
PIEZAS = st.sampled_from((*FORMAS, *REFERIDAS, *EN_PARTE, *NINGUNA, *SUELTAS))


@given(st.lists(PIEZAS, max_size=12).map("".join))
def test_ninguna_sale_del_texto(texto: str) -> None:
    for mencion in leer(texto):
        assert 0 <= mencion.desde <= mencion.hasta <= len(texto)
        assert mencion.norma is not None or mencion.es_nota


@pytest.mark.parametrize(
    "pieza",
    [
        "Modifícase el artículo 1 del mismo acuerdo. ",
        "Derógase el acuerdo 7 de 2001 y el mismo acuerdo ",
        "# Artículo 1\n\nDerógase el acuerdo 5 de 2001. Ibídem ",
    ],
)
def test_el_trabajo_de_saber_que_acto_es_crece_con_el_texto(pieza: str) -> None:
    corto, largo = (llamadas(lambda n=n: leer((pieza * n)[:n])) for n in (10_000, 40_000))
    assert largo < 6 * corto


def test_lejos_de_donde_se_nombro_no_se_sabe_que_acto_es() -> None:
    """Between the act that the article named and «el mismo acuerdo» there may be another."""
    nombrado = "Artículo 1. Modifícase el artículo 2 del Acuerdo 7 de 2001.{} "
    referido = "Derógase el artículo 5 del mismo acuerdo."
    cerca, lejos = (leer(nombrado.format(en_medio) + referido) for en_medio in ("", " Así." * 300))
    assert [m.ajeno for m in cerca if m.norma] == ["2", "5"]
    assert [m.ajeno for m in lejos if m.norma] == ["2"]
