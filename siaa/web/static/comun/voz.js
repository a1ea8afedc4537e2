// What the page says: the polite region, the alert, and a line for those who look.

import { uno } from "./dom.js";

const REPOSO_MS = 4000; // an answer is heard before other news take its place
const OLVIDO_MS = 10000; // what was said does not wait to be come upon much later
const A_LA_VISTA_MS = 4000;

export class Voz {
  // dialogo: what is said behind it, nobody hears; that is said once it closes.
  constructor(dialogo) {
    this.dialogo = dialogo;
    this.noticias = []; // of the turns, in order, each with whether it is an answer
    this.reposo = 0;
    this.sinOir = "";
    this.retiros = new WeakMap(); // where something is said → what takes it back
    dialogo.addEventListener("close", () => this.repetir());
  }

  repetir() {
    if (this.sinOir) {
      uno("alerta").textContent = this.sinOir;
      this.sinOir = "";
    }
    this.seguir();
  }

  // Answers at once to what somebody just did.
  anunciar(texto) {
    uno("anuncio").textContent = texto;
    clearTimeout(this.olvido);
    this.olvido = setTimeout(() => {
      uno("anuncio").textContent = "";
    }, OLVIDO_MS);
  }

  // The same, also for who looks: for a moment, by the box or where it was done.
  avisar(texto, lugar = uno("hecho")) {
    this.anunciar(texto);
    lugar.textContent = texto;
    clearTimeout(this.retiros.get(lugar));
    this.retiros.set(lugar, setTimeout(() => {
      lugar.textContent = "";
    }, A_LA_VISTA_MS));
  }

  // News of a turn. Of what is going on only the last matters; each answer is told.
  narrar(texto, esRespuesta) {
    this.noticias = this.noticias.filter((noticia) => noticia.esRespuesta).concat({ texto, esRespuesta });
    this.seguir();
  }

  seguir() {
    if (this.dialogo.open || this.reposo || this.noticias.length === 0) return;
    const { texto, esRespuesta } = this.noticias.shift();
    this.anunciar(texto);
    if (esRespuesta) {
      this.reposo = setTimeout(() => {
        this.reposo = 0;
        this.seguir();
      }, REPOSO_MS);
    }
  }

  // Forgets the news that nobody waits for any more.
  callar() {
    clearTimeout(this.reposo);
    this.reposo = 0;
    this.noticias = [];
  }

  // The one alert: what failed. It is not shown twice to those who see.
  alertar(texto, yaSeVe) {
    uno("alerta").className = yaSeVe ? "solo-lectores" : "alerta";
    uno("alerta").textContent = texto;
    this.sinOir = this.dialogo.open ? texto : "";
  }
}
