"""Settings of the process."""

from contextlib import contextmanager
from typing import Any, Iterator

from . import _engine

_NAMES = ("target", "machine", "tuned", "threads", "cache", "copies")


class Knobs:
    """Settings of the process.

    target   what calls are compiled for: cpu, emulator, cuda or reference
    machine  another machine than the target's own: a name such as sm_80, or a file that describes it
    tuned    whether calls take the options that `tc-tune` or `Operator.tune` has stored, where none are given; or the folder of another store
    threads  how many threads kernels run on; None for one for each core
    cache    on, cached (read only) or off; without a word TC_CACHE, and on without that
    copies   warn where an array has to be copied, or silent
    """

    def __getattr__(self, name: str) -> Any:
        return _engine.knob(name)

    def __setattr__(self, name: str, value: Any) -> None:
        _engine.set_knob(name, value)

    def __dir__(self) -> list[str]:
        return [*_NAMES, "scope"]

    def __repr__(self) -> str:
        return "knobs(" + ", ".join(f"{name}={getattr(self, name)!r}" for name in _NAMES) + ")"

    @contextmanager
    def scope(self, **settings: Any) -> Iterator["Knobs"]:
        """Inside of `with knobs.scope():` settings may be changed; they are as before behind it."""
        before = {name: getattr(self, name) for name in _NAMES}
        try:
            for name, value in settings.items():
                setattr(self, name, value)
            yield self
        finally:
            for name, value in before.items():
                setattr(self, name, value)


knobs = Knobs()
