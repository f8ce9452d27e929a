extern "C" __global__ void k(const unsigned* x, unsigned* y) {
  unsigned v = x[threadIdx.x], r = 0;
  switch (v % 9) {
    case 0: r = v * 3; break;
    case 1: r = v ^ 0x55; break;
    case 2: for (unsigned i = 0; i < v % 5; ++i) r += i * v; break;
    case 3: r = v / 3; break;
    case 4: r = v << 3;
    case 5: r += 17; break;
    case 6: r = v * v; break;
    case 7: r = ~v; break;
    default: r = 42;
  }
  y[threadIdx.x] = r;
}
