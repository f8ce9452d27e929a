extern "C" __global__ void k(const float* x, const float* w, float* y) {
  int i = blockIdx.y * 8 + threadIdx.y, j = blockIdx.x * 8 + threadIdx.x;
  float sum = 0;
#pragma unroll
  for (int a = 0; a < 3; ++a)
#pragma unroll
    for (int b = 0; b < 3; ++b) sum = fmaf(x[(i + a) * 18 + j + b], w[a * 3 + b], sum);
  y[i * 16 + j] = sum;
}
