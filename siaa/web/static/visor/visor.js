// The viewer: without it everything can be read; with it the matches are walked through.

import { almacen } from "../comun/almacen.js";
import { uno as $ } from "../comun/dom.js";
import "../comun/hoja.js";

const ANCHA = "(min-width: 62rem)";

// --- Contents: beside the text where there is room, folded away elsewhere ---

const indice = $("indice");
const ancha = window.matchMedia(ANCHA);
if (indice) {
  indice.open = ancha.matches && !$("papel");
  $("opcion-imprimir").hidden = false;
  $("con-contenido").addEventListener("change", (evento) => {
    document.body.classList.toggle("con-contenido", evento.target.checked);
  });
  indice.addEventListener("click", (evento) => {
    if (evento.target.closest("a") && !ancha.matches) indice.open = false;
  });
}

// --- The page as a picture: beside the text where there is room, one touch away elsewhere ---

const papel = $("papel");
if (papel) {
  const foto = $("foto");
  let pagina = Number($("pagina").textContent);
  const pasar = (cual) => {
    foto.alt = foto.alt.replace(String(pagina), String(cual));
    pagina = cual;
    $("pagina").textContent = pagina;
    foto.src = papel.dataset.base + pagina;
    $("antes").disabled = pagina <= 1;
    $("despues").disabled = pagina >= Number(papel.dataset.paginas);
  };
  const decirFallo = (falla) => {
    $("sin-foto").hidden = !falla;
    foto.hidden = falla;
  };
  foto.addEventListener("error", () => decirFallo(true));
  foto.addEventListener("load", () => decirFallo(false));
  $("antes").addEventListener("click", () => pasar(pagina - 1));
  $("despues").addEventListener("click", () => pasar(pagina + 1));
  $("pasar").hidden = false;
  papel.open = ancha.matches;
  pasar(pagina);
}

// --- Matches ---

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

// The first that is a word looked for, before those that only contain one.
function primera() {
  const palabras = buscado.trim().split(/\s+/);
  const letras = new Intl.Collator("es", { sensitivity: "base" });
  const entera = marcas.findIndex((marca) => palabras.some((palabra) => letras.compare(palabra, marca.textContent) === 0));
  return Math.max(entera, 0);
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
  $("primera").hidden = hallazgo.hidden = true;
  $("recorrido").hidden = false;
  $("puesto").textContent = hallazgo.textContent;
  $("anterior").addEventListener("click", () => ir(Math.max(actual, 0) - 1));
  $("siguiente").addEventListener("click", () => ir(actual + 1));
  if (!location.hash) ir(primera());
}

// --- Back to where people came from ---

// Each move inside the viewer is a step of the browser's history; going back skips them all.
// Who came here in a tab of its own has the conversation in another one, and closes this.
const CUENTA = "siaa.visor.pasos";
const PESTANA = almacen("sessionStorage");
const volver = $("volver");
const irASiaa = volver.textContent;
let camino;

function seguir(nuevo) {
  camino = history.state && history.state.pasos ? history.state : nuevo;
  history.replaceState(camino, "");
}

function unoMas() {
  return { pasos: camino.pasos + 1, sola: camino.sola };
}

// What the search before left; null for who comes from elsewhere.
function recordado() {
  const guardado = JSON.parse(PESTANA.getItem(CUENTA));
  PESTANA.removeItem(CUENTA);
  return guardado;
}

function irse(evento) {
  evento.preventDefault();
  if (camino.sola) {
    window.close();
    volver.textContent = irASiaa; // seen only where a page may not close its tab
    volver.removeEventListener("click", irse);
  } else {
    history.go(-camino.pasos);
  }
}

const busqueda = recordado();
seguir(busqueda || { pasos: 1, sola: history.length === 1 });
if (busqueda) {
  caja.focus({ preventScroll: true });
  if (!marcas.length) window.scrollTo(0, busqueda.altura); // nothing was found: nobody is moved
}
volver.textContent = camino.sola ? "Cerrar esta pestaña" : "Volver";
volver.addEventListener("click", irse);
window.addEventListener("hashchange", () => seguir(unoMas()));
$("busqueda").addEventListener("submit", () => {
  PESTANA.setItem(CUENTA, JSON.stringify(Object.assign(unoMas(), { altura: window.scrollY })));
});

// --- Paper ---

let plegado = false;
window.addEventListener("beforeprint", () => {
  plegado = Boolean(indice) && !indice.open;
  if (plegado) indice.open = true;
});
window.addEventListener("afterprint", () => {
  if (plegado) indice.open = false;
});
