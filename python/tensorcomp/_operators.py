"""Operators and kernels: what the engine has, with the forms of Python."""

import inspect
import json
import warnings
from dataclasses import dataclass, field
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Callable, Iterable, Iterator, Literal, Mapping, overload

from . import _engine
from ._errors import CompileWarning
from ._explain import Explanation, Level, Page
from ._options import MappingOptions
from ._tune import Trial, Tuned, tune


@dataclass(frozen=True)
class TensorSpec:
    """An argument of an operator: its name, its shape, and the type of its elements."""

    name: str
    shape: tuple[int, ...]
    dtype: str

    def _repr_html_(self) -> str:
        return f"<code>{self.name}: {self.dtype}[{', '.join(map(str, self.shape))}]</code>"


def _specs(all: list[tuple[str, str, list[int]]]) -> list[TensorSpec]:
    return [TensorSpec(name, tuple(shape), dtype) for name, dtype, shape in all]


def _names(open: str | Iterable[str]) -> list[str]:
    return [open] if isinstance(open, str) else list(open)


def _pairs(options: MappingOptions | None) -> list[tuple[str, str]]:
    if not isinstance(options, (MappingOptions, type(None))):
        raise TypeError(f"options: expected MappingOptions, found {type(options).__name__}")
    return list(options.to_dict().items()) if options else []


# Behind the levels of a kernel for the CPU: of the function that `save` writes.
_OF_CPU = ("llvm-ir", "asm")


class Asm(Mapping[str, Level]):
    """The program at each level: `asm["schedule"]`, `asm("schedule")` or `asm.schedule`. Levels are compiled when they are asked for.

    Behind the levels come the PTX of a GPU, or for the CPU LLVM IR (`llvm-ir`) and assembly (`asm`) of the function that `save` writes; `llvm` is the dialect of MLIR.
    """

    def __init__(self, kernel: "Kernel"):
        self._kernel = kernel
        behind = ("ptx",) if kernel.target in ("emulator", "cuda") else _OF_CPU if kernel.target == "cpu" else ()
        self._names = ("tc", "schedule", "loops", "llvm", *behind)

    def __getitem__(self, level: str) -> Level:
        if level in _OF_CPU:
            return Level(self._kernel.code(level, None).decode(), level)
        return Level(self._kernel.level(level), level)

    __call__ = __getitem__

    def __getattr__(self, name: str) -> Level:
        if name.replace("_", "-") in self.__dict__.get("_names", ()):
            return self[name.replace("_", "-")]
        raise AttributeError(f"there is no level `{name}`: there are {', '.join(self.__dict__.get('_names', ()))}")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(name.replace("-", "_") for name in self._names)]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"Asm({', '.join(self)})"


@dataclass(frozen=True)
class Profile:
    """What was measured in a run: seconds of each run, the counters of the emulator, and the outputs."""

    seconds: list[float]
    text: str
    facts: dict[str, Any]
    outputs: Any = field(repr=False)

    def _part(self, part: float) -> float:
        if not self.seconds:
            raise ValueError("the emulator has no clock: `facts` has its counters")
        ordered = sorted(self.seconds)
        return ordered[min(int(part * len(ordered)), len(ordered) - 1)]

    @property
    def p0(self) -> float:
        """The least seconds."""
        return self._part(0)

    @property
    def p50(self) -> float:
        """The median."""
        return self._part(0.5)

    @property
    def p90(self) -> float:
        """What nine of ten runs need at most."""
        return self._part(0.9)


class Kernel(_engine.Kernel):
    """Machine code of an operator for fixed types and shapes, or with open sizes for many shapes: `kernel(A, B)`, `kernel(A, B, out=C)`."""

    @property
    def inputs(self) -> list[TensorSpec]:
        """The inputs that are only read, in order."""
        return _specs(self.input_specs())

    @property
    def outputs(self) -> list[TensorSpec]:
        """The outputs, in order."""
        return _specs(self.output_specs())

    @property
    def asm(self) -> Asm:
        """The program at each level: `asm["schedule"]`, `asm["ptx"]`, `asm["asm"]`."""
        return Asm(self)

    @overload
    def run(self, *inputs: Any, profile: Literal[True], repeat: int = 100, **named: Any) -> Profile: ...
    @overload
    def run(self, *inputs: Any, profile: Literal[False] = False, repeat: int = 100, **named: Any) -> Any: ...
    def run(self, *inputs: Any, profile: bool = False, repeat: int = 100, **named: Any) -> Any:
        """Runs it on arrays as a call does; with `profile` as often as `repeat` says, and returns a `Profile`. Each of these runs begins with the same contents."""
        if not profile:
            return self(*inputs, **named)
        if repeat < 1:
            raise ValueError(f"repeat: expected at least 1, found {repeat}")
        seconds, text, facts, outputs = super().profile(inputs, named, repeat)
        return Profile(seconds, text, json.loads(facts), outputs)

    def explore(self) -> Page:
        """How the kernel is compiled: its levels side by side, passes, schedule trees, instances in order and, on a GPU, what bounds it. A notebook shows the page, `show()` opens it in a browser, `save(path)` writes it. This compiles again."""
        return Page(self.name, *self.explored())

    def save(self, path: str | PathLike[str], cpu: str | None = None) -> list[Path]:
        """Writes it as a function for C, which needs nothing of this package: `mm.o` is the object file, and `mm.h` beside it the header. A kernel for a GPU is written as `mm.ptx`. Returns the files.

        cpu  a processor by LLVM's name, such as x86-64-v3; this machine's where it is not given
        """
        wanted, gpu = Path(path), self.target in ("emulator", "cuda")
        due = ".ptx" if gpu else ".o"
        if wanted.suffix not in ("", due):
            raise ValueError(f"path: expected a file that ends in {due}, as a kernel for {self.target} is saved, found {fspath(path)}")
        if gpu and cpu is not None:
            raise ValueError(f"cpu: the kernel is for {self.target}; give `machine` to `compile`")
        parts = {".ptx": self.asm["ptx"].encode()} if gpu else {".o": self.code("obj", cpu), ".h": self.code("header", cpu)}
        files = [wanted.with_suffix(suffix) for suffix in parts]
        # A full disk is met before a file takes its place.
        written = [file.with_name(file.name + ".part") for file in files]
        try:
            for part, contents in zip(written, parts.values(), strict=True):
                part.write_bytes(contents)
            for part, file in zip(written, files, strict=True):
                part.replace(file)
        finally:
            for part in written:
                part.unlink(missing_ok=True)
        return files

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a kernel is machine code of this process: pickle or copy its operator, whose kernels the other process compiles or finds in the cache")

    def __repr__(self) -> str:
        shown = [", ".join(f"{one.name}: {one.dtype}{list(one.shape)}" for one in all) for all in (self.inputs, self.outputs)]
        free = f", with {', '.join(self.open)} open" if self.open else ""
        return f"<kernel {self.name}({shown[0]}) -> ({shown[1]}) for {self.target}{free}>"


class Doc:
    """The documentation of an operator: of the class where the class is asked, else its own signature with shapes."""

    def __init__(self, of_class: str):
        self._of_class = of_class

    def __get__(self, operator: "Operator | None", owner: type) -> str:
        if operator is None:
            return self._of_class
        return f"{operator.signature}\n\n{operator.ranges()[0]}"


class OfOperator:
    """An attribute of operators that the class does not have."""

    def __init__(self, of_operator: Callable[["Operator"], Any]):
        self._of_operator = of_operator

    def __get__(self, operator: "Operator | None", owner: type) -> Any:
        if operator is None:
            raise AttributeError
        return self._of_operator(operator)


def _signature(operator: "Operator") -> inspect.Signature:
    """That of a call: the inputs, then by name `out` and sizes that no input has."""
    given = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in operator.inputs]
    out = inspect.Parameter("out", inspect.Parameter.KEYWORD_ONLY, default=None)
    return inspect.Signature([*given, out, inspect.Parameter("sizes", inspect.Parameter.VAR_KEYWORD)])


def _operator(text: str, file: str, name: str, options: dict[str, str]) -> "Operator":
    """An operator that was pickled, or copied."""
    return Operator(_engine.Source(text, file), name, MappingOptions(options))


class Operator(_engine.Operator):
    __doc__ = Doc("One operator of a text: call it with arrays.")  # type: ignore[assignment]

    options: MappingOptions
    _source: _engine.Source

    __signature__ = OfOperator(_signature)
    __name__ = OfOperator(lambda operator: operator.name)

    def __reduce__(self) -> tuple[Any, ...]:
        # The text is what it is; the process that reads it compiles, or finds kernels in the cache.
        return _operator, (self._source.text, self._source.file, self.name, self.options.to_dict())

    def __new__(cls, source: _engine.Source, name: str, options: MappingOptions | None = None) -> "Operator":
        made = super().__new__(cls, source, name, _pairs(options))
        made._source, made.options = source, options or MappingOptions()
        return made

    def with_options(self, options: MappingOptions) -> "Operator":
        """The same operator, whose calls and kernels are mapped by these options where a call of `compile` gives no others."""
        return Operator(self._source, self.name, options)

    @property
    def signature(self) -> str:
        """Its arguments with their types and extents."""
        extents = {one["name"]: one["extents"] for explained in json.loads(self.ranges()[1]) if explained["def"] == self.name for one in explained["tensors"]}
        shown: dict[str, list[str]] = {"in": [], "out": []}
        for name, role, dtype, declared in self.declared():
            shape = extents.get(name) or [one or "?" for one in declared]
            one = f"{name}: {dtype}[{', '.join(shape)}]" if shape else f"{name}: {dtype}"
            shown["in" if role == "in" else "out"].append(f"{one} (in/out)" if role == "inout" else one)
        return f"{self.name}({', '.join(shown['in'])}) -> ({', '.join(shown['out'])})"

    def infer(self, *inputs: Any, **named: Any) -> list[TensorSpec]:
        """The shapes and types of the outputs for these inputs: arrays, or tuples that are their shapes. Nothing is compiled."""
        return _specs(self.output_specs(inputs, named))

    def compile(
        self,
        *inputs: Any,
        options: MappingOptions | None = None,
        target: str | None = None,
        machine: str | None = None,
        allow_overlap: bool = False,
        open: str | Iterable[str] = (),
        **named: Any,
    ) -> Kernel:
        """A kernel for these inputs: arrays, or tuples that are their shapes. Sizes that no input has are given by their names.

        options        how loops are mapped; those of the operator where they are not given
        target         cpu, emulator, cuda or reference; the knob's where it is not given. Compiling needs no device.
        machine        another machine: a name such as sm_80, or a file that describes it
        allow_overlap  inputs that share memory with outputs are copied; otherwise they are refused
        open           sizes that each call says by its arrays: one kernel for many shapes, of which these are one
        """
        options = self.options if options is None else options
        return Kernel(self, inputs, named, target, machine, _pairs(options), allow_overlap, _names(open))

    def tune(
        self,
        *inputs: Any,
        budget: str | int = "100trials",
        target: str | None = None,
        machine: str | None = None,
        static: bool = False,
        search: str = "model",
        seed: int = 1,
        threads: int = 1,
        start: Iterable[MappingOptions] = (),
        store: str | PathLike[str] | None = None,
        log: str | PathLike[str] | None = None,
        resume: bool = False,
        progress: Callable[[Trial], object] | bool | None = None,
        **named: Any,
    ) -> Tuned:
        """Searches for mapping options that make it faster for these inputs: arrays, or tuples that are their shapes. Calls of this operator take them from then on.

        Arrays are what the trials compute with; what has only a shape is random. Each trial is a process of its own.

        budget    where the search ends: 32trials, 90s, 10min, or both as in 200trials,10min
        target    cpu, emulator or cuda; the knob's where it is not given. A GPU is not measured: its costs are those of the static report.
        machine   another machine: a name such as sm_80, or a file that describes it
        static    measure nothing on a CPU either: costs are operations and accesses, the same each time
        search    model, genetic or random; seed: where its draws begin
        threads   of the CPU; one is measured by processor time, several by the clock on the wall
        start     options to begin with, after the defaults
        store     the folder where the best is stored, in the place of the user's, which all processes share
        log       a file with a line of JSON for each trial; with `resume` the search goes on where it ends
        progress  is called with each `Trial`, or True: trials are printed on standard error, on a terminal in one line that moves. What it raises ends the search.
        """
        return tune(
            self, inputs, named, budget=budget, target=target, machine=machine, static=static, search=search, seed=seed, threads=threads,
            start=start, store=store, log=log, resume=resume, progress=progress,
        )  # fmt: skip

    def explain(
        self,
        *inputs: Any,
        options: MappingOptions | None = None,
        target: str | None = None,
        machine: str | None = None,
        open: str | Iterable[str] = (),
        **named: Any,
    ) -> Explanation:
        """How the ranges are derived; with inputs also what is decided about loops, tiles and memory."""
        options = self.options if options is None else options
        mapping = self.mapping(inputs, named, target, machine, _pairs(options), _names(open)) if inputs or named else None
        return Explanation(self.ranges(), mapping)

    def __repr__(self) -> str:
        return f"<operator {self.signature}>"


class Operators(Mapping[str, Operator]):
    """The operators of a text, by name: `operators.mm`, or `operators["mm"]`."""

    def __init__(self, text: str, name: str = "<text>"):
        self._name, self._source = name, _engine.Source(text, name)
        self._all = {one: Operator(self._source, one) for one in self._source.names()}
        for warning in self._source.warnings():
            warnings.warn(warning, CompileWarning, stacklevel=3)

    def __reduce__(self) -> tuple[Any, ...]:
        return _silently, (self.text, self._name)

    @property
    def text(self) -> str:
        """The text."""
        return self._source.text

    @property
    def only(self) -> Operator:
        """The operator of a text that defines one."""
        if len(self._all) != 1:
            raise ValueError(f"the text defines {', '.join(self._all) or 'nothing'}: choose one by its name")
        return next(iter(self._all.values()))

    def __getitem__(self, name: str) -> Operator:
        if name in self._all:
            return self._all[name]
        # The engine knows what was meant.
        return Operator(self._source, name)

    def __getattr__(self, name: str) -> Operator:
        if name in self.__dict__.get("_all", ()):
            return self._all[name]
        raise AttributeError(f"the text defines no operator `{name}`: there are {', '.join(self.__dict__.get('_all', ()))}")

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._all]

    def __repr__(self) -> str:
        return "\n".join(map(repr, self._all.values()))


def _silently(text: str, name: str) -> Operators:
    """Operators that were pickled, or copied: their warnings were told."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CompileWarning)
        return Operators(text, name)


def define(text: str, name: str = "<text>") -> Operators:
    """Reads TC text, and checks names and types. `name` stands for the text in diagnostics.

    >>> import tensorcomp as tc
    >>> tc.define("def add(float(N) A, float(N) B) -> (C) { C(i) = A(i) + B(i) }")
    <operator add(A: float32[N], B: float32[N]) -> (C: float32[N])>
    """
    return Operators(text, name)


def load(path: str | PathLike[str]) -> Operators:
    """Reads a file of TC text, or a module (`.mlir`) with definitions."""
    with open(path, encoding="utf-8") as file:
        return Operators(file.read(), fspath(path))
