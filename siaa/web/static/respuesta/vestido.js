// Markdown shown as what it means, out of text nodes: headings, tables, bold and italics, no more.

import { crear, enMarco } from "../comun/dom.js";
import { marcarPalabras } from "../comun/palabras.js";

export const NEGRITA = /\*{2,3}([^*\n]+)\*{2,3}/;
export const ENCABEZADO = /^#{1,6}[ \t]+/;
const RELIEVE = new RegExp(NEGRITA.source + "|(?<![\\p{L}\\d_])_([^_\n]+)_(?![\\p{L}\\d_])|\\*(?!\\s)([^*\n]+)\\*", "u");
const RELIEVES = ["", "strong", "em", "em"];
const CITADO = /^(?:> ?)+(?!\s*\d)/gm; // «> 60 años» may be more than sixty
const FILA = /^\s*\|(.*)\|\s*$/;
const RAYA = /^[\s|:-]+$/; // under the first row of a table; passages may come without it
const BARRA = /(?<!\\)\|/;
const SALTO = /<br\s*\/?>/gi;
const NOTA = /\[\^(\w+)\]/g;

// Returns the elements of a text, one for each line or table; `palabras`: folded, to mark in it.
export function vestir(texto, palabras) {
  let tabla = null;
  return texto.trim().replace(CITADO, "").split("\n").flatMap((linea, n, todas) => {
    const fila = FILA.exec(linea);
    if (!fila) {
      tabla = null;
      return [vestirLinea(linea, palabras, n + 1 < todas.length ? "\n" : "")];
    }
    const nueva = tabla ? [] : [enMarco(tabla = crear("table"))];
    if (!RAYA.test(linea)) {
      tabla.append(crear("tr", {}, ...fila[1].split(BARRA).map((celda) => crear("td", {}, ...enRelieve(celda.trim().replace(/\\\|/g, "|"), palabras)))));
    }
    return nueva;
  });
}

function vestirLinea(linea, palabras, final) {
  const pelada = linea.replace(ENCABEZADO, "");
  return crear("span", { clase: pelada === linea ? "linea" : "linea encabezado" }, ...enRelieve(pelada, palabras), final);
}

function enRelieve(linea, palabras) {
  // With three groups, of every four pieces the second was bold and the others in italics.
  return linea.replace(SALTO, "\n").replace(NOTA, " (nota $1)").split(RELIEVE).flatMap((pieza, i) => {
    const marcados = marcarPalabras(pieza || "", palabras).map(
      ({ texto, marcado }) => (marcado ? crear("mark", {}, texto) : texto)
    );
    return i % 4 && pieza ? [crear(RELIEVES[i % 4], {}, ...marcados)] : marcados;
  });
}
