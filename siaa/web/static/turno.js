// One question and its answer on the page, from waiting its turn to how it ended.

import { barraDeAcciones } from "./acciones.js";
import { pedirClave } from "./clave.js";
import { DESENLACES, desenlaceDe, esDeMaquina, ofreceRepetir } from "./desenlaces.js";
import { boton, crear, icono, vaciar } from "./dom.js";
import { Escritor } from "./escritor.js";
import { PanelDeFuentes } from "./fuentes.js";
import { enTexto, importar } from "./marcado.js";
import { conPunto, duracion, fechaLarga, frase } from "./palabras.js";
import { ConexionPerdida, conversar, Rechazo } from "./servicio.js";

const CADENCIA_MS = 1000;
const ILEGIBLE = "Lo que llegó de SIAA no se entiende.";
const AVISO_GUARDADA = "[Respuesta guardada";

// What is known of an answer; plain data, so that the history can keep it.
function enBlanco(pregunta) {
  return {
    pregunta, fecha: new Date().toISOString(), pedido: null, modelo: "", texto: "", html: "",
    citas: [], fuentes: [], palabras: [], desenlace: "", aviso: "", guardada_en: null, segundos: 0,
  };
}

export class Turno {
  // oficina: {anunciar, alertar, repetir, reintentar}, what the page does for its turns.
  constructor(numero, pregunta, oficina) {
    this.oficina = oficina;
    this.datos = enBlanco(pregunta);
    this.prefijo = "t" + numero + "-fuente-";
    this.control = null;
    this.reloj = 0;
    this.construir("t" + numero);
  }

  construir(id) {
    this.hora = crear("p", { clase: "hora" });
    this.estado = crear("div", { clase: "estado" });
    this.fuentes = new PanelDeFuentes(this.prefijo);
    this.texto = crear("div", { clase: "texto" });
    this.texto.addEventListener("click", (suceso) => this.seguirCita(suceso));
    this.cierre = crear("div", { clase: "cierre" });
    this.rotulo = crear("h3", {}, "Explicación del asistente");
    this.explicacion = crear("div", { clase: "explicacion", hidden: true }, this.rotulo, this.texto, this.cierre);
    this.elemento = crear(
      "article", { clase: "turno", id, "aria-labelledby": id + "-pregunta" },
      crear(
        "div", { clase: "cabeza-turno" },
        crear("h2", { id: id + "-pregunta", clase: "pregunta" }, this.datos.pregunta), this.hora
      ),
      this.estado,
      crear("div", { clase: "cuerpo" }, this.fuentes.elemento, this.explicacion)
    );
  }

  // Asks and shows what comes, up to the end. Never throws.
  async correr(mensajes, fresca) {
    this.empezar();
    try {
      await conversar(mensajes, {
        fresca,
        control: this.control,
        alAbrir: ({ pedido, espera }) => {
          this.datos.pedido = pedido;
          this.espera = espera;
        },
        alMarco: (marco) => this.atender(marco),
      });
      this.terminar(desenlaceDe(this.fin), "");
    } catch (error) {
      this.malograr(error);
    }
  }

  detener() {
    if (this.control) {
      this.control.abort();
    }
  }

  empezar() {
    this.datos = enBlanco(this.datos.pregunta);
    this.control = new AbortController();
    this.fin = null;
    this.falla = null;
    this.espera = null;
    this.fase = { fase: "buscando" };
    this.inicio = Date.now();
    this.fuentes.mostrar([], []);
    vaciar(this.texto);
    vaciar(this.cierre);
    this.escritor = new Escritor(this.texto);
    this.elemento.className = "turno en-marcha";
    this.texto.className = "texto escribiendose";
    this.hora.textContent = fechaLarga(new Date());
    vaciar(this.estado);
    this.marcha = crear("p", { clase: "marcha" });
    this.estado.append(this.marcha);
    this.contar();
    this.reloj = setInterval(() => this.contar(), CADENCIA_MS);
  }

  // --- While it comes ----------------------------------------------------------------------------

  atender(marco) {
    this.datos.modelo = marco.model || this.datos.modelo;
    const siaa = marco.siaa || {};
    const palabras = marco.choices[0].delta.content;
    if (palabras) {
      this.datos.texto += palabras;
      if (!this.falla) {
        this.escritor.agregar(palabras);
      }
    }
    if (siaa.evento === "fuentes") {
      Object.assign(this.datos, { fuentes: siaa.fuentes, palabras: siaa.palabras || [] });
      this.fuentes.mostrar(this.datos.fuentes, this.datos.palabras);
      this.explicacion.hidden = false;
    } else if (siaa.evento === "estado") {
      this.pasarA(siaa);
    } else if (siaa.evento === "error") {
      this.falla = siaa;
    } else if (siaa.evento === "fin") {
      this.fin = siaa;
    }
  }

  pasarA(fase) {
    const cambia = fase.fase !== this.fase.fase;
    this.fase = fase;
    this.contar();
    if (cambia) {
      this.oficina.anunciar(conPunto(frase(fase)));
    }
  }

  contar() {
    const van = (Date.now() - this.inicio) / 1000;
    this.datos.segundos = van;
    vaciar(this.marcha);
    this.marcha.append(
      crear("span", { clase: "latido", "aria-hidden": "true" }), frase(this.fase) + " ",
      crear("span", { clase: "segundos" }, duracion(van))
    );
  }

  // --- How it ended ------------------------------------------------------------------------------

  malograr(error) {
    if (this.control.signal.aborted) {
      this.terminar("detenida", "");
    } else if (error instanceof Rechazo) {
      this.terminar("rechazada", error.message);
      if (error.estado === 401) {
        this.estado.append(pedirClave(this.prefijo, () => this.oficina.reintentar(this)));
      }
    } else {
      this.terminar("perdida", error instanceof ConexionPerdida ? error.message : ILEGIBLE);
    }
  }

  terminar(desenlace, aviso) {
    clearInterval(this.reloj);
    this.escritor.volcar();
    const fin = this.fin || {};
    Object.assign(this.datos, {
      desenlace, html: fin.html || "", citas: fin.citas || [], guardada_en: fin.guardada_en || null,
      aviso: aviso || this.porQue(desenlace), segundos: (Date.now() - this.inicio) / 1000,
    });
    this.control = null;
    this.pintar();
    this.decirElFinal();
  }

  // Shows an answer of the history.
  recordar(datos) {
    this.datos = Object.assign(enBlanco(datos.pregunta), datos);
    this.hora.textContent = fechaLarga(new Date(datos.fecha)) + " · del historial";
    this.fuentes.mostrar(datos.fuentes, datos.palabras);
    this.texto.textContent = datos.texto;
    this.pintar();
  }

  porQue(desenlace) {
    if (!this.falla || !["extractiva", "cortada"].includes(desenlace)) {
      return "";
    }
    const cuando = this.espera ? " Puede volver a preguntar dentro de " + duracion(this.espera) + "." : "";
    return this.falla.mensaje + cuando;
  }

  pintar() {
    const { desenlace, html, texto } = this.datos;
    const solo = desenlace === "extractiva" || desenlace === "nada";
    this.elemento.className = "turno acabado desenlace-" + desenlace;
    this.texto.className = "texto";
    this.explicacion.hidden = !texto;
    this.rotulo.textContent = desenlace === "directa" ? "Respuesta" : "Explicación del asistente";
    if (html) {
      vaciar(this.texto);
      this.texto.append(importar(html, this.prefijo));
      this.sinRepetir();
    } else if (texto) {
      this.texto.classList.add("escribiendose");
    }
    if (solo) {
      this.soloPasajes();
    }
    this.pintarEstado();
    this.pintarCierre();
  }

  // From when a remembered answer is stands above it, with its date.
  sinRepetir() {
    const ultimo = this.texto.lastElementChild;
    if (ultimo && this.datos.guardada_en && ultimo.textContent.startsWith(AVISO_GUARDADA)) {
      ultimo.remove();
    }
  }

  // The passages are the answer; its text, which repeats them, is there for who wants it.
  soloPasajes() {
    this.fuentes.abrirTodas();
    if (this.datos.desenlace === "nada") {
      this.fuentes.sonCercanas();
    }
    const dentro = Array.from(this.texto.childNodes);
    this.rotulo.textContent = "Texto de la respuesta";
    const resumen = crear("summary", {}, "Ver la respuesta como texto seguido");
    this.texto.append(crear("details", { open: this.datos.fuentes.length === 0 }, resumen, ...dentro));
  }

  explicar(como) {
    const { aviso, fuentes, texto } = this.datos;
    const partes = [aviso, como.texto, fuentes.length ? como.conPasajes : "", texto ? como.conTexto : ""];
    return partes.filter(Boolean).join(" ");
  }

  pintarEstado() {
    const { desenlace, guardada_en } = this.datos;
    const como = DESENLACES[desenlace];
    const titulo = guardada_en ? como.titulo + " el " + fechaLarga(new Date(guardada_en)) : como.titulo;
    vaciar(this.estado);
    this.estado.append(
      crear(
        "div", { clase: "aviso aviso-" + como.clase }, icono(como.icono),
        crear(
          "p", {}, crear("strong", {}, conPunto(titulo)), " ",
          this.explicar(como), " ",
          como.clase === "bien" ? crear("span", { clase: "segundos" }, duracion(this.datos.segundos)) : ""
        ),
        ...this.remedio(desenlace)
      )
    );
  }

  remedio(desenlace) {
    if (desenlace === "perdida" || desenlace === "rechazada") {
      return [boton("Reintentar", "otra", () => this.oficina.reintentar(this))];
    }
    if (ofreceRepetir(desenlace)) {
      return [boton("Preguntar de nuevo", "otra", () => this.oficina.repetir(this))];
    }
    return [];
  }

  pintarCierre() {
    vaciar(this.cierre);
    if (esDeMaquina(this.datos.desenlace) && this.datos.texto) {
      this.cierre.append(crear("p", { clase: "constancia" }, icono("corte"), crear("span", {}, this.constancia())));
    }
    if (this.datos.texto) {
      this.cierre.append(barraDeAcciones(this));
    }
  }

  constancia() {
    const cuando = fechaLarga(new Date(this.datos.guardada_en || this.datos.fecha));
    const cuanto = this.datos.guardada_en ? "" : ", en " + duracion(this.datos.segundos);
    return (
      conPunto("Redactado con ayuda de una máquina (" + this.datos.modelo + ") el " + cuando + cuanto) +
      " Puede equivocarse: compruébelo en los pasajes antes de usarlo."
    );
  }

  decirElFinal() {
    const { desenlace, aviso } = this.datos;
    const como = DESENLACES[desenlace];
    const partes = [conPunto(como.titulo), aviso];
    if (como.clase === "falla") {
      this.oficina.alertar(partes.join(" "), true); // the page shows it above the answer
      return;
    }
    if (esDeMaquina(desenlace) || desenlace === "directa") {
      partes.push(this.enTexto(false));
    }
    this.oficina.anunciar(partes.filter(Boolean).join(" "));
  }

  // --- What others do with it --------------------------------------------------------------------

  // The words of the answer, without the marks of Markdown.
  enTexto(conCitas) {
    return this.datos.html ? enTexto(importar(this.datos.html, this.prefijo), conCitas) : this.datos.texto.trim();
  }

  seguirCita(suceso) {
    const cita = suceso.target.closest(".cita");
    if (!cita) {
      return;
    }
    suceso.preventDefault();
    this.fuentes.senalar(Number(cita.dataset.fuente), cita, suceso.detail === 0);
  }
}
