#!/usr/bin/env python3
"""./x bench: measurements, printed as tables. If there is a peer, it runs in the same minute, alternating (A B A B ...), and the ratio is printed.

usage: bench.py [--list] [--once] [NAME ...]
       bench.py cpu [OPTION ...]
       bench.py polybench [OPTION ...]
       bench.py gpu-static [--help] ...
       bench.py tune [--help] ...

With --once everything is measured once, which says that the benchmarks work and nothing else.
"""

import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(os.environ.get("TC_TOOLS_DIR", ROOT / "target" / "release"))
sys.path.insert(0, str(ROOT / "scripts"))


def seconds(command):
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - began


def repeats(usual):
    """How often something is measured."""
    return range(1 if "--once" in sys.argv else usual)


def in_turn(first, second, rounds):
    """Times of both, measured alternately after one warm-up of each, and the ratios pair by pair."""
    first(), second()
    pairs = [(first(), second()) for _ in repeats(rounds)]
    a, b = zip(*pairs)
    return a, b, [x / y for x, y in pairs]


def spread(values, scale=1.0, form=".2f"):
    return f"{statistics.median(values) * scale:{form}} [{min(values) * scale:{form}} {max(values) * scale:{form}}]"


def prefix():
    return Path(os.environ.get("MLIR_SYS_220_PREFIX", "/usr/lib/llvm-22"))


def bench_startup():
    """Start of a tool until --version is printed, beside mlir-opt's. Target: 50 ms."""
    peer = prefix() / "bin" / "mlir-opt"
    print("tool          ms, median [min max]     ratio to mlir-opt")
    for tool in ("tc-opt", "tc-translate", "tc-run"):
        ours, _, ratio = in_turn(lambda: seconds([BIN / tool, "--version"]), lambda: seconds([peer, "--version"]), 15)
        print(f"{tool:12}  {spread(ours, 1e3, '.1f'):22}   {spread(ratio)}")


def bench_frontend():
    """Text to the tc dialect with ranges, in processor time. Targets: lexing 20 MB/s, 1,000 statements in 300 ms, linear."""
    runs = [json.loads(subprocess.run([BIN / "examples" / "frontend_speed"], check=True, capture_output=True, text=True).stdout) for _ in repeats(3)]
    print(f"lexing, MB/s: {spread([r['lexing']['bytes'] / r['lexing']['seconds'] / 1e6 for r in runs], 1, '.0f')}")
    stages = ("parse", "check", "emit", "infer")
    print(f"{'statements':>10}  {'ms, median [min max]':28}  {'us per statement':>16}  " + "  ".join(f"{stage:>8}" for stage in stages))
    for count in runs[0]["statements"]:
        whole = [sum(r["statements"][count].values()) for r in runs]
        each = [statistics.median(r["statements"][count][stage] for r in runs) * 1e3 for stage in stages]
        per_statement = statistics.median(whole) / int(count) * 1e6
        print(f"{int(count):10,}  {spread(whole, 1e3, '.1f'):28}  {per_statement:16.0f}  " + "  ".join(f"{ms:8.1f}" for ms in each))


# The passes that build isl's tree of a def; the pass in which isl generates loops, with the proof
# in parallel; the pass of LLVM.
TREE = ("tc-specialize", "tc-to-schedule", "schedule-isl")
LOOPS, LLVM = "schedule-to-gpu", "gpu-module-to-ptx"


def pass_seconds(module):
    """Seconds of each pass of the pipeline in the first line of a printed level."""
    pipeline = module.read_text().split("\n", 1)[0].split("pipeline: ")[1]
    command = [BIN / "tc-opt", module, f"--pass-pipeline={pipeline}", "-o", os.devnull, "--mlir-timing", "--mlir-timing-display=list"]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    # The wall time is last, after the processor time if modules go through passes in parallel.
    return {name: float(took) for took, name in re.findall(r" ([\d.]+) \( *[\d.]+%\)  (\S+)$", said, re.M)}


def in_one_process(command, times):
    """The output of `tc-run --json` for consecutive runs in one process."""
    lines = (json.dumps([str(word) for word in command[1:]]) + "\n") * times
    done = subprocess.run([command[0], "--batch", "-"], input=lines, check=True, capture_output=True, text=True)
    return [json.loads(json.loads(line)["stdout"]) for line in done.stdout.splitlines()]


def bench_compile():
    """TC text to isl's tree, to the schedule level, and to PTX, in process: the first time, and again. Targets: 25 ms to the schedule tree, 100 ms to PTX."""
    import kernels

    print(f"{'kernel':8}  {'isl tree, ms':20}  {'schedule level, ms':20}  {'PTX, ms':20}  {'PTX again, ms':20}  {'loops and proof, ms':20}  {'LLVM, ms':18}  isl operations  PTX instructions")
    for kernel in [k for k in kernels.load() if k["name"] in ("tmm", "conv2d", "mlp3")]:
        with tempfile.TemporaryDirectory() as folder:
            ptx, module = Path(folder) / "k.ptx", Path(folder) / "k.mlir"
            command = kernels.command(BIN / "tc-run", kernel, ["--target", "emulator", f"--emit=ptx={ptx}", f"--emit=tc={module}", "--json"])
            runs, again, passes = [], [], []
            for _ in repeats(9):
                first, *later = in_one_process(command, 4)
                runs.append(first)
                again += later
                passes.append(pass_seconds(module))
            tree = [r["stages"]["tc"] + sum(p.get(name, 0) for name in TREE) for r, p in zip(runs, passes)]
            schedule = [r["stages"]["tc"] + r["stages"]["schedule"] for r in runs]
            first, later = ([sum(r["stages"].values()) for r in all] for all in (runs, again))
            loops, llvm = ([p[name] for p in passes] for name in (LOOPS, LLVM))
            columns = [spread(values, 1e3, ".1f") for values in (tree, schedule, first, later, loops, llvm)]
            instructions = sum(line.strip().endswith(";") and line.startswith("\t") and not line.strip().startswith(".") for line in ptx.read_text().splitlines())
            operations = runs[0]["isl_operations"]
            print("{:8}  {:20}  {:20}  {:20}  {:20}  {:20}  {:18}  {:>14}  {:>16}".format(kernel["name"], *columns, operations, instructions))


def instructions(tool, arguments, folder):
    """Instructions of one run under callgrind, of the tool without debug information, which valgrind may not read."""
    stripped = Path(folder) / tool
    if not stripped.exists():
        subprocess.run([prefix() / "bin" / "llvm-strip", "-g", BIN / tool, "-o", stripped], check=True)
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={os.devnull}", stripped, *arguments]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    return int(re.search(r"refs: +([\d,]+)", said)[1].replace(",", ""))


def bench_proof():
    """Share of the proof in the instructions from TC text to PTX, by callgrind. Target: 15 %."""
    import kernels

    if not shutil.which("valgrind"):
        print("valgrind is not installed: no instructions are counted")
        return
    print("kernel    text to PTX, M  proof, M  share")
    with tempfile.TemporaryDirectory() as folder:
        for kernel in [k for k in kernels.load() if k["name"] in ("tmm", "conv2d", "mlp3")[: len(repeats(3))]]:
            ptx, module = Path(folder) / "k.ptx", Path(folder) / "k.mlir"
            _, *line = kernels.command(BIN / "tc-run", kernel, ["--target", "emulator", f"--emit=ptx={ptx}"])
            whole = instructions("tc-run", line, folder)
            subprocess.run([BIN / "tc-run", *line, f"--emit=tc={module}"], check=True, capture_output=True)
            pipeline = module.read_text().split("\n", 1)[0].split("pipeline: ")[1]
            proved, believed = (
                instructions("tc-opt", ["--mlir-disable-threading", module, f"--pass-pipeline={passes}", "-o", os.devnull], folder)
                for passes in (pipeline, pipeline.replace("schedule-to-gpu", "schedule-to-gpu{verify=false}"))
            )
            print(f"{kernel['name']:8}  {whole / 1e6:14.1f}  {(proved - believed) / 1e6:8.1f}  {(proved - believed) / whole:.1%}")


def bench_cache():
    """mlp3 with an empty and with a filled cache, in processor time beside the start of the tool. Target: 5 ms from the start of the engine to the first result."""
    import kernels

    [kernel] = [k for k in kernels.load() if k["name"] == "mlp3"]

    def run(line, folder, due=None):
        """Processor milliseconds of a process; what it says of the cache must be due."""
        environment = dict(os.environ, TC_CACHE_DIR=str(folder), TC_CACHE="on")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        said = subprocess.run([BIN / "tc-run", *line], check=True, capture_output=True, text=True, env=environment).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert due is None or json.loads(said)["cache"] == due, said
        return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1e3

    print(f"{'target':10}  {'compiled, ms':22}  {'from the cache, ms':22}  {'start of the tool, ms':22}  {'cache less start, ms':20}")
    for target in ("cpu", "emulator"):
        _, *line = kernels.command("", kernel, ["--target", target, "--threads", "1", "--json"])
        misses, hits, starts = [], [], []
        for _ in repeats(5):
            with tempfile.TemporaryDirectory() as folder:
                misses.append(run(line, Path(folder) / "cache", "miss"))
                for _ in repeats(5):
                    hits.append(run(line, Path(folder) / "cache", "hit"))
                    starts.append(run(["--version"], folder))
        rest = statistics.median(hits) - statistics.median(starts)
        print(f"{target:10}  {spread(misses, 1, '.1f'):22}  {spread(hits, 1, '.1f'):22}  {spread(starts, 1, '.1f'):22}  {rest:.1f}")


    start_of_the_engine()


def start_of_the_engine():
    """The same from inside of a process that uses the library: from the start of the engine to the first result, by the clock and in processor time.

    Where the system allows it, hits also run with a priority in real time, ahead of all other work: their clock is then that of a machine without other work."""
    print(f"\n{'engine, cpu':29}  {'ms by the clock':22}  {'ms of processor time':22}")
    first = ["chrt", "-f", "50"]
    is_allowed = shutil.which("chrt") and subprocess.run([*first, "true"], capture_output=True).returncode == 0
    ways = {"from the cache": [], **({"from the cache, in real time": first} if is_allowed else {})}
    figures = {way: [] for way in ("compiled", *ways)}
    for _ in repeats(5):
        with tempfile.TemporaryDirectory() as folder:
            environment = dict(os.environ, TC_CACHE_DIR=str(Path(folder) / "cache"))
            for way in ["compiled", *[*ways] * 5]:
                said = subprocess.run([*ways.get(way, []), BIN / "cache-start"], check=True, capture_output=True, text=True, env=environment).stdout
                figures[way].append([float(one) for one in said.split()])
    for way, all in figures.items():
        wall, processor = zip(*all)
        print(f"{way:29}  {spread(list(wall), 1, '.1f'):22}  {spread(list(processor), 1, '.1f'):22}")


def bench_lit():
    """All lit tests. Target: 10 s for 100 files."""
    files = [f for f in (ROOT / "lit-tests").rglob("*") if f.suffix in (".mlir", ".tc", ".test") and "Inputs" not in f.parts]
    took = seconds([ROOT / "target" / "venv" / "bin" / "lit", "-q", ROOT / "lit-tests"])
    print(f"{len(files)} files: {took:.1f} s, {took / len(files) * 100:.1f} s for 100 files")


def bench_cpu(*words):
    """Kernels on the CPU beside NumPy, MKL, JAX, Numba and clang, interleaved; options behind the name: ./x bench cpu --help. Among others: products only."""
    from cpu import run

    status = run.main(words)
    if status:
        sys.exit(status)


def bench_polybench(*words):
    """PolyBench/C on the CPU, one thread, beside clang, clang -ffast-math and Polly; options behind the name: ./x bench polybench --help."""
    from cpu import run

    status = run.main(words, run.POLYBENCH)
    if status:
        sys.exit(status)


def bench_call():
    """A warm call from Rust, C and Python beside a ufunc of NumPy and a function of Numba, each on four numbers. Target: 1 microsecond, 10 from Python."""
    from call import call

    status = call.main("--once" in sys.argv)
    if status:
        sys.exit(status)


def bench_checks():
    """Checks of subscripts that are data on the CPU: the kernels with gathers, checked (the default) and with --unchecked, alternating, in processor time."""
    import kernels
    import numpy

    def prepared(kernel, folder):
        """The command at the first of the large sizes, with subscripts over the whole range; with more rows if these take only microseconds."""
        sizes = {**kernel["large"][0]["sizes"], **({"B": 4096} if kernel["name"] != "gather" else {})}
        line = [BIN / "tc-run", kernels.FOLDER / kernel["file"], "--entry", kernel["entry"], "--json"]
        random = numpy.random.default_rng(0)
        for tensor in (tensor for tensor in kernel["inputs"] if tensor["dtype"] == "int32"):
            end = sizes[tensor["range"][1]]
            numpy.save(folder / f"{tensor['name']}.npy", random.integers(0, end, [sizes[name] for name in tensor["shape"]], dtype=numpy.int32))
            line += ["--input", f"{tensor['name']}={folder / tensor['name']}.npy"]
        return line + [word for name, value in sizes.items() for word in ("--size", f"{name}={value}")]

    def processor(command, times):
        """Seconds of processor time of a process that runs the kernel the given number of times. One thread, because idle threads spin."""
        began = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        seconds([*command, "--repeat", str(times), "--threads", "1"])
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - began

    def each(command, times):
        """For one run, without reading, compiling and filling the inputs."""
        return (processor(command, times + 1) - processor(command, 1)) / times

    print(f"{'kernel':10}  {'checked, us':28}  {'unchecked, us':28}  checked / unchecked")
    for kernel in [k for k in kernels.load() if k["name"] in ("lut1", "lut2", "gather")]:
        with tempfile.TemporaryDirectory() as folder:
            command, times = prepared(kernel, Path(folder)), 20 if kernel["name"] == "gather" else 200
            checked, unchecked, ratio = in_turn(lambda: each(command, times), lambda: each([*command, "--unchecked"], times), 7)
            print(f"{kernel['large'][0]['name']:10}  {spread(checked, 1e6, '.0f'):28}  {spread(unchecked, 1e6, '.0f'):28}  {spread(ratio)}")


def bench_emulator():
    """Speed of the PTX emulator on a matrix product, one host thread. Targets: 20 M thread instructions a second, 8 M with the sanitizer."""
    sizes = [word for name in "MNK" for word in ("--size", f"{name}=256")]
    command = [BIN / "tc-run", ROOT / "examples" / "sgemm.tc", *sizes, "--target", "emulator", "--json"]

    def rate(*more):
        """In processor time, including compilation, so that other work on this machine has little influence."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        done = subprocess.run([*command, *more], check=True, capture_output=True, text=True)
        took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        return json.loads(done.stdout)["thread_instructions"] / took / 1e6

    plain, checked, ratio = in_turn(lambda: rate("--threads", "1", "--no-sanitizer"), lambda: rate("--threads", "1"), 3)
    print(f"M thread instructions a second: plain {spread(plain, 1, '.0f')}, with the sanitizer {spread(checked, 1, '.0f')}, ratio {spread(ratio)}")
    print(f"256 x 256 x 256 with the sanitizer on all cores: {seconds(command):.1f} s (target: 10 s on 2 cores)")


def bench_gpu_static():
    """Registers, spills, occupancy, traffic, conflicts and roofline of all kernels beside Triton's; written to benches/results/gpu-static.md."""
    import gpu_static

    gpu_static.write(BIN)


def bench_tune():
    """How near the first 32 trials of tc-tune come to the best of all, and the defaults, from recorded tables; --record makes them anew."""
    import tune

    tune.main(BIN, [])


# What a benchmark that takes an hour does where it is one of several.
ARGUMENTS = {
    "cpu": ("--only", "sgemm-256,sgemm-512,sgemm-1024", "--peers", "numpy,clang"),
    "polybench": ("--only", "gemm-medium,jacobi-2d-medium,lu-medium", "--peers", "clang"),
}
BENCHES = {name[6:].replace("_", "-"): function for name, function in globals().items() if name.startswith("bench_")}


def main():
    if sys.argv[1:2] == ["cpu"]:
        bench_cpu(*sys.argv[2:])
        return 0
    if sys.argv[1:2] == ["polybench"]:
        bench_polybench(*sys.argv[2:])
        return 0
    if sys.argv[1:2] == ["gpu-static"]:
        import gpu_static

        return gpu_static.main(BIN, sys.argv[2:])
    if sys.argv[1:2] == ["tune"]:
        import tune

        return tune.main(BIN, sys.argv[2:])
    wanted = [word for word in sys.argv[1:] if word != "--once"]
    if "--list" in wanted:
        for name, function in BENCHES.items():
            print(f"{name:10} {function.__doc__}")
        return 0
    unknown = [name for name in wanted if name not in BENCHES]
    if unknown:
        print(f"error: no benchmark {', '.join(unknown)}: there are {', '.join(BENCHES)}", file=sys.stderr)
        return 2
    for name in wanted or BENCHES:
        print(f"\n{name}: {BENCHES[name].__doc__}")
        BENCHES[name](*ARGUMENTS.get(name, ()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
