"""A model of a few thousand random weights in llama.cpp's format, and its real server.

The model reads bytes and says letters without sense. The server runs in a process of its own, by
`xllamacpp`, which only those who want these tests install: without it they are skipped.
"""

from __future__ import annotations

import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import requests

CAPAS, ANCHO, OCULTO, CABEZAS = 1, 32, 32, 1
ESPECIALES = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
ALINEACION = 32
U32, F32, BOOL, TEXTO, LISTA = 4, 6, 7, 8, 9
ARRANQUE = """
import sys, xllamacpp
ruta, puerto, contexto, clave, lote = sys.argv[1:]
p = xllamacpp.CommonParams()
p.model.path, p.model_alias = ruta, {"tiny"}
p.hostnames, p.port = ["127.0.0.1"], int(puerto)
p.n_ctx, p.n_parallel, p.cpuparams.n_threads = int(contexto), 1, 1
p.api_keys = [clave] if clave else []
if int(lote):
    p.embedding, p.n_ubatch = True, int(lote)
    p.pooling_type = xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_MEAN
servidor = xllamacpp.Server(p)
sys.stdin.read()
"""


def _alfabeto() -> list[str]:
    """The letter that stands for each byte in a vocabulary of bytes."""
    visibles = [*range(33, 127), *range(161, 173), *range(174, 256)]
    otros = iter(range(256, 512))
    return [chr(b) if b in visibles else chr(next(otros)) for b in range(256)]


def _texto(texto: str) -> bytes:
    crudo = texto.encode()
    return struct.pack("<Q", len(crudo)) + crudo


def _dato(clave: str, valor: Any) -> bytes:
    if isinstance(valor, bool):
        return _texto(clave) + struct.pack("<I?", BOOL, valor)
    if isinstance(valor, int):
        return _texto(clave) + struct.pack("<II", U32, valor)
    if isinstance(valor, float):
        return _texto(clave) + struct.pack("<If", F32, valor)
    if isinstance(valor, str):
        return _texto(clave) + struct.pack("<I", TEXTO) + _texto(valor)
    tipo = TEXTO if not valor or isinstance(valor[0], str) else 5
    cuerpo = b"".join(_texto(v) if tipo == TEXTO else struct.pack("<i", v) for v in valor)
    return _texto(clave) + struct.pack("<IIQ", LISTA, tipo, len(valor)) + cuerpo


def escribir_modelo(ruta: Path, contexto: int = 8192) -> Path:
    """Write the model; the same each time."""
    fichas = [*_alfabeto(), *ESPECIALES]
    azar = np.random.default_rng(7)
    legibles = np.array([chr(n).isalpha() and n < 128 for n in range(len(fichas))])

    def pesos(filas: int, columnas: int) -> np.ndarray[Any, Any]:
        return azar.standard_normal((filas, columnas), dtype=np.float32) / np.float32(columnas**0.5)

    uno = np.ones(ANCHO, np.float32)
    tensores = {
        "token_embd.weight": pesos(len(fichas), ANCHO) * 8,
        "output.weight": pesos(len(fichas), ANCHO) * 3 * legibles[:, None].astype(np.float32),
        "output_norm.weight": uno,
    }
    for capa in range(CAPAS):
        nombre = f"blk.{capa}."
        tensores |= {f"{nombre}{n}_norm.weight": uno for n in ("attn", "ffn")}
        for n in ("q", "k", "v", "output"):
            tensores[f"{nombre}attn_{n}.weight"] = pesos(ANCHO, ANCHO)
        tensores |= {f"{nombre}ffn_{n}.weight": pesos(OCULTO, ANCHO) for n in ("gate", "up")}
        tensores[f"{nombre}ffn_down.weight"] = pesos(ANCHO, OCULTO)
    datos = {
        "general.architecture": "llama",
        "general.name": "tiny",
        "llama.context_length": contexto,
        "llama.embedding_length": ANCHO,
        "llama.block_count": CAPAS,
        "llama.feed_forward_length": OCULTO,
        "llama.attention.head_count": CABEZAS,
        "llama.attention.layer_norm_rms_epsilon": 1e-5,
        "llama.rope.dimension_count": ANCHO // CABEZAS,
        "tokenizer.ggml.model": "gpt2",
        "tokenizer.ggml.pre": "llama-bpe",
        "tokenizer.ggml.tokens": fichas,
        "tokenizer.ggml.token_type": [1] * 256 + [3] * len(ESPECIALES),
        "tokenizer.ggml.merges": ["! !"],
        "tokenizer.ggml.eos_token_id": 258,
        "tokenizer.ggml.bos_token_id": 256,
        "tokenizer.ggml.add_bos_token": False,
    }
    cabeza = b"GGUF" + struct.pack("<IQQ", 3, len(tensores), len(datos))
    cabeza += b"".join(_dato(clave, valor) for clave, valor in datos.items())
    cuerpo = b""
    for nombre, tensor in tensores.items():
        formas = struct.pack(f"<I{tensor.ndim}Q", tensor.ndim, *reversed(tensor.shape))
        cabeza += _texto(nombre) + formas + struct.pack("<IQ", 0, len(cuerpo))
        cuerpo += tensor.tobytes()
        cuerpo += bytes(-len(cuerpo) % ALINEACION)
    ruta.write_bytes(cabeza + bytes(-len(cabeza) % ALINEACION) + cuerpo)
    return ruta


@contextmanager
def llama_real(
    modelo: Path, contexto: int = 4096, clave: str = "", lote: int = 0
) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The address and the process of a running server of that model, with that window.

    lote: how many tokens it makes a vector of, at most; 0 where it makes none.
    """
    with socket.create_server(("127.0.0.1", 0)) as libre:
        puerto = libre.getsockname()[1]
    url = f"http://127.0.0.1:{puerto}"
    dados = str(modelo), str(puerto), str(contexto), clave, str(lote)
    orden = [sys.executable, "-c", ARRANQUE, *dados]
    silencio = subprocess.DEVNULL
    with subprocess.Popen(
        orden, stdin=subprocess.PIPE, stdout=silencio, stderr=silencio
    ) as proceso:
        try:
            while not _responde(url):
                assert proceso.poll() is None, "the server did not start"
                time.sleep(0.1)
            yield url, proceso
        finally:
            proceso.kill()


def _responde(url: str) -> bool:
    try:
        return requests.get(f"{url}/health", timeout=2).ok
    except requests.RequestException:
        return False
