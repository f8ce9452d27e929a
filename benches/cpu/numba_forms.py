"""Numba as a peer, where loops are what a programmer writes: rows, tables and stencils. The loops over rows are parallel for several threads."""

import math

import numpy as np


class Absent(Exception):
    """Why Numba does not take part."""


def softmax(X, Y, top, norm):
    for n in prange(X.shape[0]):  # noqa: F821  (prange is given when the function is compiled)
        t = X[n, 0]
        for c in range(X.shape[1]):
            t = max(t, X[n, c])
        s = np.float32(0)
        for c in range(X.shape[1]):
            e = math.exp(X[n, c] - t)
            Y[n, c] = e
            s += e
        for c in range(X.shape[1]):
            Y[n, c] /= s
        top[n] = t
        norm[n] = s


def layernorm(X, gamma, beta, Y, mean, var):
    for n in prange(X.shape[0]):  # noqa: F821
        s = np.float32(0)
        for c in range(X.shape[1]):
            s += X[n, c]
        m = s / np.float32(X.shape[1])
        q = np.float32(0)
        for c in range(X.shape[1]):
            q += (X[n, c] - m) * (X[n, c] - m)
        v = q / np.float32(X.shape[1])
        r = np.float32(1) / math.sqrt(v + np.float32(1e-5))
        for c in range(X.shape[1]):
            Y[n, c] = gamma[c] * (X[n, c] - m) * r + beta[c]
        mean[n] = m
        var[n] = v


def rmsnorm_add(X, R, gain, S, Y):
    for n in prange(X.shape[0]):  # noqa: F821
        q = np.float32(0)
        for c in range(X.shape[1]):
            S[n, c] = X[n, c] + R[n, c]
            q += S[n, c] * S[n, c]
        r = np.float32(1) / math.sqrt(q / np.float32(X.shape[1]) + np.float32(1e-6))
        for c in range(X.shape[1]):
            Y[n, c] = S[n, c] * r * gain[c]


def moments2(X, mean, var):
    for n in prange(X.shape[0]):  # noqa: F821
        s = np.float32(0)
        q = np.float32(0)
        for k in range(X.shape[1]):
            s += X[n, k]
            q += X[n, k] * X[n, k]
        m = s / np.float32(X.shape[1])
        mean[n] = m
        var[n] = q / np.float32(X.shape[1]) - m * m


def lut1(Table, Idx, Y):
    for b in prange(Idx.shape[0]):  # noqa: F821
        for d in range(Table.shape[1]):
            Y[b, d] = 0
        for l in range(Idx.shape[1]):
            row = Idx[b, l]
            for d in range(Table.shape[1]):
                Y[b, d] += Table[row, d]


def lut2(Table1, Idx1, Table2, Idx2, Y1, Y2):
    for b in prange(Idx1.shape[0]):  # noqa: F821
        for d in range(Table1.shape[1]):
            Y1[b, d] = 0
            Y2[b, d] = 0
        for l in range(Idx1.shape[1]):
            for d in range(Table1.shape[1]):
                Y1[b, d] += Table1[Idx1[b, l], d]
        for l in range(Idx2.shape[1]):
            for d in range(Table2.shape[1]):
                Y2[b, d] += Table2[Idx2[b, l], d]


def lut_clamped(T, Idx, Y):
    for i in prange(Idx.shape[0]):  # noqa: F821
        Y[i] = T[max(min(Idx[i], T.shape[0] - 1), 0)]


def gather(X, Idx, Z):
    for a in prange(Idx.shape[0]):  # noqa: F821
        for b in range(Idx.shape[1]):
            Z[a, b] = X[Idx[a, b]]


def jacobi2d(A, B):
    for i in prange(B.shape[0]):  # noqa: F821
        for j in range(B.shape[1]):
            B[i, j] = np.float32(0.2) * (A[i + 1, j + 1] + A[i + 1, j] + A[i + 1, j + 2] + A[i, j + 1] + A[i + 2, j + 1])


def heat3d(A, B):
    eighth = np.float32(0.125)
    two = np.float32(2)
    for i in prange(B.shape[0]):  # noqa: F821
        for j in range(B.shape[1]):
            for k in range(B.shape[2]):
                c = A[i + 1, j + 1, k + 1]
                x = eighth * (A[i + 2, j + 1, k + 1] - two * c + A[i, j + 1, k + 1])
                y = eighth * (A[i + 1, j + 2, k + 1] - two * c + A[i + 1, j, k + 1])
                z = eighth * (A[i + 1, j + 1, k + 2] - two * c + A[i + 1, j + 1, k])
                B[i, j, k] = x + y + z + c


def prod_pool(X, Y):
    for n in prange(Y.shape[0]):  # noqa: F821
        for c in range(Y.shape[1]):
            for h in range(Y.shape[2]):
                for w in range(Y.shape[3]):
                    p = np.float32(1)
                    for i in range(3):
                        for j in range(3):
                            p *= X[n, c, h + i, w + j]
                    Y[n, c, h, w] = p


def count_above(X, limit, count):
    for n in prange(X.shape[0]):  # noqa: F821
        s = 0
        for k in range(X.shape[1]):
            if X[n, k] > limit and X[n, k] <= np.float32(2) * limit:
                s += 1
        count[n] = s


def min_distance(X, Y, best):
    for m in prange(X.shape[0]):  # noqa: F821
        least = np.float32(np.inf)
        for n in range(Y.shape[0]):
            s = np.float32(0)
            for k in range(X.shape[1]):
                d = X[m, k] - Y[n, k]
                s += d * d
            least = min(least, s)
        best[m] = least


def cosine_similarity(A, B, Y, aa, bb):
    for m in prange(A.shape[0]):  # noqa: F821
        a = np.float32(0)
        b = np.float32(0)
        s = np.float32(0)
        for n in range(A.shape[1]):
            a += A[m, n] * A[m, n]
            b += B[m, n] * B[m, n]
            s += A[m, n] * B[m, n]
        Y[m] = s / max(math.sqrt(a) * math.sqrt(b), np.float32(1e-8))
        aa[m] = a
        bb[m] = b


FORMS = {
    function.__name__: function
    for function in (softmax, layernorm, rmsnorm_add, moments2, lut1, lut2, lut_clamped, gather, jacobi2d, heat3d, prod_pool, count_above, min_distance, cosine_similarity)
}


def form(case, inputs, threads):
    """Reductions may be reassociated, as in our own code; NaN and infinity keep their meaning."""
    function = FORMS.get(case.kernel["name"])
    if function is None:
        raise Absent("no loops are written in Python for it")
    import numba
    import reference

    # Compiled anew for each case, because of the name `prange` in the function's globals.
    function.__globals__["prange"] = numba.prange
    compiled = numba.njit(fastmath={"reassoc", "contract", "nsz", "arcp"}, parallel=threads > 1, error_model="numpy")(function)
    outputs = [np.empty([reference.value(extent, case.scope) for extent in tensor["shape"]], tensor["dtype"]) for tensor in case.kernel["outputs"]]
    arguments = [array if array.ndim else array[()] for array in inputs.values()]

    def call():
        compiled(*arguments, *outputs)
        return outputs

    return call
