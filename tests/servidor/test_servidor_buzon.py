"""The inbox: what people thought of answers, who may attend to it, and what is learnt from it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from biblioteca_de_prueba import NUEVE_DIAS, PREGUNTA, REPARO
from conftest import Fabrica
from guiones import respuesta
from ollama_de_prueba import OllamaDePrueba
from paciencia import esperar
from paginas_de_prueba import Pagina
from registro_de_prueba import (
    asiento_de_prueba,
    guardado_todo,
    identificador,
    ocupado_por_otro,
    valoracion_de_prueba,
)
from servidor_de_prueba import ServidorDePrueba
from verificaciones import verificar_error

NORMA = "acuerdo_vr24-101.md"
LLAVE = "llave-maestra"


def buzon(siaa: ServidorDePrueba, **parametros: str) -> str:
    respuesta = siaa.obtener("/siaa/buzon", **parametros)
    assert respuesta.estado == 200, respuesta.cuerpo
    Pagina(respuesta.texto)
    return respuesta.texto


def anotar(siaa: ServidorDePrueba, *valores: Any) -> None:
    registro = siaa.app.extensions["siaa"].registro
    for valor in valores:
        (registro.valorar if hasattr(valor, "voto") else registro.anotar)(valor)
    assert guardado_todo(registro)


def pasaje(siaa: ServidorDePrueba, dicho: str, **cambios: object) -> dict[str, object]:
    """What the viewer sends when those words are selected in the norm."""
    documento = siaa.app.extensions["siaa"].biblioteca.indice.documentos[NORMA]
    desde = documento.contenido.index(dicho)
    dado = {"pregunta": PREGUNTA, "documento": NORMA, "huella": documento.texto.huella}
    return {**dado, "desde": desde, "hasta": desde + len(dicho), **cambios}


def test_la_respuesta_como_se_mostro_y_en_que_se_baso(
    servidor: Fabrica, ollama: OllamaDePrueba
) -> None:
    siaa = servidor()
    ollama.encolar(respuesta(f"{NUEVE_DIAS} <b>"))
    charla = siaa.charlar(PREGUNTA)
    voto = {"id": charla.cabeceras["x-request-id"], "voto": "no", "razon": "incorrecta"}
    assert siaa.publicar("/siaa/valoracion", voto | {"comentario": "<Eran siete>"}).estado == 200
    assert esperar(lambda: "Pendientes: 1" in buzon(siaa))
    pagina = buzon(siaa)
    for dicho in (
        *(PREGUNTA, "No le sirvió.", "Es incorrecta.", "«&lt;Eran siete&gt;»", "&lt;b&gt;", REPARO),
        *("1 frase discrepa con ", '<span class="discrepa">', f"elegir={voto['id']}"),
    ):
        assert dicho in pagina, dicho
    hoja = Pagina(pagina)
    assert len(hoja.ids) == len(set(hoja.ids))
    (cita,) = [a["href"] for a in hoja.de("a") if a.get("class") == "cita"]
    assert cita.removeprefix("#") in hoja.ids
    enlaces = [a["href"] for a in hoja.de("a") if a["href"].startswith("/siaa/ver/")]
    assert len(enlaces) == 2 * len(charla.fuentes) > 0
    for enlace in enlaces:
        visto = siaa.obtener(enlace.split("#")[0])
        assert visto.estado == 200 and "Este documento cambió" not in visto.texto


def test_se_atiende_se_filtra_y_se_vuelve_atras(servidor: Fabrica) -> None:
    siaa = servidor()
    anotar(siaa, *map(asiento_de_prueba, range(3)))
    anotar(siaa, valoracion_de_prueba(0), valoracion_de_prueba(1, voto="si", comentario=""))
    assert "Pendientes: 1" in buzon(siaa) and "Todas: 2" in buzon(siaa, estado="todas")
    ruta = "/siaa/valoraciones/"
    hecha = siaa.pedir("POST", f"{ruta}chatcmpl-{identificador(0)}")
    assert hecha.estado == 200 and hecha.json["atendida"]
    assert esperar(lambda: "Atendidas: 1" in buzon(siaa, estado="atendida"))
    assert "Pendientes: 0" in buzon(siaa) and "Nada espera." in buzon(siaa)
    assert siaa.pedir("POST", f"{ruta}{identificador(0)}?atendida=0").json == {"atendida": None}
    assert esperar(lambda: "Pendientes: 1" in buzon(siaa))
    assert "1 valoración por atender." in siaa.obtener("/siaa/salud").texto
    sin_valorar = siaa.pedir("POST", f"{ruta}{identificador(2)}")
    verificar_error(sin_valorar, 404, "pregunta_desconocida")
    verificar_error(siaa.pedir("POST", f"{ruta}{identificador(0)}?atendida=si"), 400)


def test_por_paginas(servidor: Fabrica) -> None:
    siaa = servidor()
    anotar(siaa, *map(asiento_de_prueba, range(3)), *map(valoracion_de_prueba, range(3)))
    primera, segunda = (buzon(siaa, por_pagina="2", pagina=n) for n in "12")
    assert (primera.count("<article"), segunda.count("<article")) == (2, 1)
    assert "Más antiguas" in primera and "Más recientes" not in primera
    assert "Más recientes" in segunda and "Más antiguas" not in segunda


def test_sin_textos_sin_pasajes_y_sin_registro(servidor: Fabrica, tmp_path: Path) -> None:
    siaa = servidor(registro="sin_textos")
    anotar(siaa, asiento_de_prueba(1, pasajes=()), asiento_de_prueba(2))
    anotar(siaa, valoracion_de_prueba(1), valoracion_de_prueba(2))
    pagina = buzon(siaa)
    assert "Sin texto: esta" in pagina and "No consta cuáles fueron." in pagina
    assert "Documento que ya no está" in pagina and "Falta el parágrafo" not in pagina
    with ocupado_por_otro(tmp_path / "datos" / "registro.sqlite3"):
        assert siaa.obtener("/siaa/buzon").estado in (200, 503)
    apagado = servidor(registro="no").pedir("GET", "/siaa/buzon", None, {"Accept": "text/html"})
    assert apagado.estado == 404 and "está apagado" in apagado.texto


def test_el_pasaje_elegido_guarda_cada_recarga(servidor: Fabrica, biblioteca_chica: Path) -> None:
    siaa = servidor()
    dicho = "siete días hábiles contados desde el último día\ndel trimestre"
    escrita = siaa.publicar("/siaa/evaluacion", pasaje(siaa, dicho, documento=NORMA.upper()))
    assert escrita.estado == 200, escrita.cuerpo
    archivo = biblioteca_chica / "evaluacion.jsonl"
    (caso,) = map(json.loads, archivo.read_text(encoding="utf-8").splitlines())
    assert caso == {
        "pregunta": PREGUNTA,
        "documento": NORMA,
        "respuestas": [escrita.json["pasaje"]],
    }
    assert escrita.json["pasaje"].split() == dicho.split()
    (biblioteca_chica / "normativa" / "Acuerdo_VR24-101.md").unlink()
    rechazo = siaa.pedir("POST", "/siaa/recargar")
    perdida = verificar_error(rechazo, 409, "recarga_rechazada")["detalle"]["perdidas"][0]
    assert PREGUNTA in str(perdida)


def test_lo_que_no_se_puede_escribir_se_dice(servidor: Fabrica, biblioteca_chica: Path) -> None:
    (biblioteca_chica / "largo.md").write_text("# Largo\n\n" + "Un plazo más. " * 200)
    siaa = servidor()
    bueno = pasaje(siaa, "siete días hábiles")
    for cambio, campo in (
        ({"pregunta": " \n"}, "pregunta"),
        ({"desde": -1}, "desde"),
        ({"hasta": True}, "hasta"),
        ({"hasta": bueno["desde"]}, "hasta"),
        ({"huella": "otra"}, "huella"),
    ):
        error = verificar_error(siaa.publicar("/siaa/evaluacion", bueno | cambio), 400)
        assert error["detalle"] == {"campo": campo}, cambio
    largo = siaa.app.extensions["siaa"].biblioteca.indice.documentos["largo.md"]
    entero = {"documento": "largo.md", "huella": largo.texto.huella, "desde": 0, "hasta": 10**9}
    error = verificar_error(siaa.publicar("/siaa/evaluacion", bueno | entero), 400)
    assert "2.000" in error["mensaje"]
    nadie = siaa.publicar("/siaa/evaluacion", bueno | {"documento": "nadie.md"})
    verificar_error(nadie, 404, "documento_desconocido")
    archivo = biblioteca_chica / "evaluacion.jsonl"
    archivo.write_text("{", encoding="utf-8")
    error = verificar_error(siaa.publicar("/siaa/evaluacion", bueno), 503, "evaluacion_no_escrita")
    assert "Línea 1 de «evaluacion.jsonl»" in error["mensaje"]
    assert archivo.read_text(encoding="utf-8") == "{"


@pytest.mark.parametrize("ruta", [f"/siaa/valoraciones/{identificador(0)}", "/siaa/evaluacion"])
def test_solo_el_administrador_y_ninguna_otra_pagina(servidor: Fabrica, ruta: str) -> None:
    abierta, cerrada = servidor(), servidor(token_admin=LLAVE)
    cuerpo = {"id": identificador(0), "atendida": True}
    ajena = abierta.publicar(ruta, cuerpo, Origin="http://otra.ejemplo")
    verificar_error(ajena, 403, "origen_no_admitido")
    verificar_error(abierta.publicar(ruta, cuerpo, **{"X-Forwarded-For": "10.0.0.7"}), 403)
    verificar_error(cerrada.publicar(ruta, cuerpo), 401)
    # The password that a browser sends by itself is only for reading.
    de_navegador = {"Authorization": "Basic OmxsYXZlLW1hZXN0cmE="}
    assert cerrada.pedir("GET", "/siaa/buzon", None, de_navegador).estado == 200
    verificar_error(cerrada.publicar(ruta, cuerpo, **de_navegador), 401)
    con_llave = cerrada.publicar(ruta, cuerpo, Authorization=f"Bearer {LLAVE}")
    assert con_llave.estado in (400, 404)


def test_el_visor_dice_donde_esta_cada_palabra(siaa: ServidorDePrueba) -> None:
    indice = siaa.app.extensions["siaa"].biblioteca.indice
    contenido = indice.documentos[NORMA].contenido
    parametros = {"elegir": identificador(1), "pregunta": '¿Y "esto"?', "q": "plazo"}
    pagina = siaa.obtener(f"/siaa/ver/{NORMA}", **parametros).texto
    hoja = Pagina(pagina)
    lugares = [int(s["data-lugar"]) for s in hoja.de("span") if "data-lugar" in s]
    assert lugares == sorted(lugares) and len(lugares) > 10
    (titulo,) = [n for n in lugares if contenido[n:].startswith("ARTÍCULO 3. Plazo")]
    assert f'<span data-lugar="{titulo}">' in pagina
    ocultos = {i["name"]: i["value"] for i in hoja.de("input") if i.get("type") == "hidden"}
    assert ocultos == {"elegir": identificador(1), "pregunta": '¿Y "esto"?'}
    assert "data-lugar" not in siaa.obtener(f"/siaa/ver/{NORMA}", q="plazo").texto
