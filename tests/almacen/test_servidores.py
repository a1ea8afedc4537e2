"""Stores that are servers: the same as in memory, and what is done when one is not well.

`SIAA_QDRANT_URL` and `SIAA_POSTGRES_URL` add servers of one's own, whose points of the profile
`prueba` are thrown away.
"""

from __future__ import annotations

import logging
import os
import signal
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

import bibliotecas_hibridas as bh
import numpy as np
import pytest
from hypothesis import given, settings
from paciencia import PACIENCIA_S, esperar
from postgres_de_prueba import PostgresDePrueba, primario_y_replica
from qdrant_de_prueba import QdrantDePrueba
from test_memoria import pedido_de

from siaa.almacen import distribucion, memoria, modelo
from siaa.almacen.almacen import SIN_MODELO, Almacen
from siaa.almacen.distribucion import Punto, Sondeo
from siaa.almacen.indexado import Indexador
from siaa.almacen.servidores import postgres
from siaa.almacen.servidores import remoto as modulo_remoto
from siaa.almacen.servidores.postgres import EnPostgres
from siaa.almacen.servidores.qdrant import EnQdrant
from siaa.almacen.servidores.remoto import Remoto, Servidor
from siaa.biblioteca.ambito import Ambito, acotar
from siaa.biblioteca.indice import Indice
from siaa.errores import VectoresNoDisponibles
from siaa.rutas import Perfil, RutaDeContenido, Rutas

ESPERA_S = 30.0
AJENOS = [url for v in ("SIAA_QDRANT_URL", "SIAA_POSTGRES_URL") if (url := os.environ.get(v))]
RUTA = RutaDeContenido("docs", "prueba", Perfil(provider="hash", dim=64), "emb_docs")
RUTAS = Rutas({"docs": RUTA})
PREGUNTAS = (
    "plazo de la multa",
    "¿cuándo se notifica la sanción al juez?",
    "inventario inicial del despacho",
    "artículo 7 de la ley 100 de 1993",
    "casilla del formulario",
    "xilófono",
)


@pytest.fixture(scope="module", params=["local", "qdrant", "postgres", *AJENOS])
def servidor(request: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servidor]:
    with ExitStack() as pila:
        if request.param == "local":
            cliente = pytest.importorskip("qdrant_client").QdrantClient(":memory:")
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # payload indexes do nothing in its local mode
                yield EnQdrant(cliente)
        elif request.param == "qdrant":
            qdrant = QdrantDePrueba(tmp_path_factory.mktemp("qdrant"))
            yield EnQdrant.en(pila.enter_context(qdrant).url, ESPERA_S)
        elif request.param == "postgres":
            yield EnPostgres(pila.enter_context(PostgresDePrueba()).url, ESPERA_S)
        elif request.param.startswith("http"):
            yield EnQdrant.en(request.param, ESPERA_S)
        else:
            yield EnPostgres(request.param, ESPERA_S)


@pytest.fixture(autouse=True)
def sin_tregua(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever failed is asked again at once, and nothing is believed for long."""
    monkeypatch.setattr(modelo, "DESCANSO_S", 0.0)
    monkeypatch.setattr(modulo_remoto, "VIGENCIA_S", 0.0)


def biblioteca(documentos: int = 40) -> Indice:
    return bh.biblioteca_poblada(documentos).indice()


def llenar(indice: Indice, servidor: Servidor, rutas: Rutas = RUTAS, **ademas: Any) -> int:
    tareas = Indexador(indice, rutas, SIN_MODELO, servidor, **ademas).tareas()
    return sum(sum(tarea.pasos) for tarea in tareas)


def almacen_en(servidor: Servidor, rutas: Rutas = RUTAS) -> Almacen:
    return Almacen(rutas, SIN_MODELO, Remoto(servidor, rutas, SIN_MODELO))


def hallados(almacen: Almacen, indice: Indice) -> list[Any]:
    """What every question finds, figures to the fifth decimal."""
    return [
        [
            (
                *(h.pasaje, h.puesto_denso, h.puesto_disperso, h.puntaje),
                pytest.approx(h.denso, abs=1e-5),
                pytest.approx(h.disperso, rel=1e-5),
            )
            for h in almacen.hallar(indice, pedido_de(indice, pregunta))
        ]
        for pregunta in PREGUNTAS
    ]


def test_todos_hallan_lo_mismo_que_la_memoria(servidor: Servidor) -> None:
    indice = biblioteca()
    assert llenar(indice, servidor, rehacer=True) == len(indice.pasajes.limites)
    remoto, memoria = almacen_en(servidor), Almacen(RUTAS)
    assert hallados(remoto, indice) == hallados(memoria, indice)
    parte = acotar(indice, Ambito(indice.claves[:3]))
    assert hallados(remoto, parte) == hallados(memoria, parte)
    assert remoto.problemas == ()
    assert llenar(indice, servidor) == 0
    por_rutas = [a.por_rutas(indice, PREGUNTAS[0], "").resultados for a in (remoto, memoria)]
    assert [r.pasaje for r in por_rutas[0]] == [r.pasaje for r in por_rutas[1]] != []


def test_muchos_pasajes_iguales_no_cambian_lo_hallado(servidor: Servidor) -> None:
    """More equal ones than a search asks for at first: the first of them by number are found."""
    texto = "# Multas\n\nLa multa por el informe tarde es de un sueldo."
    indice = bh.Generada({f"n{n:03}.md": texto for n in range(70)}).indice()
    llenar(indice, servidor, rehacer=True)
    assert hallados(almacen_en(servidor), indice) == hallados(Almacen(RUTAS), indice)


def test_un_punto_dice_de_que_es_y_a_que_remite() -> None:
    """Its references are ids of points, so that whoever reads the store can follow them."""
    acuerdo = "# Acuerdo\n\nARTÍCULO 1. Los del artículo 2.\n\nARTÍCULO 2. Son dos."
    escritos: list[Punto] = []

    class Libreta(EnQdrant):
        def escribir(self, perfil: str, puntos: Sequence[Punto]) -> None:
            escritos.extend(puntos)

    cliente = pytest.importorskip("qdrant_client").QdrantClient(":memory:")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        llenar(bh.Generada({"normativa/a.md": acuerdo}).indice(), Libreta(cliente))
    uno, otro = (p for p in escritos if p.datos["articulo"])
    assert (uno.datos["doc"], uno.datos["coleccion"], uno.datos["ley"]) == (
        *("a.md", "normativa"),
        otro.datos["ley"],
    )
    assert (uno.datos["articulo"], otro.datos["articulo"]) == ("1", "2")
    assert (uno.datos["refs"], otro.datos["refs"]) == ([otro.id], [])


def test_lo_que_cambio_se_dice_y_se_halla(servidor: Servidor) -> None:
    """A store of other documents: what is new is found by words, what went is not found."""
    antes, ahora = biblioteca(12), biblioteca(14)
    llenar(antes, servidor, rehacer=True)
    almacen = almacen_en(servidor)
    hechos = hallados(almacen, ahora)
    assert any("otros documentos" in p for p in almacen.problemas)
    puestos = [[(h[0], h[2]) for h in uno if h[2]] for uno in hallados(Almacen(RUTAS), ahora)]
    assert all({p for p, _ in b} <= {h[0] for h in a} for a, b in zip(hechos, puestos, strict=True))
    assert llenar(ahora, servidor) > 0
    assert hallados(almacen, ahora) == hallados(Almacen(RUTAS), ahora)
    assert almacen.problemas == ()


def test_otra_version_del_programa_no_lee_las_palabras_de_esta(
    servidor: Servidor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that weighs words otherwise says so, and finds by words what it finds in memory."""
    indice = biblioteca(12)
    llenar(indice, servidor, rehacer=True)
    for modulo in (distribucion, memoria):
        monkeypatch.setattr(modulo, "K1_PASAJE", 0.3)
    almacen = almacen_en(servidor)
    assert hallados(almacen, indice) == hallados(Almacen(RUTAS), indice)
    (dicho,) = almacen.problemas
    assert "otra versión de SIAA" in dicho and "./run.sh indexar" in dicho
    assert llenar(indice, servidor) == len(indice.pasajes.limites)
    assert hallados(almacen, indice) == hallados(Almacen(RUTAS), indice)
    assert almacen.problemas == ()


def test_lo_que_ya_nadie_dice_se_quita(servidor: Servidor) -> None:
    """Every engine keeps the passages of the library and no others, and says how many went."""
    antes, ahora = biblioteca(14), biblioteca(12)
    llenar(antes, servidor, rehacer=True)
    tareas = Indexador(ahora, RUTAS, SIN_MODELO, servidor).tareas()
    quitados = sum(sum(tarea.pasos) * tarea.quita for tarea in tareas)
    suyos = set(modulo_remoto.identidades(ahora))
    assert quitados == len(set(modulo_remoto.identidades(antes)) - suyos) > 0
    dicho = servidor.ficha("prueba")
    assert dicho and dicho[1] == len(suyos) and llenar(ahora, servidor) == 0
    cercanos = servidor.buscar("prueba", [Sondeo({}, denso=np.ones(64, np.float32))], 999)
    assert {punto for punto, _ in cercanos[0]} == suyos


def test_llenado_a_medias_sigue_donde_quedo(servidor: Servidor) -> None:
    indice = biblioteca(160)
    tarea = next(Indexador(indice, RUTAS, SIN_MODELO, servidor, rehacer=True).tareas())
    primeros = next(tarea.pasos)
    tarea.pasos.close()  # type: ignore[attr-defined]
    almacen = almacen_en(servidor)
    assert hallados(almacen, indice)[0]
    a_medias = f"tiene {primeros} pasajes de {tarea.total})"
    assert any(a_medias in p for p in almacen.problemas)
    assert llenar(indice, servidor) == tarea.total - primeros > 0
    assert hallados(almacen, indice) == hallados(Almacen(RUTAS), indice)


def test_vaciado_bajo_el_servicio_se_busca_por_palabras(servidor: Servidor) -> None:
    indice = biblioteca(12)
    llenar(indice, servidor, rehacer=True)
    almacen = almacen_en(servidor)
    assert hallados(almacen, indice)[0] and almacen.problemas == ()
    if isinstance(servidor, EnQdrant):
        servidor._cliente.delete_collection("siaa_prueba")
    else:
        with servidor._base(escribe=True) as base:
            base.execute("DROP TABLE siaa_puntos, siaa_fichas")
    vacio = hallados(almacen, indice)
    assert vacio[0] and all(h[1] is None for h in vacio[0])
    assert any("vacío" in p and "./run.sh indexar" in p for p in almacen.problemas)
    llenar(indice, servidor)
    assert hallados(almacen, indice) == hallados(Almacen(RUTAS), indice)


def test_otra_dimension_se_rechaza_con_su_remedio(servidor: Servidor) -> None:
    indice = biblioteca(12)
    llenar(indice, servidor, rehacer=True)
    otra = Rutas({"docs": replace(RUTA, perfil=Perfil(provider="hash", dim=32))})
    with pytest.raises(Exception, match=r"«hash, 64 columnas».*--rehacer"):
        llenar(indice, servidor, otra)
    almacen = almacen_en(servidor, otra)
    assert hallados(almacen, indice)[0]
    assert any("--rehacer" in p for p in almacen.problemas)
    llenar(indice, servidor, otra, rehacer=True)
    assert hallados(almacen, indice) == hallados(Almacen(otra), indice)


def test_las_rutas_se_buscan_en_su_indice(servidor: Servidor, tmp_path: Path) -> None:
    from test_rutas import biblioteca as con_rutas
    from test_rutas import leer

    rutas = leer(
        '[embeddings.profiles.prueba]\nprovider = "hash"\ndim = 64\n',
        '[embeddings.profiles.prueba2]\nprovider = "hash"\ndim = 16\n',
        '[embeddings.routes.docs]\nprofile = "prueba"\nindex = "emb_docs"\n',
        '[embeddings.routes.code]\nprofile = "prueba2"\nindex = "emb_code"\n',
        '[routing.slice_type_to_route]\ncode = "code"\ndocs = "docs"\n',
        "[routing.options]\nenable_query_routing = true\nenable_multi_route = true\n",
        '[routing.multi_route.code_primary]\nprimary = "code"\n',
        'secondary = [{ route = "docs", weight = 0.5 }]\n',
    )
    indice = con_rutas(tmp_path, rutas)
    llenar(indice, servidor, rutas, rehacer=True)
    pregunta = "def sumar_plazos(dias):"
    remoto, memoria = almacen_en(servidor, rutas), Almacen(rutas)
    de_ambos = [a.por_rutas(indice, pregunta, "").resultados for a in (remoto, memoria)]
    assert [(r.pasaje, r.ruta) for r in de_ambos[0]] == [(r.pasaje, r.ruta) for r in de_ambos[1]]
    assert {r.ruta for r in de_ambos[0]} == {"code", "docs"} and remoto.problemas == ()


def test_uno_que_no_responde_se_dice_y_descansa(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Silent, then refusing, then back: there is always an answer, and it is told each time."""
    indice = biblioteca(12)
    with QdrantDePrueba(tmp_path) as qdrant:
        llenar(indice, EnQdrant.en(qdrant.url, ESPERA_S))
        almacen = almacen_en(EnQdrant.en(qdrant.url, 1))
        bien = hallados(almacen, indice)
        qdrant.demora.clear()
        monkeypatch.setattr(modelo, "DESCANSO_S", 600.0)
        caplog.clear()
        callado = hallados(almacen, indice)
        assert callado[0] and all(h[1] is None for h in callado[0])
        assert len([r for r in caplog.records if "solo por palabras" in r.getMessage()]) == 1
        assert len(almacen.problemas) == 3  # the index, the generic one, the words
        antes = len(qdrant.ordenes)
        hallados(almacen, indice)
        qdrant.demora.set()
        assert len(qdrant.ordenes) <= antes + 1  # what was silent may have been counted since
    with caplog.at_level(logging.WARNING), QdrantDePrueba(tmp_path / "otra") as otro:
        otro.colecciones = {}
        assert hallados(almacen_en(EnQdrant.en(otro.url, ESPERA_S)), indice)[0]
    assert bien == hallados(Almacen(RUTAS), indice)


def test_lo_que_rechaza_se_dice_con_su_remedio(tmp_path: Path) -> None:
    indice = biblioteca(12)
    with QdrantDePrueba(tmp_path) as qdrant:
        qdrant.clave = "de-los-archivos"
        con_clave = qdrant.url.replace("//", f"//{qdrant.clave}@")
        with pytest.warns(UserWarning, match="insecure"):
            llenar(indice, EnQdrant.en(con_clave, ESPERA_S))
            assert hallados(almacen := almacen_en(EnQdrant.en(con_clave, ESPERA_S)), indice)
            with pytest.raises(VectoresNoDisponibles, match="lo vaciaron"):
                EnQdrant.en(con_clave, ESPERA_S).hechos("nadie", "x")
        assert almacen.problemas == ()
        almacen = almacen_en(EnQdrant.en(qdrant.url, ESPERA_S))
        assert hallados(almacen, indice)[0]
        assert "HTTP 401): revise la clave que va en SIAA_QDRANT_URL" in almacen.problemas[0]
        assert qdrant.clave not in "".join(almacen.problemas)


def test_lo_que_postgres_rechaza_se_dice_con_su_remedio() -> None:
    """An account that may only read, and one whose server has no pgvector."""
    indice = biblioteca(12)
    with PostgresDePrueba() as uno:
        llenar(indice, EnPostgres(uno.url, ESPERA_S))
        uno.ejecutar("CREATE ROLE lee LOGIN")
        uno.ejecutar("GRANT SELECT ON siaa_fichas, siaa_puntos TO lee")
        de_lee = EnPostgres(uno.url.replace("user=siaa", "user=lee"), ESPERA_S)
        assert hallados(almacen_en(de_lee), indice) == hallados(Almacen(RUTAS), indice)
        with pytest.raises(VectoresNoDisponibles, match="revise los permisos de la cuenta"):
            llenar(biblioteca(14), de_lee)
        uno.ejecutar("DROP EXTENSION vector CASCADE")
        uno.ejecutar("ALTER TABLE siaa_puntos ADD denso real[]")
        with pytest.raises(VectoresNoDisponibles, match="que ese servidor tenga pgvector"):
            EnPostgres(uno.url, ESPERA_S).buscar("prueba", [Sondeo({}, denso=np.ones(64))], 1)


def test_un_postgres_que_tarda_no_se_espera(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that is locked, then a server that takes connections and says nothing."""
    indice = biblioteca(12)
    with PostgresDePrueba() as uno:
        llenar(indice, EnPostgres(uno.url, ESPERA_S))
        almacen = almacen_en(EnPostgres(uno.url, 1))
        bien = hallados(almacen, indice)
        monkeypatch.setattr(modelo, "DESCANSO_S", 600.0)
        with EnPostgres(uno.url, ESPERA_S)._base(escribe=True) as base:
            base.execute("LOCK TABLE siaa_puntos IN ACCESS EXCLUSIVE MODE")
            con_llave = hallados(almacen, indice)
        os.kill(uno.proceso.pid, signal.SIGSTOP)
        parado = hallados(otro := almacen_en(EnPostgres(uno.url, 1)), indice)
        os.kill(uno.proceso.pid, signal.SIGCONT)
        for hechos, suyo in ((con_llave, almacen), (parado, otro)):
            assert hechos[0] and all(h[1] is None for h in hechos[0])
            assert any("SIAA_POSTGRES_URL" in p for p in suyo.problemas)
        assert hallados(almacen_en(EnPostgres(uno.url, ESPERA_S)), indice) == bien


def test_un_postgres_que_se_congela_a_media_busqueda_no_se_espera() -> None:
    """It stands still, as for a disk that does not answer: nothing there minds the time."""
    quien = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    with PostgresDePrueba() as uno, ThreadPoolExecutor() as aparte:
        llenar(biblioteca(12), cualquiera := EnPostgres(uno.url, 3))
        with cualquiera._base(escribe=True) as base:
            base.execute("LOCK TABLE siaa_puntos IN ACCESS EXCLUSIVE MODE")
            sondeo = Sondeo({}, denso=np.ones(64, np.float32))
            buscada = aparte.submit(cualquiera.buscar, "prueba", [sondeo], 1)
            assert esperar(lambda: uno.consultar(quien))
            ((proceso,),) = uno.consultar(quien)
            os.kill(proceso, signal.SIGSTOP)
            try:
                with pytest.raises(VectoresNoDisponibles, match=r"WaitTimeout.*URL"):
                    buscada.result(PACIENCIA_S)
            finally:
                os.kill(proceso, signal.SIGCONT)


def test_de_dos_postgres_el_que_calla_se_espera_una_vez(monkeypatch: pytest.MonkeyPatch) -> None:
    """As one whose machine was turned off: whoever asks later goes to the other at once."""
    indice = biblioteca(12)
    with primario_y_replica() as (primario, replica):
        url = f"host=127.0.0.1,127.0.0.1 port={primario.puerto},{replica.puerto} user=siaa"
        en_ambos = EnPostgres(f"{url} dbname=postgres", 2)
        llenar(indice, en_ambos)
        fichas = [EnPostgres(uno.url, ESPERA_S).ficha for uno in (primario, replica)]
        assert esperar(lambda: len({ficha("prueba") for ficha in fichas}) == 1)
        almacen = almacen_en(en_ambos)
        bien = hallados(almacen, indice)
        assert en_ambos._lugares()["port"] == f"{primario.puerto},{replica.puerto}"
        os.kill(primario.proceso.pid, signal.SIGSTOP)
        assert hallados(almacen, indice) == bien and almacen.problemas == ()
        assert en_ambos._lugares()["port"] == f"{replica.puerto},{primario.puerto}"
        os.kill(primario.proceso.pid, signal.SIGCONT)
        monkeypatch.setattr(postgres, "monotonic", lambda: monotonic() + 3600)
        assert hallados(almacen, indice) == bien
        assert en_ambos._lugares()["port"] == f"{primario.puerto},{replica.puerto}"


@settings(max_examples=20)
@given(bh.bibliotecas(), bh.preguntas)
def test_cualquier_biblioteca_se_halla_igual(biblioteca: bh.Generada, pregunta: str) -> None:
    """In Qdrant's own local mode, which is quick to fill."""
    cliente = pytest.importorskip("qdrant_client").QdrantClient(":memory:")
    indice = biblioteca.indice()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        servidor = EnQdrant(cliente)
        llenar(indice, servidor)
        pedido = pedido_de(indice, pregunta)
        de_ambos = [a.hallar(indice, pedido) for a in (almacen_en(servidor), Almacen(RUTAS))]
    remotos, propios = ([(h.pasaje, h.puntaje) for h in uno] for uno in de_ambos)
    assert remotos == propios
