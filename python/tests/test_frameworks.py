"""Arrays of other frameworks, by DLPack: the package has no line for most of them."""

import subprocess
import sys

import numpy as np
import pytest
import tensorcomp as tc
from conftest import numbers, ones


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


def test_torch_tensors_go_in_and_come_out(m):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed here")
    A, B = torch.arange(12.0).reshape(3, 4), torch.arange(20.0).reshape(4, 5)
    C = m.mm(A, B)
    assert isinstance(C, torch.Tensor) and C.dtype == torch.float32
    assert torch.equal(C, A @ B)
    assert m.mm(A, B, out=C) is C
    with pytest.raises(tc.ArgumentError, match="input `A`.*gradient"):
        m.mm(A.requires_grad_(), B)


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


GRADIENT = """
def mm(float(M,K) A, float(K,N) B) -> (C) { C(i,j) +=! A(i,k) * B(k,j) }
def mm_grad(float(M,K) A, float(K,N) B, float(M,N) d_C) -> (d_A, d_B) {
  d_A(i,k) +=! d_C(i,j) * B(k,j)
  d_B(k,j) +=! d_C(i,j) * A(i,k)
}
def scaled(float a, float(N) x) -> (y, z) {
  y(i) = a * x(i)
  z(i) = x(i) + a
}
"""


def test_an_operator_of_torch_has_shapes_gradients_and_graphs():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed here")
    m = tc.define(GRADIENT)
    mm = tc.torch.register(m.mm, "tctest::mm", backward=m.mm_grad)
    A, B = torch.randn(3, 4, requires_grad=True), torch.randn(4, 5, requires_grad=True)
    torch.library.opcheck(mm, (A, B))
    mm(A, B).square().sum().backward()
    a, b = (one.detach().clone().requires_grad_() for one in (A, B))
    (a @ b).square().sum().backward()
    torch.testing.assert_close(A.grad, a.grad)
    torch.testing.assert_close(B.grad, b.grad)
    compiled = torch.compile(lambda a, b: torch.ops.tctest.mm(a, b) + 1, fullgraph=True, backend="aot_eager")
    torch.testing.assert_close(compiled(a, b), a @ b + 1)
    scaled = tc.torch.register(m.scaled, "tctest::scaled")
    y, z = scaled(2.0, torch.ones(3))
    assert y.tolist() == [2] * 3 and z.tolist() == [3] * 3


def test_schemas_and_names_of_gradients_are_checked_without_torch():
    m = tc.define(GRADIENT)
    assert tc.torch._schema(m.mm) == "(Tensor A, Tensor B) -> Tensor"
    assert tc.torch._schema(m.scaled) == "(float a, Tensor x) -> (Tensor, Tensor)"
    assert tc.torch._arguments(m.mm, m.mm_grad) == (["A", "B", "d_C"], ["C"], ["d_A", "d_B"])
    with pytest.raises(ValueError, match="backward `scaled`: expected inputs named as inputs and outputs of `mm`.*found a, x, y, z"):
        tc.torch._arguments(m.mm, m.scaled)
