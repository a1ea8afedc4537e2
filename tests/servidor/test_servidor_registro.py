"""The record over HTTP: what an administrator reads, and what people say of an answer."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from conftest import Fabrica
from paciencia import esperar
from registro_de_prueba import (
    asiento_de_prueba,
    guardado_todo,
    identificador,
    ocupado_por_otro,
    valoracion_de_prueba,
)
from servidor_de_prueba import Respuesta, ServidorDePrueba, con_consulta
from verificaciones import en_español, verificar_error

from siaa.servicio.registro.asiento import Asiento
from siaa.servicio.registro.registro import Registro
from siaa.web.registro.rutas import ENCABEZADOS

HOY = datetime.now(UTC).replace(microsecond=0)
PREGUNTAS = (
    {"pregunta": "¿Cuándo vence el plazo?", "alerta": None},
    {"pregunta": "=HYPERLINK(1)", "alerta": "SIN_CONTEXTO", "motivo": "sin_documentos"},
    {"pregunta": "línea\nuna\x1b[31m; «dos»", "modo": "extractivo", "documentos": ("otra.md",)},
    {"pregunta": "Ñandú", "momento": HOY - timedelta(days=3), "tiempos": {"total_s": 99.5}},
)


def registro_de(siaa: ServidorDePrueba) -> Registro:
    registro: Registro = siaa.app.extensions["siaa"].registro
    return registro


@pytest.fixture(scope="module")
def anotado(siaa: ServidorDePrueba) -> Iterator[ServidorDePrueba]:
    """A server that has answered the questions above, the first of them last."""
    for numero, campos in enumerate(PREGUNTAS):
        momento = {"momento": HOY - timedelta(minutes=numero)}
        registro_de(siaa).anotar(asiento_de_prueba(numero, **momento | campos))
    assert guardado_todo(registro_de(siaa))
    yield siaa


def numeros(respuesta: Respuesta) -> list[int]:
    assert respuesta.estado == 200, respuesta.cuerpo
    return [int(p["id"], 16) for p in respuesta.json["preguntas"]]


def test_cada_pregunta_con_todo_lo_suyo(anotado: ServidorDePrueba) -> None:
    datos = anotado.obtener("/siaa/log").json
    assert (datos["total"], datos["pagina"], datos["por_pagina"], datos["paginas"]) == (4, 1, 50, 1)
    primera = datos["preguntas"][0]
    assert set(primera) == set(Asiento.__dataclass_fields__) | {"valoracion"}
    assert primera["momento"] == HOY.isoformat()
    assert primera["chunks"] == ["acuerdo.md#0", "acuerdo.md#3"]
    assert primera["tiempos"]["total_s"] == 12.345
    assert primera["valoracion"] is None
    assert primera["pasajes"][0]["huella"] == "1f0ac32b"
    assert [frase["estado"] for frase in primera["frases"]] == ["respaldada", "discrepa"]
    assert datos["resumen"]["por_frase"] == {"discrepa": 4, "respaldada": 4}


def test_el_resumen_es_de_todo_lo_filtrado_y_no_de_la_pagina(anotado: ServidorDePrueba) -> None:
    resumen = anotado.obtener("/siaa/log", por_pagina="1").json["resumen"]
    assert resumen["por_alerta"] == {"SIN_CONTEXTO": 1}
    assert resumen["total_s"] == {"mediana": 12.345, "p95": 99.5}
    assert resumen["cola_s"] == {"mediana": 0.5, "p95": 0.5}
    assert resumen["lentas"][0]["id"] == identificador(3)
    assert [p["pregunta"] for p in resumen["sin_respuesta"]] == ["=HYPERLINK(1)"]


@pytest.mark.parametrize(
    ("filtro", "esperadas"),
    [
        ({"q": "PLAZO"}, [0]),
        ({"q": "cuando"}, [0]),
        ({"q": "ñandu"}, [3]),
        ({"alerta": "SIN_CONTEXTO"}, [1]),
        ({"motivo": "sin_documentos"}, [1]),
        ({"modo": "extractivo"}, [2]),
        ({"tipo": "saludo"}, []),
        ({"doc": "OTRA.md"}, [2]),
        ({"doc": "  otra.md "}, [2]),
        ({"doc": "otra"}, []),
        ({"hasta": (HOY - timedelta(days=2)).isoformat()[:19] + "Z"}, [3]),
        ({"desde": (HOY - timedelta(seconds=30)).isoformat()}, [0]),
        ({"desde": "2000-01-01", "hasta": "2000-01-02"}, []),
        ({"por_pagina": "3"}, [0, 1, 2]),
        ({"por_pagina": "3", "pagina": "2"}, [3]),
        ({"pagina": "1000000"}, []),
        ({"q": " ", "tipo": ""}, [0, 1, 2, 3]),
    ],
)
def test_filtros(anotado: ServidorDePrueba, filtro: dict[str, str], esperadas: list[int]) -> None:
    assert numeros(anotado.obtener("/siaa/log", **filtro)) == esperadas


def test_un_dia_que_cierra_termina_con_el(anotado: ServidorDePrueba) -> None:
    dia = HOY.astimezone().date().isoformat()
    assert 0 in numeros(anotado.obtener("/siaa/log", desde=dia, hasta=dia))


@pytest.mark.parametrize(
    ("parametro", "valor"),
    [
        ("desde", "ayer"),
        ("desde", "0001-01-01T00:00:00+23:00"),
        ("hasta", "9999-12-31"),
        ("hasta", "2026-02-30"),
        ("tipo", "raro"),
        ("modo", "MODELO"),
        ("motivo", "porque sí"),
        ("alerta", "sin_contexto"),
        ("pagina", "0"),
        ("pagina", "-1"),
        ("pagina", "²"),
        ("pagina", "9" * 5000),
        ("por_pagina", "501"),
        ("formato", "xml"),
        ("deste", "2026-01-01"),
    ],
)
def test_un_parametro_que_no_sirve_se_nombra(
    anotado: ServidorDePrueba, parametro: str, valor: str
) -> None:
    error = verificar_error(
        anotado.obtener("/siaa/log", **{parametro: valor}), 400, "peticion_invalida"
    )
    assert f"«{parametro}»" in error["mensaje"]
    assert error["detalle"] == {"campo": parametro}


def test_csv_para_una_hoja_de_calculo(anotado: ServidorDePrueba) -> None:
    respuesta = anotado.obtener("/siaa/log", formato="csv")
    assert respuesta.cabeceras["content-type"] == "text/csv; charset=utf-8"
    assert "attachment" in respuesta.cabeceras["content-disposition"]
    assert respuesta.cuerpo.startswith("\ufeff".encode())
    texto = io.StringIO(respuesta.texto.removeprefix("\ufeff"), newline="")
    filas = list(csv.DictReader(texto, delimiter=";"))
    assert tuple(filas[0]) == ENCABEZADOS
    assert set(Asiento.__dataclass_fields__) - set(ENCABEZADOS) == {"tiempos", "pasajes", "frases"}
    assert [fila["pregunta"] for fila in filas] == [
        "¿Cuándo vence el plazo?",
        "'=HYPERLINK(1)",
        "línea\nuna [31m; «dos»",
        "Ñandú",
    ]
    assert filas[0]["total_s"] == "12,345"
    assert filas[0]["chunks"] == "acuerdo.md#0 | acuerdo.md#3"
    assert filas[0]["completa"] == "sí"
    estados = ("respaldada", "discrepa", "sin_respaldo")
    assert [filas[0][f"frases_{estado}"] for estado in estados] == ["1", "1", "0"]
    assert filas[0]["momento"] == HOY.astimezone().strftime("%Y-%m-%d %H:%M:%S")
    for fila in filas:
        assert not [celda for celda in fila.values() if celda.startswith(("=", "+", "-", "@"))]


def test_una_linea_por_pregunta(anotado: ServidorDePrueba) -> None:
    respuesta = anotado.obtener("/siaa/log", formato="texto")
    assert respuesta.cabeceras["content-type"] == "text/plain; charset=utf-8"
    lineas = respuesta.texto.splitlines()
    assert len(lineas) == 4
    assert lineas[0].startswith(HOY.astimezone().strftime("%Y-%m-%d %H:%M:%S"))
    hecha = "12,3 s · redactada por el modelo, entera · «¿Cuándo vence el plazo?» → acuerdo.md · 1"
    assert hecha in lineas[0]
    assert "No se encontró nada: falta un documento o una palabra clave · «=HYP" in lineas[1]
    assert "· pasajes sin explicación, entera ·" in lineas[2]
    assert "· 1 min 40 s ·" in lineas[3]
    assert "«línea una [31m; «dos»»" in lineas[2]


def test_las_paginas_valen_tambien_para_csv_y_texto(anotado: ServidorDePrueba) -> None:
    respuesta = anotado.obtener("/siaa/log", formato="texto", por_pagina="3", pagina="2")
    assert [linea.split("«")[1][:5] for linea in respuesta.texto.splitlines()] == ["Ñandú"]


def test_sin_pagina_el_csv_trae_todo(servidor: Fabrica) -> None:
    siaa = servidor()
    for numero in range(701):
        registro_de(siaa).anotar(asiento_de_prueba(numero))
    assert guardado_todo(registro_de(siaa))
    assert len(siaa.obtener("/siaa/log", formato="texto").texto.splitlines()) == 701
    filas = csv.DictReader(io.StringIO(siaa.obtener("/siaa/log", formato="csv").texto))
    assert len(list(filas)) == 701


def test_una_pregunta_danada_no_esconde_las_demas(servidor: Fabrica) -> None:
    """Bytes that are no text, and a number that no JSON can hold."""
    siaa = servidor()
    for numero in range(3):
        registro_de(siaa).anotar(asiento_de_prueba(numero))
        registro_de(siaa).valorar(valoracion_de_prueba(numero))
    assert guardado_todo(registro_de(siaa))
    with closing(sqlite3.connect(siaa.config.datos / "registro.sqlite3")) as conexion, conexion:
        conexion.execute(
            "UPDATE preguntas SET pregunta = CAST(? AS TEXT), tiempos = ?, modo = ? WHERE n = 2",
            (b"\xbfCu\xe1l?", '{"total_s": 1e999}', "de_otra_version"),
        )
    respuesta = siaa.obtener("/siaa/log")
    datos = json.loads(respuesta.cuerpo, parse_constant=pytest.fail)
    assert [p["pregunta"] for p in datos["preguntas"]][1] == "�Cu�l?"
    assert datos["preguntas"][1]["tiempos"] == {"total_s": None}
    assert datos["resumen"]["total_s"] == {"mediana": 12.345, "p95": 12.345}
    assert siaa.obtener("/siaa/log", q="plazo").json["total"] == 2
    assert siaa.obtener("/siaa/valoraciones").json["total"] == 3
    for formato in ("csv", "texto"):
        assert "�Cu�l?" in siaa.obtener("/siaa/log", formato=formato).texto


# --- Ratings --------------------------------------------------------------------------------------


def test_valorar_una_respuesta_y_verlo(servidor: Fabrica) -> None:
    siaa = servidor()
    registro_de(siaa).anotar(asiento_de_prueba(7))
    cuerpo: dict[str, Any] = {
        "id": f"chatcmpl-{identificador(7)}",
        "voto": "no",
        "razon": "otro_documento",
        "comentario": "Está en el ¡otro!",
        "documento": "ACUERDO_VR24-101_REPORTE.md",
    }
    documentos = siaa.obtener("/siaa/enrutar", q="reporte RETRI").json["docs_encontrados"]
    cuerpo["documento"] = documentos[0]["doc"].upper()
    respuesta = siaa.publicar("/siaa/valoracion", cuerpo)
    assert respuesta.estado == 200, respuesta.cuerpo
    dicho = respuesta.json
    assert dicho.pop("momento")
    esperado = cuerpo | {"id": identificador(7), "documento": documentos[0]["doc"]}
    esperado["atendida"] = None
    assert dicho == esperado
    assert guardado_todo(registro_de(siaa))
    (valorada,) = siaa.obtener("/siaa/valoraciones").json["valoraciones"]
    assert valorada.items() >= esperado.items()
    assert valorada["pregunta"] == "¿Cuál es el plazo?"
    assert valorada["documentos"] == ["acuerdo.md"]
    assert siaa.obtener("/siaa/log").json["preguntas"][0]["valoracion"]["voto"] == "no"

    assert siaa.publicar("/siaa/valoracion", {"id": identificador(7), "voto": "si"}).estado == 200
    assert guardado_todo(registro_de(siaa))
    datos = siaa.obtener("/siaa/valoraciones").json
    assert (datos["total"], datos["paginas"]) == (1, 1)
    assert (
        datos["valoraciones"][0].items()
        >= {
            "voto": "si",
            "razon": None,
            "comentario": "",
            "documento": None,
        }.items()
    )
    assert siaa.obtener("/siaa/valoraciones", voto="no").json["total"] == 0


def test_valorar_antes_de_que_se_escriba_la_pregunta(servidor: Fabrica) -> None:
    siaa = servidor()
    assert siaa.obtener("/siaa/log").json["total"] == 0
    with ocupado_por_otro(siaa.config.datos / "registro.sqlite3"):
        registro_de(siaa).anotar(asiento_de_prueba(1))
        assert registro_de(siaa).estado().pendientes == 1
        valoracion = {"id": identificador(1), "voto": "si"}
        assert siaa.publicar("/siaa/valoracion", valoracion).estado == 200
        otra = siaa.publicar("/siaa/valoracion", valoracion | {"id": identificador(2)})
        verificar_error(otra, 404, "pregunta_desconocida")
        assert siaa.obtener("/siaa/log").json["total"] == 0
    assert guardado_todo(registro_de(siaa))
    assert siaa.obtener("/siaa/valoraciones").json["total"] == 1


@pytest.mark.parametrize(
    ("cambio", "que"),
    [
        ({"id": ""}, "algo: no puede estar vacío"),
        ({"id": None}, "un texto"),
        ({"id": "x" * 101}, "hasta 100 caracteres"),
        ({"voto": "sí"}, "uno de estos valores: 'si' o 'no'"),
        ({"voto": True}, "uno de estos valores: 'si' o 'no'"),
        ({"voto": ["si"]}, "uno de estos valores: 'si' o 'no'"),
        ({"razon": "fea"}, "uno de estos valores: 'incorrecta', 'incompleta' o 'otro_documento'"),
        ({"comentario": "x" * 2001}, "hasta 2000 caracteres"),
        ({"comentario": None}, "un texto"),
        ({"documento": ""}, "algo: no puede estar vacío"),
        ({"documento": 7}, "un texto"),
    ],
)
def test_una_valoracion_mal_hecha(
    anotado: ServidorDePrueba, cambio: dict[str, Any], que: str
) -> None:
    (campo,), cuerpo = cambio, {"id": identificador(0), "voto": "si"} | cambio
    error = verificar_error(anotado.publicar("/siaa/valoracion", cuerpo), 400, "peticion_invalida")
    assert error["mensaje"] == f"El campo «{campo}» no sirve: escriba {que}."
    assert error["detalle"] == {"campo": campo}


@pytest.mark.parametrize("falta", ["id", "voto"])
def test_lo_que_no_puede_faltar(anotado: ServidorDePrueba, falta: str) -> None:
    cuerpo = {"id": identificador(0), "voto": "si"}
    del cuerpo[falta]
    error = verificar_error(anotado.publicar("/siaa/valoracion", cuerpo), 400)
    assert error["detalle"] == {"campo": falta}


@pytest.mark.parametrize("cuerpo", [b"", b"[1]", b"{", b"\xff", b"[" * 5000])
def test_un_cuerpo_que_no_es_un_objeto(anotado: ServidorDePrueba, cuerpo: bytes) -> None:
    verificar_error(anotado.publicar("/siaa/valoracion", cuerpo), 400, "peticion_invalida")


def test_un_cuerpo_que_no_se_declara_json(anotado: ServidorDePrueba) -> None:
    cuerpo = json.dumps({"id": identificador(0), "voto": "si"}).encode()
    verificar_error(anotado.pedir("POST", "/siaa/valoracion", cuerpo), 415, "tipo_no_admitido")


def test_un_documento_que_no_existe_trae_los_parecidos(anotado: ServidorDePrueba) -> None:
    todos = anotado.obtener("/siaa/enrutar", q="reporte RETRI").json["docs_encontrados"]
    casi = todos[0]["doc"][:-4]
    cuerpo = {"id": identificador(0), "voto": "no", "documento": casi}
    error = verificar_error(
        anotado.publicar("/siaa/valoracion", cuerpo), 404, "documento_desconocido"
    )
    assert todos[0]["doc"] in error["detalle"]["parecidos"]


def test_media_pareja_en_un_comentario_no_estorba(servidor: Fabrica) -> None:
    siaa = servidor()
    registro_de(siaa).anotar(asiento_de_prueba(1))
    cuerpo = {"id": identificador(1), "voto": "no", "comentario": "mal \ud83d"}
    assert siaa.publicar("/siaa/valoracion", cuerpo).json["comentario"] == "mal \ufffd"
    assert guardado_todo(registro_de(siaa))
    assert siaa.obtener("/siaa/valoraciones").json["total"] == 1


# --- Access, switches and state -------------------------------------------------------------------


@pytest.mark.parametrize("ruta", ["/siaa/log", "/siaa/valoraciones"])
def test_solo_el_administrador_lee(anotado: ServidorDePrueba, ruta: str) -> None:
    reenviada = anotado.pedir("GET", ruta, cabeceras={"X-Forwarded-For": "10.0.0.9"})
    verificar_error(reenviada, 403, "no_autorizado")


def test_sin_textos(servidor: Fabrica) -> None:
    siaa = servidor(registro="sin_textos")
    registro_de(siaa).anotar(asiento_de_prueba(1))
    cuerpo = {"id": identificador(1), "voto": "no", "comentario": "nadie debe leerlo"}
    assert siaa.publicar("/siaa/valoracion", cuerpo).json["comentario"] == ""
    assert guardado_todo(registro_de(siaa))
    (pregunta,) = siaa.obtener("/siaa/log").json["preguntas"]
    assert (pregunta["pregunta"], pregunta["respuesta"]) == ("", "")
    assert pregunta["valoracion"]["comentario"] == ""
    assert pregunta["documentos"] == ["acuerdo.md"]


def test_apagado(servidor: Fabrica) -> None:
    siaa = servidor(registro="no")
    registro_de(siaa).anotar(asiento_de_prueba(1))
    for ruta in ("/siaa/log", "/siaa/log?formato=csv", "/siaa/valoraciones"):
        verificar_error(siaa.obtener(ruta), 404, "registro_apagado")
    cuerpo = {"id": identificador(1), "voto": "no"}
    verificar_error(siaa.publicar("/siaa/valoracion", cuerpo), 404, "registro_apagado")
    assert siaa.obtener("/siaa/status").json["registro"]["activo"] is False
    assert not list(siaa.config.datos.glob("registro*"))


def test_los_limites_son_los_de_los_ajustes(servidor: Fabrica) -> None:
    siaa = servidor(registro_filas=2, registro_dias=5)
    viejo = asiento_de_prueba(9, momento=HOY - timedelta(days=6))
    for asiento in (viejo, *map(asiento_de_prueba, range(4))):
        registro_de(siaa).anotar(asiento)
    assert guardado_todo(registro_de(siaa))
    assert numeros(siaa.obtener("/siaa/log")) == [3, 2]


def test_el_estado_dice_como_esta_y_que_hacer(servidor: Fabrica) -> None:
    siaa = servidor()
    for numero in range(300):
        registro_de(siaa).anotar(asiento_de_prueba(numero, respuesta="x" * 2000))
    assert guardado_todo(registro_de(siaa))
    assert siaa.obtener("/siaa/status").json["registro"]["problema"] is None
    for archivo in siaa.config.datos.glob("registro.sqlite3*"):
        if not archivo.name.endswith("-shm"):
            archivo.write_bytes(b"basura" * 100_000)
    verificar_error(siaa.obtener("/siaa/log"), 503, "registro_no_disponible")
    assert esperar(lambda: registro_de(siaa).estado().problema is not None)
    estado = siaa.obtener("/siaa/status").json
    assert set(estado["registro"]) == {"activo", "filas", "pendientes", "perdidas", "problema"}
    en_español(estado["registro"]["problema"])
    assert estado["registro"]["problema"] in estado["avisos"]
    registro_de(siaa).anotar(asiento_de_prueba(1000))
    assert guardado_todo(registro_de(siaa))
    assert numeros(siaa.obtener("/siaa/log")) == [1000]


def test_lo_pendiente_se_escribe_al_parar(servidor: Fabrica) -> None:
    siaa = servidor()
    registro_de(siaa).anotar(asiento_de_prueba(1))
    registro_de(siaa).valorar(valoracion_de_prueba(1))
    siaa.parar()
    estado = registro_de(siaa).estado()
    assert (estado.filas, estado.pendientes, estado.perdidas) == (1, 0, 0)


def test_una_pregunta_del_chat_se_anota_y_se_puede_valorar(servidor: Fabrica) -> None:
    siaa = servidor()
    charla = siaa.charlar("¿Cuál es el plazo para presentar el reporte RETRI?")
    cual = charla.marcos[0].datos["id"]  # type: ignore[index]
    assert siaa.publicar("/siaa/valoracion", {"id": cual, "voto": "si"}).estado == 200
    assert guardado_todo(registro_de(siaa))
    (pregunta,) = siaa.obtener("/siaa/log").json["preguntas"]
    assert pregunta["respuesta"] == charla.contenido
    assert pregunta["motivo"] == charla.fin["motivo"]
    assert cual == f"chatcmpl-{pregunta['id']}"
    assert siaa.obtener(con_consulta("/siaa/log", q="reporte retri")).json["total"] == 1
