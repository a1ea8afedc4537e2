"""Questions for the record, a record for a block of code, and a neighbour that locks its file."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from paciencia import PACIENCIA_S, esperar

from siaa.redaccion.afirmaciones.frase import Discrepancia, Estado, Frase
from siaa.servicio.registro.asiento import Asiento, PasajeEnviado, PreguntaGuardada, Valoracion
from siaa.servicio.registro.consultas import Filtro, Pagina, buscar
from siaa.servicio.registro.esquema import AjustesRegistro
from siaa.servicio.registro.registro import Registro

COMPLETO = AjustesRegistro(textos=True, dias=90, filas=100_000)
VECINO = """
import sqlite3, sys
conexion = sqlite3.connect(sys.argv[1], isolation_level=None)
conexion.execute("BEGIN IMMEDIATE")
print("ocupado", flush=True)
sys.stdin.read()
conexion.execute("ROLLBACK")
conexion.close()
"""


def limites(dias: int, filas: int) -> AjustesRegistro:
    return AjustesRegistro(True, dias, filas)


def identificador(numero: int) -> str:
    return f"{numero:032x}"


def asiento_de_prueba(numero: int = 0, **cambios: Any) -> Asiento:
    """An answered question; unless told otherwise, whole, of the model and of now."""
    campos: dict[str, Any] = {
        "id": identificador(numero),
        "momento": datetime.now(UTC),
        "tipo": "documental",
        "pregunta": "¿Cuál es el plazo?",
        "busquedas": (),
        "ambito": (),
        "documentos": ("acuerdo.md",),
        "chunks": ("acuerdo.md#0", "acuerdo.md#3"),
        "caracteres": 812,
        "respuesta": "Siete días hábiles.",
        "modo": "modelo",
        "motivo": "stop",
        "completa": True,
        "estrategia": "hibrida",
        "modelo": "qwen2.5:3b",
        "digest": "abc123",
        "version_prompt": "1",
        "huella": "f00d",
        "version": "1.0",
        "tiempos": {"total_s": 12.345, "cola_s": 0.5, "tokens_prompt": 700},
        "error": None,
        "alerta": None,
        "compartida": False,
        "pasajes": (PasajeEnviado("acuerdo.md", 10, 90, "1f0ac32b"),),
        "frases": (
            Frase(0, 10, Estado.RESPALDADA, 1),
            Frase(10, 19, Estado.DISCREPA, 1, (Discrepancia("numero", "siete", "nueve", 0, 5),)),
        ),
        "avisos": ("La palabra «luna» no está en los documentos.",),
    }
    return Asiento(**campos | cambios)


def valoracion_de_prueba(numero: int = 0, **cambios: Any) -> Valoracion:
    campos: dict[str, Any] = {
        "id": identificador(numero),
        "momento": datetime.now(UTC),
        "voto": "no",
        "razon": "incompleta",
        "comentario": "Falta el parágrafo.",
        "documento": "acuerdo.md",
    }
    return Valoracion(**campos | cambios)


def guardada(asiento: Asiento, valoracion: Valoracion | None = None) -> PreguntaGuardada:
    """What comes back of a question."""
    campos = {nombre: getattr(asiento, nombre) for nombre in Asiento.__dataclass_fields__}
    return PreguntaGuardada(**campos, valoracion=valoracion)


@contextmanager
def registro_en_marcha(
    ruta: Path | None, ajustes: AjustesRegistro = COMPLETO
) -> Iterator[Registro]:
    registro = Registro(ruta, ajustes)
    registro.arrancar()
    try:
        yield registro
    finally:
        registro.cerrar(5)


def guardado_todo(registro: Registro) -> bool:
    """Whether everything that waited came to be written."""
    return esperar(lambda: registro.estado().pendientes == 0)


def guardados(registro: Registro, filtro: Filtro | None = None) -> tuple[PreguntaGuardada, ...]:
    """The first 500 questions that a filter means, latest first."""
    pagina = Pagina(1, 500)
    return registro.leer(lambda c: buscar(c, filtro or Filtro(), pagina)).filas


def abrir_lectura(ruta: Path) -> closing[sqlite3.Connection]:
    """Return a connection that can only read, as another program would have."""
    conexion = sqlite3.connect(f"{ruta.absolute().as_uri()}?mode=ro", uri=True)
    conexion.row_factory = sqlite3.Row
    return closing(conexion)


@contextmanager
def ocupado_por_otro(ruta: Path) -> Iterator[None]:
    """Another process holds the file's lock for a block of code."""
    vecino = subprocess.Popen(
        [sys.executable, "-c", VECINO, str(ruta)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert vecino.stdin is not None and vecino.stdout is not None
    try:
        assert vecino.stdout.readline() == b"ocupado\n"
        yield
    finally:
        vecino.stdin.close()
        vecino.wait(PACIENCIA_S)
        vecino.stdout.close()
