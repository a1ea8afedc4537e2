// What can be done with an answer: copy it, print it, keep it, say whether it was of use.

import { esDeMaquina, ofreceRepetir } from "./desenlaces.js";
import { boton, crear, uno } from "../comun/dom.js";
import { hojaDe, hojaDeConstancia, nombreDeArchivo, textoConCitas, textoDeHoja, textoSolo } from "./salidas.js";
import { Valoracion } from "./valoracion.js";
import { enWord } from "./word.js";

const ARREGLOS = ["Más sencillo", "Más corto", "En lista", "No entendí"]; // as siaa/comprension/arreglos.py reads them

export function barraDeAcciones(turno) {
  const { oficina, datos } = turno;
  const hecho = crear("span", { clase: "hecho" });
  const copiando = (texto) => () => copiar(texto(datos), oficina, hecho);
  const deMaquina = esDeMaquina(datos.desenlace);
  const conCitas = deMaquina && datos.fuentes.length > 0;
  const arreglos = conCitas ? ARREGLOS : []; // what can be said otherwise
  const otras = arreglos.map((dicho) => boton(dicho, "otra", () => oficina.rehacer(turno, dicho))).concat(
    ofreceRepetir(datos.desenlace) ? [] : boton("Preguntar de nuevo", "otra", () => oficina.repetir(turno))
  );
  const barra = crear(
    "div", { clase: "acciones", role: "group", "aria-label": "Acciones: " + datos.pregunta },
    boton("Copiar", "copiar", copiando(deMaquina ? textoConCitas : textoDeHoja)),
    menu(
      "Guardar", boton("Word", "bajar", () => guardarEnWord(datos.pregunta, [datos]), { "aria-label": "Guardar en Word" }),
      boton("Imprimir o PDF", "imprimir", () => imprimir([hojaDe(datos)])),
      boton("Constancia", "visto", () => imprimir([hojaDeConstancia(datos)])),
      conCitas ? boton("Copiar sin citas", "copiar", copiando(textoSolo)) : ""
    ),
    otras.length ? menu("De otra manera", ...otras) : "", hecho
  );
  // Where nothing is recorded, there is nothing to rate.
  const seValora = datos.pedido && "valora" in document.body.dataset;
  return seValora ? crear("div", {}, barra, new Valoracion(turno).elemento) : barra;
}

// What is seldom wanted, one touch away; it closes once something is, or Escape is pressed.
function menu(nombre, ...ordenes) {
  const elemento = crear(
    "details", { clase: "menu" }, crear("summary", { clase: "boton" }, nombre), crear("div", { clase: "desplegado" }, ...ordenes)
  );
  const cerrar = () => {
    elemento.open = false;
    elemento.firstChild.focus(); // unless what was chosen takes it elsewhere
  };
  elemento.addEventListener("click", ({ target }) => {
    if (target.closest("button")) cerrar();
  }, true);
  elemento.addEventListener("keydown", (suceso) => {
    if (suceso.key === "Escape" && elemento.open) {
      suceso.stopPropagation(); // it does not stop an answer too
      cerrar();
    }
  });
  return elemento;
}

// Only the menu that was pressed last stays open.
document.addEventListener("click", ({ target }) => {
  document.querySelectorAll(".menu[open]").forEach((abierto) => {
    if (!abierto.contains(target)) abierto.open = false;
  });
});

// hecho: where it is said, beside what was pressed.
async function copiar(texto, oficina, hecho) {
  try {
    // Over plain http on an office network browsers offer no clipboard of their own.
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(texto);
    } else {
      copiarALaAntigua(texto);
    }
    oficina.voz.avisar("Texto copiado.", hecho);
  } catch (error) {
    oficina.voz.alertar("El navegador no dejó copiar. Seleccione el texto y use Ctrl+C.");
  }
}

function copiarALaAntigua(texto) {
  const antes = document.activeElement;
  const campo = crear("textarea", { clase: "solo-lectores", "aria-hidden": "true" });
  campo.value = texto;
  document.body.append(campo);
  campo.select();
  const hecho = document.execCommand("copy");
  campo.remove();
  antes.focus();
  if (!hecho) throw new Error("copy");
}

// Sheets stand on the page only while they are printed, alone on the paper.
export function imprimir(hojas) {
  uno("turnos").append(...hojas);
  window.print();
  hojas.forEach((hoja) => hoja.remove());
}

// datos: of each answer. The question of one alone is the title.
export function guardarEnWord(nombre, datos) {
  const hojas = datos.map((cada) => hojaDe(cada));
  if (hojas.length === 1 && datos[0].pregunta === nombre) hojas[0].firstChild.remove();
  descargar(nombreDeArchivo(nombre, datos[datos.length - 1].fecha, ".docx"), enWord(nombre, hojas));
}

function descargar(nombre, contenido) {
  const direccion = URL.createObjectURL(contenido);
  const enlace = crear("a", { href: direccion, download: nombre, hidden: true });
  document.body.append(enlace);
  enlace.click();
  enlace.remove();
  setTimeout(() => URL.revokeObjectURL(direccion), 60000);
}
