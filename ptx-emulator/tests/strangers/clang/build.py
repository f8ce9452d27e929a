"""Compiles the kernels of `kernels.cu` with clang for `nvptx64`; stores PTX and what NumPy says in `../clang.jsonl.gz`.

    python3 build.py clang-22        # needs NumPy, no CUDA: kernels.cu has all that it uses

Each kernel is compiled with -O2, and with -O0 where its name ends in `_plain`.
"""

import pathlib
import re
import subprocess
import sys

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import store  # noqa: E402

SOURCE = (HERE / "kernels.cu").read_text()
F = np.float32
KERNELS = []


def kernel(name, arguments, reference, grid=1, block=64, tolerance=0.0, levels=("-O2", "-O0"), printed=None, findings=None):
    for level in levels:
        KERNELS.append({"name": name + ("_plain" if level == "-O0" else ""), "entry": name, "grid": [grid, 1, 1], "block": [block, 1, 1], "dynamic": 0,
                        "tolerance": tolerance, "arguments": arguments, "options": [level], "reference": reference, "printed": printed, "findings": findings})


XY = {"x": "i32:64", "y": "out_i32:64"}
kernel("saxpy", {"x": "f32:128", "y": "inout_f32:128"}, lambda x, y: F(2.5) * x + y, grid=2, tolerance=1e-6)
kernel("reduce_shared", {"x": "i32:128", "y": "out_i32:2"}, lambda x: x.reshape(2, 64).sum(1), grid=2)
kernel("shuffle_sum", XY, lambda x: np.repeat(x.reshape(2, 32).sum(1), 32))
kernel("vote_and_match", XY, lambda x: np.array([sum(int(v > 0) << i for i, v in enumerate(w)) ^ sum(int(w[i] & 3 == w[t] & 3) << i for i in range(32)) for w in x.reshape(2, 32) for t in range(32)],
                                                 dtype=np.int64).astype(np.uint32).view(np.int32))
kernel("atomic_add_float", {"x": "f32:128", "y": "zero_f32:4"}, lambda x, y: x.astype(float).reshape(-1, 4).sum(0), grid=2, tolerance=1e-5)
kernel("atomic_max_float", {"x": "f32:128", "y": "zero_f32:1"}, lambda x, y: max(x.max(), 0), grid=2)
# Without optimisation the plain load goes through the stack before a swap confirms it: a race by the letter.
for level, findings in (("-O2", None), ("-O0", "global-race")):
    kernel("atomic_multiply", {"x": "u32:16", "y": "inout_i32:1"}, lambda x, y: np.array([(int(y[0]) * int(np.prod(x.astype(object) % 3 + 1))) % 2**32]).astype(np.uint32).view(np.int32), block=16, levels=(level,), findings=findings)
kernel("atomic_on_bytes", {"x": "u8:128", "y": "zero_u8:8"}, lambda x, y: x.astype(int).reshape(-1, 8).sum(0) % 256, grid=2)
kernel("atomic_on_shorts", {"x": "u16:128", "y": "zero_u16:4"}, lambda x, y: x.astype(int).reshape(-1, 4).sum(0) % 65536, grid=2)
kernel("message_passing", {"data": "zero_i32:1", "flag": "zero_i32:1", "y": "out_i32:1"}, lambda data, flag: (np.array([42]), np.array([1]), np.array([42])), grid=2)
kernel("spin_lock", {"lock": "zero_i32:1", "x": "i32:128", "y": "zero_i32:1"}, lambda lock, x, y: (np.array([0]), x.sum()), grid=2)
kernel("wide_arithmetic", {"x": "u32:128", "y": "out_u64:128"}, lambda x: np.array([[r & 2**64 - 1, r >> 64] for a, b in x.astype(object).reshape(64, 2)
       for r in [((a * 10**15 + b) * (b * 10**12 + 7) // (a + 3) % (2**127 - 1)) ^ (a << 90)]], dtype=object).astype(np.uint64))
kernel("recursion", XY, lambda x: np.array([[0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55][v & 7] for v in x]))
kernel("function_pointers", XY, lambda x: np.choose(np.arange(64) % 3, [x + 1, x * 2, -x]))
kernel("switch_table", XY, lambda x: np.array([[7, -3, 11, 100, v * 2, v - 9, v ^ 5, 1][v & 7] if True else 0 for v in x.astype(int)]))
kernel("prints", XY, lambda x: x, printed=lambda x: f"thread 5 has {x[5]} and 2.50\n")
kernel("vectors", {"x": "f32:256", "y": "out_f32:256"}, lambda x: np.stack([(v := x.reshape(64, 4))[:, 3], v[:, 2] * 2, v[:, 1] + 1, -v[:, 0]], 1))
kernel("builtins", {"x": "u32:64", "y": "out_u32:64"}, lambda x: np.array([bin(int(v)).count("1") + 100 * (32 - int(v).bit_length()) + int(f"{int(v):032b}"[::-1], 2) % 1000 for v in x]))


def compile_one(one):
    compiler = sys.argv[1] if len(sys.argv) > 1 else "clang-22"
    command = [compiler, "-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_80", "-Xclang", "-target-feature", "-Xclang", "+ptx83", "-nocudainc", "-nocudalib", "-S", *one["options"], "-o", "-", "-"]
    done = subprocess.run(command, input=one["source"], text=True, capture_output=True)
    if done.returncode:
        raise RuntimeError(done.stderr[:2000])
    return done.stdout, one["entry"]


def main():
    head, *parts = re.split(r"^// Kernel (\w+)$", SOURCE, flags=re.M)
    sources = dict(zip(parts[::2], parts[1::2]))
    for one in KERNELS:
        one["source"] = head + sources[one["entry"]]
    store.build("clang", KERNELS, compile_one)


if __name__ == "__main__":
    main()
