// The drawer with the history: list, search, open, delete.

import { boton, crear, vaciar } from "../comun/dom.js";
import { aspectoDe } from "../respuesta/desenlaces.js";
import { apagar, estaApagado, leerHistorial, olvidar, olvidarTodo } from "./historial.js";
import { fechaLarga, plegar } from "../comun/palabras.js";

const PAUSA_MS = 200; // between the last letter typed and the search

export class Cajon {
  // alAbrir: shows an answer that was kept.
  constructor(dialogo, alAbrir) {
    this.dialogo = dialogo;
    this.alAbrir = alAbrir;
    this.lista = dialogo.querySelector("#entradas");
    this.cuenta = dialogo.querySelector("#cuenta-historial");
    this.busqueda = dialogo.querySelector("#buscar-historial");
    this.apagado = dialogo.querySelector("#no-guardar");
    this.pie = dialogo.querySelector("#borrar-todo");
    this.salida = dialogo.querySelector("#cerrar-historial");
    this.entradas = [];
    this.plegadas = new WeakMap(); // entry → its words, as they are searched
    this.espera = 0;
    this.busqueda.addEventListener("input", () => this.buscarPronto());
    this.apagado.addEventListener("change", () => this.conmutar());
    this.salida.addEventListener("click", () => this.cerrar());
    dialogo.addEventListener("click", (suceso) => {
      if (suceso.target === dialogo) {
        this.cerrar(); // the veil around the drawer
      }
    });
    dialogo.addEventListener("keydown", (suceso) => {
      if (suceso.repeat && suceso.key === "Enter") {
        suceso.preventDefault(); // a key held down must not delete one after another
      }
    });
  }

  abrir() {
    this.busqueda.value = "";
    this.releer("");
    this.dialogo.showModal();
    this.salida.focus();
  }

  cerrar() {
    this.dialogo.close();
  }

  // Keeping none forgets what there was: whoever asks for it is told first.
  conmutar() {
    if (this.apagado.checked && this.entradas.length > 0) {
      this.confirmar(() => apagar(true), () => this.apagado.focus());
    } else {
      apagar(this.apagado.checked);
      this.releer("");
    }
  }

  releer(hecho) {
    this.entradas = leerHistorial();
    this.listar(hecho);
  }

  buscarPronto() {
    clearTimeout(this.espera);
    this.espera = setTimeout(() => this.listar(""), PAUSA_MS);
  }

  // hecho: what was done just now, or "".
  listar(hecho) {
    const buscado = plegar(this.busqueda.value.trim());
    const halladas = buscado ? this.entradas.filter((entrada) => this.plegada(entrada).includes(buscado)) : this.entradas;
    vaciar(this.lista);
    this.lista.append(...halladas.map((entrada, puesto) => this.fila(entrada, puesto)));
    this.cuenta.textContent = hecho + this.contar(halladas.length, buscado);
    this.apagado.checked = estaApagado();
    this.ofrecerBorrado();
  }

  plegada(entrada) {
    if (!this.plegadas.has(entrada)) {
      this.plegadas.set(entrada, plegar(entrada.pregunta + " " + entrada.texto));
    }
    return this.plegadas.get(entrada);
  }

  contar(halladas, buscado) {
    if (estaApagado()) {
      return "No se está guardando nada.";
    }
    if (this.entradas.length === 0) {
      return "Todavía no hay consultas guardadas.";
    }
    const cuantas = halladas === 1 ? "1 consulta" : halladas + " consultas";
    return buscado ? cuantas + " de " + this.entradas.length + "." : cuantas + ".";
  }

  fila(entrada, puesto) {
    const abrir = () => {
      this.cerrar();
      this.alAbrir(entrada);
    };
    const quitar = () => {
      olvidar(entrada.fecha);
      this.entradas = this.entradas.filter((otra) => otra !== entrada);
      this.listar("Se borró 1 consulta. ");
      this.enfocarBorrar(puesto);
    };
    const como = aspectoDe(entrada);
    const cuando = fechaLarga(new Date(entrada.fecha)) + (["bien", "parcial"].includes(como.clase) ? "" : " · " + como.titulo);
    return crear(
      "li", {},
      crear(
        "button", { type: "button", clase: "entrada", al: { click: abrir } },
        crear("span", { clase: "entrada-pregunta" }, entrada.pregunta), crear("span", { clase: "entrada-fecha" }, cuando)
      ),
      boton("Borrar", "borrar", quitar, { clase: "boton boton-chico borrar", "aria-label": "Borrar «" + entrada.pregunta + "»" })
    );
  }

  // After deleting one, whoever uses the keyboard goes on with the next.
  enfocarBorrar(puesto) {
    const botones = this.lista.querySelectorAll(".borrar");
    (botones[Math.min(puesto, botones.length - 1)] || this.salida).focus();
  }

  ofrecerBorrado() {
    vaciar(this.pie);
    if (this.entradas.length > 0) {
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
      seguir("Se borró todo. ");
    };
    const cuantas = this.entradas.length;
    const cuales = cuantas === 1 ? "Se borrará la consulta guardada." : "Se borrarán las " + cuantas + " consultas guardadas.";
    const pregunta = crear("p", { id: "pregunta-borrar" }, cuales + " ¿Seguir?");
    const no = boton("No", "cerrar", () => seguir(""), { "aria-describedby": pregunta.id });
    vaciar(this.pie);
    this.pie.append(pregunta, boton("Sí, borrar todo", "borrar", borrarTodo, { clase: "boton boton-peligro" }), no);
    no.focus();
  }
}
