"""What was measured, as one JSON file that is valid at any time, and as one table."""

import json
import os
import threading
import time

OURS = {"check.py", "default", "best known", "try"}
ALIGNED_LEFT = {"size", "by"}
ON_DEVICE = ["size", "by", "warm us", "cold us", "graph us", "least us", "GFLOP/s", "GB/s", "at least us", "registers", "local bytes", "blocks of a multiprocessor"]
IN_EMULATOR = ["size", "by", "thread instructions", "sectors", "shared passes", "barriers", "at least us"]


class Results:
    def __init__(self, stem, head):
        self.json, self.table = stem.with_name(stem.name + ".json"), stem.with_name(stem.name + ".md")
        self.record = {"format": 1, "state": "running", "began": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), **head,
                       "checks": [], "timings": [], "not_reached": [], "left_out": []}
        self.lock = threading.Lock()
        self.write()

    def add(self, kind, item):
        with self.lock:
            self.record[kind].append(item)
            self.write()

    def failed(self):
        """Failures of ours: what a peer cannot do is a result like others."""
        return [one for one in self.problems() if one["by"] in OURS]

    def problems(self):
        return [one for kind in ("checks", "timings") for one in self.record[kind] if not one["ok"]]

    def finish(self, state, seconds):
        with self.lock:
            self.record.update(state=state, seconds=round(seconds, 1))
            self.write()
        replace(self.table, "\n".join(self.lines()) + "\n")

    def write(self):
        replace(self.json, json.dumps(self.record, indent=1) + "\n")

    def lines(self):
        record = self.record
        device = record["device"]
        yield f"# The kernels on {device['name'] if device else 'the emulator'}"
        yield ""
        checks = record["checks"]
        yield f"{sum(one['ok'] for one in checks)} of {len(checks)} checks pass. State: {record['state']}, after {record['seconds']:.0f} s. Pack: {record['pack']['version']}."
        if not device:
            yield "The emulator has no clock: counts stand in place of times."
        yield ""
        header = ON_DEVICE if device else IN_EMULATOR
        yield "| " + " | ".join(header) + " |"
        yield "| " + " | ".join("---" if name in ALIGNED_LEFT else "---:" for name in header) + " |"
        for one in record["timings"]:
            if one["ok"]:
                yield "| " + " | ".join(cells(one, device)) + " |"
        notes = [f"{one.get('which', 'time')} {' '.join([one['name'], *one.get('options', [])])} ({one['by']}): {one['reason']}" for one in self.problems()]
        notes += [f"left out: {one}" for one in record["left_out"]] + [f"not reached: {one}" for one in record["not_reached"]]
        if notes:
            yield ""
            yield from (f"- {note}" for note in notes)


def replace(path, text):
    """A reader never sees half of a file."""
    part = path.with_name(path.name + ".part")
    part.write_text(text)
    os.replace(part, path)


def shown(number, form=".1f"):
    return "-" if number is None else format(number, form)


def best(timing):
    return timing["graph"] or timing["warm"]


def cells(one, device):
    by = one["by"] + (f" `{' '.join(one['options'])}`" if one.get("options") else "")
    least = shown(one.get("at_least_us"))
    timing = one["timing"]
    if not device:
        counts = timing["counts"]
        return [one["name"], by] + [str(counts[name]) for name in ("thread_instructions", "sectors", "wavefronts", "barriers")] + [least]
    medians = [shown(timing[kind]["median"] if timing[kind] else None) for kind in ("warm", "cold", "graph")]
    fastest = best(timing)
    rates = [shown(one[work] / fastest["median"] / 1e3, ".0f") for work in ("flop", "bytes")]
    figures = [", ".join(str(kernel[name]) for kernel in timing.get("kernels", [])) or "-" for name in ("registers", "local_bytes", "blocks_per_multiprocessor")]
    return [one["name"], by, *medians, shown(fastest["least"]), *rates, least, *figures]
