extern "C" __global__ void k(const float* x, float* y) {
  float a[4][4], l[4][4];
  for (int i = 0; i < 4; ++i) for (int j = 0; j < 4; ++j) {
    float s = i == j ? 30.0f : 0.0f;
    for (int m = 0; m < 4; ++m) s += x[threadIdx.x * 16 + i * 4 + m] * x[threadIdx.x * 16 + j * 4 + m];
    a[i][j] = s; l[i][j] = 0;
  }
  for (int i = 0; i < 4; ++i) for (int j = 0; j <= i; ++j) {
    float s = a[i][j];
    for (int m = 0; m < j; ++m) s -= l[i][m] * l[j][m];
    l[i][j] = i == j ? sqrtf(s) : s / l[j][j];
  }
  for (int i = 0; i < 16; ++i) y[threadIdx.x * 16 + i] = l[i / 4][i % 4];
}
