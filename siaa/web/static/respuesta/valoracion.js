// Whether an answer was of use and, if not, why: what the administrator learns from.

import { boton, crear, rellenar } from "../comun/dom.js";
import { obtener, publicar } from "../comun/servicio.js";

const RUTA = "/siaa/valoracion";
const RAZONES = [
  ["incorrecta", "Dice algo incorrecto"],
  ["incompleta", "Le falta algo"],
  ["otro_documento", "Está en otro documento"],
];

export class Valoracion {
  constructor(turno) {
    this.turno = turno;
    this.id = turno.elemento.id + "-valoracion";
    this.si = boton("Sí", "si", () => this.votar("si"), { "aria-pressed": "false" });
    this.no = boton("No", "no", () => this.votar("no"), { "aria-pressed": "false" });
    this.gracias = crear("span", { clase: "gracias" });
    this.porque = crear("form", { clase: "razones", hidden: true, al: { submit: (suceso) => this.explicar(suceso) } });
    this.elemento = crear(
      "div", { clase: "valoracion" },
      crear(
        "div", { clase: "voto", role: "group", "aria-label": "Valorar esta respuesta" },
        crear("span", {}, "¿Le sirvió?"), this.si, this.no, this.gracias
      ),
      this.porque
    );
    this.llenar();
  }

  llenar() {
    const opciones = RAZONES.map(([valor, texto]) => {
      const id = this.id + "-" + valor;
      return crear(
        "span", { clase: "opcion" },
        crear("input", { type: "radio", name: this.id, id, value: valor }), " ",
        crear("label", { for: id }, texto)
      );
    });
    this.documentos = crear("datalist", { id: this.id + "-documentos" });
    this.documento = crear("input", { id: this.id + "-documento", list: this.documentos.id, maxlength: "500", autocomplete: "off" });
    this.comentario = crear("textarea", { id: this.id + "-comentario", rows: "2", maxlength: "2000" });
    this.porque.append(
      crear("fieldset", {}, crear("legend", {}, "¿Qué falló?"), ...opciones),
      crear("p", { clase: "campo" }, crear("label", { for: this.documento.id }, "Documento correcto, si lo sabe"), this.documento),
      this.documentos,
      crear("p", { clase: "campo" }, crear("label", { for: this.comentario.id }, "Comentario (opcional)"), this.comentario),
      crear("button", { type: "submit", clase: "boton boton-principal" }, "Enviar")
    );
  }

  async votar(voto) {
    if (await this.enviar({ voto })) {
      this.marcar(voto);
      this.porque.hidden = voto === "si";
      this.agradecer(voto === "si" ? "Gracias." : "Anotado. Si puede, diga qué falló:");
      if (voto === "no") this.ofrecerDocumentos();
    }
  }

  // All there are, by title; where they cannot be had, the name is still typed.
  async ofrecerDocumentos() {
    const { documentos } = await obtener("/siaa/documentos").catch(() => ({ documentos: [] }));
    rellenar(this.documentos, ...documentos.map(({ doc, titulo }) => crear("option", { value: titulo, "data-doc": doc })));
  }

  // The document of a title, or what was typed.
  elegido() {
    const opcion = [...this.documentos.children].find(({ value }) => value === this.documento.value);
    return opcion ? opcion.dataset.doc : this.documento.value;
  }

  async explicar(suceso) {
    suceso.preventDefault();
    const elegida = this.porque.querySelector("input[type=radio]:checked");
    const campos = { razon: elegida ? elegida.value : "", documento: this.elegido(), comentario: this.comentario.value };
    const dicho = Object.entries(campos).map(([campo, valor]) => [campo, valor.trim()]).filter(([, valor]) => valor);
    if (await this.enviar({ voto: "no", ...Object.fromEntries(dicho) })) {
      this.porque.hidden = true;
      this.agradecer(dicho.length ? "Gracias: el administrador lo verá." : "Gracias.");
      this.no.focus();
    }
  }

  marcar(voto) {
    ["si", "no"].forEach((cual) => this[cual].setAttribute("aria-pressed", String(voto === cual)));
  }

  agradecer(texto) {
    this.gracias.textContent = texto;
    this.turno.oficina.voz.anunciar(texto);
  }

  // Whether the rating was taken; if not, the alert says why.
  async enviar(datos) {
    const { oficina, datos: respuesta } = this.turno;
    oficina.voz.alertar("");
    this.gracias.textContent = "";
    this.documento.removeAttribute("aria-invalid");
    try {
      await publicar(RUTA, { id: respuesta.pedido, ...datos });
      return true;
    } catch (error) {
      oficina.voz.alertar("No se guardó su opinión. " + error.message);
      if (error.codigo === "documento_desconocido") {
        this.documento.setAttribute("aria-invalid", "true");
        this.documento.focus();
      }
      return false;
    }
  }
}
