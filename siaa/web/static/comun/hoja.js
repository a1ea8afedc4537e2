// What the server wrote: its moments as siaa/web/formato.py writes them, but in the zone of whoever
// reads, and the button that prints it.

import { fechaLarga } from "./palabras.js";

export const fecha = (escrita) => fechaLarga(new Date(escrita));

document.querySelectorAll("time").forEach((momento) => {
  momento.textContent = fecha(momento.dateTime);
});
document.querySelectorAll("#imprimir").forEach((boton) => {
  boton.hidden = false;
  boton.addEventListener("click", () => window.print());
});
