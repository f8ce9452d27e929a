extern "C" __global__ void k(const unsigned char* x, const unsigned char* z, unsigned char* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = (3 * x[i] + z[i]) / 2 - 60;
  y[i] = (unsigned char)min(max(value, 0), 255);
}
