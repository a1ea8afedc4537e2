// The sources of an answer: a numbered list of passages, word for word, with what was matched.

import { boton, crear, icono, rellenar, uno } from "../comun/dom.js";
import { vestir } from "./vestido.js";

const RUTA_DEL_VISOR = "/siaa/ver/";
const MOTIVOS = 3; // those that counted most
const A_LA_VISTA_PX = 100;
const A_LA_VISTA = 3; // on a wide screen; `.resumida` shows fewer on a telephone

export class PanelDeFuentes {
  // prefijo: of the ids of the passages; citations point to them.
  constructor(prefijo) {
    this.prefijo = prefijo;
    this.abiertas = new Set();
    this.lista = crear("ol", { clase: "lista-fuentes" });
    this.titulo = crear("h3", { tabindex: "-1" });
    this.todos = crear("button", { type: "button", clase: "boton todos", al: { click: () => this.mostrarTodas(true) } });
    this.elemento = crear("div", { clase: "fuentes", hidden: true }, this.titulo, this.lista, this.todos);
    this.vuelta = null;
  }

  // Shows the sources; what a person opened stays open when they come again.
  mostrar({ fuentes, palabras }) {
    const escondidas = this.lista.children.length > 0 && !this.abiertas.has(1);
    this.titulo.textContent = "Lo que dicen los documentos";
    this.elemento.hidden = fuentes.length === 0;
    rellenar(this.lista, ...fuentes.map((fuente, n) => this.fila(fuente, palabras, n && fuentes[n - 1].doc === fuente.doc)));
    this.todos.textContent = `Ver los ${fuentes.length} pasajes`;
    this.lista.classList.toggle("resumida", fuentes.length > A_LA_VISTA);
    this.todos.hidden = fuentes.length <= A_LA_VISTA;
    if (!escondidas) this.abrir(1, true);
    this.abiertas.forEach((n) => this.abrir(n, true));
  }

  // The first passages are enough to begin with; the rest are one button away.
  mostrarTodas(conFoco) {
    const primera = [...this.lista.children].find((fila) => fila.offsetParent === null);
    this.lista.classList.remove("resumida");
    this.todos.hidden = true;
    if (conFoco && primera) {
      primera.querySelector(".abridor").focus(); // the button goes away
    }
  }

  abrirTodas() {
    this.mostrarTodas(false);
    [...this.lista.children].forEach((fila) => this.abrir(Number(fila.dataset.n), true));
  }

  // Nothing answers: what there is may have nothing to do with the question.
  sonCercanas() {
    this.titulo.textContent = "Lo más cercano que hay";
  }

  // Opens the passage of a citation and brings it into view. The focus goes there only when
  // `vuelta`, the citation, was activated from the keyboard.
  senalar(n, cita, conTeclado) {
    const fila = this.abrir(n, true);
    if (!fila) return;
    if (n > 1) this.mostrarTodas(false);
    [...this.lista.children].forEach((otra) => {
      otra.classList.toggle("senalada", otra === fila);
      otra.querySelector(".volver").hidden = otra !== fila;
    });
    this.vuelta = cita;
    if (conTeclado) fila.querySelector("blockquote").focus({ preventScroll: true });
    this.traer(fila);
  }

  // Opens the passages of the citations in a text as they are pressed.
  seguir(texto) {
    texto.addEventListener("click", (suceso) => {
      const cita = suceso.target.closest(".cita");
      if (cita) {
        suceso.preventDefault();
        this.senalar(Number(cita.dataset.fuente), cita, suceso.detail === 0);
      }
    });
  }

  traer(fila) {
    if (this.elemento.scrollHeight > this.elemento.clientHeight + 1) {
      this.elemento.scrollTop += fila.getBoundingClientRect().top - this.elemento.getBoundingClientRect().top - 8;
    }
    const marco = fila.getBoundingClientRect();
    // Beside the answer its beginning is enough; above it, all of it comes clear of the box.
    const alLado = getComputedStyle(this.elemento).position === "sticky";
    const caja = uno("caja"); // where one asks it covers the foot of the page
    const techo = Math.min(window.innerHeight, caja ? caja.getBoundingClientRect().top : Infinity);
    if (marco.top < parseFloat(getComputedStyle(fila).scrollMarginTop) || (alLado ? marco.top + A_LA_VISTA_PX : marco.bottom) > techo) {
      fila.scrollIntoView({ block: "start" });
    }
  }

  enfocar() {
    this.elemento.scrollIntoView();
    this.titulo.focus({ preventScroll: true });
  }

  volver() {
    if (this.vuelta && this.vuelta.isConnected) {
      this.vuelta.focus();
      this.vuelta.scrollIntoView({ block: "nearest" });
    }
  }

  abrir(n, abierta) {
    const fila = this.lista.querySelector('[data-n="' + n + '"]');
    if (!fila) return null;
    fila.querySelector(".abridor").setAttribute("aria-expanded", String(abierta));
    fila.querySelector(".pasaje").hidden = !abierta;
    this.abiertas[abierta ? "add" : "delete"](n);
    return fila;
  }

  // seguido: whether it follows another of its document, which told the title.
  fila(fuente, palabras, seguido) {
    const n = Number(fuente.n);
    const lugar = fuente.lugar || fuente.seccion;
    const id = this.prefijo + n;
    const abridor = crear(
      "button",
      {
        type: "button", clase: "abridor", "aria-expanded": "false", "aria-controls": id,
        al: { click: () => this.abrir(n, !this.abiertas.has(n)) },
      },
      crear("span", { clase: "numero" }, String(n)),
      crear(
        "span", { clase: "rotulo" },
        crear("span", { clase: seguido && lugar ? "solo-lectores" : "titulo" }, fuente.titulo), crear("span", { clase: "solo-lectores" }, ". "),
        crear("span", { clase: "seccion" }, lugar)
      ),
      icono("flecha")
    );
    return crear(
      "li", { "data-n": n },
      crear("h4", {}, abridor),
      crear(
        "div", { clase: "pasaje", id, role: "group", "aria-label": `Pasaje ${n}, ${fuente.titulo}`, hidden: true },
        ...this.interior(fuente, palabras, seguido)
      )
    );
  }

  interior(fuente, palabras, seguido) {
    const volver = boton("Volver a la frase", "flecha", () => this.volver(), { clase: "boton volver", hidden: true });
    return [
      ...vigencia(fuente.vigencia || []),
      crear("blockquote", { tabindex: "-1" }, ...vestir(fuente.texto, palabras)),
      ...omitido(fuente),
      crear("p", { clase: "ficha" }, seguido ? fuente.titulo + " · archivo " : "Archivo ", crear("span", { clase: "archivo" }, fuente.doc)),
      ...tambien(fuente.copias || []),
      porque(fuente.motivos || []),
      crear("p", { clase: "enlaces" }, enlace(fuente.url, icono("abrir"), "Abrir el documento en este pasaje"), volver),
    ];
  }
}

// What other acts did to the passage: a sentence for each, with a link to where it is said.
function vigencia(cambios) {
  return cambios.map(({ texto, articulo, url }) => crear(
    "p", { clase: "vigencia" },
    crear("strong", {}, "Atención: "), delVisor(url) ? enlace(url, texto) : texto,
    (articulo ? ` (artículo ${articulo.toUpperCase()})` : "") + "."
  ));
}

// What goes with the passage in its document and is not in it.
function omitido({ falta, url }) {
  return falta ? [crear("p", { clase: "ficha" }, delVisor(url) ? enlace(url, falta) : falta, ".")] : [];
}

// The near-copies that say it too, word for word.
function tambien(otros) {
  return otros.length ? [crear("p", { clase: "ficha" }, "Dicen lo mismo, palabra por palabra: " + otros.join(", ") + ".")] : [];
}

// Nothing but the viewer is linked to, whatever a source says.
const delVisor = (url) => String(url).startsWith(RUTA_DEL_VISOR) ? url : null;

function porque(motivos) {
  const dichos = motivos.length ? motivos.slice(0, MOTIVOS).join("; ") : "es lo más parecido que se encontró";
  return crear("p", { clase: "porque" }, crear("strong", {}, "Por qué se eligió: "), dichos + ".");
}

function enlace(url, ...dicho) {
  return crear(
    "a", { href: delVisor(url), target: "_blank", rel: "noopener" },
    ...dicho, crear("span", { clase: "solo-lectores" }, " (en otra pestaña)")
  );
}
