#!/usr/bin/env python3
"""Gradients of kernels and examples against finite differences, and against formulas of NumPy.

usage: test_gradients.py FOLDER-OF-TOOLS [NAME ...]      all without a name

Each program is taken in double precision at small sizes. `tc-translate --tc-to-gradient` derives its gradient, which runs on weights for its returns. For each input
of a floating type the sum of weights times returns is differentiated along random directions, by a central difference of two runs: it must be the inner
product of gradient and direction. The same gradient, compiled for the CPU, must give the same numbers. The gradient of the gradient is checked likewise. `FORMULAS` are written by hand, from the definitions of the operators. `REFUSED` are those without a gradient: no other one may be
refused, and none of them may be derived. Values come from the reference evaluator, one process for each program.
"""

import copy
import json
import re
import subprocess
import sys
import tempfile
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import kernels
import numpy as np

EXAMPLES = kernels.ROOT / "examples"
STEP, TOLERANCE, DIRECTIONS = 1e-5, 1e-6, 2
# Sizes of the examples, and the most points of an index space that the evaluator visits quickly.
SIZES = dict(B=2, N=4, C=5, H=6, W=7, F=3, KH=3, KW=2, SQ=4, SK=5, D=3, M=5, K=3, E=6, L=3)
MOST_POINTS = 20_000
REFUSED = {
    "sconv2d_param": "TC0310",
    "cast_add": "TC0803", "count_above": "TC0803", "one_hot": "TC0803", "histogram": "TC0803", "nussinov": "TC0803", "smith_waterman": "TC0803",
    "adi": "TC0804", "durbin": "TC0804", "floyd_warshall": "TC0804", "gramschmidt": "TC0804", "jacobi_2d": "TC0804", "seidel_2d": "TC0804",
}

# Programs whose gradient has none itself, since it overwrites what that needs (TC0804).
REFUSED_TWICE = {
    "lu", "cholesky", "trisolv", "trmm", "syrk_lower", "rnn", "gru", "syr2k", "ludcmp", "deriche", "cholesky_solve", "causal_attention",
}  # fmt: skip


# Forms that no kernel has: a read at a half beside a range that depends on the other index.
OWN = {
    "half_above_triangle": "(double(N,M) A) -> (Y) { Y(h) +=! A(h/2, w) * A(h/2, w) where h in 0:2*N, w in 0:h+1 }",
    "half_in_band": "(double(N,M) A, double(M) B) -> (Y) { Y(h) +=! A((h+w)/2, w) * B(w) where h in 0:N, w in max(0, h-2):min(M, h+1) }",
    "half_with_image": "(double(N,M) A) -> (Y) { Y(h) +=! A(h/2, w) * v where h in 0:2*N, w in 0:h+1, v in 0:w+1 }",
}


class Program:
    """A definition in double precision, with its inputs."""

    def __init__(self, text, entry, sizes, ranges, more=()):
        text = re.sub(r"\b(float|half)\b", "double", text)
        # A first statement that is a literal gives its tensor a type.
        text = re.sub(r"= 0\.0 where", "= double(0.0) where", text)
        self.text, self.name, self.more = text, entry, list(more)
        signature = re.search(rf"def\s+{entry}\s*\((.*?)\)\s*->\s*\((.*?)\)\s*{{", text, re.S)
        used = set(re.findall(r"\w+", " ".join(re.findall(r"\w\(([^()]*)\)", signature[0])))) | set(more)
        self.sizes = self.small({name: size for name, size in sizes.items() if name in used})
        self.rng = np.random.default_rng(zlib.crc32(entry.encode()))
        self.inputs, self.scalars = {}, {}
        for kind, dims, name in re.findall(r"(\w+)\s*(?:\(([^)]*)\))?\s+(\w+)\s*(?:,|$)", signature[1]):
            if name in more:
                self.scalars[name] = self.sizes[name]
            else:
                self.inputs[name] = self.draw(kind, [d.strip() for d in dims.split(",") if d.strip()], ranges.get(name, (-1.0, 1.0)))
        self.returns = [one.split()[-1] for one in re.split(r",(?![^(]*\))", signature[2])]

    def differentiated(self, inputs):
        """The gradient of this definition, as a definition of its own."""
        one = copy.copy(self)
        one.name, one.inputs, one.more, one.returns = f"{self.name}_grad", inputs, list(self.scalars), []
        return one

    def small(self, sizes):
        """The sizes, the larger ones cut so that a loop over all indices is short."""
        cap = 9
        while cap > 3 and np.prod([min(size, cap) for size in sizes.values()], dtype=float) > MOST_POINTS:
            cap -= 1
        return {name: min(size, cap) for name, size in sizes.items()}

    def draw(self, kind, dims, span):
        shape = [int(d) if d.isdigit() else self.sizes[d] for d in dims]
        low, high = (eval(str(end), {"__builtins__": {}, "min": min, "max": max}, self.sizes) for end in span)
        if kind == "double":
            return self.rng.uniform(low, high, shape)
        return self.rng.integers(int(low), max(int(high), int(low) + 1), shape).astype({"int": "int32"}.get(kind, kind))


def programs():
    for kernel in kernels.load(("seed", "tc", "modern", "loops")):
        small = kernel["small"]
        sizes = small["sizes"] | small.get("scalars", {})
        ranges = {one["name"]: one["range"] for one in kernel["inputs"] if "range" in one}
        given = [name for name in sizes if name in kernel.get("free_sizes", []) or name in small.get("scalars", {})]
        program = Program((kernels.FOLDER / kernel["file"]).read_text(), kernel["entry"], sizes, ranges, given)
        for one in kernel["inputs"]:
            if one.get("in_out") or one["name"] in program.returns:
                program.inputs[one["name"]] = program.draw("double", one["shape"], one["range"])
        yield program
    for file in sorted(EXAMPLES.glob("*.tc")):
        text = file.read_text()
        entry = re.search(r"^def (\w+)", text, re.M)[1]
        yield Program(text, entry, SIZES, {"Row": (0, 6), "A": (-1, 2), "B": (-1, 2)}, ["K"] if entry == "histogram" else [])
    for name, text in OWN.items():
        yield Program(f"def {name}{text}", name, {"N": 4, "M": 9}, {})


class Runner:
    """Runs definitions of a folder in one process of tc-run."""

    def __init__(self, tools, folder):
        self.tools, self.folder, self.count = tools, folder, 0

    def run(self, file, entry, calls, sizes, target="reference"):
        """The returns of each call, by name."""
        lines = []
        for inputs in calls:
            here = self.folder / str(self.count)
            here.mkdir()
            self.count += 1
            line = [str(file), "--entry", entry, "--target", target, "--output-dir", str(here / "out")]
            for name, value in sizes.items():
                line += ["--size", f"{name}={value}"]
            for name, array in inputs.items():
                np.save(here / f"{name}.npy", array)
                line += ["--input", f"{name}={here / name}.npy"]
            lines.append((line, here / "out"))
        batch = "".join(json.dumps(line) + "\n" for line, _ in lines)
        done = subprocess.run([self.tools / "tc-run", "--batch=-"], input=batch, capture_output=True, text=True, timeout=600)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        if len(answers) != len(lines):
            raise AssertionError(f"tc-run ended with status {done.returncode} after {len(answers)} runs\n{done.stderr[-500:]}")
        for answer in answers:
            if answer["status"] != 0:
                raise AssertionError(f"`{entry}`: {answer['stderr'].strip()[-1500:]}")
        return [{path.stem: np.load(path) for path in out.glob("*.npy")} for _, out in lines]


def derive(tools, file, entry):
    """The text of the gradient, or the codes of its refusal."""
    command = [tools / "tc-translate", "--tc-to-gradient", "--entry", entry, file]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if done.returncode == 0:
        return done.stdout, None
    codes = sorted(set(re.findall(r"^error\[(TC\d+)\]", done.stderr, re.M)))
    if not codes:
        raise AssertionError(done.stderr.strip()[:1500])
    return None, codes


def compare(what, found, wanted, scale):
    error = float(np.max(np.abs(found - wanted), initial=0.0))
    if not error <= TOLERANCE * max(1.0, scale):
        raise AssertionError(f"{what}: {np.ravel(found)[:4]}, expected {np.ravel(wanted)[:4]}, error {error:.2e}")


def check(tools, program):
    """Checks one program; returns the codes of a refusal."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        file, gradient = folder / "forward.tc", folder / "gradient.tc"
        file.write_text(program.text)
        text, refused = derive(tools, file, program.name)
        if refused:
            return refused
        gradient.write_text(text)
        runner = Runner(tools, folder)
        first = check_values(runner, program, file, gradient)
        check_second(runner, program.differentiated(first), gradient)
        return None


def check_second(runner, program, file):
    """The derivatives of a gradient, which is a definition like others."""
    second = runner.folder / "second.tc"
    text, refused = derive(runner.tools, file, program.name)
    due = ["TC0804"] if program.name.removesuffix("_grad") in REFUSED_TWICE else None
    if refused != due:
        raise AssertionError(f"its gradient is refused with {refused}, expected {due}")
    if text:
        second.write_text(text)
        check_values(runner, program, file, second)


def gradient_of(name, program, gradients):
    """The gradient of an input; its name has a number where the definition itself has a tensor of that name."""
    base = f"d_{name}_in" if name in program.returns else f"d_{name}"
    return next(gradients[one] for one in (base, f"{base}_0", f"{base}_1") if one in gradients)


def check_values(runner, program, file, gradient):
    sizes = {name: program.sizes[name] for name in program.more}
    floating = [name for name, array in program.inputs.items() if array.dtype == np.float64]
    [values] = runner.run(file, program.name, [program.inputs], sizes)
    weights = {name: program.rng.uniform(-1.0, 1.0, array.shape) for name, array in values.items() if array.dtype == np.float64}
    given = program.inputs | {f"d_{name}": array for name, array in weights.items()}
    [gradients] = runner.run(gradient, f"{program.name}_grad", [given], program.scalars)
    [compiled] = runner.run(gradient, f"{program.name}_grad", [given], program.scalars, "cpu")
    for name, array in gradients.items():
        compare(f"`{name}` on the CPU", compiled[name], array, float(np.max(np.abs(array), initial=0.0)))
    directions = [(name, program.rng.uniform(-1.0, 1.0, program.inputs[name].shape)) for name in floating for _ in range(DIRECTIONS)]
    moved = [program.inputs | {name: program.inputs[name] + sign * STEP * along} for name, along in directions for sign in (1, -1)]
    ends = runner.run(file, program.name, moved, sizes)
    totals = [sum(float(np.sum(weights[name] * end[name])) for name in weights) for end in ends]
    for at, (name, along) in enumerate(directions):
        slope = (totals[2 * at] - totals[2 * at + 1]) / (2 * STEP)
        own = gradient_of(name, program, gradients)
        if own.shape != along.shape:
            raise AssertionError(f"the gradient of `{name}` has shape {own.shape}, expected {along.shape}")
        compare(f"the derivative along a direction of `{name}`", np.float64(np.sum(own * along)), np.float64(slope), abs(slope))
    formula = FORMULAS.get(program.name)
    if formula:
        wanted = formula(**program.inputs, **{f"d_{name}": array for name, array in weights.items()})
        for name, array in wanted.items():
            compare(f"`d_{name}`", gradients[f"d_{name}"], array, float(np.max(np.abs(array))))
    return given


def windows(X, kh, kw, sh, sw, h, w):
    """The elements of X, by (.., h, w), that tap (kh, kw) of a window reads."""
    return X[..., kh:kh + sh * h:sh, kw:kw + sw * w:sw][..., :h, :w]


def of_convolution(X, Wgt, d_Y, sh, sw):
    d_X, d_W = np.zeros_like(X), np.zeros_like(Wgt)
    h, w = d_Y.shape[2:]
    for kh in range(Wgt.shape[2]):
        for kw in range(Wgt.shape[3]):
            d_W[:, :, kh, kw] = np.einsum("nfhw,nchw->fc", d_Y, windows(X, kh, kw, sh, sw, h, w))
            windows(d_X, kh, kw, sh, sw, h, w)[...] += np.einsum("nfhw,fc->nchw", d_Y, Wgt[:, :, kh, kw])
    return d_X, d_W


def of_conv2d(X, Wgt, d_Y):
    d_X, d_W = of_convolution(X, Wgt, d_Y, 1, 1)
    return {"X": d_X, "Wgt": d_W}


def of_sconv2d(X, Wgt, Bias, d_Y):
    d_X, d_W = of_convolution(X, Wgt, d_Y, 2, 3)
    return {"X": d_X, "Wgt": d_W, "Bias": d_Y.sum((0, 2, 3))}


def of_fcrelu(X, Wgt, Bias, d_Y):
    g = d_Y * (X @ Wgt.T + Bias > 0)
    return {"X": g @ Wgt, "Wgt": g.T @ X, "Bias": g.sum(0)}


def of_softmax(P, d_P):
    return P * (d_P - (P * d_P).sum(-1, keepdims=True))


def softmax(S):
    E = np.exp(S - S.max(-1, keepdims=True))
    return E / E.sum(-1, keepdims=True)


def of_attention(Q, Key, V, d_Y):
    scale = 1 / np.sqrt(Q.shape[-1])
    P = softmax(scale * np.einsum("bhid,bhjd->bhij", Q, Key))
    d_S = scale * of_softmax(P, np.einsum("bhid,bhjd->bhij", d_Y, V))
    return {"Q": np.einsum("bhij,bhjd->bhid", d_S, Key), "Key": np.einsum("bhij,bhid->bhjd", d_S, Q), "V": np.einsum("bhij,bhid->bhjd", P, d_Y)}


def of_layer_norm(X, Gain, Shift, d_Y):
    rstd = 1 / np.sqrt(X.var(1, keepdims=True) + 1e-5)
    xhat = (X - X.mean(1, keepdims=True)) * rstd
    g = d_Y * Gain
    d_X = rstd * (g - g.mean(1, keepdims=True) - xhat * (g * xhat).mean(1, keepdims=True))
    return {"X": d_X, "Gain": (d_Y * xhat).sum(0), "Shift": d_Y.sum(0)}


def of_rms_norm(X, Gain, d_Y):
    r = 1 / np.sqrt((X * X).mean(1, keepdims=True) + 1e-6)
    g = d_Y * Gain
    return {"X": r * g - r**3 * X * (g * X).mean(1, keepdims=True), "Gain": (d_Y * X * r).sum(0)}


def of_pool(X, d_Y):
    d_X = np.zeros_like(X)
    for n, c, h, w in np.ndindex(d_Y.shape):
        window = X[n, c, 2 * h:2 * h + 2, 2 * w:2 * w + 2]
        d_X[n, c, 2 * h:2 * h + 2, 2 * w:2 * w + 2] = (window == window.max()) * d_Y[n, c, h, w]
    return {"X": d_X}


def of_avgpool(X, d_Y):
    d_X = np.zeros_like(X)
    h, w = d_Y.shape[2:]
    d_X[:, :, :2 * h, :2 * w] = 0.25 * d_Y.repeat(2, 2).repeat(2, 3)
    return {"X": d_X}


def of_rnn(x, U, W, h0, d_h):
    h, g = [h0], d_h.copy()
    for t in range(len(x)):
        h.append(np.tanh(U @ x[t] + W @ h[t]))
    d_x, d_U, d_W = np.zeros_like(x), np.zeros_like(U), np.zeros_like(W)
    for t in reversed(range(len(x))):
        z = g[t + 1] * (1 - h[t + 1] ** 2)
        d_x[t] = z @ U
        d_U += np.outer(z, x[t])
        d_W += np.outer(z, h[t])
        g[t] += z @ W
    return {"x": d_x, "U": d_U, "W": d_W, "h0": g[0]}


def of_trisolv(L, b, d_x):
    A = np.tril(L, -1) + np.diag(np.diag(L) + 16)
    x, d_b = np.linalg.solve(A, b), np.linalg.solve(A.T, d_x)
    return {"L": -np.tril(np.outer(d_b, x)), "b": d_b}


def of_top1(X, d_m):
    return {"X": (np.arange(X.shape[1]) == X.argmax(1)[:, None]) * d_m[:, None]}


def of_gesummv(alpha, beta, A, B, x, d_y):
    return {"alpha": d_y @ A @ x, "beta": d_y @ B @ x, "A": alpha * np.outer(d_y, x), "B": beta * np.outer(d_y, x), "x": (alpha * A + beta * B).T @ d_y}


FORMULAS = {
    "mm": lambda A, B, d_C: {"A": d_C @ B.T, "B": A.T @ d_C},
    "tbmm": lambda X, Y, d_Z: {"X": d_Z @ Y, "Y": d_Z.transpose(0, 2, 1) @ X},
    "conv2d": of_conv2d,
    "sconv2d": of_sconv2d,
    "fcrelu": of_fcrelu,
    "maxpool2x2": of_pool,
    "pool": of_pool,
    "avgpool2x2": of_avgpool,
    "gesummv": of_gesummv,
    "attention": of_attention,
    "layer_norm": of_layer_norm,
    "rms_norm": of_rms_norm,
    "scan": lambda x, d_s: {"x": d_s[:0:-1].cumsum()[::-1]},
    "rnn": of_rnn,
    "trisolv": of_trisolv,
    "trmm": lambda A, B, d_B: {"A": np.tril(B @ d_B.T, -1), "B_in": d_B + np.tril(A, -1) @ d_B},
    "top1": of_top1,
}


def main():
    tools, only = Path(sys.argv[1]).resolve(), sys.argv[2:]
    todo = [one for one in programs() if not only or one.name in only]

    def work(program):
        try:
            refused = check(tools, program)
        except (AssertionError, StopIteration, subprocess.TimeoutExpired) as problem:
            return f"{program.name}: {problem}"
        due = [REFUSED[program.name]] if program.name in REFUSED else None
        return None if refused == due else f"{program.name}: refused with {refused}, expected {due}"

    with ThreadPoolExecutor(2) as pool:
        problems = [problem for problem in pool.map(work, todo) if problem]
    for problem in problems:
        print(f"error: {problem}")
    refused = [one.name for one in todo if one.name in REFUSED]
    formulas = [one.name for one in todo if one.name in FORMULAS]
    derived = len(todo) - len(refused)
    print(f"{derived} gradients against finite differences, and compiled for the CPU, {len(formulas)} against formulas; refused: {', '.join(f'{name} {REFUSED[name]}' for name in refused)}")
    if not only and (derived < 110 or len(formulas) != len(FORMULAS) or set(refused) != set(REFUSED)):
        print(f"error: expected at least 110 gradients, {len(FORMULAS)} formulas and {len(REFUSED)} refusals")
        return 1
    return 1 if problems or not todo else 0


if __name__ == "__main__":
    sys.exit(main())
