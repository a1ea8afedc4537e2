"""`/siaa/verificar`: a text checked over HTTP, its limits and who may ask."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from conftest import Fabrica
from paciencia import PACIENCIA_S, SIN_FIN_S, esperar
from servidor_de_prueba import ServidorDePrueba

from siaa.biblioteca.valores import Documento
from siaa.errores import ErrorServicio
from siaa.recorrido.hallazgo import SIN_CONTEXTO
from siaa.servicio.servidor.servidor import HILOS_DE_RESERVA
from siaa.servicio.ventanilla import ESPERAN, OCUPADOS, VENTANILLAS, Ventanilla
from siaa.web.visor.marcado import Representacion, representar

RUTA = "/siaa/verificar"
VER = "/siaa/ver/circular_horarios.txt"
PLAZO = "El plazo para presentar el reporte RETRI es de siete días hábiles."


def test_un_texto_contra_la_biblioteca(siaa: ServidorDePrueba) -> None:
    mal = PLAZO.replace("siete", "8800")
    respuesta = siaa.publicar(RUTA, {"texto": f"{PLAZO} 🙂\n\n{mal}", "html": True, "otra": 1})
    assert respuesta.estado == 200
    *_, frase = respuesta.json["frases"]
    assert (frase["texto"], frase["estado"]) == (mal, "discrepa")
    (discrepancia,) = frase["discrepancias"]
    assert set(discrepancia) == {"tipo", "dice", "pasaje", "desde", "hasta"}
    assert respuesta.json["frases"][0]["estado"] == "respaldada"
    fuente = respuesta.json["fuentes"][respuesta.json["frases"][0]["fuente"] - 1]
    assert "siete días hábiles" in fuente["texto"]
    assert siaa.obtener(fuente["url"].partition("#")[0]).estado == 200
    assert '<span class="discrepa">' in respuesta.json["html"]


def test_un_texto_contra_pasajes_dados(siaa: ServidorDePrueba) -> None:
    cuerpo = {"texto": PLAZO, "pasajes": ["Nada.", PLAZO], "pregunta": "¿Qué plazo hay?"}
    dicho = siaa.publicar(RUTA, cuerpo).json
    assert set(dicho) == {"frases", "fuentes"}
    assert [frase["fuente"] for frase in dicho["frases"]] == [2]
    assert [(f["n"], f["titulo"], f["texto"], f["url"]) for f in dicho["fuentes"]] == [
        (1, "Pasaje 1", "Nada.", ""),
        (2, "Pasaje 2", PLAZO, ""),
    ]


@pytest.mark.parametrize(
    ("cuerpo", "estado", "dicho"),
    [
        ({}, 400, "«texto» no sirve: escriba su valor, que falta."),
        ({"texto": 3}, 400, "«texto» no sirve: escriba un texto."),
        ({"texto": " \n"}, 400, "«texto» no sirve: escriba algo: no puede estar vacío."),
        (
            {"texto": "a", "pasajes": "b"},
            400,
            "«pasajes» no sirve: escriba una lista entre corchetes.",
        ),
        ({"texto": "a", "pasajes": [1]}, 400, "«pasajes.0» no sirve: escriba un texto."),
        ({"texto": "a", "html": "si"}, 400, "«html» no sirve: escriba true o false."),
        ({"texto": "a" * 20_001}, 413, "20.000 caracteres"),
        ({"texto": "a", "pregunta": "b" * 4001}, 400, "hasta 4000 caracteres"),
        ({"texto": "a", "pasajes": ["b" * 30_001] * 2}, 413, "60.000 caracteres"),
        ({"texto": "El plazo es de siete días.\n" * 61}, 413, "61 frases que comprobar y caben 60"),
    ],
)
def test_lo_que_no_se_puede_comprobar_dice_por_que(
    siaa: ServidorDePrueba, cuerpo: dict[str, Any], estado: int, dicho: str
) -> None:
    respuesta = siaa.publicar(RUTA, cuerpo)
    assert respuesta.estado == estado and dicho in respuesta.json["error"]["mensaje"]


def test_caben_sesenta_frases(siaa: ServidorDePrueba) -> None:
    respuesta = siaa.publicar(RUTA, {"texto": "El plazo es de siete días.\n" * 60})
    assert respuesta.estado == 200 and len(respuesta.json["frases"]) == 60


def test_se_pide_y_se_cuenta_como_preguntar(servidor: Fabrica) -> None:
    siaa = servidor(token_preguntas="clave-larga-de-la-oficina-123")
    assert siaa.publicar(RUTA, {"texto": PLAZO}).estado == 401
    contada = servidor(limite_por_minuto=1)
    assert [contada.publicar(RUTA, {"texto": "a"}).estado for _ in range(2)] == [200, 429]
    assert contada.obtener("/siaa/log").json["total"] == 0


def test_comprobar_textos_y_ver_documentos_no_deja_sin_hilos_a_lo_demas(
    siaa: ServidorDePrueba, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One is done of each, a few wait, the others are told at once; the status waits for none."""
    lista, dibuja, muchos = threading.Event(), threading.Event(), HILOS_DE_RESERVA * 2

    def despacio(documento: Documento) -> Representacion:
        dibuja.set()
        lista.wait(PACIENCIA_S)
        return representar(documento)

    monkeypatch.setattr("siaa.web.visor.rutas.representar", despacio)
    monkeypatch.setattr("siaa.servicio.ventanilla.PACIENCIA_S", SIN_FIN_S)
    monkeypatch.setattr(
        "siaa.web.chat.rutas.comprobar_con",
        lambda *_: lista.wait(PACIENCIA_S) and ((), SIN_CONTEXTO),
    )
    with ThreadPoolExecutor(muchos + 1 + ESPERAN) as hilos:
        vistas = [hilos.submit(siaa.obtener, VER) for _ in range(1 + ESPERAN)]
        cuerpo = {"texto": PLAZO, "pasajes": [PLAZO]}
        try:
            assert dibuja.wait(PACIENCIA_S)
            pedidos = [hilos.submit(siaa.publicar, RUTA, cuerpo) for _ in range(muchos)]
            assert esperar(lambda: sum(p.done() for p in pedidos) == muchos - ESPERAN - 1)
            assert siaa.obtener("/siaa/status").estado == 200
        finally:
            lista.set()
    assert {vista.result().estado for vista in vistas} == {200}
    dichas = [pedido.result() for pedido in pedidos]
    negadas = [dicha for dicha in dichas if dicha.estado != 200]
    assert len(negadas) == muchos - ESPERAN - 1
    assert {d.json["error"]["codigo"] for d in negadas} == {"cola_llena"}
    assert all(int(d.cabeceras["retry-after"]) > 0 for d in negadas)


def test_los_hilos_se_cuentan_con_todas_las_ventanillas(
    servidor: Fabrica, monkeypatch: pytest.MonkeyPatch
) -> None:
    hechas: list[Ventanilla] = []
    hacer = Ventanilla.__init__

    def contar(ventanilla: Ventanilla, ocupada: Callable[[], ErrorServicio]) -> None:
        hechas.append(ventanilla)
        hacer(ventanilla, ocupada)

    monkeypatch.setattr(Ventanilla, "__init__", contar)
    servidor()
    assert len(hechas) == VENTANILLAS and HILOS_DE_RESERVA > OCUPADOS
