"""Times as people write them."""

from __future__ import annotations

import pytest

from siaa.web.formato import duracion


@pytest.mark.parametrize(
    ("segundos", "dicho"),
    [
        (None, "—"),
        (0.44, "0,4 s"),
        (59.94, "59,9 s"),
        (59.97, "1 min 0 s"),
        (125, "2 min 5 s"),
        (60_000, "1.000 min 0 s"),
    ],
)
def test_un_minuto_es_un_minuto(segundos: float | None, dicho: str) -> None:
    assert duracion(segundos) == dicho
