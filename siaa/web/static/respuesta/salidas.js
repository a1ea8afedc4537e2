// An answer as text that leaves the page: with its citations, or as a Markdown document.

import { conPunto, fechaLarga, plegar } from "../comun/palabras.js";
import { aspectoDe, esDeMaquina, hallazgosDe } from "./desenlaces.js";
import { notasDe } from "./frases.js";

function fuenteEnLinea(fuente) {
  return "[" + fuente.n + "] " + fuente.titulo + " — " + (fuente.lugar || fuente.seccion) + " (" + fuente.doc + ")";
}

function advertencia(datos) {
  const cuando = fechaLarga(new Date(datos.guardada_en || datos.fecha));
  const quien = esDeMaquina(datos.desenlace)
    ? "Texto redactado con ayuda de una máquina (" + datos.modelo + ") el " + cuando + ": compruébelo en las fuentes."
    : "Respuesta de SIAA, " + cuando + ".";
  const como = aspectoDe(datos);
  const titulo = como.clase === "bien" ? "" : conPunto(como.titulo);
  return [titulo, hallazgosDe(datos), ...datos.avisos, quien].filter(Boolean).join(" ");
}

// The words alone.
export function textoSolo(turno) {
  return turno.enTexto(false) + "\n\n" + advertencia(turno.datos);
}

// The answer with [1] where it cites, and what each number is.
export function textoConCitas(turno) {
  const fuentes = turno.datos.fuentes.map(fuenteEnLinea).join("\n");
  return [turno.datos.pregunta, turno.enTexto(true), fuentes && "Fuentes:\n" + fuentes, advertencia(turno.datos)]
    .filter(Boolean).join("\n\n");
}

export function documentoMarkdown(turno) {
  const { datos } = turno;
  const notas = datos.fuentes.map(
    (fuente) => "**" + fuenteEnLinea(fuente) + "**\n\n" + fuente.texto.replace(/^/gm, "> ")
  );
  const partes = [
    "# " + datos.pregunta.replace(/\s+/g, " "), "*" + advertencia(datos) + "*", conMarcas(datos),
    notas.length ? "## Fuentes" : "", ...notas,
  ];
  return partes.filter(Boolean).join("\n\n") + "\n";
}

// The offsets of the service count characters, not the halves that some of them are here.
function conMarcas(datos) {
  const letras = Array.from(datos.texto);
  let escrito = 0;
  const partes = datos.frases.map((frase) => {
    const fin = finDeLasPalabras(letras, frase);
    const antes = letras.slice(escrito, fin).join("");
    escrito = fin;
    return antes + notasDe(frase);
  });
  return (partes.join("") + letras.slice(escrito).join("")).trim();
}

// Where a sentence ends; for a row of a table, inside its last cell: after the bar that closes the
// row, the mark would be one more cell.
function finDeLasPalabras(letras, { desde, hasta }) {
  if (letras[hasta - 1] !== "|" || letras[hasta - 2] === "\\") {
    return hasta;
  }
  let ultima = hasta - 1;
  while (ultima > desde && letras[ultima - 1].trim() === "") {
    ultima -= 1;
  }
  return ultima;
}

export function nombreDeArchivo(datos) {
  const lema = plegar(datos.pregunta).replace(/ñ/g, "n").replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 50);
  return "siaa-" + diaLocal(new Date(datos.fecha)) + "-" + (lema || "respuesta") + ".md";
}

function diaLocal(fecha) {
  return [fecha.getFullYear(), fecha.getMonth() + 1, fecha.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
}
