// Words as they are written: many tokens, one change of the page for each frame, however fast.

import { crear } from "../comun/dom.js";
import { ENCABEZADO, NEGRITA } from "./vestido.js";

export class Escritor {
  constructor(destino) {
    this.destino = destino;
    this.pendiente = "";
    this.cuadro = 0;
    this.renglon = null; // the text node at the end of the line that is being written
  }

  agregar(texto) {
    this.pendiente += texto;
    if (!this.cuadro) this.cuadro = requestAnimationFrame(() => this.volcar());
  }

  escribir(texto) {
    this.pendiente += texto;
    this.volcar();
  }

  // Each line is an element of its own, so that a long answer is not laid out again whole.
  volcar() {
    cancelAnimationFrame(this.cuadro);
    this.cuadro = 0;
    if (this.pendiente === "") return;
    this.pendiente.split("\n").forEach((trozo, i) => {
      if (i > 0 || !this.renglon) {
        this.renglon = document.createTextNode("");
        this.destino.append(crear("div", { clase: "renglon-escrito" }, this.renglon));
      }
      this.renglon.appendData(trozo);
      this.vestir();
    });
    this.pendiente = "";
  }

  // Shows Markdown as what it means as soon as it is whole, and never looks at it again.
  vestir() {
    const { renglon } = this;
    if (!renglon.previousSibling && ENCABEZADO.test(renglon.data)) {
      renglon.data = renglon.data.replace(ENCABEZADO, "");
      renglon.parentNode.classList.add("encabezado");
    }
    const piezas = renglon.data.split(NEGRITA); // the odd ones are bold
    if (piezas.length > 1) {
      renglon.data = piezas.pop();
      renglon.before(...piezas.map((pieza, i) => (i % 2 ? crear("strong", {}, pieza) : pieza)));
    }
  }
}
