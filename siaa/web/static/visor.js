// The viewer: without it everything can be read; with it the matches are walked through.
const $ = (id) => document.getElementById(id);
const ANCHA = "(min-width: 62rem)";

// --- Contents: beside the text where there is room, folded away elsewhere --------------------

const indice = $("indice");
const ancha = window.matchMedia(ANCHA);
if (indice) {
  indice.open = ancha.matches;
  $("opcion-imprimir").hidden = false;
  $("con-contenido").addEventListener("change", (evento) => {
    document.body.classList.toggle("con-contenido", evento.target.checked);
  });
  indice.addEventListener("click", (evento) => {
    if (evento.target.closest("a") && !ancha.matches) indice.open = false;
  });
}

// --- Matches ----------------------------------------------------------------------------------

const caja = $("q");
const hallazgo = $("hallazgo");
const documento = $("documento");
let marcas = Array.from(documento.querySelectorAll("mark"));
let actual = -1;
let buscado = caja.value;

function ir(numero) {
  if (actual >= 0) marcas[actual].classList.remove("actual");
  actual = (numero + marcas.length) % marcas.length;
  marcas[actual].classList.add("actual");
  marcas[actual].scrollIntoView({ block: "center" });
  $("puesto").textContent = `${actual + 1} de ${marcas.length}`;
}

function borrar() {
  caja.value = buscado = "";
  if (actual >= 0) marcas[actual].classList.remove("actual");
  marcas = [];
  actual = -1;
  documento.classList.add("sin-marcas");
  hallazgo.textContent = "";
  if ($("recorrido")) $("recorrido").hidden = true;
  const direccion = new URL(location.href);
  direccion.searchParams.delete("q");
  history.replaceState(history.state, "", direccion);
}

caja.addEventListener("keydown", (evento) => {
  if (evento.key === "Escape") {
    evento.preventDefault();
    borrar();
  } else if (evento.key === "Enter" && marcas.length && caja.value === buscado) {
    evento.preventDefault();
    ir(evento.shiftKey && actual < 0 ? -1 : actual + (evento.shiftKey ? -1 : 1));
  }
});
caja.addEventListener("input", () => {
  if (!caja.value && buscado) borrar();
});
if (marcas.length) {
  $("primera").hidden = true;
  $("recorrido").hidden = false;
  $("anterior").addEventListener("click", () => ir(Math.max(actual, 0) - 1));
  $("siguiente").addEventListener("click", () => ir(actual + 1));
  if (!location.hash) ir(0);
}

// --- Back to where people came from ----------------------------------------------------------

// Each move inside the viewer is a step of the browser's history; going back skips them all.
const CUENTA = "siaa.visor.pasos";
let pasos = 1;

function contarPaso(nuevos) {
  const estado = history.state;
  pasos = estado && estado.pasos ? estado.pasos : nuevos;
  history.replaceState({ pasos }, "");
}

function recordado() {
  try {
    const guardado = Number(sessionStorage.getItem(CUENTA));
    sessionStorage.removeItem(CUENTA);
    return guardado || 1;
  } catch (error) {
    return 1; // a browser that keeps nothing
  }
}

contarPaso(recordado());
window.addEventListener("hashchange", () => contarPaso(pasos + 1));
$("busqueda").addEventListener("submit", () => {
  try {
    sessionStorage.setItem(CUENTA, String(pasos + 1));
  } catch (error) {
    // Going back then stops at the search before.
  }
});
$("volver").addEventListener("click", (evento) => {
  if (history.length > pasos) {
    evento.preventDefault();
    history.go(-pasos);
  }
});

// --- Paper -------------------------------------------------------------------------------------

$("imprimir").hidden = false;
$("imprimir").addEventListener("click", () => window.print());
let plegado = false;
window.addEventListener("beforeprint", () => {
  const ahora = new Date();
  const dia = ahora.toLocaleDateString("es", { day: "numeric", month: "long", year: "numeric" });
  const hora = ahora.toLocaleTimeString("es", { hour: "2-digit", minute: "2-digit", hour12: false });
  $("consultado").textContent = `${dia}, ${hora}`;
  plegado = Boolean(indice) && !indice.open;
  if (plegado) indice.open = true;
});
window.addEventListener("afterprint", () => {
  if (plegado) indice.open = false;
});
