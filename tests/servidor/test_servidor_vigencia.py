"""What people and programs are told of a rule that another act changed, on a real socket."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from biblioteca_de_prueba import escribir_biblioteca
from ollama_de_prueba import OllamaDePrueba
from paciencia import esperar
from servidor_de_prueba import ServidorDePrueba

Fabrica = Callable[..., ServidorDePrueba]
VIEJO, NUEVO, TERCERO = (
    "decreto_10_de_2001.md",
    "decreto_20_de_2005.md",
    "decreto_30_de_2010.md",
)
FRASE = "El artículo 2 del Decreto 10 de 2001 quedará así: «El alumbrado lo paga el municipio»."
ARCHIVOS = {
    VIEJO: """\
# DECRETO 10 DE 2001

El concejo de Valdeluna decreta:

**ARTÍCULO 1. Duración.** La feria de las lámparas dura tres días contados desde el primer lunes.

**ARTÍCULO 2. Pago.** El alumbrado de los puestos lo paga cada vendedor por adelantado.

**ARTÍCULO 3. Cierre.** Los puestos se desmontan el jueves antes del mediodía, sin excepción.

**ARTÍCULO 4. Música.** La música calla a las diez.

Modificado por el artículo 6 de la Ley 77 de 2003.
""",
    NUEVO: f"""\
# DECRETO 20 DE 2005

El concejo de Valdeluna decreta:

**ARTÍCULO 1. Pago.** {FRASE}

**ARTÍCULO 2. Derogatoria.** Derógase el artículo 3 del Decreto 10 de 2001.
""",
    TERCERO: """\
# DECRETO 30 DE 2010

El concejo de Valdeluna decreta:

**ARTÍCULO 1. Vigencia.** Este decreto rige desde hoy y deroga el Decreto 20 de 2005.
""",
}


@pytest.fixture(params=["hibrida", "clasica"])
def feria(
    request: pytest.FixtureRequest, servidor: Fabrica, ollama: OllamaDePrueba, tmp_path: Path
) -> Iterator[ServidorDePrueba]:
    """The service over three acts that change each other."""
    carpeta = escribir_biblioteca(tmp_path / "feria", ARCHIVOS)
    yield servidor(documentos=carpeta, estrategia=request.param)


def test_las_relaciones_de_un_documento(servidor: Fabrica, tmp_path: Path) -> None:
    siaa = servidor(documentos=escribir_biblioteca(tmp_path / "feria", ARCHIVOS))
    dicho = siaa.obtener(f"/siaa/relaciones/{VIEJO.upper()}").json
    assert set(dicho) == {"documento", "relaciones"}
    assert dicho["documento"] == VIEJO
    primera = next(r for r in dicho["relaciones"] if r["frase"] == FRASE)
    desde = ARCHIVOS[NUEVO].index(FRASE)
    assert primera == {
        "tipo": "modifica",
        "de": {"norma": "Decreto 20 de 2005", "doc": NUEVO, "articulo": "1"},
        "a": {"norma": "Decreto 10 de 2001", "doc": VIEJO, "articulo": "2"},
        "frase": FRASE,
        "desde": desde,
        "hasta": desde + len(FRASE),
    }
    assert [(r["tipo"], r["de"]["doc"], r["a"]["articulo"]) for r in dicho["relaciones"]] == [
        ("modifica", NUEVO, "2"),
        ("deroga", NUEVO, "3"),
        ("modifica", None, "4"),
    ]
    del_nuevo = siaa.obtener(f"/siaa/relaciones/{NUEVO}").json["relaciones"]
    assert [r["de"]["doc"] for r in del_nuevo] == [TERCERO, NUEVO, NUEVO]
    assert primera in del_nuevo


def test_donde_se_dice_se_lee_sin_las_marcas_de_su_archivo(
    servidor: Fabrica, tmp_path: Path
) -> None:
    articulo = "**ARTÍCULO 1.°** Modificar el _artículo 2_ del Decreto 10 de 2001."
    otro = {"decreto_40_de_2012.md": f"# DECRETO 40 DE 2012\n\n{articulo}"}
    carpeta = escribir_biblioteca(tmp_path / "documentos", {**ARCHIVOS, **otro})
    pagina = unescape(servidor(documentos=carpeta).obtener(f"/siaa/ver/{VIEJO}").texto)
    dicho = "ARTÍCULO 1.° Modificar el artículo 2 del Decreto 10 de 2001."
    assert f'<td colspan="3">{dicho}</td>' in pagina


def fuente_de(siaa: ServidorDePrueba, pregunta: str, doc: str) -> dict[str, Any]:
    fuentes = siaa.charlar(pregunta).fuentes
    return next(f for f in fuentes if f["doc"] == doc)


def test_una_fuente_cambiada_lo_dice(feria: ServidorDePrueba) -> None:
    pregunta = "¿Paga cada vendedor por adelantado el alumbrado de los puestos?"
    fuente = fuente_de(feria, pregunta, VIEJO)
    cambio = next(v for v in fuente["vigencia"] if v["doc"] == NUEVO)
    url = cambio.pop("url")
    assert cambio == {
        "tipo": "modifica",
        "norma": "Decreto 20 de 2005",
        "doc": NUEVO,
        "articulo": "1",
        "texto": "modificado por el Decreto 20 de 2005",
    }
    pagina = feria.obtener(url.partition("#")[0]).texto
    pasaje = re.search(r'id="pasaje"[^>]*>(.*?)</span>', pagina, re.DOTALL)
    assert pasaje is not None and unescape(pasaje[1]) == FRASE
    contexto = feria.obtener("/siaa/contexto", q=pregunta).json
    es_clasica = "CHUNK:" in contexto["contexto"]  # whose blocks are those of its contract
    assert es_clasica != (": modificado por el Decreto 20 de 2005" in contexto["contexto"])
    for una in contexto["fuentes"]:
        assert "por el Decreto 20" not in contexto["contexto"][una["inicio"] : una["fin"]]


def test_todos_los_que_leen_un_pasaje_lo_saben(feria: ServidorDePrueba) -> None:
    texto = "El alumbrado de los puestos lo paga cada vendedor por adelantado."
    dicho = "modificado por el Decreto 20 de 2005"
    for fuentes in (
        feria.publicar("/siaa/verificar", {"texto": texto}).json["fuentes"],
        feria.obtener("/siaa/contexto", q=texto).json["fuentes"],
    ):
        del_viejo = next(f for f in fuentes if f["doc"] == VIEJO and texto[:20] in f["texto"])
        assert dicho in [v["texto"] for v in del_viejo["vigencia"]]
    constancia = f"/siaa/constancia/{feria.charlar(texto).cabeceras['x-request-id']}"
    assert esperar(lambda: feria.obtener(constancia).estado == 200)
    enlace = rf'<a href="/siaa/ver/{NUEVO}\?[^"]*#pasaje">{dicho}</a> \(artículo 1\)'
    assert re.search(enlace, feria.obtener(constancia).texto)
    pregunta = {"model": "siaa", "messages": [{"role": "user", "content": texto}]}
    ajena = feria.publicar("/v1/chat/completions", pregunta).json
    assert f" — **Atención:** {dicho}" in ajena["choices"][0]["message"]["content"]


def test_la_norma_que_falta(servidor: Fabrica, tmp_path: Path) -> None:
    siaa = servidor(documentos=escribir_biblioteca(tmp_path / "feria", ARCHIVOS))
    pregunta = "Según el Decreto 10 de 2001, ¿a qué hora calla la música?"
    vigencia = fuente_de(siaa, pregunta, VIEJO)["vigencia"]
    assert next(v for v in vigencia if v["norma"] == "Ley 77 de 2003") == {
        "tipo": "modifica",
        "norma": "Ley 77 de 2003",
        "doc": None,
        "articulo": "6",
        "texto": "modificado por la Ley 77 de 2003, que no está en la biblioteca",
        "url": None,
    }
    contexto = siaa.obtener("/siaa/contexto", q=pregunta).json["contexto"]
    assert ": modificado por la Ley 77 de 2003, que no está en la biblioteca]\n" in contexto
    assert "Ver la biblioteca y lo que le falta</a>" in siaa.obtener("/siaa/salud").texto
    falta = siaa.obtener("/siaa/biblioteca/gestion").texto
    assert "<strong>Ley 77 de 2003</strong>: modifica <a" in falta


def test_lo_que_nadie_cambio_no_dice_nada(servidor: Fabrica, tmp_path: Path) -> None:
    siaa = servidor(documentos=escribir_biblioteca(tmp_path / "feria", ARCHIVOS))
    pregunta = "¿Cuántos días dura la feria de las lámparas?"
    duracion = next(f for f in siaa.charlar(pregunta).fuentes if "tres días" in f["texto"])
    assert duracion["vigencia"] == []


def test_sin_modelo_los_pasajes_tambien_lo_dicen(servidor: Fabrica, tmp_path: Path) -> None:
    carpeta = escribir_biblioteca(tmp_path / "feria", ARCHIVOS)
    siaa = servidor(documentos=carpeta, ollama_url="http://127.0.0.1:9")
    texto = siaa.charlar("¿Quién paga el alumbrado de los puestos, según el Decreto 10?").contenido
    assert "**Atención:** modificado por el Decreto 20 de 2005." in texto


def test_el_visor_enlaza_en_los_dos_sentidos(servidor: Fabrica, tmp_path: Path) -> None:
    siaa = servidor(documentos=escribir_biblioteca(tmp_path / "feria", ARCHIVOS))
    viejo, nuevo = (siaa.obtener(f"/siaa/ver/{doc}").texto for doc in (VIEJO, NUEVO))
    assert "Modificado por" in viejo and "Modifica<" in nuevo and "Derogado por" in nuevo
    assert "Ley 77 de 2003 (no está en la biblioteca), artículo 6" in viejo
    for pagina, otro, dentro in ((viejo, NUEVO, FRASE), (nuevo, VIEJO, "lo paga cada vendedor")):
        (enlace,) = set(re.findall(rf'href="(/siaa/ver/{otro}\?[^"#]*)#pasaje">', pagina)[:1])
        citado = siaa.obtener(unescape(enlace)).texto
        assert dentro in unescape(re.sub("<[^>]*>", "", citado.partition('id="pasaje"')[2]))


def test_la_vigencia_que_dice_el_catalogo(servidor: Fabrica, tmp_path: Path) -> None:
    catalogo = f'[documentos."{VIEJO}"]\nvigente_hasta = 2019-12-31\n'
    carpeta = escribir_biblioteca(tmp_path / "feria", {**ARCHIVOS, "catalogo.toml": catalogo})
    siaa = servidor(documentos=carpeta)
    pagina = siaa.obtener(f"/siaa/ver/{VIEJO}").texto
    assert "Según el catálogo, vigente hasta el 31 de diciembre de 2019." in pagina
    pregunta = "¿Cuánto dura la feria del Decreto 10 de 2001?"
    contexto = siaa.obtener("/siaa/contexto", q=pregunta).json["contexto"]
    assert "[Vigente hasta el 31/12/2019" in contexto
