"""What Qdrant answers over HTTP to the requests of its official client, over its own Rust core.

`qdrant-edge-py` has the core without the server: here the paths that SIAA uses lead to it.
"""

from __future__ import annotations

import json
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest


class QdrantDePrueba:
    """The running server. Use it as a context manager; carpeta: where it keeps its collections."""

    def __init__(self, carpeta: Path) -> None:
        pytest.importorskip("qdrant_client", reason="falta qdrant-client (requirements-qdrant.txt)")
        razon = "qdrant-edge-py no está instalado (requirements-dev.txt)"
        self._m = pytest.importorskip("qdrant_edge", reason=razon)
        self._carpeta, self._turno, self._hechas = carpeta, threading.Lock(), 0
        self.colecciones: dict[str, Any] = {}
        self.ordenes: list[tuple[str, str]] = []
        self.clave: str | None = None  # what whoever asks must give
        self.demora = threading.Event()
        self.demora.set()  # cleared: nothing is answered until it is set again

    def __enter__(self) -> QdrantDePrueba:
        yo = self

        class Puerta(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def atender(self) -> None:
                largo = int(self.headers.get("Content-Length") or 0)
                cuerpo = json.loads(self.rfile.read(largo)) if largo else {}
                yo.demora.wait()
                estado, dicho = 401, {}
                if yo.clave in (None, self.headers["api-key"]):
                    estado, dicho = yo.responder(self.command, self.path.partition("?")[0], cuerpo)
                datos = json.dumps(dicho).encode()
                self.send_response(estado)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(datos)))
                self.end_headers()
                with suppress(OSError):  # nobody waits for it any more
                    self.wfile.write(datos)

            do_GET = do_PUT = do_POST = do_DELETE = atender

            def log_message(self, *_: object) -> None:
                pass

        self._servidor = ThreadingHTTPServer(("127.0.0.1", 0), Puerta)
        self._servidor.daemon_threads = True
        self._servidor.block_on_close = False
        self.url = f"http://127.0.0.1:{self._servidor.server_port}"
        self._hilo = threading.Thread(target=self._servidor.serve_forever, args=(0.02,))
        self._hilo.start()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.demora.set()
        self._servidor.shutdown()
        self._servidor.server_close()
        self._hilo.join()
        for suya in self.colecciones.values():
            suya.close()

    def responder(self, metodo: str, ruta: str, cuerpo: dict[str, Any]) -> tuple[int, Any]:
        """The answer to a request."""
        with self._turno:
            self.ordenes.append((metodo, ruta))
            _, _, nombre, *resto = ruta.split("/")
            orden = (metodo, *resto)
            if orden == ("GET", "exists"):
                return 200, {"result": {"exists": nombre in self.colecciones}}
            if orden == ("PUT",):
                self._crear(nombre, cuerpo)
                return 200, {"result": True}
            if nombre not in self.colecciones:
                return 404, {"status": {"error": f"Not found: Collection `{nombre}`"}}
            if orden == ("DELETE",):
                self.colecciones.pop(nombre).close()
                return 200, {"result": True}
            return 200, {"result": self._de_coleccion(self.colecciones[nombre], orden, cuerpo)}

    def _crear(self, nombre: str, cuerpo: dict[str, Any]) -> None:
        m = self._m
        densos = {
            n: m.EdgeVectorParams(size=v["size"], distance=getattr(m.Distance, v["distance"]))
            for n, v in cuerpo["vectors"].items()
        }
        dispersos = {n: m.EdgeSparseVectorParams() for n in cuerpo["sparse_vectors"]}
        self._hechas += 1
        carpeta = self._carpeta / str(self._hechas)
        carpeta.mkdir(parents=True)
        config = m.EdgeConfig(vectors=densos, sparse_vectors=dispersos)
        self.colecciones[nombre] = m.EdgeShard.create(str(carpeta), config)

    def _de_coleccion(self, suya: Any, orden: tuple[str, ...], cuerpo: dict[str, Any]) -> Any:
        m, hecho = self._m, {"operation_id": 1, "status": "completed"}
        if orden == ("PUT", "index"):
            return hecho
        if orden == ("PUT", "points"):
            puntos = [
                m.Point(p["id"], {n: self._vector(v) for n, v in p["vector"].items()}, p["payload"])
                for p in cuerpo["points"]
            ]
            suya.update(m.UpdateOperation.upsert_points(puntos))
            return hecho
        if orden == ("POST", "points", "delete"):
            filtro = self._filtro(cuerpo["filter"])
            suya.update(m.UpdateOperation.delete_points_by_filter(filtro))
            return hecho
        if orden == ("POST", "points"):
            hallados = suya.retrieve(cuerpo["ids"], with_payload=True, with_vector=False)
            campos = cuerpo["with_payload"]
            return [
                {"id": str(p.id), "payload": {c: p.payload[c] for c in campos}} for p in hallados
            ]
        if orden == ("POST", "points", "count"):
            filtro = self._filtro(cuerpo["filter"])
            return {"count": suya.count(m.CountRequest(exact=True, filter=filtro))}
        if orden == ("POST", "points", "scroll"):
            pagina, sigue = suya.scroll(
                m.ScrollRequest(
                    offset=cuerpo.get("offset"),
                    limit=cuerpo["limit"],
                    filter=self._filtro(cuerpo["filter"]),
                )
            )
            return {
                "points": [{"id": str(p.id)} for p in pagina],
                "next_page_offset": None if sigue is None else str(sigue),
            }
        assert orden == ("POST", "points", "query", "batch"), orden
        return [{"points": self._buscar(suya, b)} for b in cuerpo["searches"]]

    def _buscar(self, suya: Any, b: dict[str, Any]) -> list[dict[str, Any]]:
        m = self._m
        pedido = m.QueryRequest(
            limit=b["limit"],
            query=m.Query.Nearest(self._vector(b["query"]), using=b["using"]),
            filter=self._filtro(b["filter"]),
            params=m.SearchParams(exact=b["params"]["exact"]),
        )
        pares = [(str(p.id), _en_su_segmento(str(p.id), p.score)) for p in suya.query(pedido)]
        pares.sort(key=lambda par: -par[1])
        return [{"id": nombre, "version": 0, "score": score} for nombre, score in pares]

    def _vector(self, dicho: Any) -> Any:
        if isinstance(dicho, dict):
            dicho = dicho.get("nearest", dicho)
        if isinstance(dicho, list):
            return dicho
        return self._m.SparseVector(dicho["indices"], dicho["values"])

    def _filtro(self, dicho: dict[str, Any]) -> Any:
        m = self._m
        partes = {
            clave: [
                m.HasIdCondition(set(c["has_id"]))
                if "has_id" in c
                else m.FieldCondition(key=c["key"], match=m.MatchAny(any=c["match"]["any"]))
                for c in condiciones
            ]
            for clave, condiciones in dicho.items()
            if condiciones
        }
        return m.Filter(**partes)


def _en_su_segmento(nombre: str, score: float) -> float:
    """The score of a point by the sums of the segment that it is in: each adds up in its order."""
    return score * (1 + int(nombre[-1], 16) % 2 * 1e-6)
