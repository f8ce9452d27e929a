"""Kernels in Triton, written so that releases from 3.1 on take them; each is compiled for `sm_80` and for `sm_90`."""

import numpy as np
import triton
import triton.language as tl

KERNELS = []


def kernel(function, name, grid, arguments, constants, warps=4, stages=3, tolerance=1e-6, refused=None):
    """Registers the decorated reference. Arguments are arrays and numbers, in the order of the parameters."""
    def register(reference):
        KERNELS.append({"name": name, "function": function, "grid": list(grid) + [1] * (3 - len(grid)), "arguments": arguments,
                        "constants": constants, "warps": warps, "stages": stages, "tolerance": tolerance, "refused": refused, "reference": reference})
        return reference
    return register


@triton.jit
def unary(x, y, n, KIND: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n, other=1.0)
    if KIND == "exp":
        v = tl.exp(v)
    elif KIND == "log":
        v = tl.log(tl.abs(v) + 1)
    elif KIND == "sin":
        v = tl.sin(v) + tl.cos(v * 2)
    elif KIND == "sqrt":
        v = tl.sqrt(tl.abs(v)) + 1 / tl.sqrt(tl.abs(v) + 1)
    elif KIND == "sigmoid":
        v = v * tl.sigmoid(v)
    elif KIND == "gelu":
        v = 0.5 * v * (1 + tl.math.erf(v * 0.7071067811865476))
    elif KIND == "floor":
        v = tl.floor(v) + tl.ceil(v * 0.5)
    elif KIND == "clamp":
        v = tl.minimum(tl.maximum(v, -1.0), 1.5)
    tl.store(y + i, v, mask=i < n)


def erf(x):
    import math
    return np.array([math.erf(v) for v in x])


for kind, due in (("exp", np.exp), ("log", lambda x: np.log(abs(x) + 1)), ("sin", lambda x: np.sin(x) + np.cos(2 * x)),
                  ("sqrt", lambda x: np.sqrt(abs(x)) + 1 / np.sqrt(abs(x) + 1)), ("sigmoid", lambda x: x / (1 + np.exp(-x))),
                  ("gelu", lambda x: 0.5 * x * (1 + erf(x / 2 ** 0.5))), ("floor", lambda x: np.floor(x) + np.ceil(x / 2)),
                  ("clamp", lambda x: np.clip(x, -1, 1.5))):
    kernel(unary, f"unary_{kind}", [3], {"x": "f32:300", "y": "out_f32:300", "n": "int:300"}, {"KIND": kind, "BLOCK": 128}, tolerance=1e-5)(
        lambda x, n, due=due: due(x.astype(float)))


@triton.jit
def row_reduce(x, y, columns, KIND: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    j = tl.arange(0, BLOCK)
    inside = j < columns
    if KIND == "sum":
        r = tl.sum(tl.load(x + row * columns + j, mask=inside, other=0.0), axis=0)
    elif KIND == "max":
        r = tl.max(tl.load(x + row * columns + j, mask=inside, other=-float("inf")), axis=0)
    elif KIND == "argmax":
        r = tl.argmax(tl.load(x + row * columns + j, mask=inside, other=-float("inf")), axis=0).to(tl.float32)
    else:
        r = tl.sqrt(tl.sum(tl.load(x + row * columns + j, mask=inside, other=0.0) * tl.load(x + row * columns + j, mask=inside, other=0.0), axis=0))
    tl.store(y + row, r)


for kind, due in (("sum", lambda x: x.sum(1)), ("max", lambda x: x.max(1)), ("argmax", lambda x: x.argmax(1)), ("norm", lambda x: np.sqrt((x * x).sum(1)))):
    for warps in (1, 4):
        kernel(row_reduce, f"row_{kind}_{warps}", [6], {"x": "f32:600", "y": "out_f32:6", "columns": "int:100"}, {"KIND": kind, "BLOCK": 128}, warps=warps, tolerance=1e-5)(
            lambda x, columns, due=due: due(x.astype(float).reshape(6, 100)))


@triton.jit
def scan(x, y, n, KIND: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n, other=0)
    if KIND == "sum":
        v = tl.cumsum(v, 0)
    else:
        v = v.to(tl.int32)
        v = tl.cumprod(1 + v % 2 * 0 - 2 * (v % 2), 0)
    tl.store(y + i, v, mask=i < n)


kernel(scan, "scan_sum", [1], {"x": "i32:500", "y": "out_i32:500", "n": "int:500"}, {"KIND": "sum", "BLOCK": 512})(lambda x, n: np.cumsum(x))
kernel(scan, "scan_product", [1], {"x": "u32:250", "y": "out_i32:250", "n": "int:250"}, {"KIND": "product", "BLOCK": 256})(
    lambda x, n: np.cumprod(1 - 2 * (x.astype(int) % 2)))


@triton.jit
def softmax(x, y, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    j = tl.arange(0, BLOCK)
    v = tl.load(x + row * columns + j, mask=j < columns, other=-float("inf"))
    p = tl.exp(v - tl.max(v, axis=0))
    tl.store(y + row * columns + j, p / tl.sum(p, axis=0), mask=j < columns)


def stable(x):
    p = np.exp(x - x.max(-1, keepdims=True))
    return p / p.sum(-1, keepdims=True)


for columns, block, warps in ((60, 64, 1), (500, 512, 4), (1000, 1024, 8)):
    kernel(softmax, f"softmax_{columns}", [3], {"x": f"f32:{3 * columns}", "y": f"out_f32:{3 * columns}", "columns": f"int:{columns}"}, {"BLOCK": block}, warps=warps,
           tolerance=1e-5)(lambda x, columns: stable(x.astype(float).reshape(3, columns)))


@triton.jit
def layer_norm(x, w, b, y, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    j = tl.arange(0, BLOCK)
    inside = j < columns
    v = tl.load(x + row * columns + j, mask=inside, other=0.0)
    mean = tl.sum(v, axis=0) / columns
    c = tl.where(inside, v - mean, 0.0)
    s = 1 / tl.sqrt(tl.sum(c * c, axis=0) / columns + 1e-5)
    tl.store(y + row * columns + j, c * s * tl.load(w + j, mask=inside) + tl.load(b + j, mask=inside), mask=inside)


@kernel(layer_norm, "layer_norm", [4], {"x": "f32:400", "w": "f32:100", "b": "f32:100", "y": "out_f32:400", "columns": "int:100"}, {"BLOCK": 128}, tolerance=1e-5)
def _(x, w, b, columns):
    x = x.astype(float).reshape(4, 100)
    return (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-5) * w + b


@triton.jit
def atomics(x, total, greatest, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n, other=0)
    tl.atomic_add(total, tl.sum(v, axis=0))
    tl.atomic_max(greatest, tl.max(v, axis=0))


kernel(atomics, "atomics_scalar", [4], {"x": "i32:500", "total": "zero_i32:1", "greatest": "zero_i32:1", "n": "int:500"}, {"BLOCK": 128})(
    lambda x, total, greatest, n: (x.sum(), max(x.max(), 0)))


@triton.jit
def histogram(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n, other=0).to(tl.int32)
    tl.atomic_add(y + v % 32, tl.full([BLOCK], 1, tl.int32), mask=i < n)


kernel(histogram, "atomics_scattered", [4], {"x": "u32:500", "y": "zero_i32:32", "n": "int:500"}, {"BLOCK": 128})(lambda x, y, n: np.bincount(x % 32, minlength=32))


@triton.jit
def float_atomics(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(y + i % 16, tl.load(x + i, mask=i < n, other=0.0), mask=i < n)


kernel(float_atomics, "atomics_on_floats", [4], {"x": "f32:512", "y": "zero_f32:16", "n": "int:512"}, {"BLOCK": 128}, tolerance=1e-5)(
    lambda x, y, n: x.astype(float).reshape(-1, 16).sum(0))


@triton.jit
def locked(x, lock, y, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(x + tl.program_id(0) * BLOCK + i)
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.store(y + i, tl.load(y + i) + v)
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0)


kernel(locked, "lock_of_blocks", [4], {"x": "f32:512", "lock": "zero_i32:1", "y": "zero_f32:128"}, {"BLOCK": 128}, tolerance=1e-5)(
    lambda x, lock, y: (np.array([0]), x.astype(float).reshape(4, 128).sum(0)))


@triton.jit
def transpose(x, y, rows, columns, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    j = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i[:, None] * columns + j[None, :], mask=(i[:, None] < rows) & (j[None, :] < columns))
    tl.store(y + j[:, None] * rows + i[None, :], tl.trans(v), mask=(j[:, None] < columns) & (i[None, :] < rows))


kernel(transpose, "transpose", [2, 2], {"x": "f32:2000", "y": "out_f32:2000", "rows": "int:40", "columns": "int:50"}, {"BLOCK": 32})(
    lambda x, rows, columns: x.reshape(40, 50).T)


@triton.jit
def gather(table, rows, y, LENGTH: tl.constexpr, D: tl.constexpr):
    j = tl.arange(0, D)
    s = tl.zeros((D,), tl.float32)
    for k in range(0, LENGTH):
        s += tl.load(table + tl.load(rows + tl.program_id(0) * LENGTH + k) * D + j)
    tl.store(y + tl.program_id(0) * D + j, s)


kernel(gather, "embedding_bag", [5], {"table": "f32:32000", "rows": "u32:35", "y": "out_f32:160"}, {"LENGTH": 7, "D": 32}, warps=1, tolerance=1e-5)(
    lambda table, rows: table.astype(float).reshape(1000, 32)[rows.reshape(5, 7)].sum(1))


@triton.jit
def matmul(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, PRECISION: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    sums = tl.zeros((BM, BN), tl.float32)
    for start in range(0, K, BK):
        left = tl.load(a + m[:, None] * K + (start + k)[None, :], mask=(m[:, None] < M) & ((start + k)[None, :] < K), other=0.0)
        right = tl.load(b + (start + k)[:, None] * N + n[None, :], mask=((start + k)[:, None] < K) & (n[None, :] < N), other=0.0)
        sums = tl.dot(left, right, sums, input_precision=PRECISION)
    tl.store(c + m[:, None] * N + n[None, :], sums, mask=(m[:, None] < M) & (n[None, :] < N))


def matmul_due(M, N, K):
    return lambda a, b, **_: a.astype(float).reshape(M, K) @ b.astype(float).reshape(K, N)


for kind, precision, (M, N, K), tile, stages, tolerance in (
        ("f32", "ieee", (40, 36, 70), (32, 32, 16), 2, 1e-4), ("f32", "tf32", (32, 32, 48), (16, 16, 16), 1, 2e-2), ("f16", "ieee", (64, 32, 64), (32, 32, 32), 3, 1e-3),
        ("f16", "ieee", (48, 40, 100), (16, 32, 32), 4, 1e-3), ("f16", "ieee", (64, 64, 96), (64, 64, 32), 2, 1e-3)):
    # On `sm_90` a tile of 64 rows and four warps becomes `wgmma`.
    kernel(matmul, f"matmul_{kind}_{precision}_{M}x{N}x{K}_{stages}", [-(-M // tile[0]), -(-N // tile[1])],
           {"a": f"{kind}:{M * K}", "b": f"{kind}:{K * N}", "c": f"out_f32:{M * N}", "M": f"int:{M}", "N": f"int:{N}", "K": f"int:{K}"},
           dict(zip(("BM", "BN", "BK"), tile), PRECISION=precision), stages=stages, tolerance=tolerance,
           refused={"sm_90": "wgmma"} if tile[0] == 64 else None)(matmul_due(M, N, K))


@triton.jit
def attention(q, k, v, o, N, scale, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    d = tl.arange(0, D)
    query = tl.load(q + m[:, None] * D + d[None, :])
    best = tl.full((BM,), -float("inf"), tl.float32)
    total = tl.zeros((BM,), tl.float32)
    out = tl.zeros((BM, D), tl.float32)
    for start in range(0, N, BN):
        n = start + tl.arange(0, BN)
        s = tl.dot(query, tl.trans(tl.load(k + n[:, None] * D + d[None, :]))) * scale
        now = tl.maximum(best, tl.max(s, 1))
        p = tl.exp(s - now[:, None])
        shrink = tl.exp(best - now)
        total = total * shrink + tl.sum(p, 1)
        out = out * shrink[:, None] + tl.dot(p.to(tl.float16), tl.load(v + n[:, None] * D + d[None, :]))
        best = now
    tl.store(o + m[:, None] * D + d[None, :], out / total[:, None])


@kernel(attention, "attention", [2], {"q": "f16:1024", "k": "f16:2048", "v": "f16:2048", "o": "out_f32:1024", "N": "int:64", "scale": "float:0.25"},
        {"BM": 16, "BN": 32, "D": 32}, tolerance=5e-3)
def _(q, k, v, N, scale):
    q, k, v = (t.astype(float).reshape(-1, 32) for t in (q, k, v))
    return stable(q @ k.T * scale) @ v


@triton.jit
def integers(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n, other=0).to(tl.int32)
    w = (v // 7) * 3 + v % 7 - (v << 2) + (v >> 3) + (v & 255) * 5 - (v ^ 12345) + tl.where(v > 500, v * v, -v)
    tl.store(y + i, w, mask=i < n)


kernel(integers, "integers", [2], {"x": "u32:200", "y": "out_i32:200", "n": "int:200"}, {"BLOCK": 128})(lambda x, n: (lambda v: v // 7 * 3 + v % 7 - (v << 2) + (v >> 3)
       + (v & 255) * 5 - (v ^ 12345) + np.where(v > 500, v * v, -v))(x.astype(np.int64)))


@triton.jit
def random_numbers(y, seed, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + i, tl.randint(seed, i))


def philox(seed, offset):
    c, k = [offset, 0, 0, 0], [seed & 0xffffffff, seed >> 32]
    for _ in range(10):
        a, b = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(b >> 32) ^ c[1] ^ k[0], b & 0xffffffff, (a >> 32) ^ c[3] ^ k[1], a & 0xffffffff]
        k = [(k[0] + 0x9E3779B9) & 0xffffffff, (k[1] + 0xBB67AE85) & 0xffffffff]
    return c[0]


kernel(random_numbers, "random_numbers", [2], {"y": "out_u32:256", "seed": "int:1234"}, {"BLOCK": 128})(lambda seed: np.array([philox(1234, i) for i in range(256)]))


@triton.jit
def casts(x, y, z, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n, other=0.0)
    tl.store(y + i, v.to(tl.float16), mask=i < n)
    tl.store(z + i, (v * 100).to(tl.int32) + v.to(tl.bfloat16).to(tl.int32), mask=i < n)


kernel(casts, "casts", [2], {"x": "f32:200", "y": "out_f16:200", "z": "out_i32:200", "n": "int:200"}, {"BLOCK": 128})(
    lambda x, n: (x.astype(np.float16), np.trunc(x * np.float32(100)).astype(int) + np.trunc(bfloat(x)).astype(int)))


def bfloat(x):
    bits = x.view(np.uint32).astype(np.uint64)
    return ((bits + 0x7fff + (bits >> 16 & 1)) >> 16 << 16).astype(np.uint32).view(np.float32)


@triton.jit
def sort(x, y, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + i, tl.sort(tl.load(x + i)))


for kind in ("i32", "f32"):
    kernel(sort, f"sort_{kind}", [2], {"x": f"{kind}:256", "y": f"out_{kind}:256"}, {"BLOCK": 128})(lambda x: np.sort(x.reshape(2, 128), 1))


@triton.jit
def look_back(x, y, state, BLOCK: tl.constexpr):
    b = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    v = tl.load(x + b * BLOCK + i)
    before = 0
    if b > 0:
        seen = tl.atomic_add(state + b - 1, 0, sem="acquire")
        while seen == 0:
            seen = tl.atomic_add(state + b - 1, 0, sem="acquire")
        before = seen - 1000000
    tl.atomic_xchg(state + b, before + tl.sum(v, 0) + 1000000, sem="release")
    tl.store(y + b * BLOCK + i, before + tl.cumsum(v, 0))


kernel(look_back, "look_back_scan", [6], {"x": "i32:768", "y": "out_i32:768", "state": "zero_i32:6"}, {"BLOCK": 128})(
    lambda x, state: (np.cumsum(x), np.cumsum(x.reshape(6, 128).sum(1)) + 1000000))


@triton.jit
def matmul_bytes(a, b, c, N: tl.constexpr, K: tl.constexpr, BM: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.arange(0, N)
    k = tl.arange(0, K)
    sums = tl.dot(tl.load(a + m[:, None] * K + k[None, :]), tl.load(b + k[:, None] * N + n[None, :]))
    tl.store(c + m[:, None] * N + n[None, :], sums)


kernel(matmul_bytes, "matmul_bytes", [2], {"a": "i8:2048", "b": "i8:2048", "c": "out_i32:1024"}, {"N": 32, "K": 64, "BM": 16})(
    lambda a, b: a.astype(int).reshape(32, 64) @ b.astype(int).reshape(64, 32))


@triton.jit
def column_sums(x, y, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    i = tl.arange(0, ROWS)
    j = tl.arange(0, COLUMNS)
    v = tl.load(x + i[:, None] * COLUMNS + j[None, :])
    tl.store(y + j, tl.sum(v, 0) + tl.max(v, 0) * tl.min(v, 0))


kernel(column_sums, "column_sums", [1], {"x": "f32:2048", "y": "out_f32:32"}, {"ROWS": 64, "COLUMNS": 32}, tolerance=1e-5)(
    lambda x: (lambda v: v.sum(0) + v.max(0) * v.min(0))(x.astype(float).reshape(64, 32)))


@triton.jit
def stencil(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    left = tl.load(x + i - 1, mask=(i >= 1) & (i < n), other=0.0)
    right = tl.load(x + i + 1, mask=i + 1 < n, other=0.0)
    tl.store(y + i, 0.25 * left + 0.5 * tl.load(x + i, mask=i < n, other=0.0) + 0.25 * right, mask=i < n)


kernel(stencil, "stencil", [3], {"x": "f32:300", "y": "out_f32:300", "n": "int:300"}, {"BLOCK": 128})(
    lambda x, n: (lambda p: 0.25 * p[:-2] + 0.5 * p[1:-1] + 0.25 * p[2:])(np.pad(x.astype(float), 1)))
