// What was asked, kept in this browser and nowhere else.

import { almacen, perdura } from "../comun/almacen.js";
import { cuantos } from "../comun/palabras.js";
import { DESENLACES } from "../respuesta/desenlaces.js";

const LLAVE = "siaa.historial";
const LLAVE_APAGADO = "siaa.historial.apagado";
const LLAVE_ABIERTA = "siaa.conversacion";
const MAXIMO = 100;
const LUGAR = almacen("localStorage");
const PESTANA = almacen("sessionStorage");
const SE_PIERDE = "El navegador no deja guardar el historial: estará solo hasta que cierre esta pestaña.";
const NO_CABE = "El navegador no tiene espacio para guardar esta consulta en el historial.";

// --- What an entry has to be, whoever wrote it ---

const esTexto = (valor) => typeof valor === "string";
const esFecha = (valor) => esTexto(valor) && !Number.isNaN(Date.parse(valor));
const esDesenlace = (valor) => Object.keys(DESENLACES).includes(valor);
const oNada = (es) => (valor) => valor === null || es(valor);
const listaDe = (es) => (valor) => Array.isArray(valor) && valor.every(es);
const conForma = (campos, opcionales = {}) => (valor) =>
  Boolean(valor) && Object.keys(campos).every((campo) => campos[campo](valor[campo])) &&
  Object.keys(opcionales).every((campo) => valor[campo] === undefined || opcionales[campo](valor[campo]));

const esCambio = conForma({ texto: esTexto, articulo: oNada(esTexto), url: oNada(esTexto) });
const esFuente = conForma(
  { n: Number.isInteger, doc: esTexto, titulo: esTexto, coleccion: esTexto, seccion: esTexto, texto: esTexto },
  { lugar: esTexto, url: esTexto, copias: listaDe(esTexto), motivos: listaDe(esTexto), vigencia: listaDe(esCambio) }
);
const esLugar = { desde: Number.isInteger, hasta: Number.isInteger };
const esDiscrepancia = conForma({ dice: esTexto, pasaje: esTexto, ...esLugar });
const esFrase = conForma({
  estado: esTexto, fuente: oNada(Number.isInteger), discrepancias: listaDe(esDiscrepancia), ...esLugar,
});
const esOpcion = conForma({ titulo: esTexto, ambito: conForma({ documentos: listaDe(esTexto) }) });
const esEntrada = conForma({
  pregunta: esTexto, fecha: esFecha, texto: esTexto, desenlace: esDesenlace, fuentes: listaDe(esFuente),
}, {
  pedido: oNada(esTexto), modelo: esTexto, html: esTexto, aviso: esTexto, frases: listaDe(esFrase),
  palabras: listaDe(esTexto), avisos: listaDe(esTexto), guardada_en: oNada(esFecha), segundos: Number.isFinite,
  junto_con: esTexto, ambito: esTexto, leidas: listaDe(conForma({ escrita: esTexto, leida: esTexto })),
  siguientes: listaDe(esTexto), conversacion: esTexto, nombre: esTexto,
  elegida: oNada(conForma({ texto: esTexto, titulo: esTexto, documentos: listaDe(esTexto) })),
  aclaracion: oNada(conForma({ texto: esTexto, opciones: listaDe(esOpcion) })),
});

// --- Reading and writing ---

function leerHistorial() {
  try {
    const entradas = JSON.parse(LUGAR.getItem(LLAVE) || "[]");
    return Array.isArray(entradas) ? entradas.filter(esEntrada) : [];
  } catch (error) {
    return []; // somebody else wrote there
  }
}

// Those of each conversation, in order, the conversation of the newest first:
// [{clave, nombre, fecha, entradas}]. An answer kept without one is a conversation by itself.
export function leerConversaciones() {
  const grupos = new Map();
  leerHistorial().forEach((entrada) => {
    const clave = claveDe(entrada);
    grupos.set(clave, [entrada].concat(grupos.get(clave) || []));
  });
  return Array.from(grupos, ([clave, entradas]) => ({
    clave, entradas, nombre: nombreDe(entradas) || entradas[0].pregunta, fecha: entradas[entradas.length - 1].fecha,
  }));
}

const claveDe = ({ conversacion, fecha }) => conversacion || fecha;
const nombreDe = (entradas) => entradas.map(({ nombre }) => nombre).find(Boolean) || "";

// Puts an answer first, in place of the one of the date `anterior`; where there is no more room the
// oldest go. Returns what a person has to know of it, or "".
export function recordarEnHistorial(datos, anterior) {
  if (estaApagado()) return "";
  const todas = leerHistorial();
  const nombre = nombreDe(todas.filter((entrada) => claveDe(entrada) === claveDe(datos)));
  const anteriores = todas.filter(({ fecha }) => fecha !== datos.fecha && fecha !== anterior).slice(0, MAXIMO - 1);
  const escritas = [{ ...datos, nombre }].concat(anteriores).map((entrada) => JSON.stringify(entrada));
  while (!escribir(LLAVE, "[" + escritas.join(",") + "]")) {
    escritas.pop();
    if (escritas.length === 0) return NO_CABE;
  }
  const olvidadas = anteriores.length + 1 - escritas.length;
  if (olvidadas > 0) return `Al navegador no le queda espacio: se borró lo más antiguo del historial, ${cuantos(olvidadas, "consulta")}.`;
  return perdura(LUGAR) || anteriores.length > 0 ? "" : SE_PIERDE; // once is enough
}

function escribir(llave, texto) {
  try {
    LUGAR.setItem(llave, texto);
    return true;
  } catch (error) {
    return false; // there is no more room
  }
}

// clave: of a conversation.
export function olvidar(clave) {
  escribir(LLAVE, JSON.stringify(leerHistorial().filter((entrada) => claveDe(entrada) !== clave)));
}

export function restaurar(entradas) {
  const todas = leerHistorial().concat(entradas).sort((una, otra) => Date.parse(otra.fecha) - Date.parse(una.fecha));
  return escribir(LLAVE, JSON.stringify(todas));
}

// nombre: "" leaves the first question as its name.
export function renombrar(clave, nombre) {
  const todas = leerHistorial().map((entrada) => (claveDe(entrada) === clave ? { ...entrada, nombre } : entrada));
  return escribir(LLAVE, JSON.stringify(todas));
}

export function olvidarTodo() {
  LUGAR.removeItem(LLAVE);
}

export const estaApagado = () => LUGAR.getItem(LLAVE_APAGADO) === "si";

export function apagar(si) {
  if (si) {
    olvidarTodo();
    escribir(LLAVE_APAGADO, "si");
  } else {
    LUGAR.removeItem(LLAVE_APAGADO);
  }
}

// The conversation that this tab shows, so that it is there again after F5; "" for a new one.
export const laAbierta = () => PESTANA.getItem(LLAVE_ABIERTA) || "";

export function dejarAbierta(clave) {
  PESTANA.setItem(LLAVE_ABIERTA, clave);
}
