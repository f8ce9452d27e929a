"""The exceptions and warnings of the package. The engine makes them by `of_failure`, and by their names."""

import hashlib
import json
import os
import re
import tempfile
from typing import Any


class Error(Exception):
    """What all errors of this package are. `diagnostics` has a dict for each thing that is said: code, severity, message, file, span, labels, notes, help."""

    diagnostics: list[dict[str, Any]]

    def __init__(self, message: str, diagnostics: list[dict[str, Any]] | None = None):
        super().__init__(message)
        self.diagnostics = diagnostics or []


class CompileError(Error):
    """A text that is refused, or an operator that cannot be compiled as asked."""


class BudgetError(CompileError):
    """An analysis would have taken longer than its budget."""


class ArgumentError(Error, ValueError):
    """An argument of a call that does not fit; `argument` is its name, if it is about one."""

    argument: str | None

    def __init__(self, message: str, argument: str | None = None, diagnostics: list[dict[str, Any]] | None = None):
        super().__init__(message, diagnostics)
        self.argument = argument or None


class ArgumentTypeError(ArgumentError, TypeError):
    """An argument of another type: no array, other elements, or one too many."""


class DeviceError(ArgumentError):
    """An array in memory of a device that the target cannot use."""


class RunError(Error, RuntimeError):
    """What happened during a run: a subscript out of range, or a finding of the emulator's sanitizer."""


class InternalError(Error):
    """A mistake of the compiler. `reproducer` is a script that makes it again: please report it."""

    reproducer: str | None = None


class CompileWarning(UserWarning):
    """A text is accepted, but probably not as intended."""


class CacheWarning(UserWarning):
    """The cache of compiled kernels cannot be used, so that each process compiles anew."""


class CopyWarning(UserWarning):
    """An array had to be copied, which takes time: its strides or its address are not those of rows one behind another."""


def _argument(diagnostics: list[dict[str, Any]]) -> str | None:
    """The argument that the first error names, as in: input `A`: ..."""
    for one in diagnostics:
        parts = one["message"].split("`")
        if one["severity"] == "error" and len(parts) > 2 and parts[0] in ("input ", "output ", "size "):
            return parts[1]
    return None


# Types of the language by the names of NumPy and PyTorch.
_NUMPY = {"float": "np.float32", "double": "np.float64", "half": "np.float16", "bfloat16": "ml_dtypes.bfloat16", "bool": "np.bool_"}
_TORCH = {"float": "float32", "double": "float64", "half": "float16"}


def _conversion(diagnostics: list[dict[str, Any]]) -> str:
    """The next step after the first wrong type of elements."""
    for one in diagnostics:
        found = re.match(r"input `(\w+)`: expected (\w+), found (\w+)$", one["message"])
        if one["code"] == "TC0502" and found:
            name, due, _ = found.groups()
            numpy, torch = _NUMPY.get(due, f"np.{due}"), _TORCH.get(due, due)
            return f"\nhelp: convert it, as by `{name}.astype({numpy})`, or in PyTorch `{name}.to(torch.{torch})`"
    return ""


def _reproducer(recipe: dict[str, Any], message: str) -> str:
    """Writes a script that makes the error again."""
    lines = ["# Run it by python: it makes an internal error of tensorcomp again.", f"# {message.splitlines()[0]}", "import tensorcomp as tc", ""]
    lines.append(f"operators = tc.define({recipe.get('text', '')!r}, name={recipe.get('file', '<text>')!r})")
    if "operator" in recipe:
        lines += ["operators[" + repr(recipe["operator"]) + "].compile("]
        for one in recipe["arguments"]["inputs"]:
            value = one["value"] if "value" in one else f"tc.TensorSpec({one['name']!r}, {tuple(one['shape'])!r}, {one['dtype']!r})" if one["dtype"] else tuple(one["shape"])
            lines.append(f"    {one['name']}={value},")
        lines += [f"    {name}={value}," for name, value in recipe["arguments"]["sizes"].items()]
        if recipe["arguments"].get("open"):
            lines.append(f"    open={recipe['arguments']['open']!r},")
        lines += [f"    target={recipe['target']!r},", f"    machine={recipe['machine']!r},", f"    options=tc.MappingOptions({dict(recipe['options'])!r}),", ")"]
    text = "\n".join(lines) + "\n"
    folder = os.environ.get("TC_REPRODUCER_PATH") or tempfile.gettempdir()
    path = os.path.join(folder, f"tensorcomp-{hashlib.sha256(text.encode()).hexdigest()[:12]}.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def of_failure(text: str, diagnostics: str, status: int, while_running: bool, recipe: str) -> Error:
    """The exception for a failure of the engine; the diagnostics and the recipe are JSON."""
    said = json.loads(diagnostics)
    if status == 70:
        return _internal(text, said, json.loads(recipe))
    codes = [one["code"] for one in said if one["severity"] == "error"]
    first = codes[0] if codes else None
    if status == 3:
        return BudgetError(text, said)
    if while_running or first in ("TC0510", "TC0511"):
        return RunError(text, said)
    if first == "TC0502":
        text += _conversion(said)
    if first in ("TC0501", "TC0502"):
        return ArgumentTypeError(text, _argument(said), said)
    if first in ("TC0503", "TC0504", "TC0505", "TC0506", "TC0507", "TC0508", "TC0513", "TC0206"):
        return ArgumentError(text, _argument(said), said)
    return CompileError(text, said)


def _internal(text: str, diagnostics: list[dict[str, Any]], recipe: dict[str, Any]) -> InternalError:
    try:
        path = _reproducer(recipe, text)
        text += f"\nreproducer: {path}"
    except OSError as reason:
        path, text = None, f"{text}\nno reproducer could be written: {reason}"
    error = InternalError(text, diagnostics)
    error.reproducer = path
    return error
