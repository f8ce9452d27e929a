extern "C" __global__ void k(const int* x, const int* z, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { int a = x[i], b = z[i]; y[i] = (a * 1000) / (b | 1) + (a * 1000) % (b | 1); }
}
