"""What every answer of SIAA must keep, whatever happened: checks shared by the server tests."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from guiones import SECRETO
from servidor_de_prueba import Charla, Respuesta

from siaa.recorrido.generacion import CARGANDO

CLAVES_FUENTE = {
    *("n", "doc", "titulo", "coleccion", "seccion", "indice", "inicio", "fin"),
    *("desde", "hasta", "motivos", "vigencia", "texto", "url"),
    *("pagina", "paginas", "lugar", "falta", "tambien", "copias"),
}
FASES = ["en_cola", "buscando", "leyendo", "escribiendo"]
ENTRAÑAS = re.compile(
    r"Traceback|urllib3|HTTPConnection|requests\.|site-packages|\bErrno\b|File \"|\.py\b|Exception"
    r"|NoneType|Connection(Error|Refused|Reset|Pool)|Max retries|JSONDecode|llama runner|api/chat"
    r"|not found|n_prompt_tokens"
    rf"|0x[0-9a-f]{{6,}}|{SECRETO}"
)
PALABRAS_ESPAÑOLAS = re.compile(
    r"\b(el|la|los|las|un|una|de|del|no|se|que|en|con|por|para|es|está|su|esta|este|y|o|al|más|debe|falta)\b",
    re.I,
)
DISPONIBILIDAD = re.compile(
    r"no (está|estuvo|esta) disponible|no disponible|no responde|no respondió|no pudo|no se pudo"
)


def sin_entrañas(texto: str, *secretos: str) -> None:
    """Nothing of the machinery shows."""
    hallado = ENTRAÑAS.search(texto)
    assert not hallado, (
        f"internals in the answer: …{texto[max(0, hallado.start() - 80) : hallado.end() + 80]}…"
    )
    for secreto in secretos:
        assert secreto not in texto, f"{secreto!r} in the answer"


def en_español(frase: str) -> None:
    """A sentence that a Spanish reader can read."""
    assert frase.strip(), "an empty message"
    assert PALABRAS_ESPAÑOLAS.search(frase), f"not Spanish: {frase!r}"


def verificar_error(respuesta: Respuesta, estado: int, codigo: str | None = None) -> dict[str, Any]:
    """The one shape of an error; its inside is returned."""
    assert respuesta.estado == estado, respuesta.cuerpo[:500]
    assert respuesta.cabeceras["content-type"].split(";")[0] == "application/json"
    datos = respuesta.json
    assert set(datos) == {"error"}
    error: dict[str, Any] = datos["error"]
    assert set(error) == {"codigo", "mensaje", "detalle"}
    assert codigo is None or error["codigo"] == codigo
    en_español(error["mensaje"])
    sin_escapes(respuesta.texto)
    sin_entrañas(respuesta.texto)
    return error


def sin_escapes(texto: str) -> None:
    """Letters of Spanish are written as they are, not as `\\u` sequences."""
    escapes = re.findall(r"\\u(00[a-f][0-9a-f]|201[0-9a-f])", texto)
    assert not escapes, f"escaped letters: {escapes[:5]}"


def verificar_charla(charla: Charla, *secretos: str, estado: int = 200) -> None:
    """The protocol of a stream, from the headers to `[DONE]`."""
    assert charla.estado == estado
    assert charla.cabeceras["content-type"].startswith("text/event-stream")
    assert "no-cache" in charla.cabeceras["cache-control"]
    assert charla.cabeceras["x-accel-buffering"] == "no"
    texto = charla.crudo.decode("utf-8")
    assert texto.endswith("data: [DONE]\n\n"), texto[-300:]
    sin_escapes(texto)
    sin_entrañas(texto, *secretos)
    assert [m.datos for m in charla.marcos].count(None) == 1
    _verificar_trozos([m.datos for m in charla.marcos if m.datos is not None])
    _verificar_orden(charla)
    for error in charla.eventos("error"):
        assert set(error) >= {"evento", "codigo", "mensaje"}
        en_español(error["mensaje"])


def _verificar_trozos(trozos: list[dict[str, Any]]) -> None:
    """Every frame is an OpenAI chunk; only the last one, `fin`, has a finish_reason."""
    for trozo in trozos:
        assert trozo["object"] == "chat.completion.chunk"
        assert isinstance(trozo["created"], int) and not isinstance(trozo["created"], bool)
        assert isinstance(trozo["model"], str) and trozo["model"]
        (opcion,) = trozo["choices"]
        assert set(opcion) >= {"index", "delta", "finish_reason"} and opcion["index"] == 0
        assert isinstance(opcion["delta"], dict)
        assert isinstance(opcion["delta"].get("content", ""), str)
        if "siaa" in trozo:
            assert isinstance(trozo["siaa"]["evento"], str)
    assert len({(t["id"], t["created"], t["model"]) for t in trozos}) == 1
    razones = [t["choices"][0]["finish_reason"] for t in trozos]
    assert razones[:-1] == [None] * (len(razones) - 1)
    assert razones[-1] in {"stop", "length"}
    assert trozos[-1].get("siaa", {}).get("evento") == "fin"


def _verificar_orden(charla: Charla) -> None:
    fines = charla.eventos("fin")
    assert len(fines) == 1
    assert set(fines[0]) >= {"evento", "motivo", "completa", "modo", "tiempos"}
    assert isinstance(fines[0]["completa"], bool) and isinstance(fines[0]["tiempos"], dict)
    clases = [_clase(m.datos) for m in charla.marcos if m.datos]
    if "fuentes" in clases and "texto" in clases:
        assert clases.index("fuentes") < clases.index("texto"), (
            "the sources came after the first word"
        )
    suyas = fases(charla)
    assert set(suyas) <= set(FASES)
    assert suyas == sorted(suyas, key=FASES.index), f"phases out of order: {suyas}"


def fases(charla: Charla) -> list[str]:
    """The phases that were told, but for a load of the model, which any of them may wait for."""
    return [e["fase"] for e in charla.eventos("estado") if e["razon"] != CARGANDO]


def _clase(datos: dict[str, Any]) -> str:
    if datos["choices"][0]["delta"].get("content"):
        return "texto"
    return str(datos.get("siaa", {}).get("evento", "nada"))


def verificar_fin(
    charla: Charla, motivo: str, completa: bool, modo: str, razon: str = "stop"
) -> None:
    """How an answer ended."""
    fin = charla.fin
    ultimo = [m.datos for m in charla.marcos if m.datos][-1]
    hallado = (fin["motivo"], fin["completa"], fin["modo"], ultimo["choices"][0]["finish_reason"])
    assert hallado == (motivo, completa, modo, razon), f"{hallado}, error {charla.codigo}"


def verificar_buena(charla: Charla) -> Charla:
    """A good answer of the model, whole; it is returned."""
    verificar_charla(charla)
    verificar_fin(charla, "stop", completa=True, modo="modelo")
    assert charla.codigo is None
    return charla


def verificar_fuentes(fuentes: list[dict[str, Any]]) -> None:
    """Sources as the page would show them."""
    assert [f["n"] for f in fuentes] == list(range(1, len(fuentes) + 1))
    for fuente in fuentes:
        assert set(fuente) == CLAVES_FUENTE
        assert fuente["texto"].strip()


def verificar_cita(contenido: str, fuentes: list[dict[str, Any]]) -> None:
    """The best fragment word for word, and where it stands."""
    verificar_fuentes(fuentes)
    assert fuentes, "an extractive answer without sources"
    mejor = fuentes[0]
    assert llano(mejor["texto"]) in llano(contenido), "the fragment is not quoted word for word"
    assert mejor["doc"] in contenido or mejor["titulo"] in contenido
    assert llano(mejor["seccion"].rpartition(" › ")[2]) in llano(contenido)


def verificar_extractiva(contenido: str, fuentes: list[dict[str, Any]]) -> None:
    """The answer without a model: the quotation, and why it is all there is."""
    verificar_cita(contenido, fuentes)
    assert DISPONIBILIDAD.search(contenido), (
        f"does not say that the model is not available: {contenido[:400]}"
    )


def llano(texto: str) -> str:
    """Text without quotation marks of Markdown and with single spaces."""
    return " ".join(re.sub(r"(?m)^\s*>\s?", "", texto).split())


def verificar_entero(respuesta: Respuesta, *secretos: str, estado: int = 200) -> dict[str, Any]:
    """A chat without stream; the object is returned."""
    assert respuesta.estado == estado, respuesta.cuerpo[:500]
    assert respuesta.cabeceras["content-type"].startswith("application/json")
    sin_escapes(respuesta.texto)
    sin_entrañas(respuesta.texto, *secretos)
    objeto: dict[str, Any] = respuesta.json
    assert objeto["object"] == "chat.completion"
    assert isinstance(objeto["id"], str) and isinstance(objeto["created"], int) and objeto["model"]
    (opcion,) = objeto["choices"]
    assert opcion["index"] == 0 and opcion["message"]["role"] == "assistant"
    assert opcion["message"]["content"].strip()
    assert opcion["finish_reason"] in {"stop", "length"}
    assert set(objeto["siaa"]) >= {"fuentes", "motivo", "completa", "modo", "tiempos"}
    return objeto


def fin_de(objeto: dict[str, Any]) -> tuple[object, ...]:
    """How an answer without stream ended, to compare in one line."""
    siaa = objeto["siaa"]
    return (siaa["motivo"], siaa["completa"], siaa["modo"], objeto["choices"][0]["finish_reason"])


def codigo_de(objeto: dict[str, Any]) -> str | None:
    """The code of the fault that an answer without stream reports."""
    error = objeto["siaa"].get("error")
    return error["codigo"] if error else None


def como_json(datos: object) -> str:
    """Everything of an answer as one text, to look for a word anywhere in it."""
    return json.dumps(datos, ensure_ascii=False)


def comunes(textos: Iterable[str]) -> str:
    """The longest common beginning."""
    lista = list(textos)
    corto = min(lista, key=len)
    for i, letra in enumerate(corto):
        if any(texto[i] != letra for texto in lista):
            return corto[:i]
    return corto
