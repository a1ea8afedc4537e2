// The drawer with the conversations: list, search, open, name, take away, delete.

import { boton, crear, orden, rellenar, uno } from "../comun/dom.js";
import { aspectoDe } from "../respuesta/desenlaces.js";
import { guardarEnWord, imprimir } from "../respuesta/acciones.js";
import { hojaDe } from "../respuesta/salidas.js";
import { apagar, estaApagado, leerConversaciones, olvidar, olvidarTodo, renombrar, restaurar } from "./historial.js";
import { fechaLarga, plegar } from "../comun/palabras.js";

const PAUSA_MS = 200; // between the last letter typed and the search

export class Cajon {
  // pagina: shows a conversation that was kept, and lets go of one that is forgotten.
  constructor(dialogo, pagina) {
    this.dialogo = dialogo;
    this.pagina = pagina;
    this.lista = uno("entradas");
    this.cuenta = uno("cuenta-historial");
    this.busqueda = uno("buscar-historial");
    this.apagado = uno("no-guardar");
    this.pie = uno("borrar-todo");
    this.salida = uno("cerrar-historial");
    this.guardadas = []; // conversations, the newest first
    this.borradas = []; // the answers of the one deleted last, while it can be undone
    this.plegadas = new WeakMap(); // conversation → its words, as they are searched
    this.espera = 0;
    this.busqueda.addEventListener("input", () => this.buscarPronto());
    this.apagado.addEventListener("change", () => this.conmutar());
    this.salida.addEventListener("click", () => this.cerrar());
    dialogo.addEventListener("click", ({ target }) => {
      if (target === dialogo) this.cerrar(); // the veil around the drawer
    });
    dialogo.addEventListener("keydown", (suceso) => {
      if (suceso.repeat && suceso.key === "Enter") {
        suceso.preventDefault(); // a key held down must not delete one after another
      }
    });
  }

  abrir() {
    this.busqueda.value = "";
    this.borradas = [];
    this.releer("");
    this.dialogo.showModal();
    this.salida.focus();
  }

  cerrar() {
    this.dialogo.close();
  }

  // Keeping none forgets what there was: whoever asks for it is told first.
  conmutar() {
    if (this.apagado.checked && this.guardadas.length > 0) {
      this.confirmar(() => apagar(true), () => this.apagado.focus());
    } else {
      apagar(this.apagado.checked);
      this.releer("");
    }
  }

  releer(hecho) {
    this.guardadas = leerConversaciones();
    this.listar(hecho);
  }

  buscarPronto() {
    clearTimeout(this.espera);
    this.espera = setTimeout(() => this.listar(""), PAUSA_MS);
  }

  // hecho: what was done just now, or "".
  listar(hecho) {
    const buscado = plegar(this.busqueda.value.trim());
    const halladas = this.guardadas.filter((guardada) => this.plegada(guardada).includes(buscado));
    rellenar(this.lista, ...halladas.map((guardada, puesto) => this.fila(guardada, puesto)));
    this.cuenta.textContent = hecho + this.contar(halladas.length, buscado);
    this.apagado.checked = estaApagado();
    this.ofrecerBorrado();
  }

  plegada(guardada) {
    if (!this.plegadas.has(guardada)) {
      const textos = guardada.entradas.map(({ pregunta, texto }) => pregunta + " " + texto);
      this.plegadas.set(guardada, plegar([guardada.nombre, ...textos].join(" ")));
    }
    return this.plegadas.get(guardada);
  }

  contar(halladas, buscado) {
    if (estaApagado()) return "No se está guardando nada.";
    if (this.guardadas.length === 0) return "Todavía no hay conversaciones guardadas.";
    const cuantas = halladas === 1 ? "1 conversación" : halladas + " conversaciones";
    return (buscado ? cuantas + " de " + this.guardadas.length : "Hay " + cuantas) + ".";
  }

  fila(guardada, puesto) {
    const { nombre, fecha, entradas } = guardada;
    const abrir = () => {
      this.cerrar();
      this.pagina.abrirConversacion(guardada);
    };
    const cuantas = entradas.length === 1 ? [] : [entradas.length + " preguntas"];
    const finales = entradas.map(aspectoDe).filter(({ clase }) => !["bien", "parcial"].includes(clase)).map(({ titulo }) => titulo);
    const detalle = [fechaLarga(new Date(fecha)), ...cuantas, ...new Set(finales)].join(" · ");
    const de = (dicho, alPulsar, clase = "orden") => orden(dicho, alPulsar, { clase, "aria-label": `${dicho} «${nombre}»` });
    const fila = crear(
      "li", {},
      crear(
        "button", { type: "button", clase: "entrada", al: { click: abrir } },
        crear("span", { clase: "entrada-pregunta" }, nombre), crear("span", { clase: "entrada-fecha" }, detalle)
      ),
      crear(
        "p", { clase: "ordenes-entrada" },
        de("Renombrar", () => this.nombrar(guardada, fila)), de("Word", () => guardarEnWord(nombre, entradas)),
        de("Imprimir", () => imprimir(entradas.map((cada) => hojaDe(cada)))), de("Borrar", () => this.borrar(guardada, puesto), "orden borrar")
      )
    );
    return fila;
  }

  nombrar({ clave, nombre }, fila) {
    const campo = crear("input", { value: nombre, maxlength: 120, "aria-label": "Nombre de la conversación" });
    const seguir = (hecho) => {
      const puesto = [...this.lista.children].indexOf(fila);
      this.releer(hecho);
      this.lista.children[puesto].querySelector(".orden").focus();
    };
    const guardar = (suceso) => {
      suceso.preventDefault();
      seguir(renombrar(clave, campo.value.trim()) ? "Se cambió el nombre. " : "El navegador no tiene espacio para el nombre. ");
    };
    rellenar(fila, crear(
      "form", { clase: "nombrar", al: { submit: guardar } }, campo,
      crear("button", { type: "submit", clase: "boton" }, "Guardar"), orden("Cancelar", () => seguir(""))
    ));
    campo.select();
  }

  borrar({ clave, entradas }, puesto) {
    olvidar(clave);
    this.pagina.olvidar(clave);
    this.borradas = entradas;
    this.releer("Se borró la conversación. ");
    const botones = this.lista.querySelectorAll(".borrar"); // whoever uses the keyboard goes on with the next
    (botones[Math.min(puesto, botones.length - 1)] || this.salida).focus();
  }

  deshacer() {
    const hecho = restaurar(this.borradas) ? "Se recuperó la conversación. " : "El navegador no tiene espacio para recuperarla. ";
    this.borradas = [];
    this.releer(hecho);
    this.salida.focus();
  }

  ofrecerBorrado() {
    rellenar(this.pie);
    if (this.borradas.length > 0) this.pie.append(boton("Deshacer", "otra", () => this.deshacer()));
    if (this.guardadas.length > 0) {
      const enfocar = () => (this.pie.querySelector("button") || this.salida).focus();
      this.pie.append(boton("Borrar todo el historial", "borrar", () => this.confirmar(olvidarTodo, enfocar)));
    }
  }

  // borrar: forgets everything. enfocar: takes the focus back to where it was asked.
  confirmar(borrar, enfocar) {
    const seguir = (hecho) => {
      this.releer(hecho);
      enfocar();
    };
    const borrarTodo = () => {
      borrar();
      this.borradas = [];
      this.pagina.olvidar("");
      seguir("Se borró todo. ");
    };
    const cuantas = this.guardadas.length;
    const cuales = cuantas === 1 ? "Se borrará la conversación guardada." : `Se borrarán las ${cuantas} conversaciones guardadas.`;
    const pregunta = crear("p", { id: "pregunta-borrar" }, cuales + " ¿Seguir?");
    const no = boton("No", "cerrar", () => seguir(""), { "aria-describedby": pregunta.id });
    rellenar(this.pie, pregunta, boton("Sí, borrar todo", "borrar", borrarTodo, { clase: "boton boton-peligro" }), no);
    no.focus();
  }
}
