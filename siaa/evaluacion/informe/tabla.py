"""The report as a person reads it at a terminal, in Spanish. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

from siaa.evaluacion.corrida import CARACTERES, ENVIADO, MEDIDAS
from siaa.evaluacion.informe.fallos import PreguntaFallada
from siaa.evaluacion.informe.texto import (
    Cambio,
    Comparacion,
    Deteccion,
    Diferencia,
    Grupo,
    Informe,
    InformeCorrida,
)
from siaa.evaluacion.medidas import Estimacion, PuntoDeError
from siaa.valores import DocumentoPuntuado

AVISOS_MOSTRADOS: Final = 5
MOTIVOS_MOSTRADOS: Final = 4
ANCHO_PREGUNTA: Final = 96
RECHAZOS: Final = (0.01, 0.02, 0.05, 0.10, 0.20)
"""Shares of good questions refused at which the error curve is read."""
DE_GRUPO: Final = ("recall@1", "MRR@10", "cobertura@800", "cobertura@2400", ENVIADO)
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
    if informe.perturbaciones:
        lineas.append(f"Escritas así: {', '.join(informe.perturbaciones).replace('_', ' ')}.")
    lineas += [f"Aviso: {aviso}" for aviso in informe.avisos[:AVISOS_MOSTRADOS]]
    if len(informe.avisos) > AVISOS_MOSTRADOS:
        lineas.append(f"… y {len(informe.avisos) - AVISOS_MOSTRADOS} avisos más.")
    return "\n".join(lineas)


def _corrida(corrida: InformeCorrida, mostrados: int) -> list[str]:
    titulo = (
        f"== {corrida.nombre} == {corrida.total.preguntas} preguntas sobre "
        f"{corrida.documentos} documentos, {corrida.fragmentos} fragmentos"
    )
    return [
        f"{titulo}\n{_medidas(corrida.total)}",
        _por_grupo("colección", corrida.colecciones),
        _por_grupo("tipo", corrida.tipos),
        _deteccion(corrida.deteccion) if corrida.deteccion else "",
        _fallos(corrida.fallos, mostrados),
    ]


def _medidas(total: Grupo) -> str:
    filas = [("medida", "valor", "intervalo del 95 %", "preguntas")]
    for medida in MEDIDAS:
        dato = total.medidas[medida]
        filas.append(
            (_nombre(medida), _valor(medida, dato.valor), _intervalo(medida, dato), str(dato.n))
        )
    latencia = (
        f"latencia: mediana {_numero(total.latencia.mediana_ms, 2)} ms, "
        f"p95 {_numero(total.latencia.p95_ms, 2)} ms"
    )
    return f"{_columnas(filas)}\n{latencia}"


def _nombre(medida: str) -> str:
    return "caracteres enviados" if medida == CARACTERES else medida


def _por_grupo(titulo: str, grupos: Sequence[Grupo]) -> str:
    if not grupos:
        return ""
    filas: list[tuple[str, ...]] = [
        (titulo, "n", "recall@1", "", "MRR@10", "cob@800", "cob@2400", "enviado", "", "caracteres")
    ]
    for grupo in grupos:
        r1, mrr, c800, c2400, enviado = (grupo.medidas[medida] for medida in DE_GRUPO)
        filas.append(
            (
                grupo.nombre,
                str(grupo.preguntas),
                _numero(r1.valor, 3),
                _intervalo("recall@1", r1, 2),
                _numero(mrr.valor, 3),
                _numero(c800.valor, 3),
                _numero(c2400.valor, 3),
                _numero(enviado.valor, 3),
                _intervalo(ENVIADO, enviado, 2),
                _numero(grupo.medidas[CARACTERES].valor, 0),
            )
        )
    return f"Por {titulo}\n{_columnas(filas)}"


def _deteccion(deteccion: Deteccion) -> str:
    auc = deteccion.auc
    filas = [("umbral", "con respuesta, rechazadas", "sin respuesta, aceptadas")]
    filas += [
        (f"{punto.umbral:.4g}", _porcentaje(punto.rechazadas), _porcentaje(punto.aceptadas))
        for punto in _puntos_de_lectura(deteccion.curva)
    ]
    return (
        f"¿Está la respuesta en la biblioteca? AUC {_numero(auc.valor, 3)} "
        f"{_intervalo('auc', auc)}, con {deteccion.contestables} preguntas que la tienen y "
        f"{deteccion.incontestables} que no\n{_columnas(filas)}"
    )


def _puntos_de_lectura(curva: Iterable[PuntoDeError]) -> list[PuntoDeError]:
    """Return, for each share of `RECHAZOS`, the strictest threshold that refuses no more."""
    puntos = list(curva)
    elegidos = [
        max((p for p in puntos if p.rechazadas <= tope), key=lambda p: p.umbral)
        for tope in RECHAZOS
    ]
    return list(dict.fromkeys(elegidos))


def _fallos(fallos: Sequence[PreguntaFallada], mostrados: int) -> str:
    if not fallos:
        return "Fallos: ninguno."
    bloques = [_fallo(fallo) for fallo in fallos[:mostrados]]
    resto = len(fallos) - len(bloques)
    titulo = f"Fallos: {len(fallos)}" + (f" (se muestran {len(bloques)})" if resto else "")
    return "\n".join([titulo, *bloques])


def _fallo(fallo: PreguntaFallada) -> str:
    lineas = [f"· {_corta(fallo.pregunta)}"]
    if fallo.lugar != 1:
        puesto = f"quedó {fallo.lugar}.º" if fallo.lugar else "no está entre los diez primeros"
        lineas.append(
            f"    el documento correcto {puesto}: {_razones(fallo.correcto, fallo.documento)}"
        )
        lineas.append(f"    se prefirió: {_razones(fallo.elegido, 'ninguno')}")
    if fallo.respuesta_enviada is False and fallo.documento in fallo.enviados:
        donde = f"; la respuesta está en {fallo.donde}" if fallo.donde else ""
        lineas.append(f"    de {fallo.documento} se enviaron otros pasajes{donde}")
    return "\n".join(lineas)


def _razones(puntuado: DocumentoPuntuado | None, si_no: str) -> str:
    """Put a score and its weightiest reasons into words."""
    if puntuado is None:
        return f"{si_no} (sin puntos)"
    mejores = sorted(puntuado.motivos, key=lambda motivo: -motivo.puntos)[:MOTIVOS_MOSTRADOS]
    motivos = "; ".join(f"{motivo.detalle} {motivo.puntos:+.2f}" for motivo in mejores)
    return f"{puntuado.doc} {puntuado.puntaje:.2f} ({motivos})"


def _comparacion(comparacion: Comparacion, mostrados: int) -> str:
    filas: list[tuple[str, ...]] = [
        ("medida", "diferencia", "intervalo del 95 %", "gana", "pierde", "igual", "p (signos)")
    ]
    filas += [_fila_de_diferencia(diferencia) for diferencia in comparacion.diferencias]
    partes = [
        f"== {comparacion.una} menos {comparacion.otra} ==\n{_columnas(filas)}",
        f"Preguntas que cambian: {len(comparacion.cambios)}",
    ]
    partes += [_cambio(cambio) for cambio in comparacion.cambios[:mostrados]]
    if len(comparacion.cambios) > mostrados:
        partes.append(f"… y {len(comparacion.cambios) - mostrados} más.")
    return "\n".join(partes)


def _fila_de_diferencia(una: Diferencia) -> tuple[str, ...]:
    return (
        _nombre(una.medida),
        _valor(una.medida, una.diferencia.valor, signo=True),
        _intervalo(una.medida, una.diferencia, signo=True),
        str(una.ganadas),
        str(una.perdidas),
        str(una.iguales),
        "<0.0001" if una.p < 0.0001 else _numero(una.p, 4),
    )


def _cambio(cambio: Cambio) -> str:
    gana = [f"+{medida}" for medida in cambio.gana]
    pierde = [f"−{medida}" for medida in cambio.pierde]
    return f"· {_corta(cambio.pregunta)}\n    {', '.join(gana + pierde)}"


def _corta(pregunta: str) -> str:
    """Return a question in one line that fits the terminal."""
    linea = " ".join(pregunta.split())
    return linea if len(linea) <= ANCHO_PREGUNTA else linea[: ANCHO_PREGUNTA - 1] + "…"


def _valor(medida: str, valor: float, decimales: int = 3, *, signo: bool = False) -> str:
    return _numero(valor, 0 if medida == CARACTERES else decimales, signo=signo)


def _intervalo(medida: str, dato: Estimacion, decimales: int = 3, *, signo: bool = False) -> str:
    if math.isnan(dato.valor):
        return ""
    bajo = _valor(medida, dato.bajo, decimales, signo=signo)
    alto = _valor(medida, dato.alto, decimales, signo=signo)
    return f"[{bajo}, {alto}]"


def _numero(valor: float, decimales: int, *, signo: bool = False) -> str:
    if math.isnan(valor):
        return SIN_DATO
    return f"{valor:{'+' if signo else ''}.{decimales}f}"


def _porcentaje(parte: float) -> str:
    return f"{100 * parte:.1f} %"


def _columnas(filas: Sequence[Sequence[str]]) -> str:
    """Align cells: the first column to the left, the others to the right."""
    anchos = [max(map(len, columna)) for columna in zip(*filas, strict=True)]
    return "\n".join(
        "  ".join(
            celda.rjust(ancho) if numero else celda.ljust(ancho)
            for numero, (celda, ancho) in enumerate(zip(fila, anchos, strict=True))
        ).rstrip()
        for fila in filas
    )
