"""Times PyTorch and Triton on the same operators, as `tc-run --time` times ours. One process answers all questions.

usage: peers.py FOLDER-OF-KERNELS FOLDER-OF-TRITON-KERNELS TIMES BYTES-OF-CACHE

Each line of standard input is {"by": "torch" or "triton", "kernel": ..., "size": ...}; each answer is a line with "rows", one for each
variant, or "error". The first line is not asked for: the versions of what can be imported, or why it cannot.
"""

import importlib
import json
import os
import sys
from pathlib import Path

WARM_UP = 3
SPAN, FEWEST = 5e6, 5
GRAPH_SPAN, GRAPH_RUNS = 1e3, 20


def value(expression, names):
    """A size expression of suite.json."""
    return eval(expression, {"__builtins__": {}}, {"max": max, "min": min, **names}) if isinstance(expression, str) else expression


def summary(microseconds, share=1):
    ordered = sorted(microseconds)
    return {"least": ordered[0] / share, "median": ordered[len(ordered) // 2] / share, "runs": len(ordered)}


def measure(torch, count, start, prepare=lambda: None):
    spans = [(torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)) for _ in range(count)]
    for begin, end in spans:
        prepare()
        begin.record()
        start()
        end.record()
    torch.cuda.synchronize()
    return [1e3 * begin.elapsed_time(end) for begin, end in spans]


def replayed(torch, count, start, runs):
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for _ in range(runs):
            start()
    graph.replay()
    return summary(measure(torch, count, graph.replay), runs)


def timed(torch, start, times, cache):
    """Warm, cold and in a graph, with the counts and spans of backend-cuda/src/driver/timing.rs."""
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        for _ in range(WARM_UP):
            start()
        estimate = min(measure(torch, 1, start))
        count = max(1, min(times, max(FEWEST, int(SPAN / max(estimate, 1e-3)))))
        warm = summary(measure(torch, count, start))
        flushed = torch.empty(2 * max(cache, 1 << 20), dtype=torch.uint8, device="cuda")
        cold = summary(measure(torch, count, start, flushed.zero_))
        del flushed
    runs = min(GRAPH_RUNS, max(1, int(GRAPH_SPAN / max(warm["median"], 1.0))))
    timing = {"warm": warm, "cold": cold, "graph": None, "graph_runs": runs}
    try:
        timing["graph"] = replayed(torch, count, start, runs)
    except RuntimeError as reason:  # an operator that waits for the device cannot be captured
        timing["graph_error"] = first_line(reason)
    return timing


def first_line(reason):
    return (str(reason).strip().splitlines() or [type(reason).__name__])[0][:300]


def tensors(torch, kernel, names):
    """Scalars stay on the host, where an expression may read them without waiting for the device."""
    made = {}
    for spec in kernel["inputs"]:
        shape = [value(extent, names) for extent in spec["shape"]]
        place = "cuda" if shape else "cpu"
        if spec.get("fixed"):
            made[spec["name"]] = names[spec["name"]]
            continue
        low, high = (value(one, names) for one in spec["range"])
        if spec["dtype"].startswith("float"):
            made[spec["name"]] = torch.rand(shape, dtype=getattr(torch, spec["dtype"]), device=place) * (high - low) + low
        else:
            made[spec["name"]] = torch.randint(low, high, shape, dtype=getattr(torch, spec["dtype"]), device=place)
    return made


def with_torch(torch, kernel, names, measured):
    *statements, last = [compile(text.strip(), kernel["name"], "exec") for text in kernel["torch"].split(";")[:-1]] + [
        compile(kernel["torch"].split(";")[-1].strip(), kernel["name"], "eval")]
    scope = {"torch": torch, **names, **tensors(torch, kernel, names)}

    def start():
        for statement in statements:
            exec(statement, scope)
        return eval(last, scope)

    with torch.inference_mode():
        return [{"note": "", "timing": measured(start)}]


def with_triton(torch, peers, kernel, size, names, measured):
    # Those for sm_80 stand for the instructions of that machine, which Triton chooses by itself.
    chosen = [peer for peer in peers if peer["kernel"] == kernel["name"] and peer["size"] == size and peer["arch"] == 90]
    bounds = [value(spec["range"][1], names) for spec in kernel["inputs"] if not spec["dtype"].startswith("float")]
    rows = []
    for peer in chosen:
        arrays = {}
        for name, spec in peer["arrays"].items():
            kind, count = spec.split("_")[-1].split(":")
            if kind.startswith("f"):
                arrays[name] = torch.rand(int(count), device="cuda").to({"f16": torch.float16}.get(kind, torch.float32))
            else:
                arrays[name] = torch.randint(0, min(bounds), [int(count)], dtype=torch.int32, device="cuda")
        more = {**peer["scalars"], **peer["constants"], "num_warps": peer["warps"], "num_stages": peer["stages"]}
        launch = peer["function"][tuple(peer["grid"])]
        rows.append({"note": peer["note"], "timing": measured(lambda: launch(**arrays, **more))})
    return rows


def load(triton_kernels):
    """What is here, by name: (module, None) or (None, reason)."""
    try:
        torch = importlib.import_module("torch")
        if not torch.cuda.is_available():
            return (None, "PyTorch sees no CUDA device"), (None, "it needs PyTorch with a CUDA device")
        # As ours: no operand is rounded to tf32.
        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = False
    except Exception as reason:  # whatever a broken installation raises
        return (None, first_line(reason)), (None, "it needs PyTorch")
    try:
        sys.path.insert(0, triton_kernels)
        return (torch, None), (importlib.import_module("kernels"), None)
    except Exception as reason:
        return (torch, None), (None, first_line(reason))


def main():
    kernels, triton_kernels, times, cache = sys.argv[1:]
    answers = os.fdopen(os.dup(1), "w")  # whatever libraries print goes to standard error
    os.dup2(2, 1)
    suite = {kernel["name"]: kernel for kernel in json.loads((Path(kernels) / "suite.json").read_text())["kernels"]}
    (torch, no_torch), (triton, no_triton) = load(triton_kernels)

    def measured(start):
        return timed(torch, start, int(times), int(cache))

    def answer(value):
        print(json.dumps(value), file=answers, flush=True)

    versions = {"torch": torch.__version__ if torch else None, "triton": sys.modules["triton"].__version__ if triton else None}
    answer({"versions": versions, "missing": {"torch": no_torch, "triton": no_triton}})
    for line in sys.stdin:
        job = json.loads(line)
        kernel = suite[job["kernel"]]
        config = next(config for config in kernel["large"] if config["name"] == job["size"])
        names = {**config["sizes"], **config.get("scalars", {})}
        try:
            if job["by"] == "torch":
                answer({"rows": with_torch(torch, kernel, names, measured)})
            else:
                answer({"rows": with_triton(torch, triton.PEERS, kernel, job["size"], names, measured)})
        except Exception as reason:  # a library's refusal is a result
            answer({"error": first_line(reason)})
        torch.cuda.empty_cache()


if __name__ == "__main__":
    main()
