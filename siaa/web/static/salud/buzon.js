// The inbox: what is pressed in it. Without it everything can be read.

import { ponerHoras } from "../comun/horas.js";
import { atenderCon } from "./atender.js";

const $ = (id) => document.getElementById(id);
const decir = (texto) => { $("alerta").textContent = texto; };

function marcar(boton) {
  const entrada = boton.closest("article");
  const atendida = !("atendida" in entrada.dataset);
  decir("");
  atenderCon($("clave"), decir, [["/siaa/valoraciones", { id: entrada.dataset.id, atendida }]], () => {
    entrada.toggleAttribute("data-atendida", atendida);
    boton.textContent = atendida ? "Dejarla pendiente" : "Marcar como atendida";
    $("anuncio").textContent = atendida ? "Quedó atendida." : "Quedó pendiente.";
    boton.focus();
  });
}

document.querySelectorAll("[data-marcar]").forEach((boton) => {
  boton.hidden = false;
  boton.addEventListener("click", () => marcar(boton));
});
document.querySelectorAll(".otro").forEach((forma) => {
  forma.hidden = false;
  forma.addEventListener("submit", (suceso) => {
    suceso.preventDefault();
    const entrada = forma.closest("article");
    const datos = new URLSearchParams({ elegir: entrada.dataset.id, pregunta: entrada.dataset.pregunta });
    window.location.href = "/siaa/ver/" + encodeURIComponent(forma.elements.doc.value.trim()) + "?" + datos;
  });
});
ponerHoras();
