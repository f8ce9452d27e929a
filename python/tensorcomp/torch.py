"""Operators as operators of PyTorch, which `torch.compile`, `torch.export`, autograd, `torch.func` and autocast understand.

    tc.torch.register(m.mm, "mylib::mm")
    torch.ops.mylib.mm(A, B)

The gradient is derived from the text of the operator; an operator that was written by hand, or an edited one, is given by `backward`. It is an operator of PyTorch itself, so that compiled graphs keep
it, and has a gradient of its own, which is derived where a second derivative asks for it.

The transforms of `torch.func` meet a call before autograd does. There it is a `torch.autograd.Function`, whose rule for `vmap` is an operator with one more index (`_batching`), or a loop where the
text has none.
"""

from typing import Any, Callable

from . import _batching
from ._errors import ArgumentError
from ._linked import Linked, outputs_of
from ._linked import linked as _linked
from ._operators import Operator

_NUMBERS = {"bool": "bool", "int8": "int", "int16": "int", "int32": "int", "int64": "int", "uint8": "int", "uint16": "int", "uint32": "int", "uint64": "int"}


def _schema(operator: Operator) -> str:
    """The signature in the notation of PyTorch; an input without dimensions is a number."""
    inputs = [(name, dtype, extents) for name, role, dtype, extents in operator.declared() if role == "in"]
    given = [f"{'Tensor' if extents else _NUMBERS.get(dtype, 'float')} {name}" for name, dtype, extents in inputs]
    outputs = len(outputs_of(operator))
    return f"({', '.join(given)}) -> " + ("Tensor" if outputs == 1 else f"({', '.join(['Tensor'] * outputs)})")


def register(operator: Operator, name: str, backward: Operator | str | None = "derive") -> Any:
    """Makes `torch.ops.NAMESPACE.NAME` of an operator, for tensors on the CPU, and returns it.

    name      as in "mylib::mm"
    backward  the gradient is derived from the text, as by `tc.grad`, where nothing is said. Or an operator that makes the gradients: its inputs are named as inputs or outputs of
              the forward operator, and `d_C` for the gradient of an output C; its outputs are `d_A` for the gradient of an input A. With None, the operator has no gradient.

    The shapes of outputs under `torch.compile` come from the same inference as everywhere. A number has no gradient: declare `float(1) a` for one. Under `torch.autocast`, tensors are cast to the
    types that the operator declares.
    """
    derivative = _linked(operator, backward)
    made = _register(_Registered(operator, name, lambda: derivative, _saves(operator, derivative), is_derived=backward == "derive"), derivative is not None)
    if derivative is not None:
        made._tensorcomp.backward()
    return made


def _saves(operator: Operator, derivative: Linked | None) -> list[str]:
    """What a call keeps for its gradient."""
    outputs = [] if derivative is None or derivative.contents else derivative.outputs
    return [*operator.inputs, *(name for name in outputs if derivative and name in derivative.taken)]


# Registrations end with the library that made them.
_libraries: list[Any] = []


def _register(of: "_Registered", has_gradient: bool) -> Any:
    import torch

    operator, name = of.operator, of.name
    updates = any(role == "inout" for _, role, _, _ in operator.declared())

    def run(*inputs: Any) -> Any:
        inputs = tuple(one.detach() if isinstance(one, torch.Tensor) else one for one in inputs)
        if not updates:
            return operator(*inputs)
        made = fake(*inputs)
        made = made if isinstance(made, tuple) else (made,)
        return operator(*inputs, out=tuple(one.zero_() for one in made))

    def fake(*inputs: Any) -> Any:
        given = [tuple(map(int, one.shape)) if isinstance(one, torch.Tensor) else one for one in inputs]
        first = next(one for one in inputs if isinstance(one, torch.Tensor))
        made = [first.new_empty(one.shape, dtype=getattr(torch, one.dtype)) for one in operator.infer(*given)]
        return made[0] if len(made) == 1 else tuple(made)

    made = torch.library.custom_op(name, run, mutates_args=(), device_types="cpu", schema=_schema(operator))
    made.register_fake(fake)
    made._tensorcomp, of.made = of, made
    if has_gradient:
        made.register_autograd(of.gradient, setup_context=of.setup)
    space, _, own = name.partition("::")
    library = torch.library.Library(space, "FRAGMENT")
    _libraries.append(library)
    function = of.function()
    library.impl(own, lambda *inputs: function.apply(*of.cast(inputs)), "FuncTorchDynamicLayerFrontMode")
    if of.types:
        library.impl(own, of.in_autocast, "AutocastCPU")
    return made


class _Registered:
    """What PyTorch asks of an operator: gradients, batches and casts."""

    made: Any

    def __init__(self, operator: Operator, name: str, derive: Callable[[], Linked | None], saves: list[str], is_derived: bool):
        import torch

        self.operator, self.name, self.saves, self.is_derived = operator, name, saves, is_derived
        self._derive = derive
        self._linked: list[Linked | None] = []
        self._backward: Any = None
        self._batches: dict[tuple[str, ...], Any] = {}
        # Those that autocast casts to.
        self.types = {one: getattr(torch, dtype) for one, role, dtype, extents in operator.declared() if role == "in" and extents and "float" in dtype}

    def linked(self) -> Linked | None:
        if not self._linked:
            self._linked.append(self._derive())
        return self._linked[0]

    def backward(self) -> Any:
        """The operator that makes the gradients, which has one too: it is derived where it is asked for."""
        derivative = self.linked()
        if self._backward is None and derivative is not None:
            self._backward = _register(_with_gradient(derivative.backward, f"{self.name}_backward"), True)
        return self._backward

    def setup(self, ctx: Any, inputs: Any, output: Any) -> None:
        import torch

        results = output if isinstance(output, tuple) else (output,)
        values = dict(zip(outputs_of(self.operator), results)) | dict(zip(self.operator.inputs, inputs))
        ctx.tensors = [name for name in self.saves if isinstance(values[name], torch.Tensor)]
        ctx.numbers = {name: values[name] for name in self.saves if name not in ctx.tensors}
        ctx.save_for_backward(*(values[name] for name in ctx.tensors))

    def gradient(self, ctx: Any, *of_outputs: Any) -> Any:
        import torch

        derivative = self.linked()
        if derivative is None:
            return (None,) * len(self.operator.inputs)
        given = {name: one.contiguous() for name, one in zip(derivative.outputs, of_outputs) if one is not None}
        values = dict(zip(ctx.tensors, ctx.saved_tensors)) | ctx.numbers | {f"d_{name}": one for name, one in given.items()}
        # What is updated in place begins with zeros.
        values |= {name: torch.zeros_like(given[name]) for name in derivative.contents}
        found = self.gradients(derivative, values)
        return tuple(found[derivative.made[name]] if name in derivative.made and name in ctx.tensors else None for name in self.operator.inputs)

    def gradients(self, derivative: Linked, values: dict[str, Any]) -> tuple[Any, ...]:
        found = self.backward()(*(values[name] for name in derivative.taken))
        return found if isinstance(found, tuple) else (found,)

    def function(self) -> Any:
        """The same for the transforms of `torch.func`. Without a gradient they are refused, as autograd refuses them."""
        import torch

        def refused(ctx: Any, *of_outputs: Any) -> Any:
            if self.linked() is None:
                raise ArgumentError(f"`{self.name}` was registered without a gradient")
            return self.gradient(ctx, *of_outputs)

        members: dict[str, Callable[..., Any]] = {"forward": lambda *inputs: self.made(*inputs), "setup_context": self.setup, "backward": refused, "vmap": self.batch}
        return type(self.operator.name, (torch.autograd.Function,), {name: staticmethod(one) for name, one in members.items()})

    def batch(self, info: Any, dims: tuple[int | None, ...], *inputs: Any) -> Any:
        """The rule for `vmap`."""
        import torch

        names = self.operator.inputs
        inputs = tuple(one if dim is None else one.movedim(dim, 0).contiguous() for one, dim in zip(inputs, dims))
        over = tuple(name for name, dim in zip(names, dims) if dim is not None)
        if over not in self._batches:
            self._batches[over] = self._registered_batch(over)
        if self._batches[over] is not None:
            results = self._batches[over](*inputs)
            return results, (0,) * len(results) if isinstance(results, tuple) else 0
        each = [self.made(*(one if dim is None else one[at] for one, dim in zip(inputs, dims))) for at in range(info.batch_size)]
        if isinstance(each[0], tuple):
            return tuple(map(torch.stack, zip(*each))), (0,) * len(each[0])
        return torch.stack(each), 0

    def _registered_batch(self, over: tuple[str, ...]) -> Any:
        operator = _batching.batched(self.operator, over)
        if operator is None:
            return None
        name = f"{self.name}_batch_{'_'.join(over)}"
        if self.is_derived:
            return _register(_with_gradient(operator, name), self.linked() is not None)
        return _register(_Batch(operator, name, self, over), self.linked() is not None)

    def cast(self, inputs: tuple[Any, ...]) -> tuple[Any, ...]:
        """Under autocast, the tensors in the types that the operator declares."""
        import torch

        if not torch.is_autocast_enabled("cpu"):
            return inputs
        pairs = zip(self.operator.inputs, inputs)
        return tuple(one.to(self.types[name]) if name in self.types and one.is_floating_point() and one.dtype != torch.float64 else one for name, one in pairs)

    def in_autocast(self, *inputs: Any) -> Any:
        import torch

        inputs = self.cast(inputs)
        with torch.autocast("cpu", enabled=False):
            return self.made(*inputs)


def _with_gradient(operator: Operator, name: str) -> _Registered:
    """With the gradient that follows from the text, once it is asked for."""
    return _Registered(operator, name, lambda: _linked(operator, "derive"), operator.inputs, is_derived=True)


class _Batch(_Registered):
    """The batch of an operator whose gradient was given: the batch of that."""

    def __init__(self, operator: Operator, name: str, of: _Registered, over: tuple[str, ...]):
        super().__init__(operator, name, of.linked, of.saves, is_derived=False)
        self.of, self.over = of, over

    def backward(self) -> Any:
        return self.of.backward()

    def gradients(self, derivative: Linked, values: dict[str, Any]) -> tuple[Any, ...]:
        import torch

        of_all = [name for name in self.operator.inputs if name not in self.over]
        dims = tuple(None if name in of_all else 0 for name in derivative.taken)
        found = torch.func.vmap(self.backward(), dims)(*(values[name] for name in derivative.taken))
        found = found if isinstance(found, tuple) else (found,)
        # What is no batch has a part in each element.
        shared = {derivative.made[name] for name in of_all if name in derivative.made}
        return tuple(one.sum(0) if at in shared else one for at, one in enumerate(found))
