// A text that somebody pastes, checked sentence by sentence against the documents.

import { aspectoDe, hallazgosDe } from "../respuesta/desenlaces.js";
import { PanelDeFuentes } from "../respuesta/fuentes.js";
import { importar } from "../respuesta/marcado.js";
import { pedirClave } from "../comun/clave.js";
import { crear, letrero, rellenar, uno } from "../comun/dom.js";
import { conPunto, fechaLarga } from "../comun/palabras.js";
import { publicar } from "../comun/servicio.js";

const PREFIJO = "fuente-";
const HECHA = "Comprobación terminada";
const NADA = "No hay ninguna frase que comprobar.";

class Comprobacion {
  constructor() {
    this.borrador = uno("borrador");
    this.maximo = Number(this.borrador.dataset.maximo);
    this.enCurso = false;
    uno("comprobar").addEventListener("submit", (suceso) => {
      suceso.preventDefault();
      this.comprobar();
    });
  }

  async comprobar() {
    const texto = this.borrador.value;
    const largo = [...texto].length;
    rellenar(uno("clave"));
    if (this.enCurso) return;
    if (!texto.trim() || largo > this.maximo) {
      this.objetar(largo > this.maximo ? `El texto tiene ${largo} caracteres y caben ${this.maximo}: acórtelo o pártalo.` : "Pegue o escriba un texto.");
      return;
    }
    this.enCurso = true;
    this.objetar("");
    uno("hallado").hidden = true;
    uno("anuncio").textContent = "Comprobando cada frase…";
    try {
      this.mostrar(await publicar("/siaa/verificar", { texto, pregunta: uno("pregunta").value, html: true }));
    } catch (error) {
      this.fallar(error);
    }
    this.enCurso = false;
  }

  objetar(queja) {
    uno("alerta").textContent = queja;
    this.borrador.setAttribute("aria-invalid", String(queja !== ""));
    if (queja) this.borrador.focus();
  }

  fallar(error) {
    uno("anuncio").textContent = "";
    if (error.estado === 401) {
      uno("clave").append(pedirClave("comprobar-", () => this.comprobar()));
      uno("clave").querySelector("input").focus();
    } else {
      uno("alerta").textContent = error.message;
    }
  }

  mostrar({ frases, fuentes, html }) {
    const datos = { desenlace: "completa", frases };
    const como = aspectoDe(datos);
    const titulo = conPunto(como.clase === "discrepa" ? como.titulo : HECHA);
    const dicho = hallazgosDe(datos) || NADA;
    rellenar(uno("estado"), letrero(como, titulo, dicho));
    this.componer(fuentes, html, frases.filter(({ discrepancias }) => discrepancias.length));
    uno("hallado").hidden = false;
    uno("anuncio").textContent = titulo + " " + dicho;
    uno("titulo-hallado").focus({ preventScroll: true });
    uno("hallado").scrollIntoView({ block: "start" });
  }

  // The passages that contradict a sentence are open, instead of the first: they correct it.
  componer(fuentes, html, malas) {
    const panel = new PanelDeFuentes(PREFIJO);
    const texto = crear("div", { clase: "texto" }, importar(html, PREFIJO));
    panel.mostrar({ fuentes, palabras: [] });
    panel.seguir(texto);
    if (malas.length) {
      panel.abrir(1, false);
      panel.mostrarTodas(false);
      malas.forEach(({ fuente }) => panel.abrir(fuente, true));
    }
    const cuando = crear("p", { clase: "nota" }, "Comprobado en SIAA el " + fechaLarga(new Date()));
    rellenar(uno("cuerpo"), crear("div", { clase: "explicacion" }, crear("h3", {}, "El texto"), texto, cuando), panel.elemento);
  }
}

new Comprobacion();
