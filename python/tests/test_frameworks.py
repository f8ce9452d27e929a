"""Arrays of other frameworks, by DLPack: the package has no line for most of them."""

import subprocess
import sys

import numpy as np
import pytest
import tensorcomp as tc
from conftest import numbers


class Wrapped:
    """An array that is known by DLPack only, in its first or in its second form."""

    def __init__(self, array, versioned=True):
        self.array, self.versioned = array, versioned

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()

    def __dlpack__(self, **wanted):
        if not self.versioned and wanted:
            raise TypeError("no arguments are known")
        return self.array.__dlpack__(**wanted)


@pytest.mark.parametrize("versioned", [True, False])
def test_whatever_has_dlpack_is_an_array(m, versioned):
    A, B, C = numbers(3, 4), numbers(4, 5), np.zeros((3, 5), np.float32)
    np.testing.assert_array_equal(m.mm(Wrapped(A, versioned), B), A @ B)
    m.mm(Wrapped(A, versioned), Wrapped(B, versioned), out=Wrapped(C, versioned))
    np.testing.assert_array_equal(C, A @ B)


def test_memory_that_must_not_be_written_is_no_output(m):
    C = np.zeros((3, 5), np.float32)
    C.flags.writeable = False
    with pytest.raises(tc.ArgumentError, match="output `C`: the array is read-only"):
        m.mm(numbers(3, 4), numbers(4, 5), out=Wrapped(C))


def test_jax_arrays_go_in_and_come_out(m):
    jax = pytest.importorskip("jax", reason="JAX is not installed here")
    A, B = jax.numpy.asarray(numbers(3, 4)), jax.numpy.asarray(numbers(4, 5))
    C = m.mm(A, B)
    assert isinstance(C, jax.Array) and C.dtype == jax.numpy.float32
    np.testing.assert_array_equal(np.asarray(C), np.asarray(A) @ np.asarray(B))
    rows, all = m.sums(A)
    assert isinstance(rows, jax.Array) and float(all) == 66
    with pytest.raises(tc.ArgumentError, match="output `C`: arrays of JAX cannot be written"):
        m.mm(A, B, out=C)
    with pytest.raises(tc.ArgumentTypeError, match="output `B`: JAX makes float32 of float64: set its option jax_enable_x64"):
        tc.define("def wide(float(N) A) -> (double(N) B) { B(i) = double(A(i)) }").only(A[0])
    half = tc.define("def twice(bfloat16(N) A) -> (bfloat16(N) B) { B(i) = A(i) + A(i) }").only
    twice = half(jax.numpy.ones(3, jax.numpy.bfloat16))
    assert twice.dtype == jax.numpy.bfloat16 and list(map(float, twice)) == [2, 2, 2]


def test_the_import_needs_no_framework_and_works_twice():
    program = """
import importlib, sys
import tensorcomp
assert not {"torch", "jax", "numpy"} & set(sys.modules), sys.modules
assert importlib.reload(tensorcomp) is tensorcomp
tensorcomp.define("def f(float(N) A) -> (B) { B(i) = A(i) }").only.compile((3,), target="cuda").asm["ptx"]
assert not {"torch", "jax", "numpy"} & set(sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr

