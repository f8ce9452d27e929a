extern "C" __global__ void k(const float* x, const float* z, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { float a = x[i], b = z[i]; y[i] = floorf(a) + ceilf(b) * 10.0f + truncf(a) * 100.0f + rintf(b) * 1000.0f + roundf(a); }
}
