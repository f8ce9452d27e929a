"""A builder of mapping options, with the names of the command line and of the original."""

import re
from typing import Any

from . import _engine


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


# By the name of a method: the option, and what it does.
_METHODS: dict[str, tuple[str, str]] = {}
for _name, _paper, _doc in _engine.mapping_options():
    for _spelling in {_name, _snake(_paper)}:
        _METHODS[_spelling] = (_name, " ".join(_doc.split()))


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (tuple, list)):
        return ",".join(map(_text, value)) or "none"
    return str(value)


class MappingOptions:
    """How loops are tiled, mapped and promoted. Every method returns new options:

        MappingOptions.naive().tile(32, 32).map_to_threads(32, 8).unroll(64).use_shared_memory(True)

    What is not said is decided by the compiler. `dir(MappingOptions)` has all methods; the page "Mapping options" says what each does.
    """

    def __init__(self, options: dict[str, Any] | None = None):
        self._all: dict[str, str] = {}
        for name, value in (options or {}).items():
            self._set(name, value)

    @classmethod
    def naive(cls) -> "MappingOptions":
        """The defaults of the target."""
        return cls()

    def _set(self, name: str, value: Any) -> None:
        name, _ = _METHODS.get(name, (name, ""))
        _engine.check_option(name, _text(value))
        self._all[name] = _text(value)

    def _with(self, name: str, value: Any) -> "MappingOptions":
        made = MappingOptions(self._all)
        made._set(name, value)
        return made

    def to_dict(self) -> dict[str, str]:
        """What was said, by the names of the command line."""
        return dict(self._all)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MappingOptions) and self._all == other._all

    def __hash__(self) -> int:
        return hash(tuple(sorted(self._all.items())))

    def __repr__(self) -> str:
        return "MappingOptions(" + repr(self._all) + ")"


def _method(spelling: str, name: str, doc: str) -> Any:
    def method(self: MappingOptions, *values: Any) -> MappingOptions:
        if not values:
            raise TypeError(f"{spelling}() needs a value")
        return self._with(name, values[0] if len(values) == 1 else values)

    method.__name__, method.__qualname__, method.__doc__ = spelling, f"MappingOptions.{spelling}", f"Option `{name}`: {doc}."
    return method


for _spelling, (_name, _doc) in _METHODS.items():
    setattr(MappingOptions, _spelling, _method(_spelling, _name, _doc))
