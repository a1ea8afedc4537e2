"""Readings: where they stand, what they find, and that they are never sent."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

import config
from siaa import armado
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lecturas import interpretar_lecturas
from siaa.recorrido.hallazgo import Preparacion
from siaa.recorrido.preparacion import reunir
from siaa.valores import Mensaje

REGLA = "El funcionario avisará al superior dentro de los tres días siguientes al hecho."
OTRA = "Los expedientes se guardan en orden de radicación y nadie los saca de la sede."
TEXTO = f"# Acuerdo 7\n\n## Artículo 1. Aviso\n\n{REGLA}\n\n## Artículo 2. Archivo\n\n{OTRA}\n"
PREGUNTA = "¿Se me dañó el carro, qué hago?"


def lectura(trozo: str, contenido: str = TEXTO, **cambios: Any) -> dict[str, Any]:
    desde = contenido.index(trozo)
    return {
        "documento": "acuerdo.md",
        "desde": desde,
        "hasta": desde + len(trozo),
        "comienzo": trozo[:60],
        "huella": hashlib.sha256(trozo.encode()).hexdigest()[:16],
        "preguntas": [PREGUNTA],
        "palabras": ["varado"],
        "modelo": "grabado",
    } | cambios


def cargar(carpeta: Path, *lecturas: Any, contenido: str = TEXTO) -> Indice:
    (carpeta / "lecturas").mkdir(exist_ok=True)
    (carpeta / "acuerdo.md").write_text(contenido, encoding="utf-8")
    lineas = [una if isinstance(una, str) else json.dumps(una) for una in lecturas]
    (carpeta / "lecturas" / "grabadas.jsonl").write_text("\n".join(lineas), encoding="utf-8")
    return cargar_biblioteca(carpeta)


def preguntar(indice: Indice, pregunta: str) -> Preparacion:
    ajustes = armado.ajustes_consulta(config.cargar_config({}))
    return reunir(indice, (Mensaje("user", pregunta),), ajustes, 3.0)


def test_una_lectura_encuentra_lo_que_el_texto_no_dice(tmp_path: Path) -> None:
    sin = preguntar(cargar(tmp_path), "carro dañado")
    con = preguntar(cargar(tmp_path, lectura(REGLA)), "carro dañado")
    assert not sin.hallazgo.ruta.documentos and con.hallazgo.ruta.documentos
    assert REGLA in con.contexto.texto


@pytest.mark.parametrize("pregunta", [PREGUNTA, "varado"])
def test_lo_leido_no_se_envia_ni_se_cita(tmp_path: Path, pregunta: str) -> None:
    contexto = preguntar(cargar(tmp_path, lectura(REGLA)), pregunta).contexto
    assert REGLA in contexto.texto
    assert "carro" not in contexto.texto and "varado" not in contexto.texto


@pytest.mark.parametrize("cual", [0, 1])
def test_lo_que_se_pregunta_de_un_trecho_dice_de_que_trata(tmp_path: Path, cual: int) -> None:
    """Of two stretches that hold a time, the one goes first that is asked when about."""
    trechos = [f"El vivero {nombre} riega dentro de los tres días." for nombre in ("norte", "sur")]
    contenido = f"# Acuerdo 7\n\n## Artículo 1\n\n{trechos[0]}\n\n## Artículo 2\n\n{trechos[1]}\n"
    preguntas = ["¿quién riega el vivero?", "¿cuándo riega el vivero?"]
    leidas = [
        lectura(trecho, contenido, preguntas=[preguntas[n == cual]])
        for n, trecho in enumerate(trechos)
    ]
    indice = cargar(tmp_path, *leidas, contenido=contenido)
    contexto = preguntar(indice, "¿Cada cuánto se riega el vivero?").contexto
    assert trechos[cual] in contexto.fragmento(contexto.fuentes[0])


def test_una_pregunta_es_de_los_pasajes_que_mas_dicen_de_ella(tmp_path: Path) -> None:
    """Of those of its stretch: one that no word tells apart is of all."""
    preguntas = ["¿cuándo se avisa al superior?", "¿dónde se guardan los expedientes?", PREGUNTA]
    trecho = TEXTO[TEXTO.index(REGLA) :]
    indice = cargar(tmp_path, lectura(trecho, preguntas=preguntas))
    regla, otra = sorted(indice.lecturas.preguntas.items())
    assert [regla[1], otra[1]] == [(preguntas[0], PREGUNTA), (preguntas[1], PREGUNTA)]


def test_una_lectura_sigue_a_su_texto(tmp_path: Path) -> None:
    movido = TEXTO.replace("# Acuerdo 7\n", "# Acuerdo 7\n\nPor el cual se ordena el archivo.\n")
    indice = cargar(tmp_path, lectura(REGLA), contenido=movido)
    assert indice.avisos == ()
    assert REGLA in preguntar(indice, "varado").contexto.texto


@pytest.mark.parametrize(
    ("cambios", "contenido"),
    [
        ({}, TEXTO.replace("tres días", "cinco días")),
        ({"huella": "0" * 16}, TEXTO),
        ({"desde": -5, "hasta": -5 + len(REGLA), "comienzo": "x" * 60}, TEXTO),
    ],
)
def test_la_que_ya_no_corresponde_se_dice_y_no_se_usa(
    tmp_path: Path, cambios: dict[str, Any], contenido: str
) -> None:
    indice = cargar(tmp_path, lectura(REGLA, **cambios), contenido=contenido)
    assert indice.avisos == (
        "Una lectura ya no corresponde a su texto y no se usa: vuelva a hacerla.",
    )
    assert not preguntar(indice, "varado").hallazgo.ruta.documentos


def test_las_lecturas_van_con_el_documento_que_cambia_de_nombre(tmp_path: Path) -> None:
    """By whoever's hand; and those of one that was withdrawn wait for it, and nobody is told."""
    indice = cargar(tmp_path, lectura(REGLA, documento="antes.md"))
    assert indice.avisos == () and REGLA in preguntar(indice, "varado").contexto.texto
    propia = lectura(REGLA) | {"palabras": ["otro"]}
    indice = cargar(tmp_path, lectura(REGLA, documento="antes.md"), propia)
    assert indice.avisos == () and not preguntar(indice, "varado").hallazgo.ruta.documentos
    indice = cargar(
        tmp_path, lectura(REGLA, documento="antes.md"), contenido=TEXTO.replace("tres", "diez")
    )
    assert indice.avisos == () and not preguntar(indice, "varado").hallazgo.ruta.documentos


def test_lo_que_no_es_una_lectura_no_es_de_nadie() -> None:
    buena = lectura(REGLA)
    malas = [
        json.dumps(buena)[:-20],
        "[]",
        "7",
        json.dumps(buena | {"preguntas": "una"}),
        json.dumps(buena | {"palabras": [1]}),
        json.dumps(buena | {"desde": None}),
        json.dumps(buena | {"comienzo": REGLA[:59]}),
        json.dumps(buena | {"comienzo": "", "hasta": buena["desde"]}),
        json.dumps({k: v for k, v in buena.items() if k != "huella"}),
    ]
    assert interpretar_lecturas("\n".join(malas)) == ()
    assert len(interpretar_lecturas("\n".join([*malas, "", json.dumps(buena)]))) == 1


def test_las_lecturas_cuentan_en_la_huella(tmp_path: Path) -> None:
    sin = cargar(tmp_path)
    assert sin.huella != cargar(tmp_path, lectura(REGLA)).huella
    assert sin.huella == cargar(tmp_path).huella


def test_una_lectura_habla_por_lo_que_dice_algo_y_no_por_las_firmas(tmp_path: Path) -> None:
    firmado = f"{TEXTO}\n### Carlos Lleras Restrepo.\n\n### El Ministro de Hacienda.\n"
    trozo = firmado[firmado.index(OTRA) :]
    indice = cargar(tmp_path, lectura(trozo, firmado), contenido=firmado)
    (documento,) = indice.documentos.values()
    dicen = [documento.sano(*indice.pasajes.limites[p].tolist()) for p in indice.lecturas.preguntas]
    assert len(dicen) == 1 and OTRA in dicen[0] and "Lleras" not in dicen[0]
