"""Kernels in the manner of Numba's documentation, compiled and launched by Numba, each against NumPy.

    python numba_programs.py [PROGRAM...]
"""

import sys

import numpy as np
from numba import cuda, float32, int32

RANDOM = np.random.default_rng(0)


def floats(*shape):
    return RANDOM.standard_normal(shape, dtype=np.float32)


@cuda.jit
def add_kernel(x, y, z):
    i = cuda.grid(1)
    if i < z.size:
        z[i] = x[i] + y[i]


def vector_add():
    x, y = floats(1000), floats(1000)
    z = cuda.device_array(1000, np.float32)
    add_kernel[8, 128](cuda.to_device(x), cuda.to_device(y), z)
    return z.copy_to_host(), x + y


@cuda.jit
def matmul_kernel(a, b, c):
    left = cuda.shared.array((8, 8), float32)
    right = cuda.shared.array((8, 8), float32)
    i, j = cuda.grid(2)
    ti, tj = cuda.threadIdx.x, cuda.threadIdx.y
    total = float32(0)
    for k in range((a.shape[1] + 7) // 8):
        left[ti, tj] = 0
        right[ti, tj] = 0
        if i < a.shape[0] and k * 8 + tj < a.shape[1]:
            left[ti, tj] = a[i, k * 8 + tj]
        if k * 8 + ti < b.shape[0] and j < b.shape[1]:
            right[ti, tj] = b[k * 8 + ti, j]
        cuda.syncthreads()  # filled
        for l in range(8):
            total += left[ti, l] * right[l, tj]
        cuda.syncthreads()  # used
    if i < c.shape[0] and j < c.shape[1]:
        c[i, j] = total


def matmul():
    a, b = floats(20, 30), floats(30, 18)
    c = cuda.device_array((20, 18), np.float32)
    matmul_kernel[(3, 3), (8, 8)](cuda.to_device(a), cuda.to_device(b), c)
    return c.copy_to_host(), a @ b


@cuda.jit
def reduce_kernel(x, sums):
    part = cuda.shared.array(128, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    part[t] = x[i] if i < x.size else 0
    cuda.syncthreads()  # filled
    half = cuda.blockDim.x // 2
    while half > 0:
        if t < half:
            part[t] += part[t + half]
        cuda.syncthreads()  # step
        half //= 2
    if t == 0:
        cuda.atomic.add(sums, 0, part[0])


def reduce():
    x = floats(700)
    sums = cuda.to_device(np.zeros(1, np.float32))
    reduce_kernel[6, 128](cuda.to_device(x), sums)
    return sums.copy_to_host(), [x.sum()]


@cuda.jit
def histogram_kernel(x, counts):
    own = cuda.shared.array(10, int32)
    t = cuda.threadIdx.x
    if t < 10:
        own[t] = 0
    cuda.syncthreads()  # cleared
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(own, x[i], 1)
    cuda.syncthreads()  # counted
    if t < 10:
        cuda.atomic.add(counts, t, own[t])


def histogram():
    x = RANDOM.integers(0, 10, 500).astype(np.int32)
    counts = cuda.to_device(np.zeros(10, np.int32))
    histogram_kernel[4, 128](cuda.to_device(x), counts)
    return counts.copy_to_host(), np.bincount(x, minlength=10)


@cuda.jit
def stencil_kernel(x, y):
    i = cuda.grid(1)
    if 0 < i < x.size - 1:
        y[i] = (x[i - 1] + x[i] + x[i + 1]) / 3


def stencil():
    x = floats(600)
    y = cuda.to_device(x)
    stencil_kernel[5, 128](cuda.to_device(x), y)
    wanted = x.copy()
    wanted[1:-1] = (x[:-2] + x[1:-1] + x[2:]) / 3
    return y.copy_to_host(), wanted


@cuda.jit
def scan_kernel(x, y):
    values = cuda.shared.array(64, float32)
    t = cuda.threadIdx.x
    values[t] = x[t]
    cuda.syncthreads()  # filled
    step = 1
    while step < 64:
        before = values[t - step] if t >= step else float32(0)
        cuda.syncthreads()  # read
        values[t] += before
        cuda.syncthreads()  # written
        step *= 2
    y[t] = values[t]


def scan():
    x = floats(64)
    y = cuda.device_array(64, np.float32)
    scan_kernel[1, 64](cuda.to_device(x), y)
    return y.copy_to_host(), np.cumsum(x)


PROGRAMS = [vector_add, matmul, reduce, histogram, stencil, scan]


def main(names):
    for program in PROGRAMS:
        if not names or program.__name__ in names:
            got, wanted = program()
            np.testing.assert_allclose(got, wanted, rtol=1e-3, atol=1e-4)
            print(f"{program.__name__}: ok")


if __name__ == "__main__":
    main(sys.argv[1:])
