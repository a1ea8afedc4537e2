// What is found of the sentences of an answer, in words: the same as siaa/redaccion/reparos.py.

import { cuantos } from "../comun/palabras.js";

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
