#!/usr/bin/env python3
"""Tests of the benchmark: its arithmetic, its pictures, its command line, and short runs beside the peers that are everywhere.

usage: test_bench.py
"""

import contextlib
import io
import json
import math
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from cpu import cases, figures, peers, plots, polybench, run  # noqa: E402

import numpy as np  # noqa: E402


def equal(found, wanted):
    assert found == wanted, f"expected {wanted!r}, found {found!r}"


def test_quartiles_lie_between_the_values():
    equal(figures.quartiles([4.0, 1.0, 2.0, 3.0, 5.0]), (2.0, 3.0, 4.0))
    equal(figures.quartiles([1.0, 2.0, 3.0, 4.0]), (1.75, 2.5, 3.25))
    equal(figures.quartiles([7.0]), (7.0, 7.0, 7.0))


def test_a_run_is_unsteady_if_a_probe_moves_by_more_than_five_per_cent():
    probe = {"fma": 100.0, "copy": 40.0}
    equal(figures.is_unsteady(probe, {"fma": 104.0, "copy": 38.5}), False)
    equal(figures.is_unsteady(probe, {"fma": 100.0, "copy": 37.9}), True)
    equal(figures.is_unsteady(probe, {"fma": 106.0, "copy": 40.0}), True)


# `clang` was slow enough to take part in one round only.
ROUNDS = [{"tc": 2.0, "numpy": 3.0, "jax": 5.0, "clang": 9.0}, {"tc": 4.0, "numpy": 4.0, "jax": 2.5}, {"tc": 3.0, "numpy": 6.0, "jax": 9.0}]


def test_ratios_are_taken_within_a_round_and_the_best_peer_has_the_least_median():
    equal(figures.best_peer(ROUNDS), "numpy")
    equal(figures.ratios(ROUNDS, "numpy"), [1.5, 1.0, 2.0])
    equal(figures.ratios(ROUNDS, "clang"), [4.5])
    equal(figures.best_peer([{"tc": 1.0, "clang": 8.0}, {"tc": 1.0}]), "clang")
    equal(figures.best_peer([{"tc": 1.0}]), None)
    # The same kernel written for SaC is ours too.
    equal(figures.best_peer([{"tc": 1.0, "sac": 0.5, "clang": 8.0}]), "clang")


def test_the_share_is_that_of_the_nearer_bound():
    probe = {"fma": 200.0, "copy": 10.0}
    equal(figures.share(1000.0, 10.0, 10.0, probe), (0.5, "fma"))
    equal(figures.share(100.0, 80.0, 10.0, probe), (0.8, "mem"))


def case_named(name):
    return next(case for case in cases.load() if case.name == name)


def test_a_summary_has_the_figures_of_its_rounds():
    before = {"fma": 2 * 128 * 32 * 256 / 6.0, "copy": 1e9}
    found = figures.summary(case_named("tmm-s"), ROUNDS, before, {**before, "copy": 0.9e9})
    equal((found["best"], found["ratio"]), ("numpy", (1.25, 1.5, 1.75)))
    equal((found["share"], found["bound"], found["unsteady"]), (2.0, "fma", True))
    equal(found["seconds"]["tc"], (2.5, 3.0, 3.5))
    row = figures.table([{**found, "wrong": {"mkl": "C[0, 0]"}}])[-1]
    equal(row, "| tmm-s | 3000 | numpy 4000 | 1.50 | 1.25 to 1.75 | 2.00 fma | unsteady; mkl wrong: C[0, 0] |")


def test_double_precision_has_half_the_peak():
    case = case_named("cov-512")
    probe = {"fma": case.work()[0] / 1.5, "copy": 1e15}
    found = figures.summary(case, [{"tc": 3.0}], probe, probe)
    equal((round(found["share"], 6), found["bound"]), (1.0, "fma"))
    assert "best" not in found


def test_pictures_are_svg_with_a_mark_for_each_case():
    probe = {"fma": 1e11, "copy": 1e10}
    results = [figures.summary(case_named(name), ROUNDS, probe, probe) for name in ("tmm-s", "softmax-2k", "transpose-4k")]
    space = "{http://www.w3.org/2000/svg}"
    ratio = xml.fromstring(plots.ratio_plot(results, "a < b"))
    equal(len(ratio.findall(f"{space}rect")), 3)
    equal(ratio.find(f"{space}title").text, "a < b")
    roofline = xml.fromstring(plots.roofline_plot(results, "roofline"))
    dots = roofline.findall(f"{space}circle")
    equal(len(dots), 2)  # a transposition has no operations
    for dot in dots:
        assert 70 <= float(dot.get("cx")) <= 860 and 40 <= float(dot.get("cy")) <= 500, dot.attrib
    xml.fromstring(plots.roofline_plot([], "nothing"))


def test_cases_are_chosen_by_patterns_and_near_names_are_listed():
    chosen = [case.name for case in cases.select(cases.load(), ["tmm-?", "softmax"])]
    equal(chosen, ["tmm-s", "tmm-m", "softmax-tc", "softmax-2k"])
    try:
        cases.select(cases.load(), ["sofmax"])
    except ValueError as reason:
        assert str(reason).startswith("no kernel matches `sofmax`: near ones are softmax"), reason
    else:
        raise AssertionError("`sofmax` is accepted")


def test_every_kernel_has_a_case_and_loops_in_c():
    covered = {case.kernel["name"] for case in cases.load()}
    measured = {name for name, kernel in cases.reference.load().items() if kernel["large"] and kernel["set"] != "loops"}
    equal(measured - covered, {"reverted"})
    text = (HERE / "loops.c").read_text()
    equal([name for name in sorted(covered) if f"defined(KERNEL_{name})" not in text], [])
    names = [case.name for case in cases.load()]
    equal(len(names), len(set(names)))


# The kernels of PolyBench/C 4.2, as its list of benchmarks names them.
POLYBENCH = """2mm 3mm adi atax bicg cholesky correlation covariance deriche doitgen durbin fdtd-2d floyd-warshall gemm gemver gesummv gramschmidt heat-3d
jacobi-1d jacobi-2d lu ludcmp mvt nussinov seidel-2d symm syr2k syrk trisolv trmm"""


def test_polybench_is_complete_and_has_loops_in_c():
    found = polybench.load()
    equal([case.name for case in found], [f"{name}-{data_set}" for data_set in ("medium", "large") for name in POLYBENCH.split()])
    for case in found:
        text = (HERE / case.loops()).read_text()
        assert f"defined(KERNEL_{case.kernel['name']})" in text, case.name
        equal(set(case.config["sizes"]), set(case.kernel["small"]["sizes"]))
        equal(set(case.config["scalars"]), set(case.kernel["small"].get("scalars", {})))
    named = {case.name: case for case in found}
    equal(named["gemm-medium"].work()[0], 2 * 200 * 220 * 240 + 2 * 200 * 220)
    equal(named["heat-3d-large"].scope, {"N": 120, "T": 500})
    equal(named["heat-3d-large"].work()[0], 30 * 500 * 118**3)


def test_the_header_of_a_case_declares_its_arrays():
    header, given = peers.parameters(case_named("sgemm-64"))
    equal(given, ["a", "b", "A", "B"])
    wanted = "const float a[restrict 1], const float b[restrict 1], const float A[restrict 64][64], const float B[restrict 64][64], float C[restrict 64][64]"
    equal(header, f"enum {{ N = 64, M = 64, K = 64 }};\n#define PARAMETERS {wanted}\n")


def test_a_slow_peer_takes_part_in_one_round_and_the_order_turns():
    seen = []

    def taker(name, seconds):
        def take(runs):
            seen.append(name)
            return {"seconds": seconds, "cpu_seconds": 2 * seconds}

        return take

    take_part = {"tc": taker("tc", 1.0), "numpy": taker("numpy", 1.5), "clang": taker("clang", 4.5)}
    first = {"tc": 1.0, "numpy": 1.5, "clang": 4.5}
    rounds = run.rounds_of(take_part, first, run.parse(["--rounds", "4"]), "cpu_seconds", math.inf)
    equal([sorted(one) for one in rounds], [["clang", "numpy", "tc"]] + [["numpy", "tc"]] * 3)
    equal(rounds[0]["tc"], 2.0)
    equal(seen[:7], ["tc", "numpy", "clang", "numpy", "tc", "tc", "numpy"])
    equal(len(run.rounds_of(take_part, first, run.parse(["--rounds", "9"]), "seconds", -math.inf)), 3)


def test_a_peer_of_one_thread_has_one_processor():
    program = "import os; from cpu import peers; peers.stay_on_one_processor(); print(len(os.sched_getaffinity(0)))"
    for threads, wanted in (("1", 1), ("2", len(os.sched_getaffinity(0)))):
        env = {**os.environ, "TC_BENCH_THREADS": threads, "PYTHONPATH": str(HERE.parent)}
        done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True)
        equal(int(done.stdout), wanted)


def test_wrong_usage_ends_with_status_2():
    for words, message in (
        (["--only", "zzzz"], "error: no kernel matches `zzzz`: --list prints the names"),
        (["--threads", "1,0"], "expected numbers of threads from 1 with commas between, found `1,0`"),
        (["--rounds", "0"], "expected a number above 0, found 0"),
        (["--peers", "numpy,blas"], "no peer `blas`: there are numpy, mkl, jax, numba, clang, clang-fast"),
    ):
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            try:
                status = run.main(words)
            except SystemExit as end:
                status = end.code
        equal(status, 2)
        assert message in said.getvalue(), said.getvalue()
    with contextlib.redirect_stderr(io.StringIO()) as said:
        equal(run.main(["--only", "gemmm-medium"], run.POLYBENCH), 2)
    assert said.getvalue().startswith("error: no kernel matches `gemmm-medium`: near ones are gemm-medium, "), said.getvalue()


def bench(folder, *words, tools=None, which=()):
    """Status, results and messages of a short run."""
    command = [sys.executable, HERE / "run.py", *which, "--json", "--output", folder / "out", *words]
    env = {**os.environ, "TC_TOOLS_DIR": str(tools or run.BIN)}
    done = subprocess.run(command, capture_output=True, text=True, env=env, timeout=60)
    assert done.stdout, done.stderr
    return done.returncode, json.loads(done.stdout)["results"], done.stderr


def test_a_short_run_beside_numpy_and_clang():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        status, (one,), said = bench(folder, "--only", "tmm-s", "--rounds", "2", "--peers", "numpy,clang")
        equal((status, one["case"], one["rounds"], one["wrong"], one["absent"]), (0, "tmm-s", 2, {}, {}))
        equal(sorted(one["seconds"]), ["clang", "numpy", "sac", "tc"])
        equal((one["flop"], one["bytes"]), (2 * 128 * 32 * 256, 4 * (128 * 32 + 256 * 32 + 128 * 256)))
        assert one["best"] in ("numpy", "clang") and one["ratio"][1] > 0 and "[1/1] tmm-s: " in said, said
        assert "| tmm-s | " in (folder / "out.md").read_text()
        for picture in ("ratio", "roofline"):
            xml.parse(folder / f"out-{picture}.svg")


def test_a_short_run_of_polybench_says_how_long_compiling_took():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        status, found, said = bench(folder, "--only", "trisolv-medium,jacobi-1d-medium", "--rounds", "2", "--peers", "clang,polly", which=["polybench"])
        equal((status, [one["case"] for one in found], [one["wrong"] for one in found]), (0, ["jacobi-1d-medium", "trisolv-medium"], [{}, {}]))
        for one in found:
            without_polly = sorted(["clang", "tc", *({"polly"} - set(one["absent"]))])
            equal(sorted(one["seconds"]), without_polly)
            equal(sorted(one["compile"]), without_polly)
            assert all(seconds > 0 for seconds in one["compile"].values()), one
        written = (folder / "out.md").read_text()
        for due in ("# PolyBench/C 4.2 on the CPU beside C, ", "`./x bench polybench --json", "- clang: 2 cases, ", "Compiling, milliseconds on the wall"):
            assert due in written, due


def test_tables_beside_each_peer():
    results = [
        {"case": "a", "seconds": {"tc": (1, 1.0, 1), "clang": (2, 2.0, 2), "sac": (1, 9.0, 1)}, "compile": {"clang": 0.25, "tc": 0.0625}},
        {"case": "b", "seconds": {"tc": (1, 4.0, 1), "clang": (2, 2.0, 2), "polly": (1, 1.0, 1)}, "compile": {"tc": 0.125}},
        {"case": "c", "seconds": {"clang": (2, 2.0, 2)}},
    ]
    wanted = ["- clang: 2 cases, 1 of them at least as fast, geometric mean 1.00", "- polly: 1 cases, 0 of them at least as fast, geometric mean 0.25"]
    equal(list(figures.beside(results)), wanted)
    equal(figures.compile_table(results), ["| case | ours | clang |", "| --- | ---: | ---: |", "| a | 62.50 | 250 |", "| b | 125 |  |", "| c |  |  |"])


def test_wrong_results_are_reported_and_not_timed():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tool = folder / "tc-run"
        tool.write_text(
            f"#!{sys.executable}\nimport subprocess, sys\nimport numpy as np\n"
            f"status = subprocess.run([{str(run.BIN / 'tc-run')!r}, *sys.argv[1:]]).returncode\n"
            "if '--output-dir' in sys.argv:\n    file = sys.argv[sys.argv.index('--output-dir') + 1] + '/C.npy'\n"
            "    values = np.load(file)\n    values[3, 5] += 1\n    np.save(file, values)\nsys.exit(status)\n"
        )
        tool.chmod(0o755)
        status, (one,), said = bench(folder, "--only", "sgemm-64", "--rounds", "2", "--peers", "clang", tools=folder)
        equal((status, list(one["seconds"])), (1, ["clang"]))
        assert one["wrong"]["tc"].startswith("C[3, 5]: "), one["wrong"]
        assert "wrong: C[3, 5]" in said, said


def test_a_missing_peer_is_named():
    bench_of = peers.Bench()
    case = case_named("softmax-tc")
    with tempfile.TemporaryDirectory() as name:
        run.prepare(case, Path(name))
        answers = bench_of.load(case.name, Path(name), ["mkl", "numba", "numpy"])
        equal(answers["mkl"], {"absent": "no product that MKL knows"})
        assert "ready" in answers["numpy"], answers
        np.save(Path(name) / "wanted" / "Y.npy", np.zeros((32, 16), np.float32))
        answers = bench_of.load(case.name, Path(name), ["numpy"])
        assert answers["numpy"]["wrong"].startswith("Y["), answers
        equal(bench_of.ready, {})


def main():
    tests = [(name, function) for name, function in globals().items() if name.startswith("test_")]
    for name, function in tests:
        try:
            function()
        except Exception:
            print(f"failed: {name}", file=sys.stderr)
            raise
    print(f"{len(tests)} tests of the benchmark passed")


if __name__ == "__main__":
    main()
