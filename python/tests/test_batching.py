"""Operators with one more index, compared with one call for each element of a batch."""

import warnings
from pathlib import Path

import numpy as np
import pytest
import tensorcomp as tc
from tensorcomp import _batching

ROOT = Path(__file__).resolve().parent.parent.parent

TEXT = """
def mv(float(M,K) A, float(K) x) -> (y) { y(i) +=! A(i,k) * x(k) }
def layer(float(B,I) X, float(O,I) W) -> (Y) { Y(b,o) +=! X(b,i) * W(o,i) }
def loss(float(B,O) Y, float(B,O) T) -> (l) { l +=! (Y(b,o) - T(b,o)) * (Y(b,o) - T(b,o)) }  # a comment
def step(float(B,I) X, float(O,I) W, float(B,O) T) -> (l) {
  Y = layer(X, W)
  l = loss(Y, T)
}
def pair(float(N) u) -> (p, q) { p(i) = u(i) q() max=! u(i) }
def odd(float a, float(N) x) -> (y, float z) {
  y(i) = a*x(i) + x.0 where exists x(i) z +=! y(i) y(i) = y(i)*v where v = z (p, q) = pair(y) y(i) += p(i)*q
}
def top(float(N,M) X) -> (m, at) { (m(i), at(i)) max=! (X(i,k), k) }
def hist(int32(N) X, int32 K) -> (int32(K) H) { H(X(i)) +=! 1 }
def pool(float(N) X, int32 step) -> (float(M) Y) { Y(i) +=! X(step * i + k) where k in 0:4, i in 0:M }
def rnn(float(T,D) x, float(H,D) U, float(H,H) W, float(H) h0) -> (h) {
  h(0,i) = h0(i)
  for t in 0:T {
    h(t+1,i) +=! U(i,d)*x(t,d)
    h(t+1,i) += W(i,j)*h(t,j)
    h(t+1,i) = tanh(h(t+1,i))
  }
}
def scale(float(N) x) -> (float(N) y) { y(i) *= x(i) }
def lower(float(N,N) L, float(N) x) -> (y) { y(i) +=! L(i,k)*x(k) where i in 0:N, k in 0:i+1 }
def twice(float(N) x, float(N) u) -> (y) {
  (p, q) = pair(x)
  y(i) = p(i) * q + u(i)
}
"""

with warnings.catch_warnings():
    warnings.simplefilter("ignore", tc.CompileWarning)
    M = tc.define(TEXT)


def drawn(*shape, seed=3):
    return np.random.default_rng(seed).uniform(0.1, 1, shape).astype(np.float32)


def check(operator, inputs, over, **sizes):
    """The batch of an operator against its calls; `inputs` of a batch have one dimension more."""
    made = _batching.batched(operator, over)
    assert made is not None and _batching.batched(operator, over) is made
    found = made(*inputs, **sizes)
    each = [operator(*(one[at] if name in over else one for name, one in zip(operator.inputs, inputs)), **sizes) for at in range(3)]
    pairs = zip(found, zip(*each)) if isinstance(found, tuple) else [(found, each)]
    for one, all in pairs:
        assert one.shape == np.stack(all).shape
        np.testing.assert_allclose(one, np.stack(all), rtol=1e-5)


def test_all_that_is_assigned_gets_the_index():
    # Names are new ones: the text has a `b`.
    name, text = M.mv.batch_text(["x"])
    assert name == "mv_batch"
    assert text == "def mv_batch(float(M, K) A, float(Batch, K) x) -> (y) {\n  y(b_0, i) +=! A(i, k) * x(b_0, k) where b_0 in 0:Batch\n}\n"
    # What is called is edited the same way, and is as it was where it has no batch.
    _, text = M.step.batch_text(["T"])
    due = """def loss_batch(float(B, O) Y, float(Batch, B, O) T) -> (l) {
  l(b_0) +=! (Y(b, o) - T(b_0, b, o)) * (Y(b, o) - T(b_0, b, o)) where b_0 in 0:Batch
}

def layer(float(B, I) X, float(O, I) W) -> (Y) {
  Y(b, o) +=! X(b, i) * W(o, i)
}

def step_batch(float(B, I) X, float(O, I) W, float(Batch, B, O) T) -> (l) {
  Y = layer(X, W)
  l = loss_batch(Y, T)
}
"""
    assert text == due


CASES = {
    "mv": [("A", "x"), ((3, 4, 5), (3, 5))],
    "mv, x": [("x",), ((4, 5), (3, 5))],
    "mv, A": [("A",), ((3, 4, 5), (5,))],
    "step": [("X", "W", "T"), ((3, 4, 2), (3, 5, 2), (3, 4, 5))],
    "step, T": [("T",), ((4, 2), (5, 2), (3, 4, 5))],
    "odd, a": [("a",), ((3,), (4,))],
    "odd, x": [("x",), ((), (3, 4))],
    "top": [("X",), ((3, 4, 5),)],
    "rnn, x": [("x",), ((3, 4, 2), (5, 2), (5, 5), (5,))],
    "rnn, W": [("W", "h0"), ((4, 2), (5, 2), (3, 5, 5), (3, 5))],
    "lower": [("L",), ((3, 4, 4), (4,))],
    "twice": [("u",), ((4,), (3, 4))],
}


@pytest.mark.parametrize("case", CASES)
def test_a_batch_is_as_its_calls(case):
    over, shapes = CASES[case]
    check(M[case.partition(",")[0]], [drawn(*shape, seed=at) for at, shape in enumerate(shapes)], over)


@pytest.mark.parametrize("case", [one for one in CASES if one not in ("odd, a", "odd, x", "twice")])
def test_a_batch_of_a_gradient_is_as_its_calls(case):
    over, shapes = CASES[case]
    operator = M[case.partition(",")[0]]
    g, inputs = tc.grad(operator), [drawn(*shape, seed=at) for at, shape in enumerate(shapes)]
    # Gradients of floating outputs are batches.
    outputs = [one for one in _batching.batched(operator, over).infer(*(one.shape for one in inputs)) if f"d_{one.name}" in g.inputs]
    of_outputs = [drawn(*one.shape, seed=9) for one in outputs]
    check(g, [*inputs, *of_outputs], [*over, *(f"d_{one.name}" for one in outputs)])


def test_numbers_and_sizes_stay():
    check(M.hist, [np.int32([[0, 3, 1], [1, 1, 1], [4, 0, 4]]), 5], ["X"])
    check(M.pool, [drawn(3, 20), 3], ["X"], M=5)


def test_what_is_updated_in_place_is_a_batch_always():
    for over, x in (((), drawn(4)), (("x",), drawn(3, 4))):
        y = drawn(3, 4, seed=5)
        due = y * x
        np.testing.assert_allclose(_batching.batched(M.scale, over)(x, out=y), due, rtol=1e-6)


def test_options_of_loops_are_left_out():
    tiled = M.mv.with_options(tc.MappingOptions().tile(2, 2).unroll(4))
    assert _batching.batched(tiled, ["x"]).options == tc.MappingOptions().unroll(4)


def test_what_has_no_batch_is_none(tmp_path):
    module = tmp_path / "mv.mlir"
    module.write_text(M.mv.compile((3, 4), (4,), target="reference").asm["tc"])
    assert _batching.batched(tc.load(module).mv, ["x"]) is None
    assert _batching.batched(M.mv, []) is None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tc.CompileWarning)
        called = tc.define(TEXT + "def sums(float(N) x, float(N) u) -> (p, q) { (p, q) = pair(x) }").sums
    assert _batching.batched(called, ["u"]) is None and _batching.batched(called, ["x"]) is not None


def test_spellings_of_the_language_are_known():
    text = """
def f(float(N) x, float 2w) -> (y, s) {
  y(i) = x(i) * 2w + 1.5e-1 + float(x.0) * .5 + 1f where exists x(i)  # b, Batch
  s +=! y(i)
  t(i) = y(i) > .25 ? min(y(i), s) : -x(i) where i in 0:N-0 y(i) = t(i) where i in 0:N
}
"""
    check(tc.define(text).f, [drawn(3, 4), np.float32(0.5)], ["x"])
    check(tc.define(text).f, [drawn(4), drawn(3)], ["2w"])


def test_the_kernels_and_examples_have_batches():
    count = 0
    for file in sorted([*(ROOT / "kernels").glob("*.tc"), *(ROOT / "kernels/loops").glob("*.tc"), *(ROOT / "examples").glob("*.tc")]):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", tc.CompileWarning)
            operators = tc.load(file)
        for operator in operators.values():
            over = [name for name, role, dtype, extents in operator.declared() if role == "in" and (extents or "float" in dtype)]
            assert _batching.batched(operator, over) is not None, (file, operator)
            count += 1
    assert count > 100
