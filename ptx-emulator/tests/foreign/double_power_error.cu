extern "C" __global__ void k(const double* x, const double* z, double* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { double a = x[i], b = z[i]; y[i] = pow(fabs(a) + 0.5, b) + erf(a) + cbrt(b); }
}
