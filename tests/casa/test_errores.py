"""The tree of failures: complete, readable, and nothing foreign gets past it."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import requests
import urllib3
from guiones import SECRETO
from ollama_de_prueba import OllamaDePrueba
from verificaciones import en_español, sin_entrañas

from siaa import errores
from siaa.biblioteca.lengua.numeros import escribir_numero
from siaa.biblioteca.lengua.vocabulario import secciones
from siaa.errores import (
    ContextoExcedido,
    EsperaAgotada,
    ModeloFallo,
    ModeloNoResponde,
    RespuestaCortada,
)
from siaa.modelo import cable
from siaa.modelo.cable import SILENCIOS, Enchufe, OpcionesModelo
from siaa.modelo.cliente import ClienteModelo, Consultas
from siaa.servicio.servidor.cupos import CUERPO_ADMITIDO, SUBIDA_ADMITIDA
from siaa.valores import Fallo, Mensaje
from siaa.web.biblioteca.cambios import ARCHIVOS_POR_VEZ
from siaa.web.peticion import MENSAJES_MAXIMOS, PREGUNTA_MAXIMA

GRUPOS = {"ErrorSIAA", "ErrorPeticion", "ErrorServicio", "ErrorModelo"}  # never raised themselves
CODIGOS = {
    "PeticionInvalida": ("peticion_invalida", 400),
    "AmbitoDesconocido": ("ambito_desconocido", 400),
    "PreguntaVacia": ("pregunta_vacia", 400),
    "DocumentoDesconocido": ("documento_desconocido", 404),
    "PreguntaDesconocida": ("pregunta_desconocida", 404),
    "ModeloDesconocido": ("model_not_found", 404),
    "OrdenAjena": ("orden_ajena", 501),
    "SoloPasajes": ("solo_pasajes", 503),
    "RegistroApagado": ("registro_apagado", 404),
    "RecargaEnCurso": ("recarga_en_curso", 409),
    "RecargaRechazada": ("recarga_rechazada", 409),
    "PeticionDemasiadoGrande": ("peticion_demasiado_grande", 413),
    "PreguntaDemasiadoLarga": ("pregunta_demasiado_larga", 413),
    "DemasiadosMensajes": ("demasiados_mensajes", 413),
    "SubidaDemasiadoGrande": ("subida_demasiado_grande", 413),
    "TipoNoAdmitido": ("tipo_no_admitido", 415),
    "ErrorInterno": ("error_interno", 500),
    "ColaLlena": ("cola_llena", 503),
    "BibliotecaNoDisponible": ("biblioteca_no_disponible", 503),
    "RegistroNoDisponible": ("registro_no_disponible", 503),
    "DocumentoEnPreparacion": ("documento_en_preparacion", 503),
    "SinDescriptores": ("sin_descriptores", 503),
    "LecturasNoEscritas": ("lecturas_no_escritas", 503),
    "EvaluacionNoEscrita": ("evaluacion_no_escrita", 503),
    "BibliotecaNoEscrita": ("biblioteca_no_escrita", 503),
    "ServicioDeteniendose": ("servicio_deteniendose", 503),
    "ModeloNoResponde": ("modelo_no_responde", 502),
    "ModeloNoInstalado": ("modelo_no_instalado", 502),
    "ClaveRechazada": ("clave_rechazada", 502),
    "VectoresNoDisponibles": ("vectores_no_disponibles", 503),
    "ModeloOcupado": ("modelo_ocupado", 502),
    "ModeloFallo": ("modelo_fallo", 502),
    "EsperaAgotada": ("espera_agotada", 502),
    "ContextoExcedido": ("contexto_excedido", 502),
    "RespuestaCortada": ("corte", 502),
}
CODIGO_HEREDADO = {"ErrorInterno"}  # the parent's, on purpose
NO_SE_REINTENTAN = {"ModeloNoInstalado", "ClaveRechazada", "ContextoExcedido"}


def descendientes(clase: type[Any]) -> Iterator[type[Any]]:
    for hija in clase.__subclasses__():
        yield hija
        yield from descendientes(hija)


CLASES = [errores.ErrorSIAA, *descendientes(errores.ErrorSIAA)]


# --- The tree -------------------------------------------------------------------------------


def test_el_arbol_esta_completo() -> None:
    assert {clase.__name__ for clase in CLASES} == GRUPOS | set(CODIGOS)


@pytest.mark.parametrize("nombre", CODIGOS)
def test_codigo_y_estado(nombre: str) -> None:
    clase = getattr(errores, nombre)
    assert (clase.codigo, clase.estado_http) == CODIGOS[nombre]
    assert "codigo" in vars(clase) or nombre in CODIGO_HEREDADO
    hereda_reintento = issubclass(clase, errores.ErrorServicio | errores.ErrorModelo)
    se_reintenta = hereda_reintento or nombre == "RecargaEnCurso"
    assert clase.reintentable == (se_reintenta and nombre not in NO_SE_REINTENTAN)


def test_cada_codigo_tiene_su_mensaje_y_ninguno_sobra() -> None:
    dichos = secciones("siaa", "errores.txt")["mensajes"]
    assert {fila.split(" : ")[0] for fila in dichos} == {codigo for codigo, _ in CODIGOS.values()}
    assert len(dichos) == len(CODIGOS)


def test_los_codigos_no_se_repiten() -> None:
    hojas = [codigo for codigo, _ in CODIGOS.values()]
    assert len(set(hojas)) == len(hojas)


@pytest.mark.parametrize("clase", CLASES)
def test_el_mensaje_es_para_personas(clase: type[errores.ErrorSIAA]) -> None:
    error = clase()
    assert 400 <= clase.estado_http < 600
    assert error.mensaje == str(error) == clase.mensaje_base
    assert error.mensaje.endswith(".") and "\n" not in error.mensaje
    en_español(error.mensaje)
    sin_entrañas(error.mensaje)


def test_un_mensaje_propio_y_su_detalle() -> None:
    parecidos = {"parecidos": ["a.md"]}
    error = errores.DocumentoDesconocido("No hay «x».", parecidos)
    assert (error.mensaje, str(error), error.detalle) == ("No hay «x».", "No hay «x».", parecidos)
    parecidos["más"] = []
    assert "más" not in error.detalle
    assert errores.PreguntaVacia("").mensaje == errores.PreguntaVacia.mensaje_base


@pytest.mark.parametrize(
    ("clase", "limites"),
    [
        (errores.PeticionDemasiadoGrande, [f"{CUERPO_ADMITIDO >> 20} MiB"]),
        (errores.PreguntaDemasiadoLarga, [f"{escribir_numero(PREGUNTA_MAXIMA)} caracteres"]),
        (errores.DemasiadosMensajes, [f"{MENSAJES_MAXIMOS} mensajes"]),
        (
            errores.SubidaDemasiadoGrande,
            [f"{ARCHIVOS_POR_VEZ} archivos", f"{SUBIDA_ADMITIDA >> 20} MiB"],
        ),
    ],
)
def test_un_limite_se_dice_como_es(clase: type[errores.ErrorSIAA], limites: list[str]) -> None:
    assert all(f" {limite}" in clase.mensaje_base for limite in limites)


def test_las_cuentas_del_contexto_excedido() -> None:
    assert (ContextoExcedido(7, 5).tokens_prompt, ContextoExcedido(7, 5).ventana) == (7, 5)
    assert (ContextoExcedido().tokens_prompt, ContextoExcedido().ventana) == (None, None)


# --- The seam -------------------------------------------------------------------------------


def crear(clase: type[BaseException]) -> BaseException:
    """An exception of a class, whatever its constructor asks for."""
    respuesta = urllib3.HTTPResponse(b"")
    for argumentos in (
        (SECRETO,),
        (SECRETO, SECRETO, 0),
        (None, SECRETO),
        (None, SECRETO, SECRETO),
        (respuesta, SECRETO.encode()),
    ):
        try:
            return clase(*argumentos)
        except (TypeError, AttributeError):
            continue
    raise AssertionError(f"{clase} cannot be made")


def ajenas(raiz: type[BaseException]) -> list[type[BaseException]]:
    return [c for c in dict.fromkeys([raiz, *descendientes(raiz)]) if not issubclass(c, Warning)]


DE_REQUESTS = ajenas(requests.RequestException)
DE_URLLIB3 = ajenas(urllib3.exceptions.HTTPError)
DEL_SISTEMA = [OSError, ConnectionResetError, BrokenPipeError, TimeoutError, ssl.SSLError]
TODAS = dict.fromkeys([*DE_REQUESTS, *DE_URLLIB3, *DEL_SISTEMA])


def test_la_lista_de_ajenas_no_esta_vacia() -> None:
    assert requests.ConnectTimeout in TODAS and urllib3.exceptions.ReadTimeoutError in TODAS
    assert len(DE_REQUESTS) > 20 and len(DE_URLLIB3) > 25


class Cuerpo:
    """The raw body of a response that breaks when it is read."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def read1(self, *_: Any, **__: Any) -> bytes:
        raise self.error

    read = read1
    stream = read1

    def close(self) -> None:
        pass

    release_conn = close


class Adaptador(requests.adapters.BaseAdapter):
    """Fails on sending, or answers with that status and a body that breaks."""

    def __init__(self, error: BaseException, estado: int | None) -> None:
        super().__init__()
        self.error, self.estado = error, estado

    def send(self, request: Any, *_: Any, **__: Any) -> requests.Response:
        if self.estado is None:
            raise self.error
        respuesta = requests.Response()
        respuesta.status_code, respuesta.request = self.estado, request
        respuesta.raw, respuesta.url = Cuerpo(self.error), request.url
        return respuesta

    def close(self) -> None:
        pass


@pytest.fixture
def cliente(monkeypatch: pytest.MonkeyPatch) -> Any:
    """`cliente(error, estado)`: a client on a connection that fails with that error."""

    def armar(error: BaseException, estado: int | None = None) -> ClienteModelo:
        sesion = requests.Session()
        sesion.mount("http://", Adaptador(error, estado))
        monkeypatch.setattr(cable, "abrir_sesion", lambda _: sesion)
        return ClienteModelo("http://modelo", OpcionesModelo("m", 4096, 400), 1, 1)

    return armar


def fallo_de(cliente: ClienteModelo) -> errores.ErrorSIAA:
    """The only event of a generation that fails at once."""
    (fallo,) = cliente.conversar([Mensaje("user", "¿Qué?")])
    assert isinstance(fallo, Fallo)
    sin_entrañas(fallo.error.mensaje)
    assert fallo.error.__cause__ is not None or isinstance(fallo.error, ModeloFallo)
    return fallo.error


def mal_traducidas(
    cliente: Any, estado: int | None, esperada: Callable[[type[BaseException]], type[Any]]
) -> dict[str, str]:
    """Foreign class → what it became, for those that became something else than expected."""
    return {
        clase.__name__: type(error).__name__
        for clase in TODAS
        if type(error := fallo_de(cliente(crear(clase), estado))) is not esperada(clase)
    }


def test_al_pedir(cliente: Any) -> None:
    def esperada(clase: type[BaseException]) -> type[Any]:
        return EsperaAgotada if issubclass(clase, SILENCIOS) else ModeloNoResponde

    assert mal_traducidas(cliente, None, esperada) == {}


def test_al_leer(cliente: Any) -> None:
    def esperada(clase: type[BaseException]) -> type[Any]:
        return EsperaAgotada if issubclass(clase, SILENCIOS) else RespuestaCortada

    assert mal_traducidas(cliente, 200, esperada) == {}


def test_al_leer_un_rechazo(cliente: Any) -> None:
    """Its status is enough."""
    assert mal_traducidas(cliente, 500, lambda _: ModeloFallo) == {}


@pytest.mark.parametrize("estado", [None, 200])
@pytest.mark.parametrize("consulta", [Consultas.de_ollama, Consultas.de_openai])
def test_al_consultar(cliente: Any, consulta: Callable[..., object], estado: int | None) -> None:
    for clase in TODAS:
        cliente(crear(clase), estado)
        with pytest.raises(errores.ErrorModelo) as error:
            consulta(Consultas("http://modelo", (1, 1), Enchufe()))
        esperada = EsperaAgotada if issubclass(clase, SILENCIOS) else ModeloNoResponde
        assert type(error.value) is esperada, clase
        assert error.value.__cause__ is not None, clase


def test_un_servidor_que_no_cifra_no_responde_por_https(ollama_comun: OllamaDePrueba) -> None:
    url = ollama_comun.url.replace("http:", "https:")
    real = ClienteModelo(url, OpcionesModelo("m", 4096, 400), 0.2, 0.2)
    assert type(fallo_de(real)) in (ModeloNoResponde, EsperaAgotada)


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:99999",
        "http://127.0.0.1:puerto",
        "http://[::1",
        "http://a b",
        "http://" + "a" * 70 + ".invalid",
        "http://..",
        "http://\u00f1\u200b.invalid:1",
        "http://%zz",
    ],
)
def test_una_direccion_imposible_no_responde(url: str) -> None:
    """What the settings let through, the client does not trip over."""
    real = ClienteModelo(url, OpcionesModelo("m", 4096, 400), 1, 1)
    assert type(fallo_de(real)) is ModeloNoResponde
    with pytest.raises(ModeloNoResponde):
        Consultas(url, (1, 1), Enchufe()).de_ollama()
