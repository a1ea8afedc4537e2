"""What the stand-in for Ollama does with its one model, as real servers were seen to do it.

Loading takes its time and begins anew when whoever caused it hangs up. Other launch attributes than
those in force load again. Before 0.30 a prompt that nobody waits for any more is read to its end
all the same, and the next one waits. An answer that reaches the window ends there or, without
`shift: false`, drops half of the prompt and says nothing.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field, replace
from typing import Any

from conexion_de_prueba import ClienteSeFue, Conexion
from guiones import SIN_PAUSA, Guion, final

PASO_S = 0.01


@dataclass
class Motor:
    """The runner. `carga` and `lee` are gates: while one is closed, that goes on."""

    version: str = "0.30.1"
    en_memoria: bool = True
    al_cargar: Guion | None = None  # what a load ends in, instead of in a model in memory
    carga: threading.Event = field(default_factory=threading.Event)
    lee: threading.Event = field(default_factory=threading.Event)
    cargas_empezadas: int = 0
    cargas_hechas: int = 0
    desplazamientos: int = 0

    def __post_init__(self) -> None:
        self.carga.set()
        self.lee.set()
        self._cargando = threading.Lock()
        self._lanzado: tuple[object, ...] | None = None
        self._leyendo_hasta = 0.0
        self._leido: threading.Event | None = None  # or until this

    @property
    def antigua(self) -> bool:
        """Whether it is a server from before llama-server did its reading."""
        return tuple(map(int, self.version.split("."))) < (0, 30, 0)

    def cargar(self, conexion: Conexion, datos: dict[str, Any]) -> Guion | None:
        """Have the model in memory as it is asked for; return the refusal if that fails."""
        opciones = datos.get("options", {})
        pedido = tuple(opciones.get(nombre) for nombre in ("num_ctx", "num_thread", "num_batch"))
        if not self.antigua:
            pedido += (datos.get("shift", True),)
        while not self._cargando.acquire(blocking=False):
            conexion.dormir(PASO_S)
        try:
            if self.al_cargar is not None:
                return self.al_cargar
            if not self.en_memoria or self._lanzado not in (None, pedido):
                self.en_memoria = False
                self.cargas_empezadas += 1
                self._esperar(conexion, self.carga)  # whoever hangs up leaves nothing loaded
                self.cargas_hechas += 1
            self.en_memoria, self._lanzado = True, pedido
        finally:
            self._cargando.release()
        return None

    def leer(self, conexion: Conexion, guion: Guion) -> Guion:
        """Read before writing, for the silence of the script and while the gate is closed."""
        conexion.dormir(self._leyendo_hasta - time.monotonic(), self._leido)
        fin = time.monotonic() + guion.antes.segundos
        try:
            conexion.dormir(guion.antes.segundos, guion.antes.hasta)
            self._esperar(conexion, self.lee)
        except ClienteSeFue:
            self._leyendo_hasta, self._leido = fin if self.antigua else 0.0, guion.antes.hasta
            raise
        return replace(guion, antes=SIN_PAUSA)

    def escribir(self, guion: Guion, sitio: int, desplaza: bool) -> Guion:
        """The answer, one token a step, in a window that has room for so many."""
        if guion.estado != 200 or len(guion.pasos) <= sitio:
            return guion
        self.desplazamientos += desplaza
        return guion if desplaza else replace(guion, pasos=(*guion.pasos[:sitio], final("length")))

    def _esperar(self, conexion: Conexion, puerta: threading.Event) -> None:
        while not puerta.is_set():
            conexion.dormir(PASO_S)
