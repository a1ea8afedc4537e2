// What can be done with an answer: copy it, print it, keep it, say whether it was of use.

import { ofreceRepetir } from "./desenlaces.js";
import { hojaDeConstancia } from "./constancia.js";
import { boton, crear } from "../comun/dom.js";
import { documentoMarkdown, nombreDeArchivo, textoConCitas, textoSolo } from "./salidas.js";
import { Valoracion } from "./valoracion.js";

export function barraDeAcciones(turno) {
  const { oficina, datos } = turno;
  const copiando = (texto, queda) => () => copiar(texto(), oficina, queda);
  const conCitas = copiando(() => textoConCitas(turno), "Texto con citas copiado.");
  const repetir = () => oficina.repetir(turno);
  const barra = crear(
    "div", { clase: "acciones", role: "group", "aria-label": "Acciones: " + datos.pregunta },
    boton("Copiar", "copiar", copiando(() => textoSolo(turno), "Texto copiado.")),
    datos.fuentes.length ? boton("Copiar con citas", "cita", conCitas) : "",
    ofreceRepetir(datos.desenlace) ? "" : boton("Preguntar de nuevo", "otra", repetir),
    boton("Imprimir", "imprimir", () => imprimir(turno.elemento)),
    boton("Constancia", "visto", () => imprimirConstancia(turno)),
    boton("Guardar .md", "bajar", () => descargar(nombreDeArchivo(datos), documentoMarkdown(turno)))
  );
  // Where nothing is recorded, there is nothing to rate.
  const seValora = datos.pedido && "valora" in document.body.dataset;
  return seValora ? crear("div", {}, barra, new Valoracion(turno).elemento) : barra;
}

async function copiar(texto, oficina, queda) {
  try {
    // Over plain http on an office network browsers offer no clipboard of their own.
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(texto);
    } else {
      copiarALaAntigua(texto);
    }
    oficina.avisar(queda);
  } catch (error) {
    oficina.alertar("El navegador no dejó copiar. Seleccione el texto y use Ctrl+C.");
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
  if (!hecho) {
    throw new Error("copy");
  }
}

// Only this answer goes to paper; Ctrl+P prints the whole conversation.
function imprimir(elemento) {
  document.body.classList.add("imprime-uno");
  elemento.classList.add("a-imprimir");
  window.print();
  document.body.classList.remove("imprime-uno");
  elemento.classList.remove("a-imprimir");
}

// It stands on the page only while it is printed.
function imprimirConstancia(turno) {
  const hoja = hojaDeConstancia(turno.datos, turno.palabras());
  turno.elemento.after(hoja);
  imprimir(hoja);
  hoja.remove();
}

function descargar(nombre, texto) {
  const direccion = URL.createObjectURL(new Blob([texto], { type: "text/markdown;charset=utf-8" }));
  const enlace = crear("a", { href: direccion, download: nombre, hidden: true });
  document.body.append(enlace);
  enlace.click();
  enlace.remove();
  setTimeout(() => URL.revokeObjectURL(direccion), 60000);
}
