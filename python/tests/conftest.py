"""Operators that the tests share, compiled without the cache of a person."""

import os
import sys
import tempfile
import warnings

# Where PyTorch is, if it is not in this environment.
sys.path += filter(None, [os.environ.get("TENSORCOMP_TORCH")])
os.environ.setdefault("TC_CACHE", "off")
os.environ["TC_CACHE_DIR"] = tempfile.mkdtemp(prefix="tensorcomp-cache-")

import numpy as np
import pytest
import tensorcomp as tc

TEXT = """
def mm(float(M,K) A, float(K,N) B) -> (C) { C(i,j) +=! A(i,k) * B(k,j) }
def mv(float(M,K) A, float(K) x) -> (y) { y(i) +=! A(i,k) * x(k) }
def add(float(N) A, float(N) B) -> (C) { C(i) = A(i) + B(i) }
def axpy(float a, float(N) x, float(N) y) -> (z) { z(i) = a * x(i) + y(i) }
def sums(float(M,N) A) -> (rows, all) {
  rows(i) +=! A(i,j)
  all +=! A(i,j)
}
def pool(float(N) X, int32 step) -> (float(M) Y) { Y(i) +=! X(step * i + k) where k in 0:4, i in 0:M }
def gather(float(N) X, int32(M) I) -> (Y) { Y(i) = X(I(i)) }
def count(int32(N) A) -> (int32(N) B) { B(i) += A(i) }
"""


@pytest.fixture(scope="session")
def m():
    with warnings.catch_warnings():
        # `count` updates its output in place, on purpose.
        warnings.simplefilter("ignore", tc.CompileWarning)
        return tc.define(TEXT, name="tests.tc")


def ones(*shape, dtype=np.float32):
    return np.ones(shape, dtype)


def numbers(*shape, dtype=np.float32):
    return np.arange(np.prod(shape), dtype=dtype).reshape(shape)


def missing(what):
    """Skips a test for which something is not installed; where CI runs, that is a failure."""
    end = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
    end(f"{what} is not installed here")
