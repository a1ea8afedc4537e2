// Words as they are written: many tokens, one change of the page for each frame, however fast.

import { crear } from "./dom.js";
import { vestirLinea } from "./vestido.js";

export class Escritor {
  constructor(destino) {
    this.destino = destino;
    this.pendiente = "";
    this.cuadro = 0;
    this.renglon = null; // the text node of the line that is being written
  }

  agregar(texto) {
    this.pendiente += texto;
    if (!this.cuadro) {
      this.cuadro = requestAnimationFrame(() => this.volcar());
    }
  }

  // Each line is an element of its own, so that a long answer is not laid out again whole.
  volcar() {
    cancelAnimationFrame(this.cuadro);
    this.cuadro = 0;
    if (this.pendiente === "") {
      return;
    }
    this.pendiente.split("\n").forEach((trozo, i) => {
      if (i > 0 || !this.renglon) {
        this.vestir();
        this.renglon = document.createTextNode("");
        this.destino.append(crear("div", { clase: "renglon-escrito" }, this.renglon));
      }
      this.renglon.appendData(trozo);
    });
    this.pendiente = "";
  }

  // A line that is whole is shown as what its Markdown means.
  vestir() {
    if (this.renglon && /^#|\*\*/.test(this.renglon.data)) {
      this.renglon.replaceWith(vestirLinea(this.renglon.data, []));
    }
  }
}
