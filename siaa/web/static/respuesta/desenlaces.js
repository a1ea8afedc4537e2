// The ways in which an answer can end: each has its words, its icon and its colour. `pestana` is
// what the tab says, where that is not the title.

import { conPunto, cuantos, duracion, fechaLarga } from "../comun/palabras.js";

const TERMINADA = { icono: "visto", clase: "bien", titulo: "Respuesta terminada", pestana: "Respuesta lista" };
const DISCREPA = { icono: "corte", clase: "discrepa", pestana: "Revise: discrepa" };
const REVISE = { icono: "corte", clase: "corte", titulo: "Revise la respuesta" };
const PARCIAL = { icono: "cita", clase: "parcial" };
const SIN_COMPROBAR = ": ninguna frase se pudo comprobar";
const SIN_TERMINAR = "Lo escrito hasta aquí no está terminado.";
const SE_CONSERVA = "Lo que alcanzó a llegar se conserva aquí, pero puede no estar terminado.";

export const DESENLACES = {
  completa: TERMINADA,
  directa: TERMINADA,
  guardada: {
    icono: "reloj", clase: "guardada", titulo: "Respuesta guardada", pestana: "Respuesta lista",
    texto: "Los documentos en que se basa no han cambiado desde entonces.",
  },
  aclaracion: { icono: "lupa", clase: "guardada", titulo: "Falta elegir el documento", pestana: "Elija el documento" },
  cortada: {
    icono: "corte", clase: "corte", titulo: "Respuesta incompleta", pestana: "Incompleta",
    texto: "Puede omitir condiciones o excepciones: lea los pasajes o vuelva a preguntar.",
  },
  detenida: { icono: "alto", clase: "detenida", titulo: "Detenida por usted", conTexto: SIN_TERMINAR },
  cerrada: {
    icono: "alto", clase: "detenida", titulo: "La página se cerró antes de que terminara",
    conTexto: SIN_TERMINAR,
  },
  perdida: { icono: "falla", clase: "falla", titulo: "Sin conexión", conTexto: SE_CONSERVA },
  ilegible: { icono: "falla", clase: "falla", titulo: "No se pudo leer la respuesta", conTexto: SE_CONSERVA },
  rechazada: { icono: "falla", clase: "falla", titulo: "No se pudo responder", conTexto: SE_CONSERVA },
  extractiva: {
    icono: "cita", clase: "corte", titulo: "Solo los pasajes, sin explicación", pestana: "Solo los pasajes",
  },
  nada: {
    icono: "lupa", clase: "nada", titulo: "No encontré nada sobre eso en los documentos", pestana: "No encontré nada",
    texto: "Pruebe con otras palabras, o con el nombre de la norma o del trámite.",
    conPasajes: "Lo más cercano que hay puede no tener que ver con su pregunta.",
  },
};

// Which of them it is, from how the service says that the answer ended.
export function desenlaceDe(fin) {
  if (fin.motivo === "sin_documentos") {
    return "nada"; // whoever says so: the search, the model, or a remembered answer
  }
  if (fin.motivo === "aclaracion") return "aclaracion";
  if (fin.modo === "cache") return "guardada";
  if (fin.modo === "extractivo") return "extractiva";
  if (fin.motivo === "directa") return "directa";
  return fin.completa ? "completa" : "cortada";
}

// How it looks: as it ended, unless what was found of it matters more. Only what was checked, all
// of it vouched for and without a doubt, looks well.
export function aspectoDe({ desenlace, frases = [], avisos = [], certeza }) {
  const como = DESENLACES[desenlace] || {};
  const { discrepan, haySueltas, ninguna, todas } = recuento(frases);
  if (discrepan) return { ...como, ...DISCREPA, titulo: discrepan };
  if (!seJuzga(desenlace)) return como;
  if (certeza === "dudosa") return { ...como, ...REVISE, titulo: avisos[0] };
  if (!todas && esDeMaquina(desenlace)) return { ...como, ...PARCIAL, titulo: como.titulo + SIN_COMPROBAR };
  return haySueltas ? { ...como, ...(ninguna ? REVISE : PARCIAL) } : como;
}

const es = (...cuales) => (desenlace) => cuales.includes(desenlace);
const seJuzga = es("completa", "guardada", "extractiva");

// Whether a machine wrote the words, so that they have to be checked.
export const esDeMaquina = es("completa", "guardada", "cortada", "detenida", "cerrada", "perdida", "ilegible", "rechazada");

export const sonSusPasajes = es("extractiva", "nada");

// A greeting, or what is said back to one: nothing to keep, to check or to rate.
export const esCharla = es("directa");

// Whether its words are read out to who cannot see them, once it ended.
export const seLee = es("completa", "directa", "guardada", "cortada", "aclaracion");

// Whether it can be asked again in its place, as if it had not been asked; or below.
export const ofreceReintentar = es("perdida", "ilegible", "rechazada");
export const ofreceRepetir = es("detenida", "cerrada", "cortada", "guardada", "extractiva");

// --- In words ---

const conFecha = (titulo, { guardada_en }) =>
  conPunto(titulo.replace(DESENLACES.guardada.titulo, "$& el " + fechaLarga(new Date(guardada_en))));

export const tituloDe = (datos) => conFecha(aspectoDe(datos).titulo, datos);

// What is said of the search, but for the title.
export const avisosDe = (datos) => datos.avisos.filter((aviso) => aviso !== aspectoDe(datos).titulo);

export function noticiaDe(datos) {
  const { pestana, titulo } = aspectoDe(datos);
  return pestana || titulo;
}

export function explicacionDe(datos) {
  const { aclaracion, desenlace, aviso, fuentes, texto } = datos;
  const como = DESENLACES[desenlace];
  const segun = [fuentes.length && como.conPasajes, texto && como.conTexto];
  return [aclaracion && aclaracion.texto, hallazgosDe(datos), aviso, como.texto, ...segun].filter(Boolean).join(" ");
}

// What was found of what a machine wrote; how it ended, where the title does not say it.
export function hallazgosDe(datos) {
  const { todas } = recuento(esDeMaquina(datos.desenlace) ? datos.frases : []);
  const como = DESENLACES[datos.desenlace];
  const otro = como !== TERMINADA && !aspectoDe(datos).titulo.startsWith(como.titulo);
  return [todas, otro && conFecha(como.titulo, datos)].filter(Boolean).join(" ");
}

export function constanciaDe({ modelo, fecha, guardada_en, segundos }) {
  const cuando = fechaLarga(new Date(guardada_en || fecha));
  const cuanto = guardada_en ? "" : ", en " + duracion(segundos);
  return (
    conPunto(`Redactado con ayuda de una máquina (${modelo}) el ${cuando}${cuanto}`) +
    " Puede equivocarse: compruébelo en los pasajes antes de usarlo."
  );
}

// --- What is found of the sentences: the same as siaa/redaccion/reparos.py ---

const SIN_RESPALDO = "sin respaldo";

// What a sentence says against its passage.
export function reparosDe({ fuente, discrepancias }) {
  return discrepancias.map(({ dice, pasaje }) =>
    `dice «${dice}»; el pasaje ${fuente} ${pasaje ? `dice «${pasaje}»` : "no lo dice"}`.replace(/\*/g, ""));
}

// The source that a sentence cites, or null.
export const citaDe = ({ estado, fuente }) => ["respaldada", "discrepa"].includes(estado) ? fuente : null;

// What follows a sentence where it can only be text.
export function notasDe(frase) {
  const notas = reparosDe(frase);
  if (citaDe(frase) !== null) notas.unshift(frase.fuente);
  if (frase.estado === "sin_respaldo") notas.push(SIN_RESPALDO);
  return notas.map((nota) => ` [${nota}]`).join("");
}

// What came of those that claim something: {discrepan, todas}, sentences or "", and whether any
// claims what no passage vouches for, or none what one does.
export function recuento(frases) {
  const afirman = frases.filter(({ estado }) => estado !== "sin_afirmacion");
  const [respaldadas, sueltas, contrarias] = ["respaldada", "sin_respaldo", "discrepa"].map(
    (cual) => afirman.filter(({ estado }) => estado === cual)
  );
  const partes = [cuantos(afirman.length, "frase"), (respaldadas.length || "ninguna") + " con respaldo"];
  if (sueltas.length && respaldadas.length) partes.push(sueltas.length + " " + SIN_RESPALDO);
  return {
    discrepan: contrarias.length ? discrepan(contrarias) : "",
    todas: afirman.length ? partes.join(", ") + "." : "",
    haySueltas: sueltas.length > 0,
    ninguna: !respaldadas.length,
  };
}

function discrepan(contrarias) {
  const fuentes = new Set(contrarias.map(({ fuente }) => fuente).filter((fuente) => fuente !== null));
  const cuales = fuentes.size === 1 ? "el pasaje " + [...fuentes][0] : "los pasajes";
  return cuantos(contrarias.length, "frase") + (contrarias.length === 1 ? " discrepa" : " discrepan") + " con " + cuales + ": revise.";
}
