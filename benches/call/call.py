"""./x bench call: what a warm call costs, beside a kernel that takes a few nanoseconds, from Rust, C and Python, and the same of a ufunc of NumPy and a function of Numba. On tensors of PyTorch
too, beside its own function, where `./x python --torch` has installed it.

All take part in turn, each as a process of its own; a figure is the median and the range over rounds of 20,000 calls, in processor time. More nanoseconds
than LIMITS says are an error: in the best round, since other work on the machine only adds. With --once there is one turn, and nothing is written."""

import datetime
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from cpu import run as cpu

ROOT = Path(__file__).resolve().parent.parent.parent
LIMITS = {"Rust": 1000, "C": 1000, "tensorcomp (Python)": 10_000, "tensorcomp, out= (Python)": 10_000, "a kernel, out= (Python)": 10_000, "tensorcomp, out= (PyTorch)": 20_000}
TURNS = 5


def c_program(folder):
    """The program in C, linked to the shared library."""
    program, library = Path(folder) / "call", ROOT / "target/release"
    source = Path(__file__).with_name("call.c")
    flags = ["-std=gnu11", "-O2", f"-I{ROOT / 'capi/include'}", f"-L{library}", f"-Wl,-rpath,{library}"]
    subprocess.run(["cc", *flags, source, "-ltensorcomp", "-o", program], check=True)
    return program


def of_torch(peers):
    """The rows on tensors of PyTorch."""
    found = next(iter(ROOT.glob("target/venv-torch/lib/python3*/site-packages/torch")), None)
    if not found:
        print("PyTorch is not measured: ./x python --torch installs it", file=sys.stderr)
        return {}
    ways = {"tensorcomp": "torch-call", "tensorcomp, out=": "torch-out", "tensorcomp, torch.register": "torch-registered", "torch.add, out=": "torch"}
    return {f"{name} (PyTorch)": ["env", f"TENSORCOMP_TORCH={found.parent}", sys.executable, peers, way] for name, way in ways.items()}


def takers(folder):
    peers = Path(__file__).with_name("peers.py")
    all = {"Rust": [ROOT / "target/release/call-cost"], "C": [c_program(folder)]}
    # The package that is measured is the wheel of this checkout.
    subprocess.run([ROOT / "x", "python"], check=True, env={**os.environ, "TC_BUILT": "1"})
    ours = {"tensorcomp": "call", "tensorcomp, out=": "out", "a kernel, out=": "kernel"}
    all |= {f"{name} (Python)": [sys.executable, peers, way] for name, way in ours.items()}
    python = cpu.install(["numpy", "numba"])
    return all | {f"{name} (Python)": [python, peers, name] for name in ("numpy", "numba")} | of_torch(peers)


def nanoseconds(command):
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return [float(line) for line in done.stdout.split()]


def table(times):
    numpy = statistics.median(times.get("numpy (Python)", [float("nan")]))
    yield "| from | ns of processor time a call, median [min max] | of a ufunc of NumPy |"
    yield "| --- | ---: | ---: |"
    for name, all in times.items():
        median = statistics.median(all)
        yield f"| {name} | {median:.0f} [{min(all):.0f} {max(all):.0f}] | {median / numpy:.2f} |"


def main(once):
    with tempfile.TemporaryDirectory() as folder:
        commands = takers(folder)
        times = {name: [] for name in commands}
        for _ in range(1 if once else TURNS):
            for name, command in commands.items():
                times[name] += nanoseconds(command)
    print("\n".join(table(times)))
    if not once:
        written = ROOT / f"benches/results/{datetime.date.today().isoformat()}-call.md"
        head = ["# A warm call beside its kernel", "", f"`./x bench call` on {cpu.machine()}: the sum of two arrays of four numbers, whose kernel takes a few nanoseconds.", ""]
        written.write_text("\n".join([*head, *table(times), ""]))
        print(f"written: {written.relative_to(ROOT)}")
    slow = [f"{name}: {min(all):.0f} ns of at most {LIMITS[name]}" for name, all in times.items() if min(all) > LIMITS.get(name, float("inf"))]
    if slow:
        print(f"error: a warm call takes too long: {', '.join(slow)}", file=sys.stderr)
    return 1 if slow else 0
