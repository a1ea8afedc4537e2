"""The report as a person reads it at a terminal, in Spanish. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from types import MappingProxyType
from typing import Final

from siaa.biblioteca.lengua.numeros import escribir_numero
from siaa.evaluacion.corrida import CARACTERES, COBERTURAS, ENTEROS, ENVIADA, PreguntaFallada
from siaa.evaluacion.informe import Comparacion, Deteccion, Grupo, Informe, InformeCorrida
from siaa.evaluacion.medidas import Estimacion
from siaa.valores import DocumentoPuntuado

AVISOS_MOSTRADOS: Final = 5
MOTIVOS_MOSTRADOS: Final = 4
ANCHO_PREGUNTA: Final = 96
ANCHO_PASAJE: Final = 300
DE_GRUPO: Final = ("recall@1", "recall@2", ENVIADA, ENTEROS, CARACTERES)
EN_ESPANOL: Final = MappingProxyType(
    {
        "recall@1": "acierta con el primero",
        "recall@2": "con los dos primeros",
        "MRR@10": "según el puesto",
    }
)
"""Meaning of the measures with an English name; it is told once beside each."""
SIN_DATO: Final = "—"


def tabla(informe: Informe, mostrados: int) -> str:
    """Return the whole report; at most `mostrados` misses and changes, the JSON has them all."""
    partes = [_cabecera(informe)]
    for corrida in informe.corridas:
        partes += _corrida(corrida, mostrados)
    if informe.comparacion is not None:
        partes.append(_comparacion(informe.comparacion, mostrados))
    return "\n\n".join(filter(None, partes)) + "\n"


def _cabecera(informe: Informe) -> str:
    lineas = [f"Preguntas: {informe.preguntas}"]
    if informe.mitad:
        lineas.append(f"Solo la mitad {informe.mitad} (una de cada dos).")
    avisos = dict.fromkeys(aviso for corrida in informe.corridas for aviso in corrida.avisos)
    dichos = [f"Aviso: {aviso}" for aviso in avisos]
    return "\n".join((*lineas, *_primeros(dichos, AVISOS_MOSTRADOS)))


def _primeros(lineas: Sequence[str], mostradas: int) -> list[str]:
    resto = [f"… y {len(lineas) - mostradas} más."] if len(lineas) > mostradas else []
    return [*lineas[:mostradas], *resto]


def _corrida(corrida: InformeCorrida, mostrados: int) -> list[str]:
    lecturas = f"{corrida.leidos} pasajes con lecturas" if corrida.leidos else "sin lecturas"
    sin = f" y {len(corrida.sin_respuesta)} sin respuesta" if corrida.sin_respuesta else ""
    titulo = (
        f"== {corrida.nombre} == {corrida.total.preguntas} preguntas{sin}, "
        f"{corrida.documentos} documentos, {lecturas}"
    )
    return [
        f"{titulo}\n{_medidas(corrida)}",
        _por_grupo("colección", corrida.colecciones),
        _por_grupo("tipo", corrida.tipos),
        _deteccion(corrida.deteccion) if corrida.deteccion else "",
        _fallos(corrida.fallos, mostrados),
    ]


def _medidas(corrida: InformeCorrida) -> str:
    filas = [("medida", "valor", "intervalo del 95 %", "preguntas")]
    for medida, dato in corrida.total.medidas.items():
        dicha = f"{EN_ESPANOL[medida]} ({medida})" if medida in EN_ESPANOL else medida
        filas.append((dicha, *_estimacion(medida, dato), str(dato.n)))
    lineas = [_columnas(filas)]
    if corrida.cobertura:
        partes = (
            f"{escribir_numero(v, '.3f')} con {COBERTURAS[m]}" for m, v in corrida.cobertura.items()
        )
        lineas.append(f"cobertura por caracteres, en cualquier fragmento: {'; '.join(partes)}")
    defectos = Counter(defecto for fila in corrida.detalle for defecto in fila.respuesta.defectos)
    rotos = (f"{defecto} ({cuantos})" for defecto, cuantos in defectos.items() if defecto)
    lineas.append(f"{defectos.total()} fragmentos: {', '.join(rotos) or 'ninguno roto'}")
    mediana, p95 = (
        f"{escribir_numero(ms, '.2f')} ms" for ms in (corrida.mediana_ms, corrida.p95_ms)
    )
    lineas.append(f"demora: la mitad, hasta {mediana}; 95 de cada 100, hasta {p95}")
    return "\n".join(lineas)


def _por_grupo(titulo: str, grupos: Sequence[Grupo]) -> str:
    if not grupos:
        return ""
    filas: list[tuple[str, ...]] = [(titulo, "preguntas", *map(_dicha, DE_GRUPO))]
    for grupo in grupos:
        datos = ((medida, grupo.medidas.get(medida)) for medida in DE_GRUPO)
        valores = (_estimacion(medida, dato)[0] if dato else SIN_DATO for medida, dato in datos)
        filas.append((grupo.nombre, str(grupo.preguntas), *valores))
    return f"Por {titulo}\n{_columnas(filas)}"


def _deteccion(deteccion: Deteccion) -> str:
    auc = deteccion.auc
    filas = [("umbral", "con respuesta, rechazadas", "sin respuesta, aceptadas")]
    filas += [
        (
            escribir_numero(punto.umbral, ".4g"),
            escribir_numero(punto.rechazadas, ".1%"),
            escribir_numero(punto.aceptadas, ".1%"),
        )
        for punto in deteccion.umbrales
    ]
    return (
        f"¿Está la respuesta en la biblioteca? Se distingue {' '.join(_estimacion('AUC', auc))} "
        "(AUC: 1, siempre; 0,5, por azar), "
        f"con {deteccion.contestables} preguntas que la tienen y {deteccion.incontestables} que no"
        f"\n{_columnas(filas)}"
    )


def _fallos(fallos: Sequence[PreguntaFallada], mostrados: int) -> str:
    if not fallos:
        return "Fallos: ninguno."
    cuentas = Counter(fallo.razon for fallo in fallos).most_common()
    lineas = [f"Fallos: {len(fallos)}", *(f"{n:>5}  {razon}" for razon, n in cuentas)]
    return "\n".join((*lineas, *_primeros([*map(_fallo, fallos)], mostrados)))


def _fallo(fallo: PreguntaFallada) -> str:
    lineas = [f"· {_corta(fallo.pregunta, ANCHO_PREGUNTA)}"]
    lineas.append(f"    {fallo.razon}" + (f" ({fallo.detalle})" if fallo.detalle else ""))
    if fallo.lugar != 1:
        puesto = f"quedó {fallo.lugar}.º" if fallo.lugar else "no está entre los diez primeros"
        razones = _razones(fallo.correcto, fallo.documento)
        lineas.append(f"    el documento correcto {puesto}: {razones}")
        lineas.append(f"    se prefirió: {_razones(fallo.elegido, 'ninguno')}")
    if fallo.pasaje:
        donde = f", en «{fallo.seccion}»" if fallo.seccion else ""
        lineas.append(f"    la respuesta está en {fallo.documento}{donde}:")
        lineas.append(f"      {_corta(fallo.pasaje, ANCHO_PASAJE)}")
    return "\n".join(lineas)


def _razones(puntuado: DocumentoPuntuado | None, si_no: str) -> str:
    if puntuado is None:
        return f"{si_no} (sin puntos)"
    mejores = sorted(puntuado.motivos, key=lambda motivo: -motivo.puntos)[:MOTIVOS_MOSTRADOS]
    motivos = "; ".join(f"{m.detalle} {escribir_numero(m.puntos, '+.2f')}" for m in mejores)
    return f"{puntuado.doc} {escribir_numero(puntuado.puntaje, '.2f')} ({motivos})"


def _comparacion(comparacion: Comparacion, mostrados: int) -> str:
    una, otra, cambios = comparacion.una, comparacion.otra, comparacion.cambios
    cabecera = ("medida", "diferencia", "intervalo del 95 %", "gana", "pierde", "igual", f"«{una}»")
    filas: list[tuple[str, ...]] = [cabecera]
    for d in comparacion.diferencias:
        cuentas = (str(d.ganadas), str(d.perdidas), str(d.iguales))
        filas.append(
            (_dicha(d.medida), *_estimacion(d.medida, d.diferencia, "+"), *cuentas, d.veredicto)
        )
    bloques = [
        f"· {_corta(cambio.pregunta, ANCHO_PREGUNTA)}\n    "
        + ", ".join(
            f"{signo}{_dicha(medida)}"
            for signo, medidas in (("+", cambio.gana), ("−", cambio.pierde))
            for medida in medidas
        )
        for cambio in cambios
    ]
    titulo = f"== {una} menos {otra} ==\n{_columnas(filas)}\nPreguntas que cambian: {len(cambios)}"
    return "\n".join((titulo, *_primeros(bloques, mostrados)))


def _dicha(medida: str) -> str:
    return EN_ESPANOL.get(medida, medida)


def _corta(texto: str, ancho: int) -> str:
    linea = " ".join(texto.split())
    return linea if len(linea) <= ancho else linea[: ancho - 1] + "…"


def _estimacion(medida: str, dato: Estimacion, signo: str = "") -> tuple[str, str]:
    forma = f"{signo},.{0 if medida == CARACTERES else 3}f"
    valor, bajo, alto = (escribir_numero(v, forma) for v in (dato.valor, dato.bajo, dato.alto))
    return valor, f"[{bajo}; {alto}]"


def _columnas(filas: Iterable[Sequence[str]]) -> str:
    columnas = []
    for numero, columna in enumerate(zip(*filas, strict=True)):
        ancho = max(map(len, columna))
        columnas.append([c.rjust(ancho) if numero else c.ljust(ancho) for c in columna])
    return "\n".join("  ".join(fila).rstrip() for fila in zip(*columnas, strict=True))
