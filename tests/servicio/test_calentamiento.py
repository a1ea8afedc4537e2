"""The warm-up: what is sent, when, and that nobody has to wait for it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
from biblioteca_de_prueba import PREGUNTA
from conexion_de_prueba import puerto_libre
from guiones import (
    PARA_SIEMPRE,
    Guion,
    callado,
    error_http,
    final,
    hasta,
    linea,
    linea_de_error,
    tardio,
    tras,
)
from ollama_de_prueba import MODELO, OllamaDePrueba
from paciencia import PACIENCIA_S, SIN_FIN_S, esperar, sin_esperar
from servidor_de_prueba import ServidorDePrueba
from verificaciones import verificar_buena

from siaa.modelo.cable import OpcionesModelo
from siaa.modelo.cliente import ClienteModelo
from siaa.modelo.ollama import cuerpo
from siaa.servicio.modelo.lectura import HILO_DE_CALENTAMIENTO, Calentador, Cargador, Paciencia
from siaa.servicio.modelo.ritmo import Ritmo
from siaa.servicio.modelo.salud import Salud
from siaa.servicio.modelo.turnos import Lugar, Turnos
from siaa.servicio.parada import Parada
from siaa.valores import Fallo, Fin, Mensaje, MetricasModelo

CARGA_LARGA = final().replace(b'"load_duration":5025959', b'"load_duration":9000000000')
PREFIJO = (Mensaje("system", "Eres SIAA."), Mensaje("user", "Hola"))
Servidores = Callable[..., ServidorDePrueba]


class Banco:
    """A warm-up, a watcher and the turns that they share with everybody."""

    def __init__(self, ollama: OllamaDePrueba, cola: int = 5, simultaneos: int = 1) -> None:
        cliente = ClienteModelo(ollama.url, OpcionesModelo(MODELO, 4096, 400), SIN_FIN_S, SIN_FIN_S)
        self.parada = Parada()
        self.turnos = Turnos(cola, simultaneos, [Lugar(lambda _: None)])
        self.cargador, self.ritmo = Cargador(cliente), Ritmo()
        partes = (self.turnos, self.parada, Paciencia(SIN_FIN_S, SIN_FIN_S), PREFIJO)
        self.calentador = Calentador(cliente, self.cargador, self.ritmo, *partes)
        self.salud = Salud(cliente, self.parada, self.calentador)

    @property
    def libre(self) -> bool:
        estado = self.turnos.estado()
        return (estado.atendiendo, estado.esperando) == (0, 0)

    def terminar(self) -> None:
        self.parada.vencer()
        self.salud.terminar()
        self.cargador.terminar()


def mirar_dos_veces(banco: Banco, ollama: OllamaDePrueba) -> None:
    """Wait for two more looks: what the first of them decided has been done by the second."""

    def miradas() -> int:
        return sum(p.ruta == "/api/ps" for p in list(ollama.peticiones))

    for _ in range(2):
        antes = miradas()
        banco.salud.sospechar()
        assert esperar(lambda antes=antes: miradas() > antes)  # type: ignore[misc]


@pytest.fixture
def bancos(ollama: OllamaDePrueba) -> Iterator[Callable[..., Banco]]:
    hechos: list[Banco] = []

    def armar(**opciones: int) -> Banco:
        hechos.append(Banco(ollama, **opciones))
        return hechos[-1]

    yield armar
    for hecho in hechos:
        hecho.terminar()


@pytest.fixture
def banco(bancos: Callable[..., Banco]) -> Banco:
    return bancos()


def test_se_manda_una_vez_con_las_opciones_de_siempre(banco: Banco, ollama: OllamaDePrueba) -> None:
    banco.salud.arrancar()
    assert esperar(lambda: banco.salud.estado.calentado_en is not None)
    mirar_dos_veces(banco, ollama)
    (enviado,) = ollama.calentamientos
    mensajes = [{"role": m.rol, "content": m.contenido} for m in PREFIJO]
    normal = cuerpo(OpcionesModelo(MODELO, 4096, 400), PREFIJO, None)
    assert enviado.json == normal | {"options": normal["options"] | {"num_predict": 1}}
    assert enviado.mensajes == mensajes and banco.libre
    assert banco.salud.estado.avisos == ()


@pytest.mark.parametrize("simultaneos", [1, 2])
def test_se_deja_en_cuanto_alguien_llega(
    bancos: Callable[..., Banco], ollama: OllamaDePrueba, simultaneos: int
) -> None:
    ollama.al_calentar = callado()
    banco = bancos(simultaneos=simultaneos)
    banco.salud.arrancar()
    assert esperar(lambda: len(ollama.calentamientos) == 1)
    turno = banco.turnos.pedir()
    assert turno.esperar(PACIENCIA_S) and banco.turnos.estado().esperando == 0
    assert esperar(lambda: ollama.calentamientos[0].abandonada is not None)
    assert esperar(lambda: banco.turnos.estado().atendiendo == 1)
    mirar_dos_veces(banco, ollama)
    assert len(ollama.calentamientos) == 1, "sent again while somebody is at the model"
    assert banco.salud.estado.calentado_en is None and banco.salud.estado.avisos == ()
    turno.devolver()
    ollama.al_calentar = tras(["¡"], final())
    banco.salud.sospechar()
    assert esperar(lambda: banco.salud.estado.calentado_en is not None)


def test_no_empieza_con_alguien_delante(banco: Banco, ollama: OllamaDePrueba) -> None:
    turno = banco.turnos.pedir()
    banco.salud.arrancar()
    mirar_dos_veces(banco, ollama)
    assert ollama.calentamientos == []
    turno.devolver()
    banco.salud.sospechar()
    assert esperar(lambda: banco.salud.estado.calentado_en is not None)


def test_una_respuesta_vale_por_un_calentamiento(banco: Banco, ollama: OllamaDePrueba) -> None:
    """Whoever was answered made the model read the fixed text."""
    turno = banco.turnos.pedir()
    banco.salud.arrancar()
    assert esperar(lambda: banco.salud.estado.listo)
    banco.salud.observar(MetricasModelo())
    turno.devolver()
    mirar_dos_veces(banco, ollama)
    assert ollama.calentamientos == []


def test_donde_nadie_puede_esperar_no_se_calienta(
    bancos: Callable[..., Banco], ollama: OllamaDePrueba
) -> None:
    """It would turn away the person for whom it is done."""
    banco = bancos(cola=0)
    banco.salud.arrancar()
    mirar_dos_veces(banco, ollama)
    assert ollama.calentamientos == []


FALLIDOS: dict[str, Guion] = {
    "sin-memoria": error_http(500, "model requires more system memory"),
    "sin-fin": tras(["¡"]),
    "linea-de-error": tras([], linea_de_error()),
    "basura": Guion((b"<html>\n",)),
}


@pytest.mark.parametrize("caso", FALLIDOS)
def test_un_calentamiento_que_falla_se_dice_y_no_se_repite(
    banco: Banco, ollama: OllamaDePrueba, caso: str
) -> None:
    ollama.al_calentar = FALLIDOS[caso]
    banco.salud.arrancar()
    assert esperar(lambda: bool(banco.salud.estado.avisos))
    assert banco.salud.estado.listo and banco.libre and banco.salud.estado.calentado_en is None
    mirar_dos_veces(banco, ollama)
    assert len(ollama.calentamientos) == 1 and len(banco.salud.estado.avisos) == 1
    ollama.digest, ollama.al_calentar = "nuevo", tras([], final())
    banco.salud.sospechar()
    assert esperar(lambda: banco.salud.estado.calentado_en is not None)
    assert banco.salud.estado.avisos == ()


@pytest.mark.parametrize("cambio", ["volvio", "otro digest", "reinstalado"])
def test_se_repite_cuando_el_modelo_es_otro_o_vuelve(
    banco: Banco, ollama: OllamaDePrueba, cambio: str
) -> None:
    banco.salud.arrancar()
    assert esperar(lambda: banco.salud.estado.calentado_en is not None)
    if cambio == "otro digest":
        ollama.digest = "nuevo"
    elif cambio == "volvio":
        ollama.rutas["/api/version"] = Guion((b"{",), termina=False)
    else:
        ollama.modelos = ()
    banco.salud.sospechar()
    if cambio != "otro digest":
        assert esperar(lambda: not banco.salud.estado.listo)
        assert banco.salud.estado.calentado_en is None
        ollama.rutas.clear()
        ollama.modelos = (MODELO,)
        banco.salud.sospechar()
    assert esperar(lambda: len(ollama.calentamientos) == 2)
    assert esperar(lambda: banco.salud.estado.calentado_en is not None)


def test_tras_un_reinicio_que_nadie_vio_se_repite(banco: Banco, ollama: OllamaDePrueba) -> None:
    """Nothing in memory at all: the server was restarted between two looks."""
    banco.salud.arrancar()
    assert esperar(lambda: banco.salud.estado.calentado_en is not None)
    mirar_dos_veces(banco, ollama)
    ollama.rutas["/api/ps"] = Guion((b'{"models": []}',))
    ollama.al_calentar = Guion((linea("¡"), CARGA_LARGA))
    banco.salud.sospechar()
    assert esperar(lambda: len(ollama.calentamientos) == 2)
    assert esperar(lambda: banco.salud.estado.calentado_en is not None)
    mirar_dos_veces(banco, ollama)
    assert len(ollama.calentamientos) == 2, "once is enough"
    assert banco.salud.estado.recargas == 0, "nobody waited for that load"


def test_si_el_servidor_cae_mientras_calienta_se_repite_cuando_vuelve() -> None:
    with OllamaDePrueba(al_calentar=callado(), puerto=puerto_libre()) as antes:
        banco = Banco(antes)
        banco.salud.arrancar()
        assert esperar(lambda: len(antes.calentamientos) == 1)
    try:
        assert esperar(lambda: banco.salud.estado.alcanzable is False)
        with OllamaDePrueba(puerto=antes.puerto):
            assert esperar(lambda: banco.salud.estado.calentado_en is not None)
            assert banco.salud.estado.avisos == ()
    finally:
        banco.terminar()


def test_donde_otro_modelo_ocupa_la_memoria_no_se_repite(
    banco: Banco, ollama: OllamaDePrueba
) -> None:
    """Two programs would throw each other's model out for ever."""
    banco.salud.arrancar()
    assert esperar(lambda: banco.salud.estado.calentado_en is not None)
    mirar_dos_veces(banco, ollama)
    ollama.rutas["/api/ps"] = Guion((b'{"models": [{"name": "otro:7b"}]}',))
    mirar_dos_veces(banco, ollama)
    assert esperar(lambda: banco.salud.estado.calentado_en is None)
    assert banco.salud.estado.cargado is False and len(ollama.calentamientos) == 1


def test_un_calentamiento_posterior_a_la_mirada_no_se_olvida(
    banco: Banco, ollama: OllamaDePrueba
) -> None:
    """The list of what was in memory came before, however late it arrived."""
    primera = banco.salud.comprobar()
    calentado = threading.Event()
    ollama.rutas["/api/ps"] = Guion((b'{"models": []}',), antes=hasta(calentado))
    mirada = threading.Thread(target=banco.salud.comprobar)
    mirada.start()
    assert esperar(lambda: sum(p.ruta == "/api/ps" for p in ollama.peticiones) == 2)
    banco.calentador.empezar(banco.salud._al_calentar)
    assert esperar(lambda: banco.salud.estado.calentado_en is not None)
    calentado.set()
    mirada.join(PACIENCIA_S)
    assert banco.salud.estado.comprobado_en != primera.comprobado_en
    assert banco.salud.estado.calentado_en is not None


def test_mientras_se_calienta_se_sigue_mirando(banco: Banco, ollama: OllamaDePrueba) -> None:
    ollama.al_calentar = callado()
    banco.salud.arrancar()
    assert esperar(lambda: len(ollama.calentamientos) == 1)
    ollama.modelos = ()
    banco.salud.sospechar()
    assert esperar(lambda: banco.salud.estado.instalado is False)


@pytest.mark.parametrize("guion", [callado(), callado(False), tras(["¡"], PARA_SIEMPRE)])
def test_terminar_lo_corta(banco: Banco, ollama: OllamaDePrueba, guion: Guion) -> None:
    ollama.al_calentar = guion
    banco.salud.arrancar()
    assert esperar(lambda: len(ollama.calentamientos) == 1)
    with sin_esperar():
        banco.parada.pedir()
        banco.salud.terminar()
    assert HILO_DE_CALENTAMIENTO not in [h.name for h in threading.enumerate()] and banco.libre
    assert esperar(lambda: ollama.calentamientos[0].abandonada is not None)
    assert banco.salud.estado.avisos == ()


def test_la_carga_larga_del_calentamiento_no_es_una_recarga(
    banco: Banco, ollama: OllamaDePrueba
) -> None:
    ollama.al_calentar = Guion((linea("¡"), CARGA_LARGA))
    banco.salud.arrancar()
    assert esperar(lambda: banco.salud.estado.calentado_en is not None)
    assert final() != CARGA_LARGA and banco.salud.estado.recargas == 0


def test_una_respuesta_desmiente_a_un_calentamiento_que_fallo(
    banco: Banco, ollama: OllamaDePrueba
) -> None:
    ollama.al_calentar = FALLIDOS["sin-memoria"]
    banco.salud.arrancar()
    assert esperar(lambda: bool(banco.salud.estado.avisos))
    banco.salud.observar(MetricasModelo())
    assert banco.salud.estado.avisos == ()


def test_nunca_dos_a_la_vez(banco: Banco, ollama: OllamaDePrueba) -> None:
    """Not even while the first one, its turn given back, is still telling how it ended."""
    contado, dicho = threading.Event(), []

    def contar(desenlace: object) -> None:
        contado.wait(PACIENCIA_S)
        dicho.append(desenlace)

    banco.calentador.empezar(contar)
    assert esperar(lambda: len(ollama.calentamientos) == 1 and banco.libre)
    banco.calentador.empezar(contar)
    contado.set()
    banco.calentador.terminar()
    assert len(dicho) == len(ollama.calentamientos) == 1


def test_calentar_dice_como_acabo(banco: Banco, ollama: OllamaDePrueba) -> None:
    assert isinstance(banco.calentador.calentar(), Fin)
    ollama.al_calentar = FALLIDOS["sin-memoria"]
    assert isinstance(banco.calentador.calentar(), Fallo)
    turno = banco.turnos.pedir()
    assert banco.calentador.calentar() is None and banco.turnos.estado().esperando == 0
    turno.devolver()
    assert banco.libre


def test_el_servicio_calienta_con_el_comienzo_de_cada_pregunta(
    servidor: Servidores, ollama: OllamaDePrueba
) -> None:
    """To the letter, up to where the documents begin: only an identical prefix is reused."""
    siaa = servidor(calentar="si")
    assert esperar(lambda: siaa.obtener("/siaa/status").json["ollama"]["calentado_en"] is not None)
    verificar_buena(siaa.charlar(PREGUNTA))
    (caliente,), (pregunta,) = ollama.calentamientos, ollama.preguntas
    comun = pregunta.texto[: pregunta.texto.index("[DOC: ")]
    assert caliente.texto.startswith(comun) and len(comun) > 500
    opciones = pregunta.json["options"]
    assert caliente.json["options"] == opciones | {"num_predict": 1}
    sin_mensajes = {"messages": None, "options": None}
    assert caliente.json | sin_mensajes == pregunta.json | sin_mensajes


def test_una_pregunta_no_espera_a_que_se_caliente(
    servidor: Servidores, ollama: OllamaDePrueba
) -> None:
    ollama.al_calentar = tardio(tras([], final()), SIN_FIN_S)
    siaa = servidor(calentar="si")
    assert esperar(lambda: len(ollama.calentamientos) == 1)
    with sin_esperar():
        verificar_buena(siaa.charlar(PREGUNTA))
    assert esperar(lambda: ollama.calentamientos[0].abandonada is not None)


def test_sin_calentar_no_se_calienta(servidor: Servidores, ollama: OllamaDePrueba) -> None:
    siaa = servidor(calentar="no")
    assert esperar(lambda: siaa.obtener("/siaa/status").json["estado"] == "ok")
    assert siaa.obtener("/siaa/status").json["ollama"]["calentado_en"] is None
    verificar_buena(siaa.charlar(PREGUNTA))
    assert ollama.calentamientos == []
