"""Question → what is sent: which documents, and how it is made to fit the model's window."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest
from biblioteca_de_prueba import OTRA_PREGUNTA, PREGUNTA, SIN_RESPUESTA, TERCERA_PREGUNTA

from siaa import prompt
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.indice import Indice
from siaa.errores import ContextoExcedido
from siaa.preparacion import AjustesConsulta, Preparacion, localizar, reducir, reunir
from siaa.valores import Mensaje, TipoPregunta

AMPLIOS = AjustesConsulta(num_ctx=8192, num_predict=400, max_docs=2, max_chunks=3)
ESCALA = 3.0


@pytest.fixture
def indice(biblioteca_chica: Path) -> Indice:
    return cargar_biblioteca(biblioteca_chica)


def charla(*textos: str) -> tuple[Mensaje, ...]:
    ultimo = len(textos) - 1
    return tuple(
        Mensaje("assistant" if (ultimo - n) % 2 else "user", t) for n, t in enumerate(textos)
    )


def larga(turnos: int, largo: int = 300) -> tuple[Mensaje, ...]:
    return charla(*(f"{n} " + "x" * largo for n in range(turnos)), PREGUNTA)


def ventana(num_ctx: int, max_docs: int = 2) -> AjustesConsulta:
    return AjustesConsulta(num_ctx, 100, max_docs, 3)


def fragmentos(preparada: Preparacion) -> int:
    return sum(len(poda.chunks) for poda in preparada.podas)


def turnos(preparada: Preparacion) -> list[str]:
    """The first word of each earlier turn that goes along."""
    return [m.contenido.split()[0] for m in preparada.mensajes[1:-1]]


def cabe(preparada: Preparacion, ajustes: AjustesConsulta, escala: float = ESCALA) -> bool:
    limite = prompt.presupuesto(ajustes.num_ctx, ajustes.num_predict)
    return prompt.estimar_tokens(preparada.mensajes, escala) <= limite


# --- Which documents ------------------------------------------------------------------------


def test_localizar(indice: Indice) -> None:
    hallazgo = localizar(indice, charla(PREGUNTA), AMPLIOS)
    assert (hallazgo.doc_especifico, hallazgo.max_docs) == (False, 2)
    assert [d.doc for d in hallazgo.documentos] == ["acuerdo_vr24-101.md"]
    hallazgo = localizar(indice, charla(OTRA_PREGUNTA), AMPLIOS)
    assert len(hallazgo.documentos) == 2 and not hallazgo.doc_especifico


def test_nombrar_un_documento_deja_uno(indice: Indice) -> None:
    hallazgo = localizar(indice, charla("Explica el acuerdo VR25-207"), AMPLIOS)
    assert (hallazgo.doc_especifico, hallazgo.max_docs) == (True, 1)
    assert [d.doc for d in hallazgo.documentos] == ["acuerdo_vr25-207.md"]


def test_un_seguimiento_se_busca_con_lo_anterior(indice: Indice) -> None:
    sola = localizar(indice, charla(OTRA_PREGUNTA), AMPLIOS)
    seguida = localizar(indice, charla(OTRA_PREGUNTA, "Cuatro.", "¿Y después?"), AMPLIOS)
    assert seguida.pregunta.heredada
    assert seguida.documentos[0].doc == sola.documentos[0].doc == "manual_de_prestamo.md"


def test_reunir_arma_todo_con_lo_mismo(indice: Indice) -> None:
    preparada = reunir(indice, charla(PREGUNTA), AMPLIOS, ESCALA)
    assert preparada.hallazgo == localizar(indice, charla(PREGUNTA), AMPLIOS)
    assert [p.doc for p in preparada.podas] == [d.doc for d in preparada.hallazgo.documentos]
    assert [f.doc for f in preparada.contexto.fuentes] == [
        p.doc for p in preparada.podas for _ in p.chunks
    ]
    assert preparada.mensajes == prompt.componer(preparada.contexto.texto, charla(PREGUNTA))
    assert preparada.necesita_modelo
    with pytest.raises(FrozenInstanceError):
        preparada.podas = ()  # type: ignore[misc]


@pytest.mark.parametrize(
    ("texto", "tipo"),
    [
        ("Buenos días", TipoPregunta.SALUDO),
        ("muchas gracias", TipoPregunta.CORTESIA),
        ("¿Quién eres?", TipoPregunta.SOBRE_SIAA),
        ("¿Por qué?", TipoPregunta.AMBIGUA),
        (SIN_RESPUESTA, TipoPregunta.DOCUMENTAL),
    ],
)
def test_sin_fragmentos_no_hace_falta_el_modelo(
    indice: Indice, texto: str, tipo: TipoPregunta
) -> None:
    preparada = reunir(indice, charla(texto), AMPLIOS, ESCALA)
    assert preparada.hallazgo.pregunta.tipo is tipo
    assert (preparada.podas, preparada.contexto.fuentes) == ((), ())
    assert not preparada.necesita_modelo


@pytest.mark.parametrize("maximo", [1, 2])
def test_los_maximos_se_respetan(indice: Indice, maximo: int) -> None:
    ajustes = AjustesConsulta(8192, 400, max_docs=maximo, max_chunks=maximo)
    preparada = reunir(indice, charla(TERCERA_PREGUNTA), ajustes, ESCALA)
    assert 1 <= len(preparada.podas) <= maximo
    assert all(1 <= len(p.chunks) <= maximo for p in preparada.podas)


# --- Fitting --------------------------------------------------------------------------------


def test_lo_que_cabe_va_entero(indice: Indice) -> None:
    preparada = reunir(indice, larga(6), AMPLIOS, ESCALA)
    assert cabe(preparada, AMPLIOS) and turnos(preparada) == list("012345")
    assert turnos(reunir(indice, larga(9), AMPLIOS, ESCALA)) == list("345678")


def test_primero_se_va_lo_mas_viejo_de_la_charla(indice: Indice) -> None:
    entera = reunir(indice, larga(6), AMPLIOS, ESCALA)
    necesita = prompt.estimar_tokens(entera.mensajes, ESCALA) + 100 + prompt.RESERVA_TOKENS
    for falta, quedan in (
        (0, "012345"),
        (1, "12345"),
        (210, "2345"),
        (215, "345"),
        (530, "5"),
        (640, ""),
    ):
        ajustes = ventana(necesita - falta)
        preparada = reunir(indice, larga(6), ajustes, ESCALA)
        assert "".join(turnos(preparada)) == quedan and cabe(preparada, ajustes)
        assert fragmentos(preparada) == fragmentos(entera)


def test_despues_se_van_los_peores_fragmentos(indice: Indice) -> None:
    entera = reunir(indice, charla(PREGUNTA), AMPLIOS, ESCALA)
    assert fragmentos(entera) >= 3
    necesita = prompt.estimar_tokens(entera.mensajes, ESCALA) + 100 + prompt.RESERVA_TOKENS
    ajustes = ventana(necesita - 1)
    preparada = reunir(indice, larga(6), ajustes, ESCALA)
    assert turnos(preparada) == [] and cabe(preparada, ajustes)
    assert fragmentos(preparada) == fragmentos(entera) - 1
    assert preparada.mensajes[-1].contenido == PREGUNTA


def test_un_fragmento_queda_siempre(indice: Indice) -> None:
    preparada = reunir(indice, larga(6), ventana(1024), 1.5)
    assert fragmentos(preparada) == 1 and turnos(preparada) == []
    assert preparada.podas[0].doc == preparada.hallazgo.documentos[0].doc
    assert not cabe(preparada, ventana(1024), 1.5)


def test_la_escala_medida_cuenta(indice: Indice) -> None:
    ajustes = ventana(2000)
    holgada, apretada = (reunir(indice, larga(6), ajustes, escala) for escala in (5.0, 2.0))
    assert prompt.caracteres(apretada.mensajes) < prompt.caracteres(holgada.mensajes)
    assert cabe(holgada, ajustes, 5.0) and cabe(apretada, ajustes, 2.0)


# --- Again, with less -----------------------------------------------------------------------


def test_reducir_sin_cuentas_quita_un_fragmento(indice: Indice) -> None:
    previa = reunir(indice, charla(PREGUNTA), AMPLIOS, ESCALA)
    menor = reducir(indice, previa, ContextoExcedido(), AMPLIOS, ESCALA)
    assert menor is not None and fragmentos(menor) == fragmentos(previa) - 1
    assert (menor.hallazgo, menor.conversacion) == (previa.hallazgo, previa.conversacion)
    assert prompt.caracteres(menor.mensajes) < prompt.caracteres(previa.mensajes)


def test_reducir_con_las_cuentas_del_servidor(indice: Indice) -> None:
    """Counted at twice our estimate, the new prompt fits by the server's own measure."""
    previa = reunir(indice, larga(6), AMPLIOS, ESCALA)
    tokens = round(prompt.caracteres(previa.mensajes) / 1.5)
    menor = reducir(indice, previa, ContextoExcedido(tokens, 3000), AMPLIOS, ESCALA)
    assert menor is not None
    assert prompt.estimar_tokens(menor.mensajes, 1.5) <= prompt.presupuesto(3000, 400)


def test_reducir_con_una_ventana_menor(indice: Indice) -> None:
    previa = reunir(indice, larga(6), AMPLIOS, ESCALA)
    menor = reducir(indice, previa, ContextoExcedido(None, 1500), AMPLIOS, ESCALA)
    assert menor is not None
    assert prompt.estimar_tokens(menor.mensajes, ESCALA) <= prompt.presupuesto(1500, 400)
    mayor = reducir(indice, previa, ContextoExcedido(None, 99999), AMPLIOS, ESCALA)
    assert mayor == reducir(indice, previa, ContextoExcedido(), AMPLIOS, ESCALA)


def test_una_ventana_absurda_deja_un_fragmento(indice: Indice) -> None:
    previa = reunir(indice, larga(6), AMPLIOS, ESCALA)
    menor = reducir(indice, previa, ContextoExcedido(999999, 1), AMPLIOS, ESCALA)
    assert menor is not None and fragmentos(menor) == 1 and turnos(menor) == []


def test_reducir_hasta_que_no_queda_nada_que_quitar(indice: Indice) -> None:
    preparada: Preparacion | None = reunir(indice, charla(PREGUNTA), AMPLIOS, ESCALA)
    vistas = []
    while preparada is not None:
        vistas.append(fragmentos(preparada))
        preparada = reducir(indice, preparada, ContextoExcedido(), AMPLIOS, ESCALA)
    assert vistas == list(range(vistas[0], 0, -1))


def test_reducir_quita_charla_aunque_quede_un_fragmento(indice: Indice) -> None:
    ajustes = AjustesConsulta(8192, 400, 1, 1)
    previa = reunir(indice, larga(4), ajustes, ESCALA)
    assert (fragmentos(previa), len(turnos(previa))) == (1, 4)
    menor = reducir(indice, previa, ContextoExcedido(None, 1400), ajustes, ESCALA)
    assert menor is not None and turnos(menor) != turnos(previa)
    assert fragmentos(menor) == 1
