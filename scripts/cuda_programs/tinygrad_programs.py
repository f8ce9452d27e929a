"""Operators of tinygrad on its CUDA device, against NumPy: elementwise, reductions, movement, products, convolutions, types, and what its
jit captures in graphs.

    DEV=CUDA python tinygrad_programs.py [PROGRAM...]
"""

import sys

import numpy as np
from tinygrad import Device, Tensor, TinyJit, dtypes

RANDOM = np.random.default_rng(0)
A = RANDOM.standard_normal((7, 12), dtype=np.float32)
B = RANDOM.standard_normal((7, 12), dtype=np.float32)
P = np.abs(A) + np.float32(0.1)
I = RANDOM.integers(-50, 50, (7, 12)).astype(np.int32)
J = RANDOM.integers(1, 9, (7, 12)).astype(np.int32)
IMAGE = RANDOM.standard_normal((2, 3, 9, 9), dtype=np.float32)
WEIGHT = RANDOM.standard_normal((4, 3, 3, 3), dtype=np.float32)
T = Tensor


def convolution(x, w):
    windows = np.lib.stride_tricks.sliding_window_view(x, (3, 3), axis=(2, 3))
    return np.einsum("nchwij,ocij->nohw", windows, w)


def softmax(x):
    powers = np.exp(x - x.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


def two_steps(x):
    """A function of three kernels or more that the jit captures, called until it replays a graph."""
    step = TinyJit(lambda t: ((t * 2 + 1).sum(axis=1, keepdim=True) * t).exp2().realize())
    for _ in range(4):
        result = step(T(x * np.float32(0.1)).realize()).numpy()
    return result


def gradient(x):
    t = T(x)
    return ((t * t).sum() + t.sin().sum()).gradient(t)[0].numpy()


PROGRAMS = {
    "add": lambda: (T(A) + T(B), A + B),
    "multiply": lambda: (T(A) * T(B) - 3, A * B - 3),
    "divide": lambda: (T(A) / T(P), A / P),
    "exp": lambda: (T(A).exp(), np.exp(A)),
    "log": lambda: (T(P).log(), np.log(P)),
    "sqrt": lambda: (T(P).sqrt(), np.sqrt(P)),
    "sin": lambda: (T(A * 100).sin(), np.sin(A * 100)),
    "tanh": lambda: (T(A).tanh(), np.tanh(A)),
    "power": lambda: (T(P) ** 1.7, P ** np.float32(1.7)),
    "maximum": lambda: (T(A).maximum(T(B)), np.maximum(A, B)),
    "where": lambda: ((T(A) > 0).where(T(A), T(B)), np.where(A > 0, A, B)),
    "compare": lambda: (T(A) < T(B), A < B),
    "floor": lambda: (T(A * 5).floor(), np.floor(A * 5)),
    "relu": lambda: (T(A).relu(), np.maximum(A, 0)),
    "sigmoid": lambda: (T(A).sigmoid(), 1 / (1 + np.exp(-A))),
    "integers": lambda: (T(I) * T(J) + T(I), I * J + I),
    "quotient": lambda: (T(I) // T(J), I // J),
    "remainder": lambda: (T(I) % T(J), I % J),
    "bits": lambda: ((T(I) & T(J)) | (T(I) ^ T(J)), (I & J) | (I ^ J)),
    "shift": lambda: (T(J) << 3, J << 3),
    "sum": lambda: (T(A).sum(), A.sum()),
    "sum of rows": lambda: (T(A).sum(axis=1), A.sum(1)),
    "maximum of columns": lambda: (T(A).max(axis=0), A.max(0)),
    "mean": lambda: (T(A).mean(axis=0), A.mean(0)),
    "variance": lambda: (T(A).var(axis=1, correction=0), A.var(1)),
    "product": lambda: (T(P).prod(axis=1), P.prod(1)),
    "argmax": lambda: (T(A).argmax(axis=1), A.argmax(1)),
    "cumulative sum": lambda: (T(A).cumsum(axis=1), A.cumsum(1)),
    "softmax": lambda: (T(A).softmax(), softmax(A)),
    "layer norm": lambda: (T(A).layernorm(), (A - A.mean(1, keepdims=True)) / np.sqrt(A.var(1, keepdims=True) + 1e-5)),
    "transpose": lambda: (T(A).transpose().contiguous(), A.T),
    "reshape": lambda: (T(A).reshape(12, 7) + 1, A.reshape(12, 7) + 1),
    "flip": lambda: (T(A).flip(0).contiguous(), A[::-1]),
    "slice": lambda: (T(A)[1:5, ::3].contiguous(), A[1:5, ::3]),
    "pad": lambda: (T(A).pad(((1, 2), (0, 3))), np.pad(A, ((1, 2), (0, 3)))),
    "concatenate": lambda: (T(A).cat(T(B), dim=1), np.concatenate([A, B], 1)),
    "expand": lambda: (T(A[:, :1]).expand(7, 5) * 2, np.broadcast_to(A[:, :1], (7, 5)) * 2),
    "gather": lambda: (T(A)[T(np.array([3, 0, 6]))], A[[3, 0, 6]]),
    "product of matrices": lambda: (T(A) @ T(B.T.copy()), A @ B.T),
    "large product": lambda: (T(np.ones((64, 96), np.float32)) @ T(np.ones((96, 80), np.float32)), np.full((64, 80), 96)),
    "half product": lambda: (T(A.astype(np.float16)) @ T(B.T.astype(np.float16)), A.astype(np.float16) @ B.T.astype(np.float16)),
    "convolution": lambda: (T(IMAGE).conv2d(T(WEIGHT)), convolution(IMAGE, WEIGHT)),
    "max pool": lambda: (T(IMAGE).max_pool2d((3, 3)), IMAGE.reshape(2, 3, 3, 3, 3, 3).max((3, 5))),
    "triangle": lambda: (T(A).tril(), np.tril(A)),
    "sort": lambda: (T(A[0]).sort()[0], np.sort(A[0])),
    "doubles": lambda: (T(A.astype(np.float64)).exp(), np.exp(A.astype(np.float64))),
    "bytes": lambda: (T(I.astype(np.int8)) + T(J.astype(np.int8)), I.astype(np.int8) + J.astype(np.int8)),
    "cast": lambda: (T(A * 10).cast(dtypes.int32), (A * 10).astype(np.int32)),
    "long": lambda: (T(I.astype(np.int64)) * 1000000007, I.astype(np.int64) * 1000000007),
    "jit": lambda: (two_steps(A), np.exp2((A * np.float32(0.1) * 2 + 1).sum(1, keepdims=True) * (A * np.float32(0.1)))),
    "gradient": lambda: (gradient(A), 2 * A + np.cos(A)),
}


def main(names):
    assert Device.DEFAULT == "CUDA", Device.DEFAULT
    failed = 0
    for name, program in PROGRAMS.items():
        if names and name not in names:
            continue
        try:
            got, wanted = program()
            got = got.numpy() if isinstance(got, Tensor) else got
            tolerance = 1e-2 if name == "half product" else 2e-4
            np.testing.assert_allclose(got, wanted, rtol=tolerance, atol=tolerance)
            print(f"{name}: ok")
        except Exception as error:  # each operator is told of
            failed += 1
            print(f"{name}: {type(error).__name__}: {str(error)[:600]}")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
