"""Readings made with a model: kept line by line, resumed, copied, and never in anybody's way."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from threading import Event, Thread

import pytest
from biblioteca_de_prueba import PREGUNTA
from guiones import callado, error_http, objeto_json, respuesta
from hypothesis import given
from hypothesis import strategies as st
from ollama_de_prueba import MODELO, OllamaDePrueba
from paciencia import SIN_FIN_S, esperar
from servidor_de_prueba import FlujoAbierto, ServidorDePrueba, cuerpo_de_chat, en_bytes

import siaa_proxy
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lecturas import interpretar_lecturas
from siaa.biblioteca.valores import AjustesBiblioteca
from siaa.errores import LecturasNoEscritas, ModeloFallo, ModeloNoInstalado
from siaa.modelo.cable import OpcionesModelo
from siaa.modelo.cliente import ClienteModelo, servicio_en_uso
from siaa.modelo.ollama import cuerpo
from siaa.servicio.modelo.lectura import Paciencia
from siaa.servicio.modelo.turnos import Lugar, Turnos
from siaa.servicio.parada import Parada
from siaa.servicio.vigencia.biblioteca_viva import BibliotecaViva
from siaa.servicio.vigencia.rondas import NOCHE, Horario, Lector, LectorNocturno

ARTICULOS = (
    "El funcionario avisará al superior dentro de los tres días siguientes al hecho.",
    "Los expedientes se guardan en orden de radicación y nadie los saca de la sede.",
    "La multa se paga en la tesorería y su recibo se presenta en la secretaría.",
)
TEXTO = "# Acuerdo 7\n\n" + "\n\n".join(
    f"## Artículo {n}. Asunto {n}\n\n{texto}" for n, texto in enumerate(ARTICULOS, 1)
)
DICHO = json.dumps(
    {"preguntas": ["¿A quién le cuento que se me dañó el carro?"], "palabras": ["varado"]},
    ensure_ascii=False,
)
CLAVE = "clave-larga-de-la-oficina"
LEE = respuesta(DICHO[:20], DICHO[20:])


class Mesa:
    """A library on disk, a model that reads it, and the turns that people take."""

    def __init__(self, carpeta: Path, ollama: OllamaDePrueba) -> None:
        self.carpeta, self.ollama = carpeta, ollama
        (carpeta / "acuerdo.md").write_text(TEXTO, encoding="utf-8")
        ollama.por_defecto = LEE
        self.parada = Parada()
        self.turnos = Turnos(5, 1, [Lugar(lambda _: None)])
        self.ocupado = Event()
        cliente = ClienteModelo(ollama.url, OpcionesModelo(MODELO, 4096, 400), SIN_FIN_S, SIN_FIN_S)
        partes = (self.turnos, Paciencia(SIN_FIN_S, SIN_FIN_S), self.parada, self.ocupado.is_set)
        self.lector = Lector([cliente], MODELO, carpeta, lambda _: "", *partes, tregua_s=0.01)

    @property
    def indice(self) -> Indice:
        return cargar_biblioteca(self.carpeta)

    def leer(self, limite: int | None = None) -> int:
        faltan = self.lector.pendientes(self.indice.documentos)[:limite]
        try:
            return sum(leido is not None for leido in self.lector.leer(faltan))
        finally:
            self.lector.terminar()

    @property
    def lineas(self) -> list[dict[str, object]]:
        (archivo,) = (self.carpeta / "lecturas").glob("*.jsonl")
        return [json.loads(linea) for linea in archivo.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def mesa(tmp_path: Path, ollama: OllamaDePrueba) -> Iterator[Mesa]:
    mesa = Mesa(tmp_path, ollama)
    yield mesa
    mesa.parada.vencer()


def test_cada_articulo_se_lee_una_vez_y_se_encuentra_por_lo_que_se_dijo(mesa: Mesa) -> None:
    assert mesa.leer() == len(ARTICULOS) == len(mesa.ollama.preguntas)
    assert [linea["preguntas"] for linea in mesa.lineas] == [json.loads(DICHO)["preguntas"]] * 3
    assert not [aviso for aviso in mesa.indice.avisos if "lectura" in aviso]
    assert mesa.leer() == 0 and len(mesa.ollama.preguntas) == len(ARTICULOS)


def test_el_modelo_oye_el_esquema_y_las_opciones_de_siempre(mesa: Mesa) -> None:
    mesa.leer(1)
    (peticion,) = mesa.ollama.preguntas
    assert peticion.json["format"]["required"] == ["preguntas", "palabras"]
    normal = cuerpo(OpcionesModelo(MODELO, 4096, 400), (), None)
    assert peticion.json["options"] == normal["options"]


def test_lo_que_cambia_se_lee_de_nuevo_y_lo_demas_no(mesa: Mesa) -> None:
    mesa.leer()
    nuevo = TEXTO.replace("tres días", "cinco días")
    (mesa.carpeta / "acuerdo.md").write_text(nuevo, encoding="utf-8")
    assert mesa.leer() == 1


def test_lo_mismo_en_otro_documento_se_copia_sin_preguntar(mesa: Mesa) -> None:
    mesa.leer()
    (mesa.carpeta / "otro.md").write_text(TEXTO, encoding="utf-8")
    assert mesa.leer() == 0 and len(mesa.ollama.preguntas) == len(ARTICULOS)
    assert [linea["documento"] for linea in mesa.lineas] == ["acuerdo.md"] * 3 + ["otro.md"] * 3


@pytest.mark.parametrize("queda", [0, 1, 40, -1])
def test_cortada_en_cualquier_byte_sigue_donde_iba(mesa: Mesa, queda: int) -> None:
    faltan = mesa.lector.pendientes(mesa.indice.documentos)
    lecturas = mesa.lector.leer(faltan)
    next(lecturas), next(lecturas)
    lecturas.close()
    (parcial,) = (mesa.carpeta / "lecturas").iterdir()
    entero = parcial.read_bytes()
    segunda = entero.rindex(b"\n") + 1
    parcial.write_bytes(entero[: segunda + queda] if queda >= 0 else entero[:-1])
    assert mesa.leer() == 2
    assert [linea["desde"] for linea in mesa.lineas] == [trecho.desde for trecho in faltan]


def test_de_cualquier_comienzo_de_lo_escrito_queda_cada_lectura_entera(mesa: Mesa) -> None:
    """Byte by byte, in the middle of a letter too."""
    documentos = mesa.indice.documentos
    faltan = mesa.lector.pendientes(documentos)
    lecturas = mesa.lector.leer(faltan)
    assert all(next(lecturas) for _ in faltan)
    (parcial,) = (mesa.carpeta / "lecturas").iterdir()
    entero = parcial.read_bytes()
    finales = [m.end() for m in re.finditer(rb"\}(?=\n|$)", entero)]
    assert len(finales) == len(faltan)
    for largo in range(len(entero) + 1):
        parcial.write_bytes(entero[:largo])
        hechas = sum(final <= largo for final in finales)
        assert mesa.lector.pendientes(documentos) == faltan[hechas:], largo


def test_mientras_alguien_pregunta_se_aparta_y_luego_vuelve(mesa: Mesa) -> None:
    (trecho, *_) = mesa.lector.pendientes(mesa.indice.documentos)
    lecturas = mesa.lector.leer([trecho])
    mesa.ocupado.set()
    assert next(lecturas) is None and next(lecturas) is None
    assert not mesa.ollama.preguntas
    mesa.ocupado.clear()
    alguien = mesa.turnos.pedir(10)
    assert next(lecturas) is None and not mesa.ollama.preguntas
    alguien.devolver()
    leido = next(lecturas)
    assert leido is not None and len(leido.preguntas) == len(leido.palabras) == 1


def test_quien_llega_no_espera_a_que_termine_de_leer(mesa: Mesa) -> None:
    mesa.ollama.encolar(callado())
    (trecho, *_) = mesa.lector.pendientes(mesa.indice.documentos)
    llego = Event()

    def preguntar() -> None:
        mesa.ollama.esperar_preguntas(1)
        turno = mesa.turnos.pedir(10)
        llego.set() if turno.esperar(100) else None
        turno.devolver()

    persona = Thread(target=preguntar)
    persona.start()
    cedidas = [leido for leido in mesa.lector.leer([trecho]) if leido is None]
    persona.join()
    assert llego.is_set() and cedidas and mesa.ollama.se_suelta()


def test_si_el_modelo_falla_queda_lo_leido(mesa: Mesa) -> None:
    mesa.ollama.encolar(LEE, error_http(404, f"model '{MODELO}' not found"))
    with pytest.raises(ModeloNoInstalado):
        mesa.leer()
    assert len(mesa.lineas) == 1
    assert mesa.leer() == 2


@pytest.fixture
def otro() -> Iterator[OllamaDePrueba]:
    with OllamaDePrueba(por_defecto=LEE) as servidor:
        yield servidor


def test_lo_que_un_servidor_no_lee_lo_lee_otro(mesa: Mesa, otro: OllamaDePrueba) -> None:
    """Once for each stretch, as a question moves; what no server reads is told as before."""
    mesa.turnos.lugares = [Lugar(lambda _: None)] * 2
    suplente = ClienteModelo(otro.url, OpcionesModelo(MODELO, 4096, 400), SIN_FIN_S, SIN_FIN_S)
    mesa.lector = replace(mesa.lector, clientes=[*mesa.lector.clientes, suplente])
    mesa.ollama.encolar(LEE, error_http(500, "CUDA error"))
    assert mesa.leer() == len(ARTICULOS)
    assert (len(mesa.ollama.preguntas), len(otro.preguntas)) == (3, 1)
    (mesa.carpeta / "acuerdo.md").write_text(TEXTO.replace("tres", "cinco"), encoding="utf-8")
    for servidor in (mesa.ollama, otro):
        servidor.encolar(error_http(500, "CUDA error"))
    with pytest.raises(ModeloFallo):
        mesa.leer()
    assert mesa.turnos.estado().atendiendo == 0 and mesa.leer() == 1


def test_la_orden_pregunta_a_todos_los_servidores(
    mesa: Mesa, url_cerrada: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIAA_OLLAMA_URL", f"{url_cerrada},{mesa.ollama.url}")
    assert siaa_proxy.main(["leer", "--documentos", str(mesa.carpeta)]) == 0
    assert len(mesa.ollama.preguntas) == len(ARTICULOS)


def test_donde_no_se_puede_escribir_se_dice(mesa: Mesa) -> None:
    (mesa.carpeta / "lecturas").write_text("esto no es una carpeta", encoding="utf-8")
    with pytest.raises(LecturasNoEscritas):
        mesa.leer()


@given(st.integers(0, 23), st.integers(0, 23), st.integers(0, 23))
def test_el_horario_da_la_vuelta_a_la_medianoche(desde: int, hasta: int, hora: int) -> None:
    dentro = {(desde + n) % 24 for n in range((hasta - desde) % 24 or 24)}
    momento = datetime(2026, 7, 1, hora, 30)
    assert Horario(desde, hasta).incluye(momento) == (hora in dentro)


@pytest.fixture
def noches(mesa: Mesa) -> Iterator[Callable[[Callable[[], datetime]], LectorNocturno]]:
    velando: list[LectorNocturno] = []

    def velar(reloj: Callable[[], datetime]) -> LectorNocturno:
        viva = BibliotecaViva(mesa.carpeta, AjustesBiblioteca())
        velando.append(LectorNocturno(mesa.lector, viva, mesa.parada, reloj, cada_s=0.01))
        velando[-1].arrancar()
        return velando[-1]

    yield velar
    mesa.parada.vencer()
    for uno in velando:
        uno.terminar()


def test_de_noche_lee_y_de_dia_no(
    mesa: Mesa, noches: Callable[[Callable[[], datetime]], LectorNocturno]
) -> None:
    miradas = 0

    def reloj() -> datetime:
        nonlocal miradas
        miradas += 1
        hora = 12 if miradas < 5 else NOCHE.desde
        return datetime(2026, 7, 1, hora, miradas % 60)

    noches(reloj)
    assert mesa.ollama.esperar_preguntas(1) and miradas >= 5
    assert esperar(lambda: len(list((mesa.carpeta / "lecturas").glob("*.jsonl"))) == 1)
    assert len(mesa.lineas) == len(ARTICULOS)


def test_la_orden_lee_y_cuenta(mesa: Mesa, capsys: pytest.CaptureFixture[str]) -> None:
    orden = ["leer", "--documentos", str(mesa.carpeta), "--servidor", mesa.ollama.url]
    assert siaa_proxy.main([*orden, "--limite", "2"]) == 0
    assert "2 pasajes leídos: 2 preguntas y 2 expresiones guardadas" in capsys.readouterr().err
    assert siaa_proxy.main(orden) == siaa_proxy.main(orden) == 0
    assert "Todos los documentos tienen ya sus lecturas." in capsys.readouterr().err


@pytest.mark.parametrize("clave", ["", CLAVE])
def test_se_sabe_si_alguien_pregunta_al_servicio(
    servidor: Callable[..., ServidorDePrueba], ollama: OllamaDePrueba, clave: str
) -> None:
    siaa = servidor(token_preguntas=clave or None)
    url, cuerpo = f"http://127.0.0.1:{siaa.puerto}", en_bytes(cuerpo_de_chat(PREGUNTA))
    assert not servicio_en_uso(url, 9, clave)
    ollama.encolar(respuesta(*["palabra "] * 200, demora=0.1))
    with FlujoAbierto(siaa.puerto, cuerpo, {"Authorization": f"Bearer {clave}"}) as flujo:
        flujo.leer_hasta(lambda charla: bool(charla.palabras))
        assert servicio_en_uso(url, 9, clave)


def test_la_orden_pregunta_al_servicio_con_su_clave_y_a_sus_horas(
    mesa: Mesa, monkeypatch: pytest.MonkeyPatch
) -> None:
    mesa.ollama.rutas["/siaa/status"] = objeto_json(200, {"turnos": {"atendiendo": 0}})
    monkeypatch.setenv("SIAA_PUERTO", mesa.ollama.url.rpartition(":")[2])
    monkeypatch.setenv("SIAA_TOKEN_PREGUNTAS", CLAVE)
    orden = ["leer", "--documentos", str(mesa.carpeta), "--servidor", mesa.ollama.url]
    assert siaa_proxy.main([*orden, "--horas", "0-0"]) == 0
    vistas = [p for p in mesa.ollama.peticiones if p.ruta == "/siaa/status"]
    assert {p.cabeceras["authorization"] for p in vistas} == {f"Bearer {CLAVE}"}
    with pytest.raises(SystemExit):
        siaa_proxy.main([*orden, "--horas", "20-24"])


def test_el_tipo_de_contenido_va_con_su_lectura_donde_hay_rutas(mesa: Mesa) -> None:
    mesa.leer(1)
    assert "slice_type" not in mesa.lineas[0]
    mesa.lector = replace(mesa.lector, tipo_de=lambda _: "erp_product")
    mesa.leer()
    assert [linea.get("slice_type") for linea in mesa.lineas] == [None, *["erp_product"] * 2]
    (lecturas,) = interpretar_lecturas(json.dumps(mesa.lineas[-1]))
    assert lecturas.slice_type == "erp_product"
