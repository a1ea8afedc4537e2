// Markdown shown as what it means, out of text nodes: headings, bold and italics, no more.

import { crear } from "../comun/dom.js";
import { marcarPalabras } from "../comun/palabras.js";

export const NEGRITA = /\*\*([^*\n]+)\*\*/;
export const ENCABEZADO = /^#{1,6}[ \t]+/;
const RELIEVE = new RegExp(NEGRITA.source + "|(?<![\\p{L}\\d_])_([^_\n]+)_(?![\\p{L}\\d_])", "u");
const RELIEVES = ["", "strong", "em"];

// Returns the elements of a text, a line each; `palabras` are the folded words to mark in it.
export function vestir(texto, palabras) {
  return texto.split("\n").map((linea) => vestirLinea(linea, palabras));
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
