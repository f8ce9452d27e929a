"""`Operator.tune`: what a search for mapping options is given, and what it finds."""

import json
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _engine
from ._options import MappingOptions

if TYPE_CHECKING:
    from ._operators import Operator

# What the process of a trial runs: it needs the engine alone, and none of the packages of the caller.
_TRIAL = """
import importlib.util, sys
spec = importlib.util.spec_from_file_location("tensorcomp._engine", sys.argv[1])
engine = importlib.util.module_from_spec(spec)
spec.loader.exec_module(engine)
engine.serve_trial()
"""

# The store of a process whose cache is not written; it is removed when the process ends.
_of_process: tempfile.TemporaryDirectory | None = None


@dataclass(frozen=True)
class Trial:
    """What came of one candidate, and the best so far. `status` is a word of the page "Tune it"; `cost` is None where there is none."""

    number: int
    status: str
    cost: float | None
    options: MappingOptions
    message: str | None
    best: MappingOptions | None
    best_cost: float | None
    default_cost: float | None

    def __str__(self) -> str:
        best = "" if self.best_cost is None else f"; the best so far {self.best_cost:.3g}: {_words(self.best)}"
        return f"trial {self.number}: {self.status}{best}"


@dataclass(frozen=True)
class Tuned:
    """What a search has found. `unit` is that of the costs: seconds, microseconds of the static report, or operations.

    `default_cost` is None where the defaults do not run, `store` where the best is kept for this process alone.
    """

    options: MappingOptions
    cost: float
    default_cost: float | None
    unit: str
    trials: int
    statuses: dict[str, int] = field(repr=False)
    exhausted: bool = field(repr=False)
    store: Path | None = field(repr=False)


def _words(options: MappingOptions | None) -> str:
    return " ".join(f"{name}={value}" for name, value in options.to_dict().items()) if options and options.to_dict() else "the defaults"


def _saved(name: str, given: Any, folder: Path) -> list[str]:
    """The contents of an argument as a source of an input; none for a shape, and for what NumPy cannot hold."""
    import numpy as np

    if isinstance(given, float):
        return [f"{name}={given!r}"]
    if isinstance(given, (tuple, list, bool, int)):
        return []
    try:
        array = np.asarray(given) if isinstance(given, (np.ndarray, np.generic)) else np.from_dlpack(given)
    except (BufferError, RuntimeError, TypeError, ValueError, AttributeError):
        return []
    path = folder / f"{name}.npy"
    np.save(path, np.ascontiguousarray(array).reshape(array.shape))
    return [f"{name}={path}"]


def _store(store: str | PathLike[str] | None) -> tuple[str | None, Path | None]:
    """The folder in place of that of the user, and where records outlive the process."""
    global _of_process
    if store is not None:
        return fspath(store), Path(store)
    if _engine.knob("cache") == "on" and _engine.cache_opens():
        return None, Path(_engine.cache_path()) / "tuned"
    _of_process = _of_process or tempfile.TemporaryDirectory(prefix="tensorcomp-tuned-")
    return _of_process.name, None


def _told(progress: Callable[[Trial], object] | bool | None) -> Callable[[str], None] | None:
    if not progress:
        return None

    # On a terminal one line moves, elsewhere each trial has its own.
    moves = not callable(progress) and sys.stderr.isatty()

    def say(text: str) -> None:
        print(f"\r\x1b[K{text}" if moves else text, end="" if moves else "\n", file=sys.stderr, flush=True)

    def tell(text: str) -> None:
        row = json.loads(text)
        if "phase" in row:
            if not callable(progress) and row["phase"]:
                say(row["phase"])
            return
        row["number"], row["options"] = row.pop("trial"), MappingOptions(row["options"])
        row["best"] = None if row["best"] is None else MappingOptions(row["best"])
        trial = Trial(**row)
        if callable(progress):
            progress(trial)
        else:
            say(str(trial))

    return tell


def tune(
    operator: "Operator",
    inputs: tuple[Any, ...],
    named: dict[str, Any],
    *,
    budget: str | int,
    target: str | None,
    machine: str | None,
    static: bool,
    search: str,
    seed: int,
    threads: int,
    start: Iterable[MappingOptions],
    store: str | PathLike[str] | None,
    log: str | PathLike[str] | None,
    resume: bool,
    progress: Callable[[Trial], object] | bool | None,
) -> Tuned:
    if operator.options.to_dict():
        raise ValueError("options are given for this operator, so that calls would not take others: tune the operator without `with_options`")
    if search not in ("model", "genetic", "random"):
        raise ValueError(f"search: expected model, genetic or random, found `{search}`")
    if not 1 <= threads <= 4096:
        raise ValueError(f"threads: expected a number from 1 to 4096, found {threads}")
    if resume and log is None:
        raise ValueError("resume: expected the log of the search that goes on, found none")
    folder, kept = _store(store)
    with tempfile.TemporaryDirectory(prefix="tensorcomp-tune-") as arrays:
        given = [*zip(operator.inputs, inputs), *((name, value) for name, value in named.items() if name in operator.inputs)]
        wanted = {
            "sources": [source for name, value in given for source in _saved(name, value, Path(arrays))],
            "budget": str(budget),
            "search": search,
            "seed": seed,
            "threads": threads,
            "counts": static,
            "starts": [one.to_dict() for one in start],
            "log": None if log is None else fspath(log),
            "resume": resume,
            "store": folder,
            "worker": [sys.executable or "", "-I", "-S", "-c", _TRIAL, _engine.__file__],
        }
        told = _told(progress)
        try:
            found = json.loads(operator.search(inputs, named, target, machine, json.dumps(wanted), told))
        finally:
            if told and not callable(progress) and sys.stderr.isatty():
                print(file=sys.stderr)
    statuses = found.pop("trials")
    found["options"] = MappingOptions(found["options"])
    return Tuned(**found, trials=sum(statuses.values()), statuses=statuses, store=kept)
