"""Linear algebra, from the library of TC texts that comes with the package."""

# Made by scripts/library_page.py

from typing import Any

def matmul(A: Any, B: Any, *, out: Any = None) -> Any:
    """The product of two matrices."""

def bmm(X: Any, Y: Any, *, out: Any = None) -> Any:
    """The products of two rows of matrices."""

def linear(X: Any, W: Any, b: Any, *, out: Any = None) -> Any:
    """X*W' + b: each row of W has the weights of an output."""

def dot(A: Any, B: Any, *, out: Any = None) -> Any:
    """The sum of the products of two vectors."""

def outer(A: Any, B: Any, *, out: Any = None) -> Any:
    """All products of the elements of two vectors."""

def transpose(A: Any, *, out: Any = None) -> Any:
    """The transpose of a matrix."""

def trace(A: Any, *, out: Any = None) -> Any:
    """The sum of the diagonal of a square matrix."""

def solve_lower(L: Any, b: Any, *, out: Any = None) -> Any:
    """x with L*x = b, for a lower triangular L."""
