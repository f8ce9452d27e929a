"""Signals, from the library of TC texts that comes with the package."""

from . import _library


def __getattr__(name: str) -> _library.LibraryOperator:
    found = _library.operator("signal", name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(_library.homes("signal"))
