extern "C" __global__ void k(unsigned* y) {
  int i = blockIdx.y * 8 + threadIdx.y, j = blockIdx.x * 8 + threadIdx.x, n = 0;
  double cr = j / 8.0 - 1.5, ci = i / 8.0 - 1.0, zr = 0, zi = 0;
  while (n < 100 && zr * zr + zi * zi <= 4.0) { double t = __dadd_rn(__dsub_rn(__dmul_rn(zr, zr), __dmul_rn(zi, zi)), cr); zi = __dadd_rn(__dmul_rn(__dmul_rn(2.0, zr), zi), ci); zr = t; ++n; }
  y[i * 16 + j] = n;
}
