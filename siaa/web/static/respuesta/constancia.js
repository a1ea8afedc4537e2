// A page to print that says how an answer was made, from what the browser has of it.

import { crear } from "../comun/dom.js";
import { duracion, fechaLarga } from "../comun/palabras.js";
import { esDeMaquina } from "./desenlaces.js";
import { hojaDe } from "./salidas.js";

const DE_MAQUINA = [
  "Constancia de uso de inteligencia artificial",
  "La respuesta que sigue la redactó una máquina, y puede equivocarse. Quien la use debe verificarla antes en los documentos y decir que usó esta herramienta (Acuerdo PCSJA24-12243 del Consejo Superior de la Judicatura).",
];
const SIN_MAQUINA = [
  "Constancia de consulta",
  "Esta respuesta no la redactó ninguna máquina: son los pasajes de los documentos, o un aviso de SIAA. Verifíquela en los documentos antes de usarla.",
];
const SIN_DATO = "no consta en este navegador";

export function hojaDeConstancia(datos) {
  const [titulo, advertencia] = esDeMaquina(datos.desenlace) ? DE_MAQUINA : SIN_MAQUINA;
  const hoja = hojaDe(datos, sello);
  hoja.prepend(crear("h2", {}, titulo), crear("p", { clase: "aviso" }, advertencia));
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
    ["Huella del modelo y de la biblioteca", SIN_DATO],
    ["Versión de SIAA", document.body.dataset.version + ", al hacer esta constancia"],
    ["Duración", duracion(datos.segundos)],
    ["Pasajes", "los que SIAA mostró con la respuesta; si hoy se leen igual lo dice el documento, abierto desde ella"],
  ];
  return crear("dl", { clase: "datos" }, ...filas.map(
    ([que, cual]) => crear("div", {}, crear("dt", {}, que), crear("dd", {}, cual))
  ));
}
