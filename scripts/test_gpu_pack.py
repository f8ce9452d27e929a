#!/usr/bin/env python3
"""The pack of ./x gpu-pack, without a GPU: it is small enough, and its runner checks and measures away from the repository, with an empty
environment and a Python without NumPy. The emulator takes the device's place, then stand-ins of the driver, of PyTorch and of Triton
whose clocks count (gpu-pack/stand-ins).

usage: test_gpu_pack.py
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STAND_INS = ROOT / "gpu-pack" / "stand-ins"
MOST = 60 << 20
# Behind the virtual environment, which has NumPy.
PYTHON = os.path.realpath(sys.executable)


def expect(holds, what):
    if not holds:
        raise AssertionError(what)


def pack(folder):
    done = subprocess.run([sys.executable, ROOT / "gpu-pack" / "pack.py", folder, "--preset", "3"], capture_output=True, text=True)
    expect(done.returncode == 0, f"packing: {done.stderr}")
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    expect(size <= MOST, f"the pack takes {size} bytes, more than {MOST}")
    print(f"{size / (1 << 20):.1f} MiB")


class Runner:
    """Starts the runner of a pack in a folder of its own."""

    def __init__(self, folder):
        self.pack, self.place, self.driver, self.none = folder / "pack", folder / "place", folder / "driver", folder / "none"
        for made in (self.place, self.driver, self.none):
            made.mkdir()
        subprocess.run(["cc", "-shared", "-fPIC", "-o", self.driver / "libcuda.so.1", STAND_INS / "driver.c"], check=True)
        # A library that cannot be loaded hides that of the machine.
        (self.none / "libcuda.so.1").touch()

    def command(self, *options):
        return [PYTHON, self.pack / "run", *options]

    def __call__(self, status, *options, **environment):
        """Standard error, and the results."""
        done = subprocess.run(self.command(*options), cwd=self.place, env=environment, capture_output=True, text=True)
        expect(done.returncode == status, f"{options}: exit status {done.returncode}, expected {status}\n{done.stderr}")
        return done.stderr, self.results()

    def results(self):
        file = self.place / "results.json"
        return json.loads(file.read_text()) if file.exists() else None


def without_driver(run):
    said, results = run(1, LD_LIBRARY_PATH=str(run.none))
    expect(said.startswith("error: no CUDA driver on this machine (") and said.count("\n") == 1, f"without a driver: {said}")
    expect(results is None, "results without a driver")


def wrong_usage(run):
    said, results = run(2, "--only", "tmm,tmn", "--target", "emulator")
    expect("no kernel and no size tmn" in said and results is None, f"an unknown name: {said}")


def in_emulator(run):
    _, results = run(0, "--target", "emulator", "--only", "tmm,lut1,refuse_syntax", "--minutes", "2")
    expect(results["state"] == "finished" and results["not_reached"] == [], f"the state: {results['state']}, {results['not_reached']}")
    expect({(one["name"], one["ok"]) for one in results["checks"]} == {("tmm", True), ("lut1", True), ("refuse_syntax", True)}, f"checks: {results['checks']}")
    counted = {one["name"]: one["timing"]["counts"]["thread_instructions"] for one in results["timings"]}
    expect(set(counted) == {"tmm", "lut1"} and all(count > 1000 for count in counted.values()), f"counts: {counted}")
    table = (run.place / "results.md").read_text()
    expect("3 of 3 checks pass" in table and "| lut1 | default |" in table and "no clock" in table, table)


def tries(run):
    """Options of one's own are checked and measured behind the defaults."""
    _, results = run(0, "--target", "emulator", "--only", "tmm", "--try", "tile=8,8,8 unroll=1", "--minutes", "2")
    expect([one.get("options") for one in results["checks"]] == [None, ["tile=8,8,8", "unroll=1"]], f"checks: {results['checks']}")
    expect(all(one["ok"] for one in results["checks"]), f"checks: {results['checks']}")
    counted = {one["by"]: one["timing"]["counts"]["thread_instructions"] for one in results["timings"]}
    expect(set(counted) == {"default", "try"} and counted["default"] != counted["try"], f"counts: {counted}")
    expect("| tmm | try `tile=8,8,8 unroll=1` |" in (run.place / "results.md").read_text(), "the row of the try")
    _, results = run(0, "--target", "emulator", "--only", "tmm", "--part", "checks", "--minutes", "2")
    expect(len(results["checks"]) == 1 and results["timings"] == [], f"checks alone: {results}")
    said, _ = run(2, "--peers", "cublas")
    expect("no peer cublas: expected torch, triton, or both" in said, said)


def on_device(run):
    """Kernels that do nothing fail their checks; times are those of the stand-ins."""
    (run.pack / "best-known.json").write_text(json.dumps({"rows": [{"size": "tmm-s", "options": ["tile=32,32,32", "unroll=4"], "expected": {}}]}))
    numpy = next(Path(sys.prefix).glob("lib/python*/site-packages"))
    said, results = run(1, "--only", "tmm-s,softmax-tc", "--minutes", "2", "--times", "7",
                        LD_LIBRARY_PATH=str(run.driver), PYTHONPATH=os.pathsep.join([str(STAND_INS), str(numpy)]))
    expect([(one["name"], one["which"], one["ok"]) for one in results["checks"]] == [("tmm-s", "large", False), ("softmax-tc", "large", False)], f"{results['checks']}")
    expect("beyond the tolerance" in said and "2 failed" in said, said)
    expect(results["device"]["name"] == "stand-in" and results["device"]["machine"] == "sm_90a", f"{results['device']}")
    timed = {(one["name"], one["by"]): [round(one["timing"][kind]["median"], 3) for kind in ("warm", "cold", "graph")] for one in results["timings"] if one["ok"]}
    expected = {
        ("tmm-s", "default"): [3, 3, 2],
        ("tmm-s", "best known"): [3, 3, 2],
        ("tmm-s", "torch"): [4, 4, 4],
        ("tmm-s", "triton fp32"): [8, 8, 8],
        ("tmm-s", "triton tf32"): [8, 8, 8],
        ("softmax-tc", "default"): [3, 3, 2],
        ("softmax-tc", "triton"): [8, 8, 8],
    }
    expect(timed == expected, f"times: {timed}")
    # What a peer does not have is no failure of ours.
    refused = [(one["name"], one["by"], one["reason"]) for one in results["timings"] if not one["ok"]]
    expect(refused == [("softmax-tc", "torch", "'Tensor' object is not subscriptable")], f"refused: {refused}")
    ours = next(one for one in results["timings"] if one["by"] == "best known")
    expect(ours["timing"]["kernels"][0]["registers"] == 40 and ours["static"][0]["roofline"]["microseconds"] >= 2, f"figures: {ours}")


def interrupted(run):
    """After the first step; what is left is named."""
    # A script in the background ignores interruptions, and so would what it starts.
    heard = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
    command = run.command("--target", "emulator", "--only", "mm,mv,tmm,softmax")
    process = subprocess.Popen(command, cwd=run.place, env={}, stderr=subprocess.PIPE, text=True, preexec_fn=heard)
    process.stderr.readline()
    process.send_signal(signal.SIGINT)
    said = process.communicate()[1]
    expect(process.returncode == 130, f"interrupted: exit status {process.returncode}\n{said}")
    results = run.results()
    expect(results["state"] == "interrupted" and len(results["checks"]) >= 1, f"the state: {results}")
    expect("time softmax (default)" in results["not_reached"], f"not reached: {results['not_reached']}")
    expect(not list((run.pack / "unpacked").glob("tensors-*")), "tensors are left behind")


def out_of_time(run):
    _, results = run(0, "--target", "emulator", "--only", "mm,mv", "--minutes", "0")
    expect(results["state"] == "the time was up" and results["checks"] == [], f"{results}")
    expect(sorted(results["not_reached"]) == ["check small mm", "check small mv", "time mm (default)", "time mv (default)"], f"{results['not_reached']}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        pack(Path(folder) / "pack")
        run = Runner(Path(folder))
        for test in (without_driver, wrong_usage, in_emulator, tries, on_device, interrupted, out_of_time):
            test(run)
            print(f"ok    {test.__name__}")


if __name__ == "__main__":
    main()
