#!/usr/bin/env python3
"""Programs that use the CUDA driver API run on the emulator as their driver: our own kernels, Triton's launcher, Numba, cuda-core and NVRTC,
tinygrad. Each computes what NumPy says without findings; mistakes that are planted in them are found.

    test_cuda_programs.py FOLDER [PART...]      the folder has ptx-emulator, its driver, and tc-run; parts: kernels tensorcomp triton core numba tinygrad faults page suite

Without parts: all. What is not ours is installed into target/venv-cuda.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "scripts/cuda_programs"
VENV = ROOT / "target/venv-cuda"
PACKAGES = [
    "numba-cuda==0.30.4", "cuda-bindings==12.9.10", "cuda-core==1.2.2", "nvidia-cuda-runtime-cu12==12.9.79", "nvidia-cuda-nvrtc-cu12==12.9.86",
    "nvidia-cuda-nvcc-cu12==12.9.86", "nvidia-cuda-cccl-cu12==12.9.27", "triton==3.9.0", "tinygrad==0.14.0", "numpy==2.2.6", "numba==0.68.1",
    "filecheck==1.0.6", "pytest==9.2.0", "cffi==2.1.1", "psutil==7.2.2", "ml_dtypes==0.6.0",
]
# The share of the tests of Numba that must pass, of those that are not skipped and not in the list of exceptions.
SUITE_SHARE = 0.95
SUITE_SECONDS = 600

# What no test may depend on: warnings about small grids, and caches of other runs.
ENVIRONMENT = {"PYTHONWARNINGS": "ignore", "DEV": "CUDA", "NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS": "0", "CACHELEVEL": "0", "PYTHONDONTWRITEBYTECODE": "1"}
# Tests of Numba that look at its warnings expect them, but for the one that NVIDIA's linker is not installed.
UNCHANGED = {"PYTHONWARNINGS": "ignore:cuda.bindings.nvjitlink is not available", "NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS": "1"}


def install():
    marker = VENV / "installed"
    wanted = " ".join(PACKAGES)
    if marker.exists() and marker.read_text() == wanted:
        return
    print(f"installing into {VENV.relative_to(ROOT)}: {wanted}", flush=True)
    subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
    subprocess.run([VENV / "bin/python", "-m", "pip", "install", "-q", "--disable-pip-version-check", *PACKAGES], check=True)
    marker.write_text(wanted)


class Judge:
    def __init__(self, tools):
        self.emulator, self.tc_run = tools / "ptx-emulator", tools / "tc-run"
        self.failures = []

    def expect(self, holds, text):
        if not holds:
            self.failures.append(text)
            print(f"FAILED: {text}", flush=True)

    def exec(self, command, *options, seconds=600, **environment):
        """Runs a command with the emulator as its driver: its status, and all that it printed."""
        words = [self.emulator, "exec", *options, "--", "timeout", "-k", "5", str(seconds), *command]
        done = subprocess.run(words, capture_output=True, text=True, env={**os.environ, **ENVIRONMENT, **environment})
        return done.returncode, done.stdout + done.stderr

    def python(self, file, *words, options=("--sanitize",), **environment):
        return self.exec([VENV / "bin/python", file, *words], *options, **environment)

    def clean(self, file, *options, **environment):
        """A file of programs ends well, and nothing is found."""
        with tempfile.TemporaryDirectory() as cache:
            status, text = self.python(PROGRAMS / file, options=("--sanitize", *options), TRITON_CACHE_DIR=cache, **environment)
        passed = len(re.findall(r": ok$", text, re.M))
        self.expect(status == 0 and passed and "ERROR SUMMARY: 0 errors" in text, f"{file} {' '.join(options)}: status {status}\n{text[-3000:]}")
        print(f"{file} {' '.join(options)}: {passed} programs", flush=True)

    def kernels(self):
        """All kernels of kernels/, through graphs of the driver, with the sanitizer."""
        command = f"{self.emulator} exec --device sm_90 --sanitize -- {self.tc_run}"
        words = [ROOT / "target/venv/bin/python", ROOT / "kernels/check.py", "--tc-run", command, "--target", "cuda", "--which", "small", "--jobs", "2"]
        done = subprocess.run(words, capture_output=True, text=True)
        self.expect(done.returncode == 0, f"kernels: {done.stdout[-3000:]}{done.stderr[-1000:]}")
        print(f"kernels: {done.stdout.strip().splitlines()[-1]}", flush=True)

    def tensorcomp(self):
        """Our own operators from Python, of the wheel that `./x python` installs."""
        command = [ROOT / "target/venv/bin/python", PROGRAMS / "tensorcomp_programs.py"]
        status, text = self.exec(command, "--device", "sm_90", "--sanitize")
        self.expect(status == 0 and "ERROR SUMMARY: 0 errors" in text, f"tensorcomp_programs.py: status {status}; is the wheel of ./x python there?\n{text[-3000:]}")
        print(f"tensorcomp_programs.py: {text.count(': ok')} programs", flush=True)

    def triton(self):
        self.clean("triton_programs.py")
        self.clean("triton_programs.py", "--device", "sm_90")

    def core(self):
        self.clean("core_programs.py")
        self.clean("core_programs.py", "--device", "sm_90", "--seed", "3")

    def numba(self):
        self.clean("numba_programs.py")

    def tinygrad(self):
        self.clean("tinygrad_programs.py")

    def fault(self, number, fault, cache):
        file, program, old, new, kinds = fault
        with tempfile.TemporaryDirectory() as folder:
            for source in PROGRAMS.glob("*.py"):
                text = source.read_text()
                if source.name == file:
                    assert text.count(old) == 1, (file, old, text.count(old))
                    text = text.replace(old, new)
                (pathlib.Path(folder) / source.name).write_text(text)
            status, text = self.python(pathlib.Path(folder) / file, program, TRITON_CACHE_DIR=f"{cache}/{number}")
        found = re.findall(r"^========= ([a-z-]+) in kernel `", text, re.M)
        where = re.search(r"^=========   block \(.*\) thread \(.*\) at ptx line \d+", text, re.M)
        self.expect(status != 0 and where and set(found) & set(kinds), f"{file} {program} {new!r}: expected {kinds}, found {found}, status {status}\n{text[-1500:]}")

    def faults(self):
        sys.path.insert(0, str(PROGRAMS))
        from faults import FAULTS

        with tempfile.TemporaryDirectory() as cache, ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda pair: self.fault(*pair, cache), enumerate(FAULTS)))
        print(f"faults: {len(FAULTS)} planted", flush=True)

    def page(self):
        """The blocks of the page that need more than the tools of the repository: all but the installation, in the environment that is there."""
        text = (ROOT / "docs/cuda-without-gpu.md").read_text()
        blocks = re.findall(r"^```sh by-hand\n(.*?)^```\n(?:(?:(?!^```).)*^```text\n(.*?)^```)?", text, re.M | re.S)
        for script, due in blocks:
            if "pip install" in script:
                continue
            with tempfile.TemporaryDirectory() as folder:
                os.symlink(VENV, f"{folder}/venv")
                script = re.sub(r"/tmp\b", folder, script).replace("$PWD/target/release", str(self.emulator.parent))
                environment = {**os.environ, "PYTHONWARNINGS": "ignore"}
                done = subprocess.run(["bash", "-euc", script + "\n"], cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
                printed = done.stdout.replace(folder, "/tmp")
            at = 0
            for line in filter(None, due.splitlines()):
                found = re.compile(re.escape(line).replace("…", ".*")).search(printed, at)
                self.expect(found, f"docs/cuda-without-gpu.md: expected `{line}` in\n{printed[-3000:]}")
                at = found.end() if found else at
            self.expect(done.returncode == 0, f"docs/cuda-without-gpu.md: status {done.returncode}\n{printed[-2000:]}")
        self.expect(len(blocks) == 2, f"docs/cuda-without-gpu.md: {len(blocks)} blocks")
        print(f"page: {len(blocks)} blocks", flush=True)

    def module(self, name, folder):
        """One file of Numba's tests: what came of each test."""
        results = folder / f"{name}.jsonl"
        self.exec([VENV / "bin/python", PROGRAMS / "numba_suite.py", results, name], seconds=SUITE_SECONDS, **UNCHANGED)
        outcomes = {}
        for line in results.read_text().splitlines() if results.exists() else []:
            told = json.loads(line)
            if outcomes.get(told["test"], ["started"])[0] in ("started", "ok"):
                outcomes[told["test"]] = (told["outcome"], told["text"])
        return outcomes

    def suite(self, *wanted):
        """The tests of numba-cuda, but for those in the list of exceptions."""
        package = next((VENV / "lib").glob("python3*")) / "site-packages/numba_cuda"
        files = sorted(package.glob("numba/cuda/tests/**/test_*.py"))
        names = [".".join(file.relative_to(package).with_suffix("").parts) for file in files]
        names = [name for name in names if not wanted or any(one in name for one in wanted)]
        with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
            outcomes = {}
            for found in pool.map(lambda name: self.module(name, pathlib.Path(folder)), names):
                outcomes.update((test.removeprefix("numba.cuda.tests."), outcome) for test, outcome in found.items())
        passed = sorted(test for test, (outcome, _) in outcomes.items() if outcome == "ok")
        failed = sorted(test for test, (outcome, _) in outcomes.items() if outcome in ("failed", "started"))
        skipped, ignored = (sum(outcome == kind for outcome, _ in outcomes.values()) for kind in ("skipped", "exception"))
        share = len(passed) / max(len(passed) + len(failed), 1)
        for test in failed:
            outcome, text = outcomes[test]
            print(f"  {test}: {outcome}: {text.strip().splitlines()[-1] if text.strip() else ''}")
        print(f"numba-cuda: {len(passed)} of {len(passed) + len(failed)} tests pass ({100 * share:.1f} %), {ignored} exceptions, {skipped} skipped", flush=True)
        self.expect(share >= SUITE_SHARE and passed, f"numba-cuda: {100 * share:.1f} % pass")


def main():
    tools, *parts = sys.argv[1:]
    judge = Judge(pathlib.Path(tools).resolve())
    known = ["kernels", "tensorcomp", "triton", "core", "numba", "tinygrad", "faults", "page", "suite"]
    unknown = [part for part in parts if part.partition(":")[0] not in known]
    if unknown:
        sys.exit(f"error: no part {unknown[0]}; there are {' '.join(known)}, and suite:FILE for one file of it")
    if parts != ["kernels"]:
        install()
    for part in parts or known:
        name, _, rest = part.partition(":")
        getattr(judge, name)(*filter(None, rest.split(",")))
    if judge.failures:
        sys.exit(f"error: {len(judge.failures)} failures, the first: {judge.failures[0][:500]}")


if __name__ == "__main__":
    main()
