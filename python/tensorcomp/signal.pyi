"""Signals, from the library of TC texts that comes with the package."""

# Made by scripts/library_page.py

from typing import Any

def convolve(X: Any, F: Any, *, out: Any = None) -> Any:
    """The sums of products of a signal and a filter, at all places where they overlap."""

def correlate(X: Any, F: Any, *, out: Any = None) -> Any:
    """The sums of products of a signal and a filter, at all places where the filter is inside."""

def moving_average(X: Any, window: int = 3, *, out: Any = None) -> Any:
    """The means of window neighbours."""

def diff(X: Any, *, out: Any = None) -> Any:
    """The differences of neighbours."""

def dft(X: Any, *, out: Any = None) -> Any:
    """The discrete Fourier transform of real numbers, by its definition: real and imaginary parts."""

def upsample2d(X: Any, factor: int = 2, *, out: Any = None) -> Any:
    """Each element factor times in both directions."""
