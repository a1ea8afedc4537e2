// How things are said: durations, dates, phases. And how words are compared.

export function duracion(segundos) {
  const enteros = Math.max(0, Math.round(segundos));
  if (enteros < 60) {
    return enteros + " s";
  }
  const resto = enteros % 60;
  return Math.floor(enteros / 60) + " min" + (resto ? " " + resto + " s" : "");
}

// An estimate does not pretend to the second.
export function aproximada(segundos) {
  if (segundos >= 90) {
    return "unos " + Math.round(segundos / 60) + " min";
  }
  return "unos " + (segundos > 10 ? 5 * Math.round(segundos / 5) : Math.max(1, Math.round(segundos))) + " s";
}

export function fechaLarga(fecha) {
  return fecha.toLocaleString("es-CO", {
    day: "numeric", month: "long", year: "numeric", hour: "numeric", minute: "2-digit",
  });
}

// «a. m.» and «Leyendo…» already end in one.
export function conPunto(texto) {
  return /[.…]$/.test(texto) ? texto : texto + ".";
}

const HACIENDO = { leyendo: "Leyendo los documentos", escribiendo: "Escribiendo" };

// What is going on, in words. `estimado_s` may be null.
export function frase(estado) {
  const cuanto = estado.estimado_s ? ", " + aproximada(estado.estimado_s) : "";
  if (estado.fase === "en_cola") {
    return "Puesto " + estado.puesto + " en la cola" + cuanto;
  }
  return (HACIENDO[estado.fase] || "Buscando en los documentos") + cuanto + "…";
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
