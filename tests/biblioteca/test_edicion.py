"""The catalogue edited as text: what was asked changes, and nothing else does."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siaa.biblioteca.edicion import apartar, con_campos, devolver

ESCRITO = """\
# Lo que sabe quien administra. ¡No borrar!
[documentos."acuerdo_5.md"]   # el de las palomas
titulo = 'Acuerdo 5'
palabras_clave = [
    "palomas",  # y sus amigas
    "doce ] monedas",
]
deroga = ["acuerdo_1.md"]

[colecciones.normativa]
peso = 1.2

[sinonimos]
"hoja de vida" = ["currículo"]
"""


def pedir(texto: str, nombre: str, **campos: Any) -> str:
    return con_campos(texto, "documentos", nombre, campos)


def test_un_campo_cambia_y_lo_demas_queda_como_estaba() -> None:
    editado = pedir(ESCRITO, "acuerdo_5.md", titulo='El «5» "nuevo"')
    viejas, nuevas = ESCRITO.splitlines(), editado.splitlines()
    distintas = [(v, n) for v, n in zip(viejas, nuevas, strict=True) if v != n]
    assert distintas == [("titulo = 'Acuerdo 5'", 'titulo = "El «5» \\"nuevo\\""')]


def test_una_lista_de_varias_lineas_se_reemplaza_entera() -> None:
    editado = pedir(ESCRITO, "acuerdo_5.md", palabras_clave=["grullas"])
    assert 'palabras_clave = ["grullas"]\nderoga' in editado and 'palomas",' not in editado


def test_lo_vacio_se_quita_y_lo_que_no_estaba_se_agrega() -> None:
    editado = pedir(ESCRITO, "acuerdo_5.md", titulo="", palabras_clave=[])
    assert tomllib.loads(editado)["documentos"]["acuerdo_5.md"] == {"deroga": ["acuerdo_1.md"]}
    nuevo = pedir(ESCRITO.rstrip(), "otro ñ.pdf", titulo="Otro")
    assert nuevo.startswith(ESCRITO.rstrip())
    assert tomllib.loads(nuevo)["documentos"]["otro ñ.pdf"] == {"titulo": "Otro"}
    assert tomllib.loads(pedir("", "a.md", titulo="A")) == {"documentos": {"a.md": {"titulo": "A"}}}


def test_una_entrada_cambia_de_nombre_con_todo_lo_suyo() -> None:
    editado = con_campos(ESCRITO, "documentos", "acuerdo_5.md", {}, "acuerdo_cinco.md")
    antes, ahora = tomllib.loads(ESCRITO), tomllib.loads(editado)
    assert ahora["documentos"] == {"acuerdo_cinco.md": antes["documentos"]["acuerdo_5.md"]}
    assert ahora["sinonimos"] == antes["sinonimos"]


@pytest.mark.parametrize(
    "raro",
    [
        'documentos = {"acuerdo_5.md" = {titulo = "En línea"}}\n',
        '[documentos]\n"acuerdo_5.md".titulo = "Con punto"\n',
        "[documentos\n",
        '[documentos."acuerdo_5.md"]\ntitulo = """\n[colecciones.x]\n"""\n',
    ],
)
def test_lo_que_no_se_puede_cambiar_sin_riesgo_no_se_cambia(raro: str) -> None:
    try:
        editado = pedir(raro, "acuerdo_5.md", titulo="Otro")
    except ValueError:
        return
    assert tomllib.loads(editado) == {"documentos": {"acuerdo_5.md": {"titulo": "Otro"}}}


NOMBRES = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), min_size=1)
VALORES = st.one_of(NOMBRES, st.lists(NOMBRES, max_size=3))


@given(NOMBRES, st.dictionaries(st.sampled_from(("titulo", "palabras_clave")), VALORES), VALORES)
def test_dice_lo_que_se_pidio(nombre: str, campos: dict[str, Any], valor: Any) -> None:
    """Against the slow way: the parsed table with the fields put by hand."""
    escrito = pedir(ESCRITO, nombre, **campos)
    editado = pedir(escrito, nombre, titulo=valor)
    debido = tomllib.loads(escrito)
    debido["documentos"].setdefault(nombre, {})["titulo"] = valor
    if not valor:
        del debido["documentos"][nombre]["titulo"]
    assert tomllib.loads(editado) == debido


def test_una_entrada_se_aparta_y_vuelve() -> None:
    """With all that it holds, fields that nothing here writes included."""
    escrito = f"{ESCRITO}# de las grullas\n[documentos.'Otro.md']\nvigente_hasta = 2020-01-31\n"
    for documento in ("acuerdo_5.md", "otro.md"):
        resto, tabla = apartar(escrito, documento)
        assert documento not in resto.lower() and "# de las grullas" in resto
        assert tomllib.loads(devolver(resto, tabla)) == tomllib.loads(escrito)
        assert devolver(escrito, tabla) == escrito, "what somebody wrote meanwhile stays"
    assert devolver("", tabla) == tabla


@pytest.mark.parametrize(
    "escrito",
    [
        "documentos = {'a.md' = {titulo = 'A'}}",
        "[documentos]\n'a.md' = {titulo = 'A'}\n",
        "[documentos.'a.md']\ntitulo = 'A'\n[documentos.'a.md'.otra]\nb = 1\n",
        "[documentos.'a.md']\npalabras_clave = [\n['x']\n]\n",
        "",
        "[roto",
    ],
)
def test_lo_que_no_se_puede_apartar_sin_riesgo_no_se_aparta(escrito: str) -> None:
    with pytest.raises(ValueError):
        apartar(escrito, "a.md")
