"""A small library written for the tests: an invented town, invented rules, six documents in
three collections.
"""

from __future__ import annotations

import os
import threading
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from paciencia import PACIENCIA_S

from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.indice import Indice

MUESTRA = Path(__file__).resolve().parents[2] / "documentos"

ACUERDO_REPORTE = """\
# Acuerdo VR24-101

Por el cual se organiza el reporte RETRI de los archivos municipales de Valdeluna.

## ARTÍCULO 1. Objeto

El reporte RETRI reúne, trimestre a trimestre, las cifras de préstamo, consulta y descarte de
los archivos municipales. Con esas cifras la Junta de Archivos decide dónde hacen falta
estantes, personal y horas de consulta. Ninguna otra planilla reemplaza al RETRI, ni siquiera la
que cada archivo lleve por su cuenta.

## ARTÍCULO 2. Responsables

El reporte RETRI lo presenta el jefe de cada archivo. El jefe puede encargar la digitación a un
asistente, siempre que el encargo conste por escrito; la firma y la responsabilidad siguen
siendo del jefe. Un asistente sin encargo escrito no puede enviar el reporte, y el sistema
rechaza su usuario.

## ARTÍCULO 3. Plazo

El plazo para presentar el reporte RETRI es de siete días hábiles contados desde el último día
del trimestre. Cuando el séptimo día caiga en feria local, el plazo se corre hasta el primer día
hábil siguiente. La Junta puede conceder tres días más, una sola vez por año, si el archivo lo
pide antes de que venza el plazo.

## ARTÍCULO 4. Correcciones

Las correcciones del reporte RETRI se hacen dentro de los quince días siguientes al envío.
Pasado ese tiempo, toda corrección necesita un acta firmada por dos personas: quien la pide y
quien la aprueba. El acta se guarda con el reporte al que corrige y se cita por su número.

## ARTÍCULO 5. Sanciones

Quien no presente el reporte RETRI recibe, la primera vez, una amonestación escrita. La segunda
vez dentro del mismo año, el archivo pierde la cuota de papelería del trimestre siguiente. La
tercera vez, la Junta nombra un encargado externo que presenta el reporte y cobra su trabajo al
archivo incumplido.

## ARTÍCULO 6. Vigencia

Este acuerdo rige desde el primer día de marzo y deroga la costumbre de enviar las cifras por carta.
"""

ACUERDO_CAPACITACION = """\
# Acuerdo VR25-207

Por el cual se ordena la capacitación de quienes trabajan en los archivos de Valdeluna.

## ARTÍCULO 1. Quién capacita

La capacitación la dicta la Escuela de Oficios, con cuatro talleres al año. Los talleres son
gratuitos y se hacen en horas de trabajo. La Escuela entrega a cada asistente una constancia que
sirve para el escalafón.

## ARTÍCULO 2. Contenidos

Los talleres enseñan a describir cajas, a restaurar papel mojado y a buscar en el catálogo. Un
taller completo se dedica a la lectura de letra antigua, porque la mitad de los fondos de la
ciudad está escrita a mano.

## ARTÍCULO 3. Asistencia

Cada archivo envía al menos a dos personas por taller. Quien falte sin excusa repite el taller
al año siguiente y no puede pedir traslado mientras no tenga la constancia.
"""

MANUAL_PRESTAMO = """\
# Manual de préstamo de cajas

Objeto ........................................ 1
Solicitud ..................................... 2

## 1. Solicitud

1. El lector llena la boleta azul con el número de la caja.
2. El portero revisa que la caja no esté en restauración.
3. El lector firma el libro de préstamo y deja un documento.

## 2. Devolución

La caja se devuelve el mismo día antes de las cinco. Si el lector necesita la caja otro día, la
deja apartada con una cinta blanca y su nombre. Una caja apartada espera como mucho cuatro días.

## 3. Daños

El lector que dañe un folio lo dice de inmediato. El taller de restauración valora el daño y la
multa no pasa de una décima parte del valor de la caja.
"""

GUIA_AUDIENCIAS = """\
# Guía de la sala de escucha

La sala de escucha guarda cintas, discos y grabaciones de asambleas. **Nadie** entra con comida.

## Reserva

La sala se reserva por teléfono con dos días de anticipación. Cada reserva dura una hora. En la
planilla se escribe <b>sala</b> y el nombre; nunca <script>alert("sala")</script> ni <img src=x
onerror=alert(1)>.

Más datos [aquí](javascript:alert(2)) o en la [portada](https://valdeluna.example/escucha).

## Copias

Las copias de grabaciones se piden por escrito y tardan cinco días. Se entregan en disco, con su
ficha.
"""

CIRCULAR_HORARIO = """\
Circular de horarios

Los archivos de Valdeluna abren de martes a sábado, de ocho de la mañana a cuatro de la tarde.
Los lunes se hace limpieza y no hay atención al público. En diciembre la atención termina a las
dos.
"""

MANUAL_RESTAURACION = """\
# Manual de restauración

## Papel mojado

El papel mojado se extiende entre secantes y se cambia cada tres horas. Nunca se plancha ni se
pone al sol, porque la tinta se corre y el folio se encoge. Un folio tarda dos días en secar del
todo.

## Hongos

Las cajas con hongos van a cuarentena durante veinte días, en el cuarto frío. Nadie las abre sin
guantes y careta.
"""

CATALOGO = """\
[documentos."acuerdo_vr24-101.md"]
titulo = "Acuerdo VR24-101 sobre el reporte RETRI"
palabras_clave = ["reporte retri", "séptimo día hábil"]

[documentos."acuerdo_vr25-207.md"]
titulo = "Acuerdo VR25-207 sobre capacitación"
palabras_clave = ["escuela de oficios"]

[colecciones.normativa]
peso = 1.0
"""

ARCHIVOS = {
    "catalogo.toml": CATALOGO,
    "circular_horarios.txt": CIRCULAR_HORARIO,
    "manuales/guia_sala_de_escucha.md": GUIA_AUDIENCIAS,
    "manuales/manual_de_prestamo.md": MANUAL_PRESTAMO,
    "manuales/manual_de_restauracion.md": MANUAL_RESTAURACION,
    "normativa/Acuerdo_VR24-101.md": ACUERDO_REPORTE,
    "normativa/acuerdo_vr25-207.md": ACUERDO_CAPACITACION,
}
CLAVES = [
    "acuerdo_vr24-101.md",
    "acuerdo_vr25-207.md",
    "circular_horarios.txt",
    "guia_sala_de_escucha.md",
    "manual_de_prestamo.md",
    "manual_de_restauracion.md",
]
COLECCIONES = {"general": 1, "manuales": 3, "normativa": 2}

BUENO = "# Reglas del horno\n\nEl horno de alfarería se enciende los jueves a las seis.\n"
ARCHIVOS_MALOS: dict[str, bytes] = {
    "utf8-invalido": b"# Titulo\n\nEl horno \xff\xfe se enciende.\n",
    "ms-dos": "# Título\n\nEl día de la quema.\n".encode("cp850"),
    "utf16-cortado": BUENO.encode("utf-16")[:-1],
    "binario": b"\x7fELF\x02\x01\x01" + bytes(range(256)),
    "texto-con-nulo": b"# Titulo\n\nEl horno\x00 se enciende.\n",
    "vacio": b"",
    "blanco": " \n\t\r\n\u00a0\n".encode(),
    "solo-marca": b"\xef\xbb\xbf",
    "marca-y-blancos": b"\xef\xbb\xbf \n \n",
    "surrogado": b"El horno \xed\xa0\x80 arde.\n",
    "cortado": "El horno de la señora".encode()[:-4],  # inside the ñ
}

NUEVE_DIAS = "El plazo para presentar el reporte RETRI es de nueve días hábiles."
REPARO = "dice «nueve días hábiles»; el pasaje 1 dice «siete días hábiles»"
"""What is said of that sentence."""
PREGUNTA = "¿Cuál es el plazo para presentar el reporte RETRI?"
OTRA_PREGUNTA = "¿Cuántos días espera una caja apartada con cinta blanca?"
TERCERA_PREGUNTA = "¿Qué sanciones hay por no presentar el reporte RETRI?"
SIN_RESPUESTA = "xilófono zarzuela ornitorrinco"


def en_memoria() -> TemporaryDirectory[str]:
    """A folder, gone with its block, that costs no wait for a disk, where the system has one."""
    return TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)


def escribir_biblioteca(carpeta: Path, archivos: dict[str, str] = ARCHIVOS) -> Path:
    """Write the files below the folder, which is created."""
    for nombre, texto in archivos.items():
        ruta = carpeta / nombre
        ruta.parent.mkdir(parents=True, exist_ok=True)
        ruta.write_text(texto, encoding="utf-8")
    return carpeta


def cargar(carpeta: Path, **ajustes: Any) -> Any:
    """The index of a folder, as the service would load it."""
    from siaa.biblioteca.cargador import cargar_biblioteca
    from siaa.biblioteca.valores import AjustesBiblioteca

    return cargar_biblioteca(carpeta, AjustesBiblioteca(**ajustes))


def cargar_sin_bloquearse(carpeta: Path) -> Any:
    """The same, for folders that could keep a careless reader waiting for ever."""
    cargados: list[Any] = []
    hilo = threading.Thread(target=lambda: cargados.append(cargar(carpeta)), daemon=True)
    hilo.start()
    hilo.join(PACIENCIA_S)
    if hilo.is_alive():
        _soltar_tuberias(carpeta)
        pytest.fail("the load is blocked")
    return cargados[0]


def _soltar_tuberias(carpeta: Path) -> None:
    """Open the pipes of a folder at the other end, so that whoever waits there goes on."""
    for ruta in carpeta.iterdir():
        if ruta.is_fifo():
            os.close(os.open(ruta, os.O_RDWR | os.O_NONBLOCK))


def omitidos(indice: Any) -> dict[str, str]:
    """File → reason."""
    return {omitido.archivo: omitido.razon for omitido in indice.omitidos}


@cache
def muestra() -> Indice:
    """The sample library, loaded once."""
    return cargar_biblioteca(MUESTRA)
