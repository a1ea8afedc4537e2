"""The door: `create_app` for any WSGI server, `main` for Waitress. It wires; it owns no logic."""

import gc

if __name__ == "__main__":
    gc.disable()  # all that is imported stays: to look for garbage in it is a quarter of the work

import argparse
import io
import logging
import os
import signal
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from flask import Flask

from config import SECRETOS, Config, cargar_config
from siaa import __version__, armado
from siaa.acceso.permisos import Reglas
from siaa.acceso.permisos import informe as informe_acceso
from siaa.ajustes import ErrorConfiguracion
from siaa.biblioteca.archivos import DE_TEXTO, leer_bytes, listar
from siaa.biblioteca.conversion.codificacion import decodificar
from siaa.biblioteca.conversion.conversor import Conversor
from siaa.biblioteca.conversion.limites import clase_de
from siaa.biblioteca.conversion.piezas import NoSeConvierte, separar_paginas
from siaa.biblioteca.disco import Dudoso
from siaa.biblioteca.fragmentador import chunking_con_solapamiento
from siaa.biblioteca.lengua.texto import es_pregunta_listado, limpiar_entrada, tokenizar
from siaa.biblioteca.lengua.vocabulario import STOPWORDS_ES, TERMINOS_PRIORITARIOS
from siaa.biblioteca.tablas.claves import calcular_tfidf_coleccion
from siaa.consola import terminal
from siaa.consola.ordenes import SALIDA_USO, SIN_LECTURAS, leer_orden
from siaa.diario import Diario
from siaa.errores import ErrorSIAA, causa, sin_memoria
from siaa.evaluacion.orden import Configuracion, leer_contra
from siaa.evaluacion.orden import evaluar as cumplir_evaluacion
from siaa.evaluacion.preguntas import ErrorEvaluacion
from siaa.modelo.cliente import servicio_en_uso
from siaa.recorrido.atencion import Atencion
from siaa.recorrido.verificacion import comprobar
from siaa.recuperacion.clasica.enrutador import detectar_documentos
from siaa.recuperacion.clasica.poda import extraer_fragmento, puntuar_chunk
from siaa.servicio.hilos import asegurar_memoria
from siaa.servicio.parada import Parada
from siaa.servicio.servidor.cupos import CUERPO_ADMITIDO, Limite
from siaa.servicio.servidor.servidor import Servidor, hilos_para
from siaa.servicio.vigencia.rondas import Horario
from siaa.valores import Mensaje
from siaa.web.acceso import registrar_acceso
from siaa.web.biblioteca.rutas import crear_biblioteca
from siaa.web.chat.diagnosticos import crear_diagnosticos
from siaa.web.chat.rutas import crear_chat
from siaa.web.compatible.ollama import crear_ollama
from siaa.web.compatible.openai import crear_openai
from siaa.web.openapi import crear_openapi
from siaa.web.peticion import comprobar_pregunta
from siaa.web.registro.buzon import crear_buzon
from siaa.web.registro.rutas import crear_registro
from siaa.web.respuestas import registrar_respuestas
from siaa.web.salud.pagina import crear_salud
from siaa.web.salud.rutas import crear_servicio
from siaa.web.servicios import Servicios
from siaa.web.visor.rutas import crear_visor

__all__ = (
    "STOPWORDS_ES",
    "TERMINOS_PRIORITARIOS",
    "calcular_tfidf_coleccion",
    "chunking_con_solapamiento",
    "create_app",
    "detectar_documentos",
    "es_pregunta_listado",
    "extraer_fragmento",
    "puntuar_chunk",
    "tokenizar",
)

SALIDA_FALLO = 1
TODAS_LAS_DIRECCIONES = ("0.0.0.0", "::")  # noqa: S104  where it listens, never where it binds
SALIDA_INTERRUMPIDA = 130


def create_app(config: Config | None = None) -> Flask:
    """Return the WSGI application, its library loaded and its background work started.

    `app.extensions["siaa"].cerrar()` ends that work. Raises `ErrorConfiguracion` for a wrong
    setting and `ErrorSIAA` when the documents folder cannot be read.
    """
    config = config or cargar_config()
    reglas = armado.reglas_de_acceso(config)
    return armar_app(armado.crear_servicios(config), reglas, Limite(config.limite_por_minuto))


def armar_app(servicios: Servicios, reglas: Reglas, limite: Limite) -> Flask:
    """Return the WSGI application around services that were built, and start them."""
    app = Flask(__name__, static_folder=None, template_folder="siaa/web/templates")
    app.config["MAX_CONTENT_LENGTH"] = CUERPO_ADMITIDO
    registrar_respuestas(app)
    for crear in (
        *(crear_chat, crear_diagnosticos, crear_servicio, crear_visor),
        *(crear_biblioteca, crear_salud, crear_registro),
        *(crear_buzon, crear_ollama, crear_openai),
    ):
        app.register_blueprint(crear(servicios))
    app.register_blueprint(crear_openapi(app))
    registrar_acceso(app, reglas, limite)
    app.extensions["siaa"] = servicios
    servicios.arrancar()
    return app


def crear_servidor(app: Flask, config: Config) -> Servidor:
    """Return a server for an application, already listening.

    Raises `OSError` or `ValueError` when the address or the port cannot be had, `SinDescriptores`
    where the system lets too few files be open.
    """
    return Servidor(
        app,
        host=config.host,
        puerto=config.puerto,
        simultaneos=armado.respuestas_abiertas(config),
        parada=app.extensions["siaa"].parada,
        espera_s=config.espera_parada,
        por_direccion=config.conexiones_por_direccion,
        proxies=config.proxies or (),
    )


def servir(config: Config, diario: Diario) -> int:
    """Serve until told to stop; return the exit status."""
    reglas, limite = armado.reglas_de_acceso(config), Limite(config.limite_por_minuto)
    servicios = armado.crear_servicios(config, terminal.progreso(sys.stderr))
    asegurar_memoria(hilos_para(armado.respuestas_abiertas(config)))
    diario.anunciar(terminal.informe_biblioteca(servicios.biblioteca.indice))
    ajustes = {**dict(config), "rutas": config.rutas.escritas}
    modelos = len(servicios.servidores)
    etapas = terminal.informe_etapas(servicios.consultor.estados, ajustes, modelos)
    estado, listos = servicios.servidores.comprobar(), servicios.servidores.listos
    diario.anunciar(terminal.informe_modelo(estado, config.modelo, listos) + etapas)
    diario.anunciar(informe_acceso(reglas, config.host, config.limite_por_minuto))
    try:
        return _escuchar(armar_app(servicios, reglas, limite), config, diario)
    finally:
        servicios.cerrar()


def _escuchar(app: Flask, config: Config, diario: Diario) -> int:
    try:
        servidor = crear_servidor(app, config)
    except (OSError, ValueError):
        diario.anunciar(
            f"No se puede escuchar en {config.host}:{config.puerto}: revise que la dirección sea "
            "de este equipo y que nadie más ocupe el puerto, o elija otro con --puerto."
        )
        return SALIDA_FALLO
    for senal in (signal.SIGINT, signal.SIGTERM):
        signal.signal(senal, lambda *_: servidor.parar())
    aqui = direccion(config.host, servidor.puerto)
    diario.anunciar(f"SIAA escucha en {aqui} (Ctrl-C termina)")
    diario.anunciar(f"Quien administra entra por {aqui}/siaa/salud")
    servidor.atender()
    diario.anunciar("SIAA se detuvo.")
    return 0


def direccion(host: str, puerto: int) -> str:
    """Return where a service that listens at an address is called from this machine."""
    nombre = "127.0.0.1" if host in TODAS_LAS_DIRECCIONES else host
    return f"http://[{nombre}]:{puerto}" if ":" in nombre else f"http://{nombre}:{puerto}"


def preguntar(config: Config, pregunta: str) -> int:
    """Answer one question at the terminal; return the exit status."""
    pregunta = limpiar_entrada(pregunta)
    comprobar_pregunta(pregunta)
    servicios = armado.crear_servicios(config, terminal.progreso(sys.stderr))
    atencion = Atencion(servicios, (Mensaje("user", pregunta),))
    try:
        completa = terminal.escribir_respuesta(atencion, sys.stdout, sys.stderr)
    finally:
        atencion.cerrar()
        servicios.cerrar()
    return 0 if completa else SALIDA_FALLO


def verificar(config: Config, archivo: str, pregunta: str) -> int:
    """Check the text of a file (`-`: standard input); return 1 when anything in it disagrees."""
    try:
        texto = _borrador(archivo)
    except (OSError, NoSeConvierte) as error:
        razon = causa(error) if isinstance(error, OSError) else error
        sys.stderr.write(f"No se puede leer «{archivo}»: {razon}.\n")
        return SALIDA_USO
    servicios = armado.crear_servicios(config, terminal.progreso(sys.stderr))
    indice, ajustes = servicios.biblioteca.indice, servicios.ajustes
    frases, contexto = comprobar(indice, texto, ajustes, limpiar_entrada(pregunta))
    servicios.cerrar()
    informe = terminal.informe_frases(texto, frases) or "\nNo hay frases que comprobar.\n"
    sys.stdout.write(informe + terminal.lista_de_fuentes(contexto, texto, frases))
    return SALIDA_FALLO if any(frase.discrepancias for frase in frases) else 0


def _borrador(archivo: str) -> str:
    """Read a text, as one of the library would be. Raises `OSError`, `NoSeConvierte`."""
    datos = sys.stdin.buffer.read() if archivo == "-" else Path(archivo).read_bytes()
    if clase_de(archivo):
        return separar_paginas(Conversor().convertir(archivo, datos).markdown)[0]
    return decodificar(datos).contenido


def convertir(config: Config, entrada: Path, salida: Path | None) -> int:
    """Write documents as Markdown; return 1 when one could not be. What is there already stays."""
    carpeta, limite = entrada if entrada.is_dir() else entrada.parent, config.max_bytes_documento
    rutas = listar(entrada)[0] if entrada.is_dir() else [entrada.name]
    pedidas = [ruta for ruta in rutas if not ruta.lower().endswith(DE_TEXTO)]
    dichos, escritos = list[str](), list[Path]()
    for ruta in terminal.progreso(sys.stderr, "Convirtiendo", "documento")(pedidas):
        destino = (salida or carpeta) / f"{ruta}.md"
        try:
            if destino.exists():  # it may have been corrected by hand
                raise NoSeConvierte(f"{destino} ya está y no se toca: bórrelo, o dé otra carpeta")
            leido = Conversor().convertir(ruta, leer_bytes(carpeta, ruta, limite))
            destino.parent.mkdir(parents=True, exist_ok=True)
            destino.write_text(leido.markdown, encoding="utf-8")
            escritos.append(destino)
            dichos += [f"{ruta}: {aviso}.\n" for aviso in leido.avisos]
        except (NoSeConvierte, Dudoso, OSError) as error:
            cual = f"{error.filename}: {causa(error)}" if isinstance(error, OSError) else error
            dichos.append(f"{ruta}: {cual}.\n")
    sys.stderr.writelines(dichos)
    sys.stdout.writelines(f"Se escribió {destino}\n" for destino in escritos)
    nada = "" if pedidas else " No hay nada que convertir: lo que es texto se lee como está."
    sys.stdout.write(f"Convertidos: {len(escritos)} de {len(pedidas)}.{nada}\n")
    return 0 if len(escritos) == len(pedidas) else SALIDA_FALLO


def leer(config: Config, limite: int | None, horas: tuple[int, int] | None) -> int:
    """Let a model read the documents that it has not read yet; return the exit status."""
    servicio, horario = direccion(config.host, config.puerto), Horario(*horas or (0, 0))
    clave = armado.reglas_de_acceso(config).token_preguntas or ""

    def ocupado() -> bool:
        fuera = not horario.incluye(datetime.now())
        return fuera or servicio_en_uso(servicio, config.espera_conexion, clave)

    lector = armado.crear_lector(config, Parada(), ocupado)
    documentos = armado.cargar(config, terminal.progreso(sys.stderr)).documentos
    return terminal.leer_documentos(lector, documentos, limite, sys.stderr)


def indexar(config: Config, rehacer: bool) -> int:
    """Make the vectors of the library, and say so where nothing looks questions up by them."""
    indexador = armado.crear_indexador(config, rehacer, terminal.progreso(sys.stderr))
    estado = terminal.indexar_documentos(indexador, sys.stderr)
    if config.estrategia != "canal":
        sys.stderr.write(
            f"Por ahora no sirven de nada: se busca sin vectores (SIAA_ESTRATEGIA = "
            f"{config.estrategia}); con «canal», sí.\n"
        )
    return estado


def evaluar(config: Config, otra: Config | None, opciones: argparse.Namespace) -> int:
    """Measure the library with questions, one configuration or two; return the exit status."""
    sin = opciones.sin_lecturas
    configuraciones = [_configuracion(SIN_LECTURAS if sin else "actual", config, not sin)]
    if otra is not None:
        con = not sin and SIN_LECTURAS not in opciones.contra
        configuraciones.append(_configuracion(", ".join(opciones.contra), otra, con))
    cargando = terminal.progreso(sys.stderr)
    preguntando = terminal.progreso(sys.stderr, "Preguntando", "pregunta")
    cumplir_evaluacion(vars(opciones), configuraciones, sys.stdout, cargando, preguntando)
    return 0


def _configuracion(nombre: str, config: Config, lecturas: bool) -> Configuracion:
    ajustes = config.model_dump(mode="json", exclude=set(SECRETOS))
    de_siaa = armado.ajustes_biblioteca(config), armado.ajustes_consulta(config), ajustes
    return Configuracion(nombre, config.documentos, *de_siaa, lecturas, config.datos_del_indice)


def _preparar_salidas() -> None:
    """Let a terminal that lacks some of our characters show the rest."""
    for salida in (sys.stdout, sys.stderr):
        if isinstance(salida, io.TextIOWrapper):
            salida.reconfigure(errors="replace")


def _cumplir(opciones: argparse.Namespace) -> int:
    """Carry out the order that was given; return the exit status."""
    dados = {ajuste: getattr(opciones, ajuste, None) for ajuste in Config.model_fields}
    config = cargar_config(dados, opciones.config)
    diario = Diario(sys.stderr, config.formato_registro)
    hablador = opciones.orden == "servir" or getattr(opciones, "detalle", False)
    diario.abrir(logging.INFO if hablador else logging.CRITICAL)
    if opciones.orden == "preguntar":
        return preguntar(config, " ".join(opciones.pregunta))
    if opciones.orden == "leer":
        return leer(config, opciones.limite, opciones.horas)
    if opciones.orden == "indexar":
        return indexar(config, opciones.rehacer)
    if opciones.orden == "servir":
        return servir(config, diario)
    if opciones.orden == "convertir":
        return convertir(config, opciones.entrada, opciones.salida)
    if opciones.orden == "verificar":
        return verificar(config, opciones.archivo, opciones.pregunta)
    cambios = leer_contra(opciones.contra, Config.model_fields)
    otra = cargar_config(dados | cambios, opciones.config) if opciones.contra else None
    return evaluar(config, otra, opciones)


def main(argumentos: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    opciones = leer_orden(sys.argv[1:] if argumentos is None else argumentos, __version__)
    _preparar_salidas()
    try:
        return _cumplir(opciones)
    except (ErrorConfiguracion, ErrorEvaluacion) as error:
        sys.stderr.write(f"{error}\n")
        return SALIDA_USO
    except ErrorSIAA as error:
        sys.stderr.write(f"{error.mensaje}\n")
        return SALIDA_FALLO
    except (MemoryError, RuntimeError, SystemError) as error:
        if not sin_memoria(error):
            raise
        sys.stderr.write(
            "El sistema no le da a SIAA más memoria o más hilos: suba los límites («ulimit -v», "
            "«ulimit -u», o MemoryMax y TasksMax en systemd) o baje SIAA_COLA y SIAA_COMPARTIDAS.\n"
        )
        return SALIDA_FALLO
    except BrokenPipeError:
        # Whoever read our output left (`| head`): nothing more to say, nor to complain about.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return SALIDA_FALLO
    except KeyboardInterrupt:
        sys.stderr.write("\nInterrumpido.\n")
        return SALIDA_INTERRUMPIDA


if __name__ == "__main__":
    gc.freeze()
    gc.enable()
    sys.exit(main())
