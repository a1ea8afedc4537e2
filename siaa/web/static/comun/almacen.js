// What the browser keeps for us. Where it keeps nothing (its settings, a private window), memory
// keeps it for as long as the page is open.

class Memoria extends Map {
  getItem(llave) {
    return this.has(llave) ? this.get(llave) : null;
  }

  setItem(llave, texto) {
    this.set(llave, texto);
  }

  removeItem(llave) {
    this.delete(llave);
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
