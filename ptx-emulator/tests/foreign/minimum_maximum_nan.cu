extern "C" __global__ void k(const float* x, const float* z, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { float a = x[i], b = z[i]; y[i] = fminf(a > 3.0f ? __int_as_float(0x7fffffff) : a, b) + fmaxf(a, b < -3.0f ? __int_as_float(0x7fffffff) : b); }
}
