"""Against the real llama.cpp server, with a tiny model of random weights.

`pip install xllamacpp` brings it (100 MB); without it these tests are skipped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest
import requests
from biblioteca_de_prueba import OTRA_PREGUNTA, PREGUNTA, TERCERA_PREGUNTA
from gguf_de_prueba import escribir_modelo, llama_real
from paciencia import SIN_FIN_S, esperar
from servidor_de_prueba import ServidorDePrueba, con_consulta
from verificaciones import verificar_charla, verificar_fin

from siaa.errores import ClaveRechazada, ContextoExcedido
from siaa.etapas.busquedas import DESCOMPOSICION
from siaa.modelo.cable import OpcionesModelo
from siaa.modelo.cliente import ClienteModelo, Generacion
from siaa.redaccion.prompt import componer
from siaa.valores import Fallo, Fin, Mensaje, Texto

pytest.importorskip("xllamacpp", reason="xllamacpp is not installed")

Fabrica = Callable[..., ServidorDePrueba]
MODELO = "tiny"
VENTANA = 8192
CLAVE = "clave-de-la-oficina"
HABLA = {"protocolo": "openai", "modelo": MODELO, "num_ctx": VENTANA, "num_predict": 40}


@pytest.fixture(scope="module")
def modelo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of the model."""
    return escribir_modelo(tmp_path_factory.mktemp("gguf") / "tiny.gguf")


@pytest.fixture(scope="module")
def real(modelo: Path) -> Iterator[str]:
    """The address of a running server, which asks for a key."""
    with llama_real(modelo, VENTANA, CLAVE) as (url, _):
        yield url


def cliente(url: str, clave: str = CLAVE, num_predict: int = 40) -> ClienteModelo:
    opciones = OpcionesModelo(MODELO, VENTANA, num_predict, protocolo="openai")
    return ClienteModelo(url, opciones, SIN_FIN_S, SIN_FIN_S, clave)


def oir(generacion: Generacion) -> tuple[str, Fin]:
    """The words of a generation and its end."""
    *tokens, fin = generacion
    assert isinstance(fin, Fin), fin
    return "".join(t.texto for t in tokens if isinstance(t, Texto)), fin


def encargo(pregunta: str) -> tuple[Mensaje, ...]:
    pasajes = "\n".join(f"Artículo {n}. El informe se presenta cada mes." for n in range(60))
    return componer(pasajes, (Mensaje("user", pregunta),))


def test_una_respuesta_de_siaa(servidor: Fabrica, real: str) -> None:
    siaa = servidor(ollama_url=f"{real}/v1", clave_api=CLAVE, calentar="si", **HABLA)
    assert esperar(lambda: siaa.obtener("/siaa/status").json["ollama"]["calentado_en"])
    visto = siaa.obtener("/siaa/status").json["ollama"]
    assert (visto["listo"], visto["context_length"], visto["avisos"]) == (True, VENTANA, [])
    charla = siaa.charlar(TERCERA_PREGUNTA)
    verificar_charla(charla, real)
    verificar_fin(charla, "length", completa=False, modo="modelo", razon="length")
    turnos = siaa.obtener("/siaa/status").json["turnos"]
    assert turnos["lectura_tokens_s"] > 0 and turnos["escritura_tokens_s"] > 0


def test_las_fichas_llegan_de_a_una(real: str) -> None:
    eventos = list(cliente(real).conversar(encargo("¿Cuándo?")))
    assert len(eventos) == 41 and isinstance(eventos[-1], Fin)
    assert (eventos[-1].motivo, eventos[-1].metricas.tokens_respuesta) == ("length", 40)


def test_otra_pregunta_sobre_los_mismos_pasajes_lee_menos_de_la_quinta_parte(real: str) -> None:
    """By the server's own counters."""
    oir(cliente(real).conversar(encargo("algo que no se ha preguntado")))
    _, fin = oir(cliente(real).conversar(encargo("¿Cuándo se presenta?")))
    leidas, conservadas = fin.metricas.tokens_prompt, fin.metricas.tokens_conservados
    assert leidas is not None and conservadas is not None and leidas > 1000
    assert leidas - conservadas < leidas / 5


def test_colgar_detiene_al_servidor(real: str) -> None:
    generacion = cliente(real, num_predict=4000).conversar(encargo("¿Y entonces?"))
    assert len(list(islice(generacion, 3))) == 3
    generacion.cerrar()
    cabeceras = {"Authorization": f"Bearer {CLAVE}"}

    def ocupado() -> bool:
        ranuras = requests.get(f"{real}/slots", headers=cabeceras, timeout=SIN_FIN_S).json()
        return any(ranura["is_processing"] for ranura in ranuras)

    assert esperar(lambda: not ocupado())


def test_lo_que_no_cabe_dice_cuanto_sobra(real: str) -> None:
    (fallo,) = cliente(real).conversar((Mensaje("user", "palabra " * VENTANA),))
    assert isinstance(fallo, Fallo) and isinstance(fallo.error, ContextoExcedido)
    assert fallo.error.ventana == VENTANA and (fallo.error.tokens_prompt or 0) > 8 * VENTANA


def test_el_esquema_obliga(real: str) -> None:
    """Only what is asked for can be said, even by random weights."""
    mensajes = (Mensaje("user", "¿Qué plazo hay?"),)
    dicho, _ = oir(cliente(real).conversar(mensajes, DESCOMPOSICION.esquema, 60))
    assert dicho.lstrip().startswith("[")


@pytest.mark.parametrize("estrategia", ["hibrida", "canal"])
def test_todas_las_etapas_sobre_pesos_al_azar(
    servidor: Fabrica, real: str, estrategia: str
) -> None:
    """Nothing depends on what it says: an answer with passages, five calls at most, all told."""
    todas = {"descomponer": "siempre", "reordenar_modelo": "si", "evaluar_contexto": "si"}
    todas |= {"referencias": "si", "formato_contexto": "fuentes", "estrategia": estrategia}
    siaa = servidor(ollama_url=f"{real}/v1", clave_api=CLAVE, **HABLA, **todas)
    assert esperar(lambda: siaa.obtener("/siaa/status").json["ollama"]["listo"])
    for pregunta in (PREGUNTA, OTRA_PREGUNTA, TERCERA_PREGUNTA):
        antes = _veces(siaa)
        charla = siaa.charlar(pregunta)
        verificar_charla(charla, real)
        verificar_fin(charla, "length", completa=False, modo="modelo", razon="length")
        assert charla.fuentes
        assert 3 <= (_veces(siaa) - antes).total() <= 4, "and the answer itself"
        etapas = siaa.obtener(con_consulta("/siaa/contexto", q=pregunta)).json["etapas"]
        avisos = charla.eventos("fuentes")[-1]["avisos"]
        assert all(e["motivo"] in avisos for e in etapas if e["estado"] == "fallida")
    assert _veces(siaa).keys() <= {"hecha", "fallida"}


def _veces(siaa: ServidorDePrueba) -> Counter[str]:
    """How the calls of all stages ended so far."""
    etapas = siaa.obtener("/siaa/status").json["etapas"]
    return sum((Counter(etapa["veces"]) for etapa in etapas), Counter[str]())


def test_sin_clave_no_responde(real: str) -> None:
    (fallo,) = cliente(real, clave="").conversar(encargo("hola"))
    assert isinstance(fallo, Fallo) and isinstance(fallo.error, ClaveRechazada)


def test_el_que_muere_deja_paso_a_otro(servidor: Fabrica, modelo: Path) -> None:
    with llama_real(modelo, VENTANA) as (malo, proceso), llama_real(modelo, VENTANA) as (bueno, _):
        siaa = servidor(ollama_url=f"{malo},{bueno}", **HABLA)

        def listos() -> list[bool]:
            return [s["listo"] for s in siaa.obtener("/siaa/status").json["servidores"]]

        assert esperar(lambda: listos() == [True, True])
        proceso.kill()
        proceso.wait()
        charla = siaa.charlar(TERCERA_PREGUNTA)
        verificar_fin(charla, "length", completa=False, modo="modelo", razon="length")
        assert esperar(lambda: listos() == [False, True])
