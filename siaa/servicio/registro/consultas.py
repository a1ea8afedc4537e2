"""What is asked of the record, each of one state of the file."""

import json
import logging
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final

import numpy as np

from siaa.biblioteca.lengua.texto import plegar
from siaa.servicio.registro.asiento import Alerta, CambioAnotado, PreguntaGuardada
from siaa.servicio.registro.esquema import CAMPOS_VALORACION, a_pregunta, en_texto, en_utf8

LENTAS: Final = 5
SIN_RESPUESTA: Final = 20

# A damaged value must not spoil a lookup: what is not JSON counts as empty, and an
# impossible duration as unknown. SQLite orders every text after every number.
_ELEGIR: Final = """CREATE TEMP TABLE elegidas AS
    SELECT n, momento, alerta,
        iif(total_s BETWEEN 0 AND 1e9, total_s, NULL) AS total_s,
        iif(cola_s BETWEEN 0 AND 1e9, cola_s, NULL) AS cola_s
    FROM (
        SELECT *, json_extract(medidas, '$.total_s') AS total_s,
            json_extract(medidas, '$.cola_s') AS cola_s
        FROM (SELECT *, iif(json_valid(tiempos), tiempos, '{}') AS medidas FROM preguntas)
    )
    WHERE momento >= coalesce(:desde, '') AND momento < coalesce(:hasta, '~')
    AND (:tipo IS NULL OR tipo = :tipo)
    AND (:modo IS NULL OR modo = :modo)
    AND (:motivo IS NULL OR motivo = :motivo)
    AND (:alerta IS NULL OR alerta = :alerta)
    AND (:doc IS NULL OR EXISTS (
        SELECT 1 FROM json_each(iif(json_valid(documentos), documentos, '[]'))
        WHERE trim(value) = trim(:doc)
    ))
    AND (:q IS NULL OR instr(plegar(CAST(pregunta AS BLOB)), :q))"""
_ORDENADAS: Final = "SELECT n FROM elegidas ORDER BY momento DESC, n DESC"
_POR_NUMERO: Final = f"""SELECT p.*, coalesce(r.respuesta, '') AS respuesta,
        {", ".join(f"v.{campo} AS v_{campo}" for campo in CAMPOS_VALORACION)}
    FROM json_each(?) AS lista JOIN preguntas AS p ON p.n = lista.value
    LEFT JOIN respuestas AS r ON r.n = p.n
    LEFT JOIN valoraciones AS v ON v.id = p.id ORDER BY lista.key"""  # noqa: S608
_VALORADAS: Final = """SELECT n FROM valoraciones AS v JOIN preguntas AS p ON p.id = v.id
    WHERE (?1 IS NULL OR v.voto = ?1) AND (?2 IS NULL OR ?2 = CASE
        WHEN v.atendida NOT NULL THEN 'atendida'
        WHEN v.voto = 'no' OR v.comentario <> '' THEN 'pendiente'
    END) ORDER BY v.momento DESC, n DESC"""
_ALERTAS: Final = (
    "SELECT alerta, count(*) FROM elegidas WHERE alerta NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1"
)
_FRASES: Final = """SELECT json_extract(sanas, f.fullkey || '[2]') AS estado, count(*) FROM (
        SELECT iif(json_valid(frases), frases, '[]') AS sanas FROM preguntas JOIN elegidas USING (n)
    ) JOIN json_each(sanas) AS f GROUP BY 1 HAVING estado NOT NULL ORDER BY 2 DESC, 1"""
_LENTAS: Final = """SELECT n FROM elegidas WHERE total_s NOT NULL
    ORDER BY total_s DESC, momento DESC, n DESC LIMIT ?"""
_SIN_CONTEXTO: Final = (
    "SELECT n FROM elegidas WHERE alerta = ? ORDER BY momento DESC, n DESC LIMIT ?"
)

_diario = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Filtro:
    """Which questions are meant; None does not restrict.

    desde, hasta: moments with their zone, the first included, the last not. doc: key of a document
    among those sent. q: text that the question contains, whatever its case and accents.
    """

    desde: datetime | None = None
    hasta: datetime | None = None
    tipo: str | None = None
    modo: str | None = None
    motivo: str | None = None
    alerta: str | None = None
    doc: str | None = None
    q: str | None = None


@dataclass(frozen=True, slots=True)
class Pagina:
    """Which part of a list, from 1, and how many rows each part has."""

    numero: int
    filas: int

    def de(self, lista: Sequence[int]) -> Sequence[int]:
        """Return that part of a list."""
        salto = (self.numero - 1) * self.filas
        return lista[salto : salto + self.filas]


@dataclass(frozen=True, slots=True)
class MedidaDeTiempo:
    """Median and 95th percentile of some durations, seconds; None where none is known."""

    mediana: float | None
    p95: float | None


@dataclass(frozen=True, slots=True)
class Breve:
    """A question in a summary."""

    id: str
    momento: datetime
    pregunta: str
    total_s: float | None


@dataclass(frozen=True, slots=True)
class Resumen:
    """What a selection of questions amounts to.

    por_*: how many of each, most first; por_frase: of the sentences of the answers, by state.
    lentas: the slowest; sin_respuesta: the latest for which the library had nothing.
    """

    por_alerta: Mapping[str, int]
    por_frase: Mapping[str, int]
    total_s: MedidaDeTiempo
    cola_s: MedidaDeTiempo
    lentas: tuple[Breve, ...]
    sin_respuesta: tuple[Breve, ...]


@dataclass(frozen=True, slots=True)
class Lista:
    """A page of questions, and how many there are in all."""

    total: int
    filas: tuple[PreguntaGuardada, ...]


@dataclass(frozen=True, slots=True)
class Hallado(Lista):
    """A page of questions, latest first, and what all of them amount to."""

    resumen: Resumen


def buscar(conexion: sqlite3.Connection, filtro: Filtro, pagina: Pagina) -> Hallado:
    """Return one page of the questions meant, and the summary of all of them."""
    numeros = numerar(conexion, filtro)
    return Hallado(len(numeros), leer_filas(conexion, pagina.de(numeros)), _resumir(conexion))


def numerar(conexion: sqlite3.Connection, filtro: Filtro) -> tuple[int, ...]:
    """Return the row numbers of all questions meant, latest first.

    They stay in the table `elegidas` for whatever else is asked of them on this connection.
    """
    conexion.create_function("plegar", 1, lambda b: plegar(en_utf8(b or b"")), deterministic=True)
    en_texto_o_nada = {
        "desde": filtro.desde and en_texto(filtro.desde),
        "hasta": filtro.hasta and en_texto(filtro.hasta),
        "q": filtro.q and plegar(filtro.q),
    }
    conexion.execute(_ELEGIR, asdict(filtro) | en_texto_o_nada)
    return _columna(conexion, _ORDENADAS)


def leer_filas(
    conexion: sqlite3.Connection, numeros: Sequence[int]
) -> tuple[PreguntaGuardada, ...]:
    """Return the questions with these row numbers, in order, but for those gone or damaged.

    Of those that are damaged, the log says how many.
    """
    leidas, malas = [], 0
    for fila in conexion.execute(_POR_NUMERO, (json.dumps(numeros),)):
        try:
            leidas.append(a_pregunta(fila))
        except (ValueError, TypeError):
            malas += 1
    if malas:
        _diario.warning("[REGISTRO] Preguntas dañadas que no se muestran: %d.", malas)
    return tuple(leidas)


def hallar(conexion: sqlite3.Connection, pregunta: str) -> PreguntaGuardada | None:
    """Return the question of an id, if it is in the file and can be read."""
    numeros = _columna(conexion, "SELECT n FROM preguntas WHERE id = ?", pregunta)
    return next(iter(leer_filas(conexion, numeros)), None)


def valoradas(
    conexion: sqlite3.Connection, pagina: Pagina, voto: str | None = None, estado: str | None = None
) -> Lista:
    """Return one page of the questions rated with a vote, or with any, latest rating first.

    estado: only what is `atendida`, or `pendiente`: a «no» or any comment that is not.
    """
    numeros = _columna(conexion, _VALORADAS, voto, estado)
    return Lista(len(numeros), leer_filas(conexion, pagina.de(numeros)))


def _columna(conexion: sqlite3.Connection, consulta: str, *datos: Any) -> tuple[Any, ...]:
    return tuple(fila[0] for fila in conexion.execute(consulta, datos))


def _resumir(conexion: sqlite3.Connection) -> Resumen:
    alertas, frases = (
        {str(valor): cuantas for valor, cuantas in conexion.execute(consulta)}
        for consulta in (_ALERTAS, _FRASES)
    )
    return Resumen(
        por_alerta=alertas,
        por_frase=frases,
        total_s=_medir(conexion, "SELECT total_s FROM elegidas WHERE total_s NOT NULL"),
        cola_s=_medir(conexion, "SELECT cola_s FROM elegidas WHERE cola_s NOT NULL"),
        lentas=_abreviar(conexion, _LENTAS, LENTAS),
        sin_respuesta=_abreviar(conexion, _SIN_CONTEXTO, Alerta.SIN_CONTEXTO, SIN_RESPUESTA),
    )


def _medir(conexion: sqlite3.Connection, consulta: str) -> MedidaDeTiempo:
    if not (duraciones := _columna(conexion, consulta)):
        return MedidaDeTiempo(None, None)
    # Each is one of the durations (nearest rank).
    return MedidaDeTiempo(*np.quantile(duraciones, (0.5, 0.95), method="inverted_cdf").tolist())


def _abreviar(conexion: sqlite3.Connection, consulta: str, *datos: Any) -> tuple[Breve, ...]:
    filas = leer_filas(conexion, _columna(conexion, consulta, *datos))
    return tuple(Breve(f.id, f.momento, f.pregunta, f.tiempos.get("total_s")) for f in filas)


def ultimos_cambios(conexion: sqlite3.Connection, cuantos: int) -> list[CambioAnotado]:
    """Return the last changes of the library, the latest first."""
    filas = conexion.execute(
        "SELECT momento, quien, que FROM cambios ORDER BY n DESC LIMIT ?", (cuantos,)
    )
    return [CambioAnotado(datetime.fromisoformat(m), quien, que) for m, quien, que in filas]
