"""PostgreSQL with pgvector: one table of points. Every vector is compared, none is approximated.

Its address may name several servers (`host=uno,dos`): any that answers is read, and only one that
takes changes is written to, so that a replica which is promoted goes on.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from time import monotonic
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from siaa.almacen.distribucion import Cercanos, Ficha, Punto, Sondeo
from siaa.biblioteca.valores import Reales
from siaa.errores import VectoresNoDisponibles, dichos

DIMENSIONES: Final = 1_000_000_000
"""Of every sparse vector: as many rows as pgvector lets a vocabulary have."""
PUERTO: Final = "5432"
PREFERENCIA_S: Final = 300.0
"""How long the server that answered is tried before the others of its address, seconds."""
CAMBIO_S: Final = 600.0
"""What one change gets: a whole profile may be thrown away in it."""
REMEDIOS: Final = dichos("postgres")
_FICHA: Final = TypeAdapter(Ficha)
_TABLAS: Final = """
CREATE EXTENSION IF NOT EXISTS vector;
CREATE TABLE IF NOT EXISTS siaa_fichas (perfil text PRIMARY KEY, ficha text NOT NULL);
ALTER TABLE siaa_fichas DROP COLUMN IF EXISTS terminos;
CREATE TABLE IF NOT EXISTS siaa_puntos (
    perfil text, id uuid, marca text NOT NULL, coleccion text NOT NULL, indice text NOT NULL,
    doc text NOT NULL, datos jsonb NOT NULL, denso vector NOT NULL, disperso sparsevec NOT NULL,
    PRIMARY KEY (perfil, id)
);
ALTER TABLE siaa_puntos ALTER denso SET STORAGE MAIN;
"""
_PONER: Final = """
INSERT INTO siaa_puntos VALUES (%s, %s, %s, %s, %s, %s, %s::jsonb, %s::vector, %s::sparsevec)
ON CONFLICT (perfil, id) DO UPDATE SET marca = excluded.marca, coleccion = excluded.coleccion,
    indice = excluded.indice, doc = excluded.doc, datos = excluded.datos, denso = excluded.denso,
    disperso = excluded.disperso
"""
_ANOTAR: Final = """
INSERT INTO siaa_fichas VALUES (%s, %s)
ON CONFLICT (perfil) DO UPDATE SET ficha = excluded.ficha
"""


class EnPostgres:
    """A server of vectors. Raises `VectoresNoDisponibles` where it cannot.

    url: as libpq takes it; espera_s: for a search. A connection for each question: none is left of
    a server that is gone.
    """

    def __init__(self, url: str, espera_s: float) -> None:
        import psycopg

        self._pg, self._url, self._espera_s = psycopg, url, espera_s
        self._ultimo, self._hasta = ("", ""), 0.0

    def ficha(self, perfil: str) -> tuple[Ficha, int] | None:
        """Return what was noted, and how many points have its mark; None for nothing."""
        with self._base() as base:
            hay = base.execute("SELECT to_regclass('siaa_fichas') IS NOT NULL").fetchone()[0]
            orden = "SELECT ficha FROM siaa_fichas WHERE perfil = %s"
            fila = base.execute(orden, (perfil,)).fetchone() if hay else None
            if fila is None:
                return None
            ficha = _FICHA.validate_json(fila[0])
            orden = "SELECT count(*) FROM siaa_puntos WHERE perfil = %s AND marca = %s"
            return ficha, base.execute(orden, (perfil, ficha.marca)).fetchone()[0]

    def empezar(self, perfil: str, dim: int, ficha: Ficha, *, de_nuevo: bool) -> None:
        """Make room and note what it is being filled with; de_nuevo: throw away what there is."""
        with self._base(escribe=True) as base:
            base.execute(_TABLAS)
            if de_nuevo:
                base.execute("DELETE FROM siaa_puntos WHERE perfil = %s", (perfil,))
            base.execute(_ANOTAR, (perfil, _FICHA.dump_json(ficha).decode()))

    def purgar(self, perfil: str, marca: str) -> int:
        """Take out the points that lack a mark; return how many."""
        with self._base(escribe=True) as base:
            otros = "DELETE FROM siaa_puntos WHERE perfil = %s AND marca <> %s"
            quitados: int = base.execute(otros, (perfil, marca)).rowcount
        return quitados

    def hechos(self, perfil: str, marca: str) -> set[str]:
        """Return the points that have a mark."""
        with self._base(escribe=True) as base:
            orden = "SELECT id::text FROM siaa_puntos WHERE perfil = %s AND marca = %s"
            return {nombre for (nombre,) in base.execute(orden, (perfil, marca))}

    def escribir(self, perfil: str, puntos: Sequence[Punto]) -> None:
        """Put points in, in the place of those of their id."""
        filas = []
        for p in puntos:
            columnas = [p.datos[campo] for campo in ("marca", "coleccion", "indice", "doc")]
            vectores = _denso(p.denso), _disperso(p.filas.tolist(), p.pesos.tolist())
            filas.append((perfil, p.id, *columnas, json.dumps(dict(p.datos)), *vectores))
        with self._base(escribe=True) as base:
            base.cursor().executemany(_PONER, filas)

    def buscar(self, perfil: str, sondeos: Sequence[Sondeo], limite: int) -> list[Cercanos]:
        """Compare every point that passes each filter; return the nearest of each search."""
        hechas = []
        with self._base() as base:
            for b in sondeos:
                que, donde = _disperso(*b.disperso), "disperso <#> %s::sparsevec"
                if b.denso is not None:
                    que, donde = _denso(b.denso), "denso <#> %s::vector"
                filtros = "".join(f" AND {campo} = ANY(%s)" for campo in b.filtros)
                orden = (
                    f"SELECT id::text, -({donde}) AS punto FROM siaa_puntos "  # noqa: S608
                    f"WHERE perfil = %s{filtros} ORDER BY punto DESC LIMIT %s"
                )
                datos = que, perfil, *map(list, b.filtros.values()), limite
                hechas.append(base.execute(orden, datos).fetchall())
        return hechas

    @contextmanager
    def _base(self, *, escribe: bool = False) -> Iterator[Any]:
        """Open a connection whose changes stay if all goes well; only a search is hurried."""
        milisegundos = round(self._espera_s * 1000)
        ademas: dict[str, Any] = {"options": f"-c statement_timeout={milisegundos}"}
        if escribe:
            ademas = {"target_session_attrs": "read-write"}
        segundos = max(round(self._espera_s), 2)
        espera = {"connect_timeout": segundos, "application_name": "siaa"}
        # A server whose machine is gone never says so.
        ademas |= {"keepalives_idle": segundos, "keepalives_interval": 1, "keepalives_count": 2}
        try:
            with self._pg.connect(self._url, **espera, **ademas, **self._lugares()) as base:
                self._recordar(base.info)
                limite = monotonic() + (CAMBIO_S if escribe else self._espera_s)
                # Where its process stands still, nothing there minds the limit of the server.
                base.wait = partial(_hasta, limite, base.wait)
                yield base
        except (self._pg.Error, ValidationError) as error:
            comun = "SIAA_POSTGRES_URL y que esté en marcha"
            remedio = REMEDIOS.get(getattr(error, "sqlstate", None) or "", comun)
            raise VectoresNoDisponibles(
                f"El almacén PostgreSQL no responde como debe ({type(error).__name__}): revise "
                f"{remedio}."
            ) from error

    def _lugares(self) -> dict[str, str]:
        """Put first who answered last: a silent server is not waited for by every question."""
        dados = self._pg.conninfo.conninfo_to_dict(self._url)
        hosts, puertos = (str(dados.get(campo, "")).split(",") for campo in ("host", "port"))
        if len(hosts) < 2 or monotonic() > self._hasta:
            return {}
        pares = zip(hosts, puertos * (len(hosts) // len(puertos)), strict=True)
        orden = sorted(pares, key=lambda par: (par[0], par[1] or PUERTO) != self._ultimo)
        return dict(zip(("host", "port"), map(",".join, zip(*orden, strict=True)), strict=True))

    def _recordar(self, info: Any) -> None:
        suyo = info.host, str(info.port)
        if suyo != self._ultimo or monotonic() > self._hasta:
            self._ultimo, self._hasta = suyo, monotonic() + PREFERENCIA_S


def _hasta(limite: float, esperar: Callable[..., Any], generador: object, **como: Any) -> Any:
    """Wait for what the server says, as psycopg does, for as long as there is of the time given."""
    return esperar(generador, **{**como, "timeout": max(limite - monotonic(), 0.0)})


def _denso(vector: Reales) -> str:
    return f"[{','.join(map(repr, vector.tolist()))}]"


def _disperso(filas: Sequence[int], pesos: Sequence[float]) -> str:
    """Write a sparse vector; its rows count from 1 there."""
    pares = ",".join(f"{fila + 1}:{peso!r}" for fila, peso in zip(filas, pesos, strict=True))
    return f"{{{pares}}}/{DIMENSIONES}"
