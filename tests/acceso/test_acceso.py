"""Access decided from values alone: addresses, names, origins, tokens, and who is local."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siaa.acceso.direcciones import (
    PUERTOS,
    Origen,
    Sitio,
    cliente,
    es_de_este_equipo,
    leer_direccion,
    leer_origen,
    leer_sitio,
    nombres_de_escucha,
)
from siaa.acceso.permisos import Peticion, Reglas, Tipo, es_local, informe, rechazar

PROXY = "10.0.0.5"
PROXIES = tuple(ip_network(red) for red in (PROXY, "192.168.7.0/24", "fd00:1::/32"))
DE_PROXIES = st.sampled_from([PROXY, "192.168.7.1", "192.168.7.254", "fd00:1::9"])
DIRECCIONES = st.ip_addresses().filter(
    lambda d: not any(leer_direccion(str(d)) in red for red in PROXIES)
)
NOMBRES = st.from_regex(r"[a-z0-9][a-z0-9-]{0,20}(\.[a-z][a-z0-9-]{0,9}){0,3}", fullmatch=True)
BASURA = st.text(st.characters(max_codepoint=0xFF), max_size=60)


def como_host(direccion: object) -> str:
    """An address as a Host header needs it."""
    return f"[{direccion}]" if isinstance(direccion, IPv6Address) else str(direccion)


# --- Addresses ------------------------------------------------------------------------------


@given(BASURA | st.text(max_size=30))
def test_ningun_texto_tumba_la_lectura(texto: str) -> None:
    sitio, origen = leer_sitio(texto), leer_origen(texto)
    for leido in (sitio, origen):
        if leido is not None:
            assert set(leido.nombre) <= set("abcdefghijklmnopqrstuvwxyz0123456789_-.:")
            assert leido.puerto is None or 0 <= leido.puerto <= 65535
    direccion = leer_direccion(texto)
    assert direccion is None or leer_direccion(str(direccion)) == direccion


@given(st.ip_addresses() | NOMBRES, st.none() | st.integers(0, 65535))
def test_un_host_se_lee_como_se_escribio(nombre: Any, puerto: int | None) -> None:
    escrito = como_host(nombre)
    con_puerto = escrito if puerto is None else f"{escrito}:{puerto}"
    canonico = str(leer_direccion(str(nombre)) or nombre)
    assert leer_sitio(con_puerto) == leer_sitio(con_puerto.upper()) == Sitio(canonico, puerto)


@pytest.mark.parametrize(
    "texto",
    [
        "", ":", ":80", "a b", "a,b", "localhost, otro", "localhost:puerto", "localhost:65536",
        "localhost:999999", "[::1", "::1", "[::1]x", "[1.2.3.4]", "[]", "[::1%eth0]", "usuario@a",
        "a/b", "a..b", ".a", "localhost\n", "localhost\r\nX: y", "ｌocalhost", "localhost:٣",
        "-\x00",
    ],
)  # fmt: skip
def test_lo_que_no_es_un_host(texto: str) -> None:
    assert leer_sitio(texto) is None


@pytest.mark.parametrize(
    ("texto", "sitio"),
    [
        ("LocalHost:5000", Sitio("localhost", 5000)),
        ("localhost.", Sitio("localhost", None)),
        ("localhost:", Sitio("localhost", None)),
        ("[0:0::1]:80", Sitio("::1", 80)),
        ("[::ffff:127.0.0.1]", Sitio("127.0.0.1", None)),
        ("equipo_7.juzgado", Sitio("equipo_7.juzgado", None)),
    ],
)
def test_formas_de_un_host(texto: str, sitio: Sitio) -> None:
    assert leer_sitio(texto) == sitio


@pytest.mark.parametrize(
    ("nombre", "es"),
    [
        *((nombre, True) for nombre in ("localhost", "127.0.0.1", "127.8.9.1", "::1")),
        *(
            (nombre, False)
            for nombre in ("0.0.0.0", "::", "10.0.0.1", "127.1", "localhost.com", "")
        ),
        ("::ffff:127.0.0.1", True),
    ],
)
def test_nombres_de_este_equipo(nombre: str, es: bool) -> None:
    assert es_de_este_equipo(nombre) is es


@pytest.mark.parametrize(
    ("host", "nombres"),
    [
        *((host, set()) for host in ("0.0.0.0", "::")),
        ("192.0.2.7", {"192.0.2.7"}),
        ("0:0::7", {"::7"}),
        ("Servidor", {"servidor"}),
    ],
)
def test_escuchar_en_una_direccion_le_da_nombre(host: str, nombres: set[str]) -> None:
    assert nombres_de_escucha(host) == nombres


@given(
    NOMBRES | st.ip_addresses(), st.sampled_from(sorted(PUERTOS)), st.none() | st.integers(1, 65535)
)
def test_una_pagina_puede_llamar_a_su_propio_sitio(
    nombre: Any, esquema: str, puerto: int | None
) -> None:
    """Browsers leave the port out of Host and Origin alike, or say it in both."""
    sitio = como_host(nombre) + ("" if puerto is None else f":{puerto}")
    origen, host = leer_origen(f"{esquema}://{sitio}"), leer_sitio(sitio)
    assert origen is not None and host is not None and origen.es_de(host)
    sin_puerto = leer_sitio(como_host(nombre))
    assert sin_puerto is not None
    assert origen.es_de(sin_puerto) is (puerto in (None, PUERTOS[esquema]))


@pytest.mark.parametrize(
    "texto",
    [
        "null", "", "file://", "file://localhost", "http://", "localhost", "http:localhost",
        "ftp://localhost", "http://localhost/", "http://a@localhost", "http://localhost#",
        "http://localhost http://otro", "chrome-extension://abc", "http//localhost",
    ],
)  # fmt: skip
def test_lo_que_no_es_un_origen(texto: str) -> None:
    assert leer_origen(texto) is None


# --- Clients behind proxies -------------------------------------------------------------------


@given(st.ip_addresses().map(str) | st.text(max_size=20), st.text(max_size=80))
def test_ningun_reenvio_tumba_a_nadie(par: str, reenviado: str) -> None:
    hallado = cliente(par, reenviado, PROXIES)
    assert hallado == par or leer_direccion(hallado) is not None


@given(DIRECCIONES, st.text(max_size=40) | st.ip_addresses().map(str))
def test_a_quien_no_es_proxy_no_se_le_cree(par: object, reenviado: str) -> None:
    assert cliente(str(par), reenviado, PROXIES) == str(leer_direccion(str(par)))


@given(DIRECCIONES, st.lists(DE_PROXIES, max_size=4), DE_PROXIES, st.lists(BASURA, max_size=3))
def test_el_cliente_es_el_mas_cercano_que_no_es_proxy(
    quien: object, intermedios: list[str], par: str, inventado: list[str]
) -> None:
    """Whatever the client itself wrote before does not count."""
    cabecera = ", ".join([*inventado, str(quien), *intermedios])
    assert cliente(par, cabecera, PROXIES) == str(leer_direccion(str(quien)))


@pytest.mark.parametrize(
    ("reenviado", "quien"),
    [
        ("", PROXY),
        ("no-es", PROXY),
        ("203.0.113.9, no-es", PROXY),
        ("203.0.113.9, no-es, 192.168.7.1", "192.168.7.1"),
        ("203.0.113.9:4711", "203.0.113.9"),
        ("[2001:db8::1]:4711", "2001:db8::1"),
        ("2001:DB8:0::1", "2001:db8::1"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("198.51.100.1,203.0.113.9 ,\t192.168.7.1", "203.0.113.9"),
        ("192.168.7.1, 192.168.7.2", "192.168.7.1"),
        ("unknown", PROXY),
        ("203.0.113.9,", PROXY),
    ],
)
def test_reenvios_con_su_cliente(reenviado: str, quien: str) -> None:
    assert cliente(PROXY, reenviado, PROXIES) == quien


# --- Decisions --------------------------------------------------------------------------------

ESCRIBIR = Peticion(Tipo.CONSULTA, "POST", "127.0.0.1", "localhost:5000")


def peticion(**cambios: Any) -> Peticion:
    datos: dict[str, Any] = {
        "tipo": Tipo.CONSULTA, "metodo": "POST", "par": "127.0.0.1", "host": "localhost:5000",
    }  # fmt: skip
    return Peticion(**(datos | cambios))


def estado(reglas: Reglas, **cambios: Any) -> int:
    """The status of a refusal; 0 to be let in."""
    rechazo = rechazar(reglas, peticion(**cambios))
    return 0 if rechazo is None else int(rechazo.estado)


@pytest.mark.parametrize("tipo", Tipo)
@pytest.mark.parametrize("metodo", ["GET", "HEAD", "POST", "DELETE", "PUT", "INVENTO"])
@pytest.mark.parametrize("host", ["malo.ejemplo", "malo.ejemplo:5000", "", "localhost, malo"])
def test_con_otro_nombre_no_se_atiende(tipo: Tipo, metodo: str, host: str) -> None:
    abierta = tipo is Tipo.ABIERTA and metodo in ("GET", "HEAD")
    assert estado(Reglas(), tipo=tipo, metodo=metodo, host=host) == (0 if abierta else 421)


@pytest.mark.parametrize(
    "host", ["127.0.0.1:5000", "localhost", "[::1]:5000", "127.4.5.6", "SIAA.lan"]
)
def test_con_sus_nombres_se_atiende(host: str) -> None:
    assert estado(Reglas(hosts=frozenset({"siaa.lan"})), host=host) == 0


@pytest.mark.parametrize(
    ("origen", "esperado"),
    [
        (None, 0),
        ("http://localhost:5000", 0),
        ("https://intranet.ejemplo", 0),
        ("https://intranet.ejemplo:443", 0),
        ("http://intranet.ejemplo", 403),
        ("http://localhost", 403),
        ("http://localhost:5001", 403),
        ("http://127.0.0.1:5000", 403),
        ("http://malo.ejemplo", 403),
        ("null", 403),
        ("", 403),
        ("http://localhost:5000, http://malo.ejemplo", 403),
    ],
)
def test_de_que_pagina_puede_venir(origen: str | None, esperado: int) -> None:
    reglas = Reglas(origenes=frozenset({Origen("https", "intranet.ejemplo", 443)}))
    for metodo in ("POST", "DELETE"):
        assert estado(reglas, origen=origen, metodo=metodo) == esperado
    assert estado(reglas, origen=origen, metodo="GET") == 0


@pytest.mark.parametrize("par", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
def test_lo_local(par: str) -> None:
    assert es_local(Reglas(), peticion(par=par))
    assert not es_local(Reglas(), peticion(par=par, indicio="es HTTP/1.0"))
    assert not es_local(Reglas(proxies=PROXIES), peticion(par=par))


@pytest.mark.parametrize(
    ("origen", "es"),
    [
        (None, True),
        ("http://localhost:5000", True),
        ("https://intranet.ejemplo", False),
        ("http://malo.ejemplo", False),
        ("null", False),
    ],
)
def test_una_pagina_ajena_no_es_local_aunque_pueda_preguntar(origen: str | None, es: bool) -> None:
    """Opened in a browser of this machine it must not act for its administrator."""
    reglas = Reglas(origenes=frozenset({Origen("https", "intranet.ejemplo", 443)}))
    assert es_local(reglas, peticion(origen=origen)) is es
    permitido = 0 if es else 403
    assert estado(reglas, tipo=Tipo.ADMINISTRACION, metodo="GET", origen=origen) == permitido


@pytest.mark.parametrize("par", ["10.0.0.7", "fe80::1%eth0", "", "localhost", "no es", "0.0.0.0"])
def test_lo_que_no_es_local(par: str) -> None:
    assert not es_local(Reglas(), peticion(par=par))
    assert estado(Reglas(), tipo=Tipo.ADMINISTRACION, par=par) == 403


@st.composite
def con_un_desliz(draw: st.DrawFn, texto: str) -> str:
    """The text with one character more, less or different."""
    lugar, letra = draw(st.integers(0, len(texto))), draw(st.characters(max_codepoint=0xFF))
    return texto[:lugar] + draw(st.sampled_from(["", letra])) + texto[lugar + draw(st.booleans()) :]


@given(
    BASURA
    | con_un_desliz("Bearer llave")
    | st.sampled_from(["bearer  llave ", "Basic llave", "llave", "Bearer LLAVE", "Bearer ganzúa"])
)
def test_solo_el_token_abre(autorizacion: str) -> None:
    reglas = Reglas(token_admin="llave", token_preguntas="ganzúa")
    abre = (
        autorizacion.partition(" ")[0].lower() == "bearer"
        and autorizacion[7:].strip(" \t") == "llave"
    )
    datos = {"autorizacion": autorizacion}
    assert estado(reglas, tipo=Tipo.ADMINISTRACION, **datos) == (0 if abre else 401)
    assert estado(reglas, tipo=Tipo.ABIERTA, **datos) == 0


@given(
    st.sampled_from(["GET", "HEAD", "OPTIONS", "POST", "DELETE", "X"]),
    st.sampled_from(["localhost", "127.0.0.1:5000", ""]) | BASURA,
    st.none() | st.sampled_from(["null", "http://localhost"]) | BASURA,
    st.sampled_from(["Bearer ", "Bearer None", "Bearer  ganzúa"]) | BASURA,
    st.booleans(),
)
def test_de_lejos_y_sin_token_nadie_administra(
    metodo: str, host: str, origen: str | None, autorizacion: str, reenviada: bool
) -> None:
    datos = {"tipo": Tipo.ADMINISTRACION, "metodo": metodo, "host": host, "origen": origen}
    datos |= {"autorizacion": autorizacion, "indicio": "es HTTP/1.0" if reenviada else None}
    assert estado(Reglas(), **datos, par="10.0.0.7") in (403, 421)
    assert estado(Reglas("llave", "ganzúa"), **datos) in (401, 403, 421)
    assert estado(Reglas(proxies=PROXIES), **datos, par="127.0.0.1") in (403, 421)


@pytest.mark.parametrize("token", ["ganzúa", "voilà", "Å"])
def test_un_token_con_tildes(token: str) -> None:
    """Clients send UTF-8, WSGI hands over latin-1, and its last character may look like a space."""
    enviado = "Bearer " + token.encode().decode("latin-1")
    assert estado(Reglas(token_preguntas=token), autorizacion=enviado) == 0


def test_las_reglas_no_muestran_los_tokens() -> None:
    assert "llave" not in repr(Reglas(token_admin="llave", token_preguntas="llave"))


def test_un_rechazo_dice_que_hacer() -> None:
    casos = {
        "SIAA_HOSTS": peticion(host="otro.ejemplo"),
        "SIAA_ORIGENES": peticion(origen="null"),
        "SIAA_TOKEN_ADMIN": peticion(tipo=Tipo.ADMINISTRACION, par="10.0.0.1"),
    }
    for ajuste, caso in casos.items():
        rechazo = rechazar(Reglas(), caso)
        assert rechazo is not None and ajuste in rechazo.mensaje
        assert rechazo.estado in (403, 421) and "WWW-Authenticate" not in rechazo.cabeceras
    sin_token = rechazar(Reglas(token_preguntas="x"), peticion())
    assert sin_token is not None and sin_token.cabeceras["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize(
    ("reglas", "host", "frases"),
    [
        (Reglas(), "127.0.0.1", ("solo este equipo", "sin token", "quien llegue, sin límite")),
        (Reglas("a", "b"), "::1", ("Administración: con token", "Preguntas: con token")),
        (Reglas(proxies=PROXIES), "127.0.0.1", ("por un proxy", "hace falta SIAA_TOKEN_ADMIN")),
        (Reglas(hosts=frozenset({"siaa.lan"})), "0.0.0.0", ("la red, por 0.0.0.0", "siaa.lan")),
    ],
)  # fmt: skip
def test_el_arranque_dice_que_protege(reglas: Reglas, host: str, frases: tuple[str, ...]) -> None:
    dicho = informe(reglas, host, 0)
    assert all(frase in dicho for frase in frases), dicho
    assert "7 consultas por minuto" in informe(reglas, host, 7)


def test_las_direcciones_de_prueba_sirven() -> None:
    assert all(any(ip_address(p) in red for red in PROXIES) for p in (PROXY, "192.168.7.1"))
