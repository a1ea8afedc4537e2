"""Question → what is sent: which documents, and how it is made to fit the model's window."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import pytest
from biblioteca_de_prueba import OTRA_PREGUNTA, PREGUNTA, SIN_RESPUESTA, TERCERA_PREGUNTA
from servidor_de_prueba import AMBAS

from config import Config
from siaa.armado import ajustes_consulta
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.indice import Indice
from siaa.errores import ContextoExcedido
from siaa.recorrido.hallazgo import AjustesConsulta, Preparacion, fuentes_de, repartir
from siaa.recorrido.localizacion import localizar
from siaa.recorrido.preparacion import podar_uno, reducir, reunir
from siaa.recuperacion.estrategia import ESTRATEGIAS
from siaa.recuperacion.formato import largo
from siaa.redaccion import avisos, prompt
from siaa.valores import Correccion, Mensaje, Presupuesto, TipoPregunta

ESCALA = 3.0


@pytest.fixture(params=AMBAS)
def amplios(request: pytest.FixtureRequest) -> AjustesConsulta:
    """Room for everything, with one strategy and with the other."""
    return ajustes_consulta(Config(estrategia=request.param, num_ctx=8192))


@pytest.fixture
def indice(biblioteca_chica: Path) -> Indice:
    return cargar_biblioteca(biblioteca_chica)


def charla(*textos: str) -> tuple[Mensaje, ...]:
    ultimo = len(textos) - 1
    return tuple(
        Mensaje("assistant" if (ultimo - n) % 2 else "user", t) for n, t in enumerate(textos)
    )


def larga(turnos: int, largo: int = 300) -> tuple[Mensaje, ...]:
    return charla(*(f"{n} " + "x" * largo for n in range(turnos)), TERCERA_PREGUNTA)


def ventana(amplios: AjustesConsulta, num_ctx: int) -> AjustesConsulta:
    return replace(amplios, num_ctx=num_ctx, num_predict=100)


def fragmentos(preparada: Preparacion) -> int:
    return sum(len(poda.chunks) for poda in preparada.podas)


def turnos(preparada: Preparacion) -> list[str]:
    """The first word of each earlier turn that goes along."""
    return [m.contenido.split()[0] for m in preparada.mensajes[1:-1]]


def cabe(preparada: Preparacion, ajustes: AjustesConsulta, escala: float = ESCALA) -> bool:
    limite = prompt.presupuesto(ajustes.num_ctx, ajustes.num_predict)
    return prompt.estimar_tokens(preparada.mensajes, escala) <= limite


def test_se_cuenta_lo_que_los_pasajes_dicen_de_otro_modo(tmp_path: Path) -> None:
    """What was looked up besides, and is not in them, would explain nothing."""
    (tmp_path / "retiro.md").write_text("# Personal\n\nEl despido se comunica por escrito.\n")
    (tmp_path / "salas.md").write_text("# Salas\n\nLas salas se prestan; tras el retiro, no.\n")
    catalogo = '[sinonimos]\n"echar del puesto" = ["despido", "retiro del servicio"]\n'
    (tmp_path / "catalogo.toml").write_text(catalogo)
    indice = cargar_biblioteca(tmp_path)
    lista = reunir(
        indice, charla("¿Cómo se comunica echar del puesto?"), ajustes_consulta(Config()), ESCALA
    )
    fuentes = fuentes_de(lista)
    assert [leida.leida for leida in fuentes.leidas] == ["despido"]
    assert "despido" in fuentes.palabras


# --- Which documents ------------------------------------------------------------------------


def test_localizar(indice: Indice, amplios: AjustesConsulta) -> None:
    hallazgo = localizar(indice, charla(PREGUNTA), amplios)
    assert (hallazgo.doc_especifico, hallazgo.max_docs) == (False, 2)
    assert hallazgo.ruta.documentos[0].doc == "acuerdo_vr24-101.md"
    assert hallazgo.busqueda is not None
    hallazgo = localizar(indice, charla(OTRA_PREGUNTA), amplios)
    assert len(hallazgo.ruta.documentos) <= 2 and not hallazgo.doc_especifico
    assert hallazgo.ruta.documentos[0].doc == "manual_de_prestamo.md"


def test_los_documentos_de_clasica(indice: Indice) -> None:
    clasica = ajustes_consulta(Config(estrategia="clasica"))
    assert [d.doc for d in localizar(indice, charla(PREGUNTA), clasica).ruta.documentos] == [
        "acuerdo_vr24-101.md"
    ]
    assert len(localizar(indice, charla(OTRA_PREGUNTA), clasica).ruta.documentos) == 2


def test_las_estrategias_son_las_del_ajuste() -> None:
    assert tuple(ESTRATEGIAS) == tuple(sorted(AMBAS)) and AMBAS[0] == Config().estrategia
    assert all(ajustes_consulta(Config(estrategia=e)).elegida() is ESTRATEGIAS[e] for e in AMBAS)


def test_un_presupuesto_se_reparte_por_modos() -> None:
    reparto = repartir(Config().presupuesto)
    assert (reparto.francotirador, reparto.binoculo, reparto.escopeta) == (1200, 1800, 2400)
    assert repartir(1000) == replace(Presupuesto(500, 750, 1000), piso=reparto.piso)
    assert 0 < reparto.piso < 1


def test_podar_un_solo_documento(indice: Indice, amplios: AjustesConsulta) -> None:
    """What `/siaa/fragmento` shows is what is sent when the question names the document."""
    pregunta = "¿Qué plazo da el acuerdo VR24-101?"
    preparada = reunir(indice, charla(pregunta), amplios, ESCALA)
    assert preparada.podas == (podar_uno(indice, "acuerdo_vr24-101.md", pregunta, amplios),)
    with pytest.raises(KeyError):
        podar_uno(indice, "b.md", pregunta, amplios)


def test_nombrar_un_documento_deja_uno(indice: Indice, amplios: AjustesConsulta) -> None:
    hallazgo = localizar(indice, charla("Explica el acuerdo VR25-207"), amplios)
    assert (hallazgo.doc_especifico, hallazgo.max_docs) == (True, 1)
    assert [d.doc for d in hallazgo.ruta.documentos] == ["acuerdo_vr25-207.md"]


@pytest.mark.parametrize("caben", [2, 3])
def test_nombrar_dos_documentos_envia_los_dos(indice: Indice, caben: int) -> None:
    """Also where one of them changed the other, and its texts would take the room of it."""
    amplios = ajustes_consulta(Config(max_docs_contexto=caben))
    pregunta = "Compara lo que dicen del plazo el acuerdo VR25-207 y el VR24-101"
    preparada = reunir(indice, charla(pregunta), amplios, ESCALA)
    assert preparada.hallazgo.doc_especifico and not preparada.hallazgo.ruta.correcciones
    dos = ["acuerdo_vr24-101.md", "acuerdo_vr25-207.md"]
    assert sorted(d.doc for d in preparada.hallazgo.ruta.documentos) == dos
    assert sorted(poda.doc for poda in preparada.podas) == dos
    assert largo(indice, preparada.podas) <= amplios.presupuesto.escopeta


def test_un_seguimiento_se_busca_con_lo_anterior(indice: Indice, amplios: AjustesConsulta) -> None:
    sola = localizar(indice, charla(OTRA_PREGUNTA), amplios)
    seguida = localizar(indice, charla(OTRA_PREGUNTA, "Cuatro.", "¿Y después?"), amplios)
    assert seguida.pregunta.apoyo
    assert seguida.ruta.documentos[0].doc == sola.ruta.documentos[0].doc == "manual_de_prestamo.md"


def test_lo_mal_escrito_tambien_dice_que_se_quiere(indice: Indice) -> None:
    """Said alone, or of what was asked before: «plaso» asks for a time as «plazo» does."""
    ajustes, antes = ajustes_consulta(Config()), (OTRA_PREGUNTA, "Cuatro.")
    for previos in ((), antes):
        bien, mal = (
            localizar(indice, charla(*previos, f"¿Y qué {plazo} hay para el préstamo?"), ajustes)
            for plazo in ("plazo", "plaso")
        )
        assert mal.ruta.correcciones == (Correccion("plaso", "plazo"),)
        assert mal.pregunta.intentos == bien.pregunta.intentos != ()
        assert [d.doc for d in mal.ruta.documentos] == [d.doc for d in bien.ruta.documentos]


def test_de_un_seguimiento_no_se_repite_lo_que_se_dijo_de_lo_anterior(indice: Indice) -> None:
    """What was misspelt or is not there is told of the question that says it, and still looked up.

    An answer said otherwise tells it again: it is of the same question.
    """
    ajustes = ajustes_consulta(Config())
    mala = OTRA_PREGUNTA.replace("apartada", "aparttada con zarabanda")
    sola = reunir(indice, charla(mala), ajustes, ESCALA)
    seguida = reunir(indice, charla(mala, "Así.", "¿Y después del zafarrancho?"), ajustes, ESCALA)
    repetida = reunir(indice, charla(mala, "Así.", "más corto"), ajustes, ESCALA)
    for dicho in ("aparttada", "zarabanda"):
        assert dicho in " ".join(sola.avisos) and dicho in " ".join(repetida.avisos)
        assert dicho not in " ".join(seguida.avisos) and dicho in seguida.buscado
    assert "zafarrancho" in " ".join(seguida.avisos) and "apartada" in seguida.buscado


def test_reunir_arma_todo_con_lo_mismo(indice: Indice, amplios: AjustesConsulta) -> None:
    preparada = reunir(indice, charla(PREGUNTA), amplios, ESCALA)
    hallazgo = localizar(indice, charla(PREGUNTA), amplios)
    assert preparada.hallazgo.ruta.documentos == hallazgo.ruta.documentos
    assert preparada.hallazgo.ruta.respaldo == hallazgo.ruta.respaldo
    elegidos = {d.doc for d in hallazgo.ruta.documentos}
    assert preparada.podas and {p.doc for p in preparada.podas} <= elegidos
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
    indice: Indice, amplios: AjustesConsulta, texto: str, tipo: TipoPregunta
) -> None:
    preparada = reunir(indice, charla(texto), amplios, ESCALA)
    assert preparada.hallazgo.pregunta.tipo is tipo
    assert (preparada.podas, preparada.contexto.fuentes) == ((), ())
    assert not preparada.necesita_modelo


@pytest.mark.parametrize("maximo", [1, 2])
def test_los_maximos_de_clasica_se_respetan(indice: Indice, maximo: int) -> None:
    ajustes = ajustes_consulta(
        Config(estrategia="clasica", max_docs_contexto=maximo, max_chunks_contexto=maximo)
    )
    preparada = reunir(indice, charla(TERCERA_PREGUNTA), ajustes, ESCALA)
    assert 1 <= len(preparada.podas) <= maximo
    assert all(1 <= len(p.chunks) <= maximo for p in preparada.podas)


@pytest.mark.parametrize("presupuesto", [600, 1200, 2400, 100000])
def test_el_presupuesto_de_hibrida_se_respeta(indice: Indice, presupuesto: int) -> None:
    for pregunta in (PREGUNTA, TERCERA_PREGUNTA, "¿Cuáles son las reglas del reporte RETRI?"):
        ajustes = ajustes_consulta(Config(presupuesto=presupuesto, num_ctx=65536))
        preparada = reunir(indice, charla(pregunta), ajustes, ESCALA)
        assert 0 < len(preparada.contexto.texto) <= presupuesto


def test_un_presupuesto_minimo_aun_envia_algo(indice: Indice, amplios: AjustesConsulta) -> None:
    menor = replace(amplios, presupuesto=repartir(10))
    assert fragmentos(reunir(indice, charla(PREGUNTA), menor, ESCALA)) >= 1


def test_sin_respaldo_no_se_pregunta_al_modelo(indice: Indice, amplios: AjustesConsulta) -> None:
    """Only a strategy that measures it can find that the library does not answer for enough."""
    exigente = replace(amplios, respaldo_minimo=1.0)
    pregunta = f"{PREGUNTA[:-1]} de la {SIN_RESPUESTA}?"
    preparada = reunir(indice, charla(pregunta), exigente, ESCALA)
    respaldo = preparada.hallazgo.ruta.respaldo
    assert preparada.hallazgo.ruta.documentos
    assert preparada.necesita_modelo is (respaldo is None)
    laxo = replace(amplios, respaldo_minimo=0.0)
    assert reunir(indice, charla(pregunta), laxo, ESCALA).necesita_modelo


def test_la_duda_se_dice_y_el_modelo_responde(indice: Indice, amplios: AjustesConsulta) -> None:
    dudosa = reunir(indice, charla("¿Quién vende la cinta blanca ancha?"), amplios, ESCALA)
    segura = reunir(indice, charla(PREGUNTA), amplios, ESCALA)
    if dudosa.hallazgo.ruta.respaldo is None:  # a strategy without a measure doubts nothing
        assert (dudosa.hallazgo.banda, dudosa.avisos) == (None, ())
    else:
        assert (dudosa.hallazgo.banda, segura.hallazgo.banda) == ("dudosa", "segura")
        assert avisos.DUDA in dudosa.avisos and segura.avisos == ()
    assert dudosa.necesita_modelo and segura.necesita_modelo


# --- Fitting --------------------------------------------------------------------------------


def test_lo_que_cabe_va_entero(indice: Indice, amplios: AjustesConsulta) -> None:
    preparada = reunir(indice, larga(6), amplios, ESCALA)
    assert cabe(preparada, amplios) and turnos(preparada) == list("012345")
    assert turnos(reunir(indice, larga(9), amplios, ESCALA)) == list("345678")


def test_primero_se_va_lo_mas_viejo_de_la_charla(indice: Indice, amplios: AjustesConsulta) -> None:
    entera = reunir(indice, larga(6), amplios, ESCALA)
    necesita = prompt.estimar_tokens(entera.mensajes, ESCALA) + 100 + prompt.RESERVA_TOKENS
    for falta, quedan in (
        (0, "012345"),
        (1, "12345"),
        (210, "2345"),
        (215, "345"),
        (530, "5"),
        (640, ""),
    ):
        ajustes = ventana(amplios, necesita - falta)
        preparada = reunir(indice, larga(6), ajustes, ESCALA)
        assert "".join(turnos(preparada)) == quedan and cabe(preparada, ajustes)
        assert fragmentos(preparada) == fragmentos(entera)


def test_despues_se_van_los_peores_fragmentos(indice: Indice, amplios: AjustesConsulta) -> None:
    entera = reunir(indice, charla(TERCERA_PREGUNTA), amplios, ESCALA)
    assert fragmentos(entera) >= 2
    necesita = prompt.estimar_tokens(entera.mensajes, ESCALA) + 100 + prompt.RESERVA_TOKENS
    ajustes = ventana(amplios, necesita - 1)
    preparada = reunir(indice, larga(6), ajustes, ESCALA)
    assert turnos(preparada) == [] and cabe(preparada, ajustes)
    assert fragmentos(preparada) == fragmentos(entera) - 1
    assert preparada.mensajes[-1].contenido == TERCERA_PREGUNTA


def test_un_fragmento_queda_siempre(indice: Indice, amplios: AjustesConsulta) -> None:
    preparada = reunir(indice, larga(6), ventana(amplios, 600), 1.5)
    assert fragmentos(preparada) == 1 and turnos(preparada) == []
    assert preparada.podas[0].doc == "acuerdo_vr24-101.md"
    assert not cabe(preparada, ventana(amplios, 600), 1.5)


def test_la_escala_medida_cuenta(indice: Indice, amplios: AjustesConsulta) -> None:
    ajustes = ventana(amplios, 1900)
    holgada, apretada = (reunir(indice, larga(6), ajustes, escala) for escala in (5.0, 2.0))
    assert prompt.caracteres(apretada.mensajes) < prompt.caracteres(holgada.mensajes)
    assert cabe(holgada, ajustes, 5.0) and cabe(apretada, ajustes, 2.0)


# --- Again, with less -----------------------------------------------------------------------


def test_reducir_sin_cuentas_quita_fragmentos(indice: Indice, amplios: AjustesConsulta) -> None:
    previa = reunir(indice, charla(TERCERA_PREGUNTA), amplios, ESCALA)
    menor = reducir(previa, ContextoExcedido(), ESCALA)
    # An act that was sent whole no longer is, so that more than one may go.
    assert menor is not None and 0 < fragmentos(menor) < fragmentos(previa)
    assert (menor.hallazgo, menor.conversacion) == (previa.hallazgo, previa.conversacion)
    assert prompt.caracteres(menor.mensajes) < prompt.caracteres(previa.mensajes)


def test_reducir_con_las_cuentas_del_servidor(indice: Indice, amplios: AjustesConsulta) -> None:
    """Counted at twice our estimate, the new prompt fits by the server's own measure."""
    previa = reunir(indice, larga(6), amplios, ESCALA)
    tokens = round(prompt.caracteres(previa.mensajes) / 1.5)
    menor = reducir(previa, ContextoExcedido(tokens, 3000), ESCALA)
    assert menor is not None
    assert prompt.estimar_tokens(menor.mensajes, 1.5) <= prompt.presupuesto(3000, 400)


def test_reducir_con_una_ventana_menor(indice: Indice, amplios: AjustesConsulta) -> None:
    previa = reunir(indice, larga(6), amplios, ESCALA)
    menor = reducir(previa, ContextoExcedido(None, 1500), ESCALA)
    assert menor is not None
    assert prompt.estimar_tokens(menor.mensajes, ESCALA) <= prompt.presupuesto(1500, 400)
    mayor = reducir(previa, ContextoExcedido(None, 99999), ESCALA)
    assert mayor == reducir(previa, ContextoExcedido(), ESCALA)


def test_una_ventana_absurda_deja_un_fragmento(indice: Indice, amplios: AjustesConsulta) -> None:
    previa = reunir(indice, larga(6), amplios, ESCALA)
    menor = reducir(previa, ContextoExcedido(999999, 1), ESCALA)
    assert menor is not None and fragmentos(menor) == 1 and turnos(menor) == []


def test_reducir_hasta_que_no_queda_nada_que_quitar(
    indice: Indice, amplios: AjustesConsulta
) -> None:
    preparada: Preparacion | None = reunir(indice, charla(TERCERA_PREGUNTA), amplios, ESCALA)
    vistas = []
    while preparada is not None:
        vistas.append(fragmentos(preparada))
        preparada = reducir(preparada, ContextoExcedido(), ESCALA)
    assert vistas == sorted(set(vistas), reverse=True) and len(vistas) > 2 and vistas[-1] == 1


def test_reducir_quita_charla_aunque_quede_un_fragmento(
    indice: Indice, amplios: AjustesConsulta
) -> None:
    ajustes = replace(amplios, max_docs=1, max_chunks=1, presupuesto=repartir(10))
    previa = reunir(indice, larga(4), ajustes, ESCALA)
    assert (fragmentos(previa), len(turnos(previa))) == (1, 4)
    entra = prompt.estimar_tokens(previa.mensajes, ESCALA) + ajustes.num_predict
    rechazo = ContextoExcedido(None, entra + prompt.RESERVA_TOKENS - 1)
    menor = reducir(previa, rechazo, ESCALA)
    assert menor is not None and turnos(menor) != turnos(previa)
    assert fragmentos(menor) == 1
