// What the browser keeps for us. Where it keeps nothing (its settings, a private window), memory
// keeps it for as long as the page is open.

class Memoria {
  constructor() {
    this.textos = new Map();
  }

  getItem(llave) {
    return this.textos.has(llave) ? this.textos.get(llave) : null;
  }

  setItem(llave, texto) {
    this.textos.set(llave, texto);
  }

  removeItem(llave) {
    this.textos.delete(llave);
  }
}

// nombre: "localStorage" or "sessionStorage".
export function almacen(nombre) {
  try {
    return window[nombre] || new Memoria();
  } catch (error) {
    return new Memoria();
  }
}

// Whether what is kept there outlives the page.
export const perdura = (lugar) => !(lugar instanceof Memoria);
