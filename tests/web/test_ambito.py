"""Asking a part of the library, and what is asked back where near-copies answer: over real HTTP."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from conftest import config_de_prueba
from copias_de_prueba import COMUN, DE_UNO, DISTINTO, MOSTRADORES, REGLAMENTO, escribir_copias
from guiones import respuesta
from ollama_de_prueba import OllamaDePrueba
from registro_de_prueba import guardado_todo
from servidor_de_prueba import Respuesta, ServidorDePrueba, cuerpo_de_chat, servidor_en_marcha

COPIAS = {f"mostrador_{que}.md" for que in MOSTRADORES}
DICE = "Se anotan las canastas."
AJUSTES = {"cache_entradas": 20}


def en(*documentos: str, colecciones: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"siaa": {"ambito": {"documentos": documentos, "colecciones": colecciones}}}


def entera(plaza: ServidorDePrueba, pregunta: str, **otros: Any) -> dict[str, Any]:
    dicha = plaza.publicar("/siaa/chat", cuerpo_de_chat(pregunta, stream=False, **otros))
    assert dicha.estado == 200, dicha.texto
    siaa: dict[str, Any] = dicha.json["siaa"]
    return siaa


def documentos_de(respuesta: dict[str, Any]) -> set[str]:
    return {fuente["doc"] for fuente in respuesta["fuentes"]}


# --- Scope ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("estrategia", ["clasica", "hibrida"])
def test_solo_se_ven_los_documentos_elegidos(
    estrategia: str, tmp_path: Path, ollama: OllamaDePrueba
) -> None:
    documentos = escribir_copias(tmp_path / "documentos")
    config = config_de_prueba(documentos, tmp_path / "datos", ollama.url, estrategia=estrategia)
    with servidor_en_marcha(config) as plaza:
        for clave in sorted(COPIAS):
            assert documentos_de(entera(plaza, DISTINTO, **en(clave))) == {clave}
        ruta = plaza.obtener("/siaa/enrutar", q=DISTINTO, coleccion="normas").json
        assert not COPIAS & {uno["doc"] for uno in ruta["docs_encontrados"]}
        dos = plaza.pedir("GET", "/siaa/contexto?q=reclamos&documento=REGLAMENTO.md&documento=x.md")
        assert dos.estado == 400


def test_se_dice_donde_se_busco_en_todas_partes(
    plaza: ServidorDePrueba, ollama_libre: OllamaDePrueba
) -> None:
    ambito = {"documentos": ["mostrador_panes.md"], "colecciones": ["normas"]}
    charla = plaza.charlar(DISTINTO, **en("Mostrador_Panes.md ", colecciones=("NORMAS",)))
    assert charla.eventos("fuentes")[0]["ambito"] == ambito
    cuerpo = cuerpo_de_chat(DISTINTO, siaa={"ambito": ambito})
    assert plaza.publicar("/siaa/contexto", cuerpo).json["ambito"] == ambito
    assert guardado_todo(plaza.app.extensions["siaa"].registro)
    guardada = plaza.obtener("/siaa/log").json["preguntas"][0]
    assert guardada["ambito"] == ["normas/", "mostrador_panes.md"]
    constancia = plaza.obtener(f"/siaa/constancia/{guardada['id']}").texto
    assert "Se preguntó solo a: colección Normas, Manual del mostrador de panes." in constancia
    assert "canastas de panes" in constancia


@pytest.mark.parametrize(
    ("ambito", "campo"),
    [
        ({"documentos": "a.md"}, "siaa.ambito.documentos"),
        ({"documentos": [3]}, "siaa.ambito.documentos.0"),
        ({"colecciones": None}, "siaa.ambito.colecciones"),
        ([], "siaa.ambito"),
    ],
)
def test_un_ambito_mal_escrito(plaza: ServidorDePrueba, ambito: object, campo: str) -> None:
    dicha = plaza.publicar("/siaa/chat", cuerpo_de_chat(DISTINTO, siaa={"ambito": ambito}))
    assert (dicha.estado, dicha.json["error"]["detalle"]) == (400, {"campo": campo})


@pytest.mark.parametrize(
    ("ambito", "cerca"),
    [
        (en("mostrador_pan.md"), "mostrador_panes.md"),
        (en(colecciones=("manual",)), "manuales"),
    ],
)
def test_un_nombre_desconocido_trae_los_cercanos(
    plaza: ServidorDePrueba, ambito: dict[str, Any], cerca: str
) -> None:
    dicha = plaza.publicar("/siaa/chat", cuerpo_de_chat(DISTINTO, **ambito))
    error = dicha.json["error"]
    assert (dicha.estado, error["codigo"]) == (400, "ambito_desconocido")
    assert error["detalle"]["parecidos"][0] == cerca and cerca in error["mensaje"]


def test_lo_que_no_esta_en_lo_elegido_no_se_contesta(plaza: ServidorDePrueba) -> None:
    dicho = entera(plaza, "¿Qué decreta el alcalde por la epidemia?", **en("mostrador_panes.md"))
    assert dicho["motivo"] == "sin_documentos"
    faltan = plaza.obtener("/siaa/enrutar", q="¿Y la epidemia?", documento="mostrador_panes.md")
    assert [falta["dicho"] for falta in faltan.json["ausencias"]] == ["epidemia"]
    assert plaza.obtener("/siaa/enrutar", q="¿Y la epidemia?").json["ausencias"] == []


def test_lo_recordado_es_de_su_ambito(
    plaza: ServidorDePrueba, ollama_libre: OllamaDePrueba
) -> None:
    ollama_libre.por_defecto = respuesta(DICE)
    pregunta = "¿Quién decreta el cierre de la lonja por epidemia?"
    modos = [
        entera(plaza, pregunta, **ambito)["modo"]
        for ambito in (en("reglamento.md"), {}, en("reglamento.md"), en(colecciones=("normas",)))
    ]
    assert modos == ["modelo", "modelo", "cache", "modelo"]


def test_cada_coleccion_es_un_modelo(plaza: ServidorDePrueba) -> None:
    nombres = [m["name"] for m in plaza.obtener("/api/tags").json["models"]]
    assert nombres == ["siaa:latest", "siaa:sin-modelo", "siaa:manuales", "siaa:normas"]
    assert [m["id"] for m in plaza.obtener("/v1/models").json["data"]] == nombres
    cuerpo = {"model": "siaa:normas"} | cuerpo_de_chat(DISTINTO, stream=False)
    dicho = plaza.publicar("/api/chat", cuerpo).json["message"]["content"]
    assert "mostrador" not in dicho and "Bando 3" in dicho
    ajeno = plaza.publicar("/api/chat", cuerpo | {"model": "siaa:ventas"})
    assert ajeno.estado == 404


def test_los_documentos_que_se_pueden_elegir(plaza: ServidorDePrueba) -> None:
    dichos = plaza.obtener("/siaa/documentos").json["documentos"]
    assert [d["titulo"] for d in dichos] == sorted(d["titulo"] for d in dichos)
    assert {d["doc"] for d in dichos} >= COPIAS | {"reglamento.md"}


# --- Clarifying ----------------------------------------------------------------------------------


def test_se_pregunta_en_cual_antes_de_llamar_al_modelo(
    plaza: ServidorDePrueba, ollama_libre: OllamaDePrueba
) -> None:
    charla = plaza.charlar(DISTINTO)
    (aclaracion,) = charla.eventos("aclaracion")
    assert charla.fin["motivo"] == "aclaracion" and charla.fin["completa"]
    assert charla.fuentes == [] and ollama_libre.preguntas == []
    assert [opcion["titulo"] in charla.contenido for opcion in aclaracion["opciones"]] == [True] * 4
    assert aclaracion["texto"] in charla.contenido
    elegibles = [opcion["ambito"] for opcion in aclaracion["opciones"]]
    assert {clave for ambito in elegibles for clave in ambito["documentos"]} == COPIAS
    for ambito in elegibles:
        seguida = entera(plaza, DISTINTO, siaa={"ambito": ambito})
        assert documentos_de(seguida) == set(ambito["documentos"])
        assert "aclaracion" not in seguida
    sin_flujo = entera(plaza, DISTINTO)
    assert sin_flujo["motivo"] == "aclaracion"
    assert sin_flujo["aclaracion"]["opciones"] == aclaracion["opciones"]
    assert guardado_todo(plaza.app.extensions["siaa"].registro)
    guardada = plaza.obtener("/siaa/log?motivo=aclaracion").json["preguntas"][0]
    assert guardada["documentos"] == [] and guardada["modo"] == "directo"


@pytest.mark.parametrize("ruta", ["/siaa/contexto", "/siaa/enrutar"])
def test_los_diagnosticos_muestran_lo_que_se_enviaria_sin_preguntar(
    plaza: ServidorDePrueba, ruta: str
) -> None:
    dicho = plaza.obtener(ruta, q=DISTINTO).json
    assert len(dicho["aclaracion"]["opciones"]) == 4
    assert dicho.get("fuentes", dicho.get("docs_encontrados"))
    assert plaza.obtener(ruta, q=DISTINTO, coleccion="manuales").json["aclaracion"] is None


def test_lo_que_todos_dicen_igual_se_contesta_de_una_vez(plaza: ServidorDePrueba) -> None:
    dicho = plaza.obtener("/siaa/contexto", q=COMUN).json
    assert dicho["aclaracion"] is None and "instrumento sin sello" in dicho["contexto"]
    for fuente in dicho["fuentes"]:
        assert {fuente["doc"], *fuente["tambien"]} == COPIAS
        titulos = [f"Manual del {clave[:-3].replace('_', ' de ')}" for clave in fuente["tambien"]]
        assert fuente["copias"] == titulos
    solo = plaza.obtener("/siaa/contexto", q=COMUN, documento="mostrador_panes.md").json
    assert [fuente["tambien"] for fuente in solo["fuentes"]] == [[]] * len(solo["fuentes"])


@pytest.mark.parametrize(
    ("pregunta", "documento"),
    [
        *(
            (f"{DISTINTO} Trabajo en el mostrador de {que}", f"mostrador_{que}.md")
            for que in MOSTRADORES
        ),
        (DE_UNO, "mostrador_pescados.md"),
        (REGLAMENTO, "reglamento.md"),
    ],
)
def test_no_se_pregunta_lo_que_ya_se_dijo(
    plaza: ServidorDePrueba, pregunta: str, documento: str
) -> None:
    dicho = plaza.obtener("/siaa/contexto", q=pregunta).json
    assert dicho["aclaracion"] is None
    assert (dicho["fuentes"][0]["doc"], dicho["fuentes"][0]["tambien"]) == (documento, [])


def test_a_los_otros_programas_se_les_pregunta_con_palabras(plaza: ServidorDePrueba) -> None:
    cuerpo = {"model": "siaa"} | cuerpo_de_chat(DISTINTO, stream=False)
    for dicho in (
        plaza.publicar("/api/chat", cuerpo).json["message"]["content"],
        plaza.publicar("/v1/chat/completions", cuerpo).json["choices"][0]["message"]["content"],
    ):
        assert "**Fuentes**" not in dicho
        assert sorted(linea[3:] for linea in dicho.split("\n") if linea[:1].isdigit())[:-1] == [
            f"Manual del mostrador de {que}" for que in sorted(MOSTRADORES)
        ]


@pytest.mark.parametrize("dicho", ["3", "la tercera", "{}", "el de {}"])
def test_la_respuesta_a_lo_preguntado_sigue_la_misma_pregunta(
    plaza: ServidorDePrueba, dicho: str
) -> None:
    pedida = entera(plaza, DISTINTO)["aclaracion"]["opciones"][2]
    texto = plaza.charlar(DISTINTO).contenido
    cuerpo = cuerpo_de_chat(DISTINTO, texto, dicho.format(pedida["titulo"].split()[-1]))
    seguida = plaza.publicar("/siaa/contexto", cuerpo).json
    boton = cuerpo_de_chat(DISTINTO, siaa={"ambito": pedida["ambito"]})
    assert seguida == plaza.publicar("/siaa/contexto", boton).json
    assert seguida["ambito"] == pedida["ambito"] and seguida["aclaracion"] is None
    otra = plaza.publicar("/siaa/contexto", cuerpo_de_chat(DISTINTO, texto, REGLAMENTO)).json
    assert otra["pregunta"] == REGLAMENTO and "consulta" not in otra


def test_lo_elegido_con_palabras_alcanza_a_toda_la_biblioteca_o_deja_varios(
    plaza: ServidorDePrueba,
) -> None:
    texto = plaza.charlar(DISTINTO).contenido

    def dice(*dichos: str, **otros: Any) -> Any:
        cuerpo = cuerpo_de_chat(DISTINTO, texto, *dichos, **otros)
        return plaza.publicar("/siaa/contexto", cuerpo).json

    assert dice("el reglamento de la lonja")["ambito"]["documentos"] == ["reglamento.md"]
    assert dice("el de Palermo")["ambito"] == {"documentos": [], "colecciones": []}  # none has it
    suyo = dice("trabajo en el de panes", "Se anotan.", "más corto")
    assert suyo["ambito"]["documentos"] == ["mostrador_panes.md"]
    assert dice("flores", **en(colecciones=("manuales",)))["ambito"]["documentos"] == [
        "mostrador_flores.md"
    ]
    assert dice("flores", **en("reglamento.md"))["ambito"]["documentos"] == ["reglamento.md"]


# --- What was looked up --------------------------------------------------------------------------


def test_se_dice_con_que_se_junto_la_pregunta(
    plaza: ServidorDePrueba, ollama_libre: OllamaDePrueba
) -> None:
    charla = plaza.charlar(REGLAMENTO, "El alcalde.", "¿Y por qué?")
    assert charla.eventos("fuentes")[0]["junto_con"] == REGLAMENTO
    assert plaza.charlar(REGLAMENTO).eventos("fuentes")[0]["junto_con"] == ""


def test_se_dice_como_que_se_leyo_una_palabra(plaza: ServidorDePrueba) -> None:
    cuerpo = cuerpo_de_chat("¿Qué plata puede cobrar el alcalde por decreto?")
    leidas: Respuesta = plaza.publicar("/siaa/enrutar", cuerpo)
    assert all({"escrita", "leida"} == set(leida) for leida in leidas.json["leidas"])
