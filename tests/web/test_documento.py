"""Documents as clients name them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from siaa.biblioteca.catalogo import leer_catalogo
from siaa.biblioteca.indice import analizar, construir_indice
from siaa.biblioteca.valores import AjustesBiblioteca, Archivo
from siaa.web.peticion import buscar_documento

AJUSTES = AjustesBiblioteca()
TEXTO = analizar(Archivo("a.md", "texto"), AJUSTES)
nombres = st.text(
    st.characters(exclude_categories=("Cc", "Cs"), exclude_characters="/"), max_size=9
)


@given(st.lists(nombres, min_size=1, max_size=6, unique=True), st.booleans())
def test_toda_clave_lleva_a_su_documento(lista: list[str], en_carpeta: bool) -> None:
    rutas = sorted(("x/" if en_carpeta else "") + nombre + ".md" for nombre in lista)
    archivos = [Archivo(ruta, "texto") for ruta in rutas]
    indice = construir_indice(archivos, [TEXTO] * len(rutas), leer_catalogo(b""), AJUSTES)
    assert len(indice.documentos) == len(rutas)
    for clave, documento in indice.documentos.items():
        assert buscar_documento(indice, clave) is documento


def test_a_mano_se_escribe_de_cualquier_manera() -> None:
    indice = construir_indice([Archivo("Año.md", "x")], [TEXTO], leer_catalogo(b""), AJUSTES)
    for escrito in ("año.md", "AÑO.MD", "  Año.md ", "an\u0303o.md"):
        assert buscar_documento(indice, escrito).clave == "año.md"
