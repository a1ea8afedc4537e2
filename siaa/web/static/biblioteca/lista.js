// Looks among the documents while one types. Without it the same form asks the service.

import { uno as $ } from "../comun/dom.js";
import { cuantos, plegar } from "../comun/palabras.js";

const forma = $("busqueda");
const entera = forma.dataset.entera !== undefined; // all the documents are on the page
const filas = Array.from(document.querySelectorAll(".coleccion li"), (fila) => ({
  fila,
  dicho: plegar(fila.closest("section").querySelector("h2").firstChild.textContent + " " + fila.querySelector(".dicho").textContent),
}));

function filtrar() {
  const palabras = plegar($("q").value).split(/\s+/);
  let quedan = 0;
  filas.forEach(({ fila, dicho }) => {
    fila.hidden = !palabras.every((palabra) => dicho.includes(palabra));
    quedan += fila.hidden ? 0 : 1;
  });
  document.querySelectorAll("section.coleccion").forEach((seccion) => {
    seccion.hidden = !seccion.querySelector("li:not([hidden])");
  });
  $("nada").hidden = quedan > 0;
  $("cuenta").textContent = cuantos(quedan, "documento") + ".";
}

if (entera && filas.length) {
  $("q").addEventListener("input", filtrar);
  forma.addEventListener("submit", (suceso) => suceso.preventDefault());
  filtrar(); // what the browser wrote again into the box
}
