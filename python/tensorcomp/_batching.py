"""Operators for batches: with one more index, so that `vmap` of a framework is one kernel and no loop.

    def mv(float(M,K) A, float(K) x) -> (y) { y(i) +=! A(i,k) * x(k) }

of which `x` is a batch becomes

    def mv_batch(float(M, K) A, float(Batch, K) x) -> (y) { y(b, i) +=! A(i, k) * x(b, k) where b in 0:Batch }

All that is assigned gets the index, also what depends on no batch. The compiler makes the text (`tc_frontend::batch`). There is none of a module (`.mlir`), of a text in SaC, of a call with an expression
of a batch as an argument, and of a call that has none: `batched` gives None for them.
"""

from typing import Iterable

from . import _engine
from ._errors import CompileError
from ._operators import Operator
from ._options import MappingOptions

# Options whose value is a list with a number for each loop, of which a batch has more.
_OF_LOOPS = ("tile", "block", "grid")


def _made(operator: Operator, over: frozenset[str]) -> Operator | None:
    # The size of a batch comes from an input, or from what is updated in place.
    if not over and not any(role == "inout" for _, role, _, _ in operator.declared()):
        return None
    found = operator.batch_text(sorted(over))
    if found is None:
        return None
    name, text = found
    options = {name: value for name, value in operator.options.to_dict().items() if name not in _OF_LOOPS}
    try:
        return Operator(_engine.Source(text, f"<batch of {operator.name}>"), name, MappingOptions(options))
    except CompileError:
        return None


def batched(operator: Operator, over: Iterable[str]) -> Operator | None:
    """The operator that takes batches of these inputs, along a new first dimension, and makes batches of all outputs; None where the text has none."""
    over = frozenset(over)
    known = operator.__dict__.setdefault("_batches", {})
    if over not in known:
        known[over] = _made(operator, over)
    return known[over]
