"""Every way the model's server can fail, on a real socket, with and without stream.

A fault before the first word gives the extractive answer; after it, the words stay and the answer
says that it is cut short. Whatever happens, the stream keeps its protocol and shows nothing of
the machinery.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from biblioteca_de_prueba import PREGUNTA, TERCERA_PREGUNTA
from guiones import (
    PARA_SIEMPRE,
    Guion,
    Pausa,
    Reinicio,
    callado,
    de_pasos,
    demasiado_largo,
    demasiado_largo_antiguo,
    error_http,
    final,
    linea,
    linea_de_error,
    partido,
    respuesta,
    tras,
)
from ollama_de_prueba import OllamaDePrueba
from servidor_de_prueba import AMBAS, ServidorDePrueba, con_ambas
from verificaciones import (
    codigo_de,
    en_español,
    fin_de,
    verificar_buena,
    verificar_charla,
    verificar_cita,
    verificar_entero,
    verificar_extractiva,
    verificar_fin,
    verificar_fuentes,
)

from siaa.recorrido.generacion import REDUCCIONES

Fabrica = Callable[..., ServidorDePrueba]
IMPACIENTE = {"espera_primer_token": 1.0, "espera_entre_tokens": 0.5}
DICHO = ("El plazo ", "es de siete ", "días")
ROTO = b'{"model":"qwen2.5:3b","message":{"role":"assis\n'

ANTES_DE_LA_PRIMERA_PALABRA = {
    "404-modelo": (error_http(404, "model 'qwen2.5:3b' not found"), "modelo_no_instalado"),
    "500": (error_http(500, "llama runner process has terminated: CUDA error"), "modelo_fallo"),
    "500-texto": (error_http(500, "internal server error", tipo="text/plain"), "modelo_fallo"),
    "503": (
        error_http(503, "server busy, please try again.  maximum pending requests exceeded"),
        "modelo_ocupado",
    ),
    "403-vacio": (error_http(403, "", tipo="text/plain"), "modelo_fallo"),
    "400-otro": (error_http(400, "invalid option provided"), "modelo_fallo"),
    "404-texto": (
        error_http(404, "404 page not found", tipo="text/plain"),
        "modelo_no_instalado|modelo_fallo",
    ),
    "302": (error_http(302, "", tipo="text/plain"), "modelo_fallo"),
    "405-texto": (error_http(405, "405 method not allowed", tipo="text/plain"), "modelo_fallo"),
    "error-500-partido": (
        replace(error_http(500, "x"), transporte="trozos", termina=False),
        "modelo_fallo",
    ),
    "sin-cabeceras": (callado(), "espera_agotada"),
    "tras-las-cabeceras": (callado(False), "espera_agotada"),
    "fichas-vacias-y-silencio": (tras(["", ""], PARA_SIEMPRE), "espera_agotada"),
    "error-primera-linea": (de_pasos(linea_de_error()), "corte"),
    "basura-primera-linea": (de_pasos(b"<html>502 Bad Gateway</html>\n"), "corte"),
    "json-que-no-es-objeto": (de_pasos(b"[1, 2]\n"), "corte"),
    "mensaje-de-otro-tipo": (de_pasos(b'{"message": "hola", "done": false}\n'), "corte"),
    "bytes-que-no-son-texto": (de_pasos(b'{"message":{"content":"\xff\xfe"}}\n'), "corte"),
    "vacio": (de_pasos(), "corte"),
    "reinicio": (tras([], Pausa(0.1), Reinicio()), "corte|modelo_no_responde"),
    "cierre-a-medias": (tras([], Pausa(0.1), termina=False), "corte|modelo_no_responde"),
}
A_MEDIO_CAMINO = {
    "atasco": (tras(["".join(DICHO)], PARA_SIEMPRE), "espera_agotada"),  # no other pause
    "sin-done": (tras(DICHO), "corte"),
    "reinicio": (tras(DICHO, Pausa(0.5), Reinicio()), "corte"),
    "cierre-a-medias": (tras(DICHO, termina=False), "corte"),
    "linea-de-error": (tras(DICHO, linea_de_error()), "corte"),
    "linea-de-error-y-sigue": (tras(DICHO, linea_de_error(), final()), "corte"),
    "basura": (tras(DICHO, ROTO, linea(" hábiles."), final()), "corte"),
    "media-linea": (tras(DICHO, linea(" hábiles.")[:40]), "corte"),
    "bytes-que-no-son-texto": (tras(DICHO, b"\xff\xfe\xfa\n", final()), "corte"),
    "json-que-no-es-objeto": (tras(DICHO, b"null\n", final()), "corte"),
}


NEGATIVAS = {
    "con-cuentas": demasiado_largo(),
    "antigua": demasiado_largo_antiguo(),
    "como-linea": de_pasos(linea_de_error("the input length exceeds the context length")),
}


@pytest.fixture
def quien_atiende(
    siaa: ServidorDePrueba, ollama_libre: OllamaDePrueba, servidor: Fabrica
) -> Fabrica:
    """`quien_atiende(code)`: the module's SIAA, or one that runs out of patience in some state."""

    def elegir(codigo: str, **impaciente: float) -> ServidorDePrueba:
        if codigo != "espera_agotada":
            return siaa
        estrategia = siaa.config.estrategia
        return servidor(ollama_url=ollama_libre.url, estrategia=estrategia, **impaciente)

    return elegir


@con_ambas
@pytest.mark.parametrize("caso", ANTES_DE_LA_PRIMERA_PALABRA)
def test_una_falla_antes_de_la_primera_palabra(
    quien_atiende: Fabrica, ollama_libre: OllamaDePrueba, caso: str
) -> None:
    guion, codigo = ANTES_DE_LA_PRIMERA_PALABRA[caso]
    ollama_libre.por_defecto = guion
    siaa = quien_atiende(codigo, **IMPACIENTE)
    charla = siaa.charlar(TERCERA_PREGUNTA)
    verificar_charla(charla, ollama_libre.url, str(ollama_libre.puerto))
    verificar_fin(charla, "extractiva", completa=True, modo="extractivo")
    assert charla.codigo in codigo.split("|")
    verificar_extractiva(charla.contenido, charla.fuentes)
    entero = verificar_entero(siaa.charlar_entero(TERCERA_PREGUNTA), ollama_libre.url)
    assert fin_de(entero) == ("extractiva", True, "extractivo", "stop")
    assert codigo_de(entero) == charla.codigo
    en_español(entero["siaa"]["error"]["mensaje"])
    verificar_extractiva(entero["choices"][0]["message"]["content"], entero["siaa"]["fuentes"])


@pytest.mark.parametrize("caso", A_MEDIO_CAMINO)
def test_una_falla_a_medio_camino(
    quien_atiende: Fabrica, ollama_libre: OllamaDePrueba, caso: str
) -> None:
    guion, codigo = A_MEDIO_CAMINO[caso]
    ollama_libre.por_defecto = guion
    siaa = quien_atiende(codigo, espera_entre_tokens=0.5)
    charla = siaa.charlar(TERCERA_PREGUNTA)
    verificar_charla(charla, ollama_libre.url, str(ollama_libre.puerto))
    verificar_fin(charla, "corte", completa=False, modo="modelo", razon="length")
    assert charla.codigo == codigo
    comprobar_texto_incompleto(charla.contenido)
    verificar_fuentes(charla.fuentes)
    entero = verificar_entero(siaa.charlar_entero(TERCERA_PREGUNTA), ollama_libre.url)
    assert fin_de(entero) == ("corte", False, "modelo", "length")
    assert codigo_de(entero) == codigo
    comprobar_texto_incompleto(entero["choices"][0]["message"]["content"])


def comprobar_texto_incompleto(contenido: str) -> None:
    """What was said stays, and a notice in words follows."""
    dicho = "".join(DICHO)
    assert contenido.startswith(dicho)
    aviso = contenido[len(dicho) :].replace(" hábiles.", "")
    assert "complet" in aviso or "cort" in aviso or "interrump" in aviso, f"no notice: {aviso!r}"
    en_español(aviso)


def test_tras_una_falla_el_turno_queda_libre(servidor: Fabrica, ollama: OllamaDePrueba) -> None:
    siaa = servidor(espera_entre_tokens=3)
    fallas = [guion for guion, _ in A_MEDIO_CAMINO.values()]
    ollama.encolar(*fallas)
    for _ in fallas:
        siaa.charlar(TERCERA_PREGUNTA)
    verificar_buena(siaa.charlar(TERCERA_PREGUNTA))


def test_cortada_por_larga(siaa: ServidorDePrueba, ollama_libre: OllamaDePrueba) -> None:
    ollama_libre.por_defecto = respuesta(*DICHO, razon="length")
    charla = siaa.charlar(TERCERA_PREGUNTA)
    verificar_charla(charla)
    verificar_fin(charla, "length", completa=False, modo="modelo", razon="length")
    comprobar_texto_incompleto(charla.contenido)
    entero = verificar_entero(siaa.charlar_entero(TERCERA_PREGUNTA))
    assert fin_de(entero) == ("length", False, "modelo", "length")
    comprobar_texto_incompleto(entero["choices"][0]["message"]["content"])


MEDIA_FRASE = "El plazo para presentar el reporte RETRI es"
FRASE_ENTERA = "El plazo para presentar el reporte RETRI es de siete días hábiles."


@pytest.mark.parametrize(
    ("dichas", "estados"),
    [
        ((FRASE_ENTERA, f" {MEDIA_FRASE} de nueve"), ["respaldada", "sin_afirmacion"]),
        ((MEDIA_FRASE,), ["sin_afirmacion"]),
        ((FRASE_ENTERA,), ["respaldada"]),
        ((f"- {FRASE_ENTERA[:-1]}", "\n"), ["respaldada"]),
    ],
)
def test_de_media_frase_no_se_dice_nada(
    servidor: Fabrica, ollama: OllamaDePrueba, dichas: tuple[str, ...], estados: list[str]
) -> None:
    """However it broke off. What the whole sentences say is judged as ever."""
    siaa = servidor()
    for guion in (tras(dichas, linea_de_error()), respuesta(*dichas, razon="length")):
        ollama.encolar(guion)
        charla = siaa.charlar(PREGUNTA)
        assert not charla.fin["completa"]
        assert [frase["estado"] for frase in charla.fin["frases"]] == estados


def test_las_lineas_partidas_en_cualquier_byte(
    siaa: ServidorDePrueba, ollama_libre: OllamaDePrueba
) -> None:
    cuerpo = b'{"message":{"content":"s\xc3\xad\xc2\xb0 "},"done":false}\n'
    cuerpo += b'{"message":{"content":"\xe2\x80\x94 \\u00f1"},"done":false}\n'
    cuerpo += b'{"done":true,"done_reason":"stop"}\n'
    for corte in range(1, len(cuerpo)):
        ollama_libre.encolar(partido(cuerpo, corte))
        charla = siaa.charlar(TERCERA_PREGUNTA)
        assert charla.contenido.startswith("sí° — ñ"), (
            f"cut at byte {corte}: {charla.contenido[:80]!r}"
        )
        verificar_fin(charla, "stop", completa=True, modo="modelo")
    ollama_libre.encolar(partido(cuerpo, *range(1, len(cuerpo))), de_pasos(cuerpo))
    for _ in range(2):
        assert siaa.charlar(TERCERA_PREGUNTA).contenido.startswith("sí° — ñ")


@con_ambas
@pytest.mark.parametrize("negativa", NEGATIVAS.values(), ids=NEGATIVAS)
def test_un_texto_demasiado_largo_se_poda(
    siaa: ServidorDePrueba, ollama_libre: OllamaDePrueba, negativa: Guion
) -> None:
    ollama_libre.encolar(negativa, respuesta(*DICHO))
    charla = siaa.charlar(TERCERA_PREGUNTA)
    verificar_buena(charla)
    assert charla.codigo is None and charla.contenido.startswith("".join(DICHO))
    primera, segunda = ollama_libre.preguntas
    assert len(segunda.texto) < len(primera.texto)
    assert "[DOC: " in segunda.texto and TERCERA_PREGUNTA in segunda.mensajes[-1]["content"]
    assert segunda.json["options"] == primera.json["options"]
    verificar_fuentes(charla.fuentes)
    for fuente in charla.fuentes:
        assert fuente["texto"] in segunda.texto, "a source that the model did not get"


@pytest.mark.parametrize("negativa", NEGATIVAS.values(), ids=NEGATIVAS)
def test_un_texto_que_nunca_cabe(
    siaa: ServidorDePrueba, ollama_libre: OllamaDePrueba, negativa: Guion
) -> None:
    ollama_libre.por_defecto = negativa
    charla = siaa.charlar(TERCERA_PREGUNTA)
    verificar_charla(charla)
    verificar_fin(charla, "extractiva", completa=True, modo="extractivo")
    assert charla.codigo == "contexto_excedido"
    largos = [len(pregunta.texto) for pregunta in ollama_libre.preguntas]
    assert 2 <= len(largos) <= 1 + REDUCCIONES and largos == sorted(set(largos), reverse=True)
    verificar_cita(charla.contenido, charla.fuentes)
    entero = verificar_entero(siaa.charlar_entero(TERCERA_PREGUNTA))
    assert (fin_de(entero), codigo_de(entero)) == (
        ("extractiva", True, "extractivo", "stop"),
        "contexto_excedido",
    )


@pytest.mark.parametrize("estrategia", AMBAS)
@pytest.mark.parametrize("version", ["0.24.0", "0.33.0"])
def test_la_poda_se_guia_por_las_cuentas_del_servidor(
    servidor: Fabrica, ollama: OllamaDePrueba, estrategia: str, version: str
) -> None:
    """The window holds the prompt by our estimate, and not as the model counts.

    A server that tells no counts has the window for them: that much the prompt has, at least.
    """
    verificar_buena(servidor(estrategia=estrategia).charlar(TERCERA_PREGUNTA))
    entera = ollama.preguntas[0].texto
    ollama.olvidar()
    ollama.letras_por_ficha, ollama.mira_la_ventana = 1.6, True
    ollama.motor.version = version
    siaa = servidor(estrategia=estrategia, num_ctx=int(len(entera) / 1.6) - 1, num_predict=50)
    charla = siaa.charlar(TERCERA_PREGUNTA)
    verificar_buena(charla)
    primera, *_, ultima = ollama.preguntas
    assert len(ultima.texto) < len(primera.texto) == len(entera)
    assert charla.fuentes[0]["texto"] in ultima.texto


def test_una_respuesta_que_llega_a_la_ventana_acaba_ahi(
    servidor: Fabrica, ollama: OllamaDePrueba
) -> None:
    """As cut short, its prompt whole; by default the server drops half of it and tells nobody."""
    ollama.mira_la_ventana = True
    ollama.por_defecto = respuesta(*["palabra "] * 1100)
    charla = servidor(num_ctx=1024, num_predict=100).charlar(TERCERA_PREGUNTA)
    verificar_charla(charla)
    verificar_fin(charla, "length", completa=False, modo="modelo", razon="length")
    assert ollama.motor.desplazamientos == 0
    assert 0 < charla.contenido.count("palabra ") < 1024


def test_una_linea_sin_fin_no_llena_la_memoria(
    siaa: ServidorDePrueba, ollama_libre: OllamaDePrueba
) -> None:
    ollama_libre.encolar(tras(DICHO, *[b"x" * 65536] * 200))
    charla = siaa.charlar(TERCERA_PREGUNTA)
    verificar_charla(charla)
    verificar_fin(charla, "corte", completa=False, modo="modelo", razon="length")


def test_el_modelo_puede_escribir_lo_que_quiera(
    siaa: ServidorDePrueba, ollama_libre: OllamaDePrueba
) -> None:
    rarezas = ("data: [DONE]\n\n", "\r\n", "<script>", "\u2028", "😀", '"}', ": latido\n\n")
    ollama_libre.encolar(respuesta(*rarezas))
    charla = siaa.charlar(TERCERA_PREGUNTA)
    verificar_charla(charla)
    assert charla.contenido.startswith("".join(rarezas))


def test_medio_emoji_del_modelo_no_rompe_el_flujo(
    siaa: ServidorDePrueba, ollama_libre: OllamaDePrueba
) -> None:
    suelto = b'{"message":{"content":"\\ud83d siete"},"done":false}\n'
    ollama_libre.encolar(de_pasos(suelto, final()))
    charla = siaa.charlar(TERCERA_PREGUNTA)
    verificar_charla(charla)
    assert "siete" in charla.contenido


@pytest.mark.parametrize("pieza", ["a ", " ", "ay " * 300], ids=["letras", "blancos", "largas"])
def test_un_modelo_que_no_para_se_corta_en_lo_pedido(
    servidor: Fabrica, ollama: OllamaDePrueba, pieza: str
) -> None:
    """The limit that was asked for is counted here too; the stream never comes to an end."""
    siaa = servidor(num_predict=16)
    ollama.encolar(tras([*(["Siete "] if pieza.strip() else []), *[pieza] * 60], PARA_SIEMPRE))
    charla = siaa.charlar(TERCERA_PREGUNTA)
    if pieza.strip():
        verificar_fin(charla, "length", completa=False, modo="modelo", razon="length")
        assert len(charla.contenido.split("[Respuesta incompleta]")[0]) <= 16 * 20 + 2
    else:
        verificar_fin(charla, "extractiva", completa=True, modo="extractivo")
        assert charla.codigo == "modelo_fallo", "its silence was waited for"
    assert ollama.se_suelta()


@pytest.mark.parametrize("version", ["0.24.0", "0.33.0"])
def test_una_conversacion_larga_que_se_conto_mal_se_acorta_lo_que_haga_falta(
    servidor: Fabrica, ollama: OllamaDePrueba, version: str
) -> None:
    """By our estimate it all fits; one fragment less, as we count, would be refused again."""
    ollama.motor.version = version
    ollama.letras_por_ficha, ollama.mira_la_ventana = 1.6, True
    turno = "El expediente llegó con sus anexos y constancias. " * 30
    charla = servidor(num_ctx=2048, num_predict=64).charlar(turno, turno, TERCERA_PREGUNTA)
    verificar_buena(charla)
    assert charla.codigo is None
    assert len(ollama.preguntas[-1].texto) < len(ollama.preguntas[0].texto)
