// The ways in which an answer can end: each has its words, its icon and its colour.

export const DESENLACES = {
  completa: { icono: "visto", clase: "bien", titulo: "Respuesta completa" },
  directa: { icono: "visto", clase: "bien", titulo: "Respuesta completa" },
  guardada: {
    icono: "reloj", clase: "guardada", titulo: "Respuesta guardada",
    texto: "Los documentos en que se basa no han cambiado desde entonces.",
  },
  cortada: {
    icono: "corte", clase: "corte", titulo: "Respuesta incompleta",
    texto: "Puede omitir condiciones o excepciones: lea los pasajes o vuelva a preguntar.",
  },
  detenida: {
    icono: "alto", clase: "detenida", titulo: "Detenida por usted",
    texto: "Lo escrito hasta aquí no está terminado.",
  },
  perdida: {
    icono: "falla", clase: "falla", titulo: "Sin conexión",
    conTexto: "Lo que alcanzó a llegar se conserva aquí, pero no está terminado.",
  },
  rechazada: { icono: "falla", clase: "falla", titulo: "No se pudo responder" },
  extractiva: {
    icono: "cita", clase: "extractiva", titulo: "Solo los pasajes, sin explicación",
    texto: "Esto es lo que dicen los documentos, palabra por palabra.",
  },
  nada: {
    icono: "lupa", clase: "nada", titulo: "No encontré nada sobre eso en los documentos",
    texto: "Pruebe con otras palabras, o con el nombre de la norma o del trámite.",
    conPasajes: "Lo más cercano que hay puede no tener que ver con su pregunta.",
  },
};

// Which of them it is, from how the service says that the answer ended.
export function desenlaceDe(fin) {
  if (fin.modo === "cache") {
    return "guardada";
  }
  if (fin.modo === "extractivo") {
    return "extractiva";
  }
  if (fin.motivo === "sin_documentos") {
    return "nada";
  }
  if (fin.motivo === "directa") {
    return "directa";
  }
  return fin.completa ? "completa" : "cortada";
}

// Whether a machine wrote the words, so that they have to be checked.
export function esDeMaquina(desenlace) {
  return ["completa", "guardada", "cortada", "detenida", "perdida"].includes(desenlace);
}

// Whether asking again is offered with the news of how it ended.
export function ofreceRepetir(desenlace) {
  return ["detenida", "cortada", "guardada", "extractiva"].includes(desenlace);
}
