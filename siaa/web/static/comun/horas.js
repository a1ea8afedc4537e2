// Moments, as siaa/web/formato.py writes them but in the zone of whoever reads.

export function fecha(escrita) {
  const momento = new Date(escrita);
  const dia = momento.toLocaleDateString("es", { day: "numeric", month: "long", year: "numeric" });
  const hora = momento.toLocaleTimeString("es", { hour: "2-digit", minute: "2-digit", hour12: false });
  return `${dia}, ${hora}`;
}

// Those of the page, which came in the zone of the server.
export function ponerHoras() {
  document.querySelectorAll("time").forEach((momento) => {
    momento.textContent = fecha(momento.dateTime);
  });
}
