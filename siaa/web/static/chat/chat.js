// The page: the box, the turns that wait in line, the words that start it all.

import { Ambito } from "./ambito.js";
import { Cajon } from "./cajon.js";
import { noticiaDe } from "../respuesta/desenlaces.js";
import { hojaDe } from "../respuesta/salidas.js";
import { boton, crear, icono, rellenar, uno } from "../comun/dom.js";
import { dejarAbierta, laAbierta, leerConversaciones, recordarEnHistorial } from "./historial.js";
import { Inicio } from "./inicio.js";
import { ANCHA, Turno } from "../respuesta/turno.js";
import { Voz } from "../comun/voz.js";

const MENSAJES_ANTERIORES = 12; // so that what is said otherwise several times is still there
const LARGO_ANTERIOR = 8000; // of each of them: more than the model has room for
const GRACIA_MS = 600; // a question whose turn just came is not what somebody meant to stop
const INVISIBLES = /\p{Cf}/gu;
const MARGEN_FINAL = 80; // pixels from the end within which somebody has read all there is
const TITULO = document.title;
const TACTIL = window.matchMedia("(pointer: coarse)");

// A line by the box, with what can be done about it.
function junto(id, dicho, texto, dibujo, alPulsar) {
  uno("espera").prepend(crear("li", { id }, crear("span", {}, dicho), boton(texto, dibujo, alPulsar, { clase: "boton boton-chico" })));
}

function quitar(id) {
  if (uno(id)) uno(id).remove();
}

class Pagina {
  constructor() {
    this.caja = uno("pregunta");
    this.maximo = Number(this.caja.dataset.maximo);
    this.turnos = [];
    this.cola = []; // turns that wait, each with how it has to be asked
    this.actual = null;
    this.intocable = 0;
    this.numero = 0;
    this.conversacion = laAbierta();
    this.editado = null; // the turn whose question is in the box
    this.voz = new Voz(uno("historial"));
    this.cajon = new Cajon(uno("historial"), this);
    this.ambito = new Ambito(this);
    this.inicio = new Inicio(uno("ejemplos"), this);
    this.enchufar();
    this.crecer();
    this.inicio.ofrecer();
    this.mostrar((leerConversaciones().find(({ clave }) => clave === this.conversacion) || { entradas: [] }).entradas);
  }

  enchufar() {
    uno("caja").addEventListener("submit", (suceso) => {
      suceso.preventDefault();
      this.enviar();
    });
    this.caja.addEventListener("keydown", (suceso) => this.teclear(suceso));
    this.caja.addEventListener("input", () => this.corregir());
    document.addEventListener("keydown", (suceso) => this.escapar(suceso));
    document.addEventListener("visibilitychange", () => this.titular(this.actual ? this.noticia : ""));
    ANCHA.addEventListener("change", () => this.turnos.forEach((turno) => turno.ordenar()));
    window.addEventListener("pagehide", () => this.cerrar());
    uno("detener").addEventListener("click", () => {
      this.detener();
      this.enfocar(this.actual); // the button goes away
    });
    uno("nueva").addEventListener("click", () => this.empezarDeNuevo("Conversación nueva."));
    window.addEventListener("beforeprint", () => this.ponerHojas());
    window.addEventListener("afterprint", () => uno("turnos").querySelectorAll(".hoja").forEach((hoja) => hoja.remove()));
    uno("abrir-historial").addEventListener("click", () => this.cajon.abrir());
    // What the keyboard comes to must not stand behind the box.
    new ResizeObserver(() => {
      document.documentElement.style.setProperty("--alto-caja", uno("caja").offsetHeight + "px");
    }).observe(uno("caja"));
  }

  // --- Asking ---

  teclear(suceso) {
    // While an accent or a word is being composed, Enter belongs to that.
    if (suceso.key === "Enter" && !suceso.shiftKey && !suceso.isComposing) {
      suceso.preventDefault();
      this.enviar();
    }
  }

  // Escape belongs first to a word being composed, another field, the drawer, a question being changed.
  escapar(suceso) {
    const enOtra = suceso.target !== this.caja && suceso.target.closest("input, textarea, dialog");
    if (suceso.key === "Escape" && !suceso.repeat && !suceso.isComposing && !enOtra && !uno("historial").open) {
      if (this.editado) this.dejarDeEditar();
      else this.detener();
    }
  }

  crecer() {
    this.caja.style.height = "auto";
    this.caja.style.height = this.caja.scrollHeight + 2 + "px";
  }

  // What was typed, without the characters that nobody sees.
  escrita() {
    return this.caja.value.replace(INVISIBLES, "").trim();
  }

  enviar() {
    const pregunta = this.escrita();
    const largo = [...pregunta].length;
    if (largo > this.maximo) {
      this.objetar(`La pregunta tiene ${largo} caracteres y caben ${this.maximo}. Acórtela y vuelva a enviarla.`);
    } else if (pregunta) {
      this.caja.value = "";
      this.corregir();
      this.enviarEscrita(pregunta);
    } else {
      this.voz.avisar("Escriba una pregunta.");
      this.caja.focus();
    }
  }

  // What is wrong with the question is said of the box too, until it is put right.
  objetar(texto) {
    this.voz.alertar(texto);
    this.caja.setAttribute("aria-invalid", String(texto !== ""));
    this.caja.setAttribute("aria-describedby", texto ? "alerta" : "teclas");
  }

  corregir() {
    this.crecer();
    if (this.caja.getAttribute("aria-invalid") === "true" && [...this.escrita()].length <= this.maximo) {
      this.objetar("");
    }
  }

  enviarEscrita(pregunta) {
    const turno = this.editado;
    if (turno) {
      this.soltarEditado();
      turno.escribirPregunta(pregunta);
      this.buscarEn(turno, this.ambito.elegidos);
    } else {
      this.preguntar(pregunta);
    }
  }

  // A question that was sent comes back to the box; what is sent then takes its place.
  editar(turno) {
    this.soltarEditado();
    this.editado = turno;
    this.caja.value = turno.datos.pregunta;
    this.corregir();
    junto("editando", `Está cambiando «${turno.datos.pregunta}»`, "No cambiarla", "cerrar", () => this.dejarDeEditar());
    this.voz.anunciar("La pregunta está en la caja: cámbiela y vuelva a enviarla.");
    this.caja.focus();
  }

  dejarDeEditar() {
    this.soltarEditado();
    this.caja.value = "";
    this.corregir();
    this.voz.anunciar("La pregunta queda como estaba.");
    this.caja.focus(); // the button goes away
  }

  soltarEditado() {
    this.editado = null;
    quitar("editando");
  }

  // como: what sets its turn apart from that of a new question.
  preguntar(pregunta, como, fresca) {
    const turno = this.crearTurno(pregunta);
    Object.assign(turno, { original: turno, elegidos: this.ambito.elegidos }, como);
    this.poner(turno, Boolean(fresca));
  }

  // Asks for the answer of a turn, said otherwise.
  rehacer(turno, dicho) {
    this.preguntar(dicho, { elegidos: turno.elegidos, previo: turno });
  }

  crearTurno(pregunta) {
    this.numero += 1;
    return new Turno(this.numero, pregunta, this);
  }

  // elegida: what was pressed of what was asked back, if that is why.
  buscarEn(turno, elegidos, elegida = null) {
    Object.assign(turno, { elegidos, elegida });
    this.reintentar(turno);
  }

  buscarEnTodo(turno) {
    this.ambito.poner([]);
    this.buscarEn(turno, this.ambito.elegidos);
  }

  elegirDonde(turno) {
    this.ambito.abrir(() => this.buscarEn(turno, this.ambito.elegidos), turno.datos.aclaracion.opciones);
  }

  // Whatever is asked from now on is looked up where this was.
  quedarse(turno) {
    this.ambito.poner(turno.donde);
    turno.pintarBuscado();
    this.enfocar(turno); // the button goes away
  }

  separar(turno) {
    turno.suelto = true;
    this.poner(turno, false);
  }

  poner(turno, fresca) {
    this.voz.alertar("");
    quitar("empezada");
    if (turno !== this.actual && !this.cola.some((puesto) => puesto.turno === turno)) {
      this.cola.push({ turno, fresca });
      if (this.actual) {
        this.voz.anunciar("Su pregunta espera: empieza cuando termine la respuesta anterior.");
        this.pintarEspera();
      } else {
        this.seguir(true);
      }
    }
    this.enfocar(turno); // what was pressed to get here may go away
  }

  reintentar(turno) {
    this.poner(turno, false);
  }

  repetir(turno) {
    const { original, elegidos, elegida } = turno;
    this.preguntar(turno.datos.pregunta, { original, elegidos, elegida }, true);
  }

  // The token was right: the examples can be had too.
  admitir(turno) {
    this.inicio.ofrecer();
    this.reintentar(turno);
  }

  // The questions in line stand by the box, wherever the page is.
  pintarEspera() {
    uno("espera").querySelectorAll(".puesta").forEach((puesta) => puesta.remove());
    this.cola.forEach(({ turno }) => {
      const cual = `«${turno.datos.pregunta}»`;
      uno("espera").append(crear(
        "li", { clase: "puesta" }, icono("espera"), crear("span", {}, "En espera: " + cual),
        boton("Quitar", "cerrar", () => this.quitar(turno), { clase: "boton boton-chico", "aria-label": "Quitar " + cual })
      ));
    });
  }

  quitar(turno) {
    this.cola = this.cola.filter((puesto) => puesto.turno !== turno);
    this.pintarEspera();
    this.voz.anunciar("Se quitó la pregunta de la espera.");
    this.enfocar(this.actual);
  }

  // To the box; on a touch screen, where a keyboard would come up over the answer, to its question.
  enfocar(turno) {
    if (!TACTIL.matches) {
      this.caja.focus({ preventScroll: true });
    } else if (turno) {
      turno.enfocar();
    }
  }

  // Puts a turn at the end. The page goes there when somebody asked for it just now, or had read
  // to the end; else it stays where it is and says where to look.
  colocar(turno, deInmediato) {
    const alFinal = window.innerHeight + window.pageYOffset >= document.documentElement.scrollHeight - MARGEN_FINAL;
    uno("bienvenida").hidden = true;
    if (!turno.elemento.isConnected) {
      uno("turnos").append(turno.elemento);
      this.turnos.push(turno);
    }
    if (deInmediato || alFinal) {
      turno.elemento.scrollIntoView({ block: "start" });
    } else {
      this.senalar(turno);
    }
  }

  senalar(turno) {
    quitar("empezada");
    junto("empezada", `Ya se responde: «${turno.datos.pregunta}»`, "Ir a la respuesta", "flecha", () => {
      quitar("empezada");
      turno.elemento.scrollIntoView({ block: "start" });
      turno.enfocar();
    });
  }

  // Answers one question at a time, in order.
  async seguir(deInmediato) {
    if (this.actual || this.cola.length === 0) return;
    const { turno, fresca } = this.cola.shift();
    this.actual = turno;
    this.conversacion = turno.conversacion = this.conversacion || new Date().toISOString();
    dejarAbierta(this.conversacion);
    this.intocable = deInmediato ? 0 : Date.now() + GRACIA_MS;
    this.pintarEspera();
    this.colocar(turno, deInmediato);
    uno("detener").hidden = false;
    this.titular("Respondiendo…");
    try {
      await turno.correr(this.mensajes(turno), fresca);
      this.titular(noticiaDe(turno.datos));
      this.guardar(turno);
    } finally {
      // Whatever befell this one, the next is answered.
      this.actual = null;
      if (document.activeElement === uno("detener")) this.enfocar(turno);
      uno("detener").hidden = true;
      this.seguir(false);
    }
  }

  // The question with the last messages before it, so that «¿y si es festivo?» is understood. What was
  // pressed of what was asked back is told as if it had been typed, and holds for as long.
  mensajes(turno) {
    const hasta = turno.previo ? this.turnos.indexOf(turno.previo) + 1 : this.turnos.indexOf(turno.original);
    const anteriores = this.turnos.slice(0, turno.suelto ? 0 : hasta).filter((otro) => otro.datos.texto);
    const charla = anteriores.reduce((mensajes, { datos: { pregunta, texto }, elegida }) => mensajes.concat(
      { role: "user", content: pregunta },
      elegida ? [{ role: "assistant", content: elegida.texto }, { role: "user", content: elegida.titulo }] : [],
      { role: "assistant", content: texto.slice(0, LARGO_ANTERIOR) }
    ), []);
    return charla.slice(-MENSAJES_ANTERIORES).concat({ role: "user", content: turno.datos.pregunta });
  }

  // The conversation that it began in keeps it, unless that was forgotten meanwhile.
  guardar(turno) {
    const { datos } = turno;
    if (!datos.texto || !turno.conversacion) return;
    datos.conversacion = turno.conversacion;
    const aviso = recordarEnHistorial(datos, turno.guardado);
    turno.guardado = datos.fecha;
    if (aviso) this.voz.alertar(aviso);
  }

  detener() {
    if (this.actual && Date.now() >= this.intocable) this.actual.detener("detenida");
  }

  // The page goes away: what came is kept, and nothing more is asked.
  cerrar() {
    this.cola = [];
    if (this.actual) this.actual.detener("cerrada");
  }

  empezarDeNuevo(hecho) {
    this.desocupar("");
    this.voz.anunciar(hecho);
    this.caja.focus();
  }

  // conversacion: the one that takes the place of what is there, "" for a new one.
  desocupar(conversacion) {
    this.cola = [];
    this.turnos = [];
    if (this.actual) this.actual.detener("detenida");
    this.soltarEditado();
    this.pintarEspera();
    rellenar(uno("turnos"));
    uno("bienvenida").hidden = false;
    this.voz.alertar("");
    this.voz.callar();
    this.conversacion = conversacion;
    dejarAbierta(conversacion);
  }

  // Puts a kept conversation on the page.
  abrirConversacion({ clave, entradas }) {
    if (clave !== this.conversacion) {
      this.desocupar(clave);
      this.mostrar(entradas);
    }
    if (this.turnos.length) this.turnos[this.turnos.length - 1].enfocar();
  }

  mostrar(entradas) {
    entradas.forEach((datos) => this.colocar(this.revivir(datos), true));
  }

  // What is on the page goes when what was kept of it does. clave: "" for all there is.
  olvidar(clave) {
    if (!clave || clave === this.conversacion) {
      [this.actual, ...this.turnos].filter(Boolean).forEach((turno) => {
        turno.conversacion = "";
      });
      this.desocupar("");
    }
    if (!clave) this.ambito.poner([], false);
  }

  // All of the conversation, unless something else is being printed.
  ponerHojas() {
    if (!uno("turnos").querySelector(".hoja")) {
      const acabados = this.turnos.filter(({ elemento, datos }) => elemento.matches(".acabado") && datos.texto);
      uno("turnos").append(...acabados.map(({ datos }) => hojaDe(datos)));
    }
  }

  revivir(datos) {
    const turno = this.crearTurno(datos.pregunta);
    Object.assign(turno, { original: turno, elegidos: this.ambito.elegidos, conversacion: this.conversacion, guardado: datos.fecha });
    turno.recordar(datos);
    return turno;
  }

  // --- Telling ---

  // An answer takes a while on an office PC; the tab tells those who look at something else.
  titular(noticia) {
    this.noticia = noticia;
    document.title = noticia && document.hidden ? noticia + " — SIAA" : TITULO;
  }
}

new Pagina();
