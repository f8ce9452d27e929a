"""Operators as functions of JAX, for arrays on the CPU: `jax.jit`, `jax.grad` and `jax.vmap` take them like its own.

    mm = tc.jax.register(m.mm)
    jax.jit(jax.grad(lambda a, b: mm(a, b).sum()))(A, B)

An operator that JAX traces without this, as in `jax.jit(m.mm)`, becomes such a function by itself.

A call is a custom call of XLA, by its foreign function interface, whose handler runs the operator on the memory that XLA has (`_xla`). The derivative is the backward operator, a function of JAX too,
so that second derivatives are those of its own text. They are derived when they are asked for. A batch is an operator with one more index (`_batching`), or where the text has none `jax.lax.map`.
"""

from typing import Any, Callable

from . import _batching
from ._errors import ArgumentError, ArgumentTypeError
from ._frameworks import numpy_dtype
from ._linked import Linked, linked, outputs_of
from ._operators import Operator
from ._xla import TARGET, Call, announce
from ._xla import register as _register_target


class Function:
    """An operator as a function of JAX: `function(A, B)`, with sizes that no input has by their names, and `out` for the contents of what is updated in place. Nothing is written: results are new."""

    def __init__(self, operator: Operator, name: str | None, backward: Operator | str | None):
        _register_target()
        self.operator, self.__name__ = operator, name or operator.name
        self.__doc__, self.__signature__ = operator.__doc__, operator.__signature__
        self._backward = backward
        declared = operator.declared()
        # An integer without dimensions is a number: kernels are compiled for its value.
        self._numbers = {one: dtype for one, role, dtype, extents in declared if role == "in" and not extents and "float" not in dtype}
        self._inputs = {one: (dtype, len(extents)) for one, role, dtype, extents in declared if role == "in" and one not in self._numbers}
        self._contents = {one: (dtype, extents) for one, role, dtype, extents in declared if role == "inout"}
        self._outputs = outputs_of(operator)
        self._functions: dict[Any, Callable[..., Any]] = {}
        # A given one is checked at once; the derived one is made where it is asked for.
        self._derivative: list[Linked | None] = [linked(operator, backward)] if backward != "derive" else []

    def __repr__(self) -> str:
        return f"<function {self.operator.signature} of JAX>"

    def __call__(self, *inputs: Any, out: Any = None, **named: Any) -> Any:
        bound = self.operator.__signature__.bind(*inputs, **named).arguments
        sizes = {name: int(value) for name, value in bound.pop("sizes", {}).items()}
        numbers = {name: _number(name, dtype, bound[name]) for name, dtype in self._numbers.items()}
        arrays = [_array("input", name, dtype, bound[name]) for name, (dtype, _) in self._inputs.items()]
        contents = self._taken(out)
        for array, (_, extents) in zip(contents, self._contents.values()):
            sizes |= {name: extent for name, extent in zip(extents, array.shape) if name in self._free_sizes()}
        results = self._of(numbers, sizes)(*arrays, *contents)
        return results[0] if len(results) == 1 else results

    def _free_sizes(self) -> set[str]:
        """Sizes that only what is updated in place has."""
        declared = self.operator.declared()
        of = {role: {one for _, has, _, extents in declared if has == role for one in extents if one and one.isidentifier()} for role in ("in", "inout")}
        return of["inout"] - of["in"] - set(self.operator.inputs)

    def _taken(self, out: Any) -> list[Any]:
        """The old contents of what is updated in place."""
        if not self._contents:
            if out is not None:
                raise ArgumentError("out: arrays of JAX cannot be written: leave it out, and the call makes them", "out")
            return []
        if out is None:
            names = ", ".join(self._contents)
            raise ArgumentTypeError(f"`{self.operator.name}` updates `{names}` in place: pass the contents by `out`, and the call returns the new ones", next(iter(self._contents)))
        out = out if isinstance(out, (tuple, list)) else (out,)
        if len(out) != len(self._outputs):
            raise ArgumentTypeError(f"out: expected {len(self._outputs)} arrays in a tuple ({', '.join(self._outputs)}), found {len(out)}", "out")
        return [_array("output", name, self._contents[name][0], one) for name, one in zip(self._outputs, out) if name in self._contents]

    def _of(self, numbers: dict[str, int], sizes: dict[str, int]) -> Callable[..., Any]:
        """The function of the arrays alone, in order, then of the contents."""
        key = (*sorted(numbers.items()), None, *sorted(sizes.items()))
        if key not in self._functions:
            self._functions[key] = self._differentiable(Call(self.operator, numbers, sizes))
        return self._functions[key]

    def _differentiable(self, call: Call) -> Callable[..., Any]:
        import jax

        plain = self._batchable(call)
        names = [*self._inputs, *self._contents]

        def forward(*arrays: Any) -> Any:
            # This one, and not what it is made of: it has a derivative again.
            results = function(*arrays)
            return results, (arrays, results)

        def backward(saved: Any, of_results: Any) -> Any:
            arrays, results = saved
            derivative = self._linked()
            if self._backward is None:
                raise ArgumentError(f"`{self.__name__}` was registered without a gradient")
            if derivative is None:
                return (None,) * len(arrays)
            values = dict(zip(names, arrays)) | call.numbers
            values = dict(zip(self._outputs, results)) | values if derivative.contents else values | dict(zip(self._outputs, results))
            values |= {f"d_{name}": one for name, one in zip(self._outputs, of_results)}
            inner = of(derivative.backward)
            free = {name: size for name, size in call.sizes.items() if name not in _extents(derivative.backward)}
            found = inner(*(values[name] for name in derivative.taken), **free)
            found = found if isinstance(found, tuple) else (found,)
            return tuple(found[derivative.made[name]] if name in derivative.made else None for name in names)

        function = jax.custom_vjp(plain)
        function.defvjp(forward, backward)
        # So that a call that nothing traces is traced once.
        return jax.jit(function, inline=True)

    def _linked(self) -> Linked | None:
        if not self._derivative:
            self._derivative.append(linked(self.operator, self._backward))
        return self._derivative[0]

    def _batchable(self, call: Call) -> Any:
        import jax

        def called(*arrays: Any) -> Any:
            return self._called(call, arrays)

        called.__name__ = self.__name__
        plain = jax.custom_batching.custom_vmap(called)

        def batch(count: int, is_batch: list[bool], *arrays: Any) -> Any:
            each = dict(zip([*self._inputs, *self._contents], zip(arrays, is_batch)))
            made = _batching.batched(self.operator, [name for name in self._inputs if each[name][1]])
            if made is not None:
                values = {name: one for name, (one, _) in each.items()} | call.numbers
                spread = {name: _spread(count, *each[name]) for name in self._contents}
                out = tuple(map(spread.get, self._outputs)) if spread else None
                results = of(made)(*(values[name] for name in self.operator.inputs), out=out, **call.sizes)
                results = results if isinstance(results, tuple) else (results,)
            else:
                results = _mapped(plain, is_batch, arrays)
            return results, (True,) * len(results)

        plain.def_vmap(batch)
        return plain

    def _called(self, call: Call, arrays: tuple[Any, ...]) -> tuple[Any, ...]:
        """The custom call, with the shapes of its results."""
        import jax

        shapes = {name: tuple(one.shape) for name, one in zip(self._inputs, arrays)} | call.numbers
        found = self.operator.infer(*(shapes[name] for name in self.operator.inputs), **call.sizes)
        due = []
        for spec in found:
            dtype = numpy_dtype(spec.dtype)
            if jax.dtypes.canonicalize_dtype(dtype) != dtype:
                raise ArgumentTypeError(f"output `{spec.name}`: JAX has no {spec.dtype}: set its option jax_enable_x64", spec.name)
            due.append(jax.ShapeDtypeStruct(spec.shape, dtype))
        contents = [at for at, name in enumerate(self._outputs) if name in self._contents]
        for name, one, at in zip(self._contents, arrays[len(self._inputs) :], contents):
            if one.shape != due[at].shape:
                raise ArgumentError(f"output `{name}`: expected shape {list(due[at].shape)}, found {list(one.shape)}", name)
        aliases = {len(self._inputs) + number: at for number, at in enumerate(contents)}
        return tuple(jax.ffi.ffi_call(TARGET, due, input_output_aliases=aliases)(*arrays, call=announce(call)))


def _extents(operator: Operator) -> set[str | None]:
    return {one for _, role, _, extents in operator.declared() if role == "in" for one in extents}


def _number(name: str, dtype: str, value: Any) -> int:
    try:
        return bool(value) if dtype == "bool" else value.__index__()
    except Exception as error:
        # What JAX traces refuses it in its own words, and something else has no number at all.
        message = f"input `{name}`: kernels are compiled for its value, which has to be known while JAX traces: give a number, or name it in `static_argnames` of `jax.jit`"
        raise ArgumentTypeError(message, name) from error


def _array(kind: str, name: str, dtype: str, value: Any) -> Any:
    import jax

    is_number = isinstance(value, (bool, int, float))
    value = jax.numpy.asarray(value, numpy_dtype(dtype)) if is_number else jax.numpy.asarray(value)
    if value.weak_type and value.dtype != dtype:
        value = value.astype(dtype)
    if str(value.dtype) != dtype:
        help = ": set the option jax_enable_x64 of JAX" if dtype in ("float64", "int64", "uint64") and not jax.config.jax_enable_x64 else ""
        raise ArgumentTypeError(f"{kind} `{name}`: expected elements of type {dtype}, found {value.dtype}{help}", name)
    return value


def _spread(count: int, array: Any, is_batch: bool) -> Any:
    import jax

    return array if is_batch else jax.numpy.broadcast_to(array, (count, *array.shape))


def _mapped(function: Callable[..., Any], is_batch: list[bool], arrays: tuple[Any, ...]) -> Any:
    """One call behind another."""
    import jax

    def one(of_batch: Any) -> Any:
        each = iter(of_batch)
        return function(*(next(each) if has else array for array, has in zip(arrays, is_batch)))

    return jax.lax.map(one, [array for array, has in zip(arrays, is_batch) if has])


def of(operator: Operator) -> Function:
    """The function of an operator with the gradient that follows from its text, which is made once."""
    known = operator.__dict__
    if "_in_jax" not in known:
        known["_in_jax"] = Function(operator, None, "derive")
    return known["_in_jax"]


def register(operator: Operator, name: str | None = None, backward: Operator | str | None = "derive") -> Function:
    """A function of JAX that runs an operator, for arrays on the CPU.

    name      of the function, as JAX shows it; that of the operator where it is not given
    backward  the gradient is derived from the text, as by `tc.grad`, where nothing is said. Or an operator that makes the gradients: its inputs are named as inputs or outputs of
              the forward operator, and `d_C` for the gradient of an output C; its outputs are `d_A` for the gradient of an input A. With None, the operator has no gradient.

    What is updated in place is passed by `out`, and comes back as a new array. An integer without dimensions is a number of Python. A derivative is of reverse mode: `jax.jacrev`, and not `jax.jacfwd`.
    """
    if not isinstance(operator, Operator):
        raise TypeError(f"expected an operator, such as tc.define(text).only, found {type(operator).__name__}")
    return Function(operator, name, backward)
