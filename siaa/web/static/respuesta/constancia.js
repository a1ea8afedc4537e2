// A page to print that says how an answer was made, from what the browser has of it.

import { crear } from "../comun/dom.js";
import { duracion, fechaLarga } from "../comun/palabras.js";
import { aspectoDe, esDeMaquina, explicacionDe, hallazgosDe, sonSusPasajes, tituloDe } from "./desenlaces.js";
import { compuesto } from "./marcado.js";
import { cambiosDe, loBuscado } from "./salidas.js";
import { vestir } from "./vestido.js";

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
  const como = aspectoDe(datos);
  const hallado = [como.clase === "bien" ? "" : como.titulo, hallazgosDe(datos)].filter(Boolean).join(" ");
  const [titulo, advertencia] = esDeMaquina(datos.desenlace) ? DE_MAQUINA : SIN_MAQUINA;
  return crear(
    "article", { clase: "turno hoja" }, crear("h2", {}, titulo), crear("p", { clase: "aviso" }, advertencia),
    crear("h3", {}, "Pregunta"), crear("p", { clase: "pregunta-hecha" }, datos.pregunta),
    ...loBuscado(datos).map((dicho) => crear("p", {}, dicho + ".")),
    crear("h3", {}, "Respuesta"),
    hallado ? crear("p", {}, crear("strong", {}, "Revisión automática: "), hallado) : "",
    sonSusPasajes(datos.desenlace)
      ? crear("p", {}, tituloDe(datos), " ", explicacionDe(datos))
      : crear("div", { clase: "texto" }, datos.html ? compuesto(datos.html, "") : datos.texto.trim()),
    crear("h3", {}, "Pasajes en que se basa"), ...pasajes(datos.fuentes),
    crear("h3", {}, "Cómo se hizo"), ficha(datos),
    crear("p", { clase: "firma" }, "Verificada por: ", crear("span"), " Fecha: ", crear("span"))
  );
}

function pasajes(fuentes) {
  const filas = fuentes.map((fuente) => crear(
    "li", {}, crear("h4", {}, `[${fuente.n}] ${fuente.titulo}`),
    crear("p", { clase: "ficha" }, (fuente.lugar || fuente.seccion) + " · " + fuente.doc + " · huella ", crear("code", {}, huella(fuente))),
    ...cambiosDe(fuente), crear("blockquote", { clase: "pregunta-hecha" }, ...vestir(fuente.texto, []))
  ));
  return filas.length ? [
    crear("p", {}, "Son los que SIAA mostró con la respuesta. Si hoy se leen igual lo dice el documento, abierto desde ella."),
    crear("ol", { clase: "lista-fuentes" }, ...filas),
  ] : [crear("p", {}, "Ninguno.")];
}

// The address of a passage names the fingerprint of its text.
const huella = ({ url }) => new URL(url || "", window.location.href).searchParams.get("huella") || SIN_DATO;

function ficha(datos) {
  const { version } = document.body.dataset;
  const filas = [
    ["Fecha", fechaLarga(new Date(datos.guardada_en || datos.fecha))],
    ["Número", datos.pedido || SIN_DATO],
    ["Modelo", esDeMaquina(datos.desenlace) ? datos.modelo || SIN_DATO : "ninguno"],
    ["Huella del modelo y de la biblioteca", SIN_DATO],
    ["Versión de SIAA", version + ", al hacer esta constancia"],
    ["Duración", duracion(datos.segundos)],
  ];
  return crear("dl", { clase: "datos" }, ...filas.map(
    ([que, cual]) => crear("div", {}, crear("dt", {}, que), crear("dd", {}, cual))
  ));
}
