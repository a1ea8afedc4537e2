"""How a reload went, and the rule that decides whether a new index takes over. Frozen values."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

from siaa.biblioteca.indice import Indice
from siaa.errores import ErrorInterno, ErrorSIAA, RecargaRechazada
from siaa.examen import ComparacionExamen

NOMBRES_MOSTRADOS: Final = 10
PERDIDAS_MOSTRADAS: Final = 10


class Resultado(StrEnum):
    """What became of a reload; only the first two put the new index in force."""

    APLICADA = "aplicada"
    FORZADA = "forzada"
    RECHAZADA = "rechazada"
    FALLIDA = "fallida"


@dataclass(frozen=True, slots=True)
class Cambios:
    """What a reload changed, by document key."""

    agregados: tuple[str, ...] = ()
    modificados: tuple[str, ...] = ()
    retirados: tuple[str, ...] = ()

    @property
    def en_palabras(self) -> str:
        """The changes in Spanish, for the log."""
        clases = asdict(self).items()
        partes = (f"{que} {len(claves)} ({enumerar(claves)})" for que, claves in clases if claves)
        return "; ".join(partes) or "ningún documento cambió"


@dataclass(frozen=True, slots=True)
class Recarga:
    """The last reload. motivo: what a person should know about its result, in Spanish."""

    cuando: datetime
    resultado: Resultado
    cambios: Cambios
    examen: ComparacionExamen | None
    motivo: str | None


def decidir(
    cambios: Cambios,
    examen: ComparacionExamen | None,
    forzar: bool,
    aviso: str | None,
    males: str | None,
) -> Recarga:
    """Return what becomes of a new index: one with which fewer questions find their document is
    refused unless `forzar`. males: what is wrong with it that is not with the old one.
    """
    ahora = datetime.now(UTC)
    if examen is None or not examen.empeora:
        return Recarga(ahora, Resultado.APLICADA, cambios, examen, aviso)
    cuenta = (
        f"de {examen.total} preguntas de evaluacion.jsonl encuentran su documento "
        f"{examen.despues} (antes {examen.antes})"
    )
    resultado, motivo = Resultado.FORZADA, f"Se recargó a la fuerza: {cuenta}."
    if not forzar:
        resultado = Resultado.RECHAZADA
        motivo = (
            f"La recarga se rechazó: {cuenta}. {males or 'Revise los documentos.'} Sigue en uso la "
            "biblioteca anterior; si el cambio es lo que quiere, llame a POST "
            "/siaa/recargar?forzar=1."
        )
    return Recarga(ahora, resultado, cambios, examen, f"{motivo} {aviso or ''}".strip())


def fallida(error: BaseException) -> Recarga:
    """Return the reload that ended with an error."""
    motivo = error.mensaje if isinstance(error, ErrorSIAA) else ErrorInterno.mensaje_base
    return Recarga(datetime.now(UTC), Resultado.FALLIDA, Cambios(), None, motivo)


def rechazo(motivo: str | None, examen: ComparacionExamen) -> RecargaRechazada:
    """Return a refused reload as the error that its caller gets."""
    perdidas = [
        {"pregunta": v.pregunta, "documento": v.documento, "ahora": v.elegidos}
        for v in examen.perdidas[:PERDIDAS_MOSTRADAS]
    ]
    return RecargaRechazada(motivo, {**asdict(examen), "perdidas": perdidas})


def comparar(anterior: Indice, nuevo: Indice) -> Cambios:
    """Return which documents came, changed and went between two indexes."""
    antes, ahora = _huellas(anterior), _huellas(nuevo)
    return Cambios(
        agregados=tuple(sorted(ahora.keys() - antes.keys())),
        modificados=tuple(sorted(c for c in ahora.keys() & antes.keys() if ahora[c] != antes[c])),
        retirados=tuple(sorted(antes.keys() - ahora.keys())),
    )


def de_otro(anterior: Indice, nuevo: Indice) -> str | None:
    """Say which names are now those of another file, though the one that had them is there."""
    claves = {documento.ruta: clave for clave, documento in nuevo.documentos.items()}
    pasados = [
        f"«{clave}» era «{d.ruta}» y ahora es «{nuevo.documentos[clave].ruta}»: lo que de él dicen "
        f"catalogo.toml y evaluacion.jsonl es ya del segundo; para el primero escriba "
        f"«{claves[d.ruta]}»."
        for clave, d in anterior.documentos.items()
        if clave in nuevo.documentos and claves.get(d.ruta, clave) != clave
    ]
    return " ".join(pasados[:NOMBRES_MOSTRADOS]) or None


def males_nuevos(anterior: Indice, nuevo: Indice) -> str | None:
    """Say what is wrong with an index that was not with the one before: it may be why it loses."""
    omitidos = [omitido for omitido in nuevo.omitidos if not omitido.en_espera]
    males = [
        *(aviso for aviso in nuevo.avisos if aviso not in anterior.avisos),
        *(f"{o.archivo}: {o.razon}." for o in omitidos if o not in anterior.omitidos),
    ]
    resto = len(males) - NOMBRES_MOSTRADOS
    cuenta = [f"Y {resto} avisos más."] if resto > 0 else []
    return " ".join([*males[:NOMBRES_MOSTRADOS], *cuenta]) or None


def _huellas(indice: Indice) -> Mapping[str, str]:
    return {clave: documento.texto.huella for clave, documento in indice.documentos.items()}


def enumerar(claves: Sequence[str]) -> str:
    """Return the first names of a list, and how many more there are."""
    dichas = ", ".join(claves[:NOMBRES_MOSTRADOS])
    resto = len(claves) - NOMBRES_MOSTRADOS
    return f"{dichas} y {resto} más" if resto > 0 else dichas
