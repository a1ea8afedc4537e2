"""What every client of other APIs goes through, each with its own program: lists, shows, chats
streamed and not, follows up, cancels, and is refused.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from copias_de_prueba import DISTINTO, escribir_copias
from guiones import PARA_SIEMPRE, de_pasos, linea, respuesta
from ollama_de_prueba import OllamaDePrueba
from orden_llm import Orden, orden_llm
from servidor_de_prueba import ServidorDePrueba

if TYPE_CHECKING:  # loaded by whom they serve: every process of a run reads this file
    from ollama import Client as ClienteDeOllama
    from openai import OpenAI

Fabrica = Callable[..., ServidorDePrueba]
Charla = list[dict[str, str]]
PREGUNTA = "¿Cuál es el plazo para presentar el reporte RETRI?"
OTRA = "¿Qué sanción recibe quien no presenta el reporte RETRI?"
SIGUE = "¿Y si cae en feria local?"
DICE = "El plazo para presentar el reporte RETRI es de siete días hábiles."
TOKEN = "llave-de-prueba"


class Rechazada(Exception):
    """What a client says when it is refused."""


@dataclass(frozen=True)
class ConOpenAI:
    """The package `openai`."""

    url: str
    carpeta: Path
    token: str = "cualquiera"

    @contextmanager
    def _cliente(self) -> Iterator[OpenAI]:
        import openai

        base = f"{self.url}/v1"
        with openai.OpenAI(base_url=base, api_key=self.token, max_retries=0) as cliente:
            try:
                yield cliente
            except openai.APIStatusError as error:
                raise Rechazada(f"{error.status_code} {error.message}") from error

    def lista(self) -> list[str]:
        with self._cliente() as cliente:
            return [modelo.id for modelo in cliente.models.list()]

    def muestra(self, modelo: str) -> str:
        with self._cliente() as cliente:
            return cliente.models.retrieve(modelo).id

    def pregunta(self, modelo: str, charla: Charla) -> str:
        with self._cliente() as cliente:
            dada = cliente.chat.completions.create(model=modelo, messages=charla)  # type: ignore[arg-type]
            return dada.choices[0].message.content or ""

    def en_flujo(self, modelo: str, charla: Charla) -> Iterator[str]:
        with (
            self._cliente() as cliente,
            cliente.chat.completions.create(model=modelo, messages=charla, stream=True) as flujo,  # type: ignore[call-overload]
        ):
            for marco in flujo:
                yield marco.choices[0].delta.content or ""


@dataclass(frozen=True)
class ConOllama:
    """The package `ollama`."""

    url: str
    carpeta: Path
    token: str = "cualquiera"

    @contextmanager
    def _cliente(self) -> Iterator[ClienteDeOllama]:
        import ollama as ollama_cliente

        cliente = ollama_cliente.Client(self.url, headers={"Authorization": f"Bearer {self.token}"})
        try:
            yield cliente
        except ollama_cliente.ResponseError as error:
            raise Rechazada(f"{error.status_code} {error.error}") from error
        finally:
            cliente._client.close()

    def lista(self) -> list[str]:
        with self._cliente() as cliente:
            return [modelo.model or "" for modelo in cliente.list().models]

    def muestra(self, modelo: str) -> str:
        with self._cliente() as cliente:
            assert cliente.show(modelo).capabilities == ["completion"]
            return f"{modelo}:latest"

    def pregunta(self, modelo: str, charla: Charla) -> str:
        with self._cliente() as cliente:
            return cliente.chat(modelo, messages=charla).message.content or ""

    def en_flujo(self, modelo: str, charla: Charla) -> Iterator[str]:
        with self._cliente() as cliente:
            for trozo in cliente.chat(modelo, messages=charla, stream=True):
                yield trozo.message.content or ""


@dataclass(frozen=True)
class ConLlm:
    """The command `llm`, with its plugin `llm-ollama`."""

    url: str
    carpeta: Path
    token: str = "cualquiera"

    def _orden(self, *argumentos: str) -> AbstractContextManager[Orden]:
        entorno = {
            "OLLAMA_HOST": self.url,
            "OLLAMA_API_KEY": self.token,
            "LLM_USER_PATH": str(self.carpeta),
            "PATH": os.environ["PATH"],
        }
        return orden_llm(argumentos, entorno)

    def _correr(self, *argumentos: str) -> str:
        with self._orden(*argumentos) as orden:
            dicho, fallos = orden.salida.read(), orden.errores.read()
            if orden.estado():
                raise Rechazada(fallos)
            return dicho

    def lista(self) -> list[str]:
        return re.findall(r"ollama/(\S+?)[\s)]", self._correr("models", "list"))

    def muestra(self, modelo: str) -> str:
        dicho = self._correr("models", "list", "-m", f"ollama/{modelo}:latest", "--json")
        assert f"{modelo}:latest" in dicho
        return f"{modelo}:latest"

    def _chat(self, modelo: str, charla: Charla) -> list[str]:
        """The arguments for the last question; the one before it was asked by the same command."""
        sigue = ["-c"] if len(charla) > 1 else []
        return ["-m", f"ollama/{modelo}", *sigue, charla[-1]["content"]]

    def pregunta(self, modelo: str, charla: Charla) -> str:
        return self._correr("--no-stream", *self._chat(modelo, charla))

    def en_flujo(self, modelo: str, charla: Charla) -> Iterator[str]:
        with self._orden(*self._chat(modelo, charla)) as orden:
            while trozo := orden.salida.read(1):
                yield trozo


Cliente = ConOpenAI | ConOllama | ConLlm
CLIENTES = (ConOpenAI, ConOllama, ConLlm)


def url_de(siaa: ServidorDePrueba) -> str:
    return f"http://127.0.0.1:{siaa.puerto}"


@pytest.fixture(params=CLIENTES)
def tipo(request: pytest.FixtureRequest) -> type[Cliente]:
    elegido: type[Cliente] = request.param
    return elegido


@pytest.fixture
def cliente(
    tipo: type[Cliente], siaa: ServidorDePrueba, ollama_libre: OllamaDePrueba, tmp_path: Path
) -> Cliente:
    ollama_libre.por_defecto = respuesta(DICE[:20], DICE[20:])
    return tipo(url_de(siaa), tmp_path)


def usuario(texto: str) -> dict[str, str]:
    return {"role": "user", "content": texto}


def test_lista_y_muestra(cliente: Cliente) -> None:
    assert {"siaa:latest", "siaa:sin-modelo", "siaa:normativa"} <= set(cliente.lista())
    assert cliente.muestra("siaa").startswith("siaa")


def test_pregunta_y_repregunta(cliente: Cliente, ollama_libre: OllamaDePrueba) -> None:
    """What comes back of the first answer is what the model said of it."""
    dicha = cliente.pregunta("siaa:latest", [usuario(PREGUNTA)])
    assert dicha.startswith(f"{DICE} [1]") and "**Fuentes**" in dicha
    charla = [usuario(PREGUNTA), {"role": "assistant", "content": dicha}, usuario(SIGUE)]
    assert "".join(cliente.en_flujo("siaa:latest", charla)).startswith(DICE)
    turnos = ollama_libre.preguntas[-1].json["messages"]
    assert {"role": "assistant", "content": DICE} in turnos


def test_quien_se_va_deja_al_modelo(cliente: Cliente, ollama_libre: OllamaDePrueba) -> None:
    ollama_libre.encolar(de_pasos(linea("Una frase. "), linea("Y otra que sigue"), PARA_SIEMPRE))
    flujo = cliente.en_flujo("siaa:latest", [usuario("¿Quién digita el reporte RETRI?")])
    assert next(trozo for trozo in flujo if trozo.strip())
    flujo.close()  # type: ignore[attr-defined]
    assert ollama_libre.se_suelta()


def test_un_modelo_que_no_hay(cliente: Cliente) -> None:
    with pytest.raises(Rechazada, match=r"(?s)404.*model 'otro' not found|Unknown model"):
        cliente.pregunta("otro", [usuario(PREGUNTA)])


def test_la_cola_llena(
    tipo: type[Cliente], servidor: Fabrica, ollama: OllamaDePrueba, tmp_path: Path
) -> None:
    siaa = servidor(cola=0)
    cliente = tipo(url_de(siaa), tmp_path)
    cliente.lista()  # `llm` keeps what it learns
    ollama.por_defecto = de_pasos(PARA_SIEMPRE)
    with siaa.abrir(PREGUNTA):
        ollama.esperar_preguntas(1)
        with pytest.raises(Rechazada, match="Hay demasiadas preguntas en espera"):
            cliente.pregunta("siaa:latest", [usuario(OTRA)])


def test_la_clave_de_las_preguntas(
    tipo: type[Cliente], servidor: Fabrica, ollama: OllamaDePrueba, tmp_path: Path
) -> None:
    ollama.por_defecto = respuesta(DICE)
    siaa = servidor(token_preguntas=TOKEN)
    bueno = tipo(url_de(siaa), tmp_path, TOKEN)
    assert bueno.pregunta("siaa:latest", [usuario(PREGUNTA)]).startswith(DICE)
    # `llm` asks first which models there are, and says nothing of why it is told none.
    with pytest.raises(Rechazada, match=r"401.*token|Unknown model"):
        tipo(url_de(siaa), tmp_path, "otra").pregunta("siaa:latest", [usuario(PREGUNTA)])


@pytest.mark.parametrize("tipo", [ConOpenAI, ConOllama], indirect=True)
def test_lo_que_se_pregunta_de_vuelta_se_responde_con_su_numero(
    tipo: type[Cliente], servidor: Fabrica, ollama: OllamaDePrueba, tmp_path: Path
) -> None:
    """The list of near-copies is text that can be read, and its number an answer to it."""
    ollama.por_defecto = respuesta("Cuántas canastas llegaron.")
    siaa = servidor(documentos=escribir_copias(tmp_path / "copias"))
    cliente = tipo(url_de(siaa), tmp_path)
    vuelta = cliente.pregunta("siaa:latest", [usuario(DISTINTO)])
    assert "1. Manual del mostrador de" in vuelta and "Escriba cuál, o su número." in vuelta
    assert "Fuentes" not in vuelta and not ollama.preguntas
    elegido = vuelta.partition("\n1. ")[2].partition("\n")[0]
    charla = [usuario(DISTINTO), {"role": "assistant", "content": vuelta}, usuario("1")]
    assert elegido in cliente.pregunta("siaa:latest", charla)
    assert DISTINTO in ollama.preguntas[-1].texto


@pytest.mark.parametrize("tipo", [ConOpenAI, ConOllama], indirect=True)
def test_los_enlaces_llevan_a_la_direccion_publica(
    tipo: type[Cliente], servidor: Fabrica, ollama: OllamaDePrueba, tmp_path: Path
) -> None:
    ollama.por_defecto = respuesta(DICE)
    siaa = servidor(url_publica="https://consultas.ejemplo/siaa-web/")
    dicha = tipo(url_de(siaa), tmp_path).pregunta("siaa:latest", [usuario(PREGUNTA)])
    assert "](https://consultas.ejemplo/siaa-web/siaa/ver/" in dicha
    assert url_de(siaa) not in dicha
