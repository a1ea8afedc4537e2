// The drawer with the history: list, search, open, delete.

import { boton, crear, vaciar } from "./dom.js";
import { DESENLACES } from "./desenlaces.js";
import { apagar, estaApagado, leerHistorial, olvidar, olvidarTodo } from "./historial.js";
import { fechaLarga, plegar } from "./palabras.js";

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
    this.busqueda.addEventListener("input", () => this.listar());
    this.apagado.addEventListener("change", () => this.conmutar());
    dialogo.querySelector("#cerrar-historial").addEventListener("click", () => this.cerrar());
    dialogo.addEventListener("click", (suceso) => {
      if (suceso.target === dialogo) {
        this.cerrar(); // the veil around the drawer
      }
    });
  }

  abrir() {
    this.apagado.checked = estaApagado();
    this.busqueda.value = "";
    this.listar();
    this.dialogo.showModal();
  }

  cerrar() {
    this.dialogo.close();
  }

  conmutar() {
    apagar(this.apagado.checked);
    this.listar();
  }

  listar() {
    const todas = leerHistorial();
    const buscado = plegar(this.busqueda.value.trim());
    const halladas = todas.filter((entrada) => plegar(entrada.pregunta + " " + entrada.texto).includes(buscado));
    vaciar(this.lista);
    halladas.forEach((entrada) => this.lista.append(this.fila(entrada)));
    this.cuenta.textContent = this.contar(todas.length, halladas.length, buscado);
    this.ofrecerBorrado(todas.length > 0);
  }

  contar(todas, halladas, buscado) {
    if (estaApagado()) {
      return "No se está guardando nada.";
    }
    if (todas === 0) {
      return "Todavía no hay consultas guardadas.";
    }
    const cuantas = halladas === 1 ? "1 consulta" : halladas + " consultas";
    return buscado ? cuantas + " de " + todas + "." : cuantas + ".";
  }

  fila(entrada) {
    const abrir = () => {
      this.cerrar();
      this.alAbrir(entrada);
    };
    const quitar = () => {
      olvidar(entrada.fecha);
      this.listar();
      this.busqueda.focus();
    };
    const como = DESENLACES[entrada.desenlace];
    const cuando = fechaLarga(new Date(entrada.fecha)) + (como && como.clase !== "bien" ? " · " + como.titulo : "");
    return crear(
      "li", {},
      crear(
        "button", { type: "button", clase: "entrada", al: { click: abrir } },
        crear("span", { clase: "entrada-pregunta" }, entrada.pregunta), crear("span", { clase: "entrada-fecha" }, cuando)
      ),
      boton("Borrar", "borrar", quitar, { clase: "boton boton-chico", "aria-label": "Borrar «" + entrada.pregunta + "»" })
    );
  }

  ofrecerBorrado(hay) {
    vaciar(this.pie);
    if (hay) {
      this.pie.append(boton("Borrar todo el historial", "borrar", () => this.confirmar()));
    }
  }

  confirmar() {
    const borrar = () => {
      olvidarTodo();
      this.listar();
      this.busqueda.focus();
    };
    const dejar = () => {
      this.ofrecerBorrado(true);
      this.pie.querySelector("button").focus();
    };
    vaciar(this.pie);
    const si = boton("Sí, borrar todo", "borrar", borrar, { clase: "boton boton-peligro" });
    this.pie.append(crear("span", {}, "¿Borrar todas las consultas?"), si, boton("No", "cerrar", dejar));
    si.focus();
  }
}
