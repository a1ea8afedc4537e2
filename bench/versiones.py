"""Two versions of the project side by side: whether they send the same, and how long they take.

    .venv/bin/python bench/versiones.py 4fa2616^ 4fa2616 --datos ../shared

Each is taken out of git and asked the same questions, with default settings, in a process of its
own; they take turns. Figures are CPU time up to the model, medians of the rounds.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import comun
from encargo import DATOS

CONJUNTOS = {"desarrollo": "corpus", "actos_co": "actos_co"}
LENTITUD_MAXIMA = 1.1
PROGRAMA = """
import hashlib, json, sys, time
from pathlib import Path
from config import Config
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.evaluacion.corrida import preguntar
try:
    from siaa.evaluacion.corrida import sistema
except ImportError:
    from siaa.evaluacion.sistema import sistema
from siaa.evaluacion.preguntas import leer_preguntas
try:
    from siaa.armado import ajustes_consulta
except ImportError:
    from siaa_proxy import ajustes_consulta
indice = cargar_biblioteca(Path(sys.argv[1]))
casos = leer_preguntas(Path(sys.argv[2]))
siaa = sistema(indice, ajustes_consulta(Config()))
preguntar(casos[:10], siaa)
antes = time.process_time()
hechas = [fila.respuesta for fila in preguntar(casos, siaa)]
ms = (time.process_time() - antes) / len(casos) * 1000
todo = repr([(r.documentos, r.enviado.texto) for r in hechas])
print(json.dumps([hashlib.sha256(todo.encode()).hexdigest()[:12], ms]))
"""


def sacar(version: str, carpeta: Path) -> Path:
    """Write a version of the project into a folder."""
    orden = ["git", "-C", str(comun.RAIZ), "archive", version]
    dicho = subprocess.run(orden, check=True, stdout=subprocess.PIPE).stdout
    with tarfile.open(fileobj=io.BytesIO(dicho)) as archivo:
        archivo.extractall(carpeta, filter="data")
    return carpeta


def medir(arbol: Path, documentos: Path, preguntas: Path) -> tuple[str, float]:
    """Return the fingerprint of what a version sends, and its milliseconds a question."""
    orden = [sys.executable, "-c", PROGRAMA, str(documentos), str(preguntas)]
    hecho = subprocess.run(orden, cwd=arbol, check=True, stdout=subprocess.PIPE)
    huella, ms = json.loads(hecho.stdout)
    return huella, ms


def comparar(nombre: str, arboles: Sequence[Path], datos: Path, rondas: int) -> tuple[bool, float]:
    """Print a row for a set; return whether both send the same and how much slower the second."""
    donde = datos / CONJUNTOS[nombre], datos / "preguntas" / f"{nombre}.jsonl"
    medidas = [[medir(arbol, *donde) for arbol in arboles] for _ in range(rondas)]
    iguales = len({huella for ronda in medidas for huella, _ in ronda}) == 1
    antes, ahora = (median(ms for _, ms in lado) for lado in zip(*medidas, strict=True))
    comun.anotar(nombre, "lo mismo" if iguales else "OTRA COSA", antes, ahora)
    return iguales, ahora / antes


def main() -> int:
    """Print a row for each set, and whether the second version is as good as the first."""
    analizador = comun.analizador(__doc__.splitlines()[0])
    analizador.add_argument("versiones", nargs=2, help="como las nombra git: la de antes y la otra")
    analizador.add_argument("--datos", type=Path, default=DATOS, help="dónde están los conjuntos")
    analizador.add_argument("--rondas", type=int, default=3)
    pedido = analizador.parse_args()
    with comun.carpeta_temporal() as carpeta:
        arboles = [sacar(v, carpeta / str(n)) for n, v in enumerate(pedido.versiones)]
        comun.encabezar("conjunto", "se envía", *(f"{v} ms" for v in pedido.versiones))
        filas = [comparar(n, arboles, pedido.datos, pedido.rondas) for n in CONJUNTOS]
    lentitud = median(razon for _, razon in filas)
    cumple = comun.juzgar("La segunda tarda", lentitud, LENTITUD_MAXIMA, "de la primera")
    return comun.salida([cumple, all(iguales for iguales, _ in filas)], pedido.exigir)


if __name__ == "__main__":
    raise SystemExit(main())
