"""Question files (JSON Lines) → cases, the exam that a reload has to pass, and examples.

What is wrong is said with its line and what to write.
"""

import json
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, ValidationError

from siaa.ajustes import que_escribir
from siaa.biblioteca.catalogo import normalizar_nombre
from siaa.biblioteca.ejemplos import Muestra
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.ortografia import CASI_IGUAL, nombres_parecidos
from siaa.biblioteca.lengua.texto import limpiar_entrada
from siaa.errores import causa
from siaa.evaluacion.medidas import Caso, plano
from siaa.examen import Examen, RespuestaExamen
from siaa.recorrido.hallazgo import AjustesConsulta
from siaa.recorrido.localizacion import localizar
from siaa.valores import Mensaje

NOMBRE_PREGUNTAS: Final = "evaluacion.jsonl"
EJEMPLO: Final = '{"pregunta": "¿…?", "documento": "archivo.md", "respuestas": ["…"]}'


class _Linea(BaseModel):
    """What a line may say; null counts as absent."""

    model_config = ConfigDict(strict=True)
    pregunta: str | None = None
    documento: str | None = None
    respuestas: list[str] | None = None
    tipo: str | None = None
    registro: str | None = None
    sin_respuesta: bool | None = None


class ErrorEvaluacion(ValueError):
    """A file or an option that cannot be used; its text is one Spanish sentence for the user."""


class _Rechazo(ValueError):
    """One line cannot be used; its text ends the sentence that names the line."""


def leer_preguntas(ruta: Path) -> tuple[Caso, ...]:
    """Read a question file. Raises `ErrorEvaluacion` for one that cannot be used whole."""
    try:
        texto = ruta.read_bytes().decode("utf-8-sig")
    except FileNotFoundError as error:
        raise ErrorEvaluacion(
            f"El archivo de preguntas «{ruta}» no existe: créelo o indique otro con --preguntas."
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise ErrorEvaluacion(
            f"El archivo de preguntas «{ruta}» no se puede leer: {causa(error)}."
        ) from error
    return interpretar_preguntas(texto, ruta.name)


def interpretar_preguntas(texto: str, nombre: str) -> tuple[Caso, ...]:
    """Turn the text of a question file into cases; `nombre` is what it is called in complaints."""
    casos = []
    for numero, linea in enumerate(texto.split("\n"), start=1):
        if not linea.strip():
            continue
        try:
            casos.append(_caso(_objeto(linea)))
        except _Rechazo as rechazo:
            raise ErrorEvaluacion(f"Línea {numero} de «{nombre}»: {rechazo}.") from rechazo
    if not casos:
        raise ErrorEvaluacion(
            f"«{nombre}» no tiene preguntas: escriba una por línea, como {EJEMPLO}."
        )
    return tuple(casos)


def con_pregunta(antes: bytes, nombre: str, pregunta: str, documento: str, respuesta: str) -> bytes:
    """Return a question file with one more line, in the place of those that ask the same.

    Every other line stays as it is. Raises `ErrorEvaluacion` for a file that cannot be used whole.
    """
    try:
        texto = antes.decode("utf-8-sig").rstrip()
    except UnicodeDecodeError as error:
        raise ErrorEvaluacion(f"«{nombre}» no se puede leer: {causa(error)}.") from error
    if texto:
        interpretar_preguntas(texto, nombre)
    escrita = {"pregunta": pregunta, "documento": documento, "respuestas": [respuesta]}
    lineas = texto.split("\n") if texto else []
    dichas = {n: json.loads(linea)["pregunta"] for n, linea in enumerate(lineas) if linea.strip()}
    iguales = [n for n, dicha in dichas.items() if plano(dicha) == plano(pregunta)]
    otras = [linea for n, linea in enumerate(lineas) if n not in iguales]
    otras.insert(min(iguales, default=len(otras)), json.dumps(escrita, ensure_ascii=False))
    return "".join(f"{linea}\n" for linea in otras).encode("utf-8", "replace")


def con_documento(antes: bytes, viejo: str, nuevo: str) -> bytes:
    """Return a question file where a document is called by another key; all else stays as it is."""
    return b"".join(_renombrada(linea, viejo, nuevo) for linea in antes.splitlines(keepends=True))


def _renombrada(linea: bytes, viejo: str, nuevo: str) -> bytes:
    try:
        datos = _objeto(linea.decode("utf-8-sig"))
    except ValueError:
        return linea
    suya = normalizar_nombre(str(datos.get("documento"))).strip() == viejo
    dicha = json.dumps({**datos, "documento": nuevo}, ensure_ascii=False)
    return f"{dicha}\n".encode("utf-8", "surrogatepass") if suya else linea


def _objeto(linea: str) -> Mapping[str, Any]:
    try:
        datos = json.loads(linea)
    except (ValueError, RecursionError) as error:
        raise _Rechazo(f"no es JSON; cada línea es un objeto como {EJEMPLO}") from error
    if not isinstance(datos, dict):
        raise _Rechazo(f"no es un objeto JSON; escriba algo como {EJEMPLO}")
    for clave in datos.keys() - _Linea.model_fields.keys():
        if parecida := nombres_parecidos(clave.lower(), _Linea.model_fields, 1, CASI_IGUAL):
            raise _Rechazo(f"«{clave}» no es una clave; ¿quiso decir «{parecida[0]}»?")
    return datos


def _caso(datos: Mapping[str, Any]) -> Caso:
    try:
        linea = _Linea.model_validate(datos)
    except ValidationError as error:
        queja = error.errors()[0]
        raise _Rechazo(f"en «{queja['loc'][0]}» {que_escribir(queja)}") from error
    pregunta, respuestas = linea.pregunta or "", linea.respuestas or ()
    documento = normalizar_nombre(linea.documento or "").strip()
    if not pregunta.strip():
        raise _Rechazo("falta la pregunta; escríbala en «pregunta»")
    if not all(map(plano, respuestas)):
        raise _Rechazo("en «respuestas» escriba textos que tengan letras o cifras")
    if linea.sin_respuesta and (documento or respuestas):
        raise _Rechazo("una pregunta «sin_respuesta» no lleva «documento» ni «respuestas»")
    if not linea.sin_respuesta and not documento:
        raise _Rechazo(
            "falta «documento»; escriba el nombre del archivo que responde o, si ninguno lo hace, "
            '"sin_respuesta": true'
        )
    tipo = (linea.tipo or linea.registro or "").strip()
    return Caso(pregunta, documento, tuple(respuestas), tipo, bool(linea.sin_respuesta))


def comprobar_documentos(casos: Sequence[Caso], claves: Collection[str]) -> None:
    """Raise `ErrorEvaluacion` when a question names a document that the library does not have."""
    pedidos = dict.fromkeys(c.documento for c in casos if c.documento)
    ausentes = [documento for documento in pedidos if documento not in claves]
    if not ausentes:
        return
    parecidos = nombres_parecidos(ausentes[0], claves, 1)
    pista = f"¿quiso decir «{parecidos[0]}»?" if parecidos else "revise --documentos."
    otros = (
        f" (ni {len(ausentes) - 1} más de los que nombran las preguntas)" if ausentes[1:] else ""
    )
    raise ErrorEvaluacion(f"La biblioteca no tiene el documento «{ausentes[0]}»{otros}: {pista}")


def mitad(casos: Sequence[Caso], cual: int | None) -> tuple[Caso, ...]:
    """Return every other question: the odd places (1) or the even ones (2); None returns all.

    Alternate halves have the same mixture, since files keep related questions together.
    """
    return tuple(casos if cual is None else casos[cual - 1 :: 2])


def examinar(ruta: Path, ajustes: AjustesConsulta) -> Examen:
    """Read a question file, absent or broken as it may be, to be asked with `ajustes`.

    Only questions with a document are asked.
    """
    if not os.path.lexists(ruta):
        return Examen()
    try:
        casos = _leer(ruta)
    except ErrorEvaluacion as error:
        return Examen(aviso=f"La recarga no se comparó con las preguntas. {error}")
    return Examen(partial(_juzgar, casos, ajustes))


def leer_muestras(ruta: Path) -> tuple[Muestra, ...]:
    """Read the questions that have a document; none where the file cannot be used."""
    try:
        return tuple((caso.pregunta, caso.documento) for caso in _leer(ruta))
    except ErrorEvaluacion:
        return ()


def _leer(ruta: Path) -> tuple[Caso, ...]:
    """Read the questions that have a document; a pipe or a device is never opened."""
    if not os.path.isfile(ruta):
        raise ErrorEvaluacion(f"«{ruta.name}» no es un archivo que se pueda leer.")
    return tuple(caso for caso in leer_preguntas(ruta) if caso.documento)


def _juzgar(
    casos: Sequence[Caso], ajustes: AjustesConsulta, indice: Indice
) -> Iterator[RespuestaExamen]:
    for caso in casos:
        pregunta = limpiar_entrada(caso.pregunta)
        hallazgo = localizar(indice, (Mensaje("user", pregunta),), ajustes)
        elegidos = tuple(documento.doc for documento in hallazgo.ruta.documentos)
        yield RespuestaExamen(pregunta, caso.documento, elegidos)
