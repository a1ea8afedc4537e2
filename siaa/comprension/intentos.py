"""What a question wants to know: a time, a sanction, a permission… Each intent is a row.

`pide` is looked for in the folded question; `contiene` in a folded passage: one that holds such a
thing (a term, a sanction, a prohibition) is preferred; without it, none is.
"""

import re
from typing import Final

from siaa.biblioteca.lengua.texto import plegar
from siaa.valores import Intento

_NUMERO: Final = (
    r"(?:\d+|un|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|quince|veinte|treinta"
    r"|cuarenta|sesenta|noventa|cien|primer[oa]?s?|segund[oa]|tercer[oa]?|cuart[oa]|quint[oa]"
    r"|sext[oa]|septim[oa]|octav[oa]|noven[oa]|decim[oa])"
)
_TIEMPO: Final = (
    r"(?:dias?|mes(?:es)?|anos?|horas?|semanas?|minutos?|trimestres?|semestres?|bimestres?"
    r"|periodos?)"
)
_SOLO: Final = r"(?<!cuando )(?<!cuanto )(?<!donde )(?<!como )(?<!quien )(?<!quienes )"
"""Who asks when, how or who something has to be does not ask whether it has to."""
_CAMBIO: Final = r"(?:derog|reform|modific|cambi|sustitu|subrog)"
_MES: Final = (
    r"(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)"
)

_OTRO: Final = (
    r"(?:^|¿)\W{0,3}(?:(?:a|con|de|en|para|por) )?"
    r"(?:que|quien(?:es)?|cual(?:es)?|como|cuant[oa]s?|donde)\b"
)
"""The interrogative that opens a question: after it «cuando» only says when that happens."""

INTENTOS: Final = (
    Intento(
        "tiempo",
        "un plazo o una fecha",
        pide=rf"^(?:(?!{_OTRO}).){{0,300}}\bcuando\b|\b(?:y|o|hasta|desde) cuando\b|¿cuando\b"
        r"|\b(?:que|hasta que) (?:dia|fecha|hora|plazo|termino)"
        r"|\bcuanto (?:tiempo|plazo|dura|se? ?demora|tarda|tiene)"
        r"|\bcuant[oa]s (?:dias|meses|anos|horas|semanas|veces)|\bcada cuanto|\bplazo|\bfecha"
        r"|\btermino\b|\bvence|\bhora|(?<!\ba )\btiempo|\bdias\b|\bdemora|\bdura",
        contiene=rf"\b{_NUMERO}(?: \(?\d+\)?)? {_TIEMPO}\b|mas tardar|\bplazo|dentro de l[oa]s?\b"
        r"|termino de|\bantes del?\b|a partir de|\bhasta el\b|anual|mensual|trimestral|semestral"
        rf"|\bdiari|\d de {_MES}|vigencia",
    ),
    Intento(
        "definicion",
        "una definición",
        pide=r"\bque (?:es|son|significa|quiere decir|se entiende|se considera|cuenta como)\b"
        r"|\bdefinicion|\ba que se (?:le )?llama",
        contiene=r"se entiende|entiendese|entenderan?|\bes un[ao]?\b|son aquell|consiste en"
        r"|se denomina|denominase|se considera|definicion|concepto",
    ),
    Intento(
        "quien",
        "a quién le corresponde",
        pide=r"\bquien(?:es)?\b|\b(?:cual|que) (?:entidad|autoridad|funcionario|oficina|juez"
        r"|ministerio|persona)|\bresponsable|\bencargad",
        contiene=r"correspond|\bresponsable|a cargo de|competen"
        r"|\bsera(?:n)? (?:nombrad|designad|elegid|ejercid)|estara|deberan?\b|integrad|funcion",
    ),
    Intento(
        "cuanto",
        "una cantidad",
        pide=r"\bcuant[oa]s?\b(?! al?\b)|\bque (?:porcentaje|valor|monto|sueldo|cantidad)|\bvalor\b"
        r"|\bprecio|\bplata|\bcuesta|\bvale\b|(?<!no )(?<!no l[aoe] )\bpaga|\btarifa|\bsueldo"
        r"|\bsalario",
        contiene=r"\$|\bpesos?\b|salarios? minimos?|%|por ciento|\bvalor\b|tarifa|cuantia"
        r"|\bsuma de|\b\d{2,}\b",
    ),
    Intento(
        "consecuencia",
        "una sanción o consecuencia",
        pide=r"que (?:me |le |nos |les )?(?:puede )?(?:pasa|pasar|pasaria|sucede|ocurre)|\bmulta"
        r"|\bcastig|\bsancion|\bme (?:pueden|van a)|\bquitar|\bcarcel|\bpreso|\bechar|\bincumpl"
        r"|\bsi no (?!se)",
        contiene=r"sancion|multa|suspen|destitu|perdida|perder|incurr|inhabil|decomis|cancel|revoc"
        r"|nul[oa]s?\b|sin efecto|arresto|prision|responsab|caducidad|penas?\b|castig",
    ),
    Intento(
        "permiso",
        "un permiso, un deber o una prohibición",
        pide=rf"{_SOLO}\b(?:pued[eo]n?\b(?! (?:pasar|suceder))|podemos\b|me dejan|tengo que|toca\b"
        r"|deb[oe]\b|hay que|tiene que)|\bse vale|\besta (?:permitido|prohibido)|\bobliga"
        r"|\b(?:tengo|tiene) derecho|\bes (?:legal|obligatori|obligacion)|\bderecho a",
        contiene=r"\bpodran?\b|prohib|permit|autoriz|derecho|obligat|obligad|\bdebe(?:n|ran?)?\b|\bfacult"
        r"|exent|exceptu",
    ),
    Intento(
        "motivo",
        "por qué o para qué",
        pide=r"\bpor que\b|\bpara que\b|\bmotiv|\brazon|\bconsidera",
        contiene=r"\bque es\b|\bcon el fin|necesari|\bpropositos?\b|\bfinalidad|\bobjeto",
    ),
    Intento(
        "firma",
        "quién lo expidió",
        pide=r"\bquien(?:es)? (?:lo |la )?(?:firm|expid|dict|suscrib|sac)"
        r"|\bfirm(?:a|o|aron|antes?)\b"
        r"|\bcuando (?:se|lo) (?:expid|dict|firm)",
        contiene=r"dad[oa] en|publiquese|comuniquese|\bministr|\bpresident|\bsecretari|\bdirector",
    ),
    Intento(
        "vigencia",
        "si está vigente",
        pide=r"\bvigen(?:te|cia)|\bvigor\b|\bderog|\binexequible|\brige\b"
        r"|\b(?:aun|todavia|sigue) (?:rig|val)",
    ),
    Intento(
        "pasado",
        "cómo era antes",
        pide=r"\b(?:en|durante|hasta|antes de|desde)(?: el| los)?(?: años?)?(?: de)?"
        rf"(?: {_MES}(?: de)?)? (?:1[5-9]|20)\d\d\b|\baños (?:\d0|[a-z]{{2,6}}enta)\b"
        r"|\b(?:texto|version|redaccion|legislacion|norma|ley) (?:original|anterior|viej[oa])\b"
        rf"|\bantes (?:de(?: que)? |que )(?:[a-z]{{1,9}} ){{0,3}}{_CAMBIO}|\bantes(?:,|\W{{0,3}}$)"
        r"|\b(?:como|que) (?:era|eran|decian?|regian?|estaban?|fue)\b|\bantiguamente\b"
        rf"|\bestaba vigente|\bya {_CAMBIO}",
    ),
)


def intentos_de(pregunta: str) -> tuple[Intento, ...]:
    """Return what a question wants, in the order of the table; most questions want one or two."""
    plegada = plegar(pregunta)
    return tuple(intento for intento in INTENTOS if re.search(intento.pide, plegada))
