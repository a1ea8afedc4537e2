// Keeps the live numbers of the health page up to date. Everything is written as text.

import { crear, uno as $ } from "../comun/dom.js";
import { fecha } from "../comun/hoja.js";

const PAUSA_MS = 5000;
const ESPERA_MAXIMA_MS = 10000;
const SIN_DATO = "—";
const url = document.body.dataset.estadoUrl;

// The same forms as siaa/web/formato.py gives them.
const numero = (valor, decimales) =>
  valor.toLocaleString("es-CO", { minimumFractionDigits: decimales, maximumFractionDigits: decimales });

function duracion(segundos) {
  if (Math.round(segundos * 10) < 600) return `${numero(segundos, 1)} s`;
  const enteros = Math.round(segundos);
  return `${numero(Math.floor(enteros / 60), 0)} min ${enteros % 60} s`;
}

const FORMATOS = {
  numero: (valor) => numero(valor, 0),
  decimal: (valor) => numero(valor, 1),
  duracion,
  fecha,
  texto: String,
  si_no: (valor) => (valor ? "sí" : "no"),
};

function mostrarValores(estado) {
  document.querySelectorAll("[data-vivo]").forEach((elemento) => {
    const valor = elemento.dataset.vivo.split(".").reduce((parte, nombre) => parte[nombre], estado);
    const nada = elemento.dataset.formato === "si_no" ? "no se sabe" : SIN_DATO;
    const falta = valor === null || valor === undefined;
    const dicho = falta ? nada : FORMATOS[elemento.dataset.formato](valor);
    if (elemento.textContent !== dicho) elemento.textContent = dicho;
  });
}

function llenar(lista, textos, hacer) {
  const iguales = lista.children.length === textos.length &&
    textos.every((texto, i) => lista.children[i].dataset.texto === texto);
  if (iguales) return;
  lista.textContent = "";
  lista.append(...textos.map(hacer));
}

const renglonDeAviso = (texto) => crear("li", { "data-texto": texto }, texto);

function renglonDeOrden(texto) {
  const orden = crear("code", {}, texto);
  const rotulo = crear("span", {}, "Copiar");
  const boton = crear(
    "button", { type: "button", clase: "boton", al: { click: () => copiar(orden, rotulo) } },
    rotulo, crear("span", { clase: "solo-lectores" }, ` la orden ${texto}`)
  );
  return crear("li", { "data-texto": texto }, orden, boton);
}

function copiar(orden, rotulo) {
  // `navigator.clipboard` only exists over HTTPS; the selection can be copied anywhere.
  window.getSelection().selectAllChildren(orden);
  rotulo.textContent = document.execCommand("copy") ? "Copiado" : "Cópielo con Ctrl+C";
  anunciar(`${rotulo.textContent}: ${orden.textContent}`);
  window.setTimeout(() => { rotulo.textContent = "Copiar"; }, 3000);
}

// What changes is said once, to those who cannot see it change.
function anunciar(texto) {
  $("anuncio").textContent = texto;
}

// Returns what of it is news.
function mostrarSalud(estado) {
  const { problema, remedio } = estado.ollama;
  const noticias = anterior ? estado.avisos.filter((aviso) => !anterior.avisos.includes(aviso)) : [];
  if ($("estado").dataset.estado !== estado.estado) {
    $("estado").dataset.estado = estado.estado;
    $("estado").textContent = $("estado").dataset[estado.estado];
    noticias.unshift($("estado").textContent);
  }
  $("problema").hidden = problema === null;
  $("remedio").hidden = !remedio.length;
  llenar(document.querySelector(".ordenes"), remedio, renglonDeOrden);
  llenar($("avisos"), estado.avisos.filter((aviso) => aviso !== problema), renglonDeAviso);
  return noticias;
}

// The state of the service; null when it does not answer, or not in time.
async function pedirEstado() {
  const control = new AbortController();
  const alarma = window.setTimeout(() => control.abort(), ESPERA_MAXIMA_MS);
  try {
    const respuesta = await fetch(url, { cache: "no-store", signal: control.signal });
    return respuesta.ok ? await respuesta.json() : null;
  } catch (error) {
    return null;
  } finally {
    window.clearTimeout(alarma);
  }
}

let cargado = null;
let anterior = null;
let pidiendo = false;

async function actualizar() {
  if (pidiendo) return;
  pidiendo = true;
  const estado = await pedirEstado();
  pidiendo = false;
  const noticias = [];
  const nota = $("nota-conexion");
  if (nota.hidden === !estado) {
    nota.hidden = !nota.hidden;
    noticias.push(estado ? "SIAA vuelve a responder." : nota.textContent);
  }
  if (estado) {
    mostrarValores(estado);
    noticias.push(...mostrarSalud(estado));
    anterior = estado;
    cargado = cargado || estado.cargado_en;
    $("nota-carga").hidden = estado.cargado_en === cargado;
  }
  if (noticias.length) anunciar(noticias.join(" "));
}

$("opcion-actualizar").hidden = false;
actualizar();
window.setInterval(() => {
  if ($("actualizar").checked && !document.hidden) actualizar();
}, PAUSA_MS);
