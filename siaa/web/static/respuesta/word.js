// Sheets as a Word document: the few parts of OOXML that they need, in a zip without compression.

import { senal } from "./marcado.js";

const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const PAQUETE = "http://schemas.openxmlformats.org/package/2006/";
const OFICINA = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/";
const TIPO = "application/vnd.openxmlformats-officedocument.wordprocessingml.";
const CABEZA = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const ESTILOS = { H1: "Heading1", H2: "Heading2", H3: "Heading3", H4: "Heading4", BLOCKQUOTE: "Quote", LI: "List", PRE: "Quote" };
const FORMATOS = { STRONG: "<w:b/>", EM: "<w:i/>", S: "<w:strike/>", CODE: '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas"/>', TH: "<w:b/>" };
const DE_BLOQUE = new Set(["ARTICLE", "DIV", "P", "UL", "OL", "HR"].concat(Object.keys(ESTILOS)));
const NO_DE_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const escapar = (texto) => texto.replace(NO_DE_XML, "").replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
const corrida = (texto, formato) => "<w:r><w:rPr>" + formato + "</w:rPr>" + texto.split("\n").map(
  (linea) => '<w:t xml:space="preserve">' + escapar(linea) + "</w:t>"
).join("<w:br/>") + "</w:r>";
const parrafo = (estilo, dentro) => "<w:p>" + (estilo ? '<w:pPr><w:pStyle w:val="' + estilo + '"/></w:pPr>' : "") + dentro + "</w:p>";

// Writes elements as paragraphs and tables, in order.
class Redactor {
  constructor() {
    this.bloques = [];
    this.corridas = "";
    this.senal = ""; // of an item, until its first word
  }

  correr(texto, formato) {
    this.corridas += (this.senal && corrida(this.senal, "")) + corrida(texto, formato);
    this.senal = "";
  }

  cerrar(estilo) {
    if (this.corridas) this.bloques.push(parrafo(estilo, this.corridas));
    this.corridas = "";
  }

  // tal: whether white space means something.
  recorrer(nodo, estilo, formato, tal) {
    nodo.childNodes.forEach((hijo) => {
      if (hijo.nodeType === Node.TEXT_NODE) {
        const texto = tal ? hijo.data : hijo.data.replace(/\s+/g, " ");
        if (texto.trim() || (texto && this.corridas)) this.correr(texto, formato);
      } else if (hijo.nodeName === "BR") {
        this.corridas += "<w:r><w:br/></w:r>";
      } else if (hijo.nodeName === "TABLE") {
        this.cerrar(estilo);
        this.bloques.push(tabla(hijo), parrafo("", ""));
      } else {
        this.elemento(hijo, estilo, formato, tal);
      }
    });
  }

  elemento(hijo, estilo, formato, tal) {
    const literal = tal || hijo.nodeName === "PRE" || hijo.className === "pregunta-hecha";
    if (!DE_BLOQUE.has(hijo.nodeName)) {
      this.recorrer(hijo, estilo, formato + (FORMATOS[hijo.nodeName] || ""), literal);
      return;
    }
    const suyo = ESTILOS[hijo.nodeName] || estilo;
    this.cerrar(estilo);
    this.senal = hijo.nodeName === "LI" ? senal(hijo, "• ") : this.senal;
    this.recorrer(hijo, suyo, formato, literal);
    this.cerrar(suyo);
  }
}

function escrito(elemento, estilo) {
  const redactor = new Redactor();
  redactor.recorrer(elemento, estilo, FORMATOS[elemento.nodeName] || "", false);
  redactor.cerrar(estilo);
  return redactor.bloques.join("");
}

function tabla(elemento) {
  const filas = Array.from(elemento.querySelectorAll("tr"), (fila) => [...fila.children]);
  const columnas = Math.max(...filas.map((celdas) => celdas.length));
  const bordes = ["top", "left", "bottom", "right", "insideH", "insideV"].map((lado) => "<w:" + lado + ' w:val="single" w:sz="4"/>');
  const escritas = filas.map((celdas) => "<w:tr>" + celdas.map(
    (celda) => "<w:tc>" + (escrito(celda, "") || parrafo("", "")) + "</w:tc>"
  ).join("") + "</w:tr>");
  return '<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/><w:tblBorders>' + bordes.join("") + "</w:tblBorders></w:tblPr><w:tblGrid>" +
    "<w:gridCol/>".repeat(columnas) + "</w:tblGrid>" + escritas.join("") + "</w:tbl>";
}

const estilo = (id, nombre, parrafos, letras) => '<w:style w:type="paragraph" w:styleId="' + id + '"><w:name w:val="' + nombre +
  '"/><w:basedOn w:val="Normal"/><w:pPr>' + parrafos + "</w:pPr><w:rPr>" + letras + "</w:rPr></w:style>";
const titulo = (nivel, medio) => estilo(
  "Heading" + nivel, "heading " + nivel,
  '<w:keepNext/><w:spacing w:before="200" w:after="80"/><w:outlineLvl w:val="' + (nivel - 1) + '"/>', '<w:b/><w:sz w:val="' + medio + '"/>'
);
const HOJA_DE_ESTILOS = CABEZA + '<w:styles xmlns:w="' + W + '"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:cs="Arial"/>' +
  '<w:sz w:val="22"/><w:lang w:val="es-CO"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120"/></w:pPr></w:pPrDefault></w:docDefaults>' +
  '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>' +
  titulo(1, 32) + titulo(2, 28) + titulo(3, 24) + titulo(4, 22) +
  estilo("Quote", "Quote", '<w:pBdr><w:left w:val="single" w:sz="8" w:space="8"/></w:pBdr><w:ind w:left="400"/>', "") +
  estilo("List", "List", '<w:ind w:left="360" w:hanging="260"/>', "") + "</w:styles>";
const relaciones = (tipo, destino) => CABEZA + '<Relationships xmlns="' + PAQUETE + 'relationships"><Relationship Id="rId1" Type="' +
  OFICINA + tipo + '" Target="' + destino + '"/></Relationships>';

// Returns a Blob of a document with a title and some sheets.
export function enWord(nombre, hojas) {
  const cuerpo = hojas.map((hoja) => escrito(hoja, "")).join("");
  const documento = CABEZA + '<w:document xmlns:w="' + W + '"><w:body>' + parrafo("Heading1", corrida(nombre, "")) + cuerpo +
    '<w:sectPr><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="0" w:footer="0" w:gutter="0"/></w:sectPr></w:body></w:document>';
  const tipos = CABEZA + '<Types xmlns="' + PAQUETE + 'content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    ["document.main", "styles"].map((cual) => '<Override PartName="/word/' + cual.split(".")[0] + '.xml" ContentType="' + TIPO + cual + '+xml"/>').join("") + "</Types>";
  const partes = [
    ["[Content_Types].xml", tipos], ["_rels/.rels", relaciones("officeDocument", "word/document.xml")],
    ["word/document.xml", documento], ["word/_rels/document.xml.rels", relaciones("styles", "styles.xml")],
    ["word/styles.xml", HOJA_DE_ESTILOS],
  ];
  return new Blob(comprimir(partes), { type: TIPO + "document" });
}

// --- The zip (APPNOTE 4.3): every file as it is, then the directory of all ---

function enteros(...pares) {
  const vista = new DataView(new ArrayBuffer(pares.reduce((suma, [largo]) => suma + largo, 0)));
  let lugar = 0;
  pares.forEach(([largo, valor]) => {
    vista[largo === 2 ? "setUint16" : "setUint32"](lugar, valor, true);
    lugar += largo;
  });
  return new Uint8Array(vista.buffer);
}

function crc32(bytes) {
  let resto = -1;
  bytes.forEach((byte) => {
    resto ^= byte;
    for (let n = 0; n < 8; n += 1) {
      resto = (resto >>> 1) ^ (resto & 1 ? 0xedb88320 : 0);
    }
  });
  return ~resto >>> 0;
}

function comprimir(partes) {
  const [archivos, directorio] = [[], []];
  const largo = (trozos) => trozos.reduce((suma, trozo) => suma + trozo.length, 0);
  partes.forEach(([nombre, texto]) => {
    const [llamado, bytes] = [nombre, texto].map((escrita) => new TextEncoder().encode(escrita));
    // version 2.0, no flags, stored, 1 January 1980
    const comun = enteros([2, 20], [2, 0], [2, 0], [2, 0], [2, 33], [4, crc32(bytes)], [4, bytes.length], [4, bytes.length], [2, llamado.length], [2, 0]);
    directorio.push(enteros([4, 0x02014b50], [2, 20]), comun, enteros([2, 0], [2, 0], [2, 0], [4, 0], [4, largo(archivos)]), llamado);
    archivos.push(enteros([4, 0x04034b50]), comun, llamado, bytes);
  });
  const cuantos = partes.length;
  const fin = enteros([4, 0x06054b50], [2, 0], [2, 0], [2, cuantos], [2, cuantos], [4, largo(directorio)], [4, largo(archivos)], [2, 0]);
  return archivos.concat(directorio, fin);
}
