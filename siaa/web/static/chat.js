// The page: the box, the turns that wait in line, the words that start it all.

import { Cajon } from "./cajon.js";
import { pedirClave } from "./clave.js";
import { boton, crear, icono, vaciar } from "./dom.js";
import { recordarEnHistorial } from "./historial.js";
import { obtener } from "./servicio.js";
import { Turno } from "./turno.js";

const MENSAJES_ANTERIORES = 6;
const MARGEN_FINAL = 80; // pixels from the end within which somebody has read all there is
const TITULO = document.title;
const uno = (id) => document.getElementById(id);

class Pagina {
  constructor() {
    this.caja = uno("pregunta");
    this.maximo = Number(this.caja.dataset.maximo);
    this.turnos = [];
    this.cola = []; // turns that wait, each with how it has to be asked
    this.actual = null;
    this.numero = 0;
    this.cajon = new Cajon(uno("historial"), (datos) => this.recordar(datos));
    this.oficina = {
      anunciar: (texto) => this.anunciar(texto),
      alertar: (texto, yaSeVe) => this.alertar(texto, yaSeVe),
      avisar: (texto) => this.avisar(texto),
      repetir: (turno) => this.repetir(turno),
      reintentar: (turno) => this.poner(turno, false),
    };
    this.enchufar();
    this.crecer();
    this.ofrecerEjemplos();
  }

  enchufar() {
    uno("caja").addEventListener("submit", (suceso) => {
      suceso.preventDefault();
      this.enviar();
    });
    this.caja.addEventListener("keydown", (suceso) => this.teclear(suceso));
    this.caja.addEventListener("input", () => this.crecer());
    document.addEventListener("keydown", (suceso) => {
      if (suceso.key === "Escape" && !uno("historial").open) {
        this.detener();
      }
    });
    document.addEventListener("visibilitychange", () => this.titular(this.actual ? this.noticia : ""));
    uno("detener").addEventListener("click", () => {
      this.detener();
      this.enfocar(); // the button goes away
    });
    uno("nueva").addEventListener("click", () => this.empezarDeNuevo());
    uno("abrir-historial").addEventListener("click", () => this.cajon.abrir());
  }

  // --- Asking ------------------------------------------------------------------------------------

  teclear(suceso) {
    // While an accent or a word is being composed, Enter belongs to that.
    if (suceso.key === "Enter" && !suceso.shiftKey && !suceso.isComposing) {
      suceso.preventDefault();
      this.enviar();
    }
  }

  crecer() {
    this.caja.style.height = "auto";
    this.caja.style.height = this.caja.scrollHeight + 2 + "px";
  }

  enviar() {
    const pregunta = this.caja.value.trim();
    const largo = Array.from(pregunta).length;
    if (largo > this.maximo) {
      this.alertar("La pregunta tiene " + largo + " caracteres y caben " + this.maximo + ". Acórtela y vuelva a enviarla.");
    } else if (pregunta) {
      this.caja.value = "";
      this.crecer();
      this.preguntar(pregunta, false);
    }
  }

  // original: the turn that is asked again, whose own answer must not take part.
  preguntar(pregunta, fresca, original) {
    const turno = this.crearTurno(pregunta);
    turno.original = original || turno;
    this.poner(turno, fresca);
  }

  crearTurno(pregunta) {
    this.numero += 1;
    return new Turno(this.numero, pregunta, this.oficina);
  }

  poner(turno, fresca) {
    this.alertar("");
    this.visitado();
    this.enfocar(); // what was pressed to get here may go away
    if (turno === this.actual || this.cola.some((puesto) => puesto.turno === turno)) {
      return;
    }
    this.cola.push({ turno, fresca });
    if (this.actual) {
      this.anunciar("Su pregunta espera: empieza cuando termine la respuesta anterior.");
      this.pintarEspera();
    } else {
      this.seguir(true);
    }
  }

  // The questions in line stand by the box, wherever the page is.
  pintarEspera() {
    vaciar(uno("espera"));
    this.cola.forEach(({ turno }) => uno("espera").append(crear(
      "li", {}, icono("espera"), crear("span", {}, "En espera: «" + turno.datos.pregunta + "»"),
      boton("Quitar", "cerrar", () => this.quitar(turno), { clase: "boton boton-chico" })
    )));
  }

  quitar(turno) {
    this.cola = this.cola.filter((puesto) => puesto.turno !== turno);
    this.pintarEspera();
    this.enfocar();
  }

  // Back to the box; on a touch screen that would put a keyboard over the answer.
  enfocar() {
    if (!window.matchMedia("(pointer: coarse)").matches) {
      this.caja.focus({ preventScroll: true });
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
    this.visitado();
    uno("espera").append(crear(
      "li", { id: "empezada" }, crear("span", {}, "Ya se responde: «" + turno.datos.pregunta + "»"),
      boton("Ir a la respuesta", "flecha", () => {
        this.visitado();
        turno.elemento.scrollIntoView({ block: "start" });
        this.enfocar();
      }, { clase: "boton boton-chico" })
    ));
  }

  visitado() {
    if (uno("empezada")) {
      uno("empezada").remove();
    }
  }

  // Answers one question at a time, in order.
  async seguir(deInmediato) {
    if (this.actual || this.cola.length === 0) {
      return;
    }
    const { turno, fresca } = this.cola.shift();
    this.actual = turno;
    this.pintarEspera();
    this.colocar(turno, deInmediato);
    uno("detener").hidden = false;
    this.titular("Respondiendo…");
    await turno.correr(this.mensajes(turno), fresca);
    this.actual = null;
    if (document.activeElement === uno("detener")) {
      this.enfocar();
    }
    uno("detener").hidden = true;
    this.titular("Respuesta lista");
    this.guardar(turno);
    this.seguir(false);
  }

  // The question with the last messages before it, so that «¿y si es festivo?» is understood.
  mensajes(turno) {
    const anteriores = this.turnos.slice(0, this.turnos.indexOf(turno.original)).filter((otro) => otro.datos.texto);
    const charla = anteriores.reduce((mensajes, otro) => mensajes.concat(
      { role: "user", content: otro.datos.pregunta }, { role: "assistant", content: otro.datos.texto }
    ), []);
    return charla.slice(-MENSAJES_ANTERIORES).concat({ role: "user", content: turno.datos.pregunta });
  }

  guardar(turno) {
    if (turno.datos.texto && this.turnos.includes(turno) && !recordarEnHistorial(turno.datos)) {
      this.alertar("El navegador no tiene espacio para guardar esta consulta en el historial.");
    }
  }

  detener() {
    if (this.actual) {
      this.actual.detener();
    }
  }

  repetir(turno) {
    this.preguntar(turno.datos.pregunta, true, turno.original);
  }

  empezarDeNuevo() {
    this.cola = [];
    this.turnos = [];
    this.detener();
    this.pintarEspera();
    vaciar(uno("turnos"));
    uno("bienvenida").hidden = false;
    this.alertar("");
    this.anunciar("Conversación nueva.");
    this.caja.focus();
  }

  recordar(datos) {
    const turno = this.crearTurno(datos.pregunta);
    turno.original = turno;
    turno.recordar(datos);
    this.enfocar();
    this.colocar(turno, true);
  }

  // --- Telling -----------------------------------------------------------------------------------

  // The one polite region: changes of phase and the finished answer.
  anunciar(texto) {
    uno("anuncio").textContent = texto;
  }

  // The one alert: what failed. It is not shown twice to those who see.
  alertar(texto, yaSeVe) {
    uno("alerta").className = yaSeVe ? "solo-lectores" : "alerta";
    uno("alerta").textContent = texto;
  }

  // What was done, for who looks and for who listens.
  avisar(texto) {
    this.anunciar(texto);
    const nota = uno("hecho");
    nota.textContent = texto;
    clearTimeout(this.olvido);
    this.olvido = setTimeout(() => {
      nota.textContent = "";
    }, 4000);
  }

  // An answer takes a while on an office PC; the tab tells those who look at something else.
  titular(noticia) {
    this.noticia = noticia;
    document.title = noticia && document.hidden ? noticia + " — SIAA" : TITULO;
  }

  // --- Where to begin ----------------------------------------------------------------------------

  async ofrecerEjemplos() {
    const lugar = uno("ejemplos");
    vaciar(lugar);
    try {
      const { colecciones } = await obtener("/siaa/ejemplos");
      lugar.append(...this.ejemplos(colecciones));
    } catch (error) {
      if (error.estado === 401) {
        lugar.append(crear("p", {}, "Esta instalación pide una clave."), pedirClave("inicio-", () => this.ofrecerEjemplos()));
      } else {
        this.alertar(error.message);
      }
    }
  }

  ejemplos(colecciones) {
    if (colecciones.length === 0) {
      return [crear("p", { clase: "aviso aviso-falla" }, "La biblioteca está vacía: pida al administrador que agregue documentos.")];
    }
    return [
      crear("h3", {}, "Por ejemplo"),
      crear("div", { clase: "colecciones" }, ...colecciones.map((coleccion) => this.coleccion(coleccion))),
    ];
  }

  coleccion({ nombre, documentos, preguntas }) {
    const cuantos = documentos === 1 ? "1 documento" : documentos + " documentos";
    return crear(
      "section", { clase: "muestra" },
      crear("h4", {}, nombre.replace(/_/g, " "), " ", crear("span", { clase: "cuantos" }, cuantos)),
      crear("ul", {}, ...preguntas.map((pregunta) => crear(
        "li", {}, boton(pregunta, "flecha", () => this.preguntar(pregunta, false), { clase: "ejemplo" })
      )))
    );
  }
}

new Pagina();
