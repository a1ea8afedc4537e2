// Where to begin: what the library has, with questions that it answers.

import { pedirClave } from "../comun/clave.js";
import { boton, crear, rellenar } from "../comun/dom.js";
import { cuantos } from "../comun/palabras.js";
import { obtener } from "../comun/servicio.js";

export class Inicio {
  constructor(lugar, pagina) {
    this.lugar = lugar;
    this.pagina = pagina;
  }

  ofrecer() {
    obtener("/siaa/ejemplos").then(
      ({ colecciones }) => this.mostrar(...this.ejemplos(colecciones)), (error) => this.disculparse(error)
    );
  }

  mostrar(...partes) {
    rellenar(this.lugar, ...partes);
  }

  disculparse(error) {
    if (error.estado === 401) {
      this.mostrar(crear("p", {}, "Esta instalación pide una clave."), pedirClave("inicio-", () => this.entrar()));
    } else {
      this.pagina.voz.alertar(error.message);
    }
  }

  entrar() {
    this.ofrecer();
    this.pagina.enfocar(); // the form goes away
  }

  ejemplos(colecciones) {
    if (colecciones.length === 0) {
      return [crear("p", { clase: "aviso aviso-falla" }, "La biblioteca está vacía: pida al administrador que agregue documentos.")];
    }
    return [
      crear("h3", {}, "Por ejemplo"),
      crear("div", { clase: "colecciones" }, ...colecciones.map((coleccion) => this.coleccion(coleccion))),
    ];
  }

  coleccion({ titulo, documentos, preguntas }) {
    return crear(
      "section", { clase: "muestra" },
      crear("h4", {}, titulo, " ", crear("span", { clase: "cuantos" }, cuantos(documentos, "documento"))),
      crear("ul", {}, ...preguntas.map((pregunta) => crear(
        "li", {}, boton(pregunta, "flecha", () => this.pagina.preguntar(pregunta), { clase: "ejemplo" })
      )))
    );
  }
}
