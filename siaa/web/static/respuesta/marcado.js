// The only place where text becomes markup: what the service rendered, taken over element by
// element from a list. Anything else keeps its words and loses its tags.

import { crear, enMarco } from "../comun/dom.js";

// Headings of an answer stand below those of the page.
const ETIQUETAS = new Map(Object.entries({
  h1: "h4", h2: "h4", h3: "h4", h4: "h4", h5: "h4", h6: "h4", p: "p", ul: "ul", ol: "ol", li: "li",
  strong: "strong", em: "em", s: "s", code: "code", pre: "pre", blockquote: "blockquote", br: "br",
  hr: "hr", table: "table", thead: "thead", tbody: "tbody", tr: "tr", th: "th", td: "td",
}));
const DE_CELDA = new Set(["al-centro", "a-la-derecha"]);
const NOTAS = ["reparo", "sin-respaldo"]; // what is found of a sentence, after it
const MARCAS = ["discrepa"].concat(NOTAS);
const SIN_TEXTO = new Set(["script", "style", "template", "iframe", "object", "noscript"]);
const AVISO = /(?:^|\n\n)\[Respuesta (?:guardada el|incompleta\]) [^]*$/; // what the service adds at the end
const NUMERO = /^\d{1,9}$/;
const DE_PARTES = new Set(["UL", "OL", "TABLE", "THEAD", "TBODY", "TR"]); // only space between them
const DE_BLOQUE = new Set(["P", "H2", "H3", "H4", "UL", "OL", "PRE", "BLOCKQUOTE", "TABLE", "HR"]);

const politica = window.trustedTypes
  ? window.trustedTypes.createPolicy("siaa", { createHTML: (html) => html })
  : { createHTML: (html) => html };

// Returns a fragment; `prefijo` is put before the ids that citations point to.
export function importar(html, prefijo) {
  // A document made this way runs nothing and loads nothing.
  const inerte = new DOMParser().parseFromString(politica.createHTML(html), "text/html");
  const destino = document.createDocumentFragment();
  copiar(inerte.body, destino, prefijo);
  return destino;
}

// An answer as the service laid it out, without what is said above it.
export function compuesto(html, prefijo) {
  const cuerpo = importar(html, prefijo);
  const ultimo = cuerpo.lastElementChild;
  if (ultimo && AVISO.test(ultimo.textContent)) ultimo.remove();
  return cuerpo;
}

export const sinAviso = (texto) => texto.replace(AVISO, "");

function copiar(origen, destino, prefijo) {
  origen.childNodes.forEach((nodo) => {
    if (nodo.nodeType === Node.TEXT_NODE) {
      destino.append(nodo.data);
    } else if (nodo.nodeType === Node.ELEMENT_NODE) {
      copiarElemento(nodo, destino, prefijo);
    }
  });
}

function copiarElemento(nodo, destino, prefijo) {
  const nombre = nodo.localName;
  if (SIN_TEXTO.has(nombre)) return;
  const elemento = cita(nodo, prefijo) || marca(nodo) || permitido(nodo);
  if (elemento === null) {
    copiar(nodo, destino, prefijo);
    return;
  }
  destino.append(nombre === "table" ? enMarco(elemento) : elemento);
  if (!elemento.dataset.fuente) copiar(nodo, elemento, prefijo);
}

function cita(nodo, prefijo) {
  const numero = nodo.dataset.fuente;
  if (nodo.localName !== "a" || !NUMERO.test(numero || "")) return null;
  return crear("a", {
    clase: "cita", href: "#" + prefijo + numero, "data-fuente": numero, "aria-label": "Fuente " + numero,
  }, numero);
}

function marca(nodo) {
  const clase = MARCAS.find((una) => nodo.className === una);
  return clase ? crear("span", { clase, role: NOTAS.includes(clase) ? "note" : null }) : null;
}

function permitido(nodo) {
  const etiqueta = ETIQUETAS.get(nodo.localName);
  if (!etiqueta) return null;
  const desde = nodo.getAttribute("start");
  return crear(etiqueta, {
    start: NUMERO.test(desde || "") ? desde : null,
    class: DE_CELDA.has(nodo.className) ? nodo.className : null,
    scope: nodo.getAttribute("scope") === "col" ? "col" : null,
  });
}

// The words of a rendered answer as plain text, with its citations as [1] or without them.
// What is found of a sentence is always told.
export function enTexto(raiz, conCitas) {
  return escribir(raiz, conCitas).replace(/[ \t]+\n/g, "\n").replace(/\n{3,}/g, "\n\n").trim();
}

function escribir(nodo, conCitas) {
  const tal = /^(?:PRE|CODE)$/.test(nodo.nodeName) || /^linea/.test(nodo.className);
  let texto = "";
  nodo.childNodes.forEach((hijo) => {
    if (hijo.nodeType === Node.TEXT_NODE) {
      texto += tal ? hijo.data : hijo.data.replace(/\s+/g, DE_PARTES.has(nodo.nodeName) ? "" : " ");
    } else if (NOTAS.includes(hijo.className) || (hijo.className === "cita" && conCitas)) {
      texto += ` [${hijo.textContent}]`;
    } else if (hijo.className !== "cita") {
      texto += deElemento(hijo, escribir(hijo, conCitas));
    }
  });
  return texto;
}

function deElemento(elemento, dentro) {
  const nombre = elemento.nodeName;
  if (nombre === "LI") {
    // What follows the first line, paragraphs and lists, stands under it.
    return "\n" + senal(elemento, "- ") + dentro.trim().replace(/\n(?!\n)/g, "\n  ");
  }
  if (nombre === "BR") return "\n";
  if (nombre === "TR") return "\n" + dentro;
  if (nombre === "TD" || nombre === "TH") return dentro.trim() + (elemento.nextElementSibling ? "\t" : "");
  return DE_BLOQUE.has(nombre) ? "\n\n" + dentro + "\n\n" : dentro;
}

// What stands before an item: its number, or else `punto`.
export function senal(elemento, punto) {
  const lista = elemento.parentNode;
  if (lista.nodeName !== "OL") return punto;
  return (Number(lista.getAttribute("start")) || 1) + [...lista.children].indexOf(elemento) + ". ";
}
