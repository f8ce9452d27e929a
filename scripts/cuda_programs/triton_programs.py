"""Kernels in the manner of Triton's tutorials, compiled and launched by Triton itself, without PyTorch: its launcher takes every object with
`data_ptr()`. Each program compares with NumPy.

    python triton_programs.py [PROGRAM...]
"""

import sys

import device
import numpy as np
import triton
import triton.language as tl
from triton.language.extra import libdevice

RANDOM = np.random.default_rng(0)


def floats(*shape):
    return RANDOM.standard_normal(shape, dtype=np.float32)


@triton.jit
def add_kernel(x, y, z, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = i < n
    tl.store(z + i, tl.load(x + i, mask=inside) + tl.load(y + i, mask=inside), mask=inside)


def vector_add():
    x, y = floats(1000), floats(1000)
    z = device.Array.empty(1000)
    add_kernel[(4,)](device.Array(x), device.Array(y), z, 1000, BLOCK=256)
    return z.numpy(), x + y


@triton.jit
def softmax_kernel(x, y, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    j = tl.arange(0, BLOCK)
    inside = j < columns
    values = tl.load(x + row * columns + j, mask=inside, other=-float("inf"))
    powers = tl.exp(values - tl.max(values, axis=0))
    tl.store(y + row * columns + j, powers / tl.sum(powers, axis=0), mask=inside)


def softmax():
    x = floats(7, 300)
    y = device.Array.empty(x.shape)
    softmax_kernel[(7,)](device.Array(x), y, 300, BLOCK=512)
    powers = np.exp(x - x.max(1, keepdims=True))
    return y.numpy(), powers / powers.sum(1, keepdims=True)


@triton.jit
def matmul_kernel(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    i = tl.program_id(0) * BM + tl.arange(0, BM)
    j = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    sums = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, K, BK):
        left = tl.load(a + i[:, None] * K + (start + k)[None, :], mask=(i[:, None] < M) & ((start + k)[None, :] < K), other=0.0)
        right = tl.load(b + (start + k)[:, None] * N + j[None, :], mask=((start + k)[:, None] < K) & (j[None, :] < N), other=0.0)
        sums = tl.dot(left, right, sums)
    tl.store(c + i[:, None] * N + j[None, :], sums, mask=(i[:, None] < M) & (j[None, :] < N))


def matmul():
    a, b = floats(50, 70).astype(np.float16), floats(70, 40).astype(np.float16)
    c = device.Array.empty((50, 40))
    matmul_kernel[(2, 2)](device.Array(a), device.Array(b), c, 50, 40, 70, BM=32, BN=32, BK=32)
    return c.numpy(), a.astype(np.float32) @ b.astype(np.float32)


@triton.jit
def dropout_kernel(x, y, n, p, seed, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = i < n
    keep = tl.rand(seed, i) > p
    values = tl.load(x + i, mask=inside)
    tl.store(y + i, tl.where(keep, values / (1 - p), 0.0), mask=inside)


def dropout():
    x = floats(2000) + 10
    y = device.Array.empty(2000)
    dropout_kernel[(8,)](device.Array(x), y, 2000, 0.25, 7, BLOCK=256)
    got = y.numpy()
    kept = got != 0
    assert 0.7 < kept.mean() < 0.8, kept.mean()
    return got, np.where(kept, x / np.float32(0.75), 0)


@triton.jit
def layernorm_kernel(x, y, w, b, columns, epsilon, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    j = tl.arange(0, BLOCK)
    inside = j < columns
    values = tl.load(x + row * columns + j, mask=inside, other=0.0)
    mean = tl.sum(values, axis=0) / columns
    centred = tl.where(inside, values - mean, 0.0)
    scale = tl.rsqrt(tl.sum(centred * centred, axis=0) / columns + epsilon)
    weight = tl.load(w + j, mask=inside)
    bias = tl.load(b + j, mask=inside)
    tl.store(y + row * columns + j, centred * scale * weight + bias, mask=inside)


def layernorm():
    x, w, b = floats(5, 200), floats(200), floats(200)
    y = device.Array.empty(x.shape)
    layernorm_kernel[(5,)](device.Array(x), y, device.Array(w), device.Array(b), 200, 1e-5, BLOCK=256)
    centred = x - x.mean(1, keepdims=True)
    return y.numpy(), centred / np.sqrt((centred**2).mean(1, keepdims=True) + 1e-5) * w + b


@triton.jit
def attention_kernel(q, k, v, o, N, scale, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    i = tl.program_id(0) * BM + tl.arange(0, BM)
    d = tl.arange(0, D)
    query = tl.load(q + i[:, None] * D + d[None, :], mask=i[:, None] < N, other=0.0)
    most = tl.full((BM,), -float("inf"), dtype=tl.float32)
    total = tl.zeros((BM,), dtype=tl.float32)
    result = tl.zeros((BM, D), dtype=tl.float32)
    for start in range(0, N, BN):
        j = start + tl.arange(0, BN)
        key = tl.load(k + j[None, :] * D + d[:, None], mask=j[None, :] < N, other=0.0)
        value = tl.load(v + j[:, None] * D + d[None, :], mask=j[:, None] < N, other=0.0)
        scores = tl.where(j[None, :] < N, tl.dot(query, key) * scale, -float("inf"))
        new = tl.maximum(most, tl.max(scores, axis=1))
        weights = tl.exp(scores - new[:, None])
        shrink = tl.exp(most - new)
        total = total * shrink + tl.sum(weights, axis=1)
        result = tl.dot(weights.to(tl.float16), value, result * shrink[:, None])
        most = new
    tl.store(o + i[:, None] * D + d[None, :], result / total[:, None], mask=i[:, None] < N)


def attention():
    q, k, v = (floats(48, 32).astype(np.float16) for _ in range(3))
    o = device.Array.empty((48, 32))
    attention_kernel[(2,)](device.Array(q), device.Array(k), device.Array(v), o, 48, 32**-0.5, BM=32, BN=32, D=32)
    scores = q.astype(np.float32) @ k.astype(np.float32).T * 32**-0.5
    powers = np.exp(scores - scores.max(1, keepdims=True))
    return o.numpy(), powers / powers.sum(1, keepdims=True) @ v.astype(np.float32)


@triton.jit
def asin_kernel(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = i < n
    tl.store(y + i, libdevice.asin(tl.load(x + i, mask=inside)), mask=inside)


def device_library():
    x = RANDOM.random(500, dtype=np.float32) * 2 - 1
    y = device.Array.empty(500)
    asin_kernel[(2,)](device.Array(x), y, 500, BLOCK=256)
    return y.numpy(), np.arcsin(x)


@triton.jit
def histogram_kernel(x, counts, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = i < n
    tl.atomic_add(counts + tl.load(x + i, mask=inside, other=0), 1, mask=inside)


def histogram():
    x = RANDOM.integers(0, 10, 700).astype(np.int32)
    counts = device.Array(np.zeros(10, np.int32))
    histogram_kernel[(3,)](device.Array(x), counts, 700, BLOCK=256)
    return counts.numpy(), np.bincount(x, minlength=10)


PROGRAMS = [vector_add, softmax, matmul, dropout, layernorm, attention, device_library, histogram]


def main(names):
    device.start()
    for program in PROGRAMS:
        if not names or program.__name__ in names:
            got, wanted = program()
            np.testing.assert_allclose(got, wanted, rtol=2e-3, atol=2e-3)
            print(f"{program.__name__}: ok")


if __name__ == "__main__":
    main(sys.argv[1:])
