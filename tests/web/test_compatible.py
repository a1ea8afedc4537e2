"""SIAA as a model of other programs: the real clients of Ollama and OpenAI against the service."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import pytest
from guiones import respuesta
from hypothesis import given
from hypothesis import strategies as st
from ollama_de_prueba import OllamaDePrueba
from servidor_de_prueba import ServidorDePrueba

from siaa.eventos import Cierre, Evento, Fuentes, Modo
from siaa.recorrido.acta import Acta
from siaa.redaccion.afirmaciones.frase import Discrepancia, Estado, Frase
from siaa.valores import Contexto, Fuente, Texto
from siaa.web.compatible.citado import TextoCitado, TextoDado, sin_citas
from siaa.web.compatible.conversacion import cumplir

if TYPE_CHECKING:  # loaded by whom they serve: every process of a run reads this file
    from ollama import Client as ClienteDeOllama
    from openai import OpenAI

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
def de_ollama(siaa: ServidorDePrueba, ollama_libre: OllamaDePrueba) -> Iterator[ClienteDeOllama]:
    from ollama import Client

    ollama_libre.por_defecto = respuesta(DICE[:20], DICE[20:])
    cliente = Client(f"http://127.0.0.1:{siaa.puerto}")
    yield cliente
    cliente._client.close()


@pytest.fixture
def de_openai(siaa: ServidorDePrueba, ollama_libre: OllamaDePrueba) -> Iterator[OpenAI]:
    from openai import OpenAI

    ollama_libre.por_defecto = respuesta(DICE[:20], DICE[20:])
    url = f"http://127.0.0.1:{siaa.puerto}/v1"
    with OpenAI(base_url=url, api_key="cualquiera", max_retries=0) as cliente:
        yield cliente


# --- Ollama's client -----------------------------------------------------------------------------


def test_es_un_modelo_mas_de_la_lista(de_ollama: ClienteDeOllama) -> None:
    nombres = [modelo.model for modelo in de_ollama.list().models]
    assert nombres == [modelo.model for modelo in de_ollama.ps().models]
    assert nombres == MODELOS
    assert de_ollama.show("siaa").capabilities == ["completion"]


def test_la_respuesta_trae_sus_fuentes_en_el_texto(de_ollama: ClienteDeOllama) -> None:
    entera = de_ollama.chat("siaa", messages=TURNO)
    dicho = entera.message.content or ""
    assert dicho.startswith(f"{DICE} [") and "**Fuentes**" in dicho
    assert entera.done and entera.done_reason == "stop" and entera.total_duration
    trozos = list(de_ollama.chat("siaa", messages=TURNO, stream=True))
    assert sin_citas("".join(t.message.content or "" for t in trozos)).startswith(DICE)
    assert [t.done for t in trozos].count(True) == 1 and trozos[-1].done


def test_el_enlace_de_una_fuente_abre_su_pasaje(de_ollama: ClienteDeOllama) -> None:
    import httpx

    dicho = de_ollama.chat("siaa", messages=TURNO).message.content or ""
    (enlace, *_) = re.findall(r"\]\((http[^)]+)\)", dicho)
    pagina = httpx.get(enlace)
    assert pagina.status_code == 200 and "siete días hábiles" in pagina.text


def test_una_pregunta_suelta_y_una_carga(de_ollama: ClienteDeOllama) -> None:
    assert de_ollama.generate("siaa", PREGUNTA).response.startswith(DICE)
    assert de_ollama.generate("siaa", "").done_reason == "load"
    assert de_ollama.chat("siaa", messages=[]).done_reason == "load"


def test_sin_modelo_da_los_pasajes_al_momento(
    de_ollama: ClienteDeOllama, ollama_libre: OllamaDePrueba
) -> None:
    dicho = de_ollama.chat("siaa:sin-modelo", messages=TURNO).message.content or ""
    assert "siete días hábiles contados" in dicho and not ollama_libre.preguntas
    assert "\n\n---\n**Fuentes**" in dicho and not re.search(r"---\s+---", dicho)


def test_lo_que_se_espera_se_dice_a_quien_quiere_oirlo(de_ollama: ClienteDeOllama) -> None:
    callado = de_ollama.chat("siaa", messages=TURNO, stream=True)
    assert not any(trozo.message.thinking for trozo in callado)
    nueva = [{"role": "user", "content": "¿Quién presenta el reporte RETRI?"}]
    pensado = de_ollama.chat("siaa", messages=nueva, stream=True, think=True)
    assert any("El modelo lee" in (trozo.message.thinking or "") for trozo in pensado)
    suelta = de_ollama.generate("siaa", "¿Quién firma el reporte RETRI?", stream=True, think=True)
    assert any("El modelo lee" in (trozo.thinking or "") for trozo in suelta)


@pytest.mark.parametrize(
    ("llamar", "estado", "dice"),
    [
        (lambda c: c.chat("otro", messages=TURNO), 404, "model 'otro' not found"),
        (lambda c: c.show("otro"), 404, "model 'otro' not found"),
        (lambda c: c.pull("siaa"), 501, "no descarga"),
        (lambda c: c.embed("siaa", "hola"), 501, "vectores"),
        (lambda c: c.chat("siaa", messages=TURNO, format="json"), 400, "format"),
        (lambda c: c.generate("siaa", PREGUNTA, suffix="fin"), 400, "suffix"),
        (lambda c: c.generate("siaa", PREGUNTA, images=["aGk="]), 400, "imágenes"),
        (lambda c: c.generate("siaa", "   "), 400, "está vacía"),
    ],
)
def test_lo_que_no_puede_ser_se_dice_como_ollama(
    de_ollama: ClienteDeOllama,
    llamar: Callable[[ClienteDeOllama], object],
    estado: int,
    dice: str,
) -> None:
    from ollama import ResponseError

    with pytest.raises(ResponseError) as fallo:
        llamar(de_ollama)
    assert fallo.value.status_code == estado and dice in fallo.value.error


def test_lo_que_se_ofrece_y_no_hace_falta_no_estorba(
    de_ollama: ClienteDeOllama, ollama_libre: OllamaDePrueba
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


def test_las_fuentes_son_anotaciones(de_openai: OpenAI) -> None:
    assert [modelo.id for modelo in de_openai.models.list()] == MODELOS
    entera = de_openai.chat.completions.create(model="siaa", messages=TURNO)
    mensaje = entera.choices[0].message
    (anotacion,) = mensaje.annotations
    cita = anotacion.url_citation
    assert mensaje.content[cita.start_index : cita.end_index] == f"{DICE} [1]"
    assert cita.url in mensaje.content and entera.usage.total_tokens


def test_en_flujo_dice_lo_mismo(de_openai: OpenAI) -> None:
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
    de_openai: OpenAI, ollama_libre: OllamaDePrueba
) -> None:
    primera = de_openai.chat.completions.create(model="siaa", messages=TURNO)
    antes = {"role": "assistant", "content": primera.choices[0].message.content}
    sigue = {"role": "user", "content": [{"type": "text", "text": "¿Y si cae en feria local?"}]}
    de_openai.chat.completions.create(model="siaa", messages=[*TURNO, antes, sigue])
    turnos = ollama_libre.preguntas[-1].json["messages"]
    assert {"role": "assistant", "content": DICE} in turnos


def dice(*partes: object) -> dict[str, object]:
    return {"messages": [{"role": "user", "content": list(partes)}]}


FOTO = {"type": "image_url", "image_url": {"url": "data:,"}}


@pytest.mark.parametrize(
    ("cambios", "error", "pista"),
    [
        ({"model": "gpt"}, "NotFoundError", "not found"),
        ({"response_format": {"type": "json_object"}}, "BadRequestError", "no en otro formato"),
        ({"tools": [HERRAMIENTA], "tool_choice": "required"}, "BadRequestError", "herramientas"),
        ({"function_call": {"name": "sumar"}}, "BadRequestError", "herramientas"),
        (dice(FOTO), "BadRequestError", "quite las imágenes y los archivos"),
        (dice({"type": "text", "text": "¿Qué es?"}, FOTO), "BadRequestError", "quite las imágenes"),
        (dice({"type": "file", "file": {"file_id": "a"}}), "BadRequestError", "los archivos"),
        (dice({"type": "text", "text": 3}), "BadRequestError", "«messages.0.content.0.text»"),
        ({"messages": [{"role": "user", "content": 3}]}, "BadRequestError", "una lista"),
        ({"messages": [{"role": "user", "content": " "}]}, "BadRequestError", "está vacía"),
        (dice({"type": "text"}), "BadRequestError", "está vacía"),
        ({"messages": [*TURNO, {"role": "assistant", "content": "a"}]}, "BadRequestError", "user"),
    ],
)
def test_lo_que_no_puede_ser_se_dice_como_openai(
    de_openai: OpenAI, cambios: dict[str, object], error: str, pista: str
) -> None:
    import openai

    pedido = {"model": "siaa", "messages": TURNO} | cambios
    with pytest.raises(getattr(openai, error), match=pista) as fallo:
        de_openai.chat.completions.create(**pedido)
    dicho = fallo.value.body
    assert isinstance(dicho, dict) and "[" not in dicho["message"]
    assert dicho["param"] is None or f"«{dicho['param']}»" in dicho["message"]


def test_lo_que_openai_tiene_y_siaa_no_se_dice(de_openai: OpenAI) -> None:
    from openai import NotFoundError

    otras: tuple[Callable[[], object], ...] = (
        lambda: de_openai.embeddings.create(model="siaa", input="a"),
        lambda: de_openai.responses.create(model="siaa", input="a"),
        lambda: de_openai.completions.create(model="siaa", prompt="a"),
        lambda: de_openai.images.generate(prompt="a"),
    )
    for otra in otras:
        with pytest.raises(NotFoundError, match="conversa en /v1/chat/completions"):
            otra()


# --- What a page asks beside a question ----------------------------------------------------------


DICHA = "¿Cuánto papel se puede pedir por trimestre y quién lo aprueba?"
HISTORIA = f'\n<chat_history>\nUSER: {DICHA}\nASSISTANT: Poco: "title": no.\n</chat_history>'
AJENO = {"name": "leer", "parameters": {"properties": {"text": {}, "title": {}}}}


@pytest.mark.parametrize(
    ("encargo", "esperado"),
    [
        (
            'JSON format: { "title": "your concise title here" }',
            {"title": "Cuánto papel se puede pedir por trimestre"},
        ),
        ('JSON format: { "tags": ["tag1", "tag2", "tag3"] }', {"tags": ["Documentos"]}),
        (
            'with a "follow_ups" key\nJSON format: { "follow_ups": ["Suggested"] }',
            {"follow_ups": ["¿Qué es el RETRI?"]},
        ),
        ('in JSON format:\n{\n  "queries": ["query1", "query2"]\n}', {"queries": []}),
        (
            'in JSON format:\n{\n    "prompt": "Your detailed description here."\n}',
            {"prompt": DICHA},
        ),
        ('If unsure, return: `{ "text": "" }`.', {"text": ""}),
        (f'Tools: {json.dumps([AJENO])}\nreturn {{ "tool_calls": [] }}', {"tool_calls": []}),
        ('JSON in this shape:\n  {"operations":[ {"action":"add"} ]}', {"operations": []}),
    ],
)
def test_titulo_y_demas_se_dan_sin_modelo(encargo: str, esperado: object) -> None:
    dado = cumplir(f"user: ### Task:\n{encargo}{HISTORIA}", [DICHA, "¿Qué es el RETRI?"])
    assert json.loads(dado) == esperado


@pytest.mark.parametrize(
    ("mensajes", "dicho"),
    [
        ([("user", '### Task:\nJSON format: { "title": "x" }\nUSER: Hola')], '{"title": "Hola"}'),
        ([("user", "### Task:\nSummarize the conversation history.")], ""),
        ([("user", "Your task is to reflect the speaker's likely facial expression.")], ""),
        (
            [("system", 'Available Tools: []\n{ "tool_calls": [] }'), ("user", "Query: ¿Qué es?")],
            '{"tool_calls": []}',
        ),
        (
            [
                ("system", "You are Open WebUI's private memory reviewer."),
                ("user", '{"operations":[]}'),
            ],
            '{"operations": []}',
        ),
    ],
)
def test_lo_que_no_es_pregunta_no_se_pregunta_ni_queda_en_el_registro(
    de_openai: OpenAI,
    ollama_libre: OllamaDePrueba,
    siaa: ServidorDePrueba,
    mensajes: list[tuple[str, str]],
    dicho: str,
) -> None:
    antes = siaa.obtener("/siaa/log", formato="json").json
    turnos = [{"role": rol, "content": texto} for rol, texto in mensajes]
    dada = de_openai.chat.completions.create(model="siaa", messages=turnos)
    assert dada.choices[0].message.content == dicho
    assert not ollama_libre.preguntas
    assert siaa.obtener("/siaa/log", formato="json").json == antes


@pytest.mark.parametrize(
    "adjunto",
    [
        f'### Task:\nUse the context.\n<context>\n{{"title": 1}}\n</context>\n{PREGUNTA}',
        f'<attached_files>\n<file name="nota.txt"/>\n</attached_files>\n\n{PREGUNTA}',
    ],
)
def test_de_lo_adjunto_no_se_responde(
    de_openai: OpenAI, ollama_libre: OllamaDePrueba, adjunto: str
) -> None:
    from openai import BadRequestError

    turnos = [{"role": "user", "content": adjunto}]
    with pytest.raises(BadRequestError, match="quite las imágenes y los archivos"):
        de_openai.chat.completions.create(model="siaa", messages=turnos)
    assert not ollama_libre.preguntas


# --- The text with its sources -------------------------------------------------------------------

FUENTES = tuple(
    Fuente(n, f"{n}.md", "general", f"Acuerdo {n}", "", 0, 9, 0, 0, 9, (), lugar="Artículo 2")
    for n in (1, 2, 3)
)
FRASES = st.lists(
    st.tuples(
        st.text("abc é|", min_size=1, max_size=8).map(str.strip), st.sampled_from([None, 1, 2, 3])
    ).filter(lambda par: bool(par[0])),
    max_size=6,
)


def oyente() -> Callable[[Evento], TextoDado | None]:
    acta = Acta("1")
    citado = TextoCitado(acta, lambda fuente: f"http://siaa/{fuente.doc}")

    def oir(evento: Evento) -> TextoDado | None:
        acta.ver(evento)
        return citado.oir(evento) if isinstance(evento, Frase | Cierre) else None

    return oir


def decir(
    frases: Sequence[tuple[str, int | None]], al_paso: bool, modo: Modo = "modelo"
) -> tuple[str, TextoDado]:
    """What was written, and what is given of it, sentence by sentence or at the end."""
    oir = oyente()
    texto, halladas, dado = "", [], [oir(Fuentes(Contexto("un pasaje", FUENTES)))]
    for frase, fuente in frases:
        desde = len(texto)
        texto += f"{frase}. "
        estado = Estado.RESPALDADA if fuente else Estado.SIN_RESPALDO
        halladas.append(Frase(desde, len(texto) - 1, estado, fuente))
        dado.append(oir(Texto(texto[desde:])))
        dado += [oir(halladas[-1])] if al_paso else []
    dado.append(oir(Cierre("stop", True, modo, frases=tuple(halladas))))
    dados = [d for d in dado if d is not None]
    citas = tuple(cita for d in dados for cita in d.citas)
    return texto, TextoDado("".join(d.texto for d in dados), citas)


@given(FRASES)
def test_por_frases_o_al_final_se_da_lo_mismo_y_se_deshace(
    frases: list[tuple[str, int | None]],
) -> None:
    texto, al_paso = decir(frases, al_paso=True)
    assert decir(frases, al_paso=False) == (texto, al_paso)
    assert sin_citas(al_paso.texto) == texto
    marcadas = sum(fuente is not None and "|" not in frase for frase, fuente in frases)
    assert len(re.findall(r" \[\d\](?!\()", al_paso.texto.partition("\n\n---\n")[0])) == marcadas


@given(FRASES)
def test_cada_numero_es_el_puesto_de_su_fuente_entre_las_anotadas(
    frases: list[tuple[str, int | None]],
) -> None:
    """Pages make of «[2]» a link to the second source that they were told of."""
    dado = decir(frases, al_paso=True)[1]
    lugares = [cita["url_citation"] for cita in dado.citas]
    orden = list(dict.fromkeys(lugar["url"] for lugar in lugares))
    assert len(orden) == len({fuente for _, fuente in frases if fuente})
    for lugar in lugares:
        dicho = dado.texto[lugar["start_index"] : lugar["end_index"]]
        assert dicho == dicho.strip()
        assert f"[{orden.index(lugar['url']) + 1}]" in dicho
    for numero, url in re.findall(r"^- \[(\d)\] \[.*\]\((.*)\)$", dado.texto, re.MULTILINE):
        assert not orden or orden[int(numero) - 1] == url


def test_lo_que_no_se_cita_no_es_fuente_salvo_que_sea_la_respuesta() -> None:
    sin_respaldo = decir([("No encontré nada", None)], al_paso=True)[1]
    assert "Pasajes consultados" in sin_respaldo.texto and not sin_respaldo.citas
    pasajes = decir([("Copia de los pasajes", None)], al_paso=True, modo="extractivo")[1]
    assert "Fuentes" in pasajes.texto and len(pasajes.citas) == len(FUENTES)


def test_los_reparos_llaman_a_la_fuente_por_su_numero() -> None:
    oir = oyente()
    oir(Fuentes(Contexto("un pasaje", FUENTES)))
    oir(Texto("Son ocho días."))
    discrepancia = Discrepancia("numero", "ocho", "siete", 4, 8)
    frase = Frase(0, 14, Estado.DISCREPA, 3, (discrepancia,))
    dado = oir(Cierre("stop", True, "modelo", frases=(frase,)))
    assert dado is not None
    assert "1 frase discrepa con el pasaje 1" in dado.texto
    assert "**Revise** «Son ocho días.»: dice «ocho»; el pasaje 1 dice «siete»." in dado.texto
