"""`/siaa/ver` and whatever a stranger may write in an address: nothing leaves the library,
nothing runs in a page.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from biblioteca_de_prueba import CLAVES, OTRA_PREGUNTA, PREGUNTA, escribir_biblioteca
from markupsafe import escape
from paginas_de_prueba import Pagina
from servidor_de_prueba import Respuesta, ServidorDePrueba, con_consulta, cuerpo_de_chat
from verificaciones import sin_entrañas, verificar_error

Fabrica = Callable[..., ServidorDePrueba]
CAMBIO = "Este documento cambió después de esa respuesta"
GUION = "<script>alert(1)</script>"
COMILLAS = "\"'><img src=x onerror=alert(1)>"
SALIDAS = [
    "..",
    "../..",
    "../../etc/passwd",
    "/etc/passwd",
    "//etc/passwd",
    "normativa/../../secreto.txt",
    "..\\..\\etc\\passwd",
    "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "..%2Fsecreto.txt",
    "%2Fetc%2Fpasswd",
    "%252e%252e%252fetc%252fpasswd",
    "..%252fsecreto.txt",
    "....//....//etc/passwd",
    "%c0%ae%c0%ae/etc/passwd",
    "acuerdo_vr24-101.md%00.txt",
    "file:///etc/passwd",
    "catalogo.toml",
    "normativa",
    ".",
    "~root",
    "%ff%fe",
]


def ver(siaa: ServidorDePrueba, clave: str, **parametros: str) -> str:
    """The page of a document, checked for what every page keeps."""
    ruta = "/siaa/ver/" + quote(clave, safe="/")
    respuesta = siaa.obtener(con_consulta(ruta, **parametros) if parametros else ruta)
    return comprobar_pagina(respuesta)


def comprobar_pagina(respuesta: Respuesta) -> str:
    """A page that can run nothing."""
    assert respuesta.estado == 200
    assert respuesta.cabeceras["content-type"].lower() == "text/html; charset=utf-8"
    assert respuesta.cabeceras["x-content-type-options"] == "nosniff"
    politica = respuesta.cabeceras["content-security-policy"]
    assert "unsafe-inline" not in politica and "unsafe-eval" not in politica
    assert "default-src" in politica or "script-src" in politica
    Revisor().feed(respuesta.texto)
    return respuesta.texto


class Revisor(HTMLParser):
    """Reads a page as a browser would and stops at anything that could run."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        atributos = dict(attrs)
        assert tag != "script" or "src" in atributos, "an inline script"
        assert tag not in {"iframe", "object", "embed", "base"}
        assert not [nombre for nombre in atributos if nombre.startswith("on")], "a handler"
        assert "style" not in atributos, "an inline style, which the policy would block"
        for nombre in ("href", "src", "action", "formaction"):
            destino = (atributos.get(nombre) or "").strip().lower()
            assert not destino.startswith(("javascript:", "data:", "vbscript:"))


@pytest.mark.parametrize("clave", CLAVES)
def test_cada_documento_se_puede_ver(siaa: ServidorDePrueba, clave: str) -> None:
    pagina = ver(siaa, clave)
    assert 'id="chunk-0"' in pagina
    chunks = {
        d["doc"]: d["chunks"]
        for d in siaa.obtener("/siaa/enrutar", q=PREGUNTA).json["docs_encontrados"]
    }
    for i in range(chunks.get(clave, 1)):
        assert f'id="chunk-{i}"' in pagina
    assert 'lang="es' in pagina


def test_el_html_de_un_documento_se_escapa(siaa: ServidorDePrueba) -> None:
    pagina = ver(siaa, "guia_sala_de_escucha.md")
    assert "&lt;script&gt;alert(" in pagina and "&lt;img src=x" in pagina
    assert '<script>alert("sala")' not in pagina and "<img src=x" not in pagina


def test_q_se_resalta(siaa: ServidorDePrueba) -> None:
    pagina = ver(siaa, "acuerdo_vr24-101.md", q="plazo")
    assert re.search(r"<mark[^>]*>\s*plazo\s*</mark>", pagina, re.I)
    assert "<mark" not in ver(siaa, "acuerdo_vr24-101.md")
    assert re.search(
        r"<mark[^>]*>\s*séptimo\s*</mark>", ver(siaa, "acuerdo_vr24-101.md", q="septimo"), re.I
    )


@pytest.mark.parametrize(
    "q", [GUION, COMILLAS, "script", "mark", "lt", "&lt;", "id", "(", "[", "\\", "a" * 4000, " "]
)
def test_ninguna_q_rompe_la_pagina(siaa: ServidorDePrueba, q: str) -> None:
    for clave in ("guia_sala_de_escucha.md", "acuerdo_vr24-101.md"):
        pagina = ver(siaa, clave, q=q)
        assert GUION not in pagina and "<img src=x" not in pagina
        assert 'id="chunk-0"' in pagina


def test_las_fuentes_del_chat_llevan_a_su_fragmento(siaa: ServidorDePrueba) -> None:
    for pregunta in (PREGUNTA, OTRA_PREGUNTA):
        for fuente in siaa.charlar(pregunta).fuentes:
            direccion = urlsplit(fuente["url"])
            dicho = parse_qs(direccion.query)
            assert re.fullmatch("[0-9a-f]{8}", dicho.pop("huella")[0])
            lugar = {"desde": [str(fuente["desde"])], "hasta": [str(fuente["hasta"])]}
            assert (direccion.fragment, dicho) == ("pasaje", lugar)
            pagina = comprobar_pagina(siaa.obtener(direccion.path + "?" + direccion.query))
            assert f'id="{direccion.fragment}"' in pagina and CAMBIO not in pagina


def enlace_de(siaa: ServidorDePrueba, pregunta: str) -> tuple[str, str]:
    """The address of the first source of an answer, without its fragment, and its text."""
    fuente = siaa.charlar(pregunta).fuentes[0]
    return fuente["url"].partition("#")[0], fuente["texto"]


def test_si_el_documento_cambio_no_se_presenta_otro_texto_como_el_pasaje(
    servidor: Fabrica, biblioteca_chica: Path
) -> None:
    archivo = biblioteca_chica / "trapiche.md"
    archivo.write_text("# Trapiche\n\nEl trapiche muele los martes de noche.\n", encoding="utf-8")
    siaa = servidor()
    enlace, texto = enlace_de(siaa, "¿Cuándo muele el trapiche?")
    pasaje = Pagina(comprobar_pagina(siaa.obtener(enlace))).de_pasaje
    assert texto.split()[-1] in pasaje

    crecido = archivo.read_text(encoding="utf-8") + "\nEl mosto se guarda aparte.\n"
    archivo.write_text(crecido, encoding="utf-8")
    siaa.app.extensions["siaa"].biblioteca.recargar()
    despues = comprobar_pagina(siaa.obtener(enlace))
    assert Pagina(despues).de_pasaje == pasaje and CAMBIO not in despues, "it is where it was"

    corrido = crecido.replace("El trapiche", "Nota: esto se modificó.\n\nEl trapiche")
    archivo.write_text(corrido, encoding="utf-8")
    siaa.app.extensions["siaa"].biblioteca.recargar()
    pagina = comprobar_pagina(siaa.obtener(enlace + "&q=martes"))
    vista = Pagina(pagina)
    assert vista.de_pasaje == "" and "pasaje" not in vista.ids and "Pasaje citado" not in pagina
    assert CAMBIO in pagina and ">martes</mark>" in pagina
    ocultos = {e["name"]: e["value"] for e in vista.de("input") if e["type"] == "hidden"}
    assert ocultos == {clave: valor for clave, (valor,) in parse_qs(enlace.split("?")[1]).items()}

    sin_huella = comprobar_pagina(siaa.obtener(re.sub("&huella=.*", "", enlace)))
    assert Pagina(sin_huella).de_pasaje and CAMBIO not in sin_huella


@pytest.mark.parametrize("huella", [GUION, "0" * 8, "x", "é" * 300])
def test_una_huella_cualquiera_no_rompe_la_pagina(siaa: ServidorDePrueba, huella: str) -> None:
    clave = "acuerdo_vr24-101.md"
    pagina = ver(siaa, clave, desde="20", hasta="90", huella=huella)
    assert CAMBIO in pagina and GUION not in pagina and not Pagina(pagina).de_pasaje
    assert CAMBIO not in ver(siaa, clave, huella=huella), "no passage was asked for"


@pytest.mark.parametrize("salida", SALIDAS)
@pytest.mark.parametrize("base", ["/siaa/ver/", "/siaa/keywords/"])
def test_nadie_sale_de_la_biblioteca_por_la_ruta(
    siaa: ServidorDePrueba, base: str, salida: str
) -> None:
    respuesta = siaa.obtener(base + salida)
    assert respuesta.estado in {400, 404, 308}, respuesta.cuerpo[:200]
    if respuesta.estado != 308:
        verificar_error(respuesta, respuesta.estado)
    nada_de_fuera(respuesta)


@pytest.mark.parametrize("salida", SALIDAS)
def test_nadie_sale_de_la_biblioteca_por_el_parametro(siaa: ServidorDePrueba, salida: str) -> None:
    respuesta = siaa.obtener(f"/siaa/fragmento?doc={salida}&q=plazo")
    verificar_error(respuesta, 404, "documento_desconocido")
    nada_de_fuera(respuesta)
    assert siaa.obtener("/siaa/densidad/" + salida).estado in {200, 308, 400, 404}


def nada_de_fuera(respuesta: Respuesta) -> None:
    """No file of the machine, no folder of the service."""
    for ajeno in ("root:", "/bin/", "palabras_clave", "documentos/"):
        assert ajeno not in respuesta.texto
    sin_entrañas(respuesta.texto)


@pytest.mark.parametrize(
    "marca", [GUION, COMILLAS, "{{7*1913}}", "%0d%0aSet-Cookie: x=1", "\r\nX-Mala: 1"]
)
def test_las_marcas_no_salen_como_html(siaa: ServidorDePrueba, marca: str) -> None:
    rutas = [
        con_consulta("/siaa/enrutar", q=marca),
        con_consulta("/siaa/contexto", q=marca),
        con_consulta("/siaa/tokens", q=marca),
        con_consulta("/siaa/fragmento", doc=marca, q=marca),
        con_consulta("/siaa/fragmento", doc=CLAVES[0], q=marca),
        con_consulta("/siaa/ver/" + CLAVES[0], q=marca),
        *(
            base + quote(marca, safe="")
            for base in ("/siaa/ver/", "/siaa/keywords/", "/siaa/densidad/", "/siaa/")
        ),
    ]
    for ruta in rutas:
        respuesta = siaa.obtener(ruta)
        assert respuesta.estado in {200, 400, 404}, ruta
        assert "x-mala" not in respuesta.cabeceras and "set-cookie" not in respuesta.cabeceras
        if not respuesta.cabeceras["content-type"].startswith("application/json"):
            comprobar_pagina(respuesta)
            assert GUION not in respuesta.texto and "<img src=x" not in respuesta.texto
            assert "13391" not in respuesta.texto


def test_las_marcas_del_chat_salen_en_json(siaa: ServidorDePrueba) -> None:
    respuesta = siaa.publicar("/siaa/chat", cuerpo_de_chat(GUION + COMILLAS, stream=False))
    assert respuesta.cabeceras["content-type"].startswith("application/json")
    assert GUION not in respuesta.json["choices"][0]["message"]["content"]


def test_un_documento_se_ve_hasta_el_final(servidor: Fabrica, biblioteca_chica: Path) -> None:
    lista = "\n".join("  " * nivel + f"- hoja {nivel}" for nivel in range(15))
    citas = "> " * 15 + "cita honda"
    for nombre, hondo in {"lista.md": lista, "citas.md": citas}.items():
        texto = (
            f"# Trapiche\n\n{hondo}\n\n" + "El trapiche muele de noche.\n\n" * 60 + "Se acabó.\n"
        )
        (biblioteca_chica / nombre).write_text(texto, encoding="utf-8")
    siaa = servidor()
    for nombre in ("lista.md", "citas.md"):
        pagina = ver(siaa, nombre)
        assert "hoja 14" in pagina or "cita honda" in pagina
        assert "Se acabó." in pagina and 'id="chunk-3"' in pagina


def test_titulos_y_colecciones_con_marcas(servidor: Fabrica, biblioteca_chica: Path) -> None:
    archivos = {"<b>fondo/x.md": f"# {GUION}\n\nEl trapiche <i>muele</i>.\n"}
    titulo = f"[documentos.'circular_horarios.txt']\ntitulo = '{GUION}'\n"
    escribir_biblioteca(biblioteca_chica, archivos | {"catalogo.toml": titulo})
    siaa = servidor()
    for clave in ("x.md", "circular_horarios.txt"):
        assert GUION not in ver(siaa, clave) and "<b>fondo" not in ver(siaa, clave)


def test_una_clave_con_su_coleccion(servidor: Fabrica, biblioteca_chica: Path) -> None:
    texto = "El trapiche descansa en abril.\n"
    escribir_biblioteca(biblioteca_chica, {"manuales/circular_horarios.txt": texto})
    siaa = servidor()
    clave = "manuales/circular_horarios.txt"
    assert "trapiche" in ver(siaa, clave)
    assert siaa.obtener("/siaa/keywords/" + clave).estado == 200
    assert siaa.obtener("/siaa/fragmento", doc=clave, q="trapiche").json["documento"] == clave
    (fuente,) = siaa.charlar("¿Cuándo descansa el trapiche?").fuentes[:1]
    assert urlsplit(fuente["url"]).path.endswith(clave)


def test_un_nombre_con_letras_de_todo_tipo(servidor: Fabrica, biblioteca_chica: Path) -> None:
    nombres = [
        "niñez y año.md",
        "100% seguro.md",
        "a+b & c.md",
        "circular n.º 5 #2.md",
        "¿qué?.txt",
        "<b>x.md",
        " con espacio antes.md",
        "con espacio después .md",
        "con espacio antes.md",
        "«..» y ...md",
        "a\\b.md",
        "a%2fb%20c.md",
        "a;b=c,d@e:f.md",
        "~a'b\"c|d.md",
        "ACTA.MD",
        "descompuesto an\u0303o.md",
        "\u0130\u0331ndice.md",  # its lower case has its marks in another order
        "l" * 240 + ".md",
        "ñ" * 120 + ".md",
        "\u202ea la izquierda.md",
    ]
    for nombre in nombres:
        (biblioteca_chica / nombre).write_text(
            f"# Título\n\nEl trapiche funciona en {nombre}.\n", encoding="utf-8"
        )
    siaa = servidor()
    claves = [unicodedata.normalize("NFC", nombre).lower() for nombre in nombres]
    for clave in claves:
        assert f"archivo <code>{escape(clave)}</code>" in ver(siaa, clave).lower()
        assert siaa.obtener("/siaa/fragmento", doc=clave, q="trapiche").json["documento"] == clave
        assert siaa.obtener("/siaa/keywords/" + quote(clave)).json["documento"] == clave
    lista = siaa.obtener("/siaa/biblioteca").texto
    enlaces = {unescape(e) for e in re.findall(r'href="(/siaa/(?:ver|original)/[^"]+)"', lista)}
    assert len(enlaces) == 2 * (len(CLAVES) + len(nombres))
    assert {siaa.obtener(enlace).estado for enlace in enlaces} == {200}
    for fuente in siaa.charlar("¿Dónde funciona el trapiche?").fuentes:
        direccion = urlsplit(fuente["url"])
        assert siaa.obtener(direccion.path + "?" + direccion.query).estado == 200
