"""The operators that come with the package: `tc.nn.softmax(x)`."""

import inspect
from functools import cache
from typing import Any

from . import _engine
from ._operators import Kernel, Operator, Operators


@cache
def _all() -> dict[tuple[str, str], tuple[Any, ...]]:
    return {(module, name): (signature, inputs, about, source, example, batch) for module, name, signature, inputs, about, source, example, batch in _engine.library()}


@cache
def _modules() -> dict[str, tuple[str, list[tuple[str, str]]]]:
    return {name: (text, taken) for name, text, taken in _engine.library_modules()}


def homes(module: str) -> dict[str, str]:
    """The names of the operators of a module, each with the module whose text defines it."""
    taken = dict(_modules()[module][1])
    return taken | {name: home for home, name in _all() if home == module}


@cache
def _texts(module: str) -> Operators:
    return Operators(_modules()[module][0], f"<library>/{module}.tc")


def _number(text: str) -> int | float:
    return int(text) if text.lstrip("-").isdigit() else float(text.rstrip("fF"))


class LibraryOperator:
    """An operator of the library: call it with arrays, and with its parameters by name.

    Where the text is for one dimension and works on each element, arrays of any shape are taken; where it is for rows, dimensions in front of the last count as one.
    """

    def __init__(self, module: str, name: str):
        self.__name__ = self.__qualname__ = name
        self._home = homes(module)[name]
        self._described = _all()[self._home, name]
        _, inputs, about, source, example, _ = self._described
        self.__doc__ = f"{self.text_signature}\n\n{about}\n\nSource: {source}\nIn a text: {example}"
        kinds = [
            inspect.Parameter(one, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=inspect.Parameter.empty if default is None else _number(default))
            for one, _, default in inputs
        ]
        out = inspect.Parameter("out", inspect.Parameter.KEYWORD_ONLY, default=None)
        self.__signature__ = inspect.Signature([*kinds, out])

    @property
    def text_signature(self) -> str:
        """As it is written: `def softmax(float(N, D) X) -> (Y)`."""
        return self._described[0]

    @property
    def operator(self) -> Operator:
        """The operator of the text."""
        return _texts(self._home)[self.__name__]

    def compile(self, *inputs: Any, **named: Any) -> Kernel:
        """A kernel, as of any operator: see `Operator.compile`."""
        return self.operator.compile(*inputs, **named)

    def __call__(self, *inputs: Any, out: Any = None, **named: Any) -> Any:
        _, declared, _, _, _, batch = self._described
        shape = tuple(getattr(inputs[0], "shape", ())) if inputs else ()
        rank = {"all": 1, "leading": 2}.get(batch, len(shape))
        if out is not None or len(shape) == rank or len(shape) < rank - 1:
            return self.operator(*inputs, out=out, **named)
        flat = (-1,) if batch == "all" else (-1, shape[-1])
        tensors = {name for name, written, _ in declared if "(" in written}
        taken = [
            one.reshape(flat) if number == 0 or (batch == "all" and name in tensors and getattr(one, "shape", None) == shape) else one
            for number, (one, (name, _, _)) in enumerate(zip(inputs, declared))
        ]
        return self._shaped(self.operator(*taken, *inputs[len(taken) :], **named), shape, batch)

    def _shaped(self, found: Any, shape: tuple[int, ...], batch: str) -> Any:
        if isinstance(found, tuple):
            return tuple(self._shaped(one, shape, batch) for one in found)
        if len(found.shape) == 0:
            return found
        return found.reshape(shape if batch == "all" else (*shape[:-1], *found.shape[1:]))

    def __reduce__(self) -> tuple[Any, ...]:
        return LibraryOperator, (self._home, self.__name__)

    def __repr__(self) -> str:
        return f"<operator {self.text_signature.removeprefix('def ')} of {self._home}>"


def operator(module: str, name: str) -> LibraryOperator:
    """The operator of a module, for its `__getattr__`."""
    if name not in homes(module):
        import difflib

        near = difflib.get_close_matches(name, homes(module), 1)
        raise AttributeError(f"module `{module}` has no operator `{name}`" + (f": did you mean `{near[0]}`?" if near else ""))
    return LibraryOperator(module, name)
