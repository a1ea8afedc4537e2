// The inbox: what is pressed in it. Without it everything can be read.

import { atenderCon } from "../comun/clave.js";
import { uno as $ } from "../comun/dom.js";
import "../comun/hoja.js";

const decir = (texto) => { $("alerta").textContent = texto; };

document.querySelectorAll("article").forEach((entrada) => {
  const { id, pregunta } = entrada.dataset;
  const boton = entrada.querySelector("button[hidden]");
  const forma = entrada.querySelector("form");
  boton.hidden = forma.hidden = false;
  boton.addEventListener("click", () => {
    const atendida = entrada.dataset.atendida === undefined;
    decir("");
    atenderCon($("clave"), decir, [["/siaa/valoraciones/" + id + "?atendida=" + Number(atendida), {}]], () => {
      entrada.toggleAttribute("data-atendida", atendida);
      boton.textContent = atendida ? "Dejarla pendiente" : "Marcar como atendida";
      $("anuncio").textContent = atendida ? "Quedó atendida." : "Quedó pendiente.";
      boton.focus();
    });
  });
  forma.addEventListener("submit", (suceso) => {
    suceso.preventDefault();
    const datos = new URLSearchParams({ elegir: id, pregunta });
    window.location.href = "/siaa/ver/" + encodeURIComponent(forma.elements.doc.value.trim()) + "?" + datos;
  });
});
