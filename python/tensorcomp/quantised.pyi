"""Numbers of 8 bits, from the library of TC texts that comes with the package."""

# Made by scripts/library_page.py

from typing import Any

def quantize(X: Any, scale: float = 1.0, zero: int = 0, *, out: Any = None) -> Any:
    """Numbers of 8 bits for x/scale + zero, rounded away from 0 at halves and kept in range."""

def dequantize(Q: Any, scale: float = 1.0, zero: int = 0, *, out: Any = None) -> Any:
    """(q - zero)*scale for numbers of 8 bits."""

def matmul_int8(A: Any, B: Any, a_zero: int = 0, b_zero: int = 0, *, out: Any = None) -> Any:
    """The product of two matrices of 8 bits, summed in 32."""
