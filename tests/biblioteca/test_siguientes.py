"""Questions to go on with: those that the readings of what was sent answer, and no others."""

from __future__ import annotations

from pathlib import Path

from test_lecturas import OTRA, REGLA, cargar, lectura, preguntar

from siaa.biblioteca.ejemplos import SIGUIENTES, siguientes

SUYAS = [
    "¿se me dañó el carro, qué hago?",
    "¿a quién le aviso del hecho?",
    "¿quién es mi superior?",
]
AJENA = "¿dónde se guardan los expedientes?"


def lugares_de(indice: object, trozo: str) -> list[tuple[str, int, int]]:
    contenido = indice.documentos["acuerdo.md"].contenido  # type: ignore[attr-defined]
    desde = contenido.index(trozo)
    return [("acuerdo.md", desde, desde + len(trozo))]


def test_son_las_de_sus_pasajes_menos_lo_ya_preguntado(tmp_path: Path) -> None:
    indice = cargar(tmp_path, lectura(REGLA, preguntas=SUYAS), lectura(OTRA, preguntas=[AJENA]))
    assert siguientes(indice, lugares_de(indice, REGLA), "¿El carro se dañó y qué?") == (
        "¿A quién le aviso del hecho?",
        "¿Quién es mi superior?",
    )
    assert siguientes(indice, lugares_de(indice, OTRA), "") == (
        "¿Dónde se guardan los expedientes?",
    )
    assert siguientes(indice, [], "") == ()


def test_son_pocas_distintas_y_de_cada_pasaje_por_turno(tmp_path: Path) -> None:
    de_regla = ["¿cuándo aviso?", "¿Cuándo se avisa?", "¿un hecho?", "¿un funcionario?", "¿tres?"]
    indice = cargar(tmp_path, lectura(REGLA, preguntas=de_regla), lectura(OTRA, preguntas=[AJENA]))
    ambos = lugares_de(indice, REGLA) + lugares_de(indice, OTRA)
    dichas = siguientes(indice, ambos, "")
    assert dichas[:2] == ("¿Cuándo aviso?", "¿Dónde se guardan los expedientes?")
    assert len(dichas) == SIGUIENTES and "¿Cuándo se avisa?" not in dichas


def test_van_con_lo_que_se_envia_y_no_con_lo_que_no_responde(tmp_path: Path) -> None:
    indice = cargar(tmp_path, lectura(REGLA, preguntas=SUYAS))
    assert preguntar(indice, "funcionario avisará al superior").siguientes
    nada = preguntar(indice, "patacones con hogao varado en Leticia por un eclipse")
    assert nada.necesita_modelo or nada.siguientes == ()
