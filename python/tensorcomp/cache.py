"""The cache of compiled kernels, which all processes of a user share. `knobs.cache` says whether it is used."""

from typing import Any

from . import _engine


def path() -> str:
    """The folder."""
    return _engine.cache_path()


def entries() -> list[dict[str, Any]]:
    """What it holds, those that were used last first: key, label, bytes."""
    return [{"key": key, "label": label, "bytes": size} for key, label, size in _engine.cache_stats()]


def stats() -> dict[str, int]:
    """How many entries it has, and their bytes."""
    all = entries()
    return {"entries": len(all), "bytes": sum(one["bytes"] for one in all)}


def clear() -> int:
    """Removes all entries; returns how many there were."""
    return _engine.cache_clear()
