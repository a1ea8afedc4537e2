// Where to look: everything, or the documents and collections that a person chose.

import { almacen } from "../comun/almacen.js";
import { boton, crear, icono, rellenar } from "../comun/dom.js";
import { plegar } from "../comun/palabras.js";
import { obtener } from "../comun/servicio.js";

const LLAVE = "siaa.despacho";
const LUGAR = almacen("localStorage");
const A_LA_VISTA = 60;
const uno = (id) => document.getElementById(id + "-ambito");

// elegidos: Map of name → title; collections are named as folders («normativa/»).
export function comoPedido(elegidos) {
  const nombres = [...elegidos.keys()];
  return {
    documentos: nombres.filter((nombre) => !nombre.endsWith("/")),
    colecciones: nombres.filter((nombre) => nombre.endsWith("/")).map((nombre) => nombre.slice(0, -1)),
  };
}

function guardado() {
  try {
    return new Map(JSON.parse(LUGAR.getItem(LLAVE) || "[]").map((par) => par.map(String)));
  } catch (error) {
    return new Map();
  }
}

function guardar(elegidos) {
  if (elegidos.length) {
    LUGAR.setItem(LLAVE, JSON.stringify(elegidos));
  } else {
    LUGAR.removeItem(LLAVE);
  }
}

// [{nombre, titulo, corto, detalle, buscable}], collections first; `corto`: as a chip has it.
function enLista({ colecciones, documentos }) {
  const carpetas = Object.entries(colecciones).map(([nombre, titulo]) => ({ nombre: nombre + "/", titulo: "Colección " + titulo, corto: "Colección " + titulo, detalle: "" }));
  const hojas = documentos.map(({ doc, titulo, nombre, coleccion }) => ({ nombre: doc, titulo, corto: nombre, detalle: colecciones[coleccion] + " · " + doc }));
  return carpetas.concat(hojas).map((fila) => Object.assign(fila, { buscable: plegar(fila.titulo + " " + fila.detalle) }));
}

export class Ambito {
  constructor(pagina) {
    this.pagina = pagina;
    this.elegidos = guardado();
    this.dialogo = uno("elegir");
    uno("buscar").addEventListener("input", () => this.listar());
    uno("buscar").addEventListener("keydown", (suceso) => suceso.key === "Enter" && this.tomarElPrimero(suceso));
    uno("aceptar").addEventListener("click", () => this.aceptar(this.marcados));
    uno("soltar").addEventListener("click", () => this.aceptar([]));
    uno("cerrar").addEventListener("click", () => this.dialogo.close());
    this.pintar();
  }

  // alElegir: what follows a choice. opciones: what was asked back, which stands first.
  async abrir(alElegir, opciones = []) {
    const primeros = opciones.flatMap(({ ambito }) => ambito.documentos);
    const puesto = ({ nombre }) => !primeros.includes(nombre);
    this.alElegir = alElegir;
    this.marcados = new Map(this.elegidos);
    uno("recordar").checked = LUGAR.getItem(LLAVE) !== null;
    uno("buscar").value = "";
    try {
      this.todos = enLista(await obtener("/siaa/documentos")).sort((una, otra) => puesto(una) - puesto(otra));
      this.listar();
      this.dialogo.showModal();
      uno("buscar").focus();
    } catch (error) {
      this.pagina.voz.alertar(error.message);
    }
  }

  // What is chosen stands first, whatever is looked for.
  listar() {
    const palabras = plegar(uno("buscar").value).split(" ");
    const puestos = this.todos.filter(({ nombre }) => this.marcados.has(nombre));
    const hallados = this.todos.filter((fila) => !puestos.includes(fila) && palabras.every((palabra) => fila.buscable.includes(palabra)));
    const lista = uno("opciones");
    rellenar(lista, ...puestos.concat(hallados.slice(0, A_LA_VISTA)).map((fila, n) => this.fila(fila, "ambito-" + n)));
    uno("cuenta").textContent = puestos.length + hallados.length + " en la lista" + (hallados.length > A_LA_VISTA ? ": escriba parte del nombre." : ".");
  }

  // What Enter does: looks in the first one found.
  tomarElPrimero(suceso) {
    suceso.preventDefault(); // it would be typed in the box
    const primero = uno("buscar").value && uno("opciones").querySelector("input:not(:checked)");
    if (primero) primero.click();
    if (this.marcados.size) this.aceptar(this.marcados);
  }

  fila({ nombre, titulo, corto, detalle }, id) {
    const cambiar = ({ target }) => this.marcados[target.checked ? "set" : "delete"](nombre, corto);
    return crear(
      "li", {}, crear("input", { type: "checkbox", id, checked: this.marcados.has(nombre), al: { change: cambiar } }),
      crear("label", { for: id }, titulo, crear("span", { clase: "entrada-fecha" }, detalle))
    );
  }

  aceptar(elegidos) {
    this.poner(elegidos, uno("recordar").checked);
    this.dialogo.close();
    uno("abrir").focus(); // the one that was pressed went away
    if (this.elegidos.size) this.alElegir();
  }

  // recordar: whether the browser keeps it; undefined leaves there what is there.
  poner(elegidos, recordar) {
    this.elegidos = new Map(elegidos);
    if (recordar !== undefined) guardar(recordar ? [...this.elegidos] : []);
    this.pintar();
    this.pagina.voz.anunciar("Se busca en " + ([...this.elegidos.values()].join(", ") || "toda la biblioteca") + ".");
  }

  pintar() {
    const fichas = Array.from(this.elegidos, ([nombre, titulo]) => {
      const quitar = () => {
        this.poner([...this.elegidos].filter(([otro]) => otro !== nombre));
        guardar([...guardado()].filter(([otro]) => otro !== nombre)); // nor does it come back
        uno("abrir").focus(); // the chip goes away
      };
      return crear("li", { clase: "puesto" }, titulo, crear(
        "button", { type: "button", "aria-label": "Quitar " + titulo, al: { click: quitar } }, icono("cerrar")
      ));
    });
    rellenar(uno("lista"), ...fichas, crear("li", {}, boton("Elegir dónde buscar", "lupa", () => this.abrir(() => {}), { clase: "orden", id: "abrir-ambito" })));
  }
}
