"""`/siaa/constancia/<id>`: what is said of an answer long after it was given, and what is not."""

from __future__ import annotations

from pathlib import Path

import pytest
from biblioteca_de_prueba import NUEVE_DIAS, PREGUNTA, REPARO
from conftest import Fabrica
from guiones import error_http, respuesta
from ollama_de_prueba import OllamaDePrueba
from paciencia import esperar
from registro_de_prueba import asiento_de_prueba
from servidor_de_prueba import ServidorDePrueba

REDACTADA = (
    "El plazo para presentar el reporte RETRI es de siete días hábiles.\n\n",
    f"{NUEVE_DIAS} <b>",
)


def constancia(siaa: ServidorDePrueba, id_pregunta: str) -> str:
    """The page, once the record has the question."""
    ruta = f"/siaa/constancia/{id_pregunta}"
    assert esperar(lambda: siaa.obtener(ruta).estado == 200)
    respuesta = siaa.obtener(ruta)
    assert respuesta.cabeceras["content-type"].startswith("text/html")
    assert "script-src 'self';" in respuesta.cabeceras["content-security-policy"]
    return respuesta.texto


def preguntada(siaa: ServidorDePrueba, *mensajes: str) -> str:
    return siaa.charlar(*(mensajes or (PREGUNTA,))).cabeceras["x-request-id"]


@pytest.fixture
def id_pregunta(siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba) -> str:
    ollama_comun.encolar(respuesta(*REDACTADA))
    return preguntada(siaa)


@pytest.mark.usefixtures("ollama_libre")
def test_dice_que_se_respondio_con_que_y_como(siaa: ServidorDePrueba, id_pregunta: str) -> None:
    pagina = constancia(siaa, f"chatcmpl-{id_pregunta}")
    for dicho in (
        *(PREGUNTA, "redactó una máquina", "Acuerdo PCSJA24-12243", "Verificada por:"),
        *("1 frase discrepa con ", "2 frases, 1 con respaldo.", '<span class="discrepa">'),
        *("&lt;b&gt;", REPARO, "Todos se leen hoy igual que entonces.", "siete días hábiles"),
        *("qwen2.5:3b", id_pregunta, "nadie la valoró", "redactada por el modelo", "· huella "),
        *("<dd>híbrida</dd>", "Instrucciones al modelo</dt><dd>huella <code>"),
    ):
        assert dicho in pagina, dicho
    siaa.publicar("/siaa/valoracion", {"id": id_pregunta, "voto": "no", "comentario": "<Mal>"})
    assert esperar(lambda: "no le sirvió a quien" in constancia(siaa, id_pregunta))
    assert "&lt;Mal&gt;" in constancia(siaa, id_pregunta)


@pytest.mark.usefixtures("ollama_libre")
def test_lo_que_se_advirtio_al_buscar_queda_en_ella(
    siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    """However the answer was made, also where its words are told as the passages that they are."""
    pregunta = "¿Qué dice el artículo 99 del Acuerdo VR24-101?"
    ollama_comun.encolar(respuesta(REDACTADA[0]))
    redactada = siaa.charlar(pregunta)
    ollama_comun.encolar(error_http(500, "se cayó"))
    extractiva = siaa.charlar(pregunta)
    assert [charla.fin["modo"] for charla in (redactada, extractiva)] == ["modelo", "extractivo"]
    for charla in (redactada, extractiva):
        dichos = " ".join(charla.eventos("fuentes")[0]["avisos"])
        assert "RETRI» tiene 6 artículos; el 99 no existe. Puede que la respuesta no" in dichos
        pagina = constancia(siaa, charla.cabeceras["x-request-id"])
        assert f'<p class="aviso">{dichos}</p>' in pagina
    assert "corresponden a su pregunta" not in extractiva.contenido


def test_de_cuando_es_una_guardada_y_por_que_quedo_incompleta(
    servidor: Fabrica, ollama: OllamaDePrueba
) -> None:
    siaa = servidor(cache_entradas=10)
    # Before the model's digest is known nothing is remembered.
    assert esperar(lambda: siaa.obtener("/siaa/status").json["ollama"]["digest"])
    ollama.encolar(respuesta(REDACTADA[0]))
    primera, repetida = preguntada(siaa), preguntada(siaa)
    assert "Respuesta guardada el" not in constancia(siaa, primera)
    aviso = constancia(siaa, repetida).split('<p class="aviso">')[2]
    assert aviso.startswith("Respuesta guardada el ") and " m. Los documentos en que" in aviso
    ollama.encolar(respuesta(NUEVE_DIAS, razon="length"))
    cortada = constancia(siaa, preguntada(siaa, "¿Quién presenta el reporte RETRI?"))
    assert "Respuesta incompleta. Se alcanzó la extensión máxima" in cortada


def test_lo_que_el_registro_no_guarda_se_dice(
    servidor: Fabrica, biblioteca_chica: Path, ollama: OllamaDePrueba
) -> None:
    siaa = servidor()
    ollama.encolar(respuesta(NUEVE_DIAS))
    primera = preguntada(siaa)
    seguida = preguntada(siaa, PREGUNTA, "Siete días.", "¿Y quién lo presenta ese reporte?")
    saludo = preguntada(siaa, "Hola")
    assert "Todos se leen hoy igual" in constancia(siaa, seguida)
    assert f"Se buscó junto con «{PREGUNTA}»." in constancia(siaa, seguida)
    assert "Se buscó junto con" not in constancia(siaa, primera)
    for dicho in ("no la redactó ninguna máquina", "<dt>Modelo</dt><dd>ninguno</dd>"):
        assert dicho in constancia(siaa, saludo)
    otro = biblioteca_chica / "otro.md"
    otro.write_text("# Xilófonos\n\nSe afinan con un diapasón.\n", encoding="utf-8")
    siaa.pedir("POST", "/siaa/recargar")
    assert "Todos se leen hoy igual" in constancia(siaa, primera)
    (norma,) = biblioteca_chica.glob("normativa/*[vV][rR]24-101.md")
    norma.write_text(norma.read_text(encoding="utf-8").replace("siete", "diecisiete"), "utf-8")
    siaa.pedir("POST", "/siaa/recargar")
    cambiada = constancia(siaa, primera)
    assert "Algunos pasajes ya no se leen como entonces" in cambiada
    assert "diecisiete" not in cambiada and "Ya no se lee igual." in cambiada
    assert "1 frase discrepa con " in cambiada and REPARO in cambiada  # as it was then
    norma.unlink()
    siaa.pedir("POST", "/siaa/recargar?forzar=1")
    assert "Documento que ya no está en la biblioteca" in constancia(siaa, primera)


def test_una_respuesta_anterior_a_que_se_guardaran_los_pasajes(
    servidor: Fabrica, ollama: OllamaDePrueba
) -> None:
    siaa = servidor()
    vieja = asiento_de_prueba(1, pasajes=(), frases=())
    siaa.app.extensions["siaa"].registro.anotar(vieja)
    pagina = constancia(siaa, vieja.id)
    assert "acuerdo.md#0, acuerdo.md#3" in pagina and "no guardaba el lugar" in pagina
    assert "no consta." in pagina


def test_sin_textos_y_sin_registro(servidor: Fabrica, ollama: OllamaDePrueba) -> None:
    siaa = servidor(registro="sin_textos")
    pagina = constancia(siaa, preguntada(siaa))
    assert PREGUNTA not in pagina and pagina.count("no guarda los textos") == 2
    assert siaa.obtener(f"/siaa/constancia/{'0' * 32}").estado == 404
    assert servidor(registro="no").obtener(f"/siaa/constancia/{'0' * 32}").estado == 404


def test_quien_no_puede_preguntar_no_la_lee(servidor: Fabrica) -> None:
    siaa = servidor(token_preguntas="clave-larga-de-la-oficina-123")
    assert siaa.obtener(f"/siaa/constancia/{'0' * 32}").estado == 401
