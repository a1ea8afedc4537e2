// «Este era el pasaje»: what is selected in the document answers a question from now on.

import { atenderCon } from "../comun/clave.js";
import { uno as $ } from "../comun/dom.js";

const forma = $("elegir");
const { id, documento, huella, desde, hasta } = forma.dataset;
let elegido = desde ? { desde: Number(desde), hasta: Number(hasta) } : null;
const decir = (texto) => { $("elegido").textContent = texto; };

// Where a place of the page is in the document. One outside a stretch of text is its start or end.
function lugar(trozo, nodo, dentro, alFinal) {
  const antes = document.createRange();
  antes.selectNodeContents(trozo);
  if (trozo.contains(nodo)) antes.setEnd(nodo, dentro);
  else if (!alFinal) antes.collapse(true);
  return Number(trozo.dataset.lugar) + Array.from(antes.toString()).length; // whole characters
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
  decir("Elegido: «" + dicho + "»");
});

forma.addEventListener("submit", (suceso) => {
  suceso.preventDefault();
  if (!elegido) return decir("Falta el pasaje: seleccione en el documento las palabras que responden.");
  const nueva = { pregunta: $("ensenada").value, documento, huella, ...elegido };
  atenderCon($("clave"), decir, [["/siaa/evaluacion", nueva], ["/siaa/valoraciones/" + id, {}]], () => {
    decir("Guardado: cada recarga comprobará que esta pregunta encuentra su documento. La valoración quedó atendida.");
  });
});
forma.querySelector("button").disabled = false; // before this, it would only load the page again
