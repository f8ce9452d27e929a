// The kernels of the suite as a C programmer writes them down from their definition: one loop nest for each statement, the indices in the order of the
// text, sums in a local variable where they are a dot product, and with the inner loop over the elements where C has rows. One kernel is compiled at a
// time, with -DKERNEL_name: `parameters.h` holds the sizes as constants and the parameter list, both made from kernels/suite.json.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define FOR(i, n) for (long i = 0; i < (n); i++)
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define CLEAR(x) memset(x, 0, sizeof x)
// Of a parameter, whose length its pointer does not tell.
#define CLEAR_ROW(x, n) memset(x, 0, (n) * sizeof *x)

#include "parameters.h"

// A temporary has static storage: a C programmer would allocate it once.
void kernel(PARAMETERS) {
#if defined(KERNEL_mv) || defined(KERNEL_mv_two_step)
  FOR(m, M) { float s = 0; FOR(k, K) s += A[m][k] * v[k]; y[m] = s; }
#elif defined(KERNEL_sgemm)
  FOR(n, N) {
    FOR(m, M) C[n][m] *= b[0];
    FOR(k, K) FOR(m, M) C[n][m] += a[0] * A[n][k] * B[k][m];
  }
#elif defined(KERNEL_tmm)
  FOR(m, M) FOR(n, N) { float s = 0; FOR(k, K) s += A[m][k] * B[n][k]; C[m][n] = s; }
#elif defined(KERNEL_mm)
  FOR(m, M) {
    FOR(n, N) C[m][n] = 0;
    FOR(k, K) FOR(n, N) C[m][n] += A[m][k] * B[k][n];
  }
#elif defined(KERNEL_tbmm)
  FOR(b, B) FOR(n, N) FOR(k, K) { float s = 0; FOR(m, M) s += X[b][n][m] * Y[b][k][m]; Z[b][n][k] = s; }
#elif defined(KERNEL_batch_matmul)
  FOR(b, B) FOR(n, N) {
    FOR(k, K) Z[b][n][k] = 0;
    FOR(m, M) FOR(k, K) Z[b][n][k] += X[b][n][m] * Y[b][m][k];
  }
#elif defined(KERNEL_conv1d)
  FOR(i, M - T + 1) { float s = 0; FOR(t, T) s += X[i + t] * taps[t]; Y[i] = s; }
#elif defined(KERNEL_conv2d)
  FOR(n, N) FOR(f, F) {
    CLEAR(Y[n][f]);
    FOR(c, C) FOR(kh, KH) FOR(kw, KW) FOR(h, H - KH + 1) FOR(w, W - KW + 1) Y[n][f][h][w] += X[n][c][h + kh][w + kw] * Wgt[f][c][kh][kw];
  }
#elif defined(KERNEL_sconv2d)
  FOR(n, N) FOR(f, F) FOR(h, (H - KH) / 2 + 1) FOR(w, (W - KW) / 3 + 1) {
    float s = 0;
    FOR(c, C) FOR(kh, KH) FOR(kw, KW) s += X[n][c][2 * h + kh][3 * w + kw] * Wgt[f][c][kh][kw];
    Y[n][f][h][w] = s + Bias[f];
  }
#elif defined(KERNEL_sconv2d_param) || defined(KERNEL_sconv2d_where)
  FOR(n, N) FOR(f, F) FOR(h, (H - KH) / sh + 1) FOR(w, (W - KW) / sw + 1) {
    float s = Bias[f];
    FOR(c, C) FOR(kh, KH) FOR(kw, KW) s += X[n][c][sh * h + kh][sw * w + kw] * Wgt[f][c][kh][kw];
    Y[n][f][h][w] = s;
  }
#elif defined(KERNEL_maxpool2x2)
  FOR(n, N) FOR(c, C) FOR(h, H / 2) FOR(w, W / 2)
    Y[n][c][h][w] = MAX(MAX(X[n][c][2 * h][2 * w], X[n][c][2 * h][2 * w + 1]), MAX(X[n][c][2 * h + 1][2 * w], X[n][c][2 * h + 1][2 * w + 1]));
#elif defined(KERNEL_avgpool2x2)
  FOR(n, N) FOR(c, C) FOR(h, H / 2) FOR(w, W / 2)
    Y[n][c][h][w] = 0.25f * (X[n][c][2 * h][2 * w] + X[n][c][2 * h][2 * w + 1] + X[n][c][2 * h + 1][2 * w] + X[n][c][2 * h + 1][2 * w + 1]);
#elif defined(KERNEL_gconv)
  FOR(n, N) FOR(g, G) FOR(f, F) {
    FOR(h, H - KH + 1) FOR(w, W - KW + 1) Y[n][g][f][h][w] = Bias[g][f];
    FOR(c, C) FOR(kh, KH) FOR(kw, KW) FOR(h, H - KH + 1) FOR(w, W - KW + 1) Y[n][g][f][h][w] += X[n][g][c][h + kh][w + kw] * Wgt[g][f][c][kh][kw];
  }
#elif defined(KERNEL_gconv_strided)
  FOR(n, N) FOR(g, G) FOR(f, F) FOR(h, (H - KH) / 2 + 1) FOR(w, (W - KW) / 2 + 1) {
    float s = Bias[g][f];
    FOR(c, C) FOR(kh, KH) FOR(kw, KW) s += X[n][g][c][2 * h + kh][2 * w + kw] * Wgt[g][f][c][kh][kw];
    Y[n][g][f][h][w] = s;
  }
#elif defined(KERNEL_fcrelu)
  FOR(b, B) FOR(o, O) { float s = Bias[o]; FOR(i, I) s += X[b][i] * Wgt[o][i]; Y[b][o] = MAX(s, 0); }
#elif defined(KERNEL_gather)
  FOR(a, A) FOR(b, B) Z[a][b] = X[Idx[a][b]];
#elif defined(KERNEL_lut_clamped)
  FOR(i, N) Y[i] = T[MAX(MIN(Idx[i], (int32_t)J - 1), 0)];
#elif defined(KERNEL_lut1)
  FOR(b, B) {
    FOR(d, D) Y[b][d] = 0;
    FOR(l, L) FOR(d, D) Y[b][d] += Table[Idx[b][l]][d];
  }
#elif defined(KERNEL_lut2)
  FOR(b, B) {
    FOR(d, D) Y1[b][d] = 0;
    FOR(l, L1) FOR(d, D) Y1[b][d] += Table1[Idx1[b][l]][d];
    FOR(d, D) Y2[b][d] = 0;
    FOR(l, L2) FOR(d, D) Y2[b][d] += Table2[Idx2[b][l]][d];
  }
#elif defined(KERNEL_c3)
  FOR(b, B) FOR(n, N) { float s = 0; FOR(k, K) s += X[b][k] * Wgt[n][k]; Y[b][n] = s; }
#elif defined(KERNEL_mlp1)
  FOR(b, B) FOR(n, N) { float s = B1[n]; FOR(m, M) s += X[b][m] * W1[n][m]; Y1[b][n] = MAX(s, 0); }
#elif defined(KERNEL_mlp3)
  FOR(b, B) {
    FOR(o, O) { float s = B2[o]; FOR(n, N) s += X[b][n] * W2[o][n]; Y2[b][o] = MAX(s, 0); }
    FOR(p, P) { float s = B3[p]; FOR(o, O) s += Y2[b][o] * W3[p][o]; Y3[b][p] = MAX(s, 0); }
    FOR(q, Q) { float s = B4[q]; FOR(p, P) s += Y3[b][p] * W4[q][p]; Y4[b][q] = MAX(s, 0); }
  }
#elif defined(KERNEL_outer_product_mm)
  FOR(p, P) FOR(s, S) FOR(q, Q) {
    FOR(t, T) C[p][s][q][t] = 0;
    FOR(r, R) FOR(t, T) C[p][s][q][t] += A[p][q][r] * B[s][r][t];
  }
#elif defined(KERNEL_subsample_2)
  FOR(i, (I + 1) / 2) A[i] = B[2 * i];
#elif defined(KERNEL_average_pool_2)
  FOR(i, I / 2) A[i] = 0.5f * (B[2 * i] + B[2 * i + 1]);
#elif defined(KERNEL_constant_fill)
  FOR(i, N) B[i] = c[0];
#elif defined(KERNEL_transpose)
  FOR(n, N) FOR(m, M) B[n][m] = A[m][n];
#elif defined(KERNEL_nchw_to_nhwc)
  FOR(n, N) FOR(h, H) FOR(w, W) FOR(c, C) Y[n][h][w][c] = X[n][c][h][w];
#elif defined(KERNEL_tile_matrix)
  FOR(i, M / 4) FOR(j, N / 8) FOR(u, 4) FOR(v, 8) T[i][j][u][v] = A[4 * i + u][8 * j + v];
#elif defined(KERNEL_tiled_mm)
  FOR(m, M) FOR(n, N) {
    CLEAR(C[m][n]);
    FOR(k, K) FOR(u, TM) FOR(t, TK) FOR(v, TN) C[m][n][u][v] += A[m][k][u][t] * B[k][n][t][v];
  }
#elif defined(KERNEL_kronecker3_1)
  FOR(m, M) FOR(a, N0) FOR(b, N1) FOR(d, D2) { float s = 0; FOR(n, N2) s += X[m][a][b][n] * W2[d][n]; Y2[m][a][b][d] = s; }
#elif defined(KERNEL_kronecker3_2)
  FOR(m, M) FOR(a, N0) FOR(e, D1) {
    FOR(d, D2) Y1[m][a][e][d] = 0;
    FOR(n, N1) FOR(d, D2) Y1[m][a][e][d] += Y2[m][a][n][d] * W1[e][n];
  }
#elif defined(KERNEL_kronecker3_3)
  FOR(m, M) FOR(f, D0) {
    CLEAR(Y0[m][f]);
    FOR(n, N0) FOR(e, D1) FOR(d, D2) Y0[m][f][e][d] += Y1[m][n][e][d] * W0[f][n];
  }
#elif defined(KERNEL_kronecker3)
  static float Y2[N0][N1][D2], Y1[N0][D1][D2];
  FOR(m, M) {
    FOR(a, N0) FOR(b, N1) FOR(d, D2) { float s = 0; FOR(n, N2) s += X[m][a][b][n] * W2[d][n]; Y2[a][b][d] = s; }
    CLEAR(Y1);
    FOR(a, N0) FOR(e, D1) FOR(n, N1) FOR(d, D2) Y1[a][e][d] += Y2[a][n][d] * W1[e][n];
    CLEAR(Y0[m]);
    FOR(f, D0) FOR(n, N0) FOR(e, D1) FOR(d, D2) Y0[m][f][e][d] += Y1[n][e][d] * W0[f][n];
  }
#elif defined(KERNEL_moments2)
  FOR(n, N) {
    float s = 0, q = 0;
    FOR(k, K) { s += X[n][k]; q += X[n][k] * X[n][k]; }
    mean[n] = s / K;
    var[n] = q / K - mean[n] * mean[n];
  }
#elif defined(KERNEL_group_norm)
  const float count = D * H * W;
  FOR(n, N) FOR(g, G) {
    float s = 0, q = 0;
    FOR(d, D) FOR(h, H) FOR(w, W) { float x = X[n][g][d][h][w]; s += x; q += x * x; }
    float m = s / count, r = 1 / sqrtf(q / count - m * m + 1e-5f);
    FOR(d, D) FOR(h, H) FOR(w, W) Y[n][g][d][h][w] = gamma[g][d] * (X[n][g][d][h][w] - m) * r + beta[g][d];
    s1[n][g] = s;
    s2[n][g] = q;
  }
#elif defined(KERNEL_wavenet1)
  FOR(n, B) {
    FOR(d, D) {
      FOR(t, T) { P[n][d][t] = BF[d]; G[n][d][t] = BG[d]; }
      FOR(r, R) {
        FOR(t, T) { P[n][d][t] += X[n][r][t] * WF1[d][r]; G[n][d][t] += X[n][r][t] * WG1[d][r]; }
        for (long t = DIL; t < T; t++) { P[n][d][t] += X[n][r][t - DIL] * WF0[d][r]; G[n][d][t] += X[n][r][t - DIL] * WG0[d][r]; }
      }
      FOR(t, T) Z[n][d][t] = tanhf(P[n][d][t]) / (1 + expf(-G[n][d][t]));
    }
    FOR(r, R) {
      FOR(t, T) Res[n][r][t] = X[n][r][t] + BR[r];
      FOR(d, D) FOR(t, T) Res[n][r][t] += WR[r][d] * Z[n][d][t];
    }
    FOR(s, S) {
      FOR(t, T) Skip[n][s][t] = BS[s];
      FOR(d, D) FOR(t, T) Skip[n][s][t] += WS[s][d] * Z[n][d][t];
    }
  }
#elif defined(KERNEL_tensordot)
  FOR(n, N) FOR(a, A) FOR(b, B) {
    CLEAR(Z[n][a][b]);
    FOR(r, R) FOR(h, H) FOR(w, W) Z[n][a][b][h][w] += X[n][a][r][h][w] * Y[n][r][b][h][w];
  }
#elif defined(KERNEL_batchnorm)
  const float count = N * H * W;
  FOR(c, C) {
    float s = 0, q = 0;
    FOR(n, N) FOR(h, H) FOR(w, W) s += X[n][c][h][w];
    mean[c] = s / count;
    FOR(n, N) FOR(h, H) FOR(w, W) { float x = X[n][c][h][w] - mean[c]; q += x * x; }
    var[c] = q / count;
    newMean[c] = (1 - momentum[0]) * oldMean[c] + momentum[0] * mean[c];
    newVar[c] = (1 - momentum[0]) * oldVar[c] + momentum[0] * var[c];
    rstd[c] = 1 / sqrtf(var[c] + eps[0]);
    FOR(n, N) FOR(h, H) FOR(w, W) Y[n][c][h][w] = (X[n][c][h][w] - mean[c]) * rstd[c];
  }
#elif defined(KERNEL_layernorm)
  FOR(n, N) {
    float s = 0, q = 0;
    FOR(c, C) s += X[n][c];
    float m = s / C;
    FOR(c, C) { float x = X[n][c] - m; q += x * x; }
    float r = 1 / sqrtf(q / C + 1e-5f);
    FOR(c, C) Y[n][c] = gamma[c] * (X[n][c] - m) * r + beta[c];
    mean[n] = m;
    var[n] = q / C;
  }
#elif defined(KERNEL_softmax)
  FOR(n, N) {
    float t = -INFINITY, s = 0;
    FOR(c, C) t = MAX(t, X[n][c]);
    FOR(c, C) { float e = expf(X[n][c] - t); Y[n][c] = e; s += e; }
    FOR(c, C) Y[n][c] /= s;
    top[n] = t;
    norm[n] = s;
  }
#elif defined(KERNEL_cosine_similarity)
  FOR(m, M) {
    float a = 0, b = 0, s = 0;
    FOR(n, N) { a += A[m][n] * A[m][n]; b += B[m][n] * B[m][n]; s += A[m][n] * B[m][n]; }
    Y[m] = s / fmaxf(sqrtf(a) * sqrtf(b), 1e-8f);
    aa[m] = a;
    bb[m] = b;
  }
#elif defined(KERNEL_running_extremes)
  FOR(n, N) {
    float h = high[n], l = low[n], p = prod[n];
    FOR(k, K) { h = MAX(h, X[n][k]); l = MIN(l, X[n][k]); p *= 1 + 0.25f * X[n][k]; }
    high[n] = h;
    low[n] = l;
    prod[n] = p;
  }
#elif defined(KERNEL_prod_pool)
  FOR(n, N) FOR(c, C) FOR(h, H - 2) FOR(w, W - 2) {
    float p = 1;
    FOR(i, 3) FOR(j, 3) p *= X[n][c][h + i][w + j];
    Y[n][c][h][w] = p;
  }
#elif defined(KERNEL_nearest_code)
  float least = INFINITY;
  int32_t at = INT32_MAX;
  FOR(n, N) {
    float s = 0;
    FOR(m, M) s += Lut[m][Codes[n][m]];
    dist[n] = s;
    if (s < least) { least = s; at = n; }
  }
  best[0] = least;
  arg[0] = at;
#elif defined(KERNEL_count_above)
  FOR(n, N) { int32_t s = 0; FOR(k, K) s += X[n][k] > limit[0] && X[n][k] <= 2 * limit[0]; count[n] = s; }
#elif defined(KERNEL_cast_add)
  FOR(m, M) FOR(n, N) Q[m][n] = (int32_t)(A[m][n] + c[0]);
#elif defined(KERNEL_masked_conv)
  FOR(b, B) FOR(f, F) {
    CLEAR(Y[b][f]);
    FOR(c, C) if (Mask[f][c] == 1) FOR(kh, KH) FOR(kw, KW) FOR(h, H - KH + 1) FOR(w, W - KW + 1)
      Y[b][f][h][w] += MAX(X[b][c][h + kh][w + kw], 0) * Wgt[f][c][kh][kw];
  }
#elif defined(KERNEL_depthwise_conv_gelu)
  FOR(n, N) FOR(c, C) {
    CLEAR(Y[n][c]);
    FOR(kh, KH) FOR(kw, KW) for (long h = MAX(0, 3 - kh); h < MIN(H, H + 3 - kh); h++) for (long w = MAX(0, 3 - kw); w < MIN(W, W + 3 - kw); w++)
      Y[n][c][h][w] += X[n][c][h + kh - 3][w + kw - 3] * Wgt[c][kh][kw];
    FOR(h, H) FOR(w, W) { float y = Y[n][c][h][w] + Bias[c]; Y[n][c][h][w] = 0.5f * y * (1 + erff(0.70710678f * y)); }
  }
#elif defined(KERNEL_rmsnorm_add)
  FOR(n, N) {
    float q = 0;
    FOR(c, C) { S[n][c] = X[n][c] + R[n][c]; q += S[n][c] * S[n][c]; }
    float r = 1 / sqrtf(q / C + 1e-6f);
    FOR(c, C) Y[n][c] = S[n][c] * r * gain[c];
  }
#elif defined(KERNEL_attention_small)
  static float S[SK];
  const float scale = 1 / sqrtf(D);
  FOR(b, B) FOR(h, H) FOR(i, SQ) {
    float t = -INFINITY, s = 0;
    FOR(j, SK) { float p = 0; FOR(d, D) p += Q[b][h][i][d] * Key[b][h][j][d]; S[j] = p * scale + Bias[i][j]; }
    FOR(j, SK) t = MAX(t, S[j]);
    FOR(j, SK) { S[j] = expf(S[j] - t); s += S[j]; }
    FOR(d, D) Y[b][h][i][d] = 0;
    FOR(j, SK) FOR(d, D) Y[b][h][i][d] += S[j] * V[b][h][j][d];
    FOR(d, D) Y[b][h][i][d] /= s;
  }
#elif defined(KERNEL_fused_mlp5)
#define LAYER(out, n, in, m, weight) FOR(o, n) { float s = 0; FOR(i, m) s += in[i] * weight[o][i]; out[o] = MAX(s, 0); }
  static float T1[D1], T2[D2], T3[D3], T4[D4];
  FOR(r, R) {
    LAYER(T1, D1, X[r], D0, W1)
    LAYER(T2, D2, T1, D1, W2)
    LAYER(T3, D3, T2, D2, W3)
    LAYER(T4, D4, T3, D3, W4)
    LAYER(Y[r], D5, T4, D4, W5)
  }
#elif defined(KERNEL_min_distance)
  FOR(m, M) {
    float least = INFINITY;
    FOR(n, N) { float s = 0; FOR(k, K) { float d = X[m][k] - Y[n][k]; s += d * d; } least = MIN(least, s); }
    best[m] = least;
  }
#elif defined(KERNEL_jacobi2d)
  FOR(i, N - 2) FOR(j, M - 2) B[i][j] = 0.2f * (A[i + 1][j + 1] + A[i + 1][j] + A[i + 1][j + 2] + A[i][j + 1] + A[i + 2][j + 1]);
#elif defined(KERNEL_heat3d)
  FOR(i, N - 2) FOR(j, M - 2) FOR(k, L - 2)
    B[i][j][k] = 0.125f * (A[i + 2][j + 1][k + 1] - 2 * A[i + 1][j + 1][k + 1] + A[i][j + 1][k + 1]) +
      0.125f * (A[i + 1][j + 2][k + 1] - 2 * A[i + 1][j + 1][k + 1] + A[i + 1][j][k + 1]) +
      0.125f * (A[i + 1][j + 1][k + 2] - 2 * A[i + 1][j + 1][k + 1] + A[i + 1][j + 1][k]) + A[i + 1][j + 1][k + 1];
#elif defined(KERNEL_gesummv)
  FOR(i, N) {
    float u = 0, v = 0;
    FOR(j, M) { u += A[i][j] * x[j]; v += B[i][j] * x[j]; }
    y[i] = alpha[0] * u + beta[0] * v;
  }
#elif defined(KERNEL_atax)
  CLEAR_ROW(y, N);
  FOR(i, M) {
    float t = 0;
    FOR(j, N) t += A[i][j] * x[j];
    FOR(j, N) y[j] += A[i][j] * t;
  }
#elif defined(KERNEL_bicg)
  CLEAR_ROW(s, M);
  FOR(i, N) {
    float t = 0;
    FOR(j, M) { t += A[i][j] * p[j]; s[j] += A[i][j] * r[i]; }
    q[i] = t;
  }
#elif defined(KERNEL_mvt)
  FOR(i, N) { float s = x[i]; FOR(j, N) s += A[i][j] * u[j]; x[i] = s; }
  FOR(j, N) FOR(i, N) y[i] += A[j][i] * v[j];
#elif defined(KERNEL_mm2)
  static float P[I][K];
  FOR(i, I) {
    FOR(k, K) P[i][k] = 0;
    FOR(j, J) FOR(k, K) P[i][k] += A[i][j] * B[j][k];
  }
  FOR(i, I) {
    FOR(l, L) D[i][l] *= beta[0];
    FOR(k, K) FOR(l, L) D[i][l] += alpha[0] * P[i][k] * C[k][l];
  }
#elif defined(KERNEL_mm3)
  static float P[I][K], Q[K][M];
  CLEAR(P);
  CLEAR(Q);
  FOR(i, I) FOR(j, J) FOR(k, K) P[i][k] += A[i][j] * B[j][k];
  FOR(k, K) FOR(l, L) FOR(m, M) Q[k][m] += C[k][l] * D[l][m];
  FOR(i, I) {
    FOR(m, M) G[i][m] = 0;
    FOR(k, K) FOR(m, M) G[i][m] += P[i][k] * Q[k][m];
  }
#elif defined(KERNEL_syrk)
  FOR(i, N) FOR(j, N) { float s = 0; FOR(k, K) s += A[i][k] * A[j][k]; C[i][j] = beta[0] * C[i][j] + alpha[0] * s; }
#elif defined(KERNEL_covariance)
  static double Z[N][M];
  CLEAR_ROW(mean, M);
  FOR(i, N) FOR(j, M) mean[j] += X[i][j];
  FOR(j, M) mean[j] /= N;
  FOR(i, N) FOR(j, M) Z[i][j] = X[i][j] - mean[j];
  FOR(j, M) {
    FOR(k, M) cov[j][k] = 0;
    FOR(i, N) FOR(k, M) cov[j][k] += Z[i][j] * Z[i][k];
    FOR(k, M) cov[j][k] /= N - 1;
  }
#elif defined(KERNEL_one_hot)
  FOR(n, N) FOR(k, K) Y[n][k] = Class[n] == k;
#elif defined(KERNEL_tccg_abc_bda_dc)
  FOR(a, A) FOR(b, B) {
    FOR(c, C) Z[a][b][c] = 0;
    FOR(d, D) FOR(c, C) Z[a][b][c] += X[b][d][a] * Y[d][c];
  }
#elif defined(KERNEL_tccg_abcd_deca_be)
  FOR(a, A) FOR(b, B) FOR(c, C) FOR(d, D) { float s = 0; FOR(e, E) s += X[d][e][c][a] * Y[b][e]; Z[a][b][c][d] = s; }
#elif defined(KERNEL_tccg_abcde_efbad_cf)
  FOR(a, A) FOR(b, B) FOR(c, C) FOR(d, D) FOR(e, E) { float s = 0; FOR(f, F) s += X[e][f][b][a][d] * Y[c][f]; Z[a][b][c][d][e] = s; }
#elif defined(KERNEL_tccg_abcd_ea_ebcd)
  FOR(a, A) {
    CLEAR(Z[a]);
    FOR(e, E) FOR(b, B) FOR(c, C) FOR(d, D) Z[a][b][c][d] += X[e][a] * Y[e][b][c][d];
  }
#elif defined(KERNEL_tccg_ab_acd_dbc)
  FOR(a, A) FOR(b, B) { float s = 0; FOR(c, C) FOR(d, D) s += X[a][c][d] * Y[d][b][c]; Z[a][b] = s; }
#elif defined(KERNEL_tccg_abcdef_dega_gfbc)
  FOR(a, A) FOR(b, B) FOR(c, C) FOR(d, D) FOR(e, E) FOR(f, F) { float s = 0; FOR(g, G) s += X[d][e][g][a] * Y[g][f][b][c]; Z[a][b][c][d][e][f] = s; }
#elif defined(KERNEL_histogram)
  FOR(k, K) H[k] = 0;
  FOR(i, N) H[X[i]]++;
#elif defined(KERNEL_segment_sum)
  FOR(s, S) FOR(d, D) O[s][d] = 0;
  FOR(n, N) FOR(d, D) O[G[n]][d] += V[n][d];
#elif defined(KERNEL_lstm)
  FOR(i, H) h[0][i] = c[0][i] = 0;
  FOR(t, T) FOR(i, H) {
    float a = 0, f = 0, o = 0, g = 0;
    FOR(d, D) { a += Ui[i][d] * x[t][d]; f += Uf[i][d] * x[t][d]; o += Uo[i][d] * x[t][d]; g += Ug[i][d] * x[t][d]; }
    FOR(j, H) { a += Wi[i][j] * h[t][j]; f += Wf[i][j] * h[t][j]; o += Wo[i][j] * h[t][j]; g += Wg[i][j] * h[t][j]; }
    c[t + 1][i] = c[t][i] / (1 + expf(-f)) + tanhf(g) / (1 + expf(-a));
    h[t + 1][i] = tanhf(c[t + 1][i]) / (1 + expf(-o));
  }
#else
#error no loops are written for this kernel
#endif
}
