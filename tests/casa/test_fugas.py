"""The detector of sockets left open sees those that listen, and no others."""

from __future__ import annotations

import socket

from conftest import enchufes, que_escuchan


def test_se_ve_el_que_escucha_y_no_el_que_habla() -> None:
    antes = enchufes().keys()
    with socket.create_server(("127.0.0.1", 0)) as escucha:
        oyente = enchufes().keys() - antes
        with socket.create_connection(escucha.getsockname()), escucha.accept()[0]:
            nuevos = enchufes().keys() - antes
            assert len(oyente) == 1 and len(nuevos) == 3
            assert que_escuchan(nuevos) == oyente
    assert enchufes().keys() <= antes and que_escuchan(set()) == set()


def test_se_ve_tambien_en_ipv6() -> None:
    if not socket.has_dualstack_ipv6():
        return
    antes = enchufes().keys()
    with socket.create_server(("::1", 0), family=socket.AF_INET6):
        assert len(que_escuchan(enchufes().keys() - antes)) == 1
