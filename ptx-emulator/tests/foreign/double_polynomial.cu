extern "C" __global__ void k(const double* x, const double* z, double* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { double a = x[i], b = z[i]; y[i] = a * a * a - 2.0 * b + 1.0 / (b * b + 1.0); }
}
