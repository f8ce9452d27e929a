"""The kernels of the set `loops` in numpy: `reference.py` says how a reference is called, and imports this.

What is sequential in one index only runs as vectors along the others, and what depends on two neighbours along
diagonals, so that sizes of a benchmark take seconds."""

import math

import numpy as np

from reference import reference, wide


@reference
def scan(x, **_):
    return {"s": np.concatenate([[0.0], np.cumsum(wide(x))])}


@reference
def moving_average(x, **_):
    m = wide(x).copy()
    for i in range(1, len(m)):
        m[i] = 0.9 * m[i - 1] + 0.1 * m[i]
    return {"m": m}


@reference
def lu(A, N, **_):
    A = wide(A) + 32 * np.eye(N)
    for k in range(N):
        A[k + 1:, k] /= A[k, k]
        A[k + 1:, k + 1:] -= np.outer(A[k + 1:, k], A[k, k + 1:])
    return {"A": A}


@reference
def cholesky(A, N, **_):
    A = wide(A) + 32 * np.eye(N)
    for i in range(N):
        for j in range(i):
            A[i, j] = (A[i, j] - A[i, :j] @ A[j, :j]) / A[j, j]
        A[i, i] = math.sqrt(A[i, i] - A[i, :i] @ A[i, :i])
    return {"A": A}


@reference
def trisolv(L, b, N, **_):
    return {"x": np.linalg.solve(np.tril(wide(L)) + 16 * np.eye(N), wide(b))}


@reference
def durbin(r, N, **_):
    r, y = wide(r), np.zeros(N)
    y[0] = alpha = -r[0]
    beta = 1.0
    for k in range(1, N):
        beta *= 1 - alpha * alpha
        alpha = -(r[k] + r[:k][::-1] @ y[:k]) / beta
        y[:k] = y[:k] + alpha * y[:k][::-1]
        y[k] = alpha
    return {"y": y}


@reference
def gramschmidt(A, N, **_):
    A, R, Q = wide(A).copy(), np.zeros((N, N)), np.zeros(A.shape)
    for k in range(N):
        R[k, k] = math.sqrt(A[:, k] @ A[:, k])
        Q[:, k] = A[:, k] / R[k, k]
        R[k, k + 1:] = Q[:, k] @ A[:, k + 1:]
        A[:, k + 1:] -= np.outer(Q[:, k], R[k, k + 1:])
    return {"A": A, "R": R, "Q": Q}


@reference
def trmm(A, B, M, **_):
    A, B = wide(A), wide(B).copy()
    for i in range(M):
        B[i] += A[i + 1:, i] @ B[i + 1:]
    return {"B": B}


@reference
def syrk_lower(A, C, N, **_):
    lower = np.tri(N, dtype=bool)
    return {"C": np.where(lower, 0.5 * wide(C) + wide(A) @ wide(A).T, C)}


def plus(A):
    """The sum of each inner element and its four neighbours."""
    return A[1:-1, 1:-1] + A[1:-1, :-2] + A[1:-1, 2:] + A[2:, 1:-1] + A[:-2, 1:-1]


@reference
def jacobi_2d(w, A, **_):
    A = wide(A).copy()
    for weight in wide(w):
        A[1:-1, 1:-1] = weight * plus(A)
    return {"A": A}


@reference
def seidel_2d(w, A, N, **_):
    A = wide(A).copy()
    flat = A.reshape(-1)
    for weight in wide(w):
        for d in range(2, 2 * N - 3):  # the elements with i + j = d need those with d - 1
            i = np.arange(max(1, d - N + 2), min(N - 1, d))
            at = i * N + d - i
            flat[at] = weight * (flat[at - N] + flat[at - 1] + flat[at] + flat[at + 1] + flat[at + N])
    return {"A": A}


@reference
def fdtd_2d(f, ex, ey, hz, **_):
    ex, ey, hz = wide(ex).copy(), wide(ey).copy(), wide(hz).copy()
    for source in wide(f):
        ey[0] = source
        ey[1:] -= 0.5 * (hz[1:] - hz[:-1])
        ex[:, 1:] -= 0.5 * (hz[:, 1:] - hz[:, :-1])
        hz[:-1, :-1] -= 0.7 * (ex[:-1, 1:] - ex[:-1, :-1] + ey[1:, :-1] - ey[:-1, :-1])
    return {"ex": ex, "ey": ey, "hz": hz}


@reference
def floyd_warshall(D, N, **_):
    D = wide(D)
    for k in range(N):
        D = np.minimum(D, D[:, k:k + 1] + D[k:k + 1, :])
    return {"D": D}


@reference
def nussinov(q, N, **_):
    T = np.zeros((N, N), np.int64)
    columns = T.T.copy()  # the same table, by columns
    for i in range(N - 1, -1, -1):
        for j in range(i + 1, N):
            pair = int(i < j - 1 and q[i] + q[j] == 3)
            best = max(T[i, j - 1], T[i + 1, j], T[i + 1, j - 1] + pair)
            if j > i + 1:
                best = max(best, int((T[i, i + 1:j] + columns[j, i + 2:j + 1]).max()))
            T[i, j] = columns[j, i] = best
    return {"T": T}


@reference
def rnn(x, U, W, h0, **_):
    h = [wide(h0)]
    for row in wide(x):
        h.append(np.tanh(wide(U) @ row + wide(W) @ h[-1]))
    return {"h": np.array(h)}


@reference
def gru(x, Uz, Ur, Un, Wz, Wr, Wn, H, **_):
    def gate(U, W, row, h):
        return 1 / (1 + np.exp(-(wide(U) @ row + wide(W) @ h)))
    h = [np.zeros(H)]
    for row in wide(x):
        z, r = gate(Uz, Wz, row, h[-1]), gate(Ur, Wr, row, h[-1])
        n = np.tanh(wide(Un) @ row + r * (wide(Wn) @ h[-1]))
        h.append(n + z * (h[-1] - n))
    return {"h": np.array(h)}


@reference
def causal_scores(Q, K, V, N, **_):
    S = np.where(np.tri(N, dtype=bool), wide(Q) @ wide(K).T, -np.inf)
    P = np.exp(S - S.max(1, keepdims=True))
    return {"O": P @ wide(V) / P.sum(1, keepdims=True)}


@reference
def histogram(X, K, **_):
    return {"H": np.bincount(X, minlength=K)}


@reference
def segment_sum(V, G, S, **_):
    O = np.zeros((S, V.shape[1]))
    np.add.at(O, G, wide(V))
    return {"O": O}


@reference
def top1(X, **_):
    return {"m": X.max(1), "a": X.argmax(1)}


# ---------------------------------------------------------------------------------------------------- the rest of PolyBench

@reference
def correlation(X, N, **_):
    x = wide(X)
    dev = x.std(0)
    z = (x - x.mean(0)) / (math.sqrt(N) * np.where(dev <= 0.1, 1.0, dev))
    corr = z.T @ z
    np.fill_diagonal(corr, 1.0)
    return {"corr": corr}


@reference
def covariance_triangle(X, N, **_):
    z = wide(X) - wide(X).mean(0)
    return {"cov": z.T @ z / (N - 1)}


@reference
def symm(alpha, beta, A, B, C, **_):
    lower = np.tril(wide(A))
    whole = lower + np.tril(lower, -1).T
    return {"C": wide(beta) * C + wide(alpha) * (whole @ wide(B))}


@reference
def syr2k(alpha, beta, A, B, C, N, **_):
    half = wide(alpha) * (wide(A) @ wide(B).T)
    return {"C": np.where(np.tri(N, dtype=bool), wide(beta) * C + half + half.T, C)}


@reference
def gemver(alpha, beta, u1, v1, u2, v2, y, z, A, **_):
    A = wide(A) + np.outer(wide(u1), v1) + np.outer(wide(u2), v2)
    x = wide(beta) * (wide(y) @ A) + z
    return {"A": A, "x": x, "w": wide(alpha) * (A @ x)}


@reference
def doitgen(A, C, **_):
    return {"A": wide(A) @ wide(C)}


@reference
def jacobi_1d(A, T, **_):
    A, B = wide(A).copy(), wide(A).copy()
    for _ in range(T):
        B[1:-1] = 0.33333 * (A[:-2] + A[1:-1] + A[2:])
        A[1:-1] = 0.33333 * (B[:-2] + B[1:-1] + B[2:])
    return {"A": A}


def heat_step(A, B):
    """The inner elements of B from A: each keeps a quarter and takes an eighth of its six neighbours."""
    inner = B[1:-1, 1:-1, 1:-1]
    np.multiply(A[1:-1, 1:-1, 1:-1], 2.0, out=inner)
    for near in (A[2:, 1:-1, 1:-1], A[:-2, 1:-1, 1:-1], A[1:-1, 2:, 1:-1], A[1:-1, :-2, 1:-1], A[1:-1, 1:-1, 2:], A[1:-1, 1:-1, :-2]):
        inner += near
    inner *= 0.125


@reference
def heat_3d(A, T, **_):
    A, B = wide(A).copy(), wide(A).copy()
    for _ in range(T):
        heat_step(A, B)
        heat_step(B, A)
    return {"A": A}


def tridiagonal(side, middle, right, first, last):
    """For all columns of `right`, x with x[0] = first, x[-1] = last and -side x[j-1] + middle x[j] - side x[j+1] = right[j]."""
    x = np.empty_like(right)
    x[0], x[-1] = first, last
    factors = np.zeros(len(right))
    sums = np.empty_like(right)
    sums[0] = first
    for j in range(1, len(right) - 1):
        pivot = middle - side * factors[j - 1]
        factors[j] = side / pivot
        sums[j] = (right[j] + side * sums[j - 1]) / pivot
    for j in range(len(right) - 2, 0, -1):
        x[j] = factors[j] * x[j + 1] + sums[j]
    return x


@reference
def adi(u, T, N, **_):
    u, m = wide(u).copy(), N * N / T
    for _ in range(T):
        right = np.zeros((N, N - 2))
        right[:] = 0.5 * m * (u[:, :-2] + u[:, 2:]) + (1 - m) * u[:, 1:-1]
        v = tridiagonal(m, 1 + 2 * m, right, 1.0, 1.0)  # v[j, i - 1]
        rows = np.ones((N, N))
        rows[:, 1:-1] = v
        right = np.ascontiguousarray((m * (rows[:-2] + rows[2:]) + (1 - 2 * m) * rows[1:-1]).T)
        u[1:-1] = tridiagonal(0.5 * m, 1 + m, right, 1.0, 1.0).T
    return {"u": u}


@reference
def ludcmp(A, b, N, **_):
    A = wide(A) + 32 * np.eye(N)
    x = np.linalg.solve(A, wide(b))
    for k in range(N):
        A[k + 1:, k] /= A[k, k]
        A[k + 1:, k + 1:] -= np.outer(A[k + 1:, k], A[k, k + 1:])
    return {"A": A, "x": x}


def recursive(x, alpha):
    """Deriche's filter along the first axis: the sum of the pass forwards and the pass backwards."""
    e = math.exp(-alpha)
    k = (1 - e) ** 2 / (1 + 2 * alpha * e - math.exp(2 * alpha))
    own, behind = (k, k * e * (alpha - 1)), (k * e * (alpha + 1), -k * e * e)
    b1, b2 = 2.0 ** -alpha, -e * e
    padded = np.pad(x, ((2, 2), (0, 0)))
    there, back = np.zeros_like(padded), np.zeros_like(padded)
    for j in range(2, len(x) + 2):
        there[j] = own[0] * padded[j] + own[1] * padded[j - 1] + b1 * there[j - 1] + b2 * there[j - 2]
    for j in range(len(x) + 1, 1, -1):
        back[j] = behind[0] * padded[j + 1] + behind[1] * padded[j + 2] + b1 * back[j + 1] + b2 * back[j + 2]
    return (there + back)[2:-2]


@reference
def deriche(alpha, X, **_):
    along = recursive(np.ascontiguousarray(wide(X).T), float(alpha)).T
    return {"Y": recursive(np.ascontiguousarray(along), float(alpha))}


# ---------------------------------------------------------------------------------------------------- others

def sigmoid(x):
    return 1 / (1 + np.exp(-x))


@reference
def lstm(x, Ui, Uf, Uo, Ug, Wi, Wf, Wo, Wg, H, **_):
    h, c = [np.zeros(H)], [np.zeros(H)]
    for row in wide(x):
        a, f, o, g = (wide(U) @ row + wide(W) @ h[-1] for U, W in ((Ui, Wi), (Uf, Wf), (Uo, Wo), (Ug, Wg)))
        c.append(sigmoid(f) * c[-1] + sigmoid(a) * np.tanh(g))
        h.append(sigmoid(o) * np.tanh(c[-1]))
    return {"h": np.array(h), "c": np.array(c)}


@reference
def kmeans(X, C, N, K, **_):
    x, centres = wide(X), wide(C)
    dist = np.stack([((x - centre) ** 2).sum(1) for centre in centres], 1)
    near = dist.argmin(1)
    sums = np.zeros(centres.shape)
    np.add.at(sums, near, x)
    count = np.bincount(near, minlength=K)[:, None]
    return {"least": dist.min(1), "near": near, "next": np.where(count > 0, sums / np.maximum(count, 1), centres)}


@reference
def embedding_gradient(dY, Words, V, **_):
    table = np.zeros((int(V), dY.shape[2]))
    np.add.at(table, Words, wide(dY))
    return {"dTable": table}


@reference
def wave_2d(a, b, T, **_):
    u = np.zeros((T + 2, *a.shape))
    u[0], u[1] = a, b
    for t in range(1, T + 1):
        now = u[t]
        around = now[:-2, 1:-1] + now[2:, 1:-1] + now[1:-1, :-2] + now[1:-1, 2:]
        u[t + 1, 1:-1, 1:-1] = now[1:-1, 1:-1] - u[t - 1, 1:-1, 1:-1] + 0.25 * around
    return {"u": u}


@reference
def wave_last(a, b, T, **_):
    return {"y": wave_2d(a, b, T)["u"][-1]}


@reference
def smith_waterman(a, b, N, M, **_):
    H = np.zeros((N + 1, M + 1), np.int64)
    flat = H.reshape(-1)
    for d in range(2, N + M + 1):  # the elements with i + j = d need those with d - 1 and d - 2
        i = np.arange(max(1, d - M), min(N, d - 1) + 1)
        at = i * (M + 1) + d - i
        score = flat[at - M - 2] + np.where(a[i - 1] == b[d - i - 1], 3, -3)
        flat[at] = np.maximum(np.maximum(0, score), np.maximum(flat[at - M - 1], flat[at - 1]) - 2)
    return {"H": H, "best": H.max()}


@reference
def cholesky_solve(A, b, N, **_):
    lower = np.tril(wide(A) + 32 * np.eye(N))
    whole = lower + np.tril(lower, -1).T
    return {"A": np.where(np.tri(N, dtype=bool), np.linalg.cholesky(whole), A), "x": np.linalg.solve(whole, wide(b))}


@reference
def causal_attention(Q, K, V, N, D, **_):
    scores = wide(Q) @ wide(K).swapaxes(2, 3) / math.sqrt(D)
    scores = np.where(np.tri(N, dtype=bool), scores, -np.inf)
    weights = np.exp(scores - scores.max(3, keepdims=True))
    return {"O": weights @ wide(V) / weights.sum(3, keepdims=True)}


@reference
def adam_moments(g, beta1, beta2, N, **_):
    m, v = [np.zeros(N)], [np.zeros(N)]
    for row in wide(g):
        m.append(wide(beta1) * m[-1] + (1 - wide(beta1)) * row)
        v.append(wide(beta2) * v[-1] + (1 - wide(beta2)) * row * row)
    return {"m": np.array(m), "v": np.array(v)}
