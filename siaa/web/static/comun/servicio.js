// The conversation with the service: what is asked, what comes back, and how it can go wrong.

import { almacen } from "./almacen.js";

const SILENCIO_MAXIMO_MS = 60000; // the service says something every few seconds while it lives
const CAMBIO_MAXIMO_MS = 600000; // files are converted and the library loaded before anything is said
const CLAVE = "siaa.clave";
const PESTANA = almacen("sessionStorage");
const FIN_DE_LINEA = /\r\n|\n|\r/;
const SIN_CLAVE = "Falta la clave de acceso, o no es la correcta.";
const SIN_CONEXION = "No se pudo hablar con SIAA. Revise la red, o avise al administrador de que el servicio no responde.";
const CORTADA = "Se perdió la conexión con SIAA antes de que terminara la respuesta.";

// What the service refused: `estado` and `codigo` say why, `message` is for people.
export class Rechazo extends Error {
  constructor(estado, error) {
    super(error.mensaje || `SIAA no pudo atender la petición (${estado}).`);
    this.estado = estado;
    this.codigo = error.codigo || "";
  }
}

// The line failed: nothing came, or not to the end. A fault of ours is no lost line.
export class ConexionPerdida extends Error {}

// Waits for the network. A line that breaks, or goes dead without a word, is a lost one.
async function esperar(promesa, motivo, plazoMs = SILENCIO_MAXIMO_MS) {
  let alarma;
  const plazo = new Promise((resolver, fallar) => {
    alarma = setTimeout(fallar, plazoMs);
  });
  try {
    return await Promise.race([promesa, plazo]);
  } catch (error) {
    throw new ConexionPerdida(motivo);
  } finally {
    clearTimeout(alarma);
  }
}

// A header carries bytes, one for each character: those of the token in UTF-8.
const credencial = (clave) => "Bearer " + String.fromCharCode(...new TextEncoder().encode(clave));

// clave: the token that some installations ask for; it lives as long as this tab.
function pedir(ruta, opciones, plazo, clave = PESTANA.getItem(CLAVE)) {
  const cabeceras = { ...opciones.headers };
  if (clave) cabeceras.Authorization = credencial(clave);
  return esperar(fetch(ruta, { ...opciones, headers: cabeceras }), SIN_CONEXION, plazo);
}

async function exigirBien(respuesta) {
  if (respuesta.ok) return respuesta;
  if (respuesta.status === 401) {
    throw new Rechazo(401, { mensaje: SIN_CLAVE }); // the service's words are for programs
  }
  // Whoever stands between us and the service may answer in another shape.
  const cuerpo = await leer(respuesta).catch(() => null);
  throw new Rechazo(respuesta.status, (cuerpo && cuerpo.error) || {});
}

const leer = (respuesta) => esperar(respuesta.json(), SIN_CONEXION);

// Returns the JSON of a route. Throws `Rechazo` or `ConexionPerdida`.
export async function obtener(ruta) {
  return leer(await exigirBien(await pedir(ruta, {})));
}

// Posts JSON, or a form with files; returns JSON. Throws `Rechazo` or `ConexionPerdida`.
export async function publicar(ruta, datos) {
  const archivos = datos instanceof FormData;
  const opciones = archivos
    ? { method: "POST", body: datos }
    : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(datos) };
  const plazo = ruta.includes("/biblioteca/") ? CAMBIO_MAXIMO_MS : SILENCIO_MAXIMO_MS;
  return leer(await exigirBien(await pedir(ruta, opciones, plazo)));
}

// Tries a token and, if it is the right one, keeps it. Returns whether it is. Throws `Rechazo` or
// `ConexionPerdida`.
export async function entrar(clave) {
  const respuesta = await pedir("/siaa/ejemplos", {}, SILENCIO_MAXIMO_MS, clave);
  if (respuesta.status === 401) return false;
  await exigirBien(respuesta);
  PESTANA.setItem(CLAVE, clave);
  return true;
}

// Asks, and hands over every frame as it comes. Returns once the answer ended as it should; throws
// `Rechazo`, `ConexionPerdida` (also when `control` stopped everything), or what `alMarco` throws.
// A frame that is no JSON is a `SyntaxError`.
export async function conversar(mensajes, { fresca, ambito, control, alAbrir, alMarco }) {
  const cabeceras = { "Content-Type": "application/json" };
  if (fresca) cabeceras["Cache-Control"] = "no-cache";
  const linea = new AbortController();
  control.signal.addEventListener("abort", () => linea.abort());
  try {
    const respuesta = await pedir("/siaa/chat", {
      method: "POST",
      headers: cabeceras,
      body: JSON.stringify({ messages: mensajes, stream: true, html: true, siaa: { ambito } }),
      signal: linea.signal,
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
    await leerMarcos(respuesta.body.getReader(), alMarco);
  } finally {
    linea.abort(); // nobody listens any more, and the service must know
  }
}

// Server-sent events out of a stream of bytes, however the network cuts them.
// Keeps what is not yet a whole event: half a character, half a line, half an event. Comments and
// fields other than `data` carry nothing for us.
export class LectorDeFlujo {
  constructor() {
    this.decodificador = new TextDecoder("utf-8");
    this.resto = "";
    this.datos = [];
  }

  // Takes some bytes; returns the data of the events that they complete, in order.
  recibir(bytes) {
    this.resto += this.decodificador.decode(bytes, { stream: true });
    return this.tomar(false);
  }

  // The stream ended: an event without its empty line is not an event.
  cerrar() {
    this.resto += this.decodificador.decode();
    return this.tomar(true);
  }

  tomar(terminado) {
    // A carriage return at the very end may be half of a line ending.
    const espera = !terminado && this.resto.endsWith("\r") ? 1 : 0;
    const lineas = this.resto.slice(0, this.resto.length - espera).split(FIN_DE_LINEA);
    this.resto = lineas.pop() + "\r".repeat(espera);
    const eventos = [];
    lineas.forEach((linea) => this.leer(linea, eventos));
    return eventos;
  }

  leer(linea, eventos) {
    if (linea.startsWith("data:")) {
      this.datos.push(linea.slice(linea[5] === " " ? 6 : 5));
    } else if (linea === "" && this.datos.length > 0) {
      eventos.push(this.datos.join("\n"));
      this.datos = [];
    }
  }
}

async function leerMarcos(fuente, alMarco) {
  const lector = new LectorDeFlujo();
  let terminada = false;
  const atender = (datos) => {
    if (datos === "[DONE]") {
      terminada = true;
    } else {
      alMarco(JSON.parse(datos));
    }
  };
  for (let sigue = true; sigue;) {
    const { done, value } = await esperar(fuente.read(), CORTADA);
    (done ? lector.cerrar() : lector.recibir(value)).forEach(atender);
    sigue = !done;
  }
  if (!terminada) throw new ConexionPerdida(CORTADA);
}
