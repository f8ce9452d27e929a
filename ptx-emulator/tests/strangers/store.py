"""Inputs, expected outputs and the archives that the test `strangers` reads: one JSON object a line, packed."""

import gzip
import hashlib
import json
import pathlib
import re
import sys

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
DTYPES = {
    "f32": np.float32, "f64": np.float64, "f16": np.float16, "i32": np.int32, "u32": np.uint32,
    "u8": np.uint8, "i8": np.int8, "u16": np.uint16, "i64": np.int64, "u64": np.uint64,
}


def integers(count, seed):
    """The inputs: the same formula stands in the Rust test."""
    index = np.arange(count, dtype=np.uint64)
    value = (index + np.uint64(seed) * np.uint64(7919)) * np.uint64(1103515245) + np.uint64(12345)
    return ((value & np.uint64(0x7FFFFFFF)) >> np.uint64(8)) % np.uint64(1000)


def make_input(kind, count, seed):
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


def without_debug(text):
    """Debug sections are large and name folders; comments say nothing of the kernel."""
    kept = []
    skipping = False
    for line in text.splitlines():
        skipping = skipping or line.lstrip().startswith(".section")
        bare = re.sub(r"\s*//.*", "", line).rstrip() if '"' not in line else line.rstrip()
        if not skipping and bare and bare.split()[0] not in (".file", ".loc"):
            kept.append(bare)
        if skipping and line.strip().endswith("}"):
            skipping = False
    return "\n".join(kept) + "\n"


def record(one):
    """Launch, arguments, expected outputs."""
    inputs, arguments, outputs = {}, [], []
    for seed, (name, spec) in enumerate(one["arguments"].items(), start=1):
        kind, value = spec.split(":")
        if kind in ("int", "uint", "float", "double", "long", "null"):
            inputs[name] = float(value) if kind in ("float", "double") else int(value)
            arguments.append({"name": name, "kind": kind, "value": inputs[name]})
            if kind == "null":
                inputs.pop(name)
            continue
        role = "in"
        for prefix in ("out", "inout", "zero"):
            if kind.startswith(prefix + "_"):
                role, kind = prefix, kind[len(prefix) + 1:]
        count = int(value)
        if role in ("in", "inout"):
            inputs[name] = make_input(kind, count, seed)
        elif role == "zero":
            inputs[name] = np.zeros(count, DTYPES.get(kind, np.uint16))
        arguments.append({"name": name, "kind": kind, "role": role, "count": count, "seed": seed})
        if role != "in":
            outputs.append((name, kind, count))
    with np.errstate(all="ignore"):
        expected = one["reference"](**inputs)
    expected = expected if isinstance(expected, tuple) else (expected,)
    assert len(expected) == len(outputs), one["name"]
    stored = {}
    for (name, kind, count), values in zip(outputs, expected):
        values = np.asarray(values)
        values = values.astype(DTYPES.get(kind, np.uint16)).reshape(-1)
        assert values.size == count, (one["name"], name, values.size, count)
        stored[name] = [float(f"{value:.9g}") if kind == "f32" else value for value in values.tolist()]
    printed = one.get("printed")
    return {
        "name": one["name"], "grid": one["grid"], "block": one["block"], "dynamic": one["dynamic"], "tolerance": one["tolerance"],
        "arguments": arguments, "expected": stored, "refused": one.get("refused"), "findings": one.get("findings"),
        "printed": printed and printed(**inputs),
    }


def build(archive, kernels, compile_one):
    """Compiles all kernels; what cannot be compiled is named, and the script fails."""
    path = HERE / f"{archive}.jsonl.gz"
    old = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()] if path.exists() else []
    known = {one["name"]: one for one in old}
    lines, failed = [], []
    for one in kernels:
        try:
            # What has not changed is not compiled again; remove the archive to compile all of it.
            source = hashlib.sha256(repr([one["source"], one["options"]]).encode()).hexdigest()[:16]
            same = known.get(one["name"], {})
            if same.get("source") == source:
                text, entry, one["dynamic"] = same["ptx"], same["entry"], same["dynamic"]
            else:
                text, entry = compile_one(one)
        except Exception as error:  # noqa: BLE001: every failure is shown
            failed.append(f"{one['name']}: {error}")
            continue
        lines.append(json.dumps({**record(one), "source": source, "entry": entry, "ptx": without_debug(text)}, separators=(",", ":")))
    data = "\n".join(lines).encode() + b"\n"
    path.write_bytes(gzip.compress(data, 9, mtime=0))
    print(f"{archive}: {len(lines)} kernels, {len(data)} bytes")
    if failed:
        sys.exit("\n".join(failed))
