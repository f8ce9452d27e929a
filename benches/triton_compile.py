"""Processor time from a kernel's source to PTX for `sm_90`, ours beside Triton's (`./x bench triton`): each the first compilation of its text in a process that has
compiled another one, without caches, without an assembler. Ours with the proof of each schedule. The kernels of Triton are written as its tutorials write such ones."""

import json
import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

import triton
import triton.language as tl
from triton._C.libtriton import ir
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource
from triton.compiler.compiler import make_backend

TARGET = GPUTarget("cuda", 90, 32)


@triton.jit
def add_kernel(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    tl.store(out + at, tl.load(x + at, mask=inside) + tl.load(y + at, mask=inside), mask=inside)


@triton.jit
def softmax_kernel(x, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    values = tl.load(x + row * columns + at, mask=at < columns, other=-float("inf"))
    powers = tl.exp(values - tl.max(values, axis=0))
    tl.store(out + row * columns + at, powers / tl.sum(powers, axis=0), mask=at < columns)


@triton.jit
def layer_norm_kernel(x, gain, shift, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < columns
    values = tl.load(x + row * columns + at, mask=inside, other=0.0)
    mean = tl.sum(values, axis=0) / columns
    away = tl.where(inside, values - mean, 0.0)
    scaled = away / tl.sqrt(tl.sum(away * away, axis=0) / columns + 1e-5)
    tl.store(out + row * columns + at, scaled * tl.load(gain + at, mask=inside) + tl.load(shift + at, mask=inside), mask=inside)


@triton.jit
def product_kernel(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        left = tl.load(a + rows[:, None] * K + (k + inner)[None, :])
        right = tl.load(b + (k + inner)[:, None] * N + columns[None, :])
        total += tl.dot(left, right, input_precision="ieee")
    tl.store(c + rows[:, None] * N + columns[None, :], total)


@triton.jit
def attention_kernel(q, key, v, out, S, scale, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    head = tl.program_id(1) * S * D
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    inner, columns = tl.arange(0, D), tl.arange(0, BN)
    query = tl.load(q + head + rows[:, None] * D + inner[None, :])
    most = tl.full((BM,), -float("inf"), dtype=tl.float32)
    total = tl.zeros((BM,), dtype=tl.float32)
    result = tl.zeros((BM, D), dtype=tl.float32)
    for start in range(0, S, BN):
        at = start + columns
        keys = tl.load(key + head + at[None, :] * D + inner[:, None])
        scores = tl.dot(query, keys, input_precision="ieee") * scale
        new = tl.maximum(most, tl.max(scores, axis=1))
        powers = tl.exp(scores - new[:, None])
        kept = tl.exp(most - new)
        total = total * kept + tl.sum(powers, axis=1)
        values = tl.load(v + head + at[:, None] * D + inner[None, :])
        result = result * kept[:, None] + tl.dot(powers, values, input_precision="ieee")
        most = new
    tl.store(out + head + rows[:, None] * D + inner[None, :], result / total[:, None])


POINTER, SIZE = "*fp32", "i32"
CASES = {
    "add": (
        "def add(float(N) X, float(N) Y) -> (Z) { Z(i) = X(i) + Y(i) }", {"N": 1 << 24},
        add_kernel, [POINTER] * 3 + [SIZE], {"BLOCK": 1024}, {},
    ),
    "softmax": (
        "def softmax(float(N,D) X) -> (Y) { m(n) max=! X(n,d)  E(n,d) = exp(X(n,d) - m(n))  s(n) +=! E(n,d)  Y(n,d) = E(n,d) / s(n) }", {"N": 4096, "D": 1024},
        softmax_kernel, [POINTER] * 2 + [SIZE], {"BLOCK": 1024}, {},
    ),
    "layernorm": (
        "def layer_norm(float(N,D) X, float(D) Gain, float(D) Shift) -> (Y) { mean(n) +=! X(n,d) / float(D)  away(n,d) = X(n,d) - mean(n)  var(n) +=! away(n,d) * away(n,d) / float(D)"
        "  Y(n,d) = away(n,d) * rsqrt(var(n) + 1e-5) * Gain(d) + Shift(d) }", {"N": 4096, "D": 1024},
        layer_norm_kernel, [POINTER] * 4 + [SIZE], {"BLOCK": 1024}, {},
    ),
    "product": (
        "def mm(float(M,K) A, float(K,N) B) -> (C) { C(m,n) +=! A(m,k) * B(k,n) }", {"M": 1024, "N": 1024, "K": 1024},
        product_kernel, [POINTER] * 3 + [SIZE] * 3, {"BM": 64, "BN": 64, "BK": 32}, {},
    ),
    "attention": (
        "def attention(float(B,S,D) Q, float(B,S,D) Key, float(B,S,D) V) -> (O) { P(b,i,j) +=! Q(b,i,d) * Key(b,j,d) * rsqrt(float(D))  m(b,i) max=! P(b,i,j)  E(b,i,j) = exp(P(b,i,j) - m(b,i))"
        "  s(b,i) +=! E(b,i,j)  O(b,i,d) +=! E(b,i,j) * V(b,j,d)  O(b,i,d) = O(b,i,d) / s(b,i) }", {"B": 32, "S": 512, "D": 64},
        attention_kernel, [POINTER] * 4 + [SIZE, "fp32"], {"D": 64, "BM": 64, "BN": 32}, {},
    ),
}  # fmt: skip


def of_triton(name):
    """Seconds of processor time up to PTX, as `triton.compile` goes there."""
    _, _, kernel, types, constants, _ = CASES[name]
    names = kernel.arg_names
    source = ASTSource(kernel, signature=dict(zip(names, types)) | {one: "constexpr" for one in constants}, constexprs={(names.index(one),): value for one, value in constants.items()})
    backend = make_backend(TARGET)
    began = time.process_time()
    options = backend.parse_options({"ptx_version": 87} | source.parse_options())
    stages = {}
    backend.add_stages(stages, options, source.language)
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    made = source.make_ir(TARGET, options, backend.get_codegen_implementation(options), backend.get_module_map(), context)
    metadata = {"target": TARGET, **options.__dict__}
    for stage, run in stages.items():
        if stage == "cubin":
            break
        made = run(made, metadata)
    if ".entry" not in made:
        raise SystemExit(f"error: Triton made no PTX of {name}")
    return time.process_time() - began


def in_children(tool, lines):
    """Seconds of processor time of a process that runs these command lines."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    text = "".join(json.dumps(line) + "\n" for line in lines)
    done = subprocess.run([tool, "--batch=-"], input=text, capture_output=True, text=True, env={**os.environ, "TC_CACHE": "off"})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    for line in done.stdout.splitlines():
        if json.loads(line)["status"]:
            raise SystemExit(f"error: {json.loads(line)['stderr']}")
    return sum(getattr(after, one) - getattr(before, one) for one in ("ru_utime", "ru_stime"))


def of_ours(tool, folder, name):
    """Seconds of processor time up to PTX, less those of a process that compiles only the text before."""
    def line(name):
        text, sizes, *_ = CASES[name]
        file = folder / f"{name}.tc"
        file.write_text(text)
        return [str(file), "--target=emulator", f"--emit=ptx={folder / 'made.ptx'}", *(f"--size={size}={value}" for size, value in sizes.items())]

    other = line("softmax" if name == "add" else "add")
    return in_children(tool, [other, line(name)]) - in_children(tool, [other])


def main():
    tool, folder, rounds = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    ratios = []
    print(f"processor time to PTX for sm_90, ms, median [min max] of {rounds}; Triton {triton.__version__}")
    print("kernel     ours                   Triton                 ratio")
    for name in CASES:
        times = {"ours": [], "triton": []}
        for _ in range(rounds):
            times["ours"].append(of_ours(tool, folder, name))
            # A process of its own for each: what Triton has compiled it keeps.
            command = [sys.executable, __file__, "--one", name]
            times["triton"].append(float(subprocess.run(command, check=True, capture_output=True, text=True).stdout))
        ours, theirs = (statistics.median(times[one]) for one in ("ours", "triton"))
        ratios.append(ours / theirs)
        spread = {one: f"{statistics.median(all) * 1e3:.1f} [{min(all) * 1e3:.1f} {max(all) * 1e3:.1f}]" for one, all in times.items()}
        print(f"{name:10} {spread['ours']:22} {spread['triton']:22} {ours / theirs:.2f}", flush=True)
    print(f"geometric mean {statistics.geometric_mean(ratios):.2f}")


if __name__ == "__main__":
    if sys.argv[1] == "--one":
        of_triton("softmax" if sys.argv[2] == "add" else "add")
        print(of_triton(sys.argv[2]))
    else:
        main()
