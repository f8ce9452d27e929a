"""Compare an operator with what it should compute."""

from typing import Any, Callable

from ._operators import Operator


def assert_close(operator: Operator, *inputs: Any, ref: Callable[..., Any] | None = None, rtol: float = 1e-5, atol: float = 1e-6, **named: Any) -> None:
    """Runs an operator on these inputs, and compares its outputs with those of `ref`, a function on the same arrays; without one, with those of the reference evaluator."""
    import numpy

    found = operator(*inputs, **named)
    due = ref(*inputs) if ref else operator.compile(*inputs, target="reference", **named)(*inputs, **named)
    names = [one.name for one in operator.infer(*inputs, **named)]
    pairs = [(found, due)] if len(names) == 1 else list(zip(found, due, strict=True))
    for name, (one, other) in zip(names, pairs):
        numpy.testing.assert_allclose(numpy.asarray(one), numpy.asarray(other), rtol=rtol, atol=atol, err_msg=f"output {name} of {operator.name}")
