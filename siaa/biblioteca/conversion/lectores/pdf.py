"""PDF → Markdown: the lines that are printed, and the tables that are ruled."""

import ctypes
import io
import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

import pdfplumber
import pypdfium2
import pypdfium2.raw as pdfium

from siaa.biblioteca.conversion.lectores import ocr
from siaa.biblioteca.conversion.lectores.impreso import Impresa, armar
from siaa.biblioteca.conversion.limites import CON_CLAVE, PAGINAS, PIXELES, revisar_celdas
from siaa.biblioteca.conversion.piezas import EnEspera, Leido, NoSeConvierte, limpio

HUECO: Final = 1.8
"""What parts what is printed on one line, in heights of it."""
ANCHO: Final = 1200
"""Of the picture of a page, pixels: small print is read in it."""
RAYA: Final = 12.0
"""Length of a ruled line at least, points."""
LETRAS_DE_PAGINA: Final = 10
"""A page with fewer letters and a picture is a picture."""
LETRAS_DE_SELLO: Final = 150
"""As above, where the picture covers so much of the page:"""
CUBIERTA: Final = 0.4
CONFIABLE: Final = 75
"""Per cent of confidence below which what was recognised is told to be doubtful."""
_INSTALAR: Final = (
    "instale tesseract-ocr-spa en este equipo y reinicie SIAA, o páselo por otro programa que "
    "reconozca el texto (OCR) y guárdelo como PDF con texto"
)
_CORTE: Final = "\x02"
"""What PDFium gives for a hyphen that cuts a word at the end of a line."""
_NEGRITA: Final = 600
_Letra = tuple[str, float, float, float, float, int]
"""A letter, its box and its place in the text of its page."""


def _abrir(datos: bytes) -> pypdfium2.PdfDocument:
    try:
        return pypdfium2.PdfDocument(datos)
    except pypdfium2.PdfiumError as error:
        if "assword" in str(error):
            raise NoSeConvierte(CON_CLAVE) from error
        raise


def dibujar(datos: bytes, numero: int) -> bytes:
    """Return a page (from 1) as JPEG. Raises `NoSeConvierte` where there is no such page."""
    documento = _abrir(datos)
    if numero > len(documento):
        raise NoSeConvierte(f"no tiene página {numero}: tiene {len(documento)}")
    documento.init_forms()  # what was filled in is drawn too
    salida = io.BytesIO()
    retratar(documento[numero - 1], ANCHO, PIXELES).convert("RGB").save(salida, "JPEG", quality=75)
    return salida.getvalue()


def retratar(pagina: pypdfium2.PdfPage, ancho: float, pixeles: int, **opciones: Any) -> Any:
    """Draw a page so many pixels wide, fewer where it would have more in all than it may."""
    de_ancho, de_alto = pagina.get_size()
    escala = min(ancho / de_ancho, math.sqrt(pixeles / (de_ancho * de_alto)))
    return pagina.render(scale=escala, **opciones).to_pil()


def leer_pdf(datos: bytes, reconocer: bool = True) -> Leido:
    """Read a document. reconocer: also the pages that are pictures, which takes long.

    Raises `NoSeConvierte`, `EnEspera`, and what the libraries do of a damaged one.
    """
    documento = _abrir(datos)
    if len(documento) > PAGINAS:
        raise NoSeConvierte(f"tiene {len(documento)} páginas y el límite es {PAGINAS}: divídalo")
    hojas: list[list[Impresa]] = []
    fotos: list[int] = []
    for numero, pagina in enumerate(documento):
        tablas = list(_tablas(datos, numero + 1)) if _tiene_rayas(pagina) else []
        hojas.append(_con_tablas(list(_renglones(pagina)), tablas))
        if not tablas and _es_foto(pagina, sum(len(renglon.texto) for renglon in hojas[-1])):
            fotos.append(numero)
        pagina.close()
    avisos, confianza = _reconocer(documento, hojas, fotos, reconocer) if fotos else ((), {})
    titulo = limpio(documento.get_metadata_value("Title"))
    return Leido(armar(hojas), titulo if " " in titulo else "", avisos, confianza)


def _reconocer(
    documento: pypdfium2.PdfDocument, hojas: list[list[Impresa]], fotos: list[int], ahora: bool
) -> tuple[tuple[str, ...], dict[int, int]]:
    """Put what the pictures say among the pages; return what is to be told, and how sure it is."""
    if not ocr.version():
        if len(fotos) == len(hojas):
            raise NoSeConvierte(f"es escaneado: {_INSTALAR}")
        numeros = ", ".join(str(numero + 1) for numero in fotos)
        return (f"no se leyeron las páginas que son imágenes, {numeros}: {_INSTALAR}",), {}
    if not ahora:
        raise EnEspera
    leidas = dict(_leer_fotos(documento, fotos))
    sueltos = [(n, r) for n, leida in leidas.items() for r in leida.renglones]
    reparados = ocr.reparar([renglon.texto for _, renglon in sueltos])
    for numero in leidas:
        hojas[numero] = []
    for vez, (numero, renglon) in enumerate(sueltos):
        hojas[numero].append(replace(renglon, texto=reparados.get(vez, renglon.texto)))
    vacias = [str(numero + 1) for numero, leida in leidas.items() if not leida.renglones]
    confianza = {n + 1: leida.confianza for n, leida in leidas.items() if leida.renglones}
    cambios = [
        f"«{antes.texto}» es «{reparados[vez]}» (página {numero + 1})"
        for vez, (numero, antes) in enumerate(sueltos)
        if vez in reparados
    ]
    dudosas = [f"{n} ({cuanta} %)" for n, cuanta in confianza.items() if cuanta < CONFIABLE]
    faltan = [str(numero + 1) for numero in fotos if numero not in leidas]
    dichos = (
        ("lo que se reconoció es dudoso, compárelo con el papel, en las páginas: ", dudosas),
        ("no se halló texto en las páginas, que son imágenes: ", vacias),
        ("se corrigió por el contexto lo que se reconoció mal: ", cambios),
        ("no se alcanzaron a reconocer, divídalo, las páginas: ", faltan),
    )
    return tuple(dicho + ", ".join(cuales) for dicho, cuales in dichos if cuales), confianza


def _leer_fotos(
    documento: pypdfium2.PdfDocument, fotos: Iterable[int]
) -> Iterator[tuple[int, ocr.Reconocida]]:
    for numero in fotos:
        pagina = documento[numero]
        ancho, alto = pagina.get_size()
        if ocr.queda_tiempo():
            foto = retratar(pagina, ocr.PUNTOS * ancho, ocr.PIXELES, grayscale=True)
            if leida := ocr.reconocer(foto, alto):
                yield numero, leida
        pagina.close()


def _con_tablas(hoja: list[Impresa], tablas: Iterable[Impresa]) -> list[Impresa]:
    """Put each table where the first of its lines stands, in place of them: it has all they say."""
    for tabla in tablas:
        suyos = [renglon for renglon in hoja if tabla.contiene(renglon)]
        dicho, escrito = (r.texto for r in suyos), (celda for fila in tabla.filas for celda in fila)
        if suyos and _letras(dicho) <= _letras(escrito):
            hoja[hoja.index(suyos[0])] = tabla
            hoja = [renglon for renglon in hoja if renglon not in suyos]
    return hoja


def _letras(textos: Iterable[str]) -> Counter[str]:
    return Counter(letra for texto in textos for letra in texto if letra.isalnum())


def _es_foto(pagina: pypdfium2.PdfPage, letras: int) -> bool:
    """Tell whether a page is a picture, be it with a stamp or a footer in letters."""
    cajas = [o.get_bounds() for o in pagina.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE])]
    cubierto = sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in cajas)
    ancho, alto = pagina.get_size()
    pocas = LETRAS_DE_SELLO if cubierto >= CUBIERTA * ancho * alto else LETRAS_DE_PAGINA
    return bool(cajas) and letras < pocas


def _tiene_rayas(pagina: pypdfium2.PdfPage) -> bool:
    cajas = [o.get_bounds() for o in pagina.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH])]
    tendidas = sum(derecha - izquierda > RAYA for izquierda, _, derecha, _ in cajas)
    return tendidas > 1 and any(arriba - abajo > RAYA for _, abajo, _, arriba in cajas)


def _tablas(datos: bytes, numero: int) -> Iterator[Impresa]:
    with pdfplumber.open(io.BytesIO(datos), pages=[numero]) as abierto:
        (hoja,) = abierto.pages
        for tabla in hoja.find_tables():
            filas = tuple(tuple(limpio(c or "") for c in fila) for fila in tabla.extract())
            revisar_celdas(sum(map(len, filas)))
            izquierda, arriba, derecha, abajo = tabla.bbox
            if len(filas) > 1 and len(filas[0]) > 1:
                lugar = (izquierda, hoja.height - abajo, derecha, hoja.height - arriba)
                yield Impresa(*lugar, "", filas=filas)


def _renglones(pagina: pypdfium2.PdfPage) -> Iterator[Impresa]:
    """Yield what is printed, in the order of the file, parted at ends of lines and wide gaps."""
    texto = pagina.get_textpage()
    caja = pdfium.FS_RECTF()
    abierto: list[_Letra] = []
    for lugar in range(texto.count_chars()):
        letra = chr(pdfium.FPDFText_GetUnicode(texto, lugar) or 32)
        pdfium.FPDFText_GetLooseCharBox(texto, lugar, ctypes.byref(caja))
        alto = caja.top - caja.bottom
        if letra in "\r\n":
            yield from _cerrar(texto, abierto)
        elif letra.isspace():
            abierto += [(" ", *abierto[-1][1:])] if abierto else []
        else:
            if abierto and not -alto < caja.left - abierto[-1][3] < HUECO * alto:
                yield from _cerrar(texto, abierto)
            cual = "-" if letra == _CORTE else letra
            abierto.append((cual, caja.left, caja.bottom, caja.right, caja.top, lugar))
        if letra == _CORTE:
            yield from _cerrar(texto, abierto)
    yield from _cerrar(texto, abierto)


def _cerrar(texto: Any, letras: list[_Letra]) -> Iterator[Impresa]:
    escrito = limpio("".join(letra[0] for letra in letras))
    if escrito:
        _, x0, abajo, x1, arriba, lugares = zip(*letras, strict=True)
        muestra = (lugares[0], lugares[len(lugares) // 2], lugares[-1])
        negrita = all(_es_negrita(texto, lugar) for lugar in muestra)
        yield Impresa(min(x0), min(abajo), max(x1), max(arriba), escrito, negrita)
    letras.clear()


def _es_negrita(texto: Any, lugar: int) -> bool:
    nombre = ctypes.create_string_buffer(128)
    pdfium.FPDFText_GetFontInfo(texto, lugar, nombre, 128, ctypes.byref(ctypes.c_int()))
    return (
        b"bold" in nombre.value.lower() or pdfium.FPDFText_GetFontWeight(texto, lugar) >= _NEGRITA
    )
