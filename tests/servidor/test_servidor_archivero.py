"""Documents added, withdrawn and brought back over real HTTP, tried first; and hostile uploads."""

from __future__ import annotations

import io
import json
import os
import re
import threading
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from biblioteca_de_prueba import PREGUNTA, TERCERA_PREGUNTA
from documentos_de_prueba import csv, docx, exigir, ods, pdf, xlsx
from paciencia import PACIENCIA_S, esperar
from servidor_de_prueba import Respuesta, ServidorDePrueba
from verificaciones import verificar_error

from siaa.servicio.registro.consultas import ultimos_cambios

Fabrica = Callable[..., ServidorDePrueba]
SUBIR, CAMBIAR = "/siaa/biblioteca/documentos", "/siaa/biblioteca/cambios"
ACUERDO = "acuerdo_vr24-101.md"
TITULO = "Acuerdo VR24-101 sobre el reporte RETRI"
PALOMAR = b"# Palomar\n\nQuien asuste a una paloma paga doce monedas.\n"
LIMITE = "b0und4ry"


def formulario(archivos: list[tuple[str, bytes]], **campos: str) -> bytes:
    """A form as a browser writes it."""
    partes = [
        f'--{LIMITE}\r\nContent-Disposition: form-data; name="{nombre}"\r\n\r\n{valor}\r\n'.encode()
        for nombre, valor in campos.items()
    ]
    for nombre, datos in archivos:
        cabeza = f'form-data; name="archivos"; filename="{nombre}"'
        partes.append(f"--{LIMITE}\r\nContent-Disposition: {cabeza}\r\n\r\n".encode())
        partes.append(datos + b"\r\n")
    return b"".join((*partes, f"--{LIMITE}--\r\n".encode()))


def subir(
    siaa: ServidorDePrueba, *archivos: tuple[str, bytes], coleccion: str = "", confirmar: str = ""
) -> Respuesta:
    cuerpo = formulario(list(archivos), coleccion=coleccion, confirmar=confirmar)
    tipo = {"Content-Type": f"multipart/form-data; boundary={LIMITE}"}
    return siaa.pedir("POST", SUBIR, cuerpo, tipo)


def agregar(siaa: ServidorDePrueba, *archivos: tuple[str, bytes], coleccion: str = "") -> Any:
    """Try and confirm."""
    probado = subir(siaa, *archivos, coleccion=coleccion).json
    assert not probado["hecho"]
    hecho = subir(siaa, *archivos, coleccion=coleccion, confirmar=probado["confirmar"])
    assert hecho.estado == 200, hecho.texto
    assert hecho.json["hecho"] and hecho.json["cambios"] == probado["cambios"]
    return hecho.json


def cambiar(siaa: ServidorDePrueba, accion: str, que: str, confirmar: str = "") -> Respuesta:
    return siaa.publicar(CAMBIAR, {"accion": accion, "que": que, "confirmar": confirmar})


def hacer(siaa: ServidorDePrueba, accion: str, que: str) -> Any:
    probado = cambiar(siaa, accion, que).json
    hecho = cambiar(siaa, accion, que, probado["confirmar"]).json
    assert hecho["hecho"] and not probado["hecho"]
    return hecho


def archivos_de(carpeta: Path) -> dict[str, bytes]:
    """All that lies below a folder."""
    todos = (ruta for ruta in carpeta.rglob("*") if ruta.is_file())
    return {ruta.relative_to(carpeta).as_posix(): ruta.read_bytes() for ruta in todos}


def retirados_de(tmp_path: Path) -> list[str]:
    carpeta = tmp_path / "datos" / "retirados"
    return sorted(ruta.name for ruta in carpeta.iterdir()) if carpeta.is_dir() else []


# --- Adding, withdrawing, bringing back -----------------------------------------------------


def test_se_prueba_antes_de_cambiar_nada(servidor: Fabrica, biblioteca_chica: Path) -> None:
    siaa, antes = servidor(), archivos_de(biblioteca_chica)
    probado = subir(siaa, ("palomar.md", PALOMAR), coleccion="Normativa").json
    assert not probado["hecho"] and probado["cambios"]["agregados"] == ["palomar.md"]
    assert archivos_de(biblioteca_chica) == antes
    assert siaa.obtener("/siaa/ver/palomar.md").estado == 404
    agregar(siaa, ("palomar.md", PALOMAR), coleccion="Normativa")
    # The collection that is there, however its name was written.
    assert archivos_de(biblioteca_chica) == antes | {"normativa/palomar.md": PALOMAR}
    assert siaa.obtener("/siaa/ver/palomar.md").estado == 200


def test_lo_retirado_se_guarda_y_vuelve(
    servidor: Fabrica, biblioteca_chica: Path, tmp_path: Path
) -> None:
    """With what the catalogue said of it, which otherwise would be told to be about nothing."""
    siaa, antes = servidor(), archivos_de(biblioteca_chica)
    hecho = hacer(siaa, "retirar", ACUERDO.upper())
    assert hecho["cambios"]["retirados"] == [ACUERDO]
    ausente = archivos_de(biblioteca_chica)
    assert antes.keys() - ausente.keys() == {"normativa/Acuerdo_VR24-101.md"}
    assert ACUERDO.encode() not in ausente["catalogo.toml"]
    assert esperar(lambda: siaa.obtener("/siaa/status").json["avisos"] == [])
    (retiro,) = retirados_de(tmp_path)
    guardado = archivos_de(tmp_path / "datos" / "retirados" / retiro)
    assert guardado.pop("catalogo.toml") in antes["catalogo.toml"]
    assert guardado == {k: v for k, v in antes.items() if k not in ausente}
    verificar_error(cambiar(siaa, "retirar", ACUERDO), 404, "documento_desconocido")
    hacer(siaa, "restaurar", retiro)
    ahora = archivos_de(biblioteca_chica)
    assert _leido(ahora.pop("catalogo.toml")) == _leido(antes.pop("catalogo.toml"))
    assert ahora.keys() - antes.keys() == {"catalogo.toml.bak"} and retirados_de(tmp_path) == []
    assert TITULO in siaa.obtener("/siaa/biblioteca").texto
    error = verificar_error(cambiar(siaa, "restaurar", retiro), 400, "peticion_invalida")
    assert error["detalle"] == {"campo": "que"} and "actualice la página" in error["mensaje"]


def _leido(catalogo: bytes) -> dict[str, Any]:
    return tomllib.loads(catalogo.decode())


def test_lo_retirado_no_borra_lo_que_se_escribio_despues_en_el_catalogo(
    servidor: Fabrica, biblioteca_chica: Path, tmp_path: Path
) -> None:
    siaa, catalogo = servidor(), biblioteca_chica / "catalogo.toml"
    hacer(siaa, "retirar", ACUERDO)
    catalogo.write_text(f'[documentos."{ACUERDO}"]\ntitulo = "Otro"\n')
    hacer(siaa, "restaurar", *retirados_de(tmp_path))
    assert _leido(catalogo.read_bytes()) == {"documentos": {ACUERDO: {"titulo": "Otro"}}}
    hacer(siaa, "retirar", ACUERDO)
    catalogo.write_text("[documentos\n")
    rechazo = cambiar(siaa, "restaurar", *retirados_de(tmp_path))
    assert "hágalo a mano" in verificar_error(rechazo, 400, "peticion_invalida")["mensaje"]


def test_las_preguntas_que_se_perderian(servidor: Fabrica, biblioteca_chica: Path) -> None:
    preguntas = ({"pregunta": p, "documento": ACUERDO} for p in (PREGUNTA, TERCERA_PREGUNTA))
    evaluacion = biblioteca_chica / "evaluacion.jsonl"
    evaluacion.write_text("".join(json.dumps(p) + "\n" for p in preguntas))
    siaa = servidor()
    probado = cambiar(siaa, "retirar", ACUERDO).json
    examen = probado["examen"]
    assert (examen["antes"], examen["despues"], examen["total"]) == (2, 0, 2)
    assert [p["pregunta"] for p in examen["perdidas"]] == [PREGUNTA, TERCERA_PREGUNTA]
    # What was confirmed is what was read: the library is another one by now.
    (biblioteca_chica / "otro.md").write_text("El trapiche abre los jueves.\n")
    siaa.pedir("POST", "/siaa/recargar")
    otra = cambiar(siaa, "retirar", ACUERDO, probado["confirmar"]).json
    assert not otra["hecho"] and otra["confirmar"] != probado["confirmar"]
    assert (biblioteca_chica / "normativa" / "Acuerdo_VR24-101.md").exists()
    assert cambiar(siaa, "retirar", ACUERDO, otra["confirmar"]).json["hecho"]
    assert siaa.obtener("/siaa/status").json["recarga"]["resultado"] == "forzada"


def test_el_mismo_nombre_reemplaza_y_guarda_el_de_antes(
    servidor: Fabrica, biblioteca_chica: Path, tmp_path: Path
) -> None:
    siaa, antes = servidor(), archivos_de(biblioteca_chica)
    hecho = agregar(siaa, ("ACUERDO_vr24-101.MD", PALOMAR), coleccion="normativa")
    assert hecho["cambios"]["modificados"] == [ACUERDO]
    nombre = "normativa/Acuerdo_VR24-101.md"
    assert archivos_de(biblioteca_chica) == antes | {nombre: PALOMAR}
    (retiro,) = retirados_de(tmp_path)
    assert archivos_de(tmp_path / "datos" / "retirados" / retiro) == {nombre: antes[nombre]}
    ocupado = verificar_error(cambiar(siaa, "restaurar", retiro), 400, "peticion_invalida")
    assert "retírelo antes" in ocupado["mensaje"]


def test_la_correccion_va_con_su_original(
    servidor: Fabrica, biblioteca_chica: Path, tmp_path: Path
) -> None:
    (biblioteca_chica / "acta.pdf").write_bytes(b"%PDF-1.7\npapel")
    (biblioteca_chica / "acta.pdf.md").write_text("El acta dice tortuga.\n")
    siaa = servidor()
    hacer(siaa, "retirar", "acta.pdf")
    assert not {"acta.pdf", "acta.pdf.md"} & archivos_de(biblioteca_chica).keys()
    (retiro,) = retirados_de(tmp_path)
    hacer(siaa, "restaurar", retiro)
    assert {"acta.pdf", "acta.pdf.md"} <= archivos_de(biblioteca_chica).keys()


def test_un_pdf_se_agrega_y_se_lee(servidor: Fabrica) -> None:
    exigir("pypdfium2", "pdfplumber", "reportlab")
    siaa = servidor()
    agregar(siaa, ("Palomar.txt", pdf()), ("nota.txt", PALOMAR), coleccion="palomas")
    assert "monedas" in siaa.obtener("/siaa/ver/palomar.txt.pdf").texto
    assert siaa.obtener("/siaa/status").json["colecciones"]["palomas"] == 2


def test_cada_uno_se_guarda_con_la_extension_de_lo_que_es(servidor: Fabrica) -> None:
    """Also those of one family: what is kept under a false name would mislead everybody."""
    exigir("openpyxl", "docx")
    falsos = (("a.docx", xlsx()), ("b.odt", ods()), ("c.docm", docx()), ("d.xlsx", csv()))
    dicho = subir(servidor(), *falsos).json
    assert dicho["cambios"]["agregados"] == ["a.docx.xlsx", "b.odt.ods", "c.docm"]
    assert [r["archivo"] for r in dicho["rechazados"]] == ["d.xlsx"]
    assert "«b.odt» es por dentro .ods: se guarda como «b.odt.ods»." in dicho["avisos"]


def test_se_dice_en_que_coleccion_queda_y_que_otro_dice_lo_mismo(servidor: Fabrica) -> None:
    siaa = servidor()
    agregar(siaa, ("palomar.md", PALOMAR), coleccion="actas_viejas")
    dicho = subir(siaa, ("otro.md", PALOMAR), coleccion="normativa").json
    assert dicho["colecciones"] == {"otro.md": "Normativa"}
    igual = "«otro.md» dice lo mismo que «palomar.md», que está en Actas viejas."
    assert dicho["avisos"] == [igual]


def test_lo_que_conviene_saber_se_dice_antes(servidor: Fabrica) -> None:
    viejo = ("viejo.txt", "El año de la paloma.\n".encode("cp1252"))
    dicho = subir(servidor(), viejo, coleccion="actas").json
    assert [a for a in dicho["avisos"] if "«actas/viejo.txt» se leyó como Windows-1252" in a]


def test_cada_cambio_queda_en_el_registro(servidor: Fabrica) -> None:
    siaa = servidor()
    agregar(siaa, ("palomar.md", PALOMAR))
    hacer(siaa, "retirar", "palomar.md")
    registro = siaa.app.extensions["siaa"].registro
    assert esperar(lambda: len(registro.leer(lambda c: ultimos_cambios(c, 9))) == 2)
    hechos = registro.leer(lambda conexion: ultimos_cambios(conexion, 9))
    assert [(h.quien, h.que) for h in hechos] == [
        ("127.0.0.1", "retirar palomar.md"),
        ("127.0.0.1", "agregar palomar.md"),
    ]
    pagina = siaa.obtener("/siaa/biblioteca/gestion").texto
    assert "desde 127.0.0.1: retirar palomar.md" in pagina


def test_sin_registro_tambien_se_cambia(servidor: Fabrica) -> None:
    siaa = servidor(registro="no")
    agregar(siaa, ("palomar.md", PALOMAR))
    assert "Últimos cambios" not in siaa.obtener("/siaa/biblioteca/gestion").texto


@pytest.mark.parametrize("ruta", [SUBIR, CAMBIAR])
def test_solo_quien_administra(servidor: Fabrica, biblioteca_chica: Path, ruta: str) -> None:
    siaa, antes = servidor(token_admin="llave-de-prueba"), archivos_de(biblioteca_chica)
    verificar_error(siaa.publicar(ruta, {}), 401, "no_autorizado")
    ajeno = {"Origin": "https://otra.example", "Authorization": "Bearer llave-de-prueba"}
    verificar_error(siaa.publicar(ruta, {}, **ajeno), 403, "origen_no_admitido")
    assert archivos_de(biblioteca_chica) == antes


def test_un_archivo_no_es_coleccion(servidor: Fabrica, biblioteca_chica: Path) -> None:
    (biblioteca_chica / "palomas").write_text("no es una carpeta")
    rechazo = subir(servidor(), ("a.md", PALOMAR), coleccion="palomas")
    verificar_error(rechazo, 400, "peticion_invalida")


def test_lo_que_se_llama_como_otro_documento_no_se_recibe(
    servidor: Fabrica, biblioteca_chica: Path
) -> None:
    """It would take its key, and with it its title and its links."""
    nombre = "Acuerdo_VR24-101.md"
    assert (biblioteca_chica / "normativa" / nombre).exists()
    (rechazado,) = subir(servidor(), (nombre, PALOMAR), coleccion="guias").json["rechazados"]
    assert "ya hay otro con ese nombre en la colección «Normativa»" in rechazado["razon"]


def test_no_se_restaura_a_traves_de_un_enlace(
    servidor: Fabrica, biblioteca_chica: Path, tmp_path: Path
) -> None:
    """A folder may have become one since the document was withdrawn from it."""
    siaa = servidor()
    agregar(siaa, ("e.md", PALOMAR), coleccion="nueva")
    hacer(siaa, "retirar", "e.md")
    (fuera := tmp_path / "fuera").mkdir()
    (biblioteca_chica / "nueva").rmdir()
    (biblioteca_chica / "nueva").symlink_to(fuera)
    (retiro,) = retirados_de(tmp_path)
    probado = cambiar(siaa, "restaurar", retiro).json
    fallo = cambiar(siaa, "restaurar", retiro, probado["confirmar"])
    error = verificar_error(fallo, 503, "biblioteca_no_escrita")
    carpeta = biblioteca_chica
    assert error["mensaje"].startswith(f"«{carpeta}»: demasiados enlaces seguidos. No se pudo")
    assert archivos_de(fuera) == {} and retirados_de(tmp_path) == [retiro]


def test_si_se_corta_al_escribir_nada_se_pierde(
    servidor: Fabrica, biblioteca_chica: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever write is the last, the text is in the folder or among what was withdrawn."""
    from siaa.servicio.vigencia import archivero, escritos

    siaa, de_veras = servidor(), escritos.escribir_entero
    nombre = "normativa/Acuerdo_VR24-101.md"
    viejo = archivos_de(biblioteca_chica)[nombre]
    for ultima in range(3):
        quedan = iter(range(ultima))

        def poner(ruta: Path, datos: bytes, quedan: Any = quedan) -> None:
            if next(quedan, None) is None:
                raise OSError(28, "No space left on device")
            de_veras(ruta, datos)

        for quien in (archivero, escritos):
            monkeypatch.setattr(quien, "escribir_entero", poner)
        nuevo = ("acuerdo_vr24-101.md", PALOMAR)
        confirmar = subir(siaa, nuevo, coleccion="normativa").json["confirmar"]
        dado = subir(siaa, nuevo, coleccion="normativa", confirmar=confirmar)
        if not ultima:
            dicho = verificar_error(dado, 503, "biblioteca_no_escrita")["mensaje"]
            assert dicho.startswith("El disco está lleno. No se pudo escribir")
        retirados = archivos_de(tmp_path / "datos" / "retirados").values()
        presente = archivos_de(biblioteca_chica)[nombre]
        assert presente in (viejo, PALOMAR) and viejo in (presente, *retirados)


# --- Titles, names, collections -------------------------------------------------------------


def describir(siaa: ServidorDePrueba, doc: str, **campos: Any) -> Any:
    pedido = {"accion": "describir", "que": doc, **campos}
    probado = siaa.publicar(CAMBIAR, pedido)
    assert probado.estado == 200, probado.texto
    hecho = siaa.publicar(CAMBIAR, pedido | {"confirmar": probado.json["confirmar"]}).json
    assert hecho["hecho"] and not probado.json["hecho"]
    return hecho


def test_un_titulo_y_sus_palabras_van_al_catalogo(
    servidor: Fabrica, biblioteca_chica: Path
) -> None:
    siaa, antes = servidor(), archivos_de(biblioteca_chica)
    describir(siaa, "manual_de_prestamo.md", titulo="Préstamo «de» cajas", palabras_clave=["cinta"])
    ahora = archivos_de(biblioteca_chica)
    assert ahora.pop("catalogo.toml.bak") == antes["catalogo.toml"]
    nuevo = ahora["catalogo.toml"]
    assert nuevo.startswith(antes["catalogo.toml"]) and ahora | {"catalogo.toml": b""} == antes | {
        "catalogo.toml": b""
    }
    assert "Préstamo «de» cajas" in siaa.obtener("/siaa/biblioteca").texto
    assert siaa.obtener("/siaa/keywords/manual_de_prestamo.md").json["manuales"] == ["cinta"]
    assert not subir(siaa, ("x.zip", b"PK\x03\x04")).json["cambia"]
    igual = {"titulo": "Préstamo «de» cajas", "palabras_clave": ["cinta"]}
    pedido = {"accion": "describir", "que": "manual_de_prestamo.md", **igual}
    assert not siaa.publicar(CAMBIAR, pedido).json["cambia"]


def test_un_documento_cambia_de_nombre_y_de_coleccion_con_lo_suyo(
    servidor: Fabrica, biblioteca_chica: Path, tmp_path: Path
) -> None:
    siaa, antes = servidor(), archivos_de(biblioteca_chica)
    describir(siaa, ACUERDO, nombre="El reporte/../RETRI.md", coleccion="actas")
    ahora = archivos_de(biblioteca_chica)
    assert ahora["actas/RETRI.md"] == antes["normativa/Acuerdo_VR24-101.md"]
    assert "normativa/Acuerdo_VR24-101.md" not in ahora and retirados_de(tmp_path) == []
    dicho = siaa.obtener("/siaa/keywords/retri.md").json
    assert (dicho["coleccion"], len(dicho["manuales"])) == ("actas", 2)
    assert esperar(lambda: siaa.obtener("/siaa/status").json["avisos"] == [])


def test_las_preguntas_van_con_el_documento_que_cambia_de_nombre(
    servidor: Fabrica, biblioteca_chica: Path
) -> None:
    """Nothing is lost by a new name, and it goes on being watched over."""
    evaluacion = biblioteca_chica / "evaluacion.jsonl"
    ajena = '{"pregunta": "¿Otra?",  "documento": "no_esta.md", "nota": 1}'
    suya = json.dumps({"pregunta": PREGUNTA, "documento": ACUERDO.upper(), "registro": "llano"})
    evaluacion.write_text(f"{ajena}\n\n{suya}\n")
    siaa = servidor()
    pedido = {"accion": "describir", "que": ACUERDO, "nombre": "Retri.md", "coleccion": "actas"}
    probado = siaa.publicar(CAMBIAR, pedido).json
    examen = {"antes": 1, "despues": 1, "total": 1, "perdidas": []}
    assert probado["examen"] == examen and evaluacion.read_text() == f"{ajena}\n\n{suya}\n"
    assert probado["diferencias"] == [
        {"que": "Colección", "antes": "Normativa", "ahora": "Actas"},
        {"que": "Archivo", "antes": "Acuerdo_VR24-101.md", "ahora": "Retri.md"},
    ]
    hecho = siaa.publicar(CAMBIAR, pedido | {"confirmar": probado["confirmar"]}).json
    assert hecho["hecho"] and hecho["examen"] == examen
    primera, vacia, ultima = evaluacion.read_text().splitlines()
    assert (primera, vacia) == (ajena, "")
    assert json.loads(ultima) == json.loads(suya) | {"documento": "retri.md"}
    assert cambiar(siaa, "retirar", "retri.md").json["examen"]["despues"] == 0


def test_un_encargo_vacio_no_hace_nada(servidor: Fabrica, biblioteca_chica: Path) -> None:
    siaa, antes = servidor(), archivos_de(biblioteca_chica)
    for pedido in (
        {"accion": "describir", "que": ACUERDO, "titulo": TITULO},
        {"accion": "titular", "que": "normativa", "titulo": "Normativa"},
    ):
        probado = siaa.publicar(CAMBIAR, pedido).json
        hecho = siaa.publicar(CAMBIAR, pedido | {"confirmar": probado["confirmar"]}).json
        assert not (probado["cambia"] or hecho["cambia"] or hecho["hecho"])
    assert archivos_de(biblioteca_chica) == antes
    assert siaa.obtener("/siaa/status").json["recarga"] is None


def test_lo_que_no_se_dice_no_se_mueve(servidor: Fabrica, biblioteca_chica: Path) -> None:
    """A document may lie deeper than its collection, and what corrects it beside it."""
    honda = biblioteca_chica / "normativa" / "2019"
    honda.mkdir()
    (honda / "acta.pdf").write_bytes(b"%PDF-1.7\npapel")
    (honda / "acta.pdf.md").write_text("El acta dice tortuga.\n")
    siaa = servidor()
    describir(siaa, "acta.pdf", titulo="Acta de la tortuga")
    assert {"acta.pdf", "acta.pdf.md"} == archivos_de(honda).keys()
    describir(siaa, "acta.pdf", nombre="tortuga.pdf")
    assert {"tortuga.pdf", "tortuga.pdf.md"} == archivos_de(honda).keys()
    assert "Acta de la tortuga" in siaa.obtener("/siaa/ver/tortuga.pdf").texto


def test_un_nombre_que_no_es_utf8_tambien_se_retira(
    servidor: Fabrica, biblioteca_chica: Path, tmp_path: Path
) -> None:
    raro = Path(os.fsdecode(os.fsencode(biblioteca_chica) + b"/acta_\xff.md"))
    raro.write_bytes(PALOMAR)
    siaa = servidor()
    hacer(siaa, "retirar", "acta_\ufffd.md")
    assert not raro.exists()
    assert "acta_\ufffd.md" in siaa.obtener("/siaa/biblioteca/gestion").texto
    hacer(siaa, "restaurar", *retirados_de(tmp_path))
    assert raro.read_bytes() == PALOMAR


def test_no_hay_dos_con_el_mismo_nombre(servidor: Fabrica) -> None:
    pedido = {"accion": "describir", "que": ACUERDO, "nombre": "Manual_de_prestamo.MD"}
    rechazo = servidor().publicar(CAMBIAR, pedido)
    assert (
        "Otro documento se llama" in verificar_error(rechazo, 400, "peticion_invalida")["mensaje"]
    )


def test_una_coleccion_tiene_titulo(servidor: Fabrica, biblioteca_chica: Path) -> None:
    siaa = servidor()
    pedido = {"accion": "titular", "que": "NORMATIVA", "titulo": "Normas de Valdeluna"}
    confirmar = siaa.publicar(CAMBIAR, pedido).json["confirmar"]
    assert siaa.publicar(CAMBIAR, pedido | {"confirmar": confirmar}).json["hecho"]
    assert (
        'titulo = "Normas de Valdeluna"\npeso = 1.0'
        in (biblioteca_chica / "catalogo.toml").read_text()
    )
    assert "Normas de Valdeluna" in siaa.obtener("/siaa/biblioteca").texto


def test_un_catalogo_que_no_se_entiende_no_se_toca(
    servidor: Fabrica, biblioteca_chica: Path
) -> None:
    (biblioteca_chica / "catalogo.toml").write_text("[documentos\n")
    siaa, antes = servidor(), archivos_de(biblioteca_chica)
    pedido = {"accion": "describir", "que": ACUERDO, "titulo": "Otro"}
    verificar_error(siaa.publicar(CAMBIAR, pedido), 400, "peticion_invalida")
    assert archivos_de(biblioteca_chica) == antes


# --- Hostile uploads ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "nombre",
    ["../../fuera.md", "/etc/fuera.md", "C:\\\\x\\\\..\\\\fuera.md", "..\\\\fuera.md", ".fuera.md"],
)
def test_ningun_nombre_sale_de_su_coleccion(
    servidor: Fabrica, biblioteca_chica: Path, nombre: str
) -> None:
    siaa, antes = servidor(), archivos_de(biblioteca_chica)
    agregar(siaa, (nombre, PALOMAR), coleccion="normativa")
    assert archivos_de(biblioteca_chica).keys() - antes.keys() == {"normativa/fuera.md"}


@pytest.mark.parametrize("coleccion", ["../fuera", "a/b", "..\\fuera", "lecturas", "Lecturas"])
def test_ninguna_coleccion_sale_de_la_biblioteca(servidor: Fabrica, coleccion: str) -> None:
    rechazo = subir(servidor(), ("a.md", PALOMAR), coleccion=coleccion)
    verificar_error(rechazo, 400, "peticion_invalida")


def test_una_coleccion_que_es_un_enlace_no_se_sigue(
    servidor: Fabrica, biblioteca_chica: Path, tmp_path: Path
) -> None:
    (tmp_path / "ajena").mkdir()
    (biblioteca_chica / "enlace").symlink_to(tmp_path / "ajena")
    rechazo = subir(servidor(), ("a.md", PALOMAR), coleccion="enlace")
    verificar_error(rechazo, 400, "peticion_invalida")


def comprimido(**miembros: bytes) -> bytes:
    salida = io.BytesIO()
    with zipfile.ZipFile(salida, "w", zipfile.ZIP_DEFLATED) as archivo:
        for nombre, datos in miembros.items():
            archivo.writestr(nombre.replace("_", "/"), datos)
    return salida.getvalue()


def test_lo_que_no_se_recibe_dice_por_que(servidor: Fabrica, biblioteca_chica: Path) -> None:
    bomba = comprimido(word_document=b"x", **{"word_document.xml": b" " * (260 * 1024 * 1024)})
    malos: dict[str, tuple[bytes, str]] = {
        "varios.zip": (comprimido(a=b"x"), "archivo comprimido"),
        "varios.md": (comprimido(a=b"x"), "archivo comprimido"),
        "viejo.docx": (b"\xd0\xcf\x11\xe0viejo", "anterior a 2007"),
        "bomba.docx": (bomba, "256 MiB, el límite"),
        "programa.exe": (b"MZ\x90", "no se sabe qué es"),
        "tabla.xls": (b"a,b\n1,2\n", ".xlsx"),
        "falso.pdf": (b"no soy un pdf", "por dentro no es .pdf"),
        "binario.txt": (b"\x7fELF\x00\x01", "no es texto"),
        "vacio.md": (b" \n", "está vacío"),
        "catalogo.toml": (b"[documentos]", "usan SIAA o el sistema"),
        "evaluacion.jsonl": (b"{}", "usan SIAA o el sistema"),
        "...": (PALOMAR, "no tiene nombre"),
    }
    siaa, antes = servidor(), archivos_de(biblioteca_chica)
    dicho = subir(siaa, *((n, datos) for n, (datos, _) in malos.items()), ("si.md", PALOMAR)).json
    razones = {r["archivo"]: r["razon"] for r in dicho["rechazados"]}
    assert razones.keys() == malos.keys()
    for nombre, (_, razon) in malos.items():
        assert razon in razones[nombre], nombre
    assert dicho["cambios"]["agregados"] == ["si.md"]
    assert archivos_de(biblioteca_chica) == antes


def test_dos_con_el_mismo_nombre_son_uno(servidor: Fabrica) -> None:
    dicho = subir(servidor(), ("a.md", PALOMAR), ("A.MD", b"Otro.\n")).json
    assert dicho["cambios"]["agregados"] == ["a.md"]
    assert dicho["rechazados"] == [
        {"archivo": "A.MD", "razon": "hay otro con el mismo nombre entre los que envía"}
    ]


def test_mas_de_los_que_se_reciben_a_la_vez(servidor: Fabrica, biblioteca_chica: Path) -> None:
    siaa, antes = servidor(), archivos_de(biblioteca_chica)
    for cuantos in (41, 1001):
        rechazo = subir(siaa, *((f"{n}.md", PALOMAR) for n in range(cuantos)))
        assert (
            "40 archivos y 24 MiB"
            in verificar_error(rechazo, 413, "subida_demasiado_grande")["mensaje"]
        )
    enorme = subir(siaa, ("a.md", b"x" * (25 * 1024 * 1024)))
    verificar_error(enorme, 413, "subida_demasiado_grande")
    pesado = subir(siaa, ("a.md", b"palabra " * (21 * 131072))).json
    assert "pesa más que el límite de 20 MiB" in pesado["rechazados"][0]["razon"]
    assert archivos_de(biblioteca_chica) == antes


def test_solo_ahi_se_recibe_tanto(servidor: Fabrica) -> None:
    siaa = servidor()
    verificar_error(siaa.publicar(CAMBIAR, b"x" * (2 << 20)), 413, "peticion_demasiado_grande")
    verificar_error(siaa.publicar(SUBIR, {}), 415, "tipo_no_admitido")
    verificar_error(subir(siaa), 400, "peticion_invalida")


def test_una_conexion_cortada_no_deja_nada(servidor: Fabrica, biblioteca_chica: Path) -> None:
    siaa, antes = servidor(), archivos_de(biblioteca_chica)
    cuerpo = formulario([("a.md", PALOMAR * 1000)], coleccion="", confirmar="")
    cabeza = f"POST {SUBIR} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(cuerpo)}\r\n"
    for hasta in (0, 10, len(cuerpo) // 2, len(cuerpo) - 1):
        with siaa.crudo() as cliente:
            tipo = f"Content-Type: multipart/form-data; boundary={LIMITE}\r\n\r\n"
            cliente.decir((cabeza + tipo).encode() + cuerpo[:hasta])
            cliente.irse(de_golpe=True)
    assert siaa.obtener("/siaa/status").estado == 200
    assert archivos_de(biblioteca_chica) == antes


def test_varios_a_la_vez_no_se_pisan(servidor: Fabrica, biblioteca_chica: Path) -> None:
    siaa, dichos = servidor(), []
    hilos = [
        threading.Thread(
            target=lambda n=n: dichos.append(subir(siaa, (f"p{n}.md", PALOMAR)))  # type: ignore[misc]
        )
        for n in range(6)
    ]
    for hilo in hilos:
        hilo.start()
    for hilo in hilos:
        hilo.join(PACIENCIA_S)
    assert {d.estado for d in dichos} <= {200, 409} and 200 in {d.estado for d in dichos}
    assert not any(re.match(r"p\d", nombre) for nombre in archivos_de(biblioteca_chica))
