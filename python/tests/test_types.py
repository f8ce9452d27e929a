"""What mypy knows of calls; it is asked where it is installed."""

import ast
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest
import tensorcomp as tc
from conftest import missing

PACKAGE = Path(tc.__file__).parent
PROGRAM = """
import numpy as np
import tensorcomp as tc
from numpy.typing import NDArray

class Tensor:
    "An array of another framework."
    def __dlpack__(self, *, stream: int | None = None) -> object: ...

m = tc.define("")
kernel = m.mm.compile((2, 3), (3, 4))
A: NDArray[np.float32] = np.ones((2, 3), np.float32)
T = Tensor()
"""
KNOWN = [
    ("m.mm(A, A)", "ndarray[tuple[Any, ...], dtype[Any]] | Any"),
    ("m.mm(A, A, M=3)", "ndarray[tuple[Any, ...], dtype[Any]] | Any"),
    ("kernel(A, A)", "ndarray[tuple[Any, ...], dtype[Any]] | Any"),
    ("m.mm(T, T)", "Tensor | Any"),
    ("m.mm(T, T, out=A)", "ndarray[tuple[Any, ...], dtype[floating[_32Bit]]]"),
    ("m.sums(A, out=(T, T))", "tuple[Tensor, ...] | Any"),
    ("m.axpy(0.5, A, A)", "Any"),
    ("m.mm.compile(A, A).save('mm.o')", "list[Path]"),
    ("kernel.asm.ptx", "Level"),
    ("kernel.run(A, A, profile=True)", "Profile"),
    ("tc.grad(m.mm)(A, A, A)", "ndarray[tuple[Any, ...], dtype[Any]] | Any"),
]
REFUSED = ["m.mm('A', A)", "m.mm(A, None)", "m.mm(A, [1, 2])", "m.mm(A, A, out=1.5)", "m.pool(A, 3, M='5')", "kernel(A, b'B')", "first: str = m.mm(A, A)", "other: Tensor = kernel(A, A)"]


def test_calls_have_overloads():
    classes = {one.name: one for one in ast.parse((PACKAGE / "_engine.pyi").read_text()).body if isinstance(one, ast.ClassDef)}
    for name in ("Operator", "Kernel"):
        assert [ast.unparse(base) for base in classes[name].bases] == ["_Called"]
    calls = [one for one in classes["_Called"].body if getattr(one, "name", "") == "__call__"]
    assert len(calls) == 5 and all([ast.unparse(one) for one in call.decorator_list] == ["overload"] for call in calls)


@pytest.fixture(scope="session")
def answers(tmp_path_factory):
    """The lines of mypy by the line of the program."""
    if importlib.util.find_spec("mypy") is None:
        missing("mypy")
    folder = tmp_path_factory.mktemp("types")
    (folder / "tensorcomp").symlink_to(PACKAGE)
    (folder / "program.py").write_text(PROGRAM + "".join(f"reveal_type({code})\n" for code, _ in KNOWN) + "".join(f"{code}\n" for code in REFUSED))
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--cache-dir", folder / "cache", "program.py"]
    done = subprocess.run(command, cwd=folder, env=dict(os.environ, MYPYPATH=str(folder)), capture_output=True, text=True)
    assert done.returncode == 1, done.stdout + done.stderr
    found = {}
    for line in done.stdout.splitlines():
        file, _, rest = line.partition(":")
        number, _, said = rest.partition(": ")
        if file == "program.py":
            found.setdefault(int(number), []).append(said)
    return found


def line_of(code):
    lines = PROGRAM.splitlines() + [code for code, _ in KNOWN] + REFUSED
    return lines.index(code) + 1


@pytest.mark.parametrize("code, due", KNOWN)
def test_results_are_known(answers, code, due):
    found = " ".join(answers[line_of(code)])
    for module in ("numpy._typing._nbit_base.", "numpy.", "pathlib.", "program.", "tensorcomp._explain.", "tensorcomp._operators."):
        found = found.replace(module, "")
    assert f'Revealed type is "{due}"' in found or f'Revealed type is "{due.replace("tuple[Any, ...]", "tuple[int, ...]", 1)}"' in found


@pytest.mark.parametrize("code", REFUSED)
def test_wrong_arguments_are_found(answers, code):
    assert any("error" in one for one in answers[line_of(code)])


def test_nothing_else_is_wrong(answers):
    errors = [(number, one) for number, all in answers.items() for one in all if one.startswith("error") and number <= line_of(KNOWN[-1][0])]
    assert not errors
