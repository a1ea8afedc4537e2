// The form that asks for the token, where an installation wants one.

import { crear } from "./dom.js";
import { guardarClave } from "./servicio.js";

// id: makes its label unique on the page. Calls `alEntrar` once a token was given.
export function pedirClave(id, alEntrar) {
  const campo = crear("input", {
    type: "password", id: id + "clave", required: true, autocomplete: "off", maxlength: "1000",
  });
  const enviar = (suceso) => {
    suceso.preventDefault();
    guardarClave(campo.value.trim());
    alEntrar();
  };
  return crear(
    "form", { clase: "clave", al: { submit: enviar } },
    crear("label", { for: id + "clave" }, "Clave de acceso (pídala al administrador)"),
    campo,
    crear("button", { type: "submit", clase: "boton boton-principal" }, "Entrar"),
    crear("p", { clase: "nota" }, "Se recuerda solo mientras esta pestaña esté abierta.")
  );
}
