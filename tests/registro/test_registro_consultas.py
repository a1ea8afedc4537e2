"""Questions to the record: any text comes back, and every filter agrees with a plain loop."""

from __future__ import annotations

import itertools
import re
import sqlite3
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from registro_de_prueba import (
    abrir_lectura,
    asiento_de_prueba,
    guardada,
    guardado_todo,
    identificador,
    limites,
    registro_en_marcha,
    valoracion_de_prueba,
)

from siaa.biblioteca.lengua.texto import plegar
from siaa.errores import PreguntaDesconocida
from siaa.redaccion.afirmaciones.frase import Estado, Frase
from siaa.servicio.registro.archivo import ArchivoRegistro
from siaa.servicio.registro.asiento import Alerta, Asiento, Valoracion
from siaa.servicio.registro.consultas import (
    Filtro,
    Hallado,
    Pagina,
    buscar,
    hallar,
    leer_filas,
    numerar,
    valoradas,
)
from siaa.servicio.registro.esquema import a_fila

INICIO = datetime(2026, 3, 1, tzinfo=UTC)
CUALQUIER_TEXTO = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
NUMEROS = st.none() | st.integers(0, 10**20) | st.floats(0, 1e6)


def escribir(ruta: Path, valores: Sequence[Asiento | Valoracion]) -> None:
    archivo = ArchivoRegistro(ruta, limites(36_500, 1_000_000))
    archivo.guardar([a_fila(valor) for valor in valores])


@given(
    pregunta=CUALQUIER_TEXTO,
    respuesta=CUALQUIER_TEXTO,
    documentos=st.lists(CUALQUIER_TEXTO, max_size=3).map(tuple),
    tiempos=st.dictionaries(CUALQUIER_TEXTO, NUMEROS, max_size=4),
    digest=st.none() | CUALQUIER_TEXTO,
    alerta=st.sampled_from([None, *Alerta]),
    completa=st.booleans(),
    comentario=CUALQUIER_TEXTO,
    momento=st.datetimes(
        datetime(1990, 1, 1), datetime(2100, 1, 1), timezones=st.timezones() | st.just(UTC)
    ),
)
def test_todo_vuelve_como_fue(
    tmp_path_factory: Any, comentario: str, momento: datetime, **campos: Any
) -> None:
    ruta = tmp_path_factory.mktemp("registro") / "registro.sqlite3"
    asiento = asiento_de_prueba(1, momento=momento, chunks=campos["documentos"], **campos)
    valoracion = valoracion_de_prueba(1, momento=momento, comentario=comentario)
    escribir(ruta, [asiento, valoracion])
    with abrir_lectura(ruta) as conexion:
        (guardado,) = leer_filas(conexion, numerar(conexion, Filtro()))
    # Python holds a moment that a clock shows twice unequal to any in another zone.
    en_utc = momento.astimezone(UTC)
    assert guardado == guardada(
        replace(asiento, momento=en_utc), replace(valoracion, momento=en_utc)
    )
    assert guardado.momento.utcoffset() == timedelta(0)


def emparejar(texto: str) -> str:
    """Join each half with the one that follows, where they make a pair."""
    return re.sub(
        "([\ud800-\udbff])([\udc00-\udfff])",
        lambda h: chr(0x10000 + ((ord(h[1]) & 0x3FF) << 10) + (ord(h[2]) & 0x3FF)),
        texto,
    )


@given(
    texto=st.lists(st.sampled_from(["\ud800", "\udc00", "\udfff", "a", "ñ", "😀"]), min_size=1).map(
        "".join
    )
)
def test_un_texto_imposible_se_guarda_reparado(tmp_path_factory: Any, texto: str) -> None:
    """Halves of pairs join where they meet, and become U+FFFD where they do not."""
    ruta = tmp_path_factory.mktemp("registro") / "registro.sqlite3"
    campos = {"pregunta": texto, "documentos": (texto,), "tiempos": {texto: float("inf")}}
    escribir(ruta, [asiento_de_prueba(1, **campos), asiento_de_prueba(2)])
    with abrir_lectura(ruta) as conexion:
        halladas = leer_filas(conexion, numerar(conexion, Filtro()))
    assert len(halladas) == 2
    asiento = next(a for a in halladas if a.id == identificador(1))
    reparado = asiento.pregunta
    assert asiento.documentos == (reparado,)
    assert asiento.tiempos == {reparado: None}
    assert reparado == re.sub("[\ud800-\udfff]", "\ufffd", emparejar(texto))


PREGUNTAS = ("¿Cuándo vence el PLAZO?", "plazo de la póliza", "Año nuevo", "", "AÑO 2026\n«x»")
DOCUMENTOS = ("acuerdo.md", "guía.md", "a")
ASIENTOS = st.builds(
    dict,
    momento=st.integers(0, 40).map(lambda h: INICIO + timedelta(hours=6 * h)),
    tipo=st.sampled_from(["documental", "saludo"]),
    pregunta=st.sampled_from(PREGUNTAS),
    documentos=st.lists(st.sampled_from(DOCUMENTOS), max_size=2, unique=True).map(tuple),
    modo=st.sampled_from(["modelo", "extractivo"]),
    motivo=st.sampled_from(["stop", "extractiva"]),
    alerta=st.sampled_from([None, "SIN_CONTEXTO", "CORTADA"]),
    tiempos=st.fixed_dictionaries(
        {"total_s": st.none() | st.integers(0, 9).map(float), "cola_s": st.none() | st.just(0.5)}
    ),
)
FILTROS = st.builds(
    Filtro,
    desde=st.none() | st.integers(0, 10).map(lambda d: INICIO + timedelta(days=d)),
    hasta=st.none() | st.integers(0, 10).map(lambda d: INICIO + timedelta(days=d)),
    tipo=st.sampled_from([None, None, "documental", "saludo"]),
    modo=st.sampled_from([None, None, "modelo"]),
    motivo=st.sampled_from([None, None, "extractiva"]),
    alerta=st.sampled_from([None, None, "SIN_CONTEXTO"]),
    doc=st.sampled_from([None, None, *DOCUMENTOS, "acuerdo"]),
    q=st.sampled_from([None, None, "plazo", "PÓLIZA", "ano", "año", "nada", "%", "\n"]),
)


def admite(filtro: Filtro, asiento: Asiento) -> bool:
    """What a filter means, said plainly."""
    iguales = ("tipo", "modo", "motivo", "alerta")
    return (
        (filtro.desde is None or asiento.momento >= filtro.desde)
        and (filtro.hasta is None or asiento.momento < filtro.hasta)
        and all(getattr(filtro, c) in (None, getattr(asiento, c)) for c in iguales)
        and (filtro.doc is None or filtro.doc in asiento.documentos)
        and (filtro.q is None or plegar(filtro.q) in plegar(asiento.pregunta))
    )


def por_cuenta_propia(hallado: Hallado, esperados: list[Asiento]) -> None:
    """The summary, counted by hand."""
    resumen = hallado.resumen
    assert hallado.total == len(esperados)
    assert resumen.por_alerta == Counter(a.alerta for a in esperados if a.alerta)
    totales = sorted(t for a in esperados if (t := a.tiempos["total_s"]) is not None)
    if totales:
        assert resumen.total_s.mediana == totales[(len(totales) - 1) // 2]
        assert resumen.total_s.p95 == totales[-(len(totales) // 20) - 1]
    else:
        assert (resumen.total_s.mediana, resumen.total_s.p95) == (None, None)
    assert [breve.total_s for breve in resumen.lentas] == totales[::-1][:5]
    sin_contexto = [a.id for a in esperados if a.alerta == "SIN_CONTEXTO"]
    assert [breve.id for breve in resumen.sin_respuesta] == sin_contexto[:20]


@given(
    campos=st.lists(ASIENTOS, max_size=30),
    filtros=st.lists(FILTROS, min_size=1, max_size=5),
    por_pagina=st.integers(1, 12),
)
def test_los_filtros_hacen_lo_que_dicen(
    tmp_path_factory: Any, campos: list[dict[str, Any]], filtros: list[Filtro], por_pagina: int
) -> None:
    ruta = tmp_path_factory.mktemp("registro") / "registro.sqlite3"
    asientos = [asiento_de_prueba(n, **c) for n, c in enumerate(campos)]
    escribir(ruta, asientos)
    # `sorted` keeps the order of arrival among equal moments; the latest come first.
    ordenados = sorted(asientos, key=lambda a: a.momento)[::-1]
    for filtro in filtros:
        esperados = [a for a in ordenados if admite(filtro, a)]
        paginas = []
        for numero in range(1, len(esperados) // por_pagina + 2):
            with abrir_lectura(ruta) as conexion:
                paginas.append(buscar(conexion, filtro, Pagina(numero, por_pagina)))
        halladas = list(itertools.chain.from_iterable(pagina.filas for pagina in paginas))
        assert halladas == [*map(guardada, esperados)]
        assert all(len(pagina.filas) == por_pagina for pagina in paginas[:-1])
        por_cuenta_propia(paginas[0], esperados)
        with abrir_lectura(ruta) as conexion:
            todas = leer_filas(conexion, numerar(conexion, filtro))
        assert [*todas] == [*map(guardada, esperados)]


def test_las_valoradas_por_voto_y_por_paginas(tmp_path: Path) -> None:
    ruta = tmp_path / "registro.sqlite3"
    votos = [("si", 5), ("no", 1), ("si", 3), ("no", 9)]
    valoraciones = [
        valoracion_de_prueba(n, voto=voto, momento=INICIO + timedelta(days=dia))
        for n, (voto, dia) in enumerate(votos)
    ]
    escribir(ruta, [*map(asiento_de_prueba, range(6)), *valoraciones])

    def ids(voto: str | None, pagina: Pagina) -> tuple[int, list[int]]:
        with abrir_lectura(ruta) as conexion:
            halladas = valoradas(conexion, pagina, voto)
        return halladas.total, [int(a.id, 16) for a in halladas.filas]

    assert ids(None, Pagina(1, 500)) == (4, [3, 0, 2, 1])
    assert ids("si", Pagina(1, 500)) == (2, [0, 2])
    assert ids("no", Pagina(2, 1)) == (2, [1])
    assert ids(None, Pagina(9, 4)) == (4, [])


def test_cuantas_frases_hay_en_cada_estado(tmp_path: Path) -> None:
    ruta = tmp_path / "registro.sqlite3"
    una = Frase(0, 9, Estado.SIN_RESPALDO)
    escribir(ruta, [asiento_de_prueba(1), asiento_de_prueba(2, frases=(una,))])
    escribir(ruta, [asiento_de_prueba(n, frases=()) for n in (3, 4, 5)])
    with closing(sqlite3.connect(ruta)) as conexion, conexion:
        for n, malas in ((3, '{"a": 1'), (4, '["x", 7, [1], {"b": 2}]'), (5, '"siete"')):
            datos = (malas, identificador(n))
            conexion.execute("UPDATE preguntas SET frases = ? WHERE id = ?", datos)
    with abrir_lectura(ruta) as conexion:
        resumen = buscar(conexion, Filtro(), Pagina(1, 9)).resumen
    assert resumen.por_frase == {"discrepa": 1, "respaldada": 1, "sin_respaldo": 1}


def test_las_que_esperan_y_las_atendidas(tmp_path: Path) -> None:
    ruta = tmp_path / "registro.sqlite3"
    votos = [("no", ""), ("si", ""), ("si", "Pero falta algo."), ("no", "")]
    with registro_en_marcha(ruta) as registro:
        for n, (voto, comentario) in enumerate(votos):
            registro.anotar(asiento_de_prueba(n))
            registro.valorar(valoracion_de_prueba(n, voto=voto, comentario=comentario))
        assert guardado_todo(registro)

        def ids(estado: str | None) -> set[int]:
            hallada = registro.leer(lambda c: valoradas(c, Pagina(1, 9), estado=estado))
            return {int(guardada.id, 16) for guardada in hallada.filas}

        assert (ids(None), ids("pendiente"), ids("atendida")) == ({0, 1, 2, 3}, {0, 2, 3}, set())
        registro.atender(identificador(0), INICIO)
        registro.atender(identificador(2), INICIO)
        assert guardado_todo(registro)
        assert (ids("pendiente"), ids("atendida")) == ({3}, {0, 2})
        registro.atender(identificador(0), None)
        registro.valorar(valoracion_de_prueba(2))
        assert guardado_todo(registro)
        assert (ids("pendiente"), ids("atendida")) == ({0, 2, 3}, set())
        registro.anotar(asiento_de_prueba(9))
        assert guardado_todo(registro)
        for sin_valorar in (8, 9):
            with pytest.raises(PreguntaDesconocida):
                registro.atender(identificador(sin_valorar), INICIO)
        assert registro.estado().perdidas == 0


def test_se_halla_por_su_id_exacto(tmp_path: Path) -> None:
    ruta = tmp_path / "registro.sqlite3"
    escribir(ruta, [asiento_de_prueba(1)])
    with abrir_lectura(ruta) as conexion:
        hallada = hallar(conexion, identificador(1))
        assert hallada is not None and hallada.id == identificador(1)
        assert hallar(conexion, identificador(2)) is None
        assert hallar(conexion, "%") is None


def test_una_fila_borrada_entre_la_lista_y_su_lectura_no_estorba(tmp_path: Path) -> None:
    ruta = tmp_path / "registro.sqlite3"
    escribir(ruta, [asiento_de_prueba(n) for n in range(3)])
    with abrir_lectura(ruta) as conexion:
        numeros = numerar(conexion, Filtro())
        assert len(leer_filas(conexion, [*numeros, 99])) == 3
        assert leer_filas(conexion, [99]) == ()


def test_sin_textos_conserva_lo_demas() -> None:
    asiento, valoracion = asiento_de_prueba(), valoracion_de_prueba()
    frases = tuple(replace(frase, discrepancias=()) for frase in asiento.frases)
    callado = replace(asiento, pregunta="", respuesta="", avisos=(), frases=frases)
    assert asiento.sin_textos() == callado
    assert valoracion.sin_textos() == replace(valoracion, comentario="")
