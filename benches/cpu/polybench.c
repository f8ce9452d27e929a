// The kernels of PolyBench/C 4.2 as a C programmer writes them down from their definition: the nests of the suite's programs, over their sizes and
// parameter lists. Compiled like loops.c, which has the macros' meaning; kernels that both need stand there.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define FROM(i, low, high) for (long i = (low); i < (high); i++)
#define DOWN(i, high, low) for (long i = (high); i >= (low); i--)
#define FOR(i, n) FROM(i, 0, n)
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))

#include "parameters.h"

void kernel(PARAMETERS) {
#if defined(KERNEL_doitgen)
  static float sum[P];
  FOR(r, R) FOR(q, Q) {
    memset(sum, 0, sizeof sum);
    FOR(s, P) FOR(p, P) sum[p] += A[r][q][s] * C[s][p];
    FOR(p, P) A[r][q][p] = sum[p];
  }
#elif defined(KERNEL_gemver)
  FOR(i, N) FOR(j, N) A[i][j] += u1[i] * v1[j] + u2[i] * v2[j];
  FOR(i, N) x[i] = 0;
  FOR(j, N) FOR(i, N) x[i] += beta[0] * A[j][i] * y[j];
  FOR(i, N) x[i] += z[i];
  FOR(i, N) { float s = 0; FOR(j, N) s += alpha[0] * A[i][j] * x[j]; w[i] = s; }
#elif defined(KERNEL_symm)
  FOR(i, M) {
    FOR(j, N) C[i][j] = beta[0] * C[i][j] + alpha[0] * B[i][j] * A[i][i];
    FOR(k, i) FOR(j, N) C[i][j] += alpha[0] * A[i][k] * B[k][j];
    FROM(k, i + 1, M) FOR(j, N) C[i][j] += alpha[0] * A[k][i] * B[k][j];
  }
#elif defined(KERNEL_syr2k)
  FOR(i, N) FOR(j, i + 1) {
    float s = 0;
    FOR(k, M) s += A[j][k] * B[i][k] + B[j][k] * A[i][k];
    C[i][j] = beta[0] * C[i][j] + alpha[0] * s;
  }
#elif defined(KERNEL_syrk_lower)
  FOR(i, N) FOR(j, i + 1) {
    float s = 0;
    FOR(k, K) s += A[i][k] * A[j][k];
    C[i][j] = 0.5f * C[i][j] + s;
  }
#elif defined(KERNEL_trmm)
  FOR(i, M) FROM(k, i + 1, M) FOR(j, N) B[i][j] += A[k][i] * B[k][j];
#elif defined(KERNEL_correlation) || defined(KERNEL_covariance_triangle)
  static float Z[N][M], mean[M], dev[M];
  memset(mean, 0, sizeof mean);
  FOR(i, N) FOR(j, M) mean[j] += X[i][j];
  FOR(j, M) mean[j] /= N;
#if defined(KERNEL_correlation)
  float (*out)[M] = corr;
  memset(dev, 0, sizeof dev);
  FOR(i, N) FOR(j, M) dev[j] += (X[i][j] - mean[j]) * (X[i][j] - mean[j]);
  FOR(j, M) { dev[j] = sqrtf(dev[j] / N); if (dev[j] <= 0.1f) dev[j] = 1; }
  FOR(i, N) FOR(j, M) Z[i][j] = (X[i][j] - mean[j]) / (sqrtf(N) * dev[j]);
#else
  float (*out)[M] = cov;
  FOR(i, N) FOR(j, M) Z[i][j] = X[i][j] - mean[j];
#endif
  FOR(i, M) {
    FROM(j, i, M) out[i][j] = 0;
    FOR(n, N) FROM(j, i, M) out[i][j] += Z[n][i] * Z[n][j];
#if defined(KERNEL_correlation)
    out[i][i] = 1;
#else
    FROM(j, i, M) out[i][j] /= N - 1;
#endif
    FROM(j, i + 1, M) out[j][i] = out[i][j];
  }
#elif defined(KERNEL_cholesky)
  FOR(i, N) A[i][i] += 32;
  FOR(i, N) {
    FOR(j, i) {
      FOR(k, j) A[i][j] -= A[i][k] * A[j][k];
      A[i][j] /= A[j][j];
    }
    FOR(k, i) A[i][i] -= A[i][k] * A[i][k];
    A[i][i] = sqrtf(A[i][i]);
  }
#elif defined(KERNEL_durbin)
  static float z[N];
  float alpha = -r[0], beta = 1;
  y[0] = -r[0];
  FROM(k, 1, N) {
    float s = 0;
    beta *= 1 - alpha * alpha;
    FOR(i, k) s += r[k - i - 1] * y[i];
    alpha = -(r[k] + s) / beta;
    FOR(i, k) z[i] = y[i] + alpha * y[k - i - 1];
    FOR(i, k) y[i] = z[i];
    y[k] = alpha;
  }
#elif defined(KERNEL_gramschmidt)
  FOR(i, N) FOR(j, N) R[i][j] = 0;
  FOR(k, N) {
    float s = 0;
    FOR(i, M) s += A[i][k] * A[i][k];
    R[k][k] = sqrtf(s);
    FOR(i, M) Q[i][k] = A[i][k] / R[k][k];
    FROM(j, k + 1, N) {
      FOR(i, M) R[k][j] += Q[i][k] * A[i][j];
      FOR(i, M) A[i][j] -= Q[i][k] * R[k][j];
    }
  }
#elif defined(KERNEL_lu)
  FOR(i, N) A[i][i] += 32;
  FOR(k, N) FROM(i, k + 1, N) {
    A[i][k] /= A[k][k];
    FROM(j, k + 1, N) A[i][j] -= A[i][k] * A[k][j];
  }
#elif defined(KERNEL_ludcmp)
  static float y[N];
  FOR(i, N) A[i][i] += 32;
  FOR(i, N) {
    FOR(j, i) {
      float s = A[i][j];
      FOR(k, j) s -= A[i][k] * A[k][j];
      A[i][j] = s / A[j][j];
    }
    FROM(j, i, N) {
      float s = A[i][j];
      FOR(k, i) s -= A[i][k] * A[k][j];
      A[i][j] = s;
    }
  }
  FOR(i, N) { float s = b[i]; FOR(k, i) s -= A[i][k] * y[k]; y[i] = s; }
  DOWN(i, N - 1, 0) { float s = y[i]; FROM(k, i + 1, N) s -= A[i][k] * x[k]; x[i] = s / A[i][i]; }
#elif defined(KERNEL_trisolv)
  FOR(i, N) { float s = b[i]; FOR(k, i) s -= L[i][k] * x[k]; x[i] = s / (L[i][i] + 16); }
#elif defined(KERNEL_deriche)
  static float F[W][H], G[W][H], S[W][H];
  const float a = alpha[0], e = expf(-a), k = (1 - e) * (1 - e) / (1 + 2 * a * e - expf(2 * a));
  const float a2 = k * e * (a - 1), a3 = k * e * (a + 1), a4 = -k * e * e, b1 = powf(2, -a), b2 = -e * e;
  FOR(i, W) {
    float before = 0, first = 0, second = 0;
    FOR(j, H) {
      F[i][j] = k * X[i][j] + a2 * before + b1 * first + b2 * second;
      before = X[i][j]; second = first; first = F[i][j];
    }
  }
  FOR(i, W) {
    float next = 0, after = 0, first = 0, second = 0;
    DOWN(j, H - 1, 0) {
      G[i][j] = a3 * next + a4 * after + b1 * first + b2 * second;
      after = next; next = X[i][j]; second = first; first = G[i][j];
    }
  }
  FOR(i, W) FOR(j, H) S[i][j] = F[i][j] + G[i][j];
  FOR(i, W) FOR(j, H) {
    F[i][j] = k * S[i][j];
    if (i > 0) F[i][j] += a2 * S[i - 1][j] + b1 * F[i - 1][j];
    if (i > 1) F[i][j] += b2 * F[i - 2][j];
  }
  DOWN(i, W - 1, 0) FOR(j, H) {
    G[i][j] = 0;
    if (i < W - 1) G[i][j] += a3 * S[i + 1][j] + b1 * G[i + 1][j];
    if (i < W - 2) G[i][j] += a4 * S[i + 2][j] + b2 * G[i + 2][j];
  }
  FOR(i, W) FOR(j, H) Y[i][j] = F[i][j] + G[i][j];
#elif defined(KERNEL_floyd_warshall)
  FOR(k, N) FOR(i, N) FOR(j, N) D[i][j] = MIN(D[i][j], D[i][k] + D[k][j]);
#elif defined(KERNEL_nussinov)
  FOR(i, N) FOR(j, N) T[i][j] = 0;
  DOWN(i, N - 1, 0) FROM(j, i + 1, N) {
    T[i][j] = MAX(T[i][j], T[i][j - 1]);
    T[i][j] = MAX(T[i][j], T[i + 1][j]);
    T[i][j] = MAX(T[i][j], T[i + 1][j - 1] + (i < j - 1 && q[i] + q[j] == 3));
    FROM(k, i + 1, j) T[i][j] = MAX(T[i][j], T[i][k] + T[k + 1][j]);
  }
#elif defined(KERNEL_adi)
  static double p[N][N], q[N][N], v[N][N];
  const double m = (double)N * N / T, a = -m, b = 1 + 2 * m, c = a, d = -m / 2, e = 1 + m, f = d;
  FOR(t, T) {
    FROM(i, 1, N - 1) {
      v[0][i] = 1; p[i][0] = 0; q[i][0] = 1;
      FROM(j, 1, N - 1) {
        p[i][j] = -c / (a * p[i][j - 1] + b);
        q[i][j] = (-d * u[j][i - 1] + (1 + 2 * d) * u[j][i] - f * u[j][i + 1] - a * q[i][j - 1]) / (a * p[i][j - 1] + b);
      }
      v[N - 1][i] = 1;
      DOWN(j, N - 2, 1) v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
    }
    FROM(i, 1, N - 1) {
      u[i][0] = 1; p[i][0] = 0; q[i][0] = 1;
      FROM(j, 1, N - 1) {
        p[i][j] = -f / (d * p[i][j - 1] + e);
        q[i][j] = (-a * v[i - 1][j] + (1 + 2 * a) * v[i][j] - c * v[i + 1][j] - d * q[i][j - 1]) / (d * p[i][j - 1] + e);
      }
      u[i][N - 1] = 1;
      DOWN(j, N - 2, 1) u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
    }
  }
#elif defined(KERNEL_fdtd_2d)
  FOR(t, T) {
    FOR(j, M) ey[0][j] = f[t];
    FROM(i, 1, N) FOR(j, M) ey[i][j] -= 0.5f * (hz[i][j] - hz[i - 1][j]);
    FOR(i, N) FROM(j, 1, M) ex[i][j] -= 0.5f * (hz[i][j] - hz[i][j - 1]);
    FOR(i, N - 1) FOR(j, M - 1) hz[i][j] -= 0.7f * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
#elif defined(KERNEL_heat_3d)
  static float B[N][N][N];
#define HEAT(to, from) \
  FROM(i, 1, N - 1) FROM(j, 1, N - 1) FROM(k, 1, N - 1) \
    to[i][j][k] = 0.125f * (from[i + 1][j][k] - 2 * from[i][j][k] + from[i - 1][j][k]) \
        + 0.125f * (from[i][j + 1][k] - 2 * from[i][j][k] + from[i][j - 1][k]) \
        + 0.125f * (from[i][j][k + 1] - 2 * from[i][j][k] + from[i][j][k - 1]) + from[i][j][k];
  memcpy(B, A, sizeof B);
  FOR(t, T) { HEAT(B, A) HEAT(A, B) }
#elif defined(KERNEL_jacobi_1d)
  static float B[N];
  memcpy(B, A, sizeof B);
  FOR(t, T) {
    FROM(i, 1, N - 1) B[i] = 0.33333f * (A[i - 1] + A[i] + A[i + 1]);
    FROM(i, 1, N - 1) A[i] = 0.33333f * (B[i - 1] + B[i] + B[i + 1]);
  }
#elif defined(KERNEL_jacobi_2d)
  static float B[N][N];
  FOR(t, T) {
    FROM(i, 1, N - 1) FROM(j, 1, N - 1) B[i][j] = w[t] * (A[i][j] + A[i][j - 1] + A[i][j + 1] + A[i + 1][j] + A[i - 1][j]);
    FROM(i, 1, N - 1) FROM(j, 1, N - 1) A[i][j] = B[i][j];
  }
#elif defined(KERNEL_seidel_2d)
  FOR(t, T) FROM(i, 1, N - 1) FROM(j, 1, N - 1) A[i][j] = w[t] * (A[i - 1][j] + A[i][j - 1] + A[i][j] + A[i][j + 1] + A[i + 1][j]);
#else
#error no loops are written for this kernel
#endif
}
