"""The scores of `hibrida` in words: named parts that add up to them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from siaa.biblioteca.estructura.epigrafes import PRIMERAS_PALABRAS, nombre_solo
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.referencias import unidad_de
from siaa.biblioteca.lengua.terminos import terminos
from siaa.biblioteca.lengua.texto import enumerar, plegar
from siaa.recuperacion.anios import documentos_de
from siaa.recuperacion.hibrida.pesos import Pesos
from siaa.recuperacion.hibrida.puntaje import PuntajesPasajes, Reparto
from siaa.recuperacion.hibrida.rasgos import dichos_en, que_la_cambiaron
from siaa.recuperacion.hibrida.terminos import Consulta, FilaBuscada
from siaa.valores import Motivo

MINIMO: Final = 1e-9
KEYWORDS: Final = "keywords"
NOMBRE: Final = "nombre"
COINCIDE: Final = "coincide con la pregunta"
QUIZA: Final = "quizá contiene lo que se pide"
VECINO: Final = "sigue o precede a un pasaje que responde"
TIPO: Final = "no es una regla, sino un considerando, una portada o una firma"
PEDIDO: Final = "está en lo que la pregunta pide por su número"


def motivos_de_pasajes(
    indice: Indice,
    puntajes: PuntajesPasajes,
    consulta: Consulta,
    lugares: Sequence[int],
    filas: Reparto,
) -> list[tuple[Motivo, ...]]:
    """Return what the score of each passage is the sum of, filas: what its words give.

    What gives nothing is not told, nor worked out.
    """
    partes = filas.de(lugares)
    return [tuple(_motivos(indice, puntajes, consulta, n, partes[n])) for n in lugares]


def _lectura_cercana(indice: Indice, consulta: Consulta, numero: int) -> str:
    """Say which question of its readings a passage answers that is nearest to the one asked."""
    preguntas = indice.lecturas.preguntas.get(numero, ())
    pedidos = {termino.termino for termino in consulta.terminos}
    cercana = max(preguntas, key=lambda p: len(pedidos.intersection(terminos(p))), default="")
    return f"responde a «{cercana}»"


def _motivos(
    indice: Indice,
    puntajes: PuntajesPasajes,
    consulta: Consulta,
    lugar: int,
    palabras: Mapping[int, float],
) -> Iterator[Motivo]:
    encabezado, tipo = float(puntajes.encabezado[lugar]), float(puntajes.tipo[lugar])
    suma = sum(palabras.values()) + encabezado
    for (escrito, leido), valor in _por_palabra(consulta.filas, palabras).items():
        detalle = _dicho(escrito, leido, "está en el pasaje")
        yield Motivo("pasaje", detalle, valor, leido or escrito)
    numero, lectura = int(puntajes.pasajes[lugar]), float(puntajes.lectura[lugar])
    intencion = float(puntajes.intencion[lugar])
    if encabezado:
        yield Motivo("encabezado", f"{_que_coincide(indice, numero)} {COINCIDE}", encabezado)
    yield Motivo("tipo", TIPO, suma * (tipo - 1))
    if lectura:
        yield Motivo("lectura", _lectura_cercana(indice, consulta, numero), lectura)
    if intencion != 1:
        tiene = [intento.que for intento in dichos_en(indice, consulta.intentos, numero)]
        contiene = f"contiene lo que se pide: {enumerar(tiene)}" if tiene else QUIZA
        yield Motivo("intención", contiene, (suma * tipo + lectura) * (intencion - 1))


def _que_coincide(indice: Indice, numero: int) -> str:
    """Say what of its section's heading a passage was found by, as people see it."""
    titulo = indice.seccion_de(numero).ruta[-1:]
    if titulo and titulo[0].endswith(PRIMERAS_PALABRAS):
        return "lo que dice al comienzo"
    solo = titulo and unidad_de(plegar(titulo[0])) and nombre_solo(titulo[0]) == titulo[0]
    return "el número de la sección" if solo else "el encabezado de la sección"


def _por_palabra(
    filas: Sequence[FilaBuscada], por_fila: Mapping[int, float]
) -> dict[tuple[str, str], float]:
    """Add up what the rows of each word give, as it was written and as it was read."""
    puntos: dict[tuple[str, str], float] = {}
    for numero, valor in por_fila.items():
        clave = (filas[numero].escrito, filas[numero].leido)
        puntos[clave] = puntos.get(clave, 0.0) + valor
    return puntos


def _dicho(escrito: str, leido: str, donde: str) -> str:
    return f"leyó «{escrito}» como «{leido}», que {donde}" if leido else f"«{escrito}» {donde}"


def motivos_de_texto(
    filas: Sequence[FilaBuscada], por_fila: Mapping[int, float], peso: float
) -> Iterator[Motivo]:
    """Yield what each word gives to the whole text of a document, which has a weight."""
    for (escrito, leido), puntos in _por_palabra(filas, por_fila).items():
        detalle = _dicho(escrito, leido, "está en el documento")
        yield Motivo("densidad", detalle, peso * puntos, escrito)


def motivos_de_rotulos(
    indice: Indice, consulta: Consulta, pesos: Pesos
) -> Iterator[tuple[int, Motivo]]:
    """Yield the documents whose keywords in the catalogue a question says, and what that gives.

    Then those that it cites, those of its years, and the best name of each.
    """
    tabla = indice.manuales
    for clave in tabla.presentes(plegar(consulta.texto)):
        detalle = f"«{clave}» es palabra clave del catálogo"
        motivo = Motivo(KEYWORDS, detalle, pesos.clave_manual, clave)
        yield from ((numero, motivo) for numero in tabla.documentos[clave].tolist())
    for numero in sorted(consulta.citados):
        yield numero, Motivo(NOMBRE, "la pregunta lo cita por su número o código", pesos.citado)
    for numero in que_la_cambiaron(indice, consulta):
        yield numero, Motivo(NOMBRE, "cambió o derogó lo que la pregunta cita", pesos.citado)
    for anio, suyos, por_tipo in documentos_de(indice, consulta.anios, consulta.texto):
        que = f"de {anio} y de la clase" if por_tipo else f"de {anio}"
        puntos = pesos.anio * (2 if por_tipo else 1)
        motivo = Motivo(NOMBRE, f"es {que} que dice la pregunta", puntos)
        yield from ((numero, motivo) for numero in suyos)
    vistos: set[int] = set()
    for dicho in consulta.nombres:
        if dicho.documento not in vistos and dicho.puntos > 0:
            vistos.add(dicho.documento)
            detalle = f"la pregunta dice el {100 * dicho.parte:.0f} % de uno de sus nombres"
            yield dicho.documento, Motivo(NOMBRE, detalle, pesos.nombre * dicho.puntos)


def ponderados(motivos: Iterable[Motivo], factor: float) -> tuple[Motivo, ...]:
    """Return the parts that count, each times what the whole is multiplied by."""
    if factor != 1.0:
        motivos = (Motivo(m.nombre, m.detalle, m.puntos * factor, m.palabra) for m in motivos)
    return tuple([motivo for motivo in motivos if abs(motivo.puntos) > MINIMO])
