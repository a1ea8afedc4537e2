// Keeps the live numbers of the health page up to date. Everything is written as text.
const PAUSA_MS = 5000;
const SIN_DATO = "—";
const $ = (id) => document.getElementById(id);
const url = document.body.dataset.estadoUrl;

// The same forms as siaa/web/formato.py gives them.
const numero = (valor, decimales) =>
  valor.toLocaleString("es-CO", { minimumFractionDigits: decimales, maximumFractionDigits: decimales });

function duracion(segundos) {
  if (segundos < 60) return `${numero(segundos, 1)} s`;
  const enteros = Math.round(segundos);
  return `${numero(Math.floor(enteros / 60), 0)} min ${enteros % 60} s`;
}

function fecha(escrita) {
  const momento = new Date(escrita);
  const dia = momento.toLocaleDateString("es", { day: "numeric", month: "long", year: "numeric" });
  const hora = momento.toLocaleTimeString("es", { hour: "2-digit", minute: "2-digit", hour12: false });
  return `${dia}, ${hora}`;
}

const FORMATOS = {
  numero: (valor) => numero(valor, 0),
  decimal: (valor) => numero(valor, 1),
  duracion,
  fecha,
  texto: String,
  si_no: (valor) => (valor ? "sí" : "no"),
};
function escribir(elemento, texto) {
  if (elemento.textContent !== texto) elemento.textContent = texto;
}

function mostrarValores(estado) {
  document.querySelectorAll("[data-vivo]").forEach((elemento) => {
    const valor = elemento.dataset.vivo.split(".").reduce((parte, nombre) => parte[nombre], estado);
    const nada = elemento.dataset.formato === "si_no" ? "no se sabe" : SIN_DATO;
    const falta = valor === null || valor === undefined;
    escribir(elemento, falta ? nada : FORMATOS[elemento.dataset.formato](valor));
  });
}

function llenar(lista, textos, hacer) {
  const iguales = lista.children.length === textos.length &&
    textos.every((texto, i) => lista.children[i].dataset.texto === texto);
  if (iguales) return;
  lista.textContent = "";
  textos.forEach((texto) => {
    const renglon = hacer(texto);
    renglon.dataset.texto = texto;
    lista.appendChild(renglon);
  });
}

function renglonDeAviso(texto) {
  const renglon = document.createElement("li");
  renglon.textContent = texto;
  return renglon;
}

function renglonDeOrden(texto) {
  const renglon = document.createElement("li");
  const orden = document.createElement("code");
  const boton = document.createElement("button");
  orden.textContent = texto;
  boton.type = "button";
  boton.className = "boton";
  boton.textContent = "Copiar";
  boton.setAttribute("aria-label", `Copiar la orden ${texto}`);
  boton.addEventListener("click", () => copiar(orden, boton));
  renglon.append(orden, boton);
  return renglon;
}

function copiar(orden, boton) {
  // `navigator.clipboard` only exists over HTTPS; the selection can be copied anywhere.
  const seleccion = window.getSelection();
  seleccion.selectAllChildren(orden);
  boton.textContent = document.execCommand("copy") ? "Copiado" : "Cópielo con Ctrl+C";
  window.setTimeout(() => { boton.textContent = "Copiar"; }, 3000);
}

function mostrarSalud(estado) {
  const { problema, remedio } = estado.ollama;
  if ($("estado").dataset.estado !== estado.estado) {
    $("estado").dataset.estado = estado.estado;
    $("estado").textContent = $("estado").dataset[estado.estado];
    $("anuncio").textContent = $("estado").textContent;
  }
  $("problema").hidden = problema === null;
  $("remedio").hidden = !remedio.length;
  llenar(document.querySelector(".ordenes"), remedio, renglonDeOrden);
  llenar($("avisos"), estado.avisos.filter((aviso) => aviso !== problema), renglonDeAviso);
}

let cargado = null;

async function actualizar() {
  try {
    const respuesta = await fetch(url, { cache: "no-store" });
    if (!respuesta.ok) throw new Error(respuesta.status);
    const estado = await respuesta.json();
    mostrarValores(estado);
    mostrarSalud(estado);
    cargado = cargado || estado.cargado_en;
    $("nota-carga").hidden = estado.cargado_en === cargado;
    $("nota-conexion").hidden = true;
  } catch (error) {
    $("nota-conexion").hidden = false;
  }
}

$("opcion-actualizar").hidden = false;
actualizar();
window.setInterval(() => {
  if ($("actualizar").checked && !document.hidden) actualizar();
}, PAUSA_MS);
