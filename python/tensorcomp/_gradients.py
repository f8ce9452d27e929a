"""Gradients: the backward operator of a forward one, derived as text, with the tiling of the forward one to begin with.

    g = tc.grad(m.mm)
    print(g.text)               # TC text, to be read and edited
    d_A, d_B = g(A, B, d_C)
"""

import json
from typing import Any

from . import _engine
from ._operators import Doc, Operator
from ._options import MappingOptions

FLOATING = ("float16", "bfloat16", "float32", "float64")
# Options whose value is a list with a number for each loop.
_OF_LOOPS = ("tile", "block", "grid")


class Gradient(Operator):
    __doc__ = Doc(  # type: ignore[assignment]
        """The gradient of an operator, which is an operator too: it takes the inputs, then `d_Y` for each output Y, and returns `d_X` for each input X.

        text      its definition
        forward   the operator that it is the gradient of
        options   what its calls are mapped by
        remarks   where each of these options comes from, a line each"""
    )

    text: str
    forward: Operator
    remarks: list[str]

    def __reduce__(self) -> tuple[Any, ...]:
        return _gradient, (self.text, self.options.to_dict(), self.forward, self.remarks)

    @property
    def gradients(self) -> dict[str, str]:
        """Of each input of the forward operator that has a gradient: the name of the output that it is. What is updated in place is an input too."""
        of = [name for name, role, dtype, _ in self.forward.declared() if role != "out" and dtype in FLOATING]
        return dict(zip(of, [name for name, role, _, _ in self.declared() if role != "in"], strict=True))


def grad(operator: Operator, options: MappingOptions | None = None) -> Gradient:
    """The gradient of an operator, derived from its text. What has no gradient is refused by a `CompileError` that says where.

    options   of the forward operator; those that it has where they are not given. The gradient begins with them: all but `tile`, `block` and `grid`, which count loops, are
              taken; these are taken if the largest statements of both have as many parallel loops and as many loops of a reduction.

    >>> import tensorcomp as tc
    >>> print(tc.grad(tc.define("def dot(float(N) A, float(N) B) -> (c) { c +=! A(i) * B(i) }").only).text)
    def dot_grad(float(N) A, float(N) B, float d_c) -> (float(N) d_A, float(N) d_B) {
      d_A(i) = d_c * B(i)
      d_B(i) = d_c * A(i)
    }
    <BLANKLINE>
    """
    if not isinstance(operator, Operator):
        raise TypeError(f"expected an operator, such as tc.define(text).only, found {type(operator).__name__}")
    options = operator.options if options is None else options
    if not isinstance(options, MappingOptions):
        raise TypeError(f"options: expected MappingOptions, found {type(options).__name__}")
    text = operator.gradient_text()
    source = _engine.Source(text, f"<gradient of {operator.name}>")
    [name] = source.names()
    taken, remarks = _start(options, operator, Operator(source, name))
    return _gradient(text, taken.to_dict(), operator, remarks)


def _gradient(text: str, options: dict[str, str], forward: Operator, remarks: list[str]) -> Gradient:
    source = _engine.Source(text, f"<gradient of {forward.name}>")
    [name] = source.names()
    made = Gradient(source, name, MappingOptions(options))
    made.text, made.forward, made.remarks = text, forward, remarks
    return made


def _start(options: MappingOptions, forward: Operator, backward: Operator) -> tuple[MappingOptions, list[str]]:
    """The options of the forward operator that fit the gradient, and where each comes from."""
    taken, remarks = {}, []
    if not options.to_dict():
        return MappingOptions(), [f"the defaults of the target, as of `{forward.name}`"]
    of_forward, of_backward = _loops(forward), _loops(backward)
    for name, value in options.to_dict().items():
        if name in _OF_LOOPS and "," in value and not of_backward <= of_forward:
            remarks.append(
                f"{name}: the default; the largest statements of `{backward.name}` have {_shown(of_backward)} loops (parallel + of a reduction), those of `{forward.name}` {_shown(of_forward)}"
            )
        else:
            taken[name] = value
            remarks.append(f"{name}={value}: from `{forward.name}`")
    return MappingOptions(taken), remarks


def _loops(operator: Operator) -> set[tuple[int, int]]:
    """How many parallel loops and loops of a reduction the largest statements have."""
    found = set()
    for one in json.loads(operator.ranges()[1]):
        ranks = {tensor["name"]: len(tensor["extents"]) for tensor in one["tensors"]}
        for statement in one["statements"]:
            parallel = min(ranks[statement["target"]], len(statement["indices"]))
            found.add((parallel, len(statement["indices"]) - parallel))
    most = max(map(sum, found), default=0)
    return {one for one in found if sum(one) == most}


def _shown(loops: set[tuple[int, int]]) -> str:
    return " or ".join(f"{parallel} + {reduced}" for parallel, reduced in sorted(loops))
