// Moments, as siaa/web/formato.py writes them but in the zone of whoever reads.

import { fechaLarga } from "./palabras.js";

export const fecha = (escrita) => fechaLarga(new Date(escrita));

// Those of the page, which came in the zone of the server.
export function ponerHoras() {
  document.querySelectorAll("time").forEach((momento) => {
    momento.textContent = fecha(momento.dateTime);
  });
}
