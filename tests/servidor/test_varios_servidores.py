"""Several servers of the model: who answers, who answers when one fails, and what is said of it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from biblioteca_de_prueba import TERCERA_PREGUNTA
from conexion_de_prueba import puerto_libre
from guiones import (
    PARA_SIEMPRE,
    Guion,
    Reinicio,
    callado,
    demasiado_largo,
    demasiado_largo_antiguo,
    error_http,
    hasta,
    linea,
    respuesta,
    tras,
)
from ollama_de_prueba import MODELO, OllamaDePrueba
from paciencia import esperar
from servidor_de_prueba import Charla, ServidorDePrueba, con_consulta
from verificaciones import (
    fases,
    verificar_buena,
    verificar_charla,
    verificar_extractiva,
    verificar_fin,
)

from siaa.consola.terminal import informe_etapas
from siaa.recorrido.generacion import REDUCCIONES
from siaa.servicio.modelo.salud import EstadoModelo

Fabrica = Callable[..., ServidorDePrueba]
PREGUNTAS = ("¿Qué es el SIERJU?", "¿Cuándo se reporta?", TERCERA_PREGUNTA)


@pytest.fixture
def dos() -> Iterator[tuple[OllamaDePrueba, OllamaDePrueba]]:
    """Two running stand-ins."""
    with OllamaDePrueba() as uno, OllamaDePrueba() as otro:
        yield uno, otro


def direcciones(*servidores: OllamaDePrueba) -> str:
    return ",".join(servidor.url for servidor in servidores)


def listo(siaa: ServidorDePrueba, *cuales: bool) -> list[dict[str, object]]:
    """What the status says of each server, once each was looked at and is as expected."""

    def vistos() -> list[dict[str, object]]:
        servidores: list[dict[str, object]] = siaa.obtener("/siaa/status").json["servidores"]
        return servidores

    def como_se_espera() -> bool:
        ahora = vistos()
        vistas = all(s["problema"] != EstadoModelo().problema for s in ahora)
        return vistas and [s["listo"] for s in ahora] == list(cuales)

    assert esperar(como_se_espera), vistos()
    return vistos()


def a_la_vez(siaa: ServidorDePrueba, *preguntas: str) -> list[Charla]:
    charlas: list[Charla] = []
    hilos = [
        threading.Thread(target=lambda p=p: charlas.append(siaa.charlar(p))) for p in preguntas
    ]
    for hilo in hilos:
        hilo.start()
    for hilo in hilos:
        hilo.join()
    return charlas


FALLAS: dict[str, Guion] = {
    "500": error_http(500, "llama runner process has terminated"),
    "429": error_http(429, "too many requests"),
    "503": error_http(503, "server busy"),
    "sin modelo": error_http(404, f"model '{MODELO}' not found"),
    "otro protocolo": Guion((b"<html>",), tipo="text/html", transporte="largo"),
    "se corta": Guion((), termina=False),
    "se reinicia": Guion((Reinicio(),)),
    "nada": respuesta(),
    "calla": callado(),
    "calla tras las cabeceras": callado(False),
}


@pytest.mark.parametrize("caso", FALLAS)
def test_quien_falla_antes_de_la_primera_palabra_deja_paso_a_otro(
    servidor: Fabrica, dos: tuple[OllamaDePrueba, OllamaDePrueba], caso: str
) -> None:
    malo, bueno = dos
    malo.por_defecto = FALLAS[caso]
    espera = {"espera_primer_token": 5} if "calla" in caso else {}  # the other one has as long
    siaa = servidor(ollama_url=direcciones(malo, bueno), **espera)
    listo(siaa, True, True)
    verificar_buena(siaa.charlar(TERCERA_PREGUNTA))
    assert (len(malo.preguntas), len(bueno.preguntas)) == (1, 1)
    assert [s["en_descanso"] for s in listo(siaa, True, True)] == [True, False]
    verificar_buena(siaa.charlar(TERCERA_PREGUNTA))
    assert (len(malo.preguntas), len(bueno.preguntas)) == (1, 2), "asked again while it rests"


def test_se_muda_una_sola_vez(
    servidor: Fabrica, dos: tuple[OllamaDePrueba, OllamaDePrueba]
) -> None:
    for malo in dos:
        malo.por_defecto = FALLAS["500"]
    siaa = servidor(ollama_url=direcciones(*dos))
    listo(siaa, True, True)
    charla = siaa.charlar(TERCERA_PREGUNTA)
    verificar_charla(charla, *(s.url for s in dos))
    verificar_fin(charla, "extractiva", completa=True, modo="extractivo")
    verificar_extractiva(charla.contenido, charla.fuentes)
    assert [len(s.preguntas) for s in dos] == [1, 1]
    estado = siaa.obtener("/siaa/status").json
    assert estado["estado"] == "degradado" and estado["turnos"]["atendiendo"] == 0


def test_el_lector_esta_en_el_servidor_al_que_le_toca(
    servidor: Fabrica, dos: tuple[OllamaDePrueba, OllamaDePrueba]
) -> None:
    """A reader without a server of its own is another model of each of them."""
    malo, bueno = dos
    malo.por_defecto = FALLAS["500"]
    siaa = servidor(ollama_url=direcciones(*dos), descomponer="siempre", lector_modelo="chico")
    listo(siaa, True, True)
    siaa.charlar(TERCERA_PREGUNTA)
    bueno.olvidar()
    bueno.encolar(respuesta('["plazo para presentar"]'))
    verificar_buena(siaa.charlar(PREGUNTAS[0]))
    assert [p.json["model"] for p in bueno.preguntas] == ["chico", MODELO]


def test_lo_que_ya_se_leyo_no_se_empieza_de_nuevo(
    servidor: Fabrica, dos: tuple[OllamaDePrueba, OllamaDePrueba]
) -> None:
    malo, bueno = dos
    malo.por_defecto = tras(("El plazo ", "es de "), Reinicio())
    siaa = servidor(ollama_url=direcciones(malo, bueno))
    listo(siaa, True, True)
    charla = siaa.charlar(TERCERA_PREGUNTA)
    verificar_fin(charla, "corte", completa=False, modo="modelo", razon="length")
    assert charla.contenido.startswith("El plazo es de ") and not bueno.preguntas


TODAS = {"descomponer": "siempre", "reordenar_modelo": "si", "evaluar_contexto": "si"}
ETAPAS = (
    *(respuesta('["plazo"]'), respuesta("[0, 1, 2, 3]")),
    *(respuesta("NEED|4|VR24-101"), respuesta("NEED|6|VR24-101")),
)


@pytest.mark.parametrize("hechas", [0, 2, 4], ids=["la primera", "la del medio", "la respuesta"])
def test_no_hay_mas_llamadas_que_las_que_dice_el_arranque(
    servidor: Fabrica, dos: tuple[OllamaDePrueba, OllamaDePrueba], hechas: int
) -> None:
    """Every stage asks as often as it may, and a server fails in a stage or as late as it may."""
    malo, peor = dos
    malo.encolar(*ETAPAS[:hechas])
    reducidas = REDUCCIONES if hechas == len(ETAPAS) else 0
    malo.encolar(*[demasiado_largo_antiguo()] * reducidas, FALLAS["500"])
    peor.encolar(*ETAPAS[hechas:])
    peor.por_defecto = demasiado_largo_antiguo()
    siaa = servidor(ollama_url=direcciones(*dos), **TODAS)
    listo(siaa, True, True)
    antes = [mensaje for dicha in PREGUNTAS for mensaje in (dicha, "Sí. " * 40)]
    charla = siaa.charlar(*antes, TERCERA_PREGUNTA)
    verificar_fin(charla, "extractiva", completa=True, modo="extractivo")
    pedidas = [len(s.preguntas) for s in dos]
    assert pedidas[0] == hechas + reducidas + 1
    estados = siaa.app.extensions["siaa"].consultor.estados
    assert sum(estado.veces["hecha"] for estado in estados) == len(ETAPAS)
    dicho = informe_etapas(estados, {**dict(siaa.config), "rutas": False}, len(dos))
    assert f"a lo sumo {sum(pedidas)}. " in dicho


@pytest.mark.parametrize("caso", ["500", "503", "sin modelo", "se corta", "se reinicia"])
def test_una_etapa_tambien_se_muda(
    servidor: Fabrica, dos: tuple[OllamaDePrueba, OllamaDePrueba], caso: str
) -> None:
    """What a server cannot say another says, and nobody is told of a failure."""
    malo, bueno = dos
    malo.por_defecto = FALLAS[caso]
    bueno.encolar(ETAPAS[0])
    siaa = servidor(ollama_url=direcciones(*dos), descomponer="siempre")
    listo(siaa, True, True)
    charla = siaa.charlar(TERCERA_PREGUNTA)
    verificar_buena(charla)
    fuentes = charla.eventos("fuentes")[-1]
    assert (fuentes["busquedas"], fuentes["avisos"]) == (["plazo"], [])
    assert (len(malo.preguntas), len(bueno.preguntas)) == (1, 2)
    assert [s["en_descanso"] for s in listo(siaa, True, True)] == [True, False]


def test_el_diagnostico_cuenta_las_llamadas_de_los_dos(
    servidor: Fabrica, dos: tuple[OllamaDePrueba, OllamaDePrueba]
) -> None:
    malo, bueno = dos
    malo.por_defecto = FALLAS["500"]
    bueno.encolar(ETAPAS[0])
    siaa = servidor(ollama_url=direcciones(*dos), descomponer="siempre")
    listo(siaa, True, True)
    (etapa,) = siaa.obtener(con_consulta("/siaa/contexto", q=TERCERA_PREGUNTA)).json["etapas"]
    assert (etapa["estado"], etapa["llamadas"]) == ("hecha", 2)
    assert (len(malo.preguntas), len(bueno.preguntas)) == (1, 1)


@pytest.mark.parametrize("aparte", [True, False], ids=["en otro equipo", "en el mismo"])
def test_lo_que_falla_del_lector_no_es_del_servidor(
    servidor: Fabrica,
    dos: tuple[OllamaDePrueba, OllamaDePrueba],
    url_cerrada: str,
    aparte: bool,
) -> None:
    """A reader that is not there, or a model of it that fails, moves nothing and rests nobody."""
    lector = {"lector_modelo": "chico"} | ({"lector_url": url_cerrada} if aparte else {})
    siaa = servidor(ollama_url=direcciones(*dos), descomponer="siempre", **lector)
    listo(siaa, True, True)
    charla = siaa.charlar(TERCERA_PREGUNTA)
    verificar_buena(charla)
    assert any("se buscó solo con" in a for a in charla.eventos("fuentes")[-1]["avisos"])
    assert [s["en_descanso"] for s in listo(siaa, True, True)] == [False, False]


def test_lo_que_no_cabe_no_cabe_en_ninguno(
    servidor: Fabrica, dos: tuple[OllamaDePrueba, OllamaDePrueba]
) -> None:
    uno, otro = dos
    uno.por_defecto = demasiado_largo()
    siaa = servidor(ollama_url=direcciones(uno, otro))
    listo(siaa, True, True)
    verificar_fin(siaa.charlar(TERCERA_PREGUNTA), "extractiva", completa=True, modo="extractivo")
    assert uno.preguntas and not otro.preguntas


def test_cada_uno_atiende_a_quien_le_toca(
    servidor: Fabrica, dos: tuple[OllamaDePrueba, OllamaDePrueba]
) -> None:
    """One at each at a time, and the third in the queue, who gets whichever is free first."""
    puertas = [threading.Event(), threading.Event()]
    for fingido, puerta in zip(dos, puertas, strict=True):
        fingido.encolar(Guion((hasta(puerta), *respuesta("Son ", "dos.").pasos)))
    siaa = servidor(ollama_url=direcciones(*dos), compartidas=0)
    listo(siaa, True, True)
    with ExitStack() as pila:
        for pregunta in PREGUNTAS:
            hilo = threading.Thread(target=siaa.charlar, args=(pregunta,))
            hilo.start()
            pila.callback(hilo.join)
        assert esperar(lambda: [len(s.preguntas) for s in dos] == [1, 1])
        turnos = siaa.obtener("/siaa/status").json["turnos"]
        assert esperar(lambda: siaa.obtener("/siaa/status").json["turnos"]["esperando"] == 1)
        assert turnos["atendiendo"] == 2
        puertas[1].set()
        assert esperar(lambda: [len(s.preguntas) for s in dos] == [1, 2])
        puertas[0].set()


def test_quien_se_muda_va_primero(
    servidor: Fabrica, dos: tuple[OllamaDePrueba, OllamaDePrueba]
) -> None:
    """While the other is busy it waits for its place there, before those who came later."""
    malo, bueno = dos
    puerta = threading.Event()
    malo.encolar(FALLAS["500"])
    bueno.encolar(Guion((hasta(puerta), *respuesta("Son ", "dos.").pasos)))
    siaa = servidor(ollama_url=direcciones(bueno, malo))
    listo(siaa, True, True)
    with ExitStack() as pila:
        pila.callback(puerta.set)
        primera = threading.Thread(target=siaa.charlar, args=(PREGUNTAS[0],))
        primera.start()
        pila.callback(primera.join)
        bueno.esperar_preguntas(1)
        charlas: list[Charla] = []
        segunda = threading.Thread(target=lambda: charlas.append(siaa.charlar(TERCERA_PREGUNTA)))
        segunda.start()
        malo.esperar_preguntas(1)
        assert esperar(lambda: siaa.obtener("/siaa/status").json["turnos"]["esperando"] == 1)
        puerta.set()
        segunda.join()
    assert fases(charlas[0]) == ["leyendo", "en_cola", "leyendo", "escribiendo"]
    verificar_fin(charlas[0], "stop", completa=True, modo="modelo")


def test_el_que_no_esta_se_avisa_y_no_se_pregunta(
    servidor: Fabrica, ollama: OllamaDePrueba, url_cerrada: str
) -> None:
    with OllamaDePrueba(modelos=("otro",)) as ajeno:
        siaa = servidor(ollama_url=f"{url_cerrada},{ajeno.url},{ollama.url}")
        vistos = listo(siaa, False, False, True)
        assert [s["url"] for s in vistos] == [url_cerrada, ajeno.url, ollama.url]
        assert "no responde" in str(vistos[0]["problema"])
        assert "no está instalado" in str(vistos[1]["problema"])
        estado = siaa.obtener("/siaa/status").json
        assert estado["estado"] == "degradado" and estado["ollama"]["listo"]
        for ausente in (url_cerrada, ajeno.url):
            (aviso,) = [aviso for aviso in estado["avisos"] if ausente in aviso]
            assert aviso.count(ausente) == 1
        for _ in range(2):
            verificar_buena(siaa.charlar(TERCERA_PREGUNTA))
        assert not ajeno.preguntas and len(ollama.preguntas) == 2


def test_el_que_vuelve_recibe_preguntas_otra_vez(servidor: Fabrica, ollama: OllamaDePrueba) -> None:
    otro = OllamaDePrueba(puerto=puerto_libre())
    siaa = servidor(ollama_url=f"{otro.url},{ollama.url}")
    listo(siaa, True, True)
    otro.parar()
    listo(siaa, False, True)
    verificar_buena(siaa.charlar(TERCERA_PREGUNTA))
    with OllamaDePrueba(puerto=otro.puerto) as vuelto:
        listo(siaa, True, True)
        charlas = a_la_vez(siaa, *PREGUNTAS[:2])
        assert len(charlas) == 2 and vuelto.preguntas and len(ollama.preguntas) >= 1


def test_todos_caidos_responden_los_pasajes(servidor: Fabrica, url_cerrada: str) -> None:
    with OllamaDePrueba() as otro:
        siaa = servidor(ollama_url=f"{url_cerrada},{otro.url}")
        listo(siaa, False, True)
    listo(siaa, False, False)
    charla = siaa.charlar(TERCERA_PREGUNTA)
    verificar_fin(charla, "extractiva", completa=True, modo="extractivo")
    verificar_extractiva(charla.contenido, charla.fuentes)
    assert siaa.obtener("/siaa/status").json["estado"] == "sin_modelo"


def test_el_que_muere_a_media_espera_deja_paso(servidor: Fabrica, ollama: OllamaDePrueba) -> None:
    """Its process dies while it reads the prompt: connections closed, nobody listening."""
    otro = OllamaDePrueba(por_defecto=Guion((linea(""),), antes=PARA_SIEMPRE))
    siaa = servidor(ollama_url=f"{otro.url},{ollama.url}")
    listo(siaa, True, True)
    charlas: list[Charla] = []
    hilo = threading.Thread(target=lambda: charlas.append(siaa.charlar(TERCERA_PREGUNTA)))
    hilo.start()
    otro.esperar_preguntas(1)
    otro.parar()
    hilo.join()
    verificar_buena(charlas[0])


def test_quien_sigue_la_charla_vuelve_a_quien_ya_la_leyo(
    servidor: Fabrica, dos: tuple[OllamaDePrueba, OllamaDePrueba]
) -> None:
    """Of two that are free, the one that has less to read."""
    siaa = servidor(ollama_url=direcciones(*dos))
    listo(siaa, True, True)
    verificar_buena(siaa.charlar(TERCERA_PREGUNTA))
    (leyo,) = [s for s in dos if s.preguntas]
    for _ in range(3):
        verificar_buena(siaa.charlar(TERCERA_PREGUNTA))
    assert len(leyo.preguntas) == 4


def test_cada_uno_se_calienta(
    servidor: Fabrica, dos: tuple[OllamaDePrueba, OllamaDePrueba]
) -> None:
    servidor(ollama_url=direcciones(*dos), calentar="si")
    assert esperar(lambda: [len(s.calentamientos) for s in dos] == [1, 1])
