"""One answer from admission to its end, with the parts of the running service."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from biblioteca_de_prueba import PREGUNTA, SIN_RESPUESTA, TERCERA_PREGUNTA
from guiones import callado, demasiado_largo, linea, respuesta, tras
from ollama_de_prueba import OllamaDePrueba
from paciencia import SIN_FIN_S, sin_esperar

from config import Config
from siaa.armado import crear_servicios
from siaa.errores import ColaLlena, ErrorInterno, ModeloFallo, ServicioDeteniendose
from siaa.eventos import SILENCIO, Cierre, Evento, Fuentes, Marcha
from siaa.recorrido.atencion import Atencion, Piezas
from siaa.recorrido.generacion import CARGANDO
from siaa.redaccion import prompt
from siaa.redaccion.afirmaciones.frase import Frase
from siaa.servicio.modelo.consultor import Servidores
from siaa.valores import Fallo, Mensaje, Texto

Fabrica = Callable[..., Piezas]


@pytest.fixture
def piezas(biblioteca_chica: Path, tmp_path: Path, ollama: OllamaDePrueba) -> Iterator[Fabrica]:
    """`piezas(**settings)`: the parts of a service that is not running."""
    hechos = []

    def armar(**ajustes: Any) -> Piezas:
        campos: dict[str, Any] = {
            "documentos": biblioteca_chica,
            "datos": tmp_path / "datos",
            "ollama_url": ollama.url,
            "espera_primer_token": SIN_FIN_S,
            "espera_entre_tokens": SIN_FIN_S,
        }
        hechos.append(crear_servicios(Config(**(campos | ajustes))))
        return hechos[-1]

    yield armar
    for servicios in hechos:
        servicios.cerrar()


def atender(piezas: Piezas, pregunta: str = PREGUNTA) -> list[Evento]:
    """Everything that an answer says, silences left out."""
    atencion = Atencion(piezas, (Mensaje("user", pregunta),))
    return [evento for evento in atencion.eventos() if evento is not SILENCIO]


def al_decir(piezas: Piezas, fase: str, hacer: Callable[[Atencion], None]) -> list[Evento]:
    """The same; something is done by another thread once a phase has been told."""
    atencion = Atencion(piezas, (Mensaje("user", PREGUNTA),))
    eventos: list[Evento] = []
    for evento in atencion.eventos():
        if isinstance(evento, Marcha) and evento.fase == fase:
            hilo = threading.Thread(target=hacer, args=(atencion,))
            hilo.start()
        if evento is not SILENCIO:
            eventos.append(evento)
    hilo.join()
    return eventos


def texto_de(eventos: list[Evento]) -> str:
    return "".join(e.texto for e in eventos if isinstance(e, Texto))


def marchas(eventos: list[Evento]) -> list[Marcha]:
    """What was told of how it goes, but for a load of the model."""
    return [e for e in eventos if isinstance(e, Marcha) and e.razon != CARGANDO]


def cierre_de(eventos: list[Evento]) -> Cierre:
    """The end, which is the last event and the only one of its kind."""
    (cierre,) = [e for e in eventos if isinstance(e, Cierre)]
    assert eventos[-1] is cierre
    return cierre


def libre(piezas: Piezas) -> bool:
    estado = piezas.turnos.estado()
    return (estado.atendiendo, estado.esperando) == (0, 0)


def test_una_respuesta(piezas: Fabrica) -> None:
    partes = piezas()
    eventos = atender(partes)
    assert [type(e) for e in eventos[:3]] == [Fuentes, Marcha, Marcha]
    assert [e.fase for e in marchas(eventos)] == ["leyendo", "escribiendo"]
    cierre = cierre_de(eventos)
    assert (cierre.motivo, cierre.completa, cierre.modo) == ("stop", True, "modelo")
    assert libre(partes)


def test_los_tiempos_van_en_orden(piezas: Fabrica) -> None:
    tiempos = cierre_de(atender(piezas())).tiempos
    pasos = [tiempos[n] for n in ("busqueda_s", "turno_s", "primer_token_s", "total_s")]
    assert None not in pasos and pasos == sorted(pasos)  # type: ignore[type-var]
    assert tiempos["tokens_prompt"] and tiempos["tokens_respuesta"]


def test_cada_respuesta_enseña_cuanto_vale_un_token(piezas: Fabrica) -> None:
    partes = piezas()
    antes = partes.calibracion.caracteres_por_token
    atender(partes)
    assert partes.calibracion.caracteres_por_token != antes


def test_lo_que_no_necesita_modelo_no_pide_turno(piezas: Fabrica, ollama: OllamaDePrueba) -> None:
    partes = piezas()
    for pregunta, motivo in (
        ("hola", "directa"),
        ("¿Quién eres?", "directa"),
        ("¿Por qué?", "directa"),
        (SIN_RESPUESTA, "sin_documentos"),
    ):
        ocupado = partes.turnos.pedir()
        cierre = cierre_de(atender(partes, pregunta))
        assert (cierre.motivo, cierre.modo) == (motivo, "directo")
        assert cierre.tiempos["turno_s"] is None
        ocupado.devolver()
    assert ollama.preguntas == []


def test_los_blancos_del_comienzo_no_son_palabras(piezas: Fabrica, ollama: OllamaDePrueba) -> None:
    ollama.encolar(respuesta("\n", " ", "Sí", " ", "claro."))
    assert texto_de(atender(piezas())) == "Sí claro."


def test_una_respuesta_en_blanco_es_una_falla(piezas: Fabrica, ollama: OllamaDePrueba) -> None:
    ollama.encolar(respuesta(" ", "\n"))
    eventos = atender(piezas())
    (problema,) = [e for e in eventos if isinstance(e, Fallo)]
    assert isinstance(problema.error, ModeloFallo)
    assert cierre_de(eventos).motivo == "extractiva" and "siete días hábiles" in texto_de(eventos)


def test_el_modelo_dice_que_no_esta(piezas: Fabrica, ollama: OllamaDePrueba) -> None:
    """What the prompt asks for when nothing answers ends as such, from the model or remembered."""
    partes = piezas(cache_entradas=5)
    partes.servidores.comprobar()
    ollama.encolar(respuesta("«No encontré ", "esa información en los documentos consultados.»\n"))
    for modo in ("modelo", "cache"):
        cierre = cierre_de(atender(partes))
        hallado = (cierre.motivo, cierre.completa, cierre.modo)
        assert hallado == ("sin_documentos", True, modo)
        assert [frase.fuente for frase in cierre.frases] == [None]
    ollama.encolar(respuesta(prompt.NO_ESTA, ", pero el artículo 3 da siete días hábiles."))
    assert cierre_de(atender(piezas())).motivo == "stop"


def test_cada_frase_se_dice_revisada_en_cuanto_acaba(
    piezas: Fabrica, ollama: OllamaDePrueba
) -> None:
    """However the model cuts its words; at the end they are told again, the last one too."""
    texto = "El plazo es de siete días. Vea el art. 5 (¿sí?). Y eso.\n- Uno\n- Dos"
    for largo in (1, 3, 1000):
        ollama.encolar(respuesta(*(texto[i : i + largo] for i in range(0, len(texto), largo))))
        eventos = atender(piezas())
        frases = cierre_de(eventos).frases
        revisadas = [evento for evento in eventos if isinstance(evento, Frase)]
        assert revisadas == list(frases[:-1]) and len(revisadas) == 4
        escrito = "".join(
            e.texto for e in eventos[: eventos.index(frases[0])] if isinstance(e, Texto)
        )
        assert largo > 3 or escrito == texto[: len(escrito)] != texto


def test_las_marcas_que_pone_el_modelo_no_llegan_a_nadie(
    piezas: Fabrica, ollama: OllamaDePrueba
) -> None:
    """Nor are they in what is remembered; offsets are of what was delivered."""
    partes = piezas(cache_entradas=5)
    partes.servidores.comprobar()
    ollama.encolar(
        respuesta("El plazo es de siete días", " [", "3", "]. [1", "] Los da ", "(fuente 2)")
    )
    for modo in ("modelo", "cache"):
        eventos = atender(partes)
        texto, cierre = texto_de(eventos), cierre_de(eventos)
        assert cierre.modo == modo and texto.startswith("El plazo es de siete días. Los da")
        dichas = [texto[f.desde : f.hasta] for f in cierre.frases]
        assert dichas[0] == "El plazo es de siete días." and "[1]" not in texto


def test_lo_que_un_pasaje_tiene_entre_corchetes_se_copia_tal_cual(
    piezas: Fabrica, ollama: OllamaDePrueba, biblioteca_chica: Path, tmp_path: Path
) -> None:
    copia = tmp_path / "copia"
    copia.mkdir()
    for ruta in biblioteca_chica.rglob("*24-101.md"):
        escrito = ruta.read_text(encoding="utf-8")
        marcado = escrito.replace("días hábiles contados", "días hábiles [3] [sic] contados")
        (copia / ruta.name).write_text(marcado, encoding="utf-8")
    ollama.encolar(respuesta(" "))
    assert "siete días hábiles [3] [sic] contados" in texto_de(atender(piezas(documentos=copia)))


def test_una_cola_llena_responde_con_los_pasajes(piezas: Fabrica) -> None:
    partes = piezas(cola=0)
    ocupado = partes.turnos.pedir()
    atencion = Atencion(partes, (Mensaje("user", PREGUNTA),))
    eventos = list(atencion.eventos())
    ocupado.devolver()
    assert isinstance(atencion.rechazo, ColaLlena)
    assert cierre_de(eventos).motivo == "extractiva" and libre(partes)


def test_a_quien_espera_se_le_dice_su_puesto(piezas: Fabrica) -> None:
    partes = piezas()
    delante = partes.turnos.pedir()
    eventos = al_decir(partes, "en_cola", lambda _: delante.devolver())
    assert [(e.fase, e.puesto) for e in marchas(eventos)] == [
        ("en_cola", 1),
        ("leyendo", 0),
        ("escribiendo", 0),
    ]


def test_un_texto_que_no_cupo_se_anuncia_de_nuevo(piezas: Fabrica, ollama: OllamaDePrueba) -> None:
    ollama.encolar(demasiado_largo(5000, 4096), respuesta("Sí."))
    eventos = atender(piezas(), TERCERA_PREGUNTA)
    primero, segundo = (e.contexto for e in eventos if isinstance(e, Fuentes))
    assert len(segundo.texto) < len(primero.texto)
    assert cierre_de(eventos).motivo == "stop" and texto_de(eventos) == "Sí."
    assert segundo.texto in ollama.preguntas[1].texto


def test_la_respuesta_de_un_modelo_que_no_se_conoce_no_se_recuerda(piezas: Fabrica) -> None:
    partes = piezas()
    assert partes.servidores.digest is None
    assert cierre_de(atender(partes)).motivo == "stop" and partes.cache.estado().entradas == 0
    partes.servidores.comprobar()
    assert partes.servidores.digest is not None
    assert cierre_de(atender(partes)).modo == "modelo" and partes.cache.estado().entradas == 1


def test_la_respuesta_de_un_texto_que_no_cupo_no_se_recuerda(
    piezas: Fabrica, ollama: OllamaDePrueba
) -> None:
    partes = piezas()
    partes.servidores.comprobar()
    ollama.encolar(demasiado_largo(5000, 4096), respuesta("Sí."))
    assert (
        cierre_de(atender(partes, TERCERA_PREGUNTA)).motivo == "stop"
        and partes.cache.estado().entradas == 0
    )


def test_a_quien_no_se_pudo_llegar_se_le_mira_de_nuevo(piezas: Fabrica, url_cerrada: str) -> None:
    partes = piezas(ollama_url=url_cerrada)
    assert cierre_de(atender(partes)).motivo == "extractiva"
    assert partes.servidores[0].salud._despertador.is_set()


# --- Stopping -------------------------------------------------------------------------------


def test_al_parar_no_se_admite_a_nadie_mas(piezas: Fabrica, ollama: OllamaDePrueba) -> None:
    partes = piezas()
    partes.parada.pedir()
    atencion = Atencion(partes, (Mensaje("user", PREGUNTA),))
    assert isinstance(atencion.rechazo, ServicioDeteniendose)
    assert cierre_de(list(atencion.eventos())).motivo == "extractiva"
    assert cierre_de(atender(partes, "hola")).motivo == "directa"
    assert ollama.preguntas == []


def test_al_vencer_el_que_espera_se_va_sin_preguntar(
    piezas: Fabrica, ollama: OllamaDePrueba
) -> None:
    partes = piezas()
    delante = partes.turnos.pedir()
    eventos = al_decir(partes, "en_cola", lambda _: partes.parada.vencer())
    delante.devolver()
    assert cierre_de(eventos).motivo == "extractiva" and ollama.preguntas == []
    assert libre(partes)


def test_cerrar_sin_leer_nada_devuelve_el_turno(piezas: Fabrica, ollama: OllamaDePrueba) -> None:
    ollama.encolar(callado())
    partes = piezas()
    atencion = Atencion(partes, (Mensaje("user", PREGUNTA),))
    assert partes.turnos.estado().atendiendo == 1
    atencion.cerrar()
    atencion.cerrar()
    assert libre(partes)


def test_cerrar_desde_otro_hilo_suelta_al_modelo(piezas: Fabrica, ollama: OllamaDePrueba) -> None:
    ollama.encolar(tras(["Son "], *callado(False).pasos, linea("nunca")))
    partes = piezas()
    with sin_esperar():
        eventos = al_decir(partes, "escribiendo", Atencion.cerrar)
    assert ollama.se_suelta()
    assert cierre_de(eventos).completa is False and libre(partes)


# --- What nobody foresaw --------------------------------------------------------------------


class ClienteRoto:
    """A client with a fault of its own."""

    def conversar(self, _: object) -> Any:
        raise ZeroDivisionError("entrañas")


def test_lo_imprevisto_termina_con_honra(piezas: Fabrica, caplog: pytest.LogCaptureFixture) -> None:
    partes = piezas()
    roto = replace(partes.servidores[0], cliente=ClienteRoto())  # type: ignore[arg-type]
    partes = replace(partes, servidores=Servidores((roto,)))
    eventos = atender(partes)
    (problema,) = [e for e in eventos if isinstance(e, Fallo)]
    assert isinstance(problema.error, ErrorInterno)
    assert "siete días hábiles" in texto_de(eventos) and "entrañas" not in texto_de(eventos)
    assert cierre_de(eventos).motivo == "extractiva" and libre(partes)
    assert any(r.exc_info for r in caplog.records if r.levelno == logging.ERROR)


def test_ni_el_cotejo_de_las_frases_deja_una_respuesta_sin_fin(
    piezas: Fabrica, ollama: OllamaDePrueba, monkeypatch: pytest.MonkeyPatch
) -> None:
    def roto(*_: object) -> Any:
        raise ZeroDivisionError("entrañas")

    monkeypatch.setattr("siaa.recorrido.atencion.revisar", roto)
    ollama.encolar(respuesta("Siete", " días."))
    eventos = atender(piezas())
    assert texto_de(eventos).startswith("Siete días.\n\n[Respuesta incompleta]")
    cierre = cierre_de(eventos)
    assert (cierre.motivo, cierre.completa, cierre.frases) == ("corte", False, ())
