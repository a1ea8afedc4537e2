"""What is read at a terminal: the report at start, an answer, how far an order has come."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, Never, TextIO

from tqdm import tqdm

from siaa.almacen.almacen import SIN_USO
from siaa.almacen.indexado import Indexador
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import enumerar
from siaa.biblioteca.valores import Documento
from siaa.errores import ModeloNoResponde
from siaa.eventos import Marcha
from siaa.recorrido.atencion import Atencion
from siaa.recorrido.generacion import llamadas_por_respuesta
from siaa.redaccion.afirmaciones.frase import Frase
from siaa.redaccion.reparos import recuento, reparos
from siaa.servicio.modelo.consultor import EstadoDeConsultas
from siaa.servicio.modelo.diagnostico import de_error
from siaa.servicio.modelo.salud import EstadoModelo
from siaa.servicio.vigencia.rondas import Lector
from siaa.valores import Contexto, Texto

OMITIDOS_MOSTRADOS = 20
DEMORA_BARRA_S = 1.0
SIN_PREGUNTAR: Final = (
    (("estrategia", "canal"), "buscar por vectores y por palabras (SIAA_ESTRATEGIA)"),
    (("rutas", True), "buscar cada clase de contenido por su ruta (siaa.toml)"),
    (("referencias", "si"), "mandar lo que citan los pasajes (SIAA_REFERENCIAS)"),
    (("formato_contexto", "fuentes"), "mandarlos como fuentes (SIAA_FORMATO_CONTEXTO)"),
    (("leer", "noches"), "leer los documentos de noche (SIAA_LEER)"),
)
"""Settings that may be on and ask nothing more of the model for a question, in Spanish."""


def progreso(
    salida: TextIO, que: str = "Cargando documentos", unidad: str = "doc"
) -> Callable[[Sequence[Any]], Iterable[Any]]:
    """Return a wrapper that shows a bar once a work takes over a second, at a terminal only."""
    return partial(
        tqdm,
        desc=que,
        unit=f" {unidad}",
        file=salida,
        disable=not salida.isatty(),
        delay=DEMORA_BARRA_S,
        leave=False,
    )


def _barra(total: int, que: str, salida: TextIO) -> "tqdm[Never]":
    """Return a bar of so many passages, shown at a terminal only."""
    return tqdm(None, que, total, unit=" pasaje", file=salida, disable=None)


def informe_biblioteca(indice: Indice) -> str:
    """Say what was loaded, what was left out and why."""
    colecciones = ", ".join(f"{nombre} ({n})" for nombre, n in indice.colecciones.items())
    lineas = [
        f"Biblioteca: {len(indice.documentos)} documentos, {len(indice.pasajes.limites)} pasajes"
        + (f" — {colecciones}" if colecciones else "")
    ]
    if not indice.documentos:
        lineas.append("  La biblioteca está vacía: ponga en su carpeta PDF, Word, .md o .txt.")
    if esperan := sum(omitido.en_espera for omitido in indice.omitidos):
        lineas.append(f"  Faltan por convertir: {esperan}; se convierten mientras SIAA atiende.")
    if indice.omitidos:
        lineas.append(f"  Archivos sin leer, con lo que hay que hacer: {len(indice.omitidos)}")
        lineas += [f"  - {o.archivo}: {o.razon}" for o in indice.omitidos[:OMITIDOS_MOSTRADOS]]
    if len(indice.omitidos) > OMITIDOS_MOSTRADOS:
        lineas.append("  - … la lista completa está en /siaa/salud")
    lineas += [f"  Aviso: {aviso}" for aviso in indice.avisos]
    return "\n".join(lineas)


def informe_modelo(estado: EstadoModelo, modelo: str, listos: tuple[int, int] = (1, 1)) -> str:
    """Say whether the model is there, at how many of all servers, or what brings it."""
    if estado.listo:
        version = f" (Ollama {estado.version})" if estado.version else ""
        donde = f" en {listos[0]} de {listos[1]} servidores" if listos[1] > 1 else ""
        lineas = [f"Modelo: {modelo}, listo{donde}{version}"]
        return "\n".join(lineas + [f"  Aviso: {aviso}" for aviso in estado.avisos])
    lineas = [f"Modelo: {estado.problema}"]
    lineas.append("  Mientras tanto, SIAA responde con los pasajes de los documentos.")
    if estado.remedio:
        lineas.append("  Para tener el modelo, ejecute:")
        lineas += [f"    {orden}" for orden in estado.remedio]
    return "\n".join(lineas)


def informe_etapas(
    etapas: Sequence[EstadoDeConsultas], ajustes: Mapping[str, object], servidores: int
) -> str:
    """Say which stages are on, what those that ask the model cost, and if a store is not used.

    ajustes: the settings, and whether there are content `rutas`. servidores: of the model.
    """
    otras = [dicha for (nombre, valor), dicha in SIN_PREGUNTAR if ajustes[nombre] == valor]
    ademas = f"\nSin pedirle más al modelo cuando alguien pregunta: {'; '.join(otras)}."
    sobra = ajustes["almacen"] != "memoria" and ajustes["estrategia"] != "canal"
    dicho = (_lo_que_se_pide(etapas, servidores) if etapas else "") + (ademas if otras else "")
    return f"{dicho}\nAviso: {SIN_USO}" if sobra else dicho


def _lo_que_se_pide(etapas: Sequence[EstadoDeConsultas], servidores: int) -> str:
    dudas = ("si hay duda, " * (e.cuando == "duda") for e in etapas)
    veces = (f"hasta {e.llamadas} veces" if e.llamadas > 1 else "una vez" for e in etapas)
    que = "; ".join(f"{e.para} ({d}{v})" for e, d, v in zip(etapas, dudas, veces, strict=True))
    antes, otro = sum(e.llamadas for e in etapas), " o un servidor falla" * (servidores > 1)
    return (
        f"\nAntes de responder se le pide al modelo: {que}. Una pregunta cuesta así {antes + 1} "
        f"llamadas al modelo, y si lo que se le envía no cabe{otro} y se le pide otra vez, a lo "
        f"sumo {antes + llamadas_por_respuesta(servidores)}. La respuesta empieza "
        f"hasta {sum(etapa.llamadas * etapa.espera_s for etapa in etapas):g} s más tarde "
        "(SIAA_ETAPA_ESPERA acorta eso; lo que tardan aquí se ve en /siaa/salud)."
    )


def escribir_respuesta(atencion: Atencion, salida: TextIO, errores: TextIO) -> bool:
    """Write an answer as it comes, what is found of it and its sources; return whether it is whole.

    The words, which say what went wrong, go to `salida` and everything about them to `errores`, so
    that a pipe gets the answer alone.
    """
    for evento in atencion.eventos():
        if isinstance(evento, Texto):
            salida.write(evento.texto)
            salida.flush()
        elif isinstance(evento, Marcha) and evento.fase in ("buscando", "leyendo"):
            errores.write(f"({evento.razon or 'el modelo está leyendo los documentos'}…)\n")
            errores.flush()
    salida.write("\n")
    salida.flush()
    acta = atencion.acta
    frases = acta.cierre.frases if acta.cierre else ()
    errores.write(informe_frases(acta.texto, frases))
    errores.write(lista_de_fuentes(acta.fuentes.contexto, acta.texto, frases))
    return acta.cierre is not None and acta.cierre.completa


def informe_frases(texto: str, frases: Sequence[Frase]) -> str:
    """Say where a text needs somebody's eyes, and what came of all its sentences."""
    lineas = []
    for frase in frases:
        if dichos := reparos(frase):
            lineas.append(f"Línea {_linea(texto, frase)}: {texto[frase.desde : frase.hasta]}\n")
            lineas += [f"    {dicho}\n" for dicho in dichos]
    resumen = recuento(frases)
    return f"\n{''.join(lineas)}{resumen}\n" if resumen else ""


def lista_de_fuentes(contexto: Contexto, texto: str = "", frases: Sequence[Frase] = ()) -> str:
    """Name the sources of a text, and the lines of it that each was compared with; "" for none."""
    if not contexto.fuentes:
        return ""
    lineas = (
        f"  [{f.n}] {f.titulo} — {f.lugar} ({f.doc})"
        + _en_lineas(dict.fromkeys(_linea(texto, frase) for frase in frases if frase.fuente == f.n))
        for f in contexto.fuentes
    )
    return "\nFuentes:\n" + "".join(f"{linea}\n" for linea in lineas)


def _linea(texto: str, frase: Frase) -> int:
    return texto.count("\n", 0, frase.desde) + 1


def _en_lineas(numeros: Collection[int]) -> str:
    if not numeros:
        return ""
    return f": línea{'s' * (len(numeros) > 1)} {enumerar([*map(str, numeros)])}"


def leer_documentos(
    lector: Lector, documentos: Mapping[str, Documento], limite: int | None, salida: TextIO
) -> int:
    """Read what has no reading yet, at most `limite` stretches; return the exit status.

    Interrupted, or when the model fails, what was read stays. Raises `ErrorSIAA`.
    """
    try:
        faltan = lector.pendientes(documentos)
        elegidos = faltan[:limite]
        if not elegidos:
            salida.write("Todos los documentos tienen ya sus lecturas.\n")
            return 0
        preguntas = palabras = descartadas = 0
        with _barra(len(elegidos), "Leyendo", salida) as barra:
            for leido in lector.leer(elegidos):
                barra.set_postfix_str("" if leido else "en pausa: el modelo está ocupado")
                if leido is not None:
                    barra.update()
                    preguntas += len(leido.preguntas)
                    palabras += len(leido.palabras)
                    descartadas += leido.descartadas
        salida.write(
            f"{len(elegidos)} pasajes leídos: {preguntas} preguntas y {palabras} expresiones "
            f"guardadas, {descartadas} descartadas. Faltan {len(faltan) - len(elegidos)}.\n"
        )
    except ModeloNoResponde as error:
        cliente = lector.clientes[0]
        hallado = de_error(error, cliente.url, cliente.opciones)
        estado = EstadoModelo(problema=hallado.problema, remedio=hallado.remedio)
        salida.write(f"{informe_modelo(estado, lector.modelo)}\n")
        return 1
    finally:
        lector.terminar()
    return 0


def indexar_documentos(indexador: Indexador, salida: TextIO) -> int:
    """Make the vectors that there are not and fill the store; return the exit status.

    What is done stays. Raises `ErrorSIAA`.
    """
    hechos = quitados = 0
    for tarea in indexador.tareas():
        with _barra(tarea.total, tarea.titulo, salida) as barra:
            for cuantos in tarea.pasos:
                barra.update(cuantos)
                hechos += 0 if tarea.quita else cuantos
                quitados += cuantos if tarea.quita else 0
    salida.write(
        f"Los vectores están al día. Hechos o guardados ahora: {hechos}; quitados, porque su texto "
        f"ya no está: {quitados}.\n"
    )
    return 0
