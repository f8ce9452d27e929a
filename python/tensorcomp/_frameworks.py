"""What is asked of frameworks that may not be there: each is imported when an array of it comes."""


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


def to_jax(array):
    """An array of JAX with this memory, where JAX can use it, else with a copy."""
    import jax

    return jax.dlpack.from_dlpack(array)
