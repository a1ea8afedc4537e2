"""Vectors of a model: what is sent, what is kept, what is waited for, what is refused."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from time import monotonic

import numpy as np
import pytest
from gguf_de_prueba import ANCHO, escribir_modelo, llama_real
from test_memoria import pedido_de
from vectores_de_prueba import VectoresDePrueba

from siaa.almacen import memoria, modelo
from siaa.almacen.almacen import Almacen
from siaa.almacen.indexado import Indexador
from siaa.almacen.modelo import MUESTRA, PorModelo
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.indice import Indice
from siaa.errores import VectoresNoDisponibles
from siaa.modelo.cable import CONSULTA_MAXIMA
from siaa.modelo.incrustacion import ESPERA_MAXIMA_S, INTENTOS, Incrustador
from siaa.rutas import Perfil, RutaDeContenido, Rutas

DIM = 32
DOCUMENTOS = {
    "acuerdo.md": "# Acuerdo\n\n## Multas\n\nLa multa por el informe tarde es de un sueldo.",
    "normas/bodega.md": "# Bodega\n\nLas llaves de la bodega las tiene el portero.",
    "normas/copia.md": "# Bodega\n\nLas llaves de la bodega las tiene el portero.",
}


@pytest.fixture
def servidor() -> Iterator[VectoresDePrueba]:
    with VectoresDePrueba(DIM) as uno:
        yield uno


@pytest.fixture
def indice(tmp_path: Path) -> Indice:
    return escribir(tmp_path / "documentos", DOCUMENTOS)


def escribir(carpeta: Path, documentos: dict[str, str]) -> Indice:
    for ruta, texto in documentos.items():
        (carpeta / ruta).parent.mkdir(parents=True, exist_ok=True)
        (carpeta / ruta).write_text(texto, encoding="utf-8")
    return cargar_biblioteca(carpeta)


def perfil(url: str, proveedor: str = "ollama", **cambios: object) -> Perfil:
    dado = {"provider": proveedor, "model": "m", "dim": DIM, "url": url} | cambios
    return Perfil.model_validate(dado)


class Reloj:
    """Sleeps in no time, and tells for how long it would have been."""

    def __init__(self) -> None:
        self.dormido: list[float] = []

    def __call__(self, segundos: float) -> None:
        self.dormido.append(segundos)


def incrustador(reloj: Reloj | None = None, clave: str | None = None) -> Incrustador:
    return Incrustador("http://127.0.0.1:9", lambda _: clave, 5, 20, 20, reloj or Reloj())


def por_modelo(carpeta: Path) -> PorModelo:
    return PorModelo(incrustador(), carpeta / "vectores")


def rutas_de(suyo: Perfil) -> Rutas:
    return Rutas({"docs": RutaDeContenido("docs", "prueba", suyo, "emb_docs")})


def indexar(
    indice: Indice, suyo: Perfil, carpeta: Path, *, rehacer: bool = False, pasos: int = 99
) -> int:
    """Do what there is to do, and return how many vectors were made."""
    modelo, hechos = por_modelo(carpeta), 0
    for tarea in Indexador(indice, rutas_de(suyo), {suyo.provider: modelo}, None, rehacer).tareas():
        for cuantos, _ in zip(tarea.pasos, range(pasos), strict=False):
            hechos += cuantos
    return hechos


def sin_uso(indice: Indice, suyo: Perfil, carpeta: Path) -> int:
    """Do what there is to do, and return how many vectors were taken out."""
    tareas = Indexador(indice, rutas_de(suyo), {"ollama": por_modelo(carpeta)}, None).tareas()
    return sum(sum(tarea.pasos) * tarea.quita for tarea in tareas)


def guardados(carpeta: Path) -> int:
    """How many vectors are on disk."""
    (archivo,) = (carpeta / "vectores").glob("*.sqlite3")
    with closing(sqlite3.connect(archivo)) as base:
        (cuantos,) = base.execute("SELECT count(*) FROM vectores").fetchone()
    return int(cuantos)


# --- The servers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("proveedor", "final"), [("ollama", ""), ("openai", ""), ("openai", "/v1")]
)
def test_los_vectores_vienen_en_el_orden_de_los_textos(
    servidor: VectoresDePrueba, proveedor: str, final: str
) -> None:
    textos = ["uno dos", "tres", "cuatro cinco"]
    suyo = perfil(servidor.url + final, proveedor)
    vectores = incrustador(clave="secreta")(suyo, textos, False)
    assert vectores == servidor.responder("/api/embed", textos)["embeddings"]
    assert servidor.cabeceras["Authorization"] == "Bearer secreta"


@pytest.mark.parametrize(
    ("dicho", "minimo", "maximo"),
    [
        *(("7", 7, 7), ("", 1, 1), ("mañana", 1, 1), (200, 90, 200), (-50, 0, 0)),
        ("Sat, 1 Jan 99999 00:00:00 GMT", 1, 1),
    ],
)
def test_un_servidor_ocupado_se_espera_lo_que_pide(
    servidor: VectoresDePrueba, dicho: str | float, minimo: float, maximo: float
) -> None:
    if not isinstance(dicho, str):  # so many seconds from now, as a date
        dicho = format_datetime(datetime.now(UTC) + timedelta(seconds=dicho), usegmt=True)
    servidor.fallos = [(429, {"Retry-After": dicho} if dicho.isascii() else {})]
    reloj = Reloj()
    assert len(incrustador(reloj)(perfil(servidor.url), ["a"], True)) == 1
    (dormido,) = reloj.dormido
    assert minimo <= dormido <= maximo


def test_la_espera_tiene_un_limite(servidor: VectoresDePrueba) -> None:
    reloj = Reloj()
    servidor.fallos = [(503, {"Retry-After": f"{ESPERA_MAXIMA_S + 1:.0f}"})]
    with pytest.raises(VectoresNoDisponibles, match="no admite más peticiones"):
        incrustador(reloj)(perfil(servidor.url), ["a"], True)
    assert reloj.dormido == []
    servidor.fallos = [(429, {})] * INTENTOS
    with pytest.raises(VectoresNoDisponibles):
        incrustador(reloj)(perfil(servidor.url), ["a"], True)
    assert reloj.dormido == [1, 2, 4, 8, 16] and servidor.fallos == []


@pytest.mark.parametrize(
    ("cuerpo", "cabeceras"),
    [
        (b"[" * (CONSULTA_MAXIMA + 1), {}),
        (b'{"embeddings": [[0.', {"Content-Length": "999"}),
        (b'{"embeddings": [[0.', {}),
        (b"<html>", {}),
    ],
    ids=["sin fin", "cortado", "a medias", "otra cosa"],
)
def test_lo_que_no_son_vectores_se_dice(
    servidor: VectoresDePrueba, cuerpo: bytes, cabeceras: dict[str, str]
) -> None:
    servidor.cuerpo, servidor.fallos = cuerpo, [(200, cabeceras)]
    with pytest.raises(VectoresNoDisponibles, match=r"El servidor de «.*» no responde"):
        incrustador()(perfil(servidor.url), ["a"], False)


def test_quien_pregunta_no_espera_a_un_servidor_ocupado(servidor: VectoresDePrueba) -> None:
    servidor.fallos, reloj = [(429, {"Retry-After": "1"})], Reloj()
    with pytest.raises(VectoresNoDisponibles):
        incrustador(reloj)(perfil(servidor.url), ["a"], False)
    assert reloj.dormido == []


def test_lo_que_no_son_vectores_se_rechaza_con_su_remedio(servidor: VectoresDePrueba) -> None:
    suyo = perfil(servidor.url)
    with pytest.raises(VectoresNoDisponibles, match=f"escriba dim = {DIM}"):
        incrustador()(perfil(servidor.url, dim=DIM + 1), ["a"], False)
    servidor.fallos = [(404, {})]
    with pytest.raises(VectoresNoDisponibles, match=r"404.*que m sea de vectores"):
        incrustador()(suyo, ["a"], False)
    numeros = ("a", 0.0, float("nan"), float("inf"), True, 10**19, 10**400)
    for malos in ([[]], *([[numero] * DIM] for numero in numeros)):
        servidor.responder = lambda *_, malos=malos: {"embeddings": malos}  # type: ignore[method-assign]
        with pytest.raises(VectoresNoDisponibles):
            incrustador()(suyo, ["a"], False)
    with pytest.raises(VectoresNoDisponibles, match="no responde en"):
        incrustador()(perfil("http://127.0.0.1:9"), ["a"], False)


def test_el_servidor_de_llama_cpp(indice: Indice, tmp_path: Path) -> None:
    """The real one, with a tiny model of random weights. It cuts no text: it refuses a long one."""
    pytest.importorskip("xllamacpp", reason="xllamacpp is not installed")
    with llama_real(escribir_modelo(tmp_path / "tiny.gguf"), lote=300) as (url, _):
        suyo = perfil(f"{url}/v1", "openai", dim=ANCHO)
        assert (indexar(indice, suyo, tmp_path), indexar(indice, suyo, tmp_path)) == (2, 0)
        almacen = Almacen(rutas_de(suyo), {"openai": por_modelo(tmp_path)})
        hallados = almacen.hallar(indice, pedido_de(indice, "¿quién tiene las llaves?"))
        assert almacen.problemas == () and sum(h.puesto_denso == 1 for h in hallados) == 2
        with pytest.raises(VectoresNoDisponibles, match=r" 500: input \(400 tokens\) is too large"):
            incrustador()(suyo, ["a" * 400], False)


# --- What is kept ---------------------------------------------------------------------------------


def test_un_pasaje_igual_no_se_hace_dos_veces(
    servidor: VectoresDePrueba, indice: Indice, tmp_path: Path
) -> None:
    suyo = perfil(servidor.url, prefix_document="doc: ")
    assert indexar(indice, suyo, tmp_path) == 2  # two documents say the same
    enviados = [t for t in servidor.textos if t != MUESTRA]
    assert enviados[0] == (
        "doc: Acuerdo\nAcuerdo › Multas\nLa multa por el informe tarde es de un sueldo."
    )
    assert indexar(indice, suyo, tmp_path) == 0
    nuevo = {"acuerdo.md": DOCUMENTOS["acuerdo.md"] + "\n\n## Otra\n\nNadie firma por otro."}
    assert indexar(escribir(tmp_path / "documentos", nuevo), suyo, tmp_path) == 1
    assert indexar(indice, perfil(servidor.url), tmp_path) == 2  # another way of making them


def test_lo_que_ya_nadie_dice_se_quita(
    servidor: VectoresDePrueba, indice: Indice, tmp_path: Path
) -> None:
    """What stays is what the passages say, and what tells the model; none of them is made anew."""
    suyo, carpeta = perfil(servidor.url), tmp_path / "documentos"
    indexar(indice, suyo, tmp_path)
    (carpeta / "normas/bodega.md").unlink()
    assert sin_uso(cargar_biblioteca(carpeta), suyo, tmp_path) == 0, "a copy still says it"
    (carpeta / "normas/copia.md").unlink()
    queda = cargar_biblioteca(carpeta)
    assert sin_uso(queda, suyo, tmp_path) == 1 and sin_uso(queda, suyo, tmp_path) == 0
    assert guardados(tmp_path) == len(queda.pasajes.limites) + 1
    servidor.semilla = "otro"
    with pytest.raises(VectoresNoDisponibles, match="no es el que hizo"):
        indexar(queda, suyo, tmp_path)


def test_sin_documentos_a_la_vista_no_se_quita_nada(
    servidor: VectoresDePrueba, indice: Indice, tmp_path: Path
) -> None:
    """A folder that is not mounted now is no reason to throw away days of work."""
    suyo = perfil(servidor.url)
    indexar(indice, suyo, tmp_path)
    (vacia := tmp_path / "vacia").mkdir()
    assert sin_uso(cargar_biblioteca(vacia), suyo, tmp_path) == 0
    assert indexar(indice, suyo, tmp_path) == 0


def test_lo_hecho_queda_aunque_se_corte(servidor: VectoresDePrueba, tmp_path: Path) -> None:
    muchos = {f"n{n}.md": f"# Nota\n\nLa nota {n} trata de la cosa {n * n}." for n in range(40)}
    indice, suyo = escribir(tmp_path / "documentos", muchos), perfil(servidor.url)
    assert 0 < indexar(indice, suyo, tmp_path, pasos=1) < 40
    almacen = Almacen(rutas_de(suyo), {"ollama": por_modelo(tmp_path)})
    assert almacen.hallar(indice, pedido_de(indice, "la nota trata de la cosa 4"))
    assert "faltan 8 vectores" in almacen.problemas[0]  # two requests of sixteen were answered
    assert indexar(indice, suyo, tmp_path) == 8


def test_canal_busca_con_los_vectores_guardados(
    servidor: VectoresDePrueba, indice: Indice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is missing is looked for in the whole library, so not at every question."""
    suyo = perfil(servidor.url, prefix_query="pregunta: ")
    almacen = Almacen(rutas_de(suyo), {"ollama": por_modelo(tmp_path)})
    pedido = pedido_de(indice, "la multa por el informe")
    sin = almacen.hallar(indice, pedido)
    assert sin and {h.puesto_denso for h in sin} == {None}
    assert "./run.sh indexar" in almacen.problemas[0]
    indexar(indice, suyo, tmp_path)
    assert almacen.hallar(indice, pedido) == sin
    monkeypatch.setattr(memoria, "monotonic", lambda: monotonic() + 3600)
    monkeypatch.setattr(modelo, "monotonic", lambda: monotonic() + 3600)
    con = almacen.hallar(indice, pedido)
    assert con[0].puesto_denso == 1 and almacen.problemas == ()
    assert "pregunta: la multa por el informe" in servidor.textos


def test_otro_modelo_con_el_mismo_nombre_se_nota(
    servidor: VectoresDePrueba, indice: Indice, tmp_path: Path
) -> None:
    suyo = perfil(servidor.url)
    indexar(indice, suyo, tmp_path)
    servidor.semilla = "otro"
    with pytest.raises(VectoresNoDisponibles, match=r"no es el que hizo.*--rehacer"):
        indexar(indice, suyo, tmp_path)
    almacen = Almacen(rutas_de(suyo), {"ollama": por_modelo(tmp_path)})
    assert almacen.hallar(indice, pedido_de(indice, "la multa"))
    assert "--rehacer" in almacen.problemas[0]
    assert indexar(indice, suyo, tmp_path, rehacer=True) == 2


def test_otro_modelo_bajo_el_servicio_se_nota(
    servidor: VectoresDePrueba, indice: Indice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Swapped while questions are asked: told within a minute, and used again once it is back."""
    suyo, pedido = perfil(servidor.url), pedido_de(indice, "la multa")
    indexar(indice, suyo, tmp_path)
    almacen = Almacen(rutas_de(suyo), {"ollama": por_modelo(tmp_path)})
    bien = almacen.hallar(indice, pedido)
    antes = len(servidor.textos)
    assert almacen.hallar(indice, pedido) == bien and len(servidor.textos) == antes + 1
    propia, servidor.semilla = servidor.semilla, "otro"
    monkeypatch.setattr(modelo, "REVISAR_S", 0.0)
    assert {h.puesto_denso for h in almacen.hallar(indice, pedido)} == {None}
    assert "no es el que hizo los vectores" in almacen.problemas[0]
    servidor.semilla = propia
    assert almacen.hallar(indice, pedido) == bien and almacen.problemas == ()


def test_un_archivo_danado_se_dice_con_su_remedio(
    servidor: VectoresDePrueba, indice: Indice, tmp_path: Path
) -> None:
    suyo = perfil(servidor.url)
    indexar(indice, suyo, tmp_path)
    (archivo,) = (tmp_path / "vectores").iterdir()
    archivo.write_bytes(b"nada de SQLite, y bastante largo" * 40)
    with pytest.raises(VectoresNoDisponibles, match="borre ese archivo"):
        indexar(indice, suyo, tmp_path)
    archivo.unlink()
    assert indexar(indice, suyo, tmp_path) == 2


def test_los_vectores_guardados_son_de_largo_1(
    servidor: VectoresDePrueba, indice: Indice, tmp_path: Path
) -> None:
    suyo = perfil(servidor.url)
    indexar(indice, suyo, tmp_path)
    vectores = por_modelo(tmp_path).de_pasajes(indice, suyo, np.arange(3))
    np.testing.assert_allclose(np.linalg.norm(vectores, axis=1), 1, atol=1e-6)
