"""Events of the journey → frames for any OpenAI client, with our own news under `siaa`."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from siaa.eventos import Cierre, Estado, Evento, Fuentes, Problema, Silencio, Texto
from siaa.valores import Fuente
from siaa.web.chat.respuesta_html import respuesta_html

FIN_DEL_FLUJO: Final = b"data: [DONE]\n\n"
LATIDO: Final = b": siaa\n\n"


@dataclass(frozen=True, slots=True)
class Sobre:
    """What is the same in every frame of one answer.

    url: where to read the document of a source. con_html: whether the end carries the answer as
    HTML.
    """

    modelo: str
    id: str
    url: Callable[[Fuente], str]
    con_html: bool = False
    creado: int = field(default_factory=lambda: int(time.time()))

    def trozo(
        self, delta: Mapping[str, str], razon: str | None, siaa: Mapping[str, Any] | None
    ) -> dict[str, Any]:
        """Return one `chat.completion.chunk`."""
        cuerpo: dict[str, Any] = {
            "id": self.id,
            "object": "chat.completion.chunk",
            "created": self.creado,
            "model": self.modelo,
            "choices": [{"index": 0, "delta": dict(delta), "finish_reason": razon}],
        }
        return cuerpo if siaa is None else {**cuerpo, "siaa": siaa}


def fuentes_dichas(fuentes: Fuentes, sobre: Sobre) -> dict[str, Any]:
    """Return the sources with the text that is sent and where to read the document."""
    contexto = fuentes.contexto
    dichas = [
        {**asdict(f), "texto": contexto.fragmento(f), "url": sobre.url(f)} for f in contexto.fuentes
    ]
    return {
        "fuentes": dichas,
        "palabras": fuentes.palabras,
        "correcciones": [asdict(correccion) for correccion in fuentes.correcciones],
    }


def razon_de(cierre: Cierre) -> str:
    """Return the OpenAI `finish_reason`: an answer that is not whole was cut for `length`."""
    return "stop" if cierre.completa else "length"


def fin_json(cierre: Cierre, textos: Sequence[str], sobre: Sobre) -> dict[str, Any]:
    """Return what is told about how an answer ended. textos: all that was delivered."""
    fin = {
        "motivo": cierre.motivo,
        "completa": cierre.completa,
        "modo": cierre.modo,
        "tiempos": dict(cierre.tiempos),
        "guardada_en": cierre.guardada_en and cierre.guardada_en.isoformat(),
        "citas": [asdict(cita) for cita in cierre.citas],
    }
    if sobre.con_html:
        fin["html"] = respuesta_html("".join(textos), cierre.citas)
    return fin


def transmitir(
    eventos: Iterable[Evento],
    sobre: Sobre,
    se_fue: Callable[[], bool],
    latido_s: float,
) -> Iterator[bytes]:
    """Yield the frames of an answer as its events come; stop as soon as the client has left."""
    ultimo = time.monotonic()
    textos: list[str] = []
    for evento in eventos:
        if se_fue():
            return
        if isinstance(evento, Texto):
            textos.append(evento.texto)
        if not isinstance(evento, Silencio):
            yield _marco(_traducir(evento, sobre, textos))
        elif time.monotonic() - ultimo < latido_s:
            continue
        else:
            yield LATIDO
        ultimo = time.monotonic()
    yield FIN_DEL_FLUJO


def _marco(datos: Mapping[str, Any]) -> bytes:
    return f"data: {json.dumps(datos, ensure_ascii=False)}\n\n".encode("utf-8", "replace")


def _traducir(
    evento: Fuentes | Estado | Texto | Problema | Cierre, sobre: Sobre, textos: Sequence[str]
) -> dict[str, Any]:
    match evento:
        case Texto(texto):
            return sobre.trozo({"content": texto}, None, None)
        case Fuentes():
            inicio = {"role": "assistant", "content": ""}
            return sobre.trozo(inicio, None, {"evento": "fuentes", **fuentes_dichas(evento, sobre)})
        case Estado():
            return sobre.trozo({}, None, {"evento": "estado", **asdict(evento)})
        case Problema(error):
            aviso = {"evento": "error", "codigo": error.codigo, "mensaje": error.mensaje}
            return sobre.trozo({}, None, aviso)
        case Cierre():
            fin = {"evento": "fin", **fin_json(evento, textos, sobre)}
            return sobre.trozo({}, razon_de(evento), fin)


def completar(
    eventos: Iterable[Evento], sobre: Sobre, se_fue: Callable[[], bool]
) -> dict[str, Any] | None:
    """Collect an answer into one `chat.completion`; None when the client left meanwhile."""
    textos: list[str] = []
    siaa: dict[str, Any] = {}
    razon = "length"
    for evento in eventos:
        if se_fue():
            return None
        match evento:
            case Texto(texto):
                textos.append(texto)
            case Fuentes():
                siaa.update(fuentes_dichas(evento, sobre))
            case Problema(error):
                siaa["error"] = {"codigo": error.codigo, "mensaje": error.mensaje}
            case Cierre():
                siaa.update(fin_json(evento, textos, sobre))
                razon = razon_de(evento)
    mensaje = {"role": "assistant", "content": "".join(textos)}
    return {
        "id": sobre.id,
        "object": "chat.completion",
        "created": sobre.creado,
        "model": sobre.modelo,
        "choices": [{"index": 0, "message": mensaje, "finish_reason": razon}],
        "siaa": siaa,
    }
