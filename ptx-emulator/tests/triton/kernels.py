"""The Triton kernels: source, launch, and the same in NumPy.

`SMALL` runs in the emulator and is compared with NumPy. `PEERS` are the kernels that `./x bench gpu-static` puts beside ours, at the
sizes of the paper and with the tile sizes of Triton's own tutorials.
"""

import numpy as np
import triton
import triton.language as tl

SMALL = []
PEERS = []
BYTES = {"f32": 4, "i32": 4, "u32": 4, "f16": 2, "bf16": 2}


def kernel(function, name, grid, arrays, constants, scalars=(), warps=4, stages=3, tolerance=1e-6, arch=90):
    """Registers the decorated reference. Arrays are `in` (`f32:64`), `out_` or `zero_` as in `../foreign/declaration.py`."""
    def register(reference):
        SMALL.append({"name": name, "function": function, "grid": list(grid) + [1] * (3 - len(grid)), "arrays": arrays, "scalars": dict(scalars),
                      "constants": constants, "warps": warps, "stages": stages, "tolerance": tolerance, "arch": arch, "reference": reference})
        return reference
    return register


def peer(function, kernel, size, grid, arrays, flops, constants, scalars=(), warps=4, stages=3, note="", arch=90, read_bytes=None):
    """A kernel that stands beside ours: `kernel` and `size` name ours. The last array is the output. It reads all of the others unless said otherwise."""
    *read, written = [BYTES[spec.split(":")[0].split("_")[-1]] * int(spec.split(":")[1]) for spec in arrays.values()]
    PEERS.append({"name": f"{kernel}.{size}{note and '.' + note}", "kernel": kernel, "size": size, "note": note, "function": function,
                  "grid": list(grid) + [1] * (3 - len(grid)), "arrays": arrays, "scalars": dict(scalars),
                  "work": {"flops": flops, "read_bytes": sum(read) if read_bytes is None else read_bytes, "written_bytes": written},
                  "constants": constants, "warps": warps, "stages": stages, "arch": arch})


@triton.jit
def add(x, y, z, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = i < n
    tl.store(z + i, tl.load(x + i, mask=inside) + tl.load(y + i, mask=inside), mask=inside)


@triton.jit
def softmax(x, y, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    j = tl.arange(0, BLOCK)
    values = tl.load(x + row * columns + j, mask=j < columns, other=-float("inf"))
    powers = tl.exp(values - tl.max(values, axis=0))
    tl.store(y + row * columns + j, powers / tl.sum(powers, axis=0), mask=j < columns)


@triton.jit
def layer_norm(x, w, b, y, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    j = tl.arange(0, BLOCK)
    inside = j < columns
    values = tl.load(x + row * columns + j, mask=inside, other=0.0)
    mean = tl.sum(values, axis=0) / columns
    centred = tl.where(inside, values - mean, 0.0)
    scale = 1 / tl.sqrt(tl.sum(centred * centred, axis=0) / columns + 1e-5)
    tl.store(y + row * columns + j, centred * scale * tl.load(w + j, mask=inside) + tl.load(b + j, mask=inside), mask=inside)


@triton.jit
def reduce(x, total, greatest, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    values = tl.load(x + i, mask=i < n, other=0)
    tl.atomic_add(total, tl.sum(values, axis=0))
    tl.atomic_max(greatest, tl.max(values, axis=0))


@triton.jit
def scan(x, y, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    values = tl.load(x + i, mask=i < n, other=0)
    tl.store(y + i, tl.cumsum(values, 0), mask=i < n)


@triton.jit
def sort(x, y, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + i, tl.sort(tl.load(x + i)))


@triton.jit
def transpose(x, y, rows, columns, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    j = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    tile = tl.load(x + i[:, None] * columns + j[None, :], mask=(i[:, None] < rows) & (j[None, :] < columns))
    tl.store(y + j[:, None] * rows + i[None, :], tl.trans(tile), mask=(j[:, None] < columns) & (i[None, :] < rows))


@triton.jit
def matmul(a, b, c, M, N, K, a_m, a_k, b_k, b_n, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, PRECISION: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    sums = tl.zeros((BM, BN), tl.float32)
    for start in range(0, K, BK):
        left = tl.load(a + m[:, None] * a_m + (start + k)[None, :] * a_k, mask=(m[:, None] < M) & ((start + k)[None, :] < K), other=0.0)
        right = tl.load(b + (start + k)[:, None] * b_k + n[None, :] * b_n, mask=((start + k)[:, None] < K) & (n[None, :] < N), other=0.0)
        sums = tl.dot(left, right, sums, input_precision=PRECISION)
    tl.store(c + m[:, None] * N + n[None, :], sums, mask=(m[:, None] < M) & (n[None, :] < N))


@triton.jit
def matmul_full(a, b, c, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, a_m: tl.constexpr, a_k: tl.constexpr, b_k: tl.constexpr, b_n: tl.constexpr,
                BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, PRECISION: tl.constexpr):
    """Sizes are multiples of the tiles, and known."""
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    sums = tl.zeros((BM, BN), tl.float32)
    lefts = a + m[:, None] * a_m + k[None, :] * a_k
    rights = b + k[:, None] * b_k + n[None, :] * b_n
    for start in range(0, K, BK):
        sums = tl.dot(tl.load(lefts), tl.load(rights), sums, input_precision=PRECISION)
        lefts += BK * a_k
        rights += BK * b_k
    tl.store(c + m[:, None] * N + n[None, :], sums)


@triton.jit
def batch_matmul(a, b, c, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, b_k: tl.constexpr, b_n: tl.constexpr,
                 BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, PRECISION: tl.constexpr):
    """One product for each program, in one tile: the matrices are small."""
    m = tl.arange(0, BM)
    n = tl.arange(0, BN)
    k = tl.arange(0, BK)
    a += tl.program_id(0) * M * K
    b += tl.program_id(0) * K * N
    c += tl.program_id(0) * M * N
    sums = tl.zeros((BM, BN), tl.float32)
    for start in range(0, K, BK):
        left = tl.load(a + m[:, None] * K + (start + k)[None, :], mask=(m[:, None] < M) & ((start + k)[None, :] < K), other=0.0)
        right = tl.load(b + (start + k)[:, None] * b_k + n[None, :] * b_n, mask=((start + k)[:, None] < K) & (n[None, :] < N), other=0.0)
        sums = tl.dot(left, right, sums, input_precision=PRECISION)
    tl.store(c + m[:, None] * N + n[None, :], sums, mask=(m[:, None] < M) & (n[None, :] < N))


@triton.jit
def convolution(x, w, y, IMAGES: tl.constexpr, C: tl.constexpr, H: tl.constexpr, W: tl.constexpr, F: tl.constexpr, KH: tl.constexpr, KW: tl.constexpr,
                BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, PRECISION: tl.constexpr):
    """An implicit product: rows are the pixels of the output, columns its channels, and the sum goes over input channels and taps."""
    OH: tl.constexpr = H - KH + 1
    OW: tl.constexpr = W - KW + 1
    K: tl.constexpr = C * KH * KW
    pixel = tl.program_id(0) * BM + tl.arange(0, BM)
    f = tl.program_id(1) * BN + tl.arange(0, BN)
    image = pixel // (OH * OW)
    h = pixel // OW % OH
    v = pixel % OW
    inside = pixel < IMAGES * OH * OW
    corners = x + image * (C * H * W) + h * W + v
    sums = tl.zeros((BM, BN), tl.float32)
    for start in range(0, K, BK):
        k = start + tl.arange(0, BK)
        taps = k // (KH * KW) * (H * W) + k // KW % KH * W + k % KW
        left = tl.load(corners[:, None] + taps[None, :], mask=inside[:, None] & (k < K)[None, :], other=0.0)
        right = tl.load(w + f[None, :] * K + k[:, None], mask=(f < F)[None, :] & (k < K)[:, None], other=0.0)
        sums = tl.dot(left, right, sums, input_precision=PRECISION)
    outputs = y + image[:, None] * (F * OH * OW) + f[None, :] * (OH * OW) + h[:, None] * OW + v[:, None]
    tl.store(outputs, sums, mask=inside[:, None] & (f < F)[None, :])


@triton.jit
def embedding_bag(table, rows, y, LENGTH: tl.constexpr, D: tl.constexpr):
    """One bag for each program."""
    bag = tl.program_id(0)
    d = tl.arange(0, D)
    sums = tl.zeros((D,), tl.float32)
    for l in range(LENGTH):
        sums += tl.load(table + tl.load(rows + bag * LENGTH + l) * D + d)
    tl.store(y + bag * D + d, sums)


@triton.jit
def attention(q, k, v, o, scale, N: tl.constexpr, D: tl.constexpr, BLOCK: tl.constexpr):
    """One head, one pass over the keys with a running maximum."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    d = tl.arange(0, D)
    query = tl.load(q + i[:, None] * D + d[None, :])
    greatest = tl.full((BLOCK,), -float("inf"), tl.float32)
    weights = tl.zeros((BLOCK,), tl.float32)
    sums = tl.zeros((BLOCK, D), tl.float32)
    for start in range(0, N, BLOCK):
        j = start + tl.arange(0, BLOCK)
        key = tl.load(k + j[None, :] * D + d[:, None])
        score = tl.dot(query, key, input_precision="tf32") * scale
        higher = tl.maximum(greatest, tl.max(score, axis=1))
        power = tl.exp(score - higher[:, None])
        rescale = tl.exp(greatest - higher)
        weights = weights * rescale + tl.sum(power, axis=1)
        value = tl.load(v + j[:, None] * D + d[None, :])
        sums = tl.dot(power, value, sums * rescale[:, None], input_precision="tf32")
        greatest = higher
    tl.store(o + i[:, None] * D + d[None, :], sums / weights[:, None])


@triton.jit
def attention_heads(q, k, v, bias, o, N: tl.constexpr, D: tl.constexpr, ROWS: tl.constexpr, KEYS: tl.constexpr, PRECISION: tl.constexpr):
    """All heads, with a bias that they share; tiles of keys with a running maximum."""
    i = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    d = tl.arange(0, D)
    head = tl.program_id(1) * N * D
    query = tl.load(q + head + i[:, None] * D + d[None, :])
    greatest = tl.full((ROWS,), -float("inf"), tl.float32)
    weights = tl.zeros((ROWS,), tl.float32)
    sums = tl.zeros((ROWS, D), tl.float32)
    for start in range(0, N, KEYS):
        j = start + tl.arange(0, KEYS)
        key = tl.load(k + head + j[None, :] * D + d[:, None])
        score = tl.dot(query, key, input_precision=PRECISION) * 0.125 + tl.load(bias + i[:, None] * N + j[None, :])
        higher = tl.maximum(greatest, tl.max(score, axis=1))
        power = tl.exp(score - higher[:, None])
        rescale = tl.exp(greatest - higher)
        weights = weights * rescale + tl.sum(power, axis=1)
        value = tl.load(v + head + j[:, None] * D + d[None, :])
        sums = tl.dot(power.to(value.dtype), value, sums * rescale[:, None], input_precision=PRECISION)
        greatest = higher
    tl.store(o + head + i[:, None] * D + d[None, :], sums / weights[:, None])


@kernel(add, "vector_add", [4], {"x": "f32:1000", "y": "f32:1000", "z": "out_f32:1000"}, {"BLOCK": 256}, {"n": 1000}, tolerance=0)
def _(x, y):
    return x + y


@kernel(softmax, "softmax", [5], {"x": "f32:500", "y": "out_f32:500"}, {"BLOCK": 128}, {"columns": 100})
def _(x):
    powers = np.exp(x.astype(float).reshape(5, 100))
    return powers / powers.sum(1, keepdims=True)


@kernel(softmax, "softmax_wide", [2], {"x": "f32:2000", "y": "out_f32:2000"}, {"BLOCK": 1024}, {"columns": 1000}, warps=8)
def _(x):
    powers = np.exp(x.astype(float).reshape(2, 1000))
    return powers / powers.sum(1, keepdims=True)


@kernel(layer_norm, "layer_norm", [4], {"x": "f32:800", "w": "f32:200", "b": "f32:200", "y": "out_f32:800"}, {"BLOCK": 256}, {"columns": 200}, tolerance=3e-6)
def _(x, w, b):
    v = x.astype(float).reshape(4, 200)
    v = (v - v.mean(1, keepdims=True)) / np.sqrt(v.var(1, keepdims=True) + 1e-5)
    return v * w + b


@kernel(reduce, "reduce_atomic", [4], {"x": "i32:1000", "total": "zero_i32:1", "greatest": "zero_i32:1"}, {"BLOCK": 256}, {"n": 1000})
def _(x, total, greatest):
    return x.sum(), max(x.max(), 0)


@kernel(scan, "scan", [1], {"x": "i32:500", "y": "out_i32:500"}, {"BLOCK": 512}, {"n": 500})
def _(x):
    return np.cumsum(x)


@kernel(sort, "sort", [2], {"x": "f32:256", "y": "out_f32:256"}, {"BLOCK": 128})
def _(x):
    return np.sort(x.reshape(2, 128), axis=1)


@kernel(transpose, "transpose", [2, 2], {"x": "f32:2100", "y": "out_f32:2100"}, {"BLOCK": 32}, {"rows": 50, "columns": 42})
def _(x):
    return x.reshape(50, 42).T


def product(x, y, m, n, k):
    return x.astype(float).reshape(m, k) @ y.astype(float).reshape(k, n)


@kernel(matmul, "matmul_fp32", [2, 2], {"a": "f32:2000", "b": "f32:2400", "c": "out_f32:3000"}, {"BM": 32, "BN": 32, "BK": 16, "PRECISION": "ieee"},
        {"M": 50, "N": 60, "K": 40, "a_m": 40, "a_k": 1, "b_k": 60, "b_n": 1}, tolerance=1e-5)
def _(a, b):
    return product(a, b, 50, 60, 40)


# 9 bits are exact in tf32, so that only the order of the sums differs. Tensor cores of sm_80 are instructions that the emulator runs.
@kernel(matmul, "matmul_tf32", [2, 2], {"a": "f32:2000", "b": "f32:2400", "c": "out_f32:3000"}, {"BM": 32, "BN": 32, "BK": 16, "PRECISION": "tf32"},
        {"M": 50, "N": 60, "K": 40, "a_m": 40, "a_k": 1, "b_k": 60, "b_n": 1}, tolerance=1e-5, arch=80)
def _(a, b):
    return product(a, b, 50, 60, 40)


@kernel(matmul_full, "matmul_tf32_pipelined", [1, 2], {"a": "f32:4096", "b": "f32:8192", "c": "out_f32:8192"},
        {"M": 64, "N": 128, "K": 64, "a_m": 64, "a_k": 1, "b_k": 128, "b_n": 1, "BM": 64, "BN": 64, "BK": 16, "PRECISION": "tf32"}, tolerance=1e-5, arch=80)
def _(a, b):
    return product(a, b, 64, 128, 64)


@kernel(matmul_full, "matmul_half", [1, 1], {"a": "f16:4096", "b": "f16:4096", "c": "out_f32:4096"},
        {"M": 64, "N": 64, "K": 64, "a_m": 64, "a_k": 1, "b_k": 64, "b_n": 1, "BM": 64, "BN": 64, "BK": 32, "PRECISION": "tf32"}, tolerance=1e-5, arch=80)
def _(a, b):
    return product(a, b, 64, 64, 64)


@kernel(attention, "attention", [2], {"q": "f32:1024", "k": "f32:1024", "v": "f32:1024", "o": "out_f32:1024"}, {"N": 32, "D": 32, "BLOCK": 16},
        {"scale": 0.0625}, tolerance=4e-3, arch=80)
def _(q, k, v):
    q, k, v = (x.astype(float).reshape(32, 32) for x in (q, k, v))
    powers = np.exp(q @ k.T * 0.0625)
    return powers / powers.sum(1, keepdims=True) @ v


@kernel(batch_matmul, "batch_matmul", [3], {"a": "f32:1560", "b": "f32:1440", "c": "out_f32:1872"},
        {"M": 26, "N": 24, "K": 20, "b_k": 1, "b_n": 20, "BM": 32, "BN": 32, "BK": 16, "PRECISION": "ieee"}, tolerance=1e-5)
def _(a, b):
    return a.astype(float).reshape(3, 26, 20) @ b.astype(float).reshape(3, 24, 20).transpose(0, 2, 1)


@kernel(convolution, "convolution", [3, 1], {"x": "f32:480", "w": "f32:216", "y": "out_f32:576"},
        {"IMAGES": 2, "C": 4, "H": 10, "W": 6, "F": 6, "KH": 3, "KW": 3, "BM": 64, "BN": 16, "BK": 16, "PRECISION": "ieee"}, tolerance=1e-5)
def _(x, w):
    windows = np.lib.stride_tricks.sliding_window_view(x.astype(float).reshape(2, 4, 10, 6), (3, 3), axis=(2, 3))
    return np.einsum("nchwab,fcab->nfhw", windows, w.astype(float).reshape(6, 4, 3, 3))


@kernel(embedding_bag, "embedding_bag", [5], {"table": "f32:32000", "rows": "u32:35", "y": "out_f32:160"}, {"LENGTH": 7, "D": 32}, warps=1)
def _(table, rows):
    return table.astype(float).reshape(1000, 32)[rows.reshape(5, 7)].sum(1)


# Both spellings of matrix instructions: `wgmma` of sm_90, `mma.sync` of sm_80.
CHIPS = (("", 90), ("-mma.sync", 80))


def matmul_peers(kernel, size, m, n, k, transposed):
    """Triton's tutorial tile sizes: 128 x 128, or 64 x 64 where the result has too few tiles for the machine.

    For sm_90 Triton multiplies tf32 with `wgmma`, which the emulator refuses; for sm_80 with `mma.sync`, which it profiles.
    """
    strides = {"b_k": 1, "b_n": k} if transposed else {"b_k": n, "b_n": 1}
    tile = 128 if m // 128 * (n // 128) >= 132 else 64
    for note, precision, arch in (("fp32", "ieee", 90), ("tf32", "tf32", 90), ("tf32-mma.sync", "tf32", 80)):
        constants = {"M": m, "N": n, "K": k, "a_m": k, "a_k": 1, **strides, "BM": tile, "BN": tile, "BK": min(k, 16 if precision == "ieee" else 32),
                     "PRECISION": precision}
        arrays = {"a": f"f32:{m * k}", "b": f"f32:{k * n}", "c": f"out_f32:{m * n}"}
        peer(matmul_full, kernel, size, [m // tile, n // tile], arrays, 2 * m * n * k, constants, warps=8 if tile == 128 else 4, note=note,
             arch=arch)


matmul_peers("tmm", "tmm-s", 128, 256, 32, True)
matmul_peers("tmm", "tmm-m", 128, 1024, 1024, True)
matmul_peers("tmm", "tmm-l", 128, 16384, 4096, True)
matmul_peers("mm", "mm-1k", 1024, 1024, 1024, False)
for kind, precision, note in (("f16", "tf32", "f16"), ("bf16", "tf32", "bf16"), ("f32", "tf32x3", "tf32x3")):
    for chip, arch in CHIPS:
        peer(matmul_full, "mm", "mm-1k", [16, 16], {"a": f"{kind}:1048576", "b": f"{kind}:1048576", "c": "out_f32:1048576"}, 2 * 1024**3,
             {"M": 1024, "N": 1024, "K": 1024, "a_m": 1024, "a_k": 1, "b_k": 1024, "b_n": 1, "BM": 64, "BN": 64, "BK": 32, "PRECISION": precision},
             note=note + chip, arch=arch)
for kind, note in (("f32", "tf32"), ("f16", "f16")):
    for chip, arch in CHIPS:
        arrays = {name: f"{kind}:{192 * 512 * 64}" for name in "qkv"}
        peer(attention_heads, "attention_small", "attention-512", [8, 192], {**arrays, "bias": "f32:262144", "o": f"out_f32:{192 * 512 * 64}"},
             4 * 192 * 512 * 512 * 64, {"N": 512, "D": 64, "ROWS": 64, "KEYS": 64, "PRECISION": "tf32"}, note=note + chip, arch=arch)
peer(softmax, "softmax", "softmax-tc", [32], {"x": "f32:512", "y": "out_f32:512"}, 5 * 512, {"BLOCK": 16}, {"columns": 16}, warps=1)
peer(softmax, "softmax", "softmax-8k", [8192], {"x": "f32:33554432", "y": "out_f32:33554432"}, 5 * 33554432, {"BLOCK": 4096}, {"columns": 4096}, warps=8)
peer(softmax, "softmax", "softmax-8k", [8192], {"x": "f32:33554432", "y": "out_f32:33554432"}, 5 * 33554432, {"BLOCK": 4096}, {"columns": 4096}, warps=8,
     note="sm_80", arch=80)


def layer_norm_peer(size, rows, columns, block, warps, note="", arch=90):
    arrays = {"x": f"f32:{rows * columns}", "w": f"f32:{columns}", "b": f"f32:{columns}", "y": f"out_f32:{rows * columns}"}
    peer(layer_norm, "layernorm", size, [rows], arrays, 7 * rows * columns, {"BLOCK": block}, {"columns": columns}, warps=warps,
         note=note, arch=arch)


layer_norm_peer("ln-tc", 224, 64, 64, 1)
layer_norm_peer("ln-8k", 8192, 4096, 4096, 8)
layer_norm_peer("ln-8k", 8192, 4096, 4096, 8, "sm_80", 80)

for name, size, strides in (("tbmm", "tbmm", {"b_k": 1, "b_n": 72}), ("batch_matmul", "bmm-500", {"b_k": 26, "b_n": 1})):
    for precision in ("ieee", "tf32"):
        peer(batch_matmul, name, size, [500], {"a": f"f32:{500 * 26 * 72}", "b": f"f32:{500 * 72 * 26}", "c": f"out_f32:{500 * 26 * 26}"},
             2 * 500 * 26 * 26 * 72, {"M": 26, "N": 26, "K": 72, **strides, "BM": 32, "BN": 32, "BK": 16, "PRECISION": precision}, warps=1,
             note={"ieee": "fp32"}.get(precision, precision))


def convolution_peers(size, images, channels, side, filters, rows, columns):
    out = side - 2
    arrays = {"x": f"f32:{images * channels * side * side}", "w": f"f32:{filters * channels * 9}", "y": f"out_f32:{images * filters * out * out}"}
    sizes = {"IMAGES": images, "C": channels, "H": side, "W": side, "F": filters, "KH": 3, "KW": 3}
    for note, precision, arch in (("fp32", "ieee", 90), ("tf32", "tf32", 90), ("tf32-mma.sync", "tf32", 80)):
        peer(convolution, "conv2d", size, [-(-images * out * out // rows), -(-filters // columns)], arrays, 2 * images * filters * out * out * channels * 9,
             {**sizes, "BM": rows, "BN": columns, "BK": 16, "PRECISION": precision}, warps=8 if rows * columns > 4096 else 4, note=note, arch=arch)


convolution_peers("conv-tc", 32, 4, 56, 4, 128, 16)
convolution_peers("conv-64", 32, 64, 56, 64, 128, 64)
peer(embedding_bag, "lut1", "1lut-tc", [128], {"table": "f32:6400000", "rows": "u32:6400", "y": "out_f32:8192"}, 409600, {"LENGTH": 50, "D": 64}, warps=1,
     read_bytes=4 * (128 * 50 * 64 + 6400))
