"""What every reader of documents makes of one: Markdown, with marks where pages begin. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

_MARCAS = re.compile(r"<!-- página (\d{1,6}) -->\n*")
_AL_MARGEN = re.compile(r"^(?=[#>]|[-+*=]{3,}\s*$|```|~~~)", re.MULTILINE)
"""What Markdown would take, where a line begins, for something that the document does not say."""
Filas = Sequence[Sequence[str]]


class NoSeConvierte(Exception):
    """A document that no text is got from; its message is the reason, with what to do (Spanish)."""


class EnEspera(Exception):
    """A document that there is no time for now: it takes long, or the time went to others."""


@dataclass(frozen=True, slots=True)
class Leido:
    """The text of a document in Markdown, and the title of its properties.

    avisos: what could not be kept, as ends of the sentence «De este archivo …». confianza: of the
    pages that were recognised from pictures, in per cent.
    """

    markdown: str
    titulo: str = ""
    avisos: tuple[str, ...] = ()
    confianza: Mapping[int, int] = field(default_factory=dict)

    @property
    def completo(self) -> str:
        """The Markdown, under its title where no heading of the first level is."""
        titulado = self.titulo and not re.search("^# ", self.markdown, re.MULTILINE)
        return f"# {self.titulo}\n\n{self.markdown}" if titulado else self.markdown


def dejado_fuera(cuantos: Mapping[str, int]) -> tuple[str, ...]:
    """Return what is told of what was left out. cuantos: of each thing («hoja oculta»)."""
    dichos = []
    for raiz, haga in (("ocult", "muéstrelo"), ("tachad", "quítele la raya")):
        de_estos = {que: veces for que, veces in cuantos.items() if raiz in que and veces}
        nombres = [
            f"{veces} {que if veces == 1 else ' '.join(f'{palabra}s' for palabra in que.split())}"
            for que, veces in sorted(de_estos.items())
        ]
        if nombres:
            verbo = "se dejó" if sum(de_estos.values()) == 1 else "se dejaron"
            aviso = f"{verbo} fuera {', '.join(nombres)}: si algo debe leerse, {haga}"
            dichos.append(f"{aviso} y guarde el archivo")
    return tuple(dichos)


def entero(escrito: object) -> int:
    """Return a number that a document gives, 1 where it gives none that one may have."""
    texto = str(escrito)
    return int(texto) if texto.isdecimal() and len(texto) < 10 else 1


def limpio(texto: str) -> str:
    """Return a line of a document: one space between words, nothing that passes for our marks."""
    return " ".join(texto.split()).replace("<!--", "‹!--")


def parrafo(texto: str) -> str:
    """Return a paragraph that Markdown takes for nothing else."""
    return _AL_MARGEN.sub(r"\\", texto)


def marca_de(pagina: int) -> str:
    """Return the mark of where a page begins."""
    return f"<!-- página {pagina} -->"


def separar_paginas(texto: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Take the marks of pages out of a text; return it, and where each page begins in it."""
    trozos = _MARCAS.split(texto)
    largo, paginas = len(trozos[0]), []
    for numero, trozo in zip(trozos[1::2], trozos[2::2], strict=True):
        paginas.append((largo, int(numero)))
        largo += len(trozo)
    return "".join(trozos[::2]), tuple(paginas)


def tabla(filas: Filas) -> str:
    """Write a table without what is empty all along; one of a single column as its texts."""
    ancho = max(map(len, filas), default=0)
    llenas = [[*fila, *[""] * (ancho - len(fila))] for fila in filas if any(fila)]
    columnas = [c for c in range(ancho) if any(fila[c] for fila in llenas)]
    if len(columnas) < 2:
        return "\n\n".join(parrafo(fila[c]) for fila in llenas for c in columnas)
    escritas = [[fila[c].replace("|", "\\|") for c in columnas] for fila in llenas]
    escritas.insert(1, ["---"] * len(columnas))
    return "\n".join(f"| {' | '.join(fila)} |" for fila in escritas)
