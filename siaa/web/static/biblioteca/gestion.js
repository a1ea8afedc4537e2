// What an administrator changes: orders are tried first, and done once that is read.

import { atenderCon } from "../comun/clave.js";
import { crear, rellenar, uno as $ } from "../comun/dom.js";
import "../comun/hoja.js";

const [prueba, confirmar, cerrar] = [$("prueba"), $("confirmar"), $("cerrar")];
const TITULOS = { agregar: "Agregar documentos", retirar: "Retirar un documento", restaurar: "Restaurar", describir: "Cambiar un documento", titular: "Cambiar el título" };
const CLASES = { agregados: ["Se agrega", "Se agregó"], modificados: ["Cambia", "Cambió"], retirados: ["Se retira", "Se retiró"] };
const EN_BLANCO = { Título: "el que dice su propio texto", "Palabras clave": "ninguna" };
let hecho = false; // and then the page is an old one
let vigente = 0; // the order that the dialog is of; what comes of an earlier one is not shown in it

const A_LA_VISTA = 8;

// A title and what it is of, the first of them; nothing where there is nothing.
function lista(titulo, cosas, tope = A_LA_VISTA) {
  if (!cosas.length) return [];
  const vistas = cosas.slice(0, tope).map((cosa) => crear("li", {}, cosa));
  const resto = cosas.length > tope ? [crear("li", {}, "y " + (cosas.length - tope) + " más")] : [];
  return [crear("p", {}, titulo), crear("ul", {}, ...vistas, ...resto)];
}

// A document and its collection; once it is there, how it was read.
function ver(clave, coleccion, esta) {
  const cual = clave + (coleccion ? ", en la colección «" + coleccion + "»" : "");
  return esta && coleccion ? crear("a", { href: "/siaa/ver/" + encodeURIComponent(clave), target: "_blank" }, cual + ": vea cómo se leyó") : cual;
}

function diferencia({ que, antes, ahora }) {
  const dicho = (valor) => (valor ? "«" + valor + "»" : EN_BLANCO[que] || "en blanco");
  return crear("span", {}, que + ": ", crear("del", {}, dicho(antes)), " → ", crear("ins", {}, dicho(ahora)));
}

function decir(...partes) {
  rellenar($("dicho"), ...partes);
}

function contar(examen, hecho) {
  if (!examen) return [crear("p", { clase: "nota" }, "No hay preguntas de prueba sobre estos documentos.")];
  const { total, antes, despues, perdidas } = examen;
  const cuenta = "Preguntas de prueba que encuentran su documento: " + antes + " de " + total + "; con este cambio, " + despues + ".";
  return [
    crear("p", {}, cuenta),
    ...lista(hecho ? "Ya no lo encuentran:" : "Ya no lo encontrarían:", perdidas.map(({ pregunta }) => pregunta)),
  ];
}

// Shows what an order comes to. alConfirmar: does it.
function mostrar(dicho, alConfirmar) {
  const pierde = Boolean(dicho.examen && dicho.examen.perdidas.length);
  const otros = dicho.diferencias; // of one document, whose text stays as it is
  decir(
    ...lista(dicho.hecho ? "Cambió:" : "Cambia:", otros.map(diferencia)),
    ...(otros.length ? [crear("p", { clase: "nota" }, "Los textos quedan iguales; cambia cómo se llaman o se buscan.")] : []),
    ...Object.entries(otros.length ? {} : CLASES).flatMap(([clase, titulos]) =>
      lista(titulos[Number(dicho.hecho)] + ":", dicho.cambios[clase].map((clave) => ver(clave, dicho.colecciones[clave], dicho.hecho)))),
    ...lista("No se reciben:", dicho.rechazados.map(({ archivo, razon }) => archivo + ": " + razon), Infinity),
    ...lista("Se siguen convirtiendo, y luego se podrán consultar:", dicho.convirtiendo),
    ...lista("Tenga en cuenta:", dicho.avisos),
    ...(dicho.cambia ? contar(dicho.examen, dicho.hecho) : [crear("p", {}, "Nada cambiaría" + (dicho.rechazados.length ? "." : ": la biblioteca ya es así."))])
  );
  $("dicho").classList.toggle("pierde", pierde);
  hecho = dicho.hecho;
  cerrar.textContent = hecho ? "Cerrar" : "Cancelar";
  confirmar.hidden = hecho || !dicho.cambia;
  confirmar.textContent = pierde ? "Hacerlo de todos modos" : "Hacerlo";
  confirmar.onclick = () => alConfirmar(dicho.confirmar);
  if (hecho) $("t-prueba").textContent = "Hecho";
  (hecho ? cerrar : $("t-prueba")).focus();
}

// armar: what is sent, with what was confirmed.
function ordenar(accion, ruta, armar) {
  const suya = (vigente += 1);
  const enviar = (confirmada) => {
    confirmar.hidden = true;
    decir(crear("p", {}, confirmada ? "Haciéndolo…" : "Probando qué pasaría, sin cambiar nada… Un documento escaneado puede tardar varios minutos."));
    const fallar = (motivo) => suya === vigente && decir(crear("p", { clase: "aviso" }, motivo));
    atenderCon($("clave"), fallar, [[ruta, armar(confirmada)]], (dicho) => {
      if (suya === vigente && prueba.open) return mostrar(dicho, enviar);
      hecho = hecho || dicho.hecho;
      if (hecho && !prueba.open) window.location.reload();
    });
  };
  $("t-prueba").textContent = TITULOS[accion];
  cerrar.textContent = "Cancelar";
  prueba.showModal();
  enviar("");
}

// datos: what else is to be said of it.
function cambiar({ accion, que }, datos) {
  ordenar(accion, "/siaa/biblioteca/cambios", (confirmada) => ({ accion, que, confirmar: confirmada, ...datos }));
}

function describir({ accion, que, titulo, palabras, coleccion, nombre }) {
  const campos = { titulo, palabras, "su-coleccion": coleccion, nombre };
  Object.entries(campos).forEach(([id, valor]) => { $(id).value = valor || ""; });
  $("de-documento").hidden = accion === "titular";
  $("ficha").returnValue = "";
  $("ficha").onclose = () => $("ficha").returnValue && cambiar({ accion, que }, {
    titulo: $("titulo").value,
    palabras_clave: $("palabras").value.split("\n"),
    coleccion: $("su-coleccion").value,
    nombre: $("nombre").value,
  });
  $("ficha").showModal();
}

document.querySelectorAll("[data-accion]").forEach((boton) => {
  const llenar = boton.dataset.titulo !== undefined;
  boton.disabled = false;
  boton.addEventListener("click", () => (llenar ? describir(boton.dataset) : cambiar(boton.dataset, {})));
});
cerrar.addEventListener("click", () => prueba.close());
prueba.addEventListener("close", () => hecho && window.location.reload());

// --- Files ---

const forma = $("agregar");
const { archivos: maximo, octetos } = forma.dataset;

function problema(texto) {
  $("problema").hidden = !texto;
  $("problema").textContent = texto;
}

// Says which files are chosen, and lets them be sent where they may be.
function elegidos() {
  const archivos = Array.from($("archivos").files);
  rellenar($("elegidos"), ...lista("Elegidos:", archivos.map((archivo) => archivo.name)));
  const pesan = archivos.reduce((suma, archivo) => suma + archivo.size, 0);
  const caben = archivos.length <= Number(maximo) && pesan <= Number(octetos) * 0.98;
  problema(caben ? "" : "Pasan de " + maximo + " archivos o de " + Math.floor(octetos / 1048576) + " MB: envíelos por partes. Uno más grande se copia a la carpeta de documentos.");
  return caben ? archivos : [];
}

function entregar(archivos) {
  if (!archivos.length) return;
  ordenar("agregar", "/siaa/biblioteca/documentos", (confirmada) => {
    const datos = new FormData();
    datos.append("coleccion", $("coleccion").value);
    datos.append("confirmar", confirmada);
    archivos.forEach((archivo) => datos.append("archivos", archivo, archivo.name));
    return datos;
  });
}

forma.addEventListener("submit", (suceso) => {
  suceso.preventDefault();
  entregar(elegidos());
});
$("archivos").addEventListener("change", elegidos);
forma.querySelector("button").disabled = false;
const zona = $("soltar");
zona.addEventListener("dragover", (suceso) => {
  suceso.preventDefault();
  zona.classList.add("encima");
});
["dragleave", "drop"].forEach((nombre) => zona.addEventListener(nombre, () => zona.classList.remove("encima")));
zona.addEventListener("drop", (suceso) => {
  suceso.preventDefault();
  if (!suceso.dataTransfer.files.length) return;
  $("archivos").files = suceso.dataTransfer.files;
  elegidos();
  $("coleccion").focus(); // where they go is still to be said
});
// What falls beside it would take the place of the page.
["dragover", "drop"].forEach((nombre) => document.addEventListener(nombre, (suceso) => suceso.preventDefault()));
