"""The process that reads one document: it may take so much memory and time, and writes no file.

It is given the document on its standard input, the name of the file and the number of a page, and
writes the picture of that page, for 0 the Markdown of all, or why there is none, as JSON. Whatever
a document does to it, only this process ends.
"""

import json
import os
import resource
import sys
from base64 import b64encode
from importlib import import_module
from typing import Any, Final

from siaa.biblioteca.conversion import limites
from siaa.biblioteca.conversion.piezas import EnEspera, Leido, NoSeConvierte

_LECTORES: Final = "siaa.biblioteca.conversion.lectores"


def main() -> None:
    """Read the document on standard input as the arguments say: its name, page, 1 to recognise."""
    salida = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library says to people is no part of the answer
    resource.setrlimit(resource.RLIMIT_AS, (limites.MEMORIA,) * 2)
    nombre, pagina, reconocer = sys.argv[1], int(sys.argv[2]), sys.argv[3] == "1"
    segundos = limites.DIBUJO_S if pagina else limites.PROCESADOR_S
    # The first ends it with a signal of its own: the second is as anybody's kill.
    resource.setrlimit(resource.RLIMIT_CPU, (segundos, segundos + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    salida.write(json.dumps(atender(nombre, sys.stdin.buffer.read(), pagina, reconocer)).encode())
    salida.close()


def atender(nombre: str, datos: bytes, pagina: int = 0, reconocer: bool = True) -> dict[str, Any]:
    """Return the Markdown of a document and what was not kept of it, or why there is none.

    pagina: which one's picture is wanted instead, in base 64. reconocer: whether there is time to
    read pictures; where there is none and some are to be read, it is only said that it takes long.
    """
    try:
        if pagina:
            dibujar = import_module(f"{_LECTORES}.pdf").dibujar
            return {"imagen": b64encode(dibujar(datos, pagina)).decode()}
        leido = convertir(nombre, datos, reconocer)
        if len(leido.markdown) > limites.TEXTO:
            return {"razon": f"da más de {limites.TEXTO} caracteres de texto, el límite: divídalo"}
        hecho = {"markdown": f"{leido.completo.strip()}\n", "avisos": leido.avisos}
        return hecho | ({"confianza": leido.confianza} if leido.confianza else {})
    except EnEspera:
        return {"tarda": True}
    except NoSeConvierte as error:
        return {"razon": str(error)}
    except RecursionError:
        return {"razon": limites.ANIDADO}
    except MemoryError:
        return {"razon": limites.MUERTO}
    except Exception as error:  # noqa: BLE001  the seam: a damaged file raises anything
        return {"razon": limites.DAÑADO, "error": repr(error)[:300]}


def convertir(nombre: str, datos: bytes, reconocer: bool) -> Leido:
    """Read a document whose text, where it is text, is UTF-8. Raises `NoSeConvierte` and more."""
    clase = limites.reconocer(nombre, datos)
    if clase in ("docx", "xlsx", "odt", "ods"):
        limites.revisar_zip(datos)
    # What reads one kind is not loaded for another: it takes longer than most documents.
    modulo = import_module(f"{_LECTORES}.{limites.LECTORES[clase]}")
    opciones = {"reconocer": reconocer} if clase == "pdf" else {}
    leido: Leido = getattr(modulo, f"leer_{clase}")(datos, **opciones)
    return leido


if __name__ == "__main__":
    main()
