// A line of Markdown shown as what it means, out of text nodes: headings and bold, no more.

import { crear } from "../comun/dom.js";
import { marcarPalabras } from "../comun/palabras.js";

export const NEGRITA = /\*\*([^*\n]+)\*\*/;
export const ENCABEZADO = /^#{1,6}[ \t]+/;

// Returns the element of a line; `palabras` are the folded words to mark in it.
export function vestirLinea(linea, palabras) {
  const pelada = linea.replace(ENCABEZADO, "");
  return crear("span", { clase: pelada === linea ? "linea" : "linea encabezado" }, ...enNegrita(pelada, palabras), "\n");
}

function enNegrita(linea, palabras) {
  // With one group, the odd pieces are what stood between the asterisks.
  return linea.split(NEGRITA).reduce((nodos, pieza, i) => {
    const marcados = marcarPalabras(pieza, palabras).map(
      ({ texto, marcado }) => (marcado ? crear("mark", {}, texto) : texto)
    );
    return nodos.concat(i % 2 ? [crear("strong", {}, ...marcados)] : marcados);
  }, []);
}
