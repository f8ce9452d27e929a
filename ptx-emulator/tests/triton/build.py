"""Compiles the kernels of `kernels.py` with Triton and stores what they must compute, as NumPy says.

    pip install triton numpy
    python3 build.py [NAME...]

For each kernel it writes `<name>.ptx` (what Triton made of it) and `<name>.json` (launch, arguments, expected outputs); those beside
which `./x bench gpu-static` puts ours go to `peers/`. No GPU is needed, and nothing but this script needs Triton.
Names are those of files without their ending, such as `mm.mm-1k.f16`: only these are written, the others stay as an earlier version of Triton made them.
"""

import inspect
import json
import pathlib
import re
import sys

import numpy as np
import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

HERE = pathlib.Path(__file__).resolve().parent
TYPES = {"f32": "*fp32", "f16": "*fp16", "bf16": "*bf16", "i32": "*i32", "u32": "*u32"}
# The newest version of PTX that the assembler of `./x setup` reads.
OPTIONS = {"ptx_version": 87}
DTYPES = {"f32": np.float32, "f16": np.float16, "i32": np.int32, "u32": np.uint32}


def integers(count, seed):
    """The inputs: the same formula stands in the Rust test."""
    index = np.arange(count, dtype=np.uint64)
    value = (index + np.uint64(seed) * np.uint64(7919)) * np.uint64(1103515245) + np.uint64(12345)
    return ((value & np.uint64(0x7FFFFFFF)) >> np.uint64(8)) % np.uint64(1000)


def make_input(kind, count, seed):
    if kind == "u32":
        return integers(count, seed).astype(np.uint32)
    values = integers(count, seed).astype(np.int64) - 500
    return values.astype(np.int32) if kind == "i32" else (values / 128.0).astype(DTYPES[kind])


def without_debug(text):
    """Debug sections are large and name folders; comments say nothing of the kernel."""
    kept = []
    skipping = False
    for line in text.splitlines():
        skipping = skipping or line.lstrip().startswith(".section")
        bare = re.sub(r"\s*//.*", "", line).rstrip()
        if not skipping and bare and bare.split()[0] not in (".file", ".loc"):
            kept.append(bare)
        if skipping and line.strip().endswith("}"):
            skipping = False
    return "\n".join(kept) + "\n"


def compile_kernel(one):
    names = [parameter.name for parameter in inspect.signature(one["function"].fn).parameters.values()]
    signature, attributes = {}, {}
    for place, name in enumerate(names):
        if name in one["arrays"]:
            signature[name] = TYPES[one["arrays"][name].split(":")[0].split("_")[-1]]
            attributes[(place,)] = [["tt.divisibility", 16]]
        elif name in one["scalars"]:
            signature[name] = "fp32" if isinstance(one["scalars"][name], float) else "i32"
        else:
            signature[name] = "constexpr"
    source = ASTSource(fn=one["function"], signature=signature, constexprs=dict(one["constants"]), attrs=attributes)
    return triton.compile(source, target=GPUTarget("cuda", one["arch"], 32), options=OPTIONS | {"num_warps": one["warps"], "num_stages": one["stages"]})


def launch(one, compiled):
    return {"entry": compiled.metadata.name, "grid": one["grid"], "block": [32 * one["warps"], 1, 1], "dynamic": compiled.metadata.shared}


def arguments_of(one):
    """The parameters in order: arrays, values, and two addresses of scratch memory, which these kernels do not use."""
    arguments = []
    for seed, (name, spec) in enumerate(one["arrays"].items(), start=1):
        kind, count = spec.split(":")
        role, kind = kind.split("_") if "_" in kind else ("in", kind)
        arguments.append({"name": name, "kind": kind, "role": role, "count": int(count), "seed": seed})
    for name, value in one["scalars"].items():
        arguments.append({"name": name, "kind": "float" if isinstance(value, float) else "int", "value": value})
    return arguments + [{"name": "scratch", "kind": "null"}] * 2


def small(one):
    compiled = compile_kernel(one)
    arguments = arguments_of(one)
    arrays = [argument for argument in arguments if "role" in argument]
    inputs = {}
    for array in arrays:
        if array["role"] == "in":
            inputs[array["name"]] = make_input(array["kind"], array["count"], array["seed"])
        elif array["role"] == "zero":
            inputs[array["name"]] = np.zeros(array["count"], DTYPES[array["kind"]])
    results = one["reference"](**inputs)
    results = results if isinstance(results, tuple) else (results,)
    expected = {}
    for array, values in zip([array for array in arrays if array["role"] != "in"], results):
        flat = np.asarray(values).reshape(-1).astype(DTYPES[array["kind"]])
        expected[array["name"]] = [int(v) for v in flat] if array["kind"] == "i32" else [float(f"{v:.9g}") for v in flat.astype(float)]
    write(HERE / one["name"], compiled, {**launch(one, compiled), "tolerance": one["tolerance"], "arguments": arguments, "expected": expected})


def peer(one):
    compiled = compile_kernel(one)
    names = {"kernel": one["kernel"], "size": one["size"], "note": one["note"]}
    write(HERE / "peers" / one["name"], compiled, {**names, **launch(one, compiled), "arguments": arguments_of(one), "work": one["work"]})


def write(path, compiled, record):
    path.with_name(path.name + ".ptx").write_text(without_debug(compiled.asm["ptx"]))
    path.with_name(path.name + ".json").write_text(json.dumps(record, separators=(",", ":")) + "\n")


def main():
    import kernels

    (HERE / "peers").mkdir(exist_ok=True)
    every = kernels.SMALL + kernels.PEERS
    named = sys.argv[1:] or [one["name"] for one in every]
    for name in sorted(set(named) - {one["name"] for one in every}):
        sys.exit(f"no kernel `{name}`: the names stand in kernels.py")
    if not sys.argv[1:]:
        for stale in [*HERE.glob("*.ptx"), *HERE.glob("*.json"), *HERE.glob("peers/*")]:
            stale.unlink()
    for one in every:
        if one["name"] in named:
            (small if "reference" in one else peer)(one)
    print(f"{len(named)} kernels")


if __name__ == "__main__":
    main()
