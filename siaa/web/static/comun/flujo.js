// Server-sent events out of a stream of bytes, however the network cuts them.

const FIN_DE_LINEA = /\r\n|\n|\r/;

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
