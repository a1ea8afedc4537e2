// An answer as it leaves the page: text, a sheet for paper and Word, or a constancia. With it go the
// passages that it cites and no others, numbered as they appear in it.

import { crear, uno } from "../comun/dom.js";
import { conPunto, duracion, fechaLarga, plegar } from "../comun/palabras.js";
import { aspectoDe, avisosDe, citaDe, constanciaDe, esDeMaquina, explicacionDe, hallazgosDe, notasDe, sonSusPasajes, tituloDe } from "./desenlaces.js";
import { compuesto, enTexto } from "./marcado.js";
import { vestir } from "./vestido.js";

const CITADOS = "Pasajes citados";
const SIN_CITAS = "La respuesta no cita ningún pasaje.";
const SIN_DATO = "no consta en este navegador";

// Returns the same answer with the sources that it cites, numbered anew, and `cuerpo`, its words as
// elements, or null where they were not laid out. What no machine wrote is its passages: all stay, as
// they do with `conTodas`, and why none did concerns nobody else.
function citada(datos, conTodas) {
  const dichas = datos.frases.map(citaDe).filter((n) => n !== null);
  const todas = datos.fuentes.map(({ n }) => n);
  const orden = Array.from(new Set(esDeMaquina(datos.desenlace) && !conTodas ? dichas : todas));
  const nuevo = new Map(orden.map((n, puesto) => [n, puesto + 1]));
  const frases = datos.frases.map((frase) => ({ ...frase, fuente: nuevo.get(frase.fuente) || frase.fuente }));
  const fuentes = datos.fuentes.filter(({ n }) => nuevo.has(n)).map((fuente) => ({ ...fuente, n: nuevo.get(fuente.n) }));
  fuentes.sort((una, otra) => una.n - otra.n);
  const cuerpo = datos.html ? compuesto(datos.html, "") : null;
  if (cuerpo) renumerar(cuerpo, nuevo);
  return { ...datos, frases, fuentes, cuerpo, aviso: sonSusPasajes(datos.desenlace) ? "" : datos.aviso };
}

function renumerar(cuerpo, nuevo) {
  const otro = (n) => nuevo.get(Number(n)) || n;
  cuerpo.querySelectorAll(".cita").forEach((cita) => {
    cita.textContent = otro(cita.dataset.fuente);
  });
  cuerpo.querySelectorAll(".reparo").forEach((nota) => {
    nota.textContent = nota.textContent.replace(/(?<=»; el pasaje )\d+/, otro);
  });
}

const fuenteEnLinea = ({ n, titulo, lugar, seccion, doc }) => `[${n}] ${titulo} — ${lugar || seccion} (${doc})`;

function advertencia(datos) {
  const cuando = fechaLarga(new Date(datos.guardada_en || datos.fecha));
  const quien = `Texto redactado con ayuda de una máquina (${datos.modelo}) el ${cuando}: compruébelo en las fuentes.`;
  const como = aspectoDe(datos);
  const titulo = como.clase === "bien" ? "" : conPunto(como.titulo);
  return [titulo, hallazgosDe(datos), ...avisosDe(datos), quien].filter(Boolean).join(" ");
}

// The words of an answer, without the marks of Markdown.
export function textoDe({ html, texto, cuerpo }, conCitas) {
  return html ? enTexto(cuerpo || compuesto(html, ""), conCitas) : texto.trim();
}

export function textoSolo(datos) {
  const suya = citada(datos);
  return textoDe(suya, false) + "\n\n" + advertencia(suya);
}

// The answer with [1] where it cites, and what each number is.
export function textoConCitas(datos) {
  const suya = citada(datos);
  const fuentes = suya.fuentes.map(fuenteEnLinea).join("\n");
  return [suya.pregunta, textoDe(suya, true), fuentes && "Fuentes:\n" + fuentes, advertencia(suya)]
    .filter(Boolean).join("\n\n");
}

// What no machine wrote.
export const textoDeHoja = (datos) => enTexto(hojaDe(datos), true);

// An answer as a sheet, for paper and for Word. sello: what else is said of a passage; with it, all are there.
export function hojaDe(datos, sello) {
  const suya = citada(datos, sello);
  const deMaquina = esDeMaquina(datos.desenlace);
  const hecha = deMaquina && !sello ? constanciaDe(datos) : "";
  const cuando = hecha && !datos.guardada_en ? "" : fechaLarga(new Date(datos.fecha));
  const propias = deMaquina || datos.desenlace === "directa"; // other answers are their passages
  return crear(
    "article", { clase: "turno hoja" },
    crear("h2", {}, datos.pregunta),
    crear("p", {}, crear("em", {}, [cuando, hecha, ...loBuscado(datos)].filter(Boolean).map(conPunto).join(" "))),
    crear("p", { clase: "aviso" }, crear("strong", {}, tituloDe(suya)), " ", [explicacionDe(suya), ...avisosDe(suya)].join(" ")),
    propias ? crear("div", { clase: "texto" }, conCitasEntreCorchetes(suya)) : "",
    ...pasajesCitados(suya.fuentes, deMaquina && !sello, sello || (() => ""))
  );
}

// A page to print that says how an answer was made, from what the browser has of it.
export function hojaDeConstancia(datos) {
  const hoja = hojaDe(datos, sello);
  hoja.prepend(uno(esDeMaquina(datos.desenlace) ? "de-maquina" : "sin-maquina").content.cloneNode(true));
  hoja.append(
    crear("h3", {}, "Cómo se hizo"), ficha(datos),
    crear("p", { clase: "firma" }, "Verificada por: ", crear("span"), " Fecha: ", crear("span"))
  );
  return hoja;
}

// The address of a passage names the fingerprint of its text.
function sello({ url }) {
  const huella = new URL(url || "", window.location.href).searchParams.get("huella");
  return crear("p", { clase: "ficha" }, "Huella ", crear("code", {}, huella || SIN_DATO));
}

function ficha(datos) {
  const filas = [
    ["Fecha", fechaLarga(new Date(datos.guardada_en || datos.fecha))],
    ["Número", datos.pedido || SIN_DATO],
    ["Modelo", esDeMaquina(datos.desenlace) ? datos.modelo || SIN_DATO : "ninguno"],
    ["Huella del modelo y de la biblioteca", enElRegistro(datos.pedido)],
    ["Versión de SIAA", document.body.dataset.version + ", al hacer esta constancia"],
    ["Duración", duracion(datos.segundos)],
    ["Pasajes", "los que SIAA mostró con la respuesta; para saber si hoy se leen igual, abra cada documento desde ella"],
  ];
  return crear("dl", { clase: "datos" }, ...filas.map(
    ([que, cual]) => crear("div", {}, crear("dt", {}, que), crear("dd", {}, cual))
  ));
}

// Where the service says what the browser does not know.
function enElRegistro(pedido) {
  const guarda = pedido && "valora" in document.body.dataset;
  return guarda ? "en el registro de SIAA: " + window.location.origin + "/siaa/constancia/" + pedido : SIN_DATO;
}

function conCitasEntreCorchetes(suya) {
  if (!suya.cuerpo) return crear("p", { clase: "pregunta-hecha" }, conMarcas(suya));
  suya.cuerpo.querySelectorAll(".cita").forEach((cita) => cita.replaceWith(` [${cita.textContent}]`));
  suya.cuerpo.querySelectorAll(".reparo, .sin-respaldo").forEach((nota) => nota.replaceWith(crear("em", {}, ` [${nota.textContent}]`)));
  return suya.cuerpo;
}

function pasajesCitados(fuentes, soloCitados, sello) {
  if (!fuentes.length) return soloCitados ? [crear("p", {}, SIN_CITAS)] : [];
  const bloques = fuentes.flatMap((fuente) => [
    crear("h4", {}, fuenteEnLinea(fuente)), sello(fuente),
    ...cambiosDe(fuente),
    crear("blockquote", { clase: "pregunta-hecha" }, ...vestir(fuente.texto, [])),
    fuente.falta ? crear("p", { clase: "ficha" }, crear("em", {}, conPunto(fuente.falta))) : "",
  ]);
  return [crear("h3", {}, soloCitados ? CITADOS : "Pasajes"), ...bloques];
}

// What other norms did to a passage.
function cambiosDe({ vigencia }) {
  return (vigencia || []).map(({ texto }) => crear("p", {}, crear("strong", {}, "Atención: "), conPunto(texto)));
}

// What was looked up, where that is not what was written, in sentences without their full stop.
function loBuscado({ junto_con, leidas, ambito }) {
  const otras = enPalabras(leidas);
  return [
    junto_con && `Se buscó junto con «${junto_con}»`, otras.length && "También se buscó " + otras.join(", "),
    ambito && "Se buscó solo en " + ambito,
  ].filter(Boolean);
}

// The readings of a question: the first of each word.
export function enPalabras(leidas) {
  const primeras = leidas.filter(({ escrita }, n) => leidas.findIndex((otra) => otra.escrita === escrita) === n);
  return primeras.map(({ escrita, leida }) => `«${escrita}» como «${leida}»`);
}

// The offsets of the service count characters, not the halves that some of them are here.
function conMarcas(datos) {
  const letras = [...datos.texto];
  let escrito = 0;
  const partes = datos.frases.map((frase) => {
    const antes = letras.slice(escrito, frase.hasta).join("");
    escrito = frase.hasta;
    return antes + notasDe(frase);
  });
  return (partes.join("") + letras.slice(escrito).join("")).trim();
}

// fecha: of the answer; extension: with its dot.
export function nombreDeArchivo(nombre, fecha, extension) {
  const lema = plegar(nombre).replace(/ñ/g, "n").replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 50);
  return "siaa-" + diaLocal(new Date(fecha)) + "-" + (lema || "respuesta") + extension;
}

function diaLocal(fecha) {
  return [fecha.getFullYear(), fecha.getMonth() + 1, fecha.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
}
