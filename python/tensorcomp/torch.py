"""Operators as operators of PyTorch, which `torch.compile`, `torch.export` and autograd understand.

    tc.torch.register(m.mm, "mylib::mm", backward=b.mm_grad)
    torch.ops.mylib.mm(A, B)
"""

from typing import Any

from ._operators import Operator

_NUMBERS = {"bool": "bool", "int8": "int", "int16": "int", "int32": "int", "int64": "int", "uint8": "int", "uint16": "int", "uint32": "int", "uint64": "int"}


def _schema(operator: Operator) -> str:
    """The signature in the notation of PyTorch; an input without dimensions is a number."""
    inputs = [(name, dtype, extents) for name, role, dtype, extents in operator.declared() if role == "in"]
    given = [f"{'Tensor' if extents else _NUMBERS.get(dtype, 'float')} {name}" for name, dtype, extents in inputs]
    outputs = sum(role != "in" for _, role, _, _ in operator.declared())
    return f"({', '.join(given)}) -> " + ("Tensor" if outputs == 1 else f"({', '.join(['Tensor'] * outputs)})")


def _arguments(forward: Operator, backward: Operator) -> tuple[list[str], list[str], list[str]]:
    """The inputs that the backward operator takes, in its order, the outputs of the forward one, and the gradients that come of it."""
    outputs = [name for name, role, _, _ in forward.declared() if role != "in"]
    known = {*forward.inputs, *outputs, *(f"d_{name}" for name in outputs)}
    unknown = [name for name in backward.inputs if name not in known]
    made = [name for name, role, _, _ in backward.declared() if role != "in"]
    foreign = [name for name in made if name.removeprefix("d_") not in forward.inputs or not name.startswith("d_")]
    if unknown or foreign:
        raise ValueError(
            f"backward `{backward.name}`: expected inputs named as inputs and outputs of `{forward.name}` and as gradients of outputs ({', '.join(sorted(known))}), "
            f"and outputs `d_` with the name of an input; found {', '.join(unknown + foreign)}"
        )
    return backward.inputs, outputs, made


def register(operator: Operator, name: str, backward: Operator | None = None) -> Any:
    """Makes `torch.ops.NAMESPACE.NAME` of an operator, for tensors on the CPU, and returns it.

    name      as in "mylib::mm"
    backward  an operator that makes the gradients: its inputs are named as inputs or outputs of the forward operator, and `d_C` for the gradient of an output C; its outputs are
              `d_A` for the gradient of an input A. Without it, the operator has no gradient.

    The shapes of outputs under `torch.compile` come from the same inference as everywhere.
    """
    import torch

    names = operator.inputs
    linked = _arguments(operator, backward) if backward is not None else None

    def plain(value: Any) -> Any:
        return value.detach() if isinstance(value, torch.Tensor) else value

    def run(*inputs: Any) -> Any:
        return operator(*map(plain, inputs))

    def fake(*inputs: Any) -> Any:
        given = [tuple(map(int, one.shape)) if isinstance(one, torch.Tensor) else one for one in inputs]
        first = next(one for one in inputs if isinstance(one, torch.Tensor))
        made = [first.new_empty(one.shape, dtype=getattr(torch, one.dtype)) for one in operator.infer(*given)]
        return made[0] if len(made) == 1 else tuple(made)

    made = torch.library.custom_op(name, run, mutates_args=(), device_types="cpu", schema=_schema(operator))
    made.register_fake(fake)
    if linked is not None and backward is not None:
        _register_gradient(made, names, backward, linked, plain)
    return made


def _register_gradient(made: Any, names: list[str], backward: Operator, linked: tuple[list[str], list[str], list[str]], plain: Any) -> None:
    """The gradient is an operator of PyTorch itself, so that compiled graphs keep it."""
    taken, outputs, gradients = linked

    def setup(ctx: Any, inputs: Any, output: Any) -> None:
        results = output if isinstance(output, tuple) else (output,)
        values = dict(zip(names, inputs)) | dict(zip(outputs, results))
        import torch

        ctx.tensors = [name for name in taken if isinstance(values.get(name), torch.Tensor)]
        ctx.numbers = {name: values[name] for name in taken if name in values and name not in ctx.tensors}
        ctx.save_for_backward(*(values[name] for name in ctx.tensors))

    inner = register(backward, f"{made._qualname}_backward")

    def gradient(ctx: Any, *of_outputs: Any) -> Any:
        values = dict(zip(ctx.tensors, ctx.saved_tensors)) | ctx.numbers | {f"d_{name}": one.contiguous() for name, one in zip(outputs, of_outputs)}
        found = inner(*(values[name] for name in taken))
        by_name = dict(zip(gradients, found if isinstance(found, tuple) else (found,)))
        return tuple(by_name.get(f"d_{name}") for name in names)

    made.register_autograd(gradient, setup_context=setup)
