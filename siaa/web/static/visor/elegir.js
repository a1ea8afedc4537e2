// «Este era el pasaje»: what the administrator selects in the document answers a question from now on.

import { atenderCon } from "../salud/atender.js";

const $ = (id) => document.getElementById(id);
const forma = $("elegir");
const { id, documento, huella, desde, hasta } = forma.dataset;
const LARGO_DICHO = 200;
let elegido = desde ? { desde: Number(desde), hasta: Number(hasta) } : null;

// Where a place of the page is in the document: each stretch of its text says where it starts.
function lugar(trozo, nodo, dentro, siNo) {
  const hasta = document.createRange();
  hasta.selectNodeContents(trozo);
  if (trozo.contains(nodo)) {
    hasta.setEnd(nodo, dentro);
  } else if (!siNo) {
    return Number(trozo.dataset.lugar);
  }
  return Number(trozo.dataset.lugar) + Array.from(hasta.toString()).length; // characters, not halves of them
}

// A selection that is gone, as when something else is pressed, changes nothing.
document.addEventListener("selectionchange", () => {
  const seleccion = document.getSelection();
  const dicho = seleccion.toString().trim();
  if (!dicho || !$("documento").contains(seleccion.anchorNode)) return;
  const rango = seleccion.getRangeAt(0);
  const trozos = Array.from(document.querySelectorAll("[data-lugar]")).filter((t) => rango.intersectsNode(t));
  if (!trozos.length) return;
  elegido = {
    desde: lugar(trozos[0], rango.startContainer, rango.startOffset, false),
    hasta: lugar(trozos[trozos.length - 1], rango.endContainer, rango.endOffset, true),
  };
  $("elegido").textContent = "Elegido: «" + dicho.slice(0, LARGO_DICHO) + (dicho.length > LARGO_DICHO ? "…" : "") + "»";
});

forma.addEventListener("submit", (suceso) => {
  suceso.preventDefault();
  const decir = (texto) => { $("elegido").textContent = texto; };
  if (!elegido) {
    decir("Falta el pasaje: seleccione en el documento las palabras que responden.");
    return;
  }
  const nueva = Object.assign({ pregunta: $("ensenada").value, documento, huella }, elegido);
  atenderCon($("clave"), decir, [["/siaa/evaluacion", nueva], ["/siaa/valoraciones", { id, atendida: true }]], () => {
    decir("Guardado: cada recarga comprobará que esta pregunta encuentra su documento. La valoración quedó atendida.");
  });
});
