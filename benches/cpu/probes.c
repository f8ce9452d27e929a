// What the machine can do: multiply-adds in registers, and copies between buffers that no cache holds.
#include <stdlib.h>
#include <string.h>

#if defined(__AVX512F__)
enum { LANES = 16, CHAINS = 24 };
#elif defined(__AVX2__)
enum { LANES = 8, CHAINS = 12 };
#else
enum { LANES = 4, CHAINS = 12 };
#endif
typedef float vector __attribute__((vector_size(LANES * sizeof(float))));

volatile float sink;

// Operations done, in independent chains that stay in registers. No value decays to subnormal ones, which some machines treat in microcode.
double fma_operations(long thread) {
  const long rounds = 2000000;
  vector sums[CHAINS], factor, term;
  for (int l = 0; l < LANES; l++) { factor[l] = 0.999f; term[l] = 0.001f * (l + thread + 1); }
#pragma clang loop unroll(full)
  for (int c = 0; c < CHAINS; c++) sums[c] = factor * (float)c;
  for (long r = 0; r < rounds; r++) {
#pragma clang loop unroll(full)
    for (int c = 0; c < CHAINS; c++) sums[c] = sums[c] * factor + term;
  }
  float all = 0;
#pragma clang loop unroll(full)
  for (int c = 0; c < CHAINS; c++) all += sums[c][0];
  sink = all;
  return 2.0 * rounds * CHAINS * LANES;
}

// Bytes read and written. Each thread has its own buffers.
double copy_bytes(long thread) {
  enum { SIZE = 96 << 20, THREADS = 256 };
  static char *buffers[THREADS];
  char **mine = &buffers[thread % THREADS];
  if (!*mine) {
    *mine = aligned_alloc(64, 2L * SIZE);
    memset(*mine, 1, 2L * SIZE);
  }
  memcpy(*mine, *mine + SIZE, SIZE);
  sink = (*mine)[SIZE / 2];
  return 2.0 * SIZE;
}
