"""The door: `create_app` for any WSGI server, `main` for Waitress. It wires; it owns no logic."""

from __future__ import annotations

import argparse
import io
import logging
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from flask import Flask

from config import Config, ErrorConfiguracion, cargar_config
from siaa import __version__
from siaa.biblioteca.cargador import Progreso
from siaa.biblioteca.fragmentador import chunking_con_solapamiento
from siaa.biblioteca.texto import es_pregunta_listado, limpiar_entrada, tokenizar
from siaa.biblioteca.tfidf import calcular_tfidf_coleccion
from siaa.biblioteca.valores import AjustesBiblioteca
from siaa.causas import causa
from siaa.consulta import Atencion, Piezas
from siaa.errores import ErrorSIAA
from siaa.etapas.reordenamiento import AjustesReordenamiento
from siaa.evaluacion.errores import ErrorEvaluacion
from siaa.evaluacion.opciones import OPCIONES, leer_contra, leer_pedido
from siaa.evaluacion.orden import Configuracion
from siaa.evaluacion.orden import evaluar as cumplir_evaluacion
from siaa.modelo.ollama import ClienteOllama, OpcionesModelo
from siaa.ordenes import SALIDA_USO, leer_orden
from siaa.preparacion import AjustesConsulta, repartir
from siaa.prompt import CARACTERES_POR_TOKEN
from siaa.recuperacion.clasica import detectar_documentos, extraer_fragmento, puntuar_chunk
from siaa.servicio.biblioteca_viva import BibliotecaViva
from siaa.servicio.calibracion import Calibracion
from siaa.servicio.lectura import Paciencia
from siaa.servicio.parada import Parada
from siaa.servicio.salud import Salud
from siaa.servicio.servidor import Servidor
from siaa.servicio.turnos import Turnos
from siaa.terminal import escribir_respuesta, informe_biblioteca, informe_modelo, progreso
from siaa.valores import Mensaje
from siaa.web.api import crear_api
from siaa.web.fallos import registrar_fallos
from siaa.web.peticion import CUERPO_MAXIMO, comprobar_pregunta
from siaa.web.seguridad import registrar_cabeceras
from siaa.web.servicios import Servicios
from siaa.web.visor import crear_visor

__all__ = (
    "calcular_tfidf_coleccion",
    "chunking_con_solapamiento",
    "create_app",
    "detectar_documentos",
    "es_pregunta_listado",
    "extraer_fragmento",
    "puntuar_chunk",
    "tokenizar",
)

TURNOS_SIMULTANEOS = 1
"""Two answers at once on one CPU only slow each other down."""
MARGEN_LECTURA_S = 10
"""The socket's own patience comes after ours, so that silence is called by its name."""
SALIDA_FALLO = 1
SALIDA_INTERRUMPIDA = 130


def crear_servicios(config: Config, progreso_carga: Progreso = iter) -> Servicios:
    """Build every part of the service from the settings; starts nothing."""
    _crear_carpeta(config.datos)
    parada = Parada()
    cliente = ClienteOllama(
        config.ollama_url,
        OpcionesModelo(config.modelo, config.num_ctx, config.num_predict),
        config.espera_conexion,
        max(config.espera_primer_token, config.espera_entre_tokens) + MARGEN_LECTURA_S,
    )
    piezas = Piezas(
        biblioteca=BibliotecaViva(
            config.documentos, ajustes_biblioteca(config), progreso_carga, config.datos_del_indice
        ),
        turnos=Turnos(config.cola, TURNOS_SIMULTANEOS),
        cliente=cliente,
        calibracion=Calibracion(CARACTERES_POR_TOKEN),
        parada=parada,
        paciencia=Paciencia(config.espera_primer_token, config.espera_entre_tokens),
        ajustes=ajustes_consulta(config),
    )
    return Servicios(
        piezas=piezas,
        salud=Salud(cliente, config.ollama_url, config.modelo, parada),
        modelo=config.modelo,
        chunk_size=config.chunk_size,
        chunk_overlap=config.chunk_overlap,
        latido_s=config.latido,
        token_admin=config.token_admin.get_secret_value() if config.token_admin else None,
    )


def ajustes_biblioteca(config: Config) -> AjustesBiblioteca:
    """Return the settings that decide how the library is built."""
    return AjustesBiblioteca(
        chunk_size=config.chunk_size,
        chunk_overlap=config.chunk_overlap,
        top_keywords_por_doc=config.top_keywords_por_doc,
        min_freq_keyword=config.min_freq_keyword,
        min_len_keyword=config.min_len_keyword,
        max_bytes_documento=config.max_bytes_documento,
    )


def ajustes_consulta(config: Config) -> AjustesConsulta:
    """Return the settings that decide what is sent for a question."""
    return AjustesConsulta(
        num_ctx=config.num_ctx,
        num_predict=config.num_predict,
        max_docs=config.max_docs_contexto,
        max_chunks=config.max_chunks_contexto,
        presupuesto=repartir(config.presupuesto),
        respaldo_minimo=config.respaldo_minimo,
        estrategia=config.estrategia,
        reordenamiento=config.reordenamiento and AjustesReordenamiento(*config.reordenamiento),
    )


def _crear_carpeta(carpeta: Path) -> None:
    try:
        carpeta.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ErrorConfiguracion(
            f"SIAA_DATOS = {str(carpeta)!r} no sirve ({causa(error)}): escriba una carpeta donde "
            "el servicio pueda escribir."
        ) from error


def create_app(config: Config | None = None) -> Flask:
    """Return the WSGI application, its library loaded and its background work started.

    `app.extensions["siaa"].cerrar()` ends that work. Raises `ErrorConfiguracion` for a wrong
    setting and `ErrorSIAA` when the documents folder cannot be read.
    """
    return armar_app(crear_servicios(config or cargar_config()))


def armar_app(servicios: Servicios) -> Flask:
    """Return the WSGI application around services that were built, and start them."""
    app = Flask(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = CUERPO_MAXIMO
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.json.sort_keys = False  # type: ignore[attr-defined]
    registrar_fallos(app)
    registrar_cabeceras(app)
    app.register_blueprint(crear_api(servicios))
    app.register_blueprint(crear_visor(servicios))
    app.extensions["siaa"] = servicios
    servicios.arrancar()
    return app


def crear_servidor(app: Flask, config: Config) -> Servidor:
    """Return a server for an application, already listening.

    Raises `OSError` or `ValueError` when the address or the port cannot be had.
    """
    servicios: Servicios = app.extensions["siaa"]
    return Servidor(
        app,
        host=config.host,
        puerto=config.puerto,
        simultaneos=config.cola + TURNOS_SIMULTANEOS,
        parada=servicios.piezas.parada,
        espera_s=config.espera_parada,
    )


def servir(config: Config) -> int:
    """Serve until told to stop; return the exit status."""
    servicios = crear_servicios(config, progreso(sys.stderr))
    sys.stderr.write(informe_biblioteca(servicios.biblioteca.actual.indice) + "\n")
    sys.stderr.write(informe_modelo(servicios.salud.comprobar(), config.modelo) + "\n")
    app = armar_app(servicios)
    try:
        servidor = crear_servidor(app, config)
    except (OSError, ValueError):
        servicios.cerrar()
        sys.stderr.write(
            f"No se puede escuchar en {config.host}:{config.puerto}: revise que la dirección sea "
            "de este equipo y que nadie más ocupe el puerto, o elija otro con --puerto.\n"
        )
        return SALIDA_FALLO
    for senal in (signal.SIGINT, signal.SIGTERM):
        signal.signal(senal, lambda *_: servidor.parar())
    sys.stderr.write(f"SIAA escucha en http://{config.host}:{servidor.puerto} (Ctrl-C termina)\n")
    servidor.atender()
    servicios.cerrar()
    sys.stderr.write("SIAA se detuvo.\n")
    return 0


def preguntar(config: Config, pregunta: str) -> int:
    """Answer one question at the terminal; return the exit status."""
    pregunta = limpiar_entrada(pregunta)
    comprobar_pregunta(pregunta)
    servicios = crear_servicios(config, progreso(sys.stderr))
    atencion = Atencion(servicios.piezas, (Mensaje("user", pregunta),))
    try:
        completa = escribir_respuesta(atencion.eventos(), sys.stdout, sys.stderr)
    finally:
        atencion.cerrar()
        servicios.cerrar()
    return 0 if completa else SALIDA_FALLO


def evaluar(config: Config, otra: Config | None, opciones: argparse.Namespace) -> int:
    """Measure the library with questions, one configuration or two; return the exit status."""
    configuraciones = [_configuracion("actual", config)]
    if otra is not None:
        configuraciones.append(_configuracion(", ".join(opciones.contra), otra))
    pedido = leer_pedido(vars(opciones), tuple(configuraciones))
    cumplir_evaluacion(pedido, sys.stdout, sys.stderr, progreso(sys.stderr))
    return 0


def _configuracion(nombre: str, config: Config) -> Configuracion:
    return Configuracion(
        nombre=nombre,
        documentos=config.documentos,
        biblioteca=ajustes_biblioteca(config),
        consulta=ajustes_consulta(config),
        ajustes=config.model_dump(mode="json", exclude={"token_admin"}),
    )


def _preparar_salidas(callado: bool) -> None:
    """Set the log up, and let a terminal that lacks some of our characters show the rest."""
    for salida in (sys.stdout, sys.stderr):
        if isinstance(salida, io.TextIOWrapper):
            salida.reconfigure(errors="replace")
    logging.basicConfig(
        level=logging.CRITICAL if callado else logging.INFO,
        format="%(asctime)s %(levelname)s %(message)s",
    )


def _cumplir(opciones: argparse.Namespace) -> int:
    """Carry out the order that was given; return the exit status."""
    dados = {n: getattr(opciones, n, None) for n in ("documentos", "host", "puerto")}
    config = cargar_config(dados, opciones.config)
    if opciones.orden == "preguntar":
        return preguntar(config, " ".join(opciones.pregunta))
    if opciones.orden == "servir":
        return servir(config)
    cambios = leer_contra(opciones.contra, Config.model_fields)
    otra = cargar_config(dados | cambios, opciones.config) if cambios else None
    return evaluar(config, otra, opciones)


def main(argumentos: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    dados = sys.argv[1:] if argumentos is None else argumentos
    opciones = leer_orden(dados, __version__, OPCIONES)
    _preparar_salidas(
        callado=opciones.orden != "servir" and not getattr(opciones, "detalle", False)
    )
    try:
        return _cumplir(opciones)
    except (ErrorConfiguracion, ErrorEvaluacion) as error:
        sys.stderr.write(f"{error}\n")
        return SALIDA_USO
    except ErrorSIAA as error:
        sys.stderr.write(f"{error.mensaje}\n")
        return SALIDA_FALLO
    except BrokenPipeError:
        # Whoever read our output left (`| head`): nothing more to say, nor to complain about.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return SALIDA_FALLO
    except KeyboardInterrupt:
        sys.stderr.write("\nInterrumpido.\n")
        return SALIDA_INTERRUMPIDA


if __name__ == "__main__":
    sys.exit(main())
