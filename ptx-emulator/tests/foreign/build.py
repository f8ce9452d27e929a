"""Compiles the kernels of `kernels.py` with NVRTC and stores what they must compute, as NumPy says.

    pip install nvidia-cuda-nvrtc-cu12==12.9.86 nvidia-cuda-runtime-cu12==12.9.79 numpy
    python3 build.py

For each kernel it writes `<name>.cu` (the source), `<name>.ptx` (what NVRTC made of it) and `<name>.json` (launch,
arguments, expected outputs). No GPU is needed. The test `foreign` of the emulator runs the PTX and compares.
"""

import ctypes
import json
import pathlib
import site
import sys

import numpy as np

HERE = pathlib.Path(__file__).parent
ROOTS = [pathlib.Path(path) / "nvidia" for path in site.getsitepackages()]


def find(pattern):
    for root in ROOTS:
        for path in sorted(root.glob(pattern)):
            return path
    sys.exit(f"{pattern} was not found; install the packages named at the top")


nvrtc = ctypes.CDLL(str(find("cuda_nvrtc/lib/libnvrtc.so.12")))
INCLUDE = find("cuda_runtime/include")


def compile_source(name, source, options):
    program = ctypes.c_void_p()
    nvrtc.nvrtcCreateProgram(ctypes.byref(program), source.encode(), f"{name}.cu".encode(), 0, None, None)
    flags = ["--gpu-architecture=compute_90", f"-I{INCLUDE}", "-default-device", "-lineinfo", *options]
    values = (ctypes.c_char_p * len(flags))(*[flag.encode() for flag in flags])
    failed = nvrtc.nvrtcCompileProgram(program, len(flags), values)
    size = ctypes.c_size_t()
    if failed:
        nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value)
        nvrtc.nvrtcGetProgramLog(program, log)
        sys.exit(f"{name}: {log.value.decode()}")
    nvrtc.nvrtcGetPTXSize(program, ctypes.byref(size))
    text = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetPTX(program, text)
    nvrtc.nvrtcDestroyProgram(ctypes.byref(program))
    # Debug sections are large and name folders; lines without them are the kernel.
    kept = []
    skipping = False
    for line in text.value.decode().splitlines():
        if line.startswith("\t.section") or line.startswith(".section"):
            skipping = True
        if not skipping and line.split()[:1] not in ([".file"], [".loc"]):
            kept.append(line.rstrip())
        if skipping and line.strip() == "}":
            skipping = False
    return "\n".join(kept).rstrip() + "\n"


def integers(count, seed):
    """The inputs: the same formula stands in the Rust test."""
    index = np.arange(count, dtype=np.uint64)
    value = (index + np.uint64(seed) * np.uint64(7919)) * np.uint64(1103515245) + np.uint64(12345)
    return ((value & np.uint64(0x7FFFFFFF)) >> np.uint64(8)) % np.uint64(1000)


DTYPES = {
    "f32": np.float32, "f64": np.float64, "f16": np.float16, "i32": np.int32, "u32": np.uint32,
    "u8": np.uint8, "i8": np.int8, "u16": np.uint16, "i64": np.int64, "u64": np.uint64,
}


def make_input(kind, count, seed):
    """`f32` holds multiples of 1/128 in [-3.9, 3.9]; integers lie in 0..1000, as far as they fit."""
    values = integers(count, seed)
    if kind == "bf16":
        return (((values % 16).astype(np.float32) - 8).view(np.uint32) >> 16).astype(np.uint16)
    dtype = DTYPES[kind]
    if kind in ("f32", "f64", "f16"):
        return ((values.astype(np.int64) - 500) / 128.0).astype(dtype)
    if kind in ("i32", "i64"):
        return (values.astype(np.int64) - 500).astype(dtype)
    if kind == "i8":
        return ((values % 256).astype(np.int64) - 128).astype(dtype)
    if kind == "u8":
        return (values % 256).astype(dtype)
    return values.astype(dtype)


def main():
    import kernels

    for stale in [*HERE.glob("*.cu"), *HERE.glob("*.ptx"), *HERE.glob("*.json")]:
        stale.unlink()
    for kernel in kernels.KERNELS:
        inputs = {}
        arguments = []
        outputs = []
        for seed, (name, spec) in enumerate(kernel["arguments"].items(), start=1):
            kind, value = spec.split(":")
            if kind in ("int", "uint", "float", "double", "long"):
                inputs[name] = float(value) if kind in ("float", "double") else int(value)
                arguments.append({"name": name, "kind": kind, "value": inputs[name]})
                continue
            role = "in"
            if kind.startswith("out_"):
                role, kind = "out", kind[4:]
            elif kind.startswith("inout_"):
                role, kind = "inout", kind[6:]
            elif kind.startswith("zero_"):
                role, kind = "zero", kind[5:]
            count = int(value)
            if role in ("in", "inout"):
                inputs[name] = make_input(kind, count, seed)
            elif role == "zero":
                inputs[name] = np.zeros(count, DTYPES.get(kind, np.uint16))
            arguments.append({"name": name, "kind": kind, "role": role, "count": count, "seed": seed})
            if role != "in":
                outputs.append((name, kind, count))
        with np.errstate(all="ignore"):
            expected = kernel["reference"](**inputs)
        if not isinstance(expected, tuple):
            expected = (expected,)
        assert len(expected) == len(outputs), kernel["name"]
        stored = {}
        for (name, kind, count), values in zip(outputs, expected):
            dtype = DTYPES.get(kind, np.uint16)
            values = np.asarray(values).astype(dtype).reshape(-1)
            assert values.size == count, (kernel["name"], values.size, count)
            stored[name] = [float(f"{value:.9g}") if kind == "f32" else value for value in values.tolist()]
        name = kernel["name"]
        source = kernel["source"].strip() + "\n"
        (HERE / f"{name}.cu").write_text(source)
        (HERE / f"{name}.ptx").write_text(compile_source(name, source, kernel.get("options", [])))
        record = {
            "grid": kernel["grid"], "block": kernel["block"], "dynamic": kernel.get("dynamic", 0),
            "tolerance": kernel.get("tolerance", 0.0), "arguments": arguments, "expected": stored,
        }
        (HERE / f"{name}.json").write_text(json.dumps(record, separators=(",", ":"), allow_nan=True) + "\n")
    print(f"{len(kernels.KERNELS)} kernels")


if __name__ == "__main__":
    main()
