"""The operators of the library against NumPy: on the CPU and on the emulator, at several shapes, and their gradients against differences.

    python scripts/test_library.py          all of them, in about two minutes
    python scripts/test_library.py conv     those whose names begin so

Each operator has a case: one without a case is a failure.
"""

import math
import sys
import warnings
from itertools import product

import numpy as np
import tensorcomp as tc
from tensorcomp import _library

rng = np.random.default_rng(1)


def numbers(*shape, low=-2.0, high=2.0):
    return rng.uniform(low, high, shape).astype(np.float32)


def whole(high, *shape, low=0, dtype=np.int32):
    return rng.integers(low, high, shape).astype(dtype)


def erf(x):
    return np.vectorize(math.erf)(x)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def softplus(x):
    return np.log1p(np.exp(x))


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def conv(x, f, stride=1, padding=0, dilation=1, groups=1):
    """In any number of dimensions, tap by tap."""
    rank = x.ndim - 2
    x = np.pad(x, [(0, 0), (0, 0)] + [(padding, padding)] * rank)
    extents = [(x.shape[2 + d] - dilation * (f.shape[2 + d] - 1) - 1) // stride + 1 for d in range(rank)]
    y = np.zeros((x.shape[0], f.shape[0], *extents))
    inputs, outputs = x.shape[1] // groups, f.shape[0] // groups
    for tap in product(*map(range, f.shape[2:])):
        window = x[(slice(None), slice(None), *(slice(t * dilation, t * dilation + stride * (e - 1) + 1, stride) for t, e in zip(tap, extents)))]
        for g in range(groups):
            o = slice(g * outputs, (g + 1) * outputs)
            y[:, o] += np.einsum("nc...,oc->no...", window[:, g * inputs : (g + 1) * inputs], f[(o, slice(None), *tap)])
    return y


def conv_transpose(x, f, stride=1, padding=0, dilation=1):
    rank = x.ndim - 2
    full = [(x.shape[2 + d] - 1) * stride + dilation * (f.shape[2 + d] - 1) + 1 for d in range(rank)]
    y = np.zeros((x.shape[0], f.shape[1], *full))
    for tap in product(*map(range, f.shape[2:])):
        at = tuple(slice(t * dilation, t * dilation + stride * (e - 1) + 1, stride) for t, e in zip(tap, x.shape[2:]))
        y[(slice(None), slice(None), *at)] += np.einsum("nc...,co->no...", x, f[(slice(None), slice(None), *tap)])
    return y[(slice(None), slice(None), *(slice(padding, e - padding) for e in full))]


def pool(reduce, empty):
    def pooled(x, kernel=2, stride=2, padding=0):
        rank = x.ndim - 2
        x = np.pad(x, [(0, 0), (0, 0)] + [(padding, padding)] * rank, constant_values=empty)
        extents = [(e - kernel) // stride + 1 for e in x.shape[2:]]
        taps = [x[(slice(None), slice(None), *(slice(t, t + stride * (e - 1) + 1, stride) for t, e in zip(tap, extents)))] for tap in product(range(kernel), repeat=rank)]
        return reduce(np.stack(taps), 0)

    return pooled


def attention(q, k, v, causal=False):
    p = np.einsum("btd,bsd->bts", q, k) / math.sqrt(q.shape[-1])
    if causal:
        p = np.where(np.tri(p.shape[1], p.shape[2], dtype=bool), p, -np.inf)
    return softmax(p) @ v


def layer_norm(x, g, b, eps=1e-5):
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + eps) * g + b


def huber(x, t, delta=1.0):
    d = abs(x - t)
    return np.where(d <= delta, d * d / 2, delta * (d - delta / 2)).mean()


def rnn(x, u, w, b, h):
    rows = [h]
    for one in x:
        rows.append(np.tanh(u @ one + w @ rows[-1] + b))
    return np.stack(rows)


def gru(x, u, w, b, c, h):
    rows = [h]
    for one in x:
        a, p = u @ one + b, w @ rows[-1] + c
        r, z = sigmoid(a[0] + p[0]), sigmoid(a[1] + p[1])
        n = np.tanh(a[2] + r * p[2])
        rows.append((1 - z) * n + z * rows[-1])
    return np.stack(rows)


def lstm(x, u, w, b, h, c):
    rows, cells = [h], [c]
    for one in x:
        a = u @ one + w @ rows[-1] + b
        cells.append(sigmoid(a[1]) * cells[-1] + sigmoid(a[0]) * np.tanh(a[2]))
        rows.append(sigmoid(a[3]) * np.tanh(cells[-1]))
    return np.stack(rows), np.stack(cells)


def scatter(x, i, rows):
    y = np.zeros((rows, x.shape[1]))
    np.add.at(y, i, x)
    return y


def lower(n):
    return np.tril(numbers(n, n)) + 3 * np.eye(n, dtype=np.float32)


def away_from(points, *shape):
    """Numbers near none of the places where a function has no derivative."""
    x = numbers(*shape, low=-8, high=8)
    for point in points:
        x = np.where(abs(x - point) < 0.05, x + np.float32(0.1), x)
    return x


ELEMENTWISE = {
    "relu": (lambda x: np.maximum(x, 0), [0]),
    "relu6": (lambda x: np.clip(x, 0, 6), [0, 6]),
    "leaky_relu": (lambda x, slope=0.01: np.where(x > 0, x, slope * x), [0]),
    "elu": (lambda x, alpha=1.0: np.where(x > 0, x, alpha * np.expm1(x)), [0]),
    "selu": (lambda x: 1.0507009873554805 * np.where(x > 0, x, 1.6732632423543772 * np.expm1(x)), [0]),
    "gelu": (lambda x: 0.5 * x * (1 + erf(x / math.sqrt(2))), []),
    "gelu_tanh": (lambda x: 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))), []),
    "sigmoid": (sigmoid, [0]),
    "silu": (lambda x: x * sigmoid(x), [0]),
    "softplus": (softplus, [0]),
    "softsign": (lambda x: x / (1 + abs(x)), [0]),
    "mish": (lambda x: x * np.tanh(softplus(x)), [0]),
    "hardsigmoid": (lambda x: np.clip(x / 6 + 0.5, 0, 1), [-3, 3]),
    "hardswish": (lambda x: x * np.clip(x / 6 + 0.5, 0, 1), [-3, 3]),
    "clip": (lambda x, low=-1.0, high=1.0: np.clip(x, low, high), [-1, 1]),
}
NAMED = {"leaky_relu": {"slope": 0.25}, "elu": {"alpha": 2.0}, "clip": {"low": -3.0, "high": 2.5}}

# By module and name: the function of NumPy, and calls, each with arrays and parameters.
CASES = {
    ("elementwise", name): (of, [((away_from(points, *shape),), named) for shape, named in zip([(7,), (2, 3, 5), (1,)], [{}, NAMED.get(name, {}), {}])])
    for name, (of, points) in ELEMENTWISE.items()
}
ROWS = [((numbers(*shape),), {}) for shape in [(3, 5), (2, 3, 4), (1, 1), (6,)][:3]]
CASES |= {
    ("reductions", "row_sum"): (lambda x: x.sum(-1), ROWS),
    ("reductions", "row_mean"): (lambda x: x.mean(-1), ROWS),
    ("reductions", "row_variance"): (lambda x: x.var(-1), ROWS),
    ("reductions", "row_max"): (lambda x: x.max(-1), ROWS),
    ("reductions", "row_min"): (lambda x: x.min(-1), ROWS),
    ("reductions", "argmax"): (lambda x: x.argmax(-1), [*ROWS, ((np.float32([[1, 5, 5], [2, 2, 0]]),), {})]),
    ("reductions", "argmin"): (lambda x: x.argmin(-1), [*ROWS, ((np.float32([[1, 0, 0], [2, 2, 3]]),), {})]),
    ("reductions", "logsumexp"): (lambda x: np.log(np.exp(x).sum(-1)), ROWS),
    ("reductions", "row_norm"): (lambda x: np.sqrt((x * x).sum(-1)), ROWS),
    ("reductions", "cumsum"): (lambda x: x.cumsum(-1), ROWS),
    ("norms", "softmax"): (softmax, [*ROWS, ((100 * numbers(2, 4),), {})]),
    ("norms", "log_softmax"): (lambda x: np.log(softmax(x)), ROWS),
    ("norms", "layer_norm"): (layer_norm, [((numbers(3, 6), numbers(6), numbers(6)), {}), ((numbers(2, 2, 5), numbers(5), numbers(5)), {"eps": 0.1})]),
    ("norms", "rms_norm"): (
        lambda x, g, eps=1e-5: x / np.sqrt((x * x).mean(-1, keepdims=True) + eps) * g,
        [((numbers(3, 6), numbers(6)), {}), ((numbers(2, 2, 5), numbers(5)), {"eps": 0.1})],
    ),
    ("norms", "batch_norm"): (
        lambda x, m, v, g, b, eps=1e-5: (x - m[:, None]) / np.sqrt(v[:, None] + eps) * g[:, None] + b[:, None],
        [((numbers(2, 3, 4), numbers(3), numbers(3, low=0.5), numbers(3), numbers(3)), named) for named in ({}, {"eps": 0.1})],
    ),
    ("norms", "instance_norm"): (
        lambda x, g, b, eps=1e-5: (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + eps) * g[:, None] + b[:, None],
        [((numbers(2, 3, 5), numbers(3), numbers(3)), named) for named in ({}, {"eps": 0.1})],
    ),
    ("convolutions", "conv1d"): (
        conv,
        [((numbers(2, 3, 9), numbers(4, 3, 3)), {}), ((numbers(1, 4, 11), numbers(6, 2, 3)), {"stride": 2, "padding": 2, "dilation": 2, "groups": 2})],
    ),
    ("convolutions", "conv2d"): (
        conv,
        [
            ((numbers(2, 3, 6, 7), numbers(4, 3, 3, 2)), {}),
            ((numbers(1, 3, 7, 8), numbers(2, 3, 3, 3)), {"stride": 2, "padding": 1}),
            ((numbers(2, 8, 7, 7), numbers(8, 2, 3, 3)), {"stride": 2, "padding": 1, "dilation": 1, "groups": 4}),
            ((numbers(1, 3, 6, 6), numbers(3, 1, 3, 3)), {"padding": 1, "groups": 3}),
        ],
    ),
    ("convolutions", "conv3d"): (
        conv,
        [((numbers(1, 2, 4, 5, 4), numbers(2, 2, 2, 3, 2)), {}), ((numbers(1, 2, 5, 5, 5), numbers(2, 1, 3, 3, 3)), {"stride": 2, "padding": 1, "groups": 2})],
    ),
    ("convolutions", "conv_transpose1d"): (
        conv_transpose,
        [((numbers(2, 3, 5), numbers(3, 2, 3)), {}), ((numbers(1, 2, 4), numbers(2, 3, 3)), {"stride": 2, "padding": 1, "dilation": 2})],
    ),
    ("convolutions", "conv_transpose2d"): (
        conv_transpose,
        [((numbers(1, 2, 3, 4), numbers(2, 3, 2, 2)), {"stride": 2}), ((numbers(1, 2, 4, 3), numbers(2, 2, 3, 3)), {"padding": 1})],
    ),
    ("pooling", "max_pool1d"): (pool(np.max, -np.inf), [((numbers(2, 3, 8),), {}), ((numbers(1, 2, 9),), {"kernel": 3, "stride": 1, "padding": 1})]),
    ("pooling", "max_pool2d"): (pool(np.max, -np.inf), [((numbers(2, 3, 6, 7),), {}), ((numbers(1, 2, 7, 7),), {"kernel": 3, "stride": 2, "padding": 1})]),
    ("pooling", "avg_pool1d"): (pool(np.mean, 0), [((numbers(2, 3, 8),), {}), ((numbers(1, 2, 9),), {"kernel": 3, "stride": 1, "padding": 1})]),
    ("pooling", "avg_pool2d"): (pool(np.mean, 0), [((numbers(2, 3, 6, 7),), {}), ((numbers(1, 2, 7, 7),), {"kernel": 3, "stride": 2, "padding": 1})]),
    ("pooling", "global_avg_pool2d"): (lambda x: x.mean((2, 3)), [((numbers(2, 3, 4, 5),), {}), ((numbers(1, 1, 1, 3),), {})]),
    ("attention", "attention"): (attention, [((numbers(2, 3, 4), numbers(2, 5, 4), numbers(2, 5, 3)), {}), ((numbers(1, 1, 2), numbers(1, 1, 2), numbers(1, 1, 1)), {})]),
    ("attention", "causal_attention"): (
        lambda q, k, v: attention(q, k, v, causal=True),
        [((numbers(2, 4, 3), numbers(2, 4, 3), numbers(2, 4, 2)), {}), ((numbers(1, 1, 2), numbers(1, 1, 2), numbers(1, 1, 1)), {})],
    ),
    ("losses", "mse_loss"): (lambda x, t: ((x - t) ** 2).mean(), [((numbers(7), numbers(7)), {}), ((numbers(2, 3), numbers(2, 3)), {})]),
    ("losses", "l1_loss"): (lambda x, t: abs(x - t).mean(), [((numbers(7), numbers(7)), {}), ((numbers(2, 3), numbers(2, 3)), {})]),
    ("losses", "huber_loss"): (huber, [((numbers(7), numbers(7)), {}), ((numbers(2, 3), numbers(2, 3)), {"delta": 0.5})]),
    ("losses", "bce_with_logits"): (
        lambda x, t: (np.maximum(x, 0) - x * t + np.log1p(np.exp(-abs(x)))).mean(),
        [((numbers(7), numbers(7, low=0, high=1)), {}), ((numbers(2, 3), numbers(2, 3, low=0, high=1)), {})],
    ),
    ("losses", "cross_entropy"): (
        lambda x, i: -np.log(softmax(x)[np.arange(len(i)), i]).mean(),
        [((numbers(5, 4), whole(4, 5)), {}), ((numbers(1, 3), whole(3, 1)), {})],
    ),
    ("losses", "kl_div"): (
        lambda x, t: (t * (np.log(t) - x)).sum() / len(x),
        [((np.log(softmax(numbers(3, 4))), softmax(numbers(3, 4))), {}), ((np.log(softmax(numbers(1, 2))), softmax(numbers(1, 2))), {})],
    ),
    ("losses", "hinge_loss"): (
        lambda x, t: np.maximum(1 - x * t, 0).mean(),
        [((numbers(7), np.float32([1, -1, 1, 1, -1, -1, 1])), {}), ((numbers(1, 2), np.float32([[1, -1]])), {})],
    ),
    ("gathers", "embedding"): (lambda e, i: e[i], [((numbers(6, 3), whole(6, 4)), {}), ((numbers(1, 2), whole(1, 3)), {})]),
    ("gathers", "take_along_row"): (lambda x, i: np.take_along_axis(x, i, 1), [((numbers(3, 5), whole(5, 3, 2)), {}), ((numbers(1, 4), whole(4, 1, 6)), {})]),
    ("gathers", "one_hot"): (lambda i, classes=2: np.eye(classes)[i], [((whole(2, 5),), {}), ((whole(7, 4),), {"classes": 7})]),
    ("gathers", "scatter_add"): (scatter, [((numbers(6, 3), whole(4, 6)), {"rows": 4}), ((numbers(2, 2), np.int32([2, 2])), {"rows": 3})]),
    ("linalg", "matmul"): (np.matmul, [((numbers(3, 4), numbers(4, 5)), {}), ((numbers(1, 1), numbers(1, 1)), {})]),
    ("linalg", "bmm"): (np.matmul, [((numbers(2, 3, 4), numbers(2, 4, 5)), {}), ((numbers(1, 1, 2), numbers(1, 2, 1)), {})]),
    ("linalg", "linear"): (lambda x, w, b: x @ w.T + b, [((numbers(3, 4), numbers(5, 4), numbers(5)), {}), ((numbers(2, 3, 4), numbers(2, 4), numbers(2)), {})]),
    ("linalg", "dot"): (np.dot, [((numbers(7), numbers(7)), {}), ((numbers(1), numbers(1)), {})]),
    ("linalg", "outer"): (np.outer, [((numbers(3), numbers(4)), {}), ((numbers(1), numbers(1)), {})]),
    ("linalg", "transpose"): (np.transpose, [((numbers(3, 4),), {}), ((numbers(1, 5),), {})]),
    ("linalg", "trace"): (np.trace, [((numbers(4, 4),), {}), ((numbers(1, 1),), {})]),
    ("linalg", "solve_lower"): (np.linalg.solve, [((lower(5), numbers(5)), {}), ((lower(1), numbers(1)), {})]),
    ("signal", "convolve"): (np.convolve, [((numbers(8), numbers(3)), {}), ((numbers(2), numbers(5)), {})]),
    ("signal", "correlate"): (lambda x, f: np.correlate(x, f, "valid"), [((numbers(8), numbers(3)), {}), ((numbers(5), numbers(5)), {})]),
    ("signal", "moving_average"): (
        lambda x, window=3: np.convolve(x, np.ones(window) / window, "valid"),
        [((numbers(8),), {}), ((numbers(9),), {"window": 5})],
    ),
    ("signal", "diff"): (np.diff, [((numbers(8),), {}), ((numbers(2),), {})]),
    ("signal", "dft"): (lambda x: (np.fft.fft(x).real, np.fft.fft(x).imag), [((numbers(8),), {}), ((numbers(5),), {})]),
    ("signal", "upsample2d"): (lambda x, factor=2: x.repeat(factor, 2).repeat(factor, 3), [((numbers(1, 2, 3, 2),), {}), ((numbers(2, 1, 2, 2),), {"factor": 3})]),
    ("recurrent", "rnn"): (rnn, [((numbers(t, 3), numbers(2, 3), numbers(2, 2), numbers(2), numbers(2)), {}) for t in (4, 1)]),
    ("recurrent", "gru"): (gru, [((numbers(t, 3), numbers(3, 2, 3), numbers(3, 2, 2), numbers(3, 2), numbers(3, 2), numbers(2)), {}) for t in (4, 1)]),
    ("recurrent", "lstm"): (lstm, [((numbers(t, 3), numbers(4, 2, 3), numbers(4, 2, 2), numbers(4, 2), numbers(2), numbers(2)), {}) for t in (4, 1)]),
    ("quantised", "quantize"): (
        lambda x, scale=1.0, zero=0: np.clip(np.floor(abs(x / np.float32(scale)) + 0.5) * np.sign(x) + zero, -128, 127).astype(np.int8),
        [((numbers(9, low=-200, high=200),), {}), ((numbers(2, 5),), {"scale": 0.05, "zero": 3})],
    ),
    ("quantised", "dequantize"): (
        lambda q, scale=1.0, zero=0: (q.astype(np.float64) - zero) * scale,
        [((whole(128, 9, low=-128, dtype=np.int8),), {}), ((whole(128, 2, 5, low=-128, dtype=np.int8),), {"scale": 0.05, "zero": 3})],
    ),
    ("quantised", "matmul_int8"): (
        lambda a, b, a_zero=0, b_zero=0: (a.astype(np.int32) - a_zero) @ (b.astype(np.int32) - b_zero),
        [((whole(128, 3, 4, low=-128, dtype=np.int8), whole(128, 4, 5, low=-128, dtype=np.int8)), named) for named in ({}, {"a_zero": 3, "b_zero": -7})],
    ),
}
# Without a gradient: results are places, integers, or indices of classes alone.
NO_GRADIENT = {"argmax", "argmin", "one_hot", "quantize", "dequantize", "matmul_int8"}
# Whose gradient is refused: docs/library-findings.md. One that is derived one day is a failure here.
REFUSED = {"conv3d": "TC0408"}

def rows(found):
    return found if isinstance(found, tuple) else (found,)


def check(key, of, calls):
    operator = _library.LibraryOperator(*key)
    assert operator._described[3] and operator._described[4], "its comment has no source or no example"
    for arrays, named in calls:
        exact = [one.astype(np.float64) if one.dtype == np.float32 else one for one in arrays]
        due = rows(of(*exact, **named))
        for target in ("cpu", "emulator"):
            with tc.knobs.scope(target=target):
                found = rows(operator(*arrays, **named))
            assert len(found) == len(due)
            for one, other in zip(found, due):
                other = np.asarray(other)
                assert one.shape == other.shape, f"{target}: shape {one.shape}, due {other.shape}, for {[a.shape for a in arrays]} {named}"
                np.testing.assert_allclose(one, other, rtol=2e-5, atol=1e-5, err_msg=f"{target} for {[a.shape for a in arrays]} {named}")


def text_of_call(operator, arrays, named):
    """A definition that calls it with these parameters: as a text does."""
    home, name = operator._home, operator.__name__
    tensors = [(one, written) for one, written, _ in operator._described[1] if "(" in written]
    returns = operator.text_signature.split("-> (")[1][:-1]
    names = [one.split()[-1] for one in returns.split(",")] if "(" not in returns else [returns.split()[-1]]
    given = ", ".join([one for one, _ in tensors] + [f"{one} = {value}" for one, value in named.items()])
    params = ", ".join(f"{written} {one}" for one, written in tensors)
    # The extent of an annotated return may be a parameter, which is a number here.
    return f"import {home}\ndef f({params}) -> ({', '.join(names)}) {{ ({', '.join(names)}) = {home}.{name}({given}) }}\n"


def check_gradient(key, of, calls):
    operator = _library.LibraryOperator(*key)
    arrays, named = calls[-1]
    batch = operator._described[5]
    flat = {"all": 1, "leading": 2}.get(batch)
    if flat and arrays[0].ndim != flat:
        arrays, named = calls[0]
    if flat and arrays[0].ndim != flat:
        return
    function = tc.define(text_of_call(operator, arrays, named)).only
    if key[1] in REFUSED:
        try:
            tc.grad(function)
        except tc.CompileError as refused:
            assert REFUSED[key[1]] in str(refused), refused
            return
        raise AssertionError("it has a gradient now: remove it from REFUSED")
    gradient = tc.grad(function)
    exact = [one.astype(np.float64) if one.dtype == np.float32 else one for one in arrays]
    weights = [numbers(*np.shape(one)) for one in rows(of(*exact, **named))]

    def value(given):
        return sum((np.asarray(one) * weight).sum() for one, weight in zip(rows(of(*given, **named)), weights))

    found = dict(zip(gradient.gradients.values(), rows(gradient(*arrays, *weights))))
    names = [one for one, written, _ in operator._described[1] if "(" in written]
    step = 1e-5
    for number, name in enumerate(names):
        derived = found.get(gradient.gradients.get(name))
        if derived is None:
            assert arrays[number].dtype != np.float32, f"no gradient by {name}"
            continue
        for at in list(np.ndindex(arrays[number].shape))[:12]:
            moved = [[one.copy() for one in exact] for _ in range(2)]
            moved[0][number][at] += step
            moved[1][number][at] -= step
            due = (value(moved[0]) - value(moved[1])) / (2 * step)
            np.testing.assert_allclose(derived[at], due, rtol=2e-3, atol=2e-3, err_msg=f"the derivative by {name}{list(at)}")


def main():
    begin = sys.argv[1] if len(sys.argv) > 1 else ""
    failures = []
    all_operators = set(_library._all())
    for key in sorted(all_operators ^ set(CASES)):
        failures.append(f"{key}: an operator without a case, or a case without an operator")
    warnings.simplefilter("ignore", tc.CompileWarning)
    count = 0
    for key, (of, calls) in CASES.items():
        if not key[1].startswith(begin) or key not in all_operators:
            continue
        for what in (check, check_gradient):
            if what is check_gradient and key[1] in NO_GRADIENT:
                continue
            try:
                what(key, of, calls)
                count += 1
            except Exception as wrong:  # noqa: BLE001
                failures.append(f"{key[0]}.{key[1]}: {what.__name__}: {type(wrong).__name__}: {wrong}")
    for one in failures:
        print(f"FAIL {one}")
    print(f"{count} checks of {len(all_operators)} operators, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
