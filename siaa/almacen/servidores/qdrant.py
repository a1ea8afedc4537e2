"""Qdrant, by its official client: a collection for each profile. Every vector is compared."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import urlsplit
from uuid import UUID

from pydantic import TypeAdapter

from siaa.almacen.distribucion import Cercanos, Ficha, Punto, Sondeo
from siaa.errores import VectoresNoDisponibles, dichos

FICHA: Final = str(UUID(int=0))
"""The point that says what the others are; it has no vectors, so no search finds it."""
PAGINA: Final = 10_000
REMEDIOS: Final = dichos("qdrant")
_FICHA: Final = TypeAdapter(Ficha)


class EnQdrant:
    """A server of vectors. Raises `VectoresNoDisponibles` where it cannot. cliente: the client."""

    def __init__(self, cliente: Any) -> None:
        from qdrant_client import models

        self._cliente, self._m = cliente, models

    @classmethod
    def en(cls, url: str, espera_s: float) -> "EnQdrant":
        """Return the one at an address; a key may stand in it as `https://clave@equipo:6333`."""
        from qdrant_client import QdrantClient

        partes = urlsplit(url)
        sin_clave = partes._replace(netloc=partes.netloc.rpartition("@")[2]).geturl()
        puerto = partes.port or (443 if partes.scheme == "https" else 6333)
        dados: dict[str, Any] = {"timeout": max(round(espera_s), 1), "api_key": partes.username}
        propios = {"check_compatibility": False, "trust_env": False}
        return cls(QdrantClient(url=sin_clave, port=puerto, **dados, **propios))

    def ficha(self, perfil: str) -> tuple[Ficha, int] | None:
        """Return what was noted, and how many points have its mark; None for nothing."""
        with self._fallo():
            cliente, nombre = self._cliente, _nombre(perfil)
            hay = cliente.collection_exists(nombre)
            notas = cliente.retrieve(nombre, [FICHA], with_payload=["ficha"]) if hay else ()
            if not notas:
                return None
            ficha = _FICHA.validate_json(notas[0].payload["ficha"])
            return ficha, cliente.count(nombre, self._con(ficha.marca)).count

    def empezar(self, perfil: str, dim: int, ficha: Ficha, *, de_nuevo: bool) -> None:
        """Make room and note what it is being filled with; de_nuevo: throw away what there is."""
        m, nombre = self._m, _nombre(perfil)
        with self._fallo():
            hay = self._cliente.collection_exists(nombre)
            if hay and de_nuevo:
                self._cliente.delete_collection(nombre)
            if not hay or de_nuevo:
                densos = {"denso": m.VectorParams(size=dim, distance=m.Distance.DOT)}
                dispersos = {"disperso": m.SparseVectorParams()}
                self._cliente.create_collection(nombre, densos, dispersos)
                for campo in ("coleccion", "indice", "doc", "marca"):
                    self._cliente.create_payload_index(nombre, campo, m.PayloadSchemaType.KEYWORD)
        datos = {"ficha": _FICHA.dump_json(ficha).decode()}
        self._poner(perfil, [m.PointStruct(id=FICHA, vector={}, payload=datos)])

    def purgar(self, perfil: str, marca: str) -> int:
        """Take out the points that lack a mark; return how many."""
        m = self._m
        propios = [*self._con(marca).must, m.HasIdCondition(has_id=[FICHA])]
        otros = m.Filter(must_not=propios)
        with self._fallo():
            quitados: int = self._cliente.count(_nombre(perfil), otros).count
            self._cliente.delete(_nombre(perfil), m.FilterSelector(filter=otros), wait=True)
        return quitados

    def hechos(self, perfil: str, marca: str) -> set[str]:
        """Return the points that have a mark."""
        hechos, desde, hay_mas = set[str](), None, True
        with self._fallo():
            while hay_mas:
                puntos, desde = self._cliente.scroll(
                    _nombre(perfil), self._con(marca), PAGINA, offset=desde, with_payload=False
                )
                hechos.update(str(punto.id) for punto in puntos)
                hay_mas = desde is not None
        return hechos

    def escribir(self, perfil: str, puntos: Sequence[Punto]) -> None:
        """Put points in, in the place of those of their id."""
        m, suyos = self._m, []
        for p in puntos:
            disperso = m.SparseVector(indices=p.filas.tolist(), values=p.pesos.tolist())
            vectores = {"denso": p.denso.tolist(), "disperso": disperso}
            suyos.append(m.PointStruct(id=p.id, vector=vectores, payload=dict(p.datos)))
        self._poner(perfil, suyos)

    def _poner(self, perfil: str, puntos: Sequence[Any]) -> None:
        with self._fallo():
            self._cliente.upsert(_nombre(perfil), puntos, wait=True)

    def buscar(self, perfil: str, sondeos: Sequence[Sondeo], limite: int) -> list[Cercanos]:
        """Compare every point that passes each filter; return the nearest of each search."""
        m, pedidos = self._m, []
        for b in sondeos:
            filas, pesos = b.disperso
            que, donde = m.SparseVector(indices=list(filas), values=list(pesos)), "disperso"
            if b.denso is not None:
                que, donde = b.denso.tolist(), "denso"
            filtro = m.Filter(must=[self._campo(c, v) for c, v in b.filtros.items()])
            como = {"filter": filtro, "params": m.SearchParams(exact=True), "limit": limite}
            pedidos.append(m.QueryRequest(query=que, using=donde, with_payload=False, **como))
        with self._fallo():
            hechas = self._cliente.query_batch_points(_nombre(perfil), pedidos)
        return [[(str(p.id), p.score) for p in hecha.points] for hecha in hechas]

    def _con(self, marca: str) -> Any:
        return self._m.Filter(must=[self._campo("marca", [marca])])

    def _campo(self, nombre: str, valores: Sequence[str]) -> Any:
        return self._m.FieldCondition(key=nombre, match=self._m.MatchAny(any=list(valores)))

    @contextmanager
    def _fallo(self) -> Iterator[None]:
        from qdrant_client.common.client_exceptions import QdrantException
        from qdrant_client.http.exceptions import ApiException

        try:
            yield
        except (ApiException, QdrantException, ValueError, KeyError) as error:
            estado = getattr(error, "status_code", 0)
            dicho = f"HTTP {estado}" if estado else type(error).__name__
            remedio = REMEDIOS.get(str(estado), "SIAA_QDRANT_URL y que esté en marcha")
            raise VectoresNoDisponibles(
                f"El almacén Qdrant no responde como debe ({dicho}): revise {remedio}."
            ) from error


def _nombre(perfil: str) -> str:
    return f"siaa_{perfil}"
