"""Operators as operators of PyTorch, which `torch.compile`, `torch.export` and autograd understand.

    tc.torch.register(m.mm, "mylib::mm")
    torch.ops.mylib.mm(A, B)

The gradient is derived from the text of the operator; an operator that was written by hand, or an edited one, is given by `backward`.
"""

from dataclasses import dataclass
from typing import Any

from ._errors import CompileError
from ._gradients import Gradient, grad
from ._operators import Operator

_NUMBERS = {"bool": "bool", "int8": "int", "int16": "int", "int32": "int", "int64": "int", "uint8": "int", "uint16": "int", "uint32": "int", "uint64": "int"}


def _schema(operator: Operator) -> str:
    """The signature in the notation of PyTorch; an input without dimensions is a number."""
    inputs = [(name, dtype, extents) for name, role, dtype, extents in operator.declared() if role == "in"]
    given = [f"{'Tensor' if extents else _NUMBERS.get(dtype, 'float')} {name}" for name, dtype, extents in inputs]
    outputs = len(_outputs(operator))
    return f"({', '.join(given)}) -> " + ("Tensor" if outputs == 1 else f"({', '.join(['Tensor'] * outputs)})")


def _outputs(operator: Operator) -> list[str]:
    return [name for name, role, _, _ in operator.declared() if role != "in"]


@dataclass(frozen=True)
class _Linked:
    """How a backward operator belongs to a forward one."""

    backward: Operator
    # Its inputs, in order, and the outputs of the forward operator.
    taken: list[str]
    outputs: list[str]
    # By the inputs of the forward operator: which output of the backward one is the gradient.
    made: dict[str, int]
    # What the forward operator updates in place begins with zeros, so this is what its old contents were.
    zeros: list[str]


def _derived(forward: Operator) -> _Linked | None:
    """The gradient that follows from the text; none where nothing has one, such as for integers."""
    try:
        backward = grad(forward)
    except CompileError as error:
        codes = {one["code"] for one in error.diagnostics if one["severity"] == "error"}
        if codes == {"TC0803"}:
            return None
        help = "give the operator that makes the gradients by `backward`, or `backward=None` for an operator without a gradient"
        raise CompileError(f"{error}\nhelp: {help}", error.diagnostics) from None
    return _linked_by_order(forward, backward)


def _linked_by_order(forward: Operator, backward: Gradient) -> _Linked:
    at = {name: number for number, name in enumerate(_outputs(backward))}
    made = {name: at[gradient] for name, gradient in backward.gradients.items() if name in forward.inputs}
    zeros = [name for name, role, _, _ in forward.declared() if role == "inout"]
    return _Linked(backward, backward.inputs, _outputs(forward), made, zeros)


def _linked_by_name(forward: Operator, backward: Operator) -> _Linked:
    outputs, made = _outputs(forward), _outputs(backward)
    known = {*forward.inputs, *outputs, *(f"d_{name}" for name in outputs)}
    unknown = [name for name in backward.inputs if name not in known]
    foreign = [name for name in made if name.removeprefix("d_") not in forward.inputs or not name.startswith("d_")]
    if unknown or foreign:
        raise ValueError(
            f"backward `{backward.name}`: expected inputs named as inputs and outputs of `{forward.name}` and as gradients of outputs ({', '.join(sorted(known))}), "
            f"and outputs `d_` with the name of an input; found {', '.join(unknown + foreign)}"
        )
    return _Linked(backward, backward.inputs, outputs, {name.removeprefix("d_"): number for number, name in enumerate(made)}, [])


def _linked(forward: Operator, backward: Operator | str | None) -> _Linked | None:
    if isinstance(backward, str):
        if backward != "derive":
            raise ValueError(f"backward: expected an operator, None or 'derive', found {backward!r}")
        return _derived(forward)
    if isinstance(backward, Gradient):
        return _linked_by_order(forward, backward)
    return _linked_by_name(forward, backward) if backward is not None else None


def register(operator: Operator, name: str, backward: Operator | str | None = "derive") -> Any:
    """Makes `torch.ops.NAMESPACE.NAME` of an operator, for tensors on the CPU, and returns it.

    name      as in "mylib::mm"
    backward  the gradient is derived from the text, as by `tc.grad`, where nothing is said. Or an operator that makes the gradients: its inputs are named as inputs or outputs of
              the forward operator, and `d_C` for the gradient of an output C; its outputs are `d_A` for the gradient of an input A. With None, the operator has no gradient.

    The shapes of outputs under `torch.compile` come from the same inference as everywhere. A number has no gradient: declare `float(1) a` for one.
    """
    linked = _linked(operator, backward)
    import torch

    def plain(value: Any) -> Any:
        return value.detach() if isinstance(value, torch.Tensor) else value

    updates = any(role == "inout" for _, role, _, _ in operator.declared())

    def run(*inputs: Any) -> Any:
        if not updates:
            return operator(*map(plain, inputs))
        made = fake(*inputs)
        made = made if isinstance(made, tuple) else (made,)
        return operator(*map(plain, inputs), out=tuple(one.zero_() for one in made))

    def fake(*inputs: Any) -> Any:
        given = [tuple(map(int, one.shape)) if isinstance(one, torch.Tensor) else one for one in inputs]
        first = next(one for one in inputs if isinstance(one, torch.Tensor))
        made = [first.new_empty(one.shape, dtype=getattr(torch, one.dtype)) for one in operator.infer(*given)]
        return made[0] if len(made) == 1 else tuple(made)

    made = torch.library.custom_op(name, run, mutates_args=(), device_types="cpu", schema=_schema(operator))
    made.register_fake(fake)
    if linked is not None:
        _register_gradient(made, operator.inputs, linked)
    return made


def _register_gradient(made: Any, names: list[str], linked: _Linked) -> None:
    """The gradient is an operator of PyTorch itself, so that compiled graphs keep it."""
    import torch

    outputs = linked.outputs

    def setup(ctx: Any, inputs: Any, output: Any) -> None:
        results = output if isinstance(output, tuple) else (output,)
        values = dict(zip(outputs, results))
        values |= {name: torch.zeros_like(values[name]) for name in linked.zeros} | dict(zip(names, inputs))
        ctx.tensors = [name for name in linked.taken if isinstance(values.get(name), torch.Tensor)]
        ctx.numbers = {name: values[name] for name in linked.taken if name in values and name not in ctx.tensors}
        ctx.has_gradient = [isinstance(one, torch.Tensor) for one in inputs]
        ctx.save_for_backward(*(values[name] for name in ctx.tensors))

    inner = register(linked.backward, f"{made._qualname}_backward", backward=None)

    def gradient(ctx: Any, *of_outputs: Any) -> Any:
        of_outputs = {f"d_{name}": one.contiguous() for name, one in zip(outputs, of_outputs) if one is not None}
        values = dict(zip(ctx.tensors, ctx.saved_tensors)) | ctx.numbers | of_outputs
        found = inner(*(values[name] for name in linked.taken))
        found = found if isinstance(found, tuple) else (found,)
        return tuple(found[linked.made[name]] if has and name in linked.made else None for name, has in zip(names, ctx.has_gradient))

    made.register_autograd(gradient, setup_context=setup)
