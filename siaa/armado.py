"""Settings → parts: everything that runs, built and joined, nothing started."""

from collections.abc import Callable
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Final

from config import NOMBRE_ARCHIVO, Config, ErrorConfiguracion
from siaa.acceso.ajustes import ErrorAcceso, elegir_token, nombres_propios
from siaa.acceso.permisos import Reglas
from siaa.almacen.memoria import SIN_MODELO, Memoria
from siaa.biblioteca.cargador import Progreso
from siaa.biblioteca.valores import AjustesBiblioteca
from siaa.causas import causa
from siaa.etapas.reordenamiento import AjustesReordenamiento
from siaa.evaluacion.examen import examinador, leer_muestras
from siaa.evaluacion.opciones import NOMBRE_PREGUNTAS
from siaa.evaluacion.preguntas import con_pregunta
from siaa.modelo.cliente import ClienteModelo
from siaa.modelo.consultas import ConsultasOllama, ConsultasOpenAI
from siaa.modelo.opciones import OpcionesModelo
from siaa.recorrido.hallazgo import AjustesConsulta, repartir
from siaa.recorrido.piezas import Piezas
from siaa.recuperacion.estrategia import por_canal
from siaa.redaccion.prompt import CARACTERES_POR_TOKEN, componer
from siaa.servicio.metricas import Metricas
from siaa.servicio.modelo.cache import Cache
from siaa.servicio.modelo.calentamiento import Calentador
from siaa.servicio.modelo.calibracion import Calibracion
from siaa.servicio.modelo.carga import Cargador
from siaa.servicio.modelo.compartidas import Compartidas
from siaa.servicio.modelo.descompositor import Descompositor
from siaa.servicio.modelo.lectura import Paciencia
from siaa.servicio.modelo.ritmo import Ritmo
from siaa.servicio.modelo.salud import Salud
from siaa.servicio.modelo.servidores import Servidores, ServidorModelo
from siaa.servicio.modelo.turnos import Turnos
from siaa.servicio.parada import Parada
from siaa.servicio.registro.asiento import Asiento
from siaa.servicio.registro.escritura import AjustesRegistro
from siaa.servicio.registro.registro import Registro
from siaa.servicio.vigencia.archivero import Archivero
from siaa.servicio.vigencia.biblioteca_viva import BibliotecaViva
from siaa.servicio.vigencia.cuestionario import Cuestionario
from siaa.servicio.vigencia.lector import Lector
from siaa.servicio.vigencia.noches import LectorNocturno
from siaa.servicio.vigencia.vigilante import Vigilante
from siaa.valores import Mensaje
from siaa.web.servicios import Servicios

MARGEN_LECTURA_S: Final = 10
"""The socket's own patience comes after ours, so that silence is called by its name."""
NOMBRE_REGISTRO: Final = "registro.sqlite3"


def crear_servicios(config: Config, progreso_carga: Progreso = iter) -> Servicios:
    """Build every part of the service from the settings; starts nothing."""
    _crear_carpeta(config.datos)
    parada, metricas, registro = Parada(), Metricas(), _crear_registro(config)
    servidores = _crear_servidores(config, parada)
    ajustes = ajustes_consulta(config, almacen := crear_almacen(config))
    biblioteca = BibliotecaViva(
        config.documentos,
        ajustes_biblioteca(config),
        progreso_carga,
        config.datos_del_indice,
        examinador(config.documentos / NOMBRE_PREGUNTAS, ajustes),
        parada,
        metricas.contar_recarga,
    )
    paciencia = Paciencia(config.espera_primer_token, config.espera_entre_tokens)
    turnos = Turnos(config.cola, config.simultaneos, [uno.lugar for uno in servidores])
    if config.calentar == "si":
        _poner_calentadores(servidores, turnos, parada, paciencia)

    def anotar(asiento: Asiento) -> None:
        metricas.contar(asiento)
        registro.anotar(asiento)

    piezas = Piezas(
        biblioteca=biblioteca,
        turnos=turnos,
        compartidas=Compartidas(config.compartidas),
        cache=Cache(config.cache_entradas, config.cache_horas),
        servidores=servidores,
        calibracion=Calibracion(CARACTERES_POR_TOKEN),
        descompositor=_crear_descompositor(config, parada),
        parada=parada,
        paciencia=paciencia,
        ajustes=ajustes,
        modelo=config.modelo,
        anotar=anotar,
    )
    lector = crear_lector(config, turnos, parada, lambda: False)
    return Servicios(
        piezas=piezas,
        almacen=almacen,
        nocturno=LectorNocturno(lector, biblioteca, parada) if config.leer == "noches" else None,
        vigilante=Vigilante(biblioteca, config.vigilar, parada),
        metricas=metricas,
        registro=registro,
        archivero=Archivero(biblioteca, config.datos, registro.anotar_cambio),
        cuestionario=Cuestionario(config.documentos / NOMBRE_PREGUNTAS, con_pregunta),
        muestras=partial(leer_muestras, config.documentos / NOMBRE_PREGUNTAS),
        latido_s=config.latido,
        url_publica=config.url_publica,
    )


def crear_lector(
    config: Config, turnos: Turnos, parada: Parada, ocupado: Callable[[], bool]
) -> Lector:
    """Return what makes readings; ocupado: whether the model must be left alone, beside turns."""
    paciencia = Paciencia(config.espera_primer_token, config.espera_entre_tokens)
    clientes = _crear_clientes(config)
    return Lector(clientes, config.modelo, config.documentos, turnos, paciencia, parada, ocupado)


def _crear_clientes(config: Config) -> list[ClienteModelo]:
    """Return the client of each server of the main model."""
    opciones = OpcionesModelo(
        config.modelo, config.num_ctx, config.num_predict, config.num_hilos, config.protocolo
    )
    return [_crear_cliente(config, url, opciones) for url in config.ollama_url.split(",")]


def _crear_cliente(config: Config, url: str, opciones: OpcionesModelo) -> ClienteModelo:
    espera_lectura = max(config.espera_primer_token, config.espera_entre_tokens) + MARGEN_LECTURA_S
    base = url.removesuffix("/v1") if opciones.protocolo == "openai" else url
    return ClienteModelo(base, opciones, config.espera_conexion, espera_lectura, _clave_api(config))


def _clave_api(config: Config) -> str:
    """Return the key that servers are shown, "" for none. Raises `ErrorConfiguracion`."""
    try:
        return elegir_token("clave_api", config.clave_api, config.clave_api_archivo) or ""
    except ErrorAcceso as error:
        raise ErrorConfiguracion(str(error)) from error


def _crear_servidores(config: Config, parada: Parada) -> Servidores:
    clientes = _crear_clientes(config)
    partes = ((uno, _crear_salud(config, uno, parada), Ritmo(), Cargador(uno)) for uno in clientes)
    return Servidores(tuple(ServidorModelo(*de_uno) for de_uno in partes))


def _crear_salud(config: Config, cliente: ClienteModelo, parada: Parada) -> Salud:
    consultas = ConsultasOpenAI if config.protocolo == "openai" else ConsultasOllama
    return Salud(
        consultas(cliente.url, config.espera_conexion, cliente.clave),
        config.modelo,
        config.num_ctx,
        parada,
        protocolo=config.protocolo,
        rotulo=f"{cliente.url}: " if "," in config.ollama_url else "",
    )


def _poner_calentadores(
    servidores: Servidores, turnos: Turnos, parada: Parada, paciencia: Paciencia
) -> None:
    """Let each server read the fixed text ahead."""
    prefijo = componer("", (Mensaje("user", "Hola"),))
    for lugar, uno in enumerate(servidores):
        de_uno = (uno.cliente, uno.cargador, uno.ritmo)
        uno.salud.calentador = Calentador(*de_uno, turnos, parada, paciencia, prefijo, lugar)


def _crear_descompositor(config: Config, parada: Parada) -> Descompositor:
    """Return what asks the reader, which is the model that answers unless another is named."""
    lector = None
    if config.lector_modelo or config.lector_url or config.lector_protocolo:
        opciones = OpcionesModelo(
            config.lector_modelo or config.modelo,
            config.num_ctx,
            config.num_predict,
            config.num_hilos,
            config.lector_protocolo or config.protocolo,
        )
        url = config.lector_url or config.ollama_url.split(",")[0]
        lector = _crear_cliente(config, url, opciones)
    cuando, espera_s = config.descomponer, config.etapa_espera
    return Descompositor(lector, parada, cuando, espera_s, config.cache_horas)


def _crear_registro(config: Config) -> Registro:
    ajustes = AjustesRegistro(
        config.registro == "completo", config.registro_dias, config.registro_filas
    )
    return Registro(None if config.registro == "no" else config.datos / NOMBRE_REGISTRO, ajustes)


def ajustes_biblioteca(config: Config) -> AjustesBiblioteca:
    """Return the settings that decide how the library is built."""
    nombres = [c.name for c in fields(AjustesBiblioteca) if c.name != "extensiones"]
    dados = {nombre: getattr(config, nombre) for nombre in nombres}
    return AjustesBiblioteca(**dados, extensiones=config.rutas.extensiones)


def crear_almacen(config: Config) -> Memoria:
    """Return where vectors are kept. Raises `ErrorConfiguracion` for what cannot make them."""
    for ruta in config.rutas.rutas.values():
        if ruta.perfil.provider not in SIN_MODELO:
            raise ErrorConfiguracion(
                f"{NOMBRE_ARCHIVO}: «embeddings.profiles.{ruta.nombre_perfil}.provider» = "
                f"«{ruta.perfil.provider}» todavía no se puede usar: escriba «hash»."
            )
    return Memoria(config.rutas)


def ajustes_consulta(config: Config, almacen: Memoria | None = None) -> AjustesConsulta:
    """Return the settings that decide what is sent for a question; almacen: the one in use."""
    canal = None
    if config.estrategia == "canal":
        canal = partial(por_canal, (almacen or crear_almacen(config)).hallar)
    return AjustesConsulta(
        num_ctx=config.num_ctx,
        num_predict=config.num_predict,
        max_docs=config.max_docs_contexto,
        max_chunks=config.max_chunks_contexto,
        presupuesto=repartir(config.presupuesto),
        respaldo_minimo=config.respaldo_minimo,
        estrategia=config.estrategia,
        reordenamiento=config.reordenamiento and AjustesReordenamiento(*config.reordenamiento),
        descomponer=config.descomponer,
        canal=canal,
    )


def reglas_de_acceso(config: Config) -> Reglas:
    """Return who may do what, reading the tokens. Raises `ErrorConfiguracion`."""
    try:
        admin = elegir_token("token_admin", config.token_admin, config.token_admin_archivo)
        pregunta = elegir_token(
            "token_preguntas", config.token_preguntas, config.token_preguntas_archivo
        )
        hosts = nombres_propios(config.host, config.hosts or ())
    except ErrorAcceso as error:
        raise ErrorConfiguracion(str(error)) from error
    return Reglas(admin, pregunta, hosts, frozenset(config.origenes or ()), config.proxies or ())


def _crear_carpeta(carpeta: Path) -> None:
    try:
        carpeta.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ErrorConfiguracion(
            f"SIAA_DATOS = {str(carpeta)!r} no sirve ({causa(error)}): escriba una carpeta donde "
            "el servicio pueda escribir."
        ) from error
