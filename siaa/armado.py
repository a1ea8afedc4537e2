"""Settings → parts: everything that runs, built and joined, nothing started."""

from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Final

from pydantic import SecretStr

from config import Config
from siaa.acceso.permisos import Reglas
from siaa.ajustes import ErrorConfiguracion, leer_secreto, nombres_propios, variable_de
from siaa.almacen.almacen import SIN_MODELO, Almacen
from siaa.almacen.indexado import Indexador
from siaa.almacen.modelo import PorModelo, Vectorizadores
from siaa.almacen.servidores.postgres import EnPostgres
from siaa.almacen.servidores.qdrant import EnQdrant
from siaa.almacen.servidores.remoto import Remoto, Servidor
from siaa.biblioteca.cargador import Progreso, cargar_biblioteca
from siaa.biblioteca.conversion.conversor import Conversor
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.valores import AjustesBiblioteca
from siaa.errores import causa
from siaa.etapas.busquedas import DESCOMPOSICION
from siaa.etapas.orden import ORDEN
from siaa.etapas.reordenamiento import AjustesReordenamiento
from siaa.etapas.suficiencia import SUFICIENCIA
from siaa.evaluacion import preguntas
from siaa.modelo.cable import OpcionesModelo, Protocolo
from siaa.modelo.cliente import ClienteModelo
from siaa.modelo.incrustacion import Incrustador
from siaa.recorrido.hallazgo import AjustesConsulta, repartir
from siaa.recuperacion.estrategia import por_canal
from siaa.redaccion.prompt import CARACTERES_POR_TOKEN, componer
from siaa.servicio.metricas import Metricas
from siaa.servicio.modelo.compartidas import Cache, Compartidas
from siaa.servicio.modelo.consultor import Consultor, Servidores, ServidorModelo
from siaa.servicio.modelo.lectura import Calentador, Cargador, Paciencia
from siaa.servicio.modelo.ritmo import Calibracion, Ritmo
from siaa.servicio.modelo.salud import Salud
from siaa.servicio.modelo.turnos import Lugar, Turnos
from siaa.servicio.parada import Parada
from siaa.servicio.registro.asiento import Asiento
from siaa.servicio.registro.esquema import AjustesRegistro
from siaa.servicio.registro.registro import Registro
from siaa.servicio.vigencia.archivero import Archivero
from siaa.servicio.vigencia.biblioteca_viva import BibliotecaViva
from siaa.servicio.vigencia.escritos import Cuestionario
from siaa.servicio.vigencia.rondas import Lector, LectorNocturno, Ronda, Vigilante
from siaa.valores import Mensaje
from siaa.web.respuestas import tomar
from siaa.web.servicios import Servicios

MARGEN_LECTURA_S: Final = 10
"""The socket's own patience comes after ours, so that silence is called by its name."""
ESPERA_ALMACEN_S: Final = 5.0
"""What a store gets for one search: many times what it needs, and bearable for who asks."""
CARPETA_DE_VECTORES: Final = "vectores"
NOMBRE_REGISTRO: Final = "registro.sqlite3"


def crear_servicios(config: Config, progreso_carga: Progreso = iter) -> Servicios:
    """Build every part of the service from the settings; starts nothing."""
    _crear_carpeta(config.datos, config.documentos)
    parada, metricas, registro = Parada(), Metricas(), _crear_registro(config)
    servidores = _crear_servidores(config, parada)
    ajustes = ajustes_consulta(config, almacen := crear_almacen(config))
    de_examen = config.documentos / preguntas.NOMBRE_PREGUNTAS
    biblioteca = BibliotecaViva(
        config.documentos,
        ajustes_biblioteca(config),
        progreso_carga,
        config.datos_del_indice,
        partial(preguntas.examinar, de_examen, ajustes),
        parada,
        metricas.contar_recarga,
    )
    paciencia = Paciencia(config.espera_primer_token, config.espera_entre_tokens)
    lugares = [Lugar(uno.ritmo.responder_s, uno.salud.grado) for uno in servidores]
    turnos = Turnos(config.cola, config.simultaneos, lugares)
    if config.estrategia == "canal" and almacen.por_red:
        turnos.admision = nullcontext()
    if config.calentar == "si":
        _poner_calentadores(servidores, turnos, parada, paciencia)

    def anotar(asiento: Asiento) -> None:
        metricas.contar(asiento)
        registro.anotar(asiento)

    rondas: list[Ronda] = [vigilante := Vigilante(biblioteca, config.vigilar, parada)]
    if config.leer == "noches":
        lector = crear_lector(config, parada, lambda: False, turnos)
        rondas.append(LectorNocturno(lector, biblioteca, parada))
    cuestionario = Cuestionario(de_examen, preguntas.con_pregunta, preguntas.con_documento)
    return Servicios(
        biblioteca=biblioteca,
        turnos=turnos,
        compartidas=Compartidas(config.compartidas),
        cache=Cache(config.cache_entradas, config.cache_horas),
        servidores=servidores,
        calibracion=Calibracion(CARACTERES_POR_TOKEN),
        consultor=_crear_consultor(config, servidores, parada),
        parada=parada,
        paciencia=paciencia,
        ajustes=ajustes,
        modelo=config.modelo,
        anotar=anotar,
        almacen=almacen,
        vigilante=vigilante,
        rondas=rondas,
        metricas=metricas,
        registro=registro,
        archivero=Archivero(biblioteca, cuestionario, config.datos, registro.anotar_cambio),
        muestras=partial(preguntas.leer_muestras, de_examen),
        latido_s=config.latido,
        url_publica=config.url_publica,
    )


def crear_lector(
    config: Config, parada: Parada, ocupado: Callable[[], bool], turnos: Turnos | None = None
) -> Lector:
    """Return what makes readings. turnos: None where nobody else asks through this process.

    ocupado: whether the model must be left alone, beside turns.
    """
    paciencia = Paciencia(config.espera_primer_token, config.espera_entre_tokens)
    clientes = _crear_clientes(config)
    turnos = turnos or Turnos(1, 1, [Lugar(lambda _: None)] * len(clientes))
    return Lector(
        clientes=clientes,
        modelo=config.modelo,
        carpeta=config.documentos,
        tipo_de=config.rutas.tipo_de,
        turnos=turnos,
        paciencia=paciencia,
        parada=parada,
        ocupado=ocupado,
    )


def _crear_clientes(config: Config) -> list[ClienteModelo]:
    urls = config.ollama_url.split(",")
    return [_crear_cliente(config, url, config.modelo, config.protocolo) for url in urls]


def respuestas_abiertas(config: Config) -> int:
    """Return how many answers can be open at once."""
    ante_el_modelo = config.simultaneos * len(config.ollama_url.split(","))
    return ante_el_modelo + config.cola + config.compartidas


def _crear_lectores(config: Config, servidores: Servidores) -> dict[str, ClienteModelo]:
    """Return the reader that goes with each server, by its URL; none where its model is it."""
    if not (config.lector_modelo or config.lector_url or config.lector_protocolo):
        return {}
    modelo = config.lector_modelo or config.modelo
    protocolo = config.lector_protocolo or config.protocolo
    urls = [uno.cliente.url for uno in servidores]
    return {
        url: _crear_cliente(config, config.lector_url or url, modelo, protocolo) for url in urls
    }


def _crear_cliente(config: Config, url: str, modelo: str, protocolo: Protocolo) -> ClienteModelo:
    espera_lectura = max(config.espera_primer_token, config.espera_entre_tokens) + MARGEN_LECTURA_S
    base = url.removesuffix("/v1") if protocolo == "openai" else url
    clave = _secreto(config, "clave_api") or ""
    opciones = tomar(OpcionesModelo, config, modelo=modelo, protocolo=protocolo)
    return ClienteModelo(base, opciones, config.espera_conexion, espera_lectura, clave)


def _crear_servidores(config: Config, parada: Parada) -> Servidores:
    clientes = _crear_clientes(config)
    saludes = (
        Salud(uno, parada, rotulo=f"{uno.url}: " if clientes[1:] else "") for uno in clientes
    )
    return Servidores(
        ServidorModelo(salud.cliente, salud, Ritmo(), Cargador(salud.cliente)) for salud in saludes
    )


def _poner_calentadores(
    servidores: Servidores, turnos: Turnos, parada: Parada, paciencia: Paciencia
) -> None:
    prefijo = componer("", (Mensaje("user", "Hola"),))
    for lugar, uno in enumerate(servidores):
        uno.salud.calentador = Calentador(
            uno.cliente, uno.cargador, uno.ritmo, turnos, parada, paciencia, prefijo, lugar
        )


def _crear_consultor(config: Config, servidores: Servidores, parada: Parada) -> Consultor:
    todas = (
        (DESCOMPOSICION, config.descomponer),
        (ORDEN, config.reordenar_modelo),
        (SUFICIENCIA, config.evaluar_contexto),
    )
    return Consultor(
        lectores=_crear_lectores(config, servidores),
        parada=parada,
        digest=lambda: servidores.digest,
        encendidas=[(clase, cuando) for clase, cuando in todas if cuando != "no"],
        espera_s=config.etapa_espera,
        horas=config.cache_horas,
    )


def _crear_registro(config: Config) -> Registro:
    ajustes = AjustesRegistro(
        config.registro == "completo", config.registro_dias, config.registro_filas
    )
    return Registro(None if config.registro == "no" else config.datos / NOMBRE_REGISTRO, ajustes)


def ajustes_biblioteca(config: Config) -> AjustesBiblioteca:
    """Return the settings that decide how the library is built."""
    return tomar(AjustesBiblioteca, config, extensiones=config.rutas.extensiones)


def cargar(config: Config, progreso: Progreso) -> Indice:
    """Load the library for an order that does not serve it."""
    ajustes, conversor = ajustes_biblioteca(config), Conversor(config.datos_del_indice)
    return cargar_biblioteca(config.documentos, ajustes, progreso, {}, conversor)


def crear_almacen(config: Config) -> Almacen:
    """Return where questions are looked up. Raises `ErrorConfiguracion`."""
    vectorizadores, servidor = _crear_vectorizadores(config), _servidor_de_vectores(config)
    remoto = Remoto(servidor, config.rutas, vectorizadores) if servidor else None
    return Almacen(config.rutas, vectorizadores, remoto, config.estrategia == "canal")


def crear_indexador(config: Config, rehacer: bool, progreso: Progreso) -> Indexador:
    """Return what makes vectors and fills the store. Raises `ErrorConfiguracion`."""
    vectorizadores, servidor = _crear_vectorizadores(config), _servidor_de_vectores(config)
    return Indexador(cargar(config, progreso), config.rutas, vectorizadores, servidor, rehacer)


def _crear_vectorizadores(config: Config) -> Vectorizadores:
    archivos = {ruta.perfil.clave_archivo for ruta in config.rutas.rutas.values()}
    claves = {a: leer_secreto(Path(a), "clave_archivo") for a in archivos if a}
    incrustador = Incrustador(
        config.ollama_url.split(",")[0],
        lambda perfil: claves.get(perfil.clave_archivo or ""),
        config.espera_conexion,
        config.espera_entre_tokens,
        config.espera_primer_token,
    )
    de_modelo = PorModelo(incrustador, config.datos / CARPETA_DE_VECTORES)
    return {**SIN_MODELO, "ollama": de_modelo, "openai": de_modelo}


def _servidor_de_vectores(config: Config) -> Servidor | None:
    if config.almacen == "memoria":
        return None
    nombre = f"{config.almacen}_url"
    url = _secreto(config, nombre)
    try:
        if not url:
            raise ValueError(f"falta {nombre}")
        abrir = EnQdrant.en if config.almacen == "qdrant" else EnPostgres
        return abrir(url, ESPERA_ALMACEN_S)
    except ImportError as error:
        raise ErrorConfiguracion(
            f"SIAA_ALMACEN = {config.almacen!r} necesita un cliente que no está instalado: use "
            "./run.sh, que lo instala."
        ) from error
    except ValueError as error:
        en_archivo = "" if getattr(config, f"{nombre}_archivo") is None else "_archivo"
        raise ErrorConfiguracion(
            f"SIAA_ALMACEN = {config.almacen!r} necesita en {variable_de(nombre + en_archivo)} la "
            f"dirección de su servidor{', y la que hay no sirve' if url else ''}."
        ) from error


def ajustes_consulta(config: Config, almacen: Almacen | None = None) -> AjustesConsulta:
    """Return the settings that decide what is sent for a question; almacen: the one in use."""
    canal, reordenamiento = None, None
    if config.estrategia == "canal":
        canal = partial(por_canal, (almacen or crear_almacen(config)).hallar)
    if config.reordenar == "si":
        reordenamiento = AjustesReordenamiento(
            contenido=config.reordenar_contenido,
            titulo=config.reordenar_titulo,
            tope=config.reordenar_tope,
            umbral=config.reordenar_umbral,
        )
    return tomar(
        AjustesConsulta,
        config,
        max_docs=config.max_docs_contexto,
        max_chunks=config.max_chunks_contexto,
        presupuesto=repartir(config.presupuesto),
        reordenamiento=reordenamiento,
        canal=canal,
        referencias=config.referencias == "si",
        ordenar=config.reordenar_modelo == "si",
        evaluar=config.evaluar_contexto == "si",
        en_fuentes=config.formato_contexto == "fuentes",
    )


def reglas_de_acceso(config: Config) -> Reglas:
    """Return who may do what, reading the tokens. Raises `ErrorConfiguracion`."""
    admin, pregunta = _secreto(config, "token_admin"), _secreto(config, "token_preguntas")
    if admin is not None and admin == pregunta:
        raise ErrorConfiguracion(
            "SIAA_TOKEN_ADMIN y SIAA_TOKEN_PREGUNTAS son iguales: con la clave de preguntar "
            "cualquiera administraría; ponga dos distintas."
        )
    hosts = nombres_propios(config.host, config.hosts or ())
    return Reglas(admin, pregunta, hosts, frozenset(config.origenes or ()), config.proxies or ())


def _secreto(config: Config, nombre: str) -> str | None:
    archivo: Path | None = getattr(config, f"{nombre}_archivo")
    if archivo is not None:
        variable = variable_de(f"{nombre}_archivo")
        if nombre.endswith("_url"):
            return leer_secreto(archivo, variable, "la dirección", 1)
        return leer_secreto(archivo, variable)
    dado: SecretStr | None = getattr(config, nombre)
    return None if dado is None else dado.get_secret_value()


def _crear_carpeta(carpeta: Path, documentos: Path) -> None:
    # What is kept there would be read as documents: also what was withdrawn from them.
    if carpeta.resolve().is_relative_to(documentos.resolve()):
        raise ErrorConfiguracion(
            f"SIAA_DATOS = {str(carpeta)!r} no sirve: escriba una carpeta que no esté dentro de la "
            f"de documentos ({documentos})."
        )
    try:
        carpeta.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ErrorConfiguracion(
            f"SIAA_DATOS = {str(carpeta)!r} no sirve ({causa(error)}): escriba una carpeta donde "
            "el servicio pueda escribir."
        ) from error
