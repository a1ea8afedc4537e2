// Elements made from text, never from markup.

export const uno = (id) => document.getElementById(id);

// crear("p", {clase: "nota", id: "x", al: {click: f}}, "text", element, …)
export function crear(etiqueta, propiedades, ...hijos) {
  const elemento = document.createElement(etiqueta);
  Object.entries(propiedades || {}).forEach(([nombre, valor]) => {
    if (nombre === "clase") {
      elemento.className = valor;
    } else if (nombre === "al") {
      Object.entries(valor).forEach(([suceso, atender]) => elemento.addEventListener(suceso, atender));
    } else if (valor === true) {
      elemento.setAttribute(nombre, "");
    } else if (![false, null, undefined].includes(valor)) {
      elemento.setAttribute(nombre, String(valor));
    }
  });
  elemento.append(...hijos);
  return elemento;
}

const SVG = "http://www.w3.org/2000/svg";

export function icono(nombre) {
  const dibujo = document.createElementNS(SVG, "svg");
  dibujo.setAttribute("class", "icono");
  dibujo.setAttribute("aria-hidden", "true");
  const uso = document.createElementNS(SVG, "use");
  uso.setAttribute("href", "#i-" + nombre);
  dibujo.append(uso);
  return dibujo;
}

export function boton(texto, dibujo, alPulsar, propiedades) {
  return crear("button", { type: "button", clase: "boton", al: { click: alPulsar }, ...propiedades }, icono(dibujo), texto);
}

// A table that goes on to one side can be moved there, with the keyboard too.
export const enMarco = (tabla) => crear("div", { clase: "tabla", role: "group", "aria-label": "Tabla", tabindex: "0" }, tabla);

// como: {clase, icono, titulo}, of a state; titulo is what it is called here.
export function letrero(como, titulo, ...dicho) {
  return crear("div", { clase: "aviso aviso-" + como.clase }, icono(como.icono), crear("p", {}, crear("strong", {}, titulo), " ", ...dicho));
}

// A button as quiet as a link.
export function orden(texto, alPulsar, propiedades) {
  return crear("button", { type: "button", clase: "orden", al: { click: alPulsar }, ...propiedades }, texto);
}

export function rellenar(elemento, ...hijos) {
  elemento.textContent = "";
  elemento.append(...hijos);
}
