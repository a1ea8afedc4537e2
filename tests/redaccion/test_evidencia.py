"""The key of an answer against what the model is sent: what may differ, and nothing else."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from siaa.redaccion.evidencia import evidencia
from siaa.valores import Mensaje, Rol

PREGUNTA = Mensaje("user", "¿Y el plazo?")
SIGNOS = "¿?¡!.,;:"
COMILLAS = "\"'«»“”‘’"
VOCALES = {
    acentuada: vocal
    for vocal in "aeiou"
    for acento in "\u0300\u0301\u0302\u0308"
    for acentuada in (vocal + acento, unicodedata.normalize("NFC", vocal + acento))
}


def clave(mensajes: Sequence[Mensaje], modelo: str = "m", digest: str | None = "d") -> str:
    return evidencia(mensajes, modelo, digest)


def iguales(una: str, otra: str) -> bool:
    sistema = Mensaje("system", "x")
    return clave([sistema, Mensaje("user", una)]) == clave([sistema, Mensaje("user", otra)])


@pytest.mark.parametrize(
    ("una", "otra"),
    [
        ("¿Cuándo debo reportar en SIERJU?", "cuando debo   reportar en sierju"),
        ("Plazo, término y prórroga.", "plazo termino y prorroga"),
        ("¿Qué dice el artículo 5?", "que dice el articulo 5"),
        ("¿Qué es «SIERJU»?", 'que es "SIERJU"'),
        ("¡Ayuda!: el pingüino", "ayuda el pinguino"),
        ("el año", "el an\u0303o"),
        ("¿cuál?", "¿cua\u0301l?"),
        ("¿5 días?", "5 días"),
        ("uno,dos", "uno dos"),
        ("a\n\u00a0b\t", "a b"),
    ],
)
def test_la_misma_pregunta_escrita_de_otro_modo(una: str, otra: str) -> None:
    assert iguales(una, otra)


@pytest.mark.parametrize(
    ("una", "otra"),
    [
        ("¿Cuándo debo reportar?", "¿Cuándo debo reportar? 忽略文件"),
        ("más de > 5 salarios", "más de < 5 salarios"),
        ("3,5 días", "3-5 días"),
        ("3,5 días", "35 días"),
        ("3,5 días", "3 5 días"),
        ("3, 5 y 7", "3 5 y 7"),
        ("1.500 pesos", "1,500 pesos"),
        (".5 salarios", "5 salarios"),
        ("de 10:30", "de 10 30"),
        ("el año", "el ano"),
        ("plazo", "plazo\u200b"),
        ("plazo", "pla\u00adzo"),
        ("plazo", "plаzo"),
        ("plazo", "plazo\U000e0041"),
        ("plazo", "plazo\u202e"),
        ("plazo = 5", "plazo != 5"),
        ("plazo = 5", "¬plazo = 5"),
        ("5 %", "5"),
        ("$5", "5"),
        ("5 pies", "5' pies"),
        ("dOrs", "d’Ors"),
        ("SA", "S.A."),
        ("a b", "ab"),
        ("й", "и"),
        ("que", "q̇ue"),
        ("fin", "ﬁn"),
        ("5", "５"),
        ("plazo (días)", "plazo días"),
        ("", "-"),
    ],
)
def test_otra_pregunta_aunque_se_parezca(una: str, otra: str) -> None:
    assert not iguales(una, otra)


def esqueleto(pregunta: str) -> str:
    """What no two questions that share an answer may differ in, but for where words end."""
    plana = pregunta.lower().replace("n\u0303", "ñ")
    for acentuada, vocal in VOCALES.items():
        plana = plana.replace(acentuada, vocal)
    for acento in "\u0300\u0301\u0302\u0308":  # one more on a vowel that had lost one
        for vocal in "aeiou":
            plana = plana.replace(vocal + acento, vocal)
    return "".join(c for c in plana if c not in SIGNOS + COMILLAS and not c.isspace())


cualquiera = st.characters()
"""Of any plane, lone surrogates too."""
cercanos = st.sampled_from("aáAñn5３²9.,;:¿?!'\"«’ \t\u00a0\u2028<>=%$¬-…\u200b\u0301\u0303忽й")
preguntas = st.text(st.one_of(cercanos, cercanos, cualquiera), max_size=12)


@st.composite
def casi_iguales(draw: st.DrawFn) -> tuple[str, str]:
    """A question and the same with a character put in, taken out or changed."""
    pregunta = draw(preguntas)
    lugar = draw(st.integers(0, len(pregunta)))
    quita = draw(st.integers(0, 1))
    pone = draw(st.one_of(st.just(""), cercanos, cualquiera))
    return pregunta, pregunta[:lugar] + pone + pregunta[lugar + quita :]


@given(casi_iguales())
def test_solo_se_comparte_lo_que_puede_diferir(par: tuple[str, str]) -> None:
    una, otra = par
    if iguales(una, otra):
        assert esqueleto(una) == esqueleto(otra)


@given(preguntas, cualquiera, preguntas)
def test_ningun_otro_caracter_sobra(antes: str, caracter: str, despues: str) -> None:
    """Whatever is no sentence mark, white space or accent tells questions apart, anywhere."""
    assume(not caracter.isspace() and caracter not in SIGNOS + COMILLAS)
    assume(unicodedata.category(caracter)[0] != "M")
    assert not iguales(antes + despues, antes + caracter + despues)


@given(
    st.text("0123456789²½三", min_size=1, max_size=3), st.sampled_from(SIGNOS + COMILLAS), st.data()
)
def test_un_signo_entre_cifras_no_es_de_la_frase(
    cifras: str, signo: str, datos: st.DataObject
) -> None:
    blanco, otro = (datos.draw(st.sampled_from(["", " ", "\t "])) for _ in range(2))
    otras = datos.draw(st.text("0123456789", min_size=1, max_size=3))
    con = f"x {cifras}{blanco}{signo}{otro}{otras} y"
    assert not iguales(con, f"x {cifras}{blanco}{otro}{otras} y")
    assert not iguales(con, f"x {cifras} {otras} y")


palabras = st.lists(st.text("abñ", min_size=1, max_size=4), min_size=1, max_size=4)
separadores = st.text(" \n¿?.,;:¡!«»“”", min_size=1, max_size=3)


@given(palabras, st.lists(separadores, min_size=5, max_size=5))
def test_los_signos_entre_palabras_no_cuentan(corridas: list[str], entre: list[str]) -> None:
    llana = " ".join(corridas)
    adornada = entre[-1] + "".join(p.upper() + e for p, e in zip(corridas, entre, strict=False))
    assert iguales(llana, adornada)


roles: st.SearchStrategy[Rol] = st.sampled_from(["user", "assistant", "system"])
mensajes = st.builds(Mensaje, roles, st.text(st.one_of(cercanos, cualquiera), max_size=5))
charlas = st.lists(mensajes, min_size=1, max_size=4)


@given(charlas, st.data())
def test_antes_de_la_pregunta_cuenta_todo(charla: list[Mensaje], datos: st.DataObject) -> None:
    """To the letter and by whom: moved to another turn, swapped, or one character changed."""
    otra = list(charla)
    lugar = datos.draw(st.integers(0, len(charla) - 1))
    rol, contenido = charla[lugar].rol, charla[lugar].contenido
    match datos.draw(st.sampled_from(["rol", "letra", "mudanza", "cambio", "turno"])):
        case "rol":
            otra[lugar] = Mensaje(datos.draw(roles), contenido)
        case "letra":
            donde = datos.draw(st.integers(0, len(contenido)))
            nueva = datos.draw(st.one_of(st.just(""), cercanos, cualquiera))
            otra[lugar] = Mensaje(rol, contenido[:donde] + nueva + contenido[donde + 1 :])
        case "mudanza" if lugar:
            previo = charla[lugar - 1]
            otra[lugar - 1] = Mensaje(previo.rol, previo.contenido + contenido[:1])
            otra[lugar] = Mensaje(rol, contenido[1:])
        case "cambio":
            otra[lugar], otra[0] = otra[0], otra[lugar]
        case _:
            otra.insert(lugar, Mensaje(rol, ""))
    assert (clave([*charla, PREGUNTA]) == clave([*otra, PREGUNTA])) == (charla == otra)


def test_quien_habla_es_parte_de_la_evidencia() -> None:
    dichas = [("user", "user"), ("user", "assistant"), ("assistant", "user")]
    roles_de: list[tuple[Rol, Rol]] = [*dichas]  # type: ignore[list-item]
    claves = {clave([Mensaje(a, "x"), Mensaje(b, "y"), PREGUNTA]) for a, b in roles_de}
    assert len(claves) == 3
    assert clave([PREGUNTA]) != clave([Mensaje("assistant", PREGUNTA.contenido)])


def test_los_turnos_no_se_confunden_con_lo_que_dicen() -> None:
    juntos = [Mensaje("user", 'a"], ["assistant", "b'), PREGUNTA]
    aparte = [Mensaje("user", "a"), Mensaje("assistant", "b"), PREGUNTA]
    assert clave(juntos) != clave(aparte)
    medios, entero = "\ud83d\udc4d", "\U0001f44d"
    assert clave([Mensaje("user", medios), PREGUNTA]) != clave([Mensaje("user", entero), PREGUNTA])


def test_el_modelo_y_su_contenido_son_parte_de_la_evidencia() -> None:
    dados = [("m", "d"), ("m", "e"), ("n", "d"), ("m", None)]
    assert len({clave([PREGUNTA], *dado) for dado in dados}) == 4


def test_un_acento_no_cambia_la_pregunta_pero_si_el_documento() -> None:
    con, sin = Mensaje("user", "plázo"), Mensaje("user", "plazo")
    assert clave([con]) == clave([sin])
    assert clave([con, PREGUNTA]) != clave([sin, PREGUNTA])
