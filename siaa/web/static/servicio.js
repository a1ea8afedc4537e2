// The conversation with the service: what is asked, what comes back, and how it can go wrong.

import { LectorDeFlujo } from "./flujo.js";

const SILENCIO_MAXIMO_MS = 60000; // the service says something every few seconds while it lives
const CLAVE = "siaa.clave";
const SIN_CONEXION = "No se pudo hablar con SIAA. Revise la red, o avise al administrador de que el servicio no responde.";
const CORTADA = "Se perdió la conexión con SIAA antes de que terminara la respuesta.";

// What the service refused: `estado` and `codigo` say why, `message` is for people.
export class Rechazo extends Error {
  constructor(estado, error) {
    super(error.mensaje || "SIAA no pudo atender la petición (" + estado + ").");
    this.estado = estado;
    this.codigo = error.codigo || "";
    this.detalle = error.detalle || {};
  }
}

// The line failed: nothing came, or not to the end.
export class ConexionPerdida extends Error {}

// The token that some installations ask for; it lives as long as this tab.
export function guardarClave(clave) {
  try {
    sessionStorage.setItem(CLAVE, clave);
  } catch (error) {
    // Without storage the token is asked for again.
  }
}

function leerClave() {
  try {
    return sessionStorage.getItem(CLAVE);
  } catch (error) {
    return null;
  }
}

async function pedir(ruta, opciones) {
  const clave = leerClave();
  const cabeceras = Object.assign({}, opciones.headers);
  if (clave) {
    cabeceras.Authorization = "Bearer " + clave;
  }
  try {
    return await fetch(ruta, Object.assign({}, opciones, { headers: cabeceras }));
  } catch (error) {
    if (error.name === "AbortError") {
      throw error;
    }
    throw new ConexionPerdida(SIN_CONEXION);
  }
}

async function exigirBien(respuesta) {
  if (respuesta.ok) {
    return respuesta;
  }
  let cuerpo = null;
  try {
    cuerpo = await respuesta.json();
  } catch (error) {
    // Whoever stands between us and the service answered in another shape.
  }
  throw new Rechazo(respuesta.status, (cuerpo && cuerpo.error) || {});
}

// Returns the JSON of a route. Throws `Rechazo` or `ConexionPerdida`.
export async function obtener(ruta) {
  return (await exigirBien(await pedir(ruta, {}))).json();
}

// Posts JSON and returns the JSON that answers. Throws `Rechazo` or `ConexionPerdida`.
export async function publicar(ruta, datos) {
  const respuesta = await pedir(ruta, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(datos),
  });
  return (await exigirBien(respuesta)).json();
}

// Asks, and hands over every frame as it comes. Returns once the answer ended as it should; throws
// `Rechazo`, `ConexionPerdida`, or the `AbortError` of `control`, which stops everything.
export async function conversar(mensajes, { fresca, control, alAbrir, alMarco }) {
  const cabeceras = { "Content-Type": "application/json" };
  if (fresca) {
    cabeceras["Cache-Control"] = "no-cache";
  }
  const respuesta = await pedir("/siaa/chat", {
    method: "POST",
    headers: cabeceras,
    body: JSON.stringify({ messages: mensajes, stream: true, html: true }),
    signal: control.signal,
  });
  // A full queue is a 503 whose body is an answer all the same.
  if (!(respuesta.headers.get("Content-Type") || "").startsWith("text/event-stream")) {
    await exigirBien(respuesta);
    throw new ConexionPerdida(SIN_CONEXION);
  }
  alAbrir({
    pedido: respuesta.headers.get("X-Request-Id"),
    espera: Number(respuesta.headers.get("Retry-After")) || null,
  });
  await leerMarcos(respuesta.body.getReader(), control, alMarco);
}

async function leerMarcos(fuente, control, alMarco) {
  const lector = new LectorDeFlujo();
  let terminada = false;
  const atender = (datos) => {
    if (datos === "[DONE]") {
      terminada = true;
    } else {
      alMarco(JSON.parse(datos));
    }
  };
  try {
    for (;;) {
      const { done, value } = await conPlazo(fuente.read());
      (done ? lector.cerrar() : lector.recibir(value)).forEach(atender);
      if (done) {
        break;
      }
    }
  } catch (error) {
    fuente.cancel().catch(() => {});
    if (control.signal.aborted) {
      throw error;
    }
    throw new ConexionPerdida(CORTADA);
  }
  if (!terminada) {
    throw new ConexionPerdida(CORTADA);
  }
}

// A line that went dead without a word (a cable, a sleeping switch) is a lost one.
function conPlazo(lectura) {
  let alarma = 0;
  const plazo = new Promise((resolver, fallar) => {
    alarma = setTimeout(() => fallar(new ConexionPerdida(CORTADA)), SILENCIO_MAXIMO_MS);
  });
  return Promise.race([lectura, plazo]).then(
    (leido) => {
      clearTimeout(alarma);
      return leido;
    },
    (error) => {
      clearTimeout(alarma);
      throw error;
    }
  );
}
