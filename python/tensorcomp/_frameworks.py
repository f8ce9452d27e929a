"""What is asked of frameworks that may not be there: each is imported when an array of it comes."""

from ._errors import ArgumentTypeError


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
