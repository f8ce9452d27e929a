extern "C" __global__ void k(const int* x, const int* z, int* y) {
  int i = threadIdx.x;
  y[i] = __dp4a(x[i], z[i], 100);
}
