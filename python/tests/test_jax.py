"""Operators as functions of JAX: compiled, differentiated and batched. JAX is a part of the test environment, so that it may be missing on a person's machine only."""

import os
import threading
import warnings

import numpy as np
import pytest
import tensorcomp as tc
from conftest import numbers

TEXT = """
def mm(float(M,K) A, float(K,N) B) -> (C) { C(i,j) +=! A(i,k) * B(k,j) }
def mm_grad(float(M,K) A, float(K,N) B, float(M,N) d_C) -> (d_A, d_B) {
  d_A(i,k) +=! 2 * d_C(i,j) * B(k,j)
  d_B(k,j) +=! d_C(i,j) * A(i,k)
}
def cube(float(N) x) -> (y) { y(i) = x(i) * x(i) * x(i) }
def softmax(float(N,C) X) -> (Y) {
  top(n) max=! X(n,c)
  sum(n) +=! exp(X(n,c) - top(n))
  Y(n,c) = exp(X(n,c) - top(n)) / sum(n)
}
def axpy(float a, float(N) x, float(N) y) -> (z) { z(i) = a * x(i) + y(i) }
def pool(float(N) X, int32 step) -> (float(M) Y) { Y(i) +=! X(step * i + k) where k in 0:4, i in 0:M }
def best(float(N,M) X) -> (m, at) { (m(i), at(i)) max=! (X(i,k), k) }
def gather(float(N) X, int32(M) I) -> (Y) { Y(i) = X(I(i)) }
def lu() -> (float(N,N) A) { for k in 0:N { A(i,k) = A(i,k)/A(k,k) where i in k+1:N  A(i,j) = A(i,j) - A(i,k)*A(k,j) where i in k+1:N, j in k+1:N } }
def scale(float(N) x) -> (float(N) y, z) { y(i) *= x(i) z(i) = x(i) }
def wide(float(N) A) -> (double(N) B) { B(i) = double(A(i)) }
def half2(bfloat16(N) A) -> (bfloat16(N) B) { B(i) = A(i) + A(i) }
def count(int32(N) X) -> (Y) { Y(i) = X(i) + 1 }
"""

with warnings.catch_warnings():
    # `scale` updates its output in place, on purpose.
    warnings.simplefilter("ignore", tc.CompileWarning)
    M = tc.define(TEXT)


@pytest.fixture(scope="module")
def jax():
    if os.environ.get("CI") != "true":
        pytest.importorskip("jax", reason="JAX is not installed here")
    import jax

    return jax


def drawn(*shape, seed=0):
    return np.random.default_rng(seed).uniform(-1, 1, shape).astype(np.float32)


def equal(found, due, tolerance=1e-5):
    np.testing.assert_allclose(np.asarray(found), np.asarray(due), rtol=tolerance, atol=tolerance)


def test_a_function_is_compiled_with_the_operator_inside(jax):
    mm, A, B = tc.jax.register(M.mm, "product"), numbers(3, 4), numbers(4, 5)
    assert mm.__name__ == "product" and repr(mm) == f"<function {M.mm.signature} of JAX>" and tc.jax.register(M.mm).__name__ == "mm"
    compiled = jax.jit(lambda a, b: mm(a, B=b) + 1)
    for found in (mm(A, B) + 1, compiled(A, B)):
        assert isinstance(found, jax.Array)
        np.testing.assert_array_equal(found, A @ B + 1)
    assert "tensorcomp" in compiled.lower(A, B).as_text()


def test_an_operator_is_traced_without_a_word(jax):
    A, B = numbers(3, 4), numbers(4, 5)
    np.testing.assert_array_equal(jax.jit(M.mm)(A, B), A @ B)
    np.testing.assert_array_equal(jax.vmap(M.mm, (0, None))(np.stack([A, 2 * A]), B), np.stack([A @ B, 2 * A @ B]))
    equal(jax.grad(lambda x: M.cube(x).sum())(numbers(4)), 3 * numbers(4) ** 2)


def test_outputs_numbers_and_sizes_are_as_in_a_call(jax):
    X = drawn(3, 4)
    m, at = jax.jit(M.best)(X)
    np.testing.assert_array_equal(m, X.max(1))
    assert at.dtype == np.int32 and at.tolist() == X.argmax(1).tolist()
    assert jax.jit(lambda x: M.pool(x, 3, M=5))(np.ones(20, np.float32)).tolist() == [4] * 5
    assert jax.jit(M.pool, static_argnums=1, static_argnames="M")(np.ones(20, np.float32), 3, M=5).tolist() == [4] * 5
    # A number of floating type is an array, which has a gradient, and is a batch.
    x, y = numbers(3), numbers(3) + 1
    equal(jax.jit(M.axpy)(2, x, y), 2 * x + y)
    assert jax.grad(lambda a: M.axpy(a, x, y).sum())(2.0) == 3
    equal(jax.vmap(M.axpy, (0, None, None))(numbers(2), x, y), np.stack([y, x + y]))
    assert jax.jit(M.half2)(jax.numpy.ones(3, "bfloat16")).dtype == "bfloat16"
    assert jax.jit(M.cube)(np.ones(0, np.float32)).shape == (0,)


def test_types_of_64_bits_need_the_option_of_jax(jax):
    with pytest.raises(tc.ArgumentTypeError, match="output `B`: JAX has no float64: set its option jax_enable_x64"):
        jax.jit(M.wide)(numbers(3))
    with jax.enable_x64(True):
        found = jax.jit(M.wide)(numbers(3))
    assert found.dtype == np.float64 and found.tolist() == [0, 1, 2]


def test_gradients_are_those_of_jax(jax):
    jnp, mm, A, B = jax.numpy, tc.jax.register(M.mm), drawn(3, 4), drawn(4, 5, seed=1)
    ours, theirs = (jax.jit(jax.value_and_grad(lambda a, b: jnp.sin(one(a, b)).sum(), (0, 1)))(A, B) for one in (mm, jnp.matmul))
    jax.tree.map(equal, ours, theirs)
    value, pull = jax.vjp(tc.jax.register(M.softmax), A)
    due, pull_due = jax.vjp(jax.nn.softmax, A)
    equal(value, due)
    equal(pull(value)[0], pull_due(due)[0])
    equal(jax.jacrev(M.softmax)(A), jax.jacrev(jax.nn.softmax)(A))


def test_integers_have_no_gradient_and_others_do(jax):
    X, I = numbers(4), np.int32([2, 0, 2])
    assert jax.grad(lambda x: M.gather(x, I).sum())(X).tolist() == [1, 0, 2, 0]
    # The place of an extremum is an integer; its value has a gradient.
    assert jax.grad(lambda x: M.best(x)[0].sum())(np.float32([[1, 5, 5], [2, 0, -1]])).tolist() == [[0, 1, 0], [1, 0, 0]]
    assert jax.jit(lambda x: M.count(M.count(x)))(I).tolist() == [4, 2, 4]


def test_second_derivatives_are_those_of_jax_and_of_differences(jax):
    jnp, X, V = jax.numpy, drawn(3, 4), drawn(3, 4, seed=2)

    def slope(function):
        return jax.jit(jax.grad(lambda x: (jax.grad(lambda y: (function(y) ** 2).sum())(x) * V).sum()))

    found = slope(tc.jax.register(M.softmax))(X)
    equal(found, slope(jax.nn.softmax)(X))
    first, step = jax.grad(lambda y: (M.softmax(y) ** 2).sum()), 1e-2
    difference = (first(X + step * V) - first(X - step * V)) / (2 * step)
    equal(found, difference, 1e-3)
    # The gradient of a gradient has one too.
    third = jax.grad(lambda x: jax.grad(lambda y: jax.grad(lambda z: M.cube(z).sum())(y).sum())(x).sum())
    assert third(numbers(3)).tolist() == [6] * 3
    product = jax.grad(lambda b: jax.grad(lambda a: (M.mm(a, b) ** 2).sum())(X).sum())(V.T)
    equal(product, jax.grad(lambda b: jax.grad(lambda a: ((a @ b) ** 2).sum())(X).sum())(V.T), 1e-4)
    equal(jax.jacrev(jax.jacrev(M.cube))(numbers(3)), jax.hessian(lambda x: jnp.power(x, 3))(numbers(3)))


def test_the_derivative_may_be_given_or_missing(jax):
    A, B = drawn(3, 4), drawn(4, 5, seed=1)
    given = tc.jax.register(M.mm, backward=M.mm_grad)
    d_A, d_B = jax.grad(lambda a, b: given(a, b).sum(), (0, 1))(A, B)
    equal(d_A, 2 * np.ones((3, 5)) @ B.T)
    equal(d_B, A.T @ np.ones((3, 5)))
    for one in (lambda a, b: jax.vmap(given, (0, None))(a, b).sum(), lambda a, b: given(a[0], b).sum()):
        d_A, d_B = jax.grad(one, (0, 1))(A[None], B)
        equal(d_A, 2 * np.ones((1, 3, 5)) @ B.T)
        equal(d_B, A.T @ np.ones((3, 5)))
    none = tc.jax.register(M.mm, "bare", backward=None)
    equal(none(A, B), A @ B)
    with pytest.raises(tc.ArgumentError, match="`bare` was registered without a gradient"):
        jax.grad(lambda a: none(a, B).sum())(A)
    with pytest.raises(ValueError, match="backward `softmax`: expected inputs named as inputs and outputs of `mm`"):
        tc.jax.register(M.mm, backward=M.softmax)
    decay = tc.define("def decay(float(T) w) -> (float(N) a) { for t in 0:T { a(i) = w(t) * a(i) } }").only
    with pytest.raises(tc.CompileError, match="the gradient needs `a.i.`, which is overwritten later(.|\n)*`backward=None`"):
        jax.grad(lambda w: decay(w, out=np.ones(3, np.float32)).sum())(np.ones(2, np.float32))


def test_a_batch_is_one_call_with_one_more_index(jax):
    jnp, A, B = jax.numpy, drawn(6, 3, 4), drawn(4, 5, 6, seed=1)
    each = np.einsum("bik,kjb->bij", A, B)
    both = jax.vmap(M.mm, (0, 2))
    equal(both(A, B), each)
    traced = str(jax.make_jaxpr(both)(A, B))
    assert traced.count("ffi_call") == 1 and "def mm_batch(float(Batch, M, K) A, float(Batch, K, N) B)" in traced
    assert "def mm_batch(float(M, K) A, float(Batch, K, N) B)" in str(jax.make_jaxpr(jax.vmap(M.mm, (None, 2)))(A[0], B))
    equal(jax.jit(jax.vmap(M.mm, (None, 2), 1))(A[0], B), np.einsum("ik,kjb->ibj", A[0], B))
    nested = jax.vmap(jax.vmap(M.mm, (0, None)), (None, 2))
    equal(nested(A, B), np.einsum("bik,kjc->cbij", A, B))

    def loss(function):
        return lambda a, b: jnp.sin(function(a, b)).sum()

    for one in (lambda f: jax.vmap(jax.grad(loss(f), (0, 1)), (0, 2)), lambda f: jax.grad(loss(jax.vmap(f, (0, 2))), (0, 1))):
        jax.tree.map(lambda x, y: equal(x, y, 1e-4), one(M.mm)(A, B), one(jnp.matmul)(A, B))
    # What is no batch gets the sum.
    shared = lambda f: jax.grad(lambda b: loss(jax.vmap(f, (0, None)))(A, b))(B[..., 0])
    equal(shared(M.mm), shared(jnp.matmul), 1e-4)
    hessians = lambda f: jax.vmap(jax.jacrev(jax.jacrev(f)))(drawn(2, 3))
    equal(hessians(M.cube), hessians(lambda x: x**3))
    assert [one.shape for one in jax.vmap(M.best)(A)] == [(6, 3), (6, 3)]
    assert jax.vmap(lambda x: M.pool(x, 3, M=5))(np.ones((2, 20), np.float32)).tolist() == [[4] * 5] * 2


def test_what_has_no_batch_is_called_for_each(jax, tmp_path):
    module = tmp_path / "mm.mlir"
    module.write_text(M.mm.compile((3, 4), (4, 5), target="reference").asm["tc"])
    mm, A, B = tc.load(module).mm, drawn(6, 3, 4), drawn(4, 5)
    batch = jax.vmap(mm, (0, None))
    equal(batch(A, B), A @ B)
    assert "scan" in str(jax.make_jaxpr(batch)(A, B))


def test_what_is_updated_in_place_is_passed_and_returned(jax):
    S = np.float32([[2, 1], [6, 5]])
    found = jax.jit(M.lu)(out=S)
    assert found.tolist() == [[2, 1], [3, 2]] and S.tolist() == [[2, 1], [6, 5]]
    assert jax.vmap(lambda one: M.lu(out=one))(np.stack([S, S])).tolist() == [[[2, 1], [3, 2]]] * 2
    assert jax.grad(lambda one: M.lu(out=one).sum())(S).tolist() == [[1, -2], [0, 1]]
    x, y = np.float32([2, 3]), np.float32([5, 7])
    z, _ = jax.jit(M.scale)(x, out=(y, y))
    assert z.tolist() == [10, 21]
    d_x, d_y = jax.grad(lambda a, b: M.scale(a, out=(b, y))[0].sum(), (0, 1))(x, y)
    assert (d_x.tolist(), d_y.tolist()) == ([5, 7], [2, 3])
    # The contents are a batch where the input is one, and the other way.
    assert jax.vmap(lambda one: M.scale(one, out=(y, y))[0])(np.stack([x, y])).tolist() == [[10, 21], [25, 49]]
    assert jax.vmap(lambda one: M.scale(x, out=(one, y))[0])(np.stack([x, y])).tolist() == [[4, 9], [10, 21]]
    scale = tc.jax.register(M.scale)
    with pytest.raises(tc.ArgumentTypeError, match="`scale` updates `y` in place: pass the contents by `out`"):
        scale(x)
    with pytest.raises(tc.ArgumentTypeError, match=r"out: expected 2 arrays in a tuple \(y, z\), found 1"):
        scale(x, out=y)
    with pytest.raises(tc.ArgumentError, match=r"output `y`: expected shape \[2\], found \[3\]"):
        scale(x, out=(numbers(3), y))


def test_wrong_arguments_are_named_while_jax_traces(jax):
    A = numbers(3, 4)
    with pytest.raises(tc.ArgumentTypeError, match="input `B`: expected elements of type float32, found int32"):
        jax.jit(M.mm)(A, A.T.astype(np.int32))
    with pytest.raises(tc.ArgumentError, match="size `K` is 4 from `A.1` and 3 from `B.0`"):
        jax.jit(M.mm)(A, A)
    with pytest.raises(tc.ArgumentTypeError, match="input `step`: kernels are compiled for its value, which has to be known while JAX traces"):
        jax.jit(M.pool, static_argnames="M")(numbers(9), 3, M=1)
    with pytest.raises(TypeError, match="missing a required argument: 'B'"):
        jax.jit(M.mm)(A)
    with pytest.raises(tc.ArgumentError, match="out: arrays of JAX cannot be written"):
        tc.jax.register(M.cube)(numbers(3), out=numbers(3))
    with pytest.raises(TypeError, match="expected an operator, such as tc.define.*found Operators"):
        tc.jax.register(M)
    with pytest.raises(TypeError, match="forward-mode"):
        jax.jvp(M.cube, (numbers(3),), (numbers(3),))


def test_what_a_run_refuses_is_an_error_of_jax(jax):
    gather = jax.jit(M.gather)
    # The first call of a program, and one of those after it, which JAX starts in another way.
    for _ in range(3):
        with pytest.raises(jax.errors.JaxRuntimeError, match="UNKNOWN: RunError: error.TC0510.*out of range"):
            gather(numbers(4), np.int32([1, 4])).block_until_ready()
    assert gather(numbers(4), np.int32([1, 3])).tolist() == [1, 3]


def test_a_program_of_another_process_finds_its_operator(jax):
    from tensorcomp import _xla

    cube = jax.jit(lambda x: M.cube(x) + 1)
    assert cube(numbers(3)).tolist() == [1, 2, 9]
    known = dict(_xla._calls)
    _xla._calls.clear()
    assert cube(numbers(3)).tolist() == [1, 2, 9] and len(_xla._calls) == 1
    [call] = _xla._calls.values()
    assert call.operator is not M.cube and call.operator._source.text == M.text
    _xla._calls.update(known)


def test_threads_call_one_function(jax):
    step, found = jax.jit(lambda x: M.mm(M.mm(x, x), x)), {}
    inputs = [drawn(16, 16, seed=at) for at in range(8)]

    def work(at):
        found[at] = np.asarray(step(inputs[at]))

    threads = [threading.Thread(target=work, args=(at,)) for at in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    for at, one in enumerate(inputs):
        equal(found[at], one @ one @ one, 1e-4)
