"""SIAA as a model of other programs: the real clients of Ollama and OpenAI against the service."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import httpx
import ollama as ollama_cliente
import openai
import pytest
from guiones import PARA_SIEMPRE, de_pasos, linea, respuesta
from hypothesis import given
from hypothesis import strategies as st
from ollama_de_prueba import OllamaDePrueba
from servidor_de_prueba import ServidorDePrueba

from siaa.eventos import Cierre, Fuentes, Revisada, Texto
from siaa.redaccion.afirmaciones.frase import Estado, Frase
from siaa.valores import Contexto, Fuente
from siaa.web.compatible.citado import TextoCitado, sin_citas
from siaa.web.compatible.conversacion import Tarea
from siaa.web.compatible.tareas import cumplir

PREGUNTA = "¿Cuál es el plazo para presentar el reporte RETRI?"
DICE = "El plazo para presentar el reporte RETRI es de siete días hábiles."
TURNO = [{"role": "user", "content": PREGUNTA}]
MODELOS = [
    "siaa:latest",
    "siaa:sin-modelo",
    *(f"siaa:{c}" for c in ("general", "manuales", "normativa")),
]
HERRAMIENTA = {"type": "function", "function": {"name": "sumar", "parameters": {"type": "object"}}}


@pytest.fixture
def de_ollama(
    siaa: ServidorDePrueba, ollama_libre: OllamaDePrueba
) -> Iterator[ollama_cliente.Client]:
    ollama_libre.por_defecto = respuesta(DICE[:20], DICE[20:])
    cliente = ollama_cliente.Client(f"http://127.0.0.1:{siaa.puerto}")
    yield cliente
    cliente._client.close()


@pytest.fixture
def de_openai(siaa: ServidorDePrueba, ollama_libre: OllamaDePrueba) -> Iterator[openai.OpenAI]:
    ollama_libre.por_defecto = respuesta(DICE[:20], DICE[20:])
    url = f"http://127.0.0.1:{siaa.puerto}/v1"
    with openai.OpenAI(base_url=url, api_key="cualquiera", max_retries=0) as cliente:
        yield cliente


# --- Ollama's client -----------------------------------------------------------------------------


def test_es_un_modelo_mas_de_la_lista(de_ollama: ollama_cliente.Client) -> None:
    nombres = [modelo.model for modelo in de_ollama.list().models]
    assert nombres == [modelo.model for modelo in de_ollama.ps().models]
    assert nombres == MODELOS
    assert de_ollama.show("siaa").capabilities == ["completion"]


def test_la_respuesta_trae_sus_fuentes_en_el_texto(de_ollama: ollama_cliente.Client) -> None:
    entera = de_ollama.chat("siaa", messages=TURNO)
    dicho = entera.message.content or ""
    assert dicho.startswith(f"{DICE} [") and "**Fuentes**" in dicho
    assert entera.done and entera.done_reason == "stop" and entera.total_duration
    trozos = list(de_ollama.chat("siaa", messages=TURNO, stream=True))
    assert sin_citas("".join(t.message.content or "" for t in trozos)).startswith(DICE)
    assert [t.done for t in trozos].count(True) == 1 and trozos[-1].done


def test_el_enlace_de_una_fuente_abre_su_pasaje(de_ollama: ollama_cliente.Client) -> None:
    dicho = de_ollama.chat("siaa", messages=TURNO).message.content or ""
    (enlace, *_) = re.findall(r"\]\((http[^)]+)\)", dicho)
    pagina = httpx.get(enlace)
    assert pagina.status_code == 200 and "siete días hábiles" in pagina.text


def test_una_pregunta_suelta_y_una_carga(de_ollama: ollama_cliente.Client) -> None:
    assert de_ollama.generate("siaa", PREGUNTA).response.startswith(DICE)
    assert de_ollama.generate("siaa", "").done_reason == "load"
    assert de_ollama.chat("siaa", messages=[]).done_reason == "load"


def test_sin_modelo_da_los_pasajes_al_momento(
    de_ollama: ollama_cliente.Client, ollama_libre: OllamaDePrueba
) -> None:
    dicho = de_ollama.chat("siaa:sin-modelo", messages=TURNO).message.content or ""
    assert "siete días hábiles contados" in dicho and not ollama_libre.preguntas


def test_lo_que_se_espera_se_dice_a_quien_quiere_oirlo(de_ollama: ollama_cliente.Client) -> None:
    callado = de_ollama.chat("siaa", messages=TURNO, stream=True)
    assert not any(trozo.message.thinking for trozo in callado)
    nueva = [{"role": "user", "content": "¿Quién presenta el reporte RETRI?"}]
    pensado = de_ollama.chat("siaa", messages=nueva, stream=True, think=True)
    assert any("El modelo lee" in (trozo.message.thinking or "") for trozo in pensado)


@pytest.mark.parametrize(
    ("llamar", "estado", "dice"),
    [
        (lambda c: c.chat("otro", messages=TURNO), 404, "model 'otro' not found"),
        (lambda c: c.show("otro"), 404, "model 'otro' not found"),
        (lambda c: c.pull("siaa"), 501, "no descarga"),
        (lambda c: c.embed("siaa", "hola"), 501, "vectores"),
        (lambda c: c.chat("siaa", messages=TURNO, format="json"), 400, "format"),
        (lambda c: c.generate("siaa", "   "), 400, "del usuario"),
    ],
)
def test_lo_que_no_puede_ser_se_dice_como_ollama(
    de_ollama: ollama_cliente.Client,
    llamar: Callable[[ollama_cliente.Client], object],
    estado: int,
    dice: str,
) -> None:
    with pytest.raises(ollama_cliente.ResponseError) as fallo:
        llamar(de_ollama)
    assert fallo.value.status_code == estado and dice in fallo.value.error


def test_lo_que_se_ofrece_y_no_hace_falta_no_estorba(
    de_ollama: ollama_cliente.Client, ollama_libre: OllamaDePrueba
) -> None:
    mensajes = [{"role": "system", "content": "Responda en inglés."}, *TURNO]
    opciones = {"temperature": 2, "num_ctx": 99}
    dada = de_ollama.chat(
        "siaa", messages=mensajes, tools=[HERRAMIENTA] * 50, options=opciones, keep_alive="1h"
    )
    assert (dada.message.content or "").startswith(DICE)
    (peticion,) = ollama_libre.preguntas
    assert "inglés" not in peticion.texto and peticion.json["options"]["temperature"] == 0


# --- OpenAI's client -----------------------------------------------------------------------------


def test_las_fuentes_son_anotaciones(de_openai: openai.OpenAI) -> None:
    assert [modelo.id for modelo in de_openai.models.list()] == MODELOS
    entera = de_openai.chat.completions.create(model="siaa", messages=TURNO)
    mensaje = entera.choices[0].message
    (anotacion,) = mensaje.annotations
    cita = anotacion.url_citation
    assert mensaje.content[cita.start_index : cita.end_index] == f"{DICE} [1]"
    assert cita.url in mensaje.content and entera.usage.total_tokens


def test_en_flujo_dice_lo_mismo(de_openai: openai.OpenAI) -> None:
    entera = de_openai.chat.completions.create(model="siaa", messages=TURNO)
    flujo = list(
        de_openai.chat.completions.create(
            model="siaa", messages=TURNO, stream=True, stream_options={"include_usage": True}
        )
    )
    dichos = [marco.choices[0].delta.content or "" for marco in flujo if marco.choices]
    cuerpo = sin_citas("".join(dichos))
    assert cuerpo.startswith(sin_citas(entera.choices[0].message.content).split("\n")[0])
    assert flujo[-1].usage.total_tokens and not flujo[-1].choices
    assert [m.choices[0].finish_reason for m in flujo if m.choices][-1] == "stop"


def test_lo_ya_dicho_vuelve_sin_sus_fuentes(
    de_openai: openai.OpenAI, ollama_libre: OllamaDePrueba
) -> None:
    primera = de_openai.chat.completions.create(model="siaa", messages=TURNO)
    antes = {"role": "assistant", "content": primera.choices[0].message.content}
    sigue = {"role": "user", "content": [{"type": "text", "text": "¿Y si cae en feria local?"}]}
    de_openai.chat.completions.create(model="siaa", messages=[*TURNO, antes, sigue])
    turnos = ollama_libre.preguntas[-1].json["messages"]
    assert {"role": "assistant", "content": DICE} in turnos


@pytest.mark.parametrize(
    ("cambios", "error"),
    [
        ({"model": "gpt"}, openai.NotFoundError),
        ({"response_format": {"type": "json_object"}}, openai.BadRequestError),
        ({"tools": [HERRAMIENTA], "tool_choice": "required"}, openai.BadRequestError),
        (
            {
                "messages": [
                    {
                        "role": "user",
                        "content": [{"type": "image_url", "image_url": {"url": "data:,"}}],
                    }
                ]
            },
            openai.BadRequestError,
        ),
    ],
)
def test_lo_que_no_puede_ser_se_dice_como_openai(
    de_openai: openai.OpenAI, cambios: dict[str, object], error: type[openai.APIStatusError]
) -> None:
    pedido = {"model": "siaa", "messages": TURNO} | cambios
    with pytest.raises(error) as fallo:
        de_openai.chat.completions.create(**pedido)
    assert isinstance(fallo.value.body, dict) and fallo.value.body["message"]


def test_quien_se_va_deja_al_modelo(de_openai: openai.OpenAI, ollama_libre: OllamaDePrueba) -> None:
    ollama_libre.encolar(de_pasos(linea("Una frase. "), linea("Y otra que sigue"), PARA_SIEMPRE))
    nueva = [{"role": "user", "content": "¿Quién puede encargar la digitación del reporte?"}]
    flujo = de_openai.chat.completions.create(model="siaa", messages=nueva, stream=True)
    assert next(iter(flujo)).choices[0].delta.content
    flujo.close()
    assert ollama_libre.se_suelta()


def test_con_la_cola_llena_se_dice_cuando_volver(
    servidor: Callable[..., ServidorDePrueba], ollama: OllamaDePrueba
) -> None:
    ollama.por_defecto = de_pasos(PARA_SIEMPRE)
    siaa = servidor(ollama_url=ollama.url, cola="0", calentar="no")
    url = f"http://127.0.0.1:{siaa.puerto}/v1"
    with openai.OpenAI(base_url=url, api_key="x", max_retries=0) as cliente:
        flujo = cliente.chat.completions.create(model="siaa", messages=TURNO, stream=True)
        ollama.esperar_preguntas(1)
        otra = [{"role": "user", "content": "¿Qué sanción recibe quien no presenta el reporte?"}]
        with pytest.raises(openai.InternalServerError) as fallo:
            cliente.chat.completions.create(model="siaa", messages=otra)
        assert fallo.value.status_code == 503 and "Retry-After" in fallo.value.response.headers
        flujo.close()


def test_la_clave_de_las_preguntas_es_la_de_todos(
    servidor: Callable[..., ServidorDePrueba], url_cerrada: str
) -> None:
    siaa = servidor(ollama_url=url_cerrada, token_preguntas="llave-de-prueba")
    url = f"http://127.0.0.1:{siaa.puerto}/v1"
    with openai.OpenAI(base_url=url, api_key="otra", max_retries=0) as cliente:
        with pytest.raises(openai.AuthenticationError) as fallo:
            cliente.models.list()
        assert "token" in fallo.value.message
        assert [*cliente.with_options(api_key="llave-de-prueba").models.list()]


# --- The command `llm` ---------------------------------------------------------------------------


def test_la_orden_llm_pregunta(
    siaa: ServidorDePrueba, ollama_libre: OllamaDePrueba, tmp_path: Path
) -> None:
    ollama_libre.por_defecto = respuesta(DICE)
    entorno = {"OLLAMA_HOST": f"http://127.0.0.1:{siaa.puerto}", "LLM_USER_PATH": str(tmp_path)}
    orden = [sys.executable, "-m", "llm", "-m", "ollama/siaa:latest", PREGUNTA]
    hecho = subprocess.run(orden, env=entorno, capture_output=True, text=True, check=True)
    assert hecho.stdout.startswith(DICE)


# --- What a page asks beside a question ----------------------------------------------------------


@pytest.mark.parametrize(
    ("clave", "esperada"),
    [
        ("title", "Cuánto papel se puede pedir por trimestre"),
        ("tags", ["Documentos"]),
        ("follow_ups", ["¿Qué es el RETRI?"]),
        ("queries", []),
    ],
)
def test_titulo_y_demas_se_dan_sin_modelo(clave: str, esperada: object) -> None:
    pregunta = "¿Cuánto papel se puede pedir por trimestre y quién lo aprueba?"
    encargo = (
        f'### Task:\nDo it.\n### Output:\nJSON format: {{ "{clave}": … }}\n'
        f"<chat_history>\nUSER: {pregunta}\nASSISTANT: Poco.\n</chat_history>"
    )
    assert json.loads(cumplir(Tarea(encargo), [pregunta, "¿Qué es el RETRI?"])) == {clave: esperada}


def test_no_preguntan_nada_ni_quedan_en_el_registro(
    de_openai: openai.OpenAI, ollama_libre: OllamaDePrueba, siaa: ServidorDePrueba
) -> None:
    antes = siaa.obtener("/siaa/status").json["registro"]
    tarea = '### Task:\nGenerate a title.\nJSON format: { "title": "x" }\nUSER: Hola'
    dada = de_openai.chat.completions.create(
        model="siaa", messages=[{"role": "user", "content": tarea}]
    )
    assert json.loads(dada.choices[0].message.content) == {"title": "Hola"}
    assert not ollama_libre.preguntas and siaa.obtener("/siaa/status").json["registro"] == antes


# --- The text with its sources -------------------------------------------------------------------

FUENTE = Fuente(1, "a.md", "general", "Acuerdo 1", "Artículo 2", 0, 9, 0, 0, 9, ())
FRASES = st.lists(
    st.tuples(st.text("abc é|", min_size=1, max_size=8).map(str.strip), st.booleans()).filter(
        lambda par: bool(par[0])
    ),
    max_size=6,
)


def decir(frases: Sequence[tuple[str, bool]], al_paso: bool) -> tuple[str, str]:
    """What was written, and what is given of it, sentence by sentence or at the end."""
    citado = TextoCitado(lambda fuente: f"http://siaa/{fuente.doc}")
    texto, halladas, dado = "", [], [citado.oir(Fuentes(Contexto("un pasaje", (FUENTE,))))]
    for frase, con_fuente in frases:
        desde = len(texto)
        texto += f"{frase}. "
        hasta = len(texto) - 1
        estado = Estado.RESPALDADA if con_fuente else Estado.SIN_RESPALDO
        halladas.append(Frase(desde, hasta, estado, 1 if con_fuente else None))
        dado.append(citado.oir(Texto(texto[desde:])))
        dado += [citado.oir(Revisada(halladas[-1]))] if al_paso else []
    dado.append(citado.oir(Cierre("stop", True, "modelo", frases=tuple(halladas))))
    return texto, "".join(d.texto for d in dado if d is not None)


@given(FRASES)
def test_por_frases_o_al_final_se_da_lo_mismo_y_se_deshace(frases: list[tuple[str, bool]]) -> None:
    texto, al_paso = decir(frases, al_paso=True)
    assert decir(frases, al_paso=False) == (texto, al_paso)
    assert sin_citas(al_paso) == texto
    marcadas = sum(con_fuente and "|" not in frase for frase, con_fuente in frases)
    assert al_paso.partition("\n\n---\n")[0].count(" [1]") == marcadas
