"""Whole fragments and those that are not, by examples written by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siaa.evaluacion.medidas import Defecto, defecto, defectos
from siaa.valores import Contexto, Fuente

ACTO = """# ACUERDO 7 DE 2031

(enero 2)

Por el cual se ordena la bodega del archivo y se dictan otras medidas para su cuidado.

## CAPÍTULO II

**ARTÍCULO 3°.-** _Horario._ La bodega abre a las nueve. Cierra a las tres, salvo que el Art. 5
disponga otra cosa.

Los folios que se entreguen después de la hora señalada por el

despacho se reciben al día siguiente. Las cajas llevan:

a) el número del folio
b) la firma de quien entrega,

c) la fecha

**ARTÍCULO 4°.-** _Multas._

| Falta | Multa |
| --- | --- |
| Perder una caja. Hallarla rota | dos días |
| Perder un folio | un día |

El encargado de la bodega es nombrado por la Junta
Directiva del archivo para un año
"""

ENTEROS = (
    ACTO,
    "(enero 2)\n\nPor el cual se ordena la bodega del archivo y se dictan otras medidas para su "
    "cuidado.",
    "La bodega abre a las nueve.",
    "**ARTÍCULO 3°.-** _Horario._ La bodega abre a las nueve.",
    "Cierra a las tres, salvo que el Art. 5\ndisponga otra cosa.",
    "Los folios que se entreguen después de la hora señalada por el\n\ndespacho se reciben al día "
    "siguiente.",
    "Las cajas llevan:\n\na) el número del folio\nb) la firma de quien entrega,\n\nc) la fecha",
    "b) la firma de quien entrega,",
    "b) la firma de quien entrega,\n\nc) la fecha",
    "**ARTÍCULO 4°.-** _Multas._\n\n| Falta | Multa |\n| --- | --- |",
    "| Perder un folio | un día |",
    "El encargado de la bodega es nombrado por la Junta\nDirectiva del archivo para un año",
    " Cierra a las tres, salvo que el Art. 5\ndisponga otra cosa.\n\n",
)
ROTOS = (
    ("abre a las nueve.", Defecto.EMPIEZA),
    ("a las nueve. Cierra a las tres, salvo que el Art. 5\ndisponga otra cosa.", Defecto.EMPIEZA),
    ("disponga otra cosa.", Defecto.EMPIEZA),
    ("despacho se reciben al día siguiente.", Defecto.EMPIEZA),
    ("Directiva del archivo para un año", Defecto.EMPIEZA),
    ("Hallarla rota | dos días |", Defecto.EMPIEZA),
    ("La bodega abre a", Defecto.ACABA),
    ("La bodega abre a las nueve. Cierra a las tres, salvo que el Art.", Defecto.ACABA),
    ("Los folios que se entreguen después de la hora señalada por el", Defecto.ACABA),
    ("El encargado de la bodega es nombrado por la Junta", Defecto.ACABA),
    ("| Perder una caja.", Defecto.ACABA),
    ("despacho se reciben al día siguiente. Las cajas llevan:", Defecto.EMPIEZA),
    ("Las cajas llevan:", Defecto.ANUNCIA),
    ("# ACUERDO 7 DE 2031", Defecto.TITULAR),
    ("## CAPÍTULO II", Defecto.TITULAR),
    ("ARTÍCULO 3°.-** _Horario._", Defecto.TITULAR),
    ("**ARTÍCULO 4°.-** _Multas._", Defecto.TITULAR),
    ("\n\n", Defecto.TITULAR),
)


def sitio(trozo: str) -> tuple[int, int]:
    inicio = ACTO.index(trozo)
    return inicio, inicio + len(trozo)


@pytest.mark.parametrize("trozo", ENTEROS)
def test_enteros(trozo: str) -> None:
    assert defecto(ACTO, *sitio(trozo)) is None


@pytest.mark.parametrize(("trozo", "cual"), ROTOS)
def test_rotos(trozo: str, cual: Defecto) -> None:
    assert defecto(ACTO, *sitio(trozo)) == cual


@pytest.mark.parametrize(
    ("texto", "cual"),
    [
        ("ARTÍCULO 2.", Defecto.TITULAR),
        ("Artículo segundo.-", Defecto.TITULAR),
        ("**Parágrafo único.**", Defecto.TITULAR),
        ("COMUNÍQUESE Y CÚMPLASE", Defecto.TITULAR),
        ("ARTÍCULO 2. Deróganse las normas contrarias.", None),
        ("COMUNÍQUESE Y CÚMPLASE\n\nDado en la sede.", None),
        ("- Cédula", None),
    ],
)
def test_un_documento_que_es_solo_eso(texto: str, cual: Defecto | None) -> None:
    assert defecto(texto, 0, len(texto)) == cual


def test_lo_anunciado_puede_estar_en_otras_secciones() -> None:
    """«Así:» before headings ends its section; before its list it is torn off."""
    anuncio = "Se registran las salidas, así:"
    for sigue, cual in (("## Concede\n\nUna.", None), ("- una", Defecto.ANUNCIA), ("", None)):
        texto = f"# Salidas\n\n{anuncio}\n\n{sigue}"
        assert defecto(texto, texto.index(anuncio), texto.index(anuncio) + len(anuncio)) == cual


@pytest.mark.parametrize(
    ("antes", "despues", "es_limite"),
    [
        ("Se paga según lo dispuesto por el", "\n\nartículo 3 de la ley.", False),
        ("Se paga según lo dispuesto por el", "\n\nArtículo 3 de la ley.", False),
        ("Se paga en la ventanilla del primer piso de la sede", "\nArt. 3. Se cierra.", True),
        ("Se paga en la ventanilla del primer piso de la sede", "\nCentral de la ciudad.", False),
        ("Se paga en la ventanilla del primer piso de la sede", "\n\nSe cierra.", True),
        ("Se paga en la sede", "\nSe cierra.", True),
        ("Se paga, para los inscri-", "\ntos, en la sede.", False),
        ("Se paga en la sede,", "\n\n**Artículo 3º.** Se cierra.", True),
        ("El ministro, en uso de sus facultades,", "\n\ndecreta:\n\nSe cierra.", True),
        ("Afecta la vigencia de: []", "\n\n**Artículo 2º.** Se cierra.", True),
        ("## De los pagos", "\nen la sede.", True),
        ("El Dr. Peña firma.", " Se cierra.", True),
        ("El Dr.", " Peña firma.", False),
    ],
)
def test_un_limite_vale_para_los_dos_lados(antes: str, despues: str, es_limite: bool) -> None:
    texto = f"{antes}{despues} Y nadie más la abre."
    corte = len(antes)
    inicio = corte + len(despues) - len(despues.lstrip())
    assert (defecto(texto, inicio, len(texto)) is None) == es_limite
    if not antes.startswith("#"):
        assert defecto(texto, 0, corte) == (None if es_limite else Defecto.ACABA)


FRASES = st.lists(
    st.sampled_from(
        ["La caja es azul.", "¿Quién abre?", "Se paga el día 5.", "Nadie firma;", "Son dos: uno."]
    ),
    min_size=2,
    max_size=8,
)


@given(FRASES, st.sampled_from(["\n\n", "\n"]), st.data())
def test_las_lineas_que_acaban_son_enteras_y_sus_pedazos_no(
    lineas: list[str], salto: str, datos: st.DataObject
) -> None:
    texto = salto.join(lineas)
    desde, hasta = sorted(datos.draw(st.tuples(*[st.integers(0, len(lineas))] * 2)))
    inicio = len(salto.join([*lineas[:desde], ""])) if desde else 0
    trozo = salto.join(lineas[desde:hasta])
    if trozo:
        assert defecto(texto, inicio, inicio + len(trozo)) is None
        corte = inicio + trozo.index(" ") + 1
        assert defecto(texto, corte, inicio + len(trozo)) == Defecto.EMPIEZA
        assert defecto(texto, inicio, corte) == Defecto.ACABA


@given(st.text(alphabet="Aa.:,;*_#|-\n 1á", max_size=60), st.integers(0, 60), st.integers(0, 60))
def test_cualquier_texto_tiene_respuesta(texto: str, uno: int, otro: int) -> None:
    desde, hasta = sorted((min(uno, len(texto)), min(otro, len(texto))))
    assert defecto(texto, desde, hasta) in (None, *Defecto)
    assert defecto(texto, 0, len(texto)) in (None, Defecto.TITULAR)


def test_los_de_un_contexto() -> None:
    trozos = ["La bodega abre a las nueve.", "## CAPÍTULO II"]
    fuentes = tuple(
        Fuente(n, "a.md", "", "", "", 0, 0, 9, *sitio(trozo), ()) for n, trozo in enumerate(trozos)
    )
    assert defectos(Contexto("", fuentes), {"a.md": ACTO}.__getitem__) == (None, Defecto.TITULAR)
