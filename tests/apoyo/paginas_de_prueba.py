"""Pages as a browser would take them apart: tags in balance, ids, text, what a mark holds."""

from __future__ import annotations

from html.parser import HTMLParser

VACIOS = frozenset({"br", "hr", "img", "input", "link", "meta", "use", "path", "circle", "rect"})


class Pagina(HTMLParser):
    """A page or a part of one. A tag that closes another than the one that is open fails.

    texto: all that is shown; ids: in order; de_pasaje: what stands inside `.pasaje`.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.abiertas: list[tuple[str, str]] = []
        self.texto = ""
        self.ids: list[str] = []
        self.atributos: list[tuple[str, dict[str, str]]] = []
        self.de_pasaje = ""
        self.feed(html)
        self.close()
        assert self.abiertas == [], f"left open: {self.abiertas}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        dados = {nombre: valor or "" for nombre, valor in attrs}
        self.atributos.append((tag, dados))
        if "id" in dados:
            self.ids.append(dados["id"])
        if tag not in VACIOS:
            self.abiertas.append((tag, dados.get("class", "")))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.abiertas and self.abiertas[-1][0] == tag, f"</{tag}> inside {self.abiertas}"
        self.abiertas.pop()

    def handle_data(self, data: str) -> None:
        self.texto += data
        if any(clase == "pasaje" for _, clase in self.abiertas):
            self.de_pasaje += data

    def de(self, tag: str) -> list[dict[str, str]]:
        """The attributes of every element of a kind."""
        return [dados for otro, dados in self.atributos if otro == tag]
