"""Chains of acts and texts of several dates: what is answered from, and what is said of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from biblioteca_de_prueba import escribir_biblioteca
from servidor_de_prueba import ServidorDePrueba

Fabrica = Callable[..., ServidorDePrueba]
Fuente = dict[str, Any]
FERIA, CAMBIO, MERCADO, CAMBIADO, FIN, COMPILADO = (
    f"decreto_{cual}.md"
    for cual in ("10_de_2001", "20_de_2005", "11_de_2001", "21_de_2005", "31_de_2010", "12_de_2001")
)
PAGO = "El alumbrado de los puestos de la feria lo paga el municipio, sin cobrarlo a nadie."
VIEJO_PAGO = "El alumbrado de los puestos de la feria lo paga cada vendedor por adelantado."
LLUVIA = "Cuando llueva, la feria se corre al sábado siguiente y los puestos se tapan con lonas."
PERMISO = "El permiso para vender flores en el mercado se pide en la alcaldía."
NUEVO_PERMISO = "El permiso para vender flores en el mercado se pide en la inspección."
BOMBEROS = "La guardia de bomberos del teatro la forman cuatro hombres con escalera."
OTRA_GUARDIA = "La guardia de bomberos del teatro la forman dos hombres con cubetas."
MERCADO_ENTERO = "".join(
    f"**ARTÍCULO {n}. {que}.** Las balanzas de {que.lower()} se revisan cada lunes a las seis.\n\n"
    for n, que in enumerate(("Papas", "Quesos", "Panes", "Peces", "Telas", "Ollas", "Velas"), 1)
)
ARCHIVOS = {
    FERIA: f"""\
# DECRETO 10 DE 2001

El concejo de Valdeluna decreta:

**ARTÍCULO 1. Duración.** La feria de las lámparas dura tres días.

Los niños entran sin pagar boleta hasta cumplir doce años.

**ARTÍCULO 2. Pago.** {VIEJO_PAGO}

**ARTÍCULO 3. Cierre.** Los puestos se desmontan el jueves antes del mediodía, sin excepción.

**ARTÍCULO 4.** Derogado.

**ARTÍCULO 5. Cenizas.** Las cenizas de las hogueras se entierran junto al río.
""",
    CAMBIO: f"""\
# DECRETO 20 DE 2005

El concejo de Valdeluna decreta:

**ARTÍCULO 1.** El artículo 2 del Decreto 10 de 2001 quedará así:

«**ARTÍCULO 2. Pago.** {PAGO}»

**ARTÍCULO 2.** Derógase el artículo 3 del Decreto 10 de 2001.

**ARTÍCULO 3.** Adiciónase el artículo 4A al Decreto 10 de 2001, el cual quedará así:

«**ARTÍCULO 4A. Lluvia.** {LLUVIA}»

**ARTÍCULO 4.** Derógase el inciso 2 del artículo 1 del Decreto 10 de 2001.
""",
    MERCADO: f"""\
# DECRETO 11 DE 2001

El concejo de Valdeluna decreta:

{MERCADO_ENTERO}
**ARTÍCULO 9. Flores.** {PERMISO}
""",
    CAMBIADO: f"""\
# DECRETO 21 DE 2005

El concejo de Valdeluna decreta:

{MERCADO_ENTERO}
**ARTÍCULO 9.** El artículo 9 del Decreto 11 de 2001 quedará así:

«**ARTÍCULO 9. Flores.** {NUEVO_PERMISO}»
""",
    FIN: """\
# DECRETO 31 DE 2010

El concejo de Valdeluna decreta:

**ARTÍCULO 1.** Este decreto rige desde hoy y deroga el Decreto 21 de 2005.
""",
    COMPILADO: f"""\
# DECRETO 12 DE 2001

El concejo de Valdeluna decreta:

**ARTÍCULO 1. Bomberos.** {BOMBEROS}

LEGISLACIÓN ANTERIOR []

**ARTÍCULO 1. Bomberos.** {OTRA_GUARDIA}

Vigente desde: 01/02/2001 y hasta el: 30/06/2009

**ARTÍCULO 2. Taquilla.** La taquilla del teatro abre a las cinco.
""",
}


@pytest.fixture
def siaa(servidor: Fabrica, tmp_path: Path) -> ServidorDePrueba:
    return servidor(documentos=escribir_biblioteca(tmp_path / "valdeluna", ARCHIVOS))


def con(fuentes: list[Fuente], texto: str) -> Fuente:
    return next(fuente for fuente in fuentes if texto in fuente["texto"])


def dicho(fuente: Fuente) -> list[str]:
    return [cambio["texto"] for cambio in fuente["vigencia"]]


def pasaje(siaa: ServidorDePrueba, url: str) -> str:
    """Return what the viewer marks, without its tags."""
    pagina = siaa.obtener(unescape(url).partition("#")[0]).texto
    marcados = re.findall(r'class="[^"]*pasaje[^"]*"[^>]*>(.*?)</span>', pagina, re.DOTALL)
    return unescape(re.sub("<[^>]*>", "", " ".join(marcados)))


def test_el_texto_nuevo_va_primero_y_el_viejo_lleva_a_el(siaa: ServidorDePrueba) -> None:
    fuentes = siaa.charlar("¿Quién paga el alumbrado de los puestos de la feria?").fuentes
    assert PAGO in fuentes[0]["texto"]
    assert fuentes[0]["doc"] == CAMBIO
    assert "El artículo 2 del Decreto 10 de 2001 quedará así:" in fuentes[0]["texto"]
    assert "es posterior: modifica el Decreto 10 de 2001" in fuentes[0]["motivos"]
    viejo = con(fuentes, VIEJO_PAGO)
    assert "no está vigente: modificado por el Decreto 20 de 2005" in viejo["motivos"]
    (cambio,) = viejo["vigencia"]
    assert "lo paga el municipio" in pasaje(siaa, cambio["url"])


def test_va_con_el_aunque_se_pregunte_por_el_acto_viejo(siaa: ServidorDePrueba) -> None:
    pregunta = "Según el Decreto 10 de 2001, ¿quién paga el alumbrado de los puestos?"
    fuentes = siaa.charlar(pregunta).fuentes
    assert VIEJO_PAGO in fuentes[0]["texto"]
    assert con(fuentes, PAGO)["doc"] == CAMBIO
    poda = siaa.obtener("/siaa/fragmento", doc=FERIA, q=pregunta)
    assert VIEJO_PAGO in poda.texto


def test_fuera_de_donde_se_pregunta_no_se_trae_ningun_texto(siaa: ServidorDePrueba) -> None:
    pedido = {"q": "¿Quién paga el alumbrado de los puestos?", "documento": FERIA}
    fuentes = siaa.obtener("/siaa/contexto", **pedido).json["fuentes"]
    assert {fuente["doc"] for fuente in fuentes} == {FERIA}
    assert any(uno["doc"] == CAMBIO for fuente in fuentes for uno in fuente["vigencia"])


@pytest.mark.parametrize("cuando", ["En 2003", "Antes de 2005", "Antes de la reforma", "Antes"])
def test_a_una_pregunta_por_el_pasado_responde_el_viejo(
    siaa: ServidorDePrueba, cuando: str
) -> None:
    pregunta = f"{cuando}, ¿quién pagaba el alumbrado de los puestos de la feria?"
    fuentes = siaa.charlar(pregunta).fuentes
    assert VIEJO_PAGO in fuentes[0]["texto"]
    assert not any("vigente" in motivo for f in fuentes for motivo in f["motivos"])
    assert dicho(fuentes[0]) == ["modificado por el Decreto 20 de 2005"]


@pytest.mark.parametrize(
    ("anio", "texto"), [(2003, PERMISO), (2005, NUEVO_PERMISO), (2009, NUEVO_PERMISO)]
)
def test_responde_lo_que_regia_en_el_anio_de_la_pregunta(
    siaa: ServidorDePrueba, anio: int, texto: str
) -> None:
    """What replaced it in 2005 was repealed in 2010."""
    pregunta = f"¿Dónde se pedía el permiso para vender flores en el mercado en {anio}?"
    assert texto in siaa.charlar(pregunta).fuentes[0]["texto"]


def test_lo_que_modifico_y_luego_se_derogo_no_esta_vigente(siaa: ServidorDePrueba) -> None:
    fuentes = siaa.charlar("¿Dónde se pide el permiso para vender flores en el mercado?").fuentes
    nuevo = con(fuentes, NUEVO_PERMISO)
    assert "no está vigente: derogado por el Decreto 31 de 2010" in nuevo["motivos"]
    assert dicho(nuevo) == ["derogado por el Decreto 31 de 2010"]
    assert dicho(con(fuentes, PERMISO)) == ["modificado por el Decreto 21 de 2005"]


def test_un_articulo_derogado_lo_dice(siaa: ServidorDePrueba) -> None:
    fuentes = siaa.charlar("¿Cuándo se desmontan los puestos?").fuentes
    assert dicho(con(fuentes, "el jueves")) == ["derogado por el Decreto 20 de 2005"]


def test_derogar_una_parte_no_quita_el_articulo(siaa: ServidorDePrueba) -> None:
    fuente = con(siaa.charlar("¿Cuántos días dura la feria de las lámparas?").fuentes, "tres días")
    assert [cambio["tipo"] for cambio in fuente["vigencia"]] == ["modifica"]
    assert not any("vigente" in motivo for motivo in fuente["motivos"])


def test_el_articulo_agregado_se_encuentra_con_su_texto(siaa: ServidorDePrueba) -> None:
    fuente = con(siaa.charlar("¿Qué pasa con la feria cuando llueve?").fuentes, LLUVIA)
    assert fuente["texto"].startswith("**ARTÍCULO 3.** Adiciónase el artículo 4A")
    assert fuente["vigencia"] == []


ESTADO = "**ARTÍCULO 4.** Derogado."


@pytest.mark.parametrize(
    ("pregunta", "sale"),
    [
        ("¿Qué dice el artículo 4 del Decreto 10 de 2001?", True),
        ("¿Qué está derogado en el Decreto 10 de 2001?", True),
        ("¿Dónde se entierran las cenizas de las hogueras del Decreto 10 de 2001?", False),
        ("Explica el Decreto 10 de 2001", False),
    ],
)
def test_derogado_es_un_estado(siaa: ServidorDePrueba, pregunta: str, sale: bool) -> None:
    fuentes = siaa.charlar(pregunta).fuentes
    assert any(ESTADO in fuente["texto"] for fuente in fuentes) == sale


@pytest.mark.parametrize("pide", ["Quiénes", "Cuántos"])
def test_el_texto_anterior_no_va_con_el_que_rige(siaa: ServidorDePrueba, pide: str) -> None:
    """Though only the earlier one has figures, those of its dates."""
    pregunta = f"¿{pide} forman la guardia de bomberos del teatro?"
    vigente = siaa.charlar(pregunta).fuentes[0]
    assert BOMBEROS in vigente["texto"] and vigente["vigencia"] == []
    contexto = siaa.obtener("/siaa/contexto", q=pregunta).json["contexto"]
    assert OTRA_GUARDIA not in contexto and "[Texto anterior" not in contexto
    visor = siaa.obtener(f"/siaa/ver/{COMPILADO}").texto
    assert "<td>Artículo 1</td><td>Hay un texto anterior</td>" in visor


def test_por_el_pasado_va_el_texto_anterior_y_lo_dice(siaa: ServidorDePrueba) -> None:
    pregunta = "En 2005, ¿cuántos hombres con cubetas formaban la guardia?"
    anterior = siaa.charlar(pregunta).fuentes[0]
    assert OTRA_GUARDIA in anterior["texto"]
    (cambio,) = anterior["vigencia"]
    assert cambio["texto"] == "texto anterior, que ya no rige"
    assert BOMBEROS in pasaje(siaa, cambio["url"])
    contexto = siaa.obtener("/siaa/contexto", q=pregunta).json["contexto"]
    assert "[Texto anterior, que ya no rige]\n" in contexto


def test_donde_nadie_cambia_nada_no_se_habla_de_vigencia(siaa: ServidorDePrueba) -> None:
    (fuente, *_) = siaa.charlar("¿A qué hora abre la taquilla del teatro?").fuentes
    assert "La taquilla" in fuente["texto"] and fuente["vigencia"] == []
    assert not any("vigente" in motivo for motivo in fuente["motivos"])


ANTES = "La piscina municipal abre de seis a nueve de la mañana."
OTRO = "## Gorros\n\nQuien nade usará gorro de tela.\n"
AHORA = "La piscina municipal abre de siete a once de la mañana."


@pytest.mark.parametrize("hasta", ["2019-06-30", "2999-12-31"])
def test_lo_que_el_catalogo_da_por_vencido_va_despues(
    servidor: Fabrica, tmp_path: Path, hasta: str
) -> None:
    """Two circulars say alike; the older is past its day, or not yet."""
    archivos = {
        "circular_1.md": f"# Circular 1\n\n## Horario\n\n{ANTES}\n\n{OTRO}",
        "circular_2.md": f"# Circular 2\n\n## Horario\n\n{AHORA}\n\n{OTRO}",
        "otras.md": "# Otras\n\n## Biblioteca\n\nLos libros se prestan por quince días.\n",
        "catalogo.toml": f'[documentos."circular_1.md"]\nvigente_hasta = {hasta}\n',
    }
    siaa = servidor(documentos=escribir_biblioteca(tmp_path / "deportes", archivos))
    fuentes = siaa.obtener("/siaa/contexto", q="¿A qué hora abre la piscina?").json["fuentes"]
    vencida = hasta.startswith("2019")
    assert (AHORA if vencida else ANTES) in fuentes[0]["texto"]
    dichos = {f["texto"]: " ".join(f["motivos"]) for f in fuentes}
    vencido = "no está vigente: lo estuvo hasta el 30 de junio de 2019"
    assert (vencido in dichos[ANTES]) is vencida
    assert "vigente" not in dichos[AHORA]
    for anio in (2018, 2019):  # in force for all of it, or a part
        antes = siaa.obtener("/siaa/contexto", q=f"En {anio}, ¿a qué hora abría la piscina?").json
        assert ANTES in antes["fuentes"][0]["texto"]


def test_lo_que_se_agrego_a_un_articulo_va_tras_el(servidor: Fabrica, tmp_path: Path) -> None:
    """The added text has no word of the question; the article has not lost its place."""
    archivos = {
        FERIA: "# DECRETO 10 DE 2001\n\n**ARTÍCULO 1.** La piscina abre a las seis.\n",
        CAMBIO: "# DECRETO 20 DE 2005\n\n**ARTÍCULO 1.** Al artículo 1 del Decreto 10 de 2001, de "
        "agua, se le agregan dos parágrafos.\n\nParágrafo 1. El domingo no hay nado.\n\n"
        "Parágrafo 2. El lunes se limpia.\n\n**ARTÍCULO 2.** Rige desde hoy.\n",
        "otras.md": "# Otras\n\n## Biblioteca\n\nLos libros se prestan por quince días.\n",
    }
    siaa = servidor(documentos=escribir_biblioteca(tmp_path / "deportes", archivos))
    primera, *otras = siaa.obtener("/siaa/contexto", q="¿A qué hora abre la piscina?").json[
        "fuentes"
    ]
    assert "a las seis" in primera["texto"]
    assert dicho(primera) == ["adicionado por el Decreto 20 de 2005"]
    agregado = con(otras, "se le agregan dos parágrafos")
    assert agregado["texto"].endswith("El lunes se limpia.")
    assert "es posterior: adiciona el Decreto 10 de 2001" in agregado["motivos"]
