"""A model behind OpenAI's protocol: llama.cpp's server as it was seen to behave."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from biblioteca_de_prueba import OTRA_PREGUNTA, PREGUNTA, TERCERA_PREGUNTA
from guiones import PARA_SIEMPRE, Guion, Reinicio
from llama_de_prueba import LlamaDePrueba, dicha, evento, rechazo, trozo
from ollama_de_prueba import MODELO, OllamaDePrueba
from paciencia import esperar
from servidor_de_prueba import ServidorDePrueba
from verificaciones import verificar_buena, verificar_charla, verificar_extractiva, verificar_fin

Fabrica = Callable[..., ServidorDePrueba]
CLAVE = "clave-de-la-oficina"


@pytest.fixture
def llama() -> Iterator[LlamaDePrueba]:
    """A running stand-in for llama.cpp's server."""
    with LlamaDePrueba() as fingido:
        yield fingido


@pytest.fixture
def por_openai(servidor: Fabrica, llama: LlamaDePrueba) -> Fabrica:
    """`por_openai(**settings)`: SIAA in front of it."""
    return lambda **otros: servidor(ollama_url=llama.url, protocolo="openai", **otros)


def problema(siaa: ServidorDePrueba, texto: str) -> bool:
    return esperar(lambda: texto in str(siaa.obtener("/siaa/status").json["ollama"]["problema"]))


def listo(siaa: ServidorDePrueba) -> bool:
    return esperar(lambda: siaa.obtener("/siaa/status").json["ollama"]["listo"])


def test_una_respuesta(por_openai: Fabrica, llama: LlamaDePrueba) -> None:
    siaa = por_openai()
    assert listo(siaa)
    charla = verificar_buena(siaa.charlar(TERCERA_PREGUNTA))
    assert charla.contenido.startswith("Según el acuerdo, sí.")
    (peticion,) = llama.preguntas
    assert peticion.json["model"] == MODELO and "authorization" not in peticion.cabeceras
    assert all(p.ruta.startswith("/v1/") for p in llama.peticiones)
    turnos = siaa.obtener("/siaa/status").json["turnos"]
    assert turnos["lectura_tokens_s"] is None or turnos["lectura_tokens_s"] > 0
    assert turnos["escritura_tokens_s"] == pytest.approx(1 / 0.12)


def test_la_direccion_puede_acabar_en_v1(servidor: Fabrica, llama: LlamaDePrueba) -> None:
    siaa = servidor(ollama_url=f"{llama.url}/v1", protocolo="openai")
    verificar_buena(siaa.charlar(TERCERA_PREGUNTA))


def test_se_calienta_y_no_se_carga(por_openai: Fabrica, llama: LlamaDePrueba) -> None:
    """Its model is in memory since it started: only the fixed text is read ahead."""
    siaa = por_openai(calentar="si")
    assert esperar(lambda: len(llama.calentamientos) == 1)
    assert esperar(lambda: siaa.obtener("/siaa/status").json["ollama"]["calentado_en"])
    verificar_buena(siaa.charlar(TERCERA_PREGUNTA))
    assert all(p.json["messages"] for p in (*llama.calentamientos, *llama.preguntas))


def test_la_clave_se_muestra_y_no_se_cuenta(por_openai: Fabrica, llama: LlamaDePrueba) -> None:
    llama.clave = CLAVE
    siaa = por_openai(clave_api=CLAVE)
    verificar_buena(siaa.charlar(TERCERA_PREGUNTA))
    assert CLAVE not in siaa.obtener("/siaa/status").texto


@pytest.mark.parametrize("clave", [None, "otra-clave-cualquiera"])
def test_sin_la_clave_buena_se_dice_que_falta(
    por_openai: Fabrica, llama: LlamaDePrueba, clave: str | None
) -> None:
    llama.clave = CLAVE
    siaa = por_openai(clave_api=clave)
    assert listo(siaa)
    charla = siaa.charlar(TERCERA_PREGUNTA)
    verificar_charla(charla, llama.url, CLAVE)
    verificar_fin(charla, "extractiva", completa=True, modo="extractivo")
    assert charla.codigo == "clave_rechazada"
    (aviso,) = siaa.obtener("/siaa/status").json["ollama"]["avisos"]
    assert "clave_rechazada" in aviso and "Invalid API Key" in aviso


def test_mientras_carga_responden_los_pasajes(por_openai: Fabrica, llama: LlamaDePrueba) -> None:
    llama.cargando = True
    siaa = por_openai()
    assert problema(siaa, "está cargando el modelo")
    charla = siaa.charlar(TERCERA_PREGUNTA)
    verificar_fin(charla, "extractiva", completa=True, modo="extractivo")
    assert charla.codigo == "modelo_ocupado"
    llama.cargando = False
    assert listo(siaa)
    verificar_buena(siaa.charlar(TERCERA_PREGUNTA))


def test_el_modelo_que_no_ofrece(por_openai: Fabrica, llama: LlamaDePrueba) -> None:
    llama.modelos = ("llama-3.2-3b", "otro")
    siaa = por_openai()
    assert problema(siaa, "(llama-3.2-3b, otro)")
    assert siaa.charlar(TERCERA_PREGUNTA).codigo == "modelo_no_instalado" and not llama.preguntas


def test_quien_habla_de_otra_manera(servidor: Fabrica, ollama: OllamaDePrueba) -> None:
    siaa = servidor(protocolo="openai")
    assert problema(siaa, "SIAA_PROTOCOLO")
    assert siaa.charlar(TERCERA_PREGUNTA).codigo == "modelo_fallo" and not ollama.preguntas


def test_una_ventana_menor_se_avisa(por_openai: Fabrica, llama: LlamaDePrueba) -> None:
    llama.ventana = 2048
    siaa = por_openai(num_ctx=4096)
    assert listo(siaa)
    (aviso,) = siaa.obtener("/siaa/status").json["ollama"]["avisos"]
    assert "«-c 4096»" in aviso and "SIAA_NUM_CTX=2048" in aviso
    llama.ventana = 8192
    assert esperar(lambda: siaa.obtener("/siaa/status").json["ollama"]["context_length"] == 8192)
    assert siaa.obtener("/siaa/status").json["ollama"]["avisos"] == []


def test_lo_que_no_cabe_se_acorta_con_sus_cuentas(
    por_openai: Fabrica, llama: LlamaDePrueba
) -> None:
    llama.letras_por_ficha = 0.45
    siaa = por_openai()
    charla = siaa.charlar(TERCERA_PREGUNTA)
    verificar_fin(charla, "stop", completa=True, modo="modelo")
    tallas = [len(p.texto) for p in llama.preguntas]
    assert len(tallas) >= 2 and tallas == sorted(tallas, reverse=True)


def test_lo_que_ya_tenia_leido_cuenta_aparte(por_openai: Fabrica, llama: LlamaDePrueba) -> None:
    siaa = por_openai()
    for _ in range(2):
        tiempos = verificar_buena(siaa.charlar(TERCERA_PREGUNTA)).fin["tiempos"]
    assert tiempos["tokens_prompt"] > 100
    assert llama.preguntas[0].texto == llama.preguntas[1].texto


FALLAS = {
    "500": (rechazo(500, "se cayó", "server_error"), "modelo_fallo"),
    "429": (rechazo(429, "too many", "rate_limit"), "modelo_ocupado"),
    "sin razón": (Guion((trozo(),), tipo="text/event-stream"), "corte"),
    "error primero": (Guion((evento({"error": {"message": "oops"}}),)), "corte"),
    "no es lo pedido": (Guion((b"<html>",), transporte="largo"), "corte"),
    "nada": (dicha(), "modelo_fallo"),
    "se reinicia": (Guion((trozo(), Reinicio()), termina=False), "corte"),
}


@pytest.mark.parametrize("caso", FALLAS)
def test_una_falla_antes_de_la_primera_palabra(
    por_openai: Fabrica, llama: LlamaDePrueba, caso: str
) -> None:
    llama.por_defecto, codigo = FALLAS[caso]
    charla = por_openai().charlar(TERCERA_PREGUNTA)
    verificar_charla(charla, llama.url)
    verificar_fin(charla, "extractiva", completa=True, modo="extractivo")
    verificar_extractiva(charla.contenido, charla.fuentes)
    assert charla.codigo == codigo


def test_a_medio_camino_queda_lo_dicho(por_openai: Fabrica, llama: LlamaDePrueba) -> None:
    dicho = (trozo(), trozo("El plazo "), trozo("es de "))
    for final in (Reinicio(), evento({"error": {"message": "oops"}}), b"data: [DONE]\n\n"):
        llama.por_defecto = Guion((*dicho, final), tipo="text/event-stream", termina=False)
        charla = por_openai().charlar(TERCERA_PREGUNTA)
        verificar_fin(charla, "corte", completa=False, modo="modelo", razon="length")
        assert charla.contenido.startswith("El plazo es de ")


def test_quien_se_va_cuelga(por_openai: Fabrica, llama: LlamaDePrueba) -> None:
    llama.por_defecto = Guion((PARA_SIEMPRE,), tipo="text/event-stream")
    siaa = por_openai()
    with siaa.abrir(TERCERA_PREGUNTA):
        llama.esperar_preguntas(1)
    assert llama.se_suelta()


def test_el_lector_puede_ser_otro(
    servidor: Fabrica, ollama: OllamaDePrueba, llama: LlamaDePrueba
) -> None:
    """The searches are asked of the reader, in its protocol; the answer, of the model."""
    llama.modelos = ("chico",)
    llama.por_defecto = dicha('["plazo para presentar', ' el informe"]')
    siaa = servidor(
        descomponer="siempre",
        lector_url=llama.url,
        lector_protocolo="openai",
        lector_modelo="chico",
    )
    verificar_buena(siaa.charlar(TERCERA_PREGUNTA))
    (encargo,) = llama.preguntas
    esquema = encargo.json["response_format"]["json_schema"]["schema"]
    assert (esquema["type"], encargo.json["model"]) == ("array", "chico")
    assert len(ollama.preguntas) == 1


def test_un_lector_que_no_esta_no_estorba(
    servidor: Fabrica, ollama: OllamaDePrueba, url_cerrada: str
) -> None:
    siaa = servidor(descomponer="siempre", lector_url=url_cerrada)
    assert listo(siaa)
    charla = siaa.charlar(TERCERA_PREGUNTA)
    verificar_fin(charla, "stop", completa=True, modo="modelo")
    assert len(ollama.preguntas) == 1
    estado = siaa.obtener("/siaa/status").json
    (aviso,) = (a for a in estado["avisos"] if "SIAA_LECTOR_URL" in a)
    assert url_cerrada in aviso and "modelo_no_responde" in aviso
    assert estado["estado"] == "degradado" and aviso in siaa.obtener("/siaa/salud").texto


def test_lo_que_no_pudo_el_lector_se_dice_hasta_que_puede(
    servidor: Fabrica, llama: LlamaDePrueba
) -> None:
    """What it says and is of no use counts as an answer: only its stage failed."""
    llama.encolar(FALLAS["500"][0], dicha("No sé."))
    llama.por_defecto = dicha('["plazo"]')
    siaa = servidor(descomponer="siempre", lector_url=llama.url, lector_protocolo="openai")
    problemas = []
    for pregunta in (TERCERA_PREGUNTA, PREGUNTA, OTRA_PREGUNTA):
        siaa.charlar(pregunta)
        (etapa,) = siaa.obtener("/siaa/status").json["etapas"]
        problemas.append(etapa["problema"])
    assert llama.url in problemas[0] and "SIAA_LECTOR_URL" in problemas[0]
    assert problemas[1:] == [None, None] and etapa["veces"] == {"fallida": 2, "hecha": 1}


def test_los_dos_a_la_vez(servidor: Fabrica) -> None:
    """Two servers of OpenAI's protocol, one of which fails."""
    with LlamaDePrueba() as malo, LlamaDePrueba() as bueno:
        malo.por_defecto = FALLAS["500"][0]
        siaa = servidor(ollama_url=f"{malo.url},{bueno.url}", protocolo="openai")
        assert esperar(
            lambda: all(s["listo"] for s in siaa.obtener("/siaa/status").json["servidores"])
        )
        verificar_buena(siaa.charlar(TERCERA_PREGUNTA))
        assert (len(malo.preguntas), len(bueno.preguntas)) == (1, 1)
