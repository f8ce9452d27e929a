"""Compiles kernels in Python with Numba; stores PTX and what NumPy says in `../numba.jsonl.gz`.

    pip install numba-cuda==0.30.4 numba nvidia-cuda-nvcc-cu12==12.9.86 nvidia-cuda-nvrtc-cu12==12.9.86 nvidia-cuda-runtime-cu12==12.9.79 numpy
    python3 build.py

An array is a structure for Numba: parent, object, items, bytes of an item, data, shape, strides; only the data matter here.
"""

import math
import os
import pathlib
import site
import sys

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import store  # noqa: E402

NVCC = [path for root in site.getsitepackages() for path in pathlib.Path(root).glob("nvidia/cuda_nvcc")]
os.environ.setdefault("CUDA_HOME", str(NVCC[0]) if NVCC else "")
from numba import cuda, float32, float64, int32, int64  # noqa: E402

KERNELS = []


def kernel(grid, block, arguments, types, tolerance=0.0):
    def register(pair):
        function, reference = pair()
        KERNELS.append({"name": function.__name__, "function": function, "types": types, "grid": [grid, 1, 1], "block": [block, 1, 1], "dynamic": 0,
                        "tolerance": tolerance, "arguments": arguments, "options": [], "reference": reference})
        return pair
    return register


F, D, I, L = float32[::1], float64[::1], int32[::1], int64[::1]


@kernel(3, 64, {"x": "f32:160", "y": "inout_f32:160"}, (F, F), 1e-6)
def _():
    def saxpy(x, y):
        i = cuda.grid(1)
        if i < x.size:
            y[i] += np.float32(2.5) * x[i]
    return saxpy, lambda x, y: y + 2.5 * x


@kernel(2, 64, {"x": "f32:128", "y": "out_f32:2"}, (F, F), 1e-5)
def _():
    def block_sum(x, y):
        s = cuda.shared.array(64, float32)
        t = cuda.threadIdx.x
        s[t] = x[cuda.grid(1)]
        cuda.syncthreads()
        w = 32
        while w > 0:
            if t < w:
                s[t] += s[t + w]
            cuda.syncthreads()
            w //= 2
        if t == 0:
            y[cuda.blockIdx.x] = s[0]
    return block_sum, lambda x: x.astype(float).reshape(2, 64).sum(1)


@kernel(4, 64, {"x": "i32:256", "y": "zero_i32:10"}, (I, I))
def _():
    def histogram(x, y):
        cuda.atomic.add(y, (x[cuda.grid(1)] + 500) % 10, 1)
    return histogram, lambda x, y: np.bincount((x + 500) % 10, minlength=10)


@kernel(1, 64, {"x": "f64:64", "y": "out_f64:64"}, (D, D), 1e-9)
def _():
    def functions(x, y):
        i = cuda.grid(1)
        y[i] = math.sin(x[i]) * math.exp(-x[i] * x[i]) + math.sqrt(abs(x[i])) + math.pow(abs(x[i]) + 1.0, 1.5)
    return functions, lambda x: np.sin(x) * np.exp(-x * x) + np.sqrt(abs(x)) + (abs(x) + 1) ** 1.5


@kernel(1, 64, {"x": "i32:64", "y": "out_i32:64"}, (I, I))
def _():
    def warp_sum(x, y):
        v = x[cuda.grid(1)]
        for step in (16, 8, 4, 2, 1):
            v += cuda.shfl_xor_sync(0xffffffff, v, step)
        y[cuda.grid(1)] = v + cuda.ballot_sync(0xffffffff, x[cuda.grid(1)] > 0) % 7
    return warp_sum, lambda x: np.concatenate([np.full(32, w.sum() + (lambda b: b - (2**32 if b >> 31 else 0))(sum(int(v > 0) << i for i, v in enumerate(w))) % 7) for w in x.reshape(2, 32)])


@kernel(2, 64, {"x": "f64:128", "y": "zero_f64:4"}, (D, D), 1e-12)
def _():
    def atomic_double(x, y):
        i = cuda.grid(1)
        cuda.atomic.add(y, i % 4, x[i])
    return atomic_double, lambda x, y: x.reshape(-1, 4).sum(0)


@kernel(2, 64, {"x": "f32:128", "y": "zero_f32:2"}, (F, F))
def _():
    def extrema(x, y):
        i = cuda.grid(1)
        cuda.atomic.max(y, 0, x[i])
        cuda.atomic.min(y, 1, x[i])
    return extrema, lambda x, y: np.array([max(x.max(), 0), min(x.min(), 0)])


@kernel(1, 32, {"x": "i32:512", "y": "out_i32:512"}, (I, I))
def _():
    def local_sort(x, y):
        a = cuda.local.array(16, int32)
        t = cuda.grid(1)
        for i in range(16):
            a[i] = x[16 * t + i]
        for i in range(1, 16):
            v = a[i]
            j = i - 1
            while j >= 0 and a[j] > v:
                a[j + 1] = a[j]
                j -= 1
            a[j + 1] = v
        for i in range(16):
            y[16 * t + i] = a[i]
    return local_sort, lambda x: np.sort(x.reshape(32, 16), 1)


@kernel(4, 64, {"lock": "zero_i32:1", "x": "i32:4", "y": "zero_i32:1"}, (I, I, I))
def _():
    def lock(lock, x, y):
        if cuda.threadIdx.x == 0:
            while cuda.atomic.cas(lock, 0, 0, 1) != 0:
                pass
            cuda.threadfence()
            y[0] += x[cuda.blockIdx.x]
            cuda.threadfence()
            cuda.atomic.exch(lock, 0, 0)
    return lock, lambda lock, x, y: (np.array([0]), x.sum())


@kernel(1, 64, {"x": "i64:64", "y": "out_i64:64"}, (L, L))
def _():
    def integers(x, y):
        i = cuda.grid(1)
        y[i] = (x[i] // 7) * 3 + x[i] % 11 - (x[i] << 3) + (x[i] ^ 255) + cuda.popc(x[i])
    return integers, lambda x: x // 7 * 3 + x % 11 - (x << 3) + (x ^ 255) + np.array([bin(int(v) & 2**64 - 1).count("1") for v in x])


@kernel(2, 64, {"x": "f32:1024", "z": "f32:1024", "y": "out_f32:1024"}, (F, F, F), 1e-5)
def _():
    def matmul(x, z, y):
        a = cuda.shared.array((8, 8), float32)
        b = cuda.shared.array((8, 8), float32)
        i, j = cuda.threadIdx.x // 8, cuda.threadIdx.x % 8
        for row in range(cuda.blockIdx.x, 4, 2):
            for column in range(4):
                s = np.float32(0)
                for k in range(0, 32, 8):
                    a[i, j] = x[(8 * row + i) * 32 + k + j]
                    b[i, j] = z[(k + i) * 32 + 8 * column + j]
                    cuda.syncthreads()
                    for l in range(8):
                        s += a[i, l] * b[l, j]
                    cuda.syncthreads()
                y[(8 * row + i) * 32 + 8 * column + j] = s
    return matmul, lambda x, z: x.astype(float).reshape(32, 32) @ z.astype(float).reshape(32, 32)


def compile_one(one):
    text, _ = cuda.compile_ptx(one["function"], one["types"], cc=(9, 0), device=False)
    entry = text.split(".visible .entry ")[1].split("(")[0].strip()
    return text, entry


def main():
    import inspect

    for one in KERNELS:
        arguments = {}
        for name, spec in one["arguments"].items():
            count = int(spec.split(":")[1])
            kind = spec.split(":")[0].split("_")[-1]
            size = {"f32": 4, "i32": 4}.get(kind, 8)
            arguments |= {f"{name}_parent": "null:0", f"{name}_object": "null:0", f"{name}_items": f"long:{count}", f"{name}_bytes": f"long:{size}",
                          name: spec, f"{name}_shape": f"long:{count}", f"{name}_stride": f"long:{size}"}
        reference, names = one["reference"], set(one["arguments"])
        one["arguments"] = arguments
        one["reference"] = lambda reference=reference, names=names, **inputs: reference(**{name: value for name, value in inputs.items() if name in names})
        one["source"] = inspect.getsource(one["function"])
    store.build("numba", KERNELS, compile_one)


if __name__ == "__main__":
    main()
