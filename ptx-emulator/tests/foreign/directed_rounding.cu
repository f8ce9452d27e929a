extern "C" __global__ void k(const float* x, const float* z, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { float a = x[i], b = z[i]; y[i] = __fadd_rz(a, b * 1e-5f) + __fmul_ru(a, b) + __fdiv_rd(a, 3.0f) + __fmaf_rz(a, b, 0.1f); }
}
