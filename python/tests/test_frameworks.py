"""Arrays of other frameworks, by DLPack: the package has no line for most of them."""

import ctypes
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


# Claims E8, I7: what a framework has to offer is DLPack, and the engine has no line for any of them.
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



class Exported:
    """An array by DLPack's table of functions alone: `__dlpack__` is not asked."""

    exports = 0

    def __init__(self, array):
        self.array = array

    def __dlpack_device__(self):
        raise AssertionError("the table was there")

    def __dlpack__(self, **wanted):
        raise BufferError("the table refused it")


@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.POINTER(ctypes.c_void_p))
def export(one, out):
    Exported.exports += 1
    if one.array is None:
        return -1
    capsule = one.array.__dlpack__(max_version=(1, 0))
    pointer, rename = ctypes.pythonapi.PyCapsule_GetPointer, ctypes.pythonapi.PyCapsule_SetName
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    rename.argtypes = [ctypes.py_object, ctypes.c_char_p]
    out[0] = pointer(capsule, b"dltensor_versioned")
    rename(capsule, USED)
    return 0


USED, NAME = b"used_dltensor_versioned", b"dlpack_exchange_api"
# The version, the table of another version, an allocator, and the function.
TABLE = (ctypes.c_void_p * 7)(1, None, None, ctypes.cast(export, ctypes.c_void_p))


def test_a_table_of_functions_is_the_short_way():
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    Exported.__dlpack_c_exchange_api__ = new(ctypes.addressof(TABLE), NAME, None)
    add = tc.define("def add(float(N) A, float(N) B) -> (C) { C(i) = A(i) + B(i) }").only
    A = numbers(4)
    before = sys.getrefcount(A)
    np.testing.assert_array_equal(add(Exported(A), A), A + A)
    assert Exported.exports == 1
    # What was held is given back.
    assert sys.getrefcount(A) == before
    with pytest.raises(tc.ArgumentTypeError, match="input `A`: it does not give its memory: AssertionError: the table was there"):
        add(Exported(None), A)
    assert Exported.exports == 2

    class Derived(Exported):
        def __dlpack_device__(self):
            return (1, 0)

    with pytest.raises(tc.ArgumentError, match="input `A`: it does not give its memory: BufferError: the table refused it"):
        add(Derived(A), A)
    assert Exported.exports == 2
