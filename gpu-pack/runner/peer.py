"""The process with PyTorch and Triton: one for all questions, since importing them takes seconds."""

import json
import queue
import subprocess
import sys
import threading

# Seconds for the imports.
MOST_TO_BEGIN = 60.0


class Peer:
    def __init__(self, pack, times, cache):
        self.command = [sys.executable, str(pack / "runner" / "peers.py"), str(pack / "kernels"), str(pack / "triton"), str(times), str(cache)]
        head = self.begin()
        self.versions, self.missing = head["versions"], head["missing"]
        if not any(self.versions.values()):
            self.close()

    def begin(self):
        """Its first answer. It runs in the environment of the machine, without the libraries of the pack."""
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.lines = queue.Queue()
        threading.Thread(target=forward, args=(self.process.stdout, self.lines), daemon=True).start()
        head = self.next(MOST_TO_BEGIN)
        if head:
            return head
        reason = f"no answer after {MOST_TO_BEGIN:.0f} s" if self.process.poll() is None else "the process that imports it ends"
        return {"versions": {"torch": None, "triton": None}, "missing": {"torch": reason, "triton": reason}}

    def next(self, seconds):
        """None where it ends, or says nothing for so long."""
        try:
            line = self.lines.get(timeout=max(1.0, seconds))
        except queue.Empty:
            return None
        return json.loads(line) if line else None

    def answer(self, job, seconds):
        """Rows of the results."""
        if self.process.poll() is not None:
            self.begin()
        question = json.dumps({name: job[name] for name in ("by", "kernel", "size")})
        try:
            print(question, file=self.process.stdin, flush=True)
            answer = self.next(seconds)
        except OSError:
            answer = None
        if answer is None:
            # Its state is unknown: the next question goes to another process.
            self.close()
            return [row(job, {"ok": False, "reason": "the process ended or took too long"})]
        if "error" in answer:
            return [row(job, {"ok": False, "reason": answer["error"]})]
        return [row(job, {"ok": True, **one}) for one in answer["rows"]]

    def close(self):
        self.process.kill()
        self.process.wait()


def row(job, answer):
    note = answer.pop("note", "")
    return {"by": f"{job['by']} {note}".strip(), **answer}


def forward(stream, lines):
    for line in stream:
        lines.put(line)
    lines.put("")
