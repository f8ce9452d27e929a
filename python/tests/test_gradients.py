"""Gradients: derived as text, edited, composed, and compared with those of JAX."""

from pathlib import Path

import numpy as np
import pytest
import tensorcomp as tc
from conftest import numbers, ones

ROOT = Path(__file__).resolve().parent.parent.parent

MM_GRAD = """\
def mm_grad(float(M, K) A, float(K, N) B, float(M, N) d_C) -> (float(M, K) d_A, float(K, N) d_B) {
  d_A(i, k) +=! d_C(i, j) * B(k, j)
  d_B(k, j) +=! d_C(i, j) * A(i, k)
}
"""


def test_a_gradient_is_an_operator_with_a_text(m):
    A, B, d_C = numbers(3, 4), numbers(4, 5), numbers(3, 5)
    g = tc.grad(m.mm)
    assert g.text == MM_GRAD and g.forward is m.mm and isinstance(g, tc.Operator)
    assert g.gradients == {"A": "d_A", "B": "d_B"}
    d_A, d_B = g(A, B, d_C)
    np.testing.assert_array_equal(d_A, d_C @ B.T)
    np.testing.assert_array_equal(d_B, A.T @ d_C)
    assert g.signature in g.__doc__ and "k in [0, K)" in g.__doc__
    assert tc.Gradient.__doc__.startswith("The gradient of an operator")


def test_the_text_is_edited_and_defined(m):
    edited = tc.define(tc.grad(m.mm).text.replace("d_C(i, j) * B(k, j)", "2 * d_C(i, j) * B(k, j)")).mm_grad
    A, B, d_C = numbers(3, 4), numbers(4, 5), numbers(3, 5)
    np.testing.assert_array_equal(edited(A, B, d_C)[0], 2 * d_C @ B.T)


def test_gradients_compose():
    both = tc.define("""
def square(float(N) x) -> (y) { y(i) = x(i) * x(i) }
def mean(float(N) y) -> (z) { z +=! y(i) / N }
def both(float(N) x) -> (z) {
  y = square(x)
  z = mean(y)
}
""")
    x, one = numbers(4), np.float32(1)
    d_x = tc.grad(both.both)(x, one)
    np.testing.assert_allclose(d_x, x / 2)
    # The same by the chain rule.
    d_y = tc.grad(both.mean)(both.square(x), one)
    np.testing.assert_allclose(tc.grad(both.square)(x, d_y), d_x)


def test_a_second_derivative_is_the_gradient_of_a_gradient():
    cube = tc.define("def cube(float(N) x) -> (y) { y(i) = x(i) * x(i) * x(i) }").only
    first = tc.grad(cube)
    second = tc.grad(first)
    x = numbers(4) + 1
    np.testing.assert_allclose(first(x, ones(4)), 3 * x**2)
    assert second.forward is first and list(second.gradients) == ["x", "d_y"]
    d_x, d_d_y = second(x, ones(4), ones(4))
    np.testing.assert_allclose(d_x, 6 * x)
    np.testing.assert_allclose(d_d_y, 3 * x**2)


def test_what_is_updated_in_place_has_a_gradient_of_its_old_contents():
    with pytest.warns(tc.CompileWarning):
        scale = tc.define("def scale(float(N) x) -> (float(N) y) { y(i) *= x(i) }").only
    g = tc.grad(scale)
    assert g.gradients == {"x": "d_x", "y": "d_y_in"}
    d_x, d_y_in = g(np.float32([2, 3]), np.float32([5, 7]), ones(2))
    assert d_x.tolist() == [5, 7] and d_y_in.tolist() == [2, 3]


def test_a_gradient_begins_with_the_tiling_of_its_operator(m):
    options = tc.MappingOptions().tile(16, 16, 8).unroll(4)
    g = tc.grad(m.mm.with_options(options))
    assert g.options == options == tc.grad(m.mm, options).options
    assert g.remarks == ["tile=16,16,8: from `mm`", "unroll=4: from `mm`"]
    tiled = g.compile((64, 64), (64, 64), (64, 64)).asm["schedule"]
    assert "[floor(i/16)]" in tiled or "floor(i/16)" in tiled
    assert "floor(i/16)" not in g.compile((64, 64), (64, 64), (64, 64), options=tc.MappingOptions.naive()).asm["schedule"]


def test_a_tiling_of_other_loops_is_not_taken_and_said(m):
    g = tc.grad(m.mv, tc.MappingOptions().tile(1, 8).unroll(4))
    assert g.options == tc.MappingOptions().unroll(4)
    assert g.remarks == [
        "tile: the default; the largest statements of `mv_grad` have 1 + 1 or 2 + 0 loops (parallel + of a reduction), those of `mv` 1 + 1",
        "unroll=4: from `mv`",
    ]
    assert tc.grad(m.mv).remarks == ["the defaults of the target, as of `mv`"]


def test_an_operator_with_options_uses_them_in_calls(m):
    tiled = m.mm.with_options(tc.MappingOptions().tile(2, 2, 2))
    A, B = numbers(3, 4), numbers(4, 5)
    np.testing.assert_array_equal(tiled(A, B), A @ B)
    assert tiled.compile(A, B).asm["schedule"] == m.mm.compile(A, B, options=tiled.options).asm["schedule"] != m.mm.compile(A, B).asm["schedule"]
    assert m.mm.options == tc.MappingOptions() and repr(tiled) == repr(m.mm)
    with pytest.raises(TypeError, match="options: expected MappingOptions, found dict"):
        m.mm.with_options({"tile": "2"})


def test_what_has_no_gradient_is_refused_with_its_place():
    operator = tc.define("def count(int32(N) X) -> (Y) { Y(i) = X(i) + 1 }", name="f.tc").only
    with pytest.raises(tc.CompileError, match="f.tc:1:5") as caught:
        tc.grad(operator)
    assert [one["code"] for one in caught.value.diagnostics] == ["TC0803", "TC0803"]
    assert all(one["help"]["text"] for one in caught.value.diagnostics)


def test_the_gradient_of_a_table_is_a_scatter():
    bags = tc.define("def bags(float(E,D) T, int32(B,L) Row) -> (Y) { Y(b,d) +=! Row(b,l) >= 0 ? T(Row(b,l),d) : 0 }").only
    T, rows, d_Y = numbers(5, 2), np.int32([[1, 4, 1], [-1, 0, 1]]), numbers(2, 2) + 1
    expected = np.zeros_like(T)
    for b, row in enumerate(rows):
        for at in row[row >= 0]:
            expected[at] += d_Y[b]
    np.testing.assert_array_equal(tc.grad(bags)(T, rows, d_Y), expected)
    # Nothing is read of an empty table, and nothing is written.
    assert tc.grad(bags)(numbers(0, 2), np.int32([[-1], [-1]]), d_Y).shape == (0, 2)


def test_a_loop_runs_backwards():
    rnn = tc.define((ROOT / "kernels/loops/rnn.tc").read_text()).only
    draw = np.random.default_rng(7)
    x, U, W, h0, d_h = (draw.uniform(-1, 1, shape).astype(np.float32) for shape in [(5, 2), (3, 2), (3, 3), (3,), (6, 3)])
    h, g = rnn(x, U, W, h0), d_h.copy()
    d_x, d_U, d_W = np.zeros_like(x), np.zeros_like(U), np.zeros_like(W)
    for t in reversed(range(5)):
        z = g[t + 1] * (1 - h[t + 1] ** 2)
        d_x[t] = z @ U
        d_U += np.outer(z, x[t])
        d_W += np.outer(z, h[t])
        g[t] += z @ W
    found = tc.grad(rnn)(x, U, W, h0, d_h)
    for one, other in zip(found, (d_x, d_U, d_W, g[0]), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5)
    assert tc.grad(rnn)(x[:0], U, W, h0, d_h[:1])[3].tolist() == d_h[0].tolist()


def test_the_gradient_of_a_loop_has_a_gradient():
    power = tc.define("def power(float x, int32 n) -> (p) { p(0) = x for t in 0:n { p(t+1) = x * p(t) } }").only
    second = tc.grad(tc.grad(power))
    d_p = np.float32([0, 0, 0, 1])
    d_x = tc.grad(power)(np.float32(2), 3, d_p)
    assert d_x == 4 * 2**3
    assert second(np.float32(2), 3, d_p, np.float32(1))[0] == 12 * 2**2


def test_the_gradient_of_a_pair_goes_to_its_place():
    top = tc.define("def top(float(N,M) X) -> (m, a) { (m(i), a(i)) max=! (X(i,k), k) }").only
    found = tc.grad(top)(np.float32([[1, 5, 5], [2, 0, -1]]), np.float32([3, 4]))
    assert found.tolist() == [[0, 3, 0], [4, 0, 0]]


def test_wrong_arguments_are_named(m, tmp_path):
    with pytest.raises(TypeError, match="expected an operator, such as tc.define.*found Operators"):
        tc.grad(m)
    with pytest.raises(TypeError, match="options: expected MappingOptions, found str"):
        tc.grad(m.mm, "tile=3")
    module = tmp_path / "mm.mlir"
    module.write_text(m.mm.compile((3, 4), (4, 5), target="reference").asm["tc"])
    with pytest.raises(tc.CompileError, match="the gradient of `mm` is derived from TC text only"):
        tc.grad(tc.load(module).mm)


# ---- JAX ----


def windows(X, size, step):
    """The windows of the last two dimensions, as two more."""
    parts = [[X[..., i : X.shape[-2] - size + 1 + i : step, j : X.shape[-1] - size + 1 + j : step] for j in range(size)] for i in range(size)]
    import jax.numpy as jnp

    return jnp.stack([jnp.stack(row, -1) for row in parts], -2)


def in_jax():
    """By its file: a kernel as JAX has it, and the shapes of its inputs."""
    import jax
    import jax.numpy as jnp

    def layer_norm(X, gain, shift):
        centred = X - X.mean(1, keepdims=True)
        return gain * centred * jax.lax.rsqrt((centred**2).mean(1, keepdims=True) + 1e-5) + shift

    def attention(Q, K, V):
        P = jax.nn.softmax(jnp.einsum("bhid,bhjd->bhij", Q, K) / np.sqrt(Q.shape[-1]).astype(np.float32))
        return jnp.einsum("bhij,bhjd->bhid", P, V)

    def convolve(X, W, B):
        return jax.lax.conv_general_dilated(X, W, (2, 2), "VALID") + B[None, :, None, None]

    def smooth(X, W):
        return jnp.convolve(jnp.pad(X, 1), W[::-1], "valid")

    return {
        "kernels/mm.tc": (jnp.matmul, [(3, 4), (4, 5)]),
        "kernels/tbmm.tc": (lambda X, Y: jnp.einsum("bnm,bkm->bnk", X, Y), [(2, 3, 4), (2, 5, 4)]),
        "kernels/conv2d.tc": (lambda X, W: jax.lax.conv_general_dilated(X, W, (1, 1), "VALID"), [(2, 3, 6, 7), (4, 3, 3, 2)]),
        "kernels/fcrelu.tc": (lambda X, W, B: jax.nn.relu(X @ W.T + B), [(4, 5), (3, 5), (3,)]),
        "kernels/gesummv.tc": (lambda a, b, A, B, x: a * A @ x + b * B @ x, [(), (), (3, 4), (3, 4), (4,)]),
        "examples/strided_convolution.tc": (convolve, [(2, 3, 7, 7), (4, 3, 3, 3), (4,)]),
        "examples/softmax.tc": (jax.nn.softmax, [(3, 5)]),
        "examples/layer_norm.tc": (layer_norm, [(3, 8), (8,), (8,)]),
        "examples/attention.tc": (attention, [(1, 2, 3, 4), (1, 2, 5, 4), (1, 2, 5, 4)]),
        "examples/pooling.tc": (lambda X: windows(X, 2, 2).max((-1, -2)), [(2, 3, 6, 8)]),
        "examples/padding.tc": (smooth, [(9,), (3,)]),
        "kernels/avgpool2x2.tc": (lambda X: windows(X, 2, 2).mean((-1, -2)), [(2, 3, 6, 8)]),
    }


KERNELS = ["mm", "tbmm", "conv2d", "fcrelu", "gesummv", "strided_convolution", "softmax", "layer_norm", "attention", "pooling", "padding", "avgpool2x2"]


@pytest.mark.parametrize("name", KERNELS)
def test_gradients_are_those_of_jax(name):
    jax = pytest.importorskip("jax", reason="JAX is not installed here")
    [(file, (function, shapes))] = [one for one in in_jax().items() if Path(one[0]).stem == name]
    operator = tc.define((ROOT / file).read_text()).only
    draw = np.random.default_rng(len(name))
    inputs = [draw.uniform(-1, 1, shape).astype(np.float32) for shape in shapes]
    value, pull = jax.vjp(function, *inputs)
    np.testing.assert_allclose(operator(*inputs), value, rtol=1e-4, atol=1e-5)
    of_value = draw.uniform(-1, 1, value.shape).astype(np.float32)
    found = tc.grad(operator)(*inputs, of_value)
    found, due = found if isinstance(found, tuple) else (found,), pull(jax.numpy.asarray(of_value))
    assert len(found) == len(due)
    for one, other in zip(found, due):
        np.testing.assert_allclose(one, other, rtol=1e-3, atol=1e-4)
