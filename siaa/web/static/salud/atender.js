// What only an administrator may do, asking for the token where the installation wants one.

import { pedirClave } from "../comun/clave.js";
import { publicar } from "../comun/servicio.js";

// Posts each [route, data] in turn and then calls `alFinal`. `decir` tells what went wrong; `lugar`
// is where the token is asked for.
export async function atenderCon(lugar, decir, pasos, alFinal) {
  try {
    for (const [ruta, datos] of pasos) await publicar(ruta, datos);
    alFinal();
  } catch (error) {
    decir(error.message);
    if (error.estado !== 401) return;
    const clave = pedirClave("admin", () => {
      lugar.textContent = "";
      atenderCon(lugar, decir, pasos, alFinal);
    });
    lugar.textContent = "";
    lugar.append(clave);
    clave.querySelector("input").focus();
  }
}
