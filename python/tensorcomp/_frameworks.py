"""What is asked of frameworks that may not be there: each is imported when an array of it comes."""

import sys

from ._errors import ArgumentError, ArgumentTypeError


def numpy_dtype(name):
    """NumPy's object for a type; bfloat16 is that of `ml_dtypes`, which JAX brings."""
    import numpy

    if name != "bfloat16":
        return numpy.dtype(name)
    try:
        import ml_dtypes
    except ImportError:
        raise TypeError("NumPy has no bfloat16: install ml_dtypes, or give the outputs by `out`") from None
    return numpy.dtype(ml_dtypes.bfloat16)


def torch_zeros(shape, name):
    import torch

    return torch.zeros(shape, dtype=getattr(torch, name))


def cuda_zeros(maker, shape, dtype):
    """Zeros in memory of the CUDA device, by a framework."""
    if maker == "torch":
        import torch

        return torch.zeros(shape, dtype=getattr(torch, dtype), device="cuda:0")
    if maker == "cupy":
        import cupy

        return cupy.zeros(tuple(shape), dtype)
    raise TypeError("only PyTorch and CuPy make arrays in memory of the device: give the outputs by `out`")


def cuda_stream(array):
    """The stream on which the framework of this array works; the default one where it does not say."""
    module = type(array).__module__.partition(".")[0]
    if module == "torch":
        import torch

        return torch.cuda.current_stream(array.device).cuda_stream
    if module == "cupy":
        import cupy

        return cupy.cuda.get_current_stream().ptr
    return getattr(array, "__cuda_array_interface__", {}).get("stream") or 0


def to_jax(array, name):
    """An array of JAX with this memory, where JAX can use it, else with a copy."""
    import jax

    made = jax.numpy.asarray(array)
    if made.dtype != array.dtype:
        raise ArgumentTypeError(f"output `{name}`: JAX makes {made.dtype} of {array.dtype}: set its option jax_enable_x64, or give arrays of NumPy", name)
    return made


def followed(operator, inputs, named):
    """A call with what has no memory, by the framework that traces it; None where there is none.

    What JAX traces is a call of the operator as a function of JAX. A tensor that autograd follows is used as it is under `torch.no_grad()`, and refused elsewhere.
    """
    named = named or {}
    out = named.get("out")
    given = dict(zip(operator.inputs, inputs)) | named
    each = [*given.values(), *(out if isinstance(out, (tuple, list)) else ())]
    jax, torch = sys.modules.get("jax"), sys.modules.get("torch")
    tracer = getattr(getattr(jax, "core", None), "Tracer", ())
    if any(isinstance(one, tracer) for one in each):
        from .jax import of

        return of(operator)(*inputs, **named)
    followed = [name for name, one in given.items() if torch is not None and _requires_grad(one, torch)]
    if followed and torch.is_grad_enabled():
        raise ArgumentError(
            f'input `{followed[0]}`: it requires a gradient, which a plain call does not follow: call `tc.torch.register(operator, "NAMESPACE::{operator.name}")` in its place, '
            f"or without a gradient give `{followed[0]}.detach()`, or call under `torch.no_grad()`",
            followed[0],
        )
    if followed:
        return operator(*(_detached(one, torch) for one in inputs), **{name: _detached(one, torch) for name, one in named.items()})
    return None


def _requires_grad(one, torch):
    return isinstance(one, torch.Tensor) and one.requires_grad


def _detached(one, torch):
    return one.detach() if _requires_grad(one, torch) else one
