// How things are said: durations, dates, phases. And how words are compared.

export function duracion(segundos) {
  const enteros = Math.max(0, Math.round(segundos));
  if (enteros < 60) return enteros + " s";
  const resto = enteros % 60;
  return Math.floor(enteros / 60) + " min" + (resto ? ` ${resto} s` : "");
}

// An estimate does not pretend to the second.
export function falta(segundos) {
  const minutos = segundos >= 90;
  return "faltan cerca de " + (minutos ? Math.round(segundos / 60) + " min" : Math.ceil(segundos / 5) * 5 + " s");
}

export function fechaLarga(fecha) {
  const escrita = fecha.toLocaleString("es-CO", {
    day: "numeric", month: "long", year: "numeric", hour: "numeric", minute: "2-digit",
  });
  return escrita.replace(/\s/g, " "); // between «a.» and «m.» browsers write other spaces
}

// «a. m.» and «Leyendo…» already end in one.
export const conPunto = (texto) => /[.…]$/.test(texto) ? texto : texto + ".";

// «1 pasaje», «1.015 documentos».
export const cuantos = (hay, cosa) => hay.toLocaleString("es-CO") + " " + cosa + (hay === 1 ? "" : "s");

const HACIENDO = { leyendo: "Leyendo los documentos", escribiendo: "Escribiendo" };

// What is going on, in words, and what keeps it waiting.
export function frase({ fase, puesto, razon }) {
  const haciendo = fase === "en_cola" ? `Puesto ${puesto} en la cola` : HACIENDO[fase] || "Buscando en los documentos";
  return haciendo + (razon ? ": " + razon : fase === "en_cola" ? "" : "…");
}

const MARCAS = /\p{Mn}/gu;
const GRUPOS = /\P{M}\p{M}*|\p{M}/gu; // a letter with its accents, however they are written
const PALABRA = /^[a-z0-9ñ]+$/;

// Lower case without accents; ñ stays. The same as the service's.
export function plegar(texto) {
  return texto.toLowerCase().normalize("NFC").split("ñ")
    .map((parte) => parte.normalize("NFD").replace(MARCAS, "").normalize("NFC")).join("ñ");
}

// Cuts a text into runs: [{texto, palabra}], where `palabra` is the folded run, or "" between runs.
function correr(texto) {
  const trozos = [];
  (texto.match(GRUPOS) || []).forEach((grupo) => {
    const plegado = plegar(grupo);
    const palabra = PALABRA.test(plegado) ? plegado : "";
    const ultimo = trozos[trozos.length - 1];
    if (ultimo && !ultimo.palabra === !palabra) {
      ultimo.texto += grupo;
      ultimo.palabra += palabra;
    } else {
      trozos.push({ texto: grupo, palabra });
    }
  });
  return trozos;
}

// Returns the text as pieces [{texto, marcado}]: marked are the words whose folded form is listed.
export function marcarPalabras(texto, palabras) {
  const pedidas = new Set(palabras);
  const piezas = [];
  correr(texto).forEach((trozo) => {
    const marcado = pedidas.has(trozo.palabra);
    const ultima = piezas[piezas.length - 1];
    if (ultima && ultima.marcado === marcado && !marcado) {
      ultima.texto += trozo.texto;
    } else {
      piezas.push({ texto: trozo.texto, marcado });
    }
  });
  return piezas;
}
