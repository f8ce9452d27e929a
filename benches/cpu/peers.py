"""The peers, in a process of their own: its environment fixes their threads, and its processor time is theirs.

Each line of standard input is a request as JSON, answered by a line:

    {"load": CASE, "folder": F}   inputs and wanted outputs are F/NAME.npy; answers {peer: {"wrong": why} | {"absent": why} | {"ready": times, "compile": seconds}}
    {"time": PEER, "runs": N}     the least wall and processor seconds of N runs: {"seconds": s, "cpu_seconds": s}
    {"probe": N}                  {"fma": operations a second, "copy": bytes a second}, the best of N
    {"versions": true}            {peer: version}

A peer that is absent or wrong is never timed. Results are held against the suite's reference with the suite's tolerance.
"""

import ctypes
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from cpu import cases, jax_forms, mkl_forms, numba_forms, polybench  # noqa: E402

import check  # noqa: E402  (kernels/check.py; cases has put its folder on the path)
import reference  # noqa: E402

HERE = Path(__file__).resolve().parent
CLANG = Path(os.environ.get("MLIR_SYS_220_PREFIX", "/usr/lib/llvm-22")) / "bin" / "clang"
NAMES = ("numpy", "mkl", "jax", "numba", "clang", "clang-fast", "polly")
THREADS = int(os.environ.get("TC_BENCH_THREADS", "1"))
C_TYPES = {"float32": "float", "float64": "double", "int32": "int32_t", "uint8": "uint8_t"}


class Absent(Exception):
    """Why a peer does not take part."""


def seconds_of(runs, function):
    """The least wall and processor seconds of some runs; both clocks are read around each."""
    wall, processor = float("inf"), float("inf")
    for _ in range(runs):
        began, worked = time.perf_counter(), time.process_time()
        function()
        worked, took = time.process_time() - worked, time.perf_counter() - began
        wall, processor = min(wall, took), min(processor, worked)
    return {"seconds": wall, "cpu_seconds": processor}


# ------------------------------------------------------------------------------------------------- NumPy and what speaks its language

# Where the suite's expression is not what a NumPy programmer who cares for speed writes, or does not fit into memory.
NUMPY_FORMS = {
    "min_distance": "np.maximum((X * X).sum(1)[:, None] - 2 * (X @ Y.T) + (Y * Y).sum(1), 0).min(1)",
    "moments2": "(X.mean(1), X.var(1))",
    "histogram": "np.bincount(X, minlength=K).astype(np.int32)",
    # The fast way where no segment is empty; `np.add.at` takes several times as long.
    "segment_sum": "order = np.argsort(G, kind='stable'); np.add.reduceat(V[order], np.searchsorted(G[order], np.arange(S)))",
    "lstm": "lstm(x, Ui, Uf, Uo, Ug, Wi, Wf, Wo, Wg)",
}


def lstm(x, *weights):
    """All gates of a step by one product each, the inputs of all steps by one product."""
    inputs, recurrent = np.concatenate(weights[:4]), np.concatenate(weights[4:])
    size = weights[0].shape[0]
    h, c = (np.zeros((len(x) + 1, size), x.dtype) for _ in range(2))
    given = x @ inputs.T
    for t in range(len(x)):
        a, f, o, g = np.split(given[t] + recurrent @ h[t], 4)
        c[t + 1] = c[t] / (1 + np.exp(-f)) + np.tanh(g) / (1 + np.exp(-a))
        h[t + 1] = np.tanh(c[t + 1]) / (1 + np.exp(-o))
    return h, c


def statements(text, names):
    """The value of statements parted by `;`, the last of which is an expression, as a function without arguments."""
    *before, value = [part.strip() for part in text.split(";")]
    body = "".join(f"    {line}\n" for line in before)
    scope = dict(names)
    exec(compile(f"def form():\n{body}    return {value}\n", "<form>", "exec"), scope)
    return scope["form"]


def blas_form(inputs, gemm):
    """The kernel `sgemm` is what BLAS calls gemm, in place: `gemm(C)` computes b * C + a * A @ B."""
    work = inputs["C"].copy()

    def call():
        gemm(work)
        return work

    def refill():
        work[...] = inputs["C"]

    call.refill = refill
    return call


def numpy_form(case, inputs):
    if case.kernel["name"] == "sgemm":
        from scipy.linalg.blas import sgemm

        # SciPy's OpenBLAS by columns: the transposed arrays need no copy.
        a, b, left, right = inputs["a"][()], inputs["b"][()], inputs["A"].T, inputs["B"].T
        return blas_form(inputs, lambda c: sgemm(a, right, left, b, c.T, overwrite_c=1))

    text = NUMPY_FORMS.get(case.kernel["name"]) or case.kernel["numpy"]
    names = {"np": np, "lstm": lstm, **case.scope, **inputs}
    if "erf" in text:
        from scipy.special import erf

        names["erf"] = erf
    return statements(text, names)


def mkl_form(case, inputs):
    if case.kernel["name"] == "sgemm":
        library = mkl_forms.library(THREADS)
        return blas_form(inputs, lambda c: mkl_forms.gemm(library, inputs["a"][()], inputs["A"], inputs["B"], inputs["b"][()], c))
    return mkl_forms.form(case, inputs, statements, NUMPY_FORMS, THREADS)


# ------------------------------------------------------------------------------------------------- C

def parameters(case):
    """The header of a case: sizes as constants, and the list of parameters."""
    kernel, names = case.kernel, case.scope
    outputs = {tensor["name"] for tensor in kernel["outputs"]}
    given = [tensor for tensor in kernel["inputs"] if tensor["name"] not in outputs and not tensor.get("fixed")]
    shown = []
    for tensor in given + kernel["outputs"]:
        kind = C_TYPES[tensor["dtype"]]
        kind = kind if tensor["name"] in outputs else f"const {kind}"
        shape = [str(reference.value(extent, names)) for extent in tensor["shape"]] or ["1"]
        inner = "".join(f"[{extent}]" for extent in shape[1:])
        shown.append(f"{kind} {tensor['name']}[restrict {shape[0]}]{inner}")
    sizes = ", ".join(f"{name} = {value}" for name, value in names.items())
    return f"enum {{ {sizes} }};\n#define PARAMETERS {', '.join(shown)}\n", [tensor["name"] for tensor in given]


def compile_c(folder, name, flags, source):
    if not CLANG.exists():
        raise Absent(f"no clang at {CLANG}: install clang-22, or set MLIR_SYS_220_PREFIX")
    library = folder / f"{name}.so"
    command = [CLANG, "-O3", "-march=native", "-shared", "-fPIC", "-w", f"-I{folder}", *flags, source, "-o", library, "-lm"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise Absent(f"clang refuses the loops: {done.stderr.strip().splitlines()[0]}")
    return ctypes.CDLL(str(library))


def aligned(shape, dtype):
    """An array at a multiple of 64 bytes, as our own buffers could be."""
    dtype = np.dtype(dtype)
    size = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
    raw = np.zeros(size + 64, np.uint8)
    start = -raw.ctypes.data % 64
    return raw[start:start + size].view(dtype).reshape(shape)


def c_form(case, inputs, folder, name, flags):
    """A call of the compiled loops; in/out tensors are filled before each call, outside of what is timed."""
    header, given = parameters(case)
    (folder / "parameters.h").write_text(header)
    began = time.perf_counter()
    library = compile_c(folder, name, [f"-DKERNEL_{case.kernel['name']}", *flags], HERE / case.loops())
    compiled = time.perf_counter() - began
    outputs = [aligned([reference.value(extent, case.scope) for extent in tensor["shape"]], tensor["dtype"]) for tensor in case.kernel["outputs"]]
    arrays = [inputs[name] for name in given] + outputs
    pointers = [ctypes.c_void_p(array.ctypes.data) for array in arrays]
    changed = [(array, inputs[tensor["name"]]) for array, tensor in zip(outputs, case.kernel["outputs"]) if tensor["name"] in inputs]

    def refill():
        for array, contents in changed:
            array[...] = contents

    def call():
        library.kernel(*pointers)
        return outputs

    call.refill, call.keep, call.compiled = (refill if changed else None), arrays, compiled
    return call


# ------------------------------------------------------------------------------------------------- a case

def forms(case, inputs, folder):
    """For each peer, what makes its callable."""
    fast = ["-ffast-math"]
    return {
        "numpy": lambda: numpy_form(case, inputs),
        "mkl": lambda: mkl_form(case, inputs),
        "jax": lambda: jax_forms.form(case, inputs, statements, NUMPY_FORMS),
        "numba": lambda: numba_forms.form(case, inputs, THREADS),
        "clang": lambda: c_form(case, inputs, folder, "clang", []),
        "clang-fast": lambda: c_form(case, inputs, folder, "clang_fast", fast),
        "polly": lambda: c_form(case, inputs, folder, "polly", ["-mllvm", "-polly"]),
    }


def difference(case, got, folder):
    """Why results are wrong, or nothing."""
    got = list(got) if isinstance(got, (tuple, list)) else [got]
    scales = json.loads((folder / "scales.json").read_text())
    for tensor, found in zip(case.kernel["outputs"], got, strict=True):
        want = np.load(folder / "wanted" / f"{tensor['name']}.npy")
        found = np.asarray(found)
        if found.shape != want.shape:
            return f"{tensor['name']}: shape {list(found.shape)}, expected {list(want.shape)}"
        reduction = reference.value(tensor.get("reduction", 0), case.scope)
        try:
            error, tolerance, at = check.compare(tensor, found.astype(want.dtype), want, scales[tensor["name"]], reduction)
        except check.Failure as failure:
            return str(failure)
        if error > tolerance:
            return f"{at}, error {error:.1e}, tolerated {tolerance:.1e}"
    return ""


class Bench:
    """The peers of the case that was loaded last."""

    def __init__(self):
        self.ready, self.probes = {}, None

    def load(self, name, folder, only):
        self.ready = {}
        case = next(case for case in cases.load() + polybench.load() if case.name == name)
        inputs = {tensor["name"]: np.load(folder / f"{tensor['name']}.npy") for tensor in case.kernel["inputs"]}
        answers = {}
        made = forms(case, inputs, folder)
        for peer in NAMES:
            if peer in only:
                answers[peer] = self.prepare(peer, made[peer], case, folder)
        return answers

    def prepare(self, peer, make, case, folder):
        try:
            if THREADS > 1 and peer in ("clang", "clang-fast", "polly"):
                raise Absent("the loops have one thread")
            call = make()
            if refill := getattr(call, "refill", None):
                refill()
            results = []
            first = seconds_of(1, lambda: results.append(call()))
            wrong = difference(case, results[0], folder)
        except (Absent, jax_forms.Absent, mkl_forms.Absent, numba_forms.Absent, ImportError, MemoryError) as reason:
            return {"absent": str(reason)}
        except Exception as reason:  # a peer that fails is named, and does not end the run
            return {"absent": f"{type(reason).__name__}: {reason}".splitlines()[0][:200]}
        if wrong:
            return {"wrong": wrong}
        self.ready[peer] = call
        # The first call compiles, or touches fresh pages; if it takes long, and does not compile, it says enough.
        says_enough = first["cpu_seconds"] > 1 and peer not in ("jax", "numba")
        compiled = getattr(call, "compiled", None)
        return {"ready": first if says_enough else self.time(peer, 2), **({} if compiled is None else {"compile": compiled})}

    def time(self, peer, runs):
        call = self.ready[peer]
        refill = getattr(call, "refill", None)
        if refill is None:
            return seconds_of(runs, call)
        least = {"seconds": float("inf"), "cpu_seconds": float("inf")}
        for _ in range(runs):
            refill()
            least = {key: min(least[key], value) for key, value in seconds_of(1, call).items()}
        return least

    def probe(self, times):
        """Rates of multiply-adds and of copying on all threads together, by the processor's time for one thread and by the wall's for several."""
        if self.probes is None:
            folder = Path(os.environ["TC_BENCH_FOLDER"])
            # Some machines have vectors of 512 bits that clang avoids, since they may lower the clock: here they show what the machine can do.
            library = compile_c(folder, f"probes{THREADS}", ["-ffp-contract=fast", "-mprefer-vector-width=512"], HERE / "probes.c")
            library.fma_operations.restype = ctypes.c_double
            library.copy_bytes.restype = ctypes.c_double
            self.probes = library
        clock = "seconds" if THREADS > 1 else "cpu_seconds"
        with ThreadPoolExecutor(THREADS) as pool:
            rates = []
            for function in (self.probes.fma_operations, self.probes.copy_bytes):
                work = [0.0]

                def together(function=function, work=work):
                    work[0] = sum(pool.map(lambda index: function(index), range(THREADS)))

                together()
                rates.append(max(work[0] / seconds_of(1, together)[clock] for _ in range(times)))
        return dict(zip(("fma", "copy"), rates))


def versions():
    found = {"numpy": f"NumPy {np.__version__}"}
    blas = np.show_config(mode="dicts").get("Build Dependencies", {}).get("blas", {})
    found["numpy"] += f" with {blas.get('name')} {blas.get('version')}"
    import importlib.metadata as metadata

    for peer in ("mkl", "jax", "numba"):
        try:
            found[peer] = f"{peer} {metadata.version(peer)}"
        except metadata.PackageNotFoundError:
            found[peer] = f"{peer} is not installed"
    said = subprocess.run([CLANG, "--version"], capture_output=True, text=True).stdout if CLANG.exists() else ""
    found["clang"] = said.splitlines()[0] if said else f"no clang at {CLANG}"
    return found


def stay_on_one_processor():
    """With one thread, all threads of a peer share one processor. The system counts the time of a thread when it leaves its processor: of a worker that ran
    on another one, such as JAX's, `process_time` would see a part."""
    if THREADS == 1 and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def main():
    stay_on_one_processor()
    # The answers have the standard output to themselves.
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    bench = Bench()
    for line in sys.stdin:
        request = json.loads(line)
        if "load" in request:
            answer = bench.load(request["load"], Path(request["folder"]), request["peers"])
        elif "time" in request:
            answer = bench.time(request["time"], request["runs"])
        elif "probe" in request:
            answer = bench.probe(request["probe"])
        else:
            answer = versions()
        print(json.dumps(answer), file=answers)


if __name__ == "__main__":
    main()
