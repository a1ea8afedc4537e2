"""Scored units → fragments: tiers, neighbours, what is written before each, and every character.

Values are drawn, not scored, so that every order and tie can happen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import FrozenInstanceError
from itertools import groupby, pairwise

import bibliotecas_hibridas as bh
import pytest
import referencia_hibrida as ref
from hypothesis import given
from hypothesis import strategies as st

from siaa.biblioteca.indice import Indice
from siaa.recuperacion.formato import HIBRIDA, SALTO, antes_de_cada_uno, encabezado_bloque
from siaa.recuperacion.hibrida.seleccion import TRAMOS, TramoElegido, Unidad, elegir

LARGO = "Esta frase tiene justo el largo que hace falta para que no se junte con ninguna otra de su"
FRASES = [
    f"{LARGO} parte número {n} de veinte, y por eso va sola, como una unidad más." for n in range(9)
]


def unidades_de(indice: Indice, valores: Sequence[float] | None = None) -> list[Unidad]:
    """All units of a library, best first; all of the same value unless told otherwise."""
    tabla = indice.pasajes
    todas = []
    for cual, documento in enumerate(indice.documentos.values()):
        for numero in range(tabla.unidades[cual], tabla.unidades[cual + 1]):
            inicio, fin = tabla.limites[numero].tolist()
            valor = valores[numero] if valores else 1.0
            seccion = int(tabla.seccion[numero] - tabla.secciones[cual])
            todas.append(Unidad(documento, numero, numero, valor, seccion, inicio, fin))
    return sorted(todas, key=lambda u: (-u.puntaje, u.numero))


def un_documento(*parrafos: str) -> list[Unidad]:
    return unidades_de(bh.Generada({"a.md": "\n\n".join(parrafos)}).indice())


def elige(unidades: Sequence[Unidad], presupuesto: int) -> list[TramoElegido]:
    return elegir(iter(unidades), presupuesto)


def antes_de(trozos: Sequence[TramoElegido]) -> list[str]:
    """What is written before each of some fragments."""
    bloques = groupby(trozos, key=lambda trozo: trozo.mejor.documento.clave)
    titulos = ([trozo.titulo for trozo in grupo] for _, grupo in bloques)
    return [antes for bloque in titulos for antes in antes_de_cada_uno(HIBRIDA, bloque)]


def texto(trozos: Sequence[TramoElegido]) -> str:
    """What is sent, put together here once more."""
    partes: list[str] = []
    anterior = None
    for trozo, antes in zip(trozos, antes_de(trozos), strict=True):
        documento = trozo.mejor.documento
        if documento is not anterior:
            partes += (HIBRIDA.cierre if anterior else "", encabezado_bloque(documento))
        partes += (antes, documento.contenido[trozo.inicio : trozo.fin])
        anterior = documento
    return "".join((*partes, HIBRIDA.cierre))


# --- By hand --------------------------------------------------------------------------


def test_sin_unidades_no_hay_nada() -> None:
    assert elige([], 1000) == []


def test_una_cabe_siempre() -> None:
    unidades = un_documento(*FRASES)
    for presupuesto in (0, 1, 50):
        (trozo,) = elige(unidades[4:], presupuesto)
        assert (trozo.inicio, trozo.fin) == (unidades[4].inicio, unidades[4].fin)


def test_las_vecinas_de_un_tramo_van_juntas() -> None:
    unidades = un_documento(*FRASES)
    (trozo,) = elige([unidades[2], unidades[1], unidades[3]], 2000)
    assert (trozo.inicio, trozo.fin) == (unidades[1].inicio, unidades[3].fin)
    assert antes_de([trozo]) == [""]


def test_las_de_tramos_distintos_van_aparte() -> None:
    """The tier decides first, so that a neighbour does not push down a better one."""
    unidades = un_documento(*FRASES)
    orden = [unidades[n] for n in (0, 2, 4, 6, 8, 1)]
    trozos = elige(orden, 2 * TRAMOS[0])
    assert [t.inicio for t in trozos] == [u.inicio for u in orden]
    assert antes_de(trozos) == ["", *[SALTO] * 5]
    assert len(texto(trozos)) > TRAMOS[0]


def test_lo_que_sigue_a_lo_ultimo_lo_continua() -> None:
    """In the next tier too: nothing is skipped, so nothing says so."""
    unidades = un_documento(*FRASES)
    trozos = elige([unidades[n] for n in (0, 2, 4, 6, 7, 8, 5)], 2 * TRAMOS[0])
    assert [(t.inicio, t.fin) for t in trozos[:3]] == [
        (unidades[n].inicio, unidades[n].fin) for n in (0, 2, 4)
    ]
    assert (trozos[3].inicio, trozos[3].fin) == (unidades[6].inicio, unidades[8].fin)
    assert [t.unidades for t in trozos[4:]] == [(unidades[5],)], "what goes before is not joined"


def test_el_presupuesto_cuenta_cada_caracter() -> None:
    """Whatever it is, it holds; and what two units would take alone is enough for the two."""
    unidades = un_documento("# Manual", *FRASES)
    par = [unidades[0], unidades[2]]
    solas = [len(texto(elige([unidad], 0))) for unidad in par]
    cuantos = [len(elige(par, presupuesto)) for presupuesto in range(sum(solas) + 30)]
    assert cuantos == sorted(cuantos) and cuantos[-1] == 2
    assert cuantos[sum(solas) + len(SALTO) - 1] == 1
    assert len(texto(elige(par, len(cuantos)))) <= cuantos.index(2)


def test_la_linea_de_seccion() -> None:
    """The heading is told once, never the document's title, nor where the text opens with it."""
    unidades = un_documento(
        "# Manual", FRASES[0], "## Plazos del juez", FRASES[1], FRASES[2], FRASES[3],
        "ARTÍCULO 7. " + FRASES[4], FRASES[5],
    )  # fmt: skip
    orden = [unidades[n] for n in (1, 3, 4, 0)]
    assert antes_de(elige(orden, 5000)) == ["[SEC: Plazos del juez]\n", SALTO, SALTO, SALTO]
    (vuelta,) = antes_de(elige([unidades[5]], 5000))
    assert vuelta.startswith("[SEC: ARTÍCULO 7. Esta frase") and vuelta.endswith("]\n")
    assert len(vuelta) <= len("[SEC: ]\n") + 60


def test_cambiar_de_seccion_vuelve_a_decirla() -> None:
    unidades = un_documento(
        "# Manual", "## Uno", FRASES[0], "## Dos", FRASES[1], "## Tres", FRASES[2]
    )
    antes = antes_de(elige([unidades[1], unidades[0], unidades[2]], 5000))
    assert antes == ["[SEC: Dos]\n", "\n[SEC: Uno]\n", "\n[SEC: Tres]\n"]


def test_dos_secciones_nunca_se_juntan() -> None:
    unidades = un_documento("## Uno", FRASES[0], "## Dos", FRASES[1])
    assert len(elige(unidades, 5000)) == 2


def test_lo_que_hay_entre_dos_las_separa() -> None:
    """What is neither indexed nor sent must not slip in between two neighbours."""
    unidades = un_documento(FRASES[0], "<!-- nota del conversor -->", FRASES[1])
    assert len(unidades) == 2
    assert antes_de(elige(unidades, 5000)) == ["", SALTO]


def test_el_documento_que_se_envio_de_ultimo_sigue() -> None:
    """Its name need not be said again; the rest keeps its order."""
    indice = bh.Generada(dict.fromkeys(("a.md", "b.md"), "\n\n".join(FRASES))).indice()
    primeras, segundas = unidades_de(indice)[:9], unidades_de(indice)[9:]
    orden = [primeras[0], segundas[0], primeras[2], segundas[2]]
    nombres = [t.mejor.documento.clave for t in elige(orden, 799)]
    assert nombres == ["a.md", "a.md", "b.md", "b.md"]
    orden = [primeras[0], segundas[0], segundas[2], primeras[2], primeras[4], segundas[4]]
    nombres = [t.mejor.documento.clave for t in elige(orden, 5000)]
    assert nombres == ["a.md", "a.md", "b.md", "b.md", "b.md", "a.md"]


def test_el_blanco_entre_vecinas_tambien_cuenta() -> None:
    unidades = unidades_de(bh.Generada({"a.md": ("\n" * 300).join(FRASES[:3])}).indice())
    assert len(unidades) == 3
    assert len(texto(elige(unidades, 799))) <= 799


def test_nada_cambia_despues() -> None:
    (trozo,) = elige(un_documento(FRASES[0]), 500)
    for valor, campo in ((trozo, "titulo"), (trozo.mejor, "puntaje")):
        with pytest.raises(FrozenInstanceError):
            setattr(valor, campo, 0)


# --- Against the reference ----------------------------------------------------------------


@bh.ajustes(60)
@given(bh.bibliotecas(), st.data())
def test_elegir_como_la_referencia(generada: bh.Generada, datos: st.DataObject) -> None:
    indice = generada.indice()
    lenta = ref.leer(indice)
    cuantas = len(lenta.unidades)
    alcance = st.sampled_from((1.0, 1.5, 2.0, 3.0, 0.5))
    valores = datos.draw(st.lists(alcance, min_size=cuantas, max_size=cuantas))
    elegibles = unidades_de(indice, valores)[: datos.draw(st.integers(0, cuantas))]
    for presupuesto in (0, 350, 799, 801, 1650, 2500, 6000):
        trozos = elige(elegibles, presupuesto)
        piezas = ref.elegir(
            lenta,
            [lenta.unidades[u.numero] for u in elegibles],
            dict(enumerate(valores)),
            presupuesto,
        )
        assert [(t.mejor.numero, t.inicio, t.fin) for t in trozos] == [
            (p.mejor.numero, p.inicio, p.fin) for p in piezas
        ]
        assert antes_de(trozos) == [p.antes for p in piezas]
        verificar(trozos, elegibles, presupuesto)


def verificar(trozos: Sequence[TramoElegido], unidades: Sequence[Unidad], presupuesto: int) -> None:
    """Nothing twice, nothing that was not offered, nothing beyond the budget."""
    if not trozos:
        assert not unidades
        return
    piezas = [_como_pieza(*par) for par in zip(trozos, antes_de(trozos), strict=True)]
    assert texto(trozos) == ref.escribir(piezas)
    tramos = [(t.mejor.documento.clave, t.inicio, t.fin) for t in trozos]
    ofrecidas = {(u.documento.clave, u.inicio): u for u in unidades}
    for clave, inicio, fin in tramos:
        assert (clave, inicio) in ofrecidas
        assert any(u.documento.clave == clave and u.fin == fin for u in unidades)
    for (clave, inicio, fin), (otra, desde, _) in pairwise(sorted(tramos)):
        assert clave != otra or (inicio < fin <= desde)
    sola = len(trozos) == 1 and trozos[0].fin == trozos[0].mejor.fin
    assert len(texto(trozos)) <= presupuesto or (
        sola and trozos[0].inicio == trozos[0].mejor.inicio
    )


def _como_pieza(trozo: TramoElegido, antes: str) -> ref.Pieza:
    extremos = [
        ref.Unidad(0, 0, lugar, otro, 0, 0, 0)
        for lugar, otro in ((trozo.inicio, trozo.inicio), (trozo.fin, trozo.fin))
    ]
    return ref.Pieza(trozo.mejor.documento, extremos, extremos[0], antes)
