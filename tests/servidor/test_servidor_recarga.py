"""`POST /siaa/recargar`, who may call it, and a storm of reloads under questions: no answer is
ever mixed.
"""

from __future__ import annotations

import http.client
import itertools
import json
import shutil
import threading
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from biblioteca_de_prueba import CLAVES, OTRA_PREGUNTA, PREGUNTA, escribir_biblioteca
from guiones import a_la_espera
from ollama_de_prueba import OllamaDePrueba
from paciencia import PACIENCIA_S
from servidor_de_prueba import Respuesta, ServidorDePrueba, con_consulta
from verificaciones import (
    como_json,
    verificar_buena,
    verificar_error,
)

Fabrica = Callable[..., ServidorDePrueba]
RECARGAS = 120
LECTORES = 8


def test_recargar_dice_que_cambio(servidor: Fabrica, biblioteca_chica: Path) -> None:
    siaa = servidor()
    huella = siaa.obtener("/siaa/status").json["huella"]
    (biblioteca_chica / "normativa" / "nuevo.md").write_text(
        "El trapiche abre los jueves.\n", encoding="utf-8"
    )
    (biblioteca_chica / "circular_horarios.txt").unlink()
    guia = biblioteca_chica / "manuales" / "guia_sala_de_escucha.md"
    guia.write_text("# Guía\n\nLa sala se mudó al trapiche.\n", encoding="utf-8")
    recargado = siaa.pedir("POST", "/siaa/recargar")
    assert recargado.estado == 200
    dicho = como_json(recargado.json)
    for clave in ("nuevo.md", "circular_horarios.txt", "guia_sala_de_escucha.md"):
        assert clave in dicho
    assert "manual_de_prestamo.md" not in dicho
    estado = siaa.obtener("/siaa/status").json
    assert estado["total_documentos"] == len(CLAVES) and estado["huella"] != huella
    assert estado["colecciones"] == {"manuales": 3, "normativa": 3}
    assert {f["doc"] for f in siaa.charlar("¿Cuándo abre el trapiche?").fuentes} >= {"nuevo.md"}


def test_recargar_sin_cambios_deja_la_huella(servidor: Fabrica) -> None:
    siaa = servidor()
    antes = siaa.obtener("/siaa/status").json
    assert ".md" not in como_json(siaa.pedir("POST", "/siaa/recargar").json)
    despues = siaa.obtener("/siaa/status").json
    assert despues["huella"] == antes["huella"] and despues["cargado_en"] != antes["cargado_en"]


def test_la_huella_no_depende_de_la_carpeta(servidor: Fabrica, tmp_path: Path) -> None:
    otra = escribir_biblioteca(tmp_path / "otra")
    assert (
        servidor().obtener("/siaa/status").json["huella"]
        == servidor(documentos=otra).obtener("/siaa/status").json["huella"]
    )


def test_recargar_una_carpeta_que_ya_no_esta(servidor: Fabrica, biblioteca_chica: Path) -> None:
    siaa = servidor()
    shutil.rmtree(biblioteca_chica)
    verificar_error(siaa.pedir("POST", "/siaa/recargar"), 503, "biblioteca_no_disponible")
    assert siaa.obtener("/siaa/status").json["total_documentos"] == len(CLAVES)
    verificar_buena(siaa.charlar(PREGUNTA))


def test_otro_archivo_del_mismo_nombre_no_toma_en_silencio_lo_del_primero(
    servidor: Fabrica, biblioteca_chica: Path
) -> None:
    (biblioteca_chica / "catalogo.toml").write_text(
        "[documentos.'manual_de_prestamo.md']\ntitulo = 'Préstamos'\n", encoding="utf-8"
    )
    siaa = servidor()
    assert siaa.pedir("POST", "/siaa/recargar").json["avisos"] == []
    anexo = biblioteca_chica / "anexos" / "manual_de_prestamo.md"
    anexo.parent.mkdir()
    anexo.write_text("El trapiche abre los jueves.\n", encoding="utf-8")
    suyo, nuevo = "manuales/manual_de_prestamo.md", "anexos/manual_de_prestamo.md"
    traspaso, repetido = siaa.pedir("POST", "/siaa/recargar").json["avisos"]
    assert f"«manual_de_prestamo.md» era «{suyo}» y ahora es «{nuevo}»" in traspaso
    assert f"«{suyo}»" in repetido and f"«{nuevo}»" in repetido
    assert siaa.pedir("POST", "/siaa/recargar").json["avisos"] == [repetido]


def test_una_recarga_a_la_vez(servidor: Fabrica, biblioteca_chica: Path) -> None:
    siaa = servidor()
    renglones = (
        f"Asiento {i}: el horno número {i % 977} gastó {i % 31} cargas de leña.\n"
        for i in range(20_000)
    )
    (biblioteca_chica / "enorme.md").write_text("".join(renglones), encoding="utf-8")
    estados: list[Any] = []
    hilos = [
        threading.Thread(target=lambda: estados.append(siaa.pedir("POST", "/siaa/recargar")))
        for _ in range(6)
    ]
    for hilo in hilos:
        hilo.start()
    for hilo in hilos:
        hilo.join(PACIENCIA_S)
    rechazadas = [r for r in estados if r.estado != 200]
    assert len(estados) == 6 and 1 <= len(rechazadas) <= 5
    for rechazada in rechazadas:
        verificar_error(rechazada, 409, "recarga_en_curso")


@pytest.mark.parametrize(
    "cabecera",
    [
        None,
        "Bearer otro",
        "Bearer",
        "Bearer ",
        "bearer",
        "Basic llave-maestra",
        "llave-maestra",
        "Bearer llave-maestr\xe9",
    ],
)
def test_sin_el_token_no_se_recarga(
    servidor: Fabrica, biblioteca_chica: Path, cabecera: str | None
) -> None:
    siaa = servidor(token_admin="llave-maestra")
    (biblioteca_chica / "nuevo.md").write_text("El trapiche abre los jueves.\n", encoding="utf-8")
    cabeceras = {} if cabecera is None else {"Authorization": cabecera}
    respuesta_http = siaa.pedir("POST", "/siaa/recargar", None, cabeceras)
    assert respuesta_http.estado in {401, 403}
    verificar_error(respuesta_http, respuesta_http.estado, "no_autorizado")
    assert "llave" not in respuesta_http.texto
    assert siaa.obtener("/siaa/status").json["total_documentos"] == len(CLAVES)


@pytest.mark.parametrize("cabecera", ["X-Forwarded-For", "Forwarded", "X-Real-IP"])
def test_sin_token_lo_reenviado_no_recarga(servidor: Fabrica, cabecera: str) -> None:
    reenviada = servidor().pedir("POST", "/siaa/recargar", None, {cabecera: "for=192.0.2.7"})
    assert reenviada.estado in {401, 403}
    verificar_error(reenviada, reenviada.estado, "no_autorizado")


def test_con_el_token_se_recarga(servidor: Fabrica) -> None:
    siaa = servidor(token_admin="llave-maestra")
    assert (
        siaa.pedir("POST", "/siaa/recargar", None, {"Authorization": "Bearer llave-maestra"}).estado
        == 200
    )
    assert "llave-maestra" not in siaa.obtener("/siaa/status").texto


# --- The guard ----------------------------------------------------------------------------

MANUAL = "manual_de_prestamo.md"
GUIA = "guia_sala_de_escucha.md"
PREGUNTAS = (
    {"pregunta": PREGUNTA, "documento": "acuerdo_vr24-101.md"},
    {"pregunta": OTRA_PREGUNTA, "documento": MANUAL},
    {"pregunta": "¿Con cuánta anticipación se reserva la sala de escucha?", "documento": GUIA},
    {"pregunta": "¿Cuándo abre el trapiche?", "documento": "trapiche.md"},
)
TRAPICHE = "# Trapiche\n\nEl trapiche abre los jueves.\n"


def escribir_preguntas(carpeta: Path, preguntas: Iterable[Mapping[str, Any]] = PREGUNTAS) -> None:
    texto = "".join(json.dumps(pregunta) + "\n" for pregunta in preguntas)
    (carpeta / "evaluacion.jsonl").write_text(texto, encoding="utf-8")


def vaciar_manual(carpeta: Path) -> None:
    (carpeta / "manuales" / MANUAL).write_text("El horno se enciende tarde.\n", encoding="utf-8")


def recargar(siaa: ServidorDePrueba, **parametros: str) -> Respuesta:
    return siaa.pedir("POST", con_consulta("/siaa/recargar", **parametros))


def ultima_recarga(siaa: ServidorDePrueba) -> dict[str, Any]:
    recarga: dict[str, Any] = siaa.obtener("/siaa/status").json["recarga"]
    return recarga


def test_una_recarga_que_pierde_preguntas_se_rechaza(
    servidor: Fabrica, biblioteca_chica: Path
) -> None:
    escribir_preguntas(biblioteca_chica)
    siaa = servidor()
    antes = siaa.obtener("/siaa/status").json
    assert antes["recarga"] is None
    vaciar_manual(biblioteca_chica)
    error = verificar_error(recargar(siaa), 409, "recarga_rechazada")
    cuentas = {"antes": 3, "despues": 2, "total": 3}
    perdida = {"pregunta": OTRA_PREGUNTA, "documento": MANUAL}
    (dicha,) = error["detalle"].pop("perdidas")
    assert error["detalle"] == cuentas
    assert MANUAL not in dicha.pop("ahora") and dicha == perdida
    assert "2 (antes 3)" in error["mensaje"] and "forzar=1" in error["mensaje"]
    despues = siaa.obtener("/siaa/status").json
    recarga = despues.pop("recarga")
    assert (recarga["examen"], recarga["resultado"]) == (cuentas, "rechazada")
    assert recarga["motivo"] == error["mensaje"] and recarga["cuando"] > antes["cargado_en"]
    assert recarga["cambios"] == f"modificados 1 ({MANUAL})"
    assert (despues["huella"], despues["cargado_en"]) == (antes["huella"], antes["cargado_en"])
    assert "cuatro días" in siaa.obtener("/siaa/contexto", q=OTRA_PREGUNTA).texto


def test_una_recarga_rechazada_dice_que_hay_de_malo_en_lo_nuevo(
    servidor: Fabrica, biblioteca_chica: Path
) -> None:
    escribir_preguntas(biblioteca_chica)
    siaa = servidor()
    for archivo in biblioteca_chica.rglob(MANUAL):
        archivo.write_bytes(b"")
    (biblioteca_chica / "catalogo.toml").write_text("sin cerrar", encoding="utf-8")
    dicho = verificar_error(recargar(siaa), 409, "recarga_rechazada")["mensaje"]
    assert f"{MANUAL}: está vacío" in dicho and "catalogo.toml no se pudo leer" in dicho
    assert "Revise los documentos." not in dicho
    assert ultima_recarga(siaa)["motivo"] == dicho
    otra = verificar_error(recargar(siaa), 409, "recarga_rechazada")["mensaje"]
    assert otra == dicho, "the old library is still the measure"


def test_a_la_fuerza_se_recarga_y_se_dice(servidor: Fabrica, biblioteca_chica: Path) -> None:
    escribir_preguntas(biblioteca_chica)
    siaa = servidor()
    vaciar_manual(biblioteca_chica)
    assert recargar(siaa).estado == 409
    forzada = recargar(siaa, forzar="1")
    assert forzada.estado == 200 and forzada.json["forzada"] is True
    assert forzada.json["evaluacion"] == {"antes": 3, "despues": 2, "total": 3}
    assert forzada.json["modificados"] == [MANUAL]
    assert any("a la fuerza" in aviso for aviso in forzada.json["avisos"])
    recarga = ultima_recarga(siaa)
    assert recarga["resultado"] == "forzada" and "a la fuerza" in recarga["motivo"]
    assert "cuatro días" not in siaa.obtener("/siaa/contexto", q=OTRA_PREGUNTA).texto
    otra = recargar(siaa).json
    assert otra["evaluacion"] == {"antes": 2, "despues": 2, "total": 3}, "the new one is the mark"
    assert otra["forzada"] is False


def test_forzar_sin_necesidad_no_fuerza_nada(servidor: Fabrica, biblioteca_chica: Path) -> None:
    escribir_preguntas(biblioteca_chica)
    recargada = recargar(servidor(), forzar="1").json
    assert recargada["forzada"] is False and recargada["avisos"] == []


@pytest.mark.parametrize("valor", ["", "si", "2", "-1", "1 "])
def test_forzar_es_uno_o_cero(servidor: Fabrica, valor: str) -> None:
    siaa = servidor()
    verificar_error(recargar(siaa, forzar=valor), 400, "peticion_invalida")
    assert ultima_recarga(siaa) is None


def test_lo_igual_y_lo_mejor_pasan(servidor: Fabrica, biblioteca_chica: Path) -> None:
    """A question about a document that comes counts from then on."""
    escribir_preguntas(biblioteca_chica)
    siaa = servidor()
    (biblioteca_chica / "circular_horarios.txt").unlink()
    igual = recargar(siaa).json
    assert igual["evaluacion"] == {"antes": 3, "despues": 3, "total": 3}
    (biblioteca_chica / "trapiche.md").write_text(TRAPICHE, encoding="utf-8")
    mejor = recargar(siaa).json
    assert mejor["evaluacion"] == {"antes": 3, "despues": 4, "total": 4}
    assert ultima_recarga(siaa)["resultado"] == "aplicada"
    (biblioteca_chica / "trapiche.md").unlink()
    assert recargar(siaa).estado == 409
    escribir_preguntas(biblioteca_chica, PREGUNTAS[:3])
    assert recargar(siaa).json["evaluacion"] == {"antes": 3, "despues": 3, "total": 3}


def test_sin_preguntas_no_hay_guardia(servidor: Fabrica, biblioteca_chica: Path) -> None:
    siaa = servidor()
    vaciar_manual(biblioteca_chica)
    recargada = recargar(siaa)
    assert recargada.estado == 200
    assert (recargada.json["evaluacion"], recargada.json["forzada"]) == (None, False)
    recarga = ultima_recarga(siaa)
    assert (recarga["examen"], recarga["motivo"]) == (None, None)


def test_unas_preguntas_rotas_avisan_y_no_estorban(
    servidor: Fabrica, biblioteca_chica: Path
) -> None:
    siaa = servidor()
    (biblioteca_chica / "evaluacion.jsonl").write_text("{pregunta\n", encoding="utf-8")
    vaciar_manual(biblioteca_chica)
    recargada = recargar(siaa)
    assert recargada.estado == 200 and recargada.json["evaluacion"] is None
    (aviso,) = recargada.json["avisos"]
    assert "Línea 1" in aviso and "evaluacion.jsonl" in aviso
    assert ultima_recarga(siaa)["motivo"] == aviso
    assert siaa.obtener("/siaa/status").json["avisos"][1:] == []


def test_una_recarga_fallida_queda_dicha(servidor: Fabrica, biblioteca_chica: Path) -> None:
    siaa = servidor()
    shutil.rmtree(biblioteca_chica)
    error = verificar_error(recargar(siaa), 503, "biblioteca_no_disponible")
    recarga = ultima_recarga(siaa)
    assert (recarga["resultado"], recarga["motivo"]) == ("fallida", error["mensaje"])


def test_las_recargas_se_cuentan_por_resultado(servidor: Fabrica, biblioteca_chica: Path) -> None:
    escribir_preguntas(biblioteca_chica)
    siaa = servidor()
    recargar(siaa)
    vaciar_manual(biblioteca_chica)
    recargar(siaa)
    recargar(siaa)
    recargar(siaa, forzar="1")
    metricas = siaa.obtener("/metrics").texto
    cuentas = {"aplicada": 1, "rechazada": 2, "forzada": 1, "fallida": 0}
    for resultado, veces in cuentas.items():
        assert f'siaa_recargas_total{{resultado="{resultado}"}} {veces}.0' in metricas


# --- A storm ------------------------------------------------------------------------------


def version(letra: str) -> dict[str, str]:
    """A library whose every line says its version; versions differ in size and sections."""
    veces = 60 if letra == "alfa" else 25
    renglones = [
        f"El plazo {letra} del horno {i} es de {i} días según la edición {letra}.\n"
        for i in range(veces)
    ]
    horno = f"# Horno {letra}\n\n" + "".join(renglones)
    archivos = {
        "horno_plazo.md": horno,
        "normas/leña.md": f"# Leña {letra}\n\n" + "".join(renglones[: veces // 2]),
    }
    return archivos | ({"normas/solo_alfa.md": horno} if letra == "alfa" else {})


def escribir_version(carpeta: Path, letra: str) -> None:
    escribir_biblioteca(carpeta, version(letra))
    if letra == "beta":
        (carpeta / "normas" / "solo_alfa.md").unlink(missing_ok=True)


class Lector(threading.Thread):
    """Asks without rest, on one connection, and keeps whatever is not wholly of one version."""

    RUTAS = (
        con_consulta("/siaa/fragmento", doc="horno_plazo.md", q="plazo del horno"),
        con_consulta("/siaa/contexto", q="¿Cuál es el plazo del horno según la edición?"),
        con_consulta("/siaa/fragmento", doc="leña.md", q="edición"),
        con_consulta("/siaa/ver/horno_plazo.md", q="plazo"),
    )

    def __init__(self, puerto: int, alto: threading.Event, desfase: int) -> None:
        super().__init__(name="lector-de-prueba")
        self.conexion = http.client.HTTPConnection("127.0.0.1", puerto, timeout=PACIENCIA_S)
        self.alto = alto
        self.rutas = itertools.cycle(self.RUTAS[desfase % 4 :] + self.RUTAS[: desfase % 4])
        self.leidas = 0
        self.vistas: set[str] = set()
        self.malas: list[str] = []

    def run(self) -> None:
        while not self.alto.wait(0.02) and not self.malas:
            ruta = next(self.rutas)
            self.conexion.request("GET", ruta)
            contestado = self.conexion.getresponse()
            texto = contestado.read().decode()
            self.leidas += 1
            versiones = {
                letra for letra in ("alfa", "beta") if f"edición {letra}" in _cuerpo(texto)
            }
            self.vistas |= versiones
            if contestado.status != 200 or len(versiones) != 1:
                self.malas.append(f"{ruta} → {contestado.status} {versiones} {texto[:300]}")
        self.conexion.close()


def _cuerpo(texto: str) -> str:
    """The fragment or context of an answer (a page as it is)."""
    if not texto.startswith("{"):
        return texto
    datos = json.loads(texto)
    cuerpo: str = datos.get("fragmento") or datos.get("contexto") or ""
    return cuerpo


def test_una_tormenta_de_recargas_no_mezcla_respuestas(
    servidor: Fabrica, biblioteca_chica: Path
) -> None:
    shutil.rmtree(biblioteca_chica)
    escribir_version(biblioteca_chica, "alfa")
    siaa = servidor()
    viva = siaa.app.extensions["siaa"].biblioteca
    alto = threading.Event()
    lectores = [Lector(siaa.puerto, alto, i) for i in range(LECTORES)]
    for lector in lectores:
        lector.start()
    try:
        for vuelta in range(RECARGAS):
            escribir_version(biblioteca_chica, "beta" if vuelta % 2 == 0 else "alfa")
            if vuelta % 15 == 0:
                assert siaa.pedir("POST", "/siaa/recargar").estado == 200
            else:
                viva.recargar()
    finally:
        alto.set()
        for lector in lectores:
            lector.join(PACIENCIA_S)
    assert [lector.malas for lector in lectores if lector.malas] == []
    assert sum(lector.leidas for lector in lectores) > RECARGAS
    assert set.union(*(lector.vistas for lector in lectores)) == {"alfa", "beta"}


def test_una_charla_empezada_sigue_con_su_biblioteca(
    servidor: Fabrica, ollama: OllamaDePrueba, biblioteca_chica: Path
) -> None:
    shutil.rmtree(biblioteca_chica)
    escribir_version(biblioteca_chica, "alfa")
    sigue = threading.Event()
    ollama.encolar(a_la_espera(sigue, *["ficha "] * 6))
    siaa = servidor()
    with siaa.abrir("¿Cuál es el plazo del horno?") as flujo:
        flujo.leer_hasta(lambda c: bool(c.palabras))
        escribir_version(biblioteca_chica, "beta")
        assert siaa.pedir("POST", "/siaa/recargar").estado == 200
        sigue.set()
        charla = flujo.leer_todo()
    verificar_buena(charla)
    assert all("beta" not in fuente["texto"] for fuente in charla.fuentes)
    despues = siaa.charlar("¿Cuál es el plazo del horno?")
    assert despues.fuentes and all("alfa" not in fuente["texto"] for fuente in despues.fuentes)
