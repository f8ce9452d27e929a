"""Check all kernels on this machine's GPU, then measure them with default and with the best known options, beside PyTorch and Triton
where they are installed. The small sizes are checked first; then large sizes are checked for up to 40 % of the time; then
all sizes are measured, and what remains of the time goes to the remaining checks.

Results are in one JSON file, written after each step, and one table. Exit status: 0 all is well; 1 a check or a measurement failed, or
there is no device; 2 wrong usage; 130 interrupted."""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import device
import unpack
import work
from peer import Peer
from problem import Problem
from results import Results

PACK = Path(__file__).resolve().parent.parent
# The share of the time after which measuring begins.
CHECKED = 0.4
# Seconds that one check or one measurement may take.
MOST = {"small": 60.0, "large": 180.0, "time": 120.0}
# Seconds for what check.py does beside running the tool.
GRACE = 5.0


def arguments():
    parser = argparse.ArgumentParser(prog="run", description=__doc__.split("\n\n")[0], epilog=__doc__.split("\n\n")[1])
    parser.add_argument("--minutes", type=float, default=10.0, help="how long it may take (default: 10; 0 runs nothing and writes what it would run)")
    parser.add_argument("--target", default="cuda", choices=["cuda", "emulator"], help="the GPU, or the PTX emulator, which checks and counts at the small sizes")
    parser.add_argument("--only", default="", metavar="NAMES", help="these kernels, or these large sizes of kernels, such as mm,tmm-l")
    parser.add_argument("--part", default="all", choices=["all", "checks", "times"], help="both, or one of them (default: all)")
    parser.add_argument("--peers", default="torch,triton", metavar="NAMES", help="what is measured beside ours where it is installed (default: torch,triton)")
    parser.add_argument("--try", action="append", default=[], metavar="OPTIONS", dest="tries",
                        help="check the small sizes and measure with these mapping options too, such as 'stages=3 tile=64,64,16'; may be repeated")
    parser.add_argument("--times", type=int, default=200, metavar="N", help="runs of each measurement (default: 200)")
    parser.add_argument("--output", type=Path, default=Path("results"), metavar="STEM", help="write STEM.json and STEM.md (default: results)")
    parser.add_argument("--work", type=Path, default=PACK / "unpacked", metavar="DIR", help="where the tool is unpacked and tensors live (default: beside this file)")
    options = parser.parse_args()
    if not options.minutes >= 0 or options.times < 1:
        parser.error("--minutes must not be negative, --times must be positive")
    options.only = [name for name in options.only.split(",") if name]
    options.tries = [words.split() for words in options.tries]
    options.peers = [name for name in options.peers.split(",") if name]
    wrong = set(options.peers) - {"torch", "triton"}
    if wrong:
        parser.error(f"no peer {', '.join(sorted(wrong))}: expected torch, triton, or both")
    wrong = work.unknown(work.load(PACK / "kernels"), options.only)
    if wrong:
        parser.error(f"no kernel and no size {', '.join(wrong)}: their names are in {PACK / 'kernels' / 'suite.json'}")
    return options


class Session:
    """One run of the pack: what is left to do, and until when."""

    def __init__(self, options, manifest, found):
        self.options, self.device = options, found
        self.began = time.monotonic()
        self.end = self.began + 60 * options.minutes
        self.running = set()
        self.suite = work.load(PACK / "kernels")
        unpack.unpack(PACK, manifest, options.work)
        self.own = unpack.environment(options.work)
        self.folder = Path(tempfile.mkdtemp(prefix="tensors-", dir=options.work))
        self.peer = Peer(PACK, options.times, found["l2_bytes"]) if found else None
        head = {"pack": manifest, "target": options.target, "minutes": options.minutes, "only": options.only, "tries": options.tries, "device": found,
                "host": {"python": sys.version.split()[0], "processors": os.cpu_count(), "kernel": os.uname().release},
                "peers": self.peer.versions if self.peer else {}}
        self.results = Results(options.output, head)

    def left(self):
        return self.end - time.monotonic()

    def say(self, text):
        minutes, seconds = divmod(max(0, int(self.left())), 60)
        print(f"[{minutes}:{seconds:02} left] {text}", file=sys.stderr, flush=True)

    def most(self, which="time"):
        """Seconds for a check or a measurement that begins now."""
        return min(MOST[which], max(1.0, self.left()))

    def run(self, command, seconds):
        """Status, standard output and standard error; none if it did not end in time."""
        process = subprocess.Popen([str(word) for word in command], env=self.own, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True, errors="replace")
        self.running.add(process)
        try:
            out, err = process.communicate(timeout=seconds)
            return process.returncode, out, err
        except subprocess.TimeoutExpired:
            return None
        finally:
            process.kill()
            process.wait()
            self.running.discard(process)

    # ------------------------------------------------------------------------------------------------ checks

    def check(self, job):
        """False where the time did not suffice."""
        most, report = self.most(job["which"]), self.folder / f"{named(job)}.json".replace("/", "_")
        command = [sys.executable, PACK / "kernels" / "check.py", "--tc-run", self.tool(job.get("options", [])), "--target", self.options.target, "--which", job["which"],
                   "--set", job["set"], "--only", job["name"], "--timeout", most, "--tmp", self.folder, "--json", report]
        # check.py itself ends a tool that takes too long; what is left then is its reference.
        done = self.run(command, most + GRACE)
        late = self.left() <= 0
        if report.exists():
            item = json.loads(report.read_text())["results"][0]
            report.unlink()
            if late and not item["ok"]:
                return False
            item.update(job)
        elif late:
            return False
        else:
            reason = "its reference takes too long" if done is None else last_line(done[2])
            item = {**job, "ok": False, "error": None, "tolerance": None, "seconds": None, "reason": reason}
        self.results.add("checks", {**item, "by": "check.py"})
        error = "" if item["error"] is None else f"  error {item['error']:.1e} of {item['tolerance']:.1e}"
        self.say(f"check {job['which']} {named(job)}: {'ok' if item['ok'] else 'FAILED: ' + item['reason']}{error}")
        return True

    def tool(self, options):
        """The command of check.py: blanks in the path of the pack are not its separators."""
        machine = ["--machine", self.device["machine"]] if self.device else []
        words = [self.options.work / "tc-run", *machine, *(word for option in options for word in ("--option", option))]
        return " ".join("'" + str(word).replace("'", "'\\''") + "'" for word in words)

    # ------------------------------------------------------------------------------------------------ measurements

    def measure(self, job):
        rows = self.peer.answer(job, self.most()) if job["by"] in ("torch", "triton") else [self.ours(job)]
        late = self.left() <= 0
        for row in rows:
            if late and not row["ok"]:
                return False
            item = {**job, **row}
            self.results.add("timings", item)
            self.say(f"time {named(item)} ({item['by']}): {told(item)}")
        return True

    def ours(self, job):
        kernel = next(one for one in self.suite["kernels"] if one["name"] == job["kernel"])
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            made = self.run([sys.executable, PACK / "runner" / "inputs.py", PACK / "kernels", job["kernel"], job["size"], folder], self.most())
            if made is None or made[0] != 0:
                return {"ok": False, "reason": "no inputs: " + (last_line(made[2]) if made else "it took too long")}
            command = [self.options.work / "tc-run", PACK / "kernels" / kernel["file"], "--entry", kernel["entry"], "--target", self.options.target,
                       "--time", self.options.times, "--report", "--json"]
            command += ["--machine", self.device["machine"]] if self.device else []
            for name, extent in job["sizes"].items():
                command += ["--size", f"{name}={extent}"]
            for file in sorted(Path(folder).glob("*.npy")):
                command += ["--input", f"{file.stem}={file}"]
            for option in job.get("options", []):
                command += ["--option", option]
            done = self.run(command, self.most())
        if done is None:
            return {"ok": False, "reason": f"no end after {MOST['time']:.0f} s"}
        status, out, err = done
        if status != 0:
            return {"ok": False, "reason": first_line(err) or f"exit status {status}"}
        return {"ok": True, **figures(json.loads(out))}

    # ------------------------------------------------------------------------------------------------ the whole

    def all(self):
        only, tries, part = self.options.only, self.options.tries, self.options.part
        checks = list(work.small_checks(self.suite, only, tries)) if part != "times" else []
        large = list(work.large_checks(self.suite, only)) if self.device and part != "times" else []
        peers = [name for name, version in (self.peer.versions if self.peer else {}).items() if version and name in self.options.peers]
        known = work.best_known(PACK / "best-known.json")
        timings = list(work.timings(self.suite, only, known, tries, peers, self.device is not None)) if part != "checks" else []
        if self.peer:
            for name, reason in self.peer.missing.items():
                if reason:
                    self.results.record["left_out"].append(f"{name}: {reason}")
        else:
            self.results.record["left_out"].append("large sizes, PyTorch and Triton: they need a GPU")
        try:
            self.in_parallel(self.check, checks)
            self.in_turn(self.check, large, self.began + CHECKED * (self.end - self.began))
            self.in_turn(self.measure, timings, self.end)
            self.in_turn(self.check, large, self.end)
        finally:
            left = [f"check {job['which']} {named(job)}" for job in checks + large] + [f"time {named(job)} ({job['by']})" for job in timings]
            self.results.record["not_reached"] = left

    def in_turn(self, step, jobs, until):
        """Takes what is done off the list."""
        while jobs and time.monotonic() < until and step(jobs[0]):
            jobs.pop(0)

    def in_parallel(self, step, jobs):
        """Takes what is done off the list. Compiling is most of a small check, and occupies one processor."""
        pool = ThreadPoolExecutor(max(1, min(8, (os.cpu_count() or 1) // 2)))
        try:
            started = [(job, pool.submit(lambda job=job: self.left() > 0 and step(job))) for job in jobs]
            for job, future in started:
                if future.result():
                    jobs.remove(job)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    def close(self, state):
        # What is still running counts as not reached.
        self.end = 0.0
        for process in list(self.running):
            process.kill()
        if self.peer:
            self.peer.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        self.results.finish(state, time.monotonic() - self.began)


def figures(outcome):
    """The times of a run, and what the static report says of its kernels."""
    kernels = outcome["report"]["kernels"]
    bounds = [one["roofline"]["microseconds"] * one["launches"] for one in kernels if one["roofline"]]
    return {
        "timing": outcome["timing"],
        "compile_seconds": round(sum(outcome["stages"].values()), 3),
        "at_least_us": sum(bounds) if len(bounds) == len(kernels) else None,
        "static": [{key: one[key] for key in ("kernel", "launches", "grid", "block", "resources", "occupancy", "roofline")} for one in kernels],
    }


def named(job):
    """The name of a job, with the options of a try."""
    return " ".join([job["name"], *job.get("options", [])])


def told(item):
    if not item["ok"]:
        return f"FAILED: {item['reason']}"
    timing = item["timing"]
    if "counts" in timing:
        return f"{timing['counts']['thread_instructions']} thread instructions"
    return ", ".join(f"{kind} {timing[kind]['median']:.1f} us" for kind in ("warm", "cold", "graph") if timing[kind])


def first_line(text):
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


def last_line(text):
    return first_line("\n".join(reversed(text.splitlines()))) or "nothing on standard error"


def main():
    options = arguments()
    session = None

    def interrupted(*_):
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, interrupted)
    try:
        found = device.find() if options.target == "cuda" else None
        manifest = json.loads((PACK / "pack.json").read_text())
        unpack.check_machine(manifest)
        session = Session(options, manifest, found)
        session.all()
        state = "finished" if not session.results.record["not_reached"] else "the time was up"
        session.close(state)
    except Problem as problem:
        print(f"error: {problem}", file=sys.stderr)
        return 1
    except OSError as problem:
        print(f"error: {problem}; --work and --output name other places", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        if session:
            session.close("interrupted")
        print("interrupted" + (f": what was done is in {session.results.json}" if session else ""), file=sys.stderr)
        return 130
    failed = session.results.failed()
    print(f"{len(session.results.record['checks'])} checks, {len(session.results.record['timings'])} measurements, {len(failed)} failed, "
          f"{len(session.results.record['not_reached'])} not reached: {session.results.json}, {session.results.table}", file=sys.stderr)
    return 1 if failed else 0
