"""Tensor Comprehensions: an operator is a few lines of text, compiled for the shapes of a call.

    >>> import numpy as np, tensorcomp as tc
    >>> m = tc.define("def mv(float(M,K) A, float(K) x) -> (y) { y(i) +=! A(i,k) * x(k) }")
    >>> m.mv(np.ones((2, 3), np.float32), np.ones(3, np.float32))
    array([3., 3.], dtype=float32)

Arrays are those of NumPy, and of everything that has `__dlpack__`, such as PyTorch and JAX; outputs come from the framework of the first array.
"""

import importlib.metadata as _metadata
import os as _os

from . import _engine, cache, jax, linalg, nn, quantised, signal, testing, torch
from ._errors import (
    ArgumentError,
    ArgumentTypeError,
    BudgetError,
    CompileError,
    CompileWarning,
    CacheWarning,
    CopyWarning,
    DeviceError,
    Error,
    InternalError,
    RunError,
)
from ._explain import Explanation, Level, Page
from ._gradients import Gradient, grad
from ._knobs import knobs
from ._library import LibraryOperator
from ._operators import Asm, Kernel, Operator, Operators, Profile, TensorSpec, define, load
from ._options import MappingOptions
from ._tune import Trial, Tuned

__all__ = [
    "ArgumentError",
    "ArgumentTypeError",
    "Asm",
    "BudgetError",
    "CompileError",
    "CompileWarning",
    "CacheWarning",
    "CopyWarning",
    "DeviceError",
    "Error",
    "Explanation",
    "Gradient",
    "InternalError",
    "Kernel",
    "Level",
    "LibraryOperator",
    "MappingOptions",
    "Operator",
    "Operators",
    "Page",
    "Profile",
    "RunError",
    "TensorSpec",
    "Trial",
    "Tuned",
    "cache",
    "define",
    "grad",
    "jax",
    "knobs",
    "linalg",
    "load",
    "nn",
    "quantised",
    "signal",
    "testing",
    "torch",
]

try:
    __version__ = _metadata.version("tensorcomp")
except _metadata.PackageNotFoundError:
    # A checkout that is not installed.
    __version__ = "0"

if hasattr(_os, "register_at_fork"):
    _os.register_at_fork(after_in_child=_engine.forked)
