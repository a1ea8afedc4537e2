// Markdown shown as what it means, out of text nodes: headings, rows of tables, bold and italics.

import { crear } from "../comun/dom.js";
import { marcarPalabras } from "../comun/palabras.js";

export const NEGRITA = /\*\*([^*\n]+)\*\*/;
export const ENCABEZADO = /^#{1,6}[ \t]+/;
const RELIEVE = new RegExp(NEGRITA.source + "|(?<![\\p{L}\\d_])_([^_\n]+)_(?![\\p{L}\\d_])", "u");
const RELIEVES = ["", "strong", "em"];

const FILA = /^\|.*\|$/;
const BAJO_EL_TITULO = /^[|\s:-]+$/;

// Returns the elements of a text, a line or a table each; `palabras` are the folded words to mark.
export function vestir(texto, palabras) {
  const hechos = [];
  let filas = null; // those of the table that is being read
  texto.split("\n").forEach((linea) => {
    if (!FILA.test(linea.trim())) {
      hechos.push(vestirLinea(linea, palabras));
      filas = null;
      return;
    }
    if (!filas) {
      filas = crear("tbody", {});
      hechos.push(crear("table", {}, filas));
    }
    if (!BAJO_EL_TITULO.test(linea)) filas.append(vestirFila(linea.trim(), palabras));
  });
  return hechos;
}

function vestirFila(fila, palabras) {
  const celdas = fila.slice(1, -1).split(/(?<!\\)\|/);
  return crear("tr", {}, ...celdas.map((celda) => crear("td", {}, ...enRelieve(celda.trim().replaceAll("\\|", "|"), palabras), "\n")));
}

// Returns the element of a line; `palabras` are the folded words to mark in it.
function vestirLinea(linea, palabras) {
  const pelada = linea.replace(ENCABEZADO, "");
  return crear("span", { clase: pelada === linea ? "linea" : "linea encabezado" }, ...enRelieve(pelada, palabras), "\n");
}

function enRelieve(linea, palabras) {
  // With two groups, of every three pieces the second was bold and the third in italics.
  return linea.split(RELIEVE).flatMap((pieza, i) => {
    const marcados = marcarPalabras(pieza || "", palabras).map(
      ({ texto, marcado }) => (marcado ? crear("mark", {}, texto) : texto)
    );
    return i % 3 && pieza ? [crear(RELIEVES[i % 3], {}, ...marcados)] : marcados;
  });
}
