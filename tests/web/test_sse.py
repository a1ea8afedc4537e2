"""Events → frames that any OpenAI client reads."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siaa.biblioteca.valores import Extremo, Relacion
from siaa.errores import ColaLlena, ErrorSIAA, RespuestaCortada
from siaa.eventos import SILENCIO, Cierre, Evento, Fuentes, Marcha
from siaa.recorrido.acta import Acta
from siaa.redaccion.afirmaciones.frase import Discrepancia, Estado, Frase
from siaa.valores import Contexto, Fallo, Fuente, Texto
from siaa.web.chat.sse import LATIDO, Sobre, completar, con_pulso, razon_de, transmitir
from siaa.web.respuestas import Json

MOTIVOS = ("«plazo» está en el pasaje",)
AQUI = Extremo("Acuerdo 1 de 2000", "a.md", None)
CAMBIOS = (
    Relacion("deroga", Extremo("Ley 8 de 2003", "ley.md", "3"), AQUI, "Derógase…", 5, 9),
    Relacion("modifica", Extremo("Ley 9 de 2004", None, None), AQUI, "Modificado…", 50, 60),
)
DONDE = "§ 1 — «ñ» · páginas 3 a 4"
FUENTE = Fuente(
    *(1, "a.md", "A", "guias", "§ 1 — «ñ»", 3, 6, 14, 40, 48, MOTIVOS, CAMBIOS, (3, 4)), lugar=DONDE
)
CONTEXTO = Contexto("[SEC]\nel plazo", (FUENTE,))
NUEVE = Discrepancia("numero", "acuerdo", "9", 9, 16)
FRASES = (Frase(0, 16, Estado.DISCREPA, 1, (NUEVE,)),)
DICHA = {
    "texto": "Según el acuerdo", "desde": 0, "hasta": 16, "estado": "discrepa", "fuente": 1,
    "discrepancias": [
        {"tipo": "numero", "dice": "acuerdo", "pasaje": "9", "desde": 9, "hasta": 16}
    ],
}  # fmt: skip
FIN = Cierre("stop", True, "modelo", {"total_s": 1.5, "turno_s": None}, None, FRASES)
COMPLETA = [
    Fuentes(CONTEXTO, ("plazo",)),
    Marcha("en_cola", 2, 7.5),
    Marcha("leyendo"),
    Marcha("escribiendo"),
    Texto("Según "),
    Texto("el acuerdo"),
    FIN,
]


def url(doc: str, desde: int | None, hasta: int | None) -> str:
    return f"/siaa/ver/{doc}#{desde}-{hasta}"


def contar(eventos: list[Evento], con_html: bool = False) -> tuple[Iterator[Evento], Sobre]:
    """The events as an answer tells them, and what goes around them."""
    acta = Acta("1")

    def anotados() -> Iterator[Evento]:
        for evento in eventos:
            acta.ver(evento)
            yield evento

    return anotados(), Sobre("m", "chatcmpl-1", acta, url, con_html)


def marcos(eventos: list[Evento], latido_s: float = 0.0) -> list[bytes]:
    contados, sobre = contar(eventos)
    return list(transmitir(con_pulso(contados, lambda: False, latido_s), sobre))


def datos(marco: bytes) -> dict[str, Any]:
    """The chunk of a frame, its shape checked."""
    texto = marco.decode("utf-8")
    assert texto.startswith("data: ") and texto.endswith("\n\n") and texto.count("\n") == 2
    trozo: dict[str, Any] = json.loads(texto[len("data: ") :])
    assert trozo["object"] == "chat.completion.chunk" and trozo["model"] == "m"
    assert isinstance(trozo["created"], int) and trozo["id"].startswith("chatcmpl-")
    (opcion,) = trozo["choices"]
    assert set(opcion) == {"index", "delta", "finish_reason"} and opcion["index"] == 0
    assert set(opcion["delta"]) <= {"role", "content"}
    return trozo


def test_una_respuesta_entera() -> None:
    *frames, ultimo = marcos(COMPLETA)
    assert ultimo == b"data: [DONE]\n\n"
    trozos = [datos(marco) for marco in frames]
    assert len({(t["id"], t["created"]) for t in trozos}) == 1
    assert [t["choices"][0]["finish_reason"] for t in trozos] == [None] * 6 + ["stop"]
    assert [t.get("siaa", {}).get("evento") for t in trozos] == [
        "fuentes", "estado", "estado", "estado", None, None, "fin",
    ]  # fmt: skip
    assert "".join(t["choices"][0]["delta"].get("content", "") for t in trozos) == (
        "Según el acuerdo"
    )


def test_lo_que_dice_cada_noticia() -> None:
    noticias = [datos(m).get("siaa") for m in marcos(COMPLETA)[:-1]]
    fuente = noticias[0]["fuentes"][0]
    assert fuente == {
        "n": 1, "doc": "a.md", "titulo": "A", "coleccion": "guias", "seccion": "§ 1 — «ñ»",
        "indice": 3, "inicio": 6, "fin": 14, "desde": 40, "hasta": 48, "motivos": [*MOTIVOS],
        "pagina": 3, "paginas": [3, 4], "lugar": DONDE, "falta": "", "tambien": [], "copias": [],
        "texto": "el plazo", "url": "/siaa/ver/a.md#40-48",
        "vigencia": [
            {
                "tipo": "deroga", "norma": "Ley 8 de 2003", "doc": "ley.md", "articulo": "3",
                "texto": "derogado por la Ley 8 de 2003", "url": "/siaa/ver/ley.md#5-9",
            },
            {
                "tipo": "modifica", "norma": "Ley 9 de 2004", "doc": None, "articulo": None,
                "texto": "modificado por la Ley 9 de 2004, que no está en la biblioteca",
                "url": None,
            },
        ],
    }  # fmt: skip
    assert noticias[0]["palabras"] == ["plazo"]
    espera = {"evento": "estado", "fase": "en_cola", "puesto": 2, "estimado_s": 7.5, "razon": ""}
    assert noticias[1] == espera
    assert noticias[2] == espera | {"fase": "leyendo", "puesto": 0, "estimado_s": None}
    assert noticias[-1] == {
        "evento": "fin",
        "motivo": "stop",
        "completa": True,
        "modo": "modelo",
        "tiempos": {"total_s": 1.5, "turno_s": None},
        "guardada_en": None,
        "frases": [DICHA],
    }
    (error, _) = marcos([Fallo(ColaLlena())])
    assert datos(error)["siaa"] == {
        "evento": "error",
        "codigo": "cola_llena",
        "mensaje": ColaLlena.mensaje_base,
    }


def test_una_frase_se_dice_en_cuanto_acaba() -> None:
    trozos = [datos(m) for m in marcos([*COMPLETA[:-1], FRASES[0], FIN])[:-1]]
    assert trozos[-2]["siaa"] == {"evento": "frase", **DICHA}
    assert trozos[-2]["choices"][0]["delta"] == {}


def test_el_papel_se_dice_una_vez_y_al_comienzo() -> None:
    deltas = [datos(m)["choices"][0]["delta"] for m in marcos(COMPLETA)[:-1]]
    assert deltas[0] == {"role": "assistant", "content": ""}
    assert not any("role" in delta for delta in deltas[1:])


@pytest.mark.parametrize(
    ("final", "razon"),
    [
        (FIN, "stop"),
        (Cierre("extractiva", True, "extractivo"), "stop"),
        (Cierre("directa", True, "directo"), "stop"),
        (Cierre("length", False, "modelo"), "length"),
        (Cierre("corte", False, "modelo"), "length"),
    ],
)
def test_la_razon_del_final(final: Cierre, razon: str) -> None:
    assert razon_de(final) == razon
    assert datos(marcos([final])[0])["choices"][0]["finish_reason"] == razon


def test_las_letras_van_sin_escapes() -> None:
    (marco, _) = marcos([Texto("¿año? — «sí» 👍")])
    assert "¿año? — «sí» 👍".encode() in marco


def test_medio_emoji_no_rompe_el_flujo() -> None:
    (marco, _) = marcos([Texto("a\ud83db")])
    assert datos(marco)["choices"][0]["delta"]["content"] == "a?b"


def test_saltos_de_linea_dentro_del_texto_no_parten_el_marco() -> None:
    (marco, _) = marcos([Texto("a\n\ndata: [DONE]\r\n\n\u2028b")])
    assert datos(marco)["choices"][0]["delta"]["content"] == "a\n\ndata: [DONE]\r\n\n\u2028b"


def test_los_latidos_van_cada_tanto() -> None:
    assert marcos([SILENCIO, SILENCIO, FIN])[:2] == [LATIDO, LATIDO]
    assert LATIDO.startswith(b":") and LATIDO.endswith(b"\n\n")
    assert len(marcos([SILENCIO, SILENCIO, FIN], latido_s=60)) == 2


def test_quien_se_fue_no_recibe_mas() -> None:
    """And no further event is asked for."""
    vistos: list[Evento] = []

    def eventos() -> Iterator[Evento]:
        for evento in (Texto("uno"), SILENCIO, Texto("dos"), FIN):
            vistos.append(evento)
            yield evento

    enviados = list(con_pulso(eventos(), lambda: len(vistos) > 1, 0))
    assert enviados == [Texto("uno")] and vistos == [Texto("uno"), SILENCIO]


# --- Without stream -------------------------------------------------------------------------


def entera(eventos: list[Evento]) -> dict[str, Any]:
    return {**completar(*contar(eventos))}


def test_completar() -> None:
    objeto = entera([*COMPLETA[:5], SILENCIO, *COMPLETA[5:]])
    assert (objeto["object"], objeto["model"]) == ("chat.completion", "m")
    mensaje = {"role": "assistant", "content": "Según el acuerdo"}
    assert objeto["choices"] == [{"index": 0, "message": mensaje, "finish_reason": "stop"}]
    assert set(objeto["siaa"]) == {
        *("fuentes", "palabras", "correcciones", "avisos", "certeza", "frases"),
        *("junto_con", "leidas", "ambito", "siguientes"),
        *("motivo", "completa", "modo", "tiempos", "guardada_en"),
    }
    dichas = json.loads(json.dumps(objeto["siaa"]["fuentes"], default=Json.default))
    assert dichas == datos(marcos(COMPLETA)[0])["siaa"]["fuentes"]


def test_completar_con_una_falla() -> None:
    final = Cierre("corte", False, "modelo")
    objeto = entera([Fuentes(CONTEXTO), Texto("a"), Fallo(RespuestaCortada()), final])
    assert objeto["choices"][0]["finish_reason"] == "length"
    assert objeto["siaa"]["error"] == {
        "codigo": "corte",
        "mensaje": RespuestaCortada.mensaje_base,
    }


def test_completar_lo_que_no_termino_no_dice_que_esta_entero() -> None:
    objeto = entera([Texto("a")])
    assert objeto["choices"][0]["finish_reason"] == "length"


textos = st.text(st.characters(exclude_categories=["Cs"]), max_size=30).map(Texto)
estados = st.sampled_from([SILENCIO, Marcha("leyendo"), Fuentes(CONTEXTO)])
fallas = st.sampled_from([Fallo(ColaLlena()), Fallo(ErrorSIAA())])
finales = st.sampled_from([FIN, Cierre("corte", False, "modelo")])


@given(st.lists(st.one_of(textos, textos, estados, fallas), max_size=20), finales)
@settings(max_examples=100)
def test_con_flujo_y_sin_flujo_dicen_lo_mismo(eventos: list[Evento], final: Cierre) -> None:
    trozos = [datos(m) for m in marcos([*eventos, final])[:-1] if m != LATIDO]
    objeto = entera([*eventos, final])
    escrito = "".join(t["choices"][0]["delta"].get("content", "") for t in trozos)
    assert objeto["choices"][0]["message"]["content"] == escrito
    assert objeto["choices"][0]["finish_reason"] == trozos[-1]["choices"][0]["finish_reason"]
    errores = [t["siaa"] for t in trozos if t.get("siaa", {}).get("evento") == "error"]
    hallado = objeto["siaa"].get("error")
    assert bool(hallado) == bool(errores)
    assert not errores or hallado["codigo"] == errores[-1]["codigo"]


def test_quien_pide_html_lo_recibe_al_final() -> None:
    *_, final, _ = transmitir(*contar(COMPLETA, con_html=True))
    html = datos(final)["siaa"]["html"]
    assert completar(*contar(COMPLETA, con_html=True))["siaa"]["html"] == html
    assert html == (
        '<p>Según el <span class="discrepa">acuerdo</span>'
        '<a class="cita" href="#fuente-1" data-fuente="1">1</a>'
        '<span class="reparo" role="note">dice «acuerdo»; el pasaje 1 dice «9»</span></p>\n'
    )
