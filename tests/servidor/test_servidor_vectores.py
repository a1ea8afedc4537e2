"""Several SIAA behind a real nginx on one store: the same answers, also when a server is lost."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from biblioteca_de_prueba import PREGUNTA
from nginx_de_prueba import nginx_en_marcha
from ordenes_de_prueba import aparte
from paciencia import esperar
from postgres_de_prueba import PostgresDePrueba, primario_y_replica
from servidor_de_prueba import Charla, ServidorDePrueba, con_consulta
from test_servidor_nginx import pedir
from vectores_de_prueba import VectoresDePrueba
from verificaciones import verificar_buena

from config import RAIZ, Config
from siaa import armado
from siaa.almacen import modelo as modelo_de_vectores
from siaa.almacen.servidores import remoto
from siaa_proxy import main

Fabrica = Callable[..., ServidorDePrueba]
SITIO = """
upstream oficinas {{ server 127.0.0.1:{siaa}; server 127.0.0.1:{ademas}; }}
server {{
    listen 127.0.0.1:{puerto};
    location / {{ proxy_pass http://oficinas; proxy_set_header Host $http_host; }}
}}
"""


def indexar(config: Config) -> int:
    tareas = armado.crear_indexador(config, rehacer=False, progreso=iter).tareas()
    return sum(sum(tarea.pasos) for tarea in tareas)


def por_vectores(puerto: int, pregunta: str = PREGUNTA) -> list[tuple[Any, ...]]:
    """What a question finds, with its places by vectors and by words."""
    dicho = pedir(puerto, "GET", con_consulta("/siaa/contexto", q=pregunta))
    assert dicho.estado == 200, dicho.texto
    return [(h["doc"], h["puesto_denso"], h["puesto_disperso"]) for h in dicho.json["hallados"]]


def test_dos_siaa_un_almacen_y_un_primario_que_cae(
    servidor: Fabrica,
    biblioteca_chica: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(modelo_de_vectores, "DESCANSO_S", 0.0)
    monkeypatch.setattr(remoto, "VIGENCIA_S", 0.0)
    with primario_y_replica() as (primario, replica):
        puertos = f"{primario.puerto},{replica.puerto}"
        url = f"host=127.0.0.1,127.0.0.1 port={puertos} user=siaa dbname=postgres"
        ajustes = {"estrategia": "canal", "almacen": "postgres", "postgres_url": url}
        uno, otro = (servidor(**ajustes, registro="no", proxies="127.0.0.1") for _ in range(2))
        ambos = {"puerto_siaa": uno.puerto, "ademas": str(otro.puerto)}
        with nginx_en_marcha(tmp_path, **ambos, sitio=SITIO) as puerto:
            vacio = por_vectores(puerto)
            assert vacio and {denso for _, denso, _ in vacio} == {None}
            assert any("./run.sh indexar" in a for a in uno.obtener("/siaa/status").json["avisos"])
            config = Config(documentos=biblioteca_chica, datos=tmp_path / "otros", **ajustes)
            assert indexar(config) > 0 == indexar(config)
            lleno = por_vectores(puerto)
            assert any(denso for _, denso, _ in lleno)
            assert all(por_vectores(puerto) == lleno for _ in range(4))

            assert esperar(lambda: _puntos(replica) == _puntos(primario))
            primario.matar()
            assert all(por_vectores(puerto) == lleno for _ in range(4))
            with pytest.raises(Exception, match="SIAA_POSTGRES_URL"):  # a replica takes no changes
                indexar(config)
            replica.ejecutar("SELECT pg_promote(wait => true)")
            (biblioteca_chica / "nueva.md").write_text("# Circular\n\nNadie firma por otro.")
            assert indexar(config) > 0
            assert {p for p, *_ in por_vectores(puerto)} <= {p for p, *_ in lleno}
            otro.parar()
            assert any(denso for _, denso, _ in por_vectores(puerto))
            replica.matar()
            solo_palabras = por_vectores(puerto)
            assert solo_palabras and {denso for _, denso, _ in solo_palabras} == {None}
            assert uno.obtener("/siaa/status").json["estado"] == "degradado"
            verificar_buena(uno.charlar(PREGUNTA))


def test_dos_siaa_con_otros_documentos_no_leen_palabras_ajenas(
    servidor: Fabrica, biblioteca_chica: Path, tmp_path: Path
) -> None:
    """One that has more than the store says so; each finds by words all of its own."""
    mayor = tmp_path / "mayor"
    shutil.copytree(biblioteca_chica, mayor)
    (mayor / "circular.md").write_text("# Circular\n\nEl portero firma la entrada del despacho.")
    nueva = "¿Quién firma la entrada del despacho?"
    with PostgresDePrueba() as base:
        ajustes = {"estrategia": "canal", "almacen": "postgres", "postgres_url": base.url}
        config = Config(documentos=biblioteca_chica, datos=tmp_path / "uno", **ajustes)
        assert indexar(config) > 0
        uno = servidor(**ajustes)
        otro = servidor(documentos=mayor, registro="no", **ajustes)
        hallados = [por_vectores(siaa.puerto) for siaa in (uno, otro)]
        assert all(any(denso for _, denso, _ in suyos) for suyos in hallados)
        # One whose model was not looked at yet says so too.
        assert esperar(lambda: all(map(listo, (uno, otro))))
        assert uno.obtener("/siaa/status").json["avisos"] == []
        (aviso,) = otro.obtener("/siaa/status").json["avisos"]
        assert "otros documentos o con otra versión de SIAA" in aviso
        assert aviso.endswith("ejecute «./run.sh indexar».")
        assert ("circular.md", None, 1) in por_vectores(otro.puerto, nueva)
        assert "circular.md" not in {doc for doc, *_ in por_vectores(uno.puerto, nueva)}


def listo(siaa: ServidorDePrueba) -> bool:
    return bool(siaa.obtener("/siaa/status").json["ollama"]["listo"])


def _puntos(base: PostgresDePrueba) -> object:
    return base.consultar("SELECT count(*) FROM siaa_puntos")


def test_la_orden_indexar_hace_los_vectores_y_dice_lo_que_hizo(
    biblioteca_chica: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with VectoresDePrueba(16) as modelo:
        ajustes = tmp_path / "siaa.toml"
        ajustes.write_text(
            f'documentos = "{biblioteca_chica}"\ndatos = "{tmp_path / "datos"}"\n'
            '[embeddings.profiles.p]\nprovider = "openai"\nmodel = "m"\ndim = 16\n'
            f'url = "{modelo.url}"\n[embeddings.routes.docs]\nprofile = "p"\nindex = "i"\n'
        )

        def ordenar() -> tuple[int, str]:
            return main(["indexar", "--config", str(ajustes)]), capsys.readouterr().err

        estado, _, primera = aparte("indexar", "--config", str(ajustes))
        assert estado == 0 and "Los vectores están al día. Hechos o guardados ahora: " in primera
        estado, segunda = ordenar()
        assert estado == 0
        assert "Hechos o guardados ahora: 0; quitados, porque su texto ya no está: 0." in segunda
        (biblioteca_chica / "nueva.md").write_text("# Circular\n\nLa firma el portero.")
        assert ordenar()[0] == 0
        (biblioteca_chica / "nueva.md").unlink()
        estado, tercera = ordenar()
        assert estado == 0 and "quitados, porque su texto ya no está: 1." in tercera
        modelo.dim = 8
        (biblioteca_chica / "nueva.md").write_text("# Circular\n\nNadie firma por otro.")
        estado, otra = ordenar()
        assert estado == 1 and "escriba dim = 8" in otra
        assert "Traceback" not in otra


def test_quien_espera_al_almacen_no_hace_esperar_a_los_demas(
    servidor: Fabrica, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("qdrant_client", reason="falta qdrant-client (requirements-qdrant.txt)")
    monkeypatch.setattr(armado, "ESPERA_ALMACEN_S", 30.0)
    with socket.create_server(("127.0.0.1", 0)) as callado:
        url = f"http://127.0.0.1:{callado.getsockname()[1]}"
        siaa = servidor(estrategia="canal", almacen="qdrant", qdrant_url=url)
        charlas: list[Charla] = []
        hilo = threading.Thread(target=lambda: charlas.append(siaa.charlar(PREGUNTA)))
        hilo.start()
        with callado.accept()[0]:
            saludo = siaa.charlar("Buenos días")
            assert saludo.fin["motivo"] == "directa" and not charlas
    hilo.join()
    verificar_buena(charlas[0])


def test_nada_de_los_almacenes_se_carga_sin_pedirlo() -> None:
    programa = (
        "import sys, siaa_proxy\n"
        "from config import Config\n"
        "from siaa.armado import crear_almacen\n"
        "crear_almacen(Config())\n"
        "assert not {'qdrant_client', 'psycopg', 'grpc', 'httpx'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", programa], cwd=RAIZ, check=True)
