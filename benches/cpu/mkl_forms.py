"""MKL as a peer: the suite's NumPy expressions with their products `@` computed by MKL."""

import ctypes
import sys
from pathlib import Path

import numpy as np

ROW_MAJOR, PLAIN, TRANSPOSED = 101, 111, 112
LIBRARY = None


class Absent(Exception):
    """Why MKL does not take part."""


def library(threads):
    global LIBRARY
    if LIBRARY is None:
        found = sorted(Path(sys.prefix).glob("lib/libmkl_rt.so.*"))
        if not found:
            raise Absent("the wheel `mkl` is not installed")
        LIBRARY = ctypes.CDLL(str(found[-1]))
        LIBRARY.MKL_Set_Num_Threads(threads)
    return LIBRARY


def layout(array):
    """Whether a matrix (the last two dimensions) is transposed, and its row stride in elements; None where it must be copied."""
    rows, columns = (stride // array.itemsize for stride in array.strides[-2:])
    if columns == 1 and rows >= array.shape[-1]:
        return PLAIN, rows
    if rows == 1 and columns >= array.shape[-2]:
        return TRANSPOSED, columns
    return None


def prepared(array):
    array = np.asarray(array)
    found = layout(array)
    if found is None:
        array = np.ascontiguousarray(array)
        found = layout(array) or (PLAIN, max(array.shape[-1], 1))
    return array, *found


def product(a, b):
    a, b = np.asarray(a), np.asarray(b)
    if a.dtype != b.dtype or a.dtype not in (np.float32, np.float64):
        return a @ b
    letter, real = ("s", ctypes.c_float) if a.dtype == np.float32 else ("d", ctypes.c_double)
    if a.ndim == 2 and b.ndim == 1:
        return times_vector(letter, real, a, b)
    if a.ndim > 2 and b.ndim == 2 and a.flags.c_contiguous:
        return product(a.reshape(-1, a.shape[-1]), b).reshape(*a.shape[:-1], b.shape[1])
    if a.ndim == 2 and b.ndim == 2:
        return matrices(letter, real, a, b)
    return batch(letter, real, a, b)


def times_vector(letter, real, a, x):
    a, form, stride = prepared(a)
    rows, columns = a.shape if form == PLAIN else a.shape[::-1]
    y = np.empty(a.shape[0], a.dtype)
    x = np.ascontiguousarray(x)
    getattr(LIBRARY, f"cblas_{letter}gemv")(
        ROW_MAJOR, form, rows, columns, real(1), ctypes.c_void_p(a.ctypes.data), stride, ctypes.c_void_p(x.ctypes.data), 1, real(0), ctypes.c_void_p(y.ctypes.data), 1
    )
    return y


def matrices(letter, real, a, b):
    (a, a_form, a_stride), (b, b_form, b_stride) = prepared(a), prepared(b)
    (m, k), n = a.shape, b.shape[1]
    c = np.empty((m, n), a.dtype)
    getattr(LIBRARY, f"cblas_{letter}gemm")(
        ROW_MAJOR, a_form, b_form, m, n, k, real(1), ctypes.c_void_p(a.ctypes.data), a_stride,
        ctypes.c_void_p(b.ctypes.data), b_stride, real(0), ctypes.c_void_p(c.ctypes.data), n,
    )  # fmt: skip
    return c


def batch(letter, real, a, b):
    """Many products of one size; an operand that all share has the stride 0."""
    shape = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    operands = []
    for one in (a, b):
        one, form, stride = prepared(one)
        apart = 0 if one.ndim == 2 else one.strides[-3] // one.itemsize
        operands.append((one, form, stride, apart))
    (a, a_form, a_stride, a_apart), (b, b_form, b_stride, b_apart) = operands
    m, k, n = a.shape[-2], a.shape[-1], b.shape[-1]
    c = np.empty((*shape, m, n), a.dtype)
    getattr(LIBRARY, f"cblas_{letter}gemm_batch_strided")(
        ROW_MAJOR, a_form, b_form, m, n, k, real(1), ctypes.c_void_p(a.ctypes.data), a_stride, ctypes.c_long(a_apart),
        ctypes.c_void_p(b.ctypes.data), b_stride, ctypes.c_long(b_apart), real(0), ctypes.c_void_p(c.ctypes.data), n, ctypes.c_long(m * n), int(np.prod(shape)),
    )  # fmt: skip
    return c


def gemm(library, alpha, a, b, beta, c):
    """c = alpha * a @ b + beta * c, in place, for arrays with rows of float32."""
    (m, k), n = a.shape, b.shape[1]
    library.cblas_sgemm(
        ROW_MAJOR, PLAIN, PLAIN, m, n, k, ctypes.c_float(alpha), ctypes.c_void_p(a.ctypes.data), k,
        ctypes.c_void_p(b.ctypes.data), n, ctypes.c_float(beta), ctypes.c_void_p(c.ctypes.data), n,
    )  # fmt: skip


class Array(np.ndarray):
    """An array whose products are MKL's; everything else is NumPy's."""

    def __matmul__(self, other):
        return product(self, other).view(Array)

    def __rmatmul__(self, other):
        return product(other, self).view(Array)


def form(case, inputs, statements, numpy_forms, threads):
    text = numpy_forms.get(case.kernel["name"]) or case.kernel["numpy"]
    if "@" not in text:
        raise Absent("no product that MKL knows")
    library(threads)
    arrays = {name: array.view(Array) if array.ndim else array for name, array in inputs.items()}
    return statements(text, {"np": np, **case.scope, **arrays})
