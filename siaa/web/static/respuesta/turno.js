// One question and its answer on the page, from waiting its turn to how it ended.

import { comoPedido } from "../chat/ambito.js";
import { barraDeAcciones } from "./acciones.js";
import { pedirClave } from "../comun/clave.js";
import {
  aspectoDe, avisosDe, constanciaDe, desenlaceDe, esCharla, esDeMaquina, explicacionDe, hallazgosDe, ofreceReintentar, ofreceRepetir, recuento, reparosDe,
  seLee, sonSusPasajes, tituloDe,
} from "./desenlaces.js";
import { boton, crear, icono, letrero, orden, rellenar } from "../comun/dom.js";
import { Escritor } from "./escritor.js";
import { PanelDeFuentes } from "./fuentes.js";
import { compuesto, sinAviso } from "./marcado.js";
import { enPalabras, textoDe } from "./salidas.js";
import { conPunto, cuantos, duracion, falta, fechaLarga, frase } from "../comun/palabras.js";
import { ConexionPerdida, conversar, Rechazo } from "../comun/servicio.js";

const CADENCIA_MS = 1000;
const LECTURAS = 3; // that are told
const RENGLONES_A_LA_VISTA = 3; // of a question, as in `.corta`
const LETRAS_A_LA_VISTA = 300;
const OPCIONES_A_LA_VISTA = 6;
const ILEGIBLE = "Lo que llegó de SIAA no se entiende. Vuelva a intentarlo, o avise al administrador.";
export const ANCHA = window.matchMedia("(min-width: 62rem)"); // the passages stand beside the explanation
const NO_CABE_MAS = "Se alcanzó la extensión máxima de una respuesta.";

// What is known of an answer; plain data, so that the history can keep it.
function enBlanco(pregunta) {
  return {
    pregunta, fecha: new Date().toISOString(), pedido: null, modelo: "", texto: "", html: "",
    frases: [], fuentes: [], palabras: [], avisos: [], certeza: null, desenlace: "", aviso: "", guardada_en: null, segundos: 0,
    junto_con: "", leidas: [], ambito: "", elegida: null, aclaracion: null, siguientes: [],
  };
}

const comoFrase = (reparo) => conPunto("La respuesta " + reparo);
const titulosDe = (lugares) => [...lugares.values()].join(", ");
const lugaresDe = ({ titulo, documentos }) => new Map(documentos.map((doc) => [doc, titulo]));

export class Turno {
  // oficina: the page, which tells what happens here, and asks again.
  constructor(numero, pregunta, oficina) {
    this.oficina = oficina;
    this.datos = enBlanco(pregunta);
    this.prefijo = `t${numero}-fuente-`;
    this.control = null; // while it is being answered
    this.parada = "";
    this.pideClave = false;
    this.elegidos = this.donde = new Map(); // where to look, and where it was looked up
    this.elegida = null; // what was pressed of what was asked back: {texto, titulo, documentos}
    this.suelto = false; // without what was said before
    this.reloj = 0;
    this.construir("t" + numero);
  }

  construir(id) {
    this.hora = crear("p", { clase: "hora" });
    this.pregunta = crear("h2", { id: id + "-pregunta", clase: "pregunta", tabindex: "-1" });
    this.entera = crear("button", { type: "button", clase: "boton boton-chico", al: { click: () => this.mostrarEntera() } }, "Ver toda la pregunta");
    const editar = orden("Editar", () => this.oficina.editar(this), { "aria-describedby": id + "-pregunta" });
    this.estado = crear("div", { clase: "estado" });
    this.buscado = crear("p", { clase: "nota buscado" });
    this.avisos = crear("p", { clase: "nota avisos" });
    this.opciones = crear("div", { clase: "opciones", role: "group", "aria-label": "Dónde buscar", hidden: true });
    this.fuentes = new PanelDeFuentes(this.prefijo);
    this.texto = crear("div", { clase: "texto" });
    this.fuentes.seguir(this.texto);
    this.cierre = crear("div", { clase: "cierre" });
    this.rotulo = crear("h3", {}, "Explicación del asistente");
    this.explicacion = crear("div", { clase: "explicacion", hidden: true }, this.rotulo, this.texto, this.cierre);
    this.ir = boton("Ver los pasajes", "flecha", () => this.fuentes.enfocar(), { clase: "boton boton-chico ir", hidden: true });
    this.cuerpo = crear("div", { clase: "cuerpo" }, this.fuentes.elemento, this.explicacion);
    this.ordenar();
    this.elemento = crear(
      "article", { clase: "turno", id, "aria-labelledby": id + "-pregunta" },
      crear("div", { clase: "cabeza-turno" }, this.pregunta, this.hora, editar),
      this.entera, this.buscado, this.estado, this.opciones, this.avisos, this.ir,
      this.cuerpo
    );
    this.escribirPregunta(this.datos.pregunta);
  }

  // A long question does not push its passages out of view; all of it is one button away.
  escribirPregunta(pregunta) {
    const larga = pregunta.length > LETRAS_A_LA_VISTA || pregunta.split("\n").length > RENGLONES_A_LA_VISTA;
    this.datos.pregunta = this.pregunta.textContent = pregunta;
    this.pregunta.classList.toggle("corta", larga);
    this.entera.hidden = !larga;
  }

  mostrarEntera() {
    this.pregunta.classList.remove("corta");
    this.entera.hidden = true;
    this.enfocar();
  }

  // The question is where an answer begins. No keyboard comes up over it on a touch screen.
  enfocar() {
    this.pregunta.focus({ preventScroll: true });
  }

  // On a narrow screen the explanation comes first, for whoever sees it and whoever listens.
  ordenar() {
    this.cuerpo[ANCHA.matches || sonSusPasajes(this.datos.desenlace) ? "append" : "prepend"](this.explicacion);
  }

  // Asks and shows what comes, up to the end. Never throws.
  async correr(mensajes, fresca) {
    this.empezar();
    try {
      await conversar(mensajes, {
        fresca,
        ambito: comoPedido(this.elegidos),
        control: this.control,
        alAbrir: (apertura) => {
          this.apertura = apertura;
        },
        alMarco: (marco) => this.atender(marco),
      });
      this.terminar(desenlaceDe(this.fin), "");
    } catch (error) {
      this.malograr(error);
    }
  }

  // desenlace: how it ends then: "detenida" or "cerrada".
  detener(desenlace) {
    if (this.control) {
      this.parada = desenlace;
      this.control.abort();
    }
  }

  empezar() {
    this.control = new AbortController();
    this.estrenado = false;
    this.fin = null;
    this.falla = null;
    this.apertura = { pedido: null, espera: null };
    this.pideClave = false;
    this.fase = { fase: "buscando" };
    this.inicio = this.desde = Date.now();
    this.escritor = new Escritor(this.texto);
    this.elemento.className = "turno";
    this.estado.hidden = false;
    this.hora.textContent = fechaLarga(new Date());
    this.haciendo = crear("span", {}, frase(this.fase));
    this.segundos = crear("span", { clase: "segundos" });
    rellenar(this.estado, crear(
      "p", { clase: "marcha" }, crear("span", { clase: "latido", "aria-hidden": "true" }), this.haciendo, this.segundos
    ));
    this.contar();
    this.reloj = setInterval(() => this.contar(), CADENCIA_MS);
  }

  // What came of an attempt before is kept until something comes of this one.
  estrenar() {
    this.estrenado = true;
    this.datos = Object.assign(enBlanco(this.datos.pregunta), {
      fecha: new Date(this.inicio).toISOString(), pedido: this.apertura.pedido,
      elegida: this.elegida,
    });
    this.acotar(this.elegidos);
    this.opciones.hidden = true;
    this.fuentes.mostrar(this.datos);
    this.pintarBuscado();
    rellenar(this.texto);
    rellenar(this.cierre);
  }

  // --- While it comes ---

  atender(marco) {
    if (!this.estrenado) this.estrenar();
    this.datos.segundos = this.segundosDesde(this.inicio);
    this.datos.modelo = marco.model || this.datos.modelo;
    const siaa = marco.siaa || {};
    const { evento } = siaa;
    const palabras = marco.choices[0].delta.content;
    if (palabras) {
      this.datos.texto += palabras;
      if (!this.falla) this.escritor.agregar(palabras);
    }
    if (evento === "fuentes") this.mostrarFuentes(siaa);
    else if (evento === "aclaracion") this.datos.aclaracion = siaa;
    else if (evento === "estado") this.pasarA(siaa);
    else if (evento === "frase") this.revisar(siaa);
    else if (evento === "error") this.falla = siaa;
    else if (evento === "fin") this.fin = siaa;
  }

  mostrarFuentes({ fuentes = [], palabras = [], avisos = [], certeza = null, junto_con = "", leidas = [], siguientes = [], ambito = { documentos: [] } }) {
    Object.assign(this.datos, { fuentes, palabras, avisos, certeza, junto_con, leidas, siguientes });
    this.fuentes.mostrar(this.datos);
    this.seguirAcotada(ambito, fuentes);
    this.explicacion.hidden = false;
    this.ir.hidden = fuentes.length === 0;
    this.pintarBuscado();
  }

  // What was asked back may have been answered with words: then the service says where it looked.
  seguirAcotada({ documentos }, fuentes) {
    if (documentos.length && !this.elegidos.size) {
      const ofrecidas = this.oficina.turnos.flatMap(({ datos }) => (datos.aclaracion || { opciones: [] }).opciones);
      const opcion = (clave) => ofrecidas.find(({ ambito }) => ambito.documentos.includes(clave));
      const titulo = (clave) => (opcion(clave) || fuentes.find(({ doc }) => doc === clave) || { titulo: clave }).titulo;
      this.acotar(new Map(documentos.map((clave) => [clave, titulo(clave)])));
    }
  }

  acotar(donde) {
    this.donde = donde;
    this.datos.ambito = titulosDe(donde);
  }

  // What was looked up, where that is not what was written.
  pintarBuscado() {
    const { junto_con, leidas, ambito } = this.datos;
    const otras = enPalabras(leidas).slice(0, LECTURAS);
    const queda = this.donde.size && !this.oficina.ambito.elegidos.size; // it may hold for what is asked next
    const partes = [
      junto_con && [`Busqué junto con «${junto_con}». `, orden("Preguntar por separado", () => this.oficina.separar(this))],
      otras.length && ["También busqué " + otras.join(", ") + "."],
      ambito && [
        `Busqué solo en ${conPunto(ambito)} `, this.elegidos.size ? orden("Buscar en todo", () => this.oficina.buscarEnTodo(this)) : "", " ",
        queda ? orden("Seguir buscando ahí", () => this.oficina.quedarse(this)) : "",
      ],
    ].filter(Boolean);
    rellenar(this.buscado, ...partes.map((parte) => crear("span", { clase: "linea" }, ...parte)));
    this.avisos.textContent = avisosDe(this.datos).join(" ");
  }

  // What is asked back: each answer asks the same question there.
  pintarOpciones() {
    const { aclaracion } = this.datos;
    this.opciones.hidden = !aclaracion;
    if (aclaracion) {
      rellenar(this.opciones, ...aclaracion.opciones.slice(0, OPCIONES_A_LA_VISTA).map(({ titulo, ambito: { documentos } }) => boton(
        titulo, "cita", () => this.elegir({ texto: this.datos.texto, titulo, documentos })
      )), boton("Otro…", "lupa", () => this.oficina.elegirDonde(this)));
    }
  }

  elegir(elegida) {
    this.oficina.buscarEn(this, lugaresDe(elegida), elegida);
  }

  // A sentence just ended; what a passage contradicts is said at once.
  revisar(revisada) {
    this.datos.frases.push(revisada);
    this.contar();
    if (revisada.discrepancias.length) {
      rellenar(this.cierre, ...this.reparos());
      this.narrar(["Atención.", ...reparosDe(revisada).map(comoFrase)], false);
    }
  }

  // The contradictions, while the words that they are about cannot carry them.
  reparos() {
    const dichos = this.datos.frases.flatMap(reparosDe);
    return dichos.length ? [crear("ul", { clase: "reparos" }, ...dichos.map((dicho) => crear("li", {}, comoFrase(dicho))))] : [];
  }

  // A new phase is told, and a new place in the queue; a new estimate is only shown.
  pasarA(fase) {
    const antes = this.fase;
    this.fase = fase;
    this.desde = Date.now();
    this.haciendo.textContent = frase(fase);
    this.contar();
    if (frase(fase) !== frase(antes)) {
      const hallazgo = antes.fase === "buscando" ? this.hallazgo() : "";
      this.narrar([hallazgo, conPunto(frase(fase)), fase.estimado_s && conPunto(falta(fase.estimado_s))], false);
    }
  }

  hallazgo() {
    const { fuentes } = this.datos;
    return [...avisosDe(this.datos), fuentes.length && `Encontré ${cuantos(fuentes.length, "pasaje")}.`].filter(Boolean).join(" ");
  }

  // How long this phase may still take, until that is over; and how long it has been in all.
  contar() {
    const resta = (this.fase.estimado_s || 0) - this.segundosDesde(this.desde);
    const lleva = "lleva " + duracion(this.segundosDesde(this.inicio));
    const { discrepan, todas } = recuento(this.datos.frases);
    this.segundos.textContent = [(discrepan || todas).slice(0, -1), resta > 0 && falta(resta), lleva].filter(Boolean).join(" · ");
  }

  segundosDesde(momento) {
    return (Date.now() - momento) / 1000;
  }

  // --- How it ended ---

  malograr(error) {
    if (this.control.signal.aborted) {
      this.terminar(this.parada, "");
    } else if (error instanceof Rechazo) {
      this.pideClave = error.estado === 401;
      this.terminar("rechazada", error.message);
    } else if (error instanceof ConexionPerdida) {
      this.terminar("perdida", error.message);
    } else {
      this.fin = null; // perhaps that is what cannot be shown
      this.terminar("ilegible", ILEGIBLE);
    }
  }

  terminar(desenlace, aviso) {
    clearInterval(this.reloj);
    this.escritor.volcar();
    const fin = this.fin || {};
    Object.assign(this.datos, {
      desenlace, html: fin.html || "", frases: fin.frases || this.datos.frases, guardada_en: fin.guardada_en || null,
      aviso: aviso || this.porQue(desenlace), texto: sinAviso(this.datos.texto),
    });
    this.pintar();
    this.decirElFinal();
    this.control = null;
  }

  recordar(datos) {
    this.datos = { ...enBlanco(datos.pregunta), ...datos };
    this.elegida = this.datos.elegida;
    if (this.elegida) this.elegidos = lugaresDe(this.elegida);
    else if (titulosDe(this.elegidos) !== this.datos.ambito) this.elegidos = new Map(); // the scope is another by now
    this.donde = this.elegidos;
    this.hora.textContent = fechaLarga(new Date(datos.fecha));
    this.fuentes.mostrar(this.datos);
    this.pintar();
  }

  porQue(desenlace) {
    if (desenlace === "cortada" && this.fin.motivo === "length") return NO_CABE_MAS;
    if (!this.falla || !["extractiva", "cortada"].includes(desenlace)) return "";
    const { espera } = this.apertura;
    return this.falla.mensaje + (espera ? ` Puede volver a preguntar dentro de ${duracion(espera)}.` : "");
  }

  pintar() {
    const { aclaracion, desenlace, html, texto } = this.datos;
    this.elemento.className = "turno acabado desenlace-" + desenlace;
    this.explicacion.hidden = !texto || Boolean(aclaracion);
    this.pintarBuscado();
    this.pintarOpciones();
    this.estado.hidden = esCharla(desenlace);
    this.rotulo.hidden = esCharla(desenlace) || sonSusPasajes(desenlace);
    rellenar(this.texto, html ? compuesto(html, this.prefijo) : "");
    if (!html) new Escritor(this.texto).escribir(texto);
    if (sonSusPasajes(desenlace)) this.soloPasajes();
    this.ordenar();
    this.ir.hidden = !this.datos.fuentes.length || this.explicacion.hidden || sonSusPasajes(desenlace);
    this.pintarEstado();
    this.pintarCierre();
  }

  // The passages are the answer; its text repeats them.
  soloPasajes() {
    const esNada = this.datos.desenlace === "nada"; // its first paragraph says what the state says
    const dentro = [...this.texto.childNodes].slice(esNada ? 1 : 0);
    const resumen = crear("summary", {}, "Ver la respuesta como texto seguido");
    this.fuentes.abrirTodas();
    if (esNada) this.fuentes.sonCercanas();
    rellenar(this.texto, ...(this.datos.fuentes.length ? [crear("details", {}, resumen, ...dentro)] : dentro));
    this.texto.hidden = dentro.every((nodo) => nodo.textContent.trim() === "");
  }

  pintarEstado() {
    const { desenlace, segundos } = this.datos;
    const como = aspectoDe(this.datos);
    const tardo = ["bien", "parcial"].includes(como.clase) ? crear("span", { clase: "segundos" }, duracion(segundos)) : "";
    const dicho = letrero(como, tituloDe(this.datos), explicacionDe(this.datos), " ", tardo);
    dicho.append(this.remedio(desenlace));
    rellenar(this.estado, dicho);
    if (this.pideClave) this.estado.append(pedirClave(this.prefijo, () => this.oficina.admitir(this)));
  }

  remedio(desenlace) {
    if (desenlace === "nada") return crear("a", { clase: "boton", href: "/siaa/biblioteca" }, "Ver los documentos");
    if (ofreceReintentar(desenlace) && !this.pideClave) {
      return boton("Reintentar", "otra", () => this.oficina.reintentar(this));
    }
    return ofreceRepetir(desenlace) ? boton("Preguntar de nuevo", "otra", () => this.oficina.repetir(this)) : "";
  }

  pintarCierre() {
    rellenar(this.cierre);
    if (esDeMaquina(this.datos.desenlace) && this.datos.texto) {
      this.cierre.append(...(this.datos.html ? [] : this.reparos()), crear("p", { clase: "constancia" }, icono("corte"), crear("span", {}, constanciaDe(this.datos))));
    }
    if (this.datos.texto && !esCharla(this.datos.desenlace)) {
      this.cierre.append(barraDeAcciones(this), ...this.ofrecerSiguientes());
    }
  }

  ofrecerSiguientes() {
    const preguntas = this.datos.siguientes.map(
      (pregunta) => crear("li", {}, boton(pregunta, "flecha", () => this.oficina.preguntar(pregunta), { clase: "ejemplo" }))
    );
    return preguntas.length ? [crear("div", { clase: "siguientes" }, crear("h3", {}, this.datos.desenlace === "nada" ? "Estas tienen respuesta" : "Estos pasajes también responden"), crear("ul", {}, ...preguntas))] : [];
  }

  decirElFinal() {
    const { desenlace, aviso, fuentes } = this.datos;
    const avisos = avisosDe(this.datos);
    const partes = [tituloDe(this.datos), hallazgosDe(this.datos), aviso];
    if (desenlace === "guardada") {
      partes.push(...avisos, textoDe(this.datos, false)); // it came without a phase in which to tell them
    } else if (seLee(desenlace)) {
      partes.push(textoDe(this.datos, false));
    } else if (desenlace === "extractiva") {
      partes.push(this.hallazgo());
    } else if (desenlace === "nada") {
      partes.push(...avisos, fuentes.length && `Lo más cercano: ${cuantos(fuentes.length, "pasaje")}.`);
    }
    this.narrar(partes, true);
  }

  // A turn that left the page tells nothing. What failed is an alert, shown above the answer.
  narrar(partes, esFinal) {
    const texto = partes.filter(Boolean).join(" ");
    if (!this.elemento.isConnected) return;
    if (esFinal && aspectoDe(this.datos).clase === "falla") {
      this.oficina.voz.alertar(texto, true);
    } else {
      this.oficina.voz.narrar(texto, esFinal);
    }
  }
}
