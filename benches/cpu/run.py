"""The benchmark of the CPU: our kernels and their peers, round by round in turn.

One thread is judged by processor time, since the time on the wall counts what other processes do on the same cores; several threads by the time on the
wall. In a round each takes part once, some runs long, and its least time counts; the figures are medians and quartiles of rounds, and ratios are taken
within a round. Probes of multiply-adds and of copying stand before and behind each case: where they differ by more than 5 %, the case is marked.
"""

import argparse
import dataclasses
import datetime
import json
import math
import os
import platform
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from cpu import cases, figures, plots, polybench  # noqa: E402

import check  # noqa: E402
import reference  # noqa: E402

ROOT = cases.ROOT
BIN = Path(os.environ.get("TC_TOOLS_DIR", ROOT / "target" / "release"))
VENV = ROOT / "target" / "peers"
PACKAGES = ("numpy==2.4.6", "scipy==1.17.1", "numba==0.68.1", "jax==0.10.2", "mkl==2026.2.0")
SEED = 20261123
# How long each takes part in a round, and by how much a peer may be slower than the fastest before one round of it is enough.
ROUND_SECONDS, HOPELESS = 0.03, 4.0


@dataclasses.dataclass(frozen=True)
class Bench:
    """A benchmark: the name by which `./x bench` knows it, its title, what makes its cases, and its peers."""

    name: str
    title: str
    load: Callable
    peers: tuple


CPU = Bench("cpu", "CPU beside its peers", cases.load, ("numpy", "mkl", "jax", "numba", "clang", "clang-fast"))
POLYBENCH = Bench("polybench", "PolyBench/C 4.2 on the CPU beside C", polybench.load, ("clang", "clang-fast", "polly"))


class Wrong(Exception):
    """Why there are no times of ours."""


# ------------------------------------------------------------------------------------------------- processes


def say(words):
    print(words, file=sys.stderr, flush=True)


def environment(threads):
    """Threads of every library, and an allocator that keeps its pages: fresh pages for each result would be timed otherwise."""
    count = str(threads)
    return {
        **os.environ, "TC_BENCH_THREADS": count, "OPENBLAS_NUM_THREADS": count, "MKL_NUM_THREADS": count, "OMP_NUM_THREADS": count, "NUMBA_NUM_THREADS": count,
        "NPROC": count, "XLA_FLAGS": f"--xla_cpu_multi_thread_eigen={'true' if threads > 1 else 'false'}", "JAX_PLATFORMS": "cpu",
        "MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": str(1 << 40), "MALLOC_TOP_PAD_": str(1 << 26),
    }  # fmt: skip


def install(peers):
    """The Python with the peers: an environment of its own, so that their versions do not bind those of the tests. What cannot be installed is absent."""
    wanted = " ".join(PACKAGES)
    stamp = VENV / "installed"
    if not {"mkl", "jax", "numba"} & set(peers):
        return Path(sys.executable)
    if not stamp.exists() or stamp.read_text() != wanted:
        say(f"installing into {VENV.relative_to(ROOT)}: {wanted}")
        subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
        missing = False
        for package in PACKAGES:
            done = subprocess.run([VENV / "bin" / "python", "-m", "pip", "install", "-q", "--disable-pip-version-check", package], capture_output=True, text=True)
            if done.returncode:
                say(f"no {package}: {(done.stderr.strip().splitlines() or ['pip fails'])[-1]}")
                missing = True
        if not missing:
            stamp.write_text(wanted)
    return VENV / "bin" / "python"


class Server:
    """A process that answers each line by a line."""

    def __init__(self, command, env=None):
        self.process = subprocess.Popen([str(word) for word in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE if env is None else None, text=True, env=env)

    def ask(self, line):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            said = self.process.stderr.read() if self.process.stderr else ""
            raise Wrong((said.strip().splitlines() or [f"ends with status {self.process.wait()}"])[0])
        return json.loads(answer)

    def end(self):
        self.process.stdin.close()
        self.process.wait()
        for stream in (self.process.stdout, self.process.stderr):
            if stream:
                stream.close()


class Ours:
    """tc-run on a case: checked once, and then run when asked."""

    def __init__(self, case, folder, threads, peers_wanted, file=None):
        line = [*case.command(BIN / "tc-run", folder, file), "--threads", str(threads)]
        done = subprocess.run([*line, "--output-dir", folder / "ours", "--json"], capture_output=True, text=True)
        if done.returncode:
            said = done.stderr.strip().splitlines()
            raise Wrong(next((one for one in said if one.startswith("error")), (said or ["no message"])[0]))
        facts = json.loads(done.stdout)
        self.compiled = sum(facts["stages"].values()) + facts["jit_seconds"]
        if file:
            for number, tensor in enumerate(case.kernel["outputs"]):
                (folder / "ours" / f"r{number}.npy").rename(folder / "ours" / f"{tensor['name']}.npy")
        if why := difference(case, folder, peers_wanted):
            raise Wrong(why)
        self.server = Server([*line, "--rounds", "-"])
        self.first = self.time(3)

    def time(self, runs):
        answer = self.server.ask(str(runs))
        return {key: answer[key]["min"] for key in ("seconds", "cpu_seconds")}


def difference(case, folder, wanted):
    """Why our results are wrong, or nothing."""
    outputs, scales = wanted
    for tensor in case.kernel["outputs"]:
        got = np.load(folder / "ours" / f"{tensor['name']}.npy")
        reduction = reference.value(tensor.get("reduction", 0), case.scope)
        try:
            error, tolerance, at = check.compare(tensor, got, outputs[tensor["name"]], scales[tensor["name"]], reduction)
        except check.Failure as failure:
            return str(failure)
        if error > tolerance:
            return f"{at}, error {error:.1e}, tolerated {tolerance:.1e}"
    return ""


# ------------------------------------------------------------------------------------------------- a case


def prepare(case, folder):
    """Inputs and wanted outputs as files, and the outputs."""
    inputs = reference.make_inputs(case.kernel, case.config, SEED)
    for name, array in inputs.items():
        np.save(folder / f"{name}.npy", array)
    outputs, scales = reference.run(case.kernel, case.config, inputs)
    (folder / "wanted").mkdir()
    for name, array in outputs.items():
        np.save(folder / "wanted" / f"{name}.npy", array)
    (folder / "scales.json").write_text(json.dumps(scales))
    return outputs, scales


def runs_for(seconds):
    """How many runs fill a part of a round."""
    return max(1, min(2000, math.ceil(ROUND_SECONDS / max(seconds, 1e-7))))


def rounds_of(take_part, first, options, clock, until):
    """Seconds by name for each round. `take_part` has, by name, a function that times some runs, and `first` what one run took. The order turns, so that none
    always follows the same."""
    names = list(take_part)
    fastest = min(first.values())
    slow = {name for name in names if name != figures.OURS and first[name] > HOPELESS * fastest}
    rounds = []
    for number in range(options.rounds):
        if number >= 3 and time.monotonic() > until:
            break
        turn = names[number % len(names):] + names[:number % len(names)]
        present = [name for name in turn if name not in slow or number == 0]
        rounds.append({name: take_part[name](runs_for(first[name]))[clock] for name in present})
    return rounds


def measure(case, peers, threads, options, until):
    """All figures of a case, with what did not take part and why."""
    clock = "seconds" if threads > 1 else "cpu_seconds"
    with tempfile.TemporaryDirectory(prefix="tc-bench-") as name:
        folder = Path(name)
        wanted = prepare(case, folder)
        wrong, absent, take_part, first, servers, compiled = {}, {}, {}, {}, [], {}
        for name, file in {figures.OURS: None, **({figures.TWIN: case.twin()} if case.twin() else {})}.items():
            try:
                ours = Ours(case, folder, threads, wanted, file)
                servers.append(ours.server)
                take_part[name], first[name], compiled[name] = ours.time, ours.first[clock], ours.compiled
            except Wrong as reason:
                wrong[name] = str(reason)
        del wanted
        answers = peers.ask(json.dumps({"load": case.name, "folder": str(folder), "peers": options.peers}))
        for peer, answer in answers.items():
            if "ready" in answer:
                first[peer] = answer["ready"][clock]
                if "compile" in answer:
                    compiled[peer] = answer["compile"]
                take_part[peer] = lambda runs, peer=peer: peers.ask(json.dumps({"time": peer, "runs": runs}))
            else:
                (wrong if "wrong" in answer else absent)[peer] = answer.get("wrong") or answer["absent"]
        before = peers.ask('{"probe": 2}')
        rounds = rounds_of(take_part, first, options, clock, until) if take_part else []
        after = peers.ask('{"probe": 2}')
        for server in servers:
            server.end()
    found = figures.summary(case, rounds or [{}], before, after)
    return {**found, "threads": threads, "wrong": wrong, "absent": absent, "compile": compiled}


def line_of(number, count, one):
    """Progress: what a case gave."""
    words = f"[{number}/{count}] {one['case']}: "
    if figures.OURS in one["wrong"]:
        return words + f"wrong: {one['wrong'][figures.OURS]}"
    words += f"{figures.milliseconds(one['seconds'][figures.OURS][1])} ms, {one['share']:.2f} of {one['bound']}"
    if "best" in one:
        words += f", {one['ratio'][1]:.2f} of {one['best']}"
    return words + (", unsteady" if one["unsteady"] else "") + "".join(f"; {peer} wrong" for peer in one["wrong"])


def measure_all(chosen, python, threads, options, deliver):
    """Measures all cases on so many threads; after each, what there is is delivered: the results, the versions of the peers, and what was left out."""
    results, versions, left = [], {}, []
    end = time.monotonic() + options.minutes * 60 / len(options.threads) if options.minutes else math.inf
    with tempfile.TemporaryDirectory(prefix="tc-bench-") as folder:
        env = {**environment(threads), "TC_BENCH_FOLDER": folder}

        def start():
            return Server([python, Path(__file__).with_name("peers.py")], env)

        peers = start()
        versions = peers.ask('{"versions": true}')
        for number, case in enumerate(chosen):
            now = time.monotonic()
            if now > end:
                left += [case.name for case in chosen[number:]]
                break
            until = now + (end - now) / (len(chosen) - number)
            try:
                results.append(measure(case, peers, threads, options, until))
                say(line_of(number + 1, len(chosen), results[-1]))
            except Wrong as reason:
                say(f"[{number + 1}/{len(chosen)}] {case.name}: the process of the peers {reason}")
                left.append(case.name)
                peers = start()
            deliver(results, versions, left)
        peers.end()
    deliver(results, versions, left)


# ------------------------------------------------------------------------------------------------- reports


def machine():
    names = [line.split(":", 1)[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")] if Path("/proc/cpuinfo").exists() else []
    return f"{(names or [platform.processor() or platform.machine()])[0]}, {os.cpu_count()} cores"


def absent_lines(results):
    """Each reason once, with how many cases it holds for."""
    reasons = {}
    for one in results:
        for peer, why in one["absent"].items():
            reasons.setdefault((peer, why), []).append(one["case"])
    for (peer, why), names in sorted(reasons.items()):
        shown = ", ".join(names) if len(names) <= 3 else f"{len(names)} cases"
        yield f"- {peer}, {shown}: {why}"


def summary_lines(results):
    ratios = [one["ratio"][1] for one in results if "ratio" in one]
    if not ratios:
        return []
    won = sum(ratio >= 1 for ratio in ratios)
    first = f"{len(ratios)} cases with a peer: {won} at least as fast as the best one, geometric mean of the ratios {figures.geometric_mean(ratios):.2f}. Each peer by itself:"
    return [first, "", *figures.beside(results)]


def report(by_threads, versions, left, options):
    """The results as Markdown."""
    command = " ".join([f"./x bench {options.bench.name}", *(shlex.quote(word) for word in options.words)])
    lines = [f"# {options.bench.title}, {datetime.date.today().isoformat()}", "", f"`{command}` on {machine()}. {options.note}".rstrip(), ""]
    # A peer in C is clang, whatever its options.
    named = {"clang" if peer in ("clang-fast", "polly") else peer for peer in options.peers}
    lines += ["Versions: " + "; ".join([ours_version(), *(said for peer, said in versions.items() if peer in named)]) + ".", ""]
    lines += ["How to read it: docs/performance.md. A ratio above 1 says that we are faster than the best peer; `unsteady` that a probe moved by more than 5 %.", ""]
    for threads, results in by_threads.items():
        clock = "processor time" if threads == 1 else "time on the wall"
        lines += [f"## {threads} thread{'s' if threads > 1 else ''}, {clock}, medians of up to {options.rounds} rounds", "", *summary_lines(results), "", *figures.table(results), ""]
        lines += ["All of them, milliseconds. A peer more than four times slower than the fastest is measured in one round.", "", *figures.peers_table(results), ""]
        lines += ["Compiling, milliseconds on the wall: ours until the code is loaded, a C compiler with its process.", "", *figures.compile_table(results), ""]
        if absent := list(absent_lines(results)):
            lines += ["What did not take part:", "", *absent, ""]
    if left:
        lines += [f"Not measured: {', '.join(left)}.", ""]
    return "\n".join(lines)


def ours_version():
    said = subprocess.run([BIN / "tc-run", "--version"], capture_output=True, text=True).stdout.strip()
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    return f"{said} at {commit or 'an unknown commit'}"


def write(stem, text, by_threads):
    """The table, and the pictures of the first number of threads."""
    stem.parent.mkdir(parents=True, exist_ok=True)
    threads, results = next(iter(by_threads.items()))
    links = f"![ratios]({stem.name}-ratio.svg)\n\n![roofline]({stem.name}-roofline.svg)\n"
    title = f"{threads} thread{'s' if threads > 1 else ''}, {datetime.date.today().isoformat()}"
    Path(f"{stem}.md").write_text(text + "\n" + links)
    Path(f"{stem}-ratio.svg").write_text(plots.ratio_plot(results, f"How many times faster than the best peer, {title}"))
    Path(f"{stem}-roofline.svg").write_text(plots.roofline_plot(results, f"Share of the machine, {title}"))


class Everything:
    """All that was measured; it is written after each case, so that a run that is broken off leaves what it has."""

    def __init__(self, options, stem):
        self.options, self.stem = options, stem
        self.by_threads, self.left, self.versions = {}, {}, {}

    def take(self, threads, results, versions, left):
        self.by_threads[threads], self.versions, self.left[threads] = results, versions, left
        write(self.stem, self.text(), self.by_threads)

    def text(self):
        return report(self.by_threads, self.versions, [name for names in self.left.values() for name in names], self.options)

    def facts(self):
        results = [one for results in self.by_threads.values() for one in results]
        return {"machine": machine(), "versions": {"tc": ours_version(), **self.versions}, "results": results, "left": [name for names in self.left.values() for name in names]}


# ------------------------------------------------------------------------------------------------- the command line


def positive(kind):
    def read(text):
        value = kind(text)
        if value <= 0:
            raise argparse.ArgumentTypeError(f"expected a number above 0, found {text}")
        return value

    return read


def thread_counts(text):
    try:
        counts = [int(word) for word in text.split(",")]
    except ValueError:
        counts = [0]
    if min(counts) < 1:
        raise argparse.ArgumentTypeError(f"expected numbers of threads from 1 with commas between, found `{text}`")
    return counts


def names_among(peers):
    def read(text):
        names = text.split(",")
        if unknown := [name for name in names if name not in peers]:
            raise argparse.ArgumentTypeError(f"no peer `{unknown[0]}`: there are {', '.join(peers)}")
        return names

    return read


def parse(words, bench=CPU):
    parser = argparse.ArgumentParser(prog=f"./x bench {bench.name}", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", metavar="NAMES", help="cases or kernels, with commas between; * and ? match, as in sgemm,conv*")
    parser.add_argument("--peers", type=names_among(bench.peers), default=list(bench.peers), help=f"of {', '.join(bench.peers)} (default: all)")
    parser.add_argument("--threads", type=thread_counts, default=[1], help="numbers of threads, as in 1,2 (default: 1)")
    parser.add_argument("--rounds", type=positive(int), default=7, help="rounds of each case (default: 7)")
    parser.add_argument("--minutes", type=positive(float), help="end after this time, with fewer rounds and the last cases left out if need be")
    parser.add_argument("--json", action="store_true", help="print JSON in place of the table")
    parser.add_argument("--output", metavar="STEM", type=Path, help=f"write STEM.md and the pictures (default: benches/results/DATE-{bench.name} for all cases, else target/bench/DATE-{bench.name})")
    parser.add_argument("--note", default="", help="a sentence for the written file, such as what else ran on the machine")
    parser.add_argument("--list", action="store_true", help="print the cases")
    options = parser.parse_args(words)
    options.words, options.bench = words, bench
    return options


def main(words, bench=CPU):
    options = parse(words, bench)
    chosen = bench.load()
    try:
        chosen = cases.select(chosen, options.only.split(",") if options.only else [])
    except ValueError as reason:
        print(f"error: {reason}", file=sys.stderr)
        return 2
    if options.list:
        for case in chosen:
            flop, moved = case.work()
            print(f"{case.name:24} {flop / 1e6:10.1f} MFLOP {moved / 1e6:8.1f} MB")
        return 0
    folder = ROOT / "target" / "bench" if options.only else ROOT / "benches" / "results"
    stem = options.output or folder / f"{datetime.date.today().isoformat()}-{bench.name}"
    everything = Everything(options, stem)
    python = install(options.peers)
    for threads in options.threads:
        measure_all(chosen, python, threads, options, lambda *found, threads=threads: everything.take(threads, *found))
    say(f"written: {stem}.md, {stem}-ratio.svg, {stem}-roofline.svg")
    print(json.dumps(everything.facts()) if options.json else everything.text())
    return 1 if any(figures.OURS in one["wrong"] for one in everything.facts()["results"]) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[2:], POLYBENCH) if sys.argv[1:2] == ["polybench"] else main(sys.argv[1:]))
