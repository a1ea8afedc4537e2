"""What is noted of an answer while it goes out, and the row that comes of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from biblioteca_de_prueba import PREGUNTA, SIN_RESPUESTA

from siaa import __version__
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.errores import ColaLlena, ErrorSIAA, ModeloNoResponde, RespuestaCortada
from siaa.eventos import Cierre, Desenlace, Evento, Fuentes, Marcha
from siaa.recorrido.acta import Acta
from siaa.recorrido.hallazgo import AjustesConsulta, Preparacion, repartir
from siaa.recorrido.preparacion import reunir
from siaa.redaccion.afirmaciones.frase import Estado, Frase
from siaa.redaccion.prompt import VERSION_PROMPT
from siaa.servicio.registro.asiento import Asiento, PasajeEnviado
from siaa.valores import Fallo, Mensaje, MetricasModelo, Texto

AJUSTES = AjustesConsulta(4096, 400, 2, 3, repartir(2400), 0.2, "hibrida", None)


@dataclass
class Reloj:
    """A clock that the test moves, in seconds."""

    ahora: float = 50.0

    def __call__(self) -> float:
        return self.ahora


def preparar(carpeta: Path, pregunta: str = PREGUNTA) -> Preparacion:
    return reunir(cargar_biblioteca(carpeta), [Mensaje("user", pregunta)], AJUSTES, 3.0)


def asentar(acta: Acta, preparacion: Preparacion, carpeta: Path) -> Asiento:
    return acta.asiento(preparacion, "directo", modelo="m", digest="d", compartida=False)


def ver(acta: Acta, *eventos: Evento) -> None:
    for evento in eventos:
        acta.ver(evento)


def test_la_fila_de_una_respuesta(biblioteca_chica: Path) -> None:
    preparacion = preparar(biblioteca_chica)
    acta = Acta("f" * 32)
    indice = cargar_biblioteca(biblioteca_chica)
    frases = (Frase(0, 11, Estado.RESPALDADA, 1),)
    cierre = Cierre("stop", True, "modelo", {"total_s": 2.5}, None, frases)
    fuentes_dichas = Fuentes(preparacion.contexto, avisos=("Puede que no esté.",))
    ver(acta, fuentes_dichas, Texto("Siete "), Texto("días."), cierre)
    asiento = asentar(acta, preparacion, biblioteca_chica)
    assert abs((datetime.now(UTC) - asiento.momento).total_seconds()) < 60
    fuentes = preparacion.contexto.fuentes
    assert asiento == Asiento(
        id="f" * 32,
        momento=asiento.momento,
        tipo=preparacion.hallazgo.pregunta.tipo.value,
        pregunta=PREGUNTA,
        busquedas=(),
        ambito=(),
        documentos=tuple(dict.fromkeys(f.doc for f in fuentes)),
        chunks=tuple(f"{f.doc}#{f.indice}" for f in fuentes),
        caracteres=len(preparacion.contexto.texto),
        respuesta="Siete días.",
        modo="modelo",
        motivo="stop",
        completa=True,
        estrategia="hibrida",
        modelo="m",
        digest="d",
        version_prompt=VERSION_PROMPT,
        huella=indice.huella,
        version=__version__,
        tiempos={"total_s": 2.5},
        error=None,
        alerta=None,
        compartida=False,
        pasajes=tuple(
            PasajeEnviado(
                f.doc, f.desde, f.hasta, indice.documentos[f.doc].huella_de(f.desde, f.hasta)
            )
            for f in fuentes
        ),
        frases=frases,
        avisos=("Puede que no esté.",),
    )
    assert len(asiento.pasajes) == len(asiento.chunks) > 0


def test_cuentan_las_fuentes_que_se_dijeron_las_ultimas(biblioteca_chica: Path) -> None:
    preparacion = preparar(biblioteca_chica)
    menos = replace(preparacion.contexto, fuentes=preparacion.contexto.fuentes[:1], texto="poco")
    acta = Acta("a")
    ver(acta, Fuentes(preparacion.contexto), Fuentes(menos))
    asiento = asentar(acta, preparacion, biblioteca_chica)
    assert (len(asiento.chunks), asiento.caracteres, acta.fuentes.contexto) == (1, 4, menos)


@pytest.mark.parametrize(
    ("motivo", "error", "alerta"),
    [
        ("stop", None, None),
        ("directa", None, None),
        ("sin_documentos", None, "SIN_CONTEXTO"),
        ("extractiva", ModeloNoResponde(), "SIN_MODELO"),
        ("extractiva", ColaLlena(), "COLA_LLENA"),
        ("length", None, "CORTADA"),
        ("corte", RespuestaCortada(), "CORTADA"),
    ],
)
def test_la_alerta(
    biblioteca_chica: Path, motivo: Desenlace, error: ErrorSIAA | None, alerta: str | None
) -> None:
    acta = Acta("a")
    if error is not None:
        acta.ver(Fallo(error))
    acta.ver(Cierre(motivo, True, "modelo"))
    asiento = asentar(acta, preparar(biblioteca_chica, SIN_RESPUESTA), biblioteca_chica)
    assert (asiento.motivo, asiento.alerta) == (motivo, alerta)
    assert asiento.error == (error.codigo if error else None)


def test_lo_que_no_llego_a_su_fin_se_abandono(biblioteca_chica: Path) -> None:
    acta = Acta("a")
    ver(acta, Marcha("leyendo"), Texto("Siete"))
    asiento = asentar(acta, preparar(biblioteca_chica), biblioteca_chica)
    assert (asiento.motivo, asiento.alerta) == ("abandonada", "ABANDONADA")
    assert not asiento.completa and (asiento.respuesta, asiento.modo) == ("Siete", "directo")


def test_los_tiempos_de_cada_parte() -> None:
    reloj = Reloj()
    acta = Acta("a", reloj)

    def tras(segundos: float, evento: Evento | None = None) -> None:
        reloj.ahora += segundos
        if evento is None:
            acta.buscado()
        else:
            acta.ver(evento)

    tras(1)
    tras(2, Marcha("en_cola", 1))
    tras(4, Marcha("leyendo"))
    tras(8, Marcha("escribiendo"))
    tras(16, Texto("a"))
    tras(32, Texto("b"))
    assert acta.tiempos(MetricasModelo(7, 8, 9.0, 10.0, 11.0)) == {
        "busqueda_s": 1,
        "cola_s": 6,
        "turno_s": 7,
        "primer_token_s": 31,
        "total_s": 63,
        "tokens_prompt": 7,
        "tokens_respuesta": 8,
        "lectura_modelo_s": 10,
        "escritura_modelo_s": 11,
    }


def test_los_pasajes_no_son_palabras_del_modelo() -> None:
    acta = Acta("a")
    ver(acta, Marcha("leyendo"), Fallo(ModeloNoResponde()), Texto("pasajes"))
    tiempos = acta.tiempos(MetricasModelo())
    assert tiempos["primer_token_s"] is None and tiempos["turno_s"] is not None
    assert Acta("b").tiempos(MetricasModelo())["cola_s"] is None
