"""Values that are made when they are asked for, so that what is on disk stays there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar, overload

T = TypeVar("T")


class Perezosa(Sequence[T]):
    """A tuple whose items are made each time that they are asked for."""

    def __init__(self, largo: int, hacer: Callable[[int], T]) -> None:
        self._lugares = range(largo)
        self._hacer = hacer

    def __len__(self) -> int:
        return len(self._lugares)

    @overload
    def __getitem__(self, lugar: int) -> T: ...

    @overload
    def __getitem__(self, lugar: slice) -> tuple[T, ...]: ...

    def __getitem__(self, lugar: int | slice) -> T | tuple[T, ...]:
        if isinstance(lugar, slice):
            return tuple(map(self._hacer, self._lugares[lugar]))
        return self._hacer(self._lugares[lugar])

    def __iter__(self) -> Iterator[T]:
        return map(self._hacer, self._lugares)

    def __eq__(self, otra: object) -> bool:
        return tuple(self) == tuple(otra) if isinstance(otra, tuple | Perezosa) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))
