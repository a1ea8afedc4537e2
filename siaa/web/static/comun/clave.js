// The form that asks for the token, where an installation wants one; what needs it is done then.

import { crear } from "./dom.js";
import { entrar, publicar } from "./servicio.js";

// What comes along unseen when a token is copied from a message or a document.
const INVISIBLES = /[\u0000-\u001f\u007f\u200b-\u200f\u2060\ufeff]/g;

// id: makes its label unique on the page. Calls `alEntrar` once the right token was given; what
// was wrong is said in the form.
export function pedirClave(id, alEntrar) {
  const falla = crear("p", { id: id + "falla", clase: "alerta", role: "alert" });
  const campo = crear("input", {
    type: "password", id: id + "clave", required: true, autocomplete: "current-password", maxlength: "1000",
  });
  let probando = false;
  const probar = async (suceso) => {
    suceso.preventDefault();
    if (probando) return;
    probando = true;
    falla.textContent = "";
    falla.textContent = await porQueNo(campo.value.replace(INVISIBLES, "").trim());
    probando = false;
    if (!falla.textContent) {
      alEntrar();
      return;
    }
    campo.setAttribute("aria-invalid", "true");
    campo.setAttribute("aria-describedby", falla.id);
    campo.select();
    campo.focus();
  };
  return crear(
    "form", { clase: "clave", "aria-label": "Entrar a SIAA", al: { submit: probar } },
    crear("label", { for: campo.id }, "Clave de acceso (pídala al administrador)"),
    campo,
    falla,
    crear("button", { type: "submit", clase: "boton boton-principal" }, "Entrar"),
    crear(
      "p", { clase: "nota" },
      "Se recuerda solo mientras esta pestaña esté abierta. Al abrir un documento, el navegador pide la misma clave: deje el usuario vacío."
    )
  );
}

// Why a token does not open the door; "" if it does.
async function porQueNo(clave) {
  try {
    return (await entrar(clave)) ? "" : "La clave no es correcta.";
  } catch (error) {
    return error.message;
  }
}

// Posts each [route, data] in turn, then calls `alFinal` with the last answer. `lugar`: where the token is
// asked for.
export async function atenderCon(lugar, decir, pasos, alFinal) {
  lugar.textContent = "";
  try {
    let dicho = null;
    for (const [ruta, datos] of pasos) dicho = await publicar(ruta, datos);
    alFinal(dicho);
  } catch (error) {
    decir(error.message);
    if (error.estado !== 401) return;
    lugar.append(pedirClave("admin", () => atenderCon(lugar, decir, pasos, alFinal)));
    lugar.querySelector("input").focus();
  }
}
