// What was asked, kept in this browser and nowhere else.

import { DESENLACES } from "./desenlaces.js";

const LLAVE = "siaa.historial";
const LLAVE_APAGADO = "siaa.historial.apagado";
const MAXIMO = 100;

// Where the browser keeps nothing (its settings, a private window), the history is always empty.
function leer(llave) {
  try {
    return localStorage.getItem(llave);
  } catch (error) {
    return null;
  }
}

function borrar(llave) {
  try {
    localStorage.removeItem(llave);
  } catch (error) {
    // Nothing was kept there.
  }
}

// The answers kept, newest first.
export function leerHistorial() {
  try {
    const entradas = JSON.parse(leer(LLAVE) || "[]");
    return Array.isArray(entradas) ? entradas.filter(esEntrada) : [];
  } catch (error) {
    return []; // somebody else wrote there
  }
}

function esEntrada(entrada) {
  return Boolean(entrada) && typeof entrada.pregunta === "string" && typeof entrada.texto === "string" &&
    typeof entrada.fecha === "string" && Array.isArray(entrada.fuentes) && entrada.desenlace in DESENLACES;
}

// Puts an answer first. When the browser has no more room the oldest go; returns false when not
// even this one fits.
export function recordarEnHistorial(datos) {
  if (estaApagado()) {
    return true;
  }
  const entradas = [datos].concat(leerHistorial()).slice(0, MAXIMO);
  while (entradas.length > 0 && !escribir(entradas)) {
    // Halving takes few tries, whatever the room.
    if (entradas.length === 1) {
      return false;
    }
    entradas.length = Math.ceil(entradas.length / 2);
  }
  return true;
}

function escribir(entradas) {
  try {
    localStorage.setItem(LLAVE, JSON.stringify(entradas));
    return true;
  } catch (error) {
    return false;
  }
}

export function olvidar(fecha) {
  escribir(leerHistorial().filter((entrada) => entrada.fecha !== fecha));
}

export function olvidarTodo() {
  borrar(LLAVE);
}

export function estaApagado() {
  return leer(LLAVE_APAGADO) === "si";
}

// Keeping none forgets what there was.
export function apagar(si) {
  if (!si) {
    borrar(LLAVE_APAGADO);
    return;
  }
  borrar(LLAVE);
  try {
    localStorage.setItem(LLAVE_APAGADO, "si");
  } catch (error) {
    // A browser that keeps nothing keeps no history either.
  }
}
